//! Symbols: integers that run time knows, and the values that have them.

use layout_algebra::{Symbol, SymbolFacts};
use layout_mlir::ir::{self, ValueKey};
use melior::ir::Value;
use rustc_hash::FxHashMap;

/// The value that a symbol is.
#[derive(Default)]
pub struct Symbols<'c, 'a> {
    values: Vec<Value<'c, 'a>>,
    numbers: FxHashMap<ValueKey, u32>,
    buffers: usize,
}

impl<'c, 'a> Symbols<'c, 'a> {
    /// The symbol of a value, with what is known of it here.
    pub fn of(&mut self, value: Value<'c, 'a>, facts: SymbolFacts) -> Symbol {
        let next = self.values.len() as u32;
        let number = *self.numbers.entry(ir::key(value)).or_insert(next);
        if number == next {
            self.values.push(value);
        }
        Symbol::new(number, facts)
    }

    /// A number that no buffer of the block has yet.
    pub fn next_buffer(&mut self) -> usize {
        self.buffers += 1;
        self.buffers - 1
    }

    /// The value of a symbol.
    pub fn value(&self, symbol: Symbol) -> Option<Value<'c, 'a>> {
        self.values.get(symbol.id as usize).copied()
    }
}
