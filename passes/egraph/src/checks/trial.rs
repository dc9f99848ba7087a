//! A rule tried out: on small domains as a whole, and on random values beyond them.

use crate::language::value::Value;
use crate::rng::Rng;
use crate::rules::pattern::{Numbered, Pattern, PatternError, Values};
use crate::rules::{Compiled, Domain, Rule};

/// A domain small enough to try whole; `fine` from 0, the largest, down.
fn small(domain: Domain, fine: usize) -> Vec<i64> {
    let pick = |sizes: [i64; 5]| sizes[fine.min(4)];
    match domain {
        Domain::Int => (-pick([20, 14, 10, 7, 5])..=pick([20, 14, 10, 7, 5])).collect(),
        Domain::Natural | Domain::Mask => (0..=pick([63, 31, 31, 15, 15])).collect(),
        Domain::Bits => (-pick([32, 16, 16, 8, 8])..=pick([31, 15, 15, 7, 7])).collect(),
        Domain::Size | Domain::Positive => (1..=pick([8, 6, 6, 5, 4])).collect(),
        Domain::Constant => (-pick([5, 4, 3, 2, 2])..=pick([5, 4, 3, 2, 2])).collect(),
        Domain::Exponent(lo, hi) => (lo..=hi).collect(),
        Domain::Layout | Domain::Tile | Domain::Bijection => Vec::new(),
    }
}

/// A random value.
fn random(domain: Domain, rng: &mut Rng) -> Value {
    Value::Int(match domain {
        Domain::Int => rng.int(),
        Domain::Natural => rng.natural() & if rng.range(0, 1) == 0 { -1 } else { rng.natural() },
        Domain::Mask => rng.natural() & rng.natural(),
        Domain::Bits => rng.int() & rng.int(),
        Domain::Size | Domain::Positive => rng.positive(),
        Domain::Constant => rng.range(-64, 64),
        Domain::Exponent(lo, hi) => rng.range(lo, hi),
        Domain::Layout => return Value::Layout(rng.any_layout()),
        Domain::Tile => {
            let rank = rng.range(1, 2);
            return Value::Layout(rng.layout(rank, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6, 8]));
        }
        Domain::Bijection => return Value::Layout(rng.bijection()),
    })
}

/// A value of a rule's variables at which its sides differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{left}, {right} at {at}")]
pub struct Counterexample {
    /// The left side and its value.
    left: String,
    /// The right side and its value.
    right: String,
    /// The values of the variables.
    at: String,
}

/// A counterexample or how many instances were tried.
pub type Tried = Result<usize, Counterexample>;

/// A rule to be tried out.
pub struct Trial(Compiled);

impl Trial {
    /// The trial of a rule.
    ///
    /// # Errors
    /// A text that does not parse.
    pub fn new(rule: &Rule) -> Result<Self, PatternError> {
        Compiled::new(*rule).map(Self)
    }

    /// The same without condition number `i`.
    #[must_use]
    pub fn without_condition(mut self, i: usize) -> Self {
        self.0.when.remove(i);
        self
    }

    /// The domain of a variable that no other defines.
    pub fn domain(&self, name: &str) -> Option<Domain> {
        self.0.free.iter().find(|(n, _)| n == name).map(|(_, domain)| *domain)
    }

    /// The rule.
    pub fn rule(&self) -> &Compiled {
        &self.0
    }

    fn is_about_layouts(&self) -> bool {
        self.0.free.iter().any(|(_, k)| k.is_layout())
    }

    /// Tries every assignment of small integers; rules about layouts have none.
    ///
    /// # Errors
    /// A counterexample.
    pub fn exhaust(&self) -> Tried {
        const MOST: usize = 300_000;
        if self.is_about_layouts() {
            return Ok(0);
        }
        let domains = (0..5)
            .map(|fine| self.0.free.iter().map(|(_, k)| small(*k, fine)).collect::<Vec<_>>())
            .find(|d| d.iter().map(Vec::len).product::<usize>() <= MOST)
            .unwrap_or_else(|| self.0.free.iter().map(|(_, k)| small(*k, 4)).collect());
        let names: Vec<String> =
            self.0.free.iter().map(|f| f.0.clone()).chain(self.0.lets.iter().map(|d| d.0.clone())).collect();
        let number = |p: &Pattern| p.numbered(&names);
        let (Some(lhs), Some(rhs)) = (number(&self.0.lhs), number(&self.0.rhs)) else { return Ok(0) };
        let when: Vec<Numbered> = self.0.when.iter().filter_map(number).collect();
        let defined: Vec<Numbered> = self.0.lets.iter().filter_map(|d| number(&d.1)).collect();
        let mut at = vec![0; domains.len()];
        let mut values = vec![0; names.len()];
        let mut tried = 0;
        loop {
            for (value, (domain, i)) in values.iter_mut().zip(domains.iter().zip(&at)) {
                *value = i128::from(domain[*i]);
            }
            let mut complete = true;
            for (k, d) in defined.iter().enumerate() {
                match d.eval(&values) {
                    Some(v) => values[domains.len() + k] = v,
                    None => complete = false,
                }
            }
            if complete
                && when.iter().all(|c| c.eval(&values).is_some_and(|t| t != 0))
                && let (Some(l), Some(r)) = (lhs.eval(&values), rhs.eval(&values))
            {
                tried += 1;
                if l != r {
                    let at: Vec<String> =
                        names.iter().zip(&values).map(|(n, v)| format!("{n} = {v}")).collect();
                    return Err(Counterexample {
                        left: format!("{} is {l}", self.0.lhs),
                        right: format!("{} is {r}", self.0.rhs),
                        at: at.join(", "),
                    });
                }
            }
            // The next assignment, first variable fastest.
            let Some(k) = (0..at.len()).find(|k| at[*k] + 1 < domains[*k].len()) else { return Ok(tried) };
            at[k] += 1;
            at[..k].fill(0);
        }
    }

    /// Random values that satisfy the conditions, if some are found.
    pub fn draw(&self, rng: &mut Rng) -> Option<Values> {
        for _ in 0..2000 {
            let mut values: Values =
                self.0.free.iter().map(|(name, kind)| (name.clone(), random(*kind, rng))).collect();
            // Conditions such as `0 <= y < a` and `i < size l` are rare among large integers.
            if rng.range(0, 1) == 0 {
                for (name, kind) in &self.0.free {
                    if matches!(kind, Domain::Int | Domain::Natural) {
                        values.insert(
                            name.clone(),
                            Value::Int(rng.range(if *kind == Domain::Int { -4 } else { 0 }, 40)),
                        );
                    }
                }
            }
            let complete = self.0.lets.iter().all(|(name, pattern)| match pattern.eval(&values) {
                Some(v) => values.insert(name.clone(), v).is_none(),
                None => false,
            });
            if complete
                && self.0.when.iter().all(|c| c.holds(&values))
                && self.0.lhs.eval(&values).is_some()
                && self.0.rhs.eval(&values).is_some()
            {
                return Some(values);
            }
        }
        None
    }

    /// Tries random assignments.
    ///
    /// # Errors
    /// A counterexample.
    pub fn random(&self, instances: usize, seed: u64) -> Tried {
        let mut rng = Rng::new(seed);
        let mut tried = 0;
        for _ in 0..instances {
            let Some(values) = self.draw(&mut rng) else { continue };
            let (l, r) = (self.0.lhs.eval(&values), self.0.rhs.eval(&values));
            if l != r {
                return Err(Counterexample {
                    left: format!("{} is {l:?}", self.0.lhs),
                    right: format!("{} is {r:?}", self.0.rhs),
                    at: format!("{values:?}"),
                });
            }
            tried += 1;
        }
        Ok(tried)
    }
}
