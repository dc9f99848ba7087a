//! SM70: a quad-pair of 8 threads multiplies 8x8x4. The letters behind the
//! types are A's and B's majors, T row and N column.

use super::mma::Row;

const QUAD_PAIR: &str = "(4,2):(1,16)";
const ROW: &str = "(8,4):(1,8)";
const COLUMN: &str = "((4,2),4):((8,4),1)";
const C16: &str = "(8,8):(1,8)";
const C32: &str = "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))";

macro_rules! rows {
    ($($types:literal $c:ident),*) => { &[$(
        Row { name: concat!("SM70_8x8x4_", $types, "_TN"), shape: [8, 8, 4], types: $types, thr: QUAD_PAIR, a: ROW, b: ROW, c: $c },
        Row { name: concat!("SM70_8x8x4_", $types, "_NT"), shape: [8, 8, 4], types: $types, thr: QUAD_PAIR, a: COLUMN, b: COLUMN, c: $c },
        Row { name: concat!("SM70_8x8x4_", $types, "_NN"), shape: [8, 8, 4], types: $types, thr: QUAD_PAIR, a: COLUMN, b: ROW, c: $c },
        Row { name: concat!("SM70_8x8x4_", $types, "_TT"), shape: [8, 8, 4], types: $types, thr: QUAD_PAIR, a: ROW, b: COLUMN, c: $c },
    )*] };
}

pub(super) const TABLE: &[Row] = rows!["F16F16F16F16" C16, "F32F16F16F32" C32];
