//! A model of warps that run a program: 32 lanes with registers of four bytes. A byte is the
//! position and the byte's number in the element; what nobody wrote is poison.

#![allow(dead_code, reason = "each test uses a part")]

use layout_tile::{Instruction, Program, Tv};

/// An element's byte, or poison.
pub type Byte = Option<(i64, i64)>;

/// A thread's registers.
pub type Registers = Vec<[Byte; 4]>;

/// The registers of all threads that hold a tile in an encoding.
pub fn filled(tv: &Tv, bits: i64) -> Vec<Registers> {
    let width = bits / 8;
    let thread = |t: i64| {
        let mut bytes: Vec<Byte> = Vec::new();
        for v in 0..tv.value_count() {
            bytes.extend((0..width).map(|k| Some((tv.position(t, v).unwrap(), k))));
        }
        bytes.resize(bytes.len().div_ceil(4) * 4, None);
        bytes.chunks(4).map(|c| [c[0], c[1], c[2], c[3]]).collect()
    };
    (0..tv.thread_count()).map(thread).collect()
}

/// Runs a program in all threads at once.
pub fn run(program: &Program, state: &[Registers]) -> Vec<Registers> {
    let mut threads: Vec<Registers> = state.to_vec();
    assert!(threads.iter().all(|r| r.len() == program.inputs));
    for instruction in &program.code {
        // Registers are written once: what is read was there before.
        let made: Vec<[Byte; 4]> = (0..threads.len())
            .map(|t| match instruction {
                Instruction::Select { digit, equal, when, otherwise } => {
                    let chosen = t as i64 / digit.divisor % digit.size == *equal;
                    threads[t][if chosen { *when } else { *otherwise }]
                }
                Instruction::Shuffle { register, from } => {
                    let mut lane = from.flip;
                    for (bit, divisor) in from.bits.iter().enumerate() {
                        lane ^= (t as i64 / divisor % 2) << bit;
                    }
                    assert!((0..32).contains(&lane));
                    let source = t / 32 * 32 + lane as usize;
                    threads.get(source).map_or([None; 4], |other| other[*register])
                }
                Instruction::Pack { bytes } => bytes.map(|b| b.and_then(|(r, k)| threads[t][r][k as usize])),
            })
            .collect();
        threads.iter_mut().zip(made).for_each(|(registers, made)| registers.push(made));
    }
    threads.iter().map(|r| program.outputs.iter().map(|o| r[*o]).collect()).collect()
}

/// Checks that the registers hold the tile in an encoding.
pub fn check(state: &[Registers], tv: &Tv, bits: i64, what: &dyn Fn() -> String) {
    let expected = filled(tv, bits);
    assert_eq!(state.len(), expected.len());
    for (t, (have, need)) in state.iter().zip(&expected).enumerate() {
        assert_eq!(have.len(), need.len(), "{}", what());
        for (have, need) in have.iter().flatten().zip(need.iter().flatten()) {
            assert!(need.is_none() || have == need, "{} thread {t}: {have:?} {need:?}", what());
        }
    }
}

/// The fewest registers that a lane has to get from others: those of the elements that it
/// needs and does not hold.
pub fn fewest(a: &Tv, b: &Tv, bits: i64) -> i64 {
    let missing = |t: i64| {
        let held: std::collections::BTreeSet<i64> =
            (0..a.value_count()).filter_map(|v| a.position(t, v)).collect();
        let needed = (0..b.value_count()).filter_map(|v| b.position(t, v));
        needed.filter(|p| !held.contains(p)).count() as i64
    };
    (0..a.thread_count()).map(|t| (missing(t) * bits + 31) / 32).max().unwrap_or(0)
}
