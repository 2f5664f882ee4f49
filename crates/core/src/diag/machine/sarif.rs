//! SARIF 2.1.0: one run, with the rules that fired, their pages, and fixes.

use std::cmp::Reverse;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::fingerprints;
use crate::diag::cells::{cell, message_in_cell};
use crate::diag::uri::uri;
use crate::diag::{Code, Diagnostic, Report, Severity};
use crate::source::{FileId, Sources, Span};

/// The most results that GitHub takes of a run.
const MOST: usize = 25_000;

/// Writes the log.
///
/// # Errors
///
/// Says that it cannot be written to `out`.
pub fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let marks = fingerprints(report.findings, report.sources);
    let mut marked: Vec<(&Diagnostic, String)> = report.findings.iter().zip(marks).collect();
    let left_out = marked.len().saturating_sub(MOST);
    if left_out > 0 {
        marked.sort_by_key(|(finding, _)| Reverse(finding.severity));
        marked.truncate(MOST);
    }
    let mut codes: Vec<Code> = marked.iter().map(|(finding, _)| finding.code).collect();
    codes.sort_by_key(|code| code.id);
    codes.dedup_by_key(|code| code.id);
    let rules: Value = codes.iter().map(rule).collect();
    let results: Value = marked.iter().map(|(finding, mark)| result(finding, mark, &codes, report.sources)).collect();
    let mut run = json!({
        "tool": {"driver": {"name": "muster", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": results,
    });
    if left_out > 0 {
        let text = format!("{left_out} findings were omitted: GitHub accepts {MOST} results");
        let note = json!({"level": "warning", "message": {"text": text}});
        run["invocations"] = json!([{"executionSuccessful": true, "toolExecutionNotifications": [note]}]);
    }
    let log = json!({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]});
    writeln!(out, "{log}")
}

fn rule(code: &Code) -> Value {
    json!({
        "id": code.id,
        "name": code.name,
        "shortDescription": {"text": code.sentence()},
        "fullDescription": {"text": code.meaning()},
        "help": {"text": code.page, "markdown": code.page},
        "defaultConfiguration": {"level": level(code.severity)},
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn result(finding: &Diagnostic, mark: &str, codes: &[Code], sources: &Sources) -> Value {
    let message = message_in_cell(finding, sources);
    let text = match &finding.help {
        Some(help) => format!("{message}\nhelp: {help}"),
        None => message,
    };
    let mut result = json!({
        "ruleId": finding.code.id,
        "ruleIndex": codes.binary_search_by_key(&finding.code.id, |code| code.id).ok(),
        "level": level(finding.severity),
        "message": {"text": text},
        "locations": [{"physicalLocation": location(finding.at.file, sources.span(&finding.at), sources)}],
        "partialFingerprints": {"primaryLocationLineHash": mark},
    });
    if let Some(cell) = cell(&finding.at, sources) {
        result["locations"][0]["logicalLocations"] = json!([{"fullyQualifiedName": cell.to_string()}]);
    }
    if !finding.related.is_empty() {
        let related = finding.related.iter().enumerate().map(|(id, related)| {
            let place = location(related.at.file, sources.span(&related.at), sources);
            json!({"id": id, "message": {"text": related.message}, "physicalLocation": place})
        });
        result["relatedLocations"] = related.collect();
    }
    if let Some(fix) = &finding.fix {
        let changes = fix.edits.iter().filter_map(|edit| {
            let (span, text) = edit.resolve(sources)?;
            let place = location(edit.at.file, span, sources);
            Some(json!({
                "artifactLocation": place["artifactLocation"],
                "replacements": [{"deletedRegion": place["region"], "insertedContent": {"text": text}}],
            }))
        });
        let text = finding.help.as_deref().unwrap_or("fix it");
        result["fixes"] = json!([{"description": {"text": text}, "artifactChanges": changes.collect::<Value>()}]);
    }
    result
}

fn location(file: FileId, span: Span, sources: &Sources) -> Value {
    let file = sources.get(file);
    let (start, end) = (file.position(span.start), file.position(span.end));
    json!({
        "artifactLocation": {"uri": uri(file.path().as_str())},
        "region": {
            "startLine": start.line, "startColumn": start.column,
            "endLine": end.line, "endColumn": end.column,
            "byteOffset": span.start, "byteLength": span.end - span.start,
        },
    })
}
