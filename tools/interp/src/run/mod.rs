//! Running programs.

mod affine;
mod asynchronous;
mod block;
mod blocks;
mod boxes;
mod bulk;
mod cluster;
mod collective;
mod control;
mod copies;
mod engine;
mod fragments;
mod gpu;
mod grid;
mod im2col;
mod layouts;
mod log;
mod machine;
mod matrices;
mod mbarriers;
mod memory;
mod plan;
mod products;
mod tiles;
mod vectors;
mod views;
mod warp;
mod warpgroup;
mod world;

pub use block::Launch;
pub(crate) use grid::observed;
pub use grid::run;
pub(crate) use log::{Log, Order};
pub(crate) use memory::{extent, view_of};
pub use plan::Plan;
pub use world::World;
