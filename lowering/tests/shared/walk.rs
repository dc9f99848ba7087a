//! Ways through programs: what happens on one, which accesses race, what loads read.

use std::collections::HashMap;

use fastrand::Rng;

use super::program::{Program, Statement};

/// What happens on a way.
enum Event {
    Allocate(String),
    Access {
        buffer: String,
        at: Vec<i64>,
        tile: String,
        write: bool,
    },
    /// A copy to a buffer begins.
    Begin(String),
    /// It has been waited for.
    End(String),
    Barrier,
}

struct Walk<'p> {
    program: &'p Program,
    random: Rng,
    indices: HashMap<String, i64>,
    copies: HashMap<String, String>,
    iterations: i64,
    events: Vec<Event>,
}

/// What happens on a way. Programs that differ in places and barriers go the same one.
fn walk(program: &Program, way: u64) -> Vec<Event> {
    let random = Rng::with_seed(way);
    let mut walk = Walk {
        program,
        random,
        indices: HashMap::new(),
        copies: HashMap::new(),
        iterations: 0,
        events: Vec::new(),
    };
    walk.block(&program.body);
    walk.events
}

impl Walk<'_> {
    fn block(&mut self, body: &[Statement]) {
        for statement in body {
            match statement {
                Statement::Allocate(buffer) => self.events.push(Event::Allocate(buffer.clone())),
                Statement::Access { buffer, coordinate, tile, write } => {
                    let at = coordinate.iter().map(|name| self.value(name)).collect();
                    let (buffer, tile, write) = (buffer.clone(), tile.clone(), *write);
                    self.events.push(Event::Access { buffer, at, tile, write });
                }
                Statement::Copy(token, buffer) => {
                    self.copies.insert(token.clone(), buffer.clone());
                    self.events.push(Event::Begin(buffer.clone()));
                }
                Statement::Wait(tokens) => {
                    self.events.extend(tokens.iter().map(|t| Event::End(self.copies[t].clone())));
                }
                Statement::Barrier { .. } => self.events.push(Event::Barrier),
                Statement::If(then, other) => {
                    let which = if self.random.bool() { then } else { other };
                    self.block(which);
                }
                Statement::For(index, body) => {
                    for _ in 0..self.random.u32(0..4) {
                        // No two iterations have the same index, nor does a constant.
                        self.iterations += 1;
                        self.indices.insert(index.clone(), 100 + self.iterations);
                        self.block(body);
                    }
                }
                Statement::While(before, after) => {
                    self.block(before);
                    for _ in 0..self.random.u32(0..4) {
                        self.block(after);
                        self.block(before);
                    }
                }
            }
        }
    }

    fn value(&self, name: &str) -> i64 {
        self.program.constant(name).unwrap_or_else(|| self.indices[name])
    }
}

/// An access since the last barrier.
struct Pending {
    begin: i64,
    end: i64,
    write: bool,
    /// Where threads keep to their own bytes: what says which ones these are.
    own: Option<String>,
}

/// Two accesses of one byte, one of them a write, that no barrier is between; `None` if there are none.
/// Threads that access only what they accessed themselves do not race.
pub fn races(program: &Program, way: u64) -> Option<String> {
    let mut pending: Vec<Pending> = Vec::new();
    for event in walk(program, way) {
        let (name, write, own, checked, kept) = match &event {
            Event::Allocate(_) => continue,
            Event::Barrier => {
                pending.clear();
                continue;
            }
            Event::Access { buffer, at, tile, write } => {
                // With twice the same element, or with addresses that lanes may give each other, not.
                let r#type = &program.buffers[buffer].r#type;
                let shared =
                    tile.contains(",2):(4,0)") || tile.contains("tv<32:1, 2:32>") || r#type.contains("x64x");
                let own = (!shared).then(|| format!("{type} {tile} {at:?}"));
                (buffer, *write, own, true, true)
            }
            Event::Begin(buffer) => (buffer, true, None, true, false),
            Event::End(buffer) => (buffer, true, None, false, true),
        };
        let buffer = &program.buffers[name];
        let now = Pending { begin: buffer.offset, end: buffer.offset + buffer.bytes(), write, own };
        let other = |p: &&Pending| {
            let meets = p.begin < now.end && now.begin < p.end && (p.write || now.write);
            let own = p.own.is_some() && p.own == now.own && p.begin == now.begin;
            checked && meets && !own
        };
        if let Some(other) = pending.iter().find(other) {
            return Some(format!(
                "{name}, {}..{}: write {} after {}",
                now.begin, now.end, write, other.write
            ));
        }
        if kept {
            pending.push(now);
        }
    }
    None
}

/// A load that reads something else where buffers share bytes; `None` if there is none.
pub fn reads(original: &Program, placed: &Program, way: u64) -> Option<String> {
    let ours = walk(original, way);
    let theirs = walk(placed, way).into_iter().filter(|e| !matches!(e, Event::Barrier));
    let mut theirs = theirs.peekable();
    // What each byte holds: the number of the event that wrote it, 0 for nothing.
    let mut apart: HashMap<String, Vec<usize>> = HashMap::new();
    let mut whole = vec![0; usize::try_from(placed.whole).unwrap()];
    for (number, event) in ours.into_iter().enumerate().map(|(n, e)| (n + 1, e)) {
        let bytes = |buffer: &str| usize::try_from(original.buffers[buffer].bytes()).unwrap();
        let (name, write) = match event {
            Event::Barrier => continue,
            Event::Allocate(buffer) => {
                apart.insert(buffer.clone(), vec![0; bytes(&buffer)]);
                continue;
            }
            Event::Access { buffer, write, .. } => (buffer, write),
            // While it is under way it may write at any time.
            Event::Begin(buffer) | Event::End(buffer) => (buffer, true),
        };
        let other = match theirs.next().unwrap() {
            Event::Access { buffer, .. } | Event::Begin(buffer) | Event::End(buffer) => buffer,
            _ => panic!("another statement"),
        };
        let first = usize::try_from(placed.buffers[&other].offset).unwrap();
        let there = &mut whole[first..first + bytes(&name)];
        let here = apart.get_mut(&name).unwrap();
        if write {
            here.fill(number);
            there.fill(number);
        } else if here.iter().zip(&*there).any(|(a, b)| *a != 0 && a != b) {
            return Some(format!("{name} is read as {other}, which something else was written to"));
        }
    }
    None
}
