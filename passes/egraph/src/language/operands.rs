//! How a node stores what it is made of.

use egg::Id;

use super::Linear;

/// What an operator of a node is applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// An operand.
    Class(Id),
    /// Data of the node.
    Constant(i64),
}

impl From<Id> for Argument {
    fn from(id: Id) -> Self {
        Self::Class(id)
    }
}

impl From<i64> for Argument {
    fn from(constant: i64) -> Self {
        Self::Constant(constant)
    }
}

impl From<u32> for Argument {
    fn from(constant: u32) -> Self {
        Self::Constant(constant.into())
    }
}

impl From<i32> for Argument {
    fn from(constant: i32) -> Self {
        Self::Constant(constant.into())
    }
}

/// The operands of a node, as they are stored.
pub trait Operands {
    /// The classes.
    fn ids(&self) -> &[Id];
    /// The same, to be changed.
    fn ids_mut(&mut self) -> &mut [Id];
}

impl<const N: usize> Operands for [Id; N] {
    fn ids(&self) -> &[Id] {
        self
    }

    fn ids_mut(&mut self) -> &mut [Id] {
        self
    }
}

impl Operands for Box<[Id]> {
    fn ids(&self) -> &[Id] {
        self
    }

    fn ids_mut(&mut self) -> &mut [Id] {
        self
    }
}

impl Operands for Linear {
    fn ids(&self) -> &[Id] {
        &self.terms
    }

    fn ids_mut(&mut self) -> &mut [Id] {
        &mut self.terms
    }
}
