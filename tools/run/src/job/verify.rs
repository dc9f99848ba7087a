//! Whether a job makes sense, as far as that is seen without a GPU and without the files it names.

use std::collections::HashSet;

use super::Fault;
use super::description::{Argument, Buffer, Job, Launch, Memref, Output, Timing};
use super::locate::Step::{self, Field, Index};

/// What is wrong, and where.
pub struct Wrong {
    /// Of the field.
    pub place: Vec<Step>,
    /// What.
    pub fault: Fault,
}

impl Fault {
    fn at(self, place: &[Step]) -> Wrong {
        Wrong { place: place.to_vec(), fault: self }
    }
}

/// Adds the steps before.
fn within<T>(result: Result<T, Wrong>, before: &[Step]) -> Result<T, Wrong> {
    result.map_err(|wrong| Wrong { place: [before, &wrong.place].concat(), fault: wrong.fault })
}

/// The first thing that is wrong.
pub fn verify(job: &Job) -> Result<(), Wrong> {
    let mut names = HashSet::new();
    for (position, it) in job.buffers.iter().enumerate() {
        let place = [Field("buffers"), Index(position)];
        if !names.insert(&it.name) {
            let place = [Field("buffers"), Index(position), Field("name")];
            return Err(Fault::Twice(it.name.clone()).at(&place));
        }
        within(buffer(it), &place)?;
    }
    within(launch(&job.launch, &job.buffers), &[Field("launch")])?;
    if let Some(reference) = &job.reference {
        within(launch(reference, &job.buffers), &[Field("reference")])?;
    }
    let mut seen = HashSet::new();
    for (position, it) in job.outputs.iter().enumerate() {
        let place = [Field("outputs"), Index(position)];
        within(output(it, job), &place)?;
        if !seen.insert(&it.buffer) {
            let place = [Field("outputs"), Index(position), Field("buffer")];
            return Err(Fault::Twice(it.buffer.clone()).at(&place));
        }
    }
    match &job.timing {
        Some(it) => within(timing(it), &[Field("timing")]),
        None => Ok(()),
    }
}

/// Most bytes of a buffer.
const MOST: usize = 1 << 36;

fn buffer(buffer: &Buffer) -> Result<(), Wrong> {
    let bytes =
        buffer.shape.iter().try_fold(buffer.element.size(), |bytes, &extent| bytes.checked_mul(extent));
    if bytes.is_none_or(|bytes| bytes > MOST) {
        return Err(Fault::TooLarge.at(&[Field("shape")]));
    }
    buffer.init.verify(buffer.element).map_err(|error| Fault::from(error).at(&[Field("init")]))
}

fn launch(launch: &Launch, buffers: &[Buffer]) -> Result<(), Wrong> {
    let stated = [
        ("kernel", launch.kernel.is_some()),
        ("grid", !launch.grid.is_empty()),
        ("block", !launch.block.is_empty()),
        ("shared", launch.shared.is_some()),
    ];
    if launch.function.is_some()
        && let Some((name, _)) = stated.into_iter().find(|(_, stated)| *stated)
    {
        return Err(Fault::OfFunction.at(&[Field(name)]));
    }
    let sizes = [("grid", &launch.grid), ("block", &launch.block)];
    for (name, sizes) in sizes.into_iter().filter(|_| launch.function.is_none()) {
        if !(1..=3).contains(&sizes.len()) || sizes.contains(&0) {
            return Err(Fault::Dimensions.at(&[Field(name)]));
        }
    }
    for (position, argument) in launch.arguments.iter().enumerate() {
        let place = [Field("arguments"), Index(position)];
        let result = match argument {
            Argument::Pointer(name) => {
                find(name, buffers).map(drop).map_err(|fault| fault.at(&[Field("pointer")]))
            }
            Argument::Memref(it) => within(memref(it, buffers), &[Field("memref")]),
            _ => Ok(()),
        };
        within(result, &place)?;
    }
    Ok(())
}

fn find<'a>(name: &str, buffers: &'a [Buffer]) -> Result<&'a Buffer, Fault> {
    buffers.iter().find(|buffer| buffer.name == name).ok_or_else(|| {
        let known: Vec<String> = buffers.iter().map(|buffer| format!("`{}`", buffer.name)).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        Fault::UnknownBuffer { name: name.to_owned(), known }
    })
}

fn memref(memref: &Memref, buffers: &[Buffer]) -> Result<(), Wrong> {
    let buffer = find(&memref.buffer, buffers).map_err(|fault| fault.at(&[Field("buffer")]))?;
    if memref.strides.is_some() && memref.sizes.is_none() {
        return Err(Fault::StridesAlone.at(&[Field("strides")]));
    }
    let (sizes, strides) = memref.sizes_and_strides(buffer);
    if sizes.len() != strides.len() {
        return Err(Fault::Rank { sizes: sizes.len(), strides: strides.len() }.at(&[Field("strides")]));
    }
    let numbers = || {
        let sizes = sizes.iter().map(|&size| i128::from(size));
        sizes.chain(strides.iter().map(|&stride| stride.into())).chain([memref.offset.into()])
    };
    let holds = match memref.index {
        32 => numbers().all(|number| i32::try_from(number).is_ok()),
        64 => numbers().all(|number| i64::try_from(number).is_ok()),
        _ => false,
    };
    if !holds {
        return Err(Fault::Index.at(&[Field("index")]));
    }
    // Sizes and strides below 2⁶³ each, a few of them: no sum leaves 128 bits.
    let (mut low, mut high) = (i128::from(memref.offset), i128::from(memref.offset));
    for (&size, &stride) in sizes.iter().zip(&strides) {
        let reach = (i128::from(size) - 1) * i128::from(stride);
        low += reach.min(0);
        high += reach.max(0);
    }
    let length = buffer.length();
    let inside = low >= 0 && usize::try_from(high).is_ok_and(|high| high < length);
    if inside || sizes.contains(&0) {
        return Ok(());
    }
    Err(Fault::Outside { buffer: buffer.name.clone(), low, high, length }.at(&[]))
}

fn output(output: &Output, job: &Job) -> Result<(), Wrong> {
    find(&output.buffer, &job.buffers).map_err(|fault| fault.at(&[Field("buffer")]))?;
    for (name, tolerance) in [("abs", output.abs), ("rel", output.rel)] {
        if !(tolerance.is_finite() && tolerance >= 0.0) {
            return Err(Fault::Tolerance.at(&[Field(name)]));
        }
    }
    if output.expect.is_none() && output.write.is_none() && job.reference.is_none() {
        return Err(Fault::Idle.at(&[]));
    }
    Ok(())
}

fn timing(timing: &Timing) -> Result<(), Wrong> {
    for (name, number) in [("samples", timing.samples), ("repeat", timing.repeat)] {
        if number == 0 {
            return Err(Fault::Zero.at(&[Field(name)]));
        }
    }
    if timing.flush_l2 && timing.repeat > 1 {
        return Err(Fault::FlushedRepeats.at(&[Field("repeat")]));
    }
    Ok(())
}
