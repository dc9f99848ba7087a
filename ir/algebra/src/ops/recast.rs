//! Layouts of wider and narrower elements: `upcast`, `downcast`, `recast_layout`.

use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::Leaves;
use crate::swizzle::{Swizzle, SwizzleError};
use layout_integer::Tri;
use layout_integer::Undecided;
use layout_integer::common_divisor;
use layout_integer::{Expr, ExprError};

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
    /// Whether whole elements lie in wide ones is not known.
    #[error("mode {mode} of {layout}: {undecided}")]
    Undecided {
        /// The layout.
        layout: String,
        /// The mode's path.
        mode: String,
        /// The condition.
        undecided: Undecided,
    },
    /// A mode that runs backwards through the elements of a wide one.
    #[error(
        "mode {mode} of {layout}: its stride {stride} runs backwards, so its first element is not the first of {factor}"
    )]
    Backwards {
        /// The layout.
        layout: String,
        /// The mode's path.
        mode: String,
        /// Its stride.
        stride: i64,
        /// Old elements in a new one.
        factor: i64,
    },
    /// Modes inside a wide element that add up past it.
    #[error(
        "{layout}: inside {factor} elements its modes add up to {reach}, and so into the next {factor}; a stride must divide {factor} or be a multiple of it"
    )]
    Carry {
        /// The layout.
        layout: String,
        /// What digits and strides that do not fill wide elements add up to.
        reach: i64,
        /// Old elements in a new one.
        factor: i64,
    },
    /// A swizzle that reads a bit that wide elements do not have.
    #[error(
        "{swizzle} changes bit {target} by bit {source_bit}, which lies inside an element {factor} times as wide"
    )]
    Bits {
        /// The swizzle.
        swizzle: Swizzle,
        /// The bit read.
        source_bit: u32,
        /// The bit changed.
        target: u32,
        /// Old elements in a new one.
        factor: i64,
    },
    /// A composed layout whose outer function is no swizzle.
    #[error("{0} has elements of its outer function, which is no swizzle; recast the layouts it is made of")]
    Composed(String),
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
/// its size rounded up (`cute/layout.hpp`, `upcast`). The wide element of each
/// element is that of its coordinate: digits inside a wide element are dropped. Under a
/// swizzle the swizzle, the offset and the inner layout are recast; a [`Swizzle`] alone too.
///
/// ```
/// use layout_algebra::{AnyLayout, upcast};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// for (layout, factor, wide) in [
///     ("(4,64):(64,1)", 4, "(4,16):(16,1)"),
///     ("(8,4):(1,12)", 4, "(2,4):(1,3)"),
///     ("((4,6),8):((1,4),24)", 8, "((1,3),8):((1,1),3)"),
///     ("S<3,4,3> o 32 o 256:1", 2, "S<3,3,3> o 16 o 128:1"),
/// ] {
///     assert_eq!(upcast(&l(layout), factor).unwrap().to_string(), wide);
/// }
/// // A row of 6 elements holds no whole number of elements 4 times as wide.
/// assert!(upcast(&l("(2,6):(6,1)"), 4).is_err());
/// ```
///
/// # Errors
/// [`RecastError`]. An unknown stride must be known to be a multiple.
pub fn upcast<L: Recast>(layout: &L, factor: i64) -> Result<L, RecastError> {
    layout.up(factor)
}

/// The layout in elements a `factor`th as wide: the mode of stride 1 gets
/// `factor` times as long (`cute/layout.hpp`, `downcast`). Where several modes have
/// stride 1 the first of more than one element does, and the others are
/// as far apart as elements.
///
/// ```
/// use layout_algebra::{AnyLayout, downcast};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// assert_eq!(downcast(&l("(4,16):(16,1)"), 4).unwrap().to_string(), "(4,64):(64,1)");
/// assert_eq!(downcast(&l("S<3,3,3> o 16 o 128:1"), 2).unwrap().to_string(), "S<3,4,3> o 32 o 256:1");
/// ```
///
/// # Errors
/// [`RecastError::NotAdjacent`] if no stride is 1.
pub fn downcast<L: Recast>(layout: &L, factor: i64) -> Result<L, RecastError> {
    layout.down(factor)
}

/// What counts elements: a layout, a swizzle.
pub trait Recast: Clone {
    /// See [`upcast`].
    ///
    /// # Errors
    /// [`RecastError`].
    fn up(&self, factor: i64) -> Result<Self, RecastError>;
    /// See [`downcast`].
    ///
    /// # Errors
    /// [`RecastError`].
    fn down(&self, factor: i64) -> Result<Self, RecastError>;
}

impl Recast for Layout {
    fn up(&self, factor: i64) -> Result<Self, RecastError> {
        plain_up(self, factor)
    }

    fn down(&self, factor: i64) -> Result<Self, RecastError> {
        plain_down(self, factor)
    }
}

impl Recast for Swizzle {
    fn up(&self, factor: i64) -> Result<Self, RecastError> {
        (*self).upcast(factor)
    }

    fn down(&self, factor: i64) -> Result<Self, RecastError> {
        (*self).downcast(factor)
    }
}

/// [`upcast`] of a plain layout.
fn plain_up(layout: &Layout, factor: i64) -> Result<Layout, RecastError> {
    let by = positive(factor)?;
    let (mut shape, mut stride) = (Leaves::new(), Leaves::new());
    // The largest sum of what strides and digits leave inside a wide element.
    let mut reach = 0i64;
    for (i, (size, step)) in layout.shape_leaves().iter().zip(layout.stride_leaves()).enumerate() {
        let mode = || layout.leaf_path(i);
        let whole = step.divisible_by(&by) == Tri::Yes;
        // No other coordinate than 0: the stride is never taken.
        let single = size.is(1);
        let Some(fixed) = step.as_const().filter(|d| !whole && factor % d.checked_abs().unwrap_or(1) == 0)
        else {
            let rest = match step.known() {
                _ if whole || single => 0,
                // CuTe keeps the size where the stride is dynamic.
                Some(value) if step.as_const().is_none() => {
                    let most = size.known().map_or(i64::MAX, |n| n - 1);
                    most.saturating_mul(value.rem_euclid(factor))
                }
                Some(_) => {
                    let (layout, stride) = (layout.named(), step.named());
                    return Err(RecastError::Stride { layout, mode: mode(), stride, factor });
                }
                None => {
                    let undecided = Undecided::divides(&by, step);
                    return Err(RecastError::Undecided { layout: layout.named(), mode: mode(), undecided });
                }
            };
            reach = reach.saturating_add(rest);
            shape.push(size.clone());
            stride.push(step.floordiv(&by)?);
            continue;
        };
        if fixed < 0 && !single {
            let layout = layout.named();
            return Err(RecastError::Backwards { layout, mode: mode(), stride: fixed, factor });
        }
        // So many of the mode's steps stay in one wide element.
        let magnitude = fixed.abs();
        let steps = factor / magnitude;
        let most = if single { 0 } else { size.known().map_or(steps, |n| n.min(steps)) - 1 };
        reach = reach.saturating_add(most * magnitude);
        shape.push(size.ceildiv(&steps.into())?);
        stride.push(fixed.signum().into());
    }
    if reach >= factor {
        return Err(RecastError::Carry { layout: layout.named(), reach, factor });
    }
    Ok(Layout::from_parts(layout.profile().clone(), shape, stride)?)
}

/// [`downcast`] of a plain layout.
fn plain_down(layout: &Layout, factor: i64) -> Result<Layout, RecastError> {
    let by = positive(factor)?;
    let modes = || layout.shape_leaves().iter().zip(layout.stride_leaves());
    // A dynamic stride of 1 counts only where no other is 1, a mode of one element
    // only where there is no longer one.
    let adjacent = modes()
        .position(|(s, d)| d.is(1) && !s.is(1))
        .or_else(|| modes().position(|(s, d)| d.known() == Some(1) && !s.is(1)))
        .or_else(|| modes().position(|(_, d)| d.known() == Some(1)))
        .ok_or_else(|| RecastError::NotAdjacent(layout.named()))?;
    let (mut shape, mut stride) = (Leaves::new(), Leaves::new());
    for (i, (size, step)) in modes().enumerate() {
        if i == adjacent {
            shape.push(size.mul(&by)?);
            stride.push(step.clone());
        } else {
            shape.push(size.clone());
            stride.push(step.mul(&by)?);
        }
    }
    Ok(Layout::from_parts(layout.profile().clone(), shape, stride)?)
}

/// The layout of elements `old_bits` wide as one of elements `new_bits` wide
/// (`cute/layout.hpp`, `recast_layout`).
///
/// ```
/// use layout_algebra::{AnyLayout, recast_layout};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// for (layout, old_bits, new_bits, result) in [
///     ("(2,(4,2)):(4,(1,8))", 32, 16, "(2,(8,2)):(8,(1,16))"),
///     ("S<3,4,3> o 0 o (8,128):(128,1)", 8, 16, "S<3,3,3> o 0 o (8,64):(64,1)"),
/// ] {
///     assert_eq!(recast_layout(&l(layout), old_bits, new_bits).unwrap().to_string(), result);
/// }
/// ```
///
/// # Errors
/// [`RecastError`].
pub fn recast_layout<L: Recast>(layout: &L, old_bits: i64, new_bits: i64) -> Result<L, RecastError> {
    positive(old_bits)?;
    positive(new_bits)?;
    let divisor = common_divisor(old_bits, new_bits);
    Ok(match (new_bits / divisor, old_bits / divisor) {
        (1, 1) => layout.clone(),
        (1, down) => layout.down(down)?,
        (up, 1) => layout.up(up)?,
        (up, down) => layout.up(up)?.down(down)?,
    })
}

fn log2(factor: i64) -> Result<i64, RecastError> {
    layout_integer::log2(factor).map(i64::from).ok_or(RecastError::Factor(factor))
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
    /// [`RecastError::Factor`] unless the factor is a power of two; [`RecastError::Bits`]
    /// if a bit inside an element changes one that is not.
    pub fn upcast(self, factor: i64) -> Result<Self, RecastError> {
        self.upcast_seeing(factor, i64::MAX)
    }

    /// [`Swizzle::upcast`] for integers of which only these bits may be set.
    pub(crate) fn upcast_seeing(self, factor: i64, bits: i64) -> Result<Self, RecastError> {
        let dropped = log2(factor)?;
        let (b, m, s) = (i64::from(self.bits()), i64::from(self.base()), i64::from(self.shift()));
        for k in 0..b {
            let (source, target) = (m + k + s.max(0), m + k - s.min(0));
            if source < dropped && dropped <= target && bits >> source & 1 == 1 {
                let (source_bit, target) = (source as u32, target as u32);
                return Err(RecastError::Bits { swizzle: self, source_bit, target, factor });
            }
        }
        let m = m - dropped;
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
