//! Recorded battles: JSON of decisions and states, and a finding for everything that can be wrong.

use std::sync::Arc;

use muster_core::diag::Sink;
use muster_core::load;
use muster_core::schema::Schema;
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_games::table_battles::model::Document;
use muster_games::table_battles::resolve::Battle;
use muster_systems::{Doc, Opaque, Replayed};
use serde_json::json;

const CARDS: &str = "
system: table-battles
scenario:
  name: Arena
  sides:
    - {name: Red, first: true, morale: 1, cards: 1A-3A}
    - {name: Blue, morale: 1, cards: 4A-5A}
formations:
  - {card: 1A, name: Ann, wing: red, strength: 2, dice: 6, actions: [{type: attack, targets: [Bob], hits: 1 per die}]}
  - {card: 2A, name: Dan, wing: pink, strength: 2, dice: 5, retire: true,
     actions: [{type: attack, targets: [Bob], requires: pair, hits: 1}, {type: screen, targets: any}]}
  - {card: 3A, name: Eve, wing: blue, strength: 2, dice: 4, reserve: {behind: Dan}}
  - {card: 4A, name: Bob, wing: blue, strength: 3, dice: 6, actions: [{type: attack, targets: [Ann], hits: 1}]}
  - {card: 5A, name: Cid, wing: red, strength: 2, dice: 5, actions: [{type: screen, targets: [Ann]}]}
";

fn replay_in(sources: &mut Sources, scenario: &str, play: &str, draw: Option<u64>) -> Replayed {
    let schema = Schema::generate::<Document>("table-battles", "Table Battles");
    let mut docs = [scenario, play].map(|text| {
        let mut sink = Sink::default();
        let file = load::read(sources, "a.yaml".into(), text.as_bytes(), &mut sink);
        let model = schema.read::<Document>(sources, file, &mut sink);
        let findings = sink.into_findings();
        assert!(findings.is_empty(), "{}\n{text}", findings[0].message);
        Some(Arc::new(Doc { file, given: true, model: model.expect("a document") }))
    });
    let battle: Opaque = Arc::new(Battle::new(vec![docs[0].take().expect("a scenario")]));
    let play: Opaque = docs[1].take().expect("a play");
    let battle = SYSTEMS[0].compile(&battle).unwrap_or_else(|why| panic!("a sound battle: {why}"));
    battle.replay(&play, draw)
}

/// Replays a play of a scenario.
pub(crate) fn replay_of(scenario: &str, play: &str) -> Replayed {
    replay_in(&mut Sources::default(), scenario, play, None)
}

/// Replays turns of the arena, each a line of flow YAML; `result` may follow.
fn played(turns: &[&str], result: &str) -> Replayed {
    let turns: String = turns.iter().map(|turn| format!("    - {{{turn}}}\n")).collect();
    replay_of(CARDS, &format!("system: table-battles\nplay:\n  scenario: a.yaml\n  turns:\n{turns}{result}"))
}

/// Where and what the one finding is, and its help.
fn fault(turns: &[&str]) -> (String, String, String) {
    let replayed = played(turns, "");
    let [finding] = replayed.findings.as_slice() else { panic!("one finding: {:?}", replayed.findings) };
    assert_eq!(finding.code.name, "illegal-move");
    (finding.at.pointer.to_string(), finding.message.clone(), finding.help.clone().unwrap_or_default())
}

const RED: &str =
    "side: Red, act: pass, roll: [6, 6, 5, 1, 2, 3], place: [{card: 1A, dice: [6, 6]}, {card: 2A, dice: [5]}]";
const BLUE: &str = "side: Blue, act: pass, roll: [6, 5, 1, 2, 2, 2], place: [{card: 5A, dice: [5]}]";

#[test]
fn steps_states_and_the_result_are_json_as_in_a_play() {
    let turns =
        [RED, BLUE, "side: Red, act: {card: 1A, action: 1}, react: {card: 5A, action: 1}, roll: [6, 6, 6, 1, 1]"];
    let replayed = played(&turns, "");
    assert!(replayed.findings.is_empty(), "{:?}", replayed.findings);
    let first = json!({
        "turn": 1, "side": "Red", "decision": "place",
        "legal": ["done", {"card": "1A", "dice": [6, 6]}, {"card": "1A", "dice": [6]}, {"card": "2A", "dice": [5]}],
        "chosen": {"card": "1A", "dice": [6, 6]},
    });
    assert_eq!(replayed.steps[0].to_string(), first.to_string());
    let kinds: Vec<String> =
        replayed.steps.iter().map(|step| format!("{} {}", step["decision"], step["chosen"])).collect();
    let expected = [
        r#""place" {"card":"1A","dice":[6,6]}"#,
        r#""place" {"card":"2A","dice":[5]}"#,
        r#""place" {"card":"5A","dice":[5]}"#,
        r#""place" "done""#,
        r#""act" {"card":"1A","action":1}"#,
        r#""place" "done""#,
    ];
    assert_eq!(kinds, expected, "a pass without another option and a single reaction are not listed");
    let state = json!({
        "turn": "Blue", "morale": {"Red": 1, "Blue": 1}, "pool": {"Red": 3, "Blue": 6},
        "formations": {
            "1A": {"where": "play", "sticks": 2, "cubes": 0, "dice": [6, 6]},
            "2A": {"where": "play", "sticks": 2, "cubes": 0, "dice": [5]},
            "3A": {"where": "reserve", "sticks": 2, "cubes": 0, "dice": []},
            "4A": {"where": "play", "sticks": 3, "cubes": 0, "dice": []},
            "5A": {"where": "play", "sticks": 2, "cubes": 0, "dice": []},
        },
    });
    assert_eq!(replayed.states[0].to_string(), state.to_string());
    assert_eq!(replayed.states.len(), 3);
    assert!(replayed.result.is_null());
}

/// Ann hits Bob twice, and twice again: he routs.
const ROUT: [&str; 5] = [
    "side: Red, act: pass, roll: [6, 6, 1, 1, 2, 3], place: [{card: 1A, dice: [6, 6]}]",
    "side: Blue, act: pass, roll: [1, 1, 1, 2, 2, 2]",
    "side: Red, act: {card: 1A, action: 1}, roll: [6, 6, 1, 1, 2, 3], place: [{card: 1A, dice: [6, 6]}]",
    "side: Blue, act: pass, roll: [1, 1, 1, 2, 2, 2]",
    "side: Red, act: {card: 1A, action: 1}",
];

#[test]
fn a_battle_that_ends_in_the_action_phase_has_no_roll() {
    let replayed = played(&ROUT, "  result: {winner: Red, by: morale}\n");
    assert!(replayed.findings.is_empty(), "{:?}", replayed.findings);
    assert_eq!(replayed.result, json!({"winner": "Red", "by": "morale"}));
    assert_eq!(replayed.states[4]["formations"]["4A"], json!({"where": "out", "sticks": 0, "cubes": 0, "dice": []}));
    assert_eq!(replayed.states[4]["pool"], json!({"Red": 6, "Blue": 6}));
    let mut turns = ROUT;
    turns[4] = "side: Red, act: {card: 1A, action: 1}, roll: [1, 1, 1, 1, 1, 1]";
    let (at, message, _) = fault(&turns);
    assert_eq!(
        (at.as_str(), message.as_str()),
        ("/play/turns/4/roll", "no dice are rolled: the battle is over, `Red` won by `morale`",)
    );
}

#[test]
fn no_turn_follows_the_end() {
    let mut turns = ROUT.to_vec();
    turns.push("side: Blue, act: pass, roll: [1, 1, 1, 1, 1, 1]");
    let (at, message, _) = fault(&turns);
    assert_eq!(at, "/play/turns/5");
    assert_eq!(message, "no turn can follow: the battle is over, `Red` won by `morale`");
}

#[test]
fn a_battle_can_end_as_the_next_turn_begins() {
    let cards = CARDS.replace("morale: 1", "morale: 3").replace("strength: 3", "strength: 2");
    let play = |turns: &[&str], result: &str| {
        let turns: String = turns.iter().map(|turn| format!("    - {{{turn}}}\n")).collect();
        replay_of(&cards, &format!("system: table-battles\nplay:\n  scenario: a.yaml\n  turns:\n{turns}{result}"))
    };
    let turns = [ROUT[0], ROUT[1], "side: Red, act: {card: 1A, action: 1}, roll: [1, 1, 1, 1, 1, 1]"];
    let replayed = play(&turns, "  result: {winner: Red, by: cannot attack}\n");
    assert!(replayed.findings.is_empty(), "{:?}", replayed.findings);
    assert_eq!(replayed.result, json!({"winner": "Red", "by": "cannot attack"}));
    let more = [turns[0], turns[1], turns[2], "side: Blue, act: pass, roll: [1, 1, 1, 1, 1, 1]"];
    let message = &play(&more, "").findings[0].message;
    assert_eq!(message, "no turn can follow: the battle is over, `Red` won by `cannot attack`");
}

#[test]
fn an_illegal_action_says_why_and_what_was_legal() {
    let (at, message, help) = fault(&[RED, BLUE, "side: Red, act: {card: 2A, action: 1}, roll: [1, 1, 1]"]);
    assert_eq!(at, "/play/turns/2/act");
    assert_eq!(message, "`{card: 2A, action: 1}` is illegal: the requirement `pair` is not met by 5 on `2A` (Dan)");
    assert_eq!(
        help,
        "legal options: `pass`, `{card: 1A, action: 1}`, `{card: 2A, action: 1, null: true}`, `{retire: 2A}`"
    );
}

#[test]
fn acting_in_a_skipped_action_phase_is_illegal() {
    let turns = [
        RED,
        BLUE,
        "side: Red, act: {card: 1A, action: 1}, react: {card: 5A, action: 1}, roll: [1, 1, 1, 1, 1]",
        "side: Blue, act: pass, roll: [1, 1, 1, 1, 1, 1]",
    ];
    let (at, message, _) = fault(&turns);
    assert_eq!(at, "/play/turns/3/act");
    assert_eq!(
        message,
        "`pass` is illegal: there is no action phase, because this side reacted in the opponent's turn"
    );
}

#[test]
fn what_must_be_written_is_missed() {
    let (at, message, help) = fault(&["side: Red, roll: [1, 1, 1, 1, 1, 1]"]);
    assert_eq!((at.as_str(), help.as_str()), ("/play/turns/0", "legal options: `pass`"));
    assert_eq!(message, "missing `act`: `Red` has an action phase");
    let (at, message, help) = fault(&[RED, BLUE, "side: Red, act: {card: 1A, action: 1}, roll: [1, 1, 1, 1, 1]"]);
    assert_eq!((at.as_str(), help.as_str()), ("/play/turns/2", "legal options: `{card: 5A, action: 1}`"));
    assert_eq!(message, "missing `react`: `Blue` can react to this attack");
}

#[test]
fn a_reaction_that_is_not_possible_says_why() {
    let (at, message, _) = fault(&["side: Red, act: pass, react: decline, roll: [1, 1, 1, 1, 1, 1]"]);
    assert_eq!(at, "/play/turns/0/react");
    assert_eq!(message, "`decline` is illegal: nobody can react to a pass");
    let blue = "side: Blue, act: pass, roll: [1, 1, 1, 2, 2, 2]";
    let turn = "side: Red, act: {card: 1A, action: 1}, react: {card: 5A, action: 1}, roll: [1, 1, 1, 1, 1]";
    assert_eq!(fault(&[RED, blue, turn]).1, "`{card: 5A, action: 1}` is illegal: no dice lie on `5A` (Cid)");
    let declined = "side: Red, act: {card: 1A, action: 1}, react: decline, roll: [1, 1, 1, 1, 1]";
    assert_eq!(fault(&[RED, BLUE, declined]).1, "`decline` is illegal: the reaction is mandatory");
}

#[test]
fn as_many_dice_are_rolled_as_are_in_the_pool() {
    let (at, message, _) = fault(&["side: Red, act: pass, roll: [1, 1, 1]"]);
    assert_eq!(
        (at.as_str(), message.as_str()),
        ("/play/turns/0/roll", "6 dice are in the pool, but 3 dice are written")
    );
    let (at, message, _) = fault(&["side: Red, act: pass"]);
    assert_eq!((at.as_str(), message.as_str()), ("/play/turns/0", "6 dice are in the pool, but no dice are written"));
    let (at, message, _) = fault(&["side: Red, act: pass, place: [{card: 1A, dice: [6]}]"]);
    assert_eq!((at.as_str(), message.as_str()), ("/play/turns/0", "6 dice are in the pool, but no dice are written"));
}

#[test]
fn placing_what_cannot_be_placed_says_why() {
    for (place, why) in [
        ("{card: 3A, dice: [4]}", "`3A` (Eve) is in reserve"),
        ("{card: 1A, dice: [6, 6, 6]}", "only 2 dice show 6"),
        ("{card: 1A, dice: [5]}", "the dice area of `1A` (Ann) does not take 5"),
        ("{card: 4A, dice: [6]}", "`4A` (Bob) is a card of `Blue`"),
    ] {
        let (at, message, help) =
            fault(&[&format!("side: Red, act: pass, roll: [6, 6, 5, 1, 2, 3], place: [{place}]")]);
        assert_eq!(at, "/play/turns/0/place/0");
        assert_eq!(message, format!("`{place}` is illegal: {why}"));
        assert!(help.starts_with("legal options: `done`, `{card: 1A, dice: [6, 6]}`"), "{help}");
    }
    let twice = "side: Red, act: pass, roll: [6, 6, 5, 1, 2, 3], place: [{card: 1A, dice: [6]}, {card: 1A, dice: [6]}]";
    let (at, message, _) = fault(&[twice]);
    assert_eq!(at, "/play/turns/0/place/1");
    assert!(message.ends_with("dice were already placed on a card of the red wing in this phase"), "{message}");
    let over = "side: Red, act: pass, roll: [6, 1, 1, 1, 2, 3], place: [{card: 1A, dice: [6]}, {card: 2A, dice: [5]}]";
    assert!(fault(&[over]).1.ends_with("no die shows 5"), "the phase had ended by itself");
}

#[test]
fn turns_alternate() {
    let (at, message, _) = fault(&[RED, RED]);
    assert_eq!((at.as_str(), message.as_str()), ("/play/turns/1/side", "it is not the turn of `Red`, but of `Blue`"));
}

#[test]
fn a_shift_needs_the_rule() {
    for act in ["", "act: pass, "] {
        let turn = format!("side: Red, shift: {{from: 1A, to: 2A, sticks: 1}}, {act}roll: [1, 1, 1, 1, 1, 1]");
        let (at, message, _) = fault(&[&turn]);
        assert_eq!(
            (at.as_str(), message.as_str()),
            ("/play/turns/0/shift", "the scenario does not use the rule `shift`")
        );
    }
}

#[test]
fn expectations_and_results_are_compared() {
    let turn = format!(
        "{RED}, expect: {{turn: Red, morale: {{Red: 2}}, pool: {{Red: 2}}, sticks: {{1A: 3, 2A: 2}}, cubes: {{1A: 1}}, \
         dice: {{1A: [6]}}, where: {{3A: play}}}}"
    );
    let replayed = played(&[&turn], "  result: {winner: Red, by: morale}\n");
    let found: Vec<_> = replayed.findings.iter().map(|f| (f.at.pointer.to_string(), f.message.as_str())).collect();
    let at = |key: &str| format!("/play/turns/0/expect/{key}");
    let expected = [
        (at("turn"), "the side to move next is `Blue`; the play expects `Red`"),
        (at("morale/Red"), "the morale of `Red` is `1`; the play expects `2`"),
        (at("pool/Red"), "the unplaced dice of `Red` are `3`; the play expects `2`"),
        (at("sticks/1A"), "the sticks of `1A` are `2`; the play expects `3`"),
        (at("cubes/1A"), "the cubes on `1A` are `0`; the play expects `1`"),
        (at("dice/1A"), "the dice on `1A` are `[6, 6]`; the play expects `[6]`"),
        (at("where/3A"), "`3A` is `reserve`; the play expects `play`"),
        (
            "/play/result".to_owned(),
            "the battle has not ended after the last turn; the play expects a victory of `Red` by `morale`",
        ),
    ];
    assert_eq!(found, expected);
    let replayed = played(&ROUT, "  result: {winner: Blue, by: tactical}\n");
    let found: Vec<_> = replayed.findings.iter().map(|f| (f.at.pointer.to_string(), f.message.as_str())).collect();
    let over = "the battle is over, `Red` won by `morale`";
    assert_eq!(
        found,
        [
            ("/play/result/winner".to_owned(), format!("{over}; the play expects a victory of `Blue`").as_str()),
            ("/play/result/by".to_owned(), format!("{over}; the play expects it by `tactical`").as_str()),
        ]
    );
}

#[test]
fn unknown_names_are_all_found_and_nothing_is_played() {
    let turn = "side: Rad, act: {card: 1A, action: 3}, react: {card: 9A, action: 1}, roll: [1], \
                expect: {sticks: {7B: 1}, morale: {Reds: 1}}";
    let replayed = played(&[turn], "  result: {winner: Blau, by: morale}\n");
    let found: Vec<_> = replayed.findings.iter().map(|f| (f.code.name, f.at.pointer.to_string())).collect();
    let expected = [
        "/play/turns/0/side",
        "/play/turns/0/act/action",
        "/play/turns/0/react/card",
        "/play/turns/0/expect/morale/Reds",
        "/play/turns/0/expect/sticks/7B",
        "/play/result/winner",
    ];
    assert_eq!(found, expected.map(|at| ("unknown-in-play", at.to_owned())));
    assert_eq!(replayed.findings[0].help.as_deref(), Some("did you mean `Red`?"));
    assert!(replayed.states.is_empty() && replayed.steps.is_empty());
}

#[test]
fn what_a_turn_does_not_write_is_drawn_by_the_seed_and_its_number() {
    let play = |turns: &str| format!("system: table-battles\nplay:\n  scenario: a.yaml\n  turns:\n{turns}");
    let drawn = |turns: &str, seed: u64| {
        let replayed = replay_in(&mut Sources::default(), CARDS, &play(turns), Some(seed));
        assert!(replayed.findings.is_empty(), "{:?}", replayed.findings[0].message);
        replayed.drawn
    };
    const HALF: &str = "    - {side: Red, act: pass, roll: [1, 1, 1, 1, 1, 1]}\n    - {side: Blue, act: pass}\n";
    let once = drawn(HALF, 7);
    assert_eq!((once.len(), once[0].0, &once[0].1["side"]), (1, 2, &json!("Blue")));
    assert_eq!(once[0].1["roll"].as_array().map(Vec::len), Some(6));
    assert_eq!(drawn(HALF, 7), once);
    assert!((0..20).any(|seed| drawn(HALF, seed) != once), "another seed draws another roll");
    // Written down, it is what was drawn; and whatever else is drawn in other turns, this turn has the same.
    let roll = once[0].1["roll"].to_string();
    let whole = HALF.replace("act: pass}", &format!("act: pass, roll: {roll}}}"));
    assert_eq!(drawn(&whole, 7), []);
    let first_too = HALF.replace(", roll: [1, 1, 1, 1, 1, 1]", "");
    assert_eq!(drawn(&first_too, 7)[1], once[0]);
    // What is not chance is not drawn.
    let silent = play("    - {side: Red}\n");
    let replayed = replay_in(&mut Sources::default(), CARDS, &silent, Some(7));
    assert_eq!(replayed.findings[0].message, "missing `act`: `Red` has an action phase");
}

#[test]
fn cards_are_named_by_number_or_by_name_wherever_a_play_names_one() {
    let read = |path: &str| std::fs::read_to_string(crate::cli::root().join(path)).expect("a file");
    let scenario = read("scenarios/table-battles/white-mountain.yaml");
    let play = read("scenarios/table-battles/plays/white-mountain-morale.yaml");
    let names = [
        ("10A", "Schlick"),
        ("1A", "The Twelve Apostles"),
        ("2A", "Catholic League Cavalry"),
        ("3A", "Catholic League Foot"),
        ("4A", "Imperial Cavalry"),
        ("5A", "Liechtenstein"),
        ("6A", "Tiefenbach"),
        ("7A", "Thurn"),
        ("8A", "Protestant Cavalry"),
        ("9A", "Hohenlohe"),
    ];
    let by_name = names
        .iter()
        .fold(play.clone(), |play, (id, name)| play.replace(&format!("card: {id},"), &format!("card: {name},")));
    assert!(by_name.contains("card: Thurn,") && !by_name.contains("card: 1A"), "{by_name}");
    let [numbered, named] = [&play, &by_name].map(|play| replay_of(&scenario, play));
    assert!(named.findings.is_empty(), "{:?}", named.findings);
    assert_eq!((numbered.steps, numbered.states, numbered.result), (named.steps, named.states, named.result));
    // Retirements and expectations, of keys too.
    let replayed = played(
        &[
            RED,
            BLUE,
            "side: Red, act: {retire: Dan}, roll: [1, 1, 2, 3], expect: {where: {Dan: out, Eve: play}, sticks: {Ann: 2}, cubes: {Dan: 0}, dice: {Ann: [6, 6]}}",
        ],
        "",
    );
    assert!(replayed.findings.is_empty(), "{:?}", replayed.findings);
    let replayed = played(&[RED, "side: Blue, act: pass, roll: [6, 5, 1, 2, 2, 2], expect: {sticks: {Bob: 2}}"], "");
    let [finding] = replayed.findings.as_slice() else { panic!("one finding: {:?}", replayed.findings) };
    assert_eq!(finding.at.pointer.to_string(), "/play/turns/1/expect/sticks/Bob");
    assert!(finding.message.contains("the sticks of `Bob` are"), "{}", finding.message);
}

#[test]
fn a_name_that_means_no_card_or_two_is_found_where_it_is_written() {
    let said = |cards: &str, turn: &str| {
        let replayed = replay_of(
            cards,
            &format!("system: table-battles\nplay:\n  scenario: a.yaml\n  turns:\n    - {{{turn}}}\n"),
        );
        let [finding] = replayed.findings.as_slice() else { panic!("one finding: {:?}", replayed.findings) };
        assert_eq!(finding.code.id, "TB404");
        (finding.at.pointer.to_string(), finding.message.clone(), finding.help.clone().unwrap_or_default())
    };
    let place =
        |card: &str| format!("side: Red, act: pass, roll: [6, 6, 5, 1, 2, 3], place: [{{card: {card}, dice: [5]}}]");
    let (at, message, help) = said(CARDS, &place("Danx"));
    assert_eq!(at, "/play/turns/0/place/0/card");
    assert_eq!(message, "card `Danx` is not in this battle; expected one of `1A`, `2A`, `3A`, `4A`, `5A`");
    assert_eq!(help, "did you mean `Dan`?");
    assert_eq!(said(CARDS, &place("2a")).2, "did you mean `2A`?");
    assert_eq!(said(CARDS, &place("2B")).2, "did you mean `2A`?");
    assert_eq!(said(CARDS, &place("Alexander")).2, "");
    let (at, _, help) = said(CARDS, "side: Red, act: pass, roll: [6, 6, 5, 1, 2, 3], expect: {dice: {Anne: []}}");
    assert_eq!((at.as_str(), help.as_str()), ("/play/turns/0/expect/dice/Anne", "did you mean `Ann`?"));
    let twins = CARDS.replace("name: Cid", "name: Ann").replace("targets: [Ann], hits: 1}", "targets: [1A], hits: 1}");
    let (_, message, help) = said(&twins, &place("Ann"));
    assert_eq!(message, "`Ann` is the name of `1A` and of `5A`");
    assert_eq!(help, "use the number of the card");
}

#[test]
fn half_a_roll_is_refused_and_no_dice_are_drawn_for_it() {
    let play =
        "system: table-battles\nplay:\n  scenario: a.yaml\n  turns:\n    - {side: Red, act: pass, roll: [6, 6]}\n";
    let replayed = replay_in(&mut Sources::default(), CARDS, play, Some(7));
    assert_eq!(replayed.findings[0].message, "6 dice are in the pool, but 2 dice are written");
    assert!(replayed.drawn.is_empty(), "{:?}", replayed.drawn);
    let unwritten = replay_in(&mut Sources::default(), CARDS, &play.replace(", roll: [6, 6]", ""), Some(7));
    assert!(unwritten.findings.is_empty() && unwritten.drawn.len() == 1, "{:?}", unwritten.findings);
}
