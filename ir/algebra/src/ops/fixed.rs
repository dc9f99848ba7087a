//! The straight line through the operations: static layouts of up to eight
//! leaves whose sizes and strides divide, on machine integers, in registers and
//! without allocation.
//!
//! Every function here gives what the general operation gives, or `None`: for
//! unknown integers, more leaves, irregular compositions, refusals, overflow.
//! The general operation then decides, and says why not. Results are written in
//! place: a layout of eight leaves is three hundred bytes, and moving it about
//! costs more than computing it.

use smallvec::SmallVec;

use crate::layout::Layout;
use crate::nested::tuple::Profile;
use crate::stride::Stride;
use layout_integer::Expr;

/// Most modes on this path.
const CAPACITY: usize = 8;

/// Flat modes of a static layout.
pub(crate) struct Fixed {
    len: usize,
    size: [i64; CAPACITY],
    stride: [i64; CAPACITY],
}

impl Fixed {
    #[inline(always)]
    pub fn new() -> Self {
        Self { len: 0, size: [0; CAPACITY], stride: [0; CAPACITY] }
    }

    #[inline(always)]
    fn push(&mut self, size: i64, stride: i64) -> Option<()> {
        *self.size.get_mut(self.len)? = size;
        *self.stride.get_mut(self.len)? = stride;
        self.len += 1;
        Some(())
    }

    /// Adds a mode behind the others, merged with the last where it continues it.
    #[inline(always)]
    fn merge(&mut self, size: i64, stride: i64) -> Option<()> {
        if let Some(last) = self.len.checked_sub(1)
            && self.size[last & (CAPACITY - 1)].checked_mul(self.stride[last & (CAPACITY - 1)])? == stride
        {
            let merged = &mut self.size[last & (CAPACITY - 1)];
            *merged = merged.checked_mul(size)?;
            return Some(());
        }
        self.push(size, stride)
    }

    /// Reads the leaves of a layout.
    #[inline(always)]
    fn read<D: Stride>(&mut self, layout: &Layout<D>) -> Option<()> {
        for (size, stride) in layout.shape_leaves().iter().zip(layout.stride_leaves()) {
            self.push(size.as_const()?, stride.as_static()?)?;
        }
        Some(())
    }

    /// Reads the coalesced modes of a layout; `extended` keeps a last mode of size 1.
    #[inline(always)]
    fn read_coalesced<D: Stride>(&mut self, layout: &Layout<D>, extended: bool) -> Option<()> {
        let shape = layout.shape_leaves();
        for (i, (size, stride)) in shape.iter().zip(layout.stride_leaves()).enumerate() {
            let size = size.as_const()?;
            let stride = stride.as_static()?;
            if size != 1 || (extended && i + 1 == shape.len()) {
                self.merge(size, stride)?;
            }
        }
        Some(())
    }

    /// The profile of the modes: an integer for one or none, a tuple for several.
    #[inline(always)]
    fn profile(&mut self) -> Option<Profile> {
        if self.len == 0 {
            self.push(1, 0)?;
        }
        Some(if self.len == 1 { Profile::leaf() } else { Profile::flat(self.len) })
    }

    /// Whether size and reach fit in 64 bits, as a layout's must.
    #[inline(always)]
    fn check(&self) -> Option<()> {
        let (mut size, mut reach) = (1i64, 1i64);
        for (s, d) in self.size.iter().zip(&self.stride).take(self.len) {
            size = size.checked_mul(*s)?;
            reach = reach.checked_add((s - 1).checked_mul(d.checked_abs()?)?)?;
        }
        Some(())
    }

    /// The layout of the modes, which have been checked.
    #[inline(always)]
    pub fn into_layout<D: Stride>(self, profile: Profile) -> Layout<D> {
        // Whole arrays, of which only the first modes count: no loop, no branch.
        Layout::from_checked(
            profile,
            SmallVec::from_buf_and_len(std::array::from_fn(|i| Expr::Const(self.size[i])), self.len),
            SmallVec::from_buf_and_len(std::array::from_fn(|i| D::of_static(self.stride[i])), self.len),
        )
    }

    #[inline(always)]
    fn product(&self) -> Option<i64> {
        self.size.iter().take(self.len).try_fold(1i64, |p, s| p.checked_mul(*s))
    }
}

/// [`crate::coalesce`].
#[inline(always)]
pub(crate) fn coalesce<D: Stride>(layout: &Layout<D>, out: &mut Fixed) -> Option<Profile> {
    out.read_coalesced(layout, false)?;
    out.profile()
}

/// How many modes each mode of B becomes.
type Counts = [u16; CAPACITY];

/// The regular composition of coalesced modes with those of B, refused if a sum
/// of B's digits reaches the size of a mode of A.
#[inline(always)]
fn walk(a: &Fixed, b: &Fixed, out: &mut Fixed) -> Option<Counts> {
    let last = a.len.checked_sub(1)?;
    let mut counts = [1u16; CAPACITY];
    // The largest sum of digits in each mode of A, and how many add to it.
    let (mut reach, mut parts) = ([0i64; CAPACITY], [0u8; CAPACITY]);
    for (k, count) in counts.iter_mut().enumerate().take(b.len) {
        let (mut left, mut step) = (b.size[k], b.stride[k]);
        let before = out.len;
        if step == 0 {
            out.push(left, 0)?;
        } else if last == 0 {
            out.push(left, step.checked_mul(a.stride[0])?)?;
        } else if step < 0 {
            return None;
        } else if left == 1 {
            // One coordinate: CuTe's stride is that of the last mode.
            for extent in &a.size[..last.min(CAPACITY)] {
                step = step.checked_add(extent - 1)? / extent;
            }
            out.push(1, step.checked_mul(*a.stride.get(last)?)?)?;
        } else {
            let mut r = 0;
            while r < last && step % *a.size.get(r)? == 0 {
                step /= a.size.get(r)?;
                r += 1;
            }
            loop {
                let (extent, unit) = (*a.size.get(r)?, *a.stride.get(r)?);
                let most = (left - 1).checked_mul(step)?;
                let inside = r == last || most < extent;
                let steps = if inside { left } else { extent / step };
                if !inside && (step > extent || extent % step != 0 || left % steps != 0) {
                    return None;
                }
                out.push(steps, step.checked_mul(unit)?)?;
                let sum = reach.get_mut(r)?;
                *sum = sum.checked_add((steps - 1).checked_mul(step)?)?;
                *parts.get_mut(r)? += 1;
                if inside {
                    break;
                }
                left /= steps;
                if left == 1 {
                    break;
                }
                step = 1;
                r += 1;
            }
        }
        *count = (out.len - before) as u16;
    }
    let carries = (0..last.min(CAPACITY)).any(|r| parts[r] > 1 && reach[r] >= a.size[r]);
    if carries { None } else { Some(counts) }
}

/// [`crate::composition`].
#[inline(always)]
pub(crate) fn composition<D: Stride>(a: &Layout<D>, b: &Layout, out: &mut Fixed) -> Option<Profile> {
    let (mut modes, mut inner) = (Fixed::new(), Fixed::new());
    modes.read_coalesced(a, true)?;
    inner.read(b)?;
    let counts = walk(&modes, &inner, out)?;
    out.check()?;
    Some(b.profile().split_leaves(&counts[..inner.len.min(CAPACITY)]))
}

/// The modes of the complement in a range, and whether layout and complement
/// leave no holes.
#[inline(always)]
fn complement_modes(modes: &mut Fixed, range: i64, out: &mut Fixed) -> Option<bool> {
    let (mut exact, mut extent) = (true, 1i64);
    for done in 0..modes.len.min(CAPACITY) {
        // The smallest stride that is left.
        let mut at = done;
        for i in done + 1..modes.len.min(CAPACITY) {
            if modes.stride[i] < modes.stride[at] {
                at = i;
            }
        }
        let (size, stride) = (modes.size[at], modes.stride[at]);
        modes.size[at] = modes.size[done];
        modes.stride[at] = modes.stride[done];
        if stride < 0 {
            return None;
        }
        if stride == 0 {
            continue;
        }
        let gap = stride / extent;
        if gap < 1 {
            return None;
        }
        exact &= stride % extent == 0;
        if gap > 1 {
            out.merge(gap, extent)?;
        }
        extent = size.checked_mul(stride)?;
    }
    exact &= range % extent == 0 || range == 1;
    let rest = if range <= extent { 1 } else { range.checked_add(extent - 1)? / extent };
    if rest > 1 {
        out.merge(rest, extent)?;
    }
    Some(exact)
}

/// [`crate::complement`], and whether layout and complement leave no holes.
#[inline(always)]
pub(crate) fn complement(layout: &Layout, range: &Expr, out: &mut Fixed) -> Option<(Profile, bool)> {
    let range = range.as_const().filter(|r| *r > 0)?;
    let mut modes = Fixed::new();
    modes.read_coalesced(layout, false)?;
    let exact = complement_modes(&mut modes, range, out)?;
    out.check()?;
    Some((out.profile()?, exact))
}

/// [`crate::logical_divide`].
#[inline(always)]
pub(crate) fn logical_divide<D: Stride>(a: &Layout<D>, b: &Layout, out: &mut Fixed) -> Option<Profile> {
    let (mut modes, mut whole) = (Fixed::new(), Fixed::new());
    modes.read_coalesced(a, true)?;
    whole.read(b)?;
    let (size, tile) = (modes.product()?, whole.product()?);
    let (mut coalesced, mut rest) = (Fixed::new(), Fixed::new());
    coalesced.read_coalesced(b, false)?;
    let exact = complement_modes(&mut coalesced, size, &mut rest)?;
    if !exact || tile.checked_mul(rest.product()?)? != size {
        return None;
    }
    let nesting = rest.profile()?;
    for i in 0..rest.len.min(CAPACITY) {
        whole.push(rest.size[i], rest.stride[i])?;
    }
    let counts = walk(&modes, &whole, out)?;
    out.check()?;
    Some(Profile::tuple([b.profile(), &nesting]).split_leaves(&counts[..whole.len.min(CAPACITY)]))
}

/// [`crate::right_inverse`].
#[inline(always)]
pub(crate) fn right_inverse(layout: &Layout, out: &mut Fixed) -> Option<Profile> {
    let mut modes = Fixed::new();
    modes.read_coalesced(layout, false)?;
    let len = modes.len.min(CAPACITY);
    let mut position = [0i64; CAPACITY];
    let mut next = 1i64;
    for (at, size) in position.iter_mut().zip(&modes.size).take(len) {
        *at = next;
        next = next.checked_mul(*size)?;
    }
    let (mut reach, mut used) = (1i64, 0u32);
    loop {
        // The longest mode that continues; the last of equals, as the general path.
        let mut best: Option<usize> = None;
        for i in 0..len {
            let longer = best.is_none_or(|b| modes.size[i] >= modes.size[b]);
            if modes.stride[i] == reach && used >> i & 1 == 0 && longer {
                best = Some(i);
            }
        }
        let Some(at) = best else { break };
        used |= 1 << at;
        reach = reach.checked_mul(modes.size[at])?;
        out.merge(modes.size[at], position[at])?;
    }
    out.check()?;
    out.profile()
}
