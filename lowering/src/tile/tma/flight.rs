//! That a copy with one mbarrier is waited for before it begins again.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value};
use rustc_hash::FxHashSet;

use crate::tile::error::Error;
use crate::tile::shared::flow::Flow;
use crate::tile::shared::rings::{Ring, copies};

/// Looks at all copies of a function.
///
/// # Errors
/// [`Error::Tma`] at one that may begin again before anything has waited for it.
pub fn check<'c: 'a, 'a>(function: OperationRef<'c, 'a>) -> Result<(), (OperationRef<'c, 'a>, Error)> {
    let all = copies(function);
    if all.is_empty() {
        return Ok(());
    }
    let flow = Flow::new(function);
    for copy in all {
        if matches!(Ring::of(copy), Some((Ring::Own(_), _))) && begins_again(copy, &flow) {
            let why = "begins again while it may be under way; wait for it in the same iteration, and have \
                       layout.stages begin it ahead";
            return Err((copy, Error::Tma(why.into())));
        }
    }
    Ok(())
}

/// Whether a copy may be reached again before its token is waited for: the token is followed by the names that loops
/// and branches give it.
fn begins_again<'c: 'a, 'a>(copy: OperationRef<'c, 'a>, flow: &Flow<'c, 'a>) -> bool {
    let (Some(first), Some(token)) = (flow.number(copy), ir::result(copy)) else { return true };
    let (mut seen, mut work) = (FxHashSet::default(), vec![(first, token)]);
    while let Some((number, token)) = work.pop() {
        let op = flow.ops[number];
        let place = op.operands().position(|operand| ir::key(operand) == ir::key(token));
        for step in &flow.next[number] {
            let names = match place {
                None => vec![token],
                Some(place) => handed_on(op, place),
            };
            let is_known = |name: &Value<'c, 'a>| place.is_none() || is_there(*name, flow.ops[step.to]);
            for name in names.into_iter().filter(is_known) {
                if step.to == first {
                    return true;
                }
                if seen.insert((step.to, ir::key(name))) {
                    work.push((step.to, name));
                }
            }
        }
    }
    false
}

/// Whether a name that control flow gives is one where the operation stands that runs next.
fn is_there<'c: 'a, 'a>(name: Value<'c, 'a>, next: OperationRef<'c, 'a>) -> bool {
    match ir::block_argument(name) {
        Some((block, _)) => next.block() == Some(block),
        None => ir::defining_op(name).is_some_and(|op| next.block() == op.block()),
    }
}

/// The names under which an operand of structured control flow goes on; none behind a wait.
fn handed_on<'c: 'a, 'a>(op: OperationRef<'c, 'a>, place: usize) -> Vec<Value<'c, 'a>> {
    let argument = |of: OperationRef<'c, 'a>, region: usize, number: usize| -> Option<Value<'c, 'a>> {
        let block = ir::blocks(of).get(region).copied()?;
        block.argument(number).ok().map(Value::from)
    };
    let result = |of: OperationRef<'c, 'a>, number: usize| ir::results(of).get(number).copied();
    let names = match (ir::name(op), op.parent_operation()) {
        ("scf.for", _) => match place.checked_sub(3) {
            Some(number) => vec![argument(op, 0, number + 1), result(op, number)],
            None => Vec::new(),
        },
        ("scf.while", _) => vec![argument(op, 0, place)],
        ("scf.condition", Some(parent)) => match place.checked_sub(1) {
            Some(number) => vec![argument(parent, 1, number), result(parent, number)],
            None => Vec::new(),
        },
        ("scf.yield", Some(parent)) => match ir::name(parent) {
            "scf.for" => vec![argument(parent, 0, place + 1), result(parent, place)],
            "scf.while" => vec![argument(parent, 0, place)],
            _ => vec![result(parent, place)],
        },
        _ => Vec::new(),
    };
    names.into_iter().flatten().collect()
}
