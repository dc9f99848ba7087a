//! All orders in which a block can run: [`search`].
//!
//! Of steps that do not depend on each other, and that nothing which can come before them depends on, one order stands for
//! all: such a step is taken alone (a *persistent set*, P. Godefroid, "Partial-Order Methods for the Verification of
//! Concurrent Systems"). [`Orders::All`] takes none alone.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::model::{Model, Place, State, Step, Store};
use super::thread::{Bytes, Event};

/// Which orders are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// One of those that differ in nothing.
    Apart,
    All,
}

/// What a step is about: two steps depend on each other if one changes what the other looks at.
#[derive(Clone, Debug, Default)]
struct About {
    /// Mbarriers, and whether they are changed.
    mbarriers: Vec<(i64, bool)>,
    /// Bytes, and whether they are written.
    bytes: Vec<(Bytes, bool)>,
}

/// What stands for the stores of an agent where an mbarrier does for copies.
fn stores(agent: usize) -> i64 {
    -1 - agent as i64
}

impl About {
    fn meets(&self, other: &Self) -> bool {
        let mbarriers = self
            .mbarriers
            .iter()
            .any(|(a, change)| other.mbarriers.iter().any(|(b, changes)| a == b && (*change || *changes)));
        mbarriers
            || self
                .bytes
                .iter()
                .any(|(a, write)| other.bytes.iter().any(|(b, writes)| a.meets(*b) && (*write || *writes)))
    }

    fn event(model: &Model, (agent, number): Place) -> Self {
        let before = &model.before[agent][number];
        let mut about = Self::default();
        match &model.agents[agent][number] {
            Event::Init(at, _) | Event::Expect(at, _) => about.mbarriers.push((*at, true)),
            Event::Wait(at, _) => about.mbarriers.push((*at, false)),
            Event::Copy(at, bytes) => {
                about.mbarriers.push((*at, true));
                about.bytes.push((*bytes, true));
            }
            Event::Read(bytes) => about.bytes.push((*bytes, false)),
            Event::Write(bytes) => about.bytes.push((*bytes, true)),
            Event::Product(a, b) => {
                about.bytes.extend([Some(*a), *b].into_iter().flatten().map(|b| (b, false)))
            }
            Event::WaitProducts(_) => about.bytes.extend(before.read().map(|bytes| (bytes, false))),
            Event::FenceProxy => about.bytes.extend(before.unfenced.iter().map(|bytes| (*bytes, true))),
            Event::Store(bytes) => {
                about.mbarriers.push((stores(agent), true));
                about.bytes.push((*bytes, false));
            }
            Event::WaitStores { .. } => about.mbarriers.push((stores(agent), false)),
            Event::Barrier | Event::FenceInit | Event::CommitProducts | Event::CommitStores => {}
        }
        about
    }
}

/// What is found where nothing is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub states: usize,
    /// Copies and agents that read what they bring: all of them read all, where there is an iteration.
    pub copies: usize,
    pub read: usize,
}

/// Tries all orders.
///
/// # Errors
/// What goes wrong in one of them.
pub fn search(model: &Model, orders: Orders) -> Result<Found, String> {
    let abouts: Vec<Vec<About>> = (0..model.agents.len())
        .map(|agent| {
            (0..model.agents[agent].len()).map(|number| About::event(model, (agent, number))).collect()
        })
        .collect();
    let mut search = Search { model, abouts, versions: BTreeMap::new() };
    let (mut seen, mut work) = (HashSet::new(), vec![model.begin()]);
    while let Some(state) = work.pop() {
        if (0..model.agents.len()).all(|agent| model.next(&state, agent).is_none()) {
            model.end(&state)?;
            continue;
        }
        let steps = match orders {
            Orders::Apart => search.alone(&state)?,
            Orders::All => None,
        };
        let steps = steps.unwrap_or_else(|| search.all(&state));
        let mut stands = true;
        for step in steps {
            if let Some(next) = model.step(&state, step)? {
                stands = false;
                search.look(&state, step)?;
                if seen.insert(next.clone()) {
                    work.push(next);
                }
            }
        }
        if stands {
            let waits = (0..model.agents.len()).map(|agent| (state.at[agent], model.next(&state, agent)));
            return Err(format!("stands still: {:?}", waits.collect::<Vec<_>>()));
        }
    }
    Ok(Found { states: seen.len(), copies: model.copies(), read: search.read() })
}

struct Search<'m> {
    model: &'m Model,
    abouts: Vec<Vec<About>>,
    /// What each event that reads finds: in all orders the same.
    versions: BTreeMap<(Place, Bytes), Vec<Place>>,
}

impl Search<'_> {
    fn agents(&self) -> std::ops::Range<usize> {
        0..self.model.agents.len()
    }

    /// All steps; those that have to wait among them.
    fn all(&self, state: &State) -> Vec<Step> {
        let agents = self.agents().map(Step::Agent).chain([Step::Barrier]);
        let copies = (0..state.copies.len()).map(Step::Copy);
        agents.chain(copies).chain((0..state.stores.len()).map(Step::Store)).collect()
    }

    /// Notes what an event reads.
    fn look(&mut self, state: &State, step: Step) -> Result<(), String> {
        let Step::Agent(agent) = step else { return Ok(()) };
        let place = (agent, state.at[agent]);
        let reads = match self.model.next(state, agent) {
            Some(Event::Read(bytes) | Event::Store(bytes)) => vec![*bytes],
            Some(Event::Product(a, b)) => [Some(*a), *b].into_iter().flatten().collect(),
            _ => return Ok(()),
        };
        for bytes in reads {
            let version = self.model.version(state, bytes);
            let before = self.versions.entry((place, bytes)).or_insert_with(|| version.clone());
            if version.is_empty() || *before != version {
                return Err(format!("{place:?} reads what {before:?} left, or {version:?}"));
            }
        }
        Ok(())
    }

    /// How often an agent has read what a copy brought.
    fn read(&self) -> usize {
        let mut read = BTreeSet::new();
        for (((agent, _), _), version) in &self.versions {
            let is_copy = |place: &&Place| matches!(self.model.agents[place.0][place.1], Event::Copy(..));
            read.extend(version.iter().filter(is_copy).map(|place| (*agent, *place)));
        }
        read.len()
    }

    /// What an agent may do before the others do anything: up to the barrier of the block, and up to a wait at an mbarrier
    /// that has to wait until something arrives there. Whether that is all that it does.
    fn window(&self, state: &State, agent: usize, at: Option<i64>) -> (&[About], bool) {
        let (from, events) = (state.at[agent], &self.model.agents[agent]);
        let stops = |number: &usize| {
            let is_there =
                || self.abouts[agent][*number].mbarriers.first().map(|(address, _)| *address) == at;
            events[*number] == Event::Barrier
                || at.is_some() && is_there() && self.model.waits(state, (agent, *number))
        };
        let end = (from..events.len()).find(stops);
        (&self.abouts[agent][from..end.unwrap_or(events.len())], end.is_none())
    }

    /// Steps that stand for all, if some do.
    fn alone(&self, state: &State) -> Result<Option<Vec<Step>>, String> {
        let under_way = self.under_way(state);
        for agent in self.agents().filter(|agent| self.model.next(state, *agent).is_some()) {
            let about = match self.model.next(state, agent) {
                Some(Event::Barrier) => continue,
                _ => &self.abouts[agent][state.at[agent]],
            };
            let others = self.agents().filter(|other| *other != agent);
            let mut later = others.flat_map(|other| self.window(state, other, None).0);
            if later.any(|other| other.meets(about))
                || under_way.iter().any(|(_, _, other)| other.meets(about))
            {
                continue;
            }
            let step = Step::Agent(agent);
            if self.model.step(state, step)?.is_some() {
                return Ok(Some(vec![step]));
            }
        }
        if self.model.step(state, Step::Barrier)?.is_some() {
            return Ok(Some(vec![Step::Barrier]));
        }
        // All that arrives at an mbarrier at which somebody waits; others may do nothing that depends on it until then.
        for at in under_way.iter().map(|(_, at, _)| *at).collect::<BTreeSet<_>>() {
            let arriving = under_way.iter().filter(|(_, other, _)| *other == at);
            let (steps, abouts): (Vec<Step>, Vec<&About>) =
                arriving.map(|(step, _, about)| (*step, about)).unzip();
            let depends = |agent: usize| {
                let (window, is_all) = self.window(state, agent, Some(at));
                is_all || window.iter().any(|other| abouts.iter().any(|about| about.meets(other)))
            };
            if !self.agents().any(depends) {
                return Ok(Some(steps));
            }
        }
        Ok(None)
    }

    /// What is under way, with the mbarrier that it arrives at.
    fn under_way(&self, state: &State) -> Vec<(Step, i64, About)> {
        let copies = state.copies.iter().enumerate().map(|(number, place)| {
            let (at, bytes) = self.model.copy(*place);
            let about = About { mbarriers: vec![(at, true)], bytes: vec![(bytes, true)] };
            (Step::Copy(number), at, about)
        });
        let stored = state.stores.iter().enumerate().map(|(number, (place, far))| {
            let at = stores(place.0);
            let bytes = (*far == Store::Begun).then(|| (self.model.stored(*place), false));
            let about = About { mbarriers: vec![(at, true)], bytes: bytes.into_iter().collect() };
            (Step::Store(number), at, about)
        });
        copies.chain(stored).collect()
    }
}
