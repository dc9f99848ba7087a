//! The integers that operations compute with: of the machine, or over symbols.
//!
//! An algorithm is written once, on lists of modes of any [`Number`], and compiled twice. On
//! machine integers ([`Fixed`]) it takes the static layouts of up to eight modes whose sizes
//! and strides divide, without allocation; at unknown integers, overflow and whatever is
//! refused it gives up without a message ([`NoValue`]). Then it runs on integers over symbols
//! ([`Modes`]), which say why not. Machine lists are written in place: moving one about costs
//! more than computing it.

use std::ops::DerefMut;

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::digits::NoValue;
use crate::layout::Layout;
use crate::nested::tuple::Profile;
use crate::stride::Stride;
use layout_integer::{Expr, ExprError, Tri};

/// Flat `(size, stride)` modes.
pub(crate) type Modes<D = Expr> = SmallVec<[(Expr, D); 8]>;
/// Those of a static layout, at most eight, in place.
pub(crate) type Fixed = ArrayVec<(i64, i64), 8>;
/// Those of a layout of integers `N` with strides `S`.
pub(crate) type List<N, S> = <N as Number>::List<(N, S)>;

/// A list that items are added to.
pub(crate) trait Grow<T, E>: DerefMut<Target = [T]> + Default {
    fn add_item(&mut self, item: T) -> Result<(), E>;
}

impl<T> Grow<T, ExprError> for SmallVec<[T; 8]> {
    fn add_item(&mut self, item: T) -> Result<(), ExprError> {
        self.push(item);
        Ok(())
    }
}

impl<T> Grow<T, NoValue> for ArrayVec<T, 8> {
    #[inline(always)]
    fn add_item(&mut self, item: T) -> Result<(), NoValue> {
        self.try_push(item).map_err(|_| NoValue)
    }
}

/// Declares what one computes and asks of integers: each as [`Expr`] has it, and what the
/// machine does, by positive divisors.
macro_rules! numbers {
    (|$a:ident, $b:ident| compute { $($compute:ident: $value:expr;)* } ask { $($ask:ident: $holds:expr;)* }) => {
        /// An integer over symbols, or one of the machine, of which every question has an answer.
        pub(crate) trait Number: Clone + PartialEq + From<i64> + Into<Expr> {
            /// Why one is not computed.
            type Error;
            /// Why an operation is refused that fails with `E` on integers over symbols.
            type Refusal<E: From<ExprError>>: From<Self::Error>;
            /// One item for each mode.
            type List<T>: Grow<T, Self::Error>;
            fn refuse<E: From<ExprError>>(why: impl FnOnce() -> E) -> Self::Refusal<E>;
            /// Its value, if it is static.
            fn as_const(&self) -> Option<i64>;
            /// Its value, if it has only one.
            fn known(&self) -> Option<i64>;
            fn abs(&self) -> Result<Self, Self::Error>;
            #[inline(always)]
            fn is(&self, value: i64) -> bool {
                self.as_const() == Some(value)
            }
            fn expr(&self) -> Expr {
                self.clone().into()
            }
            $(fn $compute(&self, other: &Self) -> Result<Self, Self::Error>;)*
            $(fn $ask(&self, other: &Self) -> Tri;)*
        }

        impl Number for Expr {
            type Error = ExprError;
            type Refusal<E: From<ExprError>> = E;
            type List<T> = SmallVec<[T; 8]>;
            fn refuse<E: From<ExprError>>(why: impl FnOnce() -> E) -> E { why() }
            fn as_const(&self) -> Option<i64> { self.as_const() }
            fn known(&self) -> Option<i64> { self.known() }
            fn abs(&self) -> Result<Self, ExprError> { self.abs() }
            $(fn $compute(&self, other: &Self) -> Result<Self, ExprError> { self.$compute(other) })*
            $(fn $ask(&self, other: &Self) -> Tri { self.$ask(other) })*
        }

        impl Number for i64 {
            type Error = NoValue;
            type Refusal<E: From<ExprError>> = NoValue;
            type List<T> = ArrayVec<T, 8>;
            #[inline(always)]
            fn refuse<E: From<ExprError>>(_: impl FnOnce() -> E) -> NoValue { NoValue }
            #[inline(always)]
            fn as_const(&self) -> Option<i64> { Some(*self) }
            #[inline(always)]
            fn known(&self) -> Option<i64> { Some(*self) }
            #[inline(always)]
            fn abs(&self) -> Result<Self, NoValue> { self.checked_abs().ok_or(NoValue) }
            $(#[inline(always)]
            fn $compute(&self, other: &Self) -> Result<Self, NoValue> {
                let ($a, $b) = (*self, *other);
                $value.ok_or(NoValue)
            })*
            $(#[inline(always)]
            fn $ask(&self, other: &Self) -> Tri {
                let ($a, $b) = (*self, *other);
                $holds.into()
            })*
        }
    };
}

numbers! {
    |a, b|
    compute {
        add: a.checked_add(b);
        sub: a.checked_sub(b);
        mul: a.checked_mul(b);
        floordiv: (a >= 0 && b > 0).then(|| a / b);
        ceildiv: (a >= 0 && b > 0).then(|| a / b + i64::from(a % b != 0));
        minimum: Some(a.min(b));
    }
    ask {
        le: a <= b;
        lt: a < b;
        divisible_by: b > 0 && a % b == 0;
    }
}

/// A stride that has multiples by integers `N`.
pub(crate) trait Step<N: Number>: Clone + PartialEq {
    fn scaled(&self, by: &N) -> Result<Self, N::Error>;
}

impl<D: Stride> Step<Expr> for D {
    fn scaled(&self, by: &Expr) -> Result<D, ExprError> {
        self.times(by)
    }
}

impl Step<i64> for i64 {
    #[inline(always)]
    fn scaled(&self, by: &i64) -> Result<i64, NoValue> {
        self.mul(by)
    }
}

/// Adds a mode behind the others, merged with the last where it continues it.
#[inline(always)]
pub(crate) fn merge<N: Number, S: Step<N>>(modes: &mut List<N, S>, size: N, step: S) -> Result<(), N::Error> {
    if let Some((last, reached)) = modes.last_mut()
        && reached.scaled(last)? == step
    {
        *last = last.mul(&size)?;
        return Ok(());
    }
    modes.add_item((size, step))
}

/// The product of the sizes.
#[inline(always)]
pub(crate) fn size<N: Number, S>(modes: &[(N, S)]) -> Result<N, N::Error> {
    modes.iter().try_fold(1.into(), |product: N, (size, _)| product.mul(size))
}

/// The mode of a layout's leaf.
#[inline(always)]
pub(crate) fn fixed<D: Stride>(size: &Expr, stride: &D) -> Result<(i64, i64), NoValue> {
    Ok((size.as_const().ok_or(NoValue)?, stride.as_static().ok_or(NoValue)?))
}

/// The profile of modes: an integer for one or none, `1:0`, a tuple for several.
#[inline(always)]
pub(crate) fn profile(modes: &mut Fixed) -> Profile {
    if modes.is_empty() {
        modes.push((1, 0));
    }
    if modes.len() == 1 { Profile::leaf() } else { Profile::flat(modes.len()) }
}

/// Whether a layout may have these modes: size and reach fit in 64 bits.
#[inline(always)]
pub(crate) fn check(modes: &Fixed) -> Result<(), NoValue> {
    let mut reach = 1i64;
    for (size, step) in modes {
        reach = reach.add(&(size - 1).mul(&Number::abs(step)?)?)?;
    }
    size(modes).map(drop)
}

/// The layout of modes that have been checked.
#[inline(always)]
pub(crate) fn into_layout<D: Stride>(modes: &Fixed, profile: Profile) -> Layout<D> {
    // Whole arrays, of which only the first modes count: no loop, no branch.
    let mode = |i: usize| modes.get(i).copied().unwrap_or_default();
    Layout::from_checked(
        profile,
        SmallVec::from_buf_and_len(std::array::from_fn(|i| Expr::Const(mode(i).0)), modes.len()),
        SmallVec::from_buf_and_len(std::array::from_fn(|i| D::of_static(mode(i).1)), modes.len()),
    )
}
