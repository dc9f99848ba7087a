//! The limits of tensor maps, and why none says how a tile is copied.

use layout_algebra::{CompositionError, LayoutError};

/// Most dimensions of a tensor map.
pub const RANK: usize = 5;
/// Most elements of a box along a dimension.
pub const BOX: i64 = 256;
/// What divides the strides, the global address and the bytes of a box's rows.
pub const BYTES: i64 = 16;
/// Strides in bytes are below it.
pub const STRIDE: i64 = 1 << 40;
/// Most elements of a dimension: coordinates are signed and have 32 bits, those of a tile behind the last one too.
pub const SIZE: i64 = (1 << 31) - (1 << 20);

/// Most pixels of a box of im2col.
pub const PIXELS: i64 = 1024;
/// Most dimensions of an image of im2col.
pub const WALKS: usize = 3;
/// The greatest traversal stride.
pub const STEP: i64 = 8;

/// How far a filter over images of so many dimensions may reach: corners of the bounding box are signed and have 16 bits in all.
pub fn furthest(rank: usize) -> i64 {
    match rank {
        0 | 1 => 1 << 15,
        2 => 1 << 7,
        _ => 1 << 4,
    }
}

/// What is wrong, with its numbers, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TensorMapError {
    /// Elements that no tensor map has.
    #[error("a tensor map has elements of 8, 16, 32 or 64 bits, and these have {0}")]
    Bits(i64),
    /// A tile with more dimensions than its memory.
    #[error("a tile of {tile} dimensions in memory of {memory}")]
    Dimensions {
        /// Those of the tile.
        tile: usize,
        /// Those of memory.
        memory: usize,
    },
    /// More dimensions than a tensor map has.
    #[error("a tensor map has at most {RANK} dimensions, and this memory takes {0}: make it fewer by a view")]
    Rank(usize),
    /// Shared memory of unknown size.
    #[error("{0} has no known size, and a box has")]
    Tile(String),
    /// No dimension of stride 1.
    #[error("{0} has no dimension of several elements that lie together: a tensor map needs one of stride 1")]
    Together(String),
    /// A stride that is not known to be a multiple of 16 bytes.
    #[error(
        "the stride {stride} of dimension {memory} is known to be a multiple of {known} bytes, and a tensor map needs {BYTES}: {}",
        match padded {
            Some(padded) => format!("pad it to {padded}"),
            None => format!("state that {div} divides it, as in ?{{div={div}}}"),
        }
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
        /// The next one that is right, if it is known.
        padded: Option<i64>,
    },
    /// A stride beyond limits.
    #[error(
        "the stride {stride} of dimension {memory}, in elements of {bits} bits, is not between 1 and 2^40 bytes"
    )]
    Range {
        /// The dimension.
        memory: usize,
        /// The stride, in elements.
        stride: String,
        /// Bits of an element.
        bits: i64,
    },
    /// A size beyond limits.
    #[error("dimension {memory} has {size} elements, and one of a tensor map 1 to {SIZE}")]
    Size {
        /// The dimension.
        memory: usize,
        /// Its size.
        size: String,
    },
    /// A dimension of several modes that a box does not fit.
    #[error("dimension {memory} is {mode}, of which a tile takes {extent}: {why}")]
    Hierarchy {
        /// The dimension.
        memory: usize,
        /// Its mode.
        mode: String,
        /// The tile's extent.
        extent: i64,
        /// What keeps them apart.
        why: &'static str,
    },
    /// A swizzle that is none of the machine's.
    #[error(
        "{layout} is under no swizzle of tensor maps: elements of {bits} bits have {legal}, at offset 0, or none"
    )]
    Swizzle {
        /// The layout.
        layout: String,
        /// Those that there are.
        legal: String,
        /// Bits of an element.
        bits: i64,
    },
    /// Rows of a box that do not fit.
    #[error(
        "of {layout} a box takes rows of {row} bytes; {}{}",
        if *span > 0 { format!("under this swizzle they have {span}") } else { format!("they are multiples of {BYTES}, of at most {BOX} elements") },
        would_do(nearest)
    )]
    Row {
        /// Its bytes.
        row: i64,
        /// Those of the swizzle's rows.
        span: i64,
        /// Shared memory.
        layout: String,
        /// Another layout of it.
        nearest: Option<String>,
    },
    /// Boxes that share bytes.
    #[error("{0} has elements in common, and each is copied once: give each a place of its own")]
    Common(String),
    /// A box that begins within the swizzle's period.
    #[error(
        "a box of {bytes} bytes begins at byte {offset} of the buffer, and must begin at a multiple of {of}{}",
        would_do(nearest)
    )]
    Offset {
        /// Where.
        offset: i64,
        /// Bytes of a box.
        bytes: i64,
        /// What would divide it.
        of: i64,
        /// Another layout of the buffer.
        nearest: Option<String>,
    },
    /// More boxes than are written.
    #[error(
        "it would take {count} boxes of {extents} elements, and at most {most} are written: let more of the tile lie together in shared memory"
    )]
    Copies {
        /// How many.
        count: i64,
        /// How many there may be.
        most: i64,
        /// Their extents.
        extents: String,
    },
    /// Pixels and taps that are those of no image.
    #[error(
        "boxes do not fit its modes, and for a map of im2col its pixels, with strides {pixels}, and taps, with strides {taps}, lie in no image of at most {WALKS} dimensions: write the stride of each mode of taps, and that of the mode of pixels along the same dimension, as multiples of one number, as 2*K and K are"
    )]
    Image {
        /// Strides of the modes of pixels.
        pixels: String,
        /// Strides of the modes of taps.
        taps: String,
    },
    /// Pixels too far apart for the engine.
    #[error(
        "boxes do not fit its modes, and for a map of im2col pixels are {step} times the stride {unit} apart, and may be {STEP} times: take each of {step} phases of the pixels by itself"
    )]
    Step {
        /// Units from one to the next.
        step: i64,
        /// The unit, in elements.
        unit: String,
    },
    /// A filter that is too wide for the engine.
    #[error(
        "boxes do not fit its modes, and for a map of im2col the last tap is {reach} pixels behind the first, and may be {} in an image of {rank} dimensions: take parts of the filter",
        furthest(*.rank)
    )]
    Reach {
        /// Pixels from the first tap to the last.
        reach: String,
        /// Dimensions of the image.
        rank: usize,
    },
    /// A box that may run from one tap to the next.
    #[error(
        "a box takes {row} channels under one tap, of {channels}, which are known to be a multiple of {known}: {}",
        match padded {
            Some(padded) => format!("pad them to {padded}, or take fewer at once"),
            None => format!("state that {row} divides them, as in ?{{div={row}}}"),
        }
    )]
    Taps {
        /// Channels of a box.
        row: i64,
        /// Channels of an image.
        channels: String,
        /// What is known to divide them.
        known: i64,
        /// As many as would do, if their number is known.
        padded: Option<i64>,
    },
    /// Boxes of which blocks have no equal shares.
    #[error(
        "{extent} elements of a box along dimension {memory} are no {blocks} shares that begin where boxes may, at multiples of {least}: {}",
        nearest.map_or_else(|| "take a tile of more boxes".into(), |n| format!("take a tile of {n} along it"))
    )]
    Shares {
        /// Elements of a box along its outermost dimension.
        extent: i64,
        /// The dimension of memory that this is.
        memory: usize,
        /// How many blocks there are.
        blocks: i64,
        /// At multiples of how many elements a box begins.
        least: i64,
        /// The nearest extent of which they have shares, if there is one.
        nearest: Option<i64>,
    },
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// See [`CompositionError`].
    #[error(transparent)]
    Composition(#[from] CompositionError),
}

/// A layout of shared memory that would do, behind an error.
fn would_do(layout: &Option<String>) -> String {
    layout.as_ref().map_or_else(String::new, |layout| format!(": {layout} would do"))
}
