//! Conversions within warps: register permutations, selections and shuffles.
//!
//! Both encodings are cut into common digits ([`Common`]), so that a conversion moves digits
//! from places to places. What leaves a value's number for a lane's, and the reverse, is
//! exchanged between lanes; where a lane's digit moves to another place of the lane, a chain
//! of such places is one *path*, from the lane's digit of the reader at which it starts to that of the
//! sender at which it ends.
//!
//! `k` paths with an exchange take `2^k` rounds. In round `r` each lane reads from the one whose
//! digit at the path's end is its own at the start, xor the round's bit: so each lane
//! sends to one other, chooses by its own lane what it sends, and knows by its own lane what it got. If nothing
//! else moves between lanes the round 0 is the lane itself, and needs no shuffle. Of `n` registers then
//! `n - n/2^k` are shuffled, as many as have to leave their lane.

use super::common::{Common, Pair};
use super::program::{Builder, Lane, Program, Register};
use crate::digits::{Mode, Place, ThreadDigit};
use crate::tv::Tv;
use layout_target::WARP;

/// Lanes' binary digits.
const BITS: usize = 5;

/// A chain of the lane's digits: see the file's head.
struct Path {
    /// The reader's digit.
    start: usize,
    /// The sender's.
    end: usize,
    /// The digit of the values that the reader's digit is fed from, if it is; a place in the
    /// first encoding.
    sends: Option<i64>,
    /// Where the sender's digit goes.
    goes: Goes,
}

enum Goes {
    /// It is of a replica.
    Nowhere,
    /// To this digit of the values.
    Value(i64),
    /// To a digit of the warp's number, with this divisor.
    Warp(i64),
}

impl Path {
    fn has_rounds(&self) -> bool {
        match self.goes {
            Goes::Nowhere => false,
            Goes::Value(_) => true,
            Goes::Warp(_) => self.sends.is_some(),
        }
    }
}

/// The binary digit of the lane at a place.
fn bit_of(place: Place) -> Option<usize> {
    match place {
        Place::Thread(d) if d < WARP => Some(d.ilog2() as usize),
        _ => None,
    }
}

fn lane_digit(bit: usize) -> ThreadDigit {
    ThreadDigit { divisor: 1 << bit, size: 2 }
}

/// The paths, and the lane that each reads from in round 0.
fn paths(digits: &[Pair]) -> Option<(Vec<Path>, Lane)> {
    let [mut from, mut to] = [[None; BITS]; 2];
    for pair in digits {
        for (place, slots) in [(pair.from, &mut from), (pair.to, &mut to)] {
            match place {
                Place::Thread(d) if d < WARP => {
                    // Digits of a lane that is none of 32.
                    if pair.size != 2 || d.count_ones() != 1 {
                        return None;
                    }
                    slots[bit_of(place)?] = Some(*pair);
                }
                _ => {}
            }
        }
    }
    let mut lane = Lane { bits: [1, 2, 4, 8, 16], flip: 0 };
    let mut out = Vec::new();
    let mut on_path = [false; BITS];
    for (start, reader) in to.iter().enumerate() {
        let sends = match reader.map(|p: Pair| p.from) {
            None => None,
            Some(Place::Value(d)) => Some(d),
            Some(Place::Thread(_)) => continue,
        };
        let mut end = start;
        let goes = loop {
            on_path[end] = true;
            match from[end].map(|p: Pair| p.to) {
                None => break Goes::Nowhere,
                Some(Place::Value(d)) => break Goes::Value(d),
                Some(Place::Thread(d)) if d >= WARP => break Goes::Warp(d),
                Some(place) => {
                    let next = bit_of(place)?;
                    lane.bits[end] = 1 << next;
                    end = next;
                }
            }
        };
        lane.bits[end] = if let Goes::Warp(d) = goes { d } else { 1 << start };
        out.push(Path { start, end, sends, goes });
    }
    // What is on no path moves in a circle.
    for bit in (0..BITS).filter(|b| !on_path[*b]) {
        lane.bits[bit] = 1 << from[bit].and_then(|p| bit_of(p.to))?;
    }
    Some((out, lane))
}

/// Whether elements stay in their warp: a digit of the warp's number comes from the same, a
/// lane or a value, and goes to the same.
fn stays_in_warp(digits: &[Pair]) -> bool {
    let is_warp = |p: Place| matches!(p, Place::Thread(d) if d >= WARP);
    let from_lane = |p: &Pair| matches!(p.from, Place::Thread(d) if d < WARP);
    digits
        .iter()
        .all(|p| (!is_warp(p.from) || p.from == p.to) && (!is_warp(p.to) || !from_lane(p) || p.size == 2))
}

/// The shortest program from `a` to `b` for elements of `bits` bits that shuffles least; none
/// if elements leave their warp, or lanes are no binary digits.
pub(super) fn exchange(a: &Tv, b: &Tv, bits: i64) -> Option<Program> {
    let common = Common::of(a, b)?;
    if !stays_in_warp(&common.digits) {
        return None;
    }
    let direct = direct(a, b, &common, bits)?;
    let mut best = direct;
    // In steps, where what goes from one lane to one other does not fill a register.
    for between in steps(a, &common, bits) {
        let (Some(first), Some(second)) = (exchange_once(a, &between, bits), exchange(&between, b, bits))
        else {
            continue;
        };
        let both = first.then(&second);
        if (both.shuffles(), both.others()) < (best.shuffles(), best.others()) {
            best = both;
        }
    }
    Some(best)
}

fn exchange_once(a: &Tv, b: &Tv, bits: i64) -> Option<Program> {
    direct(a, b, &Common::of(a, b)?, bits)
}

/// Encodings on the way: the first of the exchanges done, the others not.
fn steps(a: &Tv, common: &Common, bits: i64) -> Vec<Tv> {
    let stay: i64 = common.digits.iter().filter(|p| stays_in_values(p)).map(|p| p.size).product();
    let Some((paths, _)) = paths(&common.digits) else { return Vec::new() };
    let swaps: Vec<(i64, i64)> = paths
        .iter()
        .filter(|p| matches!(p.goes, Goes::Value(_)))
        .filter_map(|p| Some((p.sends?, 1i64 << p.end)))
        .collect();
    if stay * bits >= 32 || swaps.len() < 2 {
        return Vec::new();
    }
    let after = |count: usize| {
        let place = |place: Place| {
            let swap = swaps[..count].iter().find_map(|(value, lane)| match place {
                Place::Value(d) if d == *value => Some(Place::Thread(*lane)),
                Place::Thread(d) if d == *lane => Some(Place::Value(*value)),
                _ => None,
            });
            swap.unwrap_or(place)
        };
        let mut stride = 1;
        let (mut threads, mut values) = (Vec::new(), Vec::new());
        for pair in &common.digits {
            let mode = Mode { size: pair.size, stride };
            stride *= pair.size;
            match place(pair.from) {
                Place::Thread(d) => threads.push((d, mode)),
                Place::Value(d) => values.push((d, mode)),
            }
        }
        threads.extend(common.free.iter().map(|d| (d.divisor, Mode { size: d.size, stride: 0 })));
        let ordered = |mut modes: Vec<(i64, Mode)>| -> Vec<Mode> {
            modes.sort_by_key(|m| m.0);
            modes.into_iter().map(|m| m.1).collect()
        };
        Tv::of_modes(&ordered(threads), &ordered(values)).ok()
    };
    (1..swaps.len()).filter_map(after).filter(|t| t.thread_count() == a.thread_count()).collect()
}

fn stays_in_values(pair: &Pair) -> bool {
    matches!((pair.from, pair.to), (Place::Value(_), Place::Value(_)))
}

/// All numbers that digits of these sizes count, each digit weighed twice.
fn sums(digits: &[(i64, i64, i64)]) -> Vec<(i64, i64)> {
    let mut out = vec![(0, 0)];
    for (size, x, y) in digits {
        let step = |i: i64| out.iter().map(move |(a, b)| (a + i * x, b + i * y)).collect::<Vec<_>>();
        out = (0..*size).flat_map(step).collect();
    }
    out
}

/// The conversion in `2^k` rounds.
fn direct(a: &Tv, b: &Tv, common: &Common, bits: i64) -> Option<Program> {
    let (paths, lane) = paths(&common.digits)?;
    let (rounds, still): (Vec<Path>, Vec<Path>) = paths.into_iter().partition(Path::has_rounds);
    let width = bits / 8;
    // Elements that go together; those next to one another in a register first.
    let mut together: Vec<(i64, i64, i64)> = Vec::new();
    let mut by_warp: Vec<(i64, ThreadDigit)> = Vec::new();
    for pair in &common.digits {
        match (pair.from, pair.to) {
            (Place::Value(x), Place::Value(y)) => together.push((pair.size, x, y)),
            (Place::Value(x), Place::Thread(d)) if d >= WARP => {
                by_warp.push((x, ThreadDigit { divisor: d, size: pair.size }));
            }
            _ => {}
        }
    }
    let in_register = |divisor: i64| divisor * bits < 32;
    together.sort_by_key(|(_, x, y)| (!(in_register(*x) && in_register(*y)), *x));
    let elements = sums(&together);
    let each = (32 / bits).max(1) as usize;
    let inputs = a.register_count(bits) as usize;
    let mut builder = Builder::new(inputs);
    let mut found: Vec<Option<(Register, u8)>> = vec![None; (b.value_count() * width) as usize];
    for group in elements.chunks(each) {
        let bytes: Vec<(i64, i64)> =
            group.iter().flat_map(|(x, y)| (0..width).map(move |k| (x * width + k, y * width + k))).collect();
        for word in bytes.chunks(4) {
            let mut writer = Writer { builder: &mut builder, by_warp: &by_warp, still: &still, width };
            let sent: Vec<Register> = (0..1usize << rounds.len())
                .map(|round| {
                    let bit = |i: usize| (round >> i & 1) as i64;
                    let own = rounds.iter().enumerate().filter_map(|(i, p)| Some(p.sends? * bit(i)));
                    writer.source(word, own.sum(), 0)
                })
                .collect();
            let got = rounds_of(&mut builder, &rounds, lane, sent);
            for (index, register) in got.into_iter().enumerate() {
                let digits = rounds.iter().enumerate().map(|(i, p)| match p.goes {
                    Goes::Value(y) => y * (index >> i & 1) as i64,
                    _ => 0,
                });
                let value: i64 = digits.sum();
                for (k, (_, to)) in word.iter().enumerate() {
                    *found.get_mut((value * width + to) as usize)? = Some((register, k as u8));
                }
            }
        }
    }
    let outputs = found.chunks(4).map(|bytes| {
        let mut all = [None; 4];
        all[..bytes.len()].copy_from_slice(bytes);
        builder.pack(all)
    });
    let outputs = outputs.collect();
    Some(builder.finish(outputs))
}

/// Registers made of the input's bytes, and what the thread itself chooses.
struct Writer<'a> {
    builder: &'a mut Builder,
    by_warp: &'a [(i64, ThreadDigit)],
    still: &'a [Path],
    width: i64,
}

impl Writer<'_> {
    /// The bytes of `word`, of the values behind `offset`, chosen by the digits that the
    /// thread knows: those of its warp, and its lane's where replicas hold all.
    fn source(&mut self, word: &[(i64, i64)], offset: i64, level: usize) -> Register {
        if let Some((value, digit)) = self.by_warp.get(level).copied() {
            let mut chosen = self.source(word, offset, level + 1);
            for k in 1..digit.size {
                let other = self.source(word, offset + k * value, level + 1);
                chosen = self.builder.select(digit, k, other, chosen);
            }
            return chosen;
        }
        if let Some(path) = self.still.get(level - self.by_warp.len()) {
            let clear = self.source(word, offset, level + 1);
            return match path.sends {
                None => clear,
                Some(value) => {
                    let set = self.source(word, offset + value, level + 1);
                    self.builder.select(lane_digit(path.end), 1, set, clear)
                }
            };
        }
        let mut bytes = [None; 4];
        for (slot, (from, _)) in bytes.iter_mut().zip(word) {
            let at = offset * self.width + from;
            *slot = Some(((at / 4) as Register, (at % 4) as u8));
        }
        self.builder.pack(bytes)
    }
}

/// What each lane has after all rounds: `sent[r]` is what it sends if its own digits are 0.
fn rounds_of(builder: &mut Builder, rounds: &[Path], lane: Lane, mut sent: Vec<Register>) -> Vec<Register> {
    // The sender: `r` becomes `r` xor its digits, where it sends by the reader's digit.
    for (i, path) in rounds.iter().enumerate() {
        if path.sends.is_some() && matches!(path.goes, Goes::Value(_)) {
            sent = flipped(builder, &sent, i, path.end);
        }
    }
    let mut got: Vec<Register> = (0..sent.len())
        .map(|round| {
            let mut from = lane;
            for (i, path) in rounds.iter().enumerate() {
                if round >> i & 1 == 1 && matches!(path.goes, Goes::Value(_)) {
                    from.flip |= 1 << path.end;
                }
            }
            builder.shuffle(sent[round], from)
        })
        .collect();
    // The reader: the same by its own digits.
    for (i, path) in rounds.iter().enumerate() {
        got = match path.goes {
            Goes::Value(_) => flipped(builder, &got, i, path.start),
            _ => (0..got.len())
                .map(|r| {
                    let (clear, set) = (got[r & !(1 << i)], got[r | 1 << i]);
                    builder.select(lane_digit(path.start), 1, set, clear)
                })
                .collect(),
        };
    }
    got
}

/// The registers with bit `i` of their number xored by a digit of the lane.
fn flipped(builder: &mut Builder, registers: &[Register], i: usize, bit: usize) -> Vec<Register> {
    (0..registers.len())
        .map(|r| builder.select(lane_digit(bit), 1, registers[r ^ 1 << i], registers[r]))
        .collect()
}
