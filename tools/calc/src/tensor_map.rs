//! The tensor map of a copy between two layouts.

use std::fmt::Write as _;

use layout_algebra::{AnyLayout, Expr, Layout, with_names};
use layout_tile::{Dimension, Im2col, TensorMap};

/// The map and the boxes by which a tile of `global`, of elements of so many bits, is copied to all of `shared`.
///
/// # Errors
/// Why no map says it.
pub fn describe(global: &Layout, shared: &AnyLayout, bits: i64, names: &[String]) -> Result<String, String> {
    let map = TensorMap::new(global, bits, shared).map_err(|e| with_names(&e.to_string(), names))?;
    let expr = |e: &Expr| with_names(&e.named(), names);
    let swizzle = if map.span > 0 { format!("swizzle of {} bytes", map.span) } else { "no swizzle".into() };
    let how = if map.im2col.is_some() { ", im2col" } else { "" };
    let mut out = format!("{} dimensions, elements of {bits} bits, {swizzle}{how}\n", map.dimensions.len());
    for (number, dimension) in map.dimensions.iter().enumerate() {
        let (size, stride) = (expr(&dimension.size), expr(&dimension.stride));
        let (what, more) = match &map.im2col {
            None => (part(dimension), format!(", box {}", map.extents[number])),
            Some(im2col) => walk(im2col, number, &map.extents, &expr),
        };
        let _ = writeln!(out, "{number}: {what}, size {size}, stride {stride} bytes{more}");
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

/// What of memory's coordinates a dimension's coordinate is.
fn part(dimension: &Dimension) -> String {
    let part = match (dimension.divisor, dimension.modulus) {
        (1, None) => String::new(),
        (divisor, None) => format!(" / {divisor}"),
        (1, Some(modulus)) => format!(" mod {modulus}"),
        (divisor, Some(modulus)) => format!(" / {divisor} mod {modulus}"),
    };
    format!("coordinate {}{part}", dimension.memory)
}

/// What a dimension of images is, and how the engine goes along it.
fn walk(
    im2col: &Im2col,
    number: usize,
    extents: &[i64],
    expr: &impl Fn(&Expr) -> String,
) -> (String, String) {
    let Some(place) = number.checked_sub(1) else {
        let what = format!("channels of coordinate {}", im2col.columns);
        return (what, format!(", box {}", extents[0]));
    };
    let Some(walk) = im2col.walks.get(place) else {
        return (
            format!("images of coordinate {}", im2col.pixels),
            format!(", box of {} pixels", extents[1]),
        );
    };
    let tap = im2col.taps.iter().find(|tap| tap.walk == place);
    let taps = tap.map_or_else(String::new, |tap| {
        format!(", {} taps {} apart, upper corner {}", expr(&tap.count), tap.dilation, expr(&walk.upper))
    });
    let what = format!("{} pixels of coordinate {}", expr(&walk.count), im2col.pixels);
    (what, format!(", step {}{taps}", walk.step))
}
