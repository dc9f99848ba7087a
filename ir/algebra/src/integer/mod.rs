//! Integers: known ones, and polynomials over symbols with facts.

pub(crate) mod arithmetic;
pub(crate) mod bounds;
pub(crate) mod expr;
pub(crate) mod pinned;
pub(crate) mod symbol;
pub(crate) mod undecided;
