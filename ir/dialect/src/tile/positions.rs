//! Operations that rename positions, or compute them: shapes, and the encodings that the
//! relation leads to.

use layout_mlir::ir;
use layout_tile::{Side, Tv};
use melior::ir::{OperationRef, Value};

use super::r#type::extents;
use super::{Tile, TileError, attribute, relation_of};

/// A value that ODS has as a tile.
pub(super) fn tile<'c>(value: Option<Value<'c, '_>>) -> Result<Tile<'c>, TileError> {
    value.and_then(Tile::of).ok_or(TileError::NoTile)
}

/// `dim`, if it is one of `count`.
///
/// # Errors
/// [`TileError::Dimension`].
pub(super) fn dimension(op: OperationRef<'_, '_>, count: usize) -> Result<usize, TileError> {
    let dim = attribute(op, "dim").and_then(ir::integer).unwrap_or(-1);
    let known = usize::try_from(dim).ok().filter(|d| *d < count);
    known.ok_or(TileError::Dimension { dim, count })
}

/// `layout.broadcast`, `expand_dims`, `transpose`, `reshape` and `convert`.
///
/// # Errors
/// [`TileError`].
pub(super) fn verify(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    let name = ir::name(op);
    let (from, to) = (tile(ir::operand(op, 0))?, tile(ir::result(op))?);
    if from.element != to.element {
        let (have, want) = (to.element.to_string(), from.element.to_string());
        return Err(TileError::Element { what: "result", have, want });
    }
    let expected = match name {
        "layout.broadcast" | "layout.expand_dims" => {
            let dim = dimension(op, from.shape.len() + 1)?;
            let extent = if name == "layout.expand_dims" { Some(1) } else { to.shape.get(dim).copied() };
            let mut shape = from.shape.clone();
            shape.insert(dim, extent.unwrap_or(1));
            shape
        }
        "layout.convert" => from.shape.clone(),
        "layout.transpose" => {
            let order = attribute(op, "permutation").map(ir::integers).unwrap_or_default();
            permuted(&from.shape, &order).ok_or_else(|| {
                let order = order.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
                TileError::Permutation { order, shape: from.extents(), rank: from.shape.len() }
            })?
        }
        _ => {
            let [have, need] = [&to, &from].map(|tile| tile.shape.iter().product::<i64>());
            if have != need {
                let [from, to] = [&from, &to].map(Tile::extents);
                return Err(TileError::Elements { from, to, have, need });
            }
            to.shape.clone()
        }
    };
    if expected != to.shape {
        return Err(TileError::Shape { what: "result", have: to.extents(), want: extents(&expected) });
    }
    if name == "layout.convert" { Ok(()) } else { verify_encodings(op) }
}

/// The shape behind a permutation; `None` if it is none.
fn permuted(shape: &[i64], order: &[i64]) -> Option<Vec<i64>> {
    let mut named = order.to_vec();
    named.sort_unstable();
    let all = named.into_iter().eq(0..shape.len() as i64);
    all.then(|| order.iter().filter_map(|d| shape.get(usize::try_from(*d).ok()?).copied()).collect())
}

/// Checks that along each edge the encodings follow from each other, where both are known.
///
/// # Errors
/// [`TileError::Encoding`], with the encoding that does; [`TileError::Relation`] if none does.
pub(super) fn verify_encodings(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    let encoding = |value: Option<Value<'_, '_>>| Tile::of(value?)?.encoding.cloned();
    let results = ir::results(op);
    let known = |operand, result: usize| {
        Some((encoding(ir::operand(op, operand))?, encoding(results.get(result).copied())?))
    };
    if (0..results.len()).all(|i| known(i, i).is_none()) {
        return Ok(());
    }
    for edge in relation_of(op)? {
        let Some((from, to)) = known(edge.operand, edge.result) else { continue };
        let (side, have, want): (_, Tv, Tv) = match edge.relation.from() {
            Side::Operand => ("result", to, edge.relation.result_encoding(&from)?),
            Side::Result => ("operand", from, edge.relation.operand_encoding(&to)?),
        };
        if have != want {
            return Err(TileError::Encoding { side, number: edge.result, have, want });
        }
    }
    Ok(())
}

/// `layout.iota`.
///
/// # Errors
/// [`TileError`].
pub(super) fn verify_iota(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    let result = tile(ir::result(op))?;
    let dim = dimension(op, result.shape.len())?;
    if ir::scalar(result.element).is_none() {
        return Err(TileError::Coordinates(result.element.to_string()));
    }
    let (extent, bits) = (result.shape[dim], result.bits());
    if bits < 63 && extent > 1 << bits {
        return Err(TileError::TooFar { dim, extent, element: result.element.to_string() });
    }
    Ok(())
}
