//! Times of launches, by the GPU's own clock.

use std::time::{Duration, Instant};

use cudarc::driver::sys::CUstreamCaptureMode;
use cudarc::driver::sys::{CUdevice_attribute as Device, CUevent_flags, CUgraphInstantiate_flags};
use cudarc::driver::{CudaEvent, CudaGraph, CudaSlice};

use super::kernel::Call;
use super::{Gpu, GpuError, driver, while_doing};
use crate::job::description::Timing;

/// The least number of bytes that are overwritten to flush the L2 cache, which is what Triton's `do_bench` does.
const FLUSHED: usize = 256 << 20;

/// The least time for which launches that are not timed go on, which is what Triton's `do_bench` gives: clocks of a GPU
/// that had nothing to do are low, and short kernels are over before they are not.
const WARM: Duration = Duration::from_millis(25);

/// The times of launches in microseconds, for each list of calls as many as `plan` has samples.
///
/// The lists take turns, and each sample begins with the next, so that all see the same clock rates. Samples are put
/// into the stream without waiting: while the GPU overwrites the cache, the host is ahead, and its time is
/// not in the sample. Launches of one sample are a graph, for the same reason.
///
/// # Errors
///
/// The driver's, those of a kernel that fails, or there is no memory for the flush.
pub fn times(gpu: &Gpu, jobs: &[Vec<Call<'_>>], plan: &Timing) -> Result<Vec<Vec<f64>>, GpuError> {
    let failed = || while_doing("timing");
    let launches: Vec<Launches<'_>> =
        jobs.iter().map(|calls| Launches::new(gpu, calls, plan.repeat)).collect::<Result<_, _>>()?;
    let mut flush = plan.flush_l2.then(|| Flush::new(gpu)).transpose()?;
    let names: Vec<&str> = jobs.iter().flatten().map(Call::name).collect();
    let doing = format!("timing `{}`", names.join("` and `"));
    let begin = Instant::now();
    while plan.warmup > 0 && begin.elapsed() < WARM {
        for call in (0..plan.warmup).flat_map(|_| jobs.iter().flatten()) {
            call.enqueue(gpu)?;
        }
        gpu.synchronize(&doing)?;
    }
    let mut events: Vec<Vec<(CudaEvent, CudaEvent)>> = jobs.iter().map(|_| Vec::new()).collect();
    for sample in 0..plan.samples {
        for turn in 0..jobs.len() {
            let which = (sample + turn) % jobs.len();
            if let Some(flush) = &mut flush {
                flush.enqueue(gpu)?;
            }
            let begin = event(gpu)?;
            let end = event(gpu)?;
            begin.record(&gpu.stream).map_err(failed())?;
            launches[which].enqueue(gpu)?;
            end.record(&gpu.stream).map_err(failed())?;
            events[which].push((begin, end));
        }
    }
    gpu.synchronize(&doing)?;
    let microseconds = |(begin, end): &(CudaEvent, CudaEvent)| {
        let milliseconds = begin.elapsed_ms(end).map_err(failed())?;
        Ok(f64::from(milliseconds) * 1000.0 / plan.repeat as f64)
    };
    events.iter().map(|events| events.iter().map(microseconds).collect()).collect()
}

fn event(gpu: &Gpu) -> Result<CudaEvent, GpuError> {
    gpu.context.new_event(Some(CUevent_flags::CU_EVENT_DEFAULT)).map_err(while_doing("timing"))
}

/// The launches of a sample.
enum Launches<'a> {
    Once(&'a [Call<'a>]),
    Graph(CudaGraph),
}

impl<'a> Launches<'a> {
    fn new(gpu: &Gpu, calls: &'a [Call<'a>], repeat: usize) -> Result<Launches<'a>, GpuError> {
        if repeat == 1 {
            return Ok(Launches::Once(calls));
        }
        let capturing = || while_doing("making a graph of launches");
        gpu.stream
            .begin_capture(CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL)
            .map_err(capturing())?;
        let enqueued: Result<(), GpuError> =
            (0..repeat).flat_map(|_| calls).try_for_each(|call| call.enqueue(gpu));
        // A capture is ended whatever came of it.
        let graph = gpu.stream.end_capture(CUgraphInstantiate_flags(0)).map_err(capturing());
        enqueued?;
        let graph = graph?.ok_or_else(|| GpuError::Driver {
            doing: "making a graph of launches".to_owned(),
            error: "the driver gave none".to_owned(),
        })?;
        Ok(Launches::Graph(graph))
    }

    fn enqueue(&self, gpu: &Gpu) -> Result<(), GpuError> {
        match self {
            Launches::Once(calls) => calls.iter().try_for_each(|call| call.enqueue(gpu)),
            Launches::Graph(graph) => graph.launch().map_err(while_doing("launching a graph")),
        }
    }
}

/// Memory larger than the L2 cache, to be overwritten.
struct Flush {
    memory: CudaSlice<u8>,
}

impl Flush {
    fn new(gpu: &Gpu) -> Result<Flush, GpuError> {
        let cache = gpu.attribute(Device::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)? as usize;
        let bytes = FLUSHED.max(2 * cache);
        let memory = gpu.stream.alloc_zeros(bytes).map_err(|error| GpuError::Memory {
            what: "flushing the L2 cache".to_owned(),
            bytes,
            error: driver::text_of(error),
        })?;
        Ok(Flush { memory })
    }

    fn enqueue(&mut self, gpu: &Gpu) -> Result<(), GpuError> {
        gpu.stream.memset_zeros(&mut self.memory).map_err(while_doing("flushing the L2 cache"))
    }
}
