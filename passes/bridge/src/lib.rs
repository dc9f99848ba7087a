//! Between SSA and terms: what a value is, what is known of it, and how a term becomes
//! operations again.
//!
//! [`rewrite`] does all of it for one part of a function: [`import`] makes terms of its
//! operations, `layout-egraph` finds cheaper ones, [`export`] plans and emits them, and
//! [`validate`] checks the result without any of that.

#![forbid(unsafe_code)]

pub mod boundaries;
pub mod bounds;
pub mod export;
pub mod facts;
pub mod import;
pub mod layout_nodes;
pub mod order;
pub mod outside;
pub mod resolve;
pub mod rewrite;
pub mod segments;
pub mod stretches;
pub mod validate;
