//! Whoever refers to a function whose signature changes must follow.

use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashMap;

use super::signatures::is_function;
use super::types::signature;
use super::{BoundaryError, Misfit};

/// Operations that follow a function by the types of their operands and results.
const FOLLOWING: [&str; 3] = ["func.call", "func.constant", "gpu.launch_func"];

/// Functions with layouts of an unknown kind, and references to functions with layouts
/// by operations that cannot follow.
pub fn check<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> Vec<Misfit<'c, 'a>> {
    let ops = ir::nested(root);
    let mut errors = Vec::new();
    let mut changing = FxHashMap::default();
    for op in &ops {
        let Some((r#type, _)) = signature(*op) else { continue };
        if is_function(*op) {
            changing.insert(ir::op_key(*op), r#type);
        } else {
            errors.push((
                *op,
                BoundaryError::Function { r#type: r#type.to_string(), op: ir::name(*op).into() },
            ));
        }
    }
    if changing.is_empty() {
        return errors;
    }
    let symbols = Symbols::of(&ops);
    for op in &ops {
        let name = ir::name(*op);
        if FOLLOWING.contains(&name) {
            continue;
        }
        for path in ir::attributes(*op).into_iter().flat_map(|(_, a)| ir::symbol_references(a)) {
            let Some(r#type) = symbols.lookup(*op, &path).and_then(|f| changing.get(&f)) else { continue };
            let (op_name, symbol, followers) = (name, path.join("::@"), FOLLOWING.join(", "));
            let error = BoundaryError::Reference {
                op: op_name.into(),
                symbol,
                r#type: r#type.to_string(),
                followers,
            };
            errors.push((*op, error));
        }
    }
    errors
}

/// Symbols by the operation in whose region they stand and their name.
struct Symbols(FxHashMap<(usize, String), usize>);

impl Symbols {
    fn of(ops: &[OperationRef<'_, '_>]) -> Self {
        let named = |op: &OperationRef<'_, '_>| {
            let name = ir::symbol(*op)?;
            Some(((op.parent_operation()?.to_raw().ptr as usize, name), ir::op_key(*op)))
        };
        Self(ops.iter().filter_map(named).collect())
    }

    /// The operation that a path names, seen from `user`: the innermost that it names.
    fn lookup(&self, user: OperationRef<'_, '_>, path: &[String]) -> Option<usize> {
        let mut scope = Some(ir::op_key(user));
        let mut at = user.parent_operation();
        while let Some(table) = scope {
            let found =
                path.iter().try_fold(table, |table, name| self.0.get(&(table, name.clone())).copied());
            if found.is_some() {
                return found;
            }
            scope = at.map(|op| op.to_raw().ptr as usize);
            at = at.and_then(|op| op.parent_operation());
        }
        None
    }
}
