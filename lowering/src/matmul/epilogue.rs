//! [`Epilogue`]: what is done element by element with a product, before it is stored.
//!
//! An operation of `linalg` behind a product is done with it if it computes each element from that of the product at
//! one coordinate, and so are several if all but one of the memrefs that they write need not be written, which nobody
//! sees:
//!
//! - each is a `memref.alloc` that nothing uses but the product, the `linalg.fill` before it, these operations,
//!   `memref.dim` and `memref.dealloc`;
//! - between the operations nothing happens to memory, but for `memref.load` of other memory, which stays before all.
//!
//! Blocks read while others write. So the memref that is written has no bytes in common with the factors, nor with what
//! these operations read, but for what they read of that same memref at the coordinate that they write. Memory is told
//! apart by what it comes from: allocations, globals and arguments of the function, of which different ones do not
//! overlap.

use layout_mlir::affine::affine_operands;
use layout_mlir::ir;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::body::{Axis, Body, Input, Source, is_element};
use super::error::{Apart, Seen};
use super::matrix::{Matrix, dimensions};
use crate::tile::memory;

/// By operand, the dimensions of an operation that each of its dimensions is, if it is one.
type Maps = Vec<Option<Vec<usize>>>;

/// An operation behind a product, and why it is done apart from it.
type Behind<'c, 'a> = (OperationRef<'c, 'a>, Apart);

/// What is done with a product.
#[derive(Clone)]
pub struct Epilogue<'c, 'a> {
    /// The operations, in order.
    pub ops: Vec<OperationRef<'c, 'a>>,
    /// What they write.
    pub result: Matrix<'c, 'a>,
    /// What they do.
    pub body: Body<'c, 'a>,
    /// What is stored.
    pub gives: Source,
    /// What is known of memory behind them: that of the product, and what they wrote.
    known: Vec<(Matrix<'c, 'a>, Source)>,
}

impl<'c: 'a, 'a> Epilogue<'c, 'a> {
    /// What stands behind a product and can be done with it; and of what else is done with it, the first operation.
    ///
    /// `matrices` are A, B and C, `zero` is what zeroes C before.
    pub fn behind(
        product: OperationRef<'c, 'a>,
        matrices: &[Matrix<'c, 'a>; 3],
        zero: Option<OperationRef<'c, 'a>>,
    ) -> (Option<Self>, Option<Behind<'c, 'a>>) {
        let [_, _, c] = matrices;
        let mut all = Self {
            ops: Vec::new(),
            result: c.clone(),
            body: Body::default(),
            gives: Source::Product,
            known: vec![(c.clone(), Source::Product)],
        };
        // Some operations may be done together only with those behind them, which read what they read.
        let (mut done, mut apart) = (None, None);
        let mut last = product;
        while let Some(next) = all.next(last) {
            let (op, maps) = match next {
                Ok(next) => next,
                Err(behind) => {
                    apart = apart.or(Some(behind));
                    break;
                }
            };
            last = op;
            let checked = match all.take(op, &maps) {
                Ok(()) => all.check(product, matrices, zero),
                Err(why) => {
                    apart = apart.or(Some((op, why)));
                    break;
                }
            };
            match checked {
                Ok(()) => (done, apart) = (Some(all.clone()), None),
                Err(why) => apart = apart.or(Some((op, why))),
            }
        }
        (done, apart)
    }

    /// The same of a product with rows and columns exchanged.
    pub fn turned(&self) -> Self {
        let mut turned = self.clone();
        turned.result = self.result.turned();
        for input in &mut turned.body.inputs {
            if let Input::Memory(matrix, axes) = input {
                if axes.contains(&Axis::Row) && axes.contains(&Axis::Column) {
                    *matrix = matrix.turned();
                } else {
                    axes.iter_mut().for_each(Axis::turn);
                }
            }
        }
        turned
    }

    /// The next operation that computes element by element with what is known, and its maps, the last that of what it
    /// writes; or why it is none.
    fn next(
        &self,
        last: OperationRef<'c, 'a>,
    ) -> Option<Result<(OperationRef<'c, 'a>, Maps), Behind<'c, 'a>>> {
        let mut between = None;
        let behind = std::iter::successors(last.next_in_block(), |op| op.next_in_block());
        for op in behind.into_iter().filter(|op| !is_idle(*op) && !self.loads_other(*op)) {
            if let Some(read) = self.reader(op) {
                return Some(match (read, between) {
                    (Some(maps), None) => Ok((op, maps)),
                    (Some(_), Some(name)) => Err((op, Apart::Between(name))),
                    (None, _) => Err((op, Apart::Iterations)),
                });
            }
            let is_known = |value| self.known.iter().any(|(matrix, _)| matrix.value == value);
            if op.region_count() > 0 || op.operands().any(is_known) {
                return None;
            }
            between.get_or_insert_with(|| ir::name(op).to_string());
        }
        None
    }

    /// The maps of an operation that reads what is known, and sums nothing up; none of one that does not go over its elements, each once.
    fn reader(&self, op: OperationRef<'c, 'a>) -> Option<Option<Maps>> {
        let maps = ArrayAttribute::try_from(ir::indexing_maps(op)?).ok()?;
        let (loops, _) = maps.element(0).ok().and_then(affine_operands)?;
        let maps: Maps = (0..maps.len()).map(|n| dimensions(maps.element(n).ok()?)).collect();
        let block = ir::blocks(op).first().copied()?;
        let arguments = ir::arguments(block);
        let reads = op.operands().zip(&arguments).any(|(value, argument)| {
            self.known.iter().any(|(matrix, _)| matrix.value == value) && !ir::is_unused(*argument)
        });
        let is_one =
            op.result_count() == 0 && maps.len() == op.operand_count() && arguments.len() == maps.len();
        let mut to = maps.last()?.clone()?;
        if !reads || !is_one || to.len() < loops {
            return None;
        }
        // All dimensions are those of what is written, each once, and of as many as C has.
        let count = self.result.axes().count();
        to.sort_unstable();
        let is_each = loops == count && to.into_iter().eq(0..count);
        Some(is_each.then_some(maps))
    }

    /// Whether an operation loads from memory of which nothing is known.
    fn loads_other(&self, op: OperationRef<'c, 'a>) -> bool {
        let from = ir::operand(op, 0).filter(|_| ir::name(op) == "memref.load");
        from.is_some_and(|from| self.known.iter().all(|(matrix, _)| are_apart(from, matrix.value)))
    }

    /// Reads an operation.
    fn take(&mut self, op: OperationRef<'c, 'a>, maps: &Maps) -> Result<(), Apart> {
        let operands: Vec<Value<'c, 'a>> = op.operands().collect();
        let arguments = ir::blocks(op).first().copied().map(ir::arguments).unwrap_or_default();
        let is_read = |number: usize| arguments.get(number).is_some_and(|argument| !ir::is_unused(*argument));
        let written = operands.len() - 1;
        let of = |number: usize| maps[number].as_ref().ok_or(Apart::Map(number));
        // Which dimension of the operation is which of C, by what it reads of what is known.
        let mut axes: Option<(usize, Vec<usize>)> = None;
        for (number, value) in operands.iter().enumerate() {
            let known = self.known.iter().find(|(matrix, _)| matrix.value == *value);
            let Some((matrix, _)) = known.filter(|_| is_read(number)) else { continue };
            let map = of(number)?;
            let here: Vec<usize> =
                matrix.order.iter().flatten().filter_map(|at| map.get(*at).copied()).collect();
            // (In place each element is read where it is written.)
            if *value == operands[written] && map != of(written)? {
                return Err(Apart::Coordinates(number, written));
            }
            match &axes {
                Some((other, axes)) if *axes != here => return Err(Apart::Coordinates(number, *other)),
                _ => axes = Some((number, here)),
            }
        }
        let (_, axes) = axes.ok_or(Apart::Map(written))?;
        let named: Vec<Axis> = self.result.axes().collect();
        // The axes of a map, in order, and where it has them.
        let order_of = |number: usize| -> Result<(Vec<Axis>, Vec<usize>), Apart> {
            let mut all: Vec<(Axis, usize)> = Vec::new();
            for (at, dimension) in of(number)?.iter().enumerate() {
                let axis = axes.iter().position(|axis| axis == dimension).ok_or(Apart::Map(number))?;
                if all.iter().any(|(seen, _)| *seen == named[axis]) {
                    return Err(Apart::Map(number));
                }
                all.push((named[axis], at));
            }
            all.sort_unstable();
            Ok(all.into_iter().unzip())
        };
        // (It has the dimensions of C, all of them.)
        let as_c = |order: Vec<usize>| -> Vec<Option<usize>> {
            let mut dimensions = order.into_iter();
            self.result.order.iter().map(|has| has.and_then(|_| dimensions.next())).collect()
        };
        let wrong = |number: usize| Apart::Operand(number, operands[number].r#type().to_string());
        let mut sources = Vec::new();
        for (number, value) in operands.iter().enumerate() {
            let known = self.known.iter().find(|(matrix, _)| matrix.value == *value);
            sources.push(match known {
                _ if !is_read(number) => None,
                Some((_, source)) => Some(source.clone()),
                None => {
                    let (mut axes, order) = order_of(number)?;
                    let mut order: Vec<Option<usize>> = order.into_iter().map(Some).collect();
                    // What is written is the vector that C is.
                    if *value == operands[written] && order.len() == named.len() {
                        order = as_c(order.into_iter().flatten().collect());
                        axes = Axis::of(order.len()).collect();
                    }
                    let element = arguments[number].r#type().to_string();
                    Some(match memory_of(0, *value, order) {
                        Some(matrix) => self.body.input(Input::Memory(matrix, axes), element),
                        None => self.body.scalar(*value).ok_or_else(|| wrong(number))?,
                    })
                }
            });
        }
        let result =
            memory_of(2, operands[written], as_c(order_of(written)?.1)).ok_or_else(|| wrong(written))?;
        let gives = self.body.read(op, sources)?;
        self.known.retain(|(matrix, _)| matrix.value != result.value);
        self.known.push((result.clone(), gives.clone()));
        (self.result, self.gives) = (result, gives);
        self.ops.push(op);
        Ok(())
    }

    /// Whether the operations can be done with the product.
    fn check(
        &self,
        product: OperationRef<'c, 'a>,
        matrices: &[Matrix<'c, 'a>; 3],
        zero: Option<OperationRef<'c, 'a>>,
    ) -> Result<(), Apart> {
        let [a, b, c] = matrices;
        let written = &self.result;
        for (matrix, _) in self.known.iter().filter(|(matrix, _)| matrix.value != written.value) {
            let seen = |by| Err(Apart::Seen(matrix.value_type(), by));
            if matrix.value == c.value && zero.is_none() {
                return seen(Seen::Added);
            }
            if !is_allocated(matrix.value) {
                return seen(Seen::Caller);
            }
            let is_ours =
                |op: &OperationRef<'c, 'a>| *op == product || Some(*op) == zero || self.ops.contains(op);
            let is_no_use =
                |op: &OperationRef<'c, 'a>| matches!(ir::name(*op), "memref.dim" | "memref.dealloc");
            let users = ir::users(matrix.value);
            if let Some(user) = users.iter().find(|op| !is_ours(op) && !is_no_use(op)) {
                return seen(Seen::User(ir::name(*user).into()));
            }
        }
        // What the product is added to is read where it is written, too.
        if written.value == c.value && zero.is_none() && written != c {
            return Err(Apart::Overlap(c.value_type()));
        }
        // (Of C the product itself says that it is apart from the factors.)
        let factors = if written.value == c.value { &[][..] } else { &[a, b][..] };
        let others = self.body.inputs.iter().filter_map(|input| match input {
            // (Nobody else has a coordinate of what is read where it is written.)
            Input::Memory(matrix, _) if matrix == written => None,
            Input::Memory(matrix, _) => Some(matrix),
            Input::Scalar(_) => None,
        });
        match factors.iter().copied().chain(others).find(|other| !are_apart(other.value, written.value)) {
            Some(other) => Err(Apart::Overlap(other.value_type())),
            None => Ok(()),
        }
    }

    /// What allocates and frees memory that nothing uses when operations are gone.
    pub fn unused(&self, gone: &[OperationRef<'c, 'a>]) -> Vec<OperationRef<'c, 'a>> {
        let mut out = Vec::new();
        for (matrix, _) in self.known.iter().filter(|(matrix, _)| matrix.value != self.result.value) {
            let users = ir::users(matrix.value);
            let (frees, others): (Vec<_>, Vec<_>) =
                users.into_iter().partition(|op| ir::name(*op) == "memref.dealloc");
            if others.iter().all(|op| gone.contains(op)) {
                out.extend(frees.into_iter().chain(ir::defining_op(matrix.value)));
            }
        }
        out
    }
}

/// Memory that kernels take; whose elements are bytes.
fn memory_of<'c: 'a, 'a>(
    number: usize,
    value: Value<'c, 'a>,
    order: Vec<Option<usize>>,
) -> Option<Matrix<'c, 'a>> {
    let element = ir::element_type(value.r#type())?;
    let is_whole = ir::bytes(element).is_some() && is_element(element);
    let matrix = Matrix::of(number, value, order).ok().filter(|_| is_whole)?;
    // (No layout is of no dimensions.)
    (!matrix.order.is_empty() || matrix.offset == 0).then_some(matrix)
}

fn is_allocated(value: Value<'_, '_>) -> bool {
    ir::defining_op(value).is_some_and(|op| ir::name(op) == "memref.alloc")
}

/// Whether two memrefs have no bytes in common.
fn are_apart<'c: 'a, 'a>(one: Value<'c, 'a>, other: Value<'c, 'a>) -> bool {
    let known = |value: &Value<'c, 'a>| match ir::defining_op(*value) {
        Some(op) => matches!(ir::name(op), "memref.alloc" | "memref.alloca" | "memref.get_global"),
        None => is_argument(*value),
    };
    let is_one = |a: &Value<'c, 'a>, b: &Value<'c, 'a>| {
        let name = |value: &Value<'c, 'a>| ir::defining_op(*value)?.attribute("name").ok();
        a == b || name(a).is_some() && name(a) == name(b)
    };
    let (one, other) = (memory(one), memory(other));
    let mut all = one.iter().chain(&other);
    all.all(known) && !one.iter().any(|a| other.iter().any(|b| is_one(a, b)))
}

/// Whether a value is an argument of a function.
fn is_argument(value: Value<'_, '_>) -> bool {
    let function = ir::block_argument(value).and_then(|(block, _)| Some((block, ir::block_parent(block)?)));
    function.is_some_and(|(block, op)| {
        ir::name(op) == "func.func" && ir::blocks(op).first().is_some_and(|first| *first == block)
    })
}

/// Whether an operation does nothing to memory that there was.
pub fn is_idle(op: OperationRef<'_, '_>) -> bool {
    ir::effects(op) == ir::Effects::None && op.region_count() == 0 || ir::name(op) == "memref.alloc"
}
