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
    match layout_mlir::opt_main(arguments(std::env::args().collect()), banner, &layout_dialect::dialects()) {
        0 => std::process::ExitCode::SUCCESS,
        _ => std::process::ExitCode::FAILURE,
    }
}

/// What `mlir-opt` is asked. To PTX, what is read is verified and what is lowered is, by the pipeline: verifying what each
/// pass wrote takes a third of the time. Debug builds do, and whoever asks for it.
fn arguments(mut given: Vec<String>) -> Vec<String> {
    let has = |text: &str| given.iter().any(|argument| argument.starts_with('-') && argument.contains(text));
    if !cfg!(debug_assertions) && has("layout-to-nvvm") && !has("-verify-each") {
        given.push("--verify-each=false".into());
    }
    given
}
