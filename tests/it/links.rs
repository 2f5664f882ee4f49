//! The links of README, CONTRIBUTING and the other pages lead to files that are there, and to headings that are in them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use muster_games::SYSTEMS;
use muster_systems::{System, clause_page};
use regex::Regex;

use crate::cli::root;

/// The folders whose pages are read. The pages of checks and effects have tests of their own.
const FOLDERS: [&str; 7] =
    ["", "docs", "examples/project", "examples/wolfs-ford", "fuzz", ".github", ".github/ISSUE_TEMPLATE"];

fn pages() -> Vec<PathBuf> {
    let entries = FOLDERS.iter().flat_map(|folder| fs::read_dir(root().join(folder)).expect("a folder"));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    pages.sort();
    pages
}

/// Returns the lines of a page that are not code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    page.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// Returns the names of a page's headings, as GitHub makes them (letters and digits in lower case, hyphens for spaces), and of its
/// anchors.
fn headings(page: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for line in prose(page).filter(|line| line.starts_with('#')) {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let name: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let again = (1..).map(|n| format!("{name}-{n}")).find(|other| !names.contains(other));
        let free = if names.contains(&name) { again.expect("a number") } else { name };
        names.insert(free);
    }
    let anchors = prose(page).flat_map(|line| line.split("<a id=\"").skip(1));
    names.extend(anchors.filter_map(|rest| rest.split('"').next()).map(str::to_owned));
    names
}

/// Returns the targets of the links and pictures of a page.
fn targets(page: &str) -> Vec<String> {
    let links = |line: &str| {
        let rests: Vec<&str> = line.split("](").skip(1).collect();
        rests.into_iter().map(|rest| rest.split(')').next().unwrap_or(rest).to_owned()).collect::<Vec<_>>()
    };
    prose(page).flat_map(links).collect()
}

/// Returns what is wrong with a link of the page at `path`.
fn broken(path: &Path, page: &str, target: &str) -> Option<String> {
    if target.starts_with("https://") || target.starts_with("http://") {
        return None;
    }
    let (file, heading) = target.split_once('#').map_or((target, None), |(file, heading)| (file, Some(heading)));
    let to = if file.is_empty() { path.to_owned() } else { path.with_file_name("").join(file) };
    if !to.exists() {
        return Some(format!("{}: no file `{file}`", path.display()));
    }
    let there = if file.is_empty() { page.to_owned() } else { fs::read_to_string(&to).unwrap_or_default() };
    let heading = heading.filter(|heading| !headings(&there).contains(*heading))?;
    Some(format!("{}: `{file}` has no heading `#{heading}`", path.display()))
}

#[test]
fn every_link_leads_to_a_file_and_a_heading_that_are_there() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page");
        let targets = targets(&page);
        seen += targets.len();
        wrong.extend(targets.iter().filter_map(|target| broken(&path, &page, target)));
    }
    assert!(seen > 200, "the links are found: {seen}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_page_of_the_documentation_is_on_the_start_page() {
    let page = fs::read_to_string(root().join("docs/index.md")).expect("the start page");
    let linked: BTreeSet<String> =
        targets(&page).iter().map(|target| target.split('#').next().unwrap_or(target).to_owned()).collect();
    for path in pages().iter().filter(|path| path.starts_with(root().join("docs"))) {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        assert!(name == "index.md" || linked.contains(name), "docs/index.md has no link to {name}");
    }
}

/// Returns the clauses that a text cites, such as `TB-6.4` or `SB-9`; of `(SB-8.12, 8.13)` both.
fn cited(text: &str) -> Vec<String> {
    static CITATION: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\b(TB|SB|TT|PB)-(\d+(?:\.\d+)?)((?:, \d+\.\d+)*)\b").expect("a pattern"));
    let citations = CITATION.captures_iter(text).flat_map(|found| {
        let numbers = std::iter::once(found[2].to_owned());
        let numbers = numbers.chain(found[3].split(", ").skip(1).map(str::to_owned));
        numbers.map(|number| format!("{}-{number}", &found[1])).collect::<Vec<_>>()
    });
    citations.collect()
}

/// Calls a function with each text of the repository in which people read: documentation, source, documents.
fn each_text(folder: &Path, read: &mut dyn FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if !name.starts_with('.') && !matches!(name, "target" | "node_modules") {
                each_text(&path, read);
            }
        } else if path.extension().is_some_and(|e| matches!(e.to_str(), Some("md" | "rs" | "yaml" | "json" | "py"))) {
            read(&path, &fs::read_to_string(&path).unwrap_or_default());
        }
    }
}

#[test]
fn every_clause_that_is_cited_is_explained() {
    let mut seen = BTreeSet::new();
    let mut unknown = BTreeSet::new();
    each_text(root(), &mut |path, text| {
        // Of this file: numbers that no rules have.
        if path.ends_with("tests/it/links.rs") || path.ends_with("tests/it/cli.rs") {
            return;
        }
        for clause in cited(text) {
            let explains = |system: &System| clause_page(system.rules(), system.title(), &clause).is_some();
            if seen.insert(clause.clone()) && !SYSTEMS.iter().copied().any(explains) {
                unknown.insert(format!("{}: {clause}", path.display()));
            }
        }
    });
    assert!(unknown.is_empty(), "{unknown:#?}");
    assert!(seen.len() > 150, "the citations are found: {}", seen.len());
    assert_eq!(cited("TB-6.4, TB-9. and TB101; (SB-8.12, 8.13)"), ["TB-6.4", "TB-9", "SB-8.12", "SB-8.13"]);
}

#[test]
fn clauses_are_numbered_in_order_and_lie_in_their_chapters() {
    for system in SYSTEMS {
        let (mut chapter, mut last) = (0, 0);
        let (before, chapters) = system.rules().split_once("\n## 1 ").expect("a first chapter");
        assert!(before.contains("\n## In short\n\n- "), "{}: what the game is about", system.id());
        for line in format!("## 1 {chapters}").lines() {
            if let Some(heading) = line.strip_prefix("## ") {
                chapter += 1;
                last = 0;
                assert!(heading.starts_with(&format!("{chapter} ")), "{}: {heading}", system.id());
            } else if let Some(clause) = line.strip_prefix("- **") {
                last += 1;
                let (_, rest) = clause.split_once('-').expect("a number");
                let numbers = [format!("{chapter}.{last}** "), format!("{chapter}** ")];
                assert!(numbers.iter().any(|number| rest.starts_with(number)), "{}: {line}", system.id());
            } else {
                // A chapter may begin with a sentence about all of it.
                assert!(last == 0 || line.is_empty(), "{}: outside a clause: {line}", system.id());
            }
        }
        assert!(chapter >= 9, "{} has {chapter} chapters", system.id());
    }
}

#[test]
fn every_suite_that_needs_other_programs_is_in_contributing() {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("the page");
    for folder in fs::read_dir(root().join("tests")).expect("a folder") {
        let folder = folder.expect("an entry");
        if folder.path().join("run").is_file() {
            let suite = format!("tests/{}/run", folder.file_name().to_str().expect("UTF-8"));
            assert!(page.contains(&format!("| `{suite}`")), "CONTRIBUTING.md has no row for {suite}");
        }
    }
}

#[test]
fn what_a_change_must_pass_are_the_suites_of_contributing() {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("the page");
    let gate = fs::read_to_string(root().join(".ci/run")).expect("what a change must pass");
    let (_, suites) = page.split_once("### Suites that need other programs").expect("a section");
    let (table, _) = suites.split_once("These are run by hand").expect("a table");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `tests/")?.split('`').next());
    let rows: BTreeSet<&str> = rows.collect();
    let (_, suites) = gate.split_once("suites=(").expect("a list");
    let (called, _) = suites.split_once(')').expect("its end");
    assert_eq!(rows, called.split_whitespace().collect());
}

#[test]
fn a_link_to_nothing_is_seen() {
    let path = root().join("docs/index.md");
    let page = "# One\n\n## A `b`, c!\n\n## One\n\n```text\n## Code\n[x](nothing.md)\n```\n";
    assert_eq!(headings(page), ["one", "a-b-c", "one-1"].map(str::to_owned).into());
    assert_eq!(targets(&format!("{page}[a](b.md#c) ![d](e.png)\n")), ["b.md#c", "e.png"]);
    for target in ["#one", "#a-b-c", "index.md", "../README.md#install", "https://example.com"] {
        assert_eq!(broken(&path, page, target), None);
    }
    for target in ["#code", "nothing.md", "../README.md#nothing"] {
        assert!(broken(&path, page, target).is_some(), "{target}");
    }
}
