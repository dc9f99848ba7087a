//! Loops, branches and returns that hand values of CuTe's types on: as their parts, a pointer and integers.

use layout_mlir::ir;
use melior::ir::block::BlockRef;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::conversion::Conversion;
use super::fit;
use super::meaning::Meaning;
use super::write::Writer;

/// What may hand such values on: each operand, argument and result stands for itself.
const CARRIERS: &[&str] =
    &["scf.for", "scf.if", "scf.while", "scf.yield", "scf.condition", "func.return", "gpu.return"];

impl<'c: 'a, 'a> Conversion<'c, 'a> {
    /// An operation with its values of CuTe's types in parts.
    pub(super) fn control(&mut self, op: OperationRef<'c, 'a>) {
        let name = ir::name(op);
        if !CARRIERS.contains(&name) {
            let message = "is not of CuTe, and takes or yields a value of its types; scf.for, scf.if, scf.while and returns may";
            self.error(op, message);
            self.refuse(op);
            return;
        }
        match self.rebuilt(op) {
            Ok(Some(new)) => {
                self.dead.push(op);
                for block in ir::blocks(new) {
                    self.arguments_in_parts(new, block);
                    self.block(block);
                }
            }
            Ok(None) => self.refuse(op),
            Err(message) => {
                self.error(op, &message);
                self.refuse(op);
            }
        }
    }

    /// What an operation yields is not known.
    pub(super) fn refuse(&mut self, op: OperationRef<'c, 'a>) {
        let inside: Vec<_> = ir::nested(op);
        for op in inside {
            let arguments = ir::blocks(op).into_iter().flat_map(ir::arguments);
            for value in arguments.chain(ir::results(op)) {
                self.meanings.insert(ir::key(value), Meaning::Refused);
            }
        }
    }

    /// The operands in parts; `None` if one was refused.
    pub(super) fn operands_in_parts(
        &mut self,
        op: OperationRef<'c, 'a>,
        operands: impl IntoIterator<Item = Value<'c, 'a>>,
    ) -> Result<Option<Vec<Value<'c, 'a>>>, String> {
        let mut out = Vec::new();
        for value in operands {
            let Some(r#type) = self.cute_type(op, value.r#type()) else {
                out.push(value);
                continue;
            };
            let Some(meaning) = self.meanings.get(&ir::key(value)).cloned() else {
                return Err(format!("takes a value of {} that nothing is known of", value.r#type()));
            };
            if matches!(meaning, Meaning::Refused) {
                return Ok(None);
            }
            let mut writer = Writer { before: op, location: ir::location(op), symbols: &mut self.symbols };
            out.extend(fit::to_parts(&meaning, &r#type, &mut writer)?);
        }
        Ok(Some(out))
    }

    /// Types in parts, and how many parts each has.
    pub(super) fn types_in_parts(
        &mut self,
        op: OperationRef<'c, 'a>,
        types: &[Type<'c>],
    ) -> Result<(Vec<Type<'c>>, Vec<usize>), String> {
        let (mut out, mut counts) = (Vec::new(), Vec::new());
        for r#type in types {
            let before = out.len();
            match self.cute_type(op, *r#type) {
                None => out.push(*r#type),
                Some(cute) => {
                    let writer =
                        Writer { before: op, location: ir::location(op), symbols: &mut self.symbols };
                    out.extend(fit::part_types(&cute, &writer)?);
                }
            }
            counts.push(out.len() - before);
        }
        Ok((out, counts))
    }

    /// Says what values are that stand in parts: those of `old`, in order.
    pub(super) fn stand_for(
        &mut self,
        at: OperationRef<'c, 'a>,
        old: &[Value<'c, 'a>],
        new: &[Value<'c, 'a>],
        counts: &[usize],
    ) -> Result<(), String> {
        let mut rest = new;
        for (old, count) in old.iter().zip(counts) {
            let (parts, left) = rest.split_at_checked(*count).ok_or("has too few parts")?;
            rest = left;
            match (self.cute_type(at, old.r#type()), parts) {
                (None, [one]) => ir::replace_all_uses(*old, *one),
                (None, _) => return Err("has a value of several parts that is none of CuTe's types".into()),
                (Some(r#type), parts) => {
                    let mut writer =
                        Writer { before: at, location: ir::location(at), symbols: &mut self.symbols };
                    let meaning = fit::from_parts(&r#type, parts, &mut writer)
                        .map_err(|why| format!("has a value of {}: {why}", old.r#type()))?;
                    self.meanings.insert(ir::key(*old), meaning);
                }
            }
        }
        Ok(())
    }

    /// The same operation with operands and results in parts, and the regions of the old one.
    fn rebuilt(&mut self, op: OperationRef<'c, 'a>) -> Result<Option<OperationRef<'c, 'a>>, String> {
        let Some(operands) = self.operands_in_parts(op, op.operands())? else { return Ok(None) };
        let results = ir::results(op);
        let types: Vec<Type<'c>> = results.iter().map(|v| v.r#type()).collect();
        let (types, counts) = self.types_in_parts(op, &types)?;
        let new = OperationBuilder::new(ir::name(op), ir::location(op))
            .add_operands(&operands)
            .add_results(&types)
            .add_attributes(&ir::attributes(op))
            .add_regions_vec(ir::take_regions(op))
            .build()
            .map_err(|e| e.to_string())?;
        let new = ir::insert_before(op, new).ok_or("stands in no block")?;
        self.stand_for(op, &results, &ir::results(new), &counts)?;
        Ok(Some(new))
    }

    /// Gives a block arguments in parts; the old ones go when nothing uses them any more.
    pub(super) fn arguments_in_parts(&mut self, op: OperationRef<'c, 'a>, block: BlockRef<'c, 'a>) {
        let old = ir::arguments(block);
        let types: Vec<Type<'c>> = old.iter().map(|v| v.r#type()).collect();
        let made = self.types_in_parts(op, &types).and_then(|(types, counts)| {
            let first = old.len();
            let new: Vec<_> = types
                .iter()
                .enumerate()
                .map(|(at, r#type)| ir::insert_argument(block, first + at, *r#type, ir::location(op)))
                .collect();
            self.arguments.push((block, first));
            self.stand_for(op, &old, &new, &counts)
        });
        if let Err(message) = made {
            self.error(op, &message);
            for value in old {
                self.meanings.insert(ir::key(value), Meaning::Refused);
            }
        }
    }
}
