//! [`TileError`]: what is wrong with an operation on tiles.

use layout_tile::{RelationError, Tv};

use super::{Kind, MultiplyError};

/// Why an operation on tiles is none. The messages stand behind "'layout.…' op".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TileError {
    /// An operand or a result of another type than ODS has.
    #[error("takes and gives tiles, and memory only by memrefs")]
    NoTile,
    /// A dimension that there is not.
    #[error("has dim {dim}, which must be one of the {count} dimensions counted from 0")]
    Dimension {
        /// What was given.
        dim: i64,
        /// How many there are.
        count: usize,
    },
    /// Elements of another type.
    #[error("has a {what} with elements of {have}, and those of the operand are {want}")]
    Element {
        /// Which tile.
        what: &'static str,
        /// Its elements' type.
        have: String,
        /// The operand's.
        want: String,
    },
    /// Elements of another type than memory's.
    #[error("moves elements of {have} from or to memory of {want}")]
    MemoryElement {
        /// The tile's or the destination's.
        have: String,
        /// The memref's.
        want: String,
    },
    /// A tile of another shape.
    #[error("has a {what} {have}, which must be {want}")]
    Shape {
        /// Which tile.
        what: &'static str,
        /// Its shape.
        have: String,
        /// What it must be.
        want: String,
    },
    /// An order of dimensions that is none.
    #[error("[{order}] is no permutation of the {rank} dimensions of a tile {shape}, counted from 0")]
    Permutation {
        /// The order.
        order: String,
        /// The tile.
        shape: String,
        /// Its dimensions.
        rank: usize,
    },
    /// A reshape to more or fewer elements.
    #[error("makes {have} elements, a tile {to}, of {need}, a tile {from}")]
    Elements {
        /// The operand.
        from: String,
        /// The result.
        to: String,
        /// The result's elements.
        have: i64,
        /// The operand's.
        need: i64,
    },
    /// An encoding that does not follow from that of the other side.
    #[error(
        "has the {side} {number} in the encoding #layout.{have}, and without a move it is in #layout.{want}: insert a layout.convert between them"
    )]
    Encoding {
        /// `operand` or `result`.
        side: &'static str,
        /// Which of them.
        number: usize,
        /// Its encoding.
        have: Tv,
        /// The one that follows.
        want: Tv,
    },
    /// No relation, or no encoding that follows by it.
    #[error(transparent)]
    Relation(#[from] RelationError),
    /// Coordinates that are no integers.
    #[error("counts coordinates, which are integers or of type index, and not {0}")]
    Coordinates(String),
    /// Coordinates that the elements do not hold.
    #[error("counts to {} along dimension {dim}, which {element} does not hold", .extent - 1)]
    TooFar {
        /// The dimension.
        dim: usize,
        /// Its extent.
        extent: i64,
        /// The elements' type.
        element: String,
    },
    /// A reduction of nothing.
    #[error("needs a tile to reduce")]
    NothingToReduce,
    /// A result for each tile.
    #[error("has {tiles} tiles and {results} results, and makes one of each")]
    Results {
        /// The operands.
        tiles: usize,
        /// The results.
        results: usize,
    },
    /// Operands of different shapes.
    #[error("reduces tiles of one shape: operand {number} is {have}, and the first {want}")]
    OperandShape {
        /// Which operand.
        number: usize,
        /// Its shape.
        have: String,
        /// That of the first.
        want: String,
    },
    /// Operands of different encodings.
    #[error(
        "reduces tiles of one encoding: that of operand {number} is {have}, and of the first {want}; insert a layout.convert"
    )]
    OperandEncoding {
        /// Which operand.
        number: usize,
        /// Its encoding.
        have: String,
        /// That of the first.
        want: String,
    },
    /// Neither or both.
    #[error("combines by a kind or by a region of one block: by one of them")]
    KindOrRegion,
    /// A kind that there is not.
    #[error("there is no kind `{kind}`; there are {}", Kind::ALL.map(Kind::name).join(", "))]
    Kind {
        /// What was given.
        kind: String,
    },
    /// A kind that the engine does not combine elements in memory by.
    #[error(
        "stores by {kind}, which the engine does not do with {element}: it does addf with f16, bf16 and f32, and addi, minsi, maxsi, minui, maxui, andi, ori and xori with i32 and i64"
    )]
    StoreOf {
        /// The kind.
        kind: &'static str,
        /// The elements.
        element: String,
    },
    /// A kind combines one tile.
    #[error("{kind} combines the elements of one tile, and not of {tiles}; write a region")]
    KindOfMany {
        /// The kind.
        kind: &'static str,
        /// The operands.
        tiles: usize,
    },
    /// A kind for other elements.
    #[error("{kind} combines {takes}, and not {element}")]
    KindOf {
        /// The kind.
        kind: &'static str,
        /// What it combines.
        takes: &'static str,
        /// The elements.
        element: String,
    },
    /// Arguments of a region.
    #[error(
        "has a region of ({have}), which must take an element of each tile, then another of each: ({want})"
    )]
    RegionTakes {
        /// Its arguments.
        have: String,
        /// What it must take.
        want: String,
    },
    /// A region without its end.
    #[error("has a region that does not end with layout.yield")]
    NoYield,
    /// Results of a region.
    #[error("has a region that yields ({have}), which must be an element of each tile: ({want})")]
    RegionYields {
        /// What it yields.
        have: String,
        /// What it must yield.
        want: String,
    },
    /// An operation that does more than compute.
    #[error("has a region with '{0}' in it, which may only compute with scalars")]
    InRegion(String),
    /// A wait for nothing.
    #[error("waits for no token; name those of the copies")]
    NoTokens,
    /// A tile of more dimensions than memory.
    #[error(
        "the tile {shape} has {rank} dimensions, and the memref {memory}: the tile's are the last of the memref's"
    )]
    Rank {
        /// The tile.
        shape: String,
        /// Its dimensions.
        rank: usize,
        /// The memref's.
        memory: usize,
    },
    /// An index for each dimension.
    #[error("has {have} indices, and the memref {want} dimensions")]
    Indices {
        /// The indices.
        have: usize,
        /// The dimensions.
        want: usize,
    },
    /// A box without an element in memory.
    #[error(
        "all of the tile {shape} is outside the memref: it begins at {start} in dimension {dimension}, which has {size}"
    )]
    Outside {
        /// The shape of the box.
        shape: String,
        /// Where it begins.
        start: i64,
        /// In which dimension of memory.
        dimension: usize,
        /// What extent that has.
        size: String,
    },
    /// A copy to or from a buffer of unknown extents.
    #[error("copies {0} '{1}', which must be of known extents: they say what is copied")]
    DynamicBuffer(&'static str, String),
    /// One from or to memory that is not global.
    #[error("copies {0} '{1}', which must be global memory: load a tile and store it instead")]
    NotGlobal(&'static str, String),
    /// One to or from a buffer that is not shared memory.
    #[error("copies {0} '{1}', which must be shared memory: in space 3 or #gpu.address_space<workgroup>")]
    NotShared(&'static str, String),
    /// A buffer that no block has for itself.
    #[error("is of '{0}', which must be shared memory: in space 3 or #gpu.address_space<workgroup>")]
    PeerOf(String),
    /// Another buffer than the block's own.
    #[error(
        "gives '{peer}' of '{own}': it gives the same memref in space 7, which is that of all blocks of a cluster"
    )]
    Peer {
        /// The block's.
        own: String,
        /// The other block's.
        peer: String,
    },
    /// What another block has, written.
    #[error(
        "writes '{0}', memory of another block, which is read only: each block writes its own, and others read it there"
    )]
    PeerWritten(String),
    /// See [`MultiplyError`].
    #[error(transparent)]
    Multiply(#[from] MultiplyError),
}
