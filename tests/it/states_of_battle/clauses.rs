//! The clauses of the rules, SB-1.1 to SB-10.4: each has a recorded battle that shows what it makes happen, or a mistake
//! that it forbids.
//!
//! A file of `clauses/` opens with the clauses that it shows. Its documents stand between lines of `---` and are called
//! `a.yaml`, `b.yaml` and so on; scenarios that several files use lie in `clauses/fields/`. What is found is marked under its
//! line, as [`marks`] reads it. In a file with plays, only what is found in these counts.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use camino::{Utf8Path, Utf8PathBuf};
use muster::diag::Diagnostic;
use muster::play::chance::Chance;
use muster::play::rng::Rng;
use muster::play::{Blind, Engine, Next};
use muster::review::{Review, Unit, review};
use muster::systems::states_of_battle::StatesOfBattle;
use muster::systems::{Played, Replayed, Role, SYSTEMS};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::cli::root;
use crate::marked::{Mark, marks};

/// How many clauses each chapter of the rules has. Those of the stand-in, chapter 8, are counted from its page.
const CHAPTERS: [(u32, u32); 9] = [(1, 6), (2, 3), (3, 7), (4, 6), (5, 6), (6, 7), (7, 3), (9, 1), (10, 4)];

/// A file of recorded battles.
struct Fixture {
    name: String,
    text: String,
}

impl Fixture {
    fn read(path: &Path) -> Fixture {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        Fixture { text: std::fs::read_to_string(path).expect("a file"), name }
    }

    /// The clauses that its first comment names, before what it says of them.
    fn clauses(&self) -> impl Iterator<Item = &str> {
        let named = self.text.trim_start_matches(['#', ' ']).split([' ', ',']).filter(|word| !word.is_empty());
        named.take_while(|word| word.starts_with("SB-"))
    }

    /// Its documents. Each begins with as many empty lines as stand before it in the file: its lines have their numbers.
    fn documents(&self) -> Vec<String> {
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
    fn review(&self) -> Review {
        let named = |(letter, text): (u8, String)| (file_name(letter), text.into_bytes());
        let files: Vec<_> = (b'a'..).zip(self.documents()).map(named).collect();
        review(&files, &|path: &Utf8Path| std::fs::read(folder().join(path)), SYSTEMS)
    }

    /// Replays the plays, each with its number among the documents. One that names what its scenario does not have is not
    /// played: that is found before.
    fn replay(&self, review: &Review) -> Vec<(usize, Option<Replayed>)> {
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

fn folder() -> PathBuf {
    root().join("tests/it/states_of_battle/clauses")
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

/// The fixtures, in the order of their names.
fn fixtures() -> Vec<Fixture> {
    let entries = std::fs::read_dir(folder()).expect("the folder of the clauses");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    paths.sort();
    paths.iter().map(|path| Fixture::read(path)).collect()
}

fn fixture(name: &str) -> Fixture {
    Fixture::read(&folder().join(format!("{name}.yaml")))
}

#[test]
fn every_recorded_battle_is_played_as_its_clause_says() {
    let fixtures = fixtures();
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

#[test]
fn every_play_of_a_clause_expects_something_or_has_a_mistake() {
    for fixture in fixtures() {
        for text in fixture.documents().iter().filter(|text| text.contains("\nplay:\n")) {
            let shows = ["expect:", "\n  result:"].iter().any(|key| text.contains(key));
            assert!(shows || !marks(0, text).is_empty(), "{}:\n{}", fixture.name, text.trim_start());
        }
    }
}

#[test]
fn every_clause_is_shown() {
    let fixtures = fixtures();
    let shown: BTreeSet<&str> = fixtures.iter().flat_map(Fixture::clauses).collect();
    let page = include_str!("../../../docs/stand-in.md");
    let stand_in = page.split("- **").skip(1).filter_map(|rest| rest.split("**").next()).map(str::to_owned);
    let rules =
        CHAPTERS.iter().flat_map(|(chapter, last)| (1..=*last).map(move |clause| format!("SB-{chapter}.{clause}")));
    let clauses: BTreeSet<String> = rules.chain(["SB-8.1".to_owned()]).chain(stand_in).collect();
    let unshown: Vec<&String> = clauses.iter().filter(|clause| !shown.contains(clause.as_str())).collect();
    assert!(unshown.is_empty(), "{unshown:?}");
    let unknown: Vec<&&str> = shown.iter().filter(|clause| !clauses.contains(**clause)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    for fixture in &fixtures {
        let number = fixture.clauses().next().unwrap_or_else(|| panic!("{} names no clause", fixture.name));
        assert!(fixture.name.starts_with(&format!("{}-", &number[3..])), "{} shows {number} first", fixture.name);
    }
}

#[test]
fn sb_5_4_the_winner_of_the_throw_says_who_goes_first() {
    let fixture = fixture("5.4-turns-of-a-round");
    let review = fixture.review();
    let (_, replayed) = fixture.replay(&review).swap_remove(0);
    let replayed = replayed.expect("a sound play");
    let first = replayed.steps.iter().find(|step| step["decision"] == "first").expect("a decision");
    assert_eq!((&first["side"], &first["chosen"]["first"]), (&"South".into(), &"North".into()));
}

#[test]
fn sb_10_2_bots_do_not_know_what_lies_under_the_trays_of_the_enemy() {
    let battle = super::battle(include_str!("clauses/fields/wood.yaml"));
    let engine = StatesOfBattle::compile(&battle).expect("a battle that can be played");
    let (mut state, mut rng, mut legal) = (engine.start(), Rng::new(0), Vec::new());
    while state.trays[1].is_none() {
        match engine.next(&state) {
            Next::Over(_) => panic!("over before the first round"),
            Next::Auto => engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut Blind),
            Next::Decide { .. } => {
                engine.moves(&state, &mut legal);
                engine.apply(&mut state, &legal[0], &mut Chance::fair(&mut rng), &mut Blind);
            }
        }
    }
    let under = |player: usize, seed: u64| {
        let mut redrawn = state;
        engine.redraw(&mut redrawn, player, &mut Rng::new(seed));
        redrawn.trays
    };
    assert!((0..100).any(|seed| under(0, seed) != state.trays), "the enemy may meet either under the first tray");
    assert!((0..100).all(|seed| under(1, seed) == state.trays), "their owner knows");
}
