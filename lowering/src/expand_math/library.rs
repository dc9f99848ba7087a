//! [`Library`]: the functions that the `.mlir` files beside this one define.

use std::collections::{BTreeMap, BTreeSet};

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

/// The text of all functions, which call each other.
const TEXT: &str = concat!(
    include_str!("f32.mlir"),
    include_str!("f64.mlir"),
    include_str!("trigonometric.mlir"),
    include_str!("hyperbolic.mlir"),
);

/// The module of the functions; `None` if MLIR does not read it.
pub fn parse<'c>(context: &'c Context) -> Option<Module<'c>> {
    Module::parse(context, TEXT)
}

/// The functions.
pub struct Library<'c, 'm> {
    functions: BTreeMap<String, OperationRef<'c, 'm>>,
    /// Those that are not internal.
    offered: BTreeSet<String>,
}

/// A function of a library.
#[derive(Clone, Copy)]
pub struct Function<'c, 'm>(OperationRef<'c, 'm>);

impl<'c, 'm> Library<'c, 'm> {
    /// All functions of the module.
    pub fn of(module: &'m Module<'c>) -> Self {
        let (mut functions, mut offered) = (BTreeMap::new(), BTreeSet::new());
        let mut next = module.body().first_operation();
        while let Some(function) = next {
            next = function.next_in_block();
            let name = ir::symbol(function).unwrap_or_default();
            let linkage = function.attribute("linkage").map(|a| a.to_string()).unwrap_or_default();
            if !linkage.contains("internal") {
                offered.insert(name.clone());
            }
            functions.insert(name, function);
        }
        Self { functions, offered }
    }

    /// The function of a name and an ending.
    pub fn get(&self, name: &str, ending: &str) -> Option<Function<'c, 'm>> {
        let name = self.offered.get(&format!("{name}{ending}"))?;
        self.functions.get(name).copied().map(Function)
    }

    /// The function of f32 of a name: the approximate one if it may be and there is one.
    pub fn choose(&self, name: &str, approximate: bool) -> Option<Function<'c, 'm>> {
        let fast = self.get(name, APPROXIMATE).filter(|_| approximate);
        fast.or_else(|| self.get(name, ""))
    }

    /// The names of the functions with an ending, without it.
    pub fn names(&self, ending: &str) -> BTreeSet<&str> {
        let names = self.offered.iter().filter_map(|name| name.strip_suffix(ending));
        names.filter(|name| !name.contains('_')).collect()
    }

    /// Writes what a function computes of these arguments.
    ///
    /// # Errors
    /// [`Error::Build`] for an operation that MLIR does not build.
    pub fn inline<'a>(
        &self,
        Function(function): Function<'c, 'm>,
        arguments: &[Value<'c, 'a>],
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error>
    where
        'c: 'a,
    {
        let unknown = || Error::Build(ir::name(function).into());
        let block = ir::blocks(function).into_iter().next().ok_or_else(unknown)?;
        let mut values: Values<'c, 'a> =
            ir::arguments(block).into_iter().map(ir::key).zip(arguments.iter().copied()).collect();
        self.write(block, &mut values, emit)?.first().copied().ok_or_else(unknown)
    }

    /// Writes the operations of a block, and returns what its last one hands on.
    fn write<'a>(
        &self,
        block: BlockRef<'c, 'm>,
        values: &mut Values<'c, 'a>,
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
                    vec![self.inline(Function(called), &operands, emit)?]
                }
                "scf.if" => {
                    vec![self.branch(op, &operands, values, emit).and_then(|v| v.ok_or_else(unknown))?]
                }
                _ => ir::results(emit.like(op, &operands, |_| true)?),
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
        let Some(otherwise) = self.write(*other, values, emit)?.first().copied() else { return Ok(None) };
        let (body, value) = emit.r#if(*condition, Some((otherwise, result.r#type())))?;
        if let Some(first) = self.write(*then, values, body.emit)?.first() {
            body.emit.yields(*first);
        }
        Ok(value)
    }
}

/// What stands for the values of a function.
type Values<'c, 'a> = FxHashMap<ir::ValueKey, Value<'c, 'a>>;

/// The name in a reference.
fn referred(reference: Attribute<'_>) -> Option<String> {
    FlatSymbolRefAttribute::try_from(reference).ok().map(|r| r.value().to_owned())
}
