//! Why an operation has no result type.

use layout_algebra::{
    AnyLayoutError, ComplementError, ComposedError, CompositionError, ConstructError, DivideError, ExprError,
    InverseError, LayoutError, ProductError, StructureError, Undecided,
};

use layout_target::AtomError;

/// Why an operation has no result type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InferError {
    /// The operation yields an integer.
    #[error("'layout.{0}' yields no layout")]
    NoLayout(&'static str),
    /// An operand that is no layout.
    #[error("expected a layout, found '{0}'")]
    NotALayout(String),
    /// None of this dialect.
    #[error("'{0}' is no operation on layouts")]
    NoOperation(String),
    /// No first layout.
    #[error("a layout operand is missing")]
    Missing,
    /// More than two layouts.
    #[error("too many layout operands")]
    TooMany,
    /// A range below 1.
    #[error("the range {0} is not positive")]
    Range(i64),
    /// Both right sides.
    #[error("takes a layout or `by` a tile, not both")]
    LayoutAndTile,
    /// No right side.
    #[error("needs a second layout or `by #layout.tile<[…]>`")]
    NeitherLayoutNorTile,
    /// No second layout.
    #[error("needs a second layout")]
    NoSecond,
    /// A mode that goes on nowhere.
    #[error(
        "{}{layout} is not of one stride, so nothing is past its end that tiles could cover: {why}",
        if mode.is_empty() { String::new() } else { format!("mode {mode}, ") }
    )]
    Cover {
        /// Where it is.
        mode: String,
        /// The mode.
        layout: String,
        /// Why the tile does not divide it.
        why: DivideError,
    },
    /// A part that copies or multiplies do not have.
    #[error("there is no `{part}`; say {parts}")]
    Part {
        /// The part.
        part: String,
        /// Those that there are.
        parts: &'static str,
    },
    /// What a partition needs.
    #[error("needs {0}")]
    Unstated(&'static str),
    /// Threads or values that are not known here.
    #[error("the layout of {name} is {layout}; it must be plain and static")]
    Stated {
        /// Threads or values.
        name: &'static str,
        /// The layout.
        layout: String,
    },
    /// Threads, values or places that leave something out, or take it twice.
    #[error("the layout of {name}, {layout}, is not one to one onto the {size} numbers from 0: {why}")]
    NotOneToOne {
        /// Threads, values or the permutation.
        name: &'static str,
        /// The layout.
        layout: String,
        /// How many coordinates it has.
        size: i64,
        /// The first coordinate for which it is not.
        why: String,
    },
    /// A permutation that is none of M, N and K.
    #[error("the permutation is {0}; it is a tile for each of M, N and K, such as [_, 16:1, _]")]
    Permutation(String),
    /// Fewer modes than the tile.
    #[error("{layout} has {}, the tile {}", modes(*.rank), modes(*.tile))]
    Unfit {
        /// The layout.
        layout: String,
        /// Its modes.
        rank: usize,
        /// The tile's.
        tile: usize,
    },
    /// A tile of threads and values that does not divide a mode.
    #[error("mode {mode}: {why}; or let the tile `cover` it, and predicate")]
    Uneven {
        /// The mode.
        mode: usize,
        /// Why not.
        why: DivideError,
    },
    /// No such instruction, or none for these threads and values.
    #[error(transparent)]
    Atom(#[from] AtomError),
    /// No modes to select.
    #[error("selects no mode; the layout has {}, counted from 0", modes(*.0))]
    NoModes(usize),
    /// A mode that the layout has not.
    #[error("there is no mode {mode} in {layout}, which has {}, counted from 0", modes(*.rank))]
    Mode {
        /// The number.
        mode: i64,
        /// The layout.
        layout: String,
        /// Its modes.
        rank: usize,
    },
    /// Both shapes.
    #[error("takes the shape as integers or as that of a layout, not both")]
    ShapeTwice,
    /// No shape.
    #[error("needs a shape, as integers or as that of a layout")]
    NoShape,
    /// A size below 1.
    #[error("size {mode} of the shape is {size}; sizes are at least 1")]
    NoSize {
        /// Where it stands.
        mode: usize,
        /// What it is.
        size: i64,
    },
    /// An order with more or fewer numbers than modes.
    #[error("the order has {}, the shape {}", numbers(*.order), modes(*.rank))]
    Order {
        /// Its numbers.
        order: usize,
        /// The modes of the shape.
        rank: usize,
    },
    /// Two modes that come at the same time.
    #[error("the order has {0} twice; each mode has a number of its own")]
    OrderTwice(i64),
    /// A shape with fewer modes than the block.
    #[error("the shape has {}, the block {block} {}", modes(*.shape), modes(*.rank))]
    Ranks {
        /// The modes of the shape.
        shape: usize,
        /// The block.
        block: String,
        /// Its modes.
        rank: usize,
    },
    /// A block of a size that is not known here, which no fact would make a divisor.
    #[error("{undecided}, and no fact would say so: give mode {mode} of the block a size that is a number")]
    Block {
        /// The mode.
        mode: usize,
        /// What is not known.
        undecided: Undecided,
    },
    /// The facts do not say whether the block divides the shape.
    #[error(transparent)]
    Undecided(#[from] Undecided),
    /// The algebra refuses.
    #[error(transparent)]
    Integer(#[from] ExprError),
    /// The algebra refuses.
    #[error(transparent)]
    Composed(#[from] ComposedError),
    /// The algebra refuses.
    #[error(transparent)]
    Structure(#[from] StructureError),
    /// The algebra refuses.
    #[error(transparent)]
    Construct(#[from] ConstructError),
    /// The algebra refuses.
    #[error(transparent)]
    Algebra(#[from] AnyLayoutError),
    /// The algebra refuses.
    #[error(transparent)]
    Complement(#[from] ComplementError),
    /// The algebra refuses.
    #[error(transparent)]
    Product(#[from] ProductError),
    /// The algebra refuses.
    #[error(transparent)]
    Inverse(#[from] InverseError),
    /// The algebra refuses.
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// The algebra refuses.
    #[error(transparent)]
    Divide(#[from] DivideError),
    /// The algebra refuses.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

fn modes(count: usize) -> String {
    if count == 1 { "1 mode".into() } else { format!("{count} modes") }
}

fn numbers(count: usize) -> String {
    if count == 1 { "1 number".into() } else { format!("{count} numbers") }
}
