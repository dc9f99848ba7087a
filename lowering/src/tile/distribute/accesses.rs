//! [`Access`]: what a thread loads or stores at once.

use std::collections::BTreeMap;

use layout_algebra::Layout;
use layout_tile::{MatrixAccess, ThreadDigit, VectorAccess};

/// The accesses of a thread.
pub enum Access {
    /// Vectors.
    Vectors(VectorAccess),
    /// Matrices, which a warp loads together.
    Matrices(MatrixAccess),
    /// Each of so many values by itself.
    Single(i64),
}

impl Access {
    /// How many there are.
    pub fn count(&self) -> i64 {
        match self {
            Self::Vectors(vectors) => vectors.count(),
            Self::Matrices(matrices) => matrices.count(),
            Self::Single(count) => *count,
        }
    }

    /// The digits of the thread's number that must be 0 in those that store; `all` are those of all replicas.
    pub fn writers(&self, all: Vec<ThreadDigit>) -> Vec<ThreadDigit> {
        match self {
            Self::Matrices(matrices) => matrices.replication.clone(),
            _ => all,
        }
    }

    /// The values of a vector, in the order of addresses; of matrices in that of registers.
    pub fn values(&self, vector: i64) -> Vec<i64> {
        match self {
            Self::Vectors(vectors) => vectors.values(vector),
            Self::Matrices(matrices) => matrices.values(vector),
            Self::Single(_) => vec![vector],
        }
    }

    /// Whether each vector is whole words of `each` values.
    pub fn has_words(&self, each: i64) -> bool {
        let is_word = |word: &[i64]| {
            word.len() as i64 == each && word[0] % each == 0 && word.windows(2).all(|w| w[1] == w[0] + 1)
        };
        (0..self.count()).all(|vector| self.values(vector).chunks(each.max(1) as usize).all(is_word))
    }

    /// The vector of each list of values.
    pub fn by_values(&self) -> BTreeMap<Vec<i64>, i64> {
        (0..self.count()).map(|vector| (self.values(vector), vector)).collect()
    }

    /// What thread and vector add to the address, if they are layouts.
    pub fn layouts(&self) -> Option<[&Layout; 2]> {
        match self {
            Self::Vectors(vectors) => Some([&vectors.threads, &vectors.offsets]),
            Self::Matrices(matrices) => Some([&matrices.threads, &matrices.offsets]),
            Self::Single(_) => None,
        }
    }
}
