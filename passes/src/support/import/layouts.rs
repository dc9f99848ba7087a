//! Layout operations as terms.

use egg::Id;
use layout_algebra::{AnyLayout, Arithmetic, Expr, IndexArithmetic, Layout, Swizzle, Symbol};
use layout_dialect::{Known, coordinate, ir};
use layout_egraph::{Facts, Node};
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::Import;

impl<'c: 'a, 'a> Import<'c, 'a> {
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

    pub(super) fn crd2idx(&mut self, op: OperationRef<'c, 'a>) -> Option<Id> {
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

    pub(super) fn measure(&mut self, op: OperationRef<'c, 'a>, size: bool) -> Option<Id> {
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
    pub(super) fn layout_term(&mut self, op: OperationRef<'c, 'a>, name: &str) -> Option<Id> {
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

impl<'c: 'a, 'a> Arithmetic for Terms<'_, 'c, 'a> {
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

impl<'c: 'a, 'a> IndexArithmetic for Terms<'_, 'c, 'a> {
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
