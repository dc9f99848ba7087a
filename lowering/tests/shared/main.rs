//! Random programs of a group through `layout-place` and `layout-sync`: no two accesses of a byte
//! race, every load reads what it read before buffers shared bytes, and every barrier is needed.
//!
//! The judge reads the text that the passes leave, walks random ways through it (loops run up to three
//! times), and knows bytes and barriers only. `SHARED=5000 cargo test -p layout-lowering --test shared`
//! tries more programs, `SHARED_FROM=7` others.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod generate;
mod program;
mod walk;

use melior::Context;
use melior::ir::Module;
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;

use program::Program;
use walk::{races, reads};

/// Ways walked through a program that is to be right.
const WAYS: u64 = 150;
/// Ways walked at most until a missing barrier is noticed.
const SEARCH: u64 = 20_000;

fn context() -> Context {
    melior::utility::register_all_passes();
    layout_lowering::register_passes().unwrap();
    layout_dialect::context()
}

/// A program after passes.
fn after(context: &Context, text: &str, passes: &str) -> String {
    let mut module = Module::parse(context, text).unwrap_or_else(|| panic!("{text}"));
    let manager = PassManager::new(context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), &format!("builtin.module({passes})")).unwrap();
    manager.run(&mut module).unwrap_or_else(|e| panic!("{passes}: {e}\n{text}"));
    module.as_operation().to_string()
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

#[test]
fn barriers_are_where_they_are_needed_and_nowhere_else() {
    let context = context();
    let (mut barriers, mut together) = (0, 0);
    let (from, count) = (number("SHARED_FROM", 0), number("SHARED", 400));
    for seed in from..from + count {
        let text = generate::generate(seed);
        let original = Program::parse(&text);
        let placed = after(&context, &text, "layout-place");
        let synced = after(&context, &placed, "layout-sync");
        assert_eq!(after(&context, &synced, "layout-sync"), synced, "again, seed {seed}");
        let program = Program::parse(&synced);
        let bytes: i64 = original.buffers.values().map(|b| b.bytes()).sum();
        together += u64::from(program.whole < bytes);
        for way in 0..WAYS {
            assert_eq!(races(&program, way), None, "seed {seed}, way {way}:\n{synced}");
            assert_eq!(reads(&original, &program, way), None, "seed {seed}, way {way}:\n{synced}");
        }
        for barrier in program.inserted() {
            barriers += 1;
            let without = program.without(barrier);
            let noticed = (0..SEARCH).any(|way| races(&without, way).is_some());
            assert!(noticed, "seed {seed}: barrier {barrier} is not needed:\n{synced}");
        }
    }
    // The programs are not such that nothing could be found.
    if from == 0 {
        assert!(
            barriers > 500 && together > 50,
            "{barriers} barriers, {together} programs with shared bytes"
        );
    }
}
