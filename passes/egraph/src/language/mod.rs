//! The language of the e-graph: layouts, functions and mathematical integers.
//!
//! Three sorts, because equality differs: `coalesce(L)` is the same function of
//! an integer as `L` but another layout, so it may share a class with it only as
//! a [`Sort::Fn`].

mod operands;
mod table;
pub mod value;
mod width;

pub use operands::Argument;
pub use table::{Node, Op};
pub use value::Value;

use std::fmt;
use std::mem::{Discriminant, discriminant};

pub use egg::Id;
use egg::Language;
use smallvec::SmallVec;

use layout_integer::Facts;

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

impl fmt::Display for Linear {
    /// Without the terms.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coefficients: Vec<String> = self.coefficients.iter().map(i64::to_string).collect();
        write!(f, "sum {} + [{}]", self.constant, coefficients.join(", "))
    }
}

impl Linear {
    /// Coefficients with their terms.
    pub fn iter(&self) -> impl Iterator<Item = (i64, Id)> + '_ {
        self.coefficients.iter().copied().zip(self.terms.iter().copied())
    }

    /// How many two-operand operations it is: one for each further summand, the constant
    /// among them, and for each factor but -1.
    pub fn operations(&self) -> usize {
        let factors = self.coefficients.iter().filter(|c| c.abs() != 1).count();
        let summands = self.coefficients.len() + usize::from(self.constant != 0);
        factors + summands.saturating_sub(1)
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
    /// The operator.
    pub fn op(self) -> Op {
        match self {
            Self::Lt => Op::Lt,
            Self::Le => Op::Le,
            Self::Eq => Op::Eq,
            Self::Ne => Op::Ne,
        }
    }

    /// Whether it holds.
    pub fn holds(self, a: i128, b: i128) -> bool {
        self.op().apply(&[a, b]) == Some(1)
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lt => "lt",
            Self::Le => "le",
            Self::Eq => "eq",
            Self::Ne => "ne",
        })
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

impl fmt::Display for TileOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Node {
    /// Whether nothing cheaper can stand in its class.
    pub fn is_leaf(&self) -> bool {
        matches!(self, Self::Num(_) | Self::Var(_) | Self::Lit(_) | Self::Arg(_))
    }
}

impl Language for Node {
    type Discriminant = Discriminant<Self>;

    fn discriminant(&self) -> Self::Discriminant {
        discriminant(self)
    }

    fn matches(&self, other: &Self) -> bool {
        let mut copy = other.clone();
        if discriminant(self) != discriminant(other) || self.children().len() != other.children().len() {
            return false;
        }
        copy.children_mut().copy_from_slice(self.children());
        copy == *self
    }

    fn children(&self) -> &[Id] {
        Self::children(self)
    }

    fn children_mut(&mut self) -> &mut [Id] {
        self.operands_mut()
    }
}

impl Node {
    /// What the operation says of its value, from what is known of its operands; nothing of
    /// a leaf that is no constant.
    pub fn facts(&self, fact: impl Fn(Id) -> Facts) -> Facts {
        match self {
            Self::Num(c) => Facts::constant(*c),
            Self::Sum(l) => Facts::sum(l.constant, l.iter().map(|(c, t)| (c, fact(t)))),
            node => node.applied().map_or(Facts::UNKNOWN, |(op, arguments)| {
                let facts: SmallVec<[Facts; 4]> = arguments
                    .into_iter()
                    .map(|a| match a {
                        Argument::Class(id) => fact(id),
                        Argument::Constant(c) => Facts::constant(c),
                    })
                    .collect();
                op.facts(&facts)
            }),
        }
    }
}

/// The value of an integer node whose children have the values `child`; `None`
/// for other sorts, where the operation is undefined, or past 128 bits.
pub fn eval(
    node: &Node,
    child: impl Fn(Id) -> Option<i128>,
    var: impl Fn(u32) -> Option<i128>,
) -> Option<i128> {
    match node {
        Node::Num(c) => Some((*c).into()),
        Node::Var(v) => var(*v),
        Node::Sum(l) => l.iter().try_fold(i128::from(l.constant), |sum, (c, t)| {
            sum.checked_add(i128::from(c).checked_mul(child(t)?)?)
        }),
        // The choice that is not taken may be undefined.
        Node::Select(c) => child(if child(c[0])? == 0 { c[2] } else { c[1] }),
        node => {
            let (op, arguments) = node.applied()?;
            let values: Option<SmallVec<[i128; 4]>> = arguments
                .into_iter()
                .map(|a| match a {
                    Argument::Class(id) => child(id),
                    Argument::Constant(c) => Some(c.into()),
                })
                .collect();
            op.apply(&values?)
        }
    }
}

impl Value {
    /// The value of an operator; `None` where it is undefined or past 64 bits.
    pub fn apply(op: Op, args: &[Self]) -> Option<Self> {
        let integers: Option<SmallVec<[i128; 4]>> =
            args.iter().map(|a| if let Self::Int(i) = a { Some((*i).into()) } else { None }).collect();
        let value = integers.and_then(|integers| op.apply(&integers));
        match value {
            Some(value) => value.try_into().ok().map(Self::Int),
            None => op.apply_to_layouts(args),
        }
    }
}
