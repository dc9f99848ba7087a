//! The operations, one file each, and the table of them.
//!
//! A row of [`OPS`] is all that the rest of the compiler reads of an operation: its name, what
//! it yields, and how that is computed. Names, operands and assembly are in `td/`.

mod blocked_product;
mod cast;
mod coalesce;
mod complement;
mod composition;
mod coordinate;
mod cosize;
mod cover;
mod crd2idx;
mod error;
mod flatten;
mod in_bounds;
mod left_inverse;
mod logical_divide;
mod logical_product;
mod make;
mod operands;
mod partition;
mod raked_product;
mod right_inverse;
mod select;
mod size;
mod tile_to_shape;
mod tiled_copy;
mod tiled_divide;
mod tiled_mma;
mod zipped_divide;

use layout_algebra::AnyLayout;
use melior::ir::OperationRef;

use crate::coordinate::Coordinate;
use crate::integer::{Integer, IntegerError};
use crate::verify::VerifyError;

pub use error::InferError;
pub(crate) use in_bounds::decided;
pub use in_bounds::{divide_of, open_modes};
pub use operands::{Attributes, By, Operands};

/// What the result of an operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yields {
    /// A layout of the result's type, with the operands as values of its symbols.
    Made,
    /// The layout of [`LayoutOp::infer`].
    Layout,
    /// The integer of [`LayoutOp::integer`].
    Integer,
    /// Whether a coordinate is in bounds: comparisons of integers that other operations yield.
    Bounds,
}

/// An operation of the dialect.
pub trait LayoutOp: Sync {
    /// Its name behind `layout.`.
    fn name(&self) -> &'static str;

    /// What it yields.
    fn yields(&self) -> Yields;

    /// The layout that it yields, of operands that are known.
    ///
    /// # Errors
    /// [`InferError`]: the algebra refuses, or the operation yields no layout.
    fn infer(&self, _operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        Err(InferError::NoLayout(self.name()))
    }

    /// The integer that it yields, of a layout and the operation's coordinate. Its folding,
    /// its bounds, its term in the e-graph and its lowering are this integer, computed in
    /// four arithmetics.
    ///
    /// # Errors
    /// [`IntegerError`]: it has none, or the operation yields no integer.
    fn integer<'l>(
        &self,
        _layout: &'l AnyLayout,
        _coordinate: Option<&'l Coordinate>,
    ) -> Result<Integer<'l>, IntegerError> {
        Err(IntegerError::NoInteger(self.name()))
    }

    /// What ODS cannot check.
    ///
    /// # Errors
    /// [`VerifyError`].
    fn verify(&self, _op: OperationRef<'_, '_>) -> Result<(), VerifyError> {
        Ok(())
    }
}

/// All operations.
pub static OPS: &[&dyn LayoutOp] = &[
    &make::Make,
    &cast::Cast,
    &coalesce::Coalesce,
    &flatten::Flatten,
    &right_inverse::RightInverse,
    &left_inverse::LeftInverse,
    &complement::Complement,
    &composition::Composition,
    &logical_divide::LogicalDivide,
    &zipped_divide::ZippedDivide,
    &tiled_divide::TiledDivide,
    &logical_product::LogicalProduct,
    &blocked_product::BlockedProduct,
    &raked_product::RakedProduct,
    &select::Select,
    &coordinate::Coordinate,
    &tile_to_shape::TileToShape,
    &tiled_copy::TiledCopy,
    &tiled_mma::TiledMma,
    &size::Size,
    &cosize::Cosize,
    &crd2idx::Crd2Idx,
    &in_bounds::InBounds,
];

/// The operation of a full name such as `layout.coalesce`; `None` for other dialects'.
pub fn find(name: &str) -> Option<&'static dyn LayoutOp> {
    named(name.strip_prefix("layout.")?)
}

/// The operation of a name without the dialect's.
pub fn named(name: &str) -> Option<&'static dyn LayoutOp> {
    OPS.iter().copied().find(|op| op.name() == name)
}

/// What an operation of a full name yields; `None` for other dialects'.
pub fn yields(name: &str) -> Option<Yields> {
    Some(find(name)?.yields())
}
