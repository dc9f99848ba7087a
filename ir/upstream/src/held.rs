//! Encodings by dimension: who holds the elements of a tensor, whose positions count its first dimension fastest.

use layout_algebra::{Expr, IntTuple, Layout, LayoutError};
use layout_tile::{Tv, TvError};

/// A part of a number of threads or values: so many, so far apart.
pub(crate) type Mode = (i64, i64);

/// What a step in each dimension is in positions, and the number of positions; `None` past 64 bits and of a
/// dimension without elements.
pub(crate) fn steps(shape: &[i64]) -> Option<Vec<i64>> {
    let mut steps = vec![1i64];
    for extent in shape {
        let last = *steps.last()?;
        steps.push(last.checked_mul(*extent).filter(|_| *extent > 0)?);
    }
    Some(steps)
}

/// The layout of modes.
fn layout(modes: &[Mode]) -> Result<Layout, LayoutError> {
    if modes.is_empty() {
        return Ok(Layout::unit_mode());
    }
    Layout::new(
        &IntTuple::flat(modes.iter().map(|m| Expr::from(m.0))),
        &IntTuple::flat(modes.iter().map(|m| Expr::from(m.1))),
    )
}

/// The encoding of these modes.
pub(crate) fn encoding(threads: &[Mode], values: &[Mode]) -> Result<Tv, TvError> {
    Tv::new(&layout(threads)?, &layout(values)?)
}

/// The modes of a layout, each cut where a dimension ends and where the number of threads reaches `at`: the
/// dimension, how many, and how far apart in it. `None` where one does not end so.
pub(crate) fn pieces(layout: &Layout, steps: &[i64], at: i64) -> Option<[Vec<(usize, Mode)>; 2]> {
    let mut out = [Vec::new(), Vec::new()];
    let mut before = 1i64;
    for (size, stride) in layout.shape_leaves().iter().zip(layout.stride_leaves()) {
        let (mut size, mut stride) = (size.as_const()?, stride.as_const()?);
        while size > 1 {
            if stride < 1 {
                return None;
            }
            let dim = steps.iter().rposition(|step| *step <= stride).filter(|d| d + 1 < steps.len())?;
            let mut room = (steps[dim + 1] % stride == 0 && stride % steps[dim] == 0)
                .then(|| steps[dim + 1] / stride)?;
            if before < at {
                room = room.min((at % before == 0).then(|| at / before)?);
            }
            let part = size.min(room);
            if size % part != 0 || part < 1 {
                return None;
            }
            out[usize::from(before >= at)].push((dim, (part, stride / steps[dim])));
            (size, stride, before) = (size / part, stride.checked_mul(part)?, before.checked_mul(part)?);
        }
    }
    Some(out)
}
