//! What an operation makes of positions: each edge from an operand to the result is a layout
//! between them, and encodings follow by composition.

use crate::digits::{Mode, layout_of, modes};
use crate::projection::Projection;
use crate::tv::{Tv, elements, shape_text};
use crate::tv_error::TvError;
use layout_algebra::{
    CompositionError, Expr, IntTuple, InverseError, Layout, LayoutError, common_divisor, composition,
    right_inverse,
};

/// An edge from an operand of an operation to its result: which elements of the one are, or
/// make, which of the other.
///
/// It is one layout, from positions of the side that has more elements (or as many) to
/// positions of the other.
///
/// | operation | layout | from |
/// |---|---|---|
/// | elementwise, `expand_dims` | the identity | operand to result |
/// | `transpose` | a permutation of the modes | operand to result |
/// | `reshape`, in row-major order | a permutation, where it is a layout | operand to result |
/// | `reduce` | a projection: stride 0 along what is reduced | operand to result |
/// | `broadcast` | a projection | result to operand |
///
/// ```
/// use layout_tile::{Relation, Tv};
/// let tv = |text: &str| text.parse::<Tv>().unwrap();
/// // Rows of 1024 by a warp each: their sums are in each of its threads.
/// let rows = tv("tv<(32,4):(32,1), (8,4):(4,1024)>");
/// let sum = Relation::reduce(&[4, 1024], &[1]).unwrap();
/// assert_eq!(sum.layout().to_string(), "(4,1024):(1,0)");
/// assert_eq!(sum.result_encoding(&rows).unwrap().to_string(), "tv<(32,4):(0,1), 1:0>");
/// // Back over the rows: whoever holds an element must hold the sum of its row.
/// let back = Relation::broadcast(&[4], 1, 1024).unwrap();
/// assert_eq!(back.operand_encoding(&rows).unwrap().to_string(), "tv<(32,4):(0,1), 1:0>");
/// // The transposed tile, without a move.
/// let turned = Relation::transpose(&[8, 16], &[1, 0]).unwrap();
/// assert_eq!(turned.result_encoding(&tv("tv<32:1, 4:32>")).unwrap().to_string(), "tv<(8,4):(16,1), 4:4>");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    operand: Vec<i64>,
    result: Vec<i64>,
    layout: Layout,
    from: Side,
}

/// An end of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What the operation takes.
    Operand,
    /// What it gives.
    Result,
}

/// Why there is no such relation, or no encoding follows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RelationError {
    /// A permutation that is none.
    #[error("({order}) is no permutation of the {rank} dimensions of a tile {shape}, counted from 0")]
    Permutation {
        /// What was given.
        order: String,
        /// The tile.
        shape: String,
        /// Its dimensions.
        rank: usize,
    },
    /// A dimension that the tile does not have, or one named twice.
    #[error(
        "a tile {shape} has the dimensions 0 to {last}, each of which can be named once, and not {dimension}"
    )]
    Dimension {
        /// The tile.
        shape: String,
        /// The last one.
        last: i64,
        /// What was given.
        dimension: usize,
    },
    /// A reshape that changes the number of elements.
    #[error("a tile {from} has {have} elements and a tile {to} has {need}")]
    Elements {
        /// The operand.
        from: String,
        /// The result.
        to: String,
        /// The operand's elements.
        have: i64,
        /// The result's.
        need: i64,
    },
    /// A reshape that no layout is.
    #[error(
        "no layout leads from the positions of a tile {from} to those of the same elements, in row-major order, in a tile {to}: {why}. A layout.reshape to one dimension and another one from there do it, where encodings follow"
    )]
    NoReshape {
        /// The operand.
        from: String,
        /// The result.
        to: String,
        /// The composition's error.
        why: CompositionError,
    },
    /// An encoding that leads to no layout.
    #[error(
        "no encoding follows from {tv} through {layout}: {why}. A layout.convert before, to an encoding whose steps stay inside of dimensions, helps"
    )]
    NoEncoding {
        /// The encoding.
        tv: String,
        /// The relation's layout, or that which leads back.
        layout: String,
        /// The composition's error.
        why: CompositionError,
    },
    /// See [`TvError`].
    #[error(transparent)]
    Tv(#[from] TvError),
    /// See [`InverseError`].
    #[error(transparent)]
    Inverse(#[from] InverseError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

type Result<T> = std::result::Result<T, RelationError>;

fn tuple(shape: &[i64]) -> IntTuple {
    IntTuple::flat(shape.iter().map(|e| Expr::from(*e)))
}

/// The compact strides of a shape, first dimension fastest.
fn strides(shape: &[i64]) -> Vec<i64> {
    let mut next = 1;
    let mut out = Vec::with_capacity(shape.len());
    for extent in shape {
        out.push(next);
        next *= extent;
    }
    out
}

fn no_dimension(shape: &[i64], dimension: usize) -> RelationError {
    RelationError::Dimension { shape: shape_text(shape), last: shape.len() as i64 - 1, dimension }
}

/// `layout` after T and V, a mode of each.
fn compose(layout: &Layout, tv: &Tv) -> Result<Layout> {
    let no_encoding = |why| RelationError::NoEncoding { tv: tv.to_string(), layout: layout.to_string(), why };
    // Both at once: their sums must not carry in the layout's modes.
    composition(layout, &Layout::concat([tv.threads(), tv.values()])?).map_err(no_encoding)
}

impl Relation {
    fn of(operand: &[i64], result: &[i64], layout: Layout, from: Side) -> Self {
        Self { operand: operand.to_vec(), result: result.to_vec(), layout, from }
    }

    /// Each element is itself.
    ///
    /// # Errors
    /// [`TvError::Shape`].
    pub fn identity(shape: &[i64]) -> Result<Self> {
        elements(shape)?;
        Ok(Self::of(shape, shape, Layout::left(&tuple(shape))?, Side::Operand))
    }

    /// Dimension `i` of the result is dimension `order[i]` of the operand.
    ///
    /// # Errors
    /// [`RelationError::Permutation`].
    pub fn transpose(shape: &[i64], order: &[usize]) -> Result<Self> {
        elements(shape)?;
        let mut named = order.to_vec();
        named.sort_unstable();
        if named != (0..shape.len()).collect::<Vec<_>>() {
            let order: Vec<String> = order.iter().map(usize::to_string).collect();
            let (order, text) = (order.join(","), shape_text(shape));
            return Err(RelationError::Permutation { order, shape: text, rank: shape.len() });
        }
        let result: Vec<i64> = order.iter().map(|d| shape[*d]).collect();
        let mut stride = vec![0; shape.len()];
        for (d, s) in order.iter().zip(strides(&result)) {
            stride[*d] = s;
        }
        Ok(Self::of(shape, &result, Layout::new(&tuple(shape), &tuple(&stride))?, Side::Operand))
    }

    /// The elements in row-major order: the last dimension fastest, as upstream has it.
    ///
    /// ```
    /// use layout_tile::Relation;
    /// let reshape = Relation::reshape(&[8, 16], &[8, 4, 4]).unwrap();
    /// assert_eq!(reshape.layout().to_string(), "(8,(4,4)):(1,(32,8))");
    /// // Rows of 4 cut anew in rows of 6: no layout.
    /// assert!(Relation::reshape(&[6, 4], &[4, 6]).is_err());
    /// ```
    ///
    /// # Errors
    /// [`RelationError::Elements`]; [`RelationError::NoReshape`] where no layout is the relation.
    pub fn reshape(from: &[i64], to: &[i64]) -> Result<Self> {
        let (have, need) = (elements(from)?, elements(to)?);
        if have != need {
            let (from, to) = (shape_text(from), shape_text(to));
            return Err(RelationError::Elements { from, to, have, need });
        }
        let [rows, columns] = [from, to].map(|shape| Layout::right(&tuple(shape)));
        let layout = composition(&right_inverse(&columns?)?, &rows?);
        let refused = |why| RelationError::NoReshape { from: shape_text(from), to: shape_text(to), why };
        Ok(Self::of(from, to, layout.map_err(refused)?, Side::Operand))
    }

    /// One element of the result for all that differ in `dimensions` alone; the result lacks them.
    ///
    /// # Errors
    /// [`RelationError::Dimension`].
    pub fn reduce(shape: &[i64], dimensions: &[usize]) -> Result<Self> {
        elements(shape)?;
        for (i, d) in dimensions.iter().enumerate() {
            if *d >= shape.len() || dimensions[..i].contains(d) {
                return Err(no_dimension(shape, *d));
            }
        }
        let (mut next, mut stride, mut result) = (1, Vec::new(), Vec::new());
        for (d, extent) in shape.iter().enumerate() {
            let kept = !dimensions.contains(&d);
            stride.push(if kept { next } else { 0 });
            if kept {
                next *= extent;
                result.push(*extent);
            }
        }
        Ok(Self::of(shape, &result, Layout::new(&tuple(shape), &tuple(&stride))?, Side::Operand))
    }

    /// A new dimension of `extent`, along which the result is the same.
    ///
    /// # Errors
    /// [`RelationError::Dimension`] if it would not stand beside the others.
    pub fn broadcast(shape: &[i64], dimension: usize, extent: i64) -> Result<Self> {
        if dimension > shape.len() {
            return Err(no_dimension(&vec![1; shape.len() + 1], dimension));
        }
        let mut result = shape.to_vec();
        result.insert(dimension, extent);
        let back = Self::reduce(&result, &[dimension])?;
        Ok(Self::of(shape, &result, back.layout, Side::Result))
    }

    /// A new dimension of one coordinate.
    ///
    /// # Errors
    /// As [`Relation::broadcast`].
    pub fn expand_dims(shape: &[i64], dimension: usize) -> Result<Self> {
        Ok(Self {
            layout: Layout::left(&tuple(shape))?,
            from: Side::Operand,
            ..Self::broadcast(shape, dimension, 1)?
        })
    }

    /// The operand's shape.
    pub fn operand_shape(&self) -> &[i64] {
        &self.operand
    }

    /// The result's shape.
    pub fn result_shape(&self) -> &[i64] {
        &self.result
    }

    /// The layout between positions.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The side whose positions the layout takes.
    pub fn from(&self) -> Side {
        self.from
    }

    /// The encoding of the result if nothing moves.
    ///
    /// Of `reduce` it is that of the finished sums, which are in all threads that hold a
    /// part of one. Of `broadcast` it is one of several: replicas take the elements
    /// of the new dimension as far as they go, and each thread holds the rest of them.
    ///
    /// # Errors
    /// [`RelationError::NoEncoding`] if there is none; [`TvError`] if this does not encode
    /// the operand.
    pub fn result_encoding(&self, operand: &Tv) -> Result<Tv> {
        operand.check_shape(&self.operand)?;
        match self.from {
            Side::Operand => Ok(self.project(operand)?.encoding),
            Side::Result => self.spread(operand),
        }
    }

    /// The encoding of the operand if nothing moves: where its elements must be.
    ///
    /// # Errors
    /// As [`Relation::result_encoding`].
    pub fn operand_encoding(&self, result: &Tv) -> Result<Tv> {
        result.check_shape(&self.result)?;
        match self.from {
            Side::Result => Ok(self.project(result)?.encoding),
            Side::Operand if self.is_bijection() => {
                Ok(self.through(&right_inverse(&self.layout)?, result)?.encoding)
            }
            Side::Operand => self.spread(result),
        }
    }

    fn is_bijection(&self) -> bool {
        self.layout.stride_leaves().iter().zip(self.layout.shape_leaves()).all(|(d, s)| !d.is(0) || s.is(1))
    }

    /// What the layout makes of an encoding of the side that it leads [from](Self::from): of
    /// `reduce` the parts of each sum, of `broadcast` which value each element of the result is.
    ///
    /// # Errors
    /// As [`Relation::result_encoding`].
    pub fn project(&self, many: &Tv) -> Result<Projection> {
        many.check_shape(if self.from == Side::Operand { &self.operand } else { &self.result })?;
        self.through(&self.layout, many)
    }

    fn through(&self, layout: &Layout, tv: &Tv) -> Result<Projection> {
        Ok(Projection::new(tv, &compose(layout, tv)?)?)
    }

    /// The encoding of the side with more elements, which one of the other leads to.
    fn spread(&self, few: &Tv) -> Result<Tv> {
        // From the smaller tile to the larger, at the coordinate 0 of what is new.
        let (mut kept, mut new) = (Vec::new(), Vec::new());
        let (many, mut next) = (modes(&self.layout.flatten()).unwrap_or_default(), 1);
        for mode in many {
            let list = if mode.stride == 0 { &mut new } else { &mut kept };
            list.push(Mode { size: mode.size, stride: next });
            next *= mode.size;
        }
        let found = compose(&layout_of(&kept)?, few)?.modes();
        let part = |i: usize| found.get(i).and_then(modes).unwrap_or_default();
        let mut threads = Vec::new();
        for mode in part(0) {
            let mut left = mode;
            while left.stride == 0 && left.size > 1 {
                let Some(dimension) = new.iter_mut().find(|d| common_divisor(d.size, left.size) > 1) else {
                    break;
                };
                let size = common_divisor(dimension.size, left.size);
                threads.push(Mode { size, stride: dimension.stride });
                *dimension = Mode { size: dimension.size / size, stride: dimension.stride * size };
                left.size /= size;
            }
            threads.push(left);
        }
        let mut values = part(1);
        values.extend(new);
        Ok(Tv::of_modes(&threads, &values)?)
    }
}
