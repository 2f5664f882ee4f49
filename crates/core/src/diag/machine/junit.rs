//! JUnit's XML: a suite for each file. A finding that makes the exit code 1 is a failed case; the others pass with a note.

use std::collections::HashMap;
use std::io::{self, Write};

use crate::diag::cells::describe_cell;
use crate::diag::{Diagnostic, Report};
use crate::source::FileId;

/// Writes the suites.
///
/// # Errors
///
/// Says that it cannot be written to `out`.
pub fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let failed = report.findings.iter().filter(|finding| finding.is_failure()).count();
    let mut by_file: HashMap<FileId, Vec<&Diagnostic>> = HashMap::new();
    for finding in report.findings {
        by_file.entry(finding.at.file).or_default().push(finding);
    }
    let files = report.sources.iter();
    let suites: Vec<_> = files.map(|(id, file)| (file, by_file.remove(&id).unwrap_or_default())).collect();
    let tests: usize = suites.iter().map(|(_, findings)| findings.len().max(1)).sum();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"muster\" tests=\"{tests}\" failures=\"{failed}\" errors=\"0\">")?;
    for (file, findings) in suites {
        let name = escape(file.path().as_str());
        let failures = findings.iter().filter(|finding| finding.is_failure()).count();
        let tests = findings.len().max(1);
        writeln!(out, "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">")?;
        if findings.is_empty() {
            writeln!(out, "    <testcase name=\"{name}\" classname=\"{name}\"/>")?;
        }
        for finding in findings {
            case(out, report, finding, &name)?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn case(out: &mut dyn Write, report: &Report<'_>, finding: &Diagnostic, path: &str) -> io::Result<()> {
    let file = report.sources.get(finding.at.file);
    let at = file.position(report.sources.span(&finding.at).start);
    let (code, message) = (finding.code, escape(&finding.message));
    let help = finding.help.as_ref().map(|help| format!("\nhelp: {}", escape(help))).unwrap_or_default();
    let place = match describe_cell(finding, report.sources) {
        Some(place) => escape(&place),
        None => format!("{path}:{}:{}", at.line, at.column),
    };
    writeln!(out, "    <testcase name=\"{} ({}) {place}\" classname=\"{path}\">", code.id, code.name)?;
    let severity = finding.severity.name();
    if finding.is_failure() {
        writeln!(out, "      <failure message=\"{message}\" type=\"{}\">{place}: {message}{help}</failure>", code.id)?;
    } else {
        writeln!(out, "      <system-out>{place}: {severity}: {message}{help}</system-out>")?;
    }
    writeln!(out, "    </testcase>")
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push_str(&format!("&#x{:x};", u32::from(c))),
            // XML 1.0 has no way to write these.
            c if c < ' ' => escaped.push(char::REPLACEMENT_CHARACTER),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}
