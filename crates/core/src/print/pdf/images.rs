//! Pictures as objects of a PDF: each once, JPEG files as they are.

use lopdf::{Dictionary, Object, Stream, dictionary};

use super::compress;
use super::press::WrittenColors;
use crate::print::frame::Pixels;
use crate::print::picture::{Raster, RasterKind, Unpacked};

/// A picture, and what is seen through it.
pub(super) struct Written {
    pub(super) image: Stream,
    /// The opacity of each of its pixels; `None` if all are opaque.
    pub(super) mask: Option<Stream>,
}

/// Writes a picture in the colours of a document.
pub(super) fn write_image(raster: &Raster, colors: WrittenColors<'_>) -> Written {
    // A press takes the pixels of the screen in inks only.
    if let RasterKind::Jpeg { components, inverted } = raster.header.kind
        && (!colors.standard.is_in_inks() || components != 3)
    {
        return Written { image: jpeg(raster, components, inverted), mask: None };
    }
    let unpacked = raster.unpack_or_white();
    let (pixels, alpha) = match colors.standard.is_transparent() {
        true => {
            let Unpacked { pixels, alpha, .. } = unpacked;
            (pixels, alpha)
        }
        false => (unpacked.flatten_on_white(), None),
    };
    let (width, height) = (pixels.width, pixels.height);
    let mask = alpha.map(|alpha| compress(dict(width, height, "DeviceGray"), alpha));
    let (space, bytes) = match (greys(&pixels), colors.standard.is_in_inks()) {
        (Some(greys), false) => ("DeviceGray", greys),
        (None, false) => ("DeviceRGB", pixels.rgb),
        (Some(greys), true) => ("DeviceGray", greys.into_iter().map(|grey| colors.separation.grey(grey)).collect()),
        (None, true) => ("DeviceCMYK", colors.separation.pixels(&pixels.rgb)),
    };
    Written { image: compress(dict(width, height, space), bytes), mask }
}

/// Returns a JPEG file as it is.
fn jpeg(raster: &Raster, components: u8, inverted: bool) -> Stream {
    let space = match components {
        1 => "DeviceGray",
        4 => "DeviceCMYK",
        _ => "DeviceRGB",
    };
    let mut dict = dict(raster.header.width, raster.header.height, space);
    dict.set("Filter", "DCTDecode");
    if inverted {
        dict.set("Decode", [1, 0, 1, 0, 1, 0, 1, 0].map(Object::Integer).to_vec());
    }
    // It would not become smaller.
    Stream::new(dict, raster.bytes.clone()).with_compression(false)
}

fn dict(width: u32, height: u32, space: &str) -> Dictionary {
    dictionary! {
        "Type" => "XObject",
        "Subtype" => "Image",
        "Width" => i64::from(width),
        "Height" => i64::from(height),
        "ColorSpace" => space,
        "BitsPerComponent" => 8,
    }
}

/// Returns one byte a pixel; `None` if not all are grey.
fn greys(pixels: &Pixels) -> Option<Vec<u8>> {
    let grey = |pixel: &[u8]| (pixel[0] == pixel[1] && pixel[1] == pixel[2]).then_some(pixel[0]);
    pixels.rgb.chunks_exact(3).map(grey).collect()
}
