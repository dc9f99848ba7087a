//! [`pack`]: intervals of one buffer for several, apart where they are alive together.

/// Where buffers begin.
pub struct Packed {
    /// The first byte of each.
    pub offsets: Vec<i64>,
    /// The bytes of all.
    pub bytes: i64,
    /// What the address of the first byte is to be divisible by.
    pub alignment: i64,
}

/// Places buffers of so many bytes, and so aligned, so that two of which `meet` says so share no
/// byte. The largest comes first, each into the smallest gap that it fits; that is no optimum.
///
/// Alignments are powers of two.
pub fn pack(requests: &[(i64, i64)], meet: impl Fn(usize, usize) -> bool) -> Packed {
    let mut order: Vec<usize> = (0..requests.len()).collect();
    order.sort_by_key(|n| (std::cmp::Reverse(requests[*n].0), *n));
    let mut offsets = vec![0; requests.len()];
    let mut bytes = 0;
    for (placed, number) in order.iter().enumerate() {
        let (size, alignment) = requests[*number];
        let mut taken: Vec<(i64, i64)> = order[..placed]
            .iter()
            .filter(|other| meet(*number, **other))
            .map(|other| (offsets[*other], offsets[*other] + requests[*other].0))
            .collect();
        taken.sort_unstable();
        offsets[*number] = gap(&taken, size, alignment);
        bytes = bytes.max(offsets[*number] + size);
    }
    let alignment = requests.iter().map(|r| r.1).max().unwrap_or(1);
    Packed { offsets, bytes, alignment }
}

/// The beginning of the smallest gap between intervals, sorted by their beginnings, for so many
/// bytes; behind all of them if there is none.
fn gap(taken: &[(i64, i64)], size: i64, alignment: i64) -> i64 {
    let mut best: Option<(i64, i64)> = None;
    let mut free = 0;
    for (begin, end) in taken {
        let first = align(free, alignment);
        let room = begin - first;
        if room >= size && best.is_none_or(|(smallest, _)| room < smallest) {
            best = Some((room, first));
        }
        free = free.max(*end);
    }
    best.map_or(align(free, alignment), |(_, first)| first)
}

fn align(offset: i64, alignment: i64) -> i64 {
    (offset + alignment - 1) & -alignment
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::pack;

    #[test]
    fn buffers_that_are_never_alive_together_share_bytes() {
        let packed = pack(&[(100, 16), (4000, 128), (300, 16)], |_, _| false);
        assert_eq!((packed.offsets, packed.bytes, packed.alignment), (vec![0, 0, 0], 4000, 128));
    }

    #[test]
    fn a_buffer_goes_into_the_smallest_gap() {
        // 4 is alive with 0 to 3, but 1 and 3 are with nothing placed before but their neighbours.
        let sizes = [(512, 16), (256, 16), (512, 16), (128, 16), (512, 16), (100, 16)];
        let all = pack(&sizes, |_, _| true);
        assert_eq!(all.offsets, [0, 1536, 512, 1792, 1024, 1920]);
        // Without 1 and 3, their bytes are two gaps, and the smaller one is taken.
        let gaps = pack(&sizes, |a, b| a != 5 || !matches!(b, 1 | 3));
        assert_eq!(gaps.offsets[5], 1536);
        let smaller = pack(&[(512, 16), (256, 16), (256, 16), (128, 16), (100, 16), (90, 16)], |a, b| {
            a != 5 || !matches!(b, 1 | 3)
        });
        assert_eq!((smaller.offsets[1], smaller.offsets[3], smaller.offsets[5]), (512, 1024, 1024));
    }

    #[test]
    fn random_buffers_are_aligned_and_apart() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let count = random.usize(1..12);
            let requests: Vec<_> =
                (0..count).map(|_| (random.i64(1..5000), 16 << random.u32(0..4))).collect();
            let meets: Vec<bool> = (0..count * count).map(|_| random.bool()).collect();
            let meet = |a: usize, b: usize| meets[a.min(b) * count + a.max(b)];
            let packed = pack(&requests, meet);
            let end = |n: usize| packed.offsets[n] + requests[n].0;
            for (a, (offset, request)) in packed.offsets.iter().zip(&requests).enumerate() {
                assert_eq!(offset % request.1, 0);
                for b in (0..a).filter(|b| meet(a, *b)) {
                    assert!(end(a) <= packed.offsets[b] || end(b) <= packed.offsets[a]);
                }
            }
            assert_eq!(packed.bytes, (0..count).map(end).max().unwrap());
        }
    }
}
