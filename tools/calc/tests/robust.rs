//! Any line whatever gets an answer: valid requests, cut up and mixed.

#![allow(clippy::unwrap_used, reason = "tests")]

use layout_algebra::Parser;
use layout_calc::expression::evaluate;
use layout_calc::jsonl::answer;
use layout_calc::value::Notation;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::Value;

const PIECES: [&str; 30] = [
    "(",
    ")",
    ":",
    "_",
    "_0",
    "_1",
    "0",
    "1",
    "-1",
    "_-1",
    "9223372036854775807",
    "-9223372036854775808",
    "_4611686018427387904",
    "_2147483648",
    "17179869184",
    "@0",
    "@65535",
    "Sw<3,4,3>",
    " o ",
    "<",
    ">",
    ",",
    "7",
    "()",
    "?",
    "{div=0}",
    "é",
    "[",
    "N",
    "floordiv",
];

fn requests() -> Vec<Value> {
    let lines = include_str!("oracle-sample.jsonl").lines();
    lines.map(|l| serde_json::from_str(l).unwrap()).collect()
}

/// Where to cut a text, and what to put there.
type Edit = (usize, usize, usize, usize);

fn edited(text: &str, (at, cut, piece, kind): Edit) -> String {
    let characters: Vec<char> = text.chars().collect();
    let at = at % (characters.len() + 1);
    let end = if kind % 3 == 0 { at } else { (at + cut % 5).min(characters.len()) };
    let middle = if kind % 3 == 2 { "" } else { PIECES[piece % PIECES.len()] };
    let part = |c: &[char]| c.iter().collect::<String>();
    part(&characters[..at]) + middle + &part(&characters[end..])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn every_line_is_answered(
        (first, second, swap) in (0usize..10_000, 0usize..10_000, 0usize..6),
        edits in prop::collection::vec((0usize..400, 0usize..5, 0usize..30, 0usize..3), 0..4),
        own in any::<bool>(),
    ) {
        thread_local!(static REQUESTS: Vec<Value> = requests());
        let line = REQUESTS.with(|all| {
            let (mut record, other) = (all[first % all.len()].clone(), &all[second % all.len()]);
            match swap {
                0 => record["op"] = other["op"].clone(),
                1 => record["in"] = other["in"].clone(),
                2 => record["params"] = other["params"].clone(),
                _ => {}
            }
            for (i, edit) in edits.iter().enumerate() {
                let inputs = record["in"].as_array().map_or(0, Vec::len);
                if inputs > 0 {
                    let text = record["in"][i % inputs].as_str().unwrap_or_default().to_owned();
                    record["in"][i % inputs] = edited(&text, *edit).into();
                }
            }
            record.to_string()
        });
        let notation = if own { Notation::Own } else { Notation::Cute };
        let answer = answer(&line, notation);
        let reason = answer["reason"].as_str().unwrap_or_default();
        prop_assert!(!reason.contains("internal error"), "{line}");
    }

    #[test]
    fn every_text_is_answered(text in "[ -~é]{0,60}", cut in 0usize..60) {
        let expression = format!("composition((4,8):(8,1), {text})");
        for text in [text.as_str(), &expression, expression.get(..cut).unwrap_or_default()] {
            let _ = evaluate(text, &mut Parser::new(text));
            let _ = answer(text, Notation::Cute);
        }
    }
}
