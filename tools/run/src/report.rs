//! What came out, for people and as JSON.

use std::fmt;

use serde::Serialize;

use crate::data::array::index_text;
use crate::data::compare::{Comparison, Tolerance};
use crate::data::element::Number;
use crate::gpu::kernel::{Resources, Shape};
use crate::gpu::memory::Stray;
use crate::job::description::Timing;
use crate::statistics::{Ratio, median, quantile};

/// What came out of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The GPU.
    pub gpu: String,
    /// The job, and, of a comparison, the other after it.
    pub runs: Vec<Run>,
    /// The median of the second's times by that of the first's.
    pub ratio: Option<Ratio>,
}

/// What came out of a job.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// The file of the kernel.
    pub module: String,
    /// The kernel.
    pub kernel: String,
    /// How it was launched.
    #[serde(flatten)]
    pub shape: Shape,
    /// What it takes.
    #[serde(flatten)]
    pub resources: Resources,
    /// The outputs, in the job's order.
    pub outputs: Vec<Output>,
    /// The buffers beside which it wrote.
    pub stray: Vec<StrayWrite>,
    /// Its times, if they were taken.
    pub time: Option<Time>,
}

/// What came out in a buffer.
#[derive(Clone, Debug, Serialize)]
pub struct Output {
    /// Its name.
    pub buffer: String,
    /// What it was compared with, how, and what that found.
    pub check: Option<Check>,
    /// How many elements still hold the poison they began with.
    pub poisoned: usize,
    /// The file it was written to.
    pub written: Option<String>,
}

/// A comparison of an output.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// A file, or the kernel of the reference.
    pub against: String,
    /// What was allowed.
    pub tolerance: Tolerance,
    /// What was found.
    #[serde(flatten)]
    pub comparison: Comparison,
}

/// What a kernel wrote beside a buffer.
#[derive(Clone, Debug, Serialize)]
pub struct StrayWrite {
    /// The buffer's name.
    pub buffer: String,
    /// Where, and how much.
    #[serde(flatten)]
    pub stray: Stray,
}

/// Times of a kernel.
#[derive(Clone, Debug, Serialize)]
pub struct Time {
    /// In microseconds.
    pub median_us: f64,
    /// The least, in microseconds.
    pub min_us: f64,
    /// Below which 95 of 100 samples lie, in microseconds.
    pub p95_us: f64,
    /// Whether the L2 cache was overwritten before each sample.
    pub flushed_l2: bool,
    /// Launches in a sample.
    pub repeat: usize,
    /// 10⁹ bytes a second, by the median.
    pub gb_per_s: Option<f64>,
    /// 10¹² operations a second, by the median.
    pub tflop_per_s: Option<f64>,
    /// All of them, in the order in which they were taken.
    pub samples_us: Vec<f64>,
}

impl Time {
    /// The summary of samples in microseconds, at least one, taken as `plan` says.
    pub fn of(samples_us: Vec<f64>, plan: &Timing) -> Time {
        let median_us = median(&samples_us);
        // A microsecond is 10⁻⁶ s: units a microsecond are 10⁶ units a second.
        let rate = |units: Option<f64>, of: f64| units.map(|units| units / median_us * 1e6 / of);
        Time {
            median_us,
            min_us: quantile(&samples_us, 0.0),
            p95_us: quantile(&samples_us, 0.95),
            flushed_l2: plan.flush_l2,
            repeat: plan.repeat,
            gb_per_s: rate(plan.bytes, 1e9),
            tflop_per_s: rate(plan.flops, 1e12),
            samples_us,
        }
    }
}

impl Report {
    /// Whether every output that was compared is right, and no kernel wrote beside its buffers.
    pub fn is_right(&self) -> bool {
        self.runs.iter().all(|run| {
            let checks = || run.outputs.iter().filter_map(|output| output.check.as_ref());
            run.stray.is_empty() && checks().all(|check| check.comparison.wrong == 0)
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.gpu)?;
        for run in &self.runs {
            write!(f, "{run}")?;
        }
        if let Some(Ratio { ratio, low, high }) = self.ratio {
            writeln!(
                f,
                "second / first: {ratio:.4} of the median times, 95 % interval {low:.4} to {high:.4}"
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { grid, block, shared } = self.shape;
        let by = |sizes: [u32; 3]| sizes.map(|size| size.to_string()).join("x");
        let Resources { registers, static_shared, local } = self.resources;
        writeln!(
            f,
            "{}: {}, grid {}, block {}, {registers} registers, shared memory {static_shared} static and {shared} \
             dynamic bytes, local memory {local} bytes",
            self.module,
            self.kernel,
            by(grid),
            by(block)
        )?;
        for output in &self.outputs {
            write!(f, "{output}")?;
        }
        for StrayWrite { buffer, stray } in &self.stray {
            writeln!(
                f,
                "  {buffer}: WRONG: {} bytes beside the buffer were written, the first at byte {}",
                stray.bytes, stray.offset
            )?;
        }
        if let Some(time) = &self.time {
            writeln!(f, "  {time}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let buffer = &self.buffer;
        if let Some(Check { against, tolerance, comparison }) = &self.check {
            let error = Number::Float(comparison.largest_error);
            let Tolerance { absolute, relative } = tolerance;
            let allowed = format!("allowed {absolute} + {relative} x |expected|");
            match &comparison.worst {
                None => writeln!(
                    f,
                    "  {buffer}: right: {} elements against {against}, largest error {error} ({allowed})",
                    comparison.elements
                )?,
                Some(worst) => writeln!(
                    f,
                    "  {buffer}: WRONG: {} of {} elements against {against}, largest error {error} ({allowed}); \
                     worst at {}: got {}, expected {}",
                    comparison.wrong,
                    comparison.elements,
                    index_text(&worst.index),
                    worst.got,
                    worst.expected
                )?,
            }
        }
        if self.poisoned > 0 {
            writeln!(f, "  {buffer}: {} elements still hold the poison they began with", self.poisoned)?;
        }
        if let Some(file) = &self.written {
            writeln!(f, "  {buffer}: written to {file}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "time: median {:.2} us, min {:.2}, p95 {:.2}", self.median_us, self.min_us, self.p95_us)?;
        if let Some(rate) = self.gb_per_s {
            write!(f, "; {rate:.1} GB/s")?;
        }
        if let Some(rate) = self.tflop_per_s {
            write!(f, "; {rate:.2} TFLOP/s")?;
        }
        let cache = if self.flushed_l2 { "L2 flushed before each" } else { "L2 not flushed" };
        write!(f, " ({} samples", self.samples_us.len())?;
        if self.repeat > 1 {
            write!(f, " of {} launches", self.repeat)?;
        }
        write!(f, ", {cache})")
    }
}
