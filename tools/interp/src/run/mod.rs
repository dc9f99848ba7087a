//! Running programs.

mod affine;
mod asynchronous;
mod block;
mod bulk;
mod cluster;
mod collective;
mod control;
mod copies;
mod engine;
mod fragments;
mod gpu;
mod layouts;
mod log;
mod machine;
mod matrices;
mod memory;
mod plan;
mod products;
mod tiles;
mod vectors;
mod views;
mod warpgroup;
mod world;

pub(crate) use block::observed;
pub use block::{Launch, run};
pub(crate) use log::{Log, Order};
pub(crate) use memory::{extent, view_of};
pub use plan::Plan;
pub use world::World;
