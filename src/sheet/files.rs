//! Files of spreadsheets, told apart by what they begin with. The folder holds what knows each format.

mod delimited;
mod excel;
mod open_document;
mod packed;
mod workbook;

use camino::Utf8Path;

pub use delimited::write as write_csv;
pub use workbook::write as write_workbook;

use super::book::{Book, TooLarge};

/// The largest file of a spreadsheet that is read, in bytes.
pub const MAX_BOOK: usize = muster_core::load::MAX_BYTES;

/// Returns true if a file's name is that of a spreadsheet.
pub fn is_spreadsheet(path: &Utf8Path) -> bool {
    let extension = path.extension().map(str::to_lowercase);
    extension.is_some_and(|extension| ["xlsx", "xlsm", "ods", "csv", "tsv"].contains(&extension.as_str()))
}

/// Reads a spreadsheet.
///
/// # Errors
///
/// Says why it cannot be read.
pub fn read(path: &Utf8Path, bytes: &[u8]) -> Result<Book, String> {
    if bytes.len() > MAX_BOOK {
        return Err(format!("it is larger than {} MiB", MAX_BOOK >> 20));
    }
    let mut book = match bytes {
        [b'P', b'K', 3 | 5, ..] => {
            let packed = packed::Packed::open(bytes)?;
            match packed.is_open_document() {
                true => open_document::read(packed),
                false => excel::read(bytes, &packed),
            }
        }
        [0xD0, 0xCF, 0x11, 0xE0, ..] => {
            Err("it is an old or encrypted workbook; save it as .xlsx or .ods without a password".to_owned())
        }
        _ => delimited::read(bytes),
    }?;
    book.path = path.to_owned();
    Ok(book)
}

impl From<TooLarge> for String {
    fn from(TooLarge(text): TooLarge) -> String {
        text
    }
}
