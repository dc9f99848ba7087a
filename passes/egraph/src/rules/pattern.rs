//! The notation of rules: S-expressions over terms, constants and layouts.
//!
//! `(/ (+ (* x (* a b)) y) b)` reads `(x·ab + y) floordiv b`. A pattern has a
//! meaning on concrete values ([`Pattern::eval`]), which is what rules are
//! proved with, and can be built in an e-graph ([`Pattern::build`]), which is
//! how they are applied: the text proved is the text applied.

use std::collections::BTreeMap;
use std::fmt;
use std::iter::Peekable;

use egg::Id;
use layout_algebra::Swizzle;
use smallvec::SmallVec;

use crate::graph::Graph;
use crate::language::Op;
use crate::language::value::Value;
use crate::language::{Node, Predicate};

/// What is wrong with the text of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// Something follows.
    #[error("`{0}` follows the pattern")]
    Follows(String),
    /// The text ends within a term.
    #[error("the pattern ends too early")]
    Ends,
    /// A name that is none of [`Op`].
    #[error("there is no operator `{0}`")]
    NoOperator(String),
    /// Too few or too many arguments.
    #[error("`{op}` takes {takes} arguments, found {found}")]
    Arguments {
        /// The operator.
        op: &'static str,
        /// How many it takes.
        takes: usize,
        /// How many there are.
        found: usize,
    },
}

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
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        let mut tokens = tokens(text).peekable();
        let pattern = Self::read(&mut tokens)?;
        tokens.next().map_or(Ok(pattern), |token| Err(PatternError::Follows(token.into())))
    }

    fn read<'a>(tokens: &mut Peekable<impl Iterator<Item = &'a str>>) -> Result<Self, PatternError> {
        let token = tokens.next().ok_or(PatternError::Ends)?;
        if token != "(" {
            return Ok(token.parse().map_or_else(|_| Self::Var(token.into()), Self::Num));
        }
        let name = tokens.next().ok_or(PatternError::Ends)?;
        let op = Op::ALL.iter().copied().find(|op| op.name() == name);
        let op = op.ok_or_else(|| PatternError::NoOperator(name.into()))?;
        let mut args = Vec::new();
        while *tokens.peek().ok_or(PatternError::Ends)? != ")" {
            args.push(Self::read(tokens)?);
        }
        tokens.next();
        match op.arity() {
            Some(takes) if args.len() != takes => {
                Err(PatternError::Arguments { op: op.name(), takes, found: args.len() })
            }
            _ => Ok(Self::Op(op, args)),
        }
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

    /// The pattern with its variables looked up in `names`, for quick evaluation
    /// over integers; `None` if one is missing.
    pub fn numbered(&self, names: &[String]) -> Option<Numbered> {
        Some(match self {
            Self::Num(n) => Numbered::Num((*n).into()),
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
            (Op::Times, [a, b]) => graph.times(*a, *b),
            (Op::CeilDiv, [a, b]) => graph.ceildiv(*a, *b),
            (Op::Lt, [a, b]) => Some(graph.compare(Predicate::Lt, *a, *b)),
            (Op::Le, [a, b]) => {
                let next = graph.sum(1, [(1, *b)])?;
                Some(graph.compare(Predicate::Lt, *a, next))
            }
            (Op::Eq, [a, b]) => Some(graph.compare(Predicate::Eq, *a, *b)),
            (Op::Ne, [a, b]) => Some(graph.compare(Predicate::Ne, *a, *b)),
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
            (Op::Mode, [_, _]) => {
                let (n, d) = (constant(graph, 0)?, constant(graph, 1)?);
                graph.mode1(n, d)
            }
            (op, args) => match op.node(args) {
                Some(node) => graph.add(node),
                // The masks of a swizzle and the like, on constants.
                None => {
                    let constants = args.iter().map(|a| graph.as_const(*a).map(i128::from));
                    let value = op.apply(&constants.collect::<Option<SmallVec<[i128; 4]>>>()?)?;
                    Some(graph.num(value.try_into().ok()?))
                }
            },
        }
    }

    /// The variables that occur, each once, in the order of their appearance.
    pub fn variables(&self) -> Vec<String> {
        let mut out = Vec::new();
        self.add_variables(&mut out);
        out.into_iter().map(String::from).collect()
    }

    fn add_variables<'a>(&'a self, out: &mut Vec<&'a str>) {
        match self {
            Self::Num(_) => {}
            Self::Var(v) if out.contains(&v.as_str()) => {}
            Self::Var(v) => out.push(v),
            Self::Op(_, args) => args.iter().for_each(|a| a.add_variables(out)),
        }
    }
}

/// Parentheses, and what stands between them and spaces.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        let end = match rest.chars().next()? {
            '(' | ')' => 1,
            _ => rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')')).unwrap_or(rest.len()),
        };
        let (token, behind) = rest.split_at(end);
        rest = behind.trim_start();
        Some(token)
    })
}

/// A pattern over integers whose variables are numbers.
#[derive(Clone, Debug)]
pub enum Numbered {
    /// A variable.
    Var(usize),
    /// An integer.
    Num(i128),
    /// An operator and its arguments.
    Op(Op, Vec<Self>),
}

impl Numbered {
    /// The value; `None` where an operation is undefined.
    pub fn eval(&self, values: &[i128]) -> Option<i128> {
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
