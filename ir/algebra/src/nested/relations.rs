//! Relations between shapes: `compatible`, `congruent` and their kin.

use crate::nested::tuple::{IntTuple, Profile};
use layout_integer::{Expr, Tri};

/// Whether two profiles are nested alike (`cute/int_tuple.hpp`, `congruent`).
///
/// ```
/// use layout_algebra::{IntTuple, congruent};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert!(congruent(&t("(2,(3,4))").profile, &t("(5,(6,7))").profile));
/// assert!(!congruent(&t("(2,(3,4))").profile, &t("(5,6)").profile));
/// ```
pub fn congruent(a: &Profile, b: &Profile) -> bool {
    a == b
}

/// Whether `b` refines the nesting of `a`: each integer of `a` may be a tuple
/// in `b` (`cute/int_tuple.hpp`, `weakly_congruent`).
///
/// ```
/// use layout_algebra::{weakly_congruent, IntTuple};
/// let [a, b] = ["(2,6)", "(2,(2,3))"].map(|t| t.parse::<IntTuple>().unwrap().profile);
/// assert!(weakly_congruent(&a, &b) && !weakly_congruent(&b, &a));
/// ```
pub fn weakly_congruent(a: &Profile, b: &Profile) -> bool {
    if a.is_leaf() {
        return true;
    }
    !b.is_leaf()
        && a.rank() == b.rank()
        && a.modes().iter().zip(b.modes()).all(|((x, _), (y, _))| weakly_congruent(x, &y))
}

/// Both; the second is asked only if the first does not refute.
pub(crate) fn both(a: Tri, b: impl FnOnce() -> Tri) -> Tri {
    match a {
        Tri::No => Tri::No,
        Tri::Yes => b(),
        Tri::Unknown => match b() {
            Tri::No => Tri::No,
            _ => Tri::Unknown,
        },
    }
}

/// Whether two integers are equal.
pub(crate) fn equal(a: &Expr, b: &Expr) -> Tri {
    both(a.le(b), || b.le(a))
}

fn leafwise(a: &IntTuple, b: &IntTuple, leaf: &impl Fn(&Expr, &IntTuple) -> Tri) -> Tri {
    if a.profile.is_leaf() {
        return leaf(&a.leaves[0], b);
    }
    if b.profile.is_leaf() || a.rank() != b.rank() {
        return Tri::No;
    }
    a.modes().zip(b.modes()).fold(Tri::Yes, |sum, (x, y)| both(sum, || leafwise(&x, &y, leaf)))
}

/// Whether every coordinate of `a` is one of `b`: each integer of `a` is the
/// size of the matching part of `b` (`cute/int_tuple.hpp`, `compatible`). A
/// partial order.
///
/// ```
/// use layout_algebra::{compatible, IntTuple, Tri};
/// let [a, b] = ["(8,6)", "(8,(2,3))"].map(|t| t.parse::<IntTuple>().unwrap());
/// assert_eq!((compatible(&a, &b), compatible(&b, &a)), (Tri::Yes, Tri::No));
/// ```
pub fn compatible(a: &IntTuple, b: &IntTuple) -> Tri {
    leafwise(a, b, &|size, part| part.product().map_or(Tri::Unknown, |p| equal(size, &p)))
}

/// Whether each integer of `a` divides the size of the matching part of `b`
/// (CuTe 3's `weakly_compatible`).
///
/// ```
/// use layout_algebra::{IntTuple, Tri, weakly_compatible};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(weakly_compatible(&t("(2,4)"), &t("(6,(2,2))")), Tri::Yes);
/// ```
pub fn weakly_compatible(a: &IntTuple, b: &IntTuple) -> Tri {
    leafwise(a, b, &|size, part| part.product().map_or(Tri::Unknown, |p| p.divisible_by(size)))
}

fn less(a: &Expr, b: &Expr) -> Tri {
    a.lt(b)
}

/// Whether each integer of `a` is smaller than `b`'s (`elem_less`); a missing
/// mode of `a` is smaller than any.
///
/// ```
/// use layout_algebra::{IntTuple, Tri, elem_less};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(elem_less(&t("(1,2)"), &t("(2,3)")), Tri::Yes);
/// ```
pub fn elem_less(a: &IntTuple, b: &IntTuple) -> Tri {
    if a.profile.is_leaf() && b.profile.is_leaf() {
        return less(&a.leaves[0], &b.leaves[0]);
    }
    if a.rank() > b.rank() || a.profile.is_leaf() != b.profile.is_leaf() {
        return Tri::No;
    }
    a.modes().zip(b.modes()).fold(Tri::Yes, |sum, (x, y)| both(sum, || elem_less(&x, &y)))
}

/// Lexicographic comparison, leftmost first (`lex_less`).
///
/// ```
/// use layout_algebra::{IntTuple, Tri, lex_less};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(lex_less(&t("(1,9)"), &t("(2,3)")), Tri::Yes);
/// ```
pub fn lex_less(a: &IntTuple, b: &IntTuple) -> Tri {
    ordered(a, b, false)
}

/// Colexicographic comparison, rightmost first (`colex_less`).
///
/// ```
/// use layout_algebra::{IntTuple, Tri, colex_less};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(colex_less(&t("(1,9)"), &t("(2,3)")), Tri::No);
/// ```
pub fn colex_less(a: &IntTuple, b: &IntTuple) -> Tri {
    ordered(a, b, true)
}

fn ordered(a: &IntTuple, b: &IntTuple, from_right: bool) -> Tri {
    if a.profile.is_leaf() && b.profile.is_leaf() {
        return less(&a.leaves[0], &b.leaves[0]);
    }
    let (mut x, mut y): (Vec<_>, Vec<_>) = (a.modes().collect(), b.modes().collect());
    if from_right {
        x.reverse();
        y.reverse();
    }
    for (i, right) in y.iter().enumerate() {
        let Some(left) = x.get(i) else { return Tri::Yes };
        match ordered(left, right, from_right) {
            Tri::No => {}
            other => return other,
        }
        // Not less here; go on only where equal.
        let same = left.profile == right.profile
            && left.leaves.iter().zip(&right.leaves).all(|(p, q)| equal(p, q) == Tri::Yes);
        if !same {
            return Tri::No;
        }
    }
    Tri::No
}
