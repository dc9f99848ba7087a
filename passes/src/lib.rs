//! Passes over layouts and index arithmetic.
//!
//! [`passes`] has a constructor for each, with typed options; [`PASSES`] is the table that registers them by name.
//! Each lives in a file of its own, named like the pass; `simplify.rs` is what the simplifying ones share.
//!
//! ```
//! use layout_passes::{SimplifyOptions, passes};
//! use melior::ir::Module;
//! use melior::pass::{self, PassManager};
//!
//! let context = layout_dialect::context();
//! let text = "func.func @f(%i: index) -> index {
//!   %l = layout.make : !layout<(4,8):(1,4)>
//!   %x = layout.crd2idx %l(%i) : !layout<(4,8):(1,4)>
//!   return %x : index
//! }";
//! let mut module = Module::parse(&context, text).expect("it parses");
//! let manager = PassManager::new(&context);
//! manager.add_pass(passes::layout_simplify(&SimplifyOptions { target: "sm_90a".into(), ..Default::default() }));
//! manager.add_pass(pass::transform::create_canonicalizer());
//! manager.run(&mut module).expect("it runs");
//! assert!(module.as_operation().to_string().contains("return %arg0"));
//! ```

#![forbid(unsafe_code)]

mod affine;
mod cute;
mod hand_on;
mod index_simplify;
mod layout_expand_boundaries;
mod layout_infer_alignment;
mod layout_loads_first;
mod layout_normalize;
mod layout_refine_types;
mod layout_simplify;
mod layout_unroll;
mod simplify;

pub use simplify::{DumpEgraph, Extract, IndexOptions, SimplifyOptions, Validate};

layout_mlir::passes! {
    layout_dialect::handle;
    /// Converts affine index operations, and accesses of memory with strides, to layouts.
    convert_affine_to_layout(IndexOptions) = affine::TO_LAYOUT;
    /// Converts layout indices to affine operations.
    convert_layout_to_affine(IndexOptions) = affine::TO_AFFINE;
    /// Converts programs of CuTe DSL and CuTe IR to layouts, pointers and arithmetic.
    convert_cute_to_layout() = cute::INFO;
    /// Replaces integer arithmetic by cheaper arithmetic, by equality saturation.
    index_simplify(SimplifyOptions) = index_simplify::INFO;
    /// Passes layouts across function and block boundaries as the values of their symbols.
    layout_expand_boundaries() = layout_expand_boundaries::INFO;
    /// States at vector accesses the alignment that memory, layouts and facts prove.
    layout_infer_alignment(IndexOptions) = layout_infer_alignment::INFO;
    /// Moves loads in bodies of loops before what is computed of them.
    layout_loads_first() = layout_loads_first::INFO;
    /// Brings layout indices and integer arithmetic into their smallest normal form.
    layout_normalize(SimplifyOptions) = layout_normalize::INFO;
    /// Infers the types of layouts that are written `!layout<*>`.
    layout_refine_types() = layout_refine_types::INFO;
    /// Replaces layout indices by the cheapest arithmetic, by equality saturation.
    layout_simplify(SimplifyOptions) = layout_simplify::INFO;
    /// Unrolls short loops whose variables are coordinates of layouts.
    layout_unroll(IndexOptions) = layout_unroll::INFO;
}
