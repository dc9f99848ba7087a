//! Attributes, read from their texts.

use super::cursor::{Cursor, ReadError};
use super::types::{Element, Type};
use crate::number::{Float, Format, Int, Scalar};

/// An attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Attribute {
    /// An integer or a truth value.
    Int(i64),
    /// A list of integers.
    Ints(Vec<i64>),
    /// A string.
    Text(String),
    /// Anything else, by its text.
    Other(String),
}

impl Attribute {
    /// The attribute of a text.
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let known = match text {
            "true" => Some(Self::Int(1)),
            "false" => Some(Self::Int(0)),
            _ if text.starts_with('"') => quoted(text).map(Self::Text),
            _ if text.starts_with("array<") => {
                let inside = text.strip_prefix("array<").and_then(|t| t.strip_suffix('>'));
                inside.and_then(|t| list(t.split_once(':').map_or("", |(_, l)| l))).map(Self::Ints)
            }
            _ if text.starts_with('[') => {
                let inside = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
                inside.and_then(list).map(Self::Ints)
            }
            _ => number(text).map(Self::Int),
        };
        known.unwrap_or_else(|| Self::Other(text.into()))
    }
}

fn quoted(text: &str) -> Option<String> {
    Some(text.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

/// `3`, `-3 : i64`.
fn number(text: &str) -> Option<i64> {
    text.split(':').next()?.trim().parse().ok()
}

fn list(text: &str) -> Option<Vec<i64>> {
    text.split(',').map(str::trim).filter(|t| !t.is_empty()).map(number).collect()
}

/// The elements of a constant: one for a scalar or where all are equal, else all of them,
/// the last dimension fastest.
///
/// # Errors
/// If the text is no constant of integers or numbers.
pub fn constant(text: &str, r#type: &Type) -> Result<Vec<Scalar>, ReadError> {
    let mut c = Cursor::new(text);
    let wrong = c.expected("a constant of integers or numbers");
    let element = r#type.element().ok_or_else(|| wrong.clone())?;
    if !c.eat("dense<") {
        let token = c.take_while(|c| c != ':').trim();
        return Ok(vec![literal(token, element).ok_or(wrong)?]);
    }
    let inside = c.until_closed('>')?.trim();
    if let Some(digits) = quoted(inside).and_then(|t| t.strip_prefix("0x").map(str::to_owned)) {
        return hexadecimal(&digits, element).ok_or(wrong);
    }
    let tokens = inside.split(['[', ']', ',']).map(str::trim).filter(|t| !t.is_empty());
    tokens.map(|t| literal(t, element)).collect::<Option<_>>().ok_or(wrong)
}

fn literal(token: &str, element: Element) -> Option<Scalar> {
    let hex = token.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
    match element {
        Element::Float(format) => {
            let value = match hex {
                Some(bits) => format.from_bits(bits),
                None => format.round(token.parse().ok()?),
            };
            Some(Float::given(format, value).into())
        }
        _ => {
            let value = match token {
                "true" => -1,
                "false" => 0,
                _ => hex.map(i128::from).or_else(|| token.parse().ok())?,
            };
            Some(Int::new(element.bits(), value).into())
        }
    }
}

/// The bytes of the elements, the low one first; truth values by eights.
fn hexadecimal(digits: &str, element: Element) -> Option<Vec<Scalar>> {
    let byte = |i: usize| u64::from_str_radix(digits.get(2 * i..2 * i + 2)?, 16).ok();
    let bytes: Vec<u64> = (0..digits.len() / 2).map(byte).collect::<Option<_>>()?;
    if element.bits() == 1 {
        let bits = bytes.iter().flat_map(|b| (0..8).map(move |i| b >> i & 1));
        return Some(bits.map(|b| Int::new(1, b.into()).into()).collect());
    }
    let whole = bytes.chunks_exact(element.bytes());
    let values = whole.map(|b| b.iter().rev().fold(0u64, |bits, byte| bits << 8 | byte));
    let value = |bits: u64| match element {
        Element::Float(format) => Float::given(format, format.from_bits(bits)).into(),
        _ => Int::new(element.bits(), bits.into()).into(),
    };
    Some(values.map(value).collect())
}

impl Format {
    /// The format of a type's name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "f16" => Some(Self::F16),
            "bf16" => Some(Self::BF16),
            "f32" => Some(Self::F32),
            "f64" => Some(Self::F64),
            "f8E4M3FN" => Some(Self::E4M3),
            "f8E5M2" => Some(Self::E5M2),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, r#type: &str) -> Vec<String> {
        let r#type = Type::parse(r#type).unwrap();
        constant(text, &r#type).unwrap().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn attributes() {
        assert_eq!(Attribute::parse("3 : i64"), Attribute::Int(3));
        assert_eq!(Attribute::parse("array<i64: 1, 0>"), Attribute::Ints(vec![1, 0]));
        assert_eq!(Attribute::parse("[16, 8 : i64]"), Attribute::Ints(vec![16, 8]));
        assert_eq!(Attribute::parse("array<i64>"), Attribute::Ints(vec![]));
        assert_eq!(Attribute::parse("\"addf\""), Attribute::Text("addf".into()));
    }

    #[test]
    fn constants() {
        assert_eq!(of("-3 : i32", "i32"), ["-3"]);
        assert_eq!(of("1.500000e+00 : f16", "f16"), ["1.5"]);
        assert_eq!(of("0xFF800000 : f32", "f32"), ["-inf"]);
        assert_eq!(of("dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>", "tensor<2x2xi8>"), ["1", "2", "3", "4"]);
        assert_eq!(of("dense<0.0> : tensor<2xf32>", "tensor<2xf32>"), ["0"]);
        assert_eq!(of("dense<\"0x0100FFFF\"> : tensor<2xi16>", "tensor<2xi16>"), ["1", "-1"]);
        assert_eq!(of("true", "i1"), ["-1"]);
    }
}
