//! What is checked of rules and of runs, by evaluation.

pub mod trial;
mod verify;

pub use verify::{Disagreement, class_values, hints, is_assumed, sample, verify, verify_terms};
