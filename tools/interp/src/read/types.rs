//! Types, read from their texts.

use super::cursor::{Cursor, ReadError};
use super::layout::Layout;
use crate::number::Format;

/// The type of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// An integer or a number.
    Scalar(Element),
    /// A tile: a tensor of static shape, with the text of its encoding.
    Tile {
        /// The extents.
        shape: Vec<usize>,
        /// What it holds.
        element: Element,
        /// `#layout.tv<…>`, where there is one.
        encoding: Option<String>,
    },
    /// A vector of static shape.
    Vector {
        /// The extents.
        shape: Vec<usize>,
        /// What it holds.
        element: Element,
    },
    /// Memory.
    Memref(Box<Memref>),
    /// An SSA layout; `None` if the type says nothing of it.
    Layout(Option<Layout>),
    /// A copy under way.
    Token,
    /// A structure of types.
    Struct(Vec<Type>),
    /// A pointer into a memory.
    Pointer(Space),
    /// Anything else, by its text.
    Other(String),
}

/// An integer or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// An integer of so many bits, at most 64.
    Int(u32),
    /// An index: 64 bits.
    Index,
    /// A number.
    Float(Format),
}

/// What memory is where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Of all blocks.
    Global,
    /// Of a block.
    Shared,
    /// Of a thread.
    Private,
    /// Of a block of the cluster, seen by any of them.
    Cluster,
}

/// The type of memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Memref {
    /// The extents, `None` where they are known at run time.
    pub shape: Vec<Option<i64>>,
    /// What it holds.
    pub element: Element,
    /// If its elements are vectors: how many.
    pub lanes: Option<usize>,
    /// Where an element lies.
    pub place: Place,
    /// Whose it is.
    pub space: Space,
}

/// Where the element of a coordinate lies.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// The last dimension fastest, without gaps.
    RowMajor,
    /// Strides and an offset, `None` where they are known at run time.
    Strided(Vec<Option<i64>>, Option<i64>),
    /// A layout.
    Layout(Layout),
}

impl Element {
    /// Bits of a value.
    pub fn bits(self) -> u32 {
        match self {
            Self::Int(width) => width,
            Self::Index => 64,
            Self::Float(format) => format.bits(),
        }
    }

    /// Bytes in memory.
    pub fn bytes(self) -> usize {
        self.bits().div_ceil(8) as usize
    }

    /// The element of a name such as `i32`.
    pub fn named(name: &str) -> Option<Self> {
        if name == "index" {
            return Some(Self::Index);
        }
        if let Some(format) = Format::named(name) {
            return Some(Self::Float(format));
        }
        let digits = name.strip_prefix("i").or_else(|| name.strip_prefix("si")).or(name.strip_prefix("ui"))?;
        let width: u32 = digits.parse().ok()?;
        (1..=64).contains(&width).then_some(Self::Int(width))
    }
}

impl Type {
    /// The type of a text; what is none of ours is [`Type::Other`].
    ///
    /// # Errors
    /// If the text begins like a type of ours and goes on otherwise.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let mut cursor = Cursor::new(text);
        let parsed = Self::read(&mut cursor)?;
        Ok(parsed.filter(|_| cursor.is_at_end()).unwrap_or_else(|| Self::Other(text.into())))
    }

    fn read(c: &mut Cursor<'_>) -> Result<Option<Self>, ReadError> {
        if c.eat("tensor<") {
            let mut inside = Cursor::new(c.until_closed('>')?);
            let (shape, element) = shaped(&mut inside)?;
            let encoding = inside.eat(",").then(|| inside.rest().trim().to_owned());
            return Ok(fixed(&shape).map(|shape| Self::Tile { shape, element, encoding }));
        }
        if c.eat("vector<") {
            let mut inside = Cursor::new(c.until_closed('>')?);
            let (shape, element) = shaped(&mut inside)?;
            return Ok(fixed(&shape).map(|shape| Self::Vector { shape, element }));
        }
        if c.eat("memref<") {
            let mut inside = Cursor::new(c.until_closed('>')?);
            return Ok(Some(Self::Memref(Box::new(memref(&mut inside)?))));
        }
        if c.eat("!layout.token") || c.eat("!nvgpu.device.async.token") {
            return Ok(Some(Self::Token));
        }
        if c.eat("!layout<*>") {
            return Ok(Some(Self::Layout(None)));
        }
        if c.eat("!layout<") {
            let layout = Layout::parse(c.until_closed('>')?)?;
            return Ok(Some(Self::Layout(Some(layout))));
        }
        if c.eat("!llvm.struct<(") {
            let mut inside = Cursor::new(c.until_closed(')')?);
            c.need(">")?;
            let mut fields = Vec::new();
            while !inside.is_at_end() {
                let Some(field) = Self::read(&mut inside)? else { return Ok(None) };
                fields.push(field);
                inside.eat(",");
            }
            return Ok(Some(Self::Struct(fields)));
        }
        if c.eat("!llvm.ptr") {
            let space = if c.eat("<") { space(c.until_closed('>')?.trim()) } else { Some(Space::Global) };
            return Ok(space.map(Self::Pointer));
        }
        Ok(Element::named(c.word()).map(Self::Scalar))
    }

    /// The element of a scalar, a tile or a vector.
    pub fn element(&self) -> Option<Element> {
        match self {
            Self::Scalar(element) | Self::Tile { element, .. } | Self::Vector { element, .. } => {
                Some(*element)
            }
            _ => None,
        }
    }

    /// The shape of a tile or a vector; none of a scalar.
    pub fn shape(&self) -> Option<&[usize]> {
        match self {
            Self::Tile { shape, .. } | Self::Vector { shape, .. } => Some(shape),
            _ => None,
        }
    }

    /// The memory's type.
    pub fn memref(&self) -> Option<&Memref> {
        match self {
            Self::Memref(memref) => Some(memref),
            _ => None,
        }
    }
}

fn fixed(shape: &[Option<i64>]) -> Option<Vec<usize>> {
    shape.iter().map(|n| n.and_then(|n| usize::try_from(n).ok())).collect()
}

/// `4x?xf32`, and an element behind it.
fn shaped(c: &mut Cursor<'_>) -> Result<(Vec<Option<i64>>, Element), ReadError> {
    let mut shape = Vec::new();
    loop {
        match c.peek() {
            Some('?') => {
                c.need("?")?;
                shape.push(None);
            }
            Some(d) if d.is_ascii_digit() => shape.push(Some(c.int()?)),
            _ => {
                let wrong = c.expected("the type of elements");
                return Element::named(c.word()).map(|e| (shape, e)).ok_or(wrong);
            }
        }
        c.need("x")?;
    }
}

fn memref(c: &mut Cursor<'_>) -> Result<Memref, ReadError> {
    let mut probe = c.clone();
    let mut shape = Vec::new();
    // Of vectors: the dimensions before `vector<…>`.
    let vectors = c.rest().contains("vector<");
    let (element, lanes) = if vectors {
        while !probe.eat("vector<") {
            shape.push(if probe.eat("?") { None } else { Some(probe.int()?) });
            probe.need("x")?;
        }
        let mut inside = Cursor::new(probe.until_closed('>')?);
        let (lanes, element) = shaped(&mut inside)?;
        *c = probe;
        (element, fixed(&lanes).map(|l| l.iter().product()))
    } else {
        let element;
        (shape, element) = shaped(c)?;
        (element, None)
    };
    let mut made = Memref { shape, element, lanes, place: Place::RowMajor, space: Space::Global };
    while c.eat(",") {
        if c.eat("strided<[") {
            let mut inside = Cursor::new(c.until_closed(']')?);
            let mut strides = Vec::new();
            while !inside.is_at_end() {
                strides.push(if inside.eat("?") { None } else { Some(inside.int()?) });
                inside.eat(",");
            }
            let mut offset = Some(0);
            if c.eat(",") {
                c.need("offset:")?;
                offset = if c.eat("?") { None } else { Some(c.int()?) };
            }
            c.need(">")?;
            made.place = Place::Strided(strides, offset);
        } else if c.eat("#layout<") {
            made.place = Place::Layout(Layout::parse(c.until_closed('>')?)?);
        } else {
            let wrong = c.expected("strides, a layout or a memory space");
            let text = c.rest();
            c.take_while(|c| c != ',');
            let text = text[..text.len() - c.rest().len()].trim_end_matches(',').trim();
            made.space = space(text).ok_or(wrong)?;
        }
    }
    Ok(made)
}

fn space(text: &str) -> Option<Space> {
    match text.split(':').next().unwrap_or(text).trim() {
        "0" | "1" | "#gpu.address_space<global>" => Some(Space::Global),
        "3" | "#gpu.address_space<workgroup>" => Some(Space::Shared),
        "5" | "#gpu.address_space<private>" => Some(Space::Private),
        "7" => Some(Space::Cluster),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types() {
        let f16 = Element::Float(Format::F16);
        assert_eq!(Type::parse("i32").unwrap(), Type::Scalar(Element::Int(32)));
        let Type::Tile { shape, element, encoding } =
            Type::parse("tensor<4x8xf16, #layout.tv<(4,8):(1,4), 1:0>>").unwrap()
        else {
            panic!()
        };
        assert_eq!(
            (shape, element, encoding.unwrap().as_str()),
            (vec![4, 8], f16, "#layout.tv<(4,8):(1,4), 1:0>")
        );
        let Type::Memref(m) =
            Type::parse("memref<128x?xf16, #layout<S<2,3,3> o 0 o (128,?):(32,1)>, 3>").unwrap()
        else {
            panic!()
        };
        assert_eq!((m.shape, m.space), (vec![Some(128), None], Space::Shared));
        let Type::Memref(m) = Type::parse("memref<2x3xi8, strided<[?, 1], offset: ?>>").unwrap() else {
            panic!()
        };
        assert_eq!(m.place, Place::Strided(vec![None, Some(1)], None));
        let Type::Memref(m) = Type::parse("memref<8xf32, #gpu.address_space<workgroup>>").unwrap() else {
            panic!()
        };
        assert_eq!(m.space, Space::Shared);
        let Type::Memref(m) = Type::parse("memref<2x8xvector<4xf32>, 3>").unwrap() else { panic!() };
        assert_eq!((m.shape.len(), m.lanes, m.space), (2, Some(4), Space::Shared));
        let Type::Memref(m) = Type::parse("memref<64x8xf32, #layout<(64,8):(8,1)>, 7>").unwrap() else {
            panic!()
        };
        assert_eq!(m.space, Space::Cluster);
        let two = vec![Type::Scalar(Element::Int(32)); 2];
        assert_eq!(Type::parse("!llvm.struct<(i32, i32)>").unwrap(), Type::Struct(two));
        assert_eq!(Type::parse("!foo.bar<3>").unwrap(), Type::Other("!foo.bar<3>".into()));
    }
}
