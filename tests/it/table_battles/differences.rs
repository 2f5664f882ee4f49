//! TB304: a special rule counts as having made a difference when it did, also by what did not happen because of it.

use muster_core::play::bots::Bot;
use muster_core::play::smoke::{Shard, SmokeOptions, run};
use muster_games::table_battles::engine::TableBattles;
use muster_systems::Played;

use super::arena::scenario;

const CARDS: &str = "
- {card: 1A, name: Ann, wing: red, strength: 6, dice: 6, retire: true, special: [ANN],
   actions: [{type: attack, targets: [Hal, Bob], hits: 1 per die}, {type: attack, targets: [Bob], requires: pair, hits: 1 + 1 per die}]}
- {card: 2A, name: Dan, wing: red, strength: 3, dice: 5, special: [DAN],
   actions: [{type: attack, targets: [Box, Bob], hits: 1}, {type: screen, targets: any, requires: pair}, {type: absorb, targets: [Ann]}]}
- {card: 3A, name: Eve, wing: pink, strength: 3, dice: 4, reserve: {behind: Ann}, special: [EVE],
   actions: [{type: attack, targets: [Bob], hits: 1}]}
- {card: 4A, name: Guns, wing: blue, strength: III, dice: Doubles, special: [GUNS],
   actions: [{type: bombard}, {type: command, targets: [Fay, Gil]}]}
- {card: 5A, name: Fay, wing: pink, strength: 2, dice: 3, reserve: {commanded_by: Guns}, special: [FAY]}
- {card: 6A, name: Gil, wing: pink, strength: 2, dice: 3, reserve: {commanded_by: Guns}, special: [GIL]}
- {card: 11A, name: Bob, wing: blue, strength: 4, dice: 6, special: [BOB],
   actions: [{type: attack, targets: [Ann], hits: 1 per die}, {type: counterattack, targets: any, hits: 1}]}
- {card: 12A, name: Cid, wing: red, strength: 4, dice: 5, pursuit: true, special: [CID],
   actions: [{type: attack, targets: [Dan], hits: 3}, {type: screen, targets: any, requires: pair}]}
- {card: 13A, name: Hal, wing: pink, strength: 3, dice: 4, reserve: {behind: Cid}, special: [HAL]}
- {card: 14A, name: Box, wing: dkblue, strength: II, dice: Triples, special: [BOX]}
";
const NAMES: [&str; 10] = ["ANN", "DAN", "EVE", "GUNS", "FAY", "GIL", "BOB", "CID", "HAL", "BOX"];

/// How often special rules, `ANN rule: ...`, never made a difference in random battles: by their order.
fn never(special: &[&str]) -> Vec<String> {
    let mut cards = CARDS.to_owned();
    let mut own = Vec::new();
    for one in special {
        let (card, effect) = one.split_once(' ').expect("a card and an effect");
        match card {
            "SCENARIO" => own.push(format!("{{{effect}}}")),
            _ => cards = cards.replace(&format!("{card}]"), &format!("{{{effect}}}, {card}]")),
        }
    }
    for name in NAMES {
        cards = cards.replace(&format!("{name}]"), "]");
    }
    let battle = scenario(&format!("special: [{}]", own.join(", ")), "morale: 3", "morale: 3", &cards);
    let engine = TableBattles::compile(&battle).expect("a sound battle");
    let bots = vec![Bot::Random; 2];
    let options = SmokeOptions { games: 400, seed: 1, bots, turn_limit: 300, shard: Shard::WHOLE };
    let totals = run(&engine, &options, &|_| ());
    assert_eq!(totals.broken_battles(), 0, "{special:?}");
    let findings = <TableBattles as Played>::counters(&engine, &battle).never_used(&totals, "400 battles");
    findings.into_iter().filter(|found| found.code.id == "TB304").map(|found| found.message).collect()
}

/// A special rule where it matters, and where it never does.
const RULES: [(&str, &str); 23] = [
    ("BOB rule: forbid, what: attack", "FAY rule: forbid, what: attack"),
    ("BOB rule: forbid, what: attack, against: Ann", "BOB rule: forbid, what: attack, against: Dan"),
    ("GUNS rule: forbid, what: bombard", "DAN rule: forbid, what: bombard"),
    ("GUNS rule: forbid, what: command", "GUNS rule: forbid, what: command, against: Ann"),
    ("CID rule: forbid, what: screen, against: Ann", "CID rule: forbid, what: screen, against: Guns"),
    ("BOB rule: forbid, what: counterattack", "BOB rule: forbid, what: counterattack, against: Fay"),
    ("DAN rule: forbid, what: absorb", "DAN rule: forbid, what: absorb, against: Gil"),
    ("ANN rule: forbid, what: retire", "DAN rule: forbid, what: retire"),
    ("CID rule: forbid, what: pursue", "BOB rule: forbid, what: pursue"),
    ("ANN rule: forbid, what: dice", "GIL rule: forbid, what: dice, while: {in_reserve: this}"),
    ("BOB rule: hits, change: -1", "BOB rule: hits, by: Fay, change: 1"),
    ("BOB rule: hit-limit, most: 1", "BOB rule: hit-limit, most: 20"),
    ("DAN rule: placement, cards: 2", "GUNS rule: placement, cards: 2"),
    ("GUNS rule: placement, cards: 1, of: army", "GUNS rule: placement, cards: 1"),
    ("ANN rule: reserve-target, attack: waits", "DAN rule: reserve-target, attack: waits"),
    ("ANN rule: reserve-target, attack: skips", "ANN rule: reserve-target, attack: skips, action: 2"),
    ("ANN rule: reserve-target, attack: hits", "DAN rule: reserve-target, attack: hits"),
    ("DAN rule: lends-dice, to: Ann", "GUNS rule: lends-dice, to: Ann"),
    ("GUNS rule: starts-with, cubes: 3", "GUNS rule: starts-with, cubes: 1"),
    ("DAN rule: starts-with, cubes: 2", "DAN rule: starts-with, cubes: 0"),
    ("CID rule: rescue, friends: Bob", "DAN rule: rescue, friends: Guns"),
    ("BOX rule: can-rout", "BOX rule: can-rout, hits: 20"),
    (
        "GUNS rule: when, on: {bombards: this}, do: [{gain_morale: 1}]",
        "GUNS rule: when, on: {bombards: this}, do: [{enter: Ann}]",
    ),
];

#[test]
fn a_rule_counts_where_it_matters_and_only_there() {
    for (matters, idle) in RULES {
        assert_eq!(never(&[matters]), Vec::<String>::new(), "{matters}");
        assert_eq!(never(&[idle]).len(), 1, "{idle}");
    }
    assert_eq!(never(&["SCENARIO rule: victory, side: Red, when: {routed: Bob}"]).len(), 0);
    assert_eq!(never(&["SCENARIO rule: victory, side: Red, when: {in_reserve: Bob}"]).len(), 1);
}

#[test]
fn what_forbids_all_attacks_has_ended_the_battle() {
    assert_eq!(never(&["SCENARIO rule: forbid, what: attack, cards: any"]).len(), 0);
    assert_eq!(never(&["SCENARIO rule: forbid, what: dice, cards: [Ann, Dan, Eve, Guns]"]).len(), 0);
}

#[test]
fn of_two_rules_that_do_the_same_a_limit_that_comes_too_late_does_nothing() {
    assert_eq!(never(&["BOB rule: hit-limit, most: 1", "ANN rule: hit-limit, by: this, most: 1"]).len(), 1);
    assert_eq!(never(&["BOB rule: forbid, what: attack", "ANN rule: forbid, what: attack, cards: Bob"]).len(), 0);
}
