//! The arms of selects: what is promised of an arm holds in it.

use crate::import::{Conditions, extend, insert};

use super::{Available, Context, Planner};
use layout_mlir::ir::Scalar;

impl<'c: 'a, 'a> Planner<'_, '_, 'c, 'a> {
    /// The context of an arm of a select that is a term: what its arm promises holds in
    /// it, if the program has that select and it is no poison here.
    pub(super) fn arm(&mut self, i: usize, taken: bool, context: Context) -> Option<Context> {
        let Some(select) = self.select_of(i, context) else { return Some(context) };
        let arm = self.import.items[select as usize].operands[if taken { 1 } else { 2 }];
        let mut arms = self.arms[context.arms as usize].clone();
        extend(&mut arms, &self.import.items[arm as usize].must);
        let number = *self.number_of_arms.entry(arms).or_insert_with_key(|arms| {
            self.arms.push(arms.clone());
            self.arms.len() as u32 - 1
        });
        Some(Context { arms: number, ..context })
    }

    /// The select of the program that a term is, if it is no poison in the context.
    fn select_of(&self, i: usize, context: Context) -> Option<u32> {
        let class = self.terms.nodes[i].class;
        let [condition, a, b] = self.terms.children(i)[..] else { return None };
        let class_of = |term: usize| self.terms.nodes[term].class;
        let of = |item: u32| self.import.graph.find(self.import.items[item as usize].class);
        let have = self.have(context);
        self.common.of_class.get(&class)?.iter().copied().find(|item| {
            let item = &self.import.items[*item as usize];
            have.contains(item.condition as usize)
                && item.operands.len() == 3
                && [condition, a, b].iter().zip(&item.operands).all(|(t, o)| class_of(*t) == of(*o))
        })
    }

    /// The operands of a select as they are available in their arms, and the conditions
    /// under which all of it is no poison.
    pub(in crate::export) fn select_operands(
        &mut self,
        i: usize,
        scalar: Scalar,
        context: Context,
    ) -> Option<([Available; 3], Conditions)> {
        let children = self.terms.children(i);
        let condition = self.available(children[0], Some(Scalar::Int(1)), context)?;
        let mut needs = condition.needs.clone();
        let select = self.select_of(i, context);
        let mut arm = |planner: &mut Self, taken: bool| {
            let inside = planner.arm(i, taken, context)?;
            let child = children[if taken { 1 } else { 2 }];
            let value = planner.available(child, Some(scalar), inside)?;
            let promised = select.map(|s| {
                let arm = planner.import.items[s as usize].operands[if taken { 1 } else { 2 }];
                &planner.import.items[arm as usize].must
            });
            for c in value.needs.ones() {
                if !promised.is_some_and(|p| p.contains(c)) {
                    insert(&mut needs, c as u32);
                }
            }
            Some(value)
        };
        let (a, b) = (arm(self, true)?, arm(self, false)?);
        if let Some(s) = select {
            insert(&mut needs, self.import.items[s as usize].condition);
        }
        Some(([condition, a, b], needs))
    }
}
