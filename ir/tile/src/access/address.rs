//! [`Memory`], and the addresses of an encoding's elements in it, as terms.

use crate::digits::{Place, placed};
use crate::tv::Tv;
use crate::tv_error::TvError;
use layout_algebra::{
    AnyLayout, CompositionError, Expr, IntTuple, Layout, LayoutError, LayoutLike, Outer, common_divisor,
    composition,
};

/// Where a tile lies in memory, and what is known of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// From the coordinates of the tile to elements behind its first: the view's layout with
    /// the tile's extents as its sizes.
    pub layout: AnyLayout,
    /// Bits of an element.
    pub bits: i64,
    /// Bytes by which the address of the tile's first element is known to be divisible; of a
    /// swizzled layout that of the swizzle's base.
    pub alignment: i64,
    /// For each dimension what divides both the extent of the view and the tile's place in it,
    /// so that as many elements are inside or outside together; 0 where all are inside. Missing
    /// ones are 0.
    pub residues: Vec<i64>,
}

/// Why a tile cannot be accessed in an encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoryError {
    /// Elements that no access moves.
    #[error("no access moves elements of {0} bits; 8, 16, 32, 64 and 128 are possible")]
    Bits(i64),
    /// A tile whose addresses are no layout of threads and values.
    #[error("the addresses of {tv} in {memory} are no layout of threads and values: {why}")]
    NoLayout {
        /// The encoding.
        tv: String,
        /// The memory's layout.
        memory: String,
        /// The composition's error.
        why: CompositionError,
    },
    /// See [`TvError`].
    #[error(transparent)]
    Tv(#[from] TvError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl Memory {
    /// A whole buffer: nothing of it is outside.
    pub fn buffer(layout: AnyLayout, bits: i64, alignment: i64) -> Self {
        Self { layout, bits, alignment, residues: Vec::new() }
    }

    /// The extents of the tile, from the layout's modes.
    pub(crate) fn shape(&self) -> Result<Vec<i64>, MemoryError> {
        let modes = self.layout.domain().modes();
        let sizes: Result<Vec<Option<i64>>, LayoutError> =
            modes.iter().map(|m| Ok(m.size()?.as_const())).collect();
        let known: Option<Vec<i64>> = sizes?.into_iter().collect();
        known.ok_or_else(|| {
            MemoryError::Tv(TvError::NotStatic { layout: self.layout.domain().shape().named() })
        })
    }

    /// The largest number of elements that stays together under the outer function, if it is
    /// known: a power of two, or no limit.
    pub(crate) fn granule(&self) -> i64 {
        match self.layout.outer() {
            None => 1 << 62,
            Some((Outer::Swizzle(s), _)) if s.bits() == 0 => 1 << 62,
            Some((Outer::Swizzle(s), _)) => 1 << s.base(),
            Some(_) => 1,
        }
    }
}

/// A digit of the thread's or the value's number, and what it adds to the address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    pub place: Place,
    pub size: i64,
    /// What one step adds to the position in the tile; 0 of a replica.
    pub position: i64,
    /// What one step adds to the address, in elements, before the outer function.
    pub stride: Expr,
}

impl Term {
    pub fn divisor(&self) -> i64 {
        match self.place {
            Place::Thread(d) | Place::Value(d) => d,
        }
    }

    /// The lower digit of `size` values, and the rest.
    pub fn split(&self, size: i64) -> Result<(Self, Self), LayoutError> {
        let place = match self.place {
            Place::Thread(d) => Place::Thread(d * size),
            Place::Value(d) => Place::Value(d * size),
        };
        let low = Self { size, ..self.clone() };
        let stride = self.stride.mul(&size.into())?;
        Ok((low, Self { place, size: self.size / size, position: self.position * size, stride }))
    }
}

/// The terms of an address, and the function that is applied to their sum.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub threads: Vec<Term>,
    pub values: Vec<Term>,
}

impl Terms {
    pub fn new(tv: &Tv, memory: &Memory) -> Result<Self, MemoryError> {
        if !matches!(memory.bits, 8 | 16 | 32 | 64 | 128) {
            return Err(MemoryError::Bits(memory.bits));
        }
        tv.check_shape(&memory.shape()?)?;
        let no_layout =
            |why| MemoryError::NoLayout { tv: tv.to_string(), memory: memory.layout.to_string(), why };
        let both = Layout::concat([tv.threads(), tv.values()])?;
        let found = composition(&memory.layout, &both).map_err(no_layout)?;
        let parts = found.domain().modes();
        let of = |part: usize, in_tile: &Layout, place: fn(i64) -> Place| -> Vec<Term> {
            let Some(layout) = parts.get(part) else { return Vec::new() };
            let sizes: Vec<_> = layout.shape_leaves().iter().filter_map(Expr::as_const).collect();
            let modes: Vec<_> =
                sizes.into_iter().map(|size| crate::digits::Mode { size, stride: 0 }).collect();
            let strides = layout.stride_leaves();
            let terms = placed(&modes).into_iter().zip(strides).map(|((divisor, mode), stride)| Term {
                place: place(divisor),
                size: mode.size,
                position: in_tile.eval(divisor).unwrap_or(0),
                stride: stride.clone(),
            });
            terms.filter(|t| t.size != 1).collect()
        };
        Ok(Self { threads: of(0, tv.threads(), Place::Thread), values: of(1, tv.values(), Place::Value) })
    }

    /// Takes the values that lie together, in the order of addresses: the digits of the
    /// strides 1, and so on, and of `most` elements together at most.
    pub fn take_run(&mut self, most: i64) -> Result<Vec<Term>, LayoutError> {
        let (mut taken, mut reach) = (Vec::new(), 1);
        while let Some(at) = self.values.iter().position(|t| t.stride.is(reach)) {
            let (size, left) = (self.values[at].size, most / reach);
            let size = if size <= left { size } else { common_divisor(size, left) };
            if size == 1 {
                break;
            }
            let (low, rest) = self.values.remove(at).split(size)?;
            if rest.size > 1 {
                self.values.insert(at, rest);
            }
            reach *= size;
            taken.push(low);
        }
        Ok(taken)
    }

    /// Whether all that is left keeps a multiple of `count` elements.
    pub fn are_multiples(&self, count: i64) -> bool {
        self.threads.iter().chain(&self.values).all(|t| is_multiple(&t.stride, count))
    }
}

/// Whether an integer is known to be a multiple.
pub(crate) fn is_multiple(value: &Expr, of: i64) -> bool {
    value.content() % of == 0
}

/// The layout of sizes and strides, coalesced.
pub(crate) fn of_strides(modes: impl Iterator<Item = (i64, Expr)>) -> Result<Layout, LayoutError> {
    let (shape, stride): (Vec<Expr>, Vec<Expr>) = modes.map(|(s, d)| (Expr::from(s), d)).unzip();
    layout_algebra::coalesce(&Layout::new(&IntTuple::flat(shape), &IntTuple::flat(stride))?)
}
