//! Functions of `math`, and operations of `arith` that are no plain sums: of one to three elements, in all
//! types that have them.

use super::element::{bytes, is_float, literal};
use super::writer::{Tile, Writer};

/// Functions of one number.
const OF_ONE: [&str; 22] = [
    "absf",
    "absf",
    "ceil",
    "cos",
    "erf",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "log",
    "log10",
    "log1p",
    "log2",
    "round",
    "roundeven",
    "rsqrt",
    "sin",
    "sqrt",
    "tanh",
    "trunc",
    "atan",
    "cbrt",
];

impl Writer<'_> {
    /// A function of the elements of one to three tiles.
    pub fn function(&mut self) {
        let a = self.tile();
        match a.element {
            "i1" => self.binary_of(&a),
            "f8E4M3FN" | "f8E5M2" => self.unary(),
            _ if is_float(a.element) => self.of_numbers(&a),
            _ => self.of_integers(&a),
        }
    }

    fn of_numbers(&mut self, a: &Tile) {
        match self.random.u8(0..12) {
            0..=4 => {
                let name = self.pick(&OF_ONE);
                self.of_one(&format!("math.{name}"), a, a.element);
            }
            5 | 6 => self.fused(a),
            7 => {
                let name = self.pick(&["math.isnan", "math.isinf", "math.isfinite"]);
                self.of_one(name, a, "i1");
            }
            8 => {
                let b = self.partner(a);
                let name = self.pick(&["math.copysign", "math.atan2", "math.powf"]);
                self.compute(name, a, &b.name);
            }
            9 => self.of_one("arith.negf", a, a.element),
            10 => {
                let b = self.partner(a);
                let name = self.pick(&["arith.divf", "arith.remf", "arith.maxnumf"]);
                self.compute(name, a, &b.name);
            }
            _ => self.bits(a),
        }
    }

    fn of_integers(&mut self, a: &Tile) {
        match self.random.u8(0..8) {
            0 | 1 => {
                let name = self.pick(&["math.absi", "math.ctpop", "math.ctlz", "math.cttz"]);
                self.of_one(name, a, a.element);
            }
            2 | 3 => {
                // By constants that are no 0, or below the width.
                let made = Tile { name: self.name(), ..a.clone() };
                let (op, most) = if self.random.bool() {
                    let all = ["arith.shli", "arith.shrui", "arith.shrsi"];
                    (self.pick(&all), if a.element == "index" { 31 } else { 8 * bytes(a.element) as i32 - 1 })
                } else {
                    let all = [
                        "arith.divui",
                        "arith.divsi",
                        "arith.remui",
                        "arith.remsi",
                        "arith.floordivsi",
                        "arith.ceildivsi",
                        "arith.ceildivui",
                    ];
                    (self.pick(&all), 100)
                };
                let value = literal(a.element, self.random.i32(1..=most));
                self.line(format!("{} = arith.constant dense<{value}> : {}", made.name, a.r#type()));
                self.compute(op, a, &made.name);
            }
            4 => self.bits(a),
            5 => {
                let b = self.partner(a);
                self.compute("arith.ori", a, &b.name);
            }
            6 => self.chosen_by_one(a),
            _ => self.binary_of(a),
        }
    }

    /// `%y = op %x : X to Y`, or of one type.
    pub fn of_one(&mut self, op: &str, a: &Tile, to: &'static str) {
        let made = Tile { name: self.name(), element: to, ..a.clone() };
        // (The questions of `math` say the operand's type alone.)
        let asks = op.starts_with("math.is");
        let types =
            if a.element == to || asks { a.r#type() } else { format!("{} to {}", a.r#type(), made.r#type()) };
        self.line(format!("{} = {op} {} : {types}", made.name, a.name));
        self.tiles.push(made);
    }

    /// `a·b + c`, rounded once.
    fn fused(&mut self, a: &Tile) {
        let (b, c) = (self.partner(a), self.partner(a));
        let made = Tile { name: self.name(), ..a.clone() };
        let (x, y, z) = (&a.name, &b.name, &c.name);
        self.line(format!("{} = math.fma {x}, {y}, {z} : {}", made.name, a.r#type()));
        self.tiles.push(made);
    }

    /// The same bits as numbers of another kind.
    fn bits(&mut self, a: &Tile) {
        let to = match a.element {
            "f16" => self.pick(&["i16", "bf16"]),
            "bf16" => self.pick(&["i16", "f16"]),
            "i16" => self.pick(&["f16", "bf16"]),
            "f32" => "i32",
            "i32" => "f32",
            "f64" => "i64",
            "i64" => "f64",
            "i8" => self.pick(&["f8E4M3FN", "f8E5M2"]),
            _ => return self.binary_of(a),
        };
        self.of_one("arith.bitcast", a, to);
    }

    /// One of two tiles, the same for all elements.
    fn chosen_by_one(&mut self, a: &Tile) {
        let (b, condition) = (self.partner(a), self.condition());
        let made = Tile { name: self.name(), ..a.clone() };
        self.line(format!(
            "{} = arith.select {condition}, {}, {} : {}",
            made.name,
            a.name,
            b.name,
            a.r#type()
        ));
        self.tiles.push(made);
    }

    fn binary_of(&mut self, a: &Tile) {
        let b = self.partner(a);
        let op = self.operation(a.element);
        self.compute(op, a, &b.name);
    }
}
