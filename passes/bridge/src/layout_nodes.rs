//! Which node of the e-graph an operation on layouts is: one row an operation, which both
//! directions read.

use layout_egraph::{Id, Node, TileOp};

/// An operation on unknown layouts in the e-graph.
pub struct LayoutNode {
    /// The operation's name behind `layout.`.
    pub name: &'static str,
    /// Its node, of layouts.
    node: fn(&[Id]) -> Option<Node>,
    /// Whether a node is one of its.
    is: fn(&Node) -> bool,
    /// What it is by a tile for each mode.
    pub tile: Option<TileOp>,
}

/// `name: Node of these operands, and by tile`.
macro_rules! node {
    ($name:literal, $node:ident [$($operand:ident),+], $tile:expr) => {
        LayoutNode {
            name: $name,
            node: |operands| match operands {
                [$($operand),+] => Some(Node::$node([$(*$operand),+])),
                _ => None,
            },
            is: |node| matches!(node, Node::$node(_)),
            tile: $tile,
        }
    };
}

/// A node that two operations have is the first one's when it leaves the e-graph.
static NODES: &[LayoutNode] = &[
    node!("coalesce", Coalesce[a], None),
    node!("flatten", Flatten[a], None),
    node!("right_inverse", RightInverse[a], None),
    node!("left_inverse", LeftInverse[a], None),
    node!("complement", Complement[a, b], None),
    node!("composition", Compose[a, b], Some(TileOp::Composition)),
    node!("logical_divide", Divide[a, b], Some(TileOp::LogicalDivide)),
    // A tile that is one layout divides the layout as a whole.
    node!("zipped_divide", Divide[a, b], Some(TileOp::ZippedDivide)),
    node!("logical_product", Product[a, b], None),
];

impl LayoutNode {
    /// The row of an operation's full name.
    pub fn of_operation(name: &str) -> Option<&'static Self> {
        let name = name.strip_prefix("layout.")?;
        NODES.iter().find(|n| n.name == name)
    }

    /// The row of a node.
    pub fn of_node(node: &Node) -> Option<&'static Self> {
        match node {
            Node::ByTile(op, ..) => NODES.iter().find(|n| n.tile == Some(*op)),
            _ => NODES.iter().find(|n| (n.is)(node)),
        }
    }

    /// The node of layouts; `None` for another number of them.
    pub fn node(&self, operands: &[Id]) -> Option<Node> {
        (self.node)(operands)
    }
}
