//! [`Copy`]: the tensor map and the boxes of a copy.

use layout_algebra::AnyLayout;
use layout_dialect::tile::{Kind, element_bits, store_reduction};
use layout_dialect::views::layout_of_memref;
use layout_mlir::ir;
use layout_target::{Chip, Feature};
use layout_tile::{Shares, TensorMap};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::{is_multicast, is_store};
use crate::tile::error::{Error, Result};
use crate::tile::peers::Peers;

/// What divides the address of memory.
const ALIGNMENT: u64 = 16;

/// A copy or a store by boxes.
pub struct Copy {
    /// The argument of the kernel that it copies from or to.
    pub argument: usize,
    /// The operand that is the shared buffer.
    pub buffer: usize,
    /// The map, and the boxes.
    pub map: TensorMap,
    /// The blocks that it is for, where it is for several, and what of the boxes each issues.
    pub shares: Option<(Peers, Shares)>,
    /// How a store combines elements with those of memory, and what their type is for the engine; `None` if it replaces them.
    pub reduction: Option<(Kind, &'static str)>,
}

impl Copy {
    /// Of an operation in a cluster of so many blocks.
    ///
    /// # Errors
    /// [`Error::Tma`] and [`Error::TensorMap`] for what the engine does not copy.
    pub fn of(op: OperationRef<'_, '_>, blocks: i64, chip: &Chip) -> Result<Self> {
        let (unknown, refuse) = (|| Error::Unknown(ir::name(op).into()), |why: String| Err(Error::Tma(why)));
        if !chip.has(Feature::Tma) {
            let instead = if is_store(op) { "store a tile" } else { "leave it out" };
            return refuse(format!(
                "{} has no engine that copies boxes, sm_90 and later have; {instead}",
                chip.name
            ));
        }
        let last = op.operand_count().checked_sub(1).ok_or_else(unknown)?;
        let (memory, buffer, from) = if is_store(op) { (1, 0, "to") } else { (0, last, "from") };
        let [memory, shared] = [memory, buffer].map(|number| ir::operand(op, number).ok_or_else(unknown));
        let (memory, shared) = (memory?, shared?);
        let argument = argument(memory).ok_or_else(|| {
            Error::Tma(format!(
                "copies are {from} a memref that a kernel (gpu.func … kernel) is handed, and not {from} a part or a view of it"
            ))
        })?;
        let [global, within] = [memory, shared].map(|memref| ir::memref(memref.r#type()));
        let (Some(global), Some(within)) = (global, within) else { return Err(unknown()) };
        let aligned = ir::base_alignment(memory);
        if aligned < ALIGNMENT {
            return refuse(format!(
                "{global} is known to be aligned to {aligned} bytes, and must be to {ALIGNMENT}: state {{llvm.align = {ALIGNMENT} : i64}} at the argument"
            ));
        }
        let bits = element_bits(global.element());
        let global = match layout_of_memref(global) {
            Some(AnyLayout::Plain(layout)) => layout,
            Some(AnyLayout::Composed(layout)) => {
                return refuse(format!(
                    "no tensor map says what {layout} does behind its strides: copy {from} memory that is not swizzled"
                ));
            }
            None => {
                return refuse(format!(
                    "{global} has strides, and tensor maps are made of a #layout: give the argument one in place of them"
                ));
            }
        };
        let shared = layout_of_memref(within);
        let shared = shared.ok_or_else(|| Error::Tma(format!("{within} has no #layout: give it one")))?;
        let map = TensorMap::new(&global, bits, &shared)?;
        if map.im2col.is_some() && is_store(op) {
            let why = "boxes do not fit the modes of this memory, and by a map of im2col it is copied from alone: store to a view whose \
                       modes the tile divides, or layout.store the tile";
            return refuse(why.into());
        }
        let mut shares = None;
        if blocks > 1 && is_multicast(op) {
            let peers = Peers::of(op, blocks).map_err(Error::Multicast)?;
            shares = Some((peers, Shares::new(&map, peers.blocks)?));
        }
        let map = shares.as_ref().map_or(map, |(_, shares)| shares.map.clone());
        Ok(Self { argument, buffer, map, shares, reduction: store_reduction(op) })
    }
}

/// The argument of a kernel that a memref is.
fn argument(memref: Value<'_, '_>) -> Option<usize> {
    let mut memref = memref;
    while let Some(op) = ir::defining_op(memref) {
        memref = ir::operand(op, 0).filter(|_| ir::name(op) == "memref.assume_alignment")?;
    }
    let (block, number) = ir::block_argument(memref)?;
    let function = ir::block_parent(block).filter(|op| op.has_attribute("gpu.kernel"))?;
    (number < ir::function_type(function)?.input_count()).then_some(number)
}
