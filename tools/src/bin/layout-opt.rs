//! `layout-opt`: `mlir-opt` with the layout dialect, its passes and pipelines.

/// E-graphs are many small allocations.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    if let Err(error) = layout_lowering::register_passes() {
        eprintln!("layout-opt: {error}");
        return std::process::ExitCode::FAILURE;
    }
    let banner = "layout-opt: the layout dialect's optimizer driver\n";
    match layout_mlir::opt_main(std::env::args(), banner, &layout_dialect::dialects()) {
        0 => std::process::ExitCode::SUCCESS,
        _ => std::process::ExitCode::FAILURE,
    }
}
