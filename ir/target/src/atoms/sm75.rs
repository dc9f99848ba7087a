//! SM75: the first warp-wide `mma.sync`.

use super::mma::Row;
use super::sm80::{C8, C16, HALF_A8, HALF_B8, INT8_8};

pub(super) const TABLE: &[Row] = &[
    Row {
        name: "SM75_16x8x8_F32F16F16F32_TN",
        shape: [16, 8, 8],
        types: "F32F16F16F32",
        thr: "32:1",
        a: HALF_A8,
        b: HALF_B8,
        c: C16,
    },
    Row {
        name: "SM75_8x8x16_S32S8S8S32_TN",
        shape: [8, 8, 16],
        types: "S32S8S8S32",
        thr: "32:1",
        a: INT8_8,
        b: INT8_8,
        c: C8,
    },
];
