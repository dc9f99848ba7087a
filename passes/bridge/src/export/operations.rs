//! One term to its operations, in a type that the planner chose, with the flags that
//! facts prove.

use layout_algebra::log2;
use layout_egraph::{Facts, Linear, Node};
use layout_mlir::ir::Scalar;

use super::planner::{Available, Context, Planner};
use super::{Binary, Cast, Flags, Op, Source};
use crate::import::{Conditions, extend, insert};

/// An operand with what is known of it.
type Known = (Available, Facts);

/// How many operations a sum is. With nothing to add to, the first negative summand is
/// subtracted from 0.
fn sum_operations(sum: &Linear) -> usize {
    sum.operations() + usize::from(sum.coefficients.iter().all(|c| *c < 0) && sum.constant == 0)
}

impl<'c: 'a, 'a> Planner<'_, '_, 'c, 'a> {
    /// How many operations a term takes beside its operands, in a type, where the conditions `have` hold.
    pub(super) fn operations(&self, i: usize, scalar: Scalar, have: impl FnOnce() -> Conditions) -> usize {
        let natural = self.widths.compute_type(i, scalar, have);
        let cast = usize::from(natural != scalar);
        cast + match &self.terms.nodes[i].node {
            Node::Num(_) | Node::Var(_) => 0,
            Node::Sum(sum) => sum_operations(sum),
            Node::Swz(..) => 3,
            Node::Mod(_) if !self.is_masked(i) && !self.is_natural(i) => 3,
            _ => 1,
        }
    }

    fn is_natural(&self, i: usize) -> bool {
        self.widths.facts(self.terms.children(i)[0]).non_negative()
    }

    /// Whether a remainder is a mask.
    fn is_masked(&self, i: usize) -> bool {
        self.widths.exact(i).is_empty()
    }

    /// Plans a term in a type, from operands that are there; `None` if one is not, or
    /// the type does not hold what it must.
    pub(super) fn compute(&mut self, i: usize, scalar: Scalar, context: Context) -> Option<Available> {
        if self.is_wide_product(i, scalar, context) {
            return self.wide_product(i, scalar, context);
        }
        let natural = self.compute_type(i, scalar, context);
        if natural != scalar {
            let value = self.available(i, Some(natural), context)?;
            return self.cast(value, i, natural, scalar, context);
        }
        let node = self.terms.nodes[i].node.clone();
        match &node {
            Node::Num(c) => return self.number(*c, scalar, context),
            Node::Var(v) => return self.leaf(*v, scalar, context),
            Node::Compare(predicate, _) => {
                let of = self.widths.compared(i);
                let (values, mut needs) = self.values(i, of, context)?;
                self.require(i, of, context, &mut needs)?;
                return self.push(
                    Op::Compare(*predicate),
                    &values,
                    Some(scalar),
                    needs,
                    false,
                    Some(i),
                    context,
                );
            }
            Node::Select(_) => {
                let (values, needs) = self.select_operands(i, scalar, context)?;
                return self.push(Op::Select, &values, Some(scalar), needs, false, Some(i), context);
            }
            Node::App(_) | Node::At(..) => return self.index_of_layout(i, context),
            _ => {}
        }
        let (values, mut needs) = self.values(i, scalar, context)?;
        self.require(i, scalar, context, &mut needs)?;
        let facts = self.terms.children(i).into_iter().map(|c| self.widths.facts(c));
        let known: Vec<Known> = values.into_iter().zip(facts).collect();
        let mut builder = Builder { planner: self, scalar, context, needs, term: i };
        match node {
            Node::Sum(sum) => builder.sum(&sum, &known),
            Node::Mul(_) => builder.ring(Binary::Mul, &known[0], &known[1], true),
            Node::Div(_) => builder.divide(&known[0], &known[1], false),
            Node::Mod(_) => builder.divide(&known[0], &known[1], true),
            Node::TruncDiv(_) => builder.binary(Binary::DivS, &known[0].0, &known[1].0, true),
            Node::TruncRem(_) => builder.binary(Binary::RemS, &known[0].0, &known[1].0, true),
            Node::Min(_) => builder.binary(Binary::MinS, &known[0].0, &known[1].0, true),
            Node::Max(_) => builder.binary(Binary::MaxS, &known[0].0, &known[1].0, true),
            Node::Xor(_) => {
                // Constants stand on the right, as MLIR writes them.
                let swap = usize::from(known[0].1.as_const().is_some());
                builder.binary(Binary::Xor, &known[swap].0, &known[1 - swap].0, true)
            }
            Node::Swz(s, _) => {
                // Shift, mask, exclusive-or: the last two are one three-input operation. Of
                // bits beyond the type there are none.
                if s.period() > 1i64.checked_shl(builder.bits()).filter(|p| *p > 0).unwrap_or(i64::MAX) {
                    return None;
                }
                let shift = if s.shift() >= 0 { Binary::ShrU } else { Binary::Shl };
                let moved = builder.with(shift, &known[0].0, i64::from(s.shift().abs()), false)?;
                let field = builder.with(Binary::And, &moved, s.target_mask(), false)?;
                builder.binary(Binary::Xor, &known[0].0, &field, true)
            }
            // A product by a power of two: LLVM makes it a shift, and sees the flags.
            Node::Shl(k, _) => builder.scaled(&known[0], 1i64.checked_shl(k).filter(|p| *p > 0)?, true),
            Node::Shr(k, _) => builder.shift_right(&known[0], k, true),
            Node::And(mask, _) => builder.with(Binary::And, &known[0].0, mask, true),
            Node::Offset(c, _) => builder.plus_constant(&known[0], c),
            Node::MulHigh(c, _) => builder.mul_high(&known[0], c),
            _ => None,
        }
    }

    /// An address as its base and a constant, both in the address's type.
    pub(super) fn address(&mut self, i: usize, scalar: Scalar, context: Context) -> Option<Available> {
        let Node::Offset(c, [base]) = self.terms.nodes[i].node else { return None };
        let value = self.available(usize::from(base), Some(scalar), context)?;
        let (needs, facts) = (value.needs.clone(), self.widths.facts(usize::from(base)));
        let mut builder = Builder { planner: self, scalar, context, needs, term: i };
        builder.plus_constant(&(value, facts), c)
    }

    /// The operands of a term in a type, with the conditions that they need.
    fn values(&self, i: usize, scalar: Scalar, context: Context) -> Option<(Vec<Available>, Conditions)> {
        let mut needs = Conditions::new();
        let mut values = Vec::new();
        for c in self.terms.children(i) {
            let value = self.available(c, Some(scalar), context)?;
            extend(&mut needs, &value.needs);
            values.push(value);
        }
        Some((values, needs))
    }

    /// Adds to `needs` what it takes that a type holds the operands that must be exact.
    fn require(&self, i: usize, scalar: Scalar, context: Context, needs: &mut Conditions) -> Option<()> {
        let have = self.have(context);
        self.widths.exact(i).into_iter().all(|c| self.widths.holds(scalar, c, &have, needs)).then_some(())
    }

    fn leaf(&mut self, v: u32, scalar: Scalar, context: Context) -> Option<Available> {
        let leaf = self.import.leaves[v as usize];
        let item = &self.import.items[leaf.item as usize];
        let mut needs = item.needs.clone();
        if let Some(promised) = leaf.promised {
            insert(&mut needs, promised.condition);
        }
        let usable =
            item.scalar == scalar && item.span.contains(self.at(context)) && self.hold(&needs, context);
        usable.then_some(Available { source: Source::Item(leaf.item), span: item.span, needs })
    }

    fn number(&mut self, c: i64, scalar: Scalar, context: Context) -> Option<Available> {
        let bits = self.import.machine().bits(scalar);
        // The low bits, as a signed number of the type.
        let c = c << (64 - bits) >> (64 - bits);
        let place = self.order.constants(self.at(context))?;
        self.push_at(place, Op::Constant(c), Vec::new(), Some(scalar), Conditions::new(), None, context)
    }

    fn cast(
        &mut self,
        value: Available,
        i: usize,
        from: Scalar,
        to: Scalar,
        context: Context,
    ) -> Option<Available> {
        let machine = self.import.machine();
        let mut needs = value.needs.clone();
        let have = self.have(context);
        // The truth is 1, not -1.
        let unsigned = from == Scalar::Int(1) || self.widths.is_unsigned(from, i, &have);
        let cast = match machine.bits(to) <= machine.bits(from) {
            true => Cast::Low,
            false if unsigned => Cast::Zero,
            false => Cast::Sign,
        };
        // More bits of a value are known only where it is the value: a number that is natural too,
        // where zeros say so.
        let natural = cast != Cast::Zero || from == Scalar::Int(1) || self.widths.facts(i).non_negative();
        let holds = match natural {
            true => self.widths.holds(from, i, &have, &mut needs),
            false => self.widths.promised_natural(from, i, &have, &mut needs),
        };
        if cast != Cast::Low && !holds {
            return None;
        }
        self.push(Op::Cast(cast), &[value], Some(to), needs, false, Some(i), context)
    }

    fn wide_product(&mut self, i: usize, scalar: Scalar, context: Context) -> Option<Available> {
        let (child, factor) = (self.terms.children(i)[0], self.widths.factor(i)?);
        let value = self.available(child, Some(scalar), context)?;
        let (needs, facts) = (value.needs.clone(), self.widths.facts(child));
        let mut builder = Builder { planner: self, scalar, context, needs, term: i };
        builder.scaled(&(value, facts), factor, true)
    }

    /// An index of a layout that is not known: the layout, and the integers of the
    /// coordinate.
    fn index_of_layout(&mut self, i: usize, context: Context) -> Option<Available> {
        let children = self.terms.children(i);
        let layout = match self.terms.nodes[i].node {
            Node::App(_) => *self.terms.children(children[0]).first()?,
            _ => children[0],
        };
        let mut operands = vec![self.available(layout, None, context)?];
        let mut needs = operands[0].needs.clone();
        for c in &children[1..] {
            let index = self.available(*c, Some(Scalar::Index), context)?;
            extend(&mut needs, &index.needs);
            operands.push(index);
        }
        // Poison where the index, or an index on the way to it, does not fit.
        insert(&mut needs, self.import.items[context.item as usize].condition);
        self.push(Op::Layout(i), &operands, Some(Scalar::Index), needs, false, None, context)
    }

    /// A layout, from the layouts that it is made of.
    pub(super) fn layout(&mut self, i: usize, context: Context) -> Option<Available> {
        let needs = Conditions::new();
        if let Node::Arg(v) = self.terms.nodes[i].node {
            let value = *self.import.layouts.get(v as usize)?;
            let span = self.order.span(value).filter(|s| s.contains(self.at(context)))?;
            return Some(Available { source: Source::Layout(v), span, needs });
        }
        let children = self.terms.children(i);
        let operands: Vec<Available> =
            children.into_iter().map(|c| self.available(c, None, context)).collect::<Option<_>>()?;
        self.push(Op::Layout(i), &operands, None, needs, false, None, context)
    }
}

/// Plans the operations of one term.
struct Builder<'b, 'p, 'o, 'c, 'a> {
    planner: &'b mut Planner<'p, 'o, 'c, 'a>,
    scalar: Scalar,
    context: Context,
    needs: Conditions,
    term: usize,
}

impl<'c: 'a, 'a> Builder<'_, '_, '_, 'c, 'a> {
    fn bits(&self) -> u32 {
        self.planner.import.machine().bits(self.scalar)
    }

    /// An operation of values in the type; `last` if its result is the term.
    fn push(&mut self, op: Op, operands: &[Available], here: bool, last: bool) -> Option<Available> {
        let (scalar, needs, term) = (Some(self.scalar), self.needs.clone(), last.then_some(self.term));
        self.planner.push(op, operands, scalar, needs, here, term, self.context)
    }

    fn number(&mut self, c: i64) -> Option<Available> {
        self.planner.number(c, self.scalar, self.context)
    }

    fn binary(&mut self, op: Binary, a: &Available, b: &Available, last: bool) -> Option<Available> {
        self.push(Op::Binary(op, Flags::default()), &[a.clone(), b.clone()], false, last)
    }

    fn with(&mut self, op: Binary, a: &Available, c: i64, last: bool) -> Option<Available> {
        let c = self.number(c)?;
        self.binary(op, a, &c, last)
    }

    /// An addition, subtraction or product with the flags that facts of its operands prove.
    fn ring(&mut self, op: Binary, a: &Known, b: &Known, last: bool) -> Option<Available> {
        let flags = self.flags(&a.1, &b.1, &result(op, &a.1, &b.1), op);
        let mut flags = if flags.nuw { flags } else { self.promised_flags(op, a, b).unwrap_or(flags) };
        let planned =
            || self.planner.planned_flags(op, [a, b].map(|known| &known.0), self.scalar, self.context);
        if !flags.nsw
            && let Some((more, needs)) = planned()
        {
            flags = more;
            extend(&mut self.needs, &needs);
        }
        self.push(Op::Binary(op, flags), &[a.0.clone(), b.0.clone()], false, last)
    }

    fn flags(&self, a: &Facts, b: &Facts, of: &Facts, op: Binary) -> Flags {
        let bits = self.bits();
        // The operands are the integers themselves, and so is the result.
        let nsw = [a, b, of].iter().all(|f| f.fits(bits));
        // Without a sign they are the same where none is negative.
        let natural = a.non_negative() && b.non_negative() && of.non_negative();
        Flags { nsw, nuw: nsw && natural && op != Binary::Sub }
    }

    /// No wrap in what is a part of the term, where the term is a sum of natural numbers that is
    /// promised to fit. Only for addresses: what is no more than poison elsewhere may come to a
    /// division, which traps.
    fn promised_flags(&mut self, op: Binary, a: &Known, b: &Known) -> Option<Flags> {
        let planner = &self.planner;
        let natural = op != Binary::Sub && a.1.non_negative() && b.1.non_negative();
        // What others need without the promise is not computed twice.
        let without = Op::Binary(op, Flags::default());
        if !natural
            || !planner.is_address(self.context)
            || !planner.widths.is_natural_sum(self.term)
            || planner.is_planned(&without, [a, b].map(|k| &k.0), self.scalar)
        {
            return None;
        }
        let have = planner.have(self.context);
        let bounded = planner.widths.bounded(self.scalar, self.term, &have, &mut self.needs);
        bounded.then_some(Flags { nsw: true, nuw: true })
    }

    fn scaled(&mut self, a: &Known, factor: i64, last: bool) -> Option<Available> {
        let c = (self.number(factor)?, Facts::constant(factor));
        self.ring(Binary::Mul, a, &c, last)
    }

    fn plus_constant(&mut self, a: &Known, c: i64) -> Option<Available> {
        let constant = (self.number(c)?, Facts::constant(c));
        let flags = self.flags(&a.1, &constant.1, &result(Binary::Add, &a.1, &constant.1), Binary::Add);
        // A sum that is promised to be natural is no less than what is added to another term:
        // that term, which is the sum less the constant, fits too.
        let have = self.planner.have(self.context);
        let fits = c > 0 && Facts::constant(c).fits(self.bits());
        if !flags.nsw
            && fits
            && self.planner.is_address(self.context)
            && !self.planner.widths.is_natural_sum(self.term)
            && self.planner.widths.promised_natural(self.scalar, self.term, &have, &mut self.needs)
        {
            let flags = Flags { nsw: true, nuw: false };
            return self.push(Op::Binary(Binary::Add, flags), &[a.0.clone(), constant.0], false, true);
        }
        self.ring(Binary::Add, a, &constant, true)
    }

    fn shift_right(&mut self, a: &Known, k: u32, last: bool) -> Option<Available> {
        // Of a value that the type holds, bits beyond it are copies of the sign.
        let k = k.min(self.bits() - 1);
        let op = if a.1.non_negative() { Binary::ShrU } else { Binary::ShrS };
        self.with(op, &a.0, k.into(), last)
    }

    fn divide(&mut self, a: &Known, b: &Known, remainder: bool) -> Option<Available> {
        if let Some((d, k)) = b.1.as_const().and_then(|d| Some((d, log2(d)?))) {
            return if remainder {
                self.with(Binary::And, &a.0, d - 1, true)
            } else {
                self.shift_right(a, k, true)
            };
        }
        let there = self.planner.quotient_of(self.term).filter(|_| remainder);
        if let Some(q) = there.and_then(|q| self.planner.available(q, Some(self.scalar), self.context)) {
            extend(&mut self.needs, &q.needs);
            let whole = self.binary(Binary::Mul, &q, &b.0, false)?;
            return self.binary(Binary::Sub, &a.0, &whole, true);
        }
        let divisor = self.divisor(b)?;
        let constant = b.1.as_const().is_some();
        if a.1.non_negative() {
            let op = if remainder { Binary::RemU } else { Binary::DivU };
            return self.quotient(op, &a.0, &divisor, constant, true);
        }
        let quotient = self.quotient(Binary::FloorDivS, &a.0, &divisor, constant, !remainder)?;
        if !remainder {
            return Some(quotient);
        }
        let whole = self.binary(Binary::Mul, &quotient, &divisor, false)?;
        self.binary(Binary::Sub, &a.0, &whole, true)
    }

    /// The divisor, which must not be 0 where it is computed: not even where the result
    /// is poison, which never traps. Where an access runs for certain, what its index promises is enough.
    fn divisor(&mut self, b: &Known) -> Option<Available> {
        let divisor = self.planner.terms.children(self.term)[1];
        let run = self.planner.import.holds_at(self.planner.at(self.context));
        if self.planner.widths.is_positive(divisor, self.scalar, run) {
            return Some(b.0.clone());
        }
        self.with(Binary::MaxS, &b.0, 1, false)
    }

    /// A division by an unknown is not computed earlier than the program does: what makes
    /// the divisor positive may not hold there.
    fn quotient(
        &mut self,
        op: Binary,
        a: &Available,
        b: &Available,
        constant: bool,
        last: bool,
    ) -> Option<Available> {
        self.push(Op::Binary(op, Flags::default()), &[a.clone(), b.clone()], !constant, last)
    }

    /// The high word of the product of unsigned 32-bit numbers.
    fn mul_high(&mut self, a: &Known, c: i64) -> Option<Available> {
        if self.scalar != Scalar::Int(32) || !a.1.non_negative() || !(0..1 << 32).contains(&c) {
            return None;
        }
        let c = self.number(c)?;
        self.push(Op::MulHigh, &[a.0.clone(), c], false, true)
    }

    /// Whether the last summand of the term is a step from one index of memory to another: the sum of the others,
    /// which is the term `start`, and all of it are natural and fit, as accesses promise that run together. So
    /// does the step, which is less than they are apart from 0.
    fn is_step(&mut self, start: usize, needs: &Conditions) -> bool {
        let planner = &self.planner;
        if planner.widths.is_natural_sum(self.term) || !planner.is_address(self.context) {
            return false;
        }
        let (have, mut all) = (planner.have(self.context), self.needs.clone());
        extend(&mut all, needs);
        let mut natural = |i| {
            planner.widths.facts(i).within(0, i128::from(i64::MAX) >> (64 - self.bits()))
                || planner.widths.promised_natural(self.scalar, i, &have, &mut all)
        };
        let both = natural(self.term) && natural(start);
        if both {
            self.needs = all;
        }
        both
    }

    /// An operation of a step, which does not wrap; unless others compute it without that promise.
    fn step(&mut self, op: Binary, a: &Available, b: &Available) -> Option<Available> {
        let there = self.planner.is_planned(&Op::Binary(op, Flags::default()), [a, b], self.scalar);
        let flags = Flags { nsw: !there, nuw: false };
        let last = op != Binary::Mul;
        self.push(Op::Binary(op, flags), &[a.clone(), b.clone()], false, last)
    }

    /// By rising factors, then negative terms, then the constant; the constant first, if there
    /// is nothing that is added. (What is added to bits that are all 0, LLVM makes an `or`, which
    /// is no part of a multiply-add: bits of terms with small factors come first and fill them.)
    fn sum(&mut self, sum: &Linear, known: &[Known]) -> Option<Available> {
        let children = self.planner.terms.children(self.term);
        let mut terms: Vec<(i64, &Known)> = sum.coefficients.iter().copied().zip(known).collect();
        terms.sort_by_key(|(c, _)| (*c < 0, c.trailing_zeros(), *c));
        let from_constant = terms.first().is_some_and(|(c, _)| *c < 0);
        let mut rest = terms.len() + usize::from(sum.constant != 0 && !from_constant);
        let mut total: Option<Known> = None;
        let first = terms.first().map(|(c, _)| *c);
        // The term of the first summand, where that is one.
        let is_first = |(value, _): &&Known| {
            terms.first().is_some_and(|(c, first)| *c == 1 && first.0.source == value.source)
        };
        let start = known.iter().zip(&children).find(|(k, _)| is_first(k)).map(|(_, child)| *child);
        if from_constant {
            total = Some((self.number(sum.constant)?, Facts::constant(sum.constant)));
        }
        for (at, (c, (value, facts))) in terms.into_iter().enumerate() {
            rest -= 1;
            let factor = c.checked_abs()?;
            let fits = |f: &Facts| f.fits(self.bits());
            let proved = || fits(&Facts::sum(0, [(c, *facts)])) && total.iter().all(|t| fits(&t.1));
            let is_step = match &total {
                Some((so_far, _)) if rest == 0 && sum.constant == 0 && !proved() => {
                    let planned = || self.planner.planned_term(so_far, self.context);
                    let start = start.filter(|_| at == 1).map(|start| (start, Conditions::new()));
                    start.or_else(planned).is_some_and(|(start, needs)| self.is_step(start, &needs))
                }
                _ => false,
            };
            let term = if factor == 1 {
                (value.clone(), *facts)
            } else {
                let alone = rest == 0 && total.is_none();
                let scaled = match is_step {
                    true => {
                        let factor = self.number(factor)?;
                        self.step(Binary::Mul, value, &factor)?
                    }
                    false => self.scaled(&(value.clone(), *facts), factor, alone)?,
                };
                (scaled, Facts::sum(0, [(factor, *facts)]))
            };
            total = Some(match total {
                None => term,
                Some(so_far) => {
                    let op = if c < 0 { Binary::Sub } else { Binary::Add };
                    // A product stands before a plain term, as one writes it.
                    let swap = at == 1 && first == Some(1) && c > 1;
                    let (a, b) = if swap { (&term, &so_far) } else { (&so_far, &term) };
                    let sum = match is_step {
                        true => self.step(op, &a.0, &b.0)?,
                        false => self.ring(op, a, b, rest == 0)?,
                    };
                    (sum, result(op, &so_far.1, &term.1))
                }
            });
        }
        let total = total?;
        if sum.constant == 0 || from_constant {
            Some(total.0)
        } else {
            self.plus_constant(&total, sum.constant)
        }
    }
}

/// The facts of a sum, difference or product.
fn result(op: Binary, a: &Facts, b: &Facts) -> Facts {
    match op {
        Binary::Add => Facts::sum(0, [(1, *a), (1, *b)]),
        Binary::Sub => Facts::sum(0, [(1, *a), (-1, *b)]),
        _ => a.mul(b),
    }
}
