//! Symbols by name: one name with the same facts is one symbol in the whole process.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use layout_algebra::{Symbol, SymbolFacts, with_names};

#[derive(Default)]
struct Names {
    /// By number; empty for `?`.
    names: Vec<String>,
    numbers: HashMap<(String, SymbolFacts), u32>,
    /// Of `?`: what no other process calls one of its own, by number and back.
    keys: HashMap<u32, String>,
    unnamed: HashMap<String, u32>,
}

/// Drawn once; a process that is forked has the same, and another number.
static PROCESS: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());

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

    fn add_unnamed(&mut self, key: String) -> u32 {
        let number = self.add("");
        self.keys.insert(number, key.clone());
        self.unnamed.insert(key, number);
        number
    }

    fn number(&mut self, name: &str, facts: SymbolFacts) -> u32 {
        if name.is_empty() {
            return self.add_unnamed(format!("{:x}-{}-{}", *PROCESS, std::process::id(), self.names.len()));
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

/// What a symbol without a name is called in a pickle; empty for one with a name.
pub fn key(symbol: Symbol) -> String {
    lock().keys.get(&symbol.id).cloned().unwrap_or_default()
}

/// The number of the symbol without a name that [`key`] gave this for, here or in another process.
pub fn of_key(key: &str) -> u32 {
    let mut names = lock();
    match names.unnamed.get(key) {
        Some(number) => *number,
        None => names.add_unnamed(key.to_owned()),
    }
}
