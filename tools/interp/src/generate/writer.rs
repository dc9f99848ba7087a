//! [`Writer`]: the text of a program as it grows, and what is known at its end.

use std::collections::HashSet;

use fastrand::Rng;

use super::element::ELEMENTS;
use super::encoding::Encoding;
use super::memory::Buffer;
use super::memory::{self, Given, Memory, Origin};
use super::options::Options;
use crate::given::Given as Number;
use crate::job::Argument;

/// A tile of a program.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    pub name: String,
    pub shape: Vec<usize>,
    pub element: &'static str,
    pub encoding: Encoding,
}

impl Tile {
    /// The type.
    pub fn r#type(&self) -> String {
        self.type_of(self.element)
    }

    /// That of a tile of the same shape and encoding with other elements.
    pub fn type_of(&self, element: &str) -> String {
        let sizes: String = self.shape.iter().map(|n| format!("{n}x")).collect();
        format!("tensor<{sizes}{element}, {}>", self.encoding.text(&self.shape))
    }
}

/// A loop around what is written: its number, which counts from 0 on.
#[derive(Clone, Debug)]
pub(super) struct Count {
    pub name: String,
    /// It stays below.
    pub bound: usize,
}

/// A program while it is written.
pub(super) struct Writer<'r> {
    pub random: &'r mut Rng,
    pub options: Options,
    pub threads: usize,
    /// Blocks of the grid.
    pub blocks: usize,
    pub lines: Vec<String>,
    /// Tiles that the next line may name.
    pub tiles: Vec<Tile>,
    /// What was written to shared memory and may be read.
    pub shared: Vec<Buffer>,
    /// Bytes of all shared memory that is allocated.
    pub shared_bytes: usize,
    /// The loops around the next line.
    pub loops: Vec<Count>,
    /// Regions around the next line.
    pub depth: usize,
    /// Lines before all others.
    pub beginning: Vec<String>,
    /// Functions that are called.
    pub functions: Vec<String>,
    pub arguments: Vec<Argument>,
    pub signature: Vec<String>,
    /// Memory and buffers that the engine that copies boxes knows.
    pub boxed: HashSet<String>,
    /// Whether it must be a kernel.
    pub is_kernel: bool,
    count: usize,
}

const EXTENTS: [usize; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 12, 13, 16, 16, 24, 32];
/// Most elements of a tile that is loaded, and of a thread.
pub(super) const MOST: usize = 512;
pub(super) const HELD: usize = 64;

impl<'r> Writer<'r> {
    pub fn new(random: &'r mut Rng, options: Options, threads: usize, blocks: usize) -> Self {
        Self {
            random,
            options,
            threads,
            blocks,
            lines: Vec::new(),
            tiles: Vec::new(),
            shared: Vec::new(),
            shared_bytes: 0,
            loops: Vec::new(),
            depth: 0,
            beginning: Vec::new(),
            functions: Vec::new(),
            arguments: Vec::new(),
            signature: Vec::new(),
            boxed: HashSet::new(),
            is_kernel: false,
            count: 0,
        }
    }

    /// A name that nothing has yet.
    pub fn name(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }

    pub fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// One of so many times.
    pub fn one_of(&mut self, times: u8) -> bool {
        self.random.u8(0..times) == 0
    }

    pub fn pick<'c>(&mut self, all: &[&'c str]) -> &'c str {
        self.random.choice(all).copied().unwrap_or_default()
    }

    pub fn element(&mut self) -> &'static str {
        self.random.choice(&ELEMENTS).copied().unwrap_or("f32")
    }

    /// A tile that there is, the latest more often, so that programs become deep.
    pub fn tile(&mut self) -> Tile {
        let i = self.random.usize(0..self.tiles.len());
        let i = i.max(self.random.usize(0..self.tiles.len()));
        self.tiles[i].clone()
    }

    pub fn extent(&mut self, most: usize) -> usize {
        loop {
            let extent = EXTENTS[self.random.usize(0..EXTENTS.len())];
            if extent <= most {
                return extent;
            }
        }
    }

    /// An encoding of which no thread has too much; `None` if the shape has none.
    pub fn encoding(&mut self, shape: &[usize]) -> Option<Encoding> {
        let mut tries = (0..8).map(|_| Encoding::random(shape, self.threads, self.random));
        tries.find(|e| e.values() <= HELD)
    }

    pub fn encoded_shape(&mut self) -> (Vec<usize>, Encoding) {
        loop {
            let rank = [1, 2, 2, 2, 2, 3, 3, 4][self.random.usize(0..8)];
            let shape: Vec<usize> = (0..rank).map(|_| self.extent(32)).collect();
            if shape.iter().product::<usize>() > MOST {
                continue;
            }
            if let Some(encoding) = self.encoding(&shape) {
                return (shape, encoding);
            }
        }
    }

    /// A tile with a name of its own, which nothing gives yet.
    pub fn new_tile(&mut self, shape: Vec<usize>, element: &'static str, encoding: Encoding) -> Tile {
        Tile { name: self.name(), shape, element, encoding }
    }

    /// `%x = layout.op %a, %b words : A, B -> X`.
    pub fn apply(&mut self, op: &str, from: &[&Tile], words: &str, made: Tile) -> Tile {
        let names: Vec<&str> = from.iter().map(|t| t.name.as_str()).collect();
        let types: Vec<String> = from.iter().map(|t| t.r#type()).collect();
        let (names, types) = (names.join(", "), types.join(", "));
        self.line(format!("{} = layout.{op} {names}{words} : {types} -> {}", made.name, made.r#type()));
        self.tiles.push(made.clone());
        made
    }

    /// `%x = op %a, %b : T`, whose operands and result have one type.
    pub fn compute(&mut self, op: &str, a: &Tile, b: &str) -> Tile {
        let made = Tile { name: self.name(), ..a.clone() };
        self.line(format!("{} = {op} {}, {b} : {}", made.name, a.name, a.r#type()));
        self.tiles.push(made.clone());
        made
    }

    /// The tile in another encoding.
    pub fn converted(&mut self, tile: &Tile, encoding: &Encoding) -> Tile {
        if tile.encoding == *encoding {
            return tile.clone();
        }
        let made = self.new_tile(tile.shape.clone(), tile.element, encoding.clone());
        self.apply("convert", &[tile], "", made)
    }

    /// A tile of the same shape and elements as another, in its encoding.
    pub fn partner(&mut self, of: &Tile) -> Tile {
        let alike: Vec<Tile> =
            self.tiles.iter().filter(|t| t.shape == of.shape && t.element == of.element).cloned().collect();
        let chosen = self.random.choice(&alike).cloned().unwrap_or_else(|| of.clone());
        self.converted(&chosen, &of.encoding)
    }

    /// The lines of a region; what is made there is not known behind it.
    pub fn region<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> (String, T) {
        let lines = std::mem::take(&mut self.lines);
        let known = (self.tiles.len(), self.shared.len(), self.loops.len());
        self.depth += 1;
        let made = write(self);
        self.depth -= 1;
        self.tiles.truncate(known.0);
        self.shared.truncate(known.1);
        self.loops.truncate(known.2);
        let inside = std::mem::replace(&mut self.lines, lines);
        (inside.iter().map(|l| format!("  {l}\n")).collect(), made)
    }

    /// An index: a constant, or an argument, of which nothing is known.
    pub fn index(&mut self, value: i64, known: bool) -> String {
        if !known {
            return self.argument("index", value);
        }
        match value {
            0 | 1 => format!("%{value}"),
            _ => {
                let name = self.name();
                self.line(format!("{name} = arith.constant {value} : index"));
                name
            }
        }
    }

    /// A number that a caller gives.
    fn argument(&mut self, r#type: &str, value: i64) -> String {
        let name = format!("%i{}", self.arguments.len());
        self.signature.push(format!("{name}: {type}"));
        self.arguments.push(Argument { value: Some(Number::Whole(value)), ..Argument::default() });
        name
    }

    /// Memory that a caller gives, for boxes of a shape behind leading dimensions.
    fn given(&mut self, tile: &[usize], element: &'static str, filled: bool, leading: &[usize]) -> Memory {
        let name = format!("%m{}", self.arguments.len());
        let seed = filled.then(|| self.random.u64(0..1 << 32));
        let shape = [leading, &memory::around(tile, self.random)].concat();
        let made = memory::random(name, shape, element, seed, self.random);
        self.add_memory(made)
    }

    /// Memory without gaps and with values, whose extents the type says or not.
    pub fn given_plain(&mut self, shape: &[usize], element: &'static str, known: bool) -> Memory {
        let name = format!("%m{}", self.arguments.len());
        let seed = self.random.u64(0..1 << 32);
        let made = memory::plain(name, shape, element, known, Some(seed), self.random);
        self.add_memory(made)
    }

    /// The same without values.
    pub fn given_empty(&mut self, shape: &[usize], element: &'static str) -> Memory {
        let name = format!("%m{}", self.arguments.len());
        let made = memory::plain(name, shape, element, true, None, self.random);
        self.add_memory(made)
    }

    /// Memory that is the argument of a program.
    pub fn add_memory(&mut self, made: Given) -> Memory {
        self.signature.push(format!("{}: {}", made.memory.name, made.memory.r#type));
        self.arguments.push(made.argument);
        let (memory, Some(alignment)) = (made.memory.clone(), made.alignment) else { return made.memory };
        // What is known of its address is said where the program begins.
        let name = format!("{}a", memory.name);
        let (of, r#type) = (&memory.name, &memory.r#type);
        self.beginning.push(format!("{name} = memref.assume_alignment {of}, {alignment} : {type}"));
        Memory { name, ..memory }
    }

    /// Memory to read from.
    pub fn input(&mut self, tile: &[usize], element: &'static str) -> Memory {
        let leading = self.random.usize(0..2) * usize::from(tile.len() < 4) * usize::from(self.one_of(3));
        let leading: Vec<usize> = (0..leading).map(|_| self.random.usize(1..4)).collect();
        self.given(tile, element, true, &leading)
    }

    /// Memory to read boxes of a shape from, each from a number of its first dimension.
    pub fn given_rows(&mut self, tile: &[usize], element: &'static str, rows: usize) -> Memory {
        let rows = rows + self.random.usize(0..3);
        self.given(tile, element, true, &[rows])
    }

    /// Memory whose extent in a dimension is some times the tile's, which may be known.
    pub fn given_in_steps(&mut self, tile: &[usize], element: &'static str, dim: usize) -> Memory {
        let name = format!("%m{}", self.arguments.len());
        let mut shape = tile.to_vec();
        shape[dim] *= self.random.usize(1..4);
        if self.one_of(4) {
            shape[dim] += 1;
        }
        let seed = self.random.u64(0..1 << 32);
        let made = memory::with_facts(name, shape, element, seed, self.random);
        self.add_memory(made)
    }

    /// Stores a tile to memory of its own, of which each iteration and each block has a part.
    pub fn store(&mut self, tile: &Tile) {
        // Each iteration may write the same: its threads do.
        let loops = if self.one_of(3) { Vec::new() } else { self.loops.clone() };
        let mut leading: Vec<usize> = loops.iter().map(|l| l.bound).collect();
        if self.blocks > 1 {
            leading.insert(0, self.blocks);
        }
        let memory = self.given(&tile.shape, tile.element, false, &leading);
        let mut at: Vec<String> = loops.iter().map(|l| l.name.clone()).collect();
        if self.blocks > 1 {
            at.insert(0, "%b".into());
        }
        at.truncate(leading.len());
        at.extend(self.origins(&memory, leading.len(), &tile.shape, false));
        let at = at.join(", ");
        self.line(format!(
            "layout.store {}, {}[{at}] : {}, {}",
            tile.name,
            memory.name,
            tile.r#type(),
            memory.r#type
        ));
    }

    /// Coordinates of memory at which a box of a shape is: constants, at which some of it is
    /// inside, and what is known at run time, at which none may be. `moves`: the box may be
    /// somewhere else in each iteration.
    pub fn coordinates(&mut self, memory: &Memory, tile: &[usize], moves: bool) -> String {
        self.origins(memory, 0, tile, moves).join(", ")
    }

    pub fn origins(&mut self, memory: &Memory, from: usize, tile: &[usize], moves: bool) -> Vec<String> {
        let leading = memory.shape.len() - tile.len();
        let mut all = Vec::new();
        for d in from..memory.shape.len() {
            let own = d.checked_sub(leading).and_then(|d| tile.get(d)).copied();
            let origin = Origin::random(memory.shape[d], own, self.random);
            let of_loop = self.loops.last().cloned().filter(|_| moves && self.random.u8(0..3) == 0);
            all.push(match of_loop {
                Some(of_loop) => self.moving(&of_loop, own.unwrap_or(1)),
                None => self.origin(&origin),
            });
        }
        all
    }

    /// An index that depends on a loop's.
    fn moving(&mut self, of: &Count, extent: usize) -> String {
        let name = self.name();
        match self.random.u8(0..3) {
            0 => return of.name.clone(),
            1 => self.line(format!("{name} = arith.addi {}, %3 : index", of.name)),
            _ => {
                let by = self.index(extent as i64, true);
                self.line(format!("{name} = arith.muli {}, {by} : index", of.name));
            }
        }
        name
    }

    fn origin(&mut self, origin: &Origin) -> String {
        let known = origin.is_inside && !self.one_of(3);
        if known || origin.at % 8 != 0 || self.random.bool() {
            return self.index(origin.at, known);
        }
        // Something times 8.
        let (part, by, name) = (self.index(origin.at / 8, false), self.index(8, true), self.name());
        self.line(format!("{name} = arith.muli {part}, {by} : index"));
        name
    }

    /// How often a value is named.
    pub fn uses(&self, name: &str) -> usize {
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
        self.lines
            .iter()
            .flat_map(|l| l.match_indices(name).map(move |(i, _)| &l[i + name.len()..]))
            .filter(|r| ends(r))
            .count()
    }
}
