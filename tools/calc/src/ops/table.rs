//! The table of operations: CuTe's names, what they take, and what computes them.

use super::{Args, Result, algebra, atoms, mappings, structure, tuples};
use crate::value::Value;

/// Any number of operands or parameters.
const MANY: usize = usize::MAX;

/// One operation.
pub struct Operation {
    /// Its name.
    pub name: &'static str,
    /// The fewest operands and the most.
    pub operands: (usize, usize),
    /// The fewest integers in angle brackets and the most.
    pub params: (usize, usize),
    /// Operands whose integers are no sizes: coordinates, strides, offsets, orders.
    pub numbers: &'static [usize],
    /// Whether its operands are names of instructions, not values.
    pub takes_names: bool,
    pub(super) run: fn(&Args<'_>) -> Result<Value>,
}

impl Operation {
    const fn new(name: &'static str, least: usize, most: usize, run: fn(&Args<'_>) -> Result<Value>) -> Self {
        Self { name, operands: (least, most), params: (0, 0), numbers: &[], takes_names: false, run }
    }

    const fn params(self, least: usize, most: usize) -> Self {
        Self { params: (least, most), ..self }
    }

    const fn numbers(self, numbers: &'static [usize]) -> Self {
        Self { numbers, ..self }
    }

    const fn atom(name: &'static str, least: usize, most: usize) -> Self {
        Self { takes_names: true, ..Self::new(name, least, most, atoms) }
    }

    /// The operation of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        OPERATIONS.iter().find(|o| o.name == name)
    }
}

/// All operations, by name.
pub const OPERATIONS: &[Operation] = {
    use algebra::{algebra, common, dividing, multiplying, recasting, swizzling};
    use mappings::{mapping, printed, question};
    use structure::{attribute, construction, filtering, identity, parts, structure};
    use tuples::{arithmetic, coordinates, relation, slicing};
    const fn op(
        name: &'static str,
        least: usize,
        most: usize,
        run: fn(&Args<'_>) -> Result<Value>,
    ) -> Operation {
        Operation::new(name, least, most, run)
    }
    &[
        op("append", 1, 2, structure).params(0, 1),
        op("blocked_product", 2, 2, multiplying),
        op("ceil_div", 2, 2, arithmetic),
        op("ceil_div_tiler", 2, 2, arithmetic),
        op("coalesce", 1, 2, filtering),
        op("coalesce_shape", 1, 1, filtering),
        op("colex_less", 2, 2, relation).numbers(&[0, 1]),
        op("compact_col_major", 1, 2, construction).numbers(&[1]),
        op("compact_row_major", 1, 2, construction).numbers(&[1]),
        op("compatible", 2, 2, relation),
        op("complement", 1, 2, algebra),
        op("composition", 2, 2, algebra),
        op("composition_or_composed", 2, 2, algebra),
        op("concat", 0, MANY, structure),
        op("congruent", 2, 2, relation),
        Operation::atom("copy_atom", 1, 1),
        Operation::atom("copy_atom_val", 2, 2),
        op("coshape", 1, 1, attribute).params(0, MANY),
        op("cosize", 1, 1, attribute).params(0, MANY),
        op("crd2crd", 3, 3, coordinates).numbers(&[0]),
        op("crd2idx", 2, 3, coordinates).numbers(&[0, 2]),
        op("depth", 1, 1, attribute).params(0, MANY),
        op("dice", 2, 2, slicing).numbers(&[0]),
        op("domain_distribute", 2, 2, common),
        op("domain_offset", 2, 2, slicing).numbers(&[0]),
        op("downcast", 1, 2, recasting).params(0, 1),
        op("elem_less", 2, 2, relation).numbers(&[0, 1]),
        op("elem_scale", 2, 2, arithmetic).numbers(&[0, 1]),
        op("evenly_divides", 2, 2, relation),
        op("extents", 1, 1, question),
        op("filter", 1, 2, filtering),
        op("filter_zeros", 1, 2, filtering).numbers(&[1]),
        op("flat_divide", 2, 2, dividing),
        op("flat_product", 2, 2, multiplying),
        op("flatten", 1, 1, structure),
        op("get", 1, 1, parts).params(1, MANY),
        op("get_1d_coord", 2, 2, coordinates).numbers(&[1]),
        op("get_flat_coord", 2, 2, coordinates).numbers(&[1]),
        op("get_hier_coord", 2, 2, coordinates).numbers(&[1]),
        op("get_nonswizzle_portion", 1, 1, swizzling),
        op("get_swizzle_portion", 1, 1, swizzling),
        Operation::atom("gmma_smem_atom", 2, 2),
        Operation::atom("gmma_smem_tile_to_shape", 3, 4),
        op("greatest_common_domain", 2, 2, common),
        op("group", 1, 1, structure).params(2, 2),
        op("idx2crd", 2, 3, coordinates).numbers(&[0, 2]),
        op("inner_product", 2, 2, arithmetic).numbers(&[0, 1]),
        op("is_always_strided", 1, 1, question),
        op("layout", 1, 1, structure).params(0, MANY),
        op("layout_add", 2, 2, common),
        op("layout_fn", 1, 1, identity),
        op("layout_left", 1, 1, mapping),
        op("layout_left_padded", 1, 1, mapping).params(1, 1),
        op("layout_right", 1, 1, mapping),
        op("layout_right_padded", 1, 1, mapping).params(1, 1),
        op("layout_strided", 2, 2, mapping),
        op("left_inverse", 1, 1, algebra),
        op("lex_less", 2, 2, relation).numbers(&[0, 1]),
        op("logical_divide", 2, 2, dividing),
        op("logical_product", 2, 2, multiplying),
        op("make_basis_like", 1, 1, construction),
        op("make_composed_layout", 3, 3, swizzling).numbers(&[1]),
        op("make_fragment_like", 1, 1, construction),
        op("make_identity_layout", 1, 1, construction),
        op("make_layout_left", 1, 1, construction),
        op("make_layout_like", 1, 1, construction),
        op("make_layout_right", 1, 1, construction),
        op("make_ordered_layout", 2, 2, construction).numbers(&[1]),
        op("make_swizzle", 0, 0, swizzling).params(2, 2),
        op("mapping_equal", 2, 2, question),
        op("max_alignment", 1, 1, common),
        op("max_common_layout", 2, 2, common),
        op("max_common_vector", 2, 2, common),
        Operation::atom("mma_atom", 1, 1),
        op("nullspace", 1, 1, filtering),
        op("prepend", 1, 2, structure).params(0, 1),
        op("print1D", 1, 1, printed),
        op("print2D", 1, 1, printed),
        op("print_latex", 1, 1, printed),
        op("print_layout", 1, 1, printed),
        op("product", 1, 1, arithmetic),
        op("product_each", 1, 1, arithmetic),
        op("product_like", 2, 2, arithmetic).numbers(&[1]),
        op("raked_product", 2, 2, multiplying),
        op("rank", 1, 1, attribute).params(0, MANY),
        op("recast_layout", 1, 3, recasting).params(0, 2),
        op("recover_swizzle", 1, 1, swizzling),
        op("replace", 2, 2, structure).params(1, 1),
        op("right_inverse", 1, 1, algebra),
        op("round_up", 2, 2, arithmetic),
        op("select", 1, 1, structure).params(0, MANY),
        op("shape", 1, 1, parts).params(0, MANY),
        op("shape_div", 2, 2, arithmetic),
        op("size", 1, 1, attribute).params(0, MANY),
        op("slice", 2, 2, slicing).numbers(&[0]),
        op("slice_and_offset", 2, 2, slicing).numbers(&[0]),
        op("static_stride", 1, 1, question).params(1, 1),
        op("stride", 1, 1, parts).params(0, MANY),
        op("sum", 1, 1, arithmetic).numbers(&[0]),
        op("swizzle_compose", 2, 2, swizzling),
        op("swizzle_layout", 2, 2, swizzling),
        op("take", 1, 1, structure).params(2, 2),
        op("tile_to_shape", 2, 3, construction).numbers(&[2]),
        Operation::atom("tiled_copy", 1, 3),
        op("tiled_divide", 2, 2, dividing),
        Operation::atom("tiled_mma", 1, 3),
        op("tiled_product", 2, 2, multiplying),
        op("tuple_gcd", 1, 1, arithmetic).numbers(&[0]),
        op("tuple_max", 1, 1, arithmetic).numbers(&[0]),
        op("tuple_min", 1, 1, arithmetic).numbers(&[0]),
        op("unflatten", 2, 2, structure),
        op("upcast", 1, 2, recasting).params(0, 1),
        op("weakly_compatible", 2, 2, relation),
        op("weakly_congruent", 2, 2, relation),
        op("zip", 1, MANY, structure),
        op("zipped_divide", 2, 2, dividing),
        op("zipped_product", 2, 2, multiplying),
    ]
};

fn atoms(args: &Args<'_>) -> Result<Value> {
    let names: Vec<String> = args.values.iter().map(|v| v.text(args.notation)).collect();
    atoms::apply(args.op, &names)
}
