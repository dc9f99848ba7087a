//! Any line whatever gets an answer: valid requests, cut up and mixed.

#![allow(clippy::unwrap_used, reason = "tests")]

use layout_algebra::Parser;
use layout_calc::convert::{Asked, all, read};
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

/// Layouts as others write them.
const FORMS: [&str; 9] = [
    "memref<4x?xf32, strided<[?, -1], offset: ?>, #gpu.address_space<workgroup>>",
    "(d0, d1)[s0] -> (d0 * s0 + d1 floordiv 4 mod 2 - (d0 + 3) ceildiv 5)",
    "affine.linearize_index disjoint [%0, %1] by (4, ?)",
    "#xegpu.slice<#xegpu.layout<sg_layout = [2, 4], lane_data = [1, 1], order = [1, 0]>, dims = [0]>",
    "#xegpu.layout<lane_layout = [2, 8], lane_data = [1, 1]>",
    "shard.sharding @g(shape = 2x?x4) split_axes = [[0], [1, 2]] halo_sizes = [1, ?]",
    "!cuda_tile.partition_view<tile=(4x2), padding_value = nan, tensor_view<?x16xf32, strides=[1,?]>, dim_map=[1, 0]>",
    "tv<(8,2):(4,1), 2:2>",
    "S<3,3,3> o 0 o ((2,4),?):((1,16),2)",
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
    fn every_form_is_answered(
        form in 0usize..9,
        edits in prop::collection::vec((0usize..120, 0usize..5, 0usize..30, 0usize..3), 0..4),
        shape in prop::sample::select(vec!["", "8", "4x8", "?x8", "0x3", "4x8x2", "9223372036854775807x2", "x"]),
        lanes in -1i64..20,
    ) {
        let text = edits.iter().fold(FORMS[form].to_owned(), |text, edit| edited(&text, *edit));
        let assume = ["stride1=div_by<8>".to_owned()];
        let asked = Asked { shape: Some(shape), grid: Some("2x4"), lanes, element: "f16", assume: &assume };
        let layout = |text: &str| text.parse().map_err(|e: layout_algebra::ParseError| e.to_string());
        if let Ok(subject) = read(&text, &asked, &layout) {
            let _ = all(&subject, &asked, &[]);
        }
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
