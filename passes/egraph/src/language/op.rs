//! The operators of the notation of rules, and what they mean on integers.

use layout_algebra::Swizzle;

/// An operator. `/` and `%` are floor division and its remainder and undefined
/// for divisors that are not positive; truth is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `x + y`.
    Add,
    /// `x - y`.
    Sub,
    /// `x · y`, multiplied out.
    Mul,
    /// `x · y`, as it stands.
    Product,
    /// Floor division.
    Div,
    /// Its remainder.
    Mod,
    /// Division rounded up.
    CeilDiv,
    /// Division rounded towards zero.
    TruncDiv,
    /// Its remainder, with the sign of the dividend.
    TruncRem,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// `x · 2^k`.
    Shl,
    /// `x / 2^k`.
    Shr,
    /// Bitwise and, as the machine's operation.
    Mask,
    /// `x · 2^k`, as the machine's operation.
    ShiftLeft,
    /// `x / 2^k`, as the machine's operation.
    ShiftRight,
    /// `(x · c) / 2^32`: the high word of an unsigned product.
    MulHigh,
    /// `x < y`.
    Lt,
    /// `x <= y`.
    Le,
    /// `x = y`.
    Eq,
    /// `x != y`.
    Ne,
    /// The second if the first is not 0, else the third.
    Select,
    /// Whether the first divides the second.
    Divides,
    /// Whether no bit is 1 in both, both natural.
    Disjoint,
    /// Whether every bit of the first is one of the second.
    Inside,
    /// `swz b m s x`.
    Swz,
    /// `ymask b m s`: the bits that a swizzle reads.
    SourceMask,
    /// `zmask b m s`: the bits that it changes.
    TargetMask,
    /// `period b m s`.
    Period,
    /// The value of a function at an integer.
    App,
    /// The function of a layout.
    Fn,
    /// Composition of functions.
    FCompose,
    /// Sorted values of a layout without repetition.
    Image,
    /// Sorted values of a layout.
    Sorted,
    /// `composition`.
    Compose,
    /// Layouts side by side.
    Concat,
    /// `complement` of the first in the size of the second.
    Complement,
    /// `logical_divide`.
    Divide,
    /// `logical_product`.
    LogicalProduct,
    /// `right_inverse`.
    RightInverse,
    /// `left_inverse`.
    LeftInverse,
    /// `coalesce`.
    Coalesce,
    /// `filter`.
    Filter,
    /// `flatten`.
    Flatten,
    /// The layout `n:d`.
    Mode,
    /// `get k l`: a mode of a layout.
    Get,
    /// `scale k l`: the strides times an integer.
    Scale,
    /// The modes in the order of their strides.
    ByStride,
    /// The number of coordinates.
    Size,
    /// One more than the largest value.
    Cosize,
    /// The product of all sizes but the last.
    Prefix,
    /// The last stride.
    LastStride,
    /// Whether no two coordinates have the same value.
    Injective,
    /// Whether values grow with the coordinate.
    Increasing,
    /// `chain l`: sorted by stride, each size times stride divides the next stride.
    Chain,
    /// Whether the values are `[0, size)`.
    Compact,
    /// `carries l i j`: whether the digits of `i` and `j` add without carry.
    NoCarry,
}

/// Every operator with its name and its number of arguments.
pub const OPERATORS: &[(&str, Op, usize)] = &[
    ("+", Op::Add, 2),
    ("-", Op::Sub, 2),
    ("*", Op::Mul, 2),
    ("*!", Op::Product, 2),
    ("/", Op::Div, 2),
    ("%", Op::Mod, 2),
    ("ceildiv", Op::CeilDiv, 2),
    ("truncdiv", Op::TruncDiv, 2),
    ("truncrem", Op::TruncRem, 2),
    ("min", Op::Min, 2),
    ("max", Op::Max, 2),
    ("&", Op::And, 2),
    ("or", Op::Or, 2),
    ("^", Op::Xor, 2),
    ("<<", Op::Shl, 2),
    (">>", Op::Shr, 2),
    ("&!", Op::Mask, 2),
    ("<<!", Op::ShiftLeft, 2),
    (">>!", Op::ShiftRight, 2),
    ("mulhi", Op::MulHigh, 2),
    ("<", Op::Lt, 2),
    ("<=", Op::Le, 2),
    ("=", Op::Eq, 2),
    ("!=", Op::Ne, 2),
    ("select", Op::Select, 3),
    ("divides", Op::Divides, 2),
    ("disjoint", Op::Disjoint, 2),
    ("inside", Op::Inside, 2),
    ("swz", Op::Swz, 4),
    ("ymask", Op::SourceMask, 3),
    ("zmask", Op::TargetMask, 3),
    ("period", Op::Period, 3),
    ("app", Op::App, 2),
    ("fn", Op::Fn, 1),
    ("fn-compose", Op::FCompose, 2),
    ("image", Op::Image, 1),
    ("sorted", Op::Sorted, 1),
    ("compose", Op::Compose, 2),
    ("concat", Op::Concat, usize::MAX),
    ("complement", Op::Complement, 2),
    ("divide", Op::Divide, 2),
    ("product", Op::LogicalProduct, 2),
    ("right-inverse", Op::RightInverse, 1),
    ("left-inverse", Op::LeftInverse, 1),
    ("coalesce", Op::Coalesce, 1),
    ("filter", Op::Filter, 1),
    ("flatten", Op::Flatten, 1),
    ("mode", Op::Mode, 2),
    ("get", Op::Get, 2),
    ("scale", Op::Scale, 2),
    ("by-stride", Op::ByStride, 1),
    ("size", Op::Size, 1),
    ("cosize", Op::Cosize, 1),
    ("prefix", Op::Prefix, 1),
    ("last-stride", Op::LastStride, 1),
    ("injective", Op::Injective, 1),
    ("increasing", Op::Increasing, 1),
    ("chain", Op::Chain, 1),
    ("compact", Op::Compact, 1),
    ("no-carry", Op::NoCarry, 3),
];

impl Op {
    /// The operator of a name, and how many arguments it takes.
    pub fn named(name: &str) -> Option<(Self, usize)> {
        OPERATORS.iter().find(|o| o.0 == name).map(|o| (o.1, o.2))
    }

    /// The name.
    pub fn name(self) -> &'static str {
        OPERATORS.iter().find(|o| o.1 == self).map_or("?", |o| o.0)
    }

    /// The value on integers; `None` where it is undefined, past 64 bits, or
    /// for operators on layouts.
    pub fn apply(self, args: &[i64]) -> Option<i64> {
        let swizzle = |b, m, s| Swizzle::new(b, m, s).ok();
        match (self, args) {
            (Self::Add, [a, b]) => a.checked_add(*b),
            (Self::Sub, [a, b]) => a.checked_sub(*b),
            (Self::Mul | Self::Product, [a, b]) => a.checked_mul(*b),
            (Self::Div, [a, b]) if *b > 0 => Some(a.div_euclid(*b)),
            (Self::Mod, [a, b]) if *b > 0 => Some(a.rem_euclid(*b)),
            (Self::CeilDiv, [a, b]) if *b > 0 => Some(a.div_euclid(*b) + i64::from(a.rem_euclid(*b) != 0)),
            (Self::TruncDiv, [a, b]) if *b > 0 => Some(a / b),
            (Self::TruncRem, [a, b]) if *b > 0 => Some(a % b),
            (Self::Min, [a, b]) => Some(*a.min(b)),
            (Self::Max, [a, b]) => Some(*a.max(b)),
            (Self::And | Self::Mask, [a, b]) => Some(a & b),
            (Self::Or, [a, b]) => Some(a | b),
            (Self::Xor, [a, b]) => Some(a ^ b),
            (Self::Shl | Self::ShiftLeft, [a, k]) => a.checked_mul(power(*k)?),
            (Self::Shr | Self::ShiftRight, [a, k]) => Some(a.div_euclid(power(*k)?)),
            (Self::MulHigh, [a, c]) => i64::try_from((i128::from(*a) * i128::from(*c)) >> 32).ok(),
            (Self::Lt, [a, b]) => Some(i64::from(a < b)),
            (Self::Le, [a, b]) => Some(i64::from(a <= b)),
            (Self::Eq, [a, b]) => Some(i64::from(a == b)),
            (Self::Ne, [a, b]) => Some(i64::from(a != b)),
            (Self::Select, [c, a, b]) => Some(if *c == 0 { *b } else { *a }),
            (Self::Divides, [a, b]) if *a > 0 => Some(i64::from(b.rem_euclid(*a) == 0)),
            (Self::Disjoint, [a, b]) => Some(i64::from(*a >= 0 && *b >= 0 && a & b == 0)),
            (Self::Inside, [a, b]) => Some(i64::from(a & !b == 0)),
            (Self::Swz, [b, m, s, x]) if *x >= 0 => Some(swizzle(*b, *m, *s)?.apply(*x)),
            (Self::SourceMask, [b, m, s]) => Some(swizzle(*b, *m, *s)?.source_mask()),
            (Self::TargetMask, [b, m, s]) => Some(swizzle(*b, *m, *s)?.target_mask()),
            (Self::Period, [b, m, s]) => Some(swizzle(*b, *m, *s)?.period()),
            _ => None,
        }
    }
}

fn power(k: i64) -> Option<i64> {
    u32::try_from(k).ok().filter(|k| *k < 63).map(|k| 1 << k)
}
