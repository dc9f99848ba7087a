//! Addresses in the LLVM dialect, as pointers that are shared: `layout-hoist-addresses` out of loops,
//! `layout-join-addresses` between conditions, `layout-chain-addresses` from access to access,
//! `layout-step-addresses` from iteration to iteration, `layout-flip-addresses` between swizzled ones,
//! `layout-scale-addresses` by strides in bytes, `layout-multiply-addresses` by a product where they are in bytes.
//! `layout-early-addresses` computes them before conditions, `layout-opaque-counters` anew in each iteration.
//! `layout-natural-addresses` says what accesses promise.

mod bounds;
mod build;
mod certain;
mod chain;
mod counters;
mod early;
mod flip;
mod hoist;
mod join;
mod linear;
mod loops;
mod multiply;
mod natural;
mod scale;
mod step;
mod sum;
mod unread;
mod zeros;

pub use bounds::Bounds;
pub use build::{built, constant_like, disjoint, inline_ptx, low_bits, place, zero_extended};
pub use chain::INFO as CHAIN;
pub use counters::INFO as COUNTERS;
pub use early::INFO as EARLY;
pub use flip::INFO as FLIP;
pub use hoist::INFO as HOIST;
pub use join::INFO as JOIN;
pub use loops::{Loop, innermost};
pub use multiply::INFO as MULTIPLY;
pub use natural::INFO as NATURAL;
pub use scale::INFO as SCALE;
pub use step::INFO as STEP;
pub use sum::constant;
pub use zeros::Zeros;
