//! What is checked of rules and of runs, by evaluation.

mod condition;
pub mod trial;
mod verify;

pub use condition::{Lax, Why, check_match};
pub use verify::{Disagreement, class_values, hints, is_assumed, sample, verify, verify_terms};
