//! Left inverses of layouts whose strides do not divide one another, by search.
//!
//! A left inverse is a layout of *indices*: its sizes cut an index into digits,
//! and its strides weigh them. Given the sizes, `L(A(c)) = c` is one linear
//! equation in the strides for each coordinate. The search chooses sizes from
//! the smallest index up; an index below the product of the sizes chosen so far
//! depends on their strides alone, so a contradiction there ends the branch.

use smallvec::SmallVec;

use crate::integer::expr::Expr;
use crate::layout::{Layout, LayoutError};
use crate::ops::coalesce::{coalesce, from_modes};

/// Most coordinates of a layout that is inverted by search.
pub(crate) const SEARCH_LIMIT: i64 = 1 << 14;
/// Most branches looked at.
const MAX_BRANCHES: usize = 1 << 16;

/// What the search finds.
pub(crate) enum Found {
    /// An inverse.
    Inverse(Layout),
    /// There is none.
    None,
    /// It was cut short.
    Undecided,
}

/// Searches the layout that maps the first of each pair to the second. No index
/// may occur twice.
pub(crate) fn search(mut points: Vec<(i64, i64)>) -> Result<Found, LayoutError> {
    points.sort_unstable();
    let mut state = Search { points, sizes: SmallVec::new(), branches: 0 };
    match state.descend(1) {
        Some(strides) => {
            let largest = state.points.last().map_or(0, |p| p.0);
            let below: i64 = state.sizes.iter().product();
            let mut modes: SmallVec<[(Expr, Expr); 8]> = SmallVec::new();
            let sizes = state.sizes.iter().copied().chain([largest / below + 1]);
            for (size, stride) in sizes.zip(strides) {
                modes.push((size.into(), stride.into()));
            }
            Ok(Found::Inverse(coalesce(&from_modes(&modes)?)?))
        }
        None if state.branches >= MAX_BRANCHES => Ok(Found::Undecided),
        None => Ok(Found::None),
    }
}

struct Search {
    /// Index and coordinate, by index.
    points: Vec<(i64, i64)>,
    /// The sizes chosen so far.
    sizes: SmallVec<[i64; 8]>,
    branches: usize,
}

impl Search {
    /// The strides of an inverse that begins with the chosen sizes, whose
    /// product is `below`.
    fn descend(&mut self, below: i64) -> Option<Vec<i64>> {
        self.branches += 1;
        if self.branches >= MAX_BRANCHES {
            return None;
        }
        // One more mode, unbounded, decides every index.
        if let Some(strides) = self.solve(i64::MAX) {
            return Some(strides);
        }
        let largest = self.points.last().map_or(0, |p| p.0);
        for size in 2..=largest / below {
            let next = below * size;
            // Indices below the next product see the new mode's digit, and so
            // does every larger size: a contradiction stays one.
            self.solve(next)?;
            self.sizes.push(size);
            if let Some(strides) = self.descend(next) {
                return Some(strides);
            }
            self.sizes.pop();
            if self.branches >= MAX_BRANCHES {
                return None;
            }
        }
        None
    }

    /// Solves the equations of all indices below `end` for the strides of the
    /// chosen sizes and one unbounded mode. Free strides are 0.
    fn solve(&self, end: i64) -> Option<Vec<i64>> {
        let unknowns = self.sizes.len() + 1;
        let mut rows: Vec<(Vec<i128>, i128)> = Vec::new();
        for (index, coordinate) in self.points.iter().take_while(|p| p.0 < end) {
            let mut rest = *index;
            let mut row: Vec<i128> = Vec::with_capacity(unknowns);
            for size in &self.sizes {
                row.push((rest % size).into());
                rest /= size;
            }
            row.push(rest.into());
            let mut value = i128::from(*coordinate);
            // Eliminated against the rows so far, which are kept reduced.
            for (other, right) in &rows {
                let pivot = other.iter().position(|c| *c != 0)?;
                let (p, q) = (other[pivot], row[pivot]);
                if q == 0 {
                    continue;
                }
                for (x, y) in row.iter_mut().zip(other) {
                    *x = x.checked_mul(p)?.checked_sub(y.checked_mul(q)?)?;
                }
                value = value.checked_mul(p)?.checked_sub(right.checked_mul(q)?)?;
            }
            match (row.iter().all(|c| *c == 0), value == 0) {
                (true, true) => continue,
                (true, false) => return None,
                _ => {}
            }
            let divisor = row.iter().chain([&value]).fold(0i128, |g, x| gcd(g, *x));
            row.iter_mut().for_each(|x| *x /= divisor);
            value /= divisor;
            rows.push((row, value));
        }
        // Back substitution, the last equation first.
        let mut strides = vec![0i128; unknowns];
        let mut order: Vec<(usize, &(Vec<i128>, i128))> =
            rows.iter().filter_map(|r| Some((r.0.iter().position(|c| *c != 0)?, r))).collect();
        order.sort_by_key(|(pivot, _)| std::cmp::Reverse(*pivot));
        for (pivot, (row, value)) in order {
            let known: i128 = row.iter().zip(&strides).skip(pivot + 1).map(|(c, s)| c * s).sum();
            let rest = value - known;
            if rest % row[pivot] != 0 {
                return None;
            }
            strides[pivot] = rest / row[pivot];
        }
        strides.into_iter().map(|s| i64::try_from(s).ok()).collect()
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut x, mut y) = (a.abs(), b.abs());
    while y != 0 {
        (x, y) = (y, x % y);
    }
    x
}
