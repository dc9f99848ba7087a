//! `#layout.tv<…>` and `#layout.mma<…>` of `layout-c/Attributes.h`.

use std::ffi::c_char;

use layout_algebra::{Layout, LayoutLike};
use layout_dialect::AttrValue;
use layout_tile::{Mma, Operand, Tv};
use mlir_sys::{MlirAttribute, MlirLocation, MlirStringRef};

use crate::boundary::{Result, given, hand_out, hand_out_all, made, needed, refuse, shown, value};

/// # Safety
/// The attribute must be valid or null, and its context outlive the encoding.
unsafe fn tv<'c>(attribute: MlirAttribute) -> Option<&'c Tv> {
    // SAFETY: by contract.
    match unsafe { value(attribute) }? {
        AttrValue::Tv(tv) => Some(tv),
        _ => None,
    }
}

/// # Safety
/// The attribute must be valid or null, and its context outlive the instruction.
unsafe fn mma<'c>(attribute: MlirAttribute) -> Option<&'c Mma> {
    // SAFETY: by contract.
    match unsafe { value(attribute) }? {
        AttrValue::Mma(mma) => Some(mma),
        _ => None,
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirAttributeIsALayoutTv(attribute: MlirAttribute) -> bool {
    // SAFETY: the caller's attribute is valid or null.
    unsafe { tv(attribute).is_some() }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutTvAttrGet(
    threads: MlirAttribute,
    values: MlirAttribute,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's handles are valid.
    unsafe {
        made(location, || {
            let plain = |attribute| needed(attribute)?.plain("an encoding").map_err(refuse);
            Ok(AttrValue::Tv(Tv::new(plain(threads)?, plain(values)?).map_err(refuse)?))
        })
    }
}

/// # Safety
/// The handles must be valid.
unsafe fn part(attribute: MlirAttribute, location: MlirLocation, of: fn(&Tv) -> &Layout) -> MlirAttribute {
    // SAFETY: by contract.
    unsafe {
        made(location, || {
            let tv =
                tv(attribute).ok_or_else(|| format!("expected an encoding, found {}", shown(attribute)))?;
            Ok(AttrValue::Layout(of(tv).clone().into()))
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutTvAttrGetThreads(
    attribute: MlirAttribute,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's handles are valid.
    unsafe { part(attribute, location, Tv::threads) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutTvAttrGetValues(
    attribute: MlirAttribute,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's handles are valid.
    unsafe { part(attribute, location, Tv::values) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutTvAttrGetNumThreads(attribute: MlirAttribute) -> i64 {
    // SAFETY: the caller's attribute is valid or null.
    unsafe { tv(attribute) }.map_or(-1, Tv::thread_count)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutTvAttrGetNumValues(attribute: MlirAttribute) -> i64 {
    // SAFETY: the caller's attribute is valid or null.
    unsafe { tv(attribute) }.map_or(-1, Tv::value_count)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutTvAttrGetSize(attribute: MlirAttribute) -> i64 {
    // SAFETY: the caller's attribute is valid or null.
    unsafe { tv(attribute) }.map_or(-1, Tv::size)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutTvAttrGetPosition(
    attribute: MlirAttribute,
    thread: i64,
    number: i64,
    position: *mut i64,
) -> bool {
    // SAFETY: the caller's attribute is valid or null, and the place is valid.
    unsafe {
        hand_out(position, || {
            let tv = tv(attribute)?;
            let held = (0..tv.thread_count()).contains(&thread) && (0..tv.value_count()).contains(&number);
            held.then(|| tv.position(thread, number)).flatten()
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirAttributeIsALayoutMma(attribute: MlirAttribute) -> bool {
    // SAFETY: the caller's attribute is valid or null.
    unsafe { mma(attribute).is_some() }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutMmaAttrGet(
    name: MlirStringRef,
    warps_m: i64,
    warps_n: i64,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's location is valid, and the text lives.
    unsafe {
        made(location, || Ok(AttrValue::Mma(Mma::named(given(name)?, &[warps_m, warps_n]).map_err(refuse)?)))
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutMmaAttrGetShape(
    attribute: MlirAttribute,
    m: *mut i64,
    n: *mut i64,
    k: *mut i64,
) -> bool {
    // SAFETY: the caller's attribute is valid or null, and so are the places.
    unsafe { hand_out_all([m, n, k], || Some(mma(attribute)?.tile())) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutMmaAttrGetNumThreads(attribute: MlirAttribute) -> i64 {
    // SAFETY: the caller's attribute is valid or null.
    unsafe { mma(attribute) }.map_or(-1, Mma::threads)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutMmaAttrGetFragment(
    attribute: MlirAttribute,
    operand: c_char,
    rows: i64,
    columns: i64,
    location: MlirLocation,
) -> MlirAttribute {
    // SAFETY: the caller's handles are valid.
    unsafe {
        made(location, || {
            let no_mma = || format!("expected an instruction, found {}", shown(attribute));
            let operand = named(operand as u8)?;
            let fragment = mma(attribute).ok_or_else(no_mma)?.fragment(operand, rows, columns);
            Ok(AttrValue::Tv(fragment.map_err(refuse)?))
        })
    }
}

fn named(operand: u8) -> Result<Operand> {
    match operand {
        b'A' => Ok(Operand::A),
        b'B' => Ok(Operand::B),
        b'C' => Ok(Operand::C),
        other => {
            Err(format!("an instruction has the operands A, B and C, and no '{}'", other.escape_ascii()))
        }
    }
}
