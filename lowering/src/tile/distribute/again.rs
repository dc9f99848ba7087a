//! What is made again behind a barrier, so that fewer registers are held across it.
//!
//! A row of f16 that is summed in f32, and used again when the sum is there, would be held as f32 while
//! threads wait for each other: twice the registers of what was loaded. Here the loaded words are held, and
//! extended again where the values are used next.
//!
//! ```mlir
//! %x = layout.load … -> tensor<…xf16, #a>
//! %v = arith.extf %x : tensor<…xf16, #a> to tensor<…xf32, #a>
//! %s = layout.reduce addf %v …            // through shared memory: a barrier
//! %d = arith.subf %v, %mean               // of %v made again
//! ```
//!
//! That costs instructions, so it is done only behind barriers at which more registers are held than at any one
//! then, and only if they are so many that they keep a multiprocessor from being full of threads. What LLVM would
//! see to be the same as before is hidden from it: a word goes through an assembly of no instruction.

use std::collections::{BTreeMap, BTreeSet};

use layout_dialect::tile::Tile;
use layout_mlir::ir;
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value, ValueLike};
use rustc_hash::FxHashMap;

use super::elementwise;
use super::packing::{as_int, hidden, of_int, per_word};
use super::registers::Registers;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::encoded::Encoded as _;
use crate::tile::error::Result;
use crate::tile::sync::BARRIERS;

/// Most operations between a value and what is held instead.
const STEPS: usize = 2;

/// What is made again before an operation.
pub struct Made<'c, 'a> {
    /// What was held instead.
    held: Vec<Value<'c, 'a>>,
    /// What computes it, in order.
    ops: Vec<OperationRef<'c, 'a>>,
    /// How many barriers there were.
    barriers: usize,
}

impl<'c: 'a, 'a> Made<'c, 'a> {
    /// Makes it.
    ///
    /// # Errors
    /// See [`elementwise::lower`].
    pub fn make(&self, at: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
        let emit = Emit::at(at);
        for held in &self.held {
            let words = registers.words(*held, at)?.into_iter();
            let why = format!("behind barrier {}", self.barriers);
            let same =
                words.map(|word| of_int(hidden(as_int(word, emit)?, &why, emit)?, word.r#type(), emit));
            registers.hold(*held, same.collect::<Result<Vec<_>>>()?, at);
            // Now: what `at` becomes stands before what would be written before `at` later.
            registers.of(*held, at)?;
        }
        self.ops.iter().try_for_each(|op| elementwise::lower_at(*op, at, registers))
    }
}

/// What is made again in a function, by the operation before which it is; where threads hold more than `few` registers
/// at a barrier.
pub fn again<'c: 'a, 'a>(function: OperationRef<'c, 'a>, few: usize) -> FxHashMap<usize, Made<'c, 'a>> {
    let blocks = ir::nested(function).into_iter().flat_map(ir::blocks);
    blocks.flat_map(|block| Stretches::new(block).again(few)).collect()
}

type Key = ir::ValueKey;

/// A tile that threads hold.
struct Held {
    /// The stretch in which it is made.
    from: usize,
    /// The registers that it takes.
    words: usize,
    /// The operations of the block that take it, themselves or in their regions.
    uses: Vec<usize>,
    /// The last stretch that takes it by another name.
    by_name: usize,
}

/// How a value is made of one that takes half of its registers or fewer.
struct Recipe<'c, 'a> {
    /// What is held instead.
    of: Value<'c, 'a>,
    /// The numbers of the operations.
    ops: Vec<usize>,
    /// What else they take.
    beside: Vec<Key>,
}

/// A block, cut into stretches at its barriers.
struct Stretches<'c, 'a> {
    ops: Vec<OperationRef<'c, 'a>>,
    /// The stretch of each operation.
    stretch: Vec<usize>,
    /// What each tile is a name of: itself, or what was there before it was given other dimensions.
    names: FxHashMap<Key, Key>,
    held: FxHashMap<Key, Held>,
    /// The number of the operation that makes a value.
    made: FxHashMap<Key, usize>,
}

impl<'c: 'a, 'a> Stretches<'c, 'a> {
    fn new(block: BlockRef<'c, 'a>) -> Self {
        let ops: Vec<_> = std::iter::successors(block.first_operation(), |op| op.next_in_block()).collect();
        let (names, held, made) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        let mut out = Self { ops, stretch: Vec::new(), names, held, made };
        ir::arguments(block).into_iter().for_each(|argument| out.hold(argument, 0));
        let mut barriers = 0;
        for number in 0..out.ops.len() {
            let op = out.ops[number];
            let inside = ir::nested(op);
            out.stretch.push(barriers);
            barriers += usize::from(inside.iter().any(|op| is_barrier(*op)));
            let named = ir::operand(op, 0).filter(|_| is_name(op)).and_then(|of| out.name(of));
            if let (Some(of), Some(name)) = (named, ir::result(op)) {
                out.names.insert(ir::key(name), of);
                continue;
            }
            for operand in inside.iter().flat_map(|op| op.operands()) {
                let stretch = out.stretch[number];
                let Some(of) = out.name(operand) else { continue };
                if let Some(held) = out.held.get_mut(&of) {
                    held.uses.push(number);
                    held.by_name = if of == ir::key(operand) { held.by_name } else { stretch };
                }
            }
            for result in ir::results(op) {
                out.made.insert(ir::key(result), number);
                out.hold(result, barriers);
            }
        }
        out
    }

    fn hold(&mut self, value: Value<'c, 'a>, from: usize) {
        if let Some(words) = words(value) {
            self.names.insert(ir::key(value), ir::key(value));
            self.held.insert(ir::key(value), Held { from, words, uses: Vec::new(), by_name: from });
        }
    }

    fn name(&self, value: Value<'c, 'a>) -> Option<Key> {
        self.names.get(&ir::key(value)).copied()
    }

    fn words(&self, key: Key) -> usize {
        self.held.get(&key).map_or(0, |held| held.words)
    }

    /// Whether a value is there before the barrier at which a stretch begins, and used from it on.
    fn crosses(&self, held: &Held, stretch: usize) -> bool {
        held.from < stretch && held.uses.iter().any(|at| self.stretch[*at] >= stretch)
    }

    fn recipe(&self, value: Key) -> Option<Recipe<'c, 'a>> {
        let (words, mut at) = (self.words(value), value);
        let (mut ops, mut beside) = (Vec::new(), Vec::new());
        while ops.len() < STEPS {
            let number = *self.made.get(&at)?;
            let op = self.ops[number];
            if !is_cheap(ir::name(op)) {
                return None;
            }
            ops.push(number);
            let mut of = None;
            for operand in op.operands() {
                // What is from outside of the block is held anyway.
                let Some(name) = self.name(operand) else { continue };
                if 8 * self.words(name) <= words {
                    beside.push(name);
                } else if of.replace((operand, name)).is_some() {
                    return None;
                }
            }
            let (operand, name) = of?;
            if 2 * self.words(name) <= words {
                let tile = Tile::of(operand)?;
                let word = tile.bits() * per_word(tile.element, tile.registers().ok()?) as i64;
                return (word == 32).then_some(Recipe { of: operand, ops, beside });
            }
            at = ir::key(operand);
        }
        None
    }

    /// The most registers that are held at a barrier, if some values are made again; and at each.
    fn peak(&self, recipes: &FxHashMap<Key, Recipe<'c, 'a>>) -> (usize, Vec<usize>) {
        let stretches = self.stretch.last().map_or(0, |last| *last);
        let at = |stretch| {
            let mut all = BTreeSet::new();
            for (key, _) in self.held.iter().filter(|(_, held)| self.crosses(held, stretch)) {
                match recipes.get(key) {
                    None => all.extend([*key]),
                    Some(recipe) => all.extend(recipe.beside.iter().copied().chain(self.name(recipe.of))),
                }
            }
            all.into_iter().map(|key| self.words(key)).sum()
        };
        let each: Vec<usize> = (1..=stretches).map(at).collect();
        (each.iter().copied().max().unwrap_or(0), each)
    }

    fn again(self, few: usize) -> Vec<(usize, Made<'c, 'a>)> {
        let (most, each) = self.peak(&FxHashMap::default());
        if most <= few {
            return Vec::new();
        }
        let recipes = self.held.iter().filter(|(_, held)| held.by_name == held.from);
        let recipes: FxHashMap<_, _> =
            recipes.filter_map(|(key, _)| Some((*key, self.recipe(*key)?))).collect();
        let (fewer, _) = self.peak(&recipes);
        let mut recipes: Vec<(Key, Recipe<'c, 'a>)> = recipes.into_iter().collect();
        recipes.sort_by_key(|(key, _)| self.made.get(key));
        let mut stretches: BTreeMap<usize, (usize, BTreeSet<usize>, Vec<Value<'c, 'a>>)> = BTreeMap::new();
        for (key, recipe) in &recipes {
            let held = &self.held[key];
            for at in &held.uses {
                let stretch = self.stretch[*at];
                // Only behind a barrier at which there were too many.
                if (held.from + 1..=stretch).any(|stretch| each[stretch - 1] > fewer) {
                    let made = stretches.entry(stretch).or_insert((*at, BTreeSet::new(), Vec::new()));
                    made.0 = made.0.min(*at);
                    made.1.extend(&recipe.ops);
                    if !made.2.contains(&recipe.of) {
                        made.2.push(recipe.of);
                    }
                }
            }
        }
        let made = stretches.into_iter().map(|(barriers, (at, ops, held))| {
            let ops = ops.into_iter().map(|number| self.ops[number]).collect();
            (ir::op_key(self.ops[at]), Made { held, ops, barriers })
        });
        made.collect()
    }
}

fn is_barrier(op: OperationRef<'_, '_>) -> bool {
    BARRIERS.contains(&ir::name(op))
}

/// Whether an operation gives registers other names.
fn is_name(op: OperationRef<'_, '_>) -> bool {
    let names = ["layout.broadcast", "layout.expand_dims", "layout.transpose", "layout.reshape"];
    names.contains(&ir::name(op))
}

/// What is one instruction for each element.
fn is_cheap(name: &str) -> bool {
    let conversions = ["arith.extf", "arith.extsi", "arith.extui", "arith.sitofp", "arith.uitofp"];
    let others = ["arith.addf", "arith.subf", "arith.mulf", "arith.negf", "arith.addi", "arith.subi"];
    conversions.contains(&name) || others.contains(&name)
}

/// The registers that a tile takes; none of one that is computed where it is used.
pub fn words(value: Value<'_, '_>) -> Option<usize> {
    let tile = Tile::of(value)?;
    let count = tile.registers().ok()?;
    let by = ir::defining_op(value).map(|op| ir::name(op)).unwrap_or_default();
    Some(match tile.bits() {
        _ if ["arith.constant", "tensor.splat", "layout.iota"].contains(&by) => 0,
        1 => count.div_ceil(32),
        64.. => 2 * count,
        _ => count / per_word(tile.element, count),
    })
}
