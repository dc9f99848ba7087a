//! A product of what lies anywhere, as text: no asynchronous copy takes that, so factors go through registers. As many neighbours
//! are loaded at once as are known to lie well, of each of the two.
//!
//! Elements of the next iteration are loaded before those of this one are multiplied, and stored to the other one of two slots
//! behind that: loads are under way beside products, and threads meet once an iteration.

use std::fmt::Write as _;

use super::kernel::{Factors, Kernel};
use super::tile::{Engine, Tile};

/// The slots, by what is behind the names of their buffers.
const SLOTS: [&str; 2] = ["", "_1"];

impl Kernel<'_, '_, '_> {
    /// The slots that it has buffers for, but for those that `layout-pipeline` adds.
    pub fn slots(&self) -> &'static [&'static str] {
        let is_two = self.engine == Some(Engine::Anywhere) && !self.is_one_iteration();
        if is_two { &SLOTS } else { &SLOTS[..1] }
    }

    /// How far along K the loop's body goes: it fills each slot once.
    pub fn step(&self) -> i64 {
        self.tile.depth * self.slots().len() as i64
    }

    /// The loop along K.
    pub fn multiply_any(
        &self,
        sum: &str,
        first: &str,
        out: &mut String,
    ) -> Result<&'static str, std::fmt::Error> {
        let Tile { rows, columns, depth, .. } = self.tile;
        let [of_a, of_b] = &self.types.factors;
        let Factors { types: [a, b], buffers: [p, q], batch: [in_a, in_b] } = self.factors();
        let turned = [0, 1].map(|number| self.problem.matrices[number].is_transposed());
        let wide = self.tile.neighbours(self.types);
        let left =
            format!("tensor<{rows}x{depth}x{of_a}, {}>", self.spread([rows, depth], turned[0], wide[0]));
        let right = format!(
            "tensor<{depth}x{columns}x{of_b}, {}>",
            self.spread([depth, columns], turned[1], wide[1])
        );
        let load = |number: usize, k: &str, out: &mut String| {
            writeln!(out, "    %a{number} = layout.load %A[{in_a}%i, {k}] : {a} -> {left}")?;
            writeln!(out, "    %b{number} = layout.load %B[{in_b}{k}, %j] : {b} -> {right}")
        };
        let store = |number: usize, slot: &str, out: &mut String| {
            writeln!(out, "    layout.store %a{number}, %p{slot}[%c0, %c0] : {left}, {p}")?;
            writeln!(out, "    layout.store %b{number}, %q{slot}[%c0, %c0] : {right}, {q}")
        };
        if self.is_one_iteration() {
            load(0, "%c0", out)?;
            store(0, "", out)?;
            self.fragments("", first, sum, out)?;
            return Ok("%d");
        }
        let [from, to] = if self.tile.split > 1 { self.part(out)? } else { ["%c0", "%K"] };
        load(0, from, out)?;
        store(0, "", out)?;
        let step = self.step();
        // (Behind the last iteration there are zeros. Where tiles end at K, little code has the last one once more, which nobody
        // multiplies: that is there, and no load of it is under a condition.)
        let k = self.depth_of_all();
        let ends_there = self.spare && self.tile.split == 1 && k > 0 && k % depth == 0;
        if ends_there {
            writeln!(out, "  %last = arith.subi %K, %c{depth} : index")?;
        }
        writeln!(
            out,
            "  %sum = scf.for %k = {from} to {to} step %c{step} iter_args(%acc = {first}) -> {sum} {{"
        )?;
        let mut before = "%acc".to_string();
        for (number, slot) in SLOTS.into_iter().enumerate() {
            let k = if number == 0 { "%k".into() } else { format!("%k{number}") };
            let next = number + 1;
            writeln!(out, "    %k{next} = arith.addi {k}, %c{depth} : index")?;
            let from = if ends_there && next == SLOTS.len() {
                writeln!(out, "    %there = arith.minui %k{next}, %last : index")?;
                "%there".to_string()
            } else {
                format!("%k{next}")
            };
            load(next, &from, out)?;
            self.fragments(slot, &before, sum, out)?;
            store(next, SLOTS[next % SLOTS.len()], out)?;
            before = format!("%d{slot}");
        }
        writeln!(out, "    scf.yield {before} : {sum}\n  }}")?;
        Ok("%sum")
    }
}
