//! `wgmma`'s matrix descriptors, judged by the PTX ISA's text on how the tensor core walks shared memory.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use layout_algebra::AnyLayout;
use layout_tile::{DescriptorError, GmmaMajor, MatrixDescriptor, Operand, nearest_layout};

/// The byte that a tensor core reads for an element of an atom: `r` along M or N, `k` along K.
fn byte(bits: u64, start: i64, bytes: i64, along_k: bool, r: i64, k: i64) -> i64 {
    let field = |from: u32| ((bits >> from & 0x3fff) * 16) as i64;
    let (leading, stride) = (field(16), field(32));
    let span = match bits >> 62 {
        0 => 16,
        1 => 128,
        2 => 64,
        _ => 32,
    };
    let (unit, row) = (16 / bytes, span / bytes);
    let plain = match (along_k, span) {
        (true, 16) => r / 8 * stride + r % 8 * 16 + k / unit * leading + k % unit * bytes,
        (true, _) => r / 8 * stride + r % 8 * span + k * bytes,
        (false, 16) => r / unit * stride + k / 8 * leading + k % 8 * 16 + r % unit * bytes,
        (false, _) => r / row * leading + k / 8 * stride + k % 8 * span + r % row * bytes,
    };
    let address = start + plain;
    address ^ (address >> 7 & (span / 16 - 1)) << 4
}

/// Whether each element is where the layout has it.
fn check(layout: &AnyLayout, bits: i64, operand: Operand, atom: [i64; 2]) -> MatrixDescriptor {
    let found = MatrixDescriptor::new(layout, bits, operand, atom);
    let found = found.unwrap_or_else(|e| panic!("{layout} {bits} {operand:?} {atom:?}: {e}"));
    let sizes: Vec<i64> =
        layout.domain().modes().iter().map(|m| m.size().unwrap().as_const().unwrap()).collect();
    let [rows, depth] = if operand == Operand::B { [sizes[1], sizes[0]] } else { [sizes[0], sizes[1]] };
    let bytes = bits / 8;
    for k in 0..depth {
        for r in 0..rows {
            let index = if operand == Operand::B { k + depth * r } else { r + rows * k };
            let start = found.starts.eval(r / atom[0] + rows / atom[0] * (k / atom[1])).unwrap();
            // Anywhere that is aligned as it says.
            let base = 3 * found.alignment;
            let along_k = found.major == GmmaMajor::K;
            let read = byte(found.bits(), base + start, bytes, along_k, r % atom[0], k % atom[1]);
            assert_eq!(
                read,
                base + bytes * layout.eval(index).unwrap(),
                "{layout} {operand:?} ({r},{k}): {found:?}"
            );
        }
    }
    found
}

#[test]
fn written_ones() {
    for (layout, bits, operand, atom, swizzle) in [
        ("S<3,3,3> o 0 o (128,64):(64,1)", 16, Operand::A, [64, 16], 128),
        ("S<2,3,3> o 0 o (128,32):(32,1)", 16, Operand::A, [64, 16], 64),
        ("S<1,3,3> o 0 o (64,16):(16,1)", 16, Operand::A, [64, 16], 32),
        ("(64,(8,2)):(8,(1,512))", 16, Operand::A, [64, 16], 0),
        // Rows of 128 columns, by two halves.
        ("S<3,3,3> o 0 o (64,(64,2)):(64,(1,4096))", 16, Operand::A, [64, 16], 128),
        // B as K x N, of which K lies together, and N.
        ("S<3,3,3> o 0 o (64,256):(1,64)", 16, Operand::B, [256, 16], 128),
        ("S<3,3,3> o 0 o (64,(64,4)):(64,(1,4096))", 16, Operand::B, [256, 16], 128),
        ("S<3,3,3> o 0 o (64,(64,4)):(64,(1,4096))", 16, Operand::B, [128, 16], 128),
        ("S<2,3,3> o 0 o (64,(32,3)):(32,(1,2048))", 16, Operand::B, [96, 16], 64),
        ("(16,(8,4)):(8,(1,128))", 16, Operand::B, [32, 16], 0),
        // A as its columns lie together.
        ("S<3,3,3> o 0 o ((64,2),64):((1,4096),64)", 16, Operand::A, [64, 16], 128),
        // 32 and 8 bits.
        ("S<3,2,3> o 0 o (64,32):(32,1)", 32, Operand::A, [64, 8], 128),
        ("S<3,4,3> o 0 o (128,64):(1,128)", 8, Operand::B, [64, 32], 128),
    ] {
        assert_eq!(check(&layout.parse().unwrap(), bits, operand, atom).swizzle, swizzle, "{layout}");
    }
}

/// What is proposed is described.
#[test]
fn nearest_ones() {
    for bits in [8, 16, 32] {
        for operand in [Operand::A, Operand::B] {
            for major in [GmmaMajor::K, GmmaMajor::Mn] {
                for [along, depth] in [[64, 1], [64, 4], [64, 5], [8, 2], [24, 1], [96, 3], [256, 4]] {
                    if major == GmmaMajor::Mn && bits != 16 || operand == Operand::A && along != 64 {
                        continue;
                    }
                    for times in [1, 2] {
                        let [rows, depth] = [along * times, depth * 256 / bits];
                        let layout = nearest_layout([rows, depth], bits, operand, major, along).unwrap();
                        assert_eq!(check(&layout, bits, operand, [along, 256 / bits]).major, major);
                    }
                }
            }
        }
    }
}

/// Of all layouts of these kinds, what is not refused is right.
#[test]
fn no_wrong_ones() {
    let mut described = 0;
    for b in 0..=3 {
        for base in 2..=4 {
            for text in [
                "(64,64):(64,1)",
                "(64,32):(32,1)",
                "(64,16):(16,1)",
                "(64,(8,4)):(8,(1,512))",
                "(64,64):(128,1)",
                "((8,8),64):((64,512),1)",
                "((8,8),64):((64,1024),1)",
                "((8,8),(64,2)):((64,1024),(1,512))",
                "(64,64):(1,64)",
                "((32,2),64):((1,2048),32)",
                "((8,8),64):((1,512),8)",
                "((64,2),32):((1,2048),64)",
                "(64,(8,2)):(8,(1,1024))",
                "(64,(8,2)):(16,(1,8))",
                "(64,64):(72,1)",
                "((2,32),64):((64,128),1)",
                "(64,(32,2)):(32,(1,2048))",
                "((16,4),64):((1,1024),16)",
                "(64,(16,4)):(64,(1,16))",
                "(64,(16,4)):(16,(1,1024))",
                "((4,16),64):((64,1),256)",
            ] {
                let text = if b == 0 { text.to_string() } else { format!("S<{b},{base},3> o 0 o {text}") };
                let layout: AnyLayout = text.parse().unwrap();
                for bits in [8, 16, 32] {
                    let atom = [64, 256 / bits];
                    match MatrixDescriptor::new(&layout, bits, Operand::A, atom) {
                        Ok(_) => {
                            check(&layout, bits, Operand::A, atom);
                            described += 1;
                        }
                        Err(DescriptorError::Layout { nearest, .. }) => {
                            check(&nearest, bits, Operand::A, atom);
                        }
                        Err(_) => {}
                    }
                }
            }
        }
    }
    assert!(described > 12, "{described}");
}

#[test]
fn refusals() {
    let error = |text: &str, bits, operand, atom| {
        MatrixDescriptor::new(&text.parse().unwrap(), bits, operand, atom).unwrap_err().to_string()
    };
    assert_eq!(
        error("S<3,3,3> o 0 o (128,32):(32,1)", 16, Operand::A, [64, 16]),
        "no descriptor of wgmma describes A in S<3,3,3> o 0 o (128,32):(32,1): eight rows must follow each other, each as long as the swizzle says; the nearest is S<2,3,3> o 0 o (128,32):(32,1)"
    );
    assert!(
        error("(64,256):(256,1)", 16, Operand::B, [256, 16])
            .contains("S<3,3,3> o 0 o (64,(64,4)):(64,(1,4096))")
    );
    assert!(error("S<3,3,4> o 0 o (64,64):(64,1)", 16, Operand::A, [64, 16]).contains("bits 3 above"));
    assert!(error("S<3,3,3> o 8 o (64,64):(64,1)", 16, Operand::A, [64, 16]).contains("without an offset"));
    assert!(error("(64,32):(1,64)", 8, Operand::A, [64, 32]).contains("along K must lie together"));
    assert!(error("(64,24):(24,1)", 16, Operand::A, [64, 16]).contains("64 by 24"));
    assert!(error("(64,4):(4,1)", 64, Operand::A, [64, 4]).contains("64"));
    assert!(error("S<3,3,3> o 0 o (64,64):(64,1)", 16, Operand::A, [4, 16]).contains("parts of 4 by 16"));
    for (text, operand, atom, said) in [
        ("(64,(8,2,2,2)):(64,(1,16,8,32))", Operand::A, [64, 16], "32 bytes along K must lie together"),
        ("(64,(64,4)):(64,(1,4096))", Operand::B, [32, 16], "must not be longer than an instruction's"),
        ("((8,8),64):((64,520),1)", Operand::A, [64, 16], "core matrices must begin"),
        ("(64,(64,4)):(64,(1,4104))", Operand::B, [256, 16], "core matrices must begin"),
        ("((8,2,2),64):((64,512,16),1)", Operand::B, [64, 16], "must begin where the swizzle does"),
        ("(64,(16,2)):(64,(1,-16))", Operand::A, [64, 16], "must begin where the swizzle does"),
        ("(64,(16,2)):(64,(1,4))", Operand::A, [64, 16], "must begin where the swizzle does"),
        ("(64,(16,4)):(64,(1,24))", Operand::A, [64, 16], "must begin where the swizzle does"),
        ("((8,8),64):((64,131072),1)", Operand::A, [64, 16], "more than 262128 bytes apart"),
    ] {
        let told = error(&format!("S<3,3,3> o 0 o {text}"), 16, operand, atom);
        assert!(told.contains(said), "{text}: {told}");
    }
    assert!(
        error("64:1", 16, Operand::A, [64, 16]).contains("no")
            || error("64:1", 16, Operand::A, [64, 16]).contains("not a matrix")
    );
}
