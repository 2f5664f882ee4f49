//! What replaying says of plays that are wrong, and how plays are written.

use std::fs;

use camino::Utf8PathBuf;
use muster::review::{Reader, review};
use muster_core::play::Blind;
use muster_core::play::record::{By, record};
use muster_core::play::rng::Rng;
use muster_games::SYSTEMS;
use muster_games::tabletop::Tabletop;
use muster_games::tabletop::resolve::TabletopBattle;
use muster_systems::notation::write;
use muster_systems::{Played, Replayed, Role};

use crate::cli::{assert_exit, folder, muster, root, text};

const SCENARIO: &str = "\
system: tabletop
scenario:
  name: The Ford
  turns: 9
  factions:
    - name: North
      initiative: 2
      resources: 2
      cards: N1-N7
      setup:
        - {card: N1, at: 0101}
        - {card: N2, at: 0101, experience: 1}
        - {card: N3, at: 0202}
        - {card: N6, at: 0202}
        - {card: N5, at: 0301}
    - {name: South, initiative: 1, cards: S1-S2, setup: [{card: S1, at: 0604}, {card: S2, at: 0603}]}
cards:
  - {card: N1, name: Banner, nation: North, role: standard}
  - {card: N2, name: Foot, type: Foot, cost: 1, might: 2, speed: 2}
  - {card: N3, name: Works, type: Works, cost: 1, might: 1, speed: 2, abilities: [
      {name: Dig, active: {}, do: [build-road]}]}
  - {card: N4, name: Guns, type: Guns, cost: 9, might: 1, speed: 1}
  - {card: N5, name: Horse, type: Horse, cost: 1, might: 3, speed: 4}
  - {card: N6, name: Sappers, type: Works, cost: 1, might: 1, speed: 2, abilities: [
      {name: Fill, active: {}, do: [demolish-road]}]}
  - {card: N7, name: Old Brask, type: Foot, role: hero, cost: 9, might: 4, speed: 2}
  - {card: S1, name: Keep, nation: South, role: standard}
  - {card: S2, name: Spears, type: Spears, cost: 1, might: 3, speed: 2}
map:
  name: Field
  hexes: |
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
  roads: [[0202, 0203]]
  places: {The Ford: 0303}
";

/// Replays a play of a scenario: its turns in flow YAML, a line each, and what stands below them.
fn replayed(scenario: &str, turns: &[&str], below: &str) -> Replayed {
    let turns: String = turns.iter().map(|turn| format!("    - {{{turn}}}\n")).collect();
    let play = format!("system: tabletop\nplay:\n  scenario: a.yaml\n  turns:\n{turns}{below}");
    replayed_text(&|_| Ok(scenario.as_bytes().to_vec()), &play)
}

fn replayed_text(read: &Reader<'_>, play: &str) -> Replayed {
    let review = review(&[(Utf8PathBuf::from("play.yaml"), play.into())], read, SYSTEMS);
    let unit = review.units.iter().find(|unit| unit.outline.kind.role == Role::Record).expect("a play");
    assert!(unit.sound, "{:?}", review.findings);
    let compiled = unit.system.compile(unit.battle.as_ref().expect("a battle")).expect("a battle to play");
    compiled.replay(&unit.doc, None)
}

/// The place, the message and the help of each finding.
fn found(replayed: &Replayed) -> Vec<(String, &str, &str)> {
    let shown = |finding: &'_ muster_core::diag::Diagnostic| finding.at.pointer.to_string();
    let findings = replayed.findings.iter();
    findings.map(|one| (shown(one), one.message.as_str(), one.help.as_deref().unwrap_or_default())).collect()
}

const MARCH: &str = "faction: North, orders: [{move: N5#1, path: [0301, 0302]}]";

#[test]
fn cards_are_expected_to_be_gone_or_there() {
    let gone = "faction: North, orders: [{move: N5#1, path: [0301, 0302]}], \
                expect: {cards: {N5#1: {gone: true}, N5#2: {gone: false}, N2#1: {gone: false}, S2#2: {gone: true}}}";
    assert_eq!(
        found(&replayed(SCENARIO, &[gone], "")),
        [
            ("/play/turns/0/expect/cards/N5#1/gone".to_owned(), "`N5#1` is there; the play expects it gone", ""),
            ("/play/turns/0/expect/cards/N5#2/gone".to_owned(), "`N5#2` is gone; the play expects it there", ""),
        ]
    );
}

#[test]
fn hexes_are_expected_by_number_or_by_place() {
    let march = "faction: North, orders: [{move: N5#1, path: [0301, 0302, The Ford]}]";
    for (at, message) in [
        ("The Ford", None),
        ("303", None),
        ("'0303'", None),
        ("0304", Some("`N5#1` is at `0303`; the play expects `0304`")),
    ] {
        let replayed = replayed(SCENARIO, &[&format!("{march}, expect: {{cards: {{N5#1: {{at: {at}}}}}}}")], "");
        assert_eq!(found(&replayed).first().map(|(_, message, _)| *message), message, "{at}");
    }
}

#[test]
fn a_road_needs_a_hex() {
    let said = |turn: &str| {
        let replayed = replayed(SCENARIO, &[turn], "");
        found(&replayed).first().map(|(_, message, _)| (*message).to_owned()).expect("a finding")
    };
    assert_eq!(
        said("faction: North, orders: [{use: N6#1, ability: Fill}]"),
        "`{use: N6#1, ability: Fill}` is illegal: `to` must name the hex to which the road is demolished: `0203`"
    );
    let build = said("faction: North, orders: [{use: N3#1, ability: Dig}]");
    assert!(build.contains("`to` must name the hex to which the road is built: `0201`, "), "{build}");
    assert!(build.contains("`0302`") && !build.contains("`0203`"), "a road is there: {build}");
    let none = said("faction: North, orders: [{move: N6#1, path: [0202, 0302]}, {use: N6#1, ability: Fill}]");
    assert!(none.ends_with("a road can be demolished to none of them now"), "{none}");
}

#[test]
fn what_can_never_be_comes_before_the_price() {
    let reinforce = |card: &str| format!("faction: North, orders: [{{reinforce: N2#1, card: {card}}}]");
    for (card, why) in [
        ("N4", "their types differ (TT-3.1)"),
        ("N1", "heroes and standards can only be deployed"),
        ("N7", "heroes and standards can only be deployed"),
    ] {
        let replayed = replayed(SCENARIO, &[&reinforce(card)], "");
        let (_, message, _) = found(&replayed)[0];
        assert_eq!(message, format!("`{{reinforce: N2#1, card: {card}}}` is illegal: {why}"));
    }
    let dear = SCENARIO.replace("type: Foot, cost: 1,", "type: Foot, cost: 7,");
    let replayed = replayed(&dear, &[&reinforce("N2")], "");
    let (_, message, _) = found(&replayed)[0];
    assert!(message.ends_with("it costs 8, more than is left"), "{message}");
}

#[test]
fn the_result_that_was_expected_is_named() {
    for (result, expected) in
        [("{winner: South, by: last}", "a victory of `South` by `last`"), ("{by: turns}", "a draw by `turns`")]
    {
        let replayed = replayed(SCENARIO, &[MARCH], &format!("  result: {result}\n"));
        let message = format!("the battle has not ended after the last turn; the play expects {expected}");
        assert_eq!(found(&replayed), [("/play/result".to_owned(), message.as_str(), "")]);
    }
}

#[test]
fn orders_of_the_card_are_shown_and_how_many_more_there_are() {
    let far = replayed(SCENARIO, &["faction: North, orders: [{move: N5#1, path: [0301, 0304]}]"], "");
    let (_, message, help) = found(&far)[0];
    assert_eq!(message, "`{move: N5#1, path: [0301, 0304]}` is illegal: the hexes are not next to each other");
    let shown: Vec<&str> = help.strip_prefix("legal options: ").expect("what is legal").split("`, ").collect();
    let (more, orders) = shown.split_last().expect("orders");
    assert!((2..=8).contains(&orders.len()) && orders.iter().all(|order| order.contains("N5#1")), "{help}");
    assert!(orders.contains(&"`{move: N5#1, path: [0301, 0302]}"), "{help}");
    let more: usize =
        more.strip_prefix("and ").and_then(|more| more.strip_suffix(" more")?.parse().ok()).expect("a number");
    assert!(more > 10, "{help}");
    // A card that can do nothing now: what is legal of this kind.
    let spent = "faction: North, orders: [{train: N2#1}, {move: N2#1, path: [0101, 0201]}]";
    let spent = replayed(SCENARIO, &[spent], "");
    let (_, message, help) = found(&spent)[0];
    assert!(message.ends_with("it was trained or reinforced in this turn (TT-7.2)"), "{message}");
    assert!(help.starts_with("legal options: `{move: "), "{help}");
}

#[test]
fn hexes_are_written_without_quotes_and_read_again() {
    let folder = root().join("scenarios/tabletop");
    let read = |path: &camino::Utf8Path| fs::read(folder.join(path));
    let scenario = Utf8PathBuf::from("corn-monday.yaml");
    let review = review(&[(scenario.clone(), read(&scenario).expect("a scenario"))], &read, SYSTEMS);
    let battle = review.units.iter().find(|unit| unit.given).and_then(|unit| unit.battle.clone()).expect("a battle");
    let battle = battle.downcast::<TabletopBattle>().expect("a battle of Tabletop");
    let engine = Tabletop::compile(&battle).expect("a battle to play");
    let mut author =
        By(Rng::new(3), |_: &_, moves: &[_], rng: &mut Rng| moves[rng.draw_below(moves.len() as u32) as usize]);
    let played = record(&engine, 2, &mut author, &mut Blind);
    let sides: Vec<String> = Tabletop::sides(&battle).into_iter().map(|(name, _)| name).collect();
    let play = write::<Tabletop>(&engine, &sides, scenario.as_str(), &played.turns, None);
    assert!(play.contains("path: [1") && play.contains("path: [0") && !play.contains('"'), "{play}");
    let again = replayed_text(&read, &play);
    assert!(again.is_legal(), "{:?}", again.findings);
    assert_eq!(again.states.len(), played.turns.len());
}

#[test]
fn every_line_of_a_card_tells_its_odds() {
    let folder = folder("tabletop-odds");
    fs::write(folder.join("a.yaml"), SCENARIO.replace(", type: Spears,", ",\n     type: Spears,")).expect("a file");
    let card = SCENARIO.lines().position(|line| line.contains("card: S2, name")).expect("the card") + 1;
    for line in [card, card + 1] {
        let output = muster(&folder, &["explain", &format!("a.yaml:{line}")]);
        assert_exit(&output, 0);
        let said = text(&output.stdout);
        assert!(
            said.starts_with(&format!("S2 Spears, a.yaml:{card}\n")) && !said.contains("N2 Foot"),
            "{line}: {said}"
        );
    }
}

#[test]
fn turns_of_the_game_are_counted() {
    let folder = folder("tabletop-turns");
    fs::write(folder.join("a.yaml"), SCENARIO).expect("a file");
    let smoke = muster(&folder, &["smoke", "a.yaml", "--games", "4", "--output-format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&smoke.stdout).expect("JSON");
    let longest = report["scenarios"][0]["turns"]["max"].as_u64().expect("turns");
    assert!((1..=9).contains(&longest), "the scenario has 9 turns of both factions: {longest}");
    let play = "system: tabletop\nplay:\n  scenario: a.yaml\n  turns: [{faction: North}, {faction: South}]\n";
    fs::write(folder.join("play.yaml"), play).expect("a file");
    let said = text(&muster(&folder, &["replay", "play.yaml"]).stdout);
    assert!(said.starts_with("play.yaml: legal, but unfinished, 2 faction turns\n"), "{said}");
}
