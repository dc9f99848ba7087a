//! What types are: scalars, memrefs, vectors, structs.

use melior::ir::r#type::MemRefType;
use melior::ir::{Type, TypeLike};
use mlir_sys::{
    mlirFloatTypeGetWidth, mlirIntegerTypeGetWidth, mlirIntegerTypeIsSignless,
    mlirLLVMPointerTypeGetAddressSpace, mlirLLVMStructTypeGetElementType,
    mlirLLVMStructTypeGetNumElementTypes, mlirMemRefTypeGetStridesAndOffset, mlirShapedTypeGetDimSize,
    mlirShapedTypeGetElementType, mlirShapedTypeGetRank, mlirTypeIsAFloat, mlirTypeIsAIndex,
    mlirTypeIsAInteger, mlirTypeIsALLVMPointerType, mlirTypeIsALLVMStructType, mlirTypeIsAMemRef,
    mlirTypeIsAUnrankedMemRef, mlirTypeIsAVector, mlirVectorTypeGet, mlirVectorTypeIsScalable,
};

use super::attributes::integer;
use crate::ffi;

/// Identifies a type of a context.
pub type TypeKey = usize;

/// The key of a type: equal types are one.
pub fn type_key(r#type: Type<'_>) -> TypeKey {
    r#type.to_raw().ptr as usize
}

/// The address space of a pointer of the LLVM dialect; `None` of other types.
pub fn pointer_space(r#type: Type<'_>) -> Option<u32> {
    let raw = r#type.to_raw();
    // SAFETY: the type is valid, and a pointer where its address space is read.
    unsafe { mlirTypeIsALLVMPointerType(raw).then(|| mlirLLVMPointerTypeGetAddressSpace(raw)) }
}

/// Whether a type is `index`.
pub fn is_index(r#type: Type<'_>) -> bool {
    // SAFETY: the type is valid.
    unsafe { mlirTypeIsAIndex(r#type.to_raw()) }
}

/// The types of which passes know the arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// `index`.
    Index,
    /// A signless integer of so many bits.
    Int(u32),
}

/// A type as a scalar.
pub fn scalar(r#type: Type<'_>) -> Option<Scalar> {
    if is_index(r#type) {
        return Some(Scalar::Index);
    }
    // SAFETY: the type is valid, and an integer where its width is read.
    unsafe {
        let raw = r#type.to_raw();
        (mlirTypeIsAInteger(raw) && mlirIntegerTypeIsSignless(raw))
            .then(|| Scalar::Int(mlirIntegerTypeGetWidth(raw)))
            .filter(|s| matches!(s, Scalar::Int(1..=64)))
    }
}

/// Whether a type is a ranked memref.
pub fn is_memref(r#type: Type<'_>) -> bool {
    // SAFETY: the type is valid.
    unsafe { mlirTypeIsAMemRef(r#type.to_raw()) }
}

/// A type as a ranked memref; `None` for others. (`melior`'s own conversion prints the type to say that
/// it fails.)
pub fn memref<'c>(r#type: Type<'c>) -> Option<MemRefType<'c>> {
    is_memref(r#type).then(|| MemRefType::try_from(r#type).ok()).flatten()
}

/// Whether a type is a memref of unknown rank.
pub fn is_unranked_memref(r#type: Type<'_>) -> bool {
    // SAFETY: the type is valid.
    unsafe { mlirTypeIsAUnrankedMemRef(r#type.to_raw()) }
}

/// Whether a type is a memref of a group's shared memory: in space 3, as NVVM numbers it, or in
/// `#gpu.address_space<workgroup>`.
pub fn is_shared(r#type: Type<'_>) -> bool {
    is_in_space(r#type, 3, "#gpu.address_space<workgroup>")
}

/// Whether a type is a memref of shared memory of any block of a cluster: in space 7, as NVVM numbers it.
pub fn is_of_cluster(r#type: Type<'_>) -> bool {
    is_in_space(r#type, 7, "#nvvm.memory_space<shared_cluster>")
}

/// Whether a type is a memref of a thread's own memory: in space 5, as NVVM numbers it, or in
/// `#gpu.address_space<private>`.
pub fn is_private(r#type: Type<'_>) -> bool {
    is_in_space(r#type, 5, "#gpu.address_space<private>")
}

fn is_in_space(r#type: Type<'_>, number: i64, name: &str) -> bool {
    memref(r#type).and_then(|m| m.memory_space()).is_some_and(|space| match integer(space) {
        Some(stated) => stated == number,
        None => space.to_string() == name,
    })
}

/// The strides and the offset of a memref, those known at run time only as [`DYNAMIC`];
/// `None` where addresses are not strides times indices, and for other types.
pub fn strides(r#type: Type<'_>) -> Option<(Vec<i64>, i64)> {
    if !is_memref(r#type) {
        return None;
    }
    let raw = r#type.to_raw();
    // SAFETY: a memref has a rank, and the arrays have room for what is written.
    unsafe {
        let rank = mlirShapedTypeGetRank(raw).max(0) as usize;
        let (mut strides, mut offset) = (vec![0; rank], 0);
        let found = mlirMemRefTypeGetStridesAndOffset(raw, strides.as_mut_ptr(), &raw mut offset);
        (found.value != 0).then_some((strides, offset))
    }
}

/// An extent, stride or offset that is known at run time only.
pub const DYNAMIC: i64 = i64::MIN;

/// The extents of a memref or vector, those known at run time only as [`DYNAMIC`]; none
/// for other types, and for vectors whose size is the machine's.
pub fn extents(r#type: Type<'_>) -> Vec<i64> {
    let raw = r#type.to_raw();
    // SAFETY: the type is valid, and a vector where it is asked for more.
    let shaped =
        unsafe { mlirTypeIsAMemRef(raw) || mlirTypeIsAVector(raw) && !mlirVectorTypeIsScalable(raw) };
    if !shaped {
        return Vec::new();
    }
    // SAFETY: a memref or vector has a rank and that many extents.
    unsafe { (0..mlirShapedTypeGetRank(raw)).map(|i| mlirShapedTypeGetDimSize(raw, i as isize)).collect() }
}

/// The elements of a memref or vector; `None` for other types.
pub fn element_type<'c>(r#type: Type<'c>) -> Option<Type<'c>> {
    let raw = r#type.to_raw();
    // SAFETY: the type is valid, and has elements where it is asked for them.
    unsafe {
        (mlirTypeIsAMemRef(raw) || mlirTypeIsAVector(raw))
            .then(|| Type::from_raw(mlirShapedTypeGetElementType(raw)))
    }
}

/// The last dimension of a vector of more than one; `None` for other types.
pub fn row<'c>(r#type: Type<'c>) -> Option<Type<'c>> {
    // SAFETY: the type is valid.
    let vector = unsafe { mlirTypeIsAVector(r#type.to_raw()) };
    let extents = extents(r#type);
    let last = u64::try_from(*extents.last()?).ok()?;
    (vector && extents.len() > 1).then(|| Some(Type::vector(&[last], element_type(r#type)?))).flatten()
}

/// A vector type of fixed length: its shape and its elements' type. `None` for other
/// types and for scalable vectors.
pub fn vector(r#type: Type<'_>) -> Option<(Vec<i64>, Type<'_>)> {
    // SAFETY: the type is valid, and a vector where its shape is read.
    unsafe {
        let raw = r#type.to_raw();
        if !mlirTypeIsAVector(raw) || mlirVectorTypeIsScalable(raw) {
            return None;
        }
        let shape = (0..mlirShapedTypeGetRank(raw)).map(|i| mlirShapedTypeGetDimSize(raw, i as isize));
        Some((shape.collect(), Type::from_raw(mlirShapedTypeGetElementType(raw))))
    }
}

/// The vector type of a shape. The elements must be integers, indices or floats.
pub fn vector_type<'c>(shape: &[i64], element: Type<'c>) -> Type<'c> {
    // SAFETY: the shape has as many sizes as stated, and vectors of the elements exist.
    unsafe { Type::from_raw(mlirVectorTypeGet(shape.len() as isize, shape.as_ptr(), element.to_raw())) }
}

/// The types of the fields of a struct of the LLVM dialect; `None` for other types.
pub fn struct_fields<'c>(r#type: Type<'c>) -> Option<Vec<Type<'c>>> {
    let raw = r#type.to_raw();
    // SAFETY: the type is valid, and a struct where its fields are read.
    unsafe {
        mlirTypeIsALLVMStructType(raw).then(|| {
            (0..mlirLLVMStructTypeGetNumElementTypes(raw))
                .map(|i| Type::from_raw(mlirLLVMStructTypeGetElementType(raw, i)))
                .collect()
        })
    }
}

/// The bytes that memory has for a number of a type; `None` where that is no power of two,
/// depends on the machine, or the type is no number.
pub fn bytes(r#type: Type<'_>) -> Option<u64> {
    let bits = bits(r#type)?;
    (bits >= 8 && bits.is_power_of_two()).then_some(u64::from(bits) / 8)
}

/// The bits of an integer or a number with a point; `None` for other types.
pub fn bits(r#type: Type<'_>) -> Option<u32> {
    let raw = r#type.to_raw();
    // SAFETY: the type is valid, and of the kind whose width is read.
    unsafe {
        match () {
            () if mlirTypeIsAInteger(raw) => Some(mlirIntegerTypeGetWidth(raw)),
            () if mlirTypeIsAFloat(raw) => Some(mlirFloatTypeGetWidth(raw)),
            () => None,
        }
    }
}

/// The elements of an array of the LLVM dialect; `None` for other types.
pub fn array_element<'c>(r#type: Type<'c>) -> Option<Type<'c>> {
    // SAFETY: the type is valid, and so is what is not null.
    unsafe { Type::from_option_raw(ffi::layoutArrayElement(r#type.to_raw())) }
}
