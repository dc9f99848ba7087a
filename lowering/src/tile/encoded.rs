//! [`Encoded`]: tiles must have encodings here.

use layout_dialect::tile::Tile;
use layout_tile::Tv;

use super::error::{Error, Result};

/// Most elements of a tile that a thread holds: a thread has 255 registers of 32 bits, and four elements fit one.
const MOST: usize = 1024;

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
    /// [`Error::Open`]; [`Error::Registers`].
    fn registers(&self) -> Result<usize>;
}

impl<'c> Encoded<'c> for Tile<'c> {
    fn tv(&self) -> Result<&'c Tv> {
        let text = || {
            let extents: String = self.shape.iter().map(|e| format!("{e}x")).collect();
            format!("tensor<{extents}{}>", self.element)
        };
        self.encoding.ok_or_else(|| Error::Open(text()))
    }

    fn registers(&self) -> Result<usize> {
        let values = self.tv()?.value_count();
        usize::try_from(values).ok().filter(|n| *n <= MOST).ok_or(Error::Registers { values, most: MOST })
    }
}
