//! TB-9: placing dice.

use muster_core::play::{Engine, Next};

use super::arena::Game;

const CARDS: &str = "
- {card: 1A, name: Ann, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [Bob], hits: 1}]}
- {card: 2A, name: Dan, wing: red, strength: 4, dice: 5/6}
- {card: 3A, name: Eve, wing: pink, strength: 4, dice: 6}
- {card: 4A, name: Guns, wing: blue, strength: II, dice: Doubles, actions: [{type: bombard}]}
- {card: 5A, name: Fay, wing: dkblue, strength: 4, dice: Any, reserve: {behind: Eve}}
- {card: 11A, name: Bob, wing: blue, strength: 4, dice: 6, actions: [{type: attack, targets: [Ann], hits: 1}]}
";

#[test]
fn tb_9_1_one_card_of_each_wing() {
    let mut game = Game::new(CARDS);
    game.pass().roll("666531").place("1A", "6");
    assert_eq!(game.no_place("2A", "5"), "dice were already placed on a card of the red wing in this phase");
    assert_eq!(game.no_place("1A", "6"), "dice were already placed on a card of the red wing in this phase");
    game.place("3A", "66");
    assert_eq!((game.dice("1A"), game.dice("3A")), ("6".to_owned(), "66".to_owned()));
    assert_eq!(game.pool(), [3, 6]);
}

/// Each wing is counted apart from the others and from the army, whichever colour it has.
#[test]
fn tb_9_1_an_effect_on_a_wing_of_any_colour_counts_that_wing_alone() {
    for colour in ["red", "pink", "blue", "dkblue", "green", "purple"] {
        let other = if colour == "green" { "purple" } else { "green" };
        let cards = format!(
            "
- {{card: 1A, name: Ann, wing: {colour}, strength: 4, dice: 6, special: [{{rule: placement, cards: 2}}], actions: [{{type: attack, targets: [Bob], hits: 1}}]}}
- {{card: 2A, name: Dan, wing: {colour}, strength: 4, dice: 5}}
- {{card: 3A, name: Eve, wing: {colour}, strength: 4, dice: 4}}
- {{card: 4A, name: Fay, wing: {other}, strength: 4, dice: 3}}
- {{card: 5A, name: Gus, wing: {other}, strength: 4, dice: 2}}
- {{card: 11A, name: Bob, wing: blue, strength: 4, dice: 6, actions: [{{type: attack, targets: [Ann], hits: 1}}]}}
"
        );
        let mut game = Game::new(&cards);
        game.pass().roll("665432").place("1A", "6").place("2A", "5").place("4A", "3");
        // Two of its own wing, one of the other; and the army is not counted as one.
        let of_wing = game.no_place("3A", "4");
        assert!(of_wing.contains(colour) || of_wing.contains("wing"), "{of_wing}");
        assert_eq!(
            game.no_place("5A", "2"),
            format!("dice were already placed on a card of the {other} wing in this phase")
        );
        assert_eq!(
            (game.dice("1A"), game.dice("2A"), game.dice("4A")),
            ("6".to_owned(), "5".to_owned(), "3".to_owned())
        );
    }
}

#[test]
fn tb_9_1_no_dice_in_reserve_on_enemies_or_that_were_not_rolled() {
    let mut game = Game::new(CARDS);
    game.pass().roll("665311");
    assert_eq!(game.no_place("5A", "1"), "`5A` (Fay) is in reserve");
    assert_eq!(game.no_place("11A", "6"), "`11A` (Bob) is a card of `Blue`");
    assert_eq!(game.no_place("1A", "666"), "only 2 dice show 6");
    assert_eq!(game.no_place("2A", "55"), "only one die shows 5");
    assert_eq!(game.no_place("1A", "4"), "no die shows 4");
}

#[test]
fn tb_9_1_every_legal_set_is_an_option() {
    let mut game = Game::new(CARDS);
    game.pass().roll("665432");
    assert_eq!(
        game.legal(),
        [
            "\"done\"",
            r#"{"card":"1A","dice":[6,6]}"#,
            r#"{"card":"1A","dice":[6]}"#,
            r#"{"card":"2A","dice":[5]}"#,
            r#"{"card":"2A","dice":[6,6]}"#,
            r#"{"card":"2A","dice":[6]}"#,
            r#"{"card":"3A","dice":[6,6]}"#,
            r#"{"card":"3A","dice":[6]}"#,
            r#"{"card":"4A","dice":[6,6]}"#,
        ]
    );
}

#[test]
fn tb_9_1_placing_dice_closes_no_other_card_in_the_same_phase() {
    let cards = CARDS
        .replace("name: Ann,", "name: Ann, special: [{rule: forbid, what: dice, cards: Eve, while: {has_dice: Ann}}],");
    let mut game = Game::new(&cards);
    game.pass().roll("666123").place("1A", "6").place("3A", "6");
    assert_eq!(game.dice("3A"), "6");
    game.done().turn("111111", &[]);
    game.pass().roll("6612");
    assert_eq!(game.no_place("3A", "6"), "a special rule forbids it");
}

#[test]
fn tb_9_2_a_set_puts_a_cube_on_a_special_formation_and_is_used_up() {
    let mut game = Game::new(CARDS);
    game.pass().roll("661543").place("4A", "66");
    assert_eq!((game.strength("4A"), game.pool()), (2, [6, 6]));
    assert_eq!(game.no_place("1A", "6"), "no die shows 6");
    game.done();
    game.turn("111111", &[]).pass().roll("222345");
    assert_eq!(game.no_place("4A", "22"), "`4A` (Guns) already holds all its cubes");
}

#[test]
fn tb_9_3_placing_is_optional_and_dice_stay() {
    let mut game = Game::new(CARDS);
    game.turn("661111", &["1A 6"]).turn("111111", &[]);
    game.pass().roll("66111").done();
    assert_eq!((game.dice("1A"), game.pool()), ("6".to_owned(), [5, 6]));
}

#[test]
fn tb_9_3_the_phase_ends_by_itself_when_nothing_fits() {
    let mut game = Game::new(CARDS);
    game.pass().roll("123412").place("4A", "11");
    assert_eq!(game.engine.next(&game.state), Next::Auto);
    assert_eq!(game.kind(), "act", "Blue's turn");
}
