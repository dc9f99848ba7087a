//! What lanes exchange of elements.

use layout_tile::Program;

/// The bits of the widest element that lanes exchange.
const WIDEST: i64 = 64;

/// The bits that an element has where lanes exchange it: one bit takes a byte.
pub fn bits(element: i64) -> i64 {
    if element == 1 { 8 } else { element }
}

/// Whether a program can be written for elements of these bits: wider ones may get other names, and nothing else.
pub fn can_be_written(program: &Program, bits: i64) -> bool {
    bits <= WIDEST || program.code.is_empty()
}
