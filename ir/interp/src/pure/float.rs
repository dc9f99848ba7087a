//! Floating-point arithmetic, as far as payloads need it: 32 and 64 bits.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

use super::cast::Scalar;
use super::lift;
use crate::int::Int;
use crate::stop::Stop;
use crate::value::{Float, Value};

/// An operation on floating-point numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Binary(fn(f64, f64) -> f64),
    Negate,
    /// `arith.cmpf` by the number of its predicate.
    Compare(u8),
    /// A conversion from an integer, signed or not.
    FromInt {
        signed: bool,
        width: u32,
    },
    /// A conversion to another format.
    Convert(u32),
}

impl Op {
    pub(super) fn decode(op: OperationRef<'_, '_>, name: &str) -> Option<Self> {
        let width = || match Scalar::of_elements(ir::result(op)?.r#type())? {
            Scalar::Float(width @ (32 | 64)) => Some(width),
            _ => None,
        };
        Some(match name {
            "arith.addf" => Self::Binary(|a, b| a + b),
            "arith.subf" => Self::Binary(|a, b| a - b),
            "arith.mulf" => Self::Binary(|a, b| a * b),
            "arith.divf" => Self::Binary(|a, b| a / b),
            "arith.negf" => Self::Negate,
            "arith.cmpf" => {
                Self::Compare(op.attribute("predicate").ok().and_then(ir::integer)?.try_into().ok()?)
            }
            "arith.sitofp" => Self::FromInt { signed: true, width: width()? },
            "arith.uitofp" => Self::FromInt { signed: false, width: width()? },
            "arith.extf" | "arith.truncf" => Self::Convert(width()?),
            _ => return None,
        })
    }

    pub(super) fn evaluate(self, operands: &[Value]) -> Result<Value, Stop> {
        match operands {
            _ if operands.iter().any(Value::is_poison) => Ok(Value::Poison),
            [Value::Float(a), Value::Float(b)] => self.of_two(*a, *b),
            [Value::Float(a)] => self.of_one(*a),
            [Value::Int(i)] => self.of_int(*i),
            _ => {
                let results = lift(operands, 1, &|e| self.evaluate(e).map(|v| vec![v]))?;
                results.into_iter().next().ok_or_else(|| Stop::unsupported("floating point"))
            }
        }
    }

    fn of_two(self, a: Float, b: Float) -> Result<Value, Stop> {
        match self {
            // Two numbers of 32 bits, rounded once to 64 and then to 32, are rounded rightly.
            Self::Binary(f) => rounded(a.width, f(a.value, b.value)),
            Self::Compare(predicate) => Ok(Value::bool(compare(predicate, a.value, b.value))),
            _ => Err(Stop::unsupported("floating point")),
        }
    }

    fn of_one(self, a: Float) -> Result<Value, Stop> {
        match self {
            Self::Negate => rounded(a.width, -a.value),
            Self::Convert(width) => rounded(width, a.value),
            _ => Err(Stop::unsupported("floating point")),
        }
    }

    fn of_int(self, i: Int) -> Result<Value, Stop> {
        match self {
            // Of 32 bits directly: by way of 64 an integer would be rounded twice.
            Self::FromInt { signed, width: 32 } => {
                let value = if signed { i.signed() as f32 } else { i.unsigned() as f32 };
                rounded(32, value.into())
            }
            Self::FromInt { signed, width } => {
                rounded(width, if signed { i.signed() as f64 } else { i.unsigned() as f64 })
            }
            _ => Err(Stop::unsupported("floating point")),
        }
    }
}

fn rounded(width: u32, value: f64) -> Result<Value, Stop> {
    let value = match width {
        64 => value,
        32 => f64::from(value as f32),
        _ => return Err(Stop::unsupported("arithmetic on a floating-point format of 16 bits")),
    };
    Ok(Value::Float(Float { width, value }))
}

/// The predicates of `arith.cmpf`: 1 to 6 are ordered, 8 to 13 unordered.
fn compare(predicate: u8, a: f64, b: f64) -> bool {
    let unordered = a.is_nan() || b.is_nan();
    let relation = |which: u8| match which {
        1 => a == b,
        2 => a > b,
        3 => a >= b,
        4 => a < b,
        5 => a <= b,
        _ => a != b,
    };
    match predicate {
        0 => false,
        1..=6 => !unordered && relation(predicate),
        7 => !unordered,
        8..=13 => unordered || relation(predicate - 7),
        14 => unordered,
        _ => true,
    }
}
