//! The cosize of layouts that may be composed: one more than the largest value.
//!
//! That of a swizzled layout is found without looking at every coordinate, by branch
//! and bound: ranges of coordinates are halved, the upper half first, the modes by
//! falling stride; a range is passed over where the bits that all its indices share leave
//! no larger value than the best so far.

use crate::composed::{AnyLayout, AnyLayoutError, ComposedError, Outer};
use crate::layout::Layout;
use crate::swizzle::Swizzle;
use layout_integer::Expr;

/// Sizes up to this are enumerated.
const ENUMERATION: i64 = 1 << 16;
/// Most ranges that are looked at.
const WORK: usize = 1 << 20;

impl AnyLayout {
    /// One more than the largest value of a layout without negative strides
    /// (see [`Layout::cosize`]). Of a static composed layout it is so with negative
    /// strides too. Of a dynamic swizzled layout, whose largest value is not known, it
    /// is an upper bound: the inner cosize rounded up to the block that the swizzle
    /// permutes.
    ///
    /// ```
    /// use layout_algebra::AnyLayout;
    /// let cosize = |t: &str| t.parse::<AnyLayout>().unwrap().cosize().unwrap().to_string();
    /// assert_eq!(cosize("S<3,4,3> o 5 o 1048577:1"), "1048582");
    /// assert_eq!(cosize("S<3,4,3> o 0 o (N,1024):(1024,1)"), "1024*?{min=1}");
    /// ```
    ///
    /// # Errors
    /// As [`Layout::cosize`]; [`ComposedError::NotDefined`] if the outer
    /// function is no swizzle and the layout is too large to enumerate;
    /// [`ComposedError::Cosize`] if the largest value is not found within a bound of the work.
    pub fn cosize(&self) -> Result<Expr, AnyLayoutError> {
        let c = match self {
            Self::Plain(l) => return Ok(l.cosize()?),
            Self::Composed(c) => c,
        };
        let size = self.size()?;
        let after = |most: i64| Ok(Expr::Const(most).add(&Expr::ONE)?);
        if let (Outer::Swizzle(s), Some(offset)) = (&c.outer, c.offset.as_const())
            && let Some(most) = largest(*s, offset, &c.inner)
        {
            return after(most);
        }
        if let Some(size) = size.as_const()
            && size <= ENUMERATION
            && let Some(most) = (0..size).try_fold(None, |most, i| Some(most.max(Some(self.eval(i)?))))
        {
            return after(most.unwrap_or(0));
        }
        let Outer::Swizzle(s) = c.outer else {
            let (layout, inner) = (self.named(), c.inner.named());
            return Err(ComposedError::NotDefined { operation: "cosize", layout, inner }.into());
        };
        if let (Some(_), Some(size), true) = (c.offset.as_const(), size.as_const(), c.inner.is_static()) {
            return Err(ComposedError::Cosize { layout: self.named(), size }.into());
        }
        let block =
            Expr::Const((s.target_mask() | s.source_mask() | 1).unsigned_abs().next_power_of_two() as i64);
        let reach = c.inner.cosize()?.add(&c.offset)?;
        Ok(reach.ceildiv(&block)?.mul(&block)?)
    }
}

/// A mode, its direction left out.
struct Mode {
    /// The last digit.
    last: i64,
    /// The magnitude of the stride.
    step: i64,
    /// What the modes after this one add at most.
    rest: i64,
}

/// Digits of one mode, those of the modes before it being chosen.
struct Range {
    mode: usize,
    /// The least index of the modes before.
    at: i64,
    digits: (i64, i64),
}

/// The largest of the values `swizzle(offset + layout(c))`; `None` if it is not found within
/// [`WORK`], if a symbol occurs, or past 64 bits.
fn largest(swizzle: Swizzle, offset: i64, layout: &Layout) -> Option<i64> {
    let (start, modes) = modes(offset, layout)?;
    let Some(first) = modes.first() else { return Some(swizzle.apply(start)) };
    let mut best: Option<i64> = None;
    let mut open = vec![Range { mode: 0, at: start, digits: (0, first.last) }];
    for _ in 0..WORK {
        let Some(Range { mode, at, digits: (from, to) }) = open.pop() else { return best };
        let Mode { step, rest, .. } = modes[mode];
        let (low, high) = (at + from * step, at + to * step + rest);
        let most = ceiling(swizzle, low, high);
        if best.is_some_and(|best| most <= best) {
            continue;
        }
        match modes.get(mode + 1) {
            _ if from < to => {
                let middle = from + (to - from) / 2;
                open.push(Range { mode, at, digits: (from, middle) });
                open.push(Range { mode, at, digits: (middle + 1, to) });
            }
            Some(next) => open.push(Range { mode: mode + 1, at: low, digits: (0, next.last) }),
            // A single index, of which the bound is the value.
            None => best = Some(most),
        }
    }
    open.is_empty().then_some(best)?
}

/// The least index, and the modes by falling stride; those of one stride are one.
fn modes(offset: i64, layout: &Layout) -> Option<(i64, Vec<Mode>)> {
    let mut start = offset;
    let mut out: Vec<Mode> = Vec::new();
    for (size, stride) in layout.shape_leaves().iter().zip(layout.stride_leaves()) {
        let (last, stride) = (size.as_const()? - 1, stride.as_const()?);
        start = start.checked_add(last.checked_mul(stride.min(0))?)?;
        if last > 0 && stride != 0 {
            out.push(Mode { last, step: stride.checked_abs()?, rest: 0 });
        }
    }
    out.sort_by_key(|mode| mode.step);
    out.dedup_by(|mode, before| {
        let same = mode.step == before.step;
        before.last += if same { mode.last } else { 0 };
        same
    });
    let mut reached = 0i64;
    for mode in &mut out {
        mode.rest = reached;
        reached = reached.checked_add(mode.last.checked_mul(mode.step)?)?;
    }
    start.checked_add(reached)?;
    out.reverse();
    Some((start, out))
}

/// A bound of the swizzles of the integers between these two, and the value of a single one:
/// bits in which they may differ count as set.
fn ceiling(swizzle: Swizzle, low: i64, high: i64) -> i64 {
    let differing = low ^ high;
    if differing < 0 {
        return i64::MAX;
    }
    let unknown = if differing == 0 { 0 } else { i64::MAX >> (differing.leading_zeros() - 1) };
    swizzle.apply(low) | unknown | swizzle.apply(unknown & swizzle.source_mask())
}
