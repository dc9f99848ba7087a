//! Buffers on the GPU, with guards: memory before and behind, in which nobody has to write.

use cudarc::driver::{CudaSlice, DevicePtr};
use serde::Serialize;

use super::{Gpu, GpuError, driver, while_doing};

/// Bytes of a guard: a multiple of every alignment that an access of the GPU has.
const GUARD: usize = 4096;
/// What a guard holds.
const MARK: u8 = 0xa5;

/// A buffer on the GPU.
pub struct Memory {
    slice: CudaSlice<u8>,
    length: usize,
    address: u64,
}

/// Bytes of a guard that a kernel wrote.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stray {
    /// The first of them, in bytes from the beginning of the buffer: negative before it.
    pub offset: i64,
    /// How many there are, within 4096 bytes on either side.
    pub bytes: usize,
}

impl Memory {
    /// A buffer that holds `bytes`; `what` is what errors call it.
    ///
    /// # Errors
    ///
    /// The GPU has not as much memory left.
    pub fn upload(gpu: &Gpu, bytes: &[u8], what: &str) -> Result<Memory, GpuError> {
        let mut host = vec![MARK; bytes.len() + 2 * GUARD];
        host[GUARD..GUARD + bytes.len()].copy_from_slice(bytes);
        let slice = gpu.stream.clone_htod(&host).map_err(|error| GpuError::Memory {
            what: what.to_owned(),
            bytes: bytes.len(),
            error: driver::text_of(error),
        })?;
        let (address, _) = slice.device_ptr(&gpu.stream);
        gpu.synchronize("copying to the GPU")?;
        Ok(Memory { address: address + GUARD as u64, length: bytes.len(), slice })
    }

    /// Where its first byte lies.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// What it holds now, and what a kernel wrote beside it.
    ///
    /// # Errors
    ///
    /// The driver's; those of kernels that ran before too.
    pub fn download(&self, gpu: &Gpu) -> Result<(Vec<u8>, Option<Stray>), GpuError> {
        let mut host = gpu.stream.clone_dtoh(&self.slice).map_err(while_doing("copying from the GPU"))?;
        gpu.synchronize("copying from the GPU")?;
        let stray = stray(&host, self.length);
        host.truncate(GUARD + self.length);
        host.drain(..GUARD);
        Ok((host, stray))
    }
}

/// What was written to the guards around `length` bytes.
fn stray(host: &[u8], length: usize) -> Option<Stray> {
    let inside = GUARD..GUARD + length;
    let written =
        || host.iter().enumerate().filter(|(place, byte)| !inside.contains(place) && **byte != MARK);
    let (first, _) = written().next()?;
    Some(Stray { offset: first as i64 - GUARD as i64, bytes: written().count() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards() {
        let mut host = vec![MARK; 10 + 2 * GUARD];
        // What is in the buffer is its own business.
        host[GUARD..GUARD + 10].fill(7);
        assert_eq!(stray(&host, 10), None);
        host[GUARD + 10] = 7;
        assert_eq!(stray(&host, 10), Some(Stray { offset: 10, bytes: 1 }));
        host[GUARD - 2] = 7;
        assert_eq!(stray(&host, 10), Some(Stray { offset: -2, bytes: 2 }));
    }
}
