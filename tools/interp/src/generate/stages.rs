//! Loops with `layout.stages`: in each iteration copies begin, are waited for, and what came is used.

use super::element::bytes;
use super::memory::Memory;
use super::views::Boxes;
use super::writer::{Count, Tile, Writer};

/// Most bytes of a loop's buffers, as often as there are stages.
const MOST: usize = 60_000;

/// What a loop counts.
struct Range {
    lower: String,
    upper: String,
    step: String,
    /// The index is below, from 0 on; nothing is said of one that is far from there.
    bound: Option<usize>,
    /// `unsigned ` or nothing.
    order: &'static str,
    /// Whether the index is an `i32`.
    narrow: bool,
}

/// Where a copy reads.
enum Source {
    /// A box, perhaps another one in each iteration.
    At(Memory),
    /// Along a dimension, by the loop's index itself.
    Along(Memory, usize),
    /// Parts, each with its number.
    Part(Boxes),
}

/// A copy that each iteration does.
struct Copy {
    source: Source,
    buffer: Memory,
    shape: Vec<usize>,
    element: &'static str,
    /// What the loop begins with, to which is added what came.
    start: Tile,
}

impl Writer<'_> {
    /// A loop with stages, mostly with copies of a few kinds.
    pub fn staged(&mut self) {
        let stages = [1, 2, 2, 2, 3, 3, 4, 5][self.random.usize(0..8)];
        let (mut range, mut copies, mut size) = (None, Vec::new(), 0);
        for _ in 0..self.random.usize(1..4) {
            if let Some((shape, element, memory, buffer)) = self.boxed() {
                let all = stages * (shape.iter().product::<usize>() * bytes(element)).next_multiple_of(1024);
                let start = self.sum(&shape, element).filter(|_| size + all <= MOST);
                let Some(start) = start.filter(|_| self.take_shared(all)) else { continue };
                size += all;
                range = range.or_else(|| Some(self.range()));
                copies.push(Copy { source: Source::At(memory), buffer, shape, element, start });
                continue;
            }
            let (shape, element) = self.copied();
            let all = stages * shape.iter().product::<usize>() * bytes(element);
            if size + all > MOST {
                continue;
            }
            // What else there is waits for what the first one counts along.
            let (counted, source) = match &range {
                None if self.one_of(3) => {
                    let (range, memory, dim) = self.up_to_the_end(&shape, element);
                    (Some(range), Source::Along(memory, dim))
                }
                None => {
                    let range = self.range();
                    let source = self.source(&shape, element, &range);
                    (Some(range), source)
                }
                Some(of) => (None, self.source(&shape, element, of)),
            };
            range = counted.or(range);
            let Some(start) = self.sum(&shape, element) else { continue };
            let Some(buffer) = self.allocate_for_copies(&shape, element, stages) else { continue };
            size += all;
            copies.push(Copy { source, buffer, shape, element, start });
        }
        if let Some(range) = range.filter(|_| !copies.is_empty()) {
            self.copy_ahead(&range, &copies, stages);
        }
    }

    /// A buffer, perhaps one that leaves its layout open.
    fn allocate_for_copies(
        &mut self,
        shape: &[usize],
        element: &'static str,
        times: usize,
    ) -> Option<Memory> {
        // The place of a copy to it is one element's where there are none.
        let one = self.shared_bytes;
        let made =
            if self.one_of(3) { self.allocate_open(shape, element) } else { self.allocate(shape, element) };
        self.shared_bytes += (self.shared_bytes - one) * (times - 1);
        made
    }

    /// From some number to another one, in steps; seldom with signs that matter, or at the end of all integers.
    fn range(&mut self) -> Range {
        let [lower, step] = [self.random.i64(0..3), self.random.i64(1..4)];
        let trips = [0, 1, 2, 3, 3, 4, 5, 6][self.random.usize(0..8)];
        let upper = lower + trips * step - if trips > 0 { self.random.i64(0..step) } else { 0 };
        let narrow = self.one_of(8);
        let far = self.one_of(12);
        let by = match (far, narrow) {
            // What comes behind the last index is one still.
            (true, true) => i64::from(i32::MAX) - upper - step,
            (true, false) => i64::MAX - upper - step,
            _ if self.one_of(10) => -3,
            _ => 0,
        };
        let order = if by >= 0 && self.one_of(8) { "unsigned " } else { "" };
        let mut bound = |value: i64| self.number_of(value, narrow);
        let [lower, end, step] = [bound(lower + by), bound(upper + by), bound(step)];
        let bound = (!far && by == 0).then_some(usize::try_from(upper).unwrap_or(0).max(1));
        Range { lower, upper: end, step, bound, order, narrow }
    }

    /// A number that is known or not.
    fn number_of(&mut self, value: i64, narrow: bool) -> String {
        if !narrow {
            let known = self.random.bool();
            return self.index(value, known);
        }
        let name = self.name();
        self.line(format!("{name} = arith.constant {value} : i32"));
        name
    }

    /// Memory, and the loop to the end of one of its dimensions.
    fn up_to_the_end(&mut self, shape: &[usize], element: &'static str) -> (Range, Memory, usize) {
        let dim = self.random.usize(0..shape.len());
        let memory = self.given_in_steps(shape, element, dim);
        let extent = shape[dim];
        let step =
            [extent, extent, extent, (extent / 2).max(1), extent + 1, 2 * extent][self.random.usize(0..6)];
        // Not more iterations than there is patience for.
        let step = step.max(memory.shape[dim].div_ceil(6));
        let from = [0, 0, 0, 1, extent][self.random.usize(0..5)];
        let [lower, by, number] = [from, step, dim].map(|n| self.index(n as i64, true));
        let upper = if self.one_of(4) {
            self.index(memory.shape[dim] as i64, true)
        } else {
            let name = self.name();
            self.line(format!("{name} = memref.dim {}, {number} : {}", memory.name, memory.r#type));
            name
        };
        let order = if self.one_of(8) { "unsigned " } else { "" };
        let bound = Some(memory.shape[dim]);
        (Range { lower, upper, step: by, bound, order, narrow: false }, memory, dim)
    }

    /// Where a copy of a loop reads.
    fn source(&mut self, shape: &[usize], element: &'static str, range: &Range) -> Source {
        match (self.random.u8(0..5), range.bound) {
            (0, Some(bound)) if shape.len() < 3 && bound < 8 => {
                Source::Part(self.boxes(shape, element, bound))
            }
            (1, Some(bound)) => Source::Along(self.given_rows(shape, element, bound), 0),
            (2, _) => {
                let dim = self.random.usize(0..shape.len());
                Source::Along(self.given_in_steps(shape, element, dim), dim)
            }
            _ => Source::At(self.input(shape, element)),
        }
    }

    /// The loop.
    fn copy_ahead(&mut self, range: &Range, copies: &[Copy], stages: usize) {
        let (name, i) = (self.name(), self.name());
        let mut begin: Vec<Tile> = copies.iter().map(|c| c.start.clone()).collect();
        if self.one_of(3) {
            begin.push(self.tile());
        }
        let inside: Vec<Tile> = begin.iter().map(|t| Tile { name: self.name(), ..t.clone() }).collect();
        // An index that is carried from iteration to iteration.
        let carried = self.one_of(3).then(|| {
            let first = self.random.i64(0..4);
            (self.name(), self.index(first, true))
        });
        let (lines, (made, next)) = self.region(|w| {
            let index = if range.narrow { w.name() } else { i.clone() };
            if range.narrow {
                w.line(format!("{index} = arith.index_cast {i} : i32 to index"));
            }
            if let Some(bound) = range.bound.filter(|n| *n < 8) {
                w.loops.push(Count { name: index.clone(), bound });
            }
            w.tiles.extend(inside.clone());
            let carried = carried.as_ref().map(|(name, _)| name.clone());
            let tokens = w.begin_copies(copies, &index, carried.as_deref());
            let mut sums = w.use_copies(copies, &inside, tokens);
            if w.one_of(4) {
                w.control();
            }
            if w.depth < 2 && w.one_of(5) {
                w.staged();
            }
            if let Some(other) = inside.get(copies.len()) {
                let op = w.operation(other.element);
                let by = w.partner(other);
                sums.push(w.compute(op, other, &by.name));
            }
            let next = carried.map(|at| w.counted(&at, 2));
            (sums, next)
        });
        let mut pairs: Vec<String> =
            inside.iter().zip(&begin).map(|(a, b)| format!("{} = {}", a.name, b.name)).collect();
        let mut types: Vec<String> = begin.iter().map(Tile::r#type).collect();
        let mut yields: Vec<String> = made.iter().map(|t| t.name.clone()).collect();
        if let (Some((inside, first)), Some(next)) = (carried, next) {
            pairs.push(format!("{inside} = {first}"));
            types.push("index".into());
            yields.push(next);
        }
        let count = pairs.len();
        let (pairs, types, yields) = (pairs.join(", "), types.join(", "), yields.join(", "));
        let Range { lower, upper, step, order, narrow, .. } = range;
        let of = if *narrow { " : i32" } else { "" };
        self.line(format!(
            "{name}:{count} = scf.for {order}{i} = {lower} to {upper} step {step} iter_args({pairs}) -> ({types}){of} {{\n{lines}    scf.yield {yields} : {types}\n  }} {{layout.stages = {stages} : i64}}"
        ));
        for (number, tile) in begin.iter().enumerate() {
            self.tiles.push(Tile { name: format!("{name}#{number}"), ..tile.clone() });
        }
        if self.one_of(4) {
            for copy in copies {
                self.line(format!("memref.dealloc {} : {}", copy.buffer.name, copy.buffer.r#type));
            }
        }
    }

    /// The copies of an iteration in some order, with other work between: their tokens.
    fn begin_copies(&mut self, copies: &[Copy], index: &str, carried: Option<&str>) -> Vec<String> {
        let mut order: Vec<usize> = (0..copies.len()).collect();
        self.random.shuffle(&mut order);
        let mut tokens = vec![String::new(); copies.len()];
        for number in order {
            let copy = &copies[number];
            if self.one_of(5) {
                self.simple_step();
            }
            let (memory, at) = match &copy.source {
                Source::At(memory) => {
                    let at = self.places(memory, copy.shape.len(), |w, extent| match carried {
                        Some(at) if w.random.bool() => at.to_owned(),
                        _ => w.counted(index, extent),
                    });
                    (memory.clone(), at)
                }
                Source::Along(memory, dim) => {
                    let mut at = vec!["%0".to_owned(); memory.shape.len()];
                    index.clone_into(&mut at[*dim]);
                    (memory.clone(), at.join(", "))
                }
                Source::Part(boxes) => {
                    let memory = self.part(boxes, index);
                    let at = self.places(&memory, copy.shape.len(), |_, _| "%0".into());
                    (memory, at)
                }
            };
            tokens[number] = self.copy(&memory, &at, &copy.buffer);
        }
        tokens
    }

    /// Coordinates of memory: constants, numbers that a caller gives, and others.
    fn places(
        &mut self,
        memory: &Memory,
        rank: usize,
        mut other: impl FnMut(&mut Self, usize) -> String,
    ) -> String {
        let leading = memory.shape.len() - rank;
        let mut all = Vec::new();
        for (d, extent) in memory.shape.iter().enumerate() {
            all.push(match self.random.u8(0..4) {
                0 => {
                    let at = self.random.i64(-1..*extent as i64);
                    self.index(at, at >= 0)
                }
                1 if d >= leading => "%0".into(),
                _ => other(self, *extent),
            });
        }
        all.join(", ")
    }

    /// A number that is computed of another one.
    fn counted(&mut self, of: &str, extent: usize) -> String {
        let name = self.name();
        let small = |w: &mut Self, from: i64| {
            let value = w.random.i64(from..5);
            let other = w.name();
            w.line(format!("{other} = arith.constant {value} : index"));
            other
        };
        match self.random.u8(0..9) {
            0 | 1 => return of.to_owned(),
            2 => {
                let by = small(self, -3);
                self.line(format!("{name} = arith.addi {of}, {by} : index"));
            }
            3 => {
                let by = self.index(extent as i64, true);
                self.line(format!("{name} = arith.muli {of}, {by} : index"));
            }
            4 => {
                let (op, by) =
                    (self.pick(&["divui", "remui", "divsi", "remsi", "floordivsi"]), small(self, 1));
                self.line(format!("{name} = arith.{op} {of}, {by} : index"));
            }
            5 => {
                let (op, by) = (self.pick(&["minsi", "maxsi", "minui", "xori"]), small(self, 0));
                self.line(format!("{name} = arith.{op} {of}, {by} : index"));
            }
            6 => {
                let (by, other, less) = (small(self, 0), small(self, -2), self.name());
                self.line(format!("{less} = arith.cmpi slt, {of}, {by} : index"));
                self.line(format!("{name} = arith.select {less}, {other}, {of} : index"));
            }
            7 => {
                let by = self.random.i64(0..4);
                let by = self.index(by, false);
                self.line(format!("{name} = arith.addi {of}, {by} : index"));
            }
            _ => {
                let narrow = self.name();
                self.line(format!("{narrow} = arith.index_cast {of} : index to i32"));
                self.line(format!("{name} = arith.index_cast {narrow} : i32 to index"));
            }
        }
        name
    }

    /// Waits for the copies, for several at once or one after the other, and adds what came to the sums.
    fn use_copies(&mut self, copies: &[Copy], sums: &[Tile], tokens: Vec<String>) -> Vec<Tile> {
        let mut left: Vec<usize> = (0..copies.len()).collect();
        self.random.shuffle(&mut left);
        let (late, mut arrived, mut made) = (self.random.bool(), Vec::new(), Vec::new());
        while !left.is_empty() {
            let some = left.split_off(left.len() - self.random.usize(1..=left.len()));
            let names: Vec<&str> = some.iter().map(|n| tokens[*n].as_str()).collect();
            self.line(format!("layout.wait {}", names.join(", ")));
            arrived.extend(some);
            if !late {
                made.extend(arrived.drain(..).map(|n| (n, self.added(&copies[n], &sums[n]))));
            }
        }
        made.extend(arrived.into_iter().map(|n| (n, self.added(&copies[n], &sums[n]))));
        made.sort_by_key(|(number, _)| *number);
        made.into_iter().map(|(_, tile)| tile).collect()
    }

    /// A sum and what a buffer holds; sometimes in a branch, or of a part of it.
    fn added(&mut self, copy: &Copy, sum: &Tile) -> Tile {
        if self.one_of(4) {
            self.simple_step();
        }
        if self.depth < 2 && self.one_of(5) {
            let (condition, name) = (self.condition(), self.name());
            let (first, made) = self.region(|w| w.add(sum, &copy.buffer));
            let t = sum.r#type();
            self.line(format!(
                "{name} = scf.if {condition} -> {t} {{\n{first}    scf.yield {} : {t}\n  }} else {{\n    scf.yield {} : {t}\n  }}",
                made.name, sum.name
            ));
            let made = Tile { name, ..sum.clone() };
            self.tiles.push(made.clone());
            return made;
        }
        if self.one_of(4)
            && let Some(encoding) = self.encoding(&copy.shape)
        {
            // Elsewhere in the buffer, in part outside.
            let made = self.new_tile(copy.shape.clone(), copy.element, encoding);
            let at = self.places(&copy.buffer, copy.shape.len(), |_, _| "%0".into());
            self.load_as(&copy.buffer, &at, made);
        }
        self.add(sum, &copy.buffer)
    }
}
