//! [`Function`]: what a layout computes, built up as its operations define it.

use std::fmt;
use std::sync::Arc;

use super::mode::{Coord, Mode, Reach};
use crate::stop::Stop;

/// Most coordinates that an inverse is searched in.
const SEARCH: i128 = 1 << 14;

/// A function from coordinates to indices.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Function {
    /// Shape and strides, then each outer function in turn.
    Strided(Mode, Vec<Outer>),
    /// `c ↦ outer(inner(c))`.
    Compose { outer: Arc<Function>, inner: Arc<Function> },
    /// One layout before each leading mode of another: `(c0, c1, …) ↦ outer(i0(c0), i1(c1), …)`.
    /// Modes without one stay as they are.
    ByMode { outer: Arc<Function>, inner: Vec<Option<Mode>> },
    /// [`Function::ByMode`] of pairs `(tile, rest)`, at coordinates `((tile…), (rest…))`.
    Zipped { outer: Arc<Function>, inner: Vec<Option<Mode>> },
    /// [`Function::Zipped`] at coordinates `((tile…), rest0, rest1, …)`.
    Tiled(Arc<Function>),
    /// The sum of one function each mode.
    Modes(Vec<Function>),
    /// `((f0,s0),(f1,s1),…) ↦ outer(first(f0,f1,…) + second(s0,s1,…))`; the one with fewer modes
    /// has further ones of size 1.
    Paired { first: Arc<Function>, second: Arc<Function>, outer: Vec<Outer> },
    /// The function of an integer alone, because its nesting is not known.
    OfInteger(Arc<Function>),
    /// The `x` with `of(x) = i`.
    RightInverse(Arc<Function>),
    /// The same, but other integers than values of `of` are in the domain too.
    LeftInverse(Arc<Function>),
}

/// What is applied to the index of shape and strides.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outer {
    /// `x ⊕ ((x ∧ mask) ≫ shift)`; a negative shift moves up.
    Swizzle { mask: i128, shift: i32 },
    /// `x + offset`.
    Offset(i128),
    /// The layout's value at `x`.
    Layout(Mode),
}

impl Outer {
    fn apply(&self, x: i128) -> Option<i128> {
        match self {
            Self::Swizzle { mask, shift } => {
                let field = x & mask;
                Some(x ^ if *shift >= 0 { field >> shift } else { field << -shift })
            }
            Self::Offset(offset) => x.checked_add(*offset),
            Self::Layout(layout) => layout.index(&Coord::Int(x), Reach::Everywhere),
        }
    }
}

impl Function {
    /// The index of a coordinate; `None` is poison: of a coordinate outside the domain,
    /// also in the middle of a composition. (An operation whose result needs more of a
    /// known layout is refused by the dialect; of an unknown one, the user promises it.)
    ///
    /// # Errors
    /// [`Stop::Unsupported`] where the definition of the operation does not tell.
    pub fn index(&self, coord: &Coord, reach: Reach) -> Result<Option<i128>, Stop> {
        match self {
            Self::Strided(mode, outer) => {
                Ok(mode.index(coord, reach).and_then(|index| outer.iter().try_fold(index, |x, o| o.apply(x))))
            }
            Self::Compose { outer, inner } => match inner.index(coord, reach)? {
                Some(i) => outer.index(&Coord::Int(i), reach),
                None => Ok(None),
            },
            Self::ByMode { outer, inner } => {
                let shape = self.domain()?;
                let Some(parts) = parts(&shape, coord, reach) else { return Ok(None) };
                by_mode(outer, inner, &parts, &shape, reach)
            }
            Self::Zipped { outer, inner } => {
                let (tiles, rests) = tile_and_rest(outer, inner)?;
                let both = [Mode::Tuple(tiles.clone()), Mode::Tuple(rests.clone())];
                let Some(pair) = parts(&both, coord, reach) else { return Ok(None) };
                let (Some(tile), Some(rest)) =
                    (parts(&tiles, &pair[0], reach), parts(&rests, &pair[1], reach))
                else {
                    return Ok(None);
                };
                let pairs = tile.into_iter().zip(&rest).map(|(t, r)| Coord::Tuple(vec![t, r.clone()]));
                let all: Vec<Coord> = pairs.chain(rest[inner.len()..].iter().cloned()).collect();
                let shape = Self::ByMode { outer: outer.clone(), inner: inner.clone() }.domain()?;
                by_mode(outer, inner, &all, &shape, reach)
            }
            Self::Tiled(zipped) => {
                let Coord::Tuple(modes) = coord else { return zipped.index(coord, reach) };
                let Some((tile, rests)) = modes.split_first() else { return Ok(None) };
                let pair = vec![tile.clone(), Coord::Tuple(rests.to_vec())];
                zipped.index(&Coord::Tuple(pair), reach)
            }
            Self::Modes(functions) => {
                let Some(parts) = parts(&self.domain()?, coord, reach) else { return Ok(None) };
                let mut sum = Some(0i128);
                for (function, part) in functions.iter().zip(&parts) {
                    let term = function.index(part, reach)?;
                    sum = sum.zip(term).and_then(|(s, t)| s.checked_add(t));
                }
                Ok(sum)
            }
            Self::Paired { first, second, outer } => {
                let Some(pairs) = parts(&self.domain()?, coord, reach) else { return Ok(None) };
                let mut sides = [first, second].map(|side| (side, Vec::new()));
                for (mode, pair) in self.domain()?.iter().zip(&pairs) {
                    let Mode::Tuple(both) = mode else { return Ok(None) };
                    let Some(both) = parts(both, pair, reach) else { return Ok(None) };
                    for ((_, coords), part) in sides.iter_mut().zip(both) {
                        coords.push(part);
                    }
                }
                let mut sum = Some(0i128);
                for (side, mut coords) in sides {
                    // What is past the modes of a side counts to 1.
                    let beyond = coords.split_off(side.domain()?.len().min(coords.len()));
                    let coord = match (coords.len(), side.is_tuple_of_one(), coords.pop()) {
                        (1, false, Some(only)) => only,
                        (_, _, last) => {
                            coords.extend(last);
                            Coord::Tuple(coords)
                        }
                    };
                    let unit = Mode::Leaf { size: 1, stride: 0 };
                    if reach == Reach::Domain && beyond.iter().any(|c| unit.index(c, reach).is_none()) {
                        return Ok(None);
                    }
                    sum = sum.zip(side.index(&coord, reach)?).and_then(|(s, t)| s.checked_add(t));
                }
                Ok(sum.and_then(|sum| outer.iter().try_fold(sum, |x, o| o.apply(x))))
            }
            Self::OfInteger(function) => function.index(&integer(coord)?, reach),
            Self::RightInverse(of) | Self::LeftInverse(of) => {
                let Coord::Int(value) = integer(coord)? else { return Ok(None) };
                match preimage(of, value)? {
                    None if matches!(self, Self::LeftInverse(_)) => {
                        Err(Stop::unsupported("a left inverse of what is no value"))
                    }
                    found => Ok(found),
                }
            }
        }
    }

    /// The modes of the domain, of which only sizes count.
    ///
    /// # Errors
    /// [`Stop::Unsupported`] if they are not known.
    pub fn domain(&self) -> Result<Vec<Mode>, Stop> {
        match self {
            Self::Compose { inner, .. } => inner.domain(),
            Self::Strided(mode, _) => Ok(match mode {
                Mode::Leaf { .. } => vec![mode.clone()],
                Mode::Tuple(modes) => modes.clone(),
            }),
            Self::ByMode { outer, inner } => {
                let mut modes = outer.domain()?;
                if inner.len() > modes.len() {
                    return Err(Stop::unsupported("a tile of more modes than the layout"));
                }
                for (mode, inner) in modes.iter_mut().zip(inner) {
                    if let Some(inner) = inner {
                        *mode = inner.clone();
                    }
                }
                Ok(modes)
            }
            Self::Zipped { outer, inner } => {
                let (tiles, rests) = tile_and_rest(outer, inner)?;
                Ok(vec![Mode::Tuple(tiles), Mode::Tuple(rests)])
            }
            Self::Tiled(zipped) => {
                let (mut modes, mut rests) = (zipped.domain()?, Vec::new());
                if let Some(Mode::Tuple(spread)) = modes.pop() {
                    rests = spread;
                }
                modes.append(&mut rests);
                Ok(modes)
            }
            Self::Modes(functions) => functions
                .iter()
                .map(|f| f.domain().map(|d| if d.len() == 1 { d[0].clone() } else { Mode::Tuple(d) }))
                .collect(),
            Self::Paired { first, second, .. } => {
                let unit = || Mode::Leaf { size: 1, stride: 0 };
                let (first, second) = (first.domain()?, second.domain()?);
                let rank = first.len().max(second.len());
                let pad = |modes: Vec<Mode>| modes.into_iter().chain(std::iter::repeat_with(unit)).take(rank);
                Ok(pad(first).zip(pad(second)).map(|(f, s)| Mode::Tuple(vec![f, s])).collect())
            }
            Self::OfInteger(function) => {
                // One mode of so many coordinates stands for those that are not known.
                let size = Mode::Tuple(function.domain()?).size();
                let size = size.ok_or_else(|| Stop::unsupported("a size past 127 bits"))?;
                Ok(vec![Mode::Leaf { size, stride: 1 }])
            }
            Self::RightInverse(_) | Self::LeftInverse(_) => Err(Stop::unsupported("the size of an inverse")),
        }
    }

    /// Whether coordinates are tuples of one mode: then `(i)` is no integer.
    pub fn is_tuple_of_one(&self) -> bool {
        match self {
            Self::Strided(mode, _) => matches!(mode, Mode::Tuple(modes) if modes.len() == 1),
            Self::Compose { inner, .. } => inner.is_tuple_of_one(),
            Self::ByMode { outer, .. } => outer.is_tuple_of_one(),
            _ => false,
        }
    }

    /// The number of coordinates; `None` past 127 bits.
    ///
    /// # Errors
    /// As [`Function::domain`].
    pub fn size(&self) -> Result<Option<i128>, Stop> {
        Ok(Mode::Tuple(self.domain()?).size())
    }

    /// One more than the largest index (of plain strides as CuTe counts it, by their
    /// magnitude); `None` past 127 bits.
    ///
    /// # Errors
    /// [`Stop::Unsupported`] for large layouts with outer functions.
    pub fn cosize(&self) -> Result<Option<i128>, Stop> {
        if let Self::Strided(mode, outer) = self
            && outer.is_empty()
        {
            return Ok(mode.cosize());
        }
        let size = self.size()?.filter(|size| *size <= SEARCH);
        let size = size.ok_or_else(|| Stop::unsupported("the cosize of a large layout that is not plain"))?;
        let mut largest = 0;
        for i in 0..size {
            match self.index(&Coord::Int(i), Reach::Domain)? {
                Some(index) => largest = largest.max(index),
                None => return Ok(None),
            }
        }
        Ok(Some(largest + 1))
    }
}

/// One coordinate for each of the modes.
fn parts(modes: &[Mode], coord: &Coord, reach: Reach) -> Option<Vec<Coord>> {
    match coord {
        Coord::Int(i) => Some(Mode::split(modes, *i, reach)?.into_iter().map(Coord::Int).collect()),
        Coord::Tuple(parts) => (parts.len() == modes.len()).then(|| parts.clone()),
    }
}

/// `outer` at the values of `inner`; a mode without an inner layout has the domain
/// of `shape`.
fn by_mode(
    outer: &Function,
    inner: &[Option<Mode>],
    coords: &[Coord],
    shape: &[Mode],
    reach: Reach,
) -> Result<Option<i128>, Stop> {
    let mut at = Vec::with_capacity(coords.len());
    for (k, coord) in coords.iter().enumerate() {
        match inner.get(k).and_then(Option::as_ref) {
            Some(layout) => match layout.index(coord, reach) {
                Some(i) => at.push(Coord::Int(i)),
                None => return Ok(None),
            },
            None if shape.get(k).and_then(|m| m.index(coord, reach)).is_none() => return Ok(None),
            None => at.push(coord.clone()),
        }
    }
    // A layout of one integer takes one: the nesting of its coordinate is gone.
    let coord = match (outer.domain()?.len(), outer.is_tuple_of_one(), at.pop()) {
        (1, false, Some(only)) if at.is_empty() => only,
        (_, _, Some(last)) => {
            at.push(last);
            Coord::Tuple(at)
        }
        (_, _, None) => Coord::Tuple(at),
    };
    outer.index(&coord, reach)
}

/// The modes of a zipped divide: the tiles, and the rests with what has no tile.
fn tile_and_rest(outer: &Function, inner: &[Option<Mode>]) -> Result<(Vec<Mode>, Vec<Mode>), Stop> {
    let (mut tiles, mut rests) = (Vec::new(), Vec::new());
    for mode in inner {
        match mode {
            Some(Mode::Tuple(pair)) if pair.len() == 2 => {
                tiles.push(pair[0].clone());
                rests.push(pair[1].clone());
            }
            _ => return Err(Stop::unsupported("a zipped divide that leaves a mode alone")),
        }
    }
    rests.extend(outer.domain()?.into_iter().skip(inner.len()));
    Ok((tiles, rests))
}

fn integer(coord: &Coord) -> Result<Coord, Stop> {
    match coord {
        Coord::Int(_) => Ok(coord.clone()),
        Coord::Tuple(_) => Err(Stop::unsupported("a coordinate of modes that are not known")),
    }
}

/// The one coordinate with the value, if there is one.
fn preimage(of: &Function, value: i128) -> Result<Option<i128>, Stop> {
    let size = of.size()?.filter(|size| *size <= SEARCH);
    let size = size.ok_or_else(|| Stop::unsupported("an inverse of a large layout"))?;
    let mut found = None;
    for x in 0..size {
        if of.index(&Coord::Int(x), Reach::Domain)? == Some(value) && found.replace(x).is_some() {
            return Err(Stop::unsupported("an inverse of a layout that takes a value twice"));
        }
    }
    Ok(found)
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Strided(mode, outer) if outer.is_empty() => mode.fmt(f),
            other => write!(f, "{other:?}"),
        }
    }
}
