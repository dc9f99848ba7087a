//! What is done to several operations at once is as if it were done to one after the other.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use layout_mlir::ir;
use layout_mlir::registry::at_once;
use melior::Context;
use melior::ir::{Module, OperationRef};

mod common;
use common::context;

const FUNCTIONS: usize = 64;

fn module(context: &Context) -> Module<'_> {
    let one = |n| format!("func.func @f{n}(%a: i32) {{ %0 = arith.addi %a, %a : i32 return }}\n");
    Module::parse(context, &(0..FUNCTIONS).map(one).collect::<String>()).unwrap()
}

fn named<'c, 'a>(module: &'a Module<'c>, name: &str) -> Vec<OperationRef<'c, 'a>> {
    ir::nested(module.as_operation()).into_iter().filter(|op| ir::name(*op) == name).collect()
}

#[test]
fn each_is_done_once_and_diagnostics_are_in_order() {
    let context = context();
    let module = module(&context);
    let said = std::sync::Arc::new(Mutex::new(Vec::new()));
    let sink = said.clone();
    context.attach_diagnostic_handler(move |diagnostic| {
        sink.lock().unwrap().push(diagnostic.to_string());
        true
    });
    let functions = named(&module, "func.func");
    let ok = at_once(&functions, |function| {
        let add = ir::nested(function).into_iter().find(|op| ir::name(*op) == "arith.addi").unwrap();
        ir::erase(add).unwrap();
        ir::emit_warning(ir::location(function), &ir::symbol(function).unwrap());
        true
    });
    assert!(ok);
    assert!(named(&module, "arith.addi").is_empty());
    assert_eq!(*said.lock().unwrap(), (0..FUNCTIONS).map(|n| format!("f{n}")).collect::<Vec<_>>());
}

#[test]
fn one_that_fails_is_a_failure_of_all() {
    let context = context();
    let module = module(&context);
    let functions = named(&module, "func.func");
    let of = |wrong: &'static str| at_once(&functions, move |f| ir::symbol(f).as_deref() != Some(wrong));
    assert!(of("none of them"));
    for wrong in ["f0", "f31", "f63"] {
        assert!(!of(wrong), "{wrong}");
    }
    assert!(at_once(&[], |_| false), "there is none that fails");
}

#[test]
fn a_panic_comes_back_when_all_have_ended() {
    let context = context();
    let module = module(&context);
    let functions = named(&module, "func.func");
    let (begun, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = |function| {
        begun.fetch_add(1, Ordering::SeqCst);
        if ir::symbol(function).as_deref() == Some("f5") {
            ended.fetch_add(1, Ordering::SeqCst);
            panic!("of f5");
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
        ended.fetch_add(1, Ordering::SeqCst);
        true
    };
    let payload = catch_unwind(AssertUnwindSafe(|| at_once(&functions, work))).unwrap_err();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"of f5"));
    assert_eq!(begun.load(Ordering::SeqCst), ended.load(Ordering::SeqCst));
}
