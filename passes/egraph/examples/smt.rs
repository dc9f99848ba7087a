//! Writes the rules over integers and bits as SMT-LIB 2 goals, for a solver to
//! refute: `cargo run -p layout-egraph --example smt DIRECTORY`.
//!
//! A goal asserts the conditions and that the sides differ; `unsat` proves the
//! rule. Rules of arithmetic are goals over the integers, once with everything
//! symbolic (`ID.all.smt2`) and then with constants from a grid (`ID.smt2`), since
//! solvers decide little with products of unknowns. Rules with bits are goals over
//! 64-bit vectors: unknowns range over 40 bits, shifts and swizzles over their
//! grid, so nothing overflows.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use layout_egraph::rules::{self, Compiled, Domain, Rule};
use layout_egraph::{Op, Pattern, Rng, Trial, Value, Values};

/// Most instances of constants a rule.
const INSTANCES: usize = 150;
/// What z3 may do for one goal, in its own count, so that no clock decides what is proved;
/// about five seconds.
const EFFORT: u32 = 20_000_000;

/// Instances of rules that a proof is given, since solvers find none among products
/// of unknowns: the rule to prove, the rule that is used, what its variables are.
/// Each uses a rule that is proved without it.
const LEMMAS: &[(&str, &str, &[(&str, &str)])] = &[
    ("C2", "C1", &[("x", "x"), ("y", "y"), ("n", "n")]),
    ("C7", "C2", &[("x", "(- 0 (* m (/ x (*! n m))))"), ("y", "x"), ("n", "n")]),
    ("C8", "C1", &[("x", "(- 0 (* m (/ x (*! n m))))"), ("y", "x"), ("n", "n")]),
    ("B25", "C2", &[("x", "(- 0 (* (* (/ c a) (/ x c)) y))"), ("y", "(* x y)"), ("n", "a")]),
    ("B25-right", "C2", &[("x", "(- 0 (* (* (/ c a) (/ x c)) y))"), ("y", "(* x y)"), ("n", "a")]),
];

/// What terms are.
#[derive(Clone, Copy, PartialEq)]
enum Theory {
    Integers,
    Bits,
}

/// A goal cannot be written: layouts, or a bitwise operation of a negative constant shift.
type Result<T> = std::result::Result<T, String>;

/// One file: a rule's goals.
struct Script<'a> {
    theory: Theory,
    /// Constants of the instance.
    known: &'a Values,
    /// Dividends and divisors; divisors must be positive.
    divisions: Vec<(String, String)>,
}

impl Script<'_> {
    fn number(&self, n: i64) -> String {
        match self.theory {
            Theory::Integers if n < 0 => format!("(- {})", -i128::from(n)),
            Theory::Integers => n.to_string(),
            Theory::Bits => format!("#x{n:016x}"),
        }
    }

    /// The word of the theory for an operation.
    fn word(&self, integers: &'static str, bits: &'static str) -> &'static str {
        if self.theory == Theory::Integers { integers } else { bits }
    }

    fn truth(&self, condition: &str) -> String {
        format!("(ite {condition} {} {})", self.number(1), self.number(0))
    }

    /// Floor division or its remainder.
    fn divide(&mut self, a: &str, b: &str, remainder: bool, divisor: Option<i64>) -> Result<String> {
        match (self.theory, divisor) {
            (_, Some(d)) if d <= 0 => return Err(format!("division by {d}")),
            (Theory::Bits, Some(d)) if d.count_ones() == 1 => {
                let (name, with) =
                    if remainder { ("bvand", d - 1) } else { ("bvashr", i64::from(d.trailing_zeros())) };
                return Ok(format!("({name} {a} {})", self.number(with)));
            }
            (Theory::Bits, Some(_)) if remainder => return Ok(format!("(bvsmod {a} {b})")),
            (Theory::Bits, Some(_)) => return Ok(format!("(bvsdiv (bvsub {a} (bvsmod {a} {b})) {b})")),
            (Theory::Bits, None) => return Err("division of bits by an unknown".into()),
            (Theory::Integers, _) => self.divisions.push((a.into(), b.into())),
        }
        Ok(format!("({} {a} {b})", if remainder { "mod" } else { "div" }))
    }

    /// A pattern as a formula that holds.
    fn condition(&mut self, pattern: &Pattern) -> Result<String> {
        let text = self.term(pattern)?;
        Ok(format!("(not (= {text} {}))", self.number(0)))
    }

    fn term(&mut self, pattern: &Pattern) -> Result<String> {
        let (op, args) = match pattern {
            Pattern::Num(n) => return Ok(self.number(*n)),
            Pattern::Var(v) => {
                return Ok(match self.known.get(v) {
                    Some(Value::Int(n)) => self.number(*n),
                    _ => v.clone(),
                });
            }
            Pattern::Op(op, args) => (*op, args),
        };
        if let Some(Value::Int(n)) = pattern.eval(self.known) {
            return Ok(self.number(n));
        }
        let constant = |i: usize| match args.get(i).and_then(|a| a.eval(self.known)) {
            Some(Value::Int(n)) => Some(n),
            _ => None,
        };
        let constants: Vec<Option<i64>> = (0..args.len()).map(constant).collect();
        let power = |i: usize| {
            let k = constants.get(i).copied().flatten().ok_or("a shift by an unknown")?;
            u32::try_from(k).ok().filter(|k| *k < 62).map(|k| 1i64 << k).ok_or(format!("a shift by {k}"))
        };
        let t = args.iter().map(|a| self.term(a)).collect::<Result<Vec<_>>>()?;
        let bitwise = |name: &str| match self.theory {
            Theory::Bits => Ok(format!("({name} {} {})", t[0], t[1])),
            Theory::Integers => Err(format!("{name} of integers")),
        };
        let (less, at_most) = (self.word("<", "bvslt"), self.word("<=", "bvsle"));
        let (plus, minus, times) =
            (self.word("+", "bvadd"), self.word("-", "bvsub"), self.word("*", "bvmul"));
        let zero = self.number(0);
        Ok(match op {
            Op::Add => format!("({plus} {} {})", t[0], t[1]),
            Op::Sub => format!("({minus} {} {})", t[0], t[1]),
            Op::Mul | Op::Times => format!("({times} {} {})", t[0], t[1]),
            Op::Div => self.divide(&t[0], &t[1], false, constants[1])?,
            Op::Mod => self.divide(&t[0], &t[1], true, constants[1])?,
            Op::CeilDiv => {
                let up = self.divide(&format!("({minus} {zero} {})", t[0]), &t[1], false, constants[1])?;
                format!("({minus} {zero} {up})")
            }
            Op::TruncDiv | Op::TruncRem => {
                let negated = format!("({minus} {zero} {})", t[0]);
                let (up, down) = (
                    self.divide(&negated, &t[1], false, constants[1])?,
                    self.divide(&t[0], &t[1], false, constants[1])?,
                );
                let quotient = format!("(ite ({less} {} {zero}) ({minus} {zero} {up}) {down})", t[0]);
                if op == Op::TruncDiv {
                    quotient
                } else {
                    format!("({minus} {} ({times} {} {quotient}))", t[0], t[1])
                }
            }
            Op::Min => format!("(ite ({less} {0} {1}) {0} {1})", t[0], t[1]),
            Op::Max => format!("(ite ({less} {0} {1}) {1} {0})", t[0], t[1]),
            Op::Lt => self.truth(&format!("({less} {} {})", t[0], t[1])),
            Op::Le => self.truth(&format!("({at_most} {} {})", t[0], t[1])),
            Op::Eq => self.truth(&format!("(= {} {})", t[0], t[1])),
            Op::Ne => self.truth(&format!("(not (= {} {}))", t[0], t[1])),
            Op::Select => format!("(ite (= {} {zero}) {} {})", t[0], t[2], t[1]),
            Op::Divides => {
                let rest = self.divide(&t[1], &t[0], true, constants[0])?;
                self.truth(&format!("(= {rest} {zero})"))
            }
            Op::Shl | Op::ShiftLeft => format!("({times} {} {})", t[0], self.number(power(1)?)),
            Op::Shr | Op::ShiftRight => {
                let p = power(1)?;
                self.divide(&t[0], &self.number(p), false, Some(p))?
            }
            Op::MulHigh => {
                let word = 1 << 32;
                let product = format!("({times} {} {})", t[0], t[1]);
                self.divide(&product, &self.number(word), false, Some(word))?
            }
            Op::And | Op::Mask => bitwise("bvand")?,
            Op::Or => bitwise("bvor")?,
            Op::Xor => bitwise("bvxor")?,
            Op::Disjoint => {
                let common = bitwise("bvand")?;
                self.truth(&format!(
                    "(and (bvsle {zero} {}) (bvsle {zero} {}) (= {common} {zero}))",
                    t[0], t[1]
                ))
            }
            Op::Inside => {
                let common = bitwise("bvand")?;
                self.truth(&format!("(= {common} {})", t[0]))
            }
            // swz b m s x = x xor (the source bits of x, moved onto the target bits).
            Op::Swz => {
                let constant =
                    |i: usize| constants[i].ok_or_else(|| "a swizzle of unknown parameters".to_string());
                let (b, m, s) = (constant(0)?, constant(1)?, constant(2)?);
                let source = Op::SourceMask.apply(&[b, m, s].map(i128::from)).ok_or("no such swizzle")?;
                let source = i64::try_from(source).map_err(|_| "a swizzle too wide".to_string())?;
                if self.theory == Theory::Integers {
                    return Err("a swizzle of integers".into());
                }
                let moved = format!("(bvand {} {})", t[3], self.number(source));
                let shift = self.number(s.abs());
                let name = if s < 0 { "bvshl" } else { "bvlshr" };
                format!("(bvxor {} ({name} {moved} {shift}))", t[3])
            }
            _ => return Err(format!("{} of constants that are not known", op.name())),
        })
    }
}

/// Values that a constant is tried at.
fn grid(kind: Domain) -> Vec<i64> {
    match kind {
        Domain::Positive => vec![1, 2, 3, 4, 6, 7, 8, 16, 32, 96, 128],
        Domain::Constant => vec![-32, -7, -3, -1, 0, 1, 2, 3, 4, 12, 64],
        Domain::Bits => vec![-64, -8, -1, 0, 1, 5, 8, 0x38, 0xff],
        Domain::Mask => vec![0, 1, 3, 5, 8, 12, 0x38, 0x70, 0xff, 0xf0f],
        Domain::Exponent(lo, hi) => (lo..=hi).collect(),
        _ => Vec::new(),
    }
}

/// Whether operations on layouts occur, which stand behind those on integers.
fn is_about_layouts(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Op(op, args) => op.is_about_layouts() || args.iter().any(is_about_layouts),
        _ => false,
    }
}

/// Whether a part of known constants is undefined, such as a swizzle that there is not.
fn is_undefined(pattern: &Pattern, known: &Values) -> bool {
    let Pattern::Op(op, args) = pattern else { return false };
    // A swizzle is there if its masks are.
    if *op == Op::Swz {
        let masks = Pattern::Op(Op::SourceMask, args.iter().take(3).cloned().collect());
        return is_undefined(&masks, known) || args.iter().any(|a| is_undefined(a, known));
    }
    let complete = pattern.variables().iter().all(|v| known.contains_key(v));
    (complete && pattern.eval(known).is_none()) || args.iter().any(|a| is_undefined(a, known))
}

/// Assignments of the constants that do not already contradict a condition.
fn instances(trial: &Trial, constants: &[(String, Domain)]) -> Vec<Values> {
    let Compiled { lhs, rhs, when, lets: defined, .. } = trial.rule();
    let mut all = vec![Values::new()];
    for (name, kind) in constants {
        let values = grid(*kind);
        all = all
            .into_iter()
            .flat_map(|known| {
                values.iter().map(move |v| {
                    let mut known = known.clone();
                    known.insert(name.clone(), Value::Int(*v));
                    known
                })
            })
            .collect();
    }
    let mut kept: Vec<Values> = all
        .into_iter()
        .filter_map(|mut known| {
            for (name, pattern) in defined {
                // What unknowns define stays for the solver.
                if pattern.variables().iter().all(|v| known.contains_key(v)) {
                    let value = pattern.eval(&known)?;
                    known.insert(name.clone(), value);
                }
            }
            let possible =
                when.iter().all(|c| !c.variables().iter().all(|v| known.contains_key(v)) || c.holds(&known));
            (possible && !is_undefined(lhs, &known) && !is_undefined(rhs, &known)).then_some(known)
        })
        .collect();
    Rng::new(1).shuffle(&mut kept);
    kept.truncate(INSTANCES);
    kept
}

/// The pattern with patterns for its variables.
fn substitute(pattern: &Pattern, bindings: &[(&str, &str)]) -> Result<Pattern> {
    Ok(match pattern {
        Pattern::Var(v) => match bindings.iter().find(|b| b.0 == v) {
            Some((_, text)) => Pattern::parse(text).map_err(|e| e.to_string())?,
            None => return Err(format!("the lemma says nothing of {v}")),
        },
        Pattern::Num(n) => Pattern::Num(*n),
        Pattern::Op(op, args) => {
            Pattern::Op(*op, args.iter().map(|a| substitute(a, bindings)).collect::<Result<_>>()?)
        }
    })
}

/// One goal of a rule.
fn goal(rule: &Rule, trial: &Trial, theory: Theory, known: &Values, symbolic: bool) -> Result<String> {
    let Compiled { lhs, rhs, when, free, lets: defined, .. } = trial.rule();
    let mut script = Script { theory, known, divisions: Vec::new() };
    let sort = script.word("Int", "(_ BitVec 64)");
    let (at_most, least) = (script.word("<=", "bvsle"), script.number(0));
    let mut text = String::from("(push)\n");
    for (name, kind) in free.iter().filter(|(n, _)| !known.contains_key(n)) {
        let _ = writeln!(text, "(declare-const {name} {sort})");
        let low = match kind {
            Domain::Natural | Domain::Mask => Some(least.clone()),
            Domain::Size | Domain::Positive => Some(script.number(1)),
            Domain::Int | Domain::Constant | Domain::Bits => {
                (theory == Theory::Bits).then(|| script.number(-(1 << 40)))
            }
            Domain::Exponent(..) if symbolic => return Err("an exponent".into()),
            _ => return Err("a layout".into()),
        };
        if let Some(low) = low {
            let _ = writeln!(text, "(assert ({at_most} {low} {name}))");
        }
        if theory == Theory::Bits {
            let _ = writeln!(text, "(assert (bvsle {name} {}))", script.number(1 << 40));
        }
    }
    for (name, pattern) in defined.iter().filter(|(n, _)| !known.contains_key(n)) {
        let value = script.term(pattern)?;
        let _ = writeln!(text, "(define-fun {name} () {sort} {value})");
    }
    let mut formulas = when.iter().map(|c| script.condition(c)).collect::<Result<Vec<_>>>()?;
    let (left, right) = (script.term(lhs)?, script.term(rhs)?);
    for (_, used, bindings) in LEMMAS.iter().filter(|l| l.0 == rule.id) {
        let used = rules::all().into_iter().find(|r| r.id == *used).ok_or("no such lemma")?;
        let side = |text: &str| substitute(&Pattern::parse(text).map_err(|e| e.to_string())?, bindings);
        let (left, right) = (script.term(&side(used.lhs)?)?, script.term(&side(used.rhs)?)?);
        formulas.push(format!("(= {left} {right})"));
    }
    let given = LEMMAS.iter().any(|l| l.0 == rule.id);
    for (a, n) in &script.divisions {
        formulas.push(format!("(< 0 {n})"));
        // The definition of division, which solvers do not apply to unknown divisors
        // and which leads them astray where it is not needed.
        if given {
            formulas.push(format!("(= {a} (+ (* {n} (div {a} {n})) (mod {a} {n})))"));
        }
    }
    formulas.push(format!("(not (= {left} {right}))"));
    for formula in formulas {
        let _ = writeln!(text, "(assert {formula})");
    }
    text.push_str("(check-sat)\n(pop)\n");
    Ok(text)
}

/// The goals of a rule.
struct Goals {
    /// Nothing known, over the integers.
    symbolic: Option<String>,
    /// One for each instance of the constants, after a line that names them.
    instances: String,
}

/// The goals of a rule; `None` if it is about layouts.
fn goals(rule: &Rule) -> Result<Option<Goals>> {
    let trial = Trial::new(rule).map_err(|e| e.to_string())?;
    let Compiled { lhs, rhs, free, .. } = trial.rule();
    if is_about_layouts(lhs) || is_about_layouts(rhs) {
        return Ok(None);
    }
    let head = format!("(set-option :rlimit {EFFORT})\n");
    let symbolic = goal(rule, &trial, Theory::Integers, &Values::new(), true).ok();
    let symbolic = symbolic.map(|goal| format!("{head}(echo \"* symbolic\")\n{goal}"));
    let all: Vec<(String, Domain)> = free.iter().filter(|(_, k)| k.is_constant()).cloned().collect();
    // Masks stay symbolic in goals of bits.
    let some: Vec<(String, Domain)> =
        all.iter().filter(|(_, k)| !matches!(k, Domain::Mask | Domain::Bits)).cloned().collect();
    let mut attempts = vec![(Theory::Integers, all.clone()), (Theory::Bits, some), (Theory::Bits, all)];
    let mut refused = BTreeMap::new();
    while !attempts.is_empty() {
        let (theory, constants) = attempts.remove(0);
        let known = instances(&trial, &constants);
        let written: Result<Vec<String>> = known
            .iter()
            .map(|known| {
                let at: Vec<String> = known
                    .iter()
                    .map(|(n, v)| if let Value::Int(v) = v { format!("{n}={v}") } else { n.clone() })
                    .collect();
                Ok(format!("(echo \"* {}\")\n{}", at.join(" "), goal(rule, &trial, theory, known, false)?))
            })
            .collect();
        match written {
            Ok(written) if written.is_empty() => return Err("no constants satisfy the conditions".into()),
            Ok(written) => {
                return Ok(Some(Goals { symbolic, instances: head + &written.concat() }));
            }
            Err(why) => refused.insert(attempts.len(), why),
        };
    }
    Err(refused.into_values().collect::<Vec<_>>().join("; "))
}

fn main() -> std::process::ExitCode {
    let Some(directory) = std::env::args().nth(1) else {
        eprintln!("usage: smt DIRECTORY");
        return std::process::ExitCode::FAILURE;
    };
    let mut failed = false;
    let statements: String = rules::all().iter().map(|r| format!("{}\t{}\n", r.id, r.statement())).collect();
    if let Err(e) = std::fs::write(Path::new(&directory).join("statements.txt"), statements) {
        eprintln!("{directory}: {e}");
        failed = true;
    }
    for rule in rules::all() {
        match goals(&rule) {
            Ok(Some(goals)) => {
                let files = [("all.smt2", goals.symbolic), ("smt2", Some(goals.instances))];
                for (ending, text) in files.into_iter().filter_map(|(e, text)| Some((e, text?))) {
                    let path = Path::new(&directory).join(format!("{}.{ending}", rule.id));
                    if let Err(e) = std::fs::write(&path, text) {
                        eprintln!("{}: {e}", path.display());
                        failed = true;
                    }
                }
            }
            Ok(None) => {}
            Err(why) => {
                eprintln!("{}: not written: {why}", rule.id);
                failed = true;
            }
        }
    }
    if failed { std::process::ExitCode::FAILURE } else { std::process::ExitCode::SUCCESS }
}
