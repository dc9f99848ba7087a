//! [`Kernel`]: a product of matrices on tiles, as text.

use std::fmt::Write as _;

use layout_mlir::ir::DYNAMIC;
use layout_target::Chip;

use super::body::Input;
use super::error::Error;
use super::host::BLOCKS;
use super::matrix::{Matrix, text};
use super::names::{self, PERSISTENT, TURNED, of_engine};
use super::problem::Problem;
use super::tile::{Engine, Tile, Way};
use super::types::Types;

/// Bytes of the widest access, and what addresses and strides are multiples of where the engine copies boxes.
pub const WIDE: i64 = 16;

/// Most tiles down a band.
pub const BAND: i64 = 8;
/// Tiles beside each other that are so few that a band is one high.
const NARROW: i64 = 4;
/// What LLVM does not unroll.
pub const KEPT: &str = "llvm.loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>";
/// Threads that have a row of eight columns of a sum.
pub const FOUR: i64 = 4;

/// A kernel for a product: which part of it a block computes, how, and what it takes for granted.
#[derive(Clone, Copy)]
pub struct Kernel<'p, 'c, 'a> {
    /// The product.
    pub problem: &'p Problem<'c, 'a>,
    /// Its types.
    pub types: &'p Types,
    /// The tile.
    pub tile: Tile,
    /// How it is computed; if not at all, K is 0.
    pub engine: Option<Engine>,
    /// Bytes that rows of A and of B begin at multiples of, and end at those that threads copy; 0 where they may begin anywhere.
    pub factors: [i64; 2],
    /// Whether those of C do, and end there.
    pub result: bool,
    /// Whether it is little code for what seldom comes.
    pub spare: bool,
}

/// A and B: their types, those of their buffers, and what stands before a coordinate of rows and columns.
pub struct Factors {
    pub types: [String; 2],
    pub buffers: [String; 2],
    pub batch: [&'static str; 2],
}

impl<'p, 'c, 'a> Kernel<'p, 'c, 'a> {
    /// The kernel that computes a product by a tile, in some way.
    pub fn by(way: Way, problem: &'p Problem<'c, 'a>, types: &'p Types, tile: Tile) -> Self {
        let Way { engine, factors: [a, b], result } = way;
        let factors = if tile.turned { [b, a] } else { [a, b] };
        Self { problem, types, tile, engine: Some(engine), factors, result, spare: false }
    }
}

impl Kernel<'_, '_, '_> {
    /// Its name behind that of the product.
    pub fn name(&self) -> String {
        let engine = self.engine.map_or("_zero", of_engine);
        let is_wide = self.factors != [0; 2] && self.engine != Some(Engine::Anywhere);
        let result = match self.result {
            same if same == is_wide => String::new(),
            true => format!("_{}", names::WIDE),
            false => format!("_{}", names::NARROW),
        };
        // (Of one factor threads load so many bytes at once.)
        let [a, b] = self.factors;
        let one = match () {
            () if is_wide => [0; 2],
            () if self.tile.turned => [b, a],
            () => [a, b],
        };
        let one = ["_a", "_b"].into_iter().zip(one).filter(|(_, bytes)| *bytes > 0);
        let one: String = one.map(|(name, bytes)| format!("{name}{bytes}")).collect();
        let turned = if self.tile.turned { TURNED } else { "" };
        let persistent = if self.tile.persistent > 0 { PERSISTENT } else { "" };
        let producer = self.tile.copied_by();
        format!("{}{engine}{one}{turned}{persistent}{producer}{result}", self.tile.full_name())
    }

    /// Whether its blocks are numbered in one direction, of which there may be more than 65535.
    pub fn is_line(&self) -> bool {
        matches!(self.engine, None | Some(Engine::Anywhere))
            || self.tile.persistent > 0
            || self.tile.split > 1
            || self.sharing()[1] > 1
    }

    /// The types of A, B and C.
    pub fn operands(&self) -> [String; 3] {
        let [a, b, c] = &self.problem.matrices;
        // The engine asks for rows' beginnings alone: what is outside, it knows by itself.
        let ends = self.engine != Some(Engine::Warpgroups);
        let fact = |bytes: i64, bits: i64| (bytes * 8 / bits).max(1);
        let factors = self.factors.map(|bytes| fact(bytes, self.types.bits));
        let result = fact(if self.result { WIDE } else { 0 }, self.types.result_bits());
        [memref(a, factors[0], ends), memref(b, factors[1], ends), memref(c, result, true)]
    }

    /// The function.
    ///
    /// # Errors
    /// [`Error::Kernel`] where there is no encoding for what is read behind the product.
    pub fn text(&self, base: &str, chip: &Chip) -> Result<String, Error> {
        let mut out = String::new();
        self.write(base, chip, &mut out).map_err(|_| Error::Kernel)?;
        Ok(out)
    }

    fn write(&self, base: &str, chip: &Chip, out: &mut String) -> std::fmt::Result {
        let Tile { rows, columns, .. } = self.tile;
        let (problem, types) = (self.problem, self.types);
        let [a, b, c] = self.operands();
        let aligned = |bytes: i64| {
            if bytes > 0 { format!(" {{llvm.align = {bytes} : i64}}") } else { String::new() }
        };
        let ([of_a, of_b], of_c) = (self.factors.map(aligned), aligned(if self.result { WIDE } else { 0 }));
        let last = if problem.matrices[2].is_batch() { [1, 2] } else { [0, 1] };
        writeln!(
            out,
            "gpu.func @{base}_{}(%A: {a}{of_a}, %B: {b}{of_b}, %C: {c}{of_c}{})",
            self.name(),
            self.input_arguments()
        )?;
        let cluster = match self.tile.split.max(self.cluster()) {
            1 => String::new(),
            blocks => format!(", known_cluster_size = array<i32: {blocks}, 1, 1>"),
        };
        // (Of the spare one ptxas thinks so too.)
        let is_crowded = self.engine.is_some_and(|engine| self.tile.is_crowded(engine));
        let beside = if self.spare || is_crowded { ", nvvm.minctasm = 1 : i32" } else { "" };
        writeln!(
            out,
            "    kernel attributes {{layout.threads = {} : i64{cluster}{beside}}} {{",
            self.tile.threads()
        )?;
        let [finished, _] = self.tile.finished();
        for number in [
            0,
            1,
            2,
            self.band(),
            rows,
            columns,
            self.tile.depth,
            self.tile.depth / 2,
            self.step(),
            self.tile.split,
            finished,
            self.sharing()[0],
            self.sharing()[1],
            self.cluster(),
            self.high(),
        ]
        .into_iter()
        .collect::<std::collections::BTreeSet<_>>()
        {
            writeln!(out, "  %c{number} = arith.constant {number} : index")?;
        }
        let sum = format!("tensor<{rows}x{columns}x{}, {}>", types.sum, self.sum_encoding());
        let zero = if types.sum.starts_with('f') { "0.0" } else { "0" };
        writeln!(out, "  %zero = arith.constant dense<{zero}> : {sum}")?;
        self.buffers(out)?;
        writeln!(out, "  %x = gpu.block_id x\n  %M = memref.dim %C, %c{} : {c}", last[0])?;
        writeln!(out, "  %down = arith.ceildivui %M, %c{} : index", self.high())?;
        if self.cluster() > 1 {
            writeln!(out, "  %rank = arith.remui %x, %c{} : index", self.sharing()[0])?;
        }
        let end = if self.tile.persistent > 0 {
            self.each_tile(last[1], out)?
        } else {
            self.one_tile(last[1], out)?
        };
        // (Of several blocks that are to add what was there, each does to what it has of all sums.)
        let is_late = self.tile.split > 1 || self.tile.is_vector();
        let is_held = self.is_held(chip);
        if is_held {
            self.hold(out)?;
        }
        let first = if is_late || is_held { "%zero" } else { self.first(&sum, out)? };
        let product = match self.engine {
            Some(Engine::Anywhere) if self.tile.is_vector() => self.multiply_vector(&sum, out)?,
            Some(Engine::Anywhere) => self.multiply_any(&sum, first, out)?,
            Some(engine) => self.multiply(engine, &sum, first, out)?,
            None => first,
        };
        let total = match (self.tile.split > 1, is_held && problem.zero.is_none()) {
            (true, _) => self.gather(product, &sum, out)?,
            (_, true) => self.add_held(product, &sum, out)?,
            _ => product,
        };
        self.store(total, is_held, out)?;
        writeln!(out, "  }}{end}\n  gpu.return\n}}")
    }

    /// Most tiles down a band, or clusters of them. Blocks that are counted one after the other run on multiprocessors that are close to each
    /// other, and get at once what several of them read: of known sizes, the height by which that is the most.
    pub fn band(&self) -> i64 {
        let [batch, m, n, _] = super::sizes(self.problem);
        let up = |size: i64, of: i64| (size - 1) / of + 1;
        let is_known = ![batch, m, n].contains(&DYNAMIC) && m > 0 && n > 0;
        let fits = || up(m, self.tile.rows) <= BLOCKS / batch.max(1);
        let grid = || [up(m, self.tile.rows), up(n, self.tile.columns)];
        match self.sharing() {
            // (Blocks of one tile after the other are no longer beside each other after a while.)
            _ if self.tile.persistent > 0 => {
                match is_known && self.cluster() == 1 && fits() && grid()[1] <= NARROW {
                    true => 1,
                    false => BAND,
                }
            }
            _ if is_known && fits() => self.tile.height(grid(), self.tile.counts(n, self.types)),
            [down, _] => BAND / down,
        }
    }

    /// Blocks of a cluster that copy their part of B for each other, and that of A.
    pub fn sharing(&self) -> [i64; 2] {
        if self.is_produced() { self.tile.multicast } else { [1, 1] }
    }

    /// Blocks of a cluster that copy for each other.
    pub fn cluster(&self) -> i64 {
        self.sharing().into_iter().product()
    }

    /// What a fragment is of.
    pub fn instruction(&self) -> String {
        let [down, across] = self.tile.warps;
        match self.engine {
            Some(Engine::Warpgroups) => {
                let deep = 256 / self.types.bits;
                format!("#layout.mma<m64n{}k{deep}, warps = ({down},{across})>", self.tile.columns)
            }
            _ => {
                let [m, n, k] = self.types.warp;
                format!("#layout.mma<m{m}n{n}k{k}, warps = ({down},{across})>")
            }
        }
    }

    /// How threads hold the sum that a block has computed.
    pub fn sum_encoding(&self) -> String {
        let Tile { rows, columns, .. } = self.tile;
        match self.engine {
            Some(_) if self.tile.is_vector() => Tile { split: 1, ..self.tile }.column(self.types),
            Some(_) => format!("#layout.frag<{}, C, {rows}x{columns}>", self.instruction()),
            None => self.rows(),
        }
    }

    /// How threads hold C to read and write it: as many neighbours as an access takes, or a word.
    pub fn rows(&self) -> String {
        let bytes = if self.result { WIDE } else { 4 };
        let wide = self.tile.wide(bytes, self.types.result_bits());
        self.accessed(self.problem.matrices[2].is_transposed(), wide)
    }

    /// How threads hold a tile as large as C, so many neighbours each. Where the factors of the next tile have the shared
    /// memory, it is as the four threads hold it that have a row of the sum, of which each gets neighbours from the others.
    pub fn accessed(&self, turned: bool, wide: i64) -> String {
        let Tile { rows, columns, .. } = self.tile;
        if self.tile.is_vector() {
            return self.tile.column(self.types);
        }
        if !self.tile.is_in_registers() {
            return self.spread(self.tile.finished(), turned, wide);
        }
        let (warps, four) = (self.tile.threads() / 32, FOUR * wide);
        // Neighbours of the two halves of the four's number: what half of them has between sums stays there, and is not sent.
        let steps = match wide {
            1 => [2, 1],
            4 => [8, 4],
            _ => [wide, 2 * wide],
        };
        let [low, high] = steps.map(|step| step * rows);
        format!(
            "#layout.tv<(2,2,8,{warps}):({low},{high},1,16), ({wide},2,{},{}):({rows},8,{},{})>",
            columns / four,
            rows / (16 * warps),
            four * rows,
            16 * warps,
        )
    }

    /// A conversion between that and how sums are held, of a value.
    pub fn convert(&self, value: &str, from: &str, to: &str) -> String {
        let how = if self.tile.is_in_registers() { " {layout.in_registers}" } else { "" };
        format!("layout.convert {value}{how} : {from} -> {to}")
    }

    /// How threads hold a tile: so many neighbours each along columns, or along rows where it is transposed.
    pub fn spread(&self, [rows, columns]: [i64; 2], turned: bool, wide: i64) -> String {
        let [along, other] = if turned { [rows, columns] } else { [columns, rows] };
        let [step, next] = if turned { [1, rows] } else { [rows, 1] };
        let [wide, across] = self.tile.spread([along, other], wide);
        let down = self.tile.threads() / across;
        format!(
            "#layout.tv<({across},{down}):({},{next}), ({wide},{},{}):({step},{},{})>",
            wide * step,
            along / (wide * across),
            other / down,
            wide * across * step,
            down * next,
        )
    }

    /// The buffers of A's and B's parts, and how far they go along K.
    fn buffers(&self, out: &mut String) -> std::fmt::Result {
        let Tile { rows, boxed, depth, .. } = self.tile;
        let [a, b] = &self.types.factors;
        if self.engine.is_some() {
            for slot in self.slots().iter().filter(|_| !self.tile.is_vector()) {
                writeln!(out, "  %p{slot} = memref.alloc() {{layout.auto}} : memref<{rows}x{depth}x{a}, 3>")?;
                writeln!(
                    out,
                    "  %q{slot} = memref.alloc() {{layout.auto}} : memref<{depth}x{boxed}x{b}, 3>"
                )?;
            }
            let along = if self.problem.matrices[0].is_batch() { 2 } else { 1 };
            writeln!(out, "  %K = memref.dim %A, %c{along} : {}", self.operands()[0])?;
        }
        Ok(())
    }

    /// A and B and their buffers.
    pub fn factors(&self) -> Factors {
        let Tile { rows, boxed, depth, .. } = self.tile;
        let ([a, b, _], [of_a, of_b]) = (self.operands(), &self.types.factors);
        let is_batch = self.problem.matrices.each_ref().map(Matrix::is_batch);
        Factors {
            types: [a, b],
            buffers: [
                format!("memref<{rows}x{depth}x{of_a}, 3>"),
                format!("memref<{depth}x{boxed}x{of_b}, 3>"),
            ],
            batch: [0, 1].map(|number| if is_batch[number] { "%batch, " } else { "" }),
        }
    }

    /// Whether what is known of K is that it is one iteration.
    pub fn is_one_iteration(&self) -> bool {
        let k = self.depth_of_all();
        // (Of several blocks one has it, and the others none.)
        self.tile.split == 1 && (1..=self.tile.depth).contains(&k)
    }

    /// Elements along K; [`DYNAMIC`], which is negative, if they are not known.
    pub fn depth_of_all(&self) -> i64 {
        self.problem.matrices[0].extents.last().copied().unwrap_or(DYNAMIC)
    }

    /// The loop along K.
    fn multiply(
        &self,
        engine: Engine,
        sum: &str,
        first: &str,
        out: &mut String,
    ) -> Result<&'static str, std::fmt::Error> {
        let Tile { depth, stages, .. } = self.tile;
        let Factors { types: [a, b], buffers: [p, q], batch: [in_a, in_b] } = self.factors();
        let tma = if engine == Engine::Warpgroups { " {layout.tma}" } else { "" };
        let iteration = |k: &str, sum_before: &str, out: &mut String| -> std::fmt::Result {
            // (Ranks go down a cluster's tiles, and then across.)
            let [down, across] = self.sharing();
            let copied = |blocks: i64, step: i64, streamed: bool| {
                let blocks = match blocks {
                    1 => String::new(),
                    _ if blocks == self.cluster() => ", layout.multicast".into(),
                    _ => format!(", layout.multicast = #layout<{blocks}:{step}>"),
                };
                let first = if streamed { ", layout.l2 = \"evict_first\"" } else { "" };
                tma.replace('}', &format!("{blocks}{first}}}"))
            };
            let [a_first, b_first] = self.is_streamed();
            let [of_a, of_b] = [copied(across, down, a_first), copied(down, 1, b_first)];
            writeln!(out, "    %s = layout.copy_async %A[{in_a}%i, {k}], %p{of_a} : {a}, {p}")?;
            writeln!(out, "    %t = layout.copy_async %B[{in_b}{k}, %j], %q{of_b} : {b}, {q}")?;
            writeln!(out, "    layout.wait %s, %t")?;
            if engine == Engine::Warpgroups && self.types.is_handed() {
                self.handed(sum_before, sum, out)
            } else if engine == Engine::Warpgroups {
                writeln!(out, "    %d = layout.mma %p, %q, {sum_before} : {p}, {q}, {sum}")
            } else {
                self.fragments("", sum_before, sum, out)
            }
        };
        // Where nothing comes behind it is seen that the sum begins with zero.
        if self.is_one_iteration() {
            iteration("%c0", first, out)?;
            return Ok("%d");
        }
        let [from, to] = if self.tile.split > 1 { self.part(out)? } else { ["%c0", "%K"] };
        writeln!(
            out,
            "  %sum = scf.for %k = {from} to {to} step %c{depth} iter_args(%acc = {first}) -> {sum} {{"
        )?;
        iteration("%k", "%acc", out)?;
        // (The next tile's factors are copied while this one is stored.)
        let across = if self.tile.persistent > 0 { ", layout.across" } else { "" };
        let once = if self.is_kept() { format!(", {KEPT}") } else { String::new() };
        writeln!(
            out,
            "    scf.yield %d : {sum}\n  }} {{layout.stages = {stages} : i64{across}{}{once}}}",
            self.producer()
        )?;
        Ok("%sum")
    }

    /// Whether each part of A, and of B, is copied once alone, for one block or for those of one cluster, and L2 does not hold all of them:
    /// nobody finds it there again. (What goes before others spares these: where they were written, memory would be.)
    fn is_streamed(&self) -> [bool; 2] {
        let [_, m, n, _] = super::sizes(self.problem);
        let [down, across] = self.sharing();
        let parts = [(n, self.tile.columns * across), (m, self.tile.rows * down)];
        let behind =
            |value| self.problem.inputs().iter().filter_map(Input::matrix).any(|input| input.value == value);
        [0, 1].map(|number| {
            let (size, part) = parts[number];
            let matrix = &self.problem.matrices[number];
            let extents = &matrix.extents;
            let bytes =
                || extents.iter().fold(self.types.bits / 8, |bytes, extent| bytes.saturating_mul(*extent));
            let is_once = (1..=part).contains(&size) && !matrix.overlaps() && !behind(matrix.value);
            is_once && !extents.contains(&DYNAMIC) && bytes() >= self.types.l2
        })
    }

    /// Whether its loop of two iterations stays one: of both ptxas does not see that warps go together, and has one instruction of a
    /// warpgroup wait for the other.
    fn is_kept(&self) -> bool {
        let k = self.depth_of_all();
        self.tile.across && k > 0 && self.tile.iterations(k) == 2
    }

    /// What a loop says whose copies producers issue.
    pub fn producer(&self) -> &'static str {
        if self.is_produced() { ", layout.producer" } else { "" }
    }

    /// Whether producers issue its copies: those of a loop that copies ahead.
    pub fn is_produced(&self) -> bool {
        let is_loop = self.tile.persistent > 0 || !self.is_one_iteration();
        self.tile.producer && self.tile.stages > 1 && is_loop
    }

    /// The product of what is in the buffers where threads load A, and hand it to warpgroups: by halves, of which one is loaded while
    /// the other one is multiplied.
    fn handed(&self, before: &str, sum: &str, out: &mut String) -> std::fmt::Result {
        let Tile { rows, boxed, depth, .. } = self.tile;
        let ([of_a, of_b], half) = (&self.types.factors, depth / 2);
        let left = self.fragment("A", rows, half, of_a);
        let (p, q) =
            (format!("memref<{rows}x{depth}x{of_a}, 3>"), format!("memref<{depth}x{boxed}x{of_b}, 3>"));
        for (at, sum_before, result) in [(0, before, "%e"), (half, "%e", "%d")] {
            writeln!(out, "    %u{at} = layout.load %p[%c0, %c{at}] : {p} -> {left}")?;
            let from = format!("{{layout.from = {at} : i64}}");
            writeln!(out, "    {result} = layout.mma %u{at}, %q, {sum_before} {from} : {left}, {q}, {sum}")?;
        }
        Ok(())
    }

    /// What threads hold of a factor to multiply it.
    fn fragment(&self, operand: &str, rows: i64, columns: i64, element: &str) -> String {
        let instruction = self.instruction();
        format!(
            "tensor<{rows}x{columns}x{element}, #layout.frag<{instruction}, {operand}, {rows}x{columns}>>"
        )
    }

    /// The product of what is in the buffers of a slot, by warps; values have its name behind theirs.
    pub fn fragments(&self, slot: &str, before: &str, sum: &str, out: &mut String) -> std::fmt::Result {
        let Tile { rows, columns, depth, .. } = self.tile;
        let [of_a, of_b] = &self.types.factors;
        let (deep, wide) = (format!("{rows}x{depth}"), format!("{depth}x{columns}"));
        let (left, right) = (self.fragment("A", rows, depth, of_a), self.fragment("B", depth, columns, of_b));
        writeln!(out, "    %u{slot} = layout.load %p{slot}[%c0, %c0] : memref<{deep}x{of_a}, 3> -> {left}")?;
        writeln!(out, "    %v{slot} = layout.load %q{slot}[%c0, %c0] : memref<{wide}x{of_b}, 3> -> {right}")?;
        writeln!(out, "    %d{slot} = layout.mma %u{slot}, %v{slot}, {before} : {left}, {right}, {sum}")
    }

    /// What the sum begins with: zero, or C.
    pub fn first(&self, sum: &str, out: &mut String) -> Result<&'static str, std::fmt::Error> {
        if self.problem.zero.is_some() {
            return Ok("%zero");
        }
        self.before(out)?;
        self.widened(sum, out)
    }

    /// The coordinate of a tile of C.
    pub(super) fn place(&self) -> String {
        let batch = if self.problem.matrices[2].is_batch() { "%batch, " } else { "" };
        format!("{batch}{}, %j", self.row())
    }

    /// Where the rows begin that a block stores.
    pub fn row(&self) -> &'static str {
        if self.tile.split > 1 { "%first" } else { "%i" }
    }

    /// A tile of C as it is held, and as it is stored.
    pub(super) fn results(&self) -> (String, String) {
        let [rows, columns] = self.tile.finished();
        let stored = &self.types.stored;
        (self.held(stored), format!("tensor<{rows}x{columns}x{stored}, {}>", self.rows()))
    }

    /// A tile of such elements as sums are held, of what a block stores.
    pub fn held(&self, element: &str) -> String {
        let [rows, columns] = self.tile.finished();
        let encoding = if self.tile.split > 1 { self.rows() } else { self.sum_encoding() };
        format!("tensor<{rows}x{columns}x{element}, {encoding}>")
    }

    /// What becomes of the sum.
    fn store(&self, sum: &'static str, is_held: bool, out: &mut String) -> std::fmt::Result {
        let (types, [_, _, c]) = (self.types, self.operands());
        let (held, stored) = self.results();
        let mut total = sum;
        if types.result != types.sum {
            let from = self.held(types.sum);
            let to = self.held(&types.result);
            writeln!(out, "  %rounded = arith.truncf {total} : {from} to {to}")?;
            total = "%rounded";
        }
        let total = self.finish(total, is_held, out)?;
        writeln!(out, "  %rows = {}", self.convert(&total, &held, &stored))?;
        let certain = self.certain(&self.problem.matrices[2].extents);
        writeln!(out, "  layout.store %rows, %C[{}]{certain} : {stored}, {c}", self.place())
    }
}

/// The type of memory: `fact` divides its strides, and its extent along what lies together if it `ends` so.
pub fn memref(matrix: &Matrix<'_, '_>, fact: i64, ends: bool) -> String {
    let along = matrix.along();
    let known = |number: i64, divided: bool| match text(number) {
        unknown if unknown == "?" && divided && fact > 1 => format!("?{{div={fact}}}"),
        number => number,
    };
    // An extent of 0 is known when it runs: no layout has it.
    let extents: Vec<i64> =
        matrix.extents.iter().map(|extent| if *extent == 0 { i64::MIN } else { *extent }).collect();
    let shape: Vec<String> =
        extents.iter().enumerate().map(|(d, n)| known(*n, ends && along == Some(d))).collect();
    let strides: Vec<String> = matrix.strides.iter().map(|n| known(*n, true)).collect();
    let dims: String = extents.iter().map(|n| format!("{}x", text(*n))).collect();
    let space = matrix.space.as_ref().map(|space| format!(", {space}")).unwrap_or_default();
    format!("memref<{dims}{}, #layout<({}):({})>{space}>", matrix.element, shape.join(","), strides.join(","))
}
