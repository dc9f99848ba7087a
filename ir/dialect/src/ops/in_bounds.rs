//! `layout.in_bounds`: whether a coordinate of a covering divide is one of what was divided.

use layout_algebra::{AnyLayout, Grouping, Tiler};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

use super::cover::{divide, fits};
use super::{Attributes, LayoutOp, Operands, Yields, coordinate, select, size};
use crate::attributes::Known;
use crate::coordinate::Coordinate;
use crate::integer::Integer;
use crate::outside::outside;
use crate::range::Interval;
use crate::verify::{VerifyError, indices_for};

/// The operation.
pub(super) struct InBounds;

impl LayoutOp for InBounds {
    fn name(&self) -> &'static str {
        "in_bounds"
    }

    fn yields(&self) -> Yields {
        Yields::Bounds
    }

    fn verify(&self, op: OperationRef<'_, '_>) -> Result<(), VerifyError> {
        let coordinate = indices_for(op)?;
        let name = divide_of(op).ok_or(VerifyError::NoDivide)?;
        let Some(grouping) = grouping(&name) else { return Err(VerifyError::Divide(name)) };
        if let Some(layout) = ir::operand(op, 0).and_then(|v| Known::of_type(v.r#type())?.layout()) {
            let attributes = Attributes { cover: true, ..Attributes::of(op) };
            let covering = divide(&Operands { layout, second: None, attributes: &attributes }, grouping);
            let covering = covering.map_err(|e| VerifyError::Indivisible(e.to_string()))?;
            let fitted = coordinate.fit(covering.domain())?;
            if let Some(outside) = outside(fitted, Some(covering.domain()), &|_| None) {
                return Err(outside.into());
            }
        }
        Ok(())
    }
}

fn grouping(divide: &str) -> Option<Grouping> {
    match divide {
        "logical_divide" => Some(Grouping::Logical),
        "zipped_divide" => Some(Grouping::Zipped),
        "tiled_divide" => Some(Grouping::Tiled),
        _ => None,
    }
}

/// Whether it holds of every coordinate whose SSA indices have these bounds, or of none, where `layout` is what was
/// divided; `None` if neither is known, or if the coordinate is outside of the covering layout.
pub(crate) fn decided(op: OperationRef<'_, '_>, layout: &AnyLayout, indices: &[Interval]) -> Option<bool> {
    let tile = Known::tile_of_attribute(op.attribute("tile").ok()?)?;
    let grouping = grouping(&divide_of(op)?)?;
    let coordinate = Coordinate::of(op)?;
    let value = |k: usize| {
        let Interval(least, greatest) = *indices.get(k)?;
        i64::try_from(least).ok().filter(|_| least == greatest)
    };
    let mut known = Some(true);
    for mode in open_modes(layout, tile) {
        let attributes = Attributes { modes: Some(mode.clone()), ..Attributes::default() };
        let of_mode = Operands { layout, second: None, attributes: &attributes };
        let along = coordinate::Coordinate.infer(&of_mode).ok()?;
        let cover = Attributes { cover: true, ..Attributes::by_tile(tile) };
        let along = divide(&Operands { layout: &along, second: None, attributes: &cover }, grouping).ok()?;
        let at = Integer::Index(&along, coordinate.fit(along.domain()).ok()?);
        if at.outside(&value).is_some() {
            return None;
        }
        let (least, greatest) = at.range(indices)?;
        let part = if mode.is_empty() { layout.clone() } else { select::Select.infer(&of_mode).ok()? };
        let (fewest, most) = size::Size.integer(&part, None).ok()?.range(&[])?;
        if least >= most {
            return Some(false);
        }
        known = known.filter(|_| greatest < fewest);
    }
    known
}

/// The name of the divide, without the dialect's.
pub fn divide_of(op: OperationRef<'_, '_>) -> Option<String> {
    ir::text(op.attribute("divide").ok()?)
}

/// The modes in which a coordinate of the covering layout may be past the end, each as the path
/// to it: those that the tile is not known to divide.
pub fn open_modes(layout: &AnyLayout, tile: &Tiler) -> Vec<Vec<i64>> {
    match tile {
        Tiler::Tuple(tiles) if !layout.domain().profile().is_leaf() => {
            let modes = (0..).zip(layout.domain().modes()).zip(tiles);
            modes.filter(|((_, mode), tile)| fits(mode, tile).is_err()).map(|((k, _), _)| vec![k]).collect()
        }
        tile if fits(layout.domain(), tile).is_err() => vec![Vec::new()],
        _ => Vec::new(),
    }
}
