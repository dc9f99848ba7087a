//! Running a block: a distributed program thread by thread.
//!
//! Threads of a block run under an adversarial schedule: warps take turns in a random
//! order, their lanes in a random order within, and each runs until it has touched memory
//! or has to wait for others.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::collective::Kind;
use super::machine::Thread;
use super::memory::{buffer, extent, view_of};
use super::plan::{Code, Plan};
use super::world::{Identity, Told, World};
use crate::access::WARP;
use crate::fault::{Fault, Reason};
use crate::memory::Buffer;
use crate::read::types::{Space, Type};
use crate::value::{Value, View};

/// How a function is run.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Its arguments.
    pub arguments: Vec<Value>,
    /// The buffers that they see.
    pub buffers: Vec<Buffer>,
    /// How many blocks there are.
    pub grid: [i64; 3],
    /// How many threads a block has.
    pub threads: [i64; 3],
    /// Decides the order of warps and lanes.
    pub seed: u64,
    /// How many operations may run.
    pub fuel: u64,
}

/// Of 256 turns of warps so many are followed by another block's.
const TURN: u8 = 8;

pub(super) fn at_end(plan: &Plan, what: &str) -> Fault {
    Fault { at: format!("the end of @{}", plan.function.name), reason: Reason::undefined(what) }
}

/// The arguments given, and buffers of the kernel's own behind them.
pub(super) fn arguments(
    plan: &Plan,
    launch: &Launch,
    world: &mut World,
    thread: u32,
) -> Result<Vec<Value>, Fault> {
    let mut all = launch.arguments.clone();
    let body = plan.function.regions.first().and_then(|r| r.blocks.first());
    let slots = body.map(|b| b.arguments.as_slice()).unwrap_or_default();
    for (i, slot) in slots.iter().enumerate().skip(all.len()) {
        let fault = |reason| Fault { at: format!("argument {i} of @{}", plan.function.name), reason };
        let Type::Memref(memref) = &*plan.function.types[*slot] else {
            return Err(fault(Reason::unsupported("no value is given for it")));
        };
        if i < plan.function.inputs {
            return Err(fault(Reason::unsupported("no memory is given for it")));
        }
        // It is aligned no better than is said.
        let base = plan.function.alignments.get(i - plan.function.inputs).copied().unwrap_or(0);
        let place = view_of(memref, 0, base, &[], &[]).map_err(fault)?;
        let is_shared = memref.space == Space::Shared;
        let mut name = format!("the kernel's buffer {}", i - plan.function.inputs);
        if !is_shared && thread > 0 {
            name = format!("{name}, thread {thread}");
        }
        let buffer = if is_shared {
            buffer(world, &name, 0, &place, memref.space)
        } else {
            world.allocate(&name, memref.space, place.base, extent(&place))
        };
        all.push(Value::View(Rc::new(View { buffer, ..place })));
    }
    Ok(all)
}

/// How far a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Ready,
    /// For other threads.
    Waits(usize),
    /// For something to arrive.
    Blocked(usize),
    Done,
}

/// Why a block does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// It might: others are let run.
    Turn,
    /// Nothing is under way that it waits for; another block may do something.
    Stands,
    /// It waits for the cluster, at this operation.
    Meets(usize),
    /// All of its threads have returned.
    Ends,
}

/// Whether the operation is a barrier of all threads of the cluster.
fn is_of_cluster(plan: &Plan, number: usize) -> bool {
    matches!(plan.codes[number], Code::Collective(Kind::ClusterBarrier))
}

/// The threads of a block.
pub(super) struct Block {
    pub(super) threads: Vec<Thread>,
    pub(super) statuses: Vec<Status>,
    /// The lanes that each thread waits for at a barrier of its warp, if it does.
    pub(super) masks: Vec<u32>,
    /// When its copies arrive: some engines are fast, and some do nothing while a thread has something to do.
    engine: fastrand::Rng,
    haste: u8,
    /// Copies that are over as threads said at barriers of the cluster that order no memory.
    over: BTreeSet<u32>,
}

impl Block {
    /// The block whose state the world has, before its first operation.
    pub fn new(plan: &Plan, launch: &Launch, world: &mut World, seed: u64) -> Result<Self, Fault> {
        let count = launch.threads.iter().product::<i64>();
        let mut threads = Vec::new();
        for number in 0..u32::try_from(count).unwrap_or(0) {
            let arguments = arguments(plan, launch, world, number)?;
            threads.push(Thread::new(plan, number, &arguments));
        }
        let statuses = vec![Status::Ready; threads.len()];
        let mut engine = fastrand::Rng::with_seed(seed);
        let haste = engine.choice([0, 1, 8, 32]).unwrap_or(1);
        let masks = vec![0; threads.len()];
        Ok(Self { threads, statuses, masks, engine, haste, over: BTreeSet::new() })
    }

    /// Runs until all threads have returned or wait for other blocks, or until one of these is to run.
    pub fn advance(
        &mut self,
        plan: &Plan,
        world: &mut World,
        random: &mut fastrand::Rng,
    ) -> Result<Pause, Fault> {
        let warps = self.threads.len().div_ceil(WARP as usize);
        loop {
            if std::mem::take(&mut world.engine.settled) {
                self.look_again();
            }
            if world.cluster.size > 1 && self.engine.u8(..) < TURN {
                return Ok(Pause::Turn);
            }
            let under_way = world.engine.under_way();
            if under_way > 0 && self.engine.u8(0..32) < self.haste {
                let next = self.engine.usize(0..under_way);
                self.land(next, plan, world)?;
            }
            let ready: Vec<usize> =
                (0..warps).filter(|w| self.lanes(*w).any(|t| self.statuses[t] == Status::Ready)).collect();
            if let Some(warp) = random.choice(&ready) {
                self.turn(*warp, plan, world, random)?;
                self.meet(*warp, plan, world)?;
            } else if self.some_barrier(plan, world)? {
            } else if self.blocked().is_some() {
                if world.engine.under_way() == 0 {
                    return Ok(Pause::Stands);
                }
                let next = self.engine.usize(0..world.engine.under_way());
                self.land(next, plan, world)?;
            } else if self.statuses.iter().all(|s| *s == Status::Done) {
                return self.end(plan, world).map(|()| Pause::Ends);
            } else if let Some(number) = self.barrier(plan, world)? {
                return Ok(Pause::Meets(number));
            }
        }
    }

    /// What is wrong with a block for which nothing that it waits for arrives.
    pub fn stands(&self, plan: &Plan, world: &World) -> Option<Fault> {
        let (thread, op) = self.blocked()?;
        let reason = Reason::undefined("waits for ever: nothing is under way that would arrive");
        Some(self.threads[thread].fault(&plan.function.ops[op], reason, world))
    }

    /// What has to hold when all threads have returned.
    fn end(&mut self, plan: &Plan, world: &mut World) -> Result<(), Fault> {
        if let Some(place) = world.engine.begun_beside(&self.seen()) {
            return Err(at_end(plan, &format!("a copy of {place}, which nobody has waited for")));
        }
        let over = self.seen().union(&self.over).copied().collect();
        if let Some(place) = world.engine.sent_beside(&over) {
            let what =
                format!("a copy of {place} to another block, which may be under way when its own one ends");
            return Err(at_end(plan, &what));
        }
        // What was read is in memory when the kernel is done.
        while world.engine.under_way() > 0 {
            self.land(0, plan, world)?;
        }
        if let Some(thread) = self.threads.iter().find(|t| t.identity.copies.are_under_way()) {
            let number = thread.identity.number;
            return Err(at_end(
                plan,
                &format!("an asynchronous copy of thread {number} that is never waited for"),
            ));
        }
        if let Some(thread) = self.threads.iter().find(|t| t.identity.products.are_under_way()) {
            let number = thread.identity.number;
            return Err(at_end(plan, &format!("a product of thread {number} that is never waited for")));
        }
        let is_between = |thread: &&Thread| thread.identity.when.arrived > thread.identity.when.waited;
        if let Some(thread) = self.threads.iter().find(is_between) {
            let number = thread.identity.number;
            let what = "has arrived at the barrier of the cluster and never waits there";
            return Err(at_end(plan, &format!("thread {number} of block {} {what}", world.block_number)));
        }
        let when = self.threads.first().map(|thread| thread.identity.when).unwrap_or_default();
        let ended = world.end_block(when, &self.knows(&self.all()).known);
        ended.map_err(|reason| Fault { at: format!("the end of @{}", plan.function.name), reason })
    }

    /// A thread for which something has to arrive.
    fn blocked(&self) -> Option<(usize, usize)> {
        self.statuses.iter().enumerate().find_map(|(thread, status)| match status {
            Status::Blocked(op) => Some((thread, *op)),
            _ => None,
        })
    }

    /// A copy of the engine arrives: who waits looks again.
    fn land(&mut self, number: usize, plan: &Plan, world: &mut World) -> Result<(), Fault> {
        world
            .land(number)
            .map_err(|reason| Fault { at: format!("a copy of @{}", plan.function.name), reason })?;
        self.look_again();
        Ok(())
    }

    /// Who waits for something to arrive looks again.
    fn look_again(&mut self) {
        for status in self.statuses.iter_mut().filter(|status| matches!(status, Status::Blocked(_))) {
            *status = Status::Ready;
        }
    }

    /// The copies of the engine that a thread has waited for.
    fn seen(&self) -> BTreeSet<u32> {
        (*self.knows(&self.all()).heard.copies).clone()
    }

    /// What some threads know together.
    pub(super) fn knows(&self, threads: &[usize]) -> Told {
        Told::of_all(threads.iter().map(|thread| self.threads[*thread].identity.knows()))
    }

    /// What threads told when they arrived at the barrier of the cluster; where not all did also that they have arrived. (Where all did,
    /// that follows from the barrier.)
    pub fn told(&self, block: u32, is_mixed: bool) -> Told {
        let all = self.threads.iter().filter_map(|thread| {
            let ((mut told, when), number) = (thread.identity.told.clone()?, thread.identity.number);
            if is_mixed {
                told.arrived((block, number), when);
            }
            Some(told)
        });
        Told::of_all(all)
    }

    /// Lets all threads pass the barrier that they wait at, unless it is one of the cluster: that is given.
    fn barrier(&mut self, plan: &Plan, world: &mut World) -> Result<Option<usize>, Fault> {
        if let Some(fault) = self.apart(plan, world) {
            return Err(fault);
        }
        let waits = self.statuses.iter().enumerate().find_map(|(t, s)| match s {
            Status::Waits(op) => Some((t, *op)),
            _ => None,
        });
        let Some((first, number)) = waits else { return Ok(None) };
        let op = &plan.function.ops[number];
        if let Some(what) = self.incomplete(first, plan, world)? {
            return Err(self.threads[first].fault(op, Reason::undefined(what), world));
        }
        // (At that of the cluster, wherever it stands; nobody waits for threads that have returned there: PTX ISA, `barrier.cluster`.)
        let meets = |status: &Status| match status {
            Status::Waits(at) => is_of_cluster(plan, *at),
            status => *status == Status::Done,
        };
        if self.statuses.iter().all(meets) {
            return self.check_aligned(plan, world).map(|()| Some(number));
        }
        if let Some(other) = self.statuses.iter().position(|s| *s != Status::Waits(number)) {
            let does = self.does(other, plan);
            let reason = Reason::undefined(format!("waits for all threads, but thread {other} {does}"));
            return Err(self.threads[first].fault(op, reason, world));
        }
        let all = self.all();
        self.pass(&all, (&self.knows(&all), None), plan, world)?;
        Ok(None)
    }

    /// All of its threads.
    pub fn all(&self) -> Vec<usize> {
        (0..self.threads.len()).collect()
    }

    /// The number of the barrier of the block that a thread waits at, and of how many threads it is.
    fn barrier_of(&self, thread: usize, plan: &Plan, world: &World) -> Result<Option<(i128, usize)>, Fault> {
        let Status::Waits(number) = self.statuses[thread] else { return Ok(None) };
        if !matches!(plan.codes[number], Code::Collective(Kind::Barrier)) {
            return Ok(None);
        }
        let (op, of) = (&plan.function.ops[number], &self.threads[thread]);
        let said = || {
            let mut operands = of.read(op)?.into_iter();
            let sizes = op.ints("operandSegmentSizes").unwrap_or_default();
            let mut next = |group: usize, otherwise: i128| match (sizes.get(group), operands.len()) {
                (Some(1), 1..) => match operands.next() {
                    Some(Value::Scalar(scalar)) => Ok(super::world::decided(scalar)?.unsigned()),
                    _ => Err(Reason::unsupported("a barrier of no number")),
                },
                _ => Ok(otherwise),
            };
            let (id, count) = (next(0, 0)?, next(1, self.threads.len() as i128)?);
            if !(0..16).contains(&id) || count % i128::from(WARP) != 0 && count != self.threads.len() as i128
            {
                return Err(Reason::undefined(format!("barrier {id} of {count} threads")));
            }
            Ok((id, usize::try_from(count).unwrap_or(usize::MAX)))
        };
        said().map(Some).map_err(|reason| of.fault(op, reason, world))
    }

    /// The threads that wait at the barrier that one waits at, and how many it is of.
    fn at_barrier_of(
        &self,
        thread: usize,
        plan: &Plan,
        world: &World,
    ) -> Result<Option<(Vec<usize>, usize)>, Fault> {
        let Some((id, count)) = self.barrier_of(thread, plan, world)? else { return Ok(None) };
        let mut there = Vec::new();
        for other in 0..self.threads.len() {
            match self.barrier_of(other, plan, world)? {
                Some((at, of)) if at == id && of == count => there.push(other),
                _ => {}
            }
        }
        Ok(Some((there, count)))
    }

    /// Lets the threads pass that wait at a barrier of a part of the block, or at one of all at several operations, if all are
    /// there: whether some were.
    fn some_barrier(&mut self, plan: &Plan, world: &mut World) -> Result<bool, Fault> {
        let waits = |status: &Status| matches!(status, Status::Waits(_));
        let alike = |block: &Self| {
            let first = block.statuses.first();
            first.is_some_and(waits) && block.statuses.iter().all(|status| Some(status) == first)
        };
        if alike(self) {
            return Ok(false);
        }
        let first_of_warps = (0..self.threads.len()).step_by(WARP as usize);
        for thread in first_of_warps.filter(|thread| waits(&self.statuses[*thread])).collect::<Vec<_>>() {
            let Some((there, count)) = self.at_barrier_of(thread, plan, world)? else { continue };
            let are_warps = there.chunk_by(|a, b| a / WARP as usize == b / WARP as usize).all(|warp| {
                self.lanes(warp[0] / WARP as usize).len() == warp.len()
                    && warp.iter().all(|lane| self.statuses[*lane] == self.statuses[warp[0]])
            });
            if there.len() == count && are_warps {
                self.pass(&there, (&self.knows(&there), None), plan, world)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is wrong with the barrier of a part of the block that a thread waits at, where nobody goes on.
    fn incomplete(&self, thread: usize, plan: &Plan, world: &World) -> Result<Option<String>, Fault> {
        let Some((there, count)) = self.at_barrier_of(thread, plan, world)? else { return Ok(None) };
        let is_part = count != self.threads.len();
        Ok(is_part.then(|| {
            let count_there = there.len();
            format!("waits at a barrier of {count} threads, at which {count_there} are")
        }))
    }

    /// What is wrong with the barrier that all threads wait at.
    pub fn fault(&self, number: usize, reason: Reason, plan: &Plan, world: &World) -> Fault {
        match self.threads.first() {
            Some(thread) => thread.fault(&plan.function.ops[number], reason, world),
            None => Fault { at: format!("@{}", plan.function.name), reason },
        }
    }

    /// Whether some thread ordered no memory when it arrived at the barrier of the cluster.
    pub fn is_relaxed(&self) -> bool {
        self.threads.iter().any(|thread| thread.identity.told.is_none())
    }

    /// The copies that were over when threads arrived there.
    pub fn over(&self) -> BTreeSet<u32> {
        self.threads.iter().flat_map(|thread| thread.identity.over.iter().copied()).collect()
    }

    /// Threads pass the barrier that they wait at, and know what was told there. Of one of the cluster at which a thread arrived `relaxed`
    /// nothing else is known of memory behind it but that these others are over.
    pub fn pass(
        &mut self,
        there: &[usize],
        (told, over): (&Told, Option<&BTreeSet<u32>>),
        plan: &Plan,
        world: &mut World,
    ) -> Result<(), Fault> {
        self.over.extend(over.into_iter().flatten());
        let (Some(first), Some(last)) = (there.first(), there.last()) else { return Ok(()) };
        let is_whole = there.len() == self.threads.len();
        let part = (*first as u32, *last as u32 + 1);
        if let Status::Waits(number) = self.statuses[*first]
            && let Some(log) = &mut world.log
        {
            log.barrier(world.block_number, number, is_of_cluster(plan, number));
        }
        for thread in there {
            let (thread, status) = (&mut self.threads[*thread], &mut self.statuses[*thread]);
            let Status::Waits(number) = *status else { continue };
            let (op, is_of_cluster) = (&plan.function.ops[number], is_of_cluster(plan, number));
            let others = thread.identity.when.part.is_some_and(|other| other != part);
            if !is_whole && (others || last - first + 1 != there.len()) {
                let reason =
                    Reason::unsupported("barriers of several parts of a block, or of one that is no range");
                return Err(thread.fault(op, reason, world));
            }
            if is_of_cluster {
                // (It may have waited for others since it arrived.)
                thread.identity.learn(told);
                let when = &mut thread.identity.when;
                when.waited += 1;
                when.acquired = if over.is_none() { when.waited } else { when.acquired };
            } else {
                let Identity { when, known, heard, .. } = &mut thread.identity;
                when.barriers += 1;
                when.warp_barriers += 1;
                when.whole += u32::from(is_whole);
                when.part = if is_whole { when.part } else { Some(part) };
                (*known, *heard) = (told.known.clone(), told.heard.clone());
            }
            *status = Status::Ready;
            if let Err(reason) = thread.finish(op, Vec::new()) {
                return Err(thread.fault(op, reason, world));
            }
        }
        Ok(())
    }
}
