//! Whether what a kernel wrote is what was expected.

use serde::Serialize;

use super::array::{Array, index_of};
use super::element::Number;

/// How far an element may be off: by `absolute + relative · |expected|`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Tolerance {
    /// In the element's unit.
    pub absolute: f64,
    /// A fraction of what is expected.
    pub relative: f64,
}

/// An element that is off.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Its index, outermost first.
    pub index: Vec<usize>,
    /// What it is.
    pub got: Number,
    /// What it should be.
    pub expected: Number,
}

/// What a comparison of two arrays found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// How many elements were compared.
    pub elements: usize,
    /// How many are further off than allowed.
    pub wrong: usize,
    /// The largest error of an element, allowed or not; infinite where one of the two is no finite
    /// number and the other not the same.
    #[serde(serialize_with = "as_number")]
    pub largest_error: f64,
    /// The element that exceeds what is allowed the most.
    pub worst: Option<Difference>,
}

fn as_number<S: serde::Serializer>(x: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Number::Float(*x).serialize(serializer)
}

/// Compares element by element: integers exactly, others in `f64`. NaN equals NaN, and an infinity
/// itself alone. Precondition: both have the same shape.
pub fn compare(got: &Array, expected: &Array, tolerance: Tolerance) -> Comparison {
    let mut result = Comparison { elements: got.len(), wrong: 0, largest_error: 0.0, worst: None };
    let mut most = f64::NEG_INFINITY;
    for (position, (got_number, expected_number)) in got.numbers().zip(expected.numbers()).enumerate() {
        let error = error(got_number, expected_number);
        result.largest_error = result.largest_error.max(error);
        // What is not finite is off by infinity, or not at all: no tolerance makes up for that.
        let allowed = if error.is_finite() {
            tolerance.absolute + tolerance.relative * expected_number.to_f64().abs()
        } else {
            0.0
        };
        // Of an infinity that is right, `allowed` is infinite.
        if error > allowed {
            result.wrong += 1;
            if error - allowed > most {
                most = error - allowed;
                let index = index_of(position, &got.shape);
                result.worst = Some(Difference { index, got: got_number, expected: expected_number });
            }
        }
    }
    result
}

/// The distance of two numbers; infinite if one is not finite and the other is not the same.
fn error(got: Number, expected: Number) -> f64 {
    if let (Number::Integer(a), Number::Integer(b)) = (got, expected) {
        return a.abs_diff(b) as f64;
    }
    let (a, b) = (got.to_f64(), expected.to_f64());
    if a == b || (a.is_nan() && b.is_nan()) {
        0.0
    } else if a.is_finite() && b.is_finite() {
        (a - b).abs()
    } else {
        f64::INFINITY
    }
}
