//! What texts of attributes and types say, and what a module holds.

pub mod attribute;
pub mod cursor;
pub mod layout;
pub mod program;
pub mod tensor_maps;
pub mod types;
