//! `layout.view`, `layout.slice` and `layout.recast`: memrefs over the memory of another one.
//!
//! Each is a layout made of the memref's own (`made.rs`). Its symbols are some of the memref's and of the
//! operation's indices, so that at run time a view is nothing beside these.

mod error;
mod made;

use layout_algebra::AnyLayout;
use layout_mlir::ir;
use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use melior::ir::{Attribute, OperationRef, Type, ValueLike};

pub use crate::memref::layout_of_memref;
pub use error::ViewError;

/// What a view is of its memref.
#[derive(Clone, Debug, PartialEq)]
pub struct View<'c> {
    /// Its layout, with canonical symbols.
    pub layout: AnyLayout,
    /// The type of its elements.
    pub element: Type<'c>,
    /// For each symbol which one of the memref's layout it is, or, counted behind those, which
    /// index of the operation.
    pub origin: Vec<usize>,
}

/// Whether an operation of this name makes a view.
pub fn is_view(name: &str) -> bool {
    matches!(name, "layout.view" | "layout.slice" | "layout.recast")
}

/// The type of a memref with a layout, otherwise like another one.
///
/// # Errors
/// [`ViewError::Layout`] for a mode without a size.
pub fn memref_with_layout<'c>(
    context: &'c Context,
    like: MemRefType<'c>,
    element: Type<'c>,
    layout: &AnyLayout,
) -> Result<MemRefType<'c>, ViewError> {
    let mut extents = Vec::new();
    for mode in layout.domain().modes() {
        let size = mode.size().map_err(layout_algebra::LayoutError::from)?;
        extents.push(size.as_const().unwrap_or(ir::DYNAMIC));
    }
    let text = format!("#layout<{layout}>");
    let attribute = Attribute::parse(context, &text).ok_or(ViewError::Text(text))?;
    Ok(MemRefType::new(element, &extents, Some(attribute), like.memory_space()))
}

impl<'c> View<'c> {
    /// The view that an operation makes of its memref.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn of(op: OperationRef<'c, '_>) -> Result<Self, ViewError> {
        let memref = ir::operand(op, 0).ok_or_else(|| ViewError::NoMemref(ir::name(op).into()))?.r#type();
        let memref = ir::memref(memref).ok_or_else(|| ViewError::NoMemref(memref.to_string()))?;
        let attribute = |name: &str| op.has_attribute(name).then(|| op.attribute(name).ok()).flatten();
        Self::infer(ir::name(op), memref, op.operand_count().saturating_sub(1), &attribute)
    }

    /// The view of an operation of a name, with so many indices.
    ///
    /// # Errors
    /// [`ViewError`].
    pub(crate) fn infer(
        name: &str,
        memref: MemRefType<'c>,
        indices: usize,
        attribute: &dyn Fn(&str) -> Option<Attribute<'c>>,
    ) -> Result<Self, ViewError> {
        let layout = layout_of_memref(memref).ok_or_else(|| ViewError::Strides(memref.to_string()))?;
        let mut element = memref.element();
        let seen = match name {
            "layout.view" => made::through(&layout, attribute)?,
            "layout.slice" => made::slice(&layout, indices, attribute)?,
            _ => {
                let to = attribute("element").and_then(ir::held_type);
                let from = std::mem::replace(&mut element, to.ok_or(ViewError::NoElement)?);
                made::recast(&layout, from, element)?
            }
        };
        let (layout, symbols) = seen.canonical();
        let origin = symbols.iter().map(|s| s.id as usize).collect();
        Ok(Self { layout, element, origin })
    }

    /// The values of the symbols, of those of the memref's layout and the operation's indices.
    pub fn symbols<V: Copy>(&self, memref: &[V], indices: &[V]) -> Option<Vec<V>> {
        let value = |at: &usize| memref.iter().chain(indices).nth(*at).copied();
        self.origin.iter().map(value).collect()
    }
}
