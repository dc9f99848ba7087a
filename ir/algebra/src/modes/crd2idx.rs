//! From coordinates to indices and back: `crd2idx`, `idx2crd`, `crd2crd`.

use crate::digits::{Symbolic, digits};
use crate::layout::Layout;
use crate::modes::arithmetic::product_like;
use crate::modes::structure::StructureError;
use crate::nested::compact::compact_col_major;
use crate::nested::tuple::{IntTuple, Leaves};
use crate::stride::Stride;
use layout_integer::{Expr, ExprError};

type Result<T> = std::result::Result<T, StructureError>;

/// A coordinate `a` that does not fit `b`.
pub(crate) fn mismatch(a: &IntTuple, b: &IntTuple) -> StructureError {
    if a.profile.is_leaf() || b.profile.is_leaf() {
        return StructureError::Nesting { profile: a.named(), text: b.named() };
    }
    StructureError::Ranks { a: a.named(), rank_a: a.rank(), b: b.named(), rank_b: b.rank() }
}

/// The number of a coordinate, leftmost mode fastest (`cute/stride.hpp`,
/// `crd2idx(coord, shape)`). A coordinate may be less nested than the shape.
///
/// ```
/// use layout_algebra::{crd2idx, IntTuple};
/// let [coord, shape] = ["(1,(1,2))", "(3,(2,3))"].map(|t| t.parse::<IntTuple>().unwrap());
/// assert_eq!(crd2idx(&coord, &shape).unwrap().to_string(), "16");
/// ```
///
/// # Errors
/// [`StructureError`] unless the coordinate fits the shape.
pub fn crd2idx(coord: &IntTuple, shape: &IntTuple) -> Result<Expr> {
    let sizes = product_like(shape, coord).map_err(|_| mismatch(coord, shape))?;
    let mut index = Expr::ZERO;
    for (c, size) in coord.leaves.iter().zip(&sizes.leaves).rev() {
        index = index.mul(size)?.add(c)?;
    }
    Ok(index)
}

/// The value of a layout at a coordinate (`crd2idx(coord, shape, stride)`).
///
/// ```
/// use layout_algebra::{crd2idx_layout, IntTuple, Layout};
/// let layout: Layout = "(3,(2,3)):(3,(12,1))".parse().unwrap();
/// let coord: IntTuple = "(1,(1,2))".parse().unwrap();
/// assert_eq!(crd2idx_layout(&coord, &layout).unwrap().to_string(), "17");
/// ```
///
/// # Errors
/// [`StructureError`] unless the coordinate fits the shape.
pub fn crd2idx_layout<D: Stride>(coord: &IntTuple, layout: &Layout<D>) -> Result<D> {
    if coord.profile.is_leaf() {
        return Ok(layout.at(&coord.leaves[0])?);
    }
    let modes = layout.modes();
    if layout.profile().is_leaf() || modes.len() != coord.rank() {
        return Err(mismatch(coord, &layout.shape()));
    }
    let mut sum = D::zero();
    for (mode, part) in modes.iter().zip(coord.modes()) {
        sum = sum.plus(&crd2idx_layout(&part, mode)?)?;
    }
    Ok(sum)
}

/// The coordinate with this number: digits, the last mode unbounded
/// (`cute/stride.hpp`, `idx2crd(index, shape)`). A tuple is taken apart mode by mode.
///
/// ```
/// use layout_algebra::{idx2crd, IntTuple};
/// let [index, shape] = ["16", "(3,(2,3))"].map(|t| t.parse::<IntTuple>().unwrap());
/// assert_eq!(idx2crd(&index, &shape).unwrap().to_string(), "(1,(1,2))");
/// ```
///
/// # Errors
/// [`StructureError`] unless `index` fits the shape.
pub fn idx2crd(index: &IntTuple, shape: &IntTuple) -> Result<IntTuple> {
    if !index.profile.is_leaf() {
        if shape.profile.is_leaf() || index.rank() != shape.rank() {
            return Err(mismatch(index, shape));
        }
        let modes: Vec<IntTuple> =
            index.modes().zip(shape.modes()).map(|(i, s)| idx2crd(&i, &s)).collect::<Result<_>>()?;
        return Ok(IntTuple::tuple(&modes));
    }
    let mut leaves = Leaves::new();
    let size = |_: &mut Symbolic, mode: usize| Ok(shape.leaves[mode].clone());
    digits(shape.leaves.len(), index.leaves[0].clone(), &mut Symbolic, size, |_, _, digit| {
        leaves.push(digit);
        Ok(())
    })?;
    Ok(IntTuple { profile: shape.profile.clone(), leaves })
}

/// The coordinate whose value under compact strides is `index`:
/// `(index / stride) mod size` for each mode, 0 where the size is known to be 1
/// (`cute/stride.hpp`, `idx2crd(index, shape, stride)`).
///
/// ```
/// use layout_algebra::{IntTuple, idx2crd_stride};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// let coord = idx2crd_stride(&t("13"), &t("(4,8)"), &t("(8,1)")).unwrap();
/// assert_eq!(coord.to_string(), "(1,5)");
/// ```
///
/// # Errors
/// [`StructureError`]; [`ExprError::Divisor`] for a stride that may be zero.
pub fn idx2crd_stride(index: &IntTuple, shape: &IntTuple, stride: &IntTuple) -> Result<IntTuple> {
    if !index.profile.is_leaf() {
        if shape.profile.is_leaf() || index.rank() != shape.rank() || stride.rank() != shape.rank() {
            return Err(mismatch(index, shape));
        }
        let modes: Vec<IntTuple> = index
            .modes()
            .zip(shape.modes())
            .zip(stride.modes())
            .map(|((i, s), d)| idx2crd_stride(&i, &s, &d))
            .collect::<Result<_>>()?;
        return Ok(IntTuple::tuple(&modes));
    }
    if shape.profile != stride.profile {
        if stride.profile.is_leaf() {
            let compact = compact_col_major(shape, &stride.leaves[0])?;
            return idx2crd_stride(index, shape, &compact);
        }
        return Err(mismatch(stride, shape));
    }
    let index = &index.leaves[0];
    let leaves = shape
        .leaves
        .iter()
        .zip(&stride.leaves)
        .map(|(s, d)| if s.is(1) { Ok(Expr::ZERO) } else { index.floordiv(d)?.modulo(s) })
        .collect::<std::result::Result<_, ExprError>>()?;
    Ok(IntTuple { profile: shape.profile.clone(), leaves })
}

/// The same coordinate of another shape of the same size.
///
/// ```
/// use layout_algebra::{crd2crd, IntTuple};
/// let [coord, from, to] = ["(2,1)", "(3,8)", "(6,4)"].map(|t| t.parse::<IntTuple>().unwrap());
/// // Both are tuples: mode by mode.
/// assert_eq!(crd2crd(&coord, &from, &to).unwrap().to_string(), "(2,1)");
/// assert_eq!(crd2crd(&coord, &from, &IntTuple::from(24)).unwrap().to_string(), "5");
/// ```
///
/// # Errors
/// [`StructureError`].
pub fn crd2crd(coord: &IntTuple, from: &IntTuple, to: &IntTuple) -> Result<IntTuple> {
    if coord.profile.is_leaf() || from.profile.is_leaf() || to.profile.is_leaf() {
        return idx2crd(&crd2idx(coord, from)?.into(), to);
    }
    if coord.rank() != from.rank() || coord.rank() != to.rank() {
        return Err(mismatch(coord, if coord.rank() == from.rank() { to } else { from }));
    }
    let modes: Vec<IntTuple> = coord
        .modes()
        .zip(from.modes())
        .zip(to.modes())
        .map(|((c, s), d)| crd2crd(&c, &s, &d))
        .collect::<Result<_>>()?;
    Ok(IntTuple::tuple(&modes))
}

/// The coordinate, nested like the shape, that a compact layout maps to `index`
/// (CuTe's `get_hier_coord`).
///
/// ```
/// use layout_algebra::{Layout, get_hier_coord};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// let coord = get_hier_coord(&l("((2,2),4):((1,8),2)"), &13.into()).unwrap();
/// assert_eq!(coord.to_string(), "((1,1),2)");
/// ```
///
/// # Errors
/// As [`idx2crd_stride`].
pub fn get_hier_coord(layout: &Layout, index: &Expr) -> Result<IntTuple> {
    idx2crd_stride(&index.clone().into(), &layout.shape(), &layout.stride())
}

/// [`get_hier_coord`] with one integer a mode.
///
/// ```
/// use layout_algebra::{Layout, get_flat_coord};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// let coord = get_flat_coord(&l("((2,2),4):((1,8),2)"), &13.into()).unwrap();
/// assert_eq!(coord.to_string(), "(3,2)");
/// ```
///
/// # Errors
/// As [`idx2crd_stride`].
pub fn get_flat_coord(layout: &Layout, index: &Expr) -> Result<IntTuple> {
    let coord = get_hier_coord(layout, index)?;
    if layout.rank() == 1 {
        return Ok(crd2idx(&coord, &layout.shape())?.into());
    }
    let sizes =
        IntTuple::flat(layout.modes().iter().map(Layout::size).collect::<std::result::Result<Vec<_>, _>>()?);
    crd2crd(&coord, &layout.shape(), &sizes)
}

/// [`get_hier_coord`] as one integer.
///
/// ```
/// use layout_algebra::{Layout, get_1d_coord};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// let coord = get_1d_coord(&l("((2,2),4):((1,8),2)"), &13.into()).unwrap();
/// assert_eq!(coord.to_string(), "11");
/// ```
///
/// # Errors
/// As [`idx2crd_stride`].
pub fn get_1d_coord(layout: &Layout, index: &Expr) -> Result<Expr> {
    crd2idx(&get_hier_coord(layout, index)?, &layout.shape())
}
