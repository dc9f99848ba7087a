//! [`ComposedLayout`] `A o offset o B`, and [`AnyLayout`]: plain or composed.

use std::collections::{HashMap, HashSet};

use crate::layout::{Layout, LayoutError};
use crate::nested::coord::Coord;
use crate::nested::tuple::MAX_DEPTH;
use crate::swizzle::Swizzle;
use layout_integer::Symbol;
use layout_integer::{Expr, ExprError};

/// The outer function of a composed layout.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outer {
    /// A swizzle.
    Swizzle(Swizzle),
    /// A layout, on its extended domain.
    Layout(Layout),
    /// One function after another.
    Chain(Box<Chain>),
}

/// `x ↦ outer(offset + inner(x))`: how two functions become one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chain {
    /// Applied last.
    pub outer: Outer,
    /// Added between.
    pub offset: Expr,
    /// Applied first.
    pub inner: Outer,
}

/// `c ↦ A(offset + B(c))` (`cute/layout_composed.hpp`): what a swizzled layout
/// is, and the composition of two layouts where no layout is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ComposedLayout {
    /// `A`.
    pub outer: Outer,
    /// Added to B's value, in units of A's domain.
    pub offset: Expr,
    /// `B`, whose coordinates are the layout's.
    pub inner: Layout,
}

/// A layout or a composed layout: what the dialect's attribute holds.
///
/// ```
/// use layout_algebra::{AnyLayout, Layout, composition};
/// let tile: AnyLayout = "S<3,4,3> o 0 o (8,128):(128,1)".parse().unwrap();
/// assert_eq!((tile.size().unwrap(), tile.eval(1)), (1024.into(), Some(0x90)));
/// assert_eq!(tile.domain().to_string(), "(8,128):(128,1)");
/// let row = composition(&tile, &"16:8".parse::<Layout>().unwrap()).unwrap();
/// assert_eq!(row.to_string(), "S<3,4,3> o 0 o 16:1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AnyLayout {
    /// A layout.
    Plain(Layout),
    /// A composed layout.
    Composed(ComposedLayout),
}

/// Why an operation on composed layouts has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComposedError {
    /// The operation is not defined for composed layouts.
    #[error(
        "{operation} is not defined for the composed layout {layout}; it is for its inner layout {inner}"
    )]
    NotDefined {
        /// The operation.
        operation: &'static str,
        /// The layout.
        layout: String,
        /// Its inner layout.
        inner: String,
    },
    /// A composed layout as a tile.
    #[error("the composed layout {layout} cannot be a tile; its inner layout {inner} can")]
    Tile {
        /// The layout.
        layout: String,
        /// Its inner layout.
        inner: String,
    },
    /// The result is neither a layout nor a swizzle of one.
    #[error("{operation}: the result is neither a layout nor a swizzle of one ({why})")]
    NoForm {
        /// The operation with its operands.
        operation: String,
        /// The condition that fails.
        why: String,
    },
    /// The largest value of a swizzled layout is not found.
    #[error("cosize of {layout}: the search for the largest of its {size} values takes too long")]
    Cosize {
        /// The layout.
        layout: String,
        /// The number of coordinates.
        size: i64,
    },
    /// It takes more than 2²⁰ evaluations, or integers without values.
    #[error("{0}: cannot be decided; sizes and strides must be known and at most 2^20 coordinates")]
    Undecided(String),
}

/// Why a size, a cosize or a value of a layout is not computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnyLayoutError {
    /// See [`ComposedError`].
    #[error(transparent)]
    Composed(#[from] ComposedError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for AnyLayoutError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

impl From<Layout> for AnyLayout {
    fn from(layout: Layout) -> Self {
        Self::Plain(layout)
    }
}

/// The layout as a function of integers.
impl From<AnyLayout> for Outer {
    fn from(layout: AnyLayout) -> Self {
        match layout {
            AnyLayout::Plain(l) => Self::Layout(l),
            AnyLayout::Composed(c) => c.outer.after(c.offset, Self::Layout(c.inner)),
        }
    }
}

impl Outer {
    fn eval(&self, index: i64) -> Option<i64> {
        match self {
            Self::Swizzle(s) => Some(s.apply(index)),
            Self::Layout(l) => l.eval(index),
            Self::Chain(c) => c.outer.eval(c.inner.eval(index)?.checked_add(c.offset.as_const()?)?),
        }
    }

    fn for_each_symbol(&self, visit: &mut dyn FnMut(Symbol)) {
        match self {
            Self::Swizzle(_) => {}
            Self::Layout(l) => l.for_each_symbol(visit),
            Self::Chain(c) => {
                c.outer.for_each_symbol(visit);
                c.offset.for_each_symbol(visit);
                c.inner.for_each_symbol(visit);
            }
        }
    }

    /// How many functions are one behind another.
    fn depth(&self) -> usize {
        match self {
            Self::Chain(chain) => 1 + chain.outer.depth().max(chain.inner.depth()),
            _ => 1,
        }
    }

    /// Refuses integers between these two whose values are known to leave 64 bits; gives
    /// bounds of the values.
    fn check(&self, at: (i128, i128)) -> Result<Option<(i128, i128)>, ExprError> {
        let fits = |v: i128| i64::try_from(v).map_err(|_| ExprError::Overflow(v.to_string()));
        fits(at.0)?;
        fits(at.1)?;
        let values = match self {
            // Values stay in the block of a period's length.
            Self::Swizzle(s) => {
                let period = i128::from(s.period());
                Some((at.0.div_euclid(period) * period, (at.1.div_euclid(period) + 1) * period - 1))
            }
            Self::Layout(l) => range(l, Some(at)),
            Self::Chain(c) => match (c.inner.check(at)?, c.offset.as_const()) {
                (Some((lo, hi)), Some(offset)) => {
                    c.outer.check((lo + i128::from(offset), hi + i128::from(offset)))?
                }
                _ => None,
            },
        };
        if let Some((lo, hi)) = values {
            fits(lo)?;
            fits(hi)?;
        }
        Ok(values)
    }

    /// `self ∘ (x ↦ offset + inner(x))`.
    pub fn after(self, offset: Expr, inner: Self) -> Self {
        Self::Chain(Box::new(Chain { outer: self, offset, inner }))
    }

    fn substitute(&self, value: &dyn Fn(Symbol) -> Expr) -> Result<Self, LayoutError> {
        Ok(match self {
            Self::Swizzle(s) => Self::Swizzle(*s),
            Self::Layout(l) => Self::Layout(l.substitute(value)?),
            Self::Chain(c) => {
                c.outer.substitute(value)?.after(c.offset.substitute(value)?, c.inner.substitute(value)?)
            }
        })
    }
}

impl ComposedLayout {
    /// `A o offset o B`.
    ///
    /// ```
    /// use layout_algebra::{ComposedLayout, Expr, Outer, Swizzle};
    /// let swizzle = || Outer::Swizzle(Swizzle::new(3, 4, 3).unwrap());
    /// let at = |offset: i64| ComposedLayout::new(swizzle(), offset.into(), "8:1".parse().unwrap());
    /// assert_eq!(at(64).unwrap().to_string(), "S<3,4,3> o 64 o 8:1");
    /// assert!(at(i64::MAX).is_err());
    /// ```
    ///
    /// # Errors
    /// [`ExprError::Overflow`] if a value of it is known to leave 64 bits, [`LayoutError::TooDeep`] of more than 64
    /// functions behind each other.
    pub fn new(outer: Outer, offset: Expr, inner: Layout) -> Result<Self, LayoutError> {
        let this = Self { outer, offset, inner };
        let depth = this.outer.depth();
        if depth > MAX_DEPTH {
            return Err(LayoutError::TooDeep(depth));
        }
        let inner = range(&this.inner, None).zip(this.offset.as_const());
        if let Some(((lo, hi), offset)) = inner {
            let offset = i128::from(offset);
            this.outer.check((lo + offset, hi + offset))?;
        }
        Ok(this)
    }

    fn eval(&self, index: i64) -> Option<i64> {
        self.outer.eval(self.inner.eval(index)?.checked_add(self.offset.as_const()?)?)
    }

    fn for_each_symbol(&self, visit: &mut dyn FnMut(Symbol)) {
        self.outer.for_each_symbol(visit);
        self.offset.for_each_symbol(visit);
        self.inner.for_each_symbol(visit);
    }

    fn substitute(&self, value: &dyn Fn(Symbol) -> Expr) -> Result<Self, LayoutError> {
        Ok(Self {
            outer: self.outer.substitute(value)?,
            offset: self.offset.substitute(value)?,
            inner: self.inner.substitute(value)?,
        })
    }
}

/// The smallest and the largest value of a static layout: at its own coordinates, or at
/// integers between two.
fn range(layout: &Layout, at: Option<(i128, i128)>) -> Option<(i128, i128)> {
    let last = layout.shape_leaves().len().checked_sub(1)?;
    let (mut lo, mut hi, mut below) = (0i128, 0i128, 1i128);
    for (i, (size, stride)) in layout.shape_leaves().iter().zip(layout.stride_leaves()).enumerate() {
        let (size, stride) = (i128::from(size.as_const()?), i128::from(stride.as_const()?));
        let digits = match at {
            Some((from, to)) if i == last => (from.div_euclid(below), to.div_euclid(below)),
            _ => (0, size - 1),
        };
        let ends = [digits.0.checked_mul(stride)?, digits.1.checked_mul(stride)?];
        (lo, hi) = (lo + ends[0].min(ends[1]), hi + ends[0].max(ends[1]));
        below = below.checked_mul(size)?;
    }
    Some((lo, hi))
}

impl AnyLayout {
    /// The layout whose coordinates these are: itself, or the inner one.
    pub fn domain(&self) -> &Layout {
        match self {
            Self::Plain(l) => l,
            Self::Composed(c) => &c.inner,
        }
    }

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

    /// The swizzle, of no bits if there is none (CuTe's `get_swizzle_portion`);
    /// `None` if the outer function is no swizzle.
    ///
    /// ```
    /// use layout_algebra::AnyLayout;
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

    /// [`Layout::flatten`] on the coordinates: the same layout without nested modes.
    ///
    /// ```
    /// let l: layout_algebra::AnyLayout = "S<1,0,1> o 0 o ((2,2),4):((1,4),8)".parse().unwrap();
    /// assert_eq!(l.flatten().to_string(), "S<1,0,1> o 0 o (2,2,4):(1,4,8)");
    /// ```
    pub fn flatten(&self) -> Self {
        match self {
            Self::Plain(l) => Self::Plain(l.flatten()),
            Self::Composed(c) => Self::Composed(ComposedLayout { inner: c.inner.flatten(), ..c.clone() }),
        }
    }

    /// The number of coordinates.
    ///
    /// # Errors
    /// As [`Layout::size`].
    pub fn size(&self) -> Result<Expr, AnyLayoutError> {
        Ok(self.domain().size()?)
    }

    /// The value of a static layout at an integer; `None` if a symbol occurs
    /// or the value leaves 64 bits.
    pub fn eval(&self, index: i64) -> Option<i64> {
        match self {
            Self::Plain(l) => l.eval(index),
            Self::Composed(c) => c.eval(index),
        }
    }

    /// The value of a static layout at a coordinate of integers.
    ///
    /// # Errors
    /// As [`Layout::crd2idx`]; [`ExprError::TooComplex`] if a symbol occurs.
    pub fn eval_at(&self, coord: &Coord<Expr>) -> Result<i64, AnyLayoutError> {
        let constant = |e: Expr| e.as_const().ok_or(ExprError::TooComplex);
        let inner = constant(self.domain().crd2idx(coord)?)?;
        Ok(match self {
            Self::Plain(_) => inner,
            Self::Composed(c) => {
                let index = constant(c.offset.add(&Expr::Const(inner))?)?;
                c.outer.eval(index).ok_or_else(|| ExprError::Overflow(format!("{self} at {coord}")))?
            }
        })
    }

    /// Calls `visit` for each symbol in order of appearance, with repetition.
    pub fn for_each_symbol(&self, visit: &mut dyn FnMut(Symbol)) {
        match self {
            Self::Plain(l) => l.for_each_symbol(visit),
            Self::Composed(c) => c.for_each_symbol(visit),
        }
    }

    /// The distinct symbols in order of first appearance.
    pub fn symbols(&self) -> Vec<Symbol> {
        let (mut out, mut seen) = (Vec::new(), HashSet::new());
        self.for_each_symbol(&mut |s| {
            if seen.insert(s.id) {
                out.push(s);
            }
        });
        out
    }

    /// Replaces each symbol by an expression that satisfies its facts.
    ///
    /// # Errors
    /// As [`Layout::substitute`].
    pub fn substitute(&self, value: &dyn Fn(Symbol) -> Expr) -> Result<Self, LayoutError> {
        Ok(match self {
            Self::Plain(l) => Self::Plain(l.substitute(value)?),
            Self::Composed(c) => Self::Composed(c.substitute(value)?),
        })
    }

    /// The same layout with symbols numbered 0, 1, … in order of first
    /// appearance, and for each new symbol the old one.
    ///
    /// Numbering changes the order of terms, which changes the order of
    /// appearance; a few rounds settle it, and where they would alternate the
    /// smallest text wins, so that the result depends on the layout alone.
    pub fn canonical(&self) -> (Self, Vec<Symbol>) {
        let mut seen: Vec<(String, Self, Vec<Symbol>)> = Vec::new();
        // A symbol that stands for its value alone has no operand.
        let named = |s: Symbol| s.own_value().map_or_else(|| s.into(), Expr::Const);
        let mut layout = if self.symbols().iter().any(|s| s.own_value().is_some()) {
            self.substitute(&named).unwrap_or_else(|_| self.clone())
        } else {
            self.clone()
        };
        let mut origin = layout.symbols();
        loop {
            let order = layout.symbols();
            // Renaming them would change nothing.
            if seen.is_empty() && order.iter().enumerate().all(|(i, s)| s.id == i as u32) {
                return (layout, origin);
            }
            let positions: HashMap<u32, u32> = order.iter().map(|s| s.id).zip(0..).collect();
            let position = |s: Symbol| positions.get(&s.id).copied().unwrap_or(0);
            let renamed = layout.substitute(&|s| Symbol::new(position(s), s.facts).into());
            let Ok(next) = renamed else { return (layout, origin) };
            // `order[i]` was number `order[i].id` of the previous round.
            if !seen.is_empty() {
                origin = order.iter().map(|s| origin.get(s.id as usize).copied().unwrap_or(*s)).collect();
            }
            let settled = next.symbols().iter().enumerate().all(|(i, s)| s.id == i as u32);
            if settled {
                return (next, origin);
            }
            let text = next.to_string();
            if let Some(first) = seen.iter().position(|(t, _, _)| *t == text) {
                let best = seen.drain(first..).min_by(|a, b| a.0.cmp(&b.0));
                return best.map_or((next, origin.clone()), |(_, l, o)| (l, o));
            }
            seen.push((text, next.clone(), origin.clone()));
            layout = next;
        }
    }
}
