//! Control flow: loops, branches, calls, launches.

mod common;

use common::{check, program, run_in};
use layout_interp::{Environment, Ids};

#[test]
fn loops_are_half_open_and_never_wrap() {
    let text = |cmp: &str| {
        format!(
            "func.func private @see(i8)
             func.func @f(%l: i8, %u: i8, %s: i8) -> i8 {{
               %z = arith.constant 0 : i8
               %o = arith.constant 1 : i8
               %n = scf.for {cmp} %i = %l to %u step %s iter_args(%c = %z) -> i8 : i8 {{
                 func.call @see(%i) : (i8) -> ()
                 %d = arith.addi %c, %o : i8
                 scf.yield %d : i8
               }}
               return %n : i8
             }}"
        )
    };
    check(
        &text(""),
        "0;3;1 -> calls @see(0), calls @see(1), calls @see(2), returns (3)
         -3;2;2 -> calls @see(-3), calls @see(-1), calls @see(1), returns (3)
         120;127;10 -> calls @see(120), returns (1)
         5;5;1 -> returns (0)
         5;-5;1 -> returns (0)
         0;1;0 -> undefined behaviour: a loop step that is not positive
         0;1;-1 -> undefined behaviour: a loop step that is not positive",
    );
    check(
        &text("unsigned"),
        "120;-120;10 -> calls @see(120), calls @see(-126), returns (2)
         5;-5;100 -> calls @see(5), calls @see(105), calls @see(-51), returns (3)
         -2;-1;5 -> calls @see(-2), returns (1)
         0;-1;-1 -> calls @see(0), returns (1)",
    );
}

#[test]
fn whiles_and_switches() {
    check(
        "func.func @f(%n: i32) -> (i32, i32) {
           %z = arith.constant 0 : i32
           %o = arith.constant 1 : i32
           %r:2 = scf.while (%i = %n, %k = %z) : (i32, i32) -> (i32, i32) {
             %c = arith.cmpi sgt, %i, %o : i32
             scf.condition(%c) %i, %k : i32, i32
           } do {
           ^bb0(%i: i32, %k: i32):
             %h = arith.shrui %i, %o : i32
             %m = arith.addi %k, %o : i32
             scf.yield %h, %m : i32, i32
           }
           return %r#0, %r#1 : i32, i32
         }",
        "1 -> returns (1, 0)
         40 -> returns (1, 5)
         -7 -> returns (-7, 0)",
    );
    check(
        "func.func @f(%n: index) -> i32 {
           %r = scf.index_switch %n -> i32
           case 2 { %a = arith.constant 20 : i32
             scf.yield %a : i32 }
           case -1 { %a = arith.constant 30 : i32
             scf.yield %a : i32 }
           default { %a = scf.execute_region -> i32 {
               %b = arith.constant 7 : i32
               scf.yield %b : i32
             }
             scf.yield %a : i32 }
           return %r : i32
         }",
        "2 -> returns (20)
         -1 -> returns (30)
         0 -> returns (7)",
    );
}

#[test]
fn blocks() {
    check(
        "func.func @f(%n: i32) -> i32 {
           %z = arith.constant 0 : i32
           %o = arith.constant 1 : i32
           cf.br ^head(%n, %z : i32, i32)
         ^head(%i: i32, %s: i32):
           %c = arith.cmpi sgt, %i, %z : i32
           cf.cond_br %c, ^body, ^exit(%s : i32)
         ^body:
           %t = arith.addi %s, %i : i32
           %j = arith.subi %i, %o : i32
           cf.switch %j : i32, [
             default: ^head(%j, %t : i32, i32),
             7: ^exit(%j : i32),
             -3: ^exit(%z : i32)
           ]
         ^exit(%r: i32):
           return %r : i32
         }",
        "4 -> returns (10)
         8 -> returns (7)
         0 -> returns (0)",
    );
}

#[test]
fn deciding_by_poison_is_undefined() {
    for text in [
        "scf.if %c { scf.yield }",
        "cf.cond_br %c, ^a, ^a ^a:",
        "llvm.intr.assume %c : i1",
        "%b = arith.select %c, %n, %n : i32  %z = arith.divui %n, %b : i32",
    ] {
        let text = format!(
            "func.func @f(%n: i32) {{
               %m = arith.addi %n, %n overflow<nsw> : i32
               %c = arith.cmpi eq, %m, %n : i32
               {text}
               return
             }}"
        );
        let program = program(&text);
        let outcome = common::run(&program, "2000000000").to_string();
        assert!(outcome.starts_with("undefined behaviour"), "{outcome} in {text}");
    }
}

#[test]
fn affine_control() {
    check(
        "func.func private @see(index)
         func.func @f(%n: index, %m: index) -> i64 {
           %z = arith.constant 0 : i64
           %o = arith.constant 1 : i64
           %r = affine.for %i = max affine_map<(d0) -> (d0, 2)>(%n) to min affine_map<(d0) -> (d0 + 10, 7)>(%m) step 2
               iter_args(%k = %z) -> (i64) {
             affine.if affine_set<(d0)[s0] : (d0 - 3 >= 0, s0 - 1 >= 0)>(%i)[%m] {
               func.call @see(%i) : (index) -> ()
             }
             %l = arith.addi %k, %o : i64
             affine.yield %l : i64
           }
           affine.parallel (%i, %j) = (0, %n) to (2, min(%m, 1)) step (1, 1) {
             func.call @see(%j) : (index) -> ()
           }
           return %r : i64
         }",
        "0;0 -> returns (3)
         0;1 -> calls @see(4), calls @see(6), calls @see(0), calls @see(0), returns (3)
         5;-9 -> returns (0)
         3;1 -> calls @see(3), calls @see(5), returns (2)",
    );
}

#[test]
fn calls() {
    check(
        "func.func @g(%a: i32, %b: i32) -> (i32, i32) { return %b, %a : i32, i32 }
         func.func @f(%a: i32, %b: i32) -> (i32, i32) {
           %p = func.constant @g : (i32, i32) -> (i32, i32)
           %r:2 = func.call @g(%a, %b) : (i32, i32) -> (i32, i32)
           %s:2 = func.call_indirect %p(%r#1, %r#1) : (i32, i32) -> (i32, i32)
           return %r#0, %s#0 : i32, i32
         }",
        "1;2 -> returns (2, 1)",
    );
}

#[test]
fn external_functions_may_not_return() {
    let program = program(
        "func.func private @ext(i32) -> i32
         func.func @f(%a: i32) -> i32 {
           %r = func.call @ext(%a) : (i32) -> i32
           %s = func.call @ext(%r) : (i32) -> i32
           return %s : i32
         }",
    );
    let run = |exits_at| run_in(&program, "5", &Environment { exits_at, ..Environment::default() });
    let [whole, first, second] = [run(None), run(Some(0)), run(Some(1))];
    assert_eq!((whole.trace.len(), first.trace.len(), second.trace.len()), (2, 1, 2));
    assert_eq!(first.to_string(), "calls @ext(5), does not come back from an external function");
    assert_eq!(whole.trace[1], second.trace[1]);
    assert_eq!(run(None), whole);
}

#[test]
fn launches() {
    check(
        "func.func private @see(index, index)
         func.func @f(%n: index) {
           %o = arith.constant 1 : index
           gpu.launch blocks(%a, %b, %c) in (%x = %n, %y = %o, %z = %o)
                      threads(%d, %e, %g) in (%p = %o, %q = %n, %r = %o) {
             %t = gpu.thread_id y
             %k = gpu.block_dim y
             func.call @see(%a, %t) : (index, index) -> ()
             func.call @see(%e, %k) : (index, index) -> ()
             gpu.terminator
           }
           return
         }",
        "0 -> returns ()
         1 -> calls @see(0, 0), calls @see(0, 1), returns ()
         2 -> calls @see(0, 0), calls @see(0, 2), calls @see(0, 1), calls @see(1, 2), \
              calls @see(1, 0), calls @see(0, 2), calls @see(1, 1), calls @see(1, 2), returns ()",
    );
    check(
        "module attributes {gpu.container_module} {
           gpu.module @k {
             func.func private @see(index)
             gpu.func @kern(%a: index) kernel attributes {known_block_size = array<i32: 2, 1, 1>} {
               %t = gpu.thread_id x
               %s = arith.addi %a, %t : index
               func.call @see(%s) : (index) -> ()
               gpu.return
             }
           }
           func.func @f(%n: index) {
             %o = arith.constant 1 : index
             gpu.launch_func @k::@kern blocks in (%o, %o, %o) threads in (%n, %o, %o) args(%n : index)
             return
           }
         }",
        "2 -> calls @k::see(2), calls @k::see(3), returns ()
         3 -> undefined behaviour: a launch of another size than the function's known one",
    );
}

#[test]
fn ids() {
    let program = program(
        "func.func @f() -> (index, index, index, index, i32, index) {
           %a = gpu.thread_id x upper_bound 4
           %b = gpu.block_dim x
           %c = gpu.lane_id
           %d = gpu.subgroup_id : index
           %e = nvvm.read.ptx.sreg.ctaid.y : i32
           %g = gpu.global_id y
           return %a, %b, %c, %d, %e, %g : index, index, index, index, i32, index
         }",
    );
    let at = |thread| {
        let ids = Ids { thread, block: [0, 5, 0], block_dim: [8, 8, 1], grid_dim: [1, 9, 1] };
        run_in(&program, "", &Environment { ids, ..Environment::default() }).to_string()
    };
    assert_eq!(at([3, 7, 0]), "returns (3, 8, 27, 1, 5, 47)");
    assert!(at([4, 0, 0]).starts_with("undefined behaviour: 4 where at most 4 was promised"));
}

#[test]
fn long_and_deep_programs() {
    let mut text = String::from("func.func @f(%v0: i32) -> i32 {\n");
    for i in 1..=100_000 {
        text.push_str(&format!("%v{i} = arith.addi %v{}, %v0 : i32\n", i - 1));
    }
    text.push_str("return %v100000 : i32 }");
    check(&text, "3 -> returns (300003)");
    let recursive = "func.func @f(%n: i32) -> i32 {
           %r = func.call @f(%n) : (i32) -> i32
           return %r : i32
         }";
    check(recursive, "3 -> runs out of fuel");
    check("func.func @f() { cf.br ^a ^a: cf.br ^a }", " -> runs out of fuel");
}
