//! [`Layout`]: congruent shape and stride, a function from coordinates to integers.

use smallvec::{SmallVec, smallvec};

use crate::digits::{Machine, NoValue, Symbolic, digits};
use crate::layout_error::{COMPACT, COSIZE, SIZE};
use crate::nested::coord::Coord;
use crate::nested::tuple::{IntTuple, Leaves, MAX_DEPTH, MAX_LEAVES, Profile, product};
use crate::stride::{Stride, cosize};
use layout_integer::Undecided;
use layout_integer::{Expr, ExprError};
use layout_integer::{Symbol, Tri};

pub use crate::layout_error::LayoutError;

/// A layout `Shape:Stride`, in CuTe's sense (`cute/layout.hpp`).
///
/// The value at a coordinate is the inner product of coordinate and stride.
/// An integer coordinate of a tuple mode is split colexicographically,
/// leftmost mode fastest, and the last mode takes the whole quotient: so the
/// function is defined for every integer, also outside `[0, size)`.
///
/// Invariants: shape and stride have the same profile; every size is known to
/// be at least 1; size and cosize are computable (when static, in 64 bits).
///
/// | layout | values at 0, 1, 2, … | size | cosize |
/// |---|---|--:|--:|
/// | `4:2` | 0 2 4 6 | 4 | 7 |
/// | `(2,3):(1,2)` | 0 1 2 3 4 5 | 6 | 6 |
/// | `(2,3):(3,1)` | 0 3 1 4 2 5 | 6 | 6 |
/// | `(2,3):(1,0)` | 0 1 0 1 0 1 | 6 | 2 |
/// | `((2,2),2):((1,4),2)` | 0 1 4 5 2 3 6 7 | 8 | 8 |
///
/// ```
/// use layout_algebra::{Expr, Layout};
/// for (text, values, cosize) in [
///     ("4:2", vec![0, 2, 4, 6], 7),
///     ("(2,3):(1,2)", vec![0, 1, 2, 3, 4, 5], 6),
///     ("(2,3):(3,1)", vec![0, 3, 1, 4, 2, 5], 6),
///     ("(2,3):(1,0)", vec![0, 1, 0, 1, 0, 1], 2),
///     ("((2,2),2):((1,4),2)", vec![0, 1, 4, 5, 2, 3, 6, 7], 8),
/// ] {
///     let l: Layout = text.parse().unwrap();
///     assert_eq!((0..values.len() as i64).map(|i| l.eval(i).unwrap()).collect::<Vec<_>>(), values);
///     assert_eq!((l.size().unwrap(), l.cosize().unwrap()), ((values.len() as i64).into(), cosize.into()));
/// }
/// let l: Layout = "((2,4),8):((1,16),2)".parse().unwrap();
/// assert_eq!((l.rank(), l.size().unwrap(), l.cosize().unwrap()), (2, 64.into(), 64.into()));
/// assert_eq!((l.shape().to_string(), l.stride().to_string()), ("((2,4),8)".into(), "((1,16),2)".into()));
/// assert_eq!(l.modes()[0].to_string(), "(2,4):(1,16)");
/// assert_eq!(l.flatten().to_string(), "(2,4,8):(1,16,2)");
/// assert_eq!(l.eval(9), Some(3));
/// let matrix = Layout::<Expr>::right(&"(3,5)".parse().unwrap()).unwrap();
/// assert_eq!(matrix.to_string(), "(3,5):(5,1)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Layout<D = Expr> {
    profile: Profile,
    shape: Leaves,
    stride: SmallVec<[D; 8]>,
}

/// Refuses a size that is not known to be at least 1.
pub(crate) fn check_size(size: &Expr, mode: impl Fn() -> String) -> Result<(), LayoutError> {
    match Expr::ONE.le(size) {
        Tri::Yes => Ok(()),
        Tri::No => Err(LayoutError::Size { mode: mode(), size: size.named() }),
        Tri::Unknown => Err(LayoutError::UnknownSize {
            mode: mode(),
            size: size.named(),
            undecided: Undecided::at_most(&Expr::ONE, size),
        }),
    }
}

/// Where the coordinate does not fit the shape, and what would.
fn misfit(coordinate: &Coord<Expr>, shape: &IntTuple) -> LayoutError {
    let mut path: Vec<String> = Vec::new();
    let (mut part, mut at) = (coordinate, shape.clone());
    // The first mode that differs, from the outside in.
    while let Coord::Tuple(parts) = part {
        let comparable = !at.profile.is_leaf() && at.rank() == parts.len();
        let mut modes = at.modes().enumerate().filter(|_| comparable);
        let Some((i, mode)) = modes.find(|(i, mode)| !parts[*i].fits(&mode.profile)) else { break };
        drop(modes);
        path.push(i.to_string());
        (part, at) = (&parts[i], mode);
    }
    LayoutError::Coordinate {
        coordinate: coordinate.named(),
        shape: shape.named(),
        mode: if path.is_empty() { "it".into() } else { format!("mode {}", path.join(".")) },
        fits: match at.profile.is_leaf() {
            true => "an integer".into(),
            false => format!("an integer or a tuple of {}", at.rank()),
        },
        found: part.named(),
    }
}

impl<D: Stride> Layout<D> {
    /// Refuses a coordinate that is nested more deeply than the shape, or has another number
    /// of modes.
    ///
    /// # Errors
    /// [`LayoutError::Coordinate`].
    pub fn check_coordinate(&self, coordinate: &Coord<Expr>) -> Result<(), LayoutError> {
        if coordinate.fits(&self.profile) { Ok(()) } else { Err(misfit(coordinate, &self.shape())) }
    }

    /// The layout `shape:stride`.
    ///
    /// # Errors
    /// [`LayoutError`] if the two are not congruent, a size is not known to be
    /// positive, or the layout is too large.
    pub fn new(shape: &IntTuple, stride: &IntTuple<D>) -> Result<Self, LayoutError> {
        if shape.profile != stride.profile {
            return Err(LayoutError::NotCongruent { shape: shape.named(), stride: stride.text() });
        }
        Self::from_parts(shape.profile.clone(), shape.leaves.clone(), stride.leaves.clone())
    }

    /// A layout from leaves; checks every invariant.
    pub(crate) fn from_parts(
        profile: Profile,
        shape: Leaves,
        stride: SmallVec<[D; 8]>,
    ) -> Result<Self, LayoutError> {
        if shape.len() > MAX_LEAVES {
            return Err(LayoutError::TooManyLeaves(shape.len()));
        }
        let depth = profile.depth();
        if depth > MAX_DEPTH {
            return Err(LayoutError::TooDeep(depth));
        }
        let layout = Self { profile, shape, stride };
        for (i, size) in layout.shape.iter().enumerate() {
            if !matches!(size, Expr::Const(1..)) {
                check_size(size, || layout.leaf_path(i))?;
            }
        }
        layout.size().map_err(LayoutError::of(SIZE))?;
        D::check(&layout.shape, &layout.stride).map_err(LayoutError::of(COSIZE))?;
        Ok(layout)
    }

    /// A layout from leaves of which the caller knows that they make one.
    #[inline]
    pub(crate) fn from_checked(profile: Profile, shape: Leaves, stride: SmallVec<[D; 8]>) -> Self {
        Self { profile, shape, stride }
    }

    /// The layout `size:stride` of one mode.
    ///
    /// # Errors
    /// As [`Layout::new`].
    pub fn mode1(size: Expr, stride: D) -> Result<Self, LayoutError> {
        Self::new(&size.into(), &IntTuple::single(stride))
    }

    /// `1:0`, a mode of one coordinate.
    pub fn unit_mode() -> Self {
        Self { profile: Profile::leaf(), shape: smallvec![Expr::ONE], stride: smallvec![D::zero()] }
    }

    /// The concatenation: a layout whose modes are `modes`.
    ///
    /// # Errors
    /// As [`Layout::new`].
    pub fn concat<'a>(modes: impl IntoIterator<Item = &'a Self> + Clone) -> Result<Self, LayoutError>
    where
        D: 'a,
    {
        Self::from_parts(
            Profile::tuple(modes.clone().into_iter().map(|m| &m.profile)),
            modes.clone().into_iter().flat_map(|m| m.shape.iter().cloned()).collect(),
            modes.into_iter().flat_map(|m| m.stride.iter().cloned()).collect(),
        )
    }

    /// The common nesting of shape and stride.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The leaves of the shape, left to right.
    pub fn shape_leaves(&self) -> &[Expr] {
        &self.shape
    }

    /// The leaves of the stride, left to right.
    pub fn stride_leaves(&self) -> &[D] {
        &self.stride
    }

    /// The shape.
    pub fn shape(&self) -> IntTuple {
        IntTuple { profile: self.profile.clone(), leaves: self.shape.clone() }
    }

    /// The stride.
    pub fn stride(&self) -> IntTuple<D> {
        IntTuple { profile: self.profile.clone(), leaves: self.stride.clone() }
    }

    /// The number of modes; 1 for a single integer.
    pub fn rank(&self) -> usize {
        self.profile.rank()
    }

    /// The modes, each a layout.
    pub fn modes(&self) -> SmallVec<[Self; 4]> {
        self.profile
            .modes()
            .into_iter()
            .map(|(profile, range)| Self {
                profile,
                shape: self.shape[range.clone()].into(),
                stride: self.stride[range].iter().cloned().collect(),
            })
            .collect()
    }

    /// The same function of an integer, with all nesting removed.
    pub fn flatten(&self) -> Self {
        Self {
            profile: if self.profile.is_leaf() { Profile::leaf() } else { Profile::flat(self.shape.len()) },
            shape: self.shape.clone(),
            stride: self.stride.clone(),
        }
    }

    /// The number of coordinates: the product of the sizes.
    ///
    /// # Errors
    /// [`ExprError::Overflow`] past 64 bits.
    pub fn size(&self) -> Result<Expr, ExprError> {
        product(&self.shape)
    }

    /// Whether no symbol occurs.
    pub fn is_static(&self) -> bool {
        self.shape.iter().all(|e| e.as_const().is_some()) && self.stride.iter().all(D::is_static)
    }

    /// The value at a coordinate. An integer where the shape has a tuple counts that
    /// mode's coordinates, leftmost mode fastest.
    ///
    /// | `((2,4),8):((1,16),2)` at | is | because |
    /// |---|--:|---|
    /// | `((1,2),3)` | 39 | 1·1 + 2·16 + 3·2 |
    /// | `(5,3)` | 39 | `5` in a mode `(2,4)` is `(1,2)` |
    /// | `29` | 39 | `29` in 8 by 8 is `(5,3)` |
    ///
    /// ```
    /// use layout_algebra::{Coord, Expr, Layout};
    /// let l: Layout = "((2,4),8):((1,16),2)".parse().unwrap();
    /// let (int, tuple) = (|i: i64| Coord::Int(Expr::from(i)), Coord::Tuple);
    /// for coord in [tuple(vec![tuple(vec![int(1), int(2)]), int(3)]), tuple(vec![int(5), int(3)]), int(29)] {
    ///     assert_eq!(l.crd2idx(&coord).unwrap(), 39.into());
    /// }
    /// assert_eq!(
    ///     l.crd2idx(&tuple(vec![int(5), tuple(vec![int(1), int(1)])])).unwrap_err().to_string(),
    ///     "the coordinate (5,(1,1)) does not fit the shape ((2,4),8): mode 1 takes an integer, not (1,1)"
    /// );
    /// ```
    ///
    /// # Errors
    /// As [`Expr::add`]; [`LayoutError::Coordinate`] if the coordinate is
    /// nested more deeply than the shape or has another rank.
    pub fn crd2idx(&self, coord: &Coord<Expr>) -> Result<D, LayoutError> {
        let value = self.at_coordinate(coord)?;
        value.ok_or_else(|| misfit(coord, &self.shape()))
    }

    /// The value at a coordinate, if it fits.
    fn at_coordinate(&self, coord: &Coord<Expr>) -> Result<Option<D>, ExprError> {
        let parts = match coord {
            Coord::Int(i) => return self.at(i).map(Some),
            Coord::Tuple(parts) => parts,
        };
        let modes = self.modes();
        if self.profile.is_leaf() || modes.len() != parts.len() {
            return Ok(None);
        }
        let mut sum = D::zero();
        for (mode, part) in modes.iter().zip(parts) {
            let Some(value) = mode.at_coordinate(part)? else { return Ok(None) };
            sum = sum.plus(&value)?;
        }
        Ok(Some(sum))
    }

    /// The value at an integer coordinate; the last mode is unbounded.
    ///
    /// # Errors
    /// As [`Expr::floordiv`].
    pub fn at(&self, index: &Expr) -> Result<D, ExprError> {
        let mut sum = D::zero();
        let size = |_: &mut Symbolic, mode: usize| Ok(self.shape[mode].clone());
        digits(self.shape.len(), index.clone(), &mut Symbolic, size, |_, mode, digit| {
            sum = sum.plus(&self.stride[mode].times(&digit)?)?;
            Ok(())
        })?;
        Ok(sum)
    }

    /// Replaces each symbol by an expression that satisfies its facts.
    ///
    /// ```
    /// use layout_algebra::Layout;
    /// let l: Layout = "(4,N):(N,1)".parse().unwrap();
    /// assert_eq!(l.substitute(&|_| 8.into()).unwrap().to_string(), "(4,8):(8,1)");
    /// ```
    ///
    /// # Errors
    /// As [`Layout::new`] and [`Expr::substitute`].
    pub fn substitute(&self, value: &dyn Fn(Symbol) -> Expr) -> Result<Self, LayoutError> {
        Self::from_parts(
            self.profile.clone(),
            self.shape.iter().map(|e| e.substitute(value)).collect::<Result<_, _>>()?,
            self.stride.iter().map(|d| d.replace(value)).collect::<Result<_, _>>()?,
        )
    }

    /// Calls `visit` for each symbol in order of appearance, shape first, with repetition.
    pub fn for_each_symbol(&self, visit: &mut dyn FnMut(Symbol)) {
        self.shape.iter().for_each(|e| e.for_each_symbol(visit));
        self.stride.iter().for_each(|d| d.symbols(visit));
    }

    /// The path of leaf number `leaf`, such as `1.0`, as error messages name modes.
    pub fn leaf_path(&self, leaf: usize) -> String {
        let mut path = Vec::new();
        let mut profile = self.profile.clone();
        let mut leaf = leaf;
        while !profile.is_leaf() {
            let modes = profile.modes();
            let Some((i, (mode, range))) = modes.iter().enumerate().find(|(_, (_, r))| r.contains(&leaf))
            else {
                break;
            };
            path.push(i.to_string());
            leaf -= range.start;
            profile = mode.clone();
        }
        if path.is_empty() { "0".into() } else { path.join(".") }
    }
}

impl Layout {
    /// The compact layout of `shape` with the leftmost mode fastest
    /// (CuTe's `LayoutLeft`, `cuda::tiles`' `layout_left`).
    ///
    /// # Errors
    /// As [`Layout::new`].
    pub fn left(shape: &IntTuple) -> Result<Self, LayoutError> {
        let mut stride = Leaves::with_capacity(shape.leaves.len());
        let mut next = Expr::ONE;
        for size in &shape.leaves {
            stride.push(next.clone());
            next = next.mul(size).map_err(LayoutError::of(COMPACT))?;
        }
        Self::from_parts(shape.profile.clone(), shape.leaves.clone(), stride)
    }

    /// The compact layout of `shape` with the rightmost mode fastest
    /// (CuTe's `LayoutRight`, `cuda::tiles`' `layout_right`; C's row-major).
    ///
    /// # Errors
    /// As [`Layout::new`].
    pub fn right(shape: &IntTuple) -> Result<Self, LayoutError> {
        let mut stride = Leaves::with_capacity(shape.leaves.len());
        let mut next = Expr::ONE;
        for size in shape.leaves.iter().rev() {
            stride.push(next.clone());
            next = next.mul(size).map_err(LayoutError::of(COMPACT))?;
        }
        stride.reverse();
        Self::from_parts(shape.profile.clone(), shape.leaves.clone(), stride)
    }

    /// `1 + Σ (size - 1) · |stride|`, CuTe's `cosize`: how many integers there are from
    /// the smallest value to the largest. Without negative strides the smallest value
    /// is 0, and this is one more than the largest.
    ///
    /// # Errors
    /// [`ExprError::Overflow`] past 64 bits.
    pub fn cosize(&self) -> Result<Expr, ExprError> {
        cosize(&self.shape, &self.stride)
    }

    /// The value of a static layout at an integer; `None` if the layout is dynamic
    /// or the value leaves 64 bits.
    pub fn eval(&self, index: i64) -> Option<i64> {
        let mut sum = 0i64;
        let size = |_: &mut Machine, mode: usize| self.shape[mode].as_const().ok_or(NoValue);
        let walked = digits(self.shape.len(), index, &mut Machine, size, |_, mode, digit| {
            let term = self.stride[mode].as_const().and_then(|stride| digit.checked_mul(stride));
            sum = term.and_then(|term| sum.checked_add(term)).ok_or(NoValue)?;
            Ok(())
        });
        // The size of the last mode is not needed, but a symbol in it is none either.
        let is_static = self.shape.last().is_none_or(|size| size.as_const().is_some());
        walked.ok().filter(|()| is_static).map(|()| sum)
    }
}
