//! How the threads of a block share a tile that they access.

use super::tile::Tile;

impl Tile {
    /// Whether threads can have what a block stores, so many neighbours each.
    pub fn is_spread(&self, wide: i64, turned: bool) -> bool {
        let [rows, columns] = self.finished();
        let [along, other] = if turned { [rows, columns] } else { [columns, rows] };
        is_even([along, other], self.threads(), self.spread([along, other], wide))
    }

    /// Neighbours along a dimension that a thread holds of a tile, so many if each has as many elements, and threads beside each other
    /// there.
    pub fn spread(&self, sides: [i64; 2], wide: i64) -> [i64; 2] {
        // (Sums that several blocks read of each other go through shared memory as warps have them: by powers of two.)
        let times: &[i64] = if self.split > 1 { &[1] } else { &[1, 3] };
        spread(sides, self.threads(), wide, times)
    }
}

/// The same of so many threads: beside each other there are as many as the largest power of two that divides what there is, at most all, or, of
/// what they do not share evenly so, of the largest such number with the next of the factors. Fewer neighbours where none does.
fn spread([along, other]: [i64; 2], threads: i64, wide: i64, times: &[i64]) -> [i64; 2] {
    let most = wide.min(along * other / threads).max(1);
    let of = |wide: i64, times: i64| {
        let [beside, all] = [along / wide / times, threads / times].map(i64::trailing_zeros);
        [wide, times << beside.min(all)]
    };
    let fewer = std::iter::successors(Some(most), |wide| Some(wide / 2).filter(|wide| *wide > 0));
    let all = fewer.flat_map(|wide| times.iter().map(move |times| of(wide, *times)));
    all.into_iter().find(|of| is_even([along, other], threads, *of)).unwrap_or_else(|| of(most, 1))
}

/// Whether threads share a tile evenly so.
fn is_even([along, other]: [i64; 2], threads: i64, [wide, across]: [i64; 2]) -> bool {
    along % (wide * across) == 0 && threads % across == 0 && other % (threads / across) == 0
}

#[cfg(test)]
mod tests {
    use super::{is_even, spread};

    #[test]
    fn powers_of_two_come_before_three_times_as_many() {
        // 192 rows of C by 384 threads: of 144 columns eight neighbours go by powers of two, of 200 four by 48.
        assert_eq!(spread([192, 144], 384, 8, &[1, 3]), [8, 8]);
        assert_eq!(spread([192, 200], 384, 8, &[1, 3]), [4, 48]);
        assert!(is_even([192, 200], 384, [4, 48]) && !is_even([192, 200], 384, [8, 24]));
    }

    #[test]
    fn without_thirds_nothing_is_shared_by_them() {
        assert!(!is_even([48, 128], 384, spread([48, 128], 384, 4, &[1])));
        assert!(is_even([48, 128], 384, spread([48, 128], 384, 4, &[1, 3])));
    }

    #[test]
    fn fewer_neighbours_where_threads_do_not_share_as_many() {
        assert_eq!(spread([104, 64], 128, 8, &[1, 3]), [4, 2]);
        assert_eq!(spread([100, 64], 128, 8, &[1, 3]), [2, 2]);
    }
}
