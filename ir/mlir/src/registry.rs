//! Passes and pipelines written in Rust, registered with MLIR under a name.

use melior::ir::OperationRef;

pub use crate::at_once::at_once;
pub use crate::options::{IndexBits, OptionError, OptionValue, OptionValues, PassOption, PassOptions, Takes};
pub use crate::pipeline::{Pipeline, PipelineError};
pub use crate::registration::{AlreadyThere, add_pass_flags, append, count, create, parse_pass, register};

/// What a pass counts, for `--mlir-pass-statistics`.
#[derive(Clone, Copy, Debug)]
pub struct Statistic {
    /// The name, which [`count`] is called with.
    pub name: &'static str,
    /// One line.
    pub description: &'static str,
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
    /// What it counts.
    pub statistics: &'static [Statistic],
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
