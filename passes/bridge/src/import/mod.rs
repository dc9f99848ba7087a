//! SSA to terms: integer arithmetic and layout operations as an e-graph.
//!
//! Terms are mathematical integers, IR values have a width. An operation becomes a
//! term if its result is the mathematical one wherever it is no poison: if facts
//! exclude wrapping, or a flag makes it poison. Everything else is a leaf. An
//! integer's value is the signed one, but the truth of one bit is 1.
//!
//! What a flag or a coordinate's domain promises holds where the operation that makes
//! the promise is no poison, and nowhere else. Each such *condition* has a number; an
//! item says which conditions hold wherever it is no poison ([`Item::must`]) and which
//! it takes to be none ([`Item::needs`]). A term may stand for a value if what the term
//! needs is what the value's being no poison implies.

mod arithmetic;
mod layouts;
mod loops;
mod memory;

use fixedbitset::FixedBitSet;
use layout_dialect::ops::{self, Yields};
use layout_egraph::{Facts, Graph, Id};
use layout_mlir::ir::{self, Scalar};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::{Machine, is_uniform, leaf_facts, loop_depth};
use crate::order::{Number, Order, Span};
use crate::resolve::Resolver;
use crate::stretches::Stretches;

pub use arithmetic::is_arithmetic;
pub(crate) use memory::only_indexes_memory;
use memory::{most_of_access, most_of_memory};

/// A set of conditions, by number.
pub type Conditions = FixedBitSet;

/// Adds a condition.
pub(crate) fn insert(set: &mut Conditions, condition: u32) {
    set.grow_and_insert(condition as usize);
}

/// Adds conditions.
pub(crate) fn extend(set: &mut Conditions, more: &Conditions) {
    set.grow(more.len());
    set.union_with(more);
}

/// An integer of the program.
pub struct Item<'c, 'a> {
    /// The value.
    pub value: Value<'c, 'a>,
    /// Its type.
    pub scalar: Scalar,
    /// Where it can be used.
    pub span: Span,
    /// Its class, as it was built.
    pub class: Id,
    /// Whether an operation computes it that became a term; else it is a leaf.
    pub computed: bool,
    /// The items that the operation reads.
    pub operands: Vec<u32>,
    /// Whether the value is computed from a layout.
    pub of_layout: bool,
    /// The condition that the value is no poison.
    pub condition: u32,
    /// Conditions that hold wherever the value is no poison.
    pub must: Conditions,
    /// Conditions under which the value is no poison.
    pub needs: Conditions,
}

/// What is known of a value from where it is computed.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Facts that hold wherever the value is no poison.
    pub facts: Facts,
    /// Whether it is computed from a layout.
    pub of_layout: bool,
}

/// A leaf of the e-graph.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// The item it stands for.
    pub item: u32,
    /// Who promises its facts, if they do not hold wherever the value is no poison.
    pub promised: Option<Promised>,
}

/// A promise of a leaf's facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promised {
    /// Its condition.
    pub condition: u32,
    /// Whether it holds wherever the operation that makes it runs, as what a loop says of
    /// its bounds does; else its being broken makes that operation's result poison.
    pub always: bool,
}

/// What is known of the function that operations are of.
#[derive(Clone, Copy)]
pub struct Around<'o, 'c, 'a> {
    /// Its operations.
    pub order: &'o Order<'c, 'a>,
    /// Which of them run together.
    pub stretches: &'o Stretches,
    /// Its layouts.
    pub resolver: &'o Resolver<'c, 'a>,
    /// Whether of what may wrap the low bits are known. Sums of it may be terms then because they fit by these
    /// bits, and of a term a coordinate promises less than of a leaf: for facts, not for rewriting.
    pub low_bits: bool,
}

/// The terms of some operations.
pub struct Import<'o, 'c, 'a> {
    /// The e-graph.
    pub graph: Graph,
    /// The integers, operands first.
    pub items: Vec<Item<'c, 'a>>,
    /// The leaves of the e-graph, by number.
    pub leaves: Vec<Leaf>,
    /// For each opaque layout its value.
    pub layouts: Vec<Value<'c, 'a>>,
    around: Around<'o, 'c, 'a>,
    machine: Machine,
    /// What is known of values that are computed elsewhere.
    known: &'o FxHashMap<ir::ValueKey, Known>,
    /// For each stretch what holds where it runs: its accesses are no poison, nor what they are computed from.
    run: FxHashMap<u32, Conditions>,
    /// For each loop what it says of its bounds, which holds wherever its body runs.
    inside: FxHashMap<usize, Conditions>,
    index: FxHashMap<ir::ValueKey, u32>,
    /// Operations all of whose results are terms.
    consumers: FxHashSet<usize>,
    layout_terms: FxHashMap<ir::ValueKey, Id>,
    /// For each value that is computed of terms, but is none: conditions that hold wherever it is no poison.
    behind: FxHashMap<ir::ValueKey, (Value<'c, 'a>, Conditions)>,
    /// For each such value facts that hold wherever it is no poison, if there are any.
    partly: FxHashMap<ir::ValueKey, (Value<'c, 'a>, Facts)>,
    /// Leaves of one value of which more is promised.
    promised: FxHashMap<(ir::ValueKey, i128, i128, i64, i64, bool), (Id, u32)>,
    conditions: u32,
    /// What the operation that is imported now reads.
    reads: Reads,
}

/// What an operation reads, and what it promises.
#[derive(Default)]
struct Reads {
    items: Vec<u32>,
    promises: Vec<u32>,
    /// The condition of the operation itself.
    own: u32,
    /// Whether the operation may be poison where its operands are not.
    poison: bool,
    /// What is known of the result though it is no term.
    partly: Option<Facts>,
}

/// Whether the result of an operation is the mathematical one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    /// Whatever the operands are: quotients, remainders, bits.
    Always,
    /// Else the result is poison: flags, coordinates.
    Promised,
    /// Unless it wraps, which facts must exclude.
    Unless,
}

impl Holds {
    /// Of an operation that may wrap, by whether it promises not to.
    fn promised(promised: bool) -> Self {
        if promised { Self::Promised } else { Self::Unless }
    }
}

/// Whether an operation computes an index from a layout.
pub fn is_layout_index(name: &str) -> bool {
    ops::yields(name) == Some(Yields::Integer)
}

/// Whether an operation yields a layout.
pub fn is_layout(name: &str) -> bool {
    matches!(ops::yields(name), Some(Yields::Made | Yields::Layout))
}

impl<'o, 'c: 'a, 'a> Import<'o, 'c, 'a> {
    /// Imports operations given in the order of their numbers into `graph`, which is empty.
    pub fn new(
        graph: Graph,
        ops: &[OperationRef<'c, 'a>],
        around: Around<'o, 'c, 'a>,
        known: &'o FxHashMap<ir::ValueKey, Known>,
        machine: Machine,
    ) -> Self {
        let mut import = Self {
            graph,
            items: Vec::new(),
            leaves: Vec::new(),
            layouts: Vec::new(),
            around,
            machine,
            known,
            run: FxHashMap::default(),
            inside: FxHashMap::default(),
            index: FxHashMap::default(),
            consumers: FxHashSet::default(),
            layout_terms: FxHashMap::default(),
            behind: FxHashMap::default(),
            partly: FxHashMap::default(),
            promised: FxHashMap::default(),
            conditions: 0,
            reads: Reads::default(),
        };
        for op in ops {
            import.visit(*op);
        }
        import.run_together();
        import.graph.rebuild();
        import
    }

    /// The item of a value, if there is one.
    pub fn item(&self, value: Value<'c, 'a>) -> Option<u32> {
        self.index.get(&ir::key(value)).copied()
    }

    /// Whether all results of an operation are terms: it reads terms as terms.
    pub fn consumes(&self, op: OperationRef<'c, 'a>) -> bool {
        self.consumers.contains(&ir::op_key(op))
    }

    /// Values that are no terms, but are computed of some, with facts that hold wherever they are no poison.
    pub fn partly(&self) -> impl Iterator<Item = (Value<'c, 'a>, Facts)> {
        self.partly.values().copied()
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Conditions that hold where the operation of a number runs.
    pub fn holds_at(&self, number: Number) -> Option<&Conditions> {
        self.run.get(&self.around.stretches.of(number)?)
    }

    /// Conditions that hold where the operation of a number is reached: those of the loops around it.
    pub fn holds_inside(&self, number: Number) -> Conditions {
        let mut out = Conditions::new();
        let parent = |op: OperationRef<'c, 'a>| op.block().and_then(ir::block_parent);
        let mut around = self.around.order.op(number).and_then(parent);
        while let Some(op) = around {
            self.inside.get(&ir::op_key(op)).into_iter().for_each(|more| extend(&mut out, more));
            around = parent(op);
        }
        out
    }

    /// Has what the accesses of a stretch promise hold for all that is computed in it.
    fn run_together(&mut self) {
        let around = self.around;
        let stretch = |op| around.stretches.of(around.order.number(op)?);
        let items = self.items.iter().map(|item| (item.value, &item.must));
        let others = self.behind.iter().filter(|(value, _)| !self.index.contains_key(value));
        for (value, must) in items.chain(others.map(|(_, (value, must))| (*value, must))) {
            let accesses = ir::uses(value).into_iter().filter(|place| most_of_access(place).is_some());
            for stretch in accesses.filter_map(|place| stretch(place.op)) {
                extend(self.run.entry(stretch).or_default(), must);
            }
        }
        for (stretch, before) in around.stretches.before() {
            if let Some(more) = before.and_then(|before| self.run.get(&before)).cloned() {
                extend(self.run.entry(stretch).or_default(), &more);
            }
        }
        for item in self.items.iter_mut().filter(|item| item.computed) {
            let run = ir::defining_op(item.value).and_then(stretch).and_then(|s| self.run.get(&s));
            run.into_iter().for_each(|run| extend(&mut item.must, run));
        }
    }

    fn condition(&mut self) -> u32 {
        self.conditions += 1;
        self.conditions - 1
    }

    fn visit(&mut self, op: OperationRef<'c, 'a>) {
        let name = ir::name(op);
        let own = self.condition();
        self.reads = Reads { own, ..Reads::default() };
        let terms: Vec<Option<Id>> = match ops::find(name) {
            Some(known) if known.yields() == Yields::Integer => vec![self.layout_integer(op, known)],
            _ => self.arithmetic(op, name),
        };
        let reads = std::mem::take(&mut self.reads);
        let results = ir::results(op);
        let select = name == "arith.select";
        let arms_need_more = select && self.arms_need_more(&reads);
        let either_arm = || self.either_arm(&reads).filter(|_| self.around.low_bits);
        let partly = if arms_need_more { either_arm() } else { reads.partly };
        if let ([value], Some(facts)) = (results.as_slice(), partly) {
            self.partly.insert(ir::key(*value), (*value, facts));
        }
        if arms_need_more {
            return;
        }
        if !select && is_arithmetic(name) {
            self.poisoned(&results, &reads);
        }
        if terms.len() == results.len() && terms.iter().all(Option::is_some) {
            self.consumers.insert(ir::op_key(op));
        }
        for (value, term) in results.into_iter().zip(terms) {
            if let (Some(class), Some(scalar), Some(span)) =
                (term, ir::scalar(value.r#type()), self.around.order.span(value))
            {
                let (mut must, needs) = self.conditions_of(&reads, select);
                // Elsewhere whoever uses the value is undefined. A condition of its own: the
                // operation's other results are promised nothing.
                if let (Scalar::Index, Some(most)) = (scalar, most_of_memory(value)) {
                    let within = self.machine.range(scalar).meet(Facts::range(0, most));
                    let access = self.condition();
                    self.graph.promise(class, within, access);
                    insert(&mut must, access);
                }
                let of_layout =
                    is_layout_index(name) || reads.items.iter().any(|i| self.items[*i as usize].of_layout);
                self.add(Item {
                    value,
                    scalar,
                    span,
                    class,
                    computed: true,
                    operands: reads.items.clone(),
                    of_layout,
                    condition: reads.own,
                    must,
                    needs,
                });
            }
        }
    }

    /// Takes note that results are poison where one of the operands is.
    fn poisoned(&mut self, results: &[Value<'c, 'a>], reads: &Reads) {
        let mut must = Conditions::new();
        reads.items.iter().for_each(|i| extend(&mut must, &self.items[*i as usize].must));
        self.behind.extend(results.iter().map(|value| (ir::key(*value), (*value, must.clone()))));
    }

    fn add(&mut self, item: Item<'c, 'a>) -> u32 {
        let number = self.items.len() as u32;
        self.index.insert(ir::key(item.value), number);
        self.items.push(item);
        number
    }

    /// The conditions of an operation's results.
    fn conditions_of(&self, reads: &Reads, select: bool) -> (Conditions, Conditions) {
        let of = |i: &u32| &self.items[*i as usize];
        let (mut must, mut needs) = (Conditions::new(), Conditions::new());
        insert(&mut must, reads.own);
        reads.promises.iter().for_each(|p| insert(&mut must, *p));
        if let (true, [c, a, b]) = (select, &reads.items[..]) {
            // Poison in the arm that is not chosen does no harm.
            let mut both = of(a).must.clone();
            both.intersect_with(&of(b).must);
            extend(&mut must, &both);
            extend(&mut must, &of(c).must);
        } else {
            reads.items.iter().for_each(|i| extend(&mut must, &of(i).must));
        }
        reads.items.iter().for_each(|i| extend(&mut needs, &of(i).needs));
        reads.promises.iter().for_each(|p| insert(&mut needs, *p));
        if reads.poison {
            insert(&mut needs, reads.own);
        }
        (must, needs)
    }

    /// Whether an arm of a select is a term only under promises that the select's being
    /// no poison does not imply: rewriting could take the arm out of its guard.
    fn arms_need_more(&self, reads: &Reads) -> bool {
        let (must, _) = self.conditions_of(reads, true);
        let promised = |i: &u32| {
            let needs = &self.items[*i as usize].needs;
            self.leaves.iter().filter_map(|l| l.promised).any(|p| {
                let condition = p.condition as usize;
                needs.contains(condition) && !must.contains(condition)
            })
        };
        reads.items.iter().any(promised)
    }

    /// What is known of a select, whichever arm it is: of that one all holds that its being no poison implies.
    fn either_arm(&self, reads: &Reads) -> Option<Facts> {
        let of = |i: u32| self.graph.facts(self.items[i as usize].class);
        let [_, a, b] = reads.items[..] else { return None };
        Some(of(a).join(&of(b)))
    }

    /// The term of an operand of the operation that is imported, inside its loops.
    fn operand(&mut self, op: OperationRef<'c, 'a>, i: usize) -> Option<Id> {
        let value = ir::operand(op, i)?;
        match self.inside_loops(op, value) {
            Some((promise, of)) => self.promised(value, promise, Some(of)),
            None => self.read(value),
        }
    }

    /// The term of a value that the operation that is imported reads.
    fn read(&mut self, value: Value<'c, 'a>) -> Option<Id> {
        let item = self.value(value)?;
        self.reads.items.push(item);
        Some(self.items[item as usize].class)
    }

    /// The class of a value that no operation reads, such as a bound.
    fn class(&mut self, value: Value<'c, 'a>) -> Option<Id> {
        let item = self.value(value)?;
        Some(self.items[item as usize].class)
    }

    /// What is known of a value that was not imported for any operation, such as a loop's variable.
    pub fn facts(&mut self, value: Value<'c, 'a>) -> Option<Facts> {
        self.class(value).map(|class| self.graph.facts(class))
    }

    /// The item of a value: its term, or a leaf.
    fn value(&mut self, value: Value<'c, 'a>) -> Option<u32> {
        if let Some(item) = self.item(value) {
            return Some(item);
        }
        let (scalar, span) = (ir::scalar(value.r#type())?, self.around.order.span(value)?);
        if let Some(c) = ir::constant(value) {
            let class = self.constant(c, scalar);
            let number = self.add_leaf(value, scalar, span, class);
            self.items[number as usize].needs.clear();
            return Some(number);
        }
        let mut facts = leaf_facts(value, &self.machine);
        let known = self.known.get(&ir::key(value)).map(|known| known.facts);
        let partly = self.partly.get(&ir::key(value)).map(|(_, facts)| *facts);
        for more in known.into_iter().chain(partly) {
            facts = Some(facts.meet(more)).filter(|f| !f.is_contradiction()).unwrap_or(facts);
        }
        let stepped = facts.meet(self.stepped(value));
        let facts = if stepped.is_contradiction() { facts } else { stepped };
        let (facts, below) = self.induction(value, facts);
        // The bounds of a loop may have made the value an item meanwhile.
        if let Some(item) = self.item(value) {
            return Some(item);
        }
        let number = self.items.len() as u32;
        let class = match facts.as_const() {
            Some(c) => self.graph.num(c),
            None => self.leaf(value, facts, Leaf { item: number, promised: None }),
        };
        if let Some(upper) = below {
            self.graph.assume_less(class, upper);
        }
        Some(self.add_leaf(value, scalar, span, class))
    }

    /// A number of the program: its low bits, as a signed number of the type. (An index may be
    /// written with more bits than it has.)
    fn constant(&mut self, c: i64, scalar: Scalar) -> Id {
        let beyond = 64 - self.machine.bits(scalar);
        self.graph.num(if scalar == Scalar::Int(1) { c & 1 } else { c << beyond >> beyond })
    }

    fn add_leaf(&mut self, value: Value<'c, 'a>, scalar: Scalar, span: Span, class: Id) -> u32 {
        let own = self.condition();
        let mut must = Conditions::new();
        insert(&mut must, own);
        let needs = must.clone();
        if let Some((_, behind)) = self.behind.get(&ir::key(value)) {
            extend(&mut must, behind);
        }
        let (computed, operands) = (false, Vec::new());
        let of_layout = self.known.get(&ir::key(value)).is_some_and(|k| k.of_layout);
        self.add(Item {
            value,
            scalar,
            span,
            class,
            computed,
            operands,
            of_layout,
            condition: own,
            must,
            needs,
        })
    }

    fn leaf(&mut self, value: Value<'c, 'a>, facts: Facts, leaf: Leaf) -> Id {
        self.leaves.push(leaf);
        let depth = loop_depth(value);
        if is_uniform(value) { self.graph.uniform_var(facts, depth) } else { self.graph.var(facts, depth) }
    }

    /// The term of a value that the operation promises more of than is known: a leaf of
    /// its own, since the promise must not reach other uses. One that a loop makes of its bounds is
    /// `of_loop`, that loop's key.
    fn promised(&mut self, value: Value<'c, 'a>, promise: Facts, of_loop: Option<usize>) -> Option<Id> {
        let term = self.read(value)?;
        Some(match self.promised_leaf(value, term, promise, of_loop) {
            Some((leaf, condition)) => {
                self.reads.promises.push(condition);
                leaf
            }
            None => {
                // Nothing is promised of a term that is none alone, but what may be
                // emitted for this use may rest on it.
                if !self.graph.facts(term).implies(&promise) {
                    self.graph.promise(term, promise, self.reads.own);
                    self.reads.poison = true;
                }
                term
            }
        })
    }

    /// A leaf for a value of which more is promised, with the condition; `None` if that
    /// is no news, or the value is no leaf.
    fn promised_leaf(
        &mut self,
        value: Value<'c, 'a>,
        term: Id,
        promise: Facts,
        of_loop: Option<usize>,
    ) -> Option<(Id, u32)> {
        let facts = self.graph.facts(term);
        let met = facts.meet(promise);
        let is_leaf = self.graph.is_unknown(term);
        if met == facts || met.is_contradiction() || !is_leaf {
            return None;
        }
        let always = of_loop.is_some();
        let key = (ir::key(value), met.lo, met.hi, met.modulus, met.residue, always);
        let (leaf, condition) = match self.promised.get(&key) {
            Some(known) => *known,
            None => {
                let condition = self.condition();
                let item = self.item(value)?;
                let leaf =
                    self.leaf(value, met, Leaf { item, promised: Some(Promised { condition, always }) });
                self.promised.insert(key, (leaf, condition));
                (leaf, condition)
            }
        };
        if let Some(of_loop) = of_loop {
            insert(self.inside.entry(of_loop).or_default(), condition);
        }
        Some((leaf, condition))
    }

    /// Takes note that the result of the operation that is imported is a number of its
    /// type. `None` if that is not known.
    fn result(&mut self, term: Id, scalar: Scalar, holds: Holds) -> Option<Id> {
        let of_type = self.machine.range(scalar);
        let facts = self.graph.facts(term);
        if facts.implies(&of_type) {
            return Some(term);
        }
        if holds == Holds::Unless {
            self.reads.partly = self.around.low_bits.then(|| facts.wrapped(self.machine.bits(scalar)));
            return None;
        }
        if facts.meet(of_type).is_contradiction() {
            return None;
        }
        self.graph.promise(term, of_type, self.reads.own);
        self.reads.poison |= holds == Holds::Promised;
        Some(term)
    }
}
