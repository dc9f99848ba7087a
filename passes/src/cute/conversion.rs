//! The way through a module: which values are what, what has become something else, what is refused.

use layout_algebra::{Expr, IntTuple, Symbol, SymbolFacts};
use layout_mlir::ir::{self, ValueKey};
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Type, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use super::meaning::{Leaf, Meaning};
use super::operations::{self, Given};
use super::refused;
use super::shared::Shared;
use super::symbols::Symbols;
use super::types::{self, CuteType};
use super::write::Writer;

/// The pass, in errors that are its own.
const NAME: &str = "convert-cute-to-layout";

/// What is found and written on the way through a module.
#[derive(Default)]
pub struct Conversion<'c, 'a> {
    pub(super) symbols: Symbols<'c, 'a>,
    pub(super) meanings: FxHashMap<ValueKey, Meaning<'c, 'a>>,
    /// What has become something else.
    pub(super) dead: Vec<OperationRef<'c, 'a>>,
    /// Block arguments that have: the block's first so many.
    pub(super) arguments: Vec<(BlockRef<'c, 'a>, usize)>,
    /// The shared memory of each kernel.
    pub(super) kernels: FxHashMap<String, Shared>,
    /// The grid's and the block's sizes of each configuration of a launch.
    pub(super) launches: FxHashMap<ValueKey, [Value<'c, 'a>; 6]>,
    /// The kernel or function that is converted.
    pub(super) function: Option<OperationRef<'c, 'a>>,
    pub(super) failed: bool,
}

impl<'c: 'a, 'a> Conversion<'c, 'a> {
    pub(super) fn error(&mut self, op: OperationRef<'c, 'a>, message: &str) {
        ir::emit_error(ir::location(op), &format!("'{}' {message}", ir::name(op)));
        self.failed = true;
    }

    /// A type of CuTe's; `None` of others. What is wrong with it is an error at the operation.
    pub(super) fn cute_type(&mut self, op: OperationRef<'c, 'a>, r#type: Type<'c>) -> Option<CuteType> {
        let text = r#type.to_string();
        if !types::is_cute(&text) {
            return None;
        }
        let parsed = types::parse(&text);
        parsed.inspect_err(|error| self.error(op, &format!("has a type that is none: {error}"))).ok()
    }

    /// What a value is: one of CuTe's, or an integer.
    fn meaning(&mut self, value: Value<'c, 'a>) -> Option<Meaning<'c, 'a>> {
        if let Some(known) = self.meanings.get(&ir::key(value)) {
            return Some(known.clone());
        }
        ir::scalar(value.r#type())?;
        let integer = match ir::constant(value) {
            Some(constant) => Expr::Const(constant),
            None => self.symbols.of(value, SymbolFacts::NONE).into(),
        };
        Some(Meaning::Tuple(IntTuple::single(Leaf::Int(integer))))
    }

    /// Converts what stands in a block.
    pub(super) fn block(&mut self, block: BlockRef<'c, 'a>) {
        let mut next = block.first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            self.operation(op);
        }
    }

    fn operation(&mut self, op: OperationRef<'c, 'a>) {
        let name = ir::name(op);
        if name.starts_with("cute.") || name.starts_with("cute_nvgpu.") {
            self.cute(op);
        } else if name.starts_with("cuda.") {
            self.host(op);
        } else if self.takes_part(op) {
            self.control(op);
        } else {
            for block in ir::blocks(op) {
                self.block(block);
            }
        }
    }

    /// Whether an operation has values of CuTe's types, or hands such on.
    fn takes_part(&self, op: OperationRef<'c, 'a>) -> bool {
        let is = |v: Value<'c, 'a>| types::is_cute(&v.r#type().to_string());
        op.operands().any(is)
            || ir::results(op).into_iter().any(is)
            || ir::blocks(op).into_iter().flat_map(ir::arguments).any(is)
    }

    /// An operation of CuTe's.
    fn cute(&mut self, op: OperationRef<'c, 'a>) {
        let given = self.understood(op);
        let results = ir::results(op);
        match given {
            Ok(Some(given)) if given.len() == results.len() => {
                for (result, given) in results.into_iter().zip(given) {
                    match given {
                        Given::Value(value) => ir::replace_all_uses(result, value),
                        Given::Meaning(meaning) => {
                            self.meanings.insert(ir::key(result), meaning);
                        }
                    }
                }
                self.dead.push(op);
                return;
            }
            // Something that it takes has been refused.
            Ok(None) => {}
            Ok(Some(given)) => {
                self.error(op, &format!("has {} results, where there are {}", results.len(), given.len()));
            }
            Err(message) => self.error(op, &message),
        }
        for result in results {
            self.meanings.insert(ir::key(result), Meaning::Refused);
        }
    }

    /// What an operation yields; `None` if something that it takes was refused.
    fn understood(&mut self, op: OperationRef<'c, 'a>) -> Result<Option<Vec<Given<'c, 'a>>>, String> {
        let name = ir::name(op);
        let Some(row) = operations::find(name) else { return Err(refused::why(name)) };
        let mut operands = Vec::new();
        for value in op.operands() {
            match self.meaning(value) {
                Some(Meaning::Refused) => return Ok(None),
                known => operands.push((value, known)),
            }
        }
        unify(&mut operands)?;
        let mut results = Vec::new();
        for result in ir::results(op) {
            let r#type = result.r#type();
            let text = r#type.to_string();
            let cute = types::is_cute(&text).then(|| types::parse(&text)).transpose();
            results.push((r#type, cute.map_err(|error| format!("has a type that is none: {error}"))?));
        }
        let writer = Writer { before: op, location: ir::location(op), symbols: &mut self.symbols };
        let mut context = operations::Op {
            op,
            operands,
            results,
            writer,
            function: self.function,
            kernels: &mut self.kernels,
        };
        row(&mut context).map(Some)
    }

    /// Takes away what has become something else.
    pub(super) fn finish(self) -> bool {
        if self.failed {
            return false;
        }
        let mut erased = FxHashSet::default();
        let dead: Vec<_> = self.dead.into_iter().filter(|op| erased.insert(ir::op_key(*op))).collect();
        if let Some(error) = ir::erase_all(&dead).err() {
            if let Some(op) = dead.first() {
                ir::emit_error(ir::location(*op), &format!("{}: {error}", NAME));
            }
            return false;
        }
        for (block, count) in self.arguments {
            for index in (0..count).rev() {
                if let Err(error) = ir::erase_argument(block, index) {
                    if let Some(op) = ir::block_parent(block) {
                        ir::emit_error(ir::location(op), &format!("{}: {error}", NAME));
                    }
                    return false;
                }
            }
        }
        true
    }
}

/// Facts of one symbol that differ are all true where its uses meet.
fn unify<'c, 'a>(operands: &mut [(Value<'c, 'a>, Option<Meaning<'c, 'a>>)]) -> Result<(), String> {
    let mut facts: FxHashMap<u32, SymbolFacts> = FxHashMap::default();
    let mut differ = false;
    for (_, meaning) in operands.iter() {
        if let Some(meaning) = meaning {
            meaning.for_each_symbol(&mut |symbol| {
                let known = facts.entry(symbol.id).or_insert(symbol.facts);
                let met = meet(*known, symbol.facts);
                differ |= met != *known || met != symbol.facts;
                *known = met;
            });
        }
    }
    if differ {
        for (_, meaning) in operands.iter_mut() {
            if let Some(meaning) = meaning {
                *meaning = meaning.substitute(&|s| {
                    Symbol::new(s.id, facts.get(&s.id).copied().unwrap_or(s.facts)).into()
                })?;
            }
        }
    }
    Ok(())
}

fn meet(a: SymbolFacts, b: SymbolFacts) -> SymbolFacts {
    let div = layout_algebra::lcm(a.div, b.div).unwrap_or(a.div);
    SymbolFacts { div, min: a.min.max(b.min), max: a.max.min(b.max) }
}
