//! Which operations decide what runs next; [`super::machine`] does what they say.

/// An operation that decides what runs next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    /// `scf.for`.
    For,
    /// `scf.if`.
    If,
    /// `scf.while`.
    While,
    /// `scf.condition`.
    Condition,
    /// `scf.execute_region`.
    Execute,
    /// `scf.index_switch`.
    Switch,
    /// A terminator that hands its operands to the operation around.
    Yield,
    /// The end of the function.
    Return,
    /// `cf.br`.
    Branch,
    /// `cf.cond_br`.
    Choose,
    /// `layout.reduce`, whose region says how two elements combine.
    Reduce,
}

impl Control {
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "scf.for" => Self::For,
            "scf.if" => Self::If,
            "scf.while" => Self::While,
            "scf.condition" => Self::Condition,
            "scf.execute_region" => Self::Execute,
            "scf.index_switch" => Self::Switch,
            "scf.yield" | "layout.yield" => Self::Yield,
            "func.return" | "gpu.return" => Self::Return,
            "cf.br" => Self::Branch,
            "cf.cond_br" => Self::Choose,
            "layout.reduce" => Self::Reduce,
            _ => return None,
        })
    }
}
