//! The operations of the plan: each once, divisors without flags, what nothing uses left out.

use layout_mlir::ir::Scalar;

use super::super::{Binary, Flags, Op, Plan, Planned, Source};
use super::{Available, Context, Planner};
use crate::import::Conditions;
use crate::order::Number;

impl<'c: 'a, 'a> Planner<'_, '_, 'c, 'a> {
    /// Divisors must not be poison, which a division makes undefined behaviour of: what
    /// overflows only where a promise is broken does so without flags.
    fn strip_divisors(&mut self) {
        let mut divides = vec![false; self.ops.len()];
        for n in (0..self.ops.len()).rev() {
            let planned = &mut self.ops[n];
            let read = if divides[n] { &planned.operands[..] } else { divisor(planned) };
            for source in read {
                if let Source::New(m) = source {
                    divides[*m as usize] = true;
                }
            }
            if let Op::Binary(_, flags) = &mut planned.op
                && divides[n]
                && !planned.needs.is_clear()
            {
                *flags = Flags::default();
            }
        }
    }

    /// Leaves out what nothing uses, and puts constants first.
    pub(super) fn finish(mut self) -> Plan {
        self.strip_divisors();
        let mut used = vec![false; self.ops.len()];
        let mark = |used: &mut [bool], source: &Source| {
            if let Source::New(n) = source {
                used[*n as usize] = true;
            }
        };
        self.becomes.values().for_each(|source| mark(&mut used, source));
        for n in (0..self.ops.len()).rev() {
            if used[n] {
                self.ops[n].operands.iter().for_each(|source| mark(&mut used, source));
            }
        }
        let mut number = vec![0; self.ops.len()];
        let mut plan = Plan::default();
        let moved = |number: &[u32], source: Source| match source {
            Source::New(n) => Source::New(number[n as usize]),
            other => other,
        };
        let ops = self.ops.into_iter().enumerate().filter(|(n, _)| used[*n]);
        let (constants, others): (Vec<_>, Vec<_>) = ops.partition(|(_, op)| matches!(op.op, Op::Constant(_)));
        for (n, mut op) in constants.into_iter().chain(others) {
            number[n] = plan.ops.len() as u32;
            op.operands.iter_mut().for_each(|source| *source = moved(&number, *source));
            plan.ops.push(op);
        }
        plan.replaced = self.becomes.iter().map(|(item, source)| (*item, moved(&number, *source))).collect();
        plan
    }

    /// Adds an operation to the plan, behind the last of its operands; or, where it must
    /// not run earlier, at the item it is computed for.
    #[allow(clippy::too_many_arguments, reason = "the parts of an operation")]
    pub(in crate::export) fn push(
        &mut self,
        op: Op,
        operands: &[Available],
        scalar: Option<Scalar>,
        needs: Conditions,
        here: bool,
        term: Option<usize>,
        context: Context,
    ) -> Option<Available> {
        let at = self.at(context);
        let last = operands.iter().map(|a| a.span.from).max();
        let place = match last {
            Some(from) if !here => from,
            _ => at,
        };
        let operands = operands.iter().map(|a| a.source).collect();
        self.push_at(place, op, operands, scalar, needs, term, context)
    }

    /// Whether an operation of these operands is planned already.
    pub(in crate::export) fn is_planned(&self, op: &Op, operands: [&Available; 2], scalar: Scalar) -> bool {
        let key = (op.clone(), operands.map(|a| a.source).to_vec(), Some(scalar));
        self.same.contains_key(&key)
    }

    /// The term that a planned value is, and the conditions under which it is, if they hold in a context.
    pub(in crate::export) fn planned_term(
        &self,
        value: &Available,
        context: Context,
    ) -> Option<(usize, Conditions)> {
        let Source::New(number) = value.source else { return None };
        let planned = &self.ops[number as usize];
        self.hold(&planned.needs, context).then_some((planned.term?, planned.needs.clone()))
    }

    /// The flags of a planned operation of these operands that does not wrap, and the conditions that it needs,
    /// if they hold in a context.
    pub(in crate::export) fn planned_flags(
        &self,
        op: Binary,
        operands: [&Available; 2],
        scalar: Scalar,
        context: Context,
    ) -> Option<(Flags, Conditions)> {
        let operands = operands.map(|a| a.source).to_vec();
        [true, false].into_iter().find_map(|nuw| {
            let flags = Flags { nsw: true, nuw };
            let key = (Op::Binary(op, flags), operands.clone(), Some(scalar));
            let mut planned = self.same.get(&key)?.iter().map(|number| &self.ops[*number as usize]);
            let found =
                planned.find(|p| p.span.contains(self.at(context)) && self.hold(&p.needs, context))?;
            Some((flags, found.needs.clone()))
        })
    }

    /// Adds an operation at a place.
    #[allow(clippy::too_many_arguments, reason = "the parts of an operation")]
    pub(in crate::export) fn push_at(
        &mut self,
        place: Number,
        op: Op,
        operands: Vec<Source>,
        scalar: Option<Scalar>,
        needs: Conditions,
        term: Option<usize>,
        context: Context,
    ) -> Option<Available> {
        let (at, span) = (self.at(context), self.order.span_before(place)?);
        let key = (op, operands, scalar);
        for number in self.same.get(&key).into_iter().flatten() {
            let planned = &self.ops[*number as usize];
            if planned.span.contains(at) {
                return Some(Available { source: Source::New(*number), span: planned.span, needs });
            }
        }
        let number = self.ops.len() as u32;
        let (op, operands) = (key.0.clone(), key.1.clone());
        let for_item = context.item;
        self.ops.push(Planned { op, operands, scalar, place, span, needs: needs.clone(), term, for_item });
        self.same.entry(key).or_default().push(number);
        Some(Available { source: Source::New(number), span, needs })
    }
}

/// What an operation divides by.
fn divisor(planned: &Planned) -> &[Source] {
    match planned.op {
        Op::Binary(op, _) if op.divides() => planned.operands.get(1..).unwrap_or_default(),
        _ => &[],
    }
}
