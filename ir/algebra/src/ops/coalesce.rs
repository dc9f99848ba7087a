//! `coalesce`: the fewest modes with the same function of an integer.

use smallvec::SmallVec;

use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::{IntTuple, Profile};
use crate::ops::fixed::{self, Fixed};
use crate::ops::kinds::LayoutLike;
use crate::stride::Stride;
use layout_integer::{Expr, ExprError};

/// Flat `(size, stride)` modes.
pub(crate) type Modes<D = Expr> = SmallVec<[(Expr, D); 8]>;

/// The layout with the fewest modes that is the same function on
/// `[0, size)`; `1:0` for a single coordinate. CuTe's `coalesce`, except that
/// modes with symbolic sizes merge too when their strides are equal polynomials.
///
/// Both are unique: no other layout without size-1 modes and with no
/// mergeable neighbours is the same function.
///
/// ```
/// use layout_algebra::{Layout, coalesce};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// assert_eq!(coalesce(&l("(2,(1,6)):(1,(6,2))")).unwrap().to_string(), "12:1");
/// assert_eq!(coalesce(&l("(16,N):(8,128)")).unwrap().to_string(), "16*?:8");
/// ```
///
/// # Errors
/// [`LayoutError::Expr`] if a product leaves 64 bits.
#[inline]
pub fn coalesce<L: LayoutLike>(layout: &L) -> Result<L, LayoutError> {
    layout.on_domain(|layout| {
        let mut out = Fixed::new();
        if let Some(profile) = fixed::coalesce(layout, &mut out) {
            return Ok(out.into_layout(profile));
        }
        from_modes(&coalesce_modes(layout, false)?)
    })
}

/// The coalesced modes of `layout`; with `extended`, those of the function on
/// all of ℤ, where a trailing mode of size 1 still counts.
pub(crate) fn coalesce_modes<D: Stride>(layout: &Layout<D>, extended: bool) -> Result<Modes<D>, ExprError> {
    let (shape, stride) = (layout.shape_leaves(), layout.stride_leaves());
    let mut out = Modes::<D>::new();
    for (i, (size, step)) in shape.iter().zip(stride).enumerate() {
        let boundary = extended && i + 1 == shape.len();
        if size.is(1) && !boundary {
            continue;
        }
        if let Some((last_size, last_step)) = out.last_mut()
            && last_step.times(last_size)? == *step
        {
            *last_size = last_size.mul(size)?;
            continue;
        }
        out.push((size.clone(), step.clone()));
    }
    Ok(out)
}

/// The layout with these modes: a tuple if there are several.
pub(crate) fn from_modes<D: Stride>(modes: &[(Expr, D)]) -> Result<Layout<D>, LayoutError> {
    match modes {
        [] => Layout::mode1(Expr::ONE, D::zero()),
        [(size, stride)] => Layout::mode1(size.clone(), stride.clone()),
        _ => Layout::new(
            &IntTuple {
                profile: Profile::flat(modes.len()),
                leaves: modes.iter().map(|m| m.0.clone()).collect(),
            },
            &IntTuple {
                profile: Profile::flat(modes.len()),
                leaves: modes.iter().map(|m| m.1.clone()).collect(),
            },
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expect: &str) {
        let layout: Layout = input.parse().unwrap();
        assert_eq!(coalesce(&layout).unwrap().to_string(), expect, "coalesce({input})");
    }

    #[test]
    fn static_modes() {
        check("(2,(1,6)):(1,(6,2))", "12:1");
        check("((4,3),5):((15,1),3)", "(4,15):(15,1)");
        check("(2,4,6):(24,6,1)", "(2,4,6):(24,6,1)");
        check("(4,2):(-1,-4)", "8:-1");
        check("(1,1):(5,7)", "1:0");
        check("()", "1:0");
    }

    #[test]
    fn symbolic_modes() {
        check("(16,N):(8,128)", "16*?:8");
        check("(N,4):(1,N)", "4*?:1");
        check("(N,4):(1,M)", "(?,4):(1,?)");
        check("(M,K):(K,1)", "(?,?):(s1,1)");
    }
}
