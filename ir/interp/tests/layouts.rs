//! Operations on layouts, against what the dialect's documentation says of them.

mod common;

use common::{check, program, run_in};
use layout_interp::{Environment, evaluate};

#[test]
fn indices_of_coordinates() {
    check(
        "func.func @f(%i: index, %j: index) -> (index, index, index) {
           %l = layout.make : !layout<((2,4),8):((1,16),2)>
           %a = layout.crd2idx %l(%i, %j) : !layout<((2,4),8):((1,16),2)>
           %b = layout.crd2idx %l((1, %i), %j) : !layout<((2,4),8):((1,16),2)>
           %c = layout.crd2idx %l(%i) : !layout<((2,4),8):((1,16),2)>
           return %a, %b, %c : index, index, index
         }",
        "3;5 -> returns (27, 59, 17)
         7;7 -> returns (63, poison, 49)
         8;0 -> returns (poison, poison, 2)
         -1;0 -> returns (poison, poison, poison)
         0;8 -> returns (poison, poison, 0)",
    );
}

#[test]
fn swizzles() {
    // Row 1 of eight words of 16: the words' numbers are exclusive-ored with 1.
    check(
        "func.func @f(%i: index, %j: index) -> index {
           %l = layout.make : !layout<S<3,4,3> o 0 o (8,128):(128,1)>
           %a = layout.crd2idx %l(%i, %j) : !layout<S<3,4,3> o 0 o (8,128):(128,1)>
           return %a : index
         }",
        "0;17 -> returns (17)
         1;17 -> returns (129)
         7;0 -> returns (1008)
         7;112 -> returns (896)",
    );
}

#[test]
fn symbols_and_their_facts() {
    check(
        "func.func @f(%m: index, %k: index, %i: index, %j: index) -> (index, index, index) {
           %l = layout.make(%m, %k) : !layout<(?,?{div=8,max=64}):(s1,1)>
           %a = layout.crd2idx %l(%i, %j) : !layout<(?,?{div=8,max=64}):(s1,1)>
           %b = layout.size %l : !layout<(?,?{div=8,max=64}):(s1,1)>
           %c = layout.cosize %l : !layout<(?,?{div=8,max=64}):(s1,1)>
           return %a, %b, %c : index, index, index
         }",
        "3;16;2;5 -> returns (37, 48, 48)
         3;12;2;5 -> returns (poison, poison, poison)
         3;72;2;5 -> returns (poison, poison, poison)
         0;16;0;0 -> returns (poison, poison, poison)
         4611686018427387904;16;0;5 -> returns (5, poison, poison)",
    );
}

#[test]
fn algebra_with_symbols() {
    // The type of each result says its shape; where its symbols come from is found by law.
    check(
        "!l = !layout<(?{div=4},?):(1,s0)>
         !c = !layout<?{div=4}*?:1>
         !d = !layout<((4),(floordiv(?{div=4},4),?)):((1),(4,s0))>
         !p = !layout<((?{div=4},?),(2,3)):((1,s0),(3*s0*s1,s0*s1))>
         func.func @f(%m: index, %k: index, %i: index) -> (index, index, index, index) {
           %l = layout.make(%m, %k) : !l
           %c = layout.coalesce %l : !l
           %a = layout.crd2idx %c(%i) : !c
           %d = layout.zipped_divide %l : !l by #layout.tile<[4:1]>
           %s = layout.size %d : !d
           %x = layout.crd2idx %d((2), (%i, 1)) : !d
           %t = layout.make : !layout<(2,3):(3,1)>
           %p = layout.logical_product %l, %t : !l, !layout<(2,3):(3,1)>
           %y = layout.crd2idx %p((%i, 1), (1, 2)) : !p
           return %a, %s, %x, %y : index, index, index, index
         }",
        "8;5;1 -> returns (1, 40, 14, 209)
         12;3;2 -> returns (2, 36, 22, 194)
         8;5;8 -> returns (8, 40, poison, poison)
         6;5;0 -> returns (poison, poison, poison, poison)",
    );
}

#[test]
fn symbols_of_results_are_those_that_fit_alone() {
    // Both assignments of two sizes give a layout of the same integers.
    check(
        "func.func @f(%m: index, %n: index, %i: index, %j: index) -> index {
           %l = layout.make(%m, %n) : !layout<(?,?):(1,s0)>
           %c = layout.composition %l, %l : !layout<(?,?):(1,s0)>, !layout<(?,?):(1,s0)>
           %a = layout.crd2idx %c(%i, %j) : !layout<(?,?):(1,s0)>
           return %a : index
         }",
        "3;2;1;1 -> returns (4)
         3;2;1;2 -> returns (poison)
         3;2;2;1 -> returns (5)",
    );
    // What is left of 64 has size 1 unless the sizes are small, and then every stride would do.
    check(
        "func.func @f(%m: index, %n: index, %i: index) -> index {
           %l = layout.make(%m, %n, %m) : !layout<(?,?,?):(s1*s2,s2,1)>
           %c = layout.complement %l in 64 : !layout<(?,?,?):(s1*s2,s2,1)>
           %a = layout.crd2idx %c(%i) : !layout<floordiv(63,?*?*?)+1:s0*s1*s2>
           return %a : index
         }",
        "1;3486;1 -> returns (poison)
         1;3;21 -> returns (63)
         2;3;5 -> returns (60)",
    );
}

#[test]
fn tiles_that_cover() {
    // What is past the end is in the covering layout, and no element.
    check(
        "func.func @f(%a: !layout<*>, %i: index, %j: index, %k: index, %l: index) -> (index, i1) {
           %t = layout.zipped_divide %a : !layout<*> by #layout.tile<[4:1, 4:1]> cover
           %x = layout.crd2idx %t((%i, %j), (%k, %l)) : !layout<*>
           %p = layout.in_bounds %a((%i, %j), (%k, %l)) : !layout<*> zipped_divide by #layout.tile<[4:1, 4:1]>
           return %x, %p : index, i1
         }",
        "layout[(10,6):(6,1)];1;1;2;1 -> returns (59, true)
         layout[(10,6):(6,1)];2;1;2;1 -> returns (poison, false)
         layout[(10,6):(6,1)];1;2;2;1 -> returns (poison, false)
         layout[(10,6):(6,1)];4;0;0;0 -> returns (poison, poison)
         layout[(10,6):(6,1)];0;0;3;0 -> returns (poison, poison)",
    );
    check(
        "func.func @f(%m: index, %i: index, %k: index) -> (index, i1, index) {
           %a = layout.make(%m) : !layout<?:3>
           %t = layout.logical_divide %a : !layout<?:3> by #layout.tile<4:1> cover
           %x = layout.crd2idx %t(%i, %k) : !layout<(4,floordiv(?+3,4)):(3,12)>
           %p = layout.in_bounds %a(%i, %k) : !layout<?:3> logical_divide by #layout.tile<4:1>
           %c = layout.coordinate %a [] : !layout<?:3>
           %y = layout.crd2idx %c(%i) : !layout<?:1>
           return %x, %p, %y : index, i1, index
         }",
        "10;1;2 -> returns (27, true, 1)
         10;2;2 -> returns (30, false, 2)
         10;0;3 -> returns (poison, poison, 0)",
    );
}

#[test]
fn operations_on_unknown_layouts_are_their_definitions() {
    let text = |operation: &str, coordinate: &str| {
        format!(
            "func.func @f(%a: !layout<*>, %i: index, %j: index) -> index {{
               %b = layout.make : !layout<(4,2):(2,1)>
               %r = {operation}
               %x = layout.crd2idx %r{coordinate} : !layout<*>
               return %x : index
             }}"
        )
    };
    let of = |layout: &str, operation: &str, coordinate: &str, cases: &[(i64, i64, &str)]| {
        let text = text(operation, coordinate);
        let expected: Vec<String> =
            cases.iter().map(|(i, j, r)| format!("{layout};{i};{j} -> returns ({r})")).collect();
        check(&text, &expected.join("\n"));
    };
    let at = |operation: &str, coordinate: &str, cases: &[(i64, i64, &str)]| {
        of("layout[(8,6):(10,1)]", operation, coordinate, cases);
    };
    at("layout.coalesce %a : !layout<*>", "(%i)", &[(9, 0, "11"), (48, 0, "poison")]);
    at("layout.flatten %a : !layout<*>", "(%i, %j)", &[(1, 2, "12"), (8, 0, "poison")]);
    at("layout.select %a [1, 0] : !layout<*>", "(%i, %j)", &[(5, 2, "25"), (6, 0, "poison")]);
    at("layout.select %a [1] : !layout<*>", "(%i)", &[(5, 0, "5"), (6, 0, "poison")]);
    let block = |operation: &str, coordinate: &str, cases: &[(i64, i64, &str)]| {
        of("layout[(4,2):(2,1)]", operation, coordinate, cases);
    };
    block(
        "layout.tile_to_shape %a to (8, 6) : !layout<*>",
        "(%i, %j)",
        &[(5, 0, "10"), (5, 3, "27"), (0, 5, "33"), (8, 0, "poison")],
    );
    block(
        "layout.tile_to_shape %a to (8, 6) order (1, 0) : !layout<*>",
        "(%i, %j)",
        &[(5, 0, "26"), (5, 3, "35"), (0, 5, "17")],
    );
    block(
        "layout.blocked_product %a, %b : !layout<*>, !layout<(4,2):(2,1)>",
        "((%i, 1), (1, %j))",
        &[(3, 1, "31"), (0, 0, "17"), (4, 0, "poison")],
    );
    block(
        "layout.raked_product %a, %b : !layout<*>, !layout<(4,2):(2,1)>",
        "((1, %i), (%j, 1))",
        &[(3, 1, "31"), (0, 0, "17"), (0, 2, "poison")],
    );
    at(
        "layout.composition %a, %b : !layout<*>, !layout<(4,2):(2,1)>",
        "(%i, %j)",
        &[(3, 1, "70"), (1, 0, "20"), (4, 0, "poison")],
    );
    at(
        "layout.composition %a : !layout<*> by #layout.tile<[4:2, 3:1]>",
        "(%i, %j)",
        &[(3, 2, "62"), (0, 3, "poison")],
    );
    at(
        "layout.zipped_divide %a : !layout<*> by #layout.tile<[4:1, 3:1]>",
        "((%i, 2), (1, %j))",
        &[(3, 1, "75"), (0, 0, "42"), (0, 2, "poison")],
    );
    at(
        "layout.zipped_divide %a : !layout<*> by #layout.tile<[4:1, 3:1]>",
        "(%i, %j)",
        &[(7, 2, "34"), (5, 3, "54")],
    );
    // The same elements as above, the rest spread: row i + 4 of rows, column 2 + 3·j of columns.
    at(
        "layout.tiled_divide %a : !layout<*> by #layout.tile<[4:1, 3:1]>",
        "((%i, 2), 1, %j)",
        &[(3, 1, "75"), (0, 0, "42"), (0, 2, "poison")],
    );
    at(
        "layout.tiled_divide %a : !layout<*> by #layout.tile<[4:1]>",
        "((%i), 1, %j)",
        &[(3, 5, "75"), (0, 6, "poison")],
    );
    at("layout.logical_divide %a : !layout<*> by #layout.tile<[4:1, _]>", "((%i, 1), %j)", &[(2, 5, "65")]);
    at(
        "layout.logical_divide %a, %b : !layout<*>, !layout<(4,2):(2,1)>",
        "(%i, %j)",
        &[(4, 1, "11"), (1, 5, "25")],
    );
    at("layout.right_inverse %a : !layout<*>", "(%i)", &[(0, 0, "0"), (5, 0, "40"), (6, 0, "poison")]);
    at("layout.left_inverse %a : !layout<*>", "(%i)", &[(11, 0, "9"), (75, 0, "47")]);
}

#[test]
fn layouts_cross_functions() {
    let program = program(
        "func.func @g(%l: !layout<(?,4):(4,1)>) -> !layout<(?,4):(4,1)> { return %l : !layout<(?,4):(4,1)> }
         func.func @f(%l: !layout<(?,4):(4,1)>, %i: index) -> (index, !layout<(?,4):(4,1)>) {
           %m = func.call @g(%l) : (!layout<(?,4):(4,1)>) -> !layout<(?,4):(4,1)>
           %c = layout.crd2idx %m(%i, 1) : !layout<(?,4):(4,1)>
           return %c, %m : index, !layout<(?,4):(4,1)>
         }",
    );
    let outcome = run_in(&program, "symbols[3];2", &Environment::default());
    assert_eq!(outcome.to_string(), "returns (9, (?,4):(4,1) with (3))");
    assert_eq!(outcome.with_layouts_expanded().to_string(), "returns (9, 3)");
}

#[test]
fn one_operation_at_a_time() {
    let context = layout_dialect::context();
    let text = "func.func @f(%a: i8, %b: i8) { %c = arith.addi %a, %b overflow<nsw> : i8 return }";
    let module = melior::ir::Module::parse(&context, text).unwrap();
    let op = layout_mlir::ir::nested(module.as_operation())
        .into_iter()
        .find(|op| layout_mlir::ir::name(*op) == "arith.addi")
        .unwrap();
    let value = |v| layout_interp::Value::from(layout_interp::Int::new(8, v));
    assert_eq!(evaluate(op, &[value(100), value(27)], 64), Ok(vec![value(127)]));
    assert_eq!(evaluate(op, &[value(100), value(28)], 64), Ok(vec![layout_interp::Value::Poison]));
}
