//! Faults of fonts' files.

use std::fmt;

use super::file::MOST_FONT_BYTES;
use crate::print::stray::Stray;

/// The reason the font of a file is not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FontFault {
    /// It is neither a TrueType nor an OpenType file.
    NoFont,
    /// It is something that nobody sets with.
    Stray(Stray),
    /// It is of a form that is not read; which, as the end of a sentence.
    OtherForm(&'static str),
    /// It ends too early or contradicts itself; how, as the end of a sentence.
    Damaged(&'static str),
    /// More bytes than [`MOST_FONT_BYTES`].
    Bytes(u64),
    /// More fonts than are kept in one run.
    TooMany,
    /// Its maker does not allow what is done with it; what, as the end of a sentence (`fsType` of the table `OS/2`).
    Restricted(&'static str),
}

impl fmt::Display for FontFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FontFault::NoFont => f.write_str("is not a font: expected a TTF or OTF file"),
            FontFault::Stray(stray) => stray.fmt(f),
            FontFault::OtherForm(form) => write!(f, "is {form}, which is not supported"),
            FontFault::Damaged(how) => write!(f, "is damaged: {how}"),
            FontFault::Bytes(bytes) => {
                let megabytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
                write!(f, "is {:.1} MB; at most {:.0} MB are read", megabytes(*bytes), megabytes(MOST_FONT_BYTES))
            }
            FontFault::TooMany => f.write_str("is one font too many; no more can be loaded at a time"),
            FontFault::Restricted(what) => write!(f, "may not be {what}, according to its own licence flags"),
        }
    }
}
