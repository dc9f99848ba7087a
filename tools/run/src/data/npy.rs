//! NumPy's `.npy` files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use npyz::{DType, Endianness, NpyFile, Order, TypeChar, WriteOptions, WriterBuilder};
use thiserror::Error;

use super::array::Array;
use super::element::Element;

/// What is wrong with a file.
#[derive(Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct NpyError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: NpyFault,
}

/// What is wrong.
#[derive(Debug, Error)]
pub enum NpyFault {
    /// It cannot be read or written, or is no `.npy` file.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Elements that are no numbers of a type of ours.
    #[error("its elements are `{0}`; numbers of 8 to 64 bits are read")]
    Type(String),
    /// Column-major order.
    #[error("it is in Fortran's order; numpy.ascontiguousarray makes it C's")]
    Fortran,
    /// It ends early, or goes on.
    #[error("its shape takes {expected} bytes, {found} are there")]
    Length {
        /// Bytes of the shape.
        expected: u128,
        /// Bytes behind the header.
        found: usize,
    },
}

/// Reads a file. Opaque elements (NumPy's `V`, as which ml_dtypes saves bf16 and 8-bit floats) are
/// the bits of `element`, if they are as large.
///
/// # Errors
///
/// [`NpyError`].
pub fn read(path: &Path, element: Element) -> Result<Array, NpyError> {
    fs::read(path)
        .map_err(NpyFault::Io)
        .and_then(|file| parse(&file, element))
        .map_err(|reason| NpyError { path: path.to_owned(), reason })
}

fn parse(file: &[u8], opaque: Element) -> Result<Array, NpyFault> {
    let file = NpyFile::new(file)?;
    let dtype = file.dtype();
    let (element, big) = element_of(&dtype, opaque).ok_or_else(|| NpyFault::Type(dtype.descr()))?;
    let shape: Vec<u64> = file.shape().to_vec();
    if file.order() == Order::Fortran && shape.iter().filter(|&&extent| extent > 1).count() > 1 {
        return Err(NpyFault::Fortran);
    }
    let expected = shape
        .iter()
        .try_fold(element.size() as u128, |bytes, &extent| bytes.checked_mul(extent.into()))
        .unwrap_or(u128::MAX);
    let data = file.into_inner();
    let extents: Option<Vec<usize>> = shape.iter().map(|&extent| usize::try_from(extent).ok()).collect();
    let Some(shape) = extents.filter(|_| expected == data.len() as u128) else {
        return Err(NpyFault::Length { expected, found: data.len() });
    };
    let mut bytes = data.to_vec();
    if big {
        bytes.chunks_exact_mut(element.size()).for_each(<[u8]>::reverse);
    }
    Ok(Array { element, shape, bytes })
}

/// The element type, and whether its bytes stand in big-endian order.
fn element_of(dtype: &DType, opaque: Element) -> Option<(Element, bool)> {
    let DType::Plain(plain) = dtype else { return None };
    let element = match (plain.type_char(), plain.size_field()) {
        (TypeChar::Bool | TypeChar::Uint, 1) => Element::U8,
        (TypeChar::Uint, 2) => Element::U16,
        (TypeChar::Uint, 4) => Element::U32,
        (TypeChar::Uint, 8) => Element::U64,
        (TypeChar::Int, 1) => Element::I8,
        (TypeChar::Int, 2) => Element::I16,
        (TypeChar::Int, 4) => Element::I32,
        (TypeChar::Int, 8) => Element::I64,
        (TypeChar::Float, 2) => Element::F16,
        (TypeChar::Float, 4) => Element::F32,
        (TypeChar::Float, 8) => Element::F64,
        (TypeChar::RawData, size) if size == opaque.size() as u64 => opaque,
        _ => return None,
    };
    Some((element, plain.endianness() == Endianness::Big))
}

/// Writes a file; types that NumPy does not have (bf16 and 8-bit floats) as f32, exactly.
///
/// # Errors
///
/// [`NpyError`].
pub fn write(path: &Path, array: &Array) -> Result<(), NpyError> {
    save(path, array).map_err(|error| NpyError { path: path.to_owned(), reason: error.into() })
}

fn save(path: &Path, array: &Array) -> io::Result<()> {
    let name = match array.element {
        Element::F16 => "<f2",
        Element::F32 | Element::BF16 | Element::F8E4M3FN | Element::F8E5M2 => "<f4",
        Element::F64 => "<f8",
        Element::I8 => "|i1",
        Element::I16 => "<i2",
        Element::I32 => "<i4",
        Element::I64 => "<i8",
        Element::U8 => "|u1",
        Element::U16 => "<u2",
        Element::U32 => "<u4",
        Element::U64 => "<u8",
    };
    let dtype = DType::new_scalar(name.parse().map_err(io::Error::other)?);
    let shape: Vec<u64> = array.shape.iter().map(|&extent| extent as u64).collect();
    let widened;
    let bytes = if name == "<f4" && array.element != Element::F32 {
        widened = array.converted(Element::F32).map_err(io::Error::other)?;
        &widened.bytes
    } else {
        &array.bytes
    };
    let mut file = Vec::with_capacity(bytes.len() + 128);
    WriteOptions::new_header_only().dtype(dtype).shape(&shape).writer(&mut file).write_header_only()?;
    file.write_all(bytes)?;
    fs::write(path, file)
}
