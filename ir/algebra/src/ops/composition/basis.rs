//! Compositions with layouts of coordinates.

use crate::basis::CoordLayout;
use crate::layout::Layout;
use crate::nested::tuple::{IntTuple, Leaves, product};
use crate::ops::composition::{CompositionError, composition as compose};
use crate::stride::Stride;

/// The composition with a layout whose strides are basis elements, at most one each: a
/// multiple of `e<i>` walks through mode `i` of A, an integer through A as a whole.
pub(super) fn composition<D: Stride>(a: &Layout<D>, b: &CoordLayout) -> Result<Layout<D>, CompositionError> {
    let refuse =
        |mode: String, why: String| CompositionError::NoLayout { a: a.named(), b: b.named(), mode, why };
    let (sizes, strides) = (b.shape_leaves(), b.stride_leaves());
    let mut paths: Vec<&[u16]> = Vec::new();
    for (k, stride) in strides.iter().enumerate() {
        if stride.terms().len() > 1 {
            let why = format!("its stride {stride} moves in several modes at once");
            return Err(refuse(format!("mode {}", b.leaf_path(k)), why));
        }
        paths.extend(stride.terms().iter().map(|t| t.0.as_slice()));
    }
    paths.sort();
    paths.dedup();
    if let Some(pair) = paths.windows(2).find(|p| p[1].starts_with(p[0])) {
        let why = format!("strides move both in mode {:?} and in its part {:?}", pair[0], pair[1]);
        return Err(refuse("its modes together".into(), why));
    }
    let mut results: Vec<Layout<D>> = vec![Layout::unit_mode(); sizes.len()];
    for (result, size) in results.iter_mut().zip(sizes) {
        *result = Layout::mode1(size.clone(), D::zero())?;
    }
    for path in paths {
        let mut part = a.clone();
        for mode in path {
            let modes = part.modes();
            // An integer is its own only mode.
            let Some(next) = modes.get(usize::from(*mode)) else {
                let why = format!("there is no mode {path:?} in the outer layout");
                return Err(refuse("its strides".into(), why));
            };
            part = next.clone();
        }
        let own: Vec<usize> =
            (0..sizes.len()).filter(|k| strides[*k].terms().iter().any(|t| t.0.as_slice() == path)).collect();
        let shape: Leaves = own.iter().map(|k| sizes[*k].clone()).collect();
        let stride: Leaves = own.iter().map(|k| strides[*k].terms()[0].1.clone()).collect();
        product(&shape)?;
        let inner = Layout::new(&IntTuple::flat(shape), &IntTuple::flat(stride))?;
        for (k, result) in own.iter().zip(compose(&part, &inner)?.modes()) {
            results[*k] = result;
        }
    }
    let profile = b.profile().replace_leaves(|k| results[k].profile().clone());
    let shape = results.iter().flat_map(|r| r.shape_leaves().iter().cloned()).collect();
    let stride = results.iter().flat_map(|r| r.stride_leaves().iter().cloned()).collect();
    Ok(Layout::from_parts(profile, shape, stride)?)
}
