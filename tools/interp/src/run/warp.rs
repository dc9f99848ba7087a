//! What lanes of a warp do together: barriers of those that a mask names, and what is `aligned`, which all of them run.
//!
//! From sm_70 on lanes go their own ways. Those that a mask of `bar.warp.sync` names wait for each other, wherever each of them stands
//! at one, and no others are ordered by that. One that has returned does not come any more: that others wait for it is an error here.

use super::block::{Block, Status};
use super::collective::{self, Kind, is_aligned};
use super::machine::Step;
use super::plan::{Code, Plan};
use super::world::{Lane, Told, World, decided};
use crate::access::WARP;
use crate::fault::{Fault, Reason};
use crate::value::Value;

/// Whether some lane gets another first value than it has.
fn moves(lanes: &[Lane<'_>], made: &[Vec<Value>]) -> bool {
    let scalar = |value: Option<&Value>| match value {
        Some(Value::Scalar(scalar)) => Some(*scalar),
        _ => None,
    };
    lanes.iter().zip(made).any(|(lane, made)| scalar(lane.operands.first()) != scalar(made.first()))
}

/// Whether an operation is a barrier of lanes of a warp.
fn is_of_lanes(plan: &Plan, number: usize) -> bool {
    matches!(plan.codes[number], Code::Collective(Kind::WarpBarrier))
}

impl Block {
    /// The threads of a warp.
    pub(super) fn lanes(&self, warp: usize) -> std::ops::Range<usize> {
        let first = warp * WARP as usize;
        first..(first + WARP as usize).min(self.threads.len())
    }

    /// The threads, so many, that a warp runs something with.
    fn together(&self, warp: usize, threads: usize) -> std::ops::Range<usize> {
        let first = warp * WARP as usize / threads * threads;
        first..(first + threads).min(self.threads.len())
    }

    /// Each lane of a warp runs until it touches memory or waits.
    pub(super) fn turn(
        &mut self,
        warp: usize,
        plan: &Plan,
        world: &mut World,
        random: &mut fastrand::Rng,
    ) -> Result<(), Fault> {
        let mut order: Vec<usize> = self.lanes(warp).collect();
        random.shuffle(&mut order);
        for thread in order {
            while self.statuses[thread] == Status::Ready {
                match self.threads[thread].step(plan, world)? {
                    Step::Went => {}
                    Step::Touched => break,
                    Step::Waits(op) => {
                        if is_of_lanes(plan, op) {
                            self.masks[thread] = self.mask(thread, op, plan, world)?;
                        }
                        self.statuses[thread] = Status::Waits(op);
                    }
                    Step::Blocks(op) => self.statuses[thread] = Status::Blocked(op),
                    Step::Meets(op) => {
                        let reason = Reason::unsupported("what blocks do, in a program of threads");
                        return Err(self.threads[thread].fault(&plan.function.ops[op], reason, world));
                    }
                    Step::Done => self.statuses[thread] = Status::Done,
                }
            }
        }
        Ok(())
    }

    /// The lanes that one waits for at a barrier of its warp; of those that the block does not have none.
    fn mask(&self, thread: usize, number: usize, plan: &Plan, world: &World) -> Result<u32, Fault> {
        let (op, of) = (&plan.function.ops[number], &self.threads[thread]);
        let fault = |reason| of.fault(op, reason, world);
        let mask = match of.read(op).map_err(fault)?.first() {
            // `gpu.subgroup_barrier`
            None => u32::MAX,
            Some(Value::Scalar(scalar)) => decided(*scalar).map_err(fault)?.bits() as u32,
            Some(_) => return Err(fault(Reason::unsupported("a barrier of lanes that no integer names"))),
        };
        let lane = thread % WARP as usize;
        if mask >> lane & 1 == 0 {
            let what =
                format!("lane {lane} waits for the lanes {mask:#010x} of its warp, of which it is none");
            return Err(fault(Reason::undefined(what)));
        }
        let count = self.lanes(thread / WARP as usize).len();
        Ok(mask & (u32::MAX >> (WARP as usize - count)))
    }

    /// The threads that one waits for at a barrier of its warp, itself among them.
    fn awaited(&self, thread: usize) -> Vec<usize> {
        let lanes = self.lanes(thread / WARP as usize);
        lanes.filter(|other| self.masks[thread] >> (other % WARP as usize) & 1 == 1).collect()
    }

    /// One of the threads that a lane waits for at a barrier of its warp that does not wait there for the same ones.
    fn missing(&self, thread: usize, plan: &Plan) -> Option<usize> {
        let is_there = |other: &usize| {
            self.masks[*other] == self.masks[thread]
                && matches!(self.statuses[*other], Status::Waits(at) if is_of_lanes(plan, at))
        };
        self.awaited(thread).into_iter().find(|other| !is_there(other))
    }

    /// Runs what lanes of a warp wait for, if all are there.
    pub(super) fn meet(&mut self, warp: usize, plan: &Plan, world: &mut World) -> Result<(), Fault> {
        for thread in self.lanes(warp) {
            self.meet_lanes(thread, plan, world)?;
        }
        let first = self.lanes(warp).find(|t| self.statuses[*t] != Status::Done);
        let Some(Status::Waits(number)) = first.map(|t| self.statuses[t]) else { return Ok(()) };
        let Code::Collective(kind) = plan.codes[number] else { return Ok(()) };
        let range = self.together(warp, kind.threads());
        let there: Vec<usize> = range.clone().filter(|t| self.statuses[*t] != Status::Done).collect();
        let waits = |thread: &usize| self.statuses[*thread] == Status::Waits(number);
        if kind.is_of_block() || kind == Kind::WarpBarrier || !there.iter().all(waits) {
            return Ok(());
        }
        let op = &plan.function.ops[number];
        let first = there.first().copied().unwrap_or_default();
        let mut lanes = Vec::new();
        for thread in &mut self.threads[range] {
            let number = thread.identity.number;
            if !there.contains(&(number as usize)) {
                continue;
            }
            let operands = thread.read(op);
            let operands = operands.map_err(|reason| thread.fault(op, reason, world))?;
            lanes.push(Lane { lane: (number % WARP) as usize, operands, identity: &mut thread.identity });
        }
        let results = collective::run(kind, op, &plan.function, &mut lanes, world);
        let moves = kind == Kind::Shuffle && results.as_ref().is_ok_and(|made| moves(&lanes, made));
        let results = results.map_err(|reason| self.threads[first].fault(op, reason, world))?;
        if let Some(log) = world.log.as_mut().filter(|_| moves) {
            log.deciding.insert(number);
        }
        for (t, values) in there.into_iter().zip(results) {
            self.go_on(t, number, values, plan, world)?;
        }
        Ok(())
    }

    /// A thread goes on behind the operation at which it waits.
    fn go_on(
        &mut self,
        thread: usize,
        number: usize,
        values: Vec<Value>,
        plan: &Plan,
        world: &World,
    ) -> Result<(), Fault> {
        let op = &plan.function.ops[number];
        let done = self.threads[thread].finish(op, values);
        done.map_err(|reason| self.threads[thread].fault(op, reason, world))?;
        self.statuses[thread] = Status::Ready;
        Ok(())
    }

    /// Lets the lanes go on for which one waits at a barrier of its warp, if all of them are there.
    fn meet_lanes(&mut self, thread: usize, plan: &Plan, world: &mut World) -> Result<(), Fault> {
        let Status::Waits(number) = self.statuses[thread] else { return Ok(()) };
        if !is_of_lanes(plan, number) || self.missing(thread, plan).is_some() {
            return Ok(());
        }
        let there = self.awaited(thread);
        let is_whole = there.len() == self.lanes(thread / WARP as usize).len();
        let told = if is_whole {
            self.knows(&there)
        } else {
            let block = world.block_number;
            let arrive = |lane: &usize| self.threads[*lane].identity.arrive(block);
            Told::of_all(there.iter().map(arrive))
        };
        for lane in there {
            let Status::Waits(number) = self.statuses[lane] else { continue };
            let identity = &mut self.threads[lane].identity;
            identity.learn(&told);
            identity.when.warp_barriers += u32::from(is_whole);
            self.go_on(lane, number, Vec::new(), plan, world)?;
        }
        Ok(())
    }

    /// What a thread does while others wait for it.
    pub(super) fn does(&self, thread: usize, plan: &Plan) -> String {
        let (Status::Waits(at) | Status::Blocked(at)) = self.statuses[thread] else {
            return "has returned".into();
        };
        let op = &plan.function.ops[at];
        let lanes = if is_of_lanes(plan, at) {
            format!(" of the lanes {:#010x}", self.masks[thread])
        } else {
            String::new()
        };
        format!("waits at {}: {}{lanes}", op.location, op.name)
    }

    /// What is wrong with an operation of several threads that one of them does not come to.
    fn without(&self, thread: usize, number: usize, other: usize, plan: &Plan, world: &World) -> Fault {
        let op = &plan.function.ops[number];
        let whom = match plan.codes[number] {
            Code::Collective(Kind::WarpBarrier) => {
                format!("the lanes {:#010x} of its warp", self.masks[thread])
            }
            Code::Collective(Kind::Warpgroup | Kind::Registers) => "all threads of its warpgroup".into(),
            _ => "all threads of its warp".into(),
        };
        let aligned = if is_aligned(op) { ", which run together what is `aligned`" } else { "" };
        let does = self.does(other, plan);
        let what = format!("waits for {whom}{aligned}, but thread {other} {does}");
        self.threads[thread].fault(op, Reason::undefined(what), world)
    }

    /// What is wrong where nobody goes on and lanes of a warp wait for others of it.
    pub(super) fn apart(&self, plan: &Plan, world: &World) -> Option<Fault> {
        self.statuses.iter().enumerate().find_map(|(thread, status)| {
            let Status::Waits(number) = *status else { return None };
            let Code::Collective(kind) = plan.codes[number] else { return None };
            let other = match kind {
                Kind::WarpBarrier => self.missing(thread, plan),
                _ if kind.is_of_block() => None,
                _ => {
                    let mut all = self.together(thread / WARP as usize, kind.threads());
                    all.find(|other| self.statuses[*other] != *status)
                }
            };
            Some(self.without(thread, number, other?, plan, world))
        })
    }

    /// That lanes of a warp wait at one operation for the cluster where that is `aligned`.
    pub(super) fn check_aligned(&self, plan: &Plan, world: &World) -> Result<(), Fault> {
        for (thread, status) in self.statuses.iter().enumerate() {
            let Status::Waits(number) = *status else { continue };
            let mut lanes = self.lanes(thread / WARP as usize);
            let other = lanes.find(|other| self.statuses[*other] != *status);
            if let Some(other) = other.filter(|_| is_aligned(&plan.function.ops[number])) {
                return Err(self.without(thread, number, other, plan, world));
            }
        }
        Ok(())
    }
}
