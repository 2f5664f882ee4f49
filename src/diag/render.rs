//! Findings for people: with the lines they are on, or one line each, and a summary.

mod snippet;

use std::fmt::Write as _;
use std::io::{self, Write};

use miette::{GraphicalReportHandler, GraphicalTheme};

use super::{Diagnostic, Report, Severity, Style};
use snippet::Shown;

/// After so many findings with their lines the rest follow one line each.
const MOST_IN_FULL: usize = 1000;

/// Width that messages are wrapped at, in columns.
const WIDTH: usize = 120;

/// Writes findings with the lines they are on.
pub fn full(out: &mut dyn Write, report: &Report<'_>, style: Style) -> io::Result<()> {
    let theme = if style.colours { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(WIDTH)
        .with_links(false)
        .without_primary_span_start()
        .without_syntax_highlighting();
    let (whole, rest) = report.findings.split_at(report.findings.len().min(MOST_IN_FULL));
    for finding in whole {
        let mut text = String::new();
        let shown = Shown::new(finding, report.sources);
        handler.render_report(&mut text, &shown).map_err(io::Error::other)?;
        // The renderer pads empty lines.
        for line in text.trim_end().lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out)?;
    }
    for finding in rest {
        line(out, report, finding, style.colours)?;
    }
    if style.summary { summary(out, report) } else { Ok(()) }
}

/// Writes findings one line each: `path:line:column: severity[code] message`.
pub fn concise(out: &mut dyn Write, report: &Report<'_>, style: Style) -> io::Result<()> {
    for finding in report.findings {
        line(out, report, finding, style.colours)?;
    }
    if style.summary { summary(out, report) } else { Ok(()) }
}

fn line(out: &mut dyn Write, report: &Report<'_>, finding: &Diagnostic, colours: bool) -> io::Result<()> {
    let file = report.sources.get(finding.at.file);
    let at = file.position(report.sources.span(&finding.at).start);
    let (on, off) = match finding.severity {
        _ if !colours => ("", ""),
        Severity::Error => ("\x1b[31m", "\x1b[0m"),
        Severity::Warning => ("\x1b[33m", "\x1b[0m"),
        Severity::Info => ("\x1b[36m", "\x1b[0m"),
    };
    let (severity, code, message) = (finding.severity.name(), finding.code.id, &finding.message);
    writeln!(out, "{}:{}:{}: {on}{severity}[{code}]{off} {message}", file.path(), at.line, at.column)
}

fn summary(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let counts = report.summary();
    let kinds = [(counts.errors, "error"), (counts.warnings, "warning"), (counts.infos, "info")];
    let mut found = String::new();
    for (count, name) in kinds.into_iter().filter(|(count, _)| *count > 0) {
        let comma = if found.is_empty() { "" } else { ", " };
        let _ = write!(found, "{comma}{count} {name}{}", plural(count));
    }
    let files = format!("{} file{}", counts.files, plural(counts.files));
    let hidden = hidden(report);
    match (found.is_empty(), counts.files) {
        (true, 1) => writeln!(out, "The file passes muster{hidden}"),
        (true, _) => writeln!(out, "All {files} pass muster{hidden}"),
        (false, _) => writeln!(out, "Found {found} in {files}{hidden}"),
    }
}

/// What is not shown, in parentheses.
fn hidden(report: &Report<'_>) -> String {
    match report.hidden.allowed {
        0 => String::new(),
        allowed => format!(" ({allowed} allowed by comments)"),
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
