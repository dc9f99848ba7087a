//! Jobs: their schema, and what is said of mistakes.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;

use layout_run::job::description::{Argument, Buffer, Job};
use layout_run::job::parameters::parameters;
use layout_run::job::parse;

const JOB: &str = r#"{
  "launch": {
    "module": "k.ptx", "grid": [4, 2], "block": [32],
    "arguments": [{"pointer": "x"}, {"memref": {"buffer": "y"}}, {"i32": -2}, {"f16": 1.5}]
  },
  "buffers": [
    {"name": "x", "type": "f16", "shape": [4, 8], "init": {"normal": {}}},
    {"name": "y", "type": "f8E4M3FN", "shape": [4, 8]}
  ],
  "outputs": [{"buffer": "y", "expect": "y.npy", "abs": 1e-3}],
  "timing": {"bytes": 128}
}"#;

/// The job with one text replaced by another.
fn changed(from: &str, to: &str) -> Result<Job, String> {
    assert!(JOB.contains(from), "{from}");
    parse(&JOB.replacen(from, to, 1), Path::new("job.json")).map_err(|error| error.to_string())
}

#[test]
fn defaults() {
    let job = changed("", "").unwrap();
    assert_eq!((job.launch.shared, job.launch.kernel), (None, None));
    let timing = job.timing.unwrap();
    assert_eq!((timing.samples, timing.repeat, timing.flush_l2, timing.bytes), (100, 1, true, Some(128.0)));
    assert!(matches!(job.launch.arguments[2], Argument::I32(-2)));
}

/// A mistake of the schema has its line, column and field.
#[test]
fn schema() {
    let check = |from: &str, to: &str, message: &str| {
        let error = changed(from, to).unwrap_err();
        assert!(error.starts_with(message), "{error}\n{message}");
    };
    check(
        "\"grid\": [4, 2]",
        "\"grid\": [4, \"2\"]",
        "job.json:3:38: launch.grid[1]: invalid type: string \"2\"",
    );
    check(
        "\"grid\": [4, 2]",
        "\"grid\": [4, -2]",
        "job.json:3:37: launch.grid[1]: invalid value: integer `-2`",
    );
    check(
        "\"grid\": [4, 2]",
        "\"function\": \"f\"",
        "job.json:3: launch.block: a `function` says this itself",
    );
    check(
        "\"block\"",
        "\"blocks\"",
        "job.json:3:47: launch.blocks: unknown field `blocks`, expected one of ",
    );
    check(
        "\"f16\", \"shape\"",
        "\"f15\", \"shape\"",
        "job.json:7:31: buffers[0].type: unknown variant `f15`",
    );
    check(
        "{\"i32\": -2}",
        "{\"i8\": 300}",
        "job.json:4:75: launch.arguments[2].i8: invalid value: integer `300`",
    );
    check(
        "{\"normal\": {}}",
        "{\"normal\": {\"sd\": 1}}",
        "job.json:7:74: buffers[0].init.normal.sd: unknown field",
    );
    check("\"timing\": {\"bytes\": 128}\n}", "\"timing\": {}} x", "job.json:11:17: trailing characters");
    check(JOB, "", "job.json:1:0: EOF while parsing a value");
    check(JOB, "[]", "job.json:1:2: invalid length 0");
}

/// A value that makes no sense has its line and field.
#[test]
fn sense() {
    let check = |from: &str, to: &str, message: &str| {
        assert_eq!(changed(from, to).unwrap_err(), format!("job.json:{message}"));
    };
    let dimensions = "one to three positive numbers are needed: x, y and z";
    check("[4, 2]", "[4, 0]", &format!("3: launch.grid: {dimensions}"));
    check("[4, 2]", "[1, 1, 1, 1]", &format!("3: launch.grid: {dimensions}"));
    check("[32]", "[]", &format!("3: launch.block: {dimensions}"));
    let unknown = "there is no buffer `z`; there are `x`, `y`";
    check(
        "{\"pointer\": \"x\"}",
        "{\"pointer\": \"z\"}",
        &format!("4: launch.arguments[0].pointer: {unknown}"),
    );
    check(
        "{\"buffer\": \"y\"}",
        "{\"buffer\": \"z\"}",
        &format!("4: launch.arguments[1].memref.buffer: {unknown}"),
    );
    check(
        "{\"buffer\": \"y\", \"exp",
        "{\"buffer\": \"z\", \"exp",
        &format!("10: outputs[0].buffer: {unknown}"),
    );
    check("\"name\": \"y\"", "\"name\": \"x\"", "8: buffers[1].name: `x` is there twice");
    check(
        "\"f16\", \"s",
        "\"i32\", \"s",
        "7: buffers[0].init: normally distributed numbers need a floating-point \
         type, not i32; `uniform` takes integers too",
    );
    check(
        "{\"normal\": {}}",
        "{\"uniform\": {\"low\": 1, \"high\": 1}}",
        "7: buffers[0].init: `low` must be below \
         `high`, both finite",
    );
    check(
        "[4, 8], \"init\"",
        "[4294967296, 4294967296], \"init\"",
        "7: buffers[0].shape: this shape has more than 64 GiB, \
         the most that a buffer has: it is filled in memory first",
    );
    check("\"abs\": 1e-3", "\"abs\": -1", "10: outputs[0].abs: a tolerance is finite and not negative");
    check(
        "\"expect\": \"y.npy\", ",
        "",
        "10: outputs[0]: nothing is done with this output: give `expect`, `write` \
         or, for the job, `reference`",
    );
    check("{\"bytes\": 128}", "{\"samples\": 0}", "11: timing.samples: at least 1 is needed");
    check(
        "{\"bytes\": 128}",
        "{\"repeat\": 5}",
        "11: timing.repeat: with `flush_l2` each launch is a sample of its \
         own: leave `repeat` at 1, or set `flush_l2` to false",
    );
    assert!(changed("{\"bytes\": 128}", "{\"repeat\": 5, \"flush_l2\": false}").is_ok());
}

/// What a memref reaches lies in its buffer of 32 elements.
#[test]
fn memrefs() {
    let memref = |fields: &str| changed("{\"buffer\": \"y\"}", &format!("{{\"buffer\": \"y\"{fields}}}"));
    let error = |fields: &str| memref(fields).unwrap_err();
    assert!(memref(", \"offset\": 8, \"sizes\": [3, 8], \"strides\": [8, 1]").is_ok());
    assert!(memref(", \"offset\": 31, \"sizes\": [4, 8], \"strides\": [-8, -1]").is_ok());
    assert!(memref(", \"offset\": 99, \"sizes\": [0, 8]").is_ok());
    let outside = |low: i32, high: i32| {
        format!(
            "job.json:4: launch.arguments[1].memref: this memref reaches elements {low} to {high}; the buffer \
             `y` has 32"
        )
    };
    assert_eq!(error(", \"offset\": 9, \"sizes\": [3, 8]"), outside(9, 32));
    assert_eq!(error(", \"offset\": 30, \"sizes\": [4, 8], \"strides\": [-8, -1]"), outside(-1, 30));
    assert!(error(", \"strides\": [1]").contains("memref.strides: strides need `sizes`"));
    assert!(error(", \"sizes\": [1, 2], \"strides\": [1]").contains("2 sizes and 1 strides"));
    assert!(error(", \"index\": 16").contains("memref.index: `index` is 32 or 64 bits wide"));
    assert!(error(", \"sizes\": [0, 4294967296], \"index\": 32").contains("memref.index"));
}

/// The bytes that a kernel gets.
#[test]
fn parameter_bytes() {
    let job = changed(
        "{\"buffer\": \"y\"}",
        "{\"buffer\": \"y\", \"offset\": 3, \"sizes\": [2, 5], \"index\": 32}",
    )
    .unwrap();
    let buffers: &[Buffer] = &job.buffers;
    let made = parameters(&job.launch.arguments, buffers, |place| 0x1000 + place as u64);
    let int = |x: i32| x.to_le_bytes().to_vec();
    let pointer = |x: u64| x.to_le_bytes().to_vec();
    let want = [
        pointer(0x1000),
        pointer(0x1001),
        pointer(0x1001),
        int(3),
        int(2),
        int(5),
        int(5),
        int(1),
        int(-2),
        vec![0x00, 0x3e],
    ];
    assert_eq!(made.iter().map(|p| p.bytes.clone()).collect::<Vec<_>>(), want);
    assert_eq!(made[6].label, "memref y, stride 0");
}
