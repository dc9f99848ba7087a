//! `layout-opt`: `mlir-opt` with the layout dialect, its passes and pipelines.

fn main() -> std::process::ExitCode {
    layout::register_passes();
    match layout_dialect::opt_main(std::env::args()) {
        0 => std::process::ExitCode::SUCCESS,
        _ => std::process::ExitCode::FAILURE,
    }
}
