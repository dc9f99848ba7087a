//! Addresses in the LLVM dialect, as pointers that are shared: `layout-hoist-addresses` out of loops,
//! `layout-chain-addresses` from access to access.

mod build;
mod chain;
mod hoist;
mod loops;
mod sum;
mod unread;

pub use chain::INFO as CHAIN;
pub use hoist::INFO as HOIST;
