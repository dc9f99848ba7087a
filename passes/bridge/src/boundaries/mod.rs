//! Layouts cross functions and blocks as the values of their symbols.
//!
//! - `func.func` and `gpu.func` ([`expand_signatures`]), with all that refers to them
//!   (`references.rs`): `func.call`, `func.constant` and `func.call_indirect`,
//!   `gpu.launch_func`, and the types of values that are functions.
//! - The regions and blocks of `scf`, `cf` and `affine`, and `arith.select`
//!   ([`carry_layouts`]).
//!
//! A static layout vanishes. Unknown layouts (`!layout<*>`) stay.

mod error;
mod references;
mod signatures;
mod types;
mod values;

use melior::ir::OperationRef;

pub use error::{BoundaryError, Origin};
pub use values::{Boundaries, carry_layouts, unknown_symbols};

/// What is wrong, and where.
pub type Misfit<'c, 'a> = (OperationRef<'c, 'a>, BoundaryError);

/// Expands the types of functions, and of values that are functions. The entry blocks
/// still have their layouts, until [`carry_layouts`].
///
/// # Errors
/// Functions of another kind, references that cannot follow (nothing is changed then);
/// attributes of a layout.
pub fn expand_signatures<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> Result<(), Vec<Misfit<'c, 'a>>> {
    let mut errors = references::check(root);
    if errors.is_empty() {
        errors = signatures::expand(root);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
