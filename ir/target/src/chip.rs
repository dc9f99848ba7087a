//! The chips: one row each.
//!
//! Sources: *tech* is the table "Technical specifications per compute capability" of
//! NVIDIA's CUDA C++ Programming Guide; *PTX* is the PTX ISA 9.0, the "Target ISA Notes"
//! of the instruction named. `test/Tools/chips.test` holds the features against ptxas.

use std::fmt;

use crate::atoms::{copy_atom, copy_atoms, mma_atom, mma_atoms};
use crate::costs::Costs;

/// What some chips have and others lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// `mma.sync.m8n8k4` of halves, by quad-pairs (PTX, `mma`: sm_70).
    MmaSm70,
    /// `mma.sync` of 16x8x8 halves, and of 8x8 bytes and nibbles (PTX, `mma`: sm_75).
    MmaSm75,
    /// `mma.sync` of `bf16`, `tf32` and `f64`, and of 16 rows of integers (PTX, `mma`: sm_80).
    MmaSm80,
    /// `mma.sync` of `e4m3` and `e5m2` (PTX, `mma`: sm_89).
    MmaSm89,
    /// `mma.sync` of 16 rows of `f64` (PTX, `mma`: sm_90).
    MmaSm90,
    /// `mma.sync` with `.kind::f8f6f4` and block scales (PTX, `mma`: sm_120a).
    MmaSm120,
    /// `wgmma` (PTX: sm_90a).
    Wgmma,
    /// `tcgen05`, with its tensor memory (PTX: sm_100a, sm_103a, sm_110a and their families).
    Tcgen05,
    /// `ldmatrix` of 16-bit elements, and `movmatrix` (PTX: sm_75).
    Ldmatrix,
    /// `stmatrix` of 16-bit elements (PTX: sm_90).
    Stmatrix,
    /// `ldmatrix` and `stmatrix` of elements of 8 bits and fewer (PTX: sm_100a, sm_120a and
    /// their families).
    MatrixBytes,
    /// `cp.async` (PTX: sm_80).
    CpAsync,
    /// `cp.async.bulk` and `cp.async.bulk.tensor`, the tensor memory accelerator (PTX: sm_90).
    Tma,
    /// Accesses of 32 bytes by one thread, `ld.global.v8.b32` (PTX, `ld`: sm_100).
    Vector256,
    /// Clusters of blocks, `barrier.cluster` (PTX: sm_90).
    Clusters,
}

/// The name of each feature, as commands print it.
const FEATURES: [(Feature, &str); 15] = {
    use Feature::*;
    [
        (MmaSm70, "mma.sm70"),
        (MmaSm75, "mma.sm75"),
        (MmaSm80, "mma.sm80"),
        (MmaSm89, "mma.sm89"),
        (MmaSm90, "mma.sm90"),
        (MmaSm120, "mma.sm120"),
        (Wgmma, "wgmma"),
        (Tcgen05, "tcgen05"),
        (Ldmatrix, "ldmatrix"),
        (Stmatrix, "stmatrix"),
        (MatrixBytes, "matrix.b8"),
        (CpAsync, "cp.async"),
        (Tma, "tma"),
        (Vector256, "vector256"),
        (Clusters, "clusters"),
    ]
};

/// A set of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features(u32);

impl Features {
    /// These, and others.
    const fn and(self, more: &[Feature]) -> Self {
        let (mut bits, mut i) = (self.0, 0);
        while i < more.len() {
            bits |= 1 << more[i] as u32;
            i += 1;
        }
        Self(bits)
    }
}

use Feature::{
    Clusters, CpAsync, Ldmatrix, MatrixBytes, MmaSm70, MmaSm75, MmaSm80, MmaSm89, MmaSm90, MmaSm120,
    Stmatrix, Tcgen05, Tma, Vector256, Wgmma,
};

const VOLTA: Features = Features(0).and(&[MmaSm70]);
const TURING: Features = VOLTA.and(&[MmaSm75, Ldmatrix]);
const AMPERE: Features = TURING.and(&[MmaSm80, CpAsync]);
const ADA: Features = AMPERE.and(&[MmaSm89]);
const HOPPER: Features = ADA.and(&[MmaSm90, Stmatrix, Tma, Clusters]);
const HOPPER_A: Features = HOPPER.and(&[Wgmma]);
const BLACKWELL: Features = HOPPER.and(&[Vector256]);
const BLACKWELL_A: Features = BLACKWELL.and(&[Tcgen05, MatrixBytes]);
const BLACKWELL_RTX_A: Features = BLACKWELL.and(&[MmaSm120, MatrixBytes]);

/// How much there is of what kernels share (tech).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Threads of a block.
    pub threads_per_block: u32,
    /// Threads that a multiprocessor holds.
    pub threads: u32,
    /// Blocks that a multiprocessor holds.
    pub blocks: u32,
    /// 32-bit registers of a multiprocessor; one block may have all.
    pub registers: u32,
    /// 32-bit registers of a thread.
    pub registers_per_thread: u32,
    /// Bytes of shared memory of a multiprocessor, what it reserves for each block included.
    pub shared: u32,
    /// Bytes of shared memory of a block that asks for all of it at its launch.
    pub shared_per_block: u32,
    /// Bytes of shared memory whose size a kernel may fix at compile time.
    pub static_shared: u32,
    /// Blocks of a cluster that every chip of this kind runs; 1 where there are none.
    pub cluster: u32,
}

/// A GPU that LLVM 22 generates code for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chip {
    /// LLVM's name; `a` has what only this chip has, `f` what its family has.
    pub name: &'static str,
    /// The compute capability: major and minor.
    pub capability: (u32, u32),
    /// The PTX version to ask LLVM for: the first that has the chip and what lowering emits.
    pub ptx: &'static str,
    /// How much there is.
    pub limits: Limits,
    /// What it has.
    pub features: Features,
    /// What integer operations cost.
    pub costs: Costs,
}

/// A row: name, capability, PTX version; threads and blocks of a multiprocessor, KiB of
/// its shared memory; what it has.
const fn chip(
    name: &'static str,
    capability: (u32, u32),
    ptx: &'static str,
    [threads, blocks, shared_kib]: [u32; 3],
    features: Features,
) -> Chip {
    let shared = shared_kib << 10;
    // From 8.0 on a multiprocessor keeps 1 KiB for each block.
    let reserved = if capability.0 >= 8 { 1 << 10 } else { 0 };
    let limits = Limits {
        threads_per_block: 1024,
        threads,
        blocks,
        registers: 64 << 10,
        registers_per_thread: 255,
        shared,
        shared_per_block: shared - reserved,
        static_shared: 48 << 10,
        cluster: if features.0 & (1 << Clusters as u32) == 0 { 1 } else { 8 },
    };
    Chip { name, capability, ptx, limits, features, costs: Costs::SM_90 }
}

/// All chips, oldest first.
pub const CHIPS: &[Chip] = &[
    chip("sm_70", (7, 0), "+ptx78", [2048, 32, 96], VOLTA),
    chip("sm_72", (7, 2), "+ptx78", [2048, 32, 96], VOLTA),
    chip("sm_75", (7, 5), "+ptx78", [1024, 16, 64], TURING),
    chip("sm_80", (8, 0), "+ptx78", [2048, 32, 164], AMPERE),
    chip("sm_86", (8, 6), "+ptx78", [1536, 16, 100], AMPERE),
    chip("sm_87", (8, 7), "+ptx78", [1536, 16, 164], AMPERE),
    chip("sm_88", (8, 8), "+ptx90", [1536, 16, 100], AMPERE),
    chip("sm_89", (8, 9), "+ptx78", [1536, 24, 100], ADA),
    chip("sm_90", (9, 0), "+ptx80", [2048, 32, 228], HOPPER),
    chip("sm_90a", (9, 0), "+ptx80", [2048, 32, 228], HOPPER_A),
    chip("sm_100", (10, 0), "+ptx86", [2048, 32, 228], BLACKWELL),
    chip("sm_100f", (10, 0), "+ptx88", [2048, 32, 228], BLACKWELL_A),
    chip("sm_100a", (10, 0), "+ptx86", [2048, 32, 228], BLACKWELL_A),
    chip("sm_103", (10, 3), "+ptx88", [2048, 32, 228], BLACKWELL),
    chip("sm_103f", (10, 3), "+ptx88", [2048, 32, 228], BLACKWELL_A),
    chip("sm_103a", (10, 3), "+ptx88", [2048, 32, 228], BLACKWELL_A),
    chip("sm_110", (11, 0), "+ptx90", [1536, 24, 228], BLACKWELL),
    chip("sm_110f", (11, 0), "+ptx90", [1536, 24, 228], BLACKWELL_A),
    chip("sm_110a", (11, 0), "+ptx90", [1536, 24, 228], BLACKWELL_A),
    chip("sm_120", (12, 0), "+ptx87", [1536, 24, 100], BLACKWELL),
    chip("sm_120f", (12, 0), "+ptx88", [1536, 24, 100], BLACKWELL_RTX_A),
    chip("sm_120a", (12, 0), "+ptx87", [1536, 24, 100], BLACKWELL_RTX_A),
    chip("sm_121", (12, 1), "+ptx88", [1536, 24, 100], BLACKWELL),
    chip("sm_121f", (12, 1), "+ptx88", [1536, 24, 100], BLACKWELL_RTX_A),
    chip("sm_121a", (12, 1), "+ptx88", [1536, 24, 100], BLACKWELL_RTX_A),
];

/// A name that no chip has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown chip '{name}'; known are {}", CHIPS.iter().map(|c| c.name).collect::<Vec<_>>().join(", "))]
pub struct UnknownChip {
    /// The name.
    pub name: String,
}

impl Chip {
    /// The chip of a name such as `sm_90a`.
    ///
    /// ```
    /// use layout_target::{Chip, Feature};
    /// let chip = Chip::named("sm_90a").unwrap();
    /// assert_eq!(chip.limits.shared_per_block, 227 * 1024);
    /// assert!(chip.has(Feature::Wgmma));
    /// assert!(Chip::named("sm_42").unwrap_err().to_string().contains("known are sm_70, "));
    /// ```
    ///
    /// # Errors
    /// [`UnknownChip`], which names the known ones.
    pub fn named(name: &str) -> Result<&'static Self, UnknownChip> {
        CHIPS.iter().find(|c| c.name == name).ok_or_else(|| UnknownChip { name: name.into() })
    }

    /// Whether it has a feature.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.0 & (1 << feature as u32) != 0
    }

    /// The names of the instructions in [`mma_atoms`] and [`copy_atoms`] that it has.
    ///
    /// ```
    /// let atoms: Vec<String> = layout_target::Chip::named("sm_75").unwrap().atoms().collect();
    /// assert!(atoms.iter().any(|a| a == "SM75_U32x4_LDSM_N"));
    /// assert!(!atoms.iter().any(|a| a == "SM80_16x8x16_F32F16F16F32_TN"));
    /// ```
    pub fn atoms(&self) -> impl Iterator<Item = String> {
        let has = |needs: Option<Feature>| needs.is_none_or(|feature| self.has(feature));
        let mma = mma_atoms().filter(move |name| mma_atom(name).is_ok_and(|atom| has(atom.needs)));
        // A copy whose name lacks its type is found with one.
        let copy = copy_atoms().filter(move |name| {
            let atom = copy_atom(name).or_else(|_| copy_atom(&format!("{name}<float>")));
            atom.is_ok_and(|atom| has(atom.needs))
        });
        mma.chain(copy.map(String::from))
    }
}

impl fmt::Display for Chip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (limits, (major, minor)) = (&self.limits, self.capability);
        writeln!(f, "chip                {}", self.name)?;
        writeln!(f, "compute capability  {major}.{minor}")?;
        writeln!(f, "PTX                 {}", self.ptx)?;
        writeln!(
            f,
            "threads             {} a block, {} a multiprocessor",
            limits.threads_per_block, limits.threads
        )?;
        writeln!(f, "blocks              {} a multiprocessor, {} a cluster", limits.blocks, limits.cluster)?;
        writeln!(
            f,
            "registers           {} a thread, {} a block or multiprocessor",
            limits.registers_per_thread, limits.registers
        )?;
        writeln!(
            f,
            "shared memory       {} bytes static, {} a block, {} a multiprocessor",
            limits.static_shared, limits.shared_per_block, limits.shared
        )?;
        let names = FEATURES.iter().filter(|(feature, _)| self.has(*feature)).map(|(_, name)| *name);
        write!(f, "has                 {}", names.collect::<Vec<_>>().join(" "))
    }
}
