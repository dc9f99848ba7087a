//! `layout-emit-ptx`: writes the PTX of GPU binaries to a file, and before it how much dynamic shared memory the
//! launch of a kernel must give it, which PTX cannot say:
//!
//! ```text
//! // gemm: 98304 bytes of dynamic shared memory
//! ```
//!
//! A file is one module of PTX (`ptxas` and the driver take no more): of several each has a file of its own, `OUT.NAME.ptx` for `OUT.ptx`.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

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
    let binaries = ir::nested(op).into_iter().filter(|op| ir::name(*op) == "gpu.binary");
    let mut texts: Vec<_> = binaries.map(|binary| (binary, text(binary))).collect();
    texts.retain(|(_, text)| !text.is_empty());
    let fail = |path: &Path, error: std::io::Error| {
        let path = path.display();
        ir::emit_error(ir::location(op), &format!("layout-emit-ptx: cannot write '{path}': {error}"));
        false
    };
    let is_one = texts.len() == 1;
    match &texts[..] {
        [] => {
            let why = "layout-emit-ptx: there is no GPU binary; the module holds no gpu.module";
            ir::emit_error(ir::location(op), why);
            false
        }
        all if is_one || output == "-" => {
            let all: Vec<u8> = all.iter().flat_map(|(_, text)| text.iter().copied()).collect();
            let written = if output == "-" { stdout().write_all(&all) } else { std::fs::write(output, all) };
            written.map_or_else(|error| fail(Path::new(output), error), |()| true)
        }
        all => {
            let mut paths: Vec<PathBuf> = Vec::new();
            for (binary, text) in all {
                let path = beside(Path::new(output), &ir::symbol(*binary).unwrap_or_default(), &paths);
                if let Err(error) = std::fs::write(&path, text) {
                    return fail(&path, error);
                }
                paths.push(path);
            }
            let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
            let why = format!(
                "layout-emit-ptx: of {} gpu.modules, of which '{output}' could hold one, each has a file of its own: {}",
                names.len(),
                names.join(", ")
            );
            ir::emit_warning(ir::location(op), &why);
            true
        }
    }
}

/// The PTX of a binary, behind what its kernels' launches must give them.
fn text(binary: OperationRef<'_, '_>) -> Vec<u8> {
    // The object is a C string.
    let objects = ir::gpu_objects(binary);
    let ptx: Vec<u8> =
        objects.into_iter().flat_map(|of| of.into_iter().take_while(|byte| *byte != 0)).collect();
    if ptx.is_empty() {
        return ptx;
    }
    let shared = dynamic_shared(binary).into_iter();
    let shared =
        shared.map(|(kernel, bytes)| format!("// {kernel}: {bytes} bytes of dynamic shared memory\n"));
    [shared.collect::<String>().into_bytes(), ptx].concat()
}

/// The file of a module of several, which none of them has yet: its name stands before what the file's name ends in.
fn beside(output: &Path, module: &str, others: &[PathBuf]) -> PathBuf {
    let plain: String = module.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let part = |number: usize| if number == 0 { plain.clone() } else { format!("{plain}_{number}") };
    let path = |number: usize| {
        let stem = output.file_stem().unwrap_or_default().to_string_lossy();
        let end = output.extension().map(|end| format!(".{}", end.to_string_lossy())).unwrap_or_default();
        output.with_file_name(format!("{stem}.{}{end}", part(number)))
    };
    let free = (0..=others.len()).map(path).find(|path| !others.contains(path));
    free.unwrap_or_else(|| output.to_path_buf())
}

/// The kernels of a binary that take dynamic shared memory, and how many bytes, as a module around it says.
fn dynamic_shared(binary: OperationRef<'_, '_>) -> Vec<(String, i64)> {
    let stated = std::iter::successors(binary.parent_operation(), |op| op.parent_operation())
        .find_map(|op| ir::in_dictionary(op.attribute(BYTES).ok()?, &ir::symbol(binary)?));
    let kernels = stated.map(ir::entries).unwrap_or_default();
    kernels.into_iter().filter_map(|(name, bytes)| Some((name, ir::integer(bytes)?))).collect()
}
