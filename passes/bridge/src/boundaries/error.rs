//! Why layouts do not cross a boundary.

/// What is wrong at one operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoundaryError {
    /// A function of another kind.
    #[error(
        "the layouts of {type} cannot be passed as the values of their symbols: '{op}' is neither func.func nor gpu.func"
    )]
    Function {
        /// The type.
        r#type: String,
        /// The operation.
        op: String,
    },
    /// A reference to a function whose signature changes.
    #[error(
        "'{op}' refers to @{symbol} of type {type}, whose layouts become the values of their symbols; only {followers} \
         can follow"
    )]
    Reference {
        /// The operation.
        op: String,
        /// The function.
        symbol: String,
        /// Its type.
        r#type: String,
        /// The operations that can follow.
        followers: String,
    },
    /// Attributes of a layout that is handed on.
    #[error(
        "{what} {number} of type {type} has the attributes {attributes}, which the values of its symbols cannot have; \
         take them away"
    )]
    Attributes {
        /// `argument` or `result`.
        what: &'static str,
        /// Which one.
        number: usize,
        /// Its type.
        r#type: String,
        /// The attributes.
        attributes: String,
    },
    /// A layout whose symbols have no values.
    #[error("the values of the symbols of {type} are not known here: {source_of}")]
    Symbols {
        /// The type of the layout.
        r#type: String,
        /// Where it comes from.
        source_of: Origin,
    },
    /// MLIR refused a `layout.make`.
    #[error("a layout of type {0} could not be made")]
    Make(String),
    /// MLIR refused the operation with other results.
    #[error("the operation could not be rebuilt")]
    Rebuild,
    /// Arguments that have no place to be made layouts at.
    #[error("a block has no operation")]
    EmptyBlock,
    /// A layout that is still used by what was replaced.
    #[error(transparent)]
    Erase(#[from] layout_mlir::ir::EraseError),
}

/// Where a layout comes from whose symbols have no values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Origin {
    /// An operation that knows no layouts.
    #[error("it is a result of '{0}', which does not hand them on")]
    Result(String),
    /// An operation on layouts.
    #[error("it is computed by '{0}' from a layout that is not known")]
    Computed(String),
    /// The caller.
    #[error("it is an argument of a function; run layout-expand-boundaries first")]
    Function,
    /// An operation that knows no layouts.
    #[error("it is argument {number} of a block of '{op}', which does not hand them on")]
    Argument {
        /// Which argument.
        number: usize,
        /// The operation whose block it is.
        op: String,
    },
    /// No block, no operation.
    #[error("it comes from nowhere")]
    Nowhere,
}
