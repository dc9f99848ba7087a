//! [`Registers`]: which values of a thread stand for a tile: its elements one by one, or words that hold
//! several. Either is made of the other where it is asked for.

use layout_dialect::tile::is_token;
use layout_mlir::ir;
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Type, TypeLike, Value, ValueLike};

use super::boxes::Boxes;
use super::group::Group;
use super::groups::Groups;
use super::packing::{pack, per_word, unpack};
use crate::convert_layout_memref::emit::Emit;
use crate::tile::encoded::Encoded as _;
use crate::tile::error::{Error, Result};
use crate::tile::tma::Engine;
use layout_dialect::tile::Tile;
use rustc_hash::{FxHashMap, FxHashSet};

/// What became of tiles so far. Operations are lowered in program order, in which what defines
/// a value stands before what uses it.
pub struct Registers<'c, 'a> {
    /// The threads.
    pub group: Group<'c, 'a>,
    /// The groups of asynchronous copies.
    pub groups: Groups,
    /// What copies by boxes have in common, if there are any.
    pub boxes: Option<Boxes<'c, 'a>>,
    values: FxHashMap<ir::ValueKey, Held<'c, 'a>>,
    /// The types of tiles that are multiplied.
    factors: FxHashSet<String>,
    doomed: Vec<OperationRef<'c, 'a>>,
    blocks: Vec<BlockRef<'c, 'a>>,
}

/// What stands for a tile: one of the two at first.
struct Held<'c, 'a> {
    elements: Option<Vec<Value<'c, 'a>>>,
    words: Option<Vec<Value<'c, 'a>>>,
    /// Before this operation all of them are there.
    end: OperationRef<'c, 'a>,
}

impl<'c: 'a, 'a> Registers<'c, 'a> {
    /// None so far, of the operations of a function.
    pub fn new(
        group: Group<'c, 'a>,
        groups: Groups,
        boxes: Option<Boxes<'c, 'a>>,
        ops: &[OperationRef<'c, 'a>],
    ) -> Self {
        let products = ops.iter().filter(|op| ir::name(**op) == "layout.mma");
        let factors = products.flat_map(|op| op.operands().take(2).collect::<Vec<_>>());
        let factors = factors.map(|factor| factor.r#type().to_string()).collect();
        let values = FxHashMap::default();
        Self { group, groups, boxes, values, factors, doomed: Vec::new(), blocks: Vec::new() }
    }

    /// A tile that an operation takes or gives.
    ///
    /// # Errors
    /// [`Error::Open`] for a tile without an encoding, [`Error::Tv`] for one of another group.
    pub fn tile(&self, value: Value<'c, 'a>) -> Result<Option<Tile<'c>>> {
        let Some(tile) = Tile::of(value) else { return Ok(None) };
        tile.tv()?.check_shape(&tile.shape)?;
        tile.tv()?.check_threads(self.group.threads)?;
        Ok(Some(tile))
    }

    /// An operand that is a tile, and its registers.
    ///
    /// # Errors
    /// [`Error::Unknown`] if there is no such operand; see [`Self::tile`].
    pub fn operand(
        &mut self,
        op: OperationRef<'c, 'a>,
        number: usize,
    ) -> Result<(Tile<'c>, Vec<Value<'c, 'a>>)> {
        let (tile, value) = self.tile_operand(op, number)?;
        Ok((tile, self.of(value, op)?))
    }

    /// An operand that is a tile, and its words.
    ///
    /// # Errors
    /// See [`Self::operand`].
    pub fn operand_words(
        &mut self,
        op: OperationRef<'c, 'a>,
        number: usize,
    ) -> Result<(Tile<'c>, Vec<Value<'c, 'a>>)> {
        let (tile, value) = self.tile_operand(op, number)?;
        Ok((tile, self.words(value, op)?))
    }

    fn tile_operand(&self, op: OperationRef<'c, 'a>, number: usize) -> Result<(Tile<'c>, Value<'c, 'a>)> {
        let unknown = || Error::Unknown(ir::name(op).into());
        let value = ir::operand(op, number).ok_or_else(unknown)?;
        Ok((self.tile(value)?.ok_or_else(unknown)?, value))
    }

    /// A result that is a tile, and the value itself.
    ///
    /// # Errors
    /// [`Error::Unknown`] if there is no such result; see [`Self::tile`].
    pub fn result(&self, op: OperationRef<'c, 'a>) -> Result<(Tile<'c>, Value<'c, 'a>)> {
        let unknown = || Error::Unknown(ir::name(op).into());
        let value = ir::result(op).ok_or_else(unknown)?;
        Ok((self.tile(value)?.ok_or_else(unknown)?, value))
    }

    /// Whether a token is one of copies by boxes, for which a number stands.
    pub fn is_of_boxes(&self, value: Value<'c, 'a>) -> bool {
        self.boxes.as_ref().is_some_and(|boxes| boxes.engine(value) == Engine::Boxes)
    }

    /// Whether a token is one of what the engine does.
    pub fn is_of_engine(&self, value: Value<'c, 'a>) -> bool {
        let engine = self.boxes.as_ref().map(|boxes| boxes.engine(value));
        engine.is_some_and(|engine| matches!(engine, Engine::Boxes | Engine::Stores))
    }

    /// What stands for a value: itself, or the elements of a tile; nothing for a token, but of copies by boxes.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a tile that was not lowered.
    pub fn of(&mut self, value: Value<'c, 'a>, user: OperationRef<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
        if is_token(value.r#type()) && !self.is_of_boxes(value) {
            return Ok(Vec::new());
        }
        if !is_token(value.r#type()) && self.tile(value)?.is_none() {
            return Ok(vec![value]);
        }
        let held = self.held(value, user)?;
        let (elements, words) = (&mut held.elements, held.words.as_deref().unwrap_or_default());
        if elements.is_none() {
            *elements = Some(unpack(words, Emit::at(held.end))?);
        }
        Ok(elements.clone().unwrap_or_default())
    }

    /// The words of a tile: its elements where one fills a word, and where they fill no whole words.
    ///
    /// # Errors
    /// See [`Self::of`].
    pub fn words(&mut self, value: Value<'c, 'a>, user: OperationRef<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
        let held = self.held(value, user)?;
        let (words, elements) = (&mut held.words, held.elements.as_deref().unwrap_or_default());
        if words.is_none() {
            *words = Some(pack(elements, Emit::at(held.end))?);
        }
        Ok(words.clone().unwrap_or_default())
    }

    /// Whether a tile is there as words that hold several elements.
    pub fn is_packed(&self, value: Value<'c, 'a>) -> bool {
        let words = self.values.get(&ir::key(value)).and_then(|held| held.words.as_ref());
        words.and_then(|words| words.first()).is_some_and(|word| ir::vector(word.r#type()).is_some())
    }

    fn held(&mut self, value: Value<'c, 'a>, user: OperationRef<'c, 'a>) -> Result<&mut Held<'c, 'a>> {
        self.values.get_mut(&ir::key(value)).ok_or_else(|| Error::Unknown(ir::name(user).into()))
    }

    /// What an operation hands on for a value: tiles as [words](Self::types), if they are handed on so.
    ///
    /// # Errors
    /// See [`Self::of`].
    pub fn carried(
        &mut self,
        value: Value<'c, 'a>,
        user: OperationRef<'c, 'a>,
    ) -> Result<Vec<Value<'c, 'a>>> {
        match self.tile(value)? {
            Some(tile) if self.carries_words(value, &tile) => self.words(value, user),
            _ => self.of(value, user),
        }
    }

    /// Whether loops and branches hand a tile on as words. That follows from its type, so that all ends
    /// agree: where floats are computed with, or the tile is a factor of a product, words are what is
    /// asked for. Integers are computed with one by one.
    fn carries_words(&self, value: Value<'c, 'a>, tile: &Tile<'c>) -> bool {
        tile.element.is_float() || self.factors.contains(&value.r#type().to_string())
    }

    /// The types of what is handed on for a value.
    ///
    /// # Errors
    /// See [`Self::tile`].
    pub fn types(&self, value: Value<'c, 'a>) -> Result<Vec<Type<'c>>> {
        Ok(match self.tile(value)? {
            None if self.is_of_boxes(value) => vec![self.group.word()],
            None if is_token(value.r#type()) => Vec::new(),
            None => vec![value.r#type()],
            Some(tile) => {
                let count = tile.registers()?;
                match per_word(tile.element, count) {
                    each if each > 1 && self.carries_words(value, &tile) => {
                        vec![ir::vector_type(&[each as i64], tile.element); count / each]
                    }
                    _ => vec![tile.element; count],
                }
            }
        })
    }

    /// Lets values stand for a result, the elements or the words of a tile; one that is no tile they replace.
    pub fn replace(&mut self, old: Value<'c, 'a>, new: Vec<Value<'c, 'a>>) {
        if !stands_for_others(old) {
            if let [new] = new[..] {
                ir::replace_all_uses(old, new);
            }
        } else if let Some(end) = ir::defining_op(old) {
            self.hold(old, new, end);
        }
    }

    /// Lets elements or words stand for a tile, which are there before an operation; which of them they are,
    /// their types say.
    pub fn hold(&mut self, old: Value<'c, 'a>, new: Vec<Value<'c, 'a>>, end: OperationRef<'c, 'a>) {
        let packed = new.first().is_some_and(|value| ir::vector(value.r#type()).is_some());
        let (elements, words) = if packed { (None, Some(new)) } else { (Some(new), None) };
        self.values.insert(ir::key(old), Held { elements, words, end });
    }

    /// Marks an operation as lowered.
    pub fn remove(&mut self, op: OperationRef<'c, 'a>) {
        self.doomed.push(op);
    }

    /// Gives a block arguments that stand for its tiles, in their places.
    ///
    /// # Errors
    /// See [`Self::tile`].
    pub fn expand_arguments(&mut self, block: BlockRef<'c, 'a>, at: OperationRef<'c, 'a>) -> Result<()> {
        let mut changed = false;
        for (number, old) in ir::arguments(block).into_iter().enumerate().rev() {
            if !stands_for_others(old) {
                continue;
            }
            changed = true;
            let types = self.types(old)?.into_iter().enumerate();
            let location = ir::location(at);
            let new = types.map(|(k, t)| ir::insert_argument(block, number + k, t, location)).collect();
            let first = block.first_operation().ok_or_else(|| Error::Unknown(ir::name(at).into()))?;
            let begin = self.group.stays(first)?;
            self.hold(old, new, begin);
        }
        if changed {
            self.blocks.push(block);
        }
        Ok(())
    }

    /// Erases what was lowered.
    ///
    /// # Errors
    /// [`Error::Erase`] if a tile is still used.
    pub fn finish(self) -> Result<()> {
        ir::erase_all(&self.doomed)?;
        ir::erase_all(&self.group.marks)?;
        for block in self.blocks {
            for number in (0..block.argument_count()).rev() {
                let old = block.argument(number).map(Value::from);
                if old.is_ok_and(stands_for_others) {
                    ir::erase_argument(block, number)?;
                }
            }
        }
        Ok(())
    }
}

/// Whether other values take the place of a value.
pub fn stands_for_others(value: Value<'_, '_>) -> bool {
    Tile::of(value).is_some() || is_token(value.r#type())
}
