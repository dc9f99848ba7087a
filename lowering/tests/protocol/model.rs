//! [`Model`]: a block, or those of a cluster, as agents, each with what it does, and what PTX says of that ("Asynchronous operations", "mbarrier",
//! `cp.async.bulk.tensor`, `wgmma`, "Async proxy").
//!
//! An mbarrier has a phase, a count of arrivals that are pending and a count of bytes that are to come. The phase ends when
//! both are 0; then as many arrivals are pending as it was made for. A wait for a parity passes where the phase under way has
//! the other one: it cannot tell phases two apart. What a copy brings it writes at any time behind its begin, and a store
//! reads so; which of several is first is not known. A product reads from its begin until its group is waited for.

use std::collections::{BTreeMap, BTreeSet};

use super::agents::{given, whole_buffers};
use super::thread::{Bytes, CLUSTER, Event, block_of};

/// The place of an event: its agent, and its number there.
pub type Place = (usize, usize);

/// The blocks of a cluster, or one. Threads that are one agent are those of a warp, or of several: what one of these has done all have, and each
/// arrives where its agent does.
pub struct Model {
    /// What each agent does, those of a block behind each other.
    pub agents: Vec<Vec<Event>>,
    /// For each agent what holds before each event, and at its end.
    pub before: Vec<Vec<Before>>,
    /// How many blocks there are.
    blocks: usize,
    /// How many of a block's are no producers; the first one behind them issues copies.
    group: usize,
    /// The mbarriers that expect just the bytes that are copied there.
    pub even: BTreeSet<i64>,
    /// Numbers of mbarriers, by their addresses.
    pub mbarriers: BTreeMap<i64, usize>,
}

/// What holds of an agent before an event, whatever others do.
#[derive(Clone, Debug, Default)]
pub struct Before {
    /// How often it has waited at each mbarrier.
    pub waits: BTreeMap<i64, usize>,
    /// To how many of its phases it has given all that it gives.
    pub comes: BTreeMap<i64, usize>,
    /// What its products read that it has not waited for: in groups, the last one open.
    groups: Vec<Vec<Bytes>>,
    /// What it has written, not known to the asynchronous proxy.
    pub unfenced: Vec<Bytes>,
    /// Mbarriers that it has made, not known to that.
    unfenced_mbarriers: Vec<i64>,
    /// Stores begun, by group; how many groups are closed.
    pub stores: Vec<(usize, usize)>,
    closed: usize,
}

impl Before {
    /// What products read.
    pub fn read(&self) -> impl Iterator<Item = Bytes> {
        self.groups.iter().flatten().copied()
    }

    /// The same behind an event, with which it may have given all that it gives to a phase.
    fn behind(&self, event: &Event, number: usize, given: Option<&Vec<i64>>) -> Self {
        let mut next = self.clone();
        for mbarrier in given.into_iter().flatten() {
            *next.comes.entry(*mbarrier).or_default() += 1;
        }
        match event {
            Event::Wait(mbarrier, _) => *next.waits.entry(*mbarrier).or_default() += 1,
            Event::Init(mbarrier, _) => next.unfenced_mbarriers.push(*mbarrier),
            Event::FenceInit => next.unfenced_mbarriers.clear(),
            Event::FenceProxy => {
                next.unfenced.clear();
                next.unfenced_mbarriers.clear();
            }
            Event::Write(bytes) => next.unfenced.push(*bytes),
            Event::Product(a, b) => {
                if next.groups.is_empty() {
                    next.groups.push(Vec::new());
                }
                next.groups.last_mut().unwrap().extend([Some(*a), *b].into_iter().flatten());
            }
            Event::CommitProducts => next.groups.push(Vec::new()),
            Event::WaitProducts(left) => {
                let done = next.groups.len().saturating_sub(left + 1);
                next.groups.drain(..done);
            }
            Event::Store(_) => next.stores.push((next.closed, number)),
            Event::CommitStores => next.closed += 1,
            Event::WaitStores { left, .. } => {
                let closed = next.closed;
                next.stores.retain(|(group, _)| group + left >= closed);
            }
            _ => {}
        }
        next
    }

    /// The stores that a wait is for which leaves so many groups.
    fn awaited(&self, left: usize) -> impl Iterator<Item = usize> {
        self.stores.iter().filter(move |(group, _)| group + left < self.closed).map(|(_, store)| *store)
    }
}

/// How far a store is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Store {
    Begun,
    Read,
}

/// An mbarrier.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Mbarrier {
    /// Arrivals of a phase; 0 before it is made.
    count: i64,
    pending: i64,
    /// Bytes that are to come, less those that came.
    bytes: i64,
    /// Phases that ended.
    pub phases: usize,
}

impl Mbarrier {
    pub fn is_made(&self) -> bool {
        self.count > 0
    }
}

/// Where all are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The next event of each agent.
    pub at: Vec<usize>,
    /// Copies under way, and stores that are not in memory.
    pub copies: Vec<Place>,
    pub stores: Vec<(Place, Store)>,
    pub mbarriers: Vec<Mbarrier>,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An agent does its next event.
    Agent(usize),
    /// All pass the barrier of so many threads.
    Barrier(i64),
    /// A copy arrives, a store gets on: by the places in the state.
    Copy(usize),
    Store(usize),
}

impl Model {
    /// Of so many blocks, each with as many agents, of which so many are no producers.
    pub fn new(agents: Vec<Vec<Event>>, blocks: usize, group: usize) -> Self {
        let agents = whole_buffers(agents);
        let (given, even) = given(&agents);
        let states = agents.iter().enumerate().map(|(agent, events)| {
            let mut all = vec![Before::default()];
            for (number, event) in events.iter().enumerate() {
                all.push(all[number].behind(event, number, given.get(&(agent, number))));
            }
            all
        });
        let made = agents.iter().flatten().filter_map(|event| match event {
            Event::Init(mbarrier, _) => Some(*mbarrier),
            _ => None,
        });
        let meets = agents.iter().flatten().any(|event| matches!(event, Event::Arrive(CLUSTER, _)));
        let mut addresses: Vec<i64> = made.chain(meets.then_some(CLUSTER)).collect();
        addresses.sort_unstable();
        addresses.dedup();
        let mbarriers = addresses.into_iter().zip(0..).collect();
        Self { before: states.collect(), blocks, group, even, mbarriers, agents }
    }

    pub fn begin(&self) -> State {
        let mut mbarriers = vec![Mbarrier::default(); self.mbarriers.len()];
        if let Some(number) = self.mbarriers.get(&CLUSTER) {
            // It is there, for all threads.
            let count = self.agents.len() as i64;
            mbarriers[*number] = Mbarrier { count, pending: count, ..Mbarrier::default() };
        }
        State { at: vec![0; self.agents.len()], copies: Vec::new(), stores: Vec::new(), mbarriers }
    }

    /// The block that an agent is of.
    pub fn block(&self, agent: usize) -> i64 {
        (agent / (self.agents.len() / self.blocks)) as i64
    }

    /// That the block which bytes or an mbarrier are of has not ended.
    fn is_there(&self, state: &State, address: i64) -> Result<(), String> {
        let own = |agent: &usize| self.block(*agent) == block_of(address);
        let mut all = (0..self.agents.len()).filter(own).peekable();
        match self.blocks > 1 && all.peek().is_some() && all.all(|agent| self.next(state, agent).is_none()) {
            true => Err("is of a block that has ended".into()),
            false => Ok(()),
        }
    }

    /// That the block of an agent, whose other threads have ended, may end when it does.
    fn may_end(&self, state: &State, agent: usize) -> Result<(), String> {
        let block = self.block(agent);
        let runs = |other: usize| other != agent && self.next(state, other).is_some();
        if (0..self.agents.len()).any(|other| self.block(other) == block && runs(other)) {
            return Ok(());
        }
        let is_of_it = |place: &Place| self.block(place.0) == block || block_of(self.copy(*place).0) == block;
        match state.copies.iter().any(is_of_it) {
            true => Err("is the end of a block while a copy by it or to it is under way".into()),
            false => Ok(()),
        }
    }

    /// How many copies there are.
    pub fn copies(&self) -> usize {
        self.agents.iter().flatten().filter(|event| matches!(event, Event::Copy(..))).count()
    }

    pub fn next(&self, state: &State, agent: usize) -> Option<&Event> {
        self.agents[agent].get(state.at[agent])
    }

    fn before(&self, state: &State, agent: usize) -> &Before {
        &self.before[agent][state.at[agent]]
    }

    /// What a copy brings, and where it says so.
    pub fn copy(&self, (agent, number): Place) -> (i64, Bytes) {
        match self.agents[agent][number] {
            Event::Copy(mbarrier, bytes) => (mbarrier, bytes),
            _ => unreachable!("a copy"),
        }
    }

    pub fn stored(&self, (agent, number): Place) -> Bytes {
        match self.agents[agent][number] {
            Event::Store(bytes) => bytes,
            _ => unreachable!("a store"),
        }
    }

    fn mbarrier<'s>(&self, state: &'s mut State, address: i64) -> Result<&'s mut Mbarrier, String> {
        let number = self.mbarriers.get(&address);
        let mbarrier =
            number.map(|number| &mut state.mbarriers[*number]).filter(|mbarrier| mbarrier.count > 0);
        mbarrier.ok_or_else(|| "uses an mbarrier that is not made".into())
    }

    /// The state behind a step; nothing where it has to wait.
    ///
    /// # Errors
    /// What must not happen.
    pub fn step(&self, state: &State, step: Step) -> Result<Option<State>, String> {
        let mut next = state.clone();
        match step {
            Step::Barrier(of) => {
                let here = |agent: &usize| self.next(state, *agent) == Some(&Event::Barrier(of));
                let comes = |agent: &usize| self.agents[*agent].contains(&Event::Barrier(of));
                let all: Vec<usize> = (0..self.agents.len()).filter(comes).collect();
                if all.is_empty() || !all.iter().all(here) {
                    return Ok(None);
                }
                all.iter().for_each(|agent| next.at[*agent] += 1);
            }
            Step::Copy(number) => {
                let (address, bytes) = self.copy(next.copies.remove(number));
                self.is_there(state, address)?;
                let mbarrier = self.mbarrier(&mut next, address)?;
                mbarrier.bytes -= bytes.1 - bytes.0;
                self.settle(&mut next, address)?;
            }
            Step::Store(number) => match next.stores[number].1 {
                Store::Begun => next.stores[number].1 = Store::Read,
                Store::Read => {
                    next.stores.remove(number);
                }
            },
            Step::Agent(agent) => {
                let Some(event) = self.next(state, agent) else { return Ok(None) };
                let goes_on = self.event(&mut next, (agent, state.at[agent]), event);
                if !goes_on
                    .map_err(|what| format!("agent {agent}, event {}: {event:?} {what}", state.at[agent]))?
                {
                    return Ok(None);
                }
                next.at[agent] += 1;
            }
        }
        Ok(Some(next))
    }

    /// Ends a phase if all is there: until then all have waited for the phase before it.
    fn settle(&self, state: &mut State, address: i64) -> Result<(), String> {
        let mbarrier = self.mbarrier(state, address)?;
        if mbarrier.pending > 0 || mbarrier.bytes != 0 {
            return Ok(());
        }
        mbarrier.pending = mbarrier.count;
        mbarrier.phases += 1;
        let phases = mbarrier.phases;
        for (agent, all) in self.before.iter().enumerate() {
            let waits = |before: &Before| before.waits.get(&address).copied().unwrap_or(0);
            let (now, end) = (waits(&all[state.at[agent]]), waits(all.last().unwrap()));
            if now + 1 < phases && now < end {
                return Err(format!(
                    "agent {agent} has not waited for phase {now}, and phase {} has ended",
                    phases - 1
                ));
            }
        }
        Ok(())
    }

    /// Whether an event has to wait, as mbarriers and stores are.
    pub fn waits(&self, state: &State, (agent, number): Place) -> bool {
        match &self.agents[agent][number] {
            Event::Wait(address, parity) => self.mbarriers.get(address).is_some_and(|mbarrier| {
                state.mbarriers[*mbarrier].phases % 2 == usize::try_from(*parity).unwrap_or(2)
            }),
            Event::WaitStores { left, read } => {
                let is_done = |store: usize| {
                    let found = state.stores.iter().find(|(place, _)| *place == (agent, store));
                    found.is_none_or(|(_, far)| *read && *far == Store::Read)
                };
                !self.before[agent][number].awaited(*left).all(is_done)
            }
            _ => false,
        }
    }

    /// What an event does; whether it need not wait.
    fn event(&self, state: &mut State, (agent, number): Place, event: &Event) -> Result<bool, String> {
        let before = self.before(state, agent).clone();
        match event {
            Event::Barrier(_) => return Ok(false),
            Event::Init(address, count) => {
                let mbarrier = &mut state.mbarriers[self.mbarriers[address]];
                if mbarrier.count > 0 {
                    return Err("makes an mbarrier again".into());
                }
                *mbarrier = Mbarrier { count: *count, pending: *count, ..Mbarrier::default() };
            }
            Event::Expect(address, bytes) => {
                let mbarrier = self.mbarrier(state, *address)?;
                if mbarrier.pending == 0 {
                    return Err("arrives where all of the phase have arrived".into());
                }
                mbarrier.pending -= 1;
                mbarrier.bytes += bytes;
                self.settle(state, *address)?;
            }
            Event::Arrive(address, others) => {
                self.is_there(state, *address)?;
                let mbarrier = self.mbarrier(state, *address)?;
                if mbarrier.pending < *others {
                    return Err("arrives where all of the phase have arrived".into());
                }
                mbarrier.pending -= others;
                self.settle(state, *address)?;
            }
            Event::Wait(address, _) => {
                let phases = self.mbarrier(state, *address)?.phases;
                if self.waits(state, (agent, number)) {
                    return Ok(false);
                }
                let wanted = before.waits.get(address).copied().unwrap_or(0);
                if phases != wanted + 1 {
                    return Err(format!("is the wait for phase {wanted}, and passes in phase {phases}"));
                }
            }
            Event::Copy(address, bytes) => {
                self.is_there(state, *address)?;
                self.mbarrier(state, *address)?;
                let is_unknown = |agent| self.before(state, agent).unfenced_mbarriers.contains(address);
                if (0..self.agents.len()).any(is_unknown) {
                    return Err("has an mbarrier that the engine does not know".into());
                }
                self.is_free(state, *bytes)?;
                self.is_fenced(state, *bytes)?;
                state.copies.push((agent, number));
                state.copies.sort_unstable();
            }
            Event::Store(bytes) => {
                self.has_arrived(state, *bytes)?;
                self.is_fenced(state, *bytes)?;
                state.stores.push(((agent, number), Store::Begun));
                state.stores.sort_unstable();
            }
            Event::Write(bytes) => self.is_free(state, *bytes)?,
            Event::Read(bytes) => self.has_arrived(state, *bytes)?,
            Event::Product(a, b) => {
                for bytes in [Some(*a), *b].into_iter().flatten() {
                    self.has_arrived(state, bytes)?;
                    self.is_fenced(state, bytes)?;
                }
            }
            Event::WaitStores { .. } => return Ok(!self.waits(state, (agent, number))),
            Event::End => self.may_end(state, agent)?,
            Event::FenceInit
            | Event::FenceProxy
            | Event::CommitProducts
            | Event::WaitProducts(_)
            | Event::CommitStores => {}
        }
        Ok(true)
    }

    /// That nothing else is doing anything with bytes that are written.
    fn is_free(&self, state: &State, bytes: Bytes) -> Result<(), String> {
        self.has_arrived(state, bytes)?;
        if self.mbarriers.keys().any(|address| Bytes(*address, address + 8).meets(bytes)) {
            return Err("writes over an mbarrier".into());
        }
        let is_stored =
            |(place, far): &(Place, Store)| *far == Store::Begun && self.stored(*place).meets(bytes);
        if state.stores.iter().any(is_stored) {
            return Err("writes what a store reads".into());
        }
        for agent in 0..self.agents.len() {
            if self.before(state, agent).read().any(|read| read.meets(bytes)) {
                return Err(format!("writes what a product of agent {agent} reads"));
            }
        }
        Ok(())
    }

    fn has_arrived(&self, state: &State, bytes: Bytes) -> Result<(), String> {
        match state.copies.iter().any(|place| self.copy(*place).1.meets(bytes)) {
            true => Err("is there while a copy to it is under way".into()),
            false => Ok(()),
        }
    }

    /// That the asynchronous proxy knows what was written.
    fn is_fenced(&self, state: &State, bytes: Bytes) -> Result<(), String> {
        let is_known = |agent| !self.before(state, agent).unfenced.iter().any(|written| written.meets(bytes));
        match (0..self.agents.len()).all(is_known) {
            true => Ok(()),
            false => Err("has no fence behind what threads wrote there".into()),
        }
    }

    /// What was last written of bytes, as far as agents are: by each agent its last event of each of them.
    pub fn version(&self, state: &State, bytes: Bytes) -> Vec<Place> {
        let mut found: Vec<(Place, Bytes)> = Vec::new();
        for agent in 0..self.agents.len() {
            let (first, mut left) = (found.len(), bytes.1 - bytes.0);
            for number in (0..state.at[agent]).rev() {
                let (Event::Copy(_, to) | Event::Write(to)) = self.agents[agent][number] else { continue };
                let is_last = !found[first..].iter().any(|(_, later)| later.meets(to));
                if to.meets(bytes) && is_last {
                    found.push(((agent, number), to));
                    left -= to.1.min(bytes.1) - to.0.max(bytes.0);
                }
                if left == 0 {
                    break;
                }
            }
        }
        found.into_iter().map(|(place, _)| place).collect()
    }

    /// That the block may end here.
    ///
    /// # Errors
    /// What is still under way, or was not waited for.
    pub fn end(&self, state: &State) -> Result<(), String> {
        let is_between = |mbarrier: &Mbarrier| mbarrier.bytes == 0 && mbarrier.pending == mbarrier.count;
        if !state.copies.is_empty() || !state.mbarriers.iter().all(is_between) {
            return Err("ends while a copy is under way".into());
        }
        for (agent, all) in self.before.iter().enumerate() {
            let last = all.last().unwrap();
            if !last.stores.is_empty() || last.read().next().is_some() {
                return Err(format!("agent {agent} ends with what it has not waited for"));
            }
            for (address, number) in &self.mbarriers {
                let waits = last.waits.get(address).copied().unwrap_or(0);
                // Where others arrive, their producer waits; where copies do, all but producers.
                let is_for_producer = self
                    .agents
                    .iter()
                    .flatten()
                    .any(|event| matches!(event, Event::Arrive(at, _) if at == address));
                let of_block = agent % (self.agents.len() / self.blocks);
                let is_for_it = match *address {
                    CLUSTER => true,
                    address if block_of(address) != self.block(agent) => false,
                    _ if is_for_producer => of_block == self.group,
                    _ => of_block < self.group,
                };
                let phases = if is_for_it { state.mbarriers[*number].phases } else { 0 };
                if waits != phases {
                    return Err(format!("agent {agent} has waited for {waits} phases of {phases}"));
                }
            }
        }
        Ok(())
    }
}
