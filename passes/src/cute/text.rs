//! The texts in quotes of CuTe's types: `((16,128),(?,?)):((?{i64 div=128},1),(1@0,16))`.
//!
//! An integer is static, or `?` of 32 bits unless braces say otherwise, of which `div` divides the value; one in a stride
//! may be of a mode, `V@1@0` that of mode 1 of mode 0. A tile has a layout or `_` for each mode, `[16:1;_]`.

use layout_algebra::{IntTuple, MAX_DEPTH, MAX_LEAVES, Profile, Swizzle, SwizzleError};

/// An integer of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// `_`.
    Keep,
    /// A static one.
    Static(i64),
    /// `?{i64 div=8}`.
    Dynamic {
        /// The width of its value.
        bits: u32,
        /// What divides the value.
        div: i64,
    },
}

/// An integer, and the mode that it is of: a path from the outside in, empty for one of no mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The integer.
    pub number: Number,
    /// The mode.
    pub path: Vec<u16>,
}

/// A tuple as written.
pub type Tuple = IntTuple<Leaf>;

/// `shape:stride`, not yet known to make a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutText {
    /// The sizes.
    pub shape: Tuple,
    /// The strides.
    pub stride: Tuple,
}

/// What is applied last in a composed layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OuterText {
    /// `S<3,4,3>`.
    Swizzle(Swizzle),
    /// A layout.
    Layout(LayoutText),
}

/// `outer o offset o inner`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComposedText {
    /// Applied last.
    pub outer: OuterText,
    /// Added between.
    pub offset: Tuple,
    /// Applied first.
    pub inner: LayoutText,
}

/// A part of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TileText {
    /// `_`.
    Keep,
    /// A layout.
    Layout(LayoutText),
    /// `[…;…]`.
    Modes(Vec<Self>),
}

/// A text that says nothing: where, and what would be right there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\", character {at}: expected {expected}, found {found}")]
pub struct TextError {
    text: String,
    at: usize,
    expected: &'static str,
    found: String,
}

type Result<T> = std::result::Result<T, TextError>;

/// A tuple, or one integer.
pub fn tuple(text: &str) -> Result<Tuple> {
    whole(text, Parser::tuple)
}

/// A plain layout.
pub fn layout(text: &str) -> Result<LayoutText> {
    whole(text, Parser::layout)
}

/// A composed layout.
pub fn composed(text: &str) -> Result<ComposedText> {
    whole(text, |p| {
        let outer = if p.rest().starts_with("S<") {
            OuterText::Swizzle(p.swizzle()?)
        } else {
            OuterText::Layout(p.layout()?)
        };
        p.require(" o ", "` o ` and an offset")?;
        let offset = p.tuple()?;
        p.require(" o ", "` o ` and a layout")?;
        Ok(ComposedText { outer, offset, inner: p.layout()? })
    })
}

/// A tile.
pub fn tile(text: &str) -> Result<TileText> {
    whole(text, |p| p.tile(0))
}

/// `S<3,4,3>`.
pub fn swizzle(text: &str) -> Result<Swizzle> {
    whole(text, Parser::swizzle)
}

fn whole<'t, T>(text: &'t str, parse: impl FnOnce(&mut Parser<'t>) -> Result<T>) -> Result<T> {
    let mut parser = Parser { text, at: 0 };
    let value = parse(&mut parser)?;
    if parser.rest().is_empty() { Ok(value) } else { Err(parser.expected("the end")) }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn expected(&self, expected: &'static str) -> TextError {
        let found = match self.rest() {
            "" => "the end".into(),
            rest => format!("`{}`", rest.chars().take(12).collect::<String>()),
        };
        TextError { text: self.text.into(), at: self.at, expected, found }
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn require(&mut self, token: &str, expected: &'static str) -> Result<()> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(expected)) }
    }

    fn integer(&mut self) -> Result<i64> {
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        let value = rest[..sign + digits].parse().map_err(|_| self.expected("an integer of 64 bits"))?;
        self.at += sign + digits;
        Ok(value)
    }

    fn leaf(&mut self) -> Result<Leaf> {
        let number = match () {
            () if self.eat("_") => Number::Keep,
            () if self.eat("?") => self.dynamic()?,
            () => Number::Static(self.integer()?),
        };
        let mut path = Vec::new();
        while number != Number::Keep && self.eat("@") {
            let error = self.expected("the number of a mode");
            path.push(u16::try_from(self.integer()?).map_err(|_| error)?);
            if path.len() > MAX_DEPTH {
                return Err(self.expected("a mode of at most 64 levels"));
            }
        }
        path.reverse();
        Ok(Leaf { number, path })
    }

    /// What stands in braces behind `?`.
    fn dynamic(&mut self) -> Result<Number> {
        let (mut bits, mut div) = (32, 1);
        if self.eat("{") {
            loop {
                if self.eat("div=") {
                    let error = self.expected("a positive divisor");
                    div = Some(self.integer()?).filter(|d| *d > 0).ok_or(error)?;
                } else if self.eat("i") {
                    let error = self.expected("a width of 8, 16, 32 or 64");
                    let width = self.integer()?;
                    bits = [8, 16, 32, 64].into_iter().find(|b| i64::from(*b) == width).ok_or(error)?;
                } else {
                    return Err(self.expected("`div=` or a width such as `i64`"));
                }
                if self.eat("}") {
                    break;
                }
                self.require(" ", "`}` or a space")?;
            }
        }
        Ok(Number::Dynamic { bits, div })
    }

    fn tuple(&mut self) -> Result<Tuple> {
        let mut leaves = Vec::new();
        let profile = self.nested(0, &mut leaves)?;
        Ok(IntTuple { profile, leaves: leaves.into() })
    }

    fn nested(&mut self, depth: usize, leaves: &mut Vec<Leaf>) -> Result<Profile> {
        if depth > MAX_DEPTH || leaves.len() >= MAX_LEAVES {
            return Err(self.expected("at most 4096 integers, 64 levels deep"));
        }
        if !self.eat("(") {
            leaves.push(self.leaf()?);
            return Ok(Profile::leaf());
        }
        let mut modes = Vec::new();
        if !self.eat(")") {
            loop {
                modes.push(self.nested(depth + 1, leaves)?);
                if self.eat(")") {
                    break;
                }
                self.require(",", "`,` or `)`")?;
            }
        }
        Ok(Profile::tuple(&modes))
    }

    fn layout(&mut self) -> Result<LayoutText> {
        let shape = self.tuple()?;
        self.require(":", "`:` and strides")?;
        Ok(LayoutText { shape, stride: self.tuple()? })
    }

    fn swizzle(&mut self) -> Result<Swizzle> {
        let start = self.at;
        self.require("S<", "a swizzle, S<bits,base,shift>")?;
        let bits = self.integer()?;
        self.require(",", "`,`")?;
        let base = self.integer()?;
        self.require(",", "`,`")?;
        let shift = self.integer()?;
        self.require(">", "`>`")?;
        Swizzle::new(bits, base, shift).map_err(|_: SwizzleError| {
            let begin = Parser { text: self.text, at: start };
            begin.expected("a swizzle with |shift| >= bits, within 62 bits")
        })
    }

    fn tile(&mut self, depth: usize) -> Result<TileText> {
        if depth > MAX_DEPTH {
            return Err(self.expected("at most 64 levels"));
        }
        if !self.eat("[") {
            let next = self.rest().get(1..2);
            if self.rest().starts_with('_') && !matches!(next, Some(":")) {
                self.at += 1;
                return Ok(TileText::Keep);
            }
            return Ok(TileText::Layout(self.layout()?));
        }
        let mut modes = vec![self.tile(depth + 1)?];
        while !self.eat("]") {
            self.require(";", "`;` or `]`")?;
            modes.push(self.tile(depth + 1)?);
        }
        Ok(TileText::Modes(modes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_and_modes_are_read() {
        let l = layout("((16,?{div=4}),?):((?{i64 div=128},2@1@0),_)").unwrap();
        assert_eq!((l.shape.rank(), l.shape.leaves.len(), l.stride.leaves.len()), (2, 3, 3));
        assert_eq!(l.stride.leaves[0].number, Number::Dynamic { bits: 64, div: 128 });
        assert_eq!(
            (l.stride.leaves[1].number, l.stride.leaves[1].path.clone()),
            (Number::Static(2), vec![0, 1])
        );
        let TileText::Modes(modes) = tile("[16:1;_;[(2,3):(1,2);4:1]]").unwrap() else { panic!() };
        assert!(
            matches!(&modes[..], [TileText::Layout(_), TileText::Keep, TileText::Modes(m)] if m.len() == 2)
        );
        assert!(matches!(composed("S<3,4,3> o ? o (8,64):(64,1)").unwrap().outer, OuterText::Swizzle(_)));
    }

    #[test]
    fn what_is_wrong_is_said_where_it_stands() {
        for (text, message) in [
            (
                "(4,?{div=0}):(1,4)",
                "\"(4,?{div=0}):(1,4)\", character 9: expected a positive divisor, found `0}):(1,4)`",
            ),
            (
                "(4,?{i12}):(1,4)",
                "\"(4,?{i12}):(1,4)\", character 6: expected a width of 8, 16, 32 or 64, found `12}):(1,4)`",
            ),
            ("(4,8)", "\"(4,8)\", character 5: expected `:` and strides, found the end"),
            ("4:1x", "\"4:1x\", character 3: expected the end, found `x`"),
        ] {
            assert_eq!(layout(text).unwrap_err().to_string(), message);
        }
        assert!(tuple(&"(".repeat(100_000)).is_err());
        assert!(tile(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn no_text_panics() {
        let pieces = [
            "(", ")", "?", "{", "}", "i64", "div=", " ", "8", "-", "@", "_", ":", ",", "[", "]", ";", "S<",
            ">", " o ", "é",
        ];
        let mut state = 1u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..12 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            }
            let _ = (tuple(&text).is_ok(), layout(&text).is_ok(), composed(&text).is_ok());
            let _ = (tile(&text).is_ok(), swizzle(&text).is_ok());
        }
    }
}
