//! GitLab's code quality report.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::fingerprints;
use crate::diag::cells::message_in_cell;
use crate::diag::{Report, Severity};

/// Writes the report: one JSON array.
///
/// # Errors
///
/// Says that it cannot be written to `out`.
pub fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    // GitLab drops issues whose mark it has seen already.
    let marks = fingerprints(report.findings, report.sources);
    let issues = report.findings.iter().zip(marks).map(|(finding, mark)| {
        let file = report.sources.get(finding.at.file);
        let span = report.sources.span(&finding.at);
        let (start, end) = (file.position(span.start), file.position(span.end));
        json!({
            "description": message_in_cell(finding, report.sources),
            "check_name": format!("{} ({})", finding.code.id, finding.code.name),
            "fingerprint": mark,
            "severity": match finding.severity {
                Severity::Error => "major",
                Severity::Warning => "minor",
                Severity::Info => "info",
            },
            "location": {
                "path": file.path().as_str(),
                "positions": {
                    "begin": {"line": start.line, "column": start.column},
                    "end": {"line": end.line, "column": end.column},
                },
            },
        })
    });
    writeln!(out, "{}", issues.collect::<Value>())
}
