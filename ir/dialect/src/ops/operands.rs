//! What an operation that yields a layout is given.

use layout_algebra::{AnyLayout, Layout, LayoutLike, Tiler};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};

use crate::attributes::Known;

use super::error::InferError;

/// The attributes of an operation that yields a layout; those that it has not are missing.
#[derive(Clone, Debug, Default)]
pub struct Attributes<'c> {
    /// `by #layout.tile<…>`.
    pub tile: Option<&'c Tiler>,
    /// `in 24`.
    pub range: Option<i64>,
    /// `cover`.
    pub cover: bool,
    /// The modes of a selection, or the way to one.
    pub modes: Option<Vec<i64>>,
    /// `to (128, 64)`.
    pub shape: Option<Vec<i64>>,
    /// `order (1, 0)`.
    pub order: Option<Vec<i64>>,
    /// `source` or `destination` of a copy, an operand of a multiply.
    pub part: Option<String>,
    /// The name of an instruction.
    pub atom: Option<String>,
    /// The width of an element in bits.
    pub bits: Option<u32>,
    /// The threads of a copy or multiply.
    pub threads: Option<&'c AnyLayout>,
    /// The values of each thread.
    pub values: Option<&'c AnyLayout>,
    /// The rows and columns that a multiply takes.
    pub permutation: Option<&'c Tiler>,
}

impl<'c> Attributes<'c> {
    /// The attributes that `named` finds by name.
    pub fn read(named: impl Fn(&str) -> Option<Attribute<'c>>) -> Self {
        let text = |name: &str| ir::text(named(name)?);
        let integers = |name: &str| named(name).map(ir::integers);
        Self {
            tile: named("tile").and_then(Known::tile_of_attribute),
            range: named("range").and_then(ir::integer),
            cover: named("cover").is_some(),
            modes: integers("modes"),
            shape: integers("shape"),
            order: integers("order"),
            part: text("part"),
            atom: text("atom"),
            bits: named("element").and_then(|t| ir::bits(ir::held_type(t)?)),
            threads: named("threads").and_then(Known::of_attribute),
            values: named("values").and_then(Known::of_attribute),
            permutation: named("permutation").and_then(Known::tile_of_attribute),
        }
    }

    /// Those of an operation.
    pub fn of(op: OperationRef<'c, '_>) -> Self {
        Self::read(|name| op.attribute(name).ok())
    }

    /// A tile alone.
    pub fn by_tile(tile: &'c Tiler) -> Self {
        Self { tile: Some(tile), ..Self::default() }
    }
}

/// The operands of an operation, all known, and its attributes.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'l> {
    /// The first layout.
    pub layout: &'l AnyLayout,
    /// The second layout; its symbols are others than those of the first.
    pub second: Option<&'l AnyLayout>,
    /// The attributes.
    pub attributes: &'l Attributes<'l>,
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
        match (self.second, self.attributes.tile) {
            (Some(layout), None) => Ok(By::Layout(layout)),
            (None, Some(tile)) => Ok(By::Tile(tile)),
            (Some(_), Some(_)) => Err(InferError::LayoutAndTile),
            (None, None) => Err(InferError::NeitherLayoutNorTile),
        }
    }

    /// The second layout, which the operation requires to be plain.
    ///
    /// # Errors
    /// [`InferError`], if there is none, or if it is composed.
    pub fn plain_second(&self, operation: &'static str) -> Result<&'l Layout, InferError> {
        Ok(self.second.ok_or(InferError::NoSecond)?.plain(operation)?)
    }
}
