//! Which pipelines a program goes through.

use std::fmt;
use std::str::FromStr;

use crate::generate::{Features, Rng};

/// The passes that are judged.
const OURS: [&str; 10] = [
    "convert-affine-to-layout",
    "convert-layout-to-affine",
    "index-simplify",
    "layout-simplify",
    "layout-normalize",
    "layout-refine-types",
    "layout-expand-boundaries",
    "layout-unroll",
    "layout-loads-first",
    "convert-layout-to-arith",
];

/// A pipeline: stages, of which those with passes of ours are judged one by one.
/// Upstream passes before them are trusted: what they make of the program is the
/// program that the next stage is held to.
///
/// ```
/// use layout_fuzz::pipelines::Pipeline;
/// let p: Pipeline = "cse; index-simplify{index-bitwidth=32}".parse().unwrap();
/// assert_eq!((p.stages().len(), p.index_width()), (2, 32));
/// assert!(!p.stages()[0].is_ours() && p.stages()[1].is_ours());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    stages: Vec<Stage>,
}

/// Passes that are judged together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// As in `--pass-pipeline`, without `builtin.module`.
    pub passes: String,
}

impl Stage {
    /// Whether a pass of ours is among them.
    pub fn is_ours(&self) -> bool {
        OURS.iter().any(|pass| self.passes.contains(pass))
    }

    /// Whether layouts cross functions as their symbols' values afterwards.
    pub fn expands(&self) -> bool {
        self.passes.contains("layout-expand-boundaries")
    }

    /// Whether the number of operations must not grow: `index-simplify` that is asked
    /// for the cheapest of all arithmetic, and for no chip, whose instructions count instead.
    pub fn must_not_grow(&self) -> bool {
        self.passes.starts_with("index-simplify") && !["worst", "sm_"].iter().any(|o| self.passes.contains(o))
    }
}

impl Pipeline {
    /// The stages in order.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The width of `index` that the passes are told.
    pub fn index_width(&self) -> u32 {
        if self.to_string().contains("index-bitwidth=32") { 32 } else { 64 }
    }
}

impl FromStr for Pipeline {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let stages = text.split(';').map(|s| Stage { passes: s.trim().into() });
        Ok(Self { stages: stages.filter(|s| !s.passes.is_empty()).collect() })
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stages: Vec<&str> = self.stages.iter().map(|s| s.passes.as_str()).collect();
        f.write_str(&stages.join("; "))
    }
}

/// Options that each simplifying pass is tried with.
const OPTIONS: [&str; 9] = [
    "",
    "{index-bitwidth=32}",
    "{target=sm_90a}",
    "{target=sm_90a index-bitwidth=32}",
    "{target=generic}",
    "{target=generic index-bitwidth=32}",
    "{extract=worst}",
    "{shuffle-rules=7}",
    "{extract=worst index-bitwidth=32 target=generic}",
];

/// Pipelines for programs of integers alone.
const INTEGERS: [&str; 6] = [
    "convert-affine-to-layout; convert-layout-to-affine",
    "convert-affine-to-layout; layout-simplify; convert-layout-to-arith",
    "canonicalize; index-simplify",
    "loop-invariant-code-motion,cse; index-simplify{index-bitwidth=32}",
    "index-simplify; canonicalize,cse; index-simplify",
    "index-simplify; lower-affine,convert-scf-to-cf; index-simplify",
];

/// Pipelines for programs with layouts that may be unknown.
const LAYOUTS: [&str; 8] = [
    "layout-refine-types",
    "layout-refine-types; layout-expand-boundaries; layout-simplify",
    "layout-expand-boundaries",
    "layout-unroll; layout-loads-first",
    "layout-unroll,layout-loads-first; layout-simplify{target=sm_90a}",
    "cse,canonicalize; layout-simplify",
    "layout-simplify; canonicalize; index-simplify",
    "layout-expand-boundaries; layout-simplify",
];

/// Pipelines for programs whose layouts are all known.
const LOWERED: [&str; 7] = [
    "layout-expand-boundaries; convert-layout-to-affine",
    "layout-expand-boundaries; convert-layout-to-affine{index-bitwidth=32}; convert-layout-to-arith",
    "layout-expand-boundaries; convert-layout-to-arith",
    "layout-expand-boundaries; layout-simplify; convert-layout-to-arith",
    "layout-expand-boundaries; loop-invariant-code-motion; convert-layout-to-arith",
    "layout-expand-boundaries; layout-normalize; convert-layout-to-arith; index-simplify",
    "layout-expand-boundaries; convert-layout-to-arith; canonicalize; index-simplify{index-bitwidth=32}",
];

/// All pipelines for a program.
pub fn all(features: Features) -> Vec<Pipeline> {
    let mut texts: Vec<String> = Vec::new();
    let passes: &[&str] = if features.layouts {
        &["layout-simplify", "layout-normalize", "index-simplify"]
    } else {
        &["index-simplify"]
    };
    for pass in passes {
        texts.extend(OPTIONS.iter().map(|options| format!("{pass}{options}")));
    }
    if features.layouts {
        texts.extend(LAYOUTS.iter().map(|s| s.to_string()));
        if !features.unknown_layouts {
            texts.extend(LOWERED.iter().map(|s| s.to_string()));
        }
    } else {
        texts.extend(INTEGERS.iter().map(|s| s.to_string()));
    }
    texts.iter().filter_map(|t| t.parse().ok()).collect()
}

/// `count` of the pipelines for a program.
pub fn some(features: Features, count: usize, rng: &mut Rng) -> Vec<Pipeline> {
    let mut all = all(features);
    rng.shuffle(&mut all);
    all.truncate(count);
    all
}
