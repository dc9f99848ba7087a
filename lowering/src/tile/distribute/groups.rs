//! [`Groups`]: which copies are a group of `cp.async`, and for how many groups a wait waits.
//!
//! Copies next to each other that all the same waits are for are one group, in the order of the program. A wait is
//! for all but as many of the youngest groups as were begun after what it waits for, on any path.

use std::collections::{BTreeMap, BTreeSet};

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use crate::tile::tma;

/// The most groups that a wait leaves under way.
const MOST: usize = 64;
const COPY: &str = "layout.copy_async";

/// The groups of a function, found before anything is lowered.
pub struct Groups {
    /// The copies that end one.
    ends: BTreeSet<usize>,
    /// For each wait how many it leaves under way.
    left: BTreeMap<usize, usize>,
}

impl Groups {
    /// Those of a function on tiles.
    ///
    /// The tokens of a wait say what must be done; a group that was begun later on every path need not be.
    pub fn new(function: OperationRef<'_, '_>) -> Self {
        let ops = ir::nested(function);
        let copies = ops.iter().filter(|op| is_of_threads(**op) && !goes_on(**op));
        let ends = copies.map(|op| ir::op_key(*op)).collect();
        let mut left = BTreeMap::new();
        for wait in ops.into_iter().filter(|op| ir::name(*op) == "layout.wait") {
            let age = |token| Ages { ends: &ends, on_way: BTreeSet::new() }.at(token, wait);
            left.insert(ir::op_key(wait), wait.operands().map(age).min().unwrap_or(0));
        }
        Self { ends, left }
    }

    /// Whether a copy is the last one of its group.
    pub fn ends(&self, copy: OperationRef<'_, '_>) -> bool {
        self.ends.contains(&ir::op_key(copy))
    }

    /// How many groups a wait leaves under way.
    pub fn left(&self, wait: OperationRef<'_, '_>) -> usize {
        self.left.get(&ir::op_key(wait)).copied().unwrap_or(0)
    }
}

/// Whether an operation is a copy that each thread does a part of.
fn is_of_threads(op: OperationRef<'_, '_>) -> bool {
    ir::name(op) == COPY && !tma::is_copy(op)
}

/// Whether the copy behind a copy is of its group: nothing waits between them, and what waits for one
/// waits for both.
fn goes_on(copy: OperationRef<'_, '_>) -> bool {
    let mut next = copy.next_in_block();
    while let Some(op) = next.filter(|op| ir::name(*op) != "layout.wait" && op.region_count() == 0) {
        if is_of_threads(op) {
            let tokens = ir::result(copy).zip(ir::result(op));
            return tokens.is_some_and(|(a, b)| go_together(a, b, &mut BTreeSet::new()));
        }
        next = op.next_in_block();
    }
    false
}

/// Whether two tokens are handed on and waited for by the same operations.
fn go_together<'c: 'a, 'a>(
    a: Value<'c, 'a>,
    b: Value<'c, 'a>,
    seen: &mut BTreeSet<(ir::ValueKey, ir::ValueKey)>,
) -> bool {
    if !seen.insert((ir::key(a), ir::key(b))) {
        return true;
    }
    let ([one], [other]) = (&ir::uses(a)[..], &ir::uses(b)[..]) else { return false };
    if ir::op_key(one.op) != ir::op_key(other.op) {
        return false;
    }
    let (r#loop, carried) = match (ir::name(one.op), one.op.parent_operation()) {
        ("layout.wait", _) => return true,
        ("scf.for", _) => (one.op, [one, other].map(|u| u.operand.checked_sub(3))),
        ("scf.yield", Some(parent)) if ir::name(parent) == "scf.for" => {
            (parent, [one, other].map(|u| Some(u.operand)))
        }
        _ => return false,
    };
    let ([Some(one), Some(other)], [body]) = (carried, &ir::blocks(r#loop)[..]) else { return false };
    let (arguments, results) = (ir::arguments(*body), ir::results(r#loop));
    let pairs = [
        arguments.get(one + 1).copied().zip(arguments.get(other + 1).copied()),
        results.get(one).copied().zip(results.get(other).copied()),
    ];
    pairs.into_iter().all(|pair| pair.is_some_and(|(a, b)| go_together(a, b, seen)))
}

/// The least number of groups begun after a token's.
struct Ages<'s> {
    ends: &'s BTreeSet<usize>,
    /// Arguments of loops that are being looked at.
    on_way: BTreeSet<ir::ValueKey>,
}

impl Ages<'_> {
    /// Those begun when `user` is reached, on the path with fewest; at most [`MOST`].
    fn at<'c: 'a, 'a>(&mut self, token: Value<'c, 'a>, user: OperationRef<'c, 'a>) -> usize {
        if tma::Engine::of(token) == tma::Engine::Boxes {
            return MOST;
        }
        let found = match ir::defining_op(token) {
            // Nobody's group.
            Some(op) if tma::is_copy(op) || tma::is_store(op) => Some(MOST),
            // (The first group that ends is its own.)
            Some(op) if ir::name(op) == COPY => self.ended(op, user).map(|n| n.saturating_sub(1)),
            Some(_) => None,
            None => self.of_argument(token, user),
        };
        found.unwrap_or(0).min(MOST)
    }

    /// Groups that end from an operation to a later one of its block.
    fn ended(&self, from: OperationRef<'_, '_>, to: OperationRef<'_, '_>) -> Option<usize> {
        let mut next = Some(from);
        let mut count = 0;
        while let Some(op) = next {
            if ir::op_key(op) == ir::op_key(to) {
                return Some(count);
            }
            count += usize::from(self.ends.contains(&ir::op_key(op)));
            next = op.next_in_block();
        }
        None
    }

    /// An argument of a loop: what comes in, and what the last iteration hands on.
    fn of_argument<'c: 'a, 'a>(&mut self, token: Value<'c, 'a>, user: OperationRef<'c, 'a>) -> Option<usize> {
        let (block, number) = ir::block_argument(token)?;
        let r#loop = ir::block_parent(block).filter(|op| ir::name(*op) == "scf.for")?;
        let body: Vec<_> = ir::nested(r#loop).into_iter().skip(1).collect();
        let own = |op: &&OperationRef<'c, 'a>| {
            op.parent_operation().is_some_and(|parent| ir::op_key(parent) == ir::op_key(r#loop))
        };
        let count = self.ended(*body.first()?, user)?;
        // Around once more: what this round adds only makes it older.
        if !self.on_way.insert(ir::key(token)) {
            return Some(MOST);
        }
        let end = body.iter().rfind(own)?;
        let entering = self.at(ir::operand(r#loop, number + 2)?, r#loop);
        let around = self.at(ir::operand(*end, number - 1)?, *end);
        self.on_way.remove(&ir::key(token));
        Some(count + entering.min(around))
    }
}
