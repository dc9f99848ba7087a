//! Where an answer was once wrong, late or missing: all small layouts, judged by their values.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use layout_algebra::{
    AnyLayout, ComposedLayout, Coord, Expr, Fit, Grouping, IntTuple, Layout, Outer, Parser, ceil_div,
    complement, composition, divide, downcast, left_inverse, logical_divide, logical_product,
    max_common_vector, shape_div, tuple_gcd, upcast,
};

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

fn size(l: &Layout) -> i64 {
    l.size().unwrap().as_const().unwrap()
}

fn values(l: &Layout) -> Vec<i64> {
    (0..size(l)).map(|i| l.eval(i).unwrap()).collect()
}

fn set(values: impl IntoIterator<Item = i64>) -> BTreeSet<i64> {
    values.into_iter().collect()
}

/// Layouts of two modes.
fn pairs(sizes: &[i64], strides: &[i64]) -> Vec<Layout> {
    let modes: Vec<(i64, i64)> = sizes.iter().flat_map(|s| strides.iter().map(move |d| (*s, *d))).collect();
    let pair = |(s, d): &(i64, i64), (t, e): &(i64, i64)| layout(&format!("({s},{t}):({d},{e})"));
    modes.iter().flat_map(|m| modes.iter().map(move |n| pair(m, n))).collect()
}

/// Copies of a tile are as many as asked for, and none meets another.
#[test]
fn products_do_not_overlap() {
    let mut answered = 0;
    for a in pairs(&[2, 3, 5], &[1, 2, 3, 4, 5, 9, 15]) {
        let one_to_one = set(values(&a)).len() as i64 == size(&a);
        for b in ["2:1", "3:1", "5:1", "3:2", "(2,3):(1,2)", "(2,3):(1,4)"].map(layout) {
            let Ok(product) = logical_product(&a, &b) else { continue };
            let reached = values(&product);
            assert_eq!(reached.len() as i64, size(&a) * size(&b), "{a} x {b} = {product}");
            assert_eq!(reached[..size(&a) as usize], values(&a), "{a} x {b} = {product}");
            if one_to_one {
                assert_eq!(set(reached.iter().copied()).len(), reached.len(), "{a} x {b} = {product}");
                answered += 1;
            }
        }
    }
    assert!(answered > 500, "{answered} products");
}

/// One-to-one layouts have complements: copies of them at its values reach the end of the range, without overlap.
#[test]
fn complements_exist_and_are_disjoint() {
    let mut found = 0;
    for a in pairs(&[2, 3, 4], &[1, 2, 3, 5, 7, 8, 11]) {
        if set(values(&a)).len() as i64 != size(&a) {
            continue;
        }
        for range in [1, 20, 48, 130] {
            let c = complement(&a, &Expr::from(range)).unwrap_or_else(|e| panic!("{a} in {range}: {e}"));
            let copies = values(&c).into_iter().flat_map(|at| values(&a).into_iter().map(move |v| at + v));
            let reached = set(copies);
            assert_eq!(reached.len() as i64, size(&a) * size(&c), "{c} leaves out {a} in {range}");
            // A copy takes the whole of its last mode, the gap behind it too.
            let extent = a.shape_leaves().iter().zip(a.stride_leaves());
            let extent = extent.map(|(s, d)| s.as_const().unwrap() * d.as_const().unwrap()).max().unwrap();
            let last = values(&c).into_iter().max().unwrap();
            assert!(last + extent.max(*reached.last().unwrap() - last + 1) >= range, "{a} in {range}: {c}");
            found += 1;
        }
    }
    assert!(found > 500, "{found} complements");
}

/// A tile's mode of one coordinate adds no tiles, wherever it would go.
#[test]
fn modes_of_one_add_no_tiles() {
    for (a, tile, result) in [
        ("4:4", "(6,1):(1,12)", "((6,1),1):((4,48),0)"),
        ("10:1", "(4,1):(1,12)", "((4,1),3):((1,12),4)"),
        ("10:1", "(4,1):(1,40)", "((4,1),3):((1,40),4)"),
    ] {
        let found = divide(&layout(a), &layout(tile), Grouping::Logical, Fit::Cover).unwrap();
        assert_eq!(found.to_string(), result);
    }
}

/// As many elements as both layouts have at the same coordinates, whichever comes first.
#[test]
fn common_vectors_are_those_of_both() {
    let mut layouts = pairs(&[1, 2, 3, 4, 6], &[1, 2, 3, 4, 8]);
    layouts.extend(["2:1", "7:1", "8:1", "9:1", "12:1", "1:0", "(2,3):(3,1)", "(3,4):(0,1)"].map(layout));
    for a in layouts.iter().step_by(3) {
        for b in &layouts {
            let found = |a: &Layout, b: &Layout| max_common_vector(a, b).unwrap().as_const().unwrap();
            let n = found(a, b);
            assert_eq!(n, found(b, a), "{a} and {b}");
            let places = |i: i64, l: &Layout| set((0..size(l)).filter(|c| l.eval(*c) == Some(i)));
            let both = (0..).take_while(|i| !places(*i, a).is_disjoint(&places(*i, b))).count() as i64;
            let injective = [a, b].iter().all(|l| set(values(l)).len() as i64 == size(l));
            assert!(n == both || !injective && n < both, "{n} elements of {a} and {b}, not {both}");
        }
    }
    // What one of the inverses alone does not find.
    let (a, b) = (layout("(6,4):(1,5)"), layout("(5,3):(1,6)"));
    assert_eq!(max_common_vector(&a, &b).unwrap(), max_common_vector(&b, &a).unwrap());
    // A row of an unknown length, which may be 16.
    let n = max_common_vector(&layout("(64,K{div=16,min=16}):(K,1)"), &layout("(64,32):(32,1)")).unwrap();
    assert!(n.as_const().unwrap() <= 16, "{n:?}");
}

/// A wide element of each that holds one, and the narrow ones of each wide one.
#[test]
fn recasts_keep_the_memory() {
    let (mut up, mut down) = (0, 0);
    for a in pairs(&[1, 2, 3, 4, 8], &[0, 1, 2, 3, 4, 6, 8]) {
        for factor in [2, 4] {
            if let Ok(wide) = upcast(&a, factor) {
                let expected = set(values(&a).into_iter().map(|v| v.div_euclid(factor)));
                assert_eq!(set(values(&wide)), expected, "upcast<{factor}>({a}) = {wide}");
                up += 1;
            }
            if let Ok(narrow) = downcast(&a, factor) {
                let parts = values(&a).into_iter().flat_map(|v| (0..factor).map(move |k| factor * v + k));
                assert_eq!(set(values(&narrow)), set(parts), "downcast<{factor}>({a}) = {narrow}");
                assert_eq!(size(&narrow), factor * size(&a), "downcast<{factor}>({a}) = {narrow}");
                down += 1;
            }
        }
    }
    assert!(up > 300 && down > 300, "{up} and {down}");
    // A stride that facts pin is the stride.
    for stride in [1, 2, 3, 5, 6] {
        let known = upcast(&layout(&format!("(4,3):(1,{stride})")), 2);
        let pinned = upcast(&layout(&format!("(4,3):(1,D{{min={stride},max={stride}}})")), 2);
        assert_eq!(known.is_ok(), pinned.is_ok(), "{stride}: {known:?} and {pinned:?}");
    }
}

/// A swizzle whose source lies inside a wide element cannot be one of wide elements.
#[test]
fn recasts_of_swizzles_keep_the_memory() {
    let mut answered = 0;
    for (bits, base, shift) in
        [(1, 0, 1), (1, 1, 2), (2, 1, 2), (2, 0, -2), (1, 0, -3), (1, 1, -2), (2, 2, -3), (1, 2, 1)]
    {
        for inner in ["8:1", "16:1", "(4,8):(8,1)", "8:2", "(2,4):(4,8)"] {
            let a: AnyLayout = format!("S<{bits},{base},{shift}> o 0 o {inner}").parse().unwrap();
            let count = |l: &AnyLayout| size(l.domain());
            for factor in [2, 4] {
                let Ok(wide) = upcast(&a, factor) else { continue };
                let expected = set((0..count(&a)).map(|i| a.eval(i).unwrap().div_euclid(factor)));
                let reached = set((0..count(&wide)).map(|i| wide.eval(i).unwrap()));
                assert_eq!(reached, expected, "upcast<{factor}>({a}) = {wide}");
                answered += 1;
            }
        }
    }
    assert!(answered > 20, "{answered}");
}

/// Negative coordinates are divided down, so a stride on the right may be negative.
#[test]
fn compositions_with_negative_strides() {
    let mut found = 0;
    for a in pairs(&[2, 3, 4], &[-3, -1, 0, 1, 2, 4]) {
        for b in ["4:-1", "3:-2", "(2,2):(-1,2)", "(2,2):(1,-2)", "6:-3", "2:-6"].map(layout) {
            let Ok(r) = composition(&a, &b) else { continue };
            for i in 0..size(&b) {
                assert_eq!(r.eval(i), a.eval(b.eval(i).unwrap()), "{a} o {b} = {r} at {i}");
            }
            found += 1;
        }
    }
    assert!(found > 300, "{found} compositions");
}

/// What fits is computed, what does not is refused; nothing wraps around.
#[test]
fn the_ends_of_64_bits() {
    let tuple = |text: &str| text.parse::<IntTuple>().unwrap();
    let (min, max) = (i64::MIN, i64::MAX);
    assert!(tuple_gcd(&tuple(&format!("({min},0)"))).is_err());
    assert_eq!(tuple_gcd(&tuple(&format!("({max},{max})"))).unwrap().as_const(), Some(max));
    assert!(shape_div(&tuple(&min.to_string()), &tuple("-1")).is_err());
    let half = ceil_div(&tuple(&max.to_string()), &tuple("4")).unwrap();
    assert_eq!(half.to_string(), (max / 4 + 1).to_string());
    for text in [
        format!("5:{}", 1i64 << 61),
        format!("(2,2):({},{})", 1i64 << 62, 1i64 << 62),
        format!("S<2,0,2> o {max} o 4:1"),
        format!("S<1,0,1> o {} o 4:1", max - 2),
        format!("4:1 o {max} o 2:1"),
    ] {
        assert!(text.parse::<AnyLayout>().is_err(), "{text}");
    }
    assert_eq!(format!("3:{}", 1i64 << 61).parse::<AnyLayout>().unwrap().eval(2), Some(1 << 62));
}

/// What is done in time, or given up.
#[test]
fn in_seconds() {
    let bound = |what: &str, work: &dyn Fn()| {
        let start = Instant::now();
        work();
        assert!(start.elapsed() < Duration::from_secs(5), "{what}: {:?}", start.elapsed());
    };
    for text in [
        "(8192,2):(26,106497)",
        "(128,128):(11,1409)",
        "(128,128):(997,127541)",
        "(125,131):(360360,45045013)",
        "(25,25,26):(31,777,19421)",
        "(2,2,2,2,2,2,2,2,2,2,2,2,2,2):(1,3,5,9,17,33,65,129,257,513,1025,2049,4097,8193)",
    ] {
        bound(text, &|| {
            let a = layout(text);
            if let Ok(left) = left_inverse(&a) {
                for i in (0..size(&a)).step_by(97) {
                    let value = a.eval(i).unwrap();
                    assert_eq!(a.eval(left.eval(value).unwrap()), Some(value), "{a} with {left}");
                }
            }
        });
    }
    let names = |n: usize| (0..n).map(|i| format!("M{i}")).collect::<Vec<_>>();
    let rows = |n: usize| {
        let strides: Vec<String> =
            (0..n).map(|i| if i + 1 == n { "1".into() } else { names(n)[i + 1..].join("*") }).collect();
        format!("({}):({})", names(n).join(","), strides.join(","))
    };
    let text = rows(80);
    bound("complement of 80 unknown sizes", &|| {
        complement(&layout(&text), &Expr::ONE).unwrap();
    });
    let shape = format!("({})", names(1000).join(","));
    bound("1000 unknown sizes", &|| {
        layout(&shape);
    });
}

/// What facts and names say is used: exact quotients, sizes, signs of products.
#[test]
fn facts_decide() {
    let named = |text: &str, tile: &str| {
        let mut parser = Parser::new(text);
        let a = parser.all(Parser::layout).unwrap();
        parser.resume(tile);
        let tile = parser.all(Parser::tiler).unwrap();
        logical_divide(&a, &tile).map_or_else(|e| e.to_string(), |l| l.text_with(&parser.names()))
    };
    assert_eq!(named("(q*r,3):(3,1)", "[q:1,_]"), "((q,r),3):((3,3*q),1)");
    assert_eq!(named("(q*r,3):(3,1)", "[r:1,_]"), "((r,q),3):((3,3*r),1)");
    let quarter = named("(5,J{div=64}):(J,1)", "[_,floordiv(J,8):1]");
    assert_eq!(quarter, "(5,(floordiv(J{div=64},8),8)):(J,(1,floordiv(J,8)))");

    let product = |a: &str, b: &str| {
        let mut parser = Parser::new(a);
        let a = parser.all(Parser::layout).unwrap();
        parser.resume(b);
        let b = parser.all(Parser::layout).unwrap();
        logical_product(&a, &b).map_or_else(|e| e.to_string(), |l| l.text_with(&parser.names()))
    };
    assert_eq!(product("(5,2,M{min=4}):(1,5,10)", "3:N"), "((5,2,M{min=4}),3):((1,5,10),10*M*N)");
}

#[test]
fn left_inverses_of_swizzles() {
    let mut found = 0;
    let strides = || (0..8i64).flat_map(|d| (0..8i64).map(move |e| (d, e)));
    for (m, n, (d, e)) in
        [(2, 2), (2, 3), (3, 2), (4, 2)].into_iter().flat_map(|(m, n)| strides().map(move |s| (m, n, s)))
    {
        for swizzle in ["S<1,0,1>", "S<1,1,1>", "S<1,0,-1>", "S<1,0,2>", "S<1,0,-2>"] {
            let text = format!("{swizzle} o 0 o ({m},{n}):({d},{e})");
            let a: AnyLayout = text.parse().unwrap();
            let Ok(left) = left_inverse(&a) else { continue };
            let values: Vec<i64> = (0..m * n).map(|i| a.eval(i).unwrap()).collect();
            for value in &values {
                let first = values.iter().position(|v| v == value).unwrap() as i64;
                assert_eq!(left.eval(*value), Some(first), "{text} with {left}");
            }
            found += 1;
        }
    }
    assert!(found > 250, "{found}");
}

#[test]
fn functions_behind_each_other() {
    let one = || Outer::Layout(layout("4:1"));
    let mut outer = one();
    for _ in 0..63 {
        outer = one().after(Expr::ZERO, outer);
    }
    assert!(ComposedLayout::new(outer.clone(), Expr::ZERO, layout("4:1")).is_ok());
    let error = ComposedLayout::new(one().after(Expr::ZERO, outer), Expr::ZERO, layout("4:1")).unwrap_err();
    assert_eq!(error.to_string(), "nesting of 65 levels is too deep; a layout has at most 64");
}

#[test]
fn coordinates_that_do_not_fit() {
    fn coord(tuple: &IntTuple) -> Coord<Expr> {
        match tuple.profile.is_leaf() {
            true => Coord::Int(tuple.leaves[0].clone()),
            false => Coord::Tuple(tuple.modes().map(|m| coord(&m)).collect()),
        }
    }
    for (of, at, expect) in [
        ("(4,8):(1,4)", "(1,2,3)", "it takes an integer or a tuple of 2, not (1,2,3)"),
        ("8:1", "(1,2)", "it takes an integer, not (1,2)"),
        ("(4,8):(1,4)", "(1,(2,3))", "mode 1 takes an integer, not (2,3)"),
        (
            "(4,(2,(3,M))):(1,(4,(8,24)))",
            "(1,(0,(2,1,?)))",
            "mode 1.1 takes an integer or a tuple of 2, not (2,1,s0)",
        ),
        ("((2,2),(2,2)):((1,2),(4,8))", "((0,1),())", "mode 1 takes an integer or a tuple of 2, not ()"),
    ] {
        let at: IntTuple = at.parse().unwrap();
        let error = layout(of).crd2idx(&coord(&at)).unwrap_err();
        let shape = layout(of).shape().named();
        let whole = format!("the coordinate {} does not fit the shape {shape}: {expect}", at.named());
        assert_eq!(error.to_string(), whole);
    }
}
