//! Texts that are open in an editor, and take the place of those on disk.

use std::collections::HashMap;
use std::io;

use camino::{Utf8Path, Utf8PathBuf};

use super::files::{read_file, read_named};
use crate::review::same_file;

/// Open texts, by what is the same for all names of a file.
#[derive(Debug, Default)]
pub(super) struct Buffers(HashMap<Utf8PathBuf, String>);

impl Buffers {
    /// Takes a text for that of a file.
    pub(super) fn open(&mut self, path: &Utf8Path, text: String) {
        self.0.insert(same_file(path), text);
    }

    /// Lets go of the text of a file.
    pub(super) fn close(&mut self, path: &Utf8Path) {
        self.0.remove(&same_file(path));
    }

    /// Reads a document that is given: a buffer, a file, or a pipe.
    pub(super) fn read_given(&self, path: &Utf8Path) -> io::Result<Vec<u8>> {
        self.find(path).map_or_else(|| read_file(path), Ok)
    }

    /// Reads a document that a document, a setting or a folder names: a buffer, or a regular file.
    pub(super) fn read_named(&self, path: &Utf8Path) -> io::Result<Vec<u8>> {
        self.find(path).map_or_else(|| read_named(path), Ok)
    }

    fn find(&self, path: &Utf8Path) -> Option<Vec<u8>> {
        // Where nothing is open, nobody need ask the disk for a file's other names.
        let text = (!self.0.is_empty()).then(|| self.0.get(&same_file(path)))??;
        Some(text.clone().into_bytes())
    }
}
