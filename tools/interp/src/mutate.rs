//! The judge judged: what orders memory is left out, one operation at a time, and each
//! time that has to be noticed.

use crate::compare::Comparison;
use crate::job::Job;
use crate::judge::{NoVerdict, Wanted, Wrong};
use crate::read::program::Program;
use crate::run::Plan;

/// A barrier, a wait or a commit that was left out.
#[derive(Clone, Debug)]
pub struct Mutation {
    /// The operation and its place.
    pub op: String,
    /// What was noticed; nothing if the program is right without it.
    pub noticed: Option<Wrong>,
}

/// Leaves out each operation that orders memory. The program itself has to be right.
///
/// # Errors
/// [`NoVerdict`]; in the inner result what is wrong without leaving out anything.
pub fn mutate(
    tile: &Program,
    judged: &Program,
    job: &Job,
    schedules: u64,
) -> Result<Result<Vec<Mutation>, Wrong>, NoVerdict> {
    let wanted = Wanted::new(tile, job)?;
    let mut plan = Plan::new(job.function(judged)?.clone());
    if let Err(wrong) = wanted.judge(&plan, job, schedules)? {
        return Ok(Err(wrong));
    }
    let mut all = Vec::new();
    for number in plan.ordering() {
        plan.skip = Some(number);
        let op = &plan.function.ops[number];
        let op = format!("{}: {}", op.location, op.name);
        let verdict: Result<Comparison, Wrong> = wanted.judge(&plan, job, schedules)?;
        all.push(Mutation { op, noticed: verdict.err() });
    }
    Ok(Ok(all))
}
