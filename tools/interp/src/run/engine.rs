//! [`Engine`]: what copies boxes, and what waits for that.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::copies::Copies;
use super::im2col::Images;
use crate::access::{Access, Known, When};
use crate::read::types::Element;

/// What the engine of a block does.
#[derive(Debug, Default)]
pub struct Engine {
    /// The maps that the kernel is handed: pointers to them are their numbers.
    pub maps: Vec<Rc<Bound>>,
    /// By their addresses.
    pub mbarriers: HashMap<i64, Mbarrier>,
    /// Copies under way.
    pub flights: Vec<Flight>,
    /// Stores that are not known to be in memory.
    pub stores: Vec<Store>,
    /// How many groups of stores a thread has committed.
    pub groups: HashMap<u32, u32>,
    /// The number of each copy, and where it began; nowhere for a store, which has one too.
    pub begun: Vec<(u32, Option<Rc<str>>)>,
    /// The number of each copy to another block, and where it began.
    pub sent: Vec<(u32, Rc<str>)>,
    /// For each thread the barriers that it had passed at each of its fences to the asynchronous proxy.
    pub fences: HashMap<u32, Vec<When>>,
    /// Whether the operation that runs has to wait.
    pub waits: bool,
    /// Whether the phase of an mbarrier has ended: who waits looks again.
    pub settled: bool,
}

/// A map with its numbers.
#[derive(Debug)]
pub struct Bound {
    pub buffer: usize,
    pub base: i64,
    pub element: Element,
    pub sizes: Vec<i64>,
    pub strides: Vec<i64>,
    pub extents: Vec<i64>,
    pub swizzle: i64,
    /// How images are gone through, by a map of im2col.
    pub images: Option<Images>,
    /// The elements, if they are combined with others.
    pub combined: Option<Element>,
    /// The name of their type, which says whether they have a sign.
    pub combined_text: Option<String>,
}

/// An mbarrier.
#[derive(Debug, Default)]
pub struct Mbarrier {
    /// Who arrives in a phase.
    pub count: i64,
    pub pending: i64,
    /// Bytes that are to come.
    pub bytes: i64,
    /// Phases that ended.
    pub phases: u64,
    /// What is known by who arrived in this phase, threads and copies, and before.
    pub tells: Heard,
    pub told: Heard,
}

/// What was told at an mbarrier, as far as it reaches.
#[derive(Debug, Default)]
pub struct Heard {
    /// Threads that wait with the scope of the block: what threads of it told, and copies.
    pub in_block: Known,
    /// Threads that wait with the scope of the cluster: also what others told with that scope.
    pub in_cluster: Known,
    /// The copies that threads begin behind their waits: also what others told with less.
    pub by_engine: Known,
}

impl Heard {
    fn learn(&mut self, more: &Self) {
        self.in_block.learn(&more.in_block);
        self.in_cluster.learn(&more.in_cluster);
        self.by_engine.learn(&more.by_engine);
    }

    /// A copy is over.
    pub fn is_over(&mut self, copy: u32) {
        let all = [&mut self.in_block, &mut self.in_cluster, &mut self.by_engine];
        all.into_iter().for_each(|known| known.is_over(copy));
    }
}

/// A copy under way.
#[derive(Debug)]
pub struct Flight {
    pub number: u32,
    pub copies: Copies,
    /// Who began it, if anybody is judged.
    pub by: Option<Access>,
    pub mbarrier: i64,
}

/// A store: of a group of a thread's.
#[derive(Debug)]
pub struct Store {
    pub number: u32,
    pub copies: Copies,
    /// Who began it, if anybody is judged.
    pub by: Option<Access>,
    pub thread: u32,
    pub group: u32,
    /// What the engine has done of it.
    pub done: Done,
    /// Whether its thread has waited until it was read.
    pub waited: bool,
    pub location: Rc<str>,
}

/// How far a store is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Done {
    Nothing,
    Read,
    Written,
}

impl Mbarrier {
    /// Ends the phase if all is there.
    pub fn settle(&mut self) {
        if self.pending == 0 && self.bytes == 0 {
            self.phases += 1;
            self.pending = self.count;
            self.told.learn(&std::mem::take(&mut self.tells));
        }
    }
}

impl Engine {
    /// Whether the operation that ran has to run again, when something has arrived.
    pub fn take_waits(&mut self) -> bool {
        std::mem::take(&mut self.waits)
    }

    /// How many copies and stores are under way.
    pub fn under_way(&self) -> usize {
        self.flights.len() + self.stores.iter().filter(|store| store.done < Done::Written).count()
    }

    /// Where a copy to another block began that is none of these.
    pub fn sent_beside(&self, seen: &BTreeSet<u32>) -> Option<&Rc<str>> {
        self.sent.iter().find(|(number, _)| !seen.contains(number)).map(|(_, place)| place)
    }

    /// Where a copy began that is none of these, or a store that nobody has waited for.
    pub fn begun_beside(&self, seen: &BTreeSet<u32>) -> Option<&Rc<str>> {
        let mut copies = self.begun.iter().filter(|(number, _)| !seen.contains(number));
        let store = self.stores.iter().find(|store| !store.waited).map(|store| &store.location);
        copies.find_map(|(_, place)| place.as_ref()).or(store)
    }
}
