//! Shared memory: allocated, written and read in boxes.

use super::element::{bytes, literal};
use super::memory::{Buffer, Memory, Placed, Wanted};
use super::writer::{Tile, Writer};

/// Most bytes of a program.
const MOST: usize = 150_000;

impl Writer<'_> {
    /// Shared memory of a shape; `None` if there would be too much.
    pub fn allocate(&mut self, shape: &[usize], element: &'static str) -> Option<Memory> {
        let placed = Placed::random(shape, Wanted { dynamic: false, repeats: false }, self.random);
        // Padding and swizzles take less than that.
        let most = 4 * shape.iter().product::<usize>() * bytes(element) + 1024;
        if self.shared_bytes + most > MOST {
            return None;
        }
        self.shared_bytes += most;
        let made = Memory { name: self.name(), r#type: placed.memref(element, ", 3"), shape: shape.to_vec() };
        let alignment = match self.random.u8(0..6) {
            0 => " {alignment = 64 : i64}",
            1 => " {alignment = 8 : i64}",
            _ => "",
        };
        self.line(format!("{} = memref.alloc(){alignment} : {}", made.name, made.r#type));
        Some(made)
    }

    /// Takes so many bytes, if there are as many.
    pub fn take_shared(&mut self, bytes: usize) -> bool {
        let fits = self.shared_bytes + bytes <= MOST;
        self.shared_bytes += if fits { bytes } else { 0 };
        fits
    }

    /// Shared memory that leaves its layout to the passes; only tiles may be moved from and to it.
    pub fn allocate_open(&mut self, shape: &[usize], element: &'static str) -> Option<Memory> {
        // Longer rows take less than that.
        let most = 2 * shape.iter().product::<usize>() * bytes(element) + 1024;
        if self.shared_bytes + most > MOST {
            return None;
        }
        self.shared_bytes += most;
        let sizes: String = shape.iter().map(|n| format!("{n}x")).collect();
        let made = Memory {
            name: self.name(),
            r#type: format!("memref<{sizes}{element}, 3>"),
            shape: shape.to_vec(),
        };
        self.line(format!("{} = memref.alloc() {{layout.auto}} : {}", made.name, made.r#type));
        Some(made)
    }

    /// A shape into which a box goes: it, or a larger one.
    fn around(&mut self, shape: &[usize], element: &'static str) -> Vec<usize> {
        let mut out = shape.to_vec();
        if out.len() < 3 && self.one_of(4) {
            out.insert(0, self.random.usize(1..4));
        }
        match self.random.u8(0..8) {
            0 | 1 => {
                if let Some(last) = out.last_mut() {
                    *last += self.random.usize(1..9);
                }
            }
            // More than a kernel may fix.
            2 if self.options.threads > 32 => {
                let one = out.iter().product::<usize>() * bytes(element);
                let times = (20_000usize.div_ceil(one)).min(40);
                out.insert(0, times);
            }
            _ => {}
        }
        out
    }

    /// A tile to a buffer, and from it in another encoding.
    pub fn through_shared(&mut self) {
        let tile = self.tile();
        if tile.shape.len() > 3 {
            return;
        }
        let shape = self.around(&tile.shape, tile.element);
        let open = self.one_of(4);
        let made =
            if open { self.allocate_open(&shape, tile.element) } else { self.allocate(&shape, tile.element) };
        if let Some(memory) = made {
            self.write(&tile, &memory);
            self.reload();
        }
    }

    fn write(&mut self, tile: &Tile, memory: &Memory) {
        let at = self.coordinates(memory, &tile.shape, true);
        self.write_at(tile, memory, at);
    }

    fn write_at(&mut self, tile: &Tile, memory: &Memory, at: String) {
        self.line(format!(
            "layout.store {}, {}[{at}] : {}, {}",
            tile.name,
            memory.name,
            tile.r#type(),
            memory.r#type
        ));
        let (shape, element) = (tile.shape.clone(), tile.element);
        self.shared.push(Buffer { memory: memory.clone(), at, shape, element });
    }

    fn buffer(&mut self) -> Option<Buffer> {
        self.random.choice(&self.shared).cloned()
    }

    /// A tile that comes through a buffer of its shape.
    pub fn through(&mut self, made: Tile) -> Tile {
        let Some(encoding) = self.encoding(&made.shape) else { return self.read(made) };
        let Some(memory) = self.allocate(&made.shape, made.element) else { return self.read(made) };
        let first = self.new_tile(made.shape.clone(), made.element, encoding);
        let first = self.read(first);
        let at = vec!["%0"; made.shape.len()].join(", ");
        self.write_at(&first, &memory, at.clone());
        self.load_as(&memory, &at, made)
    }

    /// What a buffer holds.
    pub fn reload(&mut self) {
        let Some(buffer) = self.buffer() else { return };
        let Some(encoding) = self.encoding(&buffer.shape) else { return };
        let made = self.new_tile(buffer.shape.clone(), buffer.element, encoding);
        self.load_as(&buffer.memory, &buffer.at, made);
    }

    /// A load of a tile, with a number for what is outside or none.
    pub fn load_as(&mut self, memory: &Memory, at: &str, made: Tile) -> Tile {
        let pad = if self.one_of(3) {
            let name = self.name();
            let value = literal(made.element, 7);
            let r#type = if made.element == "i1" { String::new() } else { format!(" : {}", made.element) };
            self.line(format!("{name} = arith.constant {value}{type}"));
            format!(" pad {name}")
        } else {
            String::new()
        };
        self.line(format!(
            "{} = layout.load {}[{at}]{pad} : {} -> {}",
            made.name,
            memory.name,
            memory.r#type,
            made.r#type()
        ));
        self.tiles.push(made.clone());
        made
    }

    /// Something else in a buffer, or elsewhere in it.
    pub fn overwrite(&mut self) {
        let Some(buffer) = self.buffer() else { return };
        // Of a tile that is there already, or was, often elsewhere.
        let alike = self.tiles.iter().rev().find(|t| t.shape == buffer.shape && t.element == buffer.element);
        let tile = match alike.cloned() {
            Some(tile) if self.random.bool() => tile,
            _ => self.tile(),
        };
        if tile.element == buffer.element && tile.shape.len() <= buffer.memory.shape.len() {
            return self.write(&tile, &buffer.memory);
        }
        // The same box, of a tile that is made for it.
        let Some(encoding) = self.encoding(&buffer.shape) else { return };
        let made = self.new_tile(buffer.shape.clone(), buffer.element, encoding);
        let tile = self.splat(made);
        self.write_at(&tile, &buffer.memory, buffer.at);
    }
}
