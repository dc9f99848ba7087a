//! `layout-emit-ptx`: writes the PTX of GPU binaries to a file, and before it how much dynamic shared memory the
//! launch of a kernel must give it, which PTX cannot say:
//!
//! ```text
//! // gemm: 98304 bytes of dynamic shared memory
//! ```

use std::fs::File;
use std::io::{Write, stdout};

use layout_mlir::ir;
use layout_mlir::pass_options;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use crate::shared_globals::BYTES;

pass_options! {
    /// Options of `layout-emit-ptx`.
    pub struct Options {
        /// the file; - is standard output
        output: String = "output", "-";
    }
}

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-emit-ptx",
    summary: "Write the PTX of GPU binaries to a file",
    options: Options::TABLE,
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let output = options.text("output");
    let mut text = Vec::new();
    for binary in ir::nested(op).into_iter().filter(|op| ir::name(*op) == "gpu.binary") {
        for (kernel, bytes) in dynamic_shared(binary) {
            text.extend(format!("// {kernel}: {bytes} bytes of dynamic shared memory\n").into_bytes());
        }
        for object in ir::gpu_objects(binary) {
            // The object is a C string.
            text.extend(object.into_iter().take_while(|byte| *byte != 0));
        }
    }
    if text.is_empty() {
        ir::emit_error(
            ir::location(op),
            "layout-emit-ptx: there is no GPU binary; the module holds no gpu.module",
        );
        return false;
    }
    let written = match output {
        "-" => stdout().write_all(&text),
        path => File::create(path).and_then(|mut f| f.write_all(&text)),
    };
    match written {
        Ok(()) => true,
        Err(e) => {
            ir::emit_error(ir::location(op), &format!("layout-emit-ptx: cannot write '{output}': {e}"));
            false
        }
    }
}

/// The kernels of a binary that take dynamic shared memory, and how many bytes, as a module around it says.
fn dynamic_shared(binary: OperationRef<'_, '_>) -> Vec<(String, i64)> {
    let stated = std::iter::successors(binary.parent_operation(), |op| op.parent_operation())
        .find_map(|op| ir::in_dictionary(op.attribute(BYTES).ok()?, &ir::symbol(binary)?));
    let kernels = stated.map(ir::entries).unwrap_or_default();
    kernels.into_iter().filter_map(|(name, bytes)| Some((name, ir::integer(bytes)?))).collect()
}
