//! Putting values in for symbols, and which symbols and integers occur.

use crate::error::ExprError;
use crate::expr::{Atom, Expr};
use crate::symbol::Symbol;

impl Expr {
    /// The value, if the facts leave only one: that of a static integer, of one whose
    /// symbols all have one value, or of one whose bounds meet.
    ///
    /// ```
    /// use layout_integer::{Expr, SymbolFacts, Symbol};
    /// let four = Expr::from(Symbol::new(0, SymbolFacts::exactly(4)));
    /// let square = four.mul(&four).unwrap();
    /// assert_eq!((square.known(), square.as_const()), (Some(16), None));
    /// ```
    #[inline]
    pub fn known(&self) -> Option<i64> {
        match self {
            Self::Const(c) => Some(*c),
            Self::Poly(_) => self.known_by_facts(),
        }
    }

    fn known_by_facts(&self) -> Option<i64> {
        let mut one_value = true;
        self.for_each_symbol(&mut |s| one_value &= s.facts.known().is_some());
        if one_value {
            return self.eval(&|s| s.facts.min).ok();
        }
        match self.bounds() {
            (Some(lo), Some(hi)) if lo == hi => i64::try_from(lo).ok(),
            _ => None,
        }
    }

    /// The value when every symbol has the value `value` gives it.
    ///
    /// # Errors
    /// [`ExprError::Overflow`] if an intermediate value leaves 64 bits.
    pub fn eval(&self, value: &dyn Fn(Symbol) -> i64) -> Result<i64, ExprError> {
        match self.substitute(&|s| Self::Const(value(s)))? {
            Self::Const(c) => Ok(c),
            Self::Poly(_) => Err(ExprError::TooComplex),
        }
    }

    /// Replaces every symbol by an expression. The replacement must satisfy
    /// the symbol's facts: in particular its divisor divides it.
    ///
    /// # Errors
    /// As [`Expr::add`]; [`ExprError::Fact`] if a divisibility fact fails.
    pub fn substitute(&self, value: &dyn Fn(Symbol) -> Self) -> Result<Self, ExprError> {
        let (terms, constant) = self.terms();
        let mut sum = Self::Const(constant);
        for (m, c) in terms {
            let mut factors = vec![Self::Const(*c)];
            for atom in m {
                factors.push(atom.substitute(value)?);
            }
            sum = sum.add(&Self::product(&factors)?)?;
        }
        Ok(sum)
    }

    /// Calls `visit` for the magnitude of each constant and coefficient.
    pub fn for_each_integer(&self, visit: &mut dyn FnMut(i64)) {
        let (terms, constant) = self.terms();
        visit(constant.saturating_abs());
        for (m, c) in terms {
            visit(c.saturating_abs());
            for atom in m {
                if let Atom::FloorDiv(a, b) | Atom::Mod(a, b) | Atom::Min(a, b) | Atom::Max(a, b) = atom {
                    a.for_each_integer(visit);
                    b.for_each_integer(visit);
                }
            }
        }
    }

    /// Calls `visit` for each symbol, in the order of the normal form, with repetition.
    pub fn for_each_symbol(&self, visit: &mut dyn FnMut(Symbol)) {
        for (m, _) in self.terms().0 {
            for atom in m {
                match atom {
                    Atom::Sym(s) => visit(*s),
                    Atom::FloorDiv(a, b) | Atom::Mod(a, b) | Atom::Min(a, b) | Atom::Max(a, b) => {
                        a.for_each_symbol(visit);
                        b.for_each_symbol(visit);
                    }
                }
            }
        }
    }
}

impl Atom {
    fn substitute(&self, value: &dyn Fn(Symbol) -> Expr) -> Result<Expr, ExprError> {
        match self {
            Self::Sym(s) => {
                let v = value(*s);
                let div = Expr::Const(s.facts.div);
                v.div_exact(&div).ok_or_else(|| ExprError::Fact {
                    value: v.named(),
                    symbol: s.to_string(),
                    div: s.facts.div,
                })
            }
            Self::FloorDiv(a, b) => a.substitute(value)?.floordiv(&b.substitute(value)?),
            Self::Mod(a, b) => a.substitute(value)?.modulo(&b.substitute(value)?),
            Self::Min(a, b) => a.substitute(value)?.minimum(&b.substitute(value)?),
            Self::Max(a, b) => a.substitute(value)?.maximum(&b.substitute(value)?),
        }
    }
}
