//! Programs of threads: what their operations give, and what they do wrong.

mod common;
use common::{fault, values};

/// 64 threads; each has its number in %t.
fn kernel(body: &str) -> String {
    format!(
        "func.func @f(%m: memref<64xi32>, %o: memref<64xi32>) attributes {{gpu.known_block_size = array<i32: 64, 1, 1>}} {{
           %t = gpu.thread_id x
           %1 = arith.constant 1 : index
           %63 = arith.constant 63 : index
           %s = memref.alloc() : memref<64xi32, 3>
           %r = arith.subi %63, %t : index
           {body}
           return
         }}"
    )
}

/// The elements are 0 to 63.
const JOB: &str = r#"{"arguments": [{"values": [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,
    32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63]}, {}]}"#;

const REVERSE: &str = "%v = memref.load %m[%t] : memref<64xi32>
    memref.store %v, %s[%t] : memref<64xi32, 3>
    gpu.barrier
    %w = memref.load %s[%r] : memref<64xi32, 3>
    memref.store %w, %o[%t] : memref<64xi32>";

#[test]
fn through_shared_memory() {
    let expected: Vec<String> = (0..64).rev().map(|i| i.to_string()).collect();
    assert_eq!(values(&kernel(REVERSE), JOB), expected.join(" "));
}

#[test]
fn races_name_both_sides() {
    let said = fault(&kernel(&REVERSE.replace("gpu.barrier", "")), JOB);
    // Who comes first decides whether it is a race or a read of nothing.
    assert!(said.contains("a race") || said.contains("nobody wrote"), "{said}");
    let twice = "%v = memref.load %m[%t] : memref<64xi32>
        %h = arith.shrui %t, %1 : index
        memref.store %v, %o[%h] : memref<64xi32>";
    let said = fault(&kernel(twice), JOB);
    assert!(said.contains("a race") && said.matches("t.mlir:9:9").count() == 3, "{said}");
    // A write after a read of another thread.
    let after = "%v = memref.load %m[%t] : memref<64xi32>
        memref.store %v, %m[%r] : memref<64xi32>";
    assert!(fault(&kernel(after), JOB).contains("a race"));
}

/// Memory that is aligned no better than is said begins at some byte; bytes are counted from there.
#[test]
fn bytes_are_counted_from_where_memory_begins() {
    let aligned = |body: &str| {
        kernel(&format!(
            "%v = memref.load %m[%t] : memref<64xi32>
             %w = memref.alloc() {{alignment = 64 : i64}} : memref<64xi32, 3>
             {body}"
        ))
    };
    let twice = aligned("memref.store %v, %w[%1] : memref<64xi32, 3>");
    assert!(fault(&twice, JOB).contains("byte 4 of the shared buffer"), "{}", fault(&twice, JOB));
    let unwritten = aligned("%x = memref.load %w[%63] : memref<64xi32, 3>");
    assert!(fault(&unwritten, JOB).contains("reads byte 252 of the shared buffer"));
    let skewed = JOB.replace("{}]", "{\"skew\": 12}]");
    let argument = kernel("memref.store %t, %n[%1] : memref<64xindex>")
        .replace("%o: memref<64xi32>", "%n: memref<64xindex>");
    let said = fault(&argument, &skewed.replace("12", "24"));
    assert!(said.contains("byte 8 of argument 1"), "{said}");
    assert!(
        fault(
            &dynamic(
                512,
                [0, 256],
                "%w = memref.load %b[%r] : memref<64xi32, #gpu.address_space<workgroup>>"
            ),
            JOB
        )
        .contains("of dynamic shared memory, which nobody wrote")
    );
    let copied = ASYNCHRONOUS.replace("nvgpu.device_async_wait %g {numGroups = 0 : i32}", "");
    let copied = copied.replace("memref.load %s[%r]", "memref.load %s[%63]");
    assert!(fault(&kernel(&copied), JOB).contains("reads byte 252 of the shared buffer"));
}

#[test]
fn a_barrier_of_the_warp_orders_only_the_warp() {
    let warp = "%v = memref.load %m[%t] : memref<64xi32>
        memref.store %v, %s[%t] : memref<64xi32, 3>
        %all = arith.constant -1 : i32
        nvvm.bar.warp.sync %all : i32
        %q = arith.xori %t, %1 : index
        %w = memref.load %s[%q] : memref<64xi32, 3>
        memref.store %w, %o[%t] : memref<64xi32>";
    assert!(values(&kernel(warp), JOB).starts_with("1 0 3 2 5 4"));
    let across = warp.replace("arith.xori %t, %1", "arith.xori %t, %63");
    let said = fault(&kernel(&across), JOB);
    assert!(said.contains("a race") || said.contains("nobody wrote"), "{said}");
    let without = warp.replace("nvvm.bar.warp.sync %all : i32", "");
    assert!(
        fault(&kernel(&without), JOB).contains("race") || fault(&kernel(&without), JOB).contains("nobody")
    );
}

#[test]
fn what_is_out_of_bounds_or_was_not_written() {
    let outside = "%q = arith.addi %t, %1 : index
        %v = memref.load %m[%q] : memref<64xi32>";
    assert!(fault(&kernel(outside), JOB).contains("the coordinate [64] of argument 0"));
    let poison = "%v = memref.load %s[%t] : memref<64xi32, 3>";
    assert!(fault(&kernel(poison), JOB).contains("nobody wrote"));
    let output = "%v = memref.load %o[%t] : memref<64xi32>";
    assert!(fault(&kernel(output), JOB).contains("argument 1, which nobody wrote"));
}

#[test]
fn barriers_that_not_all_reach() {
    let some = "%c = arith.cmpi ult, %t, %1 : index
        scf.if %c { gpu.barrier }";
    assert!(fault(&kernel(some), JOB).contains("waits for all threads, but thread 1 has returned"));
    let two = "%c = arith.cmpi ult, %t, %1 : index
        scf.if %c { gpu.barrier } else { gpu.barrier }";
    assert!(fault(&kernel(two), JOB).contains("but thread 1 waits at"));
}

#[test]
fn shuffles() {
    let of = |mode: &str, by: i32, width: i32| {
        let body = format!(
            "%v = memref.load %m[%t] : memref<64xi32>
             %by = arith.constant {by} : i32
             %n = arith.constant {width} : i32
             %w, %in = gpu.shuffle {mode} %v, %by, %n : i32
             %zero = arith.constant -1 : i32
             %x = arith.select %in, %w, %zero : i32
             memref.store %x, %o[%t] : memref<64xi32>"
        );
        values(&kernel(&body), JOB)
    };
    assert!(of("xor", 1, 32).starts_with("1 0 3 2 5 4"));
    assert!(of("down", 2, 4).starts_with("2 3 -1 -1 6 7 -1 -1"));
    assert!(of("up", 1, 8).starts_with("-1 0 1 2 3 4 5 6 -1 8"));
    assert!(of("idx", 3, 8).starts_with("3 3 3 3 3 3 3 3 11"));
    assert!(of("xor", 16, 32).ends_with("46 47") && of("xor", 16, 32).starts_with("16 17"));
}

#[test]
fn a_shuffle_that_some_lanes_miss() {
    let body = "%v = memref.load %m[%t] : memref<64xi32>
        %by = arith.constant 1 : i32
        %n = arith.constant 32 : i32
        %c = arith.cmpi ult, %t, %1 : index
        scf.if %c {
          %w, %in = gpu.shuffle xor %v, %by, %n : i32
          memref.store %w, %o[%t] : memref<64xi32>
        }
        gpu.barrier";
    assert!(fault(&kernel(body), JOB).contains("but thread"));
}

const ASYNCHRONOUS: &str = "%4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %first = arith.cmpi ult, %t, %c16 : index
    scf.if %first {
      %q = arith.muli %t, %4 : index
      %k = nvgpu.device_async_copy %m[%q], %s[%q], 4 : memref<64xi32> to memref<64xi32, 3>
    }
    %g = nvgpu.device_async_create_group
    nvgpu.device_async_wait %g {numGroups = 0 : i32}
    gpu.barrier
    %w = memref.load %s[%r] : memref<64xi32, 3>
    memref.store %w, %o[%t] : memref<64xi32>";

#[test]
fn asynchronous_copies() {
    let text = kernel(ASYNCHRONOUS);
    assert!(values(&text, JOB).starts_with("63 62 61"));
    let early = ASYNCHRONOUS.replace("nvgpu.device_async_wait %g {numGroups = 0 : i32}", "");
    assert!(fault(&kernel(&early), JOB).contains("not waited for"));
    let one_late = ASYNCHRONOUS.replace("numGroups = 0", "numGroups = 1");
    assert!(fault(&kernel(&one_late), JOB).contains("not waited for"));
    let unordered = ASYNCHRONOUS.replace("gpu.barrier", "");
    let said = fault(&kernel(&unordered), JOB);
    assert!(
        said.contains("race") || said.contains("not waited for") || said.contains("nobody wrote"),
        "{said}"
    );
    let crooked = ASYNCHRONOUS.replace("%m[%q], %s[%q]", "%m[%q], %s[%t]");
    assert!(fault(&kernel(&crooked), JOB).contains("an asynchronous copy of 16 bytes"));
}

/// C = A·B of whole numbers, by fragments; A is row-major in shared memory, B column-major.
const MATRICES: &str = "func.func @f(%a: memref<16x16xf16>, %b: memref<8x16xf16>, %o: memref<16x8xf32>)
    attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %4 = arith.constant 4 : index
  %7 = arith.constant 7 : index
  %8 = arith.constant 8 : index
  %16 = arith.constant 16 : index
  %sa = memref.alloc() : memref<16x16xf16, 3>
  %sb = memref.alloc() : memref<8x16xf16, 3>
  %row = arith.remui %t, %16 : index
  %half = arith.divui %t, %16 : index
  %column = arith.muli %half, %8 : index
  %va = vector.load %a[%row, %column] {alignment = 16 : i64} : memref<16x16xf16>, vector<8xf16>
  vector.store %va, %sa[%row, %column] {alignment = 16 : i64} : memref<16x16xf16, 3>, vector<8xf16>
  %small = arith.cmpi ult, %row, %8 : index
  scf.if %small {
    %vb = vector.load %b[%row, %column] : memref<8x16xf16>, vector<8xf16>
    vector.store %vb, %sb[%row, %column] : memref<8x16xf16, 3>, vector<8xf16>
  }
  gpu.barrier
  %fa = nvgpu.ldmatrix %sa[%row, %column] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, 3> -> vector<4x2xf16>
  %eight = arith.andi %row, %7 : index
  %second = arith.divui %row, %8 : index
  %c8 = arith.muli %second, %8 : index
  %fb = nvgpu.ldmatrix %sb[%eight, %c8] {numTiles = 2 : i32, transpose = false} : memref<8x16xf16, 3> -> vector<2x2xf16>
  %a0 = vector.extract %fa[0] : vector<2xf16> from vector<4x2xf16>
  %a1 = vector.extract %fa[1] : vector<2xf16> from vector<4x2xf16>
  %a2 = vector.extract %fa[2] : vector<2xf16> from vector<4x2xf16>
  %a3 = vector.extract %fa[3] : vector<2xf16> from vector<4x2xf16>
  %b0 = vector.extract %fb[0] : vector<2xf16> from vector<2x2xf16>
  %b1 = vector.extract %fb[1] : vector<2xf16> from vector<2x2xf16>
  %c = arith.constant 0.0 : f32
  %d = nvvm.mma.sync A[%a0, %a1, %a2, %a3] B[%b0, %b1] C[%c, %c, %c, %c]
    {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>}
    : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %g = arith.divui %t, %4 : index
  %u = arith.remui %t, %4 : index
  %n = arith.muli %u, %2 : index
  %h = arith.addi %g, %8 : index
  %s0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
  %s1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
  %s2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
  %s3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
  %d0 = vector.from_elements %s0, %s1 : vector<2xf32>
  %d1 = vector.from_elements %s2, %s3 : vector<2xf32>
  vector.store %d0, %o[%g, %n] : memref<16x8xf32>, vector<2xf32>
  vector.store %d1, %o[%h, %n] : memref<16x8xf32>, vector<2xf32>
  return
}";

#[test]
fn matrices() {
    let a = |i: usize, k: usize| ((i * 7 + k * 3) % 11) as i64 - 5;
    let b = |k: usize, j: usize| ((k * 5 + j * 2) % 7) as i64 - 3;
    let list = |values: Vec<i64>| format!("{values:?}");
    let of_a = list((0..256).map(|i| a(i / 16, i % 16)).collect());
    let of_b = list((0..128).map(|i| b(i % 16, i / 16)).collect());
    let job = format!(r#"{{"arguments": [{{"values": {of_a}}}, {{"values": {of_b}}}, {{}}]}}"#);
    let wanted: Vec<String> =
        (0..128).map(|e| (0..16).map(|k| a(e / 8, k) * b(k, e % 8)).sum::<i64>().to_string()).collect();
    assert_eq!(values(MATRICES, &job), wanted.join(" "));
}

#[test]
fn layouts() {
    let body = "%v = memref.load %m[%t] : memref<64xi32>
        %a = layout.make : !layout<S<2,0,2> o 0 o (8,8):(8,1)>
        %b = layout.make : !layout<(64):(1)>
        %i = layout.crd2idx %a(%t) : !layout<S<2,0,2> o 0 o (8,8):(8,1)>
        memref.store %v, %o[%i] : memref<64xi32>";
    // Thread 1 is at (1,0): 8, whose bits 2 and 3 are 2: 8 ^ 2.
    let wanted: Vec<String> = (0..64)
        .map(|place: i32| {
            let linear = place ^ (place >> 2 & 3);
            (linear / 8 + linear % 8 * 8).to_string()
        })
        .collect();
    assert_eq!(values(&kernel(body), JOB), wanted.join(" "));
}

#[test]
fn reductions_of_a_warp() {
    let of = |kind: &str, mask: i64| {
        kernel(&format!(
            "%v = memref.load %m[%t] : memref<64xi32>
             %all = arith.constant {mask} : i32
             %w = nvvm.redux.sync {kind} %v, %all : i32 -> i32
             memref.store %w, %o[%t] : memref<64xi32>"
        ))
    };
    assert!(values(&of("add", -1), JOB).starts_with("496 496 "));
    assert!(values(&of("umax", -1), JOB).starts_with("31 31 "));
    assert!(values(&of("min", -1), JOB).ends_with(" 32 32"));
    // A lane that does not say itself is in none.
    assert!(fault(&of("add", 0x7fff_ffff), JOB).contains("in a reduction"));
}

/// 64 threads with so many bytes of dynamic shared memory, seen as %a from a byte on and as %b from another one.
fn dynamic(bytes: i64, [a, b]: [i64; 2], body: &str) -> String {
    format!(
        "func.func @f(%m: memref<64xi32>, %o: memref<64xi32>) attributes {{
             gpu.known_block_size = array<i32: 64, 1, 1>, layout.dynamic_shared_memory = {bytes} : i64}} {{
           %t = gpu.thread_id x
           %63 = arith.constant 63 : index
           %r = arith.subi %63, %t : index
           %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
           %first = arith.constant {a} : index
           %second = arith.constant {b} : index
           %a = memref.view %all[%first][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xi32, #gpu.address_space<workgroup>>
           %b = memref.view %all[%second][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xi32, #gpu.address_space<workgroup>>
           %v = memref.load %m[%t] : memref<64xi32>
           memref.store %v, %a[%t] : memref<64xi32, #gpu.address_space<workgroup>>
           {body}
           return
         }}"
    )
}

#[test]
fn dynamic_shared_memory_is_bytes_of_one_buffer() {
    let (load, store) = (
        "%w = memref.load %b[%r] : memref<64xi32, #gpu.address_space<workgroup>>",
        "memref.store %w, %o[%t] : memref<64xi32>",
    );
    let read = format!("gpu.barrier\n{load}\n{store}");
    let expected: Vec<String> = (0..64).rev().map(|i| i.to_string()).collect();
    assert_eq!(values(&dynamic(512, [128, 128], &read), JOB), expected.join(" "));
    // The second buffer is apart, and nobody wrote it; half of it was; it is beyond the end.
    assert!(fault(&dynamic(512, [0, 256], &read), JOB).contains("nobody wrote"));
    assert!(fault(&dynamic(512, [0, 128], &read), JOB).contains("nobody wrote"));
    assert!(fault(&dynamic(511, [0, 256], &read), JOB).contains("a view beyond its buffer"));
    // Another buffer on the same bytes: its writes race with what is still read of the first.
    let reused = |barrier: &str| {
        format!("{read}\n{barrier}\nmemref.store %v, %a[%t] : memref<64xi32, #gpu.address_space<workgroup>>")
    };
    assert_eq!(values(&dynamic(256, [0, 0], &reused("gpu.barrier")), JOB), expected.join(" "));
    assert!(fault(&dynamic(256, [0, 0], &reused("")), JOB).contains("a race"));
}

#[test]
fn a_promised_alignment_holds() {
    let promise = |of: i64| {
        format!(
            "%c = memref.assume_alignment %a, {of} : memref<64xi32, #gpu.address_space<workgroup>>
             memref.store %v, %o[%t] : memref<64xi32>"
        )
    };
    assert!(values(&dynamic(512, [128, 0], &promise(128)), JOB).starts_with("0 1 2"));
    assert!(fault(&dynamic(512, [128, 0], &promise(256)), JOB).contains("not aligned to 256"));
    // The whole is aligned to 1024, and no better.
    assert!(values(&dynamic(512, [0, 0], &promise(1024)), JOB).starts_with("0 1 2"));
    assert!(fault(&dynamic(512, [0, 0], &promise(2048)), JOB).contains("not aligned to 2048"));
}

#[test]
fn equal_stores_do_not_race() {
    let store = |value: &str, of: &str| format!("memref.store {value}, {of}[%one] : memref<64xi32");
    let begin = "%one = arith.constant 1 : index
        %seven = arith.constant 7 : i32
        %eight = arith.constant 8 : i32";
    let global = format!("{begin}\n{}>", store("%seven", "%o"));
    assert!(values(&kernel(&global), JOB).starts_with("- 7 - -"));
    // Also by all blocks of a grid.
    let grid = JOB.replacen('{', r#"{"grid": [3, 1, 1], "#, 1);
    assert!(values(&kernel(&global), &grid).starts_with("- 7 - -"));
    // Nor by two operations, to global memory.
    let twice = format!("{global}\n{}>", store("%seven", "%o"));
    assert!(values(&kernel(&twice), JOB).starts_with("- 7 - -"));
    let of_block = format!("{begin}\n{0}, 3>\n{0}, 3>", store("%seven", "%s"));
    assert!(fault(&kernel(&of_block), JOB).contains("a race"));
    // Of different values, or before what all are not ordered to, they do.
    let index = format!("{begin}\n%own = arith.index_cast %t : index to i32\n{}>", store("%own", "%o"));
    assert!(fault(&kernel(&index), JOB).contains("a race"));
    let other = format!("{global}\n{}>", store("%eight", "%o"));
    assert!(fault(&kernel(&other), JOB).contains("a race"));
    let shared = |barrier: &str| {
        format!(
            "{begin}\n{}, 3>\n{barrier}\n%w = memref.load %s[%one] : memref<64xi32, 3>
             memref.store %w, %o[%t] : memref<64xi32>",
            store("%seven", "%s")
        )
    };
    assert!(values(&kernel(&shared("gpu.barrier")), JOB).starts_with("7 7 7"));
    assert!(fault(&kernel(&shared("")), JOB).contains("a race"));
}
