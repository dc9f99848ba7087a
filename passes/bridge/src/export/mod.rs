//! Terms to SSA, in two steps: a plan, which is data, and its operations.
//!
//! The plan decides which values stay, which become others, and what is computed
//! anew: where, in which width, with which flags. It is the one place where what is
//! emitted is justified (`width.rs` says how), and it can be priced and evaluated before
//! a single operation is inserted.

pub mod affine;
pub mod emit;
pub mod evaluate;
mod operations;
mod planner;
mod price;
mod sink;
mod staying;
mod width;

use layout_egraph::Predicate;
use layout_mlir::ir::Scalar;

use crate::import::Conditions;
use crate::order::{Number, Span};

pub use planner::{Choices, Planning};
pub use price::{Balance, Prices};
pub use staying::settle;

/// A value whose users are not looked at, with the term that it becomes.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The value.
    pub item: u32,
    /// Its term.
    pub term: usize,
    /// Whether it is an address: a memory operand adds a constant for nothing.
    pub address: bool,
}

/// Where an operand comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// An integer of the program, by number of its item.
    Item(u32),
    /// A layout of the program, by number.
    Layout(u32),
    /// A planned operation, by number.
    New(u32),
}

/// What excludes wrapping; the result is poison where it wraps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags {
    /// No signed wrap.
    pub nsw: bool,
    /// No unsigned wrap.
    pub nuw: bool,
}

/// Operations of two integers of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `arith.addi`.
    Add,
    /// `arith.subi`.
    Sub,
    /// `arith.muli`.
    Mul,
    /// `arith.divui`.
    DivU,
    /// `arith.divsi`.
    DivS,
    /// `arith.remui`.
    RemU,
    /// `arith.remsi`.
    RemS,
    /// `arith.floordivsi`.
    FloorDivS,
    /// `arith.ceildivsi`.
    CeilDivS,
    /// `arith.shli`.
    Shl,
    /// `arith.shrui`.
    ShrU,
    /// `arith.shrsi`.
    ShrS,
    /// `arith.andi`.
    And,
    /// `arith.xori`.
    Xor,
    /// `arith.minsi`.
    MinS,
    /// `arith.maxsi`.
    MaxS,
}

impl Binary {
    /// The operation's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Add => "arith.addi",
            Self::Sub => "arith.subi",
            Self::Mul => "arith.muli",
            Self::DivU => "arith.divui",
            Self::DivS => "arith.divsi",
            Self::RemU => "arith.remui",
            Self::RemS => "arith.remsi",
            Self::FloorDivS => "arith.floordivsi",
            Self::CeilDivS => "arith.ceildivsi",
            Self::Shl => "arith.shli",
            Self::ShrU => "arith.shrui",
            Self::ShrS => "arith.shrsi",
            Self::And => "arith.andi",
            Self::Xor => "arith.xori",
            Self::MinS => "arith.minsi",
            Self::MaxS => "arith.maxsi",
        }
    }

    /// Whether it is undefined behaviour where the second operand is 0 or poison.
    pub const fn divides(self) -> bool {
        matches!(self, Self::DivU | Self::DivS | Self::RemU | Self::RemS | Self::FloorDivS | Self::CeilDivS)
    }
}

/// How a value becomes one of another type; the type says how many bits that takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cast {
    /// More bits, copies of the sign.
    Sign,
    /// More bits, zeros.
    Zero,
    /// Fewer bits, or as many of another type.
    Low,
}

/// A planned operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// `arith.constant`; the low bits of the number.
    Constant(i64),
    /// An operation of two integers.
    Binary(Binary, Flags),
    /// `arith.cmpi` of signed numbers.
    Compare(Predicate),
    /// `arith.select`.
    Select,
    /// A cast.
    Cast(Cast),
    /// The second result of `arith.mului_extended`.
    MulHigh,
    /// An operation of the layout dialect, by the number of its term.
    Layout(usize),
}

/// An operation with its operands and its place.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The operation.
    pub op: Op,
    /// Its operands.
    pub operands: Vec<Source>,
    /// The type of the result; `None` is a layout.
    pub scalar: Option<Scalar>,
    /// The number of the operation that it is inserted before.
    pub place: Number,
    /// Where the result can be used.
    pub span: Span,
    /// Conditions under which the result is no poison.
    pub needs: Conditions,
    /// The term whose value the result is, as far as its type holds it; intermediate
    /// values have none.
    pub term: Option<usize>,
    /// The item for whose sake it is computed.
    pub for_item: u32,
}

/// What becomes of a set of values.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// New operations, operands first.
    pub ops: Vec<Planned>,
    /// Items that become another value, of the same type.
    pub replaced: Vec<(u32, Source)>,
}
