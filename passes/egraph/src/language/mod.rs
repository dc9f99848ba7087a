//! The language of the e-graph: layouts, functions and mathematical integers.
//!
//! Three sorts, because equality differs: `coalesce(L)` is the same function of
//! an integer as `L` but another layout, so it may share a class with it only as
//! a [`Sort::Fn`].

mod op;
pub mod value;
mod width;

pub use op::{OPERATORS, Op};

use std::fmt;

use egg::{Id, Language};
use layout_algebra::Swizzle;

/// What a class denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Same profile, same function of coordinates.
    Layout,
    /// Same size, same value on `[0, size)`.
    Fn,
    /// A mathematical integer; widths are chosen when code is emitted.
    Idx,
}

/// An affine combination `constant + Σ coefficient · term`, the normal form of
/// sums: terms in increasing order, no zero coefficient.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Linear {
    /// The constant.
    pub constant: i64,
    /// One coefficient for each term.
    pub coefficients: Box<[i64]>,
    /// Classes of sort [`Sort::Idx`].
    pub terms: Box<[Id]>,
}

impl Linear {
    /// Coefficients with their terms.
    pub fn iter(&self) -> impl Iterator<Item = (i64, Id)> + '_ {
        self.coefficients.iter().copied().zip(self.terms.iter().copied())
    }
}

/// How two integers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Predicate {
    /// Less, signed.
    Lt,
    /// Less or equal, signed.
    Le,
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
}

impl Predicate {
    /// Whether it holds.
    pub fn holds(self, a: i128, b: i128) -> bool {
        match self {
            Self::Lt => a < b,
            Self::Le => a <= b,
            Self::Eq => a == b,
            Self::Ne => a != b,
        }
    }
}

/// What a tiler does to a layout, mode by mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TileOp {
    /// `composition`.
    Composition,
    /// `logical_divide`.
    LogicalDivide,
    /// `zipped_divide`.
    ZippedDivide,
}

impl TileOp {
    /// The operation's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Composition => "composition",
            Self::LogicalDivide => "logical_divide",
            Self::ZippedDivide => "zipped_divide",
        }
    }
}

/// An e-node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Node {
    // Integers.
    /// A constant.
    Num(i64),
    /// A leaf of the program.
    Var(u32),
    /// An affine combination.
    Sum(Linear),
    /// A product of two non-constant factors.
    Mul([Id; 2]),
    /// Floor division by a positive divisor.
    Div([Id; 2]),
    /// Its remainder.
    Mod([Id; 2]),
    /// Exclusive-or of non-negative integers.
    Xor([Id; 2]),
    /// The smaller.
    Min([Id; 2]),
    /// The larger.
    Max([Id; 2]),
    /// Division rounded towards zero, by a positive divisor.
    TruncDiv([Id; 2]),
    /// Its remainder.
    TruncRem([Id; 2]),
    /// 1 if the comparison holds, else 0.
    Compare(Predicate, [Id; 2]),
    /// The second if the first is not 0, else the third.
    Select([Id; 3]),
    /// A swizzle, opaque; of a non-negative integer.
    Swz(Swizzle, [Id; 1]),
    /// The value of a function at an integer.
    App([Id; 2]),
    /// The index of a coordinate: the number of its profile, the layout, its integers.
    At(u32, Box<[Id]>),
    // Functions.
    /// The function of a layout.
    Fn([Id; 1]),
    /// Composition of functions.
    FCompose([Id; 2]),
    // Layouts.
    /// A literal, by number in the interner.
    Lit(u32),
    /// A layout of the program of which nothing is known.
    Arg(u32),
    /// `A o B`.
    Compose([Id; 2]),
    /// Layouts side by side.
    Concat(Box<[Id]>),
    /// The complement of the first in the size of the second.
    Complement([Id; 2]),
    /// `logical_divide`.
    Divide([Id; 2]),
    /// `logical_product`.
    Product([Id; 2]),
    /// `right_inverse`.
    RightInverse([Id; 1]),
    /// `left_inverse`.
    LeftInverse([Id; 1]),
    /// A layout composed with or divided by the tiler of that number.
    ByTile(TileOp, u32, [Id; 1]),
    /// `coalesce`.
    Coalesce([Id; 1]),
    /// `flatten`.
    Flatten([Id; 1]),
    // Instruction selection, last phase only.
    /// `x · 2^k`.
    Shl(u32, [Id; 1]),
    /// `x floordiv 2^k`.
    Shr(u32, [Id; 1]),
    /// Bitwise and with a constant.
    And(i64, [Id; 1]),
    /// `(x · c) floordiv 2^32`.
    MulHigh(i64, [Id; 1]),
    /// `x + c`; free where a memory operand takes `c` as an immediate.
    Offset(i64, [Id; 1]),
}

impl Node {
    /// The sort of the node's class.
    pub fn sort(&self) -> Sort {
        match self {
            Self::Lit(_)
            | Self::Arg(_)
            | Self::Compose(_)
            | Self::Concat(_)
            | Self::Complement(_)
            | Self::Divide(_)
            | Self::Product(_)
            | Self::RightInverse(_)
            | Self::LeftInverse(_)
            | Self::ByTile(..)
            | Self::Coalesce(_)
            | Self::Flatten(_) => Sort::Layout,
            Self::Fn(_) | Self::FCompose(_) => Sort::Fn,
            _ => Sort::Idx,
        }
    }

    /// Whether nothing cheaper can stand in its class.
    pub fn is_leaf(&self) -> bool {
        matches!(self, Self::Num(_) | Self::Var(_) | Self::Lit(_) | Self::Arg(_))
    }
}

/// What distinguishes operators: variant and data.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Operator(u8, Vec<i64>);

impl Language for Node {
    type Discriminant = Operator;

    fn discriminant(&self) -> Operator {
        let (tag, data) = match self {
            Self::Num(c) => (0, vec![*c]),
            Self::Var(v) => (1, vec![i64::from(*v)]),
            Self::Sum(l) => (2, std::iter::once(l.constant).chain(l.coefficients.iter().copied()).collect()),
            Self::Mul(_) => (3, vec![]),
            Self::Div(_) => (4, vec![]),
            Self::Mod(_) => (5, vec![]),
            Self::Xor(_) => (6, vec![]),
            Self::Min(_) => (7, vec![]),
            Self::Max(_) => (8, vec![]),
            Self::Swz(s, _) => (9, vec![s.bits().into(), s.base().into(), s.shift().into()]),
            Self::App(_) => (10, vec![]),
            Self::Fn(_) => (11, vec![]),
            Self::FCompose(_) => (12, vec![]),
            Self::Lit(l) => (13, vec![i64::from(*l)]),
            Self::Arg(a) => (14, vec![i64::from(*a)]),
            Self::Compose(_) => (15, vec![]),
            Self::Concat(c) => (16, vec![c.len() as i64]),
            Self::Complement(_) => (17, vec![]),
            Self::Divide(_) => (18, vec![]),
            Self::Coalesce(_) => (19, vec![]),
            Self::Flatten(_) => (20, vec![]),
            Self::Shl(k, _) => (21, vec![i64::from(*k)]),
            Self::Shr(k, _) => (22, vec![i64::from(*k)]),
            Self::And(m, _) => (23, vec![*m]),
            Self::Offset(c, _) => (24, vec![*c]),
            Self::TruncDiv(_) => (25, vec![]),
            Self::TruncRem(_) => (26, vec![]),
            Self::Compare(p, _) => (27, vec![*p as i64]),
            Self::Select(_) => (28, vec![]),
            Self::Product(_) => (29, vec![]),
            Self::RightInverse(_) => (30, vec![]),
            Self::LeftInverse(_) => (31, vec![]),
            Self::MulHigh(c, _) => (32, vec![*c]),
            Self::At(p, c) => (33, vec![i64::from(*p), c.len() as i64]),
            Self::ByTile(op, t, _) => (34, vec![*op as i64, i64::from(*t)]),
        };
        Operator(tag, data)
    }

    fn matches(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Sum(a), Self::Sum(b)) => a.constant == b.constant && a.coefficients == b.coefficients,
            (Self::Num(a), Self::Num(b)) => a == b,
            (Self::Var(a), Self::Var(b)) | (Self::Lit(a), Self::Lit(b)) | (Self::Arg(a), Self::Arg(b)) => {
                a == b
            }
            (Self::Swz(a, _), Self::Swz(b, _)) => a == b,
            (Self::Shl(a, _), Self::Shl(b, _)) | (Self::Shr(a, _), Self::Shr(b, _)) => a == b,
            (Self::And(a, _), Self::And(b, _))
            | (Self::Offset(a, _), Self::Offset(b, _))
            | (Self::MulHigh(a, _), Self::MulHigh(b, _)) => a == b,
            (Self::Compare(a, _), Self::Compare(b, _)) => a == b,
            (Self::Concat(a), Self::Concat(b)) => a.len() == b.len(),
            (Self::At(p, a), Self::At(q, b)) => p == q && a.len() == b.len(),
            (Self::ByTile(p, a, _), Self::ByTile(q, b, _)) => p == q && a == b,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    fn children(&self) -> &[Id] {
        match self {
            Self::Num(_) | Self::Var(_) | Self::Lit(_) | Self::Arg(_) => &[],
            Self::Sum(l) => &l.terms,
            Self::Concat(c) | Self::At(_, c) => c,
            Self::Mul(c)
            | Self::Div(c)
            | Self::Mod(c)
            | Self::Xor(c)
            | Self::Min(c)
            | Self::Max(c)
            | Self::App(c)
            | Self::FCompose(c)
            | Self::Compose(c)
            | Self::Complement(c)
            | Self::Product(c)
            | Self::TruncDiv(c)
            | Self::TruncRem(c)
            | Self::Compare(_, c)
            | Self::Divide(c) => c,
            Self::Select(c) => c,
            Self::Swz(_, c)
            | Self::Fn(c)
            | Self::Coalesce(c)
            | Self::Flatten(c)
            | Self::Shl(_, c)
            | Self::Shr(_, c)
            | Self::And(_, c)
            | Self::RightInverse(c)
            | Self::LeftInverse(c)
            | Self::MulHigh(_, c)
            | Self::ByTile(_, _, c)
            | Self::Offset(_, c) => c,
        }
    }

    fn children_mut(&mut self) -> &mut [Id] {
        match self {
            Self::Num(_) | Self::Var(_) | Self::Lit(_) | Self::Arg(_) => &mut [],
            Self::Sum(l) => &mut l.terms,
            Self::Concat(c) | Self::At(_, c) => c,
            Self::Mul(c)
            | Self::Div(c)
            | Self::Mod(c)
            | Self::Xor(c)
            | Self::Min(c)
            | Self::Max(c)
            | Self::App(c)
            | Self::FCompose(c)
            | Self::Compose(c)
            | Self::Complement(c)
            | Self::Product(c)
            | Self::TruncDiv(c)
            | Self::TruncRem(c)
            | Self::Compare(_, c)
            | Self::Divide(c) => c,
            Self::Select(c) => c,
            Self::Swz(_, c)
            | Self::Fn(c)
            | Self::Coalesce(c)
            | Self::Flatten(c)
            | Self::Shl(_, c)
            | Self::Shr(_, c)
            | Self::And(_, c)
            | Self::RightInverse(c)
            | Self::LeftInverse(c)
            | Self::MulHigh(_, c)
            | Self::ByTile(_, _, c)
            | Self::Offset(_, c) => c,
        }
    }
}

impl fmt::Display for Node {
    /// The operator with its data, without its operands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Self::Num(c) => return write!(f, "{c}"),
            Self::Var(v) => return write!(f, "v{v}"),
            Self::Lit(l) => return write!(f, "layout {l}"),
            Self::Arg(a) => return write!(f, "argument {a}"),
            Self::Sum(l) => {
                let coefficients: Vec<String> = l.coefficients.iter().map(i64::to_string).collect();
                return write!(f, "sum {} + [{}]", l.constant, coefficients.join(", "));
            }
            Self::Swz(s, _) => return write!(f, "{s}"),
            Self::Shl(k, _) => return write!(f, "shl {k}"),
            Self::Shr(k, _) => return write!(f, "shr {k}"),
            Self::And(m, _) => return write!(f, "and {m}"),
            Self::Offset(c, _) => return write!(f, "offset {c}"),
            Self::MulHigh(c, _) => return write!(f, "mulhi {c}"),
            Self::At(p, _) => return write!(f, "at {p}"),
            Self::ByTile(op, t, _) => return write!(f, "{} by {t}", op.name()),
            Self::Mul(_) => "mul",
            Self::Div(_) => "div",
            Self::Mod(_) => "mod",
            Self::Xor(_) => "xor",
            Self::Min(_) => "min",
            Self::Max(_) => "max",
            Self::TruncDiv(_) => "truncdiv",
            Self::TruncRem(_) => "truncrem",
            Self::Compare(Predicate::Lt, _) => "lt",
            Self::Compare(Predicate::Le, _) => "le",
            Self::Compare(Predicate::Eq, _) => "eq",
            Self::Compare(Predicate::Ne, _) => "ne",
            Self::Select(_) => "select",
            Self::App(_) => "app",
            Self::Fn(_) => "fn",
            Self::FCompose(_) => "fn-compose",
            Self::Compose(_) => "composition",
            Self::Concat(_) => "concat",
            Self::Complement(_) => "complement",
            Self::Divide(_) => "logical_divide",
            Self::Product(_) => "logical_product",
            Self::RightInverse(_) => "right_inverse",
            Self::LeftInverse(_) => "left_inverse",
            Self::Coalesce(_) => "coalesce",
            Self::Flatten(_) => "flatten",
        };
        f.write_str(name)
    }
}

/// The value of an integer node whose children have the values `child`; `None`
/// for other sorts, where the operation is undefined, or past 128 bits.
pub fn eval(
    node: &Node,
    child: impl Fn(Id) -> Option<i128>,
    var: impl Fn(u32) -> Option<i128>,
) -> Option<i128> {
    let two = |c: &[Id; 2]| Some((child(c[0])?, child(c[1])?));
    let positive = |c: &[Id; 2]| two(c).filter(|(_, b)| *b > 0);
    match node {
        Node::Num(c) => Some((*c).into()),
        Node::Var(v) => var(*v),
        Node::Sum(l) => l.iter().try_fold(i128::from(l.constant), |sum, (c, t)| {
            sum.checked_add(i128::from(c).checked_mul(child(t)?)?)
        }),
        Node::Mul(c) => two(c).and_then(|(a, b)| a.checked_mul(b)),
        Node::Div(c) => positive(c).map(|(a, b)| a.div_euclid(b)),
        Node::Mod(c) => positive(c).map(|(a, b)| a.rem_euclid(b)),
        Node::TruncDiv(c) => positive(c).map(|(a, b)| a / b),
        Node::TruncRem(c) => positive(c).map(|(a, b)| a % b),
        Node::Compare(p, c) => two(c).map(|(a, b)| p.holds(a, b).into()),
        Node::Select(c) => child(if child(c[0])? == 0 { c[2] } else { c[1] }),
        Node::MulHigh(k, c) => Some(child(c[0])?.checked_mul((*k).into())? >> 32),
        Node::Xor(c) => two(c).map(|(a, b)| a ^ b),
        Node::Min(c) => two(c).map(|(a, b)| a.min(b)),
        Node::Max(c) => two(c).map(|(a, b)| a.max(b)),
        Node::Swz(s, c) => Some(s.apply(child(c[0])?.try_into().ok()?).into()),
        Node::Shl(k, c) => child(c[0])?.checked_mul(1i128.checked_shl(*k)?),
        Node::Shr(k, c) => Some(child(c[0])? >> (*k).min(127)),
        Node::And(m, c) => Some(child(c[0])? & i128::from(*m)),
        Node::Offset(k, c) => child(c[0])?.checked_add((*k).into()),
        _ => None,
    }
}
