//! Layouts of wider and narrower elements: `upcast`, `downcast`, `recast_layout`.

use crate::integer::expr::{Expr, ExprError};
use crate::integer::symbol::Tri;
use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::Leaves;
use crate::nested::tuple_math::common_divisor;
use crate::swizzle::{Swizzle, SwizzleError};

/// Why elements cannot be regrouped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecastError {
    /// A factor that is no positive integer, or no power of two for a swizzle.
    #[error(
        "elements cannot be {0} times as wide; the factor must be positive, and a power of two under a swizzle"
    )]
    Factor(i64),
    /// Neither a stride nor the factor divides the other.
    #[error(
        "mode {mode} of {layout}: neither does {factor} divide the stride {stride} nor the stride {factor}; {factor} elements then do not lie in one"
    )]
    Stride {
        /// The layout.
        layout: String,
        /// The mode's path.
        mode: String,
        /// Its stride.
        stride: String,
        /// Old elements in a new one.
        factor: i64,
    },
    /// No stride is 1, so an element's parts have no mode to go to.
    #[error(
        "no stride of {0} is known to be 1; narrower elements need a mode in which they lie side by side"
    )]
    NotAdjacent(String),
    /// The offset of a composed layout is no multiple.
    #[error("the offset {offset} is no multiple of {factor}")]
    Offset {
        /// The offset.
        offset: String,
        /// Old elements in a new one.
        factor: i64,
    },
    /// The result is no swizzle.
    #[error(transparent)]
    Swizzle(#[from] SwizzleError),
    /// The result is no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for RecastError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

fn positive(factor: i64) -> Result<Expr, RecastError> {
    if factor >= 1 { Ok(factor.into()) } else { Err(RecastError::Factor(factor)) }
}

/// The layout in elements `factor` times as wide. A mode of stride `d` that
/// `factor` divides keeps its size; one whose stride divides `factor` merges,
/// its size rounded up (`cute/layout.hpp`, `upcast`).
///
/// ```
/// use layout_algebra::{upcast, Layout};
/// let l: Layout = "((4,6),8):((1,4),24)".parse().unwrap();
/// assert_eq!(upcast(&l, 8).unwrap().to_string(), "((1,3),8):((1,1),3)");
/// ```
///
/// # Errors
/// [`RecastError`]. An unknown stride must be known to be a multiple.
pub fn upcast(layout: &Layout, factor: i64) -> Result<Layout, RecastError> {
    let by = positive(factor)?;
    let (mut shape, mut stride) = (Leaves::new(), Leaves::new());
    for (i, (size, step)) in layout.shape_leaves().iter().zip(layout.stride_leaves()).enumerate() {
        let refused = || RecastError::Stride {
            layout: layout.named(),
            mode: layout.leaf_path(i),
            stride: step.named(),
            factor,
        };
        let Some(known) = step.as_const() else {
            // An unknown stride is that of a mode of whole elements.
            let whole = step.divisible_by(&by) == Tri::Yes || size.is(1);
            if !whole && step.known().is_none() {
                return Err(refused());
            }
            shape.push(size.clone());
            stride.push(step.floordiv(&by)?);
            continue;
        };
        let magnitude = known.checked_abs().ok_or_else(|| ExprError::Overflow(format!("|{known}|")))?;
        if known == 0 {
            shape.push(size.clone());
            stride.push(Expr::ZERO);
        } else if magnitude % factor == 0 {
            shape.push(size.clone());
            stride.push((known / factor).into());
        } else if factor % magnitude == 0 {
            shape.push(size.ceildiv(&(factor / magnitude).into())?);
            stride.push(known.signum().into());
        } else if size.is(1) {
            // No other coordinate: the stride is never taken.
            shape.push(size.clone());
            stride.push(known.div_euclid(factor).into());
        } else {
            return Err(refused());
        }
    }
    Ok(Layout::from_parts(layout.profile().clone(), shape, stride)?)
}

/// The layout in elements a `factor`th as wide: the mode of stride 1 gets
/// `factor` times as long (`cute/layout.hpp`, `downcast`).
///
/// ```
/// use layout_algebra::{downcast, Layout};
/// let l: Layout = "(4,16):(16,1)".parse().unwrap();
/// assert_eq!(downcast(&l, 4).unwrap().to_string(), "(4,64):(64,1)");
/// ```
///
/// # Errors
/// [`RecastError::NotAdjacent`] if no stride is 1.
pub fn downcast(layout: &Layout, factor: i64) -> Result<Layout, RecastError> {
    let by = positive(factor)?;
    let fixed = |d: &Expr| matches!(d.as_const(), Some(1 | -1));
    let known = |d: &Expr| matches!(d.known(), Some(1 | -1));
    // A dynamic stride of 1 counts only where no other is 1.
    let adjacent: &dyn Fn(&Expr) -> bool =
        if layout.stride_leaves().iter().any(fixed) { &fixed } else { &known };
    if !layout.stride_leaves().iter().any(adjacent) {
        return Err(RecastError::NotAdjacent(layout.named()));
    }
    let (mut shape, mut stride) = (Leaves::new(), Leaves::new());
    for (size, step) in layout.shape_leaves().iter().zip(layout.stride_leaves()) {
        if adjacent(step) {
            shape.push(size.mul(&by)?);
            stride.push(step.clone());
        } else {
            shape.push(size.clone());
            stride.push(step.mul(&by)?);
        }
    }
    Ok(Layout::from_parts(layout.profile().clone(), shape, stride)?)
}

/// How many old elements become how many new ones: the ratio of widths in bits.
pub(crate) fn ratio(old_bits: i64, new_bits: i64) -> Result<(i64, i64), RecastError> {
    for bits in [old_bits, new_bits] {
        positive(bits)?;
    }
    let divisor = common_divisor(old_bits, new_bits);
    Ok((new_bits / divisor, old_bits / divisor))
}

/// The layout of elements `old_bits` wide as one of elements `new_bits` wide
/// (`cute/layout.hpp`, `recast_layout`).
///
/// ```
/// use layout_algebra::{recast_layout, Layout};
/// let l: Layout = "(2,(4,2)):(4,(1,8))".parse().unwrap();
/// assert_eq!(recast_layout(&l, 32, 16).unwrap().to_string(), "(2,(8,2)):(8,(1,16))");
/// ```
///
/// # Errors
/// [`RecastError`].
pub fn recast_layout(layout: &Layout, old_bits: i64, new_bits: i64) -> Result<Layout, RecastError> {
    Ok(match ratio(old_bits, new_bits)? {
        (1, 1) => layout.clone(),
        (1, down) => downcast(layout, down)?,
        (up, 1) => upcast(layout, up)?,
        (up, down) => downcast(&upcast(layout, up)?, down)?,
    })
}

fn log2(factor: i64) -> Result<i64, RecastError> {
    let power = factor > 0 && factor & (factor - 1) == 0;
    if power { Ok(factor.trailing_zeros().into()) } else { Err(RecastError::Factor(factor)) }
}

impl Swizzle {
    /// The swizzle of elements `factor` times as wide: bits inside an element
    /// are no longer seen (`cute/swizzle_layout.hpp`, `upcast`).
    ///
    /// ```
    /// use layout_algebra::Swizzle;
    /// assert_eq!(Swizzle::new(3, 4, 3).unwrap().upcast(2).unwrap(), Swizzle::new(3, 3, 3).unwrap());
    /// ```
    ///
    /// # Errors
    /// [`RecastError::Factor`] unless the factor is a power of two.
    pub fn upcast(self, factor: i64) -> Result<Self, RecastError> {
        let (b, m) = (i64::from(self.bits()), i64::from(self.base()) - log2(factor)?);
        let s = self.shift().into();
        Ok(if m >= 0 { Self::new(b, m, s)? } else { Self::new((b + m).max(0), 0, s)? })
    }

    /// The swizzle of elements a `factor`th as wide.
    ///
    /// # Errors
    /// [`RecastError::Factor`] unless the factor is a power of two.
    pub fn downcast(self, factor: i64) -> Result<Self, RecastError> {
        let m = i64::from(self.base()) + log2(factor)?;
        Ok(Self::new(self.bits().into(), m, self.shift().into())?)
    }
}
