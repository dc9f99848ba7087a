//! `layout-matmul`: products of matrices become kernels on tiles, and a function of the host that launches the one
//! that is fastest for its operands.
//!
//! ```mlir
//! // Before:
//! func.func @f(%A: memref<?x?xf16>, %B: memref<?x?xf16>, %C: memref<?x?xf32>) {
//!   linalg.matmul ins(%A, %B : …) outs(%C : …)
//! // After:
//! gpu.module @f_matmul_kernels {
//!   gpu.func @f_matmul_128x256_warpgroups(…) kernel attributes {layout.threads = 256 : i64} { … }
//!   gpu.func @f_matmul_128x128_any(…) …
//! }
//! func.func @f_matmul(%A: …, %B: …, %C: …) attributes {layout.launches} {
//!   … scf.if %aligned { gpu.launch_func @f_matmul_kernels::@f_matmul_128x256_warpgroups … } else { … }
//! }
//! func.func @f(…) {
//!   call @f_matmul(%A, %B, %C) : …
//! ```
//!
//! Operations of `linalg` are read by what they do: `matmul`, `batch_matmul`, `contract` and `generic` ones that add the
//! products of two operands along one dimension, with at most one dimension of a batch; also `matvec`, `vecmat` and `dot`, of which
//! vectors are matrices of one row or column. C is added to, unless
//! `linalg.fill` zeroes it before. Sums of 16- and 8-bit floats are of `f32`, rounded once. What is done with each
//! element of C behind that is done before it is stored: the epilogue.
//!
//! What kernels take for granted, the host looks at: that rows begin at multiples of 16 bytes, which the engine that
//! copies boxes needs, that there is something along K. Sizes that are known choose the tile here, others when it runs.
//!
//! A C of few rows is computed transposed: warpgroups multiply at least 64 rows, and as few as 8 columns. Where there are
//! more tiles than multiprocessors blocks are persistent: each computes one tile after the other, and copies for the next
//! while it stores one.
//!
//! # Errors
//! A diagnostic at the operation: what the product has that no kernel takes, and what would be taken.

mod anywhere;
mod asked;
mod body;
mod cache;
mod choice;
mod costs;
mod epilogue;
mod error;
mod finish;
mod held;
mod host;
mod kernel;
mod matrix;
mod names;
mod order;
mod places;
mod problem;
mod product;
mod registers;
mod split;
mod spread;
mod symbols;
mod tile;
mod types;
mod vector;

use std::path::Path;

use layout_mlir::ir::{self, DYNAMIC};
use layout_mlir::pass_options;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use layout_target::Chip;
use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, BlockLike, Identifier, Module, OperationRef, RegionLike, Value, ValueLike};
use rustc_hash::FxHashSet;

use self::body::Input;
pub use self::cache::{Cache, CacheError, Entry};
use self::error::Error;
use self::host::{Host, Sides};
use self::kernel::{Kernel, WIDE};
use self::matrix::Matrix;
use self::problem::Problem;
use self::symbols::{Symbols, plain};
use self::tile::{Engine, Tile, Way};
use self::types::{Kind, Types};
use crate::launches::LAUNCHES;
use crate::whole::is_whole;

pass_options! {
    /// Options of `layout-matmul`.
    pub struct Options {
        /// the GPU, such as sm_90a
        chip: String = "chip", "sm_90a";
        /// multiply f32 as TF32
        tf32: bool = "tf32", "false";
        /// rows x columns of C that a block computes, perhaps x depth x stages, perhaps with _splitN or _persistent, or _producer, _multicast, _multicast4 or such as _multicast2x2, or the whole name of a kernel behind its function's; by default by what it takes
        tile: String = "tile", "";
        /// a file of kernels that were timed (layout-tune writes it), which are taken where sizes are known
        cache: String = "cache", "";
    }
}

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-matmul",
    summary: "Products of matrices to kernels on tiles, and launches of them",
    options: Options::TABLE,
    statistics: &[],
    run,
};

/// The attribute of the module of kernels, and its name where nothing else has it.
pub(crate) const KERNELS: &str = "layout.matmul";
const MODULE: &str = "matmul_kernels";
/// What the options say.
struct Plan {
    chip: &'static Chip,
    tf32: bool,
    tile: String,
    /// What is asked for, as it is written: the tile, or a kernel's name.
    named: String,
    /// The engine of the kernel whose name is asked for.
    engine: Option<Engine>,
    cache: Cache,
}

fn run(root: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    if !is_whole(root, INFO.name) {
        return false;
    }
    let plan = || -> Result<Plan, Error> {
        let (chip, tf32) = (Chip::named(options.text("chip"))?, options.flag("tf32")?);
        let cache = match options.text("cache") {
            "" => Cache::default(),
            file => Cache::read(Path::new(file))?,
        };
        let named = options.text("tile").to_string();
        let (tile, engine) = names::without_engine(&named);
        Ok(Plan { chip, tf32, tile, named, engine, cache })
    };
    let plan = match plan() {
        Ok(plan) => plan,
        Err(error) => {
            ir::emit_error(ir::location(root), &format!("layout-matmul: {error}"));
            return false;
        }
    };
    let (mut ok, mut symbols) = (true, Symbols::default());
    let mut gone = FxHashSet::default();
    for op in ir::nested(root) {
        // (It became a part of a product before.)
        if gone.contains(&ir::op_key(op)) {
            continue;
        }
        let Some(problem) = Problem::of(op) else {
            if is_named(op) || problem::is_alike(op) {
                let why = "is left as it is: it does not add up products of elements as they are, or widened by their sign";
                ir::emit_warning(ir::location(op), &format!("layout-matmul: '{}' op {why}", ir::name(op)));
            }
            continue;
        };
        let leave = |error: &Error| {
            let why = format!("is left as it is: it {error}");
            ir::emit_warning(ir::location(op), &format!("layout-matmul: '{}' op {why}", ir::name(op)));
        };
        if let Some(error) = plan.untaken(op) {
            leave(&error);
            continue;
        }
        let warn = |problem: &Problem<'_, '_>| {
            if let Some((op, why)) = &problem.apart {
                let name = ir::name(*op);
                ir::emit_warning(
                    ir::location(*op),
                    &format!("layout-matmul: '{name}' op is done apart from the product: {why}"),
                );
            }
        };
        let done = problem.and_then(|problem| {
            gone.extend(plan.replace(&problem, &mut symbols)?);
            warn(&problem);
            Ok(())
        });
        // Nobody said of it that it is a product of matrices. (What is contracted may be anything.)
        if let Err(error @ (Error::Dimensions(_) | Error::Map(_))) = &done
            && (!is_named(op) || ir::name(op) == "linalg.contract")
        {
            leave(error);
        } else if let Err(error) = done {
            ir::emit_error(ir::location(op), &format!("layout-matmul: '{}' op {error}", ir::name(op)));
            ok = false;
        }
    }
    ok
}

/// A product of known sizes, and kernels that may be the fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidates {
    /// The product, as a cache names it.
    pub product: Entry,
    /// Where it stands, as a location is written.
    pub place: String,
    /// Multiplications and additions.
    pub flops: f64,
    /// The kernels by their names, the first that which the model takes.
    pub kernels: Vec<String>,
}

/// The products of a module whose sizes are known, each with so many kernels at most: those that take the least time by the
/// model, of the engine that its operands allow.
///
/// # Errors
/// For a chip that there is not, and what `layout-matmul` refuses, as it says it.
pub fn candidates(
    root: OperationRef<'_, '_>,
    chip: &str,
    tf32: bool,
    most: usize,
) -> Result<Vec<Candidates>, String> {
    let chip = Chip::named(chip).map_err(|error| error.to_string())?;
    let plan =
        Plan { chip, tf32, tile: String::new(), named: String::new(), engine: None, cache: Cache::default() };
    let mut all = Vec::new();
    for op in ir::nested(root) {
        let Some(Ok(problem)) = Problem::of(op).filter(|_| plan.untaken(op).is_none()) else { continue };
        if !problem.matrices.iter().all(Matrix::is_known) {
            continue;
        }
        let turned = problem.turned();
        let types = Types::of(&problem, chip, tf32).map_err(|error| error.to_string())?;
        let of_turned = Types::of(&turned, chip, tf32).map_err(|error| error.to_string())?;
        let mut ways = plan.engines(&problem, &types);
        let is_other = |pair: &[Way]| pair[0].engine == Engine::Anywhere && pair[1].engine != pair[0].engine;
        // (Half of them each, where tensor cores may be faster than threads that the model takes.)
        ways.truncate(if ways.get(..2).is_some_and(is_other) { 2 } else { 1 });
        let sizes = sizes(&problem);
        let mut kernels: Vec<String> = Vec::new();
        for (place, way) in ways.iter().enumerate() {
            let mut tiles = plan.worth(*way, &problem, [&types, &of_turned]);
            tiles.sort_by_key(|tile| plan.time(tile, way.engine, [&types, &of_turned], sizes));
            let name = |tile: Tile| {
                let (problem, types) = if tile.turned { (&turned, &of_turned) } else { (&problem, &types) };
                Kernel::by(*way, problem, types, tile).name()
            };
            for name in tiles.into_iter().map(name) {
                if !kernels.contains(&name) && kernels.len() < (most * (place + 1)).div_ceil(ways.len()) {
                    kernels.push(name);
                }
            }
        }
        let product = product::entry(&problem, chip.name, tf32);
        let flops = sizes.iter().fold(2.0, |all, size| all * *size as f64);
        all.push(Candidates { product, place: ir::location(op).to_string(), flops, kernels });
    }
    Ok(all)
}

/// Batch, M, N and K.
fn sizes(problem: &Problem<'_, '_>) -> [i64; 4] {
    let [a, _, c] = &problem.matrices;
    let last = |matrix: &Matrix<'_, '_>, from: usize| {
        matrix.extents.len().checked_sub(from).map_or(1, |place| matrix.extents[place])
    };
    [last(c, 3), last(c, 2), last(c, 1), last(a, 1)]
}

/// Whether an operation is a product by its name.
fn is_named(op: OperationRef<'_, '_>) -> bool {
    matches!(ir::name(op), "linalg.matmul" | "linalg.batch_matmul" | "linalg.contract")
}

impl Plan {
    /// Why no kernel takes the elements of a product of vectors: nobody said that it is one of matrices.
    fn untaken(&self, op: OperationRef<'_, '_>) -> Option<Error> {
        let types: Vec<_> = op.operands().map(|value| value.r#type()).collect();
        if types.iter().all(|of| ir::extents(*of).len() > 1) {
            return None;
        }
        let elements: Option<Vec<_>> = types.iter().map(|of| ir::element_type(*of)).collect();
        let elements: Vec<_> = elements?.iter().map(ToString::to_string).collect();
        let [a, b, c] = &elements[..] else { return None };
        Kind::of([a, b, c], self.chip, self.tf32).err()
    }

    /// Replaces a product by a call of what launches it: the keys of the operations that there are no more.
    fn replace(&self, problem: &Problem<'_, '_>, symbols: &mut Symbols) -> Result<Vec<usize>, Error> {
        let turned = problem.turned();
        let [of_plain, of_turned] = [problem, &turned].map(|of| Types::of(of, self.chip, self.tf32));
        let sides = [(problem, &of_plain?), (&turned, &of_turned?)];
        let (op, context) = (problem.op, ir::context(problem.op));
        let mut around = std::iter::successors(op.parent_operation(), |op| op.parent_operation());
        let function = around.find(|op| ir::name(*op) == "func.func").ok_or(Error::Place)?;
        let module = function.parent_operation().filter(|op| ir::name(*op) == "builtin.module");
        let module = module.ok_or(Error::Place)?;
        let name = plain(&ir::symbol(function).unwrap_or_default());
        let base = symbols.unused(module, &format!("{name}_matmul"));
        let beside = module.region(0).ok().and_then(|region| region.first_block());
        let beside = beside.and_then(|block| block.first_operation());
        let kernels =
            std::iter::successors(beside, |op| op.next_in_block()).find(|op| op.has_attribute(KERNELS));
        let named = kernels.and_then(ir::symbol).unwrap_or_else(|| symbols.unused(module, MODULE));
        let text = self.text(sides, &base, &named)?;
        let made = Module::parse(context, &text).ok_or(Error::Kernel)?;
        symbols.take(module, made.as_operation());
        let mut next = made.body().first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            // The kernels of all products are one module, which is one binary.
            let (inside, before) = match kernels {
                Some(kernels) if op.has_attribute(KERNELS) => {
                    let first = |op| ir::blocks(op).first().and_then(|block| block.first_operation());
                    (first(op), first(kernels).ok_or(Error::Kernel)?)
                }
                _ => (Some(op), function),
            };
            let is_all = inside == Some(op);
            for op in std::iter::successors(inside, |op| op.next_in_block().filter(|_| !is_all)) {
                ir::copy_before(before, op, ir::location(problem.op)).ok_or(Error::Kernel)?;
            }
        }
        ir::set_attribute(module, "gpu.container_module", Attribute::unit(context));
        let mut operands: Vec<_> = problem.matrices.iter().map(|matrix| matrix.value).collect();
        operands.extend(problem.inputs().iter().map(Input::value));
        let behind = problem.epilogue.as_ref().map_or(&[][..], |epilogue| &epilogue.ops);
        let callee = FlatSymbolRefAttribute::new(context, &base).into();
        let call = OperationBuilder::new("func.call", ir::location(op))
            .add_operands(&operands)
            .add_attributes(&[(Identifier::new(context, "callee"), callee)]);
        ir::insert_before(behind.last().copied().unwrap_or(op), call.build().map_err(|_| Error::Kernel)?)
            .ok_or(Error::Kernel)?;
        let mut done: Vec<_> = problem.zero.into_iter().chain([op]).chain(behind.iter().copied()).collect();
        done.extend(problem.epilogue.iter().flat_map(|epilogue| epilogue.unused(&done)).collect::<Vec<_>>());
        let gone = done.iter().flat_map(|op| ir::nested(*op)).map(ir::op_key).collect();
        ir::erase_all(&done)?;
        Ok(gone)
    }

    /// A module of the kernels and of the function that launches them, for a product as it is and turned.
    fn text(
        &self,
        [plain, turned]: [(&Problem<'_, '_>, &Types); 2],
        base: &str,
        module: &str,
    ) -> Result<String, Error> {
        let (problem, types) = plain;
        let kernel = |tile: Tile, way| {
            let (problem, types) = if tile.turned { turned } else { plain };
            Kernel::by(way, problem, types, tile)
        };
        let timed = self.cache.of(&product::entry(problem, self.chip.name, self.tf32));
        let timed = timed.filter(|_| self.tile.is_empty() && !sizes(problem).contains(&DYNAMIC));
        let mut engines = self.engines(problem, types);
        if !self.tile.is_empty() {
            self.take_asked(&mut engines, problem, types)?;
        }
        // (What loads anywhere comes first where it is faster: the others are there for who timed them.)
        let is_of_threads = engines.first().is_some_and(|way| way.engine == Engine::Anywhere);
        engines.retain(|way| timed.is_some() || !is_of_threads || way.engine == Engine::Anywhere);
        let mut is_taken = false;
        let mut choices: Vec<Vec<Kernel<'_, '_, '_>>> = Vec::new();
        for way in engines {
            let made = |tile| kernel(tile, way);
            let both = [types, turned.1];
            let of_cache = timed.and_then(|timed| {
                let all = self.worth(way, problem, both).into_iter();
                // (Producers are in no choice but that of who timed them.)
                let each =
                    |tile: Tile| std::iter::once(tile).chain(tile.all_produced(way.engine, types, self.chip));
                let all = all.flat_map(each).map(made);
                let mut all = all.filter(|kernel| !kernel.tile.producer || kernel.is_produced());
                all.find(|kernel| kernel.name() == timed.kernel)
            });
            if of_cache.is_some() {
                // What takes less for granted was faster: the others are left out.
                choices.clear();
                is_taken = true;
            }
            choices.push(match of_cache {
                Some(kernel) => vec![kernel],
                None => {
                    let has_other = choices.iter().any(|kernels| !kernels.is_empty());
                    let spare = has_other && self.tile.is_empty() && problem.is_known();
                    let tiles = self.tiles(way, problem, both).into_iter();
                    let small = |tile| if spare { self.spare(tile, way, problem, types) } else { tile };
                    tiles.map(small).map(|tile| Kernel { spare, ..made(tile) }).collect()
                }
            });
        }
        if let Some(timed) = timed.filter(|_| !is_taken) {
            let why = format!(
                "has the kernel {} in the cache, which is none that it can have: the one that takes the least time by the model is taken",
                timed.kernel
            );
            let op = problem.op;
            ir::emit_warning(ir::location(op), &format!("layout-matmul: '{}' op {why}", ir::name(op)));
        }
        // (The last ones take nothing for granted, and are launched where nothing else may be.)
        if choices.last().is_none_or(Vec::is_empty) {
            return Err(Error::Anywhere);
        }
        choices.retain(|kernels| !kernels.is_empty());
        // What is launched for certain needs no other.
        let certain = choices.iter().position(|kernels| kernels.iter().all(host::always_holds));
        let certain = certain.map(|place| place + 1).filter(|count| *count < choices.len());
        choices.truncate(certain.unwrap_or(choices.len()));
        let smallest = Tile {
            rows: 64,
            columns: 64,
            boxed: 64,
            depth: 1,
            warps: [2, 2],
            stages: 1,
            along: false,
            turned: false,
            persistent: 0,
            across: false,
            bytes: [WIDE; 2],
            split: 1,
            producer: false,
            multicast: [1, 1],
        };
        let is_deep = |extent: i64| extent != DYNAMIC && extent > 0;
        let k = problem.matrices[0].extents.last().copied().unwrap_or(DYNAMIC);
        let has_zero = (problem.zero.is_some() || problem.epilogue.is_some()) && !is_deep(k);
        let zero = Kernel {
            problem,
            types,
            tile: smallest,
            engine: None,
            factors: [0; 2],
            result: false,
            spare: false,
        };
        let zero = has_zero.then_some(zero);

        let mut kernels = String::new();
        for kernel in choices.iter().flatten().chain(&zero) {
            kernels.push_str(&kernel.text(base, self.chip)?);
        }
        let [a, b, c] = problem.matrices.each_ref().map(Matrix::value_type);
        let mut host = Host::new(module);
        // (What is certain by how memory is aligned stays so for whoever calls it.)
        let said = |value: Value<'_, '_>| match ir::base_alignment(value) {
            bytes if certain.is_some() && bytes > 1 => format!(" {{llvm.align = {bytes} : i64}}"),
            _ => String::new(),
        };
        let [of_a, of_b, of_c] = problem.matrices.each_ref().map(|matrix| said(matrix.value));
        let inputs = problem.inputs().iter().map(Input::value).enumerate();
        let inputs = inputs.map(|(number, of)| format!(", %E{number}: {}{}", of.r#type(), said(of)));
        let inputs: String = inputs.collect();
        host.line(&format!(
            "func.func @{base}(%A: {a}{of_a}, %B: {b}{of_b}, %C: {c}{of_c}{inputs}) attributes {{{LAUNCHES}}} {{"
        ));
        let has_turned = choices.iter().flatten().any(|kernel| kernel.tile.turned);
        let sides = host.sides(problem, has_turned.then_some(turned.0));
        let is_something = host.is_something(&sides);
        host.branch(
            &is_something,
            |host| {
                let is_deep = host.is_not_zero(&sides.all()[3]);
                host.branch(
                    &is_deep,
                    |host| self.choose(host, base, &choices, &sides),
                    |host| zero.iter().for_each(|kernel| host.launch(base, kernel, &sides, self.chip)),
                );
            },
            |_| (),
        );
        host.line("return\n}");
        Ok(format!(
            "module attributes {{gpu.container_module}} {{\ngpu.module @{module} attributes {{{KERNELS}}} {{\n{kernels}}}\n{}}}",
            host.finish()
        ))
    }

    /// The engines that a product may have, from what takes most for granted to what takes nothing.
    fn engines(&self, problem: &Problem<'_, '_>, types: &Types) -> Vec<Way> {
        let mut engines = Vec::new();
        let mut push = |engine, factors, result| engines.push(Way { engine, factors, result });
        let may = |numbers: &[usize], ends: bool| {
            numbers.iter().all(|n| may_be_wide(&problem.matrices[*n], types, *n, ends))
        };
        // What threads load at once of factors whose rows are known. (Asynchronous copies of fewer bytes than the most are more, and
        // are not begun as fast as such loads.)
        let copied = [0, 1].map(|n| {
            let matrix = &problem.matrices[n];
            let fits = |bytes: &i64| matrix.has_known_rows() && is_maybe(matrix, *bytes, types.bits, true);
            let is_several = |bytes: &i64| *bytes * 8 > types.bits;
            [WIDE, WIDE / 2, WIDE / 4].into_iter().filter(is_several).find(fits).unwrap_or(0)
        });
        let is_map = |n: usize| {
            let matrix = &problem.matrices[n];
            let is_row = matrix.along().is_some_and(|place| matrix.has_steps(place));
            let [most, bytes] = host::MOST;
            let is_near = |stride: &i64| *stride < bytes * 8 / types.bits;
            is_row
                && matrix.extents.iter().all(|extent| *extent <= most)
                && matrix.strides.iter().all(is_near)
        };
        let boxes = may(&[0, 1], false) && [0, 1].into_iter().all(is_map);
        let rows = may(&[0, 1], true);
        // What is as large as C is read as it is written.
        let inputs: Vec<_> = problem.inputs().iter().filter_map(Input::matrix).collect();
        let result = may(&[2], true)
            && inputs.iter().all(|input| is_maybe_wide(input, types::bits(&input.element), true));
        if tile::has(self.chip, Engine::Warpgroups) && types.warpgroups != [false; 2] && boxes {
            // (Of what is asked for by name tensor cores have what both have.)
            let is_of_vectors = copied == [WIDE; 2] && Self::is_of_vectors(problem, types);
            if is_of_vectors && self.tile.is_empty() {
                push(Engine::Anywhere, copied, result);
            }
            if result {
                push(Engine::Warpgroups, [WIDE; 2], true);
            }
            // (Of what is known and wide only the address is not known.)
            let mut stored = inputs.iter().copied().chain([&problem.matrices[2]]);
            if !(result && stored.all(Matrix::is_known)) {
                push(Engine::Warpgroups, [WIDE; 2], false);
            }
            if is_of_vectors && !self.tile.is_empty() {
                push(Engine::Anywhere, copied, result);
            }
        } else if rows && result {
            push(Engine::Warps, [WIDE; 2], true);
        } else if copied == [WIDE; 2] {
            push(Engine::Warps, copied, result);
        } else if copied != [0; 2] {
            push(Engine::Anywhere, copied, result);
        }
        push(Engine::Anywhere, [0; 2], false);
        engines
    }

    /// The first of several choices whose assumptions hold.
    fn choose(&self, host: &mut Host, base: &str, choices: &[Vec<Kernel<'_, '_, '_>>], sides: &Sides) {
        match choices {
            [] => {}
            [last] => host.fastest(base, last, sides, self.chip),
            [first, rest @ ..] => {
                let holds = host.holds(first, sides);
                host.branch(
                    &holds,
                    |host| host.fastest(base, first, sides, self.chip),
                    |host| self.choose(host, base, rest, sides),
                );
            }
        }
    }
}

/// Whether rows of a matrix may begin at multiples of 16 bytes, by what is known of it, and perhaps end there.
fn may_be_wide(matrix: &Matrix<'_, '_>, types: &Types, number: usize, ends: bool) -> bool {
    is_maybe_wide(matrix, if number < 2 { types.bits } else { types.result_bits() }, ends)
}

/// The same of elements of so many bits.
fn is_maybe_wide(matrix: &Matrix<'_, '_>, bits: i64, ends: bool) -> bool {
    is_maybe(matrix, WIDE, bits, ends)
}

/// The same of so many bytes.
fn is_maybe(matrix: &Matrix<'_, '_>, bytes: i64, bits: i64, ends: bool) -> bool {
    let fact = (bytes * 8 / bits).max(1);
    let Some(along) = matrix.along() else { return false };
    let may = |number: i64| number == DYNAMIC || number % fact == 0;
    let is_free = |place: usize| place == along || !matrix.has_steps(place);
    let strides = matrix.strides.iter().enumerate().all(|(place, stride)| is_free(place) || may(*stride));
    strides && (!ends || may(matrix.extents[along])) && !matrix.strides.contains(&0)
}
