//! `mlir_layout._core`: the layout algebra for Python.
//!
//! What Python gives is taken apart in `convert.rs`, what the algebra refuses becomes an exception in `error.rs`; between
//! them each function calls the one of its name. Names and call shapes are pycute's where pycute has them.

mod classes;
mod convert;
mod encoding;
mod error;
mod integer;
mod layout;
mod memory;
mod names;
mod operations;
mod reading;
mod swizzle;

use pyo3::prelude::*;

/// The layout algebra, without MLIR.
#[pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::classes::{ComposedLayout, Expr, Layout, LayoutBase};
    #[pymodule_export]
    use super::encoding::Tv;
    #[pymodule_export]
    use super::integer::symbol;
    #[pymodule_export]
    use super::memory::{
        BankReport, SectorReport, bank_conflicts, coalescing, synthesize_swizzle, widest_access,
    };
    #[pymodule_export]
    use super::operations::{
        blocked_product, coalesce, compare, complement, composition, cosize, downcast, equal, filter,
        filter_zeros, flat_divide, flat_product, layout_add, left_inverse, logical_divide, logical_product,
        make_layout, make_ordered_layout, max_common_layout, max_common_vector, nullspace, raked_product,
        recast_layout, recover_swizzle, right_inverse, slice_and_offset, tile_to_shape, tiled_divide,
        tiled_product, upcast, zipped_divide, zipped_product,
    };
    #[pymodule_export]
    use super::swizzle::Swizzle;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
