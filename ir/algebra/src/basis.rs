//! Basis strides: layouts whose values are coordinates.
//!
//! `e0` is the unit of mode 0, `e<0,1>` that of mode 1 of mode 0; CuTe writes
//! them `1@0` and `1@1@0` (innermost first) and calls them `ScaledBasis`.

use std::fmt::{self, Write};

use smallvec::SmallVec;

use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::{IntTuple, Leaves, Profile};
use crate::stride::{Stride, check_size};
use layout_integer::{Expr, ExprError, Place, Printer, Symbol};

/// The path of a mode: `[0, 1]` is mode 1 of mode 0. The empty path is an integer's.
pub type Path = SmallVec<[u16; 4]>;

/// A sum of multiples of basis elements: what a coordinate tensor's stride is
/// (`cute/numeric/arithmetic_tuple.hpp`, `ScaledBasis` and `ArithmeticTuple`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Basis(SmallVec<[(Path, Expr); 1]>);

/// A layout whose values are coordinates.
pub type CoordLayout = Layout<Basis>;

impl Basis {
    /// `scale` times the unit of the mode at `path`.
    ///
    /// ```
    /// use layout_algebra::{Basis, Expr};
    /// assert_eq!(Basis::new(&[0, 1], Expr::from(3)).to_string(), "3*e<0,1>");
    /// ```
    pub fn new(path: &[u16], scale: Expr) -> Self {
        if scale.is(0) { Self::default() } else { Self(SmallVec::from_iter([(path.into(), scale)])) }
    }

    /// The multiples, sorted by path.
    pub fn terms(&self) -> &[(Path, Expr)] {
        &self.0
    }
}

impl Stride for Basis {
    fn zero() -> Self {
        Self::default()
    }

    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn plus(&self, other: &Self) -> Result<Self, ExprError> {
        let mut out = self.0.clone();
        for (path, scale) in &other.0 {
            match out.binary_search_by(|t| t.0.cmp(path)) {
                Ok(at) => {
                    out[at].1 = out[at].1.add(scale)?;
                    if out[at].1.is(0) {
                        out.remove(at);
                    }
                }
                Err(at) => out.insert(at, (path.clone(), scale.clone())),
            }
        }
        Ok(Self(out))
    }

    fn times(&self, by: &Expr) -> Result<Self, ExprError> {
        if by.is(0) {
            return Ok(Self::default());
        }
        let scaled = self.0.iter().map(|(p, s)| Ok((p.clone(), s.mul(by)?)));
        Ok(Self(scaled.collect::<Result<_, ExprError>>()?))
    }

    fn check(shape: &Leaves, stride: &[Self]) -> Result<(), ExprError> {
        check_size(shape)?;
        // One more than the largest value of each basis element.
        reach(shape, stride)?.0.iter().try_for_each(|(_, most)| most.add(&Expr::ONE).map(drop))
    }

    fn replace(&self, value: &dyn Fn(Symbol) -> Expr) -> Result<Self, ExprError> {
        let mut out = Self::default();
        for (path, scale) in &self.0 {
            out = out.plus(&Self::new(path, scale.substitute(value)?))?;
        }
        Ok(out)
    }

    fn map(&self, f: &dyn Fn(&Expr) -> Expr) -> Self {
        Self(self.0.iter().map(|(p, s)| (p.clone(), f(s))).collect())
    }

    fn symbols(&self, visit: &mut dyn FnMut(Symbol)) {
        self.0.iter().for_each(|(_, s)| s.for_each_symbol(visit));
    }

    fn is_static(&self) -> bool {
        self.0.iter().all(|(_, s)| s.as_const().is_some())
    }

    fn as_static(&self) -> Option<i64> {
        None
    }

    fn of_static(value: i64) -> Self {
        Self::new(&[], Expr::Const(value))
    }

    /// `2*e0+e<1,0>`; the empty path is the integer itself.
    fn print(&self, printer: &mut Printer, out: &mut dyn Write) -> fmt::Result {
        if self.0.is_empty() {
            return out.write_char('0');
        }
        for (i, (path, scale)) in self.0.iter().enumerate() {
            if i > 0 {
                out.write_char('+')?;
            }
            match path.is_empty() {
                true => printer.expr(out, scale, Place::Other)?,
                false => print_multiple(printer, out, path, scale)?,
            }
        }
        Ok(())
    }
}

/// The scale's terms one by one, each times the unit: `2*?*e1+3*e1`.
fn print_multiple(printer: &mut Printer, out: &mut dyn Write, path: &[u16], scale: &Expr) -> fmt::Result {
    let unit = match path {
        [mode] => format!("e{mode}"),
        path => format!("e<{}>", path.iter().map(u16::to_string).collect::<Vec<_>>().join(",")),
    };
    let (terms, constant) = scale.terms();
    for (i, (monomial, c)) in terms.iter().enumerate() {
        out.write_str(if i > 0 { "+" } else { "" })?;
        out.write_str(if *c < 0 { "-" } else { "" })?;
        printer.term(out, monomial, c.unsigned_abs(), Place::Other)?;
        write!(out, "*{unit}")?;
    }
    match constant {
        0 if !terms.is_empty() => return Ok(()),
        _ if !terms.is_empty() => out.write_char('+')?,
        _ => {}
    }
    if constant == 1 { write!(out, "{unit}") } else { write!(out, "{constant}*{unit}") }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(&mut Printer::default(), f)
    }
}

/// The path of each leaf of `profile`.
pub(crate) fn paths(profile: &Profile) -> Vec<Path> {
    fn walk(profile: &Profile, prefix: &mut Path, out: &mut Vec<Path>) {
        if profile.is_leaf() {
            out.push(prefix.clone());
            return;
        }
        for (i, (mode, _)) in profile.modes().iter().enumerate() {
            prefix.push(i as u16);
            walk(mode, prefix, out);
            prefix.pop();
        }
    }
    let mut out = Vec::new();
    walk(profile, &mut Path::new(), &mut out);
    out
}

/// The unit strides congruent to `profile` (CuTe's `make_basis_like`).
///
/// ```
/// use layout_algebra::{IntTuple, make_basis_like};
/// let shape: IntTuple = "(2,(8,5))".parse().unwrap();
/// assert_eq!(make_basis_like(&shape.profile).to_string(), "(e0,(e<1,0>,e<1,1>))");
/// ```
pub fn make_basis_like(profile: &Profile) -> IntTuple<Basis> {
    let leaves = paths(profile).iter().map(|p| Basis::new(p, Expr::ONE)).collect();
    IntTuple { profile: profile.clone(), leaves }
}

/// The layout that maps each coordinate of `shape` to itself
/// (`cute/layout.hpp`, `make_identity_layout`).
///
/// ```
/// use layout_algebra::{IntTuple, make_identity_layout};
/// let shape: IntTuple = "(4,(2,3))".parse().unwrap();
/// assert_eq!(make_identity_layout(&shape).unwrap().to_string(), "(4,(2,3)):(e0,(e<1,0>,e<1,1>))");
/// ```
///
/// # Errors
/// As [`Layout::new`].
pub fn make_identity_layout(shape: &IntTuple) -> Result<CoordLayout, LayoutError> {
    Layout::new(shape, &make_basis_like(&shape.profile))
}

impl Basis {
    /// The coordinate as a tuple: `2*e0+3*e<1,0>` is `(2,(3))`; modes that do
    /// not occur are 0.
    pub fn as_tuple(&self, profile: &Profile) -> IntTuple {
        let leaves = paths(profile)
            .iter()
            .map(|p| self.terms().iter().find(|t| t.0 == *p).map_or(Expr::ZERO, |t| t.1.clone()))
            .collect();
        IntTuple { profile: profile.clone(), leaves }
    }
}

impl CoordLayout {
    /// The nesting of the values: the smallest in which every mode that occurs
    /// in a stride is one.
    pub fn coprofile(&self) -> Profile {
        let strides = self.stride_leaves().iter();
        let mut all: Vec<&[u16]> = strides.flat_map(|s| s.terms().iter().map(|t| t.0.as_slice())).collect();
        all.sort();
        all.dedup();
        nest(&all)
    }

    /// The shape of the smallest box that holds all values: per basis element
    /// `1 + Σ (size - 1) · |scale|` (CuTe's `coshape`).
    ///
    /// ```
    /// use layout_algebra::CoordLayout;
    /// let l: CoordLayout = "(4,(4,2)):(e1,(e0,6*e1))".parse().unwrap();
    /// assert_eq!(l.coshape().unwrap().to_string(), "(4,10)");
    /// ```
    ///
    /// # Errors
    /// As [`Expr::add`].
    pub fn coshape(&self) -> Result<IntTuple, ExprError> {
        let profile = self.coprofile();
        let tuple = reach(self.shape_leaves(), self.stride_leaves())?.as_tuple(&profile);
        let leaves = tuple.leaves.iter().map(|e| e.add(&Expr::ONE)).collect::<Result<_, _>>()?;
        Ok(IntTuple { profile, leaves })
    }
}

/// The largest value of each basis element, strides taken by magnitude.
fn reach(shape: &[Expr], stride: &[Basis]) -> Result<Basis, ExprError> {
    let mut reach = Basis::default();
    for (size, stride) in shape.iter().zip(stride) {
        let steps = size.sub(&Expr::ONE)?;
        for (path, scale) in stride.terms() {
            let reached = Basis(SmallVec::from_iter([(path.clone(), scale.abs()?.mul(&steps)?)]));
            // A mode of size 1 still says that the path exists.
            reach = sum_keeping_zeros(&reach, &reached)?;
        }
    }
    Ok(reach)
}

fn sum_keeping_zeros(a: &Basis, b: &Basis) -> Result<Basis, ExprError> {
    let mut out = a.0.clone();
    for (path, scale) in &b.0 {
        match out.binary_search_by(|t| t.0.cmp(path)) {
            Ok(at) => out[at].1 = out[at].1.add(scale)?,
            Err(at) => out.insert(at, (path.clone(), scale.clone())),
        }
    }
    Ok(Basis(out))
}

fn nest(paths: &[&[u16]]) -> Profile {
    let Some(most) = paths.iter().filter_map(|p| p.first()).max() else { return Profile::leaf() };
    let modes: Vec<Profile> = (0..=*most)
        .map(|i| {
            let below: Vec<&[u16]> =
                paths.iter().filter(|p| p.first() == Some(&i)).map(|p| &p[1..]).collect();
            nest(&below)
        })
        .collect();
    Profile::tuple(&modes)
}
