//! Tensor-core and copy instructions as data: which thread holds which element.
//!
//! Each target has one table of names and layouts in CuTe's notation
//! (`cute/atom/mma_traits_sm*.hpp`, `copy_traits_sm*.hpp`; the fragments
//! themselves are those of the PTX ISA's figures for `mma.sync`, `wgmma`,
//! `ldmatrix` and `stmatrix`). Families that differ only in a size are written
//! as functions of it.

use layout_algebra::{
    CommonError, CompositionError, ConstructError, DivideError, ExprError, InverseError, LayoutError,
    ParseError, ProductError, RecastError, StructureError,
};

mod copy;
mod gmma;
mod mma;
mod sm100;
mod sm61;
mod sm70;
mod sm75;
mod sm80;
mod sm89;
mod sm90;
mod tables;
mod tiled;

pub use copy::{CopyAtom, copy_atom, copy_atoms};
pub use gmma::{GmmaMajor, SmemAtom, gmma_smem_atom, gmma_smem_atoms};
pub use mma::MmaAtom;
pub use tables::{mma_atom, mma_atoms};
pub use tiled::{Operand, TiledCopy, TiledMma};

/// Why there is no such instruction, or why it does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AtomError {
    /// No instruction has this name.
    #[error("there is no instruction `{name}`{near}")]
    Unknown {
        /// The name.
        name: String,
        /// Names like it, as `; did you mean …?`.
        near: String,
    },
    /// An element type without a known width.
    #[error(
        "the width of the element type `{0}` is not known; known are half_t, float, double, int8_t and their like"
    )]
    Type(String),
    /// An alignment that a copy cannot assume.
    #[error("a copy assumes memory to be aligned to 8, 16, 32, 64 or 128 bits, not to `{0}`")]
    Alignment(String),
    /// Elements that an instruction cannot move.
    #[error("{atom} moves pieces that hold no whole element of {bits} bits")]
    Width {
        /// The instruction.
        atom: String,
        /// The element's width.
        bits: i64,
    },
    /// Threads or values of a tiled copy that are no multiple of the atom's.
    #[error("a tiled copy of {have} {what} is no multiple of the {need} {what} of its instruction")]
    TooFew {
        /// Threads or values.
        what: &'static str,
        /// How many there are.
        have: i64,
        /// How many one instruction takes.
        need: i64,
    },
    /// See [`ParseError`].
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// See [`RecastError`].
    #[error(transparent)]
    Recast(#[from] RecastError),
    /// See [`CompositionError`].
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// See [`DivideError`].
    #[error(transparent)]
    Divide(#[from] DivideError),
    /// See [`ProductError`].
    #[error(transparent)]
    Product(#[from] ProductError),
    /// See [`InverseError`].
    #[error(transparent)]
    Inverse(#[from] InverseError),
    /// See [`StructureError`].
    #[error(transparent)]
    Structure(#[from] StructureError),
    /// See [`ConstructError`].
    #[error(transparent)]
    Construct(#[from] ConstructError),
    /// See [`CommonError`].
    #[error(transparent)]
    Common(#[from] CommonError),
}

impl From<ExprError> for AtomError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// The width in bits of an element type, by CUTLASS's, CUDA's or PTX's name.
///
/// ```
/// assert_eq!(layout_target::type_bits("half_t").unwrap(), 16);
/// assert_eq!(layout_target::type_bits("E4M3").unwrap(), 8);
/// ```
///
/// # Errors
/// [`AtomError::Type`].
pub fn type_bits(name: &str) -> Result<i64, AtomError> {
    Ok(match name {
        "uint1_t" | "uint1b_t" | "U1" | "b1" => 1,
        "int4_t" | "uint4_t" | "S4" | "U4" | "float_e2m1_t" | "E2M1" => 4,
        "float_e2m3_t" | "float_e3m2_t" | "uint6b_t" => 6,
        "int8_t" | "uint8_t" | "S8" | "U8" | "float_e4m3_t" | "float_e5m2_t" | "float_ue8m0_t" | "E4M3"
        | "E5M2" | "char" | "s8" | "u8" => 8,
        "half_t" | "bfloat16_t" | "int16_t" | "uint16_t" | "S16" | "F16" | "BF16" | "f16" | "bf16"
        | "half" => 16,
        "float" | "tfloat32_t" | "int32_t" | "uint32_t" | "int" | "F32" | "TF32" | "S32" | "f32" | "tf32" => {
            32
        }
        "double" | "int64_t" | "uint64_t" | "F64" | "f64" => 64,
        "uint128_t" | "complex<double>" | "C64" => 128,
        // Three partial sums of a complex product.
        "GC64" => 192,
        _ => return Err(AtomError::Type(name.into())),
    })
}

/// Most names that a message proposes.
const PROPOSED: usize = 3;

/// The candidates that differ least from `name`, as a question.
fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> String {
    let distance = |a: &str, b: &str| -> usize {
        let b: Vec<char> = b.chars().collect();
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.chars().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for (j, y) in b.iter().enumerate() {
                let replaced = diagonal + usize::from(x != *y);
                diagonal = row[j + 1];
                row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
            }
        }
        row[b.len()]
    };
    let short: String = name.chars().take(80).collect();
    let mut near: Vec<(usize, &str)> = candidates.map(|c| (distance(&short, c), c)).collect();
    near.retain(|(d, _)| *d <= short.len() / 3 + 1);
    near.sort_unstable();
    near.dedup();
    // A letter more is as likely meant; what differs in far more is not.
    let least = near.first().map_or(0, |(d, _)| *d);
    let near: Vec<String> = near
        .iter()
        .take_while(|(d, _)| *d <= least + 1)
        .take(PROPOSED)
        .map(|(_, c)| format!("`{c}`"))
        .collect();
    match near.split_last() {
        None => String::new(),
        Some((only, [])) => format!("; did you mean {only}?"),
        Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}
