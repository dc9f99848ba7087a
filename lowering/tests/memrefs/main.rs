//! Random modules over memrefs with layouts, lowered and run on the CPU: they leave the
//! bytes that `layout-interp` says, which computes layouts by itself.
//!
//! `MEMREFS=3000 cargo test -p layout-lowering --test memrefs` runs more of them,
//! `MEMREFS_FROM=7` others.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod generate;
mod layouts;

use std::collections::BTreeMap;

use generate::{Generated, SUMS, generate};
use layout_algebra::AnyLayout;
use layout_interp::{Argument, Contents, End, Environment, Outcome, Program, Value};
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use melior::pass::PassManager;
use melior::utility::{parse_pass_pipeline, register_all_llvm_translations};
use melior::{Context, ExecutionEngine};

fn context() -> Context {
    melior::utility::register_all_passes();
    layout_lowering::register_passes().unwrap();
    let context = layout_dialect::context();
    register_all_llvm_translations(&context);
    context
}

/// Elements of a buffer: more than any layout reaches, so that writes beside it are seen.
const ROOM: usize = 3 * layouts::LIMIT as usize;
/// Where the memref begins in it.
const BEFORE: usize = layouts::LIMIT as usize;

/// What MLIR passes for a memref of one dimension.
#[repr(C)]
struct Descriptor {
    allocated: *mut u8,
    aligned: *mut u8,
    offset: i64,
    size: i64,
    stride: i64,
}

/// The bytes of an element.
fn bytes(value: &Value, width: u32) -> Option<Vec<u8>> {
    let int = value.int()?;
    Some(int.unsigned().to_le_bytes()[..width as usize / 8].to_vec())
}

/// The bytes of a buffer, its beginning at element [`BEFORE`].
fn image(contents: &Contents, width: u32) -> Vec<u8> {
    (0..ROOM).flat_map(|i| bytes(&contents.at(i as i128 - BEFORE as i128), width).unwrap()).collect()
}

/// Runs `@main` on images of its buffers; the first holds the sums.
fn execute(engine: &ExecutionEngine, images: &mut [(Vec<u8>, u32)], sizes: &[i64]) {
    let mut descriptors: Vec<Descriptor> = images
        .iter_mut()
        .zip(sizes)
        .map(|((image, width), size)| {
            // Within the buffer by construction.
            let base = image[BEFORE * *width as usize / 8..].as_mut_ptr();
            Descriptor { allocated: base, aligned: base, offset: 0, size: *size, stride: 1 }
        })
        .collect();
    let mut zero = 0i64;
    let mut pointers: Vec<*mut Descriptor> = descriptors.iter_mut().map(std::ptr::from_mut).collect();
    let mut packed: Vec<*mut ()> = vec![std::ptr::from_mut(&mut zero).cast()];
    packed.extend(pointers.iter_mut().map(|p| std::ptr::from_mut(p).cast()));
    #[allow(unsafe_code, reason = "compiled code reads and writes memory through descriptors")]
    // SAFETY: the function takes these arguments; the buffers have room on both sides of
    // what a right program touches.
    unsafe { engine.invoke_packed("main", &mut packed) }.unwrap();
}

/// One program; what is wrong with it.
fn judge(
    context: &Context,
    program: &Generated,
    number: u64,
    seen: &mut BTreeMap<&'static str, u64>,
) -> Result<(), String> {
    let module = Module::parse(context, &program.text).ok_or("does not parse")?;
    if !module.as_operation().verify() {
        return Err("does not verify".into());
    }
    let arguments: Vec<Argument> = [Argument::Int(0), Argument::Sizes(Vec::new())]
        .into_iter()
        .chain((0..program.layouts.len()).map(|_| Argument::Sizes(Vec::new())))
        .collect();
    let environment = Environment { seed: number, fuel: 20_000_000, ..Environment::default() };
    let reference = Program::new(&module);
    let run = |program: &Program| -> Outcome { program.run("main", &arguments, &environment) };
    let want = run(&reference);
    if let End::Undefined(place) | End::Unsupported(place) = &want.end {
        return Err(format!("the interpreter stops: {} ({})", place.why, place.at));
    }
    if matches!(want.end, End::OutOfFuel) {
        return Err("the interpreter runs out of fuel".into());
    }
    // What the memory held at first, which a program that does nothing leaves.
    let head = program.text.split("func.func @main").nth(1).and_then(|t| t.split(" attributes").next());
    let nothing = format!("func.func @main{} {{ return }}", head.unwrap_or_default());
    let nothing = Program::new(&Module::parse(context, &nothing).ok_or("no signature")?);
    let first = run(&nothing);
    let widths = |i: usize| if i == 0 { 64 } else { program.width };
    let images = |outcome: &Outcome| -> Vec<(Vec<u8>, u32)> {
        let images = outcome.memory.iter().enumerate();
        images.map(|(i, c)| (image(c, widths(i)), widths(i))).collect()
    };
    for pipeline in ["layout-to-llvm", "layout-to-llvm{simplify=false}"] {
        // Half of them in either way.
        if number.is_multiple_of(2) != (pipeline == "layout-to-llvm") {
            continue;
        }
        let mut module = Module::parse(context, &program.text).ok_or("does not parse")?;
        let manager = PassManager::new(context);
        // What kernels are lowered with.
        let chained = "layout-chain-addresses";
        parse_pass_pipeline(
            manager.as_operation_pass_manager(),
            &format!("builtin.module({pipeline},convert-ub-to-llvm,reconcile-unrealized-casts,{chained})"),
        )
        .unwrap();
        manager.run(&mut module).map_err(|e| format!("{pipeline}: {e}"))?;
        let text = module.as_operation().to_string();
        if text.contains("unrealized_conversion_cast") || text.contains("#layout<") {
            return Err(format!("{pipeline} leaves casts or layouts"));
        }
        // LLVM's optimizer makes use of promises that are broken; it also takes its time.
        let level = if number % 8 < 2 { 2 } else { 0 };
        let engine = ExecutionEngine::new(&module, level, &[], false, false);
        let mut got = images(&first);
        // The size that the flat memory's type states; MLIR reads it off the descriptor.
        let cosize = |l: &String| l.parse::<AnyLayout>().unwrap().cosize().unwrap().as_const().unwrap();
        let sizes: Vec<i64> = [SUMS as i64].into_iter().chain(program.layouts.iter().map(cosize)).collect();
        execute(&engine, &mut got, &sizes);
        for (buffer, (got, want)) in got.iter().zip(images(&want)).enumerate() {
            let size = want.1 as usize / 8;
            if let Some(at) = (0..ROOM).find(|i| got.0[i * size..][..size] != want.0[i * size..][..size]) {
                return Err(format!(
                    "{pipeline}: element {} of buffer {buffer} is {:?}, not {:?}",
                    at as i64 - BEFORE as i64,
                    &got.0[at * size..][..size],
                    &want.0[at * size..][..size],
                ));
            }
        }
    }
    for what in KINDS {
        *seen.entry(what).or_default() += u64::from(program.text.contains(what));
    }
    Ok(())
}

/// What the programs must contain among them.
const KINDS: [&str; 22] = [
    "memref.copy",
    "linalg.copy",
    "vector.transfer_read",
    "vector.create_mask",
    "memref.cast",
    "memref.subview",
    "memref.atomic_rmw",
    "memref.dim",
    "affine.load",
    "func.call",
    "cf.cond_br",
    "scf.if",
    "iter_args",
    "arith.select",
    "memref.alloca",
    "#layout<S<",
    "(?",
    "):(-",
    "o 0 o (?",
    "strided<[?",
    "in_bounds = [false",
    "-> (0",
];

#[test]
fn random_modules_leave_the_bytes_of_the_algebra() {
    let number =
        |name: &str, default: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (from, count) = (number("MEMREFS_FROM", 0), number("MEMREFS", 200));
    let context = context();
    let mut seen = BTreeMap::new();
    let mut failures = Vec::new();
    for number in from..from + count {
        let program = generate(number);
        if std::env::var_os("MEMREFS_TRACE").is_some() {
            eprintln!("program {number}");
        }
        if let Err(message) = judge(&context, &program, number, &mut seen) {
            failures.push(format!("program {number}: {message}"));
            if failures.len() == 1 {
                println!("{}", program.text);
            }
        }
    }
    println!("{seen:?}, {SUMS} sums at most");
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
    if count >= 200 {
        let missing: Vec<_> = KINDS.iter().filter(|k| seen.get(*k).is_none_or(|n| *n == 0)).collect();
        assert!(missing.is_empty(), "never generated: {missing:?}");
    }
}

/// Prints one program, for a look at it: `MEMREFS_SHOW=7 cargo test … show -- --nocapture`.
#[test]
fn show() {
    if let Some(number) = std::env::var("MEMREFS_SHOW").ok().and_then(|n| n.parse().ok()) {
        println!("{}", generate(number).text);
    }
}
