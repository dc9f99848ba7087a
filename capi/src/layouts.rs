//! `#layout<…>`, `#layout.tile<…>` and `#layout.coord<…>` of `layout-c/Attributes.h`.

use std::ffi::c_void;

use layout_algebra::{
    AnyLayout, Coord, Expr, IntTuple, Layout, LayoutLike, Swizzle, coalesce, composition, left_inverse,
    right_inverse,
};
use layout_dialect::{AttrValue, parse_attr};
use layout_mlir::boundary::{Sink, guarded, slice};
use mlir_sys::{MlirAttribute, MlirLocation, MlirStringCallback, MlirStringRef};

use crate::boundary::{Result, array, given, hand_out, hand_out_all, layout, made, needed, refuse, value};

/// With the symbols that an attribute has.
fn canonical(layout: &AnyLayout) -> AttrValue {
    AttrValue::Layout(layout.canonical().0)
}

/// Symbols of two attributes are not the same though they have the same numbers.
fn one_has_symbols<'a>(layouts: impl IntoIterator<Item = &'a AnyLayout>) -> Result<()> {
    let mut with_symbols = layouts.into_iter().filter(|l| !l.symbols().is_empty());
    match (with_symbols.next(), with_symbols.next()) {
        (Some(a), Some(b)) => Err(format!(
            "{a} and {b} both have symbols, which are not the same; an operation of the dialect knows their values"
        )),
        _ => Ok(()),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirAttributeIsALayout(attribute: MlirAttribute) -> bool {
    // SAFETY: the caller's attribute is valid or null.
    unsafe { layout(attribute).is_some() }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrGet(text: MlirStringRef, location: MlirLocation) -> MlirAttribute {
    // SAFETY: the caller's location is valid, and the text lives.
    unsafe {
        made(location, || {
            let text = given(text)?;
            match parse_attr(text).map_err(|error| format!("'{text}': {error}"))? {
                layout @ AttrValue::Layout(_) => Ok(layout),
                _ => Err(format!("expected a layout, found '{text}'")),
            }
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrGetStrided(
    rank: isize,
    sizes: *const i64,
    strides: *const i64,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's location is valid, and the arrays have so many elements.
    unsafe {
        made(location, || {
            let rank = usize::try_from(rank).map_err(|_| format!("a layout has no rank of {rank}"))?;
            let tuple = |numbers: &[i64]| IntTuple::flat(numbers.iter().map(|n| Expr::from(*n)));
            let (sizes, strides) = (array("sizes", sizes, rank)?, array("strides", strides, rank)?);
            let layout = Layout::new(&tuple(sizes), &tuple(strides)).map_err(refuse)?;
            Ok(AttrValue::Layout(layout.into()))
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrGetNested(
    count: isize,
    modes: *const MlirAttribute,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's location is valid, and the array has so many attributes.
    unsafe {
        made(location, || {
            let count = usize::try_from(count).map_err(|_| format!("a layout has no {count} modes"))?;
            let modes =
                array("modes", modes, count)?.iter().map(|m| needed(*m)).collect::<Result<Vec<_>>>()?;
            one_has_symbols(modes.iter().copied())?;
            let plain = |layout: &&AnyLayout| layout.plain("a mode").cloned().map_err(refuse);
            let modes = modes.iter().map(plain).collect::<Result<Vec<Layout>>>()?;
            Ok(canonical(&Layout::concat(&modes).map_err(refuse)?.into()))
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrGetSwizzled(
    attribute: MlirAttribute,
    bits: i64,
    base: i64,
    shift: i64,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's handles are valid.
    unsafe {
        made(location, || {
            let plain = needed(attribute)?.plain("a swizzle").map_err(refuse)?;
            let swizzle = Swizzle::new(bits, base, shift).map_err(refuse)?;
            Ok(canonical(&format!("{swizzle} o 0 o {plain}").parse::<AnyLayout>().map_err(refuse)?))
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrPrint(
    attribute: MlirAttribute,
    callback: MlirStringCallback,
    data: *mut c_void,
) {
    // SAFETY: the caller's attribute is valid or null, and the callback takes its data.
    let (found, sink) = unsafe { (layout(attribute), Sink::new(callback, data)) };
    if let Some(Ok(text)) = found.map(|l| guarded(|| l.to_string())) {
        sink.put(&text);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrGetNumSymbols(attribute: MlirAttribute) -> isize {
    // SAFETY: the caller's attribute is valid or null.
    unsafe { layout(attribute) }.map_or(-1, |l| l.symbols().len() as isize)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrIsComposed(attribute: MlirAttribute) -> bool {
    // SAFETY: the caller's attribute is valid or null.
    unsafe { layout(attribute) }.is_some_and(|l| l.outer().is_some())
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrGetSwizzle(
    attribute: MlirAttribute,
    bits: *mut i64,
    base: *mut i64,
    shift: *mut i64,
) -> bool {
    // SAFETY: the caller's attribute is valid or null, and so are the places.
    unsafe {
        hand_out_all([bits, base, shift], || {
            let swizzle = layout(attribute)?.swizzle_portion().filter(|s| s.bits() > 0)?;
            Some([swizzle.bits().into(), swizzle.base().into(), swizzle.shift().into()])
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrGetDomain(
    attribute: MlirAttribute,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's handles are valid.
    unsafe { made(location, || Ok(canonical(&needed(attribute)?.domain().clone().into()))) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrGetRank(attribute: MlirAttribute) -> isize {
    // SAFETY: the caller's attribute is valid or null.
    unsafe { layout(attribute) }.map_or(-1, |l| l.domain().rank() as isize)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrGetMode(
    attribute: MlirAttribute,
    mode: isize,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's handles are valid.
    unsafe {
        made(location, || {
            let domain = needed(attribute)?.domain();
            let found = usize::try_from(mode).ok().and_then(|m| domain.modes().into_iter().nth(m));
            let missing = || match domain.rank() {
                0 => format!("{domain} has no mode {mode}; it has none"),
                1 => format!("{domain} has no mode {mode}; it has mode 0 alone"),
                rank => format!("{domain} has no mode {mode}; it has modes 0 to {}", rank - 1),
            };
            Ok(canonical(&found.ok_or_else(missing)?.into()))
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrIsLeaf(attribute: MlirAttribute) -> bool {
    // SAFETY: the caller's attribute is valid or null.
    unsafe { layout(attribute) }.is_some_and(|l| leaf(l).is_some())
}

/// The layout, if it is one size and one stride, and no function is behind it.
fn leaf(layout: &AnyLayout) -> Option<&Layout> {
    let domain = layout.domain();
    (layout.outer().is_none() && domain.profile().depth() <= 1 && domain.stride_leaves().len() == 1)
        .then_some(domain)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrGetStride(attribute: MlirAttribute, stride: *mut i64) -> bool {
    // SAFETY: the caller's attribute is valid or null, and the place is valid.
    unsafe { hand_out(stride, || leaf(layout(attribute)?)?.stride_leaves().first()?.as_const()) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrGetSize(attribute: MlirAttribute, size: *mut i64) -> bool {
    // SAFETY: the caller's attribute is valid or null, and the place is valid.
    unsafe { hand_out(size, || layout(attribute)?.size().ok()?.as_const()) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrGetCosize(attribute: MlirAttribute, cosize: *mut i64) -> bool {
    // SAFETY: the caller's attribute is valid or null, and the place is valid.
    unsafe { hand_out(cosize, || layout(attribute)?.cosize().ok()?.as_const()) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrGetIndex(
    attribute: MlirAttribute,
    rank: isize,
    coordinate: *const i64,
    index: *mut i64,
) -> bool {
    // SAFETY: the caller's attribute is valid or null, the array has so many elements, and the place is valid.
    unsafe {
        hand_out(index, || {
            let layout = layout(attribute)?;
            let coordinate = slice(coordinate, usize::try_from(rank).ok()?);
            let modes = layout.domain().modes();
            let sizes: Vec<Option<i64>> = match coordinate {
                [_] => vec![layout.size().ok()?.as_const()],
                _ => modes.iter().map(|m| m.size().ok()?.as_const()).collect(),
            };
            let inside = |(at, size): (&i64, &Option<i64>)| *at >= 0 && size.is_none_or(|n| *at < n);
            if coordinate.len() != sizes.len() || !coordinate.iter().zip(&sizes).all(inside) {
                return None;
            }
            let at = |n: &i64| Coord::Int(Expr::Const(*n));
            let coordinate = match coordinate {
                [one] => at(one),
                several => Coord::Tuple(several.iter().map(at).collect()),
            };
            layout.eval_at(&coordinate).ok()
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrCoalesce(
    attribute: MlirAttribute,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's handles are valid.
    unsafe { made(location, || Ok(canonical(&coalesce(needed(attribute)?).map_err(refuse)?))) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrRightInverse(
    attribute: MlirAttribute,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's handles are valid.
    unsafe { made(location, || Ok(canonical(&right_inverse(needed(attribute)?).map_err(refuse)?))) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrLeftInverse(
    attribute: MlirAttribute,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's handles are valid.
    unsafe { made(location, || Ok(canonical(&left_inverse(needed(attribute)?).map_err(refuse)?))) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAttrComposition(
    attribute: MlirAttribute,
    by: MlirAttribute,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's handles are valid.
    unsafe {
        made(location, || {
            let (layout, by) = (needed(attribute)?, needed(by)?);
            one_has_symbols([layout, by])?;
            Ok(canonical(&composition(layout, by).map_err(refuse)?))
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirAttributeIsALayoutTile(attribute: MlirAttribute) -> bool {
    // SAFETY: the caller's attribute is valid or null.
    matches!(unsafe { value(attribute) }, Some(AttrValue::Tile(_)))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutTileAttrGet(text: MlirStringRef, location: MlirLocation) -> MlirAttribute {
    // SAFETY: the caller's location is valid, and the text lives.
    unsafe { made(location, || within("tile", given(text)?)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirAttributeIsALayoutCoord(attribute: MlirAttribute) -> bool {
    // SAFETY: the caller's attribute is valid or null.
    matches!(unsafe { value(attribute) }, Some(AttrValue::Coordinate(_)))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutCoordAttrGet(text: MlirStringRef, location: MlirLocation) -> MlirAttribute {
    // SAFETY: the caller's location is valid, and the text lives.
    unsafe { made(location, || within("coord", given(text)?)) }
}

/// What `#layout.kind<text>` is.
fn within(kind: &str, text: &str) -> Result<AttrValue> {
    parse_attr(&format!("{kind}<{text}>")).map_err(|error| format!("'{text}': {}", error.kind))
}
