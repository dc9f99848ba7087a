//! `layout-hoist-addresses`: of an address in a loop, what iterations do not change is added before the loop.
//!
//! LLVM rearranges the addresses of a loop once more before it selects instructions, and prefers few
//! registers: it takes invariant sums apart, multiplies them out for each row of a matrix anew, and
//! adds some of their terms in each iteration. Here each access gets one pointer from before the loop, which
//! LLVM does not look into (`llvm.strip.invariant.group`, which costs nothing), and what is left in the loop is
//! the offset of the iteration. Accesses that differ by a constant or by one term have the same pointer.
//!
//! ```mlir
//! // Before, in a loop over %k:
//! %i = llvm.add %row, %k : i64    %p = llvm.getelementptr %a[%i] : …
//! // After:
//! %r = llvm.getelementptr %a[%row] : …    %s = llvm.intr.strip.invariant.group %r : …    // before the loop
//! %p = llvm.getelementptr %s[%k] : …                                                     // in it
//! ```
//!
//! What an asynchronous copy that reads nothing would read from is not looked at (`unread.rs`), so that its address is
//! a sum too.
//!
//! In the innermost loops of kernels, for global memory and indices of 64 bits: what is added modulo 2^64 may be added in
//! any order, and no flag is kept that would say more.

use layout_mlir::ir::{self, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value};
use rustc_hash::FxHashMap;

use super::build::{Gep, add, element, element_at, in_global, is_access, is_global, opaque};
use super::loops::{Loop, innermost};
use super::sum::{Arithmetic, Sum, keys, take};
use super::unread;
use crate::kernels::kernels;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-hoist-addresses",
    summary: "Add what an address in a loop has in common for all iterations before the loop",
    options: &[],
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for kernel in kernels(op) {
        unread::free_sources(kernel);
        for r#loop in innermost(kernel) {
            // Nothing is done in halves: an operation that cannot be built leaves an address as it is.
            hoist(&r#loop);
        }
    }
    true
}

/// An address in a loop, and its index as a sum.
struct Address<'c, 'a> {
    gep: Gep<'c, 'a>,
    /// Terms that are the same in all iterations, and terms that are not.
    invariant: Vec<Value<'c, 'a>>,
    varying: Vec<Value<'c, 'a>>,
    constant: i64,
}

impl<'c: 'a, 'a> Address<'c, 'a> {
    /// An operation as an address from a pointer that is the same in all iterations.
    fn of(op: OperationRef<'c, 'a>, inside: &Loop<'c, 'a>) -> Option<Self> {
        let gep = Gep::of(op)?;
        if gep.bits != 64 || inside.defines(gep.base) || !is_global(gep.base) {
            return None;
        }
        // The pointer's type may change: an access takes any.
        if !ir::uses(ir::result(op)?).iter().all(is_access) {
            return None;
        }
        let Sum { terms, constant, .. } = Sum::of(gep.index, Arithmetic::Modular)?;
        let (varying, invariant): (Vec<_>, Vec<_>) = terms.into_iter().partition(|t| inside.defines(*t));
        (!invariant.is_empty()).then_some(Self { gep, invariant, varying, constant })
    }

    /// Has the accesses begin at `root`, and go on by `steps`.
    fn rewrite(&self, root: Value<'c, 'a>, steps: &[Value<'c, 'a>]) -> Option<()> {
        let before = self.gep.op;
        let mut pointer = root;
        let mut terms = self.varying.iter().chain(steps).copied();
        if let Some(first) = terms.next() {
            let index = terms.try_fold(first, |sum, term| add(before, sum, term))?;
            pointer = element(before, pointer, index, self.gep.element)?;
        }
        self.gep.replace(element_at(before, pointer, self.constant, self.gep.element)?);
        Some(())
    }
}

/// Hoists what the addresses of a loop can have hoisted.
fn hoist(inside: &Loop<'_, '_>) {
    let mut of_base: Vec<Vec<Address<'_, '_>>> = Vec::new();
    for block in &inside.blocks {
        let mut next = block.first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            if let Some(address) = Address::of(op, inside) {
                let alike = |other: &Address<'_, '_>| {
                    ir::key(other.gep.base) == ir::key(address.gep.base)
                        && other.gep.element == address.gep.element
                };
                match of_base.iter_mut().find(|group| group.first().is_some_and(alike)) {
                    Some(group) => group.push(address),
                    None => of_base.push(vec![address]),
                }
            }
        }
    }
    for addresses in of_base {
        let mut roots = Roots::new(&addresses, inside.entry);
        for address in &addresses {
            if let Some((root, steps)) = roots.root(address) {
                let _ = address.rewrite(root, &steps);
            }
        }
    }
}

/// The pointers before a loop, for addresses of one base.
struct Roots<'c, 'a> {
    entry: OperationRef<'c, 'a>,
    /// Terms that all the addresses have.
    common: Vec<Value<'c, 'a>>,
    /// The number of each term, in the order in which they appear.
    numbers: FxHashMap<ValueKey, usize>,
    /// The sums so far, by their terms, and the pointers.
    sums: FxHashMap<Vec<ValueKey>, Value<'c, 'a>>,
    pointers: FxHashMap<Vec<ValueKey>, (Value<'c, 'a>, Vec<Value<'c, 'a>>)>,
}

impl<'c: 'a, 'a> Roots<'c, 'a> {
    fn new(addresses: &[Address<'c, 'a>], entry: OperationRef<'c, 'a>) -> Self {
        let mut common = addresses.first().map(|a| a.invariant.clone()).unwrap_or_default();
        let mut numbers = FxHashMap::default();
        for address in addresses {
            let mut left = keys(&address.invariant);
            common.retain(|term| take(&mut left, ir::key(*term)));
            for term in &address.invariant {
                let next = numbers.len();
                numbers.entry(ir::key(*term)).or_insert(next);
            }
        }
        Self { entry, common, numbers, sums: FxHashMap::default(), pointers: FxHashMap::default() }
    }

    /// The pointer that an address begins at, and terms that it goes on by: a step from another one needs no
    /// pointer of its own, which would be in registers in all iterations.
    fn root(&mut self, address: &Address<'c, 'a>) -> Option<(Value<'c, 'a>, Vec<Value<'c, 'a>>)> {
        let name = keys(&address.invariant);
        if let Some(known) = self.pointers.get(&name) {
            return Some(known.clone());
        }
        let stepped = address.invariant.iter().find_map(|step| {
            let mut rest = name.clone();
            take(&mut rest, ir::key(*step));
            let (root, steps) = self.pointers.get(&rest)?;
            Some((*root, steps.iter().copied().chain([*step]).collect::<Vec<_>>()))
        });
        if let Some(stepped) = stepped {
            self.pointers.insert(name, stepped.clone());
            return Some(stepped);
        }
        // What all have comes first: rows a stride apart are a chain then.
        let mut shared = keys(&self.common);
        let mut own: Vec<_> = address.invariant.clone();
        own.retain(|term| !take(&mut shared, ir::key(*term)));
        own.sort_by_key(|term| self.numbers.get(&ir::key(*term)).copied());
        let mut terms = self.common.iter().copied().chain(own);
        let mut so_far = terms.next()?;
        let mut prefix = vec![ir::key(so_far)];
        for term in terms {
            prefix.push(ir::key(term));
            so_far = match self.sums.get(&prefix) {
                Some(sum) => *sum,
                None => add(self.entry, so_far, term)?,
            };
            self.sums.insert(prefix.clone(), so_far);
        }
        let base = in_global(self.entry, address.gep.base)?;
        let root = element(self.entry, base, so_far, address.gep.element)?;
        let pointer = opaque(self.entry, root)?;
        self.pointers.insert(name, (pointer, Vec::new()));
        Some((pointer, Vec::new()))
    }
}
