//! TB-13: special rules. Every kind that published cards have is said with effects and proved by a play.

use muster_games::table_battles::model::Location::{Out, Play, Reserve};

use super::arena::Game;

const CARDS: &str = "
- {card: 1A, name: Ann, wing: red, strength: 6, dice: 6, retire: true, special: [ANN],
   actions: [{type: attack, targets: [Hal, Bob], hits: 1 per die}, {type: attack, targets: [Bob], requires: pair, hits: 1 + 1 per die}]}
- {card: 2A, name: Dan, wing: red, strength: 3, dice: 5, special: [DAN],
   actions: [{type: attack, targets: [Bob], hits: 1}, {type: screen, targets: any, requires: pair}]}
- {card: 3A, name: Eve, wing: pink, strength: 3, dice: 4, reserve: {behind: Ann}, special: [EVE],
   actions: [{type: attack, targets: [Bob], hits: 1}]}
- {card: 4A, name: Guns, wing: blue, strength: III, dice: Doubles, special: [GUNS],
   actions: [{type: bombard}, {type: command, targets: [Eve, Fay, Gil]}, {type: screen, targets: any, voluntary: true}]}
- {card: 5A, name: Fay, wing: pink, strength: 2, dice: 3, reserve: {commanded_by: Guns}, special: [FAY]}
- {card: 6A, name: Gil, wing: pink, strength: 2, dice: 3, reserve: {commanded_by: Guns}}
- {card: 11A, name: Bob, wing: blue, strength: 4, dice: 6, special: [BOB],
   actions: [{type: attack, targets: [Ann], hits: 1 per die}, {type: counterattack, targets: any, hits: 1}]}
- {card: 12A, name: Cid, wing: red, strength: 4, dice: 5, special: [CID],
   actions: [{type: attack, targets: [Dan], hits: 2, self: 1}, {type: screen, targets: any, requires: pair}]}
- {card: 13A, name: Hal, wing: pink, strength: 3, dice: 4, reserve: {behind: Cid}, special: [HAL]}
";

/// The battle of these cards with special rules: `ANN {rule: ...}`, and `SCENARIO` for the battle's own.
fn game(special: &[&str]) -> Game {
    let mut cards = CARDS.to_owned();
    let mut scenario = Vec::new();
    for one in special {
        let (card, effect) = one.split_once(' ').expect("a card and an effect");
        match card {
            "SCENARIO" => scenario.push(effect),
            _ => cards = cards.replace(&format!("{card}]"), &format!("{effect}, {card}]")),
        }
    }
    for card in ["ANN", "DAN", "EVE", "GUNS", "FAY", "BOB", "CID", "HAL"] {
        cards = cards.replace(&format!("{card}]"), "]");
    }
    Game::with(&format!("special: [{}]", scenario.join(", ")), "morale: 3", "morale: 3", &cards)
}

/// Nobody acts: Red and Blue roll and place these dice.
fn set<'g>(game: &'g mut Game, red: (&str, &[&str]), blue: (&str, &[&str])) -> &'g mut Game {
    game.turn(red.0, red.1).turn(blue.0, blue.1)
}

const NOTHING: (&str, &[&str]) = ("111111", &[]);

/// Sticks that Bob loses to two dice on Ann.
fn bob_loses(special: &[&str]) -> u8 {
    let mut game = self::game(special);
    set(&mut game, ("661111", &["1A 66"]), NOTHING).act("1A 1");
    4 - game.strength("11A")
}

/// Hal is in reserve and in the way of Ann's first attack.
const SKIP: &str = "ANN {rule: reserve-target, attack: skips}";

#[test]
fn tb_13_placement_dice_on_several_cards_of_a_wing() {
    let mut plain = game(&[]);
    plain.pass().roll("665511").place("1A", "66");
    plain.no_place("2A", "55");
    let mut game = self::game(&["ANN {rule: placement, cards: 2}"]);
    game.pass().roll("665522").place("1A", "66").place("2A", "55").place("4A", "22").done();
    assert_eq!((game.dice("1A"), game.dice("2A"), game.strength("4A")), ("66".into(), "55".into(), 2));
}

#[test]
fn tb_13_placement_dice_on_several_cards_of_the_army() {
    let mut game = self::game(&["GUNS {rule: placement, cards: 2, of: army}"]);
    game.pass().roll("665522").places(&["1A 66", "4A 22"]);
    assert_eq!((game.dice("2A"), game.pool()), (String::new(), [4, 6]), "the turn is over after two cards");
    let mut same_wing = self::game(&["GUNS {rule: placement, cards: 2, of: army}"]);
    same_wing.pass().roll("665522").places(&["1A 66", "2A 55"]);
    assert_eq!(same_wing.dice("2A"), "55");
}

#[test]
fn tb_13_placement_holds_only_while_the_card_is_in_play() {
    let mut game = self::game(&[
        "GUNS {rule: placement, cards: 2, of: red}",
        "GUNS {rule: when, on: {bombards: this}, do: [{leave: this}]}",
    ]);
    game.act("4A 1").roll("665511").place("1A", "66");
    game.no_place("2A", "55");
}

#[test]
fn tb_13_no_more_dice_once_a_formation_has_routed() {
    let mut game = self::game(&[
        "DAN {rule: forbid, what: dice, while: {routed: Ann}}",
        "SCENARIO {rule: when, on: {bombards: Guns}, do: [{rout: Ann}]}",
    ]);
    game.turn("511111", &["2A 5"]).turn("111111", &[]).act("4A 1").roll("55111");
    assert!(game.no_place("2A", "5").contains("special rule"));
    assert_eq!(game.dice("2A"), "5", "what lies there stays");
}

#[test]
fn tb_13_starts_with_so_many_cubes() {
    assert_eq!(game(&["GUNS {rule: starts-with, cubes: 3}"]).strength("4A"), 3);
    assert_eq!(game(&["GUNS {rule: starts-with, cubes: 0}"]).strength("4A"), 0);
    assert_eq!(game(&[]).strength("4A"), 1);
}

#[test]
fn tb_13_attack_only_while_others_have_dice() {
    let mut game = self::game(&[SKIP, "ANN {rule: forbid, what: attack, unless: {has_dice: [Dan, Guns]}}"]);
    game.turn("665111", &["1A 66"]).turn("111111", &[]);
    assert!(game.no_act("1A 1").contains("special rule"));
    game.turn("5111", &["2A 5"]).turn("111111", &[]).act("1A 1");
    assert_eq!(game.strength("11A"), 2, "a cube on a special formation counts as its dice");
}

#[test]
fn tb_13_what_is_forbidden_can_be_taken_as_a_null_action() {
    let mut game = self::game(&[SKIP, "ANN {rule: forbid, what: attack}"]);
    set(&mut game, ("661111", &["1A 66"]), NOTHING).null("1A 1");
    assert_eq!((game.dice("1A").len(), game.pool()), (0, [6, 6]));
}

#[test]
fn tb_13_attack_waits_for_skips_or_hits_a_target_in_reserve() {
    for waits in [&[][..], &["ANN {rule: reserve-target, attack: waits}"]] {
        let mut game = self::game(waits);
        set(&mut game, ("661111", &["1A 66"]), NOTHING).no_act("1A 1");
    }
    assert_eq!(bob_loses(&[SKIP]), 2);
    let mut game = self::game(&["ANN {rule: reserve-target, attack: hits, action: 1}"]);
    set(&mut game, ("666111", &["1A 666"]), NOTHING).act("1A 1");
    assert_eq!((game.location("13A"), game.morale()), (Out, [4, 2]), "it routs from reserve");
}

#[test]
fn tb_13_one_more_hit_while_a_friend_is_in_play() {
    let more = "ANN {rule: hits, by: this, change: 1, while: {in_play: Dan}}";
    assert_eq!(bob_loses(&[SKIP, more]), 3);
    assert_eq!(bob_loses(&[SKIP, &more.replace("Dan", "Eve")]), 2, "Eve is in reserve");
}

#[test]
fn tb_13_one_more_hit_against_a_formation_while_dice_lie_on_a_helper() {
    let more = [SKIP, "DAN {rule: hits, on: Bob, change: 1, while: {has_dice: this}}"];
    assert_eq!(bob_loses(&more), 2);
    let mut game = self::game(&more);
    game.turn("665111", &["1A 66"]).turn("111111", &[]).turn("5111", &["2A 5"]).turn("111111", &[]).act("1A 1");
    assert_eq!((game.strength("11A"), game.dice("2A")), (1, "5".into()));
}

#[test]
fn tb_13_a_helpers_dice_come_off_with_and_count_in_anothers_attack() {
    let mut game = self::game(&[SKIP, "DAN {rule: lends-dice, to: Ann}"]);
    game.turn("611111", &["1A 6"]).turn("111111", &[]);
    game.turn("51111", &["2A 5"]).turn("111111", &[]).act("1A 1");
    assert_eq!((game.strength("11A"), game.dice("2A").len(), game.pool()), (2, 0, [6, 6]));
    let mut pair = self::game(&["DAN {rule: lends-dice, to: Ann}", "DAN {rule: placement, cards: 2}"]);
    set(&mut pair, ("611111", &["1A 6"]), NOTHING).no_act("1A 2");
}

#[test]
fn tb_13_two_attack_lines_with_different_requirements_and_flat_hits_plus_hits_per_die() {
    let mut game = self::game(&[]);
    set(&mut game, ("661111", &["1A 66"]), NOTHING).no_act("1A 1");
    game.act("1A 2");
    assert_eq!(game.strength("11A"), 1, "one hit and one for each die");
}

#[test]
fn tb_13_named_friends_take_one_hit_less_while_the_card_is_in_play() {
    let less = "CID {rule: hits, on: [Bob, Hal], change: -1}";
    assert_eq!(bob_loses(&[SKIP, less]), 1);
    assert_eq!(bob_loses(&[SKIP, less, "SCENARIO {rule: forbid, what: screen, cards: any}"]), 1);
    assert_eq!(bob_loses(&[SKIP, &less.replace("CID", "HAL")]), 2, "Hal is in reserve");
}

#[test]
fn tb_13_this_card_takes_one_hit_less_until_an_event() {
    let less = "BOB {rule: hits, change: -1, unless: {happened: {bombards: Guns}}}";
    assert_eq!(bob_loses(&[SKIP, less]), 1);
    let mut game = self::game(&[SKIP, less]);
    set(&mut game, ("661111", &["1A 66"]), NOTHING).act("4A 1").roll("1111").done();
    game.turn("111111", &[]).act("1A 1");
    assert_eq!(game.strength("11A"), 2);
}

#[test]
fn tb_13_never_more_than_one_hit_always_or_while_a_condition_holds() {
    assert_eq!(bob_loses(&[SKIP, "BOB {rule: hit-limit, most: 1}"]), 1);
    assert_eq!(bob_loses(&[SKIP, "BOB {rule: hit-limit, most: 1, while: {in_play: Cid}}"]), 1);
    assert_eq!(bob_loses(&[SKIP, "BOB {rule: hit-limit, most: 1, while: {in_play: Hal}}"]), 2);
}

#[test]
fn tb_8_1_what_effects_add_and_take_comes_before_the_limit_and_never_below_zero() {
    let more = "ANN {rule: hits, by: this, change: 3}";
    assert_eq!(bob_loses(&[SKIP, "BOB {rule: hits, change: -5}", more]), 0);
    assert_eq!(bob_loses(&[SKIP, "BOB {rule: hit-limit, most: 1}", more]), 1);
    assert_eq!(bob_loses(&[SKIP, "BOB {rule: hits, change: -9}"]), 0);
}

#[test]
fn tb_13_once_a_friend_about_to_rout_keeps_one_stick_and_the_card_leaves_instead() {
    let mut game =
        self::game(&[SKIP, "CID {rule: rescue, friends: [Bob, Hal]}", "CID {rule: hits, on: Bob, change: 9}"]);
    set(&mut game, ("661111", &["1A 66"]), NOTHING).act("1A 1");
    assert_eq!((game.location("11A"), game.strength("11A")), (Play, 1));
    assert_eq!((game.location("12A"), game.morale()), (Out, [3, 3]), "no rout, no morale");
    assert_eq!(game.location("13A"), Play, "who waits behind it enters");
    game.turn("111111", &[]).turn("111111", &[]).turn("661111", &["1A 66"]).turn("111111", &[]).act("1A 2");
    assert_eq!((game.location("11A"), game.morale()), (Out, [4, 2]), "only once");
}

#[test]
fn tb_13_screens_once_and_then_leaves_play() {
    let mut game = self::game(&[SKIP, "GUNS {rule: when, on: {screens: this}, do: [{leave: this}]}"]);
    game.turn("111111", &[]).turn("661111", &["11A 66"]).turn("111111", &[]).act("11A 1").react("4A 3");
    assert_eq!((game.strength("1A"), game.location("4A"), game.morale()), (6, Out, [3, 3]));
}

#[test]
fn tb_13_while_a_cube_lies_here_an_enemy_cannot_counterattack_and_another_cannot_screen() {
    let forbids = [
        SKIP,
        "GUNS {rule: forbid, what: counterattack, cards: Bob, while: {has_cube: this}}",
        "GUNS {rule: forbid, what: screen, cards: Cid, against: Ann, while: {has_cube: this}}",
    ];
    let mut game = self::game(&forbids);
    game.turn("661111", &["1A 66"]).turn("655111", &["11A 6", "12A 55"]).act("1A 1");
    assert_eq!((game.strength("1A"), game.strength("11A")), (6, 2), "nobody could react");
    let mut without = self::game(&forbids);
    without.turn("661111", &["1A 66"]).turn("655111", &["11A 6", "12A 55"]).act("4A 1").roll("1111").done();
    without.turn("111", &[]).act("1A 1");
    assert_eq!(without.legal().len(), 2, "the cube is gone: both can");
}

#[test]
fn tb_13_entering_play_routs_an_enemy_wherever_it_is_and_morale_moves() {
    let mut game = self::game(&[
        "FAY {rule: when, on: {enters: this}, do: [{rout: Hal}]}",
        "EVE {rule: when, on: {enters: this}, do: [{leave: this}]}",
        "GUNS {rule: starts-with, cubes: 3}",
    ]);
    assert_eq!(game.location("13A"), Reserve);
    game.act("4A 2").roll("111111").done();
    assert_eq!((game.location("3A"), game.location("13A")), (Out, Reserve));
    game.turn("111111", &[]).act("4A 2");
    assert_eq!((game.location("5A"), game.location("13A"), game.morale()), (Play, Out, [4, 2]));
}

#[test]
fn tb_13_leaves_play_when_a_named_formation_routs() {
    let mut game = self::game(&[
        "HAL {rule: when, on: {routs: [Bob, Dan]}, do: [{leave: this}], while: {in_reserve: this}}",
        "CID {rule: when, on: {routs: [Bob, Dan]}, do: [{leave: this}]}",
        "ANN {rule: hits, by: this, change: 9}",
    ]);
    set(&mut game, ("661111", &["1A 66"]), NOTHING).act("1A 2");
    assert_eq!([game.location("11A"), game.location("12A"), game.location("13A")], [Out; 3]);
    assert_eq!(game.morale(), [4, 2], "only the rout gives morale");
}

#[test]
fn tb_13_retirement_as_a_trigger() {
    let mut game =
        self::game(&["ANN {rule: when, on: {retires: this}, do: [{gain_morale: 1}, {hit: {on: Bob, hits: 3}}]}"]);
    set(&mut game, ("661111", &["1A 66"]), NOTHING).retire("1A");
    assert_eq!((game.morale(), game.strength("11A"), game.location("3A")), ([4, 3], 1, Play));
}

#[test]
fn tb_13_a_special_formation_that_can_rout() {
    let cards = |special: &str| {
        let cards = CARDS.replace("targets: [Hal, Bob], hits: 1 per die", "targets: [Box], hits: 1 per die");
        let extra = format!(
            "- {{card: 14A, name: Box, wing: blue, strength: II, dice: Triples, special: [{special}], actions: [{{type: screen, targets: any, voluntary: true}}]}}\n"
        );
        let mut cards = cards + &extra;
        for card in ["ANN", "DAN", "EVE", "GUNS", "FAY", "BOB", "CID", "HAL"] {
            cards = cards.replace(&format!("{card}]"), "]");
        }
        Game::new(&cards)
    };
    let mut never = cards("");
    set(&mut never, ("661111", &["1A 66"]), NOTHING).no_act("1A 1");
    for (hits, morale, after) in [(1, 0, [3, 3]), (2, 1, [4, 2])] {
        let mut game = cards(&format!("{{rule: can-rout, hits: {hits}, morale: {morale}}}"));
        set(&mut game, ("661111", &["1A 66"]), NOTHING).act("1A 1").decline();
        assert_eq!((game.location("14A"), game.strength("14A"), game.morale()), (Out, 0, after));
    }
    let mut few = cards("{rule: can-rout, hits: 3}");
    set(&mut few, ("661111", &["1A 66"]), NOTHING).act("1A 1").decline();
    assert_eq!((few.location("14A"), few.strength("14A")), (Play, 1), "fewer hits do nothing");
}

#[test]
fn tb_13_a_command_that_also_gains_a_morale_cube() {
    let mut game = self::game(&["GUNS {rule: when, on: {commands: this}, do: [{gain_morale: 1}]}"]);
    game.act("4A 2");
    assert_eq!((game.location("3A"), game.morale()), (Play, [4, 3]));
}

#[test]
fn tb_13_each_command_lifts_a_countdown_cube_and_sets_off_the_next_effect() {
    let mut game = self::game(&[
        "GUNS {rule: starts-with, cubes: 3}",
        "GUNS {rule: forbid, what: dice}",
        "GUNS {rule: when, on: {cubes: {left: 2}}, do: [{hit: {on: Bob, hits: 1}}]}",
        "GUNS {rule: when, on: {cubes: {left: 1}}, do: [{lose_morale: {side: enemy}}]}",
        "GUNS {rule: when, on: {cubes: {left: 0}}, do: [{rout: Cid}, {leave: this}]}",
    ]);
    game.act("4A 2").roll("111111").done();
    assert_eq!((game.strength("11A"), game.morale()), (3, [3, 3]));
    game.turn("111111", &[]).act("4A 2").roll("111111").done();
    assert_eq!((game.strength("11A"), game.morale()), (3, [3, 2]));
    game.turn("111111", &[]).act("4A 2");
    assert_eq!((game.location("12A"), game.location("4A"), game.morale()), (Out, Out, [4, 1]));
}

#[test]
fn tb_11_4_a_scenarios_own_conditions_in_written_order() {
    let wins = |first: &str, second: &str| {
        let goal = |side: &str| format!("SCENARIO {{rule: victory, side: {side}, when: {{routed: [Bob, Ann]}}}}");
        let mut game = self::game(&[
            &goal(first),
            &goal(second),
            "SCENARIO {rule: when, on: {bombards: Guns}, do: [{rout: [Ann, Bob]}]}",
        ]);
        game.act("4A 1");
        let end = game.outcome().expect("an end");
        (end.winner, end.by)
    };
    assert_eq!(wins("Red", "Blue"), (Some(0), "scenario"));
    assert_eq!(wins("Blue", "Red"), (Some(1), "scenario"));
    let mut draw =
        game(&["SCENARIO {rule: victory, when: {not: {in_reserve: Eve}, any: [{out: Ann}, {has_dice: Dan}]}}"]);
    set(&mut draw, ("661111", &["1A 66"]), NOTHING).retire("1A");
    assert_eq!(draw.outcome().map(|end| (end.winner, end.by)), Some((None, "scenario")));
}

#[test]
fn tb_10_5_morale_and_reserves_come_before_what_effects_set_off() {
    let mut game = self::game(&[
        "EVE {rule: when, on: {routs: Ann}, do: [{gain_morale: 2}]}",
        "BOB {rule: hits, by: this, change: 9}",
    ]);
    game.turn("111111", &[]).turn("661111", &["11A 66"]).turn("111111", &[]).act("11A 1");
    let _ = game.legal();
    if game.location("1A") != Out {
        game.decline();
    }
    assert_eq!((game.location("3A"), game.morale()), (Play, [4, 4]), "Eve entered by that rout and answers it");
}

#[test]
fn tb_10_5_effects_set_each_other_off_until_nothing_more_happens() {
    let mut game = self::game(&[
        "SCENARIO {rule: when, on: {bombards: Guns}, do: [{rout: Dan}]}",
        "SCENARIO {rule: when, on: {routs: Dan}, do: [{leave: Cid}]}",
        "SCENARIO {rule: when, on: {enters: Hal}, do: [{rout: Bob}]}",
    ]);
    game.act("4A 1");
    assert_eq!([game.location("2A"), game.location("12A"), game.location("11A")], [Out; 3]);
    assert_eq!(game.morale(), [3, 2], "Red gives a cube for Dan, Blue one for the bombardment and one for Bob");
}

#[test]
fn effects_that_give_back_what_they_take_come_to_an_end() {
    let mut game = self::game(&[
        "GUNS {rule: when, on: {cubes: {left: 0}}, do: [{add_cube: this}, {remove_cube: this}, {add_cube: this}]}",
    ]);
    game.act("4A 1");
    assert_eq!(game.strength("4A"), 1);
}

/// A countdown of two cubes on Ann, a normal formation: each of her attacks lifts one, and the last routs Cid.
const COUNTDOWN: [&str; 4] = [
    SKIP,
    "ANN {rule: starts-with, cubes: 2}",
    "ANN {rule: when, on: {attacks: this}, do: [{remove_cube: this}]}",
    "ANN {rule: when, on: {cubes: {left: 0}}, do: [{rout: Cid}]}",
];

#[test]
fn tb_13_a_countdown_on_a_normal_formation_is_no_strength() {
    let mut game = self::game(&COUNTDOWN);
    assert_eq!((game.strength("1A"), game.cubes("1A"), game.state.supply()), (6, 2, 1));
    set(&mut game, ("611111", &["1A 6"]), NOTHING);
    assert!(game.no_act("1A 2").contains("pair"), "a cube meets no requirement");
    game.act("1A 1");
    assert_eq!((game.strength("1A"), game.cubes("1A"), game.strength("11A")), (6, 1, 3));
    assert_eq!((game.state.supply(), game.location("12A")), (2, Play));
    game.roll("611111").places(&["1A 6"]).turn("111111", &[]).act("1A 1");
    assert_eq!((game.cubes("1A"), game.location("12A"), game.strength("1A")), (0, Out, 6));
}

#[test]
fn tb_13_cubes_of_a_normal_formation_come_and_go_without_limit_but_the_supply() {
    let with = |special: &str| {
        let mut rules = COUNTDOWN.to_vec();
        rules.push(special);
        let mut game = self::game(&rules);
        game.act("4A 1");
        (game.cubes("1A"), game.state.supply())
    };
    // Bombarding frees the cube that was spent and one of morale.
    assert_eq!(with("SCENARIO {rule: when, on: {bombards: Guns}, do: [{leave: Ann}]}"), (0, 5));
    let add = "{add_cube: Ann}";
    let all = format!("SCENARIO {{rule: when, on: {{bombards: Guns}}, do: [{add}, {add}, {add}, {add}]}}");
    assert_eq!(with(&all), (5, 0));
}

#[test]
fn tb_13_a_condition_tells_a_cube_on_a_normal_formation_from_its_dice() {
    let more = "ANN {rule: hits, by: this, change: 1, while: {has_cube: this}}";
    assert_eq!(bob_loses(&[SKIP, more]), 2, "dice are no cube");
    assert_eq!(bob_loses(&[SKIP, more, "ANN {rule: starts-with, cubes: 1}"]), 3);
}

#[test]
fn plays_and_reports_tell_the_cubes_of_a_normal_formation() {
    let (scenario, play) = (
        "system: table-battles\nscenario:\n  name: The Ford\n  sides:\n    - {name: North, first: true, morale: 2, cards: \
         [1A]}\n    - {name: South, morale: 2, cards: [11A]}\nformations:\n  - {card: 1A, name: Foot, wing: red, strength: \
         4, dice: 6, actions: [{type: attack, targets: [11A], hits: 1}], special: [{rule: starts-with, cubes: 3}, {rule: \
         when, on: {attacks: Horse}, do: [{remove_cube: this}]}]}\n  - {card: 11A, name: Horse, wing: blue, strength: 4, \
         dice: 5, actions: [{type: attack, targets: [1A], hits: 1}]}\n",
        "system: table-battles\nplay:\n  scenario: the-ford.yaml\n  turns:\n    - {side: North, act: pass, roll: [1, 1, 1, \
         1, 1, 1], expect: {cubes: {1A: 3}, sticks: {1A: 4}}}\n    - {side: South, act: pass, roll: [5, 1, 1, 1, 1, 1], \
         place: [{card: 11A, dice: [5]}]}\n    - {side: North, act: pass, roll: [1, 1, 1, 1, 1, 1]}\n    - {side: South, \
         act: {card: 11A, action: 1}, roll: [1, 1, 1, 1, 1, 1], expect: {cubes: {1A: 2}, sticks: {1A: 3}}}\n",
    );
    let replayed = super::plays::replay_of(scenario, play);
    let messages: Vec<&str> = replayed.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(messages, [""; 0]);
    let last = &replayed.states.last().expect("a state")["formations"]["1A"];
    assert_eq!((last["cubes"].as_u64(), last["sticks"].as_u64()), (Some(2), Some(3)));
}

#[test]
fn what_happens_once_happens_once() {
    for (once, morale) in [("true", 4), ("false", 5)] {
        let mut game = self::game(&[
            "GUNS {rule: starts-with, cubes: 2}",
            &format!("GUNS {{rule: when, on: {{commands: this}}, do: [{{gain_morale: 1}}], once: {once}}}"),
        ]);
        game.act("4A 2").roll("111111").done();
        game.turn("111111", &[]).act("4A 2");
        assert_eq!(game.morale()[0], morale);
    }
}

#[test]
fn counterattacks_of_one_do_more_hits_while_another_has_dice() {
    let mut game =
        self::game(&[SKIP, "CID {rule: hits, of: counterattack, by: Bob, change: 1, while: {has_dice: this}}"]);
    game.turn("661111", &["1A 66"]).turn("651111", &["11A 6", "12A 5"]).act("1A 1").react("11A 2");
    assert_eq!(game.strength("1A"), 4);
}

#[test]
fn tb_11_2_what_effects_forbid_for_ever_counts_and_what_they_may_allow_counts() {
    let only = "SCENARIO {rule: forbid, what: attack, cards: [Dan, Eve]}";
    let lost = |ann: &str| {
        let mut game = self::game(&[only, ann]);
        game.outcome().map(|end| (end.winner, end.by))
    };
    let over = Some((Some(1), "cannot attack"));
    assert_eq!(lost("ANN {rule: forbid, what: attack}"), over);
    assert_eq!(lost("ANN {rule: forbid, what: dice}"), over);
    assert_eq!(lost("ANN {rule: forbid, what: attack, unless: {in_play: Eve}}"), None);
    assert_eq!(lost("ANN {rule: forbid, what: attack, action: 2}"), None);
    assert_eq!(lost("ANN {rule: forbid, what: attack, while: {has_dice: Dan}}"), None);
    let mut later = game(&[
        only,
        "ANN {rule: forbid, what: attack, while: {out: Dan}}",
        "SCENARIO {rule: when, on: {bombards: Guns}, do: [{leave: Dan}]}",
    ]);
    later.act("4A 1").roll("111111").done().turn("111111", &[]);
    assert_eq!(later.outcome().map(|end| (end.winner, end.by)), over);
}

/// Red's last way to attack ends when what lies on Ann comes off, without anybody leaving.
const CLOSED: &str = "
- {card: 1A, name: Ann, wing: red, strength: STRENGTH, dice: Any, special: [{rule: forbid, what: dice, WHILE}],
   actions: [{type: attack, targets: [Bob], hits: 1}]}
- {card: 2A, name: Dan, wing: blue, strength: II, dice: none, special: [{rule: when, on: {bombards: this}, do: [{rout: Eve}]}],
   actions: [{type: bombard}]}
- {card: 3A, name: Eve, wing: pink, strength: 2, dice: 6}
- {card: 11A, name: Bob, wing: blue, strength: 4, dice: 6, actions: [{type: attack, targets: [Eve, Ann], hits: 1}]}
";

#[test]
fn tb_11_2_is_asked_when_the_last_dice_come_off_a_card_that_takes_no_more() {
    let mut game = Game::new(&CLOSED.replace("STRENGTH", "4").replace("WHILE", "while: {routed: Eve}"));
    game.turn("611111", &["1A 6"]).turn("111111", &[]).act("2A 1").roll("11111").done();
    game.turn("111111", &[]);
    assert_eq!(game.kind(), "act", "a die lies there still");
    game.act("1A 1").roll("111111").done().turn("111111", &[]);
    assert_eq!(game.outcome().map(|end| (end.winner, end.by)), Some((Some(1), "cannot attack")));
}

#[test]
fn tb_11_2_is_asked_when_the_last_cube_comes_off_a_card_that_takes_no_dice() {
    let mut game = Game::new(&CLOSED.replace("STRENGTH", "I").replace(", WHILE", ""));
    game.act("1A 1").roll("111111").done().turn("111111", &[]);
    assert_eq!(game.outcome().map(|end| (end.winner, end.by)), Some((Some(1), "cannot attack")));
}

#[test]
fn tb_11_2_is_asked_when_a_condition_asks_for_a_cube_that_never_comes_back() {
    let cards = CLOSED.replace("STRENGTH", "4").replace("what: dice, WHILE", "what: attack, unless: {has_cube: Dan}");
    let mut game = Game::new(&cards);
    game.act("2A 1").roll("111111").done().turn("111111", &[]);
    assert_eq!(game.outcome().map(|end| (end.winner, end.by)), Some((Some(1), "cannot attack")));
    let mut again = Game::new(&cards.replace("do: [{rout: Eve}]", "do: [{rout: Eve}, {add_cube: this}]"));
    again.act("2A 1").roll("111111").done().turn("111111", &[]);
    assert_eq!(again.outcome(), None, "the effect gives it back");
}

#[test]
fn tb_11_2_an_attack_that_waits_for_a_target_that_never_enters_does_not_count() {
    let cards = "
- {card: 1A, name: Ann, wing: red, strength: 4, dice: 6, special: [{rule: reserve-target, attack: WHAT}],
   actions: [{type: attack, targets: [Hal], hits: 1}]}
- {card: 11A, name: Bob, wing: blue, strength: 4, dice: 6, actions: [{type: attack, targets: [Ann], hits: 1}]}
- {card: 12A, name: Hal, wing: red, strength: 4, dice: 6, reserve: {commanded_by: Bob}}
";
    for (what, over) in [("waits", true), ("hits", false), ("skips", true)] {
        assert_eq!(Game::new(&cards.replace("WHAT", what)).outcome().is_some(), over, "{what}");
    }
}
