//! The chosen nodes put in order.

use egg::{Id, Language};
use rustc_hash::FxHashMap;

use super::problem::{Choice, Problem, Solution};
use super::terms::{Extracted, Terms};

impl Problem {
    pub(super) fn terms(&self, solution: &Solution) -> Terms {
        let mut out = Terms { cost: self.total(solution), ..Terms::default() };
        let mut place: FxHashMap<usize, usize> = FxHashMap::default();
        for r in 0..self.roots.len() {
            let root = self.roots[r];
            let choice = &self.choices[root][solution.root[r]];
            let at = if !self.is_free(r, solution.root[r]) {
                self.emit(solution, root, &mut place, &mut out)
            } else {
                for c in &choice.children {
                    self.emit(solution, *c, &mut place, &mut out);
                }
                self.push(root, choice, &place, &mut out)
            };
            out.roots.push(at);
        }
        out
    }

    pub(super) fn push(
        &self,
        class: usize,
        choice: &Choice,
        place: &FxHashMap<usize, usize>,
        out: &mut Terms,
    ) -> usize {
        let mut node = choice.node.clone();
        for (slot, c) in node.children_mut().iter_mut().zip(&choice.children) {
            *slot = Id::from(place[c]);
        }
        out.nodes.push(Extracted { node, class: self.ids[class], facts: self.facts[class] });
        out.nodes.len() - 1
    }

    /// Emits a class after its children, without recursion.
    pub(super) fn emit(
        &self,
        solution: &Solution,
        class: usize,
        place: &mut FxHashMap<usize, usize>,
        out: &mut Terms,
    ) -> usize {
        let mut stack = vec![(class, false)];
        while let Some((class, ready)) = stack.pop() {
            if place.contains_key(&class) {
                continue;
            }
            let Some(i) = solution.class[class] else { continue };
            let choice = &self.choices[class][i];
            if ready {
                let at = self.push(class, choice, place, out);
                place.insert(class, at);
            } else {
                stack.push((class, true));
                stack.extend(choice.children.iter().map(|c| (*c, false)));
            }
        }
        place.get(&class).copied().unwrap_or(0)
    }
}
