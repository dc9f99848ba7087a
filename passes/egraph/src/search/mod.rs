//! The search: rules applied until nothing changes or a count runs out.

pub mod index;
pub mod options;
pub mod saturate;
pub mod simplify;
