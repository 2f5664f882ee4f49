//! The documents of States of Battle: what is resolved from them, and that one slip is one finding.

use std::sync::Arc;

use camino::Utf8Path;
use muster::review::review;
use muster_core::diag::Sink;
use muster_core::load;
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_games::states_of_battle::StatesOfBattle;
use muster_games::states_of_battle::model::{MoraleState, PublishedAchievement, UnitKind};
use muster_games::states_of_battle::resolve::{
    AchievementSource, NameKind, NameMeaning, StatesBattle, TriggerEffect, published_cards,
};
use muster_systems::{Doc, Game, Role};

use crate::mistake_marks::{Upto, findings_of};

/// Returns the battle of a scenario with its armies and decks; what the checks would find in it does not matter.
fn battle(texts: &[&str]) -> StatesBattle {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let docs = texts.iter().map(|text| {
        let file = load::read(&mut sources, "a.yaml".into(), text.as_bytes(), &mut sink);
        let model = StatesOfBattle::schema().read(&sources, file, &mut sink);
        Arc::new(Doc { file, given: true, model: model.unwrap_or_else(|| panic!("{text}")) })
    });
    let docs = docs.collect();
    assert!(sink.is_empty(), "{:?}", sink.into_findings());
    StatesOfBattle::resolve(docs)
}

const SCENARIO: &str = "
system: states-of-battle
scenario:
  name: The Bridge
  rounds: 10
  points_per_counter: 100
  sides:
    - name: North
      army: [north.yaml]
      units: [X1]
      generalship: d12
      counters: {add: -1}
      orders: {Brilliant Tactician: 2, Forced March: 2, Melee: 4, Missile Reload: 3, Move: 2, Cast Spells: 1}
      starter: true
    - {name: South, units: S1-S3, counters: {exactly: 7}}
  achievements: [salvo, {name: Standard Taken, on: unit-lost, counters: 3}]
  places: [The Mill, {place: The Ford, at: 20, lane: 6, held_by: South}]
  triggers:
    - {side: South, state: Bloodied, rule: reinforcements, units: [Lancers, Nobody]}
    - {side: North, state: Desperate, rule: steal, counters: 2}
  forfeits: [{side: South, on: {lost: The Ford}, counters: 2}]
  victory: [{rule: hold, place: The Mill, side: North}]
  special: [{on: turn, side: South, while: {holds: The Ford, rounds: 2-4}, do: [{draw: 1}]}]
decks: [own.yaml]
units:
  - {unit: S1, name: Queen, kind: general, points: 100, in: S2}
  - {unit: S2, name: Pikes, points: 224}
  - {unit: S3, name: Lancers, kind: cavalry, points: 190, move: 9, charge: 14}
";

const NORTH: &str = "
system: states-of-battle
units:
  - {unit: N1, name: King, kind: general, points: 120, in: Foot}
  - {unit: N2, name: Foot, points: 205, models: 18, mcv: 5}
  - {unit: N3, name: Bows, kind: missile, points: 80}
";

const OWN: &str = "
system: states-of-battle
units:
  - {unit: X1, name: Guns, kind: war-machine, points: 90}
  - {unit: X2, name: Spare, points: 50}
cards:
  - {card: Forced March, deck: orders, copies: 2, play: [{move: {units: 2}}]}
  - {card: Melee, deck: orders, copies: 5, play: [melee]}
";

#[test]
fn units_stand_in_the_order_of_the_scenario_with_what_their_kind_gives() {
    let battle = battle(&[SCENARIO, NORTH, OWN]);
    let names: Vec<&str> = battle.units.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["King", "Foot", "Bows", "Guns", "Queen", "Pikes", "Lancers", "Spare"]);
    assert_eq!(battle.sides[0].units, [0, 1, 2, 3]);
    assert_eq!(battle.sides[1].units, [4, 5, 6]);
    assert_eq!((battle.units[7].side, battle.units[3].side), (None, Some(0)));
    assert_eq!((battle.units[0].rides_in(), battle.units[4].rides_in()), (Some(1), Some(5)));
    assert!(battle.units[0].named && !battle.units[1].named);
    let of = |unit: usize| {
        let unit = &battle.units[unit];
        (unit.kind, unit.mcv, unit.models, unit.movement, unit.range, unit.charge)
    };
    assert_eq!(of(0), (UnitKind::General, 2, 1, 4, 0, None));
    assert_eq!(of(1), (UnitKind::Infantry, 5, 18, 4, 0, None));
    assert_eq!(of(2), (UnitKind::Missile, 1, 8, 4, 24, None));
    assert_eq!(of(3), (UnitKind::WarMachine, 1, 3, 3, 48, None));
    assert_eq!(of(5), (UnitKind::Infantry, 3, 22, 4, 0, None));
    assert_eq!(of(6), (UnitKind::Cavalry, 3, 10, 9, 0, Some(14)));
    assert_eq!(battle.written_unit(6).points, 190);
    assert_eq!(battle.unit_address(3, "/points").pointer.as_str(), "/units/0/points");
    assert_eq!(battle.unit_at(&battle.unit_address(3, "/points")), Some(3));
}

#[test]
fn sb_1_counters_follow_from_points_ratio_and_rule() {
    let battle = battle(&[SCENARIO, NORTH, OWN]);
    let [north, south] = battle.sides.as_slice() else { panic!("two sides") };
    assert_eq!((north.points, north.counters, north.by_state), (495, 3, [1, 1, 1, 0]));
    assert_eq!((south.points, south.counters, south.by_state), (514, 7, [2, 2, 2, 1]));
    assert_eq!((north.generalship.faces(), south.generalship.faces()), (12, 10));
    assert_eq!((&*north.generals, &*south.generals), (&[0][..], &[4][..]));
}

#[test]
fn sb_4_decks_are_dealt_from_the_stock_and_the_lulls_are_added() {
    let battle = battle(&[SCENARIO, NORTH, OWN]);
    let deck = |cards: &[muster_games::states_of_battle::resolve::DeckCard]| {
        let named = cards.iter().map(|card| (battle.cards[card.card].definition.card.clone(), card.copies));
        named.collect::<Vec<_>>()
    };
    let [north, south] = battle.sides.as_slice() else { panic!("two sides") };
    let chosen = [
        ("Brilliant Tactician", 2),
        ("Cast Spells", 1),
        ("Melee", 4),
        ("Missile Reload", 3),
        ("Move", 2),
        ("Lull", 2),
        ("Forced March", 2),
    ];
    assert_eq!(deck(&north.orders), chosen.map(|(card, copies)| (card.to_owned(), copies)));
    assert!(north.orders_chosen && !south.orders_chosen);
    let stock: u16 = deck(&south.orders).iter().map(|(_, copies)| u16::from(*copies)).sum();
    assert_eq!(stock, 19 + 1 + 2 + 2, "the published stock, one Melee more, the Forced Marches and the Lulls");
    assert_eq!(deck(&north.events).iter().map(|(_, copies)| copies).sum::<u8>(), 11);
    assert_eq!((deck(&north.starter).len(), deck(&south.starter).len()), (4, 0));
    let melee = battle.find_card("Melee").expect("a card");
    assert!(battle.cards[melee].replaces && battle.card_address(melee, "/copies").is_some());
    assert_eq!(
        battle.find_orders("Rally Back"),
        NameMeaning::Elsewhere(battle.find_card("Rally Back").expect("a card"))
    );
}

#[test]
fn what_a_scenario_says_means_units_places_and_sides() {
    let battle = battle(&[SCENARIO, NORTH, OWN]);
    assert_eq!(battle.triggers[0].effect, TriggerEffect::Reinforcements(vec![Some(6), None]));
    assert_eq!((battle.triggers[0].side, battle.triggers[0].state), (Some(1), MoraleState::Bloodied));
    assert_eq!((battle.triggers[1].side, &battle.triggers[1].effect), (Some(0), &TriggerEffect::Steal(2)));
    let waiting: Vec<bool> = battle.units.iter().map(|unit| unit.waits).collect();
    assert_eq!(waiting, [false, false, false, false, false, false, true, false]);
    assert_eq!((battle.forfeits[0].side, battle.forfeits[0].place), (Some(1), Some(1)));
    assert_eq!((battle.victory[0].side, battle.victory[0].place), (Some(0), Some(0)));
    let condition = battle.specials[0].only_while.as_ref().expect("a condition");
    assert_eq!((condition.holds, condition.rounds.expect("rounds").first), (Some(Some(1)), 2));
    assert_eq!((battle.places[1].held_by, battle.places[1].spot.map(|spot| spot.at)), (Some(1), Some(20)));
    let titles: Vec<_> = battle.achievements.iter().map(|won| (won.title.as_str(), won.counters)).collect();
    assert_eq!(titles, [("Salvo", 1), ("Standard Taken", 3)]);
    assert_eq!(battle.achievements[0].source, AchievementSource::Published(PublishedAchievement::Salvo));
    assert_eq!(battle.achievements[1].source, AchievementSource::EnemyUnitLost);
    let nothing: Vec<_> = battle.names.iter().filter(|name| name.meaning == NameMeaning::Nothing).collect();
    assert!(matches!(nothing.as_slice(), [name] if name.text == "Nobody" && name.kind == NameKind::Unit(Some(1))));
}

#[test]
fn an_army_and_a_deck_alone_are_resolved_too() {
    let battle = battle(&[NORTH]);
    assert!(battle.sides.is_empty() && battle.units.len() == 3);
    assert_eq!(battle.units[0].rides_in(), Some(1));
    assert_eq!(battle.cards.len(), published_cards().len());
}

#[test]
fn what_the_documentation_shows_passes() {
    let page = include_str!("../../../docs/states-of-battle.md");
    let shown: Vec<&str> =
        page.split("```yaml\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(rest)).collect();
    assert_eq!(shown.len(), 5);
    for text in shown {
        assert_eq!(findings_of::<StatesOfBattle>(Upto::Meaning, &[text]), [], "{text}");
    }
}

#[test]
fn the_recorded_battles_of_the_documentation_are_legal() {
    let page = include_str!("../../../docs/states-of-battle.md");
    let shown: Vec<&str> =
        page.split("```yaml\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(rest)).collect();
    let read = |path: &Utf8Path| match path.as_str() {
        "the-ford-of-osk.yaml" => Ok(shown[0].as_bytes().to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    for text in &shown[3..] {
        let review = review(&[("play.yaml".into(), text.as_bytes().to_vec())], &read, SYSTEMS);
        assert!(review.findings.is_empty(), "{:?}", review.findings);
        let play = review.units.iter().find(|unit| unit.outline.kind.role == Role::Record).expect("the play");
        let compiled = play.system.compile(play.battle.as_ref().expect("its battle"));
        let replayed = compiled.expect("a battle that can be played").replay(&play.doc, None);
        assert!(replayed.findings.is_empty(), "{:?}", replayed.findings);
        assert_eq!(replayed.states.len(), 1, "the round is played whole");
    }
}

#[test]
fn one_mistake_is_not_found_again_in_other_words() {
    let text = crate::states_of_battle::SMALL;
    let victory = "name: The Ford\n  places: [{place: Mill, at: 20, lane: 6, held_by: North}]\n  victory: [{rule: hold, place: Mill, at: now, side: Sout}]\n";
    let codes = |text: &str| {
        let found = findings_of::<StatesOfBattle>(Upto::Meaning, &[text]);
        found.into_iter().map(|mark| (mark.4, mark.5)).collect::<Vec<_>>()
    };
    let found = codes(&text.replace("name: The Ford\n", victory));
    assert!(matches!(found.as_slice(), [(code, _)] if code == "SB101"), "who has won is not known: {found:?}");
    let found = codes(
        &text.replace("name: The Ford\n", victory).replace("Sout}", "South}").replace("name: South", "name: North"),
    );
    assert!(found.iter().all(|(code, _)| code == "SB111" || code == "SB146"), "{found:?}");
    let twice = text.replace("unit: B2", "unit: B1").replace(
        "kind: general, points: 150}\n  - {unit: B1, name: Town",
        "kind: general, in: Town Levy, points: 150}\n  - {unit: B1, name: Town",
    );
    let found = codes(&twice);
    assert!(found.iter().all(|(code, _)| code != "SB105"), "{found:?}");
    let steal = "name: The Ford\n  triggers: [{side: North, state: Shaken, rule: steal, change: 1}]\n";
    let found = codes(&text.replace("name: The Ford\n", steal));
    assert!(
        matches!(found.as_slice(), [(code, text)] if code == "MU101" && text.contains("allowed: `counters`")),
        "{found:?}"
    );
    let found = codes(&format!("{text}cards:\n  - {{card: Go, deck: orders, play: [move, reload]}}\n"));
    let said: Vec<&str> = found.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(said, ["`move` needs a value", "`reload` needs a value"]);
}

#[test]
fn names_and_their_uses_are_listed_where_they_stand() {
    let battle = battle(&[SCENARIO, NORTH, OWN]);
    let table = StatesOfBattle::names(&battle);
    let meant = |text: &str| {
        let one = table.uses.iter().find(|one| one.text == text).unwrap_or_else(|| panic!("{text} is used"));
        assert!(one.means.is_none_or(|means| table.sets[one.set].contains(&means)), "{text} can be meant there");
        one.means.map(|means| (table.names[means].kind, table.names[means].name.as_str()))
    };
    assert_eq!(meant("S2"), Some(("unit", "Pikes")));
    assert_eq!(meant("Lancers"), Some(("unit", "Lancers")));
    assert_eq!(meant("South"), Some(("side", "South")));
    assert_eq!(meant("The Ford"), Some(("place", "The Ford")));
    assert_eq!(meant("Forced March"), Some(("card", "Forced March")));
    assert_eq!(meant("Nobody"), None);
    assert!(table.uses.iter().all(|one| one.text != "Cast Spells"), "a published card is written nowhere");
}

#[test]
fn numbers_that_are_written_may_be_tuned() {
    let battle = battle(&[SCENARIO, NORTH, OWN]);
    let knobs = StatesOfBattle::knobs(&battle);
    let of =
        |what: &str| knobs.iter().find(|knob| knob.what == what).map(|knob| (knob.at.pointer.as_str(), knob.value));
    assert_eq!(of("rounds"), Some(("/scenario/rounds", 10)));
    assert_eq!(of("points a counter"), Some(("/scenario/points_per_counter", 100)));
    assert_eq!(of("counters added for `North`"), Some(("/scenario/sides/0/counters/add", -1)));
    assert_eq!(of("counters of `South`"), Some(("/scenario/sides/1/counters/exactly", 7)));
    assert_eq!(of("counters stolen by `North` in Desperate"), Some(("/scenario/triggers/1/counters", 2)));
    assert_eq!(of("points of `Guns`"), Some(("/units/0/points", 90)));
    assert_eq!(of("counters that the loss of `Foot` costs"), Some(("/units/1/mcv", 5)));
    assert_eq!(of("copies of `Melee`"), Some(("/cards/1/copies", 5)));
    assert_eq!(of("points of `Spare`"), None);
    assert!(knobs.iter().all(|knob| knob.range.contains(&knob.value)));
}

/// Slips in the scenario to begin with: what is written, what it becomes, and the code of the one finding.
const SLIPS: &[(&str, &str, &str)] = &[
    ("units: N1-N9", "units: N9-N1", "SB112"),
    ("units: N1-N9", "units: N1-N8", "SB116"),
    ("units: N1-N9", "units: N1-N10", "SB113"),
    ("units: N1-N9", "units: N1-S9", "SB112"),
    ("units: N1-N9", "units: [N1-N9, S3]", "SB115"),
    ("name: Southern Army", "name: Northern Army", "SB111"),
    ("in: N2", "in: Househld Foot", "SB102"),
    ("in: N2", "in: S2", "SB105"),
    ("in: N2", "in: N1", "SB120"),
    ("unit: N3", "unit: N4", "SB114"),
    ("points: 260", "points: 2600", "SB143"),
    ("rounds: 12", "rounds: 0", "SB144"),
    ("name: Weather Witch, kind: wizard", "name: Weather Witch, kind: general", "SB122"),
    ("name: Marshal Aldren, kind: general", "name: Marshal Aldren, kind: character", "SB121"),
    ("at: {at: 14, lane: 6}", "at: {at: 14, lane: 5}", "SB131"),
    ("at: {at: 14, lane: 6}", "at: {at: 49, lane: 6}", "SB130"),
    ("at: {at: 13, lane: 4}", "at: {at: 42, lane: 4}", "SB132"),
    ("generalship: d10, starter: true", "generalship: d7, starter: true", "MU104"),
    ("kind: missile", "kind: archers", "MU104"),
    ("unit: N5", "unit: 5N", "MU105"),
];

#[test]
fn one_slip_is_one_finding() {
    let skeleton = StatesOfBattle::SKELETON;
    assert_eq!(findings_of::<StatesOfBattle>(Upto::Meaning, &[skeleton]), []);
    for (written, becomes, code) in SLIPS {
        assert!(skeleton.contains(written), "`{written}`");
        let found = findings_of::<StatesOfBattle>(Upto::Meaning, &[&skeleton.replacen(written, becomes, 1)]);
        let codes: Vec<&str> = found.iter().map(|finding| finding.4.as_str()).collect();
        assert_eq!(codes, [*code], "`{written}` as `{becomes}`: {found:#?}");
    }
}
