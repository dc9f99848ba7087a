//! What the validator sees: pairs of values that are the same, and pairs that are not,
//! each in the program where a wrong rewrite once took one for the other.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, reason = "tests")]

mod right;
mod wrong;

use layout_bridge::validate::{Method, Solver, Tally, Target, Wrong, validate};
use layout_mlir::ir;
use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Module, OperationRef, Value};

fn context() -> Context {
    let context = layout_dialect::context();
    context.set_allow_unregistered_dialects(true);
    context
}

/// Validates the pairs of the operations `"test.pair"(%old, %new)`; operations with the
/// attribute `new` were emitted.
fn judge(text: &str, index_bits: u32, method: &Method) -> Result<Tally, Wrong> {
    let context = context();
    let module = Module::parse(&context, text).unwrap_or_else(|| panic!("does not parse:\n{text}"));
    let mut total = Tally::default();
    let mut next = module.body().first_operation();
    while let Some(function) = next {
        next = function.next_in_block();
        let pairs: Vec<(Value<'_, '_>, Value<'_, '_>)> = ir::nested(function)
            .into_iter()
            .filter(|op| ir::name(*op) == "test.pair")
            .map(|op| (ir::operand(op, 0).unwrap(), ir::operand(op, 1).unwrap()))
            .collect();
        let is_new = |op: OperationRef<'_, '_>| op.has_attribute("new");
        total.add(validate(function, &pairs, &is_new, Target { index_bits, nvidia: true }, method)?);
    }
    Ok(total)
}

/// Both methods; the second where there is z3.
fn methods() -> Vec<Method> {
    let solver = Solver::find().ok().map(Method::Solve);
    [Some(Method::Evaluate), solver].into_iter().flatten().collect()
}

/// Wrong results of the passes as they were: each must be seen by each method.
#[test]
fn wrong_pairs() {
    for (name, bits, text) in wrong::WRONG {
        for method in methods() {
            let found = judge(text, *bits, &method);
            let error = found.expect_err(&format!("{name}: not seen by {method:?}")).to_string();
            assert!(!error.contains("not confirm") && !error.contains("not understood"), "{name}: {error}");
        }
    }
}

/// Pairs that are the same, for reasons that the IR states.
#[test]
fn right_pairs() {
    for (name, bits, text) in right::RIGHT {
        for method in methods() {
            let tally = judge(text, *bits, &method).unwrap_or_else(|e| panic!("{name} by {method:?}: {e}"));
            assert_eq!(tally.unknown, 0, "{name}");
            if matches!(method, Method::Solve(_)) {
                assert!(tally.proved > 0 && tally.sampled == 0, "{name}: {tally}");
            }
        }
    }
}
