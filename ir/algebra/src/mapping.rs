//! `cuda::tiles` and `std::mdspan` layout mappings: flat, compact or padded.
//!
//! A mapping gives each multidimensional index an offset. It is a layout of one
//! mode a dimension, and the traits ask what is known of its strides before a
//! program runs.

use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::{IntTuple, Leaves, product};
use layout_integer::Tri;
use layout_integer::{Expr, ExprError};

/// Why there is no such mapping, or no such offset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MappingError {
    /// An alignment that is not positive.
    #[error("rows cannot be padded to a multiple of {0}; the padding must be positive")]
    Padding(String),
    /// As many strides as extents are needed.
    #[error("{strides} strides for {extents} extents; there must be one each")]
    Rank {
        /// Strides given.
        strides: usize,
        /// Extents given.
        extents: usize,
    },
    /// An extent or stride that is not positive.
    #[error("dimension {dimension}: {what} {value} is not positive")]
    NotPositive {
        /// The dimension.
        dimension: usize,
        /// Extent or stride.
        what: &'static str,
        /// Its value.
        value: String,
    },
    /// An index outside the extents.
    #[error("index {index} in dimension {dimension} is outside [0, {extent})")]
    OutOfRange {
        /// The dimension.
        dimension: usize,
        /// The index.
        index: i64,
        /// The extent.
        extent: String,
    },
    /// A dimension that is not there.
    #[error("there is no dimension {dimension} of {rank}, numbered from 0")]
    Dimension {
        /// The dimension asked for.
        dimension: usize,
        /// How many there are.
        rank: usize,
    },
    /// Sizes or offsets past 64 bits.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for MappingError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// What is known of a mapping's strides: implemented by the five mappings, and
/// to be implemented by others (`cuda::tiles`' `layout_mapping_static_stride`).
///
/// ```
/// use layout_algebra::{Expr, LayoutMapping, MappingError};
///
/// /// Every element four apart.
/// struct Sparse(Vec<Expr>);
///
/// impl LayoutMapping for Sparse {
///     fn extents(&self) -> &[Expr] {
///         &self.0
///     }
///     fn stride(&self, dimension: usize) -> Result<Expr, MappingError> {
///         let inner = self.0.get(dimension + 1..).unwrap_or_default();
///         inner.iter().try_fold(Expr::from(4), |p, e| Ok(p.mul(e)?))
///     }
/// }
///
/// let mapping = Sparse(vec![2.into(), 3.into()]);
/// assert_eq!(mapping.to_layout().unwrap().to_string(), "(2,3):(12,4)");
/// assert_eq!(mapping.static_stride(0), Some(12));
/// ```
pub trait LayoutMapping {
    /// The number of indices in each dimension.
    fn extents(&self) -> &[Expr];

    /// How far apart neighbours in a dimension are, in elements.
    ///
    /// # Errors
    /// [`MappingError::Dimension`]; overflow.
    fn stride(&self, dimension: usize) -> Result<Expr, MappingError>;

    /// The stride if it does not depend on a dynamic extent or stride.
    fn static_stride(&self, dimension: usize) -> Option<i64> {
        self.stride(dimension).ok()?.as_const()
    }

    /// Whether every mapping of this kind has strides at all: offsets that are
    /// sums of index times stride. True unless a mapping says otherwise.
    fn is_always_strided(&self) -> bool {
        true
    }

    /// The number of dimensions.
    fn rank(&self) -> usize {
        self.extents().len()
    }

    /// The mapping as a layout of one mode a dimension.
    ///
    /// # Errors
    /// [`MappingError`].
    fn to_layout(&self) -> Result<Layout, MappingError> {
        let strides = (0..self.rank()).map(|d| self.stride(d)).collect::<Result<Vec<_>, _>>()?;
        let shape = IntTuple::flat(self.extents().iter().cloned());
        Ok(Layout::new(&shape, &IntTuple::flat(strides))?)
    }

    /// One more than the largest offset; the elements that memory must have.
    ///
    /// # Errors
    /// [`MappingError`].
    fn required_span_size(&self) -> Result<Expr, MappingError> {
        Ok(self.to_layout()?.cosize()?)
    }

    /// The offset of an index.
    ///
    /// # Errors
    /// [`MappingError::OutOfRange`], [`MappingError::Dimension`].
    fn offset(&self, index: &[i64]) -> Result<Expr, MappingError> {
        if index.len() != self.rank() {
            return Err(MappingError::Dimension { dimension: index.len(), rank: self.rank() });
        }
        let mut sum = Expr::ZERO;
        for (dimension, (i, extent)) in index.iter().zip(self.extents()).enumerate() {
            if *i < 0 || Expr::Const(*i).lt(extent) == Tri::No {
                return Err(MappingError::OutOfRange { dimension, index: *i, extent: extent.named() });
            }
            sum = sum.add(&self.stride(dimension)?.mul(&(*i).into())?)?;
        }
        Ok(sum)
    }

    /// Whether two mappings, of whatever kinds, have the same extents and strides.
    fn same_as(&self, other: &dyn LayoutMapping) -> Tri {
        if self.rank() != other.rank() {
            return Tri::No;
        }
        let mut answer = Tri::Yes;
        for d in 0..self.rank() {
            let (Ok(x), Ok(y)) = (self.stride(d), other.stride(d)) else { return Tri::Unknown };
            for (p, q) in [(&self.extents()[d], &other.extents()[d]), (&x, &y)] {
                match p.sub(q).ok().map(|e| (e.known(), e.lt(&Expr::ZERO), Expr::ZERO.lt(&e))) {
                    Some((Some(0), ..)) => {}
                    Some((Some(_), ..) | (_, Tri::Yes, _) | (.., Tri::Yes)) => return Tri::No,
                    _ => answer = Tri::Unknown,
                }
            }
        }
        answer
    }
}

/// The five mappings of `cuda::tiles`.
///
/// ```
/// use layout_algebra::{Expr, LayoutMapping, Mapping};
/// let extents = [2, 3].map(Expr::from);
/// let padded = Mapping::right_padded(&extents, 4.into()).unwrap();
/// assert_eq!(padded.to_layout().unwrap().to_string(), "(2,3):(4,1)");
/// let dynamic: layout_algebra::Layout = "(M,N):(N,1)".parse().unwrap();
/// let right = Mapping::right(dynamic.shape_leaves()).unwrap();
/// assert_eq!((right.static_stride(0), right.static_stride(1)), (None, Some(1)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    kind: Kind,
    extents: Leaves,
    strides: Leaves,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Right,
    Left,
    RightPadded,
    LeftPadded,
    Strided,
}

fn positive(what: &'static str, values: &[Expr]) -> Result<(), MappingError> {
    for (dimension, value) in values.iter().enumerate() {
        if Expr::ONE.le(value) != Tri::Yes {
            return Err(MappingError::NotPositive { dimension, what, value: value.named() });
        }
    }
    Ok(())
}

impl Mapping {
    fn new(kind: Kind, extents: &[Expr], strides: Leaves) -> Result<Self, MappingError> {
        positive("extent", extents)?;
        product(extents)?;
        let made = Self { kind, extents: extents.into(), strides };
        made.to_layout()?;
        Ok(made)
    }

    /// Rightmost index fastest: C's row-major order.
    ///
    /// ```
    /// use layout_algebra::{LayoutMapping, Mapping};
    /// let m = Mapping::right(&[4.into(), 8.into()]).unwrap();
    /// assert_eq!(m.to_layout().unwrap().to_string(), "(4,8):(8,1)");
    /// ```
    ///
    /// # Errors
    /// [`MappingError`].
    pub fn right(extents: &[Expr]) -> Result<Self, MappingError> {
        Self::new(Kind::Right, extents, running(extents.iter().rev(), None, true)?)
    }

    /// Leftmost index fastest: Fortran's column-major order.
    ///
    /// # Errors
    /// [`MappingError`].
    pub fn left(extents: &[Expr]) -> Result<Self, MappingError> {
        Self::new(Kind::Left, extents, running(extents.iter(), None, false)?)
    }

    /// [`Mapping::right`] with the last extent rounded up to a multiple of `padding`.
    ///
    /// # Errors
    /// [`MappingError::Padding`].
    pub fn right_padded(extents: &[Expr], padding: Expr) -> Result<Self, MappingError> {
        Self::new(Kind::RightPadded, extents, running(extents.iter().rev(), Some(&padding), true)?)
    }

    /// [`Mapping::left`] with the first extent rounded up to a multiple of `padding`.
    ///
    /// # Errors
    /// [`MappingError::Padding`].
    pub fn left_padded(extents: &[Expr], padding: Expr) -> Result<Self, MappingError> {
        Self::new(Kind::LeftPadded, extents, running(extents.iter(), Some(&padding), false)?)
    }

    /// Any positive strides.
    ///
    /// # Errors
    /// [`MappingError::Rank`], [`MappingError::NotPositive`].
    pub fn strided(extents: &[Expr], strides: &[Expr]) -> Result<Self, MappingError> {
        if extents.len() != strides.len() {
            return Err(MappingError::Rank { strides: strides.len(), extents: extents.len() });
        }
        positive("stride", strides)?;
        Self::new(Kind::Strided, extents, strides.into())
    }

    /// Whether no two indices share an offset. Unknown for unknown strides.
    pub fn is_unique(&self) -> Tri {
        let mut modes: Vec<(i64, i64)> = Vec::new();
        for (extent, stride) in self.extents.iter().zip(&self.strides) {
            if self.kind != Kind::Strided {
                return Tri::Yes;
            }
            let (Some(e), Some(s)) = (extent.known(), stride.known()) else { return Tri::Unknown };
            modes.push((s, e));
        }
        modes.sort_unstable();
        let nested = modes.windows(2).all(|m| m[0].0.saturating_mul(m[0].1) <= m[1].0);
        if nested { Tri::Yes } else { Tri::Unknown }
    }

    /// Whether the offsets are all integers below the span.
    pub fn is_exhaustive(&self) -> Tri {
        let (Ok(span), Ok(size)) = (self.required_span_size(), product(&self.extents)) else {
            return Tri::Unknown;
        };
        match (self.is_unique(), span.sub(&size).ok().and_then(|d| d.known())) {
            (Tri::Yes, Some(gap)) => (gap == 0).into(),
            _ => Tri::Unknown,
        }
    }
}

/// Running products, the fastest dimension first, its extent padded.
fn running<'a>(
    extents: impl Iterator<Item = &'a Expr>,
    padding: Option<&Expr>,
    reverse: bool,
) -> Result<Leaves, MappingError> {
    if let Some(padding) = padding
        && Expr::ONE.le(padding) != Tri::Yes
    {
        return Err(MappingError::Padding(padding.named()));
    }
    let mut strides = Leaves::new();
    let mut next = Expr::ONE;
    for (i, extent) in extents.enumerate() {
        strides.push(next.clone());
        let extent = match padding {
            Some(padding) if i == 0 => extent.ceildiv(padding)?.mul(padding)?,
            _ => extent.clone(),
        };
        next = next.mul(&extent)?;
    }
    if reverse {
        strides.reverse();
    }
    Ok(strides)
}

impl LayoutMapping for Mapping {
    fn extents(&self) -> &[Expr] {
        &self.extents
    }

    fn stride(&self, dimension: usize) -> Result<Expr, MappingError> {
        let missing = || MappingError::Dimension { dimension, rank: self.extents.len() };
        self.strides.get(dimension).cloned().ok_or_else(missing)
    }
}
