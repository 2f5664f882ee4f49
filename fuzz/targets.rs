//! What must hold of any bytes: each function is a fuzz target, and the tests run it over the corpus and mutations of it.
#![allow(dead_code)] // Each target uses one of them.

use std::convert::Infallible;
use std::io;
use std::sync::LazyLock;

use camino::{Utf8Path, Utf8PathBuf};
use muster::review::catalogues::carried_catalogues;
use muster::review::fix::mend;
use muster::review::{Review, review, templates};
use muster_core::diag::{Diagnostic, Format, Hidden, Report, ReportStyle, Sink};
use muster_core::load;
use muster_core::play::bots::Bot;
use muster_core::play::smoke::{Shard, SmokeOptions};
use muster_core::schema::Schema;
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_games::table_battles::model::Document;
use muster_systems::{Role, With};

const WHITE_MOUNTAIN: &[u8] = include_bytes!("../scenarios/table-battles/white-mountain.yaml");

/// Every place of every finding lies in its file's text, on the bounds of characters.
fn placed(sources: &Sources, findings: &[Diagnostic]) {
    for finding in findings {
        let related = finding.related.iter().map(|related| &related.at);
        for at in std::iter::once(&finding.at).chain(related) {
            let span = sources.span(at);
            assert!(sources.get(at.file).text().get(span.start..span.end).is_some(), "{finding:?}");
        }
    }
}

/// Nothing is read as nothing without a finding.
pub(crate) fn reader(bytes: &[u8]) {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let file = load::read(&mut sources, Utf8PathBuf::from("a.yaml"), bytes, &mut sink);
    let findings = sink.into_findings();
    assert!(sources.get(file).tree().is_some() || !findings.is_empty(), "no tree and no finding");
    placed(&sources, &findings);
}

/// A document is read, or a finding says why not.
pub(crate) fn schema(bytes: &[u8]) {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let file = load::read(&mut sources, Utf8PathBuf::from("a.yaml"), bytes, &mut sink);
    static SCHEMA: LazyLock<Schema> = LazyLock::new(|| Schema::generate::<Document>("table-battles", "Table Battles"));
    let model = SCHEMA.read::<Document>(&sources, file, &mut sink);
    let findings = sink.into_findings();
    assert!(model.is_some() || !findings.is_empty(), "no document and no finding");
    placed(&sources, &findings);
}

fn reviewed(bytes: &[u8], read: &muster::review::Reader<'_>) -> Review {
    review(&[(Utf8PathBuf::from("a.yaml"), bytes.to_vec())], read, SYSTEMS)
}

fn nothing(_: &Utf8Path) -> io::Result<Vec<u8>> {
    Err(io::Error::from(io::ErrorKind::NotFound))
}

/// No check breaks, every format can show what is found, and a scenario without errors can be played.
pub(crate) fn check(bytes: &[u8]) {
    let review = reviewed(bytes, &nothing);
    placed(&review.sources, &review.findings);
    let broken = review.findings.iter().find(|finding| finding.message.starts_with("internal error"));
    assert!(broken.is_none(), "{broken:?}");
    let report = Report {
        sources: &review.sources,
        findings: &review.findings,
        files: 1,
        hidden: Hidden::default(),
        extra: None,
    };
    let mut out = Vec::new();
    for (_, format) in Format::ALL {
        format.write(&mut out, &report, &ReportStyle::default()).expect("memory takes it");
    }
    for unit in review.units.iter().filter(|unit| unit.sound && unit.outline.kind.role == Role::Main) {
        let battle = unit.battle.as_ref().expect("a sound scenario has a battle");
        let options = SmokeOptions {
            games: 2,
            seed: 1,
            bots: vec![Bot::Random, Bot::Random],
            turn_limit: 50,
            shard: Shard::WHOLE,
        };
        match unit.system.compile(battle) {
            Ok(battle) => drop(battle.smoke(&options, &|_| {})),
            Err(why) => panic!("no check found why it cannot be played: {why}"),
        }
        let mut sink = Sink::default();
        let faces = templates::faces(unit.system, &[], Vec::new(), &mut Sources::default(), &mut sink);
        unit.system.faces(battle, &faces, &carried_catalogues(unit.system), &With::Everything, None);
    }
}

/// As [`check`], begun from documents of Tabletop; a play of Corn Monday is replayed too, and its turns are told.
pub(crate) fn tabletop(bytes: &[u8]) {
    of_game(bytes, "scenarios/tabletop", "corn-monday.yaml");
}

/// As [`check`], begun from documents of States of Battle; a play of the Field of Two Larks is replayed too.
pub(crate) fn states(bytes: &[u8]) {
    of_game(bytes, "scenarios/states-of-battle", "field-of-two-larks.yaml");
}

/// Checks a document, replays it if it is a play, and tells its turns. Whatever file it names is one of the shipped ones of
/// that name, or the scenario.
fn of_game(bytes: &[u8], folder: &str, scenario: &str) {
    check(bytes);
    let folder = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|above| above.join(folder));
    let folder = folder.into_iter().find(|folder| folder.is_dir()).expect("the shipped scenarios");
    let read = |path: &Utf8Path| -> io::Result<Vec<u8>> {
        if path.ends_with("a.yaml") || path.extension() != Some("yaml") {
            return nothing(path);
        }
        let parts = path.components().rev().take(2).collect::<Vec<_>>();
        let below: Utf8PathBuf = parts.into_iter().rev().filter(|part| part.as_str() != "..").collect();
        let named = [below, path.file_name().unwrap_or_default().into()];
        let found = named.iter().map(|name| folder.join(name)).find(|file| file.is_file());
        std::fs::read(found.unwrap_or_else(|| folder.join(scenario)))
    };
    let review = reviewed(bytes, &read);
    placed(&review.sources, &review.findings);
    for unit in review.units.iter().filter(|unit| unit.sound && unit.outline.kind.role == Role::Record) {
        let battle = unit.battle.as_ref().expect("a sound play has a battle");
        let battle = unit.system.compile(battle).unwrap_or_else(|why| panic!("the scenario can be played: {why}"));
        let replayed = battle.replay(&unit.doc, Some(1));
        placed(&review.sources, &replayed.findings);
        let told = unit.system.report_turns(&*battle, &replayed);
        assert!(told.is_empty() || told.len() == replayed.states.len(), "every turn is told, or none");
    }
}

/// Mending comes to an end, and leaves nothing that it could mend.
pub(crate) fn fix(bytes: &[u8]) {
    let fit = |finding: &&Diagnostic| finding.fix.as_ref().is_some_and(|fix| fix.safe);
    let choose = |review: &mut Review| -> Result<Vec<Diagnostic>, Infallible> {
        Ok(review.findings.iter().filter(fit).cloned().collect())
    };
    let input = vec![(Utf8PathBuf::from("a.yaml"), bytes.to_vec())];
    let Ok(mended) = mend(input, &nothing, SYSTEMS, choose);
    placed(&mended.review.sources, &mended.review.findings);
    assert_eq!(mended.changed.is_empty(), mended.fixed == 0, "what is counted as mended changed the file");
}

/// A play of White Mountain, whatever scenario it names, is replayed to its end or to its first illegal move.
pub(crate) fn replay(bytes: &[u8]) {
    let review = reviewed(bytes, &|_| Ok(WHITE_MOUNTAIN.to_vec()));
    for unit in review.units.iter().filter(|unit| unit.sound && unit.outline.kind.role == Role::Record) {
        let battle = unit.battle.as_ref().expect("a sound play has a battle");
        let battle = unit.system.compile(battle).unwrap_or_else(|why| panic!("White Mountain can be played: {why}"));
        let replayed = battle.replay(&unit.doc, None);
        placed(&review.sources, &replayed.findings);
    }
}
