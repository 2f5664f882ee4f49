//! The forms of what a play writes down, as the schema has them: which keys each needs, and which belong to no other.

use camino::Utf8PathBuf;
use muster_core::diag::{Sink, finish};
use muster_core::load;
use muster_core::schema::Schema;
use muster_core::source::Sources;
use muster_games::pub_battles::model::PubDocument;
use muster_games::states_of_battle::model::StatesDocument;
use muster_games::tabletop::model::TabletopDocument;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// Checks what is found first in turns of a play: code, marked text, message and help as they begin; nothing where that is empty.
fn assert_found<M: DeserializeOwned + JsonSchema>(game: &str, cases: &[(&str, &str)]) {
    let schema = Schema::generate::<M>(game, game);
    for (turn, expected) in cases {
        let play = format!("system: {game}\nplay:\n  scenario: ford.yaml\n  turns:\n    - {{{turn}}}\n");
        let (mut sources, mut sink) = (Sources::default(), Sink::default());
        let file = load::read(&mut sources, Utf8PathBuf::from("a.yaml"), play.as_bytes(), &mut sink);
        schema.read::<M>(&sources, file, &mut sink);
        let findings = finish(sink.into_findings(), &sources);
        let said = findings.first().map_or_else(String::new, |finding| {
            let span = sources.span(&finding.at);
            let help = finding.help.as_deref().unwrap_or_default();
            format!("{} {}: {}; {help}", finding.code.id, &play[span.start..span.end], finding.message)
        });
        assert!(said.starts_with(expected) && said.is_empty() == expected.is_empty(), "{turn}: {said}");
    }
}

#[test]
fn an_order_of_tabletop_has_the_keys_of_one_form() {
    let orders = [
        ("done", ""),
        ("{move: N2#1, path: [Ford, Mill]}", ""),
        ("{fortify: N2#1, army: true}", ""),
        ("{strike: N2#1, at: Mill}", ""),
        ("{use: N3#1, ability: Dig, to: Mill}", ""),
        ("{}", "MU102 {}: the mapping is empty; expected {move: NAME, path: …}, {fortify: NAME}"),
        ("{path: [Ford, Mill]}", "MU102 path: missing key `move`"),
        ("{move: N2#1}", "MU102 move: missing key `path`"),
        ("{move: N2#1, path: [Ford]}", "MU107 [Ford]: `path` has one item; expected at least 2"),
        ("{merge: N2#1}", "MU102 merge: missing key `into`"),
        ("{fortify: N2#1, train: N2#1}", "MU108 train: `train` cannot be used with `fortify`"),
        ("{strike: N2#1, at: Mill, to: Mill}", "MU108 to: `to` cannot be used with `strike`"),
        ("{mvoe: N2#1, path: [Ford, Mill]}", "MU101 mvoe: unknown key `mvoe`"),
        (
            "{strik: N2#1, at: Mill}",
            "MU101 strik: unknown key `strik`; allowed: `strike`, `ability`; did you mean `strike`?",
        ),
    ];
    let turns = orders.map(|(order, found)| (format!("faction: North, orders: [{order}]"), found));
    assert_found::<TabletopDocument>("tabletop", &turns.each_ref().map(|(turn, found)| (turn.as_str(), *found)));
}

#[test]
fn a_deed_of_pub_battles_has_the_keys_of_one_form() {
    let cases = [
        ("moves: [{block: A, to: [9, 9]}, {block: A, to: [9, 9], via: [[1, 1]], facing: 90, echelon: true}]", ""),
        ("moves: [{block: A, road: Ridge, to: [9, 9], deploy: true, facing: 90}, {block: A, facing: 90}]", ""),
        ("moves: [{block: A, enter: [9, 0]}, {block: A, target: B}, {block: A, target: B, dice: [1, 2, 3]}]", ""),
        ("moves: [{block: A, rally: true, facing: 90}, {block: A, train: T}, {block: A, rally: true, train: T}]", ""),
        ("moves: [{block: T, recover: A, at: [9, 9]}, {block: T, recover: A, at: [9, 9], facing: 90}]", ""),
        ("bombard: [{block: A, target: B, dice: [1, 2, 3]}, {block: A, target: B}]", ""),
        ("rally: [{block: A}, {block: A, rally: true}, {block: A, train: T, facing: 90}]", ""),
        (
            "moves: [{}]",
            "MU102 {}: the mapping is empty; expected {block: NAME, to: …}, {block: NAME, road: NAME, to: …}",
        ),
        (
            "moves: [{block: A}]",
            "MU102 block: missing key; expected one of `to`, `road`, `enter`, `target`, `rally`, `train`, `recover`, `facing`",
        ),
        ("moves: [{to: [9, 9]}]", "MU102 to: missing key `block`"),
        ("moves: [{block: A, road: Ridge}]", "MU102 block: missing key `to`"),
        ("moves: [{block: T, recover: A}]", "MU102 block: missing key `at`"),
        ("moves: [{block: A, dice: [1, 2, 3]}]", "MU102 block: missing key `target`"),
        ("moves: [{block: A, to: [9, 9], target: B}]", "MU108 target: `target` cannot be used with `to`"),
        ("moves: [{block: A, enter: [9, 0], facing: 90}]", "MU108 facing: `facing` cannot be used with `enter`"),
        ("moves: [{block: A, to: [9, 9], dice: [1, 2, 3]}]", "MU108 dice: `dice` cannot be used with `to`"),
        ("moves: [{block: A, rally: false}]", "MU104 false: unknown value `false` for `rally`; allowed: `true`"),
        ("moves: [{block: A, rally: yes}]", "MU103 yes: expected `true`, found text `yes`; write `true`"),
        ("moves: [{block: A, too: [9, 9]}]", "MU101 too: unknown key `too`; allowed: `to`, "),
        ("moves: [{block: A, trget: B}]", "MU101 trget: unknown key `trget`; allowed: `target`, "),
        (
            "moves: [{block: A, facng: 90}]",
            "MU101 facng: unknown key `facng`; allowed: `facing`; did you mean `facing`?",
        ),
        ("bombard: [{block: A}]", "MU102 block: missing key `target`"),
        ("bombard: [{block: A, target: B, to: [9, 9]}]", "MU101 to: unknown key `to`; allowed: `dice`"),
        ("rally: [{block: A, target: B}]", "MU101 target: unknown key `target`"),
    ];
    assert_found::<PubDocument>("pub-battles", &cases);
}

#[test]
fn a_stated_fact_of_states_of_battle_has_the_keys_of_one_form() {
    let facts = [
        ("{charged: N1, target: S1}", ""),
        ("{charged: N1, target: S1, from: rear, far: true}", ""),
        ("{won: [N1], lost: [S1, S2]}", ""),
        ("{killed: S1}", ""),
        ("{broke: S1, by: N1}", ""),
        ("{gone: S1}", ""),
        ("{challenge: N2, against: S2, wins: false}", ""),
        ("{place: The Mill, held_by: North}", ""),
        ("{used: Inspiring Leader, side: North}", ""),
        (
            "{}",
            "MU102 {}: the mapping is empty; expected {charged: NAME, target: NAME}, {won: …, lost: …}, {killed: NAME}",
        ),
        ("{charged: N1}", "MU102 charged: missing key `target`"),
        ("{target: S1}", "MU102 target: missing key `charged`"),
        ("{won: [N1]}", "MU102 won: missing key `lost`"),
        ("{won: [N1], lost: []}", "MU107 []: `lost` is empty"),
        ("{challenge: N2, against: S2}", "MU102 challenge: missing key `wins`"),
        ("{place: The Mill}", "MU102 place: missing key `held_by`"),
        ("{used: Manoeuvre}", "MU102 used: missing key `side`"),
        ("{killed: S1, wins: true}", "MU108 wins: `wins` cannot be used with `killed`"),
        ("{killed: S1, broke: S1, by: N1}", "MU108 broke: `broke` cannot be used with `killed`"),
        ("{by: N1}", "MU102 by: missing key; expected one of `killed`, `broke`"),
        ("{brok: S1, by: N1}", "MU101 brok: unknown key `brok`; allowed: `broke`; did you mean `broke`?"),
        ("{won: [N1], lots: [S1]}", "MU101 lots: unknown key `lots`; allowed: `lost`; did you mean `lost`?"),
    ];
    let turns = facts.map(|(fact, found)| (format!("played: [{{happened: [{fact}]}}]"), found));
    assert_found::<StatesDocument>("states-of-battle", &turns.each_ref().map(|(turn, found)| (turn.as_str(), *found)));
}
