//! Rename of what has a name, over all documents that name it; refused with the reason where it would change anything else.

use lsp_server::ErrorCode;
use lsp_types::{PrepareRenameResponse, RenameParams, TextDocumentPositionParams, WorkspaceEdit};

use muster_core::source::Span;

use super::analysis::project;
use super::navigation::find_thing;
use super::refusal::Refusal;
use super::view::{Known, View};
use crate::project::naming;

/// Returns the name at a place that can be renamed, and its range.
pub(super) fn prepare(
    view: View<'_>,
    params: &TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, Refusal> {
    let document = view.document(&params.text_document.uri)?;
    let Some((known, meant)) = find_thing(view, document, params.position) else {
        return Err(refuse("there is no name defined by a document here"));
    };
    whole(&known, view)?;
    let (at, number) = &meant.asked;
    let text = match (&meant.named.thing.number, number) {
        (Some((number, _)), true) => number.clone(),
        _ => meant.named.thing.name.clone(),
    };
    let range = known.location(at).map(|location| location.range);
    Ok(range.map(|range| PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: text }))
}

/// Returns the edits that give something another name or number.
pub(super) fn rename(view: View<'_>, params: &RenameParams) -> Result<Option<WorkspaceEdit>, Refusal> {
    let at = &params.text_document_position;
    let document = view.document(&at.text_document.uri)?;
    let Some((known, meant)) = find_thing(view, document, at.position) else {
        return Err(refuse("there is no name defined by a document here"));
    };
    whole(&known, view)?;
    let (_, is_number) = meant.asked;
    let edits =
        naming::rename_edits(&known.analysis.review, &meant.named, is_number, &params.new_name).map_err(refuse)?;
    let (mut project, _) = project(view.systems, view.documents).map_err(|trouble| refuse(trouble.to_string()))?;
    project.verify_renamed(&view.now.review, &view.now.given, &edits).map_err(refuse)?;
    let flat = edits
        .into_iter()
        .flat_map(|(file, edits)| edits.into_iter().map(move |((start, end), new)| (file, Span { start, end }, new)));
    Ok(Some(view.workspace_edit(flat)))
}

fn refuse(why: impl Into<String>) -> Refusal {
    Refusal::new(ErrorCode::RequestFailed, why)
}

/// Refuses while a text is broken: nobody knows what else it names.
fn whole(known: &Known<'_>, view: View<'_>) -> Result<(), Refusal> {
    let broken = || refuse("cannot rename while a document of this battle cannot be read");
    if std::ptr::eq(known.analysis, view.now) { Ok(()) } else { Err(broken()) }
}
