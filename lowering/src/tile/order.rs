//! Which dimensions of memory lie together.

use layout_algebra::Layout;

/// The dimensions of a tile of so many behind `leading` ones of memory, from the one whose elements lie
/// together to the one with the largest stride; unknown strides are large, those of earlier dimensions
/// more so.
pub fn order(memory: &Layout, leading: usize, rank: usize) -> Vec<usize> {
    let modes = memory.modes();
    let stride = |dimension: &usize| {
        let leaves = modes.get(dimension + leading).map_or(Vec::new(), |m| {
            m.shape_leaves().iter().cloned().zip(m.stride_leaves().iter().cloned()).collect()
        });
        // (Of one element no stride is ever used.)
        let strides = leaves.iter().filter(|(size, _)| !size.is(1)).map(|(_, stride)| stride);
        strides.map(|d| d.as_const().map_or(i64::MAX, i64::abs)).min().unwrap_or(i64::MAX)
    };
    let mut out: Vec<usize> = (0..rank).rev().collect();
    out.sort_by_key(stride);
    out
}
