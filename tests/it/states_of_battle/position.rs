//! Positions as pictures: what stands on the field, and what each side sees of it.

use std::fmt::Write as _;

use muster_core::play::Engine;
use muster_games::states_of_battle::StatesOfBattle;
use muster_games::states_of_battle::engine::StatesEngine;
use muster_games::states_of_battle::resolve::StatesBattle;
use muster_games::states_of_battle::state::FieldState;
use muster_systems::Played;
use muster_systems::position::{Pictured, TableRow, TableShown};

use super::{SMALL, battle, words};

/// SMALL with a general who rides, places, and units whose place is written.
fn field() -> String {
    let mut text = SMALL
        .replace("kind: general, points: 150}\n  - {unit: A2", "kind: general, points: 150, in: A2}\n  - {unit: A2")
        .replace("points: 350}", "points: 350, models: 20, at: {at: 10, lane: 3}}")
        .replace("Town Levy, points: 450}", "Town Levy, points: 450, models: 30, at: {at: 12, lane: 4, facing: left}}");
    let scenario = "  name: The Ford\n  places: [{place: The Mill, at: 12, lane: 3, held_by: South}, {place: The Ferry, at: 20, lane: 9}]\n";
    text = text.replace("  name: The Ford\n", scenario);
    text
}

fn rows(battle: &StatesBattle, engine: &StatesEngine, state: &FieldState, seen_by: Option<usize>) -> String {
    let mut text = String::new();
    for TableRow { title, shown } in StatesOfBattle::position(battle, engine, state, seen_by, words()) {
        let TableShown::Drawing(drawing) = shown else { panic!("{title} is no drawing") };
        writeln!(text, "{title}\n{}", drawing.text).expect("room");
    }
    text
}

fn start(text: &str, change: impl FnOnce(&mut FieldState), seen_by: Option<usize>) -> String {
    let battle = battle(text);
    let engine = StatesOfBattle::compile(&battle).expect("a battle that can be played");
    let mut state = engine.start();
    change(&mut state);
    rows(&battle, &engine, &state, seen_by)
}

#[test]
fn the_field_shows_who_stands_where_and_who_holds_what() {
    let said = start(&field(), |_| (), None);
    assert_eq!(
        said,
        "South · Emboldened · 8 counters
Emboldened 2 of 2, Shaken 2 of 2, Bloodied 2 of 2, Desperate 2 of 2
Not placed yet: B1 Dame Berta
The field
North: A2 Hill Spears: 10 inches from the edge in lane 3, models 20/20, with Sir Anselm
South: B2 Town Levy: 12 inches from the edge in lane 4, faces left, models 30/30
The Mill: held by South
The Ferry: held by nobody
Won by nobody yet: First Blood, Thunderous Charge, Pincer Movement, Salvo, Heroic Challenge and Heroic Moment
North · Emboldened · 6 counters
Emboldened 2 of 2, Shaken 2 of 2, Bloodied 1 of 1, Desperate 1 of 1
"
    );
}

#[test]
fn what_has_come_to_pass_is_shown() {
    let said = start(
        &field(),
        |state| {
            state.counters[0] = [0, 0, 1, 1];
            state.achieved[0] = Some(1);
            state.sets.flees = 0b10;
            state.sets.field &= !0b100;
            state.sets.out = 0b100;
            state.units[1].models = 7;
            state.cards[0].orders[0] = 2;
        },
        None,
    );
    for shown in [
        "North · Bloodied · 2 counters\nEmboldened 0 of 2, Shaken 0 of 2, Bloodied 1 of 1, Desperate 1 of 1\n",
        "models 7/20, flees, with Sir Anselm\n",
        "Achievements: First Blood\nLost: B1 Dame Berta\n",
        "Won by nobody yet: Thunderous Charge,",
        "Orders in hand: Brilliant Tactician × 2\n",
    ] {
        assert!(said.contains(shown), "{shown} in {said}");
    }
    assert!(!said.contains("South: B1"), "{said}");
}

#[test]
fn a_player_does_not_see_what_lies_under_trays_nor_the_enemys_hand() {
    let text = field().replace(
        "  sides:",
        "  concealed: [{side: South, point: {at: 6, lane: 2}, area: the reeds, units: 1}]\n  sides:",
    );
    let text = text.replace(", at: {at: 12, lane: 4, facing: left}", "");
    let hide = |state: &mut FieldState| {
        state.trays[0] = Some(3);
        state.sets.hidden = 0b1000;
        state.sets.field |= 0b1000;
        state.cards[1].orders[1] = 1;
    };
    let (all, own, enemy) = (start(&text, hide, None), start(&text, hide, Some(1)), start(&text, hide, Some(0)));
    assert!(all.contains("South: Tray 1 B2 Town Levy: "), "{all}");
    assert_eq!(all, own);
    assert!(enemy.contains("South: Tray 1: ") && !enemy.contains("Town Levy"), "{enemy}");
    assert!(own.contains("Orders in hand: Cast Spells\n"), "{own}");
    assert!(enemy.contains("Orders in hand: 1 card\n"), "{enemy}");
}
