//! Medians, quantiles, and how sure a ratio of medians is.

use rand_distr::{Distribution, Uniform};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::Serialize;

/// The value below which the fraction `part` of the samples lies, between two of them interpolated; 0 of none.
pub fn quantile(samples: &[f64], part: f64) -> f64 {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = part.clamp(0.0, 1.0) * sorted.len().saturating_sub(1) as f64;
    let at = |place: f64| sorted.get(place as usize).copied().unwrap_or(0.0);
    let (below, above) = (at(place.floor()), at(place.ceil()));
    below + (above - below) * place.fract()
}

/// The median.
pub fn median(samples: &[f64]) -> f64 {
    quantile(samples, 0.5)
}

/// A ratio of medians.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// Of the samples.
    pub ratio: f64,
    /// The end of the 95 % interval below it.
    pub low: f64,
    /// The end above it.
    pub high: f64,
}

/// How often samples are drawn again for an interval.
const RESAMPLES: usize = 2000;

/// The median of `above` by the median of `below`, with a 95 % interval by the percentile bootstrap:
/// how the ratio scatters when the samples are drawn again from themselves. The same samples give the same
/// interval.
pub fn ratio_of_medians(above: &[f64], below: &[f64]) -> Ratio {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let ratios: Vec<f64> = (0..RESAMPLES)
        .map(|_| median(&drawn(above, &mut random)) / median(&drawn(below, &mut random)))
        .collect();
    Ratio {
        ratio: median(above) / median(below),
        low: quantile(&ratios, 0.025),
        high: quantile(&ratios, 0.975),
    }
}

/// As many samples, drawn with replacement.
fn drawn(samples: &[f64], random: &mut Xoshiro256PlusPlus) -> Vec<f64> {
    match Uniform::new(0, samples.len()) {
        Ok(places) => {
            samples.iter().map(|_| samples.get(places.sample(random)).copied().unwrap_or(0.0)).collect()
        }
        Err(_) => Vec::new(),
    }
}
