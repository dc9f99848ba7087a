//! Static operations on the tiles of `bench/algebra/tiles.json`, and growth with
//! the number of leaves. `./x bench algebra` sets the times beside the peers'.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use layout_algebra::{Expr, Layout, coalesce, complement, composition, logical_divide, right_inverse};
use serde_json::Value;

fn layout(text: &Value) -> Layout {
    text.as_str().unwrap().parse().unwrap()
}

fn operations(c: &mut Criterion) {
    let tiles: Value = serde_json::from_str(include_str!("../../../bench/algebra/tiles.json")).unwrap();
    for (operation, cases) in tiles.as_object().unwrap() {
        let mut group = c.benchmark_group(operation);
        for (i, case) in cases.as_array().unwrap().iter().enumerate() {
            let a = layout(&case[0]);
            let id = BenchmarkId::from_parameter(i);
            match operation.as_str() {
                "coalesce" => group.bench_function(id, |b| b.iter(|| coalesce(black_box(&a)).unwrap())),
                "right_inverse" => {
                    group.bench_function(id, |b| b.iter(|| right_inverse(black_box(&a)).unwrap()))
                }
                "complement" => {
                    let range = Expr::from(case[1].as_i64().unwrap());
                    group.bench_function(id, |b| b.iter(|| complement(black_box(&a), &range).unwrap()))
                }
                "composition" => {
                    let inner = layout(&case[1]);
                    group.bench_function(id, |b| b.iter(|| composition(black_box(&a), &inner).unwrap()))
                }
                "logical_divide" => {
                    let tile = layout(&case[1]);
                    group.bench_function(id, |b| b.iter(|| logical_divide(black_box(&a), &tile).unwrap()))
                }
                other => unreachable!("{other} in tiles.json"),
            };
        }
        group.finish();
    }
}

/// Layouts of `n` leaves of which about twenty have size 2, and no two merge.
fn long(n: usize) -> [Layout; 2] {
    let real = |i: usize| i.is_multiple_of((n / 20).max(1));
    let shape: Vec<&str> = (0..n).map(|i| if real(i) { "2" } else { "1" }).collect();
    let (mut spread, mut compact, mut step) = (Vec::new(), Vec::new(), 1i64);
    for i in 0..n {
        spread.push((step * if step.trailing_zeros() % 2 == 0 { 3 } else { 7 }).to_string());
        compact.push(step.to_string());
        step <<= u32::from(real(i));
    }
    [spread, compact].map(|stride| format!("({}):({})", shape.join(","), stride.join(",")).parse().unwrap())
}

fn growth(c: &mut Criterion) {
    let mut group = c.benchmark_group("growth");
    for n in [20, 125, 1000] {
        let [a, b] = long(n);
        let range = b.size().unwrap().mul(&Expr::from(4)).unwrap();
        let id = |operation| BenchmarkId::new(operation, n);
        group.bench_function(id("coalesce"), |x| x.iter(|| coalesce(black_box(&a)).unwrap()));
        group.bench_function(id("composition"), |x| x.iter(|| composition(black_box(&a), &b).unwrap()));
        group.bench_function(id("right_inverse"), |x| x.iter(|| right_inverse(black_box(&b)).unwrap()));
        group.bench_function(id("complement"), |x| x.iter(|| complement(black_box(&b), &range).unwrap()));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(50)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600));
    targets = operations, growth
}
criterion_main!(benches);
