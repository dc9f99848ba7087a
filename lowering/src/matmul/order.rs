//! In which order blocks have tiles of C: so that those which get at once what several of them read, read the least.

use super::tile::Tile;
use super::types::{LINE, Types};

// Of numbers from 2 to 32 by these the heights taken came closest to the best of seven on an H200, which has eight GPCs.
/// Blocks that are counted one after the other, on multiprocessors that get at once what several of them read.
const NEIGHBOURS: usize = 16;
/// Parts of a GPU that clusters are dealt to, one after the other, each with multiprocessors like those.
const DEALT: usize = 8;
/// Blocks that are looked at: about as many as run at once.
const RUNNING: i64 = 128;
/// Most tiles, or clusters, down a band.
const HIGHEST: i64 = 16;
/// What a row or column that is read counts, and what it does where the next tile's lie in lines of L2 that this one's begin or end in: who reads
/// both gets these once. (Of 18 products on an H200, by heights from 1 to 16: how many of such tiles neighbours read made next to no difference.)
pub const WHOLE: i64 = 4;
const PARTLY: i64 = 1;

/// How tiles, or clusters of them, are counted: band after band, down each of a band's columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Down a band.
    pub height: i64,
    /// Whether down is along rows of C.
    pub sideways: bool,
}

impl Order {
    /// In bands as high as each other, so that the last one is hardly less high than so many.
    fn even(high: i64, most: i64) -> Self {
        let bands = (high - 1) / most + 1;
        Self { height: (high - 1) / bands + 1, sideways: false }
    }

    /// The row and the column of the one of a number, of so many down and across.
    fn place(self, grid: [i64; 2], number: i64) -> [i64; 2] {
        let [high, wide] = if self.sideways { [grid[1], grid[0]] } else { grid };
        let top = number / (self.height * wide) * self.height;
        let (height, inside) = (self.height.min(high - top), number - top * wide);
        let [down, across] = [top + inside % height, inside / height];
        if self.sideways { [across, down] } else { [down, across] }
    }
}

/// Rows and columns that some of them have, of up to [`RUNNING`], whose rows and columns are less than that.
fn distinct<'a>(places: impl Iterator<Item = &'a [i64; 2]>) -> [i64; 2] {
    let seen =
        places.fold([0_u128; 2], |[rows, columns], [row, column]| [rows | 1 << row, columns | 1 << column]);
    seen.map(|seen| i64::from(seen.count_ones()))
}

impl Tile {
    /// What a row of A and a column of B counts that is read, in the tiles of a product of so many columns.
    pub fn counts(&self, n: i64, types: &Types) -> [i64; 2] {
        let [a, b] = self.begins(n, types);
        let is_partly = |(are_beside, begins)| are_beside && begins < LINE;
        match [(types.rows_of_a, a), (types.rows_of_b, b)].map(is_partly) {
            [true, false] => [PARTLY, WHOLE],
            [false, true] => [WHOLE, PARTLY],
            // (Of both neither is worth less.)
            _ => [WHOLE; 2],
        }
    }

    /// What the rows of A and columns of B count that the first so many tiles or clusters of a grid read; of those on multiprocessors that get
    /// at once what several read, once.
    fn read_in(&self, order: Order, grid: [i64; 2], count: i64, counts: [i64; 2]) -> i64 {
        let places: Vec<[i64; 2]> = (0..count).map(|number| order.place(grid, number)).collect();
        let read = |[rows, columns]: [i64; 2]| {
            let [down, across] = self.multicast;
            rows * down * self.rows * counts[0] + columns * across * self.boxed * counts[1]
        };
        if self.cluster() * self.split == 1 {
            return places.chunks(NEIGHBOURS).map(|near| read(distinct(near.iter()))).sum();
        }
        (0..DEALT).map(|first| read(distinct(places.iter().skip(first).step_by(DEALT)))).sum()
    }

    /// Of orders that by which the first of a grid of tiles or clusters read the least.
    fn least(&self, orders: impl Iterator<Item = Order>, grid: [i64; 2], counts: [i64; 2]) -> Option<Order> {
        let count = grid[0].saturating_mul(grid[1]).min(RUNNING / (self.cluster() * self.split));
        orders.min_by_key(|order| self.read_in(*order, grid, count, counts))
    }

    /// Tiles, or clusters, down a band, of a grid of tiles so many high and wide, whose rows and columns [count](Self::counts) so much.
    pub fn height(&self, grid: [i64; 2], counts: [i64; 2]) -> i64 {
        let grid = [0, 1].map(|along| (grid[along] - 1).max(0) / self.multicast[along] + 1);
        let orders = (1..=HIGHEST.min(grid[0])).map(|most| Order::even(grid[0], most));
        self.least(orders, grid, counts).map_or(1, |order| order.height)
    }

    /// How tiles are counted that clusters compute together, of a grid of tiles so many high and wide, whose rows and columns count so much.
    pub fn order(&self, grid: [i64; 2], counts: [i64; 2]) -> Order {
        let orders = [false, true].into_iter().flat_map(|sideways| {
            (1..=HIGHEST.min(grid[usize::from(sideways)])).map(move |height| Order { height, sideways })
        });
        self.least(orders, grid, counts).unwrap_or(Order { height: 1, sideways: false })
    }

    /// Rows of A and columns of B that so many blocks read, which have tiles of a grid so many high and wide; of those on multiprocessors
    /// that get at once what several read, once, and as a part of them what [counts](Self::counts) less.
    pub fn read_together(&self, grid: [i64; 2], running: i64, counts: [i64; 2]) -> i64 {
        // (Blocks of clusters are not beside those of the next one; of an empty product there are none.)
        if self.cluster() > 1 || self.split > 1 || self.persistent > 0 || grid.iter().any(|side| *side < 1) {
            return running * self.read();
        }
        let count = grid[0].saturating_mul(grid[1]).min(running).min(RUNNING);
        let read =
            self.read_in(Order { height: self.height(grid, counts), sideways: false }, grid, count, counts);
        // (Those of other matrices of a batch read as much of these.)
        read * running / (WHOLE * count.max(1))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::tile::{Engine, WIDEST};
    use super::*;
    use layout_target::Chip;

    #[test]
    fn each_place_has_one_number() {
        let sides = 1..12_i64;
        let grids = sides.clone().flat_map(|high| sides.clone().map(move |wide| [high, wide]));
        for (grid, height) in grids.flat_map(|grid| (1..14).map(move |height| (grid, height))) {
            for order in [false, true].map(|sideways| Order { height, sideways }) {
                let [high, wide] = grid;
                let places: BTreeSet<_> = (0..high * wide).map(|number| order.place(grid, number)).collect();
                let all = (0..high).flat_map(|row| (0..wide).map(move |column| [row, column]));
                assert_eq!(places, all.collect(), "{grid:?} {order:?}");
            }
        }
    }

    #[test]
    fn neighbours_read_what_begins_within_lines_side_by_side() {
        let chip = Chip::named("sm_90a").expect("known");
        // Of A by columns whose rows begin within lines, of B by rows that do, of both, of neither, and of such that lie along K.
        let of = |rows, lines| {
            let types = Types::halves(rows, lines, chip);
            let tiles = Tile::all(Engine::Warpgroups, [WIDEST; 2], &types, chip);
            let tile = tiles.into_iter().find(|tile| [tile.rows, tile.columns, tile.split] == [128, 128, 1]);
            let tile = tile.expect("for any sizes");
            let counts = tile.counts(1600, &types);
            (tile.height([7, 13], counts), tile.read_together([7, 13], 91, counts))
        };
        let (all, least, even) =
            (of([true; 2], [16, 128]), of([true; 2], [128, 16]), of([true; 2], [128; 2]));
        assert_eq!((all.0, least.0), (7, 2));
        assert_eq!(even.0, 4);
        assert_eq!(of([true; 2], [16; 2]), even);
        assert_eq!(of([false; 2], [16, 16]), even);
        assert!(all.1 < even.1 && least.1 < even.1 && even.1 < 91 * 256);
    }

    #[test]
    fn bands_go_down_first() {
        let places = |order: Order| [0, 1, 2, 5, 6].map(|number| order.place([5, 3], number));
        let down = Order { height: 2, sideways: false };
        assert_eq!(places(down), [[0, 0], [1, 0], [0, 1], [1, 2], [2, 0]]);
        let across = Order { height: 2, sideways: true };
        assert_eq!(places(across), [[0, 0], [0, 1], [1, 0], [2, 1], [3, 0]]);
        assert_eq!(Order::even(9, 8).height, 5);
    }
}
