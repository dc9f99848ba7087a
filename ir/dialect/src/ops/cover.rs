//! Divides whose tiles fit, and those whose tiles cover.
//!
//! A covering divide is one of a mode that goes on past its end. So a mode whose tile does
//! not divide it must be of one stride: of `(5,4):(4,1)` nothing says where element 20 is.

use layout_algebra::{
    AnyLayout, DivideError, Fit, Grouping, Layout, LayoutLike, Tiler, coalesce, logical_divide,
};

use super::error::InferError;
use super::{By, Operands};

/// The layout divided, grouped as the operation has it.
///
/// # Errors
/// Those of the algebra; [`InferError::Cover`].
pub(super) fn divide(operands: &Operands<'_>, grouping: Grouping) -> Result<AnyLayout, InferError> {
    let (a, by) = (operands.layout, operands.by()?);
    let fit = if operands.attributes.cover { Fit::Cover } else { Fit::Exact };
    if fit == Fit::Cover {
        match by {
            By::Layout(b) => {
                coverable(a.domain(), &Tiler::Layout(b.plain("cover")?.clone()), &mut Vec::new())?
            }
            By::Tile(tile) => coverable(a.domain(), tile, &mut Vec::new())?,
        }
    }
    Ok(match by {
        By::Layout(b) => layout_algebra::divide(a, b, grouping, fit)?,
        By::Tile(tile) => layout_algebra::divide(a, tile, grouping, fit)?,
    })
}

/// Whether a tile divides a mode, as far as that is known.
pub(super) fn fits(mode: &Layout, tile: &Tiler) -> Result<(), DivideError> {
    logical_divide(mode, tile).map(drop)
}

/// Whether tiles can cover a layout, mode by mode; `path` leads to it.
///
/// # Errors
/// [`InferError::Cover`].
pub(super) fn coverable(a: &Layout, tile: &Tiler, path: &mut Vec<usize>) -> Result<(), InferError> {
    if let (Tiler::Tuple(tiles), false) = (tile, a.profile().is_leaf()) {
        for (k, (mode, tile)) in a.modes().iter().zip(tiles).enumerate() {
            path.push(k);
            coverable(mode, tile, path)?;
            path.pop();
        }
        return Ok(());
    }
    let Err(why) = fits(a, tile) else { return Ok(()) };
    if coalesce(a)?.rank() <= 1 || matches!(why, DivideError::Rank(_)) {
        return Ok(());
    }
    let mode = path.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    Err(InferError::Cover { mode, layout: a.named(), why })
}
