//! Programs of clusters: their begin, some that add up elements of each other, and what is wrong with such.

#![allow(
    clippy::unwrap_used,
    dead_code,
    reason = "a test fails where it does not hold, and each uses some of it"
)]

use super::scheduled;

/// As many blocks of 64 elements, each its number.
pub fn job(blocks: usize) -> String {
    let values: Vec<usize> = (0..64 * blocks).collect();
    format!(r#"{{"grid": [{blocks}, 1, 1], "arguments": [{{"values": {values:?}}}, {{}}]}}"#)
}

/// What sums over the blocks of each cluster leave.
pub fn sums(blocks: usize, size: usize) -> String {
    let sum = |i: usize| (0..size).map(|rank| (i / (64 * size) * size + rank) * 64 + i % 64).sum::<usize>();
    (0..64 * blocks).map(|i| sum(i).to_string()).collect::<Vec<_>>().join(" ")
}

/// The barrier of a cluster.
pub const BARRIER: &str = "nvvm.cluster.arrive {aligned}\n nvvm.cluster.wait {aligned}";

/// The halves of the barrier of a cluster.
pub const ARRIVE: &str = "nvvm.cluster.arrive {aligned}";
pub const WAIT: &str = "nvvm.cluster.wait {aligned}";

/// Clusters of so many blocks of 64 threads; each has its number in %t, its element in %i and %v, and the block %s.
pub fn kernel(blocks: usize, size: usize, body: &str) -> String {
    let all = 64 * blocks;
    format!(
        "func.func @f(%m: memref<{all}xi32>, %o: memref<{all}xi32>)
             attributes {{gpu.known_block_size = array<i32: 64, 1, 1>, gpu.known_cluster_size = array<i32: {size}, 1, 1>}} {{
           %t = gpu.thread_id x
           %b = gpu.block_id x
           %0 = arith.constant 0 : index
           %1 = arith.constant 1 : index
           %64 = arith.constant 64 : index
           %rank = gpu.cluster_block_id x
           %next = arith.xori %rank, %1 : index
           %size = gpu.cluster_dim_blocks x
           %z = arith.constant 0 : i32
           %c = arith.muli %b, %64 : index
           %i = arith.addi %c, %t : index
           %s = memref.alloc() : memref<64xi32, 3>
           %v = memref.load %m[%i] : memref<{all}xi32>
           {body}
           return
         }}"
    )
}

/// Each thread adds up its elements of all blocks.
pub fn sum(blocks: usize) -> String {
    format!(
        "memref.store %v, %s[%t] : memref<64xi32, 3>
         {BARRIER}
         %sum = scf.for %r = %0 to %size step %1 iter_args(%a = %z) -> i32 {{
           %p = \"layout.peer\"(%s, %r) : (memref<64xi32, 3>, index) -> memref<64xi32, 7>
           %w = memref.load %p[%t] : memref<64xi32, 7>
           %n = arith.addi %a, %w : i32
           scf.yield %n : i32
         }}
         {BARRIER}
         memref.store %sum, %o[%i] : memref<{}xi32>",
        64 * blocks
    )
}

/// Without the `n`-th of something, from 0.
pub fn without(text: &str, what: &str, n: usize) -> String {
    let (at, _) = text.match_indices(what).nth(n).unwrap();
    format!("{}{}", &text[..at], &text[at + what.len()..])
}

/// What is wrong under each of some schedules.
pub fn faults(text: &str, job: &str) -> Vec<String> {
    (0..12).map(|seed| scheduled(text, job, seed).unwrap_err()).collect()
}

/// Each of some schedules shows one of these faults.
pub fn all_show(text: &str, job: &str, wanted: &[&str]) {
    for said in faults(text, job) {
        assert!(wanted.iter().any(|wanted| said.contains(wanted)), "{wanted:?}: {said}");
    }
}

/// The sum as a program of tiles.
pub fn tiles(blocks: usize, size: usize) -> String {
    let all = 64 * blocks;
    format!(
        "func.func @f(%m: memref<{all}xi32>, %o: memref<{all}xi32>)
             attributes {{layout.threads = 64 : i64, gpu.known_cluster_size = array<i32: {size}, 1, 1>}} {{
           %b = gpu.block_id x
           %rank = gpu.cluster_block_id x
           %0 = arith.constant 0 : index
           %1 = arith.constant 1 : index
           %64 = arith.constant 64 : index
           %size = gpu.cluster_dim_blocks x
           %c = arith.muli %b, %64 : index
           %s = memref.alloc() : memref<64xi32, 3>
           %v = layout.load %m[%c] : memref<{all}xi32> -> tensor<64xi32>
           layout.store %v, %s[%0] : tensor<64xi32>, memref<64xi32, 3>
           %z = arith.constant dense<0> : tensor<64xi32>
           %sum = scf.for %r = %0 to %size step %1 iter_args(%a = %z) -> tensor<64xi32> {{
             %p = \"layout.peer\"(%s, %r) : (memref<64xi32, 3>, index) -> memref<64xi32, 7>
             %w = layout.load %p[%0] : memref<64xi32, 7> -> tensor<64xi32>
             %n = arith.addi %a, %w : tensor<64xi32>
             scf.yield %n : tensor<64xi32>
           }}
           layout.store %sum, %o[%c] : tensor<64xi32>, memref<{all}xi32>
           return
         }}"
    )
}

/// The begin of a program of blocks of so many threads, of which two are a cluster; %t and %v are a thread's number, and %o what is
/// written.
pub fn begin_of(threads: usize, elements: usize) -> String {
    format!(
        "func.func @f(%o: memref<{elements}xi32>)
             attributes {{gpu.known_block_size = array<i32: {threads}, 1, 1>, gpu.known_cluster_size = array<i32: 2, 1, 1>}} {{
           %t = gpu.thread_id x
           %v = arith.index_cast %t : index to i32
           %0 = arith.constant 0 : index
           %1 = arith.constant 1 : index"
    )
}
