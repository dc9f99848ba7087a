//! What a thread's program is written with: numbers, indices of layouts, vectors, branches.

use layout_algebra::AnyLayout;
use layout_dialect::{Coordinate, layout_type};
use layout_mlir::ir;
use melior::ir::attribute::{DenseI64ArrayAttribute, IntegerAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::IntegerType;
use melior::ir::{Block, BlockLike, OperationRef, Region, RegionLike, Type, TypeLike, Value, ValueLike};

use crate::convert_layout_memref::emit::Emit;
use crate::convert_layout_memref::error::Error;

type Result<T> = std::result::Result<T, Error>;

/// A part of a coordinate.
#[derive(Clone, Copy)]
pub enum Part<'c, 'a> {
    /// A number.
    Literal(i64),
    /// An index.
    Index(Value<'c, 'a>),
}

impl<'c: 'a, 'a> Emit<'c, 'a> {
    /// The integer type of so many bits.
    pub fn int_type(&self, bits: i64) -> Type<'c> {
        IntegerType::new(self.context, u32::try_from(bits).unwrap_or(64)).into()
    }

    /// A number of a type.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn number(&self, number: i64, r#type: Type<'c>) -> Result<Value<'c, 'a>> {
        let value = if r#type.is_float() {
            self.attribute(&format!("{number}.0 : {type}"))?
        } else {
            IntegerAttribute::new(r#type, number).into()
        };
        self.value("arith.constant", &[], r#type, &[("value", value)])
    }

    /// An operation of `arith` on two operands of the result's type.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn binary(&self, name: &str, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Result<Value<'c, 'a>> {
        self.value(name, &[a, b], a.r#type(), &[])
    }

    /// A conversion; the value itself if it has the type.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn cast(&self, name: &str, a: Value<'c, 'a>, to: Type<'c>) -> Result<Value<'c, 'a>> {
        if a.r#type() == to { Ok(a) } else { self.value(name, &[a], to, &[]) }
    }

    /// `when` where the condition holds, else `otherwise`.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn select(
        &self,
        condition: Value<'c, 'a>,
        when: Value<'c, 'a>,
        otherwise: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        self.value("arith.select", &[condition, when, otherwise], when.r#type(), &[])
    }

    /// `0 <= a < b`, for `b` that is not negative.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn below(&self, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Result<Value<'c, 'a>> {
        let predicate = ir::CmpIPredicate::Ult.attribute(self.context);
        self.value("arith.cmpi", &[a, b], self.int_type(1), &[("predicate", predicate)])
    }

    /// The index of a coordinate of a layout over `symbols`, numbered as in it.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn index(
        &self,
        layout: &AnyLayout,
        symbols: &[Value<'c, 'a>],
        coordinate: &[Part<'c, 'a>],
    ) -> Result<Value<'c, 'a>> {
        let (layout, origin) = layout.canonical();
        let bound: Option<Vec<_>> = origin.iter().map(|s| symbols.get(s.id as usize).copied()).collect();
        let bound = bound.ok_or_else(|| Error::Build(layout.to_string()))?;
        let r#type = layout_type(self.context, &layout);
        let mut operands = vec![self.value("layout.make", &bound, r#type, &[])?];
        let mut texts = Vec::new();
        for part in coordinate {
            match part {
                Part::Literal(number) => texts.push(number.to_string()),
                Part::Index(value) => {
                    texts.push("?".into());
                    operands.push(*value);
                }
            }
        }
        let text = format!("({})", texts.join(","));
        let coordinate = Coordinate::parse(&text).map_err(|e| Error::Build(e.to_string()))?;
        let attribute = coordinate.attribute(self.context);
        self.value("layout.crd2idx", &operands, self.index_type(), &[("coord", attribute)])
    }

    /// The vector of these elements.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn vector(&self, elements: &[Value<'c, 'a>]) -> Result<Value<'c, 'a>> {
        let first = elements.first().ok_or_else(|| Error::Build("vector.from_elements".into()))?;
        let r#type = ir::vector_type(&[elements.len() as i64], first.r#type());
        self.value("vector.from_elements", elements, r#type, &[])
    }

    /// An element of a vector of one dimension.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn element(&self, vector: Value<'c, 'a>, number: i64) -> Result<Value<'c, 'a>> {
        self.part(vector, &[number])
    }

    /// An element or a row of a vector.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn part(&self, vector: Value<'c, 'a>, position: &[i64]) -> Result<Value<'c, 'a>> {
        let (shape, element) =
            ir::vector(vector.r#type()).ok_or_else(|| Error::Build("vector.extract".into()))?;
        let rest = shape.get(position.len()..).unwrap_or_default();
        let r#type = if rest.is_empty() { element } else { ir::vector_type(rest, element) };
        let position = DenseI64ArrayAttribute::new(self.context, position).into();
        self.value("vector.extract", &[vector], r#type, &[("static_position", position)])
    }

    /// The elements of a vector, and behind them those of another one of its type.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn concatenated(&self, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Result<Value<'c, 'a>> {
        let sizes = [a, b].map(|v| ir::vector(v.r#type()));
        let [Some((a_shape, element)), Some((b_shape, _))] = sizes else {
            return Err(Error::Build("vector.shuffle".into()));
        };
        let count: i64 = a_shape.iter().chain(&b_shape).sum();
        let mask = DenseI64ArrayAttribute::new(self.context, &(0..count).collect::<Vec<_>>()).into();
        self.value("vector.shuffle", &[a, b], ir::vector_type(&[count], element), &[("mask", mask)])
    }

    /// The bits of a vector as elements of another type.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn recast(&self, vector: Value<'c, 'a>, count: i64, element: Type<'c>) -> Result<Value<'c, 'a>> {
        self.cast("vector.bitcast", vector, ir::vector_type(&[count], element))
    }

    /// A branch that is done where the condition holds. The first part writes into it; what it
    /// gives there is stated by [`Branch::yields`], elsewhere it is `otherwise`.
    ///
    /// # Errors
    /// [`Error::Build`].
    pub fn branch(&self, condition: Value<'c, 'a>, otherwise: &[Value<'c, 'a>]) -> Result<Branch<'c, 'a>> {
        let types: Vec<Type<'c>> = otherwise.iter().map(|v| v.r#type()).collect();
        let then = self.yielding(otherwise)?;
        let other = if otherwise.is_empty() { Region::new() } else { self.yielding(otherwise)? };
        let op = OperationBuilder::new("scf.if", self.location)
            .add_operands(&[condition])
            .add_results(&types)
            .add_regions([then, other]);
        let op = self.insert("scf.if", op)?;
        let end = op.region(0).ok().and_then(|r| r.first_block()).and_then(|b| b.first_operation());
        let end = end.ok_or_else(|| Error::Build("scf.if".into()))?;
        Ok(Branch { inside: Self { before: end, ..*self }, op })
    }

    /// A region of one block that yields these.
    fn yielding(&self, values: &[Value<'c, 'a>]) -> Result<Region<'c>> {
        let block = Block::new(&[]);
        let end = OperationBuilder::new("scf.yield", self.location).add_operands(values).build();
        block.append_operation(end.map_err(|_| Error::Build("scf.yield".into()))?);
        let region = Region::new();
        region.append_block(block);
        Ok(region)
    }
}

/// An `scf.if`.
pub struct Branch<'c, 'a> {
    /// Writes where the condition holds.
    pub inside: Emit<'c, 'a>,
    op: OperationRef<'c, 'a>,
}

impl<'c: 'a, 'a> Branch<'c, 'a> {
    /// States what the branch gives where the condition holds, and returns what it gives.
    pub fn yields(&self, values: &[Value<'c, 'a>]) -> Vec<Value<'c, 'a>> {
        ir::set_operands(self.inside.before, values);
        ir::results(self.op)
    }
}
