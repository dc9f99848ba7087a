//! The layouts of views, made of the memref's layout.

use layout_algebra::{
    AnyLayout, Coord, Expr, Layout, LayoutError, LayoutLike, Outer, Parser, SliceCoord, Swizzle, Symbol,
    SymbolFacts, Tiler, recast_layout, slice_and_offset,
};
use layout_mlir::ir;
use melior::ir::{Attribute, Type};

use super::ViewError;
use crate::attributes::Known;
use crate::coordinate::{index, index_number};
use crate::ops::{Attributes, Operands, named};
use crate::outside::outside;

/// The operations on layouts that lead from a memref to a view of it.
const OPERATIONS: [&str; 6] =
    ["composition", "logical_divide", "zipped_divide", "tiled_divide", "select", "flatten"];

/// `layout.view`: what an operation on layouts makes of the memref's.
pub(super) fn through<'c>(
    layout: &AnyLayout,
    attribute: &dyn Fn(&str) -> Option<Attribute<'c>>,
) -> Result<AnyLayout, ViewError> {
    let name = attribute("through").and_then(ir::text).unwrap_or_default();
    let operation = named(&name).filter(|op| OPERATIONS.contains(&op.name()));
    let operation = operation.ok_or_else(|| ViewError::Operation(name.clone()))?;
    let by = attribute("by");
    let positions = by.and_then(Known::of_attribute);
    if let Some(positions) = positions.filter(|p| !p.symbols().is_empty()) {
        return Err(ViewError::Dynamic(positions.to_string()));
    }
    let tile = by.and_then(Known::tile_of_attribute);
    let attributes =
        Attributes { tile, modes: attribute("modes").map(ir::integers), ..Attributes::default() };
    let made = operation.infer(&Operands { layout, second: positions, attributes: &attributes })?;
    if name == "composition" {
        match (positions, tile) {
            (Some(positions), _) => within(layout.domain(), &positions.cosize()?, &positions.to_string())?,
            (_, Some(tile)) => tile_within(layout.domain(), tile)?,
            _ => {}
        }
    }
    Ok(made)
}

/// Checks that a layout has so many positions.
fn within(layout: &Layout, cosize: &Expr, by: &str) -> Result<(), ViewError> {
    let size = layout.size().map_err(LayoutError::from)?;
    let rest = size.sub(cosize).map_err(LayoutError::from)?;
    if rest.bounds().0.is_some_and(|least| least >= 0) {
        return Ok(());
    }
    let last = cosize.sub(&Expr::ONE).map_err(LayoutError::from)?;
    Err(ViewError::Beyond { by: by.into(), last: last.to_string(), layout: layout.named() })
}

/// Checks that each mode has the positions of its tile.
fn tile_within(layout: &Layout, tile: &Tiler) -> Result<(), ViewError> {
    match tile {
        Tiler::Keep => Ok(()),
        Tiler::Size(size) => within(layout, size, &tile.to_string()),
        Tiler::Layout(positions) => {
            within(layout, &positions.cosize().map_err(LayoutError::from)?, &tile.to_string())
        }
        Tiler::Tuple(tiles) => {
            layout.modes().iter().zip(tiles).try_for_each(|(mode, tile)| tile_within(mode, tile))
        }
    }
}

/// `layout.slice`: the modes that a coordinate keeps, from where the others are fixed.
pub(super) fn slice<'c>(
    layout: &AnyLayout,
    indices: usize,
    attribute: &dyn Fn(&str) -> Option<Attribute<'c>>,
) -> Result<AnyLayout, ViewError> {
    let text = attribute("coord").and_then(ir::text).unwrap_or_default();
    let coordinate: SliceCoord = Parser::whole(&text, |p| p.slice_coord(SymbolFacts::NONE))
        .map_err(|why| ViewError::Coordinate { text: text.clone(), why })?;
    let mut arity = 0;
    for leaf in coordinate.leaves.iter().flatten().filter(|leaf| leaf.as_const().is_none()) {
        if *leaf != index(arity) {
            return Err(ViewError::Indices { text, indices, arity: arity + 1 });
        }
        arity += 1;
    }
    if arity != indices {
        return Err(ViewError::Indices { text, indices, arity });
    }
    if coordinate.leaves.iter().all(Option::is_some) {
        return Err(ViewError::Nothing(text));
    }
    let domain = layout.domain();
    // A single mode may be written without parentheses, a coordinate is a tuple.
    let domain = if domain.profile().is_leaf() { &Layout::concat([domain])? } else { domain };
    let first = layout.symbols().len();
    let mut bounded = Bounded { leaves: Vec::new(), first };
    bounded.walk(&coordinate, domain)?;
    let coordinate = SliceCoord { leaves: bounded.leaves.into(), profile: coordinate.profile };
    let (kept, start) = slice_and_offset(&coordinate, domain)?;
    let (outer, offset) = match layout.outer() {
        Some((outer, offset)) => (outer.clone(), offset.clone()),
        None => (Outer::Swizzle(Swizzle::new(0, 4, 3)?), Expr::ZERO),
    };
    let offset = offset.add(&start).map_err(LayoutError::from)?;
    Ok(AnyLayout::composed(outer, offset, kept))
}

/// The leaves of a coordinate whose indices are symbols that are known to be inside.
struct Bounded {
    leaves: Vec<Option<Expr>>,
    /// The number of the first index among the symbols.
    first: usize,
}

impl Bounded {
    /// # Errors
    /// [`ViewError::Outside`] for an integer that its mode does not have.
    fn walk(&mut self, coordinate: &SliceCoord, mode: &Layout) -> Result<(), ViewError> {
        if !coordinate.profile.is_leaf() {
            // (Where there are not as many modes the algebra says so.)
            let modes = mode.modes();
            let mut parts = coordinate.modes().enumerate();
            return parts.try_for_each(|(k, part)| self.walk(&part, modes.get(k).unwrap_or(mode)));
        }
        let leaf = coordinate.leaves.first().cloned().flatten();
        let fixed = match leaf {
            None => None,
            Some(leaf) => {
                if let Some(outside) = outside(&Coord::Int(leaf.clone()), Some(mode), &|_| None) {
                    return Err(outside.into());
                }
                let most = mode.size().map_err(LayoutError::from)?.as_const();
                let facts = SymbolFacts { div: 1, min: 0, max: most.map_or(i64::MAX, |n| n - 1) };
                let symbol = |k: usize| Symbol::new((self.first + k) as u32, facts).into();
                Some(index_number(&leaf).map_or(leaf, symbol))
            }
        };
        self.leaves.push(fixed);
        Ok(())
    }
}

/// Bits of an element that takes whole bytes.
fn bits(element: Type<'_>) -> Result<i64, ViewError> {
    let bits = ir::bits(element).filter(|bits| matches!(bits, 8 | 16 | 32 | 64 | 128));
    bits.map(i64::from).ok_or_else(|| ViewError::Element(element.to_string()))
}

/// `layout.recast`: where elements of another type lie.
pub(super) fn recast(layout: &AnyLayout, from: Type<'_>, to: Type<'_>) -> Result<AnyLayout, ViewError> {
    let (old, new) = (bits(from)?, bits(to)?);
    if let AnyLayout::Composed(composed) = layout
        && let Outer::Swizzle(swizzle) = composed.outer
        && swizzle.target_mask() & ((new / old).max(1) - 1) != 0
    {
        let (to, layout, factor) = (to.to_string(), layout.named(), new / old);
        return Err(ViewError::Swizzled { to, layout, factor });
    }
    let made = recast_layout(layout, old, new)?;
    // What there was in bits there must be: no element takes what lies between those of the memref.
    let all = |layout: &AnyLayout, bits: i64| -> Result<Expr, ViewError> {
        Ok(layout.size()?.mul(&bits.into()).map_err(LayoutError::from)?)
    };
    if all(layout, old)? != all(&made, new)? {
        let factor = (new / old).max(1);
        let (to, layout, recast) = (to.to_string(), layout.named(), made.to_string());
        return Err(ViewError::Apart { to, layout, recast, factor });
    }
    let (before, after) = (layout.domain().modes(), made.domain().modes());
    let mut changed = 0;
    for (before, after) in before.iter().zip(&after) {
        let sizes = [before, after].map(Layout::size);
        let [before, after] = sizes.map(|size| size.map_err(LayoutError::from));
        changed += usize::from(before? != after?);
    }
    if changed > 1 {
        let (to, layout, recast) = (to.to_string(), layout.named(), made.to_string());
        return Err(ViewError::Across { to, layout, recast });
    }
    Ok(made)
}
