//! What an array holds at first.

use std::path::{Path, PathBuf};

use rand_distr::{Distribution, StandardNormal, Uniform};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::Deserialize;
use thiserror::Error;

use super::array::{Array, ConversionError, index_text};
use super::element::{Element, Number};
use super::npy::{self, NpyError};

/// What a buffer holds before the kernel runs.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Init {
    /// [`Element::poison`] everywhere: what a kernel does not write shows.
    #[default]
    Poison,
    /// Zero everywhere.
    Zeros,
    /// An element's position in row-major order, modulo what the type counts without a gap.
    Iota,
    /// One number everywhere.
    Constant(f64),
    /// Uniformly distributed numbers, rounded to the type: `low` to below `high`, of an integer type `low` to `high`.
    Uniform {
        /// The least.
        low: f64,
        /// The limit.
        high: f64,
        /// Decides the numbers; by default one more than the buffer's place in the job.
        seed: Option<u64>,
    },
    /// Normally distributed numbers, of a floating-point type.
    Normal {
        /// Their mean.
        #[serde(default)]
        mean: f64,
        /// Their standard deviation.
        #[serde(default = "one")]
        deviation: f64,
        /// Decides the numbers; by default one more than the buffer's place in the job.
        seed: Option<u64>,
    },
    /// A `.npy` file of the same shape, its numbers converted as [`Array::converted`] does.
    Npy(PathBuf),
}

fn one() -> f64 {
    1.0
}

/// Why an array cannot be filled so.
#[derive(Debug, Error)]
pub enum FillError {
    /// A number that the type does not hold.
    #[error("{0} does not hold {1}")]
    NotHeld(Element, f64),
    /// Normal numbers of an integer type.
    #[error("normally distributed numbers need a floating-point type, not {0}; `uniform` takes integers too")]
    NormalIntegers(Element),
    /// A mean or deviation that makes no distribution.
    #[error("`mean` and `deviation` must be finite and `deviation` not negative")]
    Normal,
    /// Bounds that make no distribution.
    #[error("`low` must be below `high`, both finite")]
    Bounds,
    /// The file is not readable.
    #[error(transparent)]
    Npy(#[from] NpyError),
    /// The file has another shape.
    #[error("{}: its shape is {}, not {}", path.display(), index_text(found), index_text(expected))]
    Shape {
        /// The file.
        path: PathBuf,
        /// Its shape.
        found: Vec<usize>,
        /// The shape it must have.
        expected: Vec<usize>,
    },
    /// The type does not hold the file's numbers.
    #[error("{}: {error}", path.display())]
    Conversion {
        /// The file.
        path: PathBuf,
        /// The element.
        error: ConversionError,
    },
}

impl Init {
    /// Whether elements of this type can be made so; what a file holds is seen when it is read.
    ///
    /// # Errors
    ///
    /// [`FillError`], but none about files.
    pub fn verify(&self, element: Element) -> Result<(), FillError> {
        let holds = |number: f64| {
            let held = element.encode(Number::Float(number), &mut [0; 8]);
            held.then_some(()).ok_or(FillError::NotHeld(element, number))
        };
        match *self {
            Init::Constant(number) => holds(number),
            Init::Uniform { low, high, .. } => {
                let integers = !element.is_float() && low == high;
                if !((low < high || integers) && (high - low).is_finite()) {
                    return Err(FillError::Bounds);
                }
                holds(low).and_then(|()| holds(high))
            }
            Init::Normal { .. } if !element.is_float() => Err(FillError::NormalIntegers(element)),
            Init::Normal { mean, deviation, .. } => {
                let good = mean.is_finite() && deviation.is_finite() && deviation >= 0.0;
                good.then_some(()).ok_or(FillError::Normal)
            }
            Init::Poison | Init::Zeros | Init::Iota | Init::Npy(_) => Ok(()),
        }
    }

    /// The array of this type and shape; `seed` where the description has none, files beside `folder`.
    ///
    /// # Errors
    ///
    /// [`FillError`].
    pub fn fill(
        &self,
        element: Element,
        shape: &[usize],
        seed: u64,
        folder: &Path,
    ) -> Result<Array, FillError> {
        self.verify(element)?;
        let bytes = vec![0; shape.iter().product::<usize>() * element.size()];
        let mut array = Array { element, shape: shape.to_vec(), bytes };
        match self {
            Init::Zeros => {}
            Init::Poison => each(&mut array, |out, _| out.copy_from_slice(element.poison())),
            Init::Iota => {
                let bits = u32::try_from(8 * element.size()).unwrap_or(64);
                // An integer type counts up to its sign, or to its end where it has none.
                let signed = matches!(element, Element::I8 | Element::I16 | Element::I32 | Element::I64);
                let period =
                    element.exact_integers().map_or_else(|| 1i128 << (bits - u32::from(signed)), i128::from);
                numbers(&mut array, |position| Number::Integer(position as i128 % period));
            }
            Init::Constant(number) => numbers(&mut array, |_| Number::Float(*number)),
            Init::Uniform { low, high, seed: given } => {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(given.unwrap_or(seed));
                if element.is_float() {
                    let range = Uniform::new(*low, *high).map_err(|_| FillError::Bounds)?;
                    numbers(&mut array, |_| Number::Float(range.sample(&mut random)));
                } else {
                    let range =
                        Uniform::new_inclusive(*low as i128, *high as i128).map_err(|_| FillError::Bounds)?;
                    numbers(&mut array, |_| Number::Integer(range.sample(&mut random)));
                }
            }
            Init::Normal { mean, deviation, seed: given } => {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(given.unwrap_or(seed));
                numbers(&mut array, |_| {
                    let standard: f64 = StandardNormal.sample(&mut random);
                    Number::Float(mean + deviation * standard)
                });
            }
            Init::Npy(path) => {
                let path = folder.join(path);
                let read = npy::read(&path, element)?;
                same_shape(&read, shape, &path)?;
                array = read.converted(element).map_err(|error| FillError::Conversion { path, error })?;
            }
        }
        Ok(array)
    }
}

/// Fails where the array read from a file has not this shape.
///
/// # Errors
///
/// [`FillError::Shape`].
pub fn same_shape(read: &Array, shape: &[usize], path: &Path) -> Result<(), FillError> {
    if read.shape == shape {
        return Ok(());
    }
    let (found, expected) = (read.shape.clone(), shape.to_vec());
    Err(FillError::Shape { path: path.to_owned(), found, expected })
}

/// Writes each element, given its position.
fn each(array: &mut Array, mut write: impl FnMut(&mut [u8], usize)) {
    let size = array.element.size();
    for (position, out) in array.bytes.chunks_exact_mut(size).enumerate() {
        write(out, position);
    }
}

/// Makes each element a number that its type holds.
fn numbers(array: &mut Array, mut number: impl FnMut(usize) -> Number) {
    let element = array.element;
    each(array, |out, position| {
        element.encode(number(position), out);
    });
}
