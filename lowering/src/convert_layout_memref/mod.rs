//! `convert-layout-memref`: memrefs with layouts to flat memory and `layout.crd2idx`.
//!
//! ```mlir
//! // Before:
//! %v = memref.load %m[%i, %j] : memref<64x64xf32, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
//! // After:
//! %l = layout.make : !layout<S<3,3,3> o 0 o (64,64):(64,1)>
//! %x = layout.crd2idx %l(%i, %j) : !layout<S<3,3,3> o 0 o (64,64):(64,1)>
//! %v = memref.load %m[%x] : memref<4096xf32, 3>
//! ```
//!
//! The flat memory holds as many elements as the layout reaches (its cosize); the values
//! of a dynamic layout's symbols go with it through functions, calls, branches and loops.
//! A vector stays whole where its elements lie together.
//!
//! # Errors
//! At the operation that cannot be lowered: see [`error::Error`].

mod access;
pub mod bind;
mod contiguous;
mod copy;
pub mod emit;
pub mod error;
mod rewriter;
pub mod seen;
mod storage;
mod structure;
pub mod types;
mod vector;
mod views;

use layout_dialect::views::is_view;
use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, RegionLike, Type, TypeLike, ValueLike};

use error::Error;
use rewriter::Rewriter;
use types::{LayoutMemref, hides_layout};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "convert-layout-memref",
    summary: "Convert memrefs with layouts to flat memory and indices of layouts",
    options: &[],
    statistics: &[],
    run,
};

fn run(root: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    // One operation stands in a mask, and would become several.
    if ir::nested(root).into_iter().any(|op| ir::name(op) == "vector.mask") {
        ir::lower_masks(root);
    }
    let ops = ir::nested(root);
    let mut rewriter = Rewriter::default();
    let mut ok = true;
    let mut report = |op: OperationRef<'_, '_>, error: Error| {
        ir::emit_error(ir::location(op), &format!("convert-layout-memref: {error}"));
        ok = false;
    };
    // A pass on a function converts its own arguments, so the root is one of the operations.
    for op in &ops {
        if let Err(error) = structure::expand_blocks(*op, &mut rewriter) {
            report(*op, error);
        }
    }
    for op in &ops {
        if let Err(error) = convert(*op, &mut rewriter) {
            report(*op, error);
        }
    }
    if !ok {
        return false;
    }
    if let Err((at, error)) = rewriter.finish(root) {
        ir::emit_error(ir::location(at), &format!("convert-layout-memref: {error}"));
        return false;
    }
    check(root)
}

/// Lowers one operation, if it has to do with a memref that has a layout.
fn convert<'c: 'a, 'a>(op: OperationRef<'c, 'a>, rewriter: &mut Rewriter<'c, 'a>) -> Result<(), Error> {
    let name = ir::name(op);
    if name == "memref.global" {
        return storage::global(op);
    }
    let types = op.operands().map(|v| v.r#type()).chain(op.results().map(|v| v.r#type()));
    let Some(memref) = types.map(LayoutMemref::of).find_map(|m| m) else { return Ok(()) };
    let refuse =
        |remedy| Err(Error::Operation { op: ir::name(op).into(), memref: memref.memref.to_string(), remedy });
    match name {
        name if structure::passes_on(name) => structure::rebuild(op, rewriter),
        "builtin.unrealized_conversion_cast" if rewriter.takes_apart(op) => Ok(()),
        "arith.select" => structure::select(op, rewriter),
        "memref.alloc" | "memref.alloca" | "gpu.alloc" => storage::allocate(op, rewriter),
        "memref.get_global" => storage::flat(op, rewriter),
        name if storage::is_flat(name) => storage::flat(op, rewriter),
        "memref.dim" | "memref.rank" => storage::dim(op, rewriter),
        name if access::memref_operand(name).is_some() => access::access(op, rewriter),
        "nvgpu.device_async_copy" => access::copy_async(op, rewriter),
        name if vector::is_vector_access(name) => vector::access(op, rewriter),
        "memref.copy" => copy::copy(op, rewriter),
        "memref.cast" => views::cast(op, rewriter),
        name if is_view(name) => seen::see(op, rewriter),
        "builtin.unrealized_conversion_cast" if views::puts_together(op) => views::put_together(op, rewriter),
        name if name.starts_with("linalg.") && memref.strided().is_none() => {
            refuse("run convert-linalg-to-loops first")
        }
        name if name.starts_with("bufferization.") => refuse(
            "tensors have no layout in memory; load and store elements, or copy to a memref without a layout",
        ),
        "gpu.memcpy" | "gpu.memset" if !memref.is_compact() => {
            refuse("it would write what lies between the elements; copy in a kernel, by coordinates")
        }
        "gpu.memcpy" | "gpu.memset" => same_layout(op, rewriter),
        "memref.realloc"
        | "memref.distinct_objects"
        | "vector.gather"
        | "vector.scatter"
        | "vector.expandload"
        | "vector.compressstore" => refuse("load and store elements at their coordinates"),
        _ if memref.strided().is_some() => views::on_strides(op, rewriter),
        _ => {
            refuse("it is for memrefs with strides; load and store elements, or copy to such a memref first")
        }
    }
}

/// `gpu.memcpy` and `gpu.memset`: all of the memory, if both sides have one layout.
fn same_layout<'c: 'a, 'a>(op: OperationRef<'c, 'a>, rewriter: &mut Rewriter<'c, 'a>) -> Result<(), Error> {
    let memrefs = op.operands().filter(|v| v.r#type().is_mem_ref());
    let types: Vec<_> = memrefs.map(|v| (v.r#type(), LayoutMemref::of(v.r#type()))).collect();
    let layout = types.first().and_then(|t| t.1.as_ref()).map(|m| &m.layout);
    match types.iter().find(|t| t.1.as_ref().map(|m| &m.layout) != layout) {
        None => storage::flat(op, rewriter),
        Some((r#type, _)) => Err(Error::Operation {
            op: ir::name(op).into(),
            memref: r#type.to_string(),
            remedy: "the other memref has another layout; copy in a kernel, by coordinates",
        }),
    }
}

/// Whether nothing with such a layout is left: a last look, so that nothing stays in silence.
fn check(root: OperationRef<'_, '_>) -> bool {
    let mut ok = true;
    for op in ir::nested(root) {
        let mut types: Vec<Type<'_>> = op.results().map(|r| r.r#type()).collect();
        types.extend(ir::attributes(op).into_iter().filter_map(|(_, a)| ir::held_type(a)));
        for region in op.regions() {
            let mut block = region.first_block();
            while let Some(b) = block {
                types.extend((0..b.argument_count()).filter_map(|i| b.argument(i).ok()).map(|a| a.r#type()));
                block = b.next_in_region();
            }
        }
        if let Some(left) = types.into_iter().find(|t| hides_layout(*t)) {
            let error = Error::Operation {
                op: ir::name(op).into(),
                memref: left.to_string(),
                remedy: "a memref with a layout inside another type cannot be lowered; pass it by itself",
            };
            ir::emit_error(ir::location(op), &format!("convert-layout-memref: {error}"));
            ok = false;
        }
    }
    ok
}
