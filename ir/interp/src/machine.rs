//! The loop that runs a program.
//!
//! Regions and calls that are under way lie on a stack of their own, so neither the
//! length nor the nesting of a program can exhaust the interpreter's.

use std::sync::Arc;

use crate::control::{Next, State};
use crate::environment::{Argument, Environment, Ids, mix};
use crate::int::Int;
use crate::layout::LayoutValue;
use crate::memory::Memory;
use crate::outcome::{End, Event, Outcome, Place};
use crate::program::{Function, InputType, Instruction, Operation, Program};
use crate::pure::{KnownType, Scalar};
use crate::stop::Stop;
use crate::value::{Float, Value};

/// Most values of layouts' symbols that two runs can tell apart; deep recursion ends here.
const DEEPEST: usize = 10_000;

/// What operations see beside their operands.
#[derive(Debug)]
pub(crate) struct World {
    pub memory: Memory,
    pub ids: Ids,
    pub trace: Vec<Event>,
    environment: Environment,
    fuel: u64,
}

impl World {
    /// Bits of `index`.
    pub fn index_width(&self) -> u32 {
        self.environment.index_width
    }

    /// Pays for work.
    pub fn spend(&mut self, amount: u64) -> Result<(), Stop> {
        self.fuel = self.fuel.checked_sub(amount).ok_or_else(|| Stop::unsupported(OUT_OF_FUEL))?;
        Ok(())
    }
}

/// How a run ends that has spent its fuel.
const OUT_OF_FUEL: &str = "out of fuel";

/// Why a run ends early.
enum Halt {
    Stop(Stop, String),
    Exit,
}

/// A region that runs.
struct Level<'p> {
    function: &'p Function,
    region: usize,
    block: usize,
    next: usize,
    /// The operation that the region belongs to, or that calls the function.
    owner: Option<(&'p Instruction, State)>,
    /// Where the values of its function lie.
    values: usize,
}

impl Program {
    /// Runs a function. Arguments that do not fit its type end the run as unsupported.
    pub fn run(&self, function: &str, arguments: &[Argument], environment: &Environment) -> Outcome {
        let mut world = World {
            memory: Memory::default(),
            ids: environment.ids,
            trace: Vec::new(),
            fuel: environment.fuel,
            environment: environment.clone(),
        };
        let missing = || Halt::Stop(Stop::unsupported("no such function"), format!("@{function}"));
        let mut memrefs = 0;
        let result = self.function(function).ok_or_else(missing).and_then(|f| {
            let values = bind(f, arguments, &mut world, &mut memrefs);
            let values = values.map_err(|stop| Halt::Stop(stop, format!("arguments of @{function}")))?;
            self.execute(f, values, &mut world)
        });
        let place = |why: String, at: String| Place { why, at };
        let end = match result {
            Ok(values) => End::Returned(values),
            Err(Halt::Exit) => End::Exited,
            Err(Halt::Stop(Stop::Undefined(why), at)) => End::Undefined(place(why, at)),
            Err(Halt::Stop(Stop::Unsupported(why), _)) if why == OUT_OF_FUEL => End::OutOfFuel,
            Err(Halt::Stop(Stop::Unsupported(why), at)) => End::Unsupported(place(why, at)),
        };
        let memory = world.memory.contents(memrefs, environment.index_width);
        Outcome { end, trace: world.trace, memory }
    }

    fn execute<'p>(
        &'p self,
        function: &'p Function,
        arguments: Vec<Value>,
        world: &mut World,
    ) -> Result<Vec<Value>, Halt> {
        let mut machine = Machine { program: self, levels: Vec::new(), values: Vec::new(), world };
        let at = |stop: Stop| Halt::Stop(stop, format!("@{}", function.name()));
        if function.body.is_none() {
            return Err(at(Stop::unsupported("a function without a body")));
        }
        machine.call(function, arguments, None).map_err(at)?;
        machine.run()
    }
}

struct Machine<'p, 'w> {
    program: &'p Program,
    levels: Vec<Level<'p>>,
    /// The values of each function that runs, the innermost last.
    values: Vec<Vec<Option<Value>>>,
    world: &'w mut World,
}

impl<'p> Machine<'p, '_> {
    /// Runs until the outermost function returns.
    fn run(&mut self) -> Result<Vec<Value>, Halt> {
        loop {
            let level = match self.levels.last_mut() {
                Some(level) => level,
                None => return Ok(Vec::new()),
            };
            let block = level.function.regions.get(level.region).and_then(|r| r.blocks.get(level.block));
            let instruction = block.and_then(|b| b.code.get(level.next));
            let Some(instruction) = instruction else {
                let at = format!("@{}", level.function.name());
                return Err(Halt::Stop(Stop::unsupported("a block without a terminator"), at));
            };
            level.next += 1;
            let function = level.function;
            let result = self.step(instruction);
            let place =
                || format!("{}, operation {} of @{}", instruction.name, instruction.number, function.name());
            match result {
                Ok(Step::Go) => {}
                Ok(Step::Return(values)) => return Ok(values),
                Ok(Step::Exit) => return Err(Halt::Exit),
                Err(stop) => return Err(Halt::Stop(stop, place())),
            }
        }
    }

    fn step(&mut self, instruction: &'p Instruction) -> Result<Step, Stop> {
        self.world.spend(1)?;
        let operands = self.read(&instruction.operands)?;
        match &instruction.operation {
            Operation::Pure(op) => {
                let results = op.evaluate(&operands, self.world.index_width())?;
                self.write(instruction, results)?;
            }
            Operation::Effect(op) => {
                let results = op.run(&operands, self.world)?;
                self.write(instruction, results)?;
            }
            Operation::Control(op) => {
                let next = op.start(&operands, self.world)?;
                return self.follow(instruction, next);
            }
            Operation::Branch(op) => {
                let (successor, arguments) = op.decide(&operands)?;
                let block = instruction.successors.get(successor);
                let block = *block.ok_or_else(|| Stop::unsupported("a branch to no block"))?;
                self.jump(block, arguments)?;
            }
            Operation::Yield => return self.leave(operands),
            Operation::Unknown => return Err(Stop::unsupported(&instruction.name)),
        }
        Ok(Step::Go)
    }

    /// Ends the innermost region.
    fn leave(&mut self, yielded: Vec<Value>) -> Result<Step, Stop> {
        let Some(level) = self.levels.pop() else { return Ok(Step::Return(yielded)) };
        let called = self.levels.last().is_none_or(|below| below.values != level.values);
        if called {
            self.values.pop();
        }
        match level.owner {
            None => Ok(Step::Return(yielded)),
            Some((owner, state)) => {
                let Operation::Control(op) = &owner.operation else {
                    return Err(Stop::unsupported("a region of an operation that runs none"));
                };
                let next = op.resume(state, yielded, self.world)?;
                self.follow(owner, next)
            }
        }
    }

    fn follow(&mut self, instruction: &'p Instruction, next: Next) -> Result<Step, Stop> {
        match next {
            Next::Results(values) => self.write(instruction, values)?,
            Next::Enter { region, arguments, state } => {
                let region = instruction.regions.get(region);
                let region = *region.ok_or_else(|| Stop::unsupported("a region that is not there"))?;
                let Some(level) = self.levels.last() else { return Ok(Step::Go) };
                let (function, values) = (level.function, level.values);
                self.world.spend(1)?;
                let owner = Some((instruction, state));
                self.levels.push(Level { function, region, block: 0, next: 0, owner, values });
                self.jump(0, arguments)?;
            }
            Next::Call { function, arguments, state } => {
                let callee = self.program.function(&function);
                let callee = callee.ok_or_else(|| Stop::unsupported(format!("@{function} is not here")))?;
                if callee.body.is_some() {
                    self.call(callee, arguments, Some((instruction, state)))?;
                } else {
                    return self.external(callee, arguments, instruction);
                }
            }
        }
        Ok(Step::Go)
    }

    /// Enters a function that has a body.
    fn call(
        &mut self,
        function: &'p Function,
        arguments: Vec<Value>,
        owner: Option<(&'p Instruction, State)>,
    ) -> Result<(), Stop> {
        let body = function.body.ok_or_else(|| Stop::unsupported("a function without a body"))?;
        if self.values.len() >= DEEPEST {
            return Err(Stop::unsupported(OUT_OF_FUEL));
        }
        check_launch(function, &self.world.ids)?;
        self.world.spend(1)?;
        self.values.push(vec![None; function.slots]);
        let values = self.values.len() - 1;
        self.levels.push(Level { function, region: body, block: 0, next: 0, owner, values });
        self.jump(0, arguments)
    }

    /// Notes the call of an external function; its results are numbers of the
    /// environment, whatever it was passed, since what it was passed may be poison.
    fn external(
        &mut self,
        function: &Function,
        arguments: Vec<Value>,
        instruction: &'p Instruction,
    ) -> Result<Step, Stop> {
        let number = self.world.trace.len() as u64;
        let memory = arguments.iter().filter_map(|v| match v {
            Value::Memref(view) => Some(self.world.memory.written(view)),
            _ => None,
        });
        let memory = memory.collect();
        self.world.trace.push(Event { callee: function.name().into(), arguments, memory });
        if self.world.environment.exits_at == Some(number) {
            return Ok(Step::Exit);
        }
        let seed = mix(self.world.environment.seed ^ number);
        let width = self.world.index_width();
        let results = function.results.iter().enumerate();
        let results: Result<Vec<Value>, Stop> =
            results.map(|(i, r#type)| answer(r#type, mix(seed ^ (i as u64) << 32), width)).collect();
        self.write(instruction, results?)?;
        Ok(Step::Go)
    }

    /// Goes to a block of the innermost region.
    fn jump(&mut self, block: usize, arguments: Vec<Value>) -> Result<(), Stop> {
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        level.block = block;
        level.next = 0;
        let place = level.function.regions.get(level.region).and_then(|r| r.blocks.get(block));
        let slots = &place.ok_or_else(|| Stop::unsupported("a region without blocks"))?.arguments;
        let values = level.values;
        if slots.len() != arguments.len() {
            return Err(Stop::unsupported("a block with other arguments than it is given"));
        }
        self.assign(values, slots, arguments)
    }

    fn write(&mut self, instruction: &Instruction, results: Vec<Value>) -> Result<(), Stop> {
        let Some(level) = self.levels.last() else { return Ok(()) };
        if results.len() != instruction.results.len() {
            return Err(Stop::unsupported("another number of results"));
        }
        self.assign(level.values, &instruction.results, results)
    }

    fn assign(&mut self, values: usize, slots: &[usize], from: Vec<Value>) -> Result<(), Stop> {
        let values =
            self.values.get_mut(values).ok_or_else(|| Stop::unsupported("a function that returned"))?;
        for (slot, value) in slots.iter().zip(from) {
            if let Some(place) = values.get_mut(*slot) {
                *place = Some(value);
            }
        }
        Ok(())
    }

    fn read(&self, slots: &[usize]) -> Result<Vec<Value>, Stop> {
        let level = self.levels.last().and_then(|l| self.values.get(l.values));
        let read = |slot: &usize| level.and_then(|values| values.get(*slot).cloned().flatten());
        let values: Option<Vec<Value>> = slots.iter().map(read).collect();
        values.ok_or_else(|| Stop::unsupported("a value that was not computed"))
    }
}

enum Step {
    Go,
    Return(Vec<Value>),
    Exit,
}

/// Running a function with known launch sizes under others is undefined.
fn check_launch(function: &Function, ids: &Ids) -> Result<(), Stop> {
    for (known, actual) in function.launch.iter().zip([ids.block_dim, ids.grid_dim]) {
        if known.as_ref().is_some_and(|known| *known != actual) {
            return Err(Stop::undefined("a launch of another size than the function's known one"));
        }
    }
    Ok(())
}

/// The values of a function's arguments; memrefs get the first buffers.
fn bind(
    function: &Function,
    arguments: &[Argument],
    world: &mut World,
    memrefs: &mut usize,
) -> Result<Vec<Value>, Stop> {
    if function.inputs.len() != arguments.len() {
        return Err(Stop::unsupported(format!(
            "{} arguments instead of {}",
            arguments.len(),
            function.inputs.len()
        )));
    }
    let width = world.index_width();
    let mut values = Vec::with_capacity(arguments.len());
    for (r#type, argument) in function.inputs.iter().zip(arguments) {
        values.push(match (r#type, argument) {
            (InputType::Scalar(scalar), Argument::Int(i)) => number(*scalar, *i, width),
            (InputType::Scalar(Scalar::Float(width)), Argument::Float(value)) => {
                Value::Float(Float { width: *width, value: *value })
            }
            (InputType::Layout(Some(known)), Argument::Symbols(symbols)) => {
                let symbols = symbols.iter().map(|s| Int::new(width, (*s).into()).into()).collect();
                Value::Layout(Arc::new(known.bind(symbols)))
            }
            (InputType::Layout(None), Argument::Layout(text)) => {
                let known = KnownType::parse(text).filter(|k| k.facts().count() == 0);
                let function = known.and_then(|k| k.function(&[]));
                let function =
                    function.ok_or_else(|| Stop::unsupported(format!("{text} is no static layout")))?;
                Value::Layout(Arc::new(LayoutValue { known: None, function: Some(function.into()) }))
            }
            (InputType::Memref(memref), Argument::Sizes(sizes)) => {
                let sizes: Vec<i128> = sizes.iter().map(|n| (*n).into()).collect();
                let seed = mix(world.environment.seed.wrapping_add(*memrefs as u64));
                let buffer = world.memory.allocate(memref.element, None, Some(seed));
                *memrefs += 1;
                let (view, extent) = memref.view(buffer, &sizes, &[])?;
                world.memory.limit(buffer, extent);
                Value::Memref(view.into())
            }
            (_, argument) => return Err(Stop::unsupported(format!("the argument {argument} here"))),
        });
    }
    Ok(values)
}

fn number(scalar: Scalar, value: i64, index_width: u32) -> Value {
    match (scalar.int_width(index_width), scalar) {
        (Some(width), _) => Int::new(width, value.into()).into(),
        (None, Scalar::Float(width)) => Value::Float(Float { width, value: value as f64 }),
        (None, _) => Value::Poison,
    }
}

/// A result of an external function: small mostly, at the ends of the type sometimes.
fn answer(r#type: &InputType, random: u64, index_width: u32) -> Result<Value, Stop> {
    let InputType::Scalar(scalar) = r#type else {
        return Err(Stop::unsupported("an external function whose result is no number"));
    };
    let width = scalar.int_width(index_width).unwrap_or(32);
    let value = match random & 7 {
        0 => (random >> 3) as i64,
        1 => (Int::signed_max(width) - i128::from(random >> 3 & 3)) as i64,
        2 => (Int::signed_min(width) + i128::from(random >> 3 & 3)) as i64,
        3 => -((random >> 3 & 63) as i64),
        _ => (random >> 3 & 255) as i64,
    };
    Ok(number(*scalar, value, index_width))
}
