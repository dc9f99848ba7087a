//! SSA layouts: which layout a value is, and which values its symbols have.

use layout_algebra::AnyLayout;
use layout_dialect::ops::{self, Attributes, Yields};
use layout_dialect::{Known, infer};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use rustc_hash::FxHashMap;

/// A layout value with the values of its symbols.
#[derive(Clone)]
pub struct Resolved<'c, 'a> {
    /// The layout.
    pub layout: AnyLayout,
    /// One index value for each symbol.
    pub symbols: Vec<Value<'c, 'a>>,
}

/// Resolves layout values, operations in program order.
#[derive(Default)]
pub struct Resolver<'c, 'a> {
    known: FxHashMap<ir::ValueKey, Resolved<'c, 'a>>,
}

impl<'c, 'a> Resolver<'c, 'a> {
    /// The layout of a value seen so far; static types need no definition.
    pub fn get(&self, value: Value<'c, 'a>) -> Option<Resolved<'c, 'a>> {
        if let Some(found) = self.known.get(&ir::key(value)) {
            return Some(found.clone());
        }
        let layout = Known::of_type(value.r#type())?.layout()?;
        layout.symbols().is_empty().then(|| Resolved { layout: layout.clone(), symbols: Vec::new() })
    }

    /// Takes note of an operation that yields a layout.
    pub fn visit(&mut self, op: OperationRef<'c, 'a>) {
        if let (Some(resolved), Some(result)) = (self.resolve(op), ir::result(op)) {
            self.known.insert(ir::key(result), resolved);
        }
    }

    fn resolve(&self, op: OperationRef<'c, 'a>) -> Option<Resolved<'c, 'a>> {
        let known = ops::find(ir::name(op))?;
        if known.yields() == Yields::Made {
            let layout = Known::of_type(ir::result(op)?.r#type())?.layout()?.clone();
            return Some(Resolved { layout, symbols: op.operands().collect() });
        }
        let operands: Vec<Value<'c, 'a>> = op.operands().collect();
        let resolved = operands.iter().map(|v| self.get(*v)).collect::<Option<Vec<_>>>()?;
        let layouts: Vec<Known> = resolved.iter().map(|r| Known::Layout(r.layout.clone())).collect();
        let layouts: Vec<&Known> = layouts.iter().collect();
        let same = operands.len() == 2 && operands[0] == operands[1];
        let inferred = infer(known, &layouts, same, &Attributes::of(op)).ok()??;
        let symbols = inferred
            .origin
            .iter()
            .map(|(operand, symbol)| resolved.get(*operand)?.symbols.get(*symbol).copied())
            .collect::<Option<Vec<_>>>()?;
        Some(Resolved { layout: inferred.layout, symbols })
    }
}
