//! `gpu`: launches. Blocks and threads run one after another, which they may.

use std::sync::Arc;

use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::func::symbol;
use super::{Control, Next, Space, State, bounds};
use crate::environment::Ids;
use crate::int::Int;
use crate::machine::World;
use crate::stop::Stop;
use crate::value::Value;

pub(super) fn decode(op: OperationRef<'_, '_>, name: &str, scope: &Arc<str>) -> Option<Box<dyn Control>> {
    let segments = ir::integers(op.attribute("operandSegmentSizes").ok()?);
    // Asynchronous dependences come first; clusters and shared memory are not known.
    let dependences = *segments.first()?;
    if dependences != 0 {
        return None;
    }
    match name {
        "gpu.launch" if segments.iter().sum::<i64>() == 6 => Some(Box::new(Launch)),
        "gpu.launch_func" => Some(Box::new(LaunchFunc {
            kernel: symbol(op, "kernel", scope)?,
            arguments: usize::try_from(*segments.get(segments.len().checked_sub(2)?)?).ok()?,
        })),
        _ => None,
    }
}

/// The threads of a launch: sizes of the grid and of a block.
fn threads(sizes: &[Value], world: &World) -> Result<Space, Stop> {
    let sizes = bounds(sizes, true)?;
    if sizes.iter().any(|n| *n < 0) {
        return Err(Stop::undefined("a launch of a negative size"));
    }
    Ok(Space::new(world.index_width(), &[0; 6], &sizes, &[1; 6]))
}

fn ids(space: &Space, sizes: &[i64; 6]) -> Ids {
    let at = |i: usize| space.at().get(i).copied().unwrap_or(0) as i64;
    Ids {
        block: [at(0), at(1), at(2)],
        thread: [at(3), at(4), at(5)],
        grid_dim: [sizes[0], sizes[1], sizes[2]],
        block_dim: [sizes[3], sizes[4], sizes[5]],
    }
}

fn sizes(ids: &Ids) -> [i64; 6] {
    let ([a, b, c], [d, e, f]) = (ids.grid_dim, ids.block_dim);
    [a, b, c, d, e, f]
}

/// Runs the next thread, or ends the launch.
fn advance(
    state: State,
    world: &mut World,
    enter: impl FnOnce(Vec<Value>, State) -> Next,
) -> Result<Next, Stop> {
    let State::Launch { mut threads, arguments, outer } = state else {
        return Err(Stop::unsupported("the state of another operation"));
    };
    if !threads.advance() {
        world.ids = outer;
        return Ok(Next::Results(Vec::new()));
    }
    world.ids = ids(&threads, &sizes(&world.ids));
    Ok(enter(arguments.clone(), State::Launch { threads, arguments, outer }))
}

/// Runs the first thread, if there is one.
fn begin(
    operands: &[Value],
    arguments: &[Value],
    world: &mut World,
    enter: impl FnOnce(Vec<Value>, State) -> Next,
) -> Result<Next, Stop> {
    let extents = operands.get(..6).ok_or_else(|| Stop::unsupported("a launch"))?;
    let threads = threads(extents, world)?;
    if threads.is_empty() {
        return Ok(Next::Results(Vec::new()));
    }
    let outer = world.ids;
    let numbers: Vec<i64> = bounds(extents, true)?.into_iter().map(|n| n as i64).collect();
    let numbers: [i64; 6] = numbers.try_into().map_err(|_| Stop::unsupported("a launch"))?;
    world.ids = ids(&threads, &numbers);
    Ok(enter(arguments.to_vec(), State::Launch { threads, arguments: arguments.to_vec(), outer }))
}

/// `gpu.launch`, whose region gets block ids, thread ids, and both sizes.
#[derive(Debug)]
struct Launch;

impl Launch {
    fn enter(world_width: u32, _: Vec<Value>, state: State) -> Next {
        let mut arguments = Vec::new();
        if let State::Launch { threads, arguments: sizes, .. } = &state {
            arguments = threads.at().iter().map(|i| Int::new(world_width, *i).into()).collect();
            arguments.extend(sizes.iter().cloned());
        }
        Next::Enter { region: 0, arguments, state }
    }
}

impl Control for Launch {
    fn start(&self, operands: &[Value], world: &mut World) -> Result<Next, Stop> {
        let width = world.index_width();
        begin(operands, &operands[..6.min(operands.len())], world, |a, s| Self::enter(width, a, s))
    }

    fn resume(&self, state: State, _: Vec<Value>, world: &mut World) -> Result<Next, Stop> {
        let width = world.index_width();
        advance(state, world, |a, s| Self::enter(width, a, s))
    }
}

#[derive(Debug)]
struct LaunchFunc {
    kernel: Arc<str>,
    /// How many arguments the kernel gets.
    arguments: usize,
}

impl Control for LaunchFunc {
    fn start(&self, operands: &[Value], world: &mut World) -> Result<Next, Stop> {
        let arguments =
            operands.get(6..6 + self.arguments).ok_or_else(|| Stop::unsupported("gpu.launch_func"))?;
        let function = self.kernel.clone();
        begin(operands, arguments, world, |arguments, state| Next::Call { function, arguments, state })
    }

    fn resume(&self, state: State, _: Vec<Value>, world: &mut World) -> Result<Next, Stop> {
        let function = self.kernel.clone();
        advance(state, world, |arguments, state| Next::Call { function, arguments, state })
    }
}
