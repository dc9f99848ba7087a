//! What is extracted, and the result: chosen terms, operands first.

use egg::{Id, Language};

use super::cost::Cost;
use crate::language::Node;
use layout_integer::Facts;

/// A term to extract.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The term.
    pub term: Id,
    /// Whether it is the address of a memory operand, which adds a constant for nothing.
    pub address: bool,
}

impl From<Id> for Root {
    fn from(term: Id) -> Self {
        Self { term, address: true }
    }
}

/// A node of the result; children are earlier nodes.
#[derive(Clone, Debug)]
pub struct Extracted {
    /// The operator and its data; its child ids are indices into the result.
    pub node: Node,
    /// The class that the term stands for.
    pub class: Id,
    /// What is known of the value.
    pub facts: Facts,
}

/// The chosen terms in an order in which children come first.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// All nodes.
    pub nodes: Vec<Extracted>,
    /// For each root its node.
    pub roots: Vec<usize>,
    /// The total cost.
    pub cost: Cost,
}

impl Terms {
    /// The e-node that a term was: its operands as classes.
    pub fn e_node(&self, i: usize) -> Node {
        self.nodes[i].node.clone().map_children(|c| self.nodes[usize::from(c)].class)
    }

    /// The children of a node as indices.
    pub fn children(&self, i: usize) -> Vec<usize> {
        self.nodes[i].node.children().iter().map(|c| usize::from(*c)).collect()
    }

    /// How many two-operand operations the terms are.
    pub fn operations(&self) -> usize {
        let of = |node: &Node| match node {
            Node::Sum(sum) => sum.operations(),
            Node::Swz(..) => 3,
            node if node.is_leaf() => 0,
            _ => 1,
        };
        self.nodes.iter().map(|n| of(&n.node)).sum()
    }
}
