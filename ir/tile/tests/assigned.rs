//! Layouts of shared buffers: what they cost, counted anew by a model of the banks.

#![allow(clippy::unwrap_used, reason = "a test fails where it does not hold")]

use std::collections::BTreeSet;

use layout_target::Chip;
use layout_tile::{BufferUse, SharedLayout, Tv, UseKind, shared_layout};

fn encoded(text: &str, shape: &[i64], kind: UseKind) -> BufferUse {
    BufferUse { tv: text.parse().unwrap(), shape: shape.to_vec(), kind }
}

fn copied(shape: &[i64], order: &[usize], bits: i64, threads: i64) -> BufferUse {
    let tv = Tv::blocked(shape, order, bits, threads).unwrap();
    BufferUse { tv, shape: shape.to_vec(), kind: UseKind::Copy { bytes: 16 } }
}

const LOAD: UseKind = UseKind::Load { is_inside: true };

fn assign(shape: &[i64], bits: i64, uses: &[BufferUse]) -> SharedLayout {
    shared_layout(shape, bits, uses, Chip::named("sm_90a").unwrap()).unwrap()
}

fn text(shape: &[i64], bits: i64, uses: &[BufferUse]) -> String {
    let found = assign(shape, bits, uses);
    assert_eq!(found.wavefronts, found.ideal, "{} has conflicts", found.layout);
    found.layout.to_string()
}

#[test]
fn operands_of_a_product() {
    let frag = |operand: &str, shape: &[i64]| {
        let text = format!("frag<mma<m16n8k16, warps=(2,2)>, {operand}, {}x{}>", shape[0], shape[1]);
        encoded(&text, shape, LOAD)
    };
    let (a, b) = ([128, 32], [32, 128]);
    // Both by rows of the source, and both by columns.
    assert_eq!(
        text(&a, 16, &[copied(&a, &[1, 0], 16, 128), frag("A", &a)]),
        "S<2,3,3> o 0 o (128,32):(32,1)"
    );
    assert_eq!(
        text(&b, 16, &[copied(&b, &[1, 0], 16, 128), frag("B", &b)]),
        "S<3,3,4> o 0 o (32,128):(128,1)"
    );
    assert_eq!(
        text(&a, 16, &[copied(&a, &[0, 1], 16, 128), frag("A", &a)]),
        "S<3,3,4> o 0 o (128,32):(1,128)"
    );
    assert_eq!(
        text(&b, 16, &[copied(&b, &[0, 1], 16, 128), frag("B", &b)]),
        "S<2,3,3> o 0 o (32,128):(1,32)"
    );
}

/// The lanes of a warp that load 4 bytes each along the turned dimension, or store them: one wavefront
/// for each 32 words, counted word by word.
#[test]
fn turned() {
    let shape = [64, 64];
    for (bits, store, load) in [
        (32, "tv<(32,8):(64,1), (2,8):(2048,8)>", "tv<(32,8):(1,64), (2,8):(32,512)>"),
        (16, "tv<(32,8):(128,1), (2,8):(64,8)>", "tv<(32,8):(2,64), (2,8):(1,512)>"),
        (8, "tv<(16,16):(256,1), (4,4):(64,16)>", "tv<(16,16):(4,64), (4,4):(1,1024)>"),
    ] {
        let uses = [
            encoded(store, &shape, UseKind::Store),
            encoded(load, &shape, UseKind::Load { is_inside: false }),
        ];
        let found = assign(&shape, bits, &uses);
        for (number, access) in uses.iter().enumerate() {
            // By single elements, the most conflicts there are: every word that lanes touch at once once.
            let mut worst = 0;
            for value in 0..access.tv.value_count() {
                let words: BTreeSet<i64> = (0..32)
                    .map(|lane| {
                        let position = access.tv.position(lane, value).unwrap();
                        found.layout.eval(position).unwrap() * bits / 32
                    })
                    .collect();
                let mut banks = [0; 32];
                words.iter().for_each(|word| banks[(word % 32) as usize] += 1);
                worst = worst.max(*banks.iter().max().unwrap());
            }
            assert!(
                worst <= 1 || bits < 32,
                "{bits} bits, access {number}: {worst} in a bank of {}",
                found.layout
            );
        }
        assert_eq!(found.wavefronts, found.ideal, "{bits} bits: {}", found.layout);
    }
}

#[test]
fn attention() {
    // Keys are loaded as B transposed, values as B.
    let shape = [64, 128];
    let keys = encoded("frag<mma<m16n8k16, warps=(4,1)>, B, 64x128>", &shape, LOAD);
    assert_eq!(
        text(&shape, 16, &[copied(&shape, &[1, 0], 16, 128), keys]),
        "S<3,3,4> o 0 o (64,128):(128,1)"
    );
}

/// Without conflicts where no row is a power of two; rows may have to be longer.
#[test]
fn other_widths() {
    for columns in [24, 40, 48, 72, 80, 96] {
        let shape = [32, columns];
        let load = encoded(&format!("tv<32:1, {columns}:32>"), &shape, UseKind::Load { is_inside: false });
        let store = copied(&shape, &[1, 0], 32, 32);
        let found = assign(&shape, 32, &[store, load]);
        assert!(found.wavefronts <= found.ideal * 5 / 4, "{columns}: {found:?}");
        let places: BTreeSet<i64> = (0..32 * columns).map(|i| found.layout.eval(i).unwrap()).collect();
        assert_eq!(places.len() as i64, 32 * columns);
    }
}

/// Stores by rows and loads by columns: instructions count as wavefronts do, and where a swizzle leaves conflicts rows are longer.
#[test]
fn rows_and_columns() {
    for ([m, n], bits, chosen) in
        [([32, 32], 32, "S<3,2,3> o 0 o (32,32):(32,1)"), ([32, 48], 64, "(32,48):(50,1)")]
    {
        let quarter = n / 4;
        let rows = format!("tv<(4,8):({},1), ({quarter},{}):({m},8)>", m * quarter, m / 8);
        let columns = format!("tv<(8,4):(1,{}), ({},{quarter}):(8,{m})>", m * quarter, m / 8);
        let shape = [m, n];
        let store = encoded(&rows, &shape, UseKind::Store);
        let load = encoded(&columns, &shape, UseKind::Load { is_inside: false });
        assert_eq!(assign(&shape, bits, &[store, load]).layout.to_string(), chosen);
    }
}

/// A copy has as many bytes at once as memory has together.
#[test]
fn narrow_copies() {
    let shape = [64, 64];
    let count = |bytes| {
        let copy = BufferUse { kind: UseKind::Copy { bytes }, ..copied(&shape, &[1, 0], 16, 128) };
        assign(&shape, 16, &[copy]).instructions
    };
    assert_eq!((count(8), count(4)), (2 * count(16), 4 * count(16)));
}
