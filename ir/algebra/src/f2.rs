//! Layouts over F₂: a power-of-two layout, swizzled or not, is a bit matrix.
//!
//! The bits of the coordinate are the columns, those of the index the rows. It
//! is what Triton calls a linear layout; inverses, kernels and images are exact
//! there, and a swizzle is a matrix like any other.

use crate::composed::{AnyLayout, Outer};
use crate::layout::{Layout, LayoutError};
use crate::swizzle::Swizzle;

/// Why a layout is no bit matrix, or a bit matrix no layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum F2Error {
    /// A symbol occurs.
    #[error("{0} is not static; a bit matrix needs known sizes and strides")]
    Unknown(String),
    /// A size is no power of two.
    #[error("{layout}: the size {size} is no power of two")]
    Size {
        /// The layout.
        layout: String,
        /// The size.
        size: i64,
    },
    /// Two modes (or the offset) meet in a bit, so they add with a carry.
    #[error(
        "{layout}: values {a} and {b} share bits, so they add up with a carry, which is not linear over F₂"
    )]
    Carry {
        /// The layout.
        layout: String,
        /// One value.
        a: i64,
        /// The other.
        b: i64,
    },
    /// The matrix has a kernel or does not reach all of its range.
    #[error("a matrix of {columns} columns and rank {rank} has no inverse on {rows} bits")]
    Singular {
        /// Input bits.
        columns: usize,
        /// The rank.
        rank: usize,
        /// Output bits.
        rows: usize,
    },
    /// Sizes that do not match.
    #[error("a matrix of {columns} columns does not take values of {bits} bits")]
    Shape {
        /// Input bits.
        columns: usize,
        /// Bits given.
        bits: usize,
    },
    /// No layout, with or without one swizzle, is this matrix.
    #[error("no layout and no single swizzle of one is this bit matrix")]
    NoLayout,
    /// The result is no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// An affine map over F₂: `x ↦ constant ⊕ Σ column_j` over the set bits `j` of `x`.
///
/// ```
/// use layout_algebra::{AnyLayout, BitMatrix};
/// let swizzled: AnyLayout = "S<2,0,2> o 0 o (4,4):(1,4)".parse().unwrap();
/// let matrix = BitMatrix::of_layout(&swizzled).unwrap();
/// assert_eq!(matrix.columns(), [1, 2, 5, 10]);
/// assert_eq!(matrix.rank(), 4);
/// assert_eq!(matrix.to_layout().unwrap(), "S<2,0,2> o 0 o 16:1".parse().unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BitMatrix {
    columns: Vec<i64>,
    constant: i64,
}

impl BitMatrix {
    /// The matrix with these columns, the image of each input bit.
    pub fn new(columns: Vec<i64>, constant: i64) -> Self {
        Self { columns, constant }
    }

    /// The image of each bit of the coordinate.
    pub fn columns(&self) -> &[i64] {
        &self.columns
    }

    /// The image of 0.
    pub fn constant(&self) -> i64 {
        self.constant
    }

    /// The number of bits of the image.
    pub fn rows(&self) -> usize {
        let all = self.columns.iter().fold(self.constant, |a, c| a | c);
        (i64::BITS - all.leading_zeros()) as usize
    }

    /// The image of `x`.
    pub fn apply(&self, x: i64) -> i64 {
        let bits = self.columns.iter().enumerate().filter(|(j, _)| x >> j & 1 == 1);
        bits.fold(self.constant, |value, (_, column)| value ^ column)
    }

    /// The matrix of a static layout of power-of-two sizes whose values add up
    /// without carries.
    ///
    /// ```
    /// use layout_algebra::{BitMatrix};
    /// let tile = "S<3,0,3> o 0 o (8,8):(8,1)".parse().unwrap();
    /// let matrix = BitMatrix::of_layout(&tile).unwrap();
    /// assert_eq!((matrix.rows(), matrix.columns().len(), matrix.rank()), (6, 6, 6));
    /// assert!(matrix.kernel().is_empty());
    /// let back = matrix.inverse().unwrap().compose(&matrix).unwrap();
    /// assert!((0..64).all(|x| back.apply(x) == x));
    /// assert_eq!(matrix.apply(9), tile_value(9));
    /// # fn tile_value(i: i64) -> i64 { let (r, c) = (i % 8, i / 8); 8 * r + (c ^ r) }
    /// ```
    ///
    /// # Errors
    /// [`F2Error`].
    pub fn of_layout(layout: &AnyLayout) -> Result<Self, F2Error> {
        let inner = |l: &Layout, offset: i64| -> Result<Self, F2Error> {
            let mut columns = Vec::new();
            for (size, stride) in l.shape_leaves().iter().zip(l.stride_leaves()) {
                let (Some(size), Some(stride)) = (size.as_const(), stride.as_const()) else {
                    return Err(F2Error::Unknown(layout.named()));
                };
                if size & (size - 1) != 0 {
                    return Err(F2Error::Size { layout: layout.named(), size });
                }
                columns.extend((0..size.trailing_zeros()).map(|bit| stride << bit));
            }
            let mut seen = offset;
            for column in &columns {
                if seen & column != 0 || *column < 0 {
                    return Err(F2Error::Carry { layout: layout.named(), a: seen, b: *column });
                }
                seen |= column;
            }
            Ok(Self { columns, constant: offset })
        };
        match layout {
            AnyLayout::Plain(l) => inner(l, 0),
            AnyLayout::Composed(c) => {
                let offset = c.offset.as_const().ok_or_else(|| F2Error::Unknown(layout.named()))?;
                let first = inner(&c.inner, offset)?;
                let outer = Self::of_outer(&c.outer, first.rows())?;
                outer.compose(&first)
            }
        }
    }

    /// The matrix of an outer function on `bits` bits.
    fn of_outer(outer: &Outer, bits: usize) -> Result<Self, F2Error> {
        match outer {
            Outer::Swizzle(s) => Ok(Self::of_swizzle(*s, bits)),
            Outer::Layout(l) => {
                let matrix = Self::of_layout(&l.clone().into())?;
                if matrix.columns.len() < bits {
                    return Err(F2Error::Shape { columns: matrix.columns.len(), bits });
                }
                Ok(matrix)
            }
            Outer::Chain(c) => {
                let offset = c.offset.as_const().ok_or_else(|| F2Error::Unknown(c.offset.named()))?;
                let mut first = Self::of_outer(&c.inner, bits)?;
                // An offset adds like the other bits only where it meets none of them.
                let seen = first.columns.iter().fold(first.constant, |a, b| a | b);
                if seen & offset != 0 || offset < 0 {
                    return Err(F2Error::Carry { layout: c.offset.named(), a: offset, b: seen });
                }
                first.constant |= offset;
                Self::of_outer(&c.outer, first.rows())?.compose(&first)
            }
        }
    }

    /// The matrix of a swizzle on `bits` bits.
    ///
    /// ```
    /// use layout_algebra::{BitMatrix, Swizzle};
    /// let matrix = BitMatrix::of_swizzle(Swizzle::new(1, 0, 2).unwrap(), 3);
    /// assert_eq!(matrix.columns(), [1, 2, 5]);
    /// ```
    pub fn of_swizzle(swizzle: Swizzle, bits: usize) -> Self {
        Self { columns: (0..bits).map(|bit| swizzle.apply(1 << bit)).collect(), constant: 0 }
    }

    /// `self ∘ first`.
    ///
    /// # Errors
    /// [`F2Error::Shape`] if `first` has more output bits than `self` takes.
    pub fn compose(&self, first: &Self) -> Result<Self, F2Error> {
        if first.rows() > self.columns.len() {
            return Err(F2Error::Shape { columns: self.columns.len(), bits: first.rows() });
        }
        let linear = |x: &i64| self.apply(*x) ^ self.constant;
        Ok(Self { columns: first.columns.iter().map(linear).collect(), constant: self.apply(first.constant) })
    }

    /// The reduced columns with, for each, the inputs that give it.
    fn reduced(&self) -> (Vec<(i64, i64)>, Vec<i64>) {
        let (mut basis, mut kernel): (Vec<(i64, i64)>, Vec<i64>) = (Vec::new(), Vec::new());
        for (j, column) in self.columns.iter().enumerate() {
            let (mut value, mut inputs) = (*column, 1i64 << j);
            for (b, i) in &basis {
                if value & leading(*b) != 0 {
                    value ^= b;
                    inputs ^= i;
                }
            }
            if value == 0 {
                kernel.push(inputs);
                continue;
            }
            for (b, i) in &mut basis {
                if *b & leading(value) != 0 {
                    *b ^= value;
                    *i ^= inputs;
                }
            }
            basis.push((value, inputs));
        }
        (basis, kernel)
    }

    /// The dimension of the image.
    pub fn rank(&self) -> usize {
        self.reduced().0.len()
    }

    /// A basis of the inputs that change nothing: coordinates that share their
    /// value with 0.
    pub fn kernel(&self) -> Vec<i64> {
        self.reduced().1
    }

    /// A basis of the image, reduced, in ascending order.
    pub fn image(&self) -> Vec<i64> {
        let mut out: Vec<i64> = self.reduced().0.into_iter().map(|(b, _)| b).collect();
        out.sort_unstable();
        out
    }

    /// The inverse.
    ///
    /// # Errors
    /// [`F2Error::Singular`] unless the matrix is a bijection of `[0, 2^columns)`.
    pub fn inverse(&self) -> Result<Self, F2Error> {
        let n = self.columns.len();
        let (basis, _) = self.reduced();
        if basis.len() != n || self.rows() > n {
            return Err(F2Error::Singular { columns: n, rank: basis.len(), rows: self.rows() });
        }
        let mut columns = vec![0; n];
        for (value, inputs) in basis {
            columns[value.trailing_zeros() as usize] = inputs;
        }
        let linear = Self { columns, constant: 0 };
        let constant = linear.apply(self.constant);
        Ok(Self { constant, ..linear })
    }

    /// The affine map with this table of values, if there is one.
    pub fn of_table(values: &[i64]) -> Option<Self> {
        if !values.len().is_power_of_two() {
            return None;
        }
        let constant = *values.first()?;
        let columns = (0..values.len().trailing_zeros()).map(|b| values[1 << b] ^ constant).collect();
        let matrix = Self { columns, constant };
        let fits = values.iter().enumerate().all(|(x, v)| *v >= 0 && matrix.apply(x as i64) == *v);
        fits.then_some(matrix)
    }
}

fn leading(value: i64) -> i64 {
    if value == 0 { 0 } else { 1 << (63 - value.leading_zeros()) }
}
