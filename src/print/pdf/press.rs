//! PDF/X-1a:2003 (ISO 15930-4): colours in the inks of a press, and what such a document says of itself.

use lopdf::{Dictionary, Object, dictionary};
use serde::Deserialize;

use super::super::frame::Color;

/// What a document is made by.
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

/// The printing condition that most American printers take: coated paper on a web press, registered by this name.
const CONDITION: &str = "CGATS TR 001";

/// The standard asks for a date, and the same cards shall give the same file.
const DATE: &str = "D:20000101000000Z";

/// Cyan, magenta, yellow and black, 0 to 1: black takes the place of what all three have in common, so that no colour
/// takes more than two inks' worth.
pub fn inks(Color(r, g, b): Color) -> [f64; 4] {
    let [c, m, y] = [r, g, b].map(|part| 1.0 - f64::from(part) / 255.0);
    let k = c.min(m).min(y);
    [c - k, m - k, y - k, k]
}

/// What the catalog says of the printing condition.
pub(super) fn intent() -> Dictionary {
    dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFX",
        "OutputConditionIdentifier" => Object::string_literal(CONDITION),
        "RegistryName" => Object::string_literal("http://www.color.org"),
        "Info" => Object::string_literal(CONDITION),
    }
}

/// What the document says of itself; a title it must have.
pub(super) fn info(info: &mut Dictionary, title: &str) {
    if title.is_empty() {
        info.set("Title", Object::string_literal("Cards"));
    }
    info.set("GTS_PDFXVersion", Object::string_literal("PDF/X-1a:2003"));
    info.set("Trapped", "False");
    info.set("CreationDate", Object::string_literal(DATE));
    info.set("ModDate", Object::string_literal(DATE));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_colour_takes_more_than_two_inks_worth() {
        let steps = || (0..=255).step_by(15);
        for color in steps().flat_map(|r| steps().flat_map(move |g| steps().map(move |b| Color(r, g, b)))) {
            let inks = inks(color);
            assert!(inks.iter().sum::<f64>() <= 2.0 + 1e-9 && inks.iter().all(|ink| (0.0..=1.0).contains(ink)));
        }
        assert_eq!(inks(Color(255, 0, 0)), [0.0, 1.0, 1.0, 0.0]);
        assert_eq!(inks(Color(0, 0, 0)), [0.0, 0.0, 0.0, 1.0]);
    }
}
