//! The classes that others are made of; their methods are in `integer.rs` and `layout.rs`.

use layout_algebra as la;
use pyo3::prelude::*;

/// An integer that only run time knows: a symbol, or what is computed from symbols and integers.
#[pyclass(frozen, module = "mlir_layout")]
pub struct Expr(pub la::Expr);

/// What all layouts have: a function from coordinates to integers.
#[pyclass(frozen, eq, hash, subclass, module = "mlir_layout")]
#[derive(PartialEq, Eq, Hash)]
pub struct LayoutBase(pub la::AnyLayout);

/// A layout `shape:stride`; without a stride compact, the leftmost mode fastest.
#[pyclass(frozen, subclass, extends = LayoutBase, module = "mlir_layout")]
pub struct Layout;

/// `layoutB o offset o layoutA`: coordinates go through `layoutA`, then `offset` is added, then `layoutB` maps the sum.
#[pyclass(frozen, subclass, extends = LayoutBase, module = "mlir_layout")]
pub struct ComposedLayout;
