//! What the terms of a sum are as quotients and remainders.

use std::rc::Rc;

use egg::{EClass, Id};
use smallvec::SmallVec;

use super::Graph;
use super::analysis::Data;
use crate::language::{Linear, Node};

/// Nodes of a class below a match that are looked at; terms of programs have under twenty.
pub const CLASS: usize = 64;

/// A term of a sum.
pub(crate) struct Term<'t> {
    /// What it is multiplied by.
    pub(crate) scale: i64,
    pub(crate) id: Id,
    /// What it is as a quotient by a constant: of what, by what.
    pub(crate) quotients: &'t [(Id, i64)],
    /// The same as a remainder.
    pub(crate) remainders: &'t [(Id, i64)],
}

/// The terms of a sum.
#[derive(Debug)]
pub(crate) struct Digits {
    /// Of each term: what it is multiplied by, and where in [`Self::all`] its remainders begin and end. Its
    /// quotients begin where the remainders of the term before it end.
    places: SmallVec<[(i64, Id, usize, usize); 8]>,
    all: SmallVec<[(Id, i64); 16]>,
    /// The numbers of the terms that are quotients or remainders.
    pub(crate) numbers: SmallVec<[usize; 8]>,
}

impl Digits {
    /// What the term of a number is multiplied by.
    pub(crate) fn scale(&self, number: usize) -> i64 {
        self.places[number].0
    }

    /// The term of a number.
    pub(crate) fn term(&self, number: usize) -> Term<'_> {
        let begin = number.checked_sub(1).map_or(0, |last| self.places[last].3);
        let (scale, id, middle, end) = self.places[number];
        Term { scale, id, quotients: &self.all[begin..middle], remainders: &self.all[middle..end] }
    }
}

/// The digits of the sum that was asked for last: several rules ask for those of one sum, one after another.
#[derive(Clone, Debug)]
pub(super) struct Remembered {
    sum: Linear,
    matched: Option<Id>,
    changes: u64,
    digits: Rc<Digits>,
    /// How many nodes were looked at for them; whoever asks again looks at as many.
    looked: u64,
}

impl Graph {
    /// The nodes of a class: the leaf alone, if there is one. Until the graph is
    /// rebuilt a class may still hold what the leaf was computed from, and rules that
    /// take a leaf apart never end. None of the class in which matches are looked for:
    /// a match inside it would build terms that contain themselves. And no more than
    /// [`CLASS`]: rules look into classes within classes, whose sizes multiply.
    pub(crate) fn seen<'g>(&self, class: &'g EClass<Node, Data>) -> impl Iterator<Item = &'g Node> {
        let nodes = match self.matched {
            Some(matched) if matched == class.id => &[],
            _ => class.nodes.as_slice(),
        };
        let leaf = nodes.iter().position(Node::is_leaf);
        let range = leaf.map_or(0..nodes.len().min(CLASS), |i| i..i + 1);
        self.look(range.len());
        nodes[range].iter()
    }

    /// What a node divides by a positive constant, the constant, and whether it is the remainder.
    pub(crate) fn divided(&self, node: &Node) -> Option<((Id, i64), bool)> {
        let ([x, divisor], is_remainder) = match node {
            Node::Div(operands) => (operands, false),
            Node::Mod(operands) => (operands, true),
            _ => return None,
        };
        let divisor = self.as_const(*divisor).filter(|c| *c > 0)?;
        Some(((*x, divisor), is_remainder))
    }

    /// What the terms of a sum are.
    pub(crate) fn digits(&mut self, sum: &Linear) -> Rc<Digits> {
        let (matched, changes) = (self.matched, self.changes);
        let is_known = |r: &&Remembered| r.changes == changes && r.matched == matched && r.sum == *sum;
        if let Some(known) = self.digits.as_ref().filter(is_known) {
            self.looked.set(self.looked.get() + known.looked);
            return Rc::clone(&known.digits);
        }
        let before = self.looked.get();
        let mut digits = Digits { places: SmallVec::new(), all: SmallVec::new(), numbers: SmallVec::new() };
        for (number, (scale, id)) in sum.iter().enumerate() {
            let begin = digits.all.len();
            let class = &self.egraph[id];
            let nodes = class.data.digit.then(|| self.seen(class));
            let mut remainders: SmallVec<[(Id, i64); 4]> = SmallVec::new();
            for (digit, is_remainder) in nodes.into_iter().flatten().filter_map(|n| self.divided(n)) {
                if is_remainder {
                    remainders.push(digit);
                } else {
                    digits.all.push(digit);
                }
            }
            let middle = digits.all.len();
            digits.all.extend_from_slice(&remainders);
            if digits.all.len() > begin {
                digits.numbers.push(number);
            }
            digits.places.push((scale, id, middle, digits.all.len()));
        }
        let digits = Rc::new(digits);
        let looked = self.looked.get() - before;
        self.digits =
            Some(Remembered { sum: sum.clone(), matched, changes, digits: Rc::clone(&digits), looked });
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use layout_integer::Facts;

    #[test]
    fn what_is_remembered_is_what_the_graph_says_now() {
        let mut graph = Graph::default();
        let [x, z] = [(); 2].map(|()| graph.var(Facts::range(0, 63), 0));
        let four = graph.num(4);
        let quotient = graph.egraph.add(Node::Div([x, four]));
        let remainder = graph.egraph.add(Node::Mod([x, four]));
        let other = Linear { constant: 0, coefficients: [1, 8].into(), terms: [quotient, z].into() };
        assert_eq!(graph.digits(&other).numbers.to_vec(), [0]);
        assert_eq!(graph.digits(&other).term(0).quotients, [(x, 4)]);
        assert!(graph.digits(&other).term(0).remainders.is_empty());
        graph.merge(quotient, remainder, "test");
        graph.rebuild();
        assert_eq!(graph.digits(&other).term(0).remainders, [(x, 4)]);
        let class = graph.find(quotient);
        graph.drop_node(class, &Node::Div([x, four]));
        assert!(graph.digits(&other).term(0).quotients.is_empty());
        // In the class that matches are looked for in nothing is seen.
        graph.matched = Some(class);
        assert!(graph.digits(&other).numbers.is_empty());
    }
}
