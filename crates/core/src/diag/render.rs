//! Findings for people: with the lines they are on, or one line each, and a summary.

mod snippet;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use camino::Utf8Path;
use miette::{GraphicalReportHandler, GraphicalTheme};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::cells::describe_cell;
use super::uri::file_uri;
use super::{Code, Diagnostic, FixCounts, Hidden, Report, ReportStyle, Severity, escape};
use crate::source::Position;
use snippet::{Shown, Texts};

/// After so many findings with their lines the rest follow one line each.
const MOST_IN_FULL: usize = 1000;

/// So many findings are rendered on all cores.
const MANY: usize = 16;

/// Writes findings with the lines they are on.
///
/// # Errors
///
/// Says that it cannot be written to `out`.
pub fn full(out: &mut dyn Write, report: &Report<'_>, style: &ReportStyle) -> io::Result<()> {
    let theme = if style.colours { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(style.width)
        .with_links(false)
        .without_primary_span_start()
        .without_syntax_highlighting();
    let shown = findings_to_show(report, style);
    let (whole, rest) = shown.split_at(shown.len().min(MOST_IN_FULL));
    let texts = Texts::new(whole.iter().copied(), report.sources);
    let render = |finding: &&Diagnostic| {
        let mut text = String::new();
        let shown = Shown::new(finding, report.sources, &texts, style);
        handler.render_report(&mut text, &shown).map_err(io::Error::other)?;
        Ok(text)
    };
    // A few are rendered before threads would have started.
    let rendered: Vec<io::Result<String>> =
        if whole.len() < MANY { whole.iter().map(render).collect() } else { whole.par_iter().map(render).collect() };
    for text in rendered {
        // The renderer pads empty lines.
        for line in text?.trim_end().lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out)?;
    }
    for finding in rest {
        line(out, report, finding, style)?;
    }
    end(out, report, style)
}

/// Writes findings one line each: `path:line:column: severity[code] message`.
///
/// # Errors
///
/// Says that it cannot be written to `out`.
pub fn concise(out: &mut dyn Write, report: &Report<'_>, style: &ReportStyle) -> io::Result<()> {
    for finding in findings_to_show(report, style) {
        line(out, report, finding, style)?;
    }
    end(out, report, style)
}

/// Returns the findings that are shown one by one: in their order, or when there are too many, the worst first.
fn findings_to_show<'a>(report: &Report<'a>, style: &ReportStyle) -> Vec<&'a Diagnostic> {
    let mut shown = worst_first(report, style);
    shown.truncate(if style.statistics { 0 } else { style.most });
    shown
}

fn worst_first<'a>(report: &Report<'a>, style: &ReportStyle) -> Vec<&'a Diagnostic> {
    let mut all: Vec<&Diagnostic> = report.findings.iter().collect();
    if all.len() > style.most {
        all.sort_by_key(|finding| Reverse(finding.severity));
    }
    all
}

/// Returns the lines below the findings.
fn end(out: &mut dyn Write, report: &Report<'_>, style: &ReportStyle) -> io::Result<()> {
    if style.statistics {
        statistics(out, report)?;
    } else if report.findings.len() > style.most {
        let hidden = count_by_severity(worst_first(report, style).into_iter().skip(style.most));
        writeln!(out, "{hidden} not shown (`--max-problems {}`)", style.most)?;
    }
    if style.summary { summary(out, report) } else { Ok(()) }
}

/// Returns the number of times each code was found, the most frequent first.
fn statistics(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let mut counts: BTreeMap<&str, (usize, &Diagnostic)> = BTreeMap::new();
    for finding in report.findings {
        counts.entry(finding.code.id).or_insert((0, finding)).0 += 1;
    }
    let mut rows: Vec<_> = counts.into_values().collect();
    rows.sort_by_key(|(count, _)| Reverse(*count));
    for (count, finding) in rows {
        let Code { id, name, .. } = finding.code;
        writeln!(out, "{count:>6}  {:<7}  {id} ({name})", finding.severity.name())?;
    }
    Ok(())
}

fn line(out: &mut dyn Write, report: &Report<'_>, finding: &Diagnostic, style: &ReportStyle) -> io::Result<()> {
    let file = report.sources.get(finding.at.file);
    let at = file.position(report.sources.span(&finding.at).start);
    let (on, off) = match finding.severity {
        _ if !style.colours => ("", ""),
        Severity::Error => ("\x1b[31m", "\x1b[0m"),
        Severity::Warning => ("\x1b[33m", "\x1b[0m"),
        Severity::Info => ("\x1b[36m", "\x1b[0m"),
    };
    let (severity, code, message) = (finding.severity.name(), finding.code.id, &finding.message);
    let place = match describe_cell(finding, report.sources) {
        Some(place) => escape::line(&place).into_owned(),
        None => link(style, file.path(), at),
    };
    writeln!(out, "{place}: {on}{severity}[{code}]{off} {message}")
}

fn summary(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let found = count_by_severity(report.findings);
    let files = format!("{} file{}", report.files, plural(report.files));
    let hidden = hidden_counts(report);
    let unreadable = match report.hidden.unreadable {
        0 => String::new(),
        n => format!("; {n} more could not be read"),
    };
    match (found.is_empty(), report.files) {
        (true, 0) => writeln!(out, "No files checked{unreadable}{hidden}"),
        (true, _) => writeln!(out, "{files} OK{unreadable}{hidden}"),
        (false, _) => {
            let skipped = skipped_sentence(report);
            writeln!(out, "Found {found} in {files}{unreadable}{hidden}{skipped}")
        }
    }?;
    fixable(out, report)
}

/// The line that closes a report for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// Nothing was found.
    Clean,
    /// It counts what was found.
    Found,
}

/// Returns what kind of closing line a line is; `None` if it is none.
pub fn closing(line: &str) -> Option<Closing> {
    let words = line.split([';', '(']).next().unwrap_or_default().trim_end();
    let is_count = |count: &str| count.parse::<usize>().is_ok();
    let files = words.strip_suffix(" OK").unwrap_or_default();
    let files_ok = files.strip_suffix(" files").or(files.strip_suffix(" file")).is_some_and(is_count);
    if files_ok || words == "No files checked" {
        return Some(Closing::Clean);
    }
    let found = words.strip_prefix("Found ")?;
    (found.starts_with(|c: char| c.is_ascii_digit()) && found.contains(" file")).then_some(Closing::Found)
}

/// Returns the number of findings of each severity: `2 errors, 1 info`.
fn count_by_severity<'a>(findings: impl IntoIterator<Item = &'a Diagnostic>) -> String {
    let mut counts: BTreeMap<Reverse<Severity>, usize> = BTreeMap::new();
    for finding in findings {
        *counts.entry(Reverse(finding.severity)).or_default() += 1;
    }
    let told = counts.into_iter().map(|(severity, n)| format!("{n} {}{}", severity.0.name(), plural(n)));
    told.collect::<Vec<_>>().join(", ")
}

/// Returns the sentence about files whose later checks were skipped.
fn skipped_sentence(report: &Report<'_>) -> String {
    let which = match report.hidden.unread {
        0 => return String::new(),
        count if count == report.files => String::new(),
        count => format!(" of {count} file{}", plural(count)),
    };
    let errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    let what = match (errors, report.findings.len()) {
        (1, 1) => "it",
        (1, _) => "the error",
        _ => "the errors",
    };
    format!(". Later checks{which} were skipped; fix {what} and run again.")
}

/// Returns the numbers of hidden findings, in parentheses.
fn hidden_counts(report: &Report<'_>) -> String {
    let Hidden { allowed, baseline, left_to_check, .. } = report.hidden;
    let mut parts = Vec::new();
    if allowed > 0 {
        parts.push(format!("{allowed} suppressed by comments"));
    }
    if baseline > 0 {
        parts.push(format!("{baseline} in the baseline"));
    }
    let counted = left_to_check.into_iter().zip(["error", "warning", "info"]).filter(|(count, _)| *count > 0);
    let left: Vec<String> = counted.map(|(count, name)| format!("{count} {name}{}", plural(count))).collect();
    if !left.is_empty() {
        let them = if left_to_check.iter().sum::<usize>() == 1 { "it" } else { "them" };
        parts.push(format!("{} hidden; run `muster check` to see {them}", left.join(", ")));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// Writes the lines about the fixes that `--fix` makes, and those that it leaves alone.
fn fixable(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let all = || {
        let fixes = || report.findings.iter().filter_map(|finding| finding.fix.as_ref());
        let safe = fixes().filter(|fix| fix.safe).count();
        FixCounts { safe, risky: fixes().count() - safe, not_named: 0 }
    };
    let counts = report.hidden.fixes.unwrap_or_else(all);
    match (counts.safe, counts.risky) {
        (0, 0) => {}
        (safe, 0) => writeln!(out, "`muster check --fix` fixes {safe} finding{}", plural(safe))?,
        (0, risky) => writeln!(out, "`muster check --fix --unsafe-fixes` fixes {risky} finding{}", plural(risky))?,
        (safe, risky) => writeln!(
            out,
            "`muster check --fix` fixes {safe} finding{}, and {risky} more with `--unsafe-fixes`",
            plural(safe)
        )?,
    }
    match counts.not_named {
        0 => Ok(()),
        1 => writeln!(out, "1 fix is in a file that you did not name: `--fix` changes only files that you name"),
        n => writeln!(out, "{n} fixes are in files that you did not name: `--fix` changes only files that you name"),
    }
}

/// Returns a place as `path:line:column`, which a terminal opens when it is clicked (OSC 8).
fn link(style: &ReportStyle, path: &Utf8Path, at: Position) -> String {
    let shown = format!("{}:{}:{}", escape::line(path.as_str()), at.line, at.column);
    let Some(base) = &style.links else { return shown };
    let uri = file_uri(&base.join(path));
    format!("\x1b]8;;{uri}\x1b\\{shown}\x1b]8;;\x1b\\")
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
