//! Why a tile is not copied by runs.

use layout_algebra::LayoutError;

/// What divides the addresses and the bytes of a run (PTX ISA: `cp.async.bulk`).
pub const BYTES: i64 = 16;

/// What is wrong, with its numbers, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunsError {
    /// Elements that are no whole bytes, or more than eight.
    #[error("runs are of elements of 8, 16, 32 or 64 bits, and these have {0}")]
    Bits(i64),
    /// A tile with more dimensions than its memory.
    #[error("a tile of {tile} dimensions in memory of {memory}")]
    Dimensions {
        /// Those of the tile.
        tile: usize,
        /// Those of memory.
        memory: usize,
    },
    /// Shared memory whose elements do not lie as they do in memory.
    #[error("{0} exchanges elements of a run: leave the swizzle out, or have layout.tma copy boxes")]
    Swizzle(String),
    /// A mode of shared memory that has several strides.
    #[error("{0} has no known size and one stride, and a dimension of a buffer that is copied by runs has")]
    Tile(String),
    /// A mode of memory that has several strides.
    #[error(
        "dimension {memory} is {mode}, which has several strides: of such a dimension a run takes one element, at strides of multiples of {BYTES} bytes"
    )]
    Hierarchy {
        /// The dimension.
        memory: usize,
        /// Its mode.
        mode: String,
    },
    /// Nothing lies together on both sides.
    #[error(
        "no dimension of {global} and of {shared} has stride 1 in both, and elements of a run lie together"
    )]
    Together {
        /// Memory.
        global: String,
        /// Shared memory.
        shared: String,
    },
    /// A run of too few bytes.
    #[error("of {layout} {bytes} bytes lie together in memory as well, and a run has multiples of {BYTES}")]
    Length {
        /// How many.
        bytes: i64,
        /// Shared memory.
        layout: String,
    },
    /// A stride that is not known to be a multiple of 16 bytes.
    #[error(
        "the stride {stride} of dimension {memory} is known to be a multiple of {known} bytes, and runs begin at multiples of {BYTES}: state that {div} divides it, as in ?{{div={div}}}"
    )]
    Stride {
        /// The dimension.
        memory: usize,
        /// The stride, in elements.
        stride: String,
        /// What is known to divide it, in bytes.
        known: i64,
        /// What would have to divide it, in elements.
        div: i64,
    },
    /// Runs that do not begin at multiples of 16 bytes in shared memory.
    #[error(
        "of {layout} runs along dimension {dimension} are {bytes} bytes apart, and begin at multiples of {BYTES}: pad it"
    )]
    Shared {
        /// The dimension.
        dimension: usize,
        /// From one to the next.
        bytes: i64,
        /// Shared memory.
        layout: String,
    },
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}
