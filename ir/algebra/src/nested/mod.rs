//! Hierarchical tuples: nesting, modes, arithmetic, coordinates, relations of shapes.

pub(crate) mod coordinates;
pub(crate) mod coords;
pub(crate) mod relations;
pub(crate) mod structure;
pub(crate) mod tuple;
pub(crate) mod tuple_math;
