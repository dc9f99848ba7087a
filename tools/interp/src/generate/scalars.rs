//! Scalars: functions that compute with them, single elements of memory, affine maps.

use super::writer::Writer;

impl Writer<'_> {
    /// A scalar from somewhere, in all elements of a tile or stored.
    pub fn scalars(&mut self) {
        match self.random.u8(0..4) {
            0 => self.called(),
            1 => self.mapped(),
            2 => self.element_loaded(),
            _ => self.element_stored(),
        }
    }

    /// A number of type `i32` that is the same in all threads.
    fn number(&mut self) -> String {
        let whole = self.tiles.iter().rev().find(|t| t.shape.len() == 1 && t.element == "i32").cloned();
        match whole {
            Some(tile) if self.random.bool() => self.scalar(&tile, "addi"),
            _ => {
                let index = self.some_index();
                let name = self.name();
                self.line(format!("{name} = arith.index_cast {index} : index to i32"));
                name
            }
        }
    }

    /// A loop's index, a block's, or a number given.
    fn some_index(&mut self) -> String {
        match self.loops.last() {
            Some(of) if self.random.bool() => of.name.clone(),
            _ if self.random.bool() => "%b".into(),
            _ => {
                let value = self.random.i64(0..5);
                self.index(value, false)
            }
        }
    }

    fn spread(&mut self, scalar: &str, element: &'static str) {
        let (shape, encoding) = self.encoded_shape();
        let made = self.new_tile(shape, element, encoding);
        self.line(format!("{} = tensor.splat {scalar} : {}", made.name, made.r#type()));
        self.tiles.push(made);
    }

    /// A function of two numbers, which computes in a branch or a loop.
    fn called(&mut self) {
        let (a, b, name) = (self.number(), self.number(), self.name());
        let callee = name.replacen("%v", "h", 1);
        let of = |w: &mut Self| w.pick(&["addi", "subi", "muli", "xori", "maxsi", "minui"]);
        let (first, second, third) = (of(self), of(self), of(self));
        let body = if self.random.bool() {
            format!(
                "  %c = arith.cmpi slt, %a, %b : i32
  %r = scf.if %c -> i32 {{
    %x = arith.{first} %a, %b : i32
    scf.yield %x : i32
  }} else {{
    %y = arith.{second} %b, %b : i32
    scf.yield %y : i32
  }}
"
            )
        } else {
            format!(
                "  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %3 = arith.constant 3 : i32
  %r = scf.for %i = %0 to %3 step %1 iter_args(%x = %b) -> i32 : i32 {{
    %y = arith.{first} %x, %a : i32
    %z = arith.{second} %y, %i : i32
    scf.yield %z : i32
  }}
"
            )
        };
        self.functions.push(format!(
            "func.func private @{callee}(%a: i32, %b: i32) -> (i32, i32) {{\n{body}  %s = arith.{third} %r, %a : i32\n  return %r, %s : i32, i32\n}}\n"
        ));
        self.line(format!("{name}:2 = func.call @{callee}({a}, {b}) : (i32, i32) -> (i32, i32)"));
        let result = self.random.u8(0..2);
        self.spread(&format!("{name}#{result}"), "i32");
    }

    /// An affine map of numbers.
    fn mapped(&mut self) {
        let (a, b, name) = (self.some_index(), self.some_index(), self.name());
        let map = self.pick(&[
            "(d0)[s0] -> (d0 * 3 + s0 - 1)",
            "(d0)[s0] -> ((d0 + s0 * 5) floordiv 2)",
            "(d0)[s0] -> ((d0 - s0 * 2) mod 3 + d0 ceildiv 4)",
            "(d0)[s0] -> (-d0 + 7 - s0)",
        ]);
        let line = if self.random.bool() {
            format!("{name} = affine.apply affine_map<{map}>({a})[{b}]")
        } else {
            let op = self.pick(&["min", "max"]);
            let two = map.replacen("-> (", "-> (d0 + 2 * s0, ", 1);
            format!("{name} = affine.{op} affine_map<{two}>({a})[{b}]")
        };
        self.line(line);
        self.spread(&name, "index");
    }

    /// An element of memory.
    fn element_loaded(&mut self) {
        let element = self.element();
        let shape = vec![self.random.usize(1..5), self.random.usize(1..5)];
        let memory = self.given_plain(&shape, element, true);
        let (i, j) = (self.random.usize(0..shape[0]), self.random.usize(0..shape[1]));
        let at = [self.index(i as i64, false), self.index(j as i64, true)];
        let name = self.name();
        self.line(format!("{name} = memref.load {}[{}] : {}", memory.name, at.join(", "), memory.r#type));
        self.spread(&name, element);
    }

    /// An element of memory that all threads write.
    fn element_stored(&mut self) {
        if self.blocks > 1 {
            return self.called();
        }
        let value = self.number();
        let memory = self.given_empty(&[2, 3], "i32");
        let j = self.random.i64(0..3);
        let j = self.index(j, false);
        self.line(format!("memref.store {value}, {}[%1, {j}] : {}", memory.name, memory.r#type));
    }
}
