//! [`World`]: what all threads of a block share, and [`Context`]: what one operation sees.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::access::{Access, Known, When};
use crate::fault::Reason;
use crate::memory::Buffer;
use crate::number::{Int, Scalar};
use crate::read::program::{Function, Op};
use crate::read::types::{Element, Space, Type};
use crate::value::{Array, Value, View};

use super::blocks::{Cluster, read_only};
use super::copies::{Copies, Groups};
use super::engine::Engine;
use super::log::Log;
use super::products::Products;

/// What all threads of a block share.
#[derive(Debug)]
pub struct World {
    /// All memory: the arguments' first.
    pub buffers: Vec<Buffer>,
    /// The block's coordinate.
    pub block: [i64; 3],
    /// Its number.
    pub block_number: u32,
    /// How many blocks there are.
    pub grid: [i64; 3],
    /// How many threads a block has.
    pub threads: [i64; 3],
    /// Whether threads run: they are judged for races, and a tile program is not.
    pub judged: bool,
    /// Buffers of the block: which the `n`-th run of an allocation, or the name, stands for.
    pub shared: HashMap<(String, usize), usize>,
    /// The copies of a tile program's tokens, each until it is waited for.
    pub tokens: Vec<Option<Copies>>,
    /// How often memory was touched.
    pub touches: u64,
    /// How many more operations may run.
    pub fuel: u64,
    /// What threads do, if that is to be known.
    pub log: Option<Log>,
    /// What copies boxes.
    pub engine: Engine,
    /// The cluster of the block.
    pub cluster: Cluster,
}

impl World {
    /// Adds a buffer of which something begins at a byte, and gives its number.
    pub fn allocate(&mut self, name: &str, space: Space, begin: i64, bytes: usize) -> usize {
        let mut made = Buffer::new(name, space, bytes);
        made.begin = begin;
        made.block = Some(self.block_number);
        self.buffers.push(made);
        self.buffers.len() - 1
    }

    fn note(
        &mut self,
        by: Option<&Access>,
        buffer: usize,
        place: i64,
        element: Element,
        stored: Option<Scalar>,
    ) {
        let is_far = self.is_far(buffer);
        if let (Some(log), Some(by)) = (&mut self.log, by) {
            log.access(by.who(), buffer, place, element.bytes(), stored.map(|value| by.stamp(value)));
            if is_far {
                log.far(by.who());
            }
        }
    }

    /// A copy begins: from now on nobody may touch its destination.
    ///
    /// # Errors
    /// As [`Buffer::begin`].
    pub fn begin(&mut self, copies: &Copies, by: Option<&Access>) -> Result<(), Reason> {
        self.touches += 1;
        copies.0.iter().try_for_each(|piece| {
            self.writable(piece.buffer)?;
            self.has_no_mbarrier(piece.buffer, piece.place, piece.element.bytes())
        })?;
        if let (Some(log), Some(by)) = (&mut self.log, by) {
            for piece in &copies.0 {
                log.copy(by.who(), piece.buffer, piece.place, piece.element.bytes());
            }
        }
        copies.begin(&mut self.buffers, by)
    }

    /// What was copied arrives.
    ///
    /// # Errors
    /// If it changed meanwhile, and as [`Buffer::write`].
    pub fn complete(&mut self, copies: &Copies, by: Option<&Access>) -> Result<(), Reason> {
        self.touches += 1;
        if let (Some(log), Some(by)) = (&mut self.log, by) {
            for piece in &copies.0 {
                log.landed(by.who(), piece.buffer, piece.place, piece.element.bytes());
            }
        }
        copies.complete(&mut self.buffers, by)
    }
}

/// What a thread knows of itself beside its values.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    /// Its number in the block.
    pub number: u32,
    /// The barriers that it has passed.
    pub when: When,
    /// Its asynchronous copies.
    pub copies: Groups,
    /// Its products under way.
    pub(crate) products: Products,
    /// How often it ran each allocation.
    pub allocations: HashMap<String, usize>,
    /// How many `fence.proxy.async` it has passed.
    pub fences: u32,
    /// What it knows of others.
    pub known: Known,
    /// The same, and what it was told without a scope that reaches it: copies of the engine are behind that, and what it reads and
    /// writes itself is not.
    pub heard: Known,
    /// What it told others at its last arrival at the barrier of the cluster, and when; nothing if it ordered no memory there.
    pub told: Option<(Told, When)>,
    /// The copies that were over then: also where it orders no memory others know that, but not of their bytes.
    pub over: Rc<BTreeSet<u32>>,
    /// Whether it has made mbarriers since it last made such known.
    pub makes: bool,
    /// The mbarrier that it has tried last, and the number of the phase, which had not ended.
    pub tried: Option<(i64, u64)>,
}

/// What a thread tells others where it arrives.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// What it knew.
    pub known: Known,
    /// What copies of the engine are behind.
    pub heard: Known,
}

impl Identity {
    /// The thread, of a block, arrives: what it tells of all that it has done, and of what is before that.
    pub fn arrive(&mut self, block: u32) -> Told {
        let mut told = self.knows();
        told.arrived((block, self.number), self.when);
        self.when.arrivals += 1;
        told
    }

    /// What it knows.
    pub fn knows(&self) -> Told {
        Told { known: self.known.clone(), heard: self.heard.clone() }
    }

    /// Learns what others told it.
    pub fn learn(&mut self, told: &Told) {
        self.known.learn(&told.known);
        self.heard.learn(&told.heard);
    }
}

impl Told {
    /// Adds that a thread has arrived.
    pub fn arrived(&mut self, who: (u32, u32), when: When) {
        self.known.arrived(who, when);
        self.heard.arrived(who, when);
    }

    /// What all of some tell.
    pub fn of_all(all: impl Iterator<Item = Self>) -> Self {
        all.reduce(|mut together, more| {
            together.known.learn(&more.known);
            together.heard.learn(&more.heard);
            together
        })
        .unwrap_or_default()
    }
}

/// What one operation sees.
#[derive(Debug)]
pub struct Context<'a> {
    /// The operation.
    pub op: &'a Op,
    /// The function that it stands in.
    pub function: &'a Function,
    /// Its operands.
    pub operands: &'a [Value],
    /// What all threads share.
    pub world: &'a mut World,
    /// Who runs it.
    pub thread: &'a mut Identity,
}

/// What an operation does.
pub type Run = fn(&mut Context<'_>) -> Result<Vec<Value>, Reason>;

impl<'a> Context<'a> {
    /// Who accesses memory; nobody in a tile program.
    pub fn access(&self) -> Option<Access> {
        self.world.judged.then(|| Access {
            block: self.world.block_number,
            cluster: self.world.block_number / self.world.cluster.size.max(1),
            thread: self.thread.number,
            when: self.thread.when,
            fences: self.thread.fences,
            known: self.thread.known.clone(),
            location: self.op.location.clone(),
        })
    }

    /// Who has the engine write memory.
    pub fn access_of_engine(&self) -> Option<Access> {
        let known = self.thread.heard.clone();
        self.access().map(|access| Access { known, ..access })
    }

    fn operand(&self, i: usize) -> Result<&'a Value, Reason> {
        self.operands.get(i).ok_or_else(|| Reason::unsupported(format!("{} with {i} operands", self.op.name)))
    }

    /// An operand that is an integer or a number.
    pub fn scalar(&self, i: usize) -> Result<Scalar, Reason> {
        match self.operand(i)? {
            Value::Scalar(scalar) => Ok(*scalar),
            _ => Err(Reason::unsupported(format!("{}: operand {i} is no scalar", self.op.name))),
        }
    }

    /// An operand that decides what happens: a condition, an index.
    pub fn int(&self, i: usize) -> Result<Int, Reason> {
        decided(self.scalar(i)?)
    }

    /// Operands from one on that are indices.
    pub fn indices(&self, from: usize, count: usize) -> Result<Vec<i64>, Reason> {
        (from..from + count).map(|i| Ok(self.int(i)?.signed() as i64)).collect()
    }

    /// An operand that is a tile or a vector.
    pub fn array(&self, i: usize) -> Result<&'a Rc<Array>, Reason> {
        match self.operand(i)? {
            Value::Array(array) => Ok(array),
            _ => Err(Reason::unsupported(format!("{}: operand {i} is no tile or vector", self.op.name))),
        }
    }

    /// An operand that is memory.
    pub fn view(&self, i: usize) -> Result<&'a Rc<View>, Reason> {
        match self.operand(i)? {
            Value::View(view) => Ok(view),
            _ => Err(Reason::unsupported(format!("{}: operand {i} is no memory", self.op.name))),
        }
    }

    /// The type of a result.
    pub fn result_type(&self, i: usize) -> Result<&'a Type, Reason> {
        let slot = self.op.results.get(i).and_then(|r| self.function.types.get(*r));
        slot.map(AsRef::as_ref)
            .ok_or_else(|| Reason::unsupported(format!("{} without a result", self.op.name)))
    }

    /// The shape of a result that is a tile or a vector, and its elements.
    pub fn result_shape(&self) -> Result<(&'a [usize], Element), Reason> {
        let r#type = self.result_type(0)?;
        let parts = r#type.shape().zip(r#type.element());
        parts.ok_or_else(|| Reason::unsupported(format!("{} with another result", self.op.name)))
    }

    /// An integer attribute.
    pub fn attribute(&self, name: &str) -> Result<i64, Reason> {
        let missing = || Reason::unsupported(format!("{} without `{name}`", self.op.name));
        self.op.int(name).ok_or_else(missing)
    }

    /// A list of integers as attribute.
    pub fn list(&self, name: &str) -> Result<&'a [i64], Reason> {
        let missing = || Reason::unsupported(format!("{} without `{name}`", self.op.name));
        self.op.ints(name).ok_or_else(missing)
    }

    /// Reads an element of memory.
    ///
    /// # Errors
    /// If the coordinate is outside, or as [`Buffer::read`].
    pub fn load(&mut self, view: &View, coordinate: &[i64]) -> Result<Scalar, Reason> {
        let place = inside(view, coordinate, &self.world.buffers)?;
        self.load_at(view.buffer, place, view.element)
    }

    /// Reads an element at a place in bytes.
    ///
    /// # Errors
    /// As [`Buffer::read`].
    pub fn load_at(&mut self, buffer: usize, place: i64, element: Element) -> Result<Scalar, Reason> {
        let access = self.access();
        self.world.touches += 1;
        self.world.readable(buffer)?;
        self.is_no_mbarrier(buffer, place, element)?;
        self.world.note(access.as_ref(), buffer, place, element, None);
        self.world.buffers[buffer].read(place, element, access.as_ref())
    }

    /// That no mbarrier lies in what is accessed otherwise.
    fn is_no_mbarrier(&mut self, buffer: usize, place: i64, element: Element) -> Result<(), Reason> {
        if self.thread.when.at_mbarrier {
            return Ok(());
        }
        self.world.has_no_mbarrier(buffer, place, element.bytes())
    }

    /// Reads an element for a copy of the engine.
    ///
    /// # Errors
    /// As [`Buffer::read`].
    pub fn load_for(
        &mut self,
        buffer: usize,
        place: i64,
        element: Element,
        copy: u32,
    ) -> Result<Scalar, Reason> {
        let access = self.access();
        self.world.touches += 1;
        self.world.readable(buffer)?;
        self.world.buffers[buffer].read_for(place, element, access.as_ref(), copy)
    }

    /// Writes an element of memory.
    ///
    /// # Errors
    /// If the coordinate is outside, or as [`Buffer::write`].
    pub fn store(&mut self, view: &View, coordinate: &[i64], value: Scalar) -> Result<(), Reason> {
        if view.far {
            return Err(read_only());
        }
        let place = inside(view, coordinate, &self.world.buffers)?;
        self.store_at(view.buffer, place, view.element, value)
    }

    /// Writes an element at a place in bytes.
    ///
    /// # Errors
    /// As [`Buffer::write`].
    pub fn store_at(
        &mut self,
        buffer: usize,
        place: i64,
        element: Element,
        value: Scalar,
    ) -> Result<(), Reason> {
        let access = self.access();
        self.world.touches += 1;
        self.world.writable(buffer)?;
        self.is_no_mbarrier(buffer, place, element)?;
        self.world.note(access.as_ref(), buffer, place, element, Some(value));
        self.world.buffers[buffer].write(place, value, element, access.as_ref())
    }
}

/// What a lane brings to an operation of its warp.
#[derive(Debug)]
pub(crate) struct Lane<'a> {
    /// Its number in the warp.
    pub lane: usize,
    pub operands: Vec<Value>,
    pub identity: &'a mut Identity,
}

impl Lane<'_> {
    /// A register.
    ///
    /// # Errors
    /// If it is no scalar.
    pub fn scalar(&self, operand: usize) -> Result<Scalar, Reason> {
        match self.operands.get(operand) {
            Some(Value::Scalar(scalar)) => Ok(*scalar),
            _ => Err(Reason::unsupported("a register that is no scalar")),
        }
    }
}

fn inside(view: &View, coordinate: &[i64], buffers: &[Buffer]) -> Result<i64, Reason> {
    let outside = || {
        let (name, shape) = (&buffers[view.buffer].name, &view.shape);
        Reason::undefined(format!("the coordinate {coordinate:?} of {name}, whose shape is {shape:?}"))
    };
    if !view.contains(coordinate) {
        return Err(outside());
    }
    view.place(coordinate).ok_or_else(outside)
}

/// An integer by which is decided.
///
/// # Errors
/// If it is poison, or not sure.
pub fn decided(scalar: Scalar) -> Result<Int, Reason> {
    match scalar {
        Scalar::Int(int) if int.unsure => {
            Err(Reason::Unsure("a branch or an address by numbers that are too close to tell apart".into()))
        }
        Scalar::Int(int) => Ok(int),
        Scalar::Poison => Err(Reason::undefined("a branch or an address by poison")),
        Scalar::Float(_) => Err(Reason::unsupported("a branch or an address by a float")),
    }
}

/// Zero of a type.
pub fn zero(element: Element) -> Scalar {
    match element {
        Element::Float(format) => crate::number::Float::given(format, 0.0).into(),
        _ => Int::new(element.bits(), 0).into(),
    }
}
