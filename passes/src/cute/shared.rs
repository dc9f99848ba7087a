//! The shared memory of a kernel: variables of the GPU module, or places in what the launch sizes, where that is more than a
//! kernel has of its own.

use layout_mlir::ir;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, Identifier, OperationRef, Region, Type};

use super::types::Space;
use super::write::Writer;

/// Bytes that a kernel has without asking for them when it is launched.
const OWN: i64 = 48 << 10;
/// What the launch sizes is aligned so, in bytes: what the widest swizzle repeats after.
const DYNAMIC: i64 = 1024;

/// A buffer: the variable's name, its bytes, and how it is aligned.
struct Buffer {
    name: String,
    bytes: i64,
    align: i64,
}

/// The buffers of a kernel.
#[derive(Default)]
pub struct Shared(Vec<Buffer>);

impl Shared {
    /// A variable for so many elements, before the kernel; its name.
    pub fn variable(
        &mut self,
        kernel: OperationRef<'_, '_>,
        element: &str,
        count: i64,
        bits: i64,
        align: i64,
        writer: &mut Writer<'_, '_, '_>,
    ) -> Result<String, String> {
        let name = format!("cute_shared_{}", writer.symbols.next_buffer());
        global(kernel, &name, &format!("!llvm.array<{count} x {element}>"), "internal", align)?;
        self.0.push(Buffer { name: name.clone(), bytes: count * bits / 8, align });
        Ok(name)
    }

    /// All bytes, one buffer behind the other.
    pub fn bytes(&self) -> i64 {
        self.offsets().last().map_or(0, |(_, end)| end)
    }

    /// Where each buffer begins and ends.
    fn offsets(&self) -> impl Iterator<Item = (i64, i64)> {
        self.0.iter().scan(0, |end, buffer| {
            let begin = (*end + buffer.align - 1) / buffer.align * buffer.align;
            *end = begin + buffer.bytes;
            Some((begin, *end))
        })
    }

    /// The bytes that a launch must give the kernel.
    pub fn dynamic(&self) -> Option<i64> {
        Some(self.bytes()).filter(|bytes| *bytes > OWN)
    }

    /// Moves the buffers of a kernel that has too many bytes for variables to what the launch sizes.
    pub fn place<'c: 'a, 'a>(
        &self,
        kernel: OperationRef<'c, 'a>,
        writer: &mut Writer<'_, 'c, 'a>,
    ) -> Result<(), String> {
        let Some(bytes) = self.dynamic() else { return Ok(()) };
        let name = format!("cute_dynamic_{}", writer.symbols.next_buffer());
        let align = self.0.iter().map(|buffer| buffer.align).max().unwrap_or(DYNAMIC).max(DYNAMIC);
        global(kernel, &name, "!llvm.array<0 x i8>", "external", align)?;
        let pointer: Type<'c> = writer.pointer_type(Space::Shared)?;
        let mut dead = Vec::new();
        for address in ir::nested(kernel).into_iter().filter(|op| ir::name(*op) == "llvm.mlir.addressof") {
            let named = address.attribute("global_name").ok().map(|a| a.to_string()).unwrap_or_default();
            let at = self.0.iter().position(|buffer| named == format!("@{}", buffer.name));
            let (Some(at), Some(old)) = (at, ir::result(address)) else { continue };
            let (begin, _) = self.offsets().nth(at).ok_or("has no such buffer")?;
            writer.before = address;
            let base =
                writer.value("llvm.mlir.addressof", &[], &[("global_name", &format!("@{name}"))], pointer)?;
            let offset = format!("array<i32: {begin}>");
            let attributes = [("elem_type", "i8"), ("rawConstantIndices", offset.as_str())];
            let place = writer.value("llvm.getelementptr", &[base], &attributes, pointer)?;
            ir::replace_all_uses(old, place);
            dead.push(address);
        }
        let variables = kernel.block().and_then(ir::block_parent).map(ir::nested).unwrap_or_default();
        let ours = |op: &OperationRef<'_, '_>| {
            let name = ir::symbol(*op);
            ir::name(*op) == "llvm.mlir.global"
                && self.0.iter().any(|buffer| name.as_ref() == Some(&buffer.name))
        };
        dead.extend(variables.into_iter().filter(ours));
        ir::erase_all(&dead).map_err(|e| e.to_string())?;
        let bytes = Attribute::parse(ir::context(kernel), &format!("{bytes} : i64"));
        ir::set_attribute(kernel, "layout.dynamic_shared_memory", bytes.ok_or("has no bytes")?);
        Ok(())
    }
}

/// A variable of the GPU module.
fn global(
    kernel: OperationRef<'_, '_>,
    name: &str,
    r#type: &str,
    linkage: &str,
    align: i64,
) -> Result<(), String> {
    let context = ir::context(kernel);
    let attributes = [
        ("sym_name", format!("\"{name}\"")),
        ("global_type", r#type.to_owned()),
        ("linkage", format!("#llvm.linkage<{linkage}>")),
        ("addr_space", "3 : i32".to_owned()),
        ("alignment", format!("{align} : i64")),
    ];
    let named = attributes.iter().map(|(name, text)| {
        let attribute = Attribute::parse(context, text).ok_or_else(|| format!("{text} is no attribute"))?;
        Ok((Identifier::new(context, name), attribute))
    });
    let global = OperationBuilder::new("llvm.mlir.global", ir::location(kernel))
        .add_attributes(&named.collect::<Result<Vec<_>, String>>()?)
        .add_regions([Region::new()])
        .build();
    let inserted = ir::insert_before(kernel, global.map_err(|e| e.to_string())?);
    inserted.map(drop).ok_or_else(|| "stands in no module".into())
}
