//! `composition`: `R = A ∘ B` with `R(c) = A(B(c))` for every coordinate of B.
//!
//! CuTe's algorithm (`cute/layout.hpp`, `composition_impl`) walks the modes of
//! A for each mode of B and checks too little: it accepts strides that neither
//! divide nor are divided by A's sizes, and never checks that the modes of B
//! do not carry into each other. Here both are decided.
//!
//! * One mode `s:d` of B: the sequence `A(j·d)` has at most one coalesced
//!   layout. Where `d` and A's sizes divide one another it is read off A's
//!   modes ([`regular`]); elsewhere it is found by enumeration.
//! * Several modes: `A(Σ B_k) = Σ A(B_k)` holds if no sum of digits reaches
//!   the size of A's mode, and for regular modes *only* then: the first sum
//!   that does carries once, and A is coalesced, so the value changes.

use smallvec::SmallVec;

use crate::coalesce::{Modes, coalesce_modes, from_modes};
use crate::expr::{Expr, ExprError};
use crate::layout::{Layout, LayoutError};
use crate::symbol::Tri;
use crate::tiler::{RankError, Tiler, matched};
use crate::tuple::{Leaves, Profile};

/// Most coordinates of B that are enumerated to decide an irregular composition.
pub const ENUMERATION_LIMIT: i64 = 1 << 20;

/// Why a composition is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompositionError {
    /// No layout is this function.
    #[error("no layout is {a} o {b}: {mode}: {why}")]
    NoLayout {
        /// The outer layout.
        a: String,
        /// The inner layout.
        b: String,
        /// The mode of B, or all of them together.
        mode: String,
        /// The violated condition, with numbers.
        why: String,
    },
    /// Unknown sizes decide whether it exists.
    #[error(
        "cannot decide {a} o {b}: mode {mode}: whether {condition} is not known; state it as a fact, such as {hint}"
    )]
    Undecided {
        /// The outer layout.
        a: String,
        /// The inner layout.
        b: String,
        /// The mode of B, or all of them together.
        mode: String,
        /// The condition that would have to hold.
        condition: String,
        /// A fact that would decide it.
        hint: String,
    },
    /// Deciding takes more than [`ENUMERATION_LIMIT`] evaluations.
    #[error("{a} o {b} is irregular and {size} coordinates are too many to decide it by enumeration")]
    TooLarge {
        /// The outer layout.
        a: String,
        /// The inner layout.
        b: String,
        /// The size of B.
        size: i64,
    },
    /// A tiler with more modes than the layout.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// The result is no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for CompositionError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// How one mode of B runs through the modes of A.
enum Walk {
    /// Result modes, and for each the mode of A it stays in and its largest digit there.
    Regular(Modes, SmallVec<[(usize, Expr); 4]>),
    /// Strides and sizes do not divide one another.
    Irregular,
    /// A mode of A ends at a multiple that does not divide the rest of B's size.
    Refuted(String),
    /// Not decided: the condition, and a fact that would do.
    Unknown(String, String),
}

/// `A ∘ B`: the layout with the profile of B (each leaf possibly split) and
/// `R(c) = A(B(c))` on the whole domain of B. A is taken on its extended
/// domain, last mode unbounded.
///
/// Returned whenever it exists, apart from irregular compositions over more
/// than [`ENUMERATION_LIMIT`] coordinates and conditions on symbols that the
/// facts do not decide. Where CuTe is right the result is CuTe's.
///
/// # Errors
/// [`CompositionError`].
pub fn composition(a: &Layout, b: &Layout) -> Result<Layout, CompositionError> {
    let modes = coalesce_modes(a, true)?;
    let (sizes, strides) = (b.shape_leaves(), b.stride_leaves());
    let mut results: SmallVec<[Modes; 8]> = SmallVec::new();
    let mut digits: SmallVec<[(usize, Expr); 8]> = SmallVec::new();
    let mut irregular = false;
    for (k, (size, stride)) in sizes.iter().zip(strides).enumerate() {
        match walk(&modes, size, stride)? {
            Walk::Regular(result, used) => {
                results.push(result);
                digits.extend(used);
            }
            Walk::Irregular => {
                irregular = true;
                results.push(Modes::new());
            }
            Walk::Refuted(why) => {
                return Err(CompositionError::NoLayout {
                    a: a.named(),
                    b: b.named(),
                    mode: format!("mode {}", b.leaf_path(k)),
                    why,
                });
            }
            Walk::Unknown(condition, hint) => {
                return Err(CompositionError::Undecided {
                    a: a.named(),
                    b: b.named(),
                    mode: format!("mode {}", b.leaf_path(k)),
                    condition,
                    hint,
                });
            }
        }
    }
    if irregular {
        results = enumerate(a, b)?;
    } else {
        check_carries(a, b, &modes, &digits)?;
    }
    let profile = b.profile().replace_leaves(|i| match results[i].len() {
        1 => Profile::leaf(),
        n => Profile::flat(n),
    });
    let leaves = |pick: fn(&(Expr, Expr)) -> &Expr| -> Leaves {
        results.iter().flatten().map(|m| pick(m).clone()).collect()
    };
    Ok(Layout::from_parts(profile, leaves(|m| &m.0), leaves(|m| &m.1))?)
}

/// `A ∘ <T0, T1, …>`: composition mode by mode; `_` keeps a mode. Like CuTe's,
/// the result has as many modes as the tiler.
///
/// # Errors
/// [`CompositionError`], [`CompositionError::Rank`] if the tiler has more modes than A.
pub fn composition_tiler(a: &Layout, tiler: &Tiler) -> Result<Layout, CompositionError> {
    match tiler {
        Tiler::Keep => Ok(a.clone()),
        Tiler::Layout(b) => composition(a, b),
        Tiler::Tuple(tilers) => {
            let modes = matched(a, tilers)?;
            let results: Vec<_> = modes
                .iter()
                .zip(tilers)
                .map(|(mode, t)| composition_tiler(mode, t))
                .collect::<Result<_, _>>()?;
            Ok(Layout::concat(&results)?)
        }
    }
}

/// Walks `size:stride` through the coalesced `modes`.
fn walk(modes: &[(Expr, Expr)], size: &Expr, stride: &Expr) -> Result<Walk, ExprError> {
    let one = |size: &Expr, stride: Expr| {
        Walk::Regular(SmallVec::from_iter([(size.clone(), stride)]), SmallVec::new())
    };
    if stride.is(0) {
        return Ok(one(size, Expr::ZERO));
    }
    let Some(last) = modes.len().checked_sub(1) else {
        return Ok(one(size, Expr::ZERO));
    };
    if last == 0 {
        return Ok(one(size, stride.mul(&modes[0].1)?));
    }
    if size.is(1) {
        // One coordinate: any stride is right; the next value of A is the natural one.
        return Ok(one(size, at(modes, stride)?));
    }
    if Expr::ONE.le(stride) != Tri::Yes {
        return Ok(match stride.lt(&Expr::ONE) {
            Tri::Yes => Walk::Refuted(format!(
                "the stride {stride} leads to negative coordinates of a layout with {} modes",
                modes.len()
            )),
            _ => Walk::Unknown(format!("{} >= 1", stride.named()), "{min=1}".into()),
        });
    }
    let mut r = 0;
    let mut step = stride.clone();
    while r < last {
        match step.divisible_by(&modes[r].0) {
            Tri::Yes => step = step.floordiv(&modes[r].0)?,
            _ => break,
        }
        r += 1;
    }
    regular(modes, size, step, r)
}

/// The walk from mode `r` on with stride `step` in units of that mode.
fn regular(modes: &[(Expr, Expr)], size: &Expr, step: Expr, r: usize) -> Result<Walk, ExprError> {
    let last = modes.len() - 1;
    let (mut r, mut step, mut left) = (r, step, size.clone());
    let mut out = Modes::new();
    let mut digits: SmallVec<[(usize, Expr); 4]> = SmallVec::new();
    let mut take = |r: usize, count: &Expr, step: &Expr| -> Result<(), ExprError> {
        out.push((count.clone(), step.mul(&modes[r].1)?));
        digits.push((r, count.sub(&Expr::ONE)?.mul(step)?));
        Ok(())
    };
    loop {
        if r == last {
            take(r, &left, &step)?;
            break;
        }
        let extent = &modes[r].0;
        // (left - 1) · step < extent: the mode of B never leaves this mode of A.
        let reach = left.sub(&Expr::ONE)?.mul(&step)?;
        let inside = reach.lt(extent);
        if inside == Tri::Yes {
            take(r, &left, &step)?;
            break;
        }
        let divides = extent.divisible_by(&step);
        if divides != Tri::Yes {
            let known = [&step, extent, &left].iter().all(|e| e.as_const().is_some());
            return Ok(match known {
                true => Walk::Irregular,
                false => Walk::Unknown(
                    format!(
                        "{} < {} or {} % {} = 0",
                        reach.named(),
                        extent.named(),
                        extent.named(),
                        step.named()
                    ),
                    format!("{{div={}}} on a size", step.named()),
                ),
            });
        }
        let available = extent.floordiv(&step)?;
        match left.divisible_by(&available) {
            Tri::Yes => {
                take(r, &available, &step)?;
                left = left.floordiv(&available)?;
                step = Expr::ONE;
                r += 1;
                if left.is(1) {
                    break;
                }
            }
            Tri::No if left.as_const().is_some() && extent.as_const().is_some() => {
                return Ok(Walk::Refuted(refuse_truncation(&available, &left)));
            }
            _ => {
                return Ok(Walk::Unknown(
                    format!("{0} <= {1} or {0} % {1} = 0", left.named(), available.named()),
                    "{div=…} or {min=…} on a size".into(),
                ));
            }
        }
    }
    Ok(Walk::Regular(out, digits))
}

fn refuse_truncation(available: &Expr, left: &Expr) -> String {
    match (available.as_const(), left.as_const()) {
        (Some(n), Some(s)) => {
            format!("{n} steps stay inside one mode of the outer layout; {}", refuse_size(n, s))
        }
        _ => format!(
            "{} steps stay in a mode of the outer layout, which do not divide {}",
            available.named(),
            left.named()
        ),
    }
}

/// `n` does not divide `size`, and what would.
fn refuse_size(n: i64, size: i64) -> String {
    let (down, up) = (size / n * n, (size / n + 1).saturating_mul(n));
    let nearest = if down > 0 { format!("{down} or {up}") } else { n.to_string() };
    format!("{n} does not divide {size}, a size of {nearest} would do")
}

/// A value of the coalesced modes, last unbounded.
fn at(modes: &[(Expr, Expr)], index: &Expr) -> Result<Expr, ExprError> {
    from_modes(modes).map_err(|_| ExprError::TooComplex)?.at(index)
}

/// Refuses if digits of different modes of B can add up past a mode of A.
fn check_carries(
    a: &Layout,
    b: &Layout,
    modes: &[(Expr, Expr)],
    digits: &[(usize, Expr)],
) -> Result<(), CompositionError> {
    for (r, (extent, _)) in modes.iter().enumerate().take(modes.len().saturating_sub(1)) {
        let mut sum = Expr::ZERO;
        let mut parts = 0;
        for (_, most) in digits.iter().filter(|(mode, _)| *mode == r) {
            sum = sum.add(most)?;
            parts += 1;
        }
        if parts < 2 {
            continue;
        }
        let names = || (a.named(), b.named());
        match sum.lt(extent) {
            Tri::Yes => {}
            Tri::No if sum.as_const().is_some() && extent.as_const().is_some() => {
                let (a, b) = names();
                return Err(CompositionError::NoLayout {
                    a,
                    b,
                    mode: "its modes together".into(),
                    why: format!(
                        "they add up to {sum} inside a mode of size {extent} of the outer layout and carry into the next"
                    ),
                });
            }
            _ => {
                let (a, b) = names();
                return Err(CompositionError::Undecided {
                    a,
                    b,
                    mode: "its modes together".into(),
                    condition: format!("{} < {}", sum.named(), extent.named()),
                    hint: "{min=…} on a size".into(),
                });
            }
        }
    }
    Ok(())
}

/// Decides an irregular composition of static layouts by evaluating it.
fn enumerate(a: &Layout, b: &Layout) -> Result<SmallVec<[Modes; 8]>, CompositionError> {
    let names = || (a.named(), b.named());
    let undecided = |condition: String| {
        let (a, b) = names();
        CompositionError::Undecided {
            a,
            b,
            mode: "its modes together".into(),
            condition,
            hint: "a static size".into(),
        }
    };
    let total = b.size()?;
    let (true, Some(total)) = (a.is_static() && b.is_static(), total.as_const()) else {
        return Err(undecided("every size and stride".into()));
    };
    if total > ENUMERATION_LIMIT {
        let (a, b) = names();
        return Err(CompositionError::TooLarge { a, b, size: total });
    }
    let value = |i: i64| a.eval(i).ok_or_else(|| ExprError::Overflow(format!("{a} at {i}")));
    let mut results: SmallVec<[Modes; 8]> = SmallVec::new();
    for (k, (size, stride)) in b.shape_leaves().iter().zip(b.stride_leaves()).enumerate() {
        let (Some(size), Some(stride)) = (size.as_const(), stride.as_const()) else {
            return Err(undecided("every size and stride".into()));
        };
        let sequence: Vec<i64> = (0..size).map(|j| value(j * stride)).collect::<Result<_, _>>()?;
        let factored = factor(&sequence).map_err(|broken| {
            let why = match broken {
                Broken::Length { run, rows } => format!(
                    "the values run straight for {run} of {rows} steps; {}",
                    refuse_size(run as i64, rows as i64)
                ),
                Broken::Pattern { at, run } => {
                    format!("the value at {at} breaks the pattern of the first {run}")
                }
            };
            CompositionError::NoLayout {
                a: a.named(),
                b: b.named(),
                mode: format!("mode {}", b.leaf_path(k)),
                why,
            }
        })?;
        results.push(factored);
    }
    let flat: Modes = results.iter().flatten().cloned().collect();
    let candidate = from_modes(&flat)?;
    for i in 0..total {
        let inner = b.eval(i).ok_or_else(|| ExprError::Overflow(format!("{b} at {i}")))?;
        let (want, got) = (value(inner)?, candidate.eval(i));
        if got != Some(want) {
            let (a, b) = names();
            return Err(CompositionError::NoLayout {
                a,
                b,
                mode: "its modes together".into(),
                why: format!(
                    "at coordinate {i} they carry into each other: the value is {want}, a layout would give {}",
                    got.unwrap_or(0)
                ),
            });
        }
    }
    Ok(results)
}

/// Where a sequence stops being a layout.
enum Broken {
    /// It runs straight for `run` of `rows` steps, which do not divide.
    Length { run: usize, rows: usize },
    /// The value at `at` is not that of its place in the pattern.
    Pattern { at: usize, run: usize },
}

/// The coalesced layout of a sequence of values that starts at 0.
fn factor(sequence: &[i64]) -> Result<Modes, Broken> {
    let mut out = Modes::new();
    let mut period = 1;
    while period < sequence.len() {
        let stride = sequence[period];
        let rows = sequence.len() / period;
        let run =
            (1..rows).find(|j| Some(sequence[j * period]) != stride.checked_mul(*j as i64)).unwrap_or(rows);
        if !rows.is_multiple_of(run) {
            return Err(Broken::Length { run, rows });
        }
        for i in 0..period * run {
            if sequence[i] != sequence[i % period] + stride * (i / period) as i64 {
                return Err(Broken::Pattern { at: i, run });
            }
        }
        out.push((Expr::Const(run as i64), Expr::Const(stride)));
        period *= run;
    }
    if out.is_empty() {
        out.push((Expr::ONE, Expr::ZERO));
    }
    Ok(out)
}
