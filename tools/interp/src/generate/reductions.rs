//! Reductions: by a kind, and by regions of several operands.

use super::element::is_float;
use super::writer::{Tile, Writer};

impl Writer<'_> {
    /// A tile of more than one dimension, and one of those.
    fn with_dimension(&mut self) -> Option<(Tile, usize)> {
        let tile = self.tile();
        let dim = self.random.usize(0..tile.shape.len());
        (tile.shape.len() > 1).then_some((tile, dim))
    }

    fn reduced(&mut self, tile: &Tile, dim: usize) -> Tile {
        let mut shape = tile.shape.clone();
        shape.remove(dim);
        self.new_tile(shape, tile.element, tile.encoding.without(dim))
    }

    pub fn reduce(&mut self) {
        let Some((tile, dim)) = self.with_dimension() else { return self.scalar_reduce() };
        let kind = self.kind(tile.element);
        let made = self.reduced(&tile, dim);
        self.apply(&format!("reduce {kind}"), &[&tile], &format!(" dim {dim}"), made);
    }

    fn kind(&mut self, element: &str) -> &'static str {
        let all: &[&'static str] = match element {
            "i1" => &["andi", "ori", "xori", "addi"],
            _ if is_float(element) => &["addf", "addf", "maximumf", "minimumf", "maxnumf", "minnumf", "mulf"],
            _ => &["addi", "addi", "maxsi", "minsi", "minui", "maxui", "xori", "andi", "ori", "muli"],
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
        let scalar = self.scalar(&tile, kind);
        let (shape, encoding) = self.encoded_shape();
        let made = self.new_tile(shape, tile.element, encoding);
        self.line(format!("{} = tensor.splat {scalar} : {}", made.name, made.r#type()));
        self.tiles.push(made);
    }

    /// All elements of a tile of one dimension combined.
    pub fn scalar(&mut self, tile: &Tile, kind: &str) -> String {
        let name = self.name();
        self.line(format!(
            "{name} = layout.reduce {kind} {} dim 0 : {} -> {}",
            tile.name,
            tile.r#type(),
            tile.element
        ));
        name
    }

    /// `%a, %b = layout.reduce %t, %u dim d : … { body }`.
    fn reduce_together(&mut self, from: &[&Tile], dim: usize, made: Vec<Tile>, body: &str) {
        let list = |of: &dyn Fn(&Tile) -> String, all: &[&Tile]| {
            all.iter().map(|t| of(t)).collect::<Vec<_>>().join(", ")
        };
        let to: Vec<&Tile> = made.iter().collect();
        let (name, r#type) = (|t: &Tile| t.name.clone(), |t: &Tile| t.r#type());
        self.line(format!(
            "{} = layout.reduce {} dim {dim} : ({}) -> ({}) {{\n{body}  }}",
            list(&name, &to),
            list(&name, from),
            list(&r#type, from),
            list(&r#type, &to)
        ));
        self.tiles.extend(made);
    }

    /// The greatest element along a dimension, and the least coordinate that has it. What is no number is greater than
    /// all that are: otherwise the region would not be associative.
    pub fn argmax(&mut self) {
        let Some((tile, dim)) = self.with_dimension() else { return };
        let index = Tile { name: self.name(), element: "i32", ..tile.clone() };
        let index = self.coordinate(index, dim);
        let made = vec![self.reduced(&tile, dim), self.reduced(&index, dim)];
        let e = tile.element;
        let compare = if is_float(e) {
            format!(
                "    %ox = arith.cmpf ord, %x, %x : {e}
    %oy = arith.cmpf ord, %y, %y : {e}
    %ux = arith.cmpf ugt, %x, %y : {e}
    %uy = arith.cmpf ugt, %y, %x : {e}
    %g = arith.andi %ux, %oy : i1
    %h = arith.andi %uy, %ox : i1
"
            )
        } else {
            format!(
                "    %g = arith.cmpi sgt, %x, %y : {e}
    %h = arith.cmpi sgt, %y, %x : {e}
"
            )
        };
        let body = format!(
            "  ^bb0(%x: {e}, %i: i32, %y: {e}, %j: i32):
    %none = arith.constant 0 : i32
    %false = arith.constant false
{compare}    %d = arith.subi %i, %j : i32
    %l = arith.cmpi slt, %d, %none : i32
    %gl = arith.ori %g, %l : i1
    %p = arith.select %h, %false, %gl : i1
    %z = arith.select %p, %x, %y : {e}
    %k = arith.select %p, %i, %j : i32
    layout.yield %z, %k : {e}, i32
"
        );
        self.reduce_together(&[&tile, &index], dim, made, &body);
    }

    /// Three tiles at once, one of which is two others' in part: sums of whole numbers.
    pub fn moments(&mut self) {
        let Some((tile, dim)) = self.with_dimension() else { return };
        if is_float(tile.element) || tile.element == "i1" {
            return self.reduce();
        }
        let ones = self.constant_like(&tile);
        let other = self.partner(&tile);
        let made = vec![self.reduced(&ones, dim), self.reduced(&tile, dim), self.reduced(&other, dim)];
        let e = tile.element;
        // Sums of numbers, of values, and of the products of each two of those of different elements.
        let body = format!(
            "  ^bb0(%n: {e}, %s: {e}, %p: {e}, %m: {e}, %t: {e}, %q: {e}):
    %nm = arith.addi %n, %m : {e}
    %st = arith.addi %s, %t : {e}
    %x = arith.muli %s, %t : {e}
    %pq = arith.addi %p, %q : {e}
    %pqx = arith.addi %pq, %x : {e}
    layout.yield %nm, %st, %pqx : {e}, {e}, {e}
"
        );
        self.reduce_together(&[&ones, &tile, &other], dim, made, &body);
    }

    fn constant_like(&mut self, like: &Tile) -> Tile {
        let made = Tile { name: self.name(), ..like.clone() };
        self.splat(made)
    }
}
