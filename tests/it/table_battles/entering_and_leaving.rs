//! TB-10: leaving and entering play.

use muster_games::table_battles::model::Location::{Out, Play, Reserve};

use super::arena::Game;

const CARDS: &str = "
- {card: 1A, name: Ann, wing: red, strength: 2, star: true, dice: 6, retire: true,
   actions: [{type: attack, targets: [Bob], hits: 1 per die, self: 2}]}
- {card: 2A, name: Dan, wing: pink, strength: 2, dice: 5, pursuit: true,
   actions: [{type: attack, targets: [Cid], hits: 1}, {type: attack, targets: [Hal, Bob], hits: 1}]}
- {card: 3A, name: Eve, wing: blue, strength: 3, dice: 4, reserve: {behind: Ann}}
- {card: 4A, name: Gil, wing: blue, strength: 3, dice: 4, reserve: {behind: Dan}, pursuit: true,
   actions: [{type: attack, targets: [Bob], hits: 1}]}
- {card: 11A, name: Bob, wing: blue, strength: 2, dice: 6, actions: [{type: attack, targets: [Ann], hits: 1 per die}]}
- {card: 12A, name: Cid, wing: red, strength: 4, star: true, dice: 5,
   actions: [{type: attack, targets: [Dan], hits: 1 per die}]}
- {card: 13A, name: Hal, wing: red, strength: 4, dice: 4}
";

#[test]
fn tb_10_1_a_rout_gives_a_morale_cube_and_frees_the_dice() {
    let mut game = Game::new(&CARDS.replace("self: 2", "self: 1"));
    game.turn("661111", &["1A 66"]).turn("611111", &["11A 6"]).act("1A 1");
    assert_eq!((game.location("11A"), game.strength("11A")), (Out, 0));
    assert_eq!((game.morale(), game.pool()), ([4, 2], [6, 6]));
}

#[test]
fn tb_10_1_a_star_gives_two_cubes_or_what_there_is() {
    for (morale, after) in [(3, [1, 5]), (2, [0, 5]), (1, [0, 4])] {
        let mut game = Game::with("", &format!("morale: {morale}"), "morale: 3", CARDS);
        game.turn("111111", &[]).turn("661111", &["11A 66"]).turn("111111", &[]);
        game.act("11A 1");
        assert_eq!((game.location("1A"), game.morale()), (Out, after));
    }
}

#[test]
fn tb_10_2_routs_on_both_sides_give_no_morale() {
    let mut game = Game::new(CARDS);
    game.turn("661111", &["1A 66"]).turn("111111", &[]).act("1A 1");
    assert_eq!((game.location("1A"), game.location("11A")), (Out, Out));
    assert_eq!(game.morale(), [3, 3]);
}

#[test]
fn tb_10_3_a_pursuer_leaves_when_any_target_of_its_attacks_routs_by_whosever_hand() {
    let mut game = Game::new(CARDS);
    game.turn("665111", &["1A 66", "2A 5"]).turn("111111", &[]).act("1A 1");
    assert_eq!((game.location("2A"), game.strength("2A")), (Out, 0));
    assert_eq!((game.morale(), game.pool()), ([3, 3], [6, 6]), "not a rout");
}

#[test]
fn tb_10_3_a_pursuer_that_enters_by_that_rout_stays() {
    let mut game = Game::new(CARDS);
    game.turn("661111", &["1A 66"]).turn("111111", &[]).act("1A 1");
    assert_eq!((game.location("2A"), game.location("4A")), (Out, Play));
}

#[test]
fn tb_10_4_reserves_enter_when_the_friend_retires_routs_or_pursues() {
    let mut game = Game::new(CARDS);
    game.turn("661111", &["1A 66"]).turn("111111", &[]);
    assert_eq!(game.location("3A"), Reserve);
    game.retire("1A");
    assert_eq!(game.location("3A"), Play);
    let mut game = Game::new(CARDS);
    game.turn("111111", &[]).turn("661111", &["11A 66"]).turn("111111", &[]).act("11A 1");
    assert_eq!((game.location("1A"), game.location("3A")), (Out, Play));
}

#[test]
fn tb_10_4_a_commanded_formation_does_not_enter_by_itself() {
    let chief = "
- {card: 5A, name: Chief, wing: dkblue, strength: 4, dice: 3, actions: [{type: command, targets: [Eve]}]}
";
    let cards = CARDS.replace("reserve: {behind: Ann}", "reserve: {commanded_by: Chief}");
    let mut game = Game::new(&format!("{cards}{chief}"));
    game.turn("663111", &["1A 66", "5A 3"]).turn("111111", &[]).retire("1A");
    assert_eq!(game.location("3A"), Reserve);
    game.roll("11111").done().turn("111111", &[]).act("5A 1");
    assert_eq!(game.location("3A"), Play);
}

#[test]
fn tb_10_5_morale_moves_before_victory_is_judged() {
    let mut game = Game::with("", "morale: 2", "morale: 3", CARDS);
    game.turn("111111", &[]).turn("661111", &["11A 66"]).turn("111111", &[]).act("11A 1");
    assert_eq!(game.location("3A"), Play, "reserves enter first");
    assert_eq!(game.outcome().map(|outcome| (outcome.winner, outcome.by)), Some((Some(1), "morale")));
}
