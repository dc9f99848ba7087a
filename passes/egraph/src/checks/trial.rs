//! What a rule's variables range over: small domains to try out whole, and
//! random values to try beyond them.

use crate::language::value::Value;
use crate::rng::Rng;
use crate::rules::Rule;
use crate::rules::pattern::{Numbered, Pattern, Values};

/// What a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any integer, unknown.
    Int,
    /// A natural number, unknown.
    Natural,
    /// A positive integer, unknown.
    Size,
    /// A constant, negative or not.
    Constant,
    /// A natural constant.
    Mask,
    /// A positive constant.
    Positive,
    /// A constant in a range.
    Exponent(i64, i64),
    /// Any layout.
    Layout,
    /// A layout with few small modes.
    Tile,
    /// A layout whose values are `[0, size)`.
    Bijection,
}

impl Kind {
    /// Whether the variable is a constant of the program.
    pub fn is_constant(self) -> bool {
        matches!(self, Self::Constant | Self::Mask | Self::Positive | Self::Exponent(..))
    }

    /// A domain small enough to try whole; `fine` from 0, the largest, down.
    fn small(self, fine: usize) -> Vec<i64> {
        let pick = |sizes: [i64; 5]| sizes[fine.min(4)];
        match self {
            Self::Int => (-pick([20, 14, 10, 7, 5])..=pick([20, 14, 10, 7, 5])).collect(),
            Self::Natural | Self::Mask => (0..=pick([63, 31, 31, 15, 15])).collect(),
            Self::Size | Self::Positive => (1..=pick([8, 6, 6, 5, 4])).collect(),
            Self::Constant => (-pick([5, 4, 3, 2, 2])..=pick([5, 4, 3, 2, 2])).collect(),
            Self::Exponent(lo, hi) => (lo..=hi).collect(),
            Self::Layout | Self::Tile | Self::Bijection => Vec::new(),
        }
    }

    fn random(self, rng: &mut Rng) -> Value {
        Value::Int(match self {
            Self::Int => rng.int(),
            Self::Natural => rng.natural() & if rng.range(0, 1) == 0 { -1 } else { rng.natural() },
            Self::Mask => rng.natural() & rng.natural(),
            Self::Size | Self::Positive => rng.positive(),
            Self::Constant => rng.range(-64, 64),
            Self::Exponent(lo, hi) => rng.range(lo, hi),
            Self::Layout => return Value::Layout(rng.any_layout()),
            Self::Tile => {
                let rank = rng.range(1, 2);
                return Value::Layout(rng.layout(rank, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6, 8]));
            }
            Self::Bijection => return Value::Layout(rng.bijection()),
        })
    }
}

/// A counterexample or how many instances were tried.
pub type Tried = Result<usize, String>;

/// A rule ready to be tried out: patterns parsed, variables in order.
pub struct Trial {
    lhs: Pattern,
    rhs: Pattern,
    when: Vec<Pattern>,
    /// Variables with their kinds, then those that are defined by others.
    free: Vec<(String, Kind)>,
    defined: Vec<(String, Pattern)>,
}

impl Trial {
    /// The trial of a rule.
    ///
    /// # Errors
    /// A text that does not parse.
    pub fn new(rule: &Rule) -> Result<Self, String> {
        let (lhs, rhs) = (Pattern::parse(rule.lhs)?, Pattern::parse(rule.rhs)?);
        let when = rule.when.iter().map(|c| Pattern::parse(c)).collect::<Result<Vec<_>, _>>()?;
        let defined: Vec<(String, Pattern)> = rule
            .lets
            .iter()
            .map(|(name, text)| Ok(((*name).to_string(), Pattern::parse(text)?)))
            .collect::<Result<_, String>>()?;
        let mut names: Vec<String> = Vec::new();
        let all = [&lhs, &rhs].into_iter().chain(&when).chain(defined.iter().map(|d| &d.1));
        for name in all.flat_map(Pattern::variables) {
            if !names.contains(&name) && !defined.iter().any(|d| d.0 == name) {
                names.push(name);
            }
        }
        let free = names
            .into_iter()
            .map(|n| {
                let kind = (rule.kinds)(&n);
                (n, kind)
            })
            .collect();
        Ok(Self { lhs, rhs, when, free, defined })
    }

    /// The same without condition number `i`.
    #[must_use]
    pub fn without_condition(mut self, i: usize) -> Self {
        self.when.remove(i);
        self
    }

    /// How many conditions there are.
    pub fn conditions(&self) -> usize {
        self.when.len()
    }

    /// The kind of a free variable.
    pub fn kind(&self, name: &str) -> Option<Kind> {
        self.free.iter().find(|(n, _)| n == name).map(|(_, k)| *k)
    }

    /// The parts of the rule: sides, conditions, free and defined variables.
    pub fn parts(&self) -> (&Pattern, &Pattern, &[Pattern], &[(String, Kind)], &[(String, Pattern)]) {
        (&self.lhs, &self.rhs, &self.when, &self.free, &self.defined)
    }

    fn is_about_layouts(&self) -> bool {
        self.free.iter().any(|(_, k)| matches!(k, Kind::Layout | Kind::Tile | Kind::Bijection))
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
            .map(|fine| self.free.iter().map(|(_, k)| k.small(fine)).collect::<Vec<_>>())
            .find(|d| d.iter().map(Vec::len).product::<usize>() <= MOST)
            .unwrap_or_else(|| self.free.iter().map(|(_, k)| k.small(4)).collect());
        let names: Vec<String> =
            self.free.iter().map(|f| f.0.clone()).chain(self.defined.iter().map(|d| d.0.clone())).collect();
        let number = |p: &Pattern| p.numbered(&names).ok_or_else(|| format!("{p} has unknown variables"));
        let (lhs, rhs) = (number(&self.lhs)?, number(&self.rhs)?);
        let when: Vec<Numbered> = self.when.iter().map(number).collect::<Result<_, _>>()?;
        let defined: Vec<Numbered> = self.defined.iter().map(|d| number(&d.1)).collect::<Result<_, _>>()?;
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
                    return Err(format!("{} is {l}, {} is {r} at {}", self.lhs, self.rhs, at.join(", ")));
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
                self.free.iter().map(|(name, kind)| (name.clone(), kind.random(rng))).collect();
            // Conditions such as `0 <= y < a` and `i < size l` are rare among large integers.
            if rng.range(0, 1) == 0 {
                for (name, kind) in &self.free {
                    if matches!(kind, Kind::Int | Kind::Natural) {
                        values.insert(
                            name.clone(),
                            Value::Int(rng.range(if *kind == Kind::Int { -4 } else { 0 }, 40)),
                        );
                    }
                }
            }
            let complete = self.defined.iter().all(|(name, pattern)| match pattern.eval(&values) {
                Some(v) => values.insert(name.clone(), v).is_none(),
                None => false,
            });
            if complete
                && self.when.iter().all(|c| c.holds(&values))
                && self.lhs.eval(&values).is_some()
                && self.rhs.eval(&values).is_some()
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
            let (l, r) = (self.lhs.eval(&values), self.rhs.eval(&values));
            if l != r {
                return Err(format!("{} is {l:?}, {} is {r:?} at {values:?}", self.lhs, self.rhs));
            }
            tried += 1;
        }
        Ok(tried)
    }
}
