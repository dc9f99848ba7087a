//! What an operation that yields a layout is given.

use layout_algebra::{AnyLayout, Tiler};

use super::error::InferError;

/// The operands of an operation, all known, and its attributes.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'l> {
    /// The first layout.
    pub layout: &'l AnyLayout,
    /// The second layout; its symbols are others than those of the first.
    pub second: Option<&'l AnyLayout>,
    /// `by #layout.tile<…>`.
    pub tile: Option<&'l Tiler>,
    /// `in 24`.
    pub range: Option<i64>,
}

/// The right side of a composition, divide or product.
#[derive(Clone, Copy, Debug)]
pub enum By<'l> {
    /// A layout.
    Layout(&'l AnyLayout),
    /// A tile for each mode.
    Tile(&'l Tiler),
}

impl<'l> Operands<'l> {
    /// The second layout or the tile.
    ///
    /// # Errors
    /// [`InferError`], if there are both or neither.
    pub fn by(&self) -> Result<By<'l>, InferError> {
        match (self.second, self.tile) {
            (Some(layout), None) => Ok(By::Layout(layout)),
            (None, Some(tile)) => Ok(By::Tile(tile)),
            (Some(_), Some(_)) => Err(InferError::LayoutAndTile),
            (None, None) => Err(InferError::NeitherLayoutNorTile),
        }
    }
}
