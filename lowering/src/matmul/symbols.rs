//! Names for what is written.

use std::collections::BTreeSet;

use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashMap;

/// The symbols of modules, of each once it is asked of.
#[derive(Default)]
pub struct Symbols(FxHashMap<usize, Module>);

/// The symbols of a module, but for those of modules inside.
struct Module {
    taken: BTreeSet<String>,
    /// The last number behind each name.
    numbers: FxHashMap<String, usize>,
}

impl Symbols {
    /// A name that nothing of a module has, nor begins with.
    pub fn unused(&mut self, module: OperationRef<'_, '_>, name: &str) -> String {
        let Module { taken, numbers } = self.of(module);
        let number = numbers.entry(name.into()).or_default();
        loop {
            let free = if *number == 0 { name.into() } else { format!("{name}_{number}") };
            let next = taken.range(free.clone()..).next();
            if next.is_none_or(|next| !next.starts_with(&free)) {
                return free;
            }
            *number += 1;
        }
    }

    /// Adds to those of a module what is written into it.
    pub fn take(&mut self, module: OperationRef<'_, '_>, written: OperationRef<'_, '_>) {
        self.of(module).taken.extend(ir::nested(written).into_iter().filter_map(ir::symbol));
    }

    fn of(&mut self, module: OperationRef<'_, '_>) -> &mut Module {
        self.0.entry(ir::op_key(module)).or_insert_with(|| Module::of(module))
    }
}

impl Module {
    fn of(module: OperationRef<'_, '_>) -> Self {
        let is_own = |op: &OperationRef<'_, '_>| {
            let mut around = std::iter::successors(op.parent_operation(), |op| op.parent_operation());
            around.find(|op| ir::name(*op) == "builtin.module") == Some(module)
        };
        let taken = ir::nested(module).into_iter().filter(is_own).filter_map(ir::symbol).collect();
        Self { taken, numbers: FxHashMap::default() }
    }
}

/// A name as it may stand behind an `@` without quotes.
pub fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let begins = if name.starts_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
    begins.chars().chain(name.chars().map(plain)).collect()
}
