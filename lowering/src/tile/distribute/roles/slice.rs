//! [`Slice`]: what of a program decides where its copies are to and from, and whether they begin: the program of who
//! issues them.

use std::collections::BTreeSet;

use layout_mlir::ir::{self, Effects};
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Type, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};
use crate::tile::functions::{callee, only_computes};
use crate::tile::shared::bytes::Bytes;

/// An operation, and why it is not in a slice.
type Failure<'c, 'a> = (OperationRef<'c, 'a>, Error);

/// The operations of a program that its copies depend on, and what their loops and branches hand on for them.
pub struct Slice<'c, 'a> {
    ops: FxHashSet<usize>,
    /// Of loops and branches, by number, the values that they carry or have.
    handed: FxHashMap<usize, BTreeSet<usize>>,
    own: FxHashSet<usize>,
    /// What the program may write of memory.
    written: Option<Vec<Bytes>>,
    work: Vec<(OperationRef<'c, 'a>, Value<'c, 'a>)>,
}

impl<'c: 'a, 'a> Slice<'c, 'a> {
    /// That of the operations `own` and those inside them, for some among these.
    ///
    /// # Errors
    /// [`Error::Producer`] at one that depends on what others do.
    pub fn new(
        own: &[OperationRef<'c, 'a>],
        roots: &[OperationRef<'c, 'a>],
    ) -> std::result::Result<Self, Failure<'c, 'a>> {
        let all: Vec<_> = own.iter().flat_map(|op| ir::nested(*op)).collect();
        let mut slice = Self {
            ops: FxHashSet::default(),
            handed: FxHashMap::default(),
            own: all.iter().map(|op| ir::op_key(*op)).collect(),
            written: all.iter().map(|op| written(*op)).collect::<Option<Vec<_>>>().map(|all| all.concat()),
            work: Vec::new(),
        };
        for root in roots {
            slice.take(*root, *root)?;
            while let Some((user, value)) = slice.work.pop() {
                slice.need(user, value)?;
            }
        }
        Ok(slice)
    }

    /// Takes an operation, and the control flow around it.
    fn take(
        &mut self,
        op: OperationRef<'c, 'a>,
        root: OperationRef<'c, 'a>,
    ) -> std::result::Result<(), Failure<'c, 'a>> {
        if !self.own.contains(&ir::op_key(op)) || !self.ops.insert(ir::op_key(op)) {
            return Ok(());
        }
        let decides = match ir::name(op) {
            "scf.for" => 3,
            "scf.if" => 1,
            name if op.region_count() > 0 => {
                let why = format!("a copy stands in '{name}', and producers follow scf.for and scf.if alone");
                return Err((root, Error::Producer(why)));
            }
            _ => op.operand_count(),
        };
        self.work.extend(op.operands().take(decides).map(|value| (op, value)));
        match op.parent_operation() {
            Some(around) => self.take(around, root),
            None => Ok(()),
        }
    }

    /// Takes what a value is computed of.
    fn need(
        &mut self,
        user: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
    ) -> std::result::Result<(), Failure<'c, 'a>> {
        if let Some((block, number)) = ir::block_argument(value) {
            let around = ir::block_parent(block).filter(|op| self.own.contains(&ir::op_key(*op)));
            return match around.zip(number.checked_sub(1)) {
                Some((around, number)) => self.need_handed(around, number),
                None => Ok(()),
            };
        }
        let Some(op) = ir::defining_op(value).filter(|op| self.own.contains(&ir::op_key(*op))) else {
            return Ok(());
        };
        if matches!(ir::name(op), "scf.for" | "scf.if") {
            let number = ir::results(op).iter().position(|result| *result == value).unwrap_or(0);
            self.take(op, user)?;
            return self.need_handed(op, number);
        }
        if op.region_count() > 0 || !self.is_known(op) {
            let name = ir::name(op);
            let why = format!(
                "a copy depends on '{name}', which producers do not do: they compute with numbers, and read memory that the kernel does not write"
            );
            return Err((user, Error::Producer(why)));
        }
        self.take(op, user)
    }

    /// Takes what a loop or a branch hands on.
    fn need_handed(
        &mut self,
        op: OperationRef<'c, 'a>,
        number: usize,
    ) -> std::result::Result<(), Failure<'c, 'a>> {
        if !self.handed.entry(ir::op_key(op)).or_default().insert(number) {
            return Ok(());
        }
        self.work.extend(
            ir::operand(op, number + 3).filter(|_| ir::name(op) == "scf.for").map(|value| (op, value)),
        );
        let ends = ir::blocks(op).into_iter().filter_map(ir::terminator);
        self.work.extend(ends.filter_map(|end| Some((op, ir::operand(end, number)?))));
        self.take(op, op)
    }

    /// Whether producers have the same as the others of an operation.
    fn is_known(&self, op: OperationRef<'c, 'a>) -> bool {
        let computes = || ir::results(op).into_iter().all(|value| !is_tile(value.r#type()));
        match (ir::name(op), ir::effects(op)) {
            ("func.call", _) => callee(op).1.is_some_and(only_computes),
            (_, Effects::None) => computes(),
            (name, Effects::Read) => {
                let read = || op.operands().filter(|v| ir::is_memref(v.r#type()));
                let is_written = |bytes: &Bytes| match &self.written {
                    Some(written) => written.iter().any(|other| other.meet(bytes)),
                    None => true,
                };
                name != "layout.load"
                    && computes()
                    && read().all(|memory| !ir::is_shared(memory.r#type()))
                    && !read().flat_map(Bytes::of).any(|bytes| is_written(&bytes))
            }
            _ => false,
        }
    }

    /// Writes it.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn write(&self, ops: &[OperationRef<'c, 'a>], emit: Emit<'c, 'a>) -> Result<()> {
        let mut values = FxHashMap::default();
        ops.iter().try_for_each(|op| self.operation(*op, &mut values, emit))
    }

    fn block(&self, block: BlockRef<'c, 'a>, values: &mut Values<'c, 'a>, emit: Emit<'c, 'a>) -> Result<()> {
        let mut next = block.first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            self.operation(op, values, emit)?;
        }
        Ok(())
    }

    fn operation(
        &self,
        op: OperationRef<'c, 'a>,
        values: &mut Values<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<()> {
        if !self.ops.contains(&ir::op_key(op)) {
            return Ok(());
        }
        let emit = Emit { location: ir::location(op), ..emit };
        let name = |value: Value<'c, 'a>, values: &Values<'c, 'a>| {
            values.get(&ir::key(value)).copied().unwrap_or(value)
        };
        let handed: Vec<usize> = self.handed.get(&ir::op_key(op)).into_iter().flatten().copied().collect();
        let ended = |block: BlockRef<'c, 'a>, values: &Values<'c, 'a>| -> Vec<Value<'c, 'a>> {
            let end = ir::terminator(block);
            handed.iter().filter_map(|n| Some(name(ir::operand(end?, *n)?, values))).collect()
        };
        let results = ir::results(op);
        let made = match ir::name(op) {
            "scf.for" => {
                let bounds: Vec<_> = op.operands().take(3).map(|v| name(v, values)).collect();
                let given = handed.iter().filter_map(|n| ir::operand(op, n + 3));
                let given: Vec<_> = given.map(|v| name(v, values)).collect();
                let (new, body, end) = emit.loop_like(op, &bounds, &given)?;
                let old = *ir::blocks(op).first().ok_or_else(|| Error::Unknown("scf.for".into()))?;
                let arguments = ir::arguments(old);
                let places = std::iter::once(0).chain(handed.iter().map(|n| n + 1));
                for (place, argument) in places.zip(ir::arguments(body)) {
                    values.extend(arguments.get(place).map(|old| (ir::key(*old), argument)));
                }
                self.block(old, values, Emit { before: end, ..emit })?;
                ir::set_operands(end, &ended(old, values));
                ir::results(new)
            }
            "scf.if" => {
                let condition = op.operands().next().ok_or_else(|| Error::Unknown("scf.if".into()))?;
                let types: Vec<Type<'c>> = handed.iter().map(|n| results[*n].r#type()).collect();
                let choice = emit.choice(name(condition, values), &types)?;
                for (block, end) in ir::blocks(op).into_iter().zip(choice.ends) {
                    self.block(block, values, Emit { before: end, ..emit })?;
                    ir::set_operands(end, &ended(block, values));
                }
                choice.values
            }
            _ => {
                let operands: Vec<_> = op.operands().map(|v| name(v, values)).collect();
                let new = emit.copy(op, &operands)?;
                values.extend(results.into_iter().map(ir::key).zip(ir::results(new)));
                return Ok(());
            }
        };
        values.extend(handed.iter().map(|n| ir::key(results[*n])).zip(made));
        Ok(())
    }
}

/// What stands for values.
type Values<'c, 'a> = FxHashMap<ir::ValueKey, Value<'c, 'a>>;

/// Whether a type is one of tensors.
fn is_tile(r#type: Type<'_>) -> bool {
    r#type.to_string().starts_with("tensor<")
}

/// The bytes that an operation may write; `None` of what may write anything.
fn written<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<Vec<Bytes>> {
    let memory: Vec<Value<'c, 'a>> = match ir::name(op) {
        "layout.store" | "layout.store_async" => ir::operand(op, 1).into_iter().collect(),
        "layout.copy_async" => op.operands().last().into_iter().collect(),
        "func.call" if callee(op).1.is_some_and(only_computes) => Vec::new(),
        "func.call" => return None,
        _ if op.region_count() > 0 || ir::effects(op) != Effects::Any => Vec::new(),
        _ => op.operands().filter(|v| ir::is_memref(v.r#type())).collect(),
    };
    Some(memory.into_iter().flat_map(Bytes::of).collect())
}
