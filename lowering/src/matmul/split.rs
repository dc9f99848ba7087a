//! What blocks of a cluster do of a product that they compute together, as text.

use std::fmt::Write as _;

use super::kernel::Kernel;
use super::tile::Tile;

impl Kernel<'_, '_, '_> {
    /// The part along K that a block of several has, whole iterations: where it begins and ends.
    pub fn part(&self, out: &mut String) -> Result<[&'static str; 2], std::fmt::Error> {
        let (Tile { split, .. }, step) = (self.tile, self.step());
        writeln!(
            out,
            "  %deep = arith.ceildivui %K, %c{step} : index\n  %share = arith.ceildivui %deep, %c{split} : index"
        )?;
        writeln!(
            out,
            "  %long = arith.muli %share, %c{step} : index\n  %from = arith.muli %rank, %long : index"
        )?;
        writeln!(out, "  %end = arith.addi %from, %long : index\n  %to = arith.minui %end, %K : index")?;
        Ok(["%from", "%to"])
    }

    /// Adds the sums that the blocks of a cluster have: each block gets its part of the rows of all.
    pub fn gather(
        &self,
        product: &str,
        sum: &str,
        out: &mut String,
    ) -> Result<&'static str, std::fmt::Error> {
        let Tile { rows, columns, split, .. } = self.tile;
        let [finished, _] = self.tile.finished();
        let element = self.types.sum;
        let [own, peer] = [3, 7].map(|space| format!("memref<{rows}x{columns}x{element}, {space}>"));
        let part = self.held(element);
        let add = if element.starts_with('f') { "addf" } else { "addi" };
        writeln!(out, "  %parts = memref.alloc() {{layout.auto}} : {own}")?;
        writeln!(out, "  layout.store {product}, %parts[%c0, %c0] : {sum}, {own}")?;
        writeln!(
            out,
            "  %below = arith.muli %rank, %c{finished} : index\n  %first = arith.addi %i, %below : index"
        )?;
        // Each begins with the next block, so that no one's memory is read by all.
        for number in 1..split {
            writeln!(out, "  %h{number} = arith.constant {number} : index")?;
            writeln!(out, "  %o{number} = arith.addi %rank, %h{number} : index")?;
            writeln!(out, "  %r{number} = arith.remui %o{number}, %c{split} : index")?;
            writeln!(out, "  %q{number} = layout.peer %parts of %r{number} : {own} -> {peer}")?;
            writeln!(out, "  %n{number} = layout.load %q{number}[%below, %c0] : {peer} -> {part}")?;
        }
        writeln!(out, "  %g0 = layout.load %parts[%below, %c0] : {own} -> {part}")?;
        for number in 1..split {
            let before = number - 1;
            writeln!(out, "  %g{number} = arith.{add} %g{before}, %n{number} : {part}")?;
        }
        let gathered = ["%g1", "%g3", "%g7"][split.trailing_zeros().saturating_sub(1) as usize];
        if self.problem.zero.is_some() {
            return Ok(gathered);
        }
        let first = self.first(&part, out)?;
        writeln!(out, "  %total = arith.{add} {gathered}, {first} : {part}")?;
        Ok("%total")
    }
}
