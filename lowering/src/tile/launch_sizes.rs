//! What a launch says of its sizes, against those that the kernel is for.
//!
//! A kernel that is launched with other sizes computes nonsense, or waits for threads that there are not. So where both are
//! numbers they must be the same.

use layout_mlir::ir;
use layout_target::Chip;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value};

use super::functions::THREADS;
use super::producers::{PRODUCERS, has_producers, producers};
use crate::shared_globals::BYTES;

/// A launch with other sizes than its kernel has. The place is the launch's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// Another number of threads, of blocks, or of blocks of a cluster.
    #[error("'gpu.launch_func' has {what} in {launched}, and @{kernel} is for {stated}: {why}")]
    Other {
        /// Which size, as the launch names it.
        what: &'static str,
        /// What the launch says.
        launched: String,
        /// The kernel.
        kernel: String,
        /// What it is for.
        stated: String,
        /// What says so.
        why: String,
    },
    /// A grid that is no whole clusters.
    #[error(
        "'gpu.launch_func' has blocks in {launched}, which is no multiple of the clusters of @{kernel}, {cluster}"
    )]
    Parted {
        /// What the launch says.
        launched: String,
        /// The kernel.
        kernel: String,
        /// Its clusters.
        cluster: String,
    },
    /// Less memory than the kernel takes.
    #[error(
        "'gpu.launch_func' has dynamic_shared_memory_size {launched}, and @{kernel} takes {needed} bytes (layout.dynamic_shared_memory)"
    )]
    Memory {
        /// What the launch says.
        launched: i64,
        /// The kernel.
        kernel: String,
        /// What it takes.
        needed: i64,
    },
}

/// Checks the launches below an operation of kernels that are in the same module. Of a kernel that is still the program of
/// a group the block is the group and its producers.
///
/// # Errors
/// [`SizeError`] of each launch that has other sizes, with its place.
pub fn check<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    chip: &Chip,
) -> Result<(), Vec<(OperationRef<'c, 'a>, SizeError)>> {
    let launches = ir::nested(root).into_iter().filter(|op| ir::name(*op) == "gpu.launch_func");
    let wrong = launches.filter_map(|launch| Some((launch, check_launch(launch, chip).err()?)));
    let wrong: Vec<_> = wrong.collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// The name of what a launch is of, and the kernel, if the module around has it.
pub fn kernel<'c, 'a>(launch: OperationRef<'c, 'a>) -> (Vec<String>, Option<OperationRef<'c, 'a>>) {
    let path = launch.attribute("kernel").map(ir::symbol_references).unwrap_or_default().concat();
    let [module, kernel] = &path[..] else { return (path, None) };
    let is_called = |op: OperationRef<'c, 'a>, name: &str| ir::symbol(op).as_deref() == Some(name);
    let around = std::iter::successors(launch.parent_operation(), |op| op.parent_operation());
    let mut beside = around
        .filter(|op| ir::name(*op) == "builtin.module")
        .flat_map(ir::blocks)
        .flat_map(|block| std::iter::successors(block.first_operation(), |op| op.next_in_block()));
    let module = beside.find(|op| ir::name(*op) == "gpu.module" && is_called(*op, module));
    let is_function = |op: OperationRef<'c, 'a>| matches!(ir::name(op), "gpu.func" | "llvm.func");
    let mut inside = module.into_iter().flat_map(ir::outer);
    let function = inside.find(|op| is_function(*op) && is_called(*op, kernel));
    (path, function)
}

fn check_launch(launch: OperationRef<'_, '_>, chip: &Chip) -> Result<(), SizeError> {
    let (path, Some(function)) = kernel(launch) else { return Ok(()) };
    let kernel = path.join("::@");
    let Some(given) = Given::of(launch) else { return Ok(()) };
    let (block, why) = block_size(function, chip);
    let cluster = stated(function, "known_cluster_size");
    for (what, given, stated, why) in [
        ("threads", &given.block, block, why),
        ("blocks", &given.grid, stated(function, "known_grid_size"), "known_grid_size".into()),
        ("clusters", &given.cluster, cluster.clone(), "known_cluster_size".into()),
    ] {
        let differ = |(a, b): (&Option<i64>, &Option<i64>)| matches!((a, b), (Some(a), Some(b)) if a != b);
        if let Some(stated) = stated.filter(|stated| given.iter().zip(stated).any(differ)) {
            let (launched, stated) = (tuple(given), tuple(&stated));
            return Err(SizeError::Other { what, launched, kernel, stated, why });
        }
    }
    if let Some(cluster) = cluster {
        let is_parted = |(grid, of): (&Option<i64>, &Option<i64>)| matches!((grid, of), (Some(grid), Some(of @ 1..)) if grid % of != 0);
        if given.grid.iter().zip(&cluster).any(is_parted) {
            let (launched, cluster) = (tuple(&given.grid), tuple(&cluster));
            return Err(SizeError::Parted { launched, kernel, cluster });
        }
    }
    let needed = function.attribute(BYTES).ok().and_then(ir::integer);
    match (given.memory, needed) {
        (Some(launched), Some(needed)) if launched < needed => {
            Err(SizeError::Memory { launched, kernel, needed })
        }
        _ => Ok(()),
    }
}

/// The sizes of a launch that are numbers.
struct Given {
    grid: Sizes,
    block: Sizes,
    /// Nothing where the launch says nothing of clusters.
    cluster: Sizes,
    /// Dynamic shared memory in bytes.
    memory: Option<i64>,
}

impl Given {
    /// Of a launch; `None` if its operands are none that are known.
    fn of(launch: OperationRef<'_, '_>) -> Option<Self> {
        let counts = launch.attribute("operandSegmentSizes").map(ir::integers).ok()?;
        let operands: Vec<Value<'_, '_>> = launch.operands().collect();
        let mut places = Vec::new();
        let mut next = 0;
        for count in counts {
            let count = usize::try_from(count).ok()?;
            places.push(operands.get(next..next + count)?);
            next += count;
        }
        // What is waited for; grid, block and cluster along x, y and z; dynamic shared memory.
        let sizes = |first: usize| -> Option<Sizes> {
            Some(places.get(first..first + 3)?.concat().into_iter().map(ir::constant).collect())
        };
        let memory = places.get(10)?.first().copied().and_then(ir::constant);
        Some(Self { grid: sizes(1)?, block: sizes(4)?, cluster: sizes(7)?, memory })
    }
}

/// Sizes along x, y and z, those that are numbers.
type Sizes = Vec<Option<i64>>;

/// The block that a kernel is for, and what says so.
fn block_size(function: OperationRef<'_, '_>, chip: &Chip) -> (Option<Sizes>, String) {
    let number = |name: &str| function.attribute(name).ok().and_then(ir::integer);
    let by_group = |threads: i64, producers: i64| {
        format!(
            "{threads} threads of its group, and {producers} beside them that issue copies (layout.producer)"
        )
    };
    let known = stated(function, "known_block_size");
    match (known, number(THREADS), number(PRODUCERS)) {
        (None, Some(threads), _) if has_producers(function) => {
            let producers = producers(threads, chip);
            (Some(along_x(threads + producers)), by_group(threads, producers))
        }
        (None, Some(threads), _) => (Some(along_x(threads)), "layout.threads".into()),
        (Some(known), _, Some(producers)) => {
            let threads = known.first().copied().flatten().unwrap_or(0) - producers;
            (Some(known), by_group(threads, producers))
        }
        (known, ..) => (known, "known_block_size".into()),
    }
}

/// What a kernel, or what is made of one, says of a size.
fn stated(function: OperationRef<'_, '_>, name: &str) -> Option<Sizes> {
    let of = |name: &str| function.has_attribute(name).then(|| function.attribute(name).ok()).flatten();
    of(name)
        .or_else(|| of(&format!("gpu.{name}")))
        .map(|sizes| ir::integers(sizes).into_iter().map(Some).collect())
}

fn along_x(threads: i64) -> Sizes {
    vec![Some(threads), Some(1), Some(1)]
}

/// Sizes as a launch has them.
fn tuple(sizes: &[Option<i64>]) -> String {
    let texts: Vec<String> = sizes.iter().map(|n| n.map_or_else(|| "?".into(), |n| n.to_string())).collect();
    format!("({})", texts.join(", "))
}
