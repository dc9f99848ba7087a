//! [`Bulk`]: the runs of a copy without a tensor map.

use layout_algebra::{AnyLayout, LayoutLike, Outer};
use layout_dialect::tile::{REDUCE, element_bits};
use layout_dialect::views::layout_of_memref;
use layout_mlir::ir;
use layout_target::{Chip, Feature};
use layout_tile::Runs;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{OperationRef, ValueLike};

use super::is_store;
use crate::tile::error::{Error, Result};
use crate::tile::shared::rings::TMA;

/// What divides the addresses of runs, and of boxes along what lies together.
pub const ALIGNMENT: i64 = 16;

/// A copy or a store by runs.
pub struct Bulk {
    /// The operand that is memory.
    pub memory: usize,
    /// The operand that is the shared buffer.
    pub buffer: usize,
    /// The first operand that is a coordinate.
    pub first: usize,
    /// The runs.
    pub runs: Runs,
}

impl Bulk {
    /// Of an operation.
    ///
    /// # Errors
    /// [`Error::Bulk`] and [`Error::Runs`] for what is not copied so.
    pub fn of(op: OperationRef<'_, '_>, chip: &Chip) -> Result<Self> {
        let (unknown, refuse) = (|| Error::Unknown(ir::name(op).into()), |why: String| Err(Error::Bulk(why)));
        if !chip.has(Feature::Tma) {
            let instead = if is_store(op) { "store a tile" } else { "leave it out" };
            return refuse(format!(
                "{} has no engine that copies runs of bytes, sm_90 and later have; {instead}",
                chip.name
            ));
        }
        if op.has_attribute(TMA) {
            return refuse("asks for layout.tma as well, which copies boxes: leave one of them out".into());
        }
        if op.has_attribute(REDUCE) {
            return refuse(
                "stores what is combined with memory by a tensor map: leave layout.bulk out".into(),
            );
        }
        let last = op.operand_count().checked_sub(1).ok_or_else(unknown)?;
        let (memory, buffer, first) = if is_store(op) { (1, 0, 2) } else { (0, last, 1) };
        let [global, shared] = [memory, buffer].map(|number| ir::operand(op, number).ok_or_else(unknown));
        let [global, shared] = [global?, shared?].map(|memref| ir::memref(memref.r#type()));
        let (Some(global), Some(within)) = (global, shared) else { return Err(unknown()) };
        let bits = element_bits(global.element());
        let layout = match layout_of_memref(global) {
            Some(AnyLayout::Plain(layout)) => layout,
            Some(composed) => match composed.outer() {
                // (Of a slice the offset is where it begins.)
                Some((Outer::Swizzle(swizzle), offset)) if swizzle.bits() == 0 => {
                    let known = offset.content().saturating_mul(bits / 8);
                    if known % ALIGNMENT != 0 {
                        return refuse(format!(
                            "{composed} begins at {}, which is known to be a multiple of {known} bytes, and must be one of {ALIGNMENT}",
                            offset.named()
                        ));
                    }
                    composed.domain().clone()
                }
                _ => {
                    return refuse(format!(
                        "of {composed} elements do not lie together: copy memory that is not swizzled"
                    ));
                }
            },
            None => {
                return refuse(format!(
                    "{global} has strides, and runs are those of a #layout: memref.cast the memory to one, and take a part of it by layout.view and layout.slice instead of memref.subview"
                ));
            }
        };
        let shared = layout_of_memref(within);
        let shared = shared.ok_or_else(|| Error::Bulk(format!("{within} has no #layout: give it one")))?;
        // Of which dimensions the tile has all.
        let extents = ir::extents(global.into());
        let leading = extents.len().saturating_sub(shared.domain().modes().len());
        let tile = ir::extents(within.into());
        let is_whole = |(number, extent): (usize, &i64)| {
            let own = number.checked_sub(leading).and_then(|number| tile.get(number));
            own == Some(extent) && ir::operand(op, first + number).and_then(ir::constant) == Some(0)
        };
        let whole: Vec<bool> = extents.iter().enumerate().map(is_whole).collect();
        let runs = Runs::new(&layout, bits, &shared, &whole)?;
        Ok(Self { memory, buffer, first, runs })
    }
}
