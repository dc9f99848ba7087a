//! [`relation_of`]: what an operation makes of positions, stated once.

use layout_mlir::ir;
use layout_tile::{Relation, RelationError};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::{Tile, attribute};

/// What an operation makes of the positions of one operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The number of the operand.
    pub operand: usize,
    /// The number of the result.
    pub result: usize,
    /// Which elements of the one are, or make, which of the other.
    pub relation: Relation,
}

/// The relation of an operation between the positions of its operands and results, one edge
/// for each operand that leads to a result.
///
/// Of operations of `arith` and `math` it is the identity, and so it is of `layout.convert`,
/// which alone may change the encoding along it, and of the accumulator of `layout.mma`, whose
/// other operands have none: their encodings are those of an instruction
/// ([`multiplies_of`](super::multiplies_of)). Loads and stores have no edges, nor has anything else.
///
/// # Errors
/// [`RelationError`], if the relation of the shapes is no layout.
pub fn relation_of(op: OperationRef<'_, '_>) -> Result<Vec<Edge>, RelationError> {
    let name = ir::name(op);
    let tile = |number: usize| Some(Tile::of(ir::operand(op, number)?)?.shape);
    let result = || Some(Tile::of(ir::result(op)?)?.shape);
    let dimension = || usize::try_from(ir::integer(attribute(op, "dim")?)?).ok();
    let one = |operand, relation| Ok(vec![Edge { operand, result: 0, relation }]);
    match name {
        "layout.convert" | "layout.reshape" | "layout.transpose" | "layout.broadcast"
        | "layout.expand_dims" => {
            let (Some(from), Some(to)) = (tile(0), result()) else { return Ok(Vec::new()) };
            let relation = match (name, dimension()) {
                ("layout.reshape", _) => Relation::reshape(&from, &to)?,
                ("layout.transpose", _) => Relation::transpose(&from, &permutation(op))?,
                ("layout.expand_dims", Some(new)) => Relation::expand_dims(&from, new)?,
                ("layout.broadcast", Some(new)) => {
                    Relation::broadcast(&from, new, to.get(new).copied().unwrap_or(1))?
                }
                _ => Relation::identity(&to)?,
            };
            one(0, relation)
        }
        "layout.mma" => match result() {
            Some(to) => one(2, Relation::identity(&to)?),
            None => Ok(Vec::new()),
        },
        "layout.reduce" => {
            let Some(gone) = dimension() else { return Ok(Vec::new()) };
            let edge = |number| {
                let from = tile(number)?;
                let made = |relation| Edge { operand: number, result: number, relation };
                Some(Relation::reduce(&from, &[gone]).map(made))
            };
            (0..op.operand_count()).filter_map(edge).collect()
        }
        _ if is_elementwise(op) => {
            let Some(to) = result() else { return Ok(Vec::new()) };
            let same = |operand| tile(operand).is_some_and(|from| from == to);
            let edge = |operand| Ok(Edge { operand, result: 0, relation: Relation::identity(&to)? });
            (0..op.operand_count()).filter(|number| same(*number)).map(edge).collect()
        }
        _ => Ok(Vec::new()),
    }
}

/// Whether an operation computes each element of its result from those at the same place:
/// all of `arith` and `math` but constants.
pub fn is_elementwise(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    (name.starts_with("arith.") || name.starts_with("math.")) && name != "arith.constant"
}

/// The operand's dimension of each of a transposition's result; empty if one is below 0.
fn permutation(op: OperationRef<'_, '_>) -> Vec<usize> {
    let named = attribute(op, "permutation").map(ir::integers).unwrap_or_default();
    named.into_iter().map(usize::try_from).collect::<Result<_, _>>().unwrap_or_default()
}
