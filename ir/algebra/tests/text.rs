//! Text: round trips, canonical numbering, and any input without a panic.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use layout_algebra::{
    AnyLayout, Expr, IntTuple, Layout, Symbol, Tiler, coalesce, composition, zipped_divide,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn canonical(text: &str) -> String {
    let layout: AnyLayout = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    let (canonical, _) = layout.canonical();
    let printed = canonical.to_string();
    let again: AnyLayout = printed.parse().unwrap_or_else(|e| panic!("{printed}: {e}"));
    assert_eq!(again, canonical, "{text} prints {printed}");
    assert_eq!(again.canonical().0.to_string(), printed);
    printed
}

#[test]
fn canonical_forms() {
    let check = |text: &str, expect: &str| assert_eq!(canonical(text), expect, "{text}");
    check("(128, 64):(64,1)", "(128,64):(64,1)");
    check("(M,K):(K,1)", "(?,?):(s1,1)");
    check("(?,?{div=8}):(s1,1)", "(?,?{div=8}):(s1,1)");
    check("(?{max=4096},4):(1,?)", "(?{max=4096},4):(1,?)");
    check("S<3,4,3> o 0 o (8,64):(64,1)", "S<3,4,3> o 0 o (8,64):(64,1)");
    check("Sw<3,4,3> o ?{min=0,div=8} o (8,64):(64,1)", "S<3,4,3> o ?{div=8,min=0} o (8,64):(64,1)");
    check("(20):(3) o 2 o (20):(3)", "(20):(3) o 2 o (20):(3)");
    check("((2,2),(2,2)):((1,4),(8,32))", "((2,2),(2,2)):((1,4),(8,32))");
    check("(8,16)", "(8,16):(1,8)");
    check("(N{div=4} floordiv 4,4):(4*N,N)", "(floordiv(?{div=4},4),4):(4*s0,s0)");
    check(
        "(N ceildiv 4,4):(4,1)",
        "(1+floordiv(?-1,4),4):(4,1)".replace("1+floordiv(?-1,4)", "floordiv(?+3,4)").as_str(),
    );
    check("(2*N+1,M):(M,1)", "(2*?+1,?):(s1,1)");
    // Products of sums are multiplied out.
    check("(P,Q):(1,(P+2)*(Q+2))", "(?,?):(1,2*s0+s0*s1+2*s1+4)");
    check("(?,?):(1,(s0+2)*(s1+2))", "(?,?):(1,2*s0+s0*s1+2*s1+4)");
    check("(8,(P+2)*3-6):(-(P-1)*2,1)", "(8,3*?):(-2*s0+2,1)");
    check("((P+1) floordiv (2)*(4),4):(1,4)", "(4*floordiv(?+1,2),4):(1,4)");
    check("S<1,0,1> o (P+1)*(P-1) o 8:1", "S<1,0,1> o ?*s0-1 o 8:1");
    check("((P+2)*2,((P+2),4)):(1,((2),3))", "(2*?+4,((s0+2),4)):(1,((2),3))");
    check("():()", "():()");
    // As CuTe's Python DSL prints it.
    check("(?,?{i64}):(?{i64 div=64},?{i32 div=2})", "(?,?):(?{div=64},?{div=2})");
    assert_eq!("[32:1;(2,64):(64,1);_]".parse::<Tiler>().unwrap().to_string(), "[32:1, (2,64):(64,1), _]");
}

#[test]
fn errors_name_place_and_reason() {
    let check = |text: &str, expect: &str| {
        let error = text.parse::<AnyLayout>().unwrap_err();
        assert_eq!(error.to_string(), expect, "{text}");
    };
    check(
        "(4,8):(1)",
        "at byte 0: shape (4,8) and stride (1) are not congruent; each integer of the shape needs one stride, nested alike",
    );
    let plain = "S<3,3,3> o 0 o (8,64):(64,1)".parse::<Layout>().unwrap_err();
    let composed = "at byte 0: this is a composed layout; read it as an AnyLayout or a ComposedLayout";
    assert_eq!(plain.to_string(), composed);
    check("(4,0):(1,4)", "at byte 0: mode 1: size 0 is not positive; sizes are at least 1");
    check("0x10:1", "at byte 1: expected `:` or `,`, found `x10`");
    check("(4,8:(1,4)", "at byte 4: expected `,` or `)`, found `:`");
    check("(4,x!):(1,4)", "at byte 4: expected `,` or `)`, found `!`");
    check(
        "(4,99999999999999999999):(1,4)",
        "at byte 3: the integer 99999999999999999999 does not fit in 64 bits",
    );
    check(
        "(4294967296,4294967296):(1,1)",
        "at byte 0: integer overflow: 4294967296 * 4294967296 does not fit in 64 bits",
    );
    check("(4,s3):(1,4)", "at byte 3: s3 refers to symbol 3, but 0 symbols precede it; `?` introduces one");
    check("(?{mod=4}):(1)", "at byte 3: unknown fact `mod`; known are div, min and max");
    check("(?{i16 div=4}):(1)", "at byte 3: unknown fact `i16`; known are div, min and max");
    check("(?{i64 div 4}):(1)", "at byte 11: expected `=`, found `4`");
    check("(?{4}):(1)", "at byte 3: expected `div=`, `min=` or `max=`, found `4`");
    check(
        "(?{div=0}):(1)",
        "at byte 1: no integer satisfies these facts (div=0, min=1, max=9223372036854775807)",
    );
    check("(M{div=3,div=4}):(1)", "at byte 9: the fact `div` stands here twice; state it once");
    check("(?{i64 max=9,min=2,max=9}):(1)", "at byte 19: the fact `max` stands here twice; state it once");
    check("(?{max=0}):(1)", "at byte 1: no integer satisfies these facts (div=1, min=1, max=0)");
    check(
        "S<3,4,2> o 0 o 8:1",
        "at byte 0: S<3,4,2>: a shift of 2 is smaller than the 3 bits it moves, so the two bit fields overlap; use |S| >= 3",
    );
    check("(P,Q):(1,(P+2)*(Q+2)", "at byte 20: expected `,` or `)`, found the end");
    check("(P,Q):(1,(P+2)*(Q+2!))", "at byte 19: expected `)`, found `!`");
    check("(P,Q):(1,(P,2)*4)", "at byte 11: expected `)`, found `,`");
    check("(P,Q):(1,4(P+2))", "at byte 10: expected `,` or `)`, found `(`");
    check("(P,Q):(1,(R2+)*(Q+2))", "at byte 13: expected an integer, `?`, or a symbol, found `)`");
    let deep = format!("{}1{}:1", "(".repeat(200), ")*1".repeat(200));
    check(&deep, "at byte 65: nesting deeper than 64 levels");
    check("", "at byte 0: expected an integer, `?`, or a symbol, found the end");
    let deep = format!("{}1{}:1", "(".repeat(10_000), ")".repeat(10_000));
    check(&deep, "at byte 65: nesting deeper than 64 levels");
    let long = format!("({}1):1", "1,".repeat(1_000_000));
    check(&long, "at byte 8193: more than 4096 integers");
}

/// Renumbering keeps track of where each symbol came from.
#[test]
fn canonical_numbering_knows_its_origin() {
    for text in [
        "(M,K):(K,1)",
        "(4,M,K):(M*K,K+M,1)",
        "(A*B+C,C):(B,A)",
        "(K+M*K,2):(1,M)",
        "S<1,0,1> o C o (B,A):(A,1)",
    ] {
        let layout: AnyLayout = text.parse().unwrap();
        // Numbers as an operation on two layouts leaves them: reversed and with gaps.
        let scattered = layout.substitute(&|s| Symbol::new(40 - 3 * s.id, s.facts).into()).unwrap();
        let (canonical, origin) = scattered.canonical();
        assert!(canonical.symbols().iter().enumerate().all(|(i, s)| s.id == i as u32), "{canonical}");
        let back = canonical.substitute(&|s| origin[s.id as usize].into()).unwrap();
        assert_eq!(back, scattered, "{text} as {canonical} from {origin:?}");
    }
}

fn texts() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "(",
        ")",
        ",",
        ":",
        "4",
        "-1",
        "8",
        "?",
        "{div=4}",
        "{max=9}",
        "s0",
        "s1",
        "M",
        "K",
        "*",
        "+",
        "-",
        " o ",
        "S<3,4,3>",
        "Sw<1,0,1>",
        "floordiv",
        "mod",
        "min(",
        "[",
        "]",
        "_",
        "9223372036854775807",
        "0",
        "é",
        "\u{0}",
        "e0",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|v| v.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics(text in texts()) {
        if let Ok(layout) = text.parse::<AnyLayout>() {
            let _ = (layout.size(), layout.cosize(), coalesce(&layout), layout.eval(5));
            canonical(&text);
        }
        let _ = text.parse::<Tiler>();
        let _ = text.parse::<IntTuple>();
    }

    #[test]
    fn no_unicode_panics(text in "\\PC{0,40}") {
        let _ = text.parse::<AnyLayout>();
        let _ = text.parse::<Tiler>();
    }

    /// A symbolic result, with values for the symbols, is the static result.
    #[test]
    fn substitution_commutes(
        m in 1i64..5, k in 1i64..5,
        tile in prop::sample::select(vec!["[4:1, 8:1]", "[2:1, 4:2]", "[4:1]", "[(2,2):(1,2), 2:4]"]),
        source in prop::sample::select(vec![
            "(M{div=4},K{div=8}):(K,1)", "(M{div=4},K{div=8}):(1,M)", "(M{div=4},(K{div=8},3)):(1,(M,M*K))",
        ]),
        b in prop::sample::select(vec!["4:1", "2:2", "(2,2):(1,2)", "1:0"]),
    ) {
        let (m, k) = (4 * m, 8 * k);
        let bind = |s: Symbol| Expr::Const(if s.id == 0 { m } else { k });
        let symbolic: Layout = source.parse().unwrap();
        let fixed = symbolic.substitute(&bind).unwrap();
        let tiler: Tiler = tile.parse().unwrap();
        if let Ok(r) = zipped_divide(&symbolic, &tiler) {
            let (got, want) = (r.substitute(&bind).unwrap(), zipped_divide(&fixed, &tiler).unwrap());
            prop_assert_eq!(got.size().unwrap(), want.size().unwrap());
            for i in 0..m * k {
                prop_assert_eq!(got.eval(i), want.eval(i));
            }
        }
        let b: Layout = b.parse().unwrap();
        if let Ok(r) = composition(&symbolic, &b) {
            let want = composition(&fixed, &b).unwrap();
            let got = r.substitute(&bind).unwrap();
            for i in 0..b.size().unwrap().as_const().unwrap() {
                prop_assert_eq!(got.eval(i), want.eval(i));
            }
        }
        prop_assert_eq!(
            symbolic.cosize().unwrap().eval(&|s| if s.id == 0 { m } else { k }).unwrap(),
            fixed.cosize().unwrap().as_const().unwrap()
        );
    }
}
