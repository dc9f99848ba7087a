//! Writes the pipelined loop in place of the one of a [`Plan`].

use layout_mlir::ir;
use melior::ir::block::BlockRef;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, BlockLike, Identifier, OperationRef, Type, Value, ValueLike};

use super::ahead::Values;
use super::course::{Course, Place};
use super::error::{Error, Failure};
use super::plan::{Copy, Plan};
use super::slots::Slots;
use super::{ACROSS, STAGES};
use crate::convert_layout_memref::emit::Emit;
use crate::tile::functions::THREADS;
use crate::tile::tma::{self, PRODUCER};
use layout_dialect::tile::UNDER_WAY;

/// What the loop hands to its next iteration beside what it did.
struct Carried<'c, 'a> {
    /// What coordinates are computed of, of the iteration that the next copies are for.
    ahead: Vec<Value<'c, 'a>>,
    /// For each copy the tokens of those under way, the oldest first.
    tokens: Vec<Vec<Value<'c, 'a>>>,
    /// Where the slot begins that is read, those that were read in the iterations before, and is filled, which is the
    /// last one: bytes, as words, which the loop's arithmetic is in.
    slots: Vec<Value<'c, 'a>>,
}

impl<'c: 'a, 'a> Carried<'c, 'a> {
    fn values(&self) -> Vec<Value<'c, 'a>> {
        let tokens = self.tokens.iter().flatten();
        self.ahead.iter().chain(tokens).chain(&self.slots).copied().collect()
    }

    /// The same of other values.
    fn of(&self, values: Vec<Value<'c, 'a>>) -> Option<Self> {
        let mut values = values.into_iter();
        let ahead = values.by_ref().take(self.ahead.len()).collect();
        let tokens = self.tokens.iter().map(|of| values.by_ref().take(of.len()).collect()).collect();
        let slots: Vec<_> = values.collect();
        (slots.len() == self.slots.len()).then_some(Self { ahead, tokens, slots })
    }
}

/// In how many slots of the last iterations something may still be read: where products are under way, of the one
/// before as well.
fn held(plan: &Plan<'_, '_>, stages: i64) -> i64 {
    if plan.products.is_empty() || stages < 3 { 1 } else { 2 }
}

/// Writes the loop with copies begun `stages - 1` iterations ahead, or one fewer where products of the iteration before
/// are under way, and erases the one that there was.
///
/// # Errors
/// What cannot be allocated, built or erased.
pub fn write<'c: 'a, 'a>(plan: &Plan<'c, 'a>, stages: i64) -> Result<(), Failure<'c, 'a>> {
    let is_produced = plan.r#loop.has_attribute(PRODUCER);
    if is_produced && !plan.is_by_engine() {
        return Err((
            plan.r#loop,
            Error::Producer("takes copies by the engine alone ({layout.tma} or {layout.bulk})"),
        ));
    }
    let course = Course::new(plan)?;
    let slots = Slots::new(&plan.copies, stages, Emit::at(course.outermost()))?;
    let around = std::iter::successors(plan.r#loop.parent_operation(), |op| op.parent_operation());
    let function = around.into_iter().find(|op| op.has_attribute(THREADS));
    for copy in plan.copies.iter().filter(|copy| tma::is_copy(copy.op)) {
        function.into_iter().for_each(|function| tma::Ring::give(copy.op, function, stages));
        if is_produced {
            ir::set_attribute(copy.op, PRODUCER, Attribute::unit(ir::context(copy.op)));
        }
    }
    write_with(plan, stages, &slots, &course).map_err(|error| (plan.r#loop, error))
}

fn write_with<'c: 'a, 'a>(
    plan: &Plan<'c, 'a>,
    stages: i64,
    slots: &Slots<'c, 'a>,
    course: &Course<'_, 'c, 'a>,
) -> Result<(), Error> {
    let build = || crate::convert_layout_memref::error::Error::Build("scf.for".into());
    let begun = prologue(plan, stages, slots, course)?;
    let given = match course.around() {
        None => begun.values(),
        Some(around) => arguments(&ir::blocks(around).first().copied().ok_or_else(build)?, &begun.values()),
    };
    let inside = arguments(&plan.body, &given);
    let in_turn = plan.copies.iter().any(|copy| tma::is_copy(copy.op));
    let (new, handed) = carrying(plan.r#loop, &given, in_turn)?;
    let carried = begun.of(inside).ok_or_else(build)?;
    iteration(plan, stages, slots, course, &carried)?;
    if held(plan, stages) > 1 {
        leave_under_way(plan, &ir::results(new), Emit::at(plan.r#loop))?;
    }
    let (left, replaced) = match course.around() {
        None => (handed, None),
        Some(around) => {
            let end = ir::blocks(around).first().copied().and_then(ir::terminator).ok_or_else(build)?;
            ir::set_operands(end, &[end.operands().collect(), handed].concat());
            (carrying(around, &begun.values(), false)?.1, Some(around))
        }
    };

    // What is still under way behind the loop was for iterations that there are not; of the engine's nothing is.
    let emit = Emit::at(course.outermost());
    let left = begun.of(left).ok_or_else(build)?;
    let none = if plan.is_by_engine() { vec![(tma::NONE, emit.attribute("unit")?)] } else { Vec::new() };
    emit.op("layout.wait", &left.tokens.concat(), &[], &none)?;
    let mut gone: Vec<_> = plan.copies.iter().map(|copy| copy.op).chain([plan.r#loop]).collect();
    for copy in &plan.copies {
        gone.extend(ir::users(copy.buffer).into_iter().filter(|op| ir::name(*op) == "memref.dealloc"));
        gone.extend(ir::defining_op(copy.buffer));
    }
    gone.extend(replaced);
    Ok(ir::erase_all(&gone)?)
}

/// Arguments of a loop's body for what it is to carry as well.
fn arguments<'c: 'a, 'a>(body: &BlockRef<'c, 'a>, carried: &[Value<'c, 'a>]) -> Vec<Value<'c, 'a>> {
    let location = |value: &Value<'c, 'a>| {
        ir::defining_op(*value).or_else(|| ir::block_parent(ir::block_argument(*value)?.0)).map(ir::location)
    };
    let one = |value: &Value<'c, 'a>| {
        let location = location(value)?;
        Some(ir::insert_argument(*body, body.argument_count(), value.r#type(), location))
    };
    carried.iter().filter_map(one).collect()
}

/// A loop with the body of one, that begins with such values beside those that it was given, in its place but for
/// itself, and says whether it waits for the engine's copies in turn; what it has of these in the end.
fn carrying<'c: 'a, 'a>(
    old: OperationRef<'c, 'a>,
    given: &[Value<'c, 'a>],
    in_turn: bool,
) -> Result<(OperationRef<'c, 'a>, Vec<Value<'c, 'a>>), Error> {
    let (emit, results) = (Emit::at(old), ir::results(old));
    let all = results.iter().chain(given).map(|v| v.r#type()).collect::<Vec<Type<'c>>>();
    let is_said = |name: &Identifier<'_>| {
        matches!(name.as_string_ref().as_str(), Ok(STAGES | ACROSS | PRODUCER | tma::IN_TURN))
    };
    let mut attributes: Vec<_> = ir::attributes(old).into_iter().filter(|(name, _)| !is_said(name)).collect();
    if in_turn {
        attributes.push((Identifier::new(emit.context, tma::IN_TURN), Attribute::unit(emit.context)));
    }
    let inputs: Vec<Value<'c, 'a>> = old.operands().collect();
    let new = OperationBuilder::new("scf.for", emit.location)
        .add_operands(&[&inputs, given].concat())
        .add_results(&all)
        .add_attributes(&attributes)
        .add_regions_vec(ir::take_regions(old));
    let new = emit.insert("scf.for", new)?;
    let mut made = ir::results(new);
    let handed = made.split_off(results.len());
    for (old, made) in results.into_iter().zip(made) {
        ir::replace_all_uses(old, made);
    }
    Ok((new, handed))
}

/// Leaves the products of an iteration under way until those of the next one are, and the last until the loop is done.
fn leave_under_way<'c: 'a, 'a>(
    plan: &Plan<'c, 'a>,
    results: &[Value<'c, 'a>],
    emit: Emit<'c, 'a>,
) -> Result<(), Error> {
    let end = ir::terminator(plan.body);
    let one = emit.attribute("1 : i64")?;
    for product in &plan.products {
        ir::set_attribute(*product, UNDER_WAY, one);
    }
    let last = plan.products.last().copied().and_then(ir::result);
    let place = end.and_then(|end| end.operands().position(|value| Some(value) == last));
    if let Some(result) = place.and_then(|place| results.get(place)) {
        let uses = ir::uses(*result);
        let done = emit.value("layout.wait_mma", &[*result], result.r#type(), &[])?;
        for r#use in uses {
            ir::set_operand(r#use, done);
        }
    }
    Ok(())
}

/// The copies of the first iterations, before the loop.
fn prologue<'c: 'a, 'a>(
    plan: &Plan<'c, 'a>,
    stages: i64,
    slots: &Slots<'c, 'a>,
    course: &Course<'_, 'c, 'a>,
) -> Result<Carried<'c, 'a>, Error> {
    let emit = Emit::at(course.outermost());
    let mut ahead = course.begin(emit)?;
    let mut tokens = vec![Vec::new(); plan.copies.len()];
    let held = held(plan, stages);
    for number in 0..stages - held {
        let (values, there) = course.values(Place::First(number), &ahead, emit)?;
        let slot = emit.constant(number * slots.stride)?;
        let begun = begin_all(plan, (slots, slot), &values, there, emit)?;
        tokens.iter_mut().zip(begun).for_each(|(tokens, token)| tokens.push(token));
        ahead = course.next(&values, &ahead, emit)?;
    }
    let before = (1..=held).map(|n| (stages - n) * slots.stride);
    let word = emit.int_type(32);
    let slots =
        std::iter::once(0).chain(before).map(|n| Ok(emit.number(n, word)?)).collect::<Result<_, Error>>()?;
    Ok(Carried { ahead, tokens, slots })
}

/// What an iteration does: behind the first wait, and what it loads there, it begins copies of a later one.
fn iteration<'c: 'a, 'a>(
    plan: &Plan<'c, 'a>,
    stages: i64,
    slots: &Slots<'c, 'a>,
    course: &Course<'_, 'c, 'a>,
    carried: &Carried<'c, 'a>,
) -> Result<(), Error> {
    let build = || crate::convert_layout_memref::error::Error::Build("scf.for".into());
    let start = plan.body.first_operation().ok_or_else(build)?;
    let end = ir::terminator(plan.body).ok_or_else(build)?;
    let location = ir::location(plan.r#loop);
    let (Some(read), Some(filled)) = (carried.slots.first(), carried.slots.last()) else {
        return Err(build().into());
    };
    let (read, filled, ahead) = (*read, *filled, stages - held(plan, stages));
    for (place, copy) in plan.copies.iter().enumerate() {
        let buffer = slots.buffer(place, copy, read, Emit { location, ..Emit::at(start) })?;
        for r#use in ir::uses(copy.buffer) {
            let is_copy = ir::op_key(r#use.op) == ir::op_key(copy.op);
            if !is_copy && ir::name(r#use.op) != "memref.dealloc" {
                ir::set_operand(r#use, buffer);
            }
        }
        let oldest = carried.tokens.get(place).and_then(|t| t.first()).ok_or_else(build)?;
        ir::replace_all_uses(copy.token, *oldest);
    }

    // What is loaded there goes first: copies take long, and what computes waits for the loads. (By the engine they are
    // one thread's work, and it is the loads that may go where registers are free, behind the barrier.)
    // Where producers begin them the iteration first says what it is done with.
    let mut behind = plan.wait.next_in_block().ok_or_else(build)?;
    if plan.copies.iter().any(|copy| tma::is_produced(copy.op)) {
        behind = start;
    }
    while !plan.is_by_engine() && is_load_or_name(behind) {
        behind = behind.next_in_block().ok_or_else(build)?;
    }
    let emit = Emit { location, ..Emit::at(behind) };
    let index = ir::arguments(plan.body).first().copied().ok_or_else(build)?;
    let (values, there) = course.values(Place::Behind(index, ahead), &carried.ahead, emit)?;
    let begun = begin_all(plan, (slots, filled), &values, there, emit)?;
    let tokens = carried.tokens.iter().zip(begun);
    let tokens =
        tokens.map(|(under_way, token)| under_way.iter().skip(1).copied().chain([token]).collect()).collect();
    let next = course.next(&values, &carried.ahead, emit)?;

    // The slot that was read is filled next.
    let emit = Emit { location, ..Emit::at(end) };
    let number = |n| emit.number(n, read.r#type());
    let filled = emit.binary("arith.addi", read, number(slots.stride)?)?;
    let is_last = emit.equal(filled, number(stages * slots.stride)?)?;
    let filled = emit.select(is_last, number(0)?, filled)?;
    let rest = carried.slots.iter().copied().take(carried.slots.len() - 1);
    let slots = std::iter::once(filled).chain(rest).collect();
    let handed = Carried { ahead: next, tokens, slots };
    ir::set_operands(end, &[end.operands().collect(), handed.values()].concat());
    Ok(())
}

/// Whether an operation loads a tile, or names memory or a number: those on the way to a load do.
fn is_load_or_name(op: OperationRef<'_, '_>) -> bool {
    let names = ir::result(op).is_some_and(|v| ir::is_memref(v.r#type()) || ir::is_index(v.r#type()));
    ir::name(op) == "layout.load" || names && ir::effects(op) == ir::Effects::None && op.region_count() == 0
}

/// Begins the copies for another iteration; those of the engine, which would fill buffers with zeros, only if that is
/// there.
fn begin_all<'c: 'a, 'a>(
    plan: &Plan<'c, 'a>,
    (slots, slot): (&Slots<'c, 'a>, Value<'c, 'a>),
    values: &Values<'c, 'a>,
    there: Option<Value<'c, 'a>>,
    emit: Emit<'c, 'a>,
) -> Result<Vec<Value<'c, 'a>>, Error> {
    let begin = |there: Option<Value<'c, 'a>>, emit: Emit<'c, 'a>| {
        let all = plan.copies.iter().enumerate();
        all.map(|(place, copy)| begin(copy, slots.buffer(place, copy, slot, emit)?, values, there, emit))
            .collect::<Result<Vec<_>, Error>>()
    };
    let Some(there) = there.filter(|_| plan.is_by_engine()) else { return begin(there, emit) };
    let types: Vec<Type<'c>> = plan.copies.iter().map(|copy| copy.token.r#type()).collect();
    let choice = emit.choice(there, &types)?;
    let [then, otherwise] = choice.ends;
    ir::set_operands(then, &begin(None, Emit { before: then, ..emit })?);
    let mut none = Vec::new();
    for copy in &plan.copies {
        let at = Emit { location: ir::location(copy.op), before: otherwise, ..emit };
        let token = at.value("layout.no_copy", &[], copy.token.r#type(), &[])?;
        ir::defining_op(token).into_iter().for_each(|none| tma::give_none(none, copy.op));
        none.push(token);
    }
    ir::set_operands(otherwise, &none);
    Ok(choice.values)
}

/// Begins a copy for another iteration, outside of its source if that is not there.
fn begin<'c: 'a, 'a>(
    copy: &Copy<'c, 'a>,
    buffer: Value<'c, 'a>,
    values: &Values<'c, 'a>,
    there: Option<Value<'c, 'a>>,
    at: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>, Error> {
    let emit = Emit { location: ir::location(copy.op), ..at };
    let mut operands: Vec<Value<'c, 'a>> = copy.op.operands().map(|v| values.of(v)).collect();
    if let Some(last) = operands.last_mut() {
        *last = buffer;
    }
    if let (Some(dimension), Some(there)) = (copy.guard, there)
        && let [source, indices @ ..] = &mut operands[..]
        && let Some(index) = indices.get_mut(dimension)
    {
        let outside = extent(*source, dimension, emit)?;
        *index = emit.select(there, *index, outside)?;
        // The engine gets all coordinates, wherever one of them is: none may be poison.
        let others = copy.op.operands().skip(1).zip(indices).enumerate();
        for (number, (old, new)) in others.filter(|_| tma::is_copy(copy.op)) {
            if number != dimension && ir::is_index(new.r#type()) && ir::key(old) != ir::key(*new) {
                *new = emit.select(there, *new, emit.constant(0)?)?;
            }
        }
    }
    let attributes: Vec<_> = ir::attributes(copy.op);
    let new = OperationBuilder::new("layout.copy_async", emit.location)
        .add_operands(&operands)
        .add_results(&[copy.token.r#type()])
        .add_attributes(&attributes);
    let new: OperationRef<'c, 'a> = emit.insert("layout.copy_async", new)?;
    let build = || crate::convert_layout_memref::error::Error::Build("layout.copy_async".into());
    Ok(ir::result(new).ok_or_else(build)?)
}

/// The extent of a dimension of a memref.
fn extent<'c: 'a, 'a>(
    memref: Value<'c, 'a>,
    dimension: usize,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>, Error> {
    match ir::extents(memref.r#type()).get(dimension) {
        Some(extent) if *extent != ir::DYNAMIC => Ok(emit.constant(*extent)?),
        _ => {
            let dimension = emit.constant(dimension as i64)?;
            Ok(emit.value("memref.dim", &[memref, dimension], emit.index_type(), &[])?)
        }
    }
}
