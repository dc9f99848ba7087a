//! [`Emit`]: writes operations before another one.

use layout_algebra::{AnyLayout, Expr, Layout};
use layout_dialect::{Coordinate, layout_type};
use layout_mlir::ir::{self, CmpIPredicate, Use};
use melior::Context;
use melior::ir::attribute::DenseI32ArrayAttribute;
use melior::ir::block::BlockRef;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::IntegerType;
use melior::ir::{
    Attribute, Block, BlockLike, Identifier, Location, OperationRef, Region, RegionLike, Type, Value,
    ValueLike,
};

use super::error::Error;

/// Where operations go, and the location that they get.
#[derive(Clone, Copy)]
pub struct Emit<'c, 'a> {
    /// The context.
    pub context: &'c Context,
    /// The location of what is lowered.
    pub location: Location<'c>,
    /// The operation that they stand before.
    pub before: OperationRef<'c, 'a>,
}

/// The body of a loop or branch.
pub struct Body<'c, 'a> {
    /// Writes into the body.
    pub emit: Emit<'c, 'a>,
    /// The loop's index.
    pub index: Option<Value<'c, 'a>>,
}

/// A branch that has values.
pub struct Choice<'c, 'a> {
    /// Where its blocks end: that of the condition, and the other one.
    pub ends: [OperationRef<'c, 'a>; 2],
    /// What it has.
    pub values: Vec<Value<'c, 'a>>,
}

impl<'c: 'a, 'a> Emit<'c, 'a> {
    /// Before an operation, with its location.
    pub fn at(op: OperationRef<'c, 'a>) -> Self {
        Self { context: ir::context(op), location: ir::location(op), before: op }
    }

    /// Writes an operation.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn op(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        results: &[Type<'c>],
        attributes: &[(&str, Attribute<'c>)],
    ) -> Result<OperationRef<'c, 'a>, Error> {
        let attributes: Vec<_> =
            attributes.iter().map(|(n, a)| (Identifier::new(self.context, n), *a)).collect();
        let op = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_results(results)
            .add_attributes(&attributes);
        self.insert(name, op)
    }

    /// Writes an operation like another one that has no regions: of other operands, with those of its
    /// attributes whose names are to be kept.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn like(
        &self,
        op: OperationRef<'c, '_>,
        operands: &[Value<'c, 'a>],
        keeps: impl Fn(&str) -> bool,
    ) -> Result<OperationRef<'c, 'a>, Error> {
        let results: Vec<_> = ir::results(op).into_iter().map(|v| v.r#type()).collect();
        let kept = |(name, _): &(Identifier<'c>, _)| name.as_string_ref().as_str().is_ok_and(&keeps);
        let attributes: Vec<_> = ir::attributes(op).into_iter().filter(kept).collect();
        // (A builder points to its name and does not keep it.)
        let name = ir::name(op);
        let new = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_results(&results)
            .add_attributes(&attributes);
        self.insert(name, new)
    }

    /// Writes an operation again, of other operands.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn copy(
        &self,
        op: OperationRef<'c, '_>,
        operands: &[Value<'c, 'a>],
    ) -> Result<OperationRef<'c, 'a>, Error> {
        let new = ir::copy_before(self.before, op, self.location);
        let new = new.ok_or_else(|| Error::Build(ir::name(op).into()))?;
        ir::set_operands(new, operands);
        Ok(new)
    }

    /// Writes a prepared operation.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn insert(&self, name: &str, op: OperationBuilder<'c>) -> Result<OperationRef<'c, 'a>, Error> {
        op.build()
            .ok()
            .and_then(|op| ir::insert_before(self.before, op))
            .ok_or_else(|| Error::Build(name.into()))
    }

    /// Writes an operation and returns its first result.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn value(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        result: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Result<Value<'c, 'a>, Error> {
        let op = self.op(name, operands, &[result], attributes)?;
        ir::result(op).ok_or_else(|| Error::Build(name.into()))
    }

    /// The type `index`.
    pub fn index_type(&self) -> Type<'c> {
        Type::index(self.context)
    }

    /// The type `i1`.
    fn bool_type(&self) -> Type<'c> {
        IntegerType::new(self.context, 1).into()
    }

    /// An attribute from its text.
    ///
    /// # Errors
    /// [`Error::Build`] for what does not parse.
    pub fn attribute(&self, text: &str) -> Result<Attribute<'c>, Error> {
        Attribute::parse(self.context, text).ok_or_else(|| Error::Build(text.into()))
    }

    /// A constant of type `index`.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn constant(&self, number: i64) -> Result<Value<'c, 'a>, Error> {
        ir::insert_index(self.before, self.location, number)
            .ok_or_else(|| Error::Build("arith.constant".into()))
    }

    /// `a + n`, an index that does not overflow.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn plus(&self, a: Value<'c, 'a>, n: i64) -> Result<Value<'c, 'a>, Error> {
        if n == 0 {
            return Ok(a);
        }
        let n = self.constant(n)?;
        let flags = self.attribute("#arith.overflow<nsw>")?;
        self.value("arith.addi", &[a, n], self.index_type(), &[("overflowFlags", flags)])
    }

    /// `a + n`, which wraps around.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn wrapping_plus(&self, a: Value<'c, 'a>, n: i64) -> Result<Value<'c, 'a>, Error> {
        if n == 0 {
            return Ok(a);
        }
        let n = self.constant(n)?;
        self.value("arith.addi", &[a, n], self.index_type(), &[])
    }

    /// `a < b`, signed.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn less(&self, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        self.compare(CmpIPredicate::Slt, a, b)
    }

    /// `a == b`.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn equal(&self, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        self.compare(CmpIPredicate::Eq, a, b)
    }

    fn compare(
        &self,
        predicate: CmpIPredicate,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error> {
        let predicate = predicate.attribute(self.context);
        self.value("arith.cmpi", &[a, b], self.bool_type(), &[("predicate", predicate)])
    }

    /// Both of two conditions.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn and(&self, a: Option<Value<'c, 'a>>, b: Value<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        match a {
            None => Ok(b),
            Some(a) => self.value("arith.andi", &[a, b], self.bool_type(), &[]),
        }
    }

    /// A layout whose symbols have these values.
    fn make(&self, layout: &AnyLayout, symbols: &[Value<'c, 'a>]) -> Result<Value<'c, 'a>, Error> {
        self.value("layout.make", symbols, layout_type(self.context, &layout.canonical().0), &[])
    }

    /// The index of a coordinate, one value a mode.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn crd2idx(
        &self,
        layout: &AnyLayout,
        symbols: &[Value<'c, 'a>],
        coordinate: &[Value<'c, 'a>],
    ) -> Result<Value<'c, 'a>, Error> {
        let mut operands = vec![self.make(layout, symbols)?];
        operands.extend(coordinate);
        let coord = Coordinate::of_indices(coordinate.len()).attribute(self.context);
        self.value("layout.crd2idx", &operands, self.index_type(), &[("coord", coord)])
    }

    /// The number of elements that a layout reaches.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn cosize(&self, layout: &AnyLayout, symbols: &[Value<'c, 'a>]) -> Result<Value<'c, 'a>, Error> {
        let made = self.make(layout, symbols)?;
        self.value("layout.cosize", &[made], self.index_type(), &[])
    }

    /// An expression over symbols of these values.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn expr(&self, e: &Expr, symbols: &[Value<'c, 'a>]) -> Result<Value<'c, 'a>, Error> {
        if let Some(number) = e.as_const() {
            return self.constant(number);
        }
        // It is the index of 1 where it is the stride.
        let (layout, origin) = AnyLayout::from(Layout::mode1(Expr::Const(2), e.clone())?).canonical();
        let bound: Option<Vec<_>> = origin.iter().map(|s| symbols.get(s.id as usize).copied()).collect();
        let made = self.make(&layout, &bound.ok_or_else(|| Error::Build(e.to_string()))?)?;
        let coord =
            Coordinate::parse("(1)").map_err(|e| Error::Build(e.to_string()))?.attribute(self.context);
        self.value("layout.crd2idx", &[made], self.index_type(), &[("coord", coord)])
    }

    /// A loop from 0 to `end`.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn r#for(&self, end: Value<'c, 'a>) -> Result<Body<'c, 'a>, Error> {
        let bounds = [self.constant(0)?, end, self.constant(1)?];
        let region = self.region(&[self.index_type()], &[])?;
        let op = OperationBuilder::new("scf.for", self.location).add_operands(&bounds).add_regions([region]);
        let op = self.insert("scf.for", op)?;
        self.body(op, 0)
    }

    /// A branch; with `otherwise`, its value where the condition does not hold. The value
    /// where it holds is [given](Self::yields) later, and `otherwise` until then.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn r#if(
        &self,
        condition: Value<'c, 'a>,
        otherwise: Option<(Value<'c, 'a>, Type<'c>)>,
    ) -> Result<(Body<'c, 'a>, Option<Value<'c, 'a>>), Error> {
        let values: Vec<Value<'c, 'a>> = otherwise.iter().map(|o| o.0).collect();
        let types: Vec<Type<'c>> = otherwise.iter().map(|o| o.1).collect();
        let then = self.region(&[], &values)?;
        let other = if values.is_empty() { Region::new() } else { self.region(&[], &values)? };
        let op = OperationBuilder::new("scf.if", self.location)
            .add_operands(&[condition])
            .add_results(&types)
            .add_regions([then, other]);
        let op = self.insert("scf.if", op)?;
        Ok((self.body(op, 0)?, ir::result(op)))
    }

    /// A branch that has values of such types, and where both its blocks end, which
    /// [are given](ir::set_operands) them later.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn choice(&self, condition: Value<'c, 'a>, types: &[Type<'c>]) -> Result<Choice<'c, 'a>, Error> {
        let regions = [self.region(&[], &[])?, self.region(&[], &[])?];
        let op = OperationBuilder::new("scf.if", self.location)
            .add_operands(&[condition])
            .add_results(types)
            .add_regions(regions);
        let op = self.insert("scf.if", op)?;
        let end = |region| Ok::<_, Error>(self.body(op, region)?.emit.before);
        Ok(Choice { ends: [end(0)?, end(1)?], values: ir::results(op) })
    }

    /// A loop like another one, that carries other values, and whose body does nothing yet: the loop, its body and where
    /// that ends.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn loop_like(
        &self,
        op: OperationRef<'c, '_>,
        bounds: &[Value<'c, 'a>],
        carried: &[Value<'c, 'a>],
    ) -> Result<(OperationRef<'c, 'a>, BlockRef<'c, 'a>, OperationRef<'c, 'a>), Error> {
        let build = || Error::Build(ir::name(op).into());
        let index = bounds.first().ok_or_else(build)?.r#type();
        let types: Vec<Type<'c>> = carried.iter().map(|value| value.r#type()).collect();
        let region = self.region(&[&[index], &types[..]].concat(), &[])?;
        let new = OperationBuilder::new("scf.for", self.location)
            .add_operands(&[bounds, carried].concat())
            .add_results(&types)
            .add_attributes(&ir::attributes(op))
            .add_regions([region]);
        let new = self.insert("scf.for", new)?;
        let body = ir::blocks(new).first().copied().ok_or_else(build)?;
        Ok((new, body, ir::terminator(body).ok_or_else(build)?))
    }

    /// States the value that a body ends with.
    pub fn yields(&self, value: Value<'c, 'a>) {
        ir::set_operand(Use { op: self.before, operand: 0 }, value);
    }

    /// A region of one block that ends with `scf.yield`.
    fn region(&self, arguments: &[Type<'c>], yields: &[Value<'c, 'a>]) -> Result<Region<'c>, Error> {
        let arguments: Vec<_> = arguments.iter().map(|t| (*t, self.location)).collect();
        let block = Block::new(&arguments);
        let end = OperationBuilder::new("scf.yield", self.location).add_operands(yields).build();
        block.append_operation(end.map_err(|_| Error::Build("scf.yield".into()))?);
        let region = Region::new();
        region.append_block(block);
        Ok(region)
    }

    fn body(&self, op: OperationRef<'c, 'a>, region: usize) -> Result<Body<'c, 'a>, Error> {
        let block = op.region(region).ok().and_then(|r| r.first_block());
        let block = block.ok_or_else(|| Error::Build(ir::name(op).into()))?;
        let end = block.first_operation().ok_or_else(|| Error::Build(ir::name(op).into()))?;
        let index = if block.argument_count() > 0 { block.argument(0).ok().map(Value::from) } else { None };
        Ok(Body { emit: Self { before: end, ..*self }, index })
    }
}

/// The attributes of an operation, with operand groups of other sizes.
pub fn with_segments<'c>(op: OperationRef<'c, '_>, sizes: &[i32]) -> Vec<(Identifier<'c>, Attribute<'c>)> {
    let sizes = DenseI32ArrayAttribute::new(ir::context(op), sizes).into();
    let is_sizes = |name: &Identifier<'c>| name.as_string_ref().as_str() == Ok("operandSegmentSizes");
    ir::attributes(op)
        .into_iter()
        .map(|(name, value)| if is_sizes(&name) { (name, sizes) } else { (name, value) })
        .collect()
}
