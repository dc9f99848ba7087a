//! [`Registers`]: which values of a thread stand for a tile.

use std::collections::HashMap;

use layout_dialect::tile::is_token;
use layout_mlir::ir;
use melior::ir::block::BlockRef;
use melior::ir::{BlockLike, OperationRef, Type, Value, ValueLike};

use super::group::Group;
use super::groups::Groups;
use crate::tile::encoded::Encoded as _;
use crate::tile::error::{Error, Result};
use layout_dialect::tile::Tile;

/// What became of tiles so far. Operations are lowered in program order, in which what defines
/// a value stands before what uses it.
pub struct Registers<'c, 'a> {
    /// The threads.
    pub group: Group<'c, 'a>,
    /// The groups of asynchronous copies.
    pub groups: Groups,
    values: HashMap<ir::ValueKey, Vec<Value<'c, 'a>>>,
    doomed: Vec<OperationRef<'c, 'a>>,
    blocks: Vec<BlockRef<'c, 'a>>,
}

impl<'c: 'a, 'a> Registers<'c, 'a> {
    /// None so far.
    pub fn new(group: Group<'c, 'a>, groups: Groups) -> Self {
        Self { group, groups, values: HashMap::new(), doomed: Vec::new(), blocks: Vec::new() }
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
    pub fn operand(&self, op: OperationRef<'c, 'a>, number: usize) -> Result<(Tile<'c>, Vec<Value<'c, 'a>>)> {
        let unknown = || Error::Unknown(ir::name(op));
        let value = ir::operand(op, number).ok_or_else(unknown)?;
        Ok((self.tile(value)?.ok_or_else(unknown)?, self.of(value, op)?))
    }

    /// A result that is a tile, and the value itself.
    ///
    /// # Errors
    /// [`Error::Unknown`] if there is no such result; see [`Self::tile`].
    pub fn result(&self, op: OperationRef<'c, 'a>) -> Result<(Tile<'c>, Value<'c, 'a>)> {
        let unknown = || Error::Unknown(ir::name(op));
        let value = ir::result(op).ok_or_else(unknown)?;
        Ok((self.tile(value)?.ok_or_else(unknown)?, value))
    }

    /// What stands for a value: itself, or the registers of a tile; nothing for a token.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a tile that was not lowered.
    pub fn of(&self, value: Value<'c, 'a>, user: OperationRef<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
        if is_token(value.r#type()) {
            return Ok(Vec::new());
        }
        if self.tile(value)?.is_none() {
            return Ok(vec![value]);
        }
        let found = self.values.get(&ir::key(value)).cloned();
        found.ok_or_else(|| Error::Unknown(ir::name(user)))
    }

    /// The types of what stands for a value.
    ///
    /// # Errors
    /// See [`Self::tile`].
    pub fn types(&self, value: Value<'c, 'a>) -> Result<Vec<Type<'c>>> {
        Ok(match self.tile(value)? {
            None if is_token(value.r#type()) => Vec::new(),
            None => vec![value.r#type()],
            Some(tile) => vec![tile.element; tile.registers()?],
        })
    }

    /// Lets values stand for a result; one that is no tile they replace.
    pub fn replace(&mut self, old: Value<'c, 'a>, new: Vec<Value<'c, 'a>>) {
        if Tile::of(old).is_some() {
            self.values.insert(ir::key(old), new);
        } else if let [new] = new[..] {
            ir::replace_all_uses(old, new);
        }
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
            self.values.insert(ir::key(old), new);
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
