//! Who holds which element, by the definitions of the dialects.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod common;

use common::coordinates;
use fastrand::Rng;
use layout_algebra::{Coord, Expr};
use layout_upstream::{PartitionView, Sharding, XeLayout};

/// The place of a coordinate, the first dimension fastest.
fn position(coordinate: &[i64], shape: &[i64]) -> i64 {
    coordinate.iter().zip(shape).rev().fold(0, |sum, (i, n)| sum * n + i)
}

/// The coordinates of a unit, row by row, that an id takes of a block at an origin: as `computeDistributedCoords` of
/// the dialect walks, round robin.
fn distributed(id: &[i64], layout: &[i64], data: &[i64], block: &[i64], origin: &[i64]) -> Vec<Vec<i64>> {
    let unit: Vec<i64> = (0..id.len()).map(|d| (layout[d] * data[d]).min(block[d])).collect();
    let units: Vec<i64> = (0..id.len()).map(|d| block[d] / unit[d]).collect();
    let at = |u: &Vec<i64>, d: usize| origin[d] + (u[d] * unit[d] + id[d] * data[d]) % block[d];
    coordinates(&units).iter().map(|u| (0..id.len()).map(|d| at(u, d)).collect()).collect()
}

/// The digits of a number in a layout, by an order.
fn digits(number: i64, layout: &[i64], order: &[i64]) -> Vec<i64> {
    let (mut out, mut rest) = (vec![0; layout.len()], number);
    for d in order {
        out[*d as usize] = rest % layout[*d as usize];
        rest /= layout[*d as usize];
    }
    out
}

fn power(rng: &mut Rng, most: u32) -> i64 {
    1 << rng.u32(0..=most)
}

#[test]
fn lanes_hold_what_xegpu_says() {
    let mut rng = Rng::with_seed(11);
    let (mut held, mut back) = (0, 0);
    for _ in 0..3000 {
        let rank = rng.usize(1..4);
        let numbers = |rng: &mut Rng, most: u32| (0..rank).map(|_| power(rng, most)).collect::<Vec<_>>();
        let shape: Vec<i64> = (0..rank).map(|_| power(&mut rng, 3) * [1, 1, 3][rng.usize(0..3)]).collect();
        let mut layout = XeLayout {
            lane_layout: Some(numbers(&mut rng, 2)),
            lane_data: Some(numbers(&mut rng, 1)),
            ..XeLayout::default()
        };
        if rng.bool() {
            (layout.sg_layout, layout.sg_data) = (Some(numbers(&mut rng, 1)), Some(numbers(&mut rng, 2)));
        }
        if rng.bool() {
            layout.inst_data = Some(numbers(&mut rng, 2));
        }
        let mut order: Vec<i64> = (0..rank as i64).collect();
        rng.shuffle(&mut order);
        layout.order = Some(order.clone());
        assert_eq!(layout.to_string().parse::<XeLayout>().unwrap(), layout);
        let Ok(tv) = layout.to_tv(&shape) else { continue };
        held += 1;
        let ones = vec![1; rank];
        let (sg_layout, sg_data) =
            (layout.sg_layout.as_ref().unwrap_or(&ones), layout.sg_data.as_ref().unwrap_or(&shape));
        let inst = layout.inst_data.as_ref().unwrap_or(sg_data);
        let (lane_layout, lane_data) =
            (layout.lane_layout.as_ref().unwrap(), layout.lane_data.as_ref().unwrap());
        let lanes: i64 = lane_layout.iter().product();
        let groups: i64 = sg_layout.iter().product();
        assert_eq!(tv.thread_count(), lanes * groups, "{layout}");
        for thread in 0..lanes * groups {
            let (lane, group) =
                (digits(thread % lanes, lane_layout, &order), digits(thread / lanes, sg_layout, &order));
            let mut expected = Vec::new();
            for tile in distributed(&group, sg_layout, sg_data, &shape, &vec![0; rank]) {
                for block in distributed(&vec![0; rank], &ones, inst, sg_data, &tile) {
                    for unit in distributed(&lane, lane_layout, lane_data, inst, &block) {
                        for inside in coordinates(lane_data) {
                            let element: Vec<i64> = unit.iter().zip(&inside).map(|(a, b)| a + b).collect();
                            expected.push(position(&element, &shape));
                        }
                    }
                }
            }
            let found: Vec<i64> = (0..tv.value_count()).map(|v| tv.position(thread, v).unwrap()).collect();
            assert_eq!(found, expected, "{layout} of {shape:?}, thread {thread}: {tv}");
        }
        if let Ok(again) = XeLayout::of_tv(&tv, &shape, lanes) {
            back += 1;
            assert_eq!(again.to_tv(&shape).unwrap(), tv, "{layout} and {again} of {shape:?}");
        }
    }
    assert!(held > 300 && back > 100, "{held} {back}");
}

#[test]
fn lanes_past_the_end_begin_again() {
    let layout: XeLayout = "#xegpu.layout<lane_layout = [8], lane_data = [4]>".parse().unwrap();
    let tv = layout.to_tv(&[16]).unwrap();
    for lane in 0..8 {
        for value in 0..4 {
            assert_eq!(tv.position(lane, value), Some((lane * 4 + value) % 16));
        }
    }
}

#[test]
fn sliced_dimensions_replicate() {
    let layout: XeLayout =
        "#xegpu.slice<#xegpu.layout<sg_layout = [8, 4], sg_data = [32, 32]>, dims = [0]>".parse().unwrap();
    let tv = layout.to_tv(&[128]).unwrap();
    for group in 0..32 {
        for value in 0..32 {
            assert_eq!(tv.position(group, value), Some(group % 4 * 32 + value));
        }
    }
    let beyond = XeLayout { sliced: vec![9], lane_layout: Some(vec![1, 2]), ..XeLayout::default() };
    assert!(beyond.to_tv(&[4]).is_err());
    let nested: XeLayout =
        "#xegpu.slice<#xegpu.slice<#xegpu.layout<sg_layout = [4, 8, 12]>, dims = [0]>, dims = [0]>"
            .parse()
            .unwrap();
    assert_eq!(nested.sliced, [0, 1]);
}

#[test]
fn processes_hold_what_a_sharding_says() {
    let mut rng = Rng::with_seed(12);
    let (mut held, mut back) = (0, 0);
    for _ in 0..2000 {
        let grid: Vec<i64> = (0..rng.usize(1..4)).map(|_| rng.i64(1..4)).collect();
        let shape: Vec<i64> = (0..rng.usize(1..4)).map(|_| [1, 2, 4, 6, 12][rng.usize(0..5)]).collect();
        let mut axes: Vec<usize> = (0..grid.len()).collect();
        rng.shuffle(&mut axes);
        let mut split: Vec<Vec<usize>> = vec![Vec::new(); shape.len()];
        for axis in axes {
            if rng.bool() {
                split[rng.usize(0..shape.len())].push(axis);
            }
        }
        let sharding = Sharding::new(&grid, split.clone());
        assert_eq!(sharding.to_string().parse::<Sharding>().unwrap(), sharding);
        let even =
            (0..shape.len()).all(|d| shape[d] % split[d].iter().map(|a| grid[*a]).product::<i64>() == 0);
        let tv = match sharding.to_tv(&shape) {
            Ok(tv) => tv,
            Err(error) => {
                assert!(!even, "{sharding} of {shape:?}: {error}");
                continue;
            }
        };
        held += 1;
        for (process, place) in coordinates(&grid).into_iter().enumerate() {
            // Row-major over the axes of a dimension, as over those of the grid.
            let shard = |d: usize| split[d].iter().fold(0, |n, a| n * grid[*a] + place[*a]);
            let size = |d: usize| shape[d] / split[d].iter().map(|a| grid[*a]).product::<i64>();
            let sizes: Vec<i64> = (0..shape.len()).map(size).collect();
            let mut expected: Vec<i64> = coordinates(&sizes)
                .iter()
                .map(|c| {
                    position(
                        &c.iter().enumerate().map(|(d, i)| shard(d) * sizes[d] + i).collect::<Vec<_>>(),
                        &shape,
                    )
                })
                .collect();
            expected.sort_unstable();
            let found: Vec<i64> =
                (0..tv.value_count()).map(|v| tv.position(process as i64, v).unwrap()).collect();
            assert_eq!(found, expected, "{sharding} of {shape:?}, process {process}: {tv}");
        }
        let again =
            Sharding::of_tv(&tv, &shape, &grid).unwrap_or_else(|e| panic!("{sharding} of {shape:?}: {e}"));
        back += 1;
        assert_eq!(again.to_tv(&shape).unwrap(), tv);
    }
    assert!(held > 500 && back > 500, "{held} {back}");
}

#[test]
fn what_no_encoding_is_is_refused() {
    let refuse =
        |text: &str, shape: &[i64]| text.parse::<Sharding>().unwrap().to_tv(shape).unwrap_err().to_string();
    let grid = "shard.sharding @g(shape = 2x4)";
    assert!(refuse(&format!("{grid} split_axes = [[0]] halo_sizes = [1, 2]"), &[8]).contains("halo_sizes"));
    assert!(
        refuse(&format!("{grid} split_axes = [[1]] sharded_dims_offsets = [0, 1, 2, 3, 8]"), &[8])
            .contains("sharded_dims_offsets")
    );
    assert_eq!(refuse(&format!("{grid} split_axes = [[2]]"), &[8]), "there is no axis 2 in a grid of 2");
    assert_eq!(
        refuse(&format!("{grid} split_axes = [[0], [0]]"), &[8, 8]),
        "axis 0 splits two dimensions, or one twice"
    );
    assert_eq!(
        refuse(&format!("{grid} split_axes = [[], [], [0]]"), &[8, 8]),
        "split_axes has 3 dimensions, and the tensor 2"
    );
    assert!(refuse("shard.sharding @g(shape = ?) split_axes = [[0]]", &[8]).contains("axis 0 is not known"));
    let even = format!("{grid} split_axes = [[1]] sharded_dims_offsets = [0, 2, 4, 6, 8]");
    assert!(even.parse::<Sharding>().unwrap().to_tv(&[8]).is_ok());
}

#[test]
fn tiles_of_a_partition_are_where_the_view_has_them() {
    let mut rng = Rng::with_seed(13);
    for _ in 0..500 {
        let rank = rng.usize(1..4);
        let mut dim_map: Vec<usize> = (0..rank).collect();
        rng.shuffle(&mut dim_map);
        let tile: Vec<i64> = (0..rank).map(|_| power(&mut rng, 2)).collect();
        let sizes: Vec<i64> = (0..rank).map(|_| rng.i64(1..10)).collect();
        let strides: Vec<i64> = (0..rank).map(|_| rng.i64(1..30)).collect();
        let join = |n: &[i64], by: &str| n.iter().map(i64::to_string).collect::<Vec<_>>().join(by);
        let text = format!(
            "!cuda_tile.partition_view<tile=({}), padding_value = zero, tensor_view<{}xf32, strides=[{}]>, dim_map={dim_map:?}>",
            join(&tile, "x"),
            join(&sizes, "x"),
            join(&strides, ",")
        );
        let partition: PartitionView = text.parse().unwrap();
        assert_eq!(partition.to_string().parse::<PartitionView>().unwrap(), partition);
        let (layout, open) = partition.to_layout(&[]).unwrap();
        let grid: Vec<i64> = (0..rank).map(|d| (sizes[dim_map[d]] + tile[d] - 1) / tile[d]).collect();
        for place in coordinates(&grid) {
            for inside in coordinates(&tile) {
                let element = |d: usize| place[d] * tile[d] + inside[d];
                let expected: i64 = (0..rank).map(|d| element(d) * strides[dim_map[d]]).sum();
                let tuple = |c: &[i64]| Coord::Tuple(c.iter().map(|i| Coord::Int(Expr::from(*i))).collect());
                let coord = Coord::Tuple(vec![tuple(&inside), tuple(&place)]);
                assert_eq!(layout.eval_at(&coord).unwrap(), expected, "{text}");
                // Only in open dimensions a tile has what the view has not.
                let outside = (0..rank).find(|d| element(*d) >= sizes[dim_map[*d]]);
                assert!(outside.is_none_or(|d| open.contains(&d)), "{text}: {open:?}");
            }
        }
    }
}

#[test]
fn partitions_that_the_dialect_refuses() {
    let refuse = |text: &str| text.parse::<PartitionView>().unwrap().to_layout(&[]).unwrap_err().to_string();
    let view = "tensor_view<16x16xi32, strides=[16,1]>";
    assert_eq!(
        refuse(&format!("partition_view<tile=(3x2), {view}>")),
        "no partition: 3 elements in a dimension of a tile are no power of two"
    );
    assert_eq!(
        refuse(&format!("partition_view<tile=(2), {view}>")),
        "no partition: tiles of 1 dimensions of a view of 2"
    );
    assert!(refuse(&format!("partition_view<tile=(2x2), {view}, dim_map=[0, 0]>")).contains("once"));
    assert!(
        refuse(&format!("partition_view<tile=(2x2), padding_value = nan, {view}>"))
            .contains("elements of i32 have no nan")
    );
}
