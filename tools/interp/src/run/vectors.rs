//! The operations of `vector` on the registers of a thread.

use super::world::{Context, Run};
use crate::fault::Reason;
use crate::number::{Float, Int, Scalar};
use crate::read::types::Element;
use crate::value::{Array, Value, View, coordinates};

pub(crate) fn run(name: &str) -> Option<Run> {
    Some(match name {
        "vector.load" => load,
        "vector.store" => store,
        "vector.maskedload" => masked_load,
        "vector.maskedstore" => masked_store,
        "vector.transfer_read" => transfer_read,
        "vector.transfer_write" => transfer_write,
        "vector.extract" => extract,
        "vector.insert" => insert,
        "vector.broadcast" | "vector.splat" => broadcast,
        "vector.from_elements" => |c| {
            let (shape, _) = c.result_shape()?;
            let elements: Result<Vec<_>, _> = (0..c.operands.len()).map(|i| c.scalar(i)).collect();
            Ok(vec![Array { shape: shape.to_vec(), elements: elements? }.into()])
        },
        "vector.to_elements" => |c| Ok(c.array(0)?.elements.iter().map(|e| Value::Scalar(*e)).collect()),
        "vector.bitcast" => |c| {
            let source = c.array(0)?;
            let (shape, element) = c.result_shape()?;
            let elements = recast(&source.elements, element);
            Ok(vec![Array { shape: shape.to_vec(), elements }.into()])
        },
        "llvm.bitcast" => llvm_bitcast,
        "vector.shape_cast" => |c| {
            let (source, (shape, _)) = (c.array(0)?, c.result_shape()?);
            Ok(vec![Array { shape: shape.to_vec(), elements: source.elements.clone() }.into()])
        },
        "vector.extract_strided_slice" => extract_slice,
        "vector.insert_strided_slice" => insert_slice,
        "vector.shuffle" => shuffle,
        "vector.step" => |c| {
            let (shape, element) = c.result_shape()?;
            Ok(vec![Array::of(shape, |at| Int::new(element.bits(), at[0] as i128).into()).into()])
        },
        "vector.create_mask" | "vector.constant_mask" => mask,
        "vector.reduction" => reduction,
        "llvm.mlir.undef" | "llvm.mlir.poison" => undefined,
        "llvm.mlir.constant" => |c| {
            let r#type = c.result_type(0)?;
            let text = c.op.text("value").map(str::to_owned);
            let text = text.or_else(|| c.op.int("value").map(|v| v.to_string())).unwrap_or_default();
            let elements = crate::read::attribute::constant(&text, r#type);
            let elements = elements.map_err(|e| Reason::unsupported(e.to_string()))?;
            Ok(vec![match (r#type.shape(), elements.first()) {
                (None, Some(one)) => (*one).into(),
                (Some(shape), Some(one)) if elements.len() == 1 => Array::of(shape, |_| *one).into(),
                (Some(shape), _) => Array { shape: shape.to_vec(), elements }.into(),
                _ => return Err(Reason::unsupported("an empty constant")),
            }])
        },
        "llvm.extractvalue" => |c| {
            let at = c.list("position")?;
            let mut value = c.operands.first().cloned();
            for i in at {
                value = match value {
                    Some(Value::Struct(fields)) => {
                        usize::try_from(*i).ok().and_then(|i| fields.get(i).cloned())
                    }
                    _ => None,
                };
            }
            value.map(|v| vec![v]).ok_or_else(|| Reason::unsupported("llvm.extractvalue of this"))
        },
        "llvm.insertvalue" => |c| {
            let (Some(Value::Struct(fields)), Some(value), [at]) =
                (c.operands.first(), c.operands.get(1), c.list("position")?)
            else {
                return Err(Reason::unsupported("llvm.insertvalue into this"));
            };
            let mut fields = fields.to_vec();
            if let Some(field) = usize::try_from(*at).ok().and_then(|i| fields.get_mut(i)) {
                *field = value.clone();
            }
            Ok(vec![Value::Struct(fields.into())])
        },
        "llvm.extractelement" | "vector.extractelement" => |c| {
            let (source, at) = (c.array(0)?, c.int(1)?.bits() as usize);
            Ok(vec![source.elements.get(at).copied().unwrap_or(Scalar::Poison).into()])
        },
        "llvm.insertelement" => |c| {
            let (target, value, at) = (c.array(0)?, c.scalar(1)?, c.int(2)?.bits() as usize);
            let mut made = (**target).clone();
            if let Some(place) = made.elements.get_mut(at) {
                *place = value;
            }
            Ok(vec![made.into()])
        },
        _ => return None,
    })
}

fn undefined(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    fn poison(r#type: &crate::read::types::Type) -> Value {
        use crate::read::types::Type;
        match r#type {
            Type::Struct(fields) => Value::Struct(std::rc::Rc::new(fields.iter().map(poison).collect())),
            _ => match r#type.shape() {
                Some(shape) => Array::of(shape, |_| Scalar::Poison).into(),
                None => Scalar::Poison.into(),
            },
        }
    }
    Ok(vec![poison(c.result_type(0)?)])
}

fn llvm_bitcast(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let elements = match c.operands.first() {
        Some(Value::Array(source)) => source.elements.clone(),
        _ => vec![c.scalar(0)?],
    };
    let r#type = c.result_type(0)?;
    let element = r#type.element().ok_or_else(|| Reason::unsupported("llvm.bitcast to this"))?;
    let made = recast(&elements, element);
    Ok(vec![match (r#type.shape(), made.first()) {
        (Some(shape), _) => Array { shape: shape.to_vec(), elements: made }.into(),
        (None, Some(one)) => (*one).into(),
        _ => return Err(Reason::unsupported("llvm.bitcast of nothing")),
    }])
}

/// The same bits in elements of another type, the low ones first; poison spreads over what
/// it reaches.
pub(crate) fn recast(elements: &[Scalar], to: Element) -> Vec<Scalar> {
    let mut bits: Vec<Option<bool>> = Vec::new();
    let mut unsure = false;
    for element in elements {
        let (value, width) = match element {
            Scalar::Int(int) => {
                unsure |= int.unsure;
                (Some(int.bits()), int.width)
            }
            Scalar::Float(float) => (Some(float.format.to_bits(float.value)), float.format.bits()),
            // All elements of a vector have one width; where all are poison it is the result's.
            Scalar::Poison => (None, width(elements).unwrap_or(to.bits())),
        };
        bits.extend((0..width).map(|i| value.map(|v| v >> i & 1 == 1)));
    }
    let chunks = bits.chunks_exact(to.bits() as usize);
    let made = chunks.map(|chunk| {
        let value = chunk.iter().rev().try_fold(0u64, |v, bit| Some(v << 1 | u64::from((*bit)?)));
        match (value, to) {
            (None, _) => Scalar::Poison,
            (Some(v), Element::Float(format)) => Float::given(format, format.from_bits(v)).into(),
            (Some(v), _) => Int::new(to.bits(), v.into()).with_unsure(unsure).into(),
        }
    });
    made.collect()
}

fn width(elements: &[Scalar]) -> Option<u32> {
    elements.iter().find_map(|e| match e {
        Scalar::Int(int) => Some(int.width),
        Scalar::Float(float) => Some(float.format.bits()),
        Scalar::Poison => None,
    })
}

/// The coordinate behind another along the last dimensions.
fn behind(at: &[i64], element: &[usize]) -> Vec<i64> {
    let mut out = at.to_vec();
    for (c, e) in out.iter_mut().rev().zip(element.iter().rev()) {
        *c += *e as i64;
    }
    out
}

fn aligned(c: &Context<'_>, view: &View, at: &[i64]) -> Result<(), Reason> {
    let Some(alignment) = c.op.int("alignment").filter(|n| *n > 0) else { return Ok(()) };
    match view.place(at) {
        Some(place) if place % alignment != 0 => {
            Err(Reason::undefined(format!("an access at byte {place}, which is not aligned to {alignment}")))
        }
        _ => Ok(()),
    }
}

fn load(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let view = c.view(0)?;
    let at = c.indices(1, view.shape.len())?;
    let (shape, _) = c.result_shape()?;
    aligned(c, view, &at)?;
    let elements: Result<_, _> = coordinates(shape).map(|e| c.load(view, &behind(&at, &e))).collect();
    Ok(vec![Array { shape: shape.to_vec(), elements: elements? }.into()])
}

fn store(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (source, view) = (c.array(0)?, c.view(1)?);
    let at = c.indices(2, view.shape.len())?;
    aligned(c, view, &at)?;
    for (e, value) in coordinates(&source.shape).zip(&source.elements) {
        c.store(view, &behind(&at, &e), *value)?;
    }
    Ok(Vec::new())
}

fn set(mask: &Scalar) -> Result<bool, Reason> {
    Ok(super::world::decided(*mask)?.is_true())
}

fn masked_load(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let view = c.view(0)?;
    let rank = view.shape.len();
    let at = c.indices(1, rank)?;
    let (masks, pass) = (c.array(rank + 1)?, c.array(rank + 2)?);
    let (shape, _) = c.result_shape()?;
    let mut elements = pass.elements.clone();
    for ((e, element), mask) in coordinates(shape).zip(&mut elements).zip(&masks.elements) {
        if set(mask)? {
            *element = c.load(view, &behind(&at, &e))?;
        }
    }
    Ok(vec![Array { shape: shape.to_vec(), elements }.into()])
}

fn masked_store(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let view = c.view(0)?;
    let rank = view.shape.len();
    let at = c.indices(1, rank)?;
    let (masks, source) = (c.array(rank + 1)?, c.array(rank + 2)?);
    for ((e, value), mask) in coordinates(&source.shape).zip(&source.elements).zip(&masks.elements) {
        if set(mask)? {
            c.store(view, &behind(&at, &e), *value)?;
        }
    }
    Ok(Vec::new())
}

/// Which dimension of the memory each of the vector's goes along: those of the map
/// `(d0, d1) -> (d1)`.
fn transfer_dimensions(c: &Context<'_>, rank: usize, vector: usize) -> Result<Vec<usize>, Reason> {
    let Some(map) = c.op.text("permutation_map") else { return Ok((rank - vector..rank).collect()) };
    let to = map.split("->").nth(1).unwrap_or_default();
    let names = to.split(['(', ')', ',', '>']).map(str::trim).filter(|t| !t.is_empty());
    let dims: Option<Vec<usize>> = names.map(|n| n.strip_prefix('d').and_then(|d| d.parse().ok())).collect();
    dims.ok_or_else(|| Reason::unsupported(format!("a transfer by {map}")))
}

fn along(at: &[i64], dims: &[usize], element: &[usize]) -> Vec<i64> {
    let mut out = at.to_vec();
    for (d, e) in dims.iter().zip(element) {
        if let Some(c) = out.get_mut(*d) {
            *c += *e as i64;
        }
    }
    out
}

fn transfer_read(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let view = c.view(0)?;
    let rank = view.shape.len();
    let at = c.indices(1, rank)?;
    let pad = c.scalar(rank + 1)?;
    let mask = (c.operands.len() > rank + 2).then(|| c.array(rank + 2)).transpose()?;
    let (shape, _) = c.result_shape()?;
    let dims = transfer_dimensions(c, rank, shape.len())?;
    let mut elements = Vec::new();
    for (i, e) in coordinates(shape).enumerate() {
        let place = along(&at, &dims, &e);
        let on = mask.is_none_or(|m| m.elements.get(i).is_some_and(|s| set(s).unwrap_or(false)));
        elements.push(if on && view.contains(&place) { c.load(view, &place)? } else { pad });
    }
    Ok(vec![Array { shape: shape.to_vec(), elements }.into()])
}

fn transfer_write(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (source, view) = (c.array(0)?, c.view(1)?);
    let rank = view.shape.len();
    let at = c.indices(2, rank)?;
    let mask = (c.operands.len() > rank + 2).then(|| c.array(rank + 2)).transpose()?;
    let dims = transfer_dimensions(c, rank, source.shape.len())?;
    for (i, (e, value)) in coordinates(&source.shape).zip(&source.elements).enumerate() {
        let place = along(&at, &dims, &e);
        let on = mask.is_none_or(|m| m.elements.get(i).is_some_and(|s| set(s).unwrap_or(false)));
        if on && view.contains(&place) {
            c.store(view, &place, *value)?;
        }
    }
    Ok(Vec::new())
}

/// The position of `vector.extract` and `insert`, whose dynamic parts are operands from
/// one on.
fn position(c: &Context<'_>, from: usize) -> Result<Vec<usize>, Reason> {
    let mut next = from;
    let mut out = Vec::new();
    for n in c.list("static_position")? {
        let value = if *n == i64::MIN {
            next += 1;
            c.int(next - 1)?.signed() as i64
        } else {
            *n
        };
        out.push(usize::try_from(value).map_err(|_| Reason::undefined("a negative position in a vector"))?);
    }
    Ok(out)
}

/// Where the part of an array at a position begins, and its shape.
fn part(shape: &[usize], at: &[usize]) -> Result<(usize, Vec<usize>), Reason> {
    if at.len() > shape.len() || at.iter().zip(shape).any(|(i, n)| i >= n) {
        return Err(Reason::undefined("a position outside a vector"));
    }
    let rest = shape[at.len()..].to_vec();
    let size: usize = rest.iter().product();
    let number = at.iter().zip(shape).fold(0, |number, (i, n)| number * n + i);
    Ok((number * size, rest))
}

fn extract(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let source = c.array(0)?;
    let (start, rest) = part(&source.shape, &position(c, 1)?)?;
    let count: usize = rest.iter().product();
    let elements = source.elements[start..start + count].to_vec();
    Ok(vec![match (c.result_type(0)?.shape(), elements.first()) {
        (None, Some(one)) => (*one).into(),
        _ => Array { shape: rest, elements }.into(),
    }])
}

fn insert(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let target = c.array(1)?;
    let (start, _) = part(&target.shape, &position(c, 2)?)?;
    let mut made = (**target).clone();
    let new = match c.operands.first() {
        Some(Value::Array(source)) => source.elements.clone(),
        _ => vec![c.scalar(0)?],
    };
    for (place, value) in made.elements[start..].iter_mut().zip(new) {
        *place = value;
    }
    Ok(vec![made.into()])
}

fn broadcast(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (shape, _) = c.result_shape()?;
    let Some(Value::Array(source)) = c.operands.first() else {
        let value = c.scalar(0)?;
        return Ok(vec![Array::of(shape, |_| value).into()]);
    };
    let leading = shape.len() - source.shape.len();
    let from = |at: &[usize]| {
        let own: Vec<usize> = at[leading..].iter().zip(&source.shape).map(|(i, n)| (*i).min(n - 1)).collect();
        source.at(&own)
    };
    Ok(vec![Array::of(shape, from).into()])
}

fn naturals(c: &Context<'_>, name: &str) -> Result<Vec<usize>, Reason> {
    Ok(c.list(name)?.iter().filter_map(|n| usize::try_from(*n).ok()).collect())
}

fn extract_slice(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (source, (shape, _)) = (c.array(0)?, c.result_shape()?);
    let (offsets, steps) = (naturals(c, "offsets")?, naturals(c, "strides")?);
    let from = |at: &[usize]| {
        let mut own = at.to_vec();
        for ((i, o), s) in own.iter_mut().zip(&offsets).zip(&steps) {
            *i = *i * s + o;
        }
        source.at(&own)
    };
    Ok(vec![Array::of(shape, from).into()])
}

fn insert_slice(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (source, target) = (c.array(0)?, c.array(1)?);
    let offsets = naturals(c, "offsets")?;
    let leading = target.shape.len() - source.shape.len();
    let mut made = (**target).clone();
    for (at, value) in coordinates(&source.shape).zip(&source.elements) {
        let mut own = offsets.clone();
        for (i, e) in own[leading..].iter_mut().zip(&at) {
            *i += e;
        }
        let number = crate::value::number(&own, &made.shape);
        if let Some(place) = made.elements.get_mut(number) {
            *place = *value;
        }
    }
    Ok(vec![made.into()])
}

fn shuffle(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (first, second) = (c.array(0)?, c.array(1)?);
    let all: Vec<Scalar> = first.elements.iter().chain(&second.elements).copied().collect();
    let pick = |i: &i64| usize::try_from(*i).ok().and_then(|i| all.get(i).copied()).unwrap_or(Scalar::Poison);
    let elements: Vec<Scalar> = c.list("mask")?.iter().map(pick).collect();
    Ok(vec![Array { shape: vec![elements.len()], elements }.into()])
}

fn mask(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (shape, _) = c.result_shape()?;
    let sizes = match c.op.ints("mask_dim_sizes") {
        Some(sizes) => sizes.to_vec(),
        None => c.indices(0, shape.len())?,
    };
    let inside = |at: &[usize]| at.iter().zip(&sizes).all(|(i, n)| (*i as i64) < *n);
    Ok(vec![Array::of(shape, |at| Int::truth(inside(at)).into()).into()])
}

fn reduction(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let source = c.array(0)?;
    let text = c.op.text("kind").unwrap_or_default();
    let kind = text.trim_start_matches("#vector.kind<").trim_end_matches('>');
    let element = c.result_type(0)?.element();
    let float = matches!(element, Some(Element::Float(_)));
    let kind = match (kind, float) {
        ("add", true) => "addf",
        ("add", false) => "addi",
        ("mul", true) => "mulf",
        ("mul", false) => "muli",
        ("and", _) => "andi",
        ("or", _) => "ori",
        ("xor", _) => "xori",
        (other, _) => other,
    };
    let rule = element.and_then(|e| crate::elementwise::Elementwise::of_kind(kind, e));
    let rule = rule.ok_or_else(|| Reason::unsupported(format!("vector.reduction {text}")))?;
    let mut all = source.elements.clone();
    all.extend((1..c.operands.len()).map(|i| c.scalar(i)).collect::<Result<Vec<_>, _>>()?);
    let mut parts = all.into_iter();
    let mut total = parts.next().unwrap_or(Scalar::Poison);
    for part in parts {
        total = rule.apply(&[total, part])?;
    }
    Ok(vec![total.into()])
}
