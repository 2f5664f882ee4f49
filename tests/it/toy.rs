//! A toy system, added as every system is, goes through check, smoke, replay and print: the seams hold without Table
//! Battles, and nothing else had to be touched.

mod system;

use camino::{Utf8Path, Utf8PathBuf};
use muster::diag::finish;
use muster::play::bots::Bot;
use muster::play::smoke::Options;
use muster::print::template::Faces;
use muster::print::{Deck, pdf};
use muster::review::{Review, review};
use muster::systems::System;
use muster::systems::hosted::Hosted;

static SYSTEMS: &[&dyn System] = &[&Hosted::<system::Duel>::NEW];

const DUEL: &str = "\
system: duel
duel: {name: At Dawn, fighters: [Anna, Boris]}
fighters:
  - {card: 1, name: Anna, strength: 3, foe: Boris}
  - {card: 2, name: Boris, strength: 3, foe: Anna}
";

const PLAY: &str = "\
system: duel
play:
  duel: duel.yaml
  turns:
    - {act: strike, roll: 6}
    - {act: strike, roll: 1}
    - {act: strike, roll: 5}
    - {act: rest}
    - {act: strike, roll: 6}
";

/// Reviews files of which `duel.yaml` can also be read by name.
fn reviewed(files: &[(&str, &str)]) -> Review {
    let inputs = files.iter().map(|(path, text)| (Utf8PathBuf::from(*path), text.as_bytes().to_vec())).collect();
    let read = |path: &Utf8Path| match path.as_str() {
        "duel.yaml" => Ok(DUEL.as_bytes().to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    review(inputs, &read, SYSTEMS)
}

fn messages(review: Review) -> Vec<String> {
    let found = finish(review.findings, &review.sources);
    let at = |finding: &muster::diag::Diagnostic| {
        let file = review.sources.get(finding.at.file);
        let start = file.position(review.sources.span(&finding.at).start);
        format!("{}:{}:{}: {}", file.path(), start.line, start.column, finding.message)
    };
    found.iter().map(at).collect()
}

#[test]
fn a_sound_duel_has_no_findings() {
    assert_eq!(messages(reviewed(&[("duel.yaml", DUEL), ("play.yaml", PLAY)])), Vec::<String>::new());
}

#[test]
fn schema_and_checks_find_its_mistakes_at_their_places() {
    let text = DUEL.replace("foe: Boris", "foe: Boriss").replace("At Dawn", "At Dawn, honour: 1");
    let schema = messages(reviewed(&[("duel.yaml", &text)]));
    assert!(schema[0].starts_with("duel.yaml:2:23: "), "{schema:?}");
    let check = messages(reviewed(&[("duel.yaml", &DUEL.replace("foe: Boris", "foe: Boriss"))]));
    assert_eq!(check, ["duel.yaml:4:45: `Boriss` is nobody in this duel"]);
}

#[test]
fn it_is_played_to_the_end() {
    let review = reviewed(&[("duel.yaml", DUEL)]);
    let unit = &review.units[0];
    let battle = unit.battle.as_ref().expect("a duel");
    let options = Options { games: 200, seed: 1, bots: vec![Bot::Random, Bot::Greedy], turn_limit: 1000 };
    let report = unit.system.smoke(battle, &options, &|_| ()).expect("a duel that can be played");
    let wins: u64 = report.wins.iter().map(|(_, n)| n).sum();
    assert_eq!((wins, report.unfinished, report.games), (200, 0, 200));
    assert!(report.wins[1].1 > report.wins[0].1, "one who always strikes loses to one who rests: {:?}", report.wins);
    assert!(report.findings.is_empty());
}

#[test]
fn its_play_is_replayed_and_an_illegal_move_is_found_on_its_line() {
    let replay = |text: &str| {
        let review = reviewed(&[("play.yaml", text)]);
        let unit = &review.units[0];
        let replayed = unit.system.replay(&unit.doc, unit.battle.as_ref().expect("a duel")).expect("a sound duel");
        let lines = |f: &muster::diag::Diagnostic| {
            review.sources.get(f.at.file).position(review.sources.span(&f.at).start).line
        };
        (replayed.result["winner"].clone(), replayed.findings.iter().map(lines).collect::<Vec<_>>())
    };
    assert_eq!(replay(PLAY), ("Anna".into(), vec![]));
    let twice = PLAY.replace("{act: rest}", "{act: rest}\n    - {act: strike, roll: 3}\n    - {act: rest, roll: 3}");
    assert_eq!(replay(&twice), (serde_json::Value::Null, vec![10]));
}

#[test]
fn its_cards_are_printed() {
    let review = reviewed(&[("duel.yaml", DUEL)]);
    let unit = &review.units[0];
    let (cards, misfits) = unit.system.faces(unit.battle.as_ref().expect("a duel"), &Faces(Vec::new()));
    assert_eq!((cards.len(), misfits.len()), (2, 0));
    let bytes = pdf::write(
        &Deck { title: "At Dawn".to_owned(), author: String::new(), cards },
        &muster::print::Options::default(),
    );
    assert!(bytes.starts_with(b"%PDF"));
}
