//! `layout-tensor-maps`: what the launch of a kernel needs to know to make its tensor maps reaches PTX.
//!
//! The pass runs twice. On a `gpu.func` it takes `layout.tensor_maps`, which counts arguments, and says it in JSON, which
//! counts the parameters that these become. On the `llvm.func` it says how the maps are passed, and writes the JSON as
//! a constant of the module, `<kernel>_tensor_maps`, that ends with a zero: any runtime finds it in PTX or in a binary.
//!
//! ```json
//! [{"parameter": 8, "address": 1, "bits": 16, "sizes": [[[1, 6]], [[1, 5]]], "strides": [[[2, 7]]],
//!   "box": [64, 128], "swizzle": 128}]
//! ```

use layout_mlir::ir;
use layout_mlir::pass_options;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use melior::ir::attribute::{ArrayAttribute, DenseI64ArrayAttribute, StringAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, Identifier, OperationRef, Region};

pass_options! {
    /// Options of `layout-tensor-maps`.
    pub struct Options {
        /// static memrefs are passed to kernels as plain pointers
        bare_pointers: bool = "bare-pointers", "true";
    }
}

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-tensor-maps",
    summary: "State how kernels are handed tensor maps, and in PTX what these are",
    options: Options::TABLE,
    statistics: &[],
    run,
};

/// What a kernel says of its tensor maps.
pub const MAPS: &str = "layout.tensor_maps";
/// The parameters that are tensor maps.
const PARAMETERS: &str = "layout.tensor_map_parameters";

fn run(op: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let bare = match options.flag("bare-pointers") {
        Ok(bare) => bare,
        Err(error) => {
            ir::emit_error(ir::location(op), &format!("{}: {error}", INFO.name));
            return false;
        }
    };
    let mut ok = true;
    for function in ir::nested(op).into_iter().filter(|op| op.has_attribute(MAPS)) {
        let done = match ir::name(function) {
            "gpu.func" => describe(function, bare),
            "llvm.func" => hand_over(function),
            _ => Some(()),
        };
        if done.is_none() {
            let message = format!("{}: '{MAPS}' is not as layout-distribute writes it", INFO.name);
            ir::emit_error(ir::location(function), &message);
            ok = false;
        }
    }
    ok
}

/// The description in JSON, of parameters; `None` if it is none.
fn describe(function: OperationRef<'_, '_>, bare: bool) -> Option<()> {
    let r#type = ir::function_type(function)?;
    let (mut first, mut next) = (Vec::new(), 0);
    for number in 0..r#type.input_count() {
        let input = r#type.input(number).ok()?;
        let pointer = i64::from(ir::is_memref(input) && !bare);
        first.push((next, pointer));
        next += match () {
            () if ir::is_memref(input) && !bare => 3 + 2 * ir::extents(input).len() as i64,
            () if ir::is_unranked_memref(input) => 2,
            () => 1,
        };
    }
    let place = |number: i64| first.get(usize::try_from(number).ok()?).copied();
    let (mut texts, mut parameters) = (Vec::new(), Vec::new());
    for map in list(function.attribute(MAPS).ok()?)? {
        let number = |name| ir::in_dictionary(map, name).and_then(ir::integer);
        let sums = |name| {
            let sums = list(ir::in_dictionary(map, name)?)?.into_iter().map(|sum| {
                let products = list(sum)?.into_iter().map(|product| {
                    let numbers = ir::integers(product);
                    let (factor, arguments) = numbers.split_first()?;
                    let parameters = arguments.chunks(2).map(|at| Some(place(at[0])?.0 + at.get(1)?));
                    let all: Vec<i64> =
                        std::iter::once(Some(*factor)).chain(parameters).collect::<Option<_>>()?;
                    Some(numbers_text(&all))
                });
                Some(format!("[{}]", products.collect::<Option<Vec<_>>>()?.join(", ")))
            });
            Some(sums.collect::<Option<Vec<_>>>()?.join(", "))
        };
        let mut im2col = String::new();
        if let Some(steps) = ir::in_dictionary(map, "steps") {
            let (steps, upper) = (numbers_text(&ir::integers(steps)), sums("upper")?);
            im2col = format!(", \"steps\": {steps}, \"upper\": [{upper}]");
        }
        let r#type = ir::in_dictionary(map, "type").and_then(ir::text);
        let r#type = r#type.map_or_else(String::new, |of| format!(", \"type\": \"{of}\""));
        let parameter = place(number("argument")?)?.0;
        let (begin, pointer) = place(number("address")?)?;
        texts.push(format!(
            "{{\"parameter\": {parameter}, \"address\": {}, \"bits\": {}, \"sizes\": [{}], \"strides\": [{}], \"box\": {}, \"swizzle\": {}{im2col}{type}}}",
            begin + pointer,
            number("bits")?,
            sums("sizes")?,
            sums("strides")?,
            numbers_text(&ir::integers(ir::in_dictionary(map, "box")?)),
            number("swizzle")?
        ));
        parameters.push(parameter);
    }
    let context = ir::context(function);
    ir::set_attribute(
        function,
        MAPS,
        StringAttribute::new(context, &format!("[{}]", texts.join(",\n "))).into(),
    );
    ir::set_attribute(function, PARAMETERS, DenseI64ArrayAttribute::new(context, &parameters).into());
    Some(())
}

fn numbers_text(numbers: &[i64]) -> String {
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    format!("[{}]", texts.join(", "))
}

fn list(attribute: Attribute<'_>) -> Option<Vec<Attribute<'_>>> {
    let array = ArrayAttribute::try_from(attribute).ok()?;
    (0..array.len()).map(|number| array.element(number).ok()).collect()
}

/// Says how maps are passed, and writes what they are before the kernel.
fn hand_over(function: OperationRef<'_, '_>) -> Option<()> {
    let context = ir::context(function);
    let text = ir::text(function.attribute(MAPS).ok()?)?;
    for number in ir::integers(function.attribute(PARAMETERS).ok()?) {
        let number = usize::try_from(number).ok()?;
        // By value, as 128 bytes that nobody writes.
        for (name, value) in [
            ("llvm.byval", "!llvm.array<16 x i64>"),
            ("llvm.align", "64 : i64"),
            ("nvvm.grid_constant", "unit"),
        ] {
            ir::set_argument_attribute(function, number, name, Attribute::parse(context, value)?);
        }
    }
    let bytes = text.len() + 1;
    let attributes = [
        ("sym_name", StringAttribute::new(context, &format!("{}_tensor_maps", ir::symbol(function)?)).into()),
        ("global_type", Attribute::parse(context, &format!("!llvm.array<{bytes} x i8>"))?),
        ("linkage", Attribute::parse(context, "#llvm.linkage<external>")?),
        ("value", StringAttribute::new(context, &format!("{text}\0")).into()),
        ("addr_space", Attribute::parse(context, "1 : i32")?),
        ("constant", Attribute::unit(context)),
    ];
    let attributes = attributes.map(|(name, value)| (Identifier::new(context, name), value));
    let global = OperationBuilder::new("llvm.mlir.global", ir::location(function))
        .add_attributes(&attributes)
        .add_regions([Region::new()]);
    ir::insert_before(function, global.build().ok()?)?;
    ir::remove_attribute(function, MAPS);
    ir::remove_attribute(function, PARAMETERS);
    Some(())
}
