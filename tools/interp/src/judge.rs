//! Runs a tile program and what passes made of it, and compares.

use crate::compare::{Comparison, compare};
use crate::fault::{Fault, Reason};
use crate::job::{Job, JobError};
use crate::memory::Buffer;
use crate::read::program::Program;
use crate::run::{Log, Plan, observed, run};

/// Why there is no verdict.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoVerdict {
    /// The job does not fit.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The tile program itself has no meaning, or one that is not known.
    #[error("the tile program: {0}")]
    Tile(Fault),
    /// The interpreter does not know an operation of what was made of it.
    #[error("{0}")]
    Unsupported(Fault),
}

/// What is wrong with what was made of a tile program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// It does what no program may.
    #[error("{0}")]
    Fault(Fault),
    /// It leaves something else.
    #[error("{}", .0.differences.join("\n"))]
    Differs(Comparison),
}

/// Judges a program by a tile program: under each of some schedules. A right one gives how
/// many elements were compared.
///
/// # Errors
/// [`NoVerdict`], if there is none.
pub fn judge(
    tile: &Program,
    judged: &Program,
    job: &Job,
    schedules: u64,
) -> Result<Result<Comparison, Wrong>, NoVerdict> {
    let wanted = Wanted::new(tile, job)?;
    let plan = Plan::new(job.function(judged)?.clone());
    wanted.judge(&plan, job, schedules)
}

/// What a tile program leaves.
#[derive(Debug)]
pub struct Wanted {
    buffers: Vec<Buffer>,
    launch: crate::run::Launch,
}

impl Wanted {
    /// Runs the tile program.
    ///
    /// # Errors
    /// [`NoVerdict`].
    pub fn new(tile: &Program, job: &Job) -> Result<Self, NoVerdict> {
        let plan = Plan::new(job.function(tile)?.clone());
        let launch = job.launch(&plan.function, 0)?;
        let buffers = run(&plan, &launch).map_err(NoVerdict::Tile)?;
        Ok(Self { buffers, launch })
    }

    /// What a right program leaves, and what its threads do.
    ///
    /// # Errors
    /// [`NoVerdict`].
    pub(crate) fn observed(&self, plan: &Plan, job: &Job) -> Result<(Vec<Buffer>, Log), NoVerdict> {
        let launch = job.launch(&plan.function, 0)?;
        observed(plan, &launch, true).map_err(NoVerdict::Unsupported)
    }

    /// Whether a program leaves these bits.
    pub(crate) fn leaves(&self, buffers: &[Buffer], plan: &Plan, job: &Job) -> bool {
        let left = job.launch(&plan.function, 0).ok().and_then(|launch| run(plan, &launch).ok());
        left.is_some_and(|left| left.iter().zip(buffers).all(|(a, b)| a.has_bits_of(b)))
    }

    /// Judges a program under each of some schedules.
    ///
    /// # Errors
    /// [`NoVerdict`].
    pub fn judge(
        &self,
        plan: &Plan,
        job: &Job,
        schedules: u64,
    ) -> Result<Result<Comparison, Wrong>, NoVerdict> {
        let mut last = Comparison::default();
        for seed in 0..schedules.max(1) {
            let launch = job.launch(&plan.function, seed)?;
            match run(plan, &launch) {
                Err(fault) if matches!(fault.reason, Reason::Undefined(_)) => {
                    return Ok(Err(Wrong::Fault(fault)));
                }
                Err(fault) => return Err(NoVerdict::Unsupported(fault)),
                Ok(buffers) => {
                    last = compare(&self.buffers, &self.launch, &buffers);
                    if !last.differences.is_empty() {
                        return Ok(Err(Wrong::Differs(last)));
                    }
                }
            }
        }
        Ok(Ok(last))
    }
}
