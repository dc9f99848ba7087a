//! `func`: calls of functions, by name or by value.

use std::sync::Arc;

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::{Control, Next, State};
use crate::machine::World;
use crate::stop::Stop;
use crate::value::Value;

pub(super) fn decode(op: OperationRef<'_, '_>, name: &str, scope: &Arc<str>) -> Option<Box<dyn Control>> {
    Some(match name {
        "func.call" => Box::new(Call(symbol(op, "callee", scope)?)),
        "func.constant" => Box::new(Constant(symbol(op, "value", scope)?)),
        "func.call_indirect" => Box::new(CallIndirect),
        _ => return None,
    })
}

/// The path of a symbol that an attribute names: `@f`, or `@module::@f`.
pub(super) fn symbol(op: OperationRef<'_, '_>, attribute: &str, scope: &str) -> Option<Arc<str>> {
    let text = op.attribute(attribute).ok()?.to_string();
    let path = text.replace(['@', '"'], "");
    Some(format!("{scope}{path}").into())
}

#[derive(Debug)]
struct Call(Arc<str>);

impl Control for Call {
    fn start(&self, operands: &[Value], _: &mut World) -> Result<Next, Stop> {
        Ok(Next::Call { function: self.0.clone(), arguments: operands.to_vec(), state: State::Pass })
    }

    fn resume(&self, _: State, yielded: Vec<Value>, _: &mut World) -> Result<Next, Stop> {
        Ok(Next::Results(yielded))
    }
}

#[derive(Debug)]
struct Constant(Arc<str>);

impl Control for Constant {
    fn start(&self, _: &[Value], _: &mut World) -> Result<Next, Stop> {
        Ok(Next::Results(vec![Value::Function(self.0.clone())]))
    }

    fn resume(&self, _: State, yielded: Vec<Value>, _: &mut World) -> Result<Next, Stop> {
        Ok(Next::Results(yielded))
    }
}

#[derive(Debug)]
struct CallIndirect;

impl Control for CallIndirect {
    fn start(&self, operands: &[Value], _: &mut World) -> Result<Next, Stop> {
        match operands {
            [Value::Function(function), arguments @ ..] => Ok(Next::Call {
                function: function.clone(),
                arguments: arguments.to_vec(),
                state: State::Pass,
            }),
            [Value::Poison, ..] => Err(Stop::undefined("a call of poison")),
            _ => Err(Stop::unsupported("a call of what is no function")),
        }
    }

    fn resume(&self, _: State, yielded: Vec<Value>, _: &mut World) -> Result<Next, Stop> {
        Ok(Next::Results(yielded))
    }
}
