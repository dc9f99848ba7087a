//! Statistics, limits, and what a report says.

#![allow(clippy::unwrap_used, reason = "tests")]

use layout_run::data::compare::{Comparison, Difference, Tolerance};
use layout_run::data::element::Number;
use layout_run::gpu::kernel::{Resources, Shape};
use layout_run::gpu::limits::{LimitError, Limits};
use layout_run::gpu::memory::Stray;
use layout_run::job::description::Timing;
use layout_run::report::{Check, Output, Report, Run, StrayWrite, Time};
use layout_run::statistics::{median, quantile, ratio_of_medians};

#[test]
fn quantiles() {
    assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
    assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    let hundred: Vec<f64> = (0..=100).rev().map(f64::from).collect();
    assert_eq!(
        (quantile(&hundred, 0.95), quantile(&hundred, 0.0), quantile(&hundred, 1.0)),
        (95.0, 0.0, 100.0)
    );
    assert_eq!((median(&[7.0]), median(&[])), (7.0, 0.0));
}

/// The interval holds the ratio, is none where nothing scatters, and wider where more does.
#[test]
fn ratios() {
    let constant = ratio_of_medians(&[3.0; 20], &[2.0; 20]);
    assert_eq!((constant.ratio, constant.low, constant.high), (1.5, 1.5, 1.5));
    let scattered = |width: f64| -> Vec<f64> { (0..50).map(|i| 10.0 + width * f64::from(i % 7)).collect() };
    let narrow = ratio_of_medians(&scattered(0.01), &scattered(0.01));
    let wide = ratio_of_medians(&scattered(1.0), &scattered(1.0));
    for it in [narrow, wide] {
        assert!(it.low <= it.ratio && it.ratio <= it.high && it.low < it.high, "{it:?}");
    }
    assert!(wide.high - wide.low > 10.0 * (narrow.high - narrow.low), "{narrow:?} {wide:?}");
    assert_eq!(wide, ratio_of_medians(&scattered(1.0), &scattered(1.0)));
}

#[test]
fn limits() {
    let (grid, block) = ([100, 50, 50], [64, 64, 8]);
    let limits = Limits { grid, block, threads: 128, shared: 1000, static_shared: 200, dynamic: 0 };
    assert_eq!(limits.verify([100, 50, 50], [64, 2, 1], 800), Ok(()));
    let error = |grid, block, shared| limits.verify(grid, block, shared).unwrap_err().to_string();
    assert_eq!(error([1, 51, 1], [1, 1, 1], 0), "`grid` is 51 in y; this GPU takes up to 50");
    assert_eq!(error([1, 1, 1], [1, 1, 9], 0), "`block` is 9 in z; this GPU takes up to 8");
    assert_eq!(
        limits.verify([1, 1, 1], [43, 3, 1], 0),
        Err(LimitError::Threads { threads: 129, limit: 128 })
    );
    assert_eq!(
        error([1, 1, 1], [1, 1, 1], 801),
        "801 bytes of dynamic shared memory beside 200 static ones; this GPU has 1000 a block"
    );
    let takes = Limits { dynamic: 400, ..limits };
    assert_eq!(takes.verify([1, 1, 1], [1, 1, 1], 400), Ok(()));
    assert_eq!(
        takes.verify([1, 1, 1], [1, 1, 1], 399).unwrap_err().to_string(),
        "399 bytes of dynamic shared memory (`shared`); the kernel takes 400"
    );
}

fn report() -> Report {
    let timing = Timing { bytes: Some(2e6), flops: Some(1e9), ..Timing::default() };
    let comparison = Comparison { elements: 6, wrong: 0, largest_error: 0.25, worst: None };
    let tolerance = Tolerance { absolute: 0.5, relative: 0.0 };
    let check = Check { against: "y.npy".into(), tolerance, comparison };
    let output = Output { buffer: "y".into(), check: Some(check), poisoned: 0, written: None };
    let run = Run {
        module: "k.ptx".into(),
        kernel: "k".into(),
        shape: Shape { grid: [4, 2, 1], block: [32, 1, 1], shared: 64 },
        resources: Resources { registers: 16, static_shared: 128, local: 0 },
        outputs: vec![output],
        stray: vec![],
        time: Some(Time::of(vec![2.0, 1.0, 4.0], &timing)),
    };
    Report { gpu: "a GPU".into(), runs: vec![run], ratio: None }
}

#[test]
fn right() {
    let report = report();
    assert!(report.is_right());
    let text = "a GPU
k.ptx: k, grid 4x2x1, block 32x1x1, 16 registers, shared memory 128 static and 64 dynamic bytes, local memory 0 bytes
  y: right: 6 elements against y.npy, largest error 0.25 (allowed 0.5 + 0 x |expected|)
  time: median 2.00 us, min 1.00, p95 3.80; 1000.0 GB/s; 500.00 TFLOP/s (3 samples, L2 flushed before each)
";
    assert_eq!(report.to_string(), text);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["runs"][0]["time"]["gb_per_s"], 1000.0);
    assert_eq!(json["runs"][0]["outputs"][0]["check"]["wrong"], 0);
    assert_eq!(json["runs"][0]["registers"], 16);
}

#[test]
fn wrong() {
    let mut report = report();
    let check = report.runs[0].outputs[0].check.as_mut().unwrap();
    check.comparison = Comparison {
        elements: 6,
        wrong: 2,
        largest_error: f64::INFINITY,
        worst: Some(Difference {
            index: vec![1, 2],
            got: Number::Float(f64::NAN),
            expected: Number::Integer(3),
        }),
    };
    assert!(!report.is_right());
    let text = report.to_string();
    assert!(text.contains("y: WRONG: 2 of 6 elements against y.npy, largest error inf"), "{text}");
    assert!(text.contains("worst at (1, 2): got NaN, expected 3\n"), "{text}");
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["runs"][0]["outputs"][0]["check"]["worst"]["got"], "NaN");
}

#[test]
fn beside_the_buffer() {
    let mut report = report();
    report.runs[0].stray.push(StrayWrite { buffer: "x".into(), stray: Stray { offset: -4, bytes: 8 } });
    assert!(!report.is_right());
    let text = report.to_string();
    assert!(
        text.contains("x: WRONG: 8 bytes beside the buffer were written, the first at byte -4"),
        "{text}"
    );
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["runs"][0]["stray"][0], serde_json::json!({"buffer": "x", "offset": -4, "bytes": 8}));
}
