//! SM100's `tcgen05.mma` and SM120's `mma.sync`, whose operand types are
//! parameters of the name.

use super::mma::MmaAtom;
use super::sm80::{BYTE_A, BYTE_B, C16};
use super::{AtomError, type_bits};
use crate::feature::Feature;

const NIBBLE_A: &str = "((4,8),(8,2,2)):((128,1),(16,8,512))";
const NIBBLE_B: &str = "((4,8),(8,2)):((64,1),(8,256))";
const SPARSE_B: &str = "((4,8),(4,4)):((32,1),(8,128))";

/// The instruction with parameters in angle brackets, if `name` is one.
pub(super) fn atom(name: &str) -> Result<Option<MmaAtom>, AtomError> {
    let Some((family, parameters)) = name.strip_suffix('>').and_then(|n| n.split_once('<')) else {
        return Ok(None);
    };
    let parameters: Vec<&str> = parameters.split(',').map(str::trim).collect();
    let [a, b, c, rest @ ..] = parameters.as_slice() else { return Ok(None) };
    let warp = |k: i64, bits: i64, a: &str, b: &str| -> Result<Option<MmaAtom>, AtomError> {
        Ok(Some(MmaAtom {
            name: name.into(),
            shape: [16, 8, k],
            thr_id: "32:1".parse()?,
            a: a.parse()?,
            b: b.parse()?,
            c: C16.parse()?,
            e: None,
            needs: Some(Feature::MmaSm120),
            bits: [type_bits(c)?, bits, bits, type_bits(c)?],
        }))
    };
    match family {
        // Six- and four-bit elements take a byte each.
        "SM120_16x8x32_TN" | "SM120_16x8x32_TN_VS" => return warp(32, 8, BYTE_A, BYTE_B),
        "SM120_16x8x64_TN_VS" => return warp(64, 4, NIBBLE_A, NIBBLE_B),
        "SM120_SPARSE_16x8x64_TN" => return warp(64, 8, NIBBLE_A, SPARSE_B),
        _ => {}
    }
    let Some(kind) = family.strip_prefix("SM100_MMA_") else { return Ok(None) };
    let (kind, pair) = match kind.strip_suffix("_2x1SM_SS") {
        Some(kind) => (kind, true),
        None => (kind.strip_suffix("_SS").unwrap_or(kind), false),
    };
    if !matches!(kind, "F16BF16" | "TF32" | "S8" | "F8F6F4") {
        return Ok(None);
    }
    let (Some(m), Some(n)) = (number(rest, 0), number(rest, 1)) else { return Ok(None) };
    let bits = [type_bits(c)?, type_bits(a)?, type_bits(b)?, type_bits(c)?];
    let k = 256 / bits[1].max(8);
    let operand = |rows: i64, columns: i64| match pair {
        true => format!("(2,({},{columns})):({},(1,{rows}))", rows / 2, rows / 2),
        false => format!("(1,({rows},{columns})):(0,(1,{rows}))"),
    };
    Ok(Some(MmaAtom {
        name: name.into(),
        shape: [m, n, k],
        thr_id: if pair { "2:1" } else { "1:0" }.parse()?,
        a: operand(m, k).parse()?,
        b: operand(n, k).parse()?,
        c: operand(m, n).parse()?,
        e: None,
        bits,
        needs: Some(Feature::Tcgen05),
    }))
}

fn number(parameters: &[&str], at: usize) -> Option<i64> {
    parameters.get(at)?.parse().ok().filter(|n| (8..=256).contains(n) && n % 8 == 0)
}
