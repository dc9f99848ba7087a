//! The tensor maps that a kernel takes beside its arguments.
//!
//! The module says what they are, in JSON: `docs/running.md` has the fields.

use serde::Deserialize;
use thiserror::Error;

use super::driver::{Combined, Tiled};
use crate::job::parameters::Parameter;

/// A tensor map, of the kernel's other parameters.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct TensorMap {
    /// The parameter that it is.
    pub parameter: usize,
    /// The parameter that is the address of memory.
    address: usize,
    /// Bits of an element.
    bits: u64,
    /// Elements along each dimension, from the one whose elements lie together: sums of products.
    sizes: Vec<Vec<Vec<i64>>>,
    /// Bytes from one element to the next, of all dimensions but the first.
    strides: Vec<Vec<Vec<i64>>>,
    /// Elements of a box along each dimension.
    r#box: Vec<u32>,
    /// Bytes of the swizzle's rows; 0 without one.
    swizzle: u32,
    /// The type of elements that a kernel combines with those of memory; of what is copied there is none.
    #[serde(default)]
    r#type: Option<Combined>,
}

/// Why a kernel is not handed its tensor maps.
#[derive(Debug, Error)]
pub enum TensorMapError {
    /// What the module says is no description.
    #[error("its description in the module is not understood: {0}")]
    Text(#[from] serde_json::Error),
    /// A parameter that is not there.
    #[error("it is made of parameter {0}, which the arguments do not make")]
    Missing(i64),
    /// A number that is no size or stride.
    #[error("{what} {dimension} is {value}, and must be {expected}")]
    Number {
        /// What it is.
        what: &'static str,
        /// Of which dimension.
        dimension: usize,
        /// The number.
        value: i128,
        /// What it must be.
        expected: &'static str,
    },
    /// A type of other elements.
    #[error("its elements have {0} bits, and are combined as {1:?}")]
    Type(u64, Combined),
    /// An address that is not aligned.
    #[error("memory at {0:#x} is not aligned to 16 bytes")]
    Address(u64),
}

/// Most elements along a dimension.
const SIZE: i128 = (1 << 31) - (1 << 20);

/// What a module says of a kernel's maps, in a text that may end with zeros.
///
/// # Errors
///
/// [`TensorMapError::Text`].
pub fn read(bytes: &[u8]) -> Result<Vec<TensorMap>, TensorMapError> {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    Ok(serde_json::from_slice(&bytes[..end])?)
}

impl TensorMap {
    /// What the driver makes it of, with the kernel's other parameters.
    ///
    /// # Errors
    ///
    /// [`TensorMapError`] for parameters that are not there, and numbers that no map has.
    pub fn of(&self, parameters: &[Parameter]) -> Result<Tiled, TensorMapError> {
        let address = self.value(self.address as i64, parameters)? as u64;
        if !address.is_multiple_of(16) {
            return Err(TensorMapError::Address(address));
        }
        if let Some(of) = self.r#type.filter(|of| of.bits() != self.bits) {
            return Err(TensorMapError::Type(self.bits, of));
        }
        let all = |of: &[Vec<Vec<i64>>]| {
            of.iter().map(|sum| self.sum(sum, parameters)).collect::<Result<Vec<_>, _>>()
        };
        let (sizes, strides) = (all(&self.sizes)?, all(&self.strides)?);
        let number =
            |what, dimension, value, expected| TensorMapError::Number { what, dimension, value, expected };
        for (dimension, size) in sizes.iter().enumerate() {
            if !(1..=SIZE).contains(size) {
                return Err(number("the size of dimension", dimension, *size, "from 1 to 2^31 - 2^20"));
            }
        }
        for (dimension, stride) in strides.iter().enumerate() {
            // (Of one element no stride is used.)
            if sizes.get(dimension + 1) != Some(&1) && (!(1..1 << 40).contains(stride) || stride % 16 != 0) {
                let expected = "a multiple of 16 bytes, below 2^40";
                return Err(number("the stride of dimension", dimension + 1, *stride, expected));
            }
        }
        let strides = strides
            .iter()
            .zip(sizes.iter().skip(1))
            .map(|(stride, size)| if *size == 1 { 16 } else { *stride as u64 });
        Ok(Tiled {
            element: self.bits / 8,
            combined: self.r#type,
            address,
            strides: strides.collect(),
            sizes: sizes.iter().map(|size| *size as u64).collect(),
            extents: self.r#box.clone(),
            swizzle: self.swizzle,
        })
    }

    /// The value of a parameter.
    fn value(&self, number: i64, parameters: &[Parameter]) -> Result<i128, TensorMapError> {
        let missing = || TensorMapError::Missing(number);
        // Maps stand among the parameters, behind all that they are made of.
        let parameter =
            usize::try_from(number).ok().and_then(|number| parameters.get(number)).ok_or_else(missing)?;
        match parameter.bytes.len() {
            8 => Ok(i64::from_le_bytes(parameter.bytes[..].try_into().map_err(|_| missing())?).into()),
            4 => Ok(i32::from_le_bytes(parameter.bytes[..].try_into().map_err(|_| missing())?).into()),
            _ => Err(missing()),
        }
    }

    fn sum(&self, terms: &[Vec<i64>], parameters: &[Parameter]) -> Result<i128, TensorMapError> {
        terms.iter().try_fold(0i128, |sum, term| {
            let (factor, numbers) = term.split_first().unwrap_or((&0, &[]));
            let product = numbers.iter().try_fold(i128::from(*factor), |product, number| {
                Ok::<_, TensorMapError>(product.saturating_mul(self.value(*number, parameters)?))
            })?;
            Ok(sum.saturating_add(product))
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn words(numbers: &[u64]) -> Vec<Parameter> {
        let parameter = |n: &u64| Parameter { label: String::new(), bytes: n.to_le_bytes().to_vec() };
        numbers.iter().map(parameter).collect()
    }

    /// As `layout-tensor-maps` writes it: rows of the size at 1, their distance at 2.
    const TEXT: &[u8] = b"[{\"parameter\": 4, \"address\": 0, \"bits\": 16, \"sizes\": [[[1, 2]], [[1, 1]]], \"strides\": [[[2, 3]]], \"box\": [64, 128], \"swizzle\": 128}]\0\0";

    #[test]
    fn numbers_are_those_of_parameters() {
        let maps = read(TEXT).unwrap();
        let tiled = maps[0].of(&words(&[4096, 100, 200, 208])).unwrap();
        let expected = Tiled {
            element: 2,
            combined: None,
            address: 4096,
            sizes: vec![200, 100],
            strides: vec![416],
            extents: vec![64, 128],
            swizzle: 128,
        };
        assert_eq!((maps[0].parameter, tiled), (4, expected));
    }

    #[test]
    fn what_no_map_has_is_named() {
        let map = &read(TEXT).unwrap()[0];
        let error = |numbers: &[u64]| map.of(&words(numbers)).unwrap_err().to_string();
        assert_eq!(error(&[4100, 1, 1, 8]), "memory at 0x1004 is not aligned to 16 bytes");
        assert_eq!(error(&[0, 0, 1, 8]), "the size of dimension 1 is 0, and must be from 1 to 2^31 - 2^20");
        assert_eq!(
            error(&[0, 2, 9, 9]),
            "the stride of dimension 1 is 18, and must be a multiple of 16 bytes, below 2^40"
        );
        assert_eq!(error(&[0, 2]), "it is made of parameter 2, which the arguments do not make");
        assert!(read(b"[{}]").is_err());
        // What is combined has a type, of as many bits.
        let typed = |name: &str| {
            let text = String::from_utf8(TEXT.to_vec()).unwrap();
            let text = text.replace("\"swizzle\": 128", &format!("\"swizzle\": 128, \"type\": \"{name}\""));
            read(text.as_bytes())
                .map(|maps| maps[0].of(&words(&[4096, 100, 200, 208])).map(|map| map.combined))
        };
        assert_eq!(typed("bf16").unwrap().unwrap(), Some(Combined::Bf16));
        assert_eq!(
            typed("f32").unwrap().unwrap_err().to_string(),
            "its elements have 16 bits, and are combined as F32"
        );
        assert!(typed("f64").is_err());
        // Of one row no stride is used.
        assert_eq!(map.of(&words(&[0, 1, 9, 9])).unwrap().strides, [16]);
    }
}
