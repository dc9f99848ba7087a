//! [`Numbers`]: what a function of the host computes, each number once.

use std::fmt;

use rustc_hash::FxHashMap;

/// A number, of a function's parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// Itself.
    Constant(i64),
    /// A parameter of the function.
    Parameter(usize),
    /// What is computed.
    Value(usize),
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(number) => write!(f, "{number}"),
            Self::Parameter(number) => write!(f, "\"p{number}\""),
            Self::Value(number) => write!(f, "\"v{number}\""),
        }
    }
}

/// What is computed, each once.
#[derive(Default)]
pub struct Numbers {
    places: FxHashMap<(&'static str, Vec<Number>), usize>,
    /// As they are written.
    pub texts: Vec<String>,
}

impl Numbers {
    /// An operation; of two constants its value where that is one of nonnegative numbers.
    pub fn of(&mut self, name: &'static str, operands: &[Number]) -> Number {
        use Number::Constant;
        match (name, operands) {
            (_, [Constant(a), Constant(b)]) if fold(name, *a, *b).is_some() => {
                return Constant(fold(name, *a, *b).unwrap_or(0));
            }
            ("muli", [x, Constant(1)] | [Constant(1), x])
            | ("addi", [x, Constant(0)] | [Constant(0), x])
            | ("truth", [x, Constant(1)] | [Constant(1), x]) => return *x,
            ("muli" | "truth", [_, Constant(0)] | [Constant(0), _]) => return Constant(0),
            _ => {}
        }
        let name = if name == "truth" { "andi" } else { name };
        let next = self.texts.len();
        let place = *self.places.entry((name, operands.to_vec())).or_insert(next);
        if place == next {
            let operands: String = operands.iter().map(|operand| format!(", {operand}")).collect();
            self.texts.push(format!("[\"{name}\"{operands}]"));
        }
        Number::Value(place)
    }
}

/// The predicates of `arith.cmpi`, in its order.
pub const PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
/// Operations of `arith` on integers.
pub const OPERATIONS: [&str; 16] = [
    "addi",
    "subi",
    "muli",
    "divsi",
    "divui",
    "ceildivsi",
    "ceildivui",
    "floordivsi",
    "remsi",
    "remui",
    "minsi",
    "maxsi",
    "minui",
    "maxui",
    "andi",
    "ori",
];
/// `andi` of two truths.
pub const BOTH: &str = "truth";

/// The value of an operation on numbers that are not negative, where that is one.
fn fold(name: &str, a: i64, b: i64) -> Option<i64> {
    if a < 0 || b < 0 {
        return None;
    }
    let truth = |holds: bool| Some(i64::from(holds));
    match name {
        "addi" => a.checked_add(b),
        "subi" => a.checked_sub(b),
        "muli" => a.checked_mul(b),
        "divsi" | "divui" | "floordivsi" => a.checked_div(b),
        "ceildivsi" | "ceildivui" => Some(a.checked_div(b)? + i64::from(a % b != 0)),
        "remsi" | "remui" => a.checked_rem(b),
        "minsi" | "minui" => Some(a.min(b)),
        "maxsi" | "maxui" => Some(a.max(b)),
        "andi" | "truth" => Some(a & b),
        "ori" => Some(a | b),
        "eq" => truth(a == b),
        "ne" => truth(a != b),
        "slt" | "ult" => truth(a < b),
        "sle" | "ule" => truth(a <= b),
        "sgt" | "ugt" => truth(a > b),
        "sge" | "uge" => truth(a >= b),
        _ => None,
    }
}
