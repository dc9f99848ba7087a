//! Why buffers get no places.

/// What is wrong, and what would do. The place is the operation's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A chip without a row.
    #[error("option chip: {0}")]
    Chip(#[from] layout_target::UnknownChip),
    /// Behind the pass that put barriers where these buffers lie.
    #[error("layout-sync has put the barriers already, and this pass comes before it")]
    Synchronized,
    /// A buffer whose size is known at run time only.
    #[error(
        "how many bytes {0} has is not known; a buffer in shared memory has static sizes and a static layout"
    )]
    Size(String),
    /// A layout with an index below 0.
    #[error(transparent)]
    Layout(#[from] crate::convert_layout_memref::error::Error),
    /// A buffer that outlives the iteration that allocates it.
    #[error("{0} is allocated in a loop and used in a later iteration; allocate it before the loop")]
    Carried(String),
    /// More than there is.
    #[error(
        "{needed} bytes of shared memory are alive together, and a block of {chip} has {limit}: {buffers}; smaller tiles, or fewer stages, take less"
    )]
    Full {
        /// The bytes needed.
        needed: i64,
        /// The chip.
        chip: &'static str,
        /// The bytes there are.
        limit: i64,
        /// Each buffer and its bytes, the largest first.
        buffers: String,
    },
    /// Dynamic shared memory that something else uses.
    #[error(
        "{0} bytes need dynamic shared memory, which the kernel uses already; allocate that with memref.alloc too"
    )]
    Dynamic(i64),
    /// Something that cannot be erased.
    #[error(transparent)]
    Erase(#[from] layout_mlir::ir::EraseError),
}

impl Error {
    /// [`Error::Full`], of buffers with their bytes and types, of what the kernel declares, which is needed too, and
    /// of the bytes between that and dynamic memory.
    pub fn full(
        needed: i64,
        [declared, gap]: [i64; 2],
        chip: &'static str,
        limit: i64,
        buffers: impl Iterator<Item = (i64, String)>,
    ) -> Self {
        let mut buffers: Vec<_> = buffers.collect();
        buffers.sort_by_key(|(bytes, _)| std::cmp::Reverse(*bytes));
        if declared > 0 {
            buffers.push((declared, "what the kernel declares".into()));
        }
        if gap > 0 {
            buffers.push((gap, "the way from there to where dynamic memory is aligned".into()));
        }
        let buffers: Vec<_> =
            buffers.into_iter().map(|(bytes, what)| format!("{bytes} for {what}")).collect();
        Self::Full { needed: needed + gap, chip, limit, buffers: buffers.join(", ") }
    }
}
