//! Kernels and their launches.

use std::rc::Rc;

use cudarc::driver::sys::CUdevice_attribute as Device;
use cudarc::driver::sys::CUfunction_attribute as Attribute;
use serde::Serialize;

use super::driver::{Function, Module};
use super::launches::{self, Launches};
use super::limits::Limits;
use super::tensor_maps::{self, TensorMap};
use super::{Gpu, GpuError, driver, while_doing};
use crate::image::Image;
use crate::job::parameters::Parameter;

/// Blocks, threads and shared memory of a launch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Shape {
    /// Blocks in x, y and z.
    pub grid: [u32; 3],
    /// Threads in x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
}

/// What a kernel takes.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Resources {
    /// Registers of a thread.
    pub registers: u32,
    /// Bytes of static shared memory of a block.
    pub static_shared: u32,
    /// Bytes of local memory of a thread: spilled registers, arrays.
    pub local: u32,
}

/// A kernel that is loaded.
pub struct Kernel {
    function: Function,
    name: String,
    limits: Limits,
    resources: Resources,
    /// What it takes beside its arguments.
    maps: Vec<TensorMap>,
}

impl Kernel {
    /// The kernel of this name, or the only one there is.
    ///
    /// # Errors
    ///
    /// The image is not of this GPU or does not compile, with the compiler's log, or there is no such kernel.
    pub fn load(gpu: &Gpu, image: &Image, name: Option<&str>) -> Result<Kernel, GpuError> {
        let module = Rc::new(load(gpu, image)?);
        let asking = || while_doing("asking the module for its kernels");
        let kernels = module.kernels().map_err(asking())?;
        let name = choose(&kernels, name, image)?;
        let function = module.function(&name).map_err(asking())?;
        let attribute = |attribute| {
            function.attribute(attribute).map(|value| u32::try_from(value).unwrap_or(0)).map_err(asking())
        };
        let static_shared = attribute(Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?;
        let limits = Limits {
            grid: [
                gpu.attribute(Device::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X)?,
                gpu.attribute(Device::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y)?,
                gpu.attribute(Device::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)?,
            ],
            block: [
                gpu.attribute(Device::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X)?,
                gpu.attribute(Device::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y)?,
                gpu.attribute(Device::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)?,
            ],
            threads: attribute(Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            shared: gpu.attribute(Device::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
            static_shared,
            dynamic: image.dynamic_shared(&name),
        };
        let resources = Resources {
            registers: attribute(Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS)?,
            static_shared,
            local: attribute(Attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)?,
        };
        let maps = match module.variable(&format!("{name}_tensor_maps")).map_err(asking())? {
            None => Vec::new(),
            Some(text) => tensor_maps::read(&text).map_err(|error| GpuError::TensorMap {
                kernel: name.clone(),
                number: 0,
                error,
            })?,
        };
        Ok(Kernel { function, name, limits, resources, maps })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Bytes of shared memory that a launch must give it, as far as its module says so.
    pub fn dynamic_shared(&self) -> u32 {
        self.limits.dynamic
    }

    /// What it takes.
    pub fn resources(&self) -> Resources {
        self.resources
    }

    /// A launch of it, which can be made any number of times.
    ///
    /// # Errors
    ///
    /// The parameters are not its own, or the launch is beyond what the GPU can do.
    pub fn call(&self, shape: Shape, mut parameters: Vec<Parameter>) -> Result<Call<'_>, GpuError> {
        let kernel = || self.name.clone();
        for (number, map) in self.maps.iter().enumerate() {
            let encoded = map.of(&parameters);
            let encoded = encoded.map_err(|error| GpuError::TensorMap { kernel: kernel(), number, error })?;
            let bytes = driver::encode(&encoded)
                .map_err(while_doing(format!("making the tensor map {encoded:?}")))?;
            let parameter = Parameter { label: format!("tensor map {number}"), bytes };
            parameters.insert(map.parameter.min(parameters.len()), parameter);
        }
        if parameters.len() != self.function.parameters().len() {
            let labels: Vec<&str> = parameters.iter().map(|parameter| parameter.label.as_str()).collect();
            return Err(GpuError::ParameterCount {
                kernel: kernel(),
                expected: self.function.parameters().len(),
                found: parameters.len(),
                labels: if labels.is_empty() { "none".to_owned() } else { labels.join("; ") },
            });
        }
        for (number, (parameter, &expected)) in parameters.iter().zip(self.function.parameters()).enumerate()
        {
            let found = parameter.bytes.len();
            if found != expected {
                let label = parameter.label.clone();
                return Err(GpuError::ParameterSize { kernel: kernel(), number, expected, found, label });
            }
        }
        self.limits
            .verify(shape.grid, shape.block, shape.shared)
            .map_err(|error| GpuError::Limit { kernel: kernel(), error })?;
        // At most what the GPU has, so it is positive.
        let shared = i32::try_from(shape.shared).unwrap_or(i32::MAX);
        self.function.allow_shared(shared).map_err(while_doing("reserving shared memory"))?;
        Ok(Call {
            kernel: self,
            shape,
            parameters: parameters.into_iter().map(|parameter| parameter.bytes).collect(),
        })
    }
}

/// What a function of the host launches, as the image says.
///
/// # Errors
///
/// The image is not of this GPU or does not compile, or it says nothing of the function.
pub fn function(gpu: &Gpu, image: &Image, name: &str) -> Result<Launches, GpuError> {
    let module = load(gpu, image)?;
    let text = module.variable(&format!("{name}_launches")).map_err(while_doing("asking the module"))?;
    let missing = || GpuError::NoFunction { path: image.path.clone(), function: name.to_owned() };
    let wrong = |error| GpuError::Function { function: name.to_owned(), error };
    launches::read(&text.ok_or_else(missing)?).map_err(wrong)
}

fn load(gpu: &Gpu, image: &Image) -> Result<Module, GpuError> {
    Module::load(&gpu.context, &image.bytes).map_err(|(error, log)| GpuError::Load {
        path: image.path.clone(),
        gpu: gpu.name().to_owned(),
        error: driver::text_of(error),
        log,
    })
}

/// The kernel of this name, or the only one.
fn choose(kernels: &[String], name: Option<&str>, image: &Image) -> Result<String, GpuError> {
    let listed = || match kernels {
        [] => "none".to_owned(),
        _ => kernels.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
    };
    match (name, kernels) {
        (Some(name), _) if kernels.iter().any(|kernel| kernel == name) => Ok(name.to_owned()),
        (Some(name), _) => {
            Err(GpuError::NoKernel { path: image.path.clone(), name: name.to_owned(), known: listed() })
        }
        (None, [only]) => Ok(only.clone()),
        (None, _) => Err(GpuError::WhichKernel { path: image.path.clone(), known: listed() }),
    }
}

/// A kernel with its parameters, whose number and sizes are the kernel's.
pub struct Call<'a> {
    kernel: &'a Kernel,
    shape: Shape,
    parameters: Vec<Vec<u8>>,
}

impl Call<'_> {
    /// The kernel's name.
    pub fn name(&self) -> &str {
        &self.kernel.name
    }

    /// Puts a launch into the GPU's stream.
    ///
    /// # Errors
    ///
    /// The driver refuses it, or a launch before it failed.
    pub fn enqueue(&self, gpu: &Gpu) -> Result<(), GpuError> {
        let Shape { grid, block, shared } = self.shape;
        let launch = || format!("launching `{}`, grid {grid:?}, block {block:?}", self.kernel.name);
        self.kernel
            .function
            .launch(&gpu.stream, grid, block, shared, &self.parameters)
            .map_err(|error| while_doing(launch())(error))
    }
}

/// Launches one after the other, once, and waits for their end.
///
/// # Errors
///
/// As [`Call::enqueue`], and where a kernel fails, as at an address that is no memory.
pub fn run(gpu: &Gpu, calls: &[Call<'_>]) -> Result<(), GpuError> {
    for call in calls {
        call.enqueue(gpu)?;
        gpu.synchronize(&format!("kernel `{}` failed", call.kernel.name))?;
    }
    Ok(())
}
