//! A product with a single column, as text: tensor cores would multiply one of eight columns, and what takes the time is that
//! A comes from memory. So each thread multiplies the elements that it loads, where nothing but neighbours is known of how they lie, by
//! those of the column, and adds; what threads have of a row is added up behind the loop. (Of a single row it is the
//! product transposed.)
//!
//! Where A's elements lie together along K, threads go along K, and a block has few rows, or one. Where they lie together along its columns,
//! neighbours of a warp are rows beside each other, and its warps go along K, each with elements of the column in a line, which it
//! gets from the others through shared memory.
//!
//! A loop over what is known to be inside of A asks nothing; behind it there is what is left along K, and a block whose rows are not all there
//! has a loop of its own: where loads wait for comparisons few of them are under way.

use std::fmt::Write as _;

use layout_mlir::ir::DYNAMIC;
use layout_target::{Chip, Feature, WARP};

use super::costs::Costs;
use super::kernel::{Factors, KEPT, Kernel};
use super::problem::Problem;
use super::tile::{SPLITS, Tile, WIDEST};
use super::types::Types;
use super::{Plan, sizes};

/// What a tile of one column is made of: rows, threads, and elements along K of a thread, where A lies together along K.
const ALONG: [[i64; 3]; 8] = [
    [1, 256, 8],
    [1, 512, 8],
    [1, 1024, 8],
    [2, 256, 8],
    [4, 256, 4],
    [8, 128, 4],
    [8, 128, 2],
    [16, 128, 1],
];
/// The same where it lies together along its columns: threads beside each other, of each of which it has so many neighbours.
const ACROSS: [[i64; 3]; 6] =
    [[32, 256, 8], [32, 512, 8], [16, 256, 8], [16, 512, 16], [8, 512, 16], [8, 256, 8]];
/// Elements along K of a thread that has several neighbours of a row.
const PIECES: i64 = 16;

/// Elements along K that a block goes along in so few iterations, but for tiles this deep.
const FEW: i64 = 2;
const DEEP: i64 = 2048;
/// Elements along K of which tensor cores multiply as soon, where A lies together along K.
const SHORT: i64 = 128;
/// The same where its rows lie across K, and are loaded by so many bytes: half of the widest.
const LONG: i64 = 3072;
const HALF: i64 = 8;

/// Elements along K, and rows of all products together, from which tensor cores are slower also where the engine copies what they multiply:
/// where all that is read is this part of L2 at most, in tenths, and where it is many times as large, and so long along K. (Between, what
/// the engine tells L2 of lines that nobody reads again is worth more.)
const ALONE: [i64; 2] = [1024, 256];
const KEPT_OF: i128 = 9;
const STREAMED: i128 = 4;
const STREAMED_ALONG: i64 = 4096;
/// The bits of elements of which that is known.
const TRIED: i64 = 16;

// In cycles. Along K fitted to 287 products by tiles (54 sizes) on an H200, of which what is chosen takes 0.7 % longer than the best, and of quarters
// that it was not fitted to 0.8 %, for 4.1.
/// Before the first tile and until the last one is written, an iteration, from its loads until their elements are there, and what is added up of a warp.
const BEGUN_ALONG: i64 = 8200;
const ITERATION_ALONG: i64 = 142;
const WAITS_ALONG: i64 = 1007;
const WARPS_ALONG: i64 = 13;
/// Bytes that memory gives in a cycle, those of an iteration beyond which it takes longer, as one part of so many where there are as many again,
/// and hundredths of the shorter of that and of the rest that are not done beside the other.
const MEMORY: i128 = 2320;
const LARGE: i128 = 8192;
const LONGER: i128 = 20;
const APART: i128 = 44;
// Across it fitted to 600 of both kinds (54 sizes): 3 % longer than the best.
/// The same, and bytes that a multiprocessor reads in a cycle.
const BEGUN: i64 = 6000;
const ITERATION: i64 = 17;
const WAITS: i64 = 480;
const READ: i64 = 27;
/// What is added up of a row, and of a warp.
const SUMMED: i64 = 24;
const WARPS: i64 = 58;
/// An element of a warp, a tile besides, blocks of a cluster meeting; and bytes of sectors that are read beside those of a row.
const MULTIPLIED: i64 = 4;
const ENDED: i64 = 1000;
const MET: i64 = 3400;
const CUT: i64 = 64;
/// Most elements of a thread, each of which is a sum, in words.
const SUMS: [i64; 2] = [32, 16];
/// The same of a block along K.
const HELD: i64 = 8192;
/// Most neighbours that it loads at once across K, and words that it gets of their sums from warps.
const MOST: i64 = 8;
const OTHERS: i64 = 64;

/// How threads hold parts of a tile of one column.
struct Held {
    /// A.
    left: String,
    /// The column as it is loaded.
    loaded: String,
    /// The column as it is multiplied.
    right: String,
}

impl Tile {
    /// Whether it is one of a single column.
    pub fn is_vector(&self) -> bool {
        self.columns == 1
    }

    /// Those of a single column, perhaps of C transposed, of factors of which so many bytes are loaded at once.
    pub fn vectors(bytes: [i64; 2], turned: bool, types: &Types, chip: &Chip) -> Vec<Self> {
        let [of_a, of_b] = if turned { [bytes[1], bytes[0]] } else { bytes };
        let bytes = [of_a.min(MOST * types.bits / 8), of_b];
        let wide = (bytes[0] * 8 / types.bits).max(1);
        let along = if turned { !types.rows_of_b } else { !types.rows_of_a };
        let of = |rows: i64, threads: i64, depth: i64| Self {
            rows,
            columns: 1,
            boxed: 1,
            depth,
            warps: [threads / WARP, 1],
            stages: 1,
            along,
            turned,
            persistent: 0,
            across: false,
            bytes,
            split: 1,
            producer: false,
            multicast: [1, 1],
        };
        // (Sums of 64 bits are two words each.)
        let words = (types.bits / 32).max(1);
        let fits = |most: i64| move |tile: &Self| tile.rows * tile.depth / tile.threads() * words <= most;
        if along {
            let all = ALONG.map(|[rows, threads, deep]| of(rows, threads, threads * deep.max(wide)));
            let is_held = |tile: &Self| tile.rows * tile.depth * words <= HELD;
            return all.into_iter().filter(fits(SUMS[0])).filter(is_held).collect();
        }
        let deep = |deep: i64| if wide == 1 { deep } else { (PIECES / wide).max(1) };
        let all = ACROSS
            .map(|[beside, threads, pieces]| of(beside * wide, threads, threads / beside * deep(pieces)));
        // (A thread gets what each warp has of its rows.)
        let is_met = |tile: &Self| wide * words * tile.threads() / WARP <= OTHERS;
        let all = all.into_iter().filter(fits(SUMS[1])).filter(is_met);
        let split = |tile: Self| SPLITS.map(|split| Self { split, ..tile });
        let split = all.clone().filter(|_| chip.has(Feature::Clusters)).flat_map(split);
        all.chain(split).collect()
    }

    /// Whether it is worth having where there are so many elements along K: one that goes along them does so in few iterations, and of
    /// fewer than four warps have tensor cores are as good; so they are at long columns of several neighbours at once, and at all of as many
    /// as there are.
    pub fn is_vector_for(&self, k: i64, types: &Types) -> bool {
        match () {
            () if k == DYNAMIC => true,
            () if self.along => k >= SHORT && self.depth >= DEEP.min(k / FEW),
            () if types.bits == TRIED && self.bytes[0] == WIDEST => false,
            () => self.bytes[0] < HALF || k < LONG,
        }
    }

    /// What one takes, in cycles, of types as the product has them, turned or not.
    pub fn costs_of_vector(&self, types: &Types, chip: &Chip) -> Costs {
        let (threads, bytes) = (self.threads(), types.bits / 8);
        let warps = threads / WARP;
        let elements = self.rows * self.depth / threads;
        let cost = |registers: i64, each: i64, waits: i64, once: i64, first: i64| {
            let registers = ((registers + 7) / 8 * 8).max(24);
            let by_registers = i64::from(chip.limits.registers) / (registers * threads);
            let beside = by_registers.min(i64::from(chip.limits.threads) / threads).max(1);
            Costs { each, lines: 0, bytes: 0, arrives: each + waits, once, first, next: 0, beside }
        };
        if self.along {
            let once = WARPS_ALONG * warps;
            return cost(16 + elements * 3 / 2, ITERATION_ALONG, WAITS_ALONG, once, BEGUN_ALONG);
        }
        // (What a warp reads of a row begins and ends within sectors.)
        let all = self.rows * self.depth * bytes;
        let read = all + all * CUT / (self.rows * bytes);
        let gathered = if self.split > 1 { MET } else { 0 };
        let once = ENDED + SUMMED * self.rows + WARPS * warps + gathered;
        let each = (warps * elements * MULTIPLIED).max(read / READ) + ITERATION;
        cost(32 + elements, each, WAITS, once, BEGUN)
    }

    /// How long one that goes along K takes, of which so many cycles are all but memory's, where A has so many elements.
    pub fn with_reads(&self, time: i128, elements: i128, types: &Types) -> i128 {
        let bytes = i128::from(types.bits / 8);
        let memory = elements.min(i128::MAX >> 20) * bytes / MEMORY;
        let more = i128::from(self.rows * self.depth) * bytes - LARGE;
        let memory = memory + memory / LONGER * more.max(0) / LARGE;
        time.max(memory) + time.min(memory) * APART / 100
    }

    /// How threads hold what a block of a single column stores.
    pub fn column(&self, types: &Types) -> String {
        let threads = self.threads();
        let rows = self.rows / self.split;
        match self.split {
            1 if !self.along => {
                let wide = self.neighbours(types)[0];
                let beside = rows / wide;
                format!("#layout.tv<({beside},{}):({wide},0), {wide}:1>", threads / beside)
            }
            1 => format!("#layout.tv<{threads}:0, {rows}:1>"),
            _ => format!("#layout.tv<({rows},{}):(1,0), 1:0>", threads / rows),
        }
    }
}

impl Plan {
    /// Whether a product has a single row or column, and threads that go along the other factor's rows are faster than tensor cores whose
    /// factors the engine copies.
    pub(super) fn is_of_vectors(problem: &Problem<'_, '_>, types: &Types) -> bool {
        let all = sizes(problem);
        let [batch, m, n, k] = all;
        let along = match () {
            () if n == 1 => !types.rows_of_a,
            () => m == 1 && !types.rows_of_b,
        };
        let [least, most] = ALONE;
        if !along || all.contains(&DYNAMIC) || types.bits != TRIED || k < least {
            return false;
        }
        let rows = i128::from(batch) * i128::from(m.max(n));
        let bytes = rows.saturating_mul(i128::from(k) * i128::from(types.bits) / 8);
        let l2 = i128::from(types.l2);
        let is_streamed = k >= STREAMED_ALONG && bytes > STREAMED * l2;
        rows >= most.into() && (bytes * 10 < KEPT_OF * l2 || is_streamed)
    }
}

impl Kernel<'_, '_, '_> {
    /// How threads hold the parts of an iteration.
    fn held_parts(&self) -> Held {
        let Tile { rows, depth, .. } = self.tile;
        let (threads, wide) = (self.tile.threads(), self.tile.neighbours(self.types)[0]);
        if !self.tile.along {
            let beside = rows / wide;
            let down = threads / beside;
            let deep = depth / down;
            let left =
                format!("#layout.tv<({beside},{down}):({wide},{}), ({wide},{deep}):(1,{rows})>", rows * deep);
            let loaded = match depth < threads {
                true => format!("#layout.tv<({depth},{}):(1,0), 1:0>", threads / depth),
                false => format!("#layout.tv<{threads}:1, {}:{threads}>", depth / threads),
            };
            let right = format!("#layout.tv<({beside},{down}):(0,{deep}), {deep}:1>");
            return Held { left, loaded, right };
        }
        let (times, step) = (depth / threads / wide, threads * wide);
        let left = format!(
            "#layout.tv<{threads}:{}, ({wide},{rows},{times}):({rows},1,{})>",
            wide * rows,
            step * rows
        );
        let right = format!("#layout.tv<{threads}:{wide}, ({wide},{times}):(1,{step})>");
        Held { left, loaded: right.clone(), right }
    }

    /// The loop along K.
    pub fn multiply_vector(&self, sum: &str, out: &mut String) -> Result<&'static str, std::fmt::Error> {
        let Tile { rows, depth, .. } = self.tile;
        let [_, m, _, k] = sizes(self.problem);
        let Held { left, .. } = self.held_parts();
        let (element, add) = (self.types.sum, self.adding());
        let parts = format!("tensor<{rows}x{depth}x{element}, {left}>");
        let [from, to] = if self.tile.split > 1 { self.part(out)? } else { ["%c0", "%K"] };
        let zero = if element.starts_with('f') { "0.0" } else { "0" };
        writeln!(out, "  %v.none = arith.constant dense<{zero}> : {parts}")?;
        if self.spare {
            self.over("%v.parts", [from, to], false, &parts, out)?;
        } else {
            // (Of several blocks the last ones may have none.)
            writeln!(out, "  %v.reached = arith.maxui {to}, {from} : index")?;
            writeln!(out, "  %v.deep = arith.subi %v.reached, {from} : index")?;
            writeln!(out, "  %v.times = arith.divui %v.deep, %c{depth} : index")?;
            writeln!(out, "  %v.inner = arith.muli %v.times, %c{depth} : index")?;
            writeln!(out, "  %v.until = arith.addi {from}, %v.inner : index")?;
            writeln!(out, "  %v.below = arith.addi %i, %c{rows} : index")?;
            writeln!(out, "  %v.is_whole = arith.cmpi ule, %v.below, %M : index")?;
            writeln!(out, "  %v.parts = scf.if %v.is_whole -> ({parts}) {{")?;
            self.over("%v.most", [from, "%v.until"], true, &parts, out)?;
            let is_all = k != DYNAMIC && self.tile.split == 1 && k % depth == 0;
            let mut all = "%v.most";
            if !is_all {
                writeln!(out, "  %v.has_rest = arith.cmpi ult, %v.until, %v.reached : index")?;
                writeln!(out, "  %v.all = scf.if %v.has_rest -> ({parts}) {{")?;
                self.iteration("%v.until", "%v.most", false, &parts, out)?;
                writeln!(
                    out,
                    "  scf.yield %v.next : {parts}\n  }} else {{\n  scf.yield %v.most : {parts}\n  }}"
                )?;
                all = "%v.all";
            }
            writeln!(out, "  scf.yield {all} : {parts}\n  }} else {{")?;
            if m != DYNAMIC && m % rows == 0 {
                writeln!(out, "  scf.yield %v.none : {parts}\n  }}")?;
            } else {
                self.over("%v.edge", [from, to], false, &parts, out)?;
                writeln!(out, "  scf.yield %v.edge : {parts}\n  }}")?;
            }
        }
        let line = format!("tensor<{rows}x{element}, {}>", self.sum_encoding());
        writeln!(out, "  %v.line = layout.reduce {add} %v.parts dim 1 : {parts} -> {line}")?;
        writeln!(out, "  %v.column = layout.expand_dims %v.line dim 1 : {line} -> {sum}")?;
        if self.tile.split > 1 || self.problem.zero.is_some() {
            return Ok("%v.column");
        }
        let first = self.first(sum, out)?;
        writeln!(out, "  %v.added = arith.{add} %v.column, {first} : {sum}")?;
        Ok("%v.added")
    }

    /// The kind of a sum.
    fn adding(&self) -> &'static str {
        if self.types.sum.starts_with('f') { "addf" } else { "addi" }
    }

    /// A loop between two places along K, of what is inside of A, or may not be.
    fn over(
        &self,
        name: &str,
        [from, to]: [&str; 2],
        inside: bool,
        parts: &str,
        out: &mut String,
    ) -> std::fmt::Result {
        let depth = self.tile.depth;
        writeln!(
            out,
            "  {name} = scf.for %v.k = {from} to {to} step %c{depth} iter_args(%v.before = %v.none) -> ({parts}) {{"
        )?;
        self.iteration("%v.k", "%v.before", inside, parts, out)?;
        // (Across K threads meet in each iteration: several of them at once gain nothing.)
        let kept = if inside && self.tile.along { String::new() } else { format!(" {{{KEPT}}}") };
        writeln!(out, "  scf.yield %v.next : {parts}\n  }}{kept}")
    }

    /// What is added from a place along K on: `%v.next`.
    fn iteration(
        &self,
        k: &str,
        before: &str,
        inside: bool,
        parts: &str,
        out: &mut String,
    ) -> std::fmt::Result {
        let Tile { rows, depth, .. } = self.tile;
        let (Held { left, loaded, right }, types) = (self.held_parts(), self.types);
        let Factors { types: [a, b], batch: [in_a, in_b], .. } = self.factors();
        let [of_a, of_b] = &types.factors;
        let certain = if inside { " {layout.in_bounds}" } else { "" };
        let tile = |element: &str| format!("tensor<{rows}x{depth}x{element}, {left}>");
        let line = |element: &str, held: &str| format!("tensor<{depth}x{element}, {held}>");
        writeln!(out, "    %v.a = layout.load %A[{in_a}%i, {k}]{certain} : {a} -> {}", tile(of_a))?;
        let upright = format!("tensor<{depth}x1x{of_b}, {loaded}>");
        writeln!(out, "    %v.b = layout.load %B[{in_b}{k}, %c0]{certain} : {b} -> {upright}")?;
        writeln!(out, "    %v.lying = layout.reshape %v.b : {upright} -> {}", line(of_b, &loaded))?;
        let mut column = "%v.lying";
        if loaded != right {
            let (from, to) = (line(of_b, &loaded), line(of_b, &right));
            writeln!(out, "    %v.got = layout.convert {column} : {from} -> {to}")?;
            column = "%v.got";
        }
        let extend = if types.sum.starts_with('f') { "extf" } else { "extsi" };
        let (mut factor, is_wider) = ("%v.a", of_a != types.sum);
        if is_wider {
            writeln!(out, "    %v.left = arith.{extend} %v.a : {} to {parts}", tile(of_a))?;
            let (from, to) = (line(of_b, &right), line(types.sum, &right));
            writeln!(out, "    %v.right = arith.{extend} {column} : {from} to {to}")?;
            (factor, column) = ("%v.left", "%v.right");
        }
        let from = line(types.sum, &right);
        writeln!(out, "    %v.over = layout.broadcast {column} dim 0 : {from} -> {parts}")?;
        if types.sum.starts_with('f') {
            return writeln!(out, "    %v.next = math.fma {factor}, %v.over, {before} : {parts}");
        }
        writeln!(out, "    %v.product = arith.muli {factor}, %v.over : {parts}")?;
        writeln!(out, "    %v.next = arith.addi {before}, %v.product : {parts}")
    }
}
