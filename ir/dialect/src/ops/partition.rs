//! What partitions by threads and values have in common.

use layout_algebra::{AnyLayout, Expr, Layout, LayoutLike, Tiler};

use super::cover::{coverable, fits};
use super::error::InferError;
use super::{Attributes, Operands};

/// More threads or values than any group or instruction has.
const MOST: i64 = 1 << 16;

/// A layout that is stated as an attribute, plain and without symbols, one to one onto the numbers
/// below its size.
///
/// # Errors
/// [`InferError::Stated`] if it is composed or has symbols; those of [`one_to_one`].
pub(super) fn stated<'l>(
    name: &'static str,
    layout: Option<&'l AnyLayout>,
) -> Result<Option<&'l Layout>, InferError> {
    let plain = |layout: &'l AnyLayout| match layout {
        AnyLayout::Plain(plain) if plain.is_static() => one_to_one(name, plain).map(|()| plain),
        other => Err(InferError::Stated { name, layout: other.named() }),
    };
    layout.map(plain).transpose()
}

/// Whether a static layout is one to one onto the numbers below its size: else a thread, a value or a
/// place in the tile would be nobody's, or several would be one.
///
/// # Errors
/// [`InferError::NotOneToOne`].
pub(super) fn one_to_one(name: &'static str, layout: &Layout) -> Result<(), InferError> {
    let size = layout.size()?.known().unwrap_or(i64::MAX);
    let refuse = |why: String| Err(InferError::NotOneToOne { name, layout: layout.to_string(), size, why });
    if size > MOST {
        return refuse(format!("there are at most {MOST}"));
    }
    let mut taken_by: Vec<Option<i64>> = vec![None; usize::try_from(size).unwrap_or(0)];
    for i in 0..size {
        let number = layout.at(&i.into())?.known().unwrap_or(i64::MIN);
        let place = usize::try_from(number).ok().and_then(|n| taken_by.get_mut(n));
        match place {
            None => return refuse(format!("at {i} it is {number}")),
            Some(Some(before)) => return refuse(format!("at {i} it is {number}, as at {before}")),
            Some(free) => *free = Some(i),
        }
    }
    Ok(())
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
