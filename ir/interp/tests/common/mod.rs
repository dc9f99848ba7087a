//! Modules from text, and runs of their functions.

#![allow(dead_code, reason = "each test uses some of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use layout_interp::{Argument, Environment, Outcome, Program};
use melior::ir::Module;

/// A program from text.
pub fn program(text: &str) -> Program {
    let context = layout_dialect::context();
    let module = Module::parse(&context, text).unwrap_or_else(|| panic!("does not parse:\n{text}"));
    Program::new(&module)
}

/// Arguments from text, separated by `;`.
pub fn arguments(text: &str) -> Vec<Argument> {
    text.split(';').filter(|a| !a.trim().is_empty()).map(|a| a.parse().unwrap()).collect()
}

/// Runs `@f`.
pub fn run(program: &Program, input: &str) -> Outcome {
    run_in(program, input, &Environment::default())
}

/// Runs `@f` in an environment.
pub fn run_in(program: &Program, input: &str, environment: &Environment) -> Outcome {
    program.run("f", &arguments(input), environment)
}

/// Checks that `@f` of the text does what is expected: for each line `input -> outcome`.
pub fn check(text: &str, expected: &str) {
    let program = program(text);
    for line in expected.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let (input, outcome) = line.split_once("->").unwrap();
        let actual = run(&program, input).to_string();
        let place =
            actual.rfind(" (").filter(|_| actual.contains("undefined") || actual.contains("unsupported"));
        let short = &actual[..place.unwrap_or(actual.len())];
        assert_eq!(short, outcome.trim(), "{input} in\n{text}");
    }
}
