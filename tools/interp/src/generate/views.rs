//! Memory that is seen as a part of other memory, or by elements of another type.

use super::element::bytes;
use super::memory::Memory;
use super::writer::Writer;

/// Memory of some boxes of a shape, one behind the other.
#[derive(Clone, Debug)]
pub(super) struct Boxes {
    memory: Memory,
    shape: Vec<usize>,
    element: &'static str,
    way: Way,
}

/// How one of the boxes is taken.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// By `layout.slice`.
    Slice,
    /// By `memref.subview`.
    Subview,
}

/// The last dimension fastest, without gaps.
fn row_major(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for d in (1..shape.len()).rev() {
        strides[d - 1] = strides[d] * shape[d];
    }
    strides
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn sizes(shape: &[usize]) -> String {
    shape.iter().map(|n| format!("{n}x")).collect()
}

impl Writer<'_> {
    /// Memory of so many boxes, at least two.
    pub fn boxes(&mut self, shape: &[usize], element: &'static str, count: usize) -> Boxes {
        let way =
            if shape.iter().product::<usize>() > 1 && self.random.bool() { Way::Slice } else { Way::Subview };
        let whole = [&[count.max(2)], shape].concat();
        let known = matches!(way, Way::Slice) || self.random.bool();
        let memory = self.given_plain(&whole, element, known);
        Boxes { memory, shape: shape.to_vec(), element, way }
    }

    /// The box of a number, which is below their count and no constant.
    pub fn part(&mut self, of: &Boxes, number: &str) -> Memory {
        let (name, count) = (self.name(), of.memory.shape[0]);
        let (strides, all) = (row_major(&of.shape), of.shape.iter().product::<usize>());
        let (element, whole) = (of.element, &of.memory.r#type);
        match of.way {
            Way::Slice => {
                let rest = ", _".repeat(of.shape.len());
                self.line(format!("{name} = layout.slice {}({number}{rest}) : {whole}", of.memory.name));
                let r#type = format!(
                    "memref<{}{element}, #layout<S<0,4,3> o {all}*?{{min=0,max={}}} o ({}):({})>>",
                    sizes(&of.shape),
                    count - 1,
                    list(&of.shape),
                    list(&strides)
                );
                Memory { name, r#type, shape: of.shape.clone() }
            }
            Way::Subview => {
                // All of it, or less; how much may be known at run time alone.
                let shape: Vec<usize> =
                    of.shape.iter().map(|n| n - usize::from(*n > 1 && self.one_of(6))).collect();
                let shown: Vec<Option<usize>> =
                    shape.iter().map(|n| (!self.one_of(3)).then_some(*n)).collect();
                let given: Vec<String> = shape
                    .iter()
                    .zip(&shown)
                    .map(|(n, shown)| match shown {
                        Some(n) => n.to_string(),
                        None => self.index(*n as i64, false),
                    })
                    .collect();
                let dims = shape.len();
                let strides = if of.memory.r#type.contains('?') {
                    vec!["?".to_owned(); dims - 1].into_iter().chain(["1".to_owned()]).collect()
                } else {
                    strides.iter().map(ToString::to_string).collect::<Vec<_>>()
                };
                let dimensions: String =
                    shown.iter().map(|n| n.map_or("?x".into(), |n| format!("{n}x"))).collect();
                let r#type =
                    format!("memref<{dimensions}{element}, strided<[{}], offset: ?>>", strides.join(", "));
                self.line(format!(
                    "{name} = memref.subview {}[{number}{}] [1, {}] [1{}] : {whole} to {type}",
                    of.memory.name,
                    ", 0".repeat(dims),
                    given.join(", "),
                    ", 1".repeat(dims)
                ));
                Memory { name, r#type, shape }
            }
        }
    }

    /// A tile from memory that is seen otherwise.
    pub fn seen(&mut self) {
        let (shape, encoding) = self.encoded_shape();
        if shape.len() > 3 {
            return self.load();
        }
        let element = self.element();
        let memory = if self.one_of(3) {
            let Some(memory) = self.recast(&shape, element) else { return self.load() };
            memory
        } else {
            let count = self.random.usize(2..5);
            let boxes = self.boxes(&shape, element, count);
            let number = match self.loops.last().cloned() {
                Some(of) if of.bound <= count => of.name,
                _ => {
                    let number = self.random.usize(0..count);
                    self.index(number as i64, false)
                }
            };
            self.part(&boxes, &number)
        };
        let at = self.coordinates(&memory, &shape, true);
        let made = self.new_tile(shape, element, encoding);
        self.load_as(&memory, &at, made);
    }

    /// Memory of a shape, seen by elements of the type: integers are written there, narrower or wider.
    fn recast(&mut self, shape: &[usize], element: &'static str) -> Option<Memory> {
        if matches!(element, "i1" | "index") {
            return None;
        }
        let of = self.pick(&["i8", "i16", "i32", "i64"]);
        let (old, new, last) = (bytes(of), bytes(element), *shape.last()?);
        if old == new || last * new % old != 0 {
            return None;
        }
        let mut whole = shape.to_vec();
        *whole.last_mut()? = last * new / old;
        // Where more than one dimension has stride 1, it is the first whose elements are others.
        if whole.last() == Some(&1) && whole.len() > 1 {
            return None;
        }
        let memory = self.given_plain(&whole, of, true);
        // Whoever makes elements wider promises that they are aligned.
        let (wide, mut source) = (new.max(old), memory.clone());
        if let Some(argument) = self.arguments.last_mut() {
            argument.skew = argument.skew.next_multiple_of(wide);
        }
        source.name = self.name();
        let r#type = &memory.r#type;
        self.line(format!("{} = memref.assume_alignment {}, {wide} : {type}", source.name, memory.name));
        let name = self.name();
        self.line(format!("{name} = layout.recast {} : {type} to {element}", source.name));
        let strides: Vec<usize> = row_major(shape);
        let r#type =
            format!("memref<{}{element}, #layout<({}):({})>>", sizes(shape), list(shape), list(&strides));
        Some(Memory { name, r#type, shape: shape.to_vec() })
    }
}
