//! Operations that compute each element by itself: on registers, one at a time, or on both halves of a
//! word where one instruction does that (`fma.rn.f16x2`).
//!
//! Each half is rounded as it would be alone. Chips that multiply pairs of bf16 only with an addend, as
//! sm_80, lose nothing by that either: `x + y` is `x * 1 + y` and `x * y` is `x * y + -0`, each rounded
//! once, zeros with their signs.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef, Type, TypeLike, Value, ValueLike};

use super::control::passes_on;
use super::packing::{hidden, per_word};
use super::registers::Registers;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::encoded::Encoded as _;
use crate::tile::error::{Error, Result};
use layout_dialect::tile::{Tile, reads_memory};
use layout_target::Feature;

/// Lowers it.
///
/// # Errors
/// [`Error::Encodings`] unless all tiles have one.
pub fn lower<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    lower_at(op, op, registers)?;
    registers.remove(op);
    Ok(())
}

/// Writes what an operation computes before another one.
///
/// # Errors
/// See [`lower`].
pub fn lower_at<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    at: OperationRef<'c, 'a>,
    registers: &mut Registers<'c, 'a>,
) -> Result<()> {
    let (name, emit) = (ir::name(op), Emit::at(at));
    let results = ir::results(op);
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let mut tiles: Vec<Tile<'c>> = Vec::new();
    for value in results.iter().chain(&operands) {
        tiles.extend(registers.tile(*value)?);
    }
    let Some(first) = tiles.first() else { return Err(Error::Unknown(name.into())) };
    let tv = first.tv()?;
    for tile in &tiles {
        let other = tile.tv()?;
        if other != tv {
            return Err(Error::Encodings { op: name.into(), a: tv.to_string(), b: other.to_string() });
        }
    }
    let halves = takes_halves(op, registers);
    let mut parts = Vec::new();
    for operand in &operands {
        parts.push(match halves {
            Some(Halves::Words) => registers.words(*operand, op)?,
            Some(Halves::Pairs) => {
                let elements = registers.of(*operand, op)?;
                elements.chunks(2).map(|pair| Ok(emit.vector(pair)?)).collect::<Result<_>>()?
            }
            None => registers.of(*operand, op)?,
        });
    }
    let attributes: Vec<(String, Attribute<'c>)> = ir::attributes(op)
        .into_iter()
        .map(|(n, a)| (n.as_string_ref().as_str().unwrap_or_default().to_owned(), a))
        .collect();
    let attributes: Vec<(&str, Attribute<'c>)> = attributes.iter().map(|(n, a)| (n.as_str(), *a)).collect();
    let each = if halves.is_some() { 2 } else { 1 };
    let element = |r: &Value<'c, 'a>| Tile::of(*r).map_or(r.r#type(), |tile| tile.element);
    let register = |r| if each == 2 { ir::vector_type(&[2], element(r)) } else { element(r) };
    let types: Vec<Type<'c>> = results.iter().map(register).collect();
    // Of sums of warpgroups that are rounded one by one, ptxas takes the instructions for such that read them too early
    // (C7514).
    let of_product =
        |by| ir::name(by) == "layout.wait_mma" || ir::name(by) == "layout.mma" && reads_memory(by);
    let rounds_sums = halves == Some(Halves::Pairs)
        && operands.first().copied().and_then(ir::defining_op).is_some_and(of_product);
    let mut made = vec![Vec::new(); results.len()];
    for number in 0..first.registers()? / each {
        // A scalar, as the condition of a selection, is the same for all.
        let of = |part: &Vec<Value<'c, 'a>>| part.get(number).or(part.first()).copied();
        let operands: Option<Vec<_>> = parts.iter().map(of).collect();
        let operands = operands.ok_or_else(|| Error::Unknown(name.into()))?;
        let new = emit.op(name, &operands, &types, &attributes)?;
        for (all, one) in made.iter_mut().zip(ir::results(new)) {
            all.push(if rounds_sums { hidden(one, "a pair", emit)? } else { one });
        }
    }
    for (result, made) in results.into_iter().zip(made) {
        registers.hold(result, made, at);
    }
    Ok(())
}

/// How an operation computes two elements at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Halves {
    /// Of words.
    Words,
    /// Of pairs of wider elements, a word.
    Pairs,
}

/// Whether an operation computes two elements at once: the chip has an instruction for that, and pairs are
/// there, or have to be made for the result anyway.
fn takes_halves<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &Registers<'c, 'a>) -> Option<Halves> {
    let tile = Tile::of(ir::result(op)?)?;
    let element = tile.element;
    let brain = element.to_string() == "bf16";
    if !brain && element.to_string() != "f16" || per_word(element, tile.registers().ok()?) != 2 {
        return None;
    }
    let name = ir::name(op);
    let everywhere = match name {
        "arith.addf" | "arith.subf" | "arith.mulf" | "arith.negf" | "math.fma" | "math.absf" => !brain,
        "arith.maximumf" | "arith.minimumf" | "arith.maxnumf" | "arith.minnumf" | "arith.truncf" => false,
        _ => return None,
    };
    if !everywhere && !registers.group.has(Some(Feature::HalfPairs)) {
        return None;
    }
    if name == "arith.truncf" {
        // What a loop gives LLVM converts at its end, and would carry pairs from there.
        let from = ir::operand(op, 0).filter(|v| Tile::of(*v).is_some_and(|from| from.element.is_f32()))?;
        return ir::defining_op(from).filter(|by| !passes_on(ir::name(*by))).map(|_| Halves::Pairs);
    }
    // Elements that are alone would have to be put together first.
    op.operands().any(|v| registers.is_packed(v)).then_some(Halves::Words)
}
