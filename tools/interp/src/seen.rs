//! [`Seen`]: a memref whose coordinates are those of another one.

use std::rc::Rc;

use crate::read::layout::{Bound, Tree};
use crate::value::View;

/// A memref whose coordinates are those of another one.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The other one.
    pub source: Rc<View>,
    /// The shapes of the dimensions, of which each may be a tuple of modes.
    pub shapes: Vec<Tree<i64>>,
    /// The same, nested as the type says: what a coordinate of a further view may name.
    pub nested: Vec<Tree<i64>>,
    /// How coordinates lead to the other's.
    pub step: Step,
}

/// From the coordinate of a view to that of the memref. In a dimension that is a tuple an integer
/// counts with the leftmost mode fastest.
#[derive(Clone, Debug)]
pub enum Step {
    /// Some of so many dimensions; the others are at 0.
    Select {
        /// Which.
        modes: Vec<usize>,
        /// Of how many.
        rank: usize,
    },
    /// The modes of dimensions of these shapes, each by itself.
    Flatten(Vec<Tree<i64>>),
    /// A layout of positions in dimensions of these shapes, the first fastest.
    Positions(Bound, Vec<Tree<i64>>),
    /// A layout in each dimension that has one.
    Tiles(Vec<Option<Bound>>),
    /// In each dimension a tile, and where its copies begin.
    Divided(Vec<(Option<Bound>, Option<Vec<i64>>)>),
    /// All tiles first, then where the copies begin; a dimension without a tile is among those.
    Zipped(Vec<(Option<Bound>, Option<Vec<i64>>)>),
    /// Integers where dimensions of these shapes are fixed.
    Slice(Vec<Tree<Option<i64>>>, Vec<Tree<i64>>),
    /// Elements of so many bytes.
    Recast {
        /// The dimension in which they lie together.
        along: usize,
        /// How many there are in an old one.
        narrow: i64,
        /// How many old ones there are in one.
        wide: i64,
        /// Bytes of one.
        bytes: i64,
    },
}

/// The number of coordinates of a shape.
pub fn size_of(shape: &Tree<i64>) -> i64 {
    shape.leaves().into_iter().product()
}

/// An integer taken apart by sizes, the first fastest.
fn digits(mut number: i64, sizes: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut out = Vec::new();
    for size in sizes {
        out.push(number % size.max(1));
        number /= size.max(1);
    }
    out
}

/// Integers put together by sizes, the first fastest.
fn together(digits: impl Iterator<Item = (i64, i64)>) -> i64 {
    let (mut sum, mut below) = (0, 1);
    for (digit, size) in digits {
        sum += digit * below;
        below *= size;
    }
    sum
}

impl Seen {
    /// The bytes at which the element of a coordinate begins.
    pub(crate) fn place(&self, at: &[i64]) -> Option<i64> {
        let (own, more) = self.step.back(at, &self.shapes)?;
        let source = &self.source;
        if source.contains(&own) { Some(source.place(&own)? + more) } else { None }
    }
}

impl Step {
    /// The memref's coordinate, and bytes behind where its element begins.
    fn back(&self, at: &[i64], shapes: &[Tree<i64>]) -> Option<(Vec<i64>, i64)> {
        let index = |layout: &Bound, at: i64| layout.index(&Tree::Leaf(at));
        let own = match self {
            Self::Select { modes, rank } => {
                let mut own = vec![0; *rank];
                modes.iter().zip(at).for_each(|(mode, i)| own[*mode] = *i);
                own
            }
            Self::Flatten(shapes) => {
                let mut rest = at.iter();
                let mut whole = |shape: &Tree<i64>| {
                    let leaves = shape.leaves().into_iter().copied();
                    let digits: Vec<_> =
                        leaves.map(|size| (rest.next().copied().unwrap_or(0), size)).collect();
                    together(digits.into_iter())
                };
                shapes.iter().map(&mut whole).collect()
            }
            Self::Positions(positions, shapes) => {
                let whole = Tree::Tuple(at.iter().map(|i| Tree::Leaf(*i)).collect());
                digits(positions.index(&whole)?, shapes.iter().map(size_of))
            }
            Self::Tiles(tiles) => {
                let each = at.iter().zip(tiles).map(|(i, t)| t.as_ref().map_or(Some(*i), |t| index(t, *i)));
                each.collect::<Option<_>>()?
            }
            Self::Divided(parts) => {
                let each = at.iter().zip(parts).map(|(i, part)| match part {
                    (Some(tile), Some(begins)) => {
                        Some(index(tile, i % tile.size())? + begins.get((i / tile.size()) as usize)?)
                    }
                    _ => Some(*i),
                });
                each.collect::<Option<_>>()?
            }
            Self::Zipped(parts) => {
                let (first, others) = at.split_first()?;
                let tiles = parts.iter().filter_map(|p| p.0.as_ref());
                let mut inside = digits(*first, tiles.map(Bound::size)).into_iter();
                let outside = match (others, shapes.get(1)?) {
                    ([one], Tree::Tuple(modes)) if modes.len() == parts.len() && shapes.len() == 2 => {
                        digits(*one, modes.iter().map(size_of))
                    }
                    _ => others.to_vec(),
                };
                let each = parts.iter().zip(outside).map(|(part, o)| match part {
                    (Some(tile), Some(begins)) => {
                        Some(index(tile, inside.next()?)? + begins.get(usize::try_from(o).ok()?)?)
                    }
                    _ => Some(o),
                });
                each.collect::<Option<_>>()?
            }
            Self::Slice(coordinate, shapes) => {
                let mut kept = at.iter().copied();
                let each = coordinate.iter().zip(shapes).map(|(part, shape)| fixed(part, shape, &mut kept));
                each.collect::<Option<_>>()?
            }
            Self::Recast { along, narrow, wide, bytes } => {
                let mut own = at.to_vec();
                let i = own.get_mut(*along)?;
                let more = *i % narrow * bytes;
                *i = *i / narrow * wide;
                return Some((own, more));
            }
        };
        Some((own, 0))
    }
}

/// The integer of a shape, at a coordinate whose open parts are taken from `kept`.
fn fixed(part: &Tree<Option<i64>>, shape: &Tree<i64>, kept: &mut impl Iterator<Item = i64>) -> Option<i64> {
    match (part, shape) {
        (Tree::Leaf(None), _) => kept.next(),
        (Tree::Leaf(at), _) => *at,
        (Tree::Tuple(parts), Tree::Tuple(shapes)) => {
            let mut digits = Vec::new();
            for (part, shape) in parts.iter().zip(shapes) {
                digits.push((fixed(part, shape, &mut *kept)?, size_of(shape)));
            }
            Some(together(digits.into_iter()))
        }
        _ => None,
    }
}
