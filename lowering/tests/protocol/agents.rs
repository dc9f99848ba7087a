//! What the events of all agents say together, before any of them is: which of them complete what they give to an mbarrier,
//! and which bytes one mbarrier or one group of stores is about.

use std::collections::{BTreeMap, BTreeSet};

use super::model::Place;
use super::thread::{Bytes, Event};

/// The events with which an agent has given all that it gives to a phase of some mbarriers: an arrival, or the last of the copies
/// that follow it. And the mbarriers that expect just the bytes that are copied there: of others only arrivals are known.
pub fn given(agents: &[Vec<Event>]) -> (BTreeMap<Place, Vec<i64>>, BTreeSet<i64>) {
    let mut bytes = BTreeMap::<i64, Vec<i64>>::new();
    let mut last = BTreeMap::<(usize, i64), Vec<usize>>::new();
    for (agent, events) in agents.iter().enumerate() {
        let mut open = BTreeMap::<i64, (usize, i64)>::new();
        let end = Event::Expect(0, 0);
        for (number, event) in events.iter().chain([&end]).enumerate() {
            match event {
                Event::Expect(mbarrier, expected) => {
                    for (mbarrier, (at, brought)) in std::mem::take(&mut open) {
                        let all = last.entry((agent, mbarrier)).or_default();
                        let phases = bytes.entry(mbarrier).or_default();
                        phases.resize(phases.len().max(all.len() + 1), 0);
                        phases[all.len()] += brought;
                        all.push(at);
                    }
                    if number < events.len() {
                        open.insert(*mbarrier, (number, -expected));
                    }
                }
                Event::Copy(mbarrier, to) => {
                    let (at, brought) = open.entry(*mbarrier).or_default();
                    (*at, *brought) = (number, *brought + to.1 - to.0);
                }
                _ => {}
            }
        }
    }
    let even = bytes.into_iter().filter(|(_, all)| all.iter().all(|bytes| *bytes == 0));
    let even: BTreeSet<i64> = even.map(|(mbarrier, _)| mbarrier).collect();
    let is_even = |mbarrier: &i64| even.contains(mbarrier);
    let mut given = BTreeMap::<Place, Vec<i64>>::new();
    for ((agent, mbarrier), all) in last.iter().filter(|((_, mbarrier), _)| is_even(mbarrier)) {
        all.iter().for_each(|number| given.entry((*agent, *number)).or_default().push(*mbarrier));
    }
    for (agent, events) in agents.iter().enumerate() {
        for (number, event) in events.iter().enumerate() {
            match event {
                Event::Expect(at, _) if is_even(at) => {}
                Event::Expect(at, _) | Event::Arrive(at, _) => {
                    given.entry((agent, number)).or_default().push(*at);
                }
                _ => {}
            }
        }
    }
    (given, even)
}

/// Has who touches a part of what one mbarrier or one group of stores is about touch all of that: threads that are one
/// agent touch parts.
pub fn whole_buffers(mut agents: Vec<Vec<Event>>) -> Vec<Vec<Event>> {
    let mut stored = Vec::<Bytes>::new();
    // What arrives at an mbarrier for the n-th time, of which several blocks may copy shares.
    let mut at = BTreeMap::<(i64, usize), Bytes>::new();
    for events in &agents {
        let mut store: Option<Bytes> = None;
        let mut copies = BTreeMap::<i64, Bytes>::new();
        let mut times = BTreeMap::<i64, usize>::new();
        let join = |bytes: &mut Bytes, more: Bytes| *bytes = Bytes(bytes.0.min(more.0), bytes.1.max(more.1));
        let end = Event::Expect(0, 0);
        for event in events.iter().chain([&end]) {
            match event {
                Event::Copy(mbarrier, bytes) => join(copies.entry(*mbarrier).or_insert(*bytes), *bytes),
                Event::Store(bytes) => join(store.get_or_insert(*bytes), *bytes),
                Event::Expect(..) => {
                    for (mbarrier, bytes) in std::mem::take(&mut copies) {
                        let time = times.entry(mbarrier).or_default();
                        join(at.entry((mbarrier, *time)).or_insert(bytes), bytes);
                        *time += 1;
                    }
                }
                Event::CommitStores => stored.extend(store.take()),
                _ => {}
            }
        }
        stored.extend(store);
    }
    let copied: Vec<Bytes> = at.into_values().collect();
    let whole = |of: &[Bytes], bytes: Bytes| {
        of.iter().copied().find(|all| all.0 <= bytes.0 && bytes.0 < all.1).unwrap_or(bytes)
    };
    for event in agents.iter_mut().flatten() {
        match event {
            Event::Read(bytes) => *bytes = whole(&copied, *bytes),
            Event::Write(bytes) => *bytes = whole(&stored, *bytes),
            Event::Product(a, b) => {
                *a = whole(&copied, *a);
                *b = b.map(|bytes| whole(&copied, bytes));
            }
            _ => {}
        }
    }
    // What it does twice in a row it does once. What threads leave for each other alone is not looked at.
    for events in &mut agents {
        events.retain(
            |event| !matches!(event, Event::Read(bytes) if !copied.iter().any(|all| all.meets(*bytes))),
        );
        let accesses = |event: &Event| matches!(event, Event::Read(_) | Event::Write(_));
        events.dedup_by(|a, b| accesses(a) && a == b);
    }
    agents
}
