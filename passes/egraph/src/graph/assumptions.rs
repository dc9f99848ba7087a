//! What holds for reasons outside the graph: assumptions, and promises of single uses.

use egg::Id;

use super::Graph;
use layout_integer::Facts;
use rustc_hash::FxHashMap;

/// A promise that a program made for one use of a value: facts of its class that hold
/// wherever that use is defined, and nowhere else.
#[derive(Clone, Copy, Debug)]
pub struct Promise {
    /// The class.
    pub class: Id,
    /// What is promised of it.
    pub facts: Facts,
    /// Who promises: the caller's number for the use.
    pub by: u32,
}

impl Graph {
    /// Records that a class has `facts`, beyond what its terms say: elsewhere the
    /// program is undefined.
    pub fn assume(&mut self, id: Id, facts: Facts) {
        let mut data = self.egraph[id].data.clone();
        let met = data.facts.meet(facts);
        if met != data.facts && !met.is_contradiction() {
            data.facts = met;
            self.egraph.set_analysis_data(id, data);
            self.egraph.analysis.assumed.push((id, facts));
        }
    }

    /// Takes note of a promise: it decides what may be emitted for uses that it covers,
    /// and is not a fact of the class, which others use too.
    pub fn promise(&mut self, class: Id, facts: Facts, by: u32) {
        self.promises.push(Promise { class, facts, by });
    }

    /// The promises.
    pub fn promises(&self) -> &[Promise] {
        &self.promises
    }

    /// What is known of a class where everything that was promised of it holds.
    pub fn promised(&self) -> FxHashMap<Id, Facts> {
        let mut out: FxHashMap<Id, Facts> = FxHashMap::default();
        for promise in &self.promises {
            let class = self.egraph.find(promise.class);
            let facts = out.entry(class).or_insert_with(|| self.facts(class));
            *facts = facts.meet(promise.facts);
        }
        out
    }

    /// What was assumed of classes.
    pub fn assumptions(&self) -> &[(Id, Facts)] {
        &self.egraph.analysis.assumed
    }

    /// Pairs of classes of which the first is assumed to be less than the second.
    pub fn assumed_less(&self) -> &[(Id, Id)] {
        &self.egraph.analysis.less
    }

    /// Records that `a < b`, beyond what their facts say.
    pub fn assume_less(&mut self, a: Id, b: Id) {
        self.egraph.analysis.less.push((a, b));
    }

    /// Whether `a < b` is known.
    pub fn less(&self, a: Id, b: Id) -> bool {
        self.facts(a).hi < self.facts(b).lo
            || self.egraph.analysis.less.iter().any(|(x, y)| self.same(*x, a) && self.same(*y, b))
    }
}
