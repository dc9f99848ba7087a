//! Products of matrices, by all instructions of a warp. Fragments are written down from the
//! tables of the PTX ISA: a lane's place, and which values it has.

use super::encoding::{Encoding, Mode};
use super::writer::{Tile, Writer};

/// An instruction: the name of its fragments, M, N, K, the elements of A and B, those of C.
struct Atom(&'static str, [usize; 3], &'static str, &'static str);

const ATOMS: [Atom; 19] = [
    Atom("m16n8k16", [16, 8, 16], "f16", "f32"),
    Atom("m16n8k16", [16, 8, 16], "f16", "f16"),
    Atom("m16n8k16", [16, 8, 16], "bf16", "f32"),
    Atom("m16n8k8.f16", [16, 8, 8], "f16", "f32"),
    Atom("m16n8k8.f16", [16, 8, 8], "f16", "f16"),
    Atom("m16n8k8.f16", [16, 8, 8], "bf16", "f32"),
    Atom("m16n8k8", [16, 8, 8], "f32", "f32"),
    Atom("m16n8k4.tf32", [16, 8, 4], "f32", "f32"),
    Atom("m16n8k32", [16, 8, 32], "i8", "i32"),
    Atom("m16n8k16.s8", [16, 8, 16], "i8", "i32"),
    Atom("m8n8k16.s8", [8, 8, 16], "i8", "i32"),
    Atom("m8n8k4", [8, 8, 4], "f64", "f64"),
    Atom("m16n8k32", [16, 8, 32], "f8E4M3FN", "f32"),
    Atom("m16n8k32", [16, 8, 32], "f8E5M2", "f16"),
    Atom("m16n8k16.s8", [16, 8, 16], "f8E5M2", "f32"),
    Atom("m16n8k16.s8", [16, 8, 16], "f8E4M3FN", "f16"),
    Atom("m16n8k16", [16, 8, 16], "f16", "f32"),
    Atom("m16n8k8", [16, 8, 8], "f32", "f32"),
    Atom("m16n8k32", [16, 8, 32], "i8", "i32"),
];

/// Digits of a dimension: how many, how far apart.
fn along(dim: usize, size: usize, step: usize) -> Mode {
    Mode { size, place: Some((dim, step)) }
}

/// Threads that hold the same.
fn same(size: usize) -> Mode {
    Mode { size, place: None }
}

impl Atom {
    /// The elements of a row of A in a register of 32 bits.
    fn packed(&self) -> usize {
        match self.2 {
            "i8" | "f8E4M3FN" | "f8E5M2" => 4,
            "f16" | "bf16" => 2,
            _ => 1,
        }
    }

    /// A of `times` instructions along M and K, by warps along M and N.
    fn a(&self, [m, k]: [usize; 2], warps: [usize; 2]) -> Encoding {
        let (Self(_, [rows, _, depth], ..), each) = (self, self.packed());
        let threads = [along(1, 4, each), along(0, 8, 1), along(0, warps[0], *rows), same(warps[1])];
        let values = [
            along(1, each, 1),
            along(0, rows / 8, 8),
            along(1, depth / (4 * each), 4 * each),
            along(0, m, rows * warps[0]),
            along(1, k, *depth),
        ];
        Encoding::of(&threads, &values)
    }

    fn b(&self, [k, n]: [usize; 2], warps: [usize; 2]) -> Encoding {
        let (Self(_, [_, columns, depth], ..), each) = (self, self.packed());
        let threads = [along(0, 4, each), along(1, 8, 1), same(warps[0]), along(1, warps[1], *columns)];
        let values = [
            along(0, each, 1),
            along(0, depth / (4 * each), 4 * each),
            along(1, n, columns * warps[1]),
            along(0, k, *depth),
        ];
        Encoding::of(&threads, &values)
    }

    fn c(&self, [m, n]: [usize; 2], warps: [usize; 2]) -> Encoding {
        let Self(_, [rows, columns, _], ..) = self;
        let threads =
            [along(1, 4, 2), along(0, 8, 1), along(0, warps[0], *rows), along(1, warps[1], *columns)];
        let values = [
            along(1, 2, 1),
            along(0, rows / 8, 8),
            along(0, m, rows * warps[0]),
            along(1, n, columns * warps[1]),
        ];
        Encoding::of(&threads, &values)
    }
}

impl Writer<'_> {
    /// A product of matrices, whose operands come from memory, from shared memory or from a
    /// tile in another encoding.
    pub fn multiply(&mut self) {
        if !self.threads.is_multiple_of(32) {
            return;
        }
        let atom = &ATOMS[self.random.usize(0..ATOMS.len())];
        let Atom(name, [rows, columns, depth], input, output) = atom;
        let all = self.threads / 32;
        let divisors: Vec<usize> = (1..=all).filter(|d| all.is_multiple_of(*d)).collect();
        let along_m = self.random.choice(&divisors).copied().unwrap_or(1);
        let warps = [along_m, all / along_m];
        let most = if all > 4 { 2 } else { 3 };
        let [m, n, k] = [(); 3].map(|()| self.random.usize(1..most));
        let shape = [m * rows * warps[0], n * columns * warps[1], k * depth];
        if shape.iter().product::<usize>() > 40_000 {
            return;
        }
        let a = self.operand(vec![shape[0], shape[2]], input, atom.a([m, k], warps));
        let b = self.operand(vec![shape[2], shape[1]], input, atom.b([k, n], warps));
        let c = self.operand(vec![shape[0], shape[1]], output, atom.c([m, n], warps));
        let made = Tile { name: self.name(), ..c.clone() };
        let written = |operand: &str, tile: &Tile| {
            let [w, v] = warps;
            let sizes = format!("{}x{}", tile.shape[0], tile.shape[1]);
            let fragment = format!("#layout.frag<#layout.mma<{name}, warps=({w},{v})>, {operand}, {sizes}>");
            format!("tensor<{sizes}x{}, {fragment}>", tile.element)
        };
        // The names of fragments, or their digits.
        let types = if self.random.bool() {
            [written("A", &a), written("B", &b), written("C", &c)]
        } else {
            [a.r#type(), b.r#type(), c.r#type()]
        };
        self.line(format!(
            "{} = layout.mma {}, {}, {} : {}",
            made.name,
            a.name,
            b.name,
            c.name,
            types.join(", ")
        ));
        self.tiles.push(made);
    }

    /// A shape that fragments have, and one of them.
    pub fn fragments(&mut self) -> Option<(Vec<usize>, Encoding)> {
        let [rows, columns] = [16, 16].map(|n| n * self.random.usize(1..5));
        let shape = vec![rows, columns];
        self.fragment_of(&shape).map(|encoding| (shape, encoding))
    }

    /// A fragment of a shape by the warps that there are; `None` if what is tried does not fit.
    pub fn fragment_of(&mut self, shape: &[usize]) -> Option<Encoding> {
        let [rows, columns] = *shape else { return None };
        if !self.threads.is_multiple_of(32) {
            return None;
        }
        let atom = &ATOMS[self.random.usize(0..ATOMS.len())];
        let all = self.threads / 32;
        let along_m = 1 << self.random.u32(0..=all.ilog2());
        let warps = [along_m, (all / along_m).max(1)];
        let Atom(_, [m, n, k], ..) = atom;
        let times = |extent: usize, each: usize| extent.is_multiple_of(each).then_some(extent / each);
        let found = match self.random.u8(0..3) {
            0 => atom.a([times(rows, m * warps[0])?, times(columns, *k)?], warps),
            1 => atom.b([times(rows, *k)?, times(columns, n * warps[1])?], warps),
            _ => atom.c([times(rows, m * warps[0])?, times(columns, n * warps[1])?], warps),
        };
        (warps[0] * warps[1] == all).then_some(found)
    }

    /// A tile in an encoding.
    fn operand(&mut self, shape: Vec<usize>, element: &'static str, encoding: Encoding) -> Tile {
        let made = self.new_tile(shape, element, encoding);
        let alike = |t: &&Tile| t.shape == made.shape && t.element == element;
        if let Some(tile) = self.tiles.iter().rev().find(alike).cloned()
            && self.one_of(3)
        {
            return self.converted(&tile, &made.encoding);
        }
        match self.random.u8(0..5) {
            0 if element != "f16" => self.splat(made),
            1 | 2 if self.options.shared => self.through(made),
            3 => {
                let Some(encoding) = self.encoding(&made.shape) else { return self.read(made) };
                let first = self.new_tile(made.shape.clone(), element, encoding);
                let first = self.read(first);
                self.converted(&first, &made.encoding)
            }
            _ => self.read(made),
        }
    }

    /// A tile from memory.
    pub fn read(&mut self, made: Tile) -> Tile {
        let memory = self.input(&made.shape, made.element);
        let at = self.coordinates(&memory, &made.shape, true);
        self.load_as(&memory, &at, made)
    }
}
