//! [`Program`]: a module, read once so that it can run often.
//!
//! Each SSA value of a function gets a slot, each operation is decoded by its
//! dialect's file. What no file knows is kept by name, and stops a run that reaches it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use layout_mlir::ir::{self, ValueKey};
use melior::ir::attribute::{StringAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, Module, OperationRef, RegionLike, RegionRef, Type, Value};

use crate::control::{Branch, Control};
use crate::effects::Effect;
use crate::effects::memref::MemrefType;
use crate::pure::{KnownType, Pure, Scalar};

/// A module that can run.
#[derive(Debug)]
pub struct Program {
    pub(crate) functions: BTreeMap<String, Function>,
}

/// A function of a program.
#[derive(Debug)]
pub struct Function {
    name: String,
    pub(crate) inputs: Vec<InputType>,
    pub(crate) results: Vec<InputType>,
    pub(crate) regions: Vec<Region>,
    /// The number of the body; `None` for a declaration.
    pub(crate) body: Option<usize>,
    pub(crate) slots: usize,
    /// `known_block_size` and `known_grid_size`.
    pub(crate) launch: [Option<Vec<i64>>; 2],
}

/// What a run passes for an argument.
#[derive(Clone, Debug)]
pub(crate) enum InputType {
    Scalar(Scalar),
    Layout(Option<KnownType>),
    Memref(MemrefType),
    Other(String),
}

/// What kind of argument a function takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// An integer of so many bits.
    Int(u32),
    /// An index.
    Index,
    /// A floating-point number.
    Float,
    /// A known layout: of each symbol the divisor and the least and greatest value.
    Symbols(Vec<(i64, i64, i64)>),
    /// A layout of which nothing is known.
    Layout,
    /// A memref with so many dynamic dimensions.
    Memref(usize),
    /// A type that no argument can be given for.
    Other(String),
}

#[derive(Debug, Default)]
pub(crate) struct Region {
    pub blocks: Vec<Block>,
}

#[derive(Debug, Default)]
pub(crate) struct Block {
    pub arguments: Vec<usize>,
    pub code: Vec<Instruction>,
}

#[derive(Debug)]
pub(crate) struct Instruction {
    pub operation: Operation,
    pub operands: Vec<usize>,
    pub results: Vec<usize>,
    /// The numbers of its regions in the function.
    pub regions: Vec<usize>,
    /// The numbers of successor blocks in its region.
    pub successors: Vec<usize>,
    pub name: String,
    /// Its place in the function, counted in program order.
    pub number: usize,
}

#[derive(Debug)]
pub(crate) enum Operation {
    Pure(Pure),
    Effect(Box<dyn Effect>),
    Control(Box<dyn Control>),
    Branch(Branch),
    /// A terminator that hands its operands to the operation around.
    Yield,
    Unknown,
}

impl Program {
    /// Reads a module.
    pub fn new(module: &Module<'_>) -> Self {
        Self::of(module.as_operation())
    }

    /// Reads an operation that holds functions.
    pub fn of(module: OperationRef<'_, '_>) -> Self {
        let mut functions = BTreeMap::new();
        for op in ir::nested(module) {
            if matches!(ir::name(op), "func.func" | "gpu.func")
                && let Some(function) = Function::new(op)
            {
                functions.insert(function.name.clone(), function);
            }
        }
        Self { functions }
    }

    /// The functions with a body, by name; functions in a module of their own have its
    /// name before theirs: `kernels::copy`.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.functions.values().filter(|f| f.body.is_some())
    }

    /// A function by name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(name)
    }
}

impl Function {
    fn new(op: OperationRef<'_, '_>) -> Option<Self> {
        let r#type = TypeAttribute::try_from(op.attribute("function_type").ok()?).ok()?;
        let r#type = FunctionType::try_from(r#type.value()).ok()?;
        let inputs =
            (0..r#type.input_count()).filter_map(|i| r#type.input(i).ok()).map(InputType::of).collect();
        let results =
            (0..r#type.result_count()).filter_map(|i| r#type.result(i).ok()).map(InputType::of).collect();
        let sizes = |name: &str| {
            let attribute = op.attribute(name).or_else(|_| op.attribute(&format!("gpu.{name}"))).ok()?;
            Some(ir::integers(attribute))
        };
        let launch = [sizes("known_block_size"), sizes("known_grid_size")];
        let name = symbol_path(op)?;
        let mut reader =
            Reader { slots: HashMap::new(), regions: Vec::new(), count: 0, scope: scope(&name).into() };
        let body = op.region(0).ok().filter(|r| r.first_block().is_some()).map(|r| reader.region(r));
        let slots = reader.slots.len();
        Some(Self { name, inputs, results, regions: reader.regions, body, slots, launch })
    }

    /// The name, with the names of modules around it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it takes.
    pub fn inputs(&self) -> Vec<InputKind> {
        self.inputs.iter().map(InputType::kind).collect()
    }

    /// The sizes of a block and of the grid that it says it is launched with.
    pub fn launch(&self) -> [Option<[i64; 3]>; 2] {
        let sizes = |known: &Option<Vec<i64>>| known.as_deref().and_then(|n| n.try_into().ok());
        [sizes(&self.launch[0]), sizes(&self.launch[1])]
    }

    /// The operations and blocks of its body.
    pub(crate) fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.regions.iter().flat_map(|r| &r.blocks).flat_map(|b| &b.code)
    }

    /// The names of its operations.
    pub fn operations(&self) -> impl Iterator<Item = &str> {
        self.instructions().map(|i| i.name.as_str())
    }
}

/// What precedes a function's own name, with the separator.
fn scope(name: &str) -> &str {
    name.rfind("::").map_or("", |end| &name[..end + 2])
}

fn symbol_path(op: OperationRef<'_, '_>) -> Option<String> {
    let symbol = |op: OperationRef<'_, '_>| {
        let attribute = StringAttribute::try_from(op.attribute("sym_name").ok()?).ok()?;
        Some(attribute.value().to_string())
    };
    let mut path = symbol(op)?;
    let mut parent = op.parent_operation();
    while let Some(op) = parent {
        if let Some(name) = symbol(op) {
            path = format!("{name}::{path}");
        }
        parent = op.parent_operation();
    }
    Some(path)
}

impl InputType {
    pub fn of(r#type: Type<'_>) -> Self {
        if let Some(scalar) = Scalar::of(r#type) {
            return Self::Scalar(scalar);
        }
        if let Some(known) = KnownType::of(r#type) {
            return Self::Layout(known);
        }
        match MemrefType::of(r#type) {
            Some(memref) => Self::Memref(memref),
            None => Self::Other(r#type.to_string()),
        }
    }

    fn kind(&self) -> InputKind {
        match self {
            Self::Scalar(Scalar::Index) => InputKind::Index,
            Self::Scalar(Scalar::Int(width)) => InputKind::Int(*width),
            Self::Scalar(Scalar::Float(_)) => InputKind::Float,
            Self::Layout(Some(known)) => {
                InputKind::Symbols(known.facts().map(|f| (f.div, f.min, f.max)).collect())
            }
            Self::Layout(None) => InputKind::Layout,
            Self::Memref(memref) => match memref.dynamic_sizes() {
                Some(count) => InputKind::Memref(count),
                None => InputKind::Other("a memref with a layout of unknown symbols".into()),
            },
            Self::Other(text) => InputKind::Other(text.clone()),
        }
    }
}

/// Reads the body of one function.
struct Reader {
    slots: HashMap<ValueKey, usize>,
    regions: Vec<Region>,
    count: usize,
    /// The names of the modules around the function.
    scope: Arc<str>,
}

impl Reader {
    fn slot(&mut self, value: Value<'_, '_>) -> usize {
        let next = self.slots.len();
        *self.slots.entry(ir::key(value)).or_insert(next)
    }

    /// Reads a region and returns its number.
    fn region(&mut self, region: RegionRef<'_, '_>) -> usize {
        let number = self.regions.len();
        self.regions.push(Region::default());
        let mut blocks = Vec::new();
        let mut block = region.first_block();
        while let Some(b) = block {
            blocks.push(b);
            block = b.next_in_region();
        }
        let places: HashMap<usize, usize> =
            blocks.iter().enumerate().map(|(i, b)| (b.to_raw().ptr as usize, i)).collect();
        let mut read = Vec::with_capacity(blocks.len());
        for block in &blocks {
            let arguments = (0..block.argument_count())
                .filter_map(|i| block.argument(i).ok())
                .map(|a| self.slot(a.into()))
                .collect();
            let mut code = Vec::new();
            let mut next = block.first_operation();
            while let Some(op) = next {
                code.push(self.instruction(op, &places));
                next = op.next_in_block();
            }
            read.push(Block { arguments, code });
        }
        self.regions[number].blocks = read;
        number
    }

    fn instruction(&mut self, op: OperationRef<'_, '_>, blocks: &HashMap<usize, usize>) -> Instruction {
        let name = ir::name(op);
        let number = self.count;
        self.count += 1;
        let operation = decode(op, name, &self.scope);
        let operands = op.operands().collect::<Vec<_>>().into_iter().map(|v| self.slot(v)).collect();
        let results = ir::results(op).into_iter().map(|v| self.slot(v)).collect();
        let regions = op.regions().collect::<Vec<_>>().into_iter().map(|r| self.region(r)).collect();
        let successors =
            op.successors().filter_map(|b| blocks.get(&(b.to_raw().ptr as usize)).copied()).collect();
        Instruction { operation, operands, results, regions, successors, name: name.into(), number }
    }
}

/// Asks each dialect's file.
fn decode(op: OperationRef<'_, '_>, name: &str, scope: &Arc<str>) -> Operation {
    const YIELDS: [&str; 9] = [
        "scf.yield",
        "scf.condition",
        "scf.reduce",
        "scf.forall.in_parallel",
        "affine.yield",
        "func.return",
        "gpu.return",
        "gpu.terminator",
        "memref.alloca_scope.return",
    ];
    if YIELDS.contains(&name) {
        return Operation::Yield;
    }
    let decoded = Pure::decode(op)
        .map(Operation::Pure)
        .or_else(|| crate::control::decode(op, name, scope).map(Operation::Control))
        .or_else(|| Branch::decode(op, name).map(Operation::Branch))
        .or_else(|| crate::effects::decode(op, name).map(Operation::Effect));
    decoded.unwrap_or(Operation::Unknown)
}
