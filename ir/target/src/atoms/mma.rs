//! What a matrix multiply-add instruction is, and the types in its name.

use super::{AtomError, type_bits};
use crate::feature::Feature;
use layout_algebra::Layout;

/// A matrix multiply-add `D = A · B + C` of one warp, quad-pair or warpgroup.
///
/// Each layout maps (thread, value) to the element's number in its operand's
/// tile, column-major: A is M x K, B is N x K, C and D are M x N.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MmaAtom {
    /// CUTLASS's name.
    pub name: String,
    /// M, N and K in elements.
    pub shape: [i64; 3],
    /// The lanes that take part: logical thread to lane.
    pub thr_id: Layout,
    /// A's fragments; of an operand in shared memory all of it, in each thread.
    pub a: Layout,
    /// B's fragments.
    pub b: Layout,
    /// C's and D's fragments.
    pub c: Layout,
    /// The sparsity metadata's fragments, of a sparse instruction.
    pub e: Option<Layout>,
    /// Widths of D's, A's, B's and C's elements.
    pub bits: [i64; 4],
    /// What a chip must have; `None` for what every chip has.
    pub needs: Option<Feature>,
}

/// One line of a target's table.
pub(super) struct Row {
    pub name: &'static str,
    pub shape: [i64; 3],
    /// The element types of D, A, B and C.
    pub types: &'static str,
    pub thr: &'static str,
    pub a: &'static str,
    pub b: &'static str,
    pub c: &'static str,
}

/// The widths of types written one behind another, such as `F32BF16BF16F32`.
/// Three types are D, A and B; C is D's.
pub(super) fn widths(types: &str) -> Result<[i64; 4], AtomError> {
    let names = split(types).ok_or_else(|| AtomError::Type(types.into()))?;
    let bits = names.iter().map(|n| type_bits(n)).collect::<Result<Vec<_>, _>>()?;
    match bits[..] {
        [d, a, b, c] => Ok([d, a, b, c]),
        [d, a, b] => Ok([d, a, b, d]),
        _ => Err(AtomError::Type(types.into())),
    }
}

/// The type names in `types`.
pub(super) fn split(types: &str) -> Option<Vec<&str>> {
    const NAMES: [&str; 15] = [
        "GC64", "TF32", "BF16", "E4M3", "E5M2", "F16", "F32", "F64", "C64", "S32", "S16", "S8", "U8", "S4",
        "U4",
    ];
    let mut rest = types;
    let mut out = Vec::new();
    while !rest.is_empty() {
        let name = NAMES.iter().copied().chain(["U1"]).find(|n| rest.starts_with(n))?;
        out.push(&rest[..name.len()]);
        rest = &rest[name.len()..];
    }
    Some(out)
}
