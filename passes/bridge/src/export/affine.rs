//! A term as one `affine.apply`: for values that affine operations compute, which stay
//! affine, and for users that take only affine values.

use layout_egraph::{Facts, Id, Node, Terms};
use layout_mlir::affine::{AffineExpr, AffineOp, affine_results};
use layout_mlir::ir::{self, Scalar};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, Identifier, OperationRef, Type, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::import::Import;

/// Most operations of an expression: what terms share is written out again.
const OPERATIONS: usize = 128;

/// Whether a value must stay affine: a user takes nothing else, and the value is not
/// computed at the top of a function, where every value is a symbol. A map takes any
/// value, but what computes it does only where its own users do.
pub fn is_needed(value: Value<'_, '_>) -> bool {
    let mut stack = vec![value];
    let mut seen = FxHashSet::default();
    while let Some(value) = stack.pop() {
        let parent = ir::defining_op(value).and_then(|op| op.block()).and_then(ir::block_parent);
        if parent.is_some_and(|op| matches!(ir::name(op), "func.func" | "gpu.func")) {
            continue;
        }
        for place in ir::uses(value) {
            if takes_affine(place) {
                return true;
            }
            if ir::name(place.op) == "affine.apply" && seen.insert(ir::op_key(place.op)) {
                stack.extend(ir::result(place.op));
            }
        }
    }
    false
}

/// Whether an affine operation computes a value.
pub fn is_affine(value: Value<'_, '_>) -> bool {
    ir::defining_op(value).is_some_and(|op| ir::name(op).starts_with("affine."))
}

/// Whether a use takes only affine values: others would make the IR invalid.
fn takes_affine(place: ir::Use<'_, '_>) -> bool {
    let name = ir::name(place.op);
    match name {
        "affine.apply" | "affine.min" | "affine.max" => false,
        "affine.delinearize_index" | "affine.linearize_index" | "affine.yield" => false,
        // The value that is stored.
        "affine.store" | "affine.vector_store" => place.operand > 0,
        // Bounds, then the initial values of what is carried.
        "affine.for" => {
            let segments = place.op.attribute("operandSegmentSizes").map(ir::integers).unwrap_or_default();
            let bounds: i64 = segments.iter().take(2).sum();
            (place.operand as i64) < bounds
        }
        _ => name.starts_with("affine."),
    }
}

/// Whether an affine operation may take a value: a variable of an affine loop, a value
/// at the top of a function, or what a map computes (`affine::isValidDim` in MLIR, of
/// which this is a part).
fn is_valid(value: Value<'_, '_>) -> bool {
    let parent = match ir::defining_op(value) {
        Some(op) if ir::name(op) == "affine.apply" => return op.operands().all(is_variable),
        Some(op) => op.block().and_then(ir::block_parent),
        None => {
            if is_variable(value) {
                return true;
            }
            ir::block_argument(value).and_then(|(block, _)| ir::block_parent(block))
        }
    };
    parent.is_some_and(|op| matches!(ir::name(op), "func.func" | "gpu.func"))
}

/// Whether a value is the variable of an affine loop.
fn is_variable(value: Value<'_, '_>) -> bool {
    let Some((block, number)) = ir::block_argument(value) else { return false };
    match ir::block_parent(block).map(ir::name) {
        Some("affine.for") => number == 0,
        Some("affine.parallel") => true,
        _ => false,
    }
}

/// A map with its operands.
pub struct Map<'c, 'a> {
    expression: String,
    operands: Vec<Value<'c, 'a>>,
    /// How many operations the map is lowered to, constants not counted, and what it
    /// shares counted at each use.
    pub operations: usize,
}

/// The map that a term is, of values that affine operations take; `None` if it is none,
/// if it is too long, or if `index` does not hold one of its parts: overflow in a map is
/// poison.
pub fn map<'c: 'a, 'a>(
    import: &Import<'_, 'c, 'a>,
    terms: &Terms,
    root: usize,
    item: u32,
) -> Option<Map<'c, 'a>> {
    let mut map = Map { expression: String::new(), operands: Vec::new(), operations: 0 };
    // Texts of terms, operands first; only those that the root uses.
    let mut used = vec![false; root + 1];
    used[root] = true;
    for i in (0..=root).rev() {
        if used[i] {
            terms.children(i).into_iter().for_each(|c| used[c] = true);
        }
    }
    let bits = import.machine().bits(Scalar::Index);
    let must = &import.items[item as usize].must;
    let mut texts: FxHashMap<usize, (String, usize)> = FxHashMap::default();
    for i in (0..=root).filter(|i| used[*i]) {
        let promised =
            import.graph.promises().iter().filter(|p| {
                must.contains(p.by as usize) && import.graph.find(p.class) == terms.nodes[i].class
            });
        let facts = promised.fold(terms.nodes[i].facts, |f, p| f.meet(p.facts));
        if !facts.fits(bits) {
            return None;
        }
        let (text, operations) = text(import, terms, i, item, &texts, &mut map.operands)?;
        if operations > OPERATIONS {
            return None;
        }
        texts.insert(i, (text, operations));
    }
    (map.expression, map.operations) = texts.remove(&root)?;
    Some(map)
}

/// The text of one term, from those of its operands.
fn text<'c: 'a, 'a>(
    import: &Import<'_, 'c, 'a>,
    terms: &Terms,
    i: usize,
    item: u32,
    texts: &FxHashMap<usize, (String, usize)>,
    operands: &mut Vec<Value<'c, 'a>>,
) -> Option<(String, usize)> {
    let of = |c: Id| texts.get(&usize::from(c));
    let divisor = |d: Id| terms.nodes[usize::from(d)].facts.as_const().filter(|d| *d > 0);
    Some(match &terms.nodes[i].node {
        Node::Num(c) => (c.to_string(), 0),
        Node::Var(v) => {
            let leaf = import.leaves[*v as usize];
            let value = import.items[leaf.item as usize].value;
            let must = &import.items[item as usize].must;
            let needs = &import.items[leaf.item as usize].needs;
            let promised = leaf.promised.is_none_or(|p| must.contains(p.condition as usize));
            if !is_valid(value) || !ir::is_index(value.r#type()) || !promised || !needs.is_subset(must) {
                return None;
            }
            let at = operands.iter().position(|d| *d == value).unwrap_or_else(|| {
                operands.push(value);
                operands.len() - 1
            });
            (format!("d{at}"), 0)
        }
        Node::Sum(sum) => {
            let (mut parts, mut operations) = (Vec::new(), 0);
            // Every partial sum has to fit.
            let mut facts = Facts::constant(0);
            let bits = import.machine().bits(Scalar::Index);
            for (c, t) in sum.iter() {
                let (text, inner) = of(t)?;
                operations += inner + usize::from(c != 1) + usize::from(!parts.is_empty());
                parts.push(if c == 1 { text.clone() } else { format!("{text} * {c}") });
                let scaled = Facts::sum(0, [(c, terms.nodes[usize::from(t)].facts)]);
                facts = Facts::sum(0, [(1, facts), (1, scaled)]);
                let whole = parts.len() == sum.terms.len() && sum.constant == 0;
                if !(whole && parts.len() == 1 || scaled.fits(bits)) || !(whole || facts.fits(bits)) {
                    return None;
                }
            }
            if sum.constant != 0 || parts.is_empty() {
                operations += usize::from(!parts.is_empty());
                parts.push(sum.constant.to_string());
            }
            (format!("({})", parts.join(" + ")), operations)
        }
        Node::Div([x, d]) => {
            let weight = weight(AffineOp::FloorDiv);
            (format!("({} floordiv {})", of(*x)?.0, divisor(*d)?), of(*x)?.1 + weight)
        }
        Node::Mod([x, d]) => {
            (format!("({} mod {})", of(*x)?.0, divisor(*d)?), of(*x)?.1 + weight(AffineOp::Mod))
        }
        Node::Offset(c, [x]) => (format!("({} + {c})", of(*x)?.0), of(*x)?.1 + 1),
        _ => return None,
    })
}

/// Emits a map in place of a value.
pub fn apply<'c: 'a, 'a>(map: &Map<'c, 'a>, old: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    let op = ir::defining_op(old)?;
    let context = ir::context(op);
    if let ("d0", [value]) = (map.expression.as_str(), map.operands.as_slice()) {
        return Some(*value);
    }
    if let Ok(c) = map.expression.parse::<i64>() {
        return ir::insert_index(op, ir::location(op), c);
    }
    let names: Vec<String> = (0..map.operands.len()).map(|d| format!("d{d}")).collect();
    let text = format!("affine_map<({}) -> ({})>", names.join(", "), map.expression);
    let attribute = Attribute::parse(context, &text)?;
    let apply = OperationBuilder::new("affine.apply", ir::location(op))
        .add_operands(&map.operands)
        .add_results(&[Type::index(context)])
        .add_attributes(&[(Identifier::new(context, "map"), attribute)])
        .build();
    ir::inserted_result(op, apply)
}

/// What the operations that compute no other values, and what only those read, are
/// lowered to: operations as in [`Map::operations`].
pub fn superfluous(values: &[Value<'_, '_>]) -> usize {
    let mut operations = 0;
    let mut dead: FxHashSet<usize> = FxHashSet::default();
    let replaced: Vec<ir::ValueKey> = values.iter().map(|v| ir::key(*v)).collect();
    let gone = |v: Value<'_, '_>| replaced.contains(&ir::key(v)) || ir::is_unused(v);
    let whole = |op: &OperationRef<'_, '_>| ir::results(*op).into_iter().all(gone);
    let mut stack: Vec<_> = values.iter().filter_map(|v| ir::defining_op(*v)).filter(whole).collect();
    while let Some(op) = stack.pop() {
        if !dead.insert(ir::op_key(op)) {
            continue;
        }
        operations += lowered(op);
        for operand in op.operands() {
            let unused = |op: &OperationRef<'_, '_>| {
                let mut users = ir::results(*op).into_iter().flat_map(ir::users);
                users.all(|user| dead.contains(&ir::op_key(user)))
            };
            let is_computed = |op: &OperationRef<'_, '_>| {
                matches!(ir::name(*op).split('.').next(), Some("affine" | "arith" | "index"))
            };
            stack.extend(ir::defining_op(operand).filter(is_computed).filter(unused));
        }
    }
    operations
}

/// How many operations an operation is lowered to, constants not counted.
fn lowered(op: OperationRef<'_, '_>) -> usize {
    let name = ir::name(op);
    let sizes = || op.attribute("static_basis").map(ir::integers).map_or(0, |basis| basis.len());
    match name.rsplit('.').next() {
        Some("constant") => 0,
        Some("apply" | "min" | "max") => {
            let results = op.attribute("map").ok().and_then(affine_results).unwrap_or_default();
            results.iter().map(of_expression).sum::<usize>() + results.len().saturating_sub(1)
        }
        Some("linearize_index") => 2 * sizes().saturating_sub(1),
        Some("delinearize_index") => {
            op.result_count().saturating_sub(1) * (weight(AffineOp::FloorDiv) + weight(AffineOp::Mod))
        }
        _ => 1,
    }
}

fn of_expression(e: &AffineExpr) -> usize {
    let (mut operations, mut stack) = (0, vec![e]);
    while let Some(e) = stack.pop() {
        if let AffineExpr::Binary(op, sides) = e {
            operations += weight(*op);
            stack.extend(sides.iter());
        }
    }
    operations
}

/// How many operations `lower-affine` makes of an operator: quotients are rounded down.
const fn weight(op: AffineOp) -> usize {
    match op {
        AffineOp::Add | AffineOp::Mul => 1,
        AffineOp::Mod => 4,
        AffineOp::FloorDiv | AffineOp::CeilDiv => 6,
    }
}
