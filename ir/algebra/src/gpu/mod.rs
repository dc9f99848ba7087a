//! What a GPU adds: its instructions, its memory banks, swizzles against conflicts.

pub(crate) mod atoms;
pub(crate) mod banks;
pub(crate) mod synthesis;

pub use atoms::{
    AtomError, CopyAtom, GmmaMajor, MmaAtom, Operand, SmemAtom, TiledCopy, TiledMma, copy_atom, copy_atoms,
    gmma_smem_atom, gmma_smem_atoms, mma_atom, mma_atoms, type_bits,
};
pub use banks::{
    ACCESS_LIMIT, Access, AccessError, BANK_BYTES, BANKS, BankReport, CoalescingReport, SECTOR_BYTES, WARP,
    bank_conflicts, coalescing, widest_access,
};
pub use synthesis::{Synthesis, synthesize_swizzle};
