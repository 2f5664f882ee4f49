//! Findings: what they are, the sink that collects them, and the formats they are written in.

pub mod alike;
mod cells;
pub mod escape;
mod fix;
pub mod machine;
pub mod render;
mod report;
mod system;
pub mod uri;

pub use cells::describe_cell;
pub use fix::{Edit, Fix, How};
pub use render::{Closing, closing};
pub use report::{FixCounts, Format, Hidden, Report, ReportStyle, Summary, finish};
pub use system::describe;

pub mod levels;
pub mod near;
pub mod width;

use crate::source::Address;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Probably a mistake.
    Warning,
    /// A mistake: the document cannot be played or printed.
    Error,
}

impl Severity {
    /// Returns its name as settings and reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A kind of finding. Its page explains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// Short code, `TB101`.
    pub id: &'static str,
    /// Kebab-case name, `unknown-target`; reads well after "allow".
    pub name: &'static str,
    /// Severity unless policy says otherwise.
    pub severity: Severity,
    /// Markdown: what it means, why it matters, an example that triggers it and one that does not.
    pub page: &'static str,
    /// Short codes and names that it had before; settings, comments and baselines may still use them.
    pub formerly: &'static [&'static str],
}

/// One finding, with one primary place.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// The kind of finding.
    pub code: Code,
    /// Severity after policy.
    pub severity: Severity,
    /// Whether it makes the exit code 1, as the policy decided; `None` before that, when errors do.
    pub fails: Option<bool>,
    /// The message: what was found; what is allowed.
    pub message: String,
    /// Advice on how to fix it.
    pub help: Option<String>,
    /// The primary place.
    pub at: Address,
    /// Other places related to the finding.
    pub related: Vec<Related>,
    /// A change that would fix it.
    pub fix: Option<Fix>,
}

/// Another place that belongs to a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The message shown at the place.
    pub message: String,
    /// The place.
    pub at: Address,
}

impl Code {
    /// Returns the code of a kind of finding: its short code, its name, how much it matters, and its page.
    pub const fn new(id: &'static str, name: &'static str, severity: Severity, page: &'static str) -> Code {
        Code { id, name, severity, page, formerly: &[] }
    }

    /// Returns the code with the short codes and names that it had before.
    #[must_use]
    pub const fn formerly(self, formerly: &'static [&'static str]) -> Code {
        Code { formerly, ..self }
    }

    /// Returns its meaning: the first paragraph of its page.
    pub fn meaning(&self) -> String {
        meaning_of(self.page)
    }

    /// Returns its meaning, in one sentence.
    pub fn sentence(&self) -> String {
        sentence_of(self.page)
    }

    /// Returns true if a text names it: by id or name, in any case.
    pub fn is(&self, text: &str) -> bool {
        let mut names = [self.id, self.name].into_iter().chain(self.formerly.iter().copied());
        names.any(|name| name.eq_ignore_ascii_case(text))
    }
}

/// Returns the first paragraph of a page, below its title.
fn meaning_of(page: &str) -> String {
    let paragraph = page.split("\n\n").nth(1).unwrap_or_default();
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the first sentence of a page, below its title.
pub fn sentence_of(page: &str) -> String {
    let meaning = meaning_of(page);
    meaning.split_once(". ").map_or(meaning.clone(), |(first, _)| format!("{first}."))
}

impl Diagnostic {
    /// Returns a finding with its code's severity.
    pub fn new(code: Code, at: Address, message: impl Into<String>) -> Diagnostic {
        let message = plain(&message.into());
        Diagnostic {
            code,
            severity: code.severity,
            fails: None,
            message,
            help: None,
            at,
            related: Vec::new(),
            fix: None,
        }
    }

    /// Returns true if it makes the exit code 1.
    pub fn is_failure(&self) -> bool {
        self.fails.unwrap_or(self.severity == Severity::Error)
    }

    /// Adds advice on how to fix it.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(plain(&help.into()));
        self
    }

    /// Adds another place.
    pub fn with_related(mut self, at: Address, message: impl Into<String>) -> Diagnostic {
        self.related.push(Related { message: plain(&message.into()), at });
        self
    }

    /// Adds a fix that replaces one scalar, with its help line.
    pub fn replace(mut self, safe: bool, at: Address, text: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix { safe, edits: vec![Edit::replace(at, text)] });
        self
    }

    /// Adds a fix.
    pub fn mend(mut self, safe: bool, edits: Vec<Edit>) -> Diagnostic {
        self.fix = Some(Fix { safe, edits });
        self
    }

    /// Adds "did you mean `x`?" with the nearest of what is allowed, when one is near.
    pub fn nearest<'a>(self, found: &str, allowed: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match nearest(found, allowed) {
            Some(near) => self.help(did_you_mean(found, near)),
            None => self,
        }
    }
}

/// Returns "; did you mean `x`?", with the nearest of some names, as the end of a message; nothing if none is near.
pub fn or_nearest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(found, names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}

/// Returns "did you mean `x`?", and what differs where the two look the same.
pub fn did_you_mean(found: &str, meant: &str) -> String {
    match alike::difference(found, meant) {
        Some(difference) => format!("did you mean `{meant}`? {difference}"),
        None => format!("did you mean `{meant}`?"),
    }
}

/// Longest name that a message quotes whole, in columns.
const LONGEST_NAME: usize = 500;

/// Longest message, in columns.
const LONGEST_MESSAGE: usize = 20_000;

/// Returns a message in one line: names in it may hold any character, and be as long as a file.
fn plain(text: &str) -> String {
    let text = width::cut_quoted(escape::line(text).into_owned(), LONGEST_NAME);
    width::truncate(&text, LONGEST_MESSAGE).into_owned()
}

/// Collects findings; never stops at the first.
#[derive(Debug, Default)]
pub struct Sink {
    findings: Vec<Diagnostic>,
}

impl Sink {
    /// Takes a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    /// Takes findings.
    pub fn extend(&mut self, findings: impl IntoIterator<Item = Diagnostic>) {
        self.findings.extend(findings);
    }

    /// Keeps the findings that `keep` says.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.findings.retain(keep);
    }

    /// Returns the number of them, to compare before and after.
    pub fn len(&self) -> usize {
        self.findings.len()
    }

    /// Returns true if nothing was found.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// Returns the findings as they came.
    pub fn into_findings(self) -> Vec<Diagnostic> {
        self.findings
    }
}

/// Returns the nearest of `allowed` to `found`, when it is near enough to be a slip.
pub fn nearest<'a>(found: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if near::is_long(found) {
        return None;
    }
    let fold = |text: &str| alike::skeleton(text).to_lowercase();
    let folded = fold(found);
    allowed
        .into_iter()
        .filter(|candidate| !near::is_long(candidate))
        .filter_map(|candidate| {
            let most = (candidate.chars().count().max(folded.chars().count()) / 3).max(1);
            let allowed = fold(candidate);
            let near = near::unmatched_letters(&folded, &allowed) <= most;
            let distance = near.then(|| near::distance(&folded, &allowed)).filter(|distance| *distance <= most)?;
            Some((distance, number_gap(found, candidate), candidate))
        })
        .min()
        .map(|(.., candidate)| candidate)
}

/// Returns how far the numbers in two texts that are otherwise alike lie from each other: of `d9`, `d8` is nearer than `d4`.
fn number_gap(one: &str, other: &str) -> u64 {
    let parts = |text: &str| {
        let start = text.find(|c: char| c.is_ascii_digit())?;
        let end = text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| start + end);
        Some((text[..start].to_lowercase(), text[start..end].parse::<u64>().ok()?, text[end..].to_lowercase()))
    };
    match (parts(one), parts(other)) {
        (Some((before, a, after)), Some((first, b, last))) if (&before, &after) == (&first, &last) => a.abs_diff(b),
        _ => u64::MAX,
    }
}
