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
//! a few iterations become one, as many as [`copies`] says, with a loop behind it for those that are left. LLVM
//! does that too, but too late for `layout-loads-first`, and makes up to 16 copies: up to four times the
//! code, and never faster (`./x bench index`, the K loops). A loop with an attribute of LLVM's stays as
//! it is, such as the one that keeps it whole, which loops with copies get as well:
//! `llvm.loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>`.

use layout_bridge::import::is_layout;
use layout_mlir::ir::{self, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, BlockLike, OperationRef, RegionLike, Value, ValueLike};
use rustc_hash::FxHashSet;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-unroll",
    summary: "Unroll short loops whose variables are coordinates of layouts",
    options: &[],
    run,
};

/// Most operations of an unrolled loop, about what LLVM's own full unrolling allows at `-O3`.
const LIMIT: u64 = 1024;

/// Most accesses to memory that all copies of a body have together, and most copies.
const ACCESSES: usize = 16;
const COPIES: usize = 4;

/// What a loop says to LLVM.
const ANNOTATION: &str = "llvm.loop_annotation";

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    // Inner loops first: what was inside a loop that is gone has been looked at.
    for candidate in ir::nested(op).into_iter().rev() {
        let is_loop = matches!(ir::name(candidate), "scf.for" | "affine.for");
        if !is_loop || candidate.has_attribute(ANNOTATION) || !indexes_layouts(candidate) {
            continue;
        }
        let all = ir::trip_count(candidate).and_then(|count| count.checked_mul(length(candidate)));
        // A loop that upstream cannot unroll stays.
        let gone = all.is_some_and(|all| all <= LIMIT) && ir::unroll(candidate);
        if !gone && ir::nested(candidate).into_iter().skip(1).all(|inside| inside.region_count() == 0) {
            repeat(candidate);
        }
    }
    true
}

/// Makes copies of a loop's body, or has LLVM make them where upstream's arithmetic of the bounds
/// is right for some only.
fn repeat(r#loop: OperationRef<'_, '_>) {
    let context = ir::context(r#loop);
    let copies = copies(r#loop);
    let annotate = |unroll: &str| {
        let text = format!("#llvm.loop_annotation<unroll = <{unroll}>>");
        if let Some(annotation) = Attribute::parse(context, &text) {
            ir::set_attribute(r#loop, ANNOTATION, annotation);
        }
    };
    let ascends = is_ascending(r#loop);
    if !ascends && !is_counted(r#loop) {
        annotate("disable = true");
        return;
    }
    if copies > 1 && ascends && at_least_lower(r#loop).is_some() {
        annotate("disable = true");
        if ir::unroll_by(r#loop, copies as u64) {
            return;
        }
    }
    annotate(&format!("count = {copies} : i32"));
}

/// Whether LLVM sees how often a loop runs. A variable that goes by more than one may wrap: where that is not
/// excluded, each copy of the body would have a way out of its own, and nothing could move before it.
fn is_counted(r#loop: OperationRef<'_, '_>) -> bool {
    let by_one = || ir::operand(r#loop, 2).and_then(ir::constant) == Some(1);
    let by_one_affine = || r#loop.attribute("step").ok().and_then(ir::integer) == Some(1);
    if ir::name(r#loop) == "affine.for" { by_one_affine() } else { by_one() }
}

/// Whether a loop is an `scf.for` of `index` from a natural number by a positive step that is known.
fn is_ascending(r#loop: OperationRef<'_, '_>) -> bool {
    let lower = ir::operand(r#loop, 0);
    ir::name(r#loop) == "scf.for"
        && !r#loop.has_attribute("unsignedCmp")
        && lower.is_some_and(|lower| ir::is_index(lower.r#type()) && is_natural(lower))
        && ir::operand(r#loop, 2).and_then(ir::constant).is_some_and(|step| step > 0)
}

/// Whether an index is seen to be natural, in as many bits as it may come to have.
fn is_natural(value: Value<'_, '_>) -> bool {
    if let Some(number) = ir::constant(value) {
        return (0..=i64::from(i32::MAX)).contains(&number);
    }
    let Some(op) = ir::defining_op(value) else { return false };
    let of = |number| ir::operand(op, number);
    let known = |least: i64| {
        of(1).and_then(ir::constant).is_some_and(|number| (least..=i64::from(i32::MAX)).contains(&number))
    };
    match ir::name(op) {
        "gpu.thread_id" | "gpu.lane_id" => true,
        // What is left by a number is below it; half of any number has no sign.
        "arith.remui" => known(1) || of(0).is_some_and(is_natural),
        "arith.divui" => known(2) || of(0).is_some_and(is_natural),
        "arith.andi" => known(0) || of(0).is_some_and(is_natural),
        _ => false,
    }
}

/// Makes the end of a loop the larger of its bounds: the number of iterations is then a difference.
fn at_least_lower<'c>(r#loop: OperationRef<'c, '_>) -> Option<()> {
    let (lower, upper) = (ir::operand(r#loop, 0)?, ir::operand(r#loop, 1)?);
    if ir::constant(upper).zip(ir::constant(lower)).is_some_and(|(upper, lower)| upper >= lower) {
        return Some(());
    }
    let max = OperationBuilder::new("arith.maxsi", ir::location(r#loop))
        .add_operands(&[upper, lower])
        .add_results(&[upper.r#type()])
        .build();
    let max = ir::inserted_result(r#loop, max)?;
    let mut operands: Vec<_> = r#loop.operands().collect();
    operands[1] = max;
    ir::set_operands(r#loop, &operands);
    Some(())
}

/// How many copies of its body an iteration of a loop that stays consists of, about as many as nvcc makes: what
/// they load is under way at once. Where threads wait for each other in each iteration it is not.
fn copies(r#loop: OperationRef<'_, '_>) -> usize {
    let names: Vec<&str> = ir::nested(r#loop).into_iter().map(ir::name).collect();
    let waits = names.iter().any(|name| name.contains("barrier") || name.contains("wait"));
    let is_access =
        |name: &&&str| name.contains("load") || name.contains("store") || name.contains("transfer");
    let accesses = names.iter().filter(is_access).count();
    if waits { 1 } else { (ACCESSES / accesses.max(1)).clamp(1, COPIES) }
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

/// Whether a coordinate inside a loop depends on the loop's variable.
fn indexes_layouts(r#loop: OperationRef<'_, '_>) -> bool {
    let body = r#loop.region(0).ok().and_then(|region| region.first_block());
    let Some(variable) = body.and_then(|body| body.argument(0).ok()) else { return false };
    let mut depends: FxHashSet<ValueKey> = FxHashSet::from_iter([ir::key(variable.into())]);
    for op in ir::nested(r#loop) {
        if !op.operands().any(|value| depends.contains(&ir::key(value))) {
            continue;
        }
        if ir::name(op) == "layout.crd2idx" {
            return true;
        }
        depends.extend(op.results().map(|r| ir::key(r.into())));
    }
    false
}
