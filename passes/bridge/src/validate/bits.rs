//! Terms as bit vectors of SMT-LIB 2, each as narrow as its interval allows.
//!
//! A term whose signed value fits k bits is written with k bits: a quotient of thread
//! ids is a division of ten bits and not of 64, which decides whether a solver is done.

use super::term::{Bin, Cmp, Entry, Node, Term, Terms, range};

struct Printer<'t> {
    terms: &'t Terms,
    out: String,
}

/// The declarations and definitions of `nodes`.
pub fn print(terms: &Terms, nodes: &[u32]) -> String {
    let mut printer = Printer { terms, out: String::new() };
    nodes.iter().for_each(|number| printer.define(*number));
    printer.out
}

/// The bits that a signed number takes.
fn bits(lo: i128, hi: i128) -> u32 {
    let magnitude = |x: i128| 128 - (if x < 0 { !x } else { x }).leading_zeros();
    magnitude(lo).max(magnitude(hi)) + 1
}

/// The low bits of a number.
fn literal(width: u32, value: i128) -> String {
    format!(
        "#b{}",
        (0..width).rev().map(|k| if (value >> k) & 1 == 1 { '1' } else { '0' }).collect::<String>()
    )
}

impl Printer<'_> {
    fn entry(&self, number: u32) -> &Entry {
        &self.terms.entries[number as usize]
    }

    /// The bits with which a term is written.
    fn narrow(&self, t: Term) -> u32 {
        let e = self.entry(t.0);
        bits(e.lo, e.hi).min(e.width)
    }

    /// A term in some other number of bits: with copies of its sign, or its low bits.
    fn at(&self, t: Term, width: u32) -> String {
        let have = self.narrow(t);
        if let Some(c) = self.terms.number(t) {
            return literal(width, c);
        }
        match width {
            _ if width == have => format!("t{}", t.0),
            _ if width > have => format!("((_ sign_extend {}) t{})", width - have, t.0),
            _ => format!("((_ extract {} 0) t{})", width - 1, t.0),
        }
    }

    /// As many bits as say the same without a sign as the type's.
    fn exact(&self, operands: &[Term], at_least: u32) -> u32 {
        let natural = operands.iter().all(|t| self.entry(t.0).lo >= 0);
        let width = operands.first().map_or(1, |t| self.entry(t.0).width);
        if natural {
            operands.iter().map(|t| self.narrow(*t)).max().unwrap_or(1).max(at_least)
        } else {
            width
        }
    }

    fn signed(&self, operands: &[Term], at_least: u32) -> u32 {
        operands.iter().map(|t| self.narrow(*t)).max().unwrap_or(1).max(at_least)
    }

    fn define(&mut self, number: u32) {
        let Entry { node, width, lo, hi } = self.entry(number).clone();
        let (sort, body) = match &node {
            Node::Const(_) => return,
            Node::Var(_) => {
                let own = self.narrow(Term(number));
                self.out += &format!("(declare-const t{number} (_ BitVec {own}))\n");
                if (lo, hi) != range(own) {
                    let (lo, hi) = (literal(own, lo), literal(own, hi));
                    self.out += &format!("(assert (and (bvsle {lo} t{number}) (bvsle t{number} {hi})))\n");
                }
                return;
            }
            Node::Flag(_) => {
                self.out += &format!("(declare-const t{number} Bool)\n");
                return;
            }
            _ if width > 0 => {
                let own = self.narrow(Term(number));
                (format!("(_ BitVec {own})"), self.term(&node, width, own))
            }
            _ => ("Bool".into(), self.truth(&node)),
        };
        self.out += &format!("(define-fun t{number} () {sort} {body})\n");
    }

    fn term(&self, node: &Node, width: u32, own: u32) -> String {
        match *node {
            Node::Ite(c, a, b) => format!("(ite t{} {} {})", c.0, self.at(a, own), self.at(b, own)),
            Node::Resize(signed, a) => {
                let from = self.entry(a.0).width;
                if signed || from >= width {
                    self.at(a, own)
                } else {
                    // The low bits say the same where fewer than the operand's are wanted.
                    let whole = self.at(a, from);
                    if own > from {
                        format!("((_ zero_extend {}) {whole})", own - from)
                    } else {
                        self.at(a, own)
                    }
                }
            }
            Node::Bin(op, a, b) => self.bin(op, a, b, width, own),
            _ => String::new(),
        }
    }

    fn bin(&self, op: Bin, a: Term, b: Term, width: u32, own: u32) -> String {
        let (name, at) = match op {
            // Low bits of results come from low bits.
            Bin::Add => ("bvadd", own),
            Bin::Sub => ("bvsub", own),
            Bin::Mul => ("bvmul", own),
            Bin::And => ("bvand", own),
            Bin::Or => ("bvor", own),
            Bin::Xor => ("bvxor", own),
            Bin::DivU => ("bvudiv", self.exact(&[a, b], own)),
            Bin::RemU => ("bvurem", self.exact(&[a, b], own)),
            // One bit more: the least value divided by -1.
            Bin::DivS => ("bvsdiv", self.signed(&[a, b], own)),
            Bin::RemS => ("bvsrem", self.signed(&[a, b], own)),
            Bin::FloorMod => ("bvsmod", self.signed(&[a, b], own)),
            Bin::FloorDiv => {
                let at = self.signed(&[a, b], own);
                let (x, y) = (self.at(a, at), self.at(b, at));
                let quotient = format!(
                    "(ite (bvslt (bvsrem {x} {y}) {0}) (bvsub (bvsdiv {x} {y}) {1}) (bvsdiv {x} {y}))",
                    literal(at, 0),
                    literal(at, 1)
                );
                return cut(&quotient, at, own);
            }
            Bin::Shl | Bin::ShrU | Bin::ShrS => return self.shift(op, a, b, width, own),
        };
        cut(&format!("({name} {} {})", self.at(a, at), self.at(b, at)), at, own)
    }

    fn shift(&self, op: Bin, a: Term, b: Term, width: u32, own: u32) -> String {
        let (name, at) = match (op, self.terms.number(b)) {
            (Bin::Shl, Some(k)) if k < own.into() => ("bvshl", own),
            (Bin::ShrU, Some(k)) if self.entry(a.0).lo >= 0 && k < self.narrow(a).into() => {
                ("bvlshr", self.narrow(a).max(own))
            }
            (Bin::ShrS, Some(k)) if k < self.narrow(a).into() => ("bvashr", self.narrow(a).max(own)),
            (Bin::Shl, _) => ("bvshl", width),
            (Bin::ShrU, _) => ("bvlshr", width),
            _ => ("bvashr", width),
        };
        let amount = match self.terms.number(b) {
            Some(k) => literal(at, k),
            None => self.at(b, at),
        };
        cut(&format!("({name} {} {amount})", self.at(a, at)), at, own)
    }

    fn truth(&self, node: &Node) -> String {
        match *node {
            Node::Lit(value) => value.to_string(),
            Node::Not(a) => format!("(not t{})", a.0),
            Node::And(a, b) => format!("(and t{} t{})", a.0, b.0),
            Node::Cmp(cmp, a, b) => {
                let (name, at) = match cmp {
                    Cmp::Eq => ("=", self.signed(&[a, b], 1)),
                    Cmp::LtS => ("bvslt", self.signed(&[a, b], 1)),
                    Cmp::LeS => ("bvsle", self.signed(&[a, b], 1)),
                    Cmp::LtU => ("bvult", self.exact(&[a, b], 1)),
                    Cmp::LeU => ("bvule", self.exact(&[a, b], 1)),
                };
                format!("({name} {} {})", self.at(a, at), self.at(b, at))
            }
            Node::Overflow(op, signed, a, b) => self.overflow(op, signed, a, b),
            _ => String::new(),
        }
    }

    fn overflow(&self, op: Bin, signed: bool, a: Term, b: Term) -> String {
        let width = self.entry(a.0).width;
        let (x, y) = (self.at(a, width), self.at(b, width));
        match (op, signed) {
            (Bin::Mul, true) => format!("(not (and (bvsmul_noovfl {x} {y}) (bvsmul_noudfl {x} {y})))"),
            (Bin::Mul, false) => format!("(not (bvumul_noovfl {x} {y}))"),
            _ => {
                let name = if op == Bin::Add { "bvadd" } else { "bvsub" };
                let extend = if signed { "sign_extend" } else { "zero_extend" };
                let sum = format!("({name} ((_ {extend} 1) {x}) ((_ {extend} 1) {y}))");
                let top = format!("((_ extract {width} {width}) {sum})");
                if signed {
                    format!("(distinct {top} ((_ extract {0} {0}) {sum}))", width - 1)
                } else {
                    format!("(= {top} #b1)")
                }
            }
        }
    }
}

/// The low bits of a pattern.
fn cut(text: &str, width: u32, to: u32) -> String {
    if width == to { text.into() } else { format!("((_ extract {} 0) {text})", to - 1) }
}
