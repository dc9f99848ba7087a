//! Every program of the tests and examples is what it was after a round trip: as text, in the generic form,
//! as bytecode. Together they have every operation, attribute and type of the dialect.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails where it does not hold")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use layout_dialect::operations;
use layout_mlir::{read_module, write_bytecode};
use melior::Context;
use melior::ir::Module;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};

/// What attributes and types begin with.
const KINDS: &[&str] = &[
    "#layout<",
    "#layout.tile<",
    "#layout.coord<",
    "#layout.tv<",
    "#layout.mma<",
    "!layout<",
    "!layout<*>",
    "!layout.token",
];

fn context() -> Context {
    let context = layout_dialect::context();
    // What does not parse says so; that is not what is tested here.
    context.attach_diagnostic_handler(|_| true);
    context.set_allow_unregistered_dialects(true);
    context
}

fn generic(module: &Module<'_>) -> String {
    let flags = OperationPrintingFlags::new().print_generic_operation_form().use_local_scope();
    module.as_operation().to_string_with_flags(flags).unwrap()
}

/// Programs of a file: `// -----` or `//--- name` stands between.
fn programs(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut programs = vec![String::new()];
    for line in text.lines() {
        if line.starts_with("// -----") || line.starts_with("//--- ") {
            programs.push(String::new());
        } else {
            let last = programs.last_mut().unwrap();
            last.push_str(line);
            last.push('\n');
        }
    }
    programs
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "mlir") {
            found.push(path);
        }
    }
}

#[test]
fn every_operation_attribute_and_type() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    files(&root.join("test"), &mut paths);
    files(&root.join("examples"), &mut paths);
    paths.sort();
    let context = context();
    let mut seen = BTreeSet::new();
    let mut count = 0;
    for path in &paths {
        for program in programs(path) {
            let Some(module) = Module::parse(&context, &program) else { continue };
            let (text, form) = (module.as_operation().to_string(), generic(&module));
            let bytes = write_bytecode(&module);
            let way = |name: &str, bytes: &[u8]| {
                let Some(again) = read_module(&context, bytes) else {
                    panic!("{}: what is written as {name} does not parse:\n{program}", path.display())
                };
                assert_eq!(generic(&again), form, "{}: as {name}", path.display());
                assert_eq!(again.as_operation().to_string(), text, "{}: as {name}", path.display());
            };
            way("text", text.as_bytes());
            way("the generic form", form.as_bytes());
            way("bytecode", &bytes);
            let words = |c: char| !(c.is_alphanumeric() || "._".contains(c));
            seen.extend(form.split(words).filter(|w| w.starts_with("layout.")).map(String::from));
            seen.extend(KINDS.iter().filter(|k| form.contains(**k)).map(|k| (*k).to_string()));
            count += 1;
        }
    }
    assert!(count > 500, "{count} programs parse");
    let names = operations(&context).into_iter().map(|(name, _)| name);
    let missing: Vec<String> =
        names.chain(KINDS.iter().map(|k| (*k).to_string())).filter(|name| !seen.contains(name)).collect();
    assert!(missing.is_empty(), "no program of the tests has {missing:?}");
}
