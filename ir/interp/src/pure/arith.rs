//! Integer arithmetic of `arith` and `index`.
//!
//! Results are computed as mathematical integers, then reduced to the width; a flag
//! makes the result poison where the reduction changed it.

use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::{elementwise, lift};
use crate::int::Int;
use crate::stop::Stop;
use crate::value::Value;

/// An operation on integers of one type.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Binary(Binary, Flags),
    /// Two results: the low half and the high half (or the carry).
    Extended(Extended),
    Compare(Predicate),
    Select,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Binary {
    Add,
    Sub,
    Mul,
    DivU,
    DivS,
    CeilDivU,
    CeilDivS,
    FloorDivS,
    RemU,
    RemS,
    And,
    Or,
    Xor,
    ShL,
    ShrU,
    ShrS,
    MinU,
    MinS,
    MaxU,
    MaxS,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Extended {
    AddU,
    MulU,
    MulS,
}

/// Promises; where one is broken, the result is poison.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flags {
    /// No signed wrap.
    pub nsw: bool,
    /// No unsigned wrap.
    pub nuw: bool,
    /// No remainder, no bit shifted out.
    pub exact: bool,
}

impl Flags {
    pub(super) fn decode(op: OperationRef<'_, '_>) -> Self {
        let text = op.attribute("overflowFlags").map(|a| a.to_string()).unwrap_or_default();
        let exact = op.has_attribute("isExact");
        Self { nsw: text.contains("nsw"), nuw: text.contains("nuw"), exact }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Predicate {
    Eq,
    Ne,
    Slt,
    Sle,
    Sgt,
    Sge,
    Ult,
    Ule,
    Ugt,
    Uge,
}

impl Predicate {
    /// In the order of `arith`'s enumeration.
    const ALL: [(&str, Self); 10] = [
        ("eq", Self::Eq),
        ("ne", Self::Ne),
        ("slt", Self::Slt),
        ("sle", Self::Sle),
        ("sgt", Self::Sgt),
        ("sge", Self::Sge),
        ("ult", Self::Ult),
        ("ule", Self::Ule),
        ("ugt", Self::Ugt),
        ("uge", Self::Uge),
    ];

    /// `arith` numbers predicates, `index` names them: `#index<cmp_predicate slt>`.
    fn decode(op: OperationRef<'_, '_>) -> Option<Self> {
        if let Some(number) = op.attribute("predicate").ok().and_then(ir::integer) {
            return Some(Self::ALL.get(usize::try_from(number).ok()?)?.1);
        }
        let text = op.attribute("pred").ok()?.to_string();
        let name = text.trim_end_matches(['>', ')']).rsplit([' ', '(']).next()?;
        Self::ALL.iter().find(|(n, _)| *n == name).map(|(_, p)| *p)
    }

    fn holds(self, a: Int, b: Int) -> bool {
        match self {
            Self::Eq => a == b,
            Self::Ne => a != b,
            Self::Slt => a.signed() < b.signed(),
            Self::Sle => a.signed() <= b.signed(),
            Self::Sgt => a.signed() > b.signed(),
            Self::Sge => a.signed() >= b.signed(),
            Self::Ult => a.unsigned() < b.unsigned(),
            Self::Ule => a.unsigned() <= b.unsigned(),
            Self::Ugt => a.unsigned() > b.unsigned(),
            Self::Uge => a.unsigned() >= b.unsigned(),
        }
    }
}

impl Op {
    pub(super) fn decode(op: OperationRef<'_, '_>, name: &str) -> Option<Self> {
        let (dialect, mnemonic) = name.split_once('.')?;
        let binary = |binary| Some(Self::Binary(binary, Flags::decode(op)));
        match (dialect, mnemonic) {
            ("arith", "cmpi") | ("index", "cmp") => Predicate::decode(op).map(Self::Compare),
            ("arith", "select") => Some(Self::Select),
            ("arith", "addui_extended") => Some(Self::Extended(Extended::AddU)),
            ("arith", "mului_extended") => Some(Self::Extended(Extended::MulU)),
            ("arith", "mulsi_extended") => Some(Self::Extended(Extended::MulS)),
            ("arith", "addi") | ("index", "add") => binary(Binary::Add),
            ("arith", "subi") | ("index", "sub") => binary(Binary::Sub),
            ("arith", "muli") | ("index", "mul") => binary(Binary::Mul),
            ("arith", "divui") | ("index", "divu") => binary(Binary::DivU),
            ("arith", "divsi") | ("index", "divs") => binary(Binary::DivS),
            ("arith", "ceildivui") | ("index", "ceildivu") => binary(Binary::CeilDivU),
            ("arith", "ceildivsi") | ("index", "ceildivs") => binary(Binary::CeilDivS),
            ("arith", "floordivsi") | ("index", "floordivs") => binary(Binary::FloorDivS),
            ("arith", "remui") | ("index", "remu") => binary(Binary::RemU),
            ("arith", "remsi") | ("index", "rems") => binary(Binary::RemS),
            ("arith", "andi") | ("index", "and") => binary(Binary::And),
            ("arith", "ori") | ("index", "or") => binary(Binary::Or),
            ("arith", "xori") | ("index", "xor") => binary(Binary::Xor),
            ("arith", "shli") | ("index", "shl") => binary(Binary::ShL),
            ("arith", "shrui") | ("index", "shru") => binary(Binary::ShrU),
            ("arith", "shrsi") | ("index", "shrs") => binary(Binary::ShrS),
            ("arith", "minui") | ("index", "minu") => binary(Binary::MinU),
            ("arith", "minsi") | ("index", "mins") => binary(Binary::MinS),
            ("arith", "maxui") | ("index", "maxu") => binary(Binary::MaxU),
            ("arith", "maxsi") | ("index", "maxs") => binary(Binary::MaxS),
            _ => None,
        }
    }

    pub(super) fn evaluate(self, operands: &[Value]) -> Result<Vec<Value>, Stop> {
        match self {
            Self::Select => select(operands).map(|v| vec![v]),
            Self::Compare(predicate) => {
                elementwise(operands, &|i| pair(i).map(|(a, b)| vec![Value::bool(predicate.holds(a, b))]), 1)
            }
            Self::Extended(which) => {
                elementwise(operands, &|i| pair(i).map(|(a, b)| which.compute(a, b).into()), 2)
            }
            Self::Binary(binary, flags) => match operands {
                [a, b] if binary.divides() => divide(binary, flags, a, b).map(|v| vec![v]),
                _ => elementwise(
                    operands,
                    &|i| pair(i).map(|(a, b)| vec![binary.compute(flags, a, b).into()]),
                    1,
                ),
            },
        }
    }
}

fn pair(integers: &[Int]) -> Result<(Int, Int), Stop> {
    match integers {
        [a, b] => Ok((*a, *b)),
        _ => Err(Stop::unsupported("not two operands")),
    }
}

/// The arm that is not chosen is ignored, also if it is poison.
fn select(operands: &[Value]) -> Result<Value, Stop> {
    match operands {
        [Value::Poison, ..] => Ok(Value::Poison),
        [Value::Int(condition), yes, no] => Ok(if condition.unsigned() == 1 { yes } else { no }.clone()),
        [Value::Vector(conditions), Value::Poison, Value::Poison] => {
            Ok(Value::Vector(vec![Value::Poison; conditions.len()].into()))
        }
        [Value::Vector(_), _, _] => {
            let chosen = lift(operands, 1, &|e| select(e).map(|v| vec![v]))?;
            chosen.into_iter().next().ok_or_else(|| Stop::unsupported("arith.select"))
        }
        _ => Err(Stop::unsupported("arith.select of these operands")),
    }
}

/// Divisions trap: the divisor must be known to be right before the dividend matters.
fn divide(op: Binary, flags: Flags, a: &Value, b: &Value) -> Result<Value, Stop> {
    match (a, b) {
        (_, Value::Poison) => Err(Stop::undefined("division by poison")),
        (_, Value::Int(b)) if b.unsigned() == 0 => Err(Stop::undefined("division by zero")),
        // Poison may be the least value, whose quotient by -1 overflows.
        (Value::Poison, Value::Int(b)) if op.overflows() && b.signed() == -1 => {
            Err(Stop::undefined("signed division overflow"))
        }
        (Value::Poison, Value::Int(_)) => Ok(Value::Poison),
        (Value::Int(a), Value::Int(b)) => {
            if op.overflows() && b.signed() == -1 && a.signed() == Int::signed_min(a.width()) {
                return Err(Stop::undefined("signed division overflow"));
            }
            Ok(op.compute(flags, *a, *b).into())
        }
        (Value::Poison, Value::Vector(divisors)) => {
            divide(op, flags, &Value::Vector(vec![Value::Poison; divisors.len()].into()), b)
        }
        _ => {
            let whole = lift(&[a.clone(), b.clone()], 1, &|e| match e {
                [a, b] => divide(op, flags, a, b).map(|v| vec![v]),
                _ => Err(Stop::unsupported("not two operands")),
            })?;
            whole.into_iter().next().ok_or_else(|| Stop::unsupported("a division"))
        }
    }
}

impl Binary {
    fn divides(self) -> bool {
        self.overflows() || matches!(self, Self::DivU | Self::CeilDivU | Self::RemU | Self::RemS)
    }

    /// Whether the least value has no quotient by -1. (Of `remsi` the documentation
    /// names division by zero only; the remainder by -1 is 0.)
    fn overflows(self) -> bool {
        matches!(self, Self::DivS | Self::CeilDivS | Self::FloorDivS)
    }

    /// The result, `None` for poison; divisors are not zero, and no quotient overflows.
    fn compute(self, flags: Flags, a: Int, b: Int) -> Option<Int> {
        let width = a.width();
        let (sa, sb, ua, ub) = (a.signed(), b.signed(), a.unsigned(), b.unsigned());
        // The exact result under either reading, where flags can ask for it.
        let flagged = |signed: i128, unsigned: i128| {
            let broken = (flags.nsw && !Int::fits_signed(width, signed))
                || (flags.nuw && !Int::fits_unsigned(width, unsigned));
            (!broken).then(|| Int::new(width, signed))
        };
        let exactly = |holds: bool, result: i128| (!flags.exact || holds).then(|| Int::new(width, result));
        let plain = |result: i128| Some(Int::new(width, result));
        let shift = (ub < i128::from(width)).then_some(ub as u32);
        match self {
            Self::Add => flagged(sa + sb, ua + ub),
            Self::Sub => flagged(sa - sb, ua - ub),
            // An unsigned product of 64 bits may pass the 127 bits of a signed one.
            Self::Mul => flagged(sa * sb, i128::try_from(ua as u128 * ub as u128).unwrap_or(i128::MAX)),
            Self::DivU => exactly(ua % ub == 0, ua / ub),
            Self::DivS => exactly(sa % sb == 0, sa / sb),
            Self::CeilDivU => plain(ua / ub + i128::from(ua % ub != 0)),
            Self::CeilDivS => plain(-floor_div(-sa, sb)),
            Self::FloorDivS => plain(floor_div(sa, sb)),
            Self::RemU => plain(ua % ub),
            Self::RemS => plain(sa % sb),
            Self::And => plain(ua & ub),
            Self::Or => plain(ua | ub),
            Self::Xor => plain(ua ^ ub),
            Self::ShL => flagged(sa << shift?, ua << shift?),
            Self::ShrU => exactly(ua & ((1 << shift?) - 1) == 0, ua >> shift?),
            Self::ShrS => exactly(ua & ((1 << shift?) - 1) == 0, sa >> shift?),
            Self::MinU => plain(ua.min(ub)),
            Self::MinS => plain(sa.min(sb)),
            Self::MaxU => plain(ua.max(ub)),
            Self::MaxS => plain(sa.max(sb)),
        }
    }
}

/// The quotient rounded down.
pub(super) fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

impl Extended {
    fn compute(self, a: Int, b: Int) -> [Value; 2] {
        let width = a.width();
        let halves =
            |product: i128| [Int::new(width, product).into(), Int::new(width, product >> width).into()];
        match self {
            Self::AddU => {
                let sum = a.unsigned() + b.unsigned();
                [Int::new(width, sum).into(), Value::bool(!Int::fits_unsigned(width, sum))]
            }
            Self::MulS => halves(a.signed() * b.signed()),
            Self::MulU => {
                let product = a.unsigned() as u128 * b.unsigned() as u128;
                let high = (product >> width) as i128;
                [Int::new(width, product as i128).into(), Int::new(width, high).into()]
            }
        }
    }
}
