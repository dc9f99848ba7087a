//! `affine`: loops and conditions whose bounds are affine maps.

use layout_mlir::ir;
use melior::Context;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef, RegionLike};

use super::scf::{next, start};
use super::{Control, Next, State, bounds};
use crate::machine::World;
use crate::pure::Map;
use crate::stop::Stop;
use crate::value::Value;

pub(super) fn decode(op: OperationRef<'_, '_>, name: &str) -> Option<Box<dyn Control>> {
    let map = |name: &str| Map::of(op.attribute(name).ok()?);
    Some(match name {
        "affine.for" => {
            let segments = ir::integers(op.attribute("operandSegmentSizes").ok()?);
            let [lower, upper, _] = segments.as_slice() else { return None };
            Box::new(For {
                lower: map("lowerBoundMap")?,
                upper: map("upperBoundMap")?,
                step: ir::integer(op.attribute("step").ok()?)?.into(),
                split: [usize::try_from(*lower).ok()?, usize::try_from(*lower + *upper).ok()?],
            })
        }
        "affine.parallel" if op.result_count() == 0 => {
            let groups = |name: &str| dense(op.attribute(name).ok()?);
            let steps = ArrayAttribute::try_from(op.attribute("steps").ok()?).ok()?;
            let step = |i: usize| ir::integer(steps.element(i).ok()?).map(i128::from);
            Box::new(Parallel {
                lower: map("lowerBoundsMap")?,
                upper: map("upperBoundsMap")?,
                groups: [groups("lowerBoundsGroups")?, groups("upperBoundsGroups")?],
                steps: (0..steps.len()).map(step).collect::<Option<_>>()?,
                lower_operands: map_inputs(&op.attribute("lowerBoundsMap").ok()?.to_string())?,
            })
        }
        "affine.if" => {
            let otherwise = op.region(1).ok().is_some_and(|r| r.first_block().is_some());
            let (conditions, equal) =
                constraints(ir::context(op), &op.attribute("condition").ok()?.to_string())?;
            Box::new(If { conditions, equal, otherwise })
        }
        _ => return None,
    })
}

/// `dense<[1, 2]> : tensor<2xi32>`, `dense<1> : …` of so many elements.
fn dense(attribute: Attribute<'_>) -> Option<Vec<usize>> {
    let text = attribute.to_string();
    let body = text.strip_prefix("dense<")?.split('>').next()?;
    let list = body.trim_matches(['[', ']']);
    let numbers: Vec<usize> = list.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
    let count: usize = text.split("tensor<").nth(1)?.split('x').next()?.parse().ok()?;
    Some(if numbers.len() == 1 { vec![numbers[0]; count] } else { numbers })
}

/// The number of operands of a map, from its text: `affine_map<(d0, d1)[s0] -> …`.
fn map_inputs(text: &str) -> Option<usize> {
    let head = text.strip_prefix("affine_map<")?.split("->").next()?;
    Some(head.matches(['d', 's']).count())
}

/// The constraints of an integer set as a map, and for each whether it is an equality:
/// `affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 == 0)>`.
fn constraints(context: &Context, text: &str) -> Option<(Map, Vec<bool>)> {
    let (head, tail) = text.strip_prefix("affine_set<")?.split_once(':')?;
    let body = tail.trim().strip_prefix('(')?.strip_suffix(")>")?;
    let mut expressions = Vec::new();
    let mut equal = Vec::new();
    for constraint in body.split(',') {
        let inequality = constraint.split_once(">=");
        let (expression, _) = inequality.or_else(|| constraint.split_once("=="))?;
        expressions.push(expression.trim().to_string());
        equal.push(inequality.is_none());
    }
    let map = format!("affine_map<{head} -> ({})>", expressions.join(", "));
    Some((Map::of(Attribute::parse(context, &map)?)?, equal))
}

/// The values of a map whose operands must not be poison, and neither its results.
fn apply(map: &Map, operands: &[Value], world: &World) -> Result<Vec<i128>, Stop> {
    let operands: Vec<Option<i128>> = bounds(operands, true)?.into_iter().map(Some).collect();
    let results = map.apply(&operands, world.index_width())?.into_iter().collect::<Option<Vec<_>>>();
    results.ok_or_else(|| Stop::undefined("an affine bound that overflows"))
}

/// The largest or the least of a bound's alternatives.
fn folded(values: &[i128], choose: fn(i128, i128) -> i128) -> Result<i128, Stop> {
    values.iter().copied().reduce(choose).ok_or_else(|| Stop::unsupported("a bound without a value"))
}

#[derive(Debug)]
struct For {
    lower: Map,
    upper: Map,
    step: i128,
    /// Where the operands of the upper bound begin, and where the carried values.
    split: [usize; 2],
}

impl Control for For {
    fn start(&self, operands: &[Value], world: &mut World) -> Result<Next, Stop> {
        let [lower_end, upper_end] = self.split;
        if operands.len() < upper_end {
            return Err(Stop::unsupported("affine.for"));
        }
        let lower = folded(&apply(&self.lower, &operands[..lower_end], world)?, i128::max)?;
        let upper = folded(&apply(&self.upper, &operands[lower_end..upper_end], world)?, i128::min)?;
        start(world.index_width(), &[lower], &[upper], &[self.step], operands[upper_end..].to_vec())
    }

    fn resume(&self, state: State, yielded: Vec<Value>, _: &mut World) -> Result<Next, Stop> {
        match state {
            State::Loop(space) => Ok(next(space, yielded)),
            _ => Err(Stop::unsupported("the state of another operation")),
        }
    }
}

#[derive(Debug)]
struct Parallel {
    lower: Map,
    upper: Map,
    /// How many results of the maps belong to each dimension.
    groups: [Vec<usize>; 2],
    steps: Vec<i128>,
    lower_operands: usize,
}

impl Control for Parallel {
    fn start(&self, operands: &[Value], world: &mut World) -> Result<Next, Stop> {
        let (below, above) = operands
            .split_at_checked(self.lower_operands)
            .ok_or_else(|| Stop::unsupported("affine.parallel"))?;
        let grouped = |values: Vec<i128>, sizes: &[usize], choose: fn(i128, i128) -> i128| {
            let mut rest = values.as_slice();
            sizes
                .iter()
                .map(|n| {
                    let (head, tail) = rest.split_at_checked(*n).unwrap_or((rest, &[]));
                    rest = tail;
                    folded(head, choose)
                })
                .collect::<Result<Vec<_>, _>>()
        };
        let lower = grouped(apply(&self.lower, below, world)?, &self.groups[0], i128::max)?;
        let upper = grouped(apply(&self.upper, above, world)?, &self.groups[1], i128::min)?;
        start(world.index_width(), &lower, &upper, &self.steps, Vec::new())
    }

    fn resume(&self, state: State, _: Vec<Value>, _: &mut World) -> Result<Next, Stop> {
        match state {
            State::Loop(space) => Ok(next(space, Vec::new())),
            _ => Err(Stop::unsupported("the state of another operation")),
        }
    }
}

#[derive(Debug)]
struct If {
    conditions: Map,
    equal: Vec<bool>,
    otherwise: bool,
}

impl Control for If {
    fn start(&self, operands: &[Value], world: &mut World) -> Result<Next, Stop> {
        let values = apply(&self.conditions, operands, world)?;
        let holds = values.iter().zip(&self.equal).all(|(v, equal)| if *equal { *v == 0 } else { *v >= 0 });
        if !holds && !self.otherwise {
            return Ok(Next::Results(Vec::new()));
        }
        Ok(Next::Enter { region: usize::from(!holds), arguments: Vec::new(), state: State::Pass })
    }

    fn resume(&self, _: State, yielded: Vec<Value>, _: &mut World) -> Result<Next, Stop> {
        Ok(Next::Results(yielded))
    }
}
