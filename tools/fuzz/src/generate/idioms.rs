//! Index computations as people and compilers write them, on random operands.

use super::body::{Body, Type, Var};

impl Body<'_> {
    /// One of them.
    pub fn idiom(&mut self) {
        let r#type = self.a_type();
        match self.rng.u32(..19) {
            0 | 1 => self.digits(r#type),
            2 | 3 => self.tile(r#type),
            4 => self.swizzle(r#type),
            5 => self.ceildiv(r#type),
            6 => self.modulo(r#type),
            7 => self.floordiv(r#type),
            8 => self.masked(r#type),
            9 => self.checked_sum(),
            10 => self.running_sum(r#type),
            11 | 12 => self.nested_quotients(r#type),
            13 => self.symbolic_quotients(r#type),
            14 => self.compared_quotients(r#type),
            15 => self.sign(r#type),
            16 => self.constants(r#type),
            17 => self.bit_trick(r#type),
            _ => self.promise_in_a_branch(r#type),
        }
    }

    /// `(x / c) · c + x % c`, in any of its signs.
    fn digits(&mut self, r#type: Type) {
        let (x, c) = (self.value(r#type), self.divisor(r#type));
        let (div, rem) =
            self.pick(&[("divui", "remui"), ("divsi", "remsi"), ("floordivsi", "remui"), ("divui", "remsi")]);
        let quotient = self.divide(div, &x, &c);
        let rest = self.divide(rem, &x, &c);
        let other = if self.one_in(4) { self.divisor(r#type) } else { c };
        let whole = self.mul(&quotient, &other);
        self.add(&whole, &rest);
    }

    /// Digits of an index, put together in another order.
    fn tile(&mut self, r#type: Type) {
        let x = self.value(r#type);
        let (a, b) = (self.divisor(r#type), self.divisor(r#type));
        let (div, rem) = self.pick(&[("divui", "remui"), ("divsi", "remsi"), ("floordivsi", "remsi")]);
        let low = self.divide(rem, &x, &a);
        let rest = self.divide(div, &x, &a);
        let middle = self.divide(rem, &rest, &b);
        let high = self.divide(div, &rest, &b);
        let scaled = self.mul(&low, &b);
        let tile = self.add(&scaled, &middle);
        let size = self.mul(&a, &b);
        let outer = self.mul(&high, &size);
        let index = self.add(&outer, &tile);
        if self.rng.bool() {
            self.divide(div, &index, &size);
        }
    }

    /// `x ^ ((x >> s) & m)`.
    fn swizzle(&mut self, r#type: Type) {
        let x = self.value(r#type);
        let x = if self.rng.bool() { self.natural(r#type, 255) } else { x };
        let distance = self.rng.i128(1..4);
        let distance = self.literal(r#type, distance);
        let shift = self.pick(&["arith.shrui", "arith.shrsi"]);
        let moved = self.binary(shift, &x, &distance, "", (x.range.0 >> 1, x.range.1 >> 1));
        let mask = self.mask(r#type);
        let field = self.bitwise("andi", &moved, &mask);
        let swizzled = self.bitwise("xori", &x, &field);
        if self.rng.bool() {
            let bit = self.rng.u32(..6).min(r#type.width() - 1);
            let power = self.literal(r#type, (1 << bit).min(r#type.max()));
            let moved = self.bitwise("xori", &swizzled, &power);
            self.sub(&moved, &swizzled);
        }
    }

    /// `(x + c - 1) / c` and `(x - 1) / c + 1`, beside `ceildiv`.
    fn ceildiv(&mut self, r#type: Type) {
        let (x, c) = (self.value(r#type), self.divisor(r#type));
        let one = self.literal(r#type, 1);
        match self.rng.u32(..4) {
            0 => {
                let less = self.literal(r#type, c.range.0 - 1);
                let sum = self.add(&x, &less);
                self.divide("divui", &sum, &c);
            }
            1 => {
                let less = self.sub(&x, &one);
                let quotient = self.divide("floordivsi", &less, &c);
                self.add(&quotient, &one);
            }
            _ => {
                let name = self.pick(&["ceildivsi", "ceildivui"]);
                let quotient = self.divide(name, &x, &c);
                let padded = self.mul(&quotient, &c);
                self.sub(&padded, &x);
            }
        }
    }

    /// The remainder that is never negative, by `select`.
    fn modulo(&mut self, r#type: Type) {
        let (x, c) = (self.value(r#type), self.divisor(r#type));
        let rest = self.divide("remsi", &x, &c);
        let zero = self.literal(r#type, 0);
        let negative = self.compare_by("slt", &rest, &zero);
        let more = self.add(&rest, &c);
        self.choose(&negative, &more, &rest);
    }

    /// Division rounded down, by `select`.
    fn floordiv(&mut self, r#type: Type) {
        let (x, c) = (self.value(r#type), self.divisor(r#type));
        let (zero, ones) = (self.literal(r#type, 0), self.literal(r#type, -1));
        let negative = self.compare_by("slt", &x, &zero);
        let flipped = self.sub(&ones, &x);
        let dividend = self.choose(&negative, &flipped, &x);
        let quotient = self.divide("divsi", &dividend, &c);
        let back = self.sub(&ones, &quotient);
        self.choose(&negative, &back, &quotient);
    }

    /// Disjoint fields of bits, joined by or, addition or exclusive or.
    fn masked(&mut self, r#type: Type) {
        let low = self.natural(r#type, 15);
        let high = self.natural(r#type, 127);
        let scale = self.literal(r#type, 16.min(r#type.max()));
        let high = self.mul(&high, &scale);
        match self.rng.u32(..4) {
            0 => self.add(&high, &low),
            1 => self.bitwise("xori", &high, &low),
            2 => {
                let bit = 1i128 << self.rng.u32(..r#type.width());
                let bit = self.literal(r#type, bit.min(r#type.max()));
                self.bitwise("ori", &high, &bit)
            }
            _ => self.bitwise("ori", &high, &low),
        };
    }

    /// The overflow check of a sum in a wider type, and the sum behind it.
    fn checked_sum(&mut self) {
        let (narrow, wide) = self.pick(&[(Type::Int(32), Type::Int(64)), (Type::Int(8), Type::Int(32))]);
        let (x, y) = (self.value(narrow), self.value(narrow));
        let extend = |body: &mut Self, v: &Var| {
            body.define(wide, v.range, &format!("arith.extsi {} : {narrow} to {wide}", v.name))
        };
        let (wx, wy) = (extend(self, &x), extend(self, &y));
        let sum = self.add(&wx, &wy);
        let limit = self.literal(wide, narrow.max());
        let (predicate, back) = self.pick(&[("sle", "slt"), ("sgt", "sge")]);
        let fits = self.compare_by(predicate, &sum, &limit);
        let result = self.fresh();
        self.line(&format!("{result} = scf.if {} -> ({narrow}) {{", fits.name));
        self.region(|body| {
            let sum = body.binary("arith.addi", &x, &y, " overflow<nsw>", narrow.range());
            let four = body.literal(narrow, 4);
            let scaled = body.binary("arith.muli", &sum, &four, " overflow<nsw>", narrow.range());
            let value = body.divide("divsi", &scaled, &four);
            body.line(&format!("scf.yield {} : {narrow}", value.name));
        });
        self.line("} else {");
        self.region(|body| body.line(&format!("scf.yield {} : {narrow}", x.name)));
        self.line("}");
        self.bind(result, narrow, narrow.range());
        self.compare_by(back, &sum, &limit);
    }

    /// `a + b - c …` of values near the ends of the type, where parts of the sum wrap.
    fn running_sum(&mut self, r#type: Type) {
        let mut terms = Vec::new();
        for _ in 0..self.rng.usize(1..4) {
            let x = self.value(r#type);
            let most = self.pick(&[1, 3, r#type.max(), r#type.max() / 2]);
            let mask = self.literal(r#type, most.min(r#type.max()));
            terms.push(self.bitwise("andi", &x, &mask));
        }
        terms.push(self.literal(r#type, 1));
        let mut sum = self.pick(&terms);
        for _ in 0..self.rng.usize(2..7) {
            let term = self.pick(&terms);
            sum = if self.rng.bool() { self.add(&sum, &term) } else { self.sub(&sum, &term) };
        }
    }

    /// `(x / a + y) / b`.
    fn nested_quotients(&mut self, r#type: Type) {
        let (a, b) = (self.divisor(r#type), self.divisor(r#type));
        let (x, y) = (self.unknown(r#type), self.unknown(r#type));
        let (first, second) = self.pick(&[
            ("floordivsi", "floordivsi"),
            ("divui", "divui"),
            ("divsi", "divsi"),
            ("divui", "remui"),
        ]);
        let quotient = self.divide(first, &x, &a);
        let sum = match self.rng.u32(..4) {
            0 => quotient.clone(),
            1 => self.sub(&quotient, &y),
            _ => {
                // Promised where it is likely: a quotient leaves room.
                let range = (quotient.range.0 + y.range.0, quotient.range.1 + y.range.1);
                let flags = if self.rng.bool() { " overflow<nsw>" } else { "" };
                self.binary("arith.addi", &quotient, &y, flags, range)
            }
        };
        self.divide(second, &sum, &b);
    }

    /// `x / n / m`, and digits by sizes that are known only at run time.
    fn symbolic_quotients(&mut self, r#type: Type) {
        let (n, m) = (self.unknown(r#type), self.unknown(r#type));
        let zero = self.literal(r#type, 0);
        for size in [&n, &m] {
            let condition = self.compare_by("sgt", size, &zero);
            self.assume(&condition);
        }
        for var in &mut self.scope {
            if var.name == n.name || var.name == m.name {
                var.range = (var.range.0.max(1), var.range.1.max(1));
            }
        }
        let x = self.natural(r#type, r#type.max());
        let quotient = self.divide("divui", &x, &n);
        match self.rng.u32(..3) {
            0 => {
                self.divide("divui", &quotient, &m);
            }
            1 => {
                self.divide("remui", &quotient, &m);
            }
            _ => {
                let rest = self.divide("remui", &x, &n);
                let whole = self.mul(&quotient, &n);
                self.add(&whole, &rest);
            }
        }
    }

    /// A quotient or a product against a large constant.
    fn compared_quotients(&mut self, r#type: Type) {
        let (x, c) = (self.value(r#type), self.divisor(r#type));
        let quotient =
            if self.rng.bool() { self.divide("floordivsi", &x, &c) } else { self.divide("divui", &x, &c) };
        let limit = self.pick(&[r#type.max() / 2, r#type.max() / 3, 600_000_000, r#type.max(), 100]);
        let limit =
            if self.one_in(3) { self.value(r#type) } else { self.literal(r#type, limit.min(r#type.max())) };
        self.compare(&quotient, &limit);
        if self.rng.bool() {
            self.compare(&x, &limit);
        }
    }

    /// A truth value as all ones, and as an index.
    fn sign(&mut self, r#type: Type) {
        let condition = self.condition();
        let name = if r#type == Type::Index { "arith.index_cast" } else { "arith.extsi" };
        if r#type == Type::BOOL {
            return;
        }
        let mask = self.define(r#type, (-1, 0), &format!("{name} {} : i1 to {type}", condition.name));
        let zero = self.literal(r#type, 0);
        match self.rng.u32(..3) {
            0 => {
                self.compare_by("slt", &mask, &zero);
            }
            1 => {
                self.binary("arith.maxsi", &mask, &zero, "", (0, 0));
            }
            _ => {
                let x = self.value(r#type);
                self.bitwise("andi", &mask, &x);
            }
        }
    }

    /// Arithmetic of constants alone.
    fn constants(&mut self, r#type: Type) {
        let (a, b) = (self.constant(r#type), self.divisor(r#type));
        let zero = self.literal(r#type, 0);
        let a = if self.rng.bool() { self.sub(&zero, &a) } else { a };
        let name = self.pick(&["divsi", "remsi", "floordivsi", "ceildivsi"]);
        let quotient = self.divide(name, &a, &b);
        let x = self.value(r#type);
        if self.rng.bool() {
            self.add(&x, &quotient)
        } else {
            self.sub(&x, &quotient)
        };
    }

    /// Negation, complement, rounding by masks.
    fn bit_trick(&mut self, r#type: Type) {
        let x = self.value(r#type);
        match self.rng.u32(..4) {
            0 => {
                let ones = self.literal(r#type, -1);
                let flipped = self.bitwise("xori", &x, &ones);
                let one = self.literal(r#type, 1);
                self.add(&flipped, &one);
            }
            1 => {
                let bits = self.rng.u32(1..5);
                let less = self.literal(r#type, ((1i128 << bits) - 1).min(r#type.max()));
                let sum = self.add(&x, &less);
                let mask = self.literal(r#type, (-(1i128 << bits)).max(r#type.min()));
                self.bitwise("andi", &sum, &mask);
            }
            2 => {
                let distance = i128::from(r#type.width() - 1).min(r#type.max());
                let distance = self.literal(r#type, distance);
                let sign = self.binary("arith.shrsi", &x, &distance, "", (-1, 0));
                let flipped = self.bitwise("xori", &x, &sign);
                self.sub(&flipped, &sign);
            }
            _ => {
                // A wide shift of a narrow value.
                let wide = Type::Int(64);
                let from = self.cast(&x, wide);
                let distance = self.rng.i128(20..64);
                let distance = self.literal(wide, distance);
                self.binary("arith.shrsi", &from, &distance, "", (from.range.0 >> 20, from.range.1 >> 20));
            }
        }
    }

    /// A promise that holds in a branch that does not always run, about a value that is
    /// used outside too.
    fn promise_in_a_branch(&mut self, r#type: Type) {
        if self.depth() > 2 {
            return self.running_sum(r#type);
        }
        let x = self.value(r#type);
        let (factor, limit) =
            (self.literal(r#type, 3.min(r#type.max())), self.literal(r#type, r#type.max() / 2));
        let condition = self.condition();
        let outside = self.compare_by("slt", &x, &limit);
        self.line(&format!("scf.if {} {{", condition.name));
        self.region(|body| {
            let product = body.binary("arith.muli", &x, &factor, " overflow<nsw>", r#type.range());
            let quotient = body.divide("floordivsi", &product, &factor);
            body.observe(&[quotient]);
        });
        self.line("}");
        self.observe(&[outside]);
    }
}
