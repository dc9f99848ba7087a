//! Clusters: blocks side by side along x that run at once, read each other's shared memory and wait for each other.
//!
//! Each block runs until it waits for the cluster, in a random order; then all go on. What of a block's memory others may
//! still read when it ends is found whichever of them ran first.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::block::{Block, Launch, arguments, at_end};
use super::copies::Copies;
use super::engine::Engine;
use super::machine::{Step, Thread};
use super::plan::Plan;
use super::world::{Context, Identity, Run, World};
use crate::fault::{Fault, Reason};
use crate::memory::{Buffer, When};
use crate::read::program::{Function, Op};
use crate::read::types::{Space, Type};
use crate::value::{Value, View};

/// The cluster of the block that runs.
#[derive(Debug, Default)]
pub struct Cluster {
    /// How many blocks it has.
    pub size: u32,
    /// The number in it of the block whose state the world has.
    rank: u32,
    /// What the other blocks have of their own; nothing at that number.
    blocks: Vec<Own>,
    /// The blocks that have ended.
    ended: BTreeSet<u32>,
    /// How many copies their engines have begun.
    begun: u32,
    /// Whether all blocks of a tile program stand at the operation that is to run.
    is_met: bool,
}

/// What a block has of its own: these parts of the world.
#[derive(Debug, Default)]
struct Own {
    block: [i64; 3],
    block_number: u32,
    shared: HashMap<(String, usize), usize>,
    tokens: Vec<Option<Copies>>,
    engine: Engine,
}

impl Cluster {
    /// The number of the block in the cluster.
    pub fn rank(&self) -> i64 {
        self.rank.into()
    }

    /// The number of the next copy of an engine.
    pub fn number(&mut self) -> u32 {
        self.begun += 1;
        self.begun - 1
    }
}

impl World {
    /// Begins with the blocks from a number on.
    pub(super) fn enter(&mut self, first: u32, size: u32) {
        let [x, y, _] = self.grid;
        let own = |block_number: u32| {
            let number = i64::from(block_number);
            Own { block: [number % x, number / x % y, number / (x * y)], block_number, ..Own::default() }
        };
        let blocks = (first..first + size).map(own).collect();
        self.cluster = Cluster { size, blocks, ..Cluster::default() };
        self.exchange(0);
    }

    /// Goes on with the block of another number in the cluster.
    pub(super) fn switch(&mut self, rank: u32) {
        self.exchange(self.cluster.rank);
        self.exchange(rank);
        self.cluster.rank = rank;
    }

    fn exchange(&mut self, rank: u32) {
        let Some(own) = self.cluster.blocks.get_mut(rank as usize) else { return };
        std::mem::swap(&mut self.block, &mut own.block);
        std::mem::swap(&mut self.block_number, &mut own.block_number);
        std::mem::swap(&mut self.shared, &mut own.shared);
        std::mem::swap(&mut self.tokens, &mut own.tokens);
        std::mem::swap(&mut self.engine, &mut own.engine);
    }

    /// Whether a buffer is another block's.
    pub(super) fn is_far(&self, buffer: usize) -> bool {
        self.buffers.get(buffer).and_then(|b| b.block).is_some_and(|block| block != self.block_number)
    }

    /// That a buffer may be read.
    pub(super) fn readable(&self, buffer: usize) -> Result<(), Reason> {
        let ended = |block: &u32| *block != self.block_number && self.cluster.ended.contains(block);
        match self.buffers.get(buffer).and_then(|b| b.block).filter(ended) {
            Some(block) => Err(Reason::undefined(format!("reads memory of block {block}, which has ended"))),
            None => Ok(()),
        }
    }

    /// That a buffer may be written.
    pub(super) fn writable(&self, buffer: usize) -> Result<(), Reason> {
        if self.is_far(buffer) { Err(read_only()) } else { Ok(()) }
    }

    /// The block ends, and its memory with it, when a thread has passed so many barriers of the cluster.
    ///
    /// # Errors
    /// If another block has read that memory behind its arrival at the last of them: it might have come later.
    pub(super) fn end_block(&mut self, end: When) -> Result<(), Reason> {
        let block = self.block_number;
        self.cluster.ended.insert(block);
        if self.cluster.size == 1 {
            return Ok(());
        }
        let mut own = self.buffers.iter().filter(|buffer| buffer.block == Some(block));
        match own.find_map(|buffer| buffer.reader_beside(block, end)) {
            Some(reader) => Err(Reason::undefined(format!(
                "{reader} reads memory of block {block}, which has ended unless it is late: no barrier of the cluster is \
                 between"
            ))),
            None => Ok(()),
        }
    }

    /// What a buffer of this block is in another one, which may not have come to its allocation.
    fn peer(&mut self, buffer: usize, rank: u32) -> Option<usize> {
        let (key, _) = self.shared.iter().find(|(_, number)| **number == buffer)?;
        let (key, own) = (key.clone(), self.buffers.get(buffer).filter(|own| own.space == Space::Shared)?);
        if rank == self.cluster.rank {
            return Some(buffer);
        }
        let other = self.cluster.blocks.get_mut(rank as usize)?;
        if let Some(number) = other.shared.get(&key) {
            return Some(*number);
        }
        let mut made = Buffer::new(&own.name, own.space, own.len());
        (made.begin, made.block) = (own.begin, Some(other.block_number));
        other.shared.insert(key, self.buffers.len());
        self.buffers.push(made);
        Some(self.buffers.len() - 1)
    }
}

/// Why memory of a block of the cluster is not written.
pub(super) fn read_only() -> Reason {
    Reason::undefined("memory of another block is read only")
}

pub(crate) fn run(name: &str) -> Option<Run> {
    Some(match name {
        "layout.peer" => peer,
        "nvvm.cluster.arrive" => arrive,
        _ => return None,
    })
}

/// The first half of a barrier of the cluster. The second one is where threads wait for each other.
fn arrive(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    if c.world.judged {
        let thread = &mut *c.thread;
        if thread.when.arrived > thread.when.waited {
            return Err(Reason::undefined(
                "arrives at the barrier of the cluster again and has not waited there",
            ));
        }
        thread.when.arrived += 1;
        thread.told = Rc::clone(&thread.seen);
    }
    Ok(Vec::new())
}

/// That a thread may wait at the barrier of the cluster.
pub(super) fn has_arrived(thread: &Identity) -> Result<(), Reason> {
    if thread.when.arrived > thread.when.waited {
        return Ok(());
    }
    Err(Reason::undefined("waits at the barrier of the cluster and has not arrived there"))
}

fn peer(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (view, rank, size) = (c.view(0)?, c.int(1)?.signed(), c.world.cluster.size);
    let inside = u32::try_from(rank).ok().filter(|rank| *rank < size);
    let inside =
        inside.ok_or_else(|| Reason::undefined(format!("block {rank} of a cluster that has {size}")))?;
    let buffer = c.world.peer(view.buffer, inside);
    let buffer =
        buffer.ok_or_else(|| Reason::undefined("layout.peer of what is no shared memory of the block"))?;
    Ok(vec![Value::View(Rc::new(View { buffer, far: true, ..(**view).clone() }))])
}

/// What may be done with a peer's memory but reading it. (Who writes to it is told so.)
const LOOKS: [&str; 8] = [
    "memref.dim",
    "memref.dealloc",
    "memref.extract_aligned_pointer_as_index",
    "memref.store",
    "layout.store",
    "vector.store",
    "vector.maskedstore",
    "vector.transfer_write",
];

/// Whether an operation of a tile program reads a peer's memory, and not all blocks of the cluster have come to it.
pub(super) fn is_meeting(op: &Op, function: &Function, operands: &[Value], world: &World) -> bool {
    if world.judged || world.cluster.is_met || LOOKS.contains(&op.name.as_str()) {
        return false;
    }
    let is_view = |slot: &usize| matches!(&*function.types[*slot], Type::Memref(_));
    let is_far = |value: &Value| matches!(value, Value::View(view) if view.far);
    operands.iter().any(is_far) && !op.results.iter().any(is_view)
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
    /// For the other blocks, at an operation.
    Waits(usize),
    Ended,
}

/// Runs the blocks of a cluster, each until it waits for the others or has ended.
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
        let runs: Vec<usize> = (0..blocks.len()).filter(|rank| blocks[*rank].1 == State::Runs).collect();
        let next = if runs.len() > 1 { random.choice(&runs) } else { runs.first() };
        if let Some(rank) = next {
            world.switch(*rank as u32);
            let (block, state) = &mut blocks[*rank];
            *state = block.advance(plan, world, random)?.map_or(State::Ended, State::Waits);
            continue;
        }
        let seen: BTreeSet<u32> = blocks.iter().flat_map(|(block, _)| block.told()).collect();
        let (seen, ended) = (Rc::new(seen), blocks.iter().position(|(_, state)| *state == State::Ended));
        let mut goes_on = false;
        for (rank, (block, state)) in (0..).zip(&mut blocks) {
            let State::Waits(number) = *state else { continue };
            world.switch(rank);
            if let Some(ended) = ended {
                let reason = without(world.block_number - rank + ended as u32, "has ended");
                return Err(block.fault(number, reason, plan, world));
            }
            block.pass(number, &seen, plan, world)?;
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
