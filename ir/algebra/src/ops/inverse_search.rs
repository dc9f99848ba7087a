//! Left inverses of layouts whose strides do not divide one another, by search.
//!
//! A left inverse is a layout of *indices*: its sizes cut an index into digits,
//! and its strides weigh them. Given the sizes, `L(A(c)) = c` is one linear
//! equation in the strides for each coordinate. The search chooses sizes from
//! the smallest index up; an index below the product of the sizes chosen so far
//! depends on their strides alone, so a contradiction there ends the branch.

use smallvec::SmallVec;

use crate::layout::{Layout, LayoutError};
use crate::ops::coalesce::{coalesce, from_modes};
use layout_integer::Expr;

/// Most coordinates of a layout that is inverted by search.
pub(crate) const SEARCH_LIMIT: i64 = 1 << 14;
/// Most digits computed in a search.
pub(crate) const SEARCH_WORK: u64 = 1 << 25;

/// What the search finds.
pub(crate) enum Found {
    /// An inverse.
    Inverse(Layout),
    /// There is none.
    None,
    /// It was given up after [`SEARCH_WORK`].
    Undecided,
}

/// Searches the layout that maps the first of each pair to the second. No index
/// may occur twice, or be negative.
pub(crate) fn search(mut points: Vec<(i64, i64)>) -> Result<Found, LayoutError> {
    points.sort_unstable();
    let mut state = Search { points, sizes: SmallVec::new(), work: 0 };
    match state.descend(1, Solutions::all(1), 0) {
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
        None if state.work > SEARCH_WORK => Ok(Found::Undecided),
        None => Ok(Found::None),
    }
}

struct Search {
    /// Index and coordinate, by index.
    points: Vec<(i64, i64)>,
    /// The sizes chosen so far.
    sizes: SmallVec<[i64; 8]>,
    /// Digits computed so far.
    work: u64,
}

impl Search {
    /// The strides of an inverse that begins with the chosen sizes, whose product is
    /// `below`, and one mode more. `strides` solve the equations of the points before
    /// number `done`; no point before it has a digit in the mode after that.
    fn descend(&mut self, below: i64, strides: Solutions, done: usize) -> Option<Vec<i64>> {
        // One more mode, unbounded, decides every index.
        let mut all = strides.clone();
        let contradiction = (done..self.points.len()).find(|at| !self.meets(&mut all, *at, i64::MAX));
        let Some(contradiction) = contradiction else {
            let found = all.smallest();
            self.work = if found.is_none() { u64::MAX } else { self.work };
            return found;
        };
        // The mode must end before the contradiction, so that another digit tells.
        let limit = self.points[contradiction].0 / below;
        let (mut strides, mut done) = (strides, done);
        for size in 2..=limit {
            let next = below * size;
            while self.points.get(done).is_some_and(|p| p.0 < next) {
                // A contradiction among these is one for every larger size.
                if !self.meets(&mut strides, done, size) {
                    return None;
                }
                done += 1;
            }
            self.sizes.push(size);
            if let Some(found) = self.descend(next, strides.with_another(), done) {
                return Some(found);
            }
            self.sizes.pop();
            if self.work > SEARCH_WORK {
                return None;
            }
        }
        None
    }

    /// Whether some strides meet the equation of a point too. The last mode has `last`
    /// coordinates.
    fn meets(&mut self, strides: &mut Solutions, at: usize, last: i64) -> bool {
        let (index, coordinate) = self.points[at];
        let mut rest = index;
        let mut digits: SmallVec<[i128; 8]> = SmallVec::new();
        for size in &self.sizes {
            digits.push((rest % size).into());
            rest /= size;
        }
        digits.push((rest % last).into());
        self.work = self.work.saturating_add(strides.effort());
        let met = strides.meet(&digits, coordinate.into());
        if met.is_none() {
            // Too large to go on with: nothing is known.
            self.work = u64::MAX;
        }
        self.work <= SEARCH_WORK && met == Some(true)
    }
}

/// The integer solutions of linear equations: one of them, and vectors of which all
/// integer combinations lead to the others.
#[derive(Clone)]
struct Solutions {
    one: SmallVec<[i128; 8]>,
    free: SmallVec<[SmallVec<[i128; 8]>; 4]>,
}

impl Solutions {
    /// All vectors of `n` integers.
    fn all(n: usize) -> Self {
        let unit = |i: usize| (0..n).map(|j| i128::from(i == j)).collect();
        Self { one: SmallVec::from_elem(0, n), free: (0..n).map(unit).collect() }
    }

    /// The same with one unknown more, which is free.
    fn with_another(&self) -> Self {
        let mut out = self.clone();
        out.one.push(0);
        out.free.iter_mut().for_each(|v| v.push(0));
        let mut unit: SmallVec<[i128; 8]> = SmallVec::from_elem(0, out.one.len());
        if let Some(last) = unit.last_mut() {
            *last = 1;
        }
        out.free.push(unit);
        out
    }

    /// How many products an equation takes.
    fn effort(&self) -> u64 {
        (self.one.len() * (1 + self.free.len())) as u64
    }

    /// Keeps the solutions with `row · x = value`; `Some(false)` if there are none,
    /// `None` if integers grow past 128 bits.
    fn meet(&mut self, row: &[i128], value: i128) -> Option<bool> {
        let missing = value.checked_sub(dot(row, &self.one)?)?;
        // Combined until only one free vector changes the sum, by their divisor.
        let mut steps: SmallVec<[i128; 4]> = self.free.iter().map(|v| dot(row, v)).collect::<Option<_>>()?;
        let Some(at) = (0..steps.len()).find(|i| steps[*i] != 0) else { return Some(missing == 0) };
        for other in at + 1..steps.len() {
            while steps[other] != 0 {
                let quotient = steps[at] / steps[other];
                for k in 0..self.one.len() {
                    let product = quotient.checked_mul(self.free[other][k])?;
                    self.free[at][k] = self.free[at][k].checked_sub(product)?;
                }
                steps[at] -= quotient * steps[other];
                steps.swap(at, other);
                self.free.swap(at, other);
            }
        }
        if missing % steps[at] != 0 {
            return Some(false);
        }
        let (count, vector) = (missing / steps[at], self.free.remove(at));
        for (x, v) in self.one.iter_mut().zip(vector) {
            *x = x.checked_add(count.checked_mul(v)?)?;
        }
        Some(true)
    }

    /// A solution in 64 bits.
    fn smallest(&self) -> Option<Vec<i64>> {
        self.one.iter().map(|x| i64::try_from(*x).ok()).collect()
    }
}

fn dot(a: &[i128], b: &[i128]) -> Option<i128> {
    a.iter().zip(b).try_fold(0i128, |sum, (x, y)| sum.checked_add(x.checked_mul(*y)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_solutions() {
        let mut x = Solutions::all(2);
        assert_eq!(x.meet(&[6, 4], 8), Some(true));
        assert_eq!(x.meet(&[6, 4], 9), Some(false));
        let mut y = x.clone();
        // 6x + 4y = 8 and x + y = 5: x = -6, y = 11.
        assert_eq!(y.meet(&[1, 1], 5), Some(true));
        assert_eq!(y.smallest().unwrap(), [-6, 11]);
        // x even and x = 1: no integers.
        assert_eq!(x.meet(&[1, 0], 1), Some(false));
    }
}
