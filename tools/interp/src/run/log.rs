//! [`Log`]: what threads of a block did, from which follows what a change to their order could do.
//!
//! It is kept apart from how races are found while threads run ([`crate::memory`]), which it judges.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::access::When;
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
    /// The engine reads, and writes from now on, until an mbarrier is waited at; whether who began that had waited for others
    /// at one.
    Box(Stretches, Stretches, bool),
    Fence(usize),
    Commit(usize, About),
    /// The operation, and how many groups it leaves.
    Wait(usize, About, usize),
    /// A read of another block's memory.
    Far,
}

/// Something that a thread did, behind so many barriers.
#[derive(Clone, Debug)]
struct Event {
    thread: u32,
    when: When,
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

/// The barriers that a block passes, in order.
#[derive(Clone, Debug, Default)]
struct Barriers {
    of_block: Vec<usize>,
    of_cluster: Vec<usize>,
}

impl Barriers {
    /// How many of the first so many are left without an operation.
    fn left(all: &[usize], first: u32, op: usize) -> u32 {
        all.iter().take(first as usize).filter(|barrier| **barrier != op).count() as u32
    }

    /// In which of the intervals that barriers of the block part something is without an operation.
    fn interval(&self, when: When, op: usize) -> u32 {
        Self::left(&self.of_block, when.barriers, op)
    }

    /// The same of the cluster: what is done between an arrival and the wait is in both, since others are not ordered with
    /// it that have not arrived, nor those that have waited.
    fn phases(&self, when: When, op: usize) -> RangeInclusive<u32> {
        let [waited, arrived] =
            [when.waited, when.arrived].map(|first| Self::left(&self.of_cluster, first, op));
        waited..=arrived
    }

    /// The last of those: that in which the block ends.
    fn last_phase(&self, op: usize) -> u32 {
        Self::left(&self.of_cluster, u32::MAX, op)
    }
}

/// What the threads of each block did, in the order in which they did it.
#[derive(Clone, Debug, Default)]
pub struct Log {
    blocks: BTreeMap<u32, Vec<Event>>,
    /// The barriers at which the intervals of a block end.
    barriers: BTreeMap<u32, Barriers>,
    /// How many blocks a cluster has.
    cluster_size: u32,
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
type Who = (u32, u32, When);

impl Log {
    /// Nothing yet, of clusters of so many blocks.
    pub fn of(cluster_size: u32) -> Self {
        Self { cluster_size, ..Self::default() }
    }

    fn note(&mut self, (block, thread, when): Who, what: What) {
        self.blocks.entry(block).or_default().push(Event { thread, when, what });
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
        is_released: bool,
        reads: impl Iterator<Item = (usize, i64, usize)>,
        writes: impl Iterator<Item = (usize, i64, usize)>,
    ) {
        self.note(who, What::Box(stretches(reads), stretches(writes), is_released));
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
        let all = self.barriers.entry(block).or_default();
        if is_of_cluster { all.of_cluster.push(op) } else { all.of_block.push(op) }
    }

    /// Whether something would not be ordered without this barrier: in a block, or between blocks of a cluster.
    pub fn needs_barrier(&self, op: usize) -> bool {
        self.parts_threads(op)
            || self.barriers.values().any(|all| all.of_cluster.contains(&op)) && self.parts_blocks(op)
    }

    /// Whether blocks of a cluster would access the same byte, one of them writing, without this barrier between, or one
    /// would end while others read its memory.
    fn parts_blocks(&self, op: usize) -> bool {
        let mut touched: HashMap<(u32, u32, usize, i64), Touched> = HashMap::new();
        self.blocks.iter().any(|(block, events)| {
            let cluster = block / self.cluster_size.max(1);
            let Some(barriers) = self.barriers.get(block) else { return false };
            events.iter().any(|event| {
                let phases = barriers.phases(event.when, op);
                let (bytes, stored, writes) = match &event.what {
                    What::Access(bytes, stored) => (*bytes, *stored, stored.is_some()),
                    What::Copy(bytes) => (*bytes, None, true),
                    What::Far => return phases.contains(&barriers.last_phase(op)),
                    _ => return false,
                };
                phases.flat_map(|phase| (bytes.first..bytes.end).map(move |byte| (phase, byte))).any(
                    |(phase, byte)| {
                        let key = (cluster, phase, bytes.buffer, byte);
                        let byte = touched.entry(key).or_insert(Touched::new(*block, stored));
                        byte.conflicts(*block, writes, stored)
                    },
                )
            })
        })
    }

    /// Whether threads of a block would access the same byte, one of them writing, without this barrier between. Where all that
    /// they do is to store the same by one operation, nothing is to be ordered.
    fn parts_threads(&self, op: usize) -> bool {
        self.blocks.iter().any(|(block, events)| {
            let Some(barriers) = self.barriers.get(block) else { return false };
            let mut touched: HashMap<(u32, u32, usize, i64), Touched> = HashMap::new();
            events.iter().any(|event| {
                let (interval, phases) = (barriers.interval(event.when, op), barriers.phases(event.when, op));
                let keys = |bytes: Bytes| {
                    phases.clone().flat_map(move |phase| {
                        (bytes.first..bytes.end).map(move |byte| (interval, phase, bytes.buffer, byte))
                    })
                };
                let (bytes, stored, writes) = match &event.what {
                    What::Access(bytes, stored) => (*bytes, *stored, stored.is_some()),
                    What::Copy(bytes) => (*bytes, None, true),
                    // Who reads what a box brings waits at its mbarrier.
                    What::Box(from, to, is_released) => {
                        let is_other = |b: &Touched| b.several || b.first != event.thread;
                        let mut read =
                            from.iter().copied().flat_map(keys).filter_map(|key| touched.get(&key));
                        let reads = read.any(|b| b.written && is_other(b));
                        let overwrites = |key| touched.remove(&key).is_some_and(|b| is_other(&b));
                        // (Who has waited at an mbarrier for others needs no barrier.)
                        let count =
                            to.iter().copied().flat_map(keys).map(overwrites).filter(|is| *is).count();
                        return (reads || count > 0) && !is_released;
                    }
                    _ => return false,
                };
                keys(bytes).any(|key| {
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
                What::Product(reads) | What::Box(reads, ..) => {
                    let is_fenced = |byte| {
                        let (thread, behind) = written.get(&byte)?;
                        let since = fences.get(thread)?.get(*behind..)?;
                        Some(!since.is_empty() && since.iter().all(|fence| *fence == op))
                    };
                    let writes: &[Bytes] = if let What::Box(_, to, _) = &event.what { to } else { &[] };
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
    let [begin, end] = [span.start, span.end].map(|at| events[at].when);
    let meets = |of: &Bytes| {
        let after = bytes.partition_point(|b| (b.buffer, b.end) <= (of.buffer, of.first));
        bytes.get(after).is_some_and(|b| b.meet(of))
    };
    events.iter().enumerate().any(|(at, event)| {
        let of = match &event.what {
            What::Access(_, None) if about == About::Products => return false,
            What::Access(of, _) | What::Copy(of) => of,
            // What a box brings is there behind a wait, wherever barriers are.
            What::Box(_, to, _) => return at > span.start && at < span.end && to.iter().any(meets),
            _ => return false,
        };
        let within = if event.thread == thread {
            at > span.start && at < span.end
        } else {
            !event.when.is_before(event.thread, begin) && !end.is_before(thread, event.when)
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
        let behind = |barriers| When::behind(barriers, [0, 0]);
        log.access((0, 0, behind(0)), 5, 8, 4, Some(1));
        log.barrier(0, 70, false);
        log.access((0, 0, behind(1)), 5, 8, 4, None);
        log.barrier(0, 71, false);
        log.access((0, 1, behind(2)), 5, 10, 1, None);
        // Either barrier parts thread 0's write from thread 1's read.
        assert!(!log.needs_barrier(70) && !log.needs_barrier(71));
        log.access((0, 1, behind(2)), 5, 8, 1, Some(1));
        assert!(!log.needs_barrier(70) && log.needs_barrier(71));
    }

    #[test]
    fn barriers_that_part_blocks() {
        let mut log = Log::of(2);
        log.access((0, 0, When::behind(0, [0, 0])), 5, 8, 4, Some(1));
        for block in 0..2 {
            log.barrier(block, 60, false);
            log.barrier(block, 70, true);
        }
        log.access((1, 0, When::behind(1, [1, 1])), 5, 8, 4, None);
        log.far((1, 0, When::behind(1, [1, 1])));
        for block in 0..2 {
            log.barrier(block, 71, true);
        }
        // One parts the write from the read, the other one the read from the end.
        assert!(log.needs_barrier(70) && log.needs_barrier(71) && !log.needs_barrier(60));
        // Clusters are apart.
        log.access((2, 0, When::behind(0, [0, 0])), 5, 8, 4, Some(2));
        log.access((4, 0, When::behind(0, [1, 1])), 5, 8, 4, None);
        log.barrier(4, 80, true);
        log.barrier(2, 80, true);
        assert!(!log.needs_barrier(80));
    }

    /// Two barriers of the cluster between two accesses, of which the first one is arrived at before a store.
    #[test]
    fn barriers_with_an_access_between_their_halves() {
        for reader in [(0, 1), (1, 0)] {
            let needed = |arrived: u32| {
                let mut log = Log::of(2);
                log.access((0, 0, When::behind(0, [arrived, 0])), 5, 8, 4, Some(1));
                for op in [70, 71] {
                    (0..2).for_each(|block| log.barrier(block, op, true));
                }
                log.access((reader.0, reader.1, When::behind(0, [2, 2])), 5, 8, 4, None);
                [70, 71].map(|op| log.needs_barrier(op))
            };
            // The second one is what orders the store behind the arrival at the first one.
            assert_eq!((needed(0), needed(1)), ([false, false], [false, true]));
        }
        // A read from one to the end.
        let needed = |arrived: u32| {
            let mut log = Log::of(2);
            log.far((0, 0, When::behind(0, [arrived, 0])));
            for op in [70, 71] {
                log.barrier(0, op, true);
            }
            log.needs_barrier(71)
        };
        assert!(!needed(0) && needed(1));
    }

    /// Another thread's store between the halves is not before what is behind them, nor behind what was before.
    #[test]
    fn copies_across_halves_of_barriers() {
        let needed = |store: When| {
            let mut log = Log::default();
            let [begin, end] = [When::behind(0, [1, 1]), When::behind(0, [2, 2])];
            log.copy((0, 0, begin), 1, 0, 16);
            log.commit((0, 0, begin), 10, About::Copies);
            log.access((0, 1, store), 1, 0, 4, Some(1));
            log.wait((0, 0, end), 20, About::Copies, 0);
            log.wait((0, 0, When::behind(0, [2, 2])), 21, About::Copies, 0);
            log.needs_order(Order::NoWait(20))
        };
        assert!(
            [[1, 0], [1, 1], [2, 1], [2, 2], [3, 2]]
                .into_iter()
                .all(|halves| needed(When::behind(0, halves)))
        );
        assert!(![[0, 0], [3, 3]].into_iter().any(|halves| needed(When::behind(0, halves))));
    }

    #[test]
    fn waits_and_commits() {
        let mut log = Log::default();
        let who = (0, 0, When::default());
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
