//! Integers over symbols: known ones, and polynomials over unknowns with facts, in a normal form.
//!
//! [`Expr`] is such an integer, [`Symbol`] an unknown with its [`Facts`]; a question about them has
//! three answers ([`Tri`]), and one that the facts leave open names the fact that would decide it
//! ([`Undecided`]). [`Arithmetic`] computes an expression with other values: e-graph terms, IR.

#![forbid(unsafe_code)]

mod arithmetic;
mod bounds;
mod expr;
mod gcd;
mod pinned;
mod symbol;
mod text;
mod undecided;

pub use arithmetic::Arithmetic;
pub use expr::{Atom, Expr, ExprError, MAX_EXPR_DEPTH, MAX_TERMS, Monomial, Poly};
pub use gcd::{common_divisor, gcd};
pub use pinned::{pinned, pinned_value};
pub use symbol::{Facts, Symbol, Tri};
pub use text::{Place, Printer, with_names};
pub use undecided::Undecided;
