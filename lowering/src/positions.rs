//! Parts of vectors, arrays and structs: operations that name one by its position.

use std::ops::Range;

use layout_mlir::ir;
use melior::ir::attribute::DenseI64ArrayAttribute;
use melior::ir::operation::OperationBuilder;
use melior::ir::{Identifier, OperationRef, Type, Value};

/// The positions below some extents, the last dimension fastest.
pub fn positions<T: Copy + Default>(extents: &[T]) -> Vec<Vec<T>>
where
    Range<T>: Iterator<Item = T>,
{
    extents.iter().fold(vec![Vec::new()], |all: Vec<Vec<T>>, extent| {
        let longer =
            |p: &Vec<T>| (T::default()..*extent).map(|i| [p.as_slice(), &[i]].concat()).collect::<Vec<_>>();
        all.iter().flat_map(longer).collect()
    })
}

/// Inserts an operation with one result before another, with the attribute that holds the
/// position, if it has one; `None` if MLIR cannot build it.
pub fn insert<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    name: &str,
    operands: &[Value<'c, 'a>],
    result: Type<'c>,
    position: Option<(&str, &[i64])>,
) -> Option<Value<'c, 'a>> {
    let context = ir::context(before);
    let attribute = position.map(|(name, position)| {
        (Identifier::new(context, name), DenseI64ArrayAttribute::new(context, position).into())
    });
    let op = OperationBuilder::new(name, ir::location(before))
        .add_operands(operands)
        .add_results(&[result])
        .add_attributes(&attribute.into_iter().collect::<Vec<_>>())
        .build();
    ir::inserted_result(before, op)
}
