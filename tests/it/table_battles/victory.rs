//! TB-11: victory.

use super::arena::Game;

const CARDS: &str = "
- {card: 1A, name: Ann, wing: red, strength: 2, dice: 6, actions: [{type: attack, targets: [Bob, Cid], hits: 1 per die}]}
- {card: 2A, name: Dan, wing: pink, strength: 2, dice: 5, retire: true,
   actions: [{type: attack, targets: [Cid], hits: 1}]}
- {card: 11A, name: Bob, wing: blue, strength: 2, dice: 6, actions: [{type: attack, targets: [Ann], hits: 1}]}
- {card: 12A, name: Cid, wing: red, strength: 4, dice: 5, actions: [{type: attack, targets: [Dan], hits: 1 per die}]}
";

fn ended(game: &mut Game) -> Option<(Option<usize>, &'static str)> {
    game.outcome().map(|outcome| (outcome.winner, outcome.by))
}

#[test]
fn tb_11_1_a_side_without_morale_loses() {
    let mut game = Game::with("", "morale: 3", "morale: 1", CARDS);
    game.turn("661111", &["1A 66"]).turn("111111", &[]).act("1A 1");
    assert_eq!(ended(&mut game), Some((Some(0), "morale")));
    assert!(game.legal().is_empty());
}

#[test]
fn tb_11_2_the_check_is_made_at_the_start_of_the_own_turn() {
    let cards = "
- {card: 1A, name: Ann, wing: red, strength: 2, dice: 6, actions: [{type: attack, targets: [Bob], hits: 1 per die}]}
- {card: 11A, name: Bob, wing: blue, strength: 2, dice: 6, actions: [{type: attack, targets: [Ann], hits: 1}]}
- {card: 12A, name: Cid, wing: red, strength: 4, dice: 5}
";
    let mut game = Game::new(cards);
    game.turn("661111", &["1A 66"]).turn("111111", &[]).act("1A 1").roll("111111");
    assert_eq!(ended(&mut game), Some((Some(0), "cannot attack")), "Blue cannot, and it is Blue's turn first");
}

/// Who loses as the battle begins.
fn hopeless(cards: &str) -> bool {
    ended(&mut Game::new(cards)).is_some()
}

#[test]
fn tb_11_2_a_requirement_that_the_dice_area_never_fills_does_not_count() {
    let red = |dice: &str, requires: &str| {
        format!(
            "
- {{card: 1A, name: Ann, wing: red, strength: 2, dice: {dice},
   actions: [{{type: attack, targets: [Bob], requires: {requires}, hits: 1}}]}}
- {{card: 11A, name: Bob, wing: blue, strength: 2, dice: 6, actions: [{{type: attack, targets: [Ann], hits: 1}}]}}
"
        )
    };
    assert!(hopeless(&red("6", "two pairs")));
    assert!(hopeless(&red("none", "pair")));
    assert!(!hopeless(&red("(6)", "five dice")));
    assert!(!hopeless(&red("5/6", "two triplets")));
}

#[test]
fn tb_11_2_reserves_count_when_they_can_enter_and_targets_too() {
    let cards = |red: &str, chief: &str, blue: &str| {
        format!(
            "
- {{card: 1A, name: Ann, wing: red, strength: 2, dice: 6, reserve: {{{red}}},
   actions: [{{type: attack, targets: [Bob], hits: 1}}]}}
- {{card: 2A, name: Chief, wing: red, strength: 2, dice: {chief},
   actions: [{{type: command, targets: [Ann], requires: pair}}]}}
- {{card: 11A, name: Bob, wing: blue, strength: 2, dice: 6, reserve: {{behind: {blue}}}}}
- {{card: 12A, name: Cid, wing: blue, strength: 2, dice: 6, actions: [{{type: attack, targets: [Chief], hits: 1}}]}}
- {{card: 13A, name: Hal, wing: blue, strength: 2, dice: 6, reserve: {{behind: Bob}}}}
"
        )
    };
    assert!(!hopeless(&cards("commanded_by: Chief", "6", "Cid")));
    assert!(hopeless(&cards("commanded_by: Chief", "none", "Cid")), "nobody can ever command Ann");
    assert!(!hopeless(&cards("behind: Chief", "none", "Cid")));
    assert!(hopeless(&cards("commanded_by: Chief", "6", "Hal")), "Bob and Hal wait for each other");
}

#[test]
fn tb_11_2_special_formations_are_no_targets() {
    let cards = "
- {card: 1A, name: Ann, wing: red, strength: 2, dice: 6, actions: [{type: attack, targets: [Guns], hits: 1}]}
- {card: 11A, name: Guns, wing: blue, strength: I, dice: 6, actions: [{type: attack, targets: [Ann], hits: 1}]}
";
    assert!(hopeless(cards));
}

#[test]
fn tb_11_3_eliminated_sticks_reach_a_tactical_number() {
    for (result, winner) in [("victory", Some(0)), ("draw", None)] {
        let tactical = format!("morale: 3, tactical: {{sticks: 2, result: {result}}}");
        let mut game = Game::with("", &tactical, "morale: 3", CARDS);
        game.turn("661111", &["1A 6"]).turn("111111", &[]).act("1A 1");
        assert_eq!(ended(&mut game), None);
        game.roll("611111").places(&["1A 6"]).turn("111111", &[]).act("1A 1");
        assert_eq!(ended(&mut game), Some((winner, "tactical")));
    }
}

#[test]
fn tb_11_3_sticks_that_retire_do_not_count() {
    let mut game = Game::with("", "morale: 3", "morale: 3, tactical: {sticks: 2}", CARDS);
    game.turn("511111", &["2A 5"]).turn("111111", &[]).retire("2A").roll("111111");
    assert_eq!(ended(&mut game), None);
}

#[test]
fn tb_11_3_a_normal_victory_in_the_same_resolution_comes_first() {
    let mut game = Game::with("", "morale: 3, tactical: {sticks: 2, result: draw}", "morale: 1", CARDS);
    game.turn("661111", &["1A 66"]).turn("111111", &[]).act("1A 1");
    assert_eq!(ended(&mut game), Some((Some(0), "morale")));
}

#[test]
fn tb_11_4_a_side_that_has_no_morale_at_set_up_does_not_lose_by_it() {
    let mut game = Game::with("", "morale: 0", "morale: 0", CARDS);
    game.turn("661111", &["1A 66"]).turn("111111", &[]).act("1A 1");
    assert_eq!((ended(&mut game), game.morale()), (None, [0, 0]));
}
