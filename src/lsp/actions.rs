//! Code actions: what fixes a finding, what fixes a whole file, and comments that allow a finding.

mod settings;

use camino::Utf8PathBuf;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Command, Location, Range,
    WorkspaceEdit,
};
use serde_json::json;

use muster_core::check::allow;
use muster_core::diag::{Diagnostic, Fix, How, Severity};
use muster_core::source::{FileId, Span};
use muster_systems::names::MissingThing;

use super::analysis::project;
use super::commands::SELECT;
use super::documents::OpenDocument;
use super::refusal::Refusal;
use super::view::{View, difference};
use crate::project::Trouble;
use crate::project::naming::table;
use crate::review::fix::{mend, replacements, says_the_same};
use crate::review::same_file;

/// Everything in a file that can be fixed without a look.
pub(super) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.muster");

/// Returns the actions for a range of an open text.
pub(super) fn actions(view: View<'_>, params: &CodeActionParams) -> Result<Option<CodeActionResponse>, Refusal> {
    let document = view.document(&params.text_document.uri)?;
    let Some(file) = view.now.file_of(document) else { return Ok(None) };
    let only = params.context.only.as_deref();
    // A kind means those that begin with it too.
    let wanted = |kind: &CodeActionKind| {
        let within = |asked: &CodeActionKind| {
            kind == asked || kind.as_str().strip_prefix(asked.as_str()).is_some_and(|rest| rest.starts_with('.'))
        };
        only.is_none_or(|only| only.iter().any(within))
    };
    let mut actions = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        let meant = view.session.encoding.span(&document.text, params.range);
        for finding in findings_at(view, document, meant) {
            actions.extend(quick_fix(view, finding));
            actions.extend(settings::mend(view, document, finding));
            actions.extend(create_missing(view, finding));
            actions.extend(allow_here(view, document, file, finding));
        }
    }
    if wanted(&FIX_ALL) && findings_of(view, document).any(is_safe) {
        let action = CodeAction {
            title: "Apply all safe fixes in this file".to_owned(),
            kind: Some(FIX_ALL),
            data: Some(json!(document.uri)),
            ..CodeAction::default()
        };
        actions.push(if view.session.resolves { action } else { resolve(view, action)? });
    }
    Ok(Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()))
}

/// Completes the action that fixes a whole file, which takes some checks.
pub(super) fn resolve(view: View<'_>, mut action: CodeAction) -> Result<CodeAction, Refusal> {
    if action.edit.is_none()
        && let Some(uri) = action.data.as_ref().and_then(|data| serde_json::from_value(data.clone()).ok())
    {
        action.edit = fix_all(view, view.document(&uri)?);
    }
    Ok(action)
}

fn is_safe(finding: &Diagnostic) -> bool {
    finding.fix.as_ref().is_some_and(|fix| fix.safe)
}

/// Returns the findings that are shown in an open text.
fn findings_of<'s>(view: View<'s>, document: &'s OpenDocument) -> impl Iterator<Item = &'s Diagnostic> {
    let sources = &view.now.review.sources;
    view.now.findings.iter().filter(move |finding| {
        let path = sources.get(finding.at.file).path();
        path == document.path() || path.file_name() == document.path().file_name() && same_file(path) == document.file
    })
}

/// Returns the findings that touch some bytes.
fn findings_at<'s>(view: View<'s>, document: &'s OpenDocument, meant: Span) -> impl Iterator<Item = &'s Diagnostic> {
    findings_of(view, document).filter(move |finding| {
        let span = view.now.review.sources.span(&finding.at);
        span.start <= meant.end && meant.start <= span.end
    })
}

/// Returns the action that fixes a finding.
fn quick_fix(view: View<'_>, finding: &Diagnostic) -> Option<CodeAction> {
    let fix = finding.fix.as_ref()?;
    let edits = replacements(&view.now.review.sources, fix)?;
    Some(CodeAction {
        title: title(fix, finding),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![view.names().show(finding)]),
        edit: Some(view.workspace_edit(edits)),
        is_preferred: Some(fix.safe),
        ..CodeAction::default()
    })
}

/// Returns the action that makes what the place of a finding names and what is not there.
fn create_missing(view: View<'_>, finding: &Diagnostic) -> Option<CodeAction> {
    let tables = view.now.battles_of(finding.at.file).filter_map(table);
    let is_meant = |missing: &MissingThing| finding.severity == Severity::Error && missing.at == finding.at;
    let missing = tables.flat_map(|table| table.missing).find(is_meant)?;
    let fix = Fix { safe: false, edits: missing.edits };
    let edits = replacements(&view.now.review.sources, &fix)?;
    Some(CodeAction {
        title: match missing.names.as_slice() {
            [name] => format!("Create the missing {} `{name}`", missing.kind),
            names => format!("Create the {} missing {}s", names.len(), missing.kind),
        },
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![view.names().show(finding)]),
        edit: Some(view.workspace_edit(edits)),
        ..CodeAction::default()
    })
}

/// Returns the title of a fix: its effect in a few words.
fn title(fix: &Fix, finding: &Diagnostic) -> String {
    match fix.edits.as_slice() {
        [edit] if edit.text.trim().is_empty() => "Remove it".to_owned(),
        [edit] if edit.how == How::Replace && !edit.text.contains('\n') => format!("Write `{}`", edit.text.trim()),
        [edit] if !edit.text.contains('\n') => format!("Add `{}`", edit.text.trim()),
        _ => format!("Mend: {}", finding.help.as_deref().unwrap_or(&finding.message)),
    }
}

/// Returns the action that writes a comment which allows a finding, with the cursor where the reason goes.
fn allow_here(view: View<'_>, document: &OpenDocument, file: FileId, finding: &Diagnostic) -> Option<CodeAction> {
    // No comment allows what is wrong with comments, and only documents have such.
    if allow::CODES.contains(&finding.code) || finding.at.file != file {
        return None;
    }
    let (edit, reason) = comment(view, file, finding)?;
    let line = u32::try_from(edit.1[..reason].matches('\n').count()).unwrap_or_default();
    let at = view.range(document, edit.0).start;
    let mut cursor = at;
    cursor.line += line;
    let before = edit.1[..reason].rsplit('\n').next().unwrap_or_default();
    let width = u32::try_from(view.session.encoding.length(before)).unwrap_or_default();
    cursor.character = if line == 0 { at.character + width } else { width };
    let place = Location { uri: document.uri.clone(), range: Range { start: cursor, end: cursor } };
    Some(CodeAction {
        title: format!("Allow {} here", finding.code.name),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![view.names().show(finding)]),
        edit: Some(view.workspace_edit([(file, edit.0, edit.1)])),
        command: view.session.shows_documents.then(|| Command {
            title: "Add a reason".to_owned(),
            command: SELECT.to_owned(),
            arguments: Some(vec![json!(place)]),
        }),
        ..CodeAction::default()
    })
}

/// Returns a comment that allows a finding: where it goes, its text, and where in it the reason goes. `None` if the line of the
/// finding has no place for one.
fn comment(view: View<'_>, file: FileId, finding: &Diagnostic) -> Option<((Span, String), usize)> {
    let sources = &view.now.review.sources;
    let source = sources.get(file);
    let line = source.position(sources.span(&finding.at).start).line;
    let whole = source.line_span(line);
    let written = source.line(line);
    let name = finding.code.name;
    let end = whole.start + written.trim_end().len();
    let indent = &written[..written.len() - written.trim_start().len()];
    let beside = (Span { start: end, end: whole.end }, format!(" # muster: allow({name}) "));
    let above = (Span { start: whole.start, end: whole.start }, format!("{indent}# muster: allow({name}) \n"));
    let known = written.find("# muster: allow(").and_then(|at| Some(whole.start + at + written[at..].find(')')?));
    let known = known.map(|at| (Span { start: at, end: at }, format!(", {name}")));
    let ways = [known, Some(beside), Some(above)].into_iter().flatten();
    let keeps_meaning = |(span, new): &(Span, String)| {
        let text = source.text();
        says_the_same(source, &[&text[..span.start], new, &text[span.end..]].concat())
    };
    let edit = ways.into_iter().find(keeps_meaning)?;
    let reason = edit.1.trim_end_matches('\n').len();
    Some((edit, reason))
}

/// Returns the edit that fixes what can be fixed in a file without a look, as `muster check --fix` does.
fn fix_all(view: View<'_>, document: &OpenDocument) -> Option<WorkspaceEdit> {
    let (project, _) = project(view.systems, view.documents).ok()?;
    let sources = &view.now.review.sources;
    let given = view.now.given.iter().map(|path| {
        let text =
            sources.iter().find(|(_, file)| file.path() == path).map(|(_, file)| file.text().as_bytes().to_vec());
        (path.clone(), text.or_else(|| project.read_named(path).ok()).unwrap_or_default())
    });
    let files: Vec<(Utf8PathBuf, Vec<u8>)> = given.collect();
    let path = sources.get(view.now.file_of(document)?).path().to_owned();
    let mended = mend(files, &project.reader(), view.systems, |review| -> Result<Vec<Diagnostic>, Trouble> {
        project.look_at_sweeps(review, &project.reader());
        let own = |finding: &Diagnostic| {
            let is_here = |file: FileId| review.sources.get(file).path() == path;
            is_safe(finding) && finding.fix.iter().flat_map(|fix| &fix.edits).all(|edit| is_here(edit.at.file))
        };
        Ok(project.judge(review)?.findings.into_iter().filter(own).collect())
    });
    let mended = mended.ok()?;
    let (_, _, new) = mended.changed.iter().find(|(changed, ..)| *changed == path)?;
    let (span, new) = difference(document.text.text(), new)?;
    Some(view.workspace_edit([(view.now.file_of(document)?, span, new)]))
}
