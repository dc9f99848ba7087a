//! Buffers on the GPU, with guards: memory before and behind, in which nobody has to write.

use cudarc::driver::{CudaSlice, DevicePtr};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::Serialize;

use super::{Gpu, GpuError, driver, while_doing};

/// Bytes of a guard: a multiple of every alignment that an access of the GPU has.
const GUARD: usize = 4096;

/// A buffer on the GPU.
pub struct Memory {
    slice: CudaSlice<u8>,
    guards: Guards,
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
    /// A buffer that holds `bytes`, the one of this `place` in the job; `what` is what errors call it.
    ///
    /// # Errors
    ///
    /// The GPU has not as much memory left.
    pub fn upload(gpu: &Gpu, bytes: &[u8], place: usize, what: &str) -> Result<Memory, GpuError> {
        let guards = Guards::new(place);
        let host = [&guards.before[..], bytes, &guards.behind[..]].concat();
        let slice = gpu.stream.clone_htod(&host).map_err(|error| GpuError::Memory {
            what: what.to_owned(),
            bytes: bytes.len(),
            error: driver::text_of(error),
        })?;
        let (address, _) = slice.device_ptr(&gpu.stream);
        gpu.synchronize("copying to the GPU")?;
        Ok(Memory { address: address + GUARD as u64, guards, slice })
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
        let stray = self.guards.stray(&host);
        host.truncate(host.len().saturating_sub(GUARD));
        host.drain(..GUARD);
        Ok((host, stray))
    }
}

/// What stands around a buffer: noise, other in each guard, so that what is copied from one to another shows.
struct Guards {
    before: Vec<u8>,
    behind: Vec<u8>,
}

impl Guards {
    fn new(place: usize) -> Guards {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(place as u64);
        let mut noise = || {
            let mut bytes = vec![0; GUARD];
            random.fill_bytes(&mut bytes);
            bytes
        };
        Guards { before: noise(), behind: noise() }
    }

    /// What was written to them; `host` is them with the buffer between.
    fn stray(&self, host: &[u8]) -> Option<Stray> {
        let end = host.len().saturating_sub(GUARD);
        let changed = |from: usize, guard: &[u8]| -> Vec<usize> {
            let now = host.iter().enumerate().skip(from);
            now.zip(guard).filter(|((_, now), then)| now != then).map(|((place, _), _)| place).collect()
        };
        let written = [changed(0, &self.before), changed(end, &self.behind)].concat();
        let first = written.first()?;
        Some(Stray { offset: *first as i64 - GUARD as i64, bytes: written.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards() {
        let guards = Guards::new(1);
        let mut host = [&guards.before[..], &[0; 10], &guards.behind[..]].concat();
        assert_eq!(guards.stray(&host), None);
        // What is in the buffer is its own business.
        host[GUARD..GUARD + 10].fill(7);
        assert_eq!(guards.stray(&host), None);
        host[GUARD + 10] ^= 1;
        assert_eq!(guards.stray(&host), Some(Stray { offset: 10, bytes: 1 }));
        host[GUARD - 2] ^= 1;
        assert_eq!(guards.stray(&host), Some(Stray { offset: -2, bytes: 2 }));
        // The last byte of all.
        host[2 * GUARD + 9] ^= 1;
        assert_eq!(guards.stray(&host), Some(Stray { offset: -2, bytes: 3 }));
    }

    /// A copy of what stands beside another buffer shows.
    #[test]
    fn guards_differ() {
        let (one, other) = (Guards::new(0), Guards::new(1));
        let copied = [&other.before[..], &one.behind[..]].concat();
        assert!(one.stray(&copied).is_some_and(|stray| stray.bytes > GUARD / 2));
        let swapped = [&one.behind[..], &one.before[..]].concat();
        assert!(one.stray(&swapped).is_some_and(|stray| stray.bytes > GUARD));
    }
}
