//! Erasing refuses what is used, and leaves no reference dangling.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use layout_mlir::ir::{self, EraseError};
use layout_mlir::registry::{self, OptionValues, PassInfo};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Module};

mod common;
use common::context;

fn named<'c, 'a>(module: &'a Module<'c>, name: &str) -> melior::ir::OperationRef<'c, 'a> {
    ir::nested(module.as_operation()).into_iter().find(|op| ir::name(*op) == name).unwrap()
}

const SUM: &str = "func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %0 : i32
  return %1 : i32
}";

#[test]
fn what_is_used_stays() {
    let context = context();
    let module = Module::parse(&context, SUM).unwrap();
    let before = module.as_operation().to_string();
    let add = named(&module, "arith.addi");
    let used = EraseError::Used { op: "arith.addi".into(), user: "arith.muli".into() };
    assert_eq!(ir::erase(add), Err(used));
    // Not even with another one that stays in use.
    let multiply = named(&module, "arith.muli");
    let used = EraseError::Used { op: "arith.muli".into(), user: "func.return".into() };
    assert_eq!(ir::erase_all(&[add, multiply]), Err(used));
    assert_eq!(module.as_operation().to_string(), before);
}

#[test]
fn references_to_erased_operations_are_valid() {
    let context = context();
    let module = Module::parse(&context, SUM).unwrap();
    let (add, multiply) = (named(&module, "arith.addi"), named(&module, "arith.muli"));
    let argument = ir::operand(add, 0).unwrap();
    ir::replace_all_uses(ir::result(multiply).unwrap(), argument);
    // In the order that leaves a user last.
    ir::erase_all(&[add, multiply]).unwrap();
    assert_eq!((ir::name(add), add.operand_count()), ("arith.addi", 0));
    assert!(add.block().is_none());
    assert_eq!(ir::users(argument).len(), 1, "the return alone");
    assert!(module.as_operation().verify());
    assert!(!module.as_operation().to_string().contains("arith"));
}

#[test]
fn what_is_inside_counts() {
    let context = context();
    let text = "func.func @f(%c: i1, %a: i32) {
  scf.if %c {
    %0 = arith.addi %a, %a : i32
    %1 = arith.muli %0, %0 : i32
  }
  return
}";
    let module = Module::parse(&context, text).unwrap();
    let argument = ir::operand(named(&module, "arith.addi"), 0).unwrap();
    assert!(!ir::is_unused(argument));
    ir::erase(named(&module, "scf.if")).unwrap();
    assert!(ir::is_unused(argument));
    assert!(module.as_operation().verify());
}

#[test]
fn terminators_and_arguments() {
    let context = context();
    let text = "func.func @f(%a: i32, %b: i32) -> i32 { cf.br ^b(%b : i32)\n^b(%x: i32): return %a : i32 }";
    let module = Module::parse(&context, text).unwrap();
    let (branch, target) = (named(&module, "cf.br"), ir::blocks(named(&module, "func.func")).remove(1));
    let ends = ir::blocks(named(&module, "func.func")).into_iter().filter_map(ir::terminator);
    assert_eq!(ends.map(ir::name).collect::<Vec<_>>(), ["cf.br", "func.return"]);
    assert!(branch.successor(0).unwrap() == target);
    ir::erase(branch).unwrap();
    let nowhere = branch.successor(0).unwrap();
    assert!(nowhere != target && nowhere.argument_count() == 0);
    let module = Module::parse(&context, SUM).unwrap();
    let block = ir::blocks(named(&module, "func.func")).remove(0);
    assert_eq!(ir::erase_argument(block, 0), Err(EraseError::Argument(0)));
    assert_eq!(ir::erase_argument(block, 2), Err(EraseError::Argument(2)));
    assert_eq!(ir::erase_argument(block, 1), Ok(()));
    assert_eq!(ir::arguments(block).len(), 1);
}

/// A pass that reads what it erased.
fn reads_again(root: melior::ir::OperationRef<'_, '_>, _: &OptionValues) -> bool {
    let find = |name| ir::nested(root).into_iter().find(|op| ir::name(*op) == name).unwrap();
    let (add, multiply) = (find("arith.addi"), find("arith.muli"));
    let sum = ir::result(add).unwrap();
    ir::replace_all_uses(sum, ir::operand(add, 0).unwrap());
    ir::erase(add).unwrap();
    ir::set_operands(multiply, &[sum, sum]);
    true
}

#[test]
fn a_pass_that_reads_what_it_erased_fails() {
    let info = PassInfo { name: "reads-again", summary: "", options: &[], statistics: &[], run: reads_again };
    let context = context();
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let telling = std::sync::Arc::clone(&told);
    context.attach_diagnostic_handler(move |diagnostic| {
        telling.lock().unwrap().push(diagnostic.to_string());
        true
    });
    let mut module = Module::parse(&context, SUM).unwrap();
    let manager = melior::pass::PassManager::new(&context);
    manager.add_pass(registry::create(info, &[], melior::dialect::DialectHandle::func));
    assert!(manager.run(&mut module).is_err());
    let told = told.lock().unwrap().join("\n");
    assert!(
        told.contains("internal error (please report it): 'arith.addi' was erased, and is used"),
        "{told}"
    );
}
