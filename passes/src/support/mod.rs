//! What passes share: facts of SSA values, symbols of SSA layouts, and the way
//! between SSA and terms.

pub mod driver;
pub mod export;
pub mod facts;
pub mod import;
pub mod order;
pub mod resolve;
pub mod validate;
