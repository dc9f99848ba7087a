//! The dialect's attributes and types as Rust types: made of values, and asked for them.

use layout_algebra::{AnyLayout, Tiler};
use layout_tile::{Mma, Tv};
use melior::Context;
use melior::ir::{Attribute, AttributeLike, Type, TypeLike};
use mlir_sys::{MlirAttribute, MlirType};

use crate::attributes::{AttrValue, Known, is_static};
use crate::coordinate::Coordinate;
use crate::storage::{COORD, LAYOUT, MMA, TILE, TV, canonical, canonical_type, is_token, token};

/// Another attribute or type than is asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} is no {expected}")]
pub struct NotOne {
    /// What there is.
    pub found: String,
    /// What there should be.
    pub expected: &'static str,
}

/// A tile with a symbol: a `#layout.tile` is static.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tile {0} has a symbol; sizes and strides of #layout.tile are integers")]
pub struct TileNotStatic(String);

/// What all these have of [`Attribute`] or [`Type`], and the way there and back.
macro_rules! like {
    ($Name:ident($Base:ident): $Like:ident, $Raw:ident, $text:literal, |$value:ident| $is:expr) => {
        impl<'c> $Like<'c> for $Name<'c> {
            fn to_raw(&self) -> $Raw {
                self.0.to_raw()
            }
        }

        impl<'c> From<$Name<'c>> for $Base<'c> {
            fn from(it: $Name<'c>) -> Self {
                it.0
            }
        }

        impl<'c> TryFrom<$Base<'c>> for $Name<'c> {
            type Error = NotOne;

            fn try_from($value: $Base<'c>) -> Result<Self, NotOne> {
                if $is {
                    return Ok(Self($value));
                }
                Err(NotOne { found: $value.to_string(), expected: $text })
            }
        }

        impl std::fmt::Display for $Name<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

/// An attribute of one kind of value.
macro_rules! attribute {
    ($(#[$meta:meta])* $Name:ident, $text:literal, $value:ident: $Value:ty = $Kind:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Name<'c>(Attribute<'c>);

        like!($Name(Attribute): AttributeLike, MlirAttribute, $text,
            |it| matches!(AttrValue::of(it), Some(AttrValue::$Kind(_))));

        impl<'c> $Name<'c> {
            /// Its value, which lives as long as the context.
            pub fn $value(self) -> &'c $Value {
                match AttrValue::of(self.0) {
                    Some(AttrValue::$Kind(value)) => value,
                    _ => unreachable!("only such attributes become a {}", stringify!($Name)),
                }
            }
        }
    };
}

attribute! {
    /// `#layout<…>`: the layout of a memref, or the encoding of a tensor.
    LayoutAttribute, "#layout<…>", layout: AnyLayout = Layout
}
attribute! {
    /// `#layout.tile<…>`: a tiler by mode.
    TileAttribute, "#layout.tile<…>", tiler: Tiler = Tile
}
attribute! {
    /// `#layout.coord<…>`: a coordinate, each `?` of it an operand.
    CoordinateAttribute, "#layout.coord<…>", coordinate: Coordinate = Coordinate
}
attribute! {
    /// `#layout.tv<…>`: the encoding of a tile.
    TvAttribute, "#layout.tv<…>", encoding: Tv = Tv
}
attribute! {
    /// `#layout.mma<…>`: an instruction of tensor cores, tiled over warps.
    MmaAttribute, "#layout.mma<…>", mma: Mma = Mma
}

impl<'c> LayoutAttribute<'c> {
    /// The attribute of a layout. Symbols get their canonical names: two layouts that differ in them alone are one attribute.
    pub fn new(context: &'c Context, layout: &(impl Clone + Into<AnyLayout>)) -> Self {
        let layout: AnyLayout = layout.clone().into();
        Self(canonical(context, LAYOUT, &layout.canonical().0.to_string()))
    }
}

impl<'c> TileAttribute<'c> {
    /// The attribute of a tiler.
    ///
    /// # Errors
    /// [`TileNotStatic`].
    pub fn new(context: &'c Context, tiler: &Tiler) -> Result<Self, TileNotStatic> {
        if !is_static(tiler) {
            return Err(TileNotStatic(tiler.to_string()));
        }
        Ok(Self(canonical(context, TILE, &tiler.to_string())))
    }
}

impl<'c> CoordinateAttribute<'c> {
    /// The attribute of a coordinate.
    pub fn new(context: &'c Context, coordinate: &Coordinate) -> Self {
        Self(canonical(context, COORD, coordinate.text()))
    }

    /// That of so many operands, `(?,?)`.
    pub fn of_indices(context: &'c Context, count: usize) -> Self {
        Self::new(context, &Coordinate::of_indices(count))
    }
}

impl<'c> TvAttribute<'c> {
    /// The attribute of an encoding.
    pub fn new(context: &'c Context, encoding: &Tv) -> Self {
        Self(canonical(context, TV, &encoding.to_string()))
    }
}

impl<'c> MmaAttribute<'c> {
    /// The attribute of an instruction.
    pub fn new(context: &'c Context, mma: &Mma) -> Self {
        Self(canonical(context, MMA, &mma.to_string()))
    }
}

/// `!layout<…>`: the type of a layout that is a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutType<'c>(Type<'c>);

like!(LayoutType(Type): TypeLike, MlirType, "!layout<…>", |it| Known::of_type(it).is_some());

impl<'c> LayoutType<'c> {
    /// The type of a layout. Its symbols, in the order in which they appear, are the operands of a `layout.make`.
    pub fn new(context: &'c Context, layout: &(impl Clone + Into<AnyLayout>)) -> Self {
        let layout: AnyLayout = layout.clone().into();
        Self(canonical_type(context, &layout.canonical().0.to_string()))
    }

    /// `!layout<*>`: that of a layout of which nothing is known.
    pub fn unknown(context: &'c Context) -> Self {
        Self(canonical_type(context, "*"))
    }

    /// The layout; `None` for `!layout<*>`.
    pub fn layout(self) -> Option<&'c AnyLayout> {
        Known::of_type(self.0)?.layout()
    }
}

/// `!layout.token`: the type of an asynchronous copy under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenType<'c>(Type<'c>);

like!(TokenType(Type): TypeLike, MlirType, "!layout.token", |it| is_token(it));

impl<'c> TokenType<'c> {
    /// The type.
    pub fn new(context: &'c Context) -> Self {
        Self(token(context))
    }
}
