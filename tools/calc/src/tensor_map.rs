//! The tensor map of a copy between two layouts.

use std::fmt::Write as _;

use layout_algebra::{AnyLayout, Expr, Layout, with_names};
use layout_tile::TensorMap;

/// The map and the boxes by which a tile of `global`, of elements of so many bits, is copied to all of `shared`.
///
/// # Errors
/// Why no map says it.
pub fn describe(global: &Layout, shared: &AnyLayout, bits: i64, names: &[String]) -> Result<String, String> {
    let map = TensorMap::new(global, bits, shared).map_err(|e| with_names(&e.to_string(), names))?;
    let expr = |e: &Expr| with_names(&e.named(), names);
    let swizzle = if map.span > 0 { format!("swizzle of {} bytes", map.span) } else { "no swizzle".into() };
    let mut out = format!("{} dimensions, elements of {bits} bits, {swizzle}\n", map.dimensions.len());
    for (number, (dimension, extent)) in map.dimensions.iter().zip(&map.extents).enumerate() {
        let part = match (dimension.divisor, dimension.modulus) {
            (1, None) => String::new(),
            (divisor, None) => format!(" / {divisor}"),
            (1, Some(modulus)) => format!(" mod {modulus}"),
            (divisor, Some(modulus)) => format!(" / {divisor} mod {modulus}"),
        };
        let (size, stride) = (expr(&dimension.size), expr(&dimension.stride));
        let memory = dimension.memory;
        let _ = writeln!(
            out,
            "{number}: coordinate {memory}{part}, size {size}, stride {stride} bytes, box {extent}"
        );
    }
    let (count, bytes) = (map.copies.len(), map.bytes());
    let boxes = if count == 1 { "box" } else { "boxes" };
    let _ = writeln!(out, "{count} {boxes} of {bytes} bytes, to memory aligned to {}", map.alignment());
    for copy in &map.copies {
        let coordinate: Vec<String> = copy.coordinate.iter().map(i64::to_string).collect();
        let _ = writeln!(out, "({}) to byte {}", coordinate.join(","), copy.offset);
    }
    for (dimension, multiple) in map.multiples.iter().enumerate().filter(|(_, multiple)| **multiple > 1) {
        let _ = writeln!(out, "coordinate {dimension} a multiple of {multiple}");
    }
    Ok(out)
}
