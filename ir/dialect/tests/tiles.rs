//! The relations of operations on tiles against their meaning, element by element.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use layout_dialect::tile::{Tile, group_threads, multiplies_of, relation_of};
use layout_mlir::ir;
use layout_tile::Side;
use melior::ir::operation::OperationLike;
use melior::ir::{Module, OperationRef, Value, ValueLike};

/// Runs `body` on the operations of a function.
fn each(text: &str, mut body: impl FnMut(OperationRef<'_, '_>)) {
    let context = layout_dialect::context();
    let module = Module::parse(&context, text).unwrap_or_else(|| panic!("{text}"));
    ir::nested(module.as_operation()).into_iter().for_each(&mut body);
}

/// All coordinates of a shape, the first dimension fastest: in the order of positions.
fn coordinates(shape: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for extent in shape.iter().rev() {
        all = (0..*extent).flat_map(|i| all.iter().map(move |rest| (i, rest.clone()))).fold(
            Vec::new(),
            |mut out, (i, rest)| {
                out.push([vec![i], rest].concat());
                out
            },
        );
        all.sort_by(|a, b| a.iter().rev().cmp(b.iter().rev()));
    }
    all
}

fn position(coordinate: &[i64], shape: &[i64]) -> i64 {
    coordinate.iter().zip(shape).rev().fold(0, |sum, (c, extent)| sum * extent + c)
}

/// The number of an element in row-major order.
fn row_major(coordinate: &[i64], shape: &[i64]) -> i64 {
    coordinate.iter().zip(shape).fold(0, |sum, (c, extent)| sum * extent + c)
}

/// Where an element of the operand is in the result, by what the operation means.
fn expected(name: &str, at: &[i64], from: &[i64], to: &[i64], numbers: &[i64]) -> Vec<i64> {
    let all = coordinates(to);
    let one = |meets: &dyn Fn(&Vec<i64>) -> bool| {
        all.iter().filter(|c| meets(c)).map(|c| position(c, to)).collect::<Vec<_>>()
    };
    let without = |c: &[i64], dimension: i64| {
        let rest = c.iter().enumerate().filter(|(i, _)| *i as i64 != dimension);
        rest.map(|(_, x)| *x).collect::<Vec<_>>()
    };
    match name {
        "layout.transpose" => one(&|c| c.iter().zip(numbers).all(|(x, d)| *x == at[*d as usize])),
        "layout.reshape" => one(&|c| row_major(c, to) == row_major(at, from)),
        "layout.reduce" => one(&|c| *c == without(at, numbers[0])),
        "layout.broadcast" | "layout.expand_dims" => one(&|c| without(c, numbers[0]) == at),
        _ => one(&|c| c == at),
    }
}

#[test]
fn relations_are_the_meaning() {
    let text = "func.func @f(%t: tensor<4x6xf32>, %u: tensor<2x3x4xf32>, %i: tensor<4x6xi32>, %s: tensor<5xf32>,
                             %b: i1, %p: tensor<2x3x4xi1>) {
      %0 = layout.transpose %t [1, 0] : tensor<4x6xf32> -> tensor<6x4xf32>
      %1 = layout.transpose %u [1, 2, 0] : tensor<2x3x4xf32> -> tensor<3x4x2xf32>
      %2 = layout.transpose %u [2, 0, 1] : tensor<2x3x4xf32> -> tensor<4x2x3xf32>
      %3 = layout.reshape %t : tensor<4x6xf32> -> tensor<4x3x2xf32>
      %4 = layout.reshape %u : tensor<2x3x4xf32> -> tensor<6x4xf32>
      %5 = layout.broadcast %t dim 0 : tensor<4x6xf32> -> tensor<3x4x6xf32>
      %6 = layout.broadcast %t dim 1 : tensor<4x6xf32> -> tensor<4x3x6xf32>
      %7 = layout.broadcast %t dim 2 : tensor<4x6xf32> -> tensor<4x6x3xf32>
      %8 = layout.expand_dims %t dim 1 : tensor<4x6xf32> -> tensor<4x1x6xf32>
      %9 = layout.reduce addf %u dim 0 : tensor<2x3x4xf32> -> tensor<3x4xf32>
      %10 = layout.reduce addf %u dim 1 : tensor<2x3x4xf32> -> tensor<2x4xf32>
      %11:2 = layout.reduce %t, %i dim 1 : (tensor<4x6xf32>, tensor<4x6xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
      ^bb0(%x: f32, %j: i32, %y: f32, %k: i32):
        layout.yield %x, %k : f32, i32
      }
      %12 = layout.reduce maximumf %s dim 0 : tensor<5xf32> -> f32
      %13 = layout.convert %t : tensor<4x6xf32> -> tensor<4x6xf32, #layout.tv<24:1, 1:0>>
      %14 = arith.select %b, %u, %u : tensor<2x3x4xf32>
      %15 = arith.select %p, %u, %u : tensor<2x3x4xi1>, tensor<2x3x4xf32>
      %16 = math.exp %t : tensor<4x6xf32>
      %17 = arith.constant dense<0.0> : tensor<4x6xf32>
      %18 = tensor.splat %12 : tensor<4x6xf32>
      return
    }";
    let shape = |v: Value<'_, '_>| Tile::of(v).map_or_else(Vec::new, |tile| tile.shape);
    let (mut edges, mut operations) = (0, 0);
    each(text, |op| {
        let name = ir::name(op);
        let numbers = match name {
            "layout.transpose" => ir::integers(op.attribute("permutation").unwrap()),
            "layout.broadcast" | "layout.expand_dims" | "layout.reduce" => {
                vec![ir::integer(op.attribute("dim").unwrap()).unwrap()]
            }
            _ => Vec::new(),
        };
        let found = relation_of(op).unwrap();
        operations += usize::from(!found.is_empty());
        for edge in found {
            edges += 1;
            let (from, to) =
                (shape(ir::operand(op, edge.operand).unwrap()), shape(ir::results(op)[edge.result]));
            assert_eq!((edge.relation.operand_shape(), edge.relation.result_shape()), (&from[..], &to[..]));
            // Pairs of positions, of the operand and of the result.
            let mut pairs: Vec<(i64, i64)> = Vec::new();
            for at in coordinates(&from) {
                let own = position(&at, &from);
                pairs.extend(expected(name, &at, &from, &to, &numbers).into_iter().map(|p| (own, p)));
            }
            let many = if edge.relation.from() == Side::Operand { &from } else { &to };
            let layout = edge.relation.layout();
            let mut stated: Vec<(i64, i64)> = (0..many.iter().product())
                .map(|p| (p, layout.eval(p).unwrap()))
                .map(|(p, q)| if edge.relation.from() == Side::Operand { (p, q) } else { (q, p) })
                .collect();
            pairs.sort_unstable();
            stated.sort_unstable();
            assert_eq!(stated, pairs, "{name}, operand {}", edge.operand);
        }
    });
    // Constants, splats and scalar conditions have none; the reduction of two tiles has two.
    assert_eq!((operations, edges), (17, 17 + 1 + 1 + 2));
}

#[test]
fn tiles_and_groups() {
    let text = "func.func @f(%t: tensor<8x16xf32, #layout.tv<32:1, 4:32>>, %d: tensor<8x?xf32>,
                             %m: tensor<8x16xf32, #layout<(8,16):(16,1)>>) attributes {layout.threads = 32 : i64} {
      %0 = arith.addf %t, %t : tensor<8x16xf32, #layout.tv<32:1, 4:32>>
      %c = arith.constant true
      scf.if %c { %1 = arith.addf %d, %d : tensor<8x?xf32> }
      %2 = arith.addf %m, %m : tensor<8x16xf32, #layout<(8,16):(16,1)>>
      return
    }";
    let mut tiles = Vec::new();
    each(text, |op| {
        let inside = ir::name(op) != "builtin.module";
        assert_eq!(group_threads(op), inside.then_some(32));
        if ir::name(op) == "arith.addf" {
            let value = ir::result(op).unwrap();
            let tile = Tile::of(value);
            if let Some(tile) = &tile {
                assert_eq!(tile.to_type(ir::context(op)), value.r#type());
            }
            tiles.push(tile.map(|t| (t.shape.clone(), t.bits(), t.encoding.map(ToString::to_string))));
        }
    });
    let known = Some((vec![8, 16], 32, Some("tv<32:1, 4:32>".to_string())));
    assert_eq!(tiles, [known, None, None]);
}

/// By the types of the elements, none that saturates, the largest first.
#[test]
fn instructions_that_fit() {
    let fragment =
        |name: &str, operand, shape| format!("#layout.frag<#layout.mma<{name}>, {operand}, {shape}>");
    let names = |name: &str, types: [&str; 3]| {
        let [a, b, c] = [("A", "16x16"), ("B", "16x16"), ("C", "16x16")].map(|(o, s)| fragment(name, o, s));
        let [x, y, z] = types;
        let text = format!(
            "func.func @f(%a: tensor<16x16x{x}, {a}>, %b: tensor<16x16x{y}, {b}>, %c: tensor<16x16x{z}, {c}>) {{
               %d = layout.mma %a, %b, %c : tensor<16x16x{x}, {a}>, tensor<16x16x{y}, {b}>, tensor<16x16x{z}, {c}>
               return
             }}"
        );
        let mut found = Vec::new();
        each(&text, |op| {
            if ir::name(op) == "layout.mma" {
                found = multiplies_of(op).unwrap().iter().map(|m| m.atom().name.clone()).collect();
            }
        });
        found
    };
    let half = names("m16n8k16", ["f16", "f16", "f32"]);
    assert_eq!(half.first().map(String::as_str), Some("SM80_16x8x16_F32F16F16F32_TN"));
    let brain = names("m16n8k16", ["bf16", "bf16", "f32"]);
    assert_eq!(brain.first().map(String::as_str), Some("SM80_16x8x16_F32BF16BF16F32_TN"));
    let byte = names("m16n8k16.s8", ["i8", "i8", "i32"]);
    assert_eq!(byte.first().map(String::as_str), Some("SM80_16x8x16_S32S8S8S32_TN"));
    assert!(byte.iter().all(|name| name.ends_with("_TN")), "{byte:?}");
    let double = names("m8n8k4", ["f64", "f64", "f64"]);
    assert!(double.contains(&"SM80_8x8x4_F64F64F64F64_TN".to_string()), "{double:?}");
    let single = names("m16n8k8", ["f32", "f32", "f32"]);
    assert_eq!(single.first().map(String::as_str), Some("SM80_16x8x8_F32TF32TF32F32_TN"));
}
