//! Making layouts: compact ones in an order of modes, ones like another, tilings.

use crate::layout::{Layout, LayoutError};
use crate::modes::structure::{Nested, StructureError};
use crate::nested::compact::compact_col_major;
use crate::nested::tuple::{IntTuple, Leaves};
use crate::ops::kinds::LayoutLike;
use crate::ops::product::{ProductError, blocked_product, tiled_product};
use layout_integer::Tri;
use layout_integer::{Expr, ExprError};

/// Why a layout cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConstructError {
    /// The block does not divide the shape it should fill.
    #[error(
        "a block of {block} does not divide the shape {shape}; each size of the shape must be a multiple of the block's"
    )]
    Indivisible {
        /// The block's sizes by mode.
        block: String,
        /// The shape's.
        shape: String,
    },
    /// An order nested otherwise than the shape.
    #[error(transparent)]
    Structure(#[from] StructureError),
    /// Blocks that do not repeat.
    #[error(transparent)]
    Product(#[from] ProductError),
    /// The result is no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for ConstructError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// The compact layout of `shape` whose modes are as fast as `order` says: the
/// smallest entry fastest, unknown ones last, from the left
/// (`cute/layout.hpp`, `make_ordered_layout`). A mode starts at the product of
/// the sizes with smaller entries: equal entries start alike, and overlap.
///
/// ```
/// use layout_algebra::{make_ordered_layout, IntTuple};
/// let [shape, order] = ["(2,3,4,5)", "(0,2,3,1)"].map(|t| t.parse::<IntTuple>().unwrap());
/// assert_eq!(make_ordered_layout(&shape, &order).unwrap().to_string(), "(2,3,4,5):(1,10,30,2)");
/// ```
///
/// # Errors
/// [`ConstructError::Structure`] if `order` is nested more deeply than `shape`.
pub fn make_ordered_layout(shape: &IntTuple, order: &IntTuple) -> Result<Layout, ConstructError> {
    let mut ordered = Vec::new();
    collect(shape, order, &mut ordered)?;
    // Unknown entries count as larger than all known ones, in their own order.
    let key = |at: usize| ordered[at].1.as_const().map_or((1, at as i64), |c| (0, c));
    let mut places: Vec<usize> = (0..ordered.len()).collect();
    places.sort_by_key(|at| key(*at));
    let mut starts = vec![Expr::ONE; ordered.len()];
    let (mut start, mut next) = (Expr::ONE, Expr::ONE);
    for (i, at) in places.iter().enumerate() {
        // Equal entries start alike.
        if i > 0 && key(places[i - 1]) != key(*at) {
            start = next.clone();
        }
        starts[*at] = start.clone();
        next = next.mul(&ordered[*at].0.product()?)?;
    }
    let mut leaves = Leaves::new();
    for ((part, _), start) in ordered.iter().zip(&starts) {
        leaves.extend(compact_col_major(part, start)?.leaves);
    }
    Ok(Layout::new(shape, &IntTuple { profile: shape.profile.clone(), leaves })?)
}

/// Pairs each entry of `order` with the part of `shape` it stands for.
fn collect(
    shape: &IntTuple,
    order: &IntTuple,
    out: &mut Vec<(IntTuple, Expr)>,
) -> Result<(), StructureError> {
    if order.profile.is_leaf() {
        out.push((shape.clone(), order.leaves[0].clone()));
        return Ok(());
    }
    if shape.profile.is_leaf() || shape.rank() != order.rank() {
        return Err(StructureError::Ranks {
            a: shape.named(),
            rank_a: shape.rank(),
            b: order.named(),
            rank_b: order.rank(),
        });
    }
    shape.modes().zip(order.modes()).try_for_each(|(s, o)| collect(&s, &o, out))
}

/// The compact layout with this one's shape and order of modes; broadcast modes
/// stay broadcast (`cute/layout.hpp`, `make_layout_like`).
///
/// ```
/// use layout_algebra::{make_layout_like, Layout};
/// let l: Layout = "(4,2,3):(10,0,1)".parse().unwrap();
/// assert_eq!(make_layout_like(&l).unwrap().to_string(), "(4,2,3):(3,0,1)");
/// ```
///
/// # Errors
/// As [`make_ordered_layout`].
pub fn make_layout_like(layout: &Layout) -> Result<Layout, ConstructError> {
    let sizes = layout
        .shape_leaves()
        .iter()
        .zip(layout.stride_leaves())
        .map(|(s, d)| if d.is(0) { Expr::ONE } else { s.clone() });
    let filtered = IntTuple { profile: layout.profile().clone(), leaves: sizes.collect() };
    let order = layout.stride();
    let compact = make_ordered_layout(&filtered, &order)?;
    Ok(Layout::new(&layout.shape(), &compact.stride())?)
}

/// A register layout for a tile: mode 0 compact and fastest, the others in the
/// order of their strides (`cute/layout.hpp`, `make_fragment_like`). A shape
/// that is not static gives the compact layout, leftmost mode fastest.
///
/// ```
/// use layout_algebra::{make_fragment_like, Layout};
/// let l: Layout = "(4,2,8):(1,32,4)".parse().unwrap();
/// assert_eq!(make_fragment_like(&l).unwrap().to_string(), "(4,2,8):(1,32,4)");
/// ```
///
/// # Errors
/// As [`make_ordered_layout`].
pub fn make_fragment_like(layout: &Layout) -> Result<Layout, ConstructError> {
    let modes = layout.modes();
    let is_static = layout.shape_leaves().iter().all(|s| s.as_const().is_some());
    if modes.len() < 2 || !is_static {
        let shape = layout.shape();
        return Ok(Layout::new(&shape, &compact_col_major(&shape, &Expr::ONE)?)?);
    }
    let first = &modes[0];
    let sizes = first.shape_leaves().iter().zip(first.stride_leaves());
    let kept = sizes.map(|(s, d)| if d.is(0) { Expr::ONE } else { s.clone() }).collect();
    let kept = IntTuple { profile: first.profile().clone(), leaves: kept };
    let first = Layout::new(&first.shape(), &compact_col_major(&kept, &Expr::ONE)?)?;
    let rest = layout.take(1, modes.len())?;
    let rest = make_ordered_layout(&rest.shape(), &rest.stride())?;
    Ok(tiled_product(&first, &rest)?)
}

/// The layout of `shape` filled with copies of `block`, whose order is `order`
/// (leftmost fastest if there is none): `cute/layout.hpp`, `tile_to_shape`.
///
/// ```
/// use layout_algebra::{tile_to_shape, IntTuple, Layout};
/// let block: Layout = "(2,7):(7,1)".parse().unwrap();
/// let shape: IntTuple = "(6,28)".parse().unwrap();
/// assert_eq!(tile_to_shape(&block, &shape, None).unwrap().to_string(), "((2,3),(7,4)):((7,14),(1,42))");
/// ```
///
/// # Errors
/// [`ConstructError::Indivisible`] unless the block divides the shape, as far as
/// sizes are known.
pub fn tile_to_shape<A: LayoutLike<Stride = Expr>>(
    block: &A,
    shape: &IntTuple,
    order: Option<&IntTuple>,
) -> Result<A, ConstructError> {
    block.on_domain(|block| fill(block, shape, order))
}

fn fill(block: &Layout, shape: &IntTuple, order: Option<&IntTuple>) -> Result<Layout, ConstructError> {
    let rank = shape.rank();
    if block.rank() > rank {
        return Err(StructureError::Ranks {
            a: block.named(),
            rank_a: block.rank(),
            b: shape.named(),
            rank_b: rank,
        }
        .into());
    }
    let block = block.append_to_rank(rank, &Layout::unit())?;
    let target: Leaves = shape.modes().map(|m| m.product()).collect::<Result<_, _>>()?;
    let sizes: Leaves = block.modes().iter().map(Layout::size).collect::<Result<_, _>>()?;
    let mut grid = Leaves::new();
    for (whole, part) in target.iter().zip(&sizes) {
        if whole.divisible_by(part) == Tri::No {
            let list = |l: &Leaves| IntTuple::flat(l.iter().cloned()).named();
            return Err(ConstructError::Indivisible { block: list(&sizes), shape: list(&target) });
        }
        grid.push(whole.ceildiv(part)?);
    }
    let grid = IntTuple::flat(grid);
    let grid = match order {
        Some(order) => make_ordered_layout(&grid, order)?,
        None => Layout::new(&grid, &compact_col_major(&grid, &Expr::ONE)?)?,
    };
    Ok(blocked_product(&block, &grid)?)
}
