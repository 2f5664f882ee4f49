//! Annotations of GitHub Actions: workflow commands, the worst first. GitHub shows ten of a kind; the rest are plain lines
//! of the log, and the last line says so.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::diag::cells::message_in_cell;
use crate::diag::{Diagnostic, Report, Severity, escape};

/// Annotations of one kind that GitHub shows for a step.
const SHOWN: usize = 10;

/// Writes workflow commands.
///
/// # Errors
///
/// Says that it cannot be written to `out`.
pub fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let mut findings: Vec<_> = report.findings.iter().collect();
    findings.sort_by_key(|finding| Reverse(finding.severity));
    let mut counts: BTreeMap<Reverse<Severity>, usize> = BTreeMap::new();
    for finding in findings {
        let count = counts.entry(Reverse(finding.severity)).or_default();
        *count += 1;
        match *count {
            n if n <= SHOWN => command(out, report, finding)?,
            _ => line(out, report, finding)?,
        }
    }
    let more = counts.iter().filter(|(_, count)| **count > SHOWN);
    let more: Vec<String> =
        more.map(|(Reverse(severity), count)| format!("{} {}s", count - SHOWN, severity.name())).collect();
    match more.is_empty() {
        true => Ok(()),
        false => writeln!(out, "GitHub shows {SHOWN} annotations of each kind; only in this log: {}", more.join(", ")),
    }
}

fn command(out: &mut dyn Write, report: &Report<'_>, finding: &Diagnostic) -> io::Result<()> {
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
    writeln!(
        out,
        ",title={}::{}",
        property(&title),
        data(&format!("{}{help}", message_in_cell(finding, report.sources)))
    )
}

fn line(out: &mut dyn Write, report: &Report<'_>, finding: &Diagnostic) -> io::Result<()> {
    let file = report.sources.get(finding.at.file);
    let at = file.position(report.sources.span(&finding.at).start);
    let (severity, id) = (finding.severity.name(), finding.code.id);
    // A path is no command, whatever it begins with.
    let path = escape::line(file.path().as_str()).replace("::", "\\u{3a}:");
    writeln!(out, "{path}:{}:{}: {severity}[{id}] {}", at.line, at.column, message_in_cell(finding, report.sources))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
