//! SSA to terms: index arithmetic and layout operations as an e-graph.
//!
//! Terms are mathematical integers, IR values have a width. An operation becomes
//! a term only if the two agree: additions and products whose facts, or whose
//! overflow flags, exclude wrapping; unsigned divisions of values known to be
//! non-negative. Everything else is a leaf.

use std::collections::HashMap;

use egg::Id;
use layout_algebra::{AnyLayout, Arithmetic, Expr, IndexArithmetic, Layout, Swizzle, Symbol};
use layout_dialect::{Known, coordinate, ir};
use layout_egraph::{Facts, Graph, Node};
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::facts::{Limits, leaf_facts, loop_depth};
use super::resolve::Resolver;

/// The terms of some operations.
pub struct Import<'c, 'a> {
    /// The e-graph.
    pub graph: Graph,
    /// For each leaf number the value it stands for.
    pub leaves: Vec<Value<'c, 'a>>,
    /// For each opaque layout its value.
    pub layouts: Vec<Value<'c, 'a>>,
    resolver: Resolver<'c, 'a>,
    terms: HashMap<ir::ValueKey, Id>,
    layout_terms: HashMap<ir::ValueKey, Id>,
    /// Leaves that promise more than their value shows, by value and facts.
    promised: HashMap<(ir::ValueKey, i64, i64, i64, i64), Id>,
    limits: Limits,
    /// The largest index: arithmetic that may pass it wraps.
    largest: i64,
}

/// Whether an operation may become a term, from its name alone.
pub fn is_arithmetic(name: &str) -> bool {
    matches!(
        name,
        "arith.constant"
            | "arith.addi"
            | "arith.subi"
            | "arith.muli"
            | "arith.divui"
            | "arith.remui"
            | "arith.divsi"
            | "arith.remsi"
            | "arith.floordivsi"
            | "arith.shli"
            | "arith.shrui"
            | "arith.shrsi"
            | "arith.andi"
            | "arith.ori"
            | "arith.xori"
            | "arith.minui"
            | "arith.maxui"
            | "arith.minsi"
            | "arith.maxsi"
    )
}

/// Whether an operation computes an index from a layout.
pub fn is_layout_index(name: &str) -> bool {
    matches!(name, "layout.crd2idx" | "layout.size" | "layout.cosize")
}

/// Whether an operation yields a layout.
pub fn is_layout(name: &str) -> bool {
    name.starts_with("layout.") && !is_layout_index(name)
}

impl<'c, 'a> Import<'c, 'a> {
    /// Imports operations given in program order; `index_bits` is how wide `index` will be.
    pub fn new(ops: &[OperationRef<'c, 'a>], limits: Limits, index_bits: u32) -> Self {
        let mut import = Self {
            graph: Graph::default(),
            leaves: Vec::new(),
            layouts: Vec::new(),
            resolver: Resolver::default(),
            terms: HashMap::new(),
            layout_terms: HashMap::new(),
            promised: HashMap::new(),
            limits,
            largest: if index_bits <= 32 { i32::MAX.into() } else { i64::MAX - 1 },
        };
        for op in ops {
            import.visit(*op);
        }
        import
    }

    /// The term of a value, if its operation became one.
    pub fn term(&self, value: Value<'c, 'a>) -> Option<Id> {
        self.terms.get(&ir::key(value)).copied()
    }

    fn visit(&mut self, op: OperationRef<'c, 'a>) {
        let name = ir::name(op);
        let Some(result) = ir::result(op) else { return };
        if is_layout(&name) {
            self.resolver.visit(op);
            let term = self.layout_term(op, &name);
            if let Some(term) = term {
                self.layout_terms.insert(ir::key(result), term);
            }
            return;
        }
        let term = match name.as_str() {
            "layout.crd2idx" => self.crd2idx(op),
            "layout.size" | "layout.cosize" => self.measure(op, name == "layout.size"),
            _ if ir::is_index(result.r#type()) => self.arithmetic(op, &name),
            _ => None,
        };
        if let Some(term) = term {
            self.terms.insert(ir::key(result), term);
        }
    }

    fn operand(&mut self, op: OperationRef<'c, 'a>, i: usize) -> Option<Id> {
        Some(self.value(ir::operand(op, i)?))
    }

    /// The term of an operand: its own, or a leaf.
    fn value(&mut self, value: Value<'c, 'a>) -> Id {
        if let Some(term) = self.terms.get(&ir::key(value)) {
            return *term;
        }
        let facts = leaf_facts(value, &self.limits);
        let term = match facts.as_const() {
            Some(c) => self.graph.num(c),
            None => self.leaf(value, facts),
        };
        self.terms.insert(ir::key(value), term);
        term
    }

    fn leaf(&mut self, value: Value<'c, 'a>, facts: Facts) -> Id {
        self.leaves.push(value);
        self.graph.var(facts, loop_depth(value))
    }

    /// A leaf for a value that one use promises more of than is known in
    /// general. It is a leaf of its own: the promise must not reach other uses.
    fn promised(&mut self, value: Value<'c, 'a>, promise: Facts) -> Id {
        let term = self.value(value);
        let facts = self.graph.facts(term);
        let met = facts.meet(promise);
        if met == facts || met.is_contradiction() || !self.is_leaf(term) {
            return term;
        }
        let key = (ir::key(value), met.lo, met.hi, met.modulus, met.residue);
        if let Some(known) = self.promised.get(&key) {
            return *known;
        }
        let leaf = self.leaf(value, met);
        self.promised.insert(key, leaf);
        leaf
    }

    fn is_leaf(&self, term: Id) -> bool {
        self.graph.egraph[term].nodes.iter().any(|n| matches!(n, Node::Var(_)))
    }

    fn arithmetic(&mut self, op: OperationRef<'c, 'a>, name: &str) -> Option<Id> {
        if name == "arith.constant" {
            let c = ir::integer(op.attribute("value").ok()?)?;
            return Some(self.graph.num(c));
        }
        if !is_arithmetic(name) {
            return None;
        }
        let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let (fa, fb) = (self.graph.facts(a), self.graph.facts(b));
        let natural = fa.non_negative() && fb.non_negative();
        let positive = fb.lo >= 1;
        let constant = fb.as_const();
        let no_wrap = {
            let flags = op.attribute("overflowFlags").map(|f| f.to_string()).unwrap_or_default();
            flags.contains("nsw")
        };
        let largest = self.largest;
        let fits = |f: Facts| f.within(-largest, largest);
        let graph = &mut self.graph;
        let exact = |f: Facts| no_wrap || fits(f);
        match name {
            "arith.addi" if exact(Facts::sum(0, [(1, fa), (1, fb)])) => graph.sum(0, [(1, a), (1, b)]),
            "arith.subi" if exact(Facts::sum(0, [(1, fa), (-1, fb)])) => graph.sum(0, [(1, a), (-1, b)]),
            "arith.muli" if exact(fa.mul(&fb)) => graph.mul(a, b),
            "arith.divui" | "arith.divsi" if natural && positive => graph.div(a, b),
            "arith.remui" | "arith.remsi" if natural && positive => graph.rem(a, b),
            "arith.floordivsi" if positive => graph.div(a, b),
            "arith.shli" => {
                let c = graph.num(1i64.checked_shl(u32::try_from(constant?).ok()?).filter(|c| *c > 0)?);
                exact(fa.mul(&graph.facts(c))).then(|| graph.mul(a, c))?
            }
            "arith.shrui" | "arith.shrsi" if name == "arith.shrsi" || fa.non_negative() => {
                let c = graph.num(1i64.checked_shl(u32::try_from(constant?).ok()?).filter(|c| *c > 0)?);
                graph.div(a, c)
            }
            "arith.andi" => {
                let mask = constant?;
                // A mask of low bits is a remainder, of negative values too.
                let modulus = mask.checked_add(1).filter(|m| mask >= 0 && m.count_ones() == 1)?;
                let modulus = graph.num(modulus);
                graph.rem(a, modulus)
            }
            "arith.ori" if fa.disjoint(&fb) => graph.sum(0, [(1, a), (1, b)]),
            "arith.xori" => graph.xor(a, b),
            "arith.minsi" | "arith.minui" if name == "arith.minsi" || natural => graph.add(Node::Min([a, b])),
            "arith.maxsi" | "arith.maxui" if name == "arith.maxsi" || natural => graph.add(Node::Max([a, b])),
            _ => None,
        }
    }

    /// The terms of a layout's symbols, with the facts its type promises.
    fn symbols(&mut self, layout: &AnyLayout, values: &[Value<'c, 'a>]) -> Vec<Id> {
        layout
            .symbols()
            .iter()
            .zip(values)
            .map(|(symbol, value)| {
                let f = symbol.facts;
                self.promised(*value, Facts::range(f.min, f.max).with_divisor(f.div))
            })
            .collect()
    }

    fn crd2idx(&mut self, op: OperationRef<'c, 'a>) -> Option<Id> {
        let layout_value = ir::operand(op, 0)?;
        let text = StringAttribute::try_from(op.attribute("coord").ok()?).ok()?.value().to_string();
        let indices: Vec<Value<'c, 'a>> = op.operands().skip(1).collect();
        let Some(resolved) = self.resolver.get(layout_value) else {
            return self.unknown_crd2idx(layout_value, &text, &indices);
        };
        let symbols = self.symbols(&resolved.layout, &resolved.symbols);
        let coord = coordinate(&text, resolved.layout.domain()).ok()?;
        resolved
            .layout
            .compute_index(&coord, &mut Terms { import: self, symbols: &symbols, indices: &indices })
            .ok()
    }

    fn measure(&mut self, op: OperationRef<'c, 'a>, size: bool) -> Option<Id> {
        let resolved = self.resolver.get(ir::operand(op, 0)?)?;
        let symbols = self.symbols(&resolved.layout, &resolved.symbols);
        let measure = if size { resolved.layout.size() } else { resolved.layout.cosize() };
        measure.ok()?.compute(&mut Terms { import: self, symbols: &symbols, indices: &[] }).ok()
    }

    /// An index of a layout of which only the operations are known.
    fn unknown_crd2idx(
        &mut self,
        layout: Value<'c, 'a>,
        text: &str,
        indices: &[Value<'c, 'a>],
    ) -> Option<Id> {
        if text != "(?)" || Known::of_type(layout.r#type()) != Some(Known::Nothing) {
            return None;
        }
        let layout = self.layout_value(layout);
        let index = self.value(*indices.first()?);
        Some(self.graph.app(layout, index))
    }

    fn layout_value(&mut self, value: Value<'c, 'a>) -> Id {
        if let Some(term) = self.layout_terms.get(&ir::key(value)) {
            return *term;
        }
        let term = match self.resolver.get(value).map(|r| r.layout) {
            Some(AnyLayout::Plain(l)) if l.is_static() => self.graph.lit(l),
            _ => {
                self.layouts.push(value);
                self.graph.egraph.add(Node::Arg(self.layouts.len() as u32 - 1))
            }
        };
        self.layout_terms.insert(ir::key(value), term);
        term
    }

    /// The term of an operation on unknown layouts.
    fn layout_term(&mut self, op: OperationRef<'c, 'a>, name: &str) -> Option<Id> {
        if Known::of_type(ir::result(op)?.r#type()) != Some(Known::Nothing) || op.has_attribute("tile") {
            return None;
        }
        let operands: Vec<Id> =
            op.operands().collect::<Vec<_>>().into_iter().map(|v| self.layout_value(v)).collect();
        let node = match (name, operands.as_slice()) {
            ("layout.coalesce", [a]) => Node::Coalesce([*a]),
            ("layout.composition", [a, b]) => Node::Compose([*a, *b]),
            ("layout.logical_divide", [a, b]) => Node::Divide([*a, *b]),
            ("layout.complement", [a, b]) => Node::Complement([*a, *b]),
            _ => return None,
        };
        Some(self.graph.egraph.add(node))
    }
}

/// Layout expressions as terms.
struct Terms<'i, 'c, 'a> {
    import: &'i mut Import<'c, 'a>,
    /// The terms of the layout's symbols.
    symbols: &'i [Id],
    /// The integers of the coordinate that are no constants.
    indices: &'i [Value<'c, 'a>],
}

impl Arithmetic for Terms<'_, '_, '_> {
    type Value = Id;
    type Error = ();

    fn constant(&mut self, value: i64) -> Result<Id, ()> {
        Ok(self.import.graph.num(value))
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<Id, ()> {
        self.symbols.get(symbol.id as usize).copied().ok_or(())
    }

    fn add(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        self.import.graph.sum(0, [(1, a), (1, b)]).ok_or(())
    }

    fn mul(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        self.import.graph.mul(a, b).ok_or(())
    }

    fn floordiv(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        self.import.graph.div(a, b).ok_or(())
    }

    fn modulo(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        self.import.graph.rem(a, b).ok_or(())
    }

    fn minimum(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        self.import.graph.add(Node::Min([a, b])).ok_or(())
    }

    fn maximum(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        self.import.graph.add(Node::Max([a, b])).ok_or(())
    }
}

impl IndexArithmetic for Terms<'_, '_, '_> {
    fn swizzle(&mut self, swizzle: Swizzle, value: Id) -> Result<Id, ()> {
        self.import.graph.swz(swizzle, value).ok_or(())
    }

    fn coordinate(&mut self, integer: &Expr, mode: &Layout) -> Result<Id, ()> {
        if let Expr::Const(c) = integer {
            return Ok(self.import.graph.num(*c));
        }
        let mut number = None;
        integer.for_each_symbol(&mut |s| number = Some(s.id as usize));
        let value = *number.and_then(|n| self.indices.get(n)).ok_or(())?;
        // Outside its domain a coordinate's index is poison.
        let most = mode.size().map_err(drop)?.bounds().1.and_then(|n| i64::try_from(n - 1).ok());
        Ok(self.import.promised(value, Facts::range(0, most.unwrap_or(i64::MAX).max(0))))
    }
}
