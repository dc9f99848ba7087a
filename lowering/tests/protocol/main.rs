//! Kernels that copy by the engine neither hang nor read what is not there: for loops of each depth and length, everything that
//! their threads and the engine can do in any order.
//!
//! Passes compile a kernel to threads. What is judged is what they wrote: the judge runs it for a thread at a time
//! ([`thread`]), takes what others can see of that, and has all those sequences and the engine run beside each other in
//! every order ([`search`]), by what PTX says of mbarriers, copies, products and stores ([`model`]). Threads that do the same are
//! one agent: a thread that waits for one of them waits for all, and a lane that lags is the one that its agent stands for.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod agents;
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

use agents::whole_buffers;
use kernels::{How, KERNELS, Kernel, TALL, Which};
use model::Model;
use mutants::mutants;
use program::Program;
use search::{Found, Orders, search};
use thread::{CLUSTER, Event, events};

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
fn compiled(context: &Context, kernel: &Kernel, stages: i64, how: How) -> String {
    after(context, &kernel.text(stages, how))
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

fn thread(program: &Program, number: (i64, i64), depth: i64, rounds: i64) -> Vec<Event> {
    events(program, number, |argument| match argument {
        DEPTH => depth,
        ROUNDS => TALL * rounds,
        _ => 1 << 20,
    })
}

/// The threads that are looked at, of each block: of a group of so many, and beside them of its producers who issues copies,
/// another one of its warp, and one of another. Or of each only the first one, which stands for all.
fn agents(program: &Program, threads: i64, depth: i64, rounds: i64, all: bool) -> Vec<Vec<Event>> {
    let own = if all { &AGENTS[..] } else { &AGENTS[..1] };
    let producers = own.iter().map(|number| threads + number).filter(|number| *number < program.threads);
    let numbers: Vec<i64> = own.iter().copied().chain(producers).collect();
    let of = |(rank, number): (i64, i64)| {
        let mut events = thread(program, (rank, number), depth, rounds);
        for event in &mut events {
            if let Event::Arrive(at, others) = event {
                *others = match number {
                    _ if *at == CLUSTER => 1,
                    0 if !all => threads / 32,
                    32 => threads / 32 - 1,
                    _ => 1,
                };
            }
        }
        events
    };
    let blocks = 0..program.blocks;
    blocks.flat_map(|rank| numbers.iter().map(move |number| (rank, *number))).map(of).collect()
}

fn judged(program: &Program, threads: i64, depth: i64, rounds: i64, orders: Orders) -> Result<Found, String> {
    judged_by(program, threads, depth, rounds, orders, true)
}

fn judged_by(
    program: &Program,
    threads: i64,
    depth: i64,
    rounds: i64,
    orders: Orders,
    all: bool,
) -> Result<Found, String> {
    let agents = agents(program, threads, depth, rounds, all);
    let (blocks, group) = (usize::try_from(program.blocks).unwrap(), if all { AGENTS.len() } else { 1 });
    let found = search(&Model::new(agents, blocks, group), orders)?;
    // (Before a loop of no iterations something may be copied for it.)
    match depth == 0 || found.read == group * found.copies {
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
    for (kernel, how) in KERNELS.iter().flat_map(|kernel| [(kernel, How::Plain), (kernel, How::Producer)]) {
        // (With one stage nothing is ahead that producers could issue.)
        for stages in if how.has_producers() { 2..=8 } else { 1..=8 } {
            let text = compiled(&context, kernel, stages, how);
            let program = read(&context, &text);
            assert_eq!(program.threads > kernel.threads, how.has_producers());
            judged(&program, kernel.threads, kernel.step, 0, Orders::Apart).unwrap();
            for (iterations, depth) in lengths(kernel, stages) {
                let found = judged(&program, kernel.threads, depth, kernel.rounds, Orders::Apart);
                let found = found.unwrap_or_else(|what| {
                    let name = kernel.name;
                    panic!("{name}, {stages} stages, {how:?}, {iterations} iterations: {what}\n{text}")
                });
                (states, copies) = (states + found.states, copies + found.copies);
            }
        }
    }
    assert!(states > 100_000 && copies > 10_000, "{states} states, {copies} copies");
}

/// The same of clusters whose blocks copy for each other, with one another's copies and arrivals in any order.
#[test]
fn no_order_of_blocks_hangs_or_races() {
    let context = context();
    let (mut states, mut copies) = (0, 0);
    for (kernel, how) in KERNELS.iter().flat_map(|k| k.multicasts().into_iter().map(move |how| (k, how))) {
        for stages in 2..=if how.blocks() > 2 || kernel.rounds > 1 { 3 } else { 4 } {
            let text = compiled(&context, kernel, stages, how);
            let program = read(&context, &text);
            assert_eq!(program.blocks, how.blocks());
            judged(&program, kernel.threads, kernel.step, 0, Orders::Apart).unwrap();
            // (Of several rounds two, and no more iterations than fill each slot twice.)
            let most = usize::try_from(2 * stages + 2).unwrap();
            for (iterations, depth) in lengths(kernel, stages).take(most) {
                let found = judged(&program, kernel.threads, depth, kernel.rounds.min(2), Orders::Apart);
                let found = found.unwrap_or_else(|what| {
                    panic!(
                        "{}, {stages} stages, {how:?}, {iterations} iterations: {what}\n{text}",
                        kernel.name
                    )
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
    for how in [How::Plain, How::Producer] {
        let program = read(&context, &compiled(&context, &KERNELS[0], 64, how));
        for iterations in
            if how.has_producers() { vec![63, 64, 66] } else { vec![0, 1, 62, 63, 64, 65, 128, 129] }
        {
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

/// All ways in which a kernel copies.
fn all_ways(kernel: &Kernel) -> impl Iterator<Item = How> {
    [How::Plain, How::Producer].into_iter().chain(kernel.multicasts())
}

#[test]
fn threads_are_like_their_agents() {
    let context = context();
    for (kernel, how) in KERNELS.iter().flat_map(|kernel| all_ways(kernel).map(move |how| (kernel, how))) {
        let program = read(&context, &compiled(&context, kernel, 3, how));
        are_like_their_agents(&program, kernel.threads, 5 * kernel.step, kernel.rounds);
    }
}

/// Threads do what their agent does: all but the first the same, but for where they read and write.
fn are_like_their_agents(program: &Program, threads: i64, depth: i64, rounds: i64) {
    // (Those of the last block.)
    let rank = program.blocks - 1;
    let of = |number| thread(program, (rank, number), depth, rounds);
    let mut all = whole_buffers((0..program.threads).map(of).collect());
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
    assert!(producers.iter().skip(1).all(|other| other.iter().all(|event| {
        let is_of_all = |event: &Event| {
            matches!(
                event,
                Event::Barrier(_) | Event::Arrive(CLUSTER, _) | Event::Wait(CLUSTER, _) | Event::End
            )
        };
        is_of_all(event)
    })));
}

/// What is wrong is refused, and no order that is left out of the search tells more than those that are not.
#[test]
fn what_is_wrong_is_refused() {
    let context = context();
    let (mut count, mut left) = (0, Vec::new());
    let kernels = KERNELS.iter().flat_map(|kernel| all_ways(kernel).map(move |how| (kernel, how)));
    // (Of more blocks and rounds there are more orders of the same.)
    let is_small = |(kernel, how): &(&Kernel, How)| match how {
        How::Multicast(2, Which::All) => kernel.rounds == 1,
        How::Multicast(2, Which::Second) | How::Multicast(4, Which::Halves) => kernel.name == "product",
        How::Multicast(..) => kernel.name == "load",
        _ => true,
    };
    for (kernel, how) in kernels.filter(is_small) {
        let producer = how.has_producers();
        for stages in if how.blocks() > 1 {
            2..=2
        } else if producer {
            2..=3
        } else {
            1..=4
        } {
            // Without stages an iteration begins with a barrier: that behind the mbarriers would do without, and between
            // rounds one orders what is stored to memory, which is not looked at here. Of two in a round one would do.
            let alone = if stages == 1 { 1 + usize::from(kernel.rounds > 1) } else { 0 };
            let of_rounds = usize::from(producer && kernel.rounds > 1);
            let mut spare = alone + of_rounds + usize::from(kernel.is_ahead());
            let original = compiled(&context, kernel, stages, how);
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
                    left.push(format!("{}, {stages} stages, {how:?}: {what}", kernel.name));
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
    let kernels = KERNELS.iter().map(|kernel| (kernel, How::Plain));
    let others = [How::Producer, How::Multicast(2, Which::All)].map(|how| (&KERNELS[0], how));
    for (kernel, how) in kernels.chain(others) {
        let all = how.blocks() == 1;
        for stages in if how.has_producers() { 2..=2 } else { 1..=2 } {
            let text = compiled(&context, kernel, stages, how);
            let programs = mutants(&text, stages).into_iter().chain([("as it is".into(), text)]);
            for (what, text) in programs {
                let program = read(&context, &text);
                for iterations in 0..if all { 3 } else { 2 } {
                    let (depth, rounds) = (iterations * kernel.step, kernel.rounds.min(2));
                    let verdict = |orders| judged_by(&program, kernel.threads, depth, rounds, orders, all);
                    let [some, all] = [Orders::Apart, Orders::All].map(verdict);
                    let names = (kernel.name, how, stages, iterations, &what);
                    assert_eq!(some.is_ok(), all.is_ok(), "{names:?}: {some:?}, {all:?}");
                    *if all.is_ok() { &mut right } else { &mut wrong } += 1;
                }
            }
        }
    }
    assert!(right > 100 && wrong > 100, "{right} right, {wrong} wrong");
}
