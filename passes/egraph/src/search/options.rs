//! How to run.

use crate::extract::Pick;
use crate::extract::cost::CostModel;
use crate::rules::Rule;

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What instructions cost.
    pub cost: CostModel,
    /// Most rewrites; for bisecting a miscompile.
    pub fuel: u64,
    /// Check that each match of a rule satisfies what the rule is proved for, and evaluate
    /// every class on samples afterwards.
    pub verify: bool,
    /// How far to go.
    pub effort: Effort,
    /// Which of the equal terms to take.
    pub pick: Pick,
    /// Try the rules in another order; the cost must not change.
    pub shuffle: Option<u64>,
    /// Other rules than [`rules::all`](crate::rules::all): how a test sees that wrong ones are noticed.
    pub rules: Option<fn() -> Vec<Rule>>,
}

/// How far a run goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// The terminating rules alone: terms shrink, nothing is explored, and no
    /// machine operation is chosen.
    Normalise,
    /// Everything.
    #[default]
    Full,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            cost: CostModel::SM_90,
            fuel: u64::MAX,
            verify: cfg!(debug_assertions),
            effort: Effort::Full,
            pick: Pick::Cheapest,
            shuffle: None,
            rules: None,
        }
    }
}
