//! Tensor maps against a model of the copy engine and the layouts.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use layout_algebra::{AnyLayout, Expr, Layout};
use layout_tile::{Shares, TensorMap, TensorMapError};
use proptest::prelude::*;

mod common;
use common::cases;
use common::engine::check;

/// Cases of random layouts, and those that have a map.
static CASES: AtomicU32 = AtomicU32::new(0);
static MAPS: AtomicU32 = AtomicU32::new(0);
/// Those whose boxes blocks have shares of.
static SHARED: AtomicU32 = AtomicU32::new(0);

/// Looks at what each of so many blocks copies, if they have shares: together it is the tile, and what the first has gives
/// what the others have.
fn check_shares(
    map: &TensorMap,
    blocks: i64,
    (global, shared): (&Layout, &AnyLayout),
    origin: &[i64],
) -> bool {
    let Ok(shares) = Shares::new(map, blocks) else { return false };
    check(&shares.map, global, shared, origin);
    assert_eq!(shares.map.transaction(), map.transaction());
    let of_each = shares.map.copies.chunks(shares.boxes);
    assert_eq!(of_each.len(), usize::try_from(blocks).unwrap());
    for (rank, own) in (0..).zip(of_each) {
        for (own, first) in own.iter().zip(&shares.map.copies) {
            let moved = first.coordinate.iter().zip(&shares.coordinate).map(|(at, step)| at + rank * step);
            assert_eq!(own.coordinate, moved.collect::<Vec<i64>>());
            assert_eq!(own.offset, first.offset + rank * shares.offset);
        }
    }
    true
}

fn map(global: &str, bits: i64, shared: &str) -> Result<TensorMap, TensorMapError> {
    TensorMap::new(&global.parse().unwrap(), bits, &shared.parse().unwrap())
}

/// A mode of memory or of a tile: sizes and the order of strides come apart.
fn layout_of(modes: &[Vec<(i64, i64)>]) -> Layout {
    let mode = |leaves: &Vec<(i64, i64)>| {
        let leaves: Vec<Layout> =
            leaves.iter().map(|(n, d)| Layout::mode1(Expr::from(*n), Expr::from(*d)).unwrap()).collect();
        match &leaves[..] {
            [one] => one.clone(),
            _ => Layout::concat(&leaves).unwrap(),
        }
    };
    let modes: Vec<Layout> = modes.iter().map(mode).collect();
    Layout::concat(&modes).unwrap()
}

/// A dimension's sizes in memory, innermost first, and its extent in the tile.
fn dimension() -> impl Strategy<Value = (Vec<i64>, i64)> {
    let sizes = prop::collection::vec(prop::sample::select(vec![1, 2, 3, 4, 6, 8, 16, 40]), 1..=2);
    (sizes, prop::sample::select(vec![1, 2, 3, 4, 8, 16, 32, 64]))
}

/// Strides by an order of leaves: compact, with padding.
fn strides(modes: &[Vec<i64>], keys: &[u32], pad: i64) -> Vec<Vec<(i64, i64)>> {
    let mut order: Vec<(usize, usize)> =
        modes.iter().enumerate().flat_map(|(m, leaves)| (0..leaves.len()).map(move |l| (m, l))).collect();
    let place = |at: &(usize, usize)| keys[(3 * at.0 + at.1) % keys.len()];
    order.sort_by_key(place);
    let mut out: Vec<Vec<(i64, i64)>> = modes.iter().map(|m| m.iter().map(|n| (*n, 0)).collect()).collect();
    let mut next = 1;
    for (number, (mode, leaf)) in order.into_iter().enumerate() {
        let size = out[mode][leaf].0;
        out[mode][leaf].1 = next;
        next *= size;
        if number == 0 && pad > 0 {
            next = (next + pad - 1) / pad * pad;
        }
    }
    out
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn the_engine_writes_what_the_layouts_say(
        dimensions in prop::collection::vec(dimension(), 1..=4),
        keys in prop::collection::vec(any::<u32>(), 12),
        bits in prop::sample::select(vec![8_i64, 16, 32, 64]),
        chunk in prop::sample::select(vec![0_i64, 16, 32, 64, 128]),
        (own, leading) in (any::<bool>(), 0..2_usize),
        origin in prop::collection::vec(-40..120_i64, 4),
    ) {
        let sizes: Vec<Vec<i64>> = dimensions.iter().map(|d| d.0.clone()).collect();
        let global = layout_of(&strides(&sizes, &keys, 128 / bits));
        // The tile's dimension whose elements lie together in memory, in chunks.
        let first = (0..sizes.len()).flat_map(|m| (0..sizes[m].len()).map(move |l| (m, l)));
        let first = first.min_by_key(|at| keys[(3 * at.0 + at.1) % keys.len()]).unwrap().0;
        let leading = leading.min(sizes.len() - 1).min(first);
        let elements = chunk * 8 / bits;
        let tile: Vec<Vec<i64>> = dimensions[leading..].iter().enumerate().map(|(n, (_, extent))| {
            if n + leading == first && chunk > 0 && extent * 2 > elements {
                vec![elements, (extent / elements).max(1)]
            } else {
                vec![*extent]
            }
        }).collect();
        // Either in the order of memory, or in another one, with the chunk's row first.
        let mut order: Vec<u32> = if own { keys[3 * leading..].to_vec() } else { keys.iter().map(|k| k.rotate_left(7)).collect() };
        order.resize(12, 77);
        if let Some(place) = order.get_mut(3 * (first - leading)) { *place = 0; }
        if let Some(place) = order.get_mut(3 * (first - leading) + 1) { *place = u32::MAX; }
        let plain = layout_of(&strides(&tile, &order, 0));
        let shared: AnyLayout = match chunk {
            32 | 64 | 128 if own => format!("S<{},{},3> o 0 o {plain}", (chunk / 16).ilog2(), (128 / bits).ilog2()).parse().unwrap(),
            _ => plain.into(),
        };
        match TensorMap::new(&global, bits, &shared) {
            Ok(map) => {
                check(&map, &global, &shared, &origin);
                MAPS.fetch_add(1, Relaxed);
                for blocks in [2, 3, 4, 8] {
                    SHARED.fetch_add(u32::from(check_shares(&map, blocks, (&global, &shared), &origin)), Relaxed);
                }
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
        // Of so many cases a part is about something.
        prop_assert!(CASES.fetch_add(1, Relaxed) < 1000 || 5 * MAPS.load(Relaxed) > CASES.load(Relaxed));
        prop_assert!(CASES.load(Relaxed) < 1000 || 20 * SHARED.load(Relaxed) > CASES.load(Relaxed));
    }
}

#[test]
fn rows_and_columns_under_all_swizzles() {
    for (bits, elements) in [(8, 16), (16, 8), (32, 4), (64, 2)] {
        for span in [1, 2, 4, 8] {
            let (row, swizzle) =
                (span * elements, format!("S<{},{},3> o 0 o ", i64::ilog2(span), i64::ilog2(elements)));
            let swizzle = if span == 1 { "" } else { &swizzle };
            // Rows of a chunk, several chunks, and the same of columns.
            let rows = format!("(100,{0}):({0},1)", 3 * row);
            let columns = format!("({0},100):(1,{0})", 3 * row);
            let chunk = 64 * row;
            for (global, shared) in [
                (&rows, format!("{swizzle}(64,{row}):({row},1)")),
                (&rows, format!("{swizzle}(64,({row},2)):({row},(1,{chunk}))")),
                (&columns, format!("{swizzle}({row},64):(1,{row})")),
                (&columns, format!("{swizzle}(({row},2),64):((1,{chunk}),{row})")),
            ] {
                let (global, shared): (Layout, AnyLayout) =
                    (global.parse().unwrap(), shared.parse().unwrap());
                let map = TensorMap::new(&global, bits, &shared).unwrap();
                assert_eq!(map.span, if span == 1 { 0 } else { 16 * span });
                for origin in [[0, 0], [64, row], [70, 2 * row + 1], [-3, -5], [1000, 0]] {
                    check(&map, &global, &shared, &origin);
                }
            }
        }
    }
}

#[test]
fn dimensions_of_several_modes_are_several() {
    // 8 rows of 4 planes are a dimension of 32, of which a tile takes 2 planes.
    let global: Layout = "((8,4),64):((64,4096),1)".parse().unwrap();
    let shared: AnyLayout = "(16,64):(64,1)".parse().unwrap();
    let map = TensorMap::new(&global, 16, &shared).unwrap();
    assert_eq!((&map.extents[..], &map.multiples[..]), (&[64, 8, 2][..], &[8, 1][..]));
    for origin in [[0, 0], [8, 0], [24, 0], [-8, 32], [32, 0]] {
        check(&map, &global, &shared, &origin);
    }
    // A part of one of them.
    let map = TensorMap::new(&global, 16, &"(4,64):(64,1)".parse().unwrap()).unwrap();
    assert_eq!((&map.extents[..], &map.multiples[..]), (&[64, 4, 1][..], &[4, 1][..]));
}

#[test]
fn what_no_map_says_is_refused_with_what_would_do() {
    let error = |global: &str, bits, shared: &str| map(global, bits, shared).unwrap_err().to_string();
    let all = [
        error("(M,K):(K,1)", 16, "(64,64):(64,1)"),
        error("(64,64):(68,1)", 16, "(64,64):(64,1)"),
        error("(64,64):(64,2)", 16, "(64,64):(64,1)"),
        error("(64,64):(64,1)", 4, "(64,64):(64,1)"),
        error("(64,64):(64,1)", 16, "S<3,3,4> o 0 o (64,64):(64,1)"),
        error("(64,128):(128,1)", 16, "S<3,3,3> o 0 o (64,128):(128,1)"),
        error("(64,64):(64,1)", 16, "(64,64):(1,64)"),
        error("(64,64):(64,1)", 16, "(64,4):(4,1)"),
        error("(2,2,2,2,2,64):(8192,4096,1024,512,64,1)", 16, "(64):(1)"),
        error("(2,(3,4),64):(16384,(64,4096),1)", 16, "(1,8,64):(0,64,1)"),
        error("(2,(M,4),64):(16384,(64,4096),1)", 16, "(1,8,64):(0,64,1)"),
        error("(64,64):(0,1)", 16, "(64,64):(64,1)"),
        error("(3000000000,64):(64,1)", 16, "(64,64):(64,1)"),
        error("(64):(1)", 16, "(64,64):(64,1)"),
        error("(64,64):(64,1)", 16, "S<3,3,3> o 0 o (64,(64,2)):(64,(1,4160))"),
        error("(4096,64):(64,1)", 16, "(512,64):(72,1)"),
        error("(64,4,64):(256,64,1)", 16, "(64,2,64):(64,64,1)"),
        error("(64,4,64):(256,64,1)", 16, "(64,2,64):(64,0,1)"),
        error("(64,64):(64,1)", 16, "S<3,3,3> o 0 o (64,32):(32,1)"),
        error("(64,64):(64,1)", 16, "S<3,3,3> o 8 o (64,64):(64,1)"),
        error("(1,(192,2,2)):(0,(1,1024,4096))", 16, "((256,3)):((1,512))"),
    ];
    if std::env::var_os("BLESS").is_some() {
        std::fs::write("tests/tensor_maps.txt", all.join("\n") + "\n").unwrap();
        return;
    }
    assert_eq!(all.join("\n"), include_str!("tensor_maps.txt").trim_end());
}

#[test]
fn shares_of_what_blocks_copy_together() {
    let global = "(4096,4096):(4096,1)";
    let shares = |shared: &str, blocks| {
        let map = map(global, 16, shared).unwrap();
        let (global, layout) = (global.parse().unwrap(), shared.parse().unwrap());
        check_shares(&map, blocks, (&global, &layout), &[8, 16]);
        Shares::new(&map, blocks).map(|s| (s.boxes, s.coordinate, s.offset)).map_err(|e| e.to_string())
    };
    // Boxes, or rows of one; of three boxes, a part of each.
    let three = "S<3,3,3> o 0 o (64,(64,3)):(64,(1,4096))";
    assert_eq!(shares("S<3,3,3> o 0 o (64,(64,4)):(64,(1,4096))", 2), Ok((2, vec![128, 0], 16384)));
    assert_eq!(shares("S<3,3,3> o 0 o (64,(64,4)):(64,(1,4096))", 8), Ok((4, vec![0, 8], 1024)));
    assert_eq!(shares("S<3,3,3> o 0 o (128,64):(64,1)", 4), Ok((1, vec![0, 32], 4096)));
    assert_eq!(shares(three, 3), Ok((1, vec![64, 0], 8192)));
    assert_eq!(shares(three, 2), Ok((3, vec![0, 32], 4096)));
    // Without a swizzle they begin at multiples of 128 bytes.
    assert_eq!(shares("(16,16):(16,1)", 4), Ok((1, vec![0, 4], 128)));
    assert_eq!(shares("(256):(1)", 4), Ok((1, vec![64, 0], 128)));
    let no = |extent, dimension, blocks, least, nearest: &str| {
        Err(format!(
            "{extent} elements of a box along dimension {dimension} are no {blocks} shares that begin where boxes may, at \
             multiples of {least}: {nearest}"
        ))
    };
    assert_eq!(shares("S<3,3,3> o 0 o (24,64):(64,1)", 2), no(24, 0, 2, 8, "take a tile of 32 along it"));
    assert_eq!(shares("S<3,3,3> o 0 o (8,64):(64,1)", 4), no(8, 0, 4, 8, "take a tile of 32 along it"));
    assert_eq!(shares("(96):(1)", 2), no(96, 1, 2, 64, "take a tile of 128 along it"));
    assert_eq!(shares("S<3,3,3> o 0 o (1,64):(64,1)", 2), no(64, 1, 2, 512, "take a tile of more boxes"));
}
