//! Which values stay, which become others, which terms are computed anew.
//!
//! Every value that the chosen terms leave as it is computed stays, with its type and
//! its flags; a value whose term changed becomes what the term is computed by, or an
//! equal value that is there already. All work stands on a stack of tasks: terms and
//! chains of operations may be deep.

use std::collections::{BTreeMap, HashMap, HashSet};

use egg::Id;
use layout_dialect::Known;
use layout_dialect::ir::{self, Scalar};
use layout_egraph::{Node, Terms};
use melior::ir::ValueLike;

use super::sink::sink;
use super::width::Widths;
use super::{Flags, Op, Plan, Planned, Source};
use crate::import::{Conditions, Import, extend, insert, is_layout_index};
use crate::order::{Number, Order, Span};

/// Operations of a value that are counted before it is taken for too long to keep.
const REGION: usize = 256;

/// What a plan may choose.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    /// Whether terms that 32 bits hold are computed in 32 bits, whatever they are
    /// computed in now.
    pub narrow: bool,
    /// Whether indices of known layouts may stay layout operations.
    pub keep_layouts: bool,
}

/// A value whose users are not looked at, with the term that it becomes.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The value.
    pub item: u32,
    /// Its term.
    pub term: usize,
    /// Whether it is an address: a memory operand adds a constant for nothing.
    pub address: bool,
}

/// Plans the computation of `roots`. A root whose term cannot be justified stays as it
/// is, and so does an item that is `fixed`; what it reads may change.
pub fn plan<'c: 'a, 'a>(
    import: &Import<'_, 'c, 'a>,
    terms: &Terms,
    order: &Order<'c, 'a>,
    roots: &[Root],
    fixed: &dyn Fn(u32) -> bool,
    choices: Choices,
) -> Plan {
    let mut planner = Planner::new(import, terms, order, fixed, choices);
    for root in roots {
        planner.root(*root);
    }
    let mut plan = planner.finish();
    sink(import, order, &mut plan);
    plan
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
    pub(super) widths: Widths<'p, 'o, 'c, 'a>,
    fixed: &'p dyn Fn(u32) -> bool,
    choices: Choices,
    /// The nodes by which the program computes each class.
    given: HashMap<Id, Vec<Node>>,
    /// Computed items and leaves of each class, in the order of their definitions.
    of_class: HashMap<Id, Vec<u32>>,
    /// The term of each class.
    term_of: HashMap<Id, usize>,
    /// How many terms and roots use each term.
    pub(super) uses: Vec<usize>,
    tasks: Vec<Task>,
    known: HashMap<(usize, Option<Scalar>), Vec<Available>>,
    failed: HashSet<(usize, Option<Scalar>, Context)>,
    /// Conditions that hold within arms of selects, beside those of the item.
    arms: Vec<Conditions>,
    number_of_arms: HashMap<Conditions, u32>,
    decided: HashSet<u32>,
    kept: HashSet<u32>,
    /// Items that become another value.
    becomes: BTreeMap<u32, Source>,
    ops: Vec<Planned>,
    /// Planned operations by what they do.
    same: HashMap<(Op, Vec<Source>, Option<Scalar>), Vec<u32>>,
}

impl<'p, 'o, 'c: 'a, 'a> Planner<'p, 'o, 'c, 'a> {
    fn new(
        import: &'p Import<'o, 'c, 'a>,
        terms: &'p Terms,
        order: &'p Order<'c, 'a>,
        fixed: &'p dyn Fn(u32) -> bool,
        choices: Choices,
    ) -> Self {
        let mut of_class: HashMap<Id, Vec<u32>> = HashMap::new();
        for (i, item) in import.items.iter().enumerate() {
            of_class.entry(import.graph.egraph.find(item.class)).or_default().push(i as u32);
        }
        let term_of = terms.nodes.iter().enumerate().map(|(i, n)| (n.class, i)).rev().collect();
        let mut uses = vec![0; terms.nodes.len()];
        for i in 0..terms.nodes.len() {
            terms.children(i).into_iter().for_each(|c| uses[c] += 1);
        }
        terms.roots.iter().for_each(|r| uses[*r] += 1);
        Self {
            import,
            terms,
            order,
            widths: Widths::new(import, terms, choices.narrow),
            fixed,
            choices,
            given: import.graph.given(),
            of_class,
            term_of,
            uses,
            tasks: Vec::new(),
            known: HashMap::new(),
            failed: HashSet::new(),
            arms: vec![Conditions::new()],
            number_of_arms: HashMap::from([(Conditions::new(), 0)]),
            decided: HashSet::new(),
            kept: HashSet::new(),
            becomes: BTreeMap::new(),
            ops: Vec::new(),
            same: HashMap::new(),
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
        let value = self.import.items[context.item as usize].value;
        ir::defining_op(value).and_then(|op| self.order.number(op)).unwrap_or(0)
    }

    /// Whether conditions hold in a context.
    pub(super) fn hold(&self, needs: &Conditions, context: Context) -> bool {
        let item = &self.import.items[context.item as usize].must;
        needs.is_subset(item) || needs.is_subset(&self.have(context))
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
        for (child, scalar, arm) in self.wanted(i, wanted).into_iter().rev() {
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
    fn wanted(&self, i: usize, wanted: Scalar) -> Vec<(usize, Option<Scalar>, Option<bool>)> {
        let node = &self.terms.nodes[i].node;
        let children = self.terms.children(i);
        if self.is_wide_product(i, wanted) {
            return vec![(children[0], Some(wanted), None)];
        }
        let natural = self.widths.compute_type(i, wanted);
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
        let class = self.import.graph.egraph.lookup(quotient).filter(|_| d.facts.as_const().is_none())?;
        self.term_of.get(&class).copied().filter(|q| *q < i || self.has_no_remainder(*q))
    }

    /// Whether a term is computed without a remainder by an unknown. One that stands behind
    /// a remainder might else read it: operands stand before what reads them.
    fn has_no_remainder(&self, i: usize) -> bool {
        let (mut seen, mut stack) = (HashSet::from([i]), vec![i]);
        while let Some(i) = stack.pop() {
            if matches!(self.terms.nodes[i].node, Node::Mod(_)) || seen.len() > REGION {
                return false;
            }
            stack.extend(self.terms.children(i).into_iter().filter(|c| seen.insert(*c)));
        }
        true
    }

    /// Whether a term is a product alone that is wanted wide and computed narrow: it is
    /// computed wide from its narrow factor, so that the scale of a memory operand joins it.
    pub(super) fn is_wide_product(&self, i: usize, wanted: Scalar) -> bool {
        let factor = match &self.terms.nodes[i].node {
            Node::Sum(sum) if sum.constant == 0 => match &*sum.coefficients {
                [factor] => *factor,
                _ => return false,
            },
            Node::Shl(k, _) if *k < 32 => 1 << k,
            _ => return false,
        };
        let narrow = self.widths.compute_type(i, wanted);
        let machine = self.import.machine();
        factor > 1 && machine.bits(narrow) < machine.bits(wanted) && self.uses[i] == 1
    }

    /// The context of an arm of a select that is a term: what its arm promises holds in
    /// it, if the program has that select and it is no poison here.
    fn arm(&mut self, i: usize, taken: bool, context: Context) -> Option<Context> {
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
        let of = |item: u32| self.import.graph.egraph.find(self.import.items[item as usize].class);
        let have = self.have(context);
        self.of_class.get(&class)?.iter().copied().find(|item| {
            let item = &self.import.items[*item as usize];
            have.contains(item.condition as usize)
                && item.operands.len() == 3
                && [condition, a, b].iter().zip(&item.operands).all(|(t, o)| class_of(*t) == of(*o))
        })
    }

    /// The operands of a select as they are available in their arms, and the conditions
    /// under which all of it is no poison.
    pub(super) fn select_operands(
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

    /// An item that has the value of a term already, in the type, and stays.
    fn existing(&self, i: usize, scalar: Scalar, context: Context) -> Option<u32> {
        let at = self.at(context);
        // A value that happens to be one integer is no better than the integer.
        let constant = matches!(self.terms.nodes[i].node, Node::Num(_));
        let candidates = self.of_class.get(&self.terms.nodes[i].class)?;
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
        let class = self.import.graph.egraph.find(item.class);
        if !self.given.get(&class).is_some_and(|nodes| nodes.contains(&node)) {
            return false;
        }
        let boundary: Vec<Id> =
            self.terms.children(i).into_iter().map(|c| self.terms.nodes[c].class).collect();
        let most = self.operations(i, item.scalar).min(REGION);
        self.region(number, &boundary, most).is_some()
    }

    /// Whether an item is an index of a known layout, which is to be arithmetic.
    fn must_go(&self, number: u32) -> bool {
        !self.choices.keep_layouts
            && ir::defining_op(self.import.items[number as usize].value).is_some_and(|op| {
                let layout = ir::operand(op, 0).map(|l| Known::of_type(l.r#type()));
                is_layout_index(&ir::name(op)) && layout != Some(Some(Known::Nothing))
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
                let class = self.import.graph.egraph.find(item.class);
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
    fn keep(&mut self, number: u32) {
        self.decided.insert(number);
        if !self.kept.insert(number) {
            return;
        }
        let item = &self.import.items[number as usize];
        self.tasks.extend(item.operands.iter().rev().map(|o| Task::Operand(*o)));
    }

    /// An item that one that stays reads: it becomes its term where that is chosen.
    fn operand(&mut self, number: u32) {
        let item = &self.import.items[number as usize];
        if !item.computed || !self.decided.insert(number) {
            return;
        }
        let class = self.import.graph.egraph.find(item.class);
        match self.term_of.get(&class) {
            Some(term) if !(self.fixed)(number) => {
                self.tasks.push(Task::Replace(number, *term));
                self.tasks.push(Task::Term(*term, Some(item.scalar), Context { item: number, arms: 0 }));
            }
            _ => self.tasks.push(Task::Keep(number)),
        }
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

    /// Divisors must not be poison, which a division makes undefined behaviour of: what
    /// overflows only where a promise is broken does so without flags.
    fn strip_divisors(&mut self) {
        let mut divides = vec![false; self.ops.len()];
        for n in (0..self.ops.len()).rev() {
            let planned = &mut self.ops[n];
            let read = if divides[n] { &planned.operands[..] } else { divisor(planned) };
            for source in read {
                if let Source::New(m) = source {
                    divides[*m as usize] = true;
                }
            }
            if let Op::Binary(_, flags) = &mut planned.op
                && divides[n]
                && !planned.needs.is_clear()
            {
                *flags = Flags::default();
            }
        }
    }

    /// Leaves out what nothing uses, and puts constants first.
    fn finish(mut self) -> Plan {
        self.strip_divisors();
        let mut used = vec![false; self.ops.len()];
        let mark = |used: &mut [bool], source: &Source| {
            if let Source::New(n) = source {
                used[*n as usize] = true;
            }
        };
        self.becomes.values().for_each(|source| mark(&mut used, source));
        for n in (0..self.ops.len()).rev() {
            if used[n] {
                self.ops[n].operands.iter().for_each(|source| mark(&mut used, source));
            }
        }
        let mut number = vec![0; self.ops.len()];
        let mut plan = Plan::default();
        let moved = |number: &[u32], source: Source| match source {
            Source::New(n) => Source::New(number[n as usize]),
            other => other,
        };
        let ops = self.ops.into_iter().enumerate().filter(|(n, _)| used[*n]);
        let (constants, others): (Vec<_>, Vec<_>) = ops.partition(|(_, op)| matches!(op.op, Op::Constant(_)));
        for (n, mut op) in constants.into_iter().chain(others) {
            number[n] = plan.ops.len() as u32;
            op.operands.iter_mut().for_each(|source| *source = moved(&number, *source));
            plan.ops.push(op);
        }
        plan.replaced = self.becomes.iter().map(|(item, source)| (*item, moved(&number, *source))).collect();
        plan
    }

    /// Adds an operation to the plan, behind the last of its operands; or, where it must
    /// not run earlier, at the item it is computed for.
    #[allow(clippy::too_many_arguments, reason = "the parts of an operation")]
    pub(super) fn push(
        &mut self,
        op: Op,
        operands: &[Available],
        scalar: Option<Scalar>,
        needs: Conditions,
        here: bool,
        term: Option<usize>,
        context: Context,
    ) -> Option<Available> {
        let at = self.at(context);
        let last = operands.iter().map(|a| a.span.from).max();
        let place = match last {
            Some(from) if !here => from,
            _ => at,
        };
        let operands = operands.iter().map(|a| a.source).collect();
        self.push_at(place, op, operands, scalar, needs, term, context)
    }

    /// Adds an operation at a place.
    #[allow(clippy::too_many_arguments, reason = "the parts of an operation")]
    pub(super) fn push_at(
        &mut self,
        place: Number,
        op: Op,
        operands: Vec<Source>,
        scalar: Option<Scalar>,
        needs: Conditions,
        term: Option<usize>,
        context: Context,
    ) -> Option<Available> {
        let (at, span) = (self.at(context), self.order.span_before(place)?);
        let key = (op, operands, scalar);
        for number in self.same.get(&key).into_iter().flatten() {
            let planned = &self.ops[*number as usize];
            if planned.span.contains(at) {
                return Some(Available { source: Source::New(*number), span: planned.span, needs });
            }
        }
        let number = self.ops.len() as u32;
        let (op, operands) = (key.0.clone(), key.1.clone());
        let for_item = context.item;
        self.ops.push(Planned { op, operands, scalar, place, span, needs: needs.clone(), term, for_item });
        self.same.entry(key).or_default().push(number);
        Some(Available { source: Source::New(number), span, needs })
    }
}

/// What an operation divides by.
fn divisor(planned: &Planned) -> &[Source] {
    match planned.op {
        Op::Binary(op, _) if op.divides() => planned.operands.get(1..).unwrap_or_default(),
        _ => &[],
    }
}
