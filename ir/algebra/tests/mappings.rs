//! What `cuda::tiles` mappings say of themselves, against all their offsets.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use layout_algebra::{Expr, Layout, LayoutMapping, Mapping, Tri};

#[test]
fn traits_are_those_of_the_offsets() {
    let (mut yes, mut no) = (0, 0);
    for (m, n, by) in (0..216).map(|i| (1 + i % 6, 1 + i / 6 % 6, 1 + i / 36)) {
        let extents = [m, n].map(Expr::from);
        for mapping in [
            Mapping::right(&extents),
            Mapping::left(&extents),
            Mapping::right_padded(&extents, by.into()),
            Mapping::left_padded(&extents, by.into()),
            Mapping::strided(&extents, &[1.into(), by.into()]),
            Mapping::strided(&extents, &[by.into(), 2.into()]),
        ] {
            let mapping = mapping.unwrap();
            let offset = |i: i64| mapping.offset(&[i % m, i / m]).unwrap().as_const().unwrap();
            let offsets: Vec<i64> = (0..m * n).map(offset).collect();
            let different: BTreeSet<i64> = offsets.iter().copied().collect();
            let layout = mapping.to_layout().unwrap();
            let unique = different.len() == offsets.len();
            let all = unique && different.into_iter().eq(0..*offsets.iter().max().unwrap() + 1);
            // Strides may be unique and not be known to be.
            let agrees = |said: Tri, is: bool| said == is.into() || said == Tri::Unknown;
            assert!(agrees(mapping.is_unique(), unique), "{layout}");
            assert!(agrees(mapping.is_exhaustive(), all), "{layout}");
            yes += usize::from(mapping.is_exhaustive() == Tri::Yes);
            no += usize::from(mapping.is_exhaustive() == Tri::No);
        }
    }
    assert!(yes > 400 && no > 100, "{yes} {no}");
    let open: Layout = "(M,N):(N,1)".parse().unwrap();
    assert_eq!(Mapping::right(open.shape_leaves()).unwrap().is_exhaustive(), Tri::Yes);
    assert_eq!(
        Mapping::strided(open.shape_leaves(), open.stride_leaves()).unwrap().is_exhaustive(),
        Tri::Unknown
    );
}
