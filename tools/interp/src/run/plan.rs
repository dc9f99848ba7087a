//! [`Plan`]: a function with each operation decoded.

use std::rc::Rc;

use super::control::Control;
use super::world::{Context, Run};
use super::{
    affine, asynchronous, bulk, cluster, collective, gpu, layouts, mbarriers, memory, tiles, vectors, views,
    warpgroup,
};
use crate::change::{Change, changes, count_of, left};
use crate::elementwise::Elementwise;
use crate::fault::Reason;
use crate::number::{Int, Scalar};
use crate::read::attribute::{Attribute, constant};
use crate::read::program::{Function, Op};
use crate::value::{Array, Value};

/// A function with each operation decoded.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The function.
    pub function: Rc<Function>,
    /// What each of its operations is.
    pub(crate) codes: Vec<Code>,
    /// Operations that it may take, if that is less than the launch gives.
    pub fuel: Option<u64>,
}

/// What an operation is.
#[derive(Clone, Debug)]
pub(crate) enum Code {
    /// Element by element.
    Elementwise(Elementwise),
    /// Always the same.
    Constant(Value),
    /// It decides what runs next.
    Control(Control),
    /// It runs by itself.
    Run(Run),
    /// It runs when all threads of the block or the warp have come to it.
    Collective(collective::Kind),
    /// Nothing knows it.
    Unknown,
}

impl Plan {
    /// Decodes a function.
    pub fn new(function: Rc<Function>) -> Self {
        let codes = function.ops.iter().map(|op| code(op, &function)).collect();
        Self { function, codes, fuel: None }
    }

    /// All that may be changed: operations and how.
    pub fn changes(&self) -> Vec<(usize, Change)> {
        // Types that are one are told by the first value that has it.
        let function = &self.function;
        let kind = |slot: usize| {
            let own = &function.types[slot];
            function.types.iter().position(|t| t == own).unwrap_or(slot)
        };
        let ops = function.ops.iter().enumerate();
        ops.flat_map(|(number, op)| changes(op, kind).into_iter().map(move |c| (number, c))).collect()
    }

    /// The function with an operation changed.
    pub fn changed(&self, number: usize, change: Change) -> Self {
        let mut plan = self.clone();
        let mut function = (*self.function).clone();
        let op = &mut function.ops[number];
        let code = match change {
            Change::Barrier | Change::Commit | Change::Wait | Change::Arrival | Change::Fence => {
                Some(Code::Run(nothing))
            }
            Change::Guard => Some(Code::Control(Control::Execute)),
            Change::Shuffle => Some(Code::Run(own)),
            Change::Weaker => {
                let left = left(op) as i64 + 1;
                if let Some(name) = count_of(op) {
                    op.set(name, Attribute::Int(left));
                }
                None
            }
            Change::Fill => {
                op.operands.pop();
                None
            }
            Change::Registers(i, j) => {
                op.operands.swap(i, j);
                None
            }
        };
        if let Some(code) = code {
            plan.codes[number] = code;
        }
        Self { function: Rc::new(function), ..plan }
    }
}

/// Nothing, whatever the operation is.
fn nothing(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    Ok(vec![Value::Token(usize::MAX); c.op.results.len()])
}

/// The first operand, and that it is right.
fn own(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    Ok(vec![c.scalar(0)?.into(), Int::truth(true).into()])
}

fn code(op: &Op, function: &Function) -> Code {
    let name = op.name.as_str();
    let result = op.results.first().and_then(|r| function.types.get(*r));
    if matches!(name, "arith.constant" | "ub.poison") {
        let made = result.and_then(|t| match op.attribute("value") {
            _ if name == "ub.poison" => Some((vec![Scalar::Poison], t)),
            Some(Attribute::Int(value)) => Some((constant(&value.to_string(), t).ok()?, t)),
            Some(Attribute::Other(text)) => Some((constant(text, t).ok()?, t)),
            _ => None,
        });
        let Some((elements, r#type)) = made else { return Code::Unknown };
        return match (r#type.shape(), elements.first()) {
            (None, Some(one)) => Code::Constant((*one).into()),
            (Some(shape), Some(one)) => {
                let count = shape.iter().product();
                let elements = if elements.len() == 1 { vec![*one; count] } else { elements };
                if elements.len() < count {
                    return Code::Unknown;
                }
                Code::Constant(Array { shape: shape.to_vec(), elements: elements[..count].to_vec() }.into())
            }
            _ => Code::Unknown,
        };
    }
    let elementwise = result.and_then(|t| t.element()).and_then(|e| Elementwise::of(op, e));
    if let Some(elementwise) = elementwise {
        return Code::Elementwise(elementwise);
    }
    if let Some(control) = Control::of(name) {
        return Code::Control(control);
    }
    if let Some(kind) = collective::Kind::of(op) {
        return Code::Collective(kind);
    }
    let run = memory::run(name)
        .or_else(|| vectors::run(name))
        .or_else(|| tiles::run(name))
        .or_else(|| gpu::run(name))
        .or_else(|| cluster::run(name))
        .or_else(|| layouts::run(name))
        .or_else(|| views::run(name))
        .or_else(|| affine::run(name))
        .or_else(|| asynchronous::run(name))
        .or_else(|| bulk::run(name))
        .or_else(|| mbarriers::run(name))
        .or_else(|| warpgroup::run(name));
    run.map_or(Code::Unknown, Code::Run)
}
