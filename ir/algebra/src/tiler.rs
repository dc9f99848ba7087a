//! Tilers: what a layout is divided by, mode by mode.

use crate::layout::Layout;

/// A tiler. `[128:1, 64:1]` divides mode 0 and mode 1 separately; a
/// [`Tiler::Layout`] divides the layout as a whole, however many modes it has.
/// CuTe tells the two apart by type too (`Tile<…>` against `Layout<…>`), and
/// users are burnt where a library does not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tiler {
    /// `_`: the mode stays as it is.
    Keep,
    /// A layout (an integer `n` means `n:1`).
    Layout(Layout),
    /// One tiler for each mode.
    Tuple(Vec<Self>),
}
