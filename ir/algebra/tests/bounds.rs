//! Bounds of expressions, against values. (They are read by the notation of layouts.)

#![allow(clippy::unwrap_used, reason = "tests")]

use layout_algebra::IntTuple;
use layout_integer::{Expr, MAX_EXPR_DEPTH, Symbol, SymbolFacts, Undecided};

fn bounds(text: &str) -> (Option<i128>, Option<i128>) {
    text.parse::<IntTuple>().unwrap().leaves[0].bounds()
}

#[test]
fn sums_of_products() {
    // 4qr - r + 1, from q = r = 1 on.
    assert_eq!(bounds("4*Q{min=1}*R{min=1}-R+1"), (Some(4), None));
    assert_eq!(bounds("M{min=2}*K{min=3}-K-1"), (Some(2), None));
    assert_eq!(bounds("1-M{min=2}*M"), (None, Some(-3)));
    assert_eq!(bounds("K{max=-1}*M{max=-2}+M+K"), (Some(-1), None));
    assert_eq!(bounds("A{min=1}*B{min=1}*C-B*C"), (None, None));
    // 6·64 = 4·96: K is divided out, whatever is added.
    assert_eq!(bounds("4*K{div=4,min=5}*N{div=8,min=89}-6*K*M{div=16,min=1,max=64}-1"), (Some(-1), None));
    assert_eq!(bounds("max(N,-N)"), (Some(0), None));
    assert_eq!(bounds("floordiv(14*M{min=1}-1,6*M)"), (Some(1), None));
    // A long product is not multiplied out.
    let names: Vec<String> = (0..40).map(|i| format!("M{i}{{min=1}}")).collect();
    assert_eq!(bounds(&format!("{}-1", names.join("*"))), (Some(0), None));
}

/// Deeply nested quotients are bounded in time that grows with their length.
#[test]
fn nested_quotients() {
    let symbol = |id, min| Expr::from(Symbol::new(id, SymbolFacts { min, ..SymbolFacts::NONE }));
    let mut nested = symbol(0, 1);
    for id in 1..MAX_EXPR_DEPTH / 2 {
        nested = nested.add(&symbol(100 + id, 1)).unwrap();
        nested = nested.floordiv(&symbol(id, 2)).unwrap().maximum(&symbol(200 + id, 0)).unwrap();
        if nested.bounds().0.is_none() {
            panic!("{} has a least value", nested.named());
        }
    }
}

/// What is stated is not suggested, and no bound that leaves no positive value.
#[test]
fn suggestions() {
    let symbol = |facts| Expr::from(Symbol::new(0, facts));
    let stated = symbol(SymbolFacts { div: 4, min: 5, max: i64::MAX });
    assert_eq!(Undecided::at_most(&8.into(), &stated).fact(), None);
    assert_eq!(Undecided::divides(&2.into(), &stated).fact(), None);
    let fact = |bound: i64| Undecided::at_most(&stated, &bound.into()).fact().map(|s| s.facts.max);
    assert_eq!(fact(9), Some(11));
    assert_eq!(fact(7), None);
    let quarter = symbol(SymbolFacts { div: 4, ..SymbolFacts::NONE });
    assert_eq!(Undecided::at_most(&quarter, &3.into()).fact(), None);
}

#[test]
fn values_lie_within() {
    let forms = [
        "4*Q*R-R+1",
        "Q*Q-Q*R+3",
        "floordiv(Q*R-3,R+9)-Q",
        "mod(Q,3)*R-min(Q,R)",
        "max(Q-R,R-Q)*Q",
        "2*Q*R*R-R*R-Q*R+5",
        "floordiv(5*Q+R,Q+9)*R",
    ];
    let ranges = [(1, 6), (-4, 3), (-7, -1), (0, 4)];
    for form in forms {
        for (q, r) in ranges.iter().flat_map(|q| ranges.iter().map(move |r| (*q, *r))) {
            let facts = |(min, max): (i64, i64)| format!("{{min={min},max={max}}}");
            let text = format!("(Q{},R{},{form})", facts(q), facts(r));
            let Ok(tuple) = text.parse::<IntTuple>() else { continue };
            let (lo, hi) = tuple.leaves[2].bounds();
            for (x, y) in (q.0..=q.1).flat_map(|x| (r.0..=r.1).map(move |y| (x, y))) {
                let value = tuple.leaves[2].eval(&|s| if s.id == 0 { x } else { y }).unwrap();
                let inside = lo.is_none_or(|lo| lo <= value.into()) && hi.is_none_or(|hi| hi >= value.into());
                assert!(inside, "{text} is {value} for {x}, {y}, outside {lo:?} to {hi:?}");
            }
        }
    }
}
