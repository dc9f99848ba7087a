//! Kernels that copy by the engine neither hang nor read what is not there: for loops of each depth and length, everything that
//! their threads and the engine can do in any order.
//!
//! Passes compile a kernel to threads. What is judged is what they wrote: the judge runs it for a thread at a time
//! ([`thread`]), takes what others can see of that, and has all those sequences and the engine run beside each other in
//! every order ([`search`]), by what PTX says of mbarriers, copies, products and stores ([`model`]). Threads that do the same are
//! one agent: a thread that waits for one of them waits for all, and a lane that lags is the one that its agent stands for.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod kernels;
mod model;
mod mutants;
mod program;
mod search;
mod thread;

use melior::Context;
use melior::ir::Module;
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;

use kernels::{KERNELS, Kernel, TALL};
use model::{Model, whole_buffers};
use mutants::mutants;
use program::Program;
use search::{Found, Orders, search};
use thread::{Event, events};

/// To threads, and their memory to addresses.
const PASSES: &str = "builtin.module(layout-select,layout-pipeline,layout-place,layout-sync,layout-distribute,\
                      convert-layout-memref,convert-layout-to-arith,canonicalize,cse)";
/// Who begins copies, another thread of its warp, and one of another warp, which stands for those of all others.
const AGENTS: [i64; 3] = [0, 1, 32];
/// Arguments: of a matrix its rows, its columns and its stride; behind three of them the number of rounds.
const DEPTH: usize = 2;
const ROUNDS: usize = 12;

fn context() -> Context {
    melior::utility::register_all_passes();
    layout_lowering::register_passes().unwrap();
    layout_dialect::context()
}

/// A kernel as passes leave it.
fn compiled(context: &Context, kernel: &Kernel, stages: i64, producer: bool) -> String {
    after(context, &kernel.text(stages, producer))
}

fn after(context: &Context, text: &str) -> String {
    let mut module = Module::parse(context, text).unwrap_or_else(|| panic!("{text}"));
    let manager = PassManager::new(context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), PASSES).unwrap();
    manager.run(&mut module).unwrap_or_else(|e| panic!("{e}\n{text}"));
    module.as_operation().to_string()
}

fn read(context: &Context, text: &str) -> Program {
    Program::read(&Module::parse(context, text).unwrap_or_else(|| panic!("{text}")))
}

fn thread(program: &Program, number: i64, depth: i64, rounds: i64) -> Vec<Event> {
    events(program, number, |argument| match argument {
        DEPTH => depth,
        ROUNDS => TALL * rounds,
        _ => 1 << 20,
    })
}

/// The threads that are looked at: of a group of so many, and beside them of its producers who issues copies, another one
/// of its warp, and one of another.
fn agents(program: &Program, threads: i64, depth: i64, rounds: i64) -> Vec<Vec<Event>> {
    let producers = [0, 1, 32].map(|number| threads + number);
    let producers = producers.into_iter().filter(|number| *number < program.threads);
    let of = |number: i64| {
        let mut events = thread(program, number, depth, rounds);
        for event in &mut events {
            if let Event::Arrive(_, others) = event {
                *others = if number == 32 { threads / 32 - 1 } else { 1 };
            }
        }
        events
    };
    AGENTS.into_iter().chain(producers).map(of).collect()
}

fn judged(program: &Program, threads: i64, depth: i64, rounds: i64, orders: Orders) -> Result<Found, String> {
    let agents = agents(program, threads, depth, rounds);
    let found = search(&Model::new(agents, AGENTS.len()), orders)?;
    // (Before a loop of no iterations something may be copied for it.)
    match depth == 0 || found.read == AGENTS.len() * found.copies {
        true => Ok(found),
        false => Err(format!("some copies are not read: {found:?}")),
    }
}

/// For no iteration up to some rounds of the ring; every third time the last one is cut short.
fn lengths(kernel: &Kernel, stages: i64) -> impl DoubleEndedIterator<Item = (i64, i64)> {
    let step = kernel.step;
    (0..2 * stages + 4).map(move |n| (n, step * n - if n % 3 == 1 { 8 } else { 0 }))
}

#[test]
fn no_order_hangs_or_races() {
    let context = context();
    let (mut states, mut copies) = (0, 0);
    for (kernel, producer) in KERNELS.iter().flat_map(|kernel| [(kernel, false), (kernel, true)]) {
        for stages in 1..=8 {
            let text = compiled(&context, kernel, stages, producer);
            let program = read(&context, &text);
            assert_eq!(program.threads > kernel.threads, producer && stages > 1);
            judged(&program, kernel.threads, kernel.step, 0, Orders::Apart).unwrap();
            for (iterations, depth) in lengths(kernel, stages) {
                let found = judged(&program, kernel.threads, depth, kernel.rounds, Orders::Apart);
                let found = found.unwrap_or_else(|what| {
                    let name = kernel.name;
                    panic!("{name}, {stages} stages, {producer}, {iterations} iterations: {what}\n{text}")
                });
                (states, copies) = (states + found.states, copies + found.copies);
            }
        }
    }
    assert!(states > 100_000 && copies > 10_000, "{states} states, {copies} copies");
}

/// The most stages.
#[test]
fn a_deep_ring() {
    let context = context();
    for producer in [false, true] {
        let program = read(&context, &compiled(&context, &KERNELS[0], 64, producer));
        for iterations in if producer { vec![63, 64, 66] } else { vec![0, 1, 62, 63, 64, 65, 128, 129] } {
            let found = judged(&program, KERNELS[0].threads, 64 * iterations, 1, Orders::Apart).unwrap();
            assert_eq!(found.copies, usize::try_from(iterations).unwrap());
        }
    }
}

/// Those of the examples, whose iterations are several instructions and boxes.
#[test]
fn examples() {
    let context = context();
    for (text, stages) in [
        (include_str!("../../../examples/gemm_tma.mlir"), 3),
        (include_str!("../../../examples/gemm_hopper.mlir"), 4),
    ] {
        let produced = text.replace(": i64}\n", ": i64, layout.producer}\n");
        assert_ne!(produced, text);
        for text in [text, &produced] {
            let program = read(&context, &after(&context, text));
            let threads =
                program.threads / 128 * 128 - if text == produced { program.threads / 384 * 128 } else { 0 };
            are_like_their_agents(&program, threads, 64 * 5, 1);
            for iterations in 0..2 * stages + 4 {
                judged(&program, threads, 64 * iterations, 1, Orders::Apart).unwrap();
            }
        }
    }
}

#[test]
fn threads_are_like_their_agents() {
    let context = context();
    for (kernel, producer) in KERNELS.iter().flat_map(|kernel| [(kernel, false), (kernel, true)]) {
        let program = read(&context, &compiled(&context, kernel, 3, producer));
        are_like_their_agents(&program, kernel.threads, 5 * kernel.step, kernel.rounds);
    }
}

/// Threads do what their agent does: all but the first the same, but for where they read and write.
fn are_like_their_agents(program: &Program, threads: i64, depth: i64, rounds: i64) {
    let mut all =
        whole_buffers((0..program.threads).map(|number| thread(program, number, depth, rounds)).collect());
    let own = |event: &Event| matches!(event, Event::Read(_) | Event::Write(_) | Event::Barrier(..0));
    all.iter_mut().for_each(|events| events.retain(|event| !own(event)));
    let begins = |event: &Event| matches!(event, Event::Copy(..) | Event::Expect(..) | Event::Store(_));
    let producers = all.split_off(usize::try_from(threads).unwrap());
    let leader = producers.first().unwrap_or(&all[0]);
    assert!(leader.iter().any(begins) && !all[1].iter().any(begins));
    // Of each warp one arrives for the others.
    let (first, rest): (Vec<_>, Vec<_>) = (2..all.len()).partition(|number| number % 32 == 0);
    assert!(rest.into_iter().all(|number| all[number] == all[1]));
    assert!(first.into_iter().all(|number| all[number] == all[32]));
    assert!(
        producers.iter().skip(1).all(|other| other.iter().all(|event| matches!(event, Event::Barrier(_))))
    );
}

/// What is wrong is refused, and no order that is left out of the search tells more than those that are not.
#[test]
fn what_is_wrong_is_refused() {
    let context = context();
    let (mut count, mut left) = (0, Vec::new());
    let kernels = KERNELS.iter().flat_map(|kernel| [(kernel, false), (kernel, true)]);
    for (kernel, producer) in kernels {
        for stages in if producer { 2..=3 } else { 1..=4 } {
            // Without stages an iteration begins with a barrier: that behind the mbarriers would do without, and between
            // rounds one orders what is stored to memory, which is not looked at here. Of two in a round one would do.
            let alone = if stages == 1 { 1 + usize::from(kernel.rounds > 1) } else { 0 };
            let of_rounds = usize::from(producer && kernel.rounds > 1);
            let mut spare = alone + of_rounds + usize::from(kernel.is_ahead());
            let original = compiled(&context, kernel, stages, producer);
            // Of several releases behind each other the first one's order in the warp is enough, and so is that of a barrier.
            let mut in_warps = original.matches("nvvm.bar.warp.sync").count().saturating_sub(1);
            for (what, text) in mutants(&original, stages) {
                let program = read(&context, &text);
                let refused =
                    |(rounds, depth)| judged(&program, kernel.threads, depth, rounds, Orders::Apart).is_err();
                let mut all = lengths(kernel, stages).rev().map(|(_, depth)| (kernel.rounds, depth));
                let is_refused = all.any(refused) || refused((0, kernel.step));
                let is_barrier = ["left out: gpu.barrier", "left out: nvvm.barrier"];
                if !is_refused && is_barrier.iter().any(|barrier| what.contains(barrier)) && spare > 0 {
                    spare -= 1;
                } else if !is_refused && what.contains("left out: nvvm.bar.warp.sync") && in_warps > 0 {
                    in_warps -= 1;
                } else if !(is_refused || producer && is_only_counted(&what, &original)) {
                    left.push(format!("{}, {stages} stages, {producer}: {what}", kernel.name));
                }
                count += 1;
            }
        }
    }
    assert!(left.is_empty(), "{left:#?}");
    assert!(count > 500, "{count} programs");
}

/// Whether a change is to what others than producers count of copies before they meet the first time: those begin without
/// them, and for no iteration nobody looks at what was counted.
fn is_only_counted(what: &str, text: &str) -> bool {
    let changed: usize = what.rsplit(' ').next().unwrap().parse().unwrap_or(0);
    let lines: Vec<&str> = text.lines().collect();
    let find =
        |what: &str| (0..lines.len()).filter(|number| lines[*number].contains(what)).collect::<Vec<_>>();
    // Where the others begin, each warp by electing who says that it has come, and before their loop.
    let others = find("nvvm.elect.sync")[1];
    let r#loop = find("scf.for").into_iter().find(|number| *number > others).unwrap();
    what.starts_with("a copy more") && (others..r#loop).contains(&changed)
}

#[test]
fn orders_that_are_left_out_tell_no_more() {
    let context = context();
    let (mut right, mut wrong) = (0, 0);
    // (Of more agents all orders are too many for kernels of several rounds.)
    let kernels = KERNELS.iter().map(|kernel| (kernel, false)).chain([(&KERNELS[0], true)]);
    for (kernel, producer) in kernels {
        for stages in if producer { 2..=2 } else { 1..=2 } {
            let text = compiled(&context, kernel, stages, producer);
            let programs = mutants(&text, stages).into_iter().chain([("as it is".into(), text)]);
            for (what, text) in programs {
                let program = read(&context, &text);
                for iterations in 0..3 {
                    let verdict = |orders| {
                        judged(
                            &program,
                            kernel.threads,
                            iterations * kernel.step,
                            kernel.rounds.min(2),
                            orders,
                        )
                    };
                    let [some, all] = [Orders::Apart, Orders::All].map(verdict);
                    let names = (kernel.name, stages, iterations, &what);
                    assert_eq!(some.is_ok(), all.is_ok(), "{names:?}: {some:?}, {all:?}");
                    *if all.is_ok() { &mut right } else { &mut wrong } += 1;
                }
            }
        }
    }
    assert!(right > 100 && wrong > 100, "{right} right, {wrong} wrong");
}
