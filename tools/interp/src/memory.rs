//! Memory: bytes that know whether they were written, who touched them last, and whether
//! an asynchronous copy is under way to them.
//!
//! A race is what the PTX ISA calls one: two accesses of a byte, one of them a write, that causality does not order
//! (barriers do). In its model such weak writes still leave the byte of one of them, so it does not matter in which order
//! threads store the same by the same operation: what all threads of a group do with a scalar is that; nor in which order
//! the same is stored to global memory by blocks, or by threads of one that computes several tiles: those that overlap
//! where an array ends are that. These alone are no race. Whoever reads or writes anything else there, the threads that
//! stored it among them, has to be ordered behind all of them.

use crate::access::{Access, Arrivals, When, bits};
use crate::fault::Reason;
use crate::history::{Equal, History};
use crate::number::{Float, Int, Scalar};
use crate::read::types::{Element, Space};

/// What a byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nobody wrote it.
    Poison,
    /// It was written.
    Defined,
    /// It was written with a value that numbers decide that are too close to tell apart.
    Unsure,
    /// An asynchronous copy is under way to it.
    Pending,
}

/// What was computed beside a number that lies in memory.
#[derive(Clone, Copy, Debug)]
struct Ideal {
    bits: u64,
    number: Float,
}

/// What a value leaves in memory.
fn stored(value: Scalar) -> (u64, State) {
    let state = match value {
        Scalar::Int(int) if int.unsure => State::Unsure,
        Scalar::Float(number) if number.bound == f64::INFINITY => State::Unsure,
        Scalar::Poison => State::Poison,
        _ => State::Defined,
    };
    (bits(value), state)
}

/// A buffer.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// What messages call it.
    pub name: String,
    /// Whose it is.
    pub space: Space,
    /// The block that it is of, if it is one's.
    pub block: Option<u32>,
    /// The byte from which messages count: before it nothing is, so that it is aligned no better than is said.
    pub begin: i64,
    bytes: Vec<u8>,
    states: Vec<State>,
    histories: Vec<History>,
    ideals: Vec<Option<Ideal>>,
}

impl Buffer {
    /// A buffer that nobody wrote.
    pub fn new(name: &str, space: Space, bytes: usize) -> Self {
        Self {
            name: name.into(),
            space,
            block: None,
            begin: 0,
            bytes: vec![0; bytes],
            states: vec![State::Poison; bytes],
            histories: Vec::new(),
            ideals: Vec::new(),
        }
    }

    /// Its size in bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn range(&self, at: i64, bytes: usize) -> Result<std::ops::Range<usize>, Reason> {
        let start = usize::try_from(at).ok().filter(|s| at >= self.begin && s + bytes <= self.bytes.len());
        let start = start.ok_or_else(|| {
            let (name, size) = (&self.name, self.shown(self.bytes.len()));
            Reason::undefined(format!(
                "{bytes} bytes at byte {} of {name}, which has {size}",
                at - self.begin
            ))
        })?;
        Ok(start..start + bytes)
    }

    /// A byte as messages count it.
    pub fn shown(&self, byte: usize) -> i64 {
        byte as i64 - self.begin
    }

    /// The first byte of a range in a state, as messages count it.
    fn first(&self, range: std::ops::Range<usize>, state: State) -> Option<i64> {
        let place = self.states[range.clone()].iter().position(|s| *s == state)?;
        Some(self.shown(range.start + place))
    }

    /// Whether a byte of a range is one of these, at that place, already.
    fn is_equal(&self, byte: usize, first: usize, stored: Option<(u64, State)>) -> bool {
        stored.is_some_and(|(bits, state)| {
            let new = (bits >> (8 * (byte - first))) as u8;
            state != State::Poison && self.states[byte] == state && self.bytes[byte] == new
        })
    }

    /// The same, and who may have stored it.
    fn equal(&self, byte: usize, first: usize, stored: Option<(u64, State)>) -> Equal {
        match self.space {
            _ if !self.is_equal(byte, first, stored) => Equal::No,
            Space::Global => Equal::OfAny,
            _ => Equal::OfOne,
        }
    }

    /// Whether an access may be; what it stores is given where that is known.
    fn check(
        &self,
        range: std::ops::Range<usize>,
        by: Option<&Access>,
        writes: bool,
        stored: Option<(u64, State)>,
    ) -> Result<(), Reason> {
        self.check_copies(range.clone(), by, writes, stored)?;
        self.check_order(range, by, writes, stored)
    }

    /// Whether copies to these bytes are over for who accesses them. (The engines of blocks that no barrier orders may all store
    /// the same by one operation.)
    fn check_copies(
        &self,
        range: std::ops::Range<usize>,
        by: Option<&Access>,
        writes: bool,
        stored: Option<(u64, State)>,
    ) -> Result<(), Reason> {
        let (what, name) = (if writes { "writes" } else { "reads" }, &self.name);
        if let Some(byte) = self.first(range.clone(), State::Pending) {
            let to = if writes { " to" } else { "" };
            return Err(Reason::undefined(format!(
                "{what}{to} byte {byte} of {name}, to which an asynchronous copy is under way that was not waited for"
            )));
        }
        let Some(access) = by else { return Ok(()) };
        let histories = self.histories.get(range.clone()).unwrap_or_default();
        let early = |(i, history): (usize, &History)| {
            history.arrived.as_ref().is_some_and(|(copy, by)| {
                let is_alike = by.cluster != access.cluster
                    && by.location == access.location
                    && self.is_equal(range.start + i, range.start, stored);
                !is_alike && !access.has_seen(*copy, by)
            })
        };
        match histories.iter().enumerate().position(early) {
            None => Ok(()),
            Some(i) => Err(Reason::undefined(format!(
                "a race: {access} {what} byte {} of {name}, for which the thread has not waited since the engine began to copy it",
                self.shown(range.start + i)
            ))),
        }
    }

    /// Whether an access is ordered with those before.
    fn check_order(
        &self,
        range: std::ops::Range<usize>,
        by: Option<&Access>,
        writes: bool,
        stored: Option<(u64, State)>,
    ) -> Result<(), Reason> {
        let Some(access) = by else { return Ok(()) };
        let histories = self.histories.get(range.clone()).unwrap_or_default();
        let conflict = |(i, history): (usize, &'_ History)| {
            let equal = self.equal(range.start + i, range.start, stored);
            history.conflict(access, writes, equal).map(|before| (i, before.clone()))
        };
        let Some((i, before)) = histories.iter().enumerate().find_map(conflict) else {
            return Ok(());
        };
        let byte = range.start + i;
        let history = &self.histories[byte];
        let wrote = [&history.write, &history.alike].into_iter().flatten().any(|w| *w == before);
        let by_engine = writes && history.read_by_engine(access) == Some(&before);
        let what = if writes { "writes" } else { "reads" };
        let (name, byte) = (&self.name, self.shown(byte));
        Err(Reason::undefined(match (wrote, by_engine) {
            (false, true) => format!(
                "a race: {access} {what} byte {byte} of {name}, which the engine reads for a copy that {before} began, for which the thread has not waited"
            ),
            (wrote, _) => format!(
                "a race: {access} {what} byte {byte} of {name}, which {before} {} with no barrier between",
                if wrote { "wrote" } else { "read" }
            ),
        }))
    }

    fn note(
        &mut self,
        range: std::ops::Range<usize>,
        by: Option<&Access>,
        writes: bool,
        stored: Option<(u64, State)>,
    ) {
        let Some(access) = by else { return };
        if self.histories.is_empty() {
            self.histories.resize(self.bytes.len(), History::default());
        }
        let first = range.start;
        for byte in range {
            let equal = self.equal(byte, first, stored);
            let history = &mut self.histories[byte];
            if writes {
                history.note_write(access, equal);
            } else {
                history.note_read(access);
            }
        }
    }

    /// Reads an element. Without an `Access` nobody is judged for it.
    ///
    /// # Errors
    /// Outside, of what nobody wrote or a copy is under way to, and in a race.
    pub fn read(&mut self, at: i64, element: Element, by: Option<&Access>) -> Result<Scalar, Reason> {
        let range = self.range(at, element.bytes())?;
        let value = self.read_unnoted(range.clone(), element, by)?;
        self.note(range, by, false, None);
        Ok(value)
    }

    fn read_unnoted(
        &self,
        range: std::ops::Range<usize>,
        element: Element,
        by: Option<&Access>,
    ) -> Result<Scalar, Reason> {
        self.check(range.clone(), by, false, None)?;
        if let Some(byte) = self.first(range.clone(), State::Poison) {
            let name = &self.name;
            return Err(Reason::undefined(format!("reads byte {byte} of {name}, which nobody wrote")));
        }
        Ok(self.value(range, element))
    }

    /// Reads an element for a copy of the engine, which somebody begins: it may be read at any time until that is waited for.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_for(
        &mut self,
        at: i64,
        element: Element,
        by: Option<&Access>,
        copy: u32,
    ) -> Result<Scalar, Reason> {
        let range = self.range(at, element.bytes())?;
        let value = self.read_unnoted(range.clone(), element, by)?;
        if let Some(access) = by {
            self.histories.resize(self.bytes.len(), History::default());
            self.histories[range].iter_mut().for_each(|history| history.note_engine(access, copy));
        }
        Ok(value)
    }

    /// The engine has read these bytes for a copy.
    ///
    /// # Errors
    /// Outside.
    pub fn have_been_read(&mut self, at: i64, bytes: usize, copy: u32) -> Result<(), Reason> {
        let range = self.range(at, bytes)?;
        let histories = self.histories.get_mut(range).unwrap_or_default();
        histories.iter_mut().for_each(|history| history.engine.retain(|(number, _)| *number != copy));
        Ok(())
    }

    fn value(&self, range: std::ops::Range<usize>, element: Element) -> Scalar {
        let start = range.start;
        let unsure = self.states[range.clone()].contains(&State::Unsure);
        let bits = self.bytes[range].iter().rev().fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
        match element {
            Element::Float(format) => {
                let ideal = self.ideals.get(start).copied().flatten();
                if let Some(ideal) = ideal.filter(|i| i.bits == bits && i.number.format == format) {
                    return ideal.number.into();
                }
                let given = Float::given(format, format.from_bits(bits));
                Float { bound: if unsure { f64::INFINITY } else { 0.0 }, ..given }.into()
            }
            _ => Int::new(element.bits(), bits.into()).with_unsure(unsure).into(),
        }
    }

    /// An element as it is; `None` if nobody wrote it, or outside.
    pub fn peek(&self, at: i64, element: Element) -> Option<Scalar> {
        let range = self.range(at, element.bytes()).ok()?;
        let states = &self.states[range.clone()];
        (!states.contains(&State::Poison) && !states.contains(&State::Pending))
            .then(|| self.value(range, element))
    }

    /// Whether the same was written, bit by bit.
    pub fn has_bits_of(&self, other: &Self) -> bool {
        self.bytes == other.bytes && self.states == other.states
    }

    /// Writes an element; poison leaves the bytes as if nobody had written them.
    ///
    /// # Errors
    /// Outside, to what a copy is under way to, and in a race.
    pub fn write(
        &mut self,
        at: i64,
        value: Scalar,
        element: Element,
        by: Option<&Access>,
    ) -> Result<(), Reason> {
        let range = self.range(at, element.bytes())?;
        let (bits, state) = stored(value);
        self.check(range.clone(), by, true, Some((bits, state)))?;
        self.note(range.clone(), by, true, Some((bits, state)));
        // Who is judged computes in the format alone.
        if let (Scalar::Float(number), None) = (value, by) {
            if self.ideals.is_empty() {
                self.ideals.resize(self.bytes.len(), None);
            }
            self.ideals[range.start] = Some(Ideal { bits, number });
        }
        for (i, byte) in range.enumerate() {
            self.bytes[byte] = (bits >> (8 * i)) as u8;
            self.states[byte] = state;
        }
        Ok(())
    }

    /// A copy of an element to these bytes begins: until it is done nobody may touch them.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn begin(
        &mut self,
        at: i64,
        value: Scalar,
        element: Element,
        by: Option<&Access>,
    ) -> Result<(), Reason> {
        let range = self.range(at, element.bytes())?;
        self.check_copies(range.clone(), by, true, Some(stored(value)))?;
        self.check_order(range.clone(), by, true, None)?;
        self.note(range.clone(), by, true, None);
        self.states[range].fill(State::Pending);
        Ok(())
    }

    /// From now on what is there is combined with something, some time, which others may do too; nobody else may access it.
    ///
    /// # Errors
    /// If it races with what was done there otherwise.
    pub fn begin_combined(&mut self, at: i64, bytes: usize, by: Option<&Access>) -> Result<(), Reason> {
        let range = self.range(at, bytes)?;
        let Some(access) = by else { return Ok(()) };
        let histories = self.histories.get(range.clone()).unwrap_or_default();
        let before = histories.iter().find_map(|history| history.conflict(access, true, Equal::No)).cloned();
        match before {
            None => Ok(()),
            Some(before) => Err(Reason::undefined(format!(
                "a race: {access} combines something with byte {} of {}, which {before} accessed with no barrier between",
                self.shown(range.start),
                self.name
            ))),
        }
    }

    /// What the engine copied to these bytes is there: whoever waits for it sees it.
    ///
    /// # Errors
    /// Outside.
    pub fn arrive(&mut self, at: i64, bytes: usize, copy: u32, by: Option<&Access>) -> Result<(), Reason> {
        let range = self.range(at, bytes)?;
        if self.histories.is_empty() {
            self.histories.resize(self.bytes.len(), History::default());
        }
        let arrived = by.map(|by| (copy, by.clone()));
        self.histories[range].fill(History::brought(arrived));
        Ok(())
    }

    /// Who wrote a byte last, if a thread did.
    pub fn last_write(&self, byte: i64) -> Option<&Access> {
        let history = usize::try_from(byte).ok().and_then(|byte| self.histories.get(byte))?;
        history.write.as_ref()
    }

    /// Whether an asynchronous copy to a byte is under way.
    pub fn is_pending(&self, byte: i64) -> bool {
        usize::try_from(byte).ok().and_then(|byte| self.states.get(byte)) == Some(&State::Pending)
    }

    /// Who of another block has read what is of a block whose end nothing orders behind that: no barrier of the cluster, and none
    /// of the arrivals that its threads know of.
    pub fn reader_beside(&self, block: u32, end: When, known: &Arrivals) -> Option<&Access> {
        // (Of mbarriers, at which others arrive, a barrier that orders no memory is enough.)
        let end = When { at_mbarrier: true, ..end };
        let mut readers = self.histories.iter().flat_map(History::readers);
        readers
            .find(|by| by.block != block && !by.when.is_before_in_cluster(end) && !by.is_before_some(known))
    }

    /// The copy to these bytes is done; what it brings is to be written now.
    ///
    /// # Errors
    /// Outside.
    pub fn end(&mut self, at: i64, bytes: usize) -> Result<(), Reason> {
        let range = self.range(at, bytes)?;
        self.states[range].fill(State::Poison);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Known;

    /// A thread of a block in clusters of four, behind so many barriers of the block and so many arrivals and waits at
    /// that of the cluster.
    fn access(block: u32, thread: u32, barriers: u32, halves: [u32; 2]) -> Access {
        Access {
            block,
            cluster: block / 4,
            thread,
            when: When::behind(barriers, halves),
            fences: 0,
            known: Known::default(),
            location: "here".into(),
        }
    }

    /// Whether a byte that was written before all of these reads may be written then.
    fn written(reads: &[Access], by: &Access) -> Result<(), Reason> {
        let mut buffer = Buffer::new("memory", Space::Shared, 1);
        let byte = |n: i128| Int::new(8, n).into();
        buffer.write(0, byte(1), Element::Int(8), None)?;
        for by in reads {
            buffer.read(0, Element::Int(8), Some(by))?;
        }
        buffer.write(0, byte(2), Element::Int(8), Some(by))
    }

    #[test]
    fn a_reader_of_another_block_is_kept() {
        let own = [access(0, 0, 0, [0, 0]), access(0, 40, 0, [0, 0])];
        let writer = access(0, 0, 1, [0, 0]);
        assert_eq!(written(&own, &writer), Ok(()));
        let all = [own.as_slice(), &[access(1, 0, 0, [0, 0])]].concat();
        assert!(written(&all, &writer).is_err());
        assert_eq!(written(&all, &access(0, 0, 0, [1, 1])), Ok(()));
    }

    #[test]
    fn readers_before_a_barrier_of_the_cluster_make_room() {
        let before = [access(0, 0, 0, [0, 0]), access(1, 0, 0, [0, 0])];
        let later = [access(4, 0, 0, [0, 0]), access(2, 40, 0, [1, 1])];
        let all = [before.as_slice(), &later[1..]].concat();
        assert!(written(&all, &access(1, 0, 0, [1, 1])).is_err());
        assert_eq!(written(&before, &access(1, 0, 0, [1, 1])), Ok(()));
        // Barriers of two clusters order nothing.
        assert!(written(&later[..1], &access(0, 0, 0, [1, 1])).is_err());
        // Also in the place of those that had arrived twice less.
        let two = [access(0, 0, 0, [0, 0]), access(1, 0, 0, [0, 0]), access(2, 40, 0, [2, 1])];
        assert!(written(&two, &access(1, 0, 0, [2, 2])).is_err());
    }

    /// What a thread does behind its arrival no wait for that arrival orders, in a block and a warp neither.
    #[test]
    fn halves_of_a_barrier() {
        for (block, thread) in [(1, 0), (0, 40), (0, 1)] {
            let writer = access(0, 0, 0, [1, 1]);
            assert_eq!(written(&[access(block, thread, 0, [0, 0])], &writer), Ok(()));
            assert!(written(&[access(block, thread, 0, [1, 0])], &writer).is_err());
            assert!(written(&[access(block, thread, 0, [0, 0])], &access(0, 0, 0, [1, 0])).is_err());
            assert_eq!(written(&[access(block, thread, 0, [1, 0])], &access(0, 0, 0, [2, 2])), Ok(()));
        }
    }

    /// Neither those before an arrival nor those behind it take the others' place.
    #[test]
    fn readers_on_both_sides_of_an_arrival_are_kept() {
        let before = [access(0, 0, 0, [0, 0]), access(1, 40, 0, [0, 0]), access(2, 40, 0, [0, 0])];
        let late = access(0, 80, 0, [1, 0]);
        let all = [before.as_slice(), std::slice::from_ref(&late)].concat();
        assert!(written(&all, &access(0, 0, 0, [1, 1])).is_err());
        // Here a barrier of the block orders those behind it.
        let all = [&[before[1].clone(), late], &[access(0, 120, 0, [1, 0])][..]].concat();
        assert!(written(&all, &access(0, 0, 1, [1, 0])).is_err());
        assert_eq!(written(&all[1..], &access(0, 0, 1, [1, 0])), Ok(()));
    }

    /// Of threads that store the same it is the latest half that others have to be ordered behind.
    #[test]
    fn stores_of_the_same_on_both_sides_of_an_arrival() {
        let mut buffer = Buffer::new("memory", Space::Shared, 1);
        for by in [access(0, 0, 0, [1, 0]), access(0, 40, 0, [0, 0]), access(0, 80, 0, [0, 0])] {
            assert_eq!(buffer.write(0, Int::new(8, 1).into(), Element::Int(8), Some(&by)), Ok(()));
        }
        assert!(buffer.read(0, Element::Int(8), Some(&access(1, 0, 0, [1, 1]))).is_err());
    }
}
