//! The tiles of a product: those that it can have, those that are worth having for its sizes, and which are taken.

use layout_mlir::ir::DYNAMIC;

use super::body::{Axis, Input};
use super::costs::{self, ANSWERED, Costs, GIVEN, LINES_ALONE, LINES_ANSWERED, LINES_TOGETHER, READ};
use super::kernel::{self, WIDE};
use super::problem::Problem;
use super::registers::{LOADED, STRIDED};
use super::tile::{Engine, Tile, Way};
use super::types::{self, Types};
use super::{Plan, sizes};

/// Registers of a thread that the sum and what is read behind it may take: beyond, ptxas spills them.
const REGISTERS: i64 = 192;
/// Those that the sum may take where something is computed of it behind, or it begins with what was in C.
const COMPUTED: i64 = 144;
/// The same of what is computed in words that go through shared memory, or of C transposed by single elements where sizes are not known.
const COMPUTED_WORDS: i64 = 120;
/// Those beside them, where more threads have fewer.
const BESIDE: i64 = 48;
/// Those besides where words of what was in C are exchanged.
const EXCHANGED: i64 = 16;
/// Cycles that no model tells apart.
const ALIKE: i128 = 64;
/// Rows that a warpgroup multiplies at least.
const FEW: i64 = 64;
/// Batch, M, N and K of products whose tiles the host chooses among, where sizes are not known before.
const TYPICAL: [[i64; 4]; 4] =
    [[1, 8192, 8192, 4096], [1, 4096, 5120, 4096], [1, 1024, 1024, 1024], [1, 16, 4096, 4096]];

/// Why a product cannot have a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Its sum is too large.
    #[error("its sum, what is read behind it, and addresses take more registers than a thread has")]
    Registers,
    /// What it computes cannot go between the threads of a warp.
    #[error(
        "what it computes goes to rows of C between the threads of a warp alone, which takes rows of 64 bytes that begin and end at multiples of 16 bytes, of C as it is"
    )]
    Rows,
    /// One of a single column, or row.
    #[error("it is one of a single column or row, and C is not")]
    Vector,
    /// Threads that would store more than others.
    #[error("its threads do not share what it stores evenly")]
    Spread,
}

impl Plan {
    /// The tiles of an engine that a product can have.
    pub(super) fn fitting(&self, way: Way, problem: &Problem<'_, '_>, types: &Types) -> Vec<Tile> {
        let mut all = Tile::all(way.engine, way.factors, types, self.chip);
        all.retain(|tile| self.unfit(tile, way, problem, types).is_none());
        all
    }

    /// Why a product cannot have a tile of an engine.
    pub(super) fn unfit(
        &self,
        tile: &Tile,
        Way { engine, result, .. }: Way,
        problem: &Problem<'_, '_>,
        types: &Types,
    ) -> Option<Unfit> {
        let [_, _, c] = &problem.matrices;
        if tile.is_vector() {
            return (sizes(problem)[if tile.turned { 1 } else { 2 }] != 1).then_some(Unfit::Vector);
        }
        // Beside the sum there are what is read behind it, and addresses where C is not accessed by 16 bytes.
        let bits = problem.inputs().iter().filter_map(Input::matrix).map(|input| types::bits(&input.element));
        // (What was in C where it is added to is wider as it is summed, and asks for more addresses.)
        let is_unknown = sizes(problem).contains(&DYNAMIC);
        let is_handed = engine == Engine::Warpgroups && types.is_handed() && is_unknown;
        let is_widened = problem.zero.is_none() && !result && (types.result != types.sum || is_handed);
        let bits = bits.sum::<i64>() + if is_widened { types.result_bits() } else { 0 };
        let most = REGISTERS.min(i64::from(self.chip.limits.registers) / tile.threads() - BESIDE);
        // (Of sizes that are not known what is loaded of A besides leaves fewer where there is more to do than to store.)
        let is_more = problem.computes() || problem.zero.is_none();
        let most = if is_more && is_handed { most - 4 * tile.handed(types) } else { most };
        // (Of a row of such, each thread has those of its columns.)
        let across = if tile.turned { Axis::Row } else { Axis::Column };
        let rows = problem.inputs().iter().filter_map(|input| input.along(across));
        let columns = tile.columns / (kernel::FOUR * tile.warps[1]);
        let rows: i64 = rows.map(|matrix| columns * types::bits(&matrix.element) / 32).sum();
        // (More addresses there are also where what is read goes through shared memory to be transposed.)
        let is_wide = result && !(tile.turned && bits > 0);
        // (C transposed, of which a thread computes at places that it accesses by single elements, takes the most.)
        let is_scattered = tile.turned && !result;
        let most_of = match () {
            () if problem.computes() && is_scattered && bits > 0 => most * 2 / 3,
            () if is_wide => most,
            () if problem.computes() && bits > 0 => most * 7 / 10,
            () if problem.computes() => most * 3 / 4,
            () => most * 5 / 6,
        };
        let is_small = tile.registers(bits) + rows <= most_of;
        // (Words that are stored one by one take an address each.)
        let fits = is_small && (result || types.result_bits() < 32 || tile.rows * tile.columns <= 128 * 160);
        // (Small ones that load element by element any product can have, at whatever they take.)
        let is_last = tile.is_last(engine);
        // (Addresses by strides that are not known take registers of their own, and so do those of what is added to where neither
        // rows nor columns are known, or not its strides.)
        let is_apart =
            sizes(problem)[1..3].iter().all(|size| *size == DYNAMIC) || c.strides.contains(&DYNAMIC);
        let is_added = problem.zero.is_none() && is_apart;
        let is_addressed =
            is_added || problem.matrices[..2].iter().any(|matrix| matrix.strides.contains(&DYNAMIC));
        // (Bytes become words before they are multiplied, which with what is computed behind is too much.)
        let is_unpacked = types.bits == 8 && problem.computes() && tile.unpacked(types) > LOADED;
        let is_full =
            engine == Engine::Anywhere && (is_addressed && tile.loaded(types) > STRIDED || is_unpacked);
        let in_words = types.result_bits() >= 32 && !tile.is_in_registers();
        let computed = if in_words || is_scattered && is_unknown { COMPUTED_WORDS } else { COMPUTED };
        // (Words that are added to go through others of more threads, which have fewer.)
        let added = if types.result_bits() >= 32 { COMPUTED.min(most - EXCHANGED) } else { COMPUTED };
        let is_taken = tile.registers(0) > computed && problem.computes()
            || tile.registers(0) > added && problem.zero.is_none();
        if !is_last && !fits || is_full || is_taken {
            return Some(Unfit::Registers);
        }
        // What goes between threads of a warp is four times what one accesses.
        let read = problem.inputs().iter().filter_map(Input::matrix);
        let read = read.map(|matrix| (matrix, types::bits(&matrix.element)));
        let accessed: Vec<_> = read.chain([(c, types.result_bits())]).collect();
        let spans = |bits: i64| tile.columns % (kernel::FOUR * WIDE * 8 / bits) == 0;
        let spans = result
            && !tile.turned
            && accessed.iter().all(|(matrix, bits)| !matrix.is_transposed() && spans(*bits));
        if tile.is_in_registers() && !spans {
            return Some(Unfit::Rows);
        }
        let wide = |bits: i64| tile.wide(if result { WIDE } else { 4 }, bits);
        let is_spread = || {
            accessed
                .iter()
                .all(|(matrix, bits)| tile.is_spread(wide(*bits), matrix.is_transposed() != tile.turned))
        };
        let is_even = tile.split == 1 && (tile.is_in_registers() || !tile.is_fitted());
        (!is_even && !is_spread()).then_some(Unfit::Spread)
    }

    /// Those of them that are worth having for its sizes.
    pub(super) fn worth(&self, way: Way, problem: &Problem<'_, '_>, both: [&Types; 2]) -> Vec<Tile> {
        let (sizes, mut all) = (sizes(problem), self.fitting(way, problem, both[0]));
        // (A single column asks for nothing of tensor cores.)
        let is_vector = |tile: &Tile| tile.is_vector() && tile.is_vector_for(sizes[3], both[0]);
        let has_vector = all.iter().any(is_vector);
        all.retain(|tile| if has_vector { is_vector(tile) } else { !tile.is_vector() });
        all.retain(|tile| {
            !tile.is_fitted() || tile.is_vector() || tile.is_least(sizes[if tile.turned { 1 } else { 2 }])
        });
        // Of more rows, those that warpgroups multiply at least are none too many.
        let is_low = (0..FEW).contains(&sizes[1]) || sizes[1] == DYNAMIC;
        all.retain(|tile| is_low || !tile.turned || tile.columns >= FEW || tile.is_vector());
        // (Where each block is known to have iterations enough.)
        all.retain(|tile| tile.split == 1 || sizes[3] / tile.depth >= 2 * tile.split);
        Tile::keep_along(&mut all, sizes[3], !way.result);
        // (Where sizes are known. Producers save warpgroups meeting, which few stages do not hide; multicast saves requests to L2, of
        // rows that do not begin with its lines, and narrow boxes.)
        let known = all.iter().filter(|_| !sizes.contains(&DYNAMIC));
        let produced = known.flat_map(|tile| tile.all_produced(way.engine, both[0], self.chip));
        let produced: Vec<Tile> = produced.filter(|tile| tile.is_ahead(sizes[3])).collect();
        all.into_iter().chain(produced).map(|tile| tile.along(sizes[3])).collect()
    }

    /// The tiles of an engine that are taken: the one asked for, that which known sizes take the least time by,
    /// or some.
    pub(super) fn tiles(&self, way: Way, problem: &Problem<'_, '_>, both: [&Types; 2]) -> Vec<Tile> {
        let ([types, _], sizes) = (both, sizes(problem));
        if !self.tile.is_empty() {
            let asked = self.asked(way, problem, types);
            // Of the others' tiles the smallest, which any operand can have.
            let is_one = |tile: &Tile| tile.split == 1 && tile.persistent == 0;
            let is_plain = |tile: &Tile| is_one(tile) && !tile.turned && !tile.is_fitted();
            let plain = || least(self.fitting(way, problem, types).into_iter().filter(is_plain));
            let asked = if asked.is_empty() { plain().into_iter().collect() } else { asked };
            return self.best(asked, way, both, sizes);
        }
        let all = self.worth(way, problem, both);
        self.best(all, way, both, sizes)
    }

    /// What is taken in place of a tile for operands of which another kernel takes all for granted that is known, so that only where they
    /// begin may not be as it is to be: one of little code, which is compiled with each product and seldom runs.
    pub(super) fn spare(&self, tile: Tile, way: Way, problem: &Problem<'_, '_>, types: &Types) -> Tile {
        let all = self.fitting(way, problem, types);
        let small =
            least(all.into_iter().filter(|small| !small.turned && small.split == 1 && !small.is_vector()));
        small.filter(|small| tile.rows * tile.columns > small.rows * small.columns).unwrap_or(tile)
    }

    /// How long a tile takes by the model, and of what takes about as long, how many there are: fewer copy
    /// less.
    pub(super) fn time(
        &self,
        tile: &Tile,
        engine: Engine,
        types: [&Types; 2],
        sizes: [i64; 4],
    ) -> (i128, i128, i128) {
        self.time_by(tile, engine, types, sizes, true)
    }

    /// The same; where it is not `ordered`, no more than that, which is sooner said: as if blocks that read the same were all together.
    fn time_by(
        &self,
        tile: &Tile,
        engine: Engine,
        types: [&Types; 2],
        sizes: [i64; 4],
        ordered: bool,
    ) -> (i128, i128, i128) {
        let types = types[usize::from(tile.turned)];
        let [batch, m, n, k] = sizes;
        let [m, n] = if tile.turned { [n, m] } else { [m, n] };
        let (mut costs, counts) = (tile.costs(engine, n, types, self.chip), tile.counts(n, types));
        if engine == Engine::Warpgroups {
            costs.each += tile.outside([m, n], types);
        }
        let [batch, m, n, k] = [batch, m, n, k].map(i128::from);
        let up = |a: i128, b: i64| (a + i128::from(b) - 1) / i128::from(b);
        let whole = |size: i128, part: i64, blocks: i64| up(size, part * blocks) * i128::from(blocks);
        let [down, across] = [(m, tile.rows, 0), (n, tile.columns, 1)]
            .map(|(size, part, along)| whole(size, part, tile.multicast[along]));
        let tiles = batch * down * across * i128::from(tile.split);
        let all = i128::from(tile.multiprocessors(self.chip));
        let share = up(tiles, tile.multiprocessors(self.chip));
        let beside = share.min(costs.beside.into()).max(1);
        let each = up(costs.arrives.into(), i64::try_from(beside).unwrap_or(1)).max(costs.each.into());
        let running = tiles.min(all);
        let each = Self::answered(tile, (&costs, counts), [down, across], running, each, ordered);
        let deep = up(up(k, tile.depth), tile.split);
        let rounds = up(share, costs.beside);
        let begins = rounds * i128::from(costs.once) + (rounds - 1) * i128::from(costs.next);
        let begins = begins + i128::from(costs.first);
        let time = share * deep * each + begins;
        let held = i128::from(self.chip.multiprocessors() * costs.beside);
        let time = match engine {
            Engine::Warpgroups => {
                let readers = [across / i128::from(tile.multicast[1]), down / i128::from(tile.multicast[0])];
                // (Columns behind those of a tile are read with those of the next one.)
                let read = if across > 1 {
                    n.saturating_mul(tile.boxed.into()) / i128::from(tile.columns)
                } else {
                    n
                };
                let elements = [m, read].map(|size| batch.saturating_mul(size).saturating_mul(k));
                let wait = !tile.producer && tile.persistent == 0;
                // (Of many tiles those that are under way at once are elsewhere anyway. Those that fill up a cluster are none.)
                let parts_of_c = batch * up(m, tile.rows) * up(n, tile.columns);
                let blocks = if parts_of_c < 2 * held { tiles.min(held) } else { 0 };
                let under_way = tile.under_way(types).map(|bytes| i128::from(bytes) * blocks);
                let read = (under_way, tile.split, tile.side_by_side(types));
                costs::with_memory(time, elements, readers, wait, read, types)
            }
            _ if tile.is_vector() && tile.along => {
                let (first, elements) = (i128::from(costs.first), batch.saturating_mul(m).saturating_mul(k));
                tile.with_reads(time - first, elements, types) + first
            }
            _ => time,
        };
        // Where blocks have one tile each, if not of clusters then without, there is none to copy for.
        let time = if tile.across && tiles <= held { i128::MAX } else { time };
        (time / ALIKE, tiles, time)
    }

    /// What an iteration takes, of so many cycles, with those that L2 takes for what so many blocks read in it.
    fn answered(
        tile: &Tile,
        (costs, counts): (&Costs, [i64; 2]),
        grid: [i128; 2],
        running: i128,
        each: i128,
        ordered: bool,
    ) -> i128 {
        if costs.bytes == 0 {
            return each;
        }
        let [high, wide, blocks] =
            [grid[0], grid[1], running].map(|count| i64::try_from(count).unwrap_or(i64::MAX));
        let alone = running * i128::from(tile.read());
        let given = running * i128::from(costs.bytes);
        let lines = running * i128::from(costs.lines);
        // (Blocks of one tile after the other are no longer beside each other after a while.)
        let with = |read: i128| {
            let lines = if tile.persistent > 0 {
                lines / i128::from(ANSWERED)
            } else if tile.cluster() > 1 {
                lines / i128::from(LINES_TOGETHER)
            } else {
                let asked = i128::from(LINES_ALONE) + i128::from(100 - LINES_ALONE) * read / alone.max(1);
                lines * asked / i128::from(100 * LINES_ANSWERED)
            };
            let bytes = given / i128::from(GIVEN) + given * read / alone.max(1) / i128::from(READ);
            each.max(lines).max(bytes)
        };
        // (Which of them read the same is looked at where it is what is waited for.)
        if with(alone) == each {
            return each;
        }
        if !ordered {
            return with(0);
        }
        with(i128::from(tile.read_together([high, wide], blocks, counts)).min(alone))
    }

    /// Of tiles that which takes the least time, if the sizes (of batch, M, N and K) are known, else those that do of
    /// some sizes: large, middling and small ones.
    fn best(&self, mut tiles: Vec<Tile>, way: Way, types: [&Types; 2], sizes: [i64; 4]) -> Vec<Tile> {
        Tile::keep_along(&mut tiles, sizes[3], !way.result);
        let tiles: Vec<Tile> = tiles.into_iter().map(|tile| tile.along(sizes[3])).collect();
        let one = |sizes| {
            let mut best: Option<((i128, i128, i128), Tile)> = None;
            for tile in &tiles {
                let time = |ordered| self.time_by(tile, way.engine, types, sizes, ordered);
                let is_less = |time: &_| best.is_none_or(|(least, _)| *time < least);
                let found = Some(time(false)).filter(is_less).map(|_| time(true)).filter(is_less);
                best = found.map(|time| (time, *tile)).or(best);
            }
            best.map(|(_, tile)| tile)
        };
        if !sizes.contains(&DYNAMIC) {
            return one(sizes).into_iter().collect();
        }
        let mut chosen: Vec<Tile> = Vec::new();
        for some in TYPICAL {
            let known = [0, 1, 2, 3].map(|n| if sizes[n] == DYNAMIC { some[n] } else { sizes[n] });
            chosen.extend(one(known).filter(|tile| !chosen.contains(tile)));
        }
        chosen
    }
}

/// The smallest of tiles, of which the least deep: of deeper ones ptxas spills what more iterations under way take.
fn least(tiles: impl Iterator<Item = Tile>) -> Option<Tile> {
    tiles.min_by_key(|tile| (tile.rows * tile.columns, tile.depth))
}
