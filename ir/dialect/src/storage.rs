//! Values in the storage of attributes and types, which C++ keeps.

#![allow(unsafe_code, reason = "the foreign-function boundary to MLIR")]

use std::ffi::{c_int, c_void};

use layout_algebra::{AnyLayout, Tiler};
use layout_mlir::boundary::{gathered, string_ref};
use layout_tile::{Mma, Tv};
use melior::Context;
use melior::dialect::DialectHandle;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, OperationRef, Type, TypeLike};
use mlir_sys::{MlirAttribute, MlirContext, MlirDialectHandle, MlirStringCallback, MlirStringRef, MlirType};

use crate::attributes::{AttrValue, Known};
use crate::coordinate::Coordinate;

/// `LayoutKind` in `cpp/Layout.h`.
pub(crate) const LAYOUT: c_int = 0;
pub(crate) const TILE: c_int = 1;
pub(crate) const COORD: c_int = 2;
pub(crate) const TV: c_int = 4;
pub(crate) const MMA: c_int = 5;

unsafe extern "C" {
    fn mlirGetDialectHandle__layout__() -> MlirDialectHandle;
    fn layoutAttrGet(context: MlirContext, kind: c_int, text: MlirStringRef) -> MlirAttribute;
    fn layoutAttrValue(attribute: MlirAttribute) -> *const c_void;
    fn layoutTypeValue(r#type: MlirType) -> *const c_void;
    fn layoutTypeIsToken(r#type: MlirType) -> bool;
    fn layoutTypeGet(context: MlirContext, text: MlirStringRef) -> MlirType;
    fn layoutTokenGet(context: MlirContext) -> MlirType;
    fn layoutOperations(context: MlirContext, out: MlirStringCallback, user_data: *mut c_void);
}

/// The layout dialect.
pub fn handle() -> DialectHandle {
    // SAFETY: the handle is static.
    unsafe { DialectHandle::from_raw(mlirGetDialectHandle__layout__()) }
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
    canonical(context, TV, &tv.to_string())
}

/// The attribute of a canonical text.
pub(crate) fn canonical<'c>(context: &'c Context, kind: c_int, text: &str) -> Attribute<'c> {
    handle().load_dialect(context);
    // SAFETY: the context is valid and has the dialect, and MLIR copies the text.
    unsafe { Attribute::from_raw(layoutAttrGet(context.to_raw(), kind, string_ref(text))) }
}

/// The type of a canonical text.
pub(crate) fn canonical_type<'c>(context: &'c Context, text: &str) -> Type<'c> {
    handle().load_dialect(context);
    // SAFETY: the context is valid and has the dialect, and MLIR copies the text.
    unsafe { Type::from_raw(layoutTypeGet(context.to_raw(), string_ref(text))) }
}

/// `!layout.token`.
pub(crate) fn token<'c>(context: &'c Context) -> Type<'c> {
    handle().load_dialect(context);
    // SAFETY: the context is valid and has the dialect.
    unsafe { Type::from_raw(layoutTokenGet(context.to_raw())) }
}

/// `!layout<…>` of a layout whose symbols are [canonical](AnyLayout::canonical).
pub fn layout_type<'c>(context: &'c Context, layout: &AnyLayout) -> Type<'c> {
    canonical_type(context, &layout.to_string())
}

/// The dialect's operations, each with the names of its attributes, as its definition has them.
pub fn operations(context: &Context) -> Vec<(String, Vec<String>)> {
    handle().load_dialect(context);
    let lines = gathered(|out, data| {
        // SAFETY: the context is valid and has the dialect, and the callback takes its data.
        unsafe { layoutOperations(context.to_raw(), out, data) }
        false
    });
    let words = |line: &str| line.split(' ').map(String::from).collect::<Vec<_>>();
    let split = |mut line: Vec<String>| (line.remove(0), line);
    lines.err().unwrap_or_default().lines().map(|line| split(words(line))).collect()
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
        canonical(context, COORD, self.text())
    }
}
