//! Values that may as well stay as they are: a pass that gains nothing changes nothing.
//!
//! A plan replaces what another term is equal to. Where that saves nothing, the value stays. What it would save
//! is estimated for each value from the plan; plans without the values that seem to save nothing then say so,
//! or not.

use fixedbitset::FixedBitSet;
use layout_egraph::Cost;
use layout_mlir::ir;
use rustc_hash::{FxHashMap, FxHashSet};

use super::price::costs;
use super::{Balance, Op, Plan, Planning, Prices, Source};
use crate::import::{Import, is_layout_index};

/// Values and planned operations that are looked at, in all.
const TRIED: usize = 1 << 12;

/// The plan for some terms in which values that do not make it cheaper stay, and its balance. What is `fixed` stays
/// in any case.
pub fn settle<'c: 'a, 'a>(
    import: &Import<'_, 'c, 'a>,
    planning: &Planning<'_, '_, 'c, 'a>,
    prices: &Prices<'_, '_, 'c, 'a>,
    fixed: &[bool],
) -> (Balance, Plan) {
    let candidate = |staying: &FxHashSet<u32>| {
        let plan = planning.plan(&|item| staying.contains(&item) || fixed[item as usize]);
        (Balance::new(prices, &plan), plan)
    };
    let mut staying = FxHashSet::default();
    let ((mut balance, dead), mut plan) = candidate(&staying);
    let mut groups = vec![saving_nothing(import, prices, &plan, &dead)];
    let mut tries = TRIED / (import.items.len() + plan.ops.len()).max(1);
    // All together; where that costs more, each half.
    while let Some(group) = groups.pop().filter(|_| tries > 0) {
        if group.is_empty() {
            continue;
        }
        tries -= 1;
        let together: FxHashSet<u32> = staying.iter().chain(&group).copied().collect();
        let ((other, _), with) = candidate(&together);
        if other.net() <= balance.net() {
            (balance, plan, staying) = (other, with, together);
        } else if group.len() > 1 {
            let (first, second) = group.split_at(group.len() / 2);
            groups.extend([second.to_vec(), first.to_vec()]);
        }
    }
    (balance, plan)
}

/// The items of a plan, the last first, for which alone no less is computed than would be if they stayed.
fn saving_nothing(
    import: &Import<'_, '_, '_>,
    prices: &Prices<'_, '_, '_, '_>,
    plan: &Plan,
    dead: &FixedBitSet,
) -> Vec<u32> {
    let alone = Alone::new(prices, plan);
    // What layouts cost that nothing uses any more is not known here.
    let saves_nothing = |(item, source): &&(u32, Source)| {
        let Source::New(n) = source else { return false };
        let op = ir::defining_op(import.items[*item as usize].value);
        op.filter(|op| !is_layout_index(ir::name(*op))).is_some_and(|op| {
            let kept = if dead.contains(*item as usize) { (prices.cost(*item, op), 1) } else { (0, 0) };
            alone.of(plan, *n).is_some_and(|added| added >= kept)
        })
    };
    plan.replaced.iter().rev().filter(saves_nothing).map(|(item, _)| *item).collect()
}

/// What operations of a plan are computed for.
struct Alone {
    costs: Vec<Cost>,
    /// How many operations use each.
    uses: Vec<usize>,
    /// Whether an item becomes it.
    replaces: Vec<bool>,
}

impl Alone {
    fn new(prices: &Prices<'_, '_, '_, '_>, plan: &Plan) -> Self {
        let (mut uses, mut replaces) = (vec![0; plan.ops.len()], vec![false; plan.ops.len()]);
        for source in plan.ops.iter().flat_map(|planned| &planned.operands) {
            if let Source::New(n) = source {
                uses[*n as usize] += 1;
            }
        }
        for (_, source) in &plan.replaced {
            if let Source::New(n) = source {
                replaces[*n as usize] = true;
            }
        }
        Self { costs: costs(prices, plan), uses, replaces }
    }

    /// The cost and the number of operations that are there for the sake of one alone, itself included; `None` if
    /// another uses it. Of several items that become it one that stays serves all.
    fn of(&self, plan: &Plan, first: u32) -> Option<(Cost, usize)> {
        if self.uses[first as usize] > 0 {
            return None;
        }
        let (mut cost, mut count) = (0, 0);
        let (mut left, mut stack) = (FxHashMap::<u32, usize>::default(), vec![first]);
        while let Some(n) = stack.pop() {
            let planned = &plan.ops[n as usize];
            cost += self.costs[n as usize];
            count += usize::from(!matches!(planned.op, Op::Constant(_)));
            for operand in &planned.operands {
                let Source::New(m) = operand else { continue };
                let left = left.entry(*m).or_insert(self.uses[*m as usize]);
                *left -= 1;
                if *left == 0 && !self.replaces[*m as usize] {
                    stack.push(*m);
                }
            }
        }
        Some((cost, count))
    }
}
