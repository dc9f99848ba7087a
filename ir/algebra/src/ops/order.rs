//! Modes in the order of their strides.

use layout_integer::Expr;
use layout_integer::Tri;
use layout_integer::Undecided;

/// Sorts by an integer of each item, ascending; equal ones keep their order.
///
/// # Errors
/// [`Undecided`] for two integers of which neither is known to be the smaller.
pub(crate) fn ascending<T>(mut items: Vec<T>, key: &impl Fn(&T) -> &Expr) -> Result<Vec<T>, Undecided> {
    // Unknown integers are expensive to compare. Mostly the one with more factors is
    // the larger; whether this order is right takes one comparison an item.
    items.sort_by_key(|item| {
        let (terms, constant) = key(item).terms();
        terms.first().map_or((0, constant), |(monomial, c)| (monomial.len(), *c))
    });
    if items.windows(2).all(|pair| key(&pair[0]).le(key(&pair[1])) == Tri::Yes) {
        return Ok(items);
    }
    merge_sort(items, key)
}

fn merge_sort<T>(items: Vec<T>, key: &impl Fn(&T) -> &Expr) -> Result<Vec<T>, Undecided> {
    if items.len() < 2 {
        return Ok(items);
    }
    let mut left = items;
    let right = left.split_off(left.len() / 2);
    let (left, right) = (merge_sort(left, key)?, merge_sort(right, key)?);
    let mut out = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let (a, b) = (key(a), key(b));
        match a.le(b) {
            Tri::Yes => out.extend(left.next()),
            Tri::No => out.extend(right.next()),
            Tri::Unknown if b.le(a) == Tri::Yes => out.extend(right.next()),
            Tri::Unknown => return Err(Undecided::at_most(a, b)),
        }
    }
    Ok(out.into_iter().chain(left).chain(right).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;

    fn sorted(text: &str) -> Result<String, String> {
        let layout: Layout = text.parse().unwrap();
        let strides = ascending(layout.stride_leaves().to_vec(), &|e| e).map_err(|e| e.to_string())?;
        Ok(strides.iter().map(Expr::named).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn known_and_unknown_strides() {
        assert_eq!(sorted("(2,3,4,5):(7,-1,3,3)").unwrap(), "-1 3 3 7");
        assert_eq!(sorted("(M,K,4):(4*K,4,1)").unwrap(), "1 4 4*s1");
        assert_eq!(
            sorted("(2,3):(M{min=1},4)").unwrap_err(),
            "whether s0 >= 4 is not known; state it as a fact, such as s0{min=4}"
        );
    }
}
