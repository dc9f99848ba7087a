//! Integers over symbols: constants, and polynomials over symbols with facts, in a normal form.
//!
//! [`Expr`] is such an integer, [`Symbol`] an integer that only run time tells, with the [`SymbolFacts`]
//! that hold for it. A question about them has three answers ([`Tri`]), and one that the facts leave
//! open names the fact that would decide it ([`Undecided`]). [`Arithmetic`] computes an expression
//! with other values: e-graph terms, IR.

#![forbid(unsafe_code)]

mod arithmetic;
mod bounds;
mod error;
mod expr;
mod extremum;
mod facts;
mod gcd;
mod product;
mod quotient;
mod substitution;
mod suggestion;
mod sum;
mod symbol;
mod text;
mod undecided;

pub use arithmetic::Arithmetic;
pub use error::ExprError;
pub use expr::{Atom, Expr, MAX_EXPR_DEPTH, MAX_TERMS, Monomial, Poly};
pub use facts::Facts;
pub use gcd::{common_divisor, gcd, lcm, log2};
pub use symbol::{Symbol, SymbolFacts, Tri};
pub use text::{Place, Printer, with_names};
pub use undecided::Undecided;
