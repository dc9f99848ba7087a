//! Swizzled layouts, judged by their values.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use layout_algebra::{
    AnyLayout, Coord, Expr, IntTuple, Layout, Swizzle, composition, idx2crd, logical_product,
    max_common_vector, right_inverse,
};

fn any(text: &str) -> AnyLayout {
    text.parse().unwrap()
}

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

fn size(l: &AnyLayout) -> i64 {
    l.size().unwrap().as_const().unwrap()
}

fn largest(l: &AnyLayout) -> i64 {
    (0..size(l)).map(|i| l.eval(i).unwrap()).max().unwrap()
}

/// One more than the largest value, also of layouts too large to be evaluated one by one.
#[test]
fn cosizes_are_exact() {
    let layouts = [
        "S<3,4,3> o 5 o 1048577:1",
        "S<3,4,3> o 0 o 2000001:1",
        "S<3,4,3> o 0 o (1025,1025):(1,1025)",
        "S<3,4,3> o 0 o (2,1048577):(4000000,1)",
        "S<1,0,1> o 0 o 3000001:2",
        "S<3,4,-3> o 77 o (300,(7,331)):(5,(0,-3))",
        "S<2,1,-9> o -700000 o (81,13,100):(997,1009,13)",
        "S<2,0,20> o 3 o (3,70001):(5000000,7)",
        "S<3,4,3> o -2000000 o 70000:-1",
        // Up to 2^16 coordinates.
        "S<3,4,3> o 5 o 999:1",
        "S<2,1,-2> o 0 o 5:1",
    ];
    for text in layouts {
        let l = any(text);
        assert_eq!(l.cosize().unwrap(), (largest(&l) + 1).into(), "{text}");
    }
}

/// A search that takes too long is given up, not answered.
#[test]
fn cosizes_that_are_not_found() {
    let sparse = "S<20,0,21> o 0 o (7,7,7,7,7,7,7,7,7,7,7,7,7):\
        (99991,99989,99971,99961,99929,99923,99907,99901,99881,99877,99871,99859,99839)";
    let error = any(sparse).cosize().unwrap_err().to_string();
    assert_eq!(
        error,
        format!("cosize of {sparse}: the search for the largest of its 96889010407 values takes too long")
    );
}

/// `R(c) = A(B(c))` at every coordinate of B's shape.
#[track_caller]
fn composes(a: &str, b: &str) {
    let (a, b) = (layout(a), any(b));
    let found = composition(&a, &b).unwrap_or_else(|e| panic!("{a} o {b}: {e}"));
    agrees(&found, &b, |value| a.eval(value).unwrap());
}

/// `found` is `f` after `of` at every coordinate of the shape of `of`.
#[track_caller]
fn agrees(found: &AnyLayout, of: &AnyLayout, f: impl Fn(i64) -> i64) {
    let shape = of.domain().shape();
    for i in 0..size(of) {
        let coord = coordinate(&idx2crd(&Expr::from(i).into(), &shape).unwrap());
        let expect = f(of.eval_at(&coord).unwrap());
        assert_eq!(found.eval_at(&coord).map_err(|e| e.to_string()), Ok(expect), "{found} at {coord}");
    }
}

fn coordinate(integers: &IntTuple) -> Coord<Expr> {
    if integers.profile.is_leaf() {
        return Coord::Int(integers.leaves[0].clone());
    }
    Coord::Tuple(integers.modes().map(|m| coordinate(&m)).collect())
}

#[test]
fn compositions_keep_the_shape_of_a_swizzled_right_operand() {
    composes("(8,4,3):(1,8,32)", "S<1,1,-1> o 4 o ((1),4):((3),1)");
    composes("6:1", "S<1,0,-2> o 8 o ((5)):((4))");
    composes("(8,12):(12,0)", "S<2,3,-4> o 1 o (2,(1),1):(1,(4),0)");
    composes("(8,8):(8,1)", "S<2,1,3> o 4 o (2,(2,2),2):(1,(2,8),16)");
}

#[test]
fn compositions_with_a_swizzle_keep_the_shape() {
    let a = any("(8,(4,2)):(8,(1,4))");
    let swizzle = Swizzle::new(1, 0, 3).unwrap();
    let found = composition(&a, &swizzle).unwrap();
    assert_eq!(found.domain().profile(), a.domain().profile());
    assert!((0..64).all(|i| found.eval(i) == a.eval(swizzle.apply(i))), "{found}");
}

#[test]
fn products_keep_the_shape_of_a_swizzled_right_operand() {
    let (a, b) = (any("4:1"), any("S<1,0,1> o 4 o ((2),(1,2)):((1),(0,2))"));
    let found = logical_product(&a, &b).unwrap();
    assert_eq!(found.domain().shape().to_string(), "(4,((2),(1,2)))");
    agrees(&found, &any("(4,((2),(1,2))):(1,((4),(0,8)))"), |i| {
        i % 4 + 4 * Swizzle::new(1, 0, 1).unwrap().apply(4 + i / 4)
    });
}

/// `A(R(i)) = i`, and `R(i)` is a coordinate of A.
#[test]
fn right_inverses_stay_in_the_domain() {
    let mut longer = 0;
    for swizzle in ["S<2,1,-2>", "S<2,1,2>", "S<1,0,1>", "S<1,2,-1>", "S<2,0,3>"] {
        for inner in
            ["5:1", "6:1", "12:1", "8:1", "(4,8):(8,1)", "(3,4):(4,1)", "(2,5):(1,2)", "32:1", "20:1"]
        {
            let a = any(&format!("{swizzle} o 0 o {inner}"));
            let Ok(inverse) = right_inverse(&a) else { continue };
            for i in 0..size(&inverse) {
                let at = inverse.eval(i).unwrap();
                assert!((0..size(&a)).contains(&at), "{inverse} of {a}: {at} at {i}");
                assert_eq!(a.eval(at), Some(i), "{inverse} of {a}");
            }
            longer += i64::from(size(&inverse) > 1);
        }
    }
    assert!(longer > 20, "{longer}");
}

/// A vector of two layouts of one swizzle holds the same elements in both, and no others.
#[test]
fn common_vectors_under_one_swizzle() {
    for (swizzle, offset) in [("S<2,1,-2>", 0), ("S<2,1,2>", 0), ("S<1,1,3>", 0), ("S<2,0,2>", 4)] {
        for count in [1, 2, 5, 8, 16, 31, 32, 48, 64, 100] {
            let l = any(&format!("{swizzle} o {offset} o {count}:1"));
            let n = max_common_vector(&l, &l).unwrap().as_const().unwrap();
            let first = l.eval(0).unwrap();
            let mut reached: Vec<i64> = (0..n).map(|i| l.eval(i).unwrap() - first).collect();
            reached.sort_unstable();
            let low = reached[0];
            assert!(reached.iter().zip(low..).all(|(v, i)| *v == i), "{n} of {l}: {reached:?}");
            assert!(n >= 1 && n <= count, "{n} of {l}");
        }
    }
    let found = |text: &str| max_common_vector(&any(text), &any(text)).unwrap();
    assert_eq!(found("S<2,1,-2> o 0 o 5:1"), 2.into());
    assert_eq!(found("S<2,1,-2> o 0 o 70:1"), 64.into());
    assert_eq!(found("(8,8):(8,1) o 0 o 8:1"), 1.into());
}
