//! The innermost loops of a function in the LLVM dialect.

use layout_mlir::ir;
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};
use petgraph::algo::dominators::simple_fast;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, EdgeRef, Walker};
use rustc_hash::{FxHashMap, FxHashSet};

/// A natural loop with one way in.
pub struct Loop<'c, 'a> {
    /// Its blocks, in program order.
    pub blocks: Vec<BlockRef<'c, 'a>>,
    /// The last operation before it.
    pub entry: OperationRef<'c, 'a>,
    keys: FxHashSet<usize>,
}

impl<'c, 'a> Loop<'c, 'a> {
    /// Whether a block is one of its own.
    pub fn has(&self, block: BlockRef<'c, '_>) -> bool {
        self.keys.contains(&key(block))
    }

    /// Whether a value is computed anew in each iteration.
    pub fn defines(&self, value: Value<'c, '_>) -> bool {
        let block = ir::defining_op(value)
            .and_then(|op| op.block())
            .or_else(|| ir::block_argument(value).map(|(block, _)| block));
        block.is_none_or(|block| self.has(block))
    }
}

fn key(block: BlockRef<'_, '_>) -> usize {
    block.to_raw().ptr as usize
}

/// The blocks of a function and where control passes between them.
struct Flow<'c, 'a> {
    blocks: Vec<BlockRef<'c, 'a>>,
    number: FxHashMap<usize, NodeIndex>,
    graph: DiGraph<(), ()>,
}

impl<'c: 'a, 'a> Flow<'c, 'a> {
    fn of(function: OperationRef<'c, 'a>) -> Self {
        let blocks = ir::blocks(function);
        let number: FxHashMap<usize, NodeIndex> =
            blocks.iter().enumerate().map(|(n, block)| (key(*block), NodeIndex::new(n))).collect();
        let mut graph: DiGraph<(), ()> = DiGraph::new();
        for _ in &blocks {
            graph.add_node(());
        }
        for (from, block) in blocks.iter().enumerate() {
            for successor in
                ir::terminator(*block).into_iter().flat_map(|op| op.successors().collect::<Vec<_>>())
            {
                if let Some(to) = number.get(&key(successor)) {
                    graph.add_edge(NodeIndex::new(from), *to, ());
                }
            }
        }
        Self { blocks, number, graph }
    }
}

/// Which blocks of a function every path to a block goes through.
pub struct Above<'c, 'a> {
    flow: Flow<'c, 'a>,
    /// Of each block that is entered the one before it of those, and how many there are.
    before: Vec<Option<(NodeIndex, usize)>>,
}

impl<'c: 'a, 'a> Above<'c, 'a> {
    /// Looks a function over.
    pub fn new(function: OperationRef<'c, 'a>) -> Self {
        let flow = Flow::of(function);
        let mut before = vec![None; flow.blocks.len()];
        let Some(first) = flow.graph.node_indices().next() else { return Self { flow, before } };
        let dominators = simple_fast(&flow.graph, first);
        before[first.index()] = Some((first, 0));
        for node in flow.graph.node_indices() {
            // Those that are not known yet, up to one that is.
            let mut way = vec![node];
            while let Some(at) = way.last().copied().filter(|at| before[at.index()].is_none()) {
                match dominators.immediate_dominator(at) {
                    Some(next) => way.push(next),
                    None => break,
                }
            }
            while let [.., at, known] = way[..] {
                before[at.index()] = before[known.index()].map(|(_, depth)| (known, depth + 1));
                way.pop();
            }
        }
        Self { flow, before }
    }

    /// The last block that every path to each of two blocks goes through; none if one of them is never entered.
    pub fn both(&self, a: BlockRef<'c, 'a>, b: BlockRef<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
        let number = |block| self.flow.number.get(&key(block)).copied();
        let (mut a, mut b) = (number(a)?, number(b)?);
        let before = |node: NodeIndex| self.before[node.index()];
        let (_, mut depth_a) = before(a)?;
        let (_, mut depth_b) = before(b)?;
        while a != b {
            let deeper = if depth_a >= depth_b { (&mut a, &mut depth_a) } else { (&mut b, &mut depth_b) };
            let (next, _) = before(*deeper.0)?;
            (*deeper.0, *deeper.1) = (next, deeper.1.checked_sub(1)?);
        }
        self.flow.blocks.get(a.index()).copied()
    }
}

/// Which blocks of a function run again, and before which others.
pub struct Again<'c, 'a> {
    flow: Flow<'c, 'a>,
    /// The blocks in loops, and those that are entered at all.
    repeated: FxHashSet<NodeIndex>,
    entered: FxHashSet<NodeIndex>,
    /// What was asked, by the numbers of the blocks.
    known: FxHashMap<(NodeIndex, NodeIndex), bool>,
}

impl<'c: 'a, 'a> Again<'c, 'a> {
    /// Looks a function over.
    pub fn new(function: OperationRef<'c, 'a>) -> Self {
        let flow = Flow::of(function);
        let comes_back = |part: &Vec<NodeIndex>| match part[..] {
            [alone] => flow.graph.contains_edge(alone, alone),
            _ => true,
        };
        let repeated = kosaraju_scc(&flow.graph).into_iter().filter(comes_back).flatten().collect();
        let mut entered = FxHashSet::default();
        if let Some(first) = flow.graph.node_indices().next() {
            entered.extend(Dfs::new(&flow.graph, first).iter(&flow.graph));
        }
        Self { flow, repeated, entered, known: FxHashMap::default() }
    }

    /// Whether a block is in a loop that another one is not in.
    pub fn runs_without(&mut self, block: BlockRef<'c, 'a>, other: BlockRef<'c, 'a>) -> bool {
        let other = self.flow.number.get(&key(other)).copied();
        other.is_none_or(|other| self.comes_back(block, other))
    }

    /// Whether a block is in a loop.
    pub fn runs(&self, block: BlockRef<'c, 'a>) -> bool {
        self.flow.number.get(&key(block)).is_none_or(|number| self.repeated.contains(number))
    }

    /// Whether a way leads to a block from the first one.
    pub fn is_entered(&self, block: BlockRef<'c, 'a>) -> bool {
        self.flow.number.get(&key(block)).is_some_and(|number| self.entered.contains(number))
    }

    /// The branch that leads to a block, if there is one only.
    pub fn only_before(&self, block: BlockRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
        let number = self.flow.number.get(&key(block))?;
        let mut before = self.flow.graph.edges_directed(*number, petgraph::Incoming);
        let (only, None) = (before.next()?, before.next()) else { return None };
        ir::terminator(*self.flow.blocks.get(only.source().index())?)
    }

    /// Whether control may pass from a block to itself, without going through another one.
    fn comes_back(&mut self, block: BlockRef<'c, 'a>, without: NodeIndex) -> bool {
        let Some(block) = self.flow.number.get(&key(block)).copied() else { return true };
        if let Some(known) = self.known.get(&(block, without)) {
            return *known;
        }
        let mut seen = FxHashSet::from_iter([without]);
        let mut waiting = vec![block];
        let mut found = false;
        while let Some(at) = waiting.pop().filter(|_| !found) {
            for next in self.flow.graph.neighbors(at) {
                found |= next == block;
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        self.known.insert((block, without), found);
        found
    }
}

/// The innermost loops of a function, in program order. A loop is what reaches the branch back
/// to a block that dominates it; one that is entered from several blocks is not among them.
pub fn innermost<'c: 'a, 'a>(function: OperationRef<'c, 'a>) -> Vec<Loop<'c, 'a>> {
    let Flow { blocks, graph, .. } = Flow::of(function);
    let Some(first) = graph.node_indices().next() else { return Vec::new() };
    let dominators = simple_fast(&graph, first);
    let dominates =
        |a: NodeIndex, b: NodeIndex| dominators.dominators(b).is_some_and(|mut d| d.any(|n| n == a));
    // (What leads back is in one of the parts that one can go round in: of others nobody looks for what dominates them.)
    let mut parts = vec![0; blocks.len()];
    for (number, part) in kosaraju_scc(&graph).into_iter().enumerate() {
        part.into_iter().for_each(|node| parts[node.index()] = number);
    }
    let mut bodies: FxHashMap<NodeIndex, FxHashSet<NodeIndex>> = FxHashMap::default();
    for edge in graph.edge_references() {
        let (from, header) = (edge.source(), edge.target());
        if parts[from.index()] == parts[header.index()] && dominates(header, from) {
            let body = bodies.entry(header).or_insert_with(|| FxHashSet::from_iter([header]));
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
