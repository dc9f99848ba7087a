//! A dense array in row-major order.

use thiserror::Error;

use super::element::{Element, Number};

/// Elements of one type in row-major order, as bytes in little-endian order, as a GPU has them.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// The type of the elements.
    pub element: Element,
    /// Extents; none for a single element.
    pub shape: Vec<usize>,
    /// As many as the elements take.
    pub bytes: Vec<u8>,
}

/// An element that a type does not hold.
#[derive(Debug, Error, PartialEq)]
#[error("the element at {} is {number}, which {to} does not hold", index_text(.index))]
pub struct ConversionError {
    /// The element's index.
    pub index: Vec<usize>,
    /// What it is.
    pub number: String,
    /// The type.
    pub to: Element,
}

impl Array {
    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.element.size()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The elements in row-major order.
    pub fn numbers(&self) -> impl Iterator<Item = Number> {
        self.bytes.chunks_exact(self.element.size()).map(|bytes| self.element.decode(bytes))
    }

    /// The array of the same numbers as elements of type `to`: rounded to nearest in a floating-point type.
    ///
    /// # Errors
    ///
    /// The first element that the integer type `to` does not hold.
    pub fn converted(&self, to: Element) -> Result<Array, ConversionError> {
        if to == self.element {
            return Ok(self.clone());
        }
        let mut bytes = vec![0; self.len() * to.size()];
        for (position, (number, out)) in self.numbers().zip(bytes.chunks_exact_mut(to.size())).enumerate() {
            if !to.encode(number, out) {
                let index = index_of(position, &self.shape);
                return Err(ConversionError { index, number: number.to_string(), to });
            }
        }
        Ok(Array { element: to, shape: self.shape.clone(), bytes })
    }

    /// How many elements have the bytes of [`Element::poison`].
    pub fn poisoned(&self) -> usize {
        let poison = self.element.poison();
        self.bytes.chunks_exact(self.element.size()).filter(|bytes| *bytes == poison).count()
    }
}

/// The index of the element at a position in row-major order, outermost first.
pub fn index_of(position: usize, shape: &[usize]) -> Vec<usize> {
    let mut rest = position;
    let mut index: Vec<usize> = shape
        .iter()
        .rev()
        .map(|&extent| {
            let (outer, inner) = (rest / extent.max(1), rest % extent.max(1));
            rest = outer;
            inner
        })
        .collect();
    index.reverse();
    index
}

/// An index or a shape as text: `(3, 17)`.
pub fn index_text(index: &[usize]) -> String {
    format!("({})", index.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}
