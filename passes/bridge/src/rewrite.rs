//! Rewrites one part of a function: import, simplify, plan, check, emit.

use fixedbitset::FixedBitSet;
use layout_egraph::{Effort, Error, Facts, Graph, Id, Options, Pick, Simplified, dump, simplify};
use layout_mlir::ir;
use melior::ir::{OperationRef, Value};
use rustc_hash::FxHashMap;

use crate::export::{self, Balance, Choices, Plan, Planning, Prices, Root, affine, emit, evaluate};
use crate::facts::{Machine, is_assumption, is_loop, leaf_facts};
use crate::import::{Around, Conditions, Import, Known, is_layout, is_layout_index};
use crate::order::Order;
use crate::resolve::Resolver;
use crate::segments::{Segment, segments};
use crate::stretches::Stretches;

/// Random assignments for which a checked plan is evaluated.
const ROUNDS: usize = 64;

/// Which values are rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Indices of layouts, and arithmetic with them.
    Layouts,
    /// All integer arithmetic.
    Everything,
}

/// How the e-graph is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dump {
    /// For Graphviz.
    Dot,
    /// As one JSON object.
    Json,
}

/// How a part is rewritten.
#[derive(Clone, Copy)]
pub struct Settings {
    /// How the e-graph is run.
    pub options: Options,
    /// The machine the program is for.
    pub machine: Machine,
    /// Whether 32-bit arithmetic is preferred where it is enough.
    pub narrow: bool,
    /// Whether more operations may take the place of fewer that cost more: the machine is
    /// known, so that costs are its instructions.
    pub may_grow: bool,
    /// Which values are rewritten.
    pub scope: Scope,
    /// Whether reasons are kept for [`Report::explanations`].
    pub explain: bool,
    /// Whether the e-graph is printed to standard error.
    pub dump: Option<Dump>,
    /// Changes the plan before it is checked: how a test sees that a check can fail.
    pub tamper: Option<fn(&mut Plan)>,
}

/// A value and the one that takes its place.
pub type Replacement<'c, 'a> = (Value<'c, 'a>, Value<'c, 'a>);

/// What was done to a part.
#[derive(Default)]
pub struct Report<'a> {
    /// Values that were looked at.
    pub roots: usize,
    /// What the run of the e-graph says; none if there was nothing to run.
    pub simplified: Option<Simplified>,
    /// For values that changed, the steps.
    pub explanations: Vec<(OperationRef<'a, 'a>, Vec<String>)>,
    /// Why the part was left as it is, if that is not for want of something cheaper.
    pub left: Option<String>,
}

/// Most values of a part whose steps are explained.
const EXPLAINED: usize = 8;

/// A bug: what was found is not what was there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsound {
    /// A rule.
    #[error("{0}")]
    Rule(String),
    /// What would be emitted.
    #[error("unsound plan (please report it): {0}")]
    Plan(#[from] evaluate::PlanError),
}

/// What a function knows beside its operations.
pub struct Function<'c, 'a> {
    /// Its operations.
    pub order: Order<'c, 'a>,
    /// Its layouts.
    pub resolver: Resolver<'c, 'a>,
    /// What of it runs together.
    stretches: Stretches,
    /// Whether it is code for a GPU.
    on_gpu: bool,
    /// Values of earlier parts.
    pub known: FxHashMap<ir::ValueKey, Known>,
}

impl<'c: 'a, 'a> Function<'c, 'a> {
    /// Looks a function over.
    pub fn new(function: OperationRef<'c, 'a>) -> Self {
        let order = Order::new(function);
        let (mut resolver, mut on_gpu) = (Resolver::default(), false);
        for op in order.ops() {
            let name = ir::name(*op);
            if is_layout(name) {
                resolver.visit(*op);
            }
            on_gpu |= name.starts_with("nvvm.") || name.starts_with("gpu.") && name != "gpu.launch_func";
        }
        let stretches = Stretches::new(&order);
        Self { order, resolver, stretches, on_gpu, known: FxHashMap::default() }
    }

    /// The terms of a segment; for facts alone (`low_bits`), or to be rewritten.
    fn import(
        &self,
        segment: &Segment,
        graph: Graph,
        machine: Machine,
        low_bits: bool,
    ) -> Import<'_, 'c, 'a> {
        let mut numbers = [segment.context.as_slice(), &segment.own].concat();
        numbers.sort_unstable();
        let ops: Vec<OperationRef<'c, 'a>> = numbers.into_iter().filter_map(|n| self.order.op(n)).collect();
        let Self { order, stretches, resolver, .. } = self;
        let around = Around { order, stretches, resolver, low_bits };
        Import::new(graph, &ops, around, &self.known, machine)
    }

    /// Takes note of what the terms of a segment say of its values.
    fn learn(&self, import: &Import<'_, 'c, 'a>, segment: &Segment) -> Vec<(ir::ValueKey, Known)> {
        let partly = import.partly().filter(|(value, _)| self.is_own(*value, segment));
        let mut out: Vec<_> =
            partly.map(|(value, facts)| (ir::key(value), Known { facts, of_layout: false })).collect();
        for item in import.items.iter().filter(|i| i.computed && self.is_own(i.value, segment)) {
            let facts = import.graph.facts(item.class);
            out.push((ir::key(item.value), Known { facts, of_layout: item.of_layout }));
        }
        out
    }

    /// What the terms of a function say of its integers: facts that hold wherever the value is
    /// no poison.
    pub fn learn_all(&mut self, machine: Machine) {
        for segment in segments(&self.order) {
            let import = self.import(&segment, Graph::default(), machine, true);
            let known = self.learn(&import, &segment);
            self.known.extend(known);
        }
        // Variables of loops are indices too.
        let loops = self.order.ops().iter().filter(|op| is_loop(**op)).flat_map(|op| ir::blocks(*op));
        let variables: Vec<_> = loops.flat_map(ir::arguments).collect();
        let mut import = self.import(&Segment::default(), Graph::default(), machine, true);
        let facts = |value| Some((ir::key(value), Known { facts: import.facts(value)?, of_layout: false }));
        let known: Vec<_> = variables.into_iter().filter_map(facts).collect();
        drop(import);
        self.known.extend(known);
    }

    /// What is known of an integer on the machine that [`Self::learn_all`] was called for: facts that hold
    /// wherever it is no poison.
    pub fn facts(&self, value: Value<'c, 'a>, machine: &Machine) -> Facts {
        let leaf = ir::constant(value).map_or_else(|| leaf_facts(value, machine), Facts::constant);
        let learned = self.known.get(&ir::key(value)).map(|known| leaf.meet(known.facts));
        learned.filter(|facts| !facts.is_contradiction()).unwrap_or(leaf)
    }

    fn is_own(&self, value: Value<'c, 'a>, segment: &Segment) -> bool {
        ir::defining_op(value)
            .and_then(|op| self.order.number(op))
            .is_some_and(|n| segment.own.binary_search(&n).is_ok())
    }

    /// Rewrites a segment: emits what replaces some of its values, which nothing uses yet.
    ///
    /// # Errors
    /// [`Unsound`], and nothing is emitted.
    pub fn rewrite(
        &mut self,
        segment: &Segment,
        settings: &Settings,
    ) -> Result<(Vec<Replacement<'c, 'a>>, Report<'a>), Unsound>
    where
        'c: 'a,
    {
        let graph = if settings.explain { Graph::explained() } else { Graph::default() };
        let mut import = self.import(segment, graph, settings.machine, false);
        let known = self.learn(&import, segment);
        let (affine, plain) = self.roots(&import, segment, settings.scope);
        let mut report = Report { roots: affine.len() + plain.len(), ..Report::default() };
        let mut replaced = self.plain(&mut import, segment, &plain, settings, &mut report)?;
        if !affine.is_empty() {
            drop(import);
            replaced.extend(self.affine(segment, &affine, settings)?);
        }
        self.known.extend(known);
        Ok((replaced, report))
    }

    /// Values that something else than terms uses: those that stay affine, and the others.
    fn roots(&self, import: &Import<'_, 'c, 'a>, segment: &Segment, scope: Scope) -> (Vec<u32>, Vec<u32>) {
        // What an affine operation reads is looked at for itself.
        let is_other = |value: Value<'c, 'a>, op: OperationRef<'c, 'a>| {
            !import.consumes(op) || ir::name(op).starts_with("affine.") && !affine::is_affine(value)
        };
        // What only layouts read beside is gone with them.
        let coordinates = coordinates(import);
        let is_shared = |number: u32| {
            let users = || ir::users(import.items[number as usize].value).into_iter();
            coordinates.contains(number as usize)
                && users().any(|op| !is_layout(ir::name(op)) && !import.consumes(op))
        };
        let is_root = |number: &u32| {
            let item = &import.items[*number as usize];
            item.computed
                && (scope == Scope::Everything || item.of_layout || is_shared(*number))
                && self.is_own(item.value, segment)
                && ir::users(item.value).into_iter().any(|op| is_other(item.value, op) && !is_assumption(op))
        };
        let roots = (0..import.items.len() as u32).filter(is_root);
        roots.partition(|number| {
            let value = import.items[*number as usize].value;
            affine::is_affine(value) || affine::is_needed(value)
        })
    }

    fn plain(
        &self,
        import: &mut Import<'_, 'c, 'a>,
        segment: &Segment,
        roots: &[u32],
        settings: &Settings,
        report: &mut Report<'a>,
    ) -> Result<Vec<Replacement<'c, 'a>>, Unsound> {
        let specs: Vec<layout_egraph::Root> = roots.iter().map(|r| root(import, *r)).collect();
        if specs.is_empty() {
            return Ok(Vec::new());
        }
        assume_common(import, roots);
        let Some(result) = run(import, &specs, &settings.options, report)? else { return Ok(Vec::new()) };
        match settings.dump {
            Some(Dump::Dot) => eprintln!("{}", dump::to_dot(&import.graph)),
            Some(Dump::Json) => eprintln!("{}", dump::to_json(&import.graph)),
            None => {}
        }
        let plan = self.choose(import, segment, roots, &specs, &result, settings)?;
        if settings.explain {
            self.explain(import, roots, &result, report);
        }
        report.simplified = Some(result);
        let Some(plan) = plan else { return Ok(Vec::new()) };
        let terms = &report.simplified.as_ref().map(|s| &s.terms);
        let Some(terms) = terms else { return Ok(Vec::new()) };
        let emitted = match emit::emit(import, terms, &self.order, &plan) {
            Ok(emitted) => emitted,
            Err(e) => {
                report.left = Some(e.to_string());
                return Ok(Vec::new());
            }
        };
        let value = |(item, source): &(u32, export::Source)| {
            Some((import.items[*item as usize].value, emitted.value(import, *source)?))
        };
        Ok(plan.replaced.iter().filter_map(value).collect())
    }

    /// The best plan for the terms that were found, if one is worth it.
    fn choose(
        &self,
        import: &Import<'_, 'c, 'a>,
        segment: &Segment,
        roots: &[u32],
        specs: &[layout_egraph::Root],
        result: &Simplified,
        settings: &Settings,
    ) -> Result<Option<Plan>, Unsound> {
        let always = settings.scope == Scope::Layouts || settings.options.pick == Pick::Worst;
        let mut best: Option<(Balance, Plan)> = None;
        // In 32 bits, which takes casts that a GPU has for nothing, or as it is.
        let narrow = settings.narrow && (always || self.on_gpu);
        let widths: &[bool] = match (narrow, always) {
            (true, true) => &[true],
            (true, false) => &[true, false],
            (false, _) => &[false],
        };
        let roots: Vec<Root> = roots
            .iter()
            .zip(specs)
            .zip(&result.terms.roots)
            .map(|((item, spec), term)| Root { item: *item, term: *term, address: spec.address })
            .collect();
        let prices = Prices::new(import, settings.options.cost, &is_memory);
        // Others read what is no part of this segment, and affine operations some values.
        let others = |value| !self.is_own(value, segment) || affine::is_needed(value);
        let fixed: Vec<bool> = import.items.iter().map(|item| others(item.value)).collect();
        for narrow in widths {
            let choices = Choices { narrow: *narrow, keep_layouts: settings.scope == Scope::Everything };
            let planning = Planning::new(import, &result.terms, &self.order, &roots, choices);
            let (balance, mut plan) = match settings.options.pick {
                Pick::Cheapest => export::settle(import, &planning, &prices, &fixed),
                Pick::Worst => {
                    let plan = planning.plan(&|item| fixed[item as usize]);
                    (Balance::new(&prices, &plan).0, plan)
                }
            };
            if let Some(tamper) = settings.tamper {
                tamper(&mut plan);
            }
            if settings.options.verify {
                let class = |term: usize| -> Id { result.terms.nodes[term].class };
                evaluate::check(import, &class, &plan, ROUNDS, 1)?;
            }
            if plan.replaced.is_empty() {
                continue;
            }
            let better = best.as_ref().is_none_or(|(b, _)| balance.net() < b.net());
            if (always || balance.gains(*narrow && settings.may_grow)) && better {
                best = Some((balance, plan));
            }
        }
        Ok(best.map(|(_, plan)| plan))
    }

    /// The steps from each value to what it became.
    fn explain(
        &self,
        import: &mut Import<'_, 'c, 'a>,
        roots: &[u32],
        result: &Simplified,
        report: &mut Report<'a>,
    ) {
        for (r, item) in roots.iter().enumerate().take(EXPLAINED) {
            let steps = layout_egraph::explain::explain(&mut import.graph, &result.given, &result.terms, r);
            if steps.len() > 1
                && let Some(op) = ir::defining_op(import.items[*item as usize].value)
            {
                report.explanations.push((op, steps));
            }
        }
    }

    /// Rewrites values that stay affine, each as one map.
    fn affine(
        &self,
        segment: &Segment,
        values: &[u32],
        settings: &Settings,
    ) -> Result<Vec<Replacement<'c, 'a>>, Unsound> {
        // The machine's operations are not affine.
        let options = Options { effort: Effort::Normalise, ..settings.options };
        let mut import = self.import(segment, Graph::default(), settings.machine, false);
        let specs: Vec<layout_egraph::Root> = values.iter().map(|r| root(&import, *r)).collect();
        assume_common(&mut import, values);
        let mut report = Report::default();
        let Some(result) = run(&mut import, &specs, &options, &mut report)? else { return Ok(Vec::new()) };
        let mut out = Vec::new();
        // Values of one operation go together: it is gone if they all are.
        let mut at = 0;
        while at < values.len() {
            let op = |k: usize| ir::defining_op(import.items[*values.get(k)? as usize].value).map(ir::op_key);
            let end = (at..values.len()).find(|k| op(*k) != op(at)).unwrap_or(values.len());
            out.extend(affine_group(&import, &result, &values[at..end], at, settings));
            at = end;
        }
        Ok(out)
    }
}

/// The maps of the values of one operation, where they are simpler than it.
fn affine_group<'c: 'a, 'a>(
    import: &Import<'_, 'c, 'a>,
    result: &Simplified,
    values: &[u32],
    first: usize,
    settings: &Settings,
) -> Vec<Replacement<'c, 'a>> {
    let terms = &result.terms;
    let mut maps = Vec::new();
    for (k, item) in values.iter().enumerate() {
        let Some(map) = affine::map(import, terms, terms.roots[first + k], *item) else {
            return Vec::new();
        };
        maps.push((import.items[*item as usize].value, map));
    }
    // Fewer operations when all is lowered, and as many as before until then.
    let old: Vec<Value<'c, 'a>> = maps.iter().map(|(old, _)| *old).collect();
    let needed: usize = maps.iter().map(|(_, map)| map.operations).sum();
    let added = maps.iter().filter(|(_, map)| map.operations > 0).count();
    let gains = needed < affine::superfluous(&old) && added <= 1;
    if !gains && settings.options.pick == Pick::Cheapest {
        return Vec::new();
    }
    maps.into_iter().filter_map(|(old, map)| Some((old, affine::apply(&map, old)?))).collect()
}

/// The items that coordinates of layouts are computed of: what an index takes of them anew others take from there.
fn coordinates(import: &Import<'_, '_, '_>) -> FixedBitSet {
    let mut read = FixedBitSet::with_capacity(import.items.len());
    // Operands stand before what reads them.
    for (number, item) in import.items.iter().enumerate().rev() {
        let is_index = || ir::defining_op(item.value).is_some_and(|op| is_layout_index(ir::name(op)));
        if item.computed && (read.contains(number) || is_index()) {
            item.operands.iter().for_each(|operand| read.insert(*operand as usize));
        }
    }
    read
}

/// Runs the e-graph; `None` if it found nothing that may be used, with the reason.
fn run(
    import: &mut Import<'_, '_, '_>,
    specs: &[layout_egraph::Root],
    options: &Options,
    report: &mut Report<'_>,
) -> Result<Option<Simplified>, Unsound> {
    match simplify(&mut import.graph, specs, options) {
        Ok(result) => Ok(Some(result)),
        Err(e @ (Error::Unsound(_) | Error::Lax(_))) => Err(Unsound::Rule(e.to_string())),
        Err(e) => {
            report.left = Some(e.to_string());
            Ok(None)
        }
    }
}

/// A value with whether it is an address: an index that only memory operations use.
fn root(import: &Import<'_, '_, '_>, item: u32) -> layout_egraph::Root {
    let item = &import.items[item as usize];
    let address = item.of_layout || ir::users(item.value).into_iter().all(is_memory);
    layout_egraph::Root { term: item.class, address }
}

/// Whether an operation takes an address.
fn is_memory(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    matches!(name.split('.').next(), Some("memref" | "vector" | "nvgpu"))
        || matches!(name, "affine.load" | "affine.store" | "llvm.getelementptr")
}

/// What every root promises holds wherever one of them matters: it is assumed.
fn assume_common(import: &mut Import<'_, '_, '_>, roots: &[u32]) {
    let must = |r: &u32| &import.items[*r as usize].must;
    let Some((first, rest)) = roots.split_first() else { return };
    let mut common: Conditions = must(first).clone();
    rest.iter().for_each(|r| common.intersect_with(must(r)));
    let assumed: Vec<(Id, Facts)> = import
        .graph
        .promises()
        .iter()
        .filter(|p| common.contains(p.by as usize))
        .map(|p| (p.class, p.facts))
        .collect();
    for (class, facts) in assumed {
        import.graph.assume(class, facts);
    }
    import.graph.rebuild();
}
