//! Running a grid, one cluster of blocks after the other.
//!
//! Blocks run in turns, in a random order, until they wait for each other at the barrier of the cluster; then all go on. What of a block's memory others may
//! still read when it ends is found whichever of them ran first.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::block::{Block, Launch, Pause, arguments, at_end};
use super::blocks::Cluster;
use super::bulk;
use super::engine::Engine;
use super::log::Log;
use super::machine::{Step, Thread};
use super::plan::Plan;
use super::world::{Told, World};
use crate::fault::{Fault, Reason};
use crate::memory::Buffer;
use crate::read::layout::Encoding;
use crate::read::program::Function;
use crate::read::types::Type;

/// Runs all clusters, one after the other; what the arguments' buffers hold then.
///
/// # Errors
/// [`Fault`]: what the program does wrong, or what is not supported.
pub fn run(plan: &Plan, launch: &Launch) -> Result<Vec<Buffer>, Fault> {
    Ok(observed(plan, launch, false)?.0)
}

/// The same, and if wanted what threads did.
pub(crate) fn observed(plan: &Plan, launch: &Launch, observes: bool) -> Result<(Vec<Buffer>, Log), Fault> {
    check_encodings(plan)?;
    let size = size(&plan.function, launch.grid)?;
    let own = launch.buffers.len();
    let mut world = World {
        buffers: launch.buffers.clone(),
        block: [0; 3],
        block_number: 0,
        grid: launch.grid,
        threads: launch.threads,
        judged: plan.function.group.is_none(),
        shared: HashMap::new(),
        tokens: Vec::new(),
        touches: 0,
        fuel: plan.fuel.unwrap_or(launch.fuel).min(launch.fuel),
        log: observes.then(|| Log::of(size)),
        engine: Engine::default(),
        cluster: Cluster::default(),
    };
    let mut random = fastrand::Rng::with_seed(launch.seed);
    let maps = |reason| Fault { at: format!("the tensor maps of @{}", plan.function.name), reason };
    let mut launch = launch.clone();
    let given = launch.arguments.clone();
    let blocks = u32::try_from(launch.grid.iter().product::<i64>()).unwrap_or(u32::MAX);
    for first in (0..blocks).step_by(size as usize) {
        // What blocks allocated is gone with their cluster.
        world.buffers.truncate(own);
        world.enter(first, size);
        for rank in 0..size {
            world.switch(rank);
            let (engine, pointers) = bulk::engine(&plan.function.tensor_maps, &given).map_err(maps)?;
            (world.engine, launch.arguments) = (engine, [given.clone(), pointers].concat());
        }
        if world.judged {
            threads(plan, &launch, &mut world, &mut random)?;
        } else {
            tiles(plan, &launch, &mut world)?;
        }
    }
    world.buffers.truncate(own);
    Ok((world.buffers, world.log.unwrap_or_default()))
}

/// Each tile of a group has each element at each of equally many threads.
fn check_encodings(plan: &Plan) -> Result<(), Fault> {
    let Some(threads) = plan.function.group else { return Ok(()) };
    let mut seen = HashSet::new();
    for r#type in &plan.function.types {
        let Type::Tile { shape, encoding: Some(text), .. } = &**r#type else { continue };
        let elements = shape.iter().product::<usize>() as i64;
        if !seen.insert((text, elements)) {
            continue;
        }
        let wrong = match Encoding::parse(text) {
            Ok(encoding) => encoding.fault(elements, threads).map(Reason::undefined),
            Err(error) => Some(Reason::unsupported(error.to_string())),
        };
        if let Some(reason) = wrong {
            return Err(Fault { at: format!("a tile {shape:?} in {text}"), reason });
        }
    }
    Ok(())
}

/// How many blocks a cluster has.
///
/// # Errors
/// For clusters that do not lie along x, and grids that are not made of whole ones.
pub(super) fn size(function: &Function, grid: [i64; 3]) -> Result<u32, Fault> {
    let fault = |reason| Fault { at: format!("the clusters of @{}", function.name), reason };
    let shape = function.cluster;
    let size = function.cluster_size();
    let size = size.ok_or_else(|| fault(Reason::unsupported(format!("clusters of {shape:?} blocks"))))?;
    match grid[0] % i64::from(size) {
        0 => Ok(size),
        _ => Err(fault(Reason::undefined(format!("a grid {grid:?} of clusters of {size} blocks")))),
    }
}

/// How far a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Runs,
    /// For what another block is to do.
    Stands,
    /// For the other blocks, at an operation.
    Waits(usize),
    Ended,
}

/// Runs the blocks of a cluster until all have ended.
pub(super) fn threads(
    plan: &Plan,
    launch: &Launch,
    world: &mut World,
    random: &mut fastrand::Rng,
) -> Result<(), Fault> {
    let mut blocks = Vec::new();
    for rank in 0..world.cluster.size {
        world.switch(rank);
        let seed = random.clone().u64(..).wrapping_add(rank.into());
        blocks.push((Block::new(plan, launch, world, seed)?, State::Runs));
    }
    loop {
        let first = world.block_number - world.cluster.rank;
        for (number, (_, state)) in
            (first..).zip(&mut blocks).filter(|(_, (_, state))| *state == State::Stands)
        {
            let engine = world.engine_of_block(number);
            if engine.settled || engine.under_way() > 0 {
                *state = State::Runs;
            }
        }
        let runs: Vec<usize> = (0..blocks.len()).filter(|rank| blocks[*rank].1 == State::Runs).collect();
        let next = if runs.len() > 1 { random.choice(&runs) } else { runs.first() };
        if let Some(rank) = next {
            world.switch(*rank as u32);
            let (block, state) = &mut blocks[*rank];
            *state = match block.advance(plan, world, random)? {
                Pause::Turn => State::Runs,
                Pause::Stands => State::Stands,
                Pause::Meets(number) => State::Waits(number),
                Pause::Ends => State::Ended,
            };
            continue;
        }
        if let Some(rank) = blocks.iter().position(|(_, state)| *state == State::Stands) {
            world.switch(rank as u32);
            if let Some(fault) = blocks[rank].0.stands(plan, world) {
                return Err(fault);
            }
        }
        let ended = blocks.iter().position(|(_, state)| *state == State::Ended);
        let is_mixed = blocks.iter().any(|(block, _)| block.is_relaxed());
        let told =
            Told::of_all((first..).zip(&blocks).map(|(number, (block, _))| block.told(number, is_mixed)));
        let over: BTreeSet<u32> = blocks.iter().flat_map(|(block, _)| block.over()).collect();
        let over = is_mixed.then_some(&over);
        let mut goes_on = false;
        for (rank, (block, state)) in (0..).zip(&mut blocks) {
            let State::Waits(number) = *state else { continue };
            world.switch(rank);
            if let Some(ended) = ended {
                let reason = without(world.block_number - rank + ended as u32, "has ended");
                return Err(block.fault(number, reason, plan, world));
            }
            block.pass(&block.all(), (&told, over), plan, world)?;
            (*state, goes_on) = (State::Runs, true);
        }
        if !goes_on {
            return Ok(());
        }
    }
}

/// Why a block waits for ever.
fn without(other: u32, does: &str) -> Reason {
    Reason::undefined(format!("waits for all blocks of the cluster, but block {other} {does}"))
}

/// Runs a tile program for the blocks of a cluster, each until it reads what is another's.
pub(super) fn tiles(plan: &Plan, launch: &Launch, world: &mut World) -> Result<(), Fault> {
    let mut blocks = Vec::new();
    for rank in 0..world.cluster.size {
        world.switch(rank);
        let arguments = arguments(plan, launch, world, 0)?;
        blocks.push((Thread::new(plan, 0, &arguments), State::Runs));
    }
    loop {
        for (rank, (thread, state)) in (0..).zip(&mut blocks) {
            world.switch(rank);
            *state = until_meeting(thread, plan, world)?;
        }
        let waits = blocks.iter().position(|(_, state)| *state != State::Ended);
        let Some((first, State::Waits(number))) = waits.map(|rank| (rank, blocks[rank].1)) else {
            return Ok(());
        };
        if let Some(other) = blocks.iter().position(|(_, state)| *state != State::Waits(number)) {
            let does = match blocks[other].1 {
                State::Waits(at) => {
                    let at = &plan.function.ops[at];
                    format!("is at {}: {}", at.location, at.name)
                }
                _ => "has ended".into(),
            };
            world.switch(first as u32);
            let reason = without(world.block_number - first as u32 + other as u32, &does);
            return Err(blocks[first].0.fault(&plan.function.ops[number], reason, world));
        }
        for (rank, (thread, _)) in (0..).zip(&mut blocks) {
            world.switch(rank);
            world.cluster.is_met = true;
            thread.step(plan, world)?;
            world.cluster.is_met = false;
        }
    }
}

/// Runs a block until it meets others, or ends.
fn until_meeting(thread: &mut Thread, plan: &Plan, world: &mut World) -> Result<State, Fault> {
    loop {
        match thread.step(plan, world)? {
            Step::Done => break,
            Step::Meets(op) => return Ok(State::Waits(op)),
            Step::Waits(op) | Step::Blocks(op) => {
                let reason = Reason::unsupported("what threads do, in a tile program");
                return Err(thread.fault(&plan.function.ops[op], reason, world));
            }
            Step::Went | Step::Touched => {}
        }
    }
    if world.tokens.iter().any(Option::is_some) {
        return Err(at_end(plan, "an asynchronous copy that is never waited for"));
    }
    Ok(State::Ended)
}
