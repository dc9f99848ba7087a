//! What a GPU is: one row a chip, its instructions as data, its memory banks.
//!
//! [`Chip`] holds limits, features and costs; [`mma_atom`] and [`copy_atom`] know which thread holds which
//! element; [`bank_conflicts`], [`coalescing`] and [`widest_access`] judge a layout in memory, and
//! [`synthesize_swizzle`] finds the swizzle that frees it of conflicts; [`draw`] makes pictures of both.

#![forbid(unsafe_code)]

mod atoms;
mod banks;
mod chip;
mod costs;
pub mod draw;
mod feature;
mod ptx;
mod synthesis;

pub use atoms::{
    AtomError, CopyAtom, GmmaMajor, MmaAtom, Operand, SmemAtom, TiledCopy, TiledMma, copy_atom, copy_atoms,
    gmma_smem_atom, gmma_smem_atoms, mma_atom, mma_atoms, type_bits,
};
pub use banks::{
    ACCESS_LIMIT, Access, AccessError, BANK_BYTES, BANKS, BankReport, CoalescingReport, SECTOR_BYTES, WARP,
    bank_conflicts, coalescing, widest_access,
};
pub use chip::{CHIPS, Chip, Limits, PTX_VERSIONS, UnknownChip, ptx_version};
pub use costs::Costs;
pub use feature::{Feature, Features};
pub use ptx::latest_instruction;
pub use synthesis::{Synthesis, synthesize_swizzle};
