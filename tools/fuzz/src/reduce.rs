//! Makes a failing program small.
//!
//! Each step is an edit of the module that may make it smaller: a function, an
//! operation or a flag less, a constant nearer to zero. A step is kept if the program
//! still fails in the same way. Groups of operations go first, halves of groups next.

use std::time::{Duration, Instant};

use layout_mlir::ir;
use melior::Context;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, BlockLike, Identifier, Module, OperationRef, RegionLike, Value, ValueLike};

use crate::session::Session;

/// Makes `text` smaller as long as `fails` holds of it, for at most `time`.
pub fn reduce(text: &str, time: Duration, fails: &mut dyn FnMut(&str) -> bool) -> String {
    let session = Session::new();
    let start = Instant::now();
    let mut reducer = Reducer { session: &session, best: text.into(), fails, end: start + time };
    // As the printer writes it: names and order are then the same after every step.
    if let Ok(module) = session.parse(text) {
        reducer.keep(module.as_operation().to_string());
    }
    loop {
        let length = reducer.best.len();
        reducer.drop_functions();
        reducer.drop_operations();
        reducer.simplify();
        if reducer.best.len() >= length || Instant::now() > reducer.end {
            return reducer.best;
        }
    }
}

struct Reducer<'r> {
    session: &'r Session,
    best: String,
    fails: &'r mut dyn FnMut(&str) -> bool,
    end: Instant,
}

impl Reducer<'_> {
    /// Keeps a candidate that still fails.
    fn keep(&mut self, candidate: String) -> bool {
        if candidate == self.best || Instant::now() > self.end || !(self.fails)(&candidate) {
            return false;
        }
        self.best = candidate;
        true
    }

    /// Tries an edit of the module; `edit` returns whether it changed anything.
    fn attempt(&mut self, edit: impl Fn(&Module<'_>, &[OperationRef<'_, '_>]) -> bool) -> bool {
        if Instant::now() > self.end {
            return false;
        }
        let session = self.session;
        let Ok(module) = session.parse(&self.best) else { return false };
        let changed = edit(&module, &ir::nested(module.as_operation()));
        if !changed {
            return false;
        }
        sweep(&module);
        if !module.as_operation().verify() {
            return false;
        }
        self.keep(module.as_operation().to_string())
    }

    /// The number of operations; none are left to try when the time is over.
    fn count(&self) -> usize {
        if Instant::now() > self.end {
            return 0;
        }
        self.session.parse(&self.best).map_or(0, |m| ir::nested(m.as_operation()).len())
    }

    fn drop_functions(&mut self) {
        for number in (0..self.count()).rev() {
            self.attempt(|_, ops| {
                let function = ops
                    .get(number)
                    .filter(|op| matches!(ir::name(**op), "func.func" | "gpu.func" | "gpu.module"));
                function.is_some_and(|op| ir::erase(*op).is_ok())
            });
        }
    }

    /// Replaces the results of operations by something simpler, many operations at once.
    fn drop_operations(&mut self) {
        for simpler in [by_operand as fn(OperationRef<'_, '_>) -> bool, by_constant] {
            let mut size = self.count().next_power_of_two() / 2;
            while size >= 1 {
                let mut from = self.count().saturating_sub(size);
                loop {
                    self.attempt(|_, ops| {
                        let chunk = ops.iter().skip(from).take(size);
                        chunk.rev().filter(|op| simpler(**op)).count() > 0
                    });
                    if from == 0 || Instant::now() > self.end {
                        break;
                    }
                    from = from.saturating_sub(size);
                }
                size /= 2;
            }
        }
    }

    /// Smaller constants, fewer flags.
    fn simplify(&mut self) {
        for number in 0..self.count() {
            self.attempt(|_, ops| ops.get(number).is_some_and(|op| drop_flags(*op)));
            for smaller in [|_| 0, |_| 1, |c: i64| c / 2, |c: i64| c - c.signum()] {
                self.attempt(|_, ops| ops.get(number).is_some_and(|op| shrink(*op, smaller)));
            }
        }
    }
}

/// Erases operations without effects whose results nobody uses.
fn sweep(module: &Module<'_>) {
    for op in ir::nested(module.as_operation()).into_iter().rev() {
        let name = ir::name(op);
        let dialect = name.split('.').next().unwrap_or_default();
        let pure = matches!(dialect, "arith" | "index" | "layout" | "ub")
            || matches!(name, "affine.apply" | "affine.min" | "affine.max" | "memref.load")
            || name.starts_with("gpu.thread")
            || name.starts_with("nvvm.read");
        let unused = op.result_count() > 0 && ir::results(op).into_iter().all(ir::is_unused);
        if pure && unused {
            let _ = ir::erase(op);
        }
    }
}

fn is_movable(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    let kept = [
        "builtin.module",
        "func.func",
        "gpu.func",
        "gpu.module",
        "func.return",
        "gpu.return",
        "gpu.terminator",
    ];
    let terminator = name.ends_with(".yield") || name.ends_with(".condition") || name.starts_with("cf.");
    !kept.contains(&name) && !terminator
}

/// Replaces every result by an operand, or an argument of the function, of its type.
fn by_operand(op: OperationRef<'_, '_>) -> bool {
    if !is_movable(op) {
        return false;
    }
    for result in ir::results(op) {
        let same = |v: &Value<'_, '_>| v.r#type() == result.r#type();
        let operand = op.operands().find(same).or_else(|| arguments(op).into_iter().find(same));
        match operand {
            _ if ir::is_unused(result) => {}
            Some(operand) => ir::replace_all_uses(result, operand),
            None => return false,
        }
    }
    ir::erase(op).is_ok()
}

/// Replaces every result by a constant.
fn by_constant(op: OperationRef<'_, '_>) -> bool {
    if !is_movable(op) || ir::name(op).ends_with(".constant") {
        return false;
    }
    for result in ir::results(op) {
        if ir::is_unused(result) {
            continue;
        }
        if ir::scalar(result.r#type()).is_none() {
            return false;
        }
        let context: &Context = ir::context(op);
        let value = (Identifier::new(context, "value"), IntegerAttribute::new(result.r#type(), 0).into());
        let constant = OperationBuilder::new("arith.constant", ir::location(op))
            .add_results(&[result.r#type()])
            .add_attributes(&[value])
            .build();
        let Some(constant) = ir::inserted_result(op, constant) else { return false };
        ir::replace_all_uses(result, constant);
    }
    ir::erase(op).is_ok()
}

/// The arguments of the function around.
fn arguments<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let mut parent = op.parent_operation();
    while let Some(function) = parent {
        if matches!(ir::name(function), "func.func" | "gpu.func") {
            let Some(block) = function.region(0).ok().and_then(|r| r.first_block()) else { break };
            let all = (0..block.argument_count()).filter_map(|i| block.argument(i).ok());
            return all.map(Into::into).collect();
        }
        parent = function.parent_operation();
    }
    Vec::new()
}

fn drop_flags(op: OperationRef<'_, '_>) -> bool {
    if !op.attribute("overflowFlags").is_ok_and(|a| !a.to_string().contains("none")) {
        return false;
    }
    let Some(none) = Attribute::parse(ir::context(op), "#arith.overflow<none>") else { return false };
    ir::set_attribute(op, "overflowFlags", none);
    true
}

fn shrink(op: OperationRef<'_, '_>, smaller: fn(i64) -> i64) -> bool {
    let Some(result) = ir::result(op).filter(|_| ir::name(op).ends_with(".constant")) else { return false };
    let Some(value) = op.attribute("value").ok().and_then(ir::integer) else { return false };
    let new = smaller(value);
    if new == value || new.unsigned_abs() > value.unsigned_abs() {
        return false;
    }
    ir::set_attribute(op, "value", IntegerAttribute::new(result.r#type(), new).into());
    true
}
