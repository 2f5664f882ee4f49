//! Links: the files that a document names.

use lsp_types::{DocumentLink, DocumentLinkParams};

use muster_core::config::absolute;
use muster_core::diag::uri::file_uri;
use muster_core::source::{Address, is_elsewhere};

use super::refusal::Refusal;
use super::view::{Moved, View};

/// Returns a link for each file that an open text names.
pub(super) fn links(view: View<'_>, params: &DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>, Refusal> {
    let document = view.document(&params.text_document.uri)?;
    let unit_of = |analysis: &'_ super::analysis::Analysis| {
        let file = analysis.file_of(document)?;
        analysis.review.units.iter().position(|unit| unit.file == file)
    };
    let found = [view.now, view.whole].into_iter().find_map(|analysis| Some((analysis, unit_of(analysis)?)));
    let Some((analysis, unit)) = found else { return Ok(None) };
    let unit = &analysis.review.units[unit];
    let sources = &analysis.review.sources;
    let then = sources.get(unit.file);
    let folder = then.path().parent();
    let moved = Moved::from_texts(then.text(), document.text.text());
    let link = |named: &muster_systems::NamedFile| {
        let path = absolute(&folder?.join(&named.path));
        let span = sources.span(&Address::value(unit.file, named.at.clone()));
        Some(DocumentLink {
            range: view.range(document, moved.span(span)?),
            target: Some(file_uri(&path).parse().ok()?),
            tooltip: Some(format!("the {} `{path}`", named.kind)),
            data: None,
        })
    };
    let named = unit.outline.files.iter().filter(|named| !is_elsewhere(&named.path));
    Ok(Some(named.filter_map(link).collect()))
}
