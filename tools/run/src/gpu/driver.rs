//! What the safe part of the binding lacks: modules with the compiler's log, their kernels, launches.
//!
//! All that is unsafe is here: calls of the CUDA driver, a C library that is opened at run time.

#![allow(unsafe_code, reason = "the CUDA driver is a C library, and this file the boundary to it")]

use std::ffi::{CStr, c_void};
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaStream, DriverError, result, sys};
use serde::Deserialize;

/// Whether the driver's library is installed. Every other call of the driver panics where it is not.
pub fn is_installed() -> bool {
    // SAFETY: opens a library of the system's, whose initialization is the vendor's concern.
    unsafe { sys::is_culib_present() }
}

/// The newest CUDA version that the driver supports: 12040 is 12.4. Precondition: it is installed.
pub fn version() -> Result<i32, DriverError> {
    let mut version = 0;
    // SAFETY: the pointer is to an integer that lives.
    unsafe { sys::cuDriverGetVersion(&mut version) }.result()?;
    Ok(version)
}

/// An error's name and meaning, in the driver's words.
pub fn text_of(error: DriverError) -> String {
    let words = |text: Result<&CStr, DriverError>| text.map(|text| text.to_string_lossy().into_owned());
    match (words(error.error_name()), words(error.error_string())) {
        (Ok(name), Ok(meaning)) => format!("{name}: {meaning}"),
        _ => format!("CUDA error {}", error.0 as u32),
    }
}

/// Code on the GPU. It is unloaded when dropped.
pub struct Module {
    raw: sys::CUmodule,
    context: Arc<CudaContext>,
}

impl Module {
    /// Loads PTX, a cubin or a fatbin; PTX must end with a zero byte. The second of an error is what the
    /// driver's compiler wrote.
    pub fn load(context: &Arc<CudaContext>, image: &[u8]) -> Result<Module, (DriverError, String)> {
        let mut log = vec![0u8; 1 << 16];
        let mut raw = ptr::null_mut();
        let mut options = [
            sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER,
            sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        ];
        // The driver takes the size itself in the place of a pointer.
        let mut values = [log.as_mut_ptr().cast::<c_void>(), ptr::without_provenance_mut(log.len())];
        let loaded = context.bind_to_thread().and_then(|()| {
            // SAFETY: `image` is a whole ELF file or fatbin, or ends with a zero byte; there are two options with
            // two values; the log is as long as said, and lives.
            unsafe {
                sys::cuModuleLoadDataEx(
                    &mut raw,
                    image.as_ptr().cast(),
                    2,
                    options.as_mut_ptr(),
                    values.as_mut_ptr(),
                )
            }
            .result()
        });
        let text = |log: &[u8]| {
            let written = log.split(|&byte| byte == 0).next().unwrap_or_default();
            String::from_utf8_lossy(written).trim().to_owned()
        };
        loaded.map(|()| Module { raw, context: Arc::clone(context) }).map_err(|error| (error, text(&log)))
    }

    /// The names of its kernels, sorted.
    pub fn kernels(&self) -> Result<Vec<String>, DriverError> {
        self.context.bind_to_thread()?;
        let mut count = 0;
        // SAFETY: the module is loaded.
        unsafe { sys::cuModuleGetFunctionCount(&mut count, self.raw) }.result()?;
        let mut functions = vec![ptr::null_mut(); count as usize];
        // SAFETY: there is room for `count` functions.
        unsafe { sys::cuModuleEnumerateFunctions(functions.as_mut_ptr(), count, self.raw) }.result()?;
        let mut names = Vec::new();
        for function in functions {
            let mut name = ptr::null();
            // SAFETY: the function is of this module; its name lives as long as the module.
            unsafe { sys::cuFuncGetName(&mut name, function) }.result()?;
            // SAFETY: the driver succeeded, and gave a text that ends with a zero byte.
            names.push(unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    /// The bytes of a variable; `None` if there is none of the name.
    pub fn variable(&self, name: &str) -> Result<Option<Vec<u8>>, DriverError> {
        self.context.bind_to_thread()?;
        let Ok(name) = std::ffi::CString::new(name) else { return Ok(None) };
        // SAFETY: the module is loaded.
        let (address, length) = match unsafe { result::module::get_global(self.raw, name) } {
            Err(DriverError(sys::CUresult::CUDA_ERROR_NOT_FOUND)) => return Ok(None),
            found => found?,
        };
        let mut bytes = vec![0u8; length];
        // SAFETY: the variable has as many bytes, and lives as long as the module.
        unsafe { result::memcpy_dtoh_sync(&mut bytes, address) }?;
        Ok(Some(bytes))
    }

    /// The kernel of a name that the module has.
    pub fn function(self: &Rc<Module>, name: &str) -> Result<Function, DriverError> {
        self.context.bind_to_thread()?;
        let invalid = |_| DriverError(sys::CUresult::CUDA_ERROR_INVALID_VALUE);
        let name = std::ffi::CString::new(name).map_err(invalid)?;
        // SAFETY: the module is loaded.
        let raw = unsafe { result::module::get_function(self.raw, name) }?;
        Ok(Function { raw, parameters: parameters(raw)?, module: Rc::clone(self) })
    }
}

/// A type of elements that the engine computes with.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "each is the type that it is named after")]
pub enum Combined {
    F16,
    Bf16,
    F32,
    I32,
    U32,
    I64,
    U64,
}

impl Combined {
    /// Its bits.
    pub fn bits(self) -> u64 {
        match self {
            Self::F16 | Self::Bf16 => 16,
            Self::F32 | Self::I32 | Self::U32 => 32,
            Self::I64 | Self::U64 => 64,
        }
    }
}

/// What a tensor map is made of; the first dimension is that whose elements lie together.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoded {
    /// Bytes of an element: 1, 2, 4 or 8.
    pub element: u64,
    /// What they are, if they are combined with others.
    pub combined: Option<Combined>,
    /// Where the first element is.
    pub address: u64,
    /// Elements along each dimension.
    pub sizes: Vec<u64>,
    /// Bytes from one element to the next, of all dimensions but the first.
    pub strides: Vec<u64>,
    /// Elements of a box along each dimension; channels and pixels of a map of im2col.
    pub extents: Vec<u32>,
    /// Bytes of the swizzle's rows: 0, 32, 64 or 128.
    pub swizzle: u32,
    /// What a map of im2col has beside these.
    pub images: Option<Images>,
}

/// How images are gone through, by dimension of an image, from the one whose pixels are next to each other on.
#[derive(Clone, Debug, PartialEq)]
pub struct Images {
    /// The traversal strides.
    pub steps: Vec<u32>,
    /// The upper corner of the bounding box, whose lower one is 0.
    pub upper: Vec<i32>,
}

/// The tensor map, as a kernel gets it. What is no map the driver refuses.
pub fn encode(map: &Encoded) -> Result<Vec<u8>, DriverError> {
    use sys::{CUtensorMapDataType_enum as Type, CUtensorMapSwizzle_enum as Swizzle};
    let invalid = DriverError(sys::CUresult::CUDA_ERROR_INVALID_VALUE);
    let rank = map.sizes.len();
    let extents = if map.images.is_some() { 2 } else { rank };
    if !(1..=5).contains(&rank) || map.strides.len() + 1 != rank || map.extents.len() != extents {
        return Err(invalid);
    }
    if map.images.as_ref().is_some_and(|of| of.steps.len() + 2 != rank || of.upper.len() + 2 != rank) {
        return Err(invalid);
    }
    // (What is copied is bits, whatever they mean.)
    let element = match (map.combined, map.element) {
        (Some(Combined::F16), _) => Type::CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
        (Some(Combined::Bf16), _) => Type::CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
        (Some(Combined::F32), _) => Type::CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
        (Some(Combined::I32), _) => Type::CU_TENSOR_MAP_DATA_TYPE_INT32,
        (Some(Combined::I64), _) => Type::CU_TENSOR_MAP_DATA_TYPE_INT64,
        (_, 1) => Type::CU_TENSOR_MAP_DATA_TYPE_UINT8,
        (_, 2) => Type::CU_TENSOR_MAP_DATA_TYPE_UINT16,
        (_, 4) => Type::CU_TENSOR_MAP_DATA_TYPE_UINT32,
        (_, 8) => Type::CU_TENSOR_MAP_DATA_TYPE_UINT64,
        _ => return Err(invalid),
    };
    let swizzle = match map.swizzle {
        0 => Swizzle::CU_TENSOR_MAP_SWIZZLE_NONE,
        32 => Swizzle::CU_TENSOR_MAP_SWIZZLE_32B,
        64 => Swizzle::CU_TENSOR_MAP_SWIZZLE_64B,
        128 => Swizzle::CU_TENSOR_MAP_SWIZZLE_128B,
        _ => return Err(invalid),
    };
    let mut raw = sys::CUtensorMap { opaque: [0; 16] };
    let strides = if rank == 1 { vec![0] } else { map.strides.clone() };
    // What is read of memory for a box is next to what the next one along a row is read for, where rows begin at multiples of it: products
    // whose time is that of reading a matrix took 4 % less on an H100. Elsewhere they took up to 15 % longer.
    let promotion = if strides.iter().all(|stride| stride % 256 == 0) {
        sys::CUtensorMapL2promotion_enum::CU_TENSOR_MAP_L2_PROMOTION_L2_256B
    } else {
        sys::CUtensorMapL2promotion_enum::CU_TENSOR_MAP_L2_PROMOTION_L2_128B
    };
    let address = ptr::without_provenance_mut(map.address as usize);
    let interleave = sys::CUtensorMapInterleave_enum::CU_TENSOR_MAP_INTERLEAVE_NONE;
    let fill = sys::CUtensorMapFloatOOBfill_enum::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
    let (sizes, strides) = (map.sizes.as_ptr(), strides.as_ptr());
    let result = if let Some(images) = &map.images {
        let lower = vec![0; images.upper.len()];
        let steps = [&[1], &images.steps[..], &[1]].concat();
        // SAFETY: the arrays have an entry for each dimension, the strides one less, the corners two; the address is not
        // followed.
        unsafe {
            sys::cuTensorMapEncodeIm2col(
                &mut raw,
                element,
                rank as u32,
                address,
                sizes,
                strides,
                lower.as_ptr(),
                images.upper.as_ptr(),
                map.extents[0],
                map.extents[1],
                steps.as_ptr(),
                interleave,
                swizzle,
                promotion,
                fill,
            )
        }
    } else {
        let (extents, steps) = (map.extents.as_ptr(), [1u32; 5]);
        // SAFETY: the arrays have an entry for each dimension, the strides one less; the address is not followed.
        unsafe {
            sys::cuTensorMapEncodeTiled(
                &mut raw,
                element,
                rank as u32,
                address,
                sizes,
                strides,
                extents,
                steps.as_ptr(),
                interleave,
                swizzle,
                promotion,
                fill,
            )
        }
    };
    result.result()?;
    Ok(raw.opaque.iter().flat_map(|word| word.to_le_bytes()).collect())
}

/// The sizes of a kernel's parameters in bytes. Precondition: its module is loaded, in the thread's context.
fn parameters(function: sys::CUfunction) -> Result<Vec<usize>, DriverError> {
    let mut sizes = Vec::new();
    loop {
        let (mut offset, mut size) = (0, 0);
        // SAFETY: the function's module is loaded; the pointers are to integers that live.
        match unsafe { sys::cuFuncGetParamInfo(function, sizes.len(), &mut offset, &mut size) } {
            sys::CUresult::CUDA_SUCCESS => sizes.push(size),
            // There is no parameter of this number.
            sys::CUresult::CUDA_ERROR_INVALID_VALUE => return Ok(sizes),
            error => return Err(DriverError(error)),
        }
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        if self.context.bind_to_thread().is_ok() {
            // SAFETY: it was loaded and not unloaded, and functions keep it alive. Where a kernel has failed, so
            // does this, and nothing is lost: the program ends.
            let _ = unsafe { result::module::unload(self.raw) };
        }
    }
}

/// A kernel. Its module lives as long as it does.
pub struct Function {
    raw: sys::CUfunction,
    parameters: Vec<usize>,
    module: Rc<Module>,
}

impl Function {
    /// The sizes of its parameters in bytes.
    pub fn parameters(&self) -> &[usize] {
        &self.parameters
    }

    /// One of its properties.
    pub fn attribute(&self, attribute: sys::CUfunction_attribute) -> Result<i32, DriverError> {
        self.module.context.bind_to_thread()?;
        // SAFETY: the function's module is loaded.
        unsafe { result::function::get_function_attribute(self.raw, attribute) }
    }

    /// Lets it have so many bytes of dynamic shared memory.
    pub fn allow_shared(&self, bytes: i32) -> Result<(), DriverError> {
        let attribute = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        self.module.context.bind_to_thread()?;
        // SAFETY: the function's module is loaded.
        unsafe { result::function::set_function_attribute(self.raw, attribute, bytes) }
    }

    /// Puts a launch into the stream. Parameters that are not as many and as large as the kernel's are an error.
    pub fn launch(
        &self,
        stream: &CudaStream,
        grid: [u32; 3],
        block: [u32; 3],
        shared: u32,
        parameters: &[Vec<u8>],
    ) -> Result<(), DriverError> {
        self.module.context.bind_to_thread()?;
        if !parameters.iter().map(Vec::len).eq(self.parameters.iter().copied()) {
            return Err(DriverError(sys::CUresult::CUDA_ERROR_INVALID_VALUE));
        }
        let mut pointers: Vec<*mut c_void> =
            parameters.iter().map(|bytes| bytes.as_ptr().cast_mut().cast()).collect();
        // SAFETY: the module is loaded, and the driver reads as many bytes of each parameter as there are, before
        // it returns. What the kernel does to memory, it does to the GPU's.
        unsafe {
            result::launch_kernel(
                self.raw,
                grid.into(),
                block.into(),
                shared,
                stream.cu_stream(),
                &mut pointers,
            )
        }
    }
}
