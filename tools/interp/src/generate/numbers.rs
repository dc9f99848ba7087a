//! Elementwise operations, constants and comparisons.

use super::element::{is_float, literal};
use super::writer::{Tile, Writer};

impl Writer<'_> {
    /// A tile that is read from memory.
    pub fn load(&mut self) {
        let (shape, encoding) = self.encoded_shape();
        let element = self.element();
        let memory = self.input(&shape, element);
        let at = self.coordinates(&memory, &shape, true);
        let made = self.new_tile(shape, element, encoding);
        self.load_as(&memory, &at, made);
    }

    pub fn binary(&mut self) {
        let a = self.tile();
        let b = self.partner(&a);
        let op = self.operation(a.element);
        self.compute(op, &a, &b.name);
    }

    /// An operation of two elements of a type.
    pub fn operation(&mut self, element: &str) -> &'static str {
        let all: &[&'static str] = match element {
            "i1" => &["arith.andi", "arith.ori", "arith.xori", "arith.addi", "arith.minui"],
            _ if is_float(element) => &[
                "arith.addf",
                "arith.subf",
                "arith.mulf",
                "arith.maximumf",
                "arith.minnumf",
                "arith.minimumf",
            ],
            _ => &[
                "arith.addi",
                "arith.subi",
                "arith.muli",
                "arith.andi",
                "arith.xori",
                "arith.maxsi",
                "arith.minui",
                "arith.minsi",
            ],
        };
        self.random.choice(all).copied().unwrap_or_default()
    }

    /// An operation that makes of an element another, perhaps of another type.
    pub fn unary(&mut self) {
        let a = self.tile();
        let all: &[(&str, &'static str)] = match a.element {
            "f16" => &[
                ("arith.extf", "f32"),
                ("arith.extf", "f64"),
                ("arith.negf", "f16"),
                ("math.absf", "f16"),
                ("arith.truncf", "f8E5M2"),
            ],
            "bf16" => &[("arith.extf", "f32"), ("arith.extf", "f64"), ("math.absf", "bf16")],
            "f8E4M3FN" => &[("arith.extf", "f16"), ("arith.extf", "f32"), ("arith.bitcast", "i8")],
            "f8E5M2" => &[("arith.extf", "f16"), ("arith.extf", "f32"), ("arith.bitcast", "i8")],
            "f32" => &[
                ("arith.truncf", "f16"),
                ("arith.truncf", "bf16"),
                ("arith.truncf", "f8E4M3FN"),
                ("arith.extf", "f64"),
                ("arith.fptosi", "i32"),
                ("math.exp", "f32"),
                ("arith.negf", "f32"),
                ("math.absf", "f32"),
                ("math.floor", "f32"),
            ],
            "f64" => &[("arith.truncf", "f32"), ("arith.negf", "f64"), ("math.absf", "f64")],
            "i1" => &[
                ("arith.extui", "i8"),
                ("arith.extsi", "i32"),
                ("arith.uitofp", "f32"),
                ("arith.extui", "i64"),
            ],
            "i8" => &[
                ("arith.extsi", "i32"),
                ("arith.extui", "i16"),
                ("arith.sitofp", "f32"),
                ("arith.extsi", "i64"),
                ("arith.trunci", "i1"),
            ],
            "i16" => &[("arith.extsi", "i32"), ("arith.trunci", "i8"), ("arith.sitofp", "f64")],
            "i32" => &[
                ("arith.trunci", "i8"),
                ("arith.trunci", "i16"),
                ("arith.sitofp", "f32"),
                ("arith.extsi", "i64"),
                ("arith.index_cast", "index"),
            ],
            "index" => &[("arith.index_cast", "i32"), ("arith.index_cast", "i64")],
            _ => &[("arith.trunci", "i32"), ("arith.index_cast", "index"), ("arith.sitofp", "f64")],
        };
        let (op, to) = self.random.choice(all).copied().unwrap_or(("arith.trunci", "i32"));
        self.of_one(op, &a, to);
    }

    /// One number in all elements: a constant, or what a caller gives.
    pub fn splat(&mut self, made: Tile) -> Tile {
        let value = self.random.i32(-3..6);
        let text = literal(made.element, value);
        self.line(format!("{} = arith.constant dense<{text}> : {}", made.name, made.r#type()));
        self.tiles.push(made.clone());
        made
    }

    pub fn constant(&mut self) {
        let like = self.tile();
        let made = Tile { name: self.name(), ..like };
        let count: usize = made.shape.iter().product();
        if count > 64 || self.one_of(3) {
            self.splat(made);
            return;
        }
        let text = self.nested(&made.shape, made.element);
        self.line(format!("{} = arith.constant dense<{text}> : {}", made.name, made.r#type()));
        self.tiles.push(made);
    }

    fn nested(&mut self, shape: &[usize], element: &str) -> String {
        let Some((first, rest)) = shape.split_first() else {
            let value = self.random.i32(-3..6);
            return literal(element, value);
        };
        let parts: Vec<String> = (0..*first).map(|_| self.nested(rest, element)).collect();
        format!("[{}]", parts.join(", "))
    }

    /// Whether elements are so to others, and one of each two.
    pub fn compare(&mut self) {
        let a = self.tile();
        let b = self.partner(&a);
        let op = if is_float(a.element) {
            self.pick(&[
                "cmpf oeq", "cmpf ogt", "cmpf oge", "cmpf olt", "cmpf ole", "cmpf one", "cmpf ord",
                "cmpf ueq", "cmpf ugt", "cmpf uge", "cmpf ult", "cmpf ule", "cmpf une", "cmpf uno",
            ])
        } else {
            self.pick(&[
                "cmpi eq", "cmpi ne", "cmpi slt", "cmpi sle", "cmpi sgt", "cmpi sge", "cmpi ult", "cmpi ule",
                "cmpi ugt", "cmpi uge",
            ])
        };
        let flag = Tile { name: self.name(), element: "i1", ..a.clone() };
        let made = Tile { name: self.name(), ..a.clone() };
        self.line(format!("{} = arith.{op}, {}, {} : {}", flag.name, a.name, b.name, a.r#type()));
        self.line(format!(
            "{} = arith.select {}, {}, {} : {}, {}",
            made.name,
            flag.name,
            a.name,
            b.name,
            flag.r#type(),
            a.r#type()
        ));
        if self.one_of(3) {
            self.tiles.push(flag);
        }
        self.tiles.push(made);
    }
}
