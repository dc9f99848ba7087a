//! Cases computed by the real CuTe C++ library.
//!
//! The full set is read from `shared/oracle` beside the checkout when it is
//! there, a sample of it from `tests/oracle-sample.jsonl` always. A record
//! counts as right if the result is CuTe's text (up to the unobservable strides
//! of size-1 modes) or, failing that, the same function; a refusal is allowed
//! only where CuTe's own answer breaks the defining equation or needs sizes
//! that do not divide.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use layout_algebra::{
    Expr, IntTuple, Layout, Tiler, blocked_product, coalesce, complement, composition_tiler,
    flat_divide_tiler, flat_product_tiler, left_inverse, logical_divide_tiler, logical_product_tiler,
    raked_product, right_inverse, tiled_divide_tiler, tiled_product_tiler, zipped_divide_tiler,
    zipped_product_tiler,
};
use serde_json::Value;

/// CuTe marks static integers `_4`; the function is the same without the mark.
fn plain(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::new();
    for (i, c) in text.char_indices() {
        let mark = c == '_' && bytes.get(i + 1).is_some_and(|d| d.is_ascii_digit() || *d == b'-');
        if !mark {
            out.push(c);
        }
    }
    out.replace('<', "[").replace('>', "]")
}

fn tiler(text: &str) -> Option<Tiler> {
    let text = plain(text);
    if text.starts_with('[') || text.contains(':') {
        return text.parse().ok();
    }
    // A plain tuple in tiler position is a shape: one integer tiler a mode.
    fn by_mode(t: &IntTuple) -> Option<Tiler> {
        if t.profile.is_leaf() {
            return Layout::mode1(t.leaves[0].clone(), Expr::ONE).ok().map(Tiler::Layout);
        }
        t.modes().map(|m| by_mode(&m)).collect::<Option<Vec<_>>>().map(Tiler::Tuple)
    }
    by_mode(&text.parse().ok()?)
}

/// The strides of size-1 modes replaced by 0.
fn canon(layout: &Layout) -> String {
    let stride = IntTuple {
        profile: layout.profile().clone(),
        leaves: layout
            .shape_leaves()
            .iter()
            .zip(layout.stride_leaves())
            .map(|(s, d)| if s.is(1) { Expr::ZERO } else { d.clone() })
            .collect(),
    };
    Layout::new(&layout.shape(), &stride).unwrap().to_string()
}

/// CuTe's function table.
fn table(record: &Value) -> Vec<i64> {
    record["fn"].as_array().into_iter().flatten().filter_map(Value::as_i64).collect()
}

/// Whether a table is that of `(A, A* o B)`.
fn is_product(inputs: &[String], table: &[i64]) -> bool {
    let [a, b] = [0, 1].map(|i| plain(&inputs[i]).parse::<Layout>().unwrap());
    let size = |l: &Layout| l.size().unwrap().as_const().unwrap();
    let reach = a.size().unwrap().mul(&b.cosize().unwrap()).unwrap();
    let places = complement(&a, &reach).unwrap();
    (0..size(&a) * size(&b)).all(|i| {
        let (inner, copy) = (i % size(&a), i / size(&a));
        let want = a.eval(inner).unwrap() + places.eval(b.eval(copy).unwrap()).unwrap();
        table.get(i as usize) == Some(&want)
    })
}

enum Outcome {
    Skipped,
    Refused(String),
    Layout(Layout),
    Int(i64),
}

fn run(op: &str, inputs: &[String]) -> Outcome {
    let layout = |i: usize| inputs.get(i).and_then(|t| plain(t).parse::<Layout>().ok());
    let Some(a) = layout(0) else { return Outcome::Skipped };
    let answer = |r: Result<Layout, String>| r.map_or_else(Outcome::Refused, Outcome::Layout);
    let int = |r: Result<Expr, _>| match r {
        Ok(Expr::Const(c)) => Outcome::Int(c),
        Ok(_) => Outcome::Skipped,
        Err(e) => Outcome::Refused(format!("{e}")),
    };
    match (op, inputs.len()) {
        ("coalesce", 1) => answer(coalesce(&a).map_err(|e| e.to_string())),
        ("size", 1) => int(a.size()),
        ("cosize", 1) => int(a.cosize()),
        ("complement", 1) => answer(complement(&a, &Expr::ONE).map_err(|e| e.to_string())),
        ("complement", 2) => {
            let Ok(target) = plain(&inputs[1]).parse::<IntTuple>() else { return Outcome::Skipped };
            // A tuple is folded mode by mode by CuTe; only an integer is a range.
            let [target] = target.leaves.as_slice() else { return Outcome::Skipped };
            answer(complement(&a, target).map_err(|e| e.to_string()))
        }
        ("composition" | "logical_divide" | "zipped_divide", 2) => {
            let Some(t) = tiler(&inputs[1]) else { return Outcome::Skipped };
            answer(match op {
                "composition" => composition_tiler(&a, &t).map_err(|e| e.to_string()),
                "logical_divide" => logical_divide_tiler(&a, &t).map_err(|e| e.to_string()),
                _ => zipped_divide_tiler(&a, &t).map_err(|e| e.to_string()),
            })
        }
        ("right_inverse", 1) => answer(right_inverse(&a).map_err(|e| e.to_string())),
        ("left_inverse", 1) => answer(left_inverse(&a).map_err(|e| e.to_string())),
        ("blocked_product" | "raked_product", 2) => {
            let Some(b) = layout(1) else { return Outcome::Skipped };
            let product = if op == "blocked_product" { blocked_product } else { raked_product };
            answer(product(&a, &b).map_err(|e| e.to_string()))
        }
        _ => match (tiled(op), inputs.get(1).and_then(|t| tiler(t))) {
            (Some(f), Some(t)) if inputs.len() == 2 => answer(f(&a, &t)),
            _ => Outcome::Skipped,
        },
    }
}

/// Operations of a layout and a tiler.
fn tiled(op: &str) -> Option<fn(&Layout, &Tiler) -> Result<Layout, String>> {
    Some(match op {
        "tiled_divide" => |a, t| tiled_divide_tiler(a, t).map_err(|e| e.to_string()),
        "flat_divide" => |a, t| flat_divide_tiler(a, t).map_err(|e| e.to_string()),
        "logical_product" => |a, t| logical_product_tiler(a, t).map_err(|e| e.to_string()),
        "zipped_product" => |a, t| zipped_product_tiler(a, t).map_err(|e| e.to_string()),
        "tiled_product" => |a, t| tiled_product_tiler(a, t).map_err(|e| e.to_string()),
        "flat_product" => |a, t| flat_product_tiler(a, t).map_err(|e| e.to_string()),
        _ => return None,
    })
}

#[derive(Default)]
struct Tally {
    right: usize,
    refused: usize,
    wrong: Vec<String>,
}

fn judge(record: &Value, tally: &mut BTreeMap<String, Tally>) {
    let text = |key: &str| record[key].as_str().unwrap_or_default();
    let op = text("op");
    let inputs: Vec<String> =
        record["in"].as_array().into_iter().flatten().filter_map(|v| v.as_str().map(String::from)).collect();
    let params = record["params"].as_array().is_some_and(|p| !p.is_empty());
    if params || text("status") != "ok" || text("law").starts_with("fail") {
        return;
    }
    let dynamic = record["dyn"].as_bool() == Some(true);
    let outcome = run(op, &inputs);
    let entry = tally.entry(op.into()).or_default();
    let describe = |got: &str| format!("{op}({}) = {got}, CuTe: {}", inputs.join(", "), text("out"));
    match outcome {
        Outcome::Skipped => {}
        Outcome::Refused(why) => {
            // CuTe rounds sizes that do not divide up, zips `_` where the mode
            // happens to have two halves, and leaves A's domain below zero.
            let size = plain(&inputs[0]).parse::<Layout>().unwrap().size().unwrap();
            let grows = size.as_const() != record["size"].as_i64();
            let underscore = inputs.last().is_some_and(|t| t.contains("_,") || t.contains("_>"));
            let justified = match op {
                "composition" | "left_inverse" => inputs.iter().any(|t| t.contains('-')),
                "logical_divide" => grows,
                "zipped_divide" | "tiled_divide" | "flat_divide" => grows || underscore,
                // A dynamic product has as many copies as CuTe's rounding leaves.
                "zipped_product" | "tiled_product" | "flat_product" => underscore || dynamic,
                "logical_product" => !is_product(&inputs, &table(record)),
                _ => false,
            };
            entry.refused += 1;
            if !justified {
                entry.wrong.push(describe(&why));
            }
        }
        Outcome::Int(i) if plain(text("out")) == i.to_string() => entry.right += 1,
        Outcome::Int(i) => entry.wrong.push(describe(&i.to_string())),
        Outcome::Layout(layout) => {
            let expected = [text("out"), text("canon")].map(plain);
            let same_text = expected.contains(&layout.to_string()) || expected.contains(&canon(&layout));
            let size = layout.size().ok().and_then(|s| s.as_const());
            let table = table(record);
            let same_function = match table.len() {
                // Too large for a table: the sizes must agree.
                0 => size == record["size"].as_i64(),
                n => size == Some(n as i64) && (0..n).all(|i| layout.eval(i as i64) == Some(table[i])),
            };
            if op.ends_with("_divide") && dynamic && !same_function {
                // A divide keeps the size, which CuTe does not when it is dynamic.
                let input = plain(&inputs[0]).parse::<Layout>().unwrap().size().unwrap().as_const();
                if size == input && record["size"].as_i64() != input {
                    entry.right += 1;
                    return;
                }
            }
            if op == "complement" && dynamic && !same_function {
                // A dynamic size 1 leaves CuTe a mode that a static one does not.
                return;
            }
            if op == "right_inverse" && dynamic && !same_text {
                // CuTe does not follow dynamic strides; the inverse may be larger, and must be one.
                let a: Layout = plain(&inputs[0]).parse().unwrap();
                let size = layout.size().unwrap().as_const().unwrap();
                let inverse = (0..size).all(|i| a.eval(layout.eval(i).unwrap()) == Some(i));
                if inverse && record["size"].as_i64().is_none_or(|n| n <= size) {
                    entry.right += 1;
                    return;
                }
            }
            if same_text || (dynamic && same_function) {
                entry.right += 1;
            } else {
                entry.wrong.push(describe(&layout.to_string()));
            }
        }
    }
}

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let full = root.join("../../../shared/oracle");
    let mut out = vec![root.join("tests/oracle-sample.jsonl")];
    for name in ["attrs", "coalesce_filter", "complement", "composition", "divide", "inverse", "product"] {
        let file = full.join(format!("{name}.jsonl"));
        if file.exists() {
            out.push(file);
        }
    }
    out
}

#[test]
fn agrees_with_cute() {
    let mut tally = BTreeMap::new();
    for file in files() {
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            judge(&serde_json::from_str(line).unwrap(), &mut tally);
        }
    }
    let mut wrong = Vec::new();
    for (op, t) in &tally {
        println!("{op}: {} right, {} refused, {} wrong", t.right, t.refused, t.wrong.len());
        wrong.extend(t.wrong.iter().cloned());
    }
    for op in [
        "coalesce",
        "complement",
        "composition",
        "cosize",
        "logical_divide",
        "size",
        "zipped_divide",
        "right_inverse",
        "left_inverse",
        "logical_product",
        "blocked_product",
        "raked_product",
        "flat_divide",
        "tiled_divide",
    ] {
        assert!(tally[op].right >= 20, "too few cases of {op}");
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
