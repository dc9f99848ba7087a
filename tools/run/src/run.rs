//! From a job to a report.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::data::array::Array;
use crate::data::compare::{Tolerance, compare};
use crate::data::fill::{self, FillError, Init};
use crate::data::npy::{self, NpyError};
use crate::gpu::kernel::{self, Call, Kernel, Shape};
use crate::gpu::memory::Memory;
use crate::gpu::{Gpu, GpuError, timing};
use crate::image::{self, Image, ImageError};
use crate::job::description::{Buffer, Job, Launch, Timing};
use crate::job::parameters::{Parameter, parameters};
use crate::job::{self, JobError};
use crate::report::{Check, Output, Report, Run, StrayWrite, Time};
use crate::statistics::ratio_of_medians;

/// Why a job was not run.
#[derive(Debug, Error)]
pub enum RunError {
    /// Its description.
    #[error(transparent)]
    Job(#[from] JobError),
    /// No file of GPU code.
    #[error("{}: `launch.module` or the command line must name a file of PTX or a cubin", .0.display())]
    NoModule(PathBuf),
    /// The file of GPU code.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// What a buffer holds at first, or should hold.
    #[error("{}: buffer `{buffer}`: {error}", path.display())]
    Fill {
        /// The job.
        path: PathBuf,
        /// The buffer.
        buffer: String,
        /// Why not.
        error: FillError,
    },
    /// A file that cannot be written.
    #[error(transparent)]
    Npy(#[from] NpyError),
    /// The GPU.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The report as JSON.
    #[error("the report cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// A job with all that it names: what is left is the GPU's.
pub struct Prepared {
    job: Job,
    folder: PathBuf,
    image: Image,
    reference: Option<Image>,
    /// Of each buffer.
    initial: Vec<Array>,
    /// Of each output.
    expected: Vec<Option<Array>>,
}

/// Reads a job and the files it names, and makes what its buffers hold at first. Paths in the job are relative to its
/// folder; `module`, if given, stands for the job's.
///
/// # Errors
///
/// [`RunError`], but not of the GPU.
pub fn prepare(path: &Path, module: Option<&Path>) -> Result<Prepared, RunError> {
    let job = job::read(path)?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let named = |launch: &Launch| launch.module.as_ref().map(|file| folder.join(file));
    let module = module
        .map(Path::to_owned)
        .or_else(|| named(&job.launch))
        .ok_or_else(|| RunError::NoModule(path.to_owned()))?;
    let image = image::read(&module)?;
    let reference = match &job.reference {
        Some(launch) => Some(named(launch).map_or_else(|| Ok(image.clone()), |file| image::read(&file))?),
        None => None,
    };
    let failed =
        |buffer: &Buffer, error| RunError::Fill { path: path.to_owned(), buffer: buffer.name.clone(), error };
    let mut initial = Vec::new();
    for (seed, buffer) in (1..).zip(&job.buffers) {
        let array = buffer.init.fill(buffer.element, &buffer.shape, seed, &folder);
        initial.push(array.map_err(|error| failed(buffer, error))?);
    }
    let mut expected = Vec::new();
    for output in &job.outputs {
        let buffer = job.buffers.iter().find(|buffer| buffer.name == output.buffer);
        expected.push(match (&output.expect, buffer) {
            (Some(file), Some(buffer)) => {
                let file = folder.join(file);
                let read = npy::read(&file, buffer.element).map_err(FillError::from).and_then(|array| {
                    fill::same_shape(&array, &buffer.shape, &file)?;
                    Ok(array)
                });
                Some(read.map_err(|error| failed(buffer, error))?)
            }
            _ => None,
        });
    }
    Ok(Prepared { job, folder, image, reference, initial, expected })
}

impl Prepared {
    /// What was read, in a line.
    pub fn summary(&self) -> String {
        let bytes: usize = self.initial.iter().map(|array| array.bytes.len()).sum();
        format!(
            "{}: {} buffers, {bytes} bytes; {} outputs, {} of them with a file to compare with",
            self.image.path.display(),
            self.initial.len(),
            self.job.outputs.len(),
            self.expected.iter().flatten().count()
        )
    }

    fn upload(&self, gpu: &Gpu) -> Result<Vec<Memory>, GpuError> {
        let upload = |(place, (buffer, array)): (usize, (&Buffer, &Array))| {
            Memory::upload(gpu, &array.bytes, place, &format!("buffer `{}`", buffer.name))
        };
        self.job.buffers.iter().zip(&self.initial).enumerate().map(upload).collect()
    }

    /// What is launched, one after the other.
    fn steps(
        &self,
        gpu: &Gpu,
        image: &Image,
        launch: &Launch,
        memory: &[Memory],
    ) -> Result<Vec<Step>, GpuError> {
        let address = |place: usize| memory.get(place).map_or(0, Memory::address);
        let parameters = parameters(&launch.arguments, &self.job.buffers, address);
        let Some(name) = &launch.function else {
            let kernel = Kernel::load(gpu, image, launch.kernel.as_deref())?;
            return Ok(vec![Step { shape: shape_of(launch, &kernel), kernel, parameters }]);
        };
        let wrong = |error| GpuError::Function { function: name.clone(), error };
        let launches = kernel::function(gpu, image, name)?.with(&parameters).map_err(wrong)?;
        let step = |launch: crate::gpu::launches::Launch| {
            let kernel = Kernel::load(gpu, image, Some(&launch.kernel))?;
            let shape = Shape { grid: launch.grid, block: launch.block, shared: kernel.dynamic_shared() };
            Ok(Step { kernel, shape, parameters: launch.parameters })
        };
        launches.into_iter().map(step).collect()
    }

    /// What is in the buffers now, in their order, and what was written beside them.
    fn download(&self, gpu: &Gpu, memory: &[Memory]) -> Result<(Vec<Array>, Vec<StrayWrite>), GpuError> {
        let (mut arrays, mut stray) = (Vec::new(), Vec::new());
        for (buffer, memory) in self.job.buffers.iter().zip(memory) {
            let (bytes, beside) = memory.download(gpu)?;
            stray.extend(beside.map(|stray| StrayWrite { buffer: buffer.name.clone(), stray }));
            arrays.push(Array { element: buffer.element, shape: buffer.shape.clone(), bytes });
        }
        Ok((arrays, stray))
    }

    /// What the reference leaves in the buffers, and what it is called.
    fn run_reference(&self, gpu: &Gpu) -> Result<Option<(String, Vec<Array>)>, GpuError> {
        let (Some(launch), Some(image)) = (&self.job.reference, &self.reference) else { return Ok(None) };
        let memory = self.upload(gpu)?;
        let steps = self.steps(gpu, image, launch, &memory)?;
        kernel::run(gpu, &calls(&steps)?)?;
        let (arrays, _) = self.download(gpu, &memory)?;
        Ok(Some((format!("kernel `{}`", names(&steps)), arrays)))
    }

    /// Runs the kernel once and looks at what it wrote.
    fn check(&self, gpu: &Gpu, steps: &[Step], memory: &[Memory]) -> Result<Run, RunError> {
        kernel::run(gpu, &calls(steps)?)?;
        let (arrays, stray) = self.download(gpu, memory)?;
        let reference = self.run_reference(gpu)?;
        let mut outputs = Vec::new();
        for (output, expected) in self.job.outputs.iter().zip(&self.expected) {
            let buffers = self.job.buffers.iter().zip(&arrays).enumerate();
            // A verified job has a buffer for each output.
            let Some((place, (buffer, got))) =
                buffers.into_iter().find(|(_, (buffer, _))| buffer.name == output.buffer)
            else {
                continue;
            };
            let file = output.expect.as_ref().map(|file| file.display().to_string()).zip(expected.as_ref());
            let kernel =
                reference.as_ref().and_then(|(name, arrays)| Some((name.clone(), arrays.get(place)?)));
            let tolerance = Tolerance { absolute: output.abs, relative: output.rel };
            let check = file.or(kernel).map(|(against, expected)| Check {
                against,
                tolerance,
                comparison: compare(got, expected, tolerance),
            });
            let written = output.write.as_ref().map(|file| self.folder.join(file));
            if let Some(file) = &written {
                npy::write(file, got)?;
            }
            outputs.push(Output {
                buffer: buffer.name.clone(),
                check,
                poisoned: if buffer.init == Init::Poison { got.poisoned() } else { 0 },
                written: written.map(|file| file.display().to_string()),
            });
        }
        Ok(Run {
            module: self.image.path.display().to_string(),
            kernel: names(steps),
            shape: steps.first().map_or_else(Shape::default, |step| step.shape),
            resources: steps.first().map(|step| step.kernel.resources()).unwrap_or_default(),
            outputs,
            stray,
            time: None,
        })
    }
}

/// A kernel, and how it is launched.
struct Step {
    kernel: Kernel,
    shape: Shape,
    parameters: Vec<Parameter>,
}

fn calls(steps: &[Step]) -> Result<Vec<Call<'_>>, GpuError> {
    steps.iter().map(|step| step.kernel.call(step.shape, step.parameters.clone())).collect()
}

/// The kernels' names: those of several one behind the other.
fn names(steps: &[Step]) -> String {
    steps.iter().map(|step| step.kernel.name()).collect::<Vec<_>>().join(" + ")
}

fn shape_of(launch: &Launch, kernel: &Kernel) -> Shape {
    let sizes = |of: &[u32]| [0, 1, 2].map(|direction| of.get(direction).copied().unwrap_or(1));
    let shared = launch.shared.unwrap_or_else(|| kernel.dynamic_shared());
    Shape { grid: sizes(&launch.grid), block: sizes(&launch.block), shared }
}

/// Runs the jobs, each with memory of its own, and checks what they wrote. Then, where `timed` and the first job
/// says how, times them in turns; of two there is a ratio too.
///
/// # Errors
///
/// [`RunError::Gpu`], and files that cannot be written.
pub fn run(gpu: &Gpu, jobs: &[Prepared], timed: bool) -> Result<Report, RunError> {
    let memories = jobs.iter().map(|it| it.upload(gpu)).collect::<Result<Vec<_>, _>>()?;
    let steps = jobs
        .iter()
        .zip(&memories)
        .map(|(it, memory)| it.steps(gpu, &it.image, &it.job.launch, memory))
        .collect::<Result<Vec<_>, _>>()?;
    let parts = || jobs.iter().zip(&steps).zip(&memories);
    let mut runs =
        parts().map(|((it, steps), memory)| it.check(gpu, steps, memory)).collect::<Result<Vec<_>, _>>()?;
    let comparing = jobs.len() > 1;
    let plan = jobs.first().and_then(|it| it.job.timing.clone());
    let plan = plan.or_else(|| comparing.then(Timing::default)).filter(|_| timed);
    let mut ratio = None;
    if let Some(plan) = plan {
        let calls = steps.iter().map(|steps| calls(steps)).collect::<Result<Vec<_>, _>>()?;
        let samples = timing::times(gpu, &calls, &plan)?;
        if let [first, second] = samples.as_slice() {
            ratio = Some(ratio_of_medians(second, first));
        }
        for ((run, samples), it) in runs.iter_mut().zip(samples).zip(jobs) {
            // What a launch moves and computes is each job's own.
            let own = it.job.timing.as_ref().unwrap_or(&plan);
            let plan = Timing { bytes: own.bytes, flops: own.flops, ..plan.clone() };
            run.time = Some(Time::of(samples, &plan));
        }
    }
    Ok(Report { gpu: gpu.name().to_owned(), runs, ratio })
}
