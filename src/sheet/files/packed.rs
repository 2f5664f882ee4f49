//! The packed files that workbooks are: what is in one, and that it stays small when it is unpacked.

use std::io::{self, Cursor, Read};

use zip::ZipArchive;

/// The most bytes that a workbook may unpack to.
const MOST: u64 = 256 << 20;
/// The most files in a workbook.
const MOST_FILES: usize = 10_000;

/// A packed file that was measured.
pub(super) struct Packed<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    names: Vec<String>,
}

impl<'a> Packed<'a> {
    /// Opens a packed file and measures what it unpacks to, whatever it says about that.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Packed<'a>, String> {
        let damaged = |_| "it is a damaged workbook".to_owned();
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
        if archive.len() > MOST_FILES {
            return Err(format!("it holds more than {MOST_FILES} files"));
        }
        let (mut names, mut left) = (Vec::new(), MOST);
        for index in 0..archive.len() {
            let file = archive.by_index(index).map_err(|_| "it is a damaged or encrypted workbook".to_owned())?;
            names.push(file.name().map(|name| name.into_owned()).map_err(|_| "it is a damaged workbook".to_owned())?);
            let read = io::copy(&mut file.take(left + 1), &mut io::sink());
            let size = read.map_err(|_| "it is a damaged workbook".to_owned())?;
            left = left.checked_sub(size).ok_or_else(|| format!("it unpacks to more than {} MiB", MOST >> 20))?;
        }
        Ok(Packed { archive, names })
    }

    /// Returns true for a workbook of LibreOffice.
    pub(super) fn is_open_document(&self) -> bool {
        self.has("content.xml")
    }

    /// Returns true if a file is in it, or a folder with files.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name || known.starts_with(&format!("{name}/")))
    }

    /// Returns the text of a file in it.
    pub(super) fn text(&mut self, name: &str) -> Result<String, String> {
        let missing = |_| format!("it is a damaged workbook: `{name}` is missing");
        let mut text = String::new();
        let mut file = self.archive.by_name(name).map_err(missing)?;
        file.read_to_string(&mut text).map_err(|_| format!("it is a damaged workbook: `{name}` cannot be read"))?;
        Ok(text)
    }
}
