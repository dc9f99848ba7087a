//! Work on several operations at once, in the threads of their context.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;

use melior::ContextRef;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use crate::ffi;
use crate::ir;
use crate::registration::{count, counting};

/// What became of one operation.
struct Done {
    /// What the work said, or the panic that it ended with.
    result: std::thread::Result<bool>,
    changed: bool,
    counted: Vec<(&'static str, u64)>,
}

/// The work and what became of it.
struct Task<'w, 'c, 'a, F> {
    ops: &'w [OperationRef<'c, 'a>],
    work: F,
    done: Vec<Mutex<Option<Done>>>,
}

/// Calls `work` for each of several operations, for as many at once as their context has threads, and says whether it said yes of all.
/// What it counts, erases and changes is the running pass's, and diagnostics are in the order of the operations, as if they were one
/// after the other. For a thread that is none of the context's, of which there may be others: for passes that run on no part of anything.
///
/// None of the operations may be inside of another one, and `work` may change nothing but what is inside of its own, nor read what is
/// inside of another: values do not cross the bounds of functions.
///
/// # Panics
/// If `work` does, when all of it has ended.
pub fn at_once<'c, 'a>(
    ops: &[OperationRef<'c, 'a>],
    work: impl Fn(OperationRef<'c, 'a>) -> bool + Sync,
) -> bool {
    let Some(first) = ops.first() else { return true };
    let task = Task { ops, work, done: ops.iter().map(|_| Mutex::new(None)).collect() };
    call(&task, first.context());
    let mut all = true;
    for done in task.done {
        let done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        // (What was not done was not done well.)
        let Some(Done { result, changed, counted }) = done else {
            all = false;
            continue;
        };
        if changed {
            ir::changed();
        }
        counted.into_iter().for_each(|(name, more)| count(name, more));
        match result {
            Ok(ok) => all &= ok,
            Err(payload) => resume_unwind(payload),
        }
    }
    all
}

/// Has C++ call [`begin`] for each operation.
fn call<'c, 'a, F: Fn(OperationRef<'c, 'a>) -> bool + Sync>(
    task: &Task<'_, 'c, 'a, F>,
    context: ContextRef<'c>,
) {
    let data = (&raw const *task).cast_mut().cast();
    // SAFETY: the context is that of live operations; the task outlives the call.
    unsafe { ffi::layoutAtOnce(context.to_ref().to_raw(), task.ops.len(), Some(begin::<F>), data) }
}

/// # Safety
/// `task` must be a [`Task`] of this `F`, and `number` that of one of its operations.
unsafe extern "C" fn begin<'c, 'a, F: Fn(OperationRef<'c, 'a>) -> bool + Sync>(
    task: *mut c_void,
    number: usize,
) where
    'c: 'a,
{
    // SAFETY: by contract.
    let task = unsafe { &*task.cast_const().cast::<Task<'_, 'c, 'a, F>>() };
    let op = task.ops[number];
    let guarded = || ir::keeping_erased(|| catch_unwind(AssertUnwindSafe(|| (task.work)(op))));
    let (((result, all_unused), changed), counted) = counting(|| ir::observing_changes(guarded));
    let result = result.map(|ok| ok && all_unused);
    if let Ok(mut done) = task.done[number].lock() {
        *done = Some(Done { result, changed, counted });
    }
}
