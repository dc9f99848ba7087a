//! `layout-launches`: what a function of the host launches, in JSON, for a launcher that runs no code of the host.
//!
//! A function with `layout.launches` computes with its arguments and launches kernels, and does nothing else. What it
//! does becomes a constant of the module of its kernels, `<function>_launches`, of which its body is a description; the
//! function is left as a declaration where something calls it, which a runtime defines by that description.
//!
//! ```json
//! {"parameters": [64, 64, 64, 64, 64], "fixed": [[4, 1]],
//!  "values": [["ne", "p3", 0], ["ceildivui", "p3", 128]],
//!  "do": [{"if": "v0",
//!          "then": [{"kernel": "k", "grid": ["v1", 1, 1], "block": [256, 1, 1],
//!                    "parameters": [[64, "p1"], [64, "p3"]]}],
//!          "else": []}]}
//! ```
//!
//! `p3` is the function's parameter 3 and `v1` the value 1, of operands before it. Numbers wrap at 64 bits; operations
//! are those of `arith`, and the predicates of its comparisons, which are 0 or 1. Floats are their bits, and handed on.
//!
//! # Errors
//! An error at each operation that is none of these.

mod numbers;
mod views;

use layout_mlir::ir;
use layout_mlir::pass_options;
use layout_mlir::registry::{IndexBits, OptionValues, PassInfo, PassOptions};
use layout_target::Chip;
use melior::ir::attribute::StringAttribute;
use melior::ir::block::BlockRef;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, BlockLike, Identifier, OperationRef, Region, RegionLike, Value, ValueLike};
use rustc_hash::FxHashMap;

use self::numbers::{BOTH, Number, Numbers, OPERATIONS, PREDICATES};
use crate::convert_layout_memref::bind::linear;
use crate::convert_layout_memref::types::LayoutMemref;
use crate::tile::{callee, launch_sizes};
use crate::whole::is_whole;

pass_options! {
    /// Options of `layout-launches`.
    pub struct Options {
        /// the GPU, such as sm_90a
        chip: String = "chip", "sm_90a";
        /// static memrefs are passed to kernels as plain pointers
        bare_pointers: bool = "bare-pointers", "true";
        /// bits of the index type
        index_bitwidth: IndexBits = "index-bitwidth", "64";
    }
}

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-launches",
    summary: "State in JSON what functions with layout.launches launch",
    options: Options::TABLE,
    statistics: &[],
    run,
};

/// The attribute of a function that does nothing but launch kernels.
pub const LAUNCHES: &str = "layout.launches";

/// What a description says nothing of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Error {
    /// An operation that is no launch, and does not compute with the arguments.
    #[error("'{0}' is neither a launch nor computes with the function's arguments as layout.launches has it")]
    Operation(String),
    /// An operation on numbers of fewer bits than a description's, which wrap earlier.
    #[error(
        "'{0}' computes with {1} bits, and what layout.launches has computes with 64: compile for index-bitwidth=64"
    )]
    Narrow(String, i64),
    /// A launch of a kernel that is not there.
    #[error("'{0}' is of a kernel that this module has not")]
    Kernel(String),
    /// More blocks than any GPU launches, which a launcher of 32 bits would take for fewer.
    #[error("launches '{kernel}' on {blocks} blocks along {along}, and a GPU takes at most {most} there")]
    Grid {
        /// The kernel.
        kernel: String,
        /// Blocks.
        blocks: i64,
        /// The dimension of the grid.
        along: char,
        /// Most blocks along it.
        most: i64,
    },
    /// A call of a function that calls it.
    #[error("is called from itself")]
    Circle,
    /// An argument whose layout says what no launcher knows.
    #[error("has an argument of type {0}: hand over strides, and cast to a layout inside")]
    Argument(String),
    /// A function without a launch, and so without a module that could say what it does.
    #[error("launches no kernel")]
    Nothing,
    /// An option's value.
    #[error(transparent)]
    Option(#[from] layout_mlir::registry::OptionError),
    /// No GPU that kernels are for.
    #[error(transparent)]
    Chip(#[from] layout_target::UnknownChip),
    /// What cannot be erased.
    #[error(transparent)]
    Erase(#[from] ir::EraseError),
}

/// Most blocks along each dimension of a grid (CUDA C++ Programming Guide, "Compute Capabilities").
const BLOCKS: [(char, i64); 3] = [('x', (1 << 31) - 1), ('y', 65535), ('z', 65535)];

type Failure<'c, 'a> = (OperationRef<'c, 'a>, Error);

fn run(root: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    if !is_whole(root, INFO.name) {
        return false;
    }
    let read = || -> Result<(&'static Chip, bool, i64), Error> {
        let bits = options.number("index-bitwidth")?.try_into().unwrap_or(64);
        Ok((Chip::named(options.text("chip"))?, options.flag("bare-pointers")?, bits))
    };
    let (chip, bare, index) = match read() {
        Ok(read) => read,
        Err(error) => {
            ir::emit_error(ir::location(root), &format!("layout-launches: {error}"));
            return false;
        }
    };
    if let Err(wrong) = launch_sizes::check(root, chip) {
        for (at, error) in wrong {
            ir::emit_error(ir::location(at), &format!("layout-launches: {error}"));
        }
        return false;
    }
    let mut ok = true;
    let states = |op: &OperationRef<'_, '_>| ir::name(*op) == "func.func" && op.has_attribute(LAUNCHES);
    for function in ir::nested(root).into_iter().filter(states).collect::<Vec<_>>() {
        if ir::blocks(function).is_empty() {
            continue;
        }
        let described = describe(function, bare, index);
        let done = described.and_then(|(text, module)| hand_over(function, &text, module));
        if let Err((at, error)) = done {
            ir::emit_error(ir::location(at), &format!("layout-launches: {error}"));
            ok = false;
        }
    }
    ok
}

/// What a value is: a number, or the descriptor of a memref.
#[derive(Clone)]
enum Known {
    Number(Number),
    Memref { pointer: Number, offset: Number, sizes: Vec<Number>, strides: Vec<Number> },
}

/// A walk through a function.
struct Walk<'c, 'a> {
    values: FxHashMap<ir::ValueKey, Known>,
    numbers: Numbers,
    bare: bool,
    index: i64,
    module: Option<OperationRef<'c, 'a>>,
    calls: Vec<OperationRef<'c, 'a>>,
}

/// What a function launches, and the module of its kernels.
fn describe<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    bare: bool,
    index: i64,
) -> Result<(String, OperationRef<'c, 'a>), Failure<'c, 'a>> {
    let (values, numbers) = (FxHashMap::default(), Numbers::default());
    let mut walk = Walk { values, numbers, bare, index, module: None, calls: vec![function] };
    let unknown = || (function, Error::Operation(ir::name(function).into()));
    let entry = ir::blocks(function).first().copied().ok_or_else(unknown)?;
    let (mut widths, mut fixed) = (Vec::new(), Vec::new());
    for argument in ir::arguments(entry) {
        let r#type = argument.r#type();
        let mut next = |bits: i64, known: i64| {
            widths.push(bits.to_string());
            let number = Number::Parameter(widths.len() - 1);
            if known == ir::DYNAMIC {
                return number;
            }
            fixed.push(format!("[{}, {known}]", widths.len() - 1));
            Number::Constant(known)
        };
        let known = if LayoutMemref::of(r#type).is_some() {
            return Err((function, Error::Argument(r#type.to_string())));
        } else if ir::is_memref(r#type) {
            let sizes = ir::extents(r#type);
            let (strides, offset) = ir::strides(r#type).ok_or_else(unknown)?;
            // (What was allocated nobody asks for.)
            let _ = next(64, ir::DYNAMIC);
            let (pointer, offset) = (next(64, ir::DYNAMIC), next(index, offset));
            let sizes = sizes.into_iter().map(|n| next(index, n)).collect();
            Known::Memref {
                pointer,
                offset,
                sizes,
                strides: strides.into_iter().map(|n| next(index, n)).collect(),
            }
        } else {
            Known::Number(next(walk.bits(r#type).ok_or_else(unknown)?, ir::DYNAMIC))
        };
        walk.values.insert(ir::key(argument), known);
    }
    let steps = walk.block(entry)?;
    let module = walk.module.ok_or((function, Error::Nothing))?;
    let text = format!(
        "{{\"parameters\": [{}],\n \"fixed\": [{}],\n \"values\": [{}],\n \"do\": {steps}}}",
        widths.join(", "),
        fixed.join(", "),
        walk.numbers.texts.join(",\n "),
    );
    Ok((text, module))
}

impl<'c: 'a, 'a> Walk<'c, 'a> {
    /// Bits of a scalar; `None` of other types.
    fn bits(&self, r#type: melior::ir::Type<'c>) -> Option<i64> {
        match ir::scalar(r#type) {
            Some(ir::Scalar::Index) => Some(self.index),
            Some(ir::Scalar::Int(bits)) => Some(bits.into()),
            // What is not computed with is handed on.
            None => ir::bits(r#type).map(i64::from),
        }
    }

    fn number(&self, value: Value<'c, 'a>) -> Option<Number> {
        match self.values.get(&ir::key(value)) {
            Some(Known::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// What is done in a block, as a list.
    fn block(&mut self, block: BlockRef<'c, 'a>) -> Result<String, Failure<'c, 'a>> {
        let mut steps = Vec::new();
        let mut next = block.first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            steps.extend(self.operation(op)?);
        }
        Ok(format!("[{}]", steps.join(",\n ")))
    }

    /// What is done in an operation, if it is not only computed.
    fn operation(&mut self, op: OperationRef<'c, 'a>) -> Result<Option<String>, Failure<'c, 'a>> {
        let unknown = || (op, Error::Operation(ir::name(op).into()));
        match ir::name(op) {
            "scf.yield" | "func.return" if op.operand_count() == 0 => Ok(None),
            "scf.if" if op.result_count() == 0 => {
                let condition =
                    ir::operand(op, 0).and_then(|value| self.number(value)).ok_or_else(unknown)?;
                let blocks = (0..2).filter_map(|n| op.region(n).ok()).map(|region| region.first_block());
                let mut sides = Vec::new();
                for block in blocks.collect::<Vec<_>>() {
                    sides.push(block.map_or_else(|| Ok("[]".into()), |block| self.block(block))?);
                }
                match (condition, &sides[..]) {
                    (Number::Constant(0), [_, otherwise]) => Ok(inner(otherwise)),
                    (Number::Constant(_), [then, _]) => Ok(inner(then)),
                    (condition, [then, otherwise]) => Ok(Some(format!(
                        "{{\"if\": {condition},\n \"then\": {then},\n \"else\": {otherwise}}}"
                    ))),
                    _ => Err(unknown()),
                }
            }
            "gpu.launch_func" => self.launch(op).map(Some),
            "func.call" => self.call(op),
            _ => {
                let known = self.compute(op).ok_or_else(|| self.narrow(op).unwrap_or_else(unknown))?;
                self.values.extend(ir::results(op).into_iter().map(ir::key).zip(known));
                Ok(None)
            }
        }
    }

    /// That an operation's numbers have too few bits, if that is why it is not known.
    fn narrow(&self, op: OperationRef<'c, 'a>) -> Option<Failure<'c, 'a>> {
        let name = ir::name(op).strip_prefix("arith.").filter(|name| OPERATIONS.contains(name))?;
        let bits = self.bits(ir::result(op)?.r#type()).filter(|bits| (2..64).contains(bits))?;
        Some((op, Error::Narrow(format!("arith.{name}"), bits)))
    }

    fn call(&mut self, op: OperationRef<'c, 'a>) -> Result<Option<String>, Failure<'c, 'a>> {
        let unknown = || (op, Error::Operation(ir::name(op).into()));
        let callee = callee(op).1.filter(|_| op.result_count() == 0).ok_or_else(unknown)?;
        if self.calls.contains(&callee) {
            return Err((op, Error::Circle));
        }
        let entry = ir::blocks(callee).first().copied().ok_or_else(unknown)?;
        for (argument, operand) in ir::arguments(entry).into_iter().zip(op.operands()) {
            let known = self.values.get(&ir::key(operand)).cloned().ok_or_else(unknown)?;
            self.values.insert(ir::key(argument), known);
        }
        self.calls.push(callee);
        let steps = self.block(entry);
        self.calls.pop();
        Ok(inner(&steps?))
    }

    fn launch(&mut self, op: OperationRef<'c, 'a>) -> Result<String, Failure<'c, 'a>> {
        let unknown = || (op, Error::Operation(ir::name(op).into()));
        let (path, function) = launch_sizes::kernel(op);
        let [_, kernel] = &path[..] else { return Err(unknown()) };
        let function = function.filter(|function| self.is_beside(*function));
        let function = function.ok_or_else(|| (op, Error::Kernel(kernel.clone())))?;
        let sizes = op.attribute("operandSegmentSizes").map(ir::integers).unwrap_or_default();
        let operands: Vec<Value<'c, 'a>> = op.operands().collect();
        let places: Vec<usize> = sizes.iter().map(|n| usize::try_from(*n).unwrap_or(0)).collect();
        // What is waited for, grid, block, cluster, dynamic shared memory, arguments, an object.
        let [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, _, count, 0] = places[..] else { return Err(unknown()) };
        let numbers = |from: usize| -> Option<Vec<Number>> {
            operands.get(from..from + 3)?.iter().map(|value| self.number(*value)).collect()
        };
        let (grid, block) = (numbers(0).ok_or_else(unknown)?, numbers(3).ok_or_else(unknown)?);
        for (number, (along, most)) in grid.iter().zip(BLOCKS) {
            if let Number::Constant(blocks) = *number
                && !(0..=most).contains(&blocks)
            {
                return Err((op, Error::Grid { kernel: kernel.clone(), blocks, along, most }));
            }
        }
        let [grid, block] =
            [grid, block].map(|all| all.iter().map(Number::to_string).collect::<Vec<_>>().join(", "));
        let types = ir::function_type(function).ok_or_else(unknown)?;
        let mut parameters = Vec::new();
        for (number, value) in operands[operands.len() - count..].iter().enumerate() {
            let r#type = types.input(number).map_err(|_| unknown())?;
            let mut next = |bits: i64, number: Number| parameters.push(format!("[{bits}, {number}]"));
            match self.values.get(&ir::key(*value)).ok_or_else(unknown)?.clone() {
                Known::Number(number) => next(self.bits(r#type).ok_or_else(unknown)?, number),
                Known::Memref { pointer, offset, sizes, strides } => {
                    let bytes = ir::element_type(r#type).and_then(ir::bytes).ok_or_else(unknown)?;
                    let skipped = self.numbers.of("muli", &[offset, Number::Constant(bytes as i64)]);
                    let address = self.numbers.of("addi", &[pointer, skipped]);
                    let (flat, symbols) = match LayoutMemref::of(r#type) {
                        None => (r#type, Vec::new()),
                        Some(memref) => {
                            let symbols = self.symbols(&memref, &sizes, &strides).ok_or_else(unknown)?;
                            (memref.flat(), symbols)
                        }
                    };
                    let is_flat = flat != r#type;
                    let is_static = !ir::extents(flat).contains(&ir::DYNAMIC);
                    next(64, address);
                    if !(self.bare && is_static) {
                        next(64, address);
                        next(self.index, Number::Constant(0));
                        if is_flat {
                            next(self.index, self.reach(&sizes, &strides));
                            next(self.index, Number::Constant(1));
                        } else {
                            sizes.iter().chain(&strides).for_each(|number| next(self.index, *number));
                        }
                    }
                    symbols.into_iter().for_each(|number| next(self.index, number));
                }
            }
        }
        Ok(format!(
            "{{\"kernel\": \"{kernel}\", \"grid\": [{grid}], \"block\": [{block}],\n \"parameters\": [{}]}}",
            parameters.join(", ")
        ))
    }

    /// The values of the symbols of a memref's layout, by its sizes and strides.
    fn symbols(
        &mut self,
        memref: &LayoutMemref<'c>,
        sizes: &[Number],
        strides: &[Number],
    ) -> Option<Vec<Number>> {
        let strided = memref.strided()?;
        let leaves: Vec<_> =
            strided.sizes.iter().chain(&strided.strides).zip(sizes.iter().chain(strides)).collect();
        let mut out = Vec::new();
        for symbol in memref.layout.symbols() {
            let known = |(e, number): (&_, &Number)| Some((linear(e, symbol)?, *number));
            let ((slope, constant), number) = leaves.iter().copied().find_map(known)?;
            let less = self.numbers.of("addi", &[number, Number::Constant(constant.checked_neg()?)]);
            let divided = match slope {
                1 => less,
                _ => self.numbers.of("divsi", &[less, Number::Constant(slope)]),
            };
            out.push(divided);
        }
        Some(out)
    }

    /// How many elements a memref reaches, from the first to the last.
    fn reach(&mut self, sizes: &[Number], strides: &[Number]) -> Number {
        let mut reach = Number::Constant(1);
        for (size, stride) in sizes.iter().zip(strides) {
            let steps = self.numbers.of("subi", &[*size, Number::Constant(1)]);
            let far = self.numbers.of("muli", &[steps, *stride]);
            reach = self.numbers.of("addi", &[reach, far]);
        }
        reach
    }

    /// Whether a kernel is in the module of those before: all that are launched are in one.
    fn is_beside(&mut self, kernel: OperationRef<'c, 'a>) -> bool {
        let module = kernel.parent_operation();
        let is_one = self.module.is_none_or(|other| Some(other) == module);
        self.module = self.module.or(module);
        is_one && ir::name(kernel) == "gpu.func"
    }

    /// The results of an operation that only computes.
    fn compute(&mut self, op: OperationRef<'c, 'a>) -> Option<Vec<Known>> {
        let (name, first) = (ir::name(op), ir::operand(op, 0));
        let memref = || match self.values.get(&ir::key(first?))? {
            Known::Memref { pointer, offset, sizes, strides } => {
                Some((*pointer, *offset, sizes.clone(), strides.clone()))
            }
            Known::Number(_) => None,
        };
        let numbers = || op.operands().map(|v| self.number(v)).collect::<Option<Vec<_>>>();
        let number = |number| Some(vec![Known::Number(number)]);
        match name {
            "arith.constant" => {
                let value = ir::constant(ir::result(op)?)?;
                let is_truth = ir::scalar(ir::result(op)?.r#type()) == Some(ir::Scalar::Int(1));
                number(Number::Constant(if is_truth { value & 1 } else { value }))
            }
            "arith.cmpi" => {
                let predicate =
                    usize::try_from(op.attribute("predicate").ok().and_then(ir::integer)?).ok()?;
                let (name, operands) = (PREDICATES.get(predicate)?, numbers()?);
                number(self.numbers.of(name, &operands))
            }
            "arith.select" => {
                let operands = numbers()?;
                number(self.numbers.of("select", &operands))
            }
            "arith.index_cast" if self.bits(first?.r#type()) == self.bits(ir::result(op)?.r#type()) => {
                number(numbers()?.pop()?)
            }
            "memref.dim" => match self.number(ir::operand(op, 1)?)? {
                Number::Constant(place) => number(*memref()?.2.get(usize::try_from(place).ok()?)?),
                _ => None,
            },
            "memref.extract_aligned_pointer_as_index" => number(memref()?.0),
            "memref.extract_strided_metadata" => {
                let (pointer, offset, sizes, strides) = memref()?;
                let zero = Number::Constant(0);
                let base = Known::Memref { pointer, offset: zero, sizes: vec![], strides: vec![] };
                let all = std::iter::once(offset).chain(sizes).chain(strides);
                Some(std::iter::once(base).chain(all.map(Known::Number)).collect())
            }
            "memref.cast" | "memref.assume_alignment" | "memref.transpose" | "memref.reinterpret_cast" => {
                Some(vec![views::of(op, memref()?, &|value| self.number(value))?])
            }
            _ => {
                let name = name.strip_prefix("arith.")?;
                let name = OPERATIONS.iter().find(|known| **known == name)?;
                let bits = self.bits(ir::result(op)?.r#type())?;
                // Narrower ones wrap earlier.
                let is_whole = bits == 64 || bits == 1 && matches!(*name, "andi" | "ori");
                let operands = numbers().filter(|_| is_whole)?;
                number(self.numbers.of(if bits == 1 && *name == "andi" { BOTH } else { name }, &operands))
            }
        }
    }
}

/// The steps of a list, if there are any.
fn inner(list: &str) -> Option<String> {
    let steps = list.strip_prefix('[')?.strip_suffix(']')?;
    (!steps.is_empty()).then(|| steps.to_string())
}

/// Writes the description beside the kernels, and takes the function's body.
fn hand_over<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    text: &str,
    module: OperationRef<'c, 'a>,
) -> Result<(), Failure<'c, 'a>> {
    let context = ir::context(function);
    let unknown = || (function, Error::Operation(ir::name(function).into()));
    let first = ir::blocks(module).first().and_then(|block| block.first_operation()).ok_or_else(unknown)?;
    let name = ir::symbol(function).ok_or_else(unknown)?;
    let parsed = |text: &str| Attribute::parse(context, text).ok_or_else(unknown);
    let attributes = [
        ("sym_name", StringAttribute::new(context, &format!("{name}_launches")).into()),
        ("global_type", parsed(&format!("!llvm.array<{} x i8>", text.len() + 1))?),
        ("linkage", parsed("#llvm.linkage<external>")?),
        ("value", StringAttribute::new(context, &format!("{text}\0")).into()),
        ("addr_space", parsed("1 : i32")?),
        ("constant", Attribute::unit(context)),
    ];
    let attributes = attributes.map(|(name, value)| (Identifier::new(context, name), value));
    let global = OperationBuilder::new("llvm.mlir.global", ir::location(function))
        .add_attributes(&attributes)
        .add_regions([Region::new()]);
    ir::insert_before(first, global.build().map_err(|_| unknown())?).ok_or_else(unknown)?;
    // A declaration, which a runtime defines.
    let mut declaration: Vec<_> = ir::attributes(function);
    let private = StringAttribute::new(context, "private").into();
    declaration.retain(|(name, _)| name.as_string_ref().as_str() != Ok("sym_visibility"));
    declaration.push((Identifier::new(context, "sym_visibility"), private));
    let declared = OperationBuilder::new("func.func", ir::location(function))
        .add_attributes(&declaration)
        .add_regions([Region::new()]);
    ir::insert_before(function, declared.build().map_err(|_| unknown())?).ok_or_else(unknown)?;
    ir::erase(function).map_err(|error| (function, error.into()))
}
