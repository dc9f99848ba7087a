//! `layout-early-addresses`: addresses of accesses under conditions are computed before their conditions.
//!
//! What a thread accesses at the edge of a tensor it accesses under a condition for each element. LLVM computes an
//! address where it is used, which is behind the condition. The assembler makes an instruction with a predicate of each
//! that is there, and loads the base anew for each address, since it is not to do so for nothing.
//!
//! ```mlir
//! // Before:
//! llvm.cond_br %inside, ^access, ^on
//! ^access:
//! %p = llvm.getelementptr inbounds|nuw %a[%i] : …
//! // After:
//! %p = llvm.getelementptr inbounds|nuw %a[%i] : …
//! %g = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<1>
//! llvm.call_intrinsic "llvm.fake.use"(%g) : (!llvm.ptr<1> {llvm.nocapture}) -> ()
//! llvm.cond_br %inside, ^access, ^on
//! ^access:
//! ```
//!
//! The intrinsic is no instruction: it uses the pointer where it stands, so that LLVM leaves its computation there. It accesses
//! no memory that a program sees, and says that it does not keep the pointer: else LLVM would not find that nothing writes
//! what an argument points at, and loads would be other instructions.
//!
//! In kernels, for global memory, not in loops. Only where several blocks under conditions access memory from one base, each
//! of them no longer than what the assembler makes of predicates, and only what may be computed for nothing: sums,
//! products, bits. (Of a product or a sum that would wrap there comes no pointer that anybody looks at.)

use layout_mlir::ir::{self, Effects, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value};
use rustc_hash::FxHashMap;

use super::build::{Gep, in_global, is_access, is_global, kept_here, origin};
use super::certain::is_in;
use super::loops::Again;
use crate::kernels::kernels;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-early-addresses",
    summary: "Compute addresses of accesses under conditions before their conditions",
    options: &[],
    statistics: &[],
    run,
};

/// Most operations of a block that is short.
const SHORT: usize = 16;

/// What costs no more than an instruction and fails for no operands.
const CHEAP: [&str; 13] = [
    "llvm.mlir.constant",
    "llvm.getelementptr",
    "llvm.addrspacecast",
    "llvm.add",
    "llvm.sub",
    "llvm.mul",
    "llvm.shl",
    "llvm.and",
    "llvm.or",
    "llvm.xor",
    "llvm.sext",
    "llvm.zext",
    "llvm.trunc",
];

/// The same in PTX, of 64 bits: how such instructions begin. (A product of two numbers of 32 is one instruction with the sum, where
/// that stands.)
const PTX: [&str; 3] = ["mad.lo.s64 ", "shl.b64 ", "cvt.u64.u32 "];

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for kernel in kernels(op) {
        let again = Again::new(kernel);
        let mut of_base: FxHashMap<ValueKey, Vec<Guarded<'_, '_>>> = FxHashMap::default();
        let mut bases = Vec::new();
        for block in ir::blocks(kernel) {
            let Some(condition) = condition(block, &again) else { continue };
            for (base, address) in addresses(block) {
                let key = ir::key(base);
                let known = of_base.entry(key).or_default();
                if known.is_empty() {
                    bases.push(key);
                }
                known.push(Guarded { condition, block, address });
            }
        }
        for guarded in bases.iter().filter_map(|base| of_base.get(base)) {
            let [first, rest @ ..] = &guarded[..] else { continue };
            if rest.iter().all(|other| is_in(other.address, first.block)) {
                continue;
            }
            for address in guarded {
                // An address that cannot be built stays where it is.
                address.compute_early();
            }
        }
    }
    true
}

/// An address in a block under a condition.
struct Guarded<'c, 'a> {
    /// The branch.
    condition: OperationRef<'c, 'a>,
    block: BlockRef<'c, 'a>,
    address: OperationRef<'c, 'a>,
}

impl<'c: 'a, 'a> Guarded<'c, 'a> {
    fn compute_early(&self) -> Option<()> {
        let mut chain = Vec::new();
        collect(self.address, self.block, &mut chain);
        for op in chain {
            ir::move_before(op, self.condition);
        }
        kept_here(self.condition, in_global(self.condition, ir::result(self.address)?)?);
        Some(())
    }
}

/// The branch that leads to a block or past it, if the block is short, accesses memory and does nothing else.
fn condition<'c: 'a, 'a>(block: BlockRef<'c, 'a>, again: &Again<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    // (In one that is never entered a value may be computed from itself.)
    let branch = again.only_before(block).filter(|_| again.is_entered(block))?;
    let end = ir::terminator(block)?;
    let mut ways = branch.successors();
    let past = end.successors().next()?.to_raw().ptr;
    let is_past = ir::name(branch) == "llvm.cond_br"
        && ir::name(end) == "llvm.br"
        && ways.any(|way| way.to_raw().ptr == past)
        && !again.runs(block);
    let mut next = block.first_operation();
    let mut count = 0;
    while let Some(op) = next.filter(|_| is_past && count <= SHORT) {
        let is_plain = ir::effects(op) != Effects::Any || ir::name(op) == "llvm.store";
        if op == end {
            return Some(branch);
        }
        count += 1;
        next = op.next_in_block().filter(|_| is_plain);
    }
    None
}

/// The addresses in global memory that are accessed in a block and may be computed before it, with what they count from.
fn addresses<'c: 'a, 'a>(block: BlockRef<'c, 'a>) -> Vec<(Value<'c, 'a>, OperationRef<'c, 'a>)> {
    let mut found = Vec::new();
    let mut next = block.first_operation();
    while let Some(op) = next {
        next = op.next_in_block();
        let Some(gep) = Gep::of(op).filter(|gep| is_global(origin(gep.base))) else { continue };
        let uses = ir::result(op).map(ir::uses).unwrap_or_default();
        let is_accessed = !uses.is_empty() && uses.iter().all(is_access);
        if is_accessed && collect(op, block, &mut Vec::new()) {
            found.push((origin(gep.base), op));
        }
    }
    found
}

/// Whether an operation is one of the instructions of PTX that the passes before write, which are as cheap.
fn is_cheap_ptx(op: OperationRef<'_, '_>) -> bool {
    let text = op.attribute("asm_string").ok().and_then(ir::text);
    ir::name(op) == "llvm.inline_asm"
        && text.is_some_and(|text| PTX.iter().any(|begin| text.starts_with(begin)))
}

/// What of a block an operation is computed from, and the operation itself, in order; whether all of it may be computed
/// for nothing.
fn collect<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    block: BlockRef<'c, 'a>,
    chain: &mut Vec<OperationRef<'c, 'a>>,
) -> bool {
    if !is_in(op, block) || chain.contains(&op) {
        return true;
    }
    if chain.len() > SHORT || !(CHEAP.contains(&ir::name(op)) || is_cheap_ptx(op)) {
        return false;
    }
    let is_early = op.operands().all(|operand| match ir::block_argument(operand) {
        Some((own, _)) => own.to_raw().ptr != block.to_raw().ptr,
        None => ir::defining_op(operand).is_some_and(|part| collect(part, block, chain)),
    });
    chain.push(op);
    is_early
}
