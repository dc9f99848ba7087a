//! Copies by an instruction.

use layout_mlir::ir;
use melior::ir::operation::OperationBuilder;
use melior::ir::{Block, BlockLike, Region, RegionLike, Type, Value};

use super::memory::{Memory, element_value, loaded, memory, stored};
use super::{Given, Op, Result, Row};
use crate::cute::types::{Instruction, Space};

pub const TABLE: &[(&str, Row)] = &[("cute.copy", copy), ("cute.copy_atom_call", copy)];

/// The widest access, in bits.
const WIDEST: i64 = 128;

/// The bits that an instruction moves at once: `128 b` of `universal_copy<f32, 128 b>`.
pub fn moved_bits(parts: &str) -> Option<i64> {
    parts.split(',').find_map(|part| part.trim().strip_suffix(" b")?.parse().ok())
}

/// `ldsm<val_type = f16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 4, n>`: how many matrices, and whether each is
/// transposed.
pub fn matrices(parts: &str) -> Option<(i64, bool)> {
    let parts: Vec<&str> = parts.split(',').map(str::trim).collect();
    let count = parts.iter().find_map(|part| part.strip_prefix("num_matrices = ")?.parse().ok())?;
    let of_16_bits = parts.contains(&"sz_pattern = u16") && matches!(count, 1 | 2 | 4);
    match parts.last() {
        Some(&"n") if of_16_bits => Some((count, false)),
        Some(&"t") if of_16_bits => Some((count, true)),
        _ => None,
    }
}

/// The elements of a tensor to those of another, one after another, as many at once as the instruction moves and both
/// have behind each other.
fn copy<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let atom = match op.instruction(0)? {
        Instruction::Copy(atom, ..) => *atom,
        other => other,
    };
    let segments = op.segments()?.unwrap_or_else(|| vec![1; op.operands.len()]);
    if segments.iter().skip(1).take(2).any(|count| *count != 1) || !matches!(op.operands.len(), 3 | 4) {
        return Err("copies several tensors at once; one to one is understood".into());
    }
    let (source, target) = (memory(op, 1)?, memory(op, 2)?);
    let predicate = if op.operands.len() == 4 { Some(memory(op, 3)?) } else { None };
    let Instruction::Atom(name, parts) = &atom else { return Err("copies by a product".into()) };
    if source.pointer.bits != target.pointer.bits {
        return Err(format!("copies {} to {}", source.pointer.element, target.pointer.element));
    }
    match (name.as_str(), matrices(parts)) {
        ("atom.universal_copy", _) => {
            let (size, bits) = (same_size(&source, &target)?, source.pointer.bits);
            // A predicate is for what the instruction moves.
            let most = match (moved_bits(parts), &predicate) {
                (None, Some(_)) => 1,
                (moved, _) => moved.unwrap_or(WIDEST).min(WIDEST) / bits,
            };
            let together = |n: &i64| size % n == 0 && source.runs(*n, size) && target.runs(*n, size);
            let count = [16, 8, 4, 2].into_iter().filter(|n| *n <= most).find(together).unwrap_or(1);
            let element = op.writer.r#type(&source.pointer.element)?;
            let r#type = if count == 1 { element } else { ir::vector_type(&[count], element) };
            for first in (0..size).step_by(count as usize) {
                let moves = |op: &mut Op<'_, 'c, 'a>| {
                    let from = source.element(first, &mut op.writer)?;
                    let value = loaded(&op.writer, from, r#type, count * bits / 8)?;
                    let to = target.element(first, &mut op.writer)?;
                    stored(&op.writer, value, to, count * bits / 8)
                };
                match &predicate {
                    None => moves(op)?,
                    Some(predicate) => {
                        let condition = answer(op, predicate, first, size, most.max(1))?;
                        under(op, condition, moves)?;
                    }
                }
            }
            Ok(Vec::new())
        }
        ("atom.simt_async_copy", _) => {
            let (size, bits) = (same_size(&source, &target)?, source.pointer.bits);
            let bytes = moved_bits(parts).ok_or("copies so many bits that its type does not say")? / 8;
            let count = bytes * 8 / bits;
            let spaces = (source.pointer.space, target.pointer.space);
            if spaces != (Space::Global, Space::Shared) || ![4, 8, 16].contains(&bytes) {
                return Err(format!(
                    "copies {bytes} bytes; cp.async copies 4, 8 or 16 from global to shared memory"
                ));
            }
            if count == 0 || size % count != 0 || !source.runs(count, size) || !target.runs(count, size) {
                return Err(format!(
                    "copies {bytes} bytes at once where its layouts do not have them together and aligned"
                ));
            }
            let modifier = if parts.contains("cache = global") { "cg" } else { "ca" };
            if modifier == "cg" && bytes != 16 {
                return Err(format!("copies {bytes} bytes past the L1 cache, which cp.async does with 16"));
            }
            let modifier = format!("#nvvm<load_cache_modifier {modifier}>");
            let number = format!("{bytes} : i32");
            let attributes = [("size", number.as_str()), ("modifier", modifier.as_str())];
            let i32 = op.writer.r#type("i32")?;
            for first in (0..size).step_by(count as usize) {
                let from = source.element(first, &mut op.writer)?;
                let mut operands = vec![target.element(first, &mut op.writer)?, from];
                // What is not copied is filled with zeros.
                if let Some(predicate) = &predicate {
                    let condition = answer(op, predicate, first, size, count)?;
                    let (all, none) = (op.writer.number(bytes, i32)?, op.writer.number(0, i32)?);
                    operands.push(op.writer.value("arith.select", &[condition, all, none], &[], i32)?);
                }
                op.writer.op("nvvm.cp.async.shared.global", &operands, &attributes, &[])?;
            }
            Ok(Vec::new())
        }
        ("atom.ldsm", Some((count, transposed))) if predicate.is_none() => {
            load_matrices(op, &source, &target, count, transposed)
        }
        (name, _) => Err(format!(
            "copies by the instruction {name}<{parts}>, which is not understood; universal_copy, simt_async_copy and ldsm are, \
             and tensor maps as a layout.copy_async of a program on tiles"
        )),
    }
}

fn same_size(source: &Memory<'_, '_>, target: &Memory<'_, '_>) -> Result<i64> {
    let (size, other) = (source.size()?, target.size()?);
    if size == other { Ok(size) } else { Err(format!("copies {size} elements to {other}")) }
}

/// What a predicate says of the element `first` of `size`, of which it may be for `moved` at once.
fn answer<'c: 'a, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    predicate: &Memory<'c, 'a>,
    first: i64,
    size: i64,
    moved: i64,
) -> Result<Value<'c, 'a>> {
    let answers = predicate.size()?;
    let answer = match () {
        () if answers == size => first,
        () if answers * moved == size => first / moved,
        () => return Err(format!("has {answers} predicates for {size} elements, {moved} at once")),
    };
    let answer = element_value(predicate, answer, &mut op.writer)?;
    let (i1, r#type) = (op.writer.r#type("i1")?, op.writer.r#type(&predicate.pointer.element)?);
    let zero = op.writer.number(0, r#type)?;
    op.writer.value("arith.cmpi", &[answer, zero], &[("predicate", "1 : i64")], i1)
}

/// Does something in a branch.
fn under<'c: 'a, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    condition: Value<'c, 'a>,
    write: impl FnOnce(&mut Op<'_, 'c, 'a>) -> Result<()>,
) -> Result<()> {
    let (then, end) = (Block::new(&[]), OperationBuilder::new("scf.yield", op.writer.location));
    then.append_operation(end.build().map_err(|e| e.to_string())?);
    let inside = Region::new();
    inside.append_block(then);
    let branch = OperationBuilder::new("scf.if", op.writer.location)
        .add_operands(&[condition])
        .add_regions([inside, Region::new()])
        .build();
    let branch = ir::insert_before(op.writer.before, branch.map_err(|e| e.to_string())?);
    let branch = branch.ok_or("stands in no block")?;
    let end = ir::blocks(branch).first().and_then(|block| ir::terminator(*block)).ok_or("has no branch")?;
    let outside = std::mem::replace(&mut op.writer.before, end);
    let written = write(op);
    op.writer.before = outside;
    written
}

/// `ldmatrix`: each lane has the address of a row, and gets two elements of each matrix.
fn load_matrices<'c: 'a, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    source: &Memory<'c, 'a>,
    target: &Memory<'c, 'a>,
    count: i64,
    transposed: bool,
) -> Result<Vec<Given<'c, 'a>>> {
    let (rows, own) = (source.size()?, target.size()?);
    let times = own / (2 * count);
    if source.pointer.space != Space::Shared || source.pointer.bits != 16 {
        return Err("loads matrices of elements of 16 bits from shared memory".into());
    }
    if own % (2 * count) != 0 || rows != times * 8 {
        return Err(format!("loads {own} elements of {rows}, where a lane gets {} of each 8", 2 * count));
    }
    // A row is 16 bytes, and a lane's pair of elements 4.
    if !source.runs(8, rows) || !target.runs(2, own) {
        return Err(
            "loads matrices whose rows are not 16 aligned bytes, or to elements that are not pairs".into()
        );
    }
    let layout = if transposed { "col" } else { "row" };
    let (number, layout) = (format!("{count} : i32"), format!("#nvvm.mma_layout<{layout}>"));
    let attributes = [
        ("num", number.as_str()),
        ("layout", layout.as_str()),
        ("eltType", "#nvvm.ld_st_matrix_elt_type<b16>"),
        ("shape", "#nvvm.ld_st_matrix_shape<m = 8, n = 8>"),
    ];
    let word: Type<'c> = op.writer.r#type("i32")?;
    let words = vec!["i32"; count as usize].join(", ");
    let r#type = if count == 1 { word } else { op.writer.r#type(&format!("!llvm.struct<({words})>"))? };
    for time in 0..times {
        let row = source.element(8 * time, &mut op.writer)?;
        let loaded = op.writer.value("nvvm.ldmatrix", &[row], &attributes, r#type)?;
        for matrix in 0..count {
            let position = format!("array<i64: {matrix}>");
            let pair = match count {
                1 => loaded,
                _ => op.writer.value("llvm.extractvalue", &[loaded], &[("position", &position)], word)?,
            };
            let to = target.element(2 * (count * time + matrix), &mut op.writer)?;
            stored(&op.writer, pair, to, 4)?;
        }
    }
    Ok(Vec::new())
}
