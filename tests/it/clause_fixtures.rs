//! Recorded battles that show what the clauses of a game's rules make happen, and the mistakes that they forbid.
//!
//! A file of the folder opens with the clauses that it shows. Its documents stand between lines of `---` and are called
//! `a.yaml`, `b.yaml` and so on; scenarios that several files use lie in `fields/`. What is found is marked under its line,
//! as [`marks`] reads it. In a file with plays, only what is found in these counts.

use std::collections::BTreeSet;
use std::path::PathBuf;

use camino::{Utf8Path, Utf8PathBuf};
use muster::review::{Review, Unit, review};
use muster_core::diag::Diagnostic;
use muster_games::SYSTEMS;
use muster_systems::{Replayed, Role, clauses};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::cli::root;
use crate::mistake_marks::{Mark, marks};

/// The recorded battles of a game's clauses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClauseFixtures {
    /// What the numbers of its clauses begin with: `SB-`.
    pub(crate) prefix: &'static str,
    /// Their folder, from that of the project.
    pub(crate) folder: &'static str,
}

impl ClauseFixtures {
    /// Returns the clauses of the game's rules, except those that no battle can show.
    pub(crate) fn clauses(self, unplayed: &[&str]) -> BTreeSet<String> {
        let all = SYSTEMS.iter().copied().flat_map(|system| clauses(system.rules())).map(|clause| clause.number);
        let own = all.filter(|number| number.starts_with(self.prefix) && !unplayed.contains(number));
        own.map(str::to_owned).collect()
    }

    /// Returns the fixture of this name.
    pub(crate) fn fixture(self, name: &str) -> Fixture {
        let folder = self.path();
        let path = folder.join(format!("{name}.yaml"));
        Fixture { text: std::fs::read_to_string(path).expect("a file"), name: name.to_owned(), folder }
    }

    /// Fails unless exactly what is marked is found in each fixture.
    pub(crate) fn assert_marked(self) {
        let fixtures = self.all();
        let faults: Vec<String> = fixtures
            .par_iter()
            .filter_map(|fixture| {
                let documents = fixture.documents();
                let mut marked: Vec<Mark> = documents.iter().enumerate().flat_map(|(i, text)| marks(i, text)).collect();
                marked.sort();
                let found = fixture.found();
                (found != marked).then(|| format!("{}: marked\n{marked:#?}\nfound\n{found:#?}", fixture.name))
            })
            .collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    /// Fails unless each play says something of what comes of it, or has a mistake.
    pub(crate) fn assert_plays_say_something(self) {
        for fixture in self.all() {
            for text in fixture.documents().iter().filter(|text| text.contains("\nplay:\n")) {
                let says = ["expect:", "\n  result:"].iter().any(|key| text.contains(key));
                assert!(says || !marks(0, text).is_empty(), "{}:\n{}", fixture.name, text.trim_start());
            }
        }
    }

    /// Fails unless the fixtures show these clauses and no others, and each is named after the first that it shows.
    pub(crate) fn assert_shown(self, clauses: &BTreeSet<String>) {
        let fixtures = self.all();
        let named: Vec<Vec<&str>> = fixtures.iter().map(|fixture| fixture.clauses(self.prefix)).collect();
        let shown: BTreeSet<&str> = named.iter().flatten().copied().collect();
        let unshown: Vec<&String> = clauses.iter().filter(|clause| !shown.contains(clause.as_str())).collect();
        assert!(unshown.is_empty(), "{unshown:?}");
        let unknown: Vec<&&str> = shown.iter().filter(|clause| !clauses.contains(**clause)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        for (fixture, clauses) in fixtures.iter().zip(&named) {
            let clause = clauses.first().unwrap_or_else(|| panic!("{} names no clause", fixture.name));
            let number = &clause[self.prefix.len()..];
            assert!(fixture.name.starts_with(&format!("{number}-")), "{} shows {clause} first", fixture.name);
        }
    }

    fn path(self) -> PathBuf {
        root().join(self.folder)
    }

    /// Returns the fixtures, in the order of their names.
    fn all(self) -> Vec<Fixture> {
        let entries = std::fs::read_dir(self.path()).expect("the folder of the clauses");
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
        paths.sort();
        paths.iter().map(|path| self.fixture(&path.file_stem().expect("a name").to_string_lossy())).collect()
    }
}

/// A file of recorded battles.
pub(crate) struct Fixture {
    name: String,
    text: String,
    pub(crate) folder: PathBuf,
}

impl Fixture {
    /// The clauses that its first comment names, before what it says of them.
    fn clauses(&self, prefix: &str) -> Vec<&str> {
        let named = self.text.trim_start_matches(['#', ' ']).split([' ', ',']).filter(|word| !word.is_empty());
        named.take_while(|word| word.starts_with(prefix)).collect()
    }

    /// Its documents. Each begins with as many empty lines as stand before it in the file: its lines have their numbers.
    pub(crate) fn documents(&self) -> Vec<String> {
        let (mut documents, mut before) = (vec![String::new()], 0);
        for line in self.text.lines() {
            before += 1;
            match line {
                "---" => documents.push("\n".repeat(before)),
                _ => documents.last_mut().expect("a document").extend([line, "\n"]),
            }
        }
        documents
    }

    /// Reviews the documents.
    pub(crate) fn review(&self) -> Review {
        let named = |(letter, text): (u8, String)| (file_name(letter), text.into_bytes());
        let files: Vec<_> = (b'a'..).zip(self.documents()).map(named).collect();
        review(&files, &|path: &Utf8Path| std::fs::read(self.folder.join(path)), SYSTEMS)
    }

    /// Replays the plays, each with its number among the documents. One that names what its scenario does not have is not
    /// played: that is found before.
    pub(crate) fn replay(&self, review: &Review) -> Vec<(usize, Option<Replayed>)> {
        let plays = review.units.iter().filter(|unit| unit.outline.kind.role == Role::Record);
        let replayed = |play: &Unit| {
            let battle = play.battle.as_ref().filter(|_| play.sound)?;
            let battle = play.system.compile(battle).unwrap_or_else(|why| panic!("{}: {why}", self.name));
            Some(battle.replay(&play.doc, None))
        };
        plays.map(|play| (number(review.sources.get(play.file).path()), replayed(play))).collect()
    }

    /// What is found in the plays; in a file without any, in its scenarios.
    fn found(&self) -> Vec<Mark> {
        let review = self.review();
        let replays = self.replay(&review);
        let mut found: Vec<Mark> = review.findings.iter().map(|finding| mark(&review, finding)).collect();
        found.retain(|mark| replays.is_empty() || replays.iter().any(|(play, _)| *play == mark.0));
        for (play, replayed) in &replays {
            match replayed {
                Some(replayed) => found.extend(replayed.findings.iter().map(|finding| mark(&review, finding))),
                None => assert!(found.iter().any(|mark| mark.0 == *play), "{}: play {play} is not sound", self.name),
            }
        }
        found.sort();
        found
    }
}

fn file_name(letter: u8) -> Utf8PathBuf {
    format!("{}.yaml", char::from(letter)).into()
}

/// The number of a document from its name; that of a file that all use is beyond them.
fn number(path: &Utf8Path) -> usize {
    (b'a'..=b'z').position(|letter| file_name(letter) == path).unwrap_or(usize::MAX)
}

/// A finding as it would be marked. Of a place over several lines the part on the first is marked.
fn mark(review: &Review, finding: &Diagnostic) -> Mark {
    let (span, file) = (review.sources.span(&finding.at), review.sources.get(finding.at.file));
    let start = file.position(span.start);
    let marked = file.text()[span.start..span.end].lines().next().unwrap_or_default();
    let code = finding.code.id.to_owned();
    (number(file.path()), start.line, start.column, marked.chars().count(), code, finding.message.clone())
}
