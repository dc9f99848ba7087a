//! [`Access`]: who accesses memory, and when; what of that is ordered with what.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use crate::number::Scalar;

/// When a thread does something: barriers count up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct When {
    /// How many barriers of the block it has passed.
    pub barriers: u32,
    /// How many of its warp, those of the block among them.
    pub warp_barriers: u32,
    /// How often it has arrived at the barrier of its cluster.
    pub arrived: u32,
    /// How often it has waited there: as often, or once less.
    pub waited: u32,
    /// How often it had waited there when it last did so for all that is before: not where some threads arrived `relaxed`.
    pub acquired: u32,
    /// Whether it does something at an mbarrier, which is known behind barriers of the cluster that order no memory, too.
    pub at_mbarrier: bool,
    /// How many of the barriers of the block were of all of its threads.
    pub whole: u32,
    /// The threads of its other ones, from the first to before the last; none if it has passed no such.
    pub part: Option<(u32, u32)>,
    /// How often it has arrived where [`Known::arrivals`] tells of it.
    pub arrivals: u32,
}

/// The last arrival of each thread, by its block and its number, of which one knows: at an mbarrier, at a barrier of some lanes of
/// a warp, or at one of the cluster at which others order no memory.
pub type Arrivals = BTreeMap<(u32, u32), When>;

/// What one knows of others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The copies of the engine that are over.
    pub copies: Rc<BTreeSet<u32>>,
    /// The arrivals before which all is done.
    pub arrivals: Rc<Arrivals>,
}

impl Known {
    /// Adds what others know.
    pub fn learn(&mut self, more: &Self) {
        if self.copies.is_empty() {
            self.copies = Rc::clone(&more.copies);
        } else if !Rc::ptr_eq(&self.copies, &more.copies) && !more.copies.is_subset(&self.copies) {
            Rc::make_mut(&mut self.copies).extend(more.copies.iter());
        }
        if self.arrivals.is_empty() {
            self.arrivals = Rc::clone(&more.arrivals);
        } else if !Rc::ptr_eq(&self.arrivals, &more.arrivals) {
            for (who, when) in more.arrivals.iter() {
                self.arrived(*who, *when);
            }
        }
    }

    /// Adds that a thread has arrived.
    pub fn arrived(&mut self, who: (u32, u32), when: When) {
        if self.arrivals.get(&who).is_none_or(|last| last.arrivals < when.arrivals) {
            Rc::make_mut(&mut self.arrivals).insert(who, when);
        }
    }

    /// Adds that a copy of the engine is over.
    pub fn is_over(&mut self, copy: u32) {
        Rc::make_mut(&mut self.copies).insert(copy);
    }
}

impl When {
    /// Behind so many barriers of all of the block, and so many arrivals and waits at that of the cluster.
    #[cfg(test)]
    pub(crate) fn behind(barriers: u32, [arrived, waited]: [u32; 2]) -> Self {
        let all = Self { barriers, warp_barriers: barriers, whole: barriers, ..Self::default() };
        Self { arrived, waited, acquired: waited, ..all }
    }

    /// Whether a barrier of the cluster is between this and what was done later: an arrival behind the one, and the wait
    /// for it before the other.
    pub(crate) fn is_before_in_cluster(self, later: Self) -> bool {
        let is_execution = self.at_mbarrier && later.at_mbarrier;
        self.arrived < if is_execution { later.waited } else { later.acquired }
    }

    /// Whether a barrier of the block or of its cluster is between this, which a thread did, and what was done later.
    pub(crate) fn is_before(self, thread: u32, later: Self) -> bool {
        let is_of_part = later.part.is_none_or(|(first, end)| (first..end).contains(&thread));
        self.whole < later.whole
            || is_of_part && self.barriers < later.barriers
            || self.is_before_in_cluster(later)
    }
}

/// Who accesses memory, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The number of the block in the grid.
    pub block: u32,
    /// That of its cluster.
    pub cluster: u32,
    /// The number of the thread in its block.
    pub thread: u32,
    /// The barriers that it has passed.
    pub when: When,
    /// How many `fence.proxy.async` it has passed.
    pub fences: u32,
    /// What it knows of others.
    pub known: Known,
    /// The place of the operation.
    pub location: Rc<str>,
}

/// Threads of a warp.
pub const WARP: u32 = 32;

impl Access {
    /// The block, the thread, and the barriers that it has passed.
    pub fn who(&self) -> (u32, u32, When) {
        (self.block, self.thread, self.when)
    }

    /// Whether a copy of the engine that somebody began is over, as who does this knows.
    pub(crate) fn has_seen(&self, copy: u32, by: &Self) -> bool {
        self.cluster == by.cluster && self.known.copies.contains(&copy)
    }

    /// A number of the operation and what it stores: of two stores that are alike it is the same.
    pub(crate) fn stamp(&self, value: Scalar) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        (&self.location, bits(value), value == Scalar::Poison).hash(&mut hasher);
        hasher.finish()
    }

    /// Whether this is before an arrival.
    pub(crate) fn is_before(&self, (block, thread): (u32, u32), arrival: When) -> bool {
        if self.block != block || self.thread == thread {
            return self.block == block && self.when.arrivals <= arrival.arrivals;
        }
        let is_near = self.thread / WARP == thread / WARP;
        is_near && self.when.warp_barriers < arrival.warp_barriers
            || self.when.is_before(self.thread, arrival)
    }

    /// Whether this is before one of some arrivals.
    pub(crate) fn is_before_some(&self, arrivals: &Arrivals) -> bool {
        arrivals.iter().any(|(who, when)| self.is_before(*who, *when))
    }

    /// Whether a later store of the same is no race: by the same operation, or of another block.
    pub(crate) fn is_alike(&self, later: &Self) -> bool {
        self.location == later.location || self.block != later.block
    }

    /// Whether nothing orders this and a later access.
    pub(crate) fn races(&self, later: &Self) -> bool {
        self.is_unordered(later) && !self.is_before_some(&later.known.arrivals)
    }

    /// Whether no barrier orders this and a later access.
    pub(crate) fn is_unordered(&self, later: &Self) -> bool {
        if self.block != later.block {
            return self.cluster != later.cluster || !self.when.is_before_in_cluster(later.when);
        }
        if self.thread == later.thread {
            return false;
        }
        let is_near = self.thread / WARP == later.thread / WARP;
        let is_parted = is_near && self.when.warp_barriers < later.when.warp_barriers;
        !is_parted && !self.when.is_before(self.thread, later.when)
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "thread {} of block {} at {}", self.thread, self.block, self.location)
    }
}

/// The bits that a value leaves in memory.
pub(crate) fn bits(value: Scalar) -> u64 {
    match value {
        Scalar::Int(int) => int.bits(),
        Scalar::Float(number) => number.format.to_bits(number.value),
        Scalar::Poison => 0,
    }
}
