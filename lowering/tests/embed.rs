//! Passes and pipelines as a compiler that embeds them gets them.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::{Arc, Mutex};

use layout_lowering::options::{EmitPtx, Format, LayoutToLlvm, LayoutToNvvm, Matmul};
use layout_mlir::registry::{IndexBits, PassOption, PassOptions, Pipeline, Takes};
use layout_passes::{Extract, SimplifyOptions, Validate};
use melior::ir::Module;
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

/// A path is a text of any characters, but for those that no text of a pipeline can have.
#[test]
fn texts_of_options_reach_the_passes() {
    let context = layout_dialect::context();
    let with = |ptx: &str| {
        let manager = PassManager::new(&context);
        let options = LayoutToNvvm { ptx: ptx.into(), ..LayoutToNvvm::default() };
        let appended = layout_lowering::layout_to_nvvm(&options).append_to(&manager);
        appended.map(|()| text(&manager)).map_err(|e| e.to_string())
    };
    for path in ["a b/c.ptx", "it's.ptx", "a \"b\".ptx", "{a},b.ptx", "{a}", "'a'", "a=b.ptx", "ä.ptx", "-"]
    {
        let passes = with(path).unwrap();
        let manager = PassManager::new(&context);
        manager.add_pass(layout_lowering::passes::layout_emit_ptx(&EmitPtx { output: path.into() }));
        let last = text(&manager);
        let last = last.strip_prefix("any(").unwrap();
        assert!(last.contains(path) && passes.ends_with(&format!(",{last}")), "{passes} {last}");
    }
    for path in ["a}{b.ptx", "{.ptx", "\"a\" 'b'.ptx", " a.ptx", "a.ptx\n"] {
        let error = with(path).unwrap_err();
        assert!(error.starts_with(&format!("layout-to-nvvm: option ptx={path}: ")), "{error}");
    }
    let features = LayoutToNvvm { features: "+ptx80 chip=sm_70".into(), ..LayoutToNvvm::default() };
    let error =
        layout_lowering::layout_to_nvvm(&features).append_to(&PassManager::new(&context)).unwrap_err();
    assert!(error.to_string().contains("'+ptx80 chip=sm_70' must begin with"), "{error}");
}

#[test]
fn a_pipeline_in_the_wrong_place_says_so() {
    let context = layout_dialect::context();
    let said = Arc::new(Mutex::new(Vec::new()));
    let hear = Arc::clone(&said);
    context.attach_diagnostic_handler(move |diagnostic| {
        hear.lock().unwrap().push(diagnostic.to_string());
        true
    });
    let text = "gpu.module @m { gpu.func @f(%i: index, %m: memref<4xindex>) kernel {
        %x = arith.addi %i, %i : index
        memref.store %x, %m[%x] : memref<4xindex>
        gpu.return } }";
    let mut module = Module::parse(&context, text).unwrap();
    let manager = PassManager::new(&context);
    let pipeline = layout_lowering::layout_to_nvvm(&LayoutToNvvm::default());
    pipeline.append_to_nested(manager.nested_under("gpu.module")).unwrap();
    manager.run(&mut module).unwrap_err();
    let first = said.lock().unwrap()[0].clone();
    let expected = "layout-launches: looks at what stands beside a 'gpu.module' op, which others may be changing: \
                    run it on the builtin.module around";
    assert!(first.contains(expected), "{first}");
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
