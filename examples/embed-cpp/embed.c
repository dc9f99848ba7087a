/* A tool in C: reads a module, runs a pipeline, prints what came out. */

#include "layout-c/Attributes.h"
#include "layout-c/Dialect.h"
#include "layout-c/Passes.h"

#include <stdio.h>

#include "mlir-c/Diagnostics.h"

static const char source[] = "#tile = #layout<(4,8):(8,1)>\n"
                             "func.func @address(%i: index) -> index {\n"
                             "  %l = layout.make : !layout<(4,8):(8,1)>\n"
                             "  %x = layout.crd2idx %l(%i, 3) : !layout<(4,8):(8,1)>\n"
                             "  return %x : index\n"
                             "}\n";

static MlirStringRef text(const char *text) { return mlirStringRefCreateFromCString(text); }

static void print(MlirStringRef piece, void *file) {
  fwrite(piece.data, 1, piece.length, (FILE *)file);
}

static MlirLogicalResult tell(MlirDiagnostic diagnostic, void *file) {
  fputs("told: ", (FILE *)file);
  mlirDiagnosticPrint(diagnostic, print, file);
  fputs("\n", (FILE *)file);
  return mlirLogicalResultSuccess();
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirLayoutRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, /*threading=*/false);
  mlirDialectRegistryDestroy(registry);
  MlirLocation at = mlirLocationUnknownGet(context);
  mlirContextAttachDiagnosticHandler(context, tell, stdout, NULL);

  MlirModule module = mlirModuleCreateParse(context, text(source));
  MlirPassManager passes = mlirPassManagerCreate(context);
  MlirOpPassManager manager = mlirPassManagerGetAsOpPassManager(passes);
  int failed = mlirModuleIsNull(module) ||
               mlirLogicalResultIsFailure(mlirLayoutAddPipeline(
                   manager, text("canonicalize,layout-simplify,convert-layout-to-arith,cse"), at)) ||
               mlirLogicalResultIsFailure(
                   mlirPassManagerRunOnOp(passes, mlirModuleGetOperation(module)));
  if (!failed)
    mlirOperationPrint(mlirModuleGetOperation(module), print, stdout);

  /* Who holds the elements of an operand of a product. */
  MlirAttribute mma = mlirLayoutMmaAttrGet(text("m16n8k16"), 1, 1, at);
  MlirAttribute a = mlirLayoutMmaAttrGetFragment(mma, 'A', 16, 16, at);
  int64_t position = -1;
  failed |= !mlirLayoutTvAttrGetPosition(a, 5, 1, &position);
  printf("thread 5 holds row %d, column %d of A as its value 1\n", (int)(position % 16), (int)(position / 16));

  /* Mistakes. */
  failed |= !mlirAttributeIsNull(mlirLayoutMmaAttrGetFragment(mma, 'D', 16, 16, at));
  failed |= !mlirAttributeIsNull(mlirLayoutMmaAttrGetFragment(a, 'A', 16, 16, at));
  failed |= mlirLogicalResultIsSuccess(mlirLayoutAddPipeline(manager, text("cse,nothing"), at));

  mlirPassManagerDestroy(passes);
  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return failed;
}
