//! `layout-hold-shared-memory`: where a loop multiplies matrices in shared memory, the address of that memory is computed once.
//!
//! It is a symbol, which LLVM writes where it is used, and no constant: to assemble it takes the number of the block in its
//! cluster. In a loop that waits, computes descriptors and issues products this is on the way in each iteration, and the assembler
//! leaves it there.
//!
//! ```mlir
//! // Before:
//! %m = llvm.mlir.addressof @memory : !llvm.ptr<3>
//! // After, what else there is of %m being of %held:
//! %held = llvm.inline_asm "// shared memory", "=l,0" %m : (!llvm.ptr<3>) -> !llvm.ptr<3>
//! ```

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{BlockLike, Identifier, OperationRef, ValueLike};

use crate::addresses::innermost;
use crate::kernels::kernels;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-hold-shared-memory",
    summary: "Have kernels that multiply matrices in shared memory in loops compute its address once",
    options: &[],
    statistics: &[],
    run,
};

/// What is written where the address is computed.
const TEXT: &str = "// shared memory";

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for kernel in kernels(op).filter(|kernel| multiplies_in_loop(*kernel)) {
        for address in ir::nested(kernel).into_iter().filter(|op| ir::name(*op) == "llvm.mlir.addressof") {
            hold(address);
        }
    }
    true
}

/// Whether a loop of a kernel has products of matrices in shared memory.
fn multiplies_in_loop(kernel: OperationRef<'_, '_>) -> bool {
    let blocks = innermost(kernel).into_iter().flat_map(|l| l.blocks);
    blocks.into_iter().any(|block| {
        let all = std::iter::successors(block.first_operation(), |op| op.next_in_block());
        all.into_iter().any(|op| ir::name(op) == "nvvm.wgmma.fence.aligned")
    })
}

/// Has what is computed of an address in shared memory be computed of one that LLVM does not know.
fn hold<'c: 'a, 'a>(address: OperationRef<'c, 'a>) -> Option<()> {
    let pointer = ir::result(address).filter(|value| value.r#type().to_string() == "!llvm.ptr<3>")?;
    let uses = ir::uses(pointer);
    // (What is held already has no other use.)
    let is_held = |op: &OperationRef<'c, 'a>| {
        ir::name(*op) == "llvm.inline_asm"
            && op.attribute("asm_string").is_ok_and(|text| text.to_string() == format!("{TEXT:?}"))
    };
    if ir::users(pointer).iter().all(is_held) {
        return None;
    }
    let context = ir::context(address);
    let attribute = |name, text| (Identifier::new(context, name), StringAttribute::new(context, text).into());
    let held = OperationBuilder::new("llvm.inline_asm", ir::location(address))
        .add_operands(&[pointer])
        .add_results(&[pointer.r#type()])
        .add_attributes(&[attribute("asm_string", TEXT), attribute("constraints", "=l,0")])
        .build();
    let held = ir::inserted_result(address.next_in_block()?, held)?;
    for r#use in uses {
        ir::set_operand(r#use, held);
    }
    Some(())
}
