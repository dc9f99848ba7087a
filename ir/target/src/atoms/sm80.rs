//! SM80: `mma.sync` of half, tf32, double, integer and bit fragments.

use super::mma::Row;

/// C of an 8x8 tile.
pub(super) const C8: &str = "((4,8),2):((16,1),8)";
/// C of a 16x8 tile.
pub(super) const C16: &str = "((4,8),(2,2)):((32,1),(16,8))";
/// A of 16x8x8 with 16-bit elements.
pub(super) const HALF_A8: &str = C16;
/// B of 16x8x8 with 16-bit elements.
pub(super) const HALF_B8: &str = C8;
/// A and B of 8x8x16, and B of 16x8x16, with 8-bit elements.
pub(super) const INT8_8: &str = "((4,8),4):((32,1),8)";
/// A of 16x8x16 with 8-bit elements.
pub(super) const BYTE_A16: &str = "((4,8),(4,2)):((64,1),(16,8))";
/// A of 16x8x32 with 8-bit elements.
pub(super) const BYTE_A: &str = "((4,8),(4,2,2)):((64,1),(16,8,256))";
/// B of 16x8x32 with 8-bit elements.
pub(super) const BYTE_B: &str = "((4,8),(4,2)):((32,1),(8,128))";

const HALF_A16: &str = "((4,8),(2,2,2)):((32,1),(16,8,128))";
const HALF_B16: &str = "((4,8),(2,2)):((16,1),(8,64))";
const ONE: &str = "((4,8),1):((8,1),0)";
const NIBBLE_8: &str = "((4,8),(8)):((64,1),(8))";
const BITS_8: &str = "((4,8),32):((256,1),8)";

macro_rules! half {
    ($($types:literal),*) => { &[$(
        Row { name: concat!("SM80_16x8x8_", $types, "_TN"), shape: [16, 8, 8], types: $types, thr: "32:1", a: HALF_A8, b: HALF_B8, c: C16 },
        Row { name: concat!("SM80_16x8x16_", $types, "_TN"), shape: [16, 8, 16], types: $types, thr: "32:1", a: HALF_A16, b: HALF_B16, c: C16 },
    )*] };
}

macro_rules! integer {
    ($($types:literal),*; $($shape:literal $k:tt $m:tt $a:expr, $b:expr, $c:expr);*) => {
        integer!(@ [$($types),*] $(($shape, $m, $k, $a, $b, $c))*)
    };
    (@ $types:tt $($row:tt)*) => { &[$(&integer!(row $types $row) as &[Row]),*] };
    (row [$($types:literal),*] ($shape:literal, $m:tt, $k:tt, $a:expr, $b:expr, $c:expr)) => { [$(
        Row { name: concat!("SM80_", $shape, "_", $types, "_TN"), shape: [$m, 8, $k], types: $types, thr: "32:1", a: $a, b: $b, c: $c },
        Row { name: concat!("SM80_", $shape, "_", $types, "_TN_SATURATE"), shape: [$m, 8, $k], types: $types, thr: "32:1", a: $a, b: $b, c: $c },
    )*] };
}

pub(super) const HALF: &[Row] = half!["F16F16F16F16", "F32F16F16F32", "F32BF16BF16F32"];

pub(super) const INTEGER: &[&[Row]] = integer![
    "S32S8S8S32", "S32S8U8S32", "S32U8S8S32", "S32U8U8S32";
    "8x8x16" 16 8 INT8_8, INT8_8, C8;
    "16x8x16" 16 16 BYTE_A16, INT8_8, C16;
    "16x8x32" 32 16 BYTE_A, BYTE_B, C16
];

pub(super) const NIBBLE: &[&[Row]] = integer![
    "S32S4S4S32", "S32S4U4S32", "S32U4S4S32", "S32U4U4S32";
    "8x8x32" 32 8 NIBBLE_8, NIBBLE_8, C8;
    // CUTLASS before 4.7 has stride 32 in B, which covers 160 of 256 elements.
    "16x8x32" 32 16 "((4,8),(8,2)):((128,1),(16,8))", NIBBLE_8, C16;
    "16x8x64" 64 16 "((4,8),(8,2,2)):((128,1),(16,8,512))", "((4,8),(8,2)):((64,1),(8,256))", C16
];

macro_rules! bits {
    ($($op:literal),*) => { &[$(
        Row { name: concat!("SM80_8x8x128_S32U1U1S32_TN_", $op), shape: [8, 8, 128], types: "S32U1U1S32", thr: "32:1", a: BITS_8, b: BITS_8, c: C8 },
        Row { name: concat!("SM80_16x8x128_S32U1U1S32_TN_", $op), shape: [16, 8, 128], types: "S32U1U1S32", thr: "32:1", a: "((4,8),(32,2)):((512,1),(16,8))", b: BITS_8, c: C16 },
        Row { name: concat!("SM80_16x8x256_S32U1U1S32_TN_", $op), shape: [16, 8, 256], types: "S32U1U1S32", thr: "32:1", a: "((4,8),(32,2,2)):((512,1),(16,8,2048))", b: "((4,8),(32,2)):((256,1),(8,1024))", c: C16 },
    )*] };
}

pub(super) const BITS: &[Row] = bits!["XORPOPC", "ANDPOPC"];

pub(super) const WIDE: &[Row] = &[
    Row {
        name: "SM80_16x8x4_F32TF32TF32F32_TN",
        shape: [16, 8, 4],
        types: "F32TF32TF32F32",
        thr: "32:1",
        a: "((4,8),2):((16,1),8)",
        b: ONE,
        c: C16,
    },
    Row {
        name: "SM80_16x8x8_F32TF32TF32F32_TN",
        shape: [16, 8, 8],
        types: "F32TF32TF32F32",
        thr: "32:1",
        a: "((4,8),(2,2)):((16,1),(8,64))",
        b: "((4,8),2):((8,1),32)",
        c: C16,
    },
    Row {
        name: "SM80_8x8x4_F64F64F64F64_TN",
        shape: [8, 8, 4],
        types: "F64F64F64F64",
        thr: "32:1",
        a: ONE,
        b: ONE,
        c: C8,
    },
    Row {
        name: "SM80_8x8x4_C64C64C64C64_TN",
        shape: [8, 8, 4],
        types: "C64C64C64C64",
        thr: "32:1",
        a: ONE,
        b: ONE,
        c: C8,
    },
    Row {
        name: "SM80_8x8x4_GC64C64C64GC64_TN",
        shape: [8, 8, 4],
        types: "GC64C64C64GC64",
        thr: "32:1",
        a: ONE,
        b: ONE,
        c: C8,
    },
];
