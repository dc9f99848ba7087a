//! What SSA values stand for.

use std::rc::Rc;

use crate::number::{Int, Scalar};
use crate::read::layout::{Bound, Coordinate, Tree};
use crate::read::types::Element;
use crate::seen::Seen;

/// The value of an SSA value.
#[derive(Clone, Debug)]
pub enum Value {
    /// An integer or a number.
    Scalar(Scalar),
    /// A tile or a vector.
    Array(Rc<Array>),
    /// Memory seen in a way.
    View(Rc<View>),
    /// A layout.
    Layout(Rc<LayoutValue>),
    /// A copy under way, or a group of them, by number.
    Token(usize),
    /// The fields of a structure.
    Struct(Rc<Vec<Value>>),
}

/// The elements of a tile or a vector, the last dimension fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// The extents.
    pub shape: Vec<usize>,
    /// The elements.
    pub elements: Vec<Scalar>,
}

/// A layout as an SSA value.
#[derive(Clone, Debug)]
pub enum LayoutValue {
    /// One whose symbols have values.
    Plain(Bound),
    /// `c` to the first of the second of `c`.
    Composed(Rc<LayoutValue>, Rc<LayoutValue>),
}

impl LayoutValue {
    /// The index of a coordinate; `None` outside.
    pub fn index(&self, coordinate: &Coordinate) -> Option<i64> {
        match self {
            Self::Plain(layout) => layout.index(coordinate),
            Self::Composed(outer, inner) => outer.index(&Tree::Leaf(inner.index(coordinate)?)),
        }
    }

    /// How many coordinates it has.
    pub fn size(&self) -> i64 {
        match self {
            Self::Plain(layout) => layout.size(),
            Self::Composed(_, inner) => inner.size(),
        }
    }

    /// One more than its greatest index.
    pub fn extent(&self) -> i64 {
        if let Self::Plain(layout) = self {
            return layout.extent();
        }
        let indices = (0..self.size()).filter_map(|i| self.index(&Tree::Leaf(i)));
        indices.max().map_or(0, |last| last + 1)
    }
}

/// Memory seen as a memref.
#[derive(Clone, Debug)]
pub struct View {
    /// The number of the buffer.
    pub buffer: usize,
    /// Where the first element is, in bytes.
    pub base: i64,
    /// What an element is.
    pub element: Element,
    /// If elements are vectors: how many.
    pub lanes: Option<usize>,
    /// The extents.
    pub shape: Vec<i64>,
    /// Where the element of a coordinate is.
    pub map: Map,
    /// Whether it is seen as a block of the cluster's: it may be read alone, also where it is the own block's.
    pub far: bool,
}

/// From coordinates to places, counted in elements.
#[derive(Clone, Debug)]
pub enum Map {
    /// The sum of products.
    Strided {
        /// Where the element of all zeros is.
        offset: i64,
        /// By dimension.
        strides: Vec<i64>,
    },
    /// A layout, and the values of its symbols.
    Layout(Rc<Bound>, Vec<i64>),
    /// Another memref, seen otherwise.
    Seen(Rc<Seen>),
}

impl Map {
    /// The last dimension fastest, without gaps.
    pub fn row_major(shape: &[i64]) -> Self {
        let mut strides = vec![1; shape.len()];
        for d in (1..shape.len()).rev() {
            strides[d - 1] = strides[d] * shape[d];
        }
        Self::Strided { offset: 0, strides }
    }
}

impl View {
    /// Bytes of an element.
    pub fn bytes(&self) -> usize {
        self.element.bytes() * self.lanes.unwrap_or(1)
    }

    /// Whether the coordinate is one of the memref's.
    pub fn contains(&self, coordinate: &[i64]) -> bool {
        coordinate.len() == self.shape.len()
            && coordinate.iter().zip(&self.shape).all(|(c, n)| (0..*n).contains(c))
    }

    /// The place of a coordinate in the buffer, in bytes; `None` if the layout has none.
    pub fn place(&self, coordinate: &[i64]) -> Option<i64> {
        let index = match &self.map {
            Map::Strided { offset, strides } => {
                offset + coordinate.iter().zip(strides).map(|(c, s)| c * s).sum::<i64>()
            }
            Map::Layout(layout, _) => {
                let parts = coordinate.iter().map(|c| Tree::Leaf(*c)).collect();
                layout.index(&Tree::Tuple(parts))?
            }
            Map::Seen(seen) => return seen.place(coordinate),
        };
        Some(self.base + index * self.bytes() as i64)
    }

    /// All coordinates, the last dimension fastest.
    pub fn coordinates(&self) -> impl Iterator<Item = Vec<i64>> + use<> {
        let shape: Vec<usize> = self.shape.iter().map(|n| usize::try_from(*n).unwrap_or(0)).collect();
        coordinates(&shape).map(|c| c.into_iter().map(|i| i as i64).collect())
    }
}

/// All coordinates of a shape, the last dimension fastest.
pub fn coordinates(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<> {
    let shape = shape.to_vec();
    (0..shape.iter().product()).map(move |number| coordinate(number, &shape))
}

/// The coordinate of a number, the last dimension fastest.
pub fn coordinate(number: usize, shape: &[usize]) -> Vec<usize> {
    let mut rest = number;
    let mut out = vec![0; shape.len()];
    for (c, n) in out.iter_mut().zip(shape).rev() {
        *c = rest % n;
        rest /= n;
    }
    out
}

/// The number of a coordinate, the last dimension fastest.
pub fn number(coordinate: &[usize], shape: &[usize]) -> usize {
    coordinate.iter().zip(shape).fold(0, |number, (c, n)| number * n + c)
}

impl Array {
    /// An array whose elements are given by their coordinates.
    pub fn of(shape: &[usize], mut element: impl FnMut(&[usize]) -> Scalar) -> Self {
        let elements = coordinates(shape).map(|c| element(&c)).collect();
        Self { shape: shape.to_vec(), elements }
    }

    /// An element.
    pub fn at(&self, coordinate: &[usize]) -> Scalar {
        self.elements.get(number(coordinate, &self.shape)).copied().unwrap_or(Scalar::Poison)
    }
}

impl From<Scalar> for Value {
    fn from(value: Scalar) -> Self {
        Self::Scalar(value)
    }
}

impl From<Int> for Value {
    fn from(value: Int) -> Self {
        Self::Scalar(value.into())
    }
}

impl From<Array> for Value {
    fn from(value: Array) -> Self {
        Self::Array(value.into())
    }
}
