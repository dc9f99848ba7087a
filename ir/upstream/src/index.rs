//! `affine.linearize_index … by (4, 8)` and `affine.delinearize_index … into (4, 8)`: both ways between an
//! integer and its digits, outermost first, which are the coordinates of a compact layout.

use layout_algebra::{AnyLayout, Expr, ExprError, IntTuple, Layout, LayoutError};

use crate::strided::{NotStrided, Strided};

/// Why a layout is no linearization.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotLinear {
    /// Not one stride a dimension.
    #[error(transparent)]
    Strided(#[from] NotStrided),
    /// A stride that is not the product of the sizes behind it.
    #[error(
        "the stride of mode {mode} is {stride}, and what is behind it has {expected} coordinates; an affine.apply says it"
    )]
    Stride {
        /// The mode.
        mode: usize,
        /// Its stride.
        stride: String,
        /// What it must be.
        expected: String,
    },
    /// An offset.
    #[error("the index begins at {0}; an affine.apply says it")]
    Offset(String),
    /// Integers past 64 bits.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for NotLinear {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// The layout whose index of `(x, y, …)` is `affine.linearize_index [x, y, …] by (sizes)`, and whose coordinate of an
/// integer is `affine.delinearize_index` of it.
///
/// ```
/// let layout = layout_upstream::linear_layout(&[4.into(), 8.into()]).unwrap();
/// assert_eq!(layout.to_string(), "(4,8):(8,1)");
/// ```
///
/// # Errors
/// As [`Layout::new`].
pub fn linear_layout(sizes: &[Expr]) -> Result<Layout, LayoutError> {
    Layout::right(&IntTuple::flat(sizes.iter().cloned()))
}

/// The sizes of the basis by which an index of the layout is linearized.
///
/// ```
/// use layout_upstream::basis_of;
/// let basis = |text: &str| basis_of(&text.parse().unwrap()).map_err(|e| e.to_string());
/// assert_eq!(basis("(4,8):(8,1)").unwrap(), [4, 8].map(Into::into));
/// // The stride of a single coordinate does not matter.
/// assert_eq!(basis("(1,8):(0,1)").unwrap(), [1, 8].map(Into::into));
/// assert_eq!(
///     basis("(4,8):(1,4)").unwrap_err(),
///     "the stride of mode 1 is 4, and what is behind it has 1 coordinates; an affine.apply says it"
/// );
/// ```
///
/// # Errors
/// [`NotLinear`].
pub fn basis_of(layout: &AnyLayout) -> Result<Vec<Expr>, NotLinear> {
    let strided = Strided::of_layout(layout)?;
    if !strided.offset.is(0) {
        return Err(NotLinear::Offset(strided.offset.named()));
    }
    let mut expected = Expr::ONE;
    for (mode, (size, stride)) in strided.sizes.iter().zip(&strided.strides).enumerate().rev() {
        let equal = stride.sub(&expected)?.is(0);
        if !equal && !size.is(1) {
            let (stride, expected) = (stride.named(), expected.named());
            return Err(NotLinear::Stride { mode, stride, expected });
        }
        expected = expected.mul(size)?;
    }
    Ok(strided.sizes)
}

/// The layout that takes an integer to one of its digits in a basis, outermost first: what
/// `affine.delinearize_index` yields at `digit`.
///
/// ```
/// let digit = |k| layout_upstream::digit_layout(&[4, 8, 2].map(Into::into), k).unwrap();
/// assert_eq!((digit(0).to_string(), digit(1).to_string()), ("(2,8,4):(0,0,1)".into(), "(2,8,4):(0,1,0)".into()));
/// assert_eq!((0..3).map(|k| digit(k).eval(37).unwrap()).collect::<Vec<_>>(), [2, 2, 1]);
/// ```
///
/// # Errors
/// As [`Layout::new`].
pub fn digit_layout(basis: &[Expr], digit: usize) -> Result<Layout, LayoutError> {
    let strides = (0..basis.len()).rev().map(|k| Expr::from(i64::from(k == digit)));
    Layout::new(&IntTuple::flat(basis.iter().rev().cloned()), &IntTuple::flat(strides))
}

/// Which digit in which basis, outermost first, a layout takes an integer to; `None` of other layouts.
pub fn digit_of(layout: &AnyLayout) -> Option<(Vec<Expr>, usize)> {
    let AnyLayout::Plain(layout) = layout else { return None };
    let mut digit = None;
    for (k, stride) in layout.stride_leaves().iter().rev().enumerate() {
        match stride.as_const()? {
            0 => {}
            1 if digit.is_none() => digit = Some(k),
            _ => return None,
        }
    }
    Some((layout.shape_leaves().iter().rev().cloned().collect(), digit?))
}
