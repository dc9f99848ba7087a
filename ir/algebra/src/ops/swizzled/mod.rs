//! Operations on swizzled and other composed layouts.
//!
//! What acts on the domain (divides, products, grouping, …) goes to the inner
//! layout. What acts on values is first tried the way CuTe does it, by moving
//! the swizzle through a layout, then over F₂; either is checked against the
//! definition on the whole domain before it is returned.

mod common;
mod inverse;
mod recast;
mod slice;

pub use common::{
    composition_tiler_any, divisor_any, logical_product_any, max_alignment_any, max_common_layout_any,
    max_common_vector_any,
};
pub use inverse::{left_inverse_any, right_inverse_any};
pub use recast::{downcast_any, recast_any, upcast_any};
pub use slice::slice_and_offset_any;

use crate::composed::{AnyLayout, AnyLayoutError, ComposedLayout, Outer};
use crate::dynamic::with_known_values;
use crate::f2::F2Error;
use crate::layout::{Layout, LayoutError};
use crate::modes::structure::StructureError;
use crate::ops::common::CommonError;
use crate::ops::complement::ComplementError;
use crate::ops::composition::{CompositionError, ENUMERATION_LIMIT, composition};
use crate::ops::inverse::InverseError;
use crate::ops::product::ProductError;
use crate::ops::recast::RecastError;
use crate::ops::recover::recover;
use crate::swizzle::Swizzle;
use layout_integer::{Expr, ExprError};

/// Why an operation on a composed layout has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SwizzledError {
    /// The result is neither a layout nor a swizzle of one.
    #[error("{operation}: the result is neither a layout nor a swizzle of one ({why})")]
    NoForm {
        /// The operation with its operands.
        operation: String,
        /// The condition that fails.
        why: String,
    },
    /// It takes more evaluations than [`ENUMERATION_LIMIT`], or values that are not known.
    #[error("{0}: cannot be decided; sizes and strides must be known and at most 2^20 coordinates")]
    Undecided(String),
    /// See [`CompositionError`].
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// See [`InverseError`].
    #[error(transparent)]
    Inverse(#[from] InverseError),
    /// See [`CommonError`].
    #[error(transparent)]
    Common(#[from] CommonError),
    /// See [`RecastError`].
    #[error(transparent)]
    Recast(#[from] RecastError),
    /// See [`ProductError`].
    #[error(transparent)]
    Product(#[from] ProductError),
    /// See [`ComplementError`].
    #[error(transparent)]
    Complement(#[from] ComplementError),
    /// See [`StructureError`].
    #[error(transparent)]
    Structure(#[from] StructureError),
    /// See [`AnyLayoutError`].
    #[error(transparent)]
    Any(#[from] AnyLayoutError),
    /// See [`F2Error`].
    #[error(transparent)]
    F2(#[from] F2Error),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for SwizzledError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

type Result<T> = std::result::Result<T, SwizzledError>;

/// The values of all coordinates, with known integers taken at their value.
fn table(layout: &AnyLayout) -> Option<Vec<i64>> {
    let layout = known(layout)?;
    let size = layout.size().ok()?.as_const()?;
    if size > ENUMERATION_LIMIT {
        return None;
    }
    (0..size).map(|i| layout.eval(i)).collect()
}

/// The layout with every pinned integer constant.
fn known(layout: &AnyLayout) -> Option<AnyLayout> {
    Some(match layout {
        AnyLayout::Plain(l) => AnyLayout::Plain(with_known_values(l)?),
        AnyLayout::Composed(c) => AnyLayout::Composed(ComposedLayout {
            outer: known_outer(&c.outer)?,
            offset: c.offset.known()?.into(),
            inner: with_known_values(&c.inner)?,
        }),
    })
}

fn known_outer(outer: &Outer) -> Option<Outer> {
    Some(match outer {
        Outer::Swizzle(s) => Outer::Swizzle(*s),
        Outer::Layout(l) => Outer::Layout(with_known_values(l)?),
        Outer::Chain(c) => known_outer(&c.outer)?.after(c.offset.known()?.into(), known_outer(&c.inner)?),
    })
}

impl AnyLayout {
    /// `outer o offset o inner`; the layout itself under a swizzle of no bits
    /// at offset 0.
    ///
    /// ```
    /// use layout_algebra::{AnyLayout, Expr, Outer, Swizzle};
    /// let none = Outer::Swizzle(Swizzle::new(0, 4, 3).unwrap());
    /// let plain = AnyLayout::composed(none, Expr::ZERO, "8:1".parse().unwrap());
    /// assert_eq!(plain.to_string(), "8:1");
    /// ```
    pub fn composed(outer: Outer, offset: Expr, inner: Layout) -> Self {
        match outer {
            Outer::Swizzle(s) if s.bits() == 0 && offset.is(0) => Self::Plain(inner),
            outer => Self::Composed(ComposedLayout { outer, offset, inner }),
        }
    }

    /// Applies `f` to the layout of the domain: right for every operation that
    /// composes on the right.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn on_domain<E: From<LayoutError>>(
        &self,
        f: impl FnOnce(&Layout) -> std::result::Result<Layout, E>,
    ) -> std::result::Result<Self, E> {
        let c = match self {
            Self::Plain(l) => return Ok(Self::Plain(f(l)?)),
            Self::Composed(c) => ComposedLayout::new(c.outer.clone(), c.offset.clone(), f(&c.inner)?)?,
        };
        Ok(Self::composed(c.outer, c.offset, c.inner))
    }

    /// The swizzle, of no bits if there is none (CuTe's `get_swizzle_portion`).
    ///
    /// ```
    /// use layout_algebra::{AnyLayout};
    /// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
    /// assert_eq!(l("S<3,4,3> o 0 o 8:1").swizzle_portion().unwrap().to_string(), "S<3,4,3>");
    /// assert_eq!(l("8:1").swizzle_portion().unwrap().bits(), 0);
    /// ```
    pub fn swizzle_portion(&self) -> Option<Swizzle> {
        match self {
            Self::Plain(_) => Swizzle::new(0, 4, 3).ok(),
            Self::Composed(ComposedLayout { outer: Outer::Swizzle(s), .. }) => Some(*s),
            Self::Composed(_) => None,
        }
    }
}

impl Swizzle {
    /// The swizzle that reads the bits `y` and changes the bits `z` (CuTe's
    /// `make_swizzle<Y,Z>`), if the two masks are those of one.
    ///
    /// ```
    /// use layout_algebra::Swizzle;
    /// assert_eq!(Swizzle::of_masks(56, 7), Swizzle::new(3, 0, 3).ok());
    /// assert_eq!(Swizzle::of_masks(5, 2), None);
    /// ```
    pub fn of_masks(y: i64, z: i64) -> Option<Self> {
        let (bits, m) = (y.count_ones(), y.trailing_zeros().min(z.trailing_zeros()));
        if y < 0 || z < 0 || bits != z.count_ones() {
            return None;
        }
        if bits == 0 {
            return Self::new(0, 0, 0).ok();
        }
        let shift = i64::from(y.trailing_zeros()) - i64::from(z.trailing_zeros());
        let swizzle = Self::new(bits.into(), m.into(), shift).ok()?;
        (swizzle.source_mask() == y && swizzle.target_mask() == z).then_some(swizzle)
    }

    /// The swizzle that is `self` after `other`, of the same shift, if it is one.
    ///
    /// ```
    /// use layout_algebra::{Swizzle};
    /// let s = |b, m, s| Swizzle::new(b, m, s).unwrap();
    /// assert_eq!(s(1, 3, 3).merge(s(1, 4, 3)), Some(s(2, 3, 3)));
    /// assert_eq!(s(2, 3, 3).merge(s(2, 3, 3)).unwrap().bits(), 0);
    /// ```
    pub fn merge(self, other: Self) -> Option<Self> {
        if self.shift() != other.shift() {
            return None;
        }
        let merged = Self::of_masks(
            self.source_mask() ^ other.source_mask(),
            self.target_mask() ^ other.target_mask(),
        )?;
        // The two do not read what the other changes.
        let apart =
            self.source_mask() & other.target_mask() == 0 && other.source_mask() & self.target_mask() == 0;
        apart.then_some(merged)
    }
}

/// `Sw' ∘ L` where it is `L ∘ Sw`: the swizzle moved through a layout by where
/// its bits go (`cute/swizzle_layout.hpp`, `composition(Layout, Swizzle)`).
fn moved_through(layout: &Layout, swizzle: Swizzle) -> Option<Swizzle> {
    if swizzle.bits() == 0 {
        return Some(swizzle);
    }
    let layout = with_known_values(layout)?;
    Swizzle::of_masks(layout.eval(swizzle.source_mask())?, layout.eval(swizzle.target_mask())?)
}

/// The first of the candidates with these values.
fn matching(
    operation: impl Fn() -> String,
    values: &[i64],
    candidates: impl IntoIterator<Item = AnyLayout>,
) -> Result<AnyLayout> {
    for candidate in candidates {
        if table(&candidate).is_some_and(|t| t == values) {
            return Ok(candidate);
        }
    }
    recover(values).map_err(|e| SwizzledError::NoForm { operation: operation(), why: e.to_string() })
}

/// `A ∘ B` for plain and composed layouts.
///
/// ```
/// use layout_algebra::{composition_any, AnyLayout};
/// let a: AnyLayout = "(8,8):(1,8)".parse().unwrap();
/// let b: AnyLayout = "S<3,0,3> o 0 o 64:1".parse().unwrap();
/// assert_eq!(composition_any(&a, &b).unwrap().to_string(), "S<3,0,3> o 0 o 64:1");
/// ```
///
/// # Errors
/// [`SwizzledError::NoForm`] if the result is neither a layout nor a swizzle of one.
pub fn composition_any(a: &AnyLayout, b: &AnyLayout) -> Result<AnyLayout> {
    let operation = || format!("({}) o ({})", a.named(), b.named());
    let (a, b) = match (a, b) {
        (_, AnyLayout::Plain(b)) => return Ok(a.on_domain(|l| composition(l, b))?),
        (AnyLayout::Plain(a), AnyLayout::Composed(b)) => (a, b),
        (AnyLayout::Composed(c), b) => {
            // (Sw ∘ off ∘ L) ∘ B = Sw ∘ off ∘ (L ∘ B), swizzled in turn or not.
            return Ok(match composition_any(&c.inner.clone().into(), b)? {
                AnyLayout::Plain(inner) => AnyLayout::composed(c.outer.clone(), c.offset.clone(), inner),
                AnyLayout::Composed(inner) => AnyLayout::Composed(ComposedLayout::new(
                    c.outer.clone().after(c.offset.clone(), inner.outer),
                    inner.offset,
                    inner.inner,
                )?),
            });
        }
    };
    let undecided = || SwizzledError::Undecided(operation());
    let through = AnyLayout::Composed(b.clone());
    let inner = table(&through).ok_or_else(undecided)?;
    let fixed = with_known_values(a).ok_or_else(undecided)?;
    let values: Vec<i64> =
        inner.iter().map(|i| fixed.eval(*i)).collect::<Option<_>>().ok_or_else(undecided)?;
    let candidate = match (&b.outer, b.offset.is(0)) {
        (Outer::Swizzle(s), true) => moved_through(a, *s)
            .zip(composition(a, &b.inner).ok())
            .map(|(s, l)| AnyLayout::composed(Outer::Swizzle(s), Expr::ZERO, l)),
        _ => None,
    };
    matching(operation, &values, candidate)
}

/// `L ∘ Sw` on L's own domain.
///
/// ```
/// use layout_algebra::{Layout, Swizzle, composition_swizzle};
/// let a: Layout = "(4,64):(64,1)".parse().unwrap();
/// let r = composition_swizzle(&a, Swizzle::new(2, 4, 3).unwrap()).unwrap();
/// assert_eq!(r.to_string(), "S<1,2,3> o 0 o (4,64):(64,1)");
/// ```
///
/// # Errors
/// As [`composition_any`].
pub fn composition_swizzle(a: &Layout, swizzle: Swizzle) -> Result<AnyLayout> {
    let domain = Layout::mode1(a.size()?, Expr::ONE)?;
    let operation = || format!("({}) o {swizzle}", a.named());
    let undecided = || SwizzledError::Undecided(operation());
    let fixed = with_known_values(a).ok_or_else(undecided)?;
    let size = domain.size()?.known().filter(|n| *n <= ENUMERATION_LIMIT).ok_or_else(undecided)?;
    let values: Vec<i64> =
        (0..size).map(|i| fixed.eval(swizzle.apply(i))).collect::<Option<_>>().ok_or_else(undecided)?;
    let candidate =
        moved_through(a, swizzle).map(|s| AnyLayout::composed(Outer::Swizzle(s), Expr::ZERO, a.clone()));
    matching(operation, &values, candidate)
}

/// `A ∘ B` in any case: a layout if there is one, else the two kept apart as
/// `A o 0 o B`.
///
/// ```
/// use layout_algebra::{composition_or_composed, Layout};
/// let a: Layout = "(4,6,8):(2,3,5)".parse().unwrap();
/// let b: Layout = "6:3".parse().unwrap();
/// assert_eq!(composition_or_composed(&a, &b).to_string(), "(4,6,8):(2,3,5) o 0 o 6:3");
/// ```
pub fn composition_or_composed(a: &Layout, b: &Layout) -> AnyLayout {
    match composition(a, b) {
        Ok(layout) => layout.into(),
        Err(_) => AnyLayout::composed(Outer::Layout(a.clone()), Expr::ZERO, b.clone()),
    }
}

/// The swizzle that is the outer function.
fn swizzle_of(c: &ComposedLayout, operation: impl Fn() -> String) -> Result<Swizzle> {
    match c.outer {
        Outer::Swizzle(s) => Ok(s),
        _ => Err(SwizzledError::NoForm {
            operation: operation(),
            why: "the outer function is no swizzle".into(),
        }),
    }
}
