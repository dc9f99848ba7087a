//! Tiles that cover a shape: how many there are, and whether they fit without rest.

use crate::layout::{Layout, LayoutError};
use crate::nested::relations::{both, equal};
use crate::nested::tuple::IntTuple;
use crate::ops::complement::{ComplementError, complement_shape};
use crate::tiler::Tiler;
use layout_integer::{ExprError, Tri};

/// Whether a tiler divides a shape without rest (`cute/int_tuple.hpp`,
/// `evenly_divides`).
///
/// ```
/// use layout_algebra::{IntTuple, Tri, evenly_divides};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// let by = |text: &str| evenly_divides(&t("(8,12)"), &text.parse().unwrap()).unwrap();
/// assert_eq!((by("[4:1, 6:1]"), by("[4:1, 5:1]")), (Tri::Yes, Tri::No));
/// ```
///
/// # Errors
/// As [`Expr::mul`](layout_integer::Expr::mul).
pub fn evenly_divides(shape: &IntTuple, tiler: &Tiler) -> Result<Tri, LayoutError> {
    Ok(match tiler {
        Tiler::Keep => Tri::Yes,
        Tiler::Layout(tile) => {
            let rest = ceil_div_tiler(shape, tile)?;
            equal(&shape.product()?, &tile.size()?.mul(&rest.product()?)?)
        }
        Tiler::Size(size) => evenly_divides(shape, &Tiler::Layout(Tiler::tile(size)?))?,
        Tiler::Tuple(parts) => {
            if parts.len() > shape.rank() {
                return Ok(Tri::No);
            }
            let mut out = Tri::Yes;
            for (mode, part) in shape.modes().zip(parts) {
                let one = evenly_divides(&mode, part)?;
                out = both(out, || one);
            }
            out
        }
    })
}

/// The number of tiles that cover a shape, by mode where the tile is an
/// integer: CuTe's `ceil_div(shape, layout)`, the shape of the tile's complement.
///
/// ```
/// use layout_algebra::{IntTuple, ceil_div_tiler};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// let tiles = ceil_div_tiler(&t("(10,8)"), &"(4,2):(1,4)".parse().unwrap()).unwrap();
/// assert_eq!(tiles.to_string(), "16");
/// ```
///
/// # Errors
/// As [`complement_shape`]; a tile without complement is an overflow of its range.
pub fn ceil_div_tiler(shape: &IntTuple, tile: &Layout) -> Result<IntTuple, LayoutError> {
    let rest = complement_shape(tile, shape);
    match rest {
        Ok(rest) => Ok(rest.shape()),
        Err(ComplementError::Layout(error)) => Err(error),
        Err(error) => Err(LayoutError::Expr(ExprError::Divisor(error.to_string()))),
    }
}
