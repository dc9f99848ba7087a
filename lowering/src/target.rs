//! `layout-attach-target`: says at GPU modules which GPU they are for, and which version of PTX.
//!
//! The version is the chip's first, or a later one that an instruction of the module came with. LLVM writes what is
//! inline as it stands, for ptxas to refuse, and ends the process at an operation that an older version lacks.

use layout_mlir::ir;
use layout_mlir::pass_options;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use layout_target::{Chip, PTX_VERSIONS, UnknownChip, latest_instruction, ptx_version};
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef, ValueLike};

pass_options! {
    /// Options of `layout-attach-target`.
    pub struct Options {
        /// the GPU, such as sm_90a
        chip: String = "chip", "sm_90a";
        /// LLVM target features, such as +ptx84; without a version of PTX it is what the instructions need
        features: String = "features", "";
    }
}

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-attach-target",
    summary: "State at GPU modules the GPU and the PTX version that their instructions need",
    options: Options::TABLE,
    statistics: &[],
    run,
};

/// What is wrong with what is asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// A chip without a row.
    #[error("option chip: {0}")]
    Chip(#[from] UnknownChip),
    /// A feature that is neither asked for nor refused.
    #[error(
        "option features={features}: '{bad}' must begin with + or -, and go on with letters, digits, '-', '_' and '.'"
    )]
    Feature {
        /// What is asked for.
        features: String,
        /// The feature.
        bad: String,
    },
    /// A version of PTX that is older than the chip, where LLVM ends the process, or than an instruction.
    #[error("option features={features}: {what} needs at least +ptx{needed}")]
    Version {
        /// What is asked for.
        features: String,
        /// The chip, or the instruction.
        what: String,
        /// The version.
        needed: u32,
    },
    /// A version of PTX that LLVM does not write.
    #[error(
        "option features={features}: LLVM writes no PTX of +ptx{asked}; known are {}",
        features_of(PTX_VERSIONS)
    )]
    NoVersion {
        /// What is asked for.
        features: String,
        /// The version.
        asked: u32,
    },
    /// What MLIR does not read.
    #[error("MLIR reads no target from {0}")]
    Text(String),
}

/// Whether a text may be a feature of LLVM's.
fn is_feature(text: &str) -> bool {
    let name = text.strip_prefix(['+', '-']).unwrap_or_default();
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

/// Versions of PTX as LLVM's features.
fn features_of(versions: &[u32]) -> String {
    versions.iter().map(|version| format!("+ptx{version}")).collect::<Vec<_>>().join(", ")
}

/// The GPU that modules are for, and what LLVM is told of it.
pub struct Target<'a> {
    chip: &'static Chip,
    features: &'a str,
}

impl<'a> Target<'a> {
    /// What the options `chip` and `features` say.
    ///
    /// # Errors
    /// [`TargetError`] for what no module can be for.
    pub fn new(options: &'a OptionValues) -> Result<Self, TargetError> {
        let (chip, features) = (Chip::named(options.text("chip"))?, options.text("features"));
        let parts = || features.split(',').filter(|_| !features.is_empty());
        if let Some(bad) = parts().find(|f| !is_feature(f)) {
            return Err(TargetError::Feature { features: features.into(), bad: bad.into() });
        }
        let needed = chip.ptx_version();
        if parts().filter_map(ptx_version).any(|asked| asked < needed) {
            return Err(TargetError::Version { features: features.into(), what: chip.name.into(), needed });
        }
        if let Some(asked) = parts().filter_map(ptx_version).find(|asked| !PTX_VERSIONS.contains(asked)) {
            return Err(TargetError::NoVersion { features: features.into(), asked });
        }
        Ok(Self { chip, features })
    }

    /// LLVM's features for a module whose instructions need a version of PTX; `what` is the one that does.
    fn features(&self, what: &str, needed: u32) -> Result<String, TargetError> {
        match self.features.split(',').filter_map(ptx_version).max() {
            Some(asked) if asked < needed => Err(TargetError::Version {
                features: self.features.into(),
                what: format!("'{what}'"),
                needed,
            }),
            Some(_) => Ok(self.features.into()),
            None if self.features.is_empty() => Ok(format!("+ptx{needed}")),
            None => Ok(format!("{},+ptx{needed}", self.features)),
        }
    }

    /// States it at a module; an error comes with its place.
    fn state<'c, 'm>(&self, module: OperationRef<'c, 'm>) -> Result<(), (OperationRef<'c, 'm>, TargetError)> {
        let mut latest = (module, String::new(), self.chip.ptx_version());
        for op in ir::nested(module) {
            if let Some((what, version)) = self.version(op)
                && version > latest.2
            {
                latest = (op, what, version);
            }
        }
        let (at, what, needed) = latest;
        let features = self.features(&what, needed).map_err(|error| (at, error))?;
        let text = format!("#nvvm.target<O = 3, chip = {:?}, features = {features:?}>", self.chip.name);
        let context = ir::context(module);
        let target = Attribute::parse(context, &text).ok_or((module, TargetError::Text(text)))?;
        let stated = module.attribute(TARGETS).ok().and_then(|stated| ArrayAttribute::try_from(stated).ok());
        let mut all: Vec<_> =
            stated.iter().flat_map(|all| (0..all.len()).flat_map(|i| all.element(i))).collect();
        if !all.contains(&target) {
            all.push(target);
            ir::set_attribute(module, TARGETS, ArrayAttribute::new(context, &all).into());
        }
        Ok(())
    }

    /// The instruction that an operation is, and its version of PTX, where a chip's first may be older.
    fn version(&self, op: OperationRef<'_, '_>) -> Option<(String, u32)> {
        let name = ir::name(op);
        let ptx = match name {
            "llvm.inline_asm" => {
                let text = op.attribute("asm_string").ok().and_then(ir::text)?;
                let (instruction, version) = latest_instruction(&text, self.chip)?;
                return Some((instruction.into(), version));
            }
            "nvvm.fence.proxy.acquire" | "nvvm.fence.proxy.release" => "fence.proxy.tensormap::generic",
            "nvvm.fence.sync_restrict" | "nvvm.fence.proxy.sync_restrict" => "fence.sync_restrict::shared",
            "nvvm.cp.async.bulk.shared.cluster.global" if is_of_block(op) => {
                "cp.async.bulk.shared::cta.global"
            }
            "nvvm.cp.async.bulk.tensor.shared.cluster.global" if is_of_block(op) => {
                "cp.async.bulk.tensor.shared::cta.global"
            }
            // (LLVM's backend has these forms from there on, PTX itself before.)
            _ if name.starts_with("nvvm.mbarrier.") && is_relaxed(op) => return Some((name.into(), RELAXED)),
            _ if name.starts_with("nvvm.convert.") && name.contains("f8x2") => "cvt.e4m3x2",
            _ => return None,
        };
        Some((name.into(), latest_instruction(ptx, self.chip)?.1))
    }
}

/// The version of PTX from which LLVM's backend has arrivals at mbarriers, and waits, that order no memory.
const RELAXED: u32 = 86;

/// Whether an operation on an mbarrier says that it orders no memory.
fn is_relaxed(op: OperationRef<'_, '_>) -> bool {
    op.attribute("relaxed").is_ok_and(|relaxed| relaxed.to_string() == "true")
}

/// Where a module states what it is for.
const TARGETS: &str = "targets";

/// Whether an operation writes the shared memory of a block, and not that of a cluster.
fn is_of_block(op: OperationRef<'_, '_>) -> bool {
    ir::operand(op, 0).is_some_and(|to| to.r#type().to_string() == "!llvm.ptr<3>")
}

fn run(root: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let report = |at: OperationRef<'_, '_>, error: &TargetError| {
        ir::emit_error(ir::location(at), &format!("{}: {error}", INFO.name));
        false
    };
    let target = match Target::new(options) {
        Ok(target) => target,
        Err(error) => return report(root, &error),
    };
    let modules = ir::outer(root).into_iter().filter(|op| ir::name(*op) == "gpu.module");
    let mut ok = true;
    for module in modules {
        if let Err((at, error)) = target.state(module) {
            ok = report(at, &error);
        }
    }
    ok
}
