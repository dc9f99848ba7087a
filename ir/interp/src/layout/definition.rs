//! The operations on layouts, as the dialect defines them.

use std::sync::Arc;

use super::function::{Function, Outer};
use super::mode::{Coord, Mode, Reach};
use crate::stop::Stop;

/// A tile of static layouts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tile {
    /// One layout for the layout as a whole.
    Whole(Mode),
    /// One for each mode; `None` keeps the mode.
    Modes(Vec<Option<Mode>>),
}

/// The attributes of an operation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    pub tile: Option<Tile>,
    pub range: Option<i64>,
    pub modes: Vec<i64>,
    pub shape: Option<Vec<i64>>,
    pub order: Option<Vec<i64>>,
}

/// The result of the operation `op` (its name without the dialect) on layouts.
///
/// # Errors
/// [`Stop::Unsupported`] where the definition is not computable.
pub(crate) fn define(op: &str, operands: &[Arc<Function>], given: &Given) -> Result<Function, Stop> {
    let unknown = || Stop::unsupported(format!("layout.{op} of these operands"));
    let (a, b) = match operands {
        [a] => (a, None),
        [a, b] => (a, Some(b)),
        _ => return Err(unknown()),
    };
    match (op, b, given.tile.as_ref()) {
        ("cast", None, None) => Ok((**a).clone()),
        ("coalesce", None, None) => Ok(Function::OfInteger(a.clone())),
        ("flatten", None, None) => Ok(match &**a {
            Function::Strided(mode, outer) => Function::Strided(mode.flatten(), outer.clone()),
            _ => Function::OfInteger(a.clone()),
        }),
        ("right_inverse", None, None) => Ok(Function::RightInverse(a.clone())),
        ("left_inverse", None, None) => Ok(Function::LeftInverse(a.clone())),
        ("complement", whole, None) => {
            let range = match (whole, given.range) {
                (Some(whole), None) => whole.size()?.ok_or_else(unknown)?,
                (None, range) => range.unwrap_or(1).into(),
                _ => return Err(unknown()),
            };
            let rest = plain(a)?.complement(range).ok_or_else(unknown)?;
            Ok(Function::OfInteger(Function::Strided(rest, Vec::new()).into()))
        }
        ("composition", Some(b), None) => Ok(Function::Compose { outer: a.clone(), inner: b.clone() }),
        ("composition", None, Some(Tile::Whole(b))) => Ok(compose(a, b.clone())),
        ("composition", None, Some(Tile::Modes(tiles))) => {
            Ok(Function::ByMode { outer: a.clone(), inner: tiles.clone() })
        }
        ("logical_divide" | "zipped_divide", Some(b), None) => Ok(compose(a, divided(a, plain(b)?)?)),
        ("logical_divide" | "zipped_divide", None, Some(Tile::Whole(b))) => Ok(compose(a, divided(a, b)?)),
        ("logical_divide" | "zipped_divide", None, Some(Tile::Modes(tiles))) => {
            let inner = divided_by_mode(a, tiles)?;
            let outer = a.clone();
            Ok(if op == "zipped_divide" {
                Function::Zipped { outer, inner }
            } else {
                Function::ByMode { outer, inner }
            })
        }
        // How the rest nests, and so how many modes are spread, the definition does not tell.
        ("tiled_divide", Some(b), None) => Ok(Function::OfInteger(compose(a, divided(a, plain(b)?)?).into())),
        ("tiled_divide", None, Some(Tile::Whole(b))) => {
            Ok(Function::OfInteger(compose(a, divided(a, b)?).into()))
        }
        ("tiled_divide", None, Some(Tile::Modes(tiles))) => {
            let zipped = Function::Zipped { outer: a.clone(), inner: divided_by_mode(a, tiles)? };
            Ok(Function::Tiled(zipped.into()))
        }
        ("logical_product", Some(b), None) => product(plain(a)?, plain(b)?),
        ("logical_product", None, Some(Tile::Whole(b))) => product(plain(a)?, b),
        ("logical_product", None, Some(Tile::Modes(tiles))) => {
            let Mode::Tuple(modes) = plain(a)? else { return Err(unknown()) };
            let each =
                modes.iter().enumerate().map(|(k, mode)| match tiles.get(k).and_then(Option::as_ref) {
                    Some(tile) => product(mode, tile),
                    None => Ok(Function::Strided(mode.clone(), Vec::new())),
                });
            Ok(Function::Modes(each.collect::<Result<_, _>>()?))
        }
        ("blocked_product", Some(b), None) => paired(a, plain(b)?, false),
        ("raked_product", Some(b), None) => paired(a, plain(b)?, true),
        ("select", None, None) => {
            let (mode, outer) = strided(a)?;
            let modes = match mode {
                Mode::Leaf { .. } => std::slice::from_ref(mode),
                Mode::Tuple(modes) => modes,
            };
            let chosen = given.modes.iter().map(|k| modes.get(usize::try_from(*k).ok()?).cloned());
            let chosen: Option<Vec<Mode>> = chosen.collect();
            Ok(Function::Strided(Mode::Tuple(chosen.ok_or_else(unknown)?), outer.to_vec()))
        }
        ("coordinate", None, None) => {
            let domain = Mode::Tuple(a.domain()?);
            // A layout of one integer has a domain of one mode.
            let shape = match (&domain, &**a) {
                (Mode::Tuple(modes), Function::Strided(Mode::Leaf { .. }, _)) => modes[0].clone(),
                _ => domain,
            };
            let mut fast = 1i128;
            let along = along(&shape, Some(&given.modes), &mut fast).ok_or_else(unknown)?;
            Ok(Function::Strided(along, Vec::new()))
        }
        ("tile_to_shape", whole, None) => {
            let shape: Option<Vec<i128>> = match (whole, &given.shape) {
                (Some(whole), None) => whole.domain()?.iter().map(Mode::size).collect(),
                (None, Some(shape)) => Some(shape.iter().map(|n| i128::from(*n)).collect()),
                _ => None,
            };
            let (block, _) = strided(a)?;
            let grid = grid(block, &shape.ok_or_else(unknown)?, given.order.as_deref());
            paired(a, &grid.ok_or_else(unknown)?, false)
        }
        _ => Err(unknown()),
    }
}

/// The sizes of `shape`, each with the stride that counts the mode at the path: `fast` is the next;
/// 0 off the path, which is `None`.
fn along(shape: &Mode, path: Option<&[i64]>, fast: &mut i128) -> Option<Mode> {
    match shape {
        Mode::Leaf { size, .. } => {
            let on = path.is_some_and(|path| path.iter().all(|k| *k == 0));
            let stride = if on { *fast } else { 0 };
            if on {
                *fast = fast.checked_mul(*size)?;
            }
            Some(Mode::Leaf { size: *size, stride })
        }
        Mode::Tuple(modes) => {
            let step = |(k, mode): (i64, &Mode)| match path {
                Some([first, rest @ ..]) => along(mode, (*first == k).then_some(rest), fast),
                path => along(mode, path, fast),
            };
            Some(Mode::Tuple((0..).zip(modes).map(step).collect::<Option<_>>()?))
        }
    }
}

/// Whether a coordinate of the covering divide is one of `a`; `None` is poison: of a coordinate
/// that the tiles do not cover either.
///
/// # Errors
/// As [`define`].
pub(crate) fn in_bounds(divided: &Function, coord: &Coord) -> Result<Option<bool>, Stop> {
    // The definition takes the coordinate that tile and rest lead to, and the layout has an index
    // of its own coordinates only.
    if divided.index(coord, Reach::Domain)?.is_some() {
        return Ok(Some(true));
    }
    let covered = Mode::Tuple(divided.domain()?).index(coord, Reach::Domain).is_some();
    Ok(covered.then_some(false))
}

fn strided(function: &Function) -> Result<(&Mode, &[Outer]), Stop> {
    match function {
        Function::Strided(mode, outer) => Ok((mode, outer)),
        _ => Err(Stop::unsupported("an operation on a layout whose modes are not known")),
    }
}

/// `((a0,b0),(a1,b1),…) ↦ A(a) + A*(B(b))`, the pairs the other way round if `raked`; what A is
/// behind is applied to the sum. The one with fewer modes has further modes of size 1.
fn paired(a: &Arc<Function>, b: &Mode, raked: bool) -> Result<Function, Stop> {
    let (a, outer) = strided(a)?;
    let Function::Modes(parts) = product(a, b)? else {
        return Err(Stop::unsupported("a product of no pair"));
    };
    let [_, places] =
        <[Function; 2]>::try_from(parts).map_err(|_| Stop::unsupported("a product of no pair"))?;
    let (tile, places) = (Arc::new(Function::Strided(a.clone(), Vec::new())), Arc::new(places));
    let (first, second) = if raked { (places, tile) } else { (tile, places) };
    Ok(Function::Paired { first, second, outer: outer.to_vec() })
}

/// How often the block lies along each mode of the shape, each mode counted as fast as its number
/// in the order is small; `None` if the block does not divide the shape.
fn grid(block: &Mode, shape: &[i128], order: Option<&[i64]>) -> Option<Mode> {
    let sizes: Vec<i128> = match block {
        Mode::Leaf { size, .. } => vec![*size],
        Mode::Tuple(modes) => modes.iter().map(Mode::size).collect::<Option<_>>()?,
    };
    let counts: Option<Vec<i128>> = (0..shape.len().max(sizes.len()))
        .map(|k| {
            let (whole, part) = (*shape.get(k)?, sizes.get(k).copied().unwrap_or(1));
            (whole % part == 0).then_some(whole / part)
        })
        .collect();
    let counts = counts?;
    let place = |k: usize| order.map_or(Some(i64::try_from(k).ok()?), |order| order.get(k).copied());
    let modes = (0..counts.len()).map(|k| {
        let slower = |other: &usize| place(*other) < place(k);
        let stride = (0..counts.len()).filter(slower).try_fold(1i128, |s, j| s.checked_mul(counts[j]))?;
        place(k).map(|_| Mode::Leaf { size: counts[k], stride })
    });
    Some(Mode::Tuple(modes.collect::<Option<_>>()?))
}

fn compose(outer: &Arc<Function>, inner: Mode) -> Function {
    Function::Compose { outer: outer.clone(), inner: Arc::new(Function::Strided(inner, Vec::new())) }
}

fn plain(function: &Function) -> Result<&Mode, Stop> {
    match function {
        Function::Strided(mode, outer) if outer.is_empty() => Ok(mode),
        _ => Err(Stop::unsupported("an operation on a layout that is not plain")),
    }
}

/// `(B, B*)` with `B*` the complement of B in the size of A: a divide is A composed
/// with it.
fn divided(a: &Function, b: &Mode) -> Result<Mode, Stop> {
    let whole = a.size()?;
    let rest = whole.and_then(|size| b.complement(size));
    let rest = rest.ok_or_else(|| Stop::unsupported("a divide whose tile has no complement"))?;
    Ok(Mode::Tuple(vec![b.clone(), rest]))
}

fn divided_by_mode(a: &Function, tiles: &[Option<Mode>]) -> Result<Vec<Option<Mode>>, Stop> {
    let modes = a.domain()?;
    let divide = |(tile, mode): (&Option<Mode>, &Mode)| match tile {
        Some(tile) => divided(&Function::Strided(mode.clone(), Vec::new()), tile).map(Some),
        None => Ok(None),
    };
    tiles.iter().zip(&modes).map(divide).collect()
}

/// `(A, A* ∘ B)` with `A*` the complement of A in the size of A times the cosize of B.
fn product(a: &Mode, b: &Mode) -> Result<Function, Stop> {
    let range = a.size().zip(b.cosize()).and_then(|(size, cosize)| size.checked_mul(cosize));
    let rest = range.and_then(|range| a.complement(range));
    let rest = rest.ok_or_else(|| Stop::unsupported("a product of a layout without complement"))?;
    let copies = compose(&Function::Strided(rest, Vec::new()).into(), b.clone());
    Ok(Function::Modes(vec![Function::Strided(a.clone(), Vec::new()), copies]))
}

/// Whether `candidate` is a result of `op` on the operands, by the law that defines
/// it: tried on all integers below its size, or on `samples` of them.
///
/// # Errors
/// As [`define`].
pub(crate) fn satisfies(
    op: &str,
    operands: &[Arc<Function>],
    given: &Given,
    candidate: &Function,
    samples: i128,
) -> Result<bool, Stop> {
    use Reach::{Domain, Everywhere};
    let Some(size) = candidate.size()? else { return Ok(false) };
    let at = |f: &Function, i: i128, reach| f.index(&Coord::Int(i), reach);
    let points = points(size, samples);
    match (op, operands) {
        ("right_inverse", [a]) => all(&points, |i| match at(candidate, i, Domain)? {
            Some(x) => Ok(at(a, x, Everywhere)? == Some(i)),
            None => Ok(false),
        }),
        ("left_inverse", [a]) => {
            let Some(size) = a.size()? else { return Ok(false) };
            all(&self::points(size, samples), |i| match at(a, i, Domain)? {
                Some(x) => Ok(at(candidate, x, Everywhere)? == Some(i)),
                None => Ok(false),
            })
        }
        _ => {
            let wanted = define(op, operands, given)?;
            if wanted.size()? != Some(size) || !agree(&wanted.domain()?, &candidate.domain()?) {
                return Ok(false);
            }
            all(&points, |i| match at(&wanted, i, Domain)? {
                Some(index) => Ok(at(candidate, i, Domain)? == Some(index)),
                None => Ok(true),
            })
        }
    }
}

/// Whether shapes are the same as far as both nest alike: `(3,5)` and `(5,3)` have the same
/// integers for coordinates, and are not the same layout.
fn agree(a: &[Mode], b: &[Mode]) -> bool {
    a.len() != b.len()
        || a.iter().zip(b).all(|(a, b)| {
            a.size() == b.size()
                && match (a, b) {
                    (Mode::Tuple(a), Mode::Tuple(b)) => agree(a, b),
                    _ => true,
                }
        })
}

fn all(points: &[i128], mut holds: impl FnMut(i128) -> Result<bool, Stop>) -> Result<bool, Stop> {
    for point in points {
        if !holds(*point)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// All integers below `size`, or about `samples` of them, both ends among them.
fn points(size: i128, samples: i128) -> Vec<i128> {
    if size <= samples {
        return (0..size).collect();
    }
    let spread = (0..samples / 2).map(|k| k * (size - 1) / (samples / 2 - 1).max(1));
    (0..samples / 2).chain(spread).collect()
}
