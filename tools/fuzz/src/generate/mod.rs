//! Random programs, as MLIR text.
//!
//! Most of a program is well-defined on most inputs: the generator keeps a range for
//! every value, promises no overflow mostly where the range excludes it, divides mostly
//! by what is positive, and bounds its loops. The rest breaks promises on purpose.
//! Typical index computations stand between random operations, so that the rules of the
//! passes fire; constants lean to zero, powers of two, and the ends of types.

mod affine;
mod arithmetic;
mod body;
mod control;
mod gpu;
mod idioms;
mod layouts;
mod memory;
mod stress;

use body::Body;

/// A random number generator.
pub type Rng = fastrand::Rng;

/// A program.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The module.
    pub text: String,
    /// What pipelines must know of it.
    pub features: Features,
}

/// What a program contains that some pipelines are for, or refuse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Operations on layouts.
    pub layouts: bool,
    /// `!layout<*>`, which no pipeline can lower.
    pub unknown_layouts: bool,
}

impl Features {
    /// Reads them off a module's text.
    pub fn of(text: &str) -> Self {
        Self { layouts: text.contains("!layout<"), unknown_layouts: text.contains("!layout<*>") }
    }
}

/// The random numbers of program `number` of a run with `seed`.
pub fn rng(seed: u64, number: u64) -> Rng {
    let mut mixed = fastrand::Rng::with_seed(seed);
    fastrand::Rng::with_seed(mixed.u64(..) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Program `number` of a run with `seed`.
pub fn generate(seed: u64, number: u64) -> Generated {
    let mut rng = rng(seed, number);
    let text = match rng.u32(..100) {
        0..4 => stress::module(&mut rng),
        4..30 => layouts::module(&mut rng),
        30..38 => gpu::module(&mut rng),
        _ => functions(&mut rng),
    };
    Generated { features: Features::of(&text), text }
}

/// A module of one or two functions over integers.
fn functions(rng: &mut Rng) -> String {
    let count = if rng.u32(..4) == 0 { 2 } else { 1 };
    let mut module = String::new();
    let mut externals = std::collections::BTreeSet::new();
    for number in 0..count {
        let mut body = Body::new(rng);
        let text = body.function(&format!("f{number}"));
        externals.extend(body.into_externals());
        module.push_str(&text);
    }
    declarations(&externals) + &module
}

/// The declarations of external functions.
fn declarations(externals: &std::collections::BTreeSet<String>) -> String {
    externals.iter().map(|e| format!("func.func private {e}\n")).collect()
}
