//! [`TensorMaps`]: the tensor maps that a kernel is handed, and what its launch has to know to make them.
//!
//! The kernel's `layout.tensor_maps` says for each of them, with arguments counted as they are when memrefs with
//! layouts are flat memory and the values of their symbols:
//!
//! ```mlir
//! {address = 0 : i64, argument = 8 : i64, bits = 16 : i64, box = array<i64: 64, 128>, swizzle = 128 : i64,
//!  sizes = [[array<i64: 1, 2, 0>], [array<i64: 1, 1, 0>]], strides = [[array<i64: 2, 3, 0>]]}
//! ```
//!
//! A map of im2col also has `steps` and `upper`, by dimension of an image, and its box is channels by pixels:
//! `steps = array<i64: 2, 2>, upper = [[array<i64: -2>], [array<i64: -2>]]`.
//!
//! Of what is combined with memory there is also `type`, such as `"f32"`. A number is a sum of products: `array<i64: 2, 3, 0>` is twice argument 3, `array<i64: 64>` is 64. Behind an argument
//! stands which of its descriptor's numbers is meant, 0 of one that is a number.

use layout_algebra::{Atom, Expr, Symbol};
use layout_mlir::ir;
use layout_tile::TensorMap;
use melior::ir::attribute::{ArrayAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, OperationRef, Type, Value};

use crate::convert_layout_memref::types::LayoutMemref;
use crate::tensor_maps::MAPS;
use crate::tile::error::{Error, Result};
use crate::tile::tma::Copy;

/// The tensor maps of a kernel: those of the same argument and box are one.
pub struct TensorMaps<'c, 'a> {
    maps: Vec<(Known, Value<'c, 'a>)>,
}

/// What a map is of: the argument, the map itself, and the type of elements that are combined.
struct Known {
    argument: usize,
    map: TensorMap,
    r#type: Option<&'static str>,
}

impl Known {
    fn of(copy: &Copy) -> Self {
        Self {
            argument: copy.argument,
            map: copy.map.clone(),
            r#type: copy.reduction.map(|(_, r#type)| r#type),
        }
    }

    /// Whether it is that of a copy, whatever boxes are copied by it.
    fn is_of(&self, copy: &Copy) -> bool {
        let (a, b) = (&self.map, &copy.map);
        self.argument == copy.argument
            && self.r#type == copy.reduction.map(|(_, r#type)| r#type)
            && a.bits == b.bits
            && a.span == b.span
            && a.extents == b.extents
            && a.dimensions == b.dimensions
    }
}

impl<'c: 'a, 'a> TensorMaps<'c, 'a> {
    /// Those of a function without copies by boxes.
    pub fn none() -> Self {
        Self { maps: Vec::new() }
    }

    /// Those of a kernel's copies, which becomes one that is handed them behind its other arguments.
    ///
    /// # Errors
    /// [`Error::Tma`] for sizes that are no sums of products, at the copy.
    pub fn new(
        function: OperationRef<'c, 'a>,
        copies: &[(OperationRef<'c, 'a>, Copy)],
    ) -> std::result::Result<Self, (OperationRef<'c, 'a>, Error)> {
        let here = |error| (function, error);
        let unknown = || here(Error::Unknown(ir::name(function).into()));
        if let Some(launch) = launched(function) {
            let why = "launches a kernel that copies by boxes, and makes no tensor maps: layout-run does, or a \
                       launch of your own";
            return Err((launch, Error::Tma(why.into())));
        }
        let r#type = ir::function_type(function).ok_or_else(unknown)?;
        let mut inputs: Vec<Type<'c>> =
            (0..r#type.input_count()).filter_map(|number| r#type.input(number).ok()).collect();
        let results: Vec<Type<'c>> =
            (0..r#type.result_count()).filter_map(|number| r#type.result(number).ok()).collect();
        let block = *ir::blocks(function).first().ok_or_else(unknown)?;
        let context = ir::context(function);
        let pointer = Type::parse(context, "!llvm.ptr").ok_or_else(unknown)?;
        let (mut maps, mut texts): (Vec<(Known, Value<'c, 'a>)>, Vec<String>) = Default::default();
        for (op, copy) in copies {
            if maps.iter().any(|(known, _)| known.is_of(copy)) {
                continue;
            }
            texts.push(described(copy, &inputs).map_err(|error| (*op, error))?);
            let new = ir::insert_argument(block, inputs.len(), pointer, ir::location(function));
            inputs.push(pointer);
            maps.push((Known::of(copy), new));
        }
        let own = Attribute::parse(context, "{llvm.align = 64 : i64}").ok_or_else(unknown)?;
        let none = Attribute::parse(context, "{}").ok_or_else(unknown)?;
        let stated = function.has_attribute(ARGUMENTS).then(|| function.attribute(ARGUMENTS).ok()).flatten();
        let stated = stated.and_then(|stated| ArrayAttribute::try_from(stated).ok());
        let mut attributes: Vec<Attribute<'c>> = stated
            .iter()
            .flat_map(|all| (0..all.len()).filter_map(|number| all.element(number).ok()))
            .collect();
        attributes.resize(inputs.len() - maps.len(), none);
        attributes.resize(inputs.len(), own);
        let r#type = FunctionType::new(context, &inputs, &results);
        ir::set_attribute(function, "function_type", TypeAttribute::new(r#type.into()).into());
        ir::set_attribute(function, ARGUMENTS, ArrayAttribute::new(context, &attributes).into());
        let all = Attribute::parse(context, &format!("[{}]", texts.join(", "))).ok_or_else(unknown)?;
        ir::set_attribute(function, MAPS, all);
        Ok(Self { maps })
    }

    /// The arguments that are maps.
    pub fn parameters(&self) -> impl Iterator<Item = Value<'c, 'a>> {
        self.maps.iter().map(|(_, value)| *value)
    }

    /// The argument that is the map of a copy.
    pub fn parameter(&self, copy: &Copy) -> Option<Value<'c, 'a>> {
        self.maps.iter().find(|(known, _)| known.is_of(copy)).map(|(_, value)| *value)
    }
}

/// An operation of MLIR that launches a kernel, in the module that has the kernel's.
fn launched<'c, 'a>(function: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let kernel = [ir::symbol(function.parent_operation()?)?, ir::symbol(function)?];
    let around = || std::iter::successors(Some(function), |op| op.parent_operation());
    let root = around().find(|op| ir::name(*op) == "builtin.module").or_else(|| around().last())?;
    let is_of_kernel = |op: &OperationRef<'c, 'a>| {
        let of = || op.attribute("kernel").map(ir::symbol_references).unwrap_or_default();
        ir::name(*op) == "gpu.launch_func" && of().iter().any(|symbol| symbol[..] == kernel)
    };
    ir::nested(root).into_iter().find(is_of_kernel)
}

/// The attributes of a function's arguments.
const ARGUMENTS: &str = "arg_attrs";

/// How many arguments take the place of one.
fn places(r#type: Type<'_>) -> usize {
    LayoutMemref::of(r#type).map_or(1, |memref| 1 + memref.symbols())
}

/// What a map is, as the text of an attribute; it is handed over behind these arguments.
fn described(copy: &Copy, inputs: &[Type<'_>]) -> Result<String> {
    let unknown = || Error::Unknown("a tensor map".into());
    let memref = *inputs.get(copy.argument).ok_or_else(unknown)?;
    let address: usize = inputs[..copy.argument].iter().map(|r#type| places(*r#type)).sum();
    let argument: usize = inputs.iter().map(|r#type| places(*r#type)).sum();
    // Of memory without a layout, dynamic sizes are those of the descriptor, behind two pointers and the offset.
    let dynamic: Vec<usize> =
        ir::extents(memref).iter().enumerate().filter(|(_, n)| **n == ir::DYNAMIC).map(|(d, _)| d).collect();
    let place = |symbol: &Symbol| match LayoutMemref::of(memref) {
        Some(_) => Some([address + 1 + symbol.id as usize, 0]),
        None => Some([address, 3 + dynamic.get(symbol.id as usize)?]),
    };
    let map = &copy.map;
    let sizes: Result<Vec<String>> = map.dimensions.iter().map(|d| sum(&d.size, &place)).collect();
    let strides: Result<Vec<String>> =
        map.dimensions.iter().skip(1).map(|d| sum(&d.stride, &place)).collect();
    let extents: Vec<String> = map.extents.iter().map(i64::to_string).collect();
    let im2col = match &map.im2col {
        None => String::new(),
        Some(im2col) => {
            let steps: Vec<String> = im2col.walks.iter().map(|walk| walk.step.to_string()).collect();
            let upper =
                im2col.walks.iter().map(|walk| sum(&walk.upper, &place)).collect::<Result<Vec<_>>>()?;
            format!(", steps = array<i64: {}>, upper = [{}]", steps.join(", "), upper.join(", "))
        }
    };
    let r#type = copy.reduction.map_or_else(String::new, |(_, of)| format!(", type = \"{of}\""));
    Ok(format!(
        "{{address = {address} : i64, argument = {argument} : i64, bits = {} : i64, box = array<i64: {}>, sizes = [{}], strides = [{}], swizzle = {} : i64{im2col}{type}}}",
        map.bits,
        extents.join(", "),
        sizes?.join(", "),
        strides?.join(", "),
        map.span
    ))
}

/// An expression as a sum of products.
fn sum(expr: &Expr, place: &impl Fn(&Symbol) -> Option<[usize; 2]>) -> Result<String> {
    let refuse = || {
        let text = expr.named();
        Error::Tma(format!(
            "{text} is no sum of products of what the kernel is handed: give memory a layout of such"
        ))
    };
    let (terms, constant) = expr.terms();
    let mut out = Vec::new();
    for (monomial, coefficient) in terms {
        let (mut factor, mut numbers) = (*coefficient, Vec::new());
        for atom in monomial {
            let Atom::Sym(symbol) = atom else { return Err(refuse()) };
            // (An atom is what is left of a symbol when its divisor divides it.)
            factor = Some(factor / symbol.facts.div)
                .filter(|n| n * symbol.facts.div == factor)
                .ok_or_else(refuse)?;
            numbers.extend(place(symbol).ok_or_else(refuse)?.map(|n| n.to_string()));
        }
        let numbers: String = numbers.iter().map(|n| format!(", {n}")).collect();
        out.push(format!("array<i64: {factor}{numbers}>"));
    }
    if constant != 0 || out.is_empty() {
        out.push(format!("array<i64: {constant}>"));
    }
    Ok(format!("[{}]", out.join(", ")))
}
