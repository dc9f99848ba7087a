//! All orders in which a block can run: [`search`].
//!
//! Of steps that do not depend on each other, and that nothing which can come before them depends on, one order stands for
//! all: such a step is taken alone (a *persistent set*, P. Godefroid, "Partial-Order Methods for the Verification of
//! Concurrent Systems"). [`Orders::All`] takes none alone.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::model::{Model, Place, State, Step, Store};
use super::thread::{Bytes, CLUSTER, Event, block_of};

/// Which orders are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// One of those that differ in nothing.
    Apart,
    All,
}

/// What is done to an mbarrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// It is made, or something arrives that need not be what is expected: it depends on all.
    Changes,
    /// An agent comes, or begins what will arrive: that others have come before is the same, and if their phase ends too
    /// early for who waits, that is wrong.
    Comes,
    /// Something arrives that was under way, at one that expects just the bytes that are copied there: in which order these and
    /// arrivals come is the same.
    Lands,
    Looks,
}

/// What a step is about: two steps depend on each other if one changes what the other looks at.
#[derive(Clone, Debug, Default)]
struct About {
    /// Mbarriers.
    mbarriers: Vec<(i64, Kind)>,
    /// Bytes, and whether they are written.
    bytes: Vec<(Bytes, bool)>,
}

/// What stands for the stores of an agent where an mbarrier does for copies.
fn stores(agent: usize) -> i64 {
    -1 - agent as i64
}

/// What stands for the end of a block.
fn end(block: i64) -> i64 {
    i64::MIN + block
}

impl About {
    /// It is about something at an address, which is another block's: whether that has ended.
    fn far(&mut self, block: i64, address: i64) {
        if address != CLUSTER && block_of(address) != block {
            self.mbarriers.push((end(block_of(address)), Kind::Looks));
        }
    }

    fn is_empty(&self) -> bool {
        self.mbarriers.is_empty() && self.bytes.is_empty()
    }

    fn meets(&self, other: &Self) -> bool {
        let mbarriers = self.mbarriers.iter().any(|(a, kind)| {
            let depend = |of: &Kind| match (*kind, *of) {
                (Kind::Changes, _) | (_, Kind::Changes) => true,
                (a, b) => [a, b].contains(&Kind::Lands) && [a, b].contains(&Kind::Looks),
            };
            other.mbarriers.iter().any(|(b, of)| a == b && depend(of))
        });
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
            Event::Init(at, _) => about.mbarriers.push((*at, Kind::Changes)),
            Event::Expect(at, _) | Event::Arrive(at, _) => {
                about.mbarriers.push((*at, Kind::Comes));
                about.far(model.block(agent), *at);
            }
            Event::Wait(at, _) => about.mbarriers.push((*at, Kind::Looks)),
            Event::Copy(at, bytes) => {
                about.mbarriers.push((*at, Kind::Comes));
                about.bytes.push((*bytes, true));
                about.far(model.block(agent), *at);
            }
            // (The last one of a block's threads ends it, whoever that is.)
            Event::End => about.mbarriers.push((end(model.block(agent)), Kind::Lands)),
            Event::Read(bytes) => about.bytes.push((*bytes, false)),
            Event::Write(bytes) => about.bytes.push((*bytes, true)),
            Event::Product(a, b) => {
                about.bytes.extend([Some(*a), *b].into_iter().flatten().map(|b| (b, false)))
            }
            Event::WaitProducts(_) => about.bytes.extend(before.read().map(|bytes| (bytes, false))),
            Event::FenceProxy => about.bytes.extend(before.unfenced.iter().map(|bytes| (*bytes, true))),
            Event::Store(bytes) => {
                about.mbarriers.push((stores(agent), Kind::Changes));
                about.bytes.push((*bytes, false));
            }
            Event::WaitStores { .. } => about.mbarriers.push((stores(agent), Kind::Looks)),
            Event::Barrier(_) | Event::FenceInit | Event::CommitProducts | Event::CommitStores => {}
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
        let barriers = self.barriers(state).into_iter().map(Step::Barrier);
        let agents = self.agents().map(Step::Agent).chain(barriers);
        let copies = (0..state.copies.len()).map(Step::Copy);
        agents.chain(copies).chain((0..state.stores.len()).map(Step::Store)).collect()
    }

    /// The barriers that agents wait at.
    fn barriers(&self, state: &State) -> BTreeSet<i64> {
        let of = |agent| match self.model.next(state, agent) {
            Some(Event::Barrier(of)) => Some(*of),
            _ => None,
        };
        self.agents().filter_map(of).collect()
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

    /// What an agent may do before some do anything, who are given with their next event that they have not come to: up to a
    /// barrier of theirs, to a wait for what they are to come to, and to one at an mbarrier at which something has to arrive.
    /// The number of the event that is not in it.
    fn window(&self, state: &State, agent: usize, at: Option<i64>, by: &[(usize, usize)]) -> usize {
        let (from, events) = (state.at[agent], &self.model.agents[agent]);
        let is_for = |event: &Event| {
            let comes = |(other, from): &(usize, usize)| self.model.agents[*other][*from..].contains(event);
            matches!(event, Event::Barrier(_)) && by.iter().any(comes)
        };
        let stops = |number: &usize| match &events[*number] {
            Event::Wait(address, _) => {
                let needs = |other: &(usize, usize)| self.needs(state, *address, *other);
                (at == Some(*address) || by.iter().any(needs)) && self.model.waits(state, (agent, *number))
            }
            Event::WaitStores { .. } => {
                at == Some(stores(agent)) && self.model.waits(state, (agent, *number))
            }
            event => is_for(event),
        };
        (from..events.len()).find(stops).unwrap_or(events.len())
    }

    /// Who does not go on before one of them does anything, or before something arrives at an mbarrier, since they wait for that
    /// or for others who do; with the number of the event that they do not come to.
    fn stopped(&self, state: &State, at: Option<i64>, first: &[usize]) -> Vec<(usize, usize)> {
        let mut stopped: Vec<_> = first.iter().map(|agent| (*agent, state.at[*agent])).collect();
        loop {
            let window = |agent: usize| match first.contains(&agent) {
                true => (agent, state.at[agent]),
                false => (agent, self.window(state, agent, at, &stopped)),
            };
            let next = self.agents().map(window);
            let next: Vec<_> = next.filter(|(agent, end)| *end < self.model.agents[*agent].len()).collect();
            if next == stopped {
                return stopped;
            }
            stopped = next;
        }
    }

    /// Whether the phase of an mbarrier does not end before an agent does the event of a number: it has not come in this
    /// phase, and comes no sooner.
    fn needs(&self, state: &State, address: i64, (agent, number): (usize, usize)) -> bool {
        let Some(mbarrier) = self.model.mbarriers.get(&address) else { return false };
        let comes =
            |number: usize| self.model.before[agent][number].comes.get(&address).copied().unwrap_or(0);
        let last = self.model.agents[agent].len();
        let mbarrier = &state.mbarriers[*mbarrier];
        // (Who waits at one that is not made does not wait.)
        mbarrier.is_made() && comes(number) == mbarrier.phases && comes(last) > comes(number)
    }

    /// Steps that stand for all, if some do.
    fn alone(&self, state: &State) -> Result<Option<Vec<Step>>, String> {
        let under_way = self.under_way(state);
        for agent in self.agents().filter(|agent| self.model.next(state, *agent).is_some()) {
            let about = match self.model.next(state, agent) {
                Some(Event::Barrier(_)) => continue,
                _ => &self.abouts[agent][state.at[agent]],
            };
            if self.model.waits(state, (agent, state.at[agent]))
                || under_way.iter().any(|(_, _, other)| other.meets(about))
            {
                continue;
            }
            let depends = |by: &[(usize, usize)]| {
                let others = self.agents().filter(|other| *other != agent);
                let later =
                    |other: usize| &self.abouts[other][state.at[other]..self.window(state, other, None, by)];
                others.flat_map(later).any(|other| other.meets(about))
            };
            // (Who waits for those who wait is looked for where it matters.)
            if !about.is_empty()
                && depends(&[(agent, state.at[agent])])
                && depends(&self.stopped(state, None, &[agent]))
            {
                continue;
            }
            let step = Step::Agent(agent);
            if self.model.step(state, step)?.is_some() {
                return Ok(Some(vec![step]));
            }
        }
        for of in self.barriers(state) {
            if self.model.step(state, Step::Barrier(of))?.is_some() {
                return Ok(Some(vec![Step::Barrier(of)]));
            }
        }
        // What a block does next, if others do nothing that depends on it.
        let of_block = |block: i64| self.agents().filter(move |agent| self.model.block(*agent) == block);
        let blocks = self.model.block(self.model.agents.len() - 1) + 1;
        for block in if blocks > 1 { 0..blocks } else { 0..0 } {
            let goes_on = |agent: &usize| match self.model.next(state, *agent) {
                None | Some(Event::Barrier(_)) => false,
                Some(_) => !self.model.waits(state, (*agent, state.at[*agent])),
            };
            let own: Vec<usize> = of_block(block).filter(goes_on).collect();
            let abouts: Vec<&About> =
                own.iter().map(|agent| &self.abouts[*agent][state.at[*agent]]).collect();
            let meets = |other: &About| abouts.iter().any(|about| about.meets(other));
            let by = self.stopped(state, None, &own);
            let depends = |agent: usize| {
                let window = state.at[agent]..self.window(state, agent, None, &by);
                !own.contains(&agent) && self.abouts[agent][window].iter().any(meets)
            };
            let is_apart =
                || !self.agents().any(depends) && !under_way.iter().any(|(_, _, other)| meets(other));
            if !own.is_empty() && is_apart() {
                return Ok(Some(own.into_iter().map(Step::Agent).collect()));
            }
        }
        // All that arrives at an mbarrier at which somebody waits, or what arrives first; others may do nothing that depends on it
        // until then.
        for at in under_way.iter().map(|(_, at, _)| *at).collect::<BTreeSet<_>>() {
            let arriving = under_way.iter().filter(|(_, other, _)| *other == at);
            let (steps, abouts): (Vec<Step>, Vec<&About>) =
                arriving.map(|(step, _, about)| (*step, about)).unzip();
            let waiting = self.stopped(state, Some(at), &[]);
            let depends = |agent: usize| {
                let window = state.at[agent]..self.window(state, agent, Some(at), &waiting);
                self.abouts[agent][window].iter().any(|other| abouts.iter().any(|about| about.meets(other)))
            };
            if !waiting.is_empty() && !self.agents().any(depends) {
                let count = if self.model.even.contains(&at) { 1 } else { steps.len() };
                return Ok(Some(steps[..count].to_vec()));
            }
        }
        Ok(None)
    }

    /// What is under way, with the mbarrier that it arrives at.
    fn under_way(&self, state: &State) -> Vec<(Step, i64, About)> {
        let copies = state.copies.iter().enumerate().map(|(number, place)| {
            let (at, bytes) = self.model.copy(*place);
            let kind = if self.model.even.contains(&at) { Kind::Lands } else { Kind::Changes };
            let mut about = About { mbarriers: vec![(at, kind)], bytes: vec![(bytes, true)] };
            let own = self.model.block(place.0);
            about.mbarriers.push((end(own), Kind::Looks));
            about.far(own, at);
            (Step::Copy(number), at, about)
        });
        let stored = state.stores.iter().enumerate().map(|(number, (place, far))| {
            let at = stores(place.0);
            let bytes = (*far == Store::Begun).then(|| (self.model.stored(*place), false));
            let about = About { mbarriers: vec![(at, Kind::Changes)], bytes: bytes.into_iter().collect() };
            (Step::Store(number), at, about)
        });
        copies.chain(stored).collect()
    }
}
