//! [`Plan`]: a function with each operation decoded.

use std::rc::Rc;

use super::control::Control;
use super::world::Run;
use super::{asynchronous, collective, gpu, layouts, memory, tiles, vectors, views};
use crate::elementwise::Elementwise;
use crate::number::Scalar;
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
    /// An operation that is left out: what it would give is never used for anything.
    pub skip: Option<usize>,
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
        Self { function, codes, skip: None }
    }

    /// The operations of which each orders memory: barriers, commits, waits.
    pub fn ordering(&self) -> Vec<usize> {
        const NAMES: [&str; 12] = [
            "gpu.barrier",
            "nvvm.barrier",
            "nvvm.barrier0",
            "nvvm.bar.warp.sync",
            "nvvm.cp.async.commit.group",
            "nvvm.cp.async.wait.group",
            "nvvm.cp.async.wait.all",
            "nvgpu.device_async_create_group",
            "nvgpu.device_async_wait",
            "layout.wait",
            "nvvm.cp.async.mbarrier.arrive",
            "nvvm.mbarrier.test.wait",
        ];
        let ops = self.function.ops.iter().enumerate();
        ops.filter(|(_, op)| NAMES.contains(&op.name.as_str())).map(|(i, _)| i).collect()
    }
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
    if let Some(kind) = collective::Kind::of(name) {
        return Code::Collective(kind);
    }
    let run = memory::run(name)
        .or_else(|| vectors::run(name))
        .or_else(|| tiles::run(name))
        .or_else(|| gpu::run(name))
        .or_else(|| layouts::run(name))
        .or_else(|| views::run(name))
        .or_else(|| asynchronous::run(name));
    run.map_or(Code::Unknown, Code::Run)
}
