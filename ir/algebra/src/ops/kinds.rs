//! The kinds of operands: what lets every operation have one name for plain, swizzled
//! and composed layouts, and for tilers.

use crate::composed::{AnyLayout, ComposedError, ComposedLayout, Outer};
use crate::layout::{Layout, LayoutError};
use crate::stride::Stride;
use crate::tiler::{Tiler, TilerRef};
use layout_integer::Expr;

/// A layout of any kind: a [`Layout`], or an [`AnyLayout`], which may be swizzled or
/// otherwise composed. What an operation makes of a `Layout` is a `Layout`; what it makes
/// of an `AnyLayout` is an `AnyLayout`.
///
/// ```
/// use layout_algebra::{AnyLayout, Layout, coalesce};
/// let plain: Layout = coalesce(&"(4,8):(1,4)".parse::<Layout>().unwrap()).unwrap();
/// assert_eq!(plain.to_string(), "32:1");
/// let any: AnyLayout = coalesce(&"S<1,1,2> o 0 o (4,8):(1,4)".parse::<AnyLayout>().unwrap()).unwrap();
/// assert_eq!(any.to_string(), "S<1,1,2> o 0 o 32:1");
/// ```
pub trait LayoutLike: Clone {
    /// Its strides.
    type Stride: Stride;

    /// The layout whose coordinates these are: itself, or B of `A o offset o B`.
    fn domain(&self) -> &Layout<Self::Stride>;

    /// A and the offset of `A o offset o B`; `None` for a plain layout.
    fn outer(&self) -> Option<(&Outer, &Expr)>;

    /// Applies `f` to the [domain](Self::domain) and leaves the outer function as it is:
    /// right for every operation that composes on the right, since
    /// `(A o B) o C = A o (B o C)`.
    ///
    /// # Errors
    /// Those of `f`; of [`ComposedLayout::new`].
    fn on_domain<E: From<LayoutError>>(
        &self,
        f: impl FnOnce(&Layout<Self::Stride>) -> Result<Layout<Self::Stride>, E>,
    ) -> Result<Self, E>;

    /// The layout, unless it is composed.
    ///
    /// # Errors
    /// [`ComposedError::NotDefined`], naming `operation`.
    fn plain(&self, operation: &'static str) -> Result<&Layout<Self::Stride>, ComposedError> {
        match self.outer() {
            None => Ok(self.domain()),
            Some(_) => Err(ComposedError::NotDefined {
                operation,
                layout: self.message(),
                inner: self.domain().named(),
            }),
        }
    }

    /// The text with every symbol written `sN` by its number, for messages.
    fn message(&self) -> String;
}

impl<D: Stride> LayoutLike for Layout<D> {
    type Stride = D;

    #[inline]
    fn domain(&self) -> &Self {
        self
    }

    #[inline]
    fn outer(&self) -> Option<(&Outer, &Expr)> {
        None
    }

    #[inline]
    fn on_domain<E: From<LayoutError>>(&self, f: impl FnOnce(&Self) -> Result<Self, E>) -> Result<Self, E> {
        f(self)
    }

    fn message(&self) -> String {
        self.named()
    }
}

impl LayoutLike for AnyLayout {
    type Stride = Expr;

    fn domain(&self) -> &Layout {
        Self::domain(self)
    }

    fn outer(&self) -> Option<(&Outer, &Expr)> {
        match self {
            Self::Plain(_) => None,
            Self::Composed(c) => Some((&c.outer, &c.offset)),
        }
    }

    fn on_domain<E: From<LayoutError>>(
        &self,
        f: impl FnOnce(&Layout) -> Result<Layout, E>,
    ) -> Result<Self, E> {
        Ok(match self {
            Self::Plain(l) => Self::Plain(f(l)?),
            Self::Composed(c) => {
                Self::Composed(ComposedLayout::new(c.outer.clone(), c.offset.clone(), f(&c.inner)?)?)
            }
        })
    }

    fn message(&self) -> String {
        self.named()
    }
}

/// What divides or repeats a layout: a layout divides it as a whole, a [`Tiler`] mode by mode.
pub trait AsTiler {
    /// The tiler.
    ///
    /// # Errors
    /// [`ComposedError::Tile`] for a composed layout.
    fn as_tiler(&self) -> Result<TilerRef<'_>, ComposedError>;
}

impl AsTiler for Tiler {
    fn as_tiler(&self) -> Result<TilerRef<'_>, ComposedError> {
        Ok(self.into())
    }
}

impl AsTiler for Layout {
    #[inline]
    fn as_tiler(&self) -> Result<TilerRef<'_>, ComposedError> {
        Ok(TilerRef::Layout(self))
    }
}

impl AsTiler for AnyLayout {
    fn as_tiler(&self) -> Result<TilerRef<'_>, ComposedError> {
        match self {
            Self::Plain(l) => Ok(TilerRef::Layout(l)),
            Self::Composed(c) => Err(ComposedError::Tile { layout: self.named(), inner: c.inner.named() }),
        }
    }
}
