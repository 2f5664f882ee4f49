//! Faults of pictures' files.

use std::fmt;

use crate::print::stray::Stray;

/// The reason a file is not drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureFault {
    /// It is neither a PNG, nor a JPEG, nor an SVG file.
    NoPicture,
    /// It is a file of another form; which, as the end of a sentence.
    OtherForm(&'static str),
    /// It is something that nobody draws.
    Stray(Stray),
    /// It ends too early or contradicts itself; how, as the end of a sentence.
    Damaged(String),
    /// Too many bytes.
    Bytes {
        /// The number it has.
        bytes: u64,
        /// The most there may be.
        most: u64,
    },
    /// More pixels than are unpacked.
    Pixels {
        /// In a row.
        width: u32,
        /// Rows.
        height: u32,
        /// The most there may be.
        most: u64,
    },
    /// A file that goes beyond a limit; which, as the end of a sentence.
    Endless(String),
    /// An SVG file that names another file.
    Names(String),
}

impl fmt::Display for PictureFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureFault::NoPicture => f.write_str("is not a PNG, JPEG or SVG file"),
            PictureFault::OtherForm(form) => write!(f, "is {form}, which is not supported"),
            PictureFault::Stray(stray) => stray.fmt(f),
            PictureFault::Damaged(how) => write!(f, "is damaged: {how}"),
            PictureFault::Bytes { bytes, most } => {
                let megabytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
                write!(f, "is {:.1} MB; at most {:.0} MB are read", megabytes(*bytes), megabytes(*most))
            }
            PictureFault::Pixels { width, height, most } => {
                let most = most / 1_000_000;
                write!(f, "has {width} × {height} pixels; at most {most} million are read")
            }
            PictureFault::Endless(limit) => write!(f, "is too complex to draw: {limit}"),
            PictureFault::Names(name) => write!(f, "names another file, `{name}`, which is not loaded"),
        }
    }
}
