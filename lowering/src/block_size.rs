//! `layout-require-block-size`: a kernel that waits for all threads of the block that it is for cannot be launched with fewer.
//!
//! Of `known_block_size` upstream makes `.maxntid`, which a launch with fewer threads satisfies. A kernel with producers would
//! wait for copies that nobody issues. With `.reqntid` the driver refuses such a launch. To ptxas it says more: it takes
//! other registers, in some kernels more, so that fewer blocks are beside each other. So of others it is only said if the
//! option `all` asks for it.
//!
//! ```mlir
//! // Before:
//! llvm.func @f() attributes {gpu.known_block_size = array<i32: 160, 1, 1>, layout.producers = 32 : i64, nvvm.maxntid = array<i32: 160, 1, 1>, …}
//! // After:
//! llvm.func @f() attributes {gpu.known_block_size = array<i32: 160, 1, 1>, layout.producers = 32 : i64, nvvm.reqntid = array<i32: 160, 1, 1>, …}
//! ```

use layout_mlir::ir;
use layout_mlir::pass_options;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use crate::kernels::kernels;
use crate::tile::PRODUCERS;

pass_options! {
    /// Options of `layout-require-block-size`.
    pub struct Options {
        /// of all kernels with a known_block_size, not only of those with producers
        all: bool = "all", "false";
    }
}

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-require-block-size",
    summary: "Have launches of kernels with producers with other blocks than they are for refused",
    options: Options::TABLE,
    statistics: &[],
    run,
};

/// The block that a kernel is for.
pub const KNOWN: &str = "gpu.known_block_size";
/// Threads of a block at most, along all axes together, and exactly. PTX has one of the two.
pub const MOST: &str = "nvvm.maxntid";
/// See [`MOST`].
pub const EXACTLY: &str = "nvvm.reqntid";

fn run(op: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let all = match options.flag("all") {
        Ok(all) => all,
        Err(error) => {
            ir::emit_error(ir::location(op), &format!("layout-require-block-size: {error}"));
            return false;
        }
    };
    for kernel in kernels(op) {
        let is_known = kernel.has_attribute(KNOWN) && !kernel.has_attribute(EXACTLY);
        if is_known && (all || kernel.has_attribute(PRODUCERS)) {
            let Ok(size) = kernel.attribute(KNOWN) else { continue };
            ir::set_attribute(kernel, EXACTLY, size);
        }
        if kernel.has_attribute(EXACTLY) {
            ir::remove_attribute(kernel, MOST);
        }
    }
    true
}
