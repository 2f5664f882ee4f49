//! TB-7: reactions.

use super::arena::Game;

const CARDS: &str = "
- {card: 1A, name: Ann, wing: red, strength: 4, dice: 6,
   actions: [{type: attack, targets: [Bob, Cid], hits: 1 per die, self: 1}]}
- {card: 2A, name: Dan, wing: pink, strength: 4, dice: 5, actions: [{type: attack, targets: [Cid], hits: 1}]}
- {card: 11A, name: Bob, wing: blue, strength: 5, dice: 6,
   actions: [{type: counterattack, targets: [Ann], requires: pair, hits: 1 per die}]}
- {card: 12A, name: Cid, wing: red, strength: 4, dice: 5,
   actions: [{type: screen, targets: [Ann], requires: pair}, {type: attack, targets: [Ann], hits: 1}]}
- {card: 13A, name: Fay, wing: pink, strength: 4, dice: 4,
   actions: [{type: absorb, targets: [Bob]}, {type: absorb, targets: any, takes: one},
             {type: absorb, targets: [Bob], takes: one fewer}]}
- {card: 14A, name: Guns, wing: dkblue, strength: I, dice: Triples, actions: [{type: screen, targets: [Dan]}]}
";

/// Ann has three sixes, Dan a five, Blue has dice on cards.
fn attacked(placed: &[&str]) -> Game {
    attacked_of(CARDS, placed)
}

fn attacked_of(cards: &str, placed: &[&str]) -> Game {
    let mut game = Game::new(cards);
    let dice: String = placed.iter().flat_map(|place| place.split(' ').nth(1)).collect();
    game.turn("666511", &["1A 666", "2A 5"]).turn(&format!("{dice}{}", "1".repeat(6 - dice.len())), placed);
    game
}

#[test]
fn tb_7_1_a_screen_cancels_the_attack_and_both_expend_their_dice() {
    let mut game = attacked(&["12A 55"]);
    game.act("1A 1").react("12A 1");
    assert_eq!((game.strength("1A"), game.strength("11A")), (4, 5), "no losses, not by the attack itself either");
    assert_eq!((game.dice("1A"), game.dice("12A")), (String::new(), String::new()));
}

#[test]
fn tb_7_1_only_listed_formations_are_screened() {
    let mut game = attacked(&["12A 55", "11A 6"]);
    game.act("2A 1").react("14A 1");
    assert_eq!(game.strength("12A"), 4);
    let mut game = attacked(&["12A 55"]);
    game.act("1A 1");
    assert_eq!(game.no_react("14A 1"), "action 1 of `14A` (Guns) does not screen `1A` (Ann)");
}

#[test]
fn tb_7_2_the_attacked_formation_counterattacks() {
    let mut game = attacked(&["11A 66"]);
    game.act("1A 1").react("11A 1");
    assert_eq!((game.strength("11A"), game.strength("1A")), (2, 1), "two by the counterattack, one by itself");
    let mut game = attacked(&["11A 66"]);
    game.act("2A 1");
    assert_eq!(game.no_react("11A 1"), "`11A` (Bob) is not the target; `12A` (Cid) is");
}

#[test]
fn tb_7_2_a_counterattack_may_spare_hits() {
    let cards = CARDS.replace("requires: pair, hits: 1 per die", "requires: pair, hits: 1, takes_less: 2");
    let mut game = attacked_of(&cards, &["11A 66"]);
    game.act("1A 1").react("11A 1");
    assert_eq!((game.strength("11A"), game.strength("1A")), (4, 2));
}

#[test]
fn tb_7_3_an_absorber_takes_all_one_or_one_fewer_of_the_hits() {
    for (action, left) in [("13A 1", 1), ("13A 2", 3), ("13A 3", 2)] {
        let mut game = attacked(&["13A 4"]);
        game.act("1A 1").react(action);
        assert_eq!((game.strength("13A"), game.strength("11A")), (left, 5), "{action}");
    }
}

#[test]
fn tb_7_3_an_absorber_lists_the_target_and_is_not_it() {
    let cards = CARDS.replace("targets: [Bob, Cid], hits", "targets: [Fay, Cid], hits");
    let mut game = attacked_of(&cards, &["13A 4", "12A 55"]);
    game.act("1A 1");
    assert_eq!(game.no_react("13A 2"), "`13A` (Fay) is the target itself");
    let mut game = attacked(&["13A 4"]);
    game.act("2A 1");
    assert_eq!(game.no_react("13A 1"), "action 1 of `13A` (Fay) does not absorb hits on `12A` (Cid)");
    game.react("13A 2");
}

#[test]
fn tb_7_4_a_reaction_takes_all_dice_or_one_cube() {
    let mut game = attacked(&["11A 666", "12A 55"]);
    game.act("1A 1").react("11A 1");
    assert_eq!((game.dice("11A"), game.dice("12A"), game.pool()[1]), (String::new(), "55".to_owned(), 4));
    let mut game = attacked(&["11A 6"]);
    game.act("2A 1").react("14A 1");
    assert_eq!(game.strength("14A"), 0);
}

#[test]
fn tb_7_4_a_reaction_needs_its_requirement_and_a_die() {
    let mut game = attacked(&["11A 6", "12A 55"]);
    game.act("1A 1");
    assert_eq!(game.no_react("11A 1"), "the requirement `pair` is not met by 6 on `11A` (Bob)");
    assert_eq!(game.no_react("13A 1"), "no dice lie on `13A` (Fay)");
    assert_eq!(game.no_react("12A 2"), "action 2 of `12A` (Cid) is not a reaction");
    assert_eq!(game.no_react("2A 1"), "`2A` (Dan) is a card of `Red`");
}

#[test]
fn tb_7_5_a_reaction_is_mandatory_and_chosen_freely() {
    let mut game = attacked(&["11A 66", "12A 55", "13A 4"]);
    game.act("1A 1");
    assert_eq!(
        game.legal(),
        [
            r#"{"card":"11A","action":1}"#,
            r#"{"card":"12A","action":1}"#,
            r#"{"card":"13A","action":1}"#,
            r#"{"card":"13A","action":2}"#,
            r#"{"card":"13A","action":3}"#,
        ]
    );
}

#[test]
fn tb_7_5_voluntary_reactions_may_be_declined() {
    let voluntary =
        CARDS.replace("targets: [Ann], requires: pair}", "targets: [Ann], requires: pair, voluntary: true}");
    let mut game = attacked_of(&voluntary, &["12A 55"]);
    game.act("1A 1");
    assert_eq!(game.legal(), ["\"decline\"", r#"{"card":"12A","action":1}"#]);
    game.decline();
    assert_eq!((game.strength("11A"), game.dice("12A")), (2, "55".to_owned()));
    let mut game = attacked_of(&voluntary, &["12A 55", "11A 66"]);
    game.act("1A 1");
    assert_eq!(game.legal().len(), 2, "one is mandatory: one of the two is made");
    assert!(!game.legal().contains(&"\"decline\"".to_owned()));
}

#[test]
fn tb_7_6_who_reacted_skips_its_next_action_phase_and_who_declined_does_not() {
    let mut game = attacked(&["12A 55"]);
    game.act("1A 1").react("12A 1").roll("11111").done();
    assert!(game.state.skips(1));
    assert_eq!(game.kind(), "none");
    let voluntary =
        CARDS.replace("targets: [Ann], requires: pair}", "targets: [Ann], requires: pair, voluntary: true}");
    let mut game = attacked_of(&voluntary, &["12A 55"]);
    game.act("1A 1").decline().roll("11111").done();
    assert_eq!(game.kind(), "act");
}
