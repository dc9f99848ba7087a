//! What a plan costs beside what it makes superfluous.

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;
use layout_egraph::{Cost, CostModel, Kind};
use layout_mlir::affine::{AffineExpr, AffineOp, affine_results};
use layout_mlir::ir::{self, Scalar};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashMap;

use super::{Binary, Op, Plan, Planned, Source};
use crate::facts::is_assumption;
use crate::import::{Import, is_layout_index};

/// Operations and their cost, gained and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Operations that the plan adds.
    pub added: usize,
    /// Operations that nothing uses any more.
    pub dead: usize,
    /// How many of the added ones are constants.
    pub constants_added: usize,
    /// How many of the dead ones are constants.
    pub constants_dead: usize,
    /// What the added ones cost.
    pub cost_added: Cost,
    /// What the dead ones cost.
    pub cost_dead: Cost,
}

/// What the items of a program cost, and who uses them, found once for all plans.
pub struct Prices<'p, 'o, 'c, 'a> {
    import: &'p Import<'o, 'c, 'a>,
    model: CostModel,
    items: Vec<Price>,
}

/// What is asked of an item.
struct Price {
    /// Its uses.
    uses: usize,
    /// Those by assumptions, which stay.
    assumptions: usize,
    /// Whether all of them take an address, to which a constant is added for nothing.
    address: bool,
    /// The number that it is.
    constant: Option<i64>,
    /// What computing it costs, where that is asked for.
    cost: OnceCell<Cost>,
}

impl<'p, 'o, 'c: 'a, 'a> Prices<'p, 'o, 'c, 'a> {
    /// Looks items over. `is_memory` says of an operation whether it takes an address.
    pub fn new(
        import: &'p Import<'o, 'c, 'a>,
        model: CostModel,
        is_memory: &dyn Fn(OperationRef<'_, '_>) -> bool,
    ) -> Self {
        let price = |value| {
            let users = ir::users(value);
            Price {
                uses: users.len(),
                assumptions: users.iter().filter(|op| is_assumption(**op)).count(),
                address: users.into_iter().all(is_memory),
                constant: ir::constant(value),
                cost: OnceCell::new(),
            }
        };
        Self { import, model, items: import.items.iter().map(|item| price(item.value)).collect() }
    }

    /// The cost of the operation that computes an item.
    pub(super) fn cost(&self, number: u32, op: OperationRef<'_, '_>) -> Cost {
        let price = &self.items[number as usize];
        let bits = bits(self.import, Some(self.import.items[number as usize].scalar));
        *price.cost.get_or_init(|| cost_of(op, price.uses > 0 && price.address, bits, &self.model))
    }
}

impl Balance {
    /// The balance of a plan, and the items that nothing uses any more.
    pub fn new(prices: &Prices<'_, '_, '_, '_>, plan: &Plan) -> (Self, FixedBitSet) {
        let constants_added = plan.ops.iter().filter(|p| matches!(p.op, Op::Constant(_))).count();
        let mut balance = Self { added: plan.ops.len(), constants_added, ..Self::default() };
        balance.cost_added = costs(prices, plan).iter().sum();
        let dead = balance.count_dead(prices, plan);
        (balance, dead)
    }

    /// Counts items that nothing uses when the plan is carried out, and says which they are.
    fn count_dead(&mut self, prices: &Prices<'_, '_, '_, '_>, plan: &Plan) -> FixedBitSet {
        let import = prices.import;
        let mut uses: Vec<usize> = prices.items.iter().map(|price| price.uses).collect();
        let used = plan.ops.iter().flat_map(|p| &p.operands).chain(plan.replaced.iter().map(|(_, s)| s));
        for source in used {
            if let Source::Item(i) = source {
                uses[*i as usize] += 1;
            }
        }
        let mut results: FxHashMap<usize, usize> = FxHashMap::default();
        let mut dead: Vec<u32> = Vec::new();
        for (item, _) in &plan.replaced {
            let Price { uses: all, assumptions, .. } = prices.items[*item as usize];
            uses[*item as usize] -= all - assumptions;
            if uses[*item as usize] == 0 {
                dead.push(*item);
            }
        }
        let mut seen = FixedBitSet::with_capacity(import.items.len());
        while let Some(number) = dead.pop() {
            // The uses of a value that is replaced are gone already.
            if seen.put(number as usize) {
                continue;
            }
            let item = &import.items[number as usize];
            let Some(op) = ir::defining_op(item.value) else { continue };
            let constant = prices.items[number as usize].constant.is_some();
            if !item.computed && !constant {
                continue;
            }
            // All results of the operation have to be dead.
            let gone = results.entry(ir::op_key(op)).or_insert(0);
            *gone += 1;
            if *gone < op.result_count() {
                continue;
            }
            self.dead += 1;
            self.constants_dead += usize::from(constant);
            if !constant {
                self.cost_dead += prices.cost(number, op);
            }
            for operand in op.operands() {
                if let Some(i) = import.item(operand) {
                    uses[i as usize] = uses[i as usize].saturating_sub(1);
                    if uses[i as usize] == 0 {
                        dead.push(i);
                    }
                }
            }
        }
        seen
    }

    /// What the plan costs more than what it makes superfluous, and how many operations
    /// more it is, constants aside.
    pub fn net(&self) -> (i128, i128) {
        let cost = i128::from(self.cost_added) - i128::from(self.cost_dead);
        let computed = (self.added - self.constants_added) as i128;
        (cost, computed - (self.dead - self.constants_dead) as i128)
    }

    /// Whether the plan is worth it: an instruction less, for no more operations unless
    /// they `may_grow`; or fewer operations for no more cost. Operations are counted with
    /// constants and without them.
    pub fn gains(&self, may_grow: bool) -> bool {
        let computed = (self.added - self.constants_added, self.dead - self.constants_dead);
        let fewer = self.added < self.dead && computed.0 <= computed.1 && self.cost_added <= self.cost_dead;
        let grows = self.added > self.dead || computed.0 > computed.1;
        fewer || self.cost_added + layout_egraph::SLOT <= self.cost_dead && (may_grow || !grows)
    }
}

/// What each operation of a plan costs.
pub(super) fn costs(prices: &Prices<'_, '_, '_, '_>, plan: &Plan) -> Vec<Cost> {
    // A constant that only addresses add is free.
    let mut address = vec![true; plan.ops.len()];
    for source in plan.ops.iter().flat_map(|planned| &planned.operands) {
        if let Source::New(n) = source {
            address[*n as usize] = false;
        }
    }
    for (item, source) in &plan.replaced {
        if let Source::New(n) = source {
            address[*n as usize] &= prices.items[*item as usize].address;
        }
    }
    let constant = |s: &Source| match s {
        Source::New(n) => match plan.ops[*n as usize].op {
            Op::Constant(c) => Some(c),
            _ => None,
        },
        Source::Item(i) => prices.items[*i as usize].constant,
        Source::Layout(_) => None,
    };
    let cost = |(planned, address): (&Planned, bool)| {
        // Most constants become immediates.
        if matches!(planned.op, Op::Constant(_)) {
            return 0;
        }
        let right = planned.operands.get(1).and_then(constant);
        let immediate = address && matches!(planned.op, Op::Binary(Binary::Add, _)) && right.is_some();
        let kind = if immediate { Kind::Free } else { kind_of(&planned.op, right) };
        prices.model.operation(kind, bits(prices.import, planned.scalar))
    };
    plan.ops.iter().zip(address).map(cost).collect()
}

fn bits(import: &Import<'_, '_, '_>, scalar: Option<Scalar>) -> u32 {
    scalar.map_or(64, |s| import.machine().bits(s))
}

fn kind_of(op: &Op, right: Option<i64>) -> Kind {
    match op {
        Op::Constant(_) => Kind::Free,
        Op::Cast(_) => Kind::Cast,
        Op::Compare(_) | Op::Select => Kind::Simple,
        Op::MulHigh => Kind::HighProduct,
        Op::Layout(_) => Kind::Layout,
        Op::Binary(binary, _) => kind_of_binary(*binary, right),
    }
}

fn kind_of_binary(op: Binary, right: Option<i64>) -> Kind {
    let power = right.is_some_and(|d| d > 0 && d.count_ones() == 1);
    match op {
        Binary::Mul if power => Kind::Simple,
        Binary::Mul => Kind::Product,
        Binary::DivU | Binary::RemU if power => Kind::Simple,
        Binary::DivU | Binary::RemU => Kind::Quotient { divisor: right, signed: false },
        Binary::DivS | Binary::RemS => Kind::Quotient { divisor: right, signed: true },
        Binary::FloorDivS | Binary::CeilDivS => Kind::RoundedQuotient { divisor: right },
        _ => Kind::Simple,
    }
}

/// The cost of an operation of the program.
fn cost_of(op: OperationRef<'_, '_>, address: bool, bits: u32, model: &CostModel) -> Cost {
    let name = ir::name(op);
    let short = name.rsplit('.').next().unwrap_or_default();
    let constant = |i: usize| ir::operand(op, i).and_then(ir::constant);
    let commutes = matches!(short, "addi" | "add" | "muli" | "mul");
    let right = constant(1).or_else(|| constant(0).filter(|_| commutes));
    let kind = match short {
        _ if is_layout_index(name) => Kind::Layout,
        "constant" => Kind::Free,
        "index_cast" | "index_castui" | "extsi" | "extui" | "trunci" | "casts" | "castu" => Kind::Cast,
        "addi" | "add" if address && right.is_some() => Kind::Free,
        "muli" | "mul" => kind_of_binary(Binary::Mul, right),
        "divui" | "divu" | "ceildivui" | "ceildivu" => kind_of_binary(Binary::DivU, right),
        "remui" | "remu" => kind_of_binary(Binary::RemU, right),
        "divsi" | "divs" | "remsi" | "rems" => kind_of_binary(Binary::DivS, right),
        "floordivsi" | "floordivs" | "ceildivsi" | "ceildivs" => kind_of_binary(Binary::FloorDivS, right),
        "apply" | "min" | "max" => return map_cost(op, bits, model),
        "delinearize_index" | "linearize_index" => {
            let quotient = short == "delinearize_index";
            let sizes = op.attribute("static_basis").map(ir::integers).unwrap_or_default();
            let of = |size: i64| {
                let size = Some(size).filter(|s| *s > 0);
                let kind = if quotient { Binary::FloorDivS } else { Binary::Mul };
                // A quotient comes with its remainder.
                model.operation(kind_of_binary(kind, size), bits) + model.operation(Kind::Simple, bits)
            };
            return sizes.into_iter().skip(1).map(of).sum();
        }
        _ => Kind::Simple,
    };
    model.operation(kind, bits)
}

/// The cost of the expressions of an affine map.
fn map_cost(op: OperationRef<'_, '_>, bits: u32, model: &CostModel) -> Cost {
    let results = op.attribute("map").ok().and_then(affine_results).unwrap_or_default();
    let mut cost = 0;
    let mut stack: Vec<&AffineExpr> = results.iter().collect();
    while let Some(e) = stack.pop() {
        if let AffineExpr::Binary(operator, sides) = e {
            let right = if let AffineExpr::Constant(c) = &sides[1] { Some(*c) } else { None };
            let kind = match operator {
                AffineOp::Add => Kind::Simple,
                AffineOp::Mul => kind_of_binary(Binary::Mul, right),
                AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv => {
                    kind_of_binary(Binary::FloorDivS, right)
                }
            };
            cost += model.operation(kind, bits);
            stack.extend(sides.iter());
        }
    }
    cost + model.operation(Kind::Free, bits)
}
