//! The operations on named instructions: lookup, and tiling over threads.

use layout_algebra::cute;
use layout_algebra::draw::Tiles;
use layout_algebra::{
    AnyLayout, Expr, IntTuple, Layout, Stride, Tiler, compact_col_major, compact_row_major,
    make_identity_layout,
};
use layout_target::{
    AtomError, MmaAtom, Operand, SmemAtom, TiledCopy, TiledMma, copy_atom, gmma_smem_atom, mma_atom,
    type_bits,
};

use crate::ops::OpError;
use crate::value::Value;

type Result<T> = std::result::Result<T, OpError>;

fn refuse<E: std::fmt::Display>(error: E) -> OpError {
    OpError::Refused(error.to_string())
}

/// An instruction that is not in the tables is not supported; all else is refused.
fn failed(error: AtomError) -> OpError {
    match error {
        AtomError::Unknown { .. } | AtomError::Type(_) => OpError::Unsupported(error.to_string()),
        error => OpError::Refused(error.to_string()),
    }
}

/// Computes one.
///
/// # Errors
/// [`OpError`].
pub fn apply(op: &str, inputs: &[String]) -> Result<Value> {
    let input = |i: usize| -> Result<&str> {
        let missing = || OpError::Unsupported(format!("{op}: operand {} is missing", i + 1));
        inputs.get(i).map(String::as_str).ok_or_else(missing)
    };
    match op {
        "mma_atom" => Ok(mma_fields(&mma_atom(input(0)?).map_err(failed)?)),
        "copy_atom" => {
            let atom = copy_atom(input(0)?).map_err(failed)?;
            Ok(fields(["ThrID", "SrcLayout", "DstLayout", "RefLayout"].into_iter().zip([
                atom.thr_id,
                atom.src,
                atom.dst,
                atom.reference,
            ])))
        }
        "copy_atom_val" => {
            let bits = type_bits(input(1)?).map_err(failed)?;
            let values = copy_atom(input(0)?).and_then(|a| a.values(bits)).map_err(failed)?;
            Ok(fields(["ValLayoutSrc", "ValLayoutDst", "ValLayoutRef"].into_iter().zip(values)))
        }
        "gmma_smem_atom" => smem("atom", &gmma_smem_atom(input(0)?, input(1)?).map_err(failed)?),
        "gmma_smem_tile_to_shape" => {
            let atom = gmma_smem_atom(input(0)?, input(1)?).map_err(failed)?;
            let shape: IntTuple = cute::parse(input(2)?, 0).map_err(refuse)?;
            let order = inputs.get(3).map(|o| cute::parse(o, 1 << 16)).transpose().map_err(refuse)?;
            let tiled = smem("tiled", &atom.tile_to_shape(&shape, order.as_ref()).map_err(failed)?)?;
            Ok(match tiled {
                // With an order only the flagged form is asked for.
                Value::Fields(mut parts) if order.is_some() => {
                    parts.truncate(1);
                    Value::Fields(parts)
                }
                other => other,
            })
        }
        "tiled_mma" => tiled_mma(&tiled_mma_of(input(0)?)?, &inputs[1..]),
        _ => tiled_copy(&tiled_copy_of(input(0)?)?, &inputs[1..]),
    }
}

/// The fragments of an instruction, or of a tiling of it as `tiled_mma` takes it.
///
/// # Errors
/// A message.
pub fn mma_picture(text: &str) -> std::result::Result<Tiles, String> {
    let message = |e: OpError| e.to_string();
    match text.trim().contains(' ') {
        true => tiled_mma_of(text).and_then(|mma| mma.picture().map_err(failed)).map_err(message),
        false => mma_atom(text.trim()).map(|atom| atom.picture()).map_err(|e| e.to_string()),
    }
}

/// What the threads of a tiled copy read and write, which is described as `tiled_copy`
/// takes it.
///
/// # Errors
/// A message.
pub fn copy_picture(text: &str) -> std::result::Result<Tiles, String> {
    tiled_copy_of(text).and_then(|copy| copy.picture().map_err(failed)).map_err(|e| e.to_string())
}

fn fields(parts: impl Iterator<Item = (&'static str, Layout)>) -> Value {
    Value::Fields(parts.map(|(name, layout)| (name.to_owned(), layout.into())).collect())
}

fn mma_fields(atom: &MmaAtom) -> Value {
    let shape = IntTuple::flat(atom.shape.map(Expr::from));
    let mut out: Vec<(String, Value)> = vec![("Shape_MNK".into(), shape.into())];
    let layouts = [("ThrID", &atom.thr_id), ("ALayout", &atom.a), ("BLayout", &atom.b), ("CLayout", &atom.c)];
    out.extend(layouts.map(|(name, layout)| (name.to_owned(), layout.clone().into())));
    match &atom.e {
        Some(e) => out.push(("ELayout".into(), e.clone().into())),
        // CuTe's sparse instructions name no operand types.
        None if atom.name.contains("SPARSE") => {}
        None => {
            let names = ["bitsD", "bitsA", "bitsB", "bitsC"];
            let widths = names.into_iter().zip(atom.bits);
            out.extend(widths.map(|(name, bits)| (name.to_owned(), Expr::from(bits).into())));
        }
    }
    Value::Fields(out)
}

/// The swizzle of byte addresses, as CuTe prints it, and that of elements.
fn smem(name: &str, atom: &SmemAtom) -> Result<Value> {
    let flagged = format!(
        "{} o smem_ptr[{}b](unset) o {}",
        cute::print(&atom.swizzle),
        atom.bits,
        cute::print(&atom.layout)
    );
    let elements: AnyLayout = atom.position_independent().map_err(failed)?;
    Ok(Value::Fields(vec![
        (name.into(), Value::Name(flagged)),
        ("position_independent".into(), elements.into()),
    ]))
}

/// `Layout<Shape<_2,_2>,Stride<_2,_1>>` and `Tile<_32,Layout<…>,_>` as CuTe's
/// notation has them: `(_2,_2):(_2,_1)` and `<_32,…,_>`.
fn from_types(text: &str) -> Result<String> {
    let text = text.trim();
    let tuple = |t: &str| t.replace("Shape<", "(").replace("Stride<", "(").replace('>', ")");
    if let Some(inner) = text.strip_prefix("Layout<").and_then(|t| t.strip_suffix('>')) {
        let parts = arguments(inner);
        return match parts.as_slice() {
            [shape] => {
                let shape: IntTuple = cute::parse(&tuple(shape), 0).map_err(refuse)?;
                let stride = compact_col_major(&shape, &Expr::ONE).map_err(refuse)?;
                Ok(cute::print(&Layout::new(&shape, &stride).map_err(refuse)?))
            }
            [shape, stride] => Ok(format!("{}:{}", tuple(shape), tuple(stride))),
            _ => Err(OpError::Unsupported(format!("`{text}` is no layout"))),
        };
    }
    if let Some(inner) = text.strip_prefix("Tile<").and_then(|t| t.strip_suffix('>')) {
        let parts = arguments(inner).iter().map(|p| from_types(p)).collect::<Result<Vec<_>>>()?;
        return Ok(format!("<{}>", parts.join(",")));
    }
    Ok(text.into())
}

/// The arguments between commas outside brackets.
fn arguments(text: &str) -> Vec<String> {
    let (mut out, mut depth) = (vec![String::new()], 0i32);
    for c in text.chars() {
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            _ => {}
        }
        match (c, out.last_mut()) {
            (',', _) if depth == 0 => out.push(String::new()),
            (_, Some(last)) => last.push(c),
            (_, None) => {}
        }
    }
    out
}

/// A layout written with plain static integers, or as CuTe's type.
fn static_layout(text: &str) -> Result<Layout> {
    let text = from_types(text)?;
    let plain = text.replace('_', "");
    match plain.contains(':') {
        true => plain.parse().map_err(refuse),
        false => {
            let shape: IntTuple = plain.parse().map_err(refuse)?;
            let stride = compact_col_major(&shape, &Expr::ONE).map_err(refuse)?;
            Layout::new(&shape, &stride).map_err(refuse)
        }
    }
}

/// `NAME [[thr] LAYOUT] [perm TILE]`.
fn tiled_mma_of(text: &str) -> Result<TiledMma> {
    let (text, permutation) = match text.split_once(" perm ") {
        Some((text, tile)) => (text, tile.trim().to_owned()),
        None => (text, "Tile<_,_,_>".into()),
    };
    let (name, threads) = match text.trim().split_once(' ') {
        Some((name, threads)) => (name, threads.trim().trim_start_matches("thr ").to_owned()),
        None => (text.trim(), "(1,1,1)".into()),
    };
    let atom = mma_atom(name).map_err(failed)?;
    let tiles: Vec<String> = match permutation.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        Some(sizes) => arguments(sizes).iter().map(|n| format!("_{n}")).collect(),
        None => arguments(permutation.trim_start_matches("Tile<").strip_suffix('>').unwrap_or(&permutation))
            .iter()
            .map(|t| from_types(t))
            .collect::<Result<_>>()?,
    };
    let tiles: Vec<Tiler> = tiles.iter().map(|t| cute::parse(t, 0).map_err(refuse)).collect::<Result<_>>()?;
    TiledMma::new(&atom, &static_layout(&threads)?, &tiles).map_err(failed)
}

/// `OP,TYPE thr LAYOUT val LAYOUT` (a space will do for the comma), or `make_tiled_copy_A(OP,TYPE; [NAME =] MMA)`.
fn tiled_copy_of(text: &str) -> Result<TiledCopy> {
    let bad = || OpError::Unsupported(format!("`{text}` describes no tiled copy"));
    let atom_of = |t: &str| -> Result<_> {
        let (name, element) = t.trim().rsplit_once([',', ' ']).ok_or_else(bad)?;
        Ok((copy_atom(name.trim()).map_err(failed)?, type_bits(element.trim()).map_err(failed)?))
    };
    if let Some(rest) = text.strip_prefix("make_tiled_copy_") {
        let operand = match rest.chars().next() {
            Some('A') => Operand::A,
            Some('B') => Operand::B,
            Some('C') => Operand::C,
            _ => return Err(bad()),
        };
        let inner = rest[1..].strip_prefix('(').and_then(|t| t.strip_suffix(')')).ok_or_else(bad)?;
        let (atom, mma) = inner.split_once(';').ok_or_else(bad)?;
        let mma = mma.split_once('=').map_or(mma, |(_, mma)| mma);
        let (atom, bits) = atom_of(atom)?;
        return TiledCopy::of_operand(&atom, bits, &tiled_mma_of(mma.trim())?, operand).map_err(failed);
    }
    let (atom, rest) = text.split_once(" thr ").ok_or_else(bad)?;
    let (threads, values) = rest.split_once(" val ").ok_or_else(bad)?;
    let (atom, bits) = atom_of(atom)?;
    TiledCopy::of_threads(&atom, bits, &static_layout(threads)?, &static_layout(values)?).map_err(failed)
}

/// How a tensor to be partitioned is laid out.
enum Order {
    Left,
    Right,
    Identity,
}

fn tiles_and_order(inputs: &[String]) -> Result<Option<(i64, Order)>> {
    let [tiles, order] = inputs else {
        let one = |tiles| {
            OpError::Unsupported(format!(
                "`{tiles}` tiles in which order? LayoutLeft, LayoutRight or identity"
            ))
        };
        return inputs.first().map_or(Ok(None), |tiles| Err(one(tiles)));
    };
    let bad = || OpError::Unsupported(format!("`{tiles}`, `{order}` describe no tensor"));
    let count =
        tiles.split(['x', ' ']).next().and_then(|n| n.parse().ok()).filter(|n| *n > 0).ok_or_else(bad)?;
    let order = match order.as_str() {
        "LayoutLeft" => Order::Left,
        "LayoutRight" => Order::Right,
        "identity" => Order::Identity,
        _ => return Err(bad()),
    };
    Ok(Some((count, order)))
}

/// The shape of `count` tiles in each mode.
fn times(shape: &[Expr], count: i64) -> Result<IntTuple> {
    let sizes = shape.iter().map(|s| s.mul(&count.into())).collect::<std::result::Result<Vec<_>, _>>();
    Ok(IntTuple::flat(sizes.map_err(refuse)?))
}

fn compact(shape: &IntTuple, right: bool) -> Result<Layout> {
    let stride =
        if right { compact_row_major(shape, &Expr::ONE) } else { compact_col_major(shape, &Expr::ONE) };
    Layout::new(shape, &stride.map_err(refuse)?).map_err(refuse)
}

fn tiled_mma(mma: &TiledMma, inputs: &[String]) -> Result<Value> {
    let tile = mma.tile_shape().map_err(failed)?;
    let operands = [("A", Operand::A, [0, 2]), ("B", Operand::B, [1, 2]), ("C", Operand::C, [0, 1])];
    let Some((count, order)) = tiles_and_order(inputs)? else {
        let mut out: Vec<(String, Value)> =
            vec![("thr_layout_vmnk".into(), mma.thr_layout_vmnk().clone().into())];
        for (name, size) in ["M", "N", "K"].iter().zip(&tile.leaves) {
            out.push((format!("tile_size_{name}"), size.clone().into()));
        }
        for (name, operand, _) in operands {
            out.push((format!("layout{name}_TV"), mma.layout_tv(operand).map_err(failed)?.into()));
        }
        return Ok(Value::Fields(out));
    };
    let mut out = Vec::new();
    for (name, operand, modes) in operands {
        let shape = times(&modes.map(|m| tile.leaves[m].clone()), count)?;
        let fragments: Value = match order {
            Order::Identity => {
                fragments(mma, operand, &make_identity_layout(&shape).map_err(refuse)?)?.into()
            }
            Order::Left => fragments(mma, operand, &compact(&shape, false)?)?.into(),
            Order::Right => fragments(mma, operand, &compact(&shape, true)?)?.into(),
        };
        out.push((format!("thrfrg_{name}"), fragments));
    }
    Ok(Value::Fields(out))
}

fn fragments<D: Stride>(mma: &TiledMma, operand: Operand, tensor: &Layout<D>) -> Result<Layout<D>> {
    mma.thrfrg(operand, tensor).map_err(failed)
}

fn tiled_copy(copy: &TiledCopy, inputs: &[String]) -> Result<Value> {
    let Some((count, order)) = tiles_and_order(inputs)? else {
        return Ok(Value::Fields(vec![
            ("Tiler_MN".into(), copy.tile_shape().clone().into()),
            ("TiledLayout_TV".into(), copy.layout_tv().clone().into()),
            ("layoutS_TV".into(), copy.layout_s_tv().map_err(failed)?.into()),
            ("layoutD_TV".into(), copy.layout_d_tv().map_err(failed)?.into()),
        ]));
    };
    let shape = times(&copy.tile_shape().leaves, count)?;
    let (source, destination): (Value, Value) = match order {
        Order::Identity => {
            let tensor = make_identity_layout(&shape).map_err(refuse)?;
            (copy.tidfrg_s(&tensor).map_err(failed)?.into(), copy.tidfrg_d(&tensor).map_err(failed)?.into())
        }
        order => {
            let tensor = compact(&shape, matches!(order, Order::Right))?;
            (copy.tidfrg_s(&tensor).map_err(failed)?.into(), copy.tidfrg_d(&tensor).map_err(failed)?.into())
        }
    };
    Ok(Value::Fields(vec![("tidfrg_S".into(), source), ("tidfrg_D".into(), destination)]))
}
