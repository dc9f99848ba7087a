//! [`Costs`]: how long a tile takes, by a model.

use layout_target::Chip;

use super::tile::{Engine, ROW, SUM, Tile, WARPGROUP, WIDEST, row_of};
use super::types::{LINE, Types};

// In cycles. Of warpgroups fitted to 5700 products by tiles (350 sizes, 1 to 8192 rows, L2 cold) on H100s: what is chosen takes 1.0 %
// longer than the best that was tried, the mean of them. What blocks take that have one iteration a tile was fitted to 400 of 16 sizes
// there, 2.1 %. Of threads that load what lies anywhere fitted to 300 products by tiles (21 sizes)
// on an H200: 3.5 %, for 7.1 by what 900 on an H100 gave; of 130 sizes that it was not fitted to it chooses otherwise for 36, and is 2.6 % faster there;
// and again to 617 (52 sizes) there: 3.3 %, for 5.3. Since a load has two iterations to arrive, to 890 (31 sizes, half of them with both factors at odd
// elements) there: 2.7 %, for 5.9. What ptxas gives such threads, and how long clusters of them meet, was fitted to 1000 more (80 sizes, most of 1 to 64
// rows) there: 2.6 %, for 6.7; of 130 sizes that it was not fitted to 43 get another kernel, 8 % faster in the mean.
// Of copies and products by warps it is estimated from their throughput.
/// Bytes that a multiprocessor gets from L2 in a cycle.
const BYTES: i64 = 118;
/// How much longer a byte outside of memory takes than one of memory, in halves.
const ZEROS: i64 = 3;
/// Copies that threads begin in a cycle.
const COPIED: i64 = 8;
/// Lines of L2 that a multiprocessor gets for boxes in ten cycles.
const LINES: i64 = 8;
/// Lines that L2 answers in a cycle, of all multiprocessors together, where nothing is known of who asks for the same, and of blocks
/// that compute one tile after the other.
pub const ANSWERED: i64 = 53;
// Of known sizes, fitted anew to 6900 products by tiles (134 sizes) on an H100: what is chosen takes 2.1 % longer than the best that was
// tried, 3.1 % without this; of those whose sizes it was not fitted to 2.6 %; on an H200 2.1 % for 2.5. What L2 gives and reads, how long a
// copy takes, and what a cluster and zeros cost, again to 4100 (158 sizes, 16 to 4096 rows) on H200s: 2.0 % for 2.7; of 170 sizes that it
// was not fitted to, kernels that it chooses otherwise are 3.9 % faster. Some of all these, again to 7200 (389 sizes) on H200s: what is
// chosen takes 1.9 % longer than the best that was tried, for 2.6; of 330 random products that it was not fitted to 85 get another kernel,
// 1.0 % faster in the mean. The lines that a multiprocessor gets, and those of rows at multiples of 16 bytes (which seven of eight times
// begin within a line), again on 13 products whose choice was 11 % behind and 100 random ones on an H200: 7 % behind, and of the others,
// which they were not fitted to, 1.9 for 2.0.
/// Lines that L2 answers in a cycle, and hundredths of them that several of those blocks asking for the same does not save.
pub const LINES_ANSWERED: i64 = 41;
pub const LINES_ALONE: i64 = 66;
/// The same of clusters, whose blocks ask once for what several of them get.
pub const LINES_TOGETHER: i64 = 52;
/// Bytes that all blocks get in a cycle, and bytes that L2 reads for them: of several that get the same, once.
pub const GIVEN: i64 = 11_000;
pub const READ: i64 = 14_000;
/// Lines, in eighths, that are asked for a line's bytes in a box whose rows begin at multiples of 16 bytes, of 32, of 64 and of 128:
/// where rows do not begin with lines, parts of two; where they do, blocks that run beside each other ask for many at once.
const REQUESTS: [i64; 4] = [15, 12, 7, 6];
/// Words of shared memory that threads load in a cycle.
const LANES: i64 = 32;
/// Products of 16-bit elements by a multiprocessor in a cycle, of warpgroups; by warps it is half as many.
const PRODUCTS: i64 = 2048;
/// Bytes that would fill the rows of narrow boxes, which take a cycle beside what is multiplied.
const NARROW: i64 = 160;
/// An iteration, beside what it multiplies and copies: of warps, of a warpgroup, of several, and where single elements are loaded.
const ITERATION: i64 = 118;
const ALONE: i64 = 128;
const TOGETHER: i64 = 122;
const SINGLY: i64 = 210;
/// Besides where several warpgroups meet in each before another one is copied: the more, the fewer are under way.
const MEETS: i64 = 60;
/// Besides where three have a tile of C transposed (fitted to 33 sizes on an H200).
const THIRD: i64 = 30;
/// Besides where producers copy, for whom nobody waits: their begin, and an iteration.
const PRODUCED: [i64; 2] = [175, 20];
/// From the begin of a copy until its bytes are there; the same of copies by threads.
const LATENCY: i64 = 2200;
const COPYING: i64 = 2000;
/// A tile besides its iterations: launch and first copies.
const OVERHEAD: i64 = 5048;
/// The same of warps, and of threads that load before they store.
const BEGUN: i64 = 3100;
const BEGUN_SINGLY: i64 = 4600;
/// Bytes of C that are written in a cycle, and where another tile is computed behind that.
const WRITTEN: i64 = 128;
const BETWEEN: i64 = 28;
/// Bytes of what is read beside C, in a cycle.
const FROM_MEMORY: i64 = 32;
/// Barriers of a cluster that copies for each other: of two blocks, and of more.
const CLUSTER: [i64; 2] = [530, 316];
/// Barriers of a cluster, and bytes of sums that a multiprocessor gets from others in a cycle; the same of warps.
const MEETING: [i64; 2] = [850, 5];
const OF_WARPS: [i64; 2] = [2600, 9];
/// The same besides where producers copy: who has only a part of the iterations gains little by them.
const PRODUCED_PART: i64 = 3000;
/// The same besides where columns of B are copied behind those of the tile, and what copies of an iteration take besides then, of up to two
/// blocks that copy for each other and of more. The first two and that of producers are fitted to 1500 products by tiles (425 sizes) on H200s,
/// of which what is chosen takes 1.2 % longer than the best that was tried, the last to 640 (52 sizes, K of 4096 to 18432).
const BEHIND_OWN: i64 = 5000;
const BEHIND_COPIED: [i64; 2] = [300, 120];
// Of blocks that compute one tile after the other:
/// Bytes of C that a multiprocessor writes in a cycle where others write too; those of a tile that nothing waits for,
/// and of the rest those that the next tile waits for in a cycle.
const STORED: Stored = Stored { ahead: 40, queued: 27_500, waiting: 23 };
/// The same where producers copy: warpgroups wait for no others, and one multiplies while another one stores. Fitted to 620 products by
/// tiles (44 sizes, K of 256 to 11008) on an H200, of which what is chosen takes 0.9 % longer than the best that was tried, for 2.1.
const STORED_APART: Stored = Stored { ahead: 50, queued: 40_000, waiting: 16 };
/// Bits for each element of C, with those that are read beside it, of which memory takes and gives what multiprocessors want without a break:
/// what more there is was fitted to nothing.
const WORD: i64 = 32;
/// The same of such. Fitted to 610 products by tiles (29 sizes, most of K up to 1024) on an H200: what is chosen takes 2.8 % longer than the best
/// that was tried, for 10.9.
const WORDS: Stored = Stored { ahead: 20, queued: i64::MAX, waiting: 1 };
const WORDS_APART: Stored = Stored { ahead: 32, queued: 60_000, waiting: 40 };
/// Until the last tile is written; and a tile besides, of a cluster that copies for each other.
const LAST: i64 = 1600;
const MEMBERS: i64 = 300;
/// A tile besides its iteration and what is written.
const NEXT: i64 = 2000;
/// Bytes of C that are written in a cycle, of a tile while the next one is copied.
const BEHIND: i64 = 25;
// Of threads that load before they store:
/// From the first load of an iteration until what it loaded is multiplied, beside the instructions.
const LOADS: i64 = 60;
/// Bytes of such elements that it gets in a cycle.
const LOADED: i64 = 130;
/// Bytes of fragments that warps load in a cycle, beside that.
const FRAGMENTS: i64 = 192;
/// Bytes of C that are written in a cycle.
const SINGLE: i64 = 10;
/// The same of a cluster, where iterations are this long.
const MET: [i64; 2] = [2500, 19];
/// Bytes of C that a multiprocessor writes in a cycle, and of A and B that it reads, where all do nothing else: what
/// memory takes.
const MEMORY: [i64; 2] = [14, 50];

// Of factors that L2 does not hold, fitted to 600 products by tiles (49 sizes, most of few rows, half of them with A transposed) on an H200, of
// which what is chosen takes 3.6 % longer than the best that was tried, for 6.6; of 4100 (158 sizes) that it was not fitted to 2.5 % for 2.6. Smaller
// ones it makes 2 % slower.
/// Bytes of A and B that memory gives in a cycle, and how long it is until the first are there, and the last of C.
const MEMORY_GIVES: i128 = 1650;
const MEMORY_BEGINS: i128 = 12_000;
/// Tenths of what one reads, and of what several tiles do that do not copy for each other: they are not at the same place at once.
const READ_BY: [i128; 2] = [10, 13];
/// Where warpgroups copy beside multiplying, each tile in a block of its own, all wait for what comes late from memory: as one part of so
/// many more, from factors on that are such a part of L2.
const LATE: i128 = 50;
const LATE_FROM: i128 = 4;

/// Bytes under way of such a factor whose rows do not lie along K, beyond which memory takes longer, and by how many hundredths where there are
/// as many again, at most for each part of K that is read at once: of rows that begin with lines of L2, and of others. Blocks read pieces of the same rows, and the further ahead each of them is,
/// the fewer of one row are asked for together. Fitted with [`LINES_TOGETHER`] to 3048 products by tiles (224 sizes, some 40 of which were chosen
/// badly) on an H200: what is chosen takes 2.7 % longer than the best that was tried, for 3.7, and of a quarter that they were not fitted to 2.7 for
/// 4.6.
const UNDER_WAY: i128 = 8_000_000;
const APART: [i128; 2] = [12, 65];
/// Hundredths of what memory takes for such a factor where blocks of a cluster read pieces of its rows beside each other, which they do at about the
/// same time, and so many times as large as L2 it is where that shows: of 34 such of 150 random products on an H200 that have another kernel by it the
/// mean is 1.2 % faster, and they are 0.97 to 1.16 times as fast.
const SIDE_BY_SIDE: i128 = 96;
const SHOWS: i128 = 5;

/// How long a kernel of warpgroups takes, of which so many cycles are all but memory's, where so many elements of A and of B are read by so many
/// blocks, or clusters that copy for each other; whether those that multiply `wait` for all that is copied; and how many bytes of each factor all have
/// `under_way` whose rows do not lie along K, in so many `parts` of K; and which of such are read by clusters side by side.
pub fn with_memory(
    time: i128,
    elements: [i128; 2],
    readers: [i128; 2],
    wait: bool,
    (under_way, parts, side_by_side): ([i128; 2], i64, [bool; 2]),
    types: &Types,
) -> i128 {
    // (A type may state any extents.)
    let bytes = elements.map(|count| count.min(i128::MAX >> 20) * i128::from(types.bits) / 8);
    let (most, l2) = (bytes[0].max(bytes[1]), i128::from(types.l2));
    let late = |time: i128| if wait && most >= l2 / LATE_FROM { time + time / LATE } else { time };
    if most < l2 {
        return late(time);
    }
    let read: i128 =
        bytes.into_iter().zip(readers).map(|(bytes, by)| bytes * READ_BY[usize::from(by > 1)]).sum();
    let memory = read / 10 / MEMORY_GIVES + MEMORY_BEGINS;
    let is_beside = side_by_side[usize::from(bytes[1] > bytes[0])] && most >= SHOWS * l2;
    let memory = if is_beside { memory * SIDE_BY_SIDE / 100 } else { memory };
    let apart = [0, 1].map(|n| {
        let more = (under_way[n] - UNDER_WAY).clamp(0, UNDER_WAY * i128::from(parts));
        let more = if bytes[n] < l2 { 0 } else { more };
        memory * more / UNDER_WAY * APART[usize::from(types.lines[n] < LINE)] / 100
    });
    // (Neither waits for all of the other.)
    late(time.max(memory + apart[0].max(apart[1])) + time.min(memory) / 2)
}

/// What writing a tile takes, of bytes, in cycles.
struct Stored {
    ahead: i64,
    queued: i64,
    waiting: i64,
}

impl Stored {
    fn cycles(&self, bytes: i64) -> i64 {
        bytes / self.ahead + (bytes - self.queued).max(0) / self.waiting
    }
}

/// What a tile takes, in cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// An iteration, of a multiprocessor.
    pub each: i64,
    /// Lines of L2 of an iteration, of a block: all together get so many of [`ANSWERED`] in a cycle.
    pub lines: i64,
    /// Bytes of an iteration's factors that a block gets from L2, where all together get so many of [`GIVEN`] in a cycle; else 0.
    pub bytes: i64,
    /// Until the factors of an iteration arrive, of a block: others run meanwhile.
    pub arrives: i64,
    /// A tile besides its iterations, of a block.
    pub once: i64,
    /// Before the first tile, and until the last one is written.
    pub first: i64,
    /// A tile but the first besides that, of a block: others wait to be written as well.
    pub next: i64,
    /// Blocks that a multiprocessor holds.
    pub beside: i64,
}

impl Tile {
    /// What an iteration's elements take where threads load and store them, by a warp of words in a cycle, and what fragments of
    /// them take that warps load.
    fn loads(&self, types: &Types) -> i64 {
        let [down, across] = self.warps;
        let fragments = (self.rows * across + self.columns * down) * self.depth * types.bits / 8;
        2 * self.words(types) / 32 + fragments / FRAGMENTS
    }

    /// What it takes of a product of so many columns, or of as many as are not known.
    pub fn costs(&self, engine: Engine, n: i64, types: &Types, chip: &Chip) -> Costs {
        if self.is_vector() {
            return self.costs_of_vector(types, chip);
        }
        let begins = self.begins(n, types);
        let products = if engine == Engine::Warpgroups { PRODUCTS } else { PRODUCTS / 2 };
        let multiply = self.rows * self.columns * self.depth * types.bits / (16 * products);
        // Of boxes whose rows are narrower than those of the widest swizzle each takes as long.
        let row = self.row_of_b(types);
        // (Halves of rows that blocks copy for each other take next to nothing.)
        let fewer = if 2 * row == ROW { self.multicast[0] * self.multicast[0] } else { 1 };
        let narrow = self.boxed * self.depth * types.bits / 8 * (ROW - row) / row / fewer / NARROW;
        let covered = match self.multicast[0] {
            _ if self.boxed == self.columns => 0,
            1 | 2 => BEHIND_COPIED[0],
            // (Where there are such columns, in lines that others ask for as well.)
            _ if n > self.columns && begins[1] == WIDEST => BEHIND_COPIED[1],
            _ => 0,
        };
        let copies: i64 = self.pieces(types).iter().sum();
        let issued = if engine == Engine::Warps { copies / COPIED } else { 0 };
        let lines = self.lines(engine, begins, types);
        let copy = (self.stage(types) / BYTES).max(issued).max(10 * lines / LINES);
        let each = match engine {
            Engine::Warpgroups => {
                multiply.max(copy + covered).max(self.handing(types)) + self.meets() + narrow
            }
            Engine::Warps => multiply.max(copy) + ITERATION,
            Engine::Anywhere => multiply.max(self.loads(types)) + SINGLY,
        };
        let ahead = match engine {
            Engine::Warpgroups => self.stages - 2,
            Engine::Warps => self.stages - 1,
            Engine::Anywhere => 1,
        };
        // (What warpgroups read beside what is written is as much to do.)
        let read = if engine == Engine::Warpgroups { types.read } else { 0 };
        let moved = (types.result_bits() + read).min(types.result_bits().max(WORD));
        let result = self.rows * self.columns * moved / 8;
        let mut beside = self.blocks(types, chip);
        if engine == Engine::Anywhere {
            let registers = self.given(types) * self.threads();
            beside = beside.min(i64::from(chip.limits.registers) / registers).max(1);
        }
        let [few, more] = CLUSTER;
        let shared = match self.cluster() {
            1 => 0,
            2 => few,
            _ => more,
        };
        let bytes = if engine == Engine::Warpgroups { self.read() * self.depth * types.bits / 8 } else { 0 };
        if self.across {
            // (What memory takes: of blocks beside each other that of one after that of another.)
            let stored = match (moved >= WORD, self.producer) {
                (false, false) => STORED,
                (false, true) => STORED_APART,
                (true, false) => WORDS,
                (true, true) => WORDS_APART,
            };
            let members = if self.cluster() > 1 { MEMBERS } else { 0 };
            let once = beside * (stored.cycles(result) + members);
            let first = OVERHEAD + shared + LAST;
            return Costs { each, lines, bytes, arrives: LATENCY / ahead, once, first, next: 0, beside };
        }
        if self.persistent > 0 {
            let stored = self.rows * self.columns * types.result_bits() / 8;
            let once = each + NEXT + stored / BEHIND;
            let share = (stored / MEMORY[0] + self.stage(types) / MEMORY[1]).max(once / beside);
            return Costs {
                each: share,
                lines: 0,
                bytes: 0,
                arrives: 0,
                once: 0,
                first: OVERHEAD + once,
                next: 0,
                beside,
            };
        }
        let others = self.rows * self.columns * SUM / self.split * (self.split - 1);
        let [meeting, rate] = match engine {
            Engine::Warpgroups => MEETING,
            Engine::Warps => OF_WARPS,
            Engine::Anywhere => MET,
        };
        let meeting = meeting + if self.boxed == self.columns { 0 } else { BEHIND_OWN };
        let meeting = meeting + if self.producer { PRODUCED_PART } else { 0 };
        let gathered = if self.split > 1 { meeting + beside * others / rate } else { 0 };
        let stored = result / self.split;
        let written = if engine == Engine::Anywhere { SINGLE } else { WRITTEN };
        let begun = match engine {
            Engine::Warpgroups => OVERHEAD,
            Engine::Warps => BEGUN,
            Engine::Anywhere => BEGUN_SINGLY,
        };
        let begun = begun + shared + if self.producer { PRODUCED[0] } else { 0 };
        let read = self.rows * self.columns * read / 8 / self.split;
        let once = begun + gathered + stored / written + read / FROM_MEMORY;
        let next = if engine == Engine::Anywhere { 0 } else { 3 * stored / (2 * BETWEEN) };
        if engine == Engine::Anywhere {
            // (Rows begin within what is read at once, so that half as much again is.)
            let arrives = each + LOADS + self.stage(types) * 3 / (2 * LOADED);
            return Costs { each, lines, bytes, arrives, once, first: 0, next, beside };
        }
        let latency = if engine == Engine::Warpgroups { LATENCY } else { COPYING };
        Costs { each, lines, bytes, arrives: latency / ahead.max(1), once, first: 0, next, beside }
    }

    /// What the engine takes besides in an iteration, in cycles, where the product has so many rows and columns, fewer than the tile: it writes
    /// zeros for those that there are not. (The host, which knows sizes when it runs, does not count this.)
    pub fn outside(&self, [m, n]: [i64; 2], types: &Types) -> i64 {
        // (Of blocks that compute tiles of one iteration memory takes longer.)
        if self.persistent > 0 && !self.across {
            return 0;
        }
        let [down, across] = self.multicast;
        let rows = (self.rows - m).max(0) / across + (self.boxed - n).max(0) / down;
        rows * self.depth * types.bits / 8 * ZEROS / (2 * BYTES)
    }

    /// What loads take of what threads hand to warpgroups: two rows of an instruction's four lie on the same banks.
    fn handing(&self, types: &Types) -> i64 {
        if types.is_handed() { self.rows * self.depth / (LANES / 2) } else { 0 }
    }

    /// Rows of A and columns of B that a block has copied for itself.
    pub fn read(&self) -> i64 {
        let [down, across] = self.multicast;
        self.rows / across + self.boxed / down
    }

    /// Bytes of A and of B that a block has under way for itself, of those whose rows do not lie along K.
    pub fn under_way(&self, types: &Types) -> [i64; 2] {
        let [down, across] = self.multicast;
        let each = self.stages * self.depth * types.bits / 8;
        [(types.rows_of_a, self.rows / across), (types.rows_of_b, self.boxed / down)]
            .map(|(is_apart, part)| if is_apart { part * each } else { 0 })
    }

    /// Whether blocks of its cluster read pieces of A's, and of B's, rows beside each other: of those that do not lie along K.
    pub fn side_by_side(&self, types: &Types) -> [bool; 2] {
        let [down, across] = self.multicast;
        [types.rows_of_a && down > 1, types.rows_of_b && across > 1]
    }

    /// What an iteration of warpgroups takes besides.
    fn meets(&self) -> i64 {
        let is_one = self.threads() == WARPGROUP;
        let own = if is_one { ALONE } else { TOGETHER };
        let own = own + if self.turned && self.threads() > 2 * WARPGROUP { THIRD } else { 0 };
        match () {
            () if self.producer => own + PRODUCED[1],
            () if is_one => own,
            () => own + MEETS / (self.stages - 2).max(1),
        }
    }

    /// Bytes of a row of a box of B: less than the widest swizzle has where columns lie together and are no multiple of it.
    fn row_of_b(&self, types: &Types) -> i64 {
        if types.rows_of_b { row_of(self.boxed, types) } else { ROW }
    }

    /// Bytes that what lies together in A and in B begins at multiples of, in the tiles of a product of so many columns: of several beside
    /// each other the columns of B do so, too.
    pub fn begins(&self, n: i64, types: &Types) -> [i64; 2] {
        let [a, b] = types.lines;
        [a, if types.rows_of_b && n > self.columns { b.min(row_of(self.columns, types)) } else { b }]
    }

    /// Lines of L2 that an iteration's boxes ask for, where rows do not begin with lines; else 0: they are none too many.
    fn lines(&self, engine: Engine, begins: [i64; 2], types: &Types) -> i64 {
        if engine != Engine::Warpgroups || begins == [LINE, LINE] {
            return 0;
        }
        // (What others copy for it they have asked for; and each row of a narrow box is asked for by itself.)
        let [down, across] = self.multicast;
        let of_b = self.boxed / down * ROW / self.row_of_b(types);
        let each = [self.rows / across, of_b].into_iter().zip(begins).map(|(part, begins)| {
            let requests = REQUESTS[(begins / WIDEST).clamp(1, 8).ilog2() as usize];
            part * self.depth * types.bits / 8 * requests / (LINE * 8)
        });
        each.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_extents() {
        let chip = Chip::named("sm_90a").expect("known");
        let types = Types::halves([true; 2], [WIDEST; 2], chip);
        let time = |under_way, is_beside| {
            let elements = [i128::MAX, i128::MAX];
            let read = ([under_way; 2], 8, [is_beside; 2]);
            with_memory(i128::from(i64::MAX), elements, [2, 2], true, read, &types)
        };
        assert!(0 < time(0, true) && time(0, true) < time(0, false));
        assert!(time(0, false) < time(i128::from(i64::MAX), false));
    }
}
