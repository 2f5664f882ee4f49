//! PDF/X-1a:2003 (ISO 15930-4): colours in the inks of a press, and what such a document says of itself.

use lopdf::{Dictionary, Object, ObjectId, Stream, dictionary};
use serde::Deserialize;

use crate::print::inks::{CONDITION, PROFILE, Separation};

/// The standard that a document follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub enum Standard {
    /// PDF 1.7 in the colours of the screen.
    #[default]
    #[serde(rename = "PDF 1.7")]
    Screen,
    /// PDF/X-1a:2003 in cyan, magenta, yellow and black.
    #[serde(rename = "PDF/X-1a:2003")]
    Press,
}

/// The colours of a document.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PdfColors {
    /// The standard that it follows.
    pub standard: Standard,
    /// The most ink that lies on one place: 1 for as much as of one ink.
    pub most_ink: f64,
}

impl PdfColors {
    /// The colours of the screen.
    pub const SCREEN: PdfColors = PdfColors { standard: Standard::Screen, most_ink: 4.0 };
}

/// The colours of a document, and how they become inks.
#[derive(Clone, Copy)]
pub(super) struct WrittenColors<'a> {
    pub(super) standard: Standard,
    pub(super) separation: Separation<'a>,
}

/// The standard asks for a date, and the same cards shall give the same file.
const DATE: &str = "D:20000101000000Z";

/// Returns what the catalog says of the printing condition; `profile` is the object of its ICC profile.
pub(super) fn intent(profile: ObjectId) -> Dictionary {
    dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFX",
        "OutputConditionIdentifier" => Object::string_literal(CONDITION),
        "RegistryName" => Object::string_literal("http://www.color.org"),
        "Info" => Object::string_literal(CONDITION),
        "DestOutputProfile" => profile,
    }
}

/// Returns the ICC profile of the inks.
pub(super) fn profile() -> Stream {
    super::packed(dictionary! { "N" => 4 }, PROFILE.to_vec())
}

/// Sets the document's properties that the standard asks for; there must be a title among them.
pub(super) fn info(info: &mut Dictionary, title: &str) {
    if title.is_empty() {
        info.set("Title", Object::string_literal("Cards"));
    }
    info.set("GTS_PDFXVersion", Object::string_literal("PDF/X-1a:2003"));
    info.set("Trapped", "False");
    info.set("CreationDate", Object::string_literal(DATE));
    info.set("ModDate", Object::string_literal(DATE));
}
