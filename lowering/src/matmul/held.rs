//! What is as large as C and read beside it, as text: where threads have registers for it, it is loaded before the loop, so that nobody waits.

use std::fmt::Write as _;

use layout_target::Chip;

use super::body::Input;
use super::finish::Beside;
use super::kernel::Kernel;
use super::tile::Engine;
use crate::tile::Producers;

/// Registers of a thread beside sums and what is held, without which ptxas spills; and where something is computed of them.
const BESIDE: [i64; 2] = [40, 48];
/// Most registers of a thread.
const MOST: i64 = 255;

impl Kernel<'_, '_, '_> {
    /// Whether a thread has registers, beside its part of the sum, for what is read at each of its places: what is in C if that is added to,
    /// and of blocks that compute one tile after the other, whose copies are under way, other matrices. (Of several blocks that add up sums,
    /// each reads what it stores; and of C transposed it goes through shared memory, for which there is time before the loop.)
    pub fn is_held(&self, chip: &Chip) -> bool {
        let is_one = self.engine == Some(Engine::Warpgroups) && self.tile.split == 1 && !self.tile.turned;
        let has_others = self.problem.inputs().iter().any(|input| input.matrix().is_some());
        let is_ahead = self.tile.across || !has_others;
        let (read, beside) = (self.types.read, BESIDE[usize::from(has_others)]);
        // (Addresses by what is not known, or of single elements, take registers of their own.)
        let is_known = self.result && self.problem.matrices[2].is_known();
        let all = self.tile.registers(read) + 3 * self.tile.handed(self.types) + beside;
        is_one && is_ahead && is_known && read > 0 && all <= self.room(chip)
    }

    /// Registers of a thread that multiplies, with as many blocks beside each other as there are without what is held.
    fn room(&self, chip: &Chip) -> i64 {
        let threads = self.tile.threads();
        let all = i64::from(chip.limits.registers) / self.tile.blocks(self.types, chip);
        let producers = self.is_produced().then(|| Producers::of(threads, chip));
        let of_each = match producers {
            Some(Producers { registers: Some([_, own]), .. }) => own,
            Some(Producers { threads: others, .. }) => all / (threads + others),
            None => all / threads,
        };
        of_each.min(MOST) / 8 * 8
    }

    /// Loads it.
    pub fn hold(&self, out: &mut String) -> std::fmt::Result {
        if self.problem.zero.is_none() {
            self.before(out)?;
        }
        let types = self.inputs();
        for (number, (input, r#type)) in self.problem.inputs().iter().zip(&types).enumerate() {
            if let (Input::Memory(_, axes), Some(matrix)) = (input, input.matrix()) {
                self.load(&Beside { number, matrix, axes, r#type, is_wide: self.is_wide(input) }, out)?;
            }
        }
        Ok(())
    }

    /// The product with what was held of C: `%with`.
    pub fn add_held(
        &self,
        product: &str,
        sum: &str,
        out: &mut String,
    ) -> Result<&'static str, std::fmt::Error> {
        let held = self.widened(sum, out)?;
        let add = if self.types.sum.starts_with('f') { "addf" } else { "addi" };
        writeln!(out, "  %with = arith.{add} {product}, {held} : {sum}")?;
        Ok("%with")
    }

    /// Loads what is in C.
    pub fn before(&self, out: &mut String) -> std::fmt::Result {
        let ([_, _, c], (_, stored)) = (self.operands(), self.results());
        let certain = self.certain(&self.problem.matrices[2].extents);
        writeln!(out, "  %before = layout.load %C[{}]{certain} : {c} -> {stored}", self.place())
    }

    /// It as sums are.
    pub fn widened(&self, sum: &str, out: &mut String) -> Result<&'static str, std::fmt::Error> {
        let (types, (held, stored)) = (self.types, self.results());
        writeln!(out, "  %turned = {}", self.convert("%before", &stored, &held))?;
        if types.result == types.sum {
            return Ok("%turned");
        }
        writeln!(out, "  %widened = arith.extf %turned : {held} to {sum}")?;
        Ok("%widened")
    }
}
