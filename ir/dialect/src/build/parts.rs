//! What an operation is built of.

use layout_mlir::ir;
use melior::Context;
use melior::ir::attribute::{
    DenseI32ArrayAttribute, DenseI64ArrayAttribute, IntegerAttribute, StringAttribute, TypeAttribute,
};
use melior::ir::operation::OperationBuilder;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, Identifier, Location, Operation, Region, Type, Value};

use crate::storage::handle;
use crate::typed::{CoordinateAttribute, LayoutAttribute, TileAttribute};

/// An operation that cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{operation} cannot be built at {location}: a diagnostic there says why")]
pub struct BuildError {
    /// Its name.
    pub operation: &'static str,
    /// Where it was to be.
    pub location: String,
}

/// An operation that is being built.
pub struct Parts<'c> {
    name: &'static str,
    location: Location<'c>,
    context: &'c Context,
    builder: OperationBuilder<'c>,
    segments: Vec<i32>,
}

impl<'c> Parts<'c> {
    pub fn new(name: &'static str, location: Location<'c>) -> Self {
        let context = ir::context_of(location);
        handle().load_dialect(context);
        let builder = OperationBuilder::new(name, location);
        Self { name, location, context, builder, segments: Vec::new() }
    }

    pub fn with(self, name: &'static str, part: impl Part<'c>) -> Self {
        part.add(name, self)
    }

    fn operands(mut self, values: &[Value<'c, '_>]) -> Self {
        self.segments.push(values.len() as i32);
        Self { builder: self.builder.add_operands(values), ..self }
    }

    fn attribute(self, name: &str, attribute: Attribute<'c>) -> Self {
        let named = (Identifier::new(self.context, name), attribute);
        Self { builder: self.builder.add_attributes(&[named]), ..self }
    }

    /// Says which operands are which, where several may be missing.
    pub fn segmented(self) -> Self {
        let sizes = DenseI32ArrayAttribute::new(self.context, &self.segments);
        self.attribute("operandSegmentSizes", sizes.into())
    }

    pub fn results(self, types: &[Type<'c>]) -> Self {
        Self { builder: self.builder.add_results(types), ..self }
    }

    pub fn inferred(self) -> Self {
        Self { builder: self.builder.enable_result_type_inference(), ..self }
    }

    pub fn build(self) -> Result<Operation<'c>, BuildError> {
        let error = BuildError { operation: self.name, location: self.location.to_string() };
        self.builder.build().map_err(|_| error)
    }
}

/// What a parameter of a builder is in the operation.
pub trait Part<'c> {
    fn add(self, name: &'static str, to: Parts<'c>) -> Parts<'c>;
}

impl<'c> Part<'c> for Value<'c, '_> {
    fn add(self, _: &'static str, to: Parts<'c>) -> Parts<'c> {
        to.operands(&[self])
    }
}

impl<'c> Part<'c> for &[Value<'c, '_>] {
    fn add(self, _: &'static str, to: Parts<'c>) -> Parts<'c> {
        to.operands(self)
    }
}

impl<'c> Part<'c> for Option<Value<'c, '_>> {
    fn add(self, _: &'static str, to: Parts<'c>) -> Parts<'c> {
        to.operands(self.as_slice())
    }
}

impl<'c> Part<'c> for Region<'c> {
    fn add(self, _: &'static str, to: Parts<'c>) -> Parts<'c> {
        Parts { builder: to.builder.add_regions([self]), ..to }
    }
}

impl<'c> Part<'c> for bool {
    fn add(self, name: &'static str, to: Parts<'c>) -> Parts<'c> {
        let unit = self.then(|| Attribute::unit(to.context));
        unit.add(name, to)
    }
}

/// What becomes an attribute.
trait Named<'c> {
    fn attribute(self, context: &'c Context) -> Attribute<'c>;
}

macro_rules! named {
    ($($Type:ty, |$it:ident, $context:ident| $attribute:expr;)+) => {
        $(impl<'c> Named<'c> for $Type {
            fn attribute(self, $context: &'c Context) -> Attribute<'c> {
                let $it = self;
                $attribute
            }
        }

        impl<'c> Part<'c> for $Type {
            fn add(self, name: &'static str, to: Parts<'c>) -> Parts<'c> {
                let attribute = self.attribute(to.context);
                to.attribute(name, attribute)
            }
        }

        impl<'c> Part<'c> for Option<$Type> {
            fn add(self, name: &'static str, to: Parts<'c>) -> Parts<'c> {
                match self {
                    Some(it) => it.add(name, to),
                    None => to,
                }
            }
        })+
    };
}

named! {
    Attribute<'c>, |it, _context| it;
    LayoutAttribute<'c>, |it, _context| it.into();
    TileAttribute<'c>, |it, _context| it.into();
    CoordinateAttribute<'c>, |it, _context| it.into();
    Type<'c>, |it, _context| TypeAttribute::new(it).into();
    i64, |it, context| IntegerAttribute::new(IntegerType::new(context, 64).into(), it).into();
    &[i64], |it, context| DenseI64ArrayAttribute::new(context, it).into();
    &str, |it, context| StringAttribute::new(context, it).into();
}
