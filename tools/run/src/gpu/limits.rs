//! Whether a kernel can be launched so on this GPU.

use thiserror::Error;

/// What a GPU allows of a launch of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Blocks in x, y and z.
    pub grid: [u32; 3],
    /// Threads in x, y and z.
    pub block: [u32; 3],
    /// Threads of a block, by the registers and directives of the kernel.
    pub threads: u32,
    /// Bytes of shared memory of a block.
    pub shared: u32,
    /// Those that the kernel takes beside the dynamic ones.
    pub static_shared: u32,
    /// Bytes of shared memory that a launch must give it, as far as its module says so.
    pub dynamic: u32,
}

/// A launch that is not possible.
#[derive(Debug, Error, PartialEq)]
pub enum LimitError {
    /// Too many blocks or threads in a direction.
    #[error("`{what}` is {size} in {direction}; this GPU takes up to {limit}")]
    Direction {
        /// `grid` or `block`.
        what: &'static str,
        /// x, y or z.
        direction: char,
        /// What was asked for.
        size: u32,
        /// What there is.
        limit: u32,
    },
    /// Too many threads.
    #[error("a block of {threads} threads; this kernel can be launched with up to {limit}")]
    Threads {
        /// What was asked for.
        threads: u64,
        /// What there is.
        limit: u32,
    },
    /// Less shared memory than the kernel takes.
    #[error("{dynamic} bytes of dynamic shared memory (`shared`); the kernel takes {least}")]
    Less {
        /// What was asked for.
        dynamic: u32,
        /// What it takes.
        least: u32,
    },
    /// Too much shared memory.
    #[error(
        "{dynamic} bytes of dynamic shared memory beside {fixed} static ones; this GPU has {limit} a block"
    )]
    Shared {
        /// What was asked for.
        dynamic: u32,
        /// What the kernel takes itself.
        fixed: u32,
        /// What there is.
        limit: u32,
    },
}

impl Limits {
    /// Whether a launch keeps within the limits.
    ///
    /// # Errors
    ///
    /// The first limit that it exceeds.
    pub fn verify(&self, grid: [u32; 3], block: [u32; 3], shared: u32) -> Result<(), LimitError> {
        for (what, sizes, limits) in [("grid", grid, self.grid), ("block", block, self.block)] {
            for ((direction, size), limit) in "xyz".chars().zip(sizes).zip(limits) {
                if size > limit {
                    return Err(LimitError::Direction { what, direction, size, limit });
                }
            }
        }
        let threads = block.iter().map(|&size| u64::from(size)).product();
        if threads > u64::from(self.threads) {
            return Err(LimitError::Threads { threads, limit: self.threads });
        }
        if shared < self.dynamic {
            return Err(LimitError::Less { dynamic: shared, least: self.dynamic });
        }
        if u64::from(shared) + u64::from(self.static_shared) > u64::from(self.shared) {
            let (fixed, limit) = (self.static_shared, self.shared);
            return Err(LimitError::Shared { dynamic: shared, fixed, limit });
        }
        Ok(())
    }
}
