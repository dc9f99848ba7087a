//! The encoding that a tile gets from memory: neighbouring threads on neighbouring vectors.

use crate::digits::Mode;
use crate::tv::{Tv, elements, shape_text};
use crate::tv_error::TvError;
use layout_algebra::common_divisor;

/// The widest access of a thread, in bits.
pub(crate) const WIDEST: i64 = 128;

/// Why a tile has no blocked encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockedError {
    /// An order that is no permutation of the dimensions.
    #[error("the order ({order}) of a tile {shape} must name each of its {rank} dimensions once, from 0")]
    Order {
        /// The order.
        order: String,
        /// The tile.
        shape: String,
        /// Its dimensions.
        rank: usize,
    },
    /// Threads or a width that are none.
    #[error("{threads} threads of elements of {bits} bits: both must be at least 1")]
    Counts {
        /// Threads.
        threads: i64,
        /// Bits.
        bits: i64,
    },
    /// See [`TvError`].
    #[error(transparent)]
    Tv(#[from] TvError),
}

impl Tv {
    /// The encoding in which a group of threads reads a tile from memory best: `order` names
    /// the dimensions from the one whose elements lie together to the one with the largest
    /// stride.
    ///
    /// As many threads take part as the tile has room for, each by its own elements; the
    /// others are replicas. Of what a thread then holds as much as makes 16 bytes lies
    /// along the first dimension. Threads lie along it next, then along the others; what
    /// is left repeats, the first dimension first. Extents need not be powers of two; each
    /// takes as many threads as divide it.
    ///
    /// ```
    /// use layout_tile::Tv;
    /// let blocked = |shape: &[i64], order: &[usize], bits, threads| {
    ///     Tv::blocked(shape, order, bits, threads).unwrap().to_string()
    /// };
    /// // Rows of 64 halves, eight to a thread: a warp reads four rows.
    /// assert_eq!(blocked(&[32, 64], &[1, 0], 16, 128), "tv<(8,16):(256,1), (8,2):(32,16)>");
    /// // Fewer elements than threads: each is held by two.
    /// assert_eq!(blocked(&[4, 16], &[1, 0], 32, 128), "tv<(16,4,2):(4,1,0), 1:0>");
    /// // 48 columns are six vectors, which two threads share.
    /// assert_eq!(blocked(&[16, 48], &[1, 0], 16, 32), "tv<(2,16):(128,1), (8,3):(16,256)>");
    /// ```
    ///
    /// # Errors
    /// [`BlockedError`].
    pub fn blocked(shape: &[i64], order: &[usize], bits: i64, threads: i64) -> Result<Self, BlockedError> {
        let mut named: Vec<usize> = order.to_vec();
        named.sort_unstable();
        if named != (0..shape.len()).collect::<Vec<_>>() {
            let order: Vec<String> = order.iter().map(usize::to_string).collect();
            let (order, shape_text) = (order.join(","), shape_text(shape));
            return Err(BlockedError::Order { order, shape: shape_text, rank: shape.len() });
        }
        if threads < 1 || bits < 1 {
            return Err(BlockedError::Counts { threads, bits });
        }
        elements(shape)?;
        // How many threads take part does not depend on the vector up to this one.
        let used = share(shape, order, 1, threads).iter().product::<i64>();
        let fits = |v: &i64| {
            let extent = order.first().map_or(1, |d| shape[*d]);
            extent % v == 0
                && v * bits <= WIDEST
                && share(shape, order, *v, threads).iter().product::<i64>() == used
        };
        let vector = [16, 8, 4, 2].into_iter().find(fits).unwrap_or(1);
        let counts = share(shape, order, vector, threads);
        let (mut lanes, mut values, mut rests) = (Vec::new(), Vec::new(), Vec::new());
        for (i, dimension) in order.iter().enumerate() {
            let stride: i64 = shape[..*dimension].iter().product();
            let own = if i == 0 { vector } else { 1 };
            values.push(Mode { size: own, stride });
            lanes.push(Mode { size: counts[i], stride: stride * own });
            let rest = shape[*dimension] / own / counts[i];
            rests.push(Mode { size: rest, stride: stride * own * counts[i] });
        }
        lanes.push(Mode { size: threads / used, stride: 0 });
        values.extend(rests);
        Ok(Self::of_modes(&lanes, &values)?)
    }
}

/// How many of `threads` lie along each dimension of the order, the first cut in vectors.
fn share(shape: &[i64], order: &[usize], vector: i64, threads: i64) -> Vec<i64> {
    let mut left = threads;
    let mut out = Vec::new();
    for (i, dimension) in order.iter().enumerate() {
        let extent = if i == 0 { shape[*dimension] / vector } else { shape[*dimension] };
        let count = common_divisor(extent, left);
        out.push(count);
        left /= count;
    }
    out
}
