//! [`Tile`]: the part of C that a block computes, and what it takes; by a model, which tile takes the least time.

use layout_target::{Chip, Feature};

use super::types::Types;

/// How a kernel copies and multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The engine that copies boxes, and warpgroups that multiply what is in shared memory.
    Warpgroups,
    /// Asynchronous copies by threads, and warps that multiply what they loaded.
    Warps,
    /// Loads and stores of single elements, wherever they lie, and such warps.
    Anywhere,
}

/// A tile of C, and how the block that computes it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Rows.
    pub rows: i64,
    /// Columns.
    pub columns: i64,
    /// How far along K an iteration goes.
    pub depth: i64,
    /// Warps along rows and columns.
    pub warps: [i64; 2],
    /// Iterations whose factors are in shared memory.
    pub stages: i64,
    /// Whether it is one of C transposed, of which rows and columns are then: `C^T = B^T A^T`. Warpgroups multiply at least
    /// 64 rows, and as few as 8 columns.
    pub turned: bool,
}

/// Bytes along K that an iteration multiplies: a row of the widest swizzle.
const ROW: i64 = 128;
/// Bytes of shared memory beside the factors: mbarriers.
const BESIDE: i64 = 1024;
/// Most iterations that are worth copying ahead.
const STAGES: i64 = 12;
/// Blocks beside each other, of which each has its part of the shared memory.
const BESIDES: [i64; 3] = [1, 2, 3];

// Of the model, in cycles; measured on an H200 (`./x bench gemm`: products by each tile), of copies and products by
// warps estimated from their throughput.
/// Bytes that a multiprocessor gets from L2 in a cycle.
const BYTES: i64 = 80;
/// Products of 16-bit elements by a multiprocessor in a cycle, of warpgroups; by warps it is half as many.
const PRODUCTS: i64 = 2048;
/// An iteration, beside what it multiplies and copies.
const ITERATION: i64 = 150;
/// From the begin of a copy until its bytes are there.
const LATENCY: i64 = 1900;
/// A tile besides its iterations: launch and first copies.
const OVERHEAD: i64 = 3000;
/// Bytes of C that are written in a cycle.
const WRITTEN: i64 = 32;

/// Rows and columns of tiles, by engine; of two that take as long the first is taken.
const WARPGROUPS: [[i64; 2]; 11] = [
    [128, 256],
    [256, 128],
    [128, 192],
    [128, 160],
    [128, 128],
    [64, 256],
    [64, 128],
    [128, 64],
    [64, 64],
    [64, 32],
    [64, 16],
];
const WARPS: [[i64; 2]; 3] = [[128, 128], [128, 64], [64, 64]];
/// (Of larger ones threads have more elements to load, each by itself, than there are registers for.)
const ANYWHERE: [[i64; 2]; 1] = [[64, 64]];

impl Tile {
    /// The tiles of an engine.
    pub fn all(engine: Engine, types: &Types, chip: &Chip) -> Vec<Self> {
        let (sizes, depths): (&[[i64; 2]], &[i64]) = match engine {
            Engine::Warpgroups => (&WARPGROUPS, &[1, 2]),
            Engine::Warps => (&WARPS, &[1]),
            Engine::Anywhere => (&ANYWHERE, &[1]),
        };
        let each = sizes
            .iter()
            .flat_map(|size| depths.iter().flat_map(|n| BESIDES.map(|beside| (*size, *n, beside))));
        let mut all = Vec::new();
        for (size, rows, beside) in each {
            let tile = Self::of(size, [rows, beside], engine, types, chip);
            all.extend(tile.filter(|tile| !all.contains(tile)));
        }
        // (Of others, what one has is as little without turning.)
        let narrow = |tile: &&Self| engine == Engine::Warpgroups && tile.columns <= tile.rows;
        let turned: Vec<Self> =
            all.iter().filter(narrow).map(|tile| Self { turned: true, ..*tile }).collect();
        [all, turned].concat()
    }

    /// One of so many rows and columns, so many swizzled rows deep, with as many stages as fit into shared memory where
    /// so many blocks are beside each other.
    fn of(
        [rows, columns]: [i64; 2],
        [deep, beside]: [i64; 2],
        engine: Engine,
        types: &Types,
        chip: &Chip,
    ) -> Option<Self> {
        // (Of larger sums in f64 there are more words than registers.)
        if types.bits == 64 && rows * columns > 64 * 64 {
            return None;
        }
        let bytes = types.bits / 8;
        let shared = i64::from(chip.limits.shared_per_block);
        let (warps, row, least, most) = match engine {
            Engine::Warpgroups => ([4 * (rows / 64).min(2), 1], ROW, 3, STAGES),
            // (Half as deep where a multiprocessor has little shared memory.)
            Engine::Warps => ([2, 2], if shared > 128 << 10 { ROW } else { ROW / 2 }, 2, 4),
            Engine::Anywhere => ([2, if columns > 64 { 4 } else { 2 }], ROW / 2, 1, 1),
        };
        let row = row * deep;
        let stage = (rows + columns) * row;
        let room = (i64::from(chip.limits.shared) / beside - 1024).min(shared) - BESIDE;
        let stages = (room / stage).min(most);
        let depth = row / bytes;
        (stages >= least).then_some(Self { rows, columns, depth, warps, stages, turned: false })
    }

    /// The same where there are so many elements along K: with no more stages than iterations.
    pub fn along(self, k: i64) -> Self {
        if k <= 0 { self } else { Self { stages: self.stages.min((k - 1) / self.depth + 1), ..self } }
    }

    /// Threads of a block.
    pub fn threads(&self) -> i64 {
        32 * self.warps[0] * self.warps[1]
    }

    /// Registers of a thread for the sum, and for elements of so many bits at each of its places.
    pub fn registers(&self, bits: i64) -> i64 {
        self.rows * self.columns / self.threads() * (32 + bits) / 32
    }

    /// Blocks that a multiprocessor holds.
    fn blocks(&self, types: &Types, chip: &Chip) -> i64 {
        let bytes = self.stages * (self.rows + self.columns) * self.depth * types.bits / 8 + BESIDE;
        let by_memory = i64::from(chip.limits.shared) / (bytes + 1024);
        // Beside the sum there are addresses, and fragments of A and B.
        let sums = self.rows * self.columns + 48 * self.threads();
        (i64::from(chip.limits.registers) / sums).min(by_memory).max(1)
    }

    /// What it takes.
    pub fn costs(&self, engine: Engine, types: &Types, chip: &Chip) -> Costs {
        let products = if engine == Engine::Warpgroups { PRODUCTS } else { PRODUCTS / 2 };
        let multiply = self.rows * self.columns * self.depth * types.bits / (16 * products);
        let copy = (self.rows + self.columns) * self.depth * types.bits / 8 / BYTES;
        // Loads of single elements are one instruction each.
        let load = (self.rows + self.columns) * self.depth / 16;
        let each = multiply.max(if engine == Engine::Anywhere { load } else { copy }) + ITERATION;
        let ahead = match engine {
            Engine::Warpgroups => self.stages - 2,
            Engine::Warps => self.stages - 1,
            Engine::Anywhere => 1,
        };
        let once = OVERHEAD + self.rows * self.columns * types.result_bits() / 8 / WRITTEN;
        Costs { each, arrives: LATENCY / ahead.max(1), once, beside: self.blocks(types, chip) }
    }

    /// As it is named: by rows and columns of C.
    pub fn name(&self) -> String {
        let [rows, columns] = if self.turned { [self.columns, self.rows] } else { [self.rows, self.columns] };
        format!("{rows}x{columns}")
    }

    /// As it is named, with its depth and its stages.
    pub fn full_name(&self) -> String {
        format!("{}x{}x{}", self.name(), self.depth, self.stages)
    }
}

/// What a tile takes, in cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// An iteration, of a multiprocessor.
    pub each: i64,
    /// Until the factors of an iteration arrive, of a block: others run meanwhile.
    pub arrives: i64,
    /// A tile besides its iterations, of a block.
    pub once: i64,
    /// Blocks that a multiprocessor holds.
    pub beside: i64,
}

/// Whether a chip has the engine's instructions.
pub fn has(chip: &Chip, engine: Engine) -> bool {
    match engine {
        Engine::Warpgroups => chip.has(Feature::Tma) && chip.has(Feature::Wgmma),
        Engine::Warps => chip.has(Feature::MmaSm80) && chip.has(Feature::CpAsync),
        Engine::Anywhere => chip.has(Feature::MmaSm80),
    }
}
