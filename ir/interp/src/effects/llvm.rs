//! `llvm.intr.assume`.

use super::Effect;
use crate::machine::World;
use crate::stop::Stop;
use crate::value::Value;

pub(super) fn decode(name: &str) -> Option<Box<dyn Effect>> {
    (name == "llvm.intr.assume").then(|| Box::new(Assume) as Box<dyn Effect>)
}

#[derive(Debug)]
struct Assume;

impl Effect for Assume {
    fn run(&self, operands: &[Value], _: &mut World) -> Result<Vec<Value>, Stop> {
        match operands {
            [Value::Int(i)] if i.unsigned() == 1 => Ok(Vec::new()),
            [Value::Int(_)] => Err(Stop::undefined("an assumption that is false")),
            [Value::Poison] => Err(Stop::undefined("an assumption that is poison")),
            _ => Err(Stop::unsupported("an assumption with operand bundles")),
        }
    }
}
