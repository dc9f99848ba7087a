//! `layout-opaque-counters`: what a loop of a kernel computes of its counter, it computes anew in each iteration.
//!
//! Of what is computed of a number that goes on by a step LLVM makes numbers and pointers that go on too: for each, two instructions in
//! each iteration, some before the loop, and registers throughout. The machine multiplies and adds with 64 bits in one. So
//! LLVM does not see that the loop's body reads its counter.
//!
//! ```mlir
//! // Before:
//! ^body:  %w = llvm.zext %i : i32 to i64    %p = llvm.getelementptr %a[%w] : …
//! // After:
//! ^body:  %c = llvm.inline_asm "// counter", "=r,0" %i : (i32) -> i32    %w = llvm.zext %c : i32 to i64   …
//! ```
//!
//! Of loops that LLVM is told to keep whole, and that begin at a number which is no constant: one that does is in a register that
//! the threads of a warp share, and what goes on from there too.
//!
//! Where an iteration loads much, no more registers are taken by its end: `%i < %n - 7` becomes `%i + 7 < %n` without signs, which it is
//! since the counter and `%n` are natural. (Rows of a sparse matrix are summed up 8 % faster so, on an H200: with three registers
//! fewer, all loads are under way before the first is waited for.)

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, BlockLike, OperationRef, Value, ValueLike};

use super::bounds::Bounds;
use super::build::{add, constant_like, inline_ptx};
use super::loops::{Loop, innermost};
use super::step::{LOADED, loaded};
use super::sum::constant;
use crate::kernels::kernels;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-opaque-counters",
    summary: "Have kernels' loops compute anew what they compute of their counters",
    options: &[],
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for kernel in kernels(op) {
        let bounds = Bounds::of(kernel);
        for inside in innermost(kernel) {
            // (One that counts otherwise stays.)
            if let Some(counted) = Counted::of(&inside).filter(|_| is_whole(&inside)) {
                let _ = counted.hide(&inside);
                let _ = counted.end_ahead(&inside, &bounds);
            }
        }
    }
    true
}

/// Whether LLVM makes no copies of a loop's body.
fn is_whole(inside: &Loop<'_, '_>) -> bool {
    let ends = inside.blocks.iter().filter_map(|block| ir::terminator(*block));
    ends.filter_map(|end| end.attribute("loop_annotation").ok())
        .any(|it| it.to_string().contains("disable = true"))
}

/// A loop that goes on while a number of 32 bits is less than another one.
struct Counted<'c, 'a> {
    compare: OperationRef<'c, 'a>,
    counter: Value<'c, 'a>,
    end: Value<'c, 'a>,
    /// Where it begins.
    begin: Value<'c, 'a>,
    /// What makes it the counter of the next iteration, and by how much it is more.
    next: OperationRef<'c, 'a>,
    step: i64,
    /// Where it is compared, and what runs behind that first.
    header: BlockRef<'c, 'a>,
    body: BlockRef<'c, 'a>,
}

impl<'c: 'a, 'a> Counted<'c, 'a> {
    fn of(inside: &Loop<'c, 'a>) -> Option<Self> {
        let header = inside.blocks.first().copied()?;
        let is = |block: BlockRef<'c, 'a>, other: BlockRef<'c, 'a>| block.to_raw().ptr == other.to_raw().ptr;
        let branch = ir::terminator(header).filter(|op| ir::name(*op) == "llvm.cond_br")?;
        let compare = ir::defining_op(ir::operand(branch, 0)?).filter(|op| ir::name(*op) == "llvm.icmp")?;
        let predicate = compare.attribute("predicate").ok().and_then(ir::integer)?;
        let [counter, end] = [0, 1].map(|number| ir::operand(compare, number));
        let (counter, end) = (counter?, end?);
        let (of, number) = ir::block_argument(counter)?;
        let short = ir::bits(counter.r#type()) == Some(32);
        if predicate != SLT || !short || !is(of, header) || inside.defines(end) {
            return None;
        }
        // All that is inside runs behind the first block of the body.
        let mut ways = branch.successors();
        let body = ways.next().filter(|to| inside.has(*to) && !is(*to, header))?;
        if ways.any(|to| inside.has(to)) {
            return None;
        }
        // Those that lead back are one.
        let leads_back = |end: &OperationRef<'c, 'a>| end.successors().any(|to| is(to, header));
        let mut back = inside.blocks.iter().filter_map(|block| ir::terminator(*block)).filter(leads_back);
        let latch = back.next().filter(|end| ir::name(*end) == "llvm.br" && back.next().is_none())?;
        let entry = Some(inside.entry).filter(|entry| ir::name(*entry) == "llvm.br")?;
        let next = ir::defining_op(ir::operand(latch, number)?).filter(|op| ir::name(*op) == "llvm.add")?;
        let step = ir::operand(next, 1).and_then(constant)?;
        let goes = ir::operand(next, 0) == Some(counter) && step > 0;
        let begin = ir::operand(entry, number).filter(|_| goes)?;
        Some(Self { compare, counter, end, begin, next, step, header, body })
    }

    /// Hides the counter from LLVM where the body reads it.
    fn hide(&self, inside: &Loop<'c, 'a>) -> Option<()> {
        if constant(self.begin).is_some() || self.body_uses(inside).is_empty() {
            return None;
        }
        let first = self.body.first_operation()?;
        let uses = self.body_uses(inside);
        let hidden = inline_ptx(first, self.counter.r#type(), "// counter", "=r,0", &[self.counter])?;
        for place in uses {
            ir::set_operand(place, hidden);
        }
        Some(())
    }

    fn body_uses(&self, inside: &Loop<'c, 'a>) -> Vec<ir::Use<'c, 'a>> {
        let is_header = |block: BlockRef<'c, 'a>| block.to_raw().ptr == self.header.to_raw().ptr;
        let in_body = |place: &ir::Use<'c, 'a>| {
            let is_next = ir::op_key(place.op) == ir::op_key(self.next);
            !is_next && place.op.block().is_some_and(|block| inside.has(block) && !is_header(block))
        };
        ir::uses(self.counter).into_iter().filter(in_body).collect()
    }

    /// Compares what is ahead of the counter with the end that it was counted back from.
    fn end_ahead(&self, inside: &Loop<'c, 'a>, bounds: &Bounds) -> Option<()> {
        let all = inside.blocks.iter().flat_map(|block| {
            std::iter::successors(block.first_operation(), |op: &OperationRef<'c, 'a>| op.next_in_block())
        });
        let loads: u64 = all.filter_map(loaded).sum();
        let back = ir::defining_op(self.end).filter(|_| loads >= LOADED)?;
        let by = ir::operand(back, 1).and_then(constant)?;
        let ahead = match ir::name(back) {
            "llvm.add" => -by,
            "llvm.sub" => by,
            _ => return None,
        };
        let end = ir::operand(back, 0)?;
        // The counter is natural where it begins, and behind one that is so far below the end a step leads no further than that.
        let is_natural = |value| is_natural(value, bounds, DEPTH);
        if !(1..=i64::from(i32::MAX)).contains(&ahead)
            || self.step > ahead + 1
            || !is_natural(self.begin)
            || !is_natural(end)
        {
            return None;
        }
        let by = constant_like(self.compare, end, ahead)?;
        let last = add(self.compare, self.counter, by)?;
        for (operand, value) in [last, end].into_iter().enumerate() {
            ir::set_operand(ir::Use { op: self.compare, operand }, value);
        }
        let context = ir::context(self.compare);
        ir::set_attribute(self.compare, "predicate", Attribute::parse(context, &format!("{ULT} : i64"))?);
        Some(())
    }
}

/// Predicates of `llvm.icmp`.
const SLT: i64 = 2;
const SGT: i64 = 4;
const ULT: i64 = 6;

/// Most choices that a number is looked at through.
const DEPTH: usize = 4;

/// Whether a number of 32 bits is known to have no sign: it has a bound, or is the greater one of two of which one has none.
fn is_natural(value: Value<'_, '_>, bounds: &Bounds, depth: usize) -> bool {
    let greater = |choice| {
        let [condition, chosen, otherwise] = [0, 1, 2].map(|number| ir::operand(choice, number));
        let (chosen, otherwise) = (chosen?, otherwise?);
        let compare = ir::defining_op(condition?).filter(|op| ir::name(*op) == "llvm.icmp");
        let is_above = compare.is_some_and(|compare| {
            let is_sgt = compare.attribute("predicate").ok().and_then(ir::integer) == Some(SGT);
            let than = ir::operand(compare, 1).filter(|_| is_sgt && ir::operand(compare, 0) == Some(chosen));
            than.is_some_and(|than| is_natural(than, bounds, depth - 1))
        });
        let of = |value| is_natural(value, bounds, depth - 1);
        Some((is_above || of(chosen)) && of(otherwise))
    };
    bounds.bound(value).is_some_and(|most| i32::try_from(most).is_ok())
        || ir::defining_op(value)
            .filter(|op| depth > 0 && ir::name(*op) == "llvm.select")
            .is_some_and(|op| greater(op) == Some(true))
}
