//! Arrays on the host: their elements, how they are filled, stored and compared.

pub mod array;
pub mod compare;
pub mod element;
pub mod fill;
pub mod npy;
