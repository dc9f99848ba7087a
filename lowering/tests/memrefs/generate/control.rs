//! Statements with statements in them: calls, branches, loops that carry buffers.

use super::{Buffer, Writer};

impl Writer<'_> {
    /// Statements of a part of the program, over these buffers alone.
    pub(super) fn nested(&mut self, scope: Vec<Buffer>) {
        let before = std::mem::replace(&mut self.scope, scope);
        self.depth += 1;
        for _ in 0..self.rng.usize(1..3) {
            if self.depth < 3 {
                self.statement();
            } else {
                self.element();
            }
        }
        self.depth -= 1;
        self.scope = before;
    }

    /// A function of two buffers that returns the one or the other, through blocks or not.
    pub(super) fn call(&mut self) {
        if self.depth > 0 {
            return;
        }
        let (a, b) = (self.buffer(), self.buffer());
        let number = self.functions.len();
        let outside = std::mem::take(&mut self.text);
        let rename = |b: &Buffer, name: &str| Buffer { name: name.into(), ..b.clone() };
        let (x, y) = (rename(&a, "%a"), rename(&b, "%b"));
        let blocks = self.rng.bool();
        if blocks {
            let (p, q, r) = (rename(&a, "%p"), rename(&a, "%q"), rename(&b, "%r"));
            self.line(&format!("cf.cond_br %c, ^x(%a : {0}), ^y(%b, %a : {1}, {0})", a.r#type, b.r#type));
            self.text.push_str(&format!("^x(%p: {}):\n", a.r#type));
            self.nested(vec![p, y.clone()]);
            self.line(&format!("cf.br ^y(%b, %p : {}, {})", b.r#type, a.r#type));
            self.text.push_str(&format!("^y(%r: {}, %q: {}):\n", b.r#type, a.r#type));
            self.nested(vec![q, r]);
            self.line(&format!("return %r, %q : {}, {}", b.r#type, a.r#type));
        } else {
            self.nested(vec![x, y]);
            self.line(&format!("return %b, %a : {}, {}", b.r#type, a.r#type));
        }
        let body = std::mem::replace(&mut self.text, outside);
        self.functions.push(format!(
            "func.func private @f{number}(%z: index, %c: i1, %a: {0}, %b: {1}) -> ({1}, {0}) {{\n{body}}}\n",
            a.r#type, b.r#type
        ));
        let holds = self.rng.bool();
        let condition = self.condition(holds);
        let name = self.fresh();
        self.line(&format!(
            "{name}:2 = func.call @f{number}(%z, {condition}, {}, {}) : (index, i1, {2}, {3}) -> ({3}, {2})",
            a.name, b.name, a.r#type, b.r#type
        ));
        self.scope.push(Buffer { name: format!("{name}#0"), ..b });
        self.scope.push(Buffer { name: format!("{name}#1"), ..a });
    }

    /// Two buffers of one type, of which both are in scope.
    pub(super) fn twins(&mut self) -> (Buffer, Buffer) {
        let a = self.allocate();
        let copy = if a.r#type.contains('?') {
            // The other is the same memory.
            let condition = self.condition(true);
            let name = self.define(&format!("arith.select {condition}, {0}, {0} : {1}", a.name, a.r#type));
            Buffer { name, ..a.clone() }
        } else {
            let name = self.define(&format!("memref.alloc() : {}", a.r#type));
            let copy = Buffer { name, ..a.clone() };
            self.fill(&copy);
            copy
        };
        self.scope.extend([a.clone(), copy.clone()]);
        (a, copy)
    }

    pub(super) fn branch(&mut self) {
        let (a, b) = self.twins();
        let holds = self.rng.bool();
        let condition = self.condition(holds);
        let r#type = a.r#type.clone();
        if self.rng.u32(..3) == 0 {
            let name = self
                .define(&format!("arith.select {condition}, {}, {} : {type}", a.name, b.name, type = r#type));
            self.scope.push(Buffer { name, ..a });
            return;
        }
        let name = self.fresh();
        self.line(&format!("{name} = scf.if {condition} -> ({type}) {{", type = r#type));
        for (n, buffer) in [(0, &a), (1, &b)] {
            self.indent += 1;
            self.nested(vec![a.clone(), b.clone()]);
            self.line(&format!("scf.yield {} : {type}", buffer.name, type = r#type));
            self.indent -= 1;
            self.line(if n == 0 { "} else {" } else { "}" });
        }
        self.scope.push(Buffer { name, ..a });
    }

    /// A loop that swaps two buffers.
    pub(super) fn carried(&mut self) {
        let (a, b) = self.twins();
        let r#type = a.r#type.clone();
        let zero = self.define("arith.constant 0 : index");
        let end = self.rng.i64(1..4);
        let end = self.number(end);
        let one = self.define("arith.constant 1 : index");
        let (name, index, p, q) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        self.line(&format!(
            "{name}:2 = scf.for {index} = {zero} to {end} step {one} iter_args({p} = {}, {q} = {}) -> ({type}, {type}) {{",
            a.name, b.name, type = r#type
        ));
        self.indent += 1;
        let inner = [(&a, &p), (&b, &q)].map(|(b, n)| Buffer { name: n.clone(), ..b.clone() });
        self.nested(inner.to_vec());
        self.line(&format!("scf.yield {q}, {p} : {type}, {type}", type = r#type));
        self.indent -= 1;
        self.line("}");
        self.scope.push(Buffer { name: format!("{name}#0"), ..a });
        self.scope.push(Buffer { name: format!("{name}#1"), ..b });
    }
}
