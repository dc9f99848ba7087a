//! The operations that load and store vectors of a window.

use layout_mlir::ir;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::{OperationBuilder, OperationLike};
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
        let alignment = self.alignment(count as i64, emit);
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

    /// What was loaded as words of `each` elements, in the order of the access's values.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn words(loaded: Value<'c, 'a>, each: usize, emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
        let Some((shape, element)) = ir::vector(loaded.r#type()) else { return Ok(vec![loaded]) };
        if each == 1 {
            return positions(&shape).iter().map(|p| Ok(emit.part(loaded, p)?)).collect();
        }
        let (each, r#type) = (each as i64, ir::vector_type(&[each as i64], element));
        match shape[..] {
            [count] if count == each => Ok(vec![loaded]),
            [count] => (0..count / each)
                .map(|word| {
                    let list = |n: i64| emit.attribute(&format!("[{n} : i64]"));
                    let place =
                        [("offsets", list(word * each)?), ("sizes", list(each)?), ("strides", list(1)?)];
                    Ok(emit.value("vector.extract_strided_slice", &[loaded], r#type, &place)?)
                })
                .collect(),
            // A matrix has a word in each row.
            [rows, ..] => (0..rows).map(|row| Ok(emit.part(loaded, &[row])?)).collect(),
            [] => Err(Error::Unknown("vector.load".into())),
        }
    }

    /// The vector of elements or words in the order of addresses; an element that is alone.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn joined(words: &[Value<'c, 'a>], emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
        let mut parts = words.to_vec();
        let Some(first) = parts.first() else { return Err(Error::Unknown("vector.store".into())) };
        if ir::vector(first.r#type()).is_none() && parts.len() > 1 {
            return Ok(emit.vector(&parts)?);
        }
        let ints: Option<Vec<_>> = parts.iter().map(|word| made_of(*word)).collect();
        if let (Some(ints), Some((shape, element)), true) =
            (ints, ir::vector(first.r#type()), parts.len() > 1)
        {
            let count = shape.iter().product::<i64>() * parts.len() as i64;
            return Ok(emit.recast(emit.vector(&ints)?, count, element)?);
        }
        while parts.len() > 1 {
            let pairs = parts.chunks(2).map(|pair| match pair {
                [a, b] => emit.concatenated(*a, *b).map_err(Error::from),
                _ => Ok(pair[0]),
            });
            parts = pairs.collect::<Result<_>>()?;
        }
        Ok(parts[0])
    }

    /// Stores a vector, or an element.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn store(&self, value: Value<'c, 'a>, address: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<()> {
        let (name, attributes) = match ir::vector(value.r#type()) {
            None => ("memref.store", vec![]),
            Some((shape, _)) => ("vector.store", vec![self.alignment(shape.iter().product(), emit)]),
        };
        let store = OperationBuilder::new(name, emit.location)
            .add_operands(&[value, self.flat(), address])
            .add_attributes(&attributes);
        emit.insert(name, store)?;
        Ok(())
    }

    /// What the address of a vector is divisible by.
    fn alignment(&self, count: i64, emit: Emit<'c, 'a>) -> (Identifier<'c>, Attribute<'c>) {
        let bytes = count * element_bits(self.element()) / 8;
        let value = IntegerAttribute::new(emit.int_type(64), bytes).into();
        (Identifier::new(emit.context, "alignment"), value)
    }
}

/// The integer of whose bits a word was made.
fn made_of<'c: 'a, 'a>(word: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    let op = ir::defining_op(word).filter(|op| ir::name(*op) == "vector.bitcast")?;
    let made = ir::defining_op(ir::operand(op, 0)?)?;
    let is_word = ir::name(made) == "vector.from_elements" && made.operand_count() == 1;
    ir::operand(made, 0).filter(|int| is_word && ir::bits(int.r#type()) == Some(32))
}
