//! What is poison, what is undefined, and what is neither: by hand.

mod common;

use common::{check, program, run_in};
use layout_interp::{Environment, refines};

/// A function of one operation on two integers.
fn binary(op: &str, r#type: &str, expected: &str) {
    let (name, flags) = op.split_once(' ').unwrap_or((op, ""));
    let text = format!(
        "func.func @f(%a: {type}, %b: {type}) -> {type} {{
           %r = {name} %a, %b {flags} : {type}
           return %r : {type}
         }}"
    );
    check(&text, expected);
}

#[test]
fn overflow_flags() {
    binary(
        "arith.addi overflow<nsw>",
        "i8",
        "100;27 -> returns (127)
         100;28 -> returns (poison)
         -100;-29 -> returns (poison)
         -1;1 -> returns (0)",
    );
    binary(
        "arith.addi overflow<nuw>",
        "i8",
        "100;28 -> returns (-128)
         -1;1 -> returns (poison)",
    );
    binary(
        "arith.subi overflow<nsw, nuw>",
        "i8",
        "5;3 -> returns (2)
         3;5 -> returns (poison)
         -128;1 -> returns (poison)",
    );
    binary(
        "arith.muli overflow<nsw>",
        "i64",
        "4611686018427387904;2 -> returns (poison)
         -4611686018427387904;2 -> returns (-9223372036854775808)
         -1;-9223372036854775808 -> returns (poison)",
    );
    binary(
        "arith.muli overflow<nuw>",
        "i64",
        "-1;-1 -> returns (poison)
         -1;1 -> returns (-1)
         4294967295;4294967297 -> returns (-1)
         4294967296;4294967296 -> returns (poison)",
    );
    binary(
        "arith.shli overflow<nsw>",
        "i8",
        "1;6 -> returns (64)
         1;7 -> returns (poison)
         -1;7 -> returns (-128)
         1;8 -> returns (poison)",
    );
    binary(
        "arith.shli overflow<nuw>",
        "i8",
        "1;7 -> returns (-128)
         3;7 -> returns (poison)",
    );
}

#[test]
fn shifts_and_exactness() {
    for op in ["arith.shli", "arith.shrui", "arith.shrsi"] {
        binary(op, "i8", "1;8 -> returns (poison)\n 1;-1 -> returns (poison)");
    }
    binary("arith.shrsi exact", "i8", "-8;3 -> returns (-1)\n -7;3 -> returns (poison)");
    binary("arith.shrui exact", "i8", "-8;3 -> returns (31)\n 4;3 -> returns (poison)");
    binary("arith.divsi exact", "i8", "-8;4 -> returns (-2)\n -7;4 -> returns (poison)");
    binary("arith.divui exact", "i8", "-8;8 -> returns (31)\n 7;8 -> returns (poison)");
}

#[test]
fn divisions() {
    for op in ["divui", "divsi", "ceildivui", "ceildivsi", "floordivsi", "remui", "remsi"] {
        binary(&format!("arith.{op}"), "i8", "5;0 -> undefined behaviour: division by zero");
    }
    for op in ["divsi", "ceildivsi", "floordivsi"] {
        binary(
            &format!("arith.{op}"),
            "i8",
            "-128;-1 -> undefined behaviour: signed division overflow
             -127;-1 -> returns (127)",
        );
    }
    binary("arith.remsi", "i8", "-128;-1 -> returns (0)\n 6;-2 -> returns (0)\n -7;4 -> returns (-3)");
    binary("arith.ceildivsi", "i8", "7;-2 -> returns (-3)\n 127;8 -> returns (16)\n -128;3 -> returns (-42)");
    binary("arith.floordivsi", "i8", "5;-2 -> returns (-3)\n -128;3 -> returns (-43)");
    binary("arith.ceildivui", "i8", "6;-2 -> returns (1)\n -1;-1 -> returns (1)\n -1;2 -> returns (-128)");
}

#[test]
fn index_dialect() {
    let text = |op: &str| {
        format!("func.func @f(%a: index, %b: index) -> index {{ %r = index.{op} %a, %b return %r : index }}")
    };
    check(&text("ceildivs"), "7;-2 -> returns (-3)\n 1;0 -> undefined behaviour: division by zero");
    check(&text("shl"), "1;64 -> returns (poison)\n 1;63 -> returns (-9223372036854775808)");
    check(&text("maxu"), "15;-1 -> returns (-1)\n 15;6 -> returns (15)");
    check(
        "func.func @f(%a: index, %b: index) -> (i1, i32, index, index) {
           %c = index.cmp uge(%a, %b)
           %d = index.casts %a : index to i32
           %e = index.castu %d : i32 to index
           %s = index.sizeof
           return %c, %d, %e, %s : i1, i32, index, index
         }",
        "-1;1 -> returns (true, -1, 4294967295, 64)",
    );
}

#[test]
fn an_index_of_32_bits() {
    let program = program(
        "func.func @f(%a: i64) -> (index, i64, index, index) {
           %i = arith.index_cast %a : i64 to index
           %b = arith.index_castui %i : index to i64
           %m = arith.constant 4294967295 : index
           %s = arith.muli %i, %i overflow<nsw> : index
           return %i, %b, %m, %s : index, i64, index, index
         }",
    );
    let environment = Environment { index_width: 32, ..Environment::default() };
    let run = |input| run_in(&program, input, &environment).to_string();
    assert_eq!(run("-1"), "returns (-1, 4294967295, -1, 1)");
    assert_eq!(run("65536"), "returns (65536, 65536, -1, poison)");
}

#[test]
fn casts() {
    check(
        "func.func @f(%a: i1, %b: i8) -> (i32, i32, i32, i4, i4, i4) {
           %c = arith.extsi %a : i1 to i32
           %d = arith.extui %a : i1 to i32
           %e = arith.extui %b : i8 to i32
           %g = arith.trunci %b : i8 to i4
           %h = arith.trunci %b overflow<nsw> : i8 to i4
           %i = arith.trunci %b overflow<nuw> : i8 to i4
           return %c, %d, %e, %g, %h, %i : i32, i32, i32, i4, i4, i4
         }",
        "true;-1 -> returns (-1, 1, 255, -1, -1, poison)
         false;15 -> returns (0, 0, 15, -1, poison, -1)
         false;7 -> returns (0, 0, 7, 7, 7, 7)",
    );
}

#[test]
fn poison_goes_where_it_is_used() {
    check(
        "func.func @f(%a: i8, %b: i8) -> (i8, i8, i8, i8, i8) {
           %p = arith.addi %a, %a overflow<nsw> : i8
           %t = arith.constant true
           %s = arith.select %t, %a, %p : i8
           %q = arith.select %t, %p, %a : i8
           %z = arith.constant 0 : i8
           %m = arith.muli %p, %z : i8
           %d = arith.divsi %p, %b : i8
           %x = arith.xori %p, %p : i8
           return %s, %q, %m, %d, %x : i8, i8, i8, i8, i8
         }",
        "100;3 -> returns (100, poison, poison, poison, poison)
         100;0 -> undefined behaviour: division by zero
         100;-1 -> undefined behaviour: signed division overflow
         4;2 -> returns (4, 8, 0, 4, 0)",
    );
    check(
        "func.func @f(%a: i8, %b: i8) -> i8 {
           %p = ub.poison : i8
           %d = arith.divui %a, %p : i8
           return %d : i8
         }",
        "1;1 -> undefined behaviour: division by poison",
    );
}

#[test]
fn wide_results() {
    check(
        "func.func @f(%a: i64, %b: i64) -> (i64, i64, i64, i64, i64, i1) {
           %r:2 = arith.mului_extended %a, %b : i64
           %s:2 = arith.mulsi_extended %a, %b : i64
           %t:2 = arith.addui_extended %a, %b : i64, i1
           return %r#0, %r#1, %s#0, %s#1, %t#0, %t#1 : i64, i64, i64, i64, i64, i1
         }",
        "-1;-1 -> returns (1, -2, 1, 0, -2, true)
         -1;2 -> returns (-2, 1, -2, -1, 1, true)
         3;4 -> returns (12, 0, 12, 0, 7, false)",
    );
}

#[test]
fn affine_arithmetic() {
    check(
        "func.func @f(%a: index, %b: index) -> (index, index, index, index, index) {
           %0 = affine.apply affine_map<(d0)[s0] -> ((d0 * s0) floordiv 8)>(%a)[%b]
           %1 = affine.min affine_map<(d0)[s0] -> (d0 + s0, 5)>(%a)[%b]
           %2 = affine.max affine_map<(d0)[s0] -> (d0 mod 7, s0 ceildiv 2)>(%a)[%b]
           %3:2 = affine.delinearize_index %a into (6) : index, index
           return %0, %1, %2, %3#0, %3#1 : index, index, index, index, index
         }",
        "10;4 -> returns (5, 5, 3, 1, 4)
         -10;4 -> returns (-5, -6, 4, -2, 2)
         9223372036854775807;2 -> returns (poison, poison, 1, 1537228672809129301, 1)",
    );
    check(
        "func.func @f(%a: index, %b: index) -> (index, index) {
           %0 = affine.linearize_index [%a, %b, %a] by (3, 5) : index
           %1 = affine.linearize_index disjoint [%a, %b] by (5) : index
           return %0, %1 : index, index
         }",
        "2;4 -> returns (52, 14)
         2;5 -> returns (57, poison)
         -1;4 -> returns (4, -1)
         4;-1 -> returns (59, poison)
         1000000000000000000;0 -> returns (poison, 5000000000000000000)",
    );
    check(
        "func.func @f(%a: index, %b: index) -> index {
           %0:2 = affine.delinearize_index %a into (%b, 4) : index, index
           %1 = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%0#0)[%b]
           return %1 : index
         }",
        "9;2 -> returns (0)
         9;0 -> undefined behaviour: a basis element that is not positive",
    );
}

#[test]
fn refinement() {
    let outcome = |text: &str, input: &str| common::run(&program(text), input);
    let returns = |expression: &str| {
        format!(
            "func.func @f(%a: i8) -> i8 {{ %o = arith.constant 1 : i8 %r = {expression} : i8 return %r : i8 }}"
        )
    };
    let [wraps, poison, other, traps] =
        ["arith.addi %a, %o", "arith.addi %a, %o overflow<nsw>", "arith.subi %a, %o", "arith.divui %o, %a"]
            .map(returns);
    let judge =
        |before: &str, after: &str, input: &str| refines(&outcome(before, input), &outcome(after, input));
    assert_eq!(judge(&poison, &wraps, "127"), Ok(()));
    assert_eq!(judge(&wraps, &poison, "127").unwrap_err().to_string(), "result 0 is poison instead of -128");
    assert_eq!(judge(&wraps, &poison, "126"), Ok(()));
    assert_eq!(judge(&wraps, &other, "1").unwrap_err().to_string(), "result 0 is 0 instead of 2");
    assert_eq!(judge(&traps, &wraps, "0"), Ok(()));
    assert!(
        judge(&wraps, &traps, "0")
            .unwrap_err()
            .to_string()
            .starts_with("undefined behaviour: division by zero")
    );
    let calls = |value: &str, times: usize| {
        let call = format!("func.call @g({value}) : (i8) -> ()\n").repeat(times);
        format!(
            "func.func private @g(i8)
             func.func @f(%a: i8, %m: memref<4xi8>) {{
               %i = arith.constant 1 : index
               %p = arith.addi %a, %a overflow<nsw> : i8
               memref.store {value}, %m[%i] : memref<4xi8>
               {call} return
             }}"
        )
    };
    assert_eq!(judge(&calls("%p", 2), &calls("%a", 2), "100;memref[]"), Ok(()));
    assert!(judge(&calls("%a", 2), &calls("%p", 2), "100;memref[]").is_err());
    assert!(judge(&calls("%a", 2), &calls("%a", 1), "100;memref[]").is_err());
    assert!(
        judge(&calls("%a", 0), &calls("%p", 0), "100;memref[]").unwrap_err().to_string().contains("memory 0")
    );
    assert_eq!(judge(&calls("%p", 0), &calls("%a", 0), "100;memref[]"), Ok(()));
}
