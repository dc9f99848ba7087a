//! Hierarchical tuples of integers: their nesting, relations between them, compact strides.

pub(crate) mod compact;
pub(crate) mod coord;
pub(crate) mod relations;
pub(crate) mod tuple;
