//! `nvvm.mma.sync` where `nvgpu.mma.sync` does not do: upstream lowers that of bf16 to nothing, and
//! that of integers to an instruction that saturates, where a product of tiles wraps.

use layout_mlir::ir;
use layout_tile::Mma;
use melior::ir::operation::OperationBuilder;
use melior::ir::{Identifier, Type, Value, ValueLike};

use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};

/// What NVVM calls an element that is multiplied so; `None` for others.
pub fn name(element: Type<'_>) -> Option<&'static str> {
    match element.to_string().as_str() {
        "bf16" => Some("bf16"),
        "i8" => Some("s8"),
        _ => None,
    }
}

/// The registers of a fragment: its rows as words, or its elements if those are words.
fn registers<'c: 'a, 'a>(fragment: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
    let unknown = || Error::Unknown("layout.mma".into());
    let (shape, element) = ir::vector(fragment.r#type()).ok_or_else(unknown)?;
    let [rows, columns] = shape[..] else { return Err(unknown()) };
    let mut out = Vec::new();
    for row in 0..rows {
        if ir::bits(element) == Some(32) {
            for column in 0..columns {
                out.push(emit.part(fragment, &[row, column])?);
            }
        } else {
            out.push(emit.element(emit.recast(emit.part(fragment, &[row])?, 1, emit.int_type(32))?, 0)?);
        }
    }
    Ok(out)
}

/// One instruction: the elements of `c` with the product of `a` and `b`, of elements that NVVM calls so,
/// added.
///
/// # Errors
/// [`Error::Emit`].
pub fn multiply<'c: 'a, 'a>(
    mma: &Mma,
    name: &str,
    [a, b, c]: [Value<'c, 'a>; 3],
    emit: Emit<'c, 'a>,
) -> Result<Vec<Value<'c, 'a>>> {
    let unknown = || Error::Unknown("layout.mma".into());
    let (_, element) = ir::vector(c.r#type()).ok_or_else(unknown)?;
    let groups = [registers(a, emit)?, registers(b, emit)?, registers(c, emit)?];
    let [first, second, third] = [&groups[0], &groups[1], &groups[2]].map(Vec::len);
    let ([m, n, k], sum) = (mma.atom().shape, element.to_string());
    let fields = vec![sum; third].join(", ");
    let text = format!("!llvm.struct<({fields})>");
    let r#type = Type::parse(emit.context, &text).ok_or(Error::Unknown(text))?;
    let mut attributes = vec![
        ("shape", format!("#nvvm.shape<m = {m}, n = {n}, k = {k}>")),
        ("layoutA", "#nvvm.mma_layout<row>".into()),
        ("layoutB", "#nvvm.mma_layout<col>".into()),
        ("multiplicandAPtxType", format!("#nvvm.mma_type<{name}>")),
        ("multiplicandBPtxType", format!("#nvvm.mma_type<{name}>")),
        ("operandSegmentSizes", format!("array<i32: {first}, {second}, {third}>")),
    ];
    if name == "s8" {
        attributes.push(("intOverflowBehavior", "#nvvm.mma_int_overflow<wrapped>".into()));
    }
    let attributes = attributes
        .into_iter()
        .map(|(name, text)| Ok((Identifier::new(emit.context, name), emit.attribute(&text)?)))
        .collect::<Result<Vec<_>>>()?;
    let product = OperationBuilder::new("nvvm.mma.sync", emit.location)
        .add_operands(&groups.concat())
        .add_results(&[r#type])
        .add_attributes(&attributes);
    let made = ir::result(emit.insert("nvvm.mma.sync", product)?).ok_or_else(unknown)?;
    (0..third)
        .map(|number| {
            let position = emit.attribute(&format!("array<i64: {number}>"))?;
            Ok(emit.value("llvm.extractvalue", &[made], element, &[("position", position)])?)
        })
        .collect()
}
