//! [`Log`]: what threads of a block did, from which follows what a change to their order could do.
//!
//! It is kept apart from how races are found while threads run ([`crate::memory`]), which it judges.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Bytes of a buffer.
#[derive(Clone, Copy, Debug)]
struct Bytes {
    buffer: usize,
    first: i64,
    end: i64,
}

impl Bytes {
    fn meet(&self, other: &Self) -> bool {
        self.buffer == other.buffer && self.first < other.end && other.first < self.end
    }
}

/// What a thread did.
#[derive(Clone, Copy, Debug)]
enum What {
    /// A read, or a store of what this number stands for, by one operation.
    Access(Bytes, Option<u64>),
    Copy(Bytes),
    Commit(usize),
    /// The operation, and how many groups it leaves.
    Wait(usize, usize),
}

/// Something that a thread did, so many barriers behind the beginning.
#[derive(Clone, Copy, Debug)]
struct Event {
    thread: u32,
    interval: u32,
    what: What,
}

/// What was done to a byte.
struct Touched {
    /// The first thread that did something, and whether others did.
    first: u32,
    several: bool,
    written: bool,
    /// What all of them stored, if it is one.
    stored: Option<u64>,
}

/// What the threads of each block did, in the order in which they did it.
#[derive(Clone, Debug, Default)]
pub struct Log {
    blocks: BTreeMap<u32, Vec<Event>>,
    /// The barriers at which the intervals of a block end.
    barriers: BTreeMap<u32, Vec<usize>>,
    /// Operations that would do something else with other operands, or unguarded.
    pub(crate) deciding: BTreeSet<usize>,
}

/// A change to the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// A commit is left out.
    NoCommit(usize),
    /// A wait is left out.
    NoWait(usize),
    /// A wait leaves one group more.
    Weaker(usize),
}

/// Who did it, and when: the block, the thread, its barriers.
type Who = (u32, u32, u32);

impl Log {
    fn note(&mut self, (block, thread, interval): Who, what: What) {
        self.blocks.entry(block).or_default().push(Event { thread, interval, what });
    }

    pub fn access(&mut self, who: Who, buffer: usize, first: i64, bytes: usize, stored: Option<u64>) {
        self.note(who, What::Access(Bytes { buffer, first, end: first + bytes as i64 }, stored));
    }

    pub fn copy(&mut self, who: Who, buffer: usize, first: i64, bytes: usize) {
        self.note(who, What::Copy(Bytes { buffer, first, end: first + bytes as i64 }));
    }

    pub fn commit(&mut self, who: Who, op: usize) {
        self.note(who, What::Commit(op));
    }

    pub fn wait(&mut self, who: Who, op: usize, left: usize) {
        self.note(who, What::Wait(op, left));
    }

    pub fn barrier(&mut self, block: u32, op: usize) {
        self.barriers.entry(block).or_default().push(op);
    }

    /// Whether threads would access the same byte, one of them writing, without this barrier between. Where all that
    /// they do is to store the same by one operation, nothing is to be ordered.
    pub fn needs_barrier(&self, op: usize) -> bool {
        self.blocks.iter().any(|(block, events)| {
            let ends = self.barriers.get(block).map(Vec::as_slice).unwrap_or_default();
            // Intervals that are one without the barrier.
            let joined: Vec<u32> = std::iter::once(0)
                .chain(ends.iter().scan(0, |now, end| {
                    *now += u32::from(*end != op);
                    Some(*now)
                }))
                .collect();
            let interval = |own: u32| joined.get(own as usize).copied().unwrap_or(own);
            let mut touched: HashMap<(u32, usize, i64), Touched> = HashMap::new();
            events.iter().any(|event| {
                let (bytes, stored, writes) = match event.what {
                    What::Access(bytes, stored) => (bytes, stored, stored.is_some()),
                    What::Copy(bytes) => (bytes, None, true),
                    _ => return false,
                };
                (bytes.first..bytes.end).any(|byte| {
                    let key = (interval(event.interval), bytes.buffer, byte);
                    let new = Touched { first: event.thread, several: false, written: false, stored };
                    let byte = touched.entry(key).or_insert(new);
                    byte.several |= byte.first != event.thread;
                    byte.written |= writes;
                    byte.stored = byte.stored.filter(|all| Some(*all) == stored);
                    byte.several && byte.written && byte.stored.is_none()
                })
            })
        })
    }

    /// Whether with that change something would be touched while a copy to it is under way, or a copy
    /// would never be waited for.
    pub(crate) fn needs_order(&self, change: Order) -> bool {
        self.blocks.values().any(|events| {
            let threads: BTreeSet<u32> = events.iter().map(|e| e.thread).collect();
            threads.into_iter().any(|thread| needs_order(events, thread, change))
        })
    }
}

/// A copy under way, and where it began.
type Begun = (usize, Bytes);

fn needs_order(events: &[Event], thread: u32, change: Order) -> bool {
    let (mut open, mut closed): (Vec<Begun>, Vec<Vec<Begun>>) = (Vec::new(), Vec::new());
    for (at, event) in events.iter().enumerate().filter(|(_, e)| e.thread == thread) {
        match event.what {
            What::Access(..) => {}
            What::Copy(bytes) => open.push((at, bytes)),
            What::Commit(op) if change == Order::NoCommit(op) => {}
            What::Commit(_) => closed.push(std::mem::take(&mut open)),
            What::Wait(op, _) if change == Order::NoWait(op) => {}
            What::Wait(op, left) => {
                let left = left + usize::from(change == Order::Weaker(op));
                let done = closed.len().saturating_sub(left);
                let early = |(begin, bytes): &Begun| is_touched(events, thread, *begin..at, bytes);
                if closed.drain(..done).flatten().any(|copy| early(&copy)) {
                    return true;
                }
            }
        }
    }
    open.into_iter().chain(closed.into_iter().flatten()).next().is_some()
}

/// Whether these bytes are touched from one event of a thread to another: by itself, or by another
/// thread that no barrier parts from the second.
fn is_touched(events: &[Event], thread: u32, span: std::ops::Range<usize>, bytes: &Bytes) -> bool {
    let [begin, end] = [span.start, span.end].map(|at| events[at].interval);
    events.iter().enumerate().any(|(at, event)| {
        let of = match event.what {
            What::Access(of, _) | What::Copy(of) => of,
            _ => return false,
        };
        let within = if event.thread == thread {
            at > span.start && at < span.end
        } else {
            (begin..=end).contains(&event.interval)
        };
        within && of.meet(bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barriers_that_part_a_write_from_a_read() {
        let mut log = Log::default();
        log.access((0, 0, 0), 5, 8, 4, Some(1));
        log.barrier(0, 70);
        log.access((0, 0, 1), 5, 8, 4, None);
        log.barrier(0, 71);
        log.access((0, 1, 2), 5, 10, 1, None);
        // Either barrier parts thread 0's write from thread 1's read.
        assert!(!log.needs_barrier(70) && !log.needs_barrier(71));
        log.access((0, 1, 2), 5, 8, 1, Some(1));
        assert!(!log.needs_barrier(70) && log.needs_barrier(71));
    }

    #[test]
    fn waits_and_commits() {
        let mut log = Log::default();
        let who = (0, 0, 0);
        for number in 0..2 {
            log.copy(who, 1, 16 * number, 16);
            log.commit(who, 10 + number as usize);
        }
        log.wait(who, 20, 1);
        log.access(who, 1, 0, 4, None);
        log.wait(who, 21, 0);
        assert!(log.needs_order(Order::NoWait(20)) && log.needs_order(Order::Weaker(20)));
        assert!(log.needs_order(Order::NoWait(21)) && log.needs_order(Order::Weaker(21)));
        // One group of both copies: the first wait leaves it.
        assert!(log.needs_order(Order::NoCommit(10)) && log.needs_order(Order::NoCommit(11)));
        let mut late = Log::default();
        late.copy(who, 1, 0, 16);
        late.commit(who, 10);
        late.wait(who, 20, 0);
        late.wait(who, 21, 0);
        assert!(!late.needs_order(Order::NoWait(20)));
    }
}
