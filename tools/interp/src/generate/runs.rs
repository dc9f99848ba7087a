//! Copies and stores by the engine without a tensor map, of what lies together.

use super::element::bytes;
use super::memory::{self, Memory};
use super::writer::{MOST, Writer};

const ELEMENTS: [&str; 7] = ["f16", "bf16", "f32", "i8", "i16", "i32", "i64"];

/// A tile that is copied by runs: its elements, memory and where the tile begins there, and a buffer.
pub(super) struct Run {
    pub element: &'static str,
    pub memory: Memory,
    pub at: String,
    pub buffer: Memory,
}

impl Writer<'_> {
    /// Memory and a buffer for a copy by runs.
    pub fn run(&mut self) -> Option<Run> {
        let element = ELEMENTS[self.random.usize(0..ELEMENTS.len())];
        let unit = 16 / bytes(element);
        let rank = self.random.usize(1..4);
        let mut shape: Vec<usize> = (0..rank).map(|_| self.random.usize(1..6)).collect();
        shape[rank - 1] = unit * self.random.usize(1..9);
        // Rows of memory that are the tile's, or others.
        let mut extents = memory::around(&shape, self.random);
        extents[rank - 1] = extents[rank - 1].next_multiple_of(unit);
        if self.random.bool() {
            extents[rank - 1] = shape[rank - 1];
        }
        let pad = unit * [0, 0, 1][self.random.usize(0..3)];
        let (mut strides, mut step) = (vec![1; rank], 1);
        for d in (0..rank).rev() {
            strides[d] = step;
            step = step * shape[d] + if d + 1 == rank { pad } else { 0 };
        }
        if step > MOST || !self.take_shared(step * bytes(element) + 16) {
            return None;
        }
        let list = |all: &[usize]| all.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let sizes: String = shape.iter().map(|n| format!("{n}x")).collect();
        let r#type = format!("memref<{sizes}{element}, #layout<({}):({})>, 3>", list(&shape), list(&strides));
        let (name, seed) = (format!("%m{}", self.arguments.len()), self.random.u64(0..1 << 32));
        let made = memory::rows(name, extents, element, unit, seed, self.random);
        let memory = self.add_memory(made);
        let mut at = self.origins(&memory, 0, &shape, false);
        // Along rows a multiple of 16 bytes, before memory and behind it too.
        let ends = (memory.shape[rank - 1] / unit) as i64;
        let begin = [0, 0, 1, -1, ends - 1, ends, -100][self.random.usize(0..7)];
        at[rank - 1] = if begin == 0 && self.random.bool() {
            "%0".into()
        } else {
            let (part, by, name) = (self.index(begin, false), self.index(unit as i64, true), self.name());
            self.line(format!("{name} = arith.muli {part}, {by} : index"));
            name
        };
        let buffer = Memory { name: self.name(), r#type, shape };
        self.line(format!("{} = memref.alloc() : {}", buffer.name, buffer.r#type));
        Some(Run { element, memory, at: at.join(", "), buffer })
    }

    /// A copy by runs: its token.
    pub fn copy_run(&mut self, run: &Run) -> String {
        let name = self.name();
        self.line(format!(
            "{name} = layout.copy_async {}[{}], {} {{layout.bulk}} : {}, {}",
            run.memory.name, run.at, run.buffer.name, run.memory.r#type, run.buffer.r#type
        ));
        name
    }

    /// A tile to memory by runs.
    pub fn stored_run(&mut self) {
        let Some(run) = self.run() else { return };
        let Some(encoding) = self.encoding(&run.buffer.shape) else { return };
        let source = self.input(&run.buffer.shape, run.element);
        let from = self.coordinates(&source, &run.buffer.shape, true);
        let made = self.new_tile(run.buffer.shape.clone(), run.element, encoding);
        let tile = self.load_as(&source, &from, made);
        let zeros = vec!["%0"; run.buffer.shape.len()].join(", ");
        let (to, r#type) = (&run.buffer.name, &run.buffer.r#type);
        self.line(format!("layout.store {}, {to}[{zeros}] : {}, {type}", tile.name, tile.r#type()));
        let token = self.name();
        self.line(format!(
            "{token} = layout.store_async {to}, {}[{}] {{layout.bulk}} : {type}, {}",
            run.memory.name, run.at, run.memory.r#type
        ));
        if self.random.bool() {
            self.simple_step();
        }
        self.wait(&[token]);
    }
}
