//! Settings from TOML: every key that is known, and everything else as a mistake.

use std::collections::HashSet;
use std::ops::Range;

use camino::{Utf8Path, Utf8PathBuf};
use globset::Glob;
use ignore::gitignore::GitignoreBuilder;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{BROKEN_SETTINGS, FILE, Mistake, Patterns, PrintSettings, Settings, UNKNOWN_SETTING, WRONG_SETTING};
use crate::diag::levels::Levels;
use crate::diag::{Code, Severity, nearest};
use crate::source::{Span, is_elsewhere, resolve_links};

/// The keys of `muster.toml`.
pub const KEYS: [&str; 6] = ["fail-on", "exclude", "baseline", "levels", "per-path", "print"];
/// The purpose of each key, with the keys of an item of `per-path`.
const MEANINGS: [(&str, &str); 15] = [
    ("fail-on", "The lowest severity that makes the exit code 1. The default is `error`."),
    ("exclude", "Files to skip unless they are named on the command line, in `.gitignore` syntax."),
    (
        "baseline",
        "The baseline: a file of known findings that are not reported, relative to the folder of `muster.toml`.",
    ),
    ("levels", "The level of a code: `allow`, `info`, `warning` or `error`. Name the code by number or by name."),
    ("per-path", "Levels for some files. If several tables match a file, the last one applies."),
    ("paths", "The files that these levels apply to, in `.gitignore` syntax."),
    (
        "print",
        "The layout of cards in `print`, `preview`, `check` and editors; options on the command line override it.",
    ),
    ("template", "The folder of your own card templates, relative to the folder of `muster.toml`."),
    ("theme", "A built-in theme, such as `period`."),
    ("look", "An older name for `theme`."),
    ("size", "The size of cards: `poker`, `bridge`, `mini`, `tarot` or `square`."),
    ("languages", "The languages to print and check, such as `[\"de\", \"en\"]`."),
    ("profile", "The printer to make files for, such as `the-game-crafter`."),
    (
        "paper",
        "The paper of sheets: `a4`, `letter`, `a3`, `legal`, `tabloid`, or a size in millimetres such as `330x480`.",
    ),
    ("with", "What is also printed, as `--with` has it, such as `[\"reference\", \"tokens\"]`."),
];
/// The keys of the table `print`.
pub const PRINT_KEYS: [&str; 8] = ["template", "theme", "look", "size", "languages", "profile", "paper", "with"];
/// The keys of an item of `per-path`.
pub const PATH_KEYS: [&str; 2] = ["paths", "levels"];
/// The levels that a finding can be set to.
pub const LEVELS: [&str; 4] = ["allow", "info", "warning", "error"];

/// Returns what a key of `muster.toml` is for.
pub fn about(key: &str) -> Option<&'static str> {
    MEANINGS.iter().find(|(known, _)| *known == key).map(|(_, about)| *about)
}

/// Reads settings, and skips those that are wrong.
pub(super) fn settings(file: Utf8PathBuf, text: String, codes: &[Code]) -> Settings {
    let mut reader = Reader { codes, mistakes: Vec::new(), patterns: 0 };
    let mut settings = Settings::default();
    let (table, errors) = DeTable::parse_recoverable(&text);
    for error in errors {
        let span = error.span().unwrap_or_default();
        let unset = table.get_ref().iter().find(|(_, value)| value.span().is_empty() && value.span() == span);
        let message = match (unset, error.message()) {
            (Some((key, _)), _) => format!("`{}` has no value", key.get_ref()),
            (None, said) if said.starts_with("string values must be quoted") => {
                "this value is text and needs quotes".to_owned()
            }
            (None, said @ "duplicate key") => format!("{said} `{}`", &text[span.clone()]),
            (None, said) => said.to_owned(),
        };
        reader.mistakes.push(Mistake { code: BROKEN_SETTINGS, span: to_span(&span), message, meant: None, help: None });
    }
    for (key, value) in table.get_ref().iter().filter(|(_, value)| !value.span().is_empty()) {
        match &**key.get_ref() {
            "fail-on" => settings.fail_on = reader.word(value, &LEVELS[1..]).and_then(severity),
            "exclude" => settings.exclude = reader.patterns(value),
            "baseline" => {
                settings.baseline = reader.path(value).map(Utf8PathBuf::from);
                settings.baseline_span = to_span(&value.span());
            }
            "levels" => settings.levels = reader.levels(value),
            "per-path" => settings.per_path = reader.per_path(value),
            "print" => (settings.print, settings.print_spans, settings.with_spans) = reader.print(value),
            other => reader.unknown(other, &key.span(), &KEYS),
        }
    }
    let is_meant = table.get_ref().iter().any(|(key, _)| KEYS.contains(&&**key.get_ref())) || has_own_name(&file);
    drop(table);
    if !is_meant && !reader.mistakes.is_empty() {
        // What a link or a variable leads to may be anybody's file: nothing of it is shown.
        let message = format!("this is not a settings file: it has none of the keys {}", list(&KEYS));
        let mistake = Mistake { code: BROKEN_SETTINGS, span: Span::default(), message, meant: None, help: None };
        return Settings { file: Some(file), mistakes: vec![mistake], ..Settings::default() };
    }
    Settings { file: Some(file), text, mistakes: reader.mistakes, ..settings }
}

/// Returns true if a file, once links are resolved, is named as settings are; one that was never saved leads nowhere
/// else.
fn has_own_name(file: &Utf8Path) -> bool {
    resolve_links(file).map_or_else(|_| !file.exists(), |real| real.file_name() == Some(FILE))
}

/// The most tables of settings for paths: each of them is asked about every file with findings.
const MOST_TABLES: usize = 1000;

/// The most patterns of paths in all lists.
const MOST_PATTERNS: usize = 10_000;

struct Reader<'a> {
    codes: &'a [Code],
    mistakes: Vec<Mistake>,
    /// Number of patterns that were read.
    patterns: usize,
}

fn to_span(span: &Range<usize>) -> Span {
    Span { start: span.start, end: span.end }
}

fn severity(word: &str) -> Option<Severity> {
    [Severity::Info, Severity::Warning, Severity::Error].into_iter().find(|severity| severity.name() == word)
}

impl Reader<'_> {
    fn wrong(&mut self, span: &Range<usize>, message: String) {
        self.mistakes.push(Mistake { code: WRONG_SETTING, span: to_span(span), message, meant: None, help: None });
    }

    fn unknown(&mut self, key: &str, span: &Range<usize>, known: &[&str]) {
        let message = format!("unknown setting `{key}`; allowed: {}", list(known));
        let meant = nearest(key, known.iter().copied()).map(str::to_owned);
        self.mistakes.push(Mistake { code: UNKNOWN_SETTING, span: to_span(span), message, meant, help: None });
    }

    fn text<'v>(&mut self, value: &'v Spanned<DeValue<'_>>, what: &str) -> Option<&'v str> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong(&value.span(), format!("expected {what}, found {}", kind(value.get_ref())));
        }
        text
    }

    /// Reads the path of a file, which is on this machine.
    fn path<'v>(&mut self, value: &'v Spanned<DeValue<'_>>) -> Option<&'v str> {
        let path = self.text(value, "the path of a file")?;
        if is_elsewhere(path) {
            self.wrong(&value.span(), format!("`{path}` is on another machine; only local files are read"));
            return None;
        }
        Some(path)
    }

    /// Reads one of a few words.
    fn word<'v>(&mut self, value: &'v Spanned<DeValue<'_>>, words: &[&str]) -> Option<&'v str> {
        let text = self.text(value, &format!("one of {}", list(words)))?;
        if words.contains(&text) {
            return Some(text);
        }
        self.mistakes.push(unknown_value(text, to_span(&value.span()), words));
        None
    }

    fn patterns(&mut self, value: &Spanned<DeValue<'_>>) -> Patterns {
        let mut patterns = Patterns::default();
        let Some(items) = value.get_ref().as_array() else {
            self.wrong(&value.span(), format!("expected a list of paths, found {}", kind(value.get_ref())));
            return patterns;
        };
        let mut builder = GitignoreBuilder::new("");
        for item in items {
            let Some(pattern) = self.text(item, "a path") else { continue };
            self.patterns += 1;
            if self.patterns > MOST_PATTERNS {
                // Told once.
                if self.patterns == MOST_PATTERNS + 1 {
                    self.wrong(&item.span(), format!("more than {MOST_PATTERNS} paths in total; the rest are ignored"));
                }
                break;
            }
            // What a `.gitignore` takes as it stands may be a slip all the same: `[a` without its end.
            match Glob::new(pattern)
                .map_err(|error| error.kind().to_string())
                .and_then(|_| builder.add_line(None, pattern).map_err(|error| error.to_string()))
            {
                Ok(_) => patterns.written.push(pattern.to_owned()),
                Err(error) => self.wrong(&item.span(), format!("invalid path pattern `{pattern}`: {error}")),
            }
        }
        patterns.matcher = builder.build().ok();
        patterns
    }

    fn levels(&mut self, value: &Spanned<DeValue<'_>>) -> Levels {
        let mut levels = Levels::default();
        let Some(table) = value.get_ref().as_table() else {
            self.wrong(&value.span(), format!("expected codes with levels, found {}", kind(value.get_ref())));
            return levels;
        };
        let mut seen = HashSet::new();
        for (key, value) in table {
            let name = &**key.get_ref();
            match self.codes.iter().find(|code| code.is(name)) {
                Some(code) if !seen.insert(code.id) => {
                    let message = format!("the level of {} ({}) is already set", code.id, code.name);
                    self.wrong(&key.span(), message);
                }
                Some(code) => {
                    if let Some(word) = self.word(value, &LEVELS) {
                        levels.set(code.id, severity(word));
                    }
                }
                None => {
                    let names = self.codes.iter().flat_map(|code| [code.name, code.id]);
                    let meant = nearest(name, names).map(str::to_owned);
                    let help = meant.is_none().then(|| "run `muster explain --list` to list the codes".to_owned());
                    let message = format!("unknown code `{name}`");
                    self.mistakes.push(Mistake {
                        code: WRONG_SETTING,
                        span: to_span(&key.span()),
                        message,
                        meant,
                        help,
                    });
                }
            }
        }
        levels
    }

    fn per_path(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<(Patterns, Levels)> {
        let Some(items) = value.get_ref().as_array() else {
            self.wrong(&value.span(), format!("expected tables `[[per-path]]`, found {}", kind(value.get_ref())));
            return Vec::new();
        };
        if let Some(more) = items.get(MOST_TABLES) {
            let message = format!("{} `per-path` tables; only the first {MOST_TABLES} are read", items.len());
            self.wrong(&more.span(), message);
        }
        items.iter().take(MOST_TABLES).filter_map(|item| self.one_path(item)).collect()
    }

    /// Reads the table `print`, and the places of what names one of several things.
    fn print(&mut self, value: &Spanned<DeValue<'_>>) -> (PrintSettings, Vec<(&'static str, Span)>, Vec<Span>) {
        let (mut print, mut spans, mut of_with) = (PrintSettings::default(), Vec::new(), Vec::new());
        let Some(table) = value.get_ref().as_table() else {
            self.wrong(&value.span(), format!("expected a table `[print]`, found {}", kind(value.get_ref())));
            return (print, spans, of_with);
        };
        for (key, value) in table {
            let mut named = |key, text: Option<&str>| {
                spans.push((key, to_span(&value.span())));
                text.map(str::to_lowercase)
            };
            match &**key.get_ref() {
                "template" => print.template = self.text(value, "the path of a folder").map(Utf8PathBuf::from),
                "theme" | "look" => print.theme = named("theme", self.text(value, "the name of a theme")),
                "size" => print.size = named("size", self.text(value, "the name of a size")),
                "profile" => print.profile = named("profile", self.text(value, "the name of a profile")),
                "paper" => print.paper = named("paper", self.text(value, "the name of a paper")),
                "languages" => print.languages = self.texts(value, "a list of language tags", "a language tag").0,
                "with" => {
                    let (words, spans) = self.texts(value, "a list of what is printed", "the name of what is printed");
                    print.with = words.iter().map(|word| word.to_lowercase()).collect();
                    of_with = spans;
                }
                other => self.unknown(other, &key.span(), &PRINT_KEYS),
            }
        }
        (print, spans, of_with)
    }

    /// Reads a list of texts, or one, with their places.
    fn texts(&mut self, value: &Spanned<DeValue<'_>>, list: &str, each: &str) -> (Vec<String>, Vec<Span>) {
        let mut text = |value: &Spanned<DeValue<'_>>, expected: &str| {
            Some((self.text(value, expected)?.to_owned(), to_span(&value.span())))
        };
        match value.get_ref().as_array() {
            None => text(value, list).into_iter().unzip(),
            Some(items) => items.iter().filter_map(|item| text(item, each)).unzip(),
        }
    }

    fn one_path(&mut self, item: &Spanned<DeValue<'_>>) -> Option<(Patterns, Levels)> {
        let Some(table) = item.get_ref().as_table() else {
            self.wrong(&item.span(), format!("expected a table, found {}", kind(item.get_ref())));
            return None;
        };
        let (mut patterns, mut levels) = (None, Levels::default());
        for (key, value) in table {
            match &**key.get_ref() {
                "paths" => patterns = Some(self.patterns(value)),
                "levels" => levels = self.levels(value),
                other => self.unknown(other, &key.span(), &PATH_KEYS),
            }
        }
        if patterns.is_none() {
            self.wrong(&item.span(), "missing `paths`: the files that this table applies to".to_owned());
        }
        Some((patterns?, levels))
    }
}

/// Returns the mistake that a word is none of those that are allowed.
pub(super) fn unknown_value(word: &str, span: Span, allowed: &[&str]) -> Mistake {
    let message = format!("unknown value `{word}`; allowed: {}", list(allowed));
    let meant = nearest(word, allowed.iter().copied()).map(str::to_owned);
    Mistake { code: WRONG_SETTING, span, message, meant, help: None }
}

fn kind(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("text `{text}`"),
        DeValue::Integer(_) | DeValue::Float(_) => "a number".to_owned(),
        DeValue::Boolean(truth) => format!("`{truth}`"),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
