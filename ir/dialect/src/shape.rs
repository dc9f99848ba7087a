//! Whether a layout is that of a shaped type.

use layout_algebra::{AnyLayout, AnyLayoutError, Expr};

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
    /// A mode has no size.
    #[error(transparent)]
    Algebra(#[from] AnyLayoutError),
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
