//! What a box of im2col has (PTX ISA, "im2col mode").
//!
//! Coordinates say the first channel, the base of the filter in an image, and the image. The base goes through the bounding
//! box, whose lower corner is the image's first pixel and whose upper one the map says from its last, in steps of the
//! traversal strides: W first, then H and D, then the next image. Of each the pixel is taken that lies the offsets of the
//! instruction further on, and of that some channels.

use crate::fault::Reason;

/// What divides the place of a box's first channel.
const BYTES: i64 = 16;

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

    /// The coordinates of all elements of a box, in order, in a tensor of such sizes, whose elements have so many bytes.
    ///
    /// # Errors
    /// For offsets that there are not, a base beside the bounding box, and a channel at which an H100 takes the copy for an
    /// illegal instruction.
    pub fn coordinates(
        &self,
        (sizes, extents, element): (&[i64], &[i64], i64),
        start: &[i64],
        offsets: &[i64],
    ) -> Result<Vec<Vec<i64>>, Reason> {
        let image = self.steps.len();
        let undefined = |what: String| Err(Reason::undefined(what));
        let ([channel, place @ ..], [channels, pixels]) = (start, extents) else {
            return undefined(format!("a box of im2col at {start:?}"));
        };
        if channel * element % BYTES != 0 {
            return undefined(format!(
                "a box of im2col at channel {channel}, which is not at a multiple of {BYTES} bytes"
            ));
        }
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// The second example of the PTX ISA: 64 channels of 9 by 14 pixels, from (4, 7) of image 7 on.
    const SIZES: [i64; 4] = [64, 9, 14, 64];

    #[test]
    fn the_base_stays_in_the_bounding_box() {
        let images = Images { steps: vec![1, 1], upper: vec![-2, -2] };
        assert_eq!(images.wrong(&SIZES, &[8, 64]), None);
        let all = images.coordinates((&SIZES, &[8, 64], 2), &[0, 4, 7, 7], &[2, 2]).unwrap();
        assert_eq!(all.len(), 8 * 64);
        let pixels: Vec<&[i64]> = all.iter().step_by(8).map(|at| &at[1..]).collect();
        // Three places of the row, four rows more, and the next image.
        assert_eq!([pixels[0], pixels[2], pixels[3]], [[6, 9, 7], [8, 9, 7], [2, 10, 7]]);
        assert_eq!([pixels[30], pixels[31], pixels[63]], [[8, 13, 7], [2, 2, 8], [6, 6, 8]]);
        assert_eq!(all[7], [7, 6, 9, 7]);
        // In steps of 2 there are four columns, and six rows.
        let images = Images { steps: vec![2, 2], upper: vec![-2, -2] };
        let all = images.coordinates((&SIZES, &[1, 25], 2), &[8, 0, 0, 0], &[1, 0]).unwrap();
        assert_eq!(
            [&all[3][..], &all[4], &all[23], &all[24]],
            [[8, 7, 0, 0], [8, 1, 2, 0], [8, 7, 10, 0], [8, 1, 0, 1]]
        );
    }

    #[test]
    fn what_the_engine_has_not_is_named() {
        let images = |steps: &[i64], upper: &[i64]| Images { steps: steps.to_vec(), upper: upper.to_vec() };
        let wrong =
            |steps: &[i64], upper: &[i64], extents| images(steps, upper).wrong(&SIZES, extents).unwrap();
        assert_eq!(wrong(&[1], &[0], &[8, 8]), "dimensions are 4, with 1 strides and 1 corners");
        assert_eq!(wrong(&[9, 1], &[0, 0], &[8, 8]), "traversal strides are [9, 1]");
        assert_eq!(wrong(&[1, 1], &[0, -129], &[8, 8]), "upper corner is [0, -129]");
        assert_eq!(
            wrong(&[1, 1], &[-9, 0], &[8, 8]),
            "bounding box is empty: sizes [64, 9, 14, 64], upper corner [-9, 0]"
        );
        assert_eq!(wrong(&[1, 1], &[0, 0], &[8, 1025]), "box is of 8 channels and 1025 pixels");
        assert_eq!(wrong(&[1, 1], &[0, 0], &[8, 8, 8]), "box is [8, 8, 8]");
        let error = |start: &[i64], offsets: &[i64]| {
            let images = images(&[1, 1], &[-2, -2]);
            images.coordinates((&SIZES, &[8, 8], 2), start, offsets).unwrap_err().to_string()
        };
        let at = |start| error(start, &[0, 0]);
        assert!(
            at(&[0, 7, 0, 0])
                .ends_with("a filter at [7, 0], which is beside the bounding box, up to [6, 11]")
        );
        assert!(at(&[0, 0, -1, 0]).contains("beside the bounding box"));
        assert!(
            error(&[0; 4], &[256, 0]).ends_with("offsets [256, 0] of im2col, of 2 numbers from 0 to 255")
        );
        assert!(error(&[0; 4], &[0]).contains("offsets [0] of im2col"));
        assert!(
            at(&[4, 0, 0, 0])
                .ends_with("a box of im2col at channel 4, which is not at a multiple of 16 bytes")
        );
    }
}
