//! `layout.mma`: which instruction of tensor cores has the operands' encodings as its fragments.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use layout_algebra::LayoutError;
use layout_mlir::ir;
use layout_target::{MmaAtom, mma_atom, mma_atoms};
use layout_tile::{DescriptorError, FragmentError, Mma, Operand, Tv};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Type, Value};

use super::positions::tile;
use super::warpgroup::{self, WAIT, reads_memory, under_way, verify_under_way};
use super::{Tile, TileError};

/// Why tiles are not multiplied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MultiplyError {
    /// Shapes that do not go together.
    #[error("multiplies MxK by KxN and adds MxN, and has {a} by {b} and {c}")]
    Shapes {
        /// The shape of A.
        a: String,
        /// The shape of B.
        b: String,
        /// The shape of C.
        c: String,
    },
    /// A B with columns behind those of C that no layout holds.
    #[error(
        "has a B of {columns} columns in shared memory and a C of {own}: a B with columns behind those of C has a multiple of 8 of them, as {}", columns / 8 * 8 + 8
    )]
    Behind {
        /// Columns of B.
        columns: i64,
        /// Columns of C.
        own: i64,
    },
    /// A B with columns behind those of C, which several instructions would read.
    #[error(
        "has a B of {columns} columns in shared memory and a C of {own}: a B has columns behind those of C where one instruction reads all of C's, of 256 columns at most for each warpgroup that has all of them"
    )]
    Apart {
        /// Columns of B.
        columns: i64,
        /// Columns of C.
        own: i64,
    },
    /// A part of B along K that is none.
    #[error(
        "begins at {from} along K of a B that is {deep} deep, and has an A of {own}: with layout.from an A in registers is multiplied by a part of B, which begins at a multiple of {step} and ends inside"
    )]
    Part {
        /// Where it begins.
        from: i64,
        /// How deep A is.
        own: i64,
        /// How deep B is.
        deep: i64,
        /// How deep an instruction is.
        step: i64,
    },
    /// No instruction for the elements.
    #[error("no instruction of a warp multiplies {a} by {b} and adds {c}; there are {}", .known.join(", "))]
    Types {
        /// The elements of A.
        a: String,
        /// The elements of B.
        b: String,
        /// The elements of C.
        c: String,
        /// What there is.
        known: Vec<String>,
    },
    /// Operands of other groups.
    #[error("A, B and C are for {}; they are to be for one group of whole warps", .0.join(", "))]
    Threads(Vec<String>),
    /// No instruction for the extents.
    #[error(
        "no instruction by {warps} warps computes {}x{} from {} products; {nearest} takes multiples of {}x{}x{}",
        .shape[0], .shape[1], .shape[2], .tile[0], .tile[1], .tile[2]
    )]
    Extents {
        /// M, N and K of the tiles.
        shape: [i64; 3],
        /// The warps of the group.
        warps: i64,
        /// The instruction with the smallest tile.
        nearest: String,
        /// M, N and K of that tile.
        tile: [i64; 3],
    },
    /// Memory that no instruction reads.
    #[error(
        "has a factor in {0}; it is to be a matrix of known extents in shared memory, as memref<128x64xf16, #layout<S<3,3,3> o 0 o (128,64):(64,1)>, 3>"
    )]
    Memory(String),
    /// B in registers, with A in memory.
    #[error("reads A from shared memory, and B is in registers: B, or both, must be in shared memory")]
    OnlyA,
    /// No instruction of warpgroups for the elements.
    #[error(
        "no instruction multiplies {a} by {b} from shared memory and adds {c}; there are f16 by f16 into f16 and f32, bf16 by bf16, f32 by f32 into f32, f8E4M3FN and f8E5M2 by each other into f16 and f32, i8 by i8 into i32"
    )]
    WarpgroupTypes {
        /// The elements of A.
        a: String,
        /// The elements of B.
        b: String,
        /// The elements of C.
        c: String,
    },
    /// Extents or threads that warpgroups do not divide.
    #[error(
        "no warpgroups of {threads} threads compute {}x{} from {} products: they are groups of 128 threads, each of which takes multiples of 64 rows, 8 columns and {depth} products",
        .shape[0], .shape[1], .shape[2]
    )]
    Warpgroups {
        /// M, N and K of the tiles.
        shape: [i64; 3],
        /// Threads of the group.
        threads: i64,
        /// Products of an instruction.
        depth: i64,
    },
    /// A layout of shared memory that an instruction does not read.
    #[error(transparent)]
    Descriptor(#[from] Box<DescriptorError>),
    /// See [`FragmentError`].
    #[error(transparent)]
    Instruction(#[from] FragmentError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// What cannot leave products under way, or not so many.
    #[error(
        "has under_way = {0}, which stands on products of shared memory and on layout.wait_mma, and is from 0 to 7: how many products may be under way behind it"
    )]
    UnderWay(String),
    /// A result that nobody takes.
    #[error(
        "may be under way behind it, and nothing waits for it: take layout.wait_mma of its result, or leave under_way out"
    )]
    NeverAwaited,
    /// Several who take a result.
    #[error(
        "uses a product that may be under way, and so does another: registers would be copied that are still written; take layout.wait_mma of it first"
    )]
    Several,
    /// A result that may be under way.
    #[error(
        "uses a product that may be under way; only the C of another product, what an scf.for carries, and layout.wait_mma may: use the result of that"
    )]
    TooEarly,
    /// A wait that is over before the product is.
    #[error(
        "leaves {left} products under way, and behind the one that it waits for {begun} are known to begin in this block: that one may be among them; say under_way {begun} at most"
    )]
    TooMany {
        /// How many it leaves.
        left: i64,
        /// How many younger ones there are.
        begun: i64,
    },
    /// An encoding that is no fragment of the instruction that fits best.
    #[error(
        "{operand:?} has the encoding #layout.{have}, which is not the fragment of an instruction that goes with the others; the nearest is {want}, which is #layout.{encoding}: insert a layout.convert to it"
    )]
    Fragment {
        /// Which operand.
        operand: Operand,
        /// Its encoding.
        have: Tv,
        /// The attribute of the fragment.
        want: String,
        /// Its encoding.
        encoding: Tv,
    },
}

/// The instructions of one warp by the types in their names, the largest first.
static BY_TYPES: LazyLock<BTreeMap<String, Vec<MmaAtom>>> = LazyLock::new(|| {
    let mut out: BTreeMap<String, Vec<MmaAtom>> = BTreeMap::new();
    for name in mma_atoms() {
        // `SM80_16x8x16_F32F16F16F32_TN`; what stands behind that saturates.
        let [_, _, types, "TN"] = name.split('_').collect::<Vec<_>>()[..] else { continue };
        if spoken(types).is_none() {
            continue;
        }
        if let Some(atom) = mma_atom(&name).ok().filter(|atom| Mma::new(atom, &[]).is_ok()) {
            out.entry(types.into()).or_default().push(atom);
        }
    }
    for atoms in out.values_mut() {
        atoms.sort_by_key(|atom| -atom.shape.iter().product::<i64>());
    }
    out
});

/// Types in the names of instructions, and in MLIR. Numbers of 32 bits are multiplied as TF32.
const TYPES: [(&str, &str); 8] = [
    ("TF32", "f32"),
    ("BF16", "bf16"),
    ("E4M3", "f8E4M3FN"),
    ("E5M2", "f8E5M2"),
    ("F64", "f64"),
    ("F16", "f16"),
    ("S32", "i32"),
    ("S8", "i8"),
];

/// `F32F16F16F32` as `f16 by f16 into f32`; `None` where a type has no counterpart here, or
/// where D and C differ.
fn spoken(types: &str) -> Option<String> {
    let mut rest = types;
    let mut names = Vec::new();
    while !rest.is_empty() {
        let accumulated = names.is_empty() || names.len() == 3;
        let ours = TYPES.iter().copied().filter(|(name, _)| !(accumulated && *name == "TF32"));
        let f32 = accumulated.then_some(("F32", "f32"));
        let (name, ty) = ours.chain(f32).find(|(name, _)| rest.starts_with(name))?;
        names.push(ty);
        rest = &rest[name.len()..];
    }
    match names[..] {
        [d, a, b, c] if d == c => Some(format!("{a} by {b} into {c}")),
        _ => None,
    }
}

/// The instructions for elements of these types, by any number of warps.
fn atoms(a: Type<'_>, b: Type<'_>, c: Type<'_>) -> Option<&'static [MmaAtom]> {
    let wanted = format!("{a} by {b} into {c}");
    let found = BY_TYPES.iter().find(|(types, _)| spoken(types).is_some_and(|s| s == wanted));
    found.map(|(_, atoms)| atoms.as_slice())
}

/// The operands of a `layout.mma`.
struct Product<'c> {
    tiles: [Tile<'c>; 3],
    /// M, N and K.
    shape: [i64; 3],
}

const OPERANDS: [Operand; 3] = [Operand::A, Operand::B, Operand::C];

impl<'c> Product<'c> {
    fn of(op: OperationRef<'c, '_>) -> Result<Self, TileError> {
        let tiles = [tile(ir::operand(op, 0))?, tile(ir::operand(op, 1))?, tile(ir::operand(op, 2))?];
        let shapes = tiles.each_ref().map(|t| t.shape.as_slice());
        if let [[m, k], [l, n], [rows, columns]] = shapes
            && (k, rows, columns) == (l, m, n)
        {
            let shape = [*m, *n, *k];
            return Ok(Self { tiles, shape });
        }
        let [a, b, c] = tiles.map(|t| t.extents());
        Err(MultiplyError::Shapes { a, b, c }.into())
    }

    fn atoms(&self) -> Result<&'static [MmaAtom], MultiplyError> {
        let [a, b, c] = self.tiles.each_ref().map(|t| t.element);
        atoms(a, b, c).ok_or_else(|| MultiplyError::Types {
            a: a.to_string(),
            b: b.to_string(),
            c: c.to_string(),
            known: BY_TYPES.keys().filter_map(|types| spoken(types)).collect(),
        })
    }

    /// The warps of the group; `None` if all tiles are open.
    fn warps(&self) -> Result<Option<i64>, MultiplyError> {
        let known = self.tiles.iter().filter_map(|t| Some(t.encoding?.thread_count()));
        let mut threads: Vec<i64> = known.collect();
        threads.dedup();
        match threads[..] {
            [] => Ok(None),
            [one] if one % 32 == 0 => Ok(Some(one / 32)),
            _ => Err(MultiplyError::Threads(threads.iter().map(|t| format!("{t} threads")).collect())),
        }
    }

    /// The fragment of an instruction; `None` if it does not divide the tiles.
    fn fragment(&self, mma: &Mma, operand: Operand) -> Option<Tv> {
        let [m, n, k] = self.shape;
        let [rows, columns] = match operand {
            Operand::A => [m, k],
            Operand::B => [k, n],
            Operand::C => [m, n],
        };
        mma.fragment(operand, rows, columns).ok()
    }

    /// Whether the encodings are an instruction's fragments; open tiles are any.
    fn is_of(&self, mma: &Mma) -> bool {
        // What the instruction does not divide is none of its tiles, open or not.
        let divides = self.shape.iter().zip(mma.tile()).all(|(extent, by)| extent % by == 0);
        let mut known =
            self.tiles.iter().zip(OPERANDS).filter_map(|(t, operand)| Some((t.encoding?, operand)));
        divides && known.all(|(have, operand)| self.fragment(mma, operand).as_ref() == Some(have))
    }

    /// The fragments of an instruction, and how many of the encodings they are; open tiles count for none.
    fn fragments(&self, mma: &Mma) -> Option<(usize, [Tv; 3])> {
        let [a, b, c] = OPERANDS.map(|operand| self.fragment(mma, operand));
        let fragments = [a?, b?, c?];
        let same = self.tiles.iter().zip(&fragments).filter(|(t, f)| t.encoding == Some(*f));
        Some((same.count(), fragments))
    }
}

/// The instructions whose fragments the encodings of a `layout.mma` are, each by the warps that
/// they say, the largest first; open operands allow any. Not every chip has each of them. None if
/// all operands are open.
///
/// # Errors
/// [`TileError::Multiply`], with the nearest encoding that an instruction has.
pub fn multiplies_of(op: OperationRef<'_, '_>) -> Result<Vec<Mma>, TileError> {
    let product = Product::of(op)?;
    let atoms = product.atoms()?;
    let Some(warps) = product.warps()? else { return Ok(Vec::new()) };
    let along_m = (1..=warps).filter(|m| warps % m == 0);
    let arranged = along_m.flat_map(|m| atoms.iter().map(move |atom| Mma::new(atom, &[m, warps / m])));
    let all: Vec<Mma> = arranged.filter_map(Result::ok).collect();
    let mut found: Vec<Mma> = all.iter().filter(|mma| product.is_of(mma)).cloned().collect();
    if !found.is_empty() {
        found.sort_by_key(|mma| -mma.atom().shape.iter().product::<i64>());
        return Ok(found);
    }
    let candidates = all.iter().filter_map(|mma| Some((mma, product.fragments(mma)?)));
    // The first of those that are as near.
    let Some((mma, (_, fragments))) = candidates.rev().max_by_key(|(_, (same, _))| *same) else {
        let smallest = all.iter().min_by_key(|mma| mma.tile().iter().product::<i64>());
        let (nearest, tile) = smallest.map_or_else(Default::default, |mma| (mma.to_string(), mma.tile()));
        return Err(MultiplyError::Extents { shape: product.shape, warps, nearest, tile }.into());
    };
    let wrong = product.tiles.iter().zip(fragments).zip(OPERANDS);
    for ((tile, encoding), operand) in wrong {
        if let Some(have) = tile.encoding.filter(|have| **have != encoding) {
            let want = format!("#layout.frag<#layout.{mma}, {operand:?}, {}>", tile.extents());
            return Err(MultiplyError::Fragment { operand, have: have.clone(), want, encoding }.into());
        }
    }
    Ok(Vec::new())
}

/// # Errors
/// [`TileError`].
pub(super) fn verify(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    verify_under_way(op)?;
    if reads_memory(op) { warpgroup::verify(op) } else { multiplies_of(op).map(drop) }
}

/// How many products of shared memory begin, for certain, behind one that is a value and before an operation: those in
/// the operation's block, which begins behind what is handed to it.
fn begun_behind<'c: 'a, 'a>(product: Value<'c, 'a>, before: OperationRef<'c, 'a>) -> i64 {
    let of = ir::defining_op(product).map(ir::op_key);
    let first = before.block().and_then(|block| block.first_operation());
    let above = std::iter::successors(first, |op| op.next_in_block())
        .take_while(|op| ir::op_key(*op) != ir::op_key(before));
    let begins = |op: OperationRef<'_, '_>| ir::name(op) == "layout.mma" && reads_memory(op);
    // (What stands above the product itself is older.)
    above.fold(0, |begun, op| if Some(ir::op_key(op)) == of { 0 } else { begun + i64::from(begins(op)) })
}

/// Checks who uses what may be under way.
///
/// # Errors
/// [`MultiplyError::TooEarly`], at the operation that does.
pub(super) fn verify_products<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
) -> Result<(), (OperationRef<'c, 'a>, MultiplyError)> {
    let leaves = |op: &OperationRef<'_, '_>| ir::name(*op) == "layout.mma" && under_way(*op) > Some(0);
    let products = ir::nested(function).into_iter().filter(leaves);
    let mut work: Vec<Value<'c, 'a>> = products.filter_map(ir::result).collect();
    if let Some(product) = work.iter().find(|result| ir::uses(**result).is_empty()) {
        let op = ir::defining_op(*product).unwrap_or(function);
        return Err((op, MultiplyError::NeverAwaited));
    }
    let mut seen = BTreeSet::new();
    while let Some(value) = work.pop() {
        if !seen.insert(ir::key(value)) {
            continue;
        }
        let uses = ir::uses(value);
        if let [_, other, ..] = &uses[..] {
            return Err((other.op, MultiplyError::Several));
        }
        for r#use in uses {
            let (op, carried) = match (ir::name(r#use.op), r#use.op.parent_operation()) {
                (WAIT, _) => {
                    let (left, begun) = (under_way(r#use.op).unwrap_or(0), begun_behind(value, r#use.op));
                    if left > begun {
                        return Err((r#use.op, MultiplyError::TooMany { left, begun }));
                    }
                    continue;
                }
                ("layout.mma", _) if r#use.operand == 2 && reads_memory(r#use.op) => continue,
                ("scf.for", _) => (r#use.op, r#use.operand.checked_sub(3)),
                ("scf.yield", Some(parent)) if ir::name(parent) == "scf.for" => (parent, Some(r#use.operand)),
                _ => return Err((r#use.op, MultiplyError::TooEarly)),
            };
            let number = carried.ok_or((r#use.op, MultiplyError::TooEarly))?;
            let argument = ir::blocks(op).first().and_then(|b| ir::arguments(*b).get(number + 1).copied());
            work.extend(argument.into_iter().chain(ir::results(op).get(number).copied()));
        }
    }
    Ok(())
}
