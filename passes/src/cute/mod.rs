//! `convert-cute-to-layout`: programs of CuTe DSL and of CUTLASS's open CuTe IR.
//!
//! ```mlir
//! // Before (types and operations of a dialect that is not registered):
//! %c = "cute.make_coord"(%b) : (i32) -> !cute.coord<"((_,_),?)">
//! %t = "cute.slice"(%m, %c) : (!cute.memref<f32, gmem, "((16,128),(?,?)):((?{i64 div=128},1),(?{i64 div=2048},128))">,
//!                              !cute.coord<"((_,_),?)">) -> !cute.memref<f32, gmem, "(16,128):(?{i64 div=128},1)">
//! // After:
//! %l = layout.make(%rows, %columns, %stride) : !layout<(?,?):(?{div=2048},128)>
//! %i = layout.crd2idx %l(%b) : !layout<(?,?):(?{div=2048},128)>
//! ```
//!
//! A value of CuTe's types is followed as what it is ([`meaning`]): its structure as the algebra computes it, and for
//! each integer that run time knows the value that has it. Layouts are what the algebra makes of them, and must be what the
//! types say ([`fit`]); only indices, addresses and accesses become operations. The types are opaque to MLIR, and
//! their texts taken apart here ([`types`], [`text`]).
//!
//! # Errors
//! An operation, a type or an instruction that is not understood, with what it is and what would do; a text that says nothing; a layout
//! that is not what its type says; what the algebra refuses.

mod control;
mod conversion;
mod fit;
mod functions;
mod host;
mod meaning;
mod operations;
mod refused;
mod shared;
mod symbols;
mod text;
mod types;
mod write;

use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::OperationRef;

use conversion::Conversion;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "convert-cute-to-layout",
    summary: "Convert programs of CuTe DSL and CuTe IR to layouts, pointers and arithmetic",
    options: &[],
    statistics: &[],
    run,
};

fn run(root: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    let mut conversion = Conversion::default();
    conversion.functions(root);
    conversion.finish()
}
