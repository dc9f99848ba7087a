//! Passes and pipelines as a compiler that embeds them gets them.

#![allow(clippy::unwrap_used, reason = "tests")]

use layout_lowering::options::{Format, LayoutToLlvm, LayoutToNvvm, Matmul};
use layout_mlir::registry::{IndexBits, PassOption, PassOptions, Pipeline, Takes};
use layout_passes::{Extract, SimplifyOptions, Validate};
use melior::pass::{self, PassManager};

/// The passes of a pass manager, as text.
fn text(manager: &PassManager<'_>) -> String {
    manager.as_operation_pass_manager().to_string()
}

#[test]
fn options_are_those_of_the_pipeline_text() {
    let context = layout_dialect::context();
    let manager = PassManager::new(&context);
    manager.add_pass(layout_passes::passes::layout_simplify(&SimplifyOptions {
        target: "sm_90a".into(),
        index_bitwidth: IndexBits::Bits32,
        extract: Extract::Worst,
        validate: Validate::Evaluate,
        explain: true,
        fuel: 7,
        ..SimplifyOptions::default()
    }));
    let matmul = Matmul { tile: "64x64".into(), ..Matmul::default() };
    manager.nested_under("func.func").add_pass(layout_lowering::passes::layout_matmul(&matmul));
    let expected = "any(layout-simplify{dump-egraph= explain=true extract=worst fuel=7 index-bitwidth=32 \
                    shuffle-rules=0 target=sm_90a validate=true verify-egraph=false},\
                    func.func(layout-matmul{cache= chip=sm_90a tf32=false tile=64x64}))";
    assert_eq!(text(&manager), expected);
}

#[test]
fn every_default_is_a_value_of_its_option() {
    let passes = layout_passes::PASSES.iter().chain(layout_lowering::PASSES).map(|pass| pass.options);
    let pipelines = layout_lowering::PIPELINES.iter().map(|pipeline| pipeline.options);
    let is_value = |option: &PassOption| match option.takes {
        Takes::Text => true,
        Takes::Flag => matches!(option.default, "true" | "false"),
        Takes::Number => option.default.parse::<u64>().is_ok(),
        Takes::OneOf(values) => values.contains(&option.default),
    };
    for option in passes.chain(pipelines).flatten() {
        assert!(is_value(option), "{option:?}");
        assert!(!option.description.is_empty() && !option.description.starts_with(' '), "{option:?}");
    }
}

#[test]
fn pipelines_are_appended() {
    let context = layout_dialect::context();
    let manager = PassManager::new(&context);
    manager.add_pass(pass::transform::create_cse());
    let nested = manager.nested_under("builtin.module");
    layout_lowering::layout_to_llvm(&LayoutToLlvm { simplify: false, ..Default::default() })
        .append_to_nested(nested)
        .unwrap();
    let once = text(&manager);
    assert!(once.starts_with("any(cse,builtin.module(convert-linalg-to-loops,"), "{once}");
    assert!(once.ends_with(",layout-check-lowered{kernels-only=false}))"), "{once}");
    assert!(!once.contains("layout-simplify"), "{once}");
    // What cannot be built leaves what is there.
    let contradiction =
        LayoutToNvvm { format: Format::Nvvm, ptx: "out.ptx".into(), ..LayoutToNvvm::default() };
    let error = layout_lowering::layout_to_nvvm(&contradiction).append_to(&manager).unwrap_err();
    assert_eq!(error.to_string(), "layout-to-nvvm: option format=nvvm stops before there is PTX to write");
    let unknown =
        layout_lowering::layout_to_nvvm(&LayoutToNvvm { chip: "sm_1".into(), ..Default::default() });
    assert!(unknown.append_to(&manager).unwrap_err().to_string().contains("unknown chip 'sm_1'"));
    assert_eq!(text(&manager), once);
}

#[test]
fn what_fails_halfway_is_not_appended() {
    melior::utility::register_all_passes();
    let mut info = layout_lowering::PIPELINES[0];
    // The second pass is no pass; the first alone would be half a pipeline.
    info.build = |_| Ok("cse,no-such-pass".into());
    let context = layout_dialect::context();
    let manager = PassManager::new(&context);
    manager.add_pass(pass::transform::create_canonicalizer());
    let before = text(&manager);
    let error = Pipeline::new(info, &LayoutToLlvm::default()).append_to(&manager).unwrap_err();
    assert!(error.to_string().contains("no-such-pass"), "{error}");
    assert_eq!(text(&manager), before);
    // Nor what a pass does not take.
    info.build = |_| Ok("canonicalize,gpu.module(cse{fast=1})".into());
    Pipeline::new(info, &LayoutToLlvm::default()).append_to(&manager).unwrap_err();
    assert_eq!(text(&manager), before);
}

#[test]
fn registering_twice_is_registering_once() {
    layout_lowering::register_passes().unwrap();
    layout_lowering::register_passes().unwrap();
    assert_eq!(SimplifyOptions::TABLE.len(), SimplifyOptions::default().texts().len());
}
