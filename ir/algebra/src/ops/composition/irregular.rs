//! Compositions whose sizes and strides do not divide one another, decided by
//! evaluating them.

use std::fmt;

use smallvec::SmallVec;

use crate::digits::{Symbolic, digits};
use crate::layout::Layout;
use crate::nested::tuple::IntTuple;
use crate::ops::carrier::Modes;
use crate::ops::composition::{CompositionError, ENUMERATION_LIMIT, Found, refuse_size};
use crate::stride::Stride;
use layout_integer::{Expr, ExprError, Tri, Undecided};

/// Most values of a mode of unknown size that are looked at.
const PREFIX: i128 = 1 << 10;

/// The modes of `A o B`, if it is a layout: each mode of B must give a sequence of
/// values that is one, and the values of all modes together must be the sums of
/// theirs. `modes` are A's, coalesced.
pub(super) fn decide<D: Stride>(
    a: &Layout<D>,
    b: &Layout,
    modes: &[(Expr, D)],
) -> Result<Found<D>, CompositionError> {
    let no_layout =
        |mode: String, why: String| CompositionError::NoLayout { a: a.named(), b: b.named(), mode, why };
    let total = b.size()?;
    let (true, Some(total)) = (a.is_static() && b.is_static(), total.as_const()) else {
        refute(a, b, modes)?;
        let condition = "a layout has these values for all values of the unknown sizes and strides";
        return Err(CompositionError::Undecided {
            a: a.named(),
            b: b.named(),
            mode: "its modes together".into(),
            undecided: Undecided::other(condition.into()),
        });
    };
    if total > ENUMERATION_LIMIT {
        return Err(CompositionError::TooLarge { a: a.named(), b: b.named(), size: total });
    }
    let mut found = Found { modes: Modes::new(), counts: SmallVec::new() };
    // The modes of B that have more than one coordinate, and A's values along each.
    let mut inner: Vec<(i64, i64, Vec<D>)> = Vec::new();
    for (k, (size, stride)) in b.shape_leaves().iter().zip(b.stride_leaves()).enumerate() {
        let (size, stride) = (size.as_const().unwrap_or(1), stride.as_const().unwrap_or(0));
        let sequence: Vec<D> = (0..size).map(|j| value(modes, j * stride)).collect::<Result<_, _>>()?;
        let factored = factor(&sequence)?
            .map_err(|broken| no_layout(format!("mode {}", b.leaf_path(k)), broken.to_string()))?;
        found.push(factored);
        if size > 1 {
            inner.push((size, stride, sequence));
        }
    }
    for coordinate in 0..total {
        let (mut rest, mut index, mut sum) = (coordinate, 0, D::zero());
        for (size, stride, sequence) in &inner {
            let digit = rest % size;
            index += digit * stride;
            sum = sum.plus(&sequence[digit as usize])?;
            rest /= size;
        }
        let want = value(modes, index)?;
        if want != sum {
            let text = |d: D| IntTuple::single(d).text();
            let why = format!(
                "at coordinate {coordinate} they carry into each other: the value is {}, a layout would give {}",
                text(want),
                text(sum)
            );
            return Err(no_layout("its modes together".into(), why));
        }
    }
    Ok(found)
}

/// Refuses a composition whose first values already are those of no layout, as many as a
/// mode of B has whatever its unknown size.
fn refute<D: Stride>(a: &Layout<D>, b: &Layout, modes: &[(Expr, D)]) -> Result<(), CompositionError> {
    let leaves = b.shape_leaves().iter().zip(b.stride_leaves()).enumerate();
    for (k, (size, stride)) in leaves.filter(|_| a.is_static()) {
        let (Some(stride), (Some(least), _)) = (stride.as_const(), size.bounds()) else { continue };
        let count = least.clamp(1, PREFIX) as i64;
        let at = |j: i64| Some(value(modes, j.checked_mul(stride)?));
        let Some(sequence) = (0..count).map(at).collect::<Option<Result<Vec<D>, _>>>() else { continue };
        if let Some(broken) = broken(&sequence?, size)? {
            let (a, b, mode) = (a.named(), b.named(), format!("mode {}", b.leaf_path(k)));
            return Err(CompositionError::NoLayout { a, b, mode, why: broken.to_string() });
        }
    }
    Ok(())
}

/// The value of static modes at an integer; the last mode is unbounded.
fn value<D: Stride>(modes: &[(Expr, D)], index: i64) -> Result<D, ExprError> {
    let mut sum = D::zero();
    let size = |_: &mut Symbolic, mode: usize| Ok(modes[mode].0.clone());
    digits(modes.len(), index.into(), &mut Symbolic, size, |_, mode, digit| {
        if !digit.is(0) {
            sum = sum.plus(&modes[mode].1.times(&digit)?)?;
        }
        Ok(())
    })?;
    Ok(sum)
}

/// Where a sequence stops being a layout.
enum Broken {
    /// It runs straight for `run` of `rows` steps, which do not divide.
    Length { run: usize, rows: usize },
    /// Groups of `run` values do not divide the number of all.
    Size { run: usize, size: String },
    /// The value at `at` is not that of its place in the pattern.
    Pattern { at: usize, run: usize },
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { run, rows } => {
                let size = refuse_size(*run as i64, *rows as i64);
                write!(f, "the values run straight for {run} of {rows} steps; {size}")
            }
            Self::Size { run, size } => {
                write!(f, "the values come in groups of {run}, which does not divide {size}")
            }
            Self::Pattern { at, run } => write!(f, "the value at {at} breaks the pattern of the first {run}"),
        }
    }
}

/// Where `size` values that begin with `sequence`, which starts at 0, are those of no layout,
/// whatever follows; `None` if that is not seen.
fn broken<D: Stride>(sequence: &[D], size: &Expr) -> Result<Option<Broken>, ExprError> {
    let mut period = 1;
    while period < sequence.len() {
        let stride = &sequence[period];
        let rows = sequence.len().div_ceil(period);
        let mut run = 1;
        while run < rows && sequence[run * period] == stride.times(&Expr::Const(run as i64))? {
            run += 1;
        }
        // Where the run goes on to the end, it may go on past it.
        let block = period * run;
        if block < sequence.len() && size.divisible_by(&Expr::Const(block as i64)) == Tri::No {
            return Ok(Some(Broken::Size { run: block, size: size.named() }));
        }
        for (i, value) in sequence.iter().enumerate().take(block) {
            let row = stride.times(&Expr::Const((i / period) as i64))?;
            if *value != sequence[i % period].plus(&row)? {
                return Ok(Some(Broken::Pattern { at: i, run }));
            }
        }
        period = block;
    }
    Ok(None)
}

/// The coalesced layout of a sequence of values that starts at 0.
fn factor<D: Stride>(sequence: &[D]) -> Result<Result<Modes<D>, Broken>, ExprError> {
    let mut out = Modes::<D>::new();
    let mut period = 1;
    while period < sequence.len() {
        let stride = &sequence[period];
        let rows = sequence.len() / period;
        let mut run = 1;
        while run < rows && sequence[run * period] == stride.times(&Expr::Const(run as i64))? {
            run += 1;
        }
        if !rows.is_multiple_of(run) {
            return Ok(Err(Broken::Length { run, rows }));
        }
        for i in 0..period * run {
            let row = stride.times(&Expr::Const((i / period) as i64))?;
            if sequence[i] != sequence[i % period].plus(&row)? {
                return Ok(Err(Broken::Pattern { at: i, run }));
            }
        }
        out.push((Expr::Const(run as i64), stride.clone()));
        period *= run;
    }
    if out.is_empty() {
        out.push((Expr::ONE, D::zero()));
    }
    Ok(Ok(out))
}
