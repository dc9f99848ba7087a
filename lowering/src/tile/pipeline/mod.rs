//! `layout-pipeline`: a loop with `layout.stages = N` begins its copies to shared memory N - 1 iterations
//! ahead, each iteration in the next one of N slots.
//!
//! ```mlir
//! // Before:
//! %p = memref.alloc() : !p
//! scf.for %k = %0 to %K step %32 {
//!   %s = layout.copy_async %A[%i, %k], %p : !g, !p
//!   layout.wait %s
//!   %t = layout.load %p[%0, %0] : !p -> !t
//! } {layout.stages = 2 : i64}
//! // After:
//! %slots = memref.alloc() {alignment = 128 : i64} : memref<16384xi8, 3>
//! %first = (the buffer at byte 0 of %slots)
//! %s = layout.copy_async %A[%i, %0], %first : !g, !p
//! %r:3 = scf.for %k = %0 to %K step %32 iter_args(%token = %s, %read = 0 : i32, %fill = 8192 : i32) {
//!   %p = (the buffer at byte %read)
//!   layout.wait %token
//!   %t = layout.load %p[%0, %0] : !p -> !t
//!   %q = (the buffer at byte %fill)
//!   %next = layout.copy_async %A[%i, %k + 32], %q : !g, !p
//!   scf.yield %next, (%read + 8192, or 0 behind the last slot), %read
//! }
//! layout.wait %r#0
//! ```
//!
//! Where the iteration multiplies what it copied by warpgroups, the product may be under way while the next iteration begins its
//! own: then N - 2 iterations are begun ahead, since one slot more is still being read, and the loop carries that one too.
//!
//! The copies stand behind the first wait, so that one barrier there parts both the copies that
//! arrived from what reads them, and what the iteration before read from what is filled now. `layout-sync`
//! knows by how the places are carried that the slots that are read and filled are never the same. Behind the last
//! iteration copies begin outside of their sources, which reads nothing: where the loop runs to the
//! end of the dimension that it counts along they do by themselves, else a coordinate is chosen. The engine would fill buffers
//! with zeros: if all copies are its own they are in a branch, which is not taken there.
//!
//! Where the loop has `layout.across` too, the copies of its last iterations are for the first ones of the next iteration of the loop
//! around, such as the next tile's: they are under way while this one's result is stored. The engine must do them.
//!
//! Where the loop has `layout.producer`, its copies get it: producers will issue them. What the others do where a copy stands is to
//! say that they are done with its slot, and they do that first, before they wait for anything.
//!
//! Memory that the function is handed as different arguments is not to overlap where the loop writes to it.
//!
//! # Errors
//! [`Error`], at the operation that is in the way.

mod ahead;
mod course;
mod error;
mod plan;
mod range;
mod slots;
mod write;

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use self::error::{Error, Failure};
use self::plan::Plan;
use super::functions::THREADS;
use super::tma::PRODUCER;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-pipeline",
    summary: "Begin the copies of loops with layout.stages iterations ahead",
    options: &[],
    statistics: &[],
    run,
};

/// The attribute of a loop: how many iterations' copies there is room for.
const STAGES: &str = "layout.stages";
/// The attribute of such a loop whose copies go on in the next iteration of the loop around.
const ACROSS: &str = "layout.across";
/// What is wrong with either where there is one stage.
const ONE: &str = "has two stages or more: with layout.stages = 1 no copy is ahead of its iteration";
/// The most stages.
const MOST: i64 = 64;

fn run(root: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    let mut ok = true;
    // A loop comes before what is inside: there the copies of a loop inside, ahead of it, would be its own.
    let said = |op: &OperationRef<'_, '_>| {
        let is_loop = ir::name(*op) != "layout.copy_async";
        op.has_attribute(STAGES) || op.has_attribute(ACROSS) || is_loop && op.has_attribute(PRODUCER)
    };
    let loops: Vec<_> = ir::nested(root).into_iter().filter(said).collect();
    for op in loops {
        if let Err((at, error)) = pipeline(op) {
            ir::emit_error(ir::location(at), &format!("layout-pipeline: {error}"));
            ok = false;
        }
    }
    ok
}

fn pipeline<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Result<(), Failure<'c, 'a>> {
    if ir::name(op) != "scf.for" || !is_of_group(op) {
        return Err((op, Error::NoLoop(ir::name(op).into())));
    }
    if !op.has_attribute(STAGES) {
        let alone = if op.has_attribute(ACROSS) { Error::Across } else { Error::Producer };
        return Err((op, alone("has layout.stages as well")));
    }
    let stated = op.attribute(STAGES).map(|a| (a.to_string(), ir::integer(a)));
    let (text, number) = stated.unwrap_or_default();
    let stages = number.filter(|n| (1..=MOST).contains(n) && text.ends_with(": i64"));
    match stages.ok_or((op, Error::Stages(text)))? {
        1 if op.has_attribute(ACROSS) => Err((op, Error::Across(ONE))),
        1 if op.has_attribute(PRODUCER) => Err((op, Error::Producer(ONE))),
        1 => {
            ir::remove_attribute(op, STAGES);
            Ok(())
        }
        stages => write::write(&Plan::new(op)?, stages),
    }
}

/// Whether a group runs an operation.
fn is_of_group(op: OperationRef<'_, '_>) -> bool {
    let mut around = op.parent_operation();
    while let Some(op) = around {
        if op.has_attribute(THREADS) {
            return true;
        }
        around = op.parent_operation();
    }
    false
}
