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
    let given = arguments(std::env::args().collect(), cfg!(debug_assertions));
    match layout_mlir::opt_main(given, banner, &layout_dialect::dialects()) {
        0 => std::process::ExitCode::SUCCESS,
        _ => std::process::ExitCode::FAILURE,
    }
}

/// What `mlir-opt` is asked. To PTX, what is read is verified and what is lowered is, by the pipeline: verifying what each
/// pass wrote takes a fifth of the time. Debug builds do, and whoever says whether to.
fn arguments(mut given: Vec<String>, is_debug: bool) -> Vec<String> {
    let has = |text: &str| given.iter().any(|argument| argument.starts_with('-') && argument.contains(text));
    if !is_debug && has("layout-to-nvvm") && !has("-verify-each") {
        given.push("--verify-each=false".into());
    }
    given
}

#[cfg(test)]
mod tests {
    use super::arguments;

    /// Whether a release build leaves out what a debug build does.
    fn is_short(given: &[&str]) -> bool {
        let given: Vec<String> = given.iter().map(ToString::to_string).collect();
        assert_eq!(arguments(given.clone(), true), given);
        let short = arguments(given.clone(), false);
        assert!(short.starts_with(&given));
        short[given.len()..] == ["--verify-each=false"]
    }

    #[test]
    fn each_pass_is_verified_but_on_the_way_to_ptx() {
        assert!(is_short(&["layout-opt", "a.mlir", "--layout-to-nvvm=chip=sm_90a"]));
        assert!(is_short(&["layout-opt", "a.mlir", "--pass-pipeline=builtin.module(layout-to-nvvm)"]));
        assert!(!is_short(&["layout-opt", "layout-to-nvvm.mlir", "--layout-simplify"]));
        assert!(!is_short(&["layout-opt", "a.mlir", "--layout-to-llvm"]));
        assert!(!is_short(&["layout-opt", "a.mlir", "--layout-to-nvvm", "--verify-each"]));
        assert!(!is_short(&["layout-opt", "a.mlir", "--layout-to-nvvm", "--verify-each=true"]));
    }
}
