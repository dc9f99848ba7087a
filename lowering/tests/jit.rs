//! Lowered addresses against the algebra, under MLIR's JIT, over whole domains.
//!
//! Every index of a program gets a probe. A reference interpreter evaluates the
//! probes of the program as written, layouts by the algebra; the program is
//! then lowered, the arithmetic that each probe is left with is cut out into a
//! function of the program's leaves, and that function is run.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::{BTreeMap, HashMap};

use layout_algebra::{AnyLayout, Coord, Expr};
use layout_bridge::import::{is_layout, is_layout_index};
use layout_bridge::resolve::Resolver;
use layout_dialect::Coordinate;
use layout_mlir::ir;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{BlockLike, Module, OperationRef, Value, ValueLike};
use melior::pass::PassManager;
use melior::utility::{parse_pass_pipeline, register_all_llvm_translations};
use melior::{Context, ExecutionEngine};

/// Values of the leaves, by name.
type Leaves = BTreeMap<String, i64>;

fn context() -> Context {
    melior::utility::register_all_passes();
    layout_lowering::register_passes().unwrap();
    let context = layout_dialect::context();
    context.set_allow_unregistered_dialects(true);
    register_all_llvm_translations(&context);
    context
}

fn run_passes(context: &Context, module: &mut Module<'_>, pipeline: &str) {
    let manager = PassManager::new(context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), &format!("builtin.module({pipeline})")).unwrap();
    manager.run(module).unwrap_or_else(|e| panic!("{pipeline}: {e}"));
}

/// The name of a leaf: the operation's text without its result, or the argument.
fn leaf_name(value: Value<'_, '_>) -> String {
    match ir::defining_op(value) {
        Some(op) => {
            op.to_string().split(" = ").last().unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
        }
        None => format!("arg{}", ir::block_argument(value).unwrap().1),
    }
}

/// Puts a probe behind every index of a layout.
fn add_probes(module: &Module<'_>) {
    let location = module.as_operation().location();
    for op in ir::nested(module.as_operation()) {
        if is_layout_index(ir::name(op)) {
            let probe = OperationBuilder::new("probe.index", location)
                .add_operands(&[op.result(0).unwrap().into()])
                .build()
                .unwrap();
            op.block().unwrap().insert_operation_after(op, probe);
        }
    }
}

fn probes<'c, 'a>(module: &'a Module<'c>) -> Vec<OperationRef<'c, 'a>> {
    ir::nested(module.as_operation()).into_iter().filter(|op| ir::name(*op) == "probe.index").collect()
}

/// Evaluates the program as written.
struct Reference<'c, 'a> {
    resolver: Resolver<'c, 'a>,
    probes: Vec<Value<'c, 'a>>,
    layouts: HashMap<(usize, Vec<i64>), AnyLayout>,
    coords: HashMap<usize, Coord<Expr>>,
    /// Printing an operation is slow.
    leaves: HashMap<usize, String>,
}

impl<'c: 'a, 'a> Reference<'c, 'a> {
    fn new(module: &'a Module<'c>) -> Self {
        let mut resolver = Resolver::default();
        for op in ir::nested(module.as_operation()) {
            if is_layout(ir::name(op)) {
                resolver.visit(op);
            }
        }
        let probes = probes(module).into_iter().map(|p| p.operand(0).unwrap()).collect();
        Self { resolver, probes, layouts: HashMap::new(), coords: HashMap::new(), leaves: HashMap::new() }
    }

    fn values(&mut self, leaves: &Leaves) -> Vec<i64> {
        self.probes.clone().into_iter().map(|p| self.eval(p, leaves)).collect()
    }

    fn eval(&mut self, value: Value<'c, 'a>, leaves: &Leaves) -> i64 {
        let op = ir::defining_op(value);
        let name = op.map(ir::name).unwrap_or_default();
        let Some(op) = op.filter(|_| name == "arith.constant" || is_layout_index(name)) else {
            let leaf = self.leaves.entry(ir::key(value)).or_insert_with(|| leaf_name(value));
            return *leaves.get(leaf).unwrap_or_else(|| panic!("no value for {leaf}"));
        };
        if name == "arith.constant" {
            return ir::integer(op.attribute("value").unwrap()).unwrap();
        }
        let operand = op.operand(0).unwrap();
        let resolved = self.resolver.get(operand).unwrap();
        let symbols: Vec<i64> = resolved.symbols.iter().map(|s| self.eval(*s, leaves)).collect();
        let indices: Vec<Value<'c, 'a>> = op.operands().skip(1).collect();
        let indices: Vec<i64> = indices.into_iter().map(|v| self.eval(v, leaves)).collect();
        let layout = self
            .layouts
            .entry((ir::key(operand), symbols.clone()))
            .or_insert_with(|| resolved.layout.substitute(&|s| Expr::Const(symbols[s.id as usize])).unwrap());
        match name {
            "layout.size" => layout.size().unwrap().as_const().unwrap(),
            "layout.cosize" => layout.cosize().unwrap().as_const().unwrap(),
            _ => {
                let coord = self
                    .coords
                    .entry(ir::op_key(op))
                    .or_insert_with(|| Coordinate::of(op).unwrap().fit(layout.domain()).unwrap().clone());
                let bind = |e: &Expr| e.substitute(&|s| Expr::Const(indices[s.id as usize]));
                layout.eval_at(&coord.try_map(&mut |e| bind(e)).unwrap()).unwrap()
            }
        }
    }
}

/// Runs a compiled function on integers; the last argument is a pointer to
/// `count` integers that it writes.
fn invoke(engine: &ExecutionEngine, name: &str, arguments: &[i64], count: usize) -> Vec<i64> {
    let mut out = vec![i64::MIN; count];
    let mut pointer = out.as_mut_ptr();
    let mut values = arguments.to_vec();
    let mut packed: Vec<*mut ()> = values.iter_mut().map(|v| std::ptr::from_mut(v).cast()).collect();
    packed.push(std::ptr::from_mut(&mut pointer).cast());
    #[allow(unsafe_code, reason = "compiled code writes `count` integers through the pointer")]
    // SAFETY: the function takes these arguments and `out` has room for what it writes.
    unsafe { engine.invoke_packed(name, &mut packed) }.unwrap();
    out
}

/// The lowered probes as a function of the leaves, compiled.
struct Lowered {
    engine: ExecutionEngine,
    leaves: Vec<String>,
    count: usize,
}

impl Lowered {
    fn new(context: &Context, module: &Module<'_>) -> Self {
        let mut slice = Slice::default();
        let probes = probes(module);
        for (n, probe) in probes.iter().enumerate() {
            let value = slice.emit(probe.operand(0).unwrap());
            slice.body += &format!(
                "  %w{n} = arith.index_cast {value} : index to i64
  %p{n} = llvm.getelementptr %out[{n}] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %w{n}, %p{n} : i64, !llvm.ptr\n"
            );
        }
        let Slice { body, leaves, .. } = slice;
        let arguments: String = (0..leaves.len()).map(|i| format!("%leaf{i}: index, ")).collect();
        let text = format!(
            "func.func @probes({arguments}%out: !llvm.ptr) attributes {{llvm.emit_c_interface}} {{\n{body}  return\n}}\n"
        );
        let mut module = Module::parse(context, &text).unwrap_or_else(|| panic!("{text}"));
        run_passes(context, &mut module, "layout-to-llvm");
        Self { engine: ExecutionEngine::new(&module, 2, &[], false, false), leaves, count: probes.len() }
    }

    fn values(&self, leaves: &Leaves) -> Vec<i64> {
        let arguments: Vec<i64> = self.leaves.iter().map(|name| leaves[name]).collect();
        invoke(&self.engine, "probes", &arguments, self.count)
    }
}

/// The arithmetic that values are computed by, as text; operations that are no
/// arithmetic, and block arguments, are leaves.
#[derive(Default)]
struct Slice {
    body: String,
    names: HashMap<usize, String>,
    leaves: Vec<String>,
}

impl Slice {
    fn emit(&mut self, value: Value<'_, '_>) -> String {
        if let Some(name) = self.names.get(&ir::key(value)) {
            return name.clone();
        }
        let name = match ir::defining_op(value).filter(|op| ir::name(*op).starts_with("arith.")) {
            None => {
                let leaf = leaf_name(value);
                let at = self.leaves.iter().position(|l| *l == leaf).unwrap_or(self.leaves.len());
                if at == self.leaves.len() {
                    self.leaves.push(leaf);
                }
                format!("%leaf{at}")
            }
            Some(op) => {
                let operands: Vec<Value<'_, '_>> = op.operands().collect();
                let names: Vec<String> = operands.iter().map(|v| self.emit(*v)).collect();
                let types: Vec<String> = operands.iter().map(|v| v.r#type().to_string()).collect();
                let attributes: Vec<String> = ir::attributes(op)
                    .into_iter()
                    .map(|(n, a)| format!("{} = {a}", n.as_string_ref().as_str().unwrap()))
                    .collect();
                let (name, results) = (format!("%v{}", self.names.len()), ir::results(op));
                let made: Vec<String> = results.iter().map(|v| v.r#type().to_string()).collect();
                self.body += &format!(
                    "  {name}:{} = \"{}\"({}) {{{}}} : ({}) -> ({})\n",
                    results.len(),
                    ir::name(op),
                    names.join(", "),
                    attributes.join(", "),
                    types.join(", "),
                    made.join(", "),
                );
                for (k, result) in results.into_iter().enumerate() {
                    self.names.insert(ir::key(result), format!("{name}#{k}"));
                }
                return self.names[&ir::key(value)].clone();
            }
        };
        self.names.insert(ir::key(value), name.clone());
        name
    }
}

/// Compares a program, lowered in three ways, with the reference on `domain`.
fn check(context: &Context, text: &str, domain: &[Leaves]) {
    let source = Module::parse(context, text).unwrap_or_else(|| panic!("{text}"));
    add_probes(&source);
    let mut reference = Reference::new(&source);
    let want: Vec<Vec<i64>> = domain.iter().map(|leaves| reference.values(leaves)).collect();
    assert!(want.iter().all(|w| !w.is_empty()), "no index to probe");
    for pipeline in [
        "layout-simplify{target=sm_90a},convert-layout-to-arith,canonicalize,cse",
        "layout-simplify{target=generic},convert-layout-to-arith",
        "convert-layout-to-arith",
    ] {
        let mut module = Module::parse(context, text).unwrap();
        add_probes(&module);
        run_passes(context, &mut module, pipeline);
        let lowered = Lowered::new(context, &module);
        for (leaves, want) in domain.iter().zip(&want) {
            assert_eq!(&lowered.values(leaves), want, "{pipeline} at {leaves:?} of\n{text}");
        }
    }
}

fn example(name: &str) -> String {
    read(&format!("examples/{name}"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{}/../{path}.mlir", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn leaves(pairs: &[(&str, i64)]) -> Leaves {
    pairs.iter().map(|(n, v)| (n.to_string(), *v)).collect()
}

#[test]
fn swizzled_copy() {
    let domain: Vec<Leaves> = (0..256).map(|t| leaves(&[("gpu.thread_id x", t)])).collect();
    check(&context(), &example("swizzled_copy"), &domain);
}

#[test]
fn tensor_core_indices() {
    let domain: Vec<Leaves> = (0..32).map(|t| leaves(&[("gpu.thread_id x", t)])).collect();
    check(&context(), &read("test/Pipelines/layout-to-nvvm/tensor-core-indices"), &domain);
}

#[test]
fn dynamic_tile() {
    let mut domain = Vec::new();
    for (m, k) in [(128, 64), (384, 192), (256, 32768), (32768, 64), (32768, 32768)] {
        let blocks = |n: i64| if n <= 3 { (0..n).collect() } else { vec![0, 1, n - 1] };
        for bm in blocks(m / 128) {
            for bk in blocks(k / 64) {
                domain.extend((0..256).map(|t| {
                    let ids = [("gpu.thread_id x", t), ("gpu.block_id x", bm), ("gpu.block_id y", bk)];
                    leaves(&[ids.as_slice(), &[("arg2", m), ("arg3", k)]].concat())
                }));
            }
        }
    }
    check(&context(), &example("dynamic_tile"), &domain);
}

fn sizes(layout: &AnyLayout) -> Vec<i64> {
    layout.domain().modes().iter().map(|m| m.size().unwrap().as_const().unwrap()).collect()
}

/// Layouts of all kinds, each over its whole domain as an integer and by mode.
#[test]
fn layouts_over_their_whole_domain() {
    let context = context();
    for layout in [
        "(4,8):(8,1)",
        "((2,2),(4,2)):((1,8),(2,16))",
        "(3,5,7):(35,7,1)",
        "((4,8),(2,2,2)):((32,1),(16,8,128))",
        "(6,(4,3)):(5,(60,0))",
        "(4,6):(-1,-4)",
        "S<3,4,3> o 0 o (16,64):(64,1)",
        "S<2,1,-2> o 0 o (8,8):(8,1)",
        "S<2,0,3> o 5 o ((4,8),4):((1,4),32)",
        "S<3,3,3> o 64 o (12,20):(20,1)",
        "(20):(3) o 2 o (20):(3)",
        "S<2,2,3> o 0 o (6,10):(32,3) o 1 o (5,4):(4,1)",
    ] {
        let parsed: AnyLayout = layout.parse().unwrap_or_else(|e| panic!("{layout}: {e}"));
        let function = |arguments: &str, coord: &str| {
            format!(
                "func.func @f({arguments}) -> index {{
  %l = layout.make : !layout<{layout}>
  %x = layout.crd2idx %l({coord}) : !layout<{layout}>
  return %x : index\n}}\n"
            )
        };
        let total = parsed.size().unwrap().as_const().unwrap();
        let domain: Vec<Leaves> = (0..total).map(|i| leaves(&[("arg0", i)])).collect();
        check(&context, &function("%i: index", "%i"), &domain);
        if let [m, n] = sizes(&parsed)[..] {
            let pairs = (0..m).flat_map(|i| (0..n).map(move |j| leaves(&[("arg0", i), ("arg1", j)])));
            check(&context, &function("%i: index, %j: index", "%i, %j"), &pairs.collect::<Vec<_>>());
        }
    }
}

/// Products, fillings and selections, each over its whole domain.
#[test]
fn operations_over_whole_domains() {
    let context = context();
    for (a, operation, result) in [
        ("(2,5):(5,1)", "layout.blocked_product %a, %b : {A}, {B}", "((2,3),(5,4)):((5,10),(1,30))"),
        ("(2,5):(5,1)", "layout.raked_product %a, %b : {A}, {B}", "((3,2),(4,5)):((10,5),(30,1))"),
        ("(2,5):(5,1)", "layout.select %a [1, 0] : {A}", "(5,2):(1,5)"),
        (
            "(2,5):(5,1)",
            "layout.tile_to_shape %a to (6, 15) order (1, 0) : {A}",
            "((2,3),(5,3)):((5,30),(1,10))",
        ),
        (
            "S<2,1,3> o 0 o (4,16):(16,1)",
            "layout.tile_to_shape %a to (8, 48) : {A}",
            "S<2,1,3> o 0 o ((4,2),(16,3)):((16,64),(1,128))",
        ),
    ] {
        let operation =
            operation.replace("{A}", &format!("!layout<{a}>")).replace("{B}", "!layout<(3,4):(1,3)>");
        let text = format!(
            "func.func @f(%i: index, %j: index) -> index {{
  %a = layout.make : !layout<{a}>
  %b = layout.make : !layout<(3,4):(1,3)>
  %l = {operation}
  %x = layout.crd2idx %l(%i, %j) : !layout<{result}>
  return %x : index\n}}\n"
        );
        let parsed: AnyLayout = result.parse().unwrap_or_else(|e| panic!("{result}: {e}"));
        let [m, n] = sizes(&parsed)[..] else { panic!("{result}") };
        let pairs = (0..m).flat_map(|i| (0..n).map(move |j| leaves(&[("arg0", i), ("arg1", j)])));
        check(&context, &text, &pairs.collect::<Vec<_>>());
    }
}

/// Tiles that cover: where a coordinate is in bounds, the index is that of the element it leads to,
/// and every element is led to once; sizes from below one tile to above two.
#[test]
fn tiles_that_cover() {
    let context = context();
    let text = "func.func @f(%m: index, %n: index, %i: index, %j: index, %k: index, %l: index, %out: !llvm.ptr)
    attributes {llvm.emit_c_interface} {
  %a = layout.make(%m, %n) : !layout<(?,?):(s1+2,1)>
  %t = layout.zipped_divide %a : !layout<(?,?):(s1+2,1)> by #layout.tile<[4:1, 3:2]> cover
  %x = layout.crd2idx %t((%i, %j), (%k, %l)) : !T
  %p = layout.in_bounds %a((%i, %j), (%k, %l)) : !layout<(?,?):(s1+2,1)> zipped_divide by #layout.tile<[4:1, 3:2]>
  %inside = arith.extui %p : i1 to i64
  %index = arith.index_cast %x : index to i64
  %second = llvm.getelementptr %out[1] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %index, %out : i64, !llvm.ptr
  llvm.store %inside, %second : i64, !llvm.ptr
  return\n}\n";
    let covering: AnyLayout = "(?,?):(s1+2,1)".parse().unwrap();
    let covering = layout_algebra::divide(
        &covering,
        &"[4:1, 3:2]".parse::<layout_algebra::Tiler>().unwrap(),
        layout_algebra::Grouping::Zipped,
        layout_algebra::Fit::Cover,
    );
    let text = text.replace("!T", &format!("!layout<{}>", covering.unwrap().canonical().0));
    for pipeline in ["layout-to-llvm", "layout-to-llvm{simplify=false}"] {
        let mut module = Module::parse(&context, &text).unwrap_or_else(|| panic!("{text}"));
        run_passes(&context, &mut module, pipeline);
        let engine = ExecutionEngine::new(&module, 2, &[], false, false);
        for (m, n) in (1..10).flat_map(|m| (1..14).map(move |n| (m, n))) {
            let mut visited = vec![0; (m * n) as usize];
            // A tile takes every second column: two of them fill six.
            for (k, l) in (0..(m + 3) / 4).flat_map(|k| (0..2 * ((n + 5) / 6)).map(move |l| (k, l))) {
                for (i, j) in (0..4).flat_map(|i| (0..3).map(move |j| (i, j))) {
                    let found = invoke(&engine, "f", &[m, n, i, j, k, l], 2);
                    let (row, column) = (i + 4 * k, 2 * j + l % 2 + 6 * (l / 2));
                    let inside = row < m && column < n;
                    assert_eq!(found[1], i64::from(inside), "{m} x {n} at (({i},{j}),({k},{l}))");
                    if inside {
                        assert_eq!(found[0], row * (n + 2) + column, "{m} x {n} at (({i},{j}),({k},{l}))");
                        visited[(row * n + column) as usize] += 1;
                    }
                }
            }
            assert!(visited.iter().all(|times| *times == 1), "{m} x {n}: {visited:?}");
        }
    }
}

/// The address of every fragment of every thread, from what the instructions are said to do.
#[test]
fn fragments_of_threads() {
    let context = context();
    // PTX ISA, "Matrix Fragments for mma.m16n8k16": A of a warp, element i of lane; two warps along M.
    let fragment_of_a = |t: i64, v: i64| {
        let (lane, warp) = (t % 32, t / 32 % 2);
        let (group, within) = (lane / 4, lane % 4);
        let row = if v % 4 < 2 { group } else { group + 8 };
        let column = within * 2 + v % 2 + if v < 4 { 0 } else { 8 };
        (row + 16 * warp, column)
    };
    // 16 x 8 threads of 2 x 4 elements each, the copy of four at once.
    let block = |t: i64, v: i64| (t / 8 * 2 + v / 4, t % 8 * 4 + v % 4);
    let mma = "tiled_mma A %a : {T} by \"SM80_16x8x16_F32F16F16F32_TN\" threads #layout<(2,2,1):(1,2,0)>";
    let copy = "tiled_copy source %a : {T} by \"UniversalCopy<uint64_t>\" of f16 \
                threads #layout<(16,8):(8,1)> values #layout<(2,4):(4,1)>";
    let place: [(&str, &dyn Fn(i64, i64) -> (i64, i64), [i64; 2]); 2] =
        [(mma, &fragment_of_a, [32, 16]), (copy, &block, [32, 32])];
    for (operation, place, [rows, columns]) in place {
        let r#type = format!("!layout<(?{{div={rows}}},?{{div={columns}}}):(s1,1)>");
        let operation = operation.replace("{T}", &r#type);
        // The result's type is what is inferred.
        let head = format!(
            "func.func @f(%m: index, %n: index, %t: index, %v: index, %i: index, %k: index) -> index {{
  %a = layout.make(%m, %n) : {type}
  %p = layout.{operation}
"
        );
        let made = Module::parse(&context, &format!("{head}  return %m : index\n}}\n")).unwrap();
        let ops = ir::nested(made.as_operation());
        let partition = ops.into_iter().find(|op| ir::name(*op).starts_with("layout.tiled")).unwrap();
        let result = ir::result(partition).unwrap().r#type();
        let text =
            format!("{head}  %x = layout.crd2idx %p(%t, %v, (%i, %k)) : {result}\n  return %x : index\n}}\n");
        let mut module = Module::parse(&context, &text).unwrap_or_else(|| panic!("{text}"));
        add_probes(&module);
        run_passes(
            &context,
            &mut module,
            "layout-simplify{target=sm_90a},convert-layout-to-arith,canonicalize,cse",
        );
        let lowered = Lowered::new(&context, &module);
        for (m, n) in [(rows, columns), (2 * rows, 3 * columns)] {
            for (i, k) in (0..m / rows).flat_map(|i| (0..n / columns).map(move |k| (i, k))) {
                for (t, v) in (0..128).flat_map(|t| (0..8).map(move |v| (t, v))) {
                    let (row, column) = place(t, v);
                    let index = (row + i * rows) * n + column + k * columns;
                    let at = [("arg0", m), ("arg1", n), ("arg2", t), ("arg3", v), ("arg4", i), ("arg5", k)];
                    // Leaves that the address does not need are none.
                    assert_eq!(lowered.values(&leaves(&at)), [index], "{operation} at {at:?}");
                }
            }
        }
    }
}

/// Layouts of symbols, for all small values; where a size is 0 the index is poison, and
/// poison does not trap.
#[test]
fn symbols_and_sizes_of_zero() {
    let context = context();
    let text = "func.func @f(%m: index, %n: index, %i: index) -> index {
  %l = layout.make(%m, %n) : !layout<((M,N),2):((N,1),M*N)>
  %x = layout.crd2idx %l(%i) : !layout<((M,N),2):((N,1),M*N)>
  %s = layout.size %l : !layout<((M,N),2):((N,1),M*N)>
  return %x : index\n}\n";
    let at = |m: i64, n: i64, i: i64| leaves(&[("arg0", m), ("arg1", n), ("arg2", i)]);
    let sizes = (1..5).flat_map(|m| (1..5).map(move |n| (m, n)));
    let domain: Vec<Leaves> = sizes.flat_map(|(m, n)| (0..2 * m * n).map(move |i| at(m, n, i))).collect();
    check(&context, text, &domain);
    for pipeline in ["layout-simplify{target=generic},convert-layout-to-arith", "convert-layout-to-arith"] {
        let mut module = Module::parse(&context, text).unwrap();
        add_probes(&module);
        run_passes(&context, &mut module, pipeline);
        let lowered = Lowered::new(&context, &module);
        for (m, n) in [(0, 0), (0, 3), (3, 0), (-1, 2), (i64::MIN, -1), (1 << 32, 1 << 32)] {
            for i in [0, 1, 7, -1, i64::MIN, i64::MAX] {
                lowered.values(&at(m, n, i));
            }
        }
    }
}

/// The affine map of a layout is its function: `affine.apply` over whole domains.
#[test]
fn affine_maps_are_exact() {
    let context = context();
    for layout in [
        "(4,8):(8,1)",
        "((2,4),8):((1,16),2)",
        "(6,(4,3)):(5,(60,0))",
        "S<3,4,3> o 0 o (16,64):(64,1)",
        "S<2,1,-2> o 0 o (8,8):(8,1)",
        "S<2,0,3> o 5 o ((4,8),4):((1,4),32)",
        "(20,2):(3,1) o 2 o (4,5):(3,1)",
    ] {
        let parsed: AnyLayout = layout.parse().unwrap();
        let map = layout_dialect::affine_map(&parsed, &context).unwrap();
        let text = format!(
            "func.func @apply(%i: index, %j: index, %out: !llvm.ptr) attributes {{llvm.emit_c_interface}} {{
  %x = affine.apply {map}(%i, %j)
  %w = arith.index_cast %x : index to i64
  llvm.store %w, %out : i64, !llvm.ptr
  return\n}}\n"
        );
        let mut module = Module::parse(&context, &text).unwrap_or_else(|| panic!("{text}"));
        run_passes(&context, &mut module, "layout-to-llvm");
        let engine = ExecutionEngine::new(&module, 2, &[], false, false);
        let sizes = sizes(&parsed);
        for i in 0..sizes[0] {
            for j in 0..sizes[1] {
                let coord = Coord::Tuple(vec![Coord::Int(Expr::Const(i)), Coord::Int(Expr::Const(j))]);
                let want = parsed.eval_at(&coord).unwrap();
                assert_eq!(invoke(&engine, "apply", &[i, j], 1), [want], "{layout} at ({i}, {j})");
            }
        }
    }
}
