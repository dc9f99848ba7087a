//! Why an operation on a memref with a layout is not lowered.

use layout_algebra::{AnyLayoutError, ExprError, LayoutError};

/// What is wrong, and what would be right. The place is the operation's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// MLIR refuses an operation of the lowered form.
    #[error("'{0}' could not be built for flat memory")]
    Build(String),
    /// No view of the memref.
    #[error(transparent)]
    View(#[from] layout_dialect::views::ViewError),
    /// A memref with a layout whose operation was not lowered.
    #[error("nothing stands for this memref")]
    Unplaced,
    /// What was lowered is still used.
    #[error(transparent)]
    Erase(#[from] layout_mlir::ir::EraseError),
    /// Memory has no place for the layout's least index.
    #[error(
        "the indices of {memref} reach down to {least}, but memory begins at 0; add an offset to the layout, \
         as in #layout<({span}):(1) o {offset} o {inner}>"
    )]
    Negative {
        /// The memref.
        memref: String,
        /// The least index.
        least: i64,
        /// What must be added to each index.
        offset: i64,
        /// The number of indices from the least to the greatest.
        span: i64,
        /// The layout as it is.
        inner: String,
    },
    /// A stride below zero of a layout whose least index is not known.
    #[error(
        "{memref} has a stride that may be negative, so its least index is unknown; memory begins at 0: \
         state the least value, as in ?{{min=0}}"
    )]
    Sign {
        /// The memref.
        memref: String,
    },
    /// An operation that needs one stride a dimension.
    #[error(
        "'{op}' needs one stride for each dimension of {memref}, which the layout {layout} does not have; \
         load and store elements, or copy to a memref with strides first"
    )]
    NotStrided {
        /// The operation.
        op: String,
        /// The memref.
        memref: String,
        /// Its layout.
        layout: String,
    },
    /// A cast between different functions.
    #[error(
        "{from} and {to} lay out their elements differently ({why}); memref.copy moves them from one to the other"
    )]
    Cast {
        /// The source's type.
        from: String,
        /// The result's type.
        to: String,
        /// Where they part.
        why: String,
    },
    /// A symbol that nothing gives a value.
    #[error(
        "symbol {symbol} of {memref} is no size, stride or offset by itself, so nothing tells its value here"
    )]
    Unbound {
        /// The symbol.
        symbol: String,
        /// The type whose symbol it is.
        memref: String,
    },
    /// A buffer that must have a static size.
    #[error("{what} needs a static size, but the layout of {memref} has symbols")]
    Dynamic {
        /// What it is.
        what: &'static str,
        /// The memref.
        memref: String,
    },
    /// A global's value that cannot be put where the layout says.
    #[error("the initial value of a memref of type {memref} {why}")]
    Initial {
        /// The memref.
        memref: String,
        /// What is wrong with it.
        why: InitialError,
    },
    /// An operation that reads several elements at consecutive addresses.
    #[error(
        "'{op}' takes {count} elements at consecutive addresses, which those of {memref} are not known to have here; \
         let the last index be a multiple of {count} in sight (a product, a shift, a loop's step), \
         and the layout keep {count} elements together"
    )]
    Scattered {
        /// The operation.
        op: String,
        /// How many elements.
        count: i64,
        /// The memref.
        memref: String,
    },
    /// A vector that is not unrolled.
    #[error("'{op}' on {memref}: {why}")]
    Vector {
        /// The operation.
        op: String,
        /// The memref.
        memref: String,
        /// What is not supported.
        why: &'static str,
    },
    /// An operation of which this pass knows no lowering.
    #[error("'{op}' on {memref} is not lowered to flat memory: {remedy}")]
    Operation {
        /// The operation.
        op: String,
        /// The memref.
        memref: String,
        /// What to do.
        remedy: &'static str,
    },
    /// What the algebra says.
    #[error("{0}")]
    Algebra(String),
}

impl From<AnyLayoutError> for Error {
    fn from(error: AnyLayoutError) -> Self {
        Self::Algebra(error.to_string())
    }
}

impl From<LayoutError> for Error {
    fn from(error: LayoutError) -> Self {
        Self::Algebra(error.to_string())
    }
}

impl From<ExprError> for Error {
    fn from(error: ExprError) -> Self {
        Self::Algebra(error.to_string())
    }
}

/// What is wrong with a global's initial value, which the error names first.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InitialError {
    /// More elements than are moved at compile time.
    #[error("is too large to be permuted")]
    Large,
    /// What lies between the elements has no value.
    #[error("is of elements of which no zero is known, for what lies between them")]
    NoZero,
    /// Elements in another form than one after the other.
    #[error("is not dense, so its elements are not known")]
    NotDense,
    /// An element without a place.
    #[error("does not fit the layout")]
    Misfit,
    /// A layout of which several coordinates have one index.
    #[error("has different elements at one address, such as that of {0:?}")]
    Different(Vec<u64>),
    /// MLIR refuses the value.
    #[error("{0}")]
    Build(String),
}
