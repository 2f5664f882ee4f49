//! Annotations of GitHub Actions: one workflow command a finding, the worst first, since only the first ten are shown.

use std::cmp::Reverse;
use std::io::{self, Write};

use crate::diag::{Report, Severity};

/// Writes workflow commands.
pub fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let mut findings: Vec<_> = report.findings.iter().collect();
    findings.sort_by_key(|finding| Reverse(finding.severity));
    for finding in findings {
        let file = report.sources.get(finding.at.file);
        let span = report.sources.span(&finding.at);
        let (start, end) = (file.position(span.start), file.position(span.end));
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        write!(out, "::{command} file={},line={},endLine={}", property(file.path().as_str()), start.line, end.line)?;
        // Columns are only understood on a single line.
        if start.line == end.line {
            write!(out, ",col={},endColumn={}", start.column, end.column)?;
        }
        let title = format!("{} ({})", finding.code.id, finding.code.name);
        let help = finding.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        writeln!(out, ",title={}::{}", property(&title), data(&format!("{}{help}", finding.message)))?;
    }
    Ok(())
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
