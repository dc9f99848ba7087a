//! The host's function that launches a kernel: that which takes the least time, of those whose assumptions hold.

use std::fmt::Write as _;

use layout_mlir::ir::{self, DYNAMIC};
use layout_target::Chip;
use melior::ir::ValueLike;

use super::body::Input;
use super::costs::{ANSWERED, Costs};
use super::kernel::{BAND, Kernel, WIDE};
use super::matrix::{Matrix, text};
use super::problem::Problem;
use super::sizes;
use super::tile::{Engine, Tile};
use super::types;
use crate::tile::producers;

/// Most blocks in y and z (CUDA C++ Programming Guide, "Technical specifications per compute capability").
pub const BLOCKS: i64 = 65535;
/// Most elements along a dimension, and bytes of a stride, for the engine that copies boxes.
pub const MOST: [i64; 2] = [(1 << 31) - (1 << 20), 1 << 40];

/// The text of a function of the host, each of its values named by a number.
pub struct Host {
    text: String,
    values: usize,
    /// The module of the kernels.
    kernels: String,
}

/// What the host knows of a product, and of the same transposed.
pub struct Sides {
    plain: Sizes,
    turned: Sizes,
}

impl Sides {
    /// As a kernel has it.
    fn of(&self, kernel: &Kernel<'_, '_, '_>) -> &Sizes {
        if kernel.tile.turned { &self.turned } else { &self.plain }
    }

    /// Batch, M, N and K.
    pub fn all(&self) -> &[String; 4] {
        &self.plain.all
    }
}

/// What the host knows of a product.
#[derive(Clone)]
struct Sizes {
    /// Batch, M, N and K.
    pub all: [String; 4],
    /// The operands, in the order of batch, rows and columns: value and type.
    matrices: Vec<(String, String)>,
    /// What is read beside the product, likewise.
    inputs: Vec<(String, String)>,
}

impl Host {
    /// An empty one, which launches kernels of a module.
    pub fn new(kernels: &str) -> Self {
        Self { text: String::new(), values: 0, kernels: kernels.into() }
    }

    /// A line.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }

    fn value(&mut self, text: &str) -> String {
        let name = format!("%v{}", self.values);
        self.values += 1;
        self.line(&format!("{name} = {text}"));
        name
    }

    fn constant(&mut self, number: i64) -> String {
        self.value(&format!("arith.constant {number} : index"))
    }

    fn binary(&mut self, name: &str, a: &str, b: &str) -> String {
        self.value(&format!("arith.{name} {a}, {b} : index"))
    }

    fn by(&mut self, name: &str, a: &str, b: i64) -> String {
        let b = self.constant(b);
        self.binary(name, a, &b)
    }

    fn compare(&mut self, predicate: &str, a: &str, b: &str) -> String {
        self.value(&format!("arith.cmpi {predicate}, {a}, {b} : index"))
    }

    fn all(&mut self, conditions: &[String]) -> String {
        let mut all = self.value("arith.constant true");
        for condition in conditions {
            all = self.value(&format!("arith.andi {all}, {condition} : i1"));
        }
        all
    }

    /// What is known of a product of `%A` and `%B` in `%C`, and of the same transposed if there is a kernel of that.
    pub fn sides(&mut self, plain: &Problem<'_, '_>, turned: Option<&Problem<'_, '_>>) -> Sides {
        let plain = self.sizes(plain, ["%A", "%B", "%C"]);
        let turned = match turned {
            Some(turned) => self.sizes(turned, ["%B", "%A", "%C"]),
            None => plain.clone(),
        };
        Sides { plain, turned }
    }

    /// The sizes of a product, and its operands as the kernels see them.
    fn sizes(&mut self, problem: &Problem<'_, '_>, names: [&str; 3]) -> Sizes {
        let matrices = &problem.matrices;
        let inputs = problem.inputs().iter().enumerate().map(|(number, input)| match input {
            Input::Memory(matrix, _) => self.seen(matrix, &format!("%E{number}")),
            Input::Scalar(value) => (format!("%E{number}"), ValueLike::r#type(value).to_string()),
        });
        let inputs = inputs.collect();
        let seen: Vec<_> = matrices.iter().zip(names).map(|(m, name)| self.seen(m, name)).collect();
        let mut size = |number: usize, from_last: usize| {
            let matrix = &matrices[number];
            let Some(place) = matrix.extents.len().checked_sub(from_last) else { return self.constant(1) };
            let (value, r#type) = seen[number].clone();
            let place = self.constant(place as i64);
            self.value(&format!("memref.dim {value}, {place} : {type}"))
        };
        Sizes { all: [size(2, 3), size(2, 2), size(2, 1), size(0, 1)], matrices: seen, inputs }
    }

    /// A matrix by batch, rows and columns.
    fn seen(&mut self, matrix: &Matrix<'_, '_>, name: &str) -> (String, String) {
        let mut seen = (name.to_string(), matrix.value_type());
        if matrix.is_widened() {
            seen = self.widened(matrix, name);
        } else if matrix.order.iter().enumerate().any(|(place, dimension)| Some(place) != *dimension) {
            let dims = |order: &[Option<usize>]| {
                order.iter().flatten().map(|d| format!("d{d}")).collect::<Vec<_>>().join(", ")
            };
            let from: Vec<Option<usize>> = (0..matrix.order.len()).map(Some).collect();
            let (turned, r#type) = (strided(matrix, matrix.offset), seen.1);
            let order = format!("({}) -> ({})", dims(&from), dims(&matrix.order));
            seen = (self.value(&format!("memref.transpose {name} {order} : {type} to {turned}")), turned);
        }
        // What is cast to a layout begins anywhere. (Of two casts in a row MLIR makes one, of an offset to none, which there is not.)
        if ![0, DYNAMIC].contains(&matrix.offset) {
            let (from, to) = (&seen, strided(matrix, DYNAMIC));
            let cast = self.value(&format!("memref.cast {} : {} to {to}", from.0, from.1));
            seen = (self.value(&format!("memref.assume_alignment {cast}, 1 : {to}")), to);
        }
        seen
    }

    /// A vector, or a number, as the matrix that it is.
    fn widened(&mut self, matrix: &Matrix<'_, '_>, name: &str) -> (String, String) {
        let rank = matrix.order.iter().flatten().count();
        let (offset, sizes, strides) = self.metadata(matrix, rank, name, &matrix.value_type());
        // (The memory itself is the first of what names its metadata, and the offset the second.)
        let base = offset.replace("#1", "#0");
        let known = |number: i64, value: &str| match number {
            DYNAMIC => value.to_string(),
            number => number.to_string(),
        };
        let each = |numbers: &[i64], values: &[String]| {
            let places = numbers.iter().zip(&matrix.order);
            let all = places.map(|(number, at)| known(*number, at.map_or("1", |at| &values[at])));
            all.collect::<Vec<_>>().join(", ")
        };
        let (sizes, strides) = (each(&matrix.extents, &sizes), each(&matrix.strides, &strides));
        let (offset, to) = (known(matrix.offset, &offset), strided(matrix, matrix.offset));
        let space = matrix.space.as_ref().map(|space| format!(", {space}")).unwrap_or_default();
        let seen = self.value(&format!(
            "memref.reinterpret_cast {base} to offset: [{offset}], sizes: [{sizes}], strides: [{strides}] : memref<{}{space}> to {to}",
            matrix.element
        ));
        (seen, to)
    }

    /// Whether there is anything to compute.
    pub fn is_something(&mut self, sides: &Sides) -> String {
        let zero = self.constant(0);
        let each: Vec<_> = sides.all()[..3].iter().map(|size| self.compare("ne", size, &zero)).collect();
        self.all(&each)
    }

    /// Whether a size is not 0.
    pub fn is_not_zero(&mut self, size: &str) -> String {
        let zero = self.constant(0);
        self.compare("ne", size, &zero)
    }

    /// Whether what kernels take for granted holds, which differ in their tiles.
    pub fn holds(&mut self, kernels: &[Kernel<'_, '_, '_>], sides: &Sides) -> String {
        let mut conditions = Vec::new();
        for turned in [false, true] {
            let tiles = kernels.iter().map(|kernel| kernel.tile).filter(|tile| tile.turned == turned);
            let tiles: Vec<Tile> = tiles.collect();
            let least = |of: fn(&Tile) -> i64| tiles.iter().map(of).min();
            let (rows, columns) = (least(|tile| tile.rows), least(|tile| tile.columns));
            let (Some(rows), Some(columns)) = (rows, columns) else { continue };
            let [batch, m, n, _] = if turned { &sides.turned.all } else { &sides.plain.all };
            let (across, down) = (self.by("ceildivui", n, columns), self.by("ceildivui", m, rows * BAND));
            let bands = self.binary("muli", &down, batch);
            let most = self.constant(BLOCKS);
            // (No product wraps, of a size that fits.)
            conditions.extend([&across, &down, batch, &bands].map(|size| self.compare("ule", size, &most)));
        }
        // The rest is the same of both.
        let Some(kernel) = kernels.first() else { return self.all(&conditions) };
        let sizes = sides.of(kernel);
        let bits = [kernel.types.bits, kernel.types.bits, kernel.types.result_bits()];
        for (number, bits) in bits.into_iter().enumerate() {
            let bytes = kernel.factors.get(number).copied().unwrap_or(WIDE * i64::from(kernel.result));
            let boxes = number < 2 && kernel.engine == Some(Engine::Warpgroups);
            if bytes > 0 {
                let ends = number == 2 || !boxes;
                self.is_wide(
                    &kernel.problem.matrices[number],
                    &sizes.matrices[number],
                    (bytes, bits),
                    ends,
                    &mut conditions,
                );
            }
            if boxes {
                self.is_map(&kernel.problem.matrices[number], &sizes.matrices[number], bits, &mut conditions);
            }
        }
        for (input, seen) in kernel.problem.inputs().iter().zip(&sizes.inputs) {
            if let Some(matrix) = input.matrix().filter(|_| kernel.is_wide(input)) {
                self.is_wide(matrix, seen, (WIDE, types::bits(&matrix.element)), true, &mut conditions);
            }
        }
        self.all(&conditions)
    }

    /// That rows begin at multiples of so many bytes, and perhaps that they end there, of elements of so many bits.
    fn is_wide(
        &mut self,
        matrix: &Matrix<'_, '_>,
        seen: &(String, String),
        (bytes, bits): (i64, i64),
        ends: bool,
        out: &mut Vec<String>,
    ) {
        let (value, r#type) = seen;
        let fact = (bytes * 8 / bits).max(1);
        let zero = self.constant(0);
        let (offset, extents, strides) = self.metadata(matrix, matrix.extents.len(), &seen.0, &seen.1);
        let pointer =
            self.value(&format!("memref.extract_aligned_pointer_as_index {value} : {type} -> index"));
        let skipped = self.by("muli", &offset, bits / 8);
        let address = self.binary("addi", &pointer, &skipped);
        let rest = self.by("remui", &address, bytes);
        out.push(self.compare("eq", &rest, &zero));
        let along = matrix.along();
        for (place, (stride, name)) in matrix.strides.iter().zip(&strides).enumerate() {
            let number = match () {
                () if along == Some(place) && ends => &extents[place],
                () if along == Some(place) || !matrix.has_steps(place) => continue,
                () if *stride != DYNAMIC && stride % fact == 0 => continue,
                () => name,
            };
            let rest = self.by("remsi", number, fact);
            out.push(self.compare("eq", &rest, &zero));
        }
    }

    /// That there is a tensor map.
    fn is_map(&mut self, matrix: &Matrix<'_, '_>, seen: &(String, String), bits: i64, out: &mut Vec<String>) {
        let (_, extents, strides) = self.metadata(matrix, matrix.extents.len(), &seen.0, &seen.1);
        let [elements, bytes] = MOST;
        let (most, far, zero) = (self.constant(elements), self.constant(bytes * 8 / bits), self.constant(0));
        for (extent, stride) in extents.iter().zip(&strides) {
            out.push(self.compare("ule", extent, &most));
            out.push(self.compare("sgt", stride, &zero));
            out.push(self.compare("slt", stride, &far));
        }
    }

    /// The offset, the extents and the strides of a memref.
    fn metadata(
        &mut self,
        matrix: &Matrix<'_, '_>,
        rank: usize,
        value: &str,
        r#type: &str,
    ) -> (String, Vec<String>, Vec<String>) {
        let first = self.values;
        self.values += 1;
        let space = matrix.space.as_ref().map(|space| format!(", {space}")).unwrap_or_default();
        let indices = vec!["index"; 2 * rank + 1].join(", ");
        self.line(&format!(
            "%v{first}:{} = memref.extract_strided_metadata {value} : {type} -> memref<{}{space}>, {indices}",
            2 * rank + 2,
            matrix.element
        ));
        let all = |from: usize| (from..from + rank).map(|n| format!("%v{first}#{n}")).collect();
        (format!("%v{first}#1"), all(2), all(2 + rank))
    }

    /// How long a product takes by a tile.
    fn time(&mut self, costs: Costs, tile: &Tile, sizes: &Sizes, multiprocessors: i64) -> String {
        let [batch, m, n, k] = &sizes.all;
        let down = self.by("ceildivui", m, tile.rows);
        let across = self.by("ceildivui", n, tile.columns);
        let tiles = self.binary("muli", &down, &across);
        let mut tiles = self.binary("muli", &tiles, batch);
        if tile.split > 1 {
            tiles = self.by("muli", &tiles, tile.split);
        }
        let share = self.by("ceildivui", &tiles, multiprocessors);
        let deep = self.by("ceildivui", k, tile.depth * tile.split);
        let iterations = self.binary("muli", &share, &deep);
        let beside = self.by("minui", &share, costs.beside);
        let arrives = self.constant(costs.arrives);
        let arrives = self.binary("ceildivui", &arrives, &beside);
        let mut each = self.by("maxui", &arrives, costs.each);
        if costs.lines > 0 {
            let running = self.by("minui", &tiles, multiprocessors);
            let lines = self.by("muli", &running, costs.lines);
            let answered = self.by("ceildivui", &lines, ANSWERED);
            each = self.binary("maxui", &each, &answered);
        }
        let iterations = self.binary("muli", &iterations, &each);
        let rounds = self.by("ceildivui", &share, costs.beside);
        let begins = self.by("muli", &rounds, costs.once);
        let time = self.binary("addi", &iterations, &begins);
        let behind = self.by("subi", &rounds, 1);
        let behind = self.by("muli", &behind, costs.next);
        let time = self.binary("addi", &time, &behind);
        if costs.first > 0 { self.by("addi", &time, costs.first) } else { time }
    }

    /// A branch.
    pub fn branch(
        &mut self,
        condition: &str,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        self.line(&format!("scf.if {condition} {{"));
        then(self);
        self.line("} else {");
        otherwise(self);
        self.line("}");
    }

    /// The launches of kernels that differ in their tiles: of that which takes the least time.
    pub fn fastest(&mut self, base: &str, kernels: &[Kernel<'_, '_, '_>], sides: &Sides, chip: &Chip) {
        let Some((first, rest)) = kernels.split_first() else { return };
        let mut conditions = Vec::new();
        if !rest.is_empty() {
            let time = |host: &mut Self, kernel: &Kernel<'_, '_, '_>| {
                // (Without an engine there is one kernel, and no choice.)
                let engine = kernel.engine.unwrap_or(Engine::Anywhere);
                let costs = kernel.tile.costs(engine, DYNAMIC, kernel.types, chip);
                host.time(costs, &kernel.tile, sides.of(kernel), kernel.tile.multiprocessors(chip))
            };
            let own = time(self, first);
            for other in rest {
                let other = time(self, other);
                conditions.push(self.compare("ule", &own, &other));
            }
        }
        let is_first = self.all(&conditions);
        let launch = |host: &mut Self| host.launch(base, first, sides, chip);
        if rest.is_empty() {
            launch(self);
        } else {
            self.branch(&is_first, launch, |host| host.fastest(base, rest, sides, chip));
        }
    }

    /// A launch.
    pub fn launch(&mut self, base: &str, kernel: &Kernel<'_, '_, '_>, sides: &Sides, chip: &Chip) {
        let sizes = sides.of(kernel);
        let [batch, m, n, _] = &sizes.all;
        let down = self.by("ceildivui", m, kernel.tile.rows);
        let ([sharing, beside], cluster) = (kernel.sharing(), kernel.cluster());
        // (The last cluster may have a block beside C.)
        let down = if sharing > 1 { self.by("ceildivui", &down, sharing) } else { down };
        // Bands as high as each other, so that the last one is hardly less high.
        let bands = self.by("ceildivui", &down, kernel.band());
        let x = self.binary("ceildivui", &down, &bands);
        let x = if sharing > 1 { self.by("muli", &x, sharing) } else { x };
        let y = self.by("ceildivui", n, kernel.tile.columns);
        let z = self.binary("muli", &bands, batch);
        let producers = kernel.is_produced().then(|| producers(kernel.tile.threads(), chip));
        let threads = kernel.tile.threads() + producers.unwrap_or(0);
        let (threads, one) = (self.constant(threads), self.constant(1));
        let (mut x, mut y, mut z) = (x, y, z);
        if kernel.is_line() {
            let across = if beside > 1 { self.by("ceildivui", &y, beside) } else { y };
            let tiles = self.binary("muli", &down, &across);
            (x, y, z) = (self.binary("muli", &tiles, batch), one.clone(), one.clone());
        }
        let blocks = kernel.tile.split * if kernel.is_line() { cluster } else { 1 };
        if blocks > 1 {
            x = self.by("muli", &x, blocks);
        }
        if kernel.tile.persistent > 0 {
            let most = kernel.tile.persistent * kernel.tile.multiprocessors(chip);
            x = self.by("minui", &x, most / sharing * sharing);
        }
        let mut arguments = Vec::new();
        for ((value, from), to) in sizes.matrices.iter().zip(kernel.operands()) {
            let cast = self.value(&format!("memref.cast {value} : {from} to {to}"));
            arguments.push(format!("{cast} : {to}"));
        }
        for ((value, from), to) in sizes.inputs.iter().zip(kernel.inputs()) {
            let value = if *from == to {
                value.clone()
            } else {
                self.value(&format!("memref.cast {value} : {from} to {to}"))
            };
            arguments.push(format!("{value} : {to}"));
        }
        let mut text = String::new();
        let _ = write!(text, "gpu.launch_func @{}::@{base}_{}", self.kernels, kernel.name());
        let _ = write!(text, " blocks in ({x}, {y}, {z}) threads in ({threads}, {one}, {one})");
        let _ = write!(text, " args({})", arguments.join(", "));
        self.line(&text);
    }
}

/// The type of a matrix by batch, rows and columns.
pub(super) fn strided(matrix: &Matrix<'_, '_>, offset: i64) -> String {
    let shape: String = matrix.extents.iter().map(|n| format!("{}x", text(*n))).collect();
    let strides: Vec<String> = matrix.strides.iter().map(|n| text(*n)).collect();
    let offset = if offset == 0 { String::new() } else { format!(", offset: {}", text(offset)) };
    let space = matrix.space.as_ref().map(|space| format!(", {space}")).unwrap_or_default();
    format!("memref<{shape}{}, strided<[{}]{offset}>{space}>", matrix.element, strides.join(", "))
}

/// Whether what [`Host::holds`] asks of a kernel is known to hold: sizes are, so are strides, and memory says where it begins. The kernel is
/// one that the product may have: of rows and boxes it takes nothing for granted that is known to be otherwise.
pub fn always_holds(kernel: &Kernel<'_, '_, '_>) -> bool {
    let Kernel { problem, tile, .. } = kernel;
    if !problem.is_known() {
        return false;
    }
    let [batch, m, n, _] = sizes(problem);
    let up = |size: i64, of: i64| (size - 1) / of + 1;
    let (across, down) = (up(n, tile.columns), up(m, tile.rows * BAND));
    let has_blocks = [across, down, batch, down.saturating_mul(batch)].iter().all(|count| *count <= BLOCKS);
    let begins =
        |matrix: &Matrix<'_, '_>, bytes: i64| ir::base_alignment(matrix.value) >= bytes.unsigned_abs();
    let [a, b, c] = &problem.matrices;
    let factors = [a, b].into_iter().zip(kernel.factors);
    let inputs = problem.inputs().iter().filter(|input| kernel.is_wide(input)).filter_map(Input::matrix);
    let mut stored = inputs.chain(kernel.result.then_some(c));
    has_blocks
        && factors.into_iter().all(|(matrix, bytes)| begins(matrix, bytes))
        && stored.all(|matrix| begins(matrix, WIDE))
}
