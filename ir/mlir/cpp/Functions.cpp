//===- Functions.cpp - attributes of operations, of a function's arguments --===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

MlirAttribute layoutAttributes(MlirOperation op) { return wrap(Attribute(unwrap(op)->getAttrDictionary())); }

void layoutSetArgumentAttribute(MlirOperation raw, size_t number, MlirStringRef name,
                                MlirAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(unwrap(raw));
  if (function && number < function.getNumArguments())
    function.setArgAttr(number, unwrap(name), unwrap(attribute));
}

MlirAttribute layoutTakeArgumentAttribute(MlirOperation raw, size_t number,
                                          MlirStringRef name) {
  auto function = dyn_cast<FunctionOpInterface>(unwrap(raw));
  if (!function || number >= function.getNumArguments())
    return MlirAttribute{nullptr};
  return wrap(function.removeArgAttr(number, StringAttr::get(function.getContext(), unwrap(name))));
}
