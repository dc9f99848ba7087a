//! The types of elements, and numbers of them as text.

/// The types of elements, those used most several times.
pub(super) const ELEMENTS: [&str; 20] = [
    "f32", "f32", "f32", "f16", "f16", "bf16", "f64", "i32", "i32", "i32", "i8", "i8", "i16", "i64", "i64",
    "index", "i1", "i1", "f8E4M3FN", "f8E5M2",
];

/// Whether elements are numbers that are rounded.
pub(super) fn is_float(element: &str) -> bool {
    element.contains('f')
}

/// Bytes of an element in memory.
pub(super) fn bytes(element: &str) -> usize {
    match element {
        "i1" | "i8" | "f8E4M3FN" | "f8E5M2" => 1,
        "i16" | "f16" | "bf16" => 2,
        "i64" | "f64" | "index" => 8,
        _ => 4,
    }
}

/// A number as the text of a constant.
pub(super) fn literal(element: &str, value: i32) -> String {
    match element {
        "i1" => (value % 2 != 0).to_string(),
        _ if is_float(element) => format!("{value}.0"),
        _ => value.to_string(),
    }
}
