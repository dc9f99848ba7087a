//! Tiled copies made from addresses, and fragments that they cut anew.

#![allow(clippy::unwrap_used, reason = "tests")]

use layout_algebra::{Coord, Expr, Layout, Nested, Tiler, composition};
use layout_target::{AtomError, Operand, TiledCopy, TiledMma, copy_atom, mma_atom};

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

/// The values of a layout of (thread, value, …) at all threads and values, the rest 0.
fn table(l: &Layout) -> Vec<Vec<i64>> {
    let size = |mode: usize| l.get(&[mode]).unwrap().size().unwrap().as_const().unwrap();
    let at = |t: i64, v: i64| {
        let coord = (0..l.rank()).map(|k| Coord::Int(Expr::from([t, v].get(k).copied().unwrap_or(0))));
        l.crd2idx(&Coord::Tuple(coord.collect())).unwrap().as_const().unwrap()
    };
    (0..size(0)).map(|t| (0..size(1)).map(|v| at(t, v)).collect()).collect()
}

#[test]
fn copies_take_what_lies_at_their_addresses() {
    let atom = copy_atom("UniversalCopy<uint128_t>").unwrap();
    for (addresses, data) in [
        ("(32,8):(8,1)", "(16,16):(16,1)"),
        ("(32,8):(8,1)", "(16,16):(1,16)"),
        ("((8,4),8):((16,128),1)", "(32,16):(16,1)"),
    ] {
        let (addresses, data) = (layout(addresses), layout(data));
        let copy = TiledCopy::of_addresses(&atom, 16, &addresses, &data).unwrap();
        let taken = copy.tidfrg_s(&data).unwrap();
        assert_eq!(table(&taken), table(&addresses), "{addresses} in {data}");
    }
}

#[test]
fn retiled_fragments_hold_the_elements_that_the_copy_takes() {
    let mma = mma_atom("SM80_16x8x16_F32F16F16F32_TN").unwrap();
    let tile = [64, 32, 16].map(|n| Tiler::Size(n.into()));
    let mma = TiledMma::new(&mma, &layout("(2,2):(1,2)"), &tile).unwrap();
    let tv = mma.layout_tv(Operand::C).unwrap();
    let (registers, fragment) = (table(&tv), layout("((2,2),2,2):((1,2),4,8)"));
    let atom = copy_atom("UniversalCopy<uint128_t>").unwrap();
    // Two instructions of four values each make one copy of eight, along M or along N.
    for order in ["(4,2,2):(1,4,8)", "(4,2,2):(1,8,4)"] {
        let values = Tiler::Tuple(vec![Tiler::Keep, Tiler::Layout(layout(order))]);
        let tv = composition(&tv, &values).unwrap();
        let copy = TiledCopy::new(&atom, 16, &tv, &Tiler::Tuple(tile[..2].to_vec())).unwrap();
        let cut = copy.retile(&fragment).unwrap();
        let cut: Vec<i64> = (0..16).map(|v| cut.eval(v).unwrap()).collect();
        for (taken, held) in table(&copy.layout_d_tv().unwrap()).iter().zip(&registers) {
            let held: Vec<i64> = cut.iter().map(|register| held[*register as usize]).collect();
            assert_eq!(*taken, held, "{order}: {cut:?}");
        }
    }
}

/// The alignments that `cute/arch/copy.hpp` admits, the default among them.
#[test]
fn copies_that_choose_their_width_assume_an_alignment() {
    for suffix in [
        "",
        "WithAssumedAlignment<>",
        "WithAssumedAlignment<8>",
        "WithAssumedAlignment<16>",
        "WithAssumedAlignment<128>",
    ] {
        let atom = copy_atom(&format!("AutoVectorizingCopy{suffix}")).unwrap();
        assert_eq!((atom.src, atom.dst), (layout("(1,1):(0,0)"), layout("(1,1):(0,0)")), "{suffix}");
    }
    for bits in ["0", "-8", "12", "256", "half_t"] {
        let refused = copy_atom(&format!("AutoVectorizingCopyWithAssumedAlignment<{bits}>"));
        assert_eq!(refused.unwrap_err(), AtomError::Alignment(bits.into()));
    }
    for name in [
        "AutoVectorizingCopyWithAssumedAlignment<8",
        "AutoVectorizingCopyWithAssumedAlignment",
        "AutoVectorizingCopy<8>",
    ] {
        assert!(matches!(copy_atom(name), Err(AtomError::Unknown { .. })), "{name}");
    }
}
