//! A toy system, added as every system is, goes through check, smoke, replay and print: the seams hold without Table
//! Battles, and nothing else had to be touched.

pub(crate) mod banners;
pub(crate) mod command;
pub(crate) mod duel;
pub(crate) mod roster;
mod three_sides;
mod to_be_checked;

use banners::Banners;
use camino::{Utf8Path, Utf8PathBuf};
use duel::Duel;
use muster::review::catalogues::carried_catalogues;
use muster::review::{Review, Unit, review, templates};
use muster_core::diag::{Sink, finish};
use muster_core::play::bots::Bot;
use muster_core::play::smoke::{Shard, SmokeOptions, Totals};
use muster_core::source::Sources;
use muster_systems::{Compiled, System, With, balance};
use roster::Roster;

/// The systems of the tests: one that is played and printed, as small as it can be; one that is only checked; and one with
/// all that a game can have.
pub(crate) static TOYS: [&System; 3] = [
    &System::new::<Duel>().plays::<Duel>().prints::<Duel>(),
    &System::new::<Roster>(),
    &System::new::<Banners>().plays::<Banners>().prints::<Banners>().pictures::<Banners>(),
];

static SYSTEMS: &[&System] = &TOYS;

const DUEL: &str = "\
system: duel
duel:
  name: At Dawn
  fighters:
    - {name: Anna, strength: 3, foe: Boris}
    - {name: Boris, strength: 3, foe: Anna}
";

const PLAY: &str = "\
system: duel
play:
  scenario: duel.yaml
  turns:
    - {act: strike, roll: 6}
    - {act: strike, roll: 1}
    - {act: strike, roll: 5}
    - {act: rest}
    - {act: strike, roll: 6}
";

/// Reviews files of which `duel.yaml` can also be read by name.
fn reviewed(files: &[(&str, &str)]) -> Review {
    let inputs: Vec<_> =
        files.iter().map(|(path, text)| (Utf8PathBuf::from(*path), text.as_bytes().to_vec())).collect();
    let read = |path: &Utf8Path| match path.as_str() {
        "duel.yaml" => Ok(DUEL.as_bytes().to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    review(&inputs, &read, SYSTEMS)
}

fn compiled(unit: &Unit) -> Box<dyn Compiled> {
    let battle = unit.battle.as_ref().expect("a duel");
    unit.system.compile(battle).unwrap_or_else(|why| panic!("a duel that can be played: {why}"))
}

fn messages(review: Review) -> Vec<String> {
    let found = finish(review.findings, &review.sources);
    let at = |finding: &muster_core::diag::Diagnostic| {
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
    let text = DUEL.replace("foe: Boris", "foe: Boriss").replace("At Dawn", "At Dawn\n  honour: 1");
    let schema = messages(reviewed(&[("duel.yaml", &text)]));
    assert!(schema[0].starts_with("duel.yaml:4:3: "), "{schema:?}");
    let check = messages(reviewed(&[("duel.yaml", &DUEL.replace("foe: Boris", "foe: Boriss"))]));
    assert_eq!(check, ["duel.yaml:5:38: `Boriss` is nobody in this duel"]);
}

/// A smoke test of the duel.
fn smoked(bots: Vec<Bot>, shard: Shard) -> Totals {
    let review = reviewed(&[("duel.yaml", DUEL)]);
    let unit = &review.units[0];
    let options = SmokeOptions { games: 200, seed: 1, bots, turn_limit: 1000, shard };
    let battle = compiled(unit);
    let totals = battle.smoke(&options, &|_| ());
    let report = battle.smoke_report(&options, &totals, None);
    assert!(report.findings.is_empty() && report.faults.is_empty());
    totals
}

#[test]
fn it_is_played_to_the_end() {
    let totals = smoked(vec![Bot::Random, Bot::Greedy], Shard::WHOLE);
    assert_eq!((totals.wins.iter().sum::<u64>(), totals.unfinished, totals.games), (200, 0, 200));
    assert!(totals.wins[1] > totals.wins[0], "one who always strikes loses to one who rests: {:?}", totals.wins);
    let totals = smoked(vec![Bot::Random, Bot::Mcts(200)], Shard::WHOLE);
    assert!(totals.wins[1] > 115, "one who searches beats one who does not: {:?}", totals.wins);
}

#[test]
fn the_parts_of_its_battles_are_the_whole() {
    let bots = || vec![Bot::Random, Bot::Greedy];
    let parts = (0..7).map(|number| smoked(bots(), Shard { number, of: 7 }));
    assert_eq!(parts.reduce(Totals::merge), Some(smoked(bots(), Shard::WHOLE)));
}

#[test]
fn it_is_weighed() {
    let review = reviewed(&[("duel.yaml", DUEL)]);
    let unit = &review.units[0];
    let bots = vec![Bot::Greedy, Bot::Greedy];
    let options = balance::BalanceOptions {
        games: 40,
        comparisons: 40,
        seed: 1,
        bots,
        turn_limit: 200,
        ..balance::BalanceOptions::NOTHING
    };
    let battle = compiled(unit);
    let tallies = battle.balance(&options, &|_| (), None);
    let report = battle.balance_report(&options, &tallies);
    assert!(report.sentence.contains("of the decided battles (greedy against greedy)"), "{}", report.sentence);
    assert!(report.other_first.is_none());
    let steps: Vec<(&str, &str)> = report.skill.iter().map(|s| (s.weaker.as_str(), s.better.as_str())).collect();
    assert_eq!(steps, [("random", "greedy"), ("greedy", "mcts:100")]);
    assert_eq!(report.choices.moves, 2.0, "strike or rest");
}

#[test]
fn its_play_is_replayed_and_an_illegal_move_is_found_on_its_line() {
    let replay = |text: &str, draw: Option<u64>| {
        let review = reviewed(&[("play.yaml", text)]);
        let unit = &review.units[0];
        let replayed = compiled(unit).replay(&unit.doc, draw);
        let lines = |f: &muster_core::diag::Diagnostic| {
            review.sources.get(f.at.file).position(review.sources.span(&f.at).start).line
        };
        (replayed.result["winner"].clone(), replayed.findings.iter().map(lines).collect::<Vec<_>>())
    };
    assert_eq!(replay(PLAY, None), ("Anna".into(), vec![]));
    let twice = PLAY.replace("{act: rest}", "{act: rest}\n    - {act: strike, roll: 3}\n    - {act: rest, roll: 3}");
    assert_eq!(replay(&twice, None), (serde_json::Value::Null, vec![10]));
    let half = PLAY.replace("    - {act: strike, roll: 6}\n", "    - {act: strike}\n");
    assert_eq!(replay(&half, None), (serde_json::Value::Null, vec![5]), "the first strike has no die");
    assert_eq!(replay(&half, Some(1)).1, Vec::<usize>::new(), "it is drawn");
}

#[test]
fn its_cards_are_printed() {
    let review = reviewed(&[("duel.yaml", DUEL)]);
    let unit = &review.units[0];
    let battle = unit.battle.as_ref().expect("a duel");
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let faces = templates::faces(unit.system, &[], Vec::new(), &mut sources, &mut sink);
    let (cards, misfits) = unit.system.faces(battle, &faces, &carried_catalogues(unit.system), &With::Everything, None);
    let said: Vec<&str> = cards.iter().map(|card| card.card.text.as_str()).collect();
    assert_eq!((said, misfits.len()), (vec!["Anna · 3", "Boris · 3"], 0));
    let long = DUEL.replace("Anna", &"Anna ".repeat(20));
    let review = reviewed(&[("duel.yaml", &long)]);
    let battle = review.units[0].battle.as_ref().expect("a duel");
    let misfits = review.units[0]
        .system
        .faces(battle, &faces, &carried_catalogues(review.units[0].system), &With::Everything, None)
        .1;
    assert_eq!(misfits.iter().map(|misfit| misfit.at.pointer.as_str()).collect::<Vec<_>>(), ["/duel/fighters/0/name"]);
}

#[test]
fn the_smallest_systems_stay_small() {
    let lines = |text: &str| text.lines().count();
    assert!(lines(include_str!("toy/duel.rs")) <= 220, "a game that is played and printed");
    assert!(lines(include_str!("toy/roster.rs")) <= 110, "a game that is only checked");
}
