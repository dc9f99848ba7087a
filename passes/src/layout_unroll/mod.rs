//! `layout-unroll`: short loops over layout indices become their iterations.
//!
//! LLVM unrolls such loops too, but after the addresses were simplified: what the iterations
//! have in common is then found by nobody. `%l(%t, %v)` of all `%v` at once is what
//! `layout-simplify` shares best.
//!
//! ```mlir
//! // Before:
//! scf.for %v = %c0 to %c4 step %c1 { %i = layout.crd2idx %l(%t, %v) : … }
//! // After:
//! %i0 = layout.crd2idx %l(%t, %c0) : …     %i1 = layout.crd2idx %l(%t, %c1) : …     …
//! ```
//!
//! A loop is replaced by its iterations if its bounds are constant, a coordinate of a layout depends on its
//! variable, and all its iterations together have at most [`LIMIT`] operations. Of another innermost such loop
//! a few iterations become one ([`joined`]), as many as [`copies`] says. (It has to begin
//! at a natural number: one whose variable is an index of memory does, or is not defined.) LLVM
//! does that too, but too late for `layout-loads-first`, and makes up to 16 copies: up to four times the
//! code, and never faster (`./x bench index`, the K loops). A loop with an attribute of LLVM's stays as
//! it is, such as the one that keeps it whole, which loops with copies get as well:
//! `llvm.loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>`.
//!
//! A condition that is the same in all iterations that a loop becomes is asked once ([`guards`]).
//!
//! Where threads wait for each other in each iteration, a loop stays whole, but for one over a ring of buffers ([`rings`]).
//!
//! A kernel's loop over memory without a layout is left to LLVM, but for one by more than one, such as that of a
//! thread or a warp over a row: since its variable may wrap, LLVM does not see how often it runs, and makes no copies.
//! It gets them here if it is short ([`LENGTH`]) and does nothing but load, compute and store.

use std::cell::OnceCell;

use layout_bridge::facts::Machine;
use layout_bridge::import::is_layout;
use layout_bridge::rewrite::Function;
use layout_mlir::ir::{self, Effects, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, BlockLike, OperationRef, RegionLike, Value, ValueLike};
use rustc_hash::FxHashSet;

use crate::simplify::{IndexOptions, any_machine, functions};

mod guards;
mod joined;
mod rings;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-unroll",
    summary: "Unroll short loops whose variables are coordinates of layouts",
    options: IndexOptions::TABLE,
    statistics: &[],
    run,
};

/// Most operations of an unrolled loop, about what LLVM's own full unrolling allows at `-O3`.
const LIMIT: u64 = 1024;

/// Most accesses to memory that all copies of a body have together, and most copies.
const ACCESSES: usize = 16;
const COPIES: usize = 4;

/// Copies of a body that loads an element and stores one: nothing hides the time that a load takes but the loads beside it, and they
/// are of few bytes. Of what so many leave, the next number runs at once, so that short rows and the ends of long ones
/// wait for few loads too. (More are slower, in either: `./x bench index`, `triangle_rows`.)
const MOVES: [usize; 2] = [8, 4];

/// The same of a body that loads from where another of its loads says: each that is left alone waits for two, one after the other.
const GATHERS: [usize; 3] = [8, 4, 2];

/// Most operations of all copies of the body of a loop over memory without a layout: LLVM's own limit for a loop
/// of which it does not know how often it runs, for NVIDIA's GPUs.
const LENGTH: u64 = 75;

/// What a loop says to LLVM.
const ANNOTATION: &str = "llvm.loop_annotation";

/// Whether bounds of a loop are compared without signs.
const UNSIGNED: &str = "unsignedCmp";

fn run(op: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let Some(machine) = any_machine(op, options, INFO.name) else { return false };
    for function in functions(op) {
        let naturals = Naturals { function, machine, known: OnceCell::new() };
        // Inner loops first: what was inside a loop that is gone has been looked at.
        for candidate in ir::nested(function).into_iter().rev() {
            let is_loop = matches!(ir::name(candidate), "scf.for" | "affine.for");
            if !is_loop || candidate.has_attribute(ANNOTATION) {
                continue;
            }
            let inside = depends(candidate);
            if inside.iter().any(|op| ir::name(*op) == "layout.crd2idx") {
                shorten(candidate, &naturals);
            } else if inside.iter().any(|op| is_load(*op)) && streams(candidate) {
                let copies = copies(candidate).min((LENGTH / length(candidate).max(1)) as usize);
                if is_ascending(candidate, &naturals, copies) {
                    joined::join(candidate, copies, &naturals);
                }
            }
        }
    }
    true
}

/// Replaces a loop over indices of layouts by its iterations, or has several become one.
fn shorten<'c: 'a, 'a>(r#loop: OperationRef<'c, 'a>, naturals: &Naturals<'c, 'a>) {
    let all = ir::trip_count(r#loop).and_then(|count| count.checked_mul(length(r#loop)));
    let is_short = all.is_some_and(|all| all <= LIMIT);
    if is_short {
        guards::hoist(r#loop);
    }
    // A loop that upstream cannot unroll stays.
    let gone = is_short && ir::unroll(r#loop);
    if !gone && ir::nested(r#loop).into_iter().skip(1).all(|inside| inside.region_count() == 0) {
        repeat(r#loop, naturals);
    }
}

/// Makes copies of a loop's body, or has LLVM make them where upstream's arithmetic of the bounds
/// is right for some only.
fn repeat<'c: 'a, 'a>(r#loop: OperationRef<'c, 'a>, naturals: &Naturals<'c, 'a>) {
    let copies = copies(r#loop);
    let ring =
        rings::buffers(r#loop).filter(|buffers| copies < 2 && is_ascending(r#loop, naturals, *buffers));
    if ring.is_some_and(|buffers| rings::turn(r#loop, buffers)) {
        return;
    }
    let ascends = is_ascending(r#loop, naturals, copies) || begins_naturally(r#loop, naturals, copies);
    match () {
        () if ascends && joined::join(r#loop, copies, naturals) => {}
        () if ascends || is_counted(r#loop) => annotate(r#loop, &format!("count = {copies} : i32")),
        () if copies < 2 => annotate(r#loop, "disable = true"),
        // (Of another one the assembler makes copies, which load at once: `./x bench index`, `kloop_residue`.)
        () => {}
    }
}

/// Says to LLVM how a loop is unrolled.
fn annotate(r#loop: OperationRef<'_, '_>, unroll: &str) {
    let text = format!("#llvm.loop_annotation<unroll = <{unroll}>>");
    if let Some(annotation) = Attribute::parse(ir::context(r#loop), &text) {
        ir::set_attribute(r#loop, ANNOTATION, annotation);
    }
}

/// Has what iterations leave of a joined loop be computed without signs, as it may be: from a natural number to none less,
/// there are a natural number of them. (With signs, a remainder by a power of two is four instructions, not one.)
fn count_naturally(whole: OperationRef<'_, '_>) -> Option<()> {
    let defined = |value, name| ir::defining_op(value).filter(|op| ir::name(*op) == name);
    let iterations = defined(ir::operand(whole, 1)?, "arith.addi")?;
    let count = defined(ir::operand(iterations, 1)?, "arith.muli")?;
    let count = defined(ir::operand(count, 0)?, "arith.subi")?;
    let left = defined(ir::operand(count, 1)?, "arith.remsi")?;
    let operands: Vec<_> = left.operands().collect();
    let without_signs = OperationBuilder::new("arith.remui", ir::location(left))
        .add_operands(&operands)
        .add_results(&[ir::result(left)?.r#type()])
        .build();
    ir::replace_all_uses(ir::result(left)?, ir::inserted_result(left, without_signs)?);
    ir::erase(left).ok()
}

/// The loop that ends at a value.
fn ended_by<'c: 'a, 'a>(end: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    ir::users(end).into_iter().find(|op| ir::name(*op) == "scf.for" && ir::operand(*op, 1) == Some(end))
}

fn set_operand<'c: 'a, 'a>(op: OperationRef<'c, 'a>, number: usize, value: Value<'c, 'a>) {
    let mut operands: Vec<_> = op.operands().collect();
    operands[number] = value;
    ir::set_operands(op, &operands);
}

/// Whether LLVM sees how often a loop runs. A variable that goes by more than one may wrap: where that is not
/// excluded, each copy of the body would have a way out of its own, and nothing could move before it.
fn is_counted(r#loop: OperationRef<'_, '_>) -> bool {
    let by_one = || ir::operand(r#loop, 2).and_then(ir::constant) == Some(1);
    let by_one_affine = || r#loop.attribute("step").ok().and_then(ir::integer) == Some(1);
    if ir::name(r#loop) == "affine.for" { by_one_affine() } else { by_one() }
}

/// Whether a loop is an `scf.for` of `index` from a natural number by a positive step that is known, of which
/// as many as there are copies and the end of the loop are still such a number.
fn is_ascending<'c: 'a, 'a>(
    r#loop: OperationRef<'c, 'a>,
    naturals: &Naturals<'c, 'a>,
    copies: usize,
) -> bool {
    ascends(r#loop, naturals, copies)
        && ir::operand(r#loop, 0).is_some_and(|lower| ir::is_index(lower.r#type()) && naturals.has(lower))
}

/// The same but for where it begins.
fn ascends(r#loop: OperationRef<'_, '_>, naturals: &Naturals<'_, '_>, copies: usize) -> bool {
    let constant = |number| ir::operand(r#loop, number).and_then(ir::constant);
    let most = naturals.most();
    let last = constant(1).unwrap_or(0).max(0);
    ir::name(r#loop) == "scf.for"
        && !r#loop.has_attribute(UNSIGNED)
        && constant(2).is_some_and(|step| step > 0 && step <= (most - last.min(most)) / copies.max(1) as i64)
}

/// Has a loop whose variable is an index of memory in each iteration begin at a natural number, which it does where it is
/// defined; false if it is another one. (Bounds that a table says are of any sign.)
fn begins_naturally<'c: 'a, 'a>(
    r#loop: OperationRef<'c, 'a>,
    naturals: &Naturals<'c, 'a>,
    copies: usize,
) -> bool {
    let build = || {
        let lower = ir::operand(r#loop, 0)?;
        let variable = ir::blocks(r#loop).first()?.argument(0).ok()?;
        let is_index = |op: OperationRef<'c, 'a>| {
            is_load(op) && op.operands().skip(1).any(|index| ir::key(index) == ir::key(variable.into()))
        };
        // What may not go on to the next operation is none of these.
        let mut inside = ir::nested(r#loop).into_iter().skip(1);
        let is_indexed = inside.by_ref().take_while(|op| ir::effects(*op) != Effects::Any).any(is_index);
        if !is_indexed || !ascends(r#loop, naturals, copies) || !ir::is_index(lower.r#type()) {
            return None;
        }
        let zero = ir::insert_index(r#loop, ir::location(r#loop), 0)?;
        let max = OperationBuilder::new("arith.maxsi", ir::location(r#loop))
            .add_operands(&[lower, zero])
            .add_results(&[lower.r#type()]);
        let max = ir::inserted_result(r#loop, max.build())?;
        set_operand(r#loop, 0, max);
        Some(())
    };
    build().is_some()
}

/// Which integers of a function are natural.
struct Naturals<'c, 'a> {
    function: OperationRef<'c, 'a>,
    machine: Machine,
    /// What is known of the function, once somebody asked.
    known: OnceCell<Function<'c, 'a>>,
}

impl<'c: 'a, 'a> Naturals<'c, 'a> {
    fn has(&self, value: Value<'c, 'a>) -> bool {
        if let Some(number) = ir::constant(value) {
            return (0..=self.most()).contains(&number);
        }
        self.known().facts(value, &self.machine).non_negative()
    }

    fn known(&self) -> &Function<'c, 'a> {
        self.known.get_or_init(|| {
            let mut known = Function::new(self.function);
            known.learn_all(self.machine);
            known
        })
    }

    /// Whether one is known to be no more than a number.
    fn is_at_most(&self, value: Value<'c, 'a>, most: i64) -> bool {
        let known = || self.known().facts(value, &self.machine).hi <= most.into();
        ir::constant(value).map_or_else(known, |number| number <= most)
    }

    /// The greatest index.
    fn most(&self) -> i64 {
        i64::MAX >> (64 - self.machine.index_bits)
    }
}

/// Makes the end of a loop the larger of its bounds, and yields it: the number of iterations is then a difference.
fn at_least_lower<'c: 'a, 'a>(r#loop: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    let (lower, upper) = (ir::operand(r#loop, 0)?, ir::operand(r#loop, 1)?);
    if ir::constant(upper).zip(ir::constant(lower)).is_some_and(|(upper, lower)| upper >= lower) {
        return Some(upper);
    }
    let max = if r#loop.has_attribute(UNSIGNED) { "arith.maxui" } else { "arith.maxsi" };
    let max = OperationBuilder::new(max, ir::location(r#loop))
        .add_operands(&[upper, lower])
        .add_results(&[upper.r#type()])
        .build();
    let max = ir::inserted_result(r#loop, max)?;
    set_operand(r#loop, 1, max);
    Some(max)
}

/// How many copies of its body an iteration of a loop that stays consists of, about as many as nvcc makes: what
/// they load is under way at once. Where threads wait for each other in each iteration it is not.
fn copies(r#loop: OperationRef<'_, '_>) -> usize {
    let names: Vec<&str> = ir::nested(r#loop).into_iter().map(ir::name).collect();
    let waits = names.iter().any(|name| name.contains("barrier") || name.contains("wait"));
    let accesses = names.iter().filter(|name| is_access(name)).count();
    match () {
        () if waits => 1,
        () => of_few_bytes(r#loop).first().copied().unwrap_or((ACCESSES / accesses.max(1)).clamp(1, COPIES)),
    }
}

/// The copies of a body of which nothing but loads beside each other hides the time that one takes, and those of what they leave.
fn of_few_bytes(r#loop: OperationRef<'_, '_>) -> &'static [usize] {
    match () {
        () if gathers(r#loop) => &GATHERS,
        () if moves(r#loop) => &MOVES,
        () => &[],
    }
}

/// Whether the body of a loop loads an element and stores one.
fn moves(r#loop: OperationRef<'_, '_>) -> bool {
    let inside = ir::nested(r#loop);
    let accesses = inside.into_iter().map(ir::name).filter(|name| is_access(name));
    accesses.eq(["memref.load", "memref.store"])
}

/// Whether the body of a loop loads from where another of its loads says.
fn gathers(r#loop: OperationRef<'_, '_>) -> bool {
    let mut loaded: FxHashSet<ValueKey> = FxHashSet::default();
    for op in ir::nested(r#loop) {
        let depends = op.operands().any(|value| loaded.contains(&ir::key(value)));
        if depends && is_load(op) {
            return true;
        }
        if depends || is_load(op) {
            loaded.extend(op.results().map(|r| ir::key(r.into())));
        }
    }
    false
}

fn is_access(name: &str) -> bool {
    name.contains("load") || name.contains("store") || name.contains("transfer")
}

/// The operations inside one that do something, those of inner loops once an iteration.
fn length(op: OperationRef<'_, '_>) -> u64 {
    let mut sum = 0u64;
    for block in ir::blocks(op) {
        let mut next = block.first_operation();
        while let Some(inside) = next {
            let times = ir::trip_count(inside).unwrap_or(1);
            let own = u64::from(costs(inside)).saturating_add(length(inside));
            sum = sum.saturating_add(times.saturating_mul(own));
            next = inside.next_in_block();
        }
    }
    sum
}

/// Whether something is left of an operation once it is lowered.
fn costs(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    !name.ends_with(".constant") && !name.ends_with(".yield") && (!is_layout(name) || yields_index(op))
}

/// Whether an operation of the layout dialect computes an integer.
fn yields_index(op: OperationRef<'_, '_>) -> bool {
    ir::result(op).is_some_and(|r| ir::is_index(r.r#type()))
}

/// The operations inside a loop that depend on its variable.
fn depends<'c: 'a, 'a>(r#loop: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let body = r#loop.region(0).ok().and_then(|region| region.first_block());
    let Some(variable) = body.and_then(|body| body.argument(0).ok()) else { return Vec::new() };
    let mut depends: FxHashSet<ValueKey> = FxHashSet::from_iter([ir::key(variable.into())]);
    let mut out = Vec::new();
    for op in ir::nested(r#loop) {
        if op.operands().any(|value| depends.contains(&ir::key(value))) {
            depends.extend(op.results().map(|r| ir::key(r.into())));
            out.push(op);
        }
    }
    out
}

fn is_load(op: OperationRef<'_, '_>) -> bool {
    matches!(ir::name(op), "memref.load" | "vector.load")
}

/// Whether a loop of a kernel, of which LLVM does not see how often it runs, does nothing but load from memory, compute
/// and store.
fn streams(r#loop: OperationRef<'_, '_>) -> bool {
    let is_simple = |op: OperationRef<'_, '_>| match ir::name(op) {
        "scf.yield" | "memref.load" | "vector.load" | "memref.store" | "vector.store" => true,
        // Shuffles and matrix products have none either.
        name => {
            ir::effects(op) == Effects::None
                && op.region_count() == 0
                && matches!(name.split('.').next(), Some("arith" | "index" | "affine" | "math" | "vector"))
        }
    };
    let in_kernel = || {
        std::iter::successors(r#loop.parent_operation(), |op| op.parent_operation())
            .any(|op| ir::name(op) == "gpu.func")
    };
    !is_counted(r#loop)
        && ir::trip_count(r#loop).is_none()
        && ir::nested(r#loop).into_iter().skip(1).all(is_simple)
        && in_kernel()
}
