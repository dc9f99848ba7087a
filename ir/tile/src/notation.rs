//! Texts: `tv<T, V>`, `mma<atom, warps=(m,n)>`, `frag<mma<…>, A, 128x32>`.

use std::fmt;
use std::str::FromStr;

use crate::fragment::{FragmentError, Mma};
use crate::tv::Tv;
use crate::tv_error::TvError;
use layout_algebra::{ParseError, Parser};
use layout_target::Operand;

/// What is wrong with the text of an encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// See [`ParseError`].
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// See [`TvError`].
    #[error(transparent)]
    Tv(#[from] TvError),
    /// See [`FragmentError`].
    #[error(transparent)]
    Fragment(#[from] FragmentError),
}

/// What a text says, before it is known to mean something.
enum Text {
    Tv(layout_algebra::Layout, layout_algebra::Layout),
    Fragment(MmaText, Operand, i64, i64),
}

struct MmaText {
    atom: String,
    warps: Vec<i64>,
}

impl fmt::Display for Tv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tv<{}, {}>", self.threads(), self.values())
    }
}

impl fmt::Display for Mma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [m, n] = self.warps();
        write!(f, "mma<{}, warps=({m},{n})>", self.name())
    }
}

impl FromStr for Tv {
    type Err = TextError;

    /// Reads `tv<T, V>` and `frag<mma<…>, A, 128x32>`.
    fn from_str(text: &str) -> Result<Self, TextError> {
        match Parser::whole(text, encoding)? {
            Text::Tv(threads, values) => Ok(Self::new(&threads, &values)?),
            Text::Fragment(mma, operand, rows, columns) => {
                Ok(Mma::named(&mma.atom, &mma.warps)?.fragment(operand, rows, columns)?)
            }
        }
    }
}

impl FromStr for Mma {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mma = Parser::whole(text, mma)?;
        Ok(Self::named(&mma.atom, &mma.warps)?)
    }
}

fn encoding(p: &mut Parser<'_>) -> Result<Text, ParseError> {
    if p.eat("tv<") {
        let threads = p.layout()?;
        p.require(",", "`,` and the layout of values")?;
        let values = p.layout()?;
        p.require(">", "`>`")?;
        return Ok(Text::Tv(threads, values));
    }
    p.require("frag<", "`tv<` or `frag<`")?;
    let mma = mma(p)?;
    p.require(",", "`,` and the operand")?;
    let operand = match p.name() {
        "A" => Operand::A,
        "B" => Operand::B,
        "C" => Operand::C,
        _ => return Err(p.expected("`A`, `B` or `C`")),
    };
    p.require(",", "`,` and the shape of the tile")?;
    let rows = p.int()?;
    p.require("x", "`x`, as in `128x32`")?;
    let columns = p.int()?;
    p.require(">", "`>`")?;
    Ok(Text::Fragment(mma, operand, rows, columns))
}

fn mma(p: &mut Parser<'_>) -> Result<MmaText, ParseError> {
    p.require("mma<", "`mma<`")?;
    let mut atom = p.name().to_owned();
    if atom.is_empty() {
        return Err(p.expected("the name of an instruction, such as `m16n8k16`"));
    }
    if p.eat(".") {
        atom = format!("{atom}.{}", p.name());
    }
    let mut warps = Vec::new();
    if p.eat(",") {
        p.require("warps", "`warps`")?;
        p.require("=", "`=`")?;
        p.require("(", "`(`")?;
        loop {
            warps.push(p.int()?);
            if p.eat(")") {
                break;
            }
            p.require(",", "`,` or `)`")?;
        }
    }
    p.require(">", "`>`")?;
    Ok(MmaText { atom, warps })
}
