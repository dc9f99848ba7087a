//! A term as one `affine.apply`: for values that affine operations compute, which stay
//! affine, and for users that take only affine values.

use std::collections::HashMap;

use layout_dialect::ir::{self, Scalar};
use layout_egraph::{Facts, Node, Terms};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, Identifier, Type, Value, ValueLike};

use crate::import::Import;

/// Most operators of an expression: what terms share is written out again.
const OPERATORS: usize = 32;

/// Whether a value must stay affine: a user takes nothing else, and the value is not
/// computed at the top of a function, where every value is a symbol.
pub fn is_needed(value: Value<'_, '_>) -> bool {
    let parent = ir::defining_op(value).and_then(|op| op.block()).and_then(ir::block_parent);
    let at_top = parent.is_some_and(|op| matches!(ir::name(op).as_str(), "func.func" | "gpu.func"));
    !at_top && ir::uses(value).into_iter().any(takes_affine)
}

/// Whether an affine operation computes a value.
pub fn is_affine(value: Value<'_, '_>) -> bool {
    ir::defining_op(value).is_some_and(|op| ir::name(op).starts_with("affine."))
}

/// Whether a use takes only affine values: others would make the IR invalid.
fn takes_affine(place: ir::Use<'_, '_>) -> bool {
    let name = ir::name(place.op);
    match name.as_str() {
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
    parent.is_some_and(|op| matches!(ir::name(op).as_str(), "func.func" | "gpu.func"))
}

/// Whether a value is the variable of an affine loop.
fn is_variable(value: Value<'_, '_>) -> bool {
    let Some((block, number)) = ir::block_argument(value) else { return false };
    match ir::block_parent(block).map(ir::name).as_deref() {
        Some("affine.for") => number == 0,
        Some("affine.parallel") => true,
        _ => false,
    }
}

/// A map with its operands.
pub struct Map<'c, 'a> {
    expression: String,
    operands: Vec<Value<'c, 'a>>,
    /// How many operators the expression has.
    pub operators: usize,
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
    let mut map = Map { expression: String::new(), operands: Vec::new(), operators: 0 };
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
    let mut texts: HashMap<usize, (String, usize)> = HashMap::new();
    for i in (0..=root).filter(|i| used[*i]) {
        let promised = import.graph.promises().iter().filter(|p| {
            must.contains(p.by as usize) && import.graph.egraph.find(p.class) == terms.nodes[i].class
        });
        let facts = promised.fold(terms.nodes[i].facts, |f, p| f.meet(p.facts));
        if !facts.fits(bits) {
            return None;
        }
        let (text, operators) = text(import, terms, i, item, &texts, &mut map.operands)?;
        if operators > OPERATORS {
            return None;
        }
        texts.insert(i, (text, operators));
    }
    (map.expression, map.operators) = texts.remove(&root)?;
    Some(map)
}

/// The text of one term, from those of its operands.
fn text<'c: 'a, 'a>(
    import: &Import<'_, 'c, 'a>,
    terms: &Terms,
    i: usize,
    item: u32,
    texts: &HashMap<usize, (String, usize)>,
    operands: &mut Vec<Value<'c, 'a>>,
) -> Option<(String, usize)> {
    let of = |c: egg::Id| texts.get(&usize::from(c));
    let divisor = |d: egg::Id| terms.nodes[usize::from(d)].facts.as_const().filter(|d| *d > 0);
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
            let (mut parts, mut operators) = (Vec::new(), 0);
            // Every partial sum has to fit.
            let mut facts = Facts::constant(0);
            let bits = import.machine().bits(Scalar::Index);
            for (c, t) in sum.iter() {
                let (text, inner) = of(t)?;
                operators += inner + usize::from(c != 1) + usize::from(!parts.is_empty());
                parts.push(if c == 1 { text.clone() } else { format!("{text} * {c}") });
                let scaled = Facts::sum(0, [(c, terms.nodes[usize::from(t)].facts)]);
                facts = Facts::sum(0, [(1, facts), (1, scaled)]);
                let whole = parts.len() == sum.terms.len() && sum.constant == 0;
                if !(whole && parts.len() == 1 || scaled.fits(bits)) || !(whole || facts.fits(bits)) {
                    return None;
                }
            }
            if sum.constant != 0 || parts.is_empty() {
                operators += usize::from(!parts.is_empty());
                parts.push(sum.constant.to_string());
            }
            (format!("({})", parts.join(" + ")), operators)
        }
        Node::Div([x, d]) => (format!("({} floordiv {})", of(*x)?.0, divisor(*d)?), of(*x)?.1 + 1),
        Node::Mod([x, d]) => (format!("({} mod {})", of(*x)?.0, divisor(*d)?), of(*x)?.1 + 1),
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

/// How many operators a term has as an expression, what it shares counted at each use.
pub fn operators(terms: &Terms, root: usize) -> usize {
    let mut of = vec![0usize; root + 1];
    for i in 0..=root {
        let own = match &terms.nodes[i].node {
            Node::Num(_) | Node::Var(_) => 0,
            Node::Sum(sum) => {
                let factors = sum.coefficients.iter().filter(|c| **c != 1).count();
                factors + (sum.coefficients.len() + usize::from(sum.constant != 0)).saturating_sub(1)
            }
            _ => 1,
        };
        of[i] = terms.children(i).into_iter().map(|c| of[c]).fold(own, usize::saturating_add);
    }
    of[root]
}
