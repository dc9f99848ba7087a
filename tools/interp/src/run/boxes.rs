//! The elements of boxes, in memory and where they lie in shared memory (PTX ISA, "Tensors").

use super::engine::Bound;
use crate::fault::Reason;

/// The elements of a box from a byte of shared memory on: the place there, and that in memory if it has them.
///
/// # Errors
/// For a place and an innermost coordinate that are not aligned, and what a map has not.
pub fn elements(
    map: &Bound,
    start: &[i64],
    offsets: &[i64],
    first: i64,
) -> Result<Vec<(i64, Option<i64>)>, Reason> {
    if first % 128 != 0 {
        return Err(Reason::undefined(format!("a box at byte {first}, which is not aligned to 128")));
    }
    let begin = start.first().map_or(0, |at| at * map.element.bytes() as i64);
    if begin % 16 != 0 {
        return Err(Reason::undefined(format!(
            "a box whose innermost coordinate is byte {begin}, which is no multiple of 16"
        )));
    }
    let all = match &map.images {
        Some(images) => {
            images.coordinates((&map.sizes, &map.extents, map.element.bytes() as i64), start, offsets)?
        }
        None if offsets.is_empty() => coordinates(map, start),
        None => return Err(Reason::undefined("a copy with offsets by a map that is none of im2col")),
    };
    let element = |(number, at): (usize, &Vec<i64>)| {
        let inside = at.iter().zip(&map.sizes).all(|(at, size)| (0..*size).contains(at));
        let far = map.base + at.iter().zip(&map.strides).map(|(at, stride)| at * stride).sum::<i64>();
        // Bits of the address are exchanged: 16 bytes within rows, by the number of the row.
        let place = first + number as i64 * map.element.bytes() as i64;
        let rows = match map.swizzle {
            0 => 0,
            32 => 1,
            64 => 3,
            _ => 7,
        };
        (place ^ (((place >> 7) & rows) << 4), inside.then_some(far))
    };
    Ok(all.iter().enumerate().map(element).collect())
}

/// The coordinates of the elements of a box, in order.
fn coordinates(map: &Bound, start: &[i64]) -> Vec<Vec<i64>> {
    let element = |number: i64| {
        let mut rest = number;
        let at = start.iter().zip(&map.extents).map(|(begin, extent)| {
            let at = begin + rest % extent;
            rest /= extent;
            at
        });
        at.collect()
    };
    (0..map.extents.iter().product()).map(element).collect()
}
