//! Why a contraction does not become a kernel, and why what stands behind it does not become a part of that.

use layout_target::UnknownChip;

/// What is wrong, and what would do. The place is the operation's.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No such chip.
    #[error(transparent)]
    Chip(#[from] UnknownChip),
    /// Values, not memory.
    #[error(
        "is on tensors; bufferize first: --one-shot-bufferize=\"bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map\""
    )]
    Tensors,
    /// Dimensions that are no product of matrices.
    #[error(
        "has dimensions ({0}) that are no batch of products: at most one in all three operands, one in A and C, one in B and C, one in A and B; collapse_shape makes one of several, as of a batch and the rows of A and C where all matrices have the same B"
    )]
    Dimensions(String),
    /// An operand that is read at sums or constants.
    #[error("reads or writes operand {0} elsewhere than by dimensions alone")]
    Map(usize),
    /// Memory that is no strided one.
    #[error(
        "operand {0} is {1}, and kernels take strided<…> memory, of strides that are not negative, nor 0 where it is written"
    )]
    Strides(usize, String),
    /// Memory of more elements than there are numbers.
    #[error("operand {0} is {1}, whose elements and strides 64 bits do not count")]
    Size(usize, String),
    /// C that is a factor too.
    #[error("operand {0} is written while it is read: copy it first")]
    Overlap(usize),
    /// Not where it can be called.
    #[error("stands in no func.func of a module, where a launch could stand")]
    Place,
    /// Memory that kernels do not reach.
    #[error("operand {0} is {1}, and kernels multiply what is in global memory")]
    Space(usize, String),
    /// Element types that no instruction multiplies.
    #[error(
        "multiplies {a} by {b} into {c}, which no instruction of tensor cores of {chip} does; f16 and bf16 give f16, bf16 or f32, and by chip f8E4M3FN and f8E5M2 the same, i8 gives i32, f64 gives f64{tf32}"
    )]
    Types {
        /// Elements of A.
        a: String,
        /// Of B.
        b: String,
        /// Of C.
        c: String,
        /// The chip.
        chip: &'static str,
        /// What would allow f32.
        tf32: &'static str,
    },
    /// An option that is no tile, and which ones there are.
    #[error(
        "option tile={0}: expected rows x columns of C, one of {1}; behind them perhaps depth and stages (128x256x64x4), _split2, _split4 or _split8 for so many blocks of a cluster, _turned for one of C transposed, _persistent for one tile after the other, and _producer for warps that issue its copies, or _multicast or _multicast4 for two or four blocks whose warps copy for each other, or such as _multicast4x2 for clusters of four by two tiles, where there are such"
    )]
    Tile(String, String),
    /// Rows and columns that there are, but not with what is asked for behind them.
    #[error(
        "option tile={0}: of these rows and columns there are {1}; behind them _producer, _multicast, _multicast4 or such as _multicast2x2 where there are such"
    )]
    Behind(String, String),
    /// A tile that there is, but not of that depth with so many stages.
    #[error("option tile={0}: of these rows and columns there are the depths and stages {1}")]
    Stages(String, String),
    /// A tile that the product cannot have.
    #[error("option tile={tile}: this product cannot have it: {why}. Nearest to it are {nearest}")]
    NoTile {
        /// What is asked for.
        tile: String,
        /// Why not.
        why: super::asked::NoTile,
        /// Those that it can have.
        nearest: String,
    },
    /// A cache that is none.
    #[error(transparent)]
    Cache(#[from] super::cache::CacheError),
    /// An option's value.
    #[error(transparent)]
    Option(#[from] layout_mlir::registry::OptionError),
    /// No tile is small enough.
    #[error(
        "there is no kernel for operands wherever they lie: what is done with the product takes more registers than a thread has beside the smallest tile; do it by itself"
    )]
    Anywhere,
    /// A kernel of ours that MLIR does not read.
    #[error("a kernel was written that MLIR does not read")]
    Kernel,
    /// What cannot be erased.
    #[error(transparent)]
    Erase(#[from] layout_mlir::ir::EraseError),
}

/// Why an operation on a product is done apart from it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Apart {
    /// What is done in between.
    #[error("'{0}' stands between them, which may write what it reads")]
    Between(String),
    /// A sum, or elements that are read several times.
    #[error("it does not go over the elements of the product, each once")]
    Iterations,
    /// A map that is no choice of dimensions.
    #[error("operand {0} is not read or written by dimensions of the product, each once")]
    Map(usize),
    /// A product that is read elsewhere than at one coordinate.
    #[error("operand {0} is the product at another coordinate than operand {1}")]
    Coordinates(usize, usize),
    /// What kernels do not read or write.
    #[error("operand {0} is {1}: kernels take numbers, and strided<…> global memory of whole bytes")]
    Operand(usize, String),
    /// What is not done with tiles.
    #[error("'{0}' is nothing that is done with each element of a tile")]
    Body(String),
    /// More than a kernel stores.
    #[error("it writes several results, and kernels store one")]
    Results,
    /// A type that tiles are not computed with.
    #[error("'{0}' is of {1}, which is nothing that tiles are computed with")]
    Type(String, String),
    /// A division that may not be defined.
    #[error("'{0}' is not by a constant, and elements that are none may be 0")]
    Division(String),
    /// A function that kernels do not have.
    #[error("'{0}' of {1} has no expansion for a GPU")]
    Expansion(String, String),
    /// A number that is rounded otherwise.
    #[error("'{0}' does not round to the nearest, which kernels do")]
    Rounding(String),
    /// Memory that somebody else sees.
    #[error("{0}, which it does not write, {1}")]
    Seen(String, Seen),
    /// Memory that is read and written.
    #[error("what it writes is not known to be apart from {0}")]
    Overlap(String),
}

/// Who sees memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Seen {
    /// Who uses what is not allocated.
    #[error("is no memref.alloc")]
    Caller,
    /// Another operation.
    #[error("is used by '{0}' too")]
    User(String),
    /// The product, where nothing zeroes it.
    #[error("is not zeroed by linalg.fill right before the product")]
    Added,
}
