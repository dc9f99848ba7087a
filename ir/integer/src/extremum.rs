//! The smaller and the larger of two, and the magnitude.

use crate::error::{ExprError, overflow};
use crate::expr::{Atom, Expr};
use crate::symbol::Tri;

impl Expr {
    /// The smaller of two.
    ///
    /// # Errors
    /// As [`Expr::add`].
    pub fn minimum(&self, other: &Self) -> Result<Self, ExprError> {
        match self.le(other) {
            Tri::Yes => Ok(self.clone()),
            _ if other.le(self) == Tri::Yes => Ok(other.clone()),
            _ => {
                let (a, b) = if self <= other { (self, other) } else { (other, self) };
                Self::atom(Atom::Min(a.clone(), b.clone()))
            }
        }
    }

    /// The larger of two.
    ///
    /// # Errors
    /// As [`Expr::add`].
    pub fn maximum(&self, other: &Self) -> Result<Self, ExprError> {
        match self.le(other) {
            Tri::Yes => Ok(other.clone()),
            _ if other.le(self) == Tri::Yes => Ok(self.clone()),
            _ => {
                let (a, b) = if self <= other { (self, other) } else { (other, self) };
                Self::atom(Atom::Max(a.clone(), b.clone()))
            }
        }
    }

    /// The absolute value; `max(x, -x)` where the facts leave the sign open.
    ///
    /// # Errors
    /// [`ExprError::Overflow`].
    pub fn abs(&self) -> Result<Self, ExprError> {
        if let Self::Const(c) = self {
            return c.checked_abs().map(Self::Const).ok_or_else(|| overflow(format!("|{c}|")));
        }
        let negated = self.mul(&Self::Const(-1))?;
        self.maximum(&negated)
    }
}
