//! Random modules over memrefs with layouts.
//!
//! `@main` takes buffers of static layouts, whose bytes are seen from outside, and a number
//! that is zero, so that what is computed from it is known to no pass. Every buffer is
//! filled before it is read; at the end a sum over each goes to `%out`.

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

    fn copy(&mut self) {
        // Through memory of its own, since buffers may be the same.
        let Some((a, b)) = self.same_shape() else {
            let buffer = self.allocate();
            self.scope.push(buffer);
            return;
        };
        let extents: Vec<String> = a.shape.iter().map(i64::to_string).collect();
        let layout = self.layout(&a.shape);
        let text = layout.text(false, self.rng);
        let r#type = self.type_of(&extents, &format!(", {}", text.layout));
        let between = self.alloc_of(r#type, a.shape.clone(), &extents, &[], None);
        self.fill(&between);
        for (from, to) in [(&a, &between), (&between, &b)] {
            if self.rng.u32(..3) == 0 {
                self.line(&format!(
                    "linalg.copy ins({} : {}) outs({} : {})",
                    from.name, from.r#type, to.name, to.r#type
                ));
            } else {
                self.line(&format!(
                    "memref.copy {}, {} : {} to {}",
                    from.name, to.name, from.r#type, to.r#type
                ));
            }
        }
    }

    /// A transfer's dimensions, map and bounds, at fixed indices.
    fn side(&mut self, buffer: &Buffer, vector: &[i64], writes: bool) -> (Vec<String>, String) {
        let rank = buffer.shape.len();
        let mut dimensions: Vec<usize> = (0..rank).collect();
        if self.rng.u32(..3) == 0 {
            self.rng.shuffle(&mut dimensions);
        }
        let chosen = &dimensions[rank - vector.len().min(rank)..];
        let mut along: Vec<Option<usize>> = chosen.iter().map(|d| Some(*d)).collect();
        while along.len() < vector.len() {
            along.insert(0, None);
        }
        if !writes && self.rng.u32(..6) == 0 {
            along[0] = None;
        }
        let mut indices = Vec::new();
        let mut bounds = vec!["true".to_string(); vector.len()];
        for (d, size) in buffer.shape.iter().enumerate() {
            let length = along.iter().position(|a| *a == Some(d)).map_or(1, |k| vector[k]);
            let fits = length <= *size && self.rng.u32(..4) > 0;
            let first = if fits { self.rng.i64(0..=size - length) } else { self.rng.i64(0..*size) };
            if !fits && let Some(k) = along.iter().position(|a| *a == Some(d)) {
                bounds[k] = "false".into();
            }
            indices.push(self.number(first));
        }
        let dims: Vec<String> = (0..rank).map(|d| format!("d{d}")).collect();
        let results: Vec<String> = along.iter().map(|a| a.map_or("0".into(), |d| format!("d{d}"))).collect();
        let map = format!(
            "{{in_bounds = [{}], permutation_map = affine_map<({}) -> ({})>}}",
            bounds.join(", "),
            dims.join(", "),
            results.join(", ")
        );
        (indices, map)
    }

    fn transfer(&mut self) {
        // Upstream's lowering leaves some on memrefs without layouts.
        let with: Vec<Buffer> = self.scope.iter().filter(|b| b.r#type.contains("#layout")).cloned().collect();
        if with.is_empty() {
            return;
        }
        let (a, b) = (self.pick(&with), self.pick(&with));
        let rank = a.shape.len().min(b.shape.len()).min(self.rng.usize(1..3));
        let vector: Vec<i64> = (0..rank).map(|_| [2i64, 3, 4, 8][self.rng.usize(..4)]).collect();
        let r#type: String = vector.iter().map(|n| format!("{n}x")).collect();
        let r#type = format!("vector<{type}{}>", self.element, type = r#type);
        let pad = self.define(&format!("arith.constant 99 : {}", self.element));
        // Only for a vector of one dimension are the mask's dimensions those of any map.
        let masked = rank == 1 && self.rng.u32(..4) == 0;
        let (i, from) = self.side(&a, &vector, masked);
        let mask = if masked {
            let bound = self.rng.i64(0..=vector[0]);
            let bound = self.number(bound);
            let mask = self.define(&format!("vector.create_mask {bound} : vector<{}xi1>", vector[0]));
            format!(", {mask}")
        } else {
            String::new()
        };
        let v = self.define(&format!(
            "vector.transfer_read {}[{}], {pad}{mask} {from} : {}, {type}",
            a.name,
            i.join(", "),
            a.r#type,
            type = r#type
        ));
        let (j, to) = self.side(&b, &vector, true);
        self.line(&format!(
            "vector.transfer_write {v}, {}[{}]{mask} {to} : {type}, {}",
            b.name,
            j.join(", "),
            b.r#type,
            type = r#type
        ));
    }

    /// Rows in steps of a vector: what keeps its vectors where elements lie together.
    fn row_transfer(&mut self) {
        let Some((a, b)) = self.same_shape() else { return };
        let last = *a.shape.last().unwrap_or(&1);
        let length = [8, 4, 2].into_iter().find(|n| last % n == 0).unwrap_or(last);
        let mut steps = vec![1; a.shape.len()];
        if let Some(step) = steps.last_mut() {
            *step = length;
        }
        let element = self.element.clone();
        let pad = self.define(&format!("arith.constant 5 : {element}"));
        let shape = a.shape.clone();
        self.loops(&shape, &steps, |w, indices| {
            let i = indices.join(", ");
            let r#type = format!("vector<{length}x{element}>");
            let v = w.define(&format!(
                "vector.transfer_read {}[{i}], {pad} {{in_bounds = [true]}} : {}, {type}",
                a.name, a.r#type, type = r#type
            ));
            w.line(&format!(
                "vector.transfer_write {v}, {}[{i}] {{in_bounds = [true]}} : {type}, {}",
                b.name, b.r#type, type = r#type
            ));
        });
    }

    fn subview(&mut self) {
        let with: Vec<Buffer> = self.scope.iter().filter(|b| b.strided.is_some()).cloned().collect();
        if with.is_empty() {
            return;
        }
        let a = self.pick(&with);
        let Some((strides, _)) = a.strided.clone() else { return };
        let (mut offsets, mut sizes, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for n in &a.shape {
            let step = self.rng.i64(1..3);
            let size = self.rng.i64(1..=(n + step - 1) / step);
            offsets.push(self.rng.i64(0..=n - (size - 1) * step - 1));
            sizes.push(size);
            steps.push(step);
        }
        // The type says what the source's type says: nothing is safe to leave out.
        let known = a.r#type.contains("#layout") && !a.r#type.contains('?');
        let text = |list: &[i64]| list.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        if !known {
            return;
        }
        let results: Vec<i64> = strides.iter().zip(&steps).map(|(a, b)| a * b).collect();
        let offset: i64 = offsets.iter().zip(&strides).map(|(o, s)| o * s).sum();
        let extents: Vec<String> = sizes.iter().map(i64::to_string).collect();
        let r#type = self.type_of(&extents, &format!(", strided<[{}], offset: {offset}>", text(&results)));
        let name = self.define(&format!(
            "memref.subview {}[{}] [{}] [{}] : {} to {type}",
            a.name,
            text(&offsets),
            text(&sizes),
            text(&steps),
            a.r#type,
            type = r#type
        ));
        self.scope.push(Buffer { name, r#type, shape: sizes, strided: Some((results, offset)) });
    }

    /// The same memory by another type of the same function.
    fn cast(&mut self) {
        let with: Vec<Buffer> = self.scope.iter().filter(|b| b.strided.is_some()).cloned().collect();
        if with.is_empty() {
            let buffer = self.allocate();
            self.scope.push(buffer);
            return;
        }
        let a = self.pick(&with);
        let Some((strides, offset)) = a.strided.clone() else { return };
        let mut some = |n: &i64| if self.rng.bool() { "?".to_string() } else { n.to_string() };
        let extents: Vec<String> = a.shape.iter().map(&mut some).collect();
        let text: Vec<String> = strides.iter().map(&mut some).collect();
        let off = some(&offset);
        let layout = if self.rng.bool() {
            format!(", strided<[{}], offset: {off}>", text.join(", "))
        } else if offset == 0 && !self.rng.bool() {
            format!(", #layout<({}):({})>", extents.join(","), text.join(","))
        } else {
            format!(", #layout<S<0,0,0> o {off} o ({}):({})>", extents.join(","), text.join(","))
        };
        let r#type = self.type_of(&extents, &layout);
        let name = self.define(&format!("memref.cast {} : {} to {type}", a.name, a.r#type, type = r#type));
        self.scope.push(Buffer { name, r#type, ..a });
    }

    fn dim(&mut self) {
        let a = self.buffer();
        let d = self.rng.usize(..a.shape.len());
        let d = self.number(d as i64);
        let size = self.define(&format!("memref.dim {}, {d} : {}", a.name, a.r#type));
        let value = self.value(&[size]);
        let i = self.coordinate(&a.shape).join(", ");
        self.line(&format!("memref.store {value}, {}[{i}] : {}", a.name, a.r#type));
    }

    /// Statements of a part of the program, over these buffers alone.
    fn nested(&mut self, scope: Vec<Buffer>) {
        let before = std::mem::replace(&mut self.scope, scope);
        self.depth += 1;
        for _ in 0..self.rng.usize(1..3) {
            if self.depth < 3 {
                self.statement();
            } else {
                self.element();
            }
        }
        self.depth -= 1;
        self.scope = before;
    }

    /// A function of two buffers that returns the one or the other, through blocks or not.
    fn call(&mut self) {
        if self.depth > 0 {
            return;
        }
        let (a, b) = (self.buffer(), self.buffer());
        let number = self.functions.len();
        let outside = std::mem::take(&mut self.text);
        let rename = |b: &Buffer, name: &str| Buffer { name: name.into(), ..b.clone() };
        let (x, y) = (rename(&a, "%a"), rename(&b, "%b"));
        let blocks = self.rng.bool();
        if blocks {
            let (p, q, r) = (rename(&a, "%p"), rename(&a, "%q"), rename(&b, "%r"));
            self.line(&format!("cf.cond_br %c, ^x(%a : {0}), ^y(%b, %a : {1}, {0})", a.r#type, b.r#type));
            self.text.push_str(&format!("^x(%p: {}):\n", a.r#type));
            self.nested(vec![p, y.clone()]);
            self.line(&format!("cf.br ^y(%b, %p : {}, {})", b.r#type, a.r#type));
            self.text.push_str(&format!("^y(%r: {}, %q: {}):\n", b.r#type, a.r#type));
            self.nested(vec![q, r]);
            self.line(&format!("return %r, %q : {}, {}", b.r#type, a.r#type));
        } else {
            self.nested(vec![x, y]);
            self.line(&format!("return %b, %a : {}, {}", b.r#type, a.r#type));
        }
        let body = std::mem::replace(&mut self.text, outside);
        self.functions.push(format!(
            "func.func private @f{number}(%z: index, %c: i1, %a: {0}, %b: {1}) -> ({1}, {0}) {{\n{body}}}\n",
            a.r#type, b.r#type
        ));
        let holds = self.rng.bool();
        let condition = self.condition(holds);
        let name = self.fresh();
        self.line(&format!(
            "{name}:2 = func.call @f{number}(%z, {condition}, {}, {}) : (index, i1, {2}, {3}) -> ({3}, {2})",
            a.name, b.name, a.r#type, b.r#type
        ));
        self.scope.push(Buffer { name: format!("{name}#0"), ..b });
        self.scope.push(Buffer { name: format!("{name}#1"), ..a });
    }

    /// Two buffers of one type, of which both are in scope.
    fn twins(&mut self) -> (Buffer, Buffer) {
        let a = self.allocate();
        let copy = if a.r#type.contains('?') {
            // The other is the same memory.
            let condition = self.condition(true);
            let name = self.define(&format!("arith.select {condition}, {0}, {0} : {1}", a.name, a.r#type));
            Buffer { name, ..a.clone() }
        } else {
            let name = self.define(&format!("memref.alloc() : {}", a.r#type));
            let copy = Buffer { name, ..a.clone() };
            self.fill(&copy);
            copy
        };
        self.scope.extend([a.clone(), copy.clone()]);
        (a, copy)
    }

    fn branch(&mut self) {
        let (a, b) = self.twins();
        let holds = self.rng.bool();
        let condition = self.condition(holds);
        let r#type = a.r#type.clone();
        if self.rng.u32(..3) == 0 {
            let name = self
                .define(&format!("arith.select {condition}, {}, {} : {type}", a.name, b.name, type = r#type));
            self.scope.push(Buffer { name, ..a });
            return;
        }
        let name = self.fresh();
        self.line(&format!("{name} = scf.if {condition} -> ({type}) {{", type = r#type));
        for (n, buffer) in [(0, &a), (1, &b)] {
            self.indent += 1;
            self.nested(vec![a.clone(), b.clone()]);
            self.line(&format!("scf.yield {} : {type}", buffer.name, type = r#type));
            self.indent -= 1;
            self.line(if n == 0 { "} else {" } else { "}" });
        }
        self.scope.push(Buffer { name, ..a });
    }

    /// A loop that swaps two buffers.
    fn carried(&mut self) {
        let (a, b) = self.twins();
        let r#type = a.r#type.clone();
        let zero = self.define("arith.constant 0 : index");
        let end = self.rng.i64(1..4);
        let end = self.number(end);
        let one = self.define("arith.constant 1 : index");
        let (name, index, p, q) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        self.line(&format!(
            "{name}:2 = scf.for {index} = {zero} to {end} step {one} iter_args({p} = {}, {q} = {}) -> ({type}, {type}) {{",
            a.name, b.name, type = r#type
        ));
        self.indent += 1;
        let inner = [(&a, &p), (&b, &q)].map(|(b, n)| Buffer { name: n.clone(), ..b.clone() });
        self.nested(inner.to_vec());
        self.line(&format!("scf.yield {q}, {p} : {type}, {type}", type = r#type));
        self.indent -= 1;
        self.line("}");
        self.scope.push(Buffer { name: format!("{name}#0"), ..a });
        self.scope.push(Buffer { name: format!("{name}#1"), ..b });
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
