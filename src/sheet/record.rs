//! The sheet `muster` of a workbook: what it was exported from, so that changes on both sides can be told apart.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use muster_core::digest::hex_of_text;

use super::book::{Book, BookValue};
use super::document::SheetDocument;

/// The name of the sheet.
pub const NAME: &str = "muster";
/// The version of the format.
pub const VERSION: &str = "1";
/// The most letters in a cell of the source.
const CHUNK: usize = 30_000;
/// What is not written as it is, so that no program changes it: blanks and ends of lines.
const CHANGED: &AsciiSet = &CONTROLS.add(b' ').add(b'%');

/// What a workbook was exported from.
#[derive(Debug, PartialEq, Eq)]
pub struct Record {
    /// The name of the document's file, without its folder.
    pub file: String,
    /// The digest of the text.
    pub digest: String,
    /// The text; `None` if it is no longer the one of the digest.
    pub source: Option<String>,
}

/// Returns true for the name of the sheet.
pub fn is_record(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case(NAME)
}

/// Returns the rows of the sheet for a document.
pub fn rows(document: &SheetDocument) -> Vec<[String; 2]> {
    let file = document.path().file_name().unwrap_or_default();
    let row = |key: &str, value: &str| [key.to_owned(), value.to_owned()];
    let encoded: String = utf8_percent_encode(document.text(), CHANGED).collect();
    // Letters beyond ASCII are encoded too, so every place is one between letters.
    let chunks = encoded.as_bytes().chunks(CHUNK).map(|chunk| String::from_utf8_lossy(chunk).into_owned());
    let head = [row("format", VERSION), row("file", file), row("digest", &hex_of_text(document.text()))];
    head.into_iter().chain(chunks.map(|chunk| ["source".to_owned(), chunk])).collect()
}

/// Reads the sheet; `None` if the workbook has none.
pub fn read(book: &Book) -> Option<Record> {
    let page = book.pages.iter().find(|page| page.name.as_deref().is_some_and(is_record))?;
    let (mut file, mut digest, mut encoded) = (String::new(), String::new(), String::new());
    for cells in page.rows.values() {
        let text = |column: u32| cells.get(&column).map(|cell| cell.value.to_text()).unwrap_or_default();
        match text(0).as_str() {
            "format" if text(1) != VERSION => return None,
            "file" => file = text(1),
            "digest" => digest = text(1),
            "source" => match cells.get(&1).map(|cell| &cell.value) {
                Some(BookValue::Text(chunk)) => encoded.push_str(chunk),
                _ => return None,
            },
            _ => {}
        }
    }
    let source = percent_decode_str(&encoded).decode_utf8().ok().map(|text| text.into_owned());
    let source = source.filter(|text| hex_of_text(text) == digest);
    Some(Record { file, digest, source })
}

impl Record {
    /// Returns true if it is that of a document as it is now, with the same name.
    pub fn is_of(&self, document: &SheetDocument) -> bool {
        document.path().file_name() == Some(self.file.as_str()) && self.digest == hex_of_text(document.text())
    }

    /// Returns the document as it was exported; `None` if it is not known, or that of another game.
    pub fn document(&self, now: &SheetDocument) -> Option<SheetDocument> {
        SheetDocument::read(now.path().to_owned(), self.source.as_deref()?.as_bytes(), &[now.system]).ok()
    }
}
