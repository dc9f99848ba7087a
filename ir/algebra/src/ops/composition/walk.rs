//! How the modes of B run through the modes of A, where their sizes and strides divide.

use crate::ops::carrier::{Grow, List, Number, Step};
use crate::ops::composition::refuse_size;
use layout_integer::{Expr, ExprError, Tri, Undecided};

/// Why a composition is not read off the modes of A: for a mode of B, or all together.
pub(crate) enum Stop {
    /// Sizes and strides do not divide one another, or the coordinates are negative.
    Irregular,
    /// No layout is this function.
    Refuted(Option<usize>, String),
    /// Not decided.
    Undecided(Option<usize>, Undecided),
    /// An integer is not computed.
    Integer(ExprError),
}

impl From<ExprError> for Stop {
    fn from(error: ExprError) -> Self {
        Self::Integer(error)
    }
}

/// Walks the modes of B, given as size and stride, through the coalesced modes `a`: adds
/// the modes of the result and counts those that each mode of B becomes.
#[inline(always)]
pub(crate) fn walk<'a, N: Number + 'a, S: Step<N>>(
    a: &[(N, S)],
    b: impl Iterator<Item = (&'a N, &'a N)>,
    out: &mut List<N, S>,
) -> Result<N::List<u16>, N::Refusal<Stop>> {
    let mut counts = N::List::<u16>::default();
    // The largest sum of digits in each mode of A, and how many add to it.
    let mut digits = N::List::<(N, u32)>::default();
    for _ in a {
        digits.add_item((0.into(), 0))?;
    }
    let mut regular = true;
    for (k, (size, stride)) in b.enumerate() {
        let before = out.len();
        regular &= run(a, (k, size, stride), &mut digits, out)?;
        counts.add_item((out.len() - before) as u16)?;
    }
    if !regular {
        return Err(N::refuse(|| Stop::Irregular));
    }
    // The last mode is unbounded; a mode of B alone does not carry.
    for ((extent, _), (sum, parts)) in a.iter().zip(digits.iter()).take(a.len().saturating_sub(1)) {
        if *parts > 1 && sum.lt(extent) != Tri::Yes {
            return Err(N::refuse(|| carry(&sum.expr(), &extent.expr())));
        }
    }
    Ok(counts)
}

/// Walks mode `k` of B, `size:stride`; `false` if it is irregular.
#[inline(always)]
fn run<N: Number, S: Step<N>>(
    a: &[(N, S)],
    (k, size, stride): (usize, &N, &N),
    digits: &mut [(N, u32)],
    out: &mut List<N, S>,
) -> Result<bool, N::Refusal<Stop>> {
    let one = N::from(1);
    let unknown = |condition: &dyn Fn() -> Undecided| N::refuse(|| Stop::Undecided(Some(k), condition()));
    let Some((unbounded, bounded)) = a.split_last() else { return Ok(false) };
    if bounded.is_empty() || stride.known() == Some(0) {
        out.add_item((size.clone(), a[0].1.scaled(stride)?))?;
        return Ok(true);
    }
    if size.is(1) {
        // One coordinate: any stride is right. CuTe's is that of the last mode.
        let mut step = stride.abs()?;
        for (extent, _) in bounded {
            step = step.ceildiv(extent)?;
        }
        let sign = if stride.lt(&0.into()) == Tri::Yes { -1 } else { 1 };
        out.add_item((size.clone(), unbounded.1.scaled(&step.mul(&sign.into())?)?))?;
        return Ok(true);
    }
    match one.le(stride) {
        Tri::Yes => {}
        Tri::No => return Ok(false),
        Tri::Unknown => return Err(unknown(&|| Undecided::at_most(&one.expr(), &stride.expr()))),
    }
    let (mut step, mut left) = (stride.clone(), size.clone());
    let mut passed = 0;
    while let Some((extent, _)) = bounded.get(passed)
        && step.divisible_by(extent) == Tri::Yes
    {
        step = step.floordiv(extent)?;
        passed += 1;
    }
    for ((extent, unit), (sum, parts)) in bounded.iter().zip(digits).skip(passed) {
        // (left - 1) · step < extent: the mode of B never leaves this mode of A.
        let reach = left.sub(&one)?.mul(&step)?;
        let inside = reach.lt(extent) == Tri::Yes;
        let count = if inside {
            // Decided by a dynamic size of A the result is dynamic too, as in CuTe.
            let decided = extent.as_const().is_some() && step.as_const().is_some();
            if decided || extent.known().is_none() { left.clone() } else { left.minimum(extent)? }
        } else {
            if extent.divisible_by(&step) != Tri::Yes {
                if [&step, extent, &left].iter().all(|e| e.known().is_some()) {
                    return Ok(false);
                }
                // Neither, whatever the values: what is left is to look at them.
                if reach.lt(extent) == Tri::No && extent.divisible_by(&step) == Tri::No {
                    return Ok(false);
                }
                let [reached, extent, step] = [&reach.add(&one)?, extent, &step].map(Number::expr);
                return Err(unknown(&|| Undecided::at_most_or_divides(&reached, &extent, &step, &extent)));
            }
            extent.floordiv(&step)?
        };
        if !inside {
            match left.divisible_by(&count) {
                Tri::Yes => {}
                Tri::No if left.known().is_some() && extent.known().is_some() => {
                    let why = || refuse_truncation(&count.expr(), &left.expr());
                    return Err(N::refuse(|| Stop::Refuted(Some(k), why())));
                }
                _ => {
                    let [left, count] = [&left, &count].map(Number::expr);
                    return Err(unknown(&|| Undecided::at_most_or_divides(&left, &count, &count, &left)));
                }
            }
        }
        out.add_item((count.clone(), unit.scaled(&step)?))?;
        *sum = sum.add(&count.sub(&one)?.mul(&step)?)?;
        *parts += 1;
        if inside {
            return Ok(true);
        }
        left = left.floordiv(&count)?;
        if left.is(1) {
            return Ok(true);
        }
        step = one.clone();
    }
    out.add_item((left, unbounded.1.scaled(&step)?))?;
    Ok(true)
}

fn refuse_truncation(available: &Expr, left: &Expr) -> String {
    match (available.known(), left.known()) {
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

/// Digits add up to `sum` in a mode of A of size `extent`.
fn carry(sum: &Expr, extent: &Expr) -> Stop {
    if sum.lt(extent) == Tri::No && sum.known().is_some() && extent.known().is_some() {
        let (sum, extent) = (sum.named(), extent.named());
        let why = format!(
            "they add up to {sum} inside a mode of size {extent} of the outer layout and carry into the next"
        );
        return Stop::Refuted(None, why);
    }
    match sum.add(&Expr::ONE) {
        Ok(past) => Stop::Undecided(None, Undecided::at_most(&past, extent)),
        Err(error) => Stop::Integer(error),
    }
}
