//! `layout-select`: what one warp cannot do alone is written in smaller operations on tiles.
//!
//! ```mlir
//! // Before, where #a and #b give a warp other elements:
//! %u = layout.convert %t : tensor<64x64xf16, #a> -> tensor<64x64xf16, #b>
//! // After:
//! %s = memref.alloc() {alignment = 128 : i64} : memref<64x64xf16, #layout<S<3,3,3> o 0 o …>, 3>
//! layout.store %t, %s[%0, %0] : tensor<64x64xf16, #a>, memref<…>
//! %u = layout.load %s[%0, %0] : memref<…> -> tensor<64x64xf16, #b>
//! ```
//!
//! A reduction whose parts are in several warps is done within them first; what is left goes through
//! shared memory, to every thread that needs it. Buffers that the engine copies boxes to, or tensor cores read, are
//! aligned as these need them. Barriers are `layout-sync`'s to insert. What is selected already stays as it is.
//!
//! # Errors
//! At the operation: see [`Error`].

mod auto;
mod boxes;
mod convert;
mod early;
mod factors;
mod reduce;
mod scratch;

use layout_dialect::tile::outside;
use layout_dialect::views::is_view;
use layout_mlir::ir;
use layout_mlir::pass_options;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use layout_target::{Chip, Feature};
use melior::ir::OperationRef;

use super::cluster::ClusterError;
use super::error::{Error, Result};
use super::functions::{groups, threads};
use super::tma;

pass_options! {
    /// Options of `layout-select`.
    pub struct Options {
        /// the GPU, such as sm_90a
        chip: String = "chip", "sm_90a";
    }
}

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-select",
    summary: "Write what one warp cannot do with a tile in smaller operations on tiles",
    options: Options::TABLE,
    statistics: &[],
    run,
};

fn run(root: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let report = |at: OperationRef<'_, '_>, error: &dyn std::fmt::Display| {
        ir::emit_error(ir::location(at), &format!("layout-select: {error}"));
        false
    };
    let chip = match Chip::named(options.text("chip")) {
        Ok(chip) => chip,
        Err(error) => return report(root, &error),
    };
    let mut ok = true;
    for function in groups(root) {
        for op in ir::nested(function) {
            if let Some(outside) = outside(op) {
                ir::emit_warning(ir::location(op), &format!("'{}' op {outside}", ir::name(op)));
            }
            for load in early::loads(op) {
                let message = format!(
                    "'{}' op reads what a copy under way writes, which is undefined before the layout.wait for it",
                    ir::name(load)
                );
                ir::emit_warning_with_note(
                    ir::location(load),
                    &message,
                    ir::location(op),
                    "the copy begins here",
                );
            }
            for write in early::writes(op) {
                let message = format!(
                    "'{}' op writes what a product under way reads, which is undefined before the layout.wait_mma for it",
                    ir::name(write)
                );
                let note = "the product begins here";
                ir::emit_warning_with_note(ir::location(write), &message, ir::location(op), note);
            }
            let found = threads(function).map_err(|error| (function, error));
            if let Err((at, error)) = found.and_then(|threads| auto::select(op, threads, chip)) {
                ok = report(at, &error);
            }
        }
        let mut copies = [tma::copies(function), tma::stores(function)].concat();
        if !ok {
            // Some buffers have no layouts.
            copies.clear();
        }
        for copy in copies {
            if let Err(error) = boxes::align(copy, chip) {
                ok = report(copy, &error);
            }
        }
        for op in ir::nested(function) {
            if let Err(error) = select(op, function, chip) {
                ok = report(op, &error);
            }
        }
    }
    ok
}

/// What makes parts of memory of strides, or forgets its extents.
const VIEWS: [&str; 6] = [
    "memref.subview",
    "memref.cast",
    "memref.reinterpret_cast",
    "memref.collapse_shape",
    "memref.expand_shape",
    "memref.transpose",
];

fn select<'c: 'a, 'a>(op: OperationRef<'c, 'a>, function: OperationRef<'c, 'a>, chip: &Chip) -> Result<()> {
    match ir::name(op) {
        "layout.convert" => convert::select(op, threads(function)?, chip),
        "layout.reduce" => reduce::select(op, threads(function)?),
        "layout.mma" => factors::select(op),
        "layout.peer" if !chip.has(Feature::Clusters) => Err(Error::NoClusters(chip.name.to_string())),
        "layout.peer" => match ir::operand(op, 0).and_then(ir::defining_op).map(ir::name) {
            Some(view) if is_view(view) || VIEWS.contains(&view) => {
                Err(ClusterError::View(view.into()).into())
            }
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}
