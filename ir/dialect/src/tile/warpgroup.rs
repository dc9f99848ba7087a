//! `layout.mma` of factors in shared memory: the instruction of warpgroups that reads them, `wgmma`.

use layout_algebra::AnyLayout;
use layout_mlir::ir;
use layout_target::{MmaAtom, mma_atom};
use layout_tile::{GmmaMajor, MatrixDescriptor, Mma, Operand, nearest_layout};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::positions::tile;
use super::r#type::{element_bits, extents};
use super::{MultiplyError, Tile, TileError, attribute};
use crate::attributes::Known;
use crate::memref::layout_of_memref;

/// How many products a `layout.mma` leaves under way.
pub const UNDER_WAY: &str = "under_way";
/// Where along K of B a product begins whose A, in registers, is less deep.
const FROM: &str = "layout.from";
/// Waits for products.
pub const WAIT: &str = "layout.wait_mma";
/// Most columns of B that an instruction reads, and what divides them.
const COLUMNS: [i64; 2] = [256, 8];
/// Bits of a row of A, along K.
const DEPTH: i64 = 256;

/// Types in the names of instructions, as MLIR calls them: of sums, then of factors.
const SUMS: [(&str, &str); 3] = [("f16", "F16"), ("f32", "F32"), ("i32", "S32")];
const FACTORS: [(&str, &str); 6] = [
    ("f16", "F16"),
    ("bf16", "BF16"),
    ("f32", "TF32"),
    ("f8E4M3FN", "E4M3"),
    ("f8E5M2", "E5M2"),
    ("i8", "S8"),
];

/// A product whose B, and perhaps A, is in shared memory.
#[derive(Clone, Debug)]
pub struct Warpgroup {
    /// The instruction, by the warps of the group.
    pub mma: Mma,
    /// M, N and K of the tiles: of A, which may be less deep than B.
    pub shape: [i64; 3],
    /// Elements along K of B before the first that is read.
    pub from: i64,
    /// How A is read, if it is in shared memory.
    pub a: Option<MatrixDescriptor>,
    /// How B is read.
    pub b: MatrixDescriptor,
}

/// A factor: its extents and elements, and the memref if it is none of registers.
struct Factor<'c, 'a> {
    shape: Vec<i64>,
    element: Type<'c>,
    memref: Option<Value<'c, 'a>>,
}

impl<'c, 'a> Factor<'c, 'a> {
    fn of(op: OperationRef<'c, 'a>, number: usize) -> Result<Self, TileError> {
        let value = ir::operand(op, number).ok_or(TileError::NoTile)?;
        let Some(memref) = ir::memref(value.r#type()) else {
            let tile = tile(Some(value))?;
            return Ok(Self { shape: tile.shape, element: tile.element, memref: None });
        };
        let shape = ir::extents(value.r#type());
        let is_right = ir::is_shared(value.r#type()) && shape.len() == 2 && !shape.contains(&ir::DYNAMIC);
        if !is_right {
            return Err(MultiplyError::Memory(memref.to_string()).into());
        }
        Ok(Self { shape, element: memref.element(), memref: Some(value) })
    }

    /// The columns of a B in shared memory that has some behind those of C, which nobody reads: so it may be copied by boxes of the widest
    /// swizzle, of the last of which an instruction reads what it needs.
    fn cover(&self, columns: i64) -> Option<i64> {
        self.memref?;
        self.shape.get(1).copied().filter(|own| *own > columns)
    }

    /// How an instruction reads it that takes `atom` of it.
    fn descriptor(&self, operand: Operand, atom: [i64; 2]) -> Result<Option<MatrixDescriptor>, TileError> {
        let Some(memref) = self.memref.and_then(|v| ir::memref(v.r#type())) else { return Ok(None) };
        let none = || MultiplyError::Memory(memref.to_string());
        let layout = layout_of_memref(memref).ok_or_else(none)?;
        let found = MatrixDescriptor::new(&layout, element_bits(self.element), operand, atom);
        Ok(Some(found.map_err(|error| MultiplyError::Descriptor(Box::new(error)))?))
    }
}

/// Whether a product has factors in shared memory.
pub fn reads_memory(op: OperationRef<'_, '_>) -> bool {
    op.operands().take(2).any(|factor| ir::is_memref(factor.r#type()))
}

/// An instruction of warpgroups for elements of these types, that reads so many columns of B.
fn atom(types: [Type<'_>; 3], columns: i64) -> Option<MmaAtom> {
    let [a, b, sum] = types.map(|t| t.to_string());
    let named = |table: &[(&str, &'static str)], name: &str| {
        table.iter().find(|(ours, _)| *ours == name).map(|(_, theirs)| *theirs)
    };
    let (a, b, d) = (named(&FACTORS, &a)?, named(&FACTORS, &b)?, named(&SUMS, &sum)?);
    let bits = element_bits(types[0]);
    let ending = if bits == 16 { "RS" } else { "RS_TN" };
    mma_atom(&format!("SM90_64x{columns}x{}_{d}{a}{b}_{ending}", DEPTH / bits)).ok()
}

/// A product with factors in shared memory, and the instructions whose fragments its tiles are.
struct Fitting<'c, 'a> {
    a: Factor<'c, 'a>,
    b: Factor<'c, 'a>,
    shape: [i64; 3],
    from: i64,
    /// Those with most columns first; one at least.
    all: Vec<Mma>,
}

impl<'c, 'a> Fitting<'c, 'a> {
    /// `None` where C is open.
    fn of(op: OperationRef<'c, 'a>) -> Result<Option<Self>, TileError> {
        let (a, b, c) = (Factor::of(op, 0)?, Factor::of(op, 1)?, tile(ir::operand(op, 2))?);
        let ([m, k], [l, n], [rows, columns]) = (&a.shape[..], &b.shape[..], &c.shape[..]) else {
            return Err(shapes(&a, &b, &c).into());
        };
        let n = if b.cover(*columns).is_some() { columns } else { n };
        let from = attribute(op, FROM).and_then(ir::integer);
        if (rows, columns) != (m, n) || from.is_none() && k != l {
            return Err(shapes(&a, &b, &c).into());
        }
        if b.memref.is_none() {
            return Err(MultiplyError::OnlyA.into());
        }
        if let Some(columns) = b.cover(*n).filter(|columns| columns % COLUMNS[1] != 0) {
            return Err(MultiplyError::Behind { columns, own: *n }.into());
        }
        let types = [a.element, b.element, c.element];
        if atom(types, COLUMNS[0]).is_none() {
            let [a, b, c] = types.map(|t| t.to_string());
            return Err(MultiplyError::WarpgroupTypes { a, b, c }.into());
        }
        let from = from.unwrap_or(0);
        let step = DEPTH / element_bits(a.element);
        let is_inside = from >= 0 && from.checked_add(*k).is_some_and(|end| end <= *l);
        let is_part = a.memref.is_none() && is_inside && from % step == 0;
        if !(is_part || k == l && from == 0) {
            return Err(MultiplyError::Part { from, own: *k, deep: *l, step }.into());
        }
        let Some(encoding) = c.encoding else { return Ok(None) };
        let shape = [*m, *n, *k];
        let mut all = candidates(types, shape, encoding.thread_count());
        // (Parts of a box begin where the swizzle does, so that one instruction reads all columns.)
        if let Some(columns) = b.cover(*n).filter(|_| !all.is_empty()) {
            all.retain(|mma| mma.atom().shape[1] == *n);
            if all.is_empty() {
                return Err(MultiplyError::Apart { columns, own: *n }.into());
            }
        }
        let fragments = |mma: &Mma| mma.fragment(Operand::C, *m, *n).ok();
        let fitting: Vec<Mma> =
            all.iter().filter(|mma| fragments(mma).as_ref() == Some(encoding)).cloned().collect();
        let Some(first) = fitting.first() else {
            let Some((mma, nearest)) = all.iter().find_map(|mma| Some((mma, fragments(mma)?))) else {
                let (threads, depth) = (encoding.thread_count(), DEPTH / element_bits(a.element));
                return Err(MultiplyError::Warpgroups { shape, threads, depth }.into());
            };
            let want = format!("#layout.frag<#layout.{mma}, C, {}>", c.extents());
            let (operand, have, encoding) = (Operand::C, encoding.clone(), nearest);
            return Err(MultiplyError::Fragment { operand, have, want, encoding }.into());
        };
        if a.memref.is_none() {
            let tile = tile(ir::operand(op, 0))?;
            let encoding = first.fragment(Operand::A, *m, *k);
            let encoding = encoding.map_err(MultiplyError::from)?;
            if let Some(have) = tile.encoding.filter(|have| **have != encoding) {
                let want = format!("#layout.frag<#layout.{first}, A, {}>", tile.extents());
                let (operand, have) = (Operand::A, have.clone());
                return Err(MultiplyError::Fragment { operand, have, want, encoding }.into());
            }
        }
        Ok(Some(Self { a, b, shape, from, all: fitting }))
    }
}

/// The instruction of a `layout.mma` with factors in shared memory, the one with most columns, and how it
/// reads them; `None` of other products, and where C is open.
///
/// # Errors
/// [`TileError::Multiply`], with the nearest encoding or layout that an instruction takes.
pub fn warpgroup_of(op: OperationRef<'_, '_>) -> Result<Option<Warpgroup>, TileError> {
    if !reads_memory(op) {
        return Ok(None);
    }
    let Some(Fitting { a, b, shape, from, all }) = Fitting::of(op)? else { return Ok(None) };
    // One that reads fewer columns may read what one of more does not.
    let mut found = None;
    for mma in all {
        let [rows, columns, depth] = mma.atom().shape;
        let described = || {
            let columns = b.cover(shape[1]).unwrap_or(columns);
            let b = b.descriptor(Operand::B, [columns, depth])?;
            Ok::<_, TileError>((a.descriptor(Operand::A, [rows, depth])?, b))
        };
        match described() {
            Ok((a, Some(b))) => return Ok(Some(Warpgroup { mma, shape, from, a, b })),
            Ok((_, None)) => {}
            Err(error) => found = found.or(Some(error)),
        }
    }
    Err(found.unwrap_or(TileError::NoTile))
}

/// The layout in which a product reads a factor, number 0 or 1, best: one whose rows lie together along K, or along M
/// or N. `None` where C is open, and for a factor in registers.
///
/// # Errors
/// [`TileError`], as [`warpgroup_of`] but for layouts.
pub fn factor_layout(
    op: OperationRef<'_, '_>,
    number: usize,
    major: GmmaMajor,
) -> Result<Option<AnyLayout>, TileError> {
    let Some(Fitting { a, b, shape: [m, n, _], all, .. }) = Fitting::of(op)? else { return Ok(None) };
    let Some([rows, columns, _]) = all.first().map(|mma| mma.atom().shape) else { return Ok(None) };
    let (factor, operand, along, atom) = match b.cover(n) {
        _ if number == 0 => (a, Operand::A, m, rows),
        Some(wide) => (b, Operand::B, wide, wide),
        None => (b, Operand::B, n, columns),
    };
    if factor.memref.is_none() {
        return Ok(None);
    }
    let bits = element_bits(factor.element);
    let major = if bits == 16 { major } else { GmmaMajor::K };
    // (Of B there may be more than A is multiplied by.)
    let deep = factor.shape.get(1 - number).copied().unwrap_or(0);
    let layout = nearest_layout([along, deep], bits, operand, major, atom);
    Ok(Some(layout.map_err(MultiplyError::from)?))
}

/// Checks a product of shared memory. Memory that has no layout may get one.
///
/// # Errors
/// [`TileError`].
pub(super) fn verify(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    match warpgroup_of(op) {
        Err(TileError::Multiply(MultiplyError::Descriptor(_))) if has_open_factor(op) => Ok(()),
        found => found.map(drop),
    }
}

/// Whether a factor is memory without a `#layout`.
fn has_open_factor(op: OperationRef<'_, '_>) -> bool {
    let memrefs = op.operands().take(2).filter_map(|factor| ir::memref(factor.r#type()));
    memrefs.into_iter().any(|memref| Known::of_attribute(memref.layout()).is_none())
}

/// The instructions for tiles of these extents by a group of threads, those with most columns first.
fn candidates(types: [Type<'_>; 3], [m, n, k]: [i64; 3], threads: i64) -> Vec<Mma> {
    let warps = threads / 32;
    let mut all = Vec::new();
    let [most, step] = COLUMNS;
    for columns in (1..=most / step).rev().map(|n| n * step).filter(|columns| n % columns == 0) {
        // (What does not fit is not made: this is asked often.)
        let fits = |along_m: &i64| {
            warps % along_m == 0 && m % (16 * along_m) == 0 && n % (columns * warps / along_m) == 0
        };
        let mut along = (4..=warps).rev().step_by(4).filter(fits).peekable();
        if along.peek().is_none() {
            continue;
        }
        let Some(atom) = atom(types, columns) else { continue };
        for along_m in along {
            let Ok(mma) = Mma::new(&atom, &[along_m, warps / along_m]) else { continue };
            if k % mma.tile()[2] == 0 {
                all.push(mma);
            }
        }
    }
    all
}

fn shapes(a: &Factor<'_, '_>, b: &Factor<'_, '_>, c: &Tile<'_>) -> MultiplyError {
    MultiplyError::Shapes { a: extents(&a.shape), b: extents(&b.shape), c: extents(&c.shape) }
}

/// How many products are left under way behind one; `None` if it does not say.
pub fn under_way(op: OperationRef<'_, '_>) -> Option<i64> {
    attribute(op, UNDER_WAY).and_then(ir::integer)
}

/// What leaves products under way reads shared memory, or waits for one that did, and says how many.
///
/// # Errors
/// [`TileError::Multiply`].
pub(super) fn verify_under_way(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    let Some(left) = attribute(op, UNDER_WAY) else { return Ok(()) };
    // (As many as the instruction that waits leaves.)
    let is_one = ir::name(op) == WAIT || reads_memory(op);
    let is_right = ir::integer(left).is_some_and(|n| (0..=7).contains(&n)) && is_one;
    if is_right { Ok(()) } else { Err(MultiplyError::UnderWay(left.to_string()).into()) }
}
