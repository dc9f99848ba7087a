//! Who hands a value on to whom: operands that become arguments of blocks and results.

use layout_mlir::ir::{self, Use, ValueKey};
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// An operand that becomes an argument of a block or a result.
pub struct Edge<'c, 'a> {
    /// The operand.
    pub from: Use<'c, 'a>,
    /// What it becomes.
    pub to: Value<'c, 'a>,
}

/// All that is handed on below an operation.
pub struct HandedOn<'c, 'a> {
    /// The operands.
    pub edges: Vec<Edge<'c, 'a>>,
    /// Arguments that come from elsewhere too: their edges are not all.
    pub open: FxHashSet<ValueKey>,
    /// Functions whose callers are all known.
    pub private: Vec<OperationRef<'c, 'a>>,
}

/// The function of a name, by the operation it stands in.
type Functions<'c, 'a> = FxHashMap<(usize, String), OperationRef<'c, 'a>>;

impl<'c: 'a, 'a> HandedOn<'c, 'a> {
    /// What is handed on by `scf`, `cf`, `affine`, `arith.select`, and calls of private functions
    /// that nothing but calls refers to.
    pub fn below(root: OperationRef<'c, 'a>) -> Self {
        let ops = ir::nested(root);
        let functions = private_functions(&ops);
        let mut out = Self { edges: Vec::new(), open: FxHashSet::default(), private: Vec::new() };
        let mut returns: FxHashMap<usize, Vec<OperationRef<'c, 'a>>> = FxHashMap::default();
        for op in &ops {
            if ir::name(*op) == "func.return"
                && let Some(function) = op.parent_operation()
            {
                returns.entry(ir::op_key(function)).or_default().push(*op);
            }
        }
        for op in &ops {
            out.operation(*op);
            let Some(function) = callee(*op, &functions) else { continue };
            if let Some(entry) = ir::blocks(function).first() {
                out.hand(*op, 0, &ir::arguments(*entry));
            }
            for end in returns.get(&ir::op_key(function)).into_iter().flatten() {
                out.hand(*end, 0, &ir::results(*op));
            }
        }
        out.private = functions.into_values().collect();
        out
    }

    /// The operands of `op` from `first` on become `to`.
    fn hand(&mut self, op: OperationRef<'c, 'a>, first: usize, to: &[Value<'c, 'a>]) {
        let edges =
            to.iter().enumerate().map(|(i, to)| Edge { from: Use { op, operand: first + i }, to: *to });
        self.edges.extend(edges);
    }

    fn operation(&mut self, op: OperationRef<'c, 'a>) {
        let (name, results, blocks) = (ir::name(op), ir::results(op), ir::blocks(op));
        let operands = op.operand_count();
        match name {
            "scf.for" | "affine.for" => {
                let Some(body) = blocks.first() else { return };
                let arguments = ir::arguments(*body);
                let carried = &arguments[arguments.len().saturating_sub(results.len())..];
                for to in [carried, &results] {
                    self.hand(op, operands.saturating_sub(results.len()), to);
                    self.end(*body, 0, to);
                }
            }
            "scf.while" => {
                let [before, after] = blocks.as_slice() else { return };
                self.hand(op, 0, &ir::arguments(*before));
                self.end(*before, 1, &ir::arguments(*after));
                self.end(*before, 1, &results);
                self.end(*after, 0, &ir::arguments(*before));
            }
            "scf.if" | "scf.index_switch" | "scf.execute_region" | "affine.if" => {
                for block in blocks {
                    self.end(block, 0, &results);
                }
            }
            "arith.select" => {
                self.hand(op, 1, &results);
                self.hand(op, 2, &results);
            }
            "cf.br" | "cf.cond_br" => {
                let mut first = usize::from(name == "cf.cond_br");
                for to in op.successors() {
                    let arguments = ir::arguments(to);
                    self.hand(op, first, &arguments);
                    first += arguments.len();
                }
            }
            _ => {
                for to in op.successors() {
                    self.open.extend(ir::arguments(to).into_iter().map(ir::key));
                }
            }
        }
    }

    /// What ends a region hands its operands from `first` on to `to`.
    fn end(&mut self, block: BlockRef<'c, 'a>, first: usize, to: &[Value<'c, 'a>]) {
        let end = ir::terminator(block);
        if let Some(end) =
            end.filter(|end| matches!(ir::name(*end), "scf.yield" | "scf.condition" | "affine.yield"))
        {
            self.hand(end, first, to);
        }
    }
}

/// Functions that nothing outside may call, and nothing inside refers to but calls.
fn private_functions<'c: 'a, 'a>(ops: &[OperationRef<'c, 'a>]) -> Functions<'c, 'a> {
    let text = |op: &OperationRef<'c, 'a>, name: &str| {
        let attribute = op.has_attribute(name).then(|| op.attribute(name).ok()).flatten()?;
        ir::text(attribute)
    };
    let mut functions = Functions::default();
    for op in ops.iter().filter(|op| ir::name(**op) == "func.func") {
        if text(op, "sym_visibility").is_some_and(|v| v == "private")
            && let (Some(name), Some(parent)) = (ir::symbol(*op), op.parent_operation())
        {
            functions.insert((ir::op_key(parent), name), *op);
        }
    }
    if functions.is_empty() {
        return functions;
    }
    let others: Vec<_> = ops.iter().filter(|op| callee(**op, &functions).is_none()).collect();
    for op in others {
        for path in ir::attributes(*op).into_iter().flat_map(|(_, a)| ir::symbol_references(a)) {
            functions.retain(|(_, name), _| !path.contains(name));
        }
    }
    functions
}

/// The function that a call calls, if it is one of these.
fn callee<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    functions: &Functions<'c, 'a>,
) -> Option<OperationRef<'c, 'a>> {
    if ir::name(op) != "func.call" {
        return None;
    }
    let mut caller = op.parent_operation()?;
    while ir::name(caller) != "func.func" {
        caller = caller.parent_operation()?;
    }
    let path = ir::symbol_references(op.attribute("callee").ok()?).into_iter().next()?;
    let [name] = path.as_slice() else { return None };
    functions.get(&(ir::op_key(caller.parent_operation()?), name.clone())).copied()
}
