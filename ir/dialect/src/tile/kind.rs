//! [`Kind`]: by which operation of `arith` a reduction combines.

use layout_mlir::ir;
use melior::ir::Type;

/// The operations of `arith` by which `layout.reduce` combines two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the operation of arith that it is named after")]
pub enum Kind {
    AddI,
    MulI,
    MinSI,
    MaxSI,
    MinUI,
    MaxUI,
    AndI,
    OrI,
    XorI,
    AddF,
    MulF,
    MinimumF,
    MaximumF,
    MinNumF,
    MaxNumF,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 15] = [
        Self::AddI,
        Self::MulI,
        Self::MinSI,
        Self::MaxSI,
        Self::MinUI,
        Self::MaxUI,
        Self::AndI,
        Self::OrI,
        Self::XorI,
        Self::AddF,
        Self::MulF,
        Self::MinimumF,
        Self::MaximumF,
        Self::MinNumF,
        Self::MaxNumF,
    ];

    /// The kind of a name; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Its name in the text, that of the operation behind `arith.`.
    pub fn name(self) -> &'static str {
        match self {
            Self::AddI => "addi",
            Self::MulI => "muli",
            Self::MinSI => "minsi",
            Self::MaxSI => "maxsi",
            Self::MinUI => "minui",
            Self::MaxUI => "maxui",
            Self::AndI => "andi",
            Self::OrI => "ori",
            Self::XorI => "xori",
            Self::AddF => "addf",
            Self::MulF => "mulf",
            Self::MinimumF => "minimumf",
            Self::MaximumF => "maximumf",
            Self::MinNumF => "minnumf",
            Self::MaxNumF => "maxnumf",
        }
    }

    /// Whether it combines numbers with a point, not integers and `index`.
    pub fn is_float(self) -> bool {
        self.name().ends_with('f')
    }

    /// Whether it combines elements of this type.
    pub fn takes(self, element: Type<'_>) -> bool {
        self.is_float() == ir::scalar(element).is_none()
    }
}
