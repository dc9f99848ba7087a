//! [`Options`]: what random programs may have.

use fastrand::Rng;

/// What programs may have.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Most threads of a group.
    pub threads: usize,
    /// Whether they go through shared memory, also by asynchronous copies, which needs barriers.
    pub shared: bool,
    /// Whether they multiply matrices.
    pub mma: bool,
    /// Whether most of their operations are on few buffers of shared memory, in loops and branches.
    pub dense: bool,
    /// Whether they have loops that copy ahead.
    pub stages: bool,
    /// Whether some of their copies are by the engine that copies boxes.
    pub boxes: bool,
    /// Whether some of their products are by warpgroups.
    pub warpgroups: bool,
    /// Whether they do nothing but convert a tile to several other encodings.
    pub convert: bool,
}

impl Options {
    /// Those of a seed.
    pub fn mixed(seed: u64) -> Self {
        let mut random = Rng::with_seed(seed ^ 0x006d_6978_6564);
        let threads = [32, 32, 32, 64, 64, 128, 128, 256, 1024][random.usize(0..9)];
        let shared = random.u8(0..4) > 0;
        let mut made = Self {
            threads,
            shared,
            mma: random.bool(),
            dense: random.u8(0..3) == 0,
            stages: shared && random.bool(),
            boxes: shared && random.u8(0..3) == 0,
            warpgroups: false,
            convert: false,
        };
        // (What was drawn before they came is drawn as before.)
        made.warpgroups = threads >= 128 && random.u8(0..4) == 0;
        made.shared |= made.warpgroups;
        made
    }
}
