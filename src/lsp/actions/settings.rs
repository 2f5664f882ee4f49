//! Code actions in `muster.toml`: the word that was meant instead of a slip of the pen.

use lsp_types::{CodeAction, CodeActionKind};

use muster_core::config::{CODES, FILE, Settings};
use muster_core::diag::Diagnostic;

use crate::lsp::documents::OpenDocument;
use crate::lsp::view::View;
use crate::review::all_codes;

/// Returns the action that writes the word that was meant where a finding is.
pub(super) fn mend(view: View<'_>, document: &OpenDocument, finding: &Diagnostic) -> Option<CodeAction> {
    if document.path().file_name() != Some(FILE) || !CODES.contains(&finding.code) {
        return None;
    }
    let text = document.text.text().to_owned();
    let settings = Settings::read(document.path().to_owned(), text, &all_codes(view.systems));
    let span = view.now.review.sources.span(&finding.at);
    let (_, meant) = settings.slips().into_iter().find(|(slip, _)| *slip == span)?;
    Some(CodeAction {
        title: format!("Write `{}`", meant.trim_matches(['"', '\''])),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![view.names().show(finding)]),
        edit: Some(view.workspace_edit([(finding.at.file, span, meant)])),
        is_preferred: Some(true),
        ..CodeAction::default()
    })
}
