//! The baseline: findings that were there when a project began to be checked, counted by file, card and code, so that
//! lines may move. They are left out until they are fixed.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

use muster_core::config::relative;
use muster_core::diag::{Code, Diagnostic, Sink};
use muster_core::load;
use muster_core::source::{Address, FileId, Pointer, Sources, Span};

use super::{BROKEN_BASELINE, MISSING_BASELINE, Review, STALE_BASELINE};

/// The version of the file.
const VERSION: u32 = 1;

/// Numbers of known findings: by file, relative to the baseline's folder, by card (empty for what is on none), by code.
type Known = BTreeMap<String, BTreeMap<String, BTreeMap<String, usize>>>;

/// Known findings.
#[derive(Debug, Default)]
pub struct Baseline {
    path: Utf8PathBuf,
    text: String,
    known: Known,
    /// The error in the file: the line and the byte in it, from 1, and the reason.
    wrong: Option<(usize, usize, String)>,
    /// Whether the file does not exist.
    is_missing: bool,
    /// The settings that name the file, their text, and where in it they do.
    named_at: Option<(Utf8PathBuf, String, Span)>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    version: u32,
    findings: Known,
}

/// Findings of which the known ones are taken away.
pub struct Applied {
    /// The others.
    pub left: Vec<Diagnostic>,
    /// Those that were known.
    pub known: Vec<Diagnostic>,
    /// The known findings that are not there any more: file, card, code and number.
    gone: Vec<(String, String, String, usize)>,
}

impl Baseline {
    /// The text of one that knows nothing.
    pub const EMPTY: &str = r#"{"version": 1, "findings": {}}"#;

    /// Returns the baseline of a file that does not exist: it knows nothing.
    pub fn missing(path: Utf8PathBuf) -> Baseline {
        Baseline { path, is_missing: true, ..Baseline::default() }
    }

    /// Reads a baseline. One that is broken knows nothing. Of a file that was never meant for one the text is not kept, so
    /// that no finding can quote it.
    pub fn read(path: Utf8PathBuf, text: String) -> Baseline {
        if !(text.trim_start().starts_with('{') && text.contains("\"findings\"")) {
            let wrong = Some((1, 1, format!("`{path}` is not a baseline")));
            return Baseline { path, wrong, ..Baseline::default() };
        }
        let (known, wrong) = match serde_json::from_str(&text) {
            Ok(Document { version: VERSION, findings }) => (findings, None),
            Ok(Document { version, .. }) => {
                let why = format!("the baseline has version {version}; this version of muster reads version {VERSION}");
                (Known::new(), Some((1, 1, why)))
            }
            Err(error) => {
                let why = if error.is_data() { "its JSON has another form" } else { "it is not JSON" };
                (Known::new(), Some((error.line(), error.column(), format!("not a baseline: {why}"))))
            }
        };
        Baseline { path, text, known, wrong, is_missing: false, named_at: None }
    }

    /// Returns this baseline with the place that names it: the settings' file, its text, and the bytes in it.
    pub fn named_at(self, place: Option<(Utf8PathBuf, String, Span)>) -> Baseline {
        Baseline { named_at: place, ..self }
    }

    /// Returns true if the text is that of a baseline.
    pub fn is_sound(&self) -> bool {
        self.wrong.is_none()
    }

    /// Returns the text of this baseline as it is once it knows these findings. What it knew and was not looked for stays.
    pub fn renew(self, findings: &[Diagnostic], review: &Review, codes: &[Code]) -> String {
        let mut known = Known::new();
        for finding in findings {
            let (file, card) = (file_of(&self.path, finding, review), review.card_of(&finding.at));
            *known.entry(file).or_default().entry(card).or_default().entry(finding.code.id.to_owned()).or_default() +=
                1;
        }
        for (file, cards) in self.known.iter().filter(|(file, _)| self.is_there(file, review)) {
            for (card, of_card) in cards {
                for (code, count) in of_card.iter().filter(|(code, _)| !self.looked_for(file, code, review, codes)) {
                    let of_file = known.entry(file.clone()).or_default();
                    of_file.entry(card.clone()).or_default().entry(code.clone()).or_insert(*count);
                }
            }
        }
        let text = serde_json::to_string_pretty(&Document { version: VERSION, findings: known });
        text.expect("internal error: a baseline is JSON") + "\n"
    }

    /// Returns the file of an entry, when it was looked at.
    fn file(&self, file: &str, review: &Review) -> Option<FileId> {
        let same =
            |path: &Utf8Path| relative(path, folder(&self.path)).is_some_and(|path| path == file) || path == file;
        review.sources.iter().find(|(_, source)| same(source.path())).map(|(id, _)| id)
    }

    /// Returns true if the file of an entry still exists.
    fn is_there(&self, file: &str, review: &Review) -> bool {
        let on_disk = || folder(&self.path).join(file).exists() || Utf8Path::new(file).exists();
        self.file(file, review).is_some() || on_disk()
    }

    /// Returns true if a finding that an entry knows would have been found if it were still there.
    fn looked_for(&self, file: &str, code: &str, review: &Review, codes: &[Code]) -> bool {
        let code = codes.iter().find(|known| known.is(code));
        self.file(file, review).zip(code).is_some_and(|(file, code)| review.looked_for(file, *code))
    }

    /// Takes the known findings away.
    pub fn apply(&self, findings: Vec<Diagnostic>, review: &Review) -> Applied {
        let mut rest = self.known.clone();
        let mut known = Vec::new();
        let mut left = Vec::new();
        for finding in findings {
            let count = rest
                .get_mut(&file_of(&self.path, &finding, review))
                .and_then(|cards| cards.get_mut(&review.card_of(&finding.at)))
                .and_then(|codes| {
                    let mut names = std::iter::once(finding.code.id).chain(finding.code.formerly.iter().copied());
                    codes.get_mut(names.find(|name| codes.contains_key(*name))?)
                })
                .filter(|count| **count > 0);
            match count {
                Some(count) => {
                    *count -= 1;
                    known.push(finding);
                }
                None => left.push(finding),
            }
        }
        let gone = rest.into_iter().flat_map(|(file, cards)| {
            cards.into_iter().flat_map(move |(card, codes)| {
                let file = file.clone();
                codes.into_iter().map(move |(code, count)| (file.clone(), card.clone(), code, count))
            })
        });
        Applied { left, known, gone: gone.filter(|(.., count)| *count > 0).collect() }
    }

    /// Findings about the baseline: that it is broken, or knows what is not there any more, as far as it was looked for.
    /// It is added to the sources when there are any.
    pub fn findings(&self, applied: &Applied, review: &mut Review, codes: &[Code]) -> Vec<Diagnostic> {
        let named_at = |review: &mut Review| {
            let (file, text, span) = self.named_at.clone().filter(|_| self.text.is_empty())?;
            let id = review.sources.add(file, text);
            Some(Address::bytes(id, Pointer::root(), span))
        };
        if self.is_missing {
            let text = format!("the baseline `{}` does not exist yet, so no findings are hidden", self.path);
            let help = format!("to create it, run `muster check --write-baseline {}`", self.path);
            let finding = |at| Diagnostic::new(MISSING_BASELINE, at, text).help(help);
            return named_at(review).map(finding).into_iter().collect();
        }
        if let Some((line, column, why)) = &self.wrong {
            let help = "correct the file, or overwrite it with a new baseline: use `--write-baseline` with `--force`";
            if let Some(at) = named_at(review) {
                return vec![Diagnostic::new(BROKEN_BASELINE, at, why.clone()).help(help)];
            }
            let id = review.sources.add(self.path.clone(), self.text.clone());
            let file = review.sources.get(id);
            let whole = file.line_span((*line).clamp(1, file.line_count()));
            let start = (whole.start + column.saturating_sub(1)).min(whole.end);
            let span = Span { start: self.text.floor_char_boundary(start), end: whole.end };
            let finding = Diagnostic::new(BROKEN_BASELINE, Address::bytes(id, Pointer::root(), span), why.clone());
            return vec![finding.help(help)];
        }
        let lost: BTreeSet<&str> =
            self.known.keys().map(String::as_str).filter(|file| !self.is_there(file, review)).collect();
        let looked_for =
            |(file, _, code, _): &&(String, String, String, usize)| self.looked_for(file, code, review, codes);
        let gone: Vec<_> = applied.gone.iter().filter(looked_for).collect();
        if gone.is_empty() && lost.is_empty() {
            return Vec::new();
        }
        let sources: &mut Sources = &mut review.sources;
        let id = load::read(sources, self.path.clone(), self.text.as_bytes(), &mut Sink::default());
        let help = "to update it, use `--write-baseline`";
        let lost = lost.into_iter().map(|file| {
            let at = Address::key(id, Pointer::root().key("findings").key(file));
            Diagnostic::new(STALE_BASELINE, at, format!("`{file}` no longer exists")).help(help)
        });
        let stale = gone.into_iter().map(|(file, card, code, count)| {
            let pointer = ["findings", file, card, code].iter().fold(Pointer::root(), |at, key| at.key(key));
            let card = if card.is_empty() { String::new() } else { format!(" on card `{card}`") };
            let (findings, occur) = if *count == 1 { ("finding", "occurs") } else { ("findings", "occur") };
            let message =
                format!("the baseline lists {count} `{code}` {findings}{card} in `{file}` that no longer {occur}");
            Diagnostic::new(STALE_BASELINE, Address::key(id, pointer), message).help(help)
        });
        lost.chain(stale).collect()
    }
}

fn folder(path: &Utf8Path) -> &Utf8Path {
    path.parent().unwrap_or(Utf8Path::new(""))
}

/// Returns the file of a finding, relative to the baseline's folder where it is below it.
fn file_of(baseline: &Utf8Path, finding: &Diagnostic, review: &Review) -> String {
    let path = review.sources.get(finding.at.file).path();
    relative(path, folder(baseline)).unwrap_or_else(|| path.to_owned()).into_string()
}
