//! Accesses against plain enumeration: each vector and each matrix, thread by thread.

#![allow(clippy::unwrap_used, reason = "tests")]

use layout_algebra::{AnyLayout, Expr, Outer, Swizzle};
use layout_tile::{Matrices, MatrixAccess, Memory, Tv, VectorAccess};
use proptest::prelude::*;

mod common;
use common::{cases, encoding, layout};

/// A memory layout with the modes of its tile: sizes in the order of positions, strides by a
/// random order from the fastest, padded at random by `steps`.
fn memory_layout(
    sizes: &[i64],
    first: &[usize],
    keys: &[u32],
    (pads, steps): (u32, [i64; 4]),
    swizzle: Option<Swizzle>,
) -> AnyLayout {
    let mut order: Vec<usize> = (0..sizes.len()).filter(|i| !first.contains(i)).collect();
    order.sort_by_key(|i| keys.get(*i).copied().unwrap_or(0));
    let mut strides = vec![0; sizes.len()];
    let mut next = 1;
    for (rank, i) in first.iter().chain(&order).enumerate() {
        strides[*i] = next;
        next *= sizes[*i];
        if rank >= first.len() {
            next += steps[(pads >> (2 * rank) & 3) as usize];
        }
    }
    let plain = layout(&sizes.iter().copied().zip(strides).collect());
    match swizzle {
        Some(s) => AnyLayout::composed(Outer::Swizzle(s), Expr::ZERO, plain),
        None => plain.into(),
    }
}

fn swizzles() -> impl Strategy<Value = Option<Swizzle>> {
    prop::option::of(
        (1..=3i64, 0..=4i64, 0..=2i64, any::<bool>()).prop_map(|(b, m, more, down)| {
            Swizzle::new(b, m, if down { -b - more } else { b + more }).unwrap()
        }),
    )
}

fn coordinate(shape: &[i64], position: i64) -> Vec<i64> {
    let mut rest = position;
    shape
        .iter()
        .map(|extent| {
            let c = rest % extent;
            rest /= extent;
            c
        })
        .collect()
}

/// Whether values can be moved `count` at a time: the same groups for all threads, each at
/// neighbouring addresses from a multiple on, inside and outside together.
fn is_possible(tv: &Tv, memory: &Memory, shape: &[i64], count: i64) -> bool {
    if memory.alignment % (count * memory.bits / 8) != 0 || tv.value_count() % count != 0 {
        return false;
    }
    let address = |t, v| memory.layout.eval(tv.position(t, v).unwrap()).unwrap();
    let mut order: Vec<i64> = (0..tv.value_count()).collect();
    order.sort_by_key(|v| address(0, *v));
    (0..tv.thread_count()).all(|t| {
        order.chunks(count as usize).all(|group| {
            let base = address(t, group[0]);
            let together = group.iter().enumerate().all(|(k, v)| address(t, *v) == base + k as i64);
            let blocks = |v: i64| -> Vec<i64> {
                let c = coordinate(shape, tv.position(t, v).unwrap());
                let block = |(c, r): (&i64, &i64)| if *r == 0 { 0 } else { c / r };
                c.iter().zip(&memory.residues).map(block).collect()
            };
            base % count == 0 && together && group.iter().all(|v| blocks(*v) == blocks(group[0]))
        })
    })
}

fn check_vectors(tv: &Tv, memory: &Memory, shape: &[i64]) -> i64 {
    let access = VectorAccess::new(tv, memory).unwrap();
    let count = access.elements;
    assert!(is_possible(tv, memory, shape, count), "{tv} {memory:?}");
    let mut seen: Vec<i64> = Vec::new();
    let (outer, offset) = match &memory.layout {
        AnyLayout::Plain(_) => (None, 0),
        AnyLayout::Composed(c) => (c_swizzle(&c.outer), c.offset.as_const().unwrap()),
    };
    for i in 0..access.count() {
        let values = access.values(i);
        seen.extend(&values);
        for t in 0..tv.thread_count() {
            let inner = offset + access.threads.eval(t).unwrap() + access.offsets.eval(i).unwrap();
            let address = outer.map_or(inner, |s: Swizzle| s.apply(inner));
            assert_eq!(address % count, 0);
            for (k, v) in values.iter().enumerate() {
                let at = memory.layout.eval(tv.position(t, *v).unwrap()).unwrap();
                assert_eq!(at, address + k as i64, "{tv} {memory:?} thread {t} value {v}");
            }
        }
    }
    seen.sort_unstable();
    assert_eq!(seen, (0..tv.value_count()).collect::<Vec<_>>());
    // No wider vectors, up to what a swizzle keeps together wherever it is.
    let most = outer.map_or(i64::MAX, |s| if s.bits() == 0 { i64::MAX } else { 1 << s.base() });
    for wider in [2, 4, 8, 16].into_iter().filter(|w| *w > count && *w <= most && w * memory.bits <= 128) {
        assert!(!is_possible(tv, memory, shape, wider), "{tv} {memory:?}: {wider} instead of {count}");
    }
    count
}

fn c_swizzle(outer: &Outer) -> Option<Swizzle> {
    match outer {
        Outer::Swizzle(s) => Some(*s),
        _ => None,
    }
}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn vectors(
        digits in prop::collection::vec((prop::sample::select(vec![2i64, 2, 2, 3, 4, 6]), any::<bool>()), 1..=5),
        free in prop::collection::vec(2..=3i64, 0..=1),
        keys in prop::collection::vec(any::<u32>(), 7),
        order in prop::collection::vec(any::<u32>(), 7),
        (pads, alignment, width) in (any::<u32>(), 0..=4u32, 0..=4u32),
        residues in prop::collection::vec(prop::sample::select(vec![0i64, 0, 1, 2, 4, 6, 8]), 5),
        swizzle in swizzles(),
    ) {
        let (sizes, places): (Vec<i64>, Vec<bool>) = digits.into_iter().unzip();
        let tv = encoding(&sizes, &places, &free, &keys).tv;
        // Dimensions of the tile are the digits, so that any order of them is a layout.
        let layout = memory_layout(&sizes, &[], &order, (pads, [0, 1, 2, 8]), swizzle);
        let memory = Memory { layout, bits: 8 << width, alignment: 1 << alignment.max(width), residues };
        check_vectors(&tv, &memory, &sizes);
    }
}

/// Runs `ldmatrix` on memory that holds positions: what each lane's values are.
fn run_matrices(tv: &Tv, memory: &Memory, access: &MatrixAccess, kind: Matrices) {
    let swizzle = match &memory.layout {
        AnyLayout::Composed(c) => c_swizzle(&c.outer),
        AnyLayout::Plain(_) => None,
    };
    let top = (0..tv.size()).map(|p| memory.layout.eval(p).unwrap()).max().unwrap();
    let mut contents = vec![-1; top as usize + 1];
    (0..tv.size()).for_each(|p| contents[memory.layout.eval(p).unwrap() as usize] = p);
    let row = 128 / memory.bits;
    let each = 32 / memory.bits;
    let mut seen: Vec<i64> = Vec::new();
    for i in 0..access.count() {
        let values = access.values(i);
        assert_eq!(values.len() as i64, access.matrices * each);
        seen.extend(&values);
        for thread in 0..tv.thread_count() {
            let (warp, lane) = (thread / 32 * 32, thread % 32);
            for j in 0..access.matrices {
                let address = |r: i64| {
                    let giver = warp + 8 * j + r;
                    let inner = access.threads.eval(giver).unwrap() + access.offsets.eval(i).unwrap();
                    let address = swizzle.map_or(inner, |s| s.apply(inner));
                    assert_eq!(address % row, 0);
                    address
                };
                for k in 0..each {
                    let at = match kind {
                        Matrices::Rows => address(lane / 4) + lane % 4 * each + k,
                        Matrices::Columns => {
                            let unit = 16 / memory.bits;
                            address(lane % 4 * 2 + k / unit) + lane / 4 * unit + k % unit
                        }
                    };
                    let expected = tv.position(thread, values[(j * each + k) as usize]).unwrap();
                    assert_eq!(contents[at as usize], expected, "{tv} {memory:?} {thread} {i} {j} {k}");
                }
            }
        }
    }
    seen.sort_unstable();
    assert_eq!(seen, (0..tv.value_count()).collect::<Vec<_>>());
}

#[test]
fn matrices() {
    use proptest::test_runner::TestRunner;
    let strategy = (
        (0..=2usize, 1..=5usize, 0..=2u32, any::<bool>(), any::<bool>()),
        prop::collection::vec(any::<u32>(), 14),
        prop::collection::vec(any::<u32>(), 14),
        (
            any::<u32>(),
            prop::option::of((1..=3i64, 3..=4i64, 0..=2i64)),
            prop::sample::select(vec![0usize, 0, 0, 1, 3]),
        ),
    );
    let mut runner = TestRunner::new(cases(3_000));
    let served = std::cell::Cell::new([0; 2]);
    runner
        .run(&strategy, |((warps, values, width, columns, fit), keys, order, (pads, swizzle, spoil))| {
            let bits = 8 << width;
            let count = 5 + warps + values;
            // Digit `i` of the position is at the place `digits[i]`: lanes, warps, values.
            let mut places: Vec<usize> = (0..count).collect();
            places.sort_by_key(|i| keys[*i]);
            let mut threads = vec![(2, 0); 5 + warps];
            let mut held = vec![(2, 0); values];
            for (i, place) in places.iter().enumerate() {
                let mode = (2, 1 << i);
                if *place < 5 + warps { threads[*place] = mode } else { held[*place - 5 - warps] = mode }
            }
            let tv = Tv::new(&layout(&threads), &layout(&held)).unwrap();
            let digit = |place: usize| places.iter().position(|p| *p == place).unwrap();
            let kind = if columns { Matrices::Columns } else { Matrices::Rows };
            let each = (32 / bits as usize).ilog2() as usize;
            let mut first: Vec<usize> = match kind {
                Matrices::Rows => {
                    (0..each.min(values)).map(|v| digit(5 + warps + v)).chain([digit(0), digit(1)]).collect()
                }
                Matrices::Columns => {
                    let unit = usize::from(bits == 8).min(values);
                    (0..unit).map(|v| digit(5 + warps + v)).chain([2, 3, 4].map(digit)).collect()
                }
            };
            if !fit {
                let by = spoil % first.len();
                first.rotate_left(by);
            }
            let swizzle = swizzle.map(|(b, m, more)| Swizzle::new(b, m, b + more).unwrap());
            let memory = Memory::buffer(
                memory_layout(&vec![2; count], &first, &order, (pads, [0, 0, 0, 8]), swizzle),
                bits,
                16,
            );
            let row_fits = swizzle.is_none_or(|s| 1 << s.base() >= 128 / bits) && (pads == 0 || bits >= 16);
            match MatrixAccess::new(&tv, &memory, kind) {
                Ok(access) => {
                    run_matrices(&tv, &memory, &access, kind);
                    assert_eq!(access.matrices, 4.min(1 << (values - each)));
                    let mut all = served.get();
                    all[usize::from(columns)] += 1;
                    served.set(all);
                }
                Err(error) => {
                    let expected = fit && row_fits && values >= each && (!columns || bits <= 16);
                    assert!(!expected, "{tv} {memory:?}: {error}");
                }
            }
            Ok(())
        })
        .unwrap();
    assert!(served.get().iter().all(|n| *n > 200), "{:?}", served.get());
}

#[test]
fn fragments_are_loaded_by_matrices() {
    let tile = |text: &str| text.parse::<AnyLayout>().unwrap();
    for (text, memory, bits, kind, count) in [
        ("frag<mma<m16n8k16, warps=(2,2)>, A, 128x32>", "(128,32):(32,1)", 16, Matrices::Rows, 8),
        ("frag<mma<m16n8k16, warps=(2,2)>, A, 128x32>", "(128,32):(1,128)", 16, Matrices::Columns, 8),
        ("frag<mma<m16n8k16, warps=(2,2)>, B, 32x128>", "(32,128):(128,1)", 16, Matrices::Columns, 8),
        ("frag<mma<m16n8k16, warps=(2,2)>, B, 32x128>", "(32,128):(1,32)", 16, Matrices::Rows, 8),
        ("frag<mma<m16n8k16, warps=(2,2)>, C, 64x64>", "(64,64):(64,1)", 16, Matrices::Rows, 4),
        ("frag<mma<m16n8k32, warps=(2,2)>, A, 64x64>", "(64,64):(64,1)", 8, Matrices::Rows, 4),
        ("frag<mma<m16n8k32, warps=(2,2)>, B, 64x64>", "(64,64):(1,64)", 8, Matrices::Rows, 4),
        ("frag<mma<m16n8k8, warps=(2,2)>, A, 64x32>", "(64,32):(32,1)", 32, Matrices::Rows, 8),
        ("frag<mma<m16n8k8, warps=(2,2)>, B, 32x64>", "(32,64):(1,32)", 32, Matrices::Rows, 8),
    ] {
        let tv: Tv = text.parse().unwrap();
        let memory = Memory::buffer(tile(memory), bits, 16);
        let access = MatrixAccess::new(&tv, &memory, kind).unwrap();
        assert_eq!((access.matrices, access.count()), (4, count), "{text}");
        run_matrices(&tv, &memory, &access, kind);
        let other = if kind == Matrices::Rows { Matrices::Columns } else { Matrices::Rows };
        assert!(MatrixAccess::new(&tv, &memory, other).is_err(), "{text}");
    }
}

#[test]
fn refusals() {
    let tv: Tv = "tv<(4,8):(16,1), 2:8>".parse().unwrap();
    let memory = |text: &str| Memory::buffer(text.parse().unwrap(), 16, 16);
    let error = |m: &Memory, kind| MatrixAccess::new(&tv, m, kind).unwrap_err().to_string();
    assert!(error(&memory("(8,8):(10,1)"), Matrices::Rows).contains("rows of 16 bytes are not known"));
    assert!(error(&memory("(8,8):(1,8)"), Matrices::Rows).contains("4 bytes that lie together"));
    assert!(error(&memory("(8,8):(8,1)"), Matrices::Columns).contains("in their order"));
    assert!(VectorAccess::new(&tv, &memory("(8,9):(9,1)")).unwrap_err().to_string().contains("nobody holds"));
    let odd = Memory::buffer("(8,8):(8,1)".parse().unwrap(), 12, 16);
    assert!(VectorAccess::new(&tv, &odd).unwrap_err().to_string().contains("12 bits"));
    // Lanes of 4 over rows of 6.
    let tv: Tv = "tv<(4,8):(1,4), 3:32>".parse().unwrap();
    let error = VectorAccess::new(&tv, &memory("(6,16):(16,1)")).unwrap_err().to_string();
    assert!(error.contains("are no layout of threads and values"), "{error}");
}
