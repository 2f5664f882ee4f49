//! The form of a file that is named as a picture but cannot be read as one.

use super::PictureFault;
use crate::print::stray::Stray;

/// The forms of other pictures, each with the bytes at a place by which it is known.
const FORMS: [(usize, &[u8], &str); 24] = [
    (8, b"WEBP", "a WebP file"),
    (4, b"ftypavif", "an AVIF file"),
    (4, b"ftypavis", "an AVIF file"),
    (4, b"ftypheic", "a HEIC file"),
    (4, b"ftypheix", "a HEIC file"),
    (4, b"ftypmif1", "a HEIF file"),
    (4, b"ftypmsf1", "a HEIF file"),
    (0, b"GIF8", "a GIF file"),
    (0, b"BM", "a BMP file"),
    (0, b"II*\0", "a TIFF file"),
    (0, b"MM\0*", "a TIFF file"),
    (0, b"II+\0", "a TIFF file"),
    (0, b"MM\0+", "a TIFF file"),
    (0, b"\xFF\x0A", "a JPEG XL file"),
    (0, b"\0\0\0\x0CJXL ", "a JPEG XL file"),
    (0, b"\0\0\0\x0CjP  ", "a JPEG 2000 file"),
    (0, b"8BPS", "a Photoshop file"),
    (0, b"gimp xcf", "a GIMP file"),
    (0, b"%PDF-", "a PDF file"),
    (0, b"%!PS", "a PostScript file"),
    (0, b"\0\0\x01\0", "an icon file (ICO)"),
    (0, b"\x1F\x8B", "a gzip file (such as SVGZ)"),
    (0, b"PK\x03\x04", "a ZIP file"),
    (0, b"qoif", "a QOI file"),
];

/// Returns what is said of a file that is neither a PNG, nor a JPEG, nor an SVG file.
pub(super) fn it_is(bytes: &[u8]) -> PictureFault {
    if let Some(stray) = Stray::detect(bytes) {
        return PictureFault::Stray(stray);
    }
    let is = |(at, mark, _): &&(usize, &[u8], &str)| bytes.get(*at..).is_some_and(|rest| rest.starts_with(mark));
    if let Some((_, _, form)) = FORMS.iter().find(is) {
        return PictureFault::OtherForm(form);
    }
    if bytes.starts_with(b"\xFF\xFE<\0") || bytes.starts_with(b"\xFE\xFF\0<") {
        return PictureFault::OtherForm("UTF-16 text");
    }
    PictureFault::NoPicture
}
