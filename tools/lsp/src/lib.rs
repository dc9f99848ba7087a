//! What `layout-lsp-server` adds to MLIR's language server: what a layout is, where the cursor
//! stands on one.
//!
//! [`proxy`] hands messages on between an editor and MLIR's server, and adds to its answers about
//! a place. [`document`] says which types and attributes stand there, [`subject`] which layout
//! they say, and [`report`] what is to be known of it.

#![forbid(unsafe_code)]

pub mod document;
pub mod message;
pub mod proxy;
pub mod report;
pub mod subject;
