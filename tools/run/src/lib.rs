//! Runs a kernel of PTX or a cubin on a GPU, checks what it wrote, and times it.
//!
//! A [`job`] says what is run on which memory. [`data`] makes and compares that memory on the host, [`gpu`] talks
//! to the driver, [`statistics`] and [`report`] say what came out, and [`run`] does it all in order. `docs/running.md`
//! is the user's page.

pub mod data;
pub mod gpu;
pub mod image;
pub mod job;
pub mod report;
pub mod run;
pub mod statistics;
