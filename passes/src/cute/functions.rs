//! Kernels and functions: their arguments in parts.

use layout_mlir::ir;
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, Identifier, OperationRef, Type, ValueLike};
use rustc_hash::FxHashSet;

use super::conversion::Conversion;
use super::fit;
use super::types::{self, CuteType, PointerType};
use super::write::Writer;

/// The attributes of a function of which there are new ones.
const OWN: &[&str] = &["function_type", "sym_name", "arg_attrs", "res_attrs"];

impl<'c: 'a, 'a> Conversion<'c, 'a> {
    /// Converts the functions below an operation; kernels come before who launches them.
    pub(super) fn functions(&mut self, root: OperationRef<'c, 'a>) {
        let all = ir::nested(root);
        let of = |name: &str| all.iter().copied().filter(|op| ir::name(*op) == name).collect::<Vec<_>>();
        for kernel in of("cuda.kernel") {
            self.kernel(kernel);
        }
        for function in of("gpu.func").into_iter().chain(of("func.func")).chain(of("llvm.func")) {
            self.in_parts(function);
        }
        self.left(root);
    }

    /// What is of CuTe and stands in none of them.
    fn left(&mut self, root: OperationRef<'c, 'a>) {
        let gone: FxHashSet<usize> = self.dead.iter().map(|op| ir::op_key(*op)).collect();
        for op in ir::nested(root) {
            let is_cute =
                ["cute.", "cute_nvgpu.", "cuda."].iter().any(|dialect| ir::name(op).starts_with(dialect));
            if is_cute && !self.failed && !gone.contains(&ir::op_key(op)) {
                self.error(
                    op,
                    "stands in no function; a cuda.kernel, a gpu.func and a func.func are converted",
                );
            }
        }
    }

    /// A `cuda.kernel` becomes a `gpu.func`.
    fn kernel(&mut self, op: OperationRef<'c, 'a>) {
        let context = ir::context(op);
        let mut attributes = vec![(Identifier::new(context, "gpu.kernel"), Attribute::unit(context))];
        if op.has_attribute("nvvm.reqntid")
            && let Ok(size) = op.attribute("nvvm.reqntid")
        {
            attributes.push((Identifier::new(context, "known_block_size"), size));
        }
        // How many registers and blocks it shall have.
        attributes.extend(ir::attributes(op).into_iter().filter(|(name, _)| {
            let name = name.as_string_ref();
            name.as_str().is_ok_and(|name| name.starts_with("nvvm.") && name != "nvvm.reqntid")
        }));
        let name = ir::symbol(op).unwrap_or_default();
        self.kernels.entry(name.clone()).or_default();
        let made = self.function(op, "gpu.func", attributes);
        let kernel = made.clone();
        self.body_of(op, made);
        if let (Ok(kernel), Some(shared)) = (kernel, self.kernels.get(&name)) {
            let mut writer = Writer { before: op, location: ir::location(op), symbols: &mut self.symbols };
            if let Err(message) = shared.place(kernel, &mut writer) {
                self.error(op, &message);
            }
        }
    }

    /// A function becomes one of the same kind, whose arguments are in parts.
    fn in_parts(&mut self, op: OperationRef<'c, 'a>) {
        let r#type = ir::function_type(op);
        let is_cute = |r#type: Type<'c>| types::is_cute(&r#type.to_string());
        let plain = r#type.is_none_or(|r#type| {
            let inputs = (0..r#type.input_count()).filter_map(|i| r#type.input(i).ok());
            let results = (0..r#type.result_count()).filter_map(|i| r#type.result(i).ok());
            !inputs.chain(results).any(is_cute)
        });
        if plain {
            self.function = Some(op);
            for block in ir::blocks(op) {
                self.block(block);
            }
            return;
        }
        let others = ir::attributes(op).into_iter().filter(|(name, _)| {
            let name = name.as_string_ref();
            name.as_str().is_ok_and(|name| !OWN.contains(&name))
        });
        let made = self.function(op, ir::name(op), others.collect());
        self.body_of(op, made);
    }

    fn body_of(&mut self, old: OperationRef<'c, 'a>, made: Result<OperationRef<'c, 'a>, String>) {
        match made {
            Ok(new) => {
                self.dead.push(old);
                self.function = Some(new);
                let blocks = ir::blocks(new);
                if let Some(entry) = blocks.first() {
                    // What is wrong with them is so of what was written.
                    self.arguments_in_parts(old, *entry);
                }
                for block in blocks {
                    self.block(block);
                }
            }
            Err(message) => self.error(old, &message),
        }
    }

    /// A function with the body of another.
    fn function(
        &mut self,
        op: OperationRef<'c, 'a>,
        name: &str,
        mut attributes: Vec<(Identifier<'c>, Attribute<'c>)>,
    ) -> Result<OperationRef<'c, 'a>, String> {
        let context = ir::context(op);
        let r#type = ir::function_type(op).ok_or("has no type of a function")?;
        let given: Vec<Type<'c>> = (0..r#type.input_count()).filter_map(|i| r#type.input(i).ok()).collect();
        let yielded: Vec<Type<'c>> =
            (0..r#type.result_count()).filter_map(|i| r#type.result(i).ok()).collect();
        entry_has(op, &given)?;
        let (inputs, counts) = self.types_in_parts(op, &given)?;
        let (results, _) = self.types_in_parts(op, &yielded)?;
        let alignments = self.alignments(op, &given, &counts)?;
        let r#type = FunctionType::new(context, &inputs, &results);
        let symbol = op.attribute("sym_name").map_err(|_| "has no name")?;
        attributes.extend([
            (Identifier::new(context, "sym_name"), symbol),
            (Identifier::new(context, "function_type"), TypeAttribute::new(r#type.into()).into()),
            (Identifier::new(context, "arg_attrs"), alignments),
        ]);
        let new = OperationBuilder::new(name, ir::location(op))
            .add_attributes(&attributes)
            .add_regions_vec(ir::take_regions(op))
            .build()
            .map_err(|e| e.to_string())?;
        ir::insert_before(op, new).ok_or_else(|| "stands in no module".into())
    }

    /// How the pointers among the arguments are aligned.
    fn alignments(
        &mut self,
        op: OperationRef<'c, 'a>,
        types: &[Type<'c>],
        counts: &[usize],
    ) -> Result<Attribute<'c>, String> {
        let context = ir::context(op);
        let mut out = Vec::new();
        for (r#type, count) in types.iter().zip(counts) {
            let align = match self.cute_type(op, *r#type) {
                Some(CuteType::View(p, _) | CuteType::ComposedView(p, _) | CuteType::Pointer(p)) => {
                    alignment(&p, context)?
                }
                _ => 0,
            };
            for part in 0..*count {
                out.push(match (part, align) {
                    (0, 1..) => format!("{{llvm.align = {align} : i64}}"),
                    _ => "{}".into(),
                });
            }
        }
        let text = format!("[{}]", out.join(", "));
        Attribute::parse(context, &text).ok_or_else(|| format!("{text} is no attribute"))
    }
}

/// Whether the arguments of the first block are those of the function's type.
fn entry_has<'c>(op: OperationRef<'c, '_>, given: &[Type<'c>]) -> Result<(), String> {
    let blocks = ir::blocks(op);
    let Some(entry) = blocks.first() else { return Ok(()) };
    let has: Vec<Type<'c>> = ir::arguments(*entry).iter().map(|v| v.r#type()).collect();
    if has.len() != given.len() {
        return Err(format!("has a type of {} arguments, and its block has {}", given.len(), has.len()));
    }
    match has.iter().zip(given).position(|(has, given)| has != given) {
        Some(at) => Err(format!(
            "has an argument number {at} of {}, and its block one of {}; the two are one",
            given[at], has[at]
        )),
        None => Ok(()),
    }
}

/// In bytes; an element's own where a type does not say.
fn alignment(pointer: &PointerType, context: &melior::Context) -> Result<i64, String> {
    Ok(pointer.align.max(fit::element_bits(pointer, context)? / 8))
}
