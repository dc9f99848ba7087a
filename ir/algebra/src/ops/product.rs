//! Products: a tile repeated by a layout of tiles.

use crate::composed::ComposedError;
use crate::layout::{Layout, LayoutError};
use crate::ops::carrier::{self, Fixed};
use crate::ops::complement::{self, ComplementError, Reach, complement_to};
use crate::ops::composition::{CompositionError, composition};
use crate::ops::kinds::{AsTiler, LayoutLike};
use crate::tiler::{Parts, RankError, Tiler, TilerRef, by_mode, pair};
use layout_integer::{Expr, ExprError};

/// Why a product is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProductError {
    /// A tiler with more modes than the layout.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// `_` where tile and repetition are taken apart.
    #[error("`_` repeats nothing; write 1 to repeat the mode once")]
    Underscore,
    /// Why a swizzled product has no result.
    #[error(transparent)]
    Composed(#[from] ComposedError),
    /// The tile has no complement to repeat it in.
    #[error(transparent)]
    Complement(#[from] ComplementError),
    /// The repetition does not fit the complement.
    #[error("the copies of {tile} have their places in its complement {places}: {error}")]
    Places {
        /// The tile.
        tile: String,
        /// Its complement.
        places: String,
        /// Why the two do not compose.
        error: CompositionError,
    },
    /// The result is no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for ProductError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// `A ⊗ B = (A, A* ∘ B)`: mode 0 is A, mode 1 the places of its copies, in the
/// order of B (`cute/layout.hpp`, `logical_product`). By a [`Tiler`], so in each mode;
/// further modes and `_` stay as they are. By an [`AnyLayout`](crate::AnyLayout) the
/// result is one: the copies of A in swizzled order.
///
/// ```
/// use layout_algebra::{AnyLayout, Layout, Tiler, logical_product};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// for (a, b, result) in [
///     ("4:1", "3:1", "(4,3):(1,4)"),       // copies one after another
///     ("4:2", "2:1", "(4,2):(2,1)"),       // a copy in the gaps of the first
///     ("(2,2):(4,1)", "6:1", "((2,2),(2,3)):((4,1),(2,8))"),
/// ] {
///     assert_eq!(logical_product(&l(a), &l(b)).unwrap().to_string(), result);
/// }
/// let by_mode: Tiler = "[3:5, 4:6]".parse().unwrap();
/// let r = logical_product(&l("(2,5):(5,1)"), &by_mode).unwrap();
/// assert_eq!(r.to_string(), "((2,3),(5,4)):((5,10),(1,30))");
/// let swizzled: AnyLayout = "S<1,2,2> o 0 o (4,8):(8,1)".parse().unwrap();
/// let r = logical_product(&swizzled, &l("2:1")).unwrap();
/// assert_eq!(r.to_string(), "S<1,2,2> o 0 o ((4,8),2):((8,1),32)");
/// ```
///
/// # Errors
/// [`ProductError`].
pub fn logical_product<A: Repeat<B>, B>(a: &A, b: &B) -> Result<A::Result, ProductError> {
    a.repeat(b)
}

/// What has a [`logical_product`] with B.
pub trait Repeat<B> {
    /// What the product is.
    type Result;
    /// The product.
    ///
    /// # Errors
    /// [`ProductError`].
    fn repeat(&self, b: &B) -> Result<Self::Result, ProductError>;
}

impl<A: LayoutLike<Stride = Expr>> Repeat<Layout> for A {
    type Result = A;

    fn repeat(&self, b: &Layout) -> Result<A, ProductError> {
        self.on_domain(|a| plain(a, b))
    }
}

impl<A: LayoutLike<Stride = Expr>> Repeat<Tiler> for A {
    type Result = A;

    fn repeat(&self, tiler: &Tiler) -> Result<A, ProductError> {
        self.on_domain(|a| by_mode(a, tiler.into(), &plain))
    }
}

/// The product of two plain layouts.
fn plain(a: &Layout, b: &Layout) -> Result<Layout, ProductError> {
    Ok(Layout::concat([a, &copies(a, b)?])?)
}

/// Where the copies of A lie: its complement composed with B. The complement has
/// as many elements as B reaches: CuTe's may have fewer, where it rounds gaps down,
/// and runs past its end into places that A holds.
fn copies(a: &Layout, b: &Layout) -> Result<Layout, ProductError> {
    let reached = b.cosize()?;
    let mut out = Fixed::new();
    let places = match a.size()?.mul(&reached).map(|range| complement::on_machine(a, &range, &mut out)) {
        Ok(Ok((profile, true))) => carrier::into_layout(&out, profile),
        _ => complement_to(a, Reach::Elements(&reached))?.layout,
    };
    composition(&places, b).map_err(|error| ProductError::Places {
        tile: a.named(),
        places: places.named(),
        error,
    })
}

/// The product with A and the places of its copies zipped mode by mode, A first:
/// blocks of A side by side (`cute/layout.hpp`, `blocked_product`).
///
/// ```
/// use layout_algebra::{Layout, blocked_product};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// let p = blocked_product(&l("(2,5):(5,1)"), &l("(3,4):(1,3)")).unwrap();
/// assert_eq!(p.to_string(), "((2,3),(5,4)):((5,10),(1,30))");
/// ```
///
/// # Errors
/// [`ProductError`].
pub fn blocked_product<A: LayoutLike<Stride = Expr>>(a: &A, b: &Layout) -> Result<A, ProductError> {
    a.on_domain(|a| {
        let (tile, places) = padded(a, b)?;
        zip(&tile, &places)
    })
}

/// [`blocked_product`] with the places first: the elements of A interleaved
/// (`cute/layout.hpp`, `raked_product`).
///
/// ```
/// use layout_algebra::{Layout, raked_product};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// let p = raked_product(&l("(2,5):(5,1)"), &l("(3,4):(1,3)")).unwrap();
/// assert_eq!(p.to_string(), "((3,2),(4,5)):((10,5),(30,1))");
/// ```
///
/// # Errors
/// [`ProductError`].
pub fn raked_product<A: LayoutLike<Stride = Expr>>(a: &A, b: &Layout) -> Result<A, ProductError> {
    a.on_domain(|a| {
        let (tile, places) = padded(a, b)?;
        zip(&places, &tile)
    })
}

/// The modes of A and of the places of its copies, brought to one rank.
fn padded(a: &Layout, b: &Layout) -> Result<(Vec<Layout>, Vec<Layout>), ProductError> {
    let rank = a.rank().max(b.rank());
    if a.profile().is_leaf() && rank == 1 {
        // One integer beside a tuple of one: neither is taken apart.
        return Ok((vec![a.clone()], vec![copies(a, b)?]));
    }
    let unit = Layout::mode1(Expr::ONE, Expr::ZERO)?;
    let pad = |l: &Layout| -> Vec<Layout> {
        let mut modes = l.modes().to_vec();
        modes.resize(rank, unit.clone());
        modes
    };
    let (a, b) = (Layout::concat(&pad(a))?, Layout::concat(&pad(b))?);
    let places = copies(&a, &b)?;
    Ok((a.modes().to_vec(), places.modes().to_vec()))
}

fn zip(first: &[Layout], second: &[Layout]) -> Result<Layout, ProductError> {
    let pairs: Vec<Layout> =
        first.iter().zip(second).map(|(x, y)| Layout::concat([x, y])).collect::<Result<_, _>>()?;
    Ok(Layout::concat(&pairs)?)
}

/// The product with all of A's modes first: `((tile…), (copies…))`.
///
/// ```
/// use layout_algebra::{Layout, Tiler, zipped_product};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// let p = zipped_product(&l("(2,5):(5,1)"), &"[3:5, 4:6]".parse::<Tiler>().unwrap()).unwrap();
/// assert_eq!(p.to_string(), "((2,5),(3,4)):((5,1),(10,30))");
/// ```
///
/// # Errors
/// [`ProductError`]; [`ProductError::Underscore`] for `_`.
pub fn zipped_product<A: LayoutLike<Stride = Expr>>(a: &A, tiler: &impl AsTiler) -> Result<A, ProductError> {
    let tiler = tiler.as_tiler()?;
    a.on_domain(|a| Ok(parts(a, tiler)?.zipped()?))
}

/// [`zipped_product`] with the copies' modes spread: `((tile…), c0, c1, …)`.
///
/// ```
/// use layout_algebra::{Layout, Tiler, tiled_product};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// let p = tiled_product(&l("(2,5):(5,1)"), &"[3:5, 4:6]".parse::<Tiler>().unwrap()).unwrap();
/// assert_eq!(p.to_string(), "((2,5),3,4):((5,1),10,30)");
/// ```
///
/// # Errors
/// [`ProductError`].
pub fn tiled_product<A: LayoutLike<Stride = Expr>>(a: &A, tiler: &impl AsTiler) -> Result<A, ProductError> {
    let tiler = tiler.as_tiler()?;
    a.on_domain(|a| Ok(parts(a, tiler)?.tiled()?))
}

/// [`zipped_product`] with all modes spread: `(t0, t1, …, c0, c1, …)`.
///
/// ```
/// use layout_algebra::{Layout, Tiler, flat_product};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// let p = flat_product(&l("(2,5):(5,1)"), &"[3:5, 4:6]".parse::<Tiler>().unwrap()).unwrap();
/// assert_eq!(p.to_string(), "(2,5,3,4):(5,1,10,30)");
/// ```
///
/// # Errors
/// [`ProductError`].
pub fn flat_product<A: LayoutLike<Stride = Expr>>(a: &A, tiler: &impl AsTiler) -> Result<A, ProductError> {
    let tiler = tiler.as_tiler()?;
    a.on_domain(|a| Ok(parts(a, tiler)?.flat()?))
}

fn parts(a: &Layout, tiler: TilerRef<'_>) -> Result<Parts<Expr>, ProductError> {
    Parts::new(a, tiler, &|a| pair(a).ok_or(ProductError::Underscore), &|a, b| {
        Ok(Parts { tile: a.clone(), rest: copies(a, b)? })
    })
}
