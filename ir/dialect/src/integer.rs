//! Integers that operations compute from layouts, in any arithmetic.

use layout_algebra::{AnyLayout, AnyLayoutError, Coord, Expr, IndexArithmetic, LayoutError};

use crate::outside::{Outside, outside};

/// The integer that an operation yields.
#[derive(Clone, Debug)]
pub enum Integer<'l> {
    /// An expression over the layout's symbols.
    Value(Expr),
    /// The index of a coordinate, whose symbol number `k` is the `k`-th SSA index.
    Index(&'l AnyLayout, &'l Coord<Expr>),
}

/// Why an operation yields no integer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IntegerError {
    /// The operation yields a layout.
    #[error("'layout.{0}' yields no integer")]
    NoInteger(&'static str),
    /// The coordinate is missing.
    #[error("the coordinate is missing")]
    NoCoordinate,
    /// The coordinate does not fit the layout.
    #[error(transparent)]
    Misfit(#[from] LayoutError),
    /// The algebra refuses.
    #[error(transparent)]
    Algebra(#[from] AnyLayoutError),
}

impl Integer<'_> {
    /// Computes it.
    ///
    /// # Errors
    /// Those of `arithmetic`.
    pub fn compute<A: IndexArithmetic>(&self, arithmetic: &mut A) -> Result<A::Value, A::Error>
    where
        A::Value: Clone,
    {
        match self {
            Self::Value(expr) => expr.compute(arithmetic),
            Self::Index(layout, coord) => layout.compute_index(coord, arithmetic),
        }
    }

    /// The integer of its coordinate that no mode has, if it is an index; `value` is that of an SSA
    /// index, where it is known.
    pub fn outside(&self, value: &dyn Fn(usize) -> Option<i64>) -> Option<Outside> {
        match self {
            Self::Value(_) => None,
            Self::Index(layout, coord) => outside(coord, Some(layout.domain()), value),
        }
    }

    /// The number that it is for these SSA indices, if the layout leaves no symbol open. An index
    /// outside the layout is none: a pass that lowers it says so.
    pub fn fold(&self, indices: &[i64]) -> Option<i64> {
        if self.outside(&|k: usize| indices.get(k).copied()).is_some() {
            return None;
        }
        match self {
            Self::Value(expr) => expr.as_const(),
            Self::Index(layout, coord) => {
                let value = |id: u32| Expr::Const(indices.get(id as usize).copied().unwrap_or(0));
                let coord = coord.try_map(&mut |e: &Expr| e.substitute(&|s| value(s.id))).ok()?;
                layout.eval_at(&coord).ok()
            }
        }
    }
}
