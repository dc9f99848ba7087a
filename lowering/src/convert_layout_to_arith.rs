//! `convert-layout-to-arith`: layout operations to index arithmetic, one by one.
//!
//! What `layout-simplify` leaves, or, without it, everything: each digit of a
//! coordinate is a division and a remainder, each stride a product. All layout
//! operations are gone afterwards.
//!
//! # Errors
//! An index of a layout that is not known here: one that comes through a
//! block's argument (`layout-expand-boundaries` sees to functions), or `!layout<*>`.

use layout_algebra::{Arithmetic, Expr, IndexArithmetic, Layout, Swizzle, Symbol};
use layout_bridge::facts::{Machine, leaf_facts};
use layout_bridge::import::is_layout;
use layout_bridge::resolve::{Resolved, Resolver};
use layout_dialect::registry::{OptionValues, PassInfo};
use layout_dialect::{Known, coordinate, ir};
use layout_egraph::Facts;
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
    let indices: Vec<Value<'c, 'a>> = op.operands().skip(1).collect();
    let (context, location) = (ir::context(op), ir::location(op));
    let mut emit = Emit { context, location, before: op, resolved: &resolved, indices: &indices };
    let value = match name {
        "layout.crd2idx" => {
            let text = op.attribute("coord").ok().and_then(|a| StringAttribute::try_from(a).ok());
            let text = text.ok_or("the coordinate is missing")?.value().to_string();
            let coord = coordinate(&text, resolved.layout.domain()).map_err(|e| e.to_string())?;
            resolved.layout.compute_index(&coord, &mut emit)?
        }
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
    /// The integers of the coordinate that are no constants.
    indices: &'r [Value<'c, 'a>],
}

impl<'c: 'a, 'a> Emit<'_, 'c, 'a> {
    fn op(&self, name: &str, operands: &[Value<'c, 'a>]) -> Result<Value<'c, 'a>, String> {
        let op = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_results(&[Type::index(self.context)])
            .build();
        ir::inserted_result(self.before, op).ok_or_else(|| format!("{name} could not be built"))
    }

    fn number(&self, c: i64) -> Result<Index<'c, 'a>, String> {
        let index = Type::index(self.context);
        let op = OperationBuilder::new("arith.constant", self.location)
            .add_results(&[index])
            .add_attributes(&[(
                Identifier::new(self.context, "value"),
                IntegerAttribute::new(index, c).into(),
            )])
            .build();
        let value = ir::inserted_result(self.before, op).ok_or("a constant could not be built")?;
        Ok((value, Facts::constant(c)))
    }
}

impl<'c: 'a, 'a> Arithmetic for Emit<'_, 'c, 'a> {
    type Value = Index<'c, 'a>;
    type Error = String;

    fn constant(&mut self, value: i64) -> Result<Self::Value, String> {
        self.number(value)
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<Self::Value, String> {
        let value = self.resolved.symbols.get(symbol.id as usize).copied().ok_or("a symbol has no value")?;
        let f = symbol.facts;
        Ok((value, Facts::range(f.min, f.max).with_divisor(f.div)))
    }

    fn add(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, String> {
        Ok((self.op("arith.addi", &[a.0, b.0])?, Facts::sum(0, [(1, a.1), (1, b.1)])))
    }

    fn mul(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, String> {
        Ok((self.op("arith.muli", &[a.0, b.0])?, a.1.mul(&b.1)))
    }

    fn floordiv(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, String> {
        let name = if a.1.non_negative() { "arith.divui" } else { "arith.floordivsi" };
        Ok((self.op(name, &[a.0, b.0])?, a.1.div(&b.1)))
    }

    fn modulo(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, String> {
        let facts = a.1.rem(&b.1);
        if a.1.non_negative() {
            return Ok((self.op("arith.remui", &[a.0, b.0])?, facts));
        }
        let quotient = self.op("arith.floordivsi", &[a.0, b.0])?;
        let whole = self.op("arith.muli", &[quotient, b.0])?;
        Ok((self.op("arith.subi", &[a.0, whole])?, facts))
    }

    fn minimum(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, String> {
        Ok((self.op("arith.minsi", &[a.0, b.0])?, a.1.min(&b.1)))
    }

    fn maximum(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, String> {
        Ok((self.op("arith.maxsi", &[a.0, b.0])?, a.1.max(&b.1)))
    }
}

impl<'c: 'a, 'a> IndexArithmetic for Emit<'_, 'c, 'a> {
    fn swizzle(&mut self, s: Swizzle, x: Self::Value) -> Result<Self::Value, String> {
        let (mask, distance) = (self.number(s.source_mask())?, self.number(i64::from(s.shift().abs()))?);
        let field = self.op("arith.andi", &[x.0, mask.0])?;
        let moved =
            self.op(if s.shift() >= 0 { "arith.shrui" } else { "arith.shli" }, &[field, distance.0])?;
        Ok((self.op("arith.xori", &[x.0, moved])?, x.1.swizzle(s)))
    }

    fn coordinate(&mut self, integer: &Expr, _: &Layout) -> Result<Self::Value, String> {
        if let Expr::Const(c) = integer {
            return self.number(*c);
        }
        let mut number = None;
        integer.for_each_symbol(&mut |s| number = Some(s.id as usize));
        let value = *number.and_then(|n| self.indices.get(n)).ok_or("an index is missing")?;
        // Outside its domain a coordinate's index is poison, so it may be taken as natural.
        Ok((value, leaf_facts(value, &Machine::generic(64)).meet(Facts::NATURAL)))
    }
}
