//! The tensor maps that a kernel takes beside its arguments.
//!
//! The module says what they are, in JSON: `docs/running.md` has the fields.

use serde::Deserialize;
use thiserror::Error;

use super::driver::{Combined, Encoded, Images};
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
    /// Elements of a box along each dimension; channels and pixels of a map of im2col.
    r#box: Vec<u32>,
    /// Bytes of the swizzle's rows; 0 without one.
    swizzle: u32,
    /// Of a map of im2col: the traversal strides, by dimension of an image,
    steps: Option<Vec<u32>>,
    /// and the upper corner of the bounding box, as sums of products.
    upper: Option<Vec<Vec<Vec<i64>>>>,
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
    /// A map of im2col that has not all that one has.
    #[error(
        "it has {sizes} sizes, {steps} steps, {upper} corners and a box of {extents} numbers: a map of im2col has 3 to 5 sizes, 2 less steps and corners, and 2 numbers"
    )]
    Images {
        /// How many sizes.
        sizes: usize,
        /// How many steps.
        steps: usize,
        /// How many corners.
        upper: usize,
        /// How many numbers the box is.
        extents: usize,
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
    pub fn of(&self, parameters: &[Parameter]) -> Result<Encoded, TensorMapError> {
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
        let images = match (&self.steps, &self.upper) {
            (None, None) => None,
            (steps, upper) => {
                let (steps, upper) =
                    (steps.clone().unwrap_or_default(), upper.as_deref().unwrap_or_default());
                Some(self.images(steps, &all(upper)?, &sizes)?)
            }
        };
        let strides = strides
            .iter()
            .zip(sizes.iter().skip(1))
            .map(|(stride, size)| if *size == 1 { 16 } else { *stride as u64 });
        Ok(Encoded {
            element: self.bits / 8,
            combined: self.r#type,
            address,
            strides: strides.collect(),
            sizes: sizes.iter().map(|size| *size as u64).collect(),
            extents: self.r#box.clone(),
            swizzle: self.swizzle,
            images,
        })
    }

    /// What a map of im2col has beside sizes and strides. Corners are signed and have 16 bits in all.
    fn images(&self, steps: Vec<u32>, upper: &[i128], sizes: &[i128]) -> Result<Images, TensorMapError> {
        let counts = [sizes.len(), steps.len(), upper.len(), self.r#box.len()];
        let least: i128 = match counts {
            [3, 1, 1, 2] => -(1 << 15),
            [4, 2, 2, 2] => -(1 << 7),
            [5, 3, 3, 2] => -(1 << 4),
            [sizes, steps, upper, extents] => {
                return Err(TensorMapError::Images { sizes, steps, upper, extents });
            }
        };
        let mut corner = Vec::new();
        for (dimension, (value, size)) in upper.iter().zip(&sizes[1..]).enumerate() {
            let number = |expected| TensorMapError::Number {
                what: "the upper corner in dimension",
                dimension: dimension + 1,
                value: *value,
                expected,
            };
            if !(least..=0).contains(value) {
                return Err(number(
                    "from -32768 in images of one dimension, -128 of two, -16 of three, to 0",
                ));
            }
            if size + value < 1 {
                return Err(number("such that a place of the filter is left"));
            }
            corner.push(i32::try_from(*value).unwrap_or(0));
        }
        Ok(Images { steps, upper: corner })
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
        let expected = Encoded {
            element: 2,
            combined: None,
            address: 4096,
            sizes: vec![200, 100],
            strides: vec![416],
            extents: vec![64, 128],
            swizzle: 128,
            images: None,
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

    /// Images of the size at 1 with rows of 128 bytes, under a filter of as many taps as 2 says, in steps of 2.
    const IMAGES: &[u8] = b"[{\"parameter\": 4, \"address\": 0, \"bits\": 16, \"sizes\": [[[64]], [[2, 1], [1, 2], [-2]], [[9]]], \"strides\": [[[128]], [[128, 3]]], \"box\": [64, 32], \"swizzle\": 128, \"steps\": [2], \"upper\": [[[-1, 2], [1]]]}]";

    #[test]
    fn images_are_gone_through_as_the_module_says() {
        let map = &read(IMAGES).unwrap()[0];
        let images = map.of(&words(&[4096, 7, 3, 100])).unwrap();
        assert_eq!((&images.sizes[..], &images.extents[..]), (&[64, 15, 9][..], &[64, 32][..]));
        assert_eq!(images.images, Some(Images { steps: vec![2], upper: vec![-2] }));
        let error = |text: &[u8], numbers: &[u64]| {
            read(text).unwrap()[0].of(&words(numbers)).unwrap_err().to_string()
        };
        assert_eq!(
            error(IMAGES, &[4096, 7, 40000, 1]),
            "the upper corner in dimension 1 is -39999, and must be from -32768 in images of one dimension, -128 of two, -16 of three, to 0"
        );
        // Of no pixel there is no place.
        assert_eq!(
            error(IMAGES, &[4096, 0, 3, 1]),
            "the upper corner in dimension 1 is -2, and must be such that a place of the filter is left"
        );
        let text = String::from_utf8(IMAGES.to_vec()).unwrap().replace("\"steps\": [2], ", "");
        assert_eq!(
            error(text.as_bytes(), &[4096, 7, 3, 1]),
            "it has 3 sizes, 0 steps, 1 corners and a box of 2 numbers: a map of im2col has 3 to 5 sizes, 2 less steps and corners, and 2 numbers"
        );
    }
}
