//! `mma.sync` of floats of 8 bits (sm_89), which no operation of MLIR is: inline PTX, its operands in
//! registers of 32 bits.

use layout_mlir::ir;
use layout_tile::Mma;
use melior::ir::operation::OperationBuilder;
use melior::ir::{Identifier, Type, Value, ValueLike};

use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};

/// What PTX calls an element that is multiplied by inline PTX; `None` for others.
pub fn name(element: Type<'_>) -> Option<&'static str> {
    match element.to_string().as_str() {
        "f8E4M3FN" => Some("e4m3"),
        "f8E5M2" => Some("e5m2"),
        _ => None,
    }
}

/// A fragment of such elements: four of them, as `i32`, in each element of a vector.
///
/// # Errors
/// [`Error::Emit`].
pub fn fragment<'c: 'a, 'a>(values: &[Value<'c, 'a>], emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    let mut registers = Vec::new();
    for four in values.chunks(4) {
        registers.push(emit.element(emit.recast(emit.vector(four)?, 1, emit.int_type(32))?, 0)?);
    }
    Ok(emit.vector(&registers)?)
}

/// The registers of a vector, or of the rows of one.
fn registers<'c: 'a, 'a>(
    fragment: Value<'c, 'a>,
    emit: Emit<'c, 'a>,
) -> Result<Vec<(Value<'c, 'a>, &'static str)>> {
    let unknown = || Error::Unknown("layout.mma".into());
    let (shape, element) = ir::vector(fragment.r#type()).ok_or_else(unknown)?;
    let mut out = Vec::new();
    for row in 0..shape.first().copied().unwrap_or(0) {
        let Some(columns) = shape.get(1) else {
            out.push((emit.part(fragment, &[row])?, "r"));
            continue;
        };
        if ir::bits(element) == Some(32) {
            for column in 0..*columns {
                out.push((emit.part(fragment, &[row, column])?, "f"));
            }
        } else {
            let pair = emit.recast(emit.part(fragment, &[row])?, 1, emit.int_type(32))?;
            out.push((emit.element(pair, 0)?, "r"));
        }
    }
    Ok(out)
}

/// One instruction: the elements of `c` with the product of `a` and `b`, of elements that PTX calls so, added.
///
/// # Errors
/// [`Error::Emit`].
pub fn multiply<'c: 'a, 'a>(
    mma: &Mma,
    names: [&str; 2],
    [a, b, c]: [Value<'c, 'a>; 3],
    emit: Emit<'c, 'a>,
) -> Result<Vec<Value<'c, 'a>>> {
    let unknown = || Error::Unknown("layout.mma".into());
    let (_, element) = ir::vector(c.r#type()).ok_or_else(unknown)?;
    let [a, b, c] = [registers(a, emit)?, registers(b, emit)?, registers(c, emit)?];
    let mut next = 0;
    let mut group = |count: usize| {
        let all: Vec<String> = (next..next + count).map(|n| format!("${n}")).collect();
        next += count;
        format!("{{{}}}", all.join(", "))
    };
    let operands = [c.len(), a.len(), b.len(), c.len()].map(&mut group).join(", ");
    let ([m, n, k], sum) = (mma.atom().shape, element.to_string());
    let [x, y] = names;
    let text = format!("mma.sync.aligned.m{m}n{n}k{k}.row.col.{sum}.{x}.{y}.{sum} {operands};");
    let outputs = c.iter().map(|(_, kind)| format!("={kind}"));
    let inputs = [&a[..], &b, &c].concat();
    let kinds = inputs.iter().map(|(_, kind)| (*kind).to_owned());
    let constraints = outputs.chain(kinds).collect::<Vec<_>>().join(",");
    let fields: Vec<String> = c.iter().map(|(value, _)| value.r#type().to_string()).collect();
    let result = format!("!llvm.struct<({})>", fields.join(", "));
    let r#type = Type::parse(emit.context, &result).ok_or(Error::Unknown(result))?;
    let values: Vec<Value<'c, 'a>> = inputs.into_iter().map(|(value, _)| value).collect();
    let attributes = [
        (Identifier::new(emit.context, "asm_string"), emit.attribute(&format!("{text:?}"))?),
        (Identifier::new(emit.context, "constraints"), emit.attribute(&format!("{constraints:?}"))?),
        // All lanes of a warp do it together, wherever it stands.
        (Identifier::new(emit.context, "has_side_effects"), emit.attribute("unit")?),
    ];
    let assembly = OperationBuilder::new("llvm.inline_asm", emit.location)
        .add_operands(&values)
        .add_results(&[r#type])
        .add_attributes(&attributes);
    let made = ir::result(emit.insert("llvm.inline_asm", assembly)?).ok_or_else(unknown)?;
    let mut sums = Vec::new();
    for (number, (value, _)) in c.iter().enumerate() {
        let position = emit.attribute(&format!("array<i64: {number}>"))?;
        let field = emit.value("llvm.extractvalue", &[made], value.r#type(), &[("position", position)])?;
        if field.r#type() == element {
            sums.push(field);
        } else {
            let pair = emit.recast(emit.vector(&[field])?, 2, element)?;
            sums.extend([emit.element(pair, 0)?, emit.element(pair, 1)?]);
        }
    }
    Ok(sums)
}
