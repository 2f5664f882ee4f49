//! The texts that are open in the editor, kept as it changes them.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use muster_core::source::File;

use super::encoding::Encoding;
use super::uri::path_of;
use crate::review::same_file;

/// An open text.
#[derive(Debug)]
pub(super) struct OpenDocument {
    /// As the editor names it.
    pub(super) uri: Uri,
    /// The canonical path, which is the same for all names of the file.
    pub(super) file: Utf8PathBuf,
    /// The version that the editor last told.
    pub(super) version: i32,
    /// The text, with its path as findings show it.
    pub(super) text: File,
    /// Whether it is a file on disk, or will be one.
    pub(super) on_disk: bool,
}

impl OpenDocument {
    /// Returns the path as findings show it.
    pub(super) fn path(&self) -> &Utf8Path {
        self.text.path()
    }

    fn set(&mut self, text: String) {
        self.text = File::new(self.text.path().to_owned(), text);
    }
}

/// All open texts, by what the editor calls them.
#[derive(Debug, Default)]
pub(super) struct OpenDocuments(BTreeMap<String, OpenDocument>);

impl OpenDocuments {
    /// Takes a text that was opened. One that was never saved counts as if it were in `folder`.
    pub(super) fn open(&mut self, item: TextDocumentItem, folder: Option<&Utf8Path>) {
        let TextDocumentItem { uri, version, text, .. } = item;
        let saved = path_of(uri.as_str());
        let on_disk = saved.is_some();
        let path = saved.unwrap_or_else(|| folder.unwrap_or(Utf8Path::new("")).join(uri.as_str().replace('/', "-")));
        let document = OpenDocument { file: same_file(&path), version, text: File::new(path, text), uri, on_disk };
        self.0.insert(document.uri.as_str().to_owned(), document);
    }

    /// Makes changes to an open text, one after the other. Returns false if it is not open.
    pub(super) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> bool {
        let Some(document) = self.0.get_mut(uri.as_str()) else { return false };
        for change in changes {
            match change.range {
                None => document.set(change.text),
                Some(range) => {
                    let span = encoding.span(&document.text, range);
                    let mut text = document.text.text().to_owned();
                    text.replace_range(span.start..span.end, &change.text);
                    document.set(text);
                }
            }
        }
        document.version = version;
        true
    }

    /// Lets go of a text that was closed.
    pub(super) fn close(&mut self, uri: &Uri) {
        self.0.remove(uri.as_str());
    }

    /// Returns an open text, by what the editor calls it.
    pub(super) fn get(&self, uri: &Uri) -> Option<&OpenDocument> {
        self.0.get(uri.as_str())
    }

    /// Returns all of them, by name.
    pub(super) fn iter(&self) -> impl Iterator<Item = &OpenDocument> {
        self.0.values()
    }
}
