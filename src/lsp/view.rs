//! The data that requests are answered from: the texts as they are now, the check of them, and the last check in which the
//! battles of the open texts were whole.

use std::collections::BTreeMap;

use lsp_server::ErrorCode;
use lsp_types::{Location, Position, Range, TextEdit, Uri, WorkspaceEdit};

use muster_core::source::{Address, FileId, Span};
use muster_systems::System;

use super::analysis::{Analysis, file_of};
use super::diagnostics::Names;
use super::documents::{OpenDocument, OpenDocuments};
use super::refusal::Refusal;
use super::session::Session;
use crate::project::naming::battles_of;
use crate::review::{Unit, same_file};

/// Everything that an answer may need.
#[derive(Clone, Copy)]
pub(super) struct View<'s> {
    pub(super) systems: &'static [&'static System],
    pub(super) session: &'s Session,
    pub(super) documents: &'s OpenDocuments,
    /// The check of the texts as they are.
    pub(super) now: &'s Analysis,
    /// The last one in which the battles of the open texts were whole.
    pub(super) whole: &'s Analysis,
}

impl<'s> View<'s> {
    /// Returns an open text; editors ask of no others.
    pub(super) fn document(&self, uri: &Uri) -> Result<&'s OpenDocument, Refusal> {
        let refusal = || Refusal::new(ErrorCode::InvalidParams, format!("`{}` is not open", uri.as_str()));
        self.documents.get(uri).ok_or_else(refusal)
    }

    /// Returns the editor's names for the files of the check.
    pub(super) fn names(&self) -> Names<'s> {
        Names { documents: self.documents, sources: &self.now.review.sources, encoding: self.session.encoding }
    }

    /// Returns the byte at a position of an open text.
    pub(super) fn offset(&self, document: &OpenDocument, position: Position) -> usize {
        self.session.encoding.offset(&document.text, position)
    }

    /// Returns the range of some bytes of an open text.
    pub(super) fn range(&self, document: &OpenDocument, span: Span) -> Range {
        self.session.encoding.range(&document.text, span)
    }

    /// Returns the last check in which the battles of an open text are known.
    pub(super) fn known_battles(&self, document: &OpenDocument) -> Option<Known<'s>> {
        [self.now, self.whole].into_iter().find_map(|analysis| {
            let file = analysis.file_of(document)?;
            analysis.battles_of(file).next()?;
            let moved = Moved::from_texts(analysis.review.sources.get(file).text(), document.text.text());
            Some(Known { view: *self, analysis, file, moved })
        })
    }

    /// Edits of files of the check of now, as the editor makes them.
    pub(super) fn workspace_edit(&self, edits: impl IntoIterator<Item = (FileId, Span, String)>) -> WorkspaceEdit {
        let names = self.names();
        let mut changes: BTreeMap<String, (Uri, Vec<TextEdit>)> = BTreeMap::new();
        for (file, span, new_text) in edits {
            let Some(uri) = names.uri(file) else { continue };
            let range = names.encoding.range(names.sources.get(file), span);
            let (_, edits) = changes.entry(uri.as_str().to_owned()).or_insert_with(|| (uri, Vec::new()));
            edits.push(TextEdit { range, new_text });
        }
        #[expect(clippy::mutable_key_type, reason = "the protocol's type")]
        let changes = changes.into_values().collect();
        WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
    }
}

impl Analysis {
    /// Returns the documents whose battles a file belongs to.
    pub(super) fn battles_of(&self, file: FileId) -> impl Iterator<Item = &Unit> {
        battles_of(&self.review, file)
    }
}

/// A check in which the battles of a file are known. The texts may have changed since.
pub(super) struct Known<'s> {
    view: View<'s>,
    pub(super) analysis: &'s Analysis,
    /// The file in that check.
    pub(super) file: FileId,
    moved: Moved,
}

impl Known<'_> {
    /// Returns the byte of the text then that a byte of the text now was; `None` for what is new.
    pub(super) fn then(&self, offset: usize) -> Option<usize> {
        self.moved.back(offset)
    }

    /// Returns the place where an address of the check then is now; `None` for what is gone.
    pub(super) fn location(&self, at: &Address) -> Option<Location> {
        let (file, span) = self.place(at)?;
        let names = self.view.names();
        Some(Location { uri: names.uri(file)?, range: names.encoding.range(names.sources.get(file), span) })
    }

    /// Returns the file and bytes of the check of now that an address of the check then is; `None` for what is gone.
    pub(super) fn place(&self, at: &Address) -> Option<(FileId, Span)> {
        let then = &self.analysis.review.sources;
        let span = then.span(at);
        if std::ptr::eq(self.analysis, self.view.now) {
            return Some((at.file, span));
        }
        let now = &self.view.now.review.sources;
        let path = then.get(at.file).path();
        let file = now.iter().find(|(_, file)| file.path() == path).map(|(id, _)| id);
        let file = file.or_else(|| file_of(now, &same_file(path)))?;
        let moved = Moved::from_texts(then.get(at.file).text(), now.get(file).text());
        Some((file, moved.span(span)?))
    }
}

/// One change that leads from a text to another: what stands before and after it is the same.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moved {
    start: usize,
    old_end: usize,
    new_end: usize,
}

impl Moved {
    /// Returns the change from a text to another one.
    pub(super) fn from_texts(old: &str, new: &str) -> Moved {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let (rest_of_old, rest_of_new) = (&old[start..], &new[start..]);
        let same = rest_of_old.iter().rev().zip(rest_of_new.iter().rev()).take_while(|(a, b)| a == b).count();
        Moved { start, old_end: old.len() - same, new_end: new.len() - same }
    }

    /// Returns the bytes of the new text that bytes of the old one are; `None` for what is gone.
    pub(super) fn span(self, span: Span) -> Option<Span> {
        Some(Span { start: self.forth(span.start)?, end: self.forth(span.end)? })
    }

    /// Returns the byte of the new text that a byte of the old one is; `None` for what is gone.
    pub(super) fn forth(self, offset: usize) -> Option<usize> {
        match offset {
            _ if offset <= self.start => Some(offset),
            _ if offset >= self.old_end => Some(offset - self.old_end + self.new_end),
            _ => None,
        }
    }

    fn back(self, offset: usize) -> Option<usize> {
        Moved { start: self.start, old_end: self.new_end, new_end: self.old_end }.forth(offset)
    }
}

/// Returns the one edit that leads from a text to another: bytes, and what is put in their place. `None` if they are the same.
pub(super) fn difference(old: &str, new: &str) -> Option<(Span, String)> {
    let Moved { start, old_end, new_end } = Moved::from_texts(old, new);
    // Letters stay whole.
    let start = old.floor_char_boundary(start);
    let (old_end, new_end) = (old.ceil_char_boundary(old_end), new.ceil_char_boundary(new_end));
    (old != new).then(|| (Span { start, end: old_end }, new[start..new_end].to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_move_with_what_is_typed_before_them() {
        let moved = Moved::from_texts("abc def", "abc xyz def");
        assert_eq!((moved.forth(2), moved.forth(5), moved.back(9)), (Some(2), Some(9), Some(5)));
        assert_eq!(moved.back(6), None, "what is new was nowhere");
        let gone = Moved::from_texts("abc xyz def", "abc def");
        assert_eq!((gone.forth(6), gone.forth(9), gone.back(2)), (None, Some(5), Some(2)));
        assert_eq!(difference("aé", "aê"), Some((Span { start: 1, end: 3 }, "ê".to_owned())));
        assert_eq!(difference("a🂡", "a🂢"), Some((Span { start: 1, end: 5 }, "🂢".to_owned())));
        assert_eq!(difference("a", "a"), None);
    }
}
