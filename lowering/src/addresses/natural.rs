//! `layout-natural-addresses`: what a vector access says of its index is said of its address.
//!
//! The index of `vector.load` and `vector.store` is natural and below the memory's size, as that of `memref.load` is,
//! for which upstream's conversion says so (`inbounds|nuw`). For vectors it says nothing, and addresses of 32 bits cannot
//! be computed from each other then.
//!
//! ```mlir
//! // Before:
//! %p = llvm.getelementptr %a[%i] : …              %x = llvm.load %p : !llvm.ptr -> vector<8xf16>
//! // After:
//! %p = llvm.getelementptr inbounds|nuw %a[%i] : …
//! ```
//!
//! The pass runs twice: in `gpu.func` it notes the addresses that are there, since of those nothing is promised; in the
//! `llvm.func` that this becomes the others are what accesses became. Only those that nothing but loads and stores
//! use: other accesses may leave out what they do not need.

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::OperationRef;
use melior::ir::attribute::Attribute;
use melior::ir::operation::OperationLike;

use super::build::Gep;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-natural-addresses",
    summary: "Say that addresses of vectors are natural, as those of elements are",
    options: &[],
    statistics: &[],
    run,
};

/// Notes an address that the program computes itself.
const NOTED: &str = "layout.own";

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for function in ir::outer(op) {
        let addresses =
            || ir::nested(function).into_iter().filter(|op| ir::name(*op) == "llvm.getelementptr");
        match ir::name(function) {
            "gpu.func" => {
                for address in addresses() {
                    ir::set_attribute(address, NOTED, Attribute::unit(ir::context(address)));
                }
            }
            "llvm.func" => addresses().for_each(promise),
            _ => {}
        }
    }
    true
}

fn promise(address: OperationRef<'_, '_>) {
    if address.has_attribute(NOTED) {
        ir::remove_attribute(address, NOTED);
        return;
    }
    let is_access = |place: &ir::Use<'_, '_>| match ir::name(place.op) {
        "llvm.load" => true,
        "llvm.store" => place.operand == 1,
        _ => false,
    };
    let only_accessed = || ir::result(address).is_some_and(|pointer| ir::uses(pointer).iter().all(is_access));
    if Gep::of(address).is_some_and(|gep| !gep.is_natural()) && only_accessed() {
        ir::make_natural_address(address);
    }
}
