//! mbarriers: how far arrivals and waits order memory, and the memory that they lie in.

#![allow(clippy::unwrap_used, reason = "a test fails where it does not hold")]

mod common;
use common::clusters::{BARRIER as RELEASE, begin_of};
use common::scheduled;

/// Two blocks of 32 threads. %mb is an mbarrier at which 32 arrive, %far the other block's, %p the other block's memory.
fn kernel(begin: &str, body: &str) -> String {
    format!(
        "{}
           %31 = arith.constant 31 : index
           %32 = arith.constant 32 : index
           %other = arith.xori %t, %31 : index
           %rank = gpu.cluster_block_id x
           %next = arith.xori %rank, %1 : index
           %rank_32 = arith.index_castui %next : index to i32
           %first = arith.muli %rank, %32 : index
           %far_first = arith.muli %next, %32 : index
           %i = arith.addi %first, %t : index
           %far_i = arith.addi %far_first, %t : index
           %is_first = arith.cmpi eq, %t, %0 : index
           %s = memref.alloc() : memref<32xi32, 3>
           %p = \"layout.peer\"(%s, %next) : (memref<32xi32, 3>, index) -> memref<32xi32, 7>
           %b = memref.alloc() : memref<2xi64, 3>
           %n32 = arith.constant 32 : i32
           %n0 = arith.constant 0 : i32
           %ticks = arith.constant 1000 : i32
           %at = memref.extract_aligned_pointer_as_index %b : memref<2xi64, 3> -> index
           %at_64 = arith.index_castui %at : index to i64
           %mb = llvm.inttoptr %at_64 : i64 to !llvm.ptr<3>
           {begin}
           %far = nvvm.mapa %mb, %rank_32 : !llvm.ptr<3> -> !llvm.ptr<7>
           {body}
           {RELEASE}
           return
         }}",
        begin_of(32, 64)
    )
}

const INIT: &str = "nvvm.mbarrier.init %mb, %n32 : !llvm.ptr<3>, i32";
const MADE: &str = "scf.if %is_first {
    nvvm.mbarrier.init %mb, %n32 : !llvm.ptr<3>, i32
    nvvm.fence.mbarrier.init
  }
  nvvm.cluster.arrive.relaxed {aligned}
  nvvm.cluster.wait {aligned}";

/// The wait that has no scope.
const WAIT: &str = "nvvm.mbarrier.try_wait.parity %mb, %n0, %ticks : !llvm.ptr<3>, i32, i32";

/// Goes round until the phase has ended.
fn try_wait(attributes: &str) -> String {
    format!(
        "scf.while : () -> () {{
           %done = nvvm.mbarrier.try_wait %mb, %n0, %ticks {attributes} : !llvm.ptr<3>, i32, i32 -> i1
           %true = arith.constant true
           %goes_on = arith.xori %done, %true : i1
           scf.condition(%goes_on)
         }} do {{
           scf.yield
         }}"
    )
}

fn far(attributes: &str) -> String {
    format!("nvvm.mbarrier.arrive %far {attributes} : !llvm.ptr<7>")
}

fn near(attributes: &str) -> String {
    format!("%state = nvvm.mbarrier.arrive %mb {attributes} : !llvm.ptr<3> -> i64")
}

const CLUSTER: &str = "{scope = #nvvm.mem_scope<cluster>}";
const RELAXED: &str = "{relaxed = true}";

fn said(text: &str) -> Vec<String> {
    let one =
        |seed| scheduled(text, r#"{"grid": [2, 1, 1], "arguments": [{}]}"#, seed).err().unwrap_or_default();
    (0..12).map(one).collect()
}

fn shows(text: &str, wanted: &str) {
    for said in said(text) {
        assert!(said.contains(wanted), "{wanted:?}: {said:?}\n{text}");
    }
}

fn is_right(text: &str) {
    assert_eq!(said(text), vec![String::new(); 12], "{text}");
}

/// Something before the arrival of all threads, and something behind their waits.
fn ordered(before: &str, arrival: &str, wait: &str, behind: &str) -> String {
    kernel(MADE, &format!("{before}\n{arrival}\n{wait}\n{behind}"))
}

/// A store and a read of it, of shared memory and of memory; a read, and a store there.
fn far_accesses() -> [[String; 2]; 3] {
    let store = "memref.store %v, %s[%t] : memref<32xi32, 3>";
    let read = "%w = memref.load %p[%t] : memref<32xi32, 7>";
    let global = ["memref.store %v, %o[%far_i] : memref<64xi32>", "%w = memref.load %o[%i] : memref<64xi32>"];
    [
        [store.into(), read.into()],
        global.map(Into::into),
        [format!("{store}\n{RELEASE}\n{read}"), store.into()],
    ]
}

/// Between blocks an arrival and a wait order memory if both have the scope of the cluster.
#[test]
fn scopes_between_blocks() {
    for [before, behind] in far_accesses() {
        is_right(&ordered(&before, &far(CLUSTER), &try_wait(CLUSTER), &behind));
        let [none, cta] = ["", "{scope = #nvvm.mem_scope<cta>}"];
        for (arrival, wait) in [
            (none, WAIT.to_owned()),
            (none, try_wait(CLUSTER)),
            (cta, try_wait(CLUSTER)),
            (CLUSTER, WAIT.to_owned()),
            (CLUSTER, try_wait(none)),
            (CLUSTER, try_wait(cta)),
            ("{scope = #nvvm.mem_scope<cluster>, relaxed = true}", try_wait(CLUSTER)),
            (CLUSTER, try_wait("{scope = #nvvm.mem_scope<cluster>, relaxed = true}")),
        ] {
            shows(&ordered(&before, &far(arrival), &wait, &behind), "a race");
        }
    }
}

/// In a block any scope is enough, and what is relaxed orders nothing.
#[test]
fn scopes_in_a_block() {
    let before = "memref.store %v, %s[%t] : memref<32xi32, 3>";
    let behind = "%w = memref.load %s[%other] : memref<32xi32, 3>";
    for (arrival, wait) in
        [("", WAIT.to_owned()), (CLUSTER, WAIT.to_owned()), ("", try_wait("")), ("", try_wait(CLUSTER))]
    {
        is_right(&ordered(before, &near(arrival), &wait, behind));
    }
    for (arrival, wait) in [(RELAXED, WAIT.to_owned()), ("", try_wait(RELAXED)), (RELAXED, try_wait(CLUSTER))]
    {
        shows(&ordered(before, &near(arrival), &wait, behind), "a race");
    }
    // A thread that has been told by another block tells others of its own.
    let on = |scope: &str| {
        let on = "scf.if %is_first { TRY }\ngpu.barrier".replace("TRY", &try_wait(scope));
        let read = "%w = memref.load %p[%t] : memref<32xi32, 7>";
        ordered(before, &far(CLUSTER), &on, read)
    };
    is_right(&on(CLUSTER));
    shows(&on(""), "a race");
}

/// A try says that the phase has not ended, and who does not go round sees that.
#[test]
fn tries_that_come_early() {
    let once = |wait: &str| {
        let body = format!(
            "memref.store %v, %s[%t] : memref<32xi32, 3>
             {}
             {wait}
             %w = memref.load %s[%other] : memref<32xi32, 3>",
            near("")
        );
        kernel(MADE, &body)
    };
    is_right(&once(&try_wait("")));
    let tried = "%done = nvvm.mbarrier.try_wait %mb, %n0, %ticks {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i32, i32 -> i1";
    let [store, read] = &far_accesses()[0];
    let said = said(&ordered(store, &far(CLUSTER), tried, read));
    assert!(said.iter().any(|said| said.contains("a race") || said.contains("nobody wrote")), "{said:?}");
    let state = "%done = nvvm.mbarrier.try_wait %mb, %state : !llvm.ptr<3>, i64 -> i1";
    shows(&once(state), "not supported by the interpreter: nvvm.mbarrier.try_wait of a state");
    shows(&kernel(MADE, &try_wait("")), "waits for ever");
}

const INVALID: &str = "nvvm.mbarrier.inval %mb : !llvm.ptr<3>";
const STORE: &str = "%v64 = arith.extui %v : i32 to i64\n memref.store %v64, %b[%0] : memref<2xi64, 3>";

/// An mbarrier is used to its end.
fn used(behind: &str) -> String {
    let body = format!("{}\n{WAIT}\ngpu.barrier\nscf.if %is_first {{ {behind} }}", near(""));
    kernel(MADE, &body)
}

#[test]
fn memory_of_an_mbarrier_is_nothing_else() {
    let shown = "otherwise than as the mbarrier that was initialized there: nvvm.mbarrier.inval ends it";
    is_right(&used(""));
    shows(&used(STORE), shown);
    shows(&used("%w = memref.load %b[%0] : memref<2xi64, 3>"), shown);
    shows(&used(INIT), shown);
    // A part of it, and what is beside it.
    let part = |byte: usize| {
        format!(
            "%byte = arith.constant {byte} : i64
             %of = arith.addi %at_64, %byte : i64
             %part = llvm.inttoptr %of : i64 to !llvm.ptr<3>
             llvm.store %v, %part : i32, !llvm.ptr<3>"
        )
    };
    shows(&used(&part(4)), shown);
    is_right(&used(&part(8)));
    // A copy to it.
    let copy = "memref.store %v, %o[%i] : memref<64xi32>
        %4 = arith.constant 4 : index
        %offset = arith.muli %i, %4 : index
        %g = memref.extract_aligned_pointer_as_index %o : memref<64xi32> -> index
        %of = arith.addi %g, %offset : index
        %of_64 = arith.index_castui %of : index to i64
        %from = llvm.inttoptr %of_64 : i64 to !llvm.ptr<1>
        nvvm.cp.async.shared.global %mb, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>";
    shows(&used(copy), shown);
    let bulk = "nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
        %to = llvm.addrspacecast %mb : !llvm.ptr<3> to !llvm.ptr<7>
        %n16 = arith.constant 16 : i32
        nvvm.cp.async.bulk.shared.cluster.global %to, %from, %mb, %n16 : !llvm.ptr<7>, !llvm.ptr<1>";
    let copy = copy.rsplit_once('\n').unwrap().0.replace(
        "memref.store %v, %o[%i]",
        "scf.for %q = %0 to %32 step %1 {
           %place = arith.addi %first, %q : index
           memref.store %v, %o[%place] : memref<64xi32>
         }
         memref.store %v, %o[%i]",
    );
    shows(&used(&format!("{copy}\n{bulk}")), shown);
}

#[test]
fn an_mbarrier_that_is_invalidated() {
    is_right(&used(&format!("{INVALID}\n{STORE}")));
    is_right(&used(&format!("{INVALID}\n{INIT}")));
    let read = "%w = memref.load %b[%0] : memref<2xi64, 3>";
    shows(&used(&format!("{INVALID}\n{read}")), "which nobody wrote");
    shows(&used(&format!("{INVALID}\n{WAIT}")), "which nobody wrote");
    // Others may be at it.
    let early = kernel(MADE, &format!("{}\n{WAIT}\nscf.if %is_first {{ {INVALID} }}", near("")));
    assert!(said(&early).iter().any(|said| said.contains("a race")), "{:?}", said(&early));
}

/// Others know of an mbarrier behind its fence, or behind an arrival that orders memory, which holds for later ones.
#[test]
fn mbarriers_that_are_made_known() {
    let relaxed = RELEASE.replace("arrive", "arrive.relaxed");
    let text = |before: &str| {
        let begin = format!("scf.if %is_first {{ {INIT} }}\n{before}\n{relaxed}");
        kernel(&begin, &format!("{}\n{WAIT}", near("")))
    };
    is_right(&text(RELEASE));
    is_right(&text("nvvm.fence.mbarrier.init"));
    shows(&text(""), "arrives relaxed at the barrier of the cluster behind nvvm.mbarrier.init");
}
