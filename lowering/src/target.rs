//! GPU targets: which chips there are, and what PTX they need.

/// A chip that LLVM 22 generates code for, and the PTX version asked for.
struct Chip {
    name: &'static str,
    features: &'static str,
}

const fn chip(name: &'static str, features: &'static str) -> Chip {
    Chip { name, features }
}

/// PTX ISA, "Target directives": the first version with what our lowering emits.
const CHIPS: &[Chip] = &[
    chip("sm_70", "+ptx78"),
    chip("sm_72", "+ptx78"),
    chip("sm_75", "+ptx78"),
    chip("sm_80", "+ptx78"),
    chip("sm_86", "+ptx78"),
    chip("sm_87", "+ptx78"),
    chip("sm_89", "+ptx78"),
    chip("sm_90", "+ptx80"),
    chip("sm_90a", "+ptx80"),
    chip("sm_100", "+ptx86"),
    chip("sm_100a", "+ptx86"),
    chip("sm_120", "+ptx87"),
    chip("sm_120a", "+ptx87"),
];

/// A chip that is not in the table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown chip '{name}'; known are {}", .known.join(", "))]
pub struct UnknownChip {
    /// The name given.
    pub name: String,
    /// Those that are.
    pub known: Vec<&'static str>,
}

/// The features a chip needs at least.
///
/// # Errors
/// [`UnknownChip`].
pub fn default_features(name: &str) -> Result<&'static str, UnknownChip> {
    let unknown = || UnknownChip { name: name.into(), known: CHIPS.iter().map(|c| c.name).collect() };
    CHIPS.iter().find(|c| c.name == name).map(|c| c.features).ok_or_else(unknown)
}
