//! [`Tile`]: the type of a tile taken apart, and put together.

use layout_mlir::ir;
use layout_tile::Tv;
use melior::Context;
use melior::ir::r#type::{DimSize, RankedTensorType, ShapedTypeLike};
use melior::ir::{Type, TypeLike, Value, ValueLike};

use crate::storage::{encoding_attribute, encoding_of};

/// What the type of a tile says: `tensor<8x16xf32, #layout.tv<…>>`.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile<'c> {
    /// The extents, at least 1 each.
    pub shape: Vec<i64>,
    /// The type of the elements.
    pub element: Type<'c>,
    /// Who holds which element; `None` of an open tile.
    pub encoding: Option<&'c Tv>,
}

impl<'c> Tile<'c> {
    /// A type as that of a tile; `None` for others: of unknown extents, without elements, with
    /// an encoding of another kind.
    pub fn of_type(r#type: Type<'c>) -> Option<Self> {
        // (A conversion that fails prints the type.)
        let tensor = r#type.is_ranked_tensor().then(|| RankedTensorType::try_from(r#type).ok()).flatten()?;
        let extent = |d| match tensor.dim_size(d).ok()? {
            DimSize::Static(extent) => i64::try_from(extent).ok().filter(|e| *e > 0),
            DimSize::Dynamic => None,
        };
        let shape = (0..tensor.rank()).map(extent).collect::<Option<Vec<i64>>>()?;
        let encoding = match tensor.encoding() {
            None => None,
            Some(attribute) => Some(encoding_of(attribute)?),
        };
        Some(Self { shape, element: tensor.element(), encoding })
    }

    /// A value as a tile; `None` for values of other types.
    pub fn of(value: Value<'c, '_>) -> Option<Self> {
        Self::of_type(value.r#type())
    }

    /// The type that this is taken from.
    pub fn to_type(&self, context: &'c Context) -> Type<'c> {
        tile_type(context, &self.shape, self.element, self.encoding)
    }

    /// The bits of an element; those of `index` are 64.
    pub fn bits(&self) -> i64 {
        element_bits(self.element)
    }

    /// The extents as in the text of the type: `8x16`; `scalar` without dimensions.
    pub(crate) fn extents(&self) -> String {
        extents(&self.shape)
    }
}

/// The type of a tile of these extents, elements and encoding.
pub fn tile_type<'c>(
    context: &'c Context,
    shape: &[i64],
    element: Type<'c>,
    encoding: Option<&Tv>,
) -> Type<'c> {
    let shape: Vec<u64> = shape.iter().map(|e| e.unsigned_abs()).collect();
    RankedTensorType::new(&shape, element, encoding.map(|tv| encoding_attribute(context, tv))).into()
}

/// The bits of an integer, of a number with a point, or of an index, which are 64.
pub fn element_bits(element: Type<'_>) -> i64 {
    ir::bits(element).map_or(64, i64::from)
}

/// The text of extents.
pub(crate) fn extents(shape: &[i64]) -> String {
    match shape {
        [] => "without dimensions".into(),
        _ => shape.iter().map(i64::to_string).collect::<Vec<_>>().join("x"),
    }
}
