//! `coalesce`: the fewest modes with the same function of an integer.

use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::{IntTuple, Profile};
use crate::ops::carrier::{self, Fixed, List, Modes, Number, Step, merge};
use crate::ops::kinds::LayoutLike;
use crate::stride::Stride;
use layout_integer::{Expr, ExprError};

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
        if read_coalesced(layout, false, carrier::fixed, &mut out).is_ok() {
            let profile = carrier::profile(&mut out);
            return Ok(carrier::into_layout(&out, profile));
        }
        from_modes(&coalesce_modes(layout, false)?)
    })
}

/// The coalesced modes of `layout`, as [`read_coalesced`] has them.
pub(crate) fn coalesce_modes<D: Stride>(layout: &Layout<D>, extended: bool) -> Result<Modes<D>, ExprError> {
    let mut out = Modes::<D>::new();
    read_coalesced::<D, Expr, D>(layout, extended, |size, step| Ok((size.clone(), step.clone())), &mut out)?;
    Ok(out)
}

/// Adds the coalesced modes of `layout`, each leaf `read`; with `extended`, those of the
/// function on all of ℤ, where a trailing mode of size 1 still counts.
#[inline(always)]
pub(crate) fn read_coalesced<D: Stride, N: Number, S: Step<N>>(
    layout: &Layout<D>,
    extended: bool,
    read: impl Fn(&Expr, &D) -> Result<(N, S), N::Error>,
    out: &mut List<N, S>,
) -> Result<(), N::Error> {
    let shape = layout.shape_leaves();
    for (i, (size, step)) in shape.iter().zip(layout.stride_leaves()).enumerate() {
        let (size, step) = read(size, step)?;
        if !size.is(1) || (extended && i + 1 == shape.len()) {
            merge(out, size, step)?;
        }
    }
    Ok(())
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
