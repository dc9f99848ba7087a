//! Terms to SSA: where and how wide each chosen term is computed.
//!
//! A term is placed right behind the last of the values it is made of, which
//! hoists what a loop does not change. A division by an unknown may trap and
//! stays with its user. Arithmetic is 32 bits wide where facts prove that value
//! and operands fit and the target prefers it, else as wide as `index`.

pub mod affine;
mod emit;

use std::collections::HashMap;

use super::order::Order;
use egg::{Id, Language};
use layout_dialect::ir::{self, Scalar};
use layout_egraph::{Facts, Graph, Node, Terms};
use melior::Context;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, BlockLike, Identifier, Location, OperationRef, Type, Value, ValueLike};

/// How wide arithmetic is.
#[derive(Clone, Copy, Debug)]
pub struct Width {
    /// Whether 32-bit arithmetic is preferred where it is enough.
    pub narrow: bool,
    /// Bits that `index` will have.
    pub index: u32,
}

/// How many terms and roots use each term.
fn uses(terms: &Terms) -> Vec<usize> {
    let mut uses = vec![0; terms.nodes.len()];
    for i in 0..terms.nodes.len() {
        terms.children(i).into_iter().for_each(|c| uses[c] += 1);
    }
    terms.roots.iter().for_each(|r| uses[*r] += 1);
    uses
}

/// Emits the terms of one run.
pub struct Export<'p, 'c, 'a> {
    graph: &'p Graph,
    terms: &'p Terms,
    leaves: &'p [Value<'c, 'a>],
    layouts: &'p [Value<'c, 'a>],
    order: &'p Order<'c, 'a>,
    context: &'c Context,
    location: Location<'c>,
    narrow: bool,
    index_bits: u32,
    /// The type of arithmetic that 32 bits do not hold.
    wide: Type<'c>,
    values: HashMap<(usize, Type<'c>, Option<usize>), Value<'c, 'a>>,
    /// For each term how many terms and roots use it.
    uses: Vec<usize>,
    /// For each term where it is placed: an operation number, or at its user.
    places: Vec<Option<usize>>,
    constants: HashMap<(i64, Type<'c>, usize), Value<'c, 'a>>,
}

/// A term could not be emitted: a function of layouts that is no operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the term has no operation")]
pub struct NoOperation;

type Result<T> = std::result::Result<T, NoOperation>;

impl<'p, 'c: 'a, 'a> Export<'p, 'c, 'a> {
    /// Prepares to emit `terms`.
    #[allow(clippy::too_many_arguments, reason = "one call site; each is another part of the problem")]
    pub fn new(
        graph: &'p Graph,
        terms: &'p Terms,
        leaves: &'p [Value<'c, 'a>],
        layouts: &'p [Value<'c, 'a>],
        order: &'p Order<'c, 'a>,
        context: &'c Context,
        location: Location<'c>,
        width: Width,
    ) -> Self {
        let scalars = leaves.iter().map(|l| ir::scalar(l.r#type())).collect::<Vec<_>>();
        let is = |scalar| scalars.contains(&Some(scalar));
        let wide =
            if is(Scalar::Int(64)) { IntegerType::new(context, 64).into() } else { Type::index(context) };
        // Where 32 bits are not preferred, they are still kept.
        let narrow = width.narrow || (is(Scalar::Int(32)) && !is(Scalar::Index) && !is(Scalar::Int(64)));
        let mut export = Self {
            graph,
            terms,
            leaves,
            layouts,
            order,
            context,
            location,
            narrow,
            index_bits: width.index,
            wide,
            values: HashMap::new(),
            uses: uses(terms),
            places: Vec::new(),
            constants: HashMap::new(),
        };
        for i in 0..terms.nodes.len() {
            let place = export.place(i);
            export.places.push(place);
        }
        export
    }

    /// Where a term is computed; `None` at its user.
    fn place(&self, i: usize) -> Option<usize> {
        if !self.order.structured {
            return None;
        }
        let children = self.terms.children(i);
        match &self.terms.nodes[i].node {
            Node::Num(_) | Node::Lit(_) => Some(0),
            Node::Var(v) => self.order.available(self.leaves[*v as usize]),
            Node::Arg(v) => self.order.available(self.layouts[*v as usize]),
            Node::Div([_, d]) | Node::Mod([_, d]) if self.constant(usize::from(*d)).is_none() => None,
            _ => children.iter().try_fold(0, |last, c| Some(last.max(self.places[*c]?))),
        }
    }

    fn constant(&self, i: usize) -> Option<i64> {
        self.terms.nodes[i].facts.as_const()
    }

    fn facts(&self, i: usize) -> Facts {
        self.terms.nodes[i].facts
    }

    /// Emits the term of root number `root` in place of `old`, and returns its
    /// value, of the same type.
    ///
    /// # Errors
    /// [`NoOperation`].
    pub fn root(&mut self, root: usize, old: Value<'c, 'a>) -> Result<Value<'c, 'a>> {
        let user = ir::defining_op(old).ok_or(NoOperation)?;
        let i = self.terms.roots[root];
        let Node::Offset(c, [base]) = self.terms.nodes[i].node else {
            return self.address(i, old.r#type(), user);
        };
        // Added last and wide, so that it becomes the immediate of a memory operand.
        let base = usize::from(base);
        let (r#type, facts) = (old.r#type(), self.facts(i));
        let wide = self.address(base, r#type, user)?;
        let user = self.before(i, user);
        let constant = (self.number(c, r#type, user)?, Facts::constant(c));
        self.binary("arith.addi", (wide, self.facts(base)), constant, &facts, user, r#type)
    }

    /// The value of a root. A product alone is computed wide, if nothing else needs
    /// it: the scale of the memory operand then joins its factor.
    fn address(&mut self, i: usize, r#type: Type<'c>, user: OperationRef<'c, 'a>) -> Result<Value<'c, 'a>> {
        let (factor, term, offset) = match &self.terms.nodes[i].node {
            Node::Sum(sum) => match (&*sum.coefficients, &*sum.terms) {
                ([factor], [term]) => (*factor, usize::from(*term), sum.constant),
                _ => return self.value(i, r#type, user),
            },
            Node::Shl(k, [term]) if *k < 32 => (1 << k, usize::from(*term), 0),
            _ => return self.value(i, r#type, user),
        };
        if r#type != self.wide || self.natural_type(i) == r#type || self.uses[i] > 1 || factor < 2 {
            return self.value(i, r#type, user);
        }
        let x = (self.value(term, r#type, user)?, self.facts(term));
        let user = self.before(i, user);
        let constant = (self.number(factor, r#type, user)?, Facts::constant(factor));
        let facts = Facts::sum(0, [(factor, x.1)]);
        let product = self.binary("arith.muli", x, constant, &facts, user, r#type)?;
        if offset == 0 {
            return Ok(product);
        }
        let constant = (self.number(offset, r#type, user)?, Facts::constant(offset));
        self.binary("arith.addi", (product, facts), constant, &self.facts(i), user, r#type)
    }

    fn index(&self) -> Type<'c> {
        Type::index(self.context)
    }

    fn i32(&self) -> Type<'c> {
        IntegerType::new(self.context, 32).into()
    }

    fn i1(&self) -> Type<'c> {
        IntegerType::new(self.context, 1).into()
    }

    fn fits_i32(facts: &Facts) -> bool {
        facts.within(i32::MIN.into(), i32::MAX.into())
    }

    /// The width in which a term is computed.
    fn natural_type(&self, i: usize) -> Type<'c> {
        match &self.terms.nodes[i].node {
            Node::Compare(..) => self.i1(),
            Node::App(_) | Node::At(..) => self.index(),
            Node::Select(c) => self.common_type(i, &c[1..]),
            node => self.common_type(i, node.children()),
        }
    }

    /// The width that a term and its operands fit in.
    fn common_type(&self, i: usize, operands: &[Id]) -> Type<'c> {
        let fits = |i: usize| Self::fits_i32(&self.facts(i));
        if self.narrow && fits(i) && operands.iter().all(|c| fits(usize::from(*c))) {
            self.i32()
        } else {
            self.wide
        }
    }

    /// The operation before which a term is inserted.
    fn before(&self, i: usize, user: OperationRef<'c, 'a>) -> OperationRef<'c, 'a> {
        match self.places[i] {
            Some(0) | None => user,
            Some(n) => self.order.ops().get(n).copied().unwrap_or(user),
        }
    }

    /// Values placed at their users are valid in one block only.
    fn scope(&self, i: usize, user: OperationRef<'c, 'a>) -> Option<usize> {
        match self.places[i] {
            Some(n) if n > 0 => None,
            _ => user.block().map(|b| b.to_raw().ptr as usize),
        }
    }

    fn value(&mut self, i: usize, r#type: Type<'c>, user: OperationRef<'c, 'a>) -> Result<Value<'c, 'a>> {
        let user = self.before(i, user);
        let key = (i, r#type, self.scope(i, user));
        if let Some(value) = self.values.get(&key) {
            return Ok(*value);
        }
        let natural = self.natural_type(i);
        let value = if let Node::Num(c) = self.terms.nodes[i].node {
            self.number(c, r#type, user)?
        } else if let Node::Var(v) = self.terms.nodes[i].node {
            let leaf = self.leaves[v as usize];
            self.cast(leaf, i, r#type, user)?
        } else if natural == r#type {
            self.compute(i, r#type, user)?
        } else {
            let value = self.value(i, natural, user)?;
            self.cast(value, i, r#type, user)?
        };
        self.values.insert(key, value);
        Ok(value)
    }

    fn insert(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        r#type: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
        before: OperationRef<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let attributes: Vec<_> =
            attributes.iter().map(|(n, a)| (Identifier::new(self.context, n), *a)).collect();
        let op = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_results(&[r#type])
            .add_attributes(&attributes)
            .build();
        ir::inserted_result(before, op).ok_or(NoOperation)
    }

    fn number(&mut self, c: i64, r#type: Type<'c>, before: OperationRef<'c, 'a>) -> Result<Value<'c, 'a>> {
        // A factor or mask beyond the type's bits acts through those it has.
        let c = if r#type == self.i32() { i64::from(c as i32) } else { c };
        let block = before.block().map_or(0, |b| b.to_raw().ptr as usize);
        if let Some(value) = self.constants.get(&(c, r#type, block)) {
            return Ok(*value);
        }
        // At the start of the block, so that every later term of the block can use it.
        let first = before.block().and_then(|b| b.first_operation()).unwrap_or(before);
        let value = self.insert(
            "arith.constant",
            &[],
            r#type,
            &[("value", IntegerAttribute::new(r#type, c).into())],
            first,
        )?;
        self.constants.insert((c, r#type, block), value);
        Ok(value)
    }

    fn cast(
        &mut self,
        value: Value<'c, 'a>,
        i: usize,
        r#type: Type<'c>,
        before: OperationRef<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let from = value.r#type();
        if from == r#type {
            return Ok(value);
        }
        let natural = self.facts(i).non_negative();
        let (Some(a), Some(b)) = (ir::scalar(from), ir::scalar(r#type)) else { return Err(NoOperation) };
        let name = match (a, b) {
            // The truth is 1, not -1.
            (Scalar::Int(1), Scalar::Index) => {
                let i32 = self.i32();
                let extended = self.insert("arith.extui", &[value], i32, &[], before)?;
                return self.insert("arith.index_castui", &[extended], r#type, &[], before);
            }
            (Scalar::Int(1), Scalar::Int(_)) => "arith.extui",
            (Scalar::Index, Scalar::Int(1)) => return Err(NoOperation),
            (Scalar::Index, _) | (_, Scalar::Index) if natural => "arith.index_castui",
            (Scalar::Index, _) | (_, Scalar::Index) => "arith.index_cast",
            (Scalar::Int(a), Scalar::Int(b)) if a > b => "arith.trunci",
            _ if natural => "arith.extui",
            _ => "arith.extsi",
        };
        self.insert(name, &[value], r#type, &[], before)
    }

    fn flags(&self, facts: &Facts, natural: bool, r#type: Type<'c>) -> Vec<(&'static str, Attribute<'c>)> {
        let short = match ir::scalar(r#type) {
            Some(Scalar::Int(bits)) => bits <= 32,
            _ => self.index_bits <= 32,
        };
        let bits = if short { i64::from(i32::MAX) } else { 1 << 61 };
        let text = match (facts.within(-bits, bits), natural && facts.within(0, bits)) {
            (_, true) => "#arith.overflow<nsw, nuw>",
            (true, false) => "#arith.overflow<nsw>",
            _ => return Vec::new(),
        };
        Attribute::parse(self.context, text).map(|a| ("overflowFlags", a)).into_iter().collect()
    }

    fn binary(
        &mut self,
        name: &str,
        a: (Value<'c, 'a>, Facts),
        b: (Value<'c, 'a>, Facts),
        facts: &Facts,
        before: OperationRef<'c, 'a>,
        r#type: Type<'c>,
    ) -> Result<Value<'c, 'a>> {
        let natural = a.1.non_negative() && b.1.non_negative();
        let flags = match name {
            "arith.addi" | "arith.muli" | "arith.subi" => self.flags(facts, natural, r#type),
            _ => Vec::new(),
        };
        self.insert(name, &[a.0, b.0], r#type, &flags, before)
    }
}
