//! Divisions of f32 by groups: several that do not wait for each other are one stretch of arithmetic, and one branch.
//!
//! A GPU has no division. What the assembler writes for one is a reciprocal, its corrections, and a branch to where
//! numbers are scaled that these cannot be done of; nothing that follows starts before that branch is decided. Here
//! the corrections of a group are done side by side, and its numbers are looked at together:
//!
//! ```mlir
//! // Before:
//! %q = arith.divf %a, %b : f32        %t = arith.divf %c, %d : f32        // …
//! // After:
//! %q0 = …   %t0 = …                   // corrected reciprocals
//! %q, %t, … = scf.if %all_are_near_1 -> (f32, f32, …) { scf.yield %q0, %t0, … } else { divisions as they were }
//! ```
//!
//! Results are the same, bit for bit. With all numbers from 2^-60 to 2^60 in size no step overflows, and no remainder is
//! below what f32 can hold: `quotient.mlir` says why the quotient is rounded as it should be. Dividends may be 0 where
//! no divisor is negative. NaNs need no look, since minima and maxima leave them out and both ways give NaN.
//!
//! A divisor that grows exponentially, as that of a sigmoid does, is soon beyond 2^60: it is divided by what it is times a power
//! of two. Then quotients are looked at as well, which are to be 0 or above the least normal number: to that one a product
//! may have been rounded. None is 0 that should not be: what is above half of the least number is so rounded, too, since no
//! quotient of two numbers rounds down to a power of two. NaNs have no power of two, and are looked for.

use layout_mlir::ir::{self, Effects, ValueKey};
use melior::ir::attribute::FloatAttribute;
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, BlockLike, OperationRef, Type, TypeLike, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use super::library::{self, Constants, Library};
use super::{Result, erase, is_approximate};
use crate::convert_layout_memref::emit::Emit;
use crate::convert_layout_memref::error::Error;
use crate::positions::positions;

/// The sizes of numbers that are divided by corrections.
const LEAST: f32 = f32::from_bits((127 - 60) << 23);
const MOST: f32 = f32::from_bits((127 + 60) << 23);
/// The fewest and the most divisions of a group: of few the look at the numbers costs what the branches did, and the
/// numbers of many are more than registers hold.
const FEW: usize = 4;
const MANY: usize = 8;
/// The functions of `quotient.mlir`.
const QUOTIENT: &str = "quotient";
const BY_LARGE: &str = "quotient_by_large";
/// How far back is looked for what a number cannot be below, and at how many elements of a constant.
const DEPTH: usize = 8;
const ELEMENTS: usize = 64;

/// Groups the divisions of all blocks inside an operation.
pub fn group(root: OperationRef<'_, '_>) -> Result<()> {
    let divisions = || ir::nested(root).into_iter().filter(|op| is_exact(*op));
    if divisions().next().is_none() {
        return Ok(());
    }
    for division in divisions() {
        split(division)?;
    }
    let names = [QUOTIENT, BY_LARGE].into_iter();
    let Some(module) = library::parse(ir::context(root), names) else { return Ok(()) };
    let mut writer = Writer { library: Library::of(&module), constants: Constants::default() };
    let mut seen = FxHashSet::default();
    let blocks: Vec<_> = divisions().filter_map(|op| op.block()).collect();
    for block in blocks.into_iter().filter(|block| seen.insert(block.to_raw().ptr) && takes_calls(*block)) {
        group_block(block, &mut writer)?;
    }
    Ok(())
}

/// Whether MLIR's verifier takes calls of intrinsics in a block, of which it knows no effects.
fn takes_calls(block: BlockRef<'_, '_>) -> bool {
    block.parent_operation().is_none_or(|around| ir::name(around) != "memref.generic_atomic_rmw")
}

/// Whether an operation is a division of f32, alone or in a vector, that is rounded to nearest.
fn is_exact(op: OperationRef<'_, '_>) -> bool {
    let of_f32 = || ir::result(op).is_some_and(|r| super::scalar(r.r#type()).is_f32());
    ir::name(op) == "arith.divf" && of_f32() && !is_approximate(op)
}

/// Divides the elements of vectors.
fn split(division: OperationRef<'_, '_>) -> Result<()> {
    let (Some(result), Some(a), Some(b)) =
        (ir::result(division), ir::operand(division, 0), ir::operand(division, 1))
    else {
        return Ok(());
    };
    let Some((shape, _)) = ir::vector(result.r#type()) else { return Ok(()) };
    let emit = Emit::at(division);
    let flags: Vec<_> =
        division.attribute("fastmath").ok().map(|flags| ("fastmath", flags)).into_iter().collect();
    let mut quotients = Vec::new();
    for position in positions(&shape) {
        let parts = [emit.part(a, &position)?, emit.part(b, &position)?];
        quotients.push(emit.value("arith.divf", &parts, Type::float32(emit.context), &flags)?);
    }
    let all = emit.value("vector.from_elements", &quotients, result.r#type(), &[])?;
    ir::replace_all_uses(result, all);
    erase(division)
}

/// Divisions that do not read each other.
#[derive(Default)]
struct Group<'c, 'a> {
    members: Vec<OperationRef<'c, 'a>>,
    /// What reads them, and how many of that stand before the last member.
    readers: Vec<OperationRef<'c, 'a>>,
    between: usize,
    /// The results of members and readers.
    results: FxHashSet<ValueKey>,
}

/// A division by itself, as it is until another one is written: that may be its dividend or its divisor.
#[derive(Clone, Copy)]
struct Division<'c, 'a> {
    op: OperationRef<'c, 'a>,
    quotient: Value<'c, 'a>,
    dividend: Value<'c, 'a>,
    divisor: Value<'c, 'a>,
}

impl<'c, 'a> Division<'c, 'a> {
    /// An operation as such a division, of numbers that may be in the bounds and of which one is to be looked at.
    fn of(op: OperationRef<'c, 'a>) -> Option<Self> {
        let (quotient, dividend, divisor) = (ir::result(op)?, ir::operand(op, 0)?, ir::operand(op, 1)?);
        let fits = |value| constant(value).is_none_or(|number| (LEAST..=MOST).contains(&number.abs()));
        let is_one = is_exact(op) && ir::vector(quotient.r#type()).is_none();
        let is_known = constant(dividend).is_some() && constant(divisor).is_some();
        (is_one && !is_known && fits(dividend) && fits(divisor)).then_some(Self {
            op,
            quotient,
            dividend,
            divisor,
        })
    }
}

/// Groups the divisions of a block, between what may write or wait.
fn group_block<'c: 'a, 'a>(block: BlockRef<'c, 'a>, writer: &mut Writer<'c, 'a, '_>) -> Result<()> {
    let mut group = Group::default();
    let mut next = block.first_operation();
    while let Some(op) = next {
        next = op.next_in_block();
        if ir::effects(op) == Effects::Any || op.region_count() > 0 || next.is_none() {
            std::mem::take(&mut group).close(writer)?;
            continue;
        }
        let reads = |group: &Group<'_, '_>| op.operands().any(|v| group.results.contains(&ir::key(v)));
        if Division::of(op).is_some() {
            if group.members.len() == MANY || reads(&group) {
                std::mem::take(&mut group).close(writer)?;
            }
            group.members.push(op);
            group.between = group.readers.len();
        } else if reads(&group) {
            group.readers.push(op);
        } else {
            continue;
        }
        group.results.extend(op.results().map(|r| ir::key(r.into())));
    }
    Ok(())
}

impl<'c: 'a, 'a> Group<'c, 'a> {
    /// Writes the divisions where the last of them stands, and behind them what reads them.
    fn close(self, writer: &mut Writer<'c, 'a, '_>) -> Result<()> {
        let Some(last) = self.members.last().filter(|_| self.members.len() >= FEW) else { return Ok(()) };
        let members: Vec<_> = self.members.iter().filter_map(|op| Division::of(*op)).collect();
        let emit = Emit::at(*last);
        let quotients = writer.divide(&members, emit)?;
        for reader in &self.readers[..self.between] {
            ir::move_before(*reader, *last);
        }
        for (division, quotient) in members.iter().zip(quotients) {
            ir::replace_all_uses(division.quotient, quotient);
            erase(division.op)?;
        }
        Ok(())
    }
}

/// Writes groups.
struct Writer<'c, 'a, 'm> {
    library: Library<'c, 'm>,
    constants: Constants<'c, 'a>,
}

impl<'c: 'a, 'a> Writer<'c, 'a, '_> {
    /// The quotients, by corrections where all numbers are in the bounds.
    fn divide(&mut self, members: &[Division<'c, 'a>], emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
        let mut naturals = Naturals::default();
        let divisors = Divisors::of(members, &mut naturals);
        let near = self.corrected(members, divisors, emit)?;
        let within = within(members, &near, divisors, &mut naturals, emit)?;
        let choice = emit.choice(within, &vec![Type::float32(emit.context); members.len()])?;
        let [end, other] = choice.ends;
        ir::set_operands(end, &near);
        let far = members.iter().map(|division| {
            let copy =
                Emit { before: other, ..emit }.copy(division.op, &[division.dividend, division.divisor])?;
            ir::result(copy).ok_or_else(|| Error::Build("arith.divf".into()))
        });
        ir::set_operands(other, &far.collect::<std::result::Result<Vec<_>, _>>()?);
        Ok(choice.values)
    }

    fn corrected(
        &mut self,
        members: &[Division<'c, 'a>],
        divisors: Divisors,
        emit: Emit<'c, 'a>,
    ) -> Result<Vec<Value<'c, 'a>>> {
        let name = if divisors == Divisors::Large { BY_LARGE } else { QUOTIENT };
        let function = self.library.part(name).ok_or_else(|| Error::Build(name.into()))?;
        let quotient = |division: &Division<'c, 'a>| {
            let arguments = [division.dividend, division.divisor];
            Ok(self.library.inline(function, &arguments, &mut self.constants, emit)?)
        };
        members.iter().map(quotient).collect()
    }
}

/// What is known of the divisors of a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Divisors {
    /// Nothing.
    Any,
    /// None is below 0.
    Natural,
    /// None is below 0, and some grow exponentially.
    Large,
}

impl Divisors {
    fn of(members: &[Division<'_, '_>], naturals: &mut Naturals) -> Self {
        let all: Option<Vec<_>> = members.iter().map(|m| naturals.of(m.divisor, DEPTH)).collect();
        match all {
            None => Self::Any,
            Some(all) if all.iter().any(|divisor| divisor.grows) => Self::Large,
            Some(_) => Self::Natural,
        }
    }
}

/// Whether all numbers are in the bounds.
fn within<'c: 'a, 'a>(
    members: &[Division<'c, 'a>],
    quotients: &[Value<'c, 'a>],
    divisors: Divisors,
    naturals: &mut Naturals,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let is_large = divisors == Divisors::Large;
    let zero_last = divisors != Divisors::Any;
    let (mut sizes, mut small_divisors, mut large_divisors) = (None, None, None);
    let (mut small_dividends, mut small_quotients) = (None, None);
    let mut is_known = |value| naturals.of(value, DEPTH).is_some_and(|natural| natural.least >= LEAST);
    for divisor in distinct(members.iter().map(|m| m.divisor)) {
        let size = emit.value("math.absf", &[divisor], divisor.r#type(), &[])?;
        if is_large {
            join(emit, "arith.maximumf", &mut large_divisors, size)?;
        } else {
            join(emit, "arith.maxnumf", &mut sizes, size)?;
        }
        if !is_known(divisor) {
            join(emit, "arith.minnumf", &mut small_divisors, size)?;
        }
    }
    for dividend in distinct(members.iter().map(|m| m.dividend)) {
        let size = emit.value("math.absf", &[dividend], dividend.r#type(), &[])?;
        join(emit, "arith.maxnumf", &mut sizes, size)?;
        if !is_known(dividend) {
            join(emit, "arith.minui", &mut small_dividends, twice(dividend, zero_last, emit)?)?;
        }
    }
    for quotient in quotients.iter().filter(|_| is_large) {
        join(emit, "arith.minui", &mut small_quotients, twice(*quotient, zero_last, emit)?)?;
    }
    let mut all = None;
    let i1 = IntegerType::new(emit.context, 1).into();
    let mut holds = |name, predicate: &str, value: Option<Value<'c, 'a>>, bound: String| {
        let Some(value) = value else { return Ok::<_, Error>(()) };
        let bound =
            emit.value("arith.constant", &[], value.r#type(), &[("value", emit.attribute(&bound)?)])?;
        let predicate = ("predicate", emit.attribute(&format!("{predicate} : i64"))?);
        let one = emit.value(name, &[value, bound], i1, &[predicate])?;
        all = Some(emit.and(all, one)?);
        Ok(())
    };
    let float = |number: f32| format!("{:#010x} : f32", number.to_bits());
    let place = |number: f32| {
        let twice = (number.to_bits() << 1).wrapping_sub(u32::from(zero_last));
        format!("{} : i32", twice.cast_signed())
    };
    // ole, oge, ord, uge: the ordered ones do not hold of NaN, which is left of minima and maxima where all numbers are.
    holds("arith.cmpf", "5", sizes, float(MOST))?;
    holds("arith.cmpf", "3", small_divisors, float(LEAST))?;
    holds("arith.cmpf", "7", large_divisors, float(MOST))?;
    holds("arith.cmpi", "9", small_dividends, place(LEAST))?;
    holds("arith.cmpi", "9", small_quotients, place(f32::MIN_POSITIVE.next_up()))?;
    Ok(all.ok_or_else(|| Error::Build("arith.andi".into()))?)
}

/// The values that are not constants, each once.
fn distinct<'c: 'a, 'a>(values: impl Iterator<Item = Value<'c, 'a>>) -> Vec<Value<'c, 'a>> {
    let mut seen = FxHashSet::default();
    values.filter(|value| constant(*value).is_none() && seen.insert(ir::key(*value))).collect()
}

/// Twice the bits of a number, by which sizes are ordered; one less, modulo 2^32, where 0 is to be above all others.
fn twice<'c: 'a, 'a>(value: Value<'c, 'a>, zero_last: bool, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    let i32 = IntegerType::new(emit.context, 32).into();
    let bits = emit.value("arith.bitcast", &[value], i32, &[])?;
    let sum = emit.value("arith.addi", &[bits, bits], i32, &[])?;
    if !zero_last {
        return Ok(sum);
    }
    let one = emit.value("arith.constant", &[], i32, &[("value", emit.attribute("-1 : i32")?)])?;
    Ok(emit.value("arith.addi", &[sum, one], i32, &[])?)
}

/// Takes one more number into a minimum or maximum.
fn join<'c: 'a, 'a>(
    emit: Emit<'c, 'a>,
    name: &str,
    all: &mut Option<Value<'c, 'a>>,
    value: Value<'c, 'a>,
) -> Result<()> {
    *all = Some(match *all {
        Some(all) => emit.value(name, &[all, value], value.r#type(), &[])?,
        None => value,
    });
    Ok(())
}

/// A constant of f32.
fn constant(value: Value<'_, '_>) -> Option<f32> {
    let op = ir::defining_op(value).filter(|op| ir::name(*op) == "arith.constant")?;
    number(op.attribute("value").ok()?).filter(|_| value.r#type().is_f32())
}

/// The least element of a constant of f32, of few.
fn least_element(constant: OperationRef<'_, '_>) -> Option<f32> {
    let value = constant.attribute("value").ok()?;
    let Some((shape, _)) = ir::vector(ir::result(constant)?.r#type()) else { return number(value) };
    let count = shape.iter().try_fold(1usize, |all, n| all.checked_mul(usize::try_from(*n).ok()?))?;
    if count > ELEMENTS {
        return None;
    }
    let elements = positions(&shape).into_iter().map(|place| {
        let place: Vec<u64> = place.into_iter().map(i64::cast_unsigned).collect();
        number(ir::element(value, &place)?)
    });
    elements.collect::<Option<Vec<_>>>()?.into_iter().reduce(f32::min)
}

/// A number that an attribute is.
fn number(attribute: Attribute<'_>) -> Option<f32> {
    Some(FloatAttribute::try_from(attribute).ok()?.value() as f32)
}

/// A number of f32 that is not below 0, or NaN; or a vector of such.
#[derive(Clone, Copy)]
struct Natural {
    /// What it is not below.
    least: f32,
    /// Whether it grows exponentially with what it is computed of.
    grows: bool,
}

/// What is known of the numbers of a group: of each it is found out once.
#[derive(Default)]
struct Naturals(FxHashMap<ValueKey, Option<Natural>>);

impl Naturals {
    /// A value as such a number, looking back so far.
    fn of(&mut self, value: Value<'_, '_>, depth: usize) -> Option<Natural> {
        if let Some(known) = self.0.get(&ir::key(value)) {
            return *known;
        }
        let found = ir::defining_op(value).filter(|_| depth > 0).and_then(|op| self.result(op, depth - 1));
        self.0.insert(ir::key(value), found);
        found
    }

    /// The result of an operation.
    fn result(&mut self, op: OperationRef<'_, '_>, depth: usize) -> Option<Natural> {
        let some = |least, grows| Some(Natural { least, grows });
        let mut of = |operand| self.of(ir::operand(op, operand)?, depth);
        let is_square = || ir::operand(op, 0).map(ir::key) == ir::operand(op, 1).map(ir::key);
        // Sums and products of numbers that are not below 0 grow with each of them, rounded too.
        let mut both = |of_least: fn(f32, f32) -> f32| {
            let (a, b) = (of(0)?, of(1)?);
            some(of_least(a.least, b.least), a.grows || b.grows)
        };
        match ir::name(op) {
            "arith.constant" => some(least_element(op).filter(|number| *number >= 0.0)?, false),
            "math.exp" | "math.exp2" => some(0.0, true),
            "math.absf" | "math.sqrt" => some(0.0, false),
            "vector.extract" | "vector.broadcast" => of(0),
            "arith.addf" => both(|a, b| a + b),
            "arith.mulf" if is_square() => some(0.0, false),
            "arith.mulf" => both(|a, b| a * b),
            _ => None,
        }
    }
}
