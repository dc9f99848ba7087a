//! Single operations of `arith` and `index`, with ranges.

use super::body::{Body, Range, Type, Var};

/// Once in so many times a promise is made that nothing supports.
const RASH: u32 = 12;

impl Body<'_> {
    /// One operation on values of a type.
    pub fn arithmetic(&mut self, r#type: Type) -> Var {
        if r#type == Type::BOOL {
            return self.boolean();
        }
        match self.rng.u32(..40) {
            0..7 => self.sum(r#type),
            7..10 => self.product(r#type),
            10..21 => self.division(r#type),
            21..25 => self.bits(r#type),
            25..28 => self.shift(r#type),
            28..31 => self.extremum(r#type),
            31..34 => self.select(r#type),
            34 => self.extended(r#type),
            35 | 36 => {
                let from = self.a_type();
                let value = self.value(from);
                self.cast(&value, r#type)
            }
            37 if r#type == Type::Index => self.affine_apply(),
            _ => {
                let condition = self.condition();
                self.cast(&condition, r#type)
            }
        }
    }

    fn boolean(&mut self) -> Var {
        let (a, b) = (self.condition(), self.condition());
        let op = self.pick(&["arith.andi", "arith.ori", "arith.xori"]);
        self.binary(op, &a, &b, "", (-1, 0))
    }

    /// Flags that the exact result supports, or rashly any.
    fn flags(&mut self, r#type: Type, exact: Range) -> &'static str {
        let (signed, unsigned) = (r#type.holds(exact), exact.0 >= 0 && r#type.holds(exact));
        match (signed, unsigned) {
            _ if self.one_in(RASH) => {
                self.pick(&[" overflow<nsw>", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"])
            }
            (true, true) => self.pick(&["", " overflow<nsw>", " overflow<nsw, nuw>", " overflow<nuw>"]),
            (true, false) => self.pick(&["", " overflow<nsw>", " overflow<nsw>"]),
            _ => "",
        }
    }

    /// An operation of `arith`, or its twin of `index`.
    pub fn flagged(&mut self, arith: &str, index: &str, a: &Var, b: &Var, exact: Range) -> Var {
        if a.r#type == Type::Index && self.one_in(5) {
            let text = format!("index.{index} {}, {}", a.name, b.name);
            return self.define(Type::Index, exact, &text);
        }
        let flags = self.flags(a.r#type, exact);
        self.binary(&format!("arith.{arith}"), a, b, flags, exact)
    }

    pub fn add(&mut self, a: &Var, b: &Var) -> Var {
        self.flagged("addi", "add", a, b, (a.range.0 + b.range.0, a.range.1 + b.range.1))
    }

    pub fn sub(&mut self, a: &Var, b: &Var) -> Var {
        self.flagged("subi", "sub", a, b, (a.range.0 - b.range.1, a.range.1 - b.range.0))
    }

    pub fn mul(&mut self, a: &Var, b: &Var) -> Var {
        let corners = [
            a.range.0.saturating_mul(b.range.0),
            a.range.0.saturating_mul(b.range.1),
            a.range.1.saturating_mul(b.range.0),
            a.range.1.saturating_mul(b.range.1),
        ];
        let range = (corners.into_iter().min().unwrap_or(0), corners.into_iter().max().unwrap_or(0));
        self.flagged("muli", "mul", a, b, range)
    }

    fn sum(&mut self, r#type: Type) -> Var {
        let (a, b) = (self.value(r#type), self.value(r#type));
        if self.one_in(3) { self.sub(&a, &b) } else { self.add(&a, &b) }
    }

    fn product(&mut self, r#type: Type) -> Var {
        let a = self.value(r#type);
        let b = if self.one_in(3) { self.value(r#type) } else { self.divisor(r#type) };
        self.mul(&a, &b)
    }

    fn division(&mut self, r#type: Type) -> Var {
        let a = self.value(r#type);
        let b = self.positive(r#type);
        let name = self.pick(&[
            "divui",
            "divsi",
            "floordivsi",
            "ceildivsi",
            "ceildivui",
            "remui",
            "remsi",
            "divui",
            "remui",
        ]);
        self.divide(name, &a, &b)
    }

    /// A division by what is positive mostly.
    pub fn divide(&mut self, name: &str, a: &Var, b: &Var) -> Var {
        let signed = !name.ends_with("ui");
        let natural = a.range.0 >= 0;
        let reach = a.range.0.abs().max(a.range.1.abs());
        let by = b.range.0.max(1);
        let range = match name {
            "remui" if b.range.0 > 0 => (0, b.range.1 - 1),
            "remsi" if b.range.0 > 0 => (if natural { 0 } else { 1 - b.range.1 }, b.range.1 - 1),
            _ if signed => (if natural { 0 } else { -(reach / by) - 1 }, reach / by + 1),
            _ if natural => (0, a.range.1 / by + 1),
            _ => a.r#type.range(),
        };
        if a.r#type == Type::Index && self.one_in(6) {
            let twin = name.strip_suffix('i').unwrap_or(name);
            return self.define(Type::Index, range, &format!("index.{twin} {}, {}", a.name, b.name));
        }
        let exact = matches!(name, "divui" | "divsi") && self.one_in(30);
        self.binary(&format!("arith.{name}"), a, b, if exact { " exact" } else { "" }, range)
    }

    fn bits(&mut self, r#type: Type) -> Var {
        let name = self.pick(&["andi", "ori", "xori"]);
        let a = self.value(r#type);
        let b = if self.rng.bool() { self.value(r#type) } else { self.mask(r#type) };
        self.bitwise(name, &a, &b)
    }

    pub fn bitwise(&mut self, name: &str, a: &Var, b: &Var) -> Var {
        let natural = a.range.0 >= 0 && b.range.0 >= 0;
        let most = a.range.1.max(b.range.1).max(0).unsigned_abs();
        let all = (most + 1).next_power_of_two() as i128 - 1;
        let range = match name {
            "andi" if a.range.0 >= 0 && b.range.0 >= 0 => (0, a.range.1.min(b.range.1)),
            "andi" if b.range.0 >= 0 => (0, b.range.1),
            "andi" if a.range.0 >= 0 => (0, a.range.1),
            _ if natural => (0, all),
            _ => a.r#type.range(),
        };
        self.flagless(name, a, b, range)
    }

    fn flagless(&mut self, name: &str, a: &Var, b: &Var, range: Range) -> Var {
        if a.r#type == Type::Index && self.one_in(6) {
            let twin = name.strip_suffix('i').unwrap_or(name);
            return self.define(Type::Index, range, &format!("index.{twin} {}, {}", a.name, b.name));
        }
        self.binary(&format!("arith.{name}"), a, b, "", range)
    }

    /// Ones at the bottom, a power of two, or ones with a gap.
    pub fn mask(&mut self, r#type: Type) -> Var {
        let width = r#type.width() - 1;
        let bits = self.rng.u32(1..width.clamp(2, 16));
        let number = match self.rng.u32(..4) {
            0 => 1i128 << self.rng.u32(..width),
            1 => ((1i128 << bits) - 1) << self.rng.u32(..4),
            2 => -(1i128 << bits),
            _ => (1i128 << bits) - 1,
        };
        self.literal(r#type, number.clamp(r#type.min(), r#type.max()))
    }

    fn shift(&mut self, r#type: Type) -> Var {
        let a = self.value(r#type);
        let width = r#type.width();
        let most = if self.one_in(8) {
            width + 1
        } else if self.one_in(4) {
            width
        } else {
            width.min(8)
        };
        let distance = self.rng.u32(..most);
        let b = self.literal(r#type, i128::from(distance).min(r#type.max()));
        match self.rng.u32(..3) {
            0 if distance < width => {
                let exact =
                    (a.range.0.saturating_mul(1 << distance), a.range.1.saturating_mul(1 << distance));
                self.flagged("shli", "shl", &a, &b, exact)
            }
            1 => {
                let range = if a.range.0 >= 0 { (0, a.range.1 >> distance.min(100)) } else { r#type.range() };
                self.flagless("shrui", &a, &b, range)
            }
            _ => {
                let range = (a.range.0 >> distance.min(100), a.range.1 >> distance.min(100));
                self.flagless("shrsi", &a, &b, range)
            }
        }
    }

    fn extremum(&mut self, r#type: Type) -> Var {
        let (a, b) = (self.value(r#type), self.value(r#type));
        let name = self.pick(&["minsi", "maxsi", "minui", "maxui", "minsi", "maxsi"]);
        let (low, high) = match name {
            "minsi" => (a.range.0.min(b.range.0), a.range.1.min(b.range.1)),
            "maxsi" => (a.range.0.max(b.range.0), a.range.1.max(b.range.1)),
            _ => (a.range.0.min(b.range.0), a.range.1.max(b.range.1)),
        };
        let range = if name.ends_with("ui") && low < 0 { r#type.range() } else { (low, high) };
        self.flagless(name, &a, &b, range)
    }

    pub fn select(&mut self, r#type: Type) -> Var {
        let condition = self.condition();
        let (a, b) = (self.value(r#type), self.value(r#type));
        self.choose(&condition, &a, &b)
    }

    pub fn choose(&mut self, condition: &Var, a: &Var, b: &Var) -> Var {
        let range = (a.range.0.min(b.range.0), a.range.1.max(b.range.1));
        let text = format!("arith.select {}, {}, {} : {}", condition.name, a.name, b.name, a.r#type);
        self.define(a.r#type, range, &text)
    }

    fn extended(&mut self, r#type: Type) -> Var {
        let (a, b) = (self.value(r#type), self.value(r#type));
        let name = self.pick(&["mului_extended", "mulsi_extended", "addui_extended"]);
        let result = self.fresh();
        let types = if name == "addui_extended" { format!("{type}, i1") } else { r#type.to_string() };
        self.line(&format!("{result}:2 = arith.{name} {}, {} : {types}", a.name, b.name));
        let high = if name == "addui_extended" { Type::BOOL } else { r#type };
        self.bind(format!("{result}#1"), high, high.range());
        self.bind(format!("{result}#0"), r#type, r#type.range())
    }
}
