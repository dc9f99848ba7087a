//! Symbols by name: one name with the same facts is one symbol in the whole process.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use layout_algebra::{Symbol, SymbolFacts, with_names};

#[derive(Default)]
struct Names {
    /// By number; empty for `?`.
    names: Vec<String>,
    numbers: HashMap<(String, SymbolFacts), u32>,
}

static NAMES: LazyLock<Mutex<Names>> = LazyLock::new(Mutex::default);

fn lock() -> MutexGuard<'static, Names> {
    // A name is added as a whole.
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Names {
    fn add(&mut self, name: &str) -> u32 {
        self.names.push(name.to_owned());
        (self.names.len() - 1) as u32
    }

    fn number(&mut self, name: &str, facts: SymbolFacts) -> u32 {
        if name.is_empty() {
            return self.add(name);
        }
        let key = (name.to_owned(), facts);
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let number = self.add(name);
        self.numbers.insert(key, number);
        number
    }
}

/// The names of all symbols, by number.
pub fn all() -> Vec<String> {
    lock().names.clone()
}

/// A message with the names of its symbols.
pub fn spell(message: &str) -> String {
    with_names(message, &lock().names)
}

/// A symbol's name; `None` for `?`.
pub fn of(symbol: Symbol) -> Option<String> {
    lock().names.get(symbol.id as usize).filter(|name| !name.is_empty()).cloned()
}

/// The number of the symbol with a name and facts; of a new one for `?`, whose name is empty.
pub fn number(name: &str, facts: SymbolFacts) -> u32 {
    lock().number(name, facts)
}
