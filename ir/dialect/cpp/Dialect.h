//===- Dialect.h - the generated C++ classes ----------------------*- C++ -*-===//

#ifndef LAYOUT_DIALECT_H
#define LAYOUT_DIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "LayoutDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "LayoutAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "LayoutTypes.h.inc"

#define GET_OP_CLASSES
#include "LayoutOps.h.inc"

#endif // LAYOUT_DIALECT_H
