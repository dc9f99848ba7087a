//! [`Tile`]: a tensor as the operations on tiles see it.

use layout_dialect::encoding_of;
use layout_mlir::ir;
use layout_tile::Tv;
use melior::Context;
use melior::ir::r#type::{DimSize, RankedTensorType, ShapedTypeLike};
use melior::ir::{Type, TypeLike};

use super::error::{Error, Result};

/// A tensor of static shape.
#[derive(Clone)]
pub struct Tile<'c> {
    /// Its type.
    pub r#type: Type<'c>,
    /// Its extents.
    pub shape: Vec<i64>,
    /// The type of its elements.
    pub element: Type<'c>,
    /// Who holds what, if that is said.
    encoding: Option<&'c Tv>,
}

impl<'c> Tile<'c> {
    /// The type as a tile; `None` for what is none.
    pub fn of(r#type: Type<'c>) -> Option<Self> {
        if !r#type.is_ranked_tensor() {
            return None;
        }
        let tensor = RankedTensorType::try_from(r#type).ok()?;
        let extent = |i| match tensor.dim_size(i) {
            Ok(DimSize::Static(n)) => i64::try_from(n).ok(),
            _ => None,
        };
        let shape = (0..tensor.rank()).map(extent).collect::<Option<Vec<_>>>()?;
        let encoding = tensor.encoding().and_then(encoding_of);
        Some(Self { r#type, shape, element: tensor.element(), encoding })
    }

    /// The encoding.
    ///
    /// # Errors
    /// [`Error::Open`].
    pub fn tv(&self) -> Result<&'c Tv> {
        self.encoding.ok_or_else(|| Error::Open(self.r#type.to_string()))
    }

    /// A tile of other extents and another encoding with the same elements.
    pub fn with(&self, context: &'c Context, shape: &[i64], tv: &Tv) -> Option<Type<'c>> {
        let extents: String = shape.iter().map(|e| format!("{e}x")).collect();
        Type::parse(context, &format!("tensor<{extents}{}, #layout.{tv}>", self.element))
    }

    /// Bits of an element in registers and memory; a number of one bit takes eight in memory.
    pub fn bits(&self) -> i64 {
        element_bits(self.element)
    }

    /// Elements of a thread.
    ///
    /// # Errors
    /// [`Error::Open`].
    pub fn registers(&self) -> Result<usize> {
        Ok(usize::try_from(self.tv()?.value_count()).unwrap_or(0))
    }
}

/// Bits of an integer, a number with a point or an index, of which there are 64.
pub fn element_bits(element: Type<'_>) -> i64 {
    ir::bits(element).map_or(64, i64::from)
}
