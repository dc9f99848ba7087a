//! [`Library`]: the functions that the `.mlir` files beside this one define.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use layout_mlir::ir;
use melior::Context;
use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, BlockLike, BlockRef, Module, OperationRef, Value, ValueLike};
use rustc_hash::FxHashMap;

use crate::convert_layout_memref::emit::Emit;
use crate::convert_layout_memref::error::Error;

/// How the names end of what approximate operations become.
const APPROXIMATE: &str = "_afn";
/// How those of f64 end.
pub const OF_F64: &str = "_f64";

/// The files of functions, which call each other.
const FILES: [&str; 9] = [
    include_str!("f32.mlir"),
    include_str!("f64.mlir"),
    include_str!("trigonometric.mlir"),
    include_str!("hyperbolic.mlir"),
    include_str!("trigonometric_f64.mlir"),
    include_str!("error.mlir"),
    include_str!("power.mlir"),
    include_str!("remainder.mlir"),
    include_str!("quotient.mlir"),
];

/// How a function begins.
const BEGIN: &str = "llvm.func ";

/// The texts of the functions by their names.
static TEXTS: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let mut out = BTreeMap::new();
    for file in FILES {
        let begins: Vec<usize> = file.match_indices(BEGIN).map(|(at, _)| at).collect();
        let ends = begins.iter().copied().skip(1).chain([file.len()]);
        for (begin, end) in begins.iter().zip(ends) {
            let text = &file[*begin..end];
            out.extend(symbols(text).next().map(|name| (name, text)));
        }
    }
    out
});

/// The symbols that a text names.
fn symbols(text: &'static str) -> impl Iterator<Item = &'static str> {
    let end = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    text.split('@').skip(1).map(move |rest| rest.split(end).next().unwrap_or_default())
}

/// Whether operations may become a function.
fn is_offered(name: &str) -> bool {
    TEXTS.get(name).is_some_and(|text| !text.starts_with("llvm.func internal"))
}

/// A module of the functions that operations of these names may become, and of those that they call: reading all
/// takes longer than most programs take to expand. `None` if MLIR does not read it.
pub fn parse<'c, 'n>(context: &'c Context, operations: impl Iterator<Item = &'n str>) -> Option<Module<'c>> {
    let of = |name: &str| ["", APPROXIMATE, OF_F64].map(|ending| format!("{name}{ending}"));
    let named: BTreeSet<String> = operations.flat_map(of).collect();
    let mut stack: Vec<&str> = TEXTS.keys().copied().filter(|name| named.contains(*name)).collect();
    let (mut seen, mut module) = (BTreeSet::new(), String::new());
    while let Some(name) = stack.pop() {
        let Some(text) = TEXTS.get(name).filter(|_| seen.insert(name)) else { continue };
        module.push_str(text);
        stack.extend(symbols(text));
    }
    Module::parse(context, &module)
}

/// The functions of a module.
pub struct Library<'c, 'm> {
    functions: BTreeMap<String, OperationRef<'c, 'm>>,
}

/// The names of all functions with an ending, without it.
pub fn names(ending: &str) -> BTreeSet<&'static str> {
    let names = TEXTS.keys().filter(|name| is_offered(name)).filter_map(|name| name.strip_suffix(ending));
    names.filter(|name| !name.contains('_')).collect()
}

/// A function of a library.
#[derive(Clone, Copy)]
pub struct Function<'c, 'm>(OperationRef<'c, 'm>);

impl<'c, 'm> Library<'c, 'm> {
    /// All functions of the module.
    pub fn of(module: &'m Module<'c>) -> Self {
        let first = module.body().first_operation();
        let functions = std::iter::successors(first, |function| function.next_in_block());
        Self { functions: functions.filter_map(|f| Some((ir::symbol(f)?, f))).collect() }
    }

    /// The function of a name and an ending.
    pub fn get(&self, name: &str, ending: &str) -> Option<Function<'c, 'm>> {
        let name = format!("{name}{ending}");
        self.functions.get(&name).copied().filter(|_| is_offered(&name)).map(Function)
    }

    /// A function of a name that no operation becomes as a whole.
    pub fn part(&self, name: &str) -> Option<Function<'c, 'm>> {
        self.functions.get(name).copied().map(Function)
    }

    /// The function of f32 of a name: the approximate one if it may be and there is one.
    pub fn choose(&self, name: &str, approximate: bool) -> Option<Function<'c, 'm>> {
        let fast = self.get(name, APPROXIMATE).filter(|_| approximate);
        fast.or_else(|| self.get(name, ""))
    }

    /// Writes what a function computes of these arguments.
    ///
    /// # Errors
    /// [`Error::Build`] for an operation that MLIR does not build.
    pub fn inline<'a>(
        &self,
        Function(function): Function<'c, 'm>,
        arguments: &[Value<'c, 'a>],
        constants: &mut Constants<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error>
    where
        'c: 'a,
    {
        let unknown = || Error::Build(ir::name(function).into());
        let block = ir::blocks(function).into_iter().next().ok_or_else(unknown)?;
        let mut values: Values<'c, 'a> =
            ir::arguments(block).into_iter().map(ir::key).zip(arguments.iter().copied()).collect();
        self.write(block, &mut values, constants, emit)?.first().copied().ok_or_else(unknown)
    }

    /// Writes the operations of a block, and returns what its last one hands on.
    fn write<'a>(
        &self,
        block: BlockRef<'c, 'm>,
        values: &mut Values<'c, 'a>,
        constants: &mut Constants<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Vec<Value<'c, 'a>>, Error>
    where
        'c: 'a,
    {
        let mut next = block.first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            let unknown = || Error::Build(ir::name(op).into());
            let operands: Option<Vec<_>> = op.operands().map(|v| values.get(&ir::key(v)).copied()).collect();
            let operands = operands.ok_or_else(unknown)?;
            let made = match ir::name(op) {
                "llvm.return" | "scf.yield" => return Ok(operands),
                "llvm.call" => {
                    let callee = op.attribute("callee").ok().and_then(referred).ok_or_else(unknown)?;
                    let called = self.functions.get(&callee).copied().ok_or_else(unknown)?;
                    vec![self.inline(Function(called), &operands, constants, emit)?]
                }
                "scf.if" => {
                    vec![
                        self.branch(op, &operands, values, constants, emit)
                            .and_then(|v| v.ok_or_else(unknown))?,
                    ]
                }
                "arith.constant" => vec![constants.get(op, emit)?],
                _ => ir::results(emit.copy(op, &operands)?),
            };
            values.extend(ir::results(op).into_iter().map(ir::key).zip(made));
        }
        Ok(Vec::new())
    }

    /// A branch of one result: what its other side computes stands before it.
    fn branch<'a>(
        &self,
        op: OperationRef<'c, 'm>,
        operands: &[Value<'c, 'a>],
        values: &mut Values<'c, 'a>,
        constants: &mut Constants<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Option<Value<'c, 'a>>, Error>
    where
        'c: 'a,
    {
        let blocks = ir::blocks(op);
        let (Some(condition), Some(result), [then, other]) = (operands.first(), ir::result(op), &*blocks)
        else {
            return Ok(None);
        };
        let Some(otherwise) = self.write(*other, values, constants, emit)?.first().copied() else {
            return Ok(None);
        };
        let (body, value) = emit.r#if(*condition, Some((otherwise, result.r#type())))?;
        if let Some(first) = self.write(*then, values, constants, body.emit)?.first() {
            body.emit.yields(*first);
        }
        Ok(value)
    }
}

/// The constants of functions, each written once in a block, where every use in it and in the loops and branches of
/// it sees it.
#[derive(Default)]
pub struct Constants<'c, 'a>(FxHashMap<(ir::ValueKey, usize), Value<'c, 'a>>);

impl<'c: 'a, 'a> Constants<'c, 'a> {
    fn get(&mut self, constant: OperationRef<'c, '_>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        let unknown = || Error::Build(ir::name(constant).into());
        let value = ir::result(constant).ok_or_else(unknown)?;
        let (begin, block) = begin(emit.before).ok_or_else(unknown)?;
        if let Some(written) = self.0.get(&(ir::key(value), block)) {
            return Ok(*written);
        }
        let written = ir::result(Emit { before: begin, ..emit }.copy(constant, &[])?).ok_or_else(unknown)?;
        self.0.insert((ir::key(value), block), written);
        Ok(written)
    }
}

/// The first operation of the block that an operation is in, itself or in loops and branches, and a number of that
/// block.
fn begin<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<(OperationRef<'c, 'a>, usize)> {
    let mut block = op.block()?;
    while let Some(around) = block.parent_operation().filter(|op| ir::name(*op).starts_with("scf.")) {
        block = around.block()?;
    }
    Some((block.first_operation()?, block.to_raw().ptr as usize))
}

/// What stands for the values of a function.
type Values<'c, 'a> = FxHashMap<ir::ValueKey, Value<'c, 'a>>;

/// The name in a reference.
fn referred(reference: Attribute<'_>) -> Option<String> {
    FlatSymbolRefAttribute::try_from(reference).ok().map(|r| r.value().to_owned())
}
