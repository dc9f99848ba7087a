//! Layout operations as terms.

use layout_algebra::{AnyLayout, Arithmetic, Coord, Expr, IndexArithmetic, Layout, Swizzle, Symbol};
use layout_dialect::ops::LayoutOp;
use layout_dialect::{Coordinate, Integer, Interval, Known, index_number};
use layout_egraph::{Facts, Id, Node};
use layout_mlir::ir;
use layout_mlir::ir::Scalar;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::{Holds, Import, is_layout};
use crate::layout_nodes::LayoutNode;

impl<'c: 'a, 'a> Import<'_, 'c, 'a> {
    /// The terms of a layout's symbols, with the facts its type promises.
    fn symbols(&mut self, layout: &AnyLayout, values: &[Value<'c, 'a>]) -> Option<Vec<Id>> {
        layout
            .symbols()
            .iter()
            .zip(values)
            .map(|(symbol, value)| self.promised(*value, symbol.facts.into(), None))
            .collect()
    }

    /// The integer that an operation computes from a layout.
    pub(super) fn layout_integer(&mut self, op: OperationRef<'c, 'a>, known: &dyn LayoutOp) -> Option<Id> {
        let layout = ir::operand(op, 0)?;
        let coordinate = Coordinate::of(op);
        let indices: Vec<Value<'c, 'a>> = op.operands().skip(1).collect();
        let term = match self.around.resolver.get(layout) {
            Some(resolved) => {
                let symbols = self.symbols(&resolved.layout, &resolved.symbols)?;
                let integer = known.integer(&resolved.layout, coordinate).ok()?;
                let term = integer
                    .compute(&mut Terms { import: self, symbols: &symbols, indices: &indices })
                    .ok()?;
                self.promise_range(term, &integer, &indices);
                term
            }
            None => self.unknown_index(layout, coordinate?, &indices)?,
        };
        // An index that the type does not hold is poison.
        self.result(term, Scalar::Index, Holds::Promised)
    }

    /// Takes note that an index is one of the layout, or poison, where that makes it fit 32 bits:
    /// of a coordinate that is computed no leaf says how small it is promised to be.
    fn promise_range(&mut self, term: Id, integer: &Integer<'_>, indices: &[Value<'c, 'a>]) {
        if !matches!(integer, Integer::Index(..)) || self.graph.facts(term).fits(32) {
            return;
        }
        let interval = |value: &Value<'c, 'a>| {
            let facts = self.item(*value).map(|i| self.graph.facts(self.items[i as usize].class));
            facts.map(|f| Interval(f.lo, f.hi))
        };
        let Some(intervals) = indices.iter().map(interval).collect::<Option<Vec<_>>>() else { return };
        let Some((lo, hi)) = integer.range(&intervals) else { return };
        // The symbols' facts may say nothing of the least: an access does.
        if Facts::range(0, hi.max(0)).fits(32) {
            self.graph.promise(term, Facts::range(lo, hi), self.reads.own);
            self.reads.poison = true;
        }
    }

    /// An index of a layout of which only the operations are known.
    fn unknown_index(
        &mut self,
        layout: Value<'c, 'a>,
        coordinate: &Coordinate,
        indices: &[Value<'c, 'a>],
    ) -> Option<Id> {
        if Known::of_type(layout.r#type()) != Some(&Known::Nothing) {
            return None;
        }
        let coord = self.terms_of(coordinate.of_unknown(), indices)?;
        let layout = self.layout_value(layout);
        Some(self.graph.at(layout, &coord))
    }

    /// The terms of a coordinate's integers.
    fn terms_of(&mut self, coord: &Coord<Expr>, indices: &[Value<'c, 'a>]) -> Option<Coord<Id>> {
        Some(match coord {
            Coord::Int(Expr::Const(c)) => Coord::Int(self.graph.num(*c)),
            Coord::Int(e) => {
                // Outside its domain a coordinate's index is poison.
                Coord::Int(self.promised(*indices.get(index_number(e)?)?, Facts::NATURAL, None)?)
            }
            Coord::Tuple(parts) => {
                Coord::Tuple(parts.iter().map(|p| self.terms_of(p, indices)).collect::<Option<_>>()?)
            }
        })
    }

    /// The term of a layout: of a literal, of an operation on unknown layouts, or a leaf.
    fn layout_value(&mut self, value: Value<'c, 'a>) -> Id {
        // Layouts are made of layouts, operands first.
        let mut stack = vec![(value, false)];
        while let Some((value, ready)) = stack.pop() {
            if self.layout_terms.contains_key(&ir::key(value)) {
                continue;
            }
            let operation = ir::defining_op(value).filter(|op| {
                is_layout(ir::name(*op)) && Known::of_type(value.r#type()) == Some(&Known::Nothing)
            });
            match operation {
                Some(op) if !ready => {
                    stack.push((value, true));
                    stack.extend(op.operands().map(|v| (v, false)));
                }
                _ => {
                    let term = operation.and_then(|op| self.layout_term(op));
                    let term = term.unwrap_or_else(|| self.layout_leaf(value));
                    self.layout_terms.insert(ir::key(value), term);
                }
            }
        }
        self.layout_terms[&ir::key(value)]
    }

    fn layout_leaf(&mut self, value: Value<'c, 'a>) -> Id {
        match self.around.resolver.get(value).map(|r| r.layout) {
            Some(AnyLayout::Plain(l)) if l.is_static() => self.graph.lit(l),
            _ => {
                self.layouts.push(value);
                self.graph.add_as_it_stands(Node::Arg(self.layouts.len() as u32 - 1))
            }
        }
    }

    /// The term of an operation on unknown layouts whose operands have terms.
    fn layout_term(&mut self, op: OperationRef<'c, 'a>) -> Option<Id> {
        // No node has these.
        if op.has_attribute("range") || op.has_attribute("cover") {
            return None;
        }
        let row = LayoutNode::of_operation(ir::name(op))?;
        let operands: Vec<Id> =
            op.operands().map(|v| self.layout_terms.get(&ir::key(v)).copied()).collect::<Option<_>>()?;
        if let Some(tile) = op.attribute("tile").ok().and_then(Known::tile_of_attribute) {
            return Some(self.graph.by_tile(row.tile?, *operands.first()?, tile.clone()));
        }
        Some(self.graph.add_as_it_stands(row.node(&operands)?))
    }
}

/// Layout expressions as terms.
struct Terms<'i, 'o, 'c, 'a> {
    import: &'i mut Import<'o, 'c, 'a>,
    /// The terms of the layout's symbols.
    symbols: &'i [Id],
    /// The integers of the coordinate that are no constants.
    indices: &'i [Value<'c, 'a>],
}

impl<'c: 'a, 'a> Arithmetic for Terms<'_, '_, 'c, 'a> {
    type Value = Id;
    type Error = ();

    fn constant(&mut self, value: i64) -> Result<Id, ()> {
        self.import.graph.constant(value)
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<Id, ()> {
        self.symbols.get(symbol.id as usize).copied().ok_or(())
    }

    fn add(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        Arithmetic::add(&mut self.import.graph, a, b)
    }

    fn mul(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        Arithmetic::mul(&mut self.import.graph, a, b)
    }

    fn floordiv(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        self.import.graph.floordiv(a, b)
    }

    fn modulo(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        self.import.graph.modulo(a, b)
    }

    fn minimum(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        self.import.graph.minimum(a, b)
    }

    fn maximum(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        self.import.graph.maximum(a, b)
    }
}

impl<'c: 'a, 'a> IndexArithmetic for Terms<'_, '_, 'c, 'a> {
    fn swizzle(&mut self, swizzle: Swizzle, value: Id) -> Result<Id, ()> {
        self.import.graph.swz(swizzle, value).ok_or(())
    }

    fn coordinate(&mut self, integer: &Expr, mode: &Layout) -> Result<Id, ()> {
        if let Expr::Const(c) = integer {
            return Ok(self.import.graph.num(*c));
        }
        let value = *index_number(integer).and_then(|n| self.indices.get(n)).ok_or(())?;
        // Outside its domain a coordinate's index is poison.
        let (least, most) = mode.size().map_err(drop)?.bounds();
        let most = most.map_or(i128::MAX, |n| (n - 1).max(0));
        let promise = Facts { lo: 0, hi: most, ..Facts::UNKNOWN };
        let term = self.import.promised(value, promise, None).ok_or(())?;
        // What the size is, only run time may tell.
        if least.is_none_or(|least| self.import.graph.facts(term).hi >= least) {
            self.import.reads.poison = true;
        }
        Ok(term)
    }
}
