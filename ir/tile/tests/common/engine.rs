//! A model of the copy engine, written from the PTX ISA ("Tensors": bounding boxes, swizzling modes, im2col mode, out-of-bound
//! accesses).

use std::collections::BTreeMap;

use layout_algebra::{AnyLayout, Layout};
use layout_tile::{BoxCopy, Im2col, TensorMap};

/// What the engine writes: byte address in shared memory to the place in global memory, in elements, or to the zero
/// that stands for what is outside.
pub fn engine(map: &TensorMap, origin: &[i64]) -> BTreeMap<i64, Option<i64>> {
    let (mut written, size) = (BTreeMap::new(), map.bits / 8);
    for copy in &map.copies {
        let all = match &map.im2col {
            None => tiled(map, copy, origin),
            Some(im2col) => walked(map, im2col, copy, origin),
        };
        for (number, at) in (0..).zip(all) {
            let inside =
                at.iter().zip(&map.dimensions).all(|(at, d)| (0..d.size.as_const().unwrap()).contains(at));
            let place: i64 =
                at.iter().zip(&map.dimensions).map(|(at, d)| at * d.stride.as_const().unwrap()).sum();
            assert_eq!(place % size, 0);
            let mut address = copy.offset + number * size;
            address ^= match map.span {
                0 => 0,
                32 => (address >> 7 & 1) << 4,
                64 => (address >> 7 & 3) << 4,
                128 => (address >> 7 & 7) << 4,
                _ => unreachable!(),
            };
            let before = written.insert(address, inside.then_some(place / size));
            assert_eq!(before, None, "two elements at byte {address}");
        }
    }
    written
}

/// The coordinates of a box's elements.
fn tiled(map: &TensorMap, copy: &BoxCopy, origin: &[i64]) -> Vec<Vec<i64>> {
    let start = map.dimensions.iter().zip(&copy.coordinate).map(|(d, more)| {
        let at = origin[d.memory].div_euclid(d.divisor);
        d.modulus.map_or(at, |m| at.rem_euclid(m)) + more
    });
    let start: Vec<i64> = start.collect();
    let element = |number: i64| {
        let mut rest = number;
        let digit = |(start, extent): (&i64, &i64)| {
            let at = start + rest % extent;
            rest /= extent;
            at
        };
        start.iter().zip(&map.extents).map(digit).collect()
    };
    (0..map.extents.iter().product()).map(element).collect()
}

/// The coordinates of the elements of a box of im2col: its pixels one after the other, of each its channels.
fn walked(map: &TensorMap, im2col: &Im2col, copy: &BoxCopy, origin: &[i64]) -> Vec<Vec<i64>> {
    // What the instruction says: the first pixel and channel, and offsets.
    let mut column = origin[im2col.columns] + copy.coordinate[0];
    let channels = map.dimensions[0].size.as_const().unwrap();
    let columns = im2col.count(&map.dimensions[0].size).unwrap().as_const().unwrap();
    let is_column = (0..columns).contains(&column) || im2col.taps.is_empty();
    let channel = if im2col.taps.is_empty() { column } else { column.rem_euclid(channels) };
    let mut offsets = vec![0; im2col.walks.len()];
    column = column.div_euclid(channels);
    for tap in im2col.taps.iter().filter(|_| is_column) {
        let count = tap.count.as_const().unwrap();
        offsets[tap.walk] = column % count * tap.dilation;
        column /= count;
    }
    let mut image = origin[im2col.pixels] + copy.coordinate[1];
    let mut base = Vec::new();
    for walk in &im2col.walks {
        let count = walk.count.as_const().unwrap();
        base.push(image.rem_euclid(count) * walk.step);
        image = image.div_euclid(count);
    }
    // The base of the filter stays in the bounding box.
    let last = |number: usize| {
        let size = map.dimensions[1 + number].size.as_const().unwrap();
        size - 1 + im2col.walks[number].upper.as_const().unwrap()
    };
    let mut out = Vec::new();
    for _ in 0..map.extents[1] {
        for more in 0..map.extents[0] {
            assert!((0..base.len()).all(|number| (0..=last(number)).contains(&base[number])));
            let pixel = base.iter().zip(&offsets).map(|(base, offset)| base + offset);
            let first = if is_column { channel + more } else { -1 };
            out.push([first].into_iter().chain(pixel).chain([image]).collect());
        }
        let mut number = 0;
        loop {
            if number == base.len() {
                image += 1;
                break;
            }
            base[number] += im2col.walks[number].step;
            if base[number] <= last(number) {
                break;
            }
            base[number] = 0;
            number += 1;
        }
    }
    out
}

/// What the layouts say.
fn meant(global: &Layout, bits: i64, shared: &AnyLayout, origin: &[i64]) -> BTreeMap<i64, Option<i64>> {
    let (modes, tile) = (global.modes(), shared.domain().modes());
    let size = |layout: &Layout| layout.size().unwrap().as_const().unwrap();
    let mut out = BTreeMap::new();
    for number in 0..shared.size().unwrap().as_const().unwrap() {
        let (mut rest, mut place) = (number, Some(0));
        for (dimension, mode) in modes.iter().enumerate() {
            let extent = (dimension + tile.len()).checked_sub(modes.len()).map_or(1, |n| size(&tile[n]));
            let at = origin[dimension] + rest % extent;
            rest /= extent;
            let inside = (0..size(mode)).contains(&at);
            place = place.filter(|_| inside).map(|place| place + mode.eval(at).unwrap());
        }
        out.insert(shared.eval(number).unwrap() * bits / 8, place);
    }
    out
}

/// Compares both at an origin, put where the map can begin.
pub fn check(map: &TensorMap, global: &Layout, shared: &AnyLayout, origin: &[i64]) {
    let origin: Vec<i64> =
        origin.iter().zip(&map.multiples).map(|(at, of)| at.div_euclid(*of) * of).collect();
    assert_eq!(
        engine(map, &origin),
        meant(global, map.bits, shared, &origin),
        "{global} to {shared} at {origin:?}"
    );
    assert_eq!(map.transaction(), shared.size().unwrap().as_const().unwrap() * map.bits / 8);
    let row = map.extents[0] * map.bits / 8;
    assert!((1..=256).contains(&map.extents[0]));
    assert!(row % 16 == 0 && (map.span == 0 || row <= map.span));
    assert_eq!(map.dimensions[0].stride.as_const(), Some(map.bits / 8));
    for dimension in &map.dimensions[1..] {
        let stride = dimension.stride.as_const().unwrap();
        assert!(stride > 0 && stride % 16 == 0 && stride < 1 << 40);
    }
    match &map.im2col {
        // What cuTensorMapEncodeTiled takes,
        None => {
            assert!((1..=5).contains(&map.dimensions.len()));
            assert!(map.extents.iter().all(|extent| (1..=256).contains(extent)));
        }
        // and cuTensorMapEncodeIm2col.
        Some(im2col) => {
            let corner = [1 << 15, 1 << 7, 1 << 4][map.dimensions.len() - 3];
            assert_eq!(map.dimensions.len(), im2col.walks.len() + 2);
            assert!(im2col.walks.iter().all(|walk| (1..=8).contains(&walk.step)));
            assert!(im2col.walks.iter().all(|walk| (-corner..=0).contains(&walk.upper.as_const().unwrap())));
            assert!((1..=1024).contains(&map.extents[1]));
        }
    }
    assert!(map.copies.iter().all(|copy| copy.offset % map.alignment() == 0));
}
