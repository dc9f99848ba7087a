//! Fragments against the tables of the PTX ISA, element by element: "Matrix Fragments for
//! mma.m16n8k16 with floating point type" and its neighbours, written here as they stand there.

#![allow(clippy::unwrap_used, reason = "tests")]

use layout_tile::{Mma, Operand, Tv};

/// (groupID, threadID_in_group, i) to (row, column).
type Table = fn(i64, i64, i64) -> (i64, i64);

struct Instruction {
    name: &'static str,
    shape: [i64; 3],
    a: (i64, Table),
    b: (i64, Table),
    c: (i64, Table),
}

fn c16(group: i64, tid: i64, i: i64) -> (i64, i64) {
    (if i < 2 { group } else { group + 8 }, tid * 2 + (i & 1))
}

const INSTRUCTIONS: [Instruction; 5] = [
    Instruction {
        name: "m16n8k16",
        shape: [16, 8, 16],
        a: (8, |g, t, i| {
            let row = if (0..2).contains(&i) || (4..6).contains(&i) { g } else { g + 8 };
            (row, if i < 4 { t * 2 + (i & 1) } else { t * 2 + (i & 1) + 8 })
        }),
        b: (4, |g, t, i| (if i < 2 { t * 2 + (i & 1) } else { t * 2 + (i & 1) + 8 }, g)),
        c: (4, c16),
    },
    Instruction {
        name: "m16n8k8.f16",
        shape: [16, 8, 8],
        a: (4, c16),
        b: (2, |g, t, i| (t * 2 + i, g)),
        c: (4, c16),
    },
    Instruction {
        name: "m16n8k8",
        shape: [16, 8, 8],
        a: (4, |g, t, i| (if i == 0 || i == 2 { g } else { g + 8 }, if i < 2 { t } else { t + 4 })),
        b: (2, |g, t, i| (if i == 0 { t } else { t + 4 }, g)),
        c: (4, c16),
    },
    Instruction {
        name: "m16n8k32",
        shape: [16, 8, 32],
        a: (16, |g, t, i| {
            let row = if (0..4).contains(&i) || (8..12).contains(&i) { g } else { g + 8 };
            (row, if i < 8 { t * 4 + (i & 3) } else { t * 4 + (i & 3) + 16 })
        }),
        b: (8, |g, t, i| (if i < 4 { t * 4 + (i & 3) } else { t * 4 + (i & 3) + 16 }, g)),
        c: (4, c16),
    },
    Instruction {
        name: "m8n8k4",
        shape: [8, 8, 4],
        a: (1, |g, t, _| (g, t)),
        b: (1, |g, t, _| (t, g)),
        c: (2, |g, t, i| (g, t * 2 + (i & 1))),
    },
];

/// Who holds what of a tile of `times` tiles of the warps: by the order that `fragment` states.
fn check(instruction: &Instruction, warps: [i64; 2], times: [i64; 3]) {
    let [m, n, k] = instruction.shape;
    let mma = Mma::named(instruction.name, &warps).unwrap();
    let whole = [m * warps[0] * times[0], n * warps[1] * times[1], k * times[2]];
    for operand in [Operand::A, Operand::B, Operand::C] {
        // Rows, columns; the atom's; how often it repeats down and across; what a warp adds.
        let ((count, table), [rows, columns], atom, repeats, step) = match operand {
            Operand::A => (instruction.a, [whole[0], whole[2]], [m, k], [times[0], times[2]], [warps[0], 1]),
            Operand::B => (instruction.b, [whole[2], whole[1]], [k, n], [times[2], times[1]], [1, warps[1]]),
            Operand::C => {
                (instruction.c, [whole[0], whole[1]], [m, n], [times[0], times[1]], [warps[0], warps[1]])
            }
        };
        let tv = mma.fragment(operand, rows, columns).unwrap();
        assert_eq!(tv.thread_count(), 32 * warps[0] * warps[1]);
        assert_eq!(tv.value_count(), count * repeats[0] * repeats[1]);
        for thread in 0..tv.thread_count() {
            let (lane, warp) = (thread % 32, thread / 32);
            let place = [warp % warps[0], warp / warps[0]];
            for value in 0..tv.value_count() {
                let (row, column) = table(lane / 4, lane % 4, value % count);
                let again = value / count;
                let [down, across] = match operand {
                    Operand::B => [again / repeats[1], again % repeats[1]],
                    _ => [again % repeats[0], again / repeats[0]],
                };
                let shift = |which: usize| if step[which] == 1 { 0 } else { place[which] };
                let row = row + atom[0] * (shift(0) + step[0] * down);
                let column = column + atom[1] * (shift(1) + step[1] * across);
                let found = tv.position(thread, value).unwrap();
                assert_eq!(found, row + rows * column, "{} {operand:?} {thread} {value}", instruction.name);
            }
        }
    }
}

#[test]
fn fragments_are_those_of_the_isa() {
    for instruction in &INSTRUCTIONS {
        for warps in [[1, 1], [2, 2], [1, 4], [4, 2], [3, 1]] {
            for times in [[1, 1, 1], [4, 8, 2], [3, 5, 1]] {
                check(instruction, warps, times);
            }
        }
    }
}

#[test]
fn worked_example() {
    for (text, tv) in [
        (
            "frag<mma<m16n8k16, warps=(2,2)>, A, 128x32>",
            "tv<(4,8,2,2):(256,1,16,0), (2,2,2,4,2):(128,8,1024,32,2048)>",
        ),
        ("frag<mma<m16n8k16, warps=(2,2)>, B, 32x128>", "tv<(4,8,2,2):(2,32,0,256), (2,2,8,2):(1,8,512,16)>"),
        (
            "frag<mma<m16n8k16, warps=(2,2)>, C, 128x128>",
            "tv<(4,8,2,2):(256,1,16,1024), (2,2,4,8):(128,8,32,2048)>",
        ),
    ] {
        let found: Tv = text.parse().unwrap();
        assert_eq!(found.to_string(), tv);
        assert_eq!(tv.parse::<Tv>().unwrap(), found);
    }
}

#[test]
fn widths_share_fragments() {
    for (a, b) in [
        ("m16n8k16.bf16", "m16n8k16.f16"),
        ("m16n8k32.s8", "m16n8k32.e4m3"),
        ("SM89_16x8x32_F32E4M3E4M3F32_TN", "m16n8k32"),
        ("SM80_16x8x16_F32F16F16F32_TN", "m16n8k16"),
    ] {
        let [a, b] = [a, b].map(|name| Mma::named(name, &[2, 1]).unwrap());
        assert_eq!(a.to_string(), b.to_string());
        for operand in [Operand::A, Operand::B, Operand::C] {
            assert_eq!(a.fragment(operand, 64, 64).unwrap(), b.fragment(operand, 64, 64).unwrap());
        }
    }
}

#[test]
fn refusals() {
    let error = |text: &str| text.parse::<Tv>().unwrap_err().to_string();
    assert_eq!(
        error("frag<mma<m16n8k16, warps=(2,2)>, A, 24x32>"),
        "mma<m16n8k16, warps=(2,2)> takes A in pieces of 32 rows: a tile 24x32 has 24, the nearest multiples are 32"
    );
    assert!(error("frag<mma<m16n8k16>, D, 16x16>").contains("expected `A`, `B` or `C`"));
    assert!(
        error("frag<mma<m16n8k20>, A, 16x16>")
            .contains("no instruction of a warp or a warpgroup is called `m16n8k20`")
    );
    assert!(error("frag<mma<m16n8k8.s8>, A, 16x16>").contains("there is m16n8k8, m16n8k8.f16"));
    assert!(error("frag<mma<m16n8k16, warps=(2,0)>, A, 16x16>").contains("warps=(2,0)"));
    assert!(error("frag<mma<SM90_64x64x16_F32F16F16_SS>, A, 64x64>").contains("with A there"));
    assert!(error("frag<mma<m64n64x16>, A, 64x64>").contains("m64n64x16"));
    assert!(error("frag<mma<m64n20k16>, C, 64x20>").contains("with N a multiple of 8 up to 256"));
    assert!(error("frag<mma<m64n64k16, warps=(6,1)>, C, 64x64>").contains("has 6, the nearest are 4 and 8"));
    assert!(error("frag<mma<m64n64k16, warps=(4,1)>, B, 16x64>").contains("reads B from shared memory"));
    assert!(error("frag<mma<m16n8k16>, A, 9223372036854775807x16>").contains("9223372036854775807x16"));
    assert!(error("tv<(32,M):(1,32), 1:0>").starts_with("(32,s0):(1,32): the sizes"));
    assert!(error("tv<32:-1, 1:0>").contains("negative"));
    assert!(error("tv<32:1>").contains("expected `,` and the layout of values"));
}

/// The figures of the PTX ISA for `wgmma`: accumulators, and A in registers.
#[test]
fn warpgroups() {
    for (n, [wm, wn], [m_times, n_times]) in
        [(8, [4, 1], [1, 1]), (64, [8, 1], [2, 3]), (256, [4, 2], [1, 1])]
    {
        let mma: Mma = format!("mma<m64n{n}k16, warps=({wm},{wn})>").parse().unwrap();
        let [rows, columns] = [16 * wm * m_times, n * wn * n_times];
        let c = mma.fragment(Operand::C, rows, columns).unwrap();
        let a = mma.fragment(Operand::A, rows, 32).unwrap();
        for thread in 0..32 * wm * wn {
            let (warp, lane) = (thread / 32, thread % 32);
            let (along_m, along_n) = (warp % wm, warp / wm);
            let row = 16 * along_m + lane / 4;
            for value in 0..c.value_count() {
                let (one, again) = (value % (n / 2), value / (n / 2));
                let row = row + 8 * (one / 2 % 2) + 16 * wm * (again % m_times);
                let column = 8 * (one / 4) + 2 * (lane % 4) + one % 2;
                let column = column + n * (along_n + wn * (again / m_times));
                assert_eq!(c.position(thread, value), Some(row + rows * column), "{mma} {thread} {value}");
            }
            for value in 0..a.value_count() {
                let (one, again) = (value % 8, value / 8);
                let row = row + 8 * (one / 2 % 2) + 16 * wm * (again % m_times);
                let column = 2 * (lane % 4) + one % 2 + 8 * (one / 4) + 16 * (again / m_times);
                assert_eq!(a.position(thread, value), Some(row + rows * column), "{mma} A {thread} {value}");
            }
        }
    }
}
