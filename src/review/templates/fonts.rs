//! The fonts that templates name: files beside them, read only below the folder of their project.

use serde_json::Value;

use muster_core::diag::{Code, Diagnostic, Severity, Sink};
use muster_core::print::font::{Font, FontFault, MOST_FONT_BYTES};
use muster_core::source::{FileId, Pointer};

use super::shelf::Shelf;
use super::{Written, address, is_reported};

/// A file that is no font, not all of one, or too large.
pub const UNUSABLE_FONT: Code = Code::new("MU613", "unusable-font", Severity::Error, include_str!("unusable_font.md"));
/// A font that may not be embedded.
pub const RESTRICTED_FONT: Code =
    Code::new("MU614", "restricted-font", Severity::Error, include_str!("restricted_font.md"));

impl Shelf<'_> {
    /// Returns the fonts that the templates of a chain name, the most special first, each with its name. What is wrong with a
    /// file is told where it is named, once; then what is carried stands in for it.
    pub(super) fn fonts(&self, chain: &[&Written], fonts: &Value, sink: &mut Sink) -> Vec<(String, Font)> {
        let named = fonts.as_object().into_iter().flatten();
        let font = |(name, files): (&String, &Value)| {
            let pointer = Pointer::root().key("fonts").key(name).to_string();
            let file = chain.iter().find(|written| written.value.pointer(&pointer).is_some()).and_then(|w| w.file);
            let entries: Vec<(&str, String)> = match files {
                Value::Array(files) => {
                    let entries = files.iter().enumerate().map(|(i, file)| (file.as_str(), format!("{pointer}/{i}")));
                    entries.filter_map(|(file, pointer)| Some((file?, pointer))).collect()
                }
                one => one.as_str().map(|file| (file, pointer.clone())).into_iter().collect(),
            };
            let mut fonts = Vec::new();
            for (entry, pointer) in entries {
                let found = match (Font::from_name(entry), file) {
                    (Some(carried), _) => Some(Ok(carried)),
                    (None, Some(file)) => self.file_font(entry, file, &pointer),
                    (None, None) => None,
                };
                match found {
                    Some(Ok(font)) => fonts.push(font),
                    Some(Err(finding)) if !is_reported(sink, &finding) => sink.push(*finding),
                    Some(Err(_)) | None => {}
                }
            }
            fonts.push(Font::from_name(name).unwrap_or(Font::Sans));
            let font = Font::from_chain(&fonts).unwrap_or_else(|fault| {
                if let Some(file) = file {
                    sink.push(fault_finding(name, &fault, file, &pointer));
                }
                Font::Sans
            });
            (name.clone(), font)
        };
        named.map(font).collect()
    }

    /// Returns the font of a file that a template names; none where no file is read.
    fn file_font(&self, name: &str, named_in: FileId, pointer: &str) -> Option<Result<Font, Box<Diagnostic>>> {
        let read = |bytes: Vec<u8>| Font::from_bytes(bytes);
        let found =
            self.read(&self.known_fonts, name, (named_in, pointer), (MOST_FONT_BYTES, FontFault::Bytes), read)?;
        Some(found.and_then(|font| font.map_err(|fault| Box::new(fault_finding(name, &fault, named_in, pointer)))))
    }
}

/// Returns the finding of a font that is named and not used.
fn fault_finding(name: &str, fault: &FontFault, file: FileId, pointer: &str) -> Diagnostic {
    let (code, help) = match fault {
        FontFault::NoFont => (UNUSABLE_FONT, "name a TTF or OTF file; the file extension does not matter"),
        FontFault::Stray(stray) => (UNUSABLE_FONT, stray.help()),
        FontFault::OtherForm(_) => (UNUSABLE_FONT, "use a TTF or OTF file with one font, with outlines in one colour"),
        FontFault::Damaged(_) => (UNUSABLE_FONT, "get the file again from its source"),
        FontFault::Bytes(_) => (UNUSABLE_FONT, "use a font editor to remove the characters that the cards do not use"),
        FontFault::TooMany => (UNUSABLE_FONT, "name fewer fonts, or restart the program"),
        FontFault::Restricted(_) => {
            (RESTRICTED_FONT, "use another font, or ask its maker for one that may be embedded")
        }
    };
    Diagnostic::new(code, address(file, pointer), format!("`{name}` {fault}")).help(help)
}
