//! What partitions by threads and values have in common.

use layout_algebra::{AnyLayout, Expr, Layout, LayoutLike, Tiler};

use super::cover::{coverable, fits};
use super::error::InferError;
use super::{Attributes, Operands};

/// A layout that is stated as an attribute, plain and without symbols.
///
/// # Errors
/// [`InferError::Stated`] if it is composed or has symbols.
pub(super) fn stated<'l>(
    name: &'static str,
    layout: Option<&'l AnyLayout>,
) -> Result<Option<&'l Layout>, InferError> {
    let plain = |layout: &'l AnyLayout| match layout {
        AnyLayout::Plain(plain) if plain.is_static() => Ok(plain),
        other => Err(InferError::Stated { name, layout: other.named() }),
    };
    layout.map(plain).transpose()
}

/// The name of the instruction.
///
/// # Errors
/// [`InferError::Unstated`].
pub(super) fn atom_name<'l>(attributes: &'l Attributes<'_>) -> Result<&'l str, InferError> {
    attributes.atom.as_deref().ok_or(InferError::Unstated("the name of an instruction"))
}

/// The layout partitioned, after a look whether tiles of these sizes all divide its modes, or may
/// cover them.
///
/// # Errors
/// [`InferError::Uneven`], [`InferError::Cover`], those of `partition`.
pub(super) fn partitioned(
    operands: &Operands<'_>,
    tiles: &[impl AsRef<[Expr]>],
    partition: impl FnOnce(&Layout) -> Result<Layout, InferError>,
) -> Result<AnyLayout, InferError> {
    let a = operands.layout;
    let modes = a.domain().modes();
    for tile in tiles.iter().map(AsRef::as_ref) {
        if modes.len() < tile.len() || a.domain().profile().is_leaf() {
            return Err(InferError::Unfit { layout: a.named(), rank: modes.len(), tile: tile.len() });
        }
        for (mode, (layout, size)) in modes.iter().zip(tile).enumerate() {
            let size = Tiler::Size(size.clone());
            if operands.attributes.cover {
                coverable(layout, &size, &mut vec![mode])?;
            } else if let Err(why) = fits(layout, &size) {
                return Err(InferError::Uneven { mode, why });
            }
        }
    }
    a.on_domain(partition)
}
