//! The notation of rules: S-expressions over terms, constants and layouts.
//!
//! `(/ (+ (* x (* a b)) y) b)` reads `(x·ab + y) floordiv b`. A pattern has a
//! meaning on concrete values ([`Pattern::eval`]), which is what rules are
//! proved with, and can be built in an e-graph ([`Pattern::build`]), which is
//! how they are applied: the text proved is the text applied.

use std::collections::BTreeMap;
use std::fmt;

use egg::Id;
use layout_algebra::Swizzle;

use crate::graph::Graph;
use crate::language::Op;
use crate::language::value::Value;
use crate::language::{Node, Predicate};

/// A term over variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// A variable.
    Var(String),
    /// An integer.
    Num(i64),
    /// An operator and its arguments.
    Op(Op, Vec<Self>),
}

/// Concrete values of a pattern's variables.
pub type Values = BTreeMap<String, Value>;

/// Classes bound to a pattern's variables by a match.
#[derive(Clone, Debug, Default)]
pub struct Subst(Vec<(&'static str, Id)>);

impl Subst {
    /// Binds variables to classes.
    pub fn new(bindings: impl IntoIterator<Item = (&'static str, Id)>) -> Self {
        Self(bindings.into_iter().collect())
    }

    /// The class of a variable.
    pub fn get(&self, name: &str) -> Option<Id> {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, id)| *id)
    }
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let tokens: Vec<&str> = spaced.split_whitespace().collect();
        let mut at = 0;
        let pattern = Self::read(&tokens, &mut at)?;
        if at == tokens.len() {
            Ok(pattern)
        } else {
            Err(format!("`{}` follows the pattern {text}", tokens[at]))
        }
    }

    fn read(tokens: &[&str], at: &mut usize) -> Result<Self, String> {
        let token = *tokens.get(*at).ok_or("the pattern ends too early")?;
        *at += 1;
        if token != "(" {
            return Ok(token.parse().map_or_else(|_| Self::Var(token.into()), Self::Num));
        }
        let name = *tokens.get(*at).ok_or("an operator is missing")?;
        let (op, arity) = Op::named(name).ok_or_else(|| format!("there is no operator `{name}`"))?;
        *at += 1;
        let mut args = Vec::new();
        while *tokens.get(*at).ok_or("a closing parenthesis is missing")? != ")" {
            args.push(Self::read(tokens, at)?);
        }
        *at += 1;
        if arity != usize::MAX && args.len() != arity {
            return Err(format!("`{name}` takes {arity} arguments, found {}", args.len()));
        }
        Ok(Self::Op(op, args))
    }

    /// The value; `None` if an operation is undefined there.
    pub fn eval(&self, values: &Values) -> Option<Value> {
        match self {
            Self::Num(n) => Some(Value::Int(*n)),
            Self::Var(v) => values.get(v).cloned(),
            Self::Op(op, args) => {
                let args = args.iter().map(|a| a.eval(values)).collect::<Option<Vec<_>>>()?;
                Value::apply(*op, &args)
            }
        }
    }

    /// Whether the pattern, a condition, holds.
    pub fn holds(&self, values: &Values) -> bool {
        matches!(self.eval(values), Some(Value::Int(truth)) if truth != 0)
    }

    /// The value over integers alone, variables by number; see [`Pattern::numbered`].
    pub fn eval_integers(&self, names: &[String], values: &[i64]) -> Option<i64> {
        self.numbered(names)?.eval(values)
    }

    /// The pattern with its variables looked up in `names`, for quick evaluation
    /// over integers; `None` if one is missing.
    pub fn numbered(&self, names: &[String]) -> Option<Numbered> {
        Some(match self {
            Self::Num(n) => Numbered::Num(*n),
            Self::Var(v) => Numbered::Var(names.iter().position(|n| n == v)?),
            Self::Op(op, args) => {
                Numbered::Op(*op, args.iter().map(|a| a.numbered(names)).collect::<Option<_>>()?)
            }
        })
    }

    /// The class of the pattern; `None` if a constructor refuses.
    pub fn build(&self, graph: &mut Graph, subst: &Subst) -> Option<Id> {
        let (op, args) = match self {
            Self::Num(n) => return Some(graph.num(*n)),
            Self::Var(v) => return subst.get(v),
            Self::Op(op, args) => {
                (*op, args.iter().map(|a| a.build(graph, subst)).collect::<Option<Vec<_>>>()?)
            }
        };
        let constant = |graph: &Graph, i: usize| graph.as_const(*args.get(i)?);
        match (op, args.as_slice()) {
            (Op::Add, [a, b]) => graph.sum(0, [(1, *a), (1, *b)]),
            (Op::Sub, [a, b]) => graph.sum(0, [(1, *a), (-1, *b)]),
            (Op::Mul, [a, b]) => graph.mul(*a, *b),
            (Op::Product, [a, b]) => graph.as_it_stands(*a, *b),
            (Op::Div, [a, b]) => graph.div(*a, *b),
            (Op::Mod, [a, b]) => graph.rem(*a, *b),
            (Op::CeilDiv, [a, b]) => graph.ceildiv(*a, *b),
            (Op::TruncDiv, [a, b]) => graph.add(Node::TruncDiv([*a, *b])),
            (Op::TruncRem, [a, b]) => graph.add(Node::TruncRem([*a, *b])),
            (Op::Min, [a, b]) => graph.add(Node::Min([*a, *b])),
            (Op::Max, [a, b]) => graph.add(Node::Max([*a, *b])),
            (Op::Xor, [a, b]) => graph.xor(*a, *b),
            (Op::Lt, [a, b]) => graph.add(Node::Compare(Predicate::Lt, [*a, *b])),
            (Op::Le, [a, b]) => {
                let next = graph.sum(1, [(1, *b)])?;
                graph.add(Node::Compare(Predicate::Lt, [*a, next]))
            }
            (Op::Eq, [a, b]) => graph.add(Node::Compare(Predicate::Eq, [*a, *b])),
            (Op::Ne, [a, b]) => graph.add(Node::Compare(Predicate::Ne, [*a, *b])),
            (Op::Select, [c, a, b]) => graph.add(Node::Select([*c, *a, *b])),
            (Op::And, [a, _]) => {
                let mask = constant(graph, 1)?;
                graph.and(*a, mask)
            }
            (Op::Or, [a, _]) => {
                let bits = constant(graph, 1)?;
                graph.or(*a, bits)
            }
            (Op::Shl, [a, _]) => {
                let p = graph.power(constant(graph, 1)?)?;
                graph.mul(*a, p)
            }
            (Op::Shr, [a, _]) => {
                let p = graph.power(constant(graph, 1)?)?;
                graph.div(*a, p)
            }
            (Op::Mask, [a, _]) => {
                let mask = constant(graph, 1)?;
                Some(graph.egraph.add(Node::And(mask, [*a])))
            }
            (Op::ShiftLeft, [a, _]) => {
                let k = constant(graph, 1)?;
                Some(graph.egraph.add(Node::Shl(k.try_into().ok()?, [*a])))
            }
            (Op::ShiftRight, [a, _]) => {
                let k = constant(graph, 1)?;
                Some(graph.egraph.add(Node::Shr(k.try_into().ok()?, [*a])))
            }
            (Op::MulHigh, [a, _]) => {
                let c = constant(graph, 1)?;
                Some(graph.egraph.add(Node::MulHigh(c, [*a])))
            }
            (Op::Swz, [_, _, _, x]) => {
                let s = Swizzle::new(constant(graph, 0)?, constant(graph, 1)?, constant(graph, 2)?).ok()?;
                graph.swz(s, *x)
            }
            (Op::App, [f, i]) => Some(graph.egraph.add(Node::App([*f, *i]))),
            (Op::Fn, [l]) => Some(graph.egraph.add(Node::Fn([*l]))),
            (Op::FCompose, [f, g]) => Some(graph.egraph.add(Node::FCompose([*f, *g]))),
            (Op::Compose, [a, b]) => Some(graph.egraph.add(Node::Compose([*a, *b]))),
            (Op::Concat, parts) => Some(graph.egraph.add(Node::Concat(parts.into()))),
            (Op::Complement, [a, w]) => Some(graph.egraph.add(Node::Complement([*a, *w]))),
            (Op::Divide, [a, b]) => Some(graph.egraph.add(Node::Divide([*a, *b]))),
            (Op::LogicalProduct, [a, b]) => Some(graph.egraph.add(Node::Product([*a, *b]))),
            (Op::RightInverse, [a]) => Some(graph.egraph.add(Node::RightInverse([*a]))),
            (Op::LeftInverse, [a]) => Some(graph.egraph.add(Node::LeftInverse([*a]))),
            (Op::Coalesce, [a]) => Some(graph.egraph.add(Node::Coalesce([*a]))),
            (Op::Flatten, [a]) => Some(graph.egraph.add(Node::Flatten([*a]))),
            (Op::Mode, [_, _]) => {
                let (n, d) = (constant(graph, 0)?, constant(graph, 1)?);
                graph.mode1(n, d)
            }
            // The masks of a swizzle and the like, on constants.
            _ => {
                let constants: Option<Vec<i64>> = args.iter().map(|a| graph.as_const(*a)).collect();
                op.apply(&constants?).map(|c| graph.num(c))
            }
        }
    }

    /// The variables that occur, each once, in the order of their appearance.
    pub fn variables(&self) -> Vec<String> {
        let mut out: Vec<String> = match self {
            Self::Num(_) => Vec::new(),
            Self::Var(v) => vec![v.clone()],
            Self::Op(_, args) => args.iter().flat_map(Self::variables).collect(),
        };
        let mut seen = std::collections::BTreeSet::new();
        out.retain(|v| seen.insert(v.clone()));
        out
    }
}

/// A pattern over integers whose variables are numbers.
#[derive(Clone, Debug)]
pub enum Numbered {
    /// A variable.
    Var(usize),
    /// An integer.
    Num(i64),
    /// An operator and its arguments.
    Op(Op, Vec<Self>),
}

impl Numbered {
    /// The value; `None` where an operation is undefined.
    pub fn eval(&self, values: &[i64]) -> Option<i64> {
        match self {
            Self::Var(v) => values.get(*v).copied(),
            Self::Num(n) => Some(*n),
            Self::Op(op, args) => {
                let mut of = [0; 4];
                for (slot, arg) in of.iter_mut().zip(args) {
                    *slot = arg.eval(values)?;
                }
                op.apply(of.get(..args.len())?)
            }
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Var(v) => f.write_str(v),
            Self::Num(n) => write!(f, "{n}"),
            Self::Op(op, args) => {
                write!(f, "({}", op.name())?;
                for a in args {
                    write!(f, " {a}")?;
                }
                f.write_str(")")
            }
        }
    }
}
