//! [`TvError`]: why layouts are no encoding, or not one of a tile.

use layout_algebra::LayoutError;

/// A thread and one of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Holder {
    /// The thread's number in the group.
    pub thread: i64,
    /// The value's number.
    pub value: i64,
}

/// Why two layouts are no encoding, or not one of a tile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TvError {
    /// A symbol occurs.
    #[error("{layout}: the sizes and strides of an encoding must be known")]
    NotStatic {
        /// The layout of threads or of values.
        layout: String,
    },
    /// A negative stride.
    #[error("{layout}: the stride {stride} is negative, and positions in a tile count from 0")]
    Negative {
        /// The layout.
        layout: String,
        /// The stride.
        stride: i64,
    },
    /// Stride 0 in V.
    #[error(
        "{values}: by its mode of stride 0 a thread holds position 0 {times} times, as its values 0 and {again}; a thread holds an element once, leave the mode out"
    )]
    Repeated {
        /// The layout of values.
        values: String,
        /// The size of the mode.
        times: i64,
        /// The second value that is position 0.
        again: i64,
    },
    /// A position that two threads, or values, hold that are no replicas.
    #[error(
        "{tv}: position {position} is held twice, by thread {} as value {} and by thread {} as value {}: the stride {position} falls short of {extent}, what smaller strides reach",
        .holders[0].thread, .holders[0].value, .holders[1].thread, .holders[1].value
    )]
    HeldTwice {
        /// The encoding.
        tv: String,
        /// The smallest such position, a stride.
        position: i64,
        /// Two that hold it.
        holders: [Holder; 2],
        /// How many positions the smaller strides reach.
        extent: i64,
    },
    /// A position below the largest that nobody holds.
    #[error(
        "{tv}: nobody holds position {position}: smaller strides reach {position} positions, and the next stride is {stride}"
    )]
    Missing {
        /// The encoding.
        tv: String,
        /// The smallest such position.
        position: i64,
        /// The next stride.
        stride: i64,
    },
    /// A tile with more elements than the encoding.
    #[error(
        "{tv} holds {have} of the {need} elements of a tile {shape}: nobody holds position {have}, the element {element}"
    )]
    TooSmall {
        /// The encoding.
        tv: String,
        /// The tile.
        shape: String,
        /// Positions that the encoding has.
        have: i64,
        /// Elements that the tile has.
        need: i64,
        /// The coordinate of the first that is missing.
        element: String,
    },
    /// A tile with fewer elements than the encoding.
    #[error(
        "{tv} holds {have} elements and a tile {shape} has {need}: thread {} holds position {need} as value {}, which is outside",
        .holder.thread, .holder.value
    )]
    TooLarge {
        /// The encoding.
        tv: String,
        /// The tile.
        shape: String,
        /// Positions that the encoding has.
        have: i64,
        /// Elements that the tile has.
        need: i64,
        /// Who holds the first position outside.
        holder: Holder,
    },
    /// Another number of threads than the group's.
    #[error("{tv} is for {have} threads, and the group has {need}{}", replicate(*.have, *.need))]
    Threads {
        /// The encoding.
        tv: String,
        /// Its threads.
        have: i64,
        /// The group's.
        need: i64,
    },
    /// A size of a tile that is none.
    #[error("a tile of the shape {0} has no elements, or more than 64 bits count")]
    Shape(String),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// What makes an encoding of `have` threads one of `need`.
fn replicate(have: i64, need: i64) -> String {
    if have > 0 && need > have && need % have == 0 {
        return format!("; a last mode {}:0 of T would replicate it", need / have);
    }
    String::new()
}
