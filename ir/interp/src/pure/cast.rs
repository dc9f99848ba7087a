//! Constants, and casts between integers of different widths.

use layout_mlir::ir;
use melior::ir::attribute::{AttributeLike, FloatAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::TypeLike;
use melior::ir::{OperationRef, Type, ValueLike};

use super::arith::Flags;
use super::elementwise;
use crate::int::Int;
use crate::stop::Stop;
use crate::value::{Float, Value};

/// The type of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    /// `index`, whose width is the target's.
    Index,
    /// A signless integer of 1 to 64 bits.
    Int(u32),
    /// A floating-point number.
    Float(u32),
}

impl Scalar {
    /// The type as that of a number, if it is one.
    pub fn of(r#type: Type<'_>) -> Option<Self> {
        match ir::scalar(r#type) {
            Some(ir::Scalar::Index) => Some(Self::Index),
            Some(ir::Scalar::Int(width)) => Some(Self::Int(width)),
            None if r#type.is_f64() => Some(Self::Float(64)),
            None if r#type.is_f32() => Some(Self::Float(32)),
            None if r#type.is_f16() || r#type.to_string() == "bf16" => Some(Self::Float(16)),
            None => None,
        }
    }

    /// Of a number, or of the elements of a vector.
    pub fn of_elements(r#type: Type<'_>) -> Option<Self> {
        Self::of(r#type).or_else(|| vector(r#type).map(|(_, element)| element))
    }

    /// The width of an integer or index; `None` for floating point.
    pub fn int_width(self, index_width: u32) -> Option<u32> {
        match self {
            Self::Index => Some(index_width),
            Self::Int(width) => Some(width),
            Self::Float(_) => None,
        }
    }
}

/// The length and the elements of a vector of one fixed dimension.
pub(crate) fn vector(r#type: Type<'_>) -> Option<(usize, Scalar)> {
    if !r#type.is_vector() {
        return None;
    }
    let text = r#type.to_string();
    let (length, element) = text.strip_prefix("vector<")?.strip_suffix('>')?.split_once('x')?;
    let scalar = match element {
        "index" => Scalar::Index,
        "f64" => Scalar::Float(64),
        "f32" => Scalar::Float(32),
        "f16" | "bf16" => Scalar::Float(16),
        _ => Scalar::Int(element.strip_prefix('i')?.parse().ok().filter(|w| (1..=64).contains(w))?),
    };
    Some((length.parse().ok()?, scalar))
}

/// A number that the program states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constant {
    scalar: Scalar,
    integer: i64,
    float: f64,
    /// The length of a splat vector.
    splat: Option<usize>,
}

impl Constant {
    pub(super) fn decode(op: OperationRef<'_, '_>) -> Option<Self> {
        let r#type = ir::result(op)?.r#type();
        let attribute = op.attribute("value").ok()?;
        let mut constant = Self { scalar: Scalar::Index, integer: 0, float: 0.0, splat: None };
        if let Some((length, element)) = vector(r#type) {
            // `dense<7> : vector<4xi32>`; other vectors are not known.
            let text = attribute.to_string();
            let number = text.strip_prefix("dense<")?.split('>').next()?;
            constant = Self { scalar: element, splat: Some(length), ..constant };
            match element {
                Scalar::Float(_) => constant.float = number.parse().ok()?,
                _ if number == "true" => constant.integer = 1,
                _ if number == "false" => {}
                _ => constant.integer = number.parse().ok()?,
            }
            return Some(constant);
        }
        constant.scalar = Scalar::of(r#type)?;
        match constant.scalar {
            Scalar::Float(_) => constant.float = FloatAttribute::try_from(attribute).ok()?.value(),
            _ if attribute.is_bool() => {
                constant.integer = i64::from(attribute.to_string().starts_with("true"))
            }
            _ => constant.integer = ir::integer(attribute)?,
        }
        Some(constant)
    }

    /// The value. An index that its width does not hold has no meaning of its own: MLIR
    /// folds it as if it had 64 bits, and truncates it when lowering.
    pub(super) fn value(&self, index_width: u32) -> Result<Value, Stop> {
        let wide = i128::from(self.integer);
        let one = match self.scalar {
            Scalar::Float(width) => Value::Float(Float { width, value: self.float }),
            Scalar::Int(width) => Int::new(width, wide).into(),
            Scalar::Index
                if !Int::fits_signed(index_width, wide) && !Int::fits_unsigned(index_width, wide) =>
            {
                return Err(Stop::unsupported(format!(
                    "the constant {wide} as an index of {index_width} bits"
                )));
            }
            Scalar::Index => Int::new(index_width, wide).into(),
        };
        Ok(match self.splat {
            Some(length) => Value::Vector(vec![one; length].into()),
            None => one,
        })
    }
}

/// A cast to an integer of another width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Op {
    signed: bool,
    truncates: bool,
    to: Scalar,
    flags: Flags,
}

impl Op {
    pub(super) fn decode(op: OperationRef<'_, '_>, name: &str) -> Option<Self> {
        let signed = match name {
            "arith.extsi" | "arith.index_cast" | "index.casts" => true,
            "arith.extui" | "arith.index_castui" | "index.castu" | "arith.trunci" => false,
            _ => return None,
        };
        let to = Scalar::of_elements(ir::result(op)?.r#type())?;
        Some(Self { signed, truncates: name == "arith.trunci", to, flags: Flags::decode(op) })
    }

    pub(super) fn evaluate(self, operands: &[Value], index_width: u32) -> Result<Value, Stop> {
        let width =
            self.to.int_width(index_width).ok_or_else(|| Stop::unsupported("a cast to floating point"))?;
        let cast = |i: &[Int]| {
            let [x] = i else { return Err(Stop::unsupported("not one operand")) };
            // A narrower result is the low bits, whichever way the operand is read.
            let result = Int::new(width, if self.signed { x.signed() } else { x.unsigned() });
            let broken = self.truncates
                && ((self.flags.nsw && result.signed() != x.signed())
                    || (self.flags.nuw && result.unsigned() != x.unsigned()));
            Ok(vec![if broken { Value::Poison } else { result.into() }])
        };
        let results = elementwise(operands, &cast, 1)?;
        results.into_iter().next().ok_or_else(|| Stop::unsupported("a cast"))
    }
}
