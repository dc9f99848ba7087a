//! Where values can be used: operations numbered so that dominance is an interval.
//!
//! Blocks of a region are taken in the preorder of their dominator tree, and the
//! operations nested in an operation follow it. A value can then be used at the
//! numbers from behind its definition to the end of what its block dominates, in
//! functions with branches as in structured ones. Unreachable blocks have no numbers.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, BlockRef, OperationRef, RegionLike, RegionRef, Value};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// Numbers of operations.
pub type Number = u32;

/// Where a value can be used: before the operations numbered `from` to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first operation that can use it.
    pub from: Number,
    /// The last one.
    pub to: Number,
}

impl Span {
    /// Whether the value can be used by the operation of that number.
    pub fn contains(self, at: Number) -> bool {
        self.from <= at && at <= self.to
    }
}

/// The operations below one, numbered as they were before any insertion.
pub struct Order<'c, 'a> {
    ops: Vec<OperationRef<'c, 'a>>,
    number: FxHashMap<usize, Number>,
    /// For each operation the number of the next one of its block.
    next: Vec<Option<Number>>,
    /// For each block the number of its first operation, and the last that it dominates.
    blocks: FxHashMap<usize, Span>,
}

/// What is still to be numbered; the last is next.
enum Task<'c, 'a> {
    Operation(OperationRef<'c, 'a>),
    /// The operations of a block.
    Block(BlockRef<'c, 'a>),
    /// All that a block dominates has its number.
    Leave(usize),
}

fn block_key(block: BlockRef<'_, '_>) -> usize {
    block.to_raw().ptr as usize
}

impl<'c: 'a, 'a> Order<'c, 'a> {
    /// Numbers `top`, which is 0, and the operations below it, but for what is in a module inside of it: values do not go there.
    pub fn new(top: OperationRef<'c, 'a>) -> Self {
        let mut order = Self {
            ops: Vec::new(),
            number: FxHashMap::default(),
            next: Vec::new(),
            blocks: FxHashMap::default(),
        };
        let mut first: FxHashMap<usize, Number> = FxHashMap::default();
        // For each block the operation that was numbered last.
        let mut previous: FxHashMap<usize, usize> = FxHashMap::default();
        let mut tasks = vec![Task::Operation(top)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Operation(op) => {
                    let number = order.ops.len();
                    order.number.insert(ir::op_key(op), number as Number);
                    order.ops.push(op);
                    order.next.push(None);
                    if let Some(block) = op.block().map(block_key) {
                        first.entry(block).or_insert(number as Number);
                        if let Some(before) = previous.insert(block, number) {
                            order.next[before] = Some(number as Number);
                        }
                    }
                    let is_own = number == 0 || !matches!(ir::name(op), "builtin.module" | "gpu.module");
                    let regions: Vec<_> = op.regions().filter(|_| is_own).collect();
                    for region in regions.into_iter().rev() {
                        tasks.extend(blocks(region).into_iter().rev());
                    }
                }
                Task::Block(block) => {
                    let start = tasks.len();
                    let mut op = block.first_operation();
                    while let Some(current) = op {
                        op = current.next_in_block();
                        tasks.push(Task::Operation(current));
                    }
                    tasks[start..].reverse();
                }
                Task::Leave(block) => {
                    if let Some(from) = first.get(&block) {
                        order.blocks.insert(block, Span { from: *from, to: order.ops.len() as Number - 1 });
                    }
                }
            }
        }
        order
    }

    /// The operations in the order of their numbers.
    pub fn ops(&self) -> &[OperationRef<'c, 'a>] {
        &self.ops
    }

    /// The number of an operation; `None` if it cannot be reached.
    pub fn number(&self, op: OperationRef<'c, 'a>) -> Option<Number> {
        self.number.get(&ir::op_key(op)).copied()
    }

    /// The operation of a number.
    pub fn op(&self, number: Number) -> Option<OperationRef<'c, 'a>> {
        self.ops.get(number as usize).copied()
    }

    /// Where a value can be used; `None` if nowhere that can be reached.
    pub fn span(&self, value: Value<'c, 'a>) -> Option<Span> {
        match ir::defining_op(value) {
            Some(op) => {
                let from = self.next.get(self.number(op)? as usize).copied()??;
                Some(Span { from, to: self.blocks.get(&block_key(op.block()?))?.to })
            }
            None => self.blocks.get(&block_key(ir::block_argument(value)?.0)).copied(),
        }
    }

    /// Where a value would be usable that an operation computes which is inserted
    /// before the one of this number.
    pub fn span_before(&self, number: Number) -> Option<Span> {
        let block = self.op(number)?.block()?;
        Some(Span { from: number, to: self.blocks.get(&block_key(block))?.to })
    }

    /// The place of a constant that is used at `number`: the start of the outermost
    /// block around it from which values reach it.
    pub fn constants(&self, number: Number) -> Option<Number> {
        let mut op = self.op(number)?;
        loop {
            let block = op.block()?;
            let parent = ir::block_parent(block)?;
            let transparent = matches!(ir::name(parent).split('.').next(), Some("scf" | "affine"));
            if !transparent || self.number(parent).is_none() {
                // Of several blocks the entry dominates the others.
                let entry = block.parent_region()?.first_block()?;
                return self.blocks.get(&block_key(entry)).map(|b| b.from);
            }
            op = parent;
        }
    }
}

/// The blocks of a region that can be reached, in the preorder of their dominator tree.
fn blocks<'c: 'a, 'a>(region: RegionRef<'c, 'a>) -> Vec<Task<'c, 'a>> {
    let Some(entry) = region.first_block() else { return Vec::new() };
    if entry.next_in_region().is_none() {
        return vec![Task::Block(entry), Task::Leave(block_key(entry))];
    }
    let mut graph: DiGraph<BlockRef<'c, 'a>, ()> = DiGraph::new();
    let mut index: FxHashMap<usize, NodeIndex> = FxHashMap::default();
    let mut block = Some(entry);
    while let Some(b) = block {
        index.insert(block_key(b), graph.add_node(b));
        block = b.next_in_region();
    }
    for from in graph.node_indices() {
        let Some(terminator) = ir::terminator(graph[from]) else { continue };
        let successors: Vec<usize> = terminator.successors().map(|s| s.to_raw().ptr as usize).collect();
        for to in successors.iter().filter_map(|key| index.get(key)) {
            graph.add_edge(from, *to, ());
        }
    }
    let root = index[&block_key(entry)];
    let dominators = simple_fast(&graph, root);
    let mut children: FxHashMap<NodeIndex, Vec<NodeIndex>> = FxHashMap::default();
    for b in graph.node_indices() {
        if let Some(parent) = dominators.immediate_dominator(b) {
            children.entry(parent).or_default().push(b);
        }
    }
    let mut out = Vec::new();
    let mut stack = vec![(root, false)];
    while let Some((b, leave)) = stack.pop() {
        if leave {
            out.push(Task::Leave(block_key(graph[b])));
            continue;
        }
        out.push(Task::Block(graph[b]));
        stack.push((b, true));
        stack.extend(children.get(&b).into_iter().flatten().rev().map(|c| (*c, false)));
    }
    out
}
