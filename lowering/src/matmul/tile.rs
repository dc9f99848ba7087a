//! [`Tile`]: the part of C that a block computes, and what it takes.

use layout_target::{Chip, Feature};

use super::registers::{ELEMENTS, HELD, LOADED, PUT_TOGETHER};
use super::types::Types;
use crate::tile::{producers, takes_integers};

/// How a kernel copies and multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The engine that copies boxes, and warpgroups that multiply what is in shared memory.
    Warpgroups,
    /// Asynchronous copies by threads, and warps that multiply what they loaded.
    Warps,
    /// Loads and stores of elements, wherever they lie: of single ones, or of as many neighbours as are known to lie well; and
    /// such warps.
    Anywhere,
}

/// An engine, and what its kernels take for granted of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The engine.
    pub engine: Engine,
    /// Bytes that rows of A and of B begin at multiples of, and end at those that threads copy; 0 where they may begin anywhere.
    pub factors: [i64; 2],
    /// Whether those of C begin and end at multiples of the widest access.
    pub result: bool,
}

impl Engine {
    /// Bytes that its threads copy at once where nothing keeps them from it but what it is for.
    pub fn bytes(self) -> [i64; 2] {
        if self == Self::Anywhere { [0; 2] } else { [WIDEST; 2] }
    }
}

/// A tile of C, and how the block that computes it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Rows.
    pub rows: i64,
    /// Columns.
    pub columns: i64,
    /// Columns of B that are copied, some behind those of the tile where whole boxes are copied sooner than narrow ones.
    pub boxed: i64,
    /// How far along K an iteration goes.
    pub depth: i64,
    /// Warps along rows and columns.
    pub warps: [i64; 2],
    /// Iterations whose factors are in shared memory.
    pub stages: i64,
    /// Whether threads of a single column go along K, and not along its rows.
    pub along: bool,
    /// Whether it is one of C transposed, of which rows and columns are then: `C^T = B^T A^T`. Warpgroups multiply at least
    /// 64 rows, and as few as 8 columns.
    pub turned: bool,
    /// Blocks that a multiprocessor has, each of which computes one tile after the other; 0 where each computes one.
    pub persistent: i64,
    /// Whether such a block copies iterations ahead, on through those of the next tile; else `stages` are whole tiles,
    /// whose factors are copied while others are stored.
    pub across: bool,
    /// Bytes of A and of B that a thread copies at once, where threads do; 0 where single elements.
    pub bytes: [i64; 2],
    /// Blocks of a cluster, of which each computes a part of the sum along K; each has the same part of the rows of
    /// what they make together.
    pub split: i64,
    /// Whether warps beside those that multiply issue its copies.
    pub producer: bool,
    /// Blocks of a cluster that have tiles below each other, and copy their part of B for each other, and those that have tiles beside
    /// each other, and so of A; 1 where each copies its own.
    pub multicast: [i64; 2],
}

/// Threads of a warpgroup.
pub const WARPGROUP: i64 = 128;
/// Bytes along K that an iteration multiplies: a row of the widest swizzle.
pub const ROW: i64 = 128;
/// Bytes of shared memory beside the factors, mbarriers, and those that each block takes besides.
const BESIDE: i64 = 1024;
const RESERVED: i64 = 1024;
/// Most iterations that are worth copying ahead.
const STAGES: i64 = 12;
/// Blocks that copy B for each other, and A.
pub const SHARING: [[i64; 2]; 7] = [[2, 1], [4, 1], [1, 2], [1, 4], [2, 2], [4, 2], [2, 4]];
/// Rows of a swizzle, of which a block copies whole ones.
const SWIZZLED: i64 = 8;
/// Blocks that compute one together.
pub const SPLITS: [i64; 3] = [2, 4, 8];
/// Bytes of an element of a sum, and of the widest access.
pub const SUM: i64 = 4;
pub const WIDEST: i64 = 16;
/// Blocks beside each other, of which each has its part of the shared memory.
const BESIDES: [i64; 3] = [1, 2, 3];

/// Rows and columns of tiles, by engine; of two that take as long the first is taken.
const WARPGROUPS: [[i64; 2]; 13] = [
    [128, 256],
    [256, 128],
    [192, 192],
    [128, 192],
    [192, 128],
    [128, 160],
    [128, 128],
    [64, 256],
    [64, 128],
    [128, 64],
    [64, 64],
    [64, 32],
    [64, 16],
];
/// Rows of others, for sizes that these do not fit, their columns, and what those are multiples of: a pair of threads has as
/// many neighbours as it accesses. Those of three warpgroups, those of two with twice as many rows, and those of one for few
/// rows of C, which are turned: what is multiplied by them is read once.
const FITTED: i64 = 128;
const HIGH: i64 = 192;
const TALL: i64 = 256;
const LOW: i64 = 64;
/// Most columns of those of three warpgroups: of more, sums leave too few registers.
const HIGHEST: i64 = 240;
/// Elements of the largest sum of two warpgroups.
const LARGEST: i64 = TALL * HIGH;
const WIDTHS: std::ops::RangeInclusive<i64> = 80..=240;
const STEP: i64 = 16;
/// The same of those that are turned: what is stored together goes along their rows, and an instruction takes any multiple of this.
const TURNED: std::ops::RangeInclusive<i64> = 8..=248;
const CLOSE: i64 = 8;
/// What an error says of them behind the names of those above.
pub const OTHERS: &str = ", or 128 by multiples of 16 from 80 to 240, 192 by multiples of 32, 256 by multiples of 16 from 144 to 192 without _split, or multiples of 8 from 8 to 248 by 64, from 72 by 128, from 72 to 240 by 192 and from 136 to 192 by 256";
/// And of those of a single column or row.
pub const SINGLE: &str = "; of a single column or row powers of two by 1";
const WARPS: [[i64; 2]; 3] = [[128, 128], [128, 64], [64, 64]];
const ANYWHERE: [[i64; 2]; 7] = [[128, 128], [128, 64], [64, 128], [64, 64], [64, 32], [32, 64], [32, 32]];

impl Tile {
    /// The tiles of an engine, whose threads copy so many bytes of A and of B at once.
    pub fn all(engine: Engine, bytes: [i64; 2], types: &Types, chip: &Chip) -> Vec<Self> {
        let (sizes, depths): (&[[i64; 2]], &[i64]) = match engine {
            Engine::Warpgroups => (&WARPGROUPS, &[1, 2]),
            Engine::Warps => (&WARPS, &[1]),
            Engine::Anywhere => (&ANYWHERE, &[1, 2, 4]),
        };
        let made = |sizes: Vec<[i64; 2]>, depths: &[i64], turned: bool| {
            let each = sizes
                .iter()
                .flat_map(|size| depths.iter().flat_map(|n| BESIDES.map(|beside| (*size, *n, beside))));
            let mut all = Vec::new();
            for (size, rows, beside) in each {
                let tile = Self::of((size, turned), [rows, beside], (engine, bytes), types, chip);
                all.extend(tile.filter(|tile| !all.contains(tile)));
            }
            all
        };
        let mut all = made(sizes.to_vec(), depths, false);
        if engine == Engine::Warpgroups {
            let is_wide = |[rows, columns]: &[i64; 2]| columns > rows;
            let is_own = |size: &[i64; 2]| !is_common(*size);
            let of = |rows: i64| WIDTHS.step_by(STEP as usize).map(move |columns| [rows, columns]);
            let close = |rows: i64| TURNED.step_by(CLOSE as usize).map(move |columns| [rows, columns]);
            // (Of twice as many rows two warpgroups have the sums of as many as there are registers for.)
            let is_tall =
                |[rows, columns]: &[i64; 2]| (FITTED * TALL + 1..=LARGEST).contains(&(rows * columns));
            // (A third warpgroup stores from registers, what is not turned.)
            let high = of(HIGH).filter(|[_, columns]| columns % (2 * STEP) == 0);
            let fitted = of(FITTED).chain(of(TALL).filter(is_tall)).chain(high).filter(is_own);
            all.extend(made(fitted.collect(), &[1], false));
            // (Of others, what one has is as little without turning.)
            let narrow = sizes.iter().copied().filter(|size| !is_wide(size));
            let wide =
                of(FITTED).filter(|size| is_wide(size) || is_own(size)).chain(of(TALL).filter(is_tall));
            let between =
                close(FITTED).filter(|[_, columns]| *columns > LOW).chain(close(TALL).filter(is_tall));
            let between = between.filter(|[_, columns]| columns % STEP != 0);
            let high = close(HIGH).filter(|[_, columns]| (LOW + 1..=HIGHEST).contains(columns));
            let low = close(LOW).chain([[LOW, 4 * LOW]]).filter(|size| is_wide(size) || is_own(size));
            all.extend(made(narrow.collect(), depths, true));
            all.extend(made(wide.chain(between).chain(high).collect(), &[1], true));
            // (Their iterations are so short that what one takes besides shows: of two rows of the swizzle there are half as many.)
            all.extend(made(low.collect(), &[1, 2], true));
            all.retain(|tile| types.warpgroups[usize::from(tile.turned)]);
        }
        let split = all.iter().flat_map(|tile| SPLITS.map(|blocks| tile.split(blocks, engine, types, chip)));
        let split: Vec<Self> = split.flatten().collect();
        let persistent = all.iter().filter_map(|tile| tile.persistent(engine, types, chip));
        let across = all.iter().filter_map(|tile| tile.across(engine, types, chip));
        let persistent: Vec<Self> = persistent.chain(across).collect();
        for tile in persistent {
            all.extend(Some(tile).filter(|tile| !all.contains(tile)));
        }
        all.extend(split);
        if engine == Engine::Anywhere {
            all.extend(
                [false, true].into_iter().flat_map(|turned| Self::vectors(bytes, turned, types, chip)),
            );
        }
        all
    }

    /// The same where several blocks have parts of the sum.
    fn split(&self, blocks: i64, engine: Engine, types: &Types, chip: &Chip) -> Option<Self> {
        let tile = Self { split: blocks, ..*self };
        // The parts go through the memory that the factors had. (What these go through registers to is little.)
        let has = if engine == Engine::Anywhere { room(1, chip) } else { self.stages * self.stage(types) };
        let fits = self.parts() <= has;
        let is_one = chip.has(Feature::Clusters);
        let is_one = is_one && !(self.rows >= HIGH && self.is_fitted());
        // (By single elements they are slower to get: 64 x 104 by four blocks takes a fifth longer than 64 x 112.)
        let [rows, columns] = tile.finished();
        let sides = if tile.turned { [rows, columns] } else { [columns, rows] };
        let by_pairs = || tile.spread(sides, WIDEST / SUM)[0] >= (rows * columns / tile.threads()).min(2);
        (is_one && fits && tile.is_spread(1, false) && by_pairs()).then_some(tile)
    }

    /// Bytes of a sum of which other blocks get parts.
    fn parts(&self) -> i64 {
        self.rows * self.columns * SUM
    }

    /// Multiprocessors that its blocks have room on: those of a cluster are close to each other, and where a few are left no
    /// cluster of four fits (an H200 has 120 of 132 for such).
    pub fn multiprocessors(&self, chip: &Chip) -> i64 {
        let all = chip.multiprocessors();
        if self.split.max(self.cluster()) > 2 { all - all / 11 } else { all }
    }

    /// Neighbours of so many bits that a thread accesses at once, by so many bytes: where sums come from other blocks, as
    /// many as it gets of these at once, so that those of its neighbours lie next to them.
    pub fn wide(&self, bytes: i64, bits: i64) -> i64 {
        let wide = (bytes * 8 / bits).max(1);
        if self.split > 1 { wide.min(WIDEST / SUM) } else { wide }
    }

    /// Whether it is one for sizes that others do not fit.
    pub fn is_fitted(&self) -> bool {
        !is_common([self.rows, self.columns]) || self.turned && self.columns > self.rows
    }

    /// Whether narrower ones are not as few, where C is known to have so many columns.
    pub fn is_least(&self, columns: i64) -> bool {
        let up = |a: i64, b: i64| (a + b - 1) / b;
        let least = |step: i64| self.columns == up(up(columns, up(columns, self.columns)), step) * step;
        // (Three warpgroups whose tile is not turned have columns by twice as many.)
        let is_high = self.rows == HIGH && !self.turned;
        // (Of more even ones blocks have parts that they copy for each other. Narrow ones read the other factor again for each.)
        columns > 0
            && (least(STEP) || self.turned && least(CLOSE) || is_high && least(2 * STEP))
            && (self.columns >= LOW || columns <= self.columns)
    }

    /// Whether it is a small one of threads that load by themselves: any product can have such, at whatever registers it takes.
    pub fn is_last(&self, engine: Engine) -> bool {
        engine == Engine::Anywhere && self.rows * self.columns <= LOW * LOW
    }

    /// Whether ptxas, left to itself, would have blocks of it beside each other, and spill registers for that.
    pub fn is_crowded(&self, engine: Engine) -> bool {
        engine == Engine::Anywhere && self.rows * self.columns <= 2 * LOW * LOW && !self.is_vector()
    }

    /// Rows and columns that a block stores.
    pub fn finished(&self) -> [i64; 2] {
        [self.rows / self.split, self.columns]
    }

    /// The same of blocks that compute one tile after the other: the next one's factors are copied while one is stored,
    /// for which it goes through shared memory of its own.
    fn persistent(&self, engine: Engine, types: &Types, chip: &Chip) -> Option<Self> {
        let bytes = 2 * self.stage(types) + self.rows * self.columns * types.result_bits() / 8 + BESIDE;
        // (Others are written a tenth slower.)
        let is_even = self.columns.count_ones() == 1;
        let fits = engine == Engine::Warpgroups && is_even && bytes <= chip.limits.shared_per_block.into();
        let by_memory = i64::from(chip.limits.shared) / (bytes + RESERVED);
        let persistent = by_memory.min(self.by_registers(chip)).max(1);
        fits.then_some(Self { stages: 2, persistent, ..*self })
    }

    /// The same where the factors of the next tile's first iterations are copied while one is stored: without shared memory.
    fn across(&self, engine: Engine, types: &Types, chip: &Chip) -> Option<Self> {
        // (Of fewer stages one alone is under way while one is multiplied, and one was.)
        let fits = engine == Engine::Warpgroups && !self.turned && self.stages >= 4;
        fits.then(|| Self { persistent: self.blocks(types, chip), across: true, ..*self })
    }

    /// Leaves the tiles that are worth having where there are so many elements along K. Where that is one iteration, what
    /// a block does besides takes longer: each does that for one tile while it copies for the next. Not where rows of C are `narrow`:
    /// there are as many more stores, which blocks beside each other are better at.
    pub fn keep_along(tiles: &mut Vec<Self>, k: i64, narrow: bool) {
        let is_one = |tile: &Self| (1..=tile.depth).contains(&k);
        let by_tiles = |tile: &Self| tile.persistent > 0 && !tile.across;
        tiles.retain(|tile| tile.persistent == 0 || tile.across != is_one(tile));
        let is_better = |tile: &Self| by_tiles(tile) != narrow;
        if tiles.iter().any(is_better) {
            tiles.retain(is_better);
        }
    }

    /// One of so many rows and columns, perhaps of C transposed, so many swizzled rows deep, with as many stages as fit into shared
    /// memory where so many blocks are beside each other.
    fn of(
        ([rows, columns], turned): ([i64; 2], bool),
        [deep, beside]: [i64; 2],
        (engine, copied): (Engine, [i64; 2]),
        types: &Types,
        chip: &Chip,
    ) -> Option<Self> {
        let is_integer = !types.sum.starts_with('f');
        if engine == Engine::Warpgroups && is_integer && !takes_integers(columns) {
            return None;
        }
        // (Of larger sums in f64 there are more words than registers.)
        if types.bits == 64 && rows * columns > 64 * 64 {
            return None;
        }
        let bytes = types.bits / 8;
        let shared = i64::from(chip.limits.shared_per_block);
        let (warps, row, least, most) = match engine {
            // (Of 256 rows two warpgroups have twice as many.)
            Engine::Warpgroups => ([4 * (rows / 64).min(if rows == 192 { 3 } else { 2 }), 1], ROW, 3, STAGES),
            // (Half as deep where a multiprocessor has little shared memory. The sum of a large tile leaves four warps too few
            // registers for fragments of 8 and 32 bits, whose rows along K are put together by the thread.)
            Engine::Warps => {
                let [large, largest] =
                    if types.are_put_together() { PUT_TOGETHER } else { [128 * 64, i64::MAX] };
                let is_large = types.bits != 16 && rows * columns > large;
                if rows * columns > largest {
                    return None;
                }
                let row = if shared > 128 << 10 { ROW } else { ROW / 2 };
                ([2, if is_large { 4 } else { 2 }], row, 2, 4)
            }
            Engine::Anywhere => ([2, 4], ROW / 2, 2, 2),
        };
        let row = row * deep;
        let boxed = if engine == Engine::Warpgroups { boxed(columns, turned, types) } else { columns };
        let stage = (rows + boxed) * row;
        let stages = (room(beside, chip) / stage).min(most);
        let depth = row / bytes;
        let tile = Self {
            rows,
            columns,
            boxed,
            depth,
            warps,
            stages,
            along: false,
            turned,
            persistent: 0,
            across: false,
            bytes: copied,
            split: 1,
            producer: false,
            multicast: [1, 1],
        };
        let most_of = ELEMENTS[usize::from(types.are_put_together() || types.bits == 8)];
        let is_held = || tile.held(types) <= LOADED && tile.elements(types) <= most_of;
        (stages >= least && (engine != Engine::Anywhere || is_held())).then_some(tile)
    }

    /// The same where there are so many elements along K: with no more stages than iterations.
    pub fn along(self, k: i64) -> Self {
        if k <= 0 || self.persistent > 0 {
            return self;
        }
        // (Of several blocks how many iterations one has is known when it runs: of two slots one is free before.)
        let least = if self.split > 1 { 2 } else { 1 };
        Self { stages: self.stages.min(self.iterations(k).max(least)), ..self }
    }

    /// Iterations of a block where there are so many elements along K.
    pub fn iterations(&self, k: i64) -> i64 {
        (k - 1) / self.depth / self.split + 1
    }

    /// Whether what is as large as C goes between threads of a warp alone: where shared memory is for the next tile, and
    /// where there are no two to a power of threads, of C as it is.
    pub fn is_in_registers(&self) -> bool {
        self.across || self.split == 1 && !self.turned && self.threads().count_ones() != 1
    }

    /// The same with producers, where they are worth having: of several warpgroups one block has the registers, which the instructions
    /// that multiply must do with before their warps get those of producers.
    pub fn produced(self, engine: Engine, chip: &Chip) -> Option<Self> {
        let is_one = engine == Engine::Warpgroups && self.stages > 2;
        let has_room = self.persistent <= 1 || self.threads() < 256;
        let of_each = i64::from(chip.limits.registers) / (self.threads() + producers(self.threads(), chip));
        let fits = self.registers(0) + HELD <= of_each / 8 * 8;
        (is_one && has_room && fits).then_some(Self { producer: true, ..self })
    }

    /// Blocks of a cluster that copy for each other.
    pub fn cluster(&self) -> i64 {
        self.multicast.into_iter().product()
    }

    /// The same where two blocks or more copy what they have of B or of A for each other.
    pub fn multicast(self, engine: Engine, types: &Types, chip: &Chip) -> impl Iterator<Item = Self> + use<> {
        let tile = self.produced(engine, chip).filter(|tile| chip.has(Feature::Clusters) && tile.split == 1);
        let is_shared = |size: i64, blocks: i64| size % (blocks * SWIZZLED) == 0;
        let fits = move |tile: &Self| {
            let [down, across] = tile.multicast;
            // (Of whole boxes blocks copy rows along K. One tile after the other is counted by those below each other.)
            is_shared(if tile.boxed == tile.columns { tile.columns } else { tile.depth }, down)
                && is_shared(tile.rows, across)
                && (tile.persistent == 0 || across == 1)
        };
        let narrow = self.unboxed(types, chip);
        let each = move |tile: Self| {
            SHARING.map(|multicast| {
                let Self { boxed, stages, .. } = if multicast[0] > 1 { narrow } else { tile };
                Self { multicast, boxed, stages, ..tile }
            })
        };
        tile.into_iter().flat_map(each).filter(fits)
    }

    /// The same without columns of B behind its own, where boxes are halves of a row wide then: such take next to no time where blocks
    /// copy them for each other.
    fn unboxed(self, types: &Types, chip: &Chip) -> Self {
        let narrow = Self { boxed: self.columns, ..self };
        if self.boxed == self.columns || 2 * row_of(self.columns, types) != ROW {
            return self;
        }
        let beside = i64::from(chip.limits.shared) / (self.stages * self.stage(types) + BESIDE + RESERVED);
        Self { stages: (room(beside.max(1), chip) / narrow.stage(types)).min(STAGES), ..narrow }
    }

    /// The same with producers, and with those that copy for other blocks.
    pub fn all_produced(
        self,
        engine: Engine,
        types: &Types,
        chip: &Chip,
    ) -> impl Iterator<Item = Self> + use<> {
        self.produced(engine, chip).into_iter().chain(self.multicast(engine, types, chip))
    }

    /// Threads of a block, without its producers.
    pub fn threads(&self) -> i64 {
        32 * self.warps[0] * self.warps[1]
    }

    /// Blocks that a multiprocessor holds.
    pub fn blocks(&self, types: &Types, chip: &Chip) -> i64 {
        if self.persistent > 0 {
            return self.persistent;
        }
        let parts = if self.split > 1 { self.parts() } else { 0 };
        let bytes = parts.max(self.stages * self.stage(types)) + BESIDE;
        let by_memory = i64::from(chip.limits.shared) / (bytes + RESERVED);
        self.by_registers(chip).min(by_memory).max(1)
    }

    /// Bytes of an iteration's factors.
    pub fn stage(&self, types: &Types) -> i64 {
        (self.rows + self.boxed) * self.depth * types.bits / 8
    }

    /// Whether it copies iterations ahead where there are so many elements along K.
    pub fn is_ahead(&self, k: i64) -> bool {
        self.along(k).stages > 1 && (self.persistent > 0 || !(1..=self.depth).contains(&k))
    }
}

/// Whether rows and columns are those of a tile for any sizes.
fn is_common(size: [i64; 2]) -> bool {
    WARPGROUPS.contains(&size) || ANYWHERE.contains(&size)
}

/// Columns of B that are copied for so many, by boxes. Where columns lie together a box is a row of a swizzle wide, and each takes about as
/// long: columns that the widest does not divide take fewer with some behind them, unless they are one narrow box.
fn boxed(columns: i64, turned: bool, types: &Types) -> i64 {
    let wide = ROW * 8 / types.bits;
    let covered = (columns + wide - 1) / wide;
    let narrow = columns * types.bits / 8 / row_of(columns, types);
    let are_rows = if turned { types.rows_of_a } else { types.rows_of_b };
    if are_rows && covered < narrow { covered * wide } else { columns }
}

/// Bytes of a row of the widest boxes that so many columns are whole ones of, where columns lie together.
pub fn row_of(columns: i64, types: &Types) -> i64 {
    ROW.min(1 << (columns * types.bits / 8).trailing_zeros())
}

/// Bytes of shared memory for the factors of a block that has so many beside it.
fn room(beside: i64, chip: &Chip) -> i64 {
    let most = i64::from(chip.limits.shared_per_block);
    (i64::from(chip.limits.shared) / beside - RESERVED).min(most) - BESIDE
}

/// Whether a chip has the engine's instructions.
pub fn has(chip: &Chip, engine: Engine) -> bool {
    match engine {
        Engine::Warpgroups => chip.has(Feature::Tma) && chip.has(Feature::Wgmma),
        Engine::Warps => chip.has(Feature::MmaSm80) && chip.has(Feature::CpAsync),
        Engine::Anywhere => chip.has(Feature::MmaSm80),
    }
}
