//! Programs on tiles: `layout-select` writes what one warp cannot do alone in smaller operations on tiles,
//! `layout-pipeline` begins copies ahead, `layout-place` puts what a group shares at offsets of one buffer,
//! `layout-sync` puts barriers between accesses of the same bytes, `layout-distribute` makes tiles the values of a
//! thread.

mod build;
mod cluster;
mod distribute;
mod encoded;
mod error;
mod exchanged;
mod functions;
mod handed;
pub mod launch_sizes;
mod order;
mod peers;
mod pipeline;
mod place;
mod producers;
mod select;
mod shared;
mod sync;
mod tma;
mod uniform;
mod view;

/// Options of these passes.
pub mod options {
    pub use super::distribute::Options as Distribute;
    pub use super::place::Options as Place;
    pub use super::select::Options as Select;
}

pub use distribute::{INFO as DISTRIBUTE, takes_integers};
pub use functions::callee;
pub use pipeline::INFO as PIPELINE;
pub use place::INFO as PLACE;
pub use producers::{PRODUCERS, Producers, producers};
pub use select::INFO as SELECT;
pub use shared::sources::memory;
pub use sync::INFO as SYNC;
