//! Copies and products of many threads: which elements are whose.

use layout_algebra::{
    Basis, Expr, IntTuple, Layout, LayoutLike, Nested, SliceCoord, Stride, Tiler, slice, slice_offset,
};
use layout_mlir::ir;
use layout_target::{AtomError, Operand, TiledCopy, TiledMma, copy_atom, mma_atom};
use melior::ir::Type;

use super::copies::{matrices, moved_bits};
use super::memory::buffer;
use super::tensors::{as_coordinate, composed_part};
use super::{Given, Op, Result, Row, one};
use crate::cute::fit;
use crate::cute::meaning::{Map, Meaning, Pointer, Start};
use crate::cute::types::{CuteType, Instruction};

pub const TABLE: &[(&str, Row)] = &[
    ("cute.make_atom", made),
    ("cute.make_tiled_copy", made),
    ("cute.make_tiled_mma", made),
    ("cute.tiled.copy.partition_S", |op| copy_partition(op, true)),
    ("cute.tiled.copy.partition_D", |op| copy_partition(op, false)),
    ("cute.tiled.copy.retile", retile),
    ("cute.tiled.mma.partition", mma_partition),
    ("cute.mma.make_fragment", |op| {
        holds_operand(op)?;
        make_fragment(op)
    }),
    ("cute.copy.make_fragment", make_fragment),
];

/// An instruction that its type says all of.
fn made<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    match op.result(0)? {
        (_, Some(CuteType::Instruction(instruction))) => one(op, Meaning::Instruction(instruction)),
        _ => Err("yields an instruction".into()),
    }
}

fn of_atom<T>(result: std::result::Result<T, AtomError>) -> Result<T> {
    result.map_err(|e| e.to_string())
}

/// A tiled copy of elements of so many bits.
fn tiled_copy(instruction: &Instruction, bits: i64) -> Result<TiledCopy> {
    let Instruction::Copy(atom, layout, tile) = instruction else { return Err("takes a tiled copy".into()) };
    let Instruction::Atom(name, parts) = &**atom else { return Err("takes a copy of an instruction".into()) };
    let moved = moved_bits(parts).unwrap_or(bits);
    let atom = match (name.as_str(), matrices(parts)) {
        ("atom.universal_copy", _) => format!("UniversalCopy<uint{moved}_t>"),
        ("atom.simt_async_copy", _) => format!("SM80_CP_ASYNC_CACHEALWAYS<uint{moved}_t>"),
        ("atom.ldsm", Some((count, false))) => format!("SM75_U32x{count}_LDSM_N"),
        ("atom.ldsm", Some((count, true))) => format!("SM75_U16x{}_LDSM_T", 2 * count),
        _ => {
            return Err(format!(
                "is of the instruction {name}<{parts}>, which is not understood; universal_copy, simt_async_copy and ldsm are"
            ));
        }
    };
    let atom = of_atom(copy_atom(&atom))?;
    let layout = fit::plain(&fit::layout(layout, &mut fit::nothing)?)?;
    of_atom(TiledCopy::new(&atom, bits, &layout, &fit::tile(tile, &mut fit::nothing)?))
}

/// A tiled product, by CUTLASS's name of its instruction.
pub fn tiled_mma(instruction: &Instruction) -> Result<TiledMma> {
    let Instruction::Mma(atom, threads, permutation) = instruction else {
        return Err("takes a tiled product".into());
    };
    let name = mma_name(atom)?;
    let threads = fit::plain(&fit::layout(threads, &mut fit::nothing)?)?;
    let permutation = match fit::tile(permutation, &mut fit::nothing)? {
        Tiler::Tuple(modes) => modes,
        one => vec![one],
    };
    of_atom(TiledMma::new(&of_atom(mma_atom(&name))?, &threads, &permutation))
}

/// CUTLASS's name of an instruction: `SM80_16x8x16_F32F16F16F32_TN` of `sm80.mma<16x8x16, elem_type = (f16, f16, f32)>`.
pub fn mma_name(atom: &Instruction) -> Result<String> {
    let Instruction::Atom(name, parts) = atom else { return Err("takes a product of an instruction".into()) };
    let refused = || {
        format!(
            "is of the instruction {name}<{parts}>, which is not understood; atom.universal_fma and sm80.mma are, and wgmma as a \
             layout.mma of a program on tiles"
        )
    };
    if name == "atom.universal_fma" {
        let r#type = match parts.rsplit("->").next().map(str::trim) {
            Some("f32") => "float",
            Some("f64") => "double",
            Some("f16") => "half_t",
            _ => return Err(refused()),
        };
        return Ok(format!("UniversalFMA<{type}>"));
    }
    let (generation, _) = name.split_once('.').ok_or_else(refused)?;
    let types =
        parts.split_once("elem_type = (").and_then(|(_, rest)| rest.split_once(')')).ok_or_else(refused)?.0;
    let types: Vec<&str> = types.split(',').map(str::trim).collect();
    let shape = parts.split(',').next().unwrap_or_default().trim();
    let [a, b, c] = types[..] else { return Err(refused()) };
    if !matches!(generation, "sm80" | "sm89") {
        return Err(refused());
    }
    let of = |r#type: &str| match r#type {
        "i32" => "S32".to_owned(),
        "si8" | "i8" => "S8".to_owned(),
        "ui8" => "U8".to_owned(),
        "f8E4M3FN" => "E4M3".to_owned(),
        "f8E5M2" => "E5M2".to_owned(),
        other => other.to_uppercase(),
    };
    Ok(format!("{}_{shape}_{}{}{}{}_TN", generation.to_uppercase(), of(c), of(a), of(b), of(c)))
}

/// The part of a tensor that a thread has, behind (thread, value, rest…).
fn part_of<'c: 'a, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    start: Start<'c, 'a>,
    by_thread: &Map,
    thread: &Expr,
) -> Result<Meaning<'c, 'a>> {
    let rank = match by_thread {
        Map::Index(l) => l.domain().rank(),
        Map::Coordinate(l) => l.rank(),
    };
    let mut modes = vec![IntTuple::single(Some(thread.clone()))];
    modes.resize_with(rank, || IntTuple::single(None));
    let by: SliceCoord = IntTuple::tuple(&modes);
    match (start, by_thread) {
        (Start::Memory(p), Map::Index(layout)) => {
            let layout = layout.plain("a partition").map_err(|_| composed_part("partitions", layout))?;
            let kept: Layout = slice(&by, layout).map_err(|e| e.to_string())?;
            let mut coord = vec![layout_algebra::Coord::Int(thread.clone())];
            coord.resize_with(rank, || layout_algebra::Coord::Int(Expr::ZERO));
            let further = op.writer.crd2idx(&layout.clone().into(), &layout_algebra::Coord::Tuple(coord))?;
            let offset = p.offset.add(&further).map_err(|e| e.to_string())?;
            Ok(Meaning::Tensor(Start::Memory(Pointer { offset, ..p }), Map::Index(kept.into())))
        }
        (Start::Coordinate(origin), Map::Coordinate(layout)) => {
            let kept = slice(&by, layout).map_err(|e| e.to_string())?;
            let further: Basis = slice_offset(&by, layout).map_err(|e| e.to_string())?;
            let further = as_coordinate(&further, &origin)?;
            let sums = origin.leaves.iter().zip(&further.leaves).map(|(a, b)| a.add(b));
            let leaves = sums.collect::<std::result::Result<_, _>>().map_err(|e| e.to_string())?;
            let origin = IntTuple { profile: origin.profile, leaves };
            Ok(Meaning::Tensor(Start::Coordinate(origin), Map::Coordinate(kept)))
        }
        _ => Err("has a tensor whose layout does not count what it begins at".into()),
    }
}

/// The width of a tensor's elements; of coordinates, that which the instruction moves at least.
fn element_bits(start: &Start<'_, '_>, instruction: &Instruction) -> i64 {
    match (start, instruction) {
        (Start::Memory(p), _) => p.bits,
        (Start::Coordinate(_), Instruction::Copy(atom, ..)) => match &**atom {
            Instruction::Atom(_, parts) => {
                let element = parts.split(',').next().unwrap_or_default().trim();
                let digits: String = element.chars().filter(char::is_ascii_digit).take(2).collect();
                match element.get(..2) {
                    Some("f8") => 8,
                    _ => digits.parse().unwrap_or(32),
                }
            }
            _ => 32,
        },
        _ => 32,
    }
}

fn copy_partition<'c, 'a>(op: &mut Op<'_, 'c, 'a>, source: bool) -> Result<Vec<Given<'c, 'a>>> {
    let instruction = op.instruction(0)?;
    let Meaning::Tensor(start, map) = op.meaning(1)?.clone() else { return Err("takes a tensor".into()) };
    let thread = op.integer(2)?;
    let copy = tiled_copy(&instruction, element_bits(&start, &instruction))?;
    let by_thread = match &map {
        Map::Index(l) => of_atom(l.on_domain(|l| side(&copy, source, l))).map(Map::Index),
        Map::Coordinate(l) => of_atom(side(&copy, source, l)).map(Map::Coordinate),
    };
    let part = part_of(op, start, &by_thread?, &thread)?;
    one(op, part)
}

fn side<D: Stride>(
    copy: &TiledCopy,
    source: bool,
    layout: &Layout<D>,
) -> std::result::Result<Layout<D>, AtomError> {
    let parts = if source { copy.tidfrg_s(layout) } else { copy.tidfrg_d(layout) }?;
    rest_spread(&parts)
}

/// `(thread, value, rest…)` of `(thread, value, (rest…))`.
fn rest_spread<D: Stride>(parts: &Layout<D>) -> std::result::Result<Layout<D>, AtomError> {
    let [thread, value, rest] = [0, 1, 2].map(|mode| parts.get(&[mode]));
    let modes: Vec<Layout<D>> = [thread?, value?].into_iter().chain(rest?.modes()).collect();
    Ok(Layout::concat(&modes)?)
}

fn retile<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let instruction = op.instruction(0)?;
    let Meaning::Tensor(start, Map::Index(layout)) = op.meaning(1)?.clone() else {
        return Err("takes a tensor in memory".into());
    };
    let copy = tiled_copy(&instruction, element_bits(&start, &instruction))?;
    let map = of_atom(layout.on_domain(|l| copy.retile(l)))?;
    one(op, Meaning::Tensor(start, Map::Index(map)))
}

fn operand(op: &Op<'_, '_, '_>) -> Result<Operand> {
    match op.number("operand_id")? {
        0 => Ok(Operand::A),
        1 => Ok(Operand::B),
        2 => Ok(Operand::C),
        other => Err(format!("is of operand number {other}; there are 0 (A), 1 (B) and 2 (C)")),
    }
}

fn mma_partition<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let (mma, operand) = (tiled_mma(&op.instruction(0)?)?, operand(op)?);
    let Meaning::Tensor(start, map) = op.meaning(1)?.clone() else { return Err("takes a tensor".into()) };
    let thread = op.integer(2)?;
    // (thread, value, (rest…)), whose rest is spread.
    let by_thread = match &map {
        Map::Index(l) => of_atom(l.on_domain(|l| partition(&mma, operand, l))).map(Map::Index),
        Map::Coordinate(l) => of_atom(partition(&mma, operand, l)).map(Map::Coordinate),
    };
    let part = part_of(op, start, &by_thread?, &thread)?;
    one(op, part)
}

fn partition<D: Stride>(
    mma: &TiledMma,
    operand: Operand,
    layout: &Layout<D>,
) -> std::result::Result<Layout<D>, AtomError> {
    let parts = mma.partition(operand, layout)?;
    rest_spread(&parts)
}

/// Whether the fragment's elements are as wide as the instruction's of that operand.
fn holds_operand(op: &Op<'_, '_, '_>) -> Result<()> {
    let operand = operand(op)?;
    let (Instruction::Mma(atom, ..), (_, Some(CuteType::View(to, _)))) = (op.instruction(0)?, op.result(0)?)
    else {
        return Ok(());
    };
    let Some(element) = element(&atom, operand) else { return Ok(()) };
    let bits = |text: &str| Type::parse(op.writer.context(), text).and_then(ir::bits);
    match (bits(element), bits(&to.element)) {
        (Some(a), Some(b)) if a != b => {
            Err(format!("makes a fragment of {} for an operand whose elements are {element}", to.element))
        }
        _ => Ok(()),
    }
}

/// The type of an operand's elements: of `(f16, f16, f32)` or `(f32, f32) -> f32`.
fn element(atom: &Instruction, operand: Operand) -> Option<&str> {
    let Instruction::Atom(_, parts) = atom else { return None };
    let (factors, sum) = parts.split_once('(')?.1.split_once(')')?;
    let mut types = factors.split(',').map(str::trim);
    match operand {
        Operand::A => types.next(),
        Operand::B => types.nth(1),
        Operand::C => types.nth(2).or_else(|| sum.trim().strip_prefix("->").map(str::trim)),
    }
}

/// A buffer of the thread for its part; the type says how it lies there.
fn make_fragment<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let (_, Some(CuteType::View(to, text))) = op.result(0)? else {
        return Err("makes a fragment that is no memory of the thread, such as a matrix descriptor; one of registers is understood".into());
    };
    let map = fit::layout(&text, &mut fit::nothing)
        .map_err(|_| "makes a fragment whose size is not known; a thread's own are static".to_owned())?;
    let pointer = buffer(op, &to, &fit::plain(&map)?.into())?;
    one(op, Meaning::Tensor(Start::Memory(pointer), map))
}
