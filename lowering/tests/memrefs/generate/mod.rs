//! Random modules over memrefs with layouts.
//!
//! `@main` takes buffers of static layouts, whose bytes are seen from outside, and a number
//! that is zero, so that what is computed from it is known to no pass. Every buffer is
//! filled before it is read; at the end a sum over each goes to `%out`.

mod control;
mod copies;
mod views;

use std::fmt::Write;

use fastrand::Rng;

use crate::layouts::Layout;

/// A module.
pub struct Generated {
    pub text: String,
    /// The bits of an element.
    pub width: u32,
    /// The layouts of the buffers that `@main` takes.
    pub layouts: Vec<String>,
}

/// A memref in scope.
#[derive(Clone)]
struct Buffer {
    name: String,
    r#type: String,
    shape: Vec<i64>,
    /// How it is laid out, if by one stride a dimension and an offset: what of it is
    /// known to the type does not matter.
    strided: Option<(Vec<i64>, i64)>,
}

struct Writer<'r> {
    rng: &'r mut Rng,
    text: String,
    indent: usize,
    next: usize,
    scope: Vec<Buffer>,
    /// Functions that were written on the way.
    functions: Vec<String>,
    element: String,
    shapes: Vec<Vec<i64>>,
    depth: usize,
}

/// Elements that a sum is written to.
pub const SUMS: usize = 64;

/// A module from a seed.
pub fn generate(seed: u64) -> Generated {
    let mut rng = Rng::with_seed(seed);
    let width = [8, 16, 32, 32, 64][rng.usize(..5)];
    let size = |rng: &mut Rng| [1i64, 2, 3, 4, 4, 6, 8, 8, 12, 16][rng.usize(..10)];
    let shapes = (0..rng.usize(1..3))
        .map(|_| {
            let rank = [1, 2, 2, 2, 3][rng.usize(..5)];
            loop {
                let shape: Vec<i64> = (0..rank).map(|_| size(&mut rng)).collect();
                if shape.iter().product::<i64>() <= 192 {
                    return shape;
                }
            }
        })
        .collect();
    let mut writer = Writer {
        rng: &mut rng,
        text: String::new(),
        indent: 1,
        next: 0,
        scope: Vec::new(),
        functions: Vec::new(),
        element: format!("i{width}"),
        shapes,
        depth: 0,
    };
    let buffers = writer.rng.usize(1..4);
    for number in 0..buffers {
        let buffer = writer.argument(&format!("%m{number}"));
        writer.scope.push(buffer);
    }
    let arguments: Vec<String> = writer.scope.iter().map(|b| format!("{}: {}", b.name, b.r#type)).collect();
    let layouts = writer
        .scope
        .iter()
        .filter_map(|b| b.r#type.split_once("#layout<"))
        .map(|(_, l)| l[..l.len() - 2].into());
    let layouts = layouts.collect();
    for _ in 0..writer.rng.usize(2..9) {
        writer.statement();
    }
    writer.sums();
    let text = format!(
        "{}func.func @main(%z: index, %out: memref<{SUMS}xi64>, {}) attributes {{llvm.emit_c_interface}} {{\n{}  return\n}}\n",
        writer.functions.concat(),
        arguments.join(", "),
        writer.text
    );
    Generated { text, width, layouts }
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(self.indent));
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn define(&mut self, operation: &str) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = {operation}"));
        name
    }

    /// One of a list that is not empty.
    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.rng.usize(..list.len())].clone()
    }

    fn buffer(&mut self) -> Buffer {
        let scope = self.scope.clone();
        self.pick(&scope)
    }

    /// A number, known to the passes or not.
    fn number(&mut self, n: i64) -> String {
        let constant = self.define(&format!("arith.constant {n} : index"));
        if self.rng.bool() { self.define(&format!("arith.addi %z, {constant} : index")) } else { constant }
    }

    /// A condition that is so, known to no pass.
    fn condition(&mut self, holds: bool) -> String {
        let other = self.define(&format!("arith.constant {} : index", i64::from(!holds)));
        self.define(&format!("arith.cmpi eq, %z, {other} : index"))
    }

    fn type_of(&self, extents: &[String], layout: &str) -> String {
        let shape: String = extents.iter().map(|n| format!("{n}x")).collect();
        format!("memref<{shape}{}{layout}>", self.element)
    }

    fn layout(&mut self, shape: &[i64]) -> Layout {
        if self.rng.u32(..3) == 0 {
            Layout::strided(shape, self.rng)
        } else {
            Layout::random(shape, self.rng)
        }
    }

    fn place(layout: &Layout) -> Option<(Vec<i64>, i64)> {
        layout.is_strided().then(|| (layout.modes.iter().map(|m| m[0].1).collect(), 0))
    }

    /// A parameter of static layout.
    fn argument(&mut self, name: &str) -> Buffer {
        let shapes = self.shapes.clone();
        let shape = self.pick(&shapes);
        let layout = self.layout(&shape);
        let text = layout.text(false, self.rng);
        let r#type = self.type_of(&text.extents, &format!(", {}", text.layout));
        Buffer { name: name.into(), r#type, shape, strided: Self::place(&layout) }
    }

    /// A new buffer, filled.
    fn allocate(&mut self) -> Buffer {
        let shapes = self.shapes.clone();
        let shape = self.pick(&shapes);
        if self.rng.u32(..6) == 0 {
            let extents: Vec<String> = shape.iter().map(i64::to_string).collect();
            let r#type = self.type_of(&extents, "");
            let name = self.define(&format!("memref.alloc() : {type}", type = r#type));
            let strides = row_major(&shape);
            let buffer = Buffer { name, r#type, shape, strided: Some((strides, 0)) };
            self.fill(&buffer);
            return buffer;
        }
        let layout = self.layout(&shape);
        let dynamic = self.rng.bool();
        let text = layout.text(dynamic, self.rng);
        let r#type = self.type_of(&text.extents, &format!(", {}", text.layout));
        let strided = Self::place(&layout);
        let buffer = self.alloc_of(r#type, shape, &text.extents, &text.symbols, strided);
        self.fill(&buffer);
        buffer
    }

    fn alloc_of(
        &mut self,
        r#type: String,
        shape: Vec<i64>,
        extents: &[String],
        symbols: &[i64],
        strided: Option<(Vec<i64>, i64)>,
    ) -> Buffer {
        let sizes: Vec<String> =
            shape.iter().zip(extents).filter(|(_, e)| *e == "?").map(|(n, _)| self.number(*n)).collect();
        let symbols: Vec<String> = symbols.iter().map(|n| self.number(*n)).collect();
        let brackets = if symbols.is_empty() { String::new() } else { format!("[{}]", symbols.join(", ")) };
        let op = if self.rng.u32(..3) == 0 { "alloca" } else { "alloc" };
        let name =
            self.define(&format!("memref.{op}({}){brackets} : {type}", sizes.join(", "), type = r#type));
        Buffer { name, r#type, shape, strided }
    }

    /// Nested loops over coordinates, in steps; what `body` writes stands inside.
    fn loops(&mut self, shape: &[i64], steps: &[i64], body: impl FnOnce(&mut Self, &[String])) {
        let mut indices = Vec::new();
        for (size, step) in shape.iter().zip(steps) {
            let zero = self.define("arith.constant 0 : index");
            let end = self.number(*size);
            let step = self.define(&format!("arith.constant {step} : index"));
            let index = self.fresh();
            self.line(&format!("scf.for {index} = {zero} to {end} step {step} {{"));
            self.indent += 1;
            indices.push(index);
        }
        body(self, &indices);
        for _ in shape {
            self.indent -= 1;
            self.line("}");
        }
    }

    /// An element made of the coordinate.
    fn value(&mut self, indices: &[String]) -> String {
        let mut sum = self.define("arith.constant 17 : index");
        for index in indices {
            let factor = self.rng.i64(3..40);
            let factor = self.define(&format!("arith.constant {factor} : index"));
            let product = self.define(&format!("arith.muli {index}, {factor} : index"));
            sum = self.define(&format!("arith.addi {sum}, {product} : index"));
        }
        let wide = self.define(&format!("arith.index_cast {sum} : index to i64"));
        let element = self.element.clone();
        if element == "i64" { wide } else { self.define(&format!("arith.trunci {wide} : i64 to {element}")) }
    }

    fn fill(&mut self, buffer: &Buffer) {
        let ones = vec![1; buffer.shape.len()];
        let Buffer { name, r#type, shape, .. } = buffer.clone();
        self.loops(&shape, &ones, |w, indices| {
            let value = w.value(indices);
            w.line(&format!("memref.store {value}, {name}[{}] : {type}", indices.join(", "), type = r#type));
        });
    }

    fn coordinate(&mut self, shape: &[i64]) -> Vec<String> {
        shape
            .iter()
            .map(|n| {
                let i = self.rng.i64(0..*n);
                self.number(i)
            })
            .collect()
    }

    fn statement(&mut self) {
        match self.rng.u32(..26) {
            0..3 => {
                let buffer = self.allocate();
                self.scope.push(buffer);
            }
            3..5 => self.element(),
            5..9 => self.copy(),
            9..14 => self.transfer(),
            14..17 => self.row_transfer(),
            17 => self.atomic(),
            18 => self.subview(),
            19..22 => self.cast(),
            22 => self.dim(),
            23 => self.call(),
            24 => self.branch(),
            _ => self.carried(),
        }
    }

    fn element(&mut self) {
        let (a, b) = (self.buffer(), self.buffer());
        let (i, j) = (self.coordinate(&a.shape).join(", "), self.coordinate(&b.shape).join(", "));
        let affine = self.rng.u32(..3) == 0;
        let (prefix, symbol) = if affine { ("affine", true) } else { ("memref", false) };
        let wrap = |indices: &str| match symbol {
            true => indices.split(", ").map(|i| format!("symbol({i})")).collect::<Vec<_>>().join(", "),
            false => indices.to_string(),
        };
        if affine && self.depth > 0 {
            return;
        }
        let v = self.define(&format!("{prefix}.load {}[{}] : {}", a.name, wrap(&i), a.r#type));
        self.line(&format!("{prefix}.store {v}, {}[{}] : {}", b.name, wrap(&j), b.r#type));
    }

    fn atomic(&mut self) {
        let a = self.buffer();
        let (i, j) = (self.coordinate(&a.shape).join(", "), self.coordinate(&a.shape).join(", "));
        let v = self.define(&format!("memref.load {}[{i}] : {}", a.name, a.r#type));
        let kind = self.pick(&["addi", "maxs", "minu"]);
        let (element, r#type) = (self.element.clone(), a.r#type);
        self.define(&format!("memref.atomic_rmw {kind} {v}, {}[{j}] : ({element}, {type}) -> {element}", a.name, type = r#type));
    }

    fn same_shape(&mut self) -> Option<(Buffer, Buffer)> {
        let a = self.buffer();
        let others: Vec<Buffer> =
            self.scope.iter().filter(|b| b.shape == a.shape && b.name != a.name).cloned().collect();
        (!others.is_empty()).then(|| (a, self.pick(&others)))
    }

    /// A sum over each buffer in which every element and its place count.
    fn sums(&mut self) {
        let scope = self.scope.clone();
        for (number, buffer) in scope.into_iter().enumerate().take(SUMS) {
            let place = self.define(&format!("arith.constant {number} : index"));
            let zero = self.define("arith.constant 0 : i64");
            self.line(&format!("memref.store {zero}, %out[{place}] : memref<{SUMS}xi64>"));
            let ones = vec![1; buffer.shape.len()];
            let shape = buffer.shape.clone();
            self.loops(&shape, &ones, |w, indices| {
                let v = w.define(&format!(
                    "memref.load {}[{}] : {}",
                    buffer.name,
                    indices.join(", "),
                    buffer.r#type
                ));
                let wide = if w.element == "i64" {
                    v
                } else {
                    let element = w.element.clone();
                    w.define(&format!("arith.extui {v} : {element} to i64"))
                };
                let old = w.define(&format!("memref.load %out[{place}] : memref<{SUMS}xi64>"));
                let factor = w.define("arith.constant 31 : i64");
                let scaled = w.define(&format!("arith.muli {old}, {factor} : i64"));
                let new = w.define(&format!("arith.addi {scaled}, {wide} : i64"));
                w.line(&format!("memref.store {new}, %out[{place}] : memref<{SUMS}xi64>"));
            });
        }
    }
}

fn row_major(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i] * shape[i];
    }
    strides
}
