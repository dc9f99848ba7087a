//! The judge judged: a distributed program that is right is changed in one place, and that has to be
//! noticed.
//!
//! What is changed is found in the program's structure, and only where a first run shows that it decides
//! something: a guard whose condition is false at some time, a shuffle that gives a lane
//! what it does not have, two registers with different values; a barrier, a commit, a wait or a fence
//! without which by the log of that run ([`crate::run`]) bytes would be touched too early.

use std::collections::BTreeMap;

use crate::change::Change;
use crate::job::Job;
use crate::judge::{NoVerdict, Wanted, Wrong};
use crate::read::program::Program;
use crate::run::{Log, Order, Plan};

/// A change and what came of it.
#[derive(Clone, Debug)]
pub struct Mutation {
    /// What was changed.
    pub change: Change,
    /// The operation and its place.
    pub op: String,
    /// What was noticed; nothing if the program seems right.
    pub noticed: Option<String>,
}

/// Changes of a kind, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Those that make the program wrong.
    pub tried: u64,
    /// Those of them that were noticed.
    pub noticed: u64,
    /// Those that decide nothing on this job: nothing conflicts, a condition always holds.
    pub idle: u64,
    /// Those after which the same is left, bit by bit: on the value nothing depends.
    pub same: u64,
}

/// All changes of a program.
#[derive(Clone, Debug, Default)]
pub struct Mutations {
    /// Those that were tried.
    pub all: Vec<Mutation>,
    /// By kind.
    pub counts: BTreeMap<String, Count>,
}

/// Operations that a run of a changed program may take: it may not end.
const FUEL: u64 = 100_000_000;

/// Changes a program, which has to be right, in one place after the other, in at most `each` of each
/// kind that is wanted.
///
/// # Errors
/// [`NoVerdict`]; in the inner result what is wrong without a change.
pub fn mutate(
    tile: &Program,
    judged: &Program,
    job: &Job,
    schedules: u64,
    each: usize,
    is_wanted: fn(Change) -> bool,
) -> Result<Result<Mutations, Wrong>, NoVerdict> {
    let wanted = Wanted::new(tile, job)?;
    let plan = Plan::new(job.function(judged)?.clone());
    if let Err(wrong) = wanted.judge(&plan, job, schedules)? {
        return Ok(Err(wrong));
    }
    let (left, log) = wanted.observed(&plan, job)?;
    let mut found = Mutations::default();
    let mut by_kind: BTreeMap<String, Vec<(usize, Change)>> = BTreeMap::new();
    for (number, change) in plan.changes().into_iter().filter(|(_, change)| is_wanted(*change)) {
        by_kind.entry(change.to_string()).or_default().push((number, change));
    }
    for (kind, all) in by_kind {
        let count = found.counts.entry(kind).or_default();
        let (deciding, idle): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(op, change)| decides(&log, *op, *change));
        count.idle += idle.len() as u64;
        // Spread over the program.
        let step = deciding.len().div_ceil(each.max(1)).max(1);
        for (number, change) in deciding.into_iter().step_by(step) {
            let changed = Plan { fuel: Some(FUEL), ..plan.changed(number, change) };
            let noticed = match wanted.judge(&changed, job, schedules) {
                Ok(verdict) => verdict.err().map(|wrong: Wrong| wrong.to_string()),
                Err(error) => Some(error.to_string()),
            };
            // A value on which nothing depends: a factor of 0, the lesser of two.
            if noticed.is_none() && change.is_of_values() && wanted.leaves(&left, &changed, job) {
                count.same += 1;
                continue;
            }
            count.tried += 1;
            count.noticed += u64::from(noticed.is_some());
            let op = &plan.function.ops[number];
            found.all.push(Mutation { change, op: format!("{}: {}", op.location, op.name), noticed });
        }
    }
    Ok(Ok(found))
}

/// Whether a change does something on this job.
fn decides(log: &Log, op: usize, change: Change) -> bool {
    match change {
        Change::Barrier => log.needs_barrier(op),
        Change::Commit => log.needs_order(Order::NoCommit(op)),
        // An mbarrier is waited at for copies that somebody reads.
        Change::Wait => log.deciding.contains(&op) || log.needs_order(Order::NoWait(op)),
        Change::Fence => log.deciding.contains(&op) || log.needs_fence(op),
        Change::Weaker => log.needs_order(Order::Weaker(op)),
        Change::Arrival | Change::Guard | Change::Fill | Change::Shuffle | Change::Registers(..) => {
            log.deciding.contains(&op)
        }
    }
}

impl Mutations {
    /// Adds those of another program.
    pub fn add(&mut self, other: Self) {
        self.all.extend(other.all);
        for (kind, count) in other.counts {
            let all = self.counts.entry(kind).or_default();
            all.tried += count.tried;
            all.noticed += count.noticed;
            all.idle += count.idle;
            all.same += count.same;
        }
    }

    /// A line for each kind.
    pub fn report(&self) -> String {
        let line = |(kind, count): (&String, &Count)| {
            let Count { tried, noticed, idle, same } = count;
            format!(
                "{kind}: {tried} wrong, {noticed} noticed; {same} leave the same, {idle} decide nothing\n"
            )
        };
        self.counts.iter().map(line).collect()
    }

    /// What was not noticed.
    pub fn survivors(&self) -> impl Iterator<Item = &Mutation> {
        self.all.iter().filter(|m| m.noticed.is_none())
    }
}
