//! Loops, branches and blocks, with tiles that they hand on.

use super::element::is_float;
use super::writer::{Count, MOST, Tile, Writer};

/// How often a loop runs.
pub(super) struct Trips {
    /// A number that the loop stays below, or a name of it.
    pub limit: String,
    /// What it is.
    pub most: usize,
}

impl Trips {
    /// None to a few, known or not.
    pub fn random(w: &mut Writer<'_>) -> Self {
        let most = [0, 1, 2, 2, 3, 4][w.random.usize(0..6)];
        let known = w.random.bool();
        Self { limit: w.index(most as i64, known), most }
    }
}

/// `a : T, U` of tiles, or nothing of none.
fn typed(tiles: &[Tile]) -> String {
    let names: Vec<&str> = tiles.iter().map(|t| t.name.as_str()).collect();
    if names.is_empty() { String::new() } else { format!("{} : {}", names.join(", "), types(tiles)) }
}

fn types(tiles: &[Tile]) -> String {
    tiles.iter().map(Tile::r#type).collect::<Vec<_>>().join(", ")
}

impl Writer<'_> {
    pub fn control(&mut self) {
        if self.depth >= 2 {
            return self.unary();
        }
        match self.random.u8(0..12) {
            0..=2 => self.count(),
            3 | 4 => self.while_loop(),
            5 | 6 => self.branch(),
            7 => self.switch(),
            8 => self.execute(),
            9 => self.sweep(),
            10 if self.depth == 0 => self.diamond(),
            _ if self.depth == 0 => self.circle(),
            _ => self.branch(),
        }
    }

    /// Something that is the same in all threads: of numbers given, of a loop's, or of a tile.
    pub fn condition(&mut self) -> String {
        let name = self.name();
        let whole = |t: &&Tile| t.shape.len() == 1 && t.element != "i1" && !is_float(t.element);
        if let Some(tile) = self.tiles.iter().rev().find(whole).cloned()
            && self.random.bool()
        {
            let (scalar, bound) = (self.scalar(&tile, "maxsi"), self.name());
            self.line(format!("{bound} = arith.constant 2 : {}", tile.element));
            self.line(format!("{name} = arith.cmpi sgt, {scalar}, {bound} : {}", tile.element));
            return name;
        }
        let number = match self.loops.last() {
            Some(of) if self.random.u8(0..3) > 0 => of.name.clone(),
            _ if self.random.bool() => "%b".into(),
            _ => {
                let value = self.random.i64(0..3);
                self.index(value, false)
            }
        };
        let op = self.pick(&["eq", "sle", "ne"]);
        self.line(format!("{name} = arith.cmpi {op}, {number}, %1 : index"));
        name
    }

    /// Tiles that an operation begins with.
    fn handed_in(&mut self) -> Vec<Tile> {
        (0..self.random.usize(1..3)).map(|_| self.tile()).collect()
    }

    /// A few steps.
    fn body(&mut self) {
        for _ in 0..self.random.usize(0..3) {
            self.step();
        }
        if self.one_of(4) {
            let tile = self.tile();
            self.store(&tile);
        }
    }

    /// What a region hands on for tiles of these types.
    fn handed_on(&mut self, like: &[Tile]) -> Vec<Tile> {
        like.iter()
            .map(|tile| {
                let other = self.partner(tile);
                let op = self.operation(tile.element);
                if self.one_of(4) { other } else { self.compute(op, tile, &other.name) }
            })
            .collect()
    }

    fn named_anew(&mut self, tiles: &[Tile]) -> Vec<Tile> {
        tiles.iter().map(|t| Tile { name: self.name(), ..t.clone() }).collect()
    }

    /// The results of an operation of a name.
    fn results(&mut self, name: &str, like: &[Tile], from: usize) {
        for (number, tile) in like.iter().enumerate() {
            self.tiles.push(Tile { name: format!("{name}#{}", from + number), ..tile.clone() });
        }
    }

    /// `scf.for`, none to a few times.
    fn count(&mut self) {
        let begin = self.handed_in();
        let inside = self.named_anew(&begin);
        let lower = self.random.usize(0..3);
        let step = self.random.usize(1..4);
        let trips = [0, 1, 2, 2, 3][self.random.usize(0..5)];
        let upper =
            (lower + trips * step).saturating_sub(usize::from(trips > 0 && self.random.bool()) * (step - 1));
        let mut bound = |value: usize| {
            let known = self.random.bool();
            self.index(value as i64, known)
        };
        let bounds = [bound(lower), bound(upper), bound(step)];
        let (name, i) = (self.name(), self.name());
        let (lines, made) = self.region(|w| {
            w.loops.push(Count { name: i.clone(), bound: upper.max(1) });
            w.tiles.extend(inside.clone());
            w.body();
            w.handed_on(&inside)
        });
        let pairs: Vec<String> =
            inside.iter().zip(&begin).map(|(a, b)| format!("{} = {}", a.name, b.name)).collect();
        let [lower, upper, step] = bounds;
        self.line(format!(
            "{name}:{} = scf.for {i} = {lower} to {upper} step {step} iter_args({}) -> ({}) {{\n{lines}    scf.yield {}\n  }}",
            begin.len(),
            pairs.join(", "),
            types(&begin),
            typed(&made)
        ));
        self.results(&name, &begin, 0);
    }

    /// `scf.while`, with work in front of the condition too.
    fn while_loop(&mut self) {
        let begin = self.handed_in();
        let trips = Trips::random(self);
        let (name, n, m) = (self.name(), self.name(), self.name());
        let (before_args, after_args) = (self.named_anew(&begin), self.named_anew(&begin));
        let (first, passed) = self.region(|w| {
            w.loops.push(Count { name: n.clone(), bound: trips.most + 1 });
            w.tiles.extend(before_args.clone());
            if w.one_of(3) {
                w.body();
            }
            let passed = if w.random.bool() { before_args.clone() } else { w.handed_on(&before_args) };
            let go = w.name();
            w.line(format!("{go} = arith.cmpi slt, {n}, {} : index", trips.limit));
            let names: String = passed.iter().map(|t| format!(", {}", t.name)).collect();
            w.line(format!("scf.condition({go}) {n}{names} : index, {}", types(&passed)));
            passed
        });
        let (second, ()) = self.region(|w| {
            w.loops.push(Count { name: m.clone(), bound: trips.most + 1 });
            w.tiles.extend(after_args.clone());
            w.body();
            let made = w.handed_on(&after_args);
            let next = w.name();
            w.line(format!("{next} = arith.addi {m}, %1 : index"));
            let names: String = made.iter().map(|t| format!(", {}", t.name)).collect();
            w.line(format!("scf.yield {next}{names} : index, {}", types(&made)));
        });
        let pairs: String =
            before_args.iter().zip(&begin).map(|(a, b)| format!(", {} = {}", a.name, b.name)).collect();
        let arguments: String = after_args.iter().map(|t| format!(", {}: {}", t.name, t.r#type())).collect();
        let t = types(&passed);
        self.line(format!(
            "{name}:{} = scf.while ({n} = %0{pairs}) : (index, {t}) -> (index, {t}) {{\n{first}  }} do {{\n  ^bb0({m}: index{arguments}):\n{second}  }}",
            begin.len() + 1
        ));
        self.results(&name, &begin, 1);
    }

    /// A region that hands on tiles of these types.
    fn arm(&mut self, like: &[Tile]) -> String {
        let (lines, ()) = self.region(|w| {
            w.body();
            let made = if w.one_of(3) { like.to_vec() } else { w.handed_on(like) };
            w.line(format!("scf.yield {}", typed(&made)));
        });
        lines
    }

    fn branch(&mut self) {
        let condition = self.condition();
        if self.one_of(3) {
            let (lines, ()) = self.region(|w| {
                w.body();
                let tile = w.tile();
                w.store(&tile);
            });
            self.line(format!("scf.if {condition} {{\n{lines}  }}"));
            return;
        }
        let like = self.handed_in();
        let (first, second) = (self.arm(&like), self.arm(&like));
        let name = self.name();
        self.line(format!(
            "{name}:{} = scf.if {condition} -> ({}) {{\n{first}  }} else {{\n{second}  }}",
            like.len(),
            types(&like)
        ));
        self.results(&name, &like, 0);
    }

    fn switch(&mut self) {
        let like = self.handed_in();
        let value = self.random.i64(0..4);
        let (on, name) = (self.index(value, false), self.name());
        let arms = [self.arm(&like), self.arm(&like), self.arm(&like)];
        let [first, second, other] = arms;
        self.line(format!(
            "{name}:{} = scf.index_switch {on} -> {} case 0 {{\n{first}  }} case 2 {{\n{second}  }} default {{\n{other}  }}",
            like.len(),
            types(&like)
        ));
        self.results(&name, &like, 0);
    }

    fn execute(&mut self) {
        let like = self.handed_in();
        let (lines, name) = (self.arm(&like), self.name());
        self.line(format!(
            "{name}:{} = scf.execute_region -> ({}) {{\n{lines}  }}",
            like.len(),
            types(&like)
        ));
        self.results(&name, &like, 0);
    }

    /// A loop over memory up to its end, mostly in steps of a tile from its beginning.
    fn sweep(&mut self) {
        let extent = [2, 4, 8, 16][self.random.usize(0..4)];
        let (mut shape, element) = (vec![extent], self.element());
        if self.random.bool() {
            let other = self.extent(MOST / extent);
            shape.insert(self.random.usize(0..2), other);
        }
        let dim = shape.iter().position(|n| *n == extent).unwrap_or(0);
        let Some(encoding) = self.encoding(&shape) else { return };
        let memory = self.given_in_steps(&shape, element, dim);
        let start = self.new_tile(shape.clone(), element, encoding);
        let start = self.splat(start);
        // The end of another dimension says nothing of this one.
        let other = self.random.usize(0..memory.shape.len());
        let number = if self.one_of(5) { other } else { dim };
        let number = self.index(number as i64, true);
        let from = [0, 0, 0, extent, 1][self.random.usize(0..5)];
        let step = [extent, extent, extent, 2 * extent, extent / 2, extent + 1][self.random.usize(0..6)];
        let (size, by, from) = (self.name(), self.index(step as i64, true), self.index(from as i64, true));
        self.line(format!("{size} = memref.dim {}, {number} : {}", memory.name, memory.r#type));
        let (name, i, sum) = (self.name(), self.name(), Tile { name: self.name(), ..start.clone() });
        let (lines, made) = self.region(|w| {
            w.tiles.push(sum.clone());
            let mut at: Vec<String> = vec!["%0".into(); shape.len()];
            at[dim].clone_from(&i);
            let loaded = w.new_tile(shape.clone(), element, start.encoding.clone());
            let loaded = w.load_as(&memory, &at.join(", "), loaded);
            if w.one_of(3) {
                w.body();
            }
            let op = w.operation(element);
            w.compute(op, &sum, &loaded.name)
        });
        let t = start.r#type();
        self.line(format!(
            "{name}:1 = scf.for {i} = {from} to {size} step {by} iter_args({} = {}) -> ({t}) {{\n{lines}    scf.yield {} : {t}\n  }}",
            sum.name, start.name, made.name
        ));
        self.results(&name, &[start], 0);
    }

    /// A branch in blocks.
    fn diamond(&mut self) {
        let (condition, label) = (self.condition(), self.name().replacen('%', "^", 1));
        let arm = |w: &mut Self| {
            let (lines, ()) = w.region(|w| {
                w.body();
                let tile = w.tile();
                w.store(&tile);
            });
            lines
        };
        let (first, second) = (arm(self), arm(self));
        self.line(format!(
            "cf.cond_br {condition}, {label}a, {label}b\n{label}a:\n{first}  cf.br {label}c\n{label}b:\n{second}  cf.br {label}c\n{label}c:"
        ));
    }

    /// A loop in blocks.
    fn circle(&mut self) {
        let trips = Trips::random(self);
        let (i, label) = (self.name(), self.name().replacen('%', "^", 1));
        let (go, next) = (self.name(), self.name());
        let (lines, ()) = self.region(|w| {
            w.loops.push(Count { name: i.clone(), bound: trips.most.max(1) });
            w.body();
            let tile = w.tile();
            w.store(&tile);
        });
        self.line(format!(
            "cf.br {label}a(%0 : index)\n{label}a({i}: index):\n  {go} = arith.cmpi slt, {i}, {} : index\n  cf.cond_br {go}, {label}b, {label}c\n{label}b:\n{lines}  {next} = arith.addi {i}, %1 : index\n  cf.br {label}a({next} : index)\n{label}c:",
            trips.limit
        ));
    }
}
