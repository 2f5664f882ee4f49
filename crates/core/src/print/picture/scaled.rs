//! Smaller copies of pictures for painting: means of whole blocks of pixels, so that nothing flickers or is lost.

use std::sync::{Arc, Mutex, Weak};

use super::{Raster, Unpacked};
use crate::print::image::product;

/// Copies of fewer bytes are kept: those of a contact sheet, on which one picture may be painted a thousand times.
const KEPT: usize = 1 << 20;

/// A copy: four bytes a pixel, the colours multiplied with the last one.
#[derive(Debug)]
pub(in crate::print) struct Scaled {
    pub(in crate::print) width: u32,
    pub(in crate::print) height: u32,
    pub(in crate::print) rgba: Vec<u8>,
    /// Number of pixels of the picture, across and down, that make one of the copy; fewer at the right and lower edge.
    pub(in crate::print) block: u32,
}

/// The copies of one picture, by how many pixels are in a block.
#[derive(Default)]
pub(super) struct Levels(Mutex<Vec<Level>>);

/// A copy while somebody has it, and a small one for good.
struct Level {
    block: u32,
    copy: Weak<Scaled>,
    _kept: Option<Arc<Scaled>>,
}

impl Levels {
    /// Returns the smallest copy that has at least so many pixels, or the picture itself.
    pub(super) fn get(&self, raster: &Raster, width: f64, height: f64) -> Arc<Scaled> {
        let (across, down) = (f64::from(raster.header.width) / width, f64::from(raster.header.height) / height);
        let block = across.min(down).floor().clamp(1.0, 65535.0) as u32;
        // Whoever wants the same copy waits, instead of unpacking the picture as well.
        let mut levels = self.0.lock().expect("internal error: scaling a picture panicked");
        let known = levels.iter().find(|level| level.block == block).and_then(|level| level.copy.upgrade());
        if let Some(known) = known {
            return known;
        }
        let unpacked = raster.unpack_or_white();
        let scaled = Arc::new(scale(&unpacked, (block / unpacked.step).max(1)));
        levels.retain(|level| level.block != block);
        let kept = (scaled.rgba.len() <= KEPT).then(|| Arc::clone(&scaled));
        levels.push(Level { block, copy: Arc::downgrade(&scaled), _kept: kept });
        scaled
    }
}

/// Returns the mean of each block.
fn scale(unpacked: &Unpacked, block: u32) -> Scaled {
    let (from, block_size) = (&unpacked.pixels, block as usize);
    let (width, height) = (from.width.div_ceil(block), from.height.div_ceil(block));
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    let row = from.width as usize;
    let mut sums = vec![[0u64; 4]; width as usize];
    for top in (0..from.height as usize).step_by(block_size) {
        let rows = top..(top + block_size).min(from.height as usize);
        sums.fill([0; 4]);
        for y in rows.clone() {
            let pixels = &from.rgb[y * row * 3..(y + 1) * row * 3];
            let alpha = unpacked.alpha.as_ref().map(|alpha| &alpha[y * row..(y + 1) * row]);
            for (x, pixel) in pixels.chunks_exact(3).enumerate() {
                let alpha = alpha.map_or(255, |alpha| alpha[x]);
                let sum = &mut sums[x / block_size];
                for (sum, part) in sum.iter_mut().zip([pixel[0], pixel[1], pixel[2], 255]) {
                    *sum += u64::from(product(part, alpha));
                }
            }
        }
        for (i, sum) in sums.iter().enumerate() {
            let columns = block_size.min(row - i * block_size);
            let count = (columns * rows.len()) as u64;
            rgba.extend(sum.map(|sum| ((sum + count / 2) / count) as u8));
        }
    }
    Scaled { width, height, rgba, block: block * unpacked.step }
}
