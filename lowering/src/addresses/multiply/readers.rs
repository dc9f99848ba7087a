//! Who reads what in a kernel, and what is accessed through a pointer.

use layout_mlir::ir::{self, Effects, ValueKey};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};
use rustc_hash::FxHashMap;

use crate::addresses::build::held_bytes;

/// Most uses of an address, and of what counts from it, that are looked at.
const USES: usize = 256;
/// The bytes of the widest access: what is less than this apart may become one, by what LLVM sees of its address.
pub const WIDEST: u64 = 16;

/// How often what has an effect reads each value of a function, through any number of values that nothing else is computed of:
/// what nobody reads reads nothing.
pub struct Readers(FxHashMap<ValueKey, usize>);

impl Readers {
    /// Looks through a function.
    pub fn of(function: OperationRef<'_, '_>) -> Self {
        let mut readers: FxHashMap<ValueKey, usize> = FxHashMap::default();
        // (A value is read behind where it is computed, or by a block's last operation.)
        for op in ir::nested(function).into_iter().rev() {
            let is_read = op.results().any(|result| readers.contains_key(&ir::key(result.into())));
            if is_read || ir::effects(op) != Effects::None || op.next_in_block().is_none() {
                for operand in op.operands() {
                    *readers.entry(ir::key(operand)).or_default() += 1;
                }
            }
        }
        Self(readers)
    }

    /// How often a value is read.
    pub fn count(&self, value: Value<'_, '_>) -> usize {
        self.0.get(&ir::key(value)).copied().unwrap_or(0)
    }
}

/// What is accessed by an address.
pub struct Uses<'r> {
    readers: &'r Readers,
    /// How many more uses are looked at.
    left: usize,
    /// Whether only the widest accesses may be there.
    only_widest: bool,
}

impl<'r> Uses<'r> {
    /// Looks at accesses, which may have to be the widest ones.
    pub fn new(readers: &'r Readers, only_widest: bool) -> Self {
        Self { readers, left: USES, only_widest }
    }

    /// Whether a pointer is for accesses only, none of which may become wider together with another.
    pub fn stay(&mut self, pointer: Value<'_, '_>) -> bool {
        let mut places = Vec::new();
        if self.find(pointer, 0, &mut places).is_none() {
            return false;
        }
        places.sort_unstable();
        let is_apart =
            |pair: &[(i64, u64)]| pair[1].0 == pair[0].0 || pair[1].0.abs_diff(pair[0].0) >= WIDEST;
        let are_widest = places.iter().all(|(_, bytes)| *bytes == WIDEST);
        are_widest || !self.only_widest && places.windows(2).all(is_apart)
    }

    /// Where what is accessed by a pointer begins, in bytes, and how many these are; `None` of another use of the pointer, or
    /// of too many.
    fn find(&mut self, pointer: Value<'_, '_>, from: i64, places: &mut Vec<(i64, u64)>) -> Option<()> {
        for place in ir::uses(pointer) {
            self.left = self.left.checked_sub(1)?;
            let value = match ir::name(place.op) {
                "llvm.load" => ir::result(place.op)?,
                "llvm.store" if place.operand == 1 => ir::operand(place.op, 0)?,
                "llvm.getelementptr" | "llvm.addrspacecast" | "llvm.intr.strip.invariant.group"
                    if place.operand == 0 =>
                {
                    let next = ir::result(place.op)?;
                    if self.readers.count(next) > 0 {
                        match known_bytes(place.op) {
                            Some(bytes) => self.find(next, from.checked_add(bytes)?, places)?,
                            // How far that is LLVM does not know.
                            None => self.stay(next).then_some(())?,
                        }
                    }
                    continue;
                }
                // Of matrices, and of copies: as wide as can be.
                "nvvm.ldmatrix" | "nvvm.stmatrix" | "nvvm.cp.async.shared.global" => {
                    places.push((from, WIDEST));
                    continue;
                }
                _ => return None,
            };
            places.push((from, held_bytes(value)?));
        }
        Some(())
    }
}

/// The bytes by which a pointer is apart from its base, if the index is a constant.
fn known_bytes(op: OperationRef<'_, '_>) -> Option<i64> {
    if ir::name(op) != "llvm.getelementptr" {
        return Some(0);
    }
    let constants = ir::integers(op.attribute("rawConstantIndices").ok()?);
    let [index] = constants.as_slice() else { return None };
    let element = ir::held_type(op.attribute("elem_type").ok()?)?;
    let bytes = i64::try_from(ir::bytes(element)?).ok()?;
    (op.operand_count() == 1).then(|| index.checked_mul(bytes)).flatten()
}
