//! Static operations on layouts of at most eight leaves stay off the heap.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use layout_algebra::{Expr, Layout, coalesce, complement, composition, logical_divide, right_inverse};
use serde_json::Value;

#[test]
fn small_static_operations_allocate_nothing() {
    // Read here, so that a checkout of this crate alone still builds.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/algebra/tiles.json");
    let tiles: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let layout = |text: &Value| -> Layout { text.as_str().unwrap().parse().unwrap() };
    let mut counted = 0;
    for (operation, cases) in tiles.as_object().unwrap() {
        for case in cases.as_array().unwrap() {
            let a = layout(&case[0]);
            let b = case[1].as_str().map(|_| layout(&case[1]));
            let range = Expr::from(case[1].as_i64().unwrap_or(1));
            let mut leaves = 0;
            let info = allocation_counter::measure(|| {
                let result = match (operation.as_str(), &b) {
                    ("coalesce", None) => coalesce(&a).unwrap(),
                    ("right_inverse", None) => right_inverse(&a).unwrap(),
                    ("complement", None) => complement(&a, &range).unwrap(),
                    ("composition", Some(b)) => composition(&a, b).unwrap(),
                    ("logical_divide", Some(b)) => logical_divide(&a, b).unwrap(),
                    other => panic!("{other:?} in tiles.json"),
                };
                leaves = result.shape_leaves().len();
            });
            assert!(leaves <= 8, "{operation} {case}: the result has {leaves} leaves");
            assert_eq!(info.count_total, 0, "{operation} {case}");
            counted += 1;
        }
    }
    assert!(counted >= 20, "only {counted} cases in tiles.json");
    // The counter counts.
    assert!(allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 64]))).count_total > 0);
}
