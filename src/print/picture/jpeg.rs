//! JPEG files: their segments are looked over without being unpacked. A PDF takes them as they are.

use std::io::Cursor;

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::{Header, PictureFault, RasterKind, Unpacked, within_memory};
use crate::print::frame::Pixels;

fn damaged(how: impl Into<String>) -> PictureFault {
    PictureFault::Damaged(how.into())
}

/// Segments from one marker to the next: the marker's byte, and what follows its length.
struct Segments<'a> {
    rest: &'a [u8],
}

impl<'a> Segments<'a> {
    /// Returns the next segment; the end has no data. After the data of a scan its packed pixels are passed over.
    fn next(&mut self) -> Result<(u8, &'a [u8]), PictureFault> {
        let early = || damaged("it ends too early");
        // Any number of fill bytes may stand before a marker.
        let start = self.rest.iter().position(|byte| *byte != 0xFF).ok_or_else(early)?;
        if start == 0 {
            return Err(damaged("a segment does not end where it says"));
        }
        let marker = self.rest[start];
        self.rest = &self.rest[start + 1..];
        if matches!(marker, 0xD8 | 0xD9 | 0x01) {
            return Ok((marker, &[]));
        }
        let length = self.rest.first_chunk().map(|two| usize::from(u16::from_be_bytes(*two))).ok_or_else(early)?;
        let data = self.rest.get(2..length).ok_or_else(|| match length {
            0..2 => damaged("a segment has no length"),
            _ => early(),
        })?;
        self.rest = &self.rest[length..];
        if marker == 0xDA {
            // In packed pixels 0xFF is followed by 0 or by the number of a restart.
            let end = self.rest.windows(2).position(|two| two[0] == 0xFF && !matches!(two[1], 0 | 0xD0..=0xD7 | 0xFF));
            self.rest = &self.rest[end.ok_or_else(early)?..];
        }
        Ok((marker, data))
    }
}

/// Looks over the segments of a file: its size and colours, and that it has an end.
pub(super) fn header(bytes: &[u8]) -> Result<Header, PictureFault> {
    let mut segments = Segments { rest: bytes };
    let (mut frame, mut scanned, mut adobe, mut orientation) = (None, false, false, 1);
    loop {
        match segments.next()? {
            // Baseline, extended and progressive; the others are hardly ever written, and a PDF takes none of them.
            (0xC0..=0xC2, data) if data.len() >= 6 => {
                let number = |at: usize| u32::from(data[at]) << 8 | u32::from(data[at + 1]);
                let (height, width) = (number(1), number(3));
                within_memory(width, height)?;
                if data[0] != 8 || !matches!(data[5], 1 | 3 | 4) {
                    let text = format!("it has {} colours of {} bits, which is not drawn", data[5], data[0]);
                    return Err(damaged(text));
                }
                if frame.replace((width, height, data[5])).is_some() {
                    return Err(damaged("it has two sizes"));
                }
            }
            (0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF, _) => {
                return Err(damaged("it is packed in a way that a PDF does not take"));
            }
            (0xEE, data) => adobe |= data.starts_with(b"Adobe"),
            (0xE1, data) => orientation = data.strip_prefix(b"Exif\0\0").and_then(oriented).unwrap_or(orientation),
            (0xDA, _) if frame.is_none() => return Err(damaged("it has pixels before its size")),
            (0xDA, _) => scanned = true,
            (0xD9, _) => break,
            _ => {}
        }
    }
    let (width, height, components) = frame.filter(|_| scanned).ok_or_else(|| damaged("it has no pixels"))?;
    // Adobe's programs write inks as their opposite.
    let kind = RasterKind::Jpeg { components, inverted: adobe && components == 4 };
    Ok(Header { kind, width, height, alpha: false, orientation })
}

/// Returns how a photograph was held, as the first directory of its Exif data says.
fn oriented(tiff: &[u8]) -> Option<u8> {
    let little = match tiff.get(..2)? {
        b"II" => true,
        b"MM" => false,
        _ => return None,
    };
    let bytes = |at: usize, count: usize| tiff.get(at..at.checked_add(count)?);
    let number = |at: usize, count: usize| {
        let join = |number: usize, byte: &u8| number << 8 | usize::from(*byte);
        let bytes = bytes(at, count)?;
        Some(if little { bytes.iter().rev().fold(0, join) } else { bytes.iter().fold(0, join) })
    };
    let directory = number(4, 4)?;
    let entries = number(directory, 2)?;
    let entry = (0..entries).map(|i| directory + 2 + 12 * i).find(|entry| number(*entry, 2) == Some(0x0112))?;
    let orientation = number(entry + 8, 2)?;
    u8::try_from(orientation).ok().filter(|orientation| (1..=8).contains(orientation))
}

/// Unpacks a file.
pub(super) fn unpack(bytes: &[u8]) -> Result<Unpacked, PictureFault> {
    // Portable code: the quick kind rounds otherwise on other machines.
    let options = DecoderOptions::new_safe().jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(Cursor::new(bytes), options);
    let rgb = decoder.decode().map_err(|error| damaged(error.to_string()))?;
    let (width, height) = decoder.dimensions().ok_or_else(|| damaged("it has no size"))?;
    let size = |pixels: usize| u32::try_from(pixels).map_err(|_| damaged("it is too large"));
    let (width, height) = (size(width)?, size(height)?);
    if rgb.len() as u64 != u64::from(width) * u64::from(height) * 3 {
        return Err(damaged("it has too few pixels"));
    }
    Ok(Unpacked { pixels: Pixels { width, height, rgb }, alpha: None })
}
