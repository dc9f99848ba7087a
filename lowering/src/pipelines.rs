//! The pipelines, as text over our passes and upstream's.

use layout_mlir::registry::{BuildError, IndexBits, OptionError, OptionValues, PassOptions, PipelineInfo};
use layout_mlir::{option_values, pass_options};

use crate::target::{Target, TargetError};

/// What is wrong with the options of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum PipelineError {
    /// Not of the option's kind.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// No GPU that modules are for.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// PTX asked for where there is none yet.
    #[error("option format=nvvm stops before there is PTX to write")]
    NoPtx,
    /// PTX asked for in another format.
    #[error("option ptx={ptx} needs format=isa, not {format}")]
    Format { ptx: String, format: String },
    /// A text that MLIR's syntax of pipelines has no way to write.
    #[error(
        "option {option}={text}: a pipeline is text, in which braces are in pairs, a value has one kind of quotes inside \
         and blanks at its ends are left out; choose another, or run the pass that takes it by itself"
    )]
    Unwritable { option: &'static str, text: String },
}

/// A value of an option as it stands in a pipeline, in quotes where it must be. (Braces do not do: a quote inside of
/// them keeps MLIR from taking them off.)
fn written(option: &'static str, text: &str) -> Result<String, PipelineError> {
    let unwritable = || PipelineError::Unwritable { option, text: text.into() };
    let mut open = 0_usize;
    for c in text.chars() {
        match c {
            '{' => open += 1,
            // Whatever quotes there are, MLIR counts braces.
            '}' => open = open.checked_sub(1).ok_or_else(unwritable)?,
            _ => {}
        }
    }
    if open != 0 || text.trim() != text {
        return Err(unwritable());
    }
    if !text.contains(|c: char| c.is_whitespace() || "'\"{}".contains(c)) {
        return Ok(text.into());
    }
    let quote = ['"', '\''].into_iter().find(|quote| !text.contains(*quote)).ok_or_else(unwritable)?;
    Ok(format!("{quote}{text}{quote}"))
}

pass_options! {
    /// Options of `layout-to-llvm`.
    pub struct LayoutToLlvm {
        /// simplify index arithmetic by equality saturation
        simplify: bool = "simplify", "true";
        /// bits of the index type
        index_bitwidth: IndexBits = "index-bitwidth", "64";
    }
}

pass_options! {
    /// Options of `layout-to-nvvm`.
    pub struct LayoutToNvvm {
        /// simplify index arithmetic by equality saturation
        simplify: bool = "simplify", "true";
        /// bits of the index type
        index_bitwidth: IndexBits = "index-bitwidth", "64";
        /// the GPU, such as sm_90a
        chip: String = "chip", "sm_90a";
        /// LLVM target features, such as +ptx84; without a version of PTX it is what the instructions need
        features: String = "features", "";
        /// pass static memrefs to kernels as plain pointers
        bare_pointers: bool = "bare-pointers", "true";
        /// where to stop: nvvm (the dialect), llvm, isa (PTX) or bin (cubin, by ptxas)
        format: Format = "format", "isa";
        /// write the PTX to this file; - is standard output
        ptx: String = "ptx", "";
    }
}

option_values! {
    /// Where `layout-to-nvvm` stops.
    pub enum Format {
        /// At the NVVM dialect.
        Nvvm = "nvvm",
        /// At LLVM's IR, in a `gpu.binary`.
        Llvm = "llvm",
        /// At PTX.
        Isa = "isa",
        /// At machine code, by ptxas.
        Bin = "bin",
    }
}

/// Memrefs, functions and arithmetic to the LLVM dialect, for a CPU.
pub const LAYOUT_TO_LLVM: PipelineInfo = PipelineInfo {
    name: "layout-to-llvm",
    summary: "Lower layouts and everything around them to the LLVM dialect",
    options: LayoutToLlvm::TABLE,
    build: layout_to_llvm,
};

/// GPU kernels to NVVM and PTX.
pub const LAYOUT_TO_NVVM: PipelineInfo = PipelineInfo {
    name: "layout-to-nvvm",
    summary: "Lower layouts in GPU kernels to the NVVM dialect and PTX",
    options: LayoutToNvvm::TABLE,
    build: layout_to_nvvm,
};

fn layouts(options: &OptionValues, target: &str) -> Result<Vec<String>, PipelineError> {
    let width = options.number("index-bitwidth")?;
    let simplify = options.flag("simplify")?;
    let first = [
        "convert-linalg-to-loops",
        "convert-layout-memref",
        "layout-refine-types",
        "layout-expand-boundaries",
    ];
    let mut passes = first.map(String::from).to_vec();
    if simplify {
        passes.push(format!("layout-unroll{{index-bitwidth={width}}}"));
        passes.extend(["layout-loads-first", "layout-flatten-memref"].map(String::from));
    }
    passes.push(format!("layout-infer-alignment{{index-bitwidth={width}}}"));
    if simplify {
        passes.push(format!("layout-simplify{{target={target} index-bitwidth={width}}}"));
    }
    passes.extend(["convert-layout-to-arith", "canonicalize", "cse"].map(String::from));
    Ok(passes)
}

/// What both pipelines do to control flow, vectors and addresses.
const STRUCTURE: [&str; 10] = [
    // Transfers along any dimension become rows, without memory between; upstream's masks of
    // rows know the last dimension only.
    "convert-vector-to-scf{full-unroll=true}",
    "layout-lower-vector",
    "convert-vector-to-scf{full-unroll=true}",
    "layout-lower-vector",
    "lower-affine",
    "scf-forall-to-for",
    "convert-scf-to-cf",
    "expand-strided-metadata",
    // What the pass before makes.
    "lower-affine",
    "arith-expand",
];

fn layout_to_llvm(options: &OptionValues) -> Result<String, BuildError> {
    let width = options.number("index-bitwidth")?;
    let mut passes = layouts(options, "generic")?;
    passes.push(format!("layout-check-memrefs{{index-bitwidth={width}}}"));
    passes.extend(STRUCTURE.map(String::from));
    passes.push("convert-vector-to-llvm".into());
    passes.push("convert-math-to-llvm".into());
    // An atomic update becomes a loop once what it computes is lowered.
    let sized = [
        "convert-ub-to-llvm",
        "convert-index-to-llvm",
        "convert-arith-to-llvm",
        "finalize-memref-to-llvm",
        "convert-cf-to-llvm",
        "convert-func-to-llvm",
    ];
    passes.extend(sized.map(|pass| format!("{pass}{{index-bitwidth={width}}}")));
    passes.extend(finish("layout-check-lowered").map(String::from));
    Ok(passes.join(","))
}

/// Removes the casts between types of two dialects, and looks at what is left.
fn finish(check: &str) -> [&str; 6] {
    [
        "layout-reconcile-index",
        "canonicalize",
        "cse",
        "reconcile-unrealized-casts",
        "layout-carry-loop-annotations",
        check,
    ]
}

fn layout_to_nvvm(options: &OptionValues) -> Result<String, BuildError> {
    Ok(nvvm_passes(options)?)
}

/// The passes that make tile programs the programs of a thread, in their order.
pub fn tile_passes(chip: &str, index_bitwidth: u64) -> String {
    format!(
        "layout-select{{chip={chip}}},layout-pipeline,layout-place{{chip={chip}}},layout-sync,\
         layout-distribute{{chip={chip} index-bitwidth={index_bitwidth}}}"
    )
}

fn nvvm_passes(options: &OptionValues) -> Result<String, PipelineError> {
    let width = options.number("index-bitwidth")?;
    let chip = options.text("chip");
    Target::new(options)?;
    let bare = options.flag("bare-pointers")?;
    let (format, ptx) = (options.text("format"), options.text("ptx"));
    let launches = format!("layout-launches{{chip={chip} bare-pointers={bare} index-bitwidth={width}}}");
    let mut passes = vec![launches, tile_passes(chip, width)];
    passes.push("layout-join-products".into());
    passes.extend(layouts(options, chip)?);
    passes.push(format!("layout-check-memrefs{{bare-pointers={bare} index-bitwidth={width}}}"));
    if width == 32 {
        passes.push("layout-narrow-carried".into());
    }
    passes.push("convert-nvgpu-to-nvvm".into());
    passes.push(format!("gpu.module(layout-expand-math{{chip={chip}}})"));
    passes.extend(STRUCTURE.map(String::from));
    let kernels = [
        format!("convert-ub-to-llvm{{index-bitwidth={width}}}"),
        format!("convert-index-to-llvm{{index-bitwidth={width}}}"),
        format!("convert-gpu-to-nvvm{{index-bitwidth={width} use-bare-ptr-memref-call-conv={bare}}}"),
        // What the device library has no function for, and what is inline PTX.
        "convert-math-to-llvm".into(),
        "convert-nvvm-to-llvm".into(),
    ]
    .join(",");
    passes.push("layout-attach-data-layout".into());
    if !bare {
        passes.push("layout-carry-noalias".into());
    }
    let tensor_maps = format!("layout-tensor-maps{{bare-pointers={bare}}}");
    passes.push(tensor_maps.clone());
    if options.flag("simplify")? {
        passes.push("layout-natural-addresses".into());
    }
    passes.push(format!("gpu.module(convert-layout-peer-to-nvvm{{index-bitwidth={width}}},{kernels})"));
    passes.push(tensor_maps);
    // What is inline PTX stands there now.
    passes.push(format!("layout-attach-target{{chip={chip} features={}}}", options.text("features")));
    passes.extend(["layout-carry-noalias", "layout-shared-globals"].map(String::from));
    passes.extend(finish("layout-check-lowered{kernels-only=true}").map(String::from));
    if options.flag("simplify")? {
        let addresses = [
            "layout-natural-addresses",
            "layout-hoist-addresses",
            "layout-join-addresses",
            "layout-chain-addresses",
            "layout-step-addresses",
            "layout-scale-addresses",
            "layout-flip-addresses",
            "layout-narrow-divisions",
            "layout-multiply-addresses",
            "layout-early-addresses",
            "layout-share-reciprocals",
            "layout-multiply-divisions",
            "layout-shorten-comparisons",
            "layout-opaque-thread-ids",
            "layout-hold-shared-memory",
            "layout-opaque-counters",
        ];
        passes.extend(addresses.map(String::from));
    }
    passes.push("layout-require-block-size".into());
    match format {
        "nvvm" if ptx.is_empty() => {}
        "nvvm" => return Err(PipelineError::NoPtx),
        _ => {
            if format == "isa" {
                passes.push("layout-matmul-to-ptx".into());
            }
            passes.push(format!("gpu-module-to-binary{{format={format}}}"));
        }
    }
    if !ptx.is_empty() {
        if format != "isa" {
            return Err(PipelineError::Format { ptx: ptx.into(), format: format.into() });
        }
        passes.push(format!("layout-emit-ptx{{output={}}}", written("ptx", ptx)?));
    }
    Ok(passes.join(","))
}
