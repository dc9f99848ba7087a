//! The bytes of a kernel's parameters.

use super::description::{Argument, Buffer, Memref};
use crate::data::element::{Element, Number};

/// A parameter as the kernel gets it.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// What it is, for messages: `memref x, size 0`.
    pub label: String,
    /// In little-endian order.
    pub bytes: Vec<u8>,
}

/// The parameters that the arguments are. `address` says where a buffer, by its place among `buffers`, lies.
/// Precondition: the job was verified.
pub fn parameters(
    arguments: &[Argument],
    buffers: &[Buffer],
    address: impl Fn(usize) -> u64,
) -> Vec<Parameter> {
    let find = |name: &str| buffers.iter().enumerate().find(|(_, buffer)| buffer.name == name);
    let mut out = Vec::new();
    for argument in arguments {
        match argument {
            Argument::Pointer(name) => {
                if let Some((place, _)) = find(name) {
                    out.push(number(format!("pointer {name}"), Element::U64, address(place).into()));
                }
            }
            Argument::Memref(memref) => {
                if let Some((place, buffer)) = find(&memref.buffer) {
                    descriptor(memref, buffer, address(place), &mut out);
                }
            }
            Argument::I8(x) => out.push(number("i8".into(), Element::I8, (*x).into())),
            Argument::I16(x) => out.push(number("i16".into(), Element::I16, (*x).into())),
            Argument::I32(x) => out.push(number("i32".into(), Element::I32, (*x).into())),
            Argument::I64(x) => out.push(number("i64".into(), Element::I64, (*x).into())),
            Argument::U8(x) => out.push(number("u8".into(), Element::U8, (*x).into())),
            Argument::U16(x) => out.push(number("u16".into(), Element::U16, (*x).into())),
            Argument::U32(x) => out.push(number("u32".into(), Element::U32, (*x).into())),
            Argument::U64(x) => out.push(number("u64".into(), Element::U64, (*x).into())),
            Argument::F16(x) => out.push(encoded("f16".into(), Element::F16, Number::Float(*x))),
            Argument::BF16(x) => out.push(encoded("bf16".into(), Element::BF16, Number::Float(*x))),
            Argument::F32(x) => out.push(encoded("f32".into(), Element::F32, Number::Float(*x))),
            Argument::F64(x) => out.push(encoded("f64".into(), Element::F64, Number::Float(*x))),
        }
    }
    out
}

/// The expanded descriptor of a memref, in MLIR's order.
fn descriptor(memref: &Memref, buffer: &Buffer, address: u64, out: &mut Vec<Parameter>) {
    let label = |what: &str| format!("memref {}, {what}", memref.buffer);
    let index = if memref.index == 32 { Element::I32 } else { Element::I64 };
    let (sizes, strides) = memref.sizes_and_strides(buffer);
    out.push(number(label("allocated pointer"), Element::U64, address.into()));
    out.push(number(label("aligned pointer"), Element::U64, address.into()));
    out.push(number(label("offset"), index, memref.offset.into()));
    for (mode, &size) in sizes.iter().enumerate() {
        out.push(number(label(&format!("size {mode}")), index, size.into()));
    }
    for (mode, &stride) in strides.iter().enumerate() {
        out.push(number(label(&format!("stride {mode}")), index, stride.into()));
    }
}

fn number(label: String, element: Element, number: i128) -> Parameter {
    encoded(label, element, Number::Integer(number))
}

fn encoded(label: String, element: Element, number: Number) -> Parameter {
    let mut bytes = vec![0; element.size()];
    element.encode(number, &mut bytes);
    Parameter { label, bytes }
}
