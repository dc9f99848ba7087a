//! Programs on tiles: `layout-place` puts what a group shares at offsets of one buffer,
//! `layout-sync` puts barriers between accesses of the same bytes.

mod place;
mod shared;
mod sync;

pub use place::INFO as PLACE;
pub use sync::INFO as SYNC;
