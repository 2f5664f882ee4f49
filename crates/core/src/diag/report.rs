//! The findings of a command, in order and counted, and the formats they can be written in.

use std::io::{self, Write};

use camino::Utf8PathBuf;

use super::escape::{Escaped, Syntax};
use super::{Diagnostic, Severity, machine, render};
use crate::source::Sources;

/// The findings of a command, ready to be written.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The files they are in.
    pub sources: &'a Sources,
    /// The findings, as [`finish`] leaves them.
    pub findings: &'a [Diagnostic],
    /// Number of files that were looked at.
    pub files: usize,
    /// Counts of findings and files that are not among the findings.
    pub hidden: Hidden,
    /// Output of the command for programs besides its findings: a member of the JSON document; without a name, an object whose
    /// members are members of the document.
    pub extra: Option<(&'static str, &'a serde_json::Value)>,
}

/// Counts of findings that are left out because someone said so, and of files that were not checked yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hidden {
    /// Allowed by comments.
    pub allowed: usize,
    /// In the baseline.
    pub baseline: usize,
    /// Errors, warnings and notes about other files than the command is for, which `muster check` shows.
    pub left_to_check: [usize; 3],
    /// Files that are not there to be looked at: they could not be opened, or have no name in UTF-8.
    pub unreadable: usize,
    /// Files whose meaning is checked once they can be read.
    pub unread: usize,
    /// The fixes of the findings, as far as somebody found out which of them `--fix` makes; `None` if it makes all.
    pub fixes: Option<FixCounts>,
}

/// Counts of fixes, by what `muster check --fix` does with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FixCounts {
    /// Those that it makes.
    pub safe: usize,
    /// Those that it makes with `--unsafe-fixes`.
    pub risky: usize,
    /// Those in files that a document names and the command line does not, which it leaves alone.
    pub not_named: usize,
}

/// The layout of findings for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportStyle {
    /// Whether colours are used.
    pub colours: bool,
    /// Whether lines at the end say how many findings there are.
    pub summary: bool,
    /// Whether the findings of each code are counted instead of shown.
    pub statistics: bool,
    /// Greatest number of findings that are shown.
    pub most: usize,
    /// Width that messages are wrapped at, in columns.
    pub width: usize,
    /// The folder that paths are relative to, for links to files; `None` if links are not understood.
    pub links: Option<Utf8PathBuf>,
}

impl Default for ReportStyle {
    fn default() -> ReportStyle {
        ReportStyle { colours: false, summary: true, statistics: false, most: usize::MAX, width: 120, links: None }
    }
}

/// Number of findings of each severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Summary {
    /// Files looked at.
    pub files: usize,
    /// Findings of severity error.
    pub errors: usize,
    /// Findings of severity warning.
    pub warnings: usize,
    /// Findings of severity info.
    pub infos: usize,
}

/// Output format of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people, with the lines they are on.
    Full,
    /// For people and their editors, one line each.
    Concise,
    /// One JSON document.
    Json,
    /// One JSON document a line.
    JsonLines,
    /// SARIF 2.1.0.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
    /// GitLab's code quality report.
    Gitlab,
    /// JUnit's XML.
    Junit,
}

impl Format {
    /// Every format, with its name on the command line.
    pub const ALL: [(&'static str, Format); 8] = [
        ("full", Format::Full),
        ("concise", Format::Concise),
        ("json", Format::Json),
        ("json-lines", Format::JsonLines),
        ("sarif", Format::Sarif),
        ("github", Format::Github),
        ("gitlab", Format::Gitlab),
        ("junit", Format::Junit),
    ];

    /// Returns the format of a name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, format)| format)
    }

    /// Returns the syntax that a report of this style is escaped for.
    fn syntax(self, style: &ReportStyle) -> Syntax {
        match self {
            Format::Full | Format::Concise if style.colours || style.links.is_some() => Syntax::Styled,
            Format::Full | Format::Concise => Syntax::Text,
            Format::Json | Format::JsonLines | Format::Sarif | Format::Gitlab => Syntax::Json,
            Format::Github => Syntax::Workflow,
            Format::Junit => Syntax::Xml,
        }
    }

    /// Writes a report, escaped. Only the formats for people have a style.
    ///
    /// # Errors
    ///
    /// Says that it cannot be written to `out`.
    pub fn write(self, out: &mut dyn Write, report: &Report<'_>, style: &ReportStyle) -> io::Result<()> {
        out.write_all(self.render(report, style)?.bytes())
    }

    /// Returns a report, escaped so that it can be printed.
    ///
    /// # Errors
    ///
    /// A message or value cannot be written as the format wants it.
    pub fn render(self, report: &Report<'_>, style: &ReportStyle) -> io::Result<Escaped> {
        let mut out = Vec::new();
        self.write_raw(&mut out, report, style)?;
        let text = String::from_utf8(out).map_err(io::Error::other)?;
        Ok(self.syntax(style).escape(&text))
    }

    fn write_raw(self, out: &mut dyn Write, report: &Report<'_>, style: &ReportStyle) -> io::Result<()> {
        match self {
            Format::Full => render::full(out, report, style),
            Format::Concise => render::concise(out, report, style),
            Format::Json => machine::json(out, report),
            Format::JsonLines => machine::json_lines(out, report),
            Format::Sarif => machine::sarif::write(out, report),
            Format::Github => machine::github::write(out, report),
            Format::Gitlab => machine::gitlab::write(out, report),
            Format::Junit => machine::junit::write(out, report),
        }
    }
}

impl Report<'_> {
    /// Counts the findings.
    pub fn summary(&self) -> Summary {
        let count = |severity| self.findings.iter().filter(|finding| finding.severity == severity).count();
        Summary {
            files: self.files,
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            infos: count(Severity::Info),
        }
    }
}

/// Puts findings in order of path, place and code, and leaves out repetitions: an aliased value is read at every place
/// it stands for, but written at one. Fixes that cannot be made are left out.
pub fn finish(findings: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let mut keyed: Vec<_> = findings
        .into_iter()
        .map(|mut finding| {
            // Only what can be made is offered.
            finding.fix.take_if(|fix| fix.edits.iter().any(|edit| edit.resolve(sources).is_none()));
            let file = sources.get(finding.at.file);
            ((file.path(), finding.at.file, sources.span(&finding.at), finding.code.id), finding)
        })
        .collect();
    keyed.sort_by(|(a, x), (b, y)| {
        let place = |key: &(_, _, crate::source::Span, &'static str)| (key.2.start, key.3, key.2.end);
        (a.0, place(a), &x.message, a.1).cmp(&(b.0, place(b), &y.message, b.1))
    });
    // A file may have been read twice, as a template that is checked and used; pages of a spreadsheet share a path.
    let text = |file| sources.get(file).text();
    keyed.dedup_by(|(a, x), (b, y)| {
        (a.0, a.2, a.3) == (b.0, b.2, b.3) && x.message == y.message && (a.1 == b.1 || text(a.1) == text(b.1))
    });
    keyed.into_iter().map(|(_, finding)| finding).collect()
}
