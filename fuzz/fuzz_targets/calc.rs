//! Any expression and any request line has an answer.
#![no_main]

use layout_algebra::Parser;
use layout_calc::expression::evaluate;
use layout_calc::jsonl::answer;
use layout_calc::value::Notation;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = evaluate(text, &mut Parser::new(text));
    for notation in [Notation::Cute, Notation::Own] {
        let answer = answer(text, notation);
        assert!(!answer["reason"].as_str().unwrap_or_default().contains("internal error"));
    }
});
