//! Operations that say which element is where.

use super::encoding::Encoding;
use super::writer::{HELD, MOST, Tile, Writer};

impl Writer<'_> {
    pub fn broadcast(&mut self) {
        let tile = self.tile();
        let dim = self.random.usize(0..=tile.shape.len());
        let extent = if self.one_of(3) { 1 } else { self.extent(16) };
        let mut shape = tile.shape.clone();
        shape.insert(dim, extent);
        if shape.len() > 4 || shape.iter().product::<usize>() > MOST {
            return;
        }
        let words = format!(" dim {dim}");
        if extent == 1 && self.random.bool() {
            let made = self.new_tile(shape, tile.element, tile.encoding.expanded(dim));
            self.apply("expand_dims", &[&tile], &words, made);
            return;
        }
        let Some(encoding) = self.encoding(&shape) else { return };
        let source = self.converted(&tile, &encoding.without(dim));
        let made = self.new_tile(shape, tile.element, encoding);
        self.apply("broadcast", &[&source], &words, made);
    }

    pub fn transpose(&mut self) {
        let tile = self.tile();
        let mut order: Vec<usize> = (0..tile.shape.len()).collect();
        self.random.shuffle(&mut order);
        let shape = order.iter().map(|d| tile.shape[*d]).collect();
        let made = self.new_tile(shape, tile.element, tile.encoding.transposed(&order));
        self.apply("transpose", &[&tile], &format!(" {order:?}"), made);
    }

    pub fn reshape(&mut self) {
        let tile = self.tile();
        let (shape, encoding) = tile.encoding.reshaped(self.random);
        let made = self.new_tile(shape, tile.element, encoding);
        self.apply("reshape", &[&tile], "", made);
    }

    pub fn convert(&mut self) {
        let tile = self.tile();
        if let Some(encoding) = self.other_encoding(&tile) {
            self.converted(&tile, &encoding);
        }
    }

    /// Another encoding of a tile, near or far.
    pub fn other_encoding(&mut self, tile: &Tile) -> Option<Encoding> {
        let near = tile.encoding.near(self.random);
        if self.random.bool() && near.values() <= HELD { Some(near) } else { self.encoding(&tile.shape) }
    }

    pub fn iota(&mut self) {
        let (shape, encoding) = self.encoded_shape();
        let dim = self.random.usize(0..shape.len());
        let element =
            self.random.choice(&["i32", "i32", "index", "i8", "i16", "i64"]).copied().unwrap_or("i32");
        let made = self.new_tile(shape, element, encoding);
        self.coordinate(made, dim);
    }

    /// A tile of coordinates.
    pub fn coordinate(&mut self, made: Tile, dim: usize) -> Tile {
        self.line(format!("{} = layout.iota dim {dim} : {}", made.name, made.r#type()));
        self.tiles.push(made.clone());
        made
    }
}
