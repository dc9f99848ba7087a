//! Translation validation: what took the place of a value is what the value was.
//!
//! It works from the IR alone, with the old values still in it: of the old value and the
//! new one it reads what computes them, down to leaves (`problem.rs`), and what the IR says
//! where they are (`facts.rs`). Wherever the old value is no poison the new one must be
//! equal and no poison, and what is newly emitted must never be undefined behaviour where
//! it stands. That is evaluated by `layout-interp` (`evaluate.rs`), or written as terms
//! (`encode/`, `term.rs`) that z3 decides (`solver.rs`). No fact, term or rule of the
//! rewriting is used.

mod bits;
mod encode;
mod evaluate;
mod facts;
mod integers;
mod problem;
mod solver;
mod term;

use std::fmt;

use layout_interp::{Int, LayoutValue, Value as Concrete};
use layout_mlir::ir;
use melior::ir::{OperationRef, Value, ValueLike};

use encode::Query;
use evaluate::{Evaluated, Evaluator, Verdict};
use facts::{Paths, elements, may_trap};
use problem::{Goal, Problem, Reader, pose};
use solver::Answer;

pub use facts::Target;
pub use solver::{NoSolver, Solver};

/// Most operations of a problem that a solver is asked about.
const SOLVED: usize = 600;

/// How to validate.
#[derive(Clone, Debug)]
pub enum Method {
    /// Evaluate both sides.
    Evaluate,
    /// Prove it; evaluate what is too hard.
    Solve(Solver),
}

/// How often what was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Proved for all values.
    pub proved: usize,
    /// Evaluated on the whole domain.
    pub whole: usize,
    /// Evaluated at edges and random values.
    pub sampled: usize,
    /// Neither: nothing could be evaluated.
    pub unknown: usize,
}

impl Tally {
    /// Adds another's counts.
    pub fn add(&mut self, other: Self) {
        self.proved += other.proved;
        self.whole += other.whole;
        self.sampled += other.sampled;
        self.unknown += other.unknown;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { proved, whole, sampled, unknown } = self;
        write!(
            f,
            "{proved} proved, {whole} evaluated on whole domains, {sampled} on samples, {unknown} not supported"
        )
    }
}

/// A value that is not what it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("wrong result (please report it): {what} is {how}")]
pub struct Wrong {
    what: String,
    how: Fault,
}

/// How a value is not what it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Fault {
    /// Values for which it is another.
    #[error("{0}")]
    Differs(String),
    /// The query is malformed.
    #[error("not understood by z3: {0}")]
    Refused(String),
    /// Two judges disagree.
    #[error("said to be wrong by z3, which the interpreter does not confirm ({verdict}): {values}")]
    Unconfirmed {
        /// What the interpreter says.
        verdict: String,
        /// What z3 found.
        values: String,
    },
}

/// Checks values of a function, in pairs old and new, and the operations that `is_new`
/// says were emitted. The old ones must still be where they were.
///
/// # Errors
/// [`Wrong`], the first that is found.
pub fn validate<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    pairs: &[(Value<'c, 'a>, Value<'c, 'a>)],
    is_new: &dyn Fn(OperationRef<'c, 'a>) -> bool,
    target: Target,
    method: &Method,
) -> Result<Tally, Wrong> {
    let (paths, reader) = (Paths::new(function, target, is_new), Reader::default());
    let goal = |(old, new): &(Value<'c, 'a>, Value<'c, 'a>)| Goal::Refines {
        old: *old,
        new: *new,
        within: within(*old),
    };
    let refined = pairs.iter().map(goal);
    let traps = ir::nested(function).into_iter().filter(|op| may_trap(*op) && is_new(*op)).map(Goal::Runs);
    let mut tally = Tally::default();
    for goal in refined.chain(traps) {
        // There are many accesses, and few have to do with a value.
        let mut judged = |accesses| check(&pose(goal, &reader, &paths, accesses), target, method, &mut tally);
        judged(false).or_else(|_| judged(true)).map_err(|how| Wrong { what: name(goal), how })?;
    }
    Ok(tally)
}

/// How many elements the memory has at most that a value is an index of, if it is nothing else.
fn within(value: Value<'_, '_>) -> Option<i128> {
    ir::uses(value).iter().try_fold(0, |most, place| Some(elements(place)?.max(most)))
}

/// The operation that a goal is about.
fn name(goal: Goal<'_, '_>) -> String {
    match goal {
        Goal::Refines { old, new, .. } => {
            let name = |v| ir::defining_op(v).map_or_else(|| "a value", ir::name);
            format!("{} in place of {}", name(new), name(old))
        }
        Goal::Runs(op) => ir::name(op).into(),
    }
}

fn check(problem: &Problem<'_, '_>, target: Target, method: &Method, tally: &mut Tally) -> Result<(), Fault> {
    let evaluator = Evaluator::new(problem, target);
    if let Method::Solve(solver) = method
        && problem.cone.steps.len() <= SOLVED
        && let Ok(query) = encode::encode(problem, target)
    {
        match solver.solve(&query) {
            Answer::Never => {
                tally.proved += 1;
                return Ok(());
            }
            Answer::With(values) => return Err(confirm(&evaluator, &query, &values)),
            Answer::Refused(why) => return Err(Fault::Refused(why)),
            Answer::Unknown => {}
        }
    }
    match evaluator.run(1) {
        Evaluated::Held { whole: true, .. } => tally.whole += 1,
        Evaluated::Held { .. } => tally.sampled += 1,
        Evaluated::Nothing(_) => tally.unknown += 1,
        Evaluated::Fails(how) => return Err(Fault::Differs(how)),
    }
    Ok(())
}

/// What a solver found, evaluated: two judges that share no code must agree.
fn confirm(
    evaluator: &Evaluator<'_, '_, '_>,
    query: &Query,
    values: &rustc_hash::FxHashMap<u32, i128>,
) -> Fault {
    let of = |int: &encode::Int| {
        let poison = match query.terms.known(int.poison) {
            Some(known) => known,
            None => values.get(&int.poison.0).is_some_and(|v| *v != 0),
        };
        let number = query.terms.number(int.bits).or_else(|| values.get(&int.bits.0).copied());
        let number = number.unwrap_or_else(|| query.terms.interval(int.bits).0.max(0));
        if poison { Concrete::Poison } else { Int::new(query.terms.width(int.bits), number).into() }
    };
    let verdict = evaluator.at(&mut |value, slot, _| {
        let (_, ints) = query.leaves.iter().find(|(s, _)| *s == slot)?;
        if ir::scalar(value.r#type()).is_some() {
            return ints.first().map(of);
        }
        LayoutValue::of_type(value.r#type(), ints.iter().map(of).collect())
            .map(|l| Concrete::Layout(l.into()))
    });
    match verdict {
        Verdict::Fails(how) => Fault::Differs(how),
        other => Fault::Unconfirmed { verdict: format!("{other:?}"), values: format!("{values:?}") },
    }
}
