//! `layout-place`: the buffers that a group allocates in shared memory get places in one.
//!
//! ```mlir
//! // Before:
//! %p = memref.alloc() : memref<128x32xf16, #layout<S<2,3,3> o 0 o (128,32):(32,1)>, 3>
//! // After, in a kernel that gets memref<…xi8, 3> of its workgroup:
//! %v = memref.view %shared[%offset][] : memref<24576xi8, 3> to memref<4096xf16, 3>
//! %c = builtin.unrealized_conversion_cast %v : memref<4096xf16, 3> to memref<128x32xf16, …, 3>
//! %p = memref.assume_alignment %c, 128 : memref<128x32xf16, …, 3>
//! ```
//!
//! Two buffers share bytes where never both are *alive*: accessed before, and accessed later, before
//! they are allocated anew. A copy's destination is accessed until its wait. So what is
//! allocated before a loop and accessed in it is alive in all of it.
//!
//! What copies by boxes wait at, mbarriers, is a buffer that shares bytes with none.
//!
//! The one buffer belongs to the kernel's workgroup. If that is more than a kernel may fix, it is
//! `gpu.dynamic_shared_memory`, and the kernel's `layout.dynamic_shared_memory` says how many bytes
//! the launch must give it. A `func.func`, which nothing launches, allocates it.
//!
//! # Errors
//! [`Error`].

mod alive;
mod buffer;
mod error;
mod pack;
mod write;

use layout_mlir::ir;
use layout_mlir::pass_options;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use layout_target::Chip;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use self::alive::Alive;
use self::buffer::Buffer;
use self::error::Error;
use self::pack::pack;
use super::shared::flow::Flow;
use super::shared::{SYNCHRONIZED, programs};
use super::tma;
use crate::shared_globals::DYNAMIC as DYNAMIC_ALIGNMENT;

pass_options! {
    /// Options of `layout-place`.
    pub struct Options {
        /// the GPU, such as sm_90a
        chip: String = "chip", "sm_90a";
    }
}

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-place",
    summary: "Put the buffers of a group in shared memory at offsets of one",
    options: Options::TABLE,
    statistics: &[],
    run,
};

/// Bytes that are not worth a barrier.
const FEW: i64 = 256;

type Place<'c, 'a> = OperationRef<'c, 'a>;

fn run(root: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let report = |(at, error): (Place<'_, '_>, Error)| {
        ir::emit_error(ir::location(at), &format!("layout-place: {error}"));
    };
    let chip = match Chip::named(options.text("chip")) {
        Ok(chip) => chip,
        Err(error) => {
            report((root, error.into()));
            return false;
        }
    };
    let mut ok = true;
    for function in programs(root) {
        if let Err(error) = place(function, chip) {
            report(error);
            ok = false;
        }
    }
    ok
}

/// Places what a function allocates; an error comes with its place.
fn place<'c: 'a, 'a>(function: Place<'c, 'a>, chip: &Chip) -> Result<(), (Place<'c, 'a>, Error)> {
    if !function.has_attribute(SYNCHRONIZED) {
        tma::allocate(function).map_err(|error| (function, error.into()))?;
    }
    let flow = Flow::new(function);
    let buffers = Buffer::all(&flow)?;
    let Some(largest) = buffers.iter().max_by_key(|b| b.bytes) else { return Ok(()) };
    if function.has_attribute(SYNCHRONIZED) {
        return Err((function, Error::Synchronized));
    }
    let alive = Alive::new(&flow, &buffers);
    let requests: Vec<_> = buffers.iter().map(|b| (b.bytes, b.alignment)).collect();
    // Where buffers share bytes, barriers stand between; of a few bytes none are saved.
    let total: i64 = requests.iter().map(|(bytes, _)| bytes).sum();
    // mbarriers are there from the beginning to the end.
    let barriers: Vec<bool> = buffers.iter().map(|b| b.op.has_attribute(tma::BARRIERS)).collect();
    let packed = pack(&requests, |a, b| total <= FEW || barriers[a] || barriers[b] || alive.meet(a, b));
    let declared = write::declared(function);
    let (limit, needed) = (i64::from(chip.limits.shared_per_block), declared + packed.bytes);
    let fixed = needed <= i64::from(chip.limits.static_shared);
    // Dynamic memory begins behind what is declared, where it is aligned.
    let gap = if fixed { 0 } else { -declared & (DYNAMIC_ALIGNMENT - 1) };
    if needed + gap > limit {
        let each = buffers.iter().map(|b| (b.bytes, b.name()));
        return Err((largest.op, Error::full(needed, [declared, gap], chip.name, limit, each)));
    }
    write::write(function, &buffers, &packed, fixed)
}
