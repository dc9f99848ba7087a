//! PTX of kernels.

use melior::StringRef;
use melior::ir::OperationRef;

use super::changed::changed;
use crate::ffi;

/// What became of a `gpu.module`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ptx {
    /// Its kernels could not be made PTX, as a diagnostic says.
    Failed,
    /// A `gpu.binary` stands in its place.
    Made,
    /// It has not one `#nvvm.target` of the highest level of optimization without flags and libraries, and stays.
    Other,
}

/// Makes PTX of the kernels of a `gpu.module` of the LLVM dialect by these passes of LLVM alone, in the syntax of `opt -passes=`.
/// Kernels that share no memory are compiled by themselves, with `at_once` in the threads of the context: where this thread is none of these.
/// References to it and to what is inside must not be used again.
pub fn make_ptx(module: OperationRef<'_, '_>, passes: &str, at_once: bool) -> Ptx {
    // SAFETY: the operation is valid, and nothing refers to it or to what is inside.
    let made = unsafe { ffi::layoutMakePtx(module.to_raw(), StringRef::new(passes).to_raw(), at_once) };
    match made {
        1 => {
            changed();
            Ptx::Made
        }
        2 => Ptx::Other,
        _ => Ptx::Failed,
    }
}
