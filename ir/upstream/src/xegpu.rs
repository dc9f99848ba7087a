//! `#xegpu.layout<sg_layout = [2, 4], sg_data = [16, 16], lane_layout = [2, 8], lane_data = [1, 1]>`: which subgroup and
//! which lane holds which elements of a tensor. That is an encoding `tv<…>`: thread `lane + lanes · subgroup`.
//!
//! Elements of a thread are counted as the dialect unrolls them: those of one `lane_data` in row-major order, then the
//! units of lanes in an instruction's data, the instructions in `sg_data`, and the units of subgroups in the tensor.

use std::fmt;
use std::str::FromStr;

use layout_algebra::{ParseError, Parser};
use layout_tile::{Tv, TvError};

use crate::held::{Mode, encoding, pieces, steps};
use crate::number::list;

/// An `xegpu.layout`, or an `xegpu.slice` of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XeLayout {
    /// Subgroups in each dimension.
    pub sg_layout: Option<Vec<i64>>,
    /// Elements of a subgroup in each.
    pub sg_data: Option<Vec<i64>>,
    /// Elements of an instruction.
    pub inst_data: Option<Vec<i64>>,
    /// Lanes in each dimension.
    pub lane_layout: Option<Vec<i64>>,
    /// Elements of a lane that lie together.
    pub lane_data: Option<Vec<i64>>,
    /// Dimensions, the one in which subgroups and lanes are counted fastest first; by default the last one is.
    pub order: Option<Vec<i64>>,
    /// Dimensions that the tensor has not: who differs in them holds the same.
    pub sliced: Vec<usize>,
}

/// Why there is no encoding, or no `xegpu.layout`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum XeError {
    /// Neither subgroups nor lanes.
    #[error("{0} says neither sg_layout nor lane_layout: nobody holds an element")]
    Nobody(String),
    /// Fields of different lengths.
    #[error("{field} has {found} numbers, and the tensor with its sliced dimensions has {rank}")]
    Rank {
        /// The field.
        field: &'static str,
        /// Its length.
        found: usize,
        /// The tensor's rank.
        rank: usize,
    },
    /// A number that is not positive, or an order that is none.
    #[error("{field} = {found} is none of positive numbers, or no order of dimensions")]
    Numbers {
        /// The field.
        field: &'static str,
        /// Its numbers.
        found: String,
    },
    /// Parts that do not fill the whole.
    #[error("dimension {dim}: {whole} elements are no whole number of {part}, which {field} makes one part")]
    Uneven {
        /// The dimension.
        dim: usize,
        /// Elements.
        whole: i64,
        /// Of a part.
        part: i64,
        /// Which part.
        field: &'static str,
    },
    /// The encoding is not made of blocks by dimension.
    #[error("{tv} is no xegpu.layout of {shape}: {why}")]
    NotOne {
        /// The encoding.
        tv: String,
        /// The tensor's shape.
        shape: String,
        /// What is in the way.
        why: &'static str,
    },
    /// See [`TvError`].
    #[error(transparent)]
    Tv(#[from] TvError),
}

/// Blocks of elements by dimension, and who takes them.
struct Level<'l> {
    layout: &'l [i64],
    data: Option<&'l Vec<i64>>,
    field: &'static str,
}

impl XeLayout {
    /// The fields with their names.
    fn fields(&self) -> [(&'static str, &Option<Vec<i64>>); 6] {
        [
            ("sg_layout", &self.sg_layout),
            ("sg_data", &self.sg_data),
            ("inst_data", &self.inst_data),
            ("lane_layout", &self.lane_layout),
            ("lane_data", &self.lane_data),
            ("order", &self.order),
        ]
    }

    /// The encoding of a tensor of a shape: thread and value to the position, its first dimension counted fastest.
    ///
    /// ```
    /// use layout_upstream::XeLayout;
    /// let tv = |text: &str, shape: &[i64]| text.parse::<XeLayout>().unwrap().to_tv(shape).map(|tv| tv.to_string());
    /// // Sixteen lanes, eight of them along a row.
    /// assert_eq!(
    ///     tv("#xegpu.layout<lane_layout = [2, 8], lane_data = [1, 1]>", &[2, 8]).unwrap(),
    ///     "tv<(8,2):(2,1), 1:0>"
    /// );
    /// assert_eq!(
    ///     tv("#xegpu.layout<lane_layout = [2, 8], lane_data = [1, 1], order = [0, 1]>", &[2, 8]).unwrap(),
    ///     "tv<16:1, 1:0>"
    /// );
    /// assert_eq!(
    ///     tv("#xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>", &[8, 24]).unwrap_err().to_string(),
    ///     "dimension 1: 24 elements are no whole number of 16, which lane_layout makes one part"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`XeError`].
    pub fn to_tv(&self, shape: &[i64]) -> Result<Tv, XeError> {
        let rank = shape.len() + self.sliced.len();
        if let Some(dim) = self.sliced.iter().find(|dim| **dim >= rank) {
            return Err(XeError::Rank { field: "dims", found: *dim, rank });
        }
        for (field, numbers) in self.fields() {
            let Some(numbers) = numbers else { continue };
            if numbers.len() != rank {
                return Err(XeError::Rank { field, found: numbers.len(), rank });
            }
            let order = field == "order";
            let mut sorted = numbers.clone();
            sorted.sort_unstable();
            let good = if order {
                sorted == (0..rank as i64).collect::<Vec<_>>()
            } else {
                sorted.iter().all(|n| *n > 0)
            };
            if !good {
                return Err(XeError::Numbers { field, found: format!("{numbers:?}") });
            }
        }
        let mut levels = Vec::new();
        if let Some(layout) = &self.sg_layout {
            levels.push(Level { layout, data: self.sg_data.as_ref(), field: "sg_layout" });
        }
        let ones = vec![1; rank];
        if self.inst_data.is_some() {
            levels.push(Level { layout: &ones, data: self.inst_data.as_ref(), field: "inst_data" });
        }
        if let Some(layout) = &self.lane_layout {
            levels.push(Level { layout, data: self.lane_data.as_ref(), field: "lane_layout" });
        }
        if self.sg_layout.is_none() && self.lane_layout.is_none() {
            return Err(XeError::Nobody(self.to_string()));
        }
        let steps = steps(shape).ok_or_else(|| TvError::Shape(text(shape)))?;
        let kept: Vec<usize> = (0..rank).filter(|d| !self.sliced.contains(d)).collect();
        let mut blocks = shape.to_vec();
        let (mut threads, mut values): (Vec<Mode>, Vec<Mode>) = (Vec::new(), Vec::new());
        for level in &levels {
            let (mut of_dims, mut units) = (vec![Vec::new(); rank], Vec::new());
            for dim in &self.sliced {
                of_dims[*dim].push((level.layout[*dim], 0));
            }
            for (number, dim) in kept.iter().enumerate() {
                let (count, whole, step) = (level.layout[*dim], blocks[number], steps[number]);
                let uneven = |part| XeError::Uneven { dim: *dim, whole, part, field: level.field };
                let data = match level.data {
                    Some(data) => data[*dim],
                    None if whole % count == 0 => whole / count,
                    None => return Err(uneven(count)),
                };
                if whole % data != 0 {
                    return Err(uneven(data));
                }
                // Those past the end begin again.
                let distinct = count.min(whole / data);
                let unit = distinct * data;
                if whole % unit != 0 {
                    return Err(uneven(unit));
                }
                if count % distinct != 0 {
                    return Err(XeError::Uneven {
                        dim: *dim,
                        whole: count,
                        part: distinct,
                        field: level.field,
                    });
                }
                of_dims[*dim].extend([(distinct, data * step), (count / distinct, 0)]);
                units.push((whole / unit, unit * step));
                blocks[number] = data;
            }
            let fastest: Vec<usize> = match &self.order {
                Some(order) => order.iter().filter_map(|d| usize::try_from(*d).ok()).collect(),
                None => (0..rank).rev().collect(),
            };
            threads.splice(0..0, fastest.into_iter().flat_map(|dim| of_dims[dim].clone()));
            values.splice(0..0, units.into_iter().rev());
        }
        values.splice(0..0, (0..shape.len()).rev().map(|d| (blocks[d], steps[d])));
        Ok(encoding(&threads, &values)?)
    }

    /// The `xegpu.layout` of an encoding of a tensor of a shape, by subgroups of so many lanes; of one subgroup if there
    /// are no more threads.
    ///
    /// ```
    /// use layout_upstream::XeLayout;
    /// let of = |tv: &str, lanes| XeLayout::of_tv(&tv.parse().unwrap(), &[8, 16], lanes).map(|l| l.to_string());
    /// assert_eq!(of("tv<16:8, 8:1>", 16).unwrap(), "#xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>");
    /// assert_eq!(
    ///     of("tv<(16,2):(8,4), 4:1>", 16).unwrap(),
    ///     "#xegpu.layout<sg_layout = [2, 1], sg_data = [4, 16], lane_layout = [1, 16], lane_data = [1, 1]>"
    /// );
    /// assert!(of("tv<(16,2):(8,0), 8:1>", 16).unwrap_err().to_string().contains("#xegpu.slice"));
    /// ```
    ///
    /// # Errors
    /// [`XeError::NotOne`].
    pub fn of_tv(tv: &Tv, shape: &[i64], lanes: i64) -> Result<Self, XeError> {
        let refuse = |why| XeError::NotOne { tv: tv.to_string(), shape: text(shape), why };
        tv.check_shape(shape)?;
        if tv.replicas() > 1 {
            return Err(refuse(
                "threads hold the same elements, which a layout says by #xegpu.slice of a larger one",
            ));
        }
        let rank = shape.len();
        let steps = steps(shape).ok_or_else(|| TvError::Shape(text(shape)))?;
        let lanes = lanes.min(tv.thread_count()).max(1);
        let [lane, group] = pieces(tv.threads(), &steps, lanes)
            .ok_or_else(|| refuse("its threads are no blocks along dimensions"))?;
        let has_groups = tv.thread_count() > lanes;
        let order = order(rank, &lane, &group)
            .ok_or_else(|| refuse("subgroups and lanes are counted in different orders"))?;
        let (lane_layout, lane_data) =
            level(rank, &lane).ok_or_else(|| refuse("its lanes are no blocks along dimensions"))?;
        let (sg_layout, sg_data) =
            level(rank, &group).ok_or_else(|| refuse("its subgroups are no blocks along dimensions"))?;
        // Where there is one lane or subgroup in a dimension, it has one element at a time or all.
        for choice in 0..1u32 << (2 * rank.min(4)) {
            let pick = |data: &[Option<i64>], whole: &[i64], bits: u32| -> Vec<i64> {
                let free = |d: usize| if bits >> d.min(31) & 1 == 0 { 1 } else { whole[d] };
                data.iter().enumerate().map(|(d, n)| n.unwrap_or_else(|| free(d))).collect()
            };
            let groups = pick(&sg_data, shape, !(choice >> rank.min(4)));
            let whole = if has_groups { &groups[..] } else { shape };
            let made = Self {
                sg_layout: has_groups.then(|| sg_layout.clone()),
                sg_data: has_groups.then(|| groups.clone()),
                lane_layout: Some(lane_layout.clone()),
                lane_data: Some(pick(&lane_data, whole, choice)),
                order: order.clone(),
                ..Self::default()
            };
            if made.to_tv(shape).as_ref() == Ok(tv) {
                return Ok(made);
            }
        }
        Err(refuse("its values are in another order than those of any"))
    }
}

/// How many in each dimension, and how far apart where there is more than one; `None` if a dimension has two parts.
fn level(rank: usize, pieces: &[(usize, Mode)]) -> Option<(Vec<i64>, Vec<Option<i64>>)> {
    let (mut layout, mut data) = (vec![1; rank], vec![None; rank]);
    for (dim, (size, apart)) in pieces {
        if data[*dim].is_some() {
            return None;
        }
        (layout[*dim], data[*dim]) = (*size, Some(*apart));
    }
    Some((layout, data))
}

/// The order in which both count; `Some(None)` if it is the usual one, `None` if there are two.
fn order(rank: usize, lane: &[(usize, Mode)], group: &[(usize, Mode)]) -> Option<Option<Vec<i64>>> {
    let dims = |pieces: &[(usize, Mode)]| pieces.iter().map(|p| p.0).collect::<Vec<_>>();
    let (lane, group) = (dims(lane), dims(group));
    let usual = |dims: &[usize]| dims.is_sorted_by(|a, b| a > b);
    if usual(&lane) && usual(&group) {
        return Some(None);
    }
    let mut order = if lane.len() >= group.len() { lane.clone() } else { group.clone() };
    order.extend((0..rank).rev().filter(|d| !lane.contains(d) && !group.contains(d)));
    let place = |d: &usize| order.iter().position(|o| o == d);
    let follows =
        |dims: &[usize]| dims.iter().map(place).collect::<Option<Vec<_>>>().is_some_and(|p| p.is_sorted());
    let both = order.len() == rank && follows(&lane) && follows(&group);
    both.then(|| Some(order.into_iter().map(|d| d as i64).collect()))
}

fn text(shape: &[i64]) -> String {
    shape.iter().map(i64::to_string).collect::<Vec<_>>().join("x")
}

impl fmt::Display for XeLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self
            .fields()
            .into_iter()
            .filter_map(|(name, numbers)| Some(format!("{name} = {:?}", numbers.as_ref()?)));
        let layout = format!("#xegpu.layout<{}>", fields.collect::<Vec<_>>().join(", "));
        if self.sliced.is_empty() {
            f.write_str(&layout)
        } else {
            write!(f, "#xegpu.slice<{layout}, dims = {:?}>", self.sliced)
        }
    }
}

impl FromStr for XeLayout {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Parser::whole(text, |p| xe_layout(p, 0))
    }
}

/// Most slices inside each other.
const MOST_SLICES: usize = 8;

fn xe_layout(parser: &mut Parser<'_>, depth: usize) -> Result<XeLayout, ParseError> {
    if parser.eat("#xegpu.slice") && depth < MOST_SLICES {
        parser.require("<", "`<`")?;
        let mut layout = xe_layout(parser, depth + 1)?;
        parser.require(",", "`,` and the sliced dimensions")?;
        parser.require("dims", "`dims = […]`")?;
        parser.require("=", "`=`")?;
        let rank =
            layout.fields().into_iter().find_map(|(_, numbers)| Some(numbers.as_ref()?.len())).unwrap_or(0);
        let kept: Vec<usize> = (0..rank).filter(|d| !layout.sliced.contains(d)).collect();
        for dim in list(parser, ["[", "]"], Parser::int)? {
            let dim = usize::try_from(dim).ok().and_then(|dim| kept.get(dim));
            match dim {
                Some(dim) if !layout.sliced.contains(dim) => layout.sliced.push(*dim),
                _ => return Err(parser.expected("dimensions that the layout has, each once, before this")),
            }
        }
        layout.sliced.sort_unstable();
        parser.require(">", "`>`")?;
        return Ok(layout);
    }
    parser.require("#xegpu.layout", "`#xegpu.layout<…>` or `#xegpu.slice<…>`")?;
    parser.require("<", "`<`")?;
    let mut layout = XeLayout::default();
    loop {
        let name = parser.name();
        let field = match name {
            "sg_layout" => &mut layout.sg_layout,
            "sg_data" => &mut layout.sg_data,
            "inst_data" => &mut layout.inst_data,
            "lane_layout" => &mut layout.lane_layout,
            "lane_data" => &mut layout.lane_data,
            "order" => &mut layout.order,
            _ => {
                return Err(parser.expected("sg_layout, sg_data, inst_data, lane_layout, lane_data or order"));
            }
        };
        parser.require("=", "`=`")?;
        *field = Some(list(parser, ["[", "]"], Parser::int)?);
        if !parser.eat(",") {
            parser.require(">", "`,` or `>`")?;
            return Ok(layout);
        }
    }
}
