//! `layout-sync`: a `gpu.barrier` between accesses of the same bytes by different threads of a group, of which
//! one at least is a write. Of global memory, different arguments are taken not to overlap.
//!
//! ```mlir
//! layout.store %t, %m[%0, %0] : …
//! gpu.barrier                                    // inserted
//! %u = layout.load %m[%0, %0] : …
//! ```
//!
//! Accesses *pend* from where they end to the next barrier. What an asynchronous copy writes pends
//! from its wait, which is for the copies of the thread that waits alone. A barrier stands right
//! before an access that meets one that pends, or before the outermost loop around it that the other
//! one is not in. Every barrier that is written is needed: without it an access would meet another.
//! Those that were there stay, and count.
//!
//! The engine that copies boxes reads and writes memory by a proxy of its own, and so do tensor cores that read shared
//! memory: what threads wrote there before, they make known by a fence before they meet at a barrier. What it has copied each thread
//! sees behind its own wait. So such a wait is like a read of what was copied, and of the mbarrier.
//!
//! A copy that producers issue waits at an mbarrier until all others have come to where it stands: it needs no barrier.
//!
//! Of a loop with `layout.disjoint` no iteration accesses global memory that another one writes, unless both write the same there.
//!
//! Control flow is uniform over the group, so a barrier may stand anywhere.
//!
//! Between what a block does to its memory and what others of its cluster read there (`layout.peer`) stands a barrier of
//! the cluster, which is one of the block as well; the last one keeps the block's memory until others have read it.

mod at_once;
mod cluster;
mod proxy;

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, Location, Operation, OperationRef};

use crate::tile::cluster::ClusterError;
use crate::tile::functions::threads;
use crate::tile::shared::access::{Access, Accesses, Owner, landed};
use crate::tile::shared::flow::{Again, Flow};
use crate::tile::shared::{SYNCHRONIZED, programs};
use crate::tile::tma::is_produced;

pub use cluster::{ARRIVE_RELAXED, HALVES};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-sync",
    summary: "Insert barriers between conflicting accesses of memory",
    options: &[],
    statistics: &[],
    run,
};

/// What a loop says whose iterations write parts of global memory that no other one accesses, or the same there.
const DISJOINT: &str = "layout.disjoint";

/// What stands for a barrier of the group.
pub const BARRIERS: [&str; 3] = ["gpu.barrier", "nvvm.barrier0", "nvvm.barrier"];

fn run(root: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    programs(root).into_iter().all(|function| {
        let flow = Flow::new(function);
        let missing = match Missing::of(function, &flow) {
            Ok(missing) => missing,
            Err((at, error)) => {
                ir::emit_error(ir::location(at), &format!("layout-sync: {error}"));
                return false;
            }
        };
        if is_several(function) {
            ir::set_attribute(function, SYNCHRONIZED, Attribute::unit(ir::context(function)));
        }
        at_once::mark(&flow);
        let fenced = missing.fences.into_iter().all(|(at, kind)| proxy::write(flow.ops[at], kind));
        let barrier = |location| OperationBuilder::new(BARRIERS[0], location).build().ok();
        let meet = |meeting: Meeting| {
            write(flow.ops[meeting.arrive], cluster::arrive) && write(flow.ops[meeting.wait], cluster::wait)
        };
        fenced
            && missing.meetings.into_iter().all(meet)
            && missing.barriers.into_iter().all(|at| write(flow.ops[at], barrier))
    })
}

/// One thread is in order by itself.
fn is_several(function: OperationRef<'_, '_>) -> bool {
    threads(function).is_ok_and(|threads| threads > 1)
}

/// What a function lacks for its accesses to be in order.
struct Missing {
    /// The operations before which barriers of the block are to stand.
    barriers: Vec<usize>,
    meetings: Vec<Meeting>,
    /// The operations behind which fences are to stand.
    fences: Vec<(usize, proxy::Kind)>,
}

impl Missing {
    /// # Errors
    /// What of a cluster cannot be in order.
    fn of<'c: 'a, 'a>(
        function: OperationRef<'c, 'a>,
        flow: &Flow<'c, 'a>,
    ) -> Result<Self, (OperationRef<'c, 'a>, ClusterError)> {
        let is_cluster = cluster::check(function, flow)?;
        let meetings =
            if is_cluster { Hazards::new(flow, Scope::Cluster, &[]).meetings() } else { Vec::new() };
        let whole = meetings.iter().filter(|meeting| meeting.is_whole);
        let given: Vec<usize> = whole.map(|meeting| meeting.wait).collect();
        let several = is_several(function);
        let barriers = if several { Hazards::new(flow, Scope::Block, &given).barriers() } else { Vec::new() };
        Ok(Self { barriers, meetings, fences: proxy::fences(flow) })
    }
}

/// The first operation of a function at which a barrier or a fence is missing, in a function that this pass has not seen.
pub fn unordered<'c: 'a, 'a>(function: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    if function.has_attribute(SYNCHRONIZED) {
        return None;
    }
    let flow = Flow::new(function);
    // (What a cluster cannot do is said where that is asked for.)
    let missing = Missing::of(function, &flow).ok()?;
    let meetings = missing.meetings.iter().map(|meeting| meeting.wait);
    let fences = missing.fences.iter().map(|(at, _)| *at);
    let first = missing.barriers.iter().copied().chain(meetings).chain(fences).min()?;
    flow.ops.get(first).copied()
}

/// Writes a barrier, or half of one, before an operation.
fn write<'c>(op: OperationRef<'c, '_>, made: impl Fn(Location<'c>) -> Option<Operation<'c>>) -> bool {
    let location = ir::location(op);
    let written = made(location).is_some_and(|made| ir::insert_before(op, made).is_some());
    if !written {
        ir::emit_error(location, "layout-sync: no barrier can be written here");
    }
    written
}

/// A barrier of the cluster, by the operations before which its halves stand.
struct Meeting {
    arrive: usize,
    wait: usize,
    /// Whether nothing is accessed between them: then it is a barrier of the block, too.
    is_whole: bool,
}

/// Whose accesses barriers part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Those of the threads of a block.
    Block,
    /// Those of blocks of a cluster.
    Cluster,
}

/// Whether and how an access pends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pending {
    /// A barrier has been since, or it has not been.
    No,
    /// It has been, and the values that decide what each thread did are still the same.
    Same,
    /// It has been in an iteration before, where such a value was another one.
    Earlier,
}

/// The accesses of a function, and where they pend.
struct Hazards<'f, 'c, 'a> {
    flow: &'f Flow<'c, 'a>,
    /// What each operation begins.
    begins: Vec<Vec<Access<'c, 'a>>>,
    /// The accesses that may pend, with the operation where they end, by operation.
    ends: Vec<(usize, Access<'c, 'a>)>,
    /// The operations that are barriers.
    standing: Vec<bool>,
    /// Those before which barriers will stand.
    given: Barriers,
    scope: Scope,
}

/// Barriers before operations.
type Barriers = Vec<bool>;

impl<'f, 'c: 'a, 'a> Hazards<'f, 'c, 'a> {
    fn new(flow: &'f Flow<'c, 'a>, scope: Scope, given: &[usize]) -> Self {
        let (mut begins, mut ends) = (Vec::new(), Vec::new());
        for (number, op) in flow.ops.iter().enumerate() {
            let mut accesses = Accesses::of(*op, flow);
            if scope == Scope::Cluster && ir::name(*op) == "layout.wait" {
                accesses.ends.extend(landed(*op, flow));
            }
            if scope == Scope::Cluster && cluster::is_end(flow, number) {
                // With the block its memory is gone.
                accesses.begins.push(Access::anywhere(true));
            }
            if scope == Scope::Block && is_produced(*op) {
                accesses.begins.clear();
            }
            begins.push(accesses.begins);
            ends.extend(accesses.ends.into_iter().map(|access| (number, access)));
        }
        // One with operands may be for a part of the group.
        let is_barrier = |op: &OperationRef<'_, '_>| {
            let of_block = scope == Scope::Block && BARRIERS.contains(&ir::name(*op));
            (of_block || ir::name(*op) == cluster::WAIT) && op.operand_count() == 0
        };
        let standing = flow.ops.iter().map(is_barrier).collect();
        let given = (0..flow.ops.len()).map(|number| given.contains(&number)).collect();
        Self { flow, begins, ends, standing, given, scope }
    }

    /// The operations before which a barrier is to stand.
    fn barriers(&self) -> Vec<usize> {
        let mut barriers = self.given.clone();
        // What meets within an iteration needs a barrier in any case, and that may do for the rest.
        for again in [false, true] {
            while let Some(at) = self.first_conflict(&barriers, again) {
                barriers[at] = true;
            }
        }
        let mut written: Vec<usize> =
            (0..barriers.len()).filter(|n| barriers[*n] && !self.given[*n]).collect();
        // What runs most often goes first.
        written.sort_by_key(|n| (std::cmp::Reverse(self.flow.loops[*n].len()), *n));
        for at in &written {
            barriers[*at] = false;
            barriers[*at] = self.first_conflict(&barriers, true).is_some();
        }
        written.retain(|n| barriers[*n]);
        written
    }

    /// The barriers of the cluster: threads arrive when they have done what others must not see undone.
    fn meetings(&self) -> Vec<Meeting> {
        let mut waits = self.barriers();
        waits.sort_unstable();
        let far: Vec<&Access<'c, 'a>> =
            self.ends.iter().map(|(_, access)| access).filter(|a| a.peer).collect();
        let matters =
            |access: &Access<'c, 'a>| access.peer || far.iter().any(|far| far.bytes.meet(&access.bytes));
        let own =
            |number: usize| self.ends.iter().filter(move |(at, _)| *at == number).map(|(_, access)| access);
        let stays = |number: usize| {
            let op = self.flow.ops[number];
            op.region_count() > 0
                || self.standing[number]
                || self.begins[number].iter().chain(own(number)).any(matters)
        };
        let arrival = |wait: usize| {
            let block = self.flow.ops[wait].block();
            // (Not before another wait, which stands right before an operation.)
            let is_free = |n: &usize| *n + 1 == wait || !waits.contains(&(n + 1));
            let goes = |n: &usize| self.flow.ops[*n].block() == block && is_free(n) && !stays(*n);
            (0..wait).rev().take_while(goes).last().unwrap_or(wait)
        };
        let accesses = |number: usize| !self.begins[number].is_empty() || own(number).next().is_some();
        let meeting = |wait: usize| {
            let arrive = arrival(wait);
            Meeting { arrive, wait, is_whole: !(arrive..wait).any(accesses) }
        };
        waits.iter().map(|wait| meeting(*wait)).collect()
    }

    /// Where a barrier would part the first access that meets one that pends; `again` says
    /// whether loops repeat.
    fn first_conflict(&self, barriers: &Barriers, again: bool) -> Option<usize> {
        let pending = self.pending(barriers, again);
        (0..pending.len()).filter(|n| !barriers[*n]).find_map(|number| {
            let meets = |end: &usize| {
                let (_, access) = &self.ends[*end];
                self.begins[number]
                    .iter()
                    .any(|begun| conflict(access, pending[number][*end], begun, self.scope))
            };
            let pends = |end: &usize| pending[number][*end] != Pending::No;
            (0..self.ends.len())
                .filter(pends)
                .find(meets)
                .map(|end| self.place(self.ends[end].0, number, barriers))
        })
    }

    /// Where a barrier is to stand before an access, for the sake of an earlier one: before the
    /// outermost loop that the earlier one is not in.
    fn place(&self, earlier: usize, number: usize, barriers: &Barriers) -> usize {
        let around = &self.flow.loops[earlier];
        let entered = self.flow.loops[number].iter().copied().find(|l| !around.contains(l));
        entered.filter(|l| !barriers[*l]).unwrap_or(number)
    }

    /// For each operation what pends before it and before a barrier there.
    fn pending(&self, barriers: &Barriers, again: bool) -> Vec<Vec<Pending>> {
        let mut pending = vec![vec![Pending::No; self.ends.len()]; self.flow.ops.len()];
        let mut work: Vec<usize> = (0..self.flow.ops.len()).rev().collect();
        while let Some(number) = work.pop() {
            let after = self.after(number, &pending[number], barriers);
            for step in self.flow.next[number].iter().filter(|step| again || step.again == Again::No) {
                let carried = |(end, now): (usize, &Pending)| self.carried(end, *now, step.again);
                let carried: Option<Vec<Pending>> =
                    (step.again != Again::No).then(|| after.iter().enumerate().map(carried).collect());
                let mut grew = false;
                for (place, now) in pending[step.to].iter_mut().zip(carried.as_ref().unwrap_or(&after)) {
                    grew |= *now > *place;
                    *place = (*now).max(*place);
                }
                if grew {
                    work.push(step.to);
                }
            }
        }
        pending
    }

    /// What pends behind an operation.
    fn after(&self, number: usize, before: &[Pending], barriers: &Barriers) -> Vec<Pending> {
        let parted = self.standing[number] || barriers[number];
        let mut after = if parted { vec![Pending::No; before.len()] } else { before.to_vec() };
        // (They are in the order of operations.)
        let first = self.ends.partition_point(|(at, _)| *at < number);
        let own = self.ends[first..].iter().take_while(|(at, _)| *at == number).count();
        for place in &mut after[first..first + own] {
            // Of one that has been in an earlier iteration too, both pend.
            *place = (*place).max(Pending::Same);
        }
        after
    }

    /// Whether the next iteration does not meet what an access of this one did. (What ends at a wait may have begun before the loop.)
    fn is_apart(&self, end: usize, again: Again) -> bool {
        let (at, access) = &self.ends[end];
        let is_told =
            |of: usize| self.flow.ops[of].has_attribute(DISJOINT) && self.flow.loops[*at].contains(&of);
        let is_own = ir::name(self.flow.ops[*at]) != "layout.wait" && access.bytes.are_of_argument();
        is_own && matches!(again, Again::Loop(of) if is_told(of))
    }

    /// What pends where perhaps another iteration begins.
    fn carried(&self, end: usize, pending: Pending, again: Again) -> Pending {
        if self.is_apart(end, again) {
            return Pending::No;
        }
        if pending != Pending::Same || again == Again::No {
            return pending;
        }
        let access = &self.ends[end].1;
        let mut values = access.owner.iter().flat_map(Owner::values).chain(access.slot.iter().map(|s| s.at));
        let changed = match again {
            Again::No => false,
            Again::Blocks => access.owner.is_some() || access.slot.is_some(),
            Again::Loop(of) => values.any(|value| self.flow.is_inside(value, of)),
        };
        if changed { Pending::Earlier } else { Pending::Same }
    }
}

/// Whether different threads may access the same byte, one of them writing, without a barrier.
fn conflict(earlier: &Access<'_, '_>, pending: Pending, now: &Access<'_, '_>, scope: Scope) -> bool {
    let of_others = earlier.peer || now.peer;
    if of_others != (scope == Scope::Cluster) {
        return false;
    }
    let own = || match (&earlier.owner, &now.owner) {
        (Some(a), Some(b)) => pending == Pending::Same && a.is(b),
        _ => false,
    };
    // In one iteration, other slots are other bytes.
    let apart = || match (&earlier.slot, &now.slot) {
        (Some(a), Some(b)) => pending == Pending::Same && a.is_apart(b),
        _ => false,
    };
    let meet = || (earlier.write || now.write) && earlier.bytes.meet(&now.bytes);
    pending != Pending::No && meet() && (of_others || !own() && !apart())
}
