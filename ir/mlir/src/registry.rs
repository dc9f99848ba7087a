//! Passes and pipelines written in Rust, registered with MLIR under a name.

use melior::ir::OperationRef;

pub use crate::registration::register;

/// What an option takes (the numbers of `LayoutOptionTakes` in `cpp/Mlir.h`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Any text, which the pass reads.
    Text = 0,
    /// `true` or `false`; without a value it is true.
    Flag = 1,
    /// A natural number.
    Number = 2,
}

/// An option of a pass or pipeline. What it takes is what its default is: `true` and
/// `false` make it a flag, a number a number.
#[derive(Clone, Copy, Debug)]
pub struct PassOption {
    /// `name=value` in a pipeline.
    pub name: &'static str,
    /// One line.
    pub description: &'static str,
    /// The text used where the option is not given.
    pub default: &'static str,
}

impl PassOption {
    /// What the option takes.
    pub fn takes(&self) -> Takes {
        match self.default {
            "true" | "false" => Takes::Flag,
            text if text.parse::<u64>().is_ok() => Takes::Number,
            _ => Takes::Text,
        }
    }
}

/// The option values of one pass use, in the order of its declaration.
#[derive(Clone, Debug)]
pub struct OptionValues {
    options: &'static [PassOption],
    values: Vec<String>,
}

/// An option value that does not parse.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("option {name}={value}: expected {expected}")]
pub struct OptionError {
    /// The option.
    pub name: &'static str,
    /// The text given.
    pub value: String,
    /// What would be right.
    pub expected: &'static str,
}

impl OptionValues {
    pub(crate) fn new(options: &'static [PassOption], values: Vec<String>) -> Self {
        Self { options, values }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.options.iter().position(|o| o.name == name)
    }

    /// The text of an option; its default's if it is not declared.
    pub fn text(&self, name: &str) -> &str {
        self.index(name).and_then(|i| self.values.get(i)).map_or("", String::as_str)
    }

    fn parse<T>(
        &self,
        name: &str,
        expected: &'static str,
        read: fn(&str) -> Option<T>,
    ) -> Result<T, OptionError> {
        let value = self.text(name);
        read(value).ok_or_else(|| OptionError {
            name: self.index(name).map_or("", |i| self.options[i].name),
            value: value.into(),
            expected,
        })
    }

    /// `true` or `false`; an option named without a value is true.
    ///
    /// # Errors
    /// [`OptionError`] for anything else.
    pub fn flag(&self, name: &str) -> Result<bool, OptionError> {
        self.parse(name, "true or false", |v| match v {
            "true" | "1" | "" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        })
    }

    /// A natural number.
    ///
    /// # Errors
    /// [`OptionError`] for anything else.
    pub fn number(&self, name: &str) -> Result<u64, OptionError> {
        self.parse(name, "a natural number", |v| v.parse().ok())
    }
}

/// A pass: a name, and what it does to an operation. Returns whether it succeeded;
/// a failing pass has emitted a diagnostic.
#[derive(Clone, Copy)]
pub struct PassInfo {
    /// The name in pipelines, and the flag of `layout-opt`.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Declared options.
    pub options: &'static [PassOption],
    /// The pass.
    pub run: for<'c, 'a> fn(OperationRef<'c, 'a>, &OptionValues) -> bool,
}

/// Why a pipeline cannot be built; each pipeline has errors of its own.
pub type BuildError = Box<dyn std::error::Error + Send + Sync>;

/// A pipeline: a name, and the passes it stands for as text.
#[derive(Clone, Copy)]
pub struct PipelineInfo {
    /// The name in pipelines, and the flag of `layout-opt`.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Declared options.
    pub options: &'static [PassOption],
    /// The passes, in MLIR's textual syntax, or what is wrong with the options.
    pub build: fn(&OptionValues) -> Result<String, BuildError>,
}
