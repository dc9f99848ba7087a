//! What several roots or nodes share is chosen anew, with everything else fixed.
//!
//! A sweep redoes what one root alone uses. A class that two roots use is taken here: its node is given
//! back, with all that only it needs, and the node that then costs least is taken, among those made of
//! what is there (Mishchenko, Chatterjee, Brayton, "DAG-aware AIG rewriting", 2006).

use super::cost::Cost;
use super::problem::{Problem, Solution};

/// How many nodes and roots use each class.
struct Uses(Vec<u32>);

impl Problem {
    /// Chooses classes anew, one after another; returns whether the total fell.
    pub(super) fn refine(&self, solution: &mut Solution) -> bool {
        let mut uses = self.uses(solution);
        let mut improved = false;
        for class in 0..self.ids.len() {
            let choices = &self.choices[class];
            let Some(old) = solution.class[class].filter(|_| uses.0[class] > 0 && choices.len() > 1) else {
                continue;
            };
            let mut freed = Vec::new();
            let gained = self.release(solution, &choices[old].children, &mut uses, &mut freed);
            let mut best = (choices[old].cost.saturating_add(gained), old);
            for (i, choice) in choices.iter().enumerate().filter(|(i, _)| *i != old) {
                if choice.cost >= best.0 || choice.children.iter().any(|c| solution.class[*c].is_none()) {
                    continue;
                }
                let taken = self.take(solution, &choice.children, &mut uses);
                self.release(solution, &choice.children, &mut uses, &mut Vec::new());
                let cost = choice.cost.saturating_add(taken);
                if cost < best.0 && !self.leads_to(solution, &choice.children, class) {
                    best = (cost, i);
                }
            }
            self.take(solution, &choices[best.1].children, &mut uses);
            if best.1 != old {
                solution.class[class] = Some(best.1);
                freed.retain(|c| uses.0[*c] == 0);
                freed.into_iter().for_each(|c| solution.class[c] = None);
                improved = true;
            }
        }
        improved
    }

    fn uses(&self, solution: &Solution) -> Uses {
        let mut uses = Uses(vec![0; self.ids.len()]);
        for (r, root) in self.roots.iter().enumerate() {
            if self.is_free(r, solution.root[r]) {
                self.take(solution, &self.choices[*root][solution.root[r]].children, &mut uses);
            } else {
                self.take(solution, &[*root], &mut uses);
            }
        }
        uses
    }

    /// Uses classes once more; what those cost that nothing used before.
    fn take(&self, solution: &Solution, classes: &[usize], uses: &mut Uses) -> Cost {
        let (mut stack, mut cost): (Vec<usize>, Cost) = (classes.to_vec(), 0);
        while let Some(class) = stack.pop() {
            uses.0[class] += 1;
            if uses.0[class] == 1
                && let Some(i) = solution.class[class]
            {
                cost = cost.saturating_add(self.choices[class][i].cost);
                stack.extend(&self.choices[class][i].children);
            }
        }
        cost
    }

    /// Uses classes once less; what those cost that nothing uses any more, which are `freed`.
    fn release(
        &self,
        solution: &Solution,
        classes: &[usize],
        uses: &mut Uses,
        freed: &mut Vec<usize>,
    ) -> Cost {
        let (mut stack, mut cost): (Vec<usize>, Cost) = (classes.to_vec(), 0);
        while let Some(class) = stack.pop() {
            uses.0[class] -= 1;
            if uses.0[class] == 0
                && let Some(i) = solution.class[class]
            {
                freed.push(class);
                cost = cost.saturating_add(self.choices[class][i].cost);
                stack.extend(&self.choices[class][i].children);
            }
        }
        cost
    }

    /// Whether what is chosen for some classes uses `class`.
    fn leads_to(&self, solution: &Solution, classes: &[usize], class: usize) -> bool {
        let mut seen = vec![false; self.ids.len()];
        let mut stack = classes.to_vec();
        while let Some(c) = stack.pop() {
            if c == class {
                return true;
            }
            if !std::mem::replace(&mut seen[c], true)
                && let Some(i) = solution.class[c]
            {
                stack.extend(&self.choices[c][i].children);
            }
        }
        false
    }
}
