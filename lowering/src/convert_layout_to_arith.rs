//! `convert-layout-to-arith`: layout operations to index arithmetic, one by one.
//!
//! What `layout-simplify` leaves, or, without it, everything: each digit of a
//! coordinate is a division and a remainder, each stride a product. All layout
//! operations are gone afterwards.
//!
//! # Errors
//! An index of a layout that is not known here: one that comes through a
//! block's argument (`layout-expand-boundaries` sees to functions), or `!layout<*>`.

use layout_algebra::{AnyLayout, Arithmetic, Coord, Expr, Layout, Outer, Swizzle, Symbol};
use layout_dialect::registry::{OptionValues, PassInfo};
use layout_dialect::{Known, coordinate, ir};
use layout_egraph::Facts;
use layout_passes::support::facts::{Limits, leaf_facts};
use layout_passes::support::import::is_layout;
use layout_passes::support::resolve::{Resolved, Resolver};
use melior::Context;
use melior::ir::attribute::{IntegerAttribute, StringAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Identifier, Location, OperationRef, Type, Value, ValueLike};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "convert-layout-to-arith",
    summary: "Convert layout operations to arith operations on index",
    options: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    let ops = ir::nested(op);
    let mut resolver = Resolver::default();
    let mut ok = true;
    for op in &ops {
        let name = ir::name(*op);
        if is_layout(&name) {
            resolver.visit(*op);
        }
        if !matches!(name.as_str(), "layout.crd2idx" | "layout.size" | "layout.cosize") {
            continue;
        }
        match lower(*op, &name, &resolver) {
            Ok(value) => {
                if let Some(result) = ir::result(*op) {
                    ir::replace_all_uses(result, value);
                }
            }
            Err(message) => {
                ir::emit_error(ir::location(*op), &message);
                ok = false;
            }
        }
    }
    if !ok {
        return false;
    }
    for op in ops.iter().rev() {
        if !ir::name(*op).starts_with("layout.") {
            continue;
        }
        if op.results().all(|r| ir::is_unused(r.into())) {
            ir::erase(*op);
        } else {
            ir::emit_error(
                ir::location(*op),
                "the layout leaves its function or block here; layout-expand-boundaries carries it across functions, \
                 across other blocks pass the values of its symbols and make the layout again",
            );
            ok = false;
        }
    }
    ok
}

fn lower<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    name: &str,
    resolver: &Resolver<'c, 'a>,
) -> Result<Value<'c, 'a>, String> {
    let layout = ir::operand(op, 0).ok_or("the layout operand is missing")?;
    let Some(resolved) = resolver.get(layout) else {
        return Err(match Known::of_type(layout.r#type()) {
            Some(Known::Nothing) => {
                "the layout is unknown (!layout<*>), so its index cannot be computed; give the type of its source".into()
            }
            _ => "the values of the layout's symbols are not known here: it comes through an argument; \
                  run layout-expand-boundaries first, or pass the values and make the layout where it is used"
                .to_string(),
        });
    };
    let mut emit =
        Emit { context: ir::context(op), location: ir::location(op), before: op, resolved: &resolved };
    let value = match name {
        "layout.crd2idx" => emit.crd2idx(op)?,
        _ => {
            let layout = &resolved.layout;
            let measure = if name == "layout.size" { layout.size() } else { layout.cosize() };
            measure.map_err(|e| e.to_string())?.compute(&mut emit)?
        }
    };
    Ok(value.0)
}

/// An index value and what is known of it.
type Index<'c, 'a> = (Value<'c, 'a>, Facts);

/// Emits arithmetic before an operation.
struct Emit<'r, 'c, 'a> {
    context: &'c Context,
    location: Location<'c>,
    before: OperationRef<'c, 'a>,
    resolved: &'r Resolved<'c, 'a>,
}

impl<'c: 'a, 'a> Emit<'_, 'c, 'a> {
    fn op(&self, name: &str, operands: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        let op = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_results(&[Type::index(self.context)])
            .build();
        ir::inserted_result(self.before, op)
    }

    fn number(&self, c: i64) -> Index<'c, 'a> {
        let index = Type::index(self.context);
        let op = OperationBuilder::new("arith.constant", self.location)
            .add_results(&[index])
            .add_attributes(&[(
                Identifier::new(self.context, "value"),
                IntegerAttribute::new(index, c).into(),
            )])
            .build();
        (ir::inserted_result(self.before, op), Facts::constant(c))
    }

    fn crd2idx(&mut self, op: OperationRef<'c, 'a>) -> Result<Index<'c, 'a>, String> {
        let layout = &self.resolved.layout;
        let text = op.attribute("coord").ok().and_then(|a| StringAttribute::try_from(a).ok());
        let text = text.ok_or("the coordinate is missing")?.value().to_string();
        let coord = coordinate(&text, layout.domain()).map_err(|e| e.to_string())?;
        let indices: Vec<Value<'c, 'a>> = op.operands().skip(1).collect();
        let inner = self.coordinate(layout.domain(), &coord, &indices)?;
        match layout {
            AnyLayout::Plain(_) => Ok(inner),
            AnyLayout::Composed(c) => {
                let offset = c.offset.compute(self)?;
                let index = self.add(inner, offset)?;
                self.outer(&c.outer, index)
            }
        }
    }

    fn outer(&mut self, outer: &Outer, index: Index<'c, 'a>) -> Result<Index<'c, 'a>, String> {
        match outer {
            Outer::Swizzle(s) => self.swizzle(*s, index),
            Outer::Layout(l) => self.at(l, index),
            Outer::Composed(c) => {
                let inner = self.at(&c.inner, index)?;
                let offset = c.offset.compute(self)?;
                let index = self.add(inner, offset)?;
                self.outer(&c.outer, index)
            }
        }
    }

    fn swizzle(&mut self, s: Swizzle, x: Index<'c, 'a>) -> Result<Index<'c, 'a>, String> {
        let (mask, distance) = (self.number(s.source_mask()), self.number(i64::from(s.shift().abs())));
        let field = self.op("arith.andi", &[x.0, mask.0]);
        let moved = self.op(if s.shift() >= 0 { "arith.shrui" } else { "arith.shli" }, &[field, distance.0]);
        Ok((self.op("arith.xori", &[x.0, moved]), x.1.swizzle(s)))
    }

    fn coordinate(
        &mut self,
        layout: &Layout,
        coord: &Coord<Expr>,
        indices: &[Value<'c, 'a>],
    ) -> Result<Index<'c, 'a>, String> {
        match coord {
            Coord::Int(Expr::Const(c)) => {
                let index = self.number(*c);
                self.at(layout, index)
            }
            Coord::Int(e) => {
                let mut number = None;
                e.for_each_symbol(&mut |s| number = Some(s.id as usize));
                let value = number.and_then(|n| indices.get(n)).copied().ok_or("an index is missing")?;
                // Outside its domain a coordinate's index is poison, so it may be taken as natural.
                let natural = leaf_facts(value, &Limits::GENERIC).meet(Facts::range(0, i64::MAX));
                self.at(layout, (value, natural))
            }
            Coord::Tuple(parts) => {
                let mut sum: Option<Index<'c, 'a>> = None;
                for (mode, part) in layout.modes().iter().zip(parts) {
                    let term = self.coordinate(mode, part, indices)?;
                    sum = Some(match sum {
                        None => term,
                        Some(s) => self.add(s, term)?,
                    });
                }
                Ok(sum.unwrap_or_else(|| self.number(0)))
            }
        }
    }

    fn at(&mut self, layout: &Layout, index: Index<'c, 'a>) -> Result<Index<'c, 'a>, String> {
        let count = layout.shape_leaves().len();
        let mut rest = index;
        let mut sum: Option<Index<'c, 'a>> = None;
        for (i, (size, stride)) in layout.shape_leaves().iter().zip(layout.stride_leaves()).enumerate() {
            let last = i + 1 == count;
            let digit = if last {
                rest
            } else {
                let size = size.compute(self)?;
                let digit = self.modulo(rest, size)?;
                rest = self.floordiv(rest, size)?;
                digit
            };
            let stride = stride.compute(self)?;
            let term = self.mul(digit, stride)?;
            sum = Some(match sum {
                None => term,
                Some(s) => self.add(s, term)?,
            });
        }
        Ok(sum.unwrap_or_else(|| self.number(0)))
    }
}

impl<'c: 'a, 'a> Arithmetic for Emit<'_, 'c, 'a> {
    type Value = Index<'c, 'a>;
    type Error = String;

    fn constant(&mut self, value: i64) -> Result<Self::Value, String> {
        Ok(self.number(value))
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<Self::Value, String> {
        let value = self.resolved.symbols.get(symbol.id as usize).copied().ok_or("a symbol has no value")?;
        let f = symbol.facts;
        Ok((value, Facts::range(f.min, f.max).with_divisor(f.div)))
    }

    fn add(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, String> {
        Ok((self.op("arith.addi", &[a.0, b.0]), Facts::sum(0, [(1, a.1), (1, b.1)])))
    }

    fn mul(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, String> {
        Ok((self.op("arith.muli", &[a.0, b.0]), a.1.mul(&b.1)))
    }

    fn floordiv(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, String> {
        let name = if a.1.non_negative() { "arith.divui" } else { "arith.floordivsi" };
        Ok((self.op(name, &[a.0, b.0]), a.1.div(&b.1)))
    }

    fn modulo(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, String> {
        let facts = a.1.rem(&b.1);
        if a.1.non_negative() {
            return Ok((self.op("arith.remui", &[a.0, b.0]), facts));
        }
        let quotient = self.op("arith.floordivsi", &[a.0, b.0]);
        let whole = self.op("arith.muli", &[quotient, b.0]);
        Ok((self.op("arith.subi", &[a.0, whole]), facts))
    }

    fn minimum(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, String> {
        Ok((self.op("arith.minsi", &[a.0, b.0]), a.1.min(&b.1)))
    }

    fn maximum(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, String> {
        Ok((self.op("arith.maxsi", &[a.0, b.0]), a.1.max(&b.1)))
    }
}
