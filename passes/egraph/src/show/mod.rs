//! What a person sees of a graph and of a run.

pub mod dump;
pub mod explain;
