//! `layout-step-addresses`: in a loop that loads much, an address goes on from its own of the iteration before.
//!
//! A base and an index that changes are four registers and a fifth and sixth for their sum; a pointer that steps
//! is two. Where what an iteration loads takes most of the registers that a thread may have without others waiting, the
//! rest decides how many loads are under way at once: ptxas takes registers of loads back before the last are issued.
//!
//! ```mlir
//! // Before:
//! ^loop(%k: i32):  %i = llvm.add %row, %k : i32    %p = llvm.getelementptr inbounds|nuw %a[%i] : …
//! // After:
//! ^loop(%k: i32, %p: !llvm.ptr):    …    %next = llvm.getelementptr %p[128] : …
//! ```
//!
//! For indices of fewer than 64 bits (the others are hoisted) of addresses that are natural and accessed in each
//! iteration: two that follow each other are below 2^31 then, so that what is between them is what its low bits
//! say. All addresses have to step, and more than one: the registers are there otherwise. Loops of one block
//! behind the condition: in these an iteration is all of it.

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value, ValueLike};

use super::build::{Gep, add, constant_like, element, element_at, is_global, low_bits, multiplied};
use super::certain::Certain;
use super::linear::Linear;
use super::loops::{Loop, innermost};
use super::sum::constant;
use crate::kernels::kernels;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-step-addresses",
    summary: "Step pointers in loops that load much",
    options: &[],
    statistics: &[],
    run,
};

/// Least bytes that an iteration loads: half of the 32 registers of a thread of which an SM has 2048.
pub(super) const LOADED: u64 = 64;

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for kernel in kernels(op) {
        for inside in innermost(kernel) {
            if let Some(counted) = Counted::of(&inside) {
                counted.step(&inside);
            }
        }
    }
    true
}

/// A loop whose blocks are the condition and what it guards.
struct Counted<'c, 'a> {
    header: BlockRef<'c, 'a>,
    body: BlockRef<'c, 'a>,
    /// The branches to the condition, from before the loop and from its end: their operands are its arguments.
    entry: OperationRef<'c, 'a>,
    latch: OperationRef<'c, 'a>,
}

impl<'c: 'a, 'a> Counted<'c, 'a> {
    fn of(inside: &Loop<'c, 'a>) -> Option<Self> {
        let [header, body] = inside.blocks[..] else { return None };
        let latch = ir::terminator(body)?;
        let goes_to = |branch: OperationRef<'c, 'a>| {
            ir::name(branch) == "llvm.br"
                && branch.successors().next().is_some_and(|to| to.to_raw().ptr == header.to_raw().ptr)
        };
        (goes_to(inside.entry) && goes_to(latch)).then_some(Self { header, body, entry: inside.entry, latch })
    }

    /// Has the addresses of the loop step, if it loads much.
    fn step(&self, inside: &Loop<'c, 'a>) {
        let mut operations = Vec::new();
        let mut next = self.body.first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            operations.push(op);
        }
        let loaded: u64 = operations.iter().filter_map(|op| loaded(*op)).sum();
        if loaded < LOADED {
            return;
        }
        let certain = Certain::new(self.body);
        let from_outside = |op: &OperationRef<'c, 'a>| {
            let gep = Gep::of(*op).filter(|gep| is_global(gep.base) && !inside.defines(gep.base))?;
            ir::result(*op).is_some_and(|pointer| !ir::is_unused(pointer)).then_some(gep)
        };
        let step = |gep| self.address(gep, inside).filter(|address| certain.accesses(address.gep.op));
        // One that is computed anew in each iteration has registers that the others may share.
        let all: Option<Vec<_>> = operations.iter().filter_map(from_outside).map(step).collect();
        let mut families: Vec<Vec<Address<'c, 'a>>> = Vec::new();
        for address in all.unwrap_or_default() {
            match families.iter_mut().find(|family| family[0].is_apart(&address)) {
                Some(family) => family.push(address),
                None => families.push(vec![address]),
            }
        }
        if families.len() > 1 {
            for family in families {
                // Addresses that cannot be built stay as they are.
                let _ = self.rewrite(&family);
            }
        }
    }

    /// An address as a start and a distance from each iteration to the next.
    fn address(&self, gep: Gep<'c, 'a>, inside: &Loop<'c, 'a>) -> Option<Address<'c, 'a>> {
        if gep.bits == 64 || !gep.is_natural() {
            return None;
        }
        let mut start = Linear::of(gep.index, gep.bits)?;
        let at = start.terms.iter().position(|(term, _)| inside.defines(*term))?;
        let (variable, factor) = start.terms.remove(at);
        if start.terms.iter().any(|(term, _)| inside.defines(*term)) {
            return None;
        }
        let (first, by) = self.recurrence(variable)?;
        match constant(first) {
            Some(number) => start.constant = start.constant.wrapping_add(factor.wrapping_mul(number)),
            None => start.terms.insert(at, (first, factor)),
        }
        Some(Address { gep, start, by: low(by.wrapping_mul(factor)) })
    }

    /// Has addresses that are constants apart count from a pointer that steps.
    fn rewrite(&self, family: &[Address<'c, 'a>]) -> Option<()> {
        let address = family.first()?;
        let Address { gep, start, by } = address;
        let first = address.first(self.entry)?;
        let number = ir::arguments(self.header).len();
        let pointer = ir::insert_argument(self.header, number, gep.base.r#type(), ir::location(gep.op));
        append(self.entry, first);
        append(self.latch, element_at(self.latch, pointer, *by, gep.element)?);
        for address in family {
            let distance = low(address.start.constant.wrapping_sub(start.constant));
            address.gep.replace(element_at(address.gep.op, pointer, distance, gep.element)?);
        }
        Some(())
    }

    /// What a variable, the low bits of an argument of the loop, is at first, and the constant that each
    /// iteration adds.
    fn recurrence(&self, variable: Value<'c, 'a>) -> Option<(Value<'c, 'a>, i64)> {
        let truncated = ir::defining_op(variable).filter(|op| ir::name(*op) == "llvm.trunc");
        let argument = truncated.and_then(|op| ir::operand(op, 0)).unwrap_or(variable);
        let (block, number) = ir::block_argument(argument)?;
        if block.to_raw().ptr != self.header.to_raw().ptr {
            return None;
        }
        let next = Linear::of(ir::operand(self.latch, number)?, ir::bits(argument.r#type())?)?;
        let adds_constant = next.key() == [(ir::key(argument), 1)];
        adds_constant.then_some((ir::operand(self.entry, number)?, next.constant))
    }
}

/// An address in a loop: where the first iteration has it, and how many elements each goes on.
struct Address<'c, 'a> {
    gep: Gep<'c, 'a>,
    start: Linear<'c, 'a>,
    by: i64,
}

impl<'c: 'a, 'a> Address<'c, 'a> {
    /// The pointer of the first iteration.
    fn first(&self, before: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
        let Self { gep, start, .. } = self;
        let mut index: Option<Value<'c, 'a>> = None;
        for (term, factor) in &start.terms {
            let term = low_bits(before, *term, gep.index.r#type())?;
            let part = match *factor {
                1 => term,
                factor => multiplied(before, term, constant_like(before, term, factor)?)?,
            };
            index = Some(index.map_or(Some(part), |sum| add(before, sum, part))?);
        }
        match index {
            Some(index) if low(start.constant) == 0 => element(before, gep.base, index, gep.element),
            Some(index) => {
                let index = add(before, index, constant_like(before, index, low(start.constant))?)?;
                element(before, gep.base, index, gep.element)
            }
            None => element_at(before, gep.base, low(start.constant), gep.element),
        }
    }

    /// Whether another one is always the same number of elements on.
    fn is_apart(&self, other: &Self) -> bool {
        let key = |address: &Self| {
            let gep = &address.gep;
            (ir::key(gep.base), ir::attribute_key(gep.element), gep.bits, address.by, address.start.key())
        };
        key(self) == key(other)
    }
}

/// The low 32 bits of a number, with their sign.
fn low(number: i64) -> i64 {
    i64::from(number as i32)
}

/// The bytes of registers that a load waits with: one from shared memory is back soon.
pub(super) fn loaded(op: OperationRef<'_, '_>) -> Option<u64> {
    let result = ir::result(op).filter(|_| ir::name(op) == "llvm.load")?;
    if ir::pointer_space(ir::operand(op, 0)?.r#type()) == Some(3) {
        return None;
    }
    match ir::vector(result.r#type()) {
        Some((shape, element)) => {
            let count =
                shape.iter().try_fold(1u64, |n, extent| n.checked_mul(u64::try_from(*extent).ok()?))?;
            ir::bytes(element)?.checked_mul(count)
        }
        None => ir::bytes(result.r#type()),
    }
}

fn append<'c: 'a, 'a>(branch: OperationRef<'c, 'a>, value: Value<'c, 'a>) {
    let operands: Vec<_> = branch.operands().chain([value]).collect();
    ir::set_operands(branch, &operands);
}
