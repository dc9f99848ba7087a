//! Programs as texts, jobs as JSON.

#![allow(clippy::unwrap_used, reason = "a test fails where it does not hold")]

use layout_tile_interp::job::Job;
use layout_tile_interp::read::program::Program;
use layout_tile_interp::run::{Plan, run};
use layout_tile_interp::value::Value;

/// What the last argument's memory holds behind the run, or what is wrong.
pub fn outcome(text: &str, job: &str) -> Result<Vec<String>, String> {
    let program = Program::parse("t.mlir", text).map_err(|e| e.to_string())?;
    let job: Job = serde_json::from_str(job).unwrap();
    let plan = Plan::new(job.function(&program).map_err(|e| e.to_string())?.clone());
    let launch = job.launch(&plan.function, 1).map_err(|e| e.to_string())?;
    let buffers = run(&plan, &launch).map_err(|e| e.to_string())?;
    let view =
        launch.arguments.iter().rev().find_map(|a| if let Value::View(v) = a { Some(v) } else { None });
    let view = view.unwrap();
    let held = view.coordinates().map(|at| buffers[view.buffer].peek(view.place(&at).unwrap(), view.element));
    Ok(held.map(|h| h.map_or("-".into(), |s| s.to_string())).collect())
}

/// The values, joined.
#[allow(dead_code, reason = "not every test that shares this file uses it")]
pub fn values(text: &str, job: &str) -> String {
    outcome(text, job).unwrap().join(" ")
}

/// What is wrong.
#[allow(dead_code, reason = "not every test that shares this file uses it")]
pub fn fault(text: &str, job: &str) -> String {
    outcome(text, job).unwrap_err()
}
