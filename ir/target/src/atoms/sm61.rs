//! Scalar multiply-adds and the integer dot products of SM61.

use super::mma::Row;

/// One thread, one element each; the type is the name's.
pub(super) const UNIVERSAL: [&str; 3] = ["(1,1):(0,0)", "(1,1):(0,0)", "(1,1):(0,0)"];

pub(super) const TABLE: &[Row] = &[
    Row {
        name: "SM61_DP4A",
        shape: [1, 1, 4],
        types: "S32S8S8S32",
        thr: "1:0",
        a: "(1,4):(0,1)",
        b: "(1,4):(0,1)",
        c: "(1,1):(0,0)",
    },
    Row {
        name: "SM61_DP2A",
        shape: [1, 1, 2],
        types: "S32S16S16S32",
        thr: "1:0",
        a: "(1,2):(0,1)",
        b: "(1,2):(0,1)",
        c: "(1,1):(0,0)",
    },
];
