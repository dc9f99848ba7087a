//! Tilers: what a layout is divided or multiplied by, mode by mode.

use smallvec::SmallVec;

use crate::layout::{Layout, LayoutError};
use crate::stride::Stride;
use layout_integer::Expr;

/// A tiler. `[128:1, 64:1]` divides mode 0 and mode 1 separately; a
/// [`Tiler::Layout`] divides the layout as a whole, however many modes it has.
/// CuTe tells the two apart by type too (`Tile<…>` against `Layout<…>`), and
/// users are burnt where a library does not.
///
/// ```
/// use layout_algebra::Tiler;
/// let by_mode: Tiler = "[4:1, 8:2]".parse().unwrap();
/// assert!(matches!(by_mode, Tiler::Tuple(modes) if modes.len() == 2));
/// let one: Tiler = "(4,8):(1,4)".parse().unwrap();
/// assert!(matches!(one, Tiler::Layout(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tiler {
    /// `_`: the mode stays as it is.
    Keep,
    /// A layout.
    Layout(Layout),
    /// An integer `n`: the tile `n:1`.
    Size(Expr),
    /// One tiler for each mode.
    Tuple(Vec<Self>),
}

/// A borrowed [`Tiler`].
#[derive(Clone, Copy, Debug)]
pub enum TilerRef<'a> {
    /// [`Tiler::Keep`].
    Keep,
    /// [`Tiler::Layout`].
    Layout(&'a Layout),
    /// [`Tiler::Size`].
    Size(&'a Expr),
    /// [`Tiler::Tuple`].
    Tuple(&'a [Tiler]),
}

impl<'a> From<&'a Tiler> for TilerRef<'a> {
    fn from(tiler: &'a Tiler) -> Self {
        match tiler {
            Tiler::Keep => Self::Keep,
            Tiler::Layout(l) => Self::Layout(l),
            Tiler::Size(n) => Self::Size(n),
            Tiler::Tuple(tilers) => Self::Tuple(tilers),
        }
    }
}

impl Tiler {
    /// The tile of an integer in a divide or a product: compact, so that a size
    /// known to be 1 does not move.
    pub(crate) fn tile(size: &Expr) -> Result<Layout, LayoutError> {
        let stride = if size.is(1) { Expr::ZERO } else { Expr::ONE };
        Layout::mode1(size.clone(), stride)
    }
}

/// A tiler with more modes than the layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tiler has {}, the layout {layout} {}", modes(*tiler), match rank { 0 => "is a single integer".into(), n => format!("has {n}") })]
pub struct RankError {
    /// Modes of the tiler.
    pub tiler: usize,
    /// The layout.
    pub layout: String,
    /// Modes of the layout; 0 if it is an integer, which no tiler of modes fits.
    pub rank: usize,
}

fn modes(count: usize) -> String {
    if count == 1 { "1 mode".into() } else { format!("{count} modes") }
}

/// The modes of `a`, which must be at least as many as the tilers.
pub(crate) fn matched<D: Stride>(
    a: &Layout<D>,
    tilers: &[Tiler],
) -> Result<SmallVec<[Layout<D>; 4]>, RankError> {
    let modes = a.modes();
    if a.profile().is_leaf() || tilers.len() > modes.len() {
        let rank = if a.profile().is_leaf() { 0 } else { modes.len() };
        return Err(RankError { tiler: tilers.len(), layout: a.named(), rank });
    }
    Ok(modes)
}

/// Applies `f` mode by mode; further modes and `_` stay as they are.
pub(crate) fn by_mode<D: Stride, E: From<RankError> + From<LayoutError>>(
    a: &Layout<D>,
    tiler: TilerRef<'_>,
    f: &impl Fn(&Layout<D>, &Layout) -> Result<Layout<D>, E>,
) -> Result<Layout<D>, E> {
    match tiler {
        TilerRef::Keep => Ok(a.clone()),
        TilerRef::Layout(b) => f(a, b),
        TilerRef::Size(n) => f(a, &Tiler::tile(n)?),
        TilerRef::Tuple(tilers) => {
            let mut modes = matched(a, tilers)?;
            for (mode, t) in modes.iter_mut().zip(tilers) {
                *mode = by_mode(mode, t.into(), f)?;
            }
            Ok(Layout::concat(&modes)?)
        }
    }
}

/// A layout of two modes as tile and rest.
pub(crate) fn pair<D: Stride>(a: &Layout<D>) -> Option<Parts<D>> {
    match a.modes().as_slice() {
        [tile, rest] => Some(Parts { tile: tile.clone(), rest: rest.clone() }),
        _ => None,
    }
}

/// What a divide or a product takes apart: the tile, and its repetition.
pub(crate) struct Parts<D> {
    pub tile: Layout<D>,
    pub rest: Layout<D>,
}

impl<D: Stride> Parts<D> {
    /// Takes `a` apart mode by mode by `f`, each part nested like the tiler;
    /// modes past the tiler's belong to the rest. `keep` takes a mode apart that the tiler leaves alone (`_`).
    pub fn new<E: From<RankError> + From<LayoutError>>(
        a: &Layout<D>,
        tiler: TilerRef<'_>,
        keep: &impl Fn(&Layout<D>) -> Result<Self, E>,
        f: &impl Fn(&Layout<D>, &Layout) -> Result<Self, E>,
    ) -> Result<Self, E> {
        match tiler {
            TilerRef::Keep => keep(a),
            TilerRef::Layout(b) => f(a, b),
            TilerRef::Size(n) => f(a, &Tiler::tile(n)?),
            TilerRef::Tuple(tilers) => {
                let modes = matched(a, tilers)?;
                let (mut tiles, mut rests) = (Vec::new(), Vec::new());
                for (mode, t) in modes.iter().zip(tilers) {
                    let parts = Self::new(mode, t.into(), keep, f)?;
                    tiles.push(parts.tile);
                    rests.push(parts.rest);
                }
                rests.extend(modes.into_iter().skip(tilers.len()));
                Ok(Self { tile: Layout::concat(&tiles)?, rest: Layout::concat(&rests)? })
            }
        }
    }

    /// `(tile, rest)`.
    pub fn zipped(&self) -> Result<Layout<D>, LayoutError> {
        Layout::concat([&self.tile, &self.rest])
    }

    /// `(tile, r0, r1, …)`.
    pub fn tiled(&self) -> Result<Layout<D>, LayoutError> {
        Layout::concat(&[&[self.tile.clone()][..], &spread(&self.rest)].concat())
    }

    /// `(t0, t1, …, r0, r1, …)`.
    pub fn flat(&self) -> Result<Layout<D>, LayoutError> {
        Layout::concat(&[spread(&self.tile), spread(&self.rest)].concat())
    }
}

/// The modes of a part; a part of one mode stays as it is, as in CuTe.
fn spread<D: Stride>(part: &Layout<D>) -> Vec<Layout<D>> {
    if part.rank() == 1 { vec![part.clone()] } else { part.modes().to_vec() }
}
