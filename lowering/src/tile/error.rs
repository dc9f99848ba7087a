//! Why an operation on tiles is not lowered.

use layout_algebra::{CompositionError, LayoutError};
use layout_tile::{
    AssignError, ConvertError, MemoryError, RelationError, RunsError, TensorMapError, TvError,
};

/// What is wrong, and what would be right. The place is the operation's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// What is written refused.
    #[error(transparent)]
    Emit(#[from] crate::convert_layout_memref::error::Error),
    /// A tile without an encoding.
    #[error("{0} has no encoding: write which thread holds what, as in #layout.tv<32:1, 4:32>")]
    Open(String),
    /// Operands and results that must have one encoding.
    #[error("'{op}' has tiles in the encodings {a} and {b}; insert a layout.convert to either")]
    Encodings {
        /// The operation.
        op: String,
        /// One encoding.
        a: String,
        /// Another.
        b: String,
    },
    /// A tile in another encoding than the relation to another tile gives.
    #[error("'{op}' gives {expected}, not {found}; insert a layout.convert to {found}")]
    Result {
        /// The operation.
        op: String,
        /// What follows from the operands.
        expected: String,
        /// What is written.
        found: String,
    },
    /// A tile in another encoding than the relation from the result asks for.
    #[error("'{op}' needs its operand in {expected}, not {found}; insert a layout.convert to {expected}")]
    Operand {
        /// The operation.
        op: String,
        /// What follows from the result.
        expected: String,
        /// What is written.
        found: String,
    },
    /// An operation that no thread or warp does alone.
    #[error("'{op}' from {from} to {to} moves elements between warps: run layout-select first")]
    BetweenWarps {
        /// The operation.
        op: String,
        /// Where the elements are.
        from: String,
        /// Where they are to be.
        to: String,
    },
    /// See [`ClusterError`].
    #[error(transparent)]
    Cluster(#[from] super::cluster::ClusterError),
    /// A chip on which each block has memory of its own alone.
    #[error(
        "'layout.peer' is memory of another block of a cluster, and {0} has none: sm_90 and later have clusters"
    )]
    NoClusters(String),
    /// A conversion that is to take no shared memory, and cannot.
    #[error(
        "'layout.convert' with layout.in_registers from {from} to {to}, where elements leave their warp: take encodings whose warps hold the same elements, or leave layout.in_registers out"
    )]
    LeavesWarp {
        /// Where the elements are.
        from: String,
        /// Where they are to be.
        to: String,
    },
    /// An operation that is not lowered.
    #[error("'{op}' is not lowered: {why}")]
    Unsupported {
        /// The operation.
        op: String,
        /// Why, and what would do.
        why: String,
    },
    /// A function whose number of threads is none.
    #[error("layout.threads = {0}: a group has from 1 to 1024 threads, as an integer attribute says")]
    Threads(String),
    /// A kernel that states another number of threads.
    #[error(
        "known_block_size = {stated}, and the block is {}: leave it out, or say array<i32: {}, 1, 1>",
        block(*.threads, *.producers),
        .threads + .producers
    )]
    BlockSize {
        /// Threads of the group.
        threads: i64,
        /// Those that issue its copies beside them.
        producers: i64,
        /// What the kernel states.
        stated: String,
    },
    /// A pass that allocates or moves shared memory, behind the one that put barriers around it.
    #[error("layout-sync has put the barriers already, and this pass comes before it")]
    Synchronized,
    /// More elements than registers can hold.
    #[error(
        "a thread would hold {values} elements of the tile, and at most {most} are held: use smaller tiles or more threads"
    )]
    Registers {
        /// How many a thread would hold.
        values: i64,
        /// How many it may.
        most: usize,
    },
    /// Memory that each thread has its own of.
    #[error(
        "'{op}' moves a tile of {threads} threads, and {memory} is memory of each thread: allocate it in shared memory, as memref<…, 3>"
    )]
    OfThread {
        /// The access.
        op: String,
        /// The memory.
        memory: String,
        /// How many threads there are.
        threads: i64,
    },
    /// A call in a group, or of one.
    #[error("'{op}' of @{callee}: {why}; inline it first (--inline)")]
    Call {
        /// The call.
        op: String,
        /// What is called.
        callee: String,
        /// Why not.
        why: &'static str,
    },
    /// A tile outside of every group.
    #[error(
        "'{0}' is on tiles, but its function does not say how many threads there are: state layout.threads"
    )]
    NoGroup(String),
    /// A value that no register stands for.
    #[error(
        "'{0}' has a tile that a function takes or gives, or that nothing lowers: inline the function first (--inline)"
    )]
    Unknown(String),
    /// A buffer that asks for a layout and cannot have any.
    #[error("layout.auto: {what} has no layout to be chosen: {why}")]
    Auto {
        /// The buffer.
        what: String,
        /// What keeps it from that.
        why: String,
    },
    /// A copy by boxes that the engine does not do.
    #[error("layout.tma: {0}")]
    Tma(String),
    /// A copy that producers do not issue.
    #[error("layout.producer: {0}")]
    Producer(String),
    /// A copy that is not one for all blocks of a cluster.
    #[error("layout.multicast: {0}")]
    Multicast(String),
    /// See [`TensorMapError`].
    #[error("layout.tma: {0}")]
    TensorMap(#[from] TensorMapError),
    /// A copy by runs that the engine does not do.
    #[error("layout.bulk: {0}")]
    Bulk(String),
    /// See [`RunsError`].
    #[error("layout.bulk: {0}")]
    Runs(#[from] RunsError),
    /// See [`AssignError`].
    #[error(transparent)]
    Assign(#[from] AssignError),
    /// See [`layout_dialect::tile::TileError`].
    #[error(transparent)]
    Multiply(#[from] layout_dialect::tile::TileError),
    /// See [`layout_mlir::ir::EraseError`].
    #[error(transparent)]
    Erase(#[from] layout_mlir::ir::EraseError),
    /// See [`TvError`].
    #[error(transparent)]
    Tv(#[from] TvError),
    /// See [`RelationError`].
    #[error(transparent)]
    Relation(#[from] RelationError),
    /// See [`ConvertError`].
    #[error(transparent)]
    Convert(#[from] ConvertError),
    /// See [`MemoryError`].
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// See [`CompositionError`].
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// The threads of a block, in words.
fn block(threads: i64, producers: i64) -> String {
    match producers {
        0 => format!("the {threads} threads of layout.threads"),
        _ => format!(
            "{} threads: {threads} of layout.threads, and {producers} beside them that issue copies (layout.producer)",
            threads + producers
        ),
    }
}

/// What fails with [`Error`].
pub type Result<T> = std::result::Result<T, Error>;
