//! Places in files as they are saved, `PATH:LINE:COLUMN`, for positions in the open texts and back. The preview shows what is
//! saved; what was typed since moves its places.

use camino::Utf8Path;
use lsp_types::{Location, Range, TextDocumentPositionParams};

use super::counterpart::counterpart;
use super::documents::{OpenDocument, OpenDocuments};
use super::encoding::Encoding;
use super::uri::reference_of;
use super::view::Moved;
use crate::project::files::read_named;
use crate::review::same_file;
use crate::source::File;

/// Returns the place in the saved file that a position of an open text is; `None` in what is new, and of a text that was never
/// saved.
pub(super) fn place_of(
    params: &TextDocumentPositionParams,
    documents: &OpenDocuments,
    encoding: Encoding,
) -> Option<String> {
    let document = documents.get(&params.text_document.uri).filter(|document| document.on_disk)?;
    let saved = saved(&document.file)?;
    let offset = encoding.offset(&document.text, params.position);
    let then = saved.position(counterpart(document.text.text(), saved.text(), offset)?);
    Some(format!("{}:{}:{}", document.path(), then.line, then.column))
}

/// Returns where a place of a saved file is in its open text, or in the file where it is not open. What is gone is where the text was
/// edited first. `None` for what is no place of a file.
pub(super) fn location_of(place: &str, documents: &OpenDocuments, encoding: Encoding) -> Option<Location> {
    let mut parts = place.rsplitn(3, ':');
    let (column, line, path) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
    let file = same_file(Utf8Path::new(path));
    let saved = saved(&file)?;
    let offset = offset(&saved, line, column)?;
    let open = |document: &&OpenDocument| document.on_disk && document.file == file;
    let (uri, position) = match documents.iter().find(open) {
        Some(document) => {
            let (old, new) = (saved.text(), document.text.text());
            let now = counterpart(old, new, offset).unwrap_or_else(|| Moved::between(old, new).start());
            (document.uri.clone(), encoding.position(&document.text, now))
        }
        None => (reference_of(&file).parse().ok()?, encoding.position(&saved, offset)),
    };
    Some(Location { uri, range: Range { start: position, end: position } })
}

fn saved(path: &Utf8Path) -> Option<File> {
    Some(File::new(path.to_owned(), String::from_utf8(read_named(path).ok()?).ok()?))
}

/// Returns the byte at a line and column that count from 1; `None` beyond the text.
fn offset(file: &File, line: usize, column: usize) -> Option<usize> {
    let line = (1..=file.line_count()).contains(&line).then(|| file.line_span(line))?;
    let text = &file.text()[line.start..line.end];
    let before = text.char_indices().nth(column.checked_sub(1)?).map_or(text.len(), |(before, _)| before);
    Some(line.start + before)
}
