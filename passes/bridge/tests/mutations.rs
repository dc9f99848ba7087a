//! Wrong rules and wrong plans, each in a small program where it matters: the evaluation
//! of the e-graph and of plans, the evaluation of the IR, and the proof must each see it.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, reason = "tests")]

use std::collections::HashSet;

use layout_bridge::export::{Binary, Cast, Flags, Op, Plan, Planned, Source};
use layout_bridge::facts::Machine;
use layout_bridge::rewrite::{Function, Scope, Settings};
use layout_bridge::segments::segments;
use layout_bridge::validate::{Method, Solver, Target, validate};
use layout_egraph::rules::{Phase, Rule, all};
use layout_egraph::{Graph, Id, Node, Options, Pick, Predicate, Subst};
use layout_mlir::ir::{self, Scalar};
use melior::ir::{BlockLike, Module, OperationRef};

/// Who judges.
#[derive(Clone, Debug)]
enum Judge {
    /// `verify-egraph`.
    Verify,
    /// `validate`.
    Validate(Method),
}

/// What a run came to.
#[derive(Debug, PartialEq)]
enum Outcome {
    /// The judge saw that something is wrong.
    Caught(String),
    /// So many values were replaced, and nothing was seen.
    Passed(usize),
}

/// Rewrites the first function of a module under a judge.
fn run(
    text: &str,
    rules: Option<fn() -> Vec<Rule>>,
    tamper: Option<fn(&mut Plan)>,
    judge: &Judge,
) -> Outcome {
    let context = layout_dialect::context();
    let module = Module::parse(&context, text).unwrap_or_else(|| panic!("does not parse:\n{text}"));
    let function = module.body().first_operation().unwrap();
    let verify = matches!(judge, Judge::Verify);
    let settings = Settings {
        options: Options { verify, rules, pick: Pick::Cheapest, ..Options::default() },
        machine: Machine::nvidia(64),
        narrow: true,
        may_grow: true,
        scope: if text.contains("layout.") { Scope::Layouts } else { Scope::Everything },
        explain: false,
        dump: None,
        tamper,
    };
    let before: HashSet<usize> = ir::nested(function).into_iter().map(ir::op_key).collect();
    let mut part = Function::new(function);
    let mut replaced = Vec::new();
    for segment in segments(&part.order) {
        match part.rewrite(&segment, &settings) {
            Ok((more, report)) => {
                if std::env::var_os("LAYOUT_SHOW").is_some() {
                    println!(
                        "left: {:?} {:?}",
                        report.left,
                        report.simplified.map(|s| (s.changed, s.saves, s.report))
                    );
                }
                replaced.extend(more);
            }
            Err(e) => return Outcome::Caught(e.to_string()),
        }
    }
    let Judge::Validate(method) = judge else { return Outcome::Passed(replaced.len()) };
    if std::env::var_os("LAYOUT_SHOW").is_some() {
        println!("{}", module.as_operation());
    }
    let is_new = |op: OperationRef<'_, '_>| !before.contains(&ir::op_key(op));
    match validate(function, &replaced, &is_new, Target { index_bits: 64, nvidia: true }, method) {
        Ok(_) => Outcome::Passed(replaced.len()),
        Err(e) => Outcome::Caught(e.to_string()),
    }
}

fn judges() -> Vec<Judge> {
    let solver = Solver::find().ok().map(|s| Judge::Validate(Method::Solve(s)));
    [Some(Judge::Verify), Some(Judge::Validate(Method::Evaluate)), solver].into_iter().flatten().collect()
}

/// Each judge passes the program as it is, which changes, and catches the mutation.
fn table(rows: &[(&str, &str, Option<fn() -> Vec<Rule>>, Option<fn(&mut Plan)>)]) {
    let mut missed = Vec::new();
    for (name, text, rules, tamper) in rows {
        for judge in judges() {
            if tamper.is_some() {
                let plain = run(text, None, None, &judge);
                assert!(
                    matches!(plain, Outcome::Passed(1..)),
                    "{name}: without the mutation {judge:?} says {plain:?}"
                );
            }
            match run(text, *rules, *tamper, &judge) {
                Outcome::Caught(why) if why.contains("not confirm") || why.contains("not understood") => {
                    panic!("{name}: {why}")
                }
                Outcome::Caught(why) => println!("{name}, {judge:?}: {why}"),
                Outcome::Passed(n) => missed.push(format!("{name}: {judge:?} saw nothing, {n} replaced")),
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

// ---- Plans ----

/// The operations of a plan that are some operation.
fn each(plan: &mut Plan, change: impl Fn(&mut Planned)) {
    plan.ops.iter_mut().for_each(change);
}

fn binary(planned: &mut Planned, from: Binary, change: impl Fn(&mut Planned)) {
    if matches!(planned.op, Op::Binary(op, _) if op == from) {
        change(planned);
    }
}

/// Sums and products promise not to wrap.
fn wrong_flag(plan: &mut Plan) {
    each(plan, |p| {
        if let Op::Binary(Binary::Add | Binary::Sub | Binary::Mul, flags) = &mut p.op {
            *flags = Flags { nsw: true, nuw: true };
        }
    });
}

fn wrong_predicate(plan: &mut Plan) {
    each(plan, |p| {
        if let Op::Compare(predicate @ Predicate::Lt) = &mut p.op {
            *predicate = Predicate::Le;
        }
    });
}

/// What replaces a value of 64 bits goes through 32.
fn narrow_width(plan: &mut Plan) {
    for n in 0..plan.replaced.len() {
        let Source::New(number) = plan.replaced[n].1 else { continue };
        let whole = plan.ops[number as usize].clone();
        if whole.scalar != Some(Scalar::Int(64)) {
            continue;
        }
        let mut from = plan.replaced[n].1;
        for (cast, width) in [(Cast::Low, 32), (Cast::Sign, 64)] {
            let (op, scalar) = (Op::Cast(cast), Some(Scalar::Int(width)));
            plan.ops.push(Planned { op, operands: vec![from], scalar, term: None, ..whole.clone() });
            from = Source::New(plan.ops.len() as u32 - 1);
        }
        plan.replaced[n].1 = from;
    }
}

/// What stands for an operation of a plan is its first operand.
fn bypass(plan: &mut Plan, of: Binary) {
    for n in 0..plan.ops.len() {
        if !matches!(plan.ops[n].op, Op::Binary(op, _) if op == of) {
            continue;
        }
        let (old, new) = (Source::New(n as u32), plan.ops[n].operands[0]);
        let sources = plan.ops.iter_mut().flat_map(|p| p.operands.iter_mut());
        sources.chain(plan.replaced.iter_mut().map(|(_, s)| s)).filter(|s| **s == old).for_each(|s| *s = new);
    }
}

fn dropped_guard(plan: &mut Plan) {
    bypass(plan, Binary::MaxS);
}

fn dropped_mask(plan: &mut Plan) {
    bypass(plan, Binary::And);
}

fn swapped_operands(plan: &mut Plan) {
    each(plan, |p| binary(p, Binary::Sub, |p| p.operands.swap(0, 1)));
}

fn swapped_arms(plan: &mut Plan) {
    each(plan, |p| {
        if p.op == Op::Select {
            p.operands.swap(1, 2);
        }
    });
}

fn wrong_constant(plan: &mut Plan) {
    each(plan, |p| {
        if let Op::Constant(c) = &mut p.op {
            *c += 1;
        }
    });
}

fn shift_off(plan: &mut Plan) {
    let shifts: Vec<Source> = plan
        .ops
        .iter()
        .filter(|p| matches!(p.op, Op::Binary(Binary::ShrS | Binary::ShrU, _)))
        .map(|p| p.operands[1])
        .collect();
    for shift in shifts {
        let Source::New(n) = shift else { continue };
        if let Op::Constant(k) = &mut plan.ops[n as usize].op {
            *k += 1;
        }
    }
}

/// What replaces a value is the result of another operation with it and a number.
fn bounded(plan: &mut Plan, op: Binary, bound: i64) {
    for n in 0..plan.replaced.len() {
        let Source::New(number) = plan.replaced[n].1 else { continue };
        let whole = plan.ops[number as usize].clone();
        let constant = Source::New(plan.ops.len() as u32);
        let added = [
            Planned { op: Op::Constant(bound), operands: Vec::new(), term: None, ..whole.clone() },
            Planned {
                op: Op::Binary(op, Flags::default()),
                operands: vec![plan.replaced[n].1, constant],
                term: None,
                ..whole
            },
        ];
        plan.ops.extend(added);
        plan.replaced[n].1 = Source::New(plan.ops.len() as u32 - 1);
    }
}

fn never_zero(plan: &mut Plan) {
    bounded(plan, Binary::MaxS, 1);
}

fn at_most_two(plan: &mut Plan) {
    bounded(plan, Binary::MinS, 2);
}

fn zero_for_sign(plan: &mut Plan) {
    each(plan, |p| {
        if p.op == Op::Cast(Cast::Sign) {
            p.op = Op::Cast(Cast::Zero);
        }
    });
}

fn unsigned_for_signed(plan: &mut Plan) {
    each(plan, |p| binary(p, Binary::FloorDivS, |p| p.op = Op::Binary(Binary::DivU, Flags::default())));
}

const PLANS: &[(&str, &str, Option<fn() -> Vec<Rule>>, Option<fn(&mut Plan)>)] = &[
    ("a wrong flag", SUBTRACTED, None, Some(wrong_flag)),
    ("a wrong predicate", COMPARED, None, Some(wrong_predicate)),
    ("a narrow width", WIDE, None, Some(narrow_width)),
    ("a dropped guard", GUARDED, None, Some(dropped_guard)),
    ("swapped operands", SUBTRACTED, None, Some(swapped_operands)),
    ("a wrong constant", COMPARED, None, Some(wrong_constant)),
    ("a shift off by one", SHIFTED, None, Some(shift_off)),
    ("zeros for signs", EXTENDED, None, Some(zero_for_sign)),
    ("a division without signs", FLOORED, None, Some(unsigned_for_signed)),
    ("a dropped mask", MASKED, None, Some(dropped_mask)),
    ("a wrong constant beside a loop's bound that is a cast", BOUND, None, Some(wrong_constant)),
    ("swapped arms of which one may be poison", ARM, None, Some(swapped_arms)),
    ("wrong for the first element that is accessed", FIRST, None, Some(never_zero)),
    ("wrong for the last element that is accessed", LAST, None, Some(at_most_two)),
];

const COMPARED: &str = "
func.func @f(%x: i64) -> i1 {
  %c8 = arith.constant 8 : i64
  %c4 = arith.constant 4 : i64
  %q = arith.floordivsi %x, %c8 : i64
  %c = arith.cmpi slt, %q, %c4 : i64
  return %c : i1
}";
const WIDE: &str = "
func.func @f(%x: i64) -> i64 {
  %c8 = arith.constant 8 : i64
  %c4 = arith.constant 4 : i64
  %q = arith.floordivsi %x, %c8 : i64
  %c = arith.floordivsi %q, %c4 : i64
  return %c : i64
}";
const GUARDED: &str = "
func.func @f(%x: index, %n: index, %i: index) -> index {
  %l = layout.make(%n, %x) : !layout<(?,?):(s1,1)>
  %c = layout.crd2idx %l(%i) : !layout<(?,?):(s1,1)>
  return %c : index
}";
const SUBTRACTED: &str = "
func.func @f() -> index {
  %a = gpu.thread_id x
  %b = gpu.thread_id y
  %c = gpu.thread_id z
  %s = arith.addi %a, %b : index
  %t = arith.subi %s, %c : index
  %u = arith.subi %t, %b : index
  return %u : index
}";
const SHIFTED: &str = WIDE;
const EXTENDED: &str = "
func.func @f(%a: i8) -> i64 {
  %c8 = arith.constant 8 : i64
  %c4 = arith.constant 4 : i8
  %q = arith.floordivsi %a, %c4 : i8
  %x = arith.extsi %q : i8 to i64
  %p = arith.floordivsi %x, %c8 : i64
  return %p : i64
}";
const FLOORED: &str = "
func.func @f(%x: i32) -> i32 {
  %c5 = arith.constant 5 : i32
  %c3 = arith.constant 3 : i32
  %q = arith.floordivsi %x, %c5 : i32
  %p = arith.floordivsi %q, %c3 : i32
  return %p : i32
}";
const MASKED: &str = "
func.func @f(%x: i64) -> i64 {
  %c8 = arith.constant 8 : i64
  %q = arith.floordivsi %x, %c8 : i64
  %p = arith.muli %q, %c8 : i64
  %r = arith.subi %x, %p : i64
  return %r : i64
}";
/// In the loop the bound is promised to be positive: a leaf of its own, of the same number.
const BOUND: &str = "
func.func @f(%c: i1) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %b = arith.index_castui %c : i1 to index
  scf.for %i = %c0 to %b step %c1 {
    %n = arith.addi %i, %c1 : index
    %m = memref.alloc(%n) : memref<?xf32>
  }
  %s = arith.addi %b, %c3 : index
  %d = arith.subi %s, %c1 : index
  return %d : index
}";
/// The access leaves indices from 0 to 96, of which the first alone yields 0.
const FIRST: &str = "
func.func @f(%m: memref<97xf32>, %x: f32) -> index {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c31 = arith.constant 31 : index
  %t = gpu.thread_id x upper_bound 128
  %i = arith.subi %t, %c31 : index
  memref.store %x, %m[%i] : memref<97xf32>
  %s = arith.addi %i, %c31 : index
  %q = arith.floordivsi %s, %c8 : index
  %p = arith.floordivsi %q, %c4 : index
  return %p : index
}";
/// The same, of which the last alone yields 3.
const LAST: &str = "
func.func @f(%m: memref<97xf32>, %x: f32) -> index {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %t = gpu.thread_id x upper_bound 128
  memref.store %x, %m[%t] : memref<97xf32>
  %q = arith.floordivsi %t, %c8 : index
  %p = arith.floordivsi %q, %c4 : index
  return %p : index
}";
/// Where the product overflows, the arm is poison, and so is the select that takes it.
const ARM: &str = "
func.func @f(%c: i1, %x: i8, %y: i8) -> i8 {
  %c1 = arith.constant 1 : i8
  %c3 = arith.constant 3 : i8
  %c5 = arith.constant 5 : i8
  %b = arith.muli %x, %c3 overflow<nsw> : i8
  %a = arith.muli %b, %c3 overflow<nsw> : i8
  %p = arith.floordivsi %a, %c5 : i8
  %q = arith.floordivsi %p, %c5 : i8
  %s = arith.select %c, %q, %y : i8
  %t = arith.addi %s, %c1 overflow<nsw> : i8
  %u = arith.addi %t, %c3 overflow<nsw> : i8
  return %u : i8
}";

#[test]
fn wrong_plans() {
    table(PLANS);
}

/// What the inner loop says of its bound, that it is at least 1, holds in it alone.
const LOOP: &str = "
func.func @f(%n: index, %k: index, %x: i64, %m: memref<i64>) {
  affine.for %i = 0 to 12 step 3 {
    affine.for %j = 0 to %n step 3 {
      %c1 = arith.constant 1 : index
      %a = arith.maxsi %n, %c1 : index
      %b = arith.maxsi %k, %c1 : index
      %d = affine.apply affine_map<(d0)[s0, s1] -> ((d0 floordiv s0) mod s1)>(%i)[%a, %b]
      %w = arith.index_cast %d : index to i64
      %e = arith.addi %x, %w : i64
      memref.store %e, %m[] : memref<i64>
    }
  }
  return
}";

/// Divisions stand before the inner loop.
fn out_of_its_loop(plan: &mut Plan) {
    each(plan, |p| binary(p, Binary::DivU, |p| p.place = 2));
}

#[test]
fn a_division_by_a_bound_stays_in_the_loop() {
    assert!(matches!(run(LOOP, None, None, &Judge::Verify), Outcome::Passed(1..)));
    let outside = run(LOOP, None, Some(out_of_its_loop), &Judge::Verify);
    assert!(matches!(&outside, Outcome::Caught(why) if why.contains("divides by 0")), "{outside:?}");
}

// ---- Rules ----

/// The rules with one right side replaced.
fn with_side(id: &str, rhs: &'static str) -> Vec<Rule> {
    let mut rules = all();
    let rule = rules.iter_mut().find(|r| r.id == id).unwrap_or_else(|| panic!("no rule {id}"));
    rule.rhs = rhs;
    rules
}

/// The rules with one finder replaced by one that asks for nothing.
fn with_finder(id: &str, find: layout_egraph::rules::Find) -> Vec<Rule> {
    let mut rules = all();
    let rule = rules.iter_mut().find(|r| r.id == id).unwrap_or_else(|| panic!("no rule {id}"));
    (rule.find, rule.phase) = (find, Phase::Normalise);
    rules
}

fn any_remainder(_: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Node::Mod([x, c]) = node {
        out.push(Subst::new([("x", *x), ("c", *c)]));
    }
}

fn any_quotient(_: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Node::Div([x, c]) = node {
        out.push(Subst::new([("x", *x), ("c", *c)]));
    }
}

/// A remainder of a remainder, whichever is smaller.
fn any_nested(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Mod([y, b]) = node else { return };
    for inner in graph.nodes_of(*y) {
        if let Node::Mod([x, a]) = inner {
            out.push(Subst::new([("x", x), ("a", a), ("b", *b)]));
        }
    }
}

/// A quotient of a multiple of the divisor and a rest of any size.
fn any_rest(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Div([z, b]) = node else { return };
    let (Some(divisor), sums) = (graph.as_const(*b), graph.nodes_of(*z)) else { return };
    for sum in sums {
        let Node::Sum(sum) = sum else { continue };
        let terms: Vec<_> = sum.iter().collect();
        if let ([(c, x), (1, y)] | [(1, y), (c, x)], 0) = (terms.as_slice(), sum.constant)
            && *c == divisor
        {
            out.push(Subst::new([("x", *x), ("y", *y), ("a", *b)]));
        }
    }
}

/// The smaller of two, whichever that is.
fn any_minimum(_: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Node::Min([x, c]) = node {
        out.push(Subst::new([("x", *x), ("c", *c)]));
    }
}

/// A rule of its own, in the place of another.
fn with_rule(id: &str, lhs: &'static str, rhs: &'static str, find: layout_egraph::rules::Find) -> Vec<Rule> {
    let mut rules = with_finder(id, find);
    let rule = rules.iter_mut().find(|r| r.id == id).unwrap();
    (rule.lhs, rule.rhs, rule.when, rule.lets, rule.subsumes) = (lhs, rhs, &[], &[], false);
    rules
}

const RULES: &[(&str, &str, Option<fn() -> Vec<Rule>>, Option<fn(&mut Plan)>)] = &[
    ("B6 without its condition", REMAINDER, Some(|| with_finder("B6", any_remainder)), None),
    ("B5 without its condition", QUOTIENT, Some(|| with_rule("B6", "(/ x c)", "0", any_quotient)), None),
    ("B10 without its condition", NESTED, Some(|| with_finder("B10", any_nested)), None),
    ("B21 without its condition", REST, Some(|| with_finder("B21", any_rest)), None),
    (
        "a minimum without its condition",
        MINIMUM,
        Some(|| with_rule("B6", "(min x c)", "x", any_minimum)),
        None,
    ),
    ("B8 forgets a divisor", WIDE, Some(|| with_side("B8", "(/ x a)")), None),
    ("B11 forgets the remainder", DIGIT, Some(|| with_side("B11", "(/ x b)")), None),
    ("B17 forgets to divide", REST, Some(|| with_side("B17", "(+ x y)")), None),
    ("B33 with a bound too small", COMPARED, Some(|| with_side("B33", "(< x a)")), None),
    ("E1 with the wrong sign", ACROSS, Some(|| with_side("E1", "(< x (+ a k))")), None),
];

const REMAINDER: &str = "
func.func @f(%y: i8) -> i32 {
  %c7 = arith.constant 7 : i32
  %x = arith.extui %y : i8 to i32
  %r = arith.remui %x, %c7 : i32
  return %r : i32
}";
const QUOTIENT: &str = "
func.func @f(%y: i8) -> i32 {
  %c7 = arith.constant 7 : i32
  %x = arith.extui %y : i8 to i32
  %r = arith.divui %x, %c7 : i32
  return %r : i32
}";
const NESTED: &str = "
func.func @f(%y: i8) -> i32 {
  %c7 = arith.constant 7 : i32
  %c100 = arith.constant 100 : i32
  %x = arith.extui %y : i8 to i32
  %m = arith.remui %x, %c100 : i32
  %r = arith.remui %m, %c7 : i32
  return %r : i32
}";
const REST: &str = "
func.func @f() -> index {
  %c8 = arith.constant 8 : index
  %a = gpu.thread_id x
  %b = gpu.thread_id y
  %m = arith.muli %a, %c8 : index
  %s = arith.addi %m, %b : index
  %q = arith.divui %s, %c8 : index
  return %q : index
}";
const MINIMUM: &str = "
func.func @f(%x: i32, %y: i32) -> i32 {
  %c = arith.minsi %x, %y : i32
  return %c : i32
}";
const DIGIT: &str = "
func.func @f() -> index {
  %c64 = arith.constant 64 : index
  %c8 = arith.constant 8 : index
  %x = gpu.thread_id x
  %m = arith.remui %x, %c64 : index
  %q = arith.divui %m, %c8 : index
  return %q : index
}";
const ACROSS: &str = "
func.func @f() -> i1 {
  %c10 = arith.constant 10 : index
  %c50 = arith.constant 50 : index
  %x = gpu.thread_id x
  %s = arith.addi %x, %c10 : index
  %c = arith.cmpi slt, %s, %c50 : index
  return %c : i1
}";

#[test]
fn wrong_rules() {
    table(RULES);
}
