//! `layout-opaque-thread-ids`: kernels read the numbers of their threads by PTX of which LLVM knows nothing.
//!
//! LLVM knows how large such a number is, and rewrites what is computed of it once indices are as they should be: a sum
//! without a bit in common becomes an `or`. Where a number is shifted, the machine has an instruction for the sum and
//! the shift, and none for the `or`.
//!
//! ```mlir
//! // Before:
//! %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 256> : i32
//! // After:
//! %t = llvm.inline_asm "mov.u32 $0, %tid.x;", "=r" : () -> i32
//! ```
//!
//! Simplification has used that range already. What is left to LLVM are bits that need not be masked, the sums of 64 bits
//! whose high half is that of a term, quotients, and comparisons that always hold: what an exclusive-or, a sum of 64 bits, a
//! division or a comparison with a constant is computed of is still computed of the number with its range. A copy of an operation that is needed for both costs nothing, since the
//! assembler knows the two numbers to be the same.
//! A constant that has no bit in common with a sum of 64 bits is added as such before, by what simplification knows. A quotient by a product and a
//! shift is always one of the hidden number: of the other one LLVM would compute it in as few bits as that has, by twice as many instructions.

use layout_mlir::ir::{self, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::addresses::{Bounds, Zeros, constant, disjoint, inline_ptx, innermost};
use crate::kernels::kernels;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-opaque-thread-ids",
    summary: "Have kernels read the numbers of threads such that LLVM does not know their range",
    options: &[],
    statistics: &[],
    run,
};

/// The registers, and the instructions that read them.
const REGISTERS: [(&str, &str); 3] = [
    ("nvvm.read.ptx.sreg.tid.x", "mov.u32 $0, %tid.x;"),
    ("nvvm.read.ptx.sreg.tid.y", "mov.u32 $0, %tid.y;"),
    ("nvvm.read.ptx.sreg.tid.z", "mov.u32 $0, %tid.z;"),
];

/// Most operations that a number is copied through.
const DEPTH: usize = 256;

/// Arithmetic without effects.
const ARITHMETIC: [&str; 12] = [
    "llvm.add",
    "llvm.sub",
    "llvm.mul",
    "llvm.shl",
    "llvm.lshr",
    "llvm.and",
    "llvm.or",
    "llvm.xor",
    "llvm.udiv",
    "llvm.urem",
    "llvm.zext",
    "llvm.trunc",
];

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for kernel in kernels(op) {
        if innermost(kernel).is_empty() {
            hide(kernel);
        }
    }
    true
}

/// Hides the ranges of a kernel's numbers of threads.
fn hide(kernel: OperationRef<'_, '_>) {
    let all = ir::nested(kernel);
    let mut hidden =
        Hidden { opaque: FxHashMap::default(), wanting: FxHashSet::default(), kept: FxHashSet::default() };
    let mut reads = Vec::new();
    for read in &all {
        let register = REGISTERS.iter().find(|(name, _)| *name == ir::name(*read));
        if let Some((_, ptx)) = register
            && let Some((number, opaque)) = ir::result(*read).zip(read_by(*read, ptx))
        {
            hidden.opaque.insert(ir::key(number), Some(opaque));
            reads.push(opaque);
        }
    }
    if hidden.opaque.is_empty() {
        return;
    }
    let bounds = Bounds::of(kernel);
    for op in &all {
        keep_apart(*op, &bounds);
    }
    let all = ir::nested(kernel);
    for op in &all {
        // The number that is divided is what the remainder is computed of, too: there are no two of it.
        if let Some(number) = divided(*op, &bounds) {
            hidden.keep(*op);
            hidden.opaque.insert(ir::key(number), None);
        } else if wants_range(*op) || hidden.extends(*op) {
            hidden.wanting.insert(ir::op_key(*op));
            hidden.keep(*op);
        }
    }
    for op in all {
        if hidden.kept.contains(&ir::op_key(op)) {
            continue;
        }
        for (number, value) in op.operands().enumerate() {
            // An operation that cannot be copied leaves a number as it is.
            if let Some(opaque) = hidden.of(value, DEPTH) {
                ir::set_operand(ir::Use { op, operand: number }, opaque);
            }
        }
    }
    for read in reads.into_iter().filter(|read| ir::is_unused(*read)).filter_map(ir::defining_op) {
        // (Nothing uses it, so that it can be.)
        let _ = ir::erase(read);
    }
}

/// Writes the sum of a number of 64 bits and a constant that have no bit in common as LLVM does where it knows the range: without
/// a carry to the high half.
fn keep_apart(op: OperationRef<'_, '_>, bounds: &Bounds) {
    let both = || Some((ir::operand(op, 0)?, ir::operand(op, 1)?));
    let Some((number, other)) = both().filter(|_| ir::name(op) == "llvm.add") else { return };
    let is_wide = ir::bits(number.r#type()) == Some(64) && constant(other).is_some();
    if let Some(old) = ir::result(op).filter(|old| is_wide && !ir::is_unused(*old))
        && Zeros(bounds).are_apart(number, other)
        && let Some(sum) = disjoint(op, number, other)
    {
        ir::replace_all_uses(old, sum);
    }
}

/// Whether LLVM makes fewer instructions of an operation where it knows the range of what that is computed of.
fn wants_range(op: OperationRef<'_, '_>) -> bool {
    match ir::name(op) {
        "llvm.xor" => true,
        // What is known of a comparison with a constant is a branch that is not there.
        "llvm.icmp" => op.operands().any(|operand| constant(operand).is_some()),
        "llvm.zext" | "llvm.sext" => {
            ir::result(op).is_some_and(|wide| ir::users(wide).into_iter().any(is_wide_sum))
        }
        _ => false,
    }
}

/// The number that an operation divides by a constant, if it has a known bound: that may save what corrects the quotient.
fn divided<'c: 'a, 'a>(op: OperationRef<'c, 'a>, bounds: &Bounds) -> Option<Value<'c, 'a>> {
    let number = ir::operand(op, 0).filter(|_| matches!(ir::name(op), "llvm.udiv" | "llvm.urem"))?;
    let divisor = constant(ir::operand(op, 1)?)?;
    let is_shift = divisor > 0 && divisor & (divisor - 1) == 0;
    (!is_shift && bounds.bound(number).is_some()).then_some(number)
}

/// Whether an operation is a quotient by a product and a shift: LLVM computes such of as many bits as the number has, which takes masks.
fn is_quotient(op: OperationRef<'_, '_>) -> bool {
    let is_by = |op: OperationRef<'_, '_>, name: &str| {
        ir::name(op) == name && ir::operand(op, 1).is_some_and(|by| constant(by).is_some())
    };
    is_by(op, "llvm.lshr")
        && ir::operand(op, 0).and_then(ir::defining_op).is_some_and(|product| is_by(product, "llvm.mul"))
}

/// Whether an operation adds or compares two unknown numbers of 64 bits, and is no product that a number is added to for
/// nothing. (A constant that is added to such a sum would carry to its high half.)
fn is_wide_sum(op: OperationRef<'_, '_>) -> bool {
    let is_arithmetic = matches!(ir::name(op), "llvm.add" | "llvm.sub" | "llvm.or" | "llvm.icmp");
    let goes_on = || ir::result(op).is_some_and(|sum| ir::users(sum).into_iter().any(adds_constant));
    is_arithmetic
        && op.operands().all(|operand| constant(operand).is_none())
        && (ir::name(op) != "llvm.add" || !op.operands().any(is_product) || goes_on())
}

/// Whether a number is a product of two of 32 bits, or of one and a constant.
fn is_product(value: Value<'_, '_>) -> bool {
    let is_short = |factor: Value<'_, '_>| {
        let made = ir::defining_op(factor).map_or("", ir::name);
        matches!(made, "llvm.sext" | "llvm.zext") || constant(factor).is_some()
    };
    ir::defining_op(value).is_some_and(|op| ir::name(op) == "llvm.mul" && op.operands().all(is_short))
}

/// Whether an operation adds a constant, for something.
fn adds_constant(op: OperationRef<'_, '_>) -> bool {
    let is_read = || ir::result(op).is_some_and(|sum| !ir::is_unused(sum));
    ir::name(op) == "llvm.add" && is_read() && op.operands().any(|operand| constant(operand).is_some())
}

/// Reads a register where an operation does, by PTX.
fn read_by<'c: 'a, 'a>(read: OperationRef<'c, 'a>, ptx: &str) -> Option<Value<'c, 'a>> {
    inline_ptx(read, ir::result(read)?.r#type(), ptx, "=r", &[])
}

/// What numbers of threads are read as.
struct Hidden<'c, 'a> {
    /// What stands for a value: none where nothing does, since it is not computed of such a number.
    opaque: FxHashMap<ValueKey, Option<Value<'c, 'a>>>,
    /// Operations of which LLVM makes more where it knows the range.
    wanting: FxHashSet<usize>,
    /// Those, and what they are computed of.
    kept: FxHashSet<usize>,
}

impl<'c: 'a, 'a> Hidden<'c, 'a> {
    /// Whether an operation makes 64 bits of the number of a thread.
    fn extends(&self, op: OperationRef<'c, 'a>) -> bool {
        matches!(ir::name(op), "llvm.sext" | "llvm.zext")
            && ir::operand(op, 0).is_some_and(|value| self.opaque.contains_key(&ir::key(value)))
    }

    /// Keeps an operation, and the arithmetic that it is computed of.
    fn keep(&mut self, op: OperationRef<'c, 'a>) {
        let mut waiting = vec![op];
        while let Some(op) = waiting.pop() {
            if self.kept.insert(ir::op_key(op)) {
                let parts = op.operands().filter_map(ir::defining_op);
                let is_kept = |part: &OperationRef<'c, 'a>| {
                    ARITHMETIC.contains(&ir::name(*part)) && !is_quotient(*part)
                };
                waiting.extend(parts.filter(is_kept));
            }
        }
    }

    /// What stands for a value, if something does: copies of what was kept among it.
    fn of(&mut self, value: Value<'c, 'a>, depth: usize) -> Option<Value<'c, 'a>> {
        let key = ir::key(value);
        if let Some(known) = self.opaque.get(&key) {
            return *known;
        }
        // (What is computed by so many operations stays as it is.)
        let depth = depth.checked_sub(1)?;
        self.opaque.insert(key, None);
        let op = ir::defining_op(value)?;
        let opaque = match self.narrowed(op) {
            Some(number) => self.of(number, depth),
            None if self.kept.contains(&ir::op_key(op)) => self.copy(op, depth),
            None => None,
        };
        self.opaque.insert(key, opaque);
        opaque
    }

    /// The number of a thread that was extended to 64 bits and is cut to its own again.
    fn narrowed(&self, op: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
        let extension = ir::defining_op(ir::operand(op, 0)?)?;
        let number = ir::operand(extension, 0)?;
        let is_same = || ir::result(op).is_some_and(|result| result.r#type() == number.r#type());
        (ir::name(op) == "llvm.trunc" && self.extends(extension) && is_same()).then_some(number)
    }

    fn copy(&mut self, op: OperationRef<'c, 'a>, depth: usize) -> Option<Value<'c, 'a>> {
        if self.wanting.contains(&ir::op_key(op)) {
            return None;
        }
        let operands: Vec<_> = op.operands().collect();
        let opaque: Vec<_> = operands.iter().map(|value| self.of(*value, depth)).collect();
        if opaque.iter().all(Option::is_none) {
            return None;
        }
        let copy = ir::copy_before(op, op, ir::location(op))?;
        let new: Vec<_> = operands.into_iter().zip(opaque).map(|(old, new)| new.unwrap_or(old)).collect();
        ir::set_operands(copy, &new);
        ir::result(copy)
    }
}
