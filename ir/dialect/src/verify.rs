//! What is wrong with an operation that ODS lets pass.

use layout_algebra::LayoutError;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use crate::coordinate::Coordinate;

use crate::outside::Outside;
use crate::tile::TileError;

/// Why an operation is none. The messages stand behind "'layout.…' op".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// `!layout<*>` cannot be made.
    #[error("cannot make the unknown layout '*'; give its shape and stride")]
    Unknown,
    /// A value for each symbol.
    #[error("binds {values} values, but '{type}' has {symbols} symbols")]
    Symbols {
        /// The values given.
        values: usize,
        /// The type of the layout.
        r#type: String,
        /// Its symbols.
        symbols: usize,
    },
    /// Symbols that nothing is bound to.
    #[error("to '{0}' binds no values to its symbols; layout.make a layout of them")]
    CastToSymbols(String),
    /// Two layouts that are not one.
    #[error("from '{from}' to '{to}': a cast changes no layout; one of them may be '*'")]
    Cast {
        /// The operand.
        from: String,
        /// The result.
        to: String,
    },
    /// A range given by two means.
    #[error("takes the range as an integer or as a layout, not both")]
    RangeTwice,
    /// An index for each `?`.
    #[error("has {indices} indices for the coordinate {coordinate}, which takes {arity}")]
    Indices {
        /// The indices given.
        indices: usize,
        /// The coordinate.
        coordinate: String,
        /// Its `?`.
        arity: usize,
    },
    /// The coordinate is malformed or missing.
    #[error("has no well-formed coordinate")]
    NoCoordinate,
    /// No divide.
    #[error("needs the divide that covers: logical_divide, zipped_divide or tiled_divide")]
    NoDivide,
    /// No divide of this name.
    #[error("there is no divide `{0}`; those that cover are logical_divide, zipped_divide and tiled_divide")]
    Divide(String),
    /// The layout has no such divide: why not.
    #[error("{0}")]
    Indivisible(String),
    /// There is no such tiled copy or multiply: why not.
    #[error("{0}")]
    Tiled(String),
    /// The coordinate does not fit the layout.
    #[error(transparent)]
    Misfit(#[from] LayoutError),
    /// An operation on tiles.
    #[error(transparent)]
    Tile(#[from] TileError),
    /// A literal of the coordinate that its mode does not have.
    #[error("{0}; its index would be poison")]
    Outside(#[from] Outside),
}

/// The coordinate of an operation on a layout and the indices of that coordinate.
///
/// # Errors
/// [`VerifyError::NoCoordinate`], [`VerifyError::Indices`].
pub(crate) fn indices_for<'c>(op: OperationRef<'c, '_>) -> Result<&'c Coordinate, VerifyError> {
    let coordinate = Coordinate::of(op).ok_or(VerifyError::NoCoordinate)?;
    let indices = op.operand_count().saturating_sub(1);
    if coordinate.arity() == indices {
        return Ok(coordinate);
    }
    let (text, arity) = (coordinate.text().into(), coordinate.arity());
    Err(VerifyError::Indices { indices, coordinate: text, arity })
}
