//! What a kernel says of the tensor maps that it is handed: `layout.tensor_maps`, from its text.

/// A tensor map, with arguments counted as they are when memory with a layout is flat memory and the values of symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorMap {
    /// The memory.
    pub address: usize,
    /// Bits of an element.
    pub bits: i64,
    /// Elements along each dimension, from the one whose elements lie together.
    pub sizes: Vec<Sum>,
    /// Bytes from one element to the next, of all dimensions but the first.
    pub strides: Vec<Sum>,
    /// Elements of a box along each dimension.
    pub extents: Vec<i64>,
    /// Bytes of the swizzle's rows; 0 without one.
    pub swizzle: i64,
    /// The traversal strides and the upper corner, by dimension of an image, of a map of im2col.
    pub images: Option<(Vec<i64>, Vec<Sum>)>,
    /// The type of elements that are combined with those of memory.
    pub combined: Option<String>,
}

/// A sum of products: a factor, and pairs of an argument and the number of its descriptor that is meant.
pub type Sum = Vec<Vec<i64>>;

/// The maps of a list of dictionaries; `None` for another text.
pub fn parse(text: &str) -> Option<Vec<TensorMap>> {
    text.split('{').skip(1).map(|map| one(map.split_once('}')?.0)).collect()
}

fn one(text: &str) -> Option<TensorMap> {
    let behind = |name: &str| text.split_once(&format!("{name} = ")).map(|(_, rest)| rest);
    let number = |name| behind(name)?.split([' ', ',']).next()?.parse().ok();
    let sums = |name| -> Option<Vec<Sum>> {
        // `[[array<i64: 1, 2, 0>, array<i64: 5>], [array<i64: 3>]]`, or `[]`.
        let rest = behind(name)?.strip_prefix('[')?;
        let (mut rest, mut out) = (rest, Vec::new());
        while let Some(inside) = rest.strip_prefix('[') {
            let (sum, behind) = inside.split_once(']')?;
            out.push(sum.split("array<").skip(1).map(list).collect::<Option<_>>()?);
            rest = behind.strip_prefix(", ").unwrap_or(behind);
        }
        rest.starts_with(']').then_some(out)
    };
    let images = match behind("steps") {
        Some(steps) => Some((list(steps.strip_prefix("array<")?)?, sums("upper")?)),
        None => None,
    };
    Some(TensorMap {
        images,
        address: usize::try_from(number("address")?).ok()?,
        bits: number("bits")?,
        sizes: sums("sizes")?,
        strides: sums("strides")?,
        extents: list(behind("box")?.strip_prefix("array<")?)?,
        swizzle: number("swizzle")?,
        combined: behind("type").and_then(|text| Some(text.strip_prefix('"')?.split_once('"')?.0.to_owned())),
    })
}

/// The numbers of `i64: 1, 2>…`.
fn list(text: &str) -> Option<Vec<i64>> {
    let numbers = text.strip_prefix("i64: ")?.split_once('>')?.0;
    numbers.split(", ").map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_says_what_it_is_handed() {
        let text = "[{address = 0 : i64, argument = 5 : i64, bits = 16 : i64, box = array<i64: 64, 32>, sizes = \
                    [[array<i64: 1, 2, 0>, array<i64: 5>], [array<i64: 64>]], strides = [[array<i64: 2, 3, 0>]], \
                    swizzle = 128 : i64}, {address = 3 : i64, argument = 6 : i64, bits = 8 : i64, box = \
                    array<i64: 16>, sizes = [[array<i64: 7>]], steps = array<i64: 2>, strides = [], swizzle = 0 : i64, \
                    upper = [[array<i64: -1, 8, 0>, array<i64: 1>]]}]";
        let first = TensorMap {
            address: 0,
            bits: 16,
            sizes: vec![vec![vec![1, 2, 0], vec![5]], vec![vec![64]]],
            strides: vec![vec![vec![2, 3, 0]]],
            extents: vec![64, 32],
            swizzle: 128,
            images: None,
            combined: None,
        };
        let second = TensorMap {
            address: 3,
            bits: 8,
            sizes: vec![vec![vec![7]]],
            strides: Vec::new(),
            extents: vec![16],
            swizzle: 0,
            images: Some((vec![2], vec![vec![vec![-1, 8, 0], vec![1]]])),
            combined: None,
        };
        assert_eq!(parse(text), Some(vec![first, second]));
        assert_eq!(parse("[{address = 0 : i64}]"), None);
    }
}
