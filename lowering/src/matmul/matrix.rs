//! [`Matrix`]: an operand of a product in memory.

use layout_mlir::affine::{AffineExpr, affine_results};
use layout_mlir::ir::{self, DYNAMIC};
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{Attribute, Value, ValueLike};

use super::body::Axis;
use super::error::Error;
use crate::convert_layout_memref::types::LayoutMemref;

/// An operand: a matrix, or one for each of a batch.
#[derive(Clone, PartialEq, Eq)]
pub struct Matrix<'c, 'a> {
    /// The memref.
    pub value: Value<'c, 'a>,
    /// Its elements.
    pub element: String,
    /// Which dimension of the memref is the batch, if there is one, the rows and the columns; none where a vector has one of these.
    pub order: Vec<Option<usize>>,
    /// Extents of batch, rows and columns.
    pub extents: Vec<i64>,
    /// Their strides, in elements; 1 where there is one.
    pub strides: Vec<i64>,
    /// The offset of its first element.
    pub offset: i64,
    /// The memory space, as its type says it.
    pub space: Option<String>,
}

impl Matrix<'_, '_> {
    /// Whether rows, columns or batches are known to have elements in common: a stride is less than what lies under it.
    pub fn overlaps(&self) -> bool {
        let mut along: Vec<(i64, i64)> =
            self.strides.iter().copied().zip(self.extents.iter().copied()).collect();
        along.retain(|(stride, extent)| *stride != DYNAMIC && *extent > 1);
        along.sort_unstable();
        let mut reached = 0_i64;
        along.into_iter().any(|(stride, extent)| {
            let meets = stride <= reached;
            reached = reached.saturating_add(stride.saturating_mul(extent - 1));
            meets
        })
    }

    /// The type of the memref.
    pub fn value_type(&self) -> String {
        self.value.r#type().to_string()
    }

    /// The dimensions that its memory has.
    pub fn axes(&self) -> impl Iterator<Item = Axis> + '_ {
        Axis::of(self.order.len())
            .zip(&self.order)
            .filter(|(_, dimension)| dimension.is_some())
            .map(|(axis, _)| axis)
    }

    /// Whether it is a vector, or a number, where there are matrices.
    pub fn is_widened(&self) -> bool {
        self.order.contains(&None)
    }

    /// Whether it has one matrix for each of a batch.
    pub fn is_batch(&self) -> bool {
        self.order.len() == 3
    }

    /// Whether elements are known to lie together along columns, or along rows: as a place in `extents`. (Of one column
    /// there are none along it.)
    pub fn along(&self) -> Option<usize> {
        let places = || (0..self.strides.len()).rev().take(2).filter(|place| self.strides[*place] == 1);
        places().find(|place| self.has_steps(*place)).or_else(|| places().next())
    }

    /// Whether there may be more than one element along a dimension: else no address depends on its stride.
    pub fn has_steps(&self, place: usize) -> bool {
        self.extents[place] != 1
    }

    /// Whether its extents and strides are known before it runs.
    pub fn is_known(&self) -> bool {
        self.strides.iter().chain(&self.extents).all(|number| *number != DYNAMIC)
    }

    /// Whether where its rows begin and end is known before it runs: its strides, and its extent along what lies together.
    pub fn has_known_rows(&self) -> bool {
        let along = self.along().map_or(DYNAMIC, |place| self.extents[place]);
        self.strides.iter().chain([&along]).all(|number| *number != DYNAMIC)
    }

    /// Bytes that what lies together begins at multiples of, `most` at most, by strides that are known.
    pub fn begins(&self, bits: i64, most: i64) -> i64 {
        let along = self.along();
        let counts = |place: usize| Some(place) != along && self.has_steps(place);
        let others = self.strides.iter().enumerate().filter(|(place, _)| counts(*place));
        let known = others.map(|(_, stride)| *stride).filter(|stride| *stride != DYNAMIC && *stride != 0);
        known.map(|stride| 1 << (stride * bits / 8).trailing_zeros().min(62)).fold(most, i64::min)
    }

    /// Whether it lies together along rows (the dimension K of B, or M of A and C).
    pub fn is_transposed(&self) -> bool {
        self.along().is_some_and(|place| place + 2 == self.strides.len())
    }
}

impl<'c: 'a, 'a> Matrix<'c, 'a> {
    /// The same memory with rows and columns exchanged.
    pub fn turned(&self) -> Self {
        let mut turned = self.clone();
        if let Some(rows) = self.order.len().checked_sub(2) {
            turned.order.swap(rows, rows + 1);
            turned.extents.swap(rows, rows + 1);
            turned.strides.swap(rows, rows + 1);
        }
        turned
    }

    /// Of an operand, by which of its dimensions are batch, rows and columns, if any is.
    ///
    /// # Errors
    /// [`Error`] for memory that kernels do not take.
    pub fn of(number: usize, value: Value<'c, 'a>, order: Vec<Option<usize>>) -> Result<Self, Error> {
        let r#type = value.r#type();
        let memref = ir::memref(r#type).ok_or(Error::Tensors)?;
        let is_global = |space: Attribute<'_>| match ir::integer(space) {
            Some(number) => (0..=1).contains(&number),
            None => space.to_string() == "#gpu.address_space<global>",
        };
        if memref.memory_space().is_some_and(|space| !is_global(space)) {
            return Err(Error::Space(number, r#type.to_string()));
        }
        let known =
            ir::strides(r#type).filter(|(strides, _)| strides.iter().all(|n| *n == DYNAMIC || *n >= 0));
        let is_layout = LayoutMemref::of(r#type).is_some();
        let extents = ir::extents(r#type);
        // What is written has each element once.
        let is_once = |strides: &[i64]| {
            strides.iter().zip(&extents).all(|(stride, extent)| *stride != 0 || *extent == 1)
        };
        let known = known.filter(|(strides, _)| !is_layout && (number < 2 || is_once(strides)));
        let (strides, offset) = known.ok_or_else(|| Error::Strides(number, r#type.to_string()))?;
        if !is_counted(&extents, &strides) {
            return Err(Error::Size(number, r#type.to_string()));
        }
        Ok(Self {
            value,
            element: memref.element().to_string(),
            extents: order.iter().map(|d| d.map_or(1, |d| extents[d])).collect(),
            strides: order.iter().map(|d| d.map_or(1, |d| strides[d])).collect(),
            order,
            offset,
            space: memref.memory_space().map(|space| space.to_string()),
        })
    }
}

/// Whether what is known of memory counts its elements, and reaches the last of them, in 64 bits with a sign.
fn is_counted(extents: &[i64], strides: &[i64]) -> bool {
    let known = |number: &i64| if *number == DYNAMIC { 1 } else { i128::from(*number) };
    let count = extents.iter().map(known).fold(1, i128::saturating_mul);
    let reached =
        extents.iter().zip(strides).map(|(extent, stride)| (known(extent) - 1).max(0) * known(stride));
    count.max(reached.fold(0, i128::saturating_add)) <= i64::MAX.into()
}

/// The dimensions that a map takes, each by itself.
pub fn dimensions(map: Attribute<'_>) -> Option<Vec<usize>> {
    let each = |result| match result {
        AffineExpr::Operand(dimension) => Some(dimension),
        _ => None,
    };
    affine_results(map)?.into_iter().map(each).collect()
}

/// A number of a type's text: `?` if it is known at run time only.
pub fn text(number: i64) -> String {
    if number == DYNAMIC { "?".into() } else { number.to_string() }
}
