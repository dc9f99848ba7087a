//! `layout.reduce`: what combines elements, and what becomes of the tiles.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, TypeLike, Value, ValueLike};

use super::positions::{dimension, tile, verify_encodings};
use super::r#type::extents;
use super::{Kind, Tile, TileError, attribute};

/// # Errors
/// [`TileError`].
pub(super) fn verify(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    let tiles = (0..op.operand_count()).map(|i| tile(ir::operand(op, i))).collect::<Result<Vec<_>, _>>()?;
    let results = ir::results(op);
    let Some(first) = tiles.first() else { return Err(TileError::NothingToReduce) };
    if tiles.len() != results.len() {
        return Err(TileError::Results { tiles: tiles.len(), results: results.len() });
    }
    let gone = dimension(op, first.shape.len())?;
    let mut kept = first.shape.clone();
    kept.remove(gone);
    for (number, (tile, result)) in tiles.iter().zip(&results).enumerate() {
        if tile.shape != first.shape {
            let (have, want) = (tile.extents(), first.extents());
            return Err(TileError::OperandShape { number, have, want });
        }
        if tile.encoding != first.encoding {
            let text = |t: &Tile<'_>| t.encoding.map_or("none".into(), |tv| format!("#layout.{tv}"));
            let (have, want) = (text(tile), text(first));
            return Err(TileError::OperandEncoding { number, have, want });
        }
        verify_result(tile, *result, &kept)?;
    }
    match (attribute(op, "kind").and_then(ir::text), ir::blocks(op).is_empty()) {
        (Some(kind), true) => verify_kind(&kind, &tiles)?,
        (None, false) => verify_region(op, &tiles)?,
        _ => return Err(TileError::KindOrRegion),
    }
    verify_encodings(op)
}

/// A result is a scalar or a tile of what is left, of the same elements.
fn verify_result(tile: &Tile<'_>, result: Value<'_, '_>, kept: &[i64]) -> Result<(), TileError> {
    let (element, shape) = match Tile::of(result) {
        Some(Tile { shape, element, .. }) => (element, Some(shape)),
        None => (result.r#type(), None),
    };
    if element != tile.element {
        let (have, want) = (element.to_string(), tile.element.to_string());
        return Err(TileError::Element { what: "result", have, want });
    }
    let want = (!kept.is_empty()).then(|| kept.to_vec());
    if shape != want {
        let text = |shape: Option<Vec<i64>>| shape.map_or("a scalar".into(), |s| extents(&s));
        return Err(TileError::Shape { what: "result", have: text(shape), want: text(want) });
    }
    Ok(())
}

fn verify_kind(name: &str, tiles: &[Tile<'_>]) -> Result<(), TileError> {
    let kind = Kind::named(name).ok_or_else(|| TileError::Kind { kind: name.into() })?;
    let [tile] = tiles else { return Err(TileError::KindOfMany { kind: kind.name(), tiles: tiles.len() }) };
    if kind.takes(tile.element) {
        return Ok(());
    }
    let takes = if kind.is_float() { "floats" } else { "integers and index" };
    Err(TileError::KindOf { kind: kind.name(), takes, element: tile.element.to_string() })
}

/// The region takes an element of each tile twice, yields one of each, and only computes.
fn verify_region(op: OperationRef<'_, '_>, tiles: &[Tile<'_>]) -> Result<(), TileError> {
    let elements: Vec<Type<'_>> = tiles.iter().map(|tile| tile.element).collect();
    let texts = |types: &[Type<'_>]| types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ");
    let [block] = ir::blocks(op)[..] else { return Err(TileError::KindOrRegion) };
    let arguments: Vec<_> = ir::arguments(block).iter().map(ValueLike::r#type).collect();
    let want = [&elements[..], &elements[..]].concat();
    if arguments != want {
        return Err(TileError::RegionTakes { have: texts(&arguments), want: texts(&want) });
    }
    let inside = ir::nested(op);
    // Operations of the block itself come last in it.
    let last = inside.iter().rev().find(|inner| inner.block() == Some(block)).copied();
    let last = last.filter(|last| ir::name(*last) == "layout.yield").ok_or(TileError::NoYield)?;
    let yielded: Vec<_> = last.operands().map(|v| v.r#type()).collect();
    if yielded != elements {
        return Err(TileError::RegionYields { have: texts(&yielded), want: texts(&elements) });
    }
    for inner in inside.into_iter().skip(1) {
        let tiles = inner.operands().chain(ir::results(inner)).any(|v| v.r#type().is_ranked_tensor());
        if tiles || ir::effects(inner) != ir::Effects::None {
            return Err(TileError::InRegion(ir::name(inner).into()));
        }
    }
    Ok(())
}
