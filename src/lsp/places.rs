//! Places in files, `PATH:LINE:COLUMN`, for positions in the open texts and back. The preview shows the texts as they are typed.

use camino::Utf8Path;
use lsp_types::{Location, Range, TextDocumentPositionParams};

use muster_core::diag::uri::file_uri;
use muster_core::source::File;

use super::documents::{OpenDocument, OpenDocuments};
use super::encoding::Encoding;
use crate::project::files::read_named;
use crate::review::same_file;

/// Returns the place that a position of an open text is; `None` of a text that was never saved.
pub(super) fn place_of(
    params: &TextDocumentPositionParams,
    documents: &OpenDocuments,
    encoding: Encoding,
) -> Option<String> {
    let document = documents.get(&params.text_document.uri).filter(|document| document.on_disk)?;
    let at = document.text.position(encoding.offset(&document.text, params.position));
    Some(format!("{}:{}:{}", document.path(), at.line, at.column))
}

/// Returns where a place of a file is: in its open text, or in the file where it is not open. `None` for what is no place of a file.
pub(super) fn location_of(place: &str, documents: &OpenDocuments, encoding: Encoding) -> Option<Location> {
    let mut parts = place.rsplitn(3, ':');
    let (column, line, path) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
    let file = same_file(Utf8Path::new(path));
    let open = |document: &&OpenDocument| document.on_disk && document.file == file;
    let (uri, position) = match documents.iter().find(open) {
        Some(document) => {
            let offset = offset(&document.text, line, column)?;
            (document.uri.clone(), encoding.position(&document.text, offset))
        }
        None => {
            let saved = read_saved(&file)?;
            (file_uri(&file).parse().ok()?, encoding.position(&saved, offset(&saved, line, column)?))
        }
    };
    Some(Location { uri, range: Range { start: position, end: position } })
}

fn read_saved(path: &Utf8Path) -> Option<File> {
    Some(File::new(path.to_owned(), String::from_utf8(read_named(path).ok()?).ok()?))
}

/// Returns the byte at a line and column that count from 1; `None` beyond the text.
fn offset(file: &File, line: usize, column: usize) -> Option<usize> {
    let line = (1..=file.line_count()).contains(&line).then(|| file.line_span(line))?;
    let text = &file.text()[line.start..line.end];
    let before = text.char_indices().nth(column.checked_sub(1)?).map_or(text.len(), |(before, _)| before);
    Some(line.start + before)
}
