//! `affine` expressions on indices.

use super::body::{Body, Range, Type, Var};

impl Body<'_> {
    /// An operation of `affine` that computes an index. Its operands are what `affine`
    /// admits: dimensions and symbols that are arguments, loop variables or constants.
    pub fn affine_apply(&mut self) -> Var {
        let operands = self.affine_operands();
        let (Some(a), Some(b)) = (operands.first().cloned(), operands.last().cloned()) else {
            return self.constant(Type::Index);
        };
        match self.rng.u32(..8) {
            0..4 => {
                let (map, range) = self.affine_expression(&a, &b);
                let text = format!("affine.apply affine_map<(d0, d1) -> ({map})>({}, {})", a.name, b.name);
                self.define_affine(range, &text)
            }
            4 => {
                let ((x, p), (y, q)) = (self.affine_expression(&a, &b), self.affine_expression(&b, &a));
                let name = self.pick(&["min", "max"]);
                let text =
                    format!("affine.{name} affine_map<(d0, d1) -> ({x}, {y})>({}, {})", a.name, b.name);
                self.define(Type::Index, (p.0.min(q.0), p.1.max(q.1)), &text)
            }
            5 | 6 => self.delinearize(&a),
            _ => self.linearize(&a, &b),
        }
    }

    /// The value of `affine.apply`, which `affine` admits as an operand again.
    fn define_affine(&mut self, range: Range, text: &str) -> Var {
        let mut var = self.define(Type::Index, range, text);
        var.affine = true;
        if let Some(last) = self.scope.last_mut() {
            last.affine = true;
        }
        var
    }

    /// A few indices that `affine` admits as dimensions.
    pub fn affine_operands(&mut self) -> Vec<Var> {
        let mut all: Vec<Var> = self.scope.iter().filter(|v| v.affine).cloned().collect();
        if self.rng.bool() {
            all.reverse();
        }
        all.truncate(4);
        self.rng.shuffle(&mut all);
        all
    }

    /// An expression over `d0` and `d1`.
    fn affine_expression(&mut self, a: &Var, b: &Var) -> (String, Range) {
        let c = self.pick(&[2i128, 3, 4, 8, 16, 32, 7]);
        let k = self.pick(&[-1i128, 0, 1, 5, 64]);
        let scale = |r: Range, c: i128| (r.0.saturating_mul(c), r.1.saturating_mul(c));
        let whole = Type::Index.range();
        match self.rng.u32(..8) {
            0 => (format!("d0 * {c} + {k}"), scale(a.range, c)),
            1 => (format!("d0 floordiv {c}"), (a.range.0 / c - 1, a.range.1 / c)),
            2 => (format!("d0 mod {c}"), (0, c - 1)),
            3 => (format!("d0 ceildiv {c}"), (a.range.0 / c, a.range.1 / c + 1)),
            4 => (format!("(d0 floordiv {c}) * {c} + d0 mod {c}"), a.range),
            5 => {
                (format!("d0 + d1 * {c}"), (a.range.0 + scale(b.range, c).0, a.range.1 + scale(b.range, c).1))
            }
            6 => (format!("(d0 * {c} + d1) floordiv {c}"), whole),
            _ => (format!("(d0 + {k}) mod {c} + d1 - d1"), (0, c - 1)),
        }
    }

    fn basis(&mut self) -> (i128, i128) {
        (self.pick(&[2, 3, 4, 8, 16]), self.pick(&[1, 2, 4, 5, 32]))
    }

    fn delinearize(&mut self, index: &Var) -> Var {
        let (m, n) = self.basis();
        let result = self.fresh();
        let outer = if self.rng.bool() { "64, " } else { "" };
        self.line(&format!(
            "{result}:3 = affine.delinearize_index {} into ({outer}{m}, {n}) : index, index, index",
            index.name
        ));
        let whole = Type::Index.range();
        let digits = [whole, (0, m - 1), (0, n - 1)];
        let digits: Vec<Var> = digits
            .into_iter()
            .enumerate()
            .map(|(digit, range)| self.bind(format!("{result}#{digit}"), Type::Index, range))
            .collect();
        if self.rng.bool() {
            // The way back.
            let text =
                format!("affine.linearize_index [{result}#0, {result}#1, {result}#2] by ({m}, {n}) : index");
            return self.define(Type::Index, index.range, &text);
        }
        self.pick(&digits)
    }

    fn linearize(&mut self, a: &Var, b: &Var) -> Var {
        let (_, n) = self.basis();
        let disjoint = if (b.range.0 >= 0 && b.range.1 < n) || self.one_in(8) { "disjoint " } else { "" };
        let text = format!("affine.linearize_index {disjoint}[{}, {}] by ({n}) : index", a.name, b.name);
        let range = (a.range.0.saturating_mul(n) + b.range.0, a.range.1.saturating_mul(n) + b.range.1);
        self.define(Type::Index, range, &text)
    }
}
