//! What chips have: instructions and units, by PTX's names.

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
    /// Reductions of integers over a warp, `redux.sync` (PTX: sm_80).
    Redux,
    /// Pairs of halves in one register: `max.f16x2`, `fma.rn.bf16x2`, `cvt.rn.f16x2.f32` (PTX: sm_80;
    /// sums and products of `f16x2` are older).
    HalfPairs,
    /// `cp.async.bulk` and `cp.async.bulk.tensor`, the tensor memory accelerator (PTX: sm_90).
    Tma,
    /// Accesses of 32 bytes by one thread, `ld.global.v8.b32` (PTX, `ld`: sm_100).
    Vector256,
    /// Clusters of blocks, `barrier.cluster` (PTX: sm_90).
    Clusters,
}

/// The name of each feature, as commands print it.
pub(crate) const FEATURES: [(Feature, &str); 17] = {
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
        (Redux, "redux"),
        (HalfPairs, "pairs"),
        (Tma, "tma"),
        (Vector256, "vector256"),
        (Clusters, "clusters"),
    ]
};

/// A set of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features(u32);

impl Features {
    /// None.
    pub(crate) const NONE: Self = Self(0);

    /// These, and others.
    pub(crate) const fn and(self, more: &[Feature]) -> Self {
        let (mut bits, mut i) = (self.0, 0);
        while i < more.len() {
            bits |= 1 << more[i] as u32;
            i += 1;
        }
        Self(bits)
    }

    /// Whether a feature is among them.
    pub const fn has(self, feature: Feature) -> bool {
        self.0 & (1 << feature as u32) != 0
    }
}
