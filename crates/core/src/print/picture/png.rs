//! PNG files: their parts are looked over without being unpacked, and unpacked row by row.

use std::io::Cursor;

use super::{Header, MOST_PIXELS, PictureFault, RasterKind, Unpacked, check_size, damage_fault, exif};
use crate::print::frame::Pixels;

/// The first bytes of every file.
pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The most memory that the unpacking crate takes beside the pixels.
const MOST_BESIDE: usize = 64 << 20;

/// Returns a part of a file that is text: its length, its name, the text, and the sum of both.
pub(in crate::print) fn part(name: &str, text: &str) -> Vec<u8> {
    let length = text.len() as u32;
    let content = format!("{name}{text}");
    [&length.to_be_bytes(), content.as_bytes(), &crc32fast::hash(content.as_bytes()).to_be_bytes()].concat()
}

/// Looks over the parts of a file: its header, the sums of all parts, and that it has an end.
pub(super) fn header(bytes: &[u8]) -> Result<Header, PictureFault> {
    let mut rest = &bytes[SIGNATURE.len()..];
    let (mut found, mut pixels) = (None, false);
    loop {
        let Some((head, after)) = rest.split_first_chunk::<8>() else { return Err(damage_fault("it ends too early")) };
        let (&[a, b, c, d], name) = (head.first_chunk().unwrap_or(&[0; 4]), &head[4..]);
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        // The size is refused first, whatever else is wrong.
        if found.is_none() {
            let data = after.get(..length.min(13)).filter(|data| name == b"IHDR" && data.len() == 13);
            let header = read_header(data.ok_or_else(|| damage_fault("it does not begin with its size"))?)?;
            found = Some(header);
        }
        let (Some(data), Some(sum)) = (after.get(..length), after.get(length..length.saturating_add(4))) else {
            return Err(damage_fault("it ends too early"));
        };
        let mut computed = crc32fast::Hasher::new();
        computed.update(name);
        computed.update(data);
        if sum != computed.finalize().to_be_bytes() {
            return Err(damage_fault(format!("the checksum of its part `{}` is wrong", name.escape_ascii())));
        }
        pixels |= name == b"IDAT";
        if let Some(header) = &mut found {
            header.alpha |= name == b"tRNS";
            if name == b"eXIf" {
                header.orientation = exif::orientation(data).unwrap_or(header.orientation);
            }
        }
        if name == b"IEND" {
            break;
        }
        rest = &after[length + 4..];
    }
    match found {
        Some(header) if pixels => Ok(header),
        _ => Err(damage_fault("it has no pixels")),
    }
}

/// Returns the properties in the header.
fn read_header(data: &[u8]) -> Result<Header, PictureFault> {
    let number = |at: usize| data[at..at + 4].iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
    let (width, height) = (number(0), number(4));
    check_size(width, height, MOST_PIXELS)?;
    // Grey or colours with alpha.
    let alpha = matches!(data[9], 4 | 6);
    Ok(Header { kind: RasterKind::Png, width, height, alpha, orientation: 1 })
}

/// Begins to unpack a file: one byte a colour.
fn reader(bytes: &[u8]) -> Result<png::Reader<Cursor<&[u8]>>, PictureFault> {
    let mut options = png::DecodeOptions::default();
    // Pixels that were damaged before the sums of the parts were made have a sum of their own.
    options.set_ignore_adler32(false);
    let mut decoder = png::Decoder::new_with_options(Cursor::new(bytes), options);
    decoder.set_limits(png::Limits { bytes: MOST_BESIDE });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let reader = decoder.read_info().map_err(|error| decoding_fault(&error))?;
    let (width, height) = reader.info().size();
    check_size(width, height, MOST_PIXELS)?;
    Ok(reader)
}

fn decoding_fault(error: &png::DecodingError) -> PictureFault {
    let is_short = matches!(error, png::DecodingError::IoError(_)) || error.to_string().contains("InsufficientInput");
    damage_fault(if is_short { "some of its pixels are missing" } else { "its parts do not follow the rules of PNG" })
}

/// Finds that all pixels of a file are there.
pub(super) fn check(bytes: &[u8]) -> Result<(), PictureFault> {
    let mut reader = reader(bytes)?;
    while reader.next_interlaced_row().map_err(|error| decoding_fault(&error))?.is_some() {}
    Ok(())
}

/// Unpacks a file.
pub(super) fn unpack(bytes: &[u8]) -> Result<Unpacked, PictureFault> {
    let mut reader = reader(bytes)?;
    let (width, height) = reader.info().size();
    let (color, _) = reader.output_color_type();
    let count = width as usize * height as usize;
    let samples = color.samples();
    let (grey, has_alpha) = (samples < 3, samples % 2 == 0);
    let (mut rgb, mut alpha) = (Vec::with_capacity(count * 3), Vec::new());
    let mut take = |row: &[u8]| {
        for pixel in row.chunks_exact(samples) {
            rgb.extend_from_slice(&if grey { [pixel[0]; 3] } else { [pixel[0], pixel[1], pixel[2]] });
            if has_alpha {
                alpha.push(pixel[samples - 1]);
            }
        }
    };
    if reader.info().interlaced {
        // Its rows do not come in order: the whole of it at once.
        let size = reader.output_buffer_size().ok_or_else(|| damage_fault("it is too large"))?;
        let mut all = vec![0; size];
        reader.next_frame(&mut all).map_err(|error| decoding_fault(&error))?;
        take(&all);
    } else {
        while let Some(row) = reader.next_row().map_err(|error| decoding_fault(&error))? {
            take(row.data());
        }
    }
    if rgb.len() != count * 3 {
        return Err(damage_fault("some of its pixels are missing"));
    }
    let alpha = Some(alpha).filter(|alpha| alpha.iter().any(|part| *part < 255));
    Ok(Unpacked { pixels: Pixels { width, height, rgb }, alpha, step: 1 })
}
