//! [`Outcome`]: what a run did, as far as anybody outside can see.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::memory::Contents;
use crate::value::Value;

/// What a run did.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// The calls of external functions, in order.
    pub trace: Vec<Event>,
    /// What the memory that was passed in holds at the end.
    pub memory: Vec<Contents>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The function returned these values.
    Returned(Vec<Value>),
    /// An external function did not return.
    Exited,
    /// Undefined behaviour.
    Undefined(Place),
    /// The program ran longer than the environment allows.
    OutOfFuel,
    /// An operation that the interpreter does not know.
    Unsupported(Place),
}

/// What stopped a run, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What happened.
    pub why: String,
    /// The operation: its name, its number in program order, its function.
    pub at: String,
}

/// A call of an external function.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The function.
    pub callee: Arc<str>,
    /// What it was passed.
    pub arguments: Vec<Value>,
    /// What the memrefs among the arguments held, by address.
    pub memory: Vec<BTreeMap<i128, Value>>,
}

impl Outcome {
    /// The outcome where layouts that their types tell are the values of their
    /// symbols, as functions take and return them after `layout-expand-boundaries`.
    pub fn with_layouts_expanded(mut self) -> Self {
        if let End::Returned(values) = &mut self.end {
            expand(values);
        }
        for event in &mut self.trace {
            expand(&mut event.arguments);
        }
        self
    }
}

fn expand(values: &mut Vec<Value>) {
    let symbols = |value: Value| match &value {
        Value::Layout(layout) => match layout.symbols() {
            Some(symbols) => symbols.to_vec(),
            None => vec![value],
        },
        _ => vec![value],
    };
    *values = std::mem::take(values).into_iter().flat_map(symbols).collect();
}

fn list(f: &mut fmt::Formatter<'_>, values: &[Value]) -> fmt::Result {
    for (i, value) in values.iter().enumerate() {
        write!(f, "{}{value}", if i > 0 { ", " } else { "" })?;
    }
    Ok(())
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}(", self.callee)?;
        list(f, &self.arguments)?;
        f.write_str(")")
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Returned(values) => {
                f.write_str("returns (")?;
                list(f, values)?;
                f.write_str(")")
            }
            Self::Exited => f.write_str("does not come back from an external function"),
            Self::Undefined(place) => write!(f, "undefined behaviour: {} ({})", place.why, place.at),
            Self::OutOfFuel => f.write_str("runs out of fuel"),
            Self::Unsupported(place) => write!(f, "unsupported: {} ({})", place.why, place.at),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for event in &self.trace {
            write!(f, "calls {event}, ")?;
        }
        self.end.fmt(f)
    }
}
