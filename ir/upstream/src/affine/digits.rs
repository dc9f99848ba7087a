//! Sums of digits of dimensions: what affine expressions over coordinates within their extents are made of.

use layout_algebra::{Expr, ExprError, Tri};

use super::error::NotALayout;

/// `stride · ((dimension floordiv divisor) mod modulus)`; without a modulus all that is left.
#[derive(Clone, Debug)]
pub(super) struct Digit {
    pub dim: usize,
    pub divisor: Expr,
    pub modulus: Option<Expr>,
    pub stride: Expr,
}

/// `offset + Σ digits`.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    pub offset: Expr,
    pub digits: Vec<Digit>,
}

type Result<T> = std::result::Result<T, NotALayout>;

impl Digit {
    /// How many values it has.
    fn count(&self, extents: &[Expr]) -> std::result::Result<Expr, ExprError> {
        let extent = extents.get(self.dim).unwrap_or(&Expr::ONE);
        self.modulus.clone().map_or_else(|| extent.ceildiv(&self.divisor), Ok)
    }
}

impl Digits {
    pub fn number(offset: Expr) -> Self {
        Self { offset, digits: Vec::new() }
    }

    pub fn dimension(dim: usize) -> Self {
        let digit = Digit { dim, divisor: Expr::ONE, modulus: None, stride: Expr::ONE };
        Self { offset: Expr::ZERO, digits: vec![digit] }
    }

    pub fn plus(mut self, other: Self) -> Result<Self> {
        self.offset = self.offset.add(&other.offset)?;
        self.digits.extend(other.digits);
        Ok(self)
    }

    /// The product with a number.
    pub fn times(self, factor: &Expr) -> Result<Self> {
        let mut product = Self::number(self.offset.mul(factor)?);
        for digit in self.digits {
            let stride = digit.stride.mul(factor)?;
            if !stride.is(0) {
                product.digits.push(Digit { stride, ..digit });
            }
        }
        Ok(product)
    }

    /// Quotient and remainder by a positive number: each digit lies above the cut, below it, or is cut in two.
    pub fn cut(self, at: &Expr, extents: &[Expr]) -> Result<(Self, Self)> {
        let refuse = |why: String| NotALayout::Cut { at: at.named(), why };
        if Expr::ONE.le(at) != Tri::Yes {
            return Err(refuse("it is not known to be positive".into()));
        }
        let mut above = Self::number(self.offset.floordiv(at)?);
        let mut below = Self::number(self.offset.modulo(at)?);
        // What the digits below reach at most.
        let mut most = below.offset.clone();
        for digit in self.digits {
            if let Some(stride) = digit.stride.div_exact(at) {
                above.digits.push(Digit { stride, ..digit });
                continue;
            }
            let step = at.div_exact(&digit.stride).filter(|step| Expr::ONE.le(step) == Tri::Yes);
            let Some(step) = step else {
                let (dim, stride) = (digit.dim, digit.stride.named());
                return Err(refuse(format!(
                    "neither is it a multiple of d{dim}'s stride {stride}, nor that of it"
                )));
            };
            let mut low = digit.clone();
            if digit.count(extents)?.le(&step) != Tri::Yes {
                low.modulus = Some(step.clone());
                let modulus = match &digit.modulus {
                    Some(modulus) => Some(modulus.div_exact(&step).ok_or_else(|| {
                        let (modulus, step) = (modulus.named(), step.named());
                        refuse(format!(
                            "a digit of d{} has {modulus} values, no multiple of {step}",
                            digit.dim
                        ))
                    })?),
                    None => None,
                };
                let divisor = digit.divisor.mul(&step)?;
                above.digits.push(Digit { dim: digit.dim, divisor, modulus, stride: Expr::ONE });
            }
            let steps = low.count(extents)?.sub(&Expr::ONE)?;
            most = most.add(&steps.mul(&low.stride)?)?;
            below.digits.push(low);
        }
        if most.lt(at) != Tri::Yes {
            let (most, least) = (most.named(), at.named());
            return Err(refuse(format!(
                "what is below it may be as much as {most}, which carries past {least}"
            )));
        }
        Ok((above, below))
    }
}
