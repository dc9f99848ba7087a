//! How many blocks a cluster has.

use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

/// Most blocks of a cluster that every GPU with clusters has room for (CUDA C++ Programming Guide, "Thread Block Clusters").
const MOST: i64 = 8;

/// What is wrong with a cluster, or with what reads memory of its blocks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClusterError {
    /// A size that is none.
    #[error(
        "{name} = {stated}: a cluster of a function with layout.threads is 1 to {MOST} blocks along x, as in array<i32: 2, 1, 1>"
    )]
    Size {
        /// The attribute.
        name: &'static str,
        /// What it says.
        stated: String,
    },
    /// Memory of other blocks in a function that does not say how many there are.
    #[error(
        "'layout.peer' is of a cluster, and the function does not say how many blocks that has: known_cluster_size = array<i32: 2, 1, 1> on a gpu.func, gpu.known_cluster_size on a func.func"
    )]
    None,
    /// A block that there is not.
    #[error("'layout.peer' is of the block of rank {rank}, and the cluster has {size}, of ranks from 0")]
    Rank {
        /// Which one.
        rank: i64,
        /// How many there are.
        size: i64,
    },
    /// The buffer of another block as a part or a view of it.
    #[error(
        "'layout.peer' is of what '{0}' gives, and must be of a whole buffer: take the peer of the buffer, and '{0}' of that"
    )]
    View(String),
    /// Memory of another block written.
    #[error(
        "'{0}' may write memory of another block, which is read only: each block writes its own, and others read it there"
    )]
    Written(String),
}

/// How many blocks along x a function's cluster has; `None` if it says nothing.
///
/// # Errors
/// [`ClusterError::Size`].
pub fn blocks(function: OperationRef<'_, '_>) -> Result<Option<i64>, ClusterError> {
    let name = if ir::name(function) == "gpu.func" { "known_cluster_size" } else { "gpu.known_cluster_size" };
    let Some(stated) = function.has_attribute(name).then(|| function.attribute(name).ok()).flatten() else {
        return Ok(None);
    };
    match ir::integers(stated)[..] {
        [size, 1, 1] if (1..=MOST).contains(&size) => Ok(Some(size)),
        _ => Err(ClusterError::Size { name, stated: stated.to_string() }),
    }
}
