//! What a box of im2col has (PTX ISA, "im2col mode").
//!
//! Coordinates say the first channel, the base of the filter in an image, and the image. The base goes through the bounding
//! box, whose lower corner is the image's first pixel and whose upper one the map says from its last, in steps of the
//! traversal strides: W first, then H and D, then the next image. Of each the pixel is taken that lies the offsets of the
//! instruction further on, and of that some channels.

use crate::fault::Reason;

/// What a map of im2col has beside its dimensions: by dimension of an image, W first.
#[derive(Clone, Debug)]
pub struct Images {
    /// The traversal strides.
    pub steps: Vec<i64>,
    /// The upper corner of the bounding box, from the last pixel.
    pub upper: Vec<i64>,
}

impl Images {
    /// What is wrong with them for a map of such sizes and such a box of channels and pixels.
    pub fn wrong(&self, sizes: &[i64], extents: &[i64]) -> Option<String> {
        let image = sizes.len().checked_sub(2).filter(|n| (1..=3).contains(n));
        let Some(image) = image.filter(|n| self.steps.len() == *n && self.upper.len() == *n) else {
            let (steps, upper) = (self.steps.len(), self.upper.len());
            return Some(format!("dimensions are {}, with {steps} strides and {upper} corners", sizes.len()));
        };
        if self.steps.iter().any(|step| !(1..=8).contains(step)) {
            return Some(format!("traversal strides are {:?}", self.steps));
        }
        let most = 1 << (16 / image as u32 - 1);
        if self.upper.iter().any(|upper| !(-most..most).contains(upper)) {
            return Some(format!("upper corner is {:?}", self.upper));
        }
        if self.upper.iter().zip(&sizes[1..]).any(|(upper, size)| size + upper < 1) {
            return Some(format!("bounding box is empty: sizes {sizes:?}, upper corner {:?}", self.upper));
        }
        let [channels, pixels] = extents else { return Some(format!("box is {extents:?}")) };
        let fits = (1..=256).contains(channels) && (1..=1024).contains(pixels);
        (!fits).then(|| format!("box is of {channels} channels and {pixels} pixels"))
    }

    /// The coordinates of all elements of a box, in order, in a tensor of such sizes.
    ///
    /// # Errors
    /// For offsets that there are not, and a base beside the bounding box.
    pub fn coordinates(
        &self,
        (sizes, extents): (&[i64], &[i64]),
        start: &[i64],
        offsets: &[i64],
    ) -> Result<Vec<Vec<i64>>, Reason> {
        let image = self.steps.len();
        let undefined = |what: String| Err(Reason::undefined(what));
        let ([channel, place @ ..], [channels, pixels]) = (start, extents) else {
            return undefined(format!("a box of im2col at {start:?}"));
        };
        let ends = 1 << (16 / image as u32);
        if offsets.len() != image || offsets.iter().any(|offset| !(0..ends).contains(offset)) {
            return undefined(format!(
                "offsets {offsets:?} of im2col, of {image} numbers from 0 to {}",
                ends - 1
            ));
        }
        let last: Vec<i64> = (0..image).map(|number| sizes[1 + number] - 1 + self.upper[number]).collect();
        let (mut base, mut number) = (place[..image].to_vec(), place[image]);
        if base.iter().zip(&last).any(|(base, last)| !(0..=*last).contains(base)) {
            return undefined(format!(
                "a filter at {base:?}, which is beside the bounding box, up to {last:?}"
            ));
        }
        let mut all = Vec::new();
        for _ in 0..*pixels {
            for more in 0..*channels {
                let pixel = base.iter().zip(offsets).map(|(base, offset)| base + offset);
                all.push([channel + more].into_iter().chain(pixel).chain([number]).collect());
            }
            let mut carries = true;
            for ((base, step), last) in base.iter_mut().zip(&self.steps).zip(&last) {
                if carries {
                    *base += step;
                    carries = *base > *last;
                    if carries {
                        *base = 0;
                    }
                }
            }
            number += i64::from(carries);
        }
        Ok(all)
    }
}
