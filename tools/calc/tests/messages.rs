//! What is said of a mistake, and where.

#![allow(clippy::unwrap_used, reason = "tests")]

use layout_algebra::Parser;
use layout_calc::expression::{ExpressionError, evaluate, evaluate_cute};
use layout_calc::jsonl::answer;
use layout_calc::report::usual_access;
use layout_calc::value::Notation;

/// What is wrong with an expression, and from where on.
fn mistake(text: &str) -> (String, &str) {
    let ExpressionError { offset, message } = evaluate(text, &mut Parser::new(text)).unwrap_err();
    (message, &text[offset..])
}

#[test]
fn parentheses() {
    let check = |text: &str, message: &str, rest: &str| {
        assert_eq!(mistake(text), (message.to_owned(), rest), "{text}");
    };
    let open = "expected `,` or `)`, found the end";
    check("composition(8:1", open, "");
    check("composition(8:1, coalesce(4:1)", open, "");
    check("group<0,2>((2,2,2):(1,2,4)", open, "");
    check("composition(8:1, 4:1) x", "expected the end, found `x`", "x");
    check("composition(8:1, 4:1))", "expected the end, found `)`", ")");
    // A mistake inside comes first.
    check("composition((8,4:(1,8), 4:1)", "expected `,` or `)`, found `:`", ":(1,8), 4:1)");
    check(
        "coalesce(composation(4:1)",
        "there is no operation `composation`; did you mean `composition`?",
        "composation(4:1)",
    );
}

/// Unknowns are called as the user calls them, also where the text is no value.
#[test]
fn names_of_unknowns() {
    let ours = answer(r#"{"op": "coalesce", "in": ["(M-1,4):(1,M)"]}"#, Notation::Own);
    let reason = ours["reason"].as_str().unwrap();
    assert!(reason.contains("whether M-1 >= 1 is not known") && reason.contains("M{min=2}"), "{reason}");
    let error = usual_access("ldmatrix", &"(M,64):(64,1)".parse().unwrap(), 16).unwrap_err();
    assert_eq!(error, "ldmatrix needs a tile of known sizes; s0 of (s0,64):(64,1) is dynamic");
}

/// A dynamic integer of known value is that value, and so is what is computed with it.
#[test]
fn values_of_known_integers() {
    let error = evaluate_cute("logical_divide((12,32):(1,12), 128:1)", &mut 0).unwrap_err();
    assert!(error.message.starts_with("no layout is (12,32):(1,12) o (128,(1,3)):(1,(1,128)): "), "{error}");
}
