//! What a function of the host launches, as its module says: `docs/running.md` has the fields.

use serde::Deserialize;
use thiserror::Error;

use crate::job::parameters::Parameter;

/// A function of the host.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Launches {
    /// Bits of its parameters.
    parameters: Vec<u32>,
    /// Parameters that have a certain value.
    fixed: Vec<(usize, i64)>,
    /// What it computes: an operation and its operands.
    values: Vec<Vec<Text>>,
    r#do: Vec<Step>,
}

/// What it does.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged, deny_unknown_fields)]
enum Step {
    If {
        r#if: Text,
        then: Vec<Step>,
        r#else: Vec<Step>,
    },
    Launch {
        kernel: String,
        grid: [Text; 3],
        block: [Text; 3],
        /// Bits and number.
        parameters: Vec<(u32, Text)>,
    },
}

/// A number, or the name of one or of an operation.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Text {
    Number(i64),
    Name(String),
}

/// A launch of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// Its name.
    pub kernel: String,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads.
    pub block: [u32; 3],
    /// What it is given.
    pub parameters: Vec<Parameter>,
}

/// Why it is not known what a function launches.
#[derive(Debug, Error)]
pub enum LaunchError {
    /// What the module says is no description.
    #[error("its description in the module is not understood: {0}")]
    Text(#[from] serde_json::Error),
    /// Other arguments than it has.
    #[error("it has {expected} parameters of {bits} bits, the arguments make {found}: {labels}")]
    Parameters {
        /// How many it has.
        expected: usize,
        /// Bits of each.
        bits: String,
        /// How many there are.
        found: usize,
        /// What they are.
        labels: String,
    },
    /// An argument with another value than the function is for.
    #[error("{label} is {found}, and the function is for {expected}")]
    Fixed {
        /// What it is.
        label: String,
        /// Its value.
        found: i64,
        /// The one it must have.
        expected: i64,
    },
    /// A number that is none.
    #[error("its description in the module has no number `{0}`")]
    Number(String),
    /// A division by zero, or one that overflows.
    #[error("value {0} of its description is not defined for these arguments")]
    Undefined(usize),
    /// A grid or block beyond 32 bits.
    #[error("it launches `{kernel}` with {size} blocks or threads, and there are at most 2^32 - 1")]
    Size {
        /// The kernel.
        kernel: String,
        /// How many.
        size: i64,
    },
}

/// What a module says of a function, in a text that may end with zeros.
///
/// # Errors
///
/// [`LaunchError::Text`].
pub fn read(bytes: &[u8]) -> Result<Launches, LaunchError> {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    Ok(serde_json::from_slice(&bytes[..end])?)
}

impl Launches {
    /// The launches with these arguments.
    ///
    /// # Errors
    ///
    /// [`LaunchError`], but not [`LaunchError::Text`].
    pub fn with(&self, arguments: &[Parameter]) -> Result<Vec<Launch>, LaunchError> {
        let bytes = |bits: &u32| bits.div_ceil(8) as usize;
        if !self.parameters.iter().map(bytes).eq(arguments.iter().map(|argument| argument.bytes.len())) {
            let labels: Vec<&str> = arguments.iter().map(|argument| argument.label.as_str()).collect();
            return Err(LaunchError::Parameters {
                expected: self.parameters.len(),
                bits: self.parameters.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
                found: arguments.len(),
                labels: if labels.is_empty() { "none".to_owned() } else { labels.join("; ") },
            });
        }
        let mut numbers = Numbers { parameters: arguments.iter().map(signed).collect(), values: Vec::new() };
        for &(number, expected) in &self.fixed {
            let missing = || LaunchError::Number(format!("p{number}"));
            let found = *numbers.parameters.get(number).ok_or_else(missing)?;
            if found != expected {
                return Err(LaunchError::Fixed { label: arguments[number].label.clone(), found, expected });
            }
        }
        for value in &self.values {
            let value = numbers.operation(value)?;
            numbers.values.push(value);
        }
        let mut out = Vec::new();
        collect(&self.r#do, &numbers, &mut out)?;
        Ok(out)
    }
}

/// A parameter as a number, by its sign.
fn signed(parameter: &Parameter) -> i64 {
    let negative = parameter.bytes.last().is_some_and(|byte| byte & 0x80 != 0);
    let mut bytes = [if negative { 0xff } else { 0 }; 8];
    for (to, from) in bytes.iter_mut().zip(&parameter.bytes) {
        *to = *from;
    }
    i64::from_le_bytes(bytes)
}

fn collect(steps: &[Step], numbers: &Numbers, out: &mut Vec<Launch>) -> Result<(), LaunchError> {
    for step in steps {
        match step {
            Step::If { r#if, then, r#else } => {
                collect(if numbers.of(r#if)? == 0 { r#else } else { then }, numbers, out)?;
            }
            Step::Launch { kernel, grid, block, parameters } => {
                let size = |text: &Text| {
                    let size = numbers.of(text)?;
                    u32::try_from(size).map_err(|_| LaunchError::Size { kernel: kernel.clone(), size })
                };
                let sizes =
                    |of: &[Text; 3]| Ok::<_, LaunchError>([size(&of[0])?, size(&of[1])?, size(&of[2])?]);
                let parameters = parameters.iter().enumerate().map(|(place, (bits, text))| {
                    let bytes = numbers.of(text)?.to_le_bytes();
                    let count = (bits.div_ceil(8) as usize).min(8);
                    Ok(Parameter { label: format!("parameter {place}"), bytes: bytes[..count].to_vec() })
                });
                out.push(Launch {
                    kernel: kernel.clone(),
                    grid: sizes(grid)?,
                    block: sizes(block)?,
                    parameters: parameters.collect::<Result<_, LaunchError>>()?,
                });
            }
        }
    }
    Ok(())
}

/// What is known so far. A value that is not defined is no mistake unless it is used.
struct Numbers {
    parameters: Vec<i64>,
    values: Vec<Option<i64>>,
}

impl Numbers {
    fn of(&self, text: &Text) -> Result<i64, LaunchError> {
        let name = match text {
            Text::Number(number) => return Ok(*number),
            Text::Name(name) => name,
        };
        let missing = || LaunchError::Number(name.clone());
        let place = |rest: &str| rest.parse::<usize>().map_err(|_| missing());
        match (name.strip_prefix('p'), name.strip_prefix('v')) {
            (Some(rest), _) => self.parameters.get(place(rest)?).copied().ok_or_else(missing),
            (_, Some(rest)) => {
                let place = place(rest)?;
                self.values.get(place).ok_or_else(missing)?.ok_or(LaunchError::Undefined(place))
            }
            _ => Err(missing()),
        }
    }

    fn operation(&self, value: &[Text]) -> Result<Option<i64>, LaunchError> {
        let Some((Text::Name(name), operands)) = value.split_first() else {
            return Err(LaunchError::Number(format!("{value:?}")));
        };
        let operands: Result<Vec<i64>, LaunchError> =
            operands.iter().map(|operand| self.of(operand)).collect();
        match (operands, name.as_str()) {
            (Err(LaunchError::Undefined(_)), _) => Ok(None),
            (Err(error), _) => Err(error),
            (Ok(operands), "select") if operands.len() == 3 => {
                Ok(Some(operands[if operands[0] == 0 { 2 } else { 1 }]))
            }
            (Ok(operands), name) => match operands[..] {
                [a, b] => binary(name, a, b).ok_or_else(|| LaunchError::Number(name.to_owned())),
                _ => Err(LaunchError::Number(name.to_owned())),
            },
        }
    }
}

/// An operation of `arith` on 64 bits, `Some(None)` where it is not defined.
fn binary(name: &str, a: i64, b: i64) -> Option<Option<i64>> {
    let (ua, ub) = (a as u64, b as u64);
    let unsigned = |value: Option<u64>| value.map(|value| value as i64);
    let ceil = |quotient: i64| quotient + i64::from(a % b != 0 && (a < 0) == (b < 0));
    let floor = |quotient: i64| quotient - i64::from(a % b != 0 && (a < 0) != (b < 0));
    let truth = |holds: bool| Some(i64::from(holds));
    Some(match name {
        "addi" => Some(a.wrapping_add(b)),
        "subi" => Some(a.wrapping_sub(b)),
        "muli" => Some(a.wrapping_mul(b)),
        "divsi" => a.checked_div(b),
        "ceildivsi" => a.checked_div(b).map(ceil),
        "floordivsi" => a.checked_div(b).map(floor),
        "remsi" => a.checked_rem(b),
        "divui" => unsigned(ua.checked_div(ub)),
        "ceildivui" => unsigned((ub != 0).then(|| ua.div_ceil(ub))),
        "remui" => unsigned(ua.checked_rem(ub)),
        "minsi" => Some(a.min(b)),
        "maxsi" => Some(a.max(b)),
        "minui" => unsigned(Some(ua.min(ub))),
        "maxui" => unsigned(Some(ua.max(ub))),
        "andi" => Some(a & b),
        "ori" => Some(a | b),
        "eq" => truth(a == b),
        "ne" => truth(a != b),
        "slt" => truth(a < b),
        "sle" => truth(a <= b),
        "sgt" => truth(a > b),
        "sge" => truth(a >= b),
        "ult" => truth(ua < ub),
        "ule" => truth(ua <= ub),
        "ugt" => truth(ua > ub),
        "uge" => truth(ua >= ub),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    const TEXT: &[u8] = b"{\"parameters\": [64, 64, 32], \"fixed\": [[1, 8]],
        \"values\": [[\"ne\", \"p0\", 0], [\"divui\", 100, \"p0\"], [\"ceildivui\", \"v1\", 8], [\"subi\", 0, \"p2\"]],
        \"do\": [{\"if\": \"v0\", \"then\": [{\"kernel\": \"k\", \"grid\": [\"v2\", 1, 1], \"block\": [\"p1\", 1, 1],
        \"parameters\": [[64, \"p0\"], [32, \"v3\"]]}], \"else\": []}]}\0";

    fn arguments(first: i64, second: i64, third: i32) -> Vec<Parameter> {
        let bytes =
            [first.to_le_bytes().to_vec(), second.to_le_bytes().to_vec(), third.to_le_bytes().to_vec()];
        bytes.map(|bytes| Parameter { label: "x".into(), bytes }).to_vec()
    }

    #[test]
    fn a_function_launches_what_its_description_says() {
        let function = read(TEXT).unwrap();
        let launches = function.with(&arguments(3, 8, -5)).unwrap();
        assert_eq!(launches.len(), 1);
        assert_eq!((launches[0].grid, launches[0].block), ([5, 1, 1], [8, 1, 1]));
        assert_eq!(launches[0].parameters[1].bytes, 5i32.to_le_bytes());
        // What divides by zero is on the side that is not taken.
        assert_eq!(function.with(&arguments(0, 8, 0)).unwrap(), []);
    }

    #[test]
    fn other_arguments_are_named() {
        let function = read(TEXT).unwrap();
        let text = |error: LaunchError| error.to_string();
        assert_eq!(
            text(function.with(&arguments(3, 9, 0)).unwrap_err()),
            "x is 9, and the function is for 8"
        );
        assert_eq!(
            text(function.with(&arguments(3, 9, 0)[..2]).unwrap_err()),
            "it has 3 parameters of 64, 64, 32 bits, the arguments make 2: x; x"
        );
        let wrong = String::from_utf8_lossy(TEXT).replace("\"v1\"", "\"v7\"");
        let wrong = read(wrong.as_bytes()).unwrap().with(&arguments(3, 8, 0)).unwrap_err();
        assert_eq!(text(wrong), "its description in the module has no number `v7`");
    }

    #[test]
    fn operations_are_those_of_arith() {
        let cases = [
            ("ceildivsi", -7, 2, -3),
            ("floordivsi", -7, 2, -4),
            ("divsi", -7, 2, -3),
            ("remsi", -7, 2, -1),
            ("ceildivui", 7, 2, 4),
            ("remui", -1, 16, 15),
            ("ult", 1, -1, 1),
            ("slt", 1, -1, 0),
            ("maxui", 1, -1, -1),
            ("minsi", 1, -1, -1),
            ("muli", i64::MAX, 2, -2),
        ];
        for (name, a, b, expected) in cases {
            assert_eq!(binary(name, a, b), Some(Some(expected)), "{name} {a} {b}");
        }
        assert_eq!(binary("divsi", i64::MIN, -1), Some(None));
        assert_eq!(binary("remui", 1, 0), Some(None));
        assert_eq!(binary("power", 1, 2), None);
    }
}
