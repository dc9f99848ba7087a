//! Why a loop is not pipelined.

use layout_mlir::ir;
use melior::ir::OperationRef;

use crate::tile::functions::callee;

/// What is wrong, and what would do. The place is the operation's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No number of stages.
    #[error("layout.stages = {0}, which must be an i64 from 1 to {max}: 1 leaves the loop as it is", max = super::MOST)]
    Stages(String),
    /// Not on a loop that can be pipelined.
    #[error("layout.stages stands on scf.for in a function with layout.threads, and not on '{0}'")]
    NoLoop(String),
    /// A loop whose copies cannot go on in the next iteration of the one around.
    #[error("a loop with layout.across {0}")]
    Across(&'static str),
    /// A loop whose copies no producer issues.
    #[error("a loop with layout.producer {0}")]
    Producer(&'static str),
    /// Nothing to begin ahead.
    #[error(
        "has layout.stages, and no layout.copy_async in its body that could begin ahead; those in branches and inner loops do not"
    )]
    NoCopies,
    /// A destination that is not one whole allocation of a known size before the loop.
    #[error("copies to what is not a whole buffer of its own: {0}")]
    Destination(&'static str),
    /// Two copies into a buffer.
    #[error("copies to a buffer that another copy of the iteration fills; allocate one for each")]
    Twice,
    /// A token that goes elsewhere.
    #[error("begins a copy that '{0}' takes the token of; a layout.wait in the body of the loop must")]
    Leaves(String),
    /// A buffer that something else uses too.
    #[error(
        "'{0}' uses a buffer that the loop is to have several of; it may only be copied to, waited for and then loaded from in the body of this loop. Allocate another one for the rest, and for another loop"
    )]
    Used(String),
    /// A buffer that is looked at before it is filled.
    #[error(
        "'{0}' comes before the layout.wait for what it loads: it would load what an earlier iteration left"
    )]
    Early(String),
    /// A copy whose place depends on more than the iteration's number.
    #[error(
        "depends on '{0}', which is not known iterations ahead: coordinates are computed of the loop's index, of what is outside, and of what the loop carries and computes likewise{1}"
    )]
    Ahead(String, &'static str),
    /// Writes where copies read.
    #[error("'{0}' may write what the loop copies, and copies of later iterations are begun before it{1}")]
    Written(String, &'static str),
    /// A product that still reads a slot when it is filled again.
    #[error(
        "may be under way when the next iteration begins, which fills the slot that it reads: leave under_way out, and the loop sees to it, or take layout.wait_mma of it in this iteration"
    )]
    UnderWay,
    /// Nothing that can be outside.
    #[error("copies a scalar, which no coordinate leaves out behind the last iteration; give it a dimension")]
    Scalar,
    /// More bytes than there are.
    #[error("{0} times the buffers is more than any shared memory")]
    Large(i64),
    /// What cannot be written.
    #[error(transparent)]
    Emit(#[from] crate::convert_layout_memref::error::Error),
    /// What cannot be erased.
    #[error(transparent)]
    Erase(#[from] ir::EraseError),
}

/// What would do where an operation keeps a loop from copying ahead, behind the error: of a call, if there is a body.
pub fn advice(op: OperationRef<'_, '_>) -> &'static str {
    let has_body = |function| !ir::blocks(function).is_empty();
    if ir::name(op) == "func.call" && callee(op).1.is_some_and(has_body) {
        "; inline it first (--inline)"
    } else {
        ""
    }
}

/// An error and its place.
pub type Failure<'c, 'a> = (OperationRef<'c, 'a>, Error);
