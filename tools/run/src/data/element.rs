//! Element types: their sizes, and the numbers that their bytes stand for.

use std::fmt;

use float8::{F8E4M3, F8E5M2};
use half::{bf16, f16};
use serde::{Deserialize, Serialize, Serializer};

/// The type of an array's elements, called as in MLIR; unsigned integers `u8` to `u64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Element {
    F16,
    BF16,
    F32,
    F64,
    #[serde(rename = "f8E4M3FN")]
    F8E4M3FN,
    #[serde(rename = "f8E5M2")]
    F8E5M2,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

/// The number that an element is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Of an integer type.
    Integer(i128),
    /// Of a floating-point type: each of ours is an `f64` exactly.
    Float(f64),
}

impl Number {
    /// The nearest `f64`.
    pub fn to_f64(self) -> f64 {
        match self {
            Number::Integer(i) => i as f64,
            Number::Float(x) => x,
        }
    }

    /// The integer it is, unless it has a fraction or is beyond 2¹⁰⁰.
    pub fn to_integer(self) -> Option<i128> {
        match self {
            Number::Integer(i) => Some(i),
            Number::Float(x) => (x.fract() == 0.0 && x.abs() < 2f64.powi(100)).then_some(x as i128),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Integer(i) => write!(f, "{i}"),
            Number::Float(x) if *x != 0.0 && !(1e-4..1e16).contains(&x.abs()) => write!(f, "{x:e}"),
            Number::Float(x) => write!(f, "{x}"),
        }
    }
}

/// A JSON number; as a text where JSON has none (NaN and the infinities).
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Number::Integer(i) => serializer.serialize_i128(*i),
            Number::Float(x) if x.is_finite() => serializer.serialize_f64(*x),
            Number::Float(x) => serializer.collect_str(x),
        }
    }
}

impl Element {
    /// Bytes of one element.
    pub fn size(self) -> usize {
        match self {
            Element::F8E4M3FN | Element::F8E5M2 | Element::I8 | Element::U8 => 1,
            Element::F16 | Element::BF16 | Element::I16 | Element::U16 => 2,
            Element::F32 | Element::I32 | Element::U32 => 4,
            Element::F64 | Element::I64 | Element::U64 => 8,
        }
    }

    /// Whether it is a floating-point type.
    pub fn is_float(self) -> bool {
        self.exact_integers().is_some()
    }

    /// How many integers, from 0 on, a floating-point type holds without a gap; none for an integer type.
    pub fn exact_integers(self) -> Option<u64> {
        match self {
            Element::F8E5M2 => Some(1 << 3),
            Element::F8E4M3FN => Some(1 << 4),
            Element::BF16 => Some(1 << 8),
            Element::F16 => Some(1 << 11),
            Element::F32 => Some(1 << 24),
            Element::F64 => Some(1 << 53),
            _ => None,
        }
    }

    /// The bytes that stand where nothing was written yet: a quiet NaN with a payload of 0xA5,
    /// or, in integers, 0xA5 in each byte.
    pub fn poison(self) -> &'static [u8] {
        match self {
            Element::F8E4M3FN => &[0x7f],
            Element::F8E5M2 => &[0x7f],
            Element::F16 => &[0xa5, 0x7e],
            Element::BF16 => &[0xe5, 0x7f],
            Element::F32 => &[0xa5, 0xa5, 0xe5, 0x7f],
            Element::F64 => &[0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xfd, 0x7f],
            Element::I8 | Element::U8 => &[0xa5],
            Element::I16 | Element::U16 => &[0xa5; 2],
            Element::I32 | Element::U32 => &[0xa5; 4],
            Element::I64 | Element::U64 => &[0xa5; 8],
        }
    }

    /// The number that `bytes`, one element in little-endian order, stand for.
    pub fn decode(self, bytes: &[u8]) -> Number {
        let float = |x: f64| Number::Float(x);
        let integer = |i: i128| Number::Integer(i);
        match self {
            Element::F16 => float(f16::from_le_bytes(chunk(bytes)).to_f64()),
            Element::BF16 => float(bf16::from_le_bytes(chunk(bytes)).to_f64()),
            Element::F32 => float(f32::from_le_bytes(chunk(bytes)).into()),
            Element::F64 => float(f64::from_le_bytes(chunk(bytes))),
            Element::F8E4M3FN => float(F8E4M3::from_bits(u8::from_le_bytes(chunk(bytes))).to_f64()),
            Element::F8E5M2 => float(F8E5M2::from_bits(u8::from_le_bytes(chunk(bytes))).to_f64()),
            Element::I8 => integer(i8::from_le_bytes(chunk(bytes)).into()),
            Element::I16 => integer(i16::from_le_bytes(chunk(bytes)).into()),
            Element::I32 => integer(i32::from_le_bytes(chunk(bytes)).into()),
            Element::I64 => integer(i64::from_le_bytes(chunk(bytes)).into()),
            Element::U8 => integer(u8::from_le_bytes(chunk(bytes)).into()),
            Element::U16 => integer(u16::from_le_bytes(chunk(bytes)).into()),
            Element::U32 => integer(u32::from_le_bytes(chunk(bytes)).into()),
            Element::U64 => integer(u64::from_le_bytes(chunk(bytes)).into()),
        }
    }

    /// Writes `number` to `out`, one element in little-endian order: rounded to nearest in a
    /// floating-point type, none and `false` where an integer type does not hold it. What is beyond a type of 8
    /// bits becomes its largest number, as in PTX's conversions.
    pub fn encode(self, number: Number, out: &mut [u8]) -> bool {
        let x = number.to_f64();
        match self {
            Element::F16 => store(out, &f16::from_f64(x).to_le_bytes()),
            Element::BF16 => store(out, &bf16::from_f64(x).to_le_bytes()),
            Element::F32 => store(out, &(x as f32).to_le_bytes()),
            Element::F64 => store(out, &x.to_le_bytes()),
            Element::F8E4M3FN => store(out, &[F8E4M3::from_f64(x).to_bits()]),
            Element::F8E5M2 => store(out, &[F8E5M2::from_f64(x).to_bits()]),
            Element::I8 => number.within::<i8>().is_some_and(|i| store(out, &i.to_le_bytes())),
            Element::I16 => number.within::<i16>().is_some_and(|i| store(out, &i.to_le_bytes())),
            Element::I32 => number.within::<i32>().is_some_and(|i| store(out, &i.to_le_bytes())),
            Element::I64 => number.within::<i64>().is_some_and(|i| store(out, &i.to_le_bytes())),
            Element::U8 => number.within::<u8>().is_some_and(|i| store(out, &i.to_le_bytes())),
            Element::U16 => number.within::<u16>().is_some_and(|i| store(out, &i.to_le_bytes())),
            Element::U32 => number.within::<u32>().is_some_and(|i| store(out, &i.to_le_bytes())),
            Element::U64 => number.within::<u64>().is_some_and(|i| store(out, &i.to_le_bytes())),
        }
    }
}

impl Number {
    /// The integer of type `T` that it is.
    fn within<T: TryFrom<i128>>(self) -> Option<T> {
        self.to_integer().and_then(|i| T::try_from(i).ok())
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The first `N` bytes.
fn chunk<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    for (to, from) in out.iter_mut().zip(bytes) {
        *to = *from;
    }
    out
}

/// Copies as many bytes as there are on both sides.
fn store(out: &mut [u8], bytes: &[u8]) -> bool {
    for (to, from) in out.iter_mut().zip(bytes) {
        *to = *from;
    }
    true
}
