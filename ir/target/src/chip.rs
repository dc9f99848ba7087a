//! The chips: one row each.
//!
//! Sources: *tech* is the table "Technical specifications per compute capability" of
//! NVIDIA's CUDA C++ Programming Guide; *PTX* is the PTX ISA 9.0, the "Target ISA Notes"
//! of the instruction named. `test/Tools/chips.test` holds the features against ptxas.

use std::fmt;

use crate::atoms::{copy_atom, copy_atoms, mma_atom, mma_atoms};
use crate::costs::Costs;
use crate::feature::{FEATURES, Feature, Features};

use Feature::{
    Clusters, CpAsync, HalfPairs, Ldmatrix, MatrixBytes, MmaSm70, MmaSm75, MmaSm80, MmaSm89, MmaSm90,
    MmaSm120, Redux, Stmatrix, Tcgen05, Tma, Vector256, Wgmma,
};

const VOLTA: Features = Features::NONE.and(&[MmaSm70]);
const TURING: Features = VOLTA.and(&[MmaSm75, Ldmatrix]);
const AMPERE: Features = TURING.and(&[MmaSm80, CpAsync, Redux, HalfPairs]);
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
    /// The PTX version to ask LLVM for: the first that has the chip and most of what it can.
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
        cluster: if !features.has(Clusters) { 1 } else { 8 },
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

    /// The multiprocessors of the largest product with the chip that is sold (NVIDIA's data sheets and architecture white
    /// papers): a model of time counts with them, nothing rests on them.
    pub fn multiprocessors(&self) -> i64 {
        match self.capability {
            (7, 0) => 80,
            (7, 2) => 8,
            (7, 5) => 72,
            (8, 0) => 108,
            (8, 6) => 84,
            (8, 7 | 8) => 16,
            (8, _) => 142,
            (9, _) => 132,
            (10, _) => 148,
            (11, _) => 20,
            (12, 1) => 48,
            _ => 188,
        }
    }

    /// Bytes of the L2 cache of that product (the same sources): what is larger nobody finds there again.
    pub fn l2(&self) -> i64 {
        let megabytes = match self.capability {
            (7, 2) => 0,
            (7, _) | (8, 6) => 6,
            (8, 0) => 40,
            (8, 7 | 8) => 4,
            (8, _) => 96,
            (9, _) => 50,
            (10, _) => 126,
            (11, _) => 32,
            (12, 1) => 24,
            _ => 128,
        };
        megabytes * 1_000_000
    }

    /// Its PTX version as a number: 78 is 7.8.
    ///
    /// ```
    /// assert_eq!(layout_target::Chip::named("sm_90a").unwrap().ptx_version(), 80);
    /// ```
    pub fn ptx_version(&self) -> u32 {
        ptx_version(self.ptx).unwrap_or(0)
    }

    /// Whether it has a feature.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.has(feature)
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

/// The versions of PTX that LLVM 22 writes, from that on which the oldest chip has. Of a later one LLVM says on standard
/// error that it is ignored, and writes an older.
pub const PTX_VERSIONS: &[u32] =
    &[60, 61, 62, 63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83, 84, 85, 86, 87, 88, 90];

/// The version of PTX that a feature of LLVM's such as `+ptx84` asks for.
pub fn ptx_version(feature: &str) -> Option<u32> {
    feature.strip_prefix("+ptx")?.parse().ok()
}

impl Costs {
    /// The costs of a chip such as `sm_90a`, or of `generic`.
    ///
    /// ```
    /// use layout_target::Costs;
    /// assert_eq!(Costs::of("sm_80").unwrap().division, 19);
    /// assert_eq!(Costs::of("generic").unwrap(), &Costs::GENERIC);
    /// ```
    ///
    /// # Errors
    /// [`UnknownChip`].
    pub fn of(target: &str) -> Result<&'static Self, UnknownChip> {
        if target == "generic" { Ok(&Self::GENERIC) } else { Ok(&Chip::named(target)?.costs) }
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
