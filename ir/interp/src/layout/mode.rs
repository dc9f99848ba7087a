//! [`Mode`]: sizes and strides, and the walk from a coordinate to an index.

use std::fmt;

/// One mode of a layout: an integer of shape and stride, or a tuple of modes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mode {
    /// `size:stride`, the size at least 1.
    Leaf { size: i128, stride: i128 },
    /// `(…):(…)`
    Tuple(Vec<Mode>),
}

/// A coordinate: an integer, or one coordinate for each mode.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Coord {
    Int(i128),
    Tuple(Vec<Coord>),
}

/// Whether a coordinate must lie in the domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Reach {
    /// It must: outside, the index is poison.
    Domain,
    /// It need not: the last mode takes the whole quotient, as where the value of one
    /// layout is the coordinate of another.
    Everywhere,
}

impl Mode {
    /// The number of coordinates; `None` past 127 bits, here and below.
    pub fn size(&self) -> Option<i128> {
        match self {
            Self::Leaf { size, .. } => Some(*size),
            Self::Tuple(modes) => modes.iter().try_fold(1i128, |product, m| product.checked_mul(m.size()?)),
        }
    }

    /// CuTe's cosize, `1 + Σ (size - 1) · |stride|`.
    pub fn cosize(&self) -> Option<i128> {
        self.leaves().into_iter().try_fold(1i128, |sum, (size, stride)| {
            sum.checked_add((size - 1).checked_mul(stride.checked_abs()?)?)
        })
    }

    /// Sizes and strides from left to right.
    pub fn leaves(&self) -> Vec<(i128, i128)> {
        match self {
            Self::Leaf { size, stride } => vec![(*size, *stride)],
            Self::Tuple(modes) => modes.iter().flat_map(Self::leaves).collect(),
        }
    }

    /// The same layout without nested modes.
    pub fn flatten(&self) -> Self {
        match self {
            Self::Leaf { .. } => self.clone(),
            Self::Tuple(_) => Self::Tuple(
                self.leaves().into_iter().map(|(size, stride)| Self::Leaf { size, stride }).collect(),
            ),
        }
    }

    /// The index of a coordinate; `None` outside the domain, if that counts, and where
    /// the nesting does not fit.
    pub fn index(&self, coord: &Coord, reach: Reach) -> Option<i128> {
        match (self, coord) {
            (_, Coord::Int(i)) => self.at(*i, reach),
            (Self::Tuple(modes), Coord::Tuple(parts)) if modes.len() == parts.len() => modes
                .iter()
                .zip(parts)
                .try_fold(0i128, |sum, (mode, part)| sum.checked_add(mode.index(part, reach)?)),
            _ => None,
        }
    }

    /// The index of the `i`-th coordinate, leftmost mode fastest.
    fn at(&self, i: i128, reach: Reach) -> Option<i128> {
        if reach == Reach::Domain && !(0..self.size()?).contains(&i) {
            return None;
        }
        let leaves = self.leaves();
        let (mut rest, mut sum) = (i, 0i128);
        for (number, (size, stride)) in leaves.iter().enumerate() {
            let last = number + 1 == leaves.len();
            let digit = if last { rest } else { rest.rem_euclid(*size) };
            rest = rest.div_euclid(*size);
            sum = sum.checked_add(digit.checked_mul(*stride)?)?;
        }
        Some(sum)
    }

    /// The integers that count the coordinates of each of `modes` where `i` counts
    /// those of all.
    pub fn split(modes: &[Self], i: i128, reach: Reach) -> Option<Vec<i128>> {
        let mut rest = i;
        let mut parts = Vec::with_capacity(modes.len());
        for (number, mode) in modes.iter().enumerate() {
            let size = mode.size()?;
            let last = number + 1 == modes.len();
            if last && reach == Reach::Domain && !(0..size).contains(&rest) {
                return None;
            }
            parts.push(if last { rest } else { rest.rem_euclid(size) });
            rest = rest.div_euclid(size);
        }
        Some(parts)
    }

    /// The layout of what this one leaves out of `0..range`: the gaps before each of
    /// its modes, by rising stride, then as many repetitions as reach the range.
    pub fn complement(&self, range: i128) -> Option<Self> {
        let mut leaves: Vec<(i128, i128)> =
            self.leaves().into_iter().filter(|(size, stride)| *size > 1 && *stride != 0).collect();
        leaves.sort_by_key(|(size, stride)| (*stride, *size));
        let mut gaps = Vec::with_capacity(leaves.len() + 1);
        let mut covered = 1i128;
        for (size, stride) in leaves {
            if stride < covered || stride % covered != 0 {
                return None;
            }
            gaps.push(Self::Leaf { size: stride / covered, stride: covered });
            covered = size.checked_mul(stride)?;
        }
        let repetitions = range.checked_add(covered - 1)? / covered;
        gaps.push(Self::Leaf { size: repetitions.max(1), stride: covered });
        Some(Self::Tuple(gaps))
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf { size, stride } => write!(f, "{size}:{stride}"),
            Self::Tuple(modes) => {
                f.write_str("(")?;
                for (i, mode) in modes.iter().enumerate() {
                    write!(f, "{}{mode}", if i > 0 { "," } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(size: i128, stride: i128) -> Mode {
        Mode::Leaf { size, stride }
    }

    #[test]
    fn the_walk() {
        // CuTe's tutorial: (4,(2,4)):(2,(1,8)).
        let l = Mode::Tuple(vec![leaf(4, 2), Mode::Tuple(vec![leaf(2, 1), leaf(4, 8)])]);
        let at = |c| l.index(&c, Reach::Domain);
        assert_eq!((l.size(), l.cosize()), (Some(32), Some(32)));
        assert_eq!((0..8).map(|i| at(Coord::Int(i)).unwrap()).collect::<Vec<_>>(), [0, 2, 4, 6, 1, 3, 5, 7]);
        let nested = Coord::Tuple(vec![Coord::Int(3), Coord::Tuple(vec![Coord::Int(1), Coord::Int(2)])]);
        assert_eq!(at(nested), Some(6 + 1 + 16));
        assert_eq!(at(Coord::Tuple(vec![Coord::Int(3), Coord::Int(5)])), Some(6 + 1 + 16));
        assert_eq!((at(Coord::Int(32)), at(Coord::Int(-1))), (None, None));
        assert_eq!(l.index(&Coord::Int(32), Reach::Everywhere), Some(32));
        assert_eq!(l.index(&Coord::Int(-1), Reach::Everywhere), Some(6 + 1 - 8));
    }

    #[test]
    fn complements() {
        // Every number below the range is the sum of one index each, and in one way.
        for (layout, range) in [
            (leaf(4, 1), 24),
            (leaf(4, 2), 24),
            (Mode::Tuple(vec![leaf(2, 1), leaf(2, 6)]), 24),
            (Mode::Tuple(vec![leaf(2, 8), leaf(4, 1)]), 32),
        ] {
            let rest = layout.complement(range).unwrap();
            let index = |m: &Mode, i| m.index(&Coord::Int(i), Reach::Domain).unwrap();
            let mut sums: Vec<i128> = (0..layout.size().unwrap())
                .flat_map(|i| (0..rest.size().unwrap()).map(move |j| (i, j)))
                .map(|(i, j)| index(&layout, i) + index(&rest, j))
                .collect();
            sums.sort_unstable();
            assert_eq!(sums, (0..range).collect::<Vec<_>>(), "{layout} in {range}: {rest}");
        }
        assert_eq!(Mode::Tuple(vec![leaf(4, 1), leaf(4, 2)]).complement(24), None);
    }
}
