//! Operations that decide what runs next, each dialect in a file of its own.
//!
//! An operation with regions is asked twice: [`Control::start`] says which region to
//! run first, [`Control::resume`], once that region has yielded, what to do then. What
//! it must remember in between is its [`State`]; nothing here recurses.

mod affine;
mod cf;
mod func;
mod gpu;
mod scf;
mod space;

use std::fmt;
use std::sync::Arc;

use melior::ir::OperationRef;

pub(crate) use cf::Branch;
pub(crate) use space::Space;

use crate::environment::Ids;
use crate::machine::World;
use crate::stop::Stop;
use crate::value::Value;

/// An operation that runs regions, or functions.
pub(crate) trait Control: fmt::Debug {
    /// What to do first.
    fn start(&self, operands: &[Value], world: &mut World) -> Result<Next, Stop>;

    /// What to do when the region or function that was entered has yielded.
    fn resume(&self, state: State, yielded: Vec<Value>, world: &mut World) -> Result<Next, Stop>;
}

/// What an operation does next.
#[derive(Debug)]
pub(crate) enum Next {
    /// Runs its region of that number.
    Enter { region: usize, arguments: Vec<Value>, state: State },
    /// Runs a function.
    Call { function: Arc<str>, arguments: Vec<Value>, state: State },
    /// Is finished.
    Results(Vec<Value>),
}

/// What an operation remembers while a region of it runs.
#[derive(Debug)]
pub(crate) enum State {
    /// The results are what the region yields.
    Pass,
    /// A loop, where it stands. For loops over values of another width than `index`,
    /// that width.
    Loop(Space),
    /// The condition of `scf.while` runs.
    Before,
    /// The body of `scf.while` runs.
    After,
    /// A launch: the threads left, what else each of them gets, and which thread ran before.
    Launch { threads: Space, arguments: Vec<Value>, outer: Ids },
}

/// Reads an operation of the dialects in this folder; `scope` is the path of the
/// symbols beside the function it is in.
pub(crate) fn decode(op: OperationRef<'_, '_>, name: &str, scope: &Arc<str>) -> Option<Box<dyn Control>> {
    match name.split('.').next()? {
        "scf" => scf::decode(op, name),
        "affine" => affine::decode(op, name),
        "func" => func::decode(op, name, scope),
        "gpu" => gpu::decode(op, name, scope),
        _ => None,
    }
}

/// The `i1` that something is decided by.
fn condition(value: Option<&Value>) -> Result<bool, Stop> {
    match value {
        Some(Value::Int(i)) => Ok(i.unsigned() == 1),
        Some(Value::Poison) => Err(Stop::undefined("a decision by poison")),
        _ => Err(Stop::unsupported("a condition that is no integer")),
    }
}

/// Integers that bound a loop; poison is undefined behaviour.
fn bounds(values: &[Value], signed: bool) -> Result<Vec<i128>, Stop> {
    values
        .iter()
        .map(|v| match v {
            Value::Int(i) => Ok(if signed { i.signed() } else { i.unsigned() }),
            Value::Poison => Err(Stop::undefined("a loop bound or index that is poison")),
            _ => Err(Stop::unsupported("a loop bound that is no integer")),
        })
        .collect()
}
