//! The arithmetic against MLIR's own constant folding, on the edge values of every width.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod common;

use layout_interp::{Environment, Program};
use melior::ir::Module;
use melior::pass::PassManager;
use melior::utility::{parse_pass_pipeline, register_all_passes};

/// Values around the ends of a width, around zero, and around powers of two.
fn edges(width: u32) -> Vec<i128> {
    let (min, max) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    let mut all: Vec<i128> =
        (-3..=9).chain([min, min + 1, max - 1, max, max / 2, min / 2, 31, 32, 33, 63]).collect();
    all.retain(|v| (min..=max).contains(v));
    all.sort_unstable();
    all.dedup();
    all
}

fn constant(name: &str, value: i128, r#type: &str) -> String {
    match r#type {
        "i1" => format!("%{name} = arith.constant {}\n", value != 0),
        _ => format!("%{name} = arith.constant {value} : {type}\n"),
    }
}

/// Runs every function before folding and after it; returns how many results folding
/// turned into constants. The interpreter must agree, or call the result poison.
fn compare(functions: &[String], results: &str) -> usize {
    let context = layout_dialect::context();
    register_all_passes();
    let text: String = functions
        .iter()
        .enumerate()
        .map(|(i, body)| format!("func.func @f{i}() -> {results} {{\n{body}}}\n"))
        .collect();
    let mut module = Module::parse(&context, &text).unwrap_or_else(|| panic!("does not parse:\n{text}"));
    let before = Program::new(&module);
    let manager = PassManager::new(&context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), "builtin.module(canonicalize)").unwrap();
    manager.run(&mut module).unwrap();
    let after = Program::new(&module);
    let mut folded = 0;
    for (i, body) in functions.iter().enumerate() {
        let name = format!("f{i}");
        let constant = after
            .function(&name)
            .unwrap()
            .operations()
            .all(|op| op == "arith.constant" || op == "func.return");
        if !constant {
            continue;
        }
        let environment = Environment::default();
        let (b, a) = (before.run(&name, &[], &environment), after.run(&name, &[], &environment));
        if !b.to_string().contains("undefined") && !b.to_string().contains("poison") {
            assert_eq!(b, a, "{body}");
            folded += 1;
        }
    }
    folded
}

#[test]
fn binary_operations() {
    let plain = [
        "addi",
        "subi",
        "muli",
        "divui",
        "divsi",
        "ceildivui",
        "ceildivsi",
        "floordivsi",
        "remui",
        "remsi",
        "andi",
        "ori",
        "xori",
        "shli",
        "shrui",
        "shrsi",
        "minui",
        "minsi",
        "maxui",
        "maxsi",
    ];
    for (r#type, width) in
        [("i1", 1), ("i5", 5), ("i8", 8), ("i32", 32), ("i33", 33), ("i64", 64), ("index", 64)]
    {
        let mut functions = Vec::new();
        for a in edges(width) {
            for b in edges(width) {
                for op in plain {
                    functions.push(format!(
                        "{}{}%r = arith.{op} %a, %b : {type}\nreturn %r : {type}\n",
                        constant("a", a, r#type),
                        constant("b", b, r#type),
                    ));
                }
            }
        }
        let folded = compare(&functions, r#type);
        assert!(folded * 2 > functions.len(), "{type}: {folded} of {} folded", functions.len());
    }
}

#[test]
fn comparisons() {
    for (r#type, width) in [("i1", 1), ("i8", 8), ("i64", 64), ("index", 64)] {
        let mut functions = Vec::new();
        for a in edges(width) {
            for b in edges(width) {
                for predicate in ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"] {
                    let (a, b) = (constant("a", a, r#type), constant("b", b, r#type));
                    functions.push(format!(
                        "{a}{b}%r = arith.cmpi {predicate}, %a, %b : {type}\nreturn %r : i1\n"
                    ));
                }
            }
        }
        assert_eq!(compare(&functions, "i1"), functions.len());
    }
}

#[test]
fn casts_and_wide_results() {
    let widths = [1, 5, 8, 32, 33, 64];
    for from in widths {
        for to in widths {
            let (a, b) = (format!("i{from}"), format!("i{to}"));
            let names: &[&str] = match from.cmp(&to) {
                std::cmp::Ordering::Less => &["extui", "extsi"],
                std::cmp::Ordering::Greater => &["trunci"],
                std::cmp::Ordering::Equal => continue,
            };
            let functions: Vec<String> = edges(from)
                .iter()
                .flat_map(|v| names.iter().map(move |n| (v, n)))
                .map(|(v, n)| {
                    format!("{}%r = arith.{n} %a : {a} to {b}\nreturn %r : {b}\n", constant("a", *v, &a))
                })
                .collect();
            assert_eq!(compare(&functions, &b), functions.len());
        }
    }
    for op in ["mului_extended", "mulsi_extended", "addui_extended"] {
        for width in [8, 32, 64] {
            let r#type = format!("i{width}");
            let high = if op == "addui_extended" { "i1" } else { &r#type };
            let types = if op == "addui_extended" { format!("{type}, i1") } else { r#type.clone() };
            let mut functions = Vec::new();
            for a in edges(width) {
                for b in edges(width) {
                    let (a, b) = (constant("a", a, &r#type), constant("b", b, &r#type));
                    functions.push(format!(
                        "{a}{b}%r:2 = arith.{op} %a, %b : {types}\nreturn %r#0, %r#1 : {type}, {high}\n"
                    ));
                }
            }
            let folded = compare(&functions, &format!("({type}, {high})"));
            assert!(folded > 0, "{op} of {type}");
        }
    }
}

#[test]
fn affine_maps() {
    let maps = [
        "(a) -> (a * 3 + 1)",
        "(a) -> (a mod 5)",
        "(a) -> (a floordiv 4)",
        "(a) -> (a ceildiv 4)",
        "(a) -> ((a mod 32) floordiv 5 + a ceildiv 7)",
        "(a) -> (-a)",
    ];
    let mut functions = Vec::new();
    for a in edges(64) {
        for map in maps {
            functions.push(format!(
                "{}%r = affine.apply affine_map<{map}>(%a)\nreturn %r : index\n",
                constant("a", a, "index")
            ));
        }
    }
    let folded = compare(&functions, "index");
    assert!(folded * 10 > functions.len() * 8, "{folded} of {}", functions.len());
}
