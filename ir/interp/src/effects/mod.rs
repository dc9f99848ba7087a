//! Operations without regions whose results depend on more than their operands, or
//! that do more than compute: memory, where the program runs, assumptions.

mod access;
mod ids;
mod llvm;
pub(crate) mod memref;
mod transfer;

use std::fmt;

use melior::ir::OperationRef;

use crate::machine::World;
use crate::stop::Stop;
use crate::value::Value;

/// Such an operation.
pub(crate) trait Effect: fmt::Debug {
    /// Does it, and returns the results.
    fn run(&self, operands: &[Value], world: &mut World) -> Result<Vec<Value>, Stop>;
}

/// Reads an operation of the files in this folder.
pub(crate) fn decode(op: OperationRef<'_, '_>, name: &str) -> Option<Box<dyn Effect>> {
    access::decode(op, name)
        .or_else(|| memref::decode(op, name))
        .or_else(|| transfer::decode(op, name))
        .or_else(|| ids::decode(op, name))
        .or_else(|| llvm::decode(name))
}

/// Integers that address something; poison is undefined behaviour.
fn addresses(values: &[Value]) -> Result<Vec<i128>, Stop> {
    values
        .iter()
        .map(|v| match v {
            Value::Int(i) => Ok(i.signed()),
            Value::Poison => Err(Stop::undefined("an address that is poison")),
            _ => Err(Stop::unsupported("an index that is no integer")),
        })
        .collect()
}
