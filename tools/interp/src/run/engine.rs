//! [`Engine`]: what copies boxes, and what waits for that.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::copies::Copies;
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
    /// Where each copy began, by its number.
    pub begun: Vec<Rc<str>>,
    /// For each thread how many barriers it had passed at each of its fences to the asynchronous proxy.
    pub fences: HashMap<u32, Vec<u32>>,
    /// Whether the operation that runs has to wait.
    pub waits: bool,
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
}

/// An mbarrier.
#[derive(Debug)]
pub struct Mbarrier {
    /// Who arrives in a phase.
    pub count: i64,
    pub pending: i64,
    /// Bytes that are to come.
    pub bytes: i64,
    /// Phases that ended.
    pub phases: u64,
    /// The copies that arrived in this phase, and before.
    pub arrived: Vec<u32>,
    pub before: Vec<u32>,
}

/// A copy under way.
#[derive(Debug)]
pub struct Flight {
    pub number: u32,
    pub copies: Copies,
    pub mbarrier: i64,
}

impl Mbarrier {
    /// Ends the phase if all is there.
    pub fn settle(&mut self) {
        if self.pending == 0 && self.bytes == 0 {
            self.phases += 1;
            self.pending = self.count;
            self.before.append(&mut self.arrived);
        }
    }
}

impl Engine {
    /// Whether the operation that ran has to run again, when something has arrived.
    pub fn take_waits(&mut self) -> bool {
        std::mem::take(&mut self.waits)
    }

    /// How many copies are under way.
    pub fn under_way(&self) -> usize {
        self.flights.len()
    }

    /// Where a copy began that is none of these.
    pub fn begun_beside(&self, seen: &BTreeSet<u32>) -> Option<&Rc<str>> {
        (0u32..).zip(&self.begun).find(|(number, _)| !seen.contains(number)).map(|(_, place)| place)
    }
}
