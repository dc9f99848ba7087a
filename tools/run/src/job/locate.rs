//! The line of a field of a JSON text.

use std::collections::HashMap;
use std::fmt::Write;

use serde_json::value::RawValue;

/// A step from a value to one within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To a field of an object.
    Field(&'static str),
    /// To an element of an array.
    Index(usize),
}

/// The line, from 1, on which the value at the end of the steps begins; where a step leads
/// nowhere (a field left to its default), that of the value before it.
pub fn line_of(text: &str, place: &[Step]) -> usize {
    let mut value = text.trim_start();
    for step in place {
        let Some(within) = descend(value, *step) else { break };
        value = within;
    }
    // `value` is a part of `text`.
    let offset = (value.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    text.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1
}

fn descend(value: &str, step: Step) -> Option<&str> {
    let within = match step {
        Step::Field(name) => *serde_json::from_str::<HashMap<String, &RawValue>>(value).ok()?.get(name)?,
        Step::Index(index) => *serde_json::from_str::<Vec<&RawValue>>(value).ok()?.get(index)?,
    };
    Some(within.get())
}

/// The steps as text: `launch.grid[0]`.
pub fn text_of(place: &[Step]) -> String {
    let mut text = String::new();
    for step in place {
        // Writing to a text does not fail.
        let _ = match step {
            Step::Field(name) if text.is_empty() => write!(text, "{name}"),
            Step::Field(name) => write!(text, ".{name}"),
            Step::Index(index) => write!(text, "[{index}]"),
        };
    }
    text
}
