//! What people read keeps to the project's words: each word that is not used here stands beside the one that is.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::root;

/// A word or phrase that is not used, and what to write instead.
type Rule = (&'static str, &'static str);

/// The words that are not used. Letters alone count, in any case.
const RULES: [Rule; 42] = [
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("told", "reported, shown, printed"),
    ("tells", "shows, reports"),
    ("is found", "is reported"),
    ("are found", "are reported"),
    ("stands", "is"),
    ("stood", "was"),
    ("anew", "again"),
    ("once more", "again"),
    ("some ten", "about ten"),
    ("whoever", "you, anyone"),
    ("who carries it on", "contributors"),
    ("without a look", "safe"),
    ("the look", "the theme"),
    ("a look", "a theme; a review"),
    ("looked at", "checked"),
    ("looks at", "checks"),
    ("token", "piece"),
    ("tokens", "pieces"),
    ("leaves out", "skips, omits"),
    ("left out", "skipped, omitted"),
    ("leave out", "remove, skip"),
    ("passed over", "ignored"),
    ("passes over", "ignores"),
    ("what it lacks", "missing …"),
    ("catalogue of words", "translation file"),
    ("catalogues of words", "translation files"),
    ("catalogue", "translation file"),
    ("catalogues", "translation files"),
    ("smallest play", "minimal failing battle"),
    ("smallest battle", "minimal failing battle"),
    ("given up", "unfinished"),
    ("gives up", "is unfinished"),
    ("for ever", "never ends"),
    ("storeys", "phases"),
    ("waves", "phases"),
    ("fresh seeds", "new seeds"),
    ("own turns", "turns of its side"),
    ("no code", "not a code"),
    ("curled", "curly"),
];

/// Places where a word of the list is right: what stands around it there.
const EXCEPTIONS: [&str; 15] = [
    "told apart",
    "tells apart",
    // The token in the address of the preview.
    "token in the address",
    "token from the address",
    "secret token",
    "with a token",
    "without its token",
    "needs the token",
    "a token of your own",
    "MUSTER_PREVIEW_TOKEN",
    // A schema is named so.
    "template, catalogue",
    // A value of `--with`.
    "tokens: Table Battles",
    "`--with tokens`",
    // A drawing of a template.
    "`links`, `tokens`, `dice`",
    // A box of a template.
    "`tokens`, `tokens-below-art`",
];

/// A page of the terms of the code, which are not words for users.
const GLOSSARY: &str = "docs/glossary.md";

/// Returns the text of a file as words with one space between them, in lower case.
fn words(text: &str) -> String {
    let letters: String = text.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { ' ' }).collect();
    format!(" {} ", letters.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase())
}

/// Returns the files below a folder whose names end in `.md`.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns the prose of a page: without its examples, and without what is in backticks.
fn prose(page: &str) -> String {
    let (mut text, mut is_example) = (String::new(), false);
    for line in page.lines() {
        let is_fence = line.trim_start().starts_with("```");
        is_example ^= is_fence;
        if !is_example && !is_fence {
            text.extend(line.split('`').step_by(2).flat_map(|part| [part, " · "]));
            text.push('\n');
        }
    }
    text
}

#[test]
fn what_people_read_keeps_to_the_word_list() {
    let file = |path: &str| (path.to_owned(), fs::read_to_string(root().join(path)).expect("a file"));
    let page = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("a file of the project").display().to_string();
        (name, prose(&fs::read_to_string(&path).expect("a page")))
    };
    let top = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| page(root().join(name)));
    let whole = [file("tests/it/specimen.txt"), file("docs/options.md")];
    let all = whole
        .into_iter()
        .chain(top)
        .chain(["src", "crates"].iter().flat_map(|folder| pages(&root().join(folder))).map(page));
    let all = all.chain(pages(&root().join("docs")).into_iter().map(page));
    let mut faults = Vec::new();
    for (name, text) in all.filter(|(name, _)| name != GLOSSARY) {
        for line in text.lines() {
            let mut read = words(line);
            for exception in EXCEPTIONS {
                read = read.replace(&words(exception), " ");
            }
            let used = RULES.iter().filter(|(word, _)| read.contains(&format!(" {word} ")));
            faults.extend(used.map(|(word, better)| format!("{name}: `{word}`, better {better}: {}", line.trim())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
