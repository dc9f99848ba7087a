//! Layouts while a program runs: every symbol has a value.
//!
//! [`Mode`] is a shape with strides and the walk from a coordinate to an index,
//! [`Function`] what operations make of layouts, by their definitions, and
//! [`KnownType`](crate::pure::KnownType) puts values into the layout of a type. The
//! algebra of `layout-algebra` computes none of it; only its parser is used.

mod definition;
mod function;
mod mode;

use std::fmt;
use std::sync::Arc;

pub(crate) use definition::{Given, Tile, define, in_bounds, satisfies};
pub(crate) use function::{Function, Outer};
pub(crate) use mode::{Coord, Mode, Reach};

use crate::value::Value;

/// What an SSA layout is while a program runs.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutValue {
    /// Where the layout is known by its type: that type's text and the values of its
    /// symbols. They are what crosses a function's boundary.
    pub(crate) known: Option<(Arc<str>, Vec<Value>)>,
    /// `None` if a symbol is poison or breaks what its type promises: indices of such
    /// a layout are poison.
    pub(crate) function: Option<Arc<Function>>,
}

impl LayoutValue {
    /// The layout that a type tells, with values for its symbols; `None` if the type tells
    /// none.
    pub fn of_type(r#type: melior::ir::Type<'_>, symbols: Vec<Value>) -> Option<Self> {
        Some(crate::pure::KnownType::of(r#type)??.bind(symbols))
    }

    /// A layout of numbers alone, such as `(4,8):(8,1)`, as a value of type `!layout<*>`.
    pub fn parse(text: &str) -> Option<Self> {
        let function = crate::pure::KnownType::parse(text)?.function(&[])?;
        Some(Self { known: None, function: Some(function.into()) })
    }

    /// The values of the symbols, where the type tells the layout.
    pub fn symbols(&self) -> Option<&[Value]> {
        self.known.as_ref().map(|(_, symbols)| symbols.as_slice())
    }
}

impl fmt::Display for LayoutValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.known, &self.function) {
            (Some((text, symbols)), _) => {
                write!(f, "{text} with (")?;
                for (i, symbol) in symbols.iter().enumerate() {
                    write!(f, "{}{symbol}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str(")")
            }
            (None, Some(function)) => function.fmt(f),
            (None, None) => f.write_str("a layout of poison"),
        }
    }
}
