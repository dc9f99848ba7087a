//! A product of what lies anywhere, as text: no asynchronous copy takes that, so factors go through registers. As many neighbours
//! are loaded at once as are known to lie well, of each of the two.
//!
//! A thread holds neighbours that are a word together, which it stores at once even where it loads them one by one. Those of the
//! next iteration but one are loaded before those of this one are multiplied, and then those of the next one, which were
//! loaded an iteration before, are stored to the other one of two slots: a load has the time of an iteration and more to arrive, and
//! threads meet once an iteration. A spare kernel, which is to be little code, loads what it multiplies next: other blocks of its
//! multiprocessor are at work meanwhile.

use std::fmt::Write as _;

use super::kernel::{Factors, KEPT, Kernel};
use super::tile::{Engine, Tile};

/// The slots, by what is behind the names of their buffers.
const SLOTS: [&str; 2] = ["", "_1"];

impl Kernel<'_, '_, '_> {
    /// The slots that it has buffers for, but for those that `layout-pipeline` adds.
    pub fn slots(&self) -> &'static [&'static str] {
        let is_loop = !self.is_one_iteration() && !self.tile.is_vector();
        let is_two = self.engine == Some(Engine::Anywhere) && is_loop && !self.spare;
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
        let word = 32 / self.types.bits;
        let wide = self.tile.neighbours(self.types).map(|neighbours| neighbours.max(word));
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
        let step = self.step();
        if self.slots().len() == 1 {
            writeln!(
                out,
                "  %sum = scf.for %k = {from} to {to} step %c{step} iter_args(%acc = {first}) -> ({sum}) {{"
            )?;
            load(0, "%k", out)?;
            store(0, "", out)?;
            self.fragments("", "%acc", sum, out)?;
            writeln!(out, "    scf.yield %d : {sum}\n  }} {{{KEPT}}}")?;
            return Ok("%sum");
        }
        // (The coordinate of an iteration behind another one. Behind the last iteration there are zeros.)
        let behind = |number: usize, before: &str, out: &mut String| -> Result<String, std::fmt::Error> {
            writeln!(out, "    %k{number} = arith.addi {before}, %c{depth} : index")?;
            Ok(format!("%k{number}"))
        };
        // (A number counts iterations behind the one at %k, and even ones are in the first slot. What is under way before the loop is in the
        // other one: it has an odd number that no iteration in the loop has.)
        let (last, ahead) = (SLOTS.len() + 1, SLOTS.len() + 3);
        load(0, from, out)?;
        store(0, "", out)?;
        let place = behind(ahead, from, out)?;
        load(ahead, &place, out)?;
        let types = format!("{sum}, {left}, {right}");
        writeln!(
            out,
            "  %sum, %rest:2 = scf.for %k = {from} to {to} step %c{step} iter_args(%acc = {first}, %a1 = %a{ahead}, %b1 = %b{ahead}) -> ({types}) {{"
        )?;
        writeln!(out, "    %k1 = arith.addi %k, %c{depth} : index")?;
        let mut before = "%acc".to_string();
        for (number, slot) in SLOTS.into_iter().enumerate() {
            let [next, after] = [number + 1, number + 2];
            let place = behind(after, &format!("%k{next}"), out)?;
            load(after, &place, out)?;
            self.fragments(slot, &before, sum, out)?;
            store(next, SLOTS[next % SLOTS.len()], out)?;
            before = format!("%d{slot}");
        }
        writeln!(out, "    scf.yield {before}, %a{last}, %b{last} : {types}\n  }}")?;
        Ok("%sum")
    }
}
