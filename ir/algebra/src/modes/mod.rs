//! What is done mode by mode, to tuples and layouts alike: rearranging modes, arithmetic,
//! coordinates, slices.

pub(crate) mod arithmetic;
pub(crate) mod crd2idx;
pub(crate) mod slice;
pub(crate) mod structure;
