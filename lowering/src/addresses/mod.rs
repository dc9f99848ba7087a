//! Addresses in the LLVM dialect, as pointers that are shared: `layout-hoist-addresses` out of loops,
//! `layout-chain-addresses` from access to access, `layout-flip-addresses` between swizzled ones.

mod build;
mod certain;
mod chain;
mod flip;
mod hoist;
mod loops;
mod sum;
mod unread;

pub use chain::INFO as CHAIN;
pub use flip::INFO as FLIP;
pub use hoist::INFO as HOIST;
pub use loops::{Loop, innermost};
