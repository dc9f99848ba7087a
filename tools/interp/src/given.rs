//! [`Given`]: a number in a job.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::fault::Reason;
use crate::number::{Float, Int, Scalar};
use crate::read::types::Element;

/// A number in a job: an integer of 64 bits is not rounded, and what JSON has no number for is a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Given {
    /// One without a point.
    Whole(i64),
    /// Any other.
    Real(f64),
}

/// What JSON has no number for, by name.
const TEXTS: [(&str, f64); 3] = [("nan", f64::NAN), ("inf", f64::INFINITY), ("-inf", f64::NEG_INFINITY)];

impl Given {
    /// As an element: a number is rounded to its format.
    ///
    /// # Errors
    /// [`Reason::Unsupported`] for an integer that is to be none.
    pub fn scalar(self, element: Element) -> Result<Scalar, Reason> {
        Ok(match (element, self) {
            (Element::Float(format), Self::Whole(value)) => {
                Float::given(format, format.round(value as f64)).into()
            }
            (Element::Float(format), Self::Real(value)) => Float::given(format, format.round(value)).into(),
            (_, Self::Whole(value)) => Int::new(element.bits(), value.into()).into(),
            (_, Self::Real(value)) if value.is_finite() => Int::new(element.bits(), value as i128).into(),
            (_, Self::Real(value)) => return Err(Reason::unsupported(format!("{value} as an integer"))),
        })
    }
}

impl Serialize for Given {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Whole(value) => serializer.serialize_i64(value),
            Self::Real(value) => {
                let named = TEXTS
                    .iter()
                    .find(|(_, text)| text.total_cmp(&value).is_eq() || text.is_nan() && value.is_nan());
                match named {
                    Some((name, _)) => serializer.serialize_str(name),
                    None => serializer.serialize_f64(value),
                }
            }
        }
    }
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl Visitor<'_> for Reader {
    type Value = Given;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number")?;
        TEXTS.iter().try_for_each(|(name, _)| write!(f, " or {name:?}"))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Given, E> {
        Ok(Given::Whole(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Given, E> {
        Ok(i64::try_from(value).map_or(Given::Real(value as f64), Given::Whole))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Given, E> {
        Ok(Given::Real(value))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Given, E> {
        let named = TEXTS.iter().find(|(name, _)| *name == text);
        let (_, value) = named.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))?;
        Ok(Given::Real(*value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Format;

    #[test]
    fn numbers_and_their_texts() {
        let text = r#"[1,-9223372036854775807,0.5,"nan","inf","-inf"]"#;
        let given: Vec<Given> = serde_json::from_str(text).unwrap();
        assert_eq!(given[..3], [Given::Whole(1), Given::Whole(-i64::MAX), Given::Real(0.5)]);
        assert!(matches!(given[3], Given::Real(value) if value.is_nan()));
        assert_eq!(given[4..], [Given::Real(f64::INFINITY), Given::Real(f64::NEG_INFINITY)]);
        assert_eq!(serde_json::to_string(&given).unwrap(), text);
        assert_eq!(serde_json::to_string(&Given::Real(-f64::NAN)).unwrap(), r#""nan""#);
        let other = serde_json::from_str::<Given>(r#""NaN""#).unwrap_err().to_string();
        assert!(
            other
                .starts_with(r#"invalid value: string "NaN", expected a number or "nan" or "inf" or "-inf""#)
        );
    }

    #[test]
    fn integers_are_no_infinities() {
        assert!(Given::Real(f64::INFINITY).scalar(Element::Int(32)).is_err());
        assert!(Given::Real(f64::INFINITY).scalar(Element::Float(Format::F16)).is_ok());
    }
}
