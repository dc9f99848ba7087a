//! Options of passes, declared once: a struct for Rust, and the table that pipelines and flags are read by.

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Any text, which the pass reads.
    Text,
    /// `true` or `false`; without a value it is true.
    Flag,
    /// A natural number.
    Number,
    /// One of these; where `true` is one of them, it is what no value means.
    OneOf(&'static [&'static str]),
}

impl std::fmt::Display for Takes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text => f.write_str("a text"),
            Self::Flag => f.write_str("true or false"),
            Self::Number => f.write_str("a natural number"),
            Self::OneOf([] | [""]) => f.write_str("nothing"),
            Self::OneOf(["", rest @ ..]) => Self::OneOf(rest).fmt(f),
            Self::OneOf([one]) => f.write_str(one),
            Self::OneOf([some @ .., last]) => write!(f, "{} or {last}", some.join(", ")),
        }
    }
}

/// An option of a pass or pipeline, as text.
#[derive(Clone, Copy, Debug)]
pub struct PassOption {
    /// `name=value` in a pipeline.
    pub name: &'static str,
    /// One line.
    pub description: &'static str,
    /// The text used where the option is not given.
    pub default: &'static str,
    /// What it takes.
    pub takes: Takes,
}

/// What an option can be in Rust.
pub trait OptionValue: Sized {
    /// What the option takes as text.
    const TAKES: Takes;

    /// The value of a text that is one.
    fn read(text: &str) -> Option<Self>;

    /// Its text.
    fn text(&self) -> String;
}

impl OptionValue for String {
    const TAKES: Takes = Takes::Text;

    fn read(text: &str) -> Option<Self> {
        Some(text.into())
    }

    fn text(&self) -> String {
        self.clone()
    }
}

impl OptionValue for bool {
    const TAKES: Takes = Takes::Flag;

    fn read(text: &str) -> Option<Self> {
        match text {
            "true" | "1" | "" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        }
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for u64 {
    const TAKES: Takes = Takes::Number;

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// The options of a pass or pipeline, as [`pass_options!`](crate::pass_options) declares them.
pub trait PassOptions: Default {
    /// The same as text.
    const TABLE: &'static [PassOption];

    /// The texts of the values, in the order of the table.
    fn texts(&self) -> Vec<String>;

    /// The options of a use of the pass.
    ///
    /// # Errors
    /// [`OptionError`] for a text that is no value of its option.
    fn read(values: &OptionValues) -> Result<Self, OptionError>;
}

/// The option values of one pass use, in the order of its declaration.
#[derive(Clone, Debug)]
pub struct OptionValues {
    options: &'static [PassOption],
    values: Vec<String>,
}

/// An option value that does not parse.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("option {name}={value}: expected {expected}")]
pub struct OptionError {
    /// The option.
    pub name: &'static str,
    /// The text given.
    pub value: String,
    /// What would be right.
    pub expected: Takes,
}

impl OptionValues {
    pub(crate) fn new(options: &'static [PassOption], values: Vec<String>) -> Self {
        Self { options, values }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.options.iter().position(|o| o.name == name)
    }

    /// The text of an option; its default's if it is not declared.
    pub fn text(&self, name: &str) -> &str {
        self.index(name).and_then(|i| self.values.get(i)).map_or("", String::as_str)
    }

    /// The value of an option.
    ///
    /// # Errors
    /// [`OptionError`], if the text is no such value.
    pub fn get<T: OptionValue>(&self, name: &str) -> Result<T, OptionError> {
        let text = self.text(name);
        T::read(text).ok_or_else(|| OptionError {
            name: self.index(name).map_or("", |i| self.options[i].name),
            value: text.into(),
            expected: T::TAKES,
        })
    }

    /// `true` or `false`; an option named without a value is true.
    ///
    /// # Errors
    /// [`OptionError`] for anything else.
    pub fn flag(&self, name: &str) -> Result<bool, OptionError> {
        self.get(name)
    }

    /// A natural number.
    ///
    /// # Errors
    /// [`OptionError`] for anything else.
    pub fn number(&self, name: &str) -> Result<u64, OptionError> {
        self.get(name)
    }
}

/// Declares the options of a pass: a struct of typed fields with its defaults, and their table.
///
/// ```
/// layout_mlir::pass_options! {
///     /// Options of a pass.
///     pub struct Options {
///         /// the GPU, such as sm_90a
///         chip: String = "chip", "sm_90a";
///         /// look into GPU modules only
///         kernels_only: bool = "kernels-only", "false";
///     }
/// }
/// use layout_mlir::registry::PassOptions;
/// assert_eq!(Options { kernels_only: true, ..Options::default() }.texts(), ["sm_90a", "true"]);
/// assert_eq!(Options::TABLE[0].description, "the GPU, such as sm_90a");
/// ```
#[macro_export]
macro_rules! pass_options {
    ($(#[$meta:meta])* pub struct $Options:ident {
        $($(#[doc = $line:literal])+ $field:ident: $Type:ty = $name:literal, $default:literal;)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $Options {
            $($(#[doc = $line])+ pub $field: $Type,)+
        }

        impl Default for $Options {
            fn default() -> Self {
                use $crate::registry::OptionValue;
                $(let Some($field) = <$Type as OptionValue>::read($default) else {
                    unreachable!("the default of {} is no value of it", $name)
                };)+
                Self { $($field),+ }
            }
        }

        impl $crate::registry::PassOptions for $Options {
            const TABLE: &'static [$crate::registry::PassOption] = &[$($crate::registry::PassOption {
                name: $name,
                description: concat!($($line),+).trim_ascii_start(),
                default: $default,
                takes: <$Type as $crate::registry::OptionValue>::TAKES,
            }),+];

            fn texts(&self) -> Vec<String> {
                vec![$($crate::registry::OptionValue::text(&self.$field)),+]
            }

            fn read(
                values: &$crate::registry::OptionValues,
            ) -> ::std::result::Result<Self, $crate::registry::OptionError> {
                ::std::result::Result::Ok(Self { $($field: values.get($name)?),+ })
            }
        }
    };
}

/// Declares what an option takes, where it is one of few texts.
///
/// ```
/// layout_mlir::option_values! {
///     /// Which of the equal terms to take.
///     pub enum Extract {
///         /// The cheapest.
///         Cheapest = "cheapest",
///         /// The dearest, to test the rules.
///         Worst = "worst",
///     }
/// }
/// use layout_mlir::registry::{OptionValue, Takes};
/// assert_eq!(Extract::TAKES, Takes::OneOf(&["cheapest", "worst"]));
/// assert_eq!(Extract::read("worst"), Some(Extract::Worst));
/// ```
#[macro_export]
macro_rules! option_values {
    ($(#[$meta:meta])* pub enum $Values:ident {
        $($(#[doc = $line:literal])+ $Value:ident = $text:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Values {
            $($(#[doc = $line])+ $Value,)+
        }

        impl $crate::registry::OptionValue for $Values {
            const TAKES: $crate::registry::Takes = $crate::registry::Takes::OneOf(&[$($text),+]);

            fn read(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$Value),)+
                    _ => None,
                }
            }

            fn text(&self) -> String {
                match self {
                    $(Self::$Value => $text.into(),)+
                }
            }
        }
    };
}

option_values! {
    /// How wide `index` is.
    pub enum IndexBits {
        /// 32 bits.
        Bits32 = "32",
        /// 64 bits.
        Bits64 = "64",
    }
}

impl IndexBits {
    /// The number of bits.
    pub fn number(self) -> u32 {
        match self {
            Self::Bits32 => 32,
            Self::Bits64 => 64,
        }
    }
}
