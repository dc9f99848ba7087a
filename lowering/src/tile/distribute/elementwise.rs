//! Operations that compute each element by itself: on registers, one at a time.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef, Type, Value, ValueLike};

use super::registers::Registers;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::encoded::Encoded as _;
use crate::tile::error::{Error, Result};
use layout_dialect::tile::Tile;

/// Lowers it.
///
/// # Errors
/// [`Error::Encodings`] unless all tiles have one.
pub fn lower<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (name, emit) = (ir::name(op), Emit::at(op));
    let results = ir::results(op);
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let mut tiles: Vec<Tile<'c>> = Vec::new();
    for value in results.iter().chain(&operands) {
        tiles.extend(registers.tile(*value)?);
    }
    let Some(first) = tiles.first() else { return Err(Error::Unknown(name)) };
    let tv = first.tv()?;
    for tile in &tiles {
        let other = tile.tv()?;
        if other != tv {
            return Err(Error::Encodings { op: name, a: tv.to_string(), b: other.to_string() });
        }
    }
    let parts = operands.iter().map(|v| registers.of(*v, op)).collect::<Result<Vec<_>>>()?;
    let attributes: Vec<(String, Attribute<'c>)> = op
        .attributes()
        .map(|(n, a)| (n.as_string_ref().as_str().unwrap_or_default().to_owned(), a))
        .collect();
    let attributes: Vec<(&str, Attribute<'c>)> = attributes.iter().map(|(n, a)| (n.as_str(), *a)).collect();
    let types: Vec<Type<'c>> =
        results.iter().map(|r| Tile::of(*r).map_or(r.r#type(), |tile| tile.element)).collect();
    let mut made = vec![Vec::new(); results.len()];
    for number in 0..first.registers()? {
        // A scalar, as the condition of a selection, is the same for all.
        let of = |part: &Vec<Value<'c, 'a>>| part.get(number).or(part.first()).copied();
        let operands: Option<Vec<_>> = parts.iter().map(of).collect();
        let operands = operands.ok_or_else(|| Error::Unknown(name.clone()))?;
        let new = emit.op(&name, &operands, &types, &attributes)?;
        for (all, one) in made.iter_mut().zip(ir::results(new)) {
            all.push(one);
        }
    }
    for (result, made) in results.into_iter().zip(made) {
        registers.replace(result, made);
    }
    registers.remove(op);
    Ok(())
}
