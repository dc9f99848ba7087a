//! [`Terms`]: bit patterns of fixed width and truths about them, shared, each with the
//! interval of its signed value.
//!
//! What intervals decide is folded away, so that no solver has to: sums that cannot
//! wrap, comparisons that always hold. Two printers write terms for a solver, as bits
//! ([`super::bits`]) and as integers ([`super::integers`]).

use rustc_hash::FxHashMap;

/// A bit pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub u32);

/// A truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Truth(pub u32);

/// Operations of two patterns of one width. Divisors are not 0; of [`Bin::FloorDiv`] and
/// [`Bin::FloorMod`] they are positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bin {
    Add,
    Sub,
    Mul,
    DivU,
    RemU,
    DivS,
    RemS,
    FloorDiv,
    FloorMod,
    And,
    Or,
    Xor,
    Shl,
    ShrU,
    ShrS,
}

/// Comparisons; `U` without signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cmp {
    Eq,
    LtU,
    LeU,
    LtS,
    LeS,
}

/// What a term or a truth is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A leaf, by number.
    Var(u32),
    /// The signed value.
    Const(i128),
    Bin(Bin, Term, Term),
    Ite(Truth, Term, Term),
    /// More bits, with copies of the sign or zeros, or the low bits.
    Resize(bool, Term),
    /// Truths from here on.
    Lit(bool),
    /// A truth of its own, by number.
    Flag(u32),
    Not(Truth),
    And(Truth, Truth),
    Cmp(Cmp, Term, Term),
    /// Whether a sum, difference or product leaves the type, with signs or without.
    Overflow(Bin, bool, Term, Term),
}

/// A node with its width (0 for a truth) and the interval of its signed value.
#[derive(Clone, Debug)]
pub struct Entry {
    pub node: Node,
    pub width: u32,
    pub lo: i128,
    pub hi: i128,
}

/// Terms, operands first.
#[derive(Default)]
pub struct Terms {
    pub entries: Vec<Entry>,
    numbers: FxHashMap<(Node, u32), u32>,
    pub vars: u32,
    pub flags: u32,
}

/// The least and the greatest signed value of a width.
pub fn range(width: u32) -> (i128, i128) {
    let hi = i128::MAX >> (128 - width);
    (-hi - 1, hi)
}

/// The signed value of the low bits.
fn wrap(width: u32, value: i128) -> i128 {
    (value << (128 - width)) >> (128 - width)
}

/// The value without a sign; of less than 128 bits.
fn unsigned(width: u32, value: i128) -> i128 {
    if value >= 0 || width > 126 { value } else { value + (1 << width) }
}

fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

impl Terms {
    fn add(&mut self, node: Node, width: u32, lo: i128, hi: i128) -> u32 {
        if let Some(number) = self.numbers.get(&(node.clone(), width)) {
            return *number;
        }
        let number = self.entries.len() as u32;
        self.numbers.insert((node.clone(), width), number);
        self.entries.push(Entry { node, width, lo, hi });
        number
    }

    /// What a term is.
    pub fn entry(&self, t: Term) -> &Entry {
        &self.entries[t.0 as usize]
    }

    /// Its bits.
    pub fn width(&self, t: Term) -> u32 {
        self.entry(t).width
    }

    /// The least and the greatest signed value.
    pub fn interval(&self, t: Term) -> (i128, i128) {
        let e = self.entry(t);
        (e.lo, e.hi)
    }

    fn natural(&self, t: Term) -> bool {
        self.entry(t).lo >= 0
    }

    /// The number, if the term is one.
    pub fn number(&self, t: Term) -> Option<i128> {
        match self.entry(t).node {
            Node::Const(c) => Some(c),
            _ => None,
        }
    }

    fn term(&mut self, node: Node, width: u32, lo: i128, hi: i128) -> Term {
        let (min, max) = range(width);
        let (lo, hi) = (lo.max(min), hi.min(max));
        if lo == hi { self.constant(width, lo) } else { Term(self.add(node, width, lo, hi)) }
    }

    /// The low bits of a number.
    pub fn constant(&mut self, width: u32, value: i128) -> Term {
        let value = wrap(width, value);
        Term(self.add(Node::Const(value), width, value, value))
    }

    /// A new leaf.
    pub fn var(&mut self, width: u32) -> Term {
        let (lo, hi) = range(width);
        self.vars += 1;
        Term(self.add(Node::Var(self.vars - 1), width, lo, hi))
    }

    /// A new truth.
    pub fn flag(&mut self) -> Truth {
        self.flags += 1;
        Truth(self.add(Node::Flag(self.flags - 1), 0, 0, 1))
    }

    /// Takes note of what a fact says: of a leaf compared with a number. The fact itself
    /// must be asserted too.
    pub fn learn(&mut self, fact: Truth) {
        match self.entries[fact.0 as usize].node.clone() {
            Node::And(a, b) => {
                self.learn(a);
                self.learn(b);
            }
            Node::Cmp(cmp, a, b) => self.bound(cmp, a, b, true),
            Node::Not(of) => {
                if let Node::Cmp(cmp, a, b) = self.entries[of.0 as usize].node {
                    self.bound(cmp, a, b, false);
                }
            }
            _ => {}
        }
    }

    fn bound(&mut self, cmp: Cmp, a: Term, b: Term, holds: bool) {
        let (below_a, above_a, below_b, above_b) = match (cmp, holds) {
            (Cmp::Eq, true) => (0, 0, 0, 0),
            (Cmp::LtS, true) => (i128::MIN, -1, 1, i128::MAX),
            (Cmp::LeS, true) => (i128::MIN, 0, 0, i128::MAX),
            (Cmp::LtS, false) => (0, i128::MAX, i128::MIN, 0),
            (Cmp::LeS, false) => (1, i128::MAX, i128::MIN, -1),
            // Below a natural number is natural.
            (Cmp::LtU | Cmp::LeU, true) if self.natural(b) => {
                let (_, hi) = self.interval(b);
                let hi = if cmp == Cmp::LtU { hi - 1 } else { hi };
                return self.narrow(a, 0, hi);
            }
            _ => return,
        };
        let (a_range, b_range) = (self.interval(a), self.interval(b));
        self.narrow(a, b_range.0.saturating_add(below_a), b_range.1.saturating_add(above_a));
        self.narrow(b, a_range.0.saturating_add(below_b), a_range.1.saturating_add(above_b));
    }

    fn narrow(&mut self, t: Term, lo: i128, hi: i128) {
        let entry = &mut self.entries[t.0 as usize];
        // Facts that exclude each other leave nothing to prove; the solver says so.
        if matches!(entry.node, Node::Var(_)) && lo.max(entry.lo) <= hi.min(entry.hi) {
            (entry.lo, entry.hi) = (lo.max(entry.lo), hi.min(entry.hi));
        }
    }

    /// An operation of two patterns of one width.
    pub fn bin(&mut self, op: Bin, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let ((al, ah), (bl, bh)) = (self.interval(a), self.interval(b));
        let (min, max) = range(width);
        if let (Some(x), Some(y)) = (self.number(a), self.number(b))
            && let Some(value) = fold(op, width, x, y)
        {
            return self.constant(width, value);
        }
        let natural = al >= 0 && bl >= 0;
        let number = self.number(b);
        match (op, number) {
            (Bin::Add | Bin::Sub | Bin::Or | Bin::Xor | Bin::Shl | Bin::ShrU | Bin::ShrS, Some(0)) => {
                return a;
            }
            (Bin::Mul | Bin::DivU | Bin::DivS | Bin::FloorDiv, Some(1)) => return a,
            (Bin::And, Some(m)) if m >= 0 && al >= 0 && ah <= m && (m as u128 + 1).is_power_of_two() => {
                return a;
            }
            _ => {}
        }
        if matches!(op, Bin::Add | Bin::Mul | Bin::And | Bin::Or | Bin::Xor)
            && number.is_none()
            && (self.number(a).is_some() || a > b)
        {
            return self.bin(op, b, a);
        }
        let power = number.filter(|c| *c > 0 && c.count_ones() == 1);
        if let Some(c) = power {
            let (shift, mask) =
                (self.constant(width, c.trailing_zeros().into()), self.constant(width, c - 1));
            match op {
                Bin::DivU => return self.bin(Bin::ShrU, a, shift),
                Bin::FloorDiv => return self.bin(Bin::ShrS, a, shift),
                Bin::RemU | Bin::FloorMod => return self.bin(Bin::And, a, mask),
                _ => {}
            }
        }
        match op {
            Bin::DivS | Bin::FloorDiv if natural => return self.bin(Bin::DivU, a, b),
            Bin::RemS | Bin::FloorMod if natural => return self.bin(Bin::RemU, a, b),
            Bin::ShrS if al >= 0 => return self.bin(Bin::ShrU, a, b),
            Bin::RemU if natural && ah < bl => return a,
            _ => {}
        }
        let shift = number.filter(|k| (0..i128::from(width)).contains(k));
        let exact = match op {
            Bin::Add => al.checked_add(bl).zip(ah.checked_add(bh)),
            Bin::Sub => al.checked_sub(bh).zip(ah.checked_sub(bl)),
            Bin::Mul => {
                let ends = [(al, bl), (al, bh), (ah, bl), (ah, bh)].map(|(x, y)| x.checked_mul(y));
                let ends: Option<Vec<i128>> = ends.into_iter().collect();
                ends.and_then(|e| Some((*e.iter().min()?, *e.iter().max()?)))
            }
            Bin::Shl => {
                shift.filter(|k| *k < 64).and_then(|k| al.checked_mul(1 << k).zip(ah.checked_mul(1 << k)))
            }
            Bin::DivU if natural && bh > 0 => Some((al / bh, ah / bl.max(1))),
            Bin::RemU if natural && bh > 0 => Some((0, ah.min(bh - 1))),
            Bin::FloorDiv if bl > 0 => {
                let ends = [floor_div(al, bl), floor_div(al, bh), floor_div(ah, bl), floor_div(ah, bh)];
                ends.iter().min().copied().zip(ends.iter().max().copied())
            }
            Bin::FloorMod if bl > 0 => Some((0, bh - 1)),
            Bin::And if bl >= 0 => Some((0, if al >= 0 { ah.min(bh) } else { bh })),
            Bin::And if al >= 0 => Some((0, ah)),
            Bin::Or | Bin::Xor if natural => {
                let bits = 128 - (ah | bh).leading_zeros();
                Some((0, if bits >= 127 { i128::MAX } else { (1 << bits) - 1 }))
            }
            Bin::ShrU if al >= 0 => Some(shift.map_or((0, ah), |k| (al >> k, ah >> k))),
            Bin::ShrS => shift.map(|k| (al >> k, ah >> k)),
            _ => None,
        };
        let (lo, hi) = exact.filter(|(lo, hi)| *lo >= min && *hi <= max).unwrap_or((min, max));
        self.term(Node::Bin(op, a, b), width, lo, hi)
    }

    /// The quotient rounded down and the remainder, of a positive divisor.
    pub fn floor(&mut self, a: Term, b: Term) -> (Term, Term) {
        (self.bin(Bin::FloorDiv, a, b), self.bin(Bin::FloorMod, a, b))
    }

    /// One of two patterns.
    pub fn ite(&mut self, c: Truth, a: Term, b: Term) -> Term {
        match self.known(c) {
            Some(true) => return a,
            Some(false) => return b,
            None if a == b => return a,
            None => {}
        }
        let ((al, ah), (bl, bh)) = (self.interval(a), self.interval(b));
        self.term(Node::Ite(c, a, b), self.width(a), al.min(bl), ah.max(bh))
    }

    /// A pattern of another width.
    pub fn resize(&mut self, t: Term, width: u32, signed: bool) -> Term {
        let (from, (lo, hi)) = (self.width(t), self.interval(t));
        if from == width {
            return t;
        }
        if let Some(c) = self.number(t) {
            return self.constant(width, if signed { c } else { unsigned(from, c) });
        }
        let signed = signed || lo >= 0;
        let (min, max) = range(width);
        let (lo, hi) = if width < from {
            if lo >= min && hi <= max { (lo, hi) } else { (min, max) }
        } else if signed {
            (lo, hi)
        } else {
            (0, (1 << from) - 1)
        };
        self.term(Node::Resize(signed || width < from, t), width, lo, hi)
    }

    fn truth(&mut self, node: Node) -> Truth {
        Truth(self.add(node, 0, 0, 1))
    }

    /// A truth that is decided.
    pub fn lit(&mut self, value: bool) -> Truth {
        self.truth(Node::Lit(value))
    }

    /// The truth, if it is decided.
    pub fn known(&self, t: Truth) -> Option<bool> {
        match self.entries[t.0 as usize].node {
            Node::Lit(value) => Some(value),
            _ => None,
        }
    }

    /// The negation.
    pub fn not(&mut self, t: Truth) -> Truth {
        match self.entries[t.0 as usize].node {
            Node::Lit(value) => self.lit(!value),
            Node::Not(of) => of,
            _ => self.truth(Node::Not(t)),
        }
    }

    /// Both.
    pub fn and(&mut self, a: Truth, b: Truth) -> Truth {
        match (self.known(a), self.known(b)) {
            (Some(false), _) | (_, Some(false)) => self.lit(false),
            (Some(true), _) => b,
            (_, Some(true)) => a,
            _ if a == b => a,
            _ => self.truth(Node::And(a.min(b), a.max(b))),
        }
    }

    /// One of them, or both.
    pub fn or(&mut self, a: Truth, b: Truth) -> Truth {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// All of them.
    pub fn all(&mut self, truths: &[Truth]) -> Truth {
        let yes = self.lit(true);
        truths.iter().fold(yes, |all, t| self.and(all, *t))
    }

    /// Any of them.
    pub fn any(&mut self, truths: &[Truth]) -> Truth {
        let no = self.lit(false);
        truths.iter().fold(no, |any, t| self.or(any, *t))
    }

    /// A comparison of two patterns of one width.
    pub fn cmp(&mut self, cmp: Cmp, a: Term, b: Term) -> Truth {
        let (width, (al, ah), (bl, bh)) = (self.width(a), self.interval(a), self.interval(b));
        if let (Some(x), Some(y)) = (self.number(a), self.number(b)) {
            let (ux, uy) = (unsigned(width, x), unsigned(width, y));
            return self.lit(match cmp {
                Cmp::Eq => x == y,
                Cmp::LtS => x < y,
                Cmp::LeS => x <= y,
                Cmp::LtU => ux < uy,
                Cmp::LeU => ux <= uy,
            });
        }
        if let (Cmp::Eq, Some(c), Some(truth)) = (cmp, self.number(b), self.truth_of_bit(a)) {
            return if c == 0 { self.not(truth) } else { truth };
        }
        let same = al >= 0 && bl >= 0;
        let cmp = match cmp {
            Cmp::LtU if same => Cmp::LtS,
            Cmp::LeU if same => Cmp::LeS,
            other => other,
        };
        let decided = match cmp {
            _ if a == b => Some(!matches!(cmp, Cmp::LtS | Cmp::LtU)),
            Cmp::Eq if ah < bl || bh < al => Some(false),
            Cmp::LtS if ah < bl => Some(true),
            Cmp::LtS if al >= bh => Some(false),
            Cmp::LeS if ah <= bl => Some(true),
            Cmp::LeS if al > bh => Some(false),
            _ => None,
        };
        match decided {
            Some(value) => self.lit(value),
            None if cmp == Cmp::Eq => self.truth(Node::Cmp(cmp, a.min(b), a.max(b))),
            None => self.truth(Node::Cmp(cmp, a, b)),
        }
    }

    /// A truth as one bit.
    pub fn bit(&mut self, truth: Truth) -> Term {
        let (yes, no) = (self.constant(1, 1), self.constant(1, 0));
        self.ite(truth, yes, no)
    }

    /// The truth of which a term is the bit.
    pub fn truth_of_bit(&self, t: Term) -> Option<Truth> {
        match self.entry(t).node {
            Node::Ite(c, a, b)
                if self.width(t) == 1 && self.number(a) == Some(-1) && self.number(b) == Some(0) =>
            {
                Some(c)
            }
            _ => None,
        }
    }

    /// One of two truths.
    pub fn choose(&mut self, c: Truth, a: Truth, b: Truth) -> Truth {
        if a == b {
            return a;
        }
        let no = self.not(c);
        let (yes, no) = (self.and(c, a), self.and(no, b));
        self.or(yes, no)
    }

    /// A comparison with a number.
    pub fn cmp_number(&mut self, cmp: Cmp, a: Term, number: i128) -> Truth {
        let number = self.constant(self.width(a), number);
        self.cmp(cmp, a, number)
    }

    /// Whether a sum, difference or product leaves the type.
    pub fn overflow(&mut self, op: Bin, signed: bool, a: Term, b: Term) -> Truth {
        let width = self.width(a);
        let ((al, ah), (bl, bh)) = (self.interval(a), self.interval(b));
        let (min, max) = if signed || width > 126 { range(width) } else { (0, unsigned(width, -1)) };
        if signed || (al >= 0 && bl >= 0) {
            let ends: Vec<Option<i128>> = [(al, bl), (al, bh), (ah, bl), (ah, bh)]
                .into_iter()
                .map(|(x, y)| match op {
                    Bin::Add => x.checked_add(y),
                    Bin::Sub => x.checked_sub(y),
                    _ => x.checked_mul(y),
                })
                .collect();
            if ends.iter().all(|e| e.is_some_and(|e| (min..=max).contains(&e))) {
                return self.lit(false);
            }
            if ends.iter().all(|e| e.is_some_and(|e| e < min))
                || ends.iter().all(|e| e.is_some_and(|e| e > max))
            {
                return self.lit(true);
            }
        }
        if op != Bin::Sub && (self.number(a).is_some() && self.number(b).is_none()) {
            return self.overflow(op, signed, b, a);
        }
        // By a number: the operand is in an interval.
        if let (Bin::Mul, true, Some(c)) = (op, signed, self.number(b))
            && c.unsigned_abs() > 1
            && width <= 64
        {
            let (first, last) = if c > 0 { (min, max) } else { (max, min) };
            let (lo, hi) = (-floor_div(-first, c), floor_div(last, c));
            let (lo, hi) = (self.constant(width, lo), self.constant(width, hi));
            let (below, above) = (self.cmp(Cmp::LtS, a, lo), self.cmp(Cmp::LtS, hi, a));
            return self.or(below, above);
        }
        self.truth(Node::Overflow(op, signed, a, b))
    }

    /// The nodes that some truths are made of, operands first.
    pub fn below(&self, roots: &[Truth]) -> Vec<u32> {
        let mut used = vec![false; self.entries.len()];
        roots.iter().for_each(|r| used[r.0 as usize] = true);
        for number in (0..self.entries.len()).rev() {
            if used[number] {
                self.operands(number as u32).into_iter().for_each(|o| used[o as usize] = true);
            }
        }
        (0..self.entries.len() as u32).filter(|n| used[*n as usize]).collect()
    }

    fn operands(&self, number: u32) -> Vec<u32> {
        match self.entries[number as usize].node {
            Node::Var(_) | Node::Const(_) | Node::Lit(_) | Node::Flag(_) => Vec::new(),
            Node::Bin(_, a, b) | Node::Cmp(_, a, b) | Node::Overflow(_, _, a, b) => vec![a.0, b.0],
            Node::Ite(c, a, b) => vec![c.0, a.0, b.0],
            Node::Resize(_, a) => vec![a.0],
            Node::Not(a) => vec![a.0],
            Node::And(a, b) => vec![a.0, b.0],
        }
    }
}

/// The result of numbers; `None` where 128 bits do not tell it, or it is undefined.
fn fold(op: Bin, width: u32, a: i128, b: i128) -> Option<i128> {
    let (ua, ub) = (unsigned(width, a), unsigned(width, b));
    let without_sign = width <= 126;
    let shift = (0..i128::from(width)).contains(&b).then_some(b as u32);
    match op {
        Bin::Add => a.checked_add(b),
        Bin::Sub => a.checked_sub(b),
        Bin::Mul => a.checked_mul(b).or((width <= 64).then(|| a.wrapping_mul(b))),
        Bin::DivU if without_sign && ub != 0 => Some(ua / ub),
        Bin::RemU if without_sign && ub != 0 => Some(ua % ub),
        Bin::DivS if b != 0 => a.checked_div(b),
        Bin::RemS if b != 0 => a.checked_rem(b),
        Bin::FloorDiv if b > 0 => Some(floor_div(a, b)),
        Bin::FloorMod if b > 0 => Some(a.rem_euclid(b)),
        Bin::And => Some(a & b),
        Bin::Or => Some(a | b),
        Bin::Xor => Some(a ^ b),
        Bin::Shl if width <= 64 => Some(a << shift?),
        Bin::ShrU if without_sign => Some(ua >> shift?),
        Bin::ShrS => Some(a >> shift?),
        _ => None,
    }
}
