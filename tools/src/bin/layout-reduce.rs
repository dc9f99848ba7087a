//! `layout-reduce`: `mlir-reduce` with the layout dialect, its passes and pipelines.

/// E-graphs are many small allocations.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    if let Err(error) = layout_lowering::register_passes() {
        eprintln!("layout-reduce: {error}");
        return std::process::ExitCode::FAILURE;
    }
    match layout_mlir::reduce_main(std::env::args(), &layout_dialect::dialects()) {
        0 => std::process::ExitCode::SUCCESS,
        _ => std::process::ExitCode::FAILURE,
    }
}
