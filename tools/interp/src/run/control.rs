//! Which operations decide what runs next; [`super::machine`] does what they say.

/// An operation that decides what runs next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    /// `scf.for`.
    For,
    /// `scf.if`.
    If,
    /// `affine.for`.
    AffineFor,
    /// `affine.if`.
    AffineIf,
    /// `scf.while`.
    While,
    /// `scf.condition`.
    Condition,
    /// `scf.execute_region`.
    Execute,
    /// A call: what is called is a region of it.
    Call,
    /// `scf.index_switch`.
    Switch,
    /// A terminator that hands its operands to the operation around.
    Yield,
    /// The end of the function, or of one that it calls.
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
            "affine.for" => Self::AffineFor,
            "scf.if" => Self::If,
            "affine.if" => Self::AffineIf,
            "scf.while" => Self::While,
            "scf.condition" => Self::Condition,
            "scf.execute_region" => Self::Execute,
            "func.call" => Self::Call,
            "scf.index_switch" => Self::Switch,
            "scf.yield" | "affine.yield" | "layout.yield" => Self::Yield,
            "func.return" | "gpu.return" => Self::Return,
            "cf.br" => Self::Branch,
            "cf.cond_br" => Self::Choose,
            "layout.reduce" => Self::Reduce,
            _ => return None,
        })
    }
}
