//! [`Thread`]: one sequence of operations, run step by step so that a scheduler can stop it
//! anywhere. A tile program is one such sequence, a block of threads one for each thread.

use std::rc::Rc;

use super::affine;
use super::cluster;
use super::collective::Kind;
use super::control::Control;
use super::log::Log;
use super::plan::{Code, Plan};
use super::tiles::Reduction;
use super::world::{Context, Identity, World, decided};
use crate::change::{About, Change, about, changes, left};
use crate::elementwise::Elementwise;
use crate::fault::{Fault, Reason};
use crate::number::{Int, Scalar};
use crate::read::program::Op;
use crate::value::{Array, Value};

/// A sequence of operations under way.
#[derive(Debug)]
pub(crate) struct Thread {
    pub identity: Identity,
    values: Vec<Option<Value>>,
    frames: Vec<Frame>,
}

/// A region that runs.
#[derive(Debug)]
struct Frame {
    region: usize,
    block: usize,
    next: usize,
    owner: Owner,
}

/// What a region is run for.
#[derive(Debug)]
enum Owner {
    Function,
    /// An operation that is done when its region is.
    Once(usize),
    For {
        op: usize,
        next: i128,
        upper: i128,
        step: i128,
    },
    /// The part of a `scf.while` that decides.
    Before(usize),
    /// Its body.
    After(usize),
    /// The region of a reduction.
    Combine,
}

/// What a step did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Something that no other thread can see.
    Went,
    /// It touched memory.
    Touched,
    /// It came to this operation, which needs other threads.
    Waits(usize),
    /// It came to this operation, for which something has to arrive.
    Blocks(usize),
    /// It came to this operation of a tile program, which all blocks of the cluster run together.
    Meets(usize),
    /// It returned.
    Done,
}

impl Thread {
    pub fn new(plan: &Plan, number: u32, arguments: &[Value]) -> Self {
        let mut values = vec![None; plan.function.types.len()];
        let slots = plan.function.regions.first().and_then(|r| r.blocks.first()).map(|b| &b.arguments);
        for (slot, value) in slots.into_iter().flatten().zip(arguments) {
            values[*slot] = Some(value.clone());
        }
        let frames = vec![Frame { region: 0, block: 0, next: 0, owner: Owner::Function }];
        Self { identity: Identity { number, ..Identity::default() }, values, frames }
    }

    /// Runs one operation, or stops before one that needs other threads.
    pub fn step(&mut self, plan: &Plan, world: &mut World) -> Result<Step, Fault> {
        let Some(number) = self.current(plan) else { return Ok(Step::Done) };
        let before = world.touches;
        let step = self
            .perform(number, plan, world)
            .map_err(|reason| self.fault(&plan.function.ops[number], reason, world))?;
        Ok(if step == Step::Went && world.touches != before { Step::Touched } else { step })
    }

    /// A fault at an operation.
    pub fn fault(&self, op: &Op, reason: Reason, world: &World) -> Fault {
        let who = match (world.judged, world.block_number) {
            (true, block) => format!(", thread {} of block {block}", self.identity.number),
            (false, block) => format!(", block {block}"),
        };
        Fault { at: format!("{}: {}{who}", op.location, op.name), reason }
    }

    fn current(&self, plan: &Plan) -> Option<usize> {
        let frame = self.frames.last()?;
        let block = plan.function.regions.get(frame.region)?.blocks.get(frame.block)?;
        block.ops.get(frame.next).copied()
    }

    fn perform(&mut self, number: usize, plan: &Plan, world: &mut World) -> Result<Step, Reason> {
        world.fuel = world.fuel.checked_sub(1).ok_or_else(|| Reason::unsupported("out of fuel"))?;
        let op = &plan.function.ops[number];
        if let Some(log) = &mut world.log {
            self.note(number, op, world.block_number, log);
        }
        match &plan.codes[number] {
            Code::Collective(Kind::ClusterBarrier) if world.judged => {
                cluster::has_arrived(&self.identity)?;
                return Ok(Step::Waits(number));
            }
            Code::Collective(kind) if world.judged || !kind.is_barrier() => return Ok(Step::Waits(number)),
            Code::Collective(_) => self.finish(op, Vec::new())?,
            Code::Constant(value) => self.finish(op, vec![value.clone()])?,
            Code::Elementwise(rule) => {
                let operands = self.read(op)?;
                let result = apply(rule, &operands)?;
                self.finish(op, vec![result])?;
            }
            Code::Run(run) => {
                let operands = self.read(op)?;
                let function = &*plan.function;
                if cluster::is_meeting(op, function, &operands, world) {
                    return Ok(Step::Meets(number));
                }
                let thread = &mut self.identity;
                let mut context = Context { op, function, operands: &operands, world, thread };
                let results = run(&mut context)?;
                if world.engine.take_waits() {
                    return Ok(Step::Blocks(number));
                }
                self.finish(op, results)?;
            }
            Code::Control(control) => return self.control(*control, number, plan, world),
            Code::Unknown => return Err(Reason::unsupported(&op.name)),
        }
        Ok(Step::Went)
    }

    /// Notes what the operation does to copies under way, and whether it would do something else if it
    /// were changed, see [`crate::change`].
    fn note(&self, number: usize, op: &Op, block: u32, log: &mut Log) {
        let who = (block, self.identity.number, self.identity.when);
        let value = |slot: &usize| self.values.get(*slot).and_then(Option::as_ref);
        let int = |slot: Option<&usize>| match slot.and_then(value) {
            Some(Value::Scalar(Scalar::Int(int))) => Some(int.signed()),
            _ => None,
        };
        let decides = changes(op, |_| 0).into_iter().any(|change| match change {
            Change::Commit => {
                log.commit(who, number, about(op));
                false
            }
            Change::Wait => {
                log.wait(who, number, about(op), left(op));
                about(op) == About::Mbarrier
            }
            // One of registers always does.
            Change::Fence if about(op) == About::Products => true,
            Change::Fence => {
                log.fence(who, number);
                false
            }
            Change::Arrival => true,
            Change::Guard => int(op.operands.first()) == Some(0),
            Change::Fill => int(op.operands.last()) != op.int("dstElements").map(i128::from),
            Change::Registers(i, j) => match (value(&op.operands[i]), value(&op.operands[j])) {
                (Some(Value::Scalar(a)), Some(Value::Scalar(b))) => a != b,
                _ => true,
            },
            // These are seen where they are done.
            Change::Shuffle | Change::Barrier | Change::Weaker => false,
        });
        if decides {
            log.deciding.insert(number);
        }
    }

    /// The values of an operation's operands.
    pub fn read(&self, op: &Op) -> Result<Vec<Value>, Reason> {
        op.operands.iter().map(|slot| self.value(*slot)).collect()
    }

    fn value(&self, slot: usize) -> Result<Value, Reason> {
        let value = self.values.get(slot).and_then(Clone::clone);
        value.ok_or_else(|| Reason::unsupported("a value that was not computed"))
    }

    /// Gives an operation its results and goes on behind it.
    pub fn finish(&mut self, op: &Op, results: Vec<Value>) -> Result<(), Reason> {
        self.assign(&op.results, results)?;
        if let Some(frame) = self.frames.last_mut() {
            frame.next += 1;
        }
        Ok(())
    }

    fn assign(&mut self, slots: &[usize], values: Vec<Value>) -> Result<(), Reason> {
        if slots.len() != values.len() {
            return Err(Reason::unsupported(format!("{} values for {}", values.len(), slots.len())));
        }
        for (slot, value) in slots.iter().zip(values) {
            if self.identity.products.takes(*slot) {
                return Err(Reason::undefined(
                    "computes again what a product under way takes from registers",
                ));
            }
            self.values[*slot] = Some(value);
        }
        Ok(())
    }

    fn enter(
        &mut self,
        region: usize,
        arguments: Vec<Value>,
        owner: Owner,
        plan: &Plan,
    ) -> Result<(), Reason> {
        self.frames.push(Frame { region, block: 0, next: 0, owner });
        self.jump(0, arguments, plan)
    }

    fn jump(&mut self, block: usize, arguments: Vec<Value>, plan: &Plan) -> Result<(), Reason> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        (frame.block, frame.next) = (block, 0);
        let block = plan.function.regions.get(frame.region).and_then(|r| r.blocks.get(block));
        let block = block.ok_or_else(|| Reason::unsupported("a region without blocks"))?;
        self.assign(&block.arguments, arguments)
    }

    fn control(
        &mut self,
        control: Control,
        number: usize,
        plan: &Plan,
        world: &mut World,
    ) -> Result<Step, Reason> {
        let op = &plan.function.ops[number];
        let operands = self.read(op)?;
        let region =
            |i: usize| op.regions.get(i).copied().ok_or_else(|| Reason::unsupported("a missing region"));
        let whole = |i: usize| match operands.get(i) {
            Some(Value::Scalar(scalar)) => decided(*scalar),
            _ => Err(Reason::unsupported(format!("{}: operand {i} is no integer", op.name))),
        };
        match control {
            Control::For => {
                let unsigned = op.attribute("unsignedCmp").is_some();
                let bound = |i| whole(i).map(|n| if unsigned { n.unsigned() } else { n.signed() });
                let (lower, upper, step) = (bound(0)?, bound(1)?, bound(2)?);
                if step <= 0 {
                    return Err(Reason::undefined(format!("a loop with step {step}")));
                }
                let owner = Owner::For { op: number, next: lower, upper, step };
                self.iterate(owner, operands[3..].to_vec(), plan)?;
            }
            Control::AffineFor => {
                let (lower, upper, inits) = affine::bounds(op, &operands)?;
                let step = op.int("step").map_or(1, i128::from);
                self.iterate(Owner::For { op: number, next: lower, upper, step }, inits, plan)?;
            }
            // (Which way it goes makes no difference.)
            Control::If if is_idle(op, plan) => self.finish(op, Vec::new())?,
            Control::If | Control::AffineIf => {
                let taken = match control {
                    Control::If => whole(0)?.is_true(),
                    _ => affine::holds(op, &operands)?,
                };
                let chosen = region(usize::from(!taken))?;
                if plan.function.regions[chosen].blocks.is_empty() {
                    self.finish(op, Vec::new())?;
                } else {
                    self.enter(chosen, Vec::new(), Owner::Once(number), plan)?;
                }
            }
            Control::Switch => {
                let cases = op.ints("cases").unwrap_or_default();
                let chosen = whole(0)?.signed();
                let case = cases.iter().position(|c| i128::from(*c) == chosen).map_or(0, |i| i + 1);
                self.enter(region(case)?, Vec::new(), Owner::Once(number), plan)?;
            }
            Control::Execute => self.enter(region(0)?, Vec::new(), Owner::Once(number), plan)?,
            Control::Call => self.enter(region(0)?, operands, Owner::Once(number), plan)?,
            Control::While => self.enter(region(0)?, operands, Owner::Before(number), plan)?,
            Control::Condition => {
                let goes_on = whole(0)?.is_true();
                let Some(Frame { owner: Owner::Before(owner), .. }) = self.frames.pop() else {
                    return Err(Reason::unsupported("scf.condition elsewhere than in scf.while"));
                };
                let owner_op = &plan.function.ops[owner];
                let rest = operands[1..].to_vec();
                if goes_on {
                    let body = owner_op.regions.get(1).copied().unwrap_or_default();
                    self.enter(body, rest, Owner::After(owner), plan)?;
                } else {
                    self.finish(owner_op, rest)?;
                }
            }
            Control::Yield => self.leave(operands, plan)?,
            Control::Return => {
                if self.frames.len() > 1 {
                    self.leave(operands, plan)?;
                } else {
                    self.frames.clear();
                    return Ok(Step::Done);
                }
            }
            Control::Branch => {
                self.jump(op.successors.first().copied().unwrap_or_default(), operands, plan)?
            }
            Control::Choose => {
                let counts = op.ints("operandSegmentSizes").unwrap_or_default();
                let yes = counts.get(1).and_then(|n| usize::try_from(*n).ok()).unwrap_or(0);
                let (mut first, mut second) = (operands[1..].to_vec(), Vec::new());
                if first.len() >= yes {
                    second = first.split_off(yes);
                }
                let taken = whole(0)?.is_true();
                let successor = op.successors.get(usize::from(!taken)).copied().unwrap_or_default();
                self.jump(successor, if taken { first } else { second }, plan)?;
            }
            Control::Reduce => {
                let results = self.reduce(op, &operands, plan, world)?;
                self.finish(op, results)?;
            }
        }
        Ok(Step::Went)
    }

    /// The next iteration of a loop, or what is behind it.
    fn iterate(&mut self, owner: Owner, carried: Vec<Value>, plan: &Plan) -> Result<(), Reason> {
        let Owner::For { op: number, next, upper, step } = owner else { return Ok(()) };
        let op = &plan.function.ops[number];
        if next >= upper {
            return self.finish(op, carried);
        }
        let region = op.regions.first().copied().unwrap_or_default();
        let variable = plan.function.regions.get(region).and_then(|r| r.blocks.first()?.arguments.first());
        let bits = variable.and_then(|v| plan.function.types[*v].element()).map_or(64, |e| e.bits());
        let mut arguments = vec![Value::from(Int::new(bits, next))];
        arguments.extend(carried);
        let owner = Owner::For { op: number, next: next + step, upper, step };
        self.enter(region, arguments, owner, plan)
    }

    fn leave(&mut self, yielded: Vec<Value>, plan: &Plan) -> Result<(), Reason> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        match frame.owner {
            Owner::Once(op) => self.finish(&plan.function.ops[op], yielded),
            Owner::For { .. } => self.iterate(frame.owner, yielded, plan),
            Owner::After(op) => {
                let before = plan.function.ops[op].regions.first().copied().unwrap_or_default();
                self.enter(before, yielded, Owner::Before(op), plan)
            }
            Owner::Before(_) | Owner::Function | Owner::Combine => Err(Reason::unsupported("a yield here")),
        }
    }

    /// `layout.reduce`, by a kind or by its region.
    fn reduce(
        &mut self,
        op: &Op,
        operands: &[Value],
        plan: &Plan,
        world: &mut World,
    ) -> Result<Vec<Value>, Reason> {
        let reduction = Reduction::new(op, &plan.function, operands)?;
        reduction.run(|accumulated, new| {
            if let Some(rule) = &reduction.kind {
                let (Some(a), Some(b)) = (accumulated.first(), new.first()) else { return Ok(Vec::new()) };
                return Ok(vec![rule.apply(&[*a, *b])?]);
            }
            let region = op.regions.first().copied().unwrap_or_default();
            let arguments = accumulated.iter().chain(new).map(|s| Value::Scalar(*s)).collect();
            let depth = self.frames.len();
            self.enter(region, arguments, Owner::Combine, plan)?;
            loop {
                let number =
                    self.current(plan).ok_or_else(|| Reason::unsupported("a region without yield"))?;
                let inner = &plan.function.ops[number];
                if self.frames.len() == depth + 1 && inner.name == "layout.yield" {
                    let yielded = self.read(inner)?;
                    self.frames.pop();
                    let scalar = |v: &Value| match v {
                        Value::Scalar(s) => Ok(*s),
                        _ => Err(Reason::unsupported("a region that yields no scalars")),
                    };
                    return yielded.iter().map(scalar).collect();
                }
                if self.perform(number, plan, world)? != Step::Went {
                    return Err(Reason::unsupported(format!("{} in a reduction", inner.name)));
                }
            }
        })
    }
}

/// An operation element by element.
fn apply(rule: &Elementwise, operands: &[Value]) -> Result<Value, Reason> {
    let array = operands.iter().find_map(|o| if let Value::Array(a) = o { Some(a) } else { None });
    let Some(first) = array else {
        let scalars: Vec<Scalar> = operands.iter().filter_map(as_scalar).collect();
        if scalars.len() != operands.len() {
            return Err(Reason::unsupported("operands that are no numbers"));
        }
        return Ok(rule.apply(&scalars)?.into());
    };
    let shape = first.shape.clone();
    let count = first.elements.len();
    let mut elements = Vec::with_capacity(count);
    let mut each = Vec::with_capacity(operands.len());
    for i in 0..count {
        each.clear();
        for operand in operands {
            each.push(match operand {
                Value::Array(a) => a.elements.get(i).copied().unwrap_or(Scalar::Poison),
                // The condition of a select may be one for all.
                Value::Scalar(s) => *s,
                _ => return Err(Reason::unsupported("operands that are no numbers")),
            });
        }
        elements.push(rule.apply(&each)?);
    }
    Ok(Value::Array(Rc::new(Array { shape, elements })))
}

fn as_scalar(value: &Value) -> Option<Scalar> {
    match value {
        Value::Scalar(scalar) => Some(*scalar),
        _ => None,
    }
}

/// Whether a branch does nothing on either side but let time pass.
fn is_idle(op: &Op, plan: &Plan) -> bool {
    let function = &plan.function;
    let blocks = op.regions.iter().flat_map(|region| &function.regions[*region].blocks);
    let mut inside = blocks.flat_map(|block| &block.ops).map(|op| function.ops[*op].name.as_str());
    op.results.is_empty()
        && inside.all(|name| matches!(name, "arith.constant" | "nvvm.nanosleep" | "scf.yield"))
}
