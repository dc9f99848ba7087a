//! Cases computed by the real CuTe C++ library, through the batch protocol.
//!
//! A sample of them, `tests/oracle-sample.jsonl`, is always read; the full set, which is not
//! in the repository, from the folder that `LAYOUT_ORACLE` names, or from `shared/oracle`
//! beside the checkout, if it is there.
//!
//! * What CuTe gets right must be answered: static results with CuTe's text (up
//!   to the strides of size-1 modes, which nobody can observe), dynamic ones with
//!   the same function. `tests/oracle-differences.txt` lists the exceptions, each
//!   with the reason; one that no longer differs fails the test too.
//! * Where CuTe's answer breaks its own equation (`law: fail`) ours must be
//!   another, or a refusal.
//! * What CuTe refuses is refused, or answered where a right answer exists;
//!   structural nonsense is refused.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use layout_calc::jsonl::answer;
use layout_calc::value::Notation;
use serde_json::Value;

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut out = vec![root.join("tests/oracle-sample.jsonl")];
    let full = match std::env::var_os("LAYOUT_ORACLE") {
        Some(folder) => Some(std::fs::read_dir(folder).unwrap()),
        None => std::fs::read_dir(root.join("../../../shared/oracle")).ok(),
    };
    if let Some(folder) = full {
        out.extend(
            folder
                .filter_map(|f| Some(f.ok()?.path()))
                .filter(|p| p.extension().is_some_and(|e| e == "jsonl")),
        );
    }
    out
}

/// Identifiers of records that may differ.
fn differences() -> BTreeSet<String> {
    let text = include_str!("oracle-differences.txt");
    let ids = text.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_whitespace().next());
    ids.map(str::to_owned).collect()
}

/// The text without marks of what is static.
fn unmarked(text: &Value) -> String {
    let text = text.to_string();
    let bytes = text.as_bytes();
    let mark = |i: usize| {
        bytes[i] == b'_'
            && bytes.get(i + 1).is_some_and(|c| c.is_ascii_digit() || *c == b'-' || c.is_ascii_alphabetic())
    };
    text.char_indices().filter(|(i, _)| !mark(*i)).map(|(_, c)| c).collect()
}

#[derive(PartialEq)]
enum Verdict {
    Right,
    Refused,
    Wrong(String),
}

fn judge(record: &Value) -> Verdict {
    let ours = answer(&record.to_string(), Notation::Cute);
    let (status, law) = (ours["status"].as_str().unwrap(), record["law"].as_str().unwrap_or_default());
    let wrong = || {
        let got = if status == "ok" { &ours["out"] } else { &ours["reason"] };
        let case = format!("{} {} {}{}", record["id"], record["op"], record["params"], record["in"]);
        Verdict::Wrong(format!("{case}\n    CuTe: {} {}\n    ours: {got}", record["out"], record["offset"]))
    };
    if record["status"] != "ok" {
        return match (record["class"].as_str(), status) {
            (Some("structure"), "ok") if record["op"] != "blocked_product" => wrong(),
            (_, "refused" | "unsupported") => Verdict::Refused,
            _ => Verdict::Right,
        };
    }
    let same = [&record["out"], &record["canon"]].contains(&&ours["out"]);
    let same_function = !record["fn"].is_null() && record["fn"] == ours["fn"];
    if law.starts_with("fail") {
        return match status {
            "ok" if same && same_function => wrong(),
            "ok" => Verdict::Right,
            _ => Verdict::Refused,
        };
    }
    let dynamic = record["dyn"] == true;
    let offset = record["offset"].is_null() || unmarked(&record["offset"]) == unmarked(&ours["offset"]);
    let equivalent = dynamic && (same_function || unmarked(&record["out"]) == unmarked(&ours["out"]));
    if status == "ok" && offset && (same || equivalent) { Verdict::Right } else { wrong() }
}

#[test]
fn agrees_with_cute() {
    let allowed = differences();
    let mut tally: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let (mut wrong, mut unused) = (Vec::new(), allowed.clone());
    let mut all = false;
    for file in files() {
        all |= file.ends_with("composition.jsonl");
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            let entry = tally.entry(record["op"].as_str().unwrap().into()).or_default();
            match judge(&record) {
                Verdict::Right => entry.0 += 1,
                Verdict::Refused => entry.1 += 1,
                Verdict::Wrong(what) => {
                    let id = record["id"].as_str().unwrap();
                    unused.remove(id);
                    if !allowed.contains(id) {
                        wrong.push(what);
                    }
                }
            }
        }
    }
    for (op, (right, refused)) in &tally {
        println!("{op}: {right} right, {refused} refused");
    }
    assert!(tally.len() >= 90, "only {} operations", tally.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(!all || unused.is_empty(), "these no longer differ: {unused:?}");
}
