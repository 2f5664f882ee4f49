//! TB-1 to TB-4: pieces, dice areas, requirements, set-up.

use muster_games::table_battles::model::Location;

use super::arena::Game;

/// One card against one, both take sixes and attack each other.
const DUEL: &str = "
- {card: 1A, name: Ann, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [Bob], hits: 1 per die}]}
- {card: 11A, name: Bob, wing: blue, strength: 4, dice: 6, actions: [{type: attack, targets: [Ann], hits: 1 per die}]}
";

/// Red has a card with this dice area.
fn area(dice: &str) -> Game {
    Game::new(&DUEL.replacen("dice: 6", &format!("dice: {dice}"), 1))
}

/// The dice that can be placed of a roll.
fn sets(dice: &str, roll: &str) -> Vec<String> {
    let mut game = area(dice);
    game.pass().roll(roll);
    let options = if game.kind() == "place" { game.legal() } else { Vec::new() };
    let sets = options.iter().filter_map(|option| option.split_once("\"dice\":["));
    let mut sets: Vec<String> = sets.map(|(_, set)| set.trim_end_matches("]}").replace(',', "")).collect();
    sets.sort();
    sets
}

#[test]
fn tb_1_1_each_side_has_six_dice_in_its_pool_or_on_its_cards() {
    let mut game = Game::new(DUEL);
    assert_eq!(game.pool(), [6, 6]);
    game.pass().roll("663211").place("1A", "66");
    assert_eq!(game.pool(), [4, 6]);
    assert_eq!(game.dice("1A"), "66");
}

#[test]
fn tb_1_2_cubes_go_back_to_the_supply_and_are_used_again() {
    let guns = "
- {card: 2A, name: Guns, wing: pink, strength: III, dice: Any, actions: [{type: bombard}]}
";
    let mut game = Game::new(&format!("{DUEL}{guns}"));
    assert_eq!(game.state.supply(), 3);
    game.act("2A 1");
    assert_eq!(game.morale(), [3, 2]);
    assert_eq!(game.state.supply(), 5, "the cube spent and the morale cube removed");
    game.roll("111111").place("2A", "1");
    assert_eq!(game.state.supply(), 4);
}

#[test]
fn tb_1_3_a_card_has_a_number_and_a_side() {
    let game = Game::new(DUEL);
    assert_eq!(game.engine.id(0).to_string(), "1A");
    assert_eq!(game.engine.name(1), "Bob");
}

#[test]
fn tb_1_4_special_formations_start_with_one_cube_and_hold_as_many_as_their_numeral() {
    let guns = "
- {card: 2A, name: Guns, wing: pink, strength: II, dice: Any, actions: [{type: bombard}]}
";
    let mut game = Game::new(&format!("{DUEL}{guns}"));
    assert_eq!((game.strength("1A"), game.strength("2A")), (4, 1));
    game.turn("111111", &["2A 1"]);
    assert_eq!(game.strength("2A"), 2);
    game.turn("111111", &[]);
    game.pass().roll("611111");
    assert_eq!(game.no_place("2A", "1"), "`2A` (Guns) already holds all its cubes");
}

#[test]
fn tb_2_1_any_count_of_one_number() {
    assert_eq!(sets("6", "666321"), ["6", "66", "666"]);
    assert_eq!(sets("5/6", "655321"), ["5", "55", "6"]);
    assert_eq!(sets("4-6", "654321"), ["4", "5", "6"]);
    assert_eq!(sets("Any", "112222"), ["1", "11", "2", "22", "222", "2222"]);
    let mut game = area("5/6");
    game.pass().roll("655321");
    assert_eq!(game.no_place("1A", "56"), "the dice area of `1A` (Ann) does not take 6 5");
}

#[test]
fn tb_2_1_different_turns_may_bring_different_numbers() {
    let mut game = area("5/6");
    game.turn("655321", &["1A 55"]).turn("111111", &[]).turn("6543", &["1A 6"]);
    assert_eq!(game.dice("1A"), "556");
}

#[test]
fn tb_2_2_one_die_of_a_bracketed_number() {
    assert_eq!(sets("(6)", "666321"), ["6"]);
    assert_eq!(sets("(5)/(6)", "655321"), ["5", "6"]);
    assert_eq!(sets("5/(6)", "665521"), ["5", "55", "6"]);
}

#[test]
fn tb_2_3_doubles_triples_and_straights_are_taken_whole() {
    assert_eq!(sets("Doubles", "666511"), ["11", "66"]);
    assert_eq!(sets("Doubles", "666666"), ["66"]);
    assert_eq!(sets("Triples", "666111"), ["111", "666"]);
    assert_eq!(sets("Straight 3", "123456"), ["123", "234", "345", "456"]);
    assert_eq!(sets("Straight 4", "123356"), [""; 0]);
    assert_eq!(sets("Straight 4", "233456"), ["2345", "3456"]);
    assert_eq!(sets("Straight 6", "654321"), ["123456"]);
    assert_eq!(sets("\"Doubles, Triples\"", "666112"), ["11", "66", "666"]);
}

#[test]
fn tb_2_4_a_card_without_a_dice_area_takes_no_dice() {
    let idle = "- {card: 2A, name: Staff, wing: pink, strength: 1, dice: none}\n";
    let mut game = Game::new(&format!("{DUEL}{idle}"));
    game.pass().roll("666666");
    assert_eq!(game.no_place("2A", "6"), "`2A` (Staff) takes no dice");
}

#[test]
fn tb_2_5_a_card_holds_all_six_dice() {
    let mut game = Game::new(DUEL);
    game.turn("666611", &["1A 6666"]).turn("111111", &[]).turn("66", &["1A 66"]);
    assert_eq!(game.dice("1A"), "666666");
    assert_eq!(game.pool(), [0, 6]);
    game.turn("111111", &[]).pass().roll("");
    assert_eq!(game.kind(), "act", "nothing is rolled, and the turn is over");
}

/// Whether dice placed over some turns meet a requirement.
fn meets(requirement: &str, placed: &[&str]) -> bool {
    let attack = format!("requires: {requirement}, hits: 1");
    let mut game = Game::new(&DUEL.replacen("dice: 6", "dice: Any", 1).replacen("hits: 1 per die", &attack, 1));
    for dice in placed {
        let left = usize::from(game.pool()[0]);
        let roll = format!("{dice}{}", "1".repeat(left - dice.len()));
        game.turn(&roll, &[&format!("1A {dice}")]).turn("111111", &[]);
    }
    game.legal().contains(&r#"{"card":"1A","action":1}"#.to_owned())
}

#[test]
fn tb_3_1_requirements_look_at_all_dice_on_the_card() {
    assert!(meets("pair", &["6", "6"]) && !meets("pair", &["6", "5", "4"]));
    assert!(meets("two pairs", &["66", "55"]) && !meets("two pairs", &["6666"]));
    assert!(meets("triplet", &["66", "6"]) && !meets("triplet", &["66", "55"]));
    assert!(meets("two triplets", &["666", "555"]) && !meets("two triplets", &["666666"]));
    assert!(meets("full house", &["666", "55"]) && !meets("full house", &["66666"]));
    assert!(!meets("full house", &["66", "55"]));
    assert!(meets("five dice", &["66", "55", "4"]) && !meets("five dice", &["6666"]));
}

#[test]
fn tb_3_1_what_does_not_meet_a_requirement_is_said() {
    let attack = "requires: pair, hits: 1";
    let mut game = Game::new(&DUEL.replacen("dice: 6", "dice: Any", 1).replacen("hits: 1 per die", attack, 1));
    game.turn("611111", &["1A 6"]).turn("111111", &[]).turn("51111", &["1A 5"]).turn("111111", &[]);
    assert_eq!(game.no_act("1A 1"), "the requirement `pair` is not met by 6 5 on `1A` (Ann)");
}

#[test]
fn tb_3_2_a_cube_meets_every_requirement() {
    let guns = "
- {card: 2A, name: Guns, wing: pink, strength: I, dice: Any,
   actions: [{type: attack, targets: [Bob], requires: two triplets, hits: 2}]}
";
    let mut game = Game::new(&format!("{DUEL}{guns}"));
    game.act("2A 1");
    assert_eq!(game.strength("11A"), 2);
}

#[test]
fn tb_4_1_set_up() {
    let reserve = "- {card: 2A, name: Cid, wing: pink, strength: 5, dice: 6, reserve: {behind: Ann}}\n";
    let mut game = Game::with("", "morale: 4", "morale: 2", &format!("{DUEL}{reserve}"));
    assert_eq!(game.morale(), [4, 2]);
    assert_eq!(game.pool(), [6, 6]);
    assert_eq!(game.location("2A"), Location::Reserve);
    assert_eq!(game.strength("2A"), 5);
    assert_eq!(game.kind(), "act");
}

#[test]
fn tb_4_2_a_cube_is_not_placed_where_none_is_free() {
    let guns = "- {card: 2A, name: Guns, wing: pink, strength: III, dice: Any, actions: [{type: bombard}]}\n";
    let mut game = Game::with("", "morale: 4", "morale: 5", &format!("{DUEL}{guns}"));
    assert_eq!((game.strength("2A"), game.state.supply()), (1, 0));
    game.pass().roll("611111");
    assert_eq!(game.no_place("2A", "1"), "`2A` (Guns) gets no cube because none is free");
    let full = Game::with("", "morale: 5", "morale: 5", &format!("{DUEL}{guns}"));
    assert_eq!(full.strength("2A"), 0);
}
