//! The innermost loops of a function in the LLVM dialect.

use std::collections::{HashMap, HashSet};

use layout_mlir::ir;
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

/// A natural loop with one way in.
pub struct Loop<'c, 'a> {
    /// Its blocks, in program order.
    pub blocks: Vec<BlockRef<'c, 'a>>,
    /// The last operation before it.
    pub entry: OperationRef<'c, 'a>,
    keys: HashSet<usize>,
}

impl<'c, 'a> Loop<'c, 'a> {
    /// Whether a value is computed anew in each iteration.
    pub fn defines(&self, value: Value<'c, '_>) -> bool {
        let block = ir::defining_op(value)
            .and_then(|op| op.block())
            .or_else(|| ir::block_argument(value).map(|(block, _)| block));
        block.is_none_or(|block| self.keys.contains(&key(block)))
    }
}

fn key(block: BlockRef<'_, '_>) -> usize {
    block.to_raw().ptr as usize
}

/// The innermost loops of a function, in program order. A loop is what reaches the branch back
/// to a block that dominates it; one that is entered from several blocks is not among them.
pub fn innermost<'c, 'a>(function: OperationRef<'c, 'a>) -> Vec<Loop<'c, 'a>> {
    let blocks = ir::blocks(function);
    let number: HashMap<usize, NodeIndex> =
        blocks.iter().enumerate().map(|(n, block)| (key(*block), NodeIndex::new(n))).collect();
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    for _ in &blocks {
        graph.add_node(());
    }
    for (from, block) in blocks.iter().enumerate() {
        for successor in ir::terminator(*block).into_iter().flat_map(|op| op.successors().collect::<Vec<_>>())
        {
            if let Some(to) = number.get(&key(successor)) {
                graph.add_edge(NodeIndex::new(from), *to, ());
            }
        }
    }
    let Some(first) = graph.node_indices().next() else { return Vec::new() };
    let dominators = simple_fast(&graph, first);
    let dominates =
        |a: NodeIndex, b: NodeIndex| dominators.dominators(b).is_some_and(|mut d| d.any(|n| n == a));
    let mut bodies: HashMap<NodeIndex, HashSet<NodeIndex>> = HashMap::new();
    for edge in graph.edge_references() {
        let (from, header) = (edge.source(), edge.target());
        if dominates(header, from) {
            let body = bodies.entry(header).or_insert_with(|| HashSet::from([header]));
            let mut waiting = vec![from];
            while let Some(block) = waiting.pop() {
                if body.insert(block) {
                    waiting.extend(graph.neighbors_directed(block, petgraph::Incoming));
                }
            }
        }
    }
    let mut out = Vec::new();
    for header in graph.node_indices() {
        let Some(body) = bodies.get(&header) else { continue };
        let is_innermost = !body.iter().any(|block| *block != header && bodies.contains_key(block));
        let mut outside = graph.neighbors_directed(header, petgraph::Incoming).filter(|b| !body.contains(b));
        let (Some(before), None) = (outside.next(), outside.next()) else { continue };
        let mut inside: Vec<NodeIndex> = body.iter().copied().collect();
        inside.sort_unstable();
        let blocks_inside: Vec<_> = inside.iter().map(|n| blocks[n.index()]).collect();
        if is_innermost && let Some(entry) = ir::terminator(blocks[before.index()]) {
            let keys = blocks_inside.iter().map(|block| key(*block)).collect();
            out.push(Loop { blocks: blocks_inside, entry, keys });
        }
    }
    out
}
