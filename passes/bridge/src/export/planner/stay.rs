//! Which values stay as the program computes them.

use layout_dialect::Known;
use layout_egraph::{Id, Node};
use layout_mlir::ir::{self, Scalar};
use melior::ir::ValueLike;

use super::{Context, Planner, Task};
use crate::import::is_layout_index;

/// Operations of a value that are counted before it is taken for too long to keep.
const REGION: usize = 256;

impl<'c: 'a, 'a> Planner<'_, '_, 'c, 'a> {
    /// An item that has the value of a term already, in the type, and stays.
    pub(super) fn existing(&self, i: usize, scalar: Scalar, context: Context) -> Option<u32> {
        let at = self.at(context);
        // A value that happens to be one integer is no better than the integer.
        let constant = matches!(self.terms.nodes[i].node, Node::Num(_));
        let candidates = self.common.of_class.get(&self.terms.nodes[i].class)?;
        candidates.iter().copied().find(|number| {
            let item = &self.import.items[*number as usize];
            item.scalar == scalar
                && (!constant || ir::constant(item.value).is_some())
                && (item.span.contains(at) || *number == context.item)
                && self.hold(&item.needs, context)
                && !self.becomes.contains_key(number)
                && self.may_stay(*number, i)
        })
    }

    /// Whether an item computes its term by the node that was chosen for it, and in no
    /// more operations than the plan would take.
    fn may_stay(&self, number: u32, i: usize) -> bool {
        let item = &self.import.items[number as usize];
        if !item.computed || self.kept.contains(&number) {
            return true;
        }
        let machine = self.import.machine();
        let wide = machine.bits(item.scalar) > 32;
        if wide
            && self.widths.is_narrow(i)
            && !matches!(self.terms.nodes[i].node, Node::Var(_) | Node::Num(_))
        {
            return false;
        }
        let node = self.terms.e_node(i);
        let class = self.import.graph.find(item.class);
        if !self.common.given.get(&class).is_some_and(|nodes| nodes.contains(&node)) {
            return false;
        }
        let boundary: Vec<Id> =
            self.terms.children(i).into_iter().map(|c| self.terms.nodes[c].class).collect();
        let most = self.operations(i, item.scalar, || item.must.clone()).min(REGION);
        self.region(number, &boundary, most).is_some()
    }

    /// Whether an item is an index of a known layout, which is to be arithmetic: its type says the
    /// layout, or what it is computed of does.
    pub(super) fn must_go(&self, number: u32) -> bool {
        let item = &self.import.items[number as usize];
        let unknown = |node: &Node| matches!(node, Node::App(_) | Node::At(..));
        !self.common.choices.keep_layouts
            && ir::defining_op(item.value).is_some_and(|op| {
                let layout = ir::operand(op, 0).map(|l| Known::of_type(l.r#type()));
                let of_unknown = || {
                    self.common
                        .given
                        .get(&self.import.graph.find(item.class))
                        .is_some_and(|g| g.iter().any(unknown))
                };
                is_layout_index(ir::name(op)) && (layout != Some(Some(&Known::Nothing)) || !of_unknown())
            })
    }

    /// The items below an item down to those of the classes `boundary`, itself included,
    /// if they are no more than `most`; and the items that they read.
    fn region(&self, number: u32, boundary: &[Id], most: usize) -> Option<(Vec<u32>, Vec<u32>)> {
        let (mut inside, mut edge) = (vec![number], Vec::new());
        let mut at = 0;
        while at < inside.len() {
            if inside.len() > most || self.must_go(inside[at]) {
                return None;
            }
            for operand in &self.import.items[inside[at] as usize].operands {
                let item = &self.import.items[*operand as usize];
                let class = self.import.graph.find(item.class);
                if !item.computed || boundary.contains(&class) {
                    edge.push(*operand);
                } else if ir::constant(item.value).is_none() && !inside.contains(operand) {
                    inside.push(*operand);
                }
            }
            at += 1;
        }
        (inside.len() <= most).then_some((inside, edge))
    }

    /// Marks an item as one that stays, and looks at what it reads.
    pub(super) fn keep(&mut self, number: u32) {
        self.decided.insert(number);
        if !self.kept.insert(number) {
            return;
        }
        let item = &self.import.items[number as usize];
        self.tasks.extend(item.operands.iter().rev().map(|o| Task::Operand(*o)));
    }

    /// An item that one that stays reads: it becomes its term where that is chosen.
    pub(super) fn operand(&mut self, number: u32) {
        let item = &self.import.items[number as usize];
        if !item.computed || !self.decided.insert(number) {
            return;
        }
        let class = self.import.graph.find(item.class);
        match self.common.term_of.get(&class) {
            Some(term) if !(self.fixed)(number) => {
                self.tasks.push(Task::Replace(number, *term));
                self.tasks.push(Task::Term(*term, Some(item.scalar), Context { item: number, arms: 0 }));
            }
            _ => self.tasks.push(Task::Keep(number)),
        }
    }
}
