//! The notation of rules: S-expressions over terms, constants and layouts.
//!
//! `(/ (+ (* x (* a b)) y) b)` reads `(x·ab + y) floordiv b`. A pattern has a
//! meaning on concrete values ([`Pattern::eval`]), which is what rules are
//! proved with, and can be built in an e-graph ([`Pattern::build`]), which is
//! how they are applied: the text proved is the text applied.

use std::collections::BTreeMap;
use std::fmt;

use egg::Id;
use layout_algebra::{Expr, Layout, Swizzle, coalesce, complement, composition, logical_divide};

use crate::graph::Graph;
use crate::lang::Node;

/// A term over variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// A variable.
    Var(String),
    /// An integer.
    Num(i64),
    /// An operator and its arguments.
    Op(String, Vec<Self>),
}

/// The value of a pattern on concrete values.
#[derive(Clone, Debug)]
pub enum Value {
    /// An integer.
    Int(i64),
    /// A layout.
    Layout(Layout),
    /// A function: its values on `[0, size)`.
    Fn(Vec<i64>),
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Fn(a), Self::Fn(b)) => a == b,
            // Sort Layout: same profile up to how integers split, same function.
            (Self::Layout(a), Self::Layout(b)) => {
                a.shape() == b.shape() && table(a).is_some() && table(a) == table(b)
            }
            _ => false,
        }
    }
}

/// Concrete values of a pattern's variables.
pub type Values = BTreeMap<&'static str, Value>;

/// Classes bound to a pattern's variables by a match.
#[derive(Clone, Debug, Default)]
pub struct Subst(Vec<(&'static str, Id)>);

impl Subst {
    /// Binds variables to classes.
    pub fn new(bindings: impl IntoIterator<Item = (&'static str, Id)>) -> Self {
        Self(bindings.into_iter().collect())
    }

    fn get(&self, name: &str) -> Option<Id> {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, id)| *id)
    }
}

/// The values of a layout on `[0, size)`.
pub fn table(layout: &Layout) -> Option<Vec<i64>> {
    (0..layout.size().ok()?.as_const()?).map(|i| layout.eval(i)).collect()
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
        let name = tokens.get(*at).ok_or("an operator is missing")?.to_string();
        *at += 1;
        let mut args = Vec::new();
        while *tokens.get(*at).ok_or("a closing parenthesis is missing")? != ")" {
            args.push(Self::read(tokens, at)?);
        }
        *at += 1;
        Ok(Self::Op(name, args))
    }

    /// The value; `None` if an operation is undefined there.
    pub fn eval(&self, values: &Values) -> Option<Value> {
        let (name, args) = match self {
            Self::Num(n) => return Some(Value::Int(*n)),
            Self::Var(v) => return values.get(v.as_str()).cloned(),
            Self::Op(name, args) => (name, args.iter().map(|a| a.eval(values)).collect::<Option<Vec<_>>>()?),
        };
        let int = |f: fn(i64, i64) -> Option<i64>| match args.as_slice() {
            [Value::Int(a), Value::Int(b)] => f(*a, *b).map(Value::Int),
            _ => None,
        };
        match (name.as_str(), args.as_slice()) {
            ("+", _) => int(i64::checked_add),
            ("-", _) => int(i64::checked_sub),
            ("*" | "*!", _) => int(i64::checked_mul),
            ("/", _) => int(i64::checked_div_euclid),
            ("%", _) => int(i64::checked_rem_euclid),
            ("&", _) => int(|a, b| Some(a & b)),
            ("^", _) => int(|a, b| Some(a ^ b)),
            ("<<", _) => int(|a, b| a.checked_mul(1i64.checked_shl(b.try_into().ok()?)?)),
            (">>", _) => int(|a, b| Some(a >> b)),
            ("swz", [Value::Int(b), Value::Int(m), Value::Int(s), Value::Int(x)]) => {
                Some(Value::Int(Swizzle::new(*b, *m, *s).ok()?.apply(*x)))
            }
            ("app", [Value::Fn(f), Value::Int(i)]) => {
                f.get(usize::try_from(*i).ok()?).copied().map(Value::Int)
            }
            ("fn", [Value::Layout(l)]) => table(l).map(Value::Fn),
            ("fn-compose", [Value::Fn(f), Value::Fn(g)]) => g
                .iter()
                .map(|i| f.get(usize::try_from(*i).ok()?).copied())
                .collect::<Option<_>>()
                .map(Value::Fn),
            ("compose", [Value::Layout(a), Value::Layout(b)]) => composition(a, b).ok().map(Value::Layout),
            ("concat", [Value::Layout(a), Value::Layout(b)]) => {
                Layout::concat([a, b]).ok().map(Value::Layout)
            }
            ("complement", [Value::Layout(a), Value::Layout(w)]) => {
                complement(a, &w.size().ok()?).ok().map(Value::Layout)
            }
            ("divide", [Value::Layout(a), Value::Layout(b)]) => logical_divide(a, b).ok().map(Value::Layout),
            ("coalesce", [Value::Layout(a)]) => coalesce(a).ok().map(Value::Layout),
            ("flatten", [Value::Layout(a)]) => Some(Value::Layout(a.flatten())),
            ("mode", [Value::Int(n), Value::Int(d)]) => {
                Layout::mode1(Expr::Const(*n), Expr::Const(*d)).ok().map(Value::Layout)
            }
            _ => None,
        }
    }

    /// The class of the pattern; `None` if a constructor refuses.
    pub fn build(&self, graph: &mut Graph, subst: &Subst) -> Option<Id> {
        let (name, args) = match self {
            Self::Num(n) => return Some(graph.num(*n)),
            Self::Var(v) => return subst.get(v),
            Self::Op(name, args) => {
                let args = args.iter().map(|a| a.build(graph, subst)).collect::<Option<Vec<_>>>()?;
                (name, args)
            }
        };
        let constant = |graph: &Graph, i: usize| graph.as_const(args[i]);
        match (name.as_str(), args.as_slice()) {
            ("+", [a, b]) => graph.sum(0, [(1, *a), (1, *b)]),
            ("-", [a, b]) => graph.sum(0, [(1, *a), (-1, *b)]),
            ("*", [a, b]) => graph.mul(*a, *b),
            // A product that is not multiplied out.
            ("*!", [a, b]) => Some(graph.egraph.add(Node::Mul([*a, *b]))),
            ("/", [a, b]) => graph.div(*a, *b),
            ("%", [a, b]) => graph.rem(*a, *b),
            ("^", [a, b]) => graph.xor(*a, *b),
            ("&", [a, _]) => {
                let mask = constant(graph, 1)?;
                Some(graph.egraph.add(Node::And(mask, [*a])))
            }
            ("<<", [a, _]) => {
                let k = constant(graph, 1)?;
                Some(graph.egraph.add(Node::Shl(k.try_into().ok()?, [*a])))
            }
            (">>", [a, _]) => {
                let k = constant(graph, 1)?;
                Some(graph.egraph.add(Node::Shr(k.try_into().ok()?, [*a])))
            }
            ("swz", [_, _, _, x]) => {
                let s = Swizzle::new(constant(graph, 0)?, constant(graph, 1)?, constant(graph, 2)?).ok()?;
                graph.swz(s, *x)
            }
            ("app", [f, i]) => Some(graph.egraph.add(Node::App([*f, *i]))),
            ("fn", [l]) => Some(graph.egraph.add(Node::Fn([*l]))),
            ("fn-compose", [f, g]) => Some(graph.egraph.add(Node::FCompose([*f, *g]))),
            ("compose", [a, b]) => Some(graph.egraph.add(Node::Compose([*a, *b]))),
            ("concat", parts) => Some(graph.egraph.add(Node::Concat(parts.into()))),
            ("complement", [a, w]) => Some(graph.egraph.add(Node::Complement([*a, *w]))),
            ("divide", [a, b]) => Some(graph.egraph.add(Node::Divide([*a, *b]))),
            ("coalesce", [a]) => Some(graph.egraph.add(Node::Coalesce([*a]))),
            ("flatten", [a]) => Some(graph.egraph.add(Node::Flatten([*a]))),
            ("mode", [_, _]) => {
                let (n, d) = (constant(graph, 0)?, constant(graph, 1)?);
                graph.mode1(n, d)
            }
            _ => None,
        }
    }

    /// The variables that occur.
    pub fn variables(&self) -> Vec<String> {
        match self {
            Self::Num(_) => Vec::new(),
            Self::Var(v) => vec![v.clone()],
            Self::Op(_, args) => args.iter().flat_map(Self::variables).collect(),
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Var(v) => f.write_str(v),
            Self::Num(n) => write!(f, "{n}"),
            Self::Op(name, args) => {
                write!(f, "({name}")?;
                for a in args {
                    write!(f, " {a}")?;
                }
                f.write_str(")")
            }
        }
    }
}
