//! A module, read once: functions with numbered operations, blocks and values.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Module, OperationRef, RegionLike, RegionRef, Value as MlirValue, ValueLike};

use super::attribute::Attribute;
use super::cursor::ReadError;
use super::tensor_maps::TensorMap;
use super::types::Type;

/// What a module is not.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ProgramError {
    /// MLIR does not read it.
    #[error("{file}: {what}")]
    Mlir {
        /// The name of the file.
        file: String,
        /// What MLIR says.
        what: String,
    },
    /// A type or an attribute cannot be read.
    #[error("{at}: {error}")]
    Text {
        /// The operation's place.
        at: String,
        /// What is wrong.
        error: ReadError,
    },
}

/// The functions of a module, by name: `kernels::copy` in a module of its own.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The functions that have a body.
    pub functions: BTreeMap<String, Rc<Function>>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, with the names of modules around it.
    pub name: String,
    /// `layout.threads`: it is a tile program, for a group of so many threads.
    pub group: Option<i64>,
    /// The threads of a block that it says it is launched with.
    pub block: Option<[i64; 3]>,
    /// The blocks of a cluster that it says it is launched with.
    pub cluster: Option<[i64; 3]>,
    /// Bytes of dynamic shared memory that its launch gives it.
    pub dynamic_shared: i64,
    /// The tensor maps that it is handed behind its other arguments.
    pub tensor_maps: Vec<TensorMap>,
    /// What divides the addresses of the kernel's own buffers, as far as it is said.
    pub alignments: Vec<i64>,
    /// How many arguments a caller gives; buffers of the kernel's own come behind them.
    pub inputs: usize,
    /// The operations, in the order of the text.
    pub ops: Vec<Op>,
    /// The regions; the body is the first.
    pub regions: Vec<Region>,
    /// The type of each value.
    pub types: Vec<Rc<Type>>,
}

impl Function {
    /// How many blocks a cluster has; they are side by side along x. `None` for those of other shapes.
    pub fn cluster_size(&self) -> Option<u32> {
        let [x, y, z] = self.cluster.unwrap_or([1; 3]);
        u32::try_from(x).ok().filter(|x| *x > 0 && y == 1 && z == 1)
    }

    /// How many arguments a job gives: tensor maps are made of these.
    pub fn given(&self) -> usize {
        self.inputs.saturating_sub(self.tensor_maps.len())
    }
}

/// The blocks of a region.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// In order.
    pub blocks: Vec<Block>,
}

/// A block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The values of its arguments.
    pub arguments: Vec<usize>,
    /// The numbers of its operations.
    pub ops: Vec<usize>,
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Op {
    /// Its name, such as `arith.addi`.
    pub name: String,
    /// The values that it takes.
    pub operands: Vec<usize>,
    /// The values that it gives.
    pub results: Vec<usize>,
    /// The numbers of its regions.
    pub regions: Vec<usize>,
    /// The numbers of blocks that it may go to.
    pub successors: Vec<usize>,
    /// `file:line:column`.
    pub location: Rc<str>,
    attributes: BTreeMap<String, Attribute>,
}

impl Op {
    /// An attribute.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.get(name)
    }

    /// Gives it another attribute.
    pub(crate) fn set(&mut self, name: &str, attribute: Attribute) {
        self.attributes.insert(name.into(), attribute);
    }

    /// An integer.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.attributes.get(name) {
            Some(Attribute::Int(value)) => Some(*value),
            _ => None,
        }
    }

    /// A list of integers.
    pub fn ints(&self, name: &str) -> Option<&[i64]> {
        match self.attributes.get(name) {
            Some(Attribute::Ints(values)) => Some(values),
            _ => None,
        }
    }

    /// A string, or the text of an attribute of another kind.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.attributes.get(name) {
            Some(Attribute::Text(text) | Attribute::Other(text)) => Some(text),
            _ => None,
        }
    }
}

impl Program {
    /// Reads the text of a module, which comes from a file of this name.
    ///
    /// # Errors
    /// [`ProgramError`].
    pub fn parse(file: &str, text: &str) -> Result<Self, ProgramError> {
        let session = Session::default();
        session.read(file, text)
    }
}

/// MLIR with the dialects, to read modules with.
#[derive(Debug)]
pub struct Session {
    context: melior::Context,
    said: Rc<std::cell::RefCell<Vec<String>>>,
}

impl Default for Session {
    fn default() -> Self {
        let context = layout_dialect::context();
        context.enable_multi_threading(false);
        let said: Rc<std::cell::RefCell<Vec<String>>> = Rc::default();
        let diagnostics = said.clone();
        context.attach_diagnostic_handler(move |diagnostic| {
            diagnostics.borrow_mut().push(format!("{}: {diagnostic}", diagnostic.location()));
            true
        });
        Self { context, said }
    }
}

impl Session {
    /// Reads the text of a module, which comes from a file of this name.
    ///
    /// # Errors
    /// [`ProgramError`].
    pub fn read(&self, file: &str, text: &str) -> Result<Program, ProgramError> {
        self.said.borrow_mut().clear();
        let module = Module::parse(&self.context, text).ok_or_else(|| ProgramError::Mlir {
            file: file.into(),
            what: self.said.borrow().iter().map(|s| place(s, file)).collect::<Vec<_>>().join("; "),
        })?;
        let mut all = BTreeMap::new();
        functions(module.as_operation(), "", &mut all);
        let mut program = Program::default();
        for (name, op) in &all {
            program.functions.insert(name.clone(), Rc::new(function(*op, name, file, &all)?));
        }
        Ok(program)
    }
}

/// `loc("-":3:5)` as `file:3:5`.
fn place(text: &str, file: &str) -> String {
    let plain = text.strip_prefix("loc(").and_then(|t| t.strip_suffix(')')).unwrap_or(text);
    plain.replace("loc(\"-\":", &format!("(\"{file}\":")).replace("\"-\":", &format!("{file}:"))
}

/// The functions with a body in an operation, by their names in modules.
fn functions<'c, 'a>(
    op: OperationRef<'c, 'a>,
    scope: &str,
    all: &mut BTreeMap<String, OperationRef<'c, 'a>>,
) {
    let symbol = match attributes(op).remove("sym_name") {
        Some(Attribute::Text(symbol)) => Some(symbol),
        _ => None,
    };
    if matches!(name(op).as_str(), "func.func" | "gpu.func") {
        if op.region(0).is_ok_and(|r| r.first_block().is_some()) {
            all.insert(format!("{scope}{}", symbol.unwrap_or_default()), op);
        }
        return;
    }
    let inner = symbol.map_or(scope.to_owned(), |symbol| format!("{scope}{symbol}::"));
    for region in op.regions() {
        let mut block = region.first_block();
        while let Some(b) = block {
            let mut next = b.first_operation();
            while let Some(op) = next {
                functions(op, &inner, all);
                next = op.next_in_block();
            }
            block = b.next_in_region();
        }
    }
}

/// Says of a `memref.get_global` that it is of a constant of zeros.
pub(crate) const ZEROS: &str = "interp.zeros";

/// Whether an operation names a constant of the modules around it that is all zeros.
fn is_of_zeros(op: OperationRef<'_, '_>) -> bool {
    let Some(Attribute::Text(wanted) | Attribute::Other(wanted)) =
        (name(op) == "memref.get_global").then(|| attributes(op).remove("name")).flatten()
    else {
        return false;
    };
    let wanted = wanted.trim_start_matches('@').to_owned();
    let is_wanted = |global: &OperationRef<'_, '_>| {
        let all = attributes(*global);
        let is_zero = global.attribute("initial_value").is_ok_and(|v| v.to_string().starts_with("dense<0> "));
        name(*global) == "memref.global"
            && all.contains_key("constant")
            && is_zero
            && matches!(all.get("sym_name"), Some(Attribute::Text(text)) if *text == wanted)
    };
    let around = std::iter::successors(op.parent_operation(), |op| op.parent_operation());
    around.into_iter().any(|module| {
        let blocks: Vec<_> =
            module.regions().filter_map(|r| r.first_block()).filter_map(|b| b.first_operation()).collect();
        let inside =
            blocks.into_iter().flat_map(|op| std::iter::successors(Some(op), |op| op.next_in_block()));
        inside.into_iter().any(|op| is_wanted(&op))
    })
}

fn name(op: OperationRef<'_, '_>) -> String {
    op.name().as_string_ref().as_str().unwrap_or_default().to_owned()
}

fn attributes(op: OperationRef<'_, '_>) -> BTreeMap<String, Attribute> {
    let one = |(name, attribute): (melior::ir::Identifier<'_>, melior::ir::Attribute<'_>)| {
        let name = name.as_string_ref().as_str().unwrap_or_default().to_owned();
        (name, Attribute::parse(&attribute.to_string()))
    };
    op.attributes().map(one).collect()
}

fn function<'c, 'a>(
    op: OperationRef<'c, 'a>,
    name: &str,
    file: &str,
    callees: &BTreeMap<String, OperationRef<'c, 'a>>,
) -> Result<Function, ProgramError> {
    let all = attributes(op);
    let int = |name: &str| match all.get(name) {
        Some(Attribute::Int(n)) => Some(*n),
        _ => None,
    };
    let sizes = |name: &str| match all.get(name) {
        Some(Attribute::Ints(n)) => {
            let at = |i: usize| n.get(i).copied().unwrap_or(1);
            Some([at(0), at(1), at(2)])
        }
        _ => None,
    };
    let block = sizes("known_block_size").or_else(|| sizes("gpu.known_block_size"));
    let cluster = sizes("known_cluster_size").or_else(|| sizes("gpu.known_cluster_size"));
    let mut reader = Reader {
        file,
        slots: HashMap::new(),
        types: Vec::new(),
        ops: Vec::new(),
        regions: Vec::new(),
        callees,
        scope: name.rsplit_once("::").map_or(String::new(), |(scope, _)| format!("{scope}::")),
        calls: vec![name.into()],
    };
    if let Ok(body) = op.region(0) {
        reader.region(body)?;
    }
    let arguments = reader.regions.first().and_then(|r| r.blocks.first()).map_or(0, |b| b.arguments.len());
    let inputs = all.get("function_type").map_or(arguments, |t| match t {
        Attribute::Other(text) => inputs(text).unwrap_or(arguments),
        _ => arguments,
    });
    Ok(Function {
        name: name.into(),
        group: int("layout.threads"),
        block: block.or_else(|| sizes("nvvm.reqntid")),
        cluster,
        dynamic_shared: int("layout.dynamic_shared_memory").unwrap_or(0),
        tensor_maps: match all.get("layout.tensor_maps") {
            Some(Attribute::Other(text)) => super::tensor_maps::parse(text).unwrap_or_default(),
            _ => Vec::new(),
        },
        alignments: all.get("workgroup_attrib_attrs").map_or(Vec::new(), alignments),
        inputs,
        ops: reader.ops,
        regions: reader.regions,
        types: reader.types,
    })
}

/// The numbers behind `llvm.align` in a list of dictionaries, 1 where there is none.
fn alignments(attribute: &Attribute) -> Vec<i64> {
    let Attribute::Other(text) = attribute else { return Vec::new() };
    let stated = |part: &str| -> Option<i64> {
        let behind = part.split_once("llvm.align = ")?.1;
        behind.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    text.split('{').skip(1).map(|part| stated(part).unwrap_or(1)).collect()
}

/// How many types a function's type takes: `(a, b) -> c`.
fn inputs(text: &str) -> Option<usize> {
    let mut c = super::cursor::Cursor::new(text);
    c.need("(").ok()?;
    let inside = c.until_closed(')').ok()?;
    let mut c = super::cursor::Cursor::new(inside);
    let mut count = 0;
    while !c.is_at_end() {
        // Commas inside brackets part no types.
        match c.until_closed(',') {
            Ok(_) => count += 1,
            Err(_) => return Some(count + 1),
        }
    }
    Some(count)
}

struct Reader<'f, 'c, 'a> {
    file: &'f str,
    slots: HashMap<usize, usize>,
    types: Vec<Rc<Type>>,
    ops: Vec<Op>,
    regions: Vec<Region>,
    /// What may be called, by its name in modules.
    callees: &'f BTreeMap<String, OperationRef<'c, 'a>>,
    /// The modules around.
    scope: String,
    /// The function, and those called on the way to what is read.
    calls: Vec<String>,
}

impl<'c, 'a> Reader<'_, 'c, 'a> {
    fn slot(&mut self, value: MlirValue<'_, '_>) -> Result<usize, ReadError> {
        let key = value.to_raw().ptr as usize;
        if let Some(slot) = self.slots.get(&key) {
            return Ok(*slot);
        }
        let slot = self.types.len();
        self.types.push(Rc::new(Type::parse(&value.r#type().to_string())?));
        self.slots.insert(key, slot);
        Ok(slot)
    }

    fn region(&mut self, region: RegionRef<'_, '_>) -> Result<usize, ProgramError> {
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
        let mut made = Vec::with_capacity(blocks.len());
        for block in &blocks {
            let mut read = Block::default();
            for i in 0..block.argument_count() {
                let Ok(argument) = block.argument(i) else { continue };
                let slot = self.slot(argument.into());
                let at = || format!("{}, an argument of a block", self.file);
                let slot = slot.map_err(|error| ProgramError::Text { at: at(), error });
                read.arguments.push(slot?);
            }
            let mut next = block.first_operation();
            while let Some(op) = next {
                read.ops.push(self.op(op, &places)?);
                next = op.next_in_block();
            }
            made.push(read);
        }
        self.regions[number].blocks = made;
        Ok(number)
    }

    fn op(
        &mut self,
        op: OperationRef<'_, '_>,
        blocks: &HashMap<usize, usize>,
    ) -> Result<usize, ProgramError> {
        let number = self.ops.len();
        let location: Rc<str> = place(&op.location().to_string(), self.file).into();
        let text = |error| ProgramError::Text { at: location.to_string(), error };
        let operands: Result<Vec<_>, _> = op.operands().map(|v| self.slot(v)).collect();
        let operands = operands.map_err(text)?;
        let results: Result<Vec<_>, _> = op.results().map(|v| self.slot(v.into())).collect();
        let results = results.map_err(text)?;
        let successors =
            op.successors().filter_map(|b| blocks.get(&(b.to_raw().ptr as usize)).copied()).collect();
        let mut attributes = attributes(op);
        if is_of_zeros(op) {
            attributes.insert(ZEROS.into(), Attribute::Int(1));
        }
        let regions = Vec::new();
        self.ops.push(Op { name: name(op), operands, results, regions, successors, location, attributes });
        for region in op.regions() {
            let region = self.region(region)?;
            self.ops[number].regions.push(region);
        }
        if let Some(body) = self.called(number) {
            let region = self.region(body)?;
            self.ops[number].regions.push(region);
            self.calls.pop();
        }
        Ok(number)
    }

    /// The body of what an operation calls, which is read as a region of it: each time anew, of the same values, since no
    /// two calls of a function are under way at once. `None` for what calls itself, or is not there.
    fn called(&mut self, number: usize) -> Option<RegionRef<'c, 'a>> {
        let op = self.ops.get(number).filter(|op| op.name == "func.call")?;
        let callee = format!("{}{}", self.scope, op.text("callee")?.trim_start_matches('@'));
        if self.calls.contains(&callee) {
            return None;
        }
        let body = self.callees.get(&callee)?.region(0).ok()?;
        self.calls.push(callee);
        Some(body)
    }
}
