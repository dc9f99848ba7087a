//! Copies and stores by the engine that copies boxes: of memory, and to buffers, that it knows.

use super::element::bytes;
use super::memory::{self, Memory};
use super::writer::{MOST, Writer};

/// A tile that the engine copies: its shape, its elements, where from and where to.
pub(super) type Boxed = (Vec<usize>, &'static str, Memory, Memory);

const ELEMENTS: [&str; 8] = ["f16", "f16", "bf16", "f32", "i8", "i16", "i32", "i64"];
/// Bytes of rows, and of the bits of the swizzle.
const SPANS: [(usize, usize); 7] = [(128, 3), (128, 3), (64, 2), (32, 1), (16, 0), (64, 0), (128, 0)];

/// The strides of dimensions of these extents, the first of `order` fastest, from a first one on.
fn strides(shape: &[usize], order: &[usize], first: usize) -> Vec<usize> {
    let (mut out, mut step) = (vec![1; shape.len()], first);
    for dimension in order {
        out[*dimension] = step;
        step *= shape[*dimension];
    }
    out
}

impl Writer<'_> {
    /// Memory and a buffer for a copy by the engine; seldom, and only if the program may have such.
    pub fn boxed(&mut self) -> Option<Boxed> {
        let (shape, element, along, buffer) = self.boxed_buffer()?;
        let source = self.boxed_source(&shape, element, along);
        Some((shape, element, source, buffer))
    }

    /// Tiles to memory by the engine, from one buffer, with other work meanwhile.
    pub fn stored(&mut self) {
        let Some((shape, element, along, buffer)) = self.boxed_buffer() else { return };
        let leading = if self.blocks > 1 { vec![self.blocks] } else { Vec::new() };
        let memory = self.boxed_memory(&shape, element, along, &leading);
        let zeros = vec!["%0"; shape.len()].join(", ");
        for _ in 0..self.random.usize(1..4) {
            let Some(encoding) = self.encoding(&shape) else { return };
            let source = self.input(&shape, element);
            let from = self.coordinates(&source, &shape, true);
            let made = self.new_tile(shape.clone(), element, encoding);
            let tile = self.load_as(&source, &from, made);
            let at =
                [vec!["%b".to_owned(); leading.len()], self.origins(&memory, leading.len(), &shape, false)];
            let (at, token) = (at.concat().join(", "), self.name());
            let (to, r#type) = (&memory.name, &memory.r#type);
            self.line(format!(
                "layout.store {}, {}[{zeros}] : {}, {}",
                tile.name,
                buffer.name,
                tile.r#type(),
                buffer.r#type
            ));
            self.line(format!(
                "{token} = layout.store_async {}, {to}[{at}] : {}, {type}",
                buffer.name, buffer.r#type
            ));
            if self.random.bool() {
                self.simple_step();
            }
            self.wait(&[token]);
        }
    }

    /// A buffer that the engine knows: its shape, its elements, and the dimension along which rows are.
    fn boxed_buffer(&mut self) -> Option<(Vec<usize>, &'static str, usize, Memory)> {
        if !self.options.boxes || self.one_of(4) {
            return None;
        }
        let element = self.pick(&ELEMENTS);
        let element = ELEMENTS.into_iter().find(|e| *e == element)?;
        let (span, bits) = SPANS[self.random.usize(0..SPANS.len())];
        let row = span / bytes(element);
        let rank = self.random.usize(1..4);
        let along = self.random.usize(0..rank);
        let mut shape: Vec<usize> = (0..rank).map(|_| self.extent(16)).collect();
        shape[along] = 1;
        let rows: usize = shape.iter().product();
        // Where a second chunk begins the swizzle begins anew.
        let chunks = if rows.is_multiple_of(8) && self.random.bool() { 2 } else { 1 };
        if rows * row * chunks > MOST {
            return None;
        }
        let mut others: Vec<usize> = (0..rank).filter(|d| *d != along).collect();
        self.random.shuffle(&mut others);
        let steps = strides(&shape, &others, row);
        let part = |d: usize| match (d == along, chunks) {
            (true, 1) => (row.to_string(), "1".into()),
            (true, _) => (format!("({row},{chunks})"), format!("(1,{})", row * rows)),
            _ => (shape[d].to_string(), steps[d].to_string()),
        };
        let (sizes, at): (Vec<String>, Vec<String>) = (0..rank).map(part).unzip();
        let base = (16 / bytes(element)).ilog2();
        let swizzle = if bits > 0 { format!("S<{bits},{base},3> o 0 o ") } else { String::new() };
        shape[along] = row * chunks;
        let extents: String = shape.iter().map(|n| format!("{n}x")).collect();
        let r#type = format!(
            "memref<{extents}{element}, #layout<{swizzle}({}):({})>, 3>",
            sizes.join(","),
            at.join(",")
        );
        if !self.take_shared(shape.iter().product::<usize>() * bytes(element) + 1024) {
            return None;
        }
        let buffer = Memory { name: self.name(), r#type, shape: shape.clone() };
        self.line(format!("{} = memref.alloc() : {}", buffer.name, buffer.r#type));
        self.boxed.insert(buffer.name.clone());
        Some((shape, element, along, buffer))
    }

    /// Memory that a box goes into more or less, whose elements lie together in a dimension.
    pub fn boxed_source(&mut self, tile: &[usize], element: &'static str, along: usize) -> Memory {
        let leading: Vec<usize> = (0..usize::from(self.one_of(4))).map(|_| self.random.usize(1..4)).collect();
        self.boxed_memory(tile, element, along, &leading)
    }

    /// Memory for boxes behind leading dimensions.
    fn boxed_memory(
        &mut self,
        tile: &[usize],
        element: &'static str,
        along: usize,
        leading: &[usize],
    ) -> Memory {
        let along = along + leading.len();
        let shape = [leading, &memory::around(tile, self.random)].concat();
        let (name, seed) = (format!("%m{}", self.arguments.len()), self.random.u64(0..1 << 32));
        let made = memory::boxed(name, shape, element, along, seed, self.random);
        let memory = self.add_memory(made);
        self.boxed.insert(memory.name.clone());
        self.is_kernel = true;
        memory
    }
}
