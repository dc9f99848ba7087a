//! [`Space`]: the iterations of a loop nest.

use crate::int::Int;
use crate::value::Value;

/// Half-open ranges with steps, run through with the last dimension fastest. Variables
/// are mathematical integers: near the end of a type, the next one past the bound ends
/// the loop instead of wrapping around.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    width: u32,
    ranges: Vec<(i128, i128, i128)>,
    at: Vec<i128>,
}

impl Space {
    /// The space of `lower <= variable < upper`, each in steps that are positive;
    /// variables have `width` bits.
    pub fn new(width: u32, lower: &[i128], upper: &[i128], steps: &[i128]) -> Self {
        let ranges = lower.iter().zip(upper).zip(steps).map(|((l, u), s)| (*l, *u, *s)).collect();
        Self { width, ranges, at: lower.to_vec() }
    }

    /// Whether no iteration runs at all.
    pub fn is_empty(&self) -> bool {
        self.ranges.iter().any(|(lower, upper, _)| lower >= upper)
    }

    /// The variables of the iteration.
    pub fn variables(&self) -> Vec<Value> {
        self.at.iter().map(|i| Int::new(self.width, *i).into()).collect()
    }

    /// The integers of the iteration.
    pub fn at(&self) -> &[i128] {
        &self.at
    }

    /// Moves to the next iteration; false after the last.
    pub fn advance(&mut self) -> bool {
        for (variable, (lower, upper, step)) in self.at.iter_mut().zip(&self.ranges).rev() {
            *variable += step;
            if *variable < *upper {
                return true;
            }
            *variable = *lower;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_end() {
        let mut space = Space::new(8, &[0, 5], &[2, 9], &[1, 3]);
        let mut seen = vec![space.at().to_vec()];
        while space.advance() {
            seen.push(space.at().to_vec());
        }
        assert_eq!(seen, [[0, 5], [0, 8], [1, 5], [1, 8]]);
        assert!(Space::new(8, &[0, 3], &[1, 3], &[1, 1]).is_empty());
        // 120, then 130, which eight bits do not hold.
        let mut near_the_end = Space::new(8, &[120], &[127], &[10]);
        assert!(!near_the_end.advance());
    }
}
