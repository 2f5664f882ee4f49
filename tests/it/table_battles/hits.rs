//! TB-8: resolving hits.

use muster_games::table_battles::model::Location;

use super::arena::Game;

const CARDS: &str = "
- {card: 1A, name: Ann, wing: red, strength: 2, dice: 6, actions: [{type: attack, targets: [Bob], hits: 1 per die}]}
- {card: 2A, name: Dan, wing: pink, strength: 2, dice: 5, actions: [{type: attack, targets: [Cid], hits: 1}]}
- {card: 11A, name: Bob, wing: blue, strength: 2, dice: 6,
   actions: [{type: counterattack, targets: any, hits: 2, takes_less: 3}]}
- {card: 12A, name: Cid, wing: red, strength: 4, dice: 5, actions: [{type: attack, targets: [Dan], hits: 1}]}
";

#[test]
fn tb_8_1_hits_are_never_below_zero() {
    let mut game = Game::new(CARDS);
    game.turn("661111", &["1A 66"]).turn("611111", &["11A 6"]).act("1A 1").react("11A 1");
    assert_eq!(game.strength("11A"), 2);
    assert_eq!(game.location("1A"), Location::Out);
}

#[test]
fn tb_8_2_hits_of_attack_and_counterattack_are_applied_together() {
    let mut game = Game::new(&CARDS.replace("takes_less: 3", "takes_less: 0"));
    game.turn("661111", &["1A 66"]).turn("611111", &["11A 6"]).act("1A 1").react("11A 1");
    assert_eq!((game.location("1A"), game.location("11A")), (Location::Out, Location::Out));
    assert_eq!(game.morale(), [3, 3]);
}

#[test]
fn tb_8_3_hits_beyond_the_last_stick_are_lost() {
    let mut game = Game::with("", "morale: 3, tactical: {sticks: 3}", "morale: 3", CARDS);
    game.turn("666611", &["1A 6666"]).turn("111111", &[]).act("1A 1");
    assert_eq!(game.location("11A"), Location::Out);
    assert_eq!(game.outcome(), None, "two sticks were eliminated, not four");
}
