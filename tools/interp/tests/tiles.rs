//! Each operation on tiles, on values computed by hand.

mod common;
use common::{fault, values};

/// Runs `body` on a 2x3 matrix of 1 to 6 in %m, and gives what it leaves in %o.
fn on_six(element: &str, out: &str, body: &str) -> String {
    let text = format!(
        "func.func @f(%m: memref<2x3x{element}>, %o: memref<{out}>) attributes {{layout.threads = 32 : i64}} {{
           %0 = arith.constant 0 : index
           %1 = arith.constant 1 : index
           {body}
           return
         }}"
    );
    values(&text, r#"{"arguments": [{"values": [1, 2, 3, 4, 5, 6]}, {}]}"#)
}

#[test]
fn load_pads_and_store_skips() {
    // The box begins a row below and a column to the left of the memory.
    let body = "%a = arith.constant -1 : index
        %t = layout.load %m[%1, %a] : memref<2x3xi32> -> tensor<2x4xi32>
        layout.store %t, %o[%0, %0] : tensor<2x4xi32>, memref<2x4xi32>";
    assert_eq!(on_six("i32", "2x4xi32", body), "0 4 5 6 0 0 0 0");
    let padded = body.replace(
        "%t = layout.load %m[%1, %a]",
        "%p = arith.constant 9 : i32\n %t = layout.load %m[%1, %a] pad %p",
    );
    assert_eq!(on_six("i32", "2x4xi32", &padded), "9 4 5 6 9 9 9 9");
    let skipping = "%t = layout.load %m[%0, %0] : memref<2x3xi32> -> tensor<2x3xi32>
        layout.store %t, %o[%1, %1] : tensor<2x3xi32>, memref<2x3xi32>";
    assert_eq!(on_six("i32", "2x3xi32", skipping), "- - - - 1 2");
}

#[test]
fn leading_dimensions_are_one_wide() {
    let body = "%t = layout.load %m[%1, %1] : memref<2x3xi32> -> tensor<2xi32>
        layout.store %t, %o[%1, %0, %0] : tensor<2xi32>, memref<2x1x2xi32>";
    assert_eq!(on_six("i32", "2x1x2xi32", body), "- - 5 6");
}

#[test]
fn reductions() {
    let of = |kind: &str, dim: usize, out: &str| {
        let body = format!(
            "%t = layout.load %m[%0, %0] : memref<2x3xi32> -> tensor<2x3xi32>
             %r = layout.reduce {kind} %t dim {dim} : tensor<2x3xi32> -> tensor<{out}>
             layout.store %r, %o[%0] : tensor<{out}>, memref<{out}>"
        );
        on_six("i32", out, &body)
    };
    assert_eq!(of("addi", 1, "2xi32"), "6 15");
    assert_eq!(of("addi", 0, "3xi32"), "5 7 9");
    assert_eq!(of("maxsi", 0, "3xi32"), "4 5 6");
    assert_eq!(of("xori", 1, "2xi32"), "0 7");
    let all = "%t = layout.load %m[%1, %0] : memref<2x3xi32> -> tensor<3xi32>
        %r = layout.reduce muli %t dim 0 : tensor<3xi32> -> i32
        memref.store %r, %o[%0] : memref<1xi32>";
    assert_eq!(on_six("i32", "1xi32", all), "120");
}

#[test]
fn a_region_combines_several_tiles() {
    // The column of the greatest element, whose rows are reversed before.
    let body = "%t = layout.load %m[%0, %0] : memref<2x3xi32> -> tensor<2x3xi32>
        %i = layout.iota dim 1 : tensor<2x3xi32>
        %two = arith.constant dense<[[0, 7, 0], [0, 0, 0]]> : tensor<2x3xi32>
        %v = arith.addi %t, %two : tensor<2x3xi32>
        %a, %b = layout.reduce %v, %i dim 1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
        ^bb0(%x: i32, %j: i32, %y: i32, %k: i32):
          %g = arith.cmpi sgt, %x, %y : i32
          %z = arith.select %g, %x, %y : i32
          %l = arith.select %g, %j, %k : i32
          layout.yield %z, %l : i32, i32
        }
        layout.store %b, %o[%0] : tensor<2xi32>, memref<2xi32>";
    assert_eq!(on_six("i32", "2xi32", body), "1 2");
}

#[test]
fn shapes() {
    let transposed = "%t = layout.load %m[%0, %0] : memref<2x3xi32> -> tensor<2x3xi32>
        %r = layout.transpose %t [1, 0] : tensor<2x3xi32> -> tensor<3x2xi32>
        layout.store %r, %o[%0, %0] : tensor<3x2xi32>, memref<3x2xi32>";
    assert_eq!(on_six("i32", "3x2xi32", transposed), "1 4 2 5 3 6");
    let reshaped = "%t = layout.load %m[%0, %0] : memref<2x3xi32> -> tensor<2x3xi32>
        %r = layout.reshape %t : tensor<2x3xi32> -> tensor<3x2xi32>
        layout.store %r, %o[%0, %0] : tensor<3x2xi32>, memref<3x2xi32>";
    assert_eq!(on_six("i32", "3x2xi32", reshaped), "1 2 3 4 5 6");
    // Dimension d of the result is dimension permutation[d] of the operand.
    let rotated = "%t = layout.load %m[%0, %0] : memref<2x3xi32> -> tensor<2x3xi32>
        %e = layout.expand_dims %t dim 0 : tensor<2x3xi32> -> tensor<1x2x3xi32>
        %r = layout.transpose %e [2, 0, 1] : tensor<1x2x3xi32> -> tensor<3x1x2xi32>
        layout.store %r, %o[%0, %0, %0] : tensor<3x1x2xi32>, memref<3x1x2xi32>";
    assert_eq!(on_six("i32", "3x1x2xi32", rotated), "1 4 2 5 3 6");
    let broadcast = "%t = layout.load %m[%1, %0] : memref<2x3xi32> -> tensor<3xi32>
        %r = layout.broadcast %t dim 1 : tensor<3xi32> -> tensor<3x2xi32>
        layout.store %r, %o[%0, %0] : tensor<3x2xi32>, memref<3x2xi32>";
    assert_eq!(on_six("i32", "3x2xi32", broadcast), "4 4 5 5 6 6");
}

#[test]
fn products() {
    let body = "%t = layout.load %m[%0, %0] : memref<2x3xf16> -> tensor<2x3xf16>
        %u = layout.transpose %t [1, 0] : tensor<2x3xf16> -> tensor<3x2xf16>
        %c = arith.constant dense<1.0> : tensor<2x2xf32>
        %d = layout.mma %t, %u, %c : tensor<2x3xf16>, tensor<3x2xf16>, tensor<2x2xf32>
        layout.store %d, %o[%0, %0] : tensor<2x2xf32>, memref<2x2xf32>";
    assert_eq!(on_six("f16", "2x2xf32", body), "15 33 33 78");
}

#[test]
fn elements_round_in_their_type() {
    // 2048 + 1 in f16 is 2048; in f32 it is not.
    let body = |element: &str| {
        format!(
            "%t = layout.load %m[%0, %0] : memref<2x3x{element}> -> tensor<3x{element}>
             %c = arith.constant dense<2048.0> : tensor<3x{element}>
             %d = arith.addf %t, %c : tensor<3x{element}>
             layout.store %d, %o[%0] : tensor<3x{element}>, memref<3x{element}>"
        )
    };
    assert_eq!(on_six("f16", "3xf16", &body("f16")), "2048 2050 2052");
    assert_eq!(on_six("bf16", "3xbf16", &body("bf16")), "2048 2048 2048");
    assert_eq!(on_six("f32", "3xf32", &body("f32")), "2049 2050 2051");
}

#[test]
fn loops_and_branches_carry_tiles() {
    let body = "%z = arith.constant dense<0> : tensor<3xi32>
        %2 = arith.constant 2 : index
        %s = scf.for %i = %0 to %2 step %1 iter_args(%a = %z) -> tensor<3xi32> {
          %t = layout.load %m[%i, %0] : memref<2x3xi32> -> tensor<3xi32>
          %first = arith.cmpi eq, %i, %0 : index
          %b = scf.if %first -> tensor<3xi32> {
            %d = arith.addi %t, %t : tensor<3xi32>
            scf.yield %d : tensor<3xi32>
          } else {
            scf.yield %t : tensor<3xi32>
          }
          %n = arith.addi %a, %b : tensor<3xi32>
          scf.yield %n : tensor<3xi32>
        }
        layout.store %s, %o[%0] : tensor<3xi32>, memref<3xi32>";
    assert_eq!(on_six("i32", "3xi32", body), "6 9 12");
}

const COPY: &str =
    "func.func @f(%m: memref<2x3xi32>, %o: memref<2x2xi32>) attributes {layout.threads = 32 : i64} {
      %0 = arith.constant 0 : index
      %2 = arith.constant 2 : index
      %s = memref.alloc() : memref<2x2xi32, #layout<(2,2):(1,3)>, 3>
      %k = layout.copy_async %m[%0, %2], %s : memref<2x3xi32>, memref<2x2xi32, #layout<(2,2):(1,3)>, 3>
      layout.wait %k
      %t = layout.load %s[%0, %0] : memref<2x2xi32, #layout<(2,2):(1,3)>, 3> -> tensor<2x2xi32>
      layout.store %t, %o[%0, %0] : tensor<2x2xi32>, memref<2x2xi32>
      return
    }";
const SIX: &str = r#"{"arguments": [{"values": [1, 2, 3, 4, 5, 6]}, {}]}"#;

#[test]
fn asynchronous_copies_fill_with_zeros() {
    assert_eq!(values(COPY, SIX), "3 0 6 0");
}

#[test]
fn what_was_not_waited_for_cannot_be_read() {
    let late = COPY.replace("layout.wait %k", "").replace("return", "layout.wait %k\n return");
    let said = fault(&late, SIX);
    assert!(said.contains("layout.load") && said.contains("not waited for"), "{said}");
}

#[test]
fn memory_that_nobody_wrote() {
    let text = "func.func @f(%o: memref<3xi32>) attributes {layout.threads = 32 : i64} {
        %0 = arith.constant 0 : index
        %t = layout.load %o[%0] : memref<3xi32> -> tensor<3xi32>
        return
      }";
    let said = fault(text, r#"{"arguments": [{}]}"#);
    assert!(said.contains("t.mlir:3:") && said.contains("which nobody wrote"), "{said}");
}

#[test]
fn layouts_of_run_time_and_blocks() {
    // Three blocks, a row each; rows are 8 apart.
    let text = "!g = memref<?x?xi32, #layout<(?,?):(?{div=8},1)>>
      func.func @f(%m: !g, %n: i32, %o: memref<3x4xi32>) attributes {layout.threads = 32 : i64} {
        %0 = arith.constant 0 : index
        %b = gpu.block_id x
        %t = layout.load %m[%b, %0] : !g -> tensor<4xi32>
        %s = tensor.splat %n : tensor<4xi32>
        %r = arith.muli %t, %s : tensor<4xi32>
        layout.store %r, %o[%b, %0] : tensor<4xi32>, memref<3x4xi32>
        return
      }";
    let job = r#"{"grid": [3, 1, 1], "arguments": [
        {"shape": [3, 3], "symbols": [8], "values": [1, 2, 3, 4, 5, 6, 7, 8, 9]}, {"value": -2}, {}]}"#;
    assert_eq!(values(text, job), "-2 -4 -6 0 -8 -10 -12 0 -14 -16 -18 0");
}

#[test]
fn functions_are_called() {
    let text = "func.func private @twice(%a: i32) -> i32 {
        %b = arith.addi %a, %a : i32
        return %b : i32
      }
      func.func private @least(%a: i32, %b: i32) -> (i32, i32) {
        %c = arith.cmpi slt, %a, %b : i32
        cf.cond_br %c, ^first, ^second
      ^first:
        %x = func.call @twice(%a) : (i32) -> i32
        return %x, %b : i32, i32
      ^second:
        return %b, %a : i32, i32
      }
      func.func private @endless(%a: i32) -> i32 {
        %b = func.call @endless(%a) : (i32) -> i32
        return %b : i32
      }
      func.func @f(%a: i32, %b: i32, %o: memref<4xi32>) attributes {layout.threads = 32 : i64} {
        %0 = arith.constant 0 : index
        %1 = arith.constant 1 : index
        %2 = arith.constant 2 : index
        %3 = arith.constant 3 : index
        %c, %d = func.call @least(%a, %b) : (i32, i32) -> (i32, i32)
        %e, %g = func.call @least(%b, %a) : (i32, i32) -> (i32, i32)
        memref.store %c, %o[%0] : memref<4xi32>
        memref.store %d, %o[%1] : memref<4xi32>
        memref.store %e, %o[%2] : memref<4xi32>
        memref.store %g, %o[%3] : memref<4xi32>
        return
      }";
    let job = r#"{"function": "f", "arguments": [{"value": 3}, {"value": 7}, {}]}"#;
    assert_eq!(values(text, job), "6 7 3 7");
    let endless = text.replacen("func.call @twice", "func.call @endless", 1);
    assert!(fault(&endless, job).contains("func.call"), "{}", fault(&endless, job));
}

#[test]
fn affine_operations() {
    let text = "#shift = affine_map<(d0)[s0] -> (d0 * 2 - s0)>
      func.func @f(%n: index, %m: memref<8xi32>, %o: memref<8xi32>) attributes {layout.threads = 32 : i64} {
        %c = arith.constant 5 : i32
        %sum = affine.for %i = 1 to min affine_map<(d0) -> (d0, 7)>(%n) step 2 iter_args(%s = %c) -> i32 {
          %v = affine.load %m[%i + 1] : memref<8xi32>
          %w = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) -> i32 {
            affine.yield %v : i32
          } else {
            affine.yield %c : i32
          }
          %t = arith.addi %s, %w : i32
          affine.store %t, %o[%i floordiv 2] : memref<8xi32>
          affine.yield %t : i32
        }
        %j = affine.apply #shift(%n)[%n]
        %k = affine.max affine_map<(d0) -> (d0 - 1, 3)>(%n)
        memref.store %sum, %o[%j] : memref<8xi32>
        memref.store %c, %o[%k] : memref<8xi32>
        return
      }";
    let job = r#"{"arguments": [{"value": 6}, {"values": [0, 10, 20, 30, 40, 50, 60, 70]}, {}]}"#;
    // Iterations 1, 3 and 5: 5 + 5, then 40, then 60.
    assert_eq!(values(text, job), "10 50 110 - - 5 110 -");
}

/// Integers of 64 bits come and go as they are, though a double holds fewer.
#[test]
fn wide_integers_are_exact() {
    let text =
        "func.func @f(%a: i64, %m: memref<2xi64>, %o: memref<4xi64>) attributes {layout.threads = 32 : i64} {
        %0 = arith.constant 0 : index
        %2 = arith.constant 2 : index
        %t = layout.load %m[%0] : memref<2xi64> -> tensor<2xi64>
        %b = tensor.splat %a : tensor<2xi64>
        %u = arith.muli %t, %b : tensor<2xi64>
        layout.store %t, %o[%0] : tensor<2xi64>, memref<4xi64>
        layout.store %u, %o[%2] : tensor<2xi64>, memref<4xi64>
        return
      }";
    let job = r#"{"arguments": [{"value": 9007199254740993}, {"values": [9223372036854775807, -9007199254740993]}, {}]}"#;
    let product = |x: i64| x.wrapping_mul(9_007_199_254_740_993).to_string();
    let wanted = [
        i64::MAX.to_string(),
        (-9_007_199_254_740_993i64).to_string(),
        product(i64::MAX),
        product(-9_007_199_254_740_993),
    ];
    assert_eq!(values(text, job), wanted.join(" "));
}

#[test]
fn loops_without_signs() {
    let body = "%z = arith.constant dense<0> : tensor<3xi32>
        %one = arith.constant dense<1> : tensor<3xi32>
        %from = arith.constant -3 : index
        %to = arith.constant -1 : index
        %s = scf.for unsigned %i = %0 to %to step %from iter_args(%a = %z) -> tensor<3xi32> {
          %n = arith.addi %a, %one : tensor<3xi32>
          scf.yield %n : tensor<3xi32>
        }
        layout.store %s, %o[%0] : tensor<3xi32>, memref<3xi32>";
    assert_eq!(on_six("i32", "3xi32", body), "2 2 2");
}
