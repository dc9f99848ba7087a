//! Memory: buffers of elements, and memrefs as views of them.
//!
//! An access is in bounds if its indices are within the memref's shape, and its
//! address within the buffer where that has an extent. Anything else is undefined
//! behaviour; so is memory that was freed. Fresh memory holds poison.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::environment::mix;
use crate::int::Int;
use crate::layout::{Coord, Function, Reach};
use crate::pure::{Map, Scalar};
use crate::stop::Stop;
use crate::value::{Float, Value};

/// All buffers of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    buffers: Vec<Buffer>,
}

#[derive(Clone, Debug)]
struct Buffer {
    element: Scalar,
    written: BTreeMap<i128, Value>,
    /// The seed of the contents that the caller left; `None` for fresh memory.
    initial: Option<u64>,
    /// The number of elements, where the layout tells.
    extent: Option<i128>,
    freed: bool,
}

/// A memref: a buffer, the shape, and where an element lies.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub(crate) buffer: usize,
    pub(crate) shape: Vec<i128>,
    pub(crate) place: Place,
}

/// Where the element of an index lies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Place {
    /// `offset + Σ index · stride`
    Strided { offset: i128, strides: Vec<i128> },
    /// An affine map and the values of its symbols.
    Map(Arc<Map>, Vec<i128>),
    /// A layout of the dialect.
    Layout(Arc<Function>),
    /// A part of a view: where it begins and steps along each dimension of the view, and
    /// which of these dimensions are its own.
    Part { of: Arc<View>, offsets: Vec<i128>, steps: Vec<i128>, kept: Vec<bool> },
}

/// What a run left in one buffer that the caller passed in.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// Elements that were written, by address.
    pub written: BTreeMap<i128, Value>,
    pub(crate) seed: u64,
    pub(crate) element: Scalar,
    pub(crate) index_width: u32,
}

impl Contents {
    /// The element at an address, written or as the caller left it.
    pub fn at(&self, address: i128) -> Value {
        let initial = || initial(self.seed, address, self.element, self.index_width);
        self.written.get(&address).cloned().unwrap_or_else(initial)
    }
}

/// What the caller left at an address: small numbers mostly, so that they serve as
/// indices, and patterns of all kinds.
fn initial(seed: u64, address: i128, element: Scalar, index_width: u32) -> Value {
    let random = mix(seed ^ (address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let number = match random & 3 {
        0 => (random >> 8) as i64,
        1 => (random >> 8 & 0xffff) as i64 - 0x8000,
        _ => (random >> 8 & 15) as i64,
    };
    match element.int_width(index_width) {
        Some(width) => Int::new(width, number.into()).into(),
        None => Value::Float(Float { width: 64, value: (number % 4096) as f64 }).with_width(element),
    }
}

impl Value {
    fn with_width(self, scalar: Scalar) -> Self {
        match (self, scalar) {
            (Self::Float(f), Scalar::Float(width)) => Self::Float(Float { width, ..f }),
            (other, _) => other,
        }
    }
}

impl Memory {
    /// A new buffer; contents of the `seed`, or poison.
    pub fn allocate(&mut self, element: Scalar, extent: Option<i128>, initial: Option<u64>) -> usize {
        self.buffers.push(Buffer { element, written: BTreeMap::new(), initial, extent, freed: false });
        self.buffers.len() - 1
    }

    /// Frees the buffer of a memref.
    ///
    /// # Errors
    /// [`Stop::Undefined`] if it was freed before.
    pub fn free(&mut self, view: &View) -> Result<(), Stop> {
        self.live(view)?.freed = true;
        Ok(())
    }

    fn live(&mut self, view: &View) -> Result<&mut Buffer, Stop> {
        let buffer =
            self.buffers.get_mut(view.buffer).ok_or_else(|| Stop::unsupported("a memref of no buffer"))?;
        if buffer.freed {
            return Err(Stop::undefined("memory that was freed"));
        }
        Ok(buffer)
    }

    /// The element at an index.
    ///
    /// # Errors
    /// [`Stop::Undefined`] out of bounds.
    pub fn load(&mut self, view: &View, index: &[i128], index_width: u32) -> Result<Value, Stop> {
        let address = view.address(index, index_width)?;
        let buffer = self.live(view)?;
        buffer.check(address)?;
        Ok(match (buffer.written.get(&address), buffer.initial) {
            (Some(value), _) => value.clone(),
            (None, Some(seed)) => initial(seed, address, buffer.element, index_width),
            (None, None) => Value::Poison,
        })
    }

    /// Writes the element at an index.
    ///
    /// # Errors
    /// [`Stop::Undefined`] out of bounds.
    pub fn store(&mut self, view: &View, index: &[i128], value: Value, index_width: u32) -> Result<(), Stop> {
        let address = view.address(index, index_width)?;
        let buffer = self.live(view)?;
        buffer.check(address)?;
        buffer.written.insert(address, value);
        Ok(())
    }

    /// States how many elements a buffer has.
    pub fn limit(&mut self, buffer: usize, extent: Option<i128>) {
        if let Some(buffer) = self.buffers.get_mut(buffer) {
            buffer.extent = extent;
        }
    }

    /// What the first `count` buffers hold, which are those of the arguments.
    pub fn contents(&self, count: usize, index_width: u32) -> Vec<Contents> {
        let held = |b: &Buffer| Contents {
            written: b.written.clone(),
            seed: b.initial.unwrap_or(0),
            element: b.element,
            index_width,
        };
        self.buffers.iter().take(count).map(held).collect()
    }

    /// What the buffer of one memref holds.
    pub fn written(&self, view: &View) -> BTreeMap<i128, Value> {
        self.buffers.get(view.buffer).map(|b| b.written.clone()).unwrap_or_default()
    }
}

impl Buffer {
    fn check(&self, address: i128) -> Result<(), Stop> {
        match self.extent {
            Some(extent) if !(0..extent).contains(&address) => {
                Err(Stop::undefined(format!("address {address} of a buffer of {extent} elements")))
            }
            _ => Ok(()),
        }
    }
}

impl View {
    /// The strides of a compact row-major memref.
    pub fn row_major(shape: &[i128]) -> Vec<i128> {
        let mut strides = vec![1; shape.len()];
        for i in (1..shape.len()).rev() {
            strides[i - 1] = strides[i] * shape[i];
        }
        strides
    }

    /// The address of an index.
    fn address(&self, index: &[i128], index_width: u32) -> Result<i128, Stop> {
        let within = index.len() == self.shape.len()
            && index.iter().zip(&self.shape).all(|(i, n)| (0..*n).contains(i));
        if !within {
            return Err(Stop::undefined(format!("index {index:?} of a memref of shape {:?}", self.shape)));
        }
        let overflow = || Stop::undefined("an address past the index type");
        match &self.place {
            Place::Strided { offset, strides } => index
                .iter()
                .zip(strides)
                .try_fold(*offset, |sum, (i, s)| sum.checked_add(i.checked_mul(*s)?))
                .ok_or_else(overflow),
            Place::Layout(function) => {
                let coord = match index {
                    [only] if !function.is_tuple_of_one() => Coord::Int(*only),
                    _ => Coord::Tuple(index.iter().copied().map(Coord::Int).collect()),
                };
                function.index(&coord, Reach::Domain)?.ok_or_else(overflow)
            }
            Place::Part { of, offsets, steps, kept } => {
                let mut own = index.iter();
                let mut along = |d: usize| if kept[d] { own.next().copied().unwrap_or(0) } else { 0 };
                let index: Vec<i128> = (0..kept.len()).map(|d| offsets[d] + steps[d] * along(d)).collect();
                of.address(&index, index_width)
            }
            Place::Map(map, symbols) => {
                let operands: Vec<Option<i128>> = index.iter().chain(symbols).map(|i| Some(*i)).collect();
                let all: Option<Vec<i128>> = map.apply(&operands, index_width)?.into_iter().collect();
                // Physical dimensions far enough apart that they never meet.
                all.ok_or_else(overflow)?
                    .into_iter()
                    .try_fold(0i128, |address, i| address.checked_mul(1 << 40)?.checked_add(i))
                    .ok_or_else(overflow)
            }
        }
    }

    /// All indices of the shape, the last dimension fastest.
    pub(crate) fn indices(shape: &[i128]) -> impl Iterator<Item = Vec<i128>> + '_ {
        let count = shape.iter().try_fold(1i128, |n, s| n.checked_mul((*s).max(0))).unwrap_or(i128::MAX);
        (0..count).map(move |mut i| {
            let mut index = vec![0; shape.len()];
            for (digit, size) in index.iter_mut().zip(shape).rev() {
                *digit = i % size;
                i /= size;
            }
            index
        })
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "memref {} of shape {:?}", self.buffer, self.shape)
    }
}
