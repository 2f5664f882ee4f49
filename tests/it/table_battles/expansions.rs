//! TB-12: links, shifts, oblique attacks, tactical victories.

use muster_games::table_battles::model::Location::Out;

use super::arena::Game;

const CARDS: &str = "
- {card: 1A, name: Ann, wing: red, strength: 6, dice: 6, arm: infantry, link: right, pursuit: true,
   actions: [{type: attack, targets: [Bob], hits: 1 per die}]}
- {card: 2A, name: Dan, wing: pink, strength: 2, dice: 5, arm: infantry, link: both,
   actions: [{type: attack, targets: [Cid], hits: 1, self: 1}, {type: absorb, targets: [Ann]}]}
- {card: 3A, name: Eve, wing: blue, strength: 3, dice: 4, arm: cavalry, link: left, retire: true}
- {card: 4A, name: Guns, wing: blue, strength: I, dice: 3, arm: infantry, actions: [{type: bombard}]}
- {card: 11A, name: Bob, wing: blue, strength: 3, dice: 6,
   actions: [{type: attack, targets: [Ann], hits: 1 per die}, {type: counterattack, targets: any, hits: 1}]}
- {card: 12A, name: Cid, wing: red, strength: 4, dice: 5,
   actions: [{type: attack, targets: [Dan], hits: 1}, {type: absorb, targets: [Bob]}]}
";

fn with(rules: &str) -> Game {
    Game::with(&format!("rules: [{rules}]"), "morale: 3", "morale: 3", CARDS)
}

#[test]
fn tb_12_1_a_linked_formation_takes_one_hit_less() {
    let hit = |mut game: Game| {
        game.turn("111111", &[]).turn("661111", &["11A 66"]).turn("111111", &[]).act("11A 1");
        6 - game.strength("1A")
    };
    assert_eq!(hit(Game::new(CARDS)), 2, "the scenario has no links");
    assert_eq!(hit(with("links")), 1);
    let mut alone = with("links");
    alone.turn("411111", &["3A 4"]).turn("111111", &[]).retire("3A").roll("111111").done();
    alone.turn("561111", &["12A 5"]).turn("111111", &[]).act("12A 1");
    assert_eq!(alone.strength("2A"), 2, "Dan is linked with Ann still");
}

#[test]
fn tb_12_1_absorbed_and_own_hits_and_counterattacks_are_not_reduced() {
    let mut game = with("links");
    game.turn("511111", &["2A 5"]).turn("661111", &["11A 66"]).turn("11111", &[]).act("11A 1").react("2A 2");
    assert_eq!((game.strength("1A"), game.location("2A")), (6, Out));
    let mut game = with("links");
    game.turn("611111", &["1A 6"]).turn("611111", &["11A 6"]).act("1A 1").react("11A 2");
    assert_eq!(game.strength("1A"), 5);
    let mut game = with("links");
    game.turn("511111", &["2A 5"]).turn("111111", &[]).act("2A 1");
    assert_eq!(game.strength("2A"), 1);
}

#[test]
fn tb_12_2_shifted_sticks_arrive_at_the_start_of_the_next_turn() {
    let mut game = with("shift");
    game.shift("1A", "2A", 4).roll("111111").done();
    assert_eq!((game.strength("1A"), game.strength("2A")), (2, 2));
    game.no_shift().turn("111111", &[]).begin();
    assert_eq!(game.strength("2A"), 6, "more than the printed strength");
}

#[test]
fn tb_12_2_what_cannot_be_shifted() {
    let mut game = with("shift");
    assert_eq!(game.no_shift_of("1A", "2A", 6), "`1A` (Ann) has 6 sticks and must keep at least one");
    assert_eq!(game.no_shift_of("1A", "3A", 1), "`1A` (Ann) and `3A` (Eve) have different arms");
    assert_eq!(game.no_shift_of("1A", "4A", 1), "`4A` (Guns) is a special formation");
    assert_eq!(game.no_shift_of("1A", "1A", 1), "sticks must go to another formation");
    assert_eq!(game.no_shift_of("1A", "11A", 1), "`11A` (Bob) is a card of `Blue`");
    assert_eq!(game.legal().len(), 7, "none, five from Ann, one from Dan");
}

#[test]
fn tb_12_2_sticks_on_their_way_to_a_rout_are_eliminated() {
    let rules = "rules: [shift]";
    let mut game = Game::with(rules, "morale: 3", "morale: 3, tactical: {sticks: 5}", CARDS);
    game.no_shift().turn("111111", &[]).no_shift().turn("551111", &["12A 5"]);
    game.no_shift().turn("111111", &[]).no_shift().act("12A 1").roll("511111").places(&["12A 5"]);
    assert_eq!(game.strength("2A"), 1);
    game.shift("1A", "2A", 3).roll("111111").done();
    game.no_shift().act("12A 1");
    assert_eq!(game.location("2A"), Out);
    assert_eq!(game.outcome().map(|outcome| outcome.by), Some("tactical"), "two of Dan's, three of Ann's");
}

#[test]
fn tb_12_3_a_shift_skips_the_action_phase() {
    let mut game = with("shift");
    game.shift("1A", "2A", 1);
    assert_eq!(game.kind(), "none", "the dice are rolled");
    let mut game = with("shift");
    game.no_shift();
    assert_eq!(game.kind(), "act");
}

#[test]
fn tb_12_3_a_shift_is_allowed_where_the_action_phase_is_skipped_already() {
    let mut game = with("shift");
    game.no_shift().turn("511111", &["2A 5"]).no_shift().turn("611111", &["11A 6"]);
    game.no_shift().turn("11111", &[]).no_shift().act("11A 1").react("2A 2").roll("111111").done();
    assert_eq!(game.kind(), "shift");
    game.shift("1A", "2A", 1).roll("111111").done();
    game.no_shift().turn("111111", &[]).no_shift();
    assert_eq!(game.kind(), "act", "one reaction costs one action phase");
}

#[test]
fn tb_12_4_infantry_with_three_sticks_more_does_one_hit_more() {
    let hit = |mut game: Game, reaction: bool| {
        game.turn("611111", &["1A 6"]).turn("511111", if reaction { &["12A 5"] } else { &[] }).act("1A 1");
        if reaction {
            game.react("12A 2");
        }
        (game.strength("11A"), game.strength("12A"))
    };
    assert_eq!(hit(with(""), false), (2, 4));
    assert_eq!(hit(with("oblique"), false), (1, 4), "6 against 3");
    assert_eq!(hit(with("oblique"), true), (3, 3), "6 against the absorber's 4");
}

#[test]
fn tb_12_5_a_tactical_number_needs_no_rule() {
    let mut game = Game::with("", "morale: 3, tactical: {sticks: 1}", "morale: 3", CARDS);
    game.turn("611111", &["1A 6"]).turn("111111", &[]).act("1A 1");
    assert_eq!(game.outcome().map(|outcome| outcome.by), Some("tactical"));
}
