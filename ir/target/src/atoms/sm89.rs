//! SM89: `mma.sync` of 8-bit floats.

use super::mma::Row;
use super::sm80::{BYTE_A, BYTE_A16, BYTE_B, C16, INT8_8};

macro_rules! rows {
    ($($types:literal),*) => { &[$(
        // Not in CUTLASS; PTX ISA, "Matrix Fragments for mma.m16n8k16 with .u8/.s8 type" and of 8-bit floats.
        Row { name: concat!("SM89_16x8x16_", $types, "_TN"), shape: [16, 8, 16], types: $types, thr: "32:1", a: BYTE_A16, b: INT8_8, c: C16 },
        Row { name: concat!("SM89_16x8x32_", $types, "_TN"), shape: [16, 8, 32], types: $types, thr: "32:1", a: BYTE_A, b: BYTE_B, c: C16 },
    )*] };
}

pub(super) const TABLE: &[Row] = rows![
    "F32E4M3E4M3F32",
    "F32E4M3E5M2F32",
    "F32E5M2E4M3F32",
    "F32E5M2E5M2F32",
    "F16E4M3E4M3F16",
    "F16E4M3E5M2F16",
    "F16E5M2E4M3F16",
    "F16E5M2E5M2F16"
];
