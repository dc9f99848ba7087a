//! [`Scratch`]: shared memory that a tile goes through.

use layout_algebra::AnyLayout;
use layout_mlir::ir;
use layout_tile::Tv;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value};

use crate::convert_layout_memref::emit::Emit;
use crate::tile::encoded::Encoded as _;
use crate::tile::error::{Error, Result};
use crate::tile::shared::SYNCHRONIZED;
use layout_dialect::tile::Tile;

/// The alignment in bytes: the banks begin anew there.
pub const ALIGNMENT: i64 = 128;

/// A buffer of the shape of a tile.
pub struct Scratch<'c, 'a> {
    memref: Value<'c, 'a>,
    origin: Vec<Value<'c, 'a>>,
    emit: Emit<'c, 'a>,
}

impl<'c: 'a, 'a> Scratch<'c, 'a> {
    /// Memory before an operation for a tile of this shape, element by element where `layout` says.
    ///
    /// # Errors
    /// [`Error::Unknown`] if MLIR has no such memref; [`Error::Synchronized`].
    pub fn new(
        op: OperationRef<'c, 'a>,
        shape: &[i64],
        element: Type<'c>,
        layout: &AnyLayout,
    ) -> Result<Self> {
        let emit = Emit::at(op);
        if function_of(op).is_some_and(|function| function.has_attribute(SYNCHRONIZED)) {
            return Err(Error::Synchronized);
        }
        let extents: String = shape.iter().map(|e| format!("{e}x")).collect();
        let text = format!("memref<{extents}{element}, #layout<{layout}>, 3>");
        let r#type = Type::parse(emit.context, &text).ok_or(Error::Unknown(text))?;
        let attributes = [
            ("alignment", emit.attribute(&format!("{ALIGNMENT} : i64"))?),
            ("operandSegmentSizes", emit.attribute("array<i32: 0, 0>")?),
        ];
        let memref = emit.value("memref.alloc", &[], r#type, &attributes)?;
        let zero = emit.constant(0)?;
        Ok(Self { memref, origin: vec![zero; shape.len()], emit })
    }

    /// Stores a tile there.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn store(&self, tile: Value<'c, 'a>) -> Result<()> {
        let operands = [&[tile, self.memref], &self.origin[..]].concat();
        self.emit.op("layout.store", &operands, &[], &[])?;
        Ok(())
    }

    /// Loads a tile of this type from there.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn load(&self, r#type: Type<'c>) -> Result<Value<'c, 'a>> {
        let operands = [&[self.memref], &self.origin[..]].concat();
        let sizes = self.emit.attribute(&format!("array<i32: 1, {}, 0>", self.origin.len()))?;
        Ok(self.emit.value("layout.load", &operands, r#type, &[("operandSegmentSizes", sizes)])?)
    }
}

/// The function that an operation is in.
fn function_of<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let is_function = |op: &OperationRef<'_, '_>| matches!(ir::name(*op), "func.func" | "gpu.func");
    std::iter::successors(Some(op), |op| op.parent_operation()).find(is_function)
}

/// The tile that an operand or a result of an operation is, for a group of so many threads.
///
/// # Errors
/// [`Error::Open`], [`Error::Tv`].
pub fn tile<'c>(r#type: Type<'c>, op: OperationRef<'c, '_>, threads: i64) -> Result<(Tile<'c>, &'c Tv)> {
    let tile = Tile::of_type(r#type).ok_or_else(|| Error::Unknown(ir::name(op).into()))?;
    let tv = tile.tv()?;
    tv.check_shape(&tile.shape)?;
    tv.check_threads(threads)?;
    Ok((tile, tv))
}
