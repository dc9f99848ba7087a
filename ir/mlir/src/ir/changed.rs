//! Whether a pass changed the IR: where it did not, MLIR verifies nothing anew and keeps its analyses.
//!
//! Passes change what stands in a module by the functions of [`ir`](super) alone, each of which says so here.
//! (What they build with `melior` stands nowhere until [`insert_before`](super::insert_before) puts it
//! somewhere.) In debug builds the pass manager compares fingerprints.

use std::cell::Cell;

thread_local! {
    static CHANGED: Cell<bool> = const { Cell::new(false) };
}

/// Takes note of a change.
pub(crate) fn changed() {
    CHANGED.set(true);
}

/// Runs a pass; its result, and whether it changed anything.
pub(crate) fn observing_changes<T>(pass: impl FnOnce() -> T) -> (T, bool) {
    let outer = CHANGED.replace(false);
    let result = pass();
    (result, CHANGED.replace(outer))
}
