//! Programs as texts, jobs as JSON.

#![allow(clippy::unwrap_used, reason = "a test fails where it does not hold")]

pub mod clusters;

use std::rc::Rc;

use layout_tile_interp::job::Job;
use layout_tile_interp::read::program::{Op, Program};
use layout_tile_interp::run::{Plan, run};
use layout_tile_interp::value::Value;

/// Reads a program. Where the dialect has no `layout.peer` yet, a cast of two operands stands for it until it is read.
pub fn program(text: &str) -> Result<Program, String> {
    let read = |text: &str| Program::parse("t.mlir", text).map_err(|e| e.to_string());
    match read(text) {
        Err(said) if said.contains("unregistered operation 'layout.peer'") => {}
        other => return other,
    }
    let mut program = read(&text.replace("\"layout.peer\"", "\"builtin.unrealized_conversion_cast\""))?;
    for function in program.functions.values_mut() {
        let stands = |op: &&mut Op| op.name == "builtin.unrealized_conversion_cast" && op.operands.len() == 2;
        Rc::make_mut(function).ops.iter_mut().filter(stands).for_each(|op| op.name = "layout.peer".into());
    }
    Ok(program)
}

/// What the last argument's memory holds behind the run, or what is wrong.
pub fn outcome(text: &str, job: &str) -> Result<Vec<String>, String> {
    scheduled(text, job, 1)
}

/// The same under the schedule of a seed.
pub fn scheduled(text: &str, job: &str, seed: u64) -> Result<Vec<String>, String> {
    let program = program(text)?;
    let job: Job = serde_json::from_str(job).unwrap();
    let plan = Plan::new(job.function(&program).map_err(|e| e.to_string())?.clone());
    let launch = job.launch(&plan.function, seed).map_err(|e| e.to_string())?;
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
