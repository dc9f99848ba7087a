//! Runs against the layouts: each byte that is copied, of tiles before, in and behind memory.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use layout_algebra::{AnyLayout, Expr, Layout};
use layout_tile::{Runs, RunsError};
use proptest::prelude::*;

mod common;
use common::cases;

/// Cases of random layouts that have runs, those of several, and those of more than one dimension.
static FOUND: AtomicU32 = AtomicU32::new(0);
static SEVERAL: AtomicU32 = AtomicU32::new(0);
static LONG: AtomicU32 = AtomicU32::new(0);

fn size(layout: &Layout) -> i64 {
    layout.size().unwrap().as_const().unwrap()
}

/// What is copied: element of shared memory to that of memory, or to the zero that stands for what is outside; by what
/// each field of the runs says.
fn copied(runs: &Runs, global: &Layout, shared: &Layout, origin: &[i64]) -> BTreeMap<i64, Option<i64>> {
    let (modes, bytes, mut out) = (global.modes(), runs.bits / 8, BTreeMap::new());
    for number in 0..runs.count() {
        let (mut rest, mut at, mut to) = (number, origin.to_vec(), 0);
        for row in &runs.rows {
            at[row.dimension] += rest % row.count;
            to += rest % row.count * row.bytes;
            rest /= row.count;
        }
        assert_eq!(to % 16, 0);
        let row = |d: usize| d == runs.last || (0..size(&modes[d])).contains(&at[d]);
        let inside = (0..modes.len()).all(row);
        let (extent, last) = (runs.length / runs.pitch, at[runs.last]);
        let begin = last.max(0);
        let end = (last + extent).min(size(&modes[runs.last]));
        let mut some = 0..0;
        if inside && begin < end {
            some = (begin - last) * runs.pitch..(end - last) * runs.pitch;
            at[runs.last] = begin;
            // The engine is told of multiples of 16 bytes.
            let place: i64 = modes.iter().zip(&at).map(|(mode, at)| mode.eval(*at).unwrap()).sum();
            assert_eq!((place * bytes % 16, (some.start * bytes) % 16, (some.end * bytes) % 16), (0, 0, 0));
            for element in some.clone() {
                out.insert(to / bytes + element, Some(place + element - some.start));
            }
        }
        for element in (0..runs.length).filter(|element| !some.contains(element)) {
            assert_eq!(out.insert(to / bytes + element, None), None);
        }
    }
    assert_eq!(out.len() as i64, size(shared), "each once");
    out
}

/// What the layouts say.
fn meant(global: &Layout, shared: &Layout, origin: &[i64]) -> BTreeMap<i64, Option<i64>> {
    let (modes, tile) = (global.modes(), shared.modes());
    let one = |number: i64| {
        let (mut rest, mut place) = (number, Some(0));
        for (dimension, mode) in modes.iter().enumerate() {
            let extent = (dimension + tile.len()).checked_sub(modes.len()).map_or(1, |n| size(&tile[n]));
            let at = origin[dimension] + rest % extent;
            rest /= extent;
            let inside = (0..size(mode)).contains(&at);
            place = place.filter(|_| inside).map(|place| place + mode.eval(at).unwrap());
        }
        (shared.eval(number).unwrap(), place)
    };
    (0..size(shared)).map(one).collect()
}

/// A layout of extents and strides.
fn layout(modes: &[(i64, i64)]) -> Layout {
    let modes: Vec<Layout> =
        modes.iter().map(|(n, d)| Layout::mode1(Expr::from(*n), Expr::from(*d)).unwrap()).collect();
    Layout::concat(&modes).unwrap()
}

/// Strides of extents, the last dimension fastest, with gaps.
fn rows(extents: &[i64], gaps: &[i64]) -> Vec<(i64, i64)> {
    let mut step = 1;
    let mut out: Vec<(i64, i64)> = Vec::new();
    for (extent, gap) in extents.iter().zip(gaps).rev() {
        out.push((*extent, step));
        step = step * extent + gap;
    }
    out.reverse();
    out
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn runs_copy_what_the_layouts_say(
        rank in 1_usize..4,
        tile in prop::collection::vec(1_i64..5, 3),
        more in prop::collection::vec(-1_i64..2, 3),
        far in prop::collection::vec(prop::sample::select(vec![0, 0, 0, 8]), 3),
        near in prop::collection::vec(prop::sample::select(vec![0, 0, 0, 8]), 3),
        begin in prop::collection::vec(-2_i64..4, 3),
        wide in prop::sample::select(vec![8_i64, 16, 4]),
    ) {
        let (mut tile, mut extents): (Vec<i64>, Vec<i64>) = (tile[..rank].to_vec(), Vec::new());
        tile[rank - 1] *= wide;
        for (number, extent) in tile.iter().enumerate() {
            let unit = if number + 1 == rank { wide } else { 1 };
            extents.push((extent + more[number] * unit).max(unit));
        }
        let whole: Vec<bool> = (0..rank).map(|d| tile[d] == extents[d] && begin[d] >= 0).collect();
        let global = layout(&rows(&extents, &far[..rank]));
        let shared = layout(&rows(&tile, &near[..rank]));
        let Ok(runs) = Runs::new(&global, 16, &AnyLayout::from(shared.clone()), &whole) else { return Ok(()) };
        let all = runs.multiples.iter().zip(&whole).zip(&begin);
        let origin: Vec<i64> = all.map(|((of, whole), at)| if *whole { 0 } else { at * of }).collect();
        if extents[runs.last] % runs.ends != 0 {
            return Ok(());
        }
        FOUND.fetch_add(1, Relaxed);
        SEVERAL.fetch_add(u32::from(runs.count() > 1), Relaxed);
        LONG.fetch_add(u32::from(runs.along.len() > 1), Relaxed);
        prop_assert_eq!(
            copied(&runs, &global, &shared, &origin),
            meant(&global, &shared, &origin),
            "{} to {} at {:?}", global, shared, origin
        );
    }
}

#[test]
fn there_are_runs_of_each_kind() {
    runs_copy_what_the_layouts_say();
    let counts = [&FOUND, &SEVERAL, &LONG].map(|count| count.load(Relaxed));
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn what_has_no_runs_is_said() {
    let new = |global: &str, shared: &str, whole: &[bool]| {
        Runs::new(&global.parse().unwrap(), 16, &shared.parse().unwrap(), whole)
    };
    assert_eq!(
        new("(8,8):(8,1)", "S<1,3,3> o 0 o (8,8):(8,1)", &[]).unwrap_err(),
        RunsError::Swizzle("S<1,3,3> o 0 o (8,8):(8,1)".into())
    );
    // Rows of memory that begin within the tile end within it: they are no run.
    assert_eq!(new("(8,8):(8,1)", "(8,8):(8,1)", &[true, false]).unwrap().count(), 8);
    assert_eq!(new("(8,8):(8,1)", "(8,8):(8,1)", &[true, true]).unwrap().count(), 1);
    assert!(matches!(
        new("((8,2),8):((8,128),1)", "(16,8):(8,1)", &[]),
        Err(RunsError::Hierarchy { memory: 0, .. })
    ));
}
