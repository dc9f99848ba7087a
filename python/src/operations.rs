//! The operations on layouts.

use layout_algebra as la;
use layout_algebra::{AnyLayout, Equivalence, Expr, Fit, Grouping, Symbol, Tiler, with_names};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::classes::LayoutBase;
use crate::convert::{Any, coordinate, int, integer_out, layout, layout_out, plain, profile, tiler, tuple};
use crate::error::{Result, raised};
use crate::layout::kept;
use crate::names;
use crate::swizzle::Swizzle;

/// The layout whose modes are these layouts, given one by one or as one iterable.
#[pyfunction]
#[pyo3(signature = (*layouts))]
pub fn make_layout<'py>(layouts: &Bound<'py, PyTuple>) -> Result<Any<'py>> {
    let py = layouts.py();
    let given: Vec<Any<'py>> = match layouts.iter().collect::<Vec<_>>().as_slice() {
        [only] if !only.is_instance_of::<LayoutBase>() => only.try_iter()?.collect::<PyResult<_>>()?,
        given => given.to_vec(),
    };
    let modes = given.iter().map(|l| plain(l, "a mode")).collect::<Result<Vec<_>>>()?;
    layout_out(py, la::Layout::concat(&modes)?)
}

/// One more than the largest value of a layout.
#[pyfunction]
pub fn cosize<'py>(layout: &Any<'py>) -> Result<Any<'py>> {
    integer_out(layout.py(), &self::layout(layout)?.cosize()?)
}

/// The fewest modes with the same values; with a profile, of each mode where the profile has one.
#[pyfunction]
#[pyo3(signature = (layout, profile=None))]
pub fn coalesce<'py>(layout: &Any<'py>, profile: Option<&Any<'py>>) -> Result<Any<'py>> {
    let given = self::layout(layout)?;
    let coalesced = match profile {
        Some(p) if p.is_instance_of::<PyTuple>() => la::coalesce_by(&given, &self::profile(p)?)?,
        _ => la::coalesce(&given)?,
    };
    layout_out(layout.py(), coalesced)
}

/// The layout without modes of size 1 and of stride 0, coalesced.
#[pyfunction]
#[pyo3(signature = (layout, profile=None))]
pub fn filter<'py>(layout: &Any<'py>, profile: Option<&Any<'py>>) -> Result<Any<'py>> {
    let given = self::layout(layout)?;
    let filtered = match profile {
        Some(p) if p.is_instance_of::<PyTuple>() => la::filter_by(&given, &self::profile(p)?)?,
        _ => la::filter(&given)?,
    };
    layout_out(layout.py(), filtered)
}

/// The layout with modes of stride 0 made modes of size 1.
#[pyfunction]
pub fn filter_zeros<'py>(layout: &Any<'py>) -> Result<Any<'py>> {
    layout_out(layout.py(), la::filter_zeros(&self::layout(layout)?)?)
}

/// The tiler with `None` for the modes that it does not name, which stay.
fn padded(tiler: Tiler, a: &la::Layout) -> Tiler {
    match tiler {
        Tiler::Tuple(tilers) => {
            let modes = a.modes();
            let missing = vec![Tiler::Keep; modes.len().saturating_sub(tilers.len())];
            // A tiler without a mode is refused for that.
            let mut tilers: Vec<Tiler> = tilers.into_iter().chain(missing).collect();
            for (tiler, mode) in tilers.iter_mut().zip(&modes) {
                *tiler = padded(std::mem::replace(tiler, Tiler::Keep), mode);
            }
            Tiler::Tuple(tilers)
        }
        whole => whole,
    }
}

/// `R(c) = A(B(c))`; mode by mode where B is a tuple.
#[pyfunction]
#[pyo3(signature = (layoutA, layoutB))]
#[expect(non_snake_case, reason = "pycute's names of the operands")]
pub fn composition<'py>(layoutA: &Any<'py>, layoutB: &Any<'py>) -> Result<Any<'py>> {
    let py = layoutA.py();
    if let Ok(swizzle) = layoutA.cast::<Swizzle>() {
        return layout_out(
            py,
            la::composition(&swizzle.get().0, &plain(layoutB, "what a swizzle permutes")?)?,
        );
    }
    if layoutB.is_none() {
        return Ok(layoutA.clone());
    }
    let a = layout(layoutA)?;
    if let Ok(swizzle) = layoutB.cast::<Swizzle>() {
        return layout_out(py, la::composition(&a, &swizzle.get().0)?);
    }
    if layoutB.is_instance_of::<PyTuple>() {
        return layout_out(py, la::composition(&a, &padded(tiler(layoutB)?, a.domain()))?);
    }
    layout_out(py, la::composition(&a, &layout(layoutB)?)?)
}

/// What the layout leaves out of the integers below `max_idx`; of a shape, mode after mode.
#[pyfunction]
#[pyo3(signature = (layout, max_idx=None))]
pub fn complement<'py>(layout: &Any<'py>, max_idx: Option<&Any<'py>>) -> Result<Any<'py>> {
    let given = self::layout(layout)?;
    let range = max_idx.map_or_else(|| Ok(Expr::ONE.into()), tuple)?;
    let found = match range.profile.is_leaf() {
        true => la::complement(&given, &range.leaves[0])?,
        false => la::complement_shape(&given, &range)?,
    };
    layout_out(layout.py(), found)
}

/// `A(R(i)) = i` for all `i` below the size of R.
#[pyfunction]
pub fn right_inverse<'py>(layout: &Any<'py>) -> Result<Any<'py>> {
    if layout.is_none() {
        return Ok(layout.clone());
    }
    layout_out(layout.py(), la::right_inverse(&self::layout(layout)?)?)
}

/// `L(A(i)) = i` for all `i` below the size of A.
#[pyfunction]
pub fn left_inverse<'py>(layout: &Any<'py>) -> Result<Any<'py>> {
    if layout.is_none() {
        return Ok(layout.clone());
    }
    layout_out(layout.py(), la::left_inverse(&self::layout(layout)?)?)
}

/// `cover` or `exact`.
fn fit(word: &str) -> Result<Fit> {
    match word {
        "cover" => Ok(Fit::Cover),
        "exact" => Ok(Fit::Exact),
        _ => Err(raised("LayoutError", &format!("fit is \"cover\" or \"exact\", not {word:?}"))),
    }
}

/// Tiles and their rests apart, where `_` leaves modes out: such a mode is all rest.
fn unzipped(
    a: &la::Layout,
    tiler: &Tiler,
    split: &dyn Fn(&la::Layout, &Tiler) -> Result<la::Layout>,
) -> Result<(la::Layout, la::Layout)> {
    match tiler {
        Tiler::Keep => Ok((la::Layout::unit_mode(), a.clone())),
        Tiler::Tuple(tilers) => {
            let modes = a.modes();
            if tilers.len() > modes.len() {
                let (tiler, rank) = (tilers.len(), modes.len());
                return Err(la::DivideError::from(la::RankError { tiler, layout: a.named(), rank }).into());
            }
            let (mut tiles, mut rests) = (Vec::new(), Vec::new());
            for (mode, tiler) in modes.iter().zip(tilers) {
                let (tile, rest) = unzipped(mode, tiler, split)?;
                tiles.push(tile);
                rests.push(rest);
            }
            rests.extend_from_slice(&modes[tilers.len()..]);
            Ok((la::Layout::concat(&tiles)?, la::Layout::concat(&rests)?))
        }
        whole => match split(a, whole)?.modes().as_slice() {
            [tile, rest] => Ok((tile.clone(), rest.clone())),
            _ => Err(la::DivideError::Underscore.into()),
        },
    }
}

/// `((tiles…), (rests…))`, or with the modes of these spread.
fn grouped(
    a: &AnyLayout,
    tiler: &Tiler,
    grouping: Grouping,
    split: &dyn Fn(&la::Layout, &Tiler) -> Result<la::Layout>,
) -> Result<AnyLayout> {
    let (tile, rest) = unzipped(a.domain(), tiler, split)?;
    let modes = match grouping {
        Grouping::Tiled => [&[tile], rest.modes().as_slice()].concat(),
        Grouping::Flat => [tile.modes(), rest.modes()].concat(),
        Grouping::Logical | Grouping::Zipped => vec![tile, rest],
    };
    let domain = la::Layout::concat(&modes)?;
    Ok(match a {
        AnyLayout::Plain(_) => domain.into(),
        AnyLayout::Composed(c) => {
            AnyLayout::Composed(la::ComposedLayout::new(c.outer.clone(), c.offset.clone(), domain)?)
        }
    })
}

fn divided<'py>(a: &Any<'py>, by: &Any<'py>, grouping: Grouping, word: &str) -> Result<Any<'py>> {
    let (given, tiler, fit) = (layout(a)?, tiler(by)?, fit(word)?);
    let result = match grouping {
        Grouping::Logical if by.is_none() => return Ok(a.clone()),
        Grouping::Logical => la::divide(&given, &tiler, grouping, fit)?,
        _ => grouped(&given, &tiler, grouping, &|a, b| Ok(la::divide(a, b, Grouping::Logical, fit)?))?,
    };
    layout_out(a.py(), result)
}

fn multiplied<'py>(a: &Any<'py>, by: &Any<'py>, grouping: Grouping) -> Result<Any<'py>> {
    let (given, tiler) = (layout(a)?, tiler(by)?);
    let result = match grouping {
        Grouping::Logical if by.is_none() => return Ok(a.clone()),
        Grouping::Logical => la::logical_product(&given, &tiler)?,
        _ => grouped(&given, &tiler, grouping, &|a, b| Ok(la::logical_product(a, b)?))?,
    };
    layout_out(a.py(), result)
}

macro_rules! divides {
    ($($(#[$doc:meta])* $name:ident $grouping:ident;)*) => {
        $($(#[$doc])*
        #[pyfunction]
        #[pyo3(signature = (layoutA, layoutB, *, fit="cover"))]
        #[expect(non_snake_case, reason = "pycute's names of the operands")]
        pub fn $name<'py>(layoutA: &Any<'py>, layoutB: &Any<'py>, fit: &str) -> Result<Any<'py>> {
            divided(layoutA, layoutB, Grouping::$grouping, fit)
        })*
    };
}
divides! {
    /// A cut into tiles B: `((tile, rest), …)`. With `fit="cover"` the number of tiles is rounded up, as in CuTe, and
    /// coordinates past A's end have values too; with `fit="exact"` tiles that do not fit are refused.
    logical_divide Logical;
    /// The divide with all tiles in the first mode and their rests in the second.
    zipped_divide Zipped;
    /// The zipped divide with the modes of the rests spread: `((tiles…), rest, …)`.
    tiled_divide Tiled;
    /// The zipped divide with all modes spread.
    flat_divide Flat;
}

macro_rules! products {
    ($($(#[$doc:meta])* $name:ident $grouping:ident;)*) => {
        $($(#[$doc])*
        #[pyfunction]
        #[pyo3(signature = (layoutA, layoutB))]
        #[expect(non_snake_case, reason = "pycute's names of the operands")]
        pub fn $name<'py>(layoutA: &Any<'py>, layoutB: &Any<'py>) -> Result<Any<'py>> {
            multiplied(layoutA, layoutB, Grouping::$grouping)
        })*
    };
}
products! {
    /// A repeated by B: `(A, copies)`.
    logical_product Logical;
    /// The product with all of A in the first mode and the copies in the second.
    zipped_product Zipped;
    /// The zipped product with the modes of the copies spread.
    tiled_product Tiled;
    /// The zipped product with all modes spread.
    flat_product Flat;
}

/// The product with A and its copies zipped mode by mode: blocks side by side.
#[pyfunction]
pub fn blocked_product<'py>(block: &Any<'py>, tiler: &Any<'py>) -> Result<Any<'py>> {
    layout_out(block.py(), la::blocked_product(&layout(block)?, &plain(tiler, "a tiler")?)?)
}

/// The product with the copies first, mode by mode: elements of the block interleaved.
#[pyfunction]
pub fn raked_product<'py>(block: &Any<'py>, tiler: &Any<'py>) -> Result<Any<'py>> {
    layout_out(block.py(), la::raked_product(&layout(block)?, &plain(tiler, "a tiler")?)?)
}

/// The block repeated to a shape, its copies in the order that `order` gives the modes.
#[pyfunction]
#[pyo3(signature = (block, shape, order=None))]
pub fn tile_to_shape<'py>(block: &Any<'py>, shape: &Any<'py>, order: Option<&Any<'py>>) -> Result<Any<'py>> {
    let order = order.map(tuple).transpose()?;
    layout_out(block.py(), la::tile_to_shape(&layout(block)?, &tuple(shape)?, order.as_ref())?)
}

/// The compact layout of a shape whose modes are fast in the given order.
#[pyfunction]
pub fn make_ordered_layout<'py>(shape: &Any<'py>, order: &Any<'py>) -> Result<Any<'py>> {
    layout_out(shape.py(), la::make_ordered_layout(&tuple(shape)?, &tuple(order)?)?)
}

/// The layout of elements so many times as wide.
#[pyfunction]
pub fn upcast<'py>(layout: &Any<'py>, #[pyo3(from_py_with = int)] factor: i64) -> Result<Any<'py>> {
    layout_out(layout.py(), la::upcast(&self::layout(layout)?, factor)?)
}

/// The layout of elements so many times as narrow.
#[pyfunction]
pub fn downcast<'py>(layout: &Any<'py>, #[pyo3(from_py_with = int)] factor: i64) -> Result<Any<'py>> {
    layout_out(layout.py(), la::downcast(&self::layout(layout)?, factor)?)
}

/// The layout of the same memory seen as elements of `new_bits`.
#[pyfunction]
pub fn recast_layout<'py>(
    layout: &Any<'py>,
    #[pyo3(from_py_with = int)] old_bits: i64,
    #[pyo3(from_py_with = int)] new_bits: i64,
) -> Result<Any<'py>> {
    layout_out(layout.py(), la::recast_layout(&self::layout(layout)?, old_bits, new_bits)?)
}

/// The coordinates that a layout maps to 0 because modes do not move.
#[pyfunction]
pub fn nullspace<'py>(layout: &Any<'py>) -> Result<Any<'py>> {
    layout_out(layout.py(), la::nullspace(&plain(layout, "an operand")?)?)
}

/// The sum of two functions as a layout.
#[pyfunction]
pub fn layout_add<'py>(a: &Any<'py>, b: &Any<'py>) -> Result<Any<'py>> {
    layout_out(a.py(), la::layout_add(&plain(a, "an operand")?, &plain(b, "an operand")?)?)
}

/// The largest layout of elements that both have side by side in the same order.
#[pyfunction]
pub fn max_common_layout<'py>(a: &Any<'py>, b: &Any<'py>) -> Result<Any<'py>> {
    layout_out(a.py(), la::max_common_layout(&layout(a)?, &layout(b)?)?)
}

/// How many elements both have side by side in the same order.
#[pyfunction]
pub fn max_common_vector<'py>(a: &Any<'py>, b: &Any<'py>) -> Result<Any<'py>> {
    integer_out(a.py(), &la::max_common_vector(&layout(a)?, &layout(b)?)?)
}

/// The layout as strides under a swizzle, found from its bits.
#[pyfunction]
pub fn recover_swizzle<'py>(layout: &Any<'py>) -> Result<Any<'py>> {
    layout_out(layout.py(), la::recover_swizzle(&self::layout(layout)?)?)
}

/// The layout of the modes that a coordinate keeps (`None`), and the value of its first element.
#[pyfunction]
pub fn slice_and_offset<'py>(crd: &Any<'py>, layout: &Any<'py>) -> Result<(Any<'py>, Any<'py>)> {
    let py = layout.py();
    let (coord, given) = (coordinate(crd)?, self::layout(layout)?);
    if let AnyLayout::Plain(plain) = &given {
        let offset = la::slice_offset(&coord, plain)?;
        return Ok((layout_out(py, kept(&coord, plain)?)?, integer_out(py, &offset)?));
    }
    let (rest, offset) = la::slice_and_offset(&coord, &given)?;
    Ok((layout_out(py, rest)?, integer_out(py, &offset)?))
}

/// What is known of whether two layouts are one function; `None` where nothing is.
fn verdict(a: &Any<'_>, b: &Any<'_>) -> Result<(Option<bool>, String)> {
    let (a, b) = (layout(a)?, layout(b)?);
    // Symbols as these two number them: what is tried does not depend on what else there is.
    let mut symbols = a.symbols();
    symbols.extend(b.symbols());
    let number = |s: Symbol| symbols.iter().position(|other| *other == s).unwrap_or_default() as u32;
    let own = |s: Symbol| Symbol::new(number(s), s.facts).into();
    let names: Vec<String> = symbols.iter().map(|s| names::of(*s).unwrap_or_else(|| "?".into())).collect();
    let text = |e: &Expr| with_names(&e.named(), &names);
    Ok(match la::prove_equal(&a.substitute(&own)?, &b.substitute(&own)?) {
        Equivalence::Equal => (Some(true), "equal".into()),
        Equivalence::Sizes { a, b } => {
            (Some(false), format!("different sizes: {} and {}", text(&a), text(&b)))
        }
        Equivalence::Differ { coordinate, a, b, symbols } => {
            let bound: Vec<String> =
                symbols.iter().map(|(s, v)| format!("{} = {v}", text(&Expr::from(*s)))).collect();
            let when = if bound.is_empty() { String::new() } else { format!(", for {}", bound.join(", ")) };
            (Some(false), format!("different at coordinate {coordinate}: {a} and {b}{when}"))
        }
        Equivalence::Unknown(why) => (None, format!("unknown: {}", with_names(&why, &names))),
    })
}

/// Whether two layouts are the same function of an integer, for all values of symbols; an exception where the facts do
/// not decide it.
#[pyfunction]
pub fn equal(a: &Any<'_>, b: &Any<'_>) -> Result<bool> {
    let (answer, text) = verdict(a, b)?;
    answer.ok_or_else(|| raised("UndecidedError", &text))
}

/// `equal` in words: `equal`, a coordinate where values differ, or why it is unknown.
#[pyfunction]
pub fn compare(a: &Any<'_>, b: &Any<'_>) -> Result<String> {
    Ok(verdict(a, b)?.1)
}
