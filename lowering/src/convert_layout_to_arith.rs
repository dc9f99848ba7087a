//! `convert-layout-to-arith`: layout operations to index arithmetic, one by one.
//!
//! What `layout-simplify` leaves, or, without it, everything: each digit of a
//! coordinate is a division and a remainder, each stride a product. All layout
//! operations are gone afterwards.
//!
//! # Errors
//! An index of a layout that is not known here: one that comes from an operation that
//! knows no layouts (`scf`, `cf` and `affine` are seen to, functions by
//! `layout-expand-boundaries`), or `!layout<*>`.

use layout_algebra::{Arithmetic, Expr, IndexArithmetic, Layout, Swizzle, Symbol};
use layout_bridge::boundaries::{Boundaries, BoundaryError, carry_layouts, unknown_symbols};
use layout_bridge::bounds::expand_bounds;
use layout_bridge::facts::{Machine, leaf_facts};
use layout_bridge::outside::warn_of_poison;
use layout_bridge::resolve::{Resolved, Resolver};
use layout_dialect::ops::{self, LayoutOp, Yields};
use layout_dialect::views::is_view;
use layout_dialect::{Coordinate, IntegerError, Known, index_number};
use layout_egraph::Facts;
use layout_mlir::ir::{self, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::Context;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Location, OperationRef, Type, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "convert-layout-to-arith",
    summary: "Convert layout operations to arith operations on index",
    options: &[],
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    expand_bounds(op);
    let resolver = match carry_layouts(op, Boundaries::InsideFunctions) {
        Ok(resolver) => resolver,
        Err(errors) => {
            for (at, error) in errors {
                ir::emit_error(ir::location(at), &error.to_string());
            }
            return false;
        }
    };
    warn_of_poison(op, None);
    let ops = ir::nested(op);
    let mut ok = true;
    // (One for each function: the others say the same.)
    let mut functions = FxHashSet::default();
    for op in ops.iter().filter(|op| is_of_tiles(ir::name(**op))) {
        let mut around = std::iter::successors(op.parent_operation(), |op| op.parent_operation());
        let function = around.find(|op| ir::function_type(*op).is_some());
        if functions.insert(function.map(ir::op_key)) {
            report(*op, &LowerError::Tile(ir::name(*op).into()));
        }
        ok = false;
    }
    // Bounds of known layouts are comparisons by now.
    for op in ops.iter().filter(|op| ops::yields(ir::name(**op)) == Some(Yields::Bounds)) {
        report(*op, &LowerError::Unknown);
        ok = false;
    }
    // What the resolver knows are the values as they were.
    let mut lowered = FxHashMap::default();
    for op in &ops {
        let integer = ops::find(ir::name(*op)).filter(|known| known.yields() == Yields::Integer);
        let Some(known) = integer else { continue };
        match lower(*op, known, &resolver, &lowered) {
            Ok(value) => {
                if let Some(result) = ir::result(*op) {
                    ir::replace_all_uses(result, value);
                    lowered.insert(ir::key(result), value);
                }
            }
            Err(error) => {
                report(*op, &error);
                ok = false;
            }
        }
    }
    if !ok {
        return false;
    }
    // Users before what they use, in whatever order their blocks stand.
    let of_layouts = |op: &OperationRef<'_, '_>| ops::find(ir::name(*op)).is_some() || is_view(ir::name(*op));
    let mut left: Vec<_> = ops.into_iter().filter(of_layouts).collect();
    loop {
        let before = left.len();
        left.reverse();
        left.retain(|op| ir::erase(*op).is_err());
        left.reverse();
        if left.len() == before {
            break;
        }
    }
    for op in &left {
        let user = ir::results(*op).into_iter().flat_map(ir::users).map(ir::name).next().unwrap_or_default();
        ir::emit_error(
            ir::location(*op),
            &format!(
                "the layout is handed to '{user}' here, which knows no layouts; layout-expand-boundaries carries it \
                 across functions, to others pass the values of its symbols and make the layout again"
            ),
        );
    }
    left.is_empty()
}

/// Whether an operation is of tile programs, which passes before make the programs of threads. (A buffer of another block is
/// memory, for passes behind.)
fn is_of_tiles(name: &str) -> bool {
    name.starts_with("layout.") && name != "layout.peer" && ops::find(name).is_none() && !is_view(name)
}

/// Why an operation is not lowered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum LowerError {
    /// What works on tiles.
    #[error(
        "'{0}' is of a tile program: in a function with layout.threads the passes layout-select, layout-pipeline, \
         layout-place, layout-sync and layout-distribute make that of a thread of it, as layout-to-nvvm does in a gpu.module"
    )]
    Tile(String),
    /// No first operand.
    #[error("the layout operand is missing")]
    Operand,
    /// `!layout<*>`.
    #[error(
        "the layout is unknown (!layout<*>), so its index cannot be computed; a layout.cast to a static layout says what \
         it is, and layout-refine-types what follows from other types"
    )]
    Unknown,
    /// Symbols without values.
    #[error(transparent)]
    Symbols(#[from] BoundaryError),
    /// The algebra has no integer.
    #[error(transparent)]
    Integer(#[from] IntegerError),
    /// MLIR refuses an operation.
    #[error("{0} could not be built")]
    Build(&'static str),
    /// A symbol that no operand stands for.
    #[error("a symbol has no value")]
    Symbol,
    /// A `?` of the coordinate that no operand stands for.
    #[error("an index is missing")]
    Index,
}

/// An operand that is a layout whose type says nothing.
fn unknown_operand<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    op.operands().find(|value| matches!(Known::of_type(value.r#type()), Some(Known::Nothing)))
}

/// Emits an error; of an unknown layout with a note at what made it unknown.
fn report<'c: 'a, 'a>(op: OperationRef<'c, 'a>, error: &LowerError) {
    if *error != LowerError::Unknown {
        return ir::emit_error(ir::location(op), &error.to_string());
    }
    let (mut at, mut seen) = (op, FxHashSet::default());
    let mut note = format!("'{}' makes it unknown", ir::name(op));
    while seen.insert(ir::op_key(at)) {
        let Some(unknown) = unknown_operand(at) else { break };
        if let Some(made) = ir::defining_op(unknown) {
            (at, note) = (made, format!("'{}' makes it unknown", ir::name(made)));
        } else if let Some((block, number)) = ir::block_argument(unknown)
            && let Some(parent) = ir::block_parent(block)
        {
            (at, note) = (parent, format!("it is argument {number} of a block here, which is unknown"));
            break;
        }
    }
    ir::emit_error_with_note(ir::location(op), &error.to_string(), ir::location(at), &note);
}

fn lower<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    known: &dyn LayoutOp,
    resolver: &Resolver<'c, 'a>,
    lowered: &FxHashMap<ValueKey, Value<'c, 'a>>,
) -> Result<Value<'c, 'a>, LowerError> {
    let layout = ir::operand(op, 0).ok_or(LowerError::Operand)?;
    let Some(mut resolved) = resolver.get(layout) else {
        return Err(match Known::of_type(layout.r#type()) {
            Some(Known::Nothing) => LowerError::Unknown,
            _ => unknown_symbols(layout).into(),
        });
    };
    for symbol in &mut resolved.symbols {
        *symbol = lowered.get(&ir::key(*symbol)).copied().unwrap_or(*symbol);
    }
    let indices: Vec<Value<'c, 'a>> = op.operands().skip(1).collect();
    let (context, location) = (ir::context(op), ir::location(op));
    let mut emit = Emit { context, location, before: op, resolved: &resolved, indices: &indices };
    Ok(known.integer(&resolved.layout, Coordinate::of(op))?.compute(&mut emit)?.value)
}

/// An index value and what is known of it.
#[derive(Clone)]
struct Index<'c, 'a> {
    value: Value<'c, 'a>,
    /// What holds where the program keeps the promises of layouts and coordinates:
    /// if it does not, the index is poison, and any instruction that computes it will do.
    promised: Facts,
    /// What holds of the number that is computed, whatever was promised: a division
    /// must not trap, not even where its result is poison.
    certain: Facts,
}

/// Any machine; the width of its index is not known here.
const MACHINE: Machine = Machine::generic(64);

/// What the IR says of a value, whatever is promised of it.
fn facts_of(value: Value<'_, '_>) -> Facts {
    ir::constant(value).map_or_else(|| leaf_facts(value, &MACHINE), Facts::constant)
}

/// Bits that every index type has.
const LEAST_BITS: u32 = 32;

/// What is certain of a result: nothing, if it may wrap around.
fn unless_wrapped(facts: Facts) -> Facts {
    if facts.fits(LEAST_BITS) { facts } else { Facts::UNKNOWN }
}

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
    fn op(&self, name: &'static str, operands: &[Value<'c, 'a>]) -> Result<Value<'c, 'a>, LowerError> {
        let op = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_results(&[Type::index(self.context)])
            .build();
        ir::inserted_result(self.before, op).ok_or(LowerError::Build(name))
    }

    /// An operation of two indices; `facts` computes what is known of its result.
    fn binary(
        &self,
        name: &'static str,
        a: &Index<'c, 'a>,
        b: &Index<'c, 'a>,
        facts: impl Fn(&Facts, &Facts) -> Facts,
    ) -> Result<Index<'c, 'a>, LowerError> {
        Ok(Index {
            value: self.op(name, &[a.value, b.value])?,
            promised: facts(&a.promised, &b.promised),
            certain: unless_wrapped(facts(&a.certain, &b.certain)),
        })
    }

    fn number(&self, c: i64) -> Result<Index<'c, 'a>, LowerError> {
        let value = ir::insert_index(self.before, self.location, c).ok_or(LowerError::Build("a constant"))?;
        let facts = Facts::constant(c);
        Ok(Index { value, promised: facts, certain: unless_wrapped(facts) })
    }

    /// A divisor that is at least 1 in the code: it is by promise, but a promise that
    /// is broken makes poison, and a division by 0 traps.
    fn divisor(&self, b: Index<'c, 'a>) -> Result<Index<'c, 'a>, LowerError> {
        if b.certain.lo >= 1 {
            return Ok(b);
        }
        let one = self.number(1)?;
        Ok(Index {
            value: self.op("arith.maxsi", &[b.value, one.value])?,
            promised: b.promised,
            certain: Facts::at_least(1),
        })
    }

    /// The quotient by a divisor that is guarded.
    fn quotient(&self, a: &Index<'c, 'a>, b: &Index<'c, 'a>) -> Result<Index<'c, 'a>, LowerError> {
        // A numerator that breaks its promise may be negative: nothing is certain of the quotient.
        let natural = a.promised.non_negative();
        let value = self.op(if natural { "arith.divui" } else { "arith.floordivsi" }, &[a.value, b.value])?;
        let certain = if !natural || a.certain.non_negative() {
            unless_wrapped(a.certain.div(&b.certain))
        } else {
            Facts::UNKNOWN
        };
        Ok(Index { value, promised: a.promised.div(&b.promised), certain })
    }
}

impl<'c: 'a, 'a> Arithmetic for Emit<'_, 'c, 'a> {
    type Value = Index<'c, 'a>;
    type Error = LowerError;

    fn constant(&mut self, value: i64) -> Result<Self::Value, LowerError> {
        self.number(value)
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<Self::Value, LowerError> {
        let f = symbol.facts;
        // Arithmetic on symbols of one value makes others, which no operand stands for.
        if let Some(value) = f.known() {
            return self.number(value);
        }
        let value = self.resolved.symbols.get(symbol.id as usize).copied().ok_or(LowerError::Symbol)?;
        let promised = Facts::range(f.min, f.max).with_divisor(f.div);
        Ok(Index { value, promised, certain: facts_of(value) })
    }

    fn add(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, LowerError> {
        self.binary("arith.addi", &a, &b, |a, b| Facts::sum(0, [(1, *a), (1, *b)]))
    }

    fn mul(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, LowerError> {
        self.binary("arith.muli", &a, &b, Facts::mul)
    }

    fn floordiv(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, LowerError> {
        let b = self.divisor(b)?;
        self.quotient(&a, &b)
    }

    fn modulo(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, LowerError> {
        let b = self.divisor(b)?;
        let promised = a.promised.rem(&b.promised);
        let value = if a.promised.non_negative() {
            self.op("arith.remui", &[a.value, b.value])?
        } else {
            let quotient = self.quotient(&a, &b)?;
            let whole = self.op("arith.muli", &[quotient.value, b.value])?;
            self.op("arith.subi", &[a.value, whole])?
        };
        // A size that is a remainder may be 0, so nothing is ever certain of it that helps.
        Ok(Index { value, promised, certain: Facts::UNKNOWN })
    }

    fn minimum(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, LowerError> {
        self.binary("arith.minsi", &a, &b, Facts::min)
    }

    fn maximum(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, LowerError> {
        self.binary("arith.maxsi", &a, &b, Facts::max)
    }
}

impl<'c: 'a, 'a> IndexArithmetic for Emit<'_, 'c, 'a> {
    fn swizzle(&mut self, s: Swizzle, x: Self::Value) -> Result<Self::Value, LowerError> {
        let mask = self.number(s.source_mask())?;
        let mut moved = self.op("arith.andi", &[x.value, mask.value])?;
        let name = if s.shift() >= 0 { "arith.shrui" } else { "arith.shli" };
        // A shift by the width is poison; an index of 32 bits has no bits that far up.
        let mut distance = i64::from(s.shift().abs());
        while distance > 0 {
            let step = distance.min(i64::from(LEAST_BITS) - 1);
            moved = self.op(name, &[moved, self.number(step)?.value])?;
            distance -= step;
        }
        let value = self.op("arith.xori", &[x.value, moved])?;
        Ok(Index { value, promised: s.apply_to_facts(&x.promised), certain: Facts::UNKNOWN })
    }

    fn coordinate(&mut self, integer: &Expr, _: &Layout) -> Result<Self::Value, LowerError> {
        if let Expr::Const(c) = integer {
            return self.number(*c);
        }
        let value = *index_number(integer).and_then(|n| self.indices.get(n)).ok_or(LowerError::Index)?;
        // Outside its domain a coordinate's index is poison, so it may be taken as natural.
        let certain = facts_of(value);
        Ok(Index { value, promised: certain.meet(Facts::NATURAL), certain })
    }
}
