//! Registers that a thread of a tile takes, by the assembler's measure.

use layout_target::Chip;

use super::tile::Tile;
use super::types::Types;
use crate::tile::producers;

/// Most registers of a thread that loads what lies anywhere: beyond, ptxas spills them.
pub const LOADED: i64 = 203;
/// The same where strides, or rows and columns of a C that is added to, are not known, and addresses take more of them.
pub const STRIDED: i64 = 123;
/// Registers of a thread beside sums and elements.
const ADDRESSES: i64 = 75;
/// Those beside that which ptxas gives a thread, by 140 kernels.
const GIVEN: i64 = 60;
/// Registers besides of a thread that puts words together from bytes.
const UNPACKED: i64 = 40;
/// Elements of the largest sums of four warps whose threads do so, and of eight: ptxas has all loads of an iteration under way, and
/// spills of more.
pub const PUT_TOGETHER: [i64; 2] = [64 * 64, 128 * 64];
/// Registers beside a sum without which ptxas refuses an instruction of a warpgroup.
pub const HELD: i64 = 26;
/// Most registers of what a thread loads of an iteration, each with an address: of more, ptxas spills these; and where it puts words together,
/// or takes bytes apart.
pub const ELEMENTS: [i64; 2] = [32, 20];

impl Tile {
    /// Registers of a thread for the sum, and for elements of so many bits at each of its places.
    pub fn registers(&self, bits: i64) -> i64 {
        self.rows * self.columns / self.threads() * (32 + bits) / 32
    }

    /// Those for what it loads of A and hands to its warpgroup.
    pub fn handed(&self, types: &Types) -> i64 {
        if types.is_handed() { self.rows * self.depth / self.threads() } else { 0 }
    }

    /// Neighbours of A and of B that a thread loads at once, where threads do.
    pub fn neighbours(&self, types: &Types) -> [i64; 2] {
        self.bytes.map(|bytes| (bytes * 8 / types.bits).max(1))
    }

    /// What threads load of A and of B in an iteration, in loads.
    pub fn pieces(&self, types: &Types) -> [i64; 2] {
        let [a, b] = self.neighbours(types);
        [self.rows * self.depth / a, self.columns * self.depth / b]
    }

    /// What threads load of A and of B in an iteration, in registers: words, or such as have a part of one.
    pub fn words(&self, types: &Types) -> i64 {
        let of = |(pieces, wide): (i64, i64)| pieces * (wide * types.bits / 32).max(1);
        self.pieces(types).into_iter().zip(self.neighbours(types)).map(of).sum()
    }

    /// Registers of a thread for what it loads of an iteration.
    pub fn elements(&self, types: &Types) -> i64 {
        self.words(types) / self.threads()
    }

    /// Registers of a thread that loads elements before it stores them: those of two iterations may be under way.
    pub fn loaded(&self, types: &Types) -> i64 {
        self.registers(0) + 2 * self.elements(types) + ADDRESSES
    }

    /// The same with those for bytes that it takes apart or puts together.
    pub fn unpacked(&self, types: &Types) -> i64 {
        self.loaded(types) + UNPACKED
    }

    /// The same where it puts bytes together.
    pub fn held(&self, types: &Types) -> i64 {
        if types.are_put_together() { self.unpacked(types) } else { self.loaded(types) }
    }

    /// Those that ptxas gives a thread that loads elements before it stores them, about: a word of an iteration takes three where it is
    /// loaded as one, and two where it is put together from elements. (How many of them may be needed at most, `held` says.)
    pub fn given(&self, types: &Types) -> i64 {
        let of = |(pieces, wide): (i64, i64)| match wide * types.bits / 32 {
            0 => 2 * pieces,
            words => 3 * words * pieces,
        };
        let loaded: i64 = self.pieces(types).into_iter().zip(self.neighbours(types)).map(of).sum();
        let all = self.registers(0) * 3 / 2 + loaded / self.threads() + GIVEN;
        (all + 7) / 8 * 8
    }

    /// Those that there are registers for.
    pub fn by_registers(&self, chip: &Chip) -> i64 {
        // Beside the sum there are addresses, and fragments of A and B; and producers begin with as many.
        let producers = if self.producer { producers(self.threads(), chip) } else { 0 };
        let threads = self.threads() + producers;
        i64::from(chip.limits.registers) / ((self.registers(0) + 48) * threads)
    }
}

#[cfg(test)]
mod tests {
    use layout_target::Chip;

    use super::super::tile::{Engine, Tile};
    use super::super::types::Types;

    #[test]
    fn what_ptxas_gives_is_known_to_a_tenth() {
        let chip = Chip::named("sm_90a").expect("known");
        let types = Types::halves([false; 2], [2; 2], chip);
        // Of factors that are loaded by so many bytes: rows, columns and depth, and the registers of ptxas 13.0, both along K.
        let measured =
            [(0, [32, 64, 64], 118), (4, [64, 64, 64], 136), (8, [32, 64, 64], 106), (8, [32, 64, 128], 140)];
        for (bytes, size, registers) in measured {
            let tiles = Tile::all(Engine::Anywhere, [bytes; 2], &types, chip);
            let tile = tiles
                .iter()
                .find(|tile| [tile.rows, tile.columns, tile.depth] == size)
                .expect("there is one");
            let given = tile.given(&types);
            assert!(
                10 * (given - registers).abs() <= registers,
                "{size:?} by {bytes} bytes: {given} for {registers}"
            );
        }
    }
}
