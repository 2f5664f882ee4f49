//! TB-5 and TB-6: the turn and the actions.

use muster_games::table_battles::model::Location;

use super::arena::Game;

const CARDS: &str = "
- {card: 1A, name: Ann, wing: red, strength: 4, dice: 6, retire: true,
   actions: [{type: attack, targets: [Bob, Cid, Guns], hits: 1 per die, self: 1}]}
- {card: 2A, name: Dan, wing: pink, strength: 4, dice: 5,
   actions: [{type: attack, targets: [Cid], requires: pair, hits: 1}, {type: screen, targets: any}]}
- {card: 3A, name: Eve, wing: blue, strength: 3, dice: 4, reserve: {commanded_by: Chief}}
- {card: 4A, name: Chief, wing: dkblue, strength: 2, dice: Any,
   actions: [{type: command, targets: [Eve], requires: pair}]}
- {card: 11A, name: Bob, wing: blue, strength: 4, dice: 6,
   actions: [{type: attack, targets: [Ann], hits: 1 per die}, {type: counterattack, targets: any, hits: 1}]}
- {card: 12A, name: Cid, wing: blue, strength: 4, dice: 5, reserve: {behind: Bob},
   actions: [{type: attack, targets: [Ann], hits: 1}]}
- {card: 13A, name: Guns, wing: red, strength: II, dice: Triples, actions: [{type: bombard}]}
";

fn game() -> Game {
    Game::new(CARDS)
}

/// Red has dice on cards, Blue has none.
fn armed(placed: &[&str]) -> Game {
    let mut game = game();
    let dice: String = placed.iter().flat_map(|place| place.split(' ').nth(1)).collect();
    let roll = format!("{dice}{}", "1".repeat(6 - dice.len()));
    game.turn(&roll, placed).turn("111234", &[]);
    game
}

#[test]
fn tb_5_1_a_side_that_can_never_attack_loses_as_its_turn_begins() {
    let cards = "
- {card: 1A, name: Ann, wing: red, strength: 4, dice: 6}
- {card: 11A, name: Bob, wing: blue, strength: 4, dice: 6, actions: [{type: attack, targets: [Ann], hits: 1}]}
";
    let outcome = Game::new(cards).outcome().expect("the battle is over");
    assert_eq!((outcome.winner, outcome.by), (Some(1), "cannot attack"));
}

#[test]
fn tb_5_2_at_most_one_action_a_turn() {
    let mut game = armed(&["1A 66", "2A 55"]);
    game.act("1A 1");
    game.roll("1111").done();
    assert_eq!(game.kind(), "act", "Blue's action phase");
    assert_eq!(game.strength("11A"), 2);
}

#[test]
fn tb_5_2_a_side_that_reacted_has_no_action_phase() {
    let mut game = armed(&["1A 66"]);
    game.pass().roll("1111").done().turn("661111", &["11A 66"]);
    game.act("1A 1").react("11A 2").roll("111111").done();
    assert_eq!(game.kind(), "none", "Blue rolls at once");
    game.roll("111111").done();
    assert_eq!(game.kind(), "act");
}

#[test]
fn tb_5_3_dice_freed_in_the_action_phase_are_rolled_in_the_same_turn() {
    let mut game = armed(&["1A 66"]);
    assert_eq!(game.pool(), [4, 6]);
    game.act("1A 1").roll("654321").place("1A", "6");
    assert_eq!(game.dice("1A"), "6");
}

#[test]
fn tb_6_1_acting_takes_all_dice_and_at_least_one() {
    let mut game = game();
    assert_eq!(game.no_act("1A 1"), "no dice lie on `1A` (Ann)");
    let mut game = armed(&["2A 555"]);
    game.pass().roll("111").done().turn("111234", &[]);
    assert_eq!(game.no_act("2A 1"), "its target `12A` (Cid) is in reserve");
    let mut game = armed(&["1A 666"]);
    game.act("1A 1");
    assert_eq!((game.dice("1A"), game.pool()), (String::new(), [6, 6]));
}

#[test]
fn tb_6_1_a_special_formation_spends_one_cube() {
    let mut game = game();
    game.turn("111111", &[]).turn("111234", &["13A 111"]).turn("111111", &[]);
    assert_eq!(game.strength("13A"), 2);
    game.act("13A 1");
    assert_eq!((game.strength("13A"), game.pool()), (1, [6, 6]));
}

#[test]
fn tb_6_1_only_formations_in_play_act() {
    let mut game = game();
    game.turn("444111", &[]).turn("111234", &[]);
    assert!(game.no_act("3A 1").contains("is in reserve"));
}

#[test]
fn tb_6_2_a_side_may_pass() {
    let mut game = game();
    assert_eq!(game.legal(), ["\"pass\""]);
    assert!(armed(&["1A 6"]).legal().contains(&"\"pass\"".to_owned()));
}

#[test]
fn tb_6_3_only_the_first_target_that_has_not_left_is_attacked() {
    let mut game = armed(&["1A 6666"]);
    game.act("1A 1");
    assert_eq!((game.location("11A"), game.strength("12A")), (Location::Out, 4), "Bob routs, Cid is untouched");
    game.roll("661111").places(&["1A 66"]).turn("111234", &[]);
    game.act("1A 1");
    assert_eq!(game.strength("12A"), 2, "now Cid is the target");
}

#[test]
fn tb_6_4_a_formation_in_reserve_cannot_be_attacked() {
    let mut game = armed(&["2A 55"]);
    assert_eq!(game.no_act("2A 1"), "its target `12A` (Cid) is in reserve");
}

#[test]
fn tb_6_4_an_attack_does_not_fall_through_to_the_next_target() {
    let cards = CARDS.replace("targets: [Cid], requires", "targets: [Cid, Bob], requires");
    let mut game = Game::new(&cards);
    game.turn("551111", &["2A 55"]).turn("111234", &[]);
    assert_eq!(game.no_act("2A 1"), "its target `12A` (Cid) is in reserve");
}

#[test]
fn tb_6_5_special_formations_cannot_be_attacked() {
    let cards = CARDS.replace("targets: [Bob, Cid, Guns]", "targets: [Guns, Bob]");
    let mut game = Game::new(&cards);
    game.turn("661111", &["1A 66"]).turn("111234", &[]);
    assert_eq!(game.no_act("1A 1"), "its target `13A` (Guns) is a special formation");
}

#[test]
fn tb_6_6_hits_per_die_count_every_die_and_self_hits_the_attacker() {
    let mut game = armed(&["1A 666"]);
    game.act("1A 1");
    assert_eq!((game.strength("11A"), game.strength("1A")), (1, 3));
    let flat = CARDS.replacen("hits: 1 per die, self: 1", "requires: pair, hits: 1 + 1 per die", 1);
    let mut game = Game::new(&flat);
    game.turn("661111", &["1A 66"]).turn("111234", &[]).act("1A 1");
    assert_eq!((game.strength("11A"), game.strength("1A")), (1, 4));
}

#[test]
fn tb_6_7_a_null_action_only_takes_the_dice_off() {
    let mut game = armed(&["2A 5"]);
    assert!(game.legal().contains(&r#"{"card":"2A","action":1,"null":true}"#.to_owned()));
    game.null("2A 1");
    assert_eq!((game.dice("2A"), game.pool()), (String::new(), [6, 6]));
    assert_eq!(game.kind(), "none", "nobody reacts, the dice are rolled");
    assert_eq!(game.strength("12A"), 4);
}

#[test]
fn tb_6_7_no_null_action_where_the_action_can_be_performed_or_there_are_no_dice() {
    let mut game = armed(&["1A 6"]);
    assert_eq!(game.no_null("1A 1"), "the action can be performed, so it is not a null action");
    assert_eq!(game.no_null("2A 1"), "no dice lie on `2A` (Dan)");
    assert_eq!(game.no_null("2A 2"), "action 2 of `2A` (Dan) is a reaction");
    let mut game = Game::with("", "morale: 1", "morale: 3", CARDS);
    game.turn("111234", &[]);
    assert_eq!(game.no_null("13A 1"), "`13A` (Guns) is a special formation and cannot take a null action");
}

#[test]
fn tb_6_8_a_bombardment_removes_a_morale_cube_but_never_the_last() {
    let mut game = game();
    game.turn("111234", &[]).act("13A 1");
    assert_eq!((game.morale(), game.strength("13A")), ([2, 3], 0));
    assert_eq!(game.kind(), "none", "it cannot be screened");
    let mut game = Game::with("", "morale: 1", "morale: 3", CARDS);
    game.turn("111234", &[]);
    assert_eq!(game.no_act("13A 1"), "the opponent has at most one morale cube");
}

#[test]
fn tb_6_9_a_command_brings_the_named_friend_out_of_reserve() {
    let mut game = armed(&["4A 11"]);
    assert_eq!(game.location("3A"), Location::Reserve);
    game.act("4A 1");
    assert_eq!(game.location("3A"), Location::Play);
    game.roll("111111").places(&["4A 11"]).turn("111234", &[]);
    assert_eq!(game.no_act("4A 1"), "nobody that it commands is in reserve");
    game.null("4A 1");
}

#[test]
fn tb_6_10_retirement_needs_a_die_and_costs_no_morale() {
    assert_eq!(game().no_retire("1A"), "no dice lie on `1A` (Ann)");
    let mut game = armed(&["1A 66", "2A 5"]);
    assert_eq!(game.no_retire("2A"), "`2A` (Dan) cannot retire");
    game.retire("1A");
    assert_eq!(game.location("1A"), Location::Out);
    assert_eq!((game.morale(), game.pool(), game.strength("1A")), ([3, 3], [5, 6], 0));
}
