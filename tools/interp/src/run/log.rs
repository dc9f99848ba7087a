//! [`Log`]: what threads of a block did, from which follows what a change to their order could do.
//!
//! It is kept apart from how races are found while threads run ([`crate::memory`]), which it judges.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::change::About;

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

/// Bytes that one operation accesses, in order and apart.
type Stretches = Rc<[Bytes]>;

/// Joins bytes that lie side by side.
fn stretches(bytes: impl Iterator<Item = (usize, i64, usize)>) -> Stretches {
    let mut all: Vec<_> = bytes.collect();
    all.sort_unstable();
    let mut out: Vec<Bytes> = Vec::new();
    for (buffer, first, count) in all {
        let end = first + count as i64;
        match out.last_mut() {
            Some(last) if last.buffer == buffer && first <= last.end => last.end = last.end.max(end),
            _ => out.push(Bytes { buffer, first, end }),
        }
    }
    out.into()
}

/// What a thread did.
#[derive(Clone, Debug)]
enum What {
    /// A read, or a store of what this number stands for, by one operation.
    Access(Bytes, Option<u64>),
    Copy(Bytes),
    /// The copy was waited for.
    Landed(Bytes),
    /// The asynchronous proxy reads from now on, until a product is waited for.
    Product(Stretches),
    /// The engine reads, and writes from now on, until an mbarrier is waited at.
    Box(Stretches, Stretches),
    Fence(usize),
    Commit(usize, About),
    /// The operation, and how many groups it leaves.
    Wait(usize, About, usize),
    /// A read of another block's memory.
    Far,
}

/// Something that a thread did, so many barriers behind the beginning.
#[derive(Clone, Debug)]
struct Event {
    thread: u32,
    interval: u32,
    what: What,
}

/// What was done to a byte.
struct Touched {
    /// The first thread, or block, that did something, and whether others did.
    first: u32,
    several: bool,
    written: bool,
    /// What all of them stored, if it is one.
    stored: Option<u64>,
}

impl Touched {
    fn new(by: u32, stored: Option<u64>) -> Self {
        Self { first: by, several: false, written: false, stored }
    }

    /// Notes an access: whether it has to be ordered with one before.
    fn conflicts(&mut self, by: u32, writes: bool, stored: Option<u64>) -> bool {
        self.several |= self.first != by;
        self.written |= writes;
        self.stored = self.stored.filter(|all| Some(*all) == stored);
        self.several && self.written && self.stored.is_none()
    }
}

/// The numbers of intervals that barriers part, of which only some count.
fn joined(ends: &[usize], counts: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut now = 0;
    let each = ends.iter().map(|end| {
        now += u32::from(counts(*end));
        now
    });
    std::iter::once(0).chain(each).collect()
}

/// What the threads of each block did, in the order in which they did it.
#[derive(Clone, Debug, Default)]
pub struct Log {
    blocks: BTreeMap<u32, Vec<Event>>,
    /// The barriers at which the intervals of a block end.
    barriers: BTreeMap<u32, Vec<usize>>,
    /// How many blocks a cluster has, and those of the barriers that are of all of them.
    cluster_size: u32,
    cluster_barriers: BTreeSet<usize>,
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
    /// Nothing yet, of clusters of so many blocks.
    pub fn of(cluster_size: u32) -> Self {
        Self { cluster_size, ..Self::default() }
    }

    fn note(&mut self, (block, thread, interval): Who, what: What) {
        self.blocks.entry(block).or_default().push(Event { thread, interval, what });
    }

    pub fn access(&mut self, who: Who, buffer: usize, first: i64, bytes: usize, stored: Option<u64>) {
        self.note(who, What::Access(Bytes { buffer, first, end: first + bytes as i64 }, stored));
    }

    pub fn copy(&mut self, who: Who, buffer: usize, first: i64, bytes: usize) {
        self.note(who, What::Copy(Bytes { buffer, first, end: first + bytes as i64 }));
    }

    pub fn landed(&mut self, who: Who, buffer: usize, first: i64, bytes: usize) {
        self.note(who, What::Landed(Bytes { buffer, first, end: first + bytes as i64 }));
    }

    pub fn product(&mut self, who: Who, reads: impl Iterator<Item = (usize, i64, usize)>) {
        self.note(who, What::Product(stretches(reads)));
    }

    pub fn box_copy(
        &mut self,
        who: Who,
        reads: impl Iterator<Item = (usize, i64, usize)>,
        writes: impl Iterator<Item = (usize, i64, usize)>,
    ) {
        self.note(who, What::Box(stretches(reads), stretches(writes)));
    }

    pub fn fence(&mut self, who: Who, op: usize) {
        self.note(who, What::Fence(op));
    }

    pub fn commit(&mut self, who: Who, op: usize, about: About) {
        self.note(who, What::Commit(op, about));
    }

    pub fn wait(&mut self, who: Who, op: usize, about: About, left: usize) {
        self.note(who, What::Wait(op, about, left));
    }

    pub fn far(&mut self, who: Who) {
        self.note(who, What::Far);
    }

    pub fn barrier(&mut self, block: u32, op: usize, is_of_cluster: bool) {
        self.barriers.entry(block).or_default().push(op);
        if is_of_cluster {
            self.cluster_barriers.insert(op);
        }
    }

    /// Whether something would not be ordered without this barrier: in a block, or between blocks of a cluster.
    pub fn needs_barrier(&self, op: usize) -> bool {
        self.parts_threads(op) || self.cluster_barriers.contains(&op) && self.parts_blocks(op)
    }

    /// Whether blocks of a cluster would access the same byte, one of them writing, without this barrier between, or one
    /// would end while others read its memory.
    fn parts_blocks(&self, op: usize) -> bool {
        let mut touched: HashMap<(u32, u32, usize, i64), Touched> = HashMap::new();
        self.blocks.iter().any(|(block, events)| {
            let cluster = block / self.cluster_size.max(1);
            let ends = self.barriers.get(block).map(Vec::as_slice).unwrap_or_default();
            let joined = joined(ends, |end| end != op && self.cluster_barriers.contains(&end));
            events.iter().any(|event| {
                let interval = joined.get(event.interval as usize).copied();
                let (bytes, stored, writes) = match &event.what {
                    What::Access(bytes, stored) => (*bytes, *stored, stored.is_some()),
                    What::Copy(bytes) => (*bytes, None, true),
                    What::Far => return interval == joined.last().copied(),
                    _ => return false,
                };
                (bytes.first..bytes.end).any(|byte| {
                    let key = (cluster, interval.unwrap_or_default(), bytes.buffer, byte);
                    let byte = touched.entry(key).or_insert(Touched::new(*block, stored));
                    byte.conflicts(*block, writes, stored)
                })
            })
        })
    }

    /// Whether threads of a block would access the same byte, one of them writing, without this barrier between. Where all that
    /// they do is to store the same by one operation, nothing is to be ordered.
    fn parts_threads(&self, op: usize) -> bool {
        self.blocks.iter().any(|(block, events)| {
            let ends = self.barriers.get(block).map(Vec::as_slice).unwrap_or_default();
            // Intervals that are one without the barrier.
            let joined = joined(ends, |end| end != op);
            let interval = |own: u32| joined.get(own as usize).copied().unwrap_or(own);
            let mut touched: HashMap<(u32, usize, i64), Touched> = HashMap::new();
            events.iter().any(|event| {
                let (bytes, stored, writes) = match &event.what {
                    What::Access(bytes, stored) => (*bytes, *stored, stored.is_some()),
                    What::Copy(bytes) => (*bytes, None, true),
                    // Who reads what a box brings waits at its mbarrier.
                    What::Box(_, to) => {
                        let mut all = to.iter().flat_map(|bytes| {
                            (bytes.first..bytes.end)
                                .map(|byte| (interval(event.interval), bytes.buffer, byte))
                        });
                        return all.any(|key| {
                            let before = touched.remove(&key);
                            before.is_some_and(|b| b.several || b.first != event.thread)
                        });
                    }
                    _ => return false,
                };
                (bytes.first..bytes.end).any(|byte| {
                    let key = (interval(event.interval), bytes.buffer, byte);
                    let byte = touched.entry(key).or_insert(Touched::new(event.thread, stored));
                    byte.conflicts(event.thread, writes, stored)
                })
            })
        })
    }

    /// Whether the asynchronous proxy would access what a thread wrote without this fence between.
    pub(crate) fn needs_fence(&self, op: usize) -> bool {
        self.blocks.values().any(|events| {
            let mut fences: HashMap<u32, Vec<usize>> = HashMap::new();
            // Who wrote a byte, behind how many fences.
            let mut written: HashMap<(usize, i64), (u32, usize)> = HashMap::new();
            let each = |bytes: &Bytes| {
                let buffer = bytes.buffer;
                (bytes.first..bytes.end).map(move |byte| (buffer, byte))
            };
            events.iter().any(|event| match &event.what {
                What::Access(bytes, Some(_)) | What::Landed(bytes) => {
                    let behind = fences.get(&event.thread).map_or(0, Vec::len);
                    written.extend(each(bytes).map(|byte| (byte, (event.thread, behind))));
                    false
                }
                What::Fence(fence) => {
                    fences.entry(event.thread).or_default().push(*fence);
                    false
                }
                What::Product(reads) | What::Box(reads, _) => {
                    let is_fenced = |byte| {
                        let (thread, behind) = written.get(&byte)?;
                        let since = fences.get(thread)?.get(*behind..)?;
                        Some(!since.is_empty() && since.iter().all(|fence| *fence == op))
                    };
                    let writes: &[Bytes] = if let What::Box(_, to) = &event.what { to } else { &[] };
                    let is_needed =
                        reads.iter().chain(writes).flat_map(each).any(|byte| is_fenced(byte) == Some(true));
                    writes.iter().flat_map(each).for_each(|byte| {
                        written.remove(&byte);
                    });
                    is_needed
                }
                _ => false,
            })
        })
    }

    /// Whether with that change something would be touched while a copy to it is under way, or written while a product
    /// reads it, or one would never be waited for.
    pub(crate) fn needs_order(&self, change: Order) -> bool {
        self.blocks.values().any(|events| {
            let threads: BTreeSet<u32> = events.iter().map(|e| e.thread).collect();
            threads.into_iter().any(|thread| needs_order(events, thread, change))
        })
    }
}

/// A copy or a product under way, where it began, and its bytes.
type Begun = (usize, Stretches);

fn needs_order(events: &[Event], thread: u32, change: Order) -> bool {
    [About::Copies, About::Products].into_iter().any(|about| is_early(events, thread, about, change))
}

fn is_early(events: &[Event], thread: u32, about: About, change: Order) -> bool {
    let (mut open, mut closed): (Vec<Begun>, Vec<Vec<Begun>>) = (Vec::new(), Vec::new());
    for (at, event) in events.iter().enumerate().filter(|(_, e)| e.thread == thread) {
        match &event.what {
            What::Copy(bytes) if about == About::Copies => open.push((at, Rc::new([*bytes]))),
            What::Product(reads) if about == About::Products => open.push((at, Rc::clone(reads))),
            What::Commit(op, _) if change == Order::NoCommit(*op) => {}
            What::Commit(_, of) if *of == about => closed.push(std::mem::take(&mut open)),
            What::Wait(op, ..) if change == Order::NoWait(*op) => {}
            What::Wait(op, of, left) if *of == about => {
                let left = left + usize::from(change == Order::Weaker(*op));
                let done = closed.len().saturating_sub(left);
                let early = |(begin, bytes): &Begun| is_touched(events, thread, *begin..at, about, bytes);
                if closed.drain(..done).flatten().any(|begun| early(&begun)) {
                    return true;
                }
            }
            _ => {}
        }
    }
    open.into_iter().chain(closed.into_iter().flatten()).next().is_some()
}

/// Whether these bytes are touched from one event of a thread to another: by itself, or by another
/// thread that no barrier parts from the second. What a product reads others may read.
fn is_touched(
    events: &[Event],
    thread: u32,
    span: std::ops::Range<usize>,
    about: About,
    bytes: &[Bytes],
) -> bool {
    let [begin, end] = [span.start, span.end].map(|at| events[at].interval);
    let meets = |of: &Bytes| {
        let after = bytes.partition_point(|b| (b.buffer, b.end) <= (of.buffer, of.first));
        bytes.get(after).is_some_and(|b| b.meet(of))
    };
    events.iter().enumerate().any(|(at, event)| {
        let of = match &event.what {
            What::Access(_, None) if about == About::Products => return false,
            What::Access(of, _) | What::Copy(of) => of,
            // What a box brings is there behind a wait, wherever barriers are.
            What::Box(_, to) => return at > span.start && at < span.end && to.iter().any(meets),
            _ => return false,
        };
        let within = if event.thread == thread {
            at > span.start && at < span.end
        } else {
            (begin..=end).contains(&event.interval)
        };
        within && meets(of)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barriers_that_part_a_write_from_a_read() {
        let mut log = Log::default();
        log.access((0, 0, 0), 5, 8, 4, Some(1));
        log.barrier(0, 70, false);
        log.access((0, 0, 1), 5, 8, 4, None);
        log.barrier(0, 71, false);
        log.access((0, 1, 2), 5, 10, 1, None);
        // Either barrier parts thread 0's write from thread 1's read.
        assert!(!log.needs_barrier(70) && !log.needs_barrier(71));
        log.access((0, 1, 2), 5, 8, 1, Some(1));
        assert!(!log.needs_barrier(70) && log.needs_barrier(71));
    }

    #[test]
    fn barriers_that_part_blocks() {
        let mut log = Log::of(2);
        log.access((0, 0, 0), 5, 8, 4, Some(1));
        for block in 0..2 {
            log.barrier(block, 60, false);
            log.barrier(block, 70, true);
        }
        log.access((1, 0, 2), 5, 8, 4, None);
        log.far((1, 0, 2));
        for block in 0..2 {
            log.barrier(block, 71, true);
        }
        // One parts the write from the read, the other one the read from the end.
        assert!(log.needs_barrier(70) && log.needs_barrier(71) && !log.needs_barrier(60));
        // Clusters are apart.
        log.access((2, 0, 0), 5, 8, 4, Some(2));
        log.access((4, 0, 1), 5, 8, 4, None);
        log.barrier(4, 80, true);
        log.barrier(2, 80, true);
        assert!(!log.needs_barrier(80));
    }

    #[test]
    fn waits_and_commits() {
        let mut log = Log::default();
        let who = (0, 0, 0);
        for number in 0..2 {
            log.copy(who, 1, 16 * number, 16);
            log.commit(who, 10 + number as usize, About::Copies);
        }
        log.wait(who, 20, About::Copies, 1);
        log.access(who, 1, 0, 4, None);
        log.wait(who, 21, About::Copies, 0);
        assert!(log.needs_order(Order::NoWait(20)) && log.needs_order(Order::Weaker(20)));
        assert!(log.needs_order(Order::NoWait(21)) && log.needs_order(Order::Weaker(21)));
        // One group of both copies: the first wait leaves it.
        assert!(log.needs_order(Order::NoCommit(10)) && log.needs_order(Order::NoCommit(11)));
        let mut late = Log::default();
        late.copy(who, 1, 0, 16);
        late.commit(who, 10, About::Copies);
        late.wait(who, 20, About::Copies, 0);
        late.wait(who, 21, About::Copies, 0);
        assert!(!late.needs_order(Order::NoWait(20)));
    }
}
