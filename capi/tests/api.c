/* Each function, of what it is for and of what it is not: null, other kinds, numbers out of range. */

#include "layout-c/Attributes.h"
#include "layout-c/Dialect.h"
#include "layout-c/Passes.h"

#include <stdio.h>
#include <string.h>

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"

static int wrong;
static char told[4096];

#define CHECK(condition)                                                                             \
  do {                                                                                               \
    if (!(condition)) {                                                                              \
      fprintf(stderr, "line %d: %s; told: %s\n", __LINE__, #condition, told);                        \
      wrong = 1;                                                                                     \
    }                                                                                                \
  } while (0)

static void append(MlirStringRef piece, void *place) {
  char *out = (char *)place;
  strncat(out, piece.data, piece.length);
}

static MlirLogicalResult tell(MlirDiagnostic diagnostic, void *data) {
  (void)data;
  told[0] = 0;
  mlirDiagnosticPrint(diagnostic, append, told);
  return mlirLogicalResultSuccess();
}

static MlirStringRef text(const char *text) { return mlirStringRefCreateFromCString(text); }

/* Whether an attribute prints so. */
static bool is(MlirAttribute attribute, const char *expected) {
  char found[1024] = "";
  if (mlirAttributeIsNull(attribute))
    return false;
  mlirAttributePrint(attribute, append, found);
  return !strcmp(found, expected);
}

static bool type_is(MlirType type, const char *expected) {
  char found[1024] = "";
  if (mlirTypeIsNull(type))
    return false;
  mlirTypePrint(type, append, found);
  return !strcmp(found, expected);
}

/* Whether nothing was made, and what was told has these words. */
static bool refused(MlirAttribute attribute, const char *why) {
  bool found = mlirAttributeIsNull(attribute) && strstr(told, why);
  if (found)
    told[0] = 0;
  return found;
}

static const MlirAttribute no_attribute = {NULL};
static const MlirType no_type = {NULL};
static const MlirLocation no_location = {NULL};

static void layouts(MlirContext context, MlirLocation at) {
  MlirAttribute other = mlirUnitAttrGet(context);
  MlirAttribute rows = mlirLayoutAttrGet(text("(8, 64) : (64, 1)"), at);
  MlirAttribute dynamic = mlirLayoutAttrGet(text("(M,N{div=8}):(N,1)"), at);
  MlirAttribute composed = mlirLayoutAttrGet(text("(20):(3) o 2 o (20):(3)"), at);
  CHECK(is(rows, "#layout<(8,64):(64,1)>"));
  CHECK(is(dynamic, "#layout<(?,?{div=8}):(s1,1)>"));
  CHECK(is(mlirLayoutAttrGet(text("right<(8,64)>"), at), "#layout<(8,64):(64,1)>"));
  CHECK(refused(mlirLayoutAttrGet(text("tile<[8:1]>"), at), "expected a layout"));
  CHECK(refused(mlirLayoutAttrGet(text("(8,64):(64"), at), "at byte 10"));
  CHECK(refused(mlirLayoutAttrGet(text("rigt<(8,64)>"), at), "right<…>, left<…>, tile<…>, coord<…>, tv<…>, frag<…> or mma<…>, found `rigt<`"));
  CHECK(refused(mlirLayoutAttrGet(mlirStringRefCreate("\xff", 1), at), "UTF-8"));
  CHECK(refused(mlirLayoutAttrGet(mlirStringRefCreate(NULL, 0), at), "null"));

  const int64_t sizes[] = {8, 64}, strides[] = {64, 1}, zero[] = {0, 4};
  CHECK(mlirAttributeEqual(mlirLayoutAttrGetStrided(2, sizes, strides, at), rows));
  CHECK(refused(mlirLayoutAttrGetStrided(-1, sizes, strides, at), "rank"));
  CHECK(refused(mlirLayoutAttrGetStrided(2, zero, strides, at), "0"));
  CHECK(refused(mlirLayoutAttrGetStrided(2, NULL, NULL, at), "the array of sizes is null, and 2 are"));
  CHECK(refused(mlirLayoutAttrGetStrided(1, sizes, NULL, at), "the array of strides is null, and 1 are"));
  CHECK(is(mlirLayoutAttrGetStrided(0, NULL, NULL, at), "#layout<():()>"));
  CHECK(mlirAttributeIsNull(mlirLayoutAttrGetStrided(2, sizes, strides, no_location)));
  CHECK(mlirAttributeIsNull(mlirLayoutAttrGet(text("4:1"), no_location)) && mlirTypeIsNull(mlirLayoutTypeGet(rows, no_location)));

  CHECK(mlirAttributeIsALayout(rows) && mlirAttributeIsALayout(dynamic));
  CHECK(!mlirAttributeIsALayout(other) && !mlirAttributeIsALayout(no_attribute));
  CHECK(mlirLayoutAttrGetNumSymbols(rows) == 0 && mlirLayoutAttrGetNumSymbols(dynamic) == 2);
  CHECK(mlirLayoutAttrGetNumSymbols(other) == -1 && mlirLayoutAttrGetNumSymbols(no_attribute) == -1);

  MlirAttribute swizzled = mlirLayoutAttrGetSwizzled(rows, 3, 4, 3, at);
  int64_t a = 0, b = 0, c = 0;
  CHECK(is(swizzled, "#layout<S<3,4,3> o 0 o (8,64):(64,1)>"));
  CHECK(is(mlirLayoutAttrGetSwizzled(dynamic, 3, 4, 3, at), "#layout<S<3,4,3> o 0 o (?,?{div=8}):(s1,1)>"));
  CHECK(mlirLayoutAttrGetSwizzle(swizzled, &a, &b, &c) && a == 3 && b == 4 && c == 3);
  CHECK(!mlirLayoutAttrGetSwizzle(rows, &a, &b, &c) && !mlirLayoutAttrGetSwizzle(no_attribute, &a, &b, &c));
  CHECK(refused(mlirLayoutAttrGetSwizzled(rows, -1, 4, 3, at), "-1"));
  CHECK(refused(mlirLayoutAttrGetSwizzled(swizzled, 3, 4, 3, at), "composed"));
  CHECK(refused(mlirLayoutAttrGetSwizzled(other, 3, 4, 3, at), "expected a layout, found unit"));
  CHECK(mlirLayoutAttrIsComposed(swizzled) && mlirLayoutAttrIsComposed(composed));
  CHECK(!mlirLayoutAttrIsComposed(rows) && !mlirLayoutAttrIsComposed(no_attribute));
  CHECK(mlirAttributeEqual(mlirLayoutAttrGetDomain(swizzled, at), rows));
  CHECK(mlirAttributeEqual(mlirLayoutAttrGetDomain(rows, at), rows));
  CHECK(refused(mlirLayoutAttrGetDomain(no_attribute, at), "expected a layout, found no attribute"));

  MlirAttribute modes[] = {rows, mlirLayoutAttrGet(text("2:512"), at), dynamic};
  MlirAttribute nested = mlirLayoutAttrGetNested(2, modes, at);
  CHECK(is(nested, "#layout<((8,64),2):((64,1),512)>"));
  CHECK(is(mlirLayoutAttrGetNested(2, modes + 1, at), "#layout<(2,(?,?{div=8})):(512,(s1,1))>"));
  modes[0] = dynamic;
  CHECK(refused(mlirLayoutAttrGetNested(3, modes, at), "both have symbols"));
  modes[0] = swizzled;
  CHECK(refused(mlirLayoutAttrGetNested(2, modes, at), "composed"));
  CHECK(refused(mlirLayoutAttrGetNested(-2, modes, at), "-2 modes"));
  CHECK(refused(mlirLayoutAttrGetNested(2, NULL, at), "the array of modes is null, and 2 are"));
  CHECK(is(mlirLayoutAttrGetNested(0, NULL, at), "#layout<():()>"));
  CHECK(mlirLayoutAttrGetRank(nested) == 2 && mlirLayoutAttrGetRank(swizzled) == 2);
  CHECK(mlirLayoutAttrGetRank(other) == -1);
  CHECK(mlirAttributeEqual(mlirLayoutAttrGetMode(nested, 0, at), rows));
  CHECK(is(mlirLayoutAttrGetMode(dynamic, 1, at), "#layout<?{div=8}:1>"));
  CHECK(refused(mlirLayoutAttrGetMode(nested, 2, at), "has no mode 2; it has modes 0 to 1"));
  CHECK(refused(mlirLayoutAttrGetMode(modes[1], 1, at), "has no mode 1; it has mode 0 alone"));
  CHECK(refused(mlirLayoutAttrGetMode(nested, -1, at), "has no mode -1"));

  MlirAttribute leaf = mlirLayoutAttrGetMode(nested, 1, at);
  CHECK(mlirLayoutAttrIsLeaf(leaf) && !mlirLayoutAttrIsLeaf(nested) && !mlirLayoutAttrIsLeaf(no_attribute));
  CHECK(mlirLayoutAttrIsLeaf(mlirLayoutAttrGetMode(dynamic, 0, at)));
  CHECK(mlirLayoutAttrGetStride(leaf, &a) && a == 512);
  CHECK(!mlirLayoutAttrGetStride(nested, &a) && !mlirLayoutAttrGetStride(mlirLayoutAttrGetMode(dynamic, 0, at), &a));
  CHECK(mlirLayoutAttrGetSize(nested, &a) && a == 1024 && mlirLayoutAttrGetCosize(nested, &a) && a == 1024);
  CHECK(mlirLayoutAttrGetSize(leaf, &a) && a == 2 && mlirLayoutAttrGetCosize(leaf, &a) && a == 513);
  CHECK(!mlirLayoutAttrGetSize(dynamic, &a) && !mlirLayoutAttrGetCosize(dynamic, &a));
  CHECK(!mlirLayoutAttrGetSize(no_attribute, &a) && !mlirLayoutAttrGetCosize(other, &a));
  CHECK(mlirLayoutAttrGetCosize(mlirLayoutAttrGet(text("4:-1"), at), &a) && a == 4);
  CHECK(!mlirLayoutAttrGetSize(rows, NULL) && !mlirLayoutAttrGetStride(leaf, NULL));
  CHECK(!mlirLayoutAttrGetSwizzle(swizzled, &a, NULL, &c));

  const int64_t coordinate[] = {3, 5, 0}, outside[] = {8, 0}, below[] = {0, -1};
  CHECK(mlirLayoutAttrGetIndex(rows, 2, coordinate, &a) && a == 3 * 64 + 5);
  CHECK(mlirLayoutAttrGetIndex(rows, 1, coordinate, &a) && a == 3 * 64);
  CHECK(mlirLayoutAttrGetIndex(nested, 2, coordinate + 1, &a) && a == 5 * 64);
  CHECK(mlirLayoutAttrGetIndex(swizzled, 2, coordinate, &a) && a == ((3 * 64 + 5) ^ (((3 * 64 + 5) >> 3) & 112)));
  CHECK(!mlirLayoutAttrGetIndex(rows, 3, coordinate, &a) && !mlirLayoutAttrGetIndex(rows, 0, coordinate, &a));
  CHECK(!mlirLayoutAttrGetIndex(rows, 2, outside, &a) && !mlirLayoutAttrGetIndex(rows, 2, below, &a));
  CHECK(!mlirLayoutAttrGetIndex(dynamic, 2, coordinate, &a) && !mlirLayoutAttrGetIndex(no_attribute, 1, below, &a));

  char printed[64] = "";
  mlirLayoutAttrPrint(swizzled, append, printed);
  mlirLayoutAttrPrint(other, append, printed);
  CHECK(!strcmp(printed, "S<3,4,3> o 0 o (8,64):(64,1)"));

  MlirAttribute by = mlirLayoutAttrGet(text("(4,2):(1,4)"), at);
  CHECK(is(mlirLayoutAttrCoalesce(by, at), "#layout<8:1>"));
  CHECK(is(mlirLayoutAttrCoalesce(dynamic, at), "#layout<(?,?{div=8}):(s1,1)>"));
  CHECK(is(mlirLayoutAttrRightInverse(rows, at), "#layout<(64,8):(8,1)>"));
  CHECK(is(mlirLayoutAttrLeftInverse(rows, at), "#layout<(64,8):(8,1)>"));
  CHECK(refused(mlirLayoutAttrLeftInverse(mlirLayoutAttrGet(text("(63,2):(1,1)"), at), at), "63"));
  CHECK(is(mlirLayoutAttrComposition(rows, by, at), "#layout<(4,2):(64,256)>"));
  CHECK(refused(mlirLayoutAttrComposition(dynamic, dynamic, at), "both have symbols"));
  CHECK(refused(mlirLayoutAttrComposition(mlirLayoutAttrGet(text("(6,2):(8,2)"), at), mlirLayoutAttrGet(text("4:4"), at), at), "mode"));
  CHECK(refused(mlirLayoutAttrCoalesce(other, at), "expected a layout"));
  CHECK(refused(mlirLayoutAttrRightInverse(no_attribute, at), "expected a layout"));

  MlirAttribute tile = mlirLayoutTileAttrGet(text("[4:1, _]"), at);
  CHECK(is(tile, "#layout.tile<[4:1, _]>") && mlirAttributeIsALayoutTile(tile));
  CHECK(!mlirAttributeIsALayoutTile(rows) && !mlirAttributeIsALayoutTile(no_attribute));
  CHECK(refused(mlirLayoutTileAttrGet(text("[4:1"), at), "'[4:1'"));
  MlirAttribute coord = mlirLayoutCoordAttrGet(text("((?,3),?)"), at);
  CHECK(is(coord, "#layout.coord<((?,3),?)>") && mlirAttributeIsALayoutCoord(coord));
  CHECK(!mlirAttributeIsALayoutCoord(tile) && !mlirAttributeIsALayoutCoord(no_attribute));
  CHECK(refused(mlirLayoutCoordAttrGet(text("(?,"), at), "'(?,'"));
  CHECK(refused(mlirLayoutCoordAttrGet(text("?"), at), "in parentheses, such as (?) or ((?,3),?), found ?"));
}

static void encodings(MlirLocation at) {
  MlirAttribute threads = mlirLayoutAttrGet(text("(4,8):(16,1)"), at);
  MlirAttribute values = mlirLayoutAttrGet(text("2:8"), at);
  MlirAttribute tv = mlirLayoutTvAttrGet(threads, values, at);
  int64_t a = 0, b = 0, c = 0;
  CHECK(is(tv, "#layout.tv<(4,8):(16,1), 2:8>") && mlirAttributeIsALayoutTv(tv));
  CHECK(!mlirAttributeIsALayoutTv(threads) && !mlirAttributeIsALayoutTv(no_attribute));
  CHECK(refused(mlirLayoutTvAttrGet(threads, threads, at), ""));
  CHECK(refused(mlirLayoutTvAttrGet(threads, no_attribute, at), "found no attribute"));
  CHECK(mlirAttributeEqual(mlirLayoutTvAttrGetThreads(tv, at), threads));
  CHECK(mlirAttributeEqual(mlirLayoutTvAttrGetValues(tv, at), values));
  CHECK(refused(mlirLayoutTvAttrGetThreads(threads, at), "expected an encoding"));
  CHECK(refused(mlirLayoutTvAttrGetValues(no_attribute, at), "expected an encoding"));
  CHECK(mlirLayoutTvAttrGetNumThreads(tv) == 32 && mlirLayoutTvAttrGetNumThreads(threads) == -1);
  CHECK(mlirLayoutTvAttrGetNumValues(tv) == 2 && mlirLayoutTvAttrGetNumValues(no_attribute) == -1);
  CHECK(mlirLayoutTvAttrGetSize(tv) == 64 && mlirLayoutTvAttrGetSize(threads) == -1);
  CHECK(mlirLayoutTvAttrGetPosition(tv, 5, 1, &a) && a == 16 + 1 + 8);
  CHECK(!mlirLayoutTvAttrGetPosition(tv, 32, 0, &a) && !mlirLayoutTvAttrGetPosition(tv, 0, 2, &a));
  CHECK(!mlirLayoutTvAttrGetPosition(tv, -1, 0, &a) && !mlirLayoutTvAttrGetPosition(threads, 0, 0, &a));

  MlirAttribute mma = mlirLayoutMmaAttrGet(text("m16n8k16"), 2, 2, at);
  CHECK(is(mma, "#layout.mma<m16n8k16, warps=(2,2)>") && mlirAttributeIsALayoutMma(mma));
  CHECK(!mlirAttributeIsALayoutMma(tv) && !mlirAttributeIsALayoutMma(no_attribute));
  CHECK(refused(mlirLayoutMmaAttrGet(text("m16n8k17"), 2, 2, at), "m16n8k17"));
  CHECK(refused(mlirLayoutMmaAttrGet(text("m16n8k16"), 0, 2, at), "0,2"));
  CHECK(mlirLayoutMmaAttrGetShape(mma, &a, &b, &c) && a == 32 && b == 16 && c == 16);
  CHECK(!mlirLayoutMmaAttrGetShape(tv, &a, &b, &c) && !mlirLayoutMmaAttrGetShape(mma, NULL, &b, &c));
  CHECK(mlirLayoutMmaAttrGetNumThreads(mma) == 128 && mlirLayoutMmaAttrGetNumThreads(tv) == -1);
  MlirAttribute fragment = mlirLayoutMmaAttrGetFragment(mma, 'C', 32, 16, at);
  CHECK(mlirLayoutTvAttrGetSize(fragment) == 512 && mlirLayoutTvAttrGetNumThreads(fragment) == 128);
  CHECK(refused(mlirLayoutMmaAttrGetFragment(mma, 'D', 32, 16, at), "no 'D'"));
  CHECK(refused(mlirLayoutMmaAttrGetFragment(mma, 'C', 31, 16, at), "31"));
  CHECK(refused(mlirLayoutMmaAttrGetFragment(tv, 'C', 32, 16, at), "expected an instruction"));
}

static void types(MlirContext context, MlirLocation at) {
  MlirAttribute rows = mlirLayoutAttrGet(text("(?,64):(64,1)"), at);
  MlirType type = mlirLayoutTypeGet(rows, at), unknown = mlirLayoutTypeGetUnknown(context);
  CHECK(type_is(type, "!layout<(?,64):(64,1)>") && type_is(unknown, "!layout<*>"));
  CHECK(mlirTypeIsALayout(type) && mlirTypeIsALayout(unknown));
  CHECK(!mlirTypeIsALayout(mlirIndexTypeGet(context)) && !mlirTypeIsALayout(no_type));
  CHECK(mlirTypeIsNull(mlirLayoutTypeGet(mlirUnitAttrGet(context), at)) && strstr(told, "found unit"));
  CHECK(mlirAttributeEqual(mlirLayoutTypeGetLayout(type), rows));
  CHECK(mlirAttributeIsNull(mlirLayoutTypeGetLayout(unknown)) && mlirAttributeIsNull(mlirLayoutTypeGetLayout(no_type)));
  MlirType token = mlirLayoutTokenTypeGet(context);
  CHECK(type_is(token, "!layout.token") && mlirTypeIsALayoutToken(token));
  CHECK(!mlirTypeIsALayoutToken(type) && !mlirTypeIsALayoutToken(no_type));
}

/* Operations infer the types of their results. */
static void operations(MlirLocation at) {
  MlirType layout = mlirLayoutTypeGet(mlirLayoutAttrGet(text("(6,2):(8,2)"), at), at);
  MlirOperationState make = mlirOperationStateGet(text("layout.make"), at);
  mlirOperationStateAddResults(&make, 1, &layout);
  MlirOperation made = mlirOperationCreate(&make);
  MlirValue operand = mlirOperationGetResult(made, 0);
  MlirOperationState flatten = mlirOperationStateGet(text("layout.flatten"), at);
  mlirOperationStateAddOperands(&flatten, 1, &operand);
  mlirOperationStateEnableResultTypeInference(&flatten);
  MlirOperation flattened = mlirOperationCreate(&flatten);
  CHECK(!mlirOperationIsNull(flattened) && type_is(mlirValueGetType(mlirOperationGetResult(flattened, 0)), "!layout<(6,2):(8,2)>"));
  mlirOperationDestroy(flattened);
  mlirOperationDestroy(made);
}

static bool names(const char *name) {
  for (intptr_t i = 0; i < mlirLayoutGetNumPasses(); ++i) {
    MlirStringRef found = mlirLayoutGetPassName(i);
    if (found.length == strlen(name) && !memcmp(found.data, name, found.length))
      return mlirLayoutGetPassSummary(i).length > 0;
  }
  return false;
}

static void passes(MlirContext context, MlirLocation at) {
  mlirLayoutRegisterPasses();
  mlirLayoutRegisterPasses();
  CHECK(names("layout-simplify") && names("layout-to-nvvm") && !names("cse"));
  CHECK(!mlirLayoutGetPassName(-1).data && !mlirLayoutGetPassSummary(mlirLayoutGetNumPasses()).data);

  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirOpPassManager all = mlirPassManagerGetAsOpPassManager(manager);
  MlirOpPassManager functions = mlirPassManagerGetNestedUnder(manager, text("func.func"));
  MlirStringRef none = mlirStringRefCreate(NULL, 0);
  CHECK(mlirLogicalResultIsSuccess(mlirLayoutAddPass(functions, text("layout-unroll"), text("index-bitwidth=32"), at)));
  CHECK(mlirLogicalResultIsSuccess(mlirLayoutAddPass(all, text("layout-normalize"), none, at)));
  CHECK(mlirLogicalResultIsSuccess(mlirLayoutAddPipeline(all, text("func.func(cse),canonicalize"), at)));
  char printed[4096] = "";
  mlirPrintPassPipeline(all, append, printed);
  const char *unroll = strstr(printed, "func.func(layout-unroll{index-bitwidth=32})");
  const char *normalize = strstr(printed, "layout-normalize"), *cse = strstr(printed, "cse");
  CHECK(unroll && normalize && cse && unroll < normalize && normalize < cse);
  MlirPass simplify = mlirLayoutCreatePass(text("layout-simplify"), text("target=sm_80"), at);
  CHECK(simplify.ptr);
  mlirPassManagerAddOwnedPass(manager, simplify);
  MlirPass other = mlirLayoutCreatePass(text("cse"), none, at);
  CHECK(other.ptr);
  mlirOpPassManagerAddOwnedPass(functions, other);
  char owned[4096] = "";
  mlirPrintPassPipeline(all, append, owned);
  CHECK(strstr(owned, "layout-simplify{") && strstr(owned, "target=sm_80"));
  CHECK(!mlirLayoutCreatePass(text("layout-to-llvm"), none, at).ptr);
  CHECK(strstr(told, "'layout-to-llvm{}' is a pipeline of ") && strstr(told, "mlirLayoutAddPass appends one"));
  CHECK(!mlirLayoutCreatePass(text("layout-simplify"), text("explain=maybe"), at).ptr);
  CHECK(strstr(told, "option explain=maybe: expected true or false"));
  CHECK(!mlirLayoutCreatePass(text("nothing"), none, at).ptr);
  CHECK(!mlirLayoutCreatePass(none, none, at).ptr);
  CHECK(!mlirLayoutCreatePass(text("cse"), none, no_location).ptr);
  char before[4096] = "", after[4096] = "";
  mlirPrintPassPipeline(all, append, before);
  CHECK(mlirLogicalResultIsFailure(mlirLayoutAddPass(all, text("layout-unroll,cse"), none, at)));
  CHECK(strstr(told, "expected the name of a pass or a pipeline, found 'layout-unroll,cse'"));
  CHECK(mlirLogicalResultIsFailure(mlirLayoutAddPass(all, none, none, at)));
  CHECK(mlirLogicalResultIsFailure(mlirLayoutAddPass(all, text("layout-unroll"), text("index-bitwidth=many"), at)));
  CHECK(strstr(told, "index-bitwidth"));
  CHECK(mlirLogicalResultIsFailure(mlirLayoutAddPass(all, text("layout-simplify"), text("index-bitwidth"), at)));
  CHECK(strstr(told, "layout-simplify: option index-bitwidth needs a value: 32 or 64"));
  CHECK(mlirLogicalResultIsFailure(mlirLayoutAddPass(all, text("layout-to-nvvm"), text("chip"), at)));
  CHECK(strstr(told, "layout-to-nvvm: option chip needs a value"));
  CHECK(mlirLogicalResultIsFailure(mlirLayoutAddPass(all, text("layout-simplify"), text("explain=maybe"), at)));
  CHECK(strstr(told, "option explain=maybe: expected true or false"));
  CHECK(mlirLogicalResultIsFailure(mlirLayoutAddPass(all, text("canonicalize"), text("max-iterations=abc"), at)));
  CHECK(strstr(told, "'canonicalize{max-iterations=abc}' cannot be added"));
  CHECK(mlirLogicalResultIsFailure(mlirLayoutAddPass(all, text("cse"), none, no_location)));
  CHECK(mlirLogicalResultIsFailure(mlirLayoutAddPass(all, text("layout-unroll"), text("no=1"), at)));
  CHECK(strstr(told, "its options are"));
  CHECK(mlirLogicalResultIsFailure(mlirLayoutAddPipeline(all, text("cse("), at)));
  CHECK(mlirLogicalResultIsFailure(mlirLayoutAddPipeline(all, text("cse,layout-unroll{no=1}"), at)));
  // Of what cannot be added, nothing is.
  mlirPrintPassPipeline(all, append, after);
  CHECK(before[0] && strcmp(before, after) == 0);
  CHECK(mlirLogicalResultIsSuccess(mlirLayoutAddPass(all, text("layout-simplify"), text("explain verify-egraph=0"), at)));
  CHECK(mlirLogicalResultIsSuccess(mlirLayoutAddPass(all, text("layout-to-llvm"), none, at)));
  mlirPassManagerDestroy(manager);
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirLayoutRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirContextAttachDiagnosticHandler(context, tell, NULL, NULL);
  MlirLocation at = mlirLocationUnknownGet(context);
  layouts(context, at);
  encodings(at);
  types(context, at);
  operations(at);
  passes(context, at);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);

  /* A context without the dialect, and one with it alone. */
  context = mlirContextCreate();
  mlirContextAttachDiagnosticHandler(context, tell, NULL, NULL);
  at = mlirLocationUnknownGet(context);
  CHECK(refused(mlirLayoutAttrGet(text("4:1"), at), "mlirLayoutRegisterAllDialects"));
  CHECK(mlirTypeIsNull(mlirLayoutTokenTypeGet(context)) && mlirTypeIsNull(mlirLayoutTypeGetUnknown(context)));
  registry = mlirDialectRegistryCreate();
  mlirLayoutRegisterDialect(registry);
  mlirContextAppendDialectRegistry(context, registry);
  CHECK(is(mlirLayoutAttrGet(text("4:1"), at), "#layout<4:1>"));
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);

  context = mlirContextCreate();
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__layout__(), context);
  CHECK(is(mlirLayoutAttrGet(text("4:1"), mlirLocationUnknownGet(context)), "#layout<4:1>"));
  mlirContextDestroy(context);
  return wrong;
}
