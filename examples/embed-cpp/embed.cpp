// A compiler that puts a tile into swizzled shared memory: builds a function with MLIR's builders, runs
// our passes among upstream's, and reads results and errors.

#include "layout-c/Attributes.h"
#include "layout-c/Dialect.h"
#include "layout-c/Passes.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// 8 rows of 64 halves, swizzled so that columns do not conflict.
static Attribute swizzledTile(Location at) {
  const int64_t sizes[] = {8, 64}, strides[] = {64, 1};
  MlirAttribute rows = mlirLayoutAttrGetStrided(2, sizes, strides, wrap(at));
  return unwrap(mlirLayoutAttrGetSwizzled(rows, /*bits=*/3, /*base=*/3, /*shift=*/3, wrap(at)));
}

/// The types of the results of an operation that is made by its name, by the interface of it.
static LogicalResult inferTypes(OperationState &state) {
  auto operation = state.name.getRegisteredInfo();
  auto *interface = operation ? operation->getInterface<InferTypeOpInterface>() : nullptr;
  SmallVector<Type> types;
  if (!interface ||
      failed(interface->inferReturnTypes(state.getContext(), state.location, state.operands,
                                         state.attributes.getDictionary(state.getContext()),
                                         state.getRawProperties(), state.regions, types)))
    return failure();
  state.addTypes(types);
  return success();
}

/// func.func @name(%tile: memref<8x64xf16, #layout<…>, 3>, %row: index) -> (f16, index)
/// with an element of column 8, and the index of it, which is asked of the first tile of 16 columns.
static func::FuncOp build(OpBuilder &builder, Location at, StringRef name, Attribute layout) {
  Type f16 = builder.getF16Type(), index = builder.getIndexType();
  auto tile = MemRefType::get({8, 64}, f16, cast<MemRefLayoutAttrInterface>(layout),
                              builder.getI64IntegerAttr(3));
  auto function = func::FuncOp::create(builder, at, name,
                                       builder.getFunctionType({tile, index}, {f16, index}));
  OpBuilder::InsertionGuard guard(builder);
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  Value row = body->getArgument(1);
  Value column = arith::ConstantIndexOp::create(builder, at, 8);
  Value element = memref::LoadOp::create(builder, at, body->getArgument(0), ValueRange{row, column});

  // Operations of the dialect by name, with the types and attributes that the C interface makes.
  OperationState make(at, "layout.make");
  make.addTypes(unwrap(mlirLayoutTypeGet(wrap(layout), wrap(at))));
  Value made = builder.create(make)->getResult(0);
  // Where the algebra computes the type of the result, MLIR is asked for it; what is refused is an error at the location.
  OperationState divide(at, "layout.zipped_divide");
  divide.addOperands(made);
  divide.addAttribute("tile", unwrap(mlirLayoutTileAttrGet(wrap(StringRef("[8:1, 16:1]")), wrap(at))));
  if (failed(inferTypes(divide)))
    return nullptr;
  Value tiles = builder.create(divide)->getResult(0);
  OperationState crd2idx(at, "layout.crd2idx");
  crd2idx.addOperands({tiles, row});
  crd2idx.addAttribute("coord", unwrap(mlirLayoutCoordAttrGet(wrap(StringRef("((?,8),0)")), wrap(at))));
  crd2idx.addTypes(index);
  Value where = builder.create(crd2idx)->getResult(0);

  func::ReturnOp::create(builder, at, ValueRange{element, where});
  return function;
}

int main() {
  DialectRegistry registry;
  mlirLayoutRegisterAllDialects(wrap(&registry));
  MLIRContext context(registry);
  context.loadDialect<arith::ArithDialect, func::FuncDialect, memref::MemRefDialect>();
  Location at = UnknownLoc::get(&context);

  // Layouts are values to compute with before there is any IR.
  Attribute layout = swizzledTile(at);
  if (!layout)
    return 1;
  int64_t size, cosize, place;
  const int64_t coordinate[] = {1, 8};
  if (!mlirLayoutAttrGetSize(wrap(layout), &size) ||
      !mlirLayoutAttrGetCosize(wrap(layout), &cosize) ||
      !mlirLayoutAttrGetIndex(wrap(layout), 2, coordinate, &place))
    return 1;
  llvm::outs() << layout << ": " << size << " elements in " << cosize << ", (1,8) at " << place << "\n";

  OpBuilder builder(&context);
  OwningOpRef<ModuleOp> module(ModuleOp::create(builder, at));
  builder.setInsertionPointToEnd(module->getBody());
  if (!build(builder, at, "element", layout) || failed(verify(*module)))
    return 1;
  llvm::outs() << *module << "\n";

  // Ours among upstream's; what is added is appended.
  PassManager passes(&context);
  passes.addPass(createCSEPass());
  MlirOpPassManager manager = wrap(static_cast<OpPassManager *>(&passes));
  StringRef none;
  auto add = [&](StringRef name, StringRef options) {
    return succeeded(unwrap(mlirLayoutAddPass(manager, wrap(name), wrap(options), wrap(at))));
  };
  if (!add("convert-layout-memref", none) || !add("layout-simplify", "target=sm_90a") ||
      !add("convert-layout-to-arith", none))
    return 1;
  passes.addPass(createCanonicalizerPass());
  llvm::outs() << "passes: ";
  passes.printAsTextualPipeline(llvm::outs());
  llvm::outs() << "\n";
  if (failed(passes.run(*module)))
    return 1;
  llvm::outs() << *module << "\n";

  // What is wrong is an error at the location, of which the compiler makes what it likes.
  ScopedDiagnosticHandler handler(&context, [](Diagnostic &diagnostic) {
    llvm::outs() << "told: " << diagnostic << "\n";
    return success();
  });
  bool refused = mlirAttributeIsNull(mlirLayoutAttrGet(wrap(StringRef("(8,64):(64")), wrap(at)));
  refused &= mlirAttributeIsNull(mlirLayoutAttrGetSwizzled(wrap(layout), 3, 3, 3, wrap(at)));
  refused &= !add("layout-simplify", "target=sm_1") || failed(passes.run(*module));
  refused &= !add("layout-simplfy", none) && !add("layout-simplify", "chip=sm_90a");
  return refused ? 0 : 1;
}
