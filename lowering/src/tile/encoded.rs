//! [`Encoded`]: tiles must have encodings here.

use layout_dialect::tile::Tile;
use layout_tile::Tv;

use super::error::{Error, Result};

/// A tile whose encoding is needed.
pub trait Encoded<'c> {
    /// The encoding.
    ///
    /// # Errors
    /// [`Error::Open`].
    fn tv(&self) -> Result<&'c Tv>;

    /// Elements of a thread.
    ///
    /// # Errors
    /// [`Error::Open`].
    fn registers(&self) -> Result<usize> {
        Ok(usize::try_from(self.tv()?.value_count()).unwrap_or(0))
    }
}

impl<'c> Encoded<'c> for Tile<'c> {
    fn tv(&self) -> Result<&'c Tv> {
        let text = || {
            let extents: String = self.shape.iter().map(|e| format!("{e}x")).collect();
            format!("tensor<{extents}{}>", self.element)
        };
        self.encoding.ok_or_else(|| Error::Open(text()))
    }
}
