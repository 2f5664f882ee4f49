//! The settings of a project, `muster.toml`: what is read from it, and mistakes in it as findings at their places.

mod read;

pub use read::{KEYS, LEVELS, PATH_KEYS, PRINT_KEYS, about};

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use ignore::gitignore::Gitignore;

use crate::diag::escape::{is_unsafe, line};
use crate::diag::levels::Levels;
use crate::diag::{Code, Diagnostic, Severity};
use crate::source::{Address, Pointer, Sources, Span};

/// The name of the file.
pub const FILE: &str = "muster.toml";

/// The file is not TOML.
pub const BROKEN_SETTINGS: Code =
    Code::new("MU501", "broken-settings", Severity::Error, include_str!("config/broken-settings.md"));
/// A key there is not.
pub const UNKNOWN_SETTING: Code =
    Code::new("MU502", "unknown-setting", Severity::Error, include_str!("config/unknown-setting.md"));
/// A value that a key cannot have.
pub const WRONG_SETTING: Code =
    Code::new("MU503", "wrong-setting", Severity::Error, include_str!("config/wrong-setting.md"));

/// Everything that can be wrong with settings.
pub const CODES: &[Code] = &[BROKEN_SETTINGS, UNKNOWN_SETTING, WRONG_SETTING];

/// The settings of a project.
#[derive(Debug, Default)]
pub struct Settings {
    /// The file they were read from.
    pub file: Option<Utf8PathBuf>,
    /// The lowest severity that makes the exit code 1.
    pub fail_on: Option<Severity>,
    /// The baseline, relative to the file's folder.
    pub baseline: Option<Utf8PathBuf>,
    /// The place where the baseline is named.
    baseline_span: Span,
    /// The defaults of how cards are laid out.
    pub print: PrintSettings,
    /// The places of those that name one of several things, by key.
    print_spans: Vec<(&'static str, Span)>,
    /// The places of the words of what is also printed.
    with_spans: Vec<Span>,
    /// Files that are not checked.
    exclude: Patterns,
    levels: Levels,
    per_path: Vec<(Patterns, Levels)>,
    text: String,
    mistakes: Vec<Mistake>,
}

/// The defaults of how cards are laid out: the table `print`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PrintSettings {
    /// The folder of the user's own templates, relative to the file's folder.
    pub template: Option<Utf8PathBuf>,
    /// The name of a theme.
    pub theme: Option<String>,
    /// The name of a size of cards.
    pub size: Option<String>,
    /// The tags of the languages to print and to check in.
    pub languages: Vec<String>,
    /// The name of a printer's profile.
    pub profile: Option<String>,
    /// The name of the paper of sheets.
    pub paper: Option<String>,
    /// The words of what is also printed.
    pub with: Vec<String>,
}

/// The words that keys of the table `print` may have.
#[derive(Debug, Clone, Default)]
pub struct PrintWords {
    /// The themes.
    pub themes: Vec<&'static str>,
    /// The sizes of cards.
    pub sizes: Vec<&'static str>,
    /// The printers' profiles.
    pub profiles: Vec<&'static str>,
    /// The papers, and the form of a size.
    pub papers: Vec<&'static str>,
    /// Returns true for the name of a paper, or its size.
    pub is_paper: Option<fn(&str) -> bool>,
    /// The words of what is also printed.
    pub with: Vec<&'static str>,
}

/// A mistake in the settings.
#[derive(Debug)]
struct Mistake {
    code: Code,
    span: Span,
    message: String,
    /// The word that was meant, where one is near.
    meant: Option<String>,
    help: Option<String>,
}

/// Paths as `.gitignore` writes them, relative to a folder.
#[derive(Debug, Default)]
struct Patterns {
    written: Vec<String>,
    matcher: Option<Gitignore>,
}

impl Settings {
    /// Reads the text of a settings file. `codes` are those there are.
    pub fn read(file: Utf8PathBuf, text: String, codes: &[Code]) -> Settings {
        read::settings(file, text, codes)
    }

    /// Returns the settings without the defaults of `print` that name something there is not; each is a mistake.
    #[must_use]
    pub fn with_known(mut self, words: &PrintWords) -> Settings {
        let mut known_with = Vec::new();
        for (word, span) in self.print.with.drain(..).zip(std::mem::take(&mut self.with_spans)) {
            match words.with.contains(&word.as_str()) {
                true => known_with.push(word),
                false => self.mistakes.push(read::unknown_value(&word, span, &words.with)),
            }
        }
        self.print.with = known_with;
        for (key, span) in std::mem::take(&mut self.print_spans) {
            let (value, known) = match key {
                "size" => (&mut self.print.size, &words.sizes),
                "profile" => (&mut self.print.profile, &words.profiles),
                "paper" => (&mut self.print.paper, &words.papers),
                _ => (&mut self.print.theme, &words.themes),
            };
            let is_known = |word: &str| {
                known.contains(&word) || key == "paper" && words.is_paper.is_some_and(|is_paper| is_paper(word))
            };
            if let Some(word) = value.take_if(|word| !is_known(word)) {
                self.mistakes.push(read::unknown_value(&word, span, known));
            }
        }
        self
    }

    /// Returns the folder that paths in the settings are relative to.
    pub fn folder(&self) -> &Utf8Path {
        self.file.as_deref().and_then(Utf8Path::parent).unwrap_or(Utf8Path::new(""))
    }

    /// Returns the file that names the baseline, its text, and where in it that is; `None` if no baseline is named.
    pub fn baseline_place(&self) -> Option<(Utf8PathBuf, String, Span)> {
        self.baseline.as_ref().and(self.file.clone()).map(|file| (file, self.text.clone(), self.baseline_span))
    }

    /// Returns true if a file is left out. The path is absolute or, as the settings' own, relative to the current
    /// folder.
    pub fn excludes(&self, path: &Utf8Path) -> bool {
        self.relative_path(path).is_some_and(|path| self.exclude.matches(&path))
    }

    /// Returns the severity that the settings give findings of a code (its id) in a file: another one, or none to drop them.
    pub fn level(&self, path: &Utf8Path, id: &str) -> Option<Option<Severity>> {
        let inside = self.relative_path(path);
        let of_path = |(patterns, levels): &(Patterns, Levels)| {
            // Few tables say something of a code.
            levels.get(id).filter(|_| inside.as_ref().is_some_and(|path| patterns.matches(path)))
        };
        self.per_path.iter().rev().find_map(of_path).or_else(|| self.levels.get(id))
    }

    /// Returns the findings about the settings; their file is added to the sources if there are any.
    pub fn findings(&self, sources: &mut Sources) -> Vec<Diagnostic> {
        let (Some(file), false) = (&self.file, self.mistakes.is_empty()) else { return Vec::new() };
        let id = sources.add(file.clone(), self.text.clone());
        let finding = |mistake: &Mistake| {
            let at = Address::bytes(id, Pointer::root(), mistake.span);
            let finding = Diagnostic::new(mistake.code, at, mistake.message.clone());
            let meant = mistake.meant.iter().map(|meant| format!("did you mean `{meant}`?"));
            meant.chain(mistake.help.clone()).fold(finding, Diagnostic::help)
        };
        self.mistakes.iter().map(finding).collect()
    }

    /// Returns the words that are slips of the pen: the bytes of each in the text, and what was meant, quoted as the word is.
    pub fn slips(&self) -> Vec<(Span, String)> {
        let slip = |mistake: &Mistake| {
            let written = self.text.get(mistake.span.start..mistake.span.end)?;
            let quote =
                written.chars().next().filter(|c| ['"', '\''].contains(c)).map(String::from).unwrap_or_default();
            Some((mistake.span, format!("{quote}{}{quote}", mistake.meant.as_ref()?)))
        };
        self.mistakes.iter().filter_map(slip).collect()
    }

    /// Returns the settings as they were understood, as TOML.
    pub fn show(&self) -> String {
        let list = |patterns: &Patterns| {
            let quoted: Vec<String> = patterns.written.iter().map(|p| quote(p)).collect();
            format!("[{}]", quoted.join(", "))
        };
        let mut text = match &self.file {
            Some(file) => format!("# from {}\n", line(file.as_str())),
            None => format!("# no {FILE} applies\n"),
        };
        text += &format!("fail-on = \"{}\"\n", self.fail_on.unwrap_or(Severity::Error).name());
        text += &format!("exclude = {}\n", list(&self.exclude));
        if let Some(baseline) = &self.baseline {
            text += &format!("baseline = {}\n", quote(baseline.as_str()));
        }
        text += &format!("levels = {}\n", self.levels);
        text += &self.print.show();
        for (patterns, levels) in &self.per_path {
            text += &format!("\n[[per-path]]\npaths = {}\nlevels = {levels}\n", list(patterns));
        }
        text
    }

    /// Returns a path relative to the settings' folder; `None` for a file elsewhere.
    fn relative_path(&self, path: &Utf8Path) -> Option<Utf8PathBuf> {
        self.file.as_ref().and_then(|_| relative(path, self.folder()))
    }
}

impl PrintSettings {
    /// Returns the table as TOML; nothing if nothing is set.
    fn show(&self) -> String {
        let texts = [
            ("template", self.template.as_ref().map(|path| path.as_str())),
            ("theme", self.theme.as_deref()),
            ("size", self.size.as_deref()),
            ("profile", self.profile.as_deref()),
            ("paper", self.paper.as_deref()),
        ];
        let texts = texts.into_iter().filter_map(|(key, value)| Some(format!("{key} = {}\n", quote(value?))));
        let mut text: String = texts.collect();
        for (key, list) in [("languages", &self.languages), ("with", &self.with)] {
            if !list.is_empty() {
                let quoted: Vec<String> = list.iter().map(|word| quote(word)).collect();
                text += &format!("{key} = [{}]\n", quoted.join(", "));
            }
        }
        if text.is_empty() { text } else { format!("\n[print]\n{text}") }
    }
}

/// Returns a path relative to a folder, both taken from the current folder; `None` for one that is not below it.
pub fn relative(path: &Utf8Path, folder: &Utf8Path) -> Option<Utf8PathBuf> {
    absolute(path).strip_prefix(absolute(folder)).ok().map(Utf8Path::to_owned)
}

/// Returns a path from the root, without `..`; the empty one is the current folder.
pub fn absolute(path: &Utf8Path) -> Utf8PathBuf {
    let path = if path == "" { Utf8Path::new(".") } else { path };
    let path = camino::absolute_utf8(path).unwrap_or_else(|_| path.to_owned());
    let mut clean = Utf8PathBuf::new();
    for component in path.components() {
        match component {
            Utf8Component::ParentDir => _ = clean.pop(),
            other => clean.push(other),
        }
    }
    clean
}

/// Returns a text as TOML writes it.
fn quote(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if is_unsafe(c) => quoted += &format!("\\U{:08x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

impl Patterns {
    fn matches(&self, path: &Utf8Path) -> bool {
        self.matcher.as_ref().is_some_and(|matcher| matcher.matched_path_or_any_parents(path, false).is_ignore())
    }
}
