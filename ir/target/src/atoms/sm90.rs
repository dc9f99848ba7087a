//! SM90: `mma.sync` of doubles. Its warpgroup instructions are in `gmma`.

use super::mma::Row;
use super::sm80::C16;

macro_rules! rows {
    ($($types:literal),*) => { &[$(
        Row { name: concat!("SM90_16x8x4_", $types, "_TN"), shape: [16, 8, 4], types: $types, thr: "32:1", a: "((4,8),2):((16,1),8)", b: "((4,8),1):((8,1),0)", c: C16 },
        Row { name: concat!("SM90_16x8x8_", $types, "_TN"), shape: [16, 8, 8], types: $types, thr: "32:1", a: "((4,8),(2,2)):((16,1),(8,64))", b: "((4,8),2):((8,1),32)", c: C16 },
        Row { name: concat!("SM90_16x8x16_", $types, "_TN"), shape: [16, 8, 16], types: $types, thr: "32:1", a: "((4,8),(2,4)):((16,1),(8,64))", b: "((4,8),4):((8,1),32)", c: C16 },
    )*] };
}

pub(super) const TABLE: &[Row] = rows!["F64F64F64F64", "C64C64C64C64"];
