//! `scf`: structured control flow.

use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::{Control, Next, Space, State, bounds, condition};
use crate::machine::World;
use crate::stop::Stop;
use crate::value::Value;

pub(super) fn decode(op: OperationRef<'_, '_>, name: &str) -> Option<Box<dyn Control>> {
    let segments = || Some(ir::integers(op.attribute("operandSegmentSizes").ok()?));
    Some(match name {
        "scf.for" => Box::new(For { signed: !op.has_attribute("unsignedCmp") }),
        "scf.if" => {
            let otherwise =
                op.region(1).ok().is_some_and(|r| melior::ir::RegionLike::first_block(&r).is_some());
            Box::new(If { otherwise })
        }
        "scf.while" => Box::new(While),
        "scf.execute_region" => Box::new(Execute),
        "scf.index_switch" => Box::new(Switch(ir::integers(op.attribute("cases").ok()?))),
        // Reductions are not known.
        "scf.parallel" if op.result_count() == 0 => {
            Box::new(Parallel(usize::try_from(*segments()?.first()?).ok()?))
        }
        "scf.forall" if op.result_count() == 0 => {
            let list = |name: &str| Some(ir::integers(op.attribute(name).ok()?));
            let bounds = [list("staticLowerBound")?, list("staticUpperBound")?, list("staticStep")?];
            Box::new(Forall(bounds))
        }
        _ => return None,
    })
}

/// Enters region 0 for the first iteration, or leaves.
fn first(space: Space, carried: Vec<Value>) -> Next {
    if space.is_empty() { Next::Results(carried) } else { iteration(space, carried) }
}

/// Enters region 0 for the next iteration, or leaves.
pub(super) fn next(mut space: Space, carried: Vec<Value>) -> Next {
    if space.advance() { iteration(space, carried) } else { Next::Results(carried) }
}

fn iteration(space: Space, carried: Vec<Value>) -> Next {
    let arguments = space.variables().into_iter().chain(carried).collect();
    Next::Enter { region: 0, arguments, state: State::Loop(space) }
}

/// Starts a loop nest whose steps must be positive.
pub(super) fn start(
    width: u32,
    lower: &[i128],
    upper: &[i128],
    steps: &[i128],
    carried: Vec<Value>,
) -> Result<Next, Stop> {
    if steps.iter().any(|s| *s <= 0) {
        return Err(Stop::undefined("a loop step that is not positive"));
    }
    Ok(first(Space::new(width, lower, upper, steps), carried))
}

fn continued(state: State, carried: Vec<Value>) -> Result<Next, Stop> {
    match state {
        State::Loop(space) => Ok(next(space, carried)),
        _ => Err(Stop::unsupported("the state of another operation")),
    }
}

#[derive(Debug)]
struct For {
    signed: bool,
}

impl Control for For {
    fn start(&self, operands: &[Value], _: &mut World) -> Result<Next, Stop> {
        let (range, carried) = operands.split_at_checked(3).ok_or_else(|| Stop::unsupported("scf.for"))?;
        let width = range[0].int().map_or(64, |i| i.width());
        let range = bounds(range, self.signed)?;
        start(width, &range[..1], &range[1..2], &range[2..], carried.to_vec())
    }

    fn resume(&self, state: State, yielded: Vec<Value>, _: &mut World) -> Result<Next, Stop> {
        continued(state, yielded)
    }
}

#[derive(Debug)]
struct If {
    otherwise: bool,
}

impl Control for If {
    fn start(&self, operands: &[Value], _: &mut World) -> Result<Next, Stop> {
        let region = usize::from(!condition(operands.first())?);
        if region == 1 && !self.otherwise {
            return Ok(Next::Results(Vec::new()));
        }
        Ok(Next::Enter { region, arguments: Vec::new(), state: State::Pass })
    }

    fn resume(&self, _: State, yielded: Vec<Value>, _: &mut World) -> Result<Next, Stop> {
        Ok(Next::Results(yielded))
    }
}

#[derive(Debug)]
struct Execute;

impl Control for Execute {
    fn start(&self, _: &[Value], _: &mut World) -> Result<Next, Stop> {
        Ok(Next::Enter { region: 0, arguments: Vec::new(), state: State::Pass })
    }

    fn resume(&self, _: State, yielded: Vec<Value>, _: &mut World) -> Result<Next, Stop> {
        Ok(Next::Results(yielded))
    }
}

/// The cases; region 0 is the default.
#[derive(Debug)]
struct Switch(Vec<i64>);

impl Control for Switch {
    fn start(&self, operands: &[Value], _: &mut World) -> Result<Next, Stop> {
        let value = bounds(&operands[..1], true)?[0];
        let case = self.0.iter().position(|c| i128::from(*c) == value);
        Ok(Next::Enter { region: case.map_or(0, |c| c + 1), arguments: Vec::new(), state: State::Pass })
    }

    fn resume(&self, _: State, yielded: Vec<Value>, _: &mut World) -> Result<Next, Stop> {
        Ok(Next::Results(yielded))
    }
}

#[derive(Debug)]
struct While;

impl Control for While {
    fn start(&self, operands: &[Value], _: &mut World) -> Result<Next, Stop> {
        Ok(Next::Enter { region: 0, arguments: operands.to_vec(), state: State::Before })
    }

    fn resume(&self, state: State, mut yielded: Vec<Value>, _: &mut World) -> Result<Next, Stop> {
        if !matches!(state, State::Before) {
            return Ok(Next::Enter { region: 0, arguments: yielded, state: State::Before });
        }
        // `scf.condition` yields the condition, then what goes on.
        let goes_on = condition(yielded.first())?;
        yielded.remove(0);
        Ok(if goes_on {
            Next::Enter { region: 1, arguments: yielded, state: State::After }
        } else {
            Next::Results(yielded)
        })
    }
}

/// The number of dimensions. Iterations run in order: which they may.
#[derive(Debug)]
struct Parallel(usize);

impl Control for Parallel {
    fn start(&self, operands: &[Value], world: &mut World) -> Result<Next, Stop> {
        let n = self.0;
        let all = bounds(operands, true)?;
        if all.len() != 3 * n {
            return Err(Stop::unsupported("scf.parallel"));
        }
        start(world.index_width(), &all[..n], &all[n..2 * n], &all[2 * n..], Vec::new())
    }

    fn resume(&self, state: State, _: Vec<Value>, _: &mut World) -> Result<Next, Stop> {
        continued(state, Vec::new())
    }
}

/// Lower bounds, upper bounds and steps; `i64::MIN` for the next operand.
#[derive(Debug)]
struct Forall([Vec<i64>; 3]);

impl Control for Forall {
    fn start(&self, operands: &[Value], world: &mut World) -> Result<Next, Stop> {
        let operands = bounds(operands, true)?;
        let mut operands = operands.iter();
        let mut bind = |list: &[i64]| -> Result<Vec<i128>, Stop> {
            list.iter()
                .map(|n| match n {
                    &i64::MIN => operands.next().copied().ok_or_else(|| Stop::unsupported("scf.forall")),
                    n => Ok((*n).into()),
                })
                .collect()
        };
        let [lower, upper, steps] = [bind(&self.0[0])?, bind(&self.0[1])?, bind(&self.0[2])?];
        start(world.index_width(), &lower, &upper, &steps, Vec::new())
    }

    fn resume(&self, state: State, _: Vec<Value>, _: &mut World) -> Result<Next, Stop> {
        continued(state, Vec::new())
    }
}
