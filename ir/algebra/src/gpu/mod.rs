//! What a GPU adds: its instructions, its memory banks, swizzles against conflicts.

pub(crate) mod atoms;
pub(crate) mod banks;
pub(crate) mod synthesis;
