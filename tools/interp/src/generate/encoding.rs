//! Random encodings, and what operations make of them: positions are taken apart dimension
//! by dimension into digits, and each digit is a thread's or a value's.

use fastrand::Rng;

/// So many steps along a dimension; without a place threads that hold the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mode {
    pub size: usize,
    pub place: Option<(usize, usize)>,
}

/// The encoding of a tile: a thread's and a value's digits, each with its dimension and its
/// step there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Encoding {
    threads: Vec<Mode>,
    values: Vec<Mode>,
}

fn primes(mut n: usize) -> Vec<usize> {
    let mut out = Vec::new();
    let mut p = 2;
    while n > 1 {
        while n.is_multiple_of(p) {
            out.push(p);
            n /= p;
        }
        p += 1;
    }
    out
}

impl Encoding {
    /// A random encoding of a tile for a group of so many threads.
    pub fn random(shape: &[usize], threads: usize, random: &mut Rng) -> Self {
        let mut digits = Vec::new();
        for (dim, extent) in shape.iter().enumerate() {
            let mut sizes = primes(*extent);
            random.shuffle(&mut sizes);
            let mut step = 1;
            for size in sizes {
                digits.push(Mode { size, place: Some((dim, step)) });
                step *= size;
            }
        }
        // Neighbours along a dimension, mostly the last, stay with a thread most of the time: wide accesses.
        let last = shape.len().saturating_sub(1);
        let wide = if random.u8(0..4) > 0 { last } else { random.usize(0..=last) };
        let keep = if random.u8(0..3) > 0 { random.usize(1..4) } else { 0 };
        let is_wide = |d: &Mode| d.place.is_some_and(|(dim, _)| dim == wide);
        let (mut near, mut rest): (Vec<Mode>, Vec<Mode>) = digits.into_iter().partition(is_wide);
        rest.extend(near.split_off(keep.min(near.len())));
        random.shuffle(&mut rest);
        let (mut own, mut values, mut left) = (Vec::new(), near, threads);
        for digit in rest {
            if left.is_multiple_of(digit.size) && random.u8(0..8) > 0 {
                left /= digit.size;
                own.push(digit);
            } else {
                values.push(digit);
            }
        }
        for size in primes(left) {
            own.push(Mode { size, place: None });
        }
        if random.u8(0..3) > 0 {
            random.shuffle(&mut own);
        }
        if random.u8(0..3) == 0 {
            random.shuffle(&mut values);
        } else {
            values.sort_by_key(|d| d.place.map(|(dim, step)| (std::cmp::Reverse(dim), step)));
        }
        Self { threads: own, values }
    }

    /// One that is near: some digits of threads and of values have changed places, or replicas of an
    /// element have become holders of several, or the reverse.
    pub fn near(&self, random: &mut Rng) -> Self {
        let mut made = self.clone();
        for _ in 0..random.usize(1..4) {
            let (threads, values) = (made.threads.len(), made.values.len());
            if threads == 0 {
                break;
            }
            let (i, j) = (random.usize(0..threads), random.usize(0..threads));
            let value = if values > 0 { Some(random.usize(0..values)) } else { None };
            match (random.u8(0..4), value) {
                (0, Some(v))
                    if made.threads[i].place.is_none() && made.threads[i].size == made.values[v].size =>
                {
                    made.threads[i] = made.values.remove(v);
                }
                (1, _) if made.threads[i].place.is_some() => {
                    let all = Mode { size: made.threads[i].size, place: None };
                    let mode = std::mem::replace(&mut made.threads[i], all);
                    made.values.push(mode);
                }
                (2, Some(v))
                    if made.threads[i].place.is_some() && made.threads[i].size == made.values[v].size =>
                {
                    std::mem::swap(&mut made.threads[i], &mut made.values[v]);
                }
                _ if made.threads[i].size == made.threads[j].size => made.threads.swap(i, j),
                _ => {}
            }
        }
        made
    }

    /// That of digits in the order of threads and of values; those of one are left out.
    pub fn of(threads: &[Mode], values: &[Mode]) -> Self {
        let some = |all: &[Mode]| all.iter().filter(|m| m.size > 1).cloned().collect();
        Self { threads: some(threads), values: some(values) }
    }

    /// How many elements a thread holds.
    pub fn values(&self) -> usize {
        self.values.iter().map(|m| m.size).product()
    }

    /// `#layout.tv<…>` of a tile of the shape.
    pub fn text(&self, shape: &[usize]) -> String {
        format!("#layout.tv<{}, {}>", layout(&self.threads, shape), layout(&self.values, shape))
    }

    /// That of the tile without a dimension, which is combined or repeated.
    pub fn without(&self, dim: usize) -> Self {
        let down = |d: usize| if d > dim { d - 1 } else { d };
        let thread = |m: &Mode| match m.place {
            Some((d, _)) if d == dim => Mode { size: m.size, place: None },
            place => Mode { size: m.size, place: place.map(|(d, s)| (down(d), s)) },
        };
        let values = self.values.iter().filter(|m| m.place.is_none_or(|(d, _)| d != dim));
        Self { threads: self.threads.iter().map(thread).collect(), values: values.map(thread).collect() }
    }

    /// That of the tile whose dimension `d` is dimension `order[d]` of this one.
    pub fn transposed(&self, order: &[usize]) -> Self {
        let to = |d: usize| order.iter().position(|o| *o == d).unwrap_or(d);
        self.moved(|(d, step)| (to(d), step))
    }

    /// That of the tile with a new dimension of extent 1.
    pub fn expanded(&self, dim: usize) -> Self {
        self.moved(|(d, step)| (if d >= dim { d + 1 } else { d }, step))
    }

    /// Another shape in which the digits in row-major order still lie in one dimension each,
    /// and the encoding there.
    pub fn reshaped(&self, random: &mut Rng) -> (Vec<usize>, Self) {
        let mut digits: Vec<(usize, usize, usize)> = Vec::new();
        for mode in self.threads.iter().chain(&self.values) {
            if let Some((dim, step)) = mode.place {
                digits.push((dim, step, mode.size));
            }
        }
        // The last dimension is the lowest; its small steps are.
        digits.sort_by_key(|(dim, step, _)| (std::cmp::Reverse(*dim), *step));
        let mut groups: Vec<Vec<(usize, usize, usize)>> = vec![Vec::new()];
        for digit in digits {
            let split = groups.len() < 3 && random.u8(0..3) == 0;
            match groups.last_mut() {
                Some(last) if !split || last.is_empty() => last.push(digit),
                _ => groups.push(vec![digit]),
            }
        }
        let rank = groups.len();
        let mut shape = vec![1; rank];
        let mut places = std::collections::HashMap::new();
        for (g, group) in groups.iter().enumerate() {
            let dim = rank - 1 - g;
            for (d, step, size) in group {
                places.insert((*d, *step), (dim, shape[dim]));
                shape[dim] *= size;
            }
        }
        let encoding = self.moved(|place| places.get(&place).copied().unwrap_or(place));
        (shape, encoding)
    }

    fn moved(&self, to: impl Fn((usize, usize)) -> (usize, usize)) -> Self {
        let each = |m: &Mode| Mode { size: m.size, place: m.place.map(&to) };
        Self {
            threads: self.threads.iter().map(each).collect(),
            values: self.values.iter().map(each).collect(),
        }
    }
}

fn layout(modes: &[Mode], shape: &[usize]) -> String {
    if modes.is_empty() {
        return "1:0".into();
    }
    let sizes: Vec<String> = modes.iter().map(|m| m.size.to_string()).collect();
    let stride =
        |m: &Mode| m.place.map_or(0, |(dim, step)| shape[..dim].iter().product::<usize>() * step).to_string();
    let strides: Vec<String> = modes.iter().map(stride).collect();
    format!("({}):({})", sizes.join(","), strides.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::layout::Encoding as Read;

    fn check(encoding: &Encoding, shape: &[usize], threads: usize) {
        let text = encoding.text(shape);
        let count = shape.iter().product::<usize>() as i64;
        assert_eq!(Read::parse(&text).unwrap().fault(count, threads as i64), None, "{text} of {shape:?}");
    }

    #[test]
    fn are_encodings_whatever_is_made_of_them() {
        let mut random = Rng::with_seed(3);
        for shape in [vec![16, 8], vec![7, 12], vec![1, 13], vec![4, 6, 5], vec![32]] {
            for threads in [32, 96, 8] {
                for _ in 0..20 {
                    let e = Encoding::random(&shape, threads, &mut random);
                    check(&e, &shape, threads);
                    let order: Vec<usize> = (0..shape.len()).rev().collect();
                    let turned: Vec<usize> = order.iter().map(|d| shape[*d]).collect();
                    check(&e.transposed(&order), &turned, threads);
                    let less: Vec<usize> = shape[1..].to_vec();
                    check(&e.without(0), &less, threads);
                    check(&e.near(&mut random), &shape, threads);
                    let (other, reshaped) = e.reshaped(&mut random);
                    assert_eq!(other.iter().product::<usize>(), shape.iter().product::<usize>());
                    check(&reshaped, &other, threads);
                }
            }
        }
    }
}
