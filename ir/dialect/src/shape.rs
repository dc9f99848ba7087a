//! Whether a layout is that of a shaped type.

use layout_algebra::{AnyLayout, AnyLayoutError, Expr};
use layout_tile::{Tv, TvError};

/// Why a layout is none of a type's extents.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// Modes are not dimensions.
    #[error("the layout {layout} has {modes} modes, the type {dimensions} dimensions")]
    Rank {
        /// The layout.
        layout: AnyLayout,
        /// Its modes.
        modes: usize,
        /// The type's dimensions.
        dimensions: usize,
    },
    /// A mode has another size.
    #[error("mode {mode} of the layout {layout} has size {size}, the type has extent {}",
        .extent.map_or("?".into(), |n| n.to_string()))]
    Size {
        /// The layout.
        layout: AnyLayout,
        /// The mode.
        mode: usize,
        /// Its size.
        size: Expr,
        /// The type's extent; `None` if it is known at run time only.
        extent: Option<i64>,
    },
    /// An extent of a tile that is not known.
    #[error("{tv} is the encoding of a tile of known extents, and dimension {dimension} has none")]
    Dynamic {
        /// The encoding.
        tv: Tv,
        /// The dimension.
        dimension: usize,
    },
    /// An encoding of another tile.
    #[error(transparent)]
    Tile(#[from] TvError),
    /// A mode has no size.
    #[error(transparent)]
    Algebra(#[from] AnyLayoutError),
}

/// Whether an encoding is one of a tile of these extents; `None` is one known at run time only.
///
/// # Errors
/// [`ShapeError::Dynamic`], [`ShapeError::Tile`].
pub fn check_tile(tv: &Tv, extents: &[Option<i64>]) -> Result<(), ShapeError> {
    let known = |(dimension, extent): (usize, &Option<i64>)| {
        extent.ok_or_else(|| ShapeError::Dynamic { tv: tv.clone(), dimension })
    };
    let shape: Vec<i64> = extents.iter().enumerate().map(known).collect::<Result<_, _>>()?;
    Ok(tv.check_shape(&shape)?)
}

/// Whether the modes of a layout have the extents of a type; `None` is one known at run
/// time only, which a symbol must be.
///
/// # Errors
/// [`ShapeError`].
pub fn check_shape(layout: &AnyLayout, extents: &[Option<i64>]) -> Result<(), ShapeError> {
    let modes = layout.domain().modes();
    if modes.len() != extents.len() {
        let (modes, dimensions) = (modes.len(), extents.len());
        return Err(ShapeError::Rank { layout: layout.clone(), modes, dimensions });
    }
    for (mode, (part, extent)) in modes.iter().zip(extents).enumerate() {
        let size = part.size().map_err(AnyLayoutError::from)?;
        if size.as_const() != *extent {
            return Err(ShapeError::Size { layout: layout.clone(), mode, size, extent: *extent });
        }
    }
    Ok(())
}
