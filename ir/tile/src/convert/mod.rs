//! Conversions: what takes a tile from one encoding to another.

mod common;
mod exchange;
mod program;
mod staging;

pub use program::{Instruction, Lane, Program, Register};
pub use staging::{SharedAccess, Staging, StagingError};

use crate::tv::Tv;
use layout_target::Chip;

/// Most values of a thread that are converted.
const MOST_VALUES: i64 = 4096;

/// What takes a tile from one encoding to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Nothing: they are the same.
    Nothing,
    /// Every thread, with its own registers and those of its warp.
    Registers(Program),
    /// Through shared memory.
    Shared(Staging),
}

/// What a plan costs each thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Shuffles.
    pub shuffles: i64,
    /// Loads from shared memory and stores to it.
    pub shared: i64,
    /// Barriers, without one before the buffer is used again.
    pub barriers: i64,
    /// Other instructions on registers; those that a thread packs or unpacks for memory are not
    /// counted.
    pub others: i64,
}

/// Why there is no conversion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConvertError {
    /// Encodings of tiles of different sizes.
    #[error("{a} encodes {have} elements and {b} {need}: they are no encodings of one tile")]
    Size {
        /// The first encoding.
        a: String,
        /// The second.
        b: String,
        /// The first's elements.
        have: i64,
        /// The second's.
        need: i64,
    },
    /// Encodings for groups of different sizes.
    #[error("{a} is for {have} threads and {b} for {need}: a conversion is within one group")]
    Threads {
        /// The first encoding.
        a: String,
        /// The second.
        b: String,
        /// The first's threads.
        have: i64,
        /// The second's.
        need: i64,
    },
    /// A width that registers and memory do not have.
    #[error(
        "elements of {0} bits are not converted: 8, 16, 32, 64 and 128 are; narrower ones can be packed first"
    )]
    Bits(i64),
    /// More values than a thread has registers for.
    #[error("{tv}: {values} values in one thread; at most {MOST_VALUES} are converted")]
    Values {
        /// The encoding.
        tv: String,
        /// Its values.
        values: i64,
    },
    /// See [`StagingError`].
    #[error(transparent)]
    Staging(#[from] StagingError),
}

impl Plan {
    /// What it costs.
    pub fn cost(&self) -> Cost {
        match self {
            Self::Nothing => Cost::default(),
            Self::Registers(program) => Cost {
                shuffles: program.shuffles() as i64,
                others: program.others() as i64,
                ..Cost::default()
            },
            Self::Shared(staging) => Cost { shared: staging.instructions(), barriers: 1, ..Cost::default() },
        }
    }
}

fn check(a: &Tv, b: &Tv, bits: i64) -> Result<(), ConvertError> {
    let text = || (a.to_string(), b.to_string());
    let (have, need) = (a.size(), b.size());
    if have != need {
        let (a, b) = text();
        return Err(ConvertError::Size { a, b, have, need });
    }
    let (have, need) = (a.thread_count(), b.thread_count());
    if have != need {
        let (a, b) = text();
        return Err(ConvertError::Threads { a, b, have, need });
    }
    if !matches!(bits, 8 | 16 | 32 | 64 | 128) {
        return Err(ConvertError::Bits(bits));
    }
    for tv in [a, b] {
        let values = tv.value_count();
        if values > MOST_VALUES {
            return Err(ConvertError::Values { tv: tv.to_string(), values });
        }
    }
    Ok(())
}

/// The conversion that moves least: the fewest shuffles, loads and stores. Of equals the one
/// without memory, which needs no barrier.
///
/// ```
/// use layout_target::Chip;
/// use layout_tile::{Plan, Tv, convert};
/// let chip = Chip::named("sm_80").unwrap();
/// let plan = |a: &str, b: &str, bits| convert(&a.parse().unwrap(), &b.parse().unwrap(), bits, chip).unwrap();
/// // Values in another order: registers get other names.
/// let cost = plan("tv<32:1, (2,2):(32,64)>", "tv<32:1, (2,2):(64,32)>", 32).cost();
/// assert_eq!((cost.shuffles, cost.shared, cost.others), (0, 0, 0));
/// // A digit of the lane against one of the values: half of the registers move.
/// assert_eq!(plan("tv<32:1, 8:32>", "tv<(2,16):(32,2), (2,4):(1,64)>", 32).cost().shuffles, 4);
/// // Each warp has rows of its own, and is to have columns.
/// let Plan::Shared(staging) = plan("tv<128:1, 32:128>", "tv<128:32, 32:1>", 32) else { panic!() };
/// assert_eq!((staging.store.count(), staging.load.count()), (8, 32));
/// ```
///
/// # Errors
/// [`ConvertError`] unless both encode one tile for one group.
pub fn convert(a: &Tv, b: &Tv, bits: i64, chip: &Chip) -> Result<Plan, ConvertError> {
    check(a, b, bits)?;
    if a == b {
        return Ok(Plan::Nothing);
    }
    let Some(program) = exchange::exchange(a, b, bits) else {
        return Ok(Plan::Shared(Staging::new(a, b, bits, chip)?));
    };
    if program.shuffles() > 1 {
        let staging = Staging::new(a, b, bits, chip)?;
        if staging.instructions() < program.shuffles() as i64 {
            return Ok(Plan::Shared(staging));
        }
    }
    Ok(Plan::Registers(program))
}

/// The conversion without memory; none if elements leave their warp, or digits of the two
/// encodings cannot be cut alike.
///
/// # Errors
/// As [`convert`].
pub fn convert_in_registers(a: &Tv, b: &Tv, bits: i64) -> Result<Option<Program>, ConvertError> {
    check(a, b, bits)?;
    Ok(exchange::exchange(a, b, bits))
}

/// The conversion through shared memory.
///
/// # Errors
/// As [`convert`].
pub fn convert_in_memory(a: &Tv, b: &Tv, bits: i64, chip: &Chip) -> Result<Staging, ConvertError> {
    check(a, b, bits)?;
    Ok(Staging::new(a, b, bits, chip)?)
}
