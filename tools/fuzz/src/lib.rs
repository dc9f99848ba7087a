#![forbid(unsafe_code)]
#![allow(missing_docs)]
pub mod case;
pub mod generate;
pub mod inputs;
pub mod judge;
pub mod pipelines;
pub mod reduce;
pub mod run;
pub mod session;
pub mod worker;
