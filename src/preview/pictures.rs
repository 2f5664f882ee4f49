//! Faces as PNG files in the size in which they are shown, each painted once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use muster_core::print::frame::{Frame, Rect};
use muster_core::print::image::{paint, png};

/// Pixels along the width at most, and at least.
pub(super) const WIDTHS: std::ops::RangeInclusive<u32> = 16..=2400;

/// Pixels along the height at most.
const HIGHEST: u32 = 4800;

/// The bytes of pictures that are kept at most.
const MOST: usize = 64 << 20;

/// Pictures that were asked for.
#[derive(Debug, Default)]
pub(super) struct Pictures(Mutex<KeptPictures>);

#[derive(Debug, Default)]
struct KeptPictures {
    pictures: HashMap<PictureName, Arc<[u8]>>,
    bytes: usize,
}

/// The key of a painted face: its number, width and bleed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PictureName {
    /// The number of the face; the same number is always the same face.
    pub(super) face: u64,
    /// In pixels.
    pub(super) width: u32,
    /// With its bleed.
    pub(super) bleed: bool,
}

impl Pictures {
    /// Returns the picture of this name, and paints it where it is not kept; `None` if it would have no pixels.
    pub(super) fn get(&self, name: PictureName, frame: &Frame, area: Rect) -> Option<Arc<[u8]>> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(picture) = kept().pictures.get(&name) {
            return Some(Arc::clone(picture));
        }
        let picture: Arc<[u8]> = paint_png(frame, area, name.width)?.into();
        let mut kept = kept();
        if kept.bytes + picture.len() > MOST {
            *kept = KeptPictures::default();
        }
        kept.bytes += picture.len();
        kept.pictures.insert(name, Arc::clone(&picture));
        Some(picture)
    }
}

/// Returns what of a drawing lies in an area, as a PNG file so many pixels wide; `None` if it would have no pixels.
pub(super) fn paint_png(frame: &Frame, area: Rect, width: u32) -> Option<Vec<u8>> {
    let height = (f64::from(width) * area.height / area.width).round() as u32;
    let dpi = f64::from(width) / area.width * 25.4;
    (height <= HIGHEST).then(|| paint(frame, area, width, height)).flatten().map(|pixels| png(&pixels, dpi))
}
