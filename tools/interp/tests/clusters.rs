//! Clusters: programs of threads that read other blocks' memory, right ones and ones that are wrong in one way.

#![allow(clippy::unwrap_used, reason = "a test fails where it does not hold")]

mod common;
use common::clusters::{ARRIVE, BARRIER, WAIT, all_show, faults, job, kernel, sum, sums, tiles, without};
use common::{fault, outcome, program, scheduled, values};
use layout_tile_interp::job::Job;
use layout_tile_interp::run::{Plan, run};

#[test]
fn sums_over_blocks() {
    for (blocks, size) in [(2, 2), (4, 4), (4, 2), (3, 1)] {
        let text = kernel(blocks, size, &sum(blocks));
        for seed in 0..4 {
            let found = scheduled(&text, &job(blocks), seed).unwrap().join(" ");
            assert_eq!(found, sums(blocks, size), "{blocks} {size}");
        }
    }
}

#[test]
fn what_follows_x_alone_is_a_cluster() {
    // Blocks (0,1) and (1,1) are one.
    let text = kernel(4, 2, &sum(4)).replace(
        "%c = arith.muli %b, %64 : index",
        "%y = gpu.block_id y
         %two = arith.constant 2 : index
         %row = arith.muli %y, %two : index
         %own = arith.addi %row, %b : index
         %c = arith.muli %own, %64 : index",
    );
    assert_eq!(values(&text, &job(4).replace("[4, 1, 1]", "[2, 2, 1]")), sums(4, 2));
}

#[test]
fn numbers_of_blocks() {
    let body = "%r = nvvm.read.ptx.sreg.cluster.ctarank : i32
        %n = nvvm.read.ptx.sreg.cluster.nctarank : i32
        %own = arith.index_cast %rank : index to i32
        %all = arith.index_cast %size : index to i32
        %y = gpu.cluster_block_id y
        %d = gpu.cluster_dim_blocks z
        %yd = arith.addi %y, %d : index
        %e = arith.index_cast %yd : index to i32
        %ten = arith.constant 10 : i32
        %a = arith.muli %r, %ten : i32
        %b1 = arith.addi %a, %own : i32
        %b2 = arith.muli %b1, %ten : i32
        %b3 = arith.addi %b2, %n : i32
        %b4 = arith.muli %b3, %ten : i32
        %b5 = arith.addi %b4, %all : i32
        %b6 = arith.muli %b5, %ten : i32
        %b7 = arith.addi %b6, %e : i32
        memref.store %b7, %o[%i] : memref<256xi32>";
    let found = outcome(&kernel(4, 2, body), &job(4)).unwrap();
    // Rank, rank, size, size, and 0 + 1.
    assert_eq!([0, 64, 128, 192].map(|i| found[i].as_str()), ["221", "11221", "221", "11221"]);
}

/// The barrier before the reads, that behind them, or both of them are missing.
#[test]
fn barriers_of_a_cluster() {
    let right = kernel(2, 2, &sum(2));
    let early = without(&right, BARRIER, 0);
    all_show(&early, &job(2), &["a race", "nobody wrote"]);
    all_show(&without(&right, BARRIER, 1), &job(2), &["reads memory of block"]);
    // A barrier of the block is none of the cluster.
    let of_block = right.replace(BARRIER, "gpu.barrier");
    all_show(&of_block, &job(2), &["a race", "nobody wrote", "reads memory of block"]);
    // One of the cluster is one of the block: threads read each other's elements.
    let own = "memref.store %v, %s[%t] : memref<64xi32, 3>\nBARRIER
        %63 = arith.constant 63 : index
        %q = arith.xori %t, %63 : index
        %w = memref.load %s[%q] : memref<64xi32, 3>
        memref.store %w, %o[%i] : memref<128xi32>";
    assert!(values(&kernel(2, 2, &own.replace("BARRIER", BARRIER)), &job(2)).starts_with("63 62 61"));
    all_show(&kernel(2, 2, &own.replace("BARRIER", "")), &job(2), &["a race", "nobody wrote"]);
}

/// What is done before an arrival is ordered before what is behind the wait, whatever stands between the halves.
#[test]
fn halves_of_a_barrier() {
    // Sums go to memory between the halves of the last barrier, and elements come from there between those of the first.
    let right = kernel(2, 2, &sum(2));
    let peer = "%sum = scf.for";
    let apart = without(&right, WAIT, 0)
        .replace(peer, &format!("%again = memref.load %m[%i] : memref<128xi32>\n{WAIT}\n{peer}"));
    let at = apart.rfind(WAIT).unwrap();
    let (store, end) = apart[at + WAIT.len()..].split_once("memref<128xi32>").unwrap();
    let apart = format!("{}{store}memref<128xi32>\n{WAIT}\n{end}", &apart[..at]);
    for seed in 0..4 {
        assert_eq!(scheduled(&apart, &job(2), seed).unwrap().join(" "), sums(2, 2));
    }
}

/// A store to shared memory before, or between the halves of a barrier, and a read behind it.
fn stored(before: &str, between: &str, read: &str) -> String {
    let body = format!(
        "%63 = arith.constant 63 : index
         %other = arith.xori %t, %63 : index
         %near = arith.xori %t, %1 : index
         %p = \"layout.peer\"(%s, %next) : (memref<64xi32, 3>, index) -> memref<64xi32, 7>
         {before}
         {ARRIVE}
         {between}
         {WAIT}
         %w = {read}
         {ARRIVE}
         memref.store %w, %o[%i] : memref<128xi32>
         {WAIT}"
    );
    kernel(2, 2, &body)
}

const STORE: &str = "memref.store %v, %s[%t] : memref<64xi32, 3>";

/// Of another block, of another warp, of the same warp.
#[test]
fn stores_between_halves() {
    for place in
        ["%p[%t] : memref<64xi32, 7>", "%s[%other] : memref<64xi32, 3>", "%s[%near] : memref<64xi32, 3>"]
    {
        let read = format!("memref.load {place}");
        assert!(outcome(&stored(STORE, "", &read), &job(2)).is_ok());
        all_show(&stored("", STORE, &read), &job(2), &["a race"]);
        // Thus also where the same lies there already.
        all_show(&stored(STORE, STORE, &read), &job(2), &["a race"]);
    }
    // A barrier of the block orders its threads, and no others.
    let fenced = format!("{STORE}\ngpu.barrier");
    let own = "memref.load %s[%other] : memref<64xi32, 3>";
    assert!(outcome(&stored("", &fenced, own), &job(2)).is_ok());
    all_show(&stored("", &fenced, "memref.load %p[%t] : memref<64xi32, 7>"), &job(2), &["a race"]);
    // What arrives relaxed orders no memory, and what it did not is ordered by the next barrier that does.
    let relaxed = "nvvm.cluster.arrive.relaxed {aligned}";
    for read in ["memref.load %p[%t] : memref<64xi32, 7>", "memref.load %s[%other] : memref<64xi32, 3>"] {
        let unordered = stored(STORE, "", read).replacen(ARRIVE, relaxed, 1);
        all_show(&unordered, &job(2), &["a race"]);
        let later = unordered.replace("%w = ", &format!("{BARRIER}\n%w = "));
        assert!(outcome(&later, &job(2)).is_ok());
        let ordered = stored(STORE, "", read).replace("%w = ", &format!("{relaxed}\n{WAIT}\n%w = "));
        assert!(outcome(&ordered, &job(2)).is_ok());
    }
    // The halves of the next barrier are the next: two waits later it is ordered.
    let later = stored("", STORE, "memref.load %p[%t] : memref<64xi32, 7>");
    let later = later.replace("%w = ", &format!("{BARRIER}\n%w = "));
    assert!(outcome(&later, &job(2)).is_ok());
}

/// Reads between the halves, and a store of a thread of the same block, or another one, behind the wait.
#[test]
fn reads_between_halves() {
    for place in ["%p[%t] : memref<64xi32, 7>", "%s[%other] : memref<64xi32, 3>"] {
        let text = |before: &str, between: &str, behind: &str| {
            let body = format!(
                "%63 = arith.constant 63 : index
                 %other = arith.xori %t, %63 : index
                 %p = \"layout.peer\"(%s, %next) : (memref<64xi32, 3>, index) -> memref<64xi32, 7>
                 {STORE}
                 {BARRIER}
                 {before}
                 {ARRIVE}
                 {between}
                 {WAIT}
                 {behind}
                 {BARRIER}"
            );
            kernel(2, 2, &body)
        };
        let read = format!("%w = memref.load {place}");
        assert!(outcome(&text(&read, "", STORE), &job(2)).is_ok());
        assert!(outcome(&text("", &read, ""), &job(2)).is_ok());
        all_show(&text("", &read, STORE), &job(2), &["a race"]);
    }
}

/// Memory of another block that is read between the halves of the last barrier: it may have ended.
#[test]
fn a_block_ends_while_others_read_between_halves() {
    let text = |before: &str, between: &str| {
        let body = format!(
            "{STORE}
             {BARRIER}
             %p = \"layout.peer\"(%s, %next) : (memref<64xi32, 3>, index) -> memref<64xi32, 7>
             {before}
             {ARRIVE}
             {between}
             {WAIT}"
        );
        kernel(2, 2, &body)
    };
    let read = "%w = memref.load %p[%t] : memref<64xi32, 7>";
    assert!(outcome(&text(read, ""), &job(2)).is_ok());
    all_show(
        &text("", read),
        &job(2),
        &[
            "reads memory of block 0, which has ended unless it is late",
            "reads memory of block 1, which has ended unless it is late",
        ],
    );
}

#[test]
fn halves_without_the_other() {
    let shows = |body: String, wanted: &str| all_show(&kernel(2, 2, &body), &job(2), &[wanted]);
    shows(WAIT.into(), "waits at the barrier of the cluster and has not arrived there");
    shows(format!("{BARRIER}\n{WAIT}"), "waits at the barrier of the cluster and has not arrived there");
    shows(
        format!("{ARRIVE}\n{ARRIVE}\n{WAIT}"),
        "arrives at the barrier of the cluster again and has not waited there",
    );
    shows(ARRIVE.into(), "has arrived at the barrier of the cluster and never waits there");
    shows(format!("{BARRIER}\n{ARRIVE}"), "has arrived at the barrier of the cluster and never waits there");
    // Only one block, and another thread than the first.
    let last = format!(
        "%63 = arith.constant 63 : index\n%is = arith.cmpi eq, %i, %63 : index\n scf.if %is {{ {ARRIVE} }}"
    );
    shows(last, "thread 63 of block 0 has arrived at the barrier of the cluster and never waits there");
    // In a program of tiles they are nothing.
    let tiles = tiles(2, 2).replace("%z =", &format!("{ARRIVE}\n{ARRIVE}\n%z ="));
    assert_eq!(values(&tiles, &job(2)), sums(2, 2));
    let tiles = tiles.replace(ARRIVE, WAIT);
    assert_eq!(values(&tiles, &job(2)), sums(2, 2));
}

/// Only one block reads: where it comes first, only what is known of the end of the other one shows it.
#[test]
fn a_block_ends_while_others_read() {
    let body = format!(
        "memref.store %v, %s[%t] : memref<64xi32, 3>
         {BARRIER}
         %first = arith.cmpi eq, %rank, %0 : index
         scf.if %first {{
           %p = \"layout.peer\"(%s, %1) : (memref<64xi32, 3>, index) -> memref<64xi32, 7>
           %w = memref.load %p[%t] : memref<64xi32, 7>
         }}"
    );
    let said = faults(&kernel(2, 2, &body), &job(2));
    let told = |words: &str| said.iter().filter(|said| said.contains(words)).count();
    let early = told("unless it is late");
    assert_eq!(told("reads memory of block 1, which has ended"), said.len(), "{said:?}");
    assert!(early > 0 && early < said.len(), "both orders are tried: {said:?}");
    let right = format!("{body}\n{BARRIER}");
    assert!(outcome(&kernel(2, 2, &right), &job(2)).is_ok());
}

/// What another block reads is stored to again, by threads that read it too, and by others.
#[test]
fn stores_behind_reads_of_others() {
    for own in ["%t", "%i64"] {
        let again = |barrier: &str| {
            let body = format!(
                "%63 = arith.constant 63 : index
                 %i64 = arith.xori %t, %63 : index
                 memref.store %v, %s[%t] : memref<64xi32, 3>
                 {BARRIER}
                 %p = \"layout.peer\"(%s, %next) : (memref<64xi32, 3>, index) -> memref<64xi32, 7>
                 %x = memref.load %s[{own}] : memref<64xi32, 3>
                 %w = memref.load %p[%t] : memref<64xi32, 7>
                 %y = memref.load %s[{own}] : memref<64xi32, 3>
                 {barrier}
                 memref.store %w, %s[%t] : memref<64xi32, 3>
                 {BARRIER}
                 %u = memref.load %s[%t] : memref<64xi32, 3>
                 memref.store %u, %o[%i] : memref<128xi32>"
            );
            kernel(2, 2, &body)
        };
        let wanted: Vec<String> = (64..128).chain(0..64).map(|i| i.to_string()).collect();
        assert_eq!(values(&again(BARRIER), &job(2)), wanted.join(" "));
        all_show(&again(""), &job(2), &["a race"]);
        all_show(&again("gpu.barrier"), &job(2), &["a race"]);
    }
}

/// Two warps of the block read before another block does, and the writer is one of theirs behind a barrier.
#[test]
fn a_reader_of_another_block_is_not_forgotten() {
    let body = format!(
        "memref.store %v, %s[%t] : memref<64xi32, 3>
         {BARRIER}
         %x = memref.load %s[%0] : memref<64xi32, 3>
         %first = arith.cmpi eq, %rank, %0 : index
         %p = \"layout.peer\"(%s, %0) : (memref<64xi32, 3>, index) -> memref<64xi32, 7>
         %other = arith.cmpi eq, %rank, %1 : index
         scf.if %other {{
           %w = memref.load %p[%0] : memref<64xi32, 7>
         }}
         gpu.barrier
         %lane = arith.cmpi eq, %t, %0 : index
         %writes = arith.andi %first, %lane : i1
         LATER
         scf.if %writes {{
           memref.store %v, %s[%0] : memref<64xi32, 3>
         }}
         {BARRIER}"
    );
    all_show(&kernel(2, 2, &body.replace("LATER", "")), &job(2), &["a race"]);
    assert!(outcome(&kernel(2, 2, &body.replace("LATER", BARRIER)), &job(2)).is_ok());
}

/// Readers before a barrier of the cluster are none that a store behind it races with: they make room for later ones.
#[test]
fn readers_before_a_barrier_make_room() {
    let read = |p: &str| {
        format!(
            "%{p} = \"layout.peer\"(%s, %next) : (memref<64xi32, 3>, index) -> memref<64xi32, 7>
             %{p}w = memref.load %{p}[%0] : memref<64xi32, 7>
             %{p}x = memref.load %s[%0] : memref<64xi32, 3>"
        )
    };
    let text = |barrier: &str| {
        kernel(
            2,
            2,
            &format!(
                "memref.store %v, %s[%t] : memref<64xi32, 3>
                 {BARRIER}
                 {}
                 {BARRIER}
                 {}
                 {barrier}
                 %lane = arith.cmpi eq, %t, %0 : index
                 scf.if %lane {{
                   memref.store %v, %s[%0] : memref<64xi32, 3>
                 }}
                 {BARRIER}",
                read("p"),
                read("q")
            ),
        )
    };
    assert!(outcome(&text(BARRIER), &job(2)).is_ok());
    all_show(&text("gpu.barrier"), &job(2), &["a race"]);
}

/// A global memory's bytes that blocks of one cluster, or of two, exchange.
#[test]
fn memory_of_all_blocks() {
    let body = format!(
        "memref.store %v, %o[%i] : memref<256xi32>
         {BARRIER}
         %q = arith.xori %i, %64 : index
         %w = memref.load %o[%q] : memref<256xi32>
         {BARRIER}
         memref.store %w, %o[%i] : memref<256xi32>"
    );
    let right = kernel(4, 2, &body);
    assert!(values(&right, &job(4)).starts_with("64 65 66"));
    all_show(&without(&right, BARRIER, 0), &job(4), &["a race", "nobody wrote"]);
    all_show(&without(&right, BARRIER, 1), &job(4), &["a race"]);
    let two = right.replace("arith.xori %i, %64", "arith.xori %i, %128");
    let two = two.replace("%q =", "%128 = arith.constant 128 : index\n%q =");
    all_show(&two, &job(4), &["a race", "nobody wrote"]);
    // Only the second cluster reads what is of the first.
    let later = format!(
        "memref.store %v, %o[%i] : memref<256xi32>
         {BARRIER}
         %two = arith.constant 2 : index
         %is_second = arith.cmpi uge, %b, %two : index
         scf.if %is_second {{
           %w = memref.load %o[%t] : memref<256xi32>
         }}"
    );
    all_show(&kernel(4, 2, &later), &job(4), &["a race"]);
}

#[test]
fn barriers_that_not_all_blocks_reach() {
    let some = format!("%c1 = arith.cmpi eq, %rank, %0 : index\n scf.if %c1 {{ {BARRIER} }}");
    all_show(
        &kernel(4, 2, &some),
        &job(4),
        &["block 0: waits for all blocks of the cluster, but block 1 has ended"],
    );
    let threads = format!("%c1 = arith.cmpi eq, %t, %0 : index\n scf.if %c1 {{ {BARRIER} }}");
    all_show(
        &kernel(2, 2, &threads),
        &job(2),
        &[
            "waits for all threads of its warp, which run together what is `aligned`, but thread 1 has returned",
        ],
    );
}

#[test]
fn nobody_waits_for_threads_that_have_returned() {
    // (PTX ISA, `barrier.cluster`. What the others wrote is known behind it.)
    let warp = format!(
        "%c32 = arith.constant 32 : index
         %first = arith.cmpi ult, %t, %c32 : index
         scf.if %first {{ {} {BARRIER} }}",
        sum(2)
    );
    let found = outcome(&kernel(2, 2, &warp), &job(2)).unwrap();
    let all = outcome(&kernel(2, 2, &sum(2)), &job(2)).unwrap();
    for block in [0, 64] {
        assert_eq!(found[block..block + 32], all[block..block + 32]);
        assert_ne!(found[block + 32..block + 64], all[block + 32..block + 64]);
    }
    // At a barrier of the block they are waited for.
    let of_block = warp.replace(BARRIER, "gpu.barrier");
    all_show(&kernel(2, 2, &of_block), &job(2), &["waits for all threads, but thread 32 has returned"]);
}

#[test]
fn what_peers_are_not() {
    let peer = |of: &str, rank: &str, use_it: &str| {
        let space = if of == "%m" { "" } else { ", 3" };
        let size = if of == "%m" { 128 } else { 64 };
        let body = format!(
            "memref.store %v, %s[%t] : memref<64xi32, 3>
             {BARRIER}
             %two = arith.constant 2 : index
             %minus = arith.constant -1 : index
             %p = \"layout.peer\"({of}, {rank}) : (memref<{size}xi32{space}>, index) -> memref<{size}xi32, 7>
             {use_it}
             {BARRIER}"
        );
        kernel(2, 2, &body)
    };
    all_show(&peer("%s", "%two", ""), &job(2), &["block 2 of a cluster that has 2"]);
    all_show(&peer("%s", "%minus", ""), &job(2), &["block -1 of a cluster that has 2"]);
    all_show(&peer("%m", "%next", ""), &job(2), &["must be shared memory"]);
    let private = peer("%s", "%next", "").replace(
        "%p = \"layout.peer\"(%s",
        "%l = memref.alloca() : memref<64xi32>
         %n = memref.memory_space_cast %l : memref<64xi32> to memref<64xi32, 3>
         %p = \"layout.peer\"(%n",
    );
    all_show(&private, &job(2), &["no shared memory of the block"]);
    let stores = [
        "memref.store %v, %p[%t] : memref<64xi32, 7>",
        "%w = vector.from_elements %v : vector<1xi32>
         vector.store %w, %p[%t] : memref<64xi32, 7>, vector<1xi32>",
        "%4 = arith.constant 4 : index
         %n = memref.memory_space_cast %p : memref<64xi32, 7> to memref<64xi32, 3>
         %k = nvgpu.device_async_copy %m[%0], %n[%0], 4 : memref<128xi32> to memref<64xi32, 3>",
        "%q = builtin.unrealized_conversion_cast %p : memref<64xi32, 7> to memref<8x8xi32, 3>
         memref.store %v, %q[%0, %0] : memref<8x8xi32, 3>",
        "%bytes = memref.alloc() : memref<256xi8, 3>
         %q = \"layout.peer\"(%bytes, RANK) : (memref<256xi8, 3>, index) -> memref<256xi8, 7>
         %h = memref.memory_space_cast %q : memref<256xi8, 7> to memref<256xi8, 3>
         %k = memref.view %h[%0][] : memref<256xi8, 3> to memref<64xi32, 3>
         memref.store %v, %k[%t] : memref<64xi32, 3>",
        "%f = memref.cast %p : memref<64xi32, 7> to memref<?xi32, 7>
         memref.store %v, %f[%t] : memref<?xi32, 7>",
    ];
    for store in stores {
        // Also the own block's.
        for rank in ["%next", "%rank"] {
            all_show(
                &peer("%s", rank, &store.replace("RANK", rank)),
                &job(2),
                &["memory of another block is read only"],
            );
        }
    }
    let pointer = "%a = memref.extract_aligned_pointer_as_index %p : memref<64xi32, 7> -> index
        %j = arith.index_castui %a : index to i64
        %g = llvm.inttoptr %j : i64 to !llvm.ptr<7>
        llvm.store %v, %g : i32, !llvm.ptr<7>";
    all_show(&peer("%s", "%next", pointer), &job(2), &["memory of another block is read only"]);
    let copy = pointer.replace(
        "llvm.store %v, %g : i32, !llvm.ptr<7>",
        "%h = llvm.addrspacecast %g : !llvm.ptr<7> to !llvm.ptr<3>
         %from = memref.extract_aligned_pointer_as_index %m : memref<128xi32> -> index
         %l = arith.index_castui %from : index to i64
         %q = llvm.inttoptr %l : i64 to !llvm.ptr<1>
         nvvm.cp.async.shared.global %h, %q, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>",
    );
    all_show(&peer("%s", "%next", &copy), &job(2), &["memory of another block is read only"]);
}

#[test]
fn grids_and_clusters() {
    let text = kernel(3, 2, &sum(3));
    assert!(fault(&text, &job(3)).contains("the grid [3, 1, 1] has along x no whole clusters of 2 blocks"));
    let flat = kernel(2, 2, &sum(2)).replace("array<i32: 2, 1, 1>", "array<i32: 1, 2, 1>");
    let said = fault(&flat, &job(2));
    assert!(said.contains("not supported by the interpreter: clusters of"), "{said}");
    let allocated = kernel(2, 2, "%q = memref.alloc() : memref<64xi32, 7>");
    let said = fault(&allocated, &job(2));
    assert!(said.contains("an allocation in another block"), "{said}");
    // A launch that no job has made.
    let program = program(&kernel(2, 2, &sum(2))).unwrap();
    let job: Job = serde_json::from_str(&job(2)).unwrap();
    let plan = Plan::new(job.function(&program).unwrap().clone());
    let mut launch = job.launch(&plan.function, 0).unwrap();
    launch.grid = [1, 2, 1];
    let said = run(&plan, &launch).unwrap_err().to_string();
    assert!(said.contains("a grid [1, 2, 1] of clusters of 2 blocks"), "{said}");
}

/// A kernel with a buffer of its own, of which a part is read from the other block.
fn own_buffer(barriers: [&str; 2]) -> String {
    format!(
        "module attributes {{gpu.container_module}} {{
           gpu.module @k {{
             gpu.func @f(%m: memref<128xi32>, %o: memref<128xi32>) workgroup(%w : memref<512xi8, 3> {{llvm.align = 256 : i64}})
                 kernel attributes {{known_block_size = array<i32: 64, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>}} {{
               %t = gpu.thread_id x
               %b = gpu.block_id x
               %64 = arith.constant 64 : index
               %256 = arith.constant 256 : index
               %1 = arith.constant 1 : index
               %8 = arith.constant 8 : index
               %c = arith.muli %b, %64 : index
               %i = arith.addi %c, %t : index
               %v = memref.load %m[%i] : memref<128xi32>
               %view = memref.view %w[%256][] : memref<512xi8, 3> to memref<64xi32, 3>
               %s = builtin.unrealized_conversion_cast %view : memref<64xi32, 3> to memref<8x8xi32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>, 3>
               %x = arith.remui %t, %8 : index
               %y = arith.divui %t, %8 : index
               memref.store %v, %view[%t] : memref<64xi32, 3>
               {}
               %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
               %own = arith.index_cast %rank : i32 to index
               %r = arith.xori %own, %1 : index
               %p = \"layout.peer\"(%s, %r) : (memref<8x8xi32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>, 3>, index) -> memref<8x8xi32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>, 7>
               %flat = builtin.unrealized_conversion_cast %p : memref<8x8xi32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>, 7> to memref<64xi32, 7>
               %u = vector.load %flat[%t] : memref<64xi32, 7>, vector<1xi32>
               %e = vector.extract %u[0] : i32 from vector<1xi32>
               %d = memref.load %p[%x, %y] : memref<8x8xi32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>, 7>
               {}
               memref.store %e, %o[%i] : memref<128xi32>
               gpu.return
             }}
           }}
         }}",
        barriers[0], barriers[1]
    )
}

#[test]
fn buffers_of_the_kernel_and_parts_of_them() {
    let wanted: Vec<String> = (64..128).chain(0..64).map(|i| i.to_string()).collect();
    assert_eq!(values(&own_buffer([BARRIER, BARRIER]), &job(2)), wanted.join(" "));
    all_show(&own_buffer([BARRIER, ""]), &job(2), &["reads memory of block"]);
    all_show(&own_buffer(["gpu.barrier", BARRIER]), &job(2), &["a race", "nobody wrote"]);
}

#[test]
fn dynamic_shared_memory() {
    let text = kernel(2, 2, &sum(2));
    let text = text.replace(
        "%s = memref.alloc() : memref<64xi32, 3>",
        "%all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
         %far = memref.view %all[%64][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xi32, #gpu.address_space<workgroup>>
         %s = memref.memory_space_cast %far : memref<64xi32, #gpu.address_space<workgroup>> to memref<64xi32, 3>",
    );
    let text = text.replace(
        "gpu.known_cluster_size",
        "layout.dynamic_shared_memory = 320 : i64, gpu.known_cluster_size",
    );
    assert_eq!(values(&text, &job(2)), sums(2, 2));
    all_show(&without(&text, BARRIER, 1), &job(2), &["reads memory of block"]);
}
