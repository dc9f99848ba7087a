//! Products of shared memory by warpgroups. Fragments and layouts are written down from the PTX ISA's figures for
//! `wgmma`: 64 rows of a sum over four warps, rows of 16 bytes, or of up to 128 that are swizzled.

use super::element::bytes;
use super::encoding::{Encoding, Mode};
use super::memory::{Buffer, Memory};
use super::writer::{Tile, Writer};

/// The elements of A and B, and those of sums.
const TYPES: [(&str, &str); 9] = [
    ("f16", "f32"),
    ("f16", "f32"),
    ("f16", "f16"),
    ("bf16", "f32"),
    ("bf16", "f32"),
    ("f32", "f32"),
    ("i8", "i32"),
    ("f8E4M3FN", "f32"),
    ("f8E5M2", "f16"),
];
/// Multiplications of a product, at most.
const MOST: usize = 70_000;

fn along(dim: usize, size: usize, step: usize) -> Mode {
    Mode { size, place: Some((dim, step)) }
}

/// A product: how many warpgroups along M and N, and what an instruction of each computes, how often.
struct Product {
    groups: [usize; 2],
    columns: usize,
    times: [usize; 3],
    input: &'static str,
    output: &'static str,
}

impl Product {
    /// Elements of 32 bytes.
    fn depth(&self) -> usize {
        32 / bytes(self.input)
    }

    fn shape(&self) -> [usize; 3] {
        let ([m, n], [a, b, k]) = (self.groups, self.times);
        [64 * m * a, self.columns * n * b, self.depth() * k]
    }

    fn name(&self) -> String {
        let [m, n] = self.groups;
        format!("#layout.mma<m64n{}k{}, warps=({},{n})>", self.columns, self.depth(), 4 * m)
    }

    fn c(&self) -> Encoding {
        let ([m, n], [a, b, _]) = (self.groups, self.times);
        let threads = [along(1, 4, 2), along(0, 8, 1), along(0, 4 * m, 16), along(1, n, self.columns)];
        let values = [
            along(1, 2, 1),
            along(0, 2, 8),
            along(1, self.columns / 8, 8),
            along(0, a, 64 * m),
            along(1, b, self.columns * n),
        ];
        Encoding::of(&threads, &values)
    }

    fn a(&self) -> Encoding {
        let ([m, n], [times, _, k]) = (self.groups, self.times);
        let each = 4 / bytes(self.input);
        let same = Mode { size: n, place: None };
        let threads = [along(1, 4, each), along(0, 8, 1), along(0, 4 * m, 16), same];
        let values = [
            along(1, each, 1),
            along(0, 2, 8),
            along(1, 2, 4 * each),
            along(0, times, 64 * m),
            along(1, k, self.depth()),
        ];
        Encoding::of(&threads, &values)
    }
}

impl Writer<'_> {
    /// A product of shared memory, or a loop of them.
    pub fn warpgroups(&mut self) {
        if !self.threads.is_multiple_of(128) {
            return;
        }
        // Small ones are found soon.
        let made = (0..8).map(|_| self.random_product());
        let fits = |product: &Product| product.shape().iter().product::<usize>() <= MOST;
        let Some(product) = made.into_iter().find(fits) else { return };
        if self.options.stages && self.one_of(2) {
            self.product_ahead(&product)
        } else {
            self.product(&product)
        }
    }

    fn random_product(&mut self) -> Product {
        let (all, random) = (self.threads / 128, &mut *self.random);
        let divisors: Vec<usize> = (1..=all).filter(|d| all.is_multiple_of(*d)).collect();
        let m = random.choice(&divisors).copied().unwrap_or(1);
        let (input, output) = TYPES[random.usize(0..TYPES.len())];
        let columns = [8, 8, 16, 24, 32, 64][random.usize(0..6)];
        let times = [random.usize(1..3), random.usize(1..3), random.usize(1..4)];
        Product { groups: [m, all / m], columns, times, input, output }
    }

    /// The type of shared memory that holds A as M x K, or B as K x N; `None` for one that leaves its layout open.
    fn factor(&mut self, product: &Product, is_b: bool) -> Option<String> {
        let ([m, n, k], unit) = (product.shape(), 16 / bytes(product.input));
        if self.one_of(3) {
            return None;
        }
        let (rows, of_one) = if is_b { (n, product.columns) } else { (m, 64) };
        // Rows along K, or of 16 bits along M and N.
        let by_k = bytes(product.input) != 2 || self.random.bool();
        let fits: Vec<usize> = (0..4)
            .filter(|b| if by_k { k.is_multiple_of(unit << b) } else { of_one.is_multiple_of(unit << b) })
            .collect();
        let bits = self.random.choice(&fits).copied().unwrap_or(0);
        let row = unit << bits;
        let (own, other) = if by_k { (k, rows) } else { (rows, k) };
        let long = format!("({row},{}):(1,{})", own / row, other * row);
        let (long_size, long_step) = long.split_once(':').unwrap_or_default();
        let [size, step] = if by_k != is_b {
            [format!("({other},{long_size})"), format!("({row},{long_step})")]
        } else {
            [format!("({long_size},{other})"), format!("({long_step},{row})")]
        };
        let swizzle = if bits == 0 { String::new() } else { format!("S<{bits},{},3> o 0 o ", unit.ilog2()) };
        Some(format!("{swizzle}{size}:{step}"))
    }

    /// Shared memory for a factor, so often.
    fn allocate_factor(&mut self, product: &Product, is_b: bool, times: usize) -> Option<Memory> {
        let [m, n, k] = product.shape();
        let shape = if is_b { vec![k, n] } else { vec![m, k] };
        let one = shape.iter().product::<usize>() * bytes(product.input) + 1024;
        let layout = self.factor(product, is_b);
        if !self.take_shared(one * times) {
            return None;
        }
        let sizes = format!("{}x{}x{}", shape[0], shape[1], product.input);
        let (r#type, open) = match layout {
            Some(layout) => (format!("memref<{sizes}, #layout<{layout}>, 3>"), ""),
            None => (format!("memref<{sizes}, 3>"), " {layout.auto}"),
        };
        let made = Memory { name: self.name(), r#type, shape };
        self.line(format!("{} = memref.alloc(){open} : {}", made.name, made.r#type));
        Some(made)
    }

    /// Fills a buffer by a store or a copy.
    fn fill(&mut self, memory: &Memory, element: &'static str) {
        let source = self.input(&memory.shape, element);
        let at = self.coordinates(&source, &memory.shape, true);
        match self.encoding(&memory.shape).filter(|_| self.random.bool()) {
            Some(encoding) => {
                let made = self.new_tile(memory.shape.clone(), element, encoding);
                let tile = self.load_as(&source, &at, made);
                self.line(format!(
                    "layout.store {}, {}[%0, %0] : {}, {}",
                    tile.name,
                    memory.name,
                    tile.r#type(),
                    memory.r#type
                ));
            }
            None => {
                let token = self.copy(&source, &at, memory);
                self.line(format!("layout.wait {token}"));
            }
        }
        let (shape, at) = (memory.shape.clone(), "%0, %0".into());
        self.shared.push(Buffer { memory: memory.clone(), at, shape, element });
    }

    fn product(&mut self, product: &Product) {
        let [m, n, k] = product.shape();
        let Some(b) = self.allocate_factor(product, true, 1) else { return };
        self.fill(&b, product.input);
        let (a, type_a) = if self.one_of(3) {
            let made = self.new_tile(vec![m, k], product.input, product.a());
            let tile = self.read(made);
            let written =
                format!("tensor<{m}x{k}x{}, #layout.frag<{}, A, {m}x{k}>>", product.input, product.name());
            (tile.name.clone(), if self.random.bool() { written } else { tile.r#type() })
        } else {
            let Some(a) = self.allocate_factor(product, false, 1) else { return };
            self.fill(&a, product.input);
            (a.name, a.r#type)
        };
        let made = self.new_tile(vec![m, n], product.output, product.c());
        let mut sum = self.read(made);
        for _ in 0..self.random.usize(1..3) {
            let made = Tile { name: self.name(), ..sum.clone() };
            self.line(format!(
                "{} = layout.mma {a}, {}, {} : {type_a}, {}, {}",
                made.name,
                b.name,
                sum.name,
                b.r#type,
                made.r#type()
            ));
            self.tiles.push(made.clone());
            sum = made;
        }
    }

    /// A loop that copies both factors, and adds up.
    fn product_ahead(&mut self, product: &Product) {
        let [m, n, _] = product.shape();
        let stages = [1, 2, 3, 3, 4, 5][self.random.usize(0..6)];
        let Some(a) = self.allocate_factor(product, false, stages) else { return };
        let Some(b) = self.allocate_factor(product, true, stages) else { return };
        let sources = [self.input(&a.shape, product.input), self.input(&b.shape, product.input)];
        let made = self.new_tile(vec![m, n], product.output, product.c());
        let start = self.read(made);
        let step = [1, 8, product.depth()][self.random.usize(0..3)];
        let end = step * self.random.usize(0..6);
        let known = self.random.bool();
        let [lower, upper, by] =
            [(0, true), (end, known), (step, true)].map(|(n, known)| self.index(n as i64, known));
        // (Of A in registers all at once, or one part along K after the other.)
        let parts = if self.one_of(2) { self.random.usize(1..=product.times[2]) } else { 0 };
        let parts = if parts == 0 || product.times[2].is_multiple_of(parts) { parts } else { 1 };
        let (i, x) = (self.name(), self.name());
        let (lines, ()) = self.region(|w| {
            let mut tokens = Vec::new();
            for (number, (source, buffer)) in sources.iter().zip([&a, &b]).enumerate() {
                // Memory may have more dimensions than the factor; along K the box moves.
                let moves = source.shape.len() - 2 + (1 - number);
                let at: Vec<&str> =
                    (0..source.shape.len()).map(|d| if d == moves { i.as_str() } else { "%0" }).collect();
                tokens.push(w.copy(source, &at.join(", "), buffer));
            }
            w.line(format!("layout.wait {}", tokens.join(", ")));
            let y = match parts {
                0 => w.one_product([&a.name, &a.r#type], &b, &x, &start, ""),
                _ => w.parts(product, [&a, &b], &x, &start, parts),
            };
            w.line(format!("scf.yield {y} : {}", start.r#type()));
        });
        let made = Tile { name: self.name(), ..start.clone() };
        self.line(format!(
            "{} = scf.for {i} = {lower} to {upper} step {by} iter_args({x} = {}) -> ({}) {{\n{lines}  }} {{layout.stages = {stages} : i64}}",
            made.name,
            start.name,
            start.r#type()
        ));
        self.tiles.push(made);
    }

    /// A product: its name.
    fn one_product(&mut self, [a, type_a]: [&str; 2], b: &Memory, x: &str, sum: &Tile, says: &str) -> String {
        let y = self.name();
        let (of_b, of_sum) = (&b.r#type, sum.r#type());
        self.line(format!("{y} = layout.mma {a}, {}, {x}{says} : {type_a}, {of_b}, {of_sum}", b.name));
        y
    }

    /// Products of parts of A along K that threads load, and the parts of B: the name of the last.
    fn parts(&mut self, of: &Product, [a, b]: [&Memory; 2], x: &str, sum: &Tile, parts: usize) -> String {
        let [m, _, k] = of.shape();
        let [rows, columns, steps] = of.times;
        let one = Product { times: [rows, columns, steps / parts], ..*of };
        let mut y = x.to_owned();
        for from in (0..k).step_by(k / parts) {
            let made = self.new_tile(vec![m, k / parts], of.input, one.a());
            let at = self.index(from as i64, true);
            let (name, r#type) = (&made.name, made.r#type());
            self.line(format!("{name} = layout.load {}[%0, {at}] : {} -> {type}", a.name, a.r#type));
            let says = if parts > 1 { format!(" {{layout.from = {from} : i64}}") } else { String::new() };
            y = self.one_product([name, &r#type], b, &y, sum, &says);
        }
        y
    }
}
