//! Which values stay, which become others, which terms are computed anew.
//!
//! Every value that the chosen terms leave as it is computed stays, with its type and
//! its flags; a value whose term changed becomes what the term is computed by, or an
//! equal value that is there already. All work stands on a stack of tasks: terms and
//! chains of operations may be deep.

mod planned;
mod selects;
mod stay;

use std::cell::OnceCell;
use std::collections::BTreeMap;

use layout_egraph::{Id, Node, Terms};
use layout_mlir::ir::{self, Scalar};
use rustc_hash::{FxHashMap, FxHashSet};

use super::sink::sink;
use super::width::Widths;
use super::{Op, Plan, Planned, Root, Source};
use crate::import::{Conditions, Import, extend, only_indexes_memory};
use crate::order::{Number, Order, Span};

/// Terms of a quotient that are looked at.
const QUOTIENT: usize = 256;

/// What a plan may choose.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    /// Whether terms that 32 bits hold are computed in 32 bits, whatever they are
    /// computed in now.
    pub narrow: bool,
    /// Whether indices of known layouts may stay layout operations.
    pub keep_layouts: bool,
}

/// What all plans of the same terms have in common, found once.
pub struct Planning<'p, 'o, 'c, 'a> {
    import: &'p Import<'o, 'c, 'a>,
    terms: &'p Terms,
    order: &'p Order<'c, 'a>,
    roots: &'p [Root],
    choices: Choices,
    widths: Widths<'p, 'o, 'c, 'a>,
    /// The nodes by which the program computes each class.
    given: FxHashMap<Id, Vec<Node>>,
    /// Computed items and leaves of each class, in the order of their definitions.
    of_class: FxHashMap<Id, Vec<u32>>,
    /// The term of each class.
    term_of: FxHashMap<Id, usize>,
    /// How many terms and roots use each term.
    uses: Vec<usize>,
    /// For each item the number of the operation that it is the result of.
    at: Vec<Number>,
    /// For each item whether it is only an index of memory.
    indexes: Vec<OnceCell<bool>>,
}

impl<'p, 'o, 'c: 'a, 'a> Planning<'p, 'o, 'c, 'a> {
    /// Looks over what there is to plan.
    pub fn new(
        import: &'p Import<'o, 'c, 'a>,
        terms: &'p Terms,
        order: &'p Order<'c, 'a>,
        roots: &'p [Root],
        choices: Choices,
    ) -> Self {
        let mut of_class: FxHashMap<Id, Vec<u32>> = FxHashMap::default();
        for (i, item) in import.items.iter().enumerate() {
            of_class.entry(import.graph.find(item.class)).or_default().push(i as u32);
        }
        let term_of = terms.nodes.iter().enumerate().map(|(i, n)| (n.class, i)).rev().collect();
        let mut uses = vec![0; terms.nodes.len()];
        for i in 0..terms.nodes.len() {
            terms.children(i).into_iter().for_each(|c| uses[c] += 1);
        }
        terms.roots.iter().for_each(|r| uses[*r] += 1);
        let number = |value| ir::defining_op(value).and_then(|op| order.number(op)).unwrap_or(0);
        Self {
            import,
            terms,
            order,
            roots,
            choices,
            widths: Widths::new(import, terms, roots, choices.narrow),
            given: import.graph.given(),
            of_class,
            term_of,
            uses,
            at: import.items.iter().map(|item| number(item.value)).collect(),
            indexes: vec![OnceCell::new(); import.items.len()],
        }
    }

    /// Plans the computation of the roots. A root whose term cannot be justified stays as it
    /// is, and so does an item that is `fixed`; what it reads may change.
    pub fn plan(&self, fixed: &dyn Fn(u32) -> bool) -> Plan {
        let mut planner = Planner::new(self, fixed);
        for root in self.roots {
            planner.root(*root);
        }
        let mut plan = planner.finish();
        sink(self.import, self.order, &mut plan);
        plan
    }
}

/// Where and for what a term is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Context {
    /// The item that the term becomes, or is a part of.
    pub item: u32,
    /// Arms of selects around the term, as a number of the planner's.
    arms: u32,
}

#[derive(Clone, Copy, Debug)]
enum Task {
    /// A term in a type; `None` is a layout.
    Term(usize, Option<Scalar>, Context),
    /// The same, when its operands are there.
    Finish(usize, Option<Scalar>, Context),
    /// An address as its base and a constant.
    Address(usize, Scalar, Context),
    /// The operands of an item that stays.
    Keep(u32),
    /// An item that one that stays reads.
    Operand(u32),
    /// An item becomes its term, when that is there.
    Replace(u32, usize),
}

/// A term that is there: in a type, computed for a context.
#[derive(Clone)]
pub(super) struct Available {
    pub source: Source,
    pub span: Span,
    pub needs: Conditions,
}

pub(super) struct Planner<'p, 'o, 'c, 'a> {
    pub(super) import: &'p Import<'o, 'c, 'a>,
    pub(super) terms: &'p Terms,
    pub(super) order: &'p Order<'c, 'a>,
    pub(super) widths: &'p Widths<'p, 'o, 'c, 'a>,
    common: &'p Planning<'p, 'o, 'c, 'a>,
    fixed: &'p dyn Fn(u32) -> bool,
    tasks: Vec<Task>,
    known: FxHashMap<(usize, Option<Scalar>), Vec<Available>>,
    failed: FxHashSet<(usize, Option<Scalar>, Context)>,
    /// Conditions that hold within arms of selects, beside those of the item.
    arms: Vec<Conditions>,
    number_of_arms: FxHashMap<Conditions, u32>,
    decided: FxHashSet<u32>,
    kept: FxHashSet<u32>,
    /// Items that become another value.
    becomes: BTreeMap<u32, Source>,
    ops: Vec<Planned>,
    /// Planned operations by what they do.
    same: FxHashMap<(Op, Vec<Source>, Option<Scalar>), Vec<u32>>,
}

impl<'p, 'o, 'c: 'a, 'a> Planner<'p, 'o, 'c, 'a> {
    fn new(common: &'p Planning<'p, 'o, 'c, 'a>, fixed: &'p dyn Fn(u32) -> bool) -> Self {
        Self {
            import: common.import,
            terms: common.terms,
            order: common.order,
            widths: &common.widths,
            common,
            fixed,
            tasks: Vec::new(),
            known: FxHashMap::default(),
            failed: FxHashSet::default(),
            arms: vec![Conditions::new()],
            number_of_arms: FxHashMap::from_iter([(Conditions::new(), 0)]),
            decided: FxHashSet::default(),
            kept: FxHashSet::default(),
            becomes: BTreeMap::new(),
            ops: Vec::new(),
            same: FxHashMap::default(),
        }
    }

    fn root(&mut self, root: Root) {
        let Root { item, term, address } = root;
        if !self.decided.insert(item) {
            return;
        }
        if (self.fixed)(item) && !self.must_go(item) {
            self.keep(item);
            return self.run();
        }
        let context = Context { item, arms: 0 };
        let scalar = self.import.items[item as usize].scalar;
        self.tasks.push(Task::Replace(item, term));
        match self.terms.nodes[term].node {
            // The constant is added last, in the address's type: it becomes the immediate
            // of the memory operand.
            Node::Offset(_, [base]) if address && self.existing(term, scalar, context).is_none() => {
                self.tasks.push(Task::Address(term, scalar, context));
                self.tasks.push(Task::Term(usize::from(base), Some(scalar), context));
            }
            _ => self.tasks.push(Task::Term(term, Some(scalar), context)),
        }
        self.run();
    }

    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Term(i, scalar, context) => self.term(i, scalar, context),
                Task::Finish(i, scalar, context) => {
                    let computed = match scalar {
                        Some(scalar) => self.compute(i, scalar, context),
                        None => self.layout(i, context),
                    };
                    self.learn(i, scalar, context, computed);
                }
                Task::Address(i, scalar, context) => {
                    let computed = self.address(i, scalar, context);
                    self.learn(i, Some(scalar), context, computed);
                }
                Task::Keep(item) => self.keep(item),
                Task::Operand(item) => self.operand(item),
                Task::Replace(item, term) => self.replace(item, term),
            }
        }
    }

    /// Takes note of a term that is there now, or cannot be.
    fn learn(&mut self, i: usize, scalar: Option<Scalar>, context: Context, computed: Option<Available>) {
        match computed {
            Some(available) => self.known.entry((i, scalar)).or_default().push(available),
            None => drop(self.failed.insert((i, scalar, context))),
        }
    }

    /// The number of the operation that a context's item is the result of.
    pub(super) fn at(&self, context: Context) -> Number {
        self.common.at[context.item as usize]
    }

    /// Whether conditions hold in a context.
    pub(super) fn hold(&self, needs: &Conditions, context: Context) -> bool {
        let item = &self.import.items[context.item as usize].must;
        needs.is_subset(item) || context.arms > 0 && needs.is_subset(&self.have(context))
    }

    /// Whether a term is computed for the sake of accesses to memory alone.
    pub(super) fn is_address(&self, context: Context) -> bool {
        let item = context.item as usize;
        *self.common.indexes[item].get_or_init(|| only_indexes_memory(self.import.items[item].value))
    }

    /// All conditions that hold in a context.
    pub(super) fn have(&self, context: Context) -> Conditions {
        let mut have = self.import.items[context.item as usize].must.clone();
        extend(&mut have, &self.arms[context.arms as usize]);
        have
    }

    /// A term in a type, if it is there and can be used in the context.
    pub(super) fn available(&self, i: usize, scalar: Option<Scalar>, context: Context) -> Option<Available> {
        let at = self.at(context);
        let known = self.known.get(&(i, scalar))?;
        known.iter().find(|a| a.span.contains(at) && self.hold(&a.needs, context)).cloned()
    }

    fn term(&mut self, i: usize, scalar: Option<Scalar>, context: Context) {
        if self.available(i, scalar, context).is_some() || self.failed.contains(&(i, scalar, context)) {
            return;
        }
        let Some(wanted) = scalar else {
            self.tasks.push(Task::Finish(i, scalar, context));
            let layouts = self.terms.children(i).into_iter().rev();
            self.tasks.extend(layouts.map(|c| Task::Term(c, None, context)));
            return;
        };
        if let Some(item) = self.existing(i, wanted, context) {
            let found = &self.import.items[item as usize];
            let available =
                Available { source: Source::Item(item), span: found.span, needs: found.needs.clone() };
            self.known.entry((i, scalar)).or_default().push(available);
            self.tasks.push(Task::Keep(item));
            return;
        }
        self.tasks.push(Task::Finish(i, scalar, context));
        // The last task is done first.
        for (child, scalar, arm) in self.wanted(i, wanted, context).into_iter().rev() {
            match arm {
                Some(taken) => {
                    if let Some(context) = self.arm(i, taken, context) {
                        self.tasks.push(Task::Term(child, scalar, context));
                    }
                }
                None => self.tasks.push(Task::Term(child, scalar, context)),
            }
        }
    }

    /// What has to be there before a term is computed in a type: terms, in their types,
    /// and of which arm of a select they are.
    fn wanted(
        &self,
        i: usize,
        wanted: Scalar,
        context: Context,
    ) -> Vec<(usize, Option<Scalar>, Option<bool>)> {
        let node = &self.terms.nodes[i].node;
        let children = self.terms.children(i);
        if self.is_wide_product(i, wanted, context) {
            return vec![(children[0], Some(wanted), None)];
        }
        let natural = self.compute_type(i, wanted, context);
        if natural != wanted {
            return vec![(i, Some(natural), None)];
        }
        let all = |scalar: Scalar| children.iter().map(|c| (*c, Some(scalar), None)).collect::<Vec<_>>();
        match node {
            Node::Num(_) | Node::Var(_) => Vec::new(),
            Node::Compare(..) => all(self.widths.compared(i)),
            Node::Select(_) => vec![
                (children[0], Some(Scalar::Int(1)), None),
                (children[1], Some(wanted), Some(true)),
                (children[2], Some(wanted), Some(false)),
            ],
            // The function is a part of the operation that applies it.
            Node::App(_) => {
                let layout = self.terms.children(children[0]);
                let layout = layout.into_iter().map(|l| (l, None, None));
                layout.chain([(children[1], Some(Scalar::Index), None)]).collect()
            }
            Node::At(..) => {
                let indices = children[1..].iter().map(|c| (*c, Some(Scalar::Index), None));
                std::iter::once((children[0], None, None)).chain(indices).collect()
            }
            _ => {
                let quotient = self.quotient_of(i).map(|q| (q, Some(wanted), None));
                quotient.into_iter().chain(all(wanted)).collect()
            }
        }
    }

    /// For a remainder by an unknown, the term of its quotient, if that is computed too: the
    /// remainder then takes no second division.
    pub(super) fn quotient_of(&self, i: usize) -> Option<usize> {
        let Node::Mod([x, d]) = self.terms.nodes[i].node else { return None };
        let [x, d] = [x, d].map(|c| &self.terms.nodes[usize::from(c)]);
        let quotient = Node::Div([x.class, d.class]);
        let class = self.import.graph.lookup(quotient).filter(|_| d.facts.as_const().is_none())?;
        self.common.term_of.get(&class).copied().filter(|q| *q < i || self.has_no_remainder(*q))
    }

    /// Whether a term is computed without a remainder by an unknown. One that stands behind
    /// a remainder might else read it: operands stand before what reads them.
    fn has_no_remainder(&self, i: usize) -> bool {
        let (mut seen, mut stack) = (FxHashSet::from_iter([i]), vec![i]);
        while let Some(i) = stack.pop() {
            if matches!(self.terms.nodes[i].node, Node::Mod(_)) || seen.len() > QUOTIENT {
                return false;
            }
            stack.extend(self.terms.children(i).into_iter().filter(|c| seen.insert(*c)));
        }
        true
    }

    /// The type in which a term is computed that is wanted in `wanted`.
    pub(super) fn compute_type(&self, i: usize, wanted: Scalar, context: Context) -> Scalar {
        self.widths.compute_type(i, wanted, || self.have(context))
    }

    /// Whether a term is a product alone that is wanted wide and computed narrow: it is
    /// computed wide from its narrow factor, so that the scale of a memory operand joins it.
    pub(super) fn is_wide_product(&self, i: usize, wanted: Scalar, context: Context) -> bool {
        let machine = self.import.machine();
        let narrower = |i: usize| {
            let narrow = self.compute_type(i, wanted, context);
            machine.bits(narrow) < machine.bits(wanted)
        };
        self.widths.factor(i).is_some_and(|factor| factor > 1) && self.common.uses[i] == 1 && narrower(i)
    }

    fn replace(&mut self, number: u32, term: usize) {
        let scalar = self.import.items[number as usize].scalar;
        match self.available(term, Some(scalar), Context { item: number, arms: 0 }) {
            Some(Available { source, .. }) if source != Source::Item(number) => {
                self.becomes.insert(number, source);
            }
            _ => self.tasks.push(Task::Keep(number)),
        }
    }
}
