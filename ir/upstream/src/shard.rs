//! Shardings of the `shard` dialect: which process of a grid has which elements of a tensor. That is an encoding
//! `tv<…>` whose threads are processes, counted as `shard.process_linear_index` does.

use std::fmt;
use std::str::FromStr;

use layout_algebra::{ParseError, Parser};
use layout_tile::{Tv, TvError};

use crate::held::{encoding, steps};
use crate::number::{list, number};

/// A `shard.grid` and the axes of it along which each dimension of a tensor is split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharding {
    /// Processes along each axis; `None` for `?`.
    pub grid: Vec<Option<i64>>,
    /// For each dimension the axes, the one counted slowest first; dimensions left out are whole.
    pub split_axes: Vec<Vec<usize>>,
    /// Elements that neighbours have as well.
    pub halo_sizes: Vec<Option<i64>>,
    /// Where shards begin, if not at equal distances.
    pub sharded_dims_offsets: Vec<Option<i64>>,
}

/// Why there is no encoding, or no sharding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// A size of the grid that is not known.
    #[error("the size of axis {0} is not known; an encoding is of a known number of processes")]
    Dynamic(usize),
    /// An axis that there is not.
    #[error("there is no axis {axis} in a grid of {rank}")]
    Axis {
        /// The axis.
        axis: usize,
        /// How many there are.
        rank: usize,
    },
    /// An axis that splits twice.
    #[error("axis {0} splits two dimensions, or one twice")]
    Twice(usize),
    /// More dimensions than the tensor has.
    #[error("split_axes has {found} dimensions, and the tensor {rank}")]
    Rank {
        /// Those of `split_axes`.
        found: usize,
        /// The tensor's.
        rank: usize,
    },
    /// Shards of several sizes.
    #[error(
        "dimension {dim}: {extent} elements are not split evenly into {parts} shards; an encoding gives each process as many"
    )]
    Uneven {
        /// The dimension.
        dim: usize,
        /// Its extent.
        extent: i64,
        /// How many shards.
        parts: i64,
    },
    /// Halos.
    #[error(
        "halo_sizes give elements to several processes, in several places; an encoding gives each its place once"
    )]
    Halo,
    /// Shards of sizes that are stated.
    #[error("sharded_dims_offsets make shards of {0} elements, of which not all are as many")]
    Offsets(String),
    /// An encoding that no grid of this shape has.
    #[error("{tv} is no sharding of {shape} on a grid {grid}: {why}")]
    NotOne {
        /// The encoding.
        tv: String,
        /// The tensor's shape.
        shape: String,
        /// The grid.
        grid: String,
        /// What is in the way.
        why: &'static str,
    },
    /// See [`TvError`].
    #[error(transparent)]
    Tv(#[from] TvError),
}

fn text(shape: &[i64]) -> String {
    shape.iter().map(i64::to_string).collect::<Vec<_>>().join("x")
}

impl Sharding {
    /// The sharding of these axes, without halos.
    pub fn new(grid: &[i64], split_axes: Vec<Vec<usize>>) -> Self {
        let grid = grid.iter().map(|n| Some(*n)).collect();
        Self { grid, split_axes, halo_sizes: Vec::new(), sharded_dims_offsets: Vec::new() }
    }

    /// The encoding of a tensor of a shape: process and element of its shard to the position, the first dimension
    /// counted fastest on both sides.
    ///
    /// ```
    /// use layout_upstream::Sharding;
    /// let tv = |text: &str, shape: &[i64]| text.parse::<Sharding>().unwrap().to_tv(shape).map(|tv| tv.to_string());
    /// assert_eq!(tv("shard.sharding @g(shape = 2x4) split_axes = [[0], [1]]", &[4, 8]).unwrap(), "tv<(4,2):(8,2), (2,2):(1,4)>");
    /// // Axis 1 replicates.
    /// assert_eq!(tv("shard.sharding @g(shape = 2x4) split_axes = [[0]]", &[4]).unwrap(), "tv<(4,2):(0,2), 2:1>");
    /// assert_eq!(
    ///     tv("shard.sharding @g(shape = 4) split_axes = [[0]]", &[6]).unwrap_err().to_string(),
    ///     "dimension 0: 6 elements are not split evenly into 4 shards; an encoding gives each process as many"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`ShardError`].
    pub fn to_tv(&self, shape: &[i64]) -> Result<Tv, ShardError> {
        if self.halo_sizes.iter().any(|n| *n != Some(0)) {
            return Err(ShardError::Halo);
        }
        if self.split_axes.len() > shape.len() {
            return Err(ShardError::Rank { found: self.split_axes.len(), rank: shape.len() });
        }
        let grid = self.grid.iter().enumerate().map(|(axis, n)| n.ok_or(ShardError::Dynamic(axis)));
        let grid: Vec<i64> = grid.collect::<Result<_, _>>()?;
        let too_large = || ShardError::from(TvError::Shape(text(shape)));
        let steps = steps(shape).ok_or_else(too_large)?;
        let mut strides: Vec<Option<i64>> = vec![None; grid.len()];
        let mut values = Vec::new();
        let mut offsets = &self.sharded_dims_offsets[..];
        for (dim, extent) in shape.iter().enumerate() {
            let axes = self.split_axes.get(dim).map_or(&[][..], Vec::as_slice);
            let missing = axes.iter().find(|axis| **axis >= grid.len());
            if let Some(axis) = missing {
                return Err(ShardError::Axis { axis: *axis, rank: grid.len() });
            }
            let parts =
                axes.iter().try_fold(1i64, |n, axis| n.checked_mul(grid[*axis])).ok_or_else(too_large)?;
            if parts < 1 || extent % parts != 0 {
                return Err(ShardError::Uneven { dim, extent: *extent, parts });
            }
            let shard = extent / parts;
            if !axes.is_empty() && !self.sharded_dims_offsets.is_empty() {
                offsets = even(offsets, parts, shard)?;
            }
            let mut apart = shard.checked_mul(steps[dim]).ok_or_else(too_large)?;
            for axis in axes.iter().rev() {
                if strides[*axis].is_some() {
                    return Err(ShardError::Twice(*axis));
                }
                strides[*axis] = Some(apart);
                apart = apart.checked_mul(grid[*axis]).ok_or_else(too_large)?;
            }
            values.push((shard, steps[dim]));
        }
        // Row-major: the last axis is counted fastest.
        let processes: Vec<_> =
            grid.iter().zip(&strides).rev().map(|(n, stride)| (*n, stride.unwrap_or(0))).collect();
        Ok(encoding(&processes, &values)?)
    }

    /// The sharding on a grid of an encoding of a tensor.
    ///
    /// ```
    /// use layout_upstream::Sharding;
    /// let of = |tv: &str| Sharding::of_tv(&tv.parse().unwrap(), &[4, 8], &[2, 4]).map(|s| s.to_string());
    /// assert_eq!(of("tv<(4,2):(8,2), (2,2):(1,4)>").unwrap(), "shard.sharding @grid(shape = 2x4) split_axes = [[0], [1]]");
    /// assert!(of("tv<(2,4):(8,1), (2,2):(4,16)>").unwrap_err().to_string().contains("is no sharding of 4x8 on a grid 2x4"));
    /// ```
    ///
    /// # Errors
    /// [`ShardError::NotOne`].
    pub fn of_tv(tv: &Tv, shape: &[i64], grid: &[i64]) -> Result<Self, ShardError> {
        let refuse =
            |why| ShardError::NotOne { tv: tv.to_string(), shape: text(shape), grid: text(grid), why };
        tv.check_shape(shape)?;
        let processes = grid.iter().try_fold(1i64, |n, axis| n.checked_mul(*axis).filter(|_| *axis > 0));
        if processes != Some(tv.thread_count()) {
            return Err(refuse("it has another number of processes"));
        }
        let steps = steps(shape).ok_or_else(|| TvError::Shape(text(shape)))?;
        // How far apart neighbours along an axis are, and in which dimension.
        let mut splits: Vec<Vec<(i64, usize)>> = vec![Vec::new(); shape.len()];
        let mut process = 1i64;
        for (axis, count) in grid.iter().enumerate().rev() {
            if *count > 1 {
                let apart = tv.threads().eval(process).unwrap_or(0);
                if apart > 0
                    && let Some(dim) = steps.iter().rposition(|step| *step <= apart)
                    && let Some(split) = splits.get_mut(dim)
                {
                    split.push((apart, axis));
                }
            }
            process = process.saturating_mul(*count);
        }
        let axes = splits.into_iter().map(|mut axes| {
            axes.sort_unstable_by(|a, b| b.cmp(a));
            axes.into_iter().map(|(_, axis)| axis).collect()
        });
        let made = Self::new(grid, axes.collect());
        match made.to_tv(shape) {
            Ok(found) if found == *tv => Ok(made),
            _ => Err(refuse("its processes have no blocks of the tensor, in the order of its elements")),
        }
    }
}

/// The offsets behind those of a dimension whose shards must all be as large.
fn even(offsets: &[Option<i64>], parts: i64, shard: i64) -> Result<&[Option<i64>], ShardError> {
    let count = usize::try_from(parts).unwrap_or(usize::MAX).saturating_add(1);
    let text = || {
        offsets
            .iter()
            .map(|n| n.map_or_else(|| "?".into(), |n| n.to_string()))
            .collect::<Vec<String>>()
            .join(", ")
    };
    let (own, rest) = offsets.split_at_checked(count).ok_or_else(|| ShardError::Offsets(text()))?;
    let equal = own.iter().enumerate().all(|(k, at)| *at == (k as i64).checked_mul(shard));
    if equal { Ok(rest) } else { Err(ShardError::Offsets(text())) }
}

impl fmt::Display for Sharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grid = crate::number::texts(&self.grid, "x");
        write!(f, "shard.sharding @grid(shape = {grid}) split_axes = {:?}", self.split_axes)?;
        for (name, numbers) in
            [("halo_sizes", &self.halo_sizes), ("sharded_dims_offsets", &self.sharded_dims_offsets)]
        {
            if !numbers.is_empty() {
                write!(f, " {name} = [{}]", crate::number::texts(numbers, ", "))?;
            }
        }
        Ok(())
    }
}

impl FromStr for Sharding {
    type Err = ParseError;

    /// A `shard.sharding` with the shape of its grid behind the grid's name, as `shard.grid` has it.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Parser::whole(text, sharding)
    }
}

fn sharding(parser: &mut Parser<'_>) -> Result<Sharding, ParseError> {
    parser.require("shard.sharding", "`shard.sharding @grid(shape = 2x4) split_axes = [[0], [1]]`")?;
    parser.require("@", "`@` and the grid's name")?;
    let _ = parser.name();
    parser.require("(", "`(shape = …)` of the grid")?;
    parser.require("shape", "`shape = …` of the grid")?;
    parser.require("=", "`=`")?;
    let mut grid = Vec::new();
    loop {
        grid.push(number(parser)?);
        if !parser.eat("x") {
            break;
        }
    }
    parser.require(")", "`x` or `)`")?;
    parser.require("split_axes", "`split_axes = [[…], …]`")?;
    parser.require("=", "`=`")?;
    let axis = |p: &mut Parser<'_>| {
        let found = p.int()?;
        usize::try_from(found).map_err(|_| p.expected("an axis from 0 on before this"))
    };
    let split_axes = list(parser, ["[", "]"], |p| list(p, ["[", "]"], axis))?;
    let mut made = Sharding { grid, split_axes, halo_sizes: Vec::new(), sharded_dims_offsets: Vec::new() };
    loop {
        let numbers = match parser.name() {
            "" => return Ok(made),
            "halo_sizes" => &mut made.halo_sizes,
            "sharded_dims_offsets" => &mut made.sharded_dims_offsets,
            _ => return Err(parser.expected("halo_sizes or sharded_dims_offsets before this")),
        };
        parser.require("=", "`=`")?;
        *numbers = list(parser, ["[", "]"], number)?;
    }
}
