//! Layouts, plain and composed.

use layout_algebra as la;
use layout_algebra::draw::{print_latex, print_layout, svg_layout};
use layout_algebra::{AnyLayout, IntTuple, Outer, SliceCoord, crd2idx_layout, slice};
use layout_target::draw::svg_banks;
use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyTuple};

use crate::classes::{ComposedLayout, Layout, LayoutBase};
use crate::convert::{
    self, Any, coordinate, int_or_none, integer, integer_out, layout_out, tuple, tuple_out,
};
use crate::error::{Result, expected, raised};
use crate::integer::given;
use crate::names;
use crate::reading::{parse, substituted};
use crate::swizzle::Swizzle;

/// The largest layout that a notebook draws unasked.
const MOST_DRAWN: i64 = 4096;

impl LayoutBase {
    /// The value at a coordinate without `None`.
    fn value<'py>(&self, py: Python<'py>, coord: &IntTuple) -> Result<Any<'py>> {
        if let (true, Some(index)) =
            (coord.profile.is_leaf(), coord.leaves.first().and_then(la::Expr::as_const))
            && let Some(value) = self.0.eval(index)
        {
            return Ok(value.into_pyobject(py)?.into_any());
        }
        let inner = crd2idx_layout(coord, self.0.domain())?;
        match &self.0 {
            AnyLayout::Plain(_) => integer_out(py, &inner),
            AnyLayout::Composed(c) => integer_out(py, &through(&c.outer, &inner.add(&c.offset)?)?),
        }
    }

    /// The layout of some of the modes, numbered from 0.
    fn modes<'py>(&self, py: Python<'py>, modes: &[la::Layout]) -> Result<Any<'py>> {
        self.with_domain(py, la::Layout::concat(modes)?)
    }

    fn with_domain<'py>(&self, py: Python<'py>, domain: la::Layout) -> Result<Any<'py>> {
        match &self.0 {
            AnyLayout::Plain(_) => layout_out(py, domain),
            AnyLayout::Composed(c) => {
                let composed = la::ComposedLayout::new(c.outer.clone(), c.offset.clone(), domain)?;
                layout_out(py, AnyLayout::Composed(composed))
            }
        }
    }

    fn is_static(&self) -> bool {
        self.0.symbols().is_empty()
    }

    fn class(&self) -> &'static str {
        match self.0 {
            AnyLayout::Plain(_) => "Layout",
            AnyLayout::Composed(_) => "ComposedLayout",
        }
    }
}

/// The modes that a coordinate keeps; `None` alone keeps the layout as one mode, as in pycute.
pub fn kept(coord: &SliceCoord, layout: &la::Layout) -> Result<la::Layout> {
    Ok(match coord.leaves.as_slice() {
        [None] if coord.profile.is_leaf() => la::Layout::concat([layout])?,
        _ => slice(coord, layout)?,
    })
}

/// The value of an outer function at an integer.
fn through(outer: &Outer, at: &la::Expr) -> Result<la::Expr> {
    Ok(match outer {
        Outer::Swizzle(s) => match at.as_const() {
            Some(at) => s.apply(at).into(),
            None => {
                let message = format!("{s} of {}: a swizzle is computed of known integers only", at.named());
                return Err(raised("UndecidedError", &message));
            }
        },
        Outer::Layout(l) => l.at(at)?,
        Outer::Chain(c) => through(&c.outer, &through(&c.inner, at)?.add(&c.offset)?)?,
    })
}

#[pymethods]
impl LayoutBase {
    /// Its text in the project's notation, with the facts of its symbols: what `parse` of its class reads.
    #[getter]
    fn text(&self) -> String {
        self.0.text_with(&names::all())
    }

    /// The names of its symbols.
    #[getter]
    fn symbols(&self) -> Vec<String> {
        self.0.symbols().into_iter().map(|s| names::of(s).unwrap_or_else(|| "?".into())).collect()
    }

    /// The number of coordinates.
    fn size<'py>(&self, py: Python<'py>) -> Result<Any<'py>> {
        integer_out(py, &self.0.size()?)
    }

    /// One more than the largest value; with negative strides the number of integers from the smallest to the largest.
    fn cosize<'py>(&self, py: Python<'py>) -> Result<Any<'py>> {
        integer_out(py, &self.0.cosize()?)
    }

    /// The same with values for names.
    #[pyo3(signature = (values=None, /, **by_name))]
    fn substitute<'py>(
        &self,
        py: Python<'py>,
        values: Option<&Bound<'py, PyDict>>,
        by_name: Option<&Bound<'py, PyDict>>,
    ) -> Result<Any<'py>> {
        layout_out(py, substituted(&self.0, &given(values, by_name)?)?)
    }

    /// A table of its values as text.
    fn table(&self) -> Result<String> {
        Ok(print_layout(&self.0)?)
    }

    /// A table of its values as a LaTeX document.
    fn latex(&self) -> Result<String> {
        Ok(print_latex(&self.0)?)
    }

    /// A table of its values as SVG; with `bits`, the banks of shared memory where elements of that width lie.
    #[pyo3(signature = (*, bits=None))]
    fn svg(&self, #[pyo3(from_py_with = int_or_none)] bits: Option<i64>) -> Result<String> {
        Ok(match bits {
            None => svg_layout(&self.0)?,
            Some(bits) => svg_banks(&self.0, bits)?,
        })
    }

    fn _repr_svg_(&self) -> Option<String> {
        let is_small = self.0.size().ok()?.as_const()? <= MOST_DRAWN;
        if is_small { svg_layout(&self.0).ok() } else { None }
    }

    /// The value at a coordinate; with `None` for modes that stay, the layout of those.
    #[pyo3(signature = (*coord))]
    fn __call__<'py>(&self, coord: &Bound<'py, PyTuple>) -> Result<Any<'py>> {
        let py = coord.py();
        let whole = if coord.len() == 1 { coord.get_item(0)? } else { coord.clone().into_any() };
        let coord: SliceCoord = coordinate(&whole)?;
        match coord.try_map(|leaf| leaf.clone().ok_or(())) {
            Ok(integers) => self.value(py, &integers),
            Err(()) => match &self.0 {
                AnyLayout::Plain(layout) => layout_out(py, kept(&coord, layout)?),
                // The offset of what is left out stays inside, so that the values are the layout's.
                AnyLayout::Composed(c) => {
                    let start = la::slice_offset(&coord, &c.inner)?.add(&c.offset)?;
                    let rest = kept(&coord, &c.inner)?;
                    layout_out(
                        py,
                        AnyLayout::Composed(la::ComposedLayout::new(c.outer.clone(), start, rest)?),
                    )
                }
            },
        }
    }

    fn __len__(&self) -> usize {
        self.0.domain().rank()
    }

    fn __getitem__<'py>(&self, at: &Any<'py>) -> Result<Any<'py>> {
        let (py, modes) = (at.py(), self.0.domain().modes());
        if let Ok(range) = at.cast::<PySlice>() {
            let range = range.indices(modes.len().cast_signed())?;
            let picked = (0..range.slicelength).filter_map(|i| {
                let at = range.start + i.cast_signed() * range.step;
                modes.get(usize::try_from(at).ok()?).cloned()
            });
            return self.modes(py, &picked.collect::<Vec<_>>());
        }
        // As of a list: no mode is so far away.
        let at: isize =
            at.extract().map_err(|error: PyErr| match error.is_instance_of::<PyOverflowError>(py) {
                true => PyIndexError::new_err(format!(
                    "there is no mode {at}: {} has {}",
                    self.__str__(),
                    modes.len()
                )),
                false => error,
            })?;
        let from_end = if at < 0 { at + modes.len().cast_signed() } else { at };
        match usize::try_from(from_end).ok().and_then(|i| modes.get(i)) {
            Some(mode) => self.with_domain(py, mode.clone()),
            None => {
                let message = format!("there is no mode {at}: {} has {}", self.__str__(), modes.len());
                Err(PyIndexError::new_err(message).into())
            }
        }
    }

    /// Its modes, each a layout.
    fn __iter__<'py>(&self, py: Python<'py>) -> Result<Any<'py>> {
        let modes = self.0.domain().modes();
        let modes = modes.into_iter().map(|m| self.with_domain(py, m)).collect::<Result<Vec<_>>>()?;
        Ok(PyTuple::new(py, modes)?.as_any().try_iter()?.into_any())
    }

    fn __str__(&self) -> String {
        if self.is_static() { pycute(&self.0) } else { self.text() }
    }

    fn __repr__(&self) -> String {
        match &self.0 {
            _ if !self.is_static() => format!("{}.parse({:?})", self.class(), self.text()),
            AnyLayout::Plain(l) => format!("Layout({},{})", python(&l.shape()), python(&l.stride())),
            AnyLayout::Composed(c) => {
                let (outer, offset, inner) = parted(c);
                let outer = written(&outer, |s| Swizzle(s).__repr__(), |l| Self(l.into()).__repr__());
                format!("ComposedLayout({outer},{offset},{})", Self(inner).__repr__())
            }
        }
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Any<'_>) -> Py<Self> {
        slf
    }
}

/// The text that pycute gives a layout.
fn pycute(layout: &AnyLayout) -> String {
    match layout {
        AnyLayout::Plain(l) => format!("{}:{}", python(&l.shape()), python(&l.stride())),
        AnyLayout::Composed(c) => {
            let (outer, offset, inner) = parted(c);
            let outer = written(&outer, |s| Swizzle(s).__str__(), |l| pycute(&l.into()));
            format!("{outer} o {offset} o {}", pycute(&inner))
        }
    }
}

fn written(
    outer: &Outer,
    swizzle: impl Fn(la::Swizzle) -> String,
    layout: impl Fn(la::Layout) -> String,
) -> String {
    match outer {
        Outer::Swizzle(s) => swizzle(*s),
        Outer::Layout(l) => layout(l.clone()),
        // `parted` leaves none.
        Outer::Chain(_) => String::new(),
    }
}

/// The text that Python gives a tuple.
fn python(tuple: &IntTuple) -> String {
    if tuple.profile.is_leaf() {
        return tuple.leaves[0].to_string();
    }
    let modes: Vec<String> = tuple.modes().map(|mode| python(&mode)).collect();
    match modes.as_slice() {
        [only] => format!("({only},)"),
        _ => format!("({})", modes.join(", ")),
    }
}

/// What maps last, which is no chain, the offset before it, and what comes before that.
fn parted(composed: &la::ComposedLayout) -> (Outer, la::Expr, AnyLayout) {
    fn links(outer: &Outer, offset: &la::Expr, out: &mut Vec<(Outer, la::Expr)>) {
        match outer {
            Outer::Chain(chain) => {
                links(&chain.outer, &chain.offset, out);
                links(&chain.inner, offset, out);
            }
            simple => out.push((simple.clone(), offset.clone())),
        }
    }
    let mut all = Vec::new();
    links(&composed.outer, &composed.offset, &mut all);
    let mut all = all.into_iter();
    let inner = composed.inner.clone();
    let Some((first, offset)) = all.next() else {
        return (composed.outer.clone(), composed.offset.clone(), inner.into());
    };
    let rest = all.reduce(|(outer, before), (next, offset)| (outer.after(before, next), offset));
    let rest = match rest {
        None => inner.into(),
        Some((outer, offset)) => AnyLayout::Composed(la::ComposedLayout { outer, offset, inner }),
    };
    (first, offset, rest)
}

#[pymethods]
impl Layout {
    #[new]
    #[pyo3(signature = (shape, stride=None))]
    fn new(shape: &Any<'_>, stride: Option<&Any<'_>>) -> Result<PyClassInitializer<Self>> {
        let shape = tuple(shape)?;
        let layout = match stride {
            None => la::Layout::left(&shape)?,
            Some(stride) => la::Layout::new(&shape, &tuple(stride)?)?,
        };
        Ok(PyClassInitializer::from(LayoutBase(layout.into())).add_subclass(Self))
    }

    /// Reads `(16,N{div=8}):(8,128)`.
    #[staticmethod]
    fn parse<'py>(py: Python<'py>, text: &str) -> Result<Any<'py>> {
        match parse(text)? {
            AnyLayout::Plain(layout) => layout_out(py, layout),
            AnyLayout::Composed(_) => Err(raised(
                "LayoutError",
                &format!("{text} is a composed layout: ComposedLayout.parse reads it"),
            )),
        }
    }

    /// The compact layout of a shape, the leftmost mode fastest: column-major.
    #[staticmethod]
    fn left<'py>(shape: &Any<'py>) -> Result<Any<'py>> {
        layout_out(shape.py(), la::Layout::left(&tuple(shape)?)?)
    }

    /// The compact layout of a shape, the rightmost mode fastest: row-major.
    #[staticmethod]
    fn right<'py>(shape: &Any<'py>) -> Result<Any<'py>> {
        layout_out(shape.py(), la::Layout::right(&tuple(shape)?)?)
    }

    /// The sizes.
    #[getter]
    fn shape<'py>(slf: &Bound<'py, Self>) -> Result<Any<'py>> {
        tuple_out(slf.py(), &slf.as_super().get().0.domain().shape())
    }

    /// The strides, nested as the shape is.
    #[getter]
    fn stride<'py>(slf: &Bound<'py, Self>) -> Result<Any<'py>> {
        tuple_out(slf.py(), &slf.as_super().get().0.domain().stride())
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> Result<(Any<'py>, Any<'py>)> {
        Ok((Self::shape(slf)?, Self::stride(slf)?))
    }
}

impl ComposedLayout {
    fn parts<'py>(slf: &Bound<'py, Self>) -> Result<(Any<'py>, Any<'py>, Any<'py>)> {
        let py = slf.py();
        let AnyLayout::Composed(composed) = &slf.as_super().get().0 else {
            return Err(expected("a composed layout", slf));
        };
        let (outer, offset, inner) = parted(composed);
        let outer = match outer {
            Outer::Swizzle(s) => Bound::new(py, Swizzle(s))?.into_any(),
            Outer::Layout(l) => layout_out(py, l)?,
            Outer::Chain(_) => return Err(expected("a composed layout", slf)),
        };
        Ok((outer, integer_out(py, &offset)?, layout_out(py, inner)?))
    }
}

#[pymethods]
impl ComposedLayout {
    #[new]
    #[pyo3(signature = (layout_b, offset, layout_a), text_signature = "(layoutB, offset, layoutA)")]
    fn new(layout_b: &Any<'_>, offset: &Any<'_>, layout_a: &Any<'_>) -> Result<PyClassInitializer<Self>> {
        let outer = match layout_b.cast::<Swizzle>() {
            Ok(swizzle) => Outer::Swizzle(swizzle.get().0),
            Err(_) => convert::layout(layout_b)?.into(),
        };
        let offset = integer(offset)?;
        let composed = match convert::layout(layout_a)? {
            AnyLayout::Plain(inner) => la::ComposedLayout::new(outer, offset, inner)?,
            AnyLayout::Composed(c) => {
                la::ComposedLayout::new(outer.after(offset, c.outer), c.offset, c.inner)?
            }
        };
        Ok(PyClassInitializer::from(LayoutBase(AnyLayout::Composed(composed))).add_subclass(Self))
    }

    /// Reads `S<3,4,3> o 0 o (8,64):(64,1)`.
    #[staticmethod]
    fn parse<'py>(py: Python<'py>, text: &str) -> Result<Any<'py>> {
        match parse(text)? {
            AnyLayout::Plain(_) => {
                Err(raised("LayoutError", &format!("{text} is no composed layout: Layout.parse reads it")))
            }
            composed => layout_out(py, composed),
        }
    }

    /// What maps last.
    #[getter(layoutB)]
    fn layout_b<'py>(slf: &Bound<'py, Self>) -> Result<Any<'py>> {
        Ok(Self::parts(slf)?.0)
    }

    /// What is added in between.
    #[getter]
    fn offset<'py>(slf: &Bound<'py, Self>) -> Result<Any<'py>> {
        Ok(Self::parts(slf)?.1)
    }

    /// What maps first: its coordinates are the layout's.
    #[getter(layoutA)]
    fn layout_a<'py>(slf: &Bound<'py, Self>) -> Result<Any<'py>> {
        Ok(Self::parts(slf)?.2)
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> Result<(Any<'py>, Any<'py>, Any<'py>)> {
        Self::parts(slf)
    }
}
