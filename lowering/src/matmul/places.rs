//! Which tile of C a block computes, or which ones, as text.

use std::fmt::Write as _;

use layout_mlir::ir::DYNAMIC;

use super::kernel::{Kernel, WIDE};
use super::problem::Problem;
use super::tile::{Engine, Tile};

impl Kernel<'_, '_, '_> {
    /// The tile of a block, if there is one; what closes its braces.
    pub fn one_tile(&self, last: usize, out: &mut String) -> Result<String, std::fmt::Error> {
        if self.tile.split > 1 {
            self.across(last, out)?;
            let blocks = self.tile.split;
            writeln!(
                out,
                "  %rank = arith.remui %x, %c{blocks} : index\n  %number = arith.divui %x, %c{blocks} : index"
            )?;
            self.of_split(out)?;
        } else if self.sharing()[1] > 1 {
            self.of_cluster(last, out)?;
            self.begins(out)?;
            // Blocks of a cluster that have no tile do their part for the others.
            writeln!(out, "  %inside = arith.constant true\n  scf.if %inside {{")?;
            return Ok(String::new());
        } else if self.is_line() {
            self.across(last, out)?;
            self.of_number("%x", out)?;
        } else {
            // A band of rows is done before the next, so that what it reads of B stays in L2.
            writeln!(out, "  %y = gpu.block_id y\n  %z = gpu.block_id z\n  %wide = gpu.grid_dim x")?;
            if self.is_back()[1] {
                writeln!(out, "  %N = memref.dim %C, %c{last} : {}", self.operands()[2])?;
            }
            let mut band = "%z";
            if self.problem.matrices[2].is_batch() {
                writeln!(out, "  %bands = arith.ceildivui %down, %wide : index")?;
                writeln!(out, "  %batch = arith.divui %z, %bands : index")?;
                writeln!(out, "  %band = arith.remui %z, %bands : index")?;
                band = "%band";
            }
            writeln!(out, "  %above = arith.muli {band}, %wide : index")?;
            writeln!(out, "  %row = arith.addi %above, %x : index")?;
            if self.cluster() > 1 {
                // All blocks of a cluster have a tile or none: what of it is outside, they do for the others.
                writeln!(out, "  %own = arith.subi %x, %rank : index")?;
                writeln!(out, "  %first = arith.addi %above, %own : index")?;
                self.begins(out)?;
                writeln!(out, "  %top = arith.muli %first, %c{} : index", self.tile.rows)?;
                writeln!(out, "  %inside = arith.cmpi ult, %top, %M : index\n  scf.if %inside {{")?;
                return Ok(String::new());
            }
        }
        self.begins(out)?;
        // The last band may be less high.
        let own = if self.is_back()[0] { "%i_own" } else { "%i" };
        writeln!(out, "  %inside = arith.cmpi ult, {own}, %M : index\n  scf.if %inside {{")?;
        Ok(String::new())
    }

    /// The tiles of a block, one after the other.
    pub fn each_tile(&self, last: usize, out: &mut String) -> Result<String, std::fmt::Error> {
        self.across(last, out)?;
        writeln!(out, "  %wide = gpu.grid_dim x\n  %one = arith.muli %down, %across : index")?;
        let mut tiles = "%one";
        if self.problem.matrices[2].is_batch() {
            writeln!(out, "  %batches = memref.dim %C, %c0 : {}", self.operands()[2])?;
            writeln!(out, "  %tiles = arith.muli %one, %batches : index")?;
            tiles = "%tiles";
        }
        // Bands as high as each other, so that the last one is hardly less high. (Of several blocks' tiles below each other.)
        writeln!(
            out,
            "  %bands = arith.ceildivui %high, %c{} : index\n  %height = arith.ceildivui %high, %bands : index",
            self.band()
        )?;
        self.of_bands(false, out)?;
        let (mut first, mut step) = ("%x", "%wide");
        if self.cluster() > 1 {
            let blocks = self.cluster();
            writeln!(out, "  %cluster = arith.divui %x, %c{blocks} : index")?;
            writeln!(out, "  %clusters = arith.divui %wide, %c{blocks} : index")?;
            (first, step) = ("%cluster", "%clusters");
        }
        writeln!(out, "  scf.for %tile = {first} to {tiles} step {step} {{")?;
        self.in_bands("%tile", false, out)?;
        self.begins(out)?;
        let stages = match self.is_one_iteration() {
            true => format!("layout.stages = {} : i64{}, ", self.tile.stages, self.producer()),
            false => String::new(),
        };
        // (Where tiles overlap, both are what is stored there.)
        Ok(format!(" {{{stages}layout.disjoint}}"))
    }

    /// How many tiles are beside each other.
    fn across(&self, last: usize, out: &mut String) -> std::fmt::Result {
        writeln!(out, "  %N = memref.dim %C, %c{last} : {}", self.operands()[2])?;
        // (What is divided by, also for tiles that there are not.)
        writeln!(out, "  %each = arith.ceildivui %N, %c{} : index", self.tile.columns)?;
        writeln!(out, "  %across = arith.maxui %each, %c1 : index\n  %high = arith.maxui %down, %c1 : index")
    }

    /// The tile of a number: its row and column, and whose product it is of.
    fn of_number(&self, number: &str, out: &mut String) -> std::fmt::Result {
        writeln!(out, "  %y = arith.remui {number}, %across : index")?;
        writeln!(out, "  %above = arith.divui {number}, %across : index")?;
        writeln!(out, "  %row = arith.remui %above, %high : index")?;
        writeln!(out, "  %batch = arith.divui %above, %high : index")
    }

    /// The tile of a number of several blocks.
    fn of_split(&self, out: &mut String) -> std::fmt::Result {
        let [batch, m, n, _] = super::sizes(self.problem);
        if [batch, m, n].contains(&DYNAMIC) || m < 1 || n < 1 {
            return self.of_number("%number", out);
        }
        let grid = [(m - 1) / self.tile.rows + 1, (n - 1) / self.tile.columns + 1];
        let order = self.tile.order(grid, self.tile.counts(n, self.types));
        writeln!(out, "  %height = arith.constant {} : index", order.height)?;
        self.of_bands(order.sideways, out)?;
        self.in_bands("%number", order.sideways, out)
    }

    /// Tiles of a band, and of all, of which `sideways` ones are high where C is wide.
    fn of_bands(&self, sideways: bool, out: &mut String) -> std::fmt::Result {
        let [high, wide] = if sideways { ["across", "high"] } else { ["high", "across"] };
        writeln!(
            out,
            "  %of_band = arith.muli %height, %{wide} : index\n  %of_batch = arith.muli %{high}, %{wide} : index"
        )?;
        // (What is divided by, of tiles that there are not.)
        writeln!(
            out,
            "  %whole = arith.maxui %of_band, %c1 : index\n  %all = arith.maxui %of_batch, %c1 : index"
        )
    }

    /// The tile of a number where what is beside each other is done one after the other: columns of a band of rows.
    fn in_bands(&self, number: &str, sideways: bool, out: &mut String) -> std::fmt::Result {
        let [high, row, column] = if sideways { ["across", "y", "row"] } else { ["high", "row", "y"] };
        writeln!(
            out,
            "  %batch = arith.divui {number}, %all : index\n  %place = arith.remui {number}, %all : index"
        )?;
        writeln!(
            out,
            "  %band = arith.divui %place, %whole : index\n  %in = arith.remui %place, %whole : index"
        )?;
        writeln!(
            out,
            "  %top = arith.muli %band, %height : index\n  %left = arith.subi %{high}, %top : index"
        )?;
        writeln!(
            out,
            "  %most = arith.minui %left, %height : index\n  %tall = arith.maxui %most, %c1 : index"
        )?;
        writeln!(
            out,
            "  %under = arith.remui %in, %tall : index\n  %{column} = arith.divui %in, %tall : index"
        )?;
        match self.cluster() {
            1 => writeln!(out, "  %{row} = arith.addi %top, %under : index"),
            blocks => {
                writeln!(out, "  %rows_of = arith.addi %top, %under : index")?;
                writeln!(out, "  %first = arith.muli %rows_of, %c{blocks} : index")?;
                writeln!(out, "  %row = arith.addi %first, %rank : index")
            }
        }
    }

    /// The tile of a block whose cluster has several down and across: clusters are counted along the side that has fewer, where that is
    /// known, and else down.
    fn of_cluster(&self, last: usize, out: &mut String) -> std::fmt::Result {
        let [down, across] = self.sharing();
        let [_, m, n, _] = super::sizes(self.problem);
        let count = |size: i64, of: i64| (size - 1) / of + 1;
        let is_narrow = m > 0 && n > 0 && {
            let Tile { rows, columns, .. } = self.tile;
            count(n, columns * across) < count(m, rows * down)
        };
        writeln!(out, "  %N = memref.dim %C, %c{last} : {}", self.operands()[2])?;
        // (What is divided by, also for tiles that there are not.)
        writeln!(out, "  %tiles = arith.ceildivui %N, %c{} : index", self.tile.columns)?;
        writeln!(out, "  %each = arith.ceildivui %tiles, %c{across} : index")?;
        writeln!(out, "  %wide = arith.maxui %each, %c1 : index\n  %high = arith.maxui %down, %c1 : index")?;
        writeln!(out, "  %number = arith.divui %x, %c{} : index", self.cluster())?;
        let [first, second] = if is_narrow { ["wide", "high"] } else { ["high", "wide"] };
        writeln!(out, "  %of_{first} = arith.remui %number, %{first} : index")?;
        writeln!(out, "  %rest = arith.divui %number, %{first} : index")?;
        writeln!(out, "  %of_{second} = arith.remui %rest, %{second} : index")?;
        writeln!(out, "  %batch = arith.divui %rest, %{second} : index")?;
        writeln!(out, "  %under = arith.divui %x, %c{down} : index")?;
        writeln!(out, "  %beside = arith.remui %under, %c{across} : index")?;
        for (tile, of, blocks, own) in [("row", "high", down, "rank"), ("y", "wide", across, "beside")] {
            writeln!(out, "  %{tile}_of = arith.muli %of_{of}, %c{blocks} : index")?;
            writeln!(out, "  %{tile} = arith.addi %{tile}_of, %{own} : index")?;
        }
        Ok(())
    }

    /// Rows that tiles are counted by: of blocks that are one after the other, or that share A as well, those of a cluster.
    pub fn high(&self) -> i64 {
        let [down, across] = self.sharing();
        if self.tile.persistent > 0 || across > 1 { self.tile.rows * down } else { self.tile.rows }
    }

    /// Where the tile begins. Of rows that there are none of the engine that copies boxes writes zeros, which takes it more than twice as
    /// long as rows that there are: the last tile begins so much before that it ends where C does, and what it shares with the one before
    /// both compute and store alike.
    fn begins(&self, out: &mut String) -> std::fmt::Result {
        let Tile { rows, columns, .. } = self.tile;
        let [_, m, n, _] = super::sizes(self.problem);
        let places = [("i", "row", rows, ("M", m)), ("j", "y", columns, ("N", n))];
        for (place, (to, number, part, (name, size))) in places.into_iter().enumerate() {
            if !self.is_back()[place] {
                writeln!(out, "  %{to} = arith.muli %{number}, %c{part} : index")?;
                continue;
            }
            writeln!(out, "  %{to}_own = arith.muli %{number}, %c{part} : index")?;
            let unit = self.unit(place);
            if size != DYNAMIC {
                let last = ((size - part).max(0) - 1).div_euclid(unit) * unit + unit;
                writeln!(out, "  %{to}_last = arith.constant {last} : index")?;
            } else {
                writeln!(out, "  %{to}_all = arith.maxsi %{name}, %c{part} : index")?;
                let rest = if unit > 1 { "rest" } else { "last" };
                writeln!(out, "  %{to}_{rest} = arith.subi %{to}_all, %c{part} : index")?;
                if unit > 1 {
                    writeln!(out, "  %{to}_unit = arith.constant {unit} : index")?;
                    writeln!(out, "  %{to}_times = arith.ceildivui %{to}_rest, %{to}_unit : index")?;
                    writeln!(out, "  %{to}_last = arith.muli %{to}_times, %{to}_unit : index")?;
                }
            }
            writeln!(out, "  %{to} = arith.minsi %{to}_own, %{to}_last : index")?;
        }
        Ok(())
    }

    /// What tiles begin at multiples of, down or across: where elements lie together so, those that are accessed at once. The engine asks
    /// for 16 bytes; of rows of C as many are stored.
    fn unit(&self, place: usize) -> i64 {
        let Problem { matrices, .. } = self.problem;
        // (Of A the columns and of B the rows go along K.)
        let lies = |number: usize, along: usize| {
            let matrix = &matrices[number];
            matrix.along() == Some(matrix.extents.len() - 2 + along)
        };
        let of_factor = if lies(place, place) { WIDE * 8 / self.types.bits } else { 1 };
        let of_result = if self.result && lies(2, place) { WIDE * 8 / self.types.result_bits() } else { 1 };
        of_factor.max(of_result).max(1)
    }

    /// Whether the last tile down begins so much before that it ends where C does, and the last one across: not where what is stored twice
    /// could differ, because C, or memory that may be C, is read, or because blocks that add sums begin with different ones.
    pub fn is_back(&self) -> [bool; 2] {
        let is_read =
            self.problem.zero.is_none() || self.problem.inputs().iter().any(|input| input.matrix().is_some());
        let may_be = self.engine == Some(Engine::Warpgroups) && !is_read;
        let (whole, [down, across]) = (self.are_whole(), self.sharing());
        let [_, m, n, _] = super::sizes(self.problem);
        // (A block of a cluster that has no tile has the last one as well, for which it copies what there is.)
        let is_cut = |size: i64, part: i64, blocks: i64| size == DYNAMIC || size > part || blocks > 1;
        let rows = self.tile.split == 1 && !whole[0] && is_cut(m, self.tile.rows, down);
        [may_be && rows, may_be && !whole[1] && is_cut(n, self.tile.columns, across)]
    }

    /// Whether it is known that tiles of all blocks end where C does, down and across.
    fn are_whole(&self) -> [bool; 2] {
        let ([down, across], [_, m, n, _]) = (self.sharing(), super::sizes(self.problem));
        let is_whole = |size: i64, part: i64| size != DYNAMIC && size % part == 0;
        [is_whole(m, self.tile.rows * down), is_whole(n, self.tile.columns * across)]
    }

    /// What is said of an access to all of a tile of what is as large as C, of this shape: nothing is compared where all tiles are inside.
    pub fn certain(&self, extents: &[i64]) -> &'static str {
        let is_known = !extents.contains(&DYNAMIC);
        if is_known && self.are_whole() == [true; 2] { " {layout.in_bounds}" } else { "" }
    }
}
