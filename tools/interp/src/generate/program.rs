//! A random tile program: values are made from values by random operations, and stored.

use fastrand::Rng;

use super::encoding::Encoding;
use super::memory::{self, Memory};
use crate::job::{Argument, Job};

/// A program and what it is run on.
#[derive(Clone, Debug)]
pub struct Case {
    /// The function's name.
    pub name: String,
    /// The module.
    pub text: String,
    /// The job.
    pub job: Job,
}

/// What programs may have.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Most threads of a group.
    pub threads: usize,
    /// Whether they go through shared memory, which needs barriers.
    pub shared: bool,
    /// Whether they multiply matrices.
    pub mma: bool,
}

#[derive(Clone, Debug)]
struct Tile {
    name: String,
    shape: Vec<usize>,
    element: &'static str,
    encoding: Encoding,
}

impl Tile {
    fn r#type(&self) -> String {
        tensor(&self.shape, self.element, &self.encoding.text(&self.shape))
    }
}

fn tensor(shape: &[usize], element: &str, encoding: &str) -> String {
    let sizes: String = shape.iter().map(|n| format!("{n}x")).collect();
    format!("tensor<{sizes}{element}, {encoding}>")
}

struct Writer<'r> {
    random: &'r mut Rng,
    options: Options,
    threads: usize,
    lines: Vec<String>,
    tiles: Vec<Tile>,
    memory: Vec<Memory>,
    arguments: Vec<Argument>,
    signature: Vec<String>,
    count: usize,
}

const ELEMENTS: [&str; 8] = ["f32", "f32", "f16", "i32", "i32", "i8", "bf16", "i64"];
const EXTENTS: [usize; 12] = [1, 2, 3, 4, 5, 7, 8, 8, 12, 16, 16, 32];
/// Most elements of a tile, and of a thread.
const MOST: usize = 512;
const HELD: usize = 64;

/// The program of a seed, whose function has this name.
pub fn generate(name: &str, seed: u64, options: Options) -> Case {
    let mut random = Rng::with_seed(seed);
    let all = [32, 32, 64, 128, 96, 16, 8, 1];
    let fit: Vec<usize> = all.into_iter().filter(|n| *n <= options.threads).collect();
    let threads = random.choice(&fit).copied().unwrap_or(1);
    let mut w = Writer {
        random: &mut random,
        options,
        threads,
        lines: Vec::new(),
        tiles: Vec::new(),
        memory: Vec::new(),
        arguments: Vec::new(),
        signature: Vec::new(),
        count: 0,
    };
    w.load();
    for _ in 0..w.random.usize(2..9) {
        w.step();
    }
    w.store_all();
    let body: String = w.lines.iter().map(|l| format!("  {l}\n")).collect();
    let constants = "  %0 = arith.constant 0 : index\n  %1 = arith.constant 1 : index\n  %3 = arith.constant 3 : index\n  %b = gpu.block_id x\n";
    let signature = w.signature.join(", ");
    let text = format!(
        "func.func @{name}({signature}) attributes {{layout.threads = {threads} : i64}} {{\n{constants}{body}  return\n}}\n"
    );
    let job = Job { function: Some(name.into()), grid: [1, 1, 1], threads: None, arguments: w.arguments };
    Case { name: name.into(), text, job }
}

fn is_float(element: &str) -> bool {
    element.contains('f')
}

impl Writer<'_> {
    fn name(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }

    fn line(&mut self, line: String) {
        self.lines.push(line);
    }

    fn pick<'c>(&mut self, all: &[&'c str]) -> &'c str {
        self.random.choice(all).copied().unwrap_or_default()
    }

    fn tile(&mut self) -> Tile {
        let i = self.random.usize(0..self.tiles.len());
        // The latest more often, so that programs become deep.
        let i = i.max(self.random.usize(0..self.tiles.len()));
        self.tiles[i].clone()
    }

    fn shape(&mut self) -> Vec<usize> {
        loop {
            let rank = [1, 2, 2, 2, 3][self.random.usize(0..5)];
            let shape: Vec<usize> = (0..rank).map(|_| EXTENTS[self.random.usize(0..EXTENTS.len())]).collect();
            if shape.iter().product::<usize>() <= MOST {
                return shape;
            }
        }
    }

    /// An encoding of which no thread has too much; `None` if the shape has none.
    fn encoding(&mut self, shape: &[usize]) -> Option<Encoding> {
        let mut tries = (0..8).map(|_| Encoding::random(shape, self.threads, self.random));
        tries.find(|e| e.values() <= HELD)
    }

    fn encoded_shape(&mut self) -> (Vec<usize>, Encoding) {
        loop {
            let shape = self.shape();
            if let Some(encoding) = self.encoding(&shape) {
                return (shape, encoding);
            }
        }
    }

    fn input(&mut self, shape: &[usize], element: &'static str, filled: bool) -> Memory {
        let name = format!("%m{}", self.memory.len());
        let seed = filled.then(|| self.random.u64(0..1 << 32));
        let (memory, argument) = memory::random(name, shape, element, seed, self.random);
        self.signature.push(format!("{}: {}", memory.name, memory.r#type));
        self.memory.push(memory.clone());
        self.arguments.push(argument);
        memory
    }

    /// Coordinates of memory at which a tile of the shape is read or written: constants, at
    /// which some of the tile is inside, and arguments, at which none may be.
    fn coordinates(&mut self, memory: &Memory, tile: &[usize]) -> String {
        let mut all = Vec::new();
        let leading = memory.shape.len() - tile.len();
        for (d, extent) in memory.shape.iter().enumerate() {
            let own = d.checked_sub(leading).and_then(|d| tile.get(d));
            let at = match own {
                None => self.random.usize(0..*extent) as i64,
                Some(_) => [0, 0, 0, 1, 8, 4, -1, -2][self.random.usize(0..8)],
            };
            let inside = at < *extent as i64 && at + own.map_or(1, |n| *n as i64) > 0;
            if !inside || self.random.u8(0..4) == 0 {
                let name = format!("%i{}", self.arguments.len());
                self.signature.push(format!("{name}: index"));
                self.arguments.push(Argument { value: Some(at as f64), ..Argument::default() });
                all.push(name);
                continue;
            }
            all.push(match at {
                0 => "%0".into(),
                1 => "%1".into(),
                _ => {
                    let name = self.name();
                    self.line(format!("{name} = arith.constant {at} : index"));
                    name
                }
            });
        }
        all.join(", ")
    }

    fn load(&mut self) {
        let (shape, encoding) = self.encoded_shape();
        let element = self.pick(&ELEMENTS);
        let element = ELEMENTS.iter().find(|e| **e == element).copied().unwrap_or("f32");
        let memory = self.input(&shape, element, true);
        let at = self.coordinates(&memory, &shape);
        let pad = if self.random.u8(0..3) == 0 {
            let name = self.name();
            let value = if is_float(element) { "1.5" } else { "7" };
            self.line(format!("{name} = arith.constant {value} : {element}"));
            format!(" pad {name}")
        } else {
            String::new()
        };
        let tile = Tile { name: self.name(), shape, element, encoding };
        self.line(format!(
            "{} = layout.load {}[{at}]{pad} : {} -> {}",
            tile.name,
            memory.name,
            memory.r#type,
            tile.r#type()
        ));
        self.tiles.push(tile);
    }

    fn converted(&mut self, tile: &Tile, encoding: &Encoding) -> Tile {
        if tile.encoding == *encoding {
            return tile.clone();
        }
        let made = Tile { name: self.name(), encoding: encoding.clone(), ..tile.clone() };
        self.line(format!(
            "{} = layout.convert {} : {} -> {}",
            made.name,
            tile.name,
            tile.r#type(),
            made.r#type()
        ));
        made
    }

    fn step(&mut self) {
        match self.random.u8(0..17) {
            0 | 1 => self.load(),
            2..=4 => self.binary(),
            5 => self.unary(),
            6 | 7 => self.reduce(),
            8 => self.broadcast(),
            9 => self.transpose(),
            10 => self.reshape(),
            11 => self.convert(),
            12 => self.iota(),
            13 => self.compare(),
            14 => self.argmax(),
            15 => self.repeat(),
            _ if self.options.shared => self.through_shared(),
            _ => self.constant(),
        }
    }

    /// A tile of the same shape and elements as another, in its encoding.
    fn partner(&mut self, of: &Tile) -> Tile {
        let alike: Vec<Tile> =
            self.tiles.iter().filter(|t| t.shape == of.shape && t.element == of.element).cloned().collect();
        let chosen = self.random.choice(&alike).cloned().unwrap_or_else(|| of.clone());
        self.converted(&chosen, &of.encoding)
    }

    fn binary(&mut self) {
        let a = self.tile();
        let b = self.partner(&a);
        let op = if is_float(a.element) {
            self.pick(&["addf", "subf", "mulf", "maximumf", "minnumf"])
        } else {
            self.pick(&["addi", "subi", "muli", "andi", "xori", "maxsi", "minui"])
        };
        let made = Tile { name: self.name(), ..a.clone() };
        self.line(format!("{} = arith.{op} {}, {} : {}", made.name, a.name, b.name, a.r#type()));
        self.tiles.push(made);
    }

    fn unary(&mut self) {
        let a = self.tile();
        let (op, to) = match a.element {
            "f16" | "bf16" => ("arith.extf", "f32"),
            "f32" => match self.random.u8(0..4) {
                0 => ("arith.truncf", "f16"),
                1 => ("math.exp", "f32"),
                2 => ("arith.negf", "f32"),
                _ => ("math.absf", "f32"),
            },
            "i8" => match self.random.u8(0..3) {
                0 => ("arith.extsi", "i32"),
                1 => ("arith.extui", "i32"),
                _ => ("arith.sitofp", "f32"),
            },
            "i32" => {
                if self.random.bool() {
                    ("arith.trunci", "i8")
                } else {
                    ("arith.sitofp", "f32")
                }
            }
            _ => ("arith.trunci", "i32"),
        };
        let made = Tile { name: self.name(), element: to, ..a.clone() };
        let types = if a.element == to { a.r#type() } else { format!("{} to {}", a.r#type(), made.r#type()) };
        self.line(format!("{} = {op} {} : {types}", made.name, a.name));
        self.tiles.push(made);
    }

    /// A tile of more than one dimension, and one of those.
    fn with_dimension(&mut self) -> Option<(Tile, usize)> {
        let tile = self.tile();
        let dim = self.random.usize(0..tile.shape.len());
        (tile.shape.len() > 1).then_some((tile, dim))
    }

    fn reduced(tile: &Tile, dim: usize, name: String) -> Tile {
        let mut shape = tile.shape.clone();
        shape.remove(dim);
        Tile { name, shape, element: tile.element, encoding: tile.encoding.without(dim) }
    }

    fn reduce(&mut self) {
        let Some((tile, dim)) = self.with_dimension() else { return self.scalar_reduce() };
        let kind = self.kind(tile.element);
        let made = Self::reduced(&tile, dim, self.name());
        self.line(format!(
            "{} = layout.reduce {kind} {} dim {dim} : {} -> {}",
            made.name,
            tile.name,
            tile.r#type(),
            made.r#type()
        ));
        self.tiles.push(made);
    }

    fn kind(&mut self, element: &str) -> &'static str {
        let all: &[&'static str] = if is_float(element) {
            &["addf", "addf", "maximumf", "minimumf", "maxnumf", "mulf"]
        } else {
            &["addi", "addi", "maxsi", "minui", "xori", "andi", "muli"]
        };
        self.random.choice(all).copied().unwrap_or("addi")
    }

    /// A tile of one dimension to a scalar, which becomes a tile again.
    fn scalar_reduce(&mut self) {
        let tile = self.tile();
        if tile.shape.len() != 1 {
            return;
        }
        let kind = self.kind(tile.element);
        let scalar = self.name();
        self.line(format!(
            "{scalar} = layout.reduce {kind} {} dim 0 : {} -> {}",
            tile.name,
            tile.r#type(),
            tile.element
        ));
        let (shape, encoding) = self.encoded_shape();
        let made = Tile { name: self.name(), shape, element: tile.element, encoding };
        self.line(format!("{} = tensor.splat {scalar} : {}", made.name, made.r#type()));
        self.tiles.push(made);
    }

    fn broadcast(&mut self) {
        let tile = self.tile();
        let dim = self.random.usize(0..=tile.shape.len());
        let extent = if self.random.u8(0..3) == 0 { 1 } else { EXTENTS[self.random.usize(0..8)] };
        let mut shape = tile.shape.clone();
        shape.insert(dim, extent);
        if shape.len() > 3 || shape.iter().product::<usize>() > MOST {
            return;
        }
        let Some(encoding) = self.encoding(&shape) else { return };
        if extent == 1 && self.random.bool() {
            let made = Tile {
                name: self.name(),
                shape,
                element: tile.element,
                encoding: tile.encoding.expanded(dim),
            };
            self.line(format!(
                "{} = layout.expand_dims {} dim {dim} : {} -> {}",
                made.name,
                tile.name,
                tile.r#type(),
                made.r#type()
            ));
            self.tiles.push(made);
            return;
        }
        let source = self.converted(&tile, &encoding.without(dim));
        let made = Tile { name: self.name(), shape, element: tile.element, encoding };
        self.line(format!(
            "{} = layout.broadcast {} dim {dim} : {} -> {}",
            made.name,
            source.name,
            source.r#type(),
            made.r#type()
        ));
        self.tiles.push(made);
    }

    fn transpose(&mut self) {
        let tile = self.tile();
        let mut order: Vec<usize> = (0..tile.shape.len()).collect();
        self.random.shuffle(&mut order);
        let shape = order.iter().map(|d| tile.shape[*d]).collect();
        let made = Tile {
            name: self.name(),
            shape,
            element: tile.element,
            encoding: tile.encoding.transposed(&order),
        };
        self.line(format!(
            "{} = layout.transpose {} {order:?} : {} -> {}",
            made.name,
            tile.name,
            tile.r#type(),
            made.r#type()
        ));
        self.tiles.push(made);
    }

    fn reshape(&mut self) {
        let tile = self.tile();
        let (shape, encoding) = tile.encoding.reshaped(self.random);
        let made = Tile { name: self.name(), shape, element: tile.element, encoding };
        self.line(format!(
            "{} = layout.reshape {} : {} -> {}",
            made.name,
            tile.name,
            tile.r#type(),
            made.r#type()
        ));
        self.tiles.push(made);
    }

    fn convert(&mut self) {
        let tile = self.tile();
        if let Some(encoding) = self.encoding(&tile.shape) {
            let made = self.converted(&tile, &encoding);
            self.tiles.push(made);
        }
    }

    fn iota(&mut self) {
        let (shape, encoding) = self.encoded_shape();
        let dim = self.random.usize(0..shape.len());
        let made = Tile { name: self.name(), shape, element: "i32", encoding };
        self.line(format!("{} = layout.iota dim {dim} : {}", made.name, made.r#type()));
        self.tiles.push(made);
    }

    fn constant(&mut self) {
        let like = self.tile();
        let made = Tile { name: self.name(), ..like };
        let count: usize = made.shape.iter().product();
        let float = is_float(made.element);
        let mut one = || {
            let value = self.random.i32(-3..6);
            if float { format!("{value}.0") } else { value.to_string() }
        };
        let text = if count <= 64 && made.shape.len() == 1 {
            format!("[{}]", (0..count).map(|_| one()).collect::<Vec<_>>().join(", "))
        } else {
            one()
        };
        self.line(format!("{} = arith.constant dense<{text}> : {}", made.name, made.r#type()));
        self.tiles.push(made);
    }

    /// The lesser or the greater of two, chosen by a comparison.
    fn compare(&mut self) {
        let a = self.tile();
        let b = self.partner(&a);
        let op = if is_float(a.element) { "cmpf olt" } else { "cmpi sgt" };
        let (flag, made) = (self.name(), Tile { name: self.name(), ..a.clone() });
        let flags = tensor(&a.shape, "i1", &a.encoding.text(&a.shape));
        self.line(format!("{flag} = arith.{op}, {}, {} : {}", a.name, b.name, a.r#type()));
        self.line(format!(
            "{} = arith.select {flag}, {}, {} : {flags}, {}",
            made.name,
            a.name,
            b.name,
            a.r#type()
        ));
        self.tiles.push(made);
    }

    /// The greatest element along a dimension, and the least coordinate that has it.
    fn argmax(&mut self) {
        let Some((tile, dim)) = self.with_dimension() else { return };
        let index = Tile { name: self.name(), element: "i32", ..tile.clone() };
        self.line(format!("{} = layout.iota dim {dim} : {}", index.name, index.r#type()));
        let best = Self::reduced(&tile, dim, self.name());
        let at = Self::reduced(&index, dim, self.name());
        let (e, greater, equal) = if is_float(tile.element) {
            (tile.element, "cmpf ogt", "cmpf oeq")
        } else {
            (tile.element, "cmpi sgt", "cmpi eq")
        };
        self.line(format!(
            "{}, {} = layout.reduce {}, {} dim {dim} : ({}, {}) -> ({}, {}) {{
  ^bb0(%x: {e}, %i: i32, %y: {e}, %j: i32):
    %g = arith.{greater}, %x, %y : {e}
    %q = arith.{equal}, %x, %y : {e}
    %l = arith.cmpi slt, %i, %j : i32
    %ql = arith.andi %q, %l : i1
    %p = arith.ori %g, %ql : i1
    %z = arith.select %p, %x, %y : {e}
    %k = arith.select %p, %i, %j : i32
    layout.yield %z, %k : {e}, i32
  }}",
            best.name,
            at.name,
            tile.name,
            index.name,
            tile.r#type(),
            index.r#type(),
            best.r#type(),
            at.r#type()
        ));
        self.tiles.push(best);
        self.tiles.push(at);
    }

    /// A loop that adds up, or a branch.
    fn repeat(&mut self) {
        let a = self.tile();
        let b = self.partner(&a);
        let op = if is_float(a.element) { "addf" } else { "addi" };
        let made = Tile { name: self.name(), ..a.clone() };
        let t = a.r#type();
        if self.random.bool() {
            self.line(format!(
                "{} = scf.for %i = %0 to %3 step %1 iter_args(%c = {}) -> ({t}) {{
    %n = arith.{op} %c, {} : {t}
    scf.yield %n : {t}
  }}",
                made.name, a.name, b.name
            ));
        } else {
            let condition = self.name();
            self.line(format!("{condition} = arith.cmpi eq, %b, %0 : index"));
            self.line(format!(
                "{} = scf.if {condition} -> ({t}) {{
    %n = arith.{op} {}, {} : {t}
    scf.yield %n : {t}
  }} else {{
    scf.yield {} : {t}
  }}",
                made.name, a.name, b.name, b.name
            ));
        }
        self.tiles.push(made);
    }

    /// Through a shared buffer into another encoding.
    fn through_shared(&mut self) {
        let tile = self.tile();
        let Some(encoding) = self.encoding(&tile.shape) else { return };
        let sizes: String = tile.shape.iter().map(|n| format!("{n}x")).collect();
        let r#type = format!("memref<{sizes}{}, 3>", tile.element);
        let buffer = self.name();
        let at = vec!["%0"; tile.shape.len()].join(", ");
        self.line(format!("{buffer} = memref.alloc() : {}", r#type));
        self.line(format!("layout.store {}, {buffer}[{at}] : {}, {}", tile.name, tile.r#type(), r#type));
        let made = Tile { name: self.name(), encoding, ..tile };
        self.line(format!("{} = layout.load {buffer}[{at}] : {} -> {}", made.name, r#type, made.r#type()));
        self.tiles.push(made);
    }

    /// Stores the tiles that nothing uses, each to memory of its own, so that nothing is dead.
    fn store_all(&mut self) {
        if self.options.mma && self.random.u8(0..3) == 0 && self.threads >= 32 {
            self.multiply();
        }
        let unused: Vec<Tile> = self.tiles.iter().filter(|t| self.uses(&t.name) == 1).cloned().collect();
        for tile in unused {
            let memory = self.input(&tile.shape, tile.element, false);
            let at = self.coordinates(&memory, &tile.shape);
            self.line(format!(
                "layout.store {}, {}[{at}] : {}, {}",
                tile.name,
                memory.name,
                tile.r#type(),
                memory.r#type
            ));
        }
    }

    /// How often a value is named.
    fn uses(&self, name: &str) -> usize {
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
        self.lines
            .iter()
            .flat_map(|l| l.match_indices(name).map(move |(i, _)| &l[i + name.len()..]))
            .filter(|r| ends(r))
            .count()
    }

    /// A product of fragments, straight from memory to memory.
    fn multiply(&mut self) {
        let warps = self.threads / 32;
        let (atom, k, a_type, c_type) = match self.random.u8(0..4) {
            0 => ("m16n8k16", 16, "f16", "f32"),
            1 => ("m16n8k16", 16, "bf16", "f32"),
            2 => ("m16n8k32", 32, "i8", "i32"),
            _ => ("m16n8k8.f16", 8, "f16", "f32"),
        };
        let (m, n, k) = (16 * warps, 8 * self.random.usize(1..3), k * self.random.usize(1..3));
        let mma = format!("#layout.mma<{atom}, warps=({warps},1)>");
        let of = |operand: &str, rows: usize, columns: usize| {
            format!("#layout.frag<{mma}, {operand}, {rows}x{columns}>")
        };
        let parts = [
            (of("A", m, k), [m, k], a_type),
            (of("B", k, n), [k, n], a_type),
            (of("C", m, n), [m, n], c_type),
        ];
        let mut names = Vec::new();
        let mut types = Vec::new();
        for (encoding, shape, element) in parts {
            let memory = self.input(&shape, element, true);
            let at = self.coordinates(&memory, &shape);
            let (name, r#type) = (self.name(), tensor(&shape, element, &encoding));
            self.line(format!(
                "{name} = layout.load {}[{at}] : {} -> {}",
                memory.name, memory.r#type, r#type
            ));
            names.push(name);
            types.push(r#type);
        }
        let made = self.name();
        self.line(format!("{made} = layout.mma {} : {}", names.join(", "), types.join(", ")));
        let memory = self.input(&[m, n], c_type, false);
        let at = self.coordinates(&memory, &[m, n]);
        self.line(format!("layout.store {made}, {}[{at}] : {}, {}", memory.name, types[2], memory.r#type));
    }
}
