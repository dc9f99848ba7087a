//! Maps of im2col: convolutions of random sizes, strides and dilations, as a model of the copy engine goes through them.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use layout_algebra::{AnyLayout, Layout};
use layout_tile::{Shares, TensorMap, TensorMapError};
use proptest::prelude::*;

mod common;
use common::cases;
use common::engine::check;

/// Random convolutions, and those that have a map of im2col.
static CASES: AtomicU32 = AtomicU32::new(0);
static MAPS: AtomicU32 = AtomicU32::new(0);

fn map(global: &str, bits: i64, shared: &str) -> Result<TensorMap, TensorMapError> {
    TensorMap::new(&global.parse().unwrap(), bits, &shared.parse().unwrap())
}

/// A mode of memory, or of what is under the filter.
fn mode(leaves: &[(i64, i64)]) -> String {
    let text = |of: fn(&(i64, i64)) -> i64| {
        let all: Vec<String> = leaves.iter().map(|leaf| of(leaf).to_string()).collect();
        if all.len() == 1 { all[0].clone() } else { format!("({})", all.join(",")) }
    };
    format!("{}:{}", text(|leaf| leaf.0), text(|leaf| leaf.1))
}

/// A layout of two modes.
fn matrix(modes: [&[(i64, i64)]; 2]) -> String {
    let [a, b] = modes.map(mode);
    let ((sizes, strides), (more, further)) = (a.split_once(':').unwrap(), b.split_once(':').unwrap());
    format!("({sizes},{more}):({strides},{further})")
}

/// Along a dimension of an image: places, their step, taps, their dilation, and pixels that nobody uses.
fn along() -> impl Strategy<Value = [i64; 5]> {
    [1..=7_i64, 1..=4_i64, 1..=4_i64, 1..=4_i64, 0..=2_i64]
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn the_engine_goes_through_images_as_the_layout_does(
        image in prop::collection::vec(along(), 1..=3),
        (images, channels, pitch) in (1..=4_i64, prop::sample::select(vec![8_i64, 16, 24, 32, 64, 96]), 0..=1_i64),
        bits in prop::sample::select(vec![8_i64, 16, 32, 64]),
        (pixels, columns) in (prop::sample::select(vec![1_i64, 8, 24, 64, 128]), prop::sample::select(vec![1_i64, 2, 3])),
        (chunk, swizzled, turned) in (prop::sample::select(vec![16_i64, 32, 64, 128]), any::<bool>(), any::<bool>()),
        (pixel, column) in (-150..400_i64, -100..900_i64),
    ) {
        let pad = 128 / bits;
        let mut unit = (channels + pad - 1) / pad * pad + pitch * pad;
        let (mut places, mut taps) = (Vec::new(), vec![(channels, 1)]);
        for [count, step, size, dilation, unused] in &image {
            places.push((*count, step * unit));
            taps.push((*size, dilation * unit));
            unit *= (count - 1) * step + (size - 1) * dilation + 1 + unused;
        }
        places.push((images, unit));
        // Rows of a chunk, and chunks behind each other.
        let row = chunk * 8 / bits;
        let wide: &[(i64, i64)] = &[(row, 1), (columns, row * pixels)];
        let (wide, long) = (&wide[..if columns > 1 { 2 } else { 1 }], &[(pixels, row)][..]);
        let swizzle = match chunk {
            32 | 64 | 128 if swizzled => format!("S<{},{},3> o 0 o ", (chunk / 16).ilog2(), (128 / bits).ilog2()),
            _ => String::new(),
        };
        let (global, tile) = if turned {
            (matrix([&taps, &places]), matrix([wide, long]))
        } else {
            (matrix([&places, &taps]), matrix([long, wide]))
        };
        let (global, shared): (Layout, AnyLayout) = (global.parse().unwrap(), format!("{swizzle}{tile}").parse().unwrap());
        let origin = if turned { [column, pixel] } else { [pixel, column] };
        CASES.fetch_add(1, Relaxed);
        match TensorMap::new(&global, bits, &shared) {
            Ok(map) => {
                check(&map, &global, &shared, &origin);
                MAPS.fetch_add(u32::from(map.im2col.is_some()), Relaxed);
                for blocks in [2, 4] {
                    if let Ok(shares) = Shares::new(&map, blocks) {
                        check(&shares.map, &global, &shared, &origin);
                    }
                }
            }
            // (A box under several taps, and boxes of shared memory that begin within a swizzle.)
            Err(TensorMapError::Taps { row, .. }) => prop_assert!(channels % row != 0),
            Err(TensorMapError::Row { .. }) => prop_assert!(channels % row != 0),
            Err(TensorMapError::Offset { .. }) => {}
            Err(TensorMapError::Reach { .. }) => {
                prop_assert!(image.len() > 1 && image.iter().any(|a| (a[2] - 1) * a[3] > 4));
            }
            Err(error) => prop_assert!(false, "{global} to {shared}: {error}"),
        }
        prop_assert!(CASES.load(Relaxed) < 1000 || 4 * MAPS.load(Relaxed) > CASES.load(Relaxed));
    }
}

/// Traversal strides, dilations and upper corners.
fn walks(map: &TensorMap) -> (Vec<i64>, Vec<i64>, Vec<Option<i64>>) {
    let im2col = map.im2col.as_ref().unwrap();
    let steps = im2col.walks.iter().map(|walk| walk.step).collect();
    let dilations = im2col.taps.iter().map(|tap| tap.dilation).collect();
    (steps, dilations, im2col.walks.iter().map(|walk| walk.upper.as_const()).collect())
}

#[test]
fn strides_of_pixels_and_taps_say_the_image() {
    let tile = "S<3,3,3> o 0 o (128,64):(64,1)";
    // Sizes and strides that are not known.
    let named = "((Q,P,N),(C{div=64},3,3)):((2*C,2*C*W,C*W*H),(1,C,C*W))";
    let found = map(named, 16, tile).unwrap();
    assert_eq!(walks(&found), (vec![2, 2], vec![1, 1], vec![Some(-2), Some(-2)]));
    assert_eq!(found.multiples, [1, 64]);
    let size = |number: usize| found.dimensions[number].size.named();
    assert_eq!([size(0), size(1), size(2), size(3)], ["s3", "2*s0+1", "2*s1+1", "s2"].map(String::from));
    // A filter of one tap goes in units of its steps.
    let one = map("((7,5,3),C{div=64}):((256,3840,38400),1)", 16, tile).unwrap();
    assert_eq!(walks(&one), (vec![1, 1], vec![], vec![Some(0), Some(0)]));
    assert_eq!(one.multiples, [1, 64]);
    // So does one whose steps and dilations are multiples of one number.
    let even = map("((7,5,3),(64,3,3)):((256,6400,64000),(1,256,12800))", 16, tile).unwrap();
    assert_eq!(walks(&even), (vec![1, 1], vec![1, 2], vec![Some(-2), Some(-4)]));
    // A filter that reaches over images: there is one, of three dimensions.
    let deep = map("((6,6,6),(64,3,3,3)):((64,512,4096),(1,64,512,4096))", 16, tile).unwrap();
    assert_eq!((walks(&deep).0, deep.dimensions.len()), (vec![1, 1, 1], 5));
    // Taps along a dimension of which pixels have one place.
    let flat = map("((7,N),(64,3,3)):((64,4096),(1,64,640))", 16, tile).unwrap();
    assert_eq!((walks(&flat).2, flat.dimensions.len()), (vec![Some(-2), Some(-2)], 4));
    // What boxes fit is tiled as ever.
    assert_eq!(map("((128,N),(64,3)):((64,9216),(1,64))", 16, tile).unwrap().im2col, None);
    // Up to 1024 pixels.
    let long = map("((Q,P,N),(C{div=8},3,3)):((C,C*W,C*W*H),(1,C,C*W))", 16, "(1024,8):(8,1)").unwrap();
    assert_eq!((&long.extents[..], long.copies.len()), (&[8, 1024][..], 1));
    let longer = map("((Q,P,N),(C{div=8},3,3)):((C,C*W,C*W*H),(1,C,C*W))", 16, "(2048,8):(8,1)").unwrap();
    let coordinates: Vec<_> = longer.copies.iter().map(|copy| &copy.coordinate[..]).collect();
    assert_eq!((&longer.extents[..], coordinates), (&[8, 1024][..], vec![&[0, 0][..], &[0, 1024]]));
}

#[test]
fn what_the_engine_does_not_go_through_is_refused_with_what_would_do() {
    let tile = "S<3,3,3> o 0 o (128,64):(64,1)";
    let error = |global: &str| map(global, 16, tile).unwrap_err().to_string();
    let all = [
        // Strides that are nothing to each other, and too many dimensions.
        error("((Q,P,N),(C{div=64},3,3)):((A{div=8},B{div=8},D{div=8}),(1,E{div=8},F{div=8}))"),
        error("((2,3,5,7,N),(64,3)):((64,192,1024,8192,65536),(1,64))"),
        // Steps, reach, channels.
        error("((Q,P,N),(64,3,3)):((576,9*64*W,D{div=8}),(1,64,64*W))"),
        error("((Q,P,N),(64,130,3)):((64,64*W,D{div=8}),(1,64,64*W))"),
        error("((Q,P,D,N),(64,18,3,3)):((64,64*W,64*W*H,E{div=8}),(1,64,64*W,64*W*H))"),
        error("((Q,P,N),(C{div=8},3,3)):((C,C*W,C*W*H),(1,C,C*W))"),
        error("((Q,P,N),(72,3,3)):((72,72*W,72*W*H),(1,72,72*W))"),
        // Rows of 16 bytes.
        error("((Q,P,N),(64,3,3)):((68,68*W,68*W*H),(1,68,68*W))"),
        error("((Q,P,N),(C{div=64},3,3)):((S,S*W,S*W*H),(1,S,S*W))"),
        error("((Q,P,N),(C,3,3)):((0,C*W,C*W*H),(1,C,C*W))"),
    ];
    if std::env::var_os("BLESS").is_some() {
        std::fs::write("tests/im2col.txt", all.join("\n") + "\n").unwrap();
        return;
    }
    assert_eq!(all.join("\n"), include_str!("im2col.txt").trim_end());
}
