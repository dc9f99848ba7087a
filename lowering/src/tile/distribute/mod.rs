//! `layout-distribute`: a program on tiles becomes the program of each thread.
//!
//! ```mlir
//! // Before, where each of 32 threads holds two elements:
//! %t = layout.load %m[%0] : memref<64xf32> -> tensor<64xf32, #layout.tv<32:2, 2:1>>
//! %s = layout.reduce addf %t dim 0 : tensor<64xf32, #layout.tv<32:2, 2:1>> -> f32
//! // After:
//! %v = vector.load %m[%i] : memref<64xf32>, vector<2xf32>
//! %a = vector.extract %v[0] …
//! %b = vector.extract %v[1] …
//! %c = arith.addf %a, %b : f32
//! %d, %_ = gpu.shuffle xor %c, 1, 32 : f32          // and 2, 4, 8, 16
//! ```
//!
//! A tile becomes one value for each element that a thread holds, in the order of its encoding; of
//! elements of 8 and 16 bits one for each word of 32 bits, where they come and are used so.
//! What a thread knows of itself stands at the beginning of the function. What moves elements
//! between warps is `layout-select`'s to write otherwise, and barriers are `layout-sync`'s.
//!
//! # Errors
//! At the operation that cannot be lowered: see [`Error`].

mod access;
mod accesses;
mod again;
mod beside;
mod boxes;
mod buffers;
mod bulk;
mod calls;
mod chains;
mod constants;
mod control;
mod copy;
mod elementwise;
mod exchange;
mod group;
mod groups;
mod im2col;
mod l2;
mod matrices;
mod memory;
mod mma;
mod multicast;
mod packing;
mod positions;
mod products;
mod reduce;
mod registers;
mod roles;
mod runs;
mod tensor_maps;
mod together;
mod turns;
mod vectors;
mod wgmma;
mod window;
mod words;

pub use wgmma::takes_integers;

use layout_dialect::tile::{Tile, is_elementwise, reads_memory};
use layout_mlir::ir;
use layout_mlir::pass_options;
use layout_mlir::registry::{IndexBits, OptionValues, PassInfo, PassOptions};
use layout_target::{Chip, WARP};
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, OperationRef, Type};
use rustc_hash::FxHashSet;

use super::encoded::Encoded as _;
use super::error::{Error, Result};
use super::functions::{THREADS, groups, is_on_tiles, threads};
use super::launch_sizes;
use super::producers::PRODUCERS;
use super::shared::SYNCHRONIZED;
use super::sync::unordered;
use super::tma;
use crate::convert_layout_memref::emit::Emit;
use crate::whole::is_whole;
use boxes::Boxes;
use group::Group;
use groups::Groups;
use registers::Registers;
use roles::ROLES;

pass_options! {
    /// Options of `layout-distribute`.
    pub struct Options {
        /// the GPU, such as sm_90a
        chip: String = "chip", "sm_90a";
        /// bits of the index type
        index_bitwidth: IndexBits = "index-bitwidth", "64";
    }
}

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-distribute",
    summary: "Convert programs on tiles to the program of each thread",
    options: Options::TABLE,
    statistics: &[],
    run,
};

/// What is said of a program that `layout-sync` has not seen.
const UNORDERED: &str = "layout-distribute: threads of the group access the same bytes here, and no barrier or fence that this pass \
                         knows of is between; layout-sync, before this pass, writes those that are needed";

type Place<'c, 'a> = OperationRef<'c, 'a>;

fn run(root: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    if !is_whole(root, INFO.name) {
        return false;
    }
    let report = |at: Place<'_, '_>, error: &dyn std::fmt::Display| {
        ir::emit_error(ir::location(at), &format!("layout-distribute: {error}"));
        false
    };
    let bits = match options.number("index-bitwidth") {
        Ok(bits) => u32::try_from(bits).unwrap_or(64),
        Err(error) => return report(root, &error),
    };
    let chip = match Chip::named(options.text("chip")) {
        Ok(chip) => chip,
        Err(error) => return report(root, &error),
    };
    if let Err((at, error)) = calls::check(root) {
        return report(at, &error);
    }
    if let Err(wrong) = launch_sizes::check(root, chip) {
        return wrong.iter().fold(true, |_, (at, error)| report(*at, error));
    }
    for function in groups(root) {
        // (What is in order by other means, as by mbarriers of the program's own, is not seen.)
        let unordered = unordered(function).map(ir::location);
        if let Err((at, error)) = distribute(function, chip, bits) {
            return report(at, &error);
        }
        if let Some(at) = unordered {
            ir::emit_warning(at, UNORDERED);
        }
    }
    match ir::nested(root).into_iter().find(|op| is_on_tiles(*op)) {
        Some(left) => report(left, &Error::NoGroup(ir::name(left).into())),
        None => true,
    }
}

/// Distributes a function; an error comes with its place.
fn distribute<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    chip: &'static Chip,
    index_bits: u32,
) -> std::result::Result<(), (Place<'c, 'a>, Error)> {
    let here = |error| (function, error);
    let threads = threads(function).map_err(here)?;
    if signature(function).into_iter().any(|r#type| Tile::of_type(r#type).is_some()) {
        return Err(here(Error::Unknown(ir::name(function).into())));
    }
    buffers::check(function, threads, chip)?;
    tma::check(function)?;
    together::join(function).map_err(here)?;
    let barriers = boxes::barriers(function).map_err(here)?;
    buffers::own(function)?;
    let blocks = multicast::blocks(function)?;
    let roles = roles::split(function, (threads, blocks), chip)?;
    let first = roles.as_ref().map(|roles| roles.first[1]);
    let mut group = Group::new(function, first, threads, chip, index_bits).map_err(here)?;
    let by_boxes = barriers.is_some() || !tma::stores(function).is_empty();
    let boxes =
        by_boxes.then(|| Boxes::new(function, (barriers, blocks), roles.as_ref(), &mut group)).transpose()?;
    let ops = ir::nested(function);
    let mut registers = Registers::new(group, Groups::new(function), boxes, &ops);
    // Of what a multiprocessor full of threads has for each, half is for addresses and what is computed.
    let again = again::again(function, (chip.limits.registers / chip.limits.threads / 2) as usize);
    let loops = ops[1..].iter().filter(|op| is_full_loop(**op, function, chip));
    let behind_loops: FxHashSet<usize> =
        loops.filter_map(|op| Some(ir::op_key(op.next_in_block()?))).collect();
    for op in &ops[1..] {
        if let Some(made) = again.get(&ir::op_key(*op)) {
            made.make(*op, &mut registers).map_err(|error| (*op, error))?;
        }
        if behind_loops.contains(&ir::op_key(*op)) {
            registers.group.renew(*op).map_err(|error| (*op, error))?;
        }
        lower(*op, &mut registers).map_err(|error| (*op, error))?;
    }
    registers.finish().map_err(here)?;
    chains::order(function);
    let producers = roles.map_or(0, |roles| {
        ir::remove_attribute(roles.branch, ROLES);
        // (Else ptxas does not know of small kernels how many registers a thread begins with, which change then: C7508.)
        if roles.producers.registers.is_some() {
            let one = IntegerAttribute::new(IntegerType::new(ir::context(function), 32).into(), 1);
            ir::set_attribute(function, "nvvm.minctasm", one.into());
        }
        let word = IntegerType::new(ir::context(function), 64).into();
        ir::set_attribute(function, PRODUCERS, IntegerAttribute::new(word, roles.producers.threads).into());
        roles.producers.threads
    });
    state_block_size(function, threads, producers).map_err(here)
}

/// Whether an operation is a loop of a function that carries a quarter of all registers: what threads know of
/// themselves, for what is behind it, would be held in others while it runs.
fn is_full_loop(op: Place<'_, '_>, function: Place<'_, '_>, chip: &Chip) -> bool {
    let is_top = |p: Place<'_, '_>| ir::op_key(p) == ir::op_key(function) || p.has_attribute(ROLES);
    let of_function = || op.parent_operation().is_some_and(is_top);
    let carried = || ir::results(op).into_iter().filter_map(again::words).sum::<usize>();
    ir::name(op) == "scf.for"
        && of_function()
        && ir::blocks(function).len() == 1
        && 4 * carried() > chip.limits.registers_per_thread as usize
}

/// The types that a function takes and gives.
fn signature<'c>(function: OperationRef<'c, '_>) -> Vec<Type<'c>> {
    let Some(r#type) = ir::function_type(function) else { return Vec::new() };
    let inputs = (0..r#type.input_count()).filter_map(|n| r#type.input(n).ok());
    inputs.chain((0..r#type.result_count()).filter_map(|n| r#type.result(n).ok())).collect()
}

/// Lowers one operation, if it has to do with tiles.
fn lower<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let name = ir::name(op);
    for tile in ir::results(op).into_iter().filter_map(Tile::of).filter(|tile| tile.encoding.is_some()) {
        tile.registers()?;
    }
    match name {
        "layout.load" => access::load(op, registers),
        "layout.store" => access::store(op, registers),
        "layout.copy_async" => copy::copy(op, registers),
        "layout.store_async" => bulk::store(op, registers),
        "layout.no_copy" => bulk::none(op, registers),
        "layout.wait" => copy::wait(op, registers),
        "layout.mma" if reads_memory(op) => wgmma::multiply(op, registers),
        "layout.mma" => mma::multiply(op, registers),
        "layout.wait_mma" => wgmma::wait(op, registers),
        "layout.reduce" => reduce::reduce(op, registers),
        "layout.broadcast" => positions::broadcast(op, registers),
        "layout.expand_dims" | "layout.transpose" | "layout.reshape" => positions::rename(op, registers),
        "layout.iota" => positions::iota(op, registers),
        "layout.convert" => exchange::convert(op, registers),
        "gpu.block_dim" | "gpu.num_subgroups" => state_size(op, registers),
        _ if !control::has_tiles(op) => Ok(()),
        "tensor.splat" => constants::splat(op, registers),
        "arith.constant" => constants::constant(op, registers),
        name if control::passes_on(name) => control::rebuild(op, registers),
        _ if is_elementwise(op) => elementwise::lower(op, registers),
        _ => Err(Error::Unsupported { op: name.into(), why: instead(name).into() }),
    }
}

/// What a program asks of its group's size, which is that of the block without its producers.
fn state_size<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let Some(result) = ir::result(op) else { return Ok(()) };
    let threads = registers.group.threads;
    let along_x = op.attribute("dimension").is_ok_and(|of| of.to_string() == "#gpu<dim x>");
    let size = match ir::name(op) {
        "gpu.num_subgroups" => (threads + WARP - 1) / WARP,
        _ if along_x => threads,
        _ => 1,
    };
    registers.replace(result, vec![Emit::at(op).constant(size)?]);
    registers.remove(op);
    Ok(())
}

/// Why an operation on tiles has no lowering, and what would do.
fn instead(name: &str) -> &'static str {
    match name {
        "func.call" => "tiles are no arguments or results of functions: inline it first",
        "tensor.extract" => "one thread has the element: layout.reduce makes a scalar that all have",
        _ => {
            "nothing says what each thread does of it; on tiles there are arith, math, tensor.splat, scf and what layout has"
        }
    }
}

/// The kernel says how many threads it has, in place of the group.
fn state_block_size(function: OperationRef<'_, '_>, threads: i64, producers: i64) -> Result<()> {
    let all = threads + producers;
    let kernel = ir::name(function) == "gpu.func";
    let name = if kernel { "known_block_size" } else { "gpu.known_block_size" };
    if let Ok(stated) = function.attribute(name) {
        if ir::integers(stated) != [all, 1, 1] {
            return Err(Error::BlockSize { threads, producers, stated: stated.to_string() });
        }
    } else {
        let context = ir::context(function);
        let text = format!("array<i32: {all}, 1, 1>");
        let attribute = Attribute::parse(context, &text).ok_or(Error::Unknown(text))?;
        ir::set_attribute(function, name, attribute);
    }
    ir::remove_attribute(function, THREADS);
    ir::remove_attribute(function, SYNCHRONIZED);
    Ok(())
}
