//! Whether elements next to each other in the last mode are so in memory.
//!
//! A swizzle keeps runs of `2^low` elements together that begin at a multiple of their
//! length, `low` being the lowest bit that it reads or writes. So the question is which
//! powers of two divide the coordinate, and those are read off the arithmetic before it.

use layout_algebra::{AnyLayout, Layout, Outer, log2};
use layout_mlir::affine::{AffineExpr, AffineOp, affine_results};
use layout_mlir::ir;
use melior::ir::Value;
use melior::ir::operation::OperationLike;

use super::types::divides;

/// Whether `count` elements from a coordinate on, along the last mode, have consecutive
/// indices; `zeros` are how many low bits of each integer of the coordinate are 0.
///
/// ```text
/// S<3,3,3> o 0 o (64,64):(64,1) at (i, 8·j): 8 elements, yes; at (i, j): no
/// ```
pub fn consecutive(layout: &AnyLayout, zeros: &[u32], count: i64) -> bool {
    if count == 1 {
        return true;
    }
    let modes = layout.domain().modes();
    let Some((last, others)) = modes.split_last() else { return false };
    let leaves = leaves(last);
    let Some(((first, stride), rest)) = leaves.split_first() else { return false };
    if !stride.is(1) {
        return false;
    }
    if rest.is_empty() && is_plain(layout) {
        return true;
    }
    let multiple =
        |mode: usize| zeros.get(mode).is_some_and(|z| 1i64.checked_shl(*z).is_none_or(|p| p % count == 0));
    if count.count_ones() != 1 || !multiple(others.len()) || !(rest.is_empty() || divides(count, first)) {
        return false;
    }
    if is_plain(layout) {
        return true;
    }
    // From here on the first index must be a multiple of the count, too.
    let aligned = |(mode, layout): (usize, &Layout)| {
        let leaves = self::leaves(layout);
        let strides = leaves.iter().all(|(_, s)| divides(count, s));
        strides || (leaves.len() == 1 && multiple(mode) && leaves[0].1.as_const().is_some())
    };
    let AnyLayout::Composed(composed) = layout else { return false };
    rest.iter().all(|(_, s)| divides(count, s))
        && others.iter().enumerate().all(aligned)
        && divides(count, &composed.offset)
        && keeps(&composed.outer, count)
}

/// Sizes and strides without those that coordinates never count.
fn leaves(mode: &Layout) -> Vec<(&layout_algebra::Expr, &layout_algebra::Expr)> {
    mode.shape_leaves().iter().zip(mode.stride_leaves()).filter(|(n, _)| !n.is(1)).collect()
}

fn is_plain(layout: &AnyLayout) -> bool {
    match layout {
        AnyLayout::Plain(_) => true,
        AnyLayout::Composed(c) => matches!(c.outer, Outer::Swizzle(s) if s.bits() == 0),
    }
}

/// Whether a function takes aligned runs of `count` integers to such runs.
fn keeps(outer: &Outer, count: i64) -> bool {
    match outer {
        Outer::Swizzle(s) if s.bits() == 0 => true,
        Outer::Swizzle(s) => {
            let low = s.source_mask().trailing_zeros().min(s.target_mask().trailing_zeros());
            count <= 1 << low
        }
        Outer::Layout(l) => {
            let leaves = leaves(l);
            leaves.split_first().is_some_and(|((size, stride), rest)| {
                stride.is(1)
                    && (rest.is_empty() || divides(count, size))
                    && rest.iter().all(|(_, s)| divides(count, s))
            })
        }
        Outer::Chain(c) => keeps(&c.inner, count) && divides(count, &c.offset) && keeps(&c.outer, count),
    }
}

/// How deep arithmetic is looked through.
const DEPTH: u32 = 24;

/// How many low bits of an index are known to be 0. (Powers of two alone survive
/// arithmetic that wraps around.)
pub fn trailing_zeros(value: Value<'_, '_>) -> u32 {
    zeros(value, DEPTH)
}

fn of_constant(n: i64) -> u32 {
    if n == 0 { 63 } else { n.trailing_zeros() }
}

fn zeros(value: Value<'_, '_>, depth: u32) -> u32 {
    if let Some(n) = ir::constant(value) {
        return of_constant(n);
    }
    let Some(depth) = depth.checked_sub(1) else { return 0 };
    let Some(op) = ir::defining_op(value) else { return of_argument(value, depth) };
    let of = |i: usize| ir::operand(op, i).map_or(0, |v| zeros(v, depth));
    let number = |i: usize| ir::operand(op, i).and_then(ir::constant);
    match ir::name(op) {
        "arith.addi" | "arith.subi" | "index.add" | "index.sub" | "arith.ori" | "arith.xori" | "index.or"
        | "index.xor" | "arith.minsi" | "arith.maxsi" | "arith.minui" | "arith.maxui" | "arith.remui"
        | "arith.remsi" | "index.remu" | "index.rems" => of(0).min(of(1)),
        "arith.muli" | "index.mul" => (of(0) + of(1)).min(63),
        "arith.andi" | "index.and" => of(0).max(of(1)),
        "arith.shli" | "index.shl" => match number(1) {
            Some(by @ 0..64) => (of(0) + by as u32).min(63),
            _ => of(0),
        },
        "arith.shrui" | "arith.shrsi" | "index.shru" | "index.shrs" => match number(1) {
            Some(by @ 0..64) => of(0).saturating_sub(by as u32),
            _ => 0,
        },
        "arith.divui" | "arith.divsi" | "arith.floordivsi" | "index.divu" | "index.divs" => match number(1) {
            Some(by) => log2(by).map_or(0, |k| of(0).saturating_sub(k)),
            None => 0,
        },
        "arith.index_cast" | "arith.index_castui" | "arith.extsi" | "arith.extui" | "arith.trunci"
        | "index.casts" | "index.castu" => of(0),
        "arith.select" => of(1).min(of(2)),
        "affine.apply" => {
            let results = op.attribute("map").ok().and_then(affine_results).unwrap_or_default();
            results.first().map_or(0, |e| of_affine(e, &of))
        }
        _ => 0,
    }
}

fn of_affine(e: &AffineExpr, operand: &dyn Fn(usize) -> u32) -> u32 {
    match e {
        AffineExpr::Constant(n) => of_constant(*n),
        AffineExpr::Operand(i) => operand(*i),
        AffineExpr::Binary(op, sides) => {
            let [a, b] = [of_affine(&sides[0], operand), of_affine(&sides[1], operand)];
            match (op, &sides[1]) {
                (AffineOp::Add | AffineOp::Mod, _) => a.min(b),
                (AffineOp::Mul, _) => (a + b).min(63),
                (_, AffineExpr::Constant(n)) if log2(*n).is_some() => a.saturating_sub(b),
                _ => 0,
            }
        }
    }
}

/// The index of a loop is a multiple of what divides its beginning and its step.
fn of_argument(value: Value<'_, '_>, depth: u32) -> u32 {
    let Some((block, 0)) = ir::block_argument(value) else { return 0 };
    let Some(op) = ir::block_parent(block) else { return 0 };
    let of = |i: usize| ir::operand(op, i).map_or(0, |v| zeros(v, depth));
    match ir::name(op) {
        "scf.for" => of(0).min(of(2)),
        "affine.for" => {
            let lower = op.attribute("lowerBoundMap").ok().and_then(affine_results).unwrap_or_default();
            let [lower] = &lower[..] else { return 0 };
            let step = op.attribute("step").ok().and_then(ir::integer).unwrap_or(1);
            of_affine(lower, &of).min(of_constant(step))
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer is checked against the layout's values wherever it is yes.
    #[test]
    fn runs_are_runs() {
        let mut yes = 0;
        for text in [
            "(64,64):(64,1)",
            "S<3,3,3> o 0 o (64,64):(64,1)",
            "S<2,2,3> o 8 o (16,32):(32,1)",
            "S<2,1,-2> o 0 o (8,8):(8,1)",
            "(8,(4,4)):(4,(1,32))",
            "S<1,3,2> o 4 o (8,(8,2)):(8,(1,64))",
            "(8,4):(1,8) o 8 o (4,16):(16,1)",
            "S<2,2,2> o 0 o (6,16):(20,1)",
            "(4,(3,4)):(12,(1,3))",
        ] {
            let layout: AnyLayout = text.parse().unwrap();
            let sizes: Vec<i64> =
                layout.domain().modes().iter().map(|m| m.size().unwrap().as_const().unwrap()).collect();
            for zeros in [[0, 0], [0, 1], [0, 2], [0, 3], [1, 2], [3, 3]] {
                for count in [2, 3, 4, 8] {
                    if !consecutive(&layout, &zeros, count) {
                        continue;
                    }
                    yes += 1;
                    for i in (0..sizes[0]).step_by(1 << zeros[0]) {
                        for j in (0..=sizes[1] - count).step_by(1 << zeros[1]) {
                            let at = |k: i64| layout.eval(i + sizes[0] * (j + k)).unwrap();
                            assert!(
                                (0..count).all(|k| at(k) == at(0) + k),
                                "{text} {zeros:?} {count} {i} {j}"
                            );
                        }
                    }
                }
            }
        }
        assert!(yes > 40, "{yes}");
    }
}
