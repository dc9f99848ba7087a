//! A random tile program: values are made from values by random operations, and stored.

use fastrand::Rng;

use super::options::Options;
use super::writer::{Tile, Writer};
use crate::job::Job;

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

/// Conversions of a program that does nothing else.
const PAIRS: usize = 4;

/// The program of a seed, whose function has this name.
pub fn generate(name: &str, seed: u64, options: Options) -> Case {
    let mut random = Rng::with_seed(seed);
    let all = [32, 32, 32, 64, 128, 96, 16, 8, 1, 256, 512, 1024];
    let fits = |n: &usize| *n <= options.threads && (!options.warpgroups || n.is_multiple_of(128));
    let fit: Vec<usize> = all.into_iter().filter(fits).collect();
    let threads = random.choice(&fit).copied().unwrap_or(1);
    let blocks = if random.u8(0..5) == 0 { 2 } else { 1 };
    let mut w = Writer::new(&mut random, options, threads, blocks);
    if options.convert {
        w.conversions();
    } else {
        w.load();
        for _ in 0..w.random.usize(2..9) {
            w.step();
        }
        if w.options.stages {
            w.staged();
        }
        w.store_all();
    }
    let is_kernel = w.random.u8(0..3) == 0 || w.is_kernel;
    let body: String = w.beginning.iter().chain(&w.lines).map(|l| format!("  {l}\n")).collect();
    let constants: String =
        [0, 1, 3].iter().map(|n| format!("  %{n} = arith.constant {n} : index\n")).collect();
    let (signature, attributes) = (w.signature.join(", "), format!("{{layout.threads = {threads} : i64}}"));
    let inside = format!("{{\n{constants}  %b = gpu.block_id x\n{body}");
    let functions = w.functions.concat();
    let text = if is_kernel {
        format!(
            "gpu.module @kernels {{\n{functions}gpu.func @{name}({signature}) kernel attributes {attributes} {inside}  gpu.return\n}}\n}}\n"
        )
    } else {
        format!("{functions}func.func @{name}({signature}) attributes {attributes} {inside}  return\n}}\n")
    };
    let job = Job {
        function: Some(name.into()),
        grid: [blocks as i64, 1, 1],
        threads: None,
        arguments: w.arguments,
    };
    Case { name: name.into(), text, job }
}

impl Writer<'_> {
    /// Any operation.
    pub fn step(&mut self) {
        if self.options.warpgroups && self.one_of(4) {
            return self.warpgroups();
        }
        if self.options.dense && self.options.shared {
            return match self.random.u8(0..12) {
                0 if self.shared.len() < 3 => self.through_shared(),
                _ if self.shared.is_empty() => self.through_shared(),
                0..=3 => self.overwrite(),
                4..=6 => self.reload(),
                7 | 8 => self.control(),
                9 => self.copies(),
                10 if self.options.stages => self.staged(),
                _ => self.simple_step(),
            };
        }
        match self.random.u8(0..24) {
            0..=13 => self.simple_step(),
            14..=17 => self.control(),
            18 if self.options.mma => self.multiply(),
            19 | 20 if self.options.shared => self.through_shared(),
            21 if self.options.shared => self.overwrite(),
            22 if self.options.shared => self.copies(),
            23 if self.options.stages => self.staged(),
            _ => self.constant(),
        }
    }

    /// One without regions for control, and without memory that others read.
    pub fn simple_step(&mut self) {
        match self.random.u8(0..20) {
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
            15 | 16 => self.function(),
            17 => self.scalars(),
            18 => self.seen(),
            _ if self.one_of(3) => self.reload(),
            _ => self.moments(),
        }
    }

    /// A tile in several encodings, one after the other: of any kind, or those of fragments.
    fn conversions(&mut self) {
        let (element, whole) = (self.element(), self.threads.is_multiple_of(32));
        let (shape, first) = match self.fragments().filter(|_| whole && self.one_of(2)) {
            Some(found) => found,
            None => self.encoded_shape(),
        };
        let made = self.new_tile(shape, element, first);
        let mut tile = self.read(made);
        for _ in 0..PAIRS {
            let fragment = if whole { self.fragment_of(&tile.shape) } else { None };
            let encoding = if self.random.bool() { fragment } else { None };
            let Some(encoding) = encoding.or_else(|| self.other_encoding(&tile)) else { continue };
            let made = self.new_tile(tile.shape.clone(), tile.element, encoding);
            tile = self.apply("convert", &[&tile], "", made);
        }
        self.store(&tile);
    }

    /// Stores the tiles that nothing uses, so that nothing is dead.
    fn store_all(&mut self) {
        if self.options.mma && self.one_of(3) {
            self.multiply();
        }
        let unused: Vec<Tile> = self.tiles.iter().filter(|t| self.uses(&t.name) == 1).cloned().collect();
        for tile in unused {
            self.store(&tile);
        }
    }
}
