//! Layouts and what upstream writes have the same index at each coordinate.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod common;

use common::{coordinates, evaluate, index};
use fastrand::Rng;
use layout_algebra::{AnyLayout, Coord, Expr, Layout};
use layout_upstream::{AffineMap, Strided, TensorView, basis_of, digit_layout, digit_of, linear_layout};

type Modes = Vec<Vec<(i64, i64)>>;

/// A layout as numbers, and as text: sizes from 1 on, strides of both signs and 0.
fn random(rng: &mut Rng) -> (Modes, i64, String) {
    let rank = rng.usize(0..4);
    let modes: Modes = (0..rank)
        .map(|_| (0..rng.usize(1..4)).map(|_| (rng.i64(1..5), rng.i64(-20..21))).collect())
        .collect();
    let offset = if rng.bool() { 0 } else { rng.i64(-50..51) };
    let tuple = |pick: fn(&(i64, i64)) -> i64| {
        let mode = |m: &Vec<(i64, i64)>| {
            let leaves: Vec<String> = m.iter().map(|l| pick(l).to_string()).collect();
            if leaves.len() == 1 { leaves[0].clone() } else { format!("({})", leaves.join(",")) }
        };
        format!("({})", modes.iter().map(mode).collect::<Vec<_>>().join(","))
    };
    let plain = format!("{}:{}", tuple(|l| l.0), tuple(|l| l.1));
    let text = if offset == 0 { plain } else { format!("S<0,4,3> o {offset} o {plain}") };
    (modes, offset, text)
}

fn shape(modes: &Modes) -> Vec<i64> {
    modes.iter().map(|m| m.iter().map(|l| l.0).product()).collect()
}

fn numbers(numbers: &[i64]) -> Vec<Expr> {
    numbers.iter().map(|n| Expr::from(*n)).collect()
}

/// The index of a coordinate by the layout itself.
fn at(layout: &AnyLayout, coordinate: &[i64]) -> i128 {
    let coord = Coord::Tuple(coordinate.iter().map(|i| Coord::Int(Expr::from(*i))).collect());
    layout.eval_at(&coord).unwrap_or_else(|e| panic!("{layout} at {coordinate:?}: {e}")).into()
}

/// The expression of a map's text, with dimensions d0, d1, ….
fn body(map: &str) -> &str {
    map.split_once("-> (").unwrap().1.strip_suffix(")>").unwrap()
}

fn value(map: &str, coordinate: &[i64]) -> i128 {
    evaluate(body(map), &|name| coordinate[name[1..].parse::<usize>().unwrap()].into())
}

#[test]
fn an_affine_map_is_its_layout_there_and_back() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..2000 {
        let (modes, offset, text) = random(&mut rng);
        let layout: AnyLayout = text.parse().unwrap();
        let map = AffineMap::of_layout(&layout).unwrap();
        let written = map.to_string();
        assert_eq!(written.parse::<AffineMap>().unwrap().to_string(), written);
        let back =
            map.to_layout(&numbers(&shape(&modes)), &[]).unwrap_or_else(|e| panic!("{text}: {written}: {e}"));
        for coordinate in coordinates(&shape(&modes)) {
            let expected = index(&modes, &coordinate) + i128::from(offset);
            assert_eq!(value(&written, &coordinate), expected, "{text}: {written} at {coordinate:?}");
            assert_eq!(at(&back, &coordinate), expected, "{text}: {back} at {coordinate:?}");
        }
    }
}

#[test]
fn swizzles_are_affine_there_and_back() {
    for (swizzle, inner) in
        [("S<1,0,1>", "(4,4):(4,1)"), ("S<2,1,2>", "(8,8):(8,1)"), ("S<3,3,3>", "(8,64):(64,1)")]
    {
        let whole: AnyLayout = inner.parse().unwrap();
        for offset in [0, whole.size().unwrap().as_const().unwrap()] {
            let layout: AnyLayout = format!("{swizzle} o {offset} o {inner}").parse().unwrap();
            let map = AffineMap::of_layout(&layout).unwrap();
            let extents: Vec<i64> =
                layout.domain().shape_leaves().iter().map(|n| n.as_const().unwrap()).collect();
            let back = map.to_layout(&numbers(&extents), &[]).unwrap();
            assert!(back.to_string().starts_with(swizzle), "{back}");
            for coordinate in coordinates(&extents) {
                let expected = value(&map.to_string(), &coordinate);
                assert_eq!((at(&layout, &coordinate), at(&back, &coordinate)), (expected, expected));
            }
        }
    }
}

/// An expression of two dimensions: some are layouts.
fn expression(rng: &mut Rng, depth: usize) -> String {
    match rng.usize(0..if depth == 0 { 3 } else { 9 }) {
        0 | 1 => format!("d{}", rng.usize(0..2)),
        2 => rng.i64(-9..10).to_string(),
        3 | 4 => format!("({}) + ({})", expression(rng, depth - 1), expression(rng, depth - 1)),
        5 => format!("({}) * {}", expression(rng, depth - 1), rng.i64(-8..9)),
        6 => format!("({}) mod {}", expression(rng, depth - 1), 1 << rng.u32(0..4)),
        7 => format!("({}) floordiv {}", expression(rng, depth - 1), 1 << rng.u32(0..4)),
        _ => format!("({}) ceildiv {}", expression(rng, depth - 1), rng.i64(1..7)),
    }
}

#[test]
fn an_affine_map_that_is_a_layout_is_that_layout() {
    let mut rng = Rng::with_seed(2);
    let mut layouts = 0;
    for _ in 0..20_000 {
        let extents = [rng.i64(1..9), [1, 2, 4, 6, 8, 16][rng.usize(0..6)]];
        let text = expression(&mut rng, 4);
        let map: AffineMap = format!("(d0, d1) -> ({text})").parse().unwrap();
        let written = map.to_string();
        let found = map.to_layout(&numbers(&extents), &[]);
        layouts += usize::from(found.is_ok());
        for coordinate in coordinates(&extents) {
            let expected = evaluate(&text, &|name| coordinate[name[1..].parse::<usize>().unwrap()].into());
            assert_eq!(value(&written, &coordinate), expected, "{text}: {written}");
            assert_eq!(map.results[0].eval(&coordinate, &[]).map(i128::from), Some(expected), "{text}");
            if let Ok(layout) = &found {
                assert_eq!(
                    at(layout, &coordinate),
                    expected,
                    "{text} on {extents:?}: {layout} at {coordinate:?}"
                );
            }
        }
    }
    assert!(layouts > 5000, "{layouts}");
}

/// Symbols are sizes and strides: the layout holds for all of their values.
#[test]
fn unknown_numbers_stay_unknown() {
    let mut rng = Rng::with_seed(3);
    for text in
        ["(M,N):(N,1)", "(M,(4,N)):(1,(M,s))", "((2,N),M):((K,1),8*K)", "S<0,4,3> o K o (M,N):(1,s{div=8})"]
    {
        let layout: AnyLayout = text.parse::<AnyLayout>().unwrap().canonical().0;
        let map = AffineMap::of_layout(&layout).unwrap();
        let mut extents = Vec::new();
        for mode in layout.domain().modes() {
            extents.push(mode.size().unwrap());
        }
        let symbols: Vec<Expr> = layout.symbols().into_iter().map(Expr::from).collect();
        let back = map.to_layout(&extents, &symbols).unwrap_or_else(|e| panic!("{text}: {map}: {e}"));
        for _ in 0..20 {
            let values: Vec<i64> = (0..symbols.len()).map(|_| 8 * rng.i64(1..3)).collect();
            let bound = |l: &AnyLayout| l.substitute(&|s| values[s.id as usize].into()).unwrap();
            let (layout, back) = (bound(&layout), bound(&back));
            let sizes: Vec<i64> =
                layout.domain().modes().iter().map(|m| m.size().unwrap().as_const().unwrap()).collect();
            for _ in 0..50 {
                let coordinate: Vec<i64> = sizes.iter().map(|n| rng.i64(0..*n)).collect();
                let name = |name: &str| {
                    let number: usize = name[1..].parse().unwrap();
                    i128::from(if name.starts_with('d') { coordinate[number] } else { values[number] })
                };
                let expected = evaluate(body(&map.to_string()), &name);
                assert_eq!(
                    (at(&layout, &coordinate), at(&back, &coordinate)),
                    (expected, expected),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn what_an_unknown_number_must_be_is_said() {
    let map: AffineMap = "(i)[n] -> (i mod 4 * n + i floordiv 4)".parse().unwrap();
    let read = |text: &str| {
        let layout: Layout = text.parse().unwrap();
        (vec![layout.shape_leaves()[0].clone()], vec![layout.stride_leaves()[0].clone()])
    };
    let (extents, symbols) = read("?:?");
    assert_eq!(
        map.to_layout(&extents, &symbols).unwrap_err().to_string(),
        "digits of d0 do not nest: 4 and s0, of which neither is known to divide the other"
    );
    let (extents, symbols) = read("?{div=4}:?");
    assert_eq!(
        map.to_layout(&extents, &symbols).unwrap().canonical().0.to_string(),
        "((4,floordiv(?{div=4},4))):((?,1))"
    );
}

#[test]
fn refusals_say_why() {
    let refuse = |text: &str, extents: &[i64]| {
        let map: AffineMap = text.parse().unwrap();
        map.to_layout(&numbers(extents), &[]).unwrap_err().to_string()
    };
    assert_eq!(
        refuse("(i, j) -> (i * j)", &[4, 4]),
        "the product of two dimensions, d0 * d1, is no sum of coordinates times strides"
    );
    assert_eq!(refuse("(i) -> (i, i)", &[4]), "an affine map of 2 results is no index; linearize them first");
    assert_eq!(
        refuse("(i) -> (i)", &[0]),
        "dimension 0 has the extent 0; the sizes of a layout are at least 1"
    );
    assert_eq!(
        refuse("(i, j) -> ((i + j) floordiv 4)", &[3, 4]),
        "floordiv or mod by 4 cuts no digits of the coordinates: what is below it may be as much as 5, which carries past 4"
    );
    assert_eq!(
        refuse("(i) -> (i * 3 mod 4)", &[3]),
        "floordiv or mod by 4 cuts no digits of the coordinates: neither is it a multiple of d0's stride 3, nor that of it"
    );
    assert!(refuse("(i) -> (i floordiv 0)", &[3]).contains("not known to be positive"));
    assert!(refuse("(i) -> (i * 9223372036854775807 * 2)", &[4]).contains("64 bits"));
}

#[test]
fn the_least_and_the_greatest_sizes() {
    let layout = |text: &str, extents: &[i64]| {
        text.parse::<AffineMap>().unwrap().to_layout(&numbers(extents), &[]).unwrap()
    };
    // Rank 0 has one coordinate.
    assert_eq!(layout("() -> (0)", &[]).eval(0), Some(0));
    assert_eq!(layout("() -> (7)", &[]).to_string(), "S<0,4,3> o 7 o ():()");
    // The stride of a single coordinate is kept.
    assert_eq!(layout("(i, j) -> (i * 5 + j)", &[1, 3]).to_string(), "(1,3):(5,1)");
    assert_eq!(layout("(i) -> (i mod 2 + i)", &[1]).to_string(), "(1):(1)");
    let large = "(i) -> (i * 4611686018427387904)";
    assert_eq!(layout(large, &[2]).to_string(), "(2):(4611686018427387904)");
    let overflows = large.parse::<AffineMap>().unwrap().to_layout(&numbers(&[3]), &[]);
    assert!(overflows.unwrap_err().to_string().contains("64 bits"));
}

#[test]
fn strides_are_those_of_the_modes() {
    let mut rng = Rng::with_seed(4);
    let (mut strided, mut refused) = (0, 0);
    for _ in 0..2000 {
        let (modes, offset, text) = random(&mut rng);
        let layout: AnyLayout = text.parse().unwrap();
        let Ok(found) = Strided::of_layout(&layout) else {
            // Then some mode has two strides.
            assert!(modes.iter().any(|mode| mode.len() > 1), "{text}");
            refused += 1;
            continue;
        };
        strided += 1;
        let known = found.map(Expr::as_const);
        let sizes = known.sizes.clone();
        let again = found.to_string();
        let again = layout_algebra::Parser::whole(&again, |p| Strided::parse(p, sizes.clone())).unwrap();
        assert_eq!(again, known);
        let back = again.with_symbols(&|_| None).to_layout().unwrap();
        for coordinate in coordinates(&shape(&modes)) {
            let expected = index(&modes, &coordinate) + i128::from(offset);
            let sum: i64 = coordinate.iter().zip(&known.strides).map(|(i, s)| i * s.unwrap()).sum();
            assert_eq!(i128::from(sum + known.offset.unwrap()), expected, "{text}");
            assert_eq!(at(&back, &coordinate), expected, "{text}");
        }
    }
    assert!(strided > 500 && refused > 500, "{strided} {refused}");
}

#[test]
fn a_basis_and_its_layout() {
    for sizes in [&[4, 8][..], &[3, 1, 5], &[7], &[2, 3, 4, 5], &[1], &[]] {
        let layout = linear_layout(&numbers(sizes)).unwrap();
        assert_eq!(basis_of(&layout.clone().into()).unwrap(), numbers(sizes));
        for (number, coordinate) in coordinates(sizes).into_iter().enumerate() {
            assert_eq!(at(&layout.clone().into(), &coordinate), number as i128);
            for (k, digit) in coordinate.iter().enumerate() {
                let of = digit_layout(&numbers(sizes), k).unwrap();
                assert_eq!(of.eval(number as i64), Some(*digit), "{sizes:?} digit {k} of {number}");
                assert_eq!(digit_of(&of.into()), Some((numbers(sizes), k)));
            }
        }
    }
}

#[test]
fn a_tensor_view_is_strided() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..500 {
        let rank = rng.usize(0..4);
        let sizes: Vec<i64> = (0..rank).map(|_| rng.i64(1..6)).collect();
        let strides: Vec<i64> = (0..rank).map(|_| rng.i64(1..40)).collect();
        let text = |numbers: &[i64], between: &str| {
            numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(between)
        };
        let shape = if rank == 0 { String::new() } else { text(&sizes, "x") + "x" };
        let strided = if rank == 0 { String::new() } else { format!(", strides=[{}]", text(&strides, ",")) };
        let written = format!("!cuda_tile.tensor_view<{shape}f32{strided}>");
        let view: TensorView = written.parse().unwrap();
        let layout = view.to_layout(&[]).unwrap();
        assert_eq!(TensorView::of_layout(&layout, "f32").unwrap().to_string(), written);
        for coordinate in coordinates(&sizes) {
            let expected: i64 = coordinate.iter().zip(&strides).map(|(i, s)| i * s).sum();
            assert_eq!(at(&layout, &coordinate), i128::from(expected), "{written}");
        }
    }
}
