//! The operations that load and store matrices of a window: `ldmatrix` and `stmatrix`.

use layout_mlir::ir;
use layout_tile::{Matrices, MatrixAccess};
use melior::ir::attribute::{DenseI32ArrayAttribute, DenseI64ArrayAttribute};
use melior::ir::{Attribute, Type, Value, ValueLike};

use super::window::Window;
use super::words::to_int;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};

impl<'c: 'a, 'a> Window<'c, 'a> {
    /// `ldmatrix`: a row of elements for each register of a lane.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn load_matrices(
        &self,
        access: &MatrixAccess,
        address: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let each = 32 / access.bits;
        let transpose = access.matrices_are == Matrices::Columns;
        if access.bits == 8 && (transpose || self.element() != emit.int_type(8)) {
            return self.load_bytes(access, address, emit);
        }
        let r#type = ir::vector_type(&[access.matrices, each], self.element());
        let attributes = [
            ("numTiles", emit.attribute(&format!("{} : i32", access.matrices))?),
            ("transpose", emit.attribute(&transpose.to_string())?),
        ];
        Ok(emit.value("nvgpu.ldmatrix", &[self.flat(), address], r#type, &attributes)?)
    }

    /// The same of elements of 8 bits that `nvgpu.ldmatrix` does not take: of floats it is lowered to what does not
    /// verify, and it transposes elements of 16 bits alone.
    fn load_bytes(
        &self,
        access: &MatrixAccess,
        address: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let (i32, count) = (emit.int_type(32), access.matrices);
        let several = format!("!llvm.struct<({})>", vec!["i32"; count as usize].join(", "));
        let r#type = if count == 1 { Some(i32) } else { Type::parse(emit.context, &several) };
        let r#type = r#type.ok_or(Error::Unknown(several))?;
        let mut attributes = matrix_attributes(access, emit)?.to_vec();
        attributes.push(("num", emit.attribute(&format!("{count} : i32"))?));
        let place = self.pointer(access, address, emit)?;
        let made = emit.value("nvvm.ldmatrix", &[place], r#type, &attributes)?;
        let word = |at: i64| {
            let position = DenseI64ArrayAttribute::new(emit.context, &[at]).into();
            Ok(emit.value("llvm.extractvalue", &[made], i32, &[("position", position)])?)
        };
        let words = if count == 1 { vec![made] } else { (0..count).map(word).collect::<Result<Vec<_>>>()? };
        Ok(emit.recast(emit.vector(&words)?, 4 * count, self.element())?)
    }

    /// `stmatrix` of words, or elements that are words, in the order of registers. No operation of MLIR's has it on memrefs.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn store_matrices(
        &self,
        access: &MatrixAccess,
        words: &[Value<'c, 'a>],
        address: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<()> {
        let i32 = emit.int_type(32);
        let mut operands = vec![self.pointer(access, address, emit)?];
        for word in words {
            operands.push(match ir::vector(word.r#type()) {
                None => to_int(*word, emit)?,
                Some(_) => emit.element(emit.recast(*word, 1, i32)?, 0)?,
            });
        }
        emit.op("nvvm.stmatrix", &operands, &[], &matrix_attributes(access, emit)?)?;
        Ok(())
    }

    /// The pointer to an element of shared memory.
    fn pointer(
        &self,
        access: &MatrixAccess,
        address: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let name = "!llvm.ptr<3>";
        let shared = Type::parse(emit.context, name).ok_or_else(|| Error::Unknown(name.into()))?;
        let i64 = emit.int_type(64);
        let base =
            emit.value("memref.extract_aligned_pointer_as_index", &[self.flat()], emit.index_type(), &[])?;
        let base = emit.value("llvm.inttoptr", &[emit.cast("arith.index_cast", base, i64)?], shared, &[])?;
        let at = emit.cast("arith.index_cast", address, i64)?;
        // The index is an operand.
        let computed = DenseI32ArrayAttribute::new(emit.context, &[i32::MIN]).into();
        let attributes =
            [("rawConstantIndices", computed), ("elem_type", emit.attribute(&format!("i{}", access.bits))?)];
        Ok(emit.value("llvm.getelementptr", &[base, at], shared, &attributes)?)
    }
}

/// What both instructions say of the matrices.
fn matrix_attributes<'c>(
    access: &MatrixAccess,
    emit: Emit<'c, '_>,
) -> Result<[(&'static str, Attribute<'c>); 3]> {
    let layout = if access.matrices_are == Matrices::Columns { "col" } else { "row" };
    Ok([
        ("layout", emit.attribute(&format!("#nvvm.mma_layout<{layout}>"))?),
        ("shape", emit.attribute("#nvvm.ld_st_matrix_shape<m = 8, n = 8>")?),
        ("eltType", emit.attribute("#nvvm.ld_st_matrix_elt_type<b16>")?),
    ])
}
