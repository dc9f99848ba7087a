//! Where memrefs have their elements.

use layout_algebra::{AnyLayout, Expr, IntTuple, Layout, Symbol, SymbolFacts};
use layout_mlir::ir;
use melior::ir::r#type::MemRefType;

use crate::attributes::Known;

/// Where the elements of a memref lie: its `#layout`, or that of rows one behind the other, whose
/// symbols are the sizes that its type does not know. `None` for memrefs of other layouts.
pub fn layout_of_memref(memref: MemRefType<'_>) -> Option<AnyLayout> {
    let attribute = memref.layout();
    if let Some(known) = Known::of_attribute(attribute) {
        return Some(known.clone());
    }
    let extents = ir::extents(memref.into());
    let names = (0..extents.len()).map(|d| format!("d{d}")).collect::<Vec<_>>().join(", ");
    if attribute.to_string() != format!("affine_map<({names}) -> ({names})>") {
        return None;
    }
    let (mut sizes, mut symbols) = (Vec::new(), 0);
    for extent in extents {
        sizes.push(if extent == ir::DYNAMIC {
            symbols += 1;
            Symbol::new(symbols - 1, SymbolFacts::SIZE).into()
        } else {
            Expr::from(extent)
        });
    }
    let mut strides = vec![Expr::ONE; sizes.len()];
    for d in (1..sizes.len()).rev() {
        strides[d - 1] = strides[d].mul(&sizes[d]).ok()?;
    }
    Some(Layout::new(&IntTuple::flat(sizes), &IntTuple::flat(strides)).ok()?.into())
}
