//! Programs for the time they take: long chains, wide sums, powers of sums.

use super::Rng;
use super::body::{Body, Type};

/// A module of one such function.
pub fn module(rng: &mut Rng) -> String {
    let r#type = if rng.bool() { Type::Index } else { Type::Int(32) };
    let arguments = rng.usize(2..7);
    let kind = rng.u32(..5);
    let mut body = Body::new(rng);
    body.types = vec![r#type];
    for i in 0..arguments {
        body.bind(format!("%a{i}"), r#type, r#type.range());
    }
    let flags = if body.one_in(4) { "" } else { " overflow<nsw>" };
    match kind {
        0 => body.chain(r#type, flags),
        1 => body.square(r#type, flags),
        2 => body.powers(r#type, flags),
        3 => body.quotients(r#type, flags),
        _ => body.soup(r#type),
    }
    let results = body.results();
    let types: Vec<String> = results.iter().map(|r| r.r#type.to_string()).collect();
    let names: Vec<&str> = results.iter().map(|r| r.name.as_str()).collect();
    body.line(&format!("return {} : {}", names.join(", "), types.join(", ")));
    let text = std::mem::take(&mut body.text);
    let header: Vec<String> = (0..arguments).map(|i| format!("%a{i}: {type}")).collect();
    let module = format!("func.func @f({}) -> ({}) {{\n{text}}}\n", header.join(", "), types.join(", "));
    super::declarations(&body.into_externals()) + &module
}

impl Body<'_> {
    /// Thousands of operations, each on the one before.
    fn chain(&mut self, r#type: Type, flags: &str) {
        let length = self.pick(&[300, 1000, 3000, 12_000]);
        let constants = [100, 7, 8].map(|n| self.literal(r#type, n));
        let [hundred, seven, _] = &constants;
        let (mut at, other) = (self.value(r#type), self.value(r#type));
        for i in 0..length {
            at = match i % 3 {
                0 => self.binary("arith.addi", &at, &other, flags, r#type.range()),
                1 => self.divide("remsi", &at, hundred),
                _ => self.divide("floordivsi", &at, seven),
            };
        }
    }

    /// The square of a long sum.
    fn square(&mut self, r#type: Type, flags: &str) {
        let terms = self.rng.usize(5..60);
        let mut sum = self.value(r#type);
        for _ in 0..terms {
            let (x, c) = (self.value(r#type), self.divisor(r#type));
            let term = if self.rng.bool() { self.mul(&x, &c) } else { self.divide("divsi", &x, &c) };
            sum = self.binary("arith.addi", &sum, &term, flags, r#type.range());
        }
        self.binary("arith.muli", &sum, &sum, flags, r#type.range());
    }

    /// A sum squared, and its sum, and so on.
    fn powers(&mut self, r#type: Type, flags: &str) {
        let times = self.rng.usize(2..9);
        let mut at = self.value(r#type);
        let other = self.scope[0].clone();
        for _ in 0..times {
            let sum = self.binary("arith.addi", &at, &other, flags, r#type.range());
            at = self.binary("arith.muli", &sum, &sum, flags, r#type.range());
        }
    }

    /// A sum of many quotients times their divisors.
    fn quotients(&mut self, r#type: Type, flags: &str) {
        let count = self.pick(&[50, 200, 1000]);
        let mut sum = self.literal(r#type, 0);
        for i in 0..count {
            let x = self.value(r#type);
            let c = self.literal(r#type, 2 + i % 97);
            let quotient = self.divide("floordivsi", &x, &c);
            let whole = self.binary("arith.muli", &quotient, &c, flags, x.range);
            sum = self.binary("arith.addi", &sum, &whole, flags, r#type.range());
        }
    }

    /// Many random operations.
    fn soup(&mut self, r#type: Type) {
        for _ in 0..self.pick(&[300, 800, 2000]) {
            self.arithmetic(r#type);
        }
    }
}
