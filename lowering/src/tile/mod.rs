//! Programs on tiles: `layout-select` writes what one warp cannot do alone in smaller operations on tiles,
//! `layout-distribute` makes them programs of a thread.

mod build;
mod distribute;
mod encoded;
mod error;
mod functions;
mod select;

pub use distribute::INFO as DISTRIBUTE;
pub use select::INFO as SELECT;
