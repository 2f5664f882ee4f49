//! PDF/X-1a:2003 (ISO 15930-4) and PDF/X-4 (ISO 15930-7): colours in the inks of a press, and what such a document says of itself.

use lopdf::{Dictionary, Object, ObjectId, Stream, dictionary};
use serde::Deserialize;

use super::{Identity, xmp};
use crate::print::Deck;
use crate::print::inks::{Press, Separation};

/// The standard that a document follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub enum Standard {
    /// PDF 1.7 in the colours of the screen.
    #[default]
    #[serde(rename = "PDF 1.7")]
    Screen,
    /// PDF/X-1a:2003 in cyan, magenta, yellow and black: nothing is seen through anything.
    #[serde(rename = "PDF/X-1a:2003")]
    X1a,
    /// PDF/X-4 in the same inks, with what is seen through.
    #[serde(rename = "PDF/X-4")]
    X4,
}

impl Standard {
    /// Returns true if a document is in inks.
    pub fn is_in_inks(self) -> bool {
        self != Standard::Screen
    }

    /// Returns true if something may be seen through something else.
    pub fn is_transparent(self) -> bool {
        self != Standard::X1a
    }

    /// Returns true if black text is printed over what lies below it. Where little ink is allowed, colours would be pale for it.
    pub fn overprints_black(self) -> bool {
        self == Standard::X4
    }

    /// Returns the version of PDF that it asks for.
    pub(super) fn version(self) -> &'static str {
        match self {
            Standard::Screen => "1.7",
            Standard::X1a => "1.4",
            Standard::X4 => "1.6",
        }
    }

    /// Returns the colours of what is mixed of others.
    pub(super) fn space(self) -> &'static str {
        if self.is_in_inks() { "DeviceCMYK" } else { "DeviceRGB" }
    }
}

/// The colours of a document.
#[derive(Debug, Clone, Copy)]
pub struct PdfColors {
    /// The standard that it follows.
    pub standard: Standard,
    /// The press that it is for; `None` for that of the carried profile.
    pub press: Option<&'static Press>,
    /// The most ink that lies on one place: 1 for as much as of one ink.
    pub most_ink: f64,
}

impl PdfColors {
    /// The colours of the screen.
    pub const SCREEN: PdfColors = PdfColors { standard: Standard::Screen, press: None, most_ink: 4.0 };
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
pub(super) fn intent(press: &Press, profile: ObjectId) -> Dictionary {
    let mut intent = dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFX",
        "OutputConditionIdentifier" => lopdf::text_string(if press.is_registered { &press.condition } else { "Custom" }),
        "Info" => lopdf::text_string(&press.condition),
        "DestOutputProfile" => profile,
    };
    if press.is_registered {
        intent.set("RegistryName", Object::string_literal("http://www.color.org"));
    }
    intent
}

/// Returns the graphics state in which text is printed over what lies below it, or no longer: the inks below stay where it has
/// none of them.
pub(super) fn overprint(on: bool) -> Dictionary {
    dictionary! { "Type" => "ExtGState", "op" => on, "OP" => false, "OPM" => i64::from(on) }
}

/// Returns the ICC profile of the inks.
pub(super) fn profile(press: &Press) -> Stream {
    super::compress(dictionary! { "N" => 4 }, press.profile.to_vec())
}

/// Sets the document's properties that a standard asks for beside a title.
pub(super) fn info(info: &mut Dictionary, standard: Standard) {
    if standard == Standard::X1a {
        info.set("GTS_PDFXVersion", Object::string_literal("PDF/X-1a:2003"));
    }
    info.set("Trapped", "False");
    info.set("CreationDate", Object::string_literal(DATE));
    info.set("ModDate", Object::string_literal(DATE));
}

/// Returns the metadata that PDF/X-4 asks for.
pub(super) fn metadata(deck: &Deck, identity: &Identity) -> Stream {
    let id: String = identity.bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    let program = concat!("muster ", env!("CARGO_PKG_VERSION"));
    let date = "2000-01-01T00:00:00Z";
    let namespaces = "xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" \
                      xmlns:xmpMM=\"http://ns.adobe.com/xap/1.0/mm/\" xmlns:pdfxid=\"http://www.npes.org/pdfx/ns/id/\"";
    let more = format!(
        "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion><dc:format>application/pdf</dc:format>\n\
         <xmp:CreatorTool>{program}</xmp:CreatorTool><xmp:CreateDate>{date}</xmp:CreateDate>\
         <xmp:ModifyDate>{date}</xmp:ModifyDate><xmp:MetadataDate>{date}</xmp:MetadataDate>\n\
         <xmpMM:DocumentID>uuid:{id}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>\
         <xmpMM:RenditionClass>default</xmpMM:RenditionClass>\n\
         <pdf:Producer>{program}</pdf:Producer><pdf:Trapped>False</pdf:Trapped>"
    );
    xmp::metadata(deck, namespaces, &more)
}
