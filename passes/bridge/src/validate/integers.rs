//! Terms as integers of SMT-LIB 2: signed values, wrapped around where intervals do not
//! exclude it. Chains of quotients and remainders are linear here, and hard as bits.

use super::term::{Bin, Cmp, Entry, Node, Term, Terms, range};

/// The declarations and definitions of `nodes`; `None` if one has no form as integers.
pub fn print(terms: &Terms, nodes: &[u32]) -> Option<String> {
    let mut out = String::new();
    for number in nodes {
        let Entry { node, width, lo, hi } = &terms.entries[*number as usize];
        let (sort, body) = match node {
            Node::Const(_) => continue,
            Node::Var(_) => {
                out += &format!("(declare-const t{number} Int)\n");
                out += &format!(
                    "(assert (and (<= {} t{number}) (<= t{number} {})))\n",
                    literal(*lo),
                    literal(*hi)
                );
                continue;
            }
            Node::Flag(_) => {
                out += &format!("(declare-const t{number} Bool)\n");
                continue;
            }
            _ if *width > 0 => ("Int", term(terms, node, *width, (*lo, *hi))?),
            _ => ("Bool", truth(terms, node)?),
        };
        out += &format!("(define-fun t{number} () {sort} {body})\n");
    }
    Some(out)
}

fn literal(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

/// Two to the power of at most 128.
fn power(width: u32) -> String {
    1u128
        .checked_shl(width)
        .map_or_else(|| "340282366920938463463374607431768211456".into(), |p| p.to_string())
}

fn name(terms: &Terms, t: Term) -> String {
    terms.number(t).map_or_else(|| format!("t{}", t.0), literal)
}

/// The value without a sign.
fn unsigned(terms: &Terms, t: Term) -> String {
    let n = name(terms, t);
    if terms.interval(t).0 >= 0 {
        n
    } else {
        format!("(ite (< {n} 0) (+ {n} {}) {n})", power(terms.width(t)))
    }
}

/// A sum or difference, at most one wrap away from the type.
fn wrap_once(raw: &str, width: u32) -> String {
    let (lo, hi) = range(width);
    let (lo, hi, all) = (literal(lo), literal(hi), power(width));
    format!("(let ((r {raw})) (ite (> r {hi}) (- r {all}) (ite (< r {lo}) (+ r {all}) r)))")
}

fn wrap(raw: &str, width: u32) -> String {
    let (half, all) = (power(width - 1), power(width));
    format!("(- (mod (+ {raw} {half}) {all}) {half})")
}

/// Whether the interval of a result is the type's, as where it may wrap.
fn wraps(width: u32, interval: (i128, i128)) -> bool {
    interval == range(width)
}

fn term(terms: &Terms, node: &Node, width: u32, interval: (i128, i128)) -> Option<String> {
    Some(match *node {
        Node::Ite(c, a, b) => format!("(ite t{} {} {})", c.0, name(terms, a), name(terms, b)),
        Node::Resize(signed, a) => {
            if width < terms.width(a) {
                if wraps(width, interval) { wrap(&name(terms, a), width) } else { name(terms, a) }
            } else if signed {
                name(terms, a)
            } else {
                unsigned(terms, a)
            }
        }
        Node::Bin(op, a, b) => bin(terms, op, a, b, width, wraps(width, interval))?,
        _ => return None,
    })
}

fn bin(terms: &Terms, op: Bin, a: Term, b: Term, width: u32, wraps: bool) -> Option<String> {
    let (x, y) = (name(terms, a), name(terms, b));
    let number = terms.number(b);
    let once = |raw: String| if wraps { wrap_once(&raw, width) } else { raw };
    let many = |raw: String| if wraps { wrap(&raw, width) } else { raw };
    let set = |t: &str| format!("(not (= {t} 0))");
    let bit = |truth: String| format!("(ite {truth} (- 1) 0)");
    Some(match (op, number) {
        (Bin::Add, _) => once(format!("(+ {x} {y})")),
        (Bin::Sub, _) => once(format!("(- {x} {y})")),
        (Bin::Mul, _) => many(format!("(* {x} {y})")),
        (Bin::DivU, _) => once(format!("(div {} {})", unsigned(terms, a), unsigned(terms, b))),
        (Bin::RemU, _) => once(format!("(mod {} {})", unsigned(terms, a), unsigned(terms, b))),
        (Bin::FloorDiv, _) => format!("(div {x} {y})"),
        (Bin::FloorMod, _) => format!("(mod {x} {y})"),
        // The quotient of the least value by -1 is excluded by what may be divided.
        (Bin::DivS, _) => {
            format!("(let ((q (div (abs {x}) (abs {y})))) (ite (= (< {x} 0) (< {y} 0)) q (- q)))")
        }
        (Bin::RemS, _) => format!("(let ((r (mod (abs {x}) (abs {y})))) (ite (< {x} 0) (- r) r))"),
        (Bin::And, _) if width == 1 => bit(format!("(and {} {})", set(&x), set(&y))),
        (Bin::Or, _) if width == 1 => bit(format!("(or {} {})", set(&x), set(&y))),
        (Bin::Xor, _) if width == 1 => bit(format!("(distinct {x} {y})")),
        (Bin::Xor, Some(-1)) => format!("(- (- 1) {x})"),
        (Bin::And, Some(m)) if m > 0 => {
            // A field of ones.
            let low = m.trailing_zeros();
            let field = m >> low;
            if (field as u128 + 1).count_ones() != 1 {
                return None;
            }
            let (low, field) = (1i128 << low, field + 1);
            format!("(* (mod (div {x} {low}) {field}) {low})")
        }
        (Bin::Shl, Some(k)) if (0..i128::from(width.min(64))).contains(&k) => {
            many(format!("(* {x} {})", 1i128 << k))
        }
        (Bin::ShrU, Some(k)) if (0..i128::from(width.min(64))).contains(&k) => {
            once(format!("(div {} {})", unsigned(terms, a), 1i128 << k))
        }
        (Bin::ShrS, Some(k)) if (0..i128::from(width.min(64))).contains(&k) => {
            format!("(div {x} {})", 1i128 << k)
        }
        _ => return None,
    })
}

fn truth(terms: &Terms, node: &Node) -> Option<String> {
    Some(match *node {
        Node::Lit(value) => value.to_string(),
        Node::Not(a) => format!("(not t{})", a.0),
        Node::And(a, b) => format!("(and t{} t{})", a.0, b.0),
        Node::Cmp(cmp, a, b) => {
            let signed = |op: &str| format!("({op} {} {})", name(terms, a), name(terms, b));
            let natural = |op: &str| format!("({op} {} {})", unsigned(terms, a), unsigned(terms, b));
            match cmp {
                Cmp::Eq => signed("="),
                Cmp::LtS => signed("<"),
                Cmp::LeS => signed("<="),
                Cmp::LtU => natural("<"),
                Cmp::LeU => natural("<="),
            }
        }
        Node::Overflow(op, signed, a, b) => {
            let op = match op {
                Bin::Add => "+",
                Bin::Sub => "-",
                _ => "*",
            };
            let width = terms.width(a);
            if signed {
                let (lo, hi) = range(width);
                let raw = format!("({op} {} {})", name(terms, a), name(terms, b));
                format!("(let ((r {raw})) (or (< r {}) (> r {})))", literal(lo), literal(hi))
            } else {
                let raw = format!("({op} {} {})", unsigned(terms, a), unsigned(terms, b));
                format!("(let ((r {raw})) (or (< r 0) (>= r {})))", power(width))
            }
        }
        _ => return None,
    })
}
