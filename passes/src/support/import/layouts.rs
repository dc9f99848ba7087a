//! Layout operations as terms.

use egg::Id;
use layout_algebra::{AnyLayout, Arithmetic, Coord, Expr, IndexArithmetic, Layout, Swizzle, Symbol};
use layout_dialect::{Known, coordinate, ir, unknown_coordinate};
use layout_egraph::{Facts, Node, TileOp};
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
        if Known::of_type(layout.r#type()) != Some(Known::Nothing) {
            return None;
        }
        let coord = self.terms_of(&unknown_coordinate(text).ok()?, indices)?;
        let layout = self.layout_value(layout);
        Some(self.graph.at(layout, &coord))
    }

    /// The terms of a coordinate's integers.
    fn terms_of(&mut self, coord: &Coord<Expr>, indices: &[Value<'c, 'a>]) -> Option<Coord<Id>> {
        Some(match coord {
            Coord::Int(Expr::Const(c)) => Coord::Int(self.graph.num(*c)),
            Coord::Int(e) => {
                let mut number = None;
                e.for_each_symbol(&mut |s| number = Some(s.id as usize));
                // Outside its domain a coordinate's index is poison.
                Coord::Int(self.promised(*indices.get(number?)?, Facts::range(0, i64::MAX)))
            }
            Coord::Tuple(parts) => {
                Coord::Tuple(parts.iter().map(|p| self.terms_of(p, indices)).collect::<Option<_>>()?)
            }
        })
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
        if Known::of_type(ir::result(op)?.r#type()) != Some(Known::Nothing) || op.has_attribute("range") {
            return None;
        }
        let operands: Vec<Id> =
            op.operands().collect::<Vec<_>>().into_iter().map(|v| self.layout_value(v)).collect();
        if let Some(tile) = op.attribute("tile").ok().and_then(Known::tile_of_attribute) {
            let op = match name {
                "layout.composition" => TileOp::Composition,
                "layout.logical_divide" => TileOp::LogicalDivide,
                "layout.zipped_divide" => TileOp::ZippedDivide,
                _ => return None,
            };
            return Some(self.graph.by_tile(op, *operands.first()?, tile));
        }
        let node = match (name, operands.as_slice()) {
            ("layout.coalesce", [a]) => Node::Coalesce([*a]),
            ("layout.flatten", [a]) => Node::Flatten([*a]),
            ("layout.right_inverse", [a]) => Node::RightInverse([*a]),
            ("layout.left_inverse", [a]) => Node::LeftInverse([*a]),
            ("layout.composition", [a, b]) => Node::Compose([*a, *b]),
            // A tile that is one layout divides the layout as a whole.
            ("layout.logical_divide" | "layout.zipped_divide", [a, b]) => Node::Divide([*a, *b]),
            ("layout.logical_product", [a, b]) => Node::Product([*a, *b]),
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
