//! [`Program`]: the one kernel of a module, as the judge reads it.

use std::collections::{BTreeMap, HashMap};

use layout_mlir::ir;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{ShapedTypeLike, TypeLike};
use melior::ir::{Module, OperationRef, Type, Value, ValueLike};

/// An operation.
#[derive(Debug)]
pub struct Op {
    pub name: String,
    /// Values, by number.
    pub operands: Vec<usize>,
    pub results: Vec<usize>,
    pub blocks: Vec<Block>,
    /// The texts of its attributes.
    pub attributes: BTreeMap<String, String>,
    /// The bytes of an element of the memory that it takes, and of what it reads or writes there.
    pub element: i64,
    pub bytes: i64,
    /// The bits of its first result, if that is an integer.
    pub bits: u32,
}

#[derive(Debug)]
pub struct Block {
    pub arguments: Vec<usize>,
    pub ops: Vec<Op>,
}

/// A kernel.
#[derive(Debug)]
pub struct Program {
    pub body: Block,
    /// How many values there are.
    pub values: usize,
    /// Threads of a block.
    pub threads: i64,
    /// Blocks of a cluster.
    pub blocks: i64,
    /// The bytes of the boxes of tensor maps, by the arguments that they are.
    pub boxes: BTreeMap<usize, i64>,
    /// Arguments that are integers, and the one that is shared memory, if that is not dynamic.
    pub integers: Vec<usize>,
    pub shared: Option<usize>,
}

impl Op {
    /// An integer attribute.
    pub fn number(&self, name: &str) -> i64 {
        let text = self.attributes.get(name).unwrap_or_else(|| panic!("{}: no {name}", self.name));
        text.split(' ').next().unwrap().parse().unwrap_or_else(|_| panic!("{}: {text}", self.name))
    }
}

impl Program {
    /// Reads a module.
    pub fn read(module: &Module<'_>) -> Self {
        let all = ir::nested(module.as_operation());
        let function = *all.iter().find(|op| ir::name(**op) == "gpu.func").unwrap();
        let mut numbers = HashMap::new();
        let body = block(ir::blocks(function)[0], &mut numbers);
        let maps = function.attribute("layout.tensor_maps").unwrap();
        let maps = ArrayAttribute::try_from(maps).unwrap();
        let boxes = (0..maps.len()).map(|number| {
            let map = maps.element(number).unwrap();
            let field = |name| ir::in_dictionary(map, name).unwrap();
            let elements: i64 = ir::integers(field("box")).iter().product();
            let bits = ir::integer(field("bits")).unwrap();
            (usize::try_from(ir::integer(field("argument")).unwrap()).unwrap(), elements * bits / 8)
        });
        let arguments = ir::arguments(ir::blocks(function)[0]);
        let of = |is: fn(Type<'_>) -> bool| {
            arguments.iter().enumerate().filter(move |(_, a)| is(a.r#type())).map(|(number, _)| number)
        };
        let size = ir::integers(function.attribute("known_block_size").unwrap());
        let cluster = function.attribute("known_cluster_size").map(ir::integers).unwrap_or_default();
        Self {
            blocks: cluster.iter().product(),
            threads: size.iter().product(),
            boxes: boxes.collect(),
            integers: of(ir::is_index).collect(),
            shared: of(ir::is_shared).next(),
            values: numbers.len(),
            body,
        }
    }
}

fn block<'c: 'a, 'a>(
    from: melior::ir::block::BlockRef<'c, 'a>,
    numbers: &mut HashMap<ir::ValueKey, usize>,
) -> Block {
    let arguments = ir::arguments(from).into_iter().map(|value| number(value, numbers)).collect();
    let all = std::iter::successors(first(from), |op| op.next_in_block());
    Block { arguments, ops: all.map(|op| operation(op, numbers)).collect() }
}

fn first<'c: 'a, 'a>(block: melior::ir::block::BlockRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    melior::ir::BlockLike::first_operation(&block)
}

fn number(value: Value<'_, '_>, numbers: &mut HashMap<ir::ValueKey, usize>) -> usize {
    let next = numbers.len();
    *numbers.entry(ir::key(value)).or_insert(next)
}

fn operation<'c: 'a, 'a>(op: OperationRef<'c, 'a>, numbers: &mut HashMap<ir::ValueKey, usize>) -> Op {
    let types: Vec<Type<'_>> = op.operands().chain(ir::results(op)).map(|value| value.r#type()).collect();
    let result = ir::result(op).map(|value| value.r#type());
    let attributes = ir::attributes(op).into_iter();
    let element = types.iter().find_map(|of| ir::memref(*of)).map_or(0, |memref| bytes(memref.element()));
    let vector = types.iter().find_map(|of| ir::vector(*of));
    Op {
        name: ir::name(op).into(),
        operands: op.operands().map(|value| number(value, numbers)).collect(),
        results: ir::results(op).into_iter().map(|value| number(value, numbers)).collect(),
        blocks: ir::blocks(op).into_iter().map(|from| block(from, numbers)).collect(),
        attributes: attributes
            .map(|(name, a)| (name.as_string_ref().as_str().unwrap().into(), a.to_string()))
            .collect(),
        element,
        bytes: vector.map_or(element, |(shape, of)| shape.iter().product::<i64>() * bytes(of)),
        bits: result.map_or(0, |of| if ir::is_index(of) { 64 } else { integer_bits(of) }),
    }
}

/// The bits of an integer; 0 of what is none.
fn integer_bits(of: Type<'_>) -> u32 {
    ir::bits(of).filter(|_| of.is_integer()).unwrap_or(0)
}

fn bytes(element: Type<'_>) -> i64 {
    i64::try_from(ir::bytes(element).unwrap_or(8)).unwrap()
}
