//! Asynchronous copies: several under way, and their tokens through branches and loops.

use super::control::Trips;
use super::element::bytes;
use super::memory::Buffer;
use super::memory::Memory;
use super::writer::{MOST, Tile, Writer};

const TOKEN: &str = "!layout.token";

impl Writer<'_> {
    /// A shape and elements that a copy may have.
    pub fn copied(&mut self) -> (Vec<usize>, &'static str) {
        loop {
            let rank = [1, 2, 2, 3][self.random.usize(0..4)];
            let shape: Vec<usize> = (0..rank).map(|_| self.extent(32)).collect();
            if shape.iter().product::<usize>() <= MOST {
                return (shape, self.element());
            }
        }
    }

    /// `layout.copy_async` to all of a buffer: its token.
    pub fn copy(&mut self, from: &Memory, at: &str, to: &Memory) -> String {
        let name = self.name();
        let by_engine = self.boxed.contains(&from.name) && self.boxed.contains(&to.name);
        let how = if by_engine { " {layout.tma}" } else { "" };
        self.line(format!(
            "{name} = layout.copy_async {}[{at}], {}{how} : {}, {}",
            from.name, to.name, from.r#type, to.r#type
        ));
        name
    }

    /// All of a buffer may be read.
    fn arrived(&mut self, memory: &Memory, element: &'static str) {
        let at = vec!["%0"; memory.shape.len()].join(", ");
        let shape = memory.shape.clone();
        self.shared.push(Buffer { memory: memory.clone(), at, shape, element });
    }

    pub fn copies(&mut self) {
        match self.random.u8(0..8) {
            0 if self.options.boxes => self.stored_run(),
            1 | 2 if self.options.boxes => self.copied_run(),
            _ if self.options.boxes && self.one_of(2) => self.stored(),
            0..=2 => self.several(),
            3 => self.chosen(),
            4 => self.while_under_way(),
            _ => self.ring(),
        }
    }

    /// A copy by runs, more often than others have one.
    fn copied_run(&mut self) {
        let Some(run) = self.run() else { return };
        let token = self.copy_run(&run);
        if self.one_of(3) {
            self.simple_step();
        }
        self.wait(&[token]);
        self.arrived(&run.buffer, run.element);
        self.reload();
    }

    /// Copies side by side, other work between, and their waits in some order.
    fn several(&mut self) {
        let mut all = Vec::new();
        for _ in 0..self.random.usize(1..4) {
            if self.options.boxes && self.one_of(3) {
                let Some(run) = self.run() else { continue };
                let token = self.copy_run(&run);
                all.push((token, run.buffer, run.element));
                continue;
            }
            let (shape, element, source, memory) = match self.boxed() {
                Some(boxed) => boxed,
                None => {
                    let (shape, element) = self.copied();
                    let Some(memory) = self.allocate(&shape, element) else { continue };
                    let source = self.input(&shape, element);
                    (shape, element, source, memory)
                }
            };
            let at = self.coordinates(&source, &shape, true);
            let token = self.copy(&source, &at, &memory);
            all.push((token, memory, element));
            if self.one_of(3) {
                self.simple_step();
            }
        }
        self.random.shuffle(&mut all);
        let together = self.one_of(3);
        let mut tokens: Vec<String> = all.iter().map(|(token, _, _)| token.clone()).collect();
        if together && !tokens.is_empty() {
            self.wait(&tokens.split_off(0));
        }
        for (token, memory, element) in all {
            if !together {
                self.wait(&[token]);
            }
            self.arrived(&memory, element);
            if self.random.bool() {
                self.reload();
            }
        }
    }

    pub fn wait(&mut self, tokens: &[String]) {
        if self.depth < 2 && self.one_of(5) {
            // In each branch, with other work before or behind.
            let condition = self.condition();
            let line = format!("layout.wait {}", tokens.join(", "));
            let (first, ()) = self.region(|w| {
                w.simple_step();
                w.line(line.clone());
            });
            let (second, ()) = self.region(|w| w.line(line.clone()));
            self.line(format!("scf.if {condition} {{\n{first}  }} else {{\n{second}  }}"));
            return;
        }
        self.line(format!("layout.wait {}", tokens.join(", ")));
    }

    /// One of two copies.
    fn chosen(&mut self) {
        let (shape, element) = self.copied();
        let Some(memory) = self.allocate(&shape, element) else { return };
        let (condition, name) = (self.condition(), self.name());
        let mut branch = || {
            let source = self.input(&shape, element);
            let (lines, ()) = self.region(|w| {
                let at = w.coordinates(&source, &shape, true);
                let token = w.copy(&source, &at, &memory);
                if w.one_of(3) {
                    w.simple_step();
                }
                w.line(format!("scf.yield {token} : {TOKEN}"));
            });
            lines
        };
        let (first, second) = (branch(), branch());
        self.line(format!("{name} = scf.if {condition} -> ({TOKEN}) {{\n{first}  }} else {{\n{second}  }}"));
        self.simple_step();
        self.wait(&[name]);
        self.arrived(&memory, element);
        self.reload();
    }

    /// A sum that begins with zeros.
    pub fn sum(&mut self, shape: &[usize], element: &'static str) -> Option<Tile> {
        let encoding = self.encoding(shape)?;
        let made = self.new_tile(shape.to_vec(), element, encoding);
        Some(self.splat(made))
    }

    /// The sum and what a buffer holds.
    pub fn add(&mut self, sum: &Tile, memory: &Memory) -> Tile {
        let encoding = if self.random.bool() { None } else { self.encoding(&sum.shape) };
        let at = vec!["%0"; memory.shape.len()].join(", ");
        let made =
            self.new_tile(sum.shape.clone(), sum.element, encoding.unwrap_or_else(|| sum.encoding.clone()));
        let loaded = self.load_as(memory, &at, made);
        let loaded = self.converted(&loaded, &sum.encoding);
        let op = self.operation(sum.element);
        self.compute(op, sum, &loaded.name)
    }

    /// `scf.while` with a copy under way from each iteration to the next.
    fn while_under_way(&mut self) {
        let boxed = self.boxed();
        let (shape, element) = match &boxed {
            Some((shape, element, ..)) => (shape.clone(), *element),
            None => self.copied(),
        };
        let Some(start) = self.sum(&shape, element) else { return };
        let trips = Trips::random(self);
        let (source, memory) = match boxed {
            Some((_, _, source, memory)) => (source, memory),
            None => {
                let Some(memory) = self.allocate(&shape, element) else { return };
                (self.input(&shape, element), memory)
            }
        };
        let at = self.coordinates(&source, &shape, false);
        let token = self.copy(&source, &at, &memory);
        let (name, t) = (self.name(), start.r#type());
        let [n, k, a, m, l, b, go] = [(); 7].map(|()| self.name());
        let limit = trips.limit.clone();
        let (body, (next, sum, token2)) = self.region(|w| {
            w.line(format!("layout.wait {l}"));
            let sum = w.add(&Tile { name: b.clone(), ..start.clone() }, &memory);
            let at = w.coordinates(&source, &shape, false);
            let token = w.copy(&source, &at, &memory);
            let next = w.name();
            w.line(format!("{next} = arith.addi {m}, %1 : index"));
            (next, sum.name, token)
        });
        self.line(format!(
            "{name}:3 = scf.while ({n} = %0, {k} = {token}, {a} = {}) : (index, {TOKEN}, {t}) -> (index, {TOKEN}, {t}) {{
    {go} = arith.cmpi slt, {n}, {limit} : index
    scf.condition({go}) {n}, {k}, {a} : index, {TOKEN}, {t}
  }} do {{
  ^bb0({m}: index, {l}: {TOKEN}, {b}: {t}):
{body}    scf.yield {next}, {token2}, {sum} : index, {TOKEN}, {t}
  }}",
            start.name
        ));
        self.line(format!("layout.wait {name}#1"));
        self.arrived(&memory, element);
        self.tiles.push(Tile { name: format!("{name}#2"), ..start });
    }

    /// A loop some copies ahead: buffers are handed around, or are slots of one.
    fn ring(&mut self) {
        let (shape, element) = self.copied();
        let Some(start) = self.sum(&shape, element) else { return };
        let trips = Trips::random(self);
        let ahead = self.random.usize(1..4);
        // With one buffer less the next copy begins behind the load.
        let count = ahead + usize::from(self.random.bool());
        let slots = self.random.bool();
        let size = count * shape.iter().product::<usize>() * bytes(element);
        if size > 20_000 {
            return;
        }
        let Some(buffers) =
            (if slots { self.slots(&shape, element, count) } else { self.alike(&shape, element, count) })
        else {
            return;
        };
        // Some of the last copies may be outside.
        let rows = (ahead + trips.most).saturating_sub(1).max(ahead);
        let source = self.given_rows(&shape, element, rows);
        let rest = vec!["%0"; shape.len()];
        let at = |first: &str| [&[first], &rest[..]].concat().join(", ");
        let mut tokens = Vec::new();
        for (number, buffer) in buffers.iter().enumerate().take(ahead) {
            let first = self.index(number as i64, true);
            tokens.push(self.copy(&source, &at(&first), buffer));
        }
        let (name, i, sum) = (self.name(), self.name(), Tile { name: self.name(), ..start.clone() });
        let inner: Vec<String> = tokens.iter().map(|_| self.name()).collect();
        let places: Vec<Memory> = buffers.iter().map(|b| Memory { name: self.name(), ..b.clone() }).collect();
        let (body, (token, made)) = self.region(|w| {
            let next = w.name();
            let by = w.index(ahead as i64, true);
            w.line(format!("{next} = arith.addi {i}, {by} : index"));
            let early = count > ahead && w.random.bool();
            let early = early.then(|| w.copy(&source, &at(&next), &places[count - 1]));
            w.line(format!("layout.wait {}", inner[0]));
            let made = w.add(&sum, &places[0]);
            if w.one_of(3) {
                w.simple_step();
            }
            let last = if count > ahead { &places[count - 1] } else { &places[0] };
            let token = match early {
                Some(token) => token,
                None => w.copy(&source, &at(&next), last),
            };
            (token, made.name)
        });
        // The first buffer becomes the last; the copies that are under way grow older.
        let turned = |all: &[String]| all.iter().skip(1).cloned().collect::<Vec<_>>();
        let names = |all: &[Memory]| all.iter().map(|m| m.name.clone()).collect::<Vec<_>>();
        let yields =
            [turned(&inner), vec![token], vec![made], turned(&names(&places)), vec![places[0].name.clone()]];
        let begins = [tokens, vec![start.name.clone()], names(&buffers)].concat();
        let inside = [inner, vec![sum.name.clone()], names(&places)].concat();
        let types: Vec<String> = vec![TOKEN.to_owned(); ahead]
            .into_iter()
            .chain([start.r#type()])
            .chain(buffers.iter().map(|b| b.r#type.clone()))
            .collect();
        let pairs: Vec<String> = inside.iter().zip(&begins).map(|(a, b)| format!("{a} = {b}")).collect();
        let (pairs, types) = (pairs.join(", "), types.join(", "));
        self.line(format!(
            "{name}:{} = scf.for {i} = %0 to {} step %1 iter_args({pairs}) -> ({types}) {{\n{body}    scf.yield {} : {types}\n  }}",
            begins.len(),
            trips.limit,
            yields.concat().join(", ")
        ));
        let left: Vec<String> = (0..ahead).map(|k| format!("{name}#{k}")).collect();
        if self.random.bool() {
            self.line(format!("layout.wait {}", left.join(", ")));
        } else {
            left.iter().for_each(|token| self.line(format!("layout.wait {token}")));
        }
        self.tiles.push(Tile { name: format!("{name}#{ahead}"), ..start });
        for (number, buffer) in buffers.iter().enumerate().take(ahead) {
            let memory = Memory { name: format!("{name}#{}", ahead + 1 + number), ..buffer.clone() };
            self.arrived(&memory, element);
        }
        if self.random.bool() {
            self.reload();
        }
    }

    /// Buffers of one type.
    fn alike(&mut self, shape: &[usize], element: &'static str, count: usize) -> Option<Vec<Memory>> {
        let first = self.allocate(shape, element)?;
        let mut all = vec![first.clone()];
        for _ in 1..count {
            let next = Memory { name: self.name(), ..first.clone() };
            self.line(format!("{} = memref.alloc() : {}", next.name, next.r#type));
            all.push(next);
        }
        Some(all)
    }

    /// Slots of one buffer.
    fn slots(&mut self, shape: &[usize], element: &'static str, count: usize) -> Option<Vec<Memory>> {
        let text = |shape: &[usize]| shape.iter().map(|n| format!("{n}x")).collect::<String>();
        let whole = format!("memref<{count}x{}{element}, 3>", text(shape));
        let name = self.name();
        self.line(format!("{name} = memref.alloc() : {whole}"));
        let mut strides = vec![1; shape.len()];
        for d in (1..shape.len()).rev() {
            strides[d - 1] = strides[d] * shape[d];
        }
        let list = |all: &[usize]| all.iter().map(|n| format!(", {n}")).collect::<String>();
        let steps = list(&strides);
        let r#type = format!(
            "memref<{}{element}, strided<[{}], offset: ?>, 3>",
            text(shape),
            steps.trim_start_matches(", ")
        );
        let zeros = list(&vec![0; shape.len()]);
        let ones = list(&vec![1; shape.len()]);
        let mut all = Vec::new();
        for number in 0..count {
            // The number is not known, so that all slots have one type.
            let at = self.index(number as i64, false);
            let made = Memory { name: self.name(), r#type: r#type.clone(), shape: shape.to_vec() };
            self.line(format!(
                "{} = memref.subview {name}[{at}{zeros}] [1{}] [1{ones}] : {whole} to {type}",
                made.name,
                list(shape)
            ));
            all.push(made);
        }
        Some(all)
    }
}
