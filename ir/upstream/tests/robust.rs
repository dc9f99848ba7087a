//! No text makes a reader panic or overflow its stack.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use fastrand::Rng;
use layout_upstream::{AffineMap, PartitionView, Predicate, Sharding, Strided, TensorView, XeLayout};

const TEXTS: &[&str] = &[
    "affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 floordiv 4 mod 2 - (d0 + 3) ceildiv 5)>",
    "strided<[?, -1], offset: ?>",
    "#xegpu.slice<#xegpu.layout<sg_layout = [2, 4], lane_data = [1, 1], order = [1, 0]>, dims = [0]>",
    "shard.sharding @g(shape = 2x?x4) split_axes = [[0], [1, 2]] halo_sizes = [1, ?]",
    "!cuda_tile.tensor_view<?x16xf32, strides=[1,?]>",
    "!cuda_tile.partition_view<tile=(4x2), padding_value = zero, tensor_view<?x16xf32, strides=[1,?]>, dim_map=[1, 0]>",
    "#cuda_tile.bounded<1, ?>",
    "9223372036854775807x-9223372036854775808",
];

fn read(text: &str) {
    if let Ok(map) = text.parse::<AffineMap>() {
        let extents = vec![6.into(); map.dims];
        let _ = map.to_layout(&extents, &vec![3.into(); map.symbols]);
    }
    if let Ok(strided) = text.parse::<Strided<Option<i64>>>() {
        let _ = strided.with_symbols(&|_| None).to_layout();
    }
    for shape in [&[][..], &[8], &[8, 16], &[0, 4], &[i64::MAX, i64::MAX]] {
        let _ = text.parse::<XeLayout>().map(|l| l.to_tv(shape));
        let _ = text.parse::<Sharding>().map(|l| l.to_tv(shape));
    }
    let _ = text.parse::<TensorView>().map(|v| v.to_layout(&[]));
    let _ = text.parse::<PartitionView>().map(|v| v.to_layout(&[]));
    let _ = text.parse::<Predicate>();
}

#[test]
fn mutilated_texts_are_refused() {
    let mut rng = Rng::with_seed(21);
    for _ in 0..40_000 {
        let mut text = TEXTS[rng.usize(0..TEXTS.len())].to_owned();
        for _ in 0..rng.usize(0..5) {
            let other = TEXTS[rng.usize(0..TEXTS.len())];
            let (from, to) = (rng.usize(0..other.len()), rng.usize(0..other.len()));
            let at = rng.usize(0..=text.len());
            match rng.usize(0..3) {
                0 => text.insert_str(at, &other[from.min(to)..from.max(to)]),
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.truncate(at),
            }
        }
        read(&text);
    }
}

#[test]
fn long_and_deep_texts() {
    for text in [
        format!("(i) -> ({}i{})", "(".repeat(100_000), ")".repeat(100_000)),
        format!("(i) -> (i{})", " + i".repeat(100_000)),
        format!("(i) -> (i{})", " floordiv 2".repeat(4000)),
        format!("(i) -> ({}i)", "-".repeat(100_000)),
        format!("(i) -> (i{})", " mod 4 * 2".repeat(2000)),
        "#xegpu.slice<".repeat(100_000),
    ] {
        read(&text);
    }
}
