//! `logical_divide` and `zipped_divide`: a layout cut into tiles.

use crate::complement::{ComplementError, complement_exact};
use crate::composition::{CompositionError, composition};
use crate::expr::ExprError;
use crate::layout::{Layout, LayoutError};
use crate::symbol::Tri;
use crate::tiler::{Parts, RankError, Tiler, by_mode};

/// Why a divide is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DivideError {
    /// The tile's size does not divide the layout's.
    #[error("{0}")]
    Indivisible(String),
    /// The tile and its complement do not fill the layout.
    #[error(
        "{layout} / {tile}: the tile has holes that no layout fills evenly up to the size {size}; each stride of the tile must be a multiple of the extent below it, and the last extent must divide {size}"
    )]
    Holes {
        /// The layout.
        layout: String,
        /// The tile.
        tile: String,
        /// The layout's size.
        size: String,
    },
    /// The facts do not decide whether the tile fits.
    #[error(
        "cannot decide {layout} / {tile}: whether {extent} divides {size} is not known; state it as a fact, such as {{div={extent}}}"
    )]
    Undecided {
        /// The layout.
        layout: String,
        /// The tile.
        tile: String,
        /// The extent of the tile.
        extent: String,
        /// The layout's size.
        size: String,
    },
    /// A tiler with more modes than the layout.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// `_` where tile and rest are taken apart.
    #[error("`_` has no tile and no rest; write the mode's own size to put all of it into the tile")]
    Underscore,
    /// The tile has no complement.
    #[error(transparent)]
    Complement(#[from] ComplementError),
    /// Layout and tile do not compose.
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// The result is no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for DivideError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// `A ⊘ B = A ∘ (B, B*)`: mode 0 is a tile, mode 1 enumerates the tiles.
///
/// The result has the size of A and visits the same offsets: unlike CuTe,
/// which rounds up, a tile that does not fit is refused.
///
/// # Errors
/// [`DivideError`].
pub fn logical_divide(a: &Layout, b: &Layout) -> Result<Layout, DivideError> {
    let size = a.size()?;
    let tile = b.size()?;
    if size.divisible_by(&tile) == Tri::No {
        return Err(DivideError::Indivisible(match (size.as_const(), tile.as_const()) {
            (Some(n), Some(t)) => format!(
                "a tile of {t} does not divide {a} of size {n}; {}a size of {} would do",
                (1..=t).rev().find(|d| n % d == 0).map_or(String::new(), |d| format!("a tile of {d} or ")),
                n.div_euclid(t).saturating_add(1).saturating_mul(t)
            ),
            _ => format!("a tile of {tile} does not divide {a} of size {size}"),
        }));
    }
    let rest = complement_exact(b, &size)?;
    let whole = Layout::concat([b, &rest.layout])?;
    if !rest.exact || whole.size()? != size {
        let (layout, tile, size) = (a.named(), b.named(), size.named());
        let symbolic = !(a.is_static() && b.is_static());
        return Err(match symbolic {
            true => DivideError::Undecided { layout, tile, extent: b.cosize()?.to_string(), size },
            false => DivideError::Holes { layout, tile, size },
        });
    }
    Ok(composition(a, &whole)?)
}

/// [`logical_divide`] mode by mode; further modes and `_` stay as they are.
///
/// # Errors
/// [`DivideError`].
pub fn logical_divide_tiler(a: &Layout, tiler: &Tiler) -> Result<Layout, DivideError> {
    by_mode(a, tiler, &logical_divide)
}

/// The divide with all tiles' modes first: `((tile…), (rest…))`.
///
/// # Errors
/// [`DivideError`]; [`DivideError::Underscore`] for `_`.
pub fn zipped_divide_tiler(a: &Layout, tiler: &Tiler) -> Result<Layout, DivideError> {
    Ok(parts(a, tiler)?.zipped()?)
}

/// [`zipped_divide_tiler`] with the rest's modes spread: `((tile…), r0, r1, …)`.
///
/// # Errors
/// [`DivideError`].
pub fn tiled_divide_tiler(a: &Layout, tiler: &Tiler) -> Result<Layout, DivideError> {
    Ok(parts(a, tiler)?.tiled()?)
}

/// [`zipped_divide_tiler`] with all modes spread: `(t0, t1, …, r0, r1, …)`.
///
/// # Errors
/// [`DivideError`].
pub fn flat_divide_tiler(a: &Layout, tiler: &Tiler) -> Result<Layout, DivideError> {
    Ok(parts(a, tiler)?.flat()?)
}

fn parts(a: &Layout, tiler: &Tiler) -> Result<Parts, DivideError> {
    Parts::new(a, tiler, &|| DivideError::Underscore, &|a, b| {
        let divided = logical_divide(a, b)?.modes();
        Ok(Parts { tile: divided[0].clone(), rest: divided[1].clone() })
    })
}
