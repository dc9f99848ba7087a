//! `layout-join-products`: products of warpgroups one behind the other become one piece of PTX (PTX ISA, "`wgmma.mma_async`").
//!
//! Each is a piece of PTX by itself otherwise, which has all registers of the sum as operands twice: LLVM's work on a kernel of
//! products is for the most part to hand them from one to the next. The instructions stay as they are, and in their order.
//!
//! ```mlir
//! // Before:
//! %1 = nvvm.wgmma.mma_async %a, %b, %0, …
//! %2 = nvvm.wgmma.mma_async %c, %d, %1, …
//! // After, %r… being the registers that %0 was made of:
//! %2 = llvm.inline_asm has_side_effects "{ … wgmma.mma_async… wgmma.mma_async… }", "=f,…,l,l,l,l,0,…" %a, %b, %c, %d, %r…
//! ```

use std::collections::HashMap;
use std::fmt::Write as _;

use layout_mlir::ir::{self, Effects};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::Context;
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, OperationRef, Type, TypeLike, Value, ValueLike};

use crate::convert_layout_memref::emit::Emit;
use crate::convert_layout_memref::error::Error;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-join-products",
    summary: "Make products of warpgroups one behind the other one piece of PTX",
    options: &[],
    statistics: &[],
    run,
};

fn run(root: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    runs(root).iter().all(|run| match join(run) {
        Ok(()) => true,
        Err(error) => {
            let place = run.first().map_or(root, |product| product.op);
            ir::emit_error(ir::location(place), &format!("{}: {error}", INFO.name));
            false
        }
    })
}

/// Most products of a piece: the descriptors of all are in registers before it.
const MOST: usize = 8;

const PRODUCT: &str = "nvvm.wgmma.mma_async";

/// A product.
struct Product<'c, 'a> {
    op: OperationRef<'c, 'a>,
    /// The descriptors of A and B, and the sum. (What is added to is another value once the products before are joined.)
    factors: [Value<'c, 'a>; 2],
    sum: Value<'c, 'a>,
    /// The registers of a sum, all of one type.
    registers: usize,
    register: Type<'c>,
    /// The instruction, and what stands behind its descriptors and the predicate.
    name: String,
    scales: String,
    /// Whether it adds: what it adds to is not read otherwise.
    adds: bool,
}

impl<'c: 'a, 'a> Product<'c, 'a> {
    /// One whose instruction and registers are known: floats and integers of 8 bits.
    fn of(op: OperationRef<'c, 'a>) -> Option<Self> {
        if ir::name(op) != PRODUCT {
            return None;
        }
        let word = |name: &str| {
            let text = op.attribute(name).ok()?.to_string();
            Some(text.split_once('<')?.1.strip_suffix('>')?.to_string())
        };
        let operand = |number| ir::operand(op, number);
        let (factors, sum) = ([operand(1)?, operand(2)?], ir::result(op)?);
        let fields = ir::struct_fields(sum.r#type())?;
        let register = *fields.first()?;
        let is_one = |field: &Type<'c>| *field == register;
        let is_register = register.is_f32() || register == Type::from(IntegerType::new(ir::context(op), 32));
        // (Of a packed struct or one with a name what reads it has another meaning.)
        let is_plain = r#struct(&fields, ir::context(op)) == Some(sum.r#type());
        if !is_register || !fields.iter().all(is_one) || !is_plain {
            return None;
        }
        // `m = 64, n = 256, k = 16`
        let shape: String = word("shape")?.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        let [a, b, d] = [word("typeA")?, word("typeB")?, word("typeD")?];
        let sign = |scale: String| if scale == "neg" { "-1" } else { "1" };
        let signs = [sign(word("scaleA")?), sign(word("scaleB")?)].join(", ");
        // The instruction is for K along rows of A and columns of B, and says which is not so.
        let turned = [word("layoutA")? != "row", word("layoutB")? != "col"].map(i32::from);
        let (scales, saturates) = match a.as_str() {
            "f16" | "bf16" => (format!(", {signs}, {}, {}", turned[0], turned[1]), ""),
            "tf32" | "e4m3" | "e5m2" if turned == [0, 0] => (format!(", {signs}"), ""),
            "s8" | "u8" if turned == [0, 0] && signs == "1, 1" => {
                let wraps = word("satfinite").is_none_or(|overflow| overflow == "wrapped");
                (String::new(), if wraps { "" } else { ".satfinite" })
            }
            _ => return None,
        };
        let name = format!("wgmma.mma_async.sync.aligned.{shape}.{d}.{a}.{b}{saturates}");
        let adds = word("scaleD")? == "one";
        Some(Self { op, factors, sum, registers: fields.len(), register, name, scales, adds })
    }

    /// What is added to.
    fn old(&self) -> Option<Value<'c, 'a>> {
        ir::operand(self.op, 0)
    }

    /// Whether it may be in one piece with others before it: what is added to once more has no use besides.
    fn goes_on(&self, run: &[Self]) -> bool {
        run.iter().all(|part| match self.old() == Some(part.sum) {
            true => ir::users(part.sum).len() == 1,
            false => !self.factors.contains(&part.sum),
        })
    }
}

/// The products in an operation, those together that one piece may have: in a block, with what only computes between, and nothing of
/// that from what the products before it have.
fn runs<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> Vec<Vec<Product<'c, 'a>>> {
    let mut runs: Vec<Vec<Product<'c, 'a>>> = Vec::new();
    // The block of the last run, while that may go on.
    let mut open = None;
    for op in ir::nested(root) {
        let Some(product) = Product::of(op) else {
            let computes = ir::effects(op) == Effects::None;
            if !computes || runs.last().is_some_and(|run| reads(op, run)) {
                open = None;
            }
            continue;
        };
        let block = op.block();
        let goes_on = |run: &[Product<'c, 'a>]| run.len() < MOST && product.goes_on(run);
        match runs.last_mut().filter(|run| block.is_some() && open == block && goes_on(run)) {
            Some(run) => run.push(product),
            None => runs.push(vec![product]),
        }
        open = block;
    }
    runs.retain(|run| run.len() > 1);
    runs
}

/// Whether an operation reads what a product has.
fn reads<'c: 'a, 'a>(op: OperationRef<'c, 'a>, run: &[Product<'c, 'a>]) -> bool {
    let operands: Vec<_> = (0..op.operand_count()).filter_map(|number| ir::operand(op, number)).collect();
    run.iter().any(|product| operands.contains(&product.sum))
}

/// Sums that products are added to one after the other.
struct Sum<'c, 'a> {
    /// What the first is added to, if it is, and what the last has.
    old: Option<Value<'c, 'a>>,
    new: Value<'c, 'a>,
    /// Its registers: the first, how many, and their type.
    first: usize,
    count: usize,
    register: Type<'c>,
}

fn join<'c: 'a, 'a>(run: &[Product<'c, 'a>]) -> Result<(), Error> {
    let Some(last) = run.last() else { return Ok(()) };
    let emit = Emit::at(last.op);
    let mut sums: Vec<Sum<'c, 'a>> = Vec::new();
    let mut of_products = Vec::new();
    for product in run {
        let old = product.old();
        let known = sums.iter().position(|sum| Some(sum.new) == old);
        let number = known.unwrap_or_else(|| {
            let (count, register) = (product.registers, product.register);
            let first = sums.last().map_or(0, |sum| sum.first + sum.count);
            let old = old.filter(|_| product.adds);
            sums.push(Sum { old, new: product.sum, first, count, register });
            sums.len() - 1
        });
        sums[number].new = product.sum;
        of_products.push(number);
    }
    let all = sums.iter().map(|sum| sum.count).sum::<usize>();
    let (mut operands, mut constraints): (Vec<Value<'c, 'a>>, Vec<String>) = (Vec::new(), Vec::new());
    for sum in &sums {
        let kind = if sum.register.is_f32() { "=f" } else { "=r" };
        constraints.extend(std::iter::repeat_n(kind.to_string(), sum.count));
    }
    // (`$` and a number: an operand of the piece.)
    let mut text = "{\n.reg .pred p, q;\nsetp.ne.b32 p, 1, 0;\nsetp.ne.b32 q, 0, 0;\n".to_string();
    for (product, number) in run.iter().zip(&of_products) {
        let sum = &sums[*number];
        let mut names = Vec::new();
        for factor in product.factors {
            let place = operands.iter().position(|known| *known == factor).unwrap_or_else(|| {
                operands.push(factor);
                constraints.push("l".into());
                operands.len() - 1
            });
            names.push(format!("${}", all + place));
        }
        let registers: Vec<_> = (sum.first..sum.first + sum.count).map(|n| format!("${n}")).collect();
        let Product { name, scales, adds, .. } = product;
        let predicate = if *adds { "p" } else { "q" };
        let (registers, factors) = (registers.join(", "), names.join(", "));
        writeln!(text, "{name} {{{registers}}}, {factors}, {predicate}{scales};")
            .map_err(|_| Error::Build(name.clone()))?;
    }
    text.push_str("}\n");
    for sum in &sums {
        if let Some(old) = sum.old {
            operands.extend(fields(old, sum, emit)?);
            constraints.extend((sum.first..sum.first + sum.count).map(|n| n.to_string()));
        }
    }
    let registers: Vec<_> =
        sums.iter().flat_map(|sum| std::iter::repeat_n(sum.register, sum.count)).collect();
    let made = assembly(&text, &constraints, &operands, &registers, emit)?;
    for sum in &sums {
        let new = if sums.len() == 1 { made } else { part(made, sum, emit)? };
        ir::replace_all_uses(sum.new, new);
    }
    // What gathered the registers that are operands now.
    let mut gathered: Vec<_> = sums.iter().filter_map(|sum| sum.old.and_then(ir::defining_op)).collect();
    let products: Vec<_> = run.iter().map(|product| product.op).collect();
    ir::erase_all(&products).map_err(|_| Error::Build(PRODUCT.into()))?;
    while let Some(op) = gathered.pop() {
        // (What two sums began with is erased once.)
        let is_gathering = ir::name(op) == "llvm.insertvalue" && op.block().is_some();
        if is_gathering && ir::result(op).is_some_and(ir::is_unused) {
            gathered.extend(ir::operand(op, 0).and_then(ir::defining_op));
            ir::erase(op).map_err(|_| Error::Build(PRODUCT.into()))?;
        }
    }
    Ok(())
}

/// The registers of a sum: what they were gathered from, or else the fields.
fn fields<'c: 'a, 'a>(
    value: Value<'c, 'a>,
    sum: &Sum<'c, 'a>,
    emit: Emit<'c, 'a>,
) -> Result<Vec<Value<'c, 'a>>, Error> {
    let mut known = HashMap::new();
    let mut rest = value;
    while let Some(op) = ir::defining_op(rest).filter(|op| ir::name(*op) == "llvm.insertvalue") {
        let position = op.attribute("position").map(ir::integers).unwrap_or_default();
        let (Some(outer), Some(field), [number]) = (ir::operand(op, 0), ir::operand(op, 1), &position[..])
        else {
            break;
        };
        known.entry(*number).or_insert(field);
        rest = outer;
    }
    (0..sum.count)
        .map(|number| match known.get(&(number as i64)) {
            Some(field) => Ok(*field),
            None => field(value, number, sum.register, emit),
        })
        .collect()
}

/// The registers of one sum of several, as one value.
fn part<'c: 'a, 'a>(
    made: Value<'c, 'a>,
    sum: &Sum<'c, 'a>,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>, Error> {
    let r#type = sum.new.r#type();
    let mut all = emit.value("llvm.mlir.poison", &[], r#type, &[])?;
    for number in 0..sum.count {
        let register = field(made, sum.first + number, sum.register, emit)?;
        let position = emit.attribute(&format!("array<i64: {number}>"))?;
        all = emit.value("llvm.insertvalue", &[all, register], r#type, &[("position", position)])?;
    }
    Ok(all)
}

/// The struct of registers.
fn r#struct<'c>(registers: &[Type<'c>], context: &'c Context) -> Option<Type<'c>> {
    let names: Vec<_> = registers.iter().map(ToString::to_string).collect();
    Type::parse(context, &format!("!llvm.struct<({})>", names.join(", ")))
}

/// Writes a piece of PTX, with effects.
fn assembly<'c: 'a, 'a>(
    text: &str,
    constraints: &[String],
    operands: &[Value<'c, 'a>],
    registers: &[Type<'c>],
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>, Error> {
    let all = r#struct(registers, emit.context).ok_or_else(|| Error::Build("!llvm.struct".into()))?;
    let quoted = |text: &str| -> Attribute<'c> { StringAttribute::new(emit.context, text).into() };
    let attributes = [
        ("asm_string", quoted(text)),
        ("constraints", quoted(&constraints.join(","))),
        ("has_side_effects", emit.attribute("unit")?),
    ];
    emit.value("llvm.inline_asm", operands, all, &attributes)
}

/// A field of what a piece has.
fn field<'c: 'a, 'a>(
    value: Value<'c, 'a>,
    number: usize,
    r#type: Type<'c>,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>, Error> {
    let position = emit.attribute(&format!("array<i64: {number}>"))?;
    emit.value("llvm.extractvalue", &[value], r#type, &[("position", position)])
}
