//! The operations, one file and one error each.

pub(crate) mod add;
mod carrier;
pub(crate) mod coalesce;
pub(crate) mod common;
pub(crate) mod complement;
pub(crate) mod composition;
pub(crate) mod construct;
pub(crate) mod cover;
pub(crate) mod divide;
pub(crate) mod filter;
pub(crate) mod inverse;
pub(crate) mod inverse_search;
pub(crate) mod kinds;
pub(crate) mod order;
pub(crate) mod product;
pub(crate) mod recast;
pub(crate) mod recover;
pub(crate) mod slice;
mod swizzled;
