//! A small repeatable generator for rule instances and sampling.

use layout_algebra::{IntTuple, Layout};

/// xorshift64*.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// An integer in `[lo, hi]`.
    pub fn range(&mut self, lo: i64, hi: i64) -> i64 {
        let span = (i128::from(hi) - i128::from(lo) + 1).max(1) as u128;
        (i128::from(lo) + (u128::from(self.next()) % span) as i128) as i64
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.range(0, from.len() as i64 - 1) as usize]
    }

    /// Puts the elements in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.range(0, i as i64) as usize);
        }
    }

    /// Any integer, small ones often, negative ones too.
    pub fn int(&mut self) -> i64 {
        match self.range(0, 3) {
            0 => self.range(-9, 9),
            1 => self.range(-300, 300),
            2 => self.range(0, 4095),
            _ => self.range(-(1 << 40), 1 << 40),
        }
    }

    /// A natural number.
    pub fn natural(&mut self) -> i64 {
        self.int().abs()
    }

    /// A divisor.
    pub fn positive(&mut self) -> i64 {
        self.pick(&[1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 32, 48, 64, 96, 100, 128])
    }

    /// A layout with `rank` modes of small sizes, sometimes nested.
    pub fn layout(&mut self, rank: i64, sizes: &[i64], strides: &[i64]) -> Layout {
        loop {
            let modes = (0..rank).map(|_| (self.pick(sizes), self.pick(strides))).collect::<Vec<_>>();
            let pick = |f: fn(&(i64, i64)) -> i64| -> Vec<IntTuple> {
                modes.iter().map(|m| IntTuple::from(f(m))).collect()
            };
            let (shape, stride) = (pick(|m| m.0), pick(|m| m.1));
            let nest = rank > 2 && self.range(0, 1) == 0;
            let tuple = |t: &[IntTuple]| match t {
                [one] => one.clone(),
                [a, rest @ ..] if nest => IntTuple::tuple(&[a.clone(), IntTuple::tuple(rest)]),
                all => IntTuple::tuple(all),
            };
            if let Ok(layout) = Layout::new(&tuple(&shape), &tuple(&stride)) {
                return layout;
            }
        }
    }

    /// A layout of up to three modes.
    pub fn any_layout(&mut self) -> Layout {
        let rank = self.range(1, 3);
        self.layout(rank, &[1, 2, 3, 4, 6, 8], &[0, 1, 2, 3, 4, 6, 8, 12, 16, 24])
    }

    /// A layout whose values are `[0, size)`: compact modes in a random order.
    pub fn bijection(&mut self) -> Layout {
        let mut sizes: Vec<i64> = (0..self.range(1, 3)).map(|_| self.pick(&[2, 3, 4])).collect();
        loop {
            let mut order: Vec<usize> = (0..sizes.len()).collect();
            self.shuffle(&mut order);
            let mut strides = vec![1; sizes.len()];
            let mut next = 1;
            for k in order {
                strides[k] = next;
                next *= sizes[k];
            }
            let tuple = |t: &[i64]| IntTuple::flat(t.iter().map(|x| layout_algebra::Expr::Const(*x)));
            if let Ok(layout) = Layout::new(&tuple(&sizes), &tuple(&strides)) {
                return layout;
            }
            sizes = vec![2];
        }
    }
}
