//! `layout-carry-noalias`: `llvm.noalias` of a kernel's memrefs reaches the pointers that they
//! become.
//!
//! Upstream drops it where a memref is passed as several arguments, because two of them are
//! pointers. A kernel does not use the first, which is for deallocation, so the second is what the
//! attribute is about. Without it no load may move before an earlier store.
//!
//! The pass runs twice: on `gpu.func` it notes which argument is meant, on the `llvm.func` that
//! this becomes it gives the attribute to it.

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::attribute::DenseI64ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef, Type};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-carry-noalias",
    summary: "Give llvm.noalias of memrefs to the pointers that kernels get for them",
    options: &[],
    statistics: &[],
    run,
};

const NOALIAS: &str = "llvm.noalias";
/// The numbers of the arguments that are pointers without alias, once memrefs are expanded.
const NOTED: &str = "layout.noalias";

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for function in ir::outer(op) {
        match ir::name(function) {
            "gpu.func" => note(function),
            "llvm.func" => give(function),
            _ => {}
        }
    }
    true
}

/// Takes the attribute from memrefs, and notes where their pointers will be.
fn note(function: OperationRef<'_, '_>) {
    let Some(r#type) = ir::function_type(function) else { return };
    let (mut at, mut noted) = (0, Vec::new());
    for number in 0..r#type.input_count() {
        let Ok(input) = r#type.input(number) else { return };
        if ir::is_memref(input) && ir::take_argument_attribute(function, number, NOALIAS).is_some() {
            // The pointer for deallocation comes before it.
            noted.push(at + 1);
        }
        at += arguments(input);
    }
    if !noted.is_empty() {
        let context = ir::context(function);
        ir::set_attribute(function, NOTED, DenseI64ArrayAttribute::new(context, &noted).into());
    }
}

/// How many arguments a value is passed as: of a memref two pointers, the offset, sizes, strides; of
/// one of unknown rank the rank and a pointer to these.
fn arguments(r#type: Type<'_>) -> i64 {
    match () {
        () if ir::is_memref(r#type) => 3 + 2 * ir::extents(r#type).len() as i64,
        () if ir::is_unranked_memref(r#type) => 2,
        () => 1,
    }
}

/// Gives the attribute to the arguments that are noted.
fn give(function: OperationRef<'_, '_>) {
    let Ok(noted) = function.attribute(NOTED) else { return };
    for number in ir::integers(noted) {
        let unit = Attribute::unit(ir::context(function));
        ir::set_argument_attribute(function, number as usize, NOALIAS, unit);
    }
    ir::remove_attribute(function, NOTED);
}
