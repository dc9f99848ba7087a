//! A term as one `affine.apply`, for users that take only affine values.

use std::collections::BTreeSet;

use layout_dialect::ir;
use layout_egraph::{Node, Terms};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, Identifier, OperationRef, Type, Value};

/// Longest text of an expression.
const LONGEST: usize = 1000;

/// Whether a value must stay affine: a user takes nothing else, and the value is not
/// computed at the top of a function, where every value is a symbol.
pub fn is_needed(value: Value<'_, '_>) -> bool {
    let parent = ir::defining_op(value).and_then(|op| op.block()).and_then(ir::block_parent);
    let at_top = parent.is_some_and(|op| matches!(ir::name(op).as_str(), "func.func" | "gpu.func"));
    !at_top && ir::users(value).into_iter().any(takes_affine)
}

/// Whether an operation takes only affine values: others would make the IR invalid.
fn takes_affine(user: OperationRef<'_, '_>) -> bool {
    let name = ir::name(user);
    name.starts_with("affine.")
        && !matches!(name.as_str(), "affine.delinearize_index" | "affine.linearize_index")
}

/// The operands of the affine operations among `ops`: they are affine values.
pub fn operands(ops: &[OperationRef<'_, '_>]) -> BTreeSet<ir::ValueKey> {
    let apply = |op: &&OperationRef<'_, '_>| ir::name(**op) == "affine.apply";
    ops.iter().filter(apply).flat_map(|op| op.operands().map(ir::key).collect::<Vec<_>>()).collect()
}

/// Emits root number `root` as an `affine.apply` in place of `old`; `None` if it is
/// no affine expression of values that `allowed` holds.
pub fn apply<'c: 'a, 'a>(
    terms: &Terms,
    leaves: &[Value<'c, 'a>],
    root: usize,
    old: Value<'c, 'a>,
    allowed: &BTreeSet<ir::ValueKey>,
) -> Option<Value<'c, 'a>> {
    let op = ir::defining_op(old)?;
    let context = ir::context(op);
    if let Node::Var(v) = terms.nodes[terms.roots[root]].node {
        return leaves.get(v as usize).copied().filter(|value| allowed.contains(&ir::key(*value)));
    }
    let mut dims: Vec<Value<'c, 'a>> = Vec::new();
    let mut leaf = |v: u32| {
        let value = *leaves.get(v as usize)?;
        if !allowed.contains(&ir::key(value)) || !ir::is_index(melior::ir::ValueLike::r#type(&value)) {
            return None;
        }
        let at = dims.iter().position(|d| *d == value).unwrap_or_else(|| {
            dims.push(value);
            dims.len() - 1
        });
        Some(format!("d{at}"))
    };
    let expression = expression(terms, terms.roots[root], &mut leaf)?;
    let names: Vec<String> = (0..dims.len()).map(|d| format!("d{d}")).collect();
    let map = format!("affine_map<({}) -> ({expression})>", names.join(", "));
    let map = Attribute::parse(context, &map)?;
    let apply = OperationBuilder::new("affine.apply", ir::location(op))
        .add_operands(&dims)
        .add_results(&[Type::index(context)])
        .add_attributes(&[(Identifier::new(context, "map"), map)])
        .build();
    ir::inserted_result(op, apply)
}

/// The affine expression of a term, if it is not too long: what terms share is
/// written out again.
fn expression(terms: &Terms, i: usize, leaf: &mut dyn FnMut(u32) -> Option<String>) -> Option<String> {
    let mut of = |c: egg::Id| expression(terms, usize::from(c), leaf);
    let text = match &terms.nodes[i].node {
        Node::Num(c) => c.to_string(),
        Node::Var(v) => return leaf(*v),
        Node::Sum(sum) => {
            let mut parts = Vec::new();
            for (c, t) in sum.iter() {
                parts.push(format!("{} * {c}", of(t)?));
            }
            if sum.constant != 0 || parts.is_empty() {
                parts.push(sum.constant.to_string());
            }
            format!("({})", parts.join(" + "))
        }
        Node::Div([x, d]) => format!("({} floordiv {})", of(*x)?, divisor(terms, *d)?),
        Node::Mod([x, d]) => format!("({} mod {})", of(*x)?, divisor(terms, *d)?),
        Node::Offset(c, [x]) => format!("({} + {c})", of(*x)?),
        _ => return None,
    };
    (text.len() <= LONGEST).then_some(text)
}

fn divisor(terms: &Terms, d: egg::Id) -> Option<i64> {
    terms.nodes[usize::from(d)].facts.as_const().filter(|d| *d > 0)
}
