//! A fact that would decide a condition: what an error suggests to state.

use crate::expr::Expr;
use crate::gcd::lcm;
use crate::symbol::{Symbol, SymbolFacts, Tri};
use crate::undecided::{Condition, Undecided};

/// Bounds beyond this are not suggested.
const LARGEST_BOUND: i64 = 1 << 40;
/// Most divisors tried as a fact.
const MAX_DIVISORS: usize = 256;

/// Which fact of a symbol.
#[derive(Clone, Copy)]
enum Fact {
    Divisor,
    Least,
    Greatest,
}

impl Undecided {
    /// A symbol with the one fact, added to those it has, that makes the condition
    /// true; `None` if no such fact of one symbol is found.
    pub fn fact(&self) -> Option<Symbol> {
        let (divides, at_most) = (|a: &Expr, b: &Expr| b.divisible_by(a), Expr::le);
        match &self.0 {
            Condition::Divides(a, b) => {
                suggest(&[a, b], &[Fact::Divisor], &|e| divides(&e[0], &e[1]) == Tri::Yes)
            }
            Condition::AtMost(a, b) => {
                suggest(&[a, b], &[Fact::Least, Fact::Greatest], &|e| at_most(&e[0], &e[1]) == Tri::Yes)
            }
            Condition::AtMostOrDivides(all) => {
                let kinds = [Fact::Divisor, Fact::Least, Fact::Greatest];
                let holds =
                    |e: &[Expr]| at_most(&e[0], &e[1]) == Tri::Yes || divides(&e[2], &e[3]) == Tri::Yes;
                suggest(&all.each_ref(), &kinds, &holds)
            }
            Condition::Other(_) => None,
        }
    }
}

/// The weakest fact, of these kinds and of one symbol, with which the condition holds; none
/// that is stated, or that contradicts what is. Sizes and strides are positive, so an upper
/// bound leaves a positive value.
fn suggest(exprs: &[&Expr], kinds: &[Fact], holds: &dyn Fn(&[Expr]) -> bool) -> Option<Symbol> {
    // The facts as they stand say it, to a question that is asked in other words.
    if holds(&exprs.iter().map(|e| (*e).clone()).collect::<Vec<_>>()) {
        return None;
    }
    let mut symbols: Vec<Symbol> = Vec::new();
    for e in exprs {
        e.for_each_symbol(&mut |s| {
            if s.facts.known().is_none() && !symbols.contains(&s) {
                symbols.push(s);
            }
        });
    }
    let with = |symbol: Symbol, facts: SymbolFacts| -> bool {
        let stronger = Symbol::new(symbol.id, facts);
        let replaced = |s: Symbol| if s.id == symbol.id { stronger.into() } else { s.into() };
        let exprs: Result<Vec<Expr>, _> = exprs.iter().map(|e| e.substitute(&replaced)).collect();
        facts.is_satisfiable() && exprs.is_ok_and(|e| holds(&e))
    };
    kinds.iter().find_map(|kind| {
        symbols.iter().find_map(|symbol| {
            let facts = symbol.facts;
            let only = |facts| Some(Symbol::new(symbol.id, facts));
            match kind {
                Fact::Divisor => {
                    let mut divisors: Vec<i64> =
                        divisors(exprs).iter().filter_map(|d| lcm(*d, facts.div)).collect();
                    divisors.sort_unstable();
                    divisors.dedup();
                    let div =
                        divisors.into_iter().find(|div| with(*symbol, SymbolFacts { div: *div, ..facts }))?;
                    only(SymbolFacts { div, ..SymbolFacts::NONE })
                }
                Fact::Least => {
                    let top = facts.max.min(LARGEST_BOUND);
                    let holds = |min: i64| with(*symbol, SymbolFacts { min, ..facts });
                    let min = smallest(facts.min.max(-LARGEST_BOUND), top, &holds)?;
                    (min < facts.max).then(|| only(SymbolFacts { min, ..SymbolFacts::NONE }))?
                }
                Fact::Greatest => {
                    // The least value that the facts admit, of those that are positive.
                    let above = facts.min.max(1) - 1;
                    let bottom = (above / facts.div + 1).checked_mul(facts.div)?;
                    let holds = |least: i64| with(*symbol, SymbolFacts { max: -least, ..facts });
                    let max = -smallest(-facts.max.min(LARGEST_BOUND), -bottom, &holds)?;
                    (max > facts.min).then(|| only(SymbolFacts { max, ..SymbolFacts::NONE }))?
                }
            }
        })
    })
}

/// The smallest integer from `low` to `high` that passes, if `high` does.
fn smallest(low: i64, high: i64, passes: &dyn Fn(i64) -> bool) -> Option<i64> {
    if low > high || !passes(high) {
        return None;
    }
    let (mut low, mut high) = (low, high);
    while low < high {
        let middle = low + (high - low) / 2;
        if passes(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(high)
}

/// The divisors of the constants and coefficients, as far as they are easily found.
fn divisors(exprs: &[&Expr]) -> Vec<i64> {
    let mut numbers: Vec<u64> = Vec::new();
    for e in exprs {
        let (terms, constant) = e.terms();
        numbers.extend(terms.iter().map(|(_, c)| c.unsigned_abs()));
        numbers.push(constant.unsigned_abs());
    }
    let mut out = Vec::new();
    for n in numbers {
        let small = (1..=MAX_DIVISORS as u64).take_while(|d| d * d <= n).filter(|d| n % d == 0);
        out.extend(small.flat_map(|d| [d, n / d]).filter_map(|d| i64::try_from(d).ok()));
        if out.len() > MAX_DIVISORS {
            break;
        }
    }
    out
}
