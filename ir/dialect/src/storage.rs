//! Values in the storage of attributes and types, which C++ keeps.

#![allow(unsafe_code, reason = "the foreign-function boundary to MLIR")]

use std::ffi::c_void;

use layout_algebra::{AnyLayout, Tiler};
use layout_mlir::boundary::string_ref;
use layout_tile::{Mma, Tv};
use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, OperationRef, Type, TypeLike};
use mlir_sys::{MlirAttribute, MlirContext, MlirStringRef, MlirType};

use crate::attributes::{AttrValue, Known};
use crate::coordinate::Coordinate;

unsafe extern "C" {
    fn layoutCoordGet(context: MlirContext, text: MlirStringRef) -> MlirAttribute;
    fn layoutAttrValue(attribute: MlirAttribute) -> *const c_void;
    fn layoutTypeValue(r#type: MlirType) -> *const c_void;
    fn layoutTypeIsToken(r#type: MlirType) -> bool;
    fn layoutTypeGet(context: MlirContext, text: MlirStringRef) -> MlirType;
    fn layoutTvGet(context: MlirContext, text: MlirStringRef) -> MlirAttribute;
}

/// Values are read by any thread, and freed by any.
const fn shared<T: Send + Sync>() {}
const _: () = (shared::<AttrValue>(), shared::<Known>()).1;

impl AttrValue {
    /// The value of an attribute of this dialect; `None` for any other.
    pub fn of<'c>(attribute: Attribute<'c>) -> Option<&'c Self> {
        // SAFETY: what is not null lives in the attribute's storage, as long as the context, and
        // never changes. C++ knows its own attributes.
        unsafe { layoutAttrValue(attribute.to_raw()).cast::<Self>().as_ref() }
    }
}

/// The encoding of a `#layout.tv` attribute, such as the encoding of a tensor; `None` for any
/// other.
pub fn encoding_of<'c>(attribute: Attribute<'c>) -> Option<&'c Tv> {
    match AttrValue::of(attribute)? {
        AttrValue::Tv(tv) => Some(tv),
        _ => None,
    }
}

/// `#layout.tv<…>` of an encoding.
pub fn encoding_attribute<'c>(context: &'c Context, tv: &Tv) -> Attribute<'c> {
    let text = tv.to_string();
    // SAFETY: the context is valid, and MLIR copies the text, which is canonical.
    unsafe { Attribute::from_raw(layoutTvGet(context.to_raw(), string_ref(&text))) }
}

/// `!layout<…>` of a layout whose symbols are [canonical](AnyLayout::canonical).
pub fn layout_type<'c>(context: &'c Context, layout: &AnyLayout) -> Type<'c> {
    let text = layout.to_string();
    // SAFETY: the context is valid, and MLIR copies the text, which is canonical.
    unsafe { Type::from_raw(layoutTypeGet(context.to_raw(), string_ref(&text))) }
}

/// Whether a type is `!layout.token`, an asynchronous copy under way.
pub fn is_token(r#type: Type<'_>) -> bool {
    // SAFETY: the type is valid.
    unsafe { layoutTypeIsToken(r#type.to_raw()) }
}

/// The instruction of a `#layout.mma` attribute; `None` for any other.
pub fn mma_of<'c>(attribute: Attribute<'c>) -> Option<&'c Mma> {
    match AttrValue::of(attribute)? {
        AttrValue::Mma(mma) => Some(mma),
        _ => None,
    }
}

impl Known {
    /// What a `!layout` type says; `None` for any other type.
    pub fn of_type(r#type: Type<'_>) -> Option<&Self> {
        // SAFETY: what is not null lives in the type's storage, as long as the context, and
        // never changes. C++ knows its own types.
        unsafe { layoutTypeValue(r#type.to_raw()).cast::<Self>().as_ref() }
    }

    /// The layout of a `#layout` attribute; `None` for any other.
    pub fn of_attribute<'c>(attribute: Attribute<'c>) -> Option<&'c AnyLayout> {
        match AttrValue::of(attribute)? {
            AttrValue::Layout(layout) => Some(layout),
            _ => None,
        }
    }

    /// The tiler of a `#layout.tile` attribute; `None` for any other.
    pub fn tile_of_attribute(attribute: Attribute<'_>) -> Option<&Tiler> {
        match AttrValue::of(attribute)? {
            AttrValue::Tile(tiler) => Some(tiler),
            _ => None,
        }
    }
}

impl Coordinate {
    /// The coordinate of a `#layout.coord` attribute; `None` for any other.
    pub fn of_attribute(attribute: Attribute<'_>) -> Option<&Self> {
        match AttrValue::of(attribute)? {
            AttrValue::Coordinate(coordinate) => Some(coordinate),
            _ => None,
        }
    }

    /// The coordinate of an operation; `None` if it has none.
    pub fn of<'c>(op: OperationRef<'c, '_>) -> Option<&'c Self> {
        Self::of_attribute(op.attribute("coord").ok()?)
    }

    /// `#layout.coord<…>`.
    pub fn attribute<'c>(&self, context: &'c Context) -> Attribute<'c> {
        // SAFETY: the context is valid, and MLIR copies the text.
        unsafe { Attribute::from_raw(layoutCoordGet(context.to_raw(), string_ref(self.text()))) }
    }
}
