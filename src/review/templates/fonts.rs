//! The fonts that templates name: files beside them, read only below the folder of their project.

use std::cell::RefCell;
use std::collections::HashMap;

use camino::Utf8PathBuf;
use serde_json::Value;

use super::{Written, at, is_reported};
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::print::font::{Font, FontFault, MOST_FONT_BYTES};
use crate::review::Reader;
use crate::review::boundary::Boundary;
use crate::source::{FileId, Sources};

/// A file that is no font, not all of one, or too large.
pub const UNUSABLE_FONT: Code = Code::new("MU613", "unusable-font", Severity::Error, include_str!("unusable_font.md"));
/// A font that may not be embedded.
pub const RESTRICTED_FONT: Code =
    Code::new("MU614", "restricted-font", Severity::Error, include_str!("restricted_font.md"));

/// A reader of the fonts' files that templates name.
#[derive(Clone, Copy)]
pub struct FontFiles<'a> {
    read: Option<&'a Reader<'a>>,
    allow_outside: bool,
}

impl<'a> FontFiles<'a> {
    /// Reads no file: fonts that are carried stand in for those that are named.
    pub const NONE: FontFiles<'static> = FontFiles { read: None, allow_outside: false };

    /// Returns fonts read below the folder of the project that a template belongs to, or anywhere.
    pub fn new(read: &'a Reader<'a>, allow_outside: bool) -> FontFiles<'a> {
        FontFiles { read: Some(read), allow_outside }
    }
}

/// Fonts by the files that they were read from.
pub(super) struct Shelf<'a> {
    files: FontFiles<'a>,
    sources: Option<&'a Sources>,
    known: RefCell<HashMap<Utf8PathBuf, Result<Font, FontFault>>>,
}

impl<'a> Shelf<'a> {
    pub(super) fn new(files: FontFiles<'a>, sources: Option<&'a Sources>) -> Shelf<'a> {
        Shelf { files, sources, known: RefCell::default() }
    }

    /// Returns the fonts that the templates of a chain name, the most special first, each with its name. What is wrong with a
    /// file is told where it is named, once; then what is carried stands in for it.
    pub(super) fn fonts(&self, chain: &[&Written], fonts: &Value, sink: &mut Sink) -> Vec<(String, Font)> {
        let named = fonts.as_object().into_iter().flatten();
        let font = |(name, files): (&String, &Value)| {
            let pointer = format!("/fonts/{}", name.replace('~', "~0").replace('/', "~1"));
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
                let found = match (Font::named(entry), file) {
                    (Some(carried), _) => Some(Ok(carried)),
                    (None, Some(file)) => self.of_file(entry, file, &pointer),
                    (None, None) => None,
                };
                match found {
                    Some(Ok(font)) => fonts.push(font),
                    Some(Err(finding)) if !is_reported(sink, &finding) => sink.push(*finding),
                    Some(Err(_)) | None => {}
                }
            }
            fonts.push(Font::named(name).unwrap_or(Font::Sans));
            let font = Font::chained(&fonts).unwrap_or_else(|fault| {
                if let Some(file) = file {
                    sink.push(of_fault(name, &fault, file, &pointer));
                }
                Font::Sans
            });
            (name.clone(), font)
        };
        named.map(font).collect()
    }

    /// Returns the font of a file that a template names; none where no file is read.
    fn of_file(&self, name: &str, named_in: FileId, pointer: &str) -> Option<Result<Font, Box<Diagnostic>>> {
        let (read, sources) = (self.files.read?, self.sources?);
        let (template, place) = (sources.get(named_in).path(), at(named_in, pointer));
        let boundary = if self.files.allow_outside { Boundary::none() } else { Boundary::around(template) };
        let font = || -> Result<Font, Box<Diagnostic>> {
            let file = Boundary::named(template, name, &place)?;
            let real = boundary.inside(&file, &place)?;
            let known = self.known.borrow().get(&real).cloned();
            let font = match known {
                Some(known) => known,
                None => {
                    let trouble = |error| Box::new(Boundary::unreadable(&file, &error, &place));
                    // A file that is far too large is not read at all.
                    let bytes = std::fs::metadata(&real).map_err(trouble)?.len();
                    let font = match bytes > MOST_FONT_BYTES {
                        true => Err(FontFault::Bytes(bytes)),
                        false => Font::of_file(read(&real).map_err(trouble)?),
                    };
                    self.known.borrow_mut().insert(real, font.clone());
                    font
                }
            };
            font.map_err(|fault| Box::new(of_fault(name, &fault, named_in, pointer)))
        };
        Some(font())
    }
}

/// Returns the finding of a font that is named and not used.
fn of_fault(name: &str, fault: &FontFault, file: FileId, pointer: &str) -> Diagnostic {
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
    Diagnostic::new(code, at(file, pointer), format!("`{name}` {fault}")).help(help)
}
