//! The table of a battle: the field of the stand-in with its units, the State of Battle with its counters, decks and starter cards.

use muster_core::print::frame::at;
use muster_systems::catalogue::Catalogue;
use muster_systems::tabled::{GameTable, LaidDeck, OwnFace, Shelf, Tabled};

use super::field::{self, FieldPicture, FieldPlace, FieldScale, FieldUnit};
use super::places::{BOARD, Places};
use super::{board, cards, units};
use crate::StatesOfBattle;
use crate::engine::StatesEngine;
use crate::field::{Direction, FieldSpot, UnitNumbers};
use crate::model::DeckKind;
use crate::resolve::StatesBattle;
use crate::rules::{CardCounts, CardRow, TrayRow};
use crate::state::FieldState;
use crate::wording::{StatesWord as W, StatesWording};

/// The field with nothing on it.
const FIELD: &str = "table-field";
/// Between the parts of the table.
const BETWEEN: f64 = 20.0;

impl Tabled for StatesOfBattle {
    const LAID: &'static [&'static str] = &[
        "orders",
        "events",
        "starter",
        "achievements",
        "reference",
        "scenario",
        "roster",
        "board",
        "counters",
        "markers",
    ];

    fn own_faces(battle: &StatesBattle, engine: &StatesEngine, words: &Catalogue) -> Vec<OwnFace> {
        let wording = StatesWording::new(words);
        let field = ground(engine);
        let field = OwnFace {
            number: FIELD.to_owned(),
            name: wording.word(W::TheField),
            face: units::FACE.name,
            accent: "scenario",
            front: Box::new(move |look| field.draw_board(look)),
            back: None,
        };
        let numbers = (0..engine.rules.units.len()).map(|unit| unit as u8);
        let of_unit = |unit: u8| {
            let row = engine.rules.unit(unit);
            let drawn = |flees: bool| FieldUnit {
                number: row.number.clone(),
                name: row.name.clone(),
                side: usize::from(row.side),
                kind: Some(battle.units[usize::from(unit)].kind),
                strength: format!("{0}/{0}", row.models),
                flees,
                in_flight: wording.say(W::InFlight, &[(&row.name).into()]),
                ..FieldUnit::default()
            };
            let (stands, flees) = (drawn(false), drawn(true));
            OwnFace {
                number: format!("table-unit-{unit}"),
                name: format!("{} {}", row.number, row.name),
                face: units::FACE.name,
                accent: "scenario",
                front: Box::new(move |look| field::alone(look, &stands)),
                back: Some(Box::new(move |look| field::alone(look, &flees))),
            }
        };
        std::iter::once(field).chain(numbers.map(of_unit)).collect()
    }

    fn lay(battle: &StatesBattle, engine: &StatesEngine, state: &FieldState, _: &Catalogue, table: &mut GameTable) {
        let Some(ground_rect) = table.board(FIELD, at(0.0, 0.0), None) else { return };
        let picture = ground(engine);
        // Riders lie on those who carry them.
        for unit in UnitNumbers(state.sets.field) {
            let here = state.units[usize::from(unit)];
            let place = picture.point(here.spot);
            let turn = degrees(here.facing);
            let riders = riders(engine, unit);
            for (number, unit) in std::iter::once(unit).chain(riders).enumerate() {
                let Some(face) = table.face(&format!("table-unit-{unit}"), None) else { continue };
                let lower = 5.0 * number as f64 * if turn == 180.0 { -1.0 } else { 1.0 };
                table.piece(face, at(place.x, place.y + lower)).turn = turn;
            }
        }
        for tray in trays(engine) {
            let Some(face) = table.face(&tray.number, Some(tray.side)) else { continue };
            table.piece(face, picture.point(tray.spot));
        }
        let mut beside = Shelf::new(at(ground_rect.width.max(420.0) + BETWEEN, 0.0), 420.0);
        lay_counters(battle, table, &mut beside);
        beside.track(table, "Round", 1, true);
        for side in [0, 1] {
            beside.dice(table, format!("{}: Generalship", table.sides[side]), (1, engine.rules.sides[side].die), false);
            beside.dice(table, format!("{}: two dice", table.sides[side]), (2, 6), false);
        }
        beside.title(table, "Achievements");
        for face in table.faces_of("achievement-") {
            beside.piece(table, face);
        }
        let mut below = Shelf::new(at(0.0, ground_rect.bottom() + BETWEEN), ground_rect.width.max(420.0));
        hand_out((engine, state), 0, table, &mut below);
        let width = ground_rect.width.max(420.0);
        table.lay_above((0.0, -BETWEEN), width, |table, shelf| hand_out((engine, state), 1, table, shelf));
        let mut markers = Shelf::new(at(ground_rect.width.max(420.0) + BETWEEN, beside.bottom() + BETWEEN), 420.0);
        for number in ["spent", "moved", "waits", "stratagem-1", "stratagem-2", "counters-1", "counters-2"] {
            let face = table.face(number, None);
            markers.bags(table, face);
        }
        table.read(&["scenario", "roster", "army", "reference", "rules"]);
    }
}

/// A tray as it lies on the field.
struct TrayOnTable {
    number: String,
    side: usize,
    spot: FieldSpot,
}

/// Returns the trays, each side's with numbers of their own.
fn trays(engine: &StatesEngine) -> Vec<TrayOnTable> {
    let mut counts = [0; 2];
    let of = |tray: &TrayRow| {
        let side = usize::from(tray.side);
        counts[side] += 1;
        TrayOnTable { number: format!("tray-{}-{}", side + 1, counts[side]), side, spot: tray.spot }
    };
    engine.rules.trays.iter().map(of).collect()
}

/// Returns the field with its places and zones and nothing on it.
fn ground(engine: &StatesEngine) -> FieldPicture {
    let numbers = &engine.rules.numbers;
    let places = engine.rules.places.iter().filter_map(|row| {
        Some(FieldPlace { name: row.name.clone(), spot: row.spot?, holder: row.held_by.map(usize::from) })
    });
    FieldPicture {
        zone: engine.rules.deployment.is_some().then_some(numbers.zone),
        places: places.collect(),
        ..FieldPicture::empty((numbers.depth, numbers.lanes), FieldScale::POSITION)
    }
}

/// Returns the degrees by which a unit is turned clockwise.
fn degrees(facing: Direction) -> f64 {
    match facing {
        Direction::Away => 0.0,
        Direction::Right => 90.0,
        Direction::Home => 180.0,
        Direction::Left => 270.0,
    }
}

/// Returns the units that ride with a unit.
fn riders(engine: &StatesEngine, unit: u8) -> impl Iterator<Item = u8> {
    let riders = UnitNumbers(engine.rules.sets.riders);
    riders.filter(move |rider| engine.rules.unit(*rider).host == Some(unit)).collect::<Vec<_>>().into_iter()
}

/// Lays the State of Battle with the counters of both sides in their places.
fn lay_counters(battle: &StatesBattle, table: &mut GameTable, shelf: &mut Shelf) {
    let (Some(by_state), Some(face)) = (board::places(battle), table.face("board", None)) else { return };
    let middle = shelf.place(table.size(face));
    let size = table.size(face);
    table.board("board", at(middle.x - size.width / 2.0, middle.y - size.height / 2.0), None);
    for place in Places::new(by_state).places {
        let Some(face) = table.face(&format!("counters-{}", place.side + 1), Some(place.side)) else { continue };
        for _ in place.least..=place.most {
            table.piece(face, at(middle.x + place.middle.x - BOARD, middle.y + place.middle.y - BOARD));
        }
    }
}

/// Lays the decks of a side, its units that are not on the field, and gives it its starter cards.
fn hand_out((engine, state): (&StatesEngine, &FieldState), side: usize, table: &mut GameTable, shelf: &mut Shelf) {
    let hand = &state.cards[side];
    let name = table.sides[side].clone();
    let of_deck = |kind: DeckKind, counts: &CardCounts| {
        let kinds = engine.rules.cards[kind as usize].iter().zip(counts).filter(|(_, count)| **count > 0);
        let face = |(row, count): (&CardRow, &u8)| {
            Some((table.face(&cards::number(&row.name, Some(side)), Some(side))?, u32::from(*count)))
        };
        kinds.filter_map(face).collect::<Vec<_>>()
    };
    let orders = of_deck(DeckKind::Orders, &hand.pile);
    let events = of_deck(DeckKind::Events, &hand.event_pile);
    let starter = of_deck(DeckKind::Starter, &hand.starter);
    shelf.title(table, name.clone());
    let left_out = engine.rules.sides[side].left_out;
    let stock = if left_out > 0 { format!(" (leave out {left_out})") } else { String::new() };
    for (title, cards) in [(format!("Orders{stock}"), orders), ("Events".to_owned(), events)] {
        let Some((first, _)) = cards.first() else { continue };
        let size = table.size(*first);
        let deck = LaidDeck {
            name: format!("{name}: {title}"),
            side: Some(side),
            cards,
            at: at(0.0, 0.0),
            size,
            is_drawn: true,
        };
        let discards =
            LaidDeck { name: format!("{name}: {title}, discards"), cards: Vec::new(), is_drawn: false, ..deck };
        shelf.deck(table, deck);
        shelf.deck(table, discards);
    }
    for (face, count) in starter {
        for _ in 0..count {
            table.hold(side, face);
        }
    }
    let side_number = side as u8;
    if let Some(face) = table.face(&format!("track-{}", side + 1), Some(side)) {
        shelf.piece(table, face);
    }
    let absent = engine.rules.army(side_number) & !state.sets.field & !engine.rules.sets.riders;
    for (words, units) in
        [("not placed yet", absent & !state.sets.reserve), ("not arrived", absent & state.sets.reserve)]
    {
        if units == 0 {
            continue;
        }
        shelf.title(table, format!("{name}: {words}"));
        for unit in UnitNumbers(units) {
            for unit in std::iter::once(unit).chain(riders(engine, unit)) {
                let face = table.face(&format!("table-unit-{unit}"), None);
                face.into_iter().for_each(|face| _ = shelf.piece(table, face));
            }
        }
    }
}
