//! Why a contraction does not become a kernel.

use layout_target::UnknownChip;

/// What is wrong, and what would do. The place is the operation's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No such chip.
    #[error(transparent)]
    Chip(#[from] UnknownChip),
    /// Values, not memory.
    #[error("is on tensors; bufferize first: --one-shot-bufferize")]
    Tensors,
    /// Dimensions that are no product of matrices.
    #[error(
        "has dimensions ({0}) that are no batch of products: at most one in all three operands, one in A and C, one in B and C, one in A and B"
    )]
    Dimensions(String),
    /// Memory that is no strided one.
    #[error(
        "operand {0} is {1}, and kernels take strided<…> memory, of strides that are not negative, nor 0 where it is written"
    )]
    Strides(usize, String),
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
    /// An option that is no tile.
    #[error("option tile={0}: expected rows x columns of C such as 128x256, one of {1}")]
    Tile(String, String),
    /// An option's value.
    #[error(transparent)]
    Option(#[from] layout_mlir::registry::OptionError),
    /// A kernel of ours that MLIR does not read.
    #[error("a kernel was written that MLIR does not read")]
    Kernel,
    /// What cannot be erased.
    #[error(transparent)]
    Erase(#[from] layout_mlir::ir::EraseError),
}
