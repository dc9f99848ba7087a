//! The operations that load and store vectors of a window.

use layout_mlir::ir;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationBuilder;
use melior::ir::{Attribute, Identifier, Value, ValueLike};

use super::accesses::Access;
use super::window::Window;
use crate::convert_layout_memref::emit::Emit;
use crate::positions::positions;
use crate::tile::error::{Error, Result};
use layout_dialect::tile::element_bits;

impl<'c: 'a, 'a> Window<'c, 'a> {
    /// Loads a vector, or an element that is alone.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn load(
        &self,
        access: &Access,
        vector: i64,
        address: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let (place, count) = ([self.flat(), address], access.values(vector).len());
        if let Access::Matrices(matrices) = access {
            return self.load_matrices(matrices, address, emit);
        }
        if count == 1 {
            return Ok(emit.value("memref.load", &place, self.element(), &[])?);
        }
        let r#type = ir::vector_type(&[count as i64], self.element());
        let alignment = self.alignment(count, emit);
        let load = OperationBuilder::new("vector.load", emit.location)
            .add_operands(&place)
            .add_results(&[r#type])
            .add_attributes(&[alignment]);
        let vector = ir::result(emit.insert("vector.load", load)?);
        vector.ok_or_else(|| Error::Unknown("vector.load".into()))
    }

    /// What stands for a vector where nothing is loaded: `pad` in each element.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn padding(
        &self,
        access: &Access,
        vector: i64,
        pad: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let count = access.values(vector).len() as i64;
        if count == 1 {
            return Ok(pad);
        }
        Ok(emit.value("vector.broadcast", &[pad], ir::vector_type(&[count], self.element()), &[])?)
    }

    /// The elements of what was loaded, in the order of the access's values.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn elements(&self, loaded: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
        let Some((shape, _)) = ir::vector(loaded.r#type()) else { return Ok(vec![loaded]) };
        let parts = positions(&shape);
        parts.iter().map(|p| Ok(emit.cast("arith.bitcast", emit.part(loaded, p)?, self.element())?)).collect()
    }

    /// Stores a vector, whose elements are in the order of the access's values.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn store(
        &self,
        access: &Access,
        elements: &[Value<'c, 'a>],
        address: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<()> {
        if let Access::Matrices(matrices) = access {
            return self.store_matrices(matrices, elements, address, emit);
        }
        let (name, value, attributes) = match elements {
            [one] => ("memref.store", *one, vec![]),
            _ => ("vector.store", emit.vector(elements)?, vec![self.alignment(elements.len(), emit)]),
        };
        let store = OperationBuilder::new(name, emit.location)
            .add_operands(&[value, self.flat(), address])
            .add_attributes(&attributes);
        emit.insert(name, store)?;
        Ok(())
    }

    /// What the address of a vector is divisible by.
    fn alignment(&self, count: usize, emit: Emit<'c, 'a>) -> (Identifier<'c>, Attribute<'c>) {
        let bytes = count as i64 * element_bits(self.element()) / 8;
        let value = IntegerAttribute::new(emit.int_type(64), bytes).into();
        (Identifier::new(emit.context, "alignment"), value)
    }
}
