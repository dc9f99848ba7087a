//! [`Rewriter`]: which values stand for a memref with a layout.
//!
//! A value of such a type becomes its flat memory and one index for each symbol of the
//! layout. Operations are lowered in program order; where a value is used before its
//! definition was lowered, as blocks of a graph may be ordered, a cast holds its place.

use layout_mlir::ir;
use melior::ir::block::BlockRef;
use melior::ir::{BlockLike, OperationRef, Type, Value, ValueLike};

use super::emit::Emit;
use super::error::Error;
use super::types::{LayoutMemref, shape};
use melior::ir::r#type::ShapedTypeLike;
use rustc_hash::FxHashMap;

/// A memref with a layout, lowered.
#[derive(Clone)]
pub struct Lowered<'c, 'a> {
    /// Its type as it was.
    pub r#type: LayoutMemref<'c>,
    /// The flat memory.
    pub flat: Value<'c, 'a>,
    /// The values of the layout's symbols.
    pub symbols: Vec<Value<'c, 'a>>,
}

impl<'c, 'a> Lowered<'c, 'a> {
    /// The flat memory and the symbols.
    pub fn parts(&self) -> Vec<Value<'c, 'a>> {
        [vec![self.flat], self.symbols.clone()].concat()
    }
}

/// What became of values and operations so far.
#[derive(Default)]
pub struct Rewriter<'c, 'a> {
    values: FxHashMap<ir::ValueKey, Vec<Value<'c, 'a>>>,
    /// Casts that hold a place.
    places: Vec<OperationRef<'c, 'a>>,
    /// Operations that are to be erased.
    doomed: Vec<OperationRef<'c, 'a>>,
    /// Blocks whose arguments were expanded.
    blocks: Vec<BlockRef<'c, 'a>>,
}

impl<'c: 'a, 'a> Rewriter<'c, 'a> {
    /// What stands for a value; `None` if it is no memref with a layout.
    ///
    /// # Errors
    /// [`Error::Negative`] and [`Error::Sign`] for a layout that memory has no place for.
    pub fn lowered(
        &mut self,
        value: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Option<Lowered<'c, 'a>>, Error> {
        let Some(r#type) = LayoutMemref::of(value.r#type()) else { return Ok(None) };
        r#type.check()?;
        let mut parts = match self.values.get(&ir::key(value)) {
            Some(parts) => parts.clone(),
            None => {
                let types = r#type.expanded(emit.context);
                let place = emit.op("builtin.unrealized_conversion_cast", &[value], &types, &[])?;
                self.places.push(place);
                ir::results(place)
            }
        };
        let symbols = parts.split_off(1);
        Ok(parts.pop().map(|flat| Lowered { r#type, flat, symbols }))
    }

    /// Whether a cast takes a memref with a layout apart as [`Self::lowered`] does; what stands for the
    /// memref then takes the place of its results.
    pub fn takes_apart(&mut self, cast: OperationRef<'c, 'a>) -> bool {
        let memref = ir::operand(cast, 0).and_then(|v| LayoutMemref::of(v.r#type()));
        let types: Vec<Type<'c>> = ir::results(cast).into_iter().map(|r| r.r#type()).collect();
        let fits = memref.is_some_and(|memref| memref.expanded(ir::context(cast)) == types);
        if fits {
            self.places.push(cast);
        }
        fits
    }

    /// A value with those that stand for it.
    ///
    /// # Errors
    /// As [`Self::lowered`].
    pub fn expand(&mut self, value: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>, Error> {
        Ok(self.lowered(value, emit)?.map_or_else(|| vec![value], |l| l.parts()))
    }

    /// Lets values stand for a result, or, where it is no memref with a layout, replace it.
    pub fn replace(&mut self, old: Value<'c, 'a>, new: Vec<Value<'c, 'a>>) {
        if LayoutMemref::of(old.r#type()).is_some() {
            self.values.insert(ir::key(old), new);
        } else if let [new] = new[..] {
            ir::replace_all_uses(old, new);
        }
    }

    /// Marks an operation as lowered: it goes when all is.
    pub fn remove(&mut self, op: OperationRef<'c, 'a>) {
        self.doomed.push(op);
    }

    /// Gives a block the arguments that stand for its own, in their places.
    ///
    /// # Errors
    /// As [`Self::lowered`].
    pub fn expand_arguments(&mut self, block: BlockRef<'c, 'a>, emit: Emit<'c, 'a>) -> Result<(), Error> {
        let mut changed = false;
        for number in (0..block.argument_count()).rev() {
            let Ok(old) = block.argument(number).map(Value::from) else { continue };
            let Some(r#type) = LayoutMemref::of(old.r#type()) else { continue };
            r#type.check()?;
            changed = true;
            let types = r#type.expanded(emit.context).into_iter().enumerate();
            let new = types.map(|(k, t)| ir::insert_argument(block, number + k, t, emit.location)).collect();
            self.values.insert(ir::key(old), new);
        }
        if changed {
            self.blocks.push(block);
        }
        Ok(())
    }

    /// Puts values in the places held for them, and erases what was lowered.
    ///
    /// # Errors
    /// Where and what: an operand that nothing stands for, a memref that is still used.
    pub fn finish(self, root: OperationRef<'c, 'a>) -> Result<(), (OperationRef<'c, 'a>, Error)> {
        for place in &self.places {
            let old = ir::operand(*place, 0).ok_or((*place, Error::Unplaced))?;
            let new = self.values.get(&ir::key(old)).ok_or((*place, Error::Unplaced))?;
            for (held, value) in ir::results(*place).into_iter().zip(new) {
                ir::replace_all_uses(held, *value);
            }
        }
        let all: Vec<_> = self.places.into_iter().chain(self.doomed).collect();
        ir::erase_all(&all).map_err(|e| (root, e.into()))?;
        for block in self.blocks {
            for number in (0..block.argument_count()).rev() {
                let old = block.argument(number).map(Value::from);
                if old.is_ok_and(|old: Value<'_, '_>| LayoutMemref::of(old.r#type()).is_some()) {
                    ir::erase_argument(block, number).map_err(|e| (root, e.into()))?;
                }
            }
        }
        Ok(())
    }
}

/// Any memref, seen through its coordinates.
#[derive(Clone)]
pub enum Memory<'c, 'a> {
    /// One with a layout.
    Layout(Lowered<'c, 'a>),
    /// Any other.
    Plain(Value<'c, 'a>),
}

impl<'c: 'a, 'a> Memory<'c, 'a> {
    /// A memref, lowered where it has a layout.
    ///
    /// # Errors
    /// As [`Rewriter::lowered`].
    pub fn of(
        rewriter: &mut Rewriter<'c, 'a>,
        value: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Self, Error> {
        Ok(rewriter.lowered(value, emit)?.map_or(Self::Plain(value), Self::Layout))
    }

    /// The static extents.
    pub fn shape(&self) -> Vec<Option<i64>> {
        match self {
            Self::Layout(l) => l.r#type.shape(),
            Self::Plain(value) => ir::memref(value.r#type()).map(shape).unwrap_or_default(),
        }
    }

    /// One extent.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn size(&self, dimension: usize, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        if let Some(Some(size)) = self.shape().get(dimension) {
            return emit.constant(*size);
        }
        match self {
            Self::Layout(l) => {
                let modes = l.r#type.layout.domain().modes();
                let mode = modes.get(dimension).ok_or_else(|| Error::Build("memref.dim".into()))?;
                emit.expr(&mode.size()?, &l.symbols)
            }
            Self::Plain(value) => {
                let number = emit.constant(i64::try_from(dimension).unwrap_or(0))?;
                emit.value("memref.dim", &[*value, number], emit.index_type(), &[])
            }
        }
    }

    /// The memory and the indices in it of a coordinate.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn place(
        &self,
        coordinate: &[Value<'c, 'a>],
        emit: Emit<'c, 'a>,
    ) -> Result<Vec<Value<'c, 'a>>, Error> {
        Ok(match self {
            Self::Layout(l) => vec![l.flat, emit.crd2idx(l.r#type.layout, &l.symbols, coordinate)?],
            Self::Plain(value) => [&[*value], coordinate].concat(),
        })
    }

    /// The element type.
    pub fn element(&self) -> Option<Type<'c>> {
        match self {
            Self::Layout(l) => Some(l.r#type.memref.element()),
            Self::Plain(value) => ir::memref(value.r#type()).map(|m| m.element()),
        }
    }

    /// Loads an element.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn load(&self, coordinate: &[Value<'c, 'a>], emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        let element = self.element().ok_or_else(|| Error::Build("memref.load".into()))?;
        emit.value("memref.load", &self.place(coordinate, emit)?, element, &[])
    }

    /// Stores an element.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn store(
        &self,
        value: Value<'c, 'a>,
        coordinate: &[Value<'c, 'a>],
        emit: Emit<'c, 'a>,
    ) -> Result<(), Error> {
        let operands = [vec![value], self.place(coordinate, emit)?].concat();
        emit.op("memref.store", &operands, &[], &[]).map(|_| ())
    }
}
