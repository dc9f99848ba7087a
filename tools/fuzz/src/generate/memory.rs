//! Loads and stores at computed indices.

use super::body::{Body, Type};

impl Body<'_> {
    /// A load or a store of `%m: memref<SIZExi32>`.
    pub fn memory(&mut self, size: i128) {
        let index = self.natural(Type::Index, size);
        let index = if index.range.1 < size { index } else { self.natural(Type::Index, size - 1) };
        let int = Type::Int(32);
        if self.one_in(3) {
            self.define(int, int.range(), &format!("memref.load %m[{}] : memref<{size}xi32>", index.name));
            return;
        }
        let value = self.value(int);
        self.line(&format!("memref.store {}, %m[{}] : memref<{size}xi32>", value.name, index.name));
    }
}
